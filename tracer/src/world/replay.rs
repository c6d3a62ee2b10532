//! A recording being made, or played.

use holloway_replay::{decides, Entry, Reader, Run, Writer};
use std::path::Path;
use std::sync::Arc;

/// What is done with a recording.
pub(super) enum Replay {
    Made(Writer),
    Played(Box<Played>),
}

/// Why a run goes no further.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It is not the recorded one.
    Departed(String),
    /// The recording has no more.
    Over(String),
    /// It is before the exit that was asked for.
    Before(String),
}

/// A recording that is played.
pub(super) struct Played {
    reader: Reader,
    /// The entry after the last one that was compared, once it is known.
    next: Option<Entry>,
    /// The exit to stop before.
    before: Option<u64>,
    /// Whether exits and traces are compared, too.
    whole: bool,
    asks: u64,
    exits: u64,
    last: Option<Arc<str>>,
}

/// The words of `HOLLOWAY_REPLAY`.
struct Words<'a> {
    file: &'a str,
    plays: bool,
    before: Option<u64>,
    answers: bool,
}

fn words(setting: &str) -> Result<Words<'_>, String> {
    let Some(mut file) = setting.strip_prefix("play=") else {
        return Ok(Words { file: setting, plays: false, before: None, answers: false });
    };
    let (mut before, mut answers) = (None, false);
    while let Some((rest, word)) = file.rsplit_once(',') {
        match (word, word.strip_prefix("before=")) {
            ("answers", _) => answers = true,
            (_, Some(n)) => match n.parse() {
                Ok(n) if n >= 1 => before = Some(n),
                _ => {
                    return Err(format!(
                        "HOLLOWAY_REPLAY={setting}: expected a number of an exit, from 1 on, after `before=`"
                    ))
                }
            },
            _ => break,
        }
        file = rest;
    }
    match file {
        "" => Err(format!("HOLLOWAY_REPLAY={setting}: expected a file after `play=`")),
        file => Ok(Words { file, plays: true, before, answers }),
    }
}

/// The setting in which two runs differ that do not do the same.
fn differing(a: &Run, b: &Run) -> Option<String> {
    let value = |run: &Run, name: &str| {
        let set = run.settings.iter().find(|s| s.0 == name && !s.1.is_empty());
        set.map_or_else(|| "not set".into(), |s| format!("`{}`", s.1))
    };
    let mut names = a.settings.iter().chain(&b.settings).map(|s| s.0.as_str());
    let name = names.find(|n| decides(n) && value(a, n) != value(b, n))?;
    Some(format!("{name} is {}, and was {} when it was recorded", value(b, name), value(a, name)))
}

impl Replay {
    /// As the setting says.
    ///
    /// # Errors
    /// A message naming the variable.
    pub fn open(setting: &str, run: &Run) -> Result<Replay, String> {
        let words = words(setting)?;
        if !words.plays {
            let writer = Writer::create(Path::new(words.file), run);
            return writer.map(Replay::Made).map_err(|e| format!("HOLLOWAY_REPLAY={setting}: {e}"));
        }
        let reader =
            Reader::open(Path::new(words.file)).map_err(|e| format!("HOLLOWAY_REPLAY={setting}: {e}"))?;
        if let Some(what) = differing(reader.run(), run).filter(|_| !words.answers) {
            return Err(format!("HOLLOWAY_REPLAY={setting}: {what}; `,answers` plays the answers alone"));
        }
        let (next, last) = (None, None);
        let (before, whole) = (words.before, !words.answers);
        Ok(Replay::Played(Box::new(Played { reader, next, before, whole, asks: 0, exits: 0, last })))
    }
}

impl Played {
    /// Where the run is.
    fn at(&self) -> String {
        match &self.last {
            Some(told) => format!("after ask {} and exit {}: {told}", self.asks, self.exits),
            None if self.exits == 0 => format!("after ask {}, before any exit", self.asks),
            None => format!("after ask {} and exit {}", self.asks, self.exits),
        }
    }

