//! What plain execution remembers at places of a function's code: where an attribute was found, the value of a global variable.
//!
//! **Problem.** Where an attribute is is a fact about a map and a version of a class. A trace takes such facts for constants, but plain execution would ask for them each
//! time, by way of class, version and a memo of all answers: loads that wait for each other.
//!
//! **Method.** Inline caches (Deutsch, Schiffman 1984): a name in a function's code keeps the last answer, for which kind of value it was given, and whether what it
//! depends on still [`Holds`].
//!
//! **Invariants.** Only answers are kept that the general way would give again, and traces go that way: that something is remembered makes no difference but in time.
//!
//! **Not promised.** Instructions of one function that read attributes of the same name share a place, which has the last kind of value only; and so do those that set one.
//!
//! **Example.** In `p.x` the place for `x` has the number of the map of points and slot 0: one load and two tests are made before that of the slot.

use crate::code::Global;
use crate::value::UNBOUND;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Holds;
use langkit::maps::Map;
use std::cell::Cell;

/// Where an attribute is.
#[derive(Clone, Copy)]
pub enum Remembered {
    /// In this slot of the instance; whether setting it just writes that.
    Slot(u32, bool),
    /// It is this function, to be bound.
    Function(RawSlot),
    /// It is this value.
    Value(RawSlot),
    /// It is the item with this number of the tuple inside the instance.
    Item(u8),
    /// Nowhere: setting it writes a slot of which there is one, and gives the instance the next map. Maps that nobody uses are freed in collections, of which
    /// this is after so many.
    Added(u32, Gc<Map>, u32),
    /// The general way knows.
    Elsewhere,
}

/// A name of an attribute in a function's code.
pub struct Place {
    /// The kind of value asked, or 0: see [`of_map`], [`of_other`].
    of: Cell<u64>,
    holds: Cell<Holds>,
    is: Cell<Remembered>,
}

/// The kind of the instances with a map.
#[inline(always)]
pub fn of_map(id: u32) -> u64 {
    id.into()
}

/// The kind of the values with a tag, of which this number tells further ones apart.
#[inline(always)]
pub fn of_other(tag: u64, id: u32) -> u64 {
    (tag + 1) << 32 | u64::from(id)
}

impl Default for Place {
    fn default() -> Self {
        Place { of: Cell::new(0), holds: Cell::new(Holds::never()), is: Cell::new(Remembered::Elsewhere) }
    }
}

impl Place {
    /// What was remembered of a kind of values.
    #[inline(always)]
    pub fn get(&self, of: u64) -> Option<Remembered> {
        (self.of.get() == of && self.holds.get().still()).then(|| self.is.get())
    }
    /// Remembers nothing any more.
    pub fn forget(&self) {
        self.of.set(0);
    }
    /// Remembers it, as long as `holds` does.
    pub fn set(&self, of: u64, holds: Holds, is: Remembered) {
        self.of.set(of);
        self.holds.set(holds);
        self.is.set(is);
    }
}

/// A global variable that a function's code uses, with the built-in of the same name: what programs put into `builtins` is seen.
pub struct Variable {
    /// The module's.
    pub global: &'static Global,
    /// The built-in one.
    pub builtin: &'static Global,
    /// As long as these hold, its value is `value`.
    hold: Cell<[Holds; 2]>,
    value: Cell<RawSlot>,
}

impl Variable {
    /// Of these two.
    pub fn new(global: &'static Global, builtin: &'static Global) -> Self {
        Variable { global, builtin, hold: Cell::new([Holds::never(); 2]), value: Cell::new(UNBOUND) }
    }
    /// Its value, if that is a fact and remembered.
    #[inline(always)]
    pub fn remembered(&self) -> Option<RawSlot> {
        let [a, b] = self.hold.get();
        (a.still() && b.still()).then(|| self.value.get())
    }
    /// Remembers its value, which is what the state of one or both says.
    pub fn remember(&self, v: RawSlot) {
        self.hold.set([self.global.state.holds(), self.builtin.state.holds()]);
        self.value.set(v);
    }
}
