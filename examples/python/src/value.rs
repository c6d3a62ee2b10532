//! Values: the tagged enum the interpreter computes with, the heap objects behind it, and [`Val`], the plain form for helpers and the library.
//!
//! **Invariants.** `Unbound` (never seen by programs), `None` and `False` come first, so most tests of truth are a comparison of tags; `False`, `True`, `Int`,
//! `Float` are neighbours. An `Int` fits 64 bits, a `Big` does not. Memory that is all zero is `Unbound`.
//!
//! **Example.** A helper gets a `RawSlot` and looks at it by `match Val::from(slot) { Val::Int(n) => .., Val::Str(s) => s.text(), .. }`.

use holloway::heap::{
    ByteArray, FloatArray, Gc, Header, Mut, NoRefs, OptGc, Own, RawSlot, SlotArray, Tail, TextBuffer,
    WordArray,
};
use holloway::machine::{Float, Int, Ref, Values};
use holloway::{Object, Tagged};
use langkit::double::Double;
use langkit::maps::Map;
use num_bigint::BigInt;

/// A Python value over plain or recorded words.
#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
#[allow(missing_docs)]
pub enum Value<V: Values> {
    Unbound,
    None,
    False,
    True,
    Int(Int<V>),
    Float(Float<V>),
    Str(Ref<V, Str>),
    Tuple(Ref<V, Tuple>),
    List(Ref<V, List>),
    Dict(Ref<V, Dict>),
    Inst(Ref<V, Instance>),
    Func(Ref<V, Function>),
    Class(Ref<V, Class>),
    Native(Ref<V, Native>),
    Method(Ref<V, Method>),
    Cell(Ref<V, Cell>),
    Gen(Ref<V, Gen>),
    Iter(Ref<V, Iter>),
    Range(Ref<V, Range>),
    Slice(Ref<V, Slice>),
    Set(Ref<V, Set>),
    Big(Ref<V, Big>),
    Bytes(Ref<V, Bytes>),
    Complex(Ref<V, Complex>),
    Misc(Ref<V, Misc>),
}

/// Tags whose payload is a reference, for the heap.
pub const REF_TAGS: u64 = ((1 << (Tag::Misc + 1)) - 1) & !((1 << Tag::Str) - 1);

/// The slot of `None`.
pub const NONE: RawSlot = RawSlot { tag: Tag::None, bits: 0 };
/// No value.
pub const UNBOUND: RawSlot = RawSlot { tag: Tag::Unbound, bits: 0 };

/// A string: UTF-8, with its number of characters, so that ASCII is told by equal lengths.
#[derive(Object)]
#[repr(C)]
pub struct Str {
    header: Header,
    /// Hash, or 0 if not known yet.
    pub hash: Mut<i64>,
    /// Number of characters.
    pub chars: i64,
    /// Of text that is not ASCII: byte offsets of every 32nd character, made when first needed.
    pub index: Mut<OptGc<WordArray>>,
    /// Of the result of a long concatenation: where the text is, from the beginning on. [`Str::bytes`] then has the number of its bytes.
    pub shared: OptGc<TextBuffer>,
    /// The bytes; read by [`Str::data`].
    pub bytes: Tail<u8>,
}

/// A tuple.
#[derive(Object)]
#[repr(C)]
pub struct Tuple {
    header: Header,
    /// The items.
    pub items: Tail<RawSlot>,
}

/// Ways a list keeps its items.
pub mod kind {
    /// No items and no place for any.
    pub const EMPTY: i64 = 0;
    /// Integers.
    pub const INTS: i64 = 1;
    /// Floats.
    pub const FLOATS: i64 = 2;
    /// Any values.
    pub const SLOTS: i64 = 3;
}

