//! Plain execution.
//!
//! Everything is a word and every method is inlined: an interpreter over `Direct` compiles to what a hand-written one would. The only traces
//! of the framework are the counters at back-edges and function entries.

use super::helper::{MAX_RETS, OK, PANICKED};
use super::values::{Conc, Slot};
use super::{Access, Flow, HelperRef, Language, Machine, RetKind, State, TypeInfo};
use crate::heap::{Mutator, RawSlot};
use crate::machine::HotCell;
use crate::runtime::Runtime;
use holloway_compiler::ir::{Mem, Refs, Ty};

/// The plain machine.
pub struct Direct<'a, L: Language> {
    pub(crate) rt: &'a Runtime<L>,
}

#[inline(always)]
unsafe fn read(p: *const u8, mem: Mem) -> u64 {
    // SAFETY: by the callers' contract `p` is the place of a live field or element of this form.
    unsafe {
        match mem {
            Mem::U8 => *p as u64,
            Mem::U16 => *(p as *const u16) as u64,
            Mem::U32 => *(p as *const u32) as u64,
            Mem::I32 => *(p as *const i32) as i64 as u64,
            Mem::W64 => *(p as *const u64),
        }
    }
}

#[inline(always)]
unsafe fn write(p: *mut u8, mem: Mem, v: u64) {
    // SAFETY: as for `read`.
    unsafe {
        match mem {
            Mem::U8 => *p = v as u8,
            Mem::U16 => *(p as *mut u16) = v as u16,
            Mem::U32 | Mem::I32 => *(p as *mut u32) = v as u32,
            Mem::W64 => *(p as *mut u64) = v,
        }
    }
}

/// # Safety
/// `obj` is the address of a live object that has the field.
#[inline(always)]
pub(crate) unsafe fn load_field(obj: u64, a: Access) -> u64 {
    // SAFETY: by the caller's contract.
    unsafe { read((obj as *const u8).add(a.offset as usize), a.mem) }
}

/// The write barrier of a store to `p`. A slot's tag is stored before its payload, so it tells whether that is a reference.
///
/// # Safety
/// `p` is the place of a field or element of the live object `obj` that is described so.
#[inline(always)]
unsafe fn barrier(heap: &Mutator, obj: u64, p: *const u8, refs: Refs) {
    let may_refer = match refs {
        Refs::None => false,
        Refs::Always => true,
        // SAFETY: the tag of a slot lies before its payload.
        Refs::ByTag => heap.may_refer(unsafe { *p.cast::<u64>().sub(1) }),
    };
    if may_refer {
        heap.barrier(obj as usize)
    }
}

/// # Safety
/// As for [`load_field`].
#[inline(always)]
pub(crate) unsafe fn store_field(heap: &Mutator, obj: u64, a: Access, v: u64) {
    // SAFETY: by the caller's contract.
    unsafe {
        let p = (obj as *mut u8).add(a.offset as usize);
        barrier(heap, obj, p, a.refs);
        write(p, a.mem, v)
    }
}

/// # Safety
/// `arr` is the address of a live array with more than `i` elements of this access.
#[inline(always)]
pub(crate) unsafe fn load_elem(arr: u64, i: u64, a: Access) -> u64 {
    // SAFETY: by the caller's contract.
    unsafe { read((arr as *const u8).add(a.offset as usize + i as usize * a.stride as usize), a.mem) }
}

/// # Safety
/// As for [`load_elem`].
#[inline(always)]
pub(crate) unsafe fn store_elem(heap: &Mutator, arr: u64, i: u64, a: Access, v: u64) {
    // SAFETY: by the caller's contract.
    unsafe {
        let p = (arr as *mut u8).add(a.offset as usize + i as usize * a.stride as usize);
        barrier(heap, arr, p, a.refs);
        write(p, a.mem, v)
    }
}

