//! Claims of elidable helpers, checked by calling again: see [`crate::audit::claims`]. And of look-ups at sites, which are made again: see [`crate::machine::site`].

use super::Runtime;
use crate::audit::claims::{broken, equal, Broken};
use crate::audit::{report, At};
use crate::machine::helper::{MAX_RETS, PANICKED};
use crate::machine::{HelperRef, Language};
use holloway_compiler::ir::{HelperEffect, Ty};
use std::fmt::Debug;

impl<L: Language> Runtime<L> {
    /// Checks a call of an elidable helper just made: makes it again, and looks for an equal one made before.
    pub(crate) fn check_claim(
        &self,
        h: &'static HelperRef,
        args: &[u64],
        (result, ty): (u64, Ty),
    ) -> Result<(), Broken> {
        let mut words = [0; MAX_RETS];
        let status = self.call_helper(h, args, &mut words);
        if status == PANICKED {
            self.resume_panic();
        }
        self.driver.stats.borrow_mut().audited_calls += 1;
        let again = words[0];
        // One that found no memory says so by null, and may find some later.
        if h.never_null && (result == 0 || again == 0) {
            return Ok(());
        }
        if !equal(result, again, ty) {
            return Err((result, again));
        }
        let pure = h.effect == HelperEffect::Pure;
        let earlier = if pure { self.claims.borrow_mut().earlier(h, args, result) } else { None };
        match earlier {
            Some(e) if !equal(e, result, ty) && (!h.never_null || e != 0) => Err((e, result)),
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

    /// Reports an answer that plain execution remembers at a site, and is not what the look-up says now.
    pub(crate) fn audit_look_up<T: PartialEq + Debug>(&self, kind: u64, remembered: T, now: T, at: At) {
        if remembered != now {
            let facts = [
                ("site", at.to_string()),
                ("kind", kind.to_string()),
                ("remembered", format!("{remembered:?}")),
                ("looked up", format!("{now:?}")),
            ];
            let what = "a look-up was made again for the same kind, and the answer was another one";
            panic!("{}", report(what, &facts));
        }
    }
}