/// A list. `kind` says which of the arrays is in use; items beyond `size` mean nothing.
#[derive(Object)]
#[repr(C)]
pub struct List {
    header: Header,
    /// See [`kind`].
    pub kind: Mut<i64>,
    /// Number of items.
    pub size: Mut<i64>,
    /// Any values.
    pub items: Mut<OptGc<SlotArray>>,
    /// Integers.
    pub ints: Mut<OptGc<WordArray>>,
    /// Floats.
    pub floats: Mut<OptGc<FloatArray>>,
}

/// A dictionary.
#[derive(Object)]
#[repr(C)]
pub struct Dict {
    header: Header,
    /// Places of keys, or null; this and the rest is read by `objects::dict`.
    pub index: Mut<OptGc<WordArray>>,
    /// Without places: a mark of each key.
    pub marks: Mut<i64>,
    /// Keys and values, in turn.
    pub entries: Mut<OptGc<SlotArray>>,
    /// Entries, deleted ones too.
    pub size: Mut<i64>,
    /// Those before this one are deleted.
    pub first: Mut<i64>,
    /// Number of entries.
    pub live: Mut<i64>,
    /// Places that are not free.
    pub used: Mut<i64>,
    /// Counts changes of keys.
    pub version: Mut<i64>,
}

/// A set or frozen set.
#[derive(Object)]
#[repr(C)]
pub struct Set {
    header: Header,
    /// Whether it is a `frozenset`.
    pub frozen: bool,
    /// Places of keys, or null; this and the rest is read by `objects::dict`.
    pub index: Mut<OptGc<WordArray>>,
    /// Without places: a mark of each key.
    pub marks: Mut<i64>,
    /// Members, each followed by a place that is not used.
    pub entries: Mut<OptGc<SlotArray>>,
    /// Entries, deleted ones too.
    pub size: Mut<i64>,
    /// Those before this one are deleted.
    pub first: Mut<i64>,
    /// Number of entries.
    pub live: Mut<i64>,
    /// Places that are not free.
    pub used: Mut<i64>,
    /// Counts changes of keys.
    pub version: Mut<i64>,
}

/// Slots in an instance itself; more are in an array.
pub const INLINE: usize = 4;

/// Slots of an instance beyond those in itself, or the registers of a generator: of a type of their own, so that a trace knows that an element of a list or
/// dictionary is none.
#[derive(Object, Default)]
#[repr(C)]
pub struct Fields {
    header: Header,
    of: Tail<Mut<RawSlot>>,
}

impl std::ops::Deref for Fields {
    type Target = Tail<Mut<RawSlot>>;
    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &self.of
    }
}

/// An instance of a class made by `class`, or an exception.
#[derive(Object)]
#[repr(C)]
pub struct Instance {
    header: Header,
    /// Its class, and which attribute is in which slot.
    pub map: Mut<Gc<Map>>,
    /// Slots from number [`INLINE`] on.
    pub more: Mut<OptGc<Fields>>,
    /// Slot 0.
    pub s0: Mut<RawSlot>,
    /// Slot 1.
    pub s1: Mut<RawSlot>,
    /// Slot 2.
    pub s2: Mut<RawSlot>,
    /// Slot 3.
    pub s3: Mut<RawSlot>,
}

/// A function.
#[derive(Object)]
#[repr(C)]
pub struct Function {
    header: Header,
    /// Number of the code it was made with, which says its name.
    pub code: u32,
    /// Number of the code it runs, which is another one once its code has been replaced; see [`crate::Py::code_of`].
    pub running: Mut<u32>,
    /// Defaults of the last positional parameters.
    pub defaults: Mut<OptGc<Tuple>>,
    /// Defaults of keyword-only parameters.
    pub kwdefaults: Mut<OptGc<Dict>>,
    /// Attributes set by the program.
    pub attrs: Mut<OptGc<Dict>>,
    /// What the program has set of the attributes that every function has, as its name.
    pub parts: Mut<OptGc<Dict>>,
    /// Captured variables.
    pub cells: Tail<OptGc<Cell>>,
}

/// A class; the rest is in the list of classes.
#[derive(Object)]
#[repr(C)]
pub struct Class {
    header: Header,
    /// Its number.
    pub id: u32,
}

