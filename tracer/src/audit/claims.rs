//! Claims of helpers: equal arguments, equal result (`#[elidable]`); nothing is written (`reads`).
//!
//! **Problem.** A trace folds, shares and drops calls of elidable helpers, so a helper that is not what it claims gives wrong results only where it
//! was compiled. In audit mode every call of one that plain execution or the recorder makes is made again at once, and results are remembered by
//! helper and argument words.
//!
//! A helper that only reads lets a trace keep what it has loaded. Around calls of one that are recorded the contents of the heap are compared
//! (`heap::changes`), and writes of quasi-immutable cells are counted; each helper until so many bytes were copied for it ([`MAX_COPIED`]). What it wrote matters if
//! a handler loads that field: nobody sees a memo that helpers keep for themselves.
//!
//! **Invariants.** What is remembered is forgotten at each collection: references are compared by address, which may then be used again. Helpers that
//! read the heap (`#[elidable(reads)]`) are called twice at once only: effects between two calls may change their result.
//!
//! **Not promised.** An elidable helper may answer with a new object each time (nobody may care about its identity): of two references it is only
//! compared whether both are null, and the types of the objects. Calls from native code are not checked.

use super::{report, At};
use crate::heap::{changes::Change, AnyObject, OptGc};
use crate::machine::HelperRef;
use holloway_compiler::ir::Ty;
use rustc_hash::{FxHashMap, FxHashSet};

/// Most calls remembered; then all are forgotten, so that memory stays bounded.
const MAX_REMEMBERED: usize = 1 << 16;

/// Most bytes of a heap copied for one helper that only reads, before it is trusted.
const MAX_COPIED: usize = 128 << 20;

/// What claims were found to hold.
#[derive(Default)]
pub(crate) struct Claims {
    /// Results by helper and argument words.
    results: FxHashMap<(*const HelperRef, Box<[u64]>), u64>,
    /// Bytes copied for each helper that only reads.
    copied: FxHashMap<*const HelperRef, usize>,
    /// Fields that handlers load, and the reports on those that helpers write which claim only to read.
    loaded: FxHashSet<&'static str>,
    written: FxHashMap<String, String>,
}

impl Claims {
    /// Forgets all results.
    pub(crate) fn forget(&mut self) {
        self.results.clear();
    }
    /// Handlers load these fields: the report on one that is written by who claims only to read.
    pub(crate) fn load(&mut self, names: impl Iterator<Item = &'static str>) -> Option<String> {
        for name in names {
            if self.loaded.insert(name) {
                if let Some(text) = self.written.get(name) {
                    return Some(text.clone());
                }
            }
        }
        None
    }
    /// A helper that claims only to read has written these: the report on one that handlers load.
    pub(crate) fn write(&mut self, changes: Vec<Change>, report: impl Fn(&str) -> String) -> Option<String> {
        for c in changes {
            if self.loaded.contains(&*c.name) {
                return Some(report(&c.text));
            }
            self.written.entry(c.name).or_insert_with(|| report(&c.text));
        }
        None
    }
    /// Whether a call of a helper that only reads is looked at, for which so many bytes are copied.
    pub(crate) fn doubts(&mut self, h: &'static HelperRef, bytes: usize) -> bool {
        let copied = self.copied.entry(h).or_insert(0);
        let doubts = *copied < MAX_COPIED;
        *copied += if doubts { bytes } else { 0 };
        doubts
    }
    /// The result of an earlier equal call; otherwise this one is remembered.
    pub(crate) fn earlier(&mut self, h: &'static HelperRef, args: &[u64], result: u64) -> Option<u64> {
        if self.results.len() >= MAX_REMEMBERED {
            self.forget();
        }
        let key = (h as *const HelperRef, args.into());
        match self.results.entry(key) {
            std::collections::hash_map::Entry::Occupied(e) => Some(*e.get()),
            std::collections::hash_map::Entry::Vacant(e) => {
                e.insert(result);
                None
            }
        }
    }
}

/// Whether two results are equal as far as a caller may tell.
pub(crate) fn equal(a: u64, b: u64, ty: Ty) -> bool {
    if a == b || ty != Ty::Ref {
        return a == b;
    }
    // SAFETY: results of this type are null or objects, and no collection has come since either was answered.
    let kind = |bits| unsafe { OptGc::<AnyObject>::from_bits(bits) }.get().map(|o| o.type_number());
    kind(a) == kind(b)
}

/// Two results of equal calls that are not equal.
pub(crate) type Broken = (u64, u64);

/// The text for a broken claim.
pub(crate) fn broken(h: &HelperRef, args: &[String], at: At, (first, second): Broken, ty: Ty) -> String {
    let show = |w: u64| match ty {
        Ty::Float => f64::from_bits(w).to_string(),
        Ty::Ref => format!("{w:#x}"),
        Ty::Int | Ty::Void => (w as i64).to_string(),
    };
    report(
        &format!("helper `{}` claims to be elidable, but equal arguments gave different results", h.name),
        &[
            ("call", format!("{}({}) at {at}", h.name, args.join(", "))),
            ("first result", show(first)),
            ("second result", show(second)),
        ],
    )
}
