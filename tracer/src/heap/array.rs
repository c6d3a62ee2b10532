//! Inline elements: [`Tail`], and the framework's array types.
//!
//! An array object is any derived struct whose last field is a `Tail<E>`: a 64-bit length, then that many elements. Lengths never change;
//! a growable array is an object of the language with a length and a reference to an array.

use super::block::Block;
use super::field::{Elems, Field, FieldGc, HeapValue, Mut, RawSlot, Stored};
use super::gc::OptGc;
use super::mutator::Mutator;
use super::object::{Header, Object, RefElement};
use holloway_compiler::ir::ArrayDescr;
use holloway_macros::Object;
use std::cell::Cell;
use std::ops::Range;

/// The elements at the end of an object: `Tail<u8>` never change, `Tail<Mut<u8>>` may.
#[repr(C)]
pub struct Tail<E> {
    len: Cell<i64>,
    elems: [E; 0],
}

impl<E: Stored> Tail<E> {
    /// What a struct literal gives; allocation sets the length.
    #[allow(clippy::declare_interior_mutable_const)] // a new one each time is what is wanted
    pub const NEW: Tail<E> = {
        assert!(align_of::<E>() <= 8);
        Tail { len: Cell::new(0), elems: [] }
    };

    /// Number of elements.
    #[allow(clippy::len_without_is_empty)]
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len.get() as usize
    }
    /// # Safety
    /// The tail ends an object in the heap that has room for `n` elements, all of them values.
    #[inline(always)]
    pub(crate) unsafe fn set_len(&self, n: usize) {
        self.len.set(n as i64)
    }
    #[inline(always)]
    pub(super) fn all(&self) -> &[E] {
        // SAFETY: a length other than 0 is only set by allocation, which made room for that many elements behind it.
        unsafe { std::slice::from_raw_parts((self as *const Self).add(1).cast::<E>(), self.len()) }
    }
}

impl<E: Stored> Default for Tail<E> {
    fn default() -> Self {
        Tail::NEW
    }
}

impl<V: HeapValue + Stored> Tail<V> {
    /// The elements, which never change.
    #[inline(always)]
    pub fn as_slice(&self) -> &[V] {
        self.all()
    }
}

impl<V: HeapValue> Tail<Mut<V>> {
    /// The elements, each a cell.
    #[inline(always)]
    pub fn cells(&self, _mutator: &Mutator) -> &[Mut<V>] {
        self.all()
    }
    /// Element `i`, if in bounds.
    #[inline(always)]
    pub fn get(&self, mutator: &Mutator, i: usize) -> Option<V> {
        self.all().get(i).map(|m| m.get(mutator))
    }
    /// Changes element `i`; `None` if out of bounds.
    #[inline(always)]
    pub fn set(&self, mutator: &Mutator, i: usize, v: V) -> Option<()> {
        let cell = self.all().get(i)?;
        if v.is_young(mutator) {
            // SAFETY: it has the element.
            let object = unsafe { self.object() };
            cell.log(mutator, object, self.len())
        }
        cell.set_logged(v);
        Some(())
    }
    /// Copies values over the elements from `at` on; `None`, and nothing changed, if they don't fit.
    pub fn copy_in(&self, mutator: &Mutator, at: usize, values: &[V]) -> Option<()> {
        let to = self.all().get(at..at.checked_add(values.len())?)?;
        self.barrier(mutator);
        to.iter().zip(values).for_each(|(m, &v)| m.set_logged(v));
        Some(())
    }
    /// Copies other elements over those from `at` on; `None`, and nothing changed, if they don't fit.
    pub fn copy_from(&self, mutator: &Mutator, at: usize, from: &[Mut<V>]) -> Option<()> {
        let to = self.all().get(at..at.checked_add(from.len())?)?;
        self.barrier(mutator);
        to.iter().zip(from).for_each(|(m, v)| m.set_logged(v.peek()));
        Some(())
    }
    /// Copies the elements of a range over those from `to` on, which may overlap it; `None`, and nothing changed, if they don't fit.
    pub fn copy_within(&self, mutator: &Mutator, from: Range<usize>, to: usize) -> Option<()> {
        let n = from.len();
        let (from, to) = (self.all().get(from)?, self.all().get(to..to.checked_add(n)?)?);
        self.barrier(mutator);
        // SAFETY: both are elements of this tail, as many of one as of the other. They are cells, which may be written through a shared reference, and have the bytes of
        // their values, which may be copied.
        unsafe { std::ptr::copy(from.as_ptr(), to.as_ptr().cast_mut(), n) };
        Some(())
    }
    /// Changes the elements from `at` on to these values, as long as there are elements. The iterator must not run the guest.
    #[inline]
    pub fn set_all(&self, mutator: &Mutator, at: usize, values: impl IntoIterator<Item = V>) {
        self.barrier(mutator);
        let to = self.all().get(at..).unwrap_or_default();
        to.iter().zip(values).for_each(|(m, v)| m.set_logged(v))
    }
    /// The write barrier of the object that the tail ends.
    #[inline]
    fn barrier(&self, mutator: &Mutator) {
        if !matches!(V::GC, FieldGc::None) && self.len() > 0 {
            // SAFETY: it has elements.
            mutator.barrier(unsafe { self.object() })
        }
    }
    /// The object that the tail ends.
    ///
    /// # Safety
    /// The tail has elements.
    #[inline(always)]
    unsafe fn object(&self) -> usize {
        let tail = self as *const Self as usize;
        // SAFETY: a tail that has elements is in an object in the heap, and no further than a block's size from its start.
        unsafe { Block::of(tail) }.object_around(tail)
    }
}

