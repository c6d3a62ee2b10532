//! Tagged values: the language's value enum and its packed form.

use super::values::{Conc, Slot, Values};
use crate::heap::RawSlot;
use holloway_compiler::ir::Ty;

/// A language's value: an ordinary enum `Value<V: Values>` whose variants have at most one red payload of one word. Derived with
/// `#[derive(Tagged)]` on a `#[repr(u64)]` enum; implemented for `Value<Conc>`.
///
/// # Safety
/// `At<Conc>` must be `repr(u64)`, 16 bytes, and every slot ever packed must unpack to a valid variant. The derive checks both.
pub unsafe trait Tagged: Copy + 'static {
    /// The enum over other values.
    type At<V: Values>: Copy;
    /// Payload type per tag (`Void` for none); its length is the number of variants.
    const PAYLOADS: &'static [Ty];
    /// Packs a value.
    #[track_caller]
    fn pack<V: Values>(v: Self::At<V>) -> Slot<V>;
    /// The variant with a green tag and a payload.
    #[track_caller]
    fn from_parts<V: Values>(tag: u64, payload: V::W) -> Self::At<V>;
    /// Reinterprets a plain slot (no branch).
    fn from_raw(s: RawSlot) -> Self::At<Conc>;
    /// Packs a plain value.
    #[inline(always)]
    fn to_raw(v: Self::At<Conc>) -> RawSlot {
        Self::pack::<Conc>(v).0
    }
    /// Reinterprets where `V` is [`Conc`]; otherwise builds by a match on the concrete tag, unguarded: only for machines that do not trace.
    #[doc(hidden)]
    #[inline(always)]
    fn from_raw_generic<V: Values>(s: Slot<V>) -> Self::At<V> {
        let raw = Self::from_raw(V::raw_slot(s.0));
        debug_assert_eq!(std::mem::size_of::<Self::At<V>>(), std::mem::size_of::<Self::At<Conc>>());
        // SAFETY: machines that do not trace have `V = Conc`, so both types are the same; `from_raw_generic` is called by them only.
        unsafe { std::mem::transmute_copy(&raw) }
    }
}

/// The IR type that carries the payload of a tag.
pub fn payload_type(payloads: &[Ty], tag: u64) -> Ty {
    match payloads.get(tag as usize) {
        Some(Ty::Float) => Ty::Float,
        Some(Ty::Ref) => Ty::Ref,
        _ => Ty::Int,
    }
}
