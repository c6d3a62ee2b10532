//! Values: the tagged enum the interpreter computes with, and [`Val`], the plain one for library code.
//!
//! **Invariants.** `Nil` and `False` come first, so truth is one comparison of the tag; `Int` and `Float` are neighbours. What follows `Thread` is never a
//! value of the guest's: only registers and upvalues of captured variables hold a `Cell`, only tables their array parts.
//!
//! **Example.** A helper gets a `RawSlot` and looks at it by `match Val::from(slot) { Val::Int(n) => .., Val::Str(s) => s.bytes(), .. }`; results
//! go back by `Val::Int(n + 1).into()`.

use crate::string::{Same, Str};
use crate::table::Table;
use holloway::heap::{
    ByteArray, FloatArray, Gc, Header, Mut, NoRefs, OptGc, Own, RawSlot, SlotArray, Tail, WordArray,
};
use holloway::machine::{Float, Int, Ref, Values};
use holloway::{Coroutine, Object, Tagged};
use langkit::double::Double;
use std::any::Any;

/// A Lua value over plain or recorded words.
#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
#[allow(missing_docs)]
pub enum Value<V: Values> {
    Nil,
    False,
    True,
    Int(Int<V>),
    Float(Float<V>),
    Str(Ref<V, Str>),
    Table(Ref<V, Table>),
    Function(Ref<V, Closure>),
    Native(Ref<V, NativeFn>),
    UserData(Ref<V, UserData>),
    Thread(Ref<V, Thread>),
    Cell(Ref<V, Cell>),
    /// An array part of any values.
    Slots(Ref<V, SlotArray>),
    /// An array part of integers.
    Ints(Ref<V, WordArray>),
    /// An array part of floats.
    Floats(Ref<V, FloatArray>),
    /// An array part of booleans, a byte each: 0 or 1.
    Bools(Ref<V, ByteArray>),
    /// An array part of any values that may lack some.
    Sparse(Ref<V, SlotArray>),
}

/// Tags whose payload is a reference, for the heap.
pub const REF_TAGS: u64 = 1 << Tag::Str
    | 1 << Tag::Table
    | 1 << Tag::Function
    | 1 << Tag::Native
    | 1 << Tag::UserData
    | 1 << Tag::Thread
    | 1 << Tag::Cell
    | 1 << Tag::Slots
    | 1 << Tag::Ints
    | 1 << Tag::Floats
    | 1 << Tag::Bools
    | 1 << Tag::Sparse;

/// The slot of `nil`.
pub const NIL: RawSlot = RawSlot { tag: Tag::Nil, bits: 0 };

/// Bit of [`Closure::origin`]: the first closure of a function that the program's text makes once (see [`Code::once`]). Traces take such a closure,
/// and with it its upvalues, as a constant; of any other they only know the code.
///
/// [`Code::once`]: crate::code::Code::once
pub const SOLE: u32 = 1 << 31;

/// A function with its upvalues, by value or as cells.
#[derive(Object)]
#[repr(C)]
pub struct Closure {
    header: Header,
    /// Number of its code, and perhaps [`SOLE`].
    pub origin: u32,
    /// Upvalues in the order of the prototype; one that is the closure itself is nil here.
    pub upvals: Tail<RawSlot>,
}

/// A variable that is captured and reassigned.
#[derive(Object, Default)]
#[repr(C)]
pub struct Cell {
    header: Header,
    /// Its content.
    pub value: Mut<RawSlot>,
}

/// How deep calls are nested that the reference makes on C's stack: protected ones, those of library functions, and coroutines. Interpreter code
/// counts protected calls, so the count is where traces see it.
#[derive(Object, Default)]
#[repr(C)]
pub struct Nesting {
    header: Header,
    /// Calls in progress, those of the resumers of the running coroutine included.
    pub calls: Mut<i64>,
    /// Those of them that catch no errors, all calls of the resumers included.
    pub others: Mut<i64>,
    /// The message handler of the innermost `xpcall` of the running coroutine, or nil.
    pub handler: Mut<RawSlot>,
    /// How many calls caught errors in it when that `xpcall` had begun: if more do, there is a `pcall` above it.
    pub guards: Mut<i64>,
    /// Library functions in progress on the running stack that have called Lua and cannot be left by a yield.
    pub barred: Mut<i64>,
}