/// A function of the library.
#[derive(Object)]
#[repr(C)]
pub struct Native {
    header: Header,
    /// Its number.
    pub id: u32,
}

/// A bound method.
#[derive(Object)]
#[repr(C)]
pub struct Method {
    header: Header,
    /// The function.
    pub func: RawSlot,
    /// The object.
    pub this: RawSlot,
}

/// A captured variable.
#[derive(Object, Default)]
#[repr(C)]
pub struct Cell {
    header: Header,
    /// Its content.
    pub value: Mut<RawSlot>,
}

/// What a generator is doing.
pub mod state {
    /// Not started, or waiting in a `yield`.
    pub const WAITING: i64 = 0;
    /// Running.
    pub const RUNNING: i64 = 1;
    /// Returned or raised.
    pub const DONE: i64 = 2;
}

/// A generator: an activation's registers, kept in the heap while it does not run.
#[derive(Object)]
#[repr(C)]
pub struct Gen {
    header: Header,
    /// Number of its code.
    pub code: u32,
    /// Where it goes on.
    pub pc: Mut<i64>,
    /// See [`state`].
    pub state: Mut<i64>,
    /// The function.
    pub func: Gc<Function>,
    /// Registers.
    pub regs: Gc<Fields>,
}

/// A built-in iterator.
#[derive(Object)]
#[repr(C)]
pub struct Iter {
    header: Header,
    /// See [`crate::objects::iter`].
    pub kind: u32,
    /// What it iterates.
    pub a: Mut<RawSlot>,
    /// Something else it needs.
    pub b: Mut<RawSlot>,
    /// Position.
    pub i: Mut<i64>,
    /// End, step or size, as the kind wants.
    pub n: Mut<i64>,
}

/// A range whose numbers fit 64 bits.
#[derive(Object)]
#[repr(C)]
pub struct Range {
    header: Header,
    /// First.
    pub start: i64,
    /// As written.
    pub stop: i64,
    /// Not 0.
    pub step: i64,
    /// Number of items.
    pub len: i64,
}

/// A slice.
#[derive(Object)]
#[repr(C)]
pub struct Slice {
    header: Header,
    /// From.
    pub start: RawSlot,
    /// To.
    pub stop: RawSlot,
    /// Step.
    pub step: RawSlot,
}

/// An integer that does not fit 64 bits. Read by `Big::with`, `Big::few` and `Big::wide`.
#[derive(Object)]
#[repr(C)]
pub struct Big {
    header: Header,
    /// Whether a number that has words is below zero.
    pub negative: bool,
    /// A number of many words, which has none here.
    pub number: Own<NoRefs<BigInt>>,
    /// The words of its absolute value.
    pub words: Tail<u64>,
}

/// `bytes` or `bytearray`.
#[derive(Object)]
#[repr(C)]
pub struct Bytes {
    header: Header,
    /// Whether it is a `bytearray`.
    pub mutable: bool,
    /// How many bytes there are.
    pub size: Mut<i64>,
    /// The bytes, and room for more; null if there has never been any.
    pub data: Mut<OptGc<ByteArray>>,
}

/// A complex number.
#[derive(Object)]
#[repr(C)]
pub struct Complex {
    header: Header,
    /// The real part.
    pub re: f64,
    /// The imaginary part.
    pub im: f64,
}

