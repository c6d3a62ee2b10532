//! The JSON-lines log as types.
//!
//! **Problem.** Each command asks other things of a log, and all want to be told where a line is broken and not to stumble over it later. So the log is read
//! once, into the events that docs/log.md lists, as far as the commands use them.
//!
//! **Invariants.**
//! 1. A line that is no event of [`VERSION`] is an error that names the line, but for the last one of a program that was killed, which ends in the middle:
//!    [`Log::cut`] is true then, and all before it is there.
//! 2. An index that a trace has into its own lists points into them.
//!
//! **Not promised.** Events and fields that no command uses are skipped, also unknown ones.
//!
//! **Example.** `{"v":2,"event":"invalidate","name":"loop-0","exit":3}` is an `Event::Invalidate` of exit 3 of `loop-0`.

use serde::Deserialize;
use serde_json::Value;

/// The version of the log that is read here.
pub const VERSION: u64 = 2;

/// What every line has.
#[derive(Deserialize)]
struct Head {
    v: Option<u64>,
}

/// A line of the log.
#[derive(Deserialize, Debug)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The file that a line is in.
    File {
        /// Name, colon and line.
        place: String,
        /// As the language calls it.
        file: String,
    },
    /// A recording begins.
    Start(Start),
    /// A recording came to nothing.
    Abort(Abort),
    /// A trace was compiled.
    Trace(Box<Trace>),
    /// What a trace assumes was found to be broken.
    Invalidate(Invalidate),
    /// Ways multiply at a place.
    Multiply {
        /// Of the guest's.
        place: String,
        /// Of the interpreter's.
        source: String,
    },
    /// An exit gets no further bridge.
    GiveUp {
        /// The exit.
        from: Left,
        /// Of the guest's.
        place: String,
        /// Of the interpreter's.
        #[serde(default)]
        source: String,
        /// How many bridges it has in a row.
        bridges: u64,
    },
    /// A tree is left so often that its place runs plainly for a while.
    Rest {
        /// The trace that was left last.
        name: String,
    },
    /// All traces are thrown away.
    Evict {},
    /// Traces are taken out of use.
    Retire {
        /// These.
        names: Vec<String>,
    },
    /// How often exits were taken.
    Exits {
        /// Of this trace.
        name: String,
        /// Pairs of exit and number.
        counts: Vec<(u32, u64)>,
    },
    /// What became of loops that might run on a device.
    Regions {
        /// One object for each, see docs/log.md.
        regions: Vec<Value>,
        /// The same as a table.
        #[serde(default)]
        table: String,
    },
    /// A loop has not run on a device.
    RegionRefused {
        /// Of the guest's.
        place: String,
        /// Why.
        why: String,
    },
    /// Where time went, and which helpers were called.
    Census(Census),
    /// There is no device.
    NoDevice {
        /// Why.
        why: String,
    },
    /// The run time ends: totals.
    End(serde_json::Map<String, Value>),
    /// What nothing here asks for.
    #[serde(other)]
    Other,
}

/// A recording begins.
#[derive(Deserialize, Debug)]
pub struct Start {
    /// Its number.
    pub recording: u32,
    /// `loop`, `function`, `bridge` or `join`.
    pub kind: String,
    /// Where.
    pub place: String,
    /// The exit that a bridge goes on from.
    pub from: Option<Left>,
}

/// An exit of a trace.
#[derive(Deserialize, Debug, Clone)]
pub struct Left {
    /// The trace's name.
    pub name: String,
    /// The exit's number.
    pub exit: u32,
}

/// What a trace assumes was found to be broken.
#[derive(Deserialize, Debug, Clone)]
pub struct Invalidate {
    /// The trace's name.
    pub name: String,
    /// The exit's number.
    pub exit: u32,
    /// Of the guest's.
    #[serde(default)]
    pub place: String,
    /// The quasi-immutable cell.
    #[serde(default)]
    pub cell: Cell,
    /// Where it was set.
    #[serde(default)]
    pub set: String,
}

impl Invalidate {
    /// What happened, without what differs from one time to the next.
    #[must_use]
    pub fn what(&self) -> String {
        let Cell { kind, made, .. } = &self.cell;
        format!("the cell of `{kind}` made at {made} was set at {}", self.set)
    }
}

/// A quasi-immutable cell.
#[derive(Deserialize, Debug, Clone, Default)]
pub struct Cell {
    /// The type of its value.
    #[serde(rename = "type")]
    pub kind: String,
    /// Where it was made.
    pub made: String,
    /// The value that the trace relies on.
    #[serde(default)]
    pub was: String,
    /// What it was set to.
    #[serde(default)]
    pub became: String,
}

/// A recording came to nothing.
#[derive(Deserialize, Debug)]
pub struct Abort {
    /// Its number.
    #[serde(default)]
    pub recording: u32,
    /// As [`Start::kind`].
    pub kind: String,
    /// Why.
    pub text: String,
    /// More of it.
    #[serde(default)]
    pub detail: String,
    /// What to do.
    pub advice: String,
    /// Of the guest's.
    #[serde(default)]
    pub place: String,
    /// Of the interpreter's.
    #[serde(default)]
    pub source: String,
}

