//! What is known of a run before it begins: enough to begin it again.

use crate::bytes::{number, put_bytes, put_number, text};
use std::fmt;

/// The command, its folder and its settings. What is not Unicode in them has become a replacement character.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The file of the program.
    pub program: String,
    /// Its arguments, without its name.
    pub arguments: Vec<String>,
    /// The folder that it ran in.
    pub folder: String,
    /// Variables of the environment that are the framework's, but for the one that asks for the recording.
    pub settings: Vec<(String, String)>,
    /// Whether the system gives the program the same addresses each time.
    pub same_addresses: bool,
}

/// Whether a variable of the framework's changes what a run does, and not only what is told of it.
#[must_use]
pub fn decides(name: &str) -> bool {
    !["HOLLOWAY_LOG", "HOLLOWAY_GDB", "HOLLOWAY_PERF", "HOLLOWAY_REPLAY"].contains(&name)
}

impl Run {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put_bytes(&mut out, self.program.as_bytes());
        put_bytes(&mut out, self.folder.as_bytes());
        put_number(&mut out, self.arguments.len() as u64);
        self.arguments.iter().for_each(|a| put_bytes(&mut out, a.as_bytes()));
        put_number(&mut out, self.settings.len() as u64);
        for (name, value) in &self.settings {
            put_bytes(&mut out, name.as_bytes());
            put_bytes(&mut out, value.as_bytes());
        }
        out.push(self.same_addresses.into());
        out
    }

    pub(crate) fn of(from: &mut &[u8]) -> Option<Run> {
        let (program, folder) = (text(from)?, text(from)?);
        let arguments = (0..number(from)?).map(|_| text(from)).collect::<Option<_>>()?;
        let settings = (0..number(from)?).map(|_| Some((text(from)?, text(from)?))).collect::<Option<_>>()?;
        let same_addresses = *from.first()? != 0;
        Some(Run { program, arguments, folder, settings, same_addresses })
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

impl fmt::Display for Run {
    /// As one would type it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cd {}; ", quoted(&self.folder))?;
        for (name, value) in &self.settings {
            write!(f, "{name}={} ", quoted(value))?;
        }
        write!(f, "{}", quoted(&self.program))?;
        self.arguments.iter().try_for_each(|a| write!(f, " {}", quoted(a)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_comes_back_and_can_be_typed() {
        let run = Run {
            program: "/bin/lisp".into(),
            arguments: vec!["it's.scm".into(), String::new()],
            folder: "/tmp/a b".into(),
            settings: vec![("HOLLOWAY_OPT".into(), "-peel".into())],
            same_addresses: true,
        };
        let bytes = run.bytes();
        assert_eq!(Run::of(&mut &bytes[..]), Some(run.clone()));
        (0..bytes.len()).for_each(|cut| assert_eq!(Run::of(&mut &bytes[..cut]), None));
        assert_eq!(run.to_string(), r"cd '/tmp/a b'; HOLLOWAY_OPT=-peel /bin/lisp 'it'\''s.scm' ''");
    }
}
