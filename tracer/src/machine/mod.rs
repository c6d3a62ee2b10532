//! Machines: who runs an interpreter.
//!
//! **Problem.** The same interpreter source runs plainly ([`Direct`]), is recorded ([`Recorder`](crate::record::Recorder)) and is re-run after a failed guard
//! ([`Resume`](crate::resume::Resume)). Everything that is not a pure computation on reds goes through a [`Machine`]: guards, memory, allocation, calls,
//! changes of call depth.
//!
//! **Invariants.**
//! 1. The only ways from red to plain Rust are [`Machine::branch`], `promote*` and `unpack`; each records a guard.
//! 2. The *answers* of a machine (loads, allocations, calls) are the only inputs of a handler besides the state: a handler re-run with the same state and
//!    answers makes the same calls in the same order.
//! 3. Call depth changes only by [`Machine::enter`] after `State::push`, by [`Machine::ret`], and by `State::pop` while unwinding.
//!
//! **Not promised.** Nothing is guaranteed for handlers with effects outside the machine and the state.
//!
//! **Example.** See the crate `tla`: a whole language to read from top to bottom.

pub mod access;
pub mod cell;
pub mod direct;
pub mod helper;
pub(crate) mod moved;
pub mod quasi;
pub mod quick;
pub mod site;
mod skeleton;
pub mod slot;
pub mod state;
pub mod values;

pub use access::{make, make_array, make_each, make_filled, ElemRed, FieldKind, MAX_INLINE_LEN};
pub use cell::HotCell;
pub use direct::Direct;
pub use helper::{Cx, Helper, HelperArg, HelperRet, Raised};
pub use holloway_compiler::abi::{Answer, DirectFn, NativeCtx, DIRECT_ARGS};
#[doc(hidden)]
pub use holloway_compiler::native;
pub use quasi::{assume, Holds, Quasi};
pub use quick::{Derive, Quick};
pub use site::{Kind, Look, Site, SiteAnswer, SiteKey};
pub use slot::Tagged;
pub use state::{
    first_slots, Activation, Frame, LiveMask, Stack, StackOverflow, State, Traced, Walker, SLACK, WINDOW,
};
pub use values::{Bool, Conc, Float, Int, OptRef, Ref, Slot, Values};

use crate::heap::{Gc, Object, RawSlot};
use crate::policy::sites::FEW;
use holloway_compiler::ir::{HelperEffect, Inline, Mem, Refs, Ty};
use std::hint::cold_path;
use std::marker::PhantomData;

/// A memory access of the author's types, with everything native code needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// `Type.field` or `Type[]`; part of the identity.
    pub name: &'static str,
    /// Offset of the field or of element 0.
    pub offset: u32,
    /// 0 for fields, bytes an element for arrays.
    pub stride: u32,
    /// Form in memory.
    pub mem: Mem,
    /// Never written after initialization.
    pub immutable: bool,
    /// The length of an array.
    pub length: bool,
    /// Whether it holds references.
    pub refs: Refs,
}

impl Access {
    /// Of whatever lies at an address in this form: for who knows the place without its type.
    pub(crate) fn unnamed(mem: Mem) -> Access {
        Access { name: "", offset: 0, stride: 0, mem, immutable: false, length: false, refs: Refs::None }
    }
}

/// What an allocation needs to know about a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeInfo {
    /// Name of the type.
    pub name: &'static str,
    /// The header word at birth.
    pub header: u64,
    /// Bytes before elements.
    pub size: u32,
    /// Bytes an element, or 0.
    pub stride: u32,
    /// Offset of the length.
    pub len_offset: u32,
}

/// The address of a helper's machine entry, see [`holloway_compiler::ir::HelperDescr`].
pub type Shim = holloway_compiler::abi::HelperFn;

/// A helper as machines see it.
#[derive(Clone, Copy, Debug)]
pub struct HelperRef {
    /// Name, for logs.
    pub name: &'static str,
    /// Which helper it is. The machine entry of one that is generic may be there more than once, in each crate that uses it.
    pub id: fn() -> std::any::TypeId,
    /// The machine entry.
    pub shim: Shim,
    /// Effects.
    pub effect: HelperEffect,
    /// The same with its arguments in registers, if there are few enough.
    pub direct: Option<DirectFn>,
    /// What native code does in place of a call, or before it, which must answer the same.
    pub inline: Option<Inline>,
    /// Whether the one result is a reference, null if it panicked or raised.
    pub never_null: bool,
}

