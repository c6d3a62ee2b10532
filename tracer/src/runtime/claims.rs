//! Claims of elidable helpers, checked by calling again: see [`crate::audit::claims`].

use super::Runtime;
use crate::audit::claims::{broken, equal, Broken};
use crate::audit::At;
use crate::machine::helper::{MAX_RETS, PANICKED};
use crate::machine::{HelperRef, Language};
use holloway_compiler::ir::{HelperEffect, Ty};

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