/// A compiled trace.
#[derive(Deserialize, Debug)]
pub struct Trace {
    /// Such as `loop-0`.
    pub name: String,
    /// Its recording's number.
    #[serde(default)]
    pub recording: u32,
    /// As [`Start::kind`].
    #[serde(default)]
    pub kind: String,
    /// Ops recorded.
    pub recorded: usize,
    /// Ops left.
    pub left: usize,
    /// Of these, what nobody recorded.
    pub added: usize,
    /// Where the loop proper begins among the ops left.
    pub body: Option<usize>,
    /// Of native code.
    pub bytes: usize,
    /// Last op and target.
    #[serde(default)]
    pub end: String,
    /// The recorded ops.
    pub ops: Vec<Op>,
    /// The exits.
    pub exits: Vec<Exit>,
    /// The guest's places.
    pub places: Vec<String>,
    /// The interpreter's lines.
    #[serde(default)]
    pub sources: Vec<String>,
    /// As recorded.
    #[serde(default)]
    pub ir: String,
    /// As optimized.
    #[serde(default)]
    pub optimized: String,
    /// Machine code: an op's number or a word, and instructions.
    #[serde(default)]
    pub asm: Vec<(Part, String)>,
}

/// What a part of machine code is for.
#[derive(Deserialize, Debug, PartialEq, Eq)]
#[serde(untagged)]
pub enum Part {
    /// An op that is left.
    Op(u32),
    /// `entry`, `cold`, `exits` or `body`.
    Word(String),
}

/// A recorded op and its fate.
#[derive(Deserialize, Debug)]
pub struct Op {
    /// Its name.
    pub op: String,
    /// What it allocates, calls or stores to.
    #[serde(default)]
    pub what: String,
    /// Into [`Trace::places`].
    pub place: usize,
    /// Into [`Trace::sources`].
    pub source: Option<usize>,
    /// What became of it.
    pub fate: Fate,
    /// Its number among the ops left.
    pub at: Option<usize>,
    /// That of its first copy.
    pub preamble: Option<usize>,
    /// The pass that removed or rewrote it.
    #[serde(default)]
    pub pass: String,
    /// Why.
    #[serde(default)]
    pub why: String,
    /// The recorded op on account of which.
    pub of: Option<usize>,
}

/// What became of a recorded op.
#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It is left.
    Kept,
    /// It is left before the loop only.
    Hoisted,
    /// It is gone.
    Removed,
}

/// An exit of a trace.
#[derive(Deserialize, Debug)]
pub struct Exit {
    /// Its op among those left.
    pub at: usize,
    /// That op's name.
    pub op: String,
    /// Into [`Trace::places`].
    pub place: usize,
}

/// Where time went.
#[derive(Deserialize, Debug, Default)]
pub struct Census {
    /// Helpers by the place that calls them.
    pub sites: Vec<Site>,
    /// Traces that ran.
    #[serde(default)]
    pub traces: Vec<Ran>,
    /// Samples by phase; none without times.
    #[serde(default)]
    pub phases: std::collections::BTreeMap<String, u64>,
    /// Where plain execution was found.
    #[serde(default)]
    pub plain: Vec<Plain>,
}

impl Census {
    /// All samples, but those of writing the log, which is not the program's time.
    pub fn samples(&self) -> u64 {
        let phases = self.phases.iter().filter(|p| p.0 != "log").map(|p| p.1).sum::<u64>();
        self.sites.iter().filter_map(|s| s.samples).sum::<u64>() + phases
    }
}

/// A place that calls a helper.
#[derive(Deserialize, Debug)]
pub struct Site {
    /// Its name.
    pub helper: String,
    /// Of the guest's.
    pub place: String,
    /// Of the interpreter's.
    pub source: Option<String>,
    /// Whether the trace has to forget memory for it.
    pub forgets: bool,
    /// How often.
    pub calls: u64,
    /// How often it was found running; none without times.
    pub samples: Option<u64>,
}

/// A trace that ran.
#[derive(Deserialize, Debug)]
pub struct Ran {
    /// The number of its recording.
    pub recording: u32,
    /// How often it was entered.
    pub entries: u64,
    /// Turns of its loop.
    pub turns: u64,
    /// How often it was found running; none without times.
    pub samples: Option<u64>,
}

/// A place where plain execution was found.
#[derive(Deserialize, Debug)]
pub struct Plain {
    /// Of the guest's.
    pub place: String,
    /// How often.
    pub samples: u64,
}

/// A log that was read.
#[derive(Debug)]
pub struct Log {
    /// Its events in order.
    pub events: Vec<Event>,
    /// It ends in the middle of a line.
    pub cut: bool,
}

