//! `#[elidable]` claims: equal arguments, equal result.
//!
//! **Problem.** A trace folds, shares and drops calls of elidable helpers, so a helper that is not what it claims gives wrong results only where it was compiled. In audit mode
//! every call of one that plain execution or the recorder makes is made again at once, and results are remembered by helper and argument words.
//!
//! **Invariants.** What is remembered is forgotten at each collection: references are compared by address, which may then be used again. Helpers that read the heap
//! (`#[elidable(reads)]`) are called twice at once only: effects between two calls may change their result.
//!
//! **Not promised.** An elidable helper may answer with a new object each time (nobody may care about its identity): of two references it is only compared whether both
//! are null, and the types of the objects. Calls from native code are not checked.

use super::{report, show_word, At};
use crate::heap::{AnyObject, OptGc};
use crate::machine::helper::{MAX_RETS, PANICKED};
use crate::machine::{HelperRef, Language};
use crate::record::{tape, RecWord, Recorder};
use crate::runtime::Runtime;
use holloway_compiler::ir::{HelperEffect, Ty};
use rustc_hash::FxHashMap;

/// Most calls remembered; then all are forgotten, so that memory stays bounded.
const MAX_REMEMBERED: usize = 1 << 16;

/// Results by helper and argument words.
#[derive(Default)]
pub(crate) struct Claims(FxHashMap<(*const HelperRef, Box<[u64]>), u64>);

impl Claims {
    /// Forgets all results.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }
    /// The result of an earlier equal call; otherwise this one is remembered.
    fn earlier(&mut self, h: &'static HelperRef, args: &[u64], result: u64) -> Option<u64> {
        if self.0.len() >= MAX_REMEMBERED {
            self.forget();
        }
        let key = (h as *const HelperRef, args.into());
        match self.0.entry(key) {
            std::collections::hash_map::Entry::Occupied(e) => Some(*e.get()),
            std::collections::hash_map::Entry::Vacant(e) => {
                e.insert(result);
                None
            }
        }
    }
}

/// Whether two results are equal as far as a caller may tell.
fn equal(a: u64, b: u64, ty: Ty) -> bool {
    if a == b || ty != Ty::Ref {
        return a == b;
    }
    // SAFETY: results of this type are null or objects, and no collection has come since either was answered.
    let kind = |bits| unsafe { OptGc::<AnyObject>::from_bits(bits) }.get().map(|o| o.type_number());
    kind(a) == kind(b)
}

/// Two results of equal calls that are not equal.
type Broken = (u64, u64);

/// The text for a broken claim.
fn broken(h: &HelperRef, args: &[String], at: At, (first, second): Broken, ty: Ty) -> String {
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

impl<L: Language> Runtime<L> {
    /// Checks a call of an elidable helper just made: makes it again, and looks for an equal one made before.
    fn check_claim(
        &self,
        h: &'static HelperRef,
        args: &[u64],
        (result, ty): (u64, Ty),
    ) -> Result<(), Broken> {
        let mut words = [0; MAX_RETS];
        // SAFETY: the call just made, again: this run time's context, the helper's argument words, room for the results.
        let status = unsafe { (h.shim)(self.native_ctx(), args.as_ptr(), words.as_mut_ptr()) };
        if status == PANICKED {
            self.resume_panic();
        }
        self.driver.stats.borrow_mut().audited_calls += 1;
        let again = words[0];
        if !equal(result, again, ty) {
            return Err((result, again));
        }
        let pure = h.effect == HelperEffect::Pure;
        let earlier = if pure { self.claims.borrow_mut().earlier(h, args, result) } else { None };
        match earlier {
            Some(e) if !equal(e, result, ty) => Err((e, result)),
            _ => Ok(()),
        }
    }

    /// Checks a call of an elidable helper that plain execution made.
    #[cold]
    #[inline(never)]
    pub(crate) fn audit_claim(&self, h: &'static HelperRef, args: &[u64], result: (u64, Ty), at: At) {
        if let Err(b) = self.check_claim(h, args, result) {
            let args: Vec<String> = args.iter().map(|&w| (w as i64).to_string()).collect();
            panic!("{}", broken(h, &args, at, b, result.1));
        }
    }
}

impl<L: Language> Recorder<'_, L> {
    /// Checks a call of an elidable helper that is being recorded.
    pub(crate) fn audit_claim(&self, h: &'static HelperRef, args: &[RecWord], result: (u64, Ty), at: At) {
        let words: Vec<u64> = args.iter().map(|w| w.bits).collect();
        if let Err(b) = self.rt.check_claim(h, &words, result) {
            let args: Vec<String> = tape::with(|t| args.iter().map(|&w| show_word(&t.trace, w)).collect());
            panic!("{}", self.with_place(broken(h, &args, at, b, result.1)));
        }
    }
}
