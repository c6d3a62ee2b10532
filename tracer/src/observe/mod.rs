//! What the framework tells about itself: one stream of events, written as JSON lines or as one-liners.
//!
//! **Problem.** Authors and tests must see what was recorded, compiled, aborted and why. Every event is made once, as a JSON object; `HOLLOWAY_LOG=summary`
//! prints its one-line form, `HOLLOWAY_LOG=json=FILE` appends the object.
//!
//! **Invariants.** Each line is one JSON object with `"v"` (the format's version, [`VERSION`]) and `"event"`. The stream is the same from run to run;
//! addresses and times appear only when asked for (`HOLLOWAY_LOG=times`), under keys ending in `_ns` or `_addr`.
//!
//! **Not promised.** The one-line form may change; programs should read JSON. The fields of each event are listed in docs/log.md.
//!
//! **Example.** `{"v":2,"event":"trace","name":"loop-0","kind":"loop","recorded":28,"left":38,"bytes":450,"end":"jump Loop",...}`

pub(crate) mod asm;
pub(crate) mod blame;
pub(crate) mod census;
pub(crate) mod events;
mod pauses;
pub mod regions;
mod stats;
pub(crate) mod tools;

pub use holloway_compiler::platform::{cpu_time, thread_cpu_time};
pub use pauses::Pauses;
pub use regions::RegionReport;
pub use stats::{Guards, Stats};

use blame::Culprit;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{json, Value};
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Version of the JSON lines.
pub const VERSION: u32 = 2;

/// Where events go.
#[derive(Default)]
pub struct Log {
    summary: bool,
    json: Option<RefCell<BufWriter<File>>>,
    /// Whether times and addresses are told too.
    times: bool,
    /// Recordings begun so far, and the one of which is told.
    recordings: Cell<u32>,
    told: Cell<u32>,
    /// Lines of the guest of which the file has been told, with it.
    files: RefCell<FxHashSet<(String, String)>>,
    /// How often what happened.
    culprits: RefCell<FxHashMap<Culprit, u64>>,
}

impl Log {
    /// A log with one-liners on standard error, and JSON lines in a file.
    ///
    /// # Errors
    /// When the file can't be made.
    pub fn new(summary: bool, json: Option<&Path>, times: bool) -> Result<Log, String> {
        let open = |p: &Path| File::create(p).map_err(|e| format!("{}: {e}", p.display()));
        let json = json.map(open).transpose()?.map(|f| RefCell::new(BufWriter::new(f)));
        Ok(Log { summary, json, times, ..Log::default() })
    }
    /// Whether anybody listens.
    pub fn on(&self) -> bool {
        self.summary || self.json.is_some()
    }
    /// Whether one-liners are wanted.
    pub fn brief(&self) -> bool {
        self.summary
    }
    /// Whether the full form (with IR and provenance) is wanted.
    pub fn full(&self) -> bool {
        self.json.is_some()
    }
    /// Whether times and addresses are told too.
    pub fn times(&self) -> bool {
        self.times
    }
    /// Tells an event: its name, its one-line form (if it has one), its fields.
    pub fn tell(&self, event: &str, line: impl FnOnce() -> String, fields: impl FnOnce() -> Value) {
        self.tell_also(false, event, line, fields);
    }
    /// The same; `also` has the line printed without `HOLLOWAY_LOG=summary` too.
    pub fn tell_also(
        &self,
        also: bool,
        event: &str,
        line: impl FnOnce() -> String,
        fields: impl FnOnce() -> Value,
    ) {
        if self.summary || also {
            let line = line();
            if !line.is_empty() {
                eprintln!("[holloway] {line}");
            }
        }
        if let Some(out) = &self.json {
            let mut object = json!({ "v": VERSION, "event": event });
            if let (Value::Object(to), Value::Object(from)) = (&mut object, fields()) {
                to.extend(from);
            }
            let mut out = out.borrow_mut();
            // A full disk must not stop the guest; the log just ends.
            let _ = writeln!(out, "{object}").and_then(|()| out.flush());
        }
    }
}
