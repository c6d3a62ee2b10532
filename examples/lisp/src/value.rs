//! Values and the objects behind them.
//!
//! **Problem.** What a field's type says of it decides what traces may believe: a plain field never changes after the object was made, so what was loaded once holds
//! for ever, also behind calls that write; a `Mut` may change, so each unknown call makes a trace load it again. This language therefore keeps pairs,
//! closures and strings immutable, and has mutable things where programs need them: vectors, records, boxes.
//!
//! **Invariants.** [`Value::False`] is tag 0 and the only false value, so truth is one comparison of a tag. Numbers are neighbours. A [`Cell`] is in registers and captured
//! values only; no program sees it as a value.
//!
//! **Not promised.** Records cannot get fields that their constructor did not name.
//!
//! **Example.** `(record (x 1) (y 2))` is a [`Record`] whose [`Map`] has the names `x`, `y`; all that were made with these names in this order share it.

use crate::containers::HashTable;
use holloway::containers::{hash::hash_bytes, list::List};
use holloway::heap::{Gc, Header, Mark, Marker, Mut, Mutator, Own, RawSlot, SlotArray, Tail};
use holloway::machine::*;
use holloway::{Coroutine, Object, Tagged};
use std::any::Any;
use std::collections::BTreeMap;

/// A value: an ordinary enum with red payloads.
#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
pub enum Value<V: Values> {
    /// `#f`.
    False,
    /// `#t`.
    True,
    /// The empty list.
    Nil,
    /// What forms give that give nothing.
    Void,
    /// In a variable that has no value yet.
    Unset,
    /// An integer.
    Int(Int<V>),
    /// A float.
    Float(Float<V>),
    /// A name.
    Symbol(Ref<V, Symbol>),
    /// A string.
    Str(Ref<V, Str>),
    /// A pair.
    Pair(Ref<V, Pair>),
    /// A vector.
    Vector(Ref<V, SlotArray>),
    /// A procedure of the program.
    Closure(Ref<V, Closure>),
    /// A procedure of the language, by its number.
    Builtin(Int<V>),
    /// A record.
    Record(Ref<V, Record>),
    /// A variable that is shared by closures.
    Cell(Ref<V, Cell>),
    /// A table of values by key.
    Table(Ref<V, Table>),
    /// A generator.
    Generator(Ref<V, Generator>),
    /// A value of the host's.
    Foreign(Ref<V, Foreign>),
    /// A hash table.
    HashTable(Ref<V, HashTable>),
    /// A vector that grows.
    Flexvector(Ref<V, List>),
}

/// A value as helpers have it.
pub type Plain = Value<Conc>;

/// An integer as a slot.
pub fn int(n: i64) -> RawSlot {
    Plain::to_raw(Value::Int(Int::new(n)))
}
/// A float as a slot.
pub fn float(x: f64) -> RawSlot {
    Plain::to_raw(Value::Float(Float::new(x)))
}
/// A truth value as a slot.
pub fn boolean(b: bool) -> RawSlot {
    Plain::to_raw(if b { Value::True } else { Value::False })
}
/// Nothing, as a slot.
pub fn void() -> RawSlot {
    Plain::to_raw(Value::Void)
}

/// Text; its bytes never change.
#[derive(Object)]
#[repr(C)]
pub struct Str {
    header: Header,
    /// Their hash, or 0 as long as nobody has asked for it.
    #[object(hint)]
    hashed: Mut<i64>,
    bytes: Tail<u8>,
}

/// A name; equal names are one object.
#[derive(Object)]
#[repr(C)]
pub struct Symbol {
    header: Header,
    spelling: Gc<Str>,
}

/// Two values.
#[derive(Object)]
#[repr(C)]
pub struct Pair {
    header: Header,
    pub(crate) car: RawSlot,
    pub(crate) cdr: RawSlot,
}

/// A procedure: the number of its code, and the values (or [`Cell`]s) of the variables around it.
#[derive(Object)]
#[repr(C)]
pub struct Closure {
    header: Header,
    pub(crate) code: i64,
    captured: Tail<RawSlot>,
}

/// A hidden class: the names of a record's fields. It is immutable, so a trace that has promoted one asks it in plain Rust, for nothing.
#[derive(Object)]
#[repr(C)]
pub struct Map {
    header: Header,
    names: Tail<Gc<Symbol>>,
}

/// Named values.
#[derive(Object)]
#[repr(C)]
pub struct Record {
    header: Header,
    pub(crate) map: Gc<Map>,
    fields: Tail<Mut<RawSlot>>,
}

/// A variable on the heap: one that is assigned and captured, or a global. Registers may move and end; what outlives them must not point to them.
#[derive(Object)]
#[repr(C)]
pub struct Cell {
    header: Header,
    pub(crate) value: Mut<RawSlot>,
}

/// A key of a table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// An integer.
    Int(i64),
    /// A string or symbol, by its text.
    Text(String),
}