/// A function of the library.
#[derive(Object)]
#[repr(C)]
pub struct NativeFn {
    header: Header,
    /// Its number in the language's list.
    pub id: u32,
}

/// A Rust value in Lua's hands, such as a file.
#[derive(Object)]
#[repr(C)]
pub struct UserData {
    header: Header,
    /// Its metatable.
    pub meta: Mut<OptGc<Table>>,
    /// Whether it is noted for its finalizer.
    pub noted: Mut<u8>,
    /// What is searched, and the pattern, if it is where a search stands.
    pub subject: OptGc<Str>,
    /// See `subject`.
    pub pattern: OptGc<Str>,
    /// The value; it holds no references into the heap.
    pub data: Own<NoRefs<Option<Box<dyn Any>>>>,
}

/// A coroutine.
#[derive(Object)]
#[repr(C)]
pub struct Thread {
    header: Header,
    /// The framework's coroutine; that of the main program is none.
    pub coroutine: Own<Coroutine>,
    /// The error it died of.
    pub error: Mut<RawSlot>,
    /// Where that error came through.
    pub way: Own<crate::traceback::Way>,
    /// Whether it died of one.
    pub failed: Mut<u8>,
    /// Whether it has been resumed.
    pub started: Mut<u8>,
    /// Whether it is being closed.
    pub closing: Mut<u8>,
}

impl Closure {
    /// A closure to be given its upvalues by the allocation.
    pub fn new(origin: u32) -> Closure {
        Closure { header: Header::NEW, origin, upvals: Tail::NEW }
    }
    /// The number of its code.
    pub fn code(&self) -> u32 {
        self.origin & !SOLE
    }
}

impl NativeFn {
    /// The function with this number.
    pub fn new(id: u32) -> NativeFn {
        NativeFn { header: Header::NEW, id }
    }
}

impl UserData {
    /// A userdata around a Rust value.
    pub fn new(data: Box<dyn Any>, meta: OptGc<Table>) -> UserData {
        UserData {
            header: Header::NEW,
            meta: Mut::new(meta),
            noted: Mut::new(0),
            subject: OptGc::NULL,
            pattern: OptGc::NULL,
            data: Own::new(NoRefs(Some(data))),
        }
    }
    /// Where a search for a pattern stands.
    pub fn search(state: Box<dyn Any>, subject: Gc<Str>, pattern: Gc<Str>) -> UserData {
        UserData { subject: subject.into(), pattern: pattern.into(), ..UserData::new(state, OptGc::NULL) }
    }
}

impl Thread {
    /// A thread object for a coroutine.
    pub fn new(coroutine: Coroutine) -> Thread {
        Thread {
            header: Header::NEW,
            coroutine: Own::new(coroutine),
            error: Mut::new(NIL),
            way: Own::default(),
            failed: Mut::new(0),
            started: Mut::new(0),
            closing: Mut::new(0),
        }
    }
}

/// A plain value, for helpers and the library.
///
/// Its layout is a slot's, with the same tags: it is made of a slot without a table. All payloads are integers or addresses, so that it goes in two
/// registers: what is written to memory as two words and read as one piece has to wait until it is in the cache.
#[derive(Clone, Copy, Debug)]
#[repr(u64)]
#[allow(missing_docs)]
pub enum Val {
    Nil = Tag::Nil,
    False = Tag::False,
    True = Tag::True,
    Int(i64) = Tag::Int,
    Float(Double) = Tag::Float,
    Str(Gc<Str>) = Tag::Str,
    Table(Gc<Table>) = Tag::Table,
    Function(Gc<Closure>) = Tag::Function,
    Native(Gc<NativeFn>) = Tag::Native,
    UserData(Gc<UserData>) = Tag::UserData,
    Thread(Gc<Thread>) = Tag::Thread,
}

