//! Something that runs programs: ours in one of its modes, a reference, a peer.
//!
//! **In an emulator.** Words in the variable `TEST_RUNNER` come before our interpreter: `TEST_RUNNER=qemu-aarch64 cargo test`.

use crate::language::Language;
use crate::modes::{self, Mode};
use crate::process::{self, Outcome};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An engine.
#[derive(Clone, Debug)]
pub struct Engine {
    /// What reports and tables call it.
    pub name: String,
    /// Its program.
    pub program: PathBuf,
    /// Words that come before the script's name.
    pub words: Vec<String>,
    /// Its environment, added to this process's. A variable of `HOLLOWAY_` that is empty is as if it was not set.
    pub env: Vec<(String, String)>,
    /// The extension of its scripts.
    pub extension: String,
}

impl Engine {
    /// The engine of a command, if its program is installed.
    #[must_use]
    pub fn find(command: &str, extension: &str) -> Option<Engine> {
        let mut words = command.split_whitespace();
        let program = process::find_program(words.next()?)?;
        Some(Engine {
            name: command.to_string(),
            program,
            words: words.map(str::to_string).collect(),
            env: Vec::new(),
            extension: extension.to_string(),
        })
    }

    /// The interpreter of a language, at this path.
    pub(crate) fn ours(language: &Language, path: PathBuf) -> Engine {
        let runner = std::env::var("TEST_RUNNER").unwrap_or_default();
        let path_text = path.to_string_lossy().into_owned();
        let mut engine = Engine {
            name: language.name.to_string(),
            program: path,
            words: Vec::new(),
            env: Vec::new(),
            extension: language.extension.to_string(),
        };
        if let Some(emulator) = Engine::find(&runner, language.extension) {
            (engine.program, engine.words) = (emulator.program, emulator.words);
            engine.words.push(path_text);
        }
        engine
    }

    /// It under another name and in this environment.
    #[must_use]
    pub fn with(&self, name: &str, env: Vec<(String, String)>) -> Engine {
        Engine { name: name.to_string(), env, ..self.clone() }
    }

    /// It in a mode: what the mode does not set is not set, whatever the environment of this process says.
    #[must_use]
    pub fn in_mode(&self, mode: &Mode, seed: u64) -> Engine {
        self.with_settings(mode.name, mode.environment(seed))
    }

    /// The same for settings that are no mode.
    #[must_use]
    pub fn with_settings(&self, name: &str, settings: Vec<(String, String)>) -> Engine {
        let mut env = settings;
        for name in modes::VARIABLES {
            if !env.iter().any(|(n, _)| n == name) {
                env.push((name.to_string(), String::new()));
            }
        }
        self.with(name, env)
    }

    /// The file name of what it runs as that script.
    #[must_use]
    pub fn file(&self, script: &str) -> String {
        format!("{script}.{}", self.extension)
    }

    /// Runs a script of a folder there, for so much processor time and in so many bytes of address space at most.
    ///
    /// # Errors
    /// It cannot be run. What goes wrong in it is in the outcome.
    pub fn run(
        &self,
        script: &str,
        arguments: &[String],
        folder: &Path,
        limit: Duration,
        memory: Option<u64>,
    ) -> Result<Outcome, String> {
        let words = [&self.words[..], &[self.file(script)], arguments].concat();
        process::run_within(&self.program, &words, folder, &self.env, limit, memory)
    }

    /// Runs a script that went wrong once more and keeps what it asks and does in a file (`HOLLOWAY_REPLAY`): the command that runs it again from there. Nothing if the engine makes no such
    /// file.
    pub(crate) fn keep_replay(
        &self,
        (script, arguments): (&str, &[String]),
        folder: &Path,
        file: &Path,
        (went, limit, memory): (&Outcome, Duration, Option<u64>),
    ) -> Option<String> {
        let file = std::path::absolute(file).ok()?;
        // An older one says nothing of this run.
        let _ = std::fs::remove_file(&file);
        let mut recorded = self.clone();
        recorded.env.push(("HOLLOWAY_REPLAY".into(), file.display().to_string()));
        // Of a hang the beginning is enough.
        let limit = if went.timed_out { limit.min(Duration::from_secs(2)) } else { limit };
        let outcome = recorded.run(script, arguments, folder, limit, memory).ok()?;
        let same = (outcome.code, &outcome.stdout) == (went.code, &went.stdout);
        let but = if same { "" } else { " (which did not go the same way)" };
        file.exists().then(|| format!("holloway-tools replay {}{but}", file.display()))
    }

    /// The same as one would type it.
    #[must_use]
    pub fn typed(&self, script: &str, arguments: &[String], folder: &Path) -> String {
        let settings = modes::written(&self.env);
        let program = self.program.display().to_string();
        let words = [&[program], &self.words[..], &[self.file(script)], arguments].concat().join(" ");
        let gap = if settings.is_empty() { "" } else { " " };
        format!("(cd {}; {settings}{gap}{words})", folder.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_has_words_before_the_script() {
        let engine = Engine::find("sh -e", "sh").unwrap();
        assert_eq!((engine.words.clone(), engine.file("a")), (vec!["-e".to_string()], "a.sh".to_string()));
        let folder = std::env::temp_dir();
        std::fs::write(folder.join("engine-test.sh"), "echo $1; false; echo never").unwrap();
        let ran = engine.run("engine-test", &["hello".into()], &folder, Duration::from_secs(10), None);
        std::fs::remove_file(folder.join("engine-test.sh")).unwrap();
        let outcome = ran.unwrap();
        assert_eq!((outcome.code, outcome.stdout), (Some(1), b"hello\n".to_vec()));
        assert!(Engine::find("", "sh").is_none() && Engine::find("no-such-program", "sh").is_none());
    }

    #[test]
    fn what_went_wrong_is_kept_if_the_engine_keeps_it() {
        let (engine, folder) = (Engine::find("sh", "sh").unwrap(), std::env::temp_dir());
        let (script, file) = (format!("keeps-{}", std::process::id()), process::scratch(".replay"));
        let keep = |text: &str| {
            std::fs::write(folder.join(engine.file(&script)), text).unwrap();
            let limit = Duration::from_secs(10);
            let went = engine.run(&script, &[], &folder, limit, None).unwrap();
            engine.keep_replay((&script, &[]), &folder, &file, (&went, limit, None))
        };
        assert_eq!(keep("echo 1"), None);
        let again = format!("holloway-tools replay {}", file.display());
        assert_eq!(keep(": > ${HOLLOWAY_REPLAY:-/dev/null}; exit 3"), Some(again.clone()));
        let other = format!("{again} (which did not go the same way)");
        assert_eq!(keep("echo ${HOLLOWAY_REPLAY+x}; : > ${HOLLOWAY_REPLAY:-/dev/null}"), Some(other));
        std::fs::remove_file(file).unwrap();
        std::fs::remove_file(folder.join(engine.file(&script))).unwrap();
    }

    #[test]
    fn a_mode_is_all_that_is_set() {
        let engine = Engine::find("sh", "sh").unwrap();
        let eager = engine.in_mode(&modes::select(Some(vec!["eager"])).unwrap()[0], 1);
        let value = |name: &str| eager.env.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
        assert_eq!((value("HOLLOWAY_THRESHOLD"), value("HOLLOWAY_JIT")), (Some("1"), Some("")));
        let typed = eager.typed("x", &[], Path::new("/tmp"));
        assert!(typed.contains("HOLLOWAY_THRESHOLD=1") && !typed.contains("HOLLOWAY_JIT"), "{typed}");
    }
}
