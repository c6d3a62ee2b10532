//! Field types: what a struct with `#[derive(Object)]` may contain, and the typed names of its fields.
//!
//! Mutability is the field's type: a plain `i64`, `f64`, `Gc<T>`, ... never changes after the object is built, `Mut<_>` may change,
//! [`super::Own`] holds a Rust value. Reading a `Mut` takes a [`Mutator`], which interpreter code has not got: there, fields are read through the
//! machine by their [`Field`] names (`Table::len`), so that the read is in the trace.

use super::gc::{Gc, OptGc};
use super::log::Logged;
use super::mutator::Mutator;
use super::object::Object;
use super::own::OwnVtable;
use holloway_compiler::ir::{ArrayDescr, FieldDescr, Mem, Refs};
use std::borrow::Cow;
use std::cell::Cell;
use std::marker::PhantomData;

/// What the collector does with a field or element.
#[derive(Clone, Copy)]
pub enum FieldGc {
    /// Nothing: it holds no reference.
    None,
    /// A reference or null.
    Ref,
    /// A [`RawSlot`].
    Slot,
    /// A Rust value, traced and dropped through these functions.
    Own(&'static OwnVtable),
}

impl FieldGc {
    /// What traces know of it: of a slot, what they know of its tag.
    pub const fn refs(self) -> Refs {
        match self {
            FieldGc::Ref => Refs::Always,
            FieldGc::None | FieldGc::Slot | FieldGc::Own(_) => Refs::None,
        }
    }
}

/// How a value is seen by traces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An integer, boolean or raw word.
    Int,
    /// A float.
    Float,
    /// A reference, never null.
    Ref,
    /// A reference or null.
    OptRef,
    /// Two words: tag and payload.
    Slot,
}

/// A type that fields and elements may hold.
///
/// # Safety
/// `GC`, `KIND` and `MEM` say the truth; the type has no interior mutability and no drop; all its bytes are initialized.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a field or element of a heap object",
    label = "not a heap value",
    note = "heap values are i64, u64, u32, i32, u16, u8, f64, bool, Word, RawSlot, Gc<T> and OptGc<T>; put any other Rust value into `Own<_>`"
)]
pub unsafe trait HeapValue: Copy + 'static {
    /// What the collector does with it.
    const GC: FieldGc;
    /// How traces see it.
    const KIND: Kind;
    /// How it lies in memory (of a slot: each of its words).
    const MEM: Mem;
    /// As one word (of a slot: its payload).
    fn to_bits(self) -> u64;
    /// Whether it refers to a young object: one that no collection has marked yet.
    #[inline(always)]
    fn is_young(self, _mutator: &Mutator) -> bool {
        false
    }
}

/// A heap value for which all bytes zero is a value.
///
/// # Safety
/// It is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be zero",
    note = "an array that starts out zeroed needs nullable references: use `OptGc<T>` instead of `Gc<T>`"
)]
pub unsafe trait Zeroable: HeapValue {}

macro_rules! scalars {
    ($($t:ty, $kind:ident, $mem:ident, |$v:ident| $bits:expr;)*) => {$(
        // SAFETY: a plain scalar of the size that `MEM` says.
        unsafe impl HeapValue for $t {
            const GC: FieldGc = FieldGc::None;
            const KIND: Kind = Kind::$kind;
            const MEM: Mem = Mem::$mem;
            #[inline(always)]
            fn to_bits(self) -> u64 { let $v = self; $bits }
        }
        // SAFETY: zero is a value of every scalar.
        unsafe impl Zeroable for $t {}
        plain!($t);
    )*};
}

macro_rules! plain {
    ($t:ty $(, $g:ident)?) => {
        // SAFETY: an immutable field of a heap value.
        unsafe impl$(<$g: Object>)? FieldType for $t {
            const GC: FieldGc = <$t as HeapValue>::GC;
        }
        // SAFETY: the field holds exactly the value.
        unsafe impl$(<$g: Object>)? Stored for $t {
            type Value = $t;
            const MUTABLE: bool = false;
        }
    };
}

scalars! {
    i64, Int, W64, |v| v as u64;
    u64, Int, W64, |v| v;
    u32, Int, U32, |v| v as u64;
    i32, Int, I32, |v| v as i64 as u64;
    u16, Int, U16, |v| v as u64;
    u8, Int, U8, |v| v as u64;
    bool, Int, U8, |v| v as u64;
    f64, Float, W64, |v| v.to_bits();
    Word, Int, W64, |v| v.0;
}

/// A raw word the collector does not look at.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Word(pub u64);

/// A language value as it lies in memory: tag and payload.
///
/// Whether the payload is a reference is told by the heap's table of reference tags; without one, and for tags above 63, the payload is
/// treated like a word of the native stack.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RawSlot {
    /// The tag.
    pub tag: u64,
    /// The payload's bits.
    pub bits: u64,
}