/// An object with a tail; implemented by the derive.
///
/// # Safety
/// `ELEMS` and `LEN` describe the tail that `tail` answers, which is the last field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no elements",
    note = "make a `Tail<_>` its last field"
)]
pub unsafe trait ArrayObject: Object {
    /// Type of an element as declared.
    type Elem: Stored;
    /// The elements' name for machines and traces.
    const ELEMS: Elems<Self, Self::Elem>;
    /// The length's.
    const LEN: Field<Self, i64>;
    /// The tail.
    fn tail(&self) -> &Tail<Self::Elem>;
}

macro_rules! arrays {
    ($($(#[$doc:meta])* $name:ident, $elem:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Object, Default)]
        #[object(crate = holloway_tracer)]
        #[repr(C)]
        pub struct $name {
            header: Header,
            tail: Tail<Mut<$elem>>,
        }
        impl std::ops::Deref for $name {
            type Target = Tail<Mut<$elem>>;
            #[inline(always)]
            fn deref(&self) -> &Self::Target {
                &self.tail
            }
        }
    )*};
}

arrays! {
    /// Integers or other words without references.
    WordArray, i64;
    /// Floats.
    FloatArray, f64;
    /// Bytes.
    ByteArray, u8;
    /// Language values of 16 bytes.
    SlotArray, RawSlot;
}

impl WordArray {
    /// The elements.
    pub const ELEMS: ArrayDescr = <Self as ArrayObject>::ELEMS.descr();
}
impl FloatArray {
    /// The elements.
    pub const ELEMS: ArrayDescr = <Self as ArrayObject>::ELEMS.descr();
}
impl ByteArray {
    /// The elements.
    pub const ELEMS: ArrayDescr = <Self as ArrayObject>::ELEMS.descr();
}
impl SlotArray {
    /// The elements' tags.
    pub const TAGS: ArrayDescr = <Self as ArrayObject>::ELEMS.tags();
    /// The elements' payloads.
    pub const PAYLOADS: ArrayDescr = <Self as ArrayObject>::ELEMS.payloads();
}

/// References to objects of one type, or null.
#[repr(C)]
pub struct RefArray<T: Object> {
    header: Header,
    tail: Tail<Mut<OptGc<T>>>,
}

impl<T: Object> Default for RefArray<T> {
    fn default() -> Self {
        RefArray { header: Header::NEW, tail: Tail::NEW }
    }
}

impl<T: Object> std::ops::Deref for RefArray<T> {
    type Target = Tail<Mut<OptGc<T>>>;
    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &self.tail
    }
}

// SAFETY: the layout is that of the struct above, and the element type gives a cell for arrays of it alone.
unsafe impl<T: RefElement> Object for RefArray<T> {
    const SHAPE: super::Shape = super::Shape {
        name: "RefArray",
        size: size_of::<Self>() as u32,
        fields: &[],
        tail: Some(super::TailShape {
            len_offset: std::mem::offset_of!(Self, tail) as u32,
            elems_offset: size_of::<Self>() as u32,
            stride: 8,
            gc: super::FieldGc::Ref,
        }),
    };
    fn type_cell() -> &'static super::TypeCell {
        T::ref_array_cell()
    }
}

// SAFETY: `tail` is the last field, its length comes first.
unsafe impl<T: RefElement> ArrayObject for RefArray<T> {
    type Elem = Mut<OptGc<T>>;
    // SAFETY: the elements follow the struct.
    const ELEMS: Elems<Self, Self::Elem> =
        unsafe { Elems::new(&["RefArray[]", "RefArray[].tag", "RefArray[].payload"], size_of::<Self>()) };
    // SAFETY: a tail begins with its length.
    const LEN: Field<Self, i64> =
        unsafe { Field::length("RefArray[].len", std::mem::offset_of!(Self, tail)) };
    fn tail(&self) -> &Tail<Self::Elem> {
        &self.tail
    }
}
