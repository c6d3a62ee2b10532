//! Library code written in Lua: `prelude.lua`, run once at the start.
//!
//! **Invariants.** Its chunk is named `=[C]`, so that errors get no position there, as in the reference's own functions.
//!
//! **Example.** `c.call(prelude::function(c.rt, Known::Sort), &[t, n, order])?`.

use crate::value::{Closure, Val};
use crate::{code, compile, error, interp, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use std::cell::Cell;

/// The functions library bodies call.
#[derive(Clone, Copy)]
pub enum Known {
    /// Sorts; false if the order is no order.
    Sort,
    /// Calls a function with two values in front of its arguments: what is captured is put into copies.
    Bind,
    /// The same with one value.
    BindOne,
    /// Calls a function with arguments.
    Start,
    /// Goes through the matches of `gsub` with a function.
    Gsub,
}

/// Their names in the table that the prelude returns.
const NAMES: [&str; 5] = ["sort", "bind", "bind_one", "start", "gsub"];

/// The functions, kept alive by the registry.
pub type Functions = Cell<[RawSlot; NAMES.len()]>;

/// A function of the prelude.
pub fn function(rt: &Rt, which: Known) -> RawSlot {
    rt.lang.lib.prelude.get()[which as usize]
}

/// A function that calls `f(a, b, ...)`.
///
/// # Errors
/// "not enough memory".
pub fn bind(rt: &Rt, f: RawSlot, a: RawSlot, b: RawSlot) -> Result<RawSlot, Raised> {
    bound(rt, Known::Bind, &[f, a, b])
}

/// A function that calls `f(a, ...)`.
///
/// # Errors
/// "not enough memory".
pub fn bind_one(rt: &Rt, f: RawSlot, a: RawSlot) -> Result<RawSlot, Raised> {
    bound(rt, Known::BindOne, &[f, a])
}

fn bound(rt: &Rt, which: Known, captured: &[RawSlot]) -> Result<RawSlot, Raised> {
    let Val::Function(model) = function(rt, which).into() else { unreachable!("the prelude is open") };
    debug_assert_eq!(model.upvals.len(), captured.len());
    // One of many: see `SOLE`.
    let made = rt.heap.alloc_with(Closure::new(model.code()), captured);
    made.map(|f| Val::Function(f).into()).map_err(|_| error::out_of_memory(rt))
}

/// Runs the prelude.
///
/// # Errors
/// "not enough memory".
pub fn open(rt: &Rt) -> Result<(), Raised> {
    let proto = compile::compile_chunk(include_bytes!("../prelude.lua"), "=[C]")
        .map_err(|_| error::at_level(rt, "the prelude is not Lua", 0))?;
    let made = code::add(rt, &proto)?;
    let chunk = interp::outside::main_closure(rt, made, Val::Table(rt.lang.globals()).into())?;
    let results = interp::call_value(rt, Val::Function(chunk).into(), &[])?;
    if let Some(Val::Table(t)) = results.first().map(|&r| Val::from(r)) {
        rt.lang.registry().set_name(rt, "prelude", Val::Table(t))?;
        rt.lang.lib.prelude.set(NAMES.map(|name| t.get_name(rt, name).into()));
    }
    Ok(())
}