    /// The next entry, which stays the next one.
    fn peek(&mut self) -> Result<Option<&Entry>, Stop> {
        while self.next.is_none() {
            match self.reader.next().map_err(Stop::Departed)? {
                // Exits are not compared: what counts is what was asked.
                Some(Entry::Exit { .. } | Entry::Trace(_) | Entry::Interrupt) if !self.whole => {}
                Some(entry) => self.next = Some(entry),
                None => break,
            }
        }
        Ok(self.next.as_ref())
    }

    fn departed(&self, does: &str, recorded: &str) -> Stop {
        Stop::Departed(format!(
            "the run departs from the recording: {does}, where {recorded} ({})",
            self.at()
        ))
    }

    /// Takes the next entry, of which the run has come to its like.
    fn take(&mut self, does: &str, is_like: impl FnOnce(&Entry) -> bool) -> Result<Entry, Stop> {
        let exit = self.exits + 1;
        match self.peek()? {
            None => Err(Stop::Over(format!(
                "the recording ends here: its run was ended by force or has crashed ({})",
                self.at()
            ))),
            Some(entry) if is_like(entry) => Ok(self.next.take().expect("it was looked at")),
            Some(entry) => {
                let recorded = match entry {
                    Entry::Ask { what, .. } => format!("it asked for `{what}` when it was recorded"),
                    Entry::Exit { told, .. } => format!("it took exit {exit}: {told}"),
                    Entry::Trace(told) => format!("{told} was compiled"),
                    Entry::Interrupt => "it was interrupted, which is not repeated".to_string(),
                    Entry::End => "it ended".to_string(),
                };
                Err(self.departed(does, &recorded))
            }
        }
    }

    /// The recorded answer.
    pub fn ask(&mut self, asked: &str, at: &dyn std::fmt::Display) -> Result<Vec<u8>, Stop> {
        let does = format!("it asks for `{asked}` at {at}");
        match self.take(&does, |e| matches!(e, Entry::Ask { what, .. } if **what == *asked))? {
            Entry::Ask { answer, .. } => {
                self.asks += 1;
                Ok(answer)
            }
            _ => unreachable!("its like was taken"),
        }
    }

    /// An answer was recorded that is not of the kind that was asked for.
    pub fn strange(&self, asked: &str) -> Stop {
        self.departed(
            &format!("it wants an answer of another kind for `{asked}`"),
            "another one was recorded",
        )
    }

    /// An exit is taken; `tell` describes it.
    pub fn exit(&mut self, of: u64, is_forced: bool, tell: &dyn Fn() -> String) -> Result<(), Stop> {
        if self.whole {
            let is_like = |e: &Entry| matches!(e, Entry::Exit { number, forced, .. } if (*number, *forced) == (of, is_forced));
            // Most exits are the recorded ones, and need not be described.
            let does = match self.peek()?.is_some_and(is_like) {
                true => String::new(),
                false => format!("it takes exit {}: {}", self.exits + 1, tell()),
            };
            if let Entry::Exit { told, .. } = self.take(&does, is_like)? {
                self.last = Some(told);
            }
        }
        self.exits += 1;
        match self.before == Some(self.exits) {
            true => Err(Stop::Before(format!("before exit {}: {}", self.exits, tell()))),
            false => Ok(()),
        }
    }

    /// A trace was compiled.
    pub fn trace(&mut self, told: &str) -> Result<(), Stop> {
        self.follow(&format!("{told} is compiled"), |e| matches!(e, Entry::Trace(t) if **t == *told))
    }

    /// An interrupt is answered.
    pub fn interrupt(&mut self) -> Result<(), Stop> {
        self.follow("it is interrupted", |e| *e == Entry::Interrupt)
    }

    /// Takes an entry of those that are compared where all of the run is.
    fn follow(&mut self, does: &str, is_like: impl FnOnce(&Entry) -> bool) -> Result<(), Stop> {
        match self.whole {
            true => self.take(does, is_like).map(|_| ()),
            false => Ok(()),
        }
    }

