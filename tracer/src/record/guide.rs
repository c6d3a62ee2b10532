//! What a recording asks of whoever decides.
//!
//! **Problem.** A recorder knows its window; what has been compiled, banned or tried before is the driver's. It sees no more of the driver than this.
//!
//! **Invariant.** Nothing here runs author code.
//!
//! **Example.** At a header the recorder fills in an [`Arrival`] and acts on the [`Verdict`].

use crate::machine::HotCell;
use crate::policy::{Kind, Verdict};

/// A recording comes to a header in its first activation.
pub(crate) struct Arrival<'a> {
    /// What is recorded.
    pub kind: Kind,
    /// The place it began at; 0 for a bridge.
    pub start: u32,
    /// The header.
    pub cell: &'a HotCell,
    /// The greens there.
    pub greens: &'a [u64],
    /// The bits of a red there.
    pub red: &'a dyn Fn(usize) -> u64,
    /// It is where the recording began, with equal greens.
    pub own: bool,
    /// The next iteration is sure to take another path, and there is room for it.
    pub contradicts: bool,
    /// Times this recording has come here, this one included.
    pub passes: u32,
    /// Merge points met.
    pub merges: u32,
}

/// A recording comes to a header in an inlined callee.
pub(crate) struct InCallee<'a> {
    /// What is recorded.
    pub kind: Kind,
    /// The header.
    pub cell: &'a HotCell,
    /// The code id of the activation that runs.
    pub code: u64,
    /// Times this recording has come here, this one included.
    pub passes: u32,
    /// The activation was there when the recording began.
    pub older: bool,
}

/// The driver, as recordings see it.
pub(crate) trait Guide {
    /// Whether steps are run twice and compared.
    fn audits(&self) -> bool;
    /// Counts a step that was.
    fn audited(&self);
    /// Whether the places of the guest are noted for logs.
    fn tells_places(&self) -> bool;
    /// What to do at a header.
    fn at_header(&self, arrival: &Arrival<'_>) -> Verdict;
    /// What to do at a header in a callee.
    fn at_inlined_header(&self, arrival: &InCallee<'_>) -> Verdict;
    /// Whether a function (by code id) is not to be inlined.
    fn banned(&self, code: u64) -> bool;
    /// The key of a function entered with these greens and so many input words, made at first use.
    fn function_key(&self, cell: &HotCell, greens: &[u64], inputs: usize) -> u32;
}
