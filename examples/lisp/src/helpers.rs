//! Helpers: Rust over plain values, which traces call and do not look into.
//!
//! **Problem.** What is long, rare, or needs the run time is a function that a trace calls. After a `#[residual]` one it assumes that anything may have changed; with `reads` the helper
//! promises that it changes nothing that the program can see, and what the trace knows of the heap outlives the call.
//!
//! **Invariants.** A helper that raises has put the error's value into the run time; no helper sees a state. What a native is given is alive while it runs; what it keeps in a
//! Rust collection while it runs the guest it must root.
//!
//! **Not promised.** Natives take three values at most.
//!
//! **Example.** `wrong_value` makes the error for `(car 5)`: a record with the message `expected a pair, got 5`.

use crate::code::PRIMS;
use crate::data::brief;
use crate::lisp::{Known, Lisp};
use crate::value::{self, int, Plain, Record, Symbol, Value};
use holloway::heap::{Gc, RawSlot, SlotArray};
use holloway::machine::*;
use holloway::{residual, Runtime};

/// What was expected where something else was found.
#[derive(Clone, Copy)]
#[allow(missing_docs)] // see the table of their texts
pub enum Want {
    Number,
    Integer,
    Pair,
    Vector,
    Record,
    Procedure,
    Value,
    Index,
    Divisor,
    String,
    Table,
    Generator,
    Foreign,
    HashTable,
    Flexvector,
    Item,
}

/// What messages call them.
const WANTED: &[&str] = &[
    "a number",
    "an integer",
    "a pair",
    "a vector",
    "a record",
    "a procedure",
    "a variable with a value",
    "an index in range",
    "a divisor other than 0",
    "a string",
    "a table",
    "a generator",
    "a foreign value of the right type",
    "a hash table",
    "a flexvector",
    "a flexvector with an item",
];

/// A function of the host's that programs call by name: its values, and its result.
pub type Native = fn(&Cx<Lisp>, &[RawSlot]) -> Result<RawSlot, Raised>;

/// Raises an error of the language's own: a record with a message.
///
/// # Errors
/// Always.
pub fn fail<T>(rt: &Runtime<Lisp>, message: &str) -> Result<T, Raised> {
    raise_with(rt, message, Plain::to_raw(Value::Nil))
}

/// The same with what the message is about, as a list.
///
/// # Errors
/// Always.
pub fn raise_with<T>(rt: &Runtime<Lisp>, message: &str, irritants: RawSlot) -> Result<T, Raised> {
    let linked = &rt.lang.linked;
    let made = value::Str::new(&rt.heap, message).and_then(|text| {
        let text = Plain::to_raw(Value::Str(Ref::new(text)));
        Record::new(&rt.heap, linked.maps[0], &[text, irritants])
    });
    rt.error.set(made.map_or(linked.no_memory, |r| Plain::to_raw(Value::Record(Ref::new(r)))));
    Err(Raised)
}

/// What was expected, and what is there.
///
/// # Errors
/// Always.
pub fn expected<T>(cx: &Cx<Lisp>, want: Want, v: RawSlot) -> Result<T, Raised> {
    wrong_value_host(cx, want as i64, v)?;
    Err(Raised)
}

#[residual]
pub(crate) fn wrong_value(cx: &Cx<Lisp>, want: i64, v: RawSlot) -> Result<(), Raised> {
    fail(cx.rt, &format!("expected {}, got {}", WANTED[want as usize], brief(&cx.rt.heap, v)))
}

#[residual]
pub(crate) fn wrong_count(cx: &Cx<Lisp>, code: i64, n: i64) -> Result<(), Raised> {
    fail(cx.rt, &cx.rt.lang.codes[code as usize].wrong_count(n as usize))
}

/// The same for a primitive that is called as a value.
#[residual]
pub(crate) fn wrong_primitive_count(cx: &Cx<Lisp>, primitive: i64, n: i64) -> Result<(), Raised> {
    let (name, prim) = PRIMS[primitive as usize];
    fail(cx.rt, &format!("`{name}` takes {} values, and gets {n}", prim.takes()))
}