    /// A run time ends.
    pub fn end(&mut self) -> Result<(), Stop> {
        self.take("it ends", |e| *e == Entry::End).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(name: &str) -> String {
        let folder = std::env::temp_dir();
        folder.join(format!("world-{}-{name}.replay", std::process::id())).display().to_string()
    }

    fn run(settings: &[(&str, &str)]) -> Run {
        let settings = settings.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        Run { settings, ..Run::default() }
    }

    fn played(file: &str, how: &str) -> Box<Played> {
        match Replay::open(&format!("play={file}{how}"), &run(&[])) {
            Ok(Replay::Played(p)) => p,
            Ok(_) => panic!("it is played"),
            Err(e) => panic!("{e}"),
        }
    }

    /// A recording: a clock, a trace, an exit twice, a line, the end if it has come to that.
    fn recorded(file: &str, ends: bool) {
        let Ok(Replay::Made(mut w)) = Replay::open(file, &run(&[])) else { panic!("it is made") };
        w.ask("clock", &[1]).unwrap();
        w.trace("loop-0: 9 ops").unwrap();
        w.exit(3, false, Some("loop-0/3")).unwrap();
        w.exit(3, true, None).unwrap();
        w.ask("line", &[2]).unwrap();
        if ends {
            w.end().unwrap();
        }
    }

    #[test]
    fn what_is_the_same_is_played_and_what_is_not_is_told_at_once() {
        let file = path("told");
        recorded(&file, true);
        let mut p = played(&file, "");
        assert_eq!(p.ask("clock", &"a.rs:1"), Ok(vec![1]));
        p.trace("loop-0: 9 ops").unwrap();
        p.exit(3, false, &|| "loop-0/3".into()).unwrap();
        let Err(Stop::Departed(told)) = p.exit(3, false, &|| "loop-0/3".into()) else {
            panic!("it was forced")
        };
        assert!(told.contains("it takes exit 2: loop-0/3, where it took exit 2: loop-0/3"), "{told}");
        p.exit(3, true, &|| "loop-0/3".into()).unwrap();
        let Err(Stop::Departed(told)) = p.ask("clock", &"a.rs:2") else { panic!("it was a line") };
        let wanted = "it asks for `clock` at a.rs:2, where it asked for `line` when it was recorded (after ask 1 and exit 2: loop-0/3)";
        assert!(told.ends_with(wanted), "{told}");
        assert_eq!(p.ask("line", &"a.rs:2"), Ok(vec![2]));
        p.end().unwrap();
        assert!(matches!(p.end(), Err(Stop::Over(_))));
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn answers_alone_are_played_whatever_the_exits() {
        let file = path("answers");
        recorded(&file, false);
        let mut p = played(&file, ",answers,before=1");
        assert_eq!(p.ask("clock", &""), Ok(vec![1]));
        assert_eq!(
            p.exit(7, false, &|| "loop-1/0".into()),
            Err(Stop::Before("before exit 1: loop-1/0".into()))
        );
        assert_eq!(p.ask("line", &""), Ok(vec![2]));
        assert!(matches!(p.end(), Err(Stop::Over(_))));
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn settings_that_would_make_it_another_run_are_refused() {
        let file = path("settings");
        recorded(&file, true);
        let with = |how: &str, s: &[(&str, &str)]| Replay::open(&format!("play={file}{how}"), &run(s)).err();
        assert!(with("", &[("HOLLOWAY_LOG", "ops"), ("HOLLOWAY_OPT", "")]).is_none());
        let why = with("", &[("HOLLOWAY_OPT", "-peel")]).unwrap();
        assert!(why.contains("HOLLOWAY_OPT is `-peel`, and was not set when it was recorded"), "{why}");
        assert!(with(",answers", &[("HOLLOWAY_OPT", "-peel")]).is_none());
        std::fs::remove_file(&file).unwrap();
        assert!(with("", &[]).unwrap().starts_with("HOLLOWAY_REPLAY=play="));
    }

    #[test]
    fn the_setting_is_a_file_or_what_is_played_and_how() {
        let of = |s| words(s).map(|w| (w.file.to_string(), w.plays, w.before, w.answers)).ok();
        assert_eq!(of("a,answers"), Some(("a,answers".into(), false, None, false)));
        assert_eq!(of("play=a,b"), Some(("a,b".into(), true, None, false)));
        assert_eq!(of("play=a,b,answers,before=7"), Some(("a,b".into(), true, Some(7), true)));
        for wrong in ["play=", "play=,answers", "play=a,before=0", "play=a,before=x", "play=a,before="] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