impl RawSlot {
    /// The value, read as two words where it may just have been written as two: a read of both at once would wait until they are in the cache.
    #[inline(always)]
    pub fn in_words(&self) -> RawSlot {
        // SAFETY: the words are read by references. That the reads are volatile keeps them two.
        unsafe {
            RawSlot { tag: std::ptr::read_volatile(&self.tag), bits: std::ptr::read_volatile(&self.bits) }
        }
    }
}

// SAFETY: two plain words.
unsafe impl HeapValue for RawSlot {
    const GC: FieldGc = FieldGc::Slot;
    const KIND: Kind = Kind::Slot;
    const MEM: Mem = Mem::W64;
    #[inline(always)]
    fn to_bits(self) -> u64 {
        self.bits
    }
    #[inline(always)]
    fn is_young(self, mutator: &Mutator) -> bool {
        // SAFETY: `slot_ref` answers addresses of objects.
        mutator.slot_ref(self).is_some_and(|object| unsafe { mutator.is_young(object) })
    }
}
// SAFETY: two zero words are a slot.
unsafe impl Zeroable for RawSlot {}
plain!(RawSlot);

// SAFETY: one word holding a reference.
unsafe impl<T: Object> HeapValue for Gc<T> {
    const GC: FieldGc = FieldGc::Ref;
    const KIND: Kind = Kind::Ref;
    const MEM: Mem = Mem::W64;
    #[inline(always)]
    fn to_bits(self) -> u64 {
        Gc::to_bits(self)
    }
    #[inline(always)]
    fn is_young(self, mutator: &Mutator) -> bool {
        // SAFETY: the reference is to an object.
        unsafe { mutator.is_young(Gc::to_bits(self) as usize) }
    }
}
plain!(Gc<T>, T);

// SAFETY: one word holding a reference or 0.
unsafe impl<T: Object> HeapValue for OptGc<T> {
    const GC: FieldGc = FieldGc::Ref;
    const KIND: Kind = Kind::OptRef;
    const MEM: Mem = Mem::W64;
    #[inline(always)]
    fn to_bits(self) -> u64 {
        OptGc::to_bits(self)
    }
    #[inline(always)]
    fn is_young(self, mutator: &Mutator) -> bool {
        self.get().is_some_and(|object| object.is_young(mutator))
    }
}
// SAFETY: zero is the null reference.
unsafe impl<T: Object> Zeroable for OptGc<T> {}
plain!(OptGc<T>, T);

/// A type that a field of an object may have.
///
/// # Safety
/// `GC` says the truth about the field's bytes, and all bytes zero is acceptable until the field is first written.
#[diagnostic::on_unimplemented(
    message = "a heap object can't have a field of type `{Self}`",
    label = "not allowed in a heap object",
    note = "plain (immutable) fields are i64, u64, u32, i32, u16, u8, f64, bool, Word, RawSlot, Gc<T>, OptGc<T>",
    note = "a field that changes is `Mut<_>` of one of these; a Rust value of any other type is `Own<_>`; inline elements are a last field `Tail<_>`"
)]
pub unsafe trait FieldType: 'static {
    /// What the collector does with it.
    const GC: FieldGc;
}

/// A field or element type that holds one heap value: the value itself (immutable) or `Mut` of it.
///
/// # Safety
/// It has the layout of `Value`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` holds no heap value",
    note = "use a heap value (immutable) or `Mut<_>` of one"
)]
pub unsafe trait Stored: 'static {
    /// The value.
    type Value: HeapValue;
    /// Whether it may be written after the object was built.
    const MUTABLE: bool;
}

/// A stored value that may be written.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` is immutable",
    label = "immutable",
    note = "declare it `Mut<{Self}>` to write it after the object was built"
)]
pub trait Settable: Stored {}

/// A field that may change.
#[repr(transparent)]
#[derive(Default)]
pub struct Mut<V: HeapValue>(Cell<V>);

impl<V: HeapValue> Mut<V> {
    /// A field with this first value.
    #[inline(always)]
    pub const fn new(v: V) -> Self {
        Mut(Cell::new(v))
    }
    /// The value now.
    #[inline(always)]
    pub fn get(&self, _mutator: &Mutator) -> V {
        self.0.get()
    }
    /// The same inside the heap, for what stands for something that never changes.
    #[inline(always)]
    pub(crate) fn peek(&self) -> V {
        self.0.get()
    }
    /// Stores a value.
    #[inline(always)]
    pub fn set(&self, mutator: &Mutator, v: V) {
        if v.is_young(mutator) {
            mutator.log_around(Self::LOGGED, self as *const Self as usize)
        }
        self.0.set(v)
    }
    const LOGGED: Logged = if matches!(V::GC, FieldGc::Slot) { Logged::Slot } else { Logged::Ref };
    /// Enters the object that the field is in, or the field alone, into the log of stores if need be: a young object is to be stored into it.
    #[inline(always)]
    pub(super) fn log(&self, mutator: &Mutator, object: usize, fields: usize) {
        mutator.log_in(object, fields, Self::LOGGED, self as *const Self as usize)
    }
    /// Stores a value into an object that the log of stores has already, or that is young.
    #[inline(always)]
    pub(super) fn set_logged(&self, v: V) {
        self.0.set(v)
    }
}

