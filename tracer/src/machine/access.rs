//! Typed access to heap objects from interpreter code.

use super::values::{Bool, Float, Int, OptRef, Ref, Slot, Values};
use super::{Access, Language, Machine, Tagged, TypeInfo};
use crate::heap::{
    ArrayObject, Field, FieldGc, Gc, HeapValue, Object, OptGc, RawSlot, Settable, Stored, Zeroable,
};
use holloway_compiler::ir::{Refs, Ty};
use std::marker::PhantomData;

/// A memory form that interpreter code can load and store: what red it is, and how.
pub trait FieldKind {
    /// The red for it.
    type Red<V: Values>: Copy;
    #[doc(hidden)]
    #[track_caller]
    fn load<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>) -> Self::Red<M::V>;
    #[doc(hidden)]
    #[track_caller]
    fn store<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>, v: Self::Red<M::V>);
}

/// A field, or an element with its index; slots have a second access for their payload.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Place<W> {
    pub access: Access,
    pub payload: Option<Access>,
    pub index: Option<W>,
}

#[inline(always)]
#[track_caller]
fn load<M: Machine>(
    m: &M,
    obj: <M::V as Values>::W,
    a: Access,
    i: Option<<M::V as Values>::W>,
    ty: Ty,
) -> <M::V as Values>::W {
    match i {
        None => m.load(obj, a, ty),
        Some(i) => m.load_elem(obj, i, a, ty),
    }
}

#[inline(always)]
#[track_caller]
fn store<M: Machine>(
    m: &M,
    obj: <M::V as Values>::W,
    a: Access,
    i: Option<<M::V as Values>::W>,
    v: <M::V as Values>::W,
) {
    match i {
        None => m.store(obj, a, v),
        Some(i) => m.store_elem(obj, i, a, v),
    }
}

/// The IR type of the payload that goes with a tag word.
#[inline(always)]
fn payload_type<M: Machine>(tag: <M::V as Values>::W) -> Ty {
    if M::TRACING {
        crate::machine::slot::payload_type(<M::L as Language>::Value::PAYLOADS, M::V::bits(tag))
    } else {
        Ty::Int
    }
}

macro_rules! word_kind {
    ($($t:ty => $red:ident $ty:ident),*) => {$(
        impl FieldKind for $t {
            type Red<V: Values> = $red<V>;
            #[inline(always)]
            fn load<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>) -> $red<M::V> {
                $red(load(m, obj, at.access, at.index, Ty::$ty))
            }
            #[inline(always)]
            fn store<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>, v: $red<M::V>) {
                store(m, obj, at.access, at.index, v.0)
            }
        }
    )*};
}
word_kind!(i64 => Int Int, u32 => Int Int, u8 => Int Int, bool => Bool Int);

impl FieldKind for f64 {
    type Red<V: Values> = Float<V>;
    #[inline(always)]
    fn load<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>) -> Float<M::V> {
        Float(M::V::w_as_d(load(m, obj, at.access, at.index, Ty::Float)))
    }
    #[inline(always)]
    fn store<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>, v: Float<M::V>) {
        store(m, obj, at.access, at.index, M::V::d_as_w(v.0))
    }
}

impl<T: Object> FieldKind for Gc<T> {
    type Red<V: Values> = Ref<V, T>;
    #[inline(always)]
    fn load<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>) -> Ref<M::V, T> {
        Ref(load(m, obj, at.access, at.index, Ty::Ref), PhantomData)
    }
    #[inline(always)]
    fn store<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>, v: Ref<M::V, T>) {
        store(m, obj, at.access, at.index, v.0)
    }
}

impl<T: Object> FieldKind for OptGc<T> {
    type Red<V: Values> = OptRef<V, T>;
    #[inline(always)]
    fn load<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>) -> OptRef<M::V, T> {
        OptRef(load(m, obj, at.access, at.index, Ty::Ref), PhantomData)
    }
    #[inline(always)]
    fn store<M: Machine>(
        m: &M,
        obj: <M::V as Values>::W,
        at: Place<<M::V as Values>::W>,
        v: OptRef<M::V, T>,
    ) {
        store(m, obj, at.access, at.index, v.0)
    }
}

