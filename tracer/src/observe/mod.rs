//! What the framework tells about itself: one stream of events, written as JSON lines or as one-liners.
//!
//! **Problem.** Authors and tests must see what was recorded, compiled, aborted and why. Every event is made once, as a JSON object; `HOLLOWAY_LOG=summary`
//! prints its one-line form, `HOLLOWAY_LOG=json=FILE` appends the object.
//!
//! **Invariants.** Each line is one JSON object with `"v"` (the format's version, [`VERSION`]) and `"event"`. Without chaos the stream is the same from
//! run to run, except for addresses and times, which only appear under keys ending in `_ns` or `_addr`.
//!
//! **Not promised.** The one-line form may change; programs should read JSON.
//!
//! **Example.** `{"v":1,"event":"trace","name":"loop-0","kind":"Root","recorded":28,"left":38,"bytes":450,"end":"jump Loop",...}`

use serde_json::{json, Value};
use std::cell::RefCell;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Duration;

/// Processor time that this process has used, user and system together, in the system's full resolution.
pub fn cpu_time() -> Duration {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `t` is a valid place for the answer; the call has no other effect.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut t) };
    Duration::new(t.tv_sec as u64, t.tv_nsec as u32)
}

/// Version of the JSON lines.
pub const VERSION: u32 = 1;

/// Where events go.
#[derive(Default)]
pub struct Log {
    summary: bool,
    json: Option<RefCell<BufWriter<File>>>,
}

impl Log {
    /// A log with one-liners on standard error, and JSON lines in a file.
    ///
    /// # Errors
    /// When the file can't be made.
    pub fn new(summary: bool, json: Option<&Path>) -> Result<Log, String> {
        let open = |p: &Path| File::create(p).map_err(|e| format!("{}: {e}", p.display()));
        Ok(Log { summary, json: json.map(open).transpose()?.map(|f| RefCell::new(BufWriter::new(f))) })
    }
    /// Whether anybody listens.
    pub fn on(&self) -> bool {
        self.summary || self.json.is_some()
    }
    /// Whether the full form (with IR and provenance) is wanted.
    pub fn full(&self) -> bool {
        self.json.is_some()
    }
    /// Tells an event: its name, its one-line form, its fields.
    pub fn tell(&self, event: &str, line: impl FnOnce() -> String, fields: impl FnOnce() -> Value) {
        if self.summary {
            eprintln!("[holloway] {}", line());
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