impl From<RawSlot> for Val {
    #[inline]
    fn from(s: RawSlot) -> Val {
        match holloway::machine::helper::value::<crate::Lua>(s) {
            Value::Nil
            | Value::Cell(_)
            | Value::Slots(_)
            | Value::Ints(_)
            | Value::Floats(_)
            | Value::Bools(_)
            | Value::Sparse(_) => Val::Nil,
            Value::False => Val::False,
            Value::True => Val::True,
            Value::Int(x) => Val::Int(x.value()),
            Value::Float(x) => Val::float(x.value()),
            Value::Str(x) => Val::Str(x.gc()),
            Value::Table(x) => Val::Table(x.gc()),
            Value::Function(x) => Val::Function(x.gc()),
            Value::Native(x) => Val::Native(x.gc()),
            Value::UserData(x) => Val::UserData(x.gc()),
            Value::Thread(x) => Val::Thread(x.gc()),
        }
    }
}

impl From<Val> for RawSlot {
    #[inline]
    fn from(v: Val) -> RawSlot {
        let (tag, bits) = match v {
            Val::Nil => (Tag::Nil, 0),
            Val::False => (Tag::False, 0),
            Val::True => (Tag::True, 0),
            Val::Int(x) => (Tag::Int, x as u64),
            Val::Float(x) => (Tag::Float, x.bits()),
            Val::Str(x) => (Tag::Str, x.to_bits()),
            Val::Table(x) => (Tag::Table, x.to_bits()),
            Val::Function(x) => (Tag::Function, x.to_bits()),
            Val::Native(x) => (Tag::Native, x.to_bits()),
            Val::UserData(x) => (Tag::UserData, x.to_bits()),
            Val::Thread(x) => (Tag::Thread, x.to_bits()),
        };
        RawSlot { tag, bits }
    }
}

macro_rules! from {
    ($($t:ty => $v:ident),*) => {$(
        impl From<$t> for Val {
            fn from(x: $t) -> Val { Val::$v(x) }
        }
    )*};
}
from!(i64 => Int, Gc<Str> => Str, Gc<Table> => Table, Gc<Closure> => Function, Gc<NativeFn> => Native,
    Gc<UserData> => UserData, Gc<Thread> => Thread);

impl From<f64> for Val {
    fn from(x: f64) -> Val {
        Val::float(x)
    }
}

impl From<bool> for Val {
    fn from(x: bool) -> Val {
        Val::bool(x)
    }
}

impl From<crate::text::number::Number> for Val {
    fn from(n: crate::text::number::Number) -> Val {
        match n {
            crate::text::number::Number::Int(x) => Val::Int(x),
            crate::text::number::Number::Float(x) => Val::float(x),
        }
    }
}

impl Val {
    /// A float.
    #[inline(always)]
    pub fn float(x: f64) -> Val {
        Val::Float(Double::new(x))
    }
    /// A boolean.
    pub fn bool(x: bool) -> Val {
        match x {
            false => Val::False,
            true => Val::True,
        }
    }
    /// Whether it is `true`.
    pub fn is_true(self) -> bool {
        matches!(self, Val::True)
    }
    /// Neither nil nor false.
    pub fn truthy(self) -> bool {
        !matches!(self, Val::Nil | Val::False)
    }
    /// Whether it is nil.
    pub fn is_nil(self) -> bool {
        matches!(self, Val::Nil)
    }
    /// What `type` says.
    pub fn type_name(self) -> &'static str {
        match self {
            Val::Nil => "nil",
            Val::False | Val::True => "boolean",
            Val::Int(_) | Val::Float(_) => "number",
            Val::Str(_) => "string",
            Val::Table(_) => "table",
            Val::Function(_) | Val::Native(_) => "function",
            Val::UserData(_) => "userdata",
            Val::Thread(_) => "thread",
        }
    }
    /// As a number, without looking into strings.
    pub fn number(self) -> Option<crate::text::number::Number> {
        match self {
            Val::Int(x) => Some(crate::text::number::Number::Int(x)),
            Val::Float(x) => Some(crate::text::number::Number::Float(x.get())),
            _ => None,
        }
    }
}

/// Raw equality (`rawequal`): numbers by value, strings by content, all else by identity.
pub fn raw_equal(a: RawSlot, b: RawSlot) -> bool {
    match (Val::from(a), Val::from(b)) {
        (Val::Float(x), Val::Float(y)) => x.get() == y.get(),
        (Val::Int(x), Val::Float(y)) | (Val::Float(y), Val::Int(x)) => {
            crate::text::number::compare_int_float(x, y.get()) == Some(std::cmp::Ordering::Equal)
        }
        (Val::Str(x), Val::Str(y)) => x.same(y),
        _ => a == b,
    }
}
