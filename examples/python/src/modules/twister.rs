//! The module `_twister`: the states of the Mersenne Twister (MT19937), for `random`, which is written in Python.
//!
//! **Why.** A state is made anew each 624 words, by a loop that has next to nothing of the time: traces are to call it.
//!
//! **Example.** `twist(state)` changes a list of 624 words in place.

use crate::native::{Args, Body};
use crate::py::Module;
use crate::value::{List, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, Mut};
use holloway::machine::Raised;

/// Words of a state.
pub const N: usize = 624;
const M: usize = 397;

/// The next state's word but for one word of the one before.
fn mixed(low: u32, high: u32, far: u32) -> u32 {
    let y = (low & 0x8000_0000) | (high & 0x7FFF_FFFF);
    far ^ (y >> 1) ^ if y & 1 == 0 { 0 } else { 0x9908_B0DF }
}

/// Makes the next state of one, if that is a list of so many integers.
pub fn next(rt: &Rt, state: Gc<List>) -> Option<()> {
    let cx = &rt.heap;
    let made = state.with_ints(rt, |words: &[Mut<i64>]| {
        let at = |i: usize| words[i % N].get(cx) as u32;
        if words.len() == N {
            let each = words.iter().enumerate();
            each.for_each(|(k, word)| word.set(cx, mixed(at(k), at(k + 1), at(k + M)).into()));
        }
        words.len() == N
    });
    made.filter(|&made| made).map(drop)
}

fn twist(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let made = match a.val(0) {
        Val::List(state) => next(a.rt, state),
        _ => None,
    };
    made.map(|()| Val::None).ok_or_else(|| errors::value(a.rt, "state must be a list of 624 words"))
}

const FUNCTIONS: &[(&str, Body)] = &[("twist", twist)];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
}