impl FieldKind for RawSlot {
    type Red<V: Values> = Slot<V>;
    #[inline(always)]
    fn load<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>) -> Slot<M::V> {
        let tag = load(m, obj, at.access, at.index, Ty::Int);
        let ty = payload_type::<M>(tag);
        let payload = load(m, obj, at.payload.expect("slots have two parts"), at.index, ty);
        Slot(M::V::slot(tag, payload))
    }
    #[inline(always)]
    fn store<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>, v: Slot<M::V>) {
        store(m, obj, at.access, at.index, M::V::slot_tag(v.0));
        store(m, obj, at.payload.expect("slots have two parts"), at.index, M::V::slot_payload(v.0));
    }
}

const fn access(
    name: &'static str,
    offset: u32,
    stride: u32,
    mem: holloway_compiler::ir::Mem,
    immutable: bool,
    gc: FieldGc,
) -> Access {
    Access { name, offset, stride, mem, immutable, length: false, refs: gc.refs() }
}

/// The payload of the slot whose tag this may be.
const fn payload(tag: Access) -> Access {
    Access { offset: tag.offset + 8, refs: Refs::ByTag, ..tag }
}

impl<W> Place<W> {
    #[inline(always)]
    fn field<T: Object, F: Stored>(f: Field<T, F>) -> Self {
        let a = access(f.name(), f.offset(), 0, F::Value::MEM, !F::MUTABLE, F::Value::GC);
        Place { access: Access { length: f.is_length(), ..a }, payload: Some(payload(a)), index: None }
    }
    #[inline(always)]
    fn elem<T: ArrayObject>(index: W) -> Self {
        let e = T::ELEMS;
        let stride = size_of::<T::Elem>() as u32;
        let a = access(
            e.name(),
            e.offset(),
            stride,
            <T::Elem as Stored>::Value::MEM,
            !<T::Elem as Stored>::MUTABLE,
            <T::Elem as Stored>::Value::GC,
        );
        Place { access: a, payload: Some(payload(a)), index: Some(index) }
    }
    /// The same in an object made since the last poll. Such a one is young, so plain execution needs no barrier; what traces need they find out.
    #[inline(always)]
    fn of_new<M: Machine>(self) -> Self {
        if M::TRACING {
            return self;
        }
        let unlogged = |a: Access| Access { refs: Refs::None, ..a };
        Place { access: unlogged(self.access), payload: self.payload.map(unlogged), ..self }
    }
}

/// The red form of an array's elements.
pub type ElemRed<T, V> = <<<T as ArrayObject>::Elem as Stored>::Value as FieldKind>::Red<V>;

impl<V: Values, T: Object> Ref<V, T> {
    /// Reads a field.
    #[inline(always)]
    #[track_caller]
    pub fn get<M: Machine<V = V>, F: Stored<Value: FieldKind>>(
        self,
        m: &M,
        f: Field<T, F>,
    ) -> <F::Value as FieldKind>::Red<V> {
        <F::Value as FieldKind>::load(m, self.0, Place::field(f))
    }
    /// Writes a mutable field.
    #[inline(always)]
    #[track_caller]
    pub fn set<M: Machine<V = V>, F: Settable<Value: FieldKind>>(
        self,
        m: &M,
        f: Field<T, F>,
        v: <F::Value as FieldKind>::Red<V>,
    ) {
        <F::Value as FieldKind>::store(m, self.0, Place::field(f), v)
    }
    /// Writes any field of an object just made by [`make`], before anybody else can see it.
    #[inline(always)]
    #[track_caller]
    pub fn init<M: Machine<V = V>, F: Stored<Value: FieldKind>>(
        self,
        m: &M,
        f: Field<T, F>,
        v: <F::Value as FieldKind>::Red<V>,
    ) -> Self {
        <F::Value as FieldKind>::store(m, self.0, Place::field(f), v);
        self
    }
}