impl Mark for Key {
    // Nothing in it refers to the heap, so there is nothing that could change unseen.
    const PRIVATE: bool = true;
    fn mark(&self, _: &mut Marker<'_>) {}
}

/// Values by key: a Rust map in a heap object. Rust's maps know how to be marked; the order of the keys is the same in each run.
#[derive(Object)]
#[repr(C)]
pub struct Table {
    header: Header,
    pub(crate) entries: Own<BTreeMap<Key, RawSlot>>,
}

/// A coroutine that gives values one by one.
#[derive(Object)]
#[repr(C)]
pub struct Generator {
    header: Header,
    pub(crate) co: Own<Coroutine>,
}

/// Some Rust value of the embedder's, which must not hold references into the heap.
#[derive(Default)]
pub struct Kept(pub(crate) Option<Box<dyn Any>>);

impl Mark for Kept {
    const PRIVATE: bool = true;
    fn mark(&self, _: &mut Marker<'_>) {}
}

/// A value of the host's that programs hand around and give back to the host's functions.
#[derive(Object)]
#[repr(C)]
pub struct Foreign {
    header: Header,
    pub(crate) value: Own<Kept>,
}

impl Str {
    /// New text; `None` if there is no memory for it.
    pub fn new(heap: &Mutator, text: &str) -> Option<Gc<Str>> {
        heap.alloc_with(Str { header: Header::NEW, hashed: Mut::new(0), bytes: Tail::NEW }, text.as_bytes())
            .ok()
    }
    /// A hash of it, which is kept.
    pub fn hash(&self, heap: &Mutator) -> u64 {
        if self.hashed.get(heap) == 0 {
            self.hashed.set(heap, hash_bytes(self.utf8()) as i64);
        }
        self.hashed.get(heap) as u64
    }
    /// Its bytes in UTF-8.
    pub fn utf8(&self) -> &[u8] {
        self.bytes.as_slice()
    }
    /// The text, which it is looked through for: who needs a part of it takes that part of its bytes.
    pub fn text(&self) -> &str {
        // Built from text, and cut between characters only.
        std::str::from_utf8(self.bytes.as_slice()).unwrap_or_default()
    }
}

impl Symbol {
    /// A new one; whoever calls it sees to it that there is only one of the name.
    pub fn new(heap: &Mutator, name: &str) -> Option<Gc<Symbol>> {
        Some(heap.alloc(Symbol { header: Header::NEW, spelling: Str::new(heap, name)? }))
    }
    /// Its name as a string.
    pub fn name(&self) -> Gc<Str> {
        self.spelling
    }
}

impl Map {
    /// A new one; whoever calls it sees to it that there is only one for these names.
    pub fn new(heap: &Mutator, names: &[Gc<Symbol>]) -> Option<Gc<Map>> {
        heap.alloc_with(Map { header: Header::NEW, names: Tail::NEW }, names).ok()
    }
    /// The names, in the order of the fields.
    pub fn names(&self) -> &[Gc<Symbol>] {
        self.names.as_slice()
    }
}

impl Record {
    /// A record made by the host.
    pub fn new(heap: &Mutator, map: Gc<Map>, fields: &[RawSlot]) -> Option<Gc<Record>> {
        heap.alloc_with(Record { header: Header::NEW, map, fields: Tail::NEW }, fields).ok()
    }
    /// Field `i`.
    pub fn field(&self, heap: &Mutator, i: usize) -> Option<RawSlot> {
        self.fields.get(heap, i)
    }
}

/// A pair as a slot.
pub fn cons(heap: &Mutator, car: RawSlot, cdr: RawSlot) -> RawSlot {
    let pair = heap.alloc(Pair { header: Header::NEW, car, cdr });
    Plain::to_raw(Value::Pair(Ref::new(pair)))
}

/// A variable on the heap.
pub fn cell(heap: &Mutator, value: RawSlot) -> Gc<Cell> {
    heap.alloc(Cell { header: Header::NEW, value: Mut::new(value) })
}

/// An empty table as a slot.
pub fn table(heap: &Mutator) -> RawSlot {
    let table = heap.alloc(Table { header: Header::NEW, entries: Own::empty() });
    Plain::to_raw(Value::Table(Ref::new(table)))
}

/// A generator as a slot.
pub fn generator(heap: &Mutator, co: Coroutine) -> RawSlot {
    let made = heap.alloc(Generator { header: Header::NEW, co: Own::new(co) });
    Plain::to_raw(Value::Generator(Ref::new(made)))
}

/// A Rust value as a slot. It is dropped when the program cannot reach it any more.
pub fn foreign(heap: &Mutator, value: impl Any) -> RawSlot {
    let made = heap.alloc(Foreign { header: Header::NEW, value: Own::new(Kept(Some(Box::new(value)))) });
    Plain::to_raw(Value::Foreign(Ref::new(made)))
}

/// Calls `f` with the Rust value of type `T` in a slot; `None` if something else is in it.
pub fn with_foreign<T: Any, R>(heap: &Mutator, v: RawSlot, f: impl FnOnce(&mut T) -> R) -> Option<R> {
    let Value::Foreign(x) = Plain::from_raw(v) else { return None };
    x.gc().value.with_mut(heap, |any| any.0.as_mut()?.downcast_mut().map(f))
}
