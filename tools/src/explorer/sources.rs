//! Which file a line of the guest is in.
//!
//! **Problem.** A language says where it is by a name, a colon and a line (`Language::describe`). The name is a file's in some languages, a function's in others.
//! The language may tell the file beside it (`Language::file`), or not. The user may give files; each line has to find its own.
//!
//! **How.** A file that the log names is taken if it is given, or else if it is there. Lines that the language tells no file of are looked for: a name that is a file's is that file. Else the name is looked for as a word in each file, at the line or above it: of two files the one where it is
//! nearer has the line, as a function's name stands at its head. A name that no file has (`main`, `<module>`) is the first file's, if it is one that
//! languages give to code outside of functions (`OUTSIDE`).
//!
//! **Invariants.** The file has the line.
//!
//! **Not promised.** Where the language tells no files, functions of one name in two files may be taken for each other. A log that was moved to another machine names files that are
//! not there, and shows no source but what is given.
//!
//! **Example.** `sieve:8` is in the file that has the word `sieve` in line 5, not in one that has it in line 1 or has 6 lines.

use super::data::{File, NONE};
use crate::log::{Event, Log};
use std::path::{Path, PathBuf};

/// Larger files are no source, and would make the page slow.
const LARGEST: u64 = 4 << 20;

/// What code outside of functions is called.
const OUTSIDE: [&str; 7] = ["main", "<module>", "<main>", "(main)", "main chunk", "top", "toplevel"];

/// Reads files, and all that is text in folders.
///
/// # Errors
/// A message naming what cannot be read.
pub fn read(paths: &[PathBuf]) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => read_folder(path, &mut files)?,
            false => {
                let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
                let text = String::from_utf8_lossy(&bytes).into_owned();
                files.push(File { name: path.display().to_string(), text });
            }
        }
    }
    Ok(files)
}

/// Reads the files that a log names, as far as they are there and have not been given.
pub fn read_named(log: &Log, files: &mut Vec<File>) {
    for event in &log.events {
        let Event::File { file: name, .. } = event else { continue };
        if files.iter().any(|f| is_same(&f.name, name)) {
            continue;
        }
        let small = std::fs::metadata(name).is_ok_and(|m| m.is_file() && m.len() <= LARGEST);
        if let Some(text) = std::fs::read_to_string(name).ok().filter(|_| small) {
            files.push(File { name: name.clone(), text });
        }
    }
}

/// Whether two paths are one file's, of which either may be told from a folder within the other's.
fn is_same(one: &str, other: &str) -> bool {
    let within = |long: &str, short: &str| {
        let short = short.trim_start_matches("./");
        long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    !one.is_empty() && !other.is_empty() && (within(one, other) || within(other, one))
}

/// Files that are no text are left out, as are hidden ones.
fn read_folder(folder: &Path, files: &mut Vec<File>) -> Result<(), String> {
    let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
    let entries: Result<Vec<_>, _> = std::fs::read_dir(folder).map_err(wrong)?.collect();
    let mut entries = entries.map_err(wrong)?;
    entries.sort_by_key(|e| e.file_name());
    for entry in entries.into_iter().filter(|e| !e.file_name().to_string_lossy().starts_with('.')) {
        let (path, kind) = (entry.path(), entry.file_type().map_err(wrong)?);
        if kind.is_dir() {
            read_folder(&path, files)?;
        } else if kind.is_file() && entry.metadata().map_err(wrong)?.len() <= LARGEST {
            let bytes = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            if let Some(text) = String::from_utf8(bytes).ok().filter(|t| !t.contains('\0')) {
                files.push(File { name: path.display().to_string(), text });
            }
        }
    }
    Ok(())
}

/// Finds files of lines.
pub struct Finder<'a> {
    files: &'a [File],
    /// Lines of each file.
    lines: Vec<Vec<&'a str>>,
}

