//! The machine that finishes the step in which a guard failed.
//!
//! **Problem.** A guard may fail in the middle of a handler after effects have happened. The state is restored as of the handler's merge point and the
//! handler run again: until the failed guard every load, allocation and call is answered from the log and every store is suppressed; from there
//! on it runs for real, and stops at the next merge point.
//!
//! **Invariants.** Guards are counted as the recorder counted them. The failed guard itself is decided by the real values, so an exit is right even if
//! the fact held. A step without effects before the guard needs none of this: it simply starts again.
//!
//! **Not promised.** A handler that answers differently on its re-run has broken a rule; it is reported by a panic that names the place.

use crate::heap::RawSlot;
use crate::machine::helper::{OK, PANICKED};
use crate::machine::HotCell;
use crate::machine::{
    raised, returned, Access, Conc, Direct, Flow, HelperRef, Language, Machine, RetKind, Slot, State,
    TypeInfo,
};
use crate::record::{tape::Log, Replay, MAX_RESULTS};
use crate::runtime::Runtime;
use holloway_compiler::abi::status;
use holloway_compiler::ir::Ty;
use std::cell::{Cell, RefCell};

/// See the module header.
pub struct Resume<'a, L: Language> {
    direct: Direct<'a, L>,
    replay: RefCell<Replay<u64>>,
    guards: Cell<u32>,
    live: Cell<bool>,
    first: Cell<bool>,
    /// Activations below the window whose step it is.
    below: usize,
    /// A step of plain execution that is watched: nothing is re-run, and plain execution does not go on from here.
    stepping: bool,
}

impl<'a, L: Language> Resume<'a, L> {
    pub(crate) fn new(rt: &'a Runtime<L>, log: Log<u64>, guard_no: u32, below: usize) -> Self {
        let replay = RefCell::new(Replay { log, next: 0, guard_no, from_log: true });
        Resume {
            direct: Direct { rt },
            replay,
            guards: Cell::new(0),
            live: Cell::new(false),
            first: Cell::new(true),
            below,
            stepping: false,
        }
    }
    /// For a step that had no effect before it was left, taken whole.
    pub(crate) fn whole(rt: &'a Runtime<L>, below: usize) -> Self {
        Resume { live: Cell::new(true), ..Resume::new(rt, Log::new(), 0, below) }
    }
    /// For one step of plain execution.
    pub(crate) fn step(rt: &'a Runtime<L>) -> Self {
        Resume { live: Cell::new(true), stepping: true, ..Resume::new(rt, Log::new(), 0, 0) }
    }
    fn count(&self) {
        let n = self.guards.get();
        self.guards.set(n + 1);
        let r = self.replay.borrow();
        if !self.live.get() && n >= r.guard_no {
            assert!(
                r.next == r.log.len(),
                "a re-run handler asked for {} of the {} recorded answers up to guard {}: it has effects outside the machine", r.next, r.log.len(), r.guard_no
            );
            self.live.set(true);
        }
    }
    fn answer(&self) -> Option<u64> {
        if self.live.get() {
            return None;
        }
        let mut r = self.replay.borrow_mut();
        if r.next == r.log.len() {
            // The guard was an unconditional exit: everything logged is done.
            drop(r);
            self.live.set(true);
            return None;
        }
        r.next += 1;
        Some(r.log[r.next - 1])
    }
}