impl<V: Values, T: ArrayObject> Ref<V, T> {
    /// Number of elements.
    #[inline(always)]
    #[track_caller]
    pub fn len<M: Machine<V = V>>(self, m: &M) -> Int<V> {
        self.get(m, T::LEN)
    }
    /// The element at an index, guarded to be in bounds.
    #[inline(always)]
    #[track_caller]
    pub fn at<M: Machine<V = V>>(self, m: &M, i: Int<V>) -> Option<ElemRed<T, V>>
    where
        <T::Elem as Stored>::Value: FieldKind,
    {
        if m.branch(i.ult(self.len(m))) {
            Some(<<T::Elem as Stored>::Value as FieldKind>::load(m, self.0, Place::elem::<T>(i.0)))
        } else {
            None
        }
    }
    /// Writes an element, guarded to be in bounds; `None` if it is not.
    #[inline(always)]
    #[track_caller]
    pub fn put<M: Machine<V = V>>(self, m: &M, i: Int<V>, v: ElemRed<T, V>) -> Option<()>
    where
        T::Elem: Settable,
        <T::Elem as Stored>::Value: FieldKind,
    {
        if m.branch(i.ult(self.len(m))) {
            <<T::Elem as Stored>::Value as FieldKind>::store(m, self.0, Place::elem::<T>(i.0), v);
            Some(())
        } else {
            None
        }
    }
}

/// What allocation of a type needs.
#[inline(always)]
fn type_info<T: Object>() -> TypeInfo {
    let s = T::SHAPE;
    let (stride, len_offset) = match s.tail {
        Some(t) => (t.stride, t.len_offset),
        None => (0, 0),
    };
    TypeInfo { name: s.name, header: T::type_number() as u64, size: s.size, stride, len_offset }
}

/// Allocates an object with all fields zero (0, 0.0, false, null); give the others their values with [`Ref::init`].
///
/// Types that own Rust values are made by helpers instead.
#[inline(always)]
#[track_caller]
pub fn make<M: Machine, T: Object>(m: &M) -> Ref<M::V, T> {
    const {
        assert!(
            T::SHAPE.tail.is_none() && !T::SHAPE.has_owned(),
            "arrays are made by `make_array`, owners of Rust values by helpers"
        )
    };
    Ref(m.alloc(&type_info::<T>()), PhantomData)
}

/// Allocates an array with all elements zero. The length must not be negative and is at most [`MAX_INLINE_LEN`] (larger ones are made by helpers,
/// which can answer out of memory).
///
/// # Panics
/// On a length out of that range, which the interpreter must have excluded by a guard.
#[inline(always)]
#[track_caller]
pub fn make_array<M: Machine, T: ArrayObject>(m: &M, len: Int<M::V>) -> Ref<M::V, T>
where
    <T::Elem as Stored>::Value: Zeroable,
{
    Ref(m.alloc_array(&type_info::<T>(), len.0), PhantomData)
}

/// Allocates an array with these elements, which may be of an immutable type. Fields are zero; see [`Ref::init`].
///
/// # Panics
/// If there are more than [`MAX_INLINE_LEN`].
#[inline(always)]
#[track_caller]
pub fn make_filled<M: Machine, T: ArrayObject>(m: &M, elems: &[ElemRed<T, M::V>]) -> Ref<M::V, T>
where
    <T::Elem as Stored>::Value: FieldKind + Zeroable,
{
    let made: Ref<M::V, T> = make_array(m, Int::new(elems.len() as i64));
    for (i, &e) in elems.iter().enumerate() {
        let at = Place::elem::<T>(M::V::word(i as u64, Ty::Int)).of_new::<M>();
        <<T::Elem as Stored>::Value as FieldKind>::store(m, made.0, at, e);
    }
    made
}

/// The same with `n` elements, each told by its number.
///
/// # Panics
/// If there are more than [`MAX_INLINE_LEN`].
#[inline(always)]
#[track_caller]
pub fn make_each<M: Machine, T: ArrayObject>(
    m: &M,
    n: usize,
    elem: impl Fn(usize) -> ElemRed<T, M::V>,
) -> Ref<M::V, T>
where
    <T::Elem as Stored>::Value: FieldKind + Zeroable,
{
    let made: Ref<M::V, T> = make_array(m, Int::new(n as i64));
    for i in 0..n {
        let at = Place::elem::<T>(M::V::word(i as u64, Ty::Int));
        <<T::Elem as Stored>::Value as FieldKind>::store(m, made.0, at, elem(i));
    }
    made
}

/// Most elements of an array made by [`make_array`].
pub const MAX_INLINE_LEN: u64 = 1 << 20;
