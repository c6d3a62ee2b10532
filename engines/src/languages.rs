//! The languages that commands know: what is called how, and where their scripts are.

use crate::args::Args;
use crate::process;
use std::path::PathBuf;

/// A language.
#[derive(Debug)]
pub struct Lang {
    /// Its name; of the option for its binary, too.
    pub name: &'static str,
    /// Our binary, relative to the root.
    pub binary: &'static str,
    /// The reference interpreter.
    pub reference: &'static str,
    /// Interpreters to compare with.
    pub peers: &'static [&'static str],
    /// Extension of scripts.
    pub extension: &'static str,
    /// The folder of benchmark programs, with `sizes.txt`.
    pub programs: &'static str,
    /// Further folders of programs, each a set of its own: with loops for accelerators, with such that must stay on the processor, written by
    /// people who knew nothing of the interpreters, and such that allocate.
    pub sets: &'static [&'static str],
    /// The folder of conformance scripts.
    pub scripts: &'static str,
    /// The folder of programs that once differed, or nothing.
    pub corpus: &'static str,
    /// What begins a comment.
    pub comment: &'static str,
}

/// Programs that allocate, the same ones in each language and those of [`FOREIGN`].
const ALLOCATION: &str = "benches/allocation";

/// Peers of other languages, and the extension of their scripts. A program that is written in their language, too, has a file of that extension beside it.
pub const FOREIGN: &[(&str, &str)] = &[("node", "js")];

/// The extensions of scripts that other engines run, where a language's own is another: programs of the lesson are written in all of these, too.
const EXTENSIONS: &[(&str, &str)] =
    &[("lua5.4", "lua"), ("luajit", "lua"), ("python3.11", "py"), ("pypy3", "py")];

/// Languages that are run and measured where they are named, and not among all: lessons.
pub const LESSONS: &[Lang] = &[Lang {
    name: "lisp",
    binary: "target/release/lisp",
    // There is no other implementation of it.
    reference: "lisp",
    peers: &["lua5.4", "luajit", "python3.11", "pypy3"],
    extension: "scm",
    programs: "examples/lisp/programs",
    sets: &[],
    scripts: "examples/lisp/tests/scripts",
    corpus: "",
    comment: ";",
}];

/// All of them but the lessons.
pub const LANGUAGES: &[Lang] = &[
    Lang {
        name: "lua",
        binary: "target/release/lua",
        reference: "lua5.4",
        peers: &["lua5.4", "luajit"],
        extension: "lua",
        programs: "examples/lua/programs",
        sets: &["examples/lua/programs/gpu", "examples/lua/programs/blind", ALLOCATION],
        scripts: "examples/lua/tests/scripts",
        corpus: "examples/lua/tests/corpus",
        comment: "--",
    },
    Lang {
        name: "python",
        binary: "target/release/python",
        reference: "python3.11",
        peers: &["python3.11", "pypy3"],
        extension: "py",
        programs: "examples/python/programs",
        sets: &[
            "examples/python/programs/gpu",
            "examples/python/programs/gpu/refused",
            "examples/python/programs/blind",
            ALLOCATION,
        ],
        scripts: "examples/python/tests/scripts",
        corpus: "examples/python/tests/corpus",
        comment: "#",
    },
];

/// Lua.
pub const LUA: &Lang = &LANGUAGES[0];

/// Python.
pub const PYTHON: &Lang = &LANGUAGES[1];

impl Lang {
    /// The binary named by the option of the language's name, or our own.
    pub fn ours(&self, args: &Args) -> Result<PathBuf, String> {
        match args.text(self.name) {
            Some(name) => process::find_program(name).ok_or_else(|| format!("no such program: {name}")),
            None => {
                let path = process::root().join(self.binary);
                let hint = format!("build it with: cargo build --release -p {}", self.name);
                path.is_file().then_some(path).ok_or_else(|| format!("{} is missing; {hint}", self.binary))
            }
        }
    }
    /// The file name of a script.
    pub fn file(&self, script: &str) -> String {
        format!("{script}.{}", self.extension)
    }
    /// The file name of what an engine runs as that script.
    pub fn file_for(&self, engine: &str, script: &str) -> String {
        let foreign = FOREIGN.iter().chain(EXTENSIONS).find(|(name, _)| *name == engine);
        format!("{script}.{}", foreign.map_or(self.extension, |(_, extension)| extension))
    }
    /// The peers to compare its programs with: its own, and the foreign ones in whose language there are some.
    pub fn all_peers(&self) -> Vec<&'static str> {
        let files = std::fs::read_dir(process::root().join(self.programs)).into_iter().flatten().flatten();
        let there: Vec<PathBuf> = files.map(|f| f.path()).collect();
        let written_in =
            |extension: &str| there.iter().any(|p| p.extension().is_some_and(|e| e == extension));
        let foreign = FOREIGN.iter().filter(|(_, extension)| written_in(extension));
        self.peers.iter().copied().chain(foreign.map(|(name, _)| *name)).collect()
    }
}

/// The one language that `--lang` names, if it names any.
pub fn one(args: &Args) -> Result<Option<&'static Lang>, String> {
    if args.text("lang").is_none() {
        return Ok(None);
    }
    match select(args)?[..] {
        [lang] => Ok(Some(lang)),
        _ => Err("--lang names more than one language".to_string()),
    }
}

/// The languages that `--lang` names, or all but the lessons.
pub fn select(args: &Args) -> Result<Vec<&'static Lang>, String> {
    let Some(names) = args.list("lang") else { return Ok(LANGUAGES.iter().collect()) };
    let all = || LANGUAGES.iter().chain(LESSONS);
    let known = || all().map(|l| l.name).collect::<Vec<_>>().join(", ");
    names
        .into_iter()
        .map(|n| {
            let lang = all().find(|l| l.name == n);
            lang.ok_or_else(|| format!("no language '{n}'; there are: {}", known()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_allocate_are_compared_with_another_language() {
        let peers = |programs| Lang { programs, ..*LUA }.all_peers();
        assert_eq!(peers(ALLOCATION), ["lua5.4", "luajit", "node"]);
        assert_eq!(peers(LUA.programs), LUA.peers);
        assert_eq!((LUA.file_for("luajit", "a"), LUA.file_for("node", "a")), ("a.lua".into(), "a.js".into()));
    }

    #[test]
    fn languages_are_selected_by_name() {
        let args = Args::parse(["--lang".to_string(), "python".to_string()].into_iter()).unwrap();
        assert_eq!(select(&args).unwrap()[0].name, "python");
        let args = Args::parse(["--lang".to_string(), "cobol".to_string()].into_iter()).unwrap();
        assert!(select(&args).unwrap_err().contains("lua, python, lisp"));
        let args = Args::parse(["--lang".to_string(), "lisp".to_string()].into_iter()).unwrap();
        let lisp = select(&args).unwrap()[0];
        assert_eq!(
            (lisp.file_for("ours", "a"), lisp.file_for("pypy3", "a")),
            ("a.scm".into(), "a.py".into())
        );
    }
}
