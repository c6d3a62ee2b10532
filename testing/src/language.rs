//! A language under test: how its interpreter is run, and where its programs are.
//!
//! **Example.** A language whose test is in its own crate, with programs in `programs` and their outputs in `programs/expected`:
//! ```
//! use holloway_testing::Language;
//! const TINY: Language = Language {
//!     root: env!("CARGO_MANIFEST_DIR"),
//!     binary: "target/debug/tiny", // in a test: env!("CARGO_BIN_EXE_tiny")
//!     programs: "programs",
//!     comment: "#",
//!     ..Language::new("tiny", "tn")
//! };
//! assert_eq!(TINY.file("fib"), "fib.tn");
//! ```

use crate::engine::Engine;
use crate::process;
use std::path::{Path, PathBuf};

/// Another interpreter that programs are measured under, and the extension of its scripts: a program that is written for it, too, has a file of that extension beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer {
    /// Its command: a program, and words that come before the script's name, parted by blanks.
    pub command: &'static str,
    /// The extension of its scripts.
    pub extension: &'static str,
}

/// What parts of a program are, for what makes programs smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// Lines, those below others by indentation, and brackets in them.
    Lines,
    /// Lists in parentheses, and nothing else: a Lisp.
    Lists,
}

/// A language. What is not there is an empty text; paths are relative to [`root`](Language::root), unless they begin with `/`.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// Its name.
    pub name: &'static str,
    /// The extension of its programs' files.
    pub extension: &'static str,
    /// What begins a comment to the end of a line.
    pub comment: &'static str,
    /// What its programs are made of.
    pub syntax: Syntax,
    /// The folder that all other paths begin at.
    pub root: &'static str,
    /// The interpreter. It is run as `binary PROGRAM [ARGUMENT ...]`, in the folder of the program.
    pub binary: &'static str,
    /// The command that builds it, told to those who have no binary.
    pub build: &'static str,
    /// The command of another implementation whose output is right by definition.
    pub reference: &'static str,
    /// Interpreters to compare times with.
    pub peers: &'static [Peer],
    /// The folder of programs that are measured, with their outputs in `expected` and their arguments in `sizes.txt`.
    pub programs: &'static str,
    /// Further folders of such programs, each a set of its own; `sizes.txt` may be missing there.
    pub sets: &'static [&'static str],
    /// The folder of scripts that are not measured, with their outputs in `expected`.
    pub scripts: &'static str,
    /// The folder of random programs that once differed, likewise.
    pub corpus: &'static str,
    /// Programs with a mode in which each is not run, because that would take hours (a deep recursion with a collection at every poll, say), or because audit objects to
    /// what its author can vouch for.
    pub not_in: &'static [(&'static str, &'static str)],
}

impl Language {
    /// A language of this name and with this extension, of which nothing else is known.
    #[must_use]
    pub const fn new(name: &'static str, extension: &'static str) -> Language {
        Language {
            name,
            extension,
            comment: "#",
            syntax: Syntax::Lines,
            root: "",
            binary: "",
            build: "",
            reference: "",
            peers: &[],
            programs: "",
            sets: &[],
            scripts: "",
            corpus: "",
            not_in: &[],
        }
    }

    /// The file name of a program.
    #[must_use]
    pub fn file(&self, program: &str) -> String {
        format!("{program}.{}", self.extension)
    }

    /// A place of it: the path that is meant by one of its fields.
    #[must_use]
    pub fn path(&self, field: &str) -> PathBuf {
        Path::new(self.root).join(field)
    }

    /// The folders that have programs with recorded outputs.
    pub fn folders(&self) -> impl Iterator<Item = PathBuf> + '_ {
        let own = [self.programs, self.scripts, self.corpus];
        own.into_iter().chain(self.sets.iter().copied()).filter(|f| !f.is_empty()).map(|f| self.path(f))
    }

    /// Its interpreter, at a path of one's own or where it is built.
    ///
    /// # Errors
    /// There is none.
    pub fn ours(&self, path: Option<&str>) -> Result<Engine, String> {
        let path = match path {
            Some(name) => process::find_program(name).ok_or_else(|| format!("no such program: {name}"))?,
            None => {
                let path = self.path(self.binary);
                let hint = match self.build {
                    "" => String::new(),
                    build => format!("; build it with: {build}"),
                };
                path.is_file().then_some(path).ok_or_else(|| {
                    format!("the interpreter of {} is missing: {}{hint}", self.name, self.binary)
                })?
            }
        };
        Ok(Engine::ours(self, path))
    }

    /// The reference, if there is one and it is installed.
    #[must_use]
    pub fn installed_reference(&self) -> Option<Engine> {
        Engine::find(self.reference, self.extension)
    }

    /// The peers for which there are programs beside its own.
    #[must_use]
    pub fn peers_here(&self) -> Vec<Peer> {
        let files = std::fs::read_dir(self.path(self.programs)).into_iter().flatten().flatten();
        let there: Vec<PathBuf> = files.map(|f| f.path()).collect();
        let written_in =
            |extension: &str| there.iter().any(|p| p.extension().is_some_and(|e| e == extension));
        self.peers.iter().copied().filter(|p| written_in(p.extension)).collect()
    }

    /// A peer by its command; one that is not listed runs the language's own programs.
    #[must_use]
    pub fn peer(&self, command: &str) -> Option<Engine> {
        let listed = self.peers.iter().find(|p| p.command == command);
        Engine::find(command, listed.map_or(self.extension, |p| p.extension))
    }
}
