//! The steps of the port: diffs, and the trees that they make.
//!
//! **Invariants.** Steps are numbered from 1 without gaps, and there are [`STEPS`] of them. A step touches sources only: programs and what they print stay what they were at the start.
//!
//! **Example.** `02-numbers.diff` changes `src/vm.rs` as step 1 has left it.

use diffy::patch_set::{FileOperation, ParseOptions, PatchSet};
use diffy::DiffOptions;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// How many there are.
pub const STEPS: usize = 10;

/// The files of a crate, by their paths.
pub type Tree = BTreeMap<String, String>;

/// A step: its name, and its diff.
#[derive(Debug)]
pub struct Step {
    /// Such as `02-numbers`.
    pub name: String,
    diff: String,
}

fn in_file<T, E: std::fmt::Display>(path: &Path, result: Result<T, E>) -> Result<T, String> {
    result.map_err(|e| format!("{}: {e}", path.display()))
}

/// The diffs in a folder, in the order of their names.
pub fn diffs(folder: &Path) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    for entry in in_file(folder, fs::read_dir(folder))? {
        let path = in_file(folder, entry)?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        steps.push(Step { name, diff: in_file(&path, fs::read_to_string(&path))? });
    }
    steps.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(steps)
}

/// The steps in a folder.
pub fn read(folder: &Path) -> Result<Vec<Step>, String> {
    let steps = diffs(folder)?;
    let numbered = |(i, s): (usize, &Step)| s.name.starts_with(&format!("{:02}-", i + 1));
    match steps.len() == STEPS && steps.iter().enumerate().all(numbered) {
        true => Ok(steps),
        false => Err(format!("{}: not {STEPS} steps numbered from 01", folder.display())),
    }
}

/// The files below a folder; what was built there, and what begins with a dot, is none of them.
pub fn tree(folder: &Path) -> Result<Tree, String> {
    fn walk(top: &Path, folder: &Path, found: &mut Tree) -> Result<(), String> {
        for entry in in_file(folder, fs::read_dir(folder))? {
            let path = in_file(folder, entry)?.path();
            let name = path.strip_prefix(top).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if name.starts_with('.') || ["target", "Cargo.lock"].contains(&&*name) {
                continue;
            }
            if path.is_dir() {
                walk(top, &path, found)?;
            } else {
                found.insert(name, in_file(&path, fs::read_to_string(&path))?);
            }
        }
        Ok(())
    }
    let mut found = Tree::new();
    walk(folder, folder, &mut found)?;
    Ok(found)
}

/// Writes the files of a tree that are not there as they should be, so that nothing else is built anew.
pub fn write(tree: &Tree, folder: &Path) -> Result<(), String> {
    for (name, text) in tree {
        let path = folder.join(name);
        if fs::read_to_string(&path).is_ok_and(|old| old == *text) {
            continue;
        }
        in_file(&path, fs::create_dir_all(path.parent().unwrap_or(folder)))?;
        in_file(&path, fs::write(&path, text))?;
    }
    Ok(())
}

impl Step {
    /// What a line above the diff says, which begins with this word and a colon.
    pub fn says(&self, word: &str) -> Result<&str, String> {
        let mut lines = self.diff.lines().take_while(|l| !l.starts_with("--- "));
        let found = lines.find_map(|l| l.strip_prefix(word)?.strip_prefix(": "));
        found.ok_or_else(|| format!("{}: no line `{word}: ..`", self.name))
    }

    /// The tree after the step.
    pub fn apply(&self, tree: &Tree) -> Result<Tree, String> {
        let mut tree = tree.clone();
        // A diff without changes is an error of the parser's.
        for patch in PatchSet::parse(&self.diff, ParseOptions::unidiff()) {
            let patch = patch.map_err(|e| format!("{}: {e}", self.name))?;
            let operation = patch.operation().strip_prefix(1);
            let (FileOperation::Create(name) | FileOperation::Modify { modified: name, .. }) = operation
            else {
                return Err(format!("{}: it neither changes nor makes a file: {operation:?}", self.name));
            };
            if name.starts_with("programs/") {
                return Err(format!("{}: it changes {name}, which it is held to", self.name));
            }
            let text = patch.patch().as_text().ok_or_else(|| format!("{}: {name} is no text", self.name))?;
            let old = tree.get(&*name).map_or("", String::as_str);
            let new = diffy::apply(old, text).map_err(|e| format!("{}: {name}: {e}", self.name))?;
            tree.insert(name.into_owned(), new);
        }
        Ok(tree)
    }

    /// The step from one tree to another.
    pub fn between(name: &str, old: &Tree, new: &Tree) -> Result<Step, String> {
        if let Some(gone) = old.keys().find(|n| !new.contains_key(*n)) {
            return Err(format!("{name}: {gone} is gone"));
        }
        let mut diff = String::new();
        for (file, text) in new.iter().filter(|(file, text)| old.get(*file) != Some(*text)) {
            let from = if old.contains_key(file) { format!("a/{file}") } else { "/dev/null".into() };
            let mut options = DiffOptions::new();
            options.set_original_filename(from).set_modified_filename(format!("b/{file}"));
            diff += &options.create_patch(old.get(file).map_or("", |t| t), text).to_string();
        }
        Ok(Step { name: name.into(), diff })
    }

    /// Writes its diff into the folder of steps.
    pub fn save(&self, folder: &Path) -> Result<(), String> {
        let path = folder.join(format!("{}.diff", self.name));
        in_file(&path, fs::write(&path, &self.diff))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> Tree {
        files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
    }

    #[test]
    fn a_step_leads_from_one_tree_to_the_other() {
        let old = tree(&[("src/a.rs", "one\ntwo\n"), ("src/b.rs", "same\n")]);
        let new = tree(&[("src/a.rs", "one\n2\n"), ("src/b.rs", "same\n"), ("src/c.rs", "new\n")]);
        let step = Step::between("01-x", &old, &new).unwrap();
        assert_eq!(step.apply(&old).unwrap(), new);
        assert!(step.apply(&new).unwrap_err().contains("01-x: src/a.rs"));
        assert!(Step::between("01-x", &new, &old).unwrap_err().contains("src/c.rs is gone"));
    }

    #[test]
    fn a_step_must_change_sources_and_no_outputs() {
        let old = tree(&[("programs/expected/a.txt", "1\n")]);
        let new = tree(&[("programs/expected/a.txt", "2\n")]);
        let step = Step::between("01-x", &old, &new).unwrap();
        assert!(step.apply(&old).unwrap_err().contains("which it is held to"));
        let nothing = Step::between("01-x", &old, &old).unwrap();
        assert!(nothing.apply(&old).unwrap_err().contains("01-x: "));
    }
}
