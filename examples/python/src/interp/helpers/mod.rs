//! Functions that traces call but do not look into, by theme.
//!
//! **Invariants.** A helper marked `elidable` computes from its arguments alone; one marked `residual(reads)` writes nothing that a trace may have loaded.
//! An error is returned as `Raised`, with the exception left with the run time.
//!
//! **Example.** `x.name` of a value that has no map is `helpers::get_attr(m, x, name)?`: one call in the trace, and a guard that it did not raise.

mod attrs;
mod calls;
mod errors;
mod items;
mod names;
mod numbers;
mod operators;
mod regex;
mod sequences;
mod text;

pub use attrs::*;
pub use calls::*;
pub use errors::*;
pub use items::*;
pub use names::*;
pub use numbers::*;
pub use operators::*;
pub use regex::*;
pub use sequences::*;
pub use text::*;

use crate::interp::call::name_of;
use crate::value::{Str, Val};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};

fn text_of(v: RawSlot) -> Gc<Str> {
    match Val::from(v) {
        Val::Str(s) => s,
        _ => unreachable!("the compiler gives a string"),
    }
}

fn take_args(rt: &Rt, n: i64) -> Vec<RawSlot> {
    let mut all = rt.lang.args.borrow_mut();
    let at = all.len() - n as usize;
    all.split_off(at)
}

fn names_of(rt: &Rt, v: RawSlot) -> Vec<Gc<Str>> {
    match Val::from(v) {
        Val::Tuple(t) => t.items.as_slice().iter().filter_map(|&x| name_of(rt, x.into())).collect(),
        _ => Vec::new(),
    }
}