impl<L: Language> Machine for Direct<'_, L> {
    type V = Conc;
    type L = L;
    const TRACING: bool = false;

    #[inline(always)]
    fn runtime(&self) -> &Runtime<L> {
        self.rt
    }
    #[inline(always)]
    fn guard(&self, c: u64) -> bool {
        c != 0
    }
    #[inline(always)]
    fn promote_raw(&self, w: u64, _: Ty) -> u64 {
        w
    }
    #[inline(always)]
    fn load(&self, obj: u64, a: Access, _: Ty) -> u64 {
        // SAFETY: a typed red reference is the address of a live object of the type the access was made for.
        unsafe { load_field(obj, a) }
    }
    #[inline(always)]
    fn store(&self, obj: u64, a: Access, v: u64) {
        // SAFETY: as for `load`.
        unsafe { store_field(&self.rt.heap, obj, a, v) }
    }
    #[inline(always)]
    fn load_elem(&self, arr: u64, i: u64, a: Access, _: Ty) -> u64 {
        // SAFETY: as for `load`; the typed accessors check the index first.
        unsafe { load_elem(arr, i, a) }
    }
    #[inline(always)]
    fn store_elem(&self, arr: u64, i: u64, a: Access, v: u64) {
        // SAFETY: as for `load_elem`.
        unsafe { store_elem(&self.rt.heap, arr, i, a, v) }
    }
    #[inline(always)]
    fn alloc(&self, t: &TypeInfo) -> u64 {
        self.rt.alloc_object(t)
    }
    #[inline(always)]
    fn alloc_array(&self, t: &TypeInfo, len: u64) -> u64 {
        self.rt.alloc_array(t, len)
    }
    #[inline(always)]
    fn call(&self, h: &'static HelperRef, args: &[u64], out: &mut [u64], _: &[RetKind]) -> bool {
        let mut words = [0; MAX_RETS];
        let status = self.rt.call_helper(h, args, &mut words);
        if status == PANICKED {
            self.rt.resume_panic();
        }
        for (to, word) in out.iter_mut().zip(&words) {
            // SAFETY: it is read by a reference. As the helper has just written words, reading two at once would wait until they are in the cache; a volatile
            // read is of one.
            *to = unsafe { std::ptr::read_volatile(word) };
        }
        status == OK
    }
    #[inline(always)]
    fn call_pure(&self, h: &'static HelperRef, args: &[u64], ty: Ty) -> u64 {
        let mut words = [0; MAX_RETS];
        if self.rt.call_helper(h, args, &mut words) == PANICKED {
            self.rt.resume_panic();
        }
        if self.rt.driver.params.audit {
            self.rt.audit_claim(h, args, (words[0], ty), std::panic::Location::caller());
        }
        words[0]
    }
    #[inline(always)]
    fn is_const_raw(&self, _: u64) -> bool {
        false
    }
    #[inline(always)]
    fn is_few_raw(&self, _: u64, _: usize) -> bool {
        true
    }
    #[inline(always)]
    fn is_new_raw(&self, _: u64) -> bool {
        false
    }
    #[inline(always)]
    fn guess_raw(&self, now: u64) -> u64 {
        now
    }
    #[inline(always)]
    fn assume_raw(&self, version: *const u64) -> *const u64 {
        version
    }
    #[inline(always)]
    fn merge(&self, _: &mut State<L, Conc>) -> bool {
        false
    }
    #[inline(never)]
    fn hot(&self, s: &mut State<L, Conc>, cell: &HotCell) -> Flow {
        self.rt.hot_loop(s, cell)
    }
    #[inline(never)]
    fn enter_raw(&self, s: &mut State<L, Conc>, cell: &HotCell) -> Flow {
        self.rt.hot_function(s, cell)
    }
    #[inline(always)]
    fn finishing(&self, _: &mut State<L, Conc>, _: usize, _: usize) {}
    fn is_cut_off(&self) -> bool {
        self.rt.on_native_callers()
    }
    #[inline(always)]
    fn plain<'a>(&self, slots: &'a [Slot<Conc>]) -> Option<&'a [RawSlot]> {
        // SAFETY: a `Slot<Conc>` is transparent over a `RawSlot`, and the slice is borrowed as long as the result.
        Some(unsafe { std::slice::from_raw_parts(slots.as_ptr().cast(), slots.len()) })
    }
    #[inline(always)]
    fn ticks(&self, cell: &HotCell) -> bool {
        cell.tick() || self.rt.ctx.poll.get() != 0
    }
}
