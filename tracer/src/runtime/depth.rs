//! How deep guest code nests: activations, which every mode counts alike, and the native stack, which only ours knows.
//!
//! **Invariants.**
//! 1. Near the limit of activations native code is not entered: only plain execution checks it exactly.
//! 2. Native stack used up is a spill to plain execution where that helps, else the language's own error.
//!
//! **Not promised.** What waits below a helper that runs the guest is not counted.
//!
//! **Example.** A language whose programs may set their recursion limit calls [`Runtime::set_max_depth`].

use super::Runtime;
use crate::machine::{Conc, Language, Raised, State};

/// Activations below the depth limit at which native code is no longer entered: more than a window may inline.
pub(super) const DEPTH_MARGIN: u64 = 64;

impl<L: Language> Runtime<L> {
    /// Guest activations below the running segment, for depth limits: the same number in every mode. What waits below a helper is not counted.
    #[inline(always)]
    pub fn depth_below(&self) -> u64 {
        self.ctx.depth.get()
    }

    /// Most guest activations at once.
    #[inline(always)]
    pub fn max_depth(&self) -> u64 {
        self.max_depth.get()
    }

    /// Sets it, for languages whose programs may: at most [`Language::DEPTH_LIMIT`].
    pub fn set_max_depth(&self, n: u64) {
        let n = n.min(L::DEPTH_LIMIT);
        self.max_depth.set(n);
        self.ctx.depth_limit.set(n.saturating_sub(DEPTH_MARGIN));
    }

    /// Whether native code may not be entered: too near the depth limit, which only plain execution checks exactly.
    pub(crate) fn near_depth_limit(&self, s: &State<L, Conc>) -> bool {
        self.ctx.depth.get() + s.depth() as u64 > self.ctx.depth_limit.get()
    }

    /// Native stack left, in bytes, before native code spills. A helper that runs the guest asks for some tens of kilobytes before, and raises the language's error
    /// otherwise: nothing else bounds how such helpers nest.
    pub fn native_stack_left(&self) -> usize {
        crate::heap::with_registers_pushed(|sp| sp).saturating_sub(self.ctx.stack_limit.get())
    }

    pub(crate) fn stack_overflow(&self) -> Raised {
        self.error.set(self.lang.stack_overflow(self));
        Raised
    }
}
