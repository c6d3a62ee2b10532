//! For tests of what a language's library asks of the world: a program that asks is recorded, and played where all that it asked for is gone.
//!
//! **Example.** `Asking { program, files: [("p.lua", "print(require 'other')"), ("other.lua", "return 1")], .. }.is_played(&[How::default()])`.

use holloway_tools::replay::{self, How};

#[path = "replayed.rs"]
pub mod replayed;
use replayed::{command, folder, run};

/// A program that asks.
pub struct Asking<'a> {
    /// The interpreter.
    pub interpreter: &'a str,
    /// The program, and a module of it: their files, and what is in them.
    pub files: [(&'a str, &'a str); 2],
    /// What is on standard input.
    pub input: &'a str,
    /// What it prints, among other things.
    pub prints: &'a [&'a str],
}

impl Asking<'_> {
    /// Records a run and plays it in these ways: what each wrote on standard error.
    pub fn is_played(&self, hows: &[How]) -> Vec<String> {
        let folder = folder("library");
        for (name, text) in self.files {
            std::fs::write(folder.join(name), text).unwrap();
        }
        let settings = [("HOLLOWAY_REPLAY", "run.replay"), ("HOLLOWAY_THRESHOLD", "2"), ("WORLD", "small")];
        let first = run(command(self.interpreter, &[self.files[0].0], &folder, &settings), self.input);
        let (wanted, said) = (String::from_utf8_lossy(&first.stdout), String::from_utf8_lossy(&first.stderr));
        assert!(first.status.success(), "{wanted}{said}");
        for part in self.prints {
            assert!(wanted.contains(part), "no {part:?} in {wanted}");
        }
        for (name, _) in self.files {
            std::fs::remove_file(folder.join(name)).unwrap();
        }
        let play = |how: &How| {
            let again = run(replay::command(&folder.join("run.replay"), how).unwrap(), "");
            let said = String::from_utf8_lossy(&again.stderr).into_owned();
            assert_eq!(String::from_utf8_lossy(&again.stdout), wanted, "{how:?}: {said}");
            assert!(again.status.success(), "{how:?}: {said}");
            said
        };
        let all = hows.iter().map(play).collect();
        let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().file_name()).collect();
        assert_eq!(left, ["run.replay"], "a replay makes no files");
        all
    }
}
