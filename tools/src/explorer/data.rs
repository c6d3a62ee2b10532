//! What the page's scripts get.
//!
//! Names are short as they come again with each trace; lists are by number. [`NONE`] stands where a number is missing.

use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// No number.
pub const NONE: i64 = -1;

/// All of it.
#[derive(Serialize, Debug, Default)]
pub struct Data {
    /// The log's name.
    pub title: String,
    /// The log ends in the middle of a line.
    pub cut: bool,
    /// The run time ended; if not, counts of exits and the census are missing.
    pub ended: bool,
    /// There is a census, and it has samples.
    pub census: [bool; 2],
    /// What the event `end` says.
    pub totals: Map<String, Value>,
    /// All samples.
    pub samples: u64,
    /// Samples by phase.
    pub phases: Vec<(String, u64)>,
    /// Texts that come often: ops of the guest, lines of the interpreter, passes, reasons.
    pub texts: Vec<String>,
    /// The program's source.
    pub files: Vec<File>,
    /// Lines of the guest.
    pub spots: Vec<Spot>,
    /// Compiled traces in order.
    pub traces: Vec<Trace>,
    /// What came to nothing, alike ones once.
    pub aborts: Vec<Abort>,
    /// What else went wrong: what, and where (a spot).
    pub troubles: Vec<(String, i64)>,
    /// Helpers.
    pub sites: Vec<Site>,
    /// What is hot and still interpreted.
    pub plain: Vec<Plain>,
    /// Allocations that stayed.
    pub allocations: Vec<Allocation>,
    /// Loops that might run on a device, as the log has them, and their spots.
    pub regions: Vec<(Value, i64)>,
    /// Why loops have not run on a device: spot, reason, how often.
    pub refusals: Vec<(i64, String, u32)>,
    /// Why there is no device.
    pub no_device: Option<String>,
}

/// A source file.
#[derive(Serialize, Debug)]
pub struct File {
    /// As the user gave it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A line of the guest.
#[derive(Serialize, Debug, PartialEq, Eq)]
pub struct Spot {
    /// What the language calls it: of a function or a file.
    pub name: String,
    /// Its line.
    pub line: u32,
    /// Into [`Data::files`].
    pub file: i64,
    /// Ops recorded, left, hoisted; exits taken.
    pub counts: [u64; 4],
    /// Samples of plain execution.
    pub plain: u64,
    /// The traces that have ops of it.
    pub traces: Vec<u32>,
}

/// A trace.
#[derive(Serialize, Debug, Default)]
pub struct Trace {
    /// Its name.
    pub name: String,
    /// `loop`, `function`, `bridge` or `join`.
    pub kind: String,
    /// The trace that a bridge comes from, and the exit.
    pub from: Option<(u32, u32)>,
    /// Where its recording began.
    pub spot: i64,
    /// Ops recorded, left, added; bytes.
    pub counts: [usize; 4],
    /// Where the loop proper begins.
    pub body: i64,
    /// How it ends.
    pub end: String,
    /// Entries, turns and samples; none without a census.
    pub ran: Option<[u64; 3]>,
    /// It was thrown away.
    pub gone: bool,
    /// Exits at which an assumption broke, and how, in order of exits.
    pub broken: BTreeMap<u32, String>,
    /// What stands before the ops: helpers, types, fields.
    pub head: String,
    /// The recorded ops, a line each.
    pub recorded: String,
    /// Of each recorded op: spot, text of the place, line of the interpreter, fate (0 kept, 1 hoisted, 2 removed), `at`, `preamble`, pass, why, `of`.
    pub fates: Vec<[i64; 9]>,
    /// The ops left, a line each.
    pub left: String,
    /// Of each op left: its spot and the recorded op it comes from.
    pub origins: Vec<[i64; 2]>,
    /// Of each exit: its op among those left, spot, how often it was taken.
    pub exits: Vec<[i64; 3]>,
    /// Machine code: an op's number or a word, and instructions.
    pub asm: Vec<(Value, String)>,
}

/// Recordings that came to nothing alike.
#[derive(Serialize, Debug)]
pub struct Abort {
    /// What was recorded.
    pub kind: String,
    /// Where.
    pub spot: i64,
    /// Why.
    pub text: String,
    /// More of it.
    pub detail: String,
    /// What to do.
    pub advice: String,
    /// How many.
    pub count: u32,
}

/// A place that calls a helper.
#[derive(Serialize, Debug)]
pub struct Site {
    /// The helper.
    pub helper: String,
    /// Where.
    pub spot: i64,
    /// Its line of the interpreter.
    pub source: Option<String>,
    /// Memory has to be loaded again behind it.
    pub forgets: bool,
    /// How often.
    pub calls: u64,
    /// How often it was found running.
    pub samples: u64,
}

/// What is hot and still interpreted.
#[derive(Serialize, Debug)]
pub struct Plain {
    /// Where.
    pub spot: i64,
    /// How often plain execution was found there.
    pub samples: u64,
    /// Why it is interpreted.
    pub why: String,
    /// What to do.
    pub advice: String,
}

/// An allocation that stayed.
#[derive(Serialize, Debug)]
pub struct Allocation {
    /// The trace.
    pub trace: u32,
    /// The recorded op.
    pub op: usize,
    /// Where.
    pub spot: i64,
    /// It is made once, before the loop.
    pub hoisted: bool,
    /// What is made.
    pub what: String,
    /// Why it stayed.
    pub why: String,
    /// The recorded op on account of which.
    pub of: i64,
}