/// Kinds of [`Misc`].
pub mod misc {
    /// `Ellipsis`.
    pub const ELLIPSIS: u32 = 0;
    /// `NotImplemented`.
    pub const NOT_IMPLEMENTED: u32 = 1;
    /// A module: `id` is its number.
    pub const MODULE: u32 = 2;
    /// A property: getter, setter, deleter.
    pub const PROPERTY: u32 = 3;
    /// A static method.
    pub const STATIC: u32 = 4;
    /// A class method.
    pub const CLASS: u32 = 5;
    /// `super(a, b)`.
    pub const SUPER: u32 = 6;
    /// Keys of dictionary `a`.
    pub const KEYS: u32 = 7;
    /// Values of dictionary `a`.
    pub const VALUES: u32 = 8;
    /// Items of dictionary `a`.
    pub const ITEMS: u32 = 9;
    /// A traceback: the next one (or `None`), number of code, place.
    pub const TRACEBACK: u32 = 10;
    /// A `memoryview`: bytes `a` from `b` on, `c` of them; `id` is 1 once it is released.
    pub const VIEW: u32 = 11;
    /// The `__dict__` of module or instance `a`.
    pub const NAMESPACE: u32 = 12;
    /// A code object: of source text number `id`, or of the function whose code's number is `c`.
    pub const CODE: u32 = 13;
    /// What built-in class `b` has for an attribute of its values, named `a`; `id` is 1 where the value keeps it.
    pub const MEMBER: u32 = 14;
}

/// Anything of a rarer type.
#[derive(Object)]
#[repr(C)]
pub struct Misc {
    header: Header,
    /// See [`misc`].
    pub kind: u32,
    /// A number.
    pub id: u32,
    /// First part.
    pub a: Mut<RawSlot>,
    /// Second part.
    pub b: Mut<RawSlot>,
    /// Third part.
    pub c: Mut<RawSlot>,
}

/// What an object looks like before its fields are given.
macro_rules! fresh {
    ($($t:ident { $($f:ident : $ft:ty = $v:expr),* } [$($d:ident = $dv:expr),*];)*) => {$(
        impl $t {
            /// A new one.
            #[allow(clippy::too_many_arguments)]
            pub fn new($($f: $ft),*) -> $t {
                $t { header: Header::NEW, $($f: $v,)* $($d: $dv),* }
            }
        }
    )*};
}
fresh! {
    Str { chars: i64 = chars, shared: OptGc<TextBuffer> = shared } [hash = Mut::new(0), index = Mut::default(), bytes = Tail::NEW];
    Tuple {} [items = Tail::NEW];
    List {} [kind = Mut::new(kind::EMPTY), size = Mut::new(0), items = Mut::default(), ints = Mut::default(), floats = Mut::default()];
    Dict {} [index = Mut::default(), marks = Mut::new(0), entries = Mut::default(), size = Mut::new(0), first = Mut::new(0), live = Mut::new(0), used = Mut::new(0), version = Mut::new(0)];
    Set { frozen: bool = frozen } [index = Mut::default(), marks = Mut::new(0), entries = Mut::default(), size = Mut::new(0), first = Mut::new(0), live = Mut::new(0), used = Mut::new(0), version = Mut::new(0)];
    Instance { map: Gc<Map> = Mut::new(map) } [more = Mut::default(), s0 = Mut::new(UNBOUND), s1 = Mut::new(UNBOUND), s2 = Mut::new(UNBOUND), s3 = Mut::new(UNBOUND)];
    Function { code: u32 = code } [running = Mut::new(code), defaults = Mut::default(), kwdefaults = Mut::default(), attrs = Mut::default(), parts = Mut::default(), cells = Tail::NEW];
    Class { id: u32 = id } [];
    Native { id: u32 = id } [];
    Method { func: RawSlot = func, this: RawSlot = this } [];
    Cell { value: RawSlot = Mut::new(value) } [];
    Gen { code: u32 = code, func: Gc<Function> = func, regs: Gc<Fields> = regs } [pc = Mut::new(0), state = Mut::new(state::WAITING)];
    Iter { kind: u32 = kind, a: RawSlot = Mut::new(a), b: RawSlot = Mut::new(b), i: i64 = Mut::new(i), n: i64 = Mut::new(n) } [];
    Range { start: i64 = start, stop: i64 = stop, step: i64 = step, len: i64 = len } [];
    Slice { start: RawSlot = start, stop: RawSlot = stop, step: RawSlot = step } [];
    Big { negative: bool = negative, number: Own<NoRefs<BigInt>> = number } [words = Tail::NEW];
    Bytes { mutable: bool = mutable } [size = Mut::new(0), data = Mut::default()];
    Complex { re: f64 = re, im: f64 = im } [];
    Misc { kind: u32 = kind, id: u32 = id, a: RawSlot = Mut::new(a), b: RawSlot = Mut::new(b), c: RawSlot = Mut::new(c) } [];
}

