//! Who is to blame: what keeps a program from being fast, by place and culprit instead of one line for each time.
//!
//! **Problem.** A place that is recorded in vain, or a cell that is written again and again, says so each time it costs something. An author wants to be told once,
//! with the line that does it, and how often.
//!
//! **Invariants.** The first time is told when it happens, the number at the end. Equal culprits are one: the same happened at one place of the guest's by
//! one line of the interpreter.
//!
//! **Example.** `12 times: abort bridge at f:3, src/interp.rs:40: trace too long`

use super::Log;
use crate::audit::At;
use serde_json::{json, Value};

/// What happened, where, by whom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Culprit {
    /// `abort`, `invalidate`, `multiply` or `give_up`, as the events are called.
    pub what: &'static str,
    /// More of it.
    pub why: String,
    /// Of the guest's.
    pub place: String,
    /// The line of the interpreter or the language, `file:line`.
    pub source: String,
}

impl std::fmt::Display for Culprit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Culprit { what, why, place, source } = self;
        write!(f, "{what} at {place}, {source}: {why}")
    }
}

impl Log {
    /// Counts what happened; whether it is the first time.
    pub(super) fn blame(&self, culprit: Culprit) -> bool {
        let mut all = self.culprits.borrow_mut();
        let times = all.entry(culprit).or_insert(0);
        *times += 1;
        *times == 1
    }
    /// Tells how often what happened.
    pub(super) fn tell_culprits(&self) {
        let all = self.culprits.take();
        if all.is_empty() {
            return;
        }
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_by(|(a, n), (b, m)| m.cmp(n).then_with(|| a.to_string().cmp(&b.to_string())));
        let line = || {
            let often = all.iter().filter(|(_, n)| *n > 1);
            often.map(|(c, n)| format!("{n} times: {c}")).collect::<Vec<_>>().join("\n[holloway] ")
        };
        let fields = || {
            let object = |(c, n): &(Culprit, u64)| json!({ "what": c.what, "why": c.why, "place": c.place, "source": c.source, "times": n });
            json!({ "culprits": all.iter().map(object).collect::<Vec<Value>>() })
        };
        self.tell("culprits", line, fields);
    }
}

/// A line of Rust.
pub(super) fn at_line(at: Option<At>) -> String {
    at.map_or("unknown".into(), |at| format!("{}:{}", at.file(), at.line()))
}
