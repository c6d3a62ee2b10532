//! Hash tables in order of insertion.
//!
//! **Problem.** Interpreter code must read and write the entry of a key without a call, host code must use the same table, and only the language knows which of its values are equal and what
//! their hashes are; some must even ask the guest program. So a table is what lies in one field of an object of the language's, and all that the table has to be told is [`Keys`].
//!
//! ```text
//! HashTable               Entries                                  WordArray
//! header                  header                                   ..
//! entries ------------->  index, if there are more than 8 ------>  places, by hash: numbers of entries
//!                         next: what took its place
//!                         size, live
//!                         key 0, value 0, key 1, value 1, ..
//! ```
//!
//! **Invariants.**
//! 1. Entries stand in order of insertion, and keep their numbers until the table grows or is cleared. One that was taken out is a hole until then: [`Keys::HOLE`] for key and value.
//! 2. The entries not used yet are holes, too, where there is no index. So few entries are found by looking at all there is room for.
//! 3. There is a place in the index for each of the first `size` entries, holes too, and a quarter of the places is free. Places never change their entries.
//! 4. Entries that were replaced stay as they were then and lead to those that replaced them, so that a [`Cursor`] finds its way. Entries that are in use lead nowhere.
//!
//! **Not promised.** Room is not given back before the next growth or [`Table::clear`]. Taking out the first entry again and again looks at all holes before it each time.
//!
//! **Example.** A table of a language whose values of tag 0 are "nothing", and whose other values are equal if they are the same.
//! ```
//! use holloway::containers::table::{Entries, Keys, Table};
//! use holloway::heap::*;
//! use holloway::Object;
//!
//! #[derive(Object, Default)]
//! #[repr(C)]
//! struct HashTable {
//!     header: Header,
//!     entries: Mut<OptGc<Entries>>, // beside what else the language's tables have
//! }
//!
//! struct Same;
//! impl Keys for Same {
//!     const HOLE: RawSlot = RawSlot { tag: 0, bits: 0 };
//!     fn hash(_: &Mutator, key: RawSlot) -> u64 {
//!         key.bits ^ key.tag << 60
//!     }
//!     fn is_unique(_: RawSlot) -> bool {
//!         true
//!     }
//!     fn equal(_: &Mutator, _: RawSlot, _: RawSlot) -> Option<bool> {
//!         Some(false) // they are not the same
//!     }
//! }
//!
//! impl Table for HashTable {
//!     type Keys = Same;
//!     const ENTRIES: Field<Self, Mut<OptGc<Entries>>> = Self::entries;
//!     fn field(&self) -> &Mut<OptGc<Entries>> {
//!         &self.entries
//!     }
//! }
//!
//! let heap = Heap::new(HeapConfig::default(), Default::default());
//! let int = |n| RawSlot { tag: 1, bits: n };
//! let table = heap.alloc(HashTable::default());
//! for n in 0..100 {
//!     table.insert(&heap, int(n), int(n * n)).unwrap();
//! }
//! assert_eq!(table.get(&heap, int(7)), Some(int(49)));
//! assert_eq!(table.remove(&heap, int(0)), Some(int(0)));
//! let first = table.iter(&heap).next();
//! assert_eq!((table.len(&heap), first), (99, Some((int(1), int(1)))));
//! ```
//!
//! Interpreter code does the same by the functions of [`open`], such as [`open::get`].

mod ask;
mod cursor;
mod entries;
mod entry;
mod host;
pub mod open;
#[cfg(test)]
mod tests;

pub use cursor::{Cursor, Iter};
pub use entries::{Entries, FEW};
pub use entry::Entry;
pub use host::Table;

use holloway_tracer::heap::{Mutator, RawSlot};

/// What a language says of the keys of its tables.
pub trait Keys: 'static {
    /// A value of a tag that no key has: key and value of entries that were taken out.
    const HOLE: RawSlot;
    /// Whether some keys can only be compared, or hashed, by the guest program: [`Keys::equal`] may then answer `None`, and [`Keys::hash`] is not called: hashes come with the keys
    /// ([`Table::find_asking`], [`Table::insert_hashed`]). All entries of such tables are in an index, which keeps their hashes.
    const ASKS: bool = false;

    /// A hash, which equal keys share. Any word will do, as it is mixed. Of a text, it is worth to be kept in the text.
    fn hash(heap: &Mutator, key: RawSlot) -> u64;
    /// Whether no other value than this one is equal to it, as of integers, and of names that are one object each.
    fn is_unique(key: RawSlot) -> bool;
    /// Whether two values are equal that are not the same, neither of them unique; `None` if only the program can tell. A value is always equal to itself.
    fn equal(heap: &Mutator, a: RawSlot, b: RawSlot) -> Option<bool>;
    /// Whether an entry is not counted, and gone after the next growth. A language whose programs take keys out by giving them a certain value says so here: it then stores that value, and the
    /// key stays to be found until then. Code that goes through entries by an [`open::Cursor`] tests it itself.
    #[inline(always)]
    fn is_vacant(key: RawSlot, _value: RawSlot) -> bool {
        key.tag == Self::HOLE.tag
    }
}
