//! Growable arrays that hold numbers and truth values as such.
//!
//! **Problem.** A list of a million integers is to take eight bytes for each and to be read without a test of each one's tag, and still may get a string at any time. So a list has a
//! *kind*: what it holds as plain words, or any values. It changes to the general kind when a value of another one comes. A trace guards the kind once, and the items then need no tests.
//!
//! ```text
//! List                     one of: ByteArray, WordArray, FloatArray, SlotArray
//! header
//! holds, size
//! items ---------------->  item 0, item 1, .. room
//! ```
//!
//! **Invariants.** `items` is the array of the kind that `holds` says, and null where there is no room. `size` is at most its length. Items beyond `size` mean nothing, and refer to nothing.
//!
//! **Not promised.** A list of any values never becomes one of a kind again, but by [`List::clear`]. Room is not given back.
//!
//! **Example.** A language whose integers have tag 1 and floats tag 2.
//! ```
//! use holloway::containers::list::{Kind, Kinds, List};
//! use holloway::heap::{Heap, HeapConfig, RawSlot};
//!
//! struct Numbers;
//! impl Kinds for Numbers {
//!     const INT: Option<u64> = Some(1);
//!     const FLOAT: Option<u64> = Some(2);
//! }
//!
//! let heap = Heap::new(HeapConfig::default(), Default::default());
//! let list = heap.alloc(List::default());
//! for n in 0..10 {
//!     list.push::<Numbers>(&heap, RawSlot { tag: 1, bits: n }).unwrap();
//! }
//! assert_eq!(list.kind(&heap), Kind::Ints);
//! list.push::<Numbers>(&heap, RawSlot { tag: 5, bits: 0 }).unwrap();
//! assert_eq!((list.kind(&heap), list.len(&heap)), (Kind::Slots, 11));
//! assert_eq!(list.get::<Numbers>(&heap, 3), Some(RawSlot { tag: 1, bits: 3 }));
//! ```
//!
//! Interpreter code does the same by the functions of [`open`], such as [`open::get`].

mod host;
pub mod open;
#[cfg(test)]
mod tests;

use holloway_macros::Object;
use holloway_tracer::heap::{
    AnyObject, ByteArray, Field, FloatArray, Header, Mut, OptGc, RawSlot, SlotArray, WordArray,
};

/// What a language's values are, as far as lists hold them as plain words. Others are held as they are.
pub trait Kinds: 'static {
    /// The tag of integers.
    const INT: Option<u64> = None;
    /// The tag of floats.
    const FLOAT: Option<u64> = None;
    /// The tags of false and of true, which have no payload.
    const BOOL: Option<(u64, u64)> = None;
}

/// What a list holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Kind {
    /// Nothing yet, and there is no room.
    #[default]
    None,
    /// Any values.
    Slots,
    /// Integers.
    Ints,
    /// Floats.
    Floats,
    /// Truth values.
    Bools,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::None, Kind::Slots, Kind::Ints, Kind::Floats, Kind::Bools];

    /// The kind with this number.
    #[inline(always)]
    fn of_number(n: i64) -> Kind {
        Kind::ALL.get(n as usize).copied().unwrap_or(Kind::None)
    }
    /// The kind of lists that hold a value best.
    #[inline(always)]
    pub fn of<K: Kinds>(value: RawSlot) -> Kind {
        let tag = Some(value.tag);
        if tag == K::INT {
            Kind::Ints
        } else if tag == K::FLOAT {
            Kind::Floats
        } else if K::BOOL.is_some_and(|(no, yes)| value.tag == no || value.tag == yes) {
            Kind::Bools
        } else {
            Kind::Slots
        }
    }
}

/// A growable array. A language's own list is this object, or refers to one.
#[derive(Object, Default)]
#[object(crate = holloway_tracer)]
#[repr(C)]
pub struct List {
    header: Header,
    /// The number of its [`Kind`].
    holds: Mut<i64>,
    size: Mut<i64>,
    items: Mut<OptGc<AnyObject>>,
}

/// `List::items` as what it is in a list of a kind. Interpreter code reads it so behind a guard of the kind.
macro_rules! items_of {
    ($($name:ident: $array:ty),*) => {
        impl List {$(
            const $name: Field<List, Mut<OptGc<$array>>> = {
                // SAFETY: the field is there, and holds a reference; that it is to such an array the kind says.
                unsafe { Field::new("List.items", std::mem::offset_of!(List, items)) }
            };
        )*}
    };
}
items_of!(SLOTS: SlotArray, INTS: WordArray, FLOATS: FloatArray, BOOLS: ByteArray);