impl Log {
    /// Reads a file.
    ///
    /// # Errors
    /// A message that names the file, and the line if it is one's fault.
    pub fn open(file: &std::path::Path) -> Result<Log, String> {
        let bytes = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
        Log::parse(&String::from_utf8_lossy(&bytes)).map_err(|e| format!("{}: {e}", file.display()))
    }

    /// Reads a log's text.
    ///
    /// # Errors
    /// A message that names the line.
    pub fn parse(text: &str) -> Result<Log, String> {
        if text.is_empty() {
            return Err("the log is empty: was HOLLOWAY_LOG=json=FILE set?".into());
        }
        let mut events = Vec::new();
        let count = text.lines().count();
        for (n, line) in text.lines().enumerate() {
            let wrong = |e: String| format!("line {}: {e}", n + 1);
            match event(line) {
                Ok(event) => events.push(event),
                Err(_) if n + 1 == count && n > 0 && !text.ends_with('\n') => {
                    return Ok(Log { events, cut: true })
                }
                Err(e) => return Err(wrong(e)),
            }
        }
        Ok(Log { events, cut: false })
    }
}

fn event(line: &str) -> Result<Event, String> {
    let head: Head = serde_json::from_str(line).map_err(|e| e.to_string())?;
    match head.v {
        Some(VERSION) => {}
        Some(v) => return Err(format!("version {v} of the log; this program reads version {VERSION}")),
        None => return Err("no event of a log: it has no version".into()),
    }
    let event = serde_json::from_str(line).map_err(|e| e.to_string())?;
    if let Event::Trace(trace) = &event {
        trace.check()?;
    }
    Ok(event)
}

impl Trace {
    /// Whether its numbers point to what is there.
    fn check(&self) -> Result<(), String> {
        let ops = self.ops.iter().all(|o| {
            o.place < self.places.len()
                && o.source.is_none_or(|s| s < self.sources.len())
                && o.of.is_none_or(|of| of < self.ops.len())
                && [o.at, o.preamble].into_iter().flatten().all(|at| at < self.left)
        });
        let exits = self.exits.iter().all(|e| e.place < self.places.len() && e.at < self.left);
        let asm = self.asm.iter().all(|(part, _)| match part {
            Part::Op(n) => (*n as usize) < self.left,
            Part::Word(_) => true,
        });
        match ops && exits && asm && self.body.is_none_or(|b| b < self.left.max(1)) {
            true => Ok(()),
            false => Err(format!("{}: a number points to nothing", self.name)),
        }
    }

    /// A place of the guest's without what the language adds to it.
    pub fn place(&self, n: usize) -> &str {
        brief(&self.places[n])
    }
}

/// Name, colon and line of a place.
pub fn brief(place: &str) -> &str {
    place.split(' ').next().unwrap_or(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"v":2,"event":"invalidate","name":"loop-0","exit":3}"#;

    #[test]
    fn what_is_no_log_is_refused_by_its_line() {
        let refused = |text: &str| Log::parse(text).expect_err("it is refused");
        assert!(refused("").contains("empty"));
        assert!(refused("hello\n").starts_with("line 1: "));
        assert!(refused(&format!("{LINE}\n{{}}\n")).starts_with("line 2: no event"));
        let old = refused(&format!("{LINE}\n{}\n", LINE.replace('2', "1")));
        assert!(old.starts_with("line 2: version 1 of the log"), "{old}");
        assert!(refused(&format!("{}\n{LINE}\n", &LINE[..20])).starts_with("line 1: "));
        assert!(refused(r#"{"v":2,"event":"trace"}"#).contains("missing field"));
    }

    #[test]
    fn a_log_that_ends_in_a_line_is_read_up_to_it() {
        let log = Log::parse(&format!("{LINE}\n{}", &LINE[..20])).expect("it is read");
        assert!(log.cut && log.events.len() == 1);
        let whole = Log::parse(&format!("{LINE}\n{LINE}")).expect("it is read");
        assert!(!whole.cut && whole.events.len() == 2);
    }

    #[test]
    fn numbers_of_a_trace_point_to_what_is_there() {
        let trace = |place: u32, of: u32, at: u32| {
            format!(
                r#"{{"v":2,"event":"trace","name":"loop-0","recorded":1,"left":1,"added":0,"bytes":1,"places":["f:1"],"exits":[],
                "ops":[{{"op":"x","place":{place},"fate":"kept","of":{of},"at":{at}}}]}}"#
            )
            .replace('\n', "")
        };
        assert!(Log::parse(&trace(0, 0, 0)).is_ok());
        for wrong in [trace(1, 0, 0), trace(0, 1, 0), trace(0, 0, 1)] {
            assert!(Log::parse(&wrong).is_err_and(|e| e.contains("points to nothing")));
        }
    }

    #[test]
    fn unknown_events_are_skipped() {
        let log = Log::parse(r#"{"v":2,"event":"tomorrow","x":[1]}"#).expect("it is read");
        assert!(matches!(log.events[..], [Event::Other]));
    }
}
