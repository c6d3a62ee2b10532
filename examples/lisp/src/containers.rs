//! Hash tables and vectors that grow: the framework's, with this language's equality and numbers.
//!
//! **Problem.** Keys are equal as `equal?` says, so lists and texts are found by what is in them; interpreter code must nevertheless find most keys without a call.
//!
//! **Invariants.** What is equal has one hash. Vectors change, so what is in them counts for no hash.
//!
//! **Not promised.** A key that is changed, or that is too large to be compared, may not be found again.
//!
//! **Example.** `(define t (make-hash-table)) (hash-table-set! t "a" 1) (hash-table-ref/default t "a" 0)` is `1`.

use crate::data::equal;
use crate::value::{Plain, Tag, Value};
use holloway::containers::hash::folded;
use holloway::containers::list::{Kinds, List};
use holloway::containers::table::{Entries, Keys, Table};
use holloway::heap::{Field, Header, Mut, Mutator, OptGc, RawSlot};
use holloway::machine::{Ref, Tagged as _};
use holloway::Object;

/// A hash table.
#[derive(Object, Default)]
#[repr(C)]
pub struct HashTable {
    header: Header,
    entries: Mut<OptGc<Entries>>,
}

/// Keys are equal as `equal?` says.
pub struct Equal;

/// Pairs that a hash looks into.
const MOST_HASHED: usize = 16;

impl Keys for Equal {
    const HOLE: RawSlot = RawSlot { tag: Tag::Unset, bits: 0 };

    fn hash(heap: &Mutator, mut key: RawSlot) -> u64 {
        let mut hash = 0;
        for _ in 0..MOST_HASHED {
            let Value::Pair(p) = Plain::from_raw(key) else { return folded(hash ^ hash_atom(heap, key)) };
            hash = folded(hash ^ hash_atom(heap, p.gc().car)).wrapping_add(1);
            key = p.gc().cdr;
        }
        hash
    }
    #[inline(always)]
    fn is_unique(key: RawSlot) -> bool {
        !matches!(key.tag, Tag::Float | Tag::Str | Tag::Pair | Tag::Vector)
    }
    fn equal(heap: &Mutator, a: RawSlot, b: RawSlot) -> Option<bool> {
        Some(equal(heap, a, b).unwrap_or(false))
    }
}

/// The hash of what is no pair; of pairs, that they are some.
fn hash_atom(heap: &Mutator, key: RawSlot) -> u64 {
    match Plain::from_raw(key) {
        Value::Str(s) => s.gc().hash(heap),
        // Zeros are equal whatever their signs.
        Value::Float(x) if x.value() == 0.0 => 0,
        Value::Vector(v) => v.gc().len() as u64,
        Value::Pair(_) => 1,
        _ => key.bits ^ key.tag << 60,
    }
}

impl Table for HashTable {
    type Keys = Equal;
    const ENTRIES: Field<Self, Mut<OptGc<Entries>>> = Self::entries;
    fn field(&self) -> &Mut<OptGc<Entries>> {
        &self.entries
    }
}

/// Vectors that grow hold numbers and truth values as such.
pub struct Numbers;

impl Kinds for Numbers {
    const INT: Option<u64> = Some(Tag::Int);
    const FLOAT: Option<u64> = Some(Tag::Float);
    const BOOL: Option<(u64, u64)> = Some((Tag::False, Tag::True));
}

/// An empty hash table as a slot.
pub fn hash_table(heap: &Mutator) -> RawSlot {
    Plain::to_raw(Value::HashTable(Ref::new(heap.alloc(HashTable::default()))))
}

/// An empty vector that grows, as a slot.
pub fn flexvector(heap: &Mutator) -> RawSlot {
    Plain::to_raw(Value::Flexvector(Ref::new(heap.alloc(List::default()))))
}
