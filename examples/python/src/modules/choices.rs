//! The module `_choices`: permutations and combinations, for `itertools`, which is written in Python.
//!
//! **Example.** `permutations((1, 2), 1)` is an iterator of `(1,)` and `(2,)`.

use crate::native::{Args, Body};
use crate::objects::choices;
use crate::objects::relays::kinds;
use crate::py::Module;
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;

/// An iterator of a kind over argument 0, a tuple, that chooses as many items as argument 1 says.
fn made(a: &Args<'_>, kind: u32) -> Result<Val, Raised> {
    a.count(2, 2)?;
    match (a.val(0), usize::try_from(a.int(1)?)) {
        (Val::Tuple(pool), Ok(r)) => choices::make(a.rt, kind, pool, r),
        _ => Err(errors::value(a.rt, "r must be non-negative")),
    }
}

fn permutations(a: &mut Args<'_>) -> Result<Val, Raised> {
    made(a, kinds::PERMUTATIONS)
}
fn combinations(a: &mut Args<'_>) -> Result<Val, Raised> {
    made(a, kinds::COMBINATIONS)
}
fn again(a: &mut Args<'_>) -> Result<Val, Raised> {
    made(a, kinds::AGAIN)
}

const FUNCTIONS: &[(&str, Body)] =
    &[("permutations", permutations), ("combinations", combinations), ("again", again)];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
}