// SAFETY: `Mut<V>` has the bytes of `V`.
unsafe impl<V: HeapValue> FieldType for Mut<V> {
    const GC: FieldGc = V::GC;
}
// SAFETY: `Cell` and `Mut` are `repr(transparent)`.
unsafe impl<V: HeapValue> Stored for Mut<V> {
    type Value = V;
    const MUTABLE: bool = true;
}
impl<V: HeapValue> Settable for Mut<V> {}

/// The name of a field: `Table::len` is a `Field<Table, Mut<i64>>`.
///
/// `F` is the declared type, so whether it may be set is known to the compiler.
pub struct Field<T, F> {
    name: &'static str,
    offset: u32,
    length: bool,
    types: PhantomData<fn() -> (T, F)>,
}

impl<T, F> Clone for Field<T, F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, F> Copy for Field<T, F> {}

impl<T: Object, F: Stored> Field<T, F> {
    /// For the derive.
    ///
    /// # Safety
    /// `T` has a field of type `F` at `offset`.
    #[doc(hidden)]
    pub const unsafe fn new(name: &'static str, offset: usize) -> Self {
        Field { name, offset: offset as u32, length: false, types: PhantomData }
    }
    /// `Type.field`.
    pub fn name(self) -> &'static str {
        self.name
    }
    /// Byte offset in the object.
    #[inline(always)]
    pub const fn offset(self) -> u32 {
        self.offset
    }
    /// Whether it is the length of an array.
    #[inline(always)]
    pub const fn is_length(self) -> bool {
        self.length
    }
    /// What traces call the field; of a slot: its tag word.
    pub fn descr(self) -> FieldDescr {
        FieldDescr {
            name: Cow::Borrowed(self.name),
            offset: self.offset,
            mem: F::Value::MEM,
            immutable: !F::MUTABLE,
            length: self.length,
            refs: F::Value::GC.refs(),
        }
    }
}

impl<T: Object> Field<T, i64> {
    /// For the derive: the length of an array.
    ///
    /// # Safety
    /// `T` has a tail at `offset`.
    #[doc(hidden)]
    pub const unsafe fn length(name: &'static str, offset: usize) -> Self {
        Field { name, offset: offset as u32, length: true, types: PhantomData }
    }
}

impl<T: Object, F: Stored<Value = RawSlot>> Field<T, F> {
    /// What traces call the payload word; the tag is [`Field::descr`]'s.
    pub fn payload_descr(self) -> FieldDescr {
        FieldDescr {
            name: Cow::Owned(format!("{}.payload", self.name)),
            offset: self.offset + 8,
            mem: Mem::W64,
            immutable: !F::MUTABLE,
            length: false,
            refs: Refs::ByTag,
        }
    }
}

/// The elements of an array object type, as [`Field`] is for one field.
pub struct Elems<T, E> {
    names: &'static [&'static str; 3],
    offset: u32,
    types: PhantomData<fn() -> (T, E)>,
}

impl<T, E> Clone for Elems<T, E> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, E> Copy for Elems<T, E> {}

impl<T: Object, E: Stored> Elems<T, E> {
    /// For the derive: `names` are those of the elements, of their tags and of their payloads.
    ///
    /// # Safety
    /// `T` has a tail with elements `E` from `offset` on.
    #[doc(hidden)]
    pub const unsafe fn new(names: &'static [&'static str; 3], offset: usize) -> Self {
        Elems { names, offset: offset as u32, types: PhantomData }
    }
    /// Byte offset of element 0.
    #[inline(always)]
    pub const fn offset(self) -> u32 {
        self.offset
    }
    /// `Type[]`.
    #[inline(always)]
    pub const fn name(self) -> &'static str {
        self.names[0]
    }
    const fn part(self, name: usize, plus: u32, refs: Refs) -> ArrayDescr {
        ArrayDescr {
            name: Cow::Borrowed(self.names[name]),
            offset: self.offset + plus,
            stride: size_of::<E>() as u32,
            mem: <E::Value as HeapValue>::MEM,
            immutable: !E::MUTABLE,
            refs,
        }
    }
    /// What traces call the elements (not for slots, which are two parts).
    pub const fn descr(self) -> ArrayDescr {
        assert!(!matches!(<E::Value as HeapValue>::KIND, Kind::Slot), "slots have a tag and a payload part");
        self.part(0, 0, <E::Value as HeapValue>::GC.refs())
    }
}

impl<T: Object, E: Stored<Value = RawSlot>> Elems<T, E> {
    /// What traces call the tags of the elements.
    pub const fn tags(self) -> ArrayDescr {
        self.part(1, 0, Refs::None)
    }
    /// What traces call the payloads of the elements.
    pub const fn payloads(self) -> ArrayDescr {
        self.part(2, 8, Refs::ByTag)
    }
}