macro_rules! vals {
    ($($v:ident $t:ident),*) => {
        /// A plain value, for helpers and the library.
        ///
        /// Its layout is a slot's, with the same tags: it is made of a slot without a table. All payloads are integers or addresses, so that it goes in two
        /// registers: what is written to memory as two words and read as one piece has to wait until it is in the cache.
        #[derive(Clone, Copy, Debug)]
        #[repr(u64)]
        #[allow(missing_docs)]
        pub enum Val {
            Unbound = Tag::Unbound,
            None = Tag::None,
            False = Tag::False,
            True = Tag::True,
            Int(i64) = Tag::Int,
            Float(Double) = Tag::Float,
            $($v(Gc<$t>) = Tag::$v),*
        }

        impl From<RawSlot> for Val {
            #[inline]
            fn from(s: RawSlot) -> Val {
                match holloway::machine::helper::value::<crate::Py>(s) {
                    Value::Unbound => Val::Unbound,
                    Value::None => Val::None,
                    Value::False => Val::False,
                    Value::True => Val::True,
                    Value::Int(x) => Val::Int(x.value()),
                    Value::Float(x) => Val::float(x.value()),
                    $(Value::$v(x) => Val::$v(x.gc()),)*
                }
            }
        }
        impl From<Val> for RawSlot {
            #[inline]
            fn from(v: Val) -> RawSlot {
                let (tag, bits) = match v {
                    Val::Unbound => (Tag::Unbound, 0),
                    Val::None => (Tag::None, 0),
                    Val::False => (Tag::False, 0),
                    Val::True => (Tag::True, 0),
                    Val::Int(x) => (Tag::Int, x as u64),
                    Val::Float(x) => (Tag::Float, x.bits()),
                    $(Val::$v(x) => (Tag::$v, x.to_bits()),)*
                };
                RawSlot { tag, bits }
            }
        }
        $(impl From<Gc<$t>> for Val {
            #[inline]
            fn from(x: Gc<$t>) -> Val { Val::$v(x) }
        })*
    };
}
vals! {
    Str Str, Tuple Tuple, List List, Dict Dict, Inst Instance, Func Function, Class Class, Native Native, Method Method, Cell Cell, Gen Gen,
    Iter Iter, Range Range, Slice Slice, Set Set, Big Big, Bytes Bytes, Complex Complex, Misc Misc
}

impl From<i64> for Val {
    fn from(x: i64) -> Val {
        Val::Int(x)
    }
}
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

impl Val {
    /// A float.
    #[inline(always)]
    pub fn float(x: f64) -> Val {
        Val::Float(Double::new(x))
    }
    /// The same object (of numbers: the same kind and bits).
    pub fn same(self, o: Val) -> bool {
        RawSlot::from(self) == RawSlot::from(o)
    }
    /// `True` or `False`.
    pub fn bool(x: bool) -> Val {
        match x {
            false => Val::False,
            true => Val::True,
        }
    }
    /// Whether it is `True`.
    pub fn is_true(self) -> bool {
        matches!(self, Val::True)
    }
    /// Whether it is `None`.
    pub fn is_none(self) -> bool {
        matches!(self, Val::None)
    }
    /// Whether it is no value.
    pub fn is_unbound(self) -> bool {
        matches!(self, Val::Unbound)
    }
    /// Whether it is this kind of [`Misc`].
    pub fn is_misc(self, kind: u32) -> bool {
        matches!(self, Val::Misc(m) if m.kind == kind)
    }
}
