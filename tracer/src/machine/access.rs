//! Typed access to heap objects from interpreter code.

use super::values::{Bool, Float, Int, OptRef, Ref, Slot, Values};
use super::{Access, Machine, TypeInfo};
use crate::heap::{Gc, Object, OptGc, RawSlot};
use crate::ir::Ty;
use std::marker::PhantomData;

/// A memory form that interpreter code can load and store: what red it is, and how.
pub trait FieldKind {
    /// The red for it.
    type Red<V: Values>: Copy;
    #[doc(hidden)]
    fn load<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>) -> Self::Red<M::V>;
    #[doc(hidden)]
    fn store<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>, v: Self::Red<M::V>);
}

/// The same for array elements.
pub trait ElemKind: FieldKind {}
impl<T: FieldKind> ElemKind for T {}

/// A field, or an element with its index; slots have a second access for their payload.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Place<W> {
    pub access: &'static Access,
    pub payload: Option<&'static Access>,
    pub index: Option<W>,
}

fn load<M: Machine>(m: &M, obj: <M::V as Values>::W, a: &'static Access, i: Option<<M::V as Values>::W>, ty: Ty) -> <M::V as Values>::W {
    match i {
        None => m.load(obj, a, ty),
        Some(i) => m.load_elem(obj, i, a, ty),
    }
}

#[inline(always)]
fn store<M: Machine>(m: &M, obj: <M::V as Values>::W, a: &'static Access, i: Option<<M::V as Values>::W>, v: <M::V as Values>::W) {
    match i {
        None => m.store(obj, a, v),
        Some(i) => m.store_elem(obj, i, a, v),
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
    fn store<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>, v: OptRef<M::V, T>) {
        store(m, obj, at.access, at.index, v.0)
    }
}

impl FieldKind for RawSlot {
    type Red<V: Values> = Slot<V>;
    #[inline(always)]
    fn load<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>) -> Slot<M::V> {
        let tag = load(m, obj, at.access, at.index, Ty::Int);
        let ty = super::slot_payload_type::<M>(tag);
        let payload = load(m, obj, at.payload.expect("slots have two parts"), at.index, ty);
        Slot(M::V::slot(tag, payload))
    }
    #[inline(always)]
    fn store<M: Machine>(m: &M, obj: <M::V as Values>::W, at: Place<<M::V as Values>::W>, v: Slot<M::V>) {
        store(m, obj, at.access, at.index, M::V::slot_tag(v.0));
        store(m, obj, at.payload.expect("slots have two parts"), at.index, M::V::slot_payload(v.0));
    }
}

/// A field of `T` as interpreter code names it.
pub trait FieldAccess<T: Object, K: FieldKind>: Copy {
    /// Its access.
    fn access(self) -> &'static Access;
    /// For slots: the payload's access.
    fn payload(self) -> Option<&'static Access> {
        None
    }
}

/// The element part of an array type.
pub trait Elem: Object {
    /// What elements are.
    type Kind: FieldKind;
    /// The access of element 0 (the tag, for slots).
    const ACCESS: &'static Access;
    /// For slots: the payload's.
    const PAYLOAD: Option<&'static Access>;
    /// The length's access.
    const LEN: &'static Access;
}

impl<V: Values, T: Object> Ref<V, T> {
    /// Reads a field.
    #[inline(always)]
    pub fn get<M: Machine<V = V>, K: FieldKind>(self, m: &M, f: impl FieldAccess<T, K>) -> K::Red<V> {
        K::load(m, self.0, Place { access: f.access(), payload: f.payload(), index: None })
    }
    /// Writes a mutable field.
    #[inline(always)]
    pub fn set<M: Machine<V = V>, K: FieldKind>(self, m: &M, f: impl FieldAccess<T, K>, v: K::Red<V>) {
        K::store(m, self.0, Place { access: f.access(), payload: f.payload(), index: None }, v)
    }
}

impl<V: Values, T: Elem> Ref<V, T> {
    /// Number of elements.
    #[inline(always)]
    pub fn len<M: Machine<V = V>>(self, m: &M) -> Int<V> {
        Int(m.load(self.0, T::LEN, Ty::Int))
    }
    /// The element at an index, guarded to be in bounds.
    #[inline(always)]
    pub fn at<M: Machine<V = V>>(self, m: &M, i: Int<V>) -> Option<<T::Kind as FieldKind>::Red<V>> {
        if m.branch(i.ult(self.len(m))) {
            Some(T::Kind::load(m, self.0, Place { access: T::ACCESS, payload: T::PAYLOAD, index: Some(i.0) }))
        } else {
            None
        }
    }
    /// Writes an element, guarded to be in bounds; `None` if it is not.
    #[inline(always)]
    pub fn put<M: Machine<V = V>>(self, m: &M, i: Int<V>, v: <T::Kind as FieldKind>::Red<V>) -> Option<()> {
        if m.branch(i.ult(self.len(m))) {
            T::Kind::store(m, self.0, Place { access: T::ACCESS, payload: T::PAYLOAD, index: Some(i.0) }, v);
            Some(())
        } else {
            None
        }
    }
}