/// What a result word of a helper is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetKind {
    /// Always of this type.
    Plain(Ty),
    /// The payload of the slot whose tag is the word before.
    Payload,
}

/// Why an interpreter loop returns to the framework.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The segment's last activation returned: its results are slots `start..start + count`.
    Returned {
        /// First result slot.
        start: usize,
        /// Number of results.
        count: usize,
    },
    /// An error left the segment's last activation; its value is with the run time.
    Raised,
    /// The machine wants out (end of recording, end of a re-run step). The state is at a merge point.
    Stopped,
}

/// What to do after a change of depth or a hot back-edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Take up the state's running activation, whatever it is now.
    Continue,
    /// An error was raised here, or in the callee just opened (already closed again): unwind from this activation.
    Raised,
    /// An error was raised and has closed the activation that was running: unwind from the one that runs now, as its frame was published.
    Unwound,
    /// Return this from the interpreter loop.
    Leave(Exit),
}

/// A language: its values, frames and interpreter.
pub trait Language: Sized + 'static {
    /// The tagged value enum, at plain values: `Value<Conc>`.
    type Value: Tagged;
    /// The activation record.
    type Frame<V: Values>: Frame<V>;
    /// Runs the state's running activation until the segment is done or the machine wants out.
    fn interp<M: Machine<L = Self>>(&self, m: &M, s: &mut State<Self, M::V>) -> Exit;
    /// Puts the results of a finished call, in slots `start..start + count`, where the running activation (the caller) wants them: to registers that its
    /// published frame names, or on top of its stack.
    fn place_results<M: Machine<L = Self>>(
        &self,
        m: &M,
        s: &mut State<Self, M::V>,
        start: usize,
        count: usize,
    );
    /// Most guest activations at once: native code stops short of it, so that plain execution alone decides (and raises the error). A run time may be
    /// told a lower number.
    const DEPTH_LIMIT: u64 = 200_000;
    /// Where a frame is, for logs: a name, a colon and a line, and whatever helps after a blank.
    fn describe(&self, frame: &Self::Frame<Conc>) -> String;
    /// The file that a frame's code is in, for the log, if there is one: what shows a program's source beside its traces finds it by this.
    fn file(&self, _frame: &Self::Frame<Conc>) -> Option<String> {
        None
    }
    /// What a call of a helper is about, for the census (`HOLLOWAY_LOG=census`), where its name leaves that open: by the name, and the first
    /// argument word, which is a constant of the trace. Such as the name of the built-in whose number is passed to a helper that calls any.
    fn describe_call(&self, _helper: &str, _word: u64) -> Option<String> {
        None
    }
    /// Marks references held by the language itself.
    fn mark(&self, _mark: &mut crate::heap::Marker<'_>) {}
    /// Called in a collection when all that is reachable is marked: what is marked here lives on, such as objects with finalizers, which
    /// [`Runtime::request_attention`](crate::runtime::Runtime::request_attention) has run soon.
    fn condemn(&self, _rt: &crate::runtime::Runtime<Self>, _mark: &mut crate::heap::Marker<'_>) {}
    /// Called by plain execution at the poll after a [`Runtime::request_attention`](crate::runtime::Runtime::request_attention). It may run the guest.
    ///
    /// # Errors
    /// [`Raised`] for an error to be raised there.
    fn attend(&self, _rt: &crate::runtime::Runtime<Self>) -> Result<(), Raised> {
        Ok(())
    }
    /// Called before each step while execution is watched (see [`Runtime::watch`](crate::runtime::Runtime::watch)), with the state at a merge point.
    /// If `polled` is an error, or what it does comes to one, it unwinds and answers how.
    fn watch<M: Machine<L = Self, V = Conc>>(
        &self,
        _m: &M,
        _s: &mut State<Self, Conc>,
        polled: Result<(), Raised>,
    ) -> Flow {
        polled.map_or(Flow::Leave(Exit::Raised), |()| Flow::Continue)
    }
    /// Called when a place of the running activation's code, its entry or a loop's header, is visited a second time in plain execution: what is done for code that runs more
    /// than once ([`Quick::warm`]). Not with `HOLLOWAY_DERIVATIVES=off`; `fuse` is false with `HOLLOWAY_FUSED=off`.
    fn warm(&self, _frame: &Self::Frame<Conc>, _fuse: bool) {}
    /// The error value for memory used up.
    fn out_of_memory(&self, rt: &crate::runtime::Runtime<Self>) -> crate::heap::RawSlot;
    /// The error value for an interrupt (Ctrl-C).
    fn interrupted(&self, rt: &crate::runtime::Runtime<Self>) -> crate::heap::RawSlot;
    /// The error value for a state segment that cannot grow.
    fn stack_overflow(&self, rt: &crate::runtime::Runtime<Self>) -> crate::heap::RawSlot;
}

/// Who runs an interpreter. Sealed by its hidden methods; authors are generic over it.
pub trait Machine: Sized {
    /// The red values.
    type V: Values;
    /// The language.
    type L: Language;
    /// Whether merge points do something. `if M::TRACING` costs nothing in plain execution.
    const TRACING: bool;

    /// The run time.
    fn runtime(&self) -> &crate::runtime::Runtime<Self::L>;
    #[doc(hidden)]
    #[track_caller]
    fn guard(&self, c: <Self::V as Values>::W) -> bool;
    #[doc(hidden)]
    #[track_caller]
    fn promote_raw(&self, w: <Self::V as Values>::W, ty: Ty) -> u64;
    /// [`Machine::promote_raw`] of a reference to an object of the type with this number.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn promote_object(&self, w: <Self::V as Values>::W, _number: u32) -> u64 {
        self.promote_raw(w, Ty::Ref)
    }
    #[doc(hidden)]
    #[track_caller]
    fn load(&self, obj: <Self::V as Values>::W, a: Access, ty: Ty) -> <Self::V as Values>::W;
    #[doc(hidden)]
    #[track_caller]
    fn store(&self, obj: <Self::V as Values>::W, a: Access, v: <Self::V as Values>::W);
    #[doc(hidden)]
    #[track_caller]
    fn load_elem(
        &self,
        arr: <Self::V as Values>::W,
        i: <Self::V as Values>::W,
        a: Access,
        ty: Ty,
    ) -> <Self::V as Values>::W;
    #[doc(hidden)]
    #[track_caller]
    fn store_elem(
        &self,
        arr: <Self::V as Values>::W,
        i: <Self::V as Values>::W,
        a: Access,
        v: <Self::V as Values>::W,
    );
    #[doc(hidden)]
    #[track_caller]
    fn alloc(&self, t: &TypeInfo) -> <Self::V as Values>::W;
    #[doc(hidden)]
    #[track_caller]
    fn alloc_array(&self, t: &TypeInfo, len: <Self::V as Values>::W) -> <Self::V as Values>::W;
    /// Calls a helper that may raise; fills `out`; false if it raised.
    #[doc(hidden)]
    #[track_caller]
    fn call(
        &self,
        h: &'static HelperRef,
        args: &[<Self::V as Values>::W],
        out: &mut [<Self::V as Values>::W],
        kinds: &[RetKind],
    ) -> bool;
    /// Calls a helper that cannot raise, with one result word.
    #[doc(hidden)]
    #[track_caller]
    fn call_pure(
        &self,
        h: &'static HelperRef,
        args: &[<Self::V as Values>::W],
        ty: Ty,
    ) -> <Self::V as Values>::W;
    /// An answer the machine gives by itself (`is_constant`): logged like a load.
    #[doc(hidden)]
    #[track_caller]
    fn is_const_raw(&self, w: <Self::V as Values>::W) -> bool;
    /// As [`Machine::is_const_raw`], for `is_virtual`.
    #[doc(hidden)]
    #[track_caller]
    fn is_new_raw(&self, w: <Self::V as Values>::W) -> bool;
    /// A number from elsewhere, which the machine remembers: logged like a load.
    #[doc(hidden)]
    #[track_caller]
    fn guess_raw(&self, now: u64) -> u64;
    /// The version of a quasi-immutable cell to use: the current one, guarded; in a re-run step the one seen then.
    #[doc(hidden)]
    #[track_caller]
    fn assume_raw(&self, version: *const u64) -> *const u64;
    #[doc(hidden)]
    #[track_caller]
    fn merge(&self, s: &mut State<Self::L, Self::V>) -> bool;
    #[doc(hidden)]
    #[track_caller]
    fn hot(&self, s: &mut State<Self::L, Self::V>, cell: &HotCell) -> Flow;
    #[doc(hidden)]
    #[track_caller]
    fn enter_raw(&self, s: &mut State<Self::L, Self::V>, cell: &HotCell) -> Flow;
    /// Tells the machine that the segment's last activation returns these slots.
    #[doc(hidden)]
    #[track_caller]
    fn finishing(&self, s: &mut State<Self::L, Self::V>, start: usize, count: usize);
    #[doc(hidden)]
    fn ticks(&self, cell: &HotCell) -> bool;
    /// Whether a helper that has a recipe is to be done by it, on the machine's values, instead of being called.
    #[doc(hidden)]
    #[inline(always)]
    fn opens_recipes(&self) -> bool {
        false
    }

    /// A red boolean as plain Rust, guarded.
    #[inline(always)]
    #[track_caller]
    fn branch(&self, c: Bool<Self::V>) -> bool {
        self.guard(c.0)
    }
    /// A relation in the heap that the author keeps, such as a length within the room behind it: compiled code tests it once and from there on
    /// knows it, plain execution does not look. Nothing a program does depends on it, also if it is false.
    #[inline(always)]
    #[track_caller]
    fn vouch(&self, c: Bool<Self::V>) {
        if Self::TRACING {
            self.branch(c);
        }
    }
    /// A red integer as plain Rust, guarded.
    #[inline(always)]
    #[track_caller]
    fn promote(&self, x: Int<Self::V>) -> i64 {
        self.promote_raw(x.0, Ty::Int) as i64
    }
    /// A red reference as a green one, guarded: immutable fields then read plainly.
    #[inline(always)]
    #[track_caller]
    fn promote_ref<T: Object>(&self, x: Ref<Self::V, T>) -> Gc<T> {
        // The number of a type is given when it is first asked for, which plain execution need not do.
        let number = if Self::TRACING { T::type_number() } else { 0 };
        let bits = self.promote_object(x.0, number);
        // SAFETY: the word of a `Ref<V, T>` is always the address of a live `T`.
        unsafe { Gc::from_bits(bits) }
    }
    /// As [`Machine::promote_ref`], as long as few references (16; four in traces whose ways multiply already) have been promoted by this line of the interpreter at this place of the guest's program; then
    /// `None`, and what follows is to be the same for all of them: a helper that looks up what constants would have told. It costs nothing in plain
    /// execution, which always gets the reference.
    ///
    /// For what programs may have many of, such as hidden classes: N of them at each of k places in a row are N^k ways through a trace. The idea is the megamorphic state of inline caches (Hölzle, Chambers, Ungar 1991).
    ///
    /// ```text
    /// match m.promote_few(object.get(m, Object::map)) {
    ///     Some(map) => object.slot(m, map.index(name)),
    ///     None => helpers::get_field(m, object, name),
    /// }
    /// ```
    #[inline(always)]
    #[track_caller]
    fn promote_few<T: Object>(&self, x: Ref<Self::V, T>) -> Option<Gc<T>> {
        self.promote_up_to(FEW, x)
    }
    /// The same with another number of references that are few: what the other way costs, counted in tests of references. Four do where it is a helper that finds a field in some
    /// nanoseconds.
    #[inline(always)]
    #[track_caller]
    fn promote_up_to<T: Object>(&self, most: usize, x: Ref<Self::V, T>) -> Option<Gc<T>> {
        match self.is_few_raw(x.0, most) {
            true => Some(self.promote_ref(x)),
            false => None,
        }
    }
    /// What a look-up answers for the kind of something: its map, its class. One hint for three things:
    ///
    /// - Plain execution remembers the answer at the site, for up to four kinds, and looks up again where a cell that the look-up has read was set. It is always answered.
    /// - A recording promotes the kind, up to four at one place of the guest's program, or one where plain execution has seen more than 16 of them at the site, and looks up while it records. Beyond
    ///   that it is `None`, and what follows is to be the same for all kinds: a helper that looks up what constants would have told.
    /// - A step that is run again is answered as its recording was.
    ///
    /// The look-up must answer the same each time for a kind at this site, but for the cells that it reads by [`Look::assume`]. See [`site`].
    ///
    /// ```text
    /// match m.cached(&code.sites[pc], object.get(m, Object::map), |_, map| map.index(name)) {
    ///     Some(i) => object.slot(m, i),
    ///     None => helpers::get_field(m, object, name),
    /// }
    /// ```
    #[inline(always)]
    #[track_caller]
    fn cached<K: SiteKey<Self::V>, T: SiteAnswer, const CELLS: usize>(
        &self,
        site: &Site<T, CELLS>,
        key: K,
        look_up: impl Fn(&Look<'_, Self, CELLS>, K::Green) -> T,
    ) -> Option<T> {
        if !Self::TRACING {
            let kind = key.promoted(self);
            return Some(site.answer(self, K::number(kind), move |look| look_up(look, kind)));
        }
        match self.is_few_raw(key.word(), site.most()) {
            true => Some(look_up(&Look::of(self), key.promoted(self))),
            false => None,
        }
    }
    #[doc(hidden)]
    #[track_caller]
    fn is_few_raw(&self, w: <Self::V as Values>::W, most: usize) -> bool;
    /// A reference that may be null: null or not, guarded.
    #[inline(always)]
    #[track_caller]
    fn non_null<T: Object>(&self, x: OptRef<Self::V, T>) -> Option<Ref<Self::V, T>> {
        if self.branch(x.is_null()) {
            None
        } else {
            Some(Ref(x.0, PhantomData))
        }
    }
    /// The language value in a slot: guards the tag, so that a native `match` works.
    #[inline(always)]
    #[track_caller]
    fn unpack(&self, s: Slot<Self::V>) -> <<Self::L as Language>::Value as Tagged>::At<Self::V> {
        if Self::TRACING {
            return unpack_outlined(self, s);
        }
        <<Self::L as Language>::Value as Tagged>::from_raw_generic::<Self::V>(s)
    }
    /// Says that what follows in this step depends on more than the window (the whole call stack, say): a recording ends here, and the step is
    /// done plainly whenever the trace comes here.
    #[inline(always)]
    #[track_caller]
    fn stitch(&self) {}
    /// To be asked after [`Machine::stitch`]: whether activations that the step must see are out of sight, as their callees run in native code or are
    /// being recorded. Then the interpreter restores the state before the instruction, which must have had no effects yet, and leaves with
    /// [`Exit::Stopped`]. Those activations are put below, and the instruction is done again.
    #[inline(always)]
    fn is_cut_off(&self) -> bool {
        false
    }
    /// Collects garbage in mid-step, as exactly as a poll does: the running activation has been published as one that waits for a call, and what
    /// its `live` leaves out is not read again. False if it was not done because the whole state is not here; then the interpreter does as
    /// [`Machine::is_cut_off`] says.
    #[inline(always)]
    #[track_caller]
    fn collect(&self, _: &mut State<Self::L, Self::V>) -> bool {
        self.stitch();
        let here = !self.is_cut_off();
        if here {
            self.runtime().collect_everything();
        }
        here
    }
    /// Whether the machine knows the value as a constant of the trace (always false in plain execution).
    #[inline(always)]
    #[track_caller]
    fn is_constant(&self, x: Int<Self::V>) -> bool {
        self.is_const_raw(x.0)
    }
    /// Whether the object was allocated by this trace, so that looking into it is likely to cost nothing (always false in plain execution).
    #[inline(always)]
    #[track_caller]
    fn is_virtual<T: Object>(&self, x: Ref<Self::V, T>) -> bool {
        self.is_new_raw(x.0)
    }
    /// Where to look first, such as the entry that a table has a key in now: a number that Rust code knows. A trace goes by what it was when it was recorded, and a step that is
    /// run again is told the same, so whatever it is, the result must be right: look whether that is the place.
    ///
    /// ```text
    /// let at = m.guess(part.find(key).unwrap_or(0) as i64);    // of a `Gc` that has been promoted
    /// match m.branch(entries.at(m, Int::new(at))?.is(key)) {
    ///     true => values.at(m, Int::new(at)),
    ///     false => helpers::find(m, part, key),
    /// }
    /// ```
    #[inline(always)]
    #[track_caller]
    fn guess(&self, now: i64) -> i64 {
        self.guess_raw(now as u64) as i64
    }
    /// As [`Machine::branch`], of a condition that hardly ever fails: plain execution keeps the other way out of line.
    #[inline(always)]
    #[track_caller]
    fn likely(&self, c: Bool<Self::V>) -> bool {
        let holds = self.guard(c.0);
        if !holds {
            cold_path();
        }
        holds
    }
    /// As [`Machine::branch`], of a condition that hardly ever holds.
    #[inline(always)]
    #[track_caller]
    fn unlikely(&self, c: Bool<Self::V>) -> bool {
        let holds = self.guard(c.0);
        if holds {
            cold_path();
        }
        holds
    }
    /// Slots as plain values, for what plain execution does by Rust code of its own, which costs less than a helper's machine entry. `None` where a trace is
    /// recorded or a step is re-run: there what is done must be a helper, or be written over the machine.
    #[inline(always)]
    fn plain<'a>(&self, _slots: &'a [Slot<Self::V>]) -> Option<&'a [RawSlot]> {
        None
    }
    /// Counts an entry to a function just pushed; may run it natively. Afterwards take up the running activation.
    #[inline(always)]
    #[track_caller]
    fn enter(&self, s: &mut State<Self::L, Self::V>, cell: &HotCell) -> Flow {
        if self.ticks(cell) {
            cold_path();
            self.enter_raw(s, cell)
        } else {
            Flow::Continue
        }
    }
    /// Whether one more activation may be opened. Depends on the number of activations alone, not on who runs them.
    #[inline(always)]
    fn depth_ok(&self, s: &State<Self::L, Self::V>) -> bool {
        self.runtime().depth_below() + s.depth() as u64 <= self.runtime().max_depth()
    }
    /// While unwinding, after an activation was closed: whether the window was left by that. What is then asked of the machine is done once, with what
    /// the window knew; unwinding goes on in the activation now on top, if there is one.
    #[inline(always)]
    fn leaves(&self, s: &State<Self::L, Self::V>) -> bool {
        s.depth() == 0
    }
    /// Returns from the running activation with the results in slots `start..start + count`.
    #[inline(always)]
    #[track_caller]
    fn ret(&self, s: &mut State<Self::L, Self::V>, start: usize, count: usize) -> Flow {
        s.pop();
        returned(self, s, start, count)
    }
}

/// Hands results to the caller of the activation that was just popped: out of the segment if that was its first, also where a tail call had replaced it.
#[inline(always)]
#[track_caller]
pub(crate) fn returned<M: Machine>(m: &M, s: &mut State<M::L, M::V>, start: usize, count: usize) -> Flow {
    if s.depth() == 0 {
        cold_path();
        m.finishing(s, start, count);
        return Flow::Leave(Exit::Returned { start, count });
    }
    m.runtime().lang.place_results(m, s, start, count);
    Flow::Continue
}

/// The same for an error.
pub(crate) fn raised<M: Machine>(s: &State<M::L, M::V>) -> Flow {
    match s.depth() {
        0 => Flow::Leave(Exit::Raised),
        _ => Flow::Raised,
    }
}

#[inline(never)]
#[track_caller]
fn unpack_outlined<M: Machine>(m: &M, s: Slot<M::V>) -> <<M::L as Language>::Value as Tagged>::At<M::V> {
    let tag = m.promote_raw(M::V::slot_tag(s.0), Ty::Int);
    <<M::L as Language>::Value as Tagged>::from_parts::<M::V>(tag, M::V::slot_payload(s.0))
}