impl<L: Language> Machine for Resume<'_, L> {
    type V = Conc;
    type L = L;
    const TRACING: bool = true;

    fn runtime(&self) -> &Runtime<L> {
        self.direct.rt
    }
    fn guard(&self, c: u64) -> bool {
        self.count();
        c != 0
    }
    fn promote_raw(&self, w: u64, _: Ty) -> u64 {
        self.count();
        w
    }
    fn load(&self, obj: u64, a: Access, ty: Ty) -> u64 {
        self.answer().unwrap_or_else(|| self.direct.load(obj, a, ty))
    }
    fn store(&self, obj: u64, a: Access, v: u64) {
        if self.is_live() {
            self.direct.store(obj, a, v)
        }
    }
    fn load_elem(&self, arr: u64, i: u64, a: Access, ty: Ty) -> u64 {
        self.answer().unwrap_or_else(|| self.direct.load_elem(arr, i, a, ty))
    }
    fn store_elem(&self, arr: u64, i: u64, a: Access, v: u64) {
        if self.is_live() {
            self.direct.store_elem(arr, i, a, v)
        }
    }
    fn alloc(&self, t: &TypeInfo) -> u64 {
        self.answer().unwrap_or_else(|| self.direct.alloc(t))
    }
    fn alloc_array(&self, t: &TypeInfo, len: u64) -> u64 {
        self.answer().unwrap_or_else(|| self.direct.alloc_array(t, len))
    }
    fn call(&self, h: &'static HelperRef, args: &[u64], out: &mut [u64], kinds: &[RetKind]) -> bool {
        let status = match self.answer() {
            Some(PANICKED) => self.direct.rt.resume_panic(),
            Some(status) => {
                for o in out.iter_mut() {
                    *o = self.answer().unwrap_or(*o);
                }
                status
            }
            None => {
                let ok = self.direct.call(h, args, out, kinds);
                self.count();
                return ok;
            }
        };
        self.count();
        status == OK
    }
    fn call_pure(&self, h: &'static HelperRef, args: &[u64], ty: Ty) -> u64 {
        self.answer().unwrap_or_else(|| self.direct.call_pure(h, args, ty))
    }
    fn is_const_raw(&self, _: u64) -> bool {
        self.answer().is_some_and(|w| w != 0)
    }
    fn is_few_raw(&self, _: u64, _: usize) -> bool {
        self.answer().is_none_or(|w| w != 0)
    }
    fn is_new_raw(&self, w: u64) -> bool {
        self.is_const_raw(w)
    }
    fn guess_raw(&self, now: u64) -> u64 {
        self.answer().unwrap_or(now)
    }
    fn assume_raw(&self, version: *const u64) -> *const u64 {
        self.count();
        self.answer().map_or(version, |w| w as *const u64)
    }
    fn is_cut_off(&self) -> bool {
        // Plain execution, which goes on from here, knows.
        !self.stepping || self.direct.is_cut_off()
    }
    fn leaves(&self, s: &State<L, Conc>) -> bool {
        s.depth() == 0 || (s.depth() == self.below && !self.live.get())
    }
    fn merge(&self, _: &mut State<L, Conc>) -> bool {
        !self.first.replace(false)
    }
    fn hot(&self, _: &mut State<L, Conc>, _: &HotCell) -> Flow {
        Flow::Continue
    }
    fn enter_raw(&self, s: &mut State<L, Conc>, _: &HotCell) -> Flow {
        let Some(status) = self.answer() else { return Flow::Continue };
        let lo = s.top().lo;
        let rt = self.direct.rt;
        let count = self.answer().unwrap_or(0) as usize;
        let next = || self.answer().unwrap_or(0);
        let logged: [RawSlot; MAX_RESULTS] = std::array::from_fn(|_| RawSlot { tag: next(), bits: next() });
        let few = || logged.get(..count).unwrap_or_default().to_vec();
        let results = rt.results_beyond_log(status, count).unwrap_or_else(few);
        s.pop();
        self.count();
        if status == status::FLATTEN {
            return rt.put_flattened(s, lo);
        }
        if status == status::PANICKED {
            rt.resume_panic();
        }
        if status != status::RETURN {
            return raised::<Self>(s);
        }
        self.count();
        if s.stack.reserve(lo + results.len()).is_err() {
            return Flow::Raised;
        }
        for (i, r) in results.iter().enumerate() {
            s.stack.slots()[lo + i] = Slot(*r);
        }
        returned(self, s, lo, results.len())
    }
    fn finishing(&self, _: &mut State<L, Conc>, _: usize, _: usize) {}
    fn ticks(&self, _: &HotCell) -> bool {
        true
    }
}

impl<L: Language> Resume<'_, L> {
    /// Whether effects are real now: past the failed guard, or past the last answer of an unconditional exit.
    fn is_live(&self) -> bool {
        self.live.get()
    }
}