#[residual]
pub(crate) fn overflow(cx: &Cx<Lisp>) -> Result<(), Raised> {
    fail(cx.rt, "the result does not fit into an integer")
}

#[residual]
pub(crate) fn raise_too_deep(cx: &Cx<Lisp>) -> Result<(), Raised> {
    cx.rt.error.set(cx.rt.lang.linked.too_deep);
    Err(Raised)
}

#[residual]
pub(crate) fn raise_too_many(cx: &Cx<Lisp>) -> Result<(), Raised> {
    fail(cx.rt, "too many values for one call")
}

#[residual]
pub(crate) fn raise_unset(cx: &Cx<Lisp>, global: i64) -> Result<(), Raised> {
    fail(cx.rt, &format!("`{}` has no value yet", cx.rt.lang.globals[global as usize].name))
}

#[residual]
pub(crate) fn no_field(cx: &Cx<Lisp>, name: Gc<Symbol>) -> Result<(), Raised> {
    fail(cx.rt, &format!("the record has no field `{}`", name.name().text()))
}

/// `(raise v)`.
#[residual]
pub(crate) fn throw(cx: &Cx<Lisp>, v: RawSlot) -> Result<(), Raised> {
    cx.rt.error.set(v);
    Err(Raised)
}

/// The error's value, for a handler. Where it was raised nobody will ask any more.
#[residual]
pub(crate) fn caught(cx: &Cx<Lisp>) -> RawSlot {
    cx.rt.lang.place.set(None);
    cx.rt.error.get()
}

/// Notes where an error was raised, for the message that ends the program. The first place counts.
#[residual]
pub(crate) fn passed_by(cx: &Cx<Lisp>, code: i64, pc: i64) {
    let place = &cx.rt.lang.place;
    place.set(place.get().or(Some((code as u32, pc as u32))));
}

/// Gives a global its value. The cell keeps it alive; that it is constant, if it is, is in the quasi-immutable.
#[residual]
pub(crate) fn define(cx: &Cx<Lisp>, global: i64, v: RawSlot) {
    let lang = &cx.rt.lang;
    let known = &lang.globals[global as usize].known;
    lang.linked.cells[global as usize].value.set(&cx.rt.heap, v);
    // Each change ends the traces that rely on it, so there are two at most.
    match known.peek(|k| *k) {
        Known::Unset => known.set(Known::Once(v)),
        Known::Once(_) => known.set(Known::Changing),
        Known::Changing => {}
    }
}

#[residual]
pub(crate) fn make_vector(cx: &Cx<Lisp>, n: i64, fill: RawSlot) -> Result<Gc<SlotArray>, Raised> {
    let Some(n) = usize::try_from(n).ok() else { return expected(cx, Want::Index, int(n)) };
    match cx.rt.heap.array::<SlotArray>(n) {
        Ok(made) => {
            made.set_all(&cx.rt.heap, 0, std::iter::repeat_n(fill, n));
            Ok(made)
        }
        Err(_) => no_memory(cx),
    }
}

/// The error that the memory is used up.
///
/// # Errors
/// Always.
pub fn no_memory<T>(cx: &Cx<Lisp>) -> Result<T, Raised> {
    cx.rt.error.set(cx.rt.lang.linked.no_memory);
    Err(Raised)
}

/// Where a record has a field; -1 if it has none. It reads and does not write.
#[residual(reads)]
pub(crate) fn find_field(_cx: &Cx<Lisp>, record: Gc<Record>, name: Gc<Symbol>) -> i64 {
    record.map.names().iter().position(|n| *n == name).map_or(-1, |i| i as i64)
}

#[residual]
pub(crate) fn call_native(
    cx: &Cx<Lisp>,
    f: i64,
    n: i64,
    a: RawSlot,
    b: RawSlot,
    c: RawSlot,
) -> Result<RawSlot, Raised> {
    let (name, least, most, f) = cx.rt.lang.natives[f as usize];
    let n = n as usize;
    if n < least || n > most {
        return fail(cx.rt, &format!("`{name}` takes {least} to {most} values, and gets {n}"));
    }
    f(cx, &[a, b, c][..n])
}
