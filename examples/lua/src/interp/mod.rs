//! The interpreter.

use crate::code::CodeRef;
use crate::value::{Closure, Value};
use crate::{Lua, Rt};
use holloway::heap::{Marker, RawSlot};
use holloway::machine::*;
use holloway::Traced;

/// An activation record.
#[derive(Traced)]
pub struct Activation<V: Values> {
    /// The function.
    pub code: CodeRef,
    /// The next instruction.
    pub pc: u32,
    /// One past the last of an open list of values, relative to the base; 0 for none.
    pub top: u32,
    /// Operands of a concatenation still to be joined, or 0.
    pub left: u8,
    /// The instruction before `pc` waits for a call.
    pub calling: bool,
    /// The closure being run.
    pub closure: OptRef<V, Closure>,
}

impl<V: Values> Frame<V> for Activation<V> {
    fn live(&self) -> LiveMask {
        self.code.0.live(self.pc, self.calling)
    }
    fn place(&self) -> (u64, u32) {
        (self.code.0.id.into(), self.pc)
    }
}

impl Language for Lua {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation<V>;
    fn interp<M: Machine<L = Lua>>(&self, _m: &M, _s: &mut State<Lua, M::V>) -> Exit {
        Exit::Raised
    }
    fn place_results<M: Machine<L = Lua>>(&self, _: &M, _s: &mut State<Lua, M::V>, _start: usize, _: usize) {}
    fn describe(&self, f: &Activation<Conc>) -> String {
        String::new()
    }
    fn trace(&self, m: &mut Marker<'_>) {
        self.mark(m)
    }
    fn out_of_memory(&self, rt: &Rt) -> RawSlot {
        crate::value::NIL
    }
    fn interrupted(&self, rt: &Rt) -> RawSlot {
        crate::value::NIL
    }
    fn stack_overflow(&self, rt: &Rt) -> RawSlot {
        crate::value::NIL
    }
}

pub fn call_value(rt: &Rt, f: RawSlot, args: &[RawSlot]) -> Result<Vec<RawSlot>, Raised> {
    Err(Raised)
}
