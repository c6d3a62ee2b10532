//! What the interpreter keeps of a running function, and small words for what its handlers return.

use crate::code::{Code, CodeRef};
use crate::value::{Function, Gen, Value};
use crate::Py;
use holloway::heap::RawSlot;
use holloway::machine::*;
use holloway::Traced;

/// The state of a machine's values.
pub type S<M> = State<Py, <M as Machine>::V>;
/// Two integers.
pub type Ints<V> = (Int<V>, Int<V>);

/// What a handler that may have entered a function came to.
pub enum Step<V: Values> {
    /// The value is there.
    Value(Slot<V>),
    /// A function was entered; its result goes where the instruction says.
    Flow(Flow),
}

/// Kinds of activations.
pub mod frame {
    /// Its result is its result.
    pub const PLAIN: u8 = 0;
    /// An `__init__`: the result is the instance, in the slot before register 0.
    pub const INIT: u8 = 1;
}

/// How far an instruction has come that is run again or waits for a call. Operators count their own.
pub mod stage {
    /// A loop waits for a filter's verdict on the value in its second register.
    pub const FILTER: u16 = 8;
    /// A call of `next` has come to the generator's end.
    pub const ENDED: u16 = 9;
    /// The test of an instruction failed: the error is with the run time.
    pub const FAILED: u16 = 10;
    /// A loop over a `map`, `filter`, `enumerate` or callable iterator waits for the next value of what that asks, which the program gives.
    pub const ASKED: u16 = 11;
    /// It is in the loop's second register.
    pub const GIVEN: u16 = 12;
    /// A loop over a `zip` has the first value of a pair, or those of a longer row, in its third register and waits for the next.
    pub const SECOND_ASKED: u16 = 13;
    /// It is in the loop's second register.
    pub const SECOND: u16 = 14;
}

/// What is answered for a test.
pub mod answer {
    /// Anything, true or false as it is.
    pub const ANY: i64 = 0;
    /// By `__bool__`: a bool.
    pub const BOOL: i64 = 1;
    /// By `__len__`: a number of items.
    pub const LENGTH: i64 = 2;
}

/// An activation record.
#[derive(Traced)]
pub struct Activation<V: Values> {
    /// The function.
    pub code: CodeRef<Code>,
    /// The next instruction.
    pub pc: u32,
    /// The instruction before `pc` waits for a call.
    pub calling: bool,
    /// See [`frame`].
    pub kind: u8,
    /// Of an instruction that is run again: how far it has come. As wide as to leave no gap after what is before it: a fresh activation's words are written at
    /// once, where with a gap they would be by stores that overlap, for which the load of `pc` has to wait.
    pub stage: u16,
    /// The function object, for its captured variables.
    pub func: OptRef<V, Function>,
    /// The generator this is the activation of.
    pub gen: OptRef<V, Gen>,
}

impl<V: Values> Activation<V> {
    /// A fresh one.
    pub fn new(code: CodeRef<Code>, func: OptRef<V, Function>) -> Self {
        Activation { code, pc: 0, calling: false, kind: frame::PLAIN, stage: 0, func, gen: OptRef::null() }
    }
}

impl<V: Values> Frame<V> for Activation<V> {
    fn live(&self) -> LiveMask {
        self.code.0.live(self.pc, self.calling)
    }
    fn place(&self) -> (u64, u32) {
        (self.code.0.id.into(), self.pc)
    }
}

/// A green value as a red one.
#[inline(always)]
pub fn konst<V: Values>(s: RawSlot) -> Slot<V> {
    Slot::green::<Value<Conc>>(s)
}

/// A boolean as a value; its truth is known afterwards.
#[inline(always)]
pub fn boolean<V: Values>(b: bool) -> Slot<V> {
    if b {
        Value::True.into()
    } else {
        Value::False.into()
    }
}
