//! Descriptors: what an access, an allocation or a call refers to.
//!
//! Traces intern descriptors by value; equality *is* identity, so two accesses alias only if their descriptors are
//! equal. The derives make one descriptor per field of each object type; an array type has one per element part.

use std::borrow::Cow;

/// How a value lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mem {
    /// Unsigned byte, zero-extended.
    U8,
    /// Unsigned 16 bits, zero-extended.
    U16,
    /// Unsigned 32 bits, zero-extended.
    U32,
    /// Signed 32 bits, sign-extended.
    I32,
    /// Eight bytes of any type: integer, float, reference or a slot's payload.
    W64,
}

impl Mem {
    /// Size in bytes.
    pub fn bytes(self) -> u32 {
        match self {
            Mem::U8 => 1,
            Mem::U16 => 2,
            Mem::U32 | Mem::I32 => 4,
            Mem::W64 => 8,
        }
    }
}

/// Whether a collector follows what lies in a place, so that a store there into a live object needs a write barrier before it ([`Op::Barrier`](super::Op::Barrier)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Refs {
    /// It holds no references.
    #[default]
    None,
    /// It holds a reference or null.
    Always,
    /// It is the payload of a slot, whose tag lies eight bytes before and has the same name: it holds a reference if the tag says so.
    ByTag,
}

/// A field of an object type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FieldDescr {
    /// `Type.field`, for logs; part of the identity.
    pub name: Cow<'static, str>,
    /// Byte offset from the object's address.
    pub offset: u32,
    /// Form in memory.
    pub mem: Mem,
    /// Never written after the object's initialization.
    pub immutable: bool,
    /// The length of an array: immutable, of eight bytes, and a number of elements that can exist.
    pub length: bool,
    /// Whether it holds references.
    pub refs: Refs,
}

/// The elements (or one part of each element) of an array type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArrayDescr {
    /// `Type[]` or `Type[].part`.
    pub name: Cow<'static, str>,
    /// Byte offset of element 0.
    pub offset: u32,
    /// Bytes from one element to the next: 1, 2, 4, 8 or 16.
    pub stride: u32,
    /// Form in memory.
    pub mem: Mem,
    /// Never written after the object's initialization.
    pub immutable: bool,
    /// Whether it holds references.
    pub refs: Refs,
}

/// What an allocation needs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeDescr {
    /// Name, for logs.
    pub name: Cow<'static, str>,
    /// The word stored at offset 0 of every object of the type: type number in the low 32 bits, GC bits above, all zero at birth.
    pub header: u64,
    /// Bytes of the object, header included, before any elements; a multiple of 8.
    pub size: u32,
    /// For arrays: bytes an element; 0 otherwise.
    pub stride: u32,
    /// For arrays: the offset of the 64-bit length.
    pub len_offset: u32,
}

/// Most words of a table.
pub const MAX_TABLE: usize = 1 << 16;

/// A table of constant words. Its name is known to whoever makes code from it, so that a device gets each table once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableDescr {
    /// Name, for logs and for devices; part of the identity.
    pub name: &'static str,
    /// The words, of which there are a power of two. Native code has their address.
    pub words: &'static [u64],
}

/// What a helper may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HelperEffect {
    /// Same arguments, same result; no effect; cannot fail.
    Pure,
    /// Reads mutable memory and may allocate; writes nothing that traces read. Called by [`Op::CallRead`](super::Op::CallRead) it cannot fail and has one
    /// result; by [`Op::Call`](super::Op::Call) it may raise.
    Read,
    /// Anything, may fail (raise).
    All,
}

/// A function outside the trace.
///
/// Every helper has the same machine interface: `native!(fn(ctx: *const NativeCtx, args: *const u64, out: *mut u64) -> u64)`:
/// argument words in memory, result words to `out` (at most 8), status returned (0: fine). Pure and reading
/// helpers return their value in `out[0]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HelperDescr {
    /// Name, for logs.
    pub name: Cow<'static, str>,
    /// Address of the function.
    pub addr: usize,
    /// Its effects.
    pub effect: HelperEffect,
    /// Address of the same with its arguments in registers, a [`DirectFn`](crate::abi::DirectFn).
    pub direct: Option<usize>,
    /// What native code does in place of a call, or before it.
    pub inline: Option<Inline>,
    /// Whether the one result of an elidable helper is a reference that is null only if the helper failed. Then a guard on that is for those who use the result: where
    /// nobody does, both go.
    pub never_null: bool,
}

/// What backends have a few instructions for, as a call would take longer than the work. The helper answers the same: evaluation and plain execution ask it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Inline {
    /// `(index, marks, hash)`: the first entry of a hash table with a hash; -1 if there is none.
    ///
    /// A table with many entries has an index by open addressing: an array of words at [`Inline::WORDS`], their number, a power of two (or 0: nothing is found), at [`Inline::LENGTH`]. From
    /// the word `hash >> 32` on, modulo that number: a word 0 ends the search; one with the upper half of the hash and a lower half of at least 2 is
    /// found, and the lower half less 2 is the answer. A word of the index is 0. One with few entries has null for the index, and a byte for each
    /// entry in `marks`: the answer is the first, from the lowest on, that is `hash >> 57 | 128`.
    Entry,
    /// `(table, key, near)`: the entry of a key, -1 if there is none, whatever `near` is. What native code does not find is left to the helper, which is called with its arguments in registers: `near` is
    /// then an entry whose key has the hash, and may be equal, or as traces give it, which is -1.
    Key(Search),
}

impl Inline {
    /// Where the elements of an index, and of entries, are, in bytes from the object's address.
    pub const WORDS: usize = 16;
    /// Where their number is.
    pub const LENGTH: usize = 8;
}

/// Where a search for a key finds what it needs, in bytes from the address of a table or key.
///
/// The key's hash `h` is spread, `(h ^ h >> 32) * Search::SPREAD` modulo 2^64, and then looked for as by [`Inline::Entry`]. In the array of entries that the table refers to there are a key and a value, each a tag and
/// bits, for every entry. One whose key has this tag and these bits is the answer; a key with the hash and other bits, or one beyond the array, is for the helper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Search {
    /// In a table: its index, or null.
    pub index: u32,
    /// Its marks.
    pub marks: u32,
    /// The array of its entries, or null.
    pub entries: u32,
    /// The tag of a key, less than 2^31.
    pub tag: u32,
    /// Where keys are objects, in a key: its hash, or 0 if that is not known yet, which is for the helper. Else they are integers, which are their own hashes; -1 and those
    /// of more than [`Search::BITS`] bits are for the helper.
    pub hash: Option<u32>,
}

impl Search {
    /// What a hash is multiplied by: 2^64 divided by the golden ratio.
    pub const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    /// Integers from -2^BITS to 2^BITS - 1 are their own hashes, but for -1.
    pub const BITS: u32 = 60;
}