impl<'a> Finder<'a> {
    /// Among these files.
    pub fn new(files: &'a [File]) -> Finder<'a> {
        Finder { files, lines: files.iter().map(|f| f.text.lines().collect()).collect() }
    }

    /// The number of the file that has this line of what is called `name`, or [`NONE`]; `told` are the files that the log names for it.
    pub fn find(&self, name: &str, line: u32, told: &[&str]) -> i64 {
        let has = |k: &usize| (1..=self.lines[*k].len()).contains(&(line as usize));
        let fits = |k: &usize| told.is_empty() || told.iter().any(|t| is_same(&self.files[*k].name, t));
        let all = || (0..self.files.len()).filter(has).filter(fits);
        if let (Some(k), [_]) = (all().next(), told) {
            return k as i64;
        }
        if let Some(k) = all().find(|&k| is_file(&self.files[k].name, name)) {
            return k as i64;
        }
        let word = name.trim_matches(|c: char| !is_part(c));
        let above = |k: usize| {
            let lines = self.lines[k][..line as usize].iter().rev();
            lines.clone().position(|text| has_word(text, word)).map(|distance| (distance, k))
        };
        match all().filter_map(above).min() {
            Some((_, k)) if !word.is_empty() => k as i64,
            _ if OUTSIDE.contains(&name) => all().next().filter(|&k| k == 0).map_or(NONE, |k| k as i64),
            _ => NONE,
        }
    }
}

/// Whether a name that a language gives is that of this file: the end of its path, of which the beginning may be left out by dots.
fn is_file(path: &str, name: &str) -> bool {
    let name = name.trim_start_matches("...");
    let rest = path.strip_suffix(name);
    !name.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/') || name.contains('/'))
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn has_word(text: &str, word: &str) -> bool {
    let mut from = 0;
    while let Some(at) = text[from..].find(word).filter(|_| !word.is_empty()) {
        let (start, end) = (from + at, from + at + word.len());
        let part = |c: Option<char>| c.is_some_and(is_part);
        if !part(text[..start].chars().next_back()) && !part(text[end..].chars().next()) {
            return true;
        }
        from = end;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(texts: &[(&str, &str)]) -> Vec<File> {
        texts.iter().map(|(name, text)| File { name: name.to_string(), text: text.to_string() }).collect()
    }

    #[test]
    fn a_line_is_in_the_file_that_its_name_says() {
        let files = files(&[("a/one.lua", "x\ny"), ("a/two.lua", "x\ny\nz")]);
        let finder = Finder::new(&files);
        assert_eq!(finder.find("two.lua", 3, &[]), 1);
        assert_eq!(finder.find("a/one.lua", 1, &[]), 0);
        assert_eq!(finder.find("...a/one.lua", 1, &[]), 0);
        assert_eq!(finder.find("one.lua", 3, &[]), NONE, "it has two lines only");
        assert_eq!(finder.find("ne.lua", 1, &[]), NONE);
    }

    #[test]
    fn a_function_is_in_the_file_where_its_name_is_nearest_above() {
        let files =
            files(&[("a", "def run():\n 1\n 2\n 3\n 4"), ("b", "\n\ndef run(x):\n 1\n 2"), ("c", "run")]);
        let finder = Finder::new(&files);
        assert_eq!(finder.find("run", 2, &[]), 0);
        assert_eq!(finder.find("run", 4, &[]), 1);
        assert_eq!(finder.find("runs", 4, &[]), NONE);
        assert_eq!(finder.find("run", 9, &[]), NONE);
    }

    #[test]
    fn code_outside_of_functions_is_the_first_files() {
        let files = files(&[("a", "x = 1\ny = 2"), ("b", "x\ny\nz")]);
        let finder = Finder::new(&files);
        assert_eq!(finder.find("<module>", 2, &[]), 0);
        assert_eq!(finder.find("<module>", 3, &[]), NONE);
        assert_eq!(finder.find("<lambda>", 2, &[]), NONE);
        assert_eq!(finder.find("", 1, &[]), NONE);
        assert_eq!(finder.find("main", 0, &[]), NONE);
    }

    #[test]
    fn a_file_that_the_log_names_goes_before_what_names_say() {
        let files = files(&[("a/x.py", "def run():\n 1\n 2"), ("b/x.py", "1\n2\n3"), ("c.py", "1\n2\n3")]);
        let finder = Finder::new(&files);
        assert_eq!(finder.find("run", 2, &["b/x.py"]), 1);
        assert_eq!(finder.find("run", 2, &["/home/me/b/x.py"]), 1);
        assert_eq!(finder.find("run", 2, &["./c.py"]), 2);
        assert_eq!(finder.find("run", 2, &["c.py", "a/x.py"]), 0, "of two the one that has the name");
        assert_eq!(finder.find("run", 2, &["elsewhere.py"]), NONE);
        assert_eq!(finder.find("run", 9, &["c.py"]), NONE);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let missing = read(&["/no/such/file.lua".into()]).expect_err("there is none");
        assert!(missing.starts_with("/no/such/file.lua: "), "{missing}");
    }
}
