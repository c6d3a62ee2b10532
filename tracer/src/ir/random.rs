//! Random traces and inputs, for property tests of optimizer, backends and GPU against the evaluator.
//!
//! **Problem.** Two executions of a trace can only be compared if the trace is well-behaved: typed, in bounds, free of null accesses, and
//! deaf to things that may rightly differ (addresses, signs of computed NaNs). This module makes such traces, and inputs for them.
//!
//! **Invariants.**
//! 1. A trace depends on seed and [`Config`] only (and on the addresses of the test helpers), and passes [`super::verify::verify`].
//! 2. With inputs of [`random_inputs`] the evaluator never faults: indices are masked, loaded references are guarded against null before
//!    they are followed, each field holds references to one class only.
//! 3. The k-th reference input is an object of class `k mod 6` of the table [`TYPES`]; it is never null; inputs may alias.
//! 4. No value depends on an address or the bits of a NaN, so outcomes are comparable with [`same_word`](super::eval::same_word) and
//!    [`ArenaMemory::same_heap`]. Traces with a loop poll once an iteration, and the arena's poll ends them.
//! 5. With the inputs of the same seed most traces run through to their end, as recorded ones do (three seeds of four: guards are
//!    turned to hold).
//!
//! **Not promised.** The same traces after a change of this module; `GuardValid`.
//!
//! **Example.**
//! ```
//! use holloway_tracer::ir::{arena::ArenaMemory, eval::evaluate, random::*};
//! let t = random_trace(7, &Config::default());
//! let arena = ArenaMemory::new();
//! let inputs = random_inputs(7, &t, &arena);
//! let (mut fork, map) = arena.fork();
//! let outcome = evaluate(&t, &map.all(&inputs), &mut fork, 10_000);
//! # drop(outcome);
//! ```

use super::arena::{ArenaMemory, HelperFn};
use super::descr::*;
use super::eval::{evaluate, Memory, Outcome};
use super::op::{Arg, Effect, Op, Shape, Ty, ALL_OPS};
use super::trace::*;
use crate::codegen::context::NativeCtx;
use std::borrow::Cow;

/// A small deterministic generator of random numbers (splitmix64).
#[derive(Clone, Debug)]
pub struct Rng(pub u64);

impl Rng {
    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
    /// One of the items, of which there is at least one.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
    /// An integer, often an edge case.
    pub fn int(&mut self) -> i64 {
        match self.below(8) {
            0 => self.bits() as i64,
            1..=3 => self.pick(EDGE_INTS),
            4 => 1i64 << self.below(64),
            _ => self.below(21) as i64 - 10,
        }
    }
    /// A float, often an edge case; NaN only the positive quiet one.
    pub fn float(&mut self) -> f64 {
        match self.below(3) {
            0 => self.pick(EDGE_FLOATS),
            1 => self.int() as f64,
            _ => self.below(2000) as f64 / 8.0 - 125.0,
        }
    }
}

/// Integers at the edges of the ops' definitions.
pub const EDGE_INTS: &[i64] = &[
    0,
    1,
    -1,
    2,
    -2,
    7,
    63,
    64,
    65,
    127,
    128,
    255,
    256,
    65535,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    1 << 53,
    (1 << 53) + 1,
    i64::MAX,
    i64::MAX - 1,
    i64::MIN,
    i64::MIN + 1,
];

/// Floats at the edges of the ops' definitions.
pub const EDGE_FLOATS: &[f64] = &[
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.0,
    -1.5,
    2.5,
    1e-310,
    f64::MIN_POSITIVE,
    f64::MAX,
    f64::MIN,
    9.223372036854775e18,
    9.223372036854776e18,
    -9.223372036854776e18,
    4503599627370496.5,
    9007199254740993.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// What a field or element holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An integer of the field's memory form.
    Int,
    /// A float.
    Float,
    /// Null, or an object of the class of this number.
    To(usize),
}

const PAIR: usize = 0;
const CELL: usize = 1;
const INTS: usize = 2;

/// The classes: name, size, element stride (0: no array). The header word is the class's number plus one, an array's length is at 8.
pub const TYPES: &[(&str, u32, u32)] = &[
    ("Pair", 40, 0),
    ("Cell", 24, 0),
    ("Ints", 16, 8),
    ("Refs", 16, 8),
    ("Bytes", 16, 1),
    ("Slots", 16, 16),
];

/// The fields: class, name, offset, form, immutable, content.
pub const FIELDS: &[(usize, &str, u32, Mem, bool, Kind)] = &[
    (PAIR, "Pair.a", 8, Mem::W64, false, Kind::Int),
    (PAIR, "Pair.b", 16, Mem::W64, false, Kind::Float),
    (PAIR, "Pair.next", 24, Mem::W64, false, Kind::To(PAIR)),
    (PAIR, "Pair.byte", 32, Mem::U8, false, Kind::Int),
    (PAIR, "Pair.half", 34, Mem::U16, false, Kind::Int),
    (PAIR, "Pair.word", 36, Mem::I32, false, Kind::Int),
    (CELL, "Cell.value", 8, Mem::W64, true, Kind::Int),
    (CELL, "Cell.items", 16, Mem::W64, false, Kind::To(INTS)),
];

/// The parts of elements: class, name, offset, form, content.
pub const ELEMS: &[(usize, &str, u32, Mem, Kind)] = &[
    (2, "Ints[]", 16, Mem::W64, Kind::Int),
    (3, "Refs[]", 16, Mem::W64, Kind::To(PAIR)),
    (4, "Bytes[]", 16, Mem::U8, Kind::Int),
    (5, "Slots[].tag", 16, Mem::U8, Kind::Int),
    (5, "Slots[].payload", 24, Mem::W64, Kind::Int),
];

/// Every array has at least so many elements; a power of two.
const MIN_LEN: i64 = 4;

fn type_descr(class: usize) -> TypeDescr {
    let (name, size, stride) = TYPES[class];
    let len_offset = if stride == 0 { 0 } else { 8 };
    TypeDescr { name: Cow::Borrowed(name), header: class as u64 + 1, size, stride, len_offset }
}

fn field_descr(row: usize) -> FieldDescr {
    let (_, name, offset, mem, immutable, _) = FIELDS[row];
    FieldDescr { name: Cow::Borrowed(name), offset, mem, immutable }
}

fn elem_descr(row: usize) -> ArrayDescr {
    let (class, name, offset, mem, _) = ELEMS[row];
    ArrayDescr { name: Cow::Borrowed(name), offset, stride: TYPES[class].2, mem, immutable: false }
}

/// Object header and array length, which every class (every array class) has at the same place.
fn header_field() -> FieldDescr {
    FieldDescr { name: Cow::Borrowed("Object.header"), offset: 0, mem: Mem::U32, immutable: true }
}

fn len_field() -> FieldDescr {
    FieldDescr { name: Cow::Borrowed("Array.len"), offset: 8, mem: Mem::W64, immutable: true }
}

// ---- helpers

/// Defines functions with a helper's machine interface.
macro_rules! helper_fns {
    ($abi:literal $(fn $name:ident($arena:ident, $args:ident, $out:ident) $body:block)*) => {
        $(unsafe extern $abi fn $name(ctx: *const NativeCtx, args: *const u64, out: *mut u64) -> u64 {
            // SAFETY: the context is an arena's, and the caller gives room for at least eight arguments and eight results, which nobody
            // else touches during the call (the contract of `ArenaMemory::allow_helper`).
            let ($arena, $args, $out) = unsafe {
                (ArenaMemory::of_ctx(ctx), &*(args as *const [u64; 2]), &mut *(out as *mut [u64; 2]))
            };
            $body
        })*
    };
}

macro_rules! helper_bodies {
    ($abi:literal) => {
        helper_fns! { $abi
            fn mix(_arena, args, out) {
                out[0] = args[0].wrapping_mul(31).rotate_left(7) ^ args[1];
                0
            }
            fn halve(_arena, args, out) {
                out[0] = (f64::from_bits(args[0]) * 0.5).to_bits();
                0
            }
            fn sum(arena, args, out) {
                let mut arena = arena;
                let mut field = |offset, mem| arena.load(args[0].wrapping_add(offset), mem).unwrap_or(0);
                out[0] = field(8, Mem::W64).wrapping_add(field(36, Mem::I32));
                0
            }
            fn bump(arena, args, out) {
                let mut arena = arena;
                let at = args[0].wrapping_add(8);
                let old = arena.load(at, Mem::W64).unwrap_or(0);
                let new = old.wrapping_add(args[1]);
                out[0] = old;
                out[1] = new;
                match arena.store(at, Mem::W64, new) {
                    Ok(()) => (new as i64 % 8 == 7) as u64,
                    Err(_) => 2,
                }
            }
            fn fresh(arena, args, out) {
                out[0] = arena.block(&[PAIR as u64 + 1, args[0], 0, 0, 0]);
                0
            }
            fn link(arena, args, out) {
                let mut arena = arena;
                let at = args[0].wrapping_add(24);
                out[0] = arena.load(at, Mem::W64).unwrap_or(0);
                match arena.store(at, Mem::W64, args[1]) {
                    Ok(()) => 0,
                    Err(_) => 2,
                }
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
helper_bodies!("sysv64");
#[cfg(not(target_arch = "x86_64"))]
helper_bodies!("C");

/// One test helper: its arguments and results with what they hold. A pair that is an argument is never null; a result may be.
struct TestHelper {
    name: &'static str,
    f: HelperFn,
    effect: HelperEffect,
    args: &'static [Kind],
    results: &'static [Kind],
}

const fn helper(
    name: &'static str,
    f: HelperFn,
    effect: HelperEffect,
    args: &'static [Kind],
    results: &'static [Kind],
) -> TestHelper {
    TestHelper { name, f, effect, args, results }
}

static HELPERS: &[TestHelper] = &[
    helper("mix", mix, HelperEffect::Pure, &[Kind::Int, Kind::Int], &[Kind::Int]),
    helper("halve", halve, HelperEffect::Pure, &[Kind::Float], &[Kind::Float]),
    helper("sum", sum, HelperEffect::Read, &[Kind::To(PAIR)], &[Kind::Int]),
    helper("bump", bump, HelperEffect::All, &[Kind::To(PAIR), Kind::Int], &[Kind::Int, Kind::Int]),
    helper("fresh", fresh, HelperEffect::All, &[Kind::Int], &[Kind::To(PAIR)]),
    helper("link", link, HelperEffect::All, &[Kind::To(PAIR), Kind::To(PAIR)], &[Kind::To(PAIR)]),
];

fn helper_descr(h: &TestHelper) -> HelperDescr {
    HelperDescr { name: Cow::Borrowed(h.name), addr: h.f as usize, effect: h.effect }
}

/// Descriptors of the test helpers, to fill in addresses in traces read from text.
pub fn test_helpers() -> Vec<HelperDescr> {
    HELPERS.iter().map(helper_descr).collect()
}

/// Lets traces call the test helpers in an arena, and function traces with any key: these return the sum of their arguments.
pub fn allow_test_helpers(arena: &ArenaMemory) {
    for h in HELPERS {
        // SAFETY: the test helpers read two arguments, write two results and reach memory only through the arena's checked access.
        unsafe { arena.allow_helper(h.f) };
    }
    arena.on_trace_call(|_, _, args, out| {
        out[0] = args.iter().fold(0, |a, &b| a.wrapping_add(b));
        0
    });
}

// ---- traces

/// How a trace ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// Jump to its own start, as recorded loops do.
    Start,
    /// A label with phis somewhere before, and the jump to it, as peeled loops do.
    Loop,
    /// Return words.
    Finish,
    /// Leave.
    Exit,
}

/// What traces may contain.
#[derive(Clone, Debug)]
pub struct Config {
    /// Instructions, roughly.
    pub size: usize,
    /// Most inputs of each type.
    pub inputs: usize,
    /// Percent of steps that are guards.
    pub guards: usize,
    /// Allow floats.
    pub floats: bool,
    /// Allow references, loads and stores.
    pub heap: bool,
    /// Allow allocations.
    pub allocs: bool,
    /// Allow helper calls.
    pub calls: bool,
    /// Allow `CallTrace` (with key 7).
    pub trace_calls: bool,
    /// Ends to choose from.
    pub tails: Vec<Tail>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            size: 40,
            inputs: 4,
            guards: 12,
            floats: true,
            heap: true,
            allocs: true,
            calls: true,
            trace_calls: false,
            tails: vec![Tail::Start, Tail::Loop, Tail::Finish, Tail::Exit],
        }
    }
}

impl Config {
    /// Arithmetic on ints and floats with guards only.
    pub fn scalar() -> Config {
        Config { heap: false, allocs: false, calls: false, ..Config::default() }
    }
}

/// A value the generator may use.
#[derive(Clone, Copy)]
struct Val {
    r: IrRef,
    kind: Kind,
    /// Int: any. Float: is no NaN. Reference: is not null.
    sure: bool,
}

struct Gen<'a> {
    rng: Rng,
    cfg: &'a Config,
    t: Trace,
    pool: Vec<Val>,
    guards: u32,
    greens: std::rc::Rc<Vec<u64>>,
}

/// A verified trace; see the module header.
pub fn random_trace(seed: u64, cfg: &Config) -> Trace {
    let rng = Rng(seed ^ 0x517c_c1b7_2722_0a95);
    let greens = std::rc::Rc::new(vec![seed]);
    let mut g = Gen { rng, cfg, t: Trace::default(), pool: Vec::new(), guards: 0, greens };
    g.inputs();
    let tail = if cfg.tails.is_empty() { Tail::Exit } else { g.rng.pick(&cfg.tails) };
    let label_at = (tail == Tail::Loop).then(|| g.rng.below(cfg.size / 2 + 1));
    let mut phis = Vec::new();
    let mut budget = 4 * cfg.size;
    while g.t.insts.len() < cfg.size && budget > 0 {
        if phis.is_empty() && label_at.is_some_and(|n| g.t.insts.len() >= n) {
            phis = g.label();
        }
        g.step();
        budget -= 1;
    }
    if tail == Tail::Loop && phis.is_empty() {
        phis = g.label();
    }
    g.tail(tail, &phis);
    let mut t = g.t;
    if seed % 4 != 0 {
        follow(seed, &mut t);
    }
    t
}

/// Turns guards so that they hold for the inputs of this seed, at least the first time.
fn follow(seed: u64, t: &mut Trace) {
    let arena = ArenaMemory::new();
    let inputs = random_inputs(seed, t, &arena);
    arena.poll_after(1);
    for _ in 0..t.insts.len() {
        let (mut fork, map) = arena.fork();
        let fuel = t.insts.len() as u64;
        let Outcome::Exit { inst, values, .. } = evaluate(t, &map.all(&inputs), &mut fork, fuel) else {
            return;
        };
        let guard = t.insts[inst];
        let cond = guard.operands().first().copied().unwrap_or(IrRef::NONE);
        let null_check = |r: IrRef| !r.is_const() && !r.is_none() && t.insts[r.index()].op == Op::RefNe;
        t.insts[inst].op = match guard.op {
            Op::GuardTrue if !null_check(cond) => Op::GuardFalse,
            Op::GuardFalse => Op::GuardTrue,
            Op::GuardEq if !cond.is_const() => {
                // The snapshot of a `GuardEq` mentions its operand first.
                let ty = t.ty(cond);
                t.insts[inst].args[1] = t.konst(ty, values[0]);
                Op::GuardEq
            }
            _ => return,
        };
    }
}

fn kind_type(kind: Kind) -> Ty {
    match kind {
        Kind::Int => Ty::Int,
        Kind::Float => Ty::Float,
        Kind::To(_) => Ty::Ref,
    }
}

impl Gen<'_> {
    fn inputs(&mut self) {
        let mut kinds = vec![Kind::Int; 1 + self.rng.below(self.cfg.inputs.max(1))];
        if self.cfg.floats {
            kinds.extend(vec![Kind::Float; self.rng.below(self.cfg.inputs + 1)]);
        }
        if self.cfg.heap {
            let refs = 1 + self.rng.below(self.cfg.inputs.max(1) + 3);
            kinds.extend((0..refs).map(|k| Kind::To(k % TYPES.len())));
        }
        // Mix the types, but keep the order of the reference inputs, which gives their classes.
        for i in (1..kinds.len()).rev() {
            let j = self.rng.below(i + 1);
            if !matches!(kinds[i], Kind::To(_)) && !matches!(kinds[j], Kind::To(_)) {
                kinds.swap(i, j);
            }
        }
        for kind in kinds {
            let r = self.t.push(Inst { ty: kind_type(kind), ..Inst::new(Op::Input) });
            self.pool.push(Val { r, kind, sure: kind != Kind::Float });
        }
    }

    fn push(&mut self, op: Op, ty: Ty, args: &[IrRef], aux: u32) -> IrRef {
        let mut inst = Inst { ty, aux, ..Inst::new(op) };
        inst.args[..args.len()].copy_from_slice(args);
        self.t.push(inst)
    }

    fn push_list(&mut self, op: Op, ty: Ty, list: Vec<IrRef>, aux: u32) -> IrRef {
        let list = self.t.add_list(list);
        self.t.push(Inst { ty, aux, list, ..Inst::new(op) })
    }

    fn give(&mut self, r: IrRef, kind: Kind, sure: bool) {
        self.pool.push(Val { r, kind, sure });
    }

    fn int(&mut self, i: i64) -> IrRef {
        self.t.konst(Ty::Int, i as u64)
    }

    /// A value of the kind (for references: possibly null), often a recent one, sometimes a constant.
    fn value(&mut self, kind: Kind) -> Val {
        let fits: Vec<Val> = self.pool.iter().copied().filter(|v| v.kind == kind).collect();
        if fits.is_empty() || self.rng.chance(15) {
            let (bits, sure) = match kind {
                Kind::Int => (self.rng.int() as u64, true),
                Kind::Float => {
                    let f = self.rng.float();
                    (f.to_bits(), !f.is_nan())
                }
                Kind::To(_) => (0, false),
            };
            return Val { r: self.t.konst(kind_type(kind), bits), kind, sure };
        }
        let recent = if self.rng.chance(50) { fits.len().min(4) } else { fits.len() };
        fits[fits.len() - 1 - self.rng.below(recent)]
    }

    /// A reference that is not null, to an object of the class; `None` if there is none at hand.
    fn object(&mut self, class: usize) -> Option<IrRef> {
        let fits = |v: &&Val| v.kind == Kind::To(class) && !v.r.is_const();
        let all: Vec<Val> = self.pool.iter().filter(fits).copied().collect();
        if all.is_empty() {
            return None;
        }
        let sure: Vec<Val> = all.iter().filter(|v| v.sure).copied().collect();
        let v =
            if !sure.is_empty() && self.rng.chance(75) { self.rng.pick(&sure) } else { self.rng.pick(&all) };
        if !v.sure {
            let null = self.t.konst(Ty::Ref, 0);
            let cond = self.push(Op::RefNe, Ty::Int, &[v.r, null], 0);
            self.guard(Op::GuardTrue, &[cond]);
            self.pool.iter_mut().filter(|p| p.r == v.r).for_each(|p| p.sure = true);
        }
        Some(v.r)
    }

    /// A float that is no NaN.
    fn number(&mut self) -> IrRef {
        let v = self.value(Kind::Float);
        if v.sure {
            return v.r;
        }
        let i = self.value(Kind::Int).r;
        let r = self.push(Op::IntToFloat, Ty::Float, &[i], 0);
        self.give(r, Kind::Float, true);
        r
    }

    fn snapshot(&mut self, first: Option<IrRef>) -> SnapId {
        let some = |g: &mut Self, most: usize| -> Vec<IrRef> {
            let n = g.rng.below(most + 1);
            (0..n)
                .map(|_| match g.rng.below(20) {
                    0 => IrRef::NONE,
                    1 => g.int(5),
                    _ => g.rng.pick(&g.pool.clone()).r,
                })
                .collect()
        };
        let mut entries: Vec<IrRef> = first.into_iter().collect();
        entries.extend(some(self, 10));
        let replay = self.rng.chance(30);
        let log = if replay { some(self, 4) } else { Vec::new() };
        if self.rng.chance(20) {
            self.greens = std::rc::Rc::new((0..self.rng.below(4)).map(|_| self.rng.bits()).collect());
            self.guards = 0;
        }
        let (greens, guard_no) = (self.greens.clone(), self.guards);
        self.guards += 1;
        self.t.snaps.push(Snapshot { greens, entries, log, replay, guard_no, virtuals: Vec::new() });
        SnapId(self.t.snaps.len() as u32 - 1)
    }

    fn guard(&mut self, op: Op, args: &[IrRef]) {
        let snap = self.snapshot((op == Op::GuardEq).then(|| args[0]));
        let r = self.push(op, Ty::Void, args, 0);
        self.t.insts[r.index()].snap = snap;
    }

    /// One step: mostly one instruction.
    fn step(&mut self) {
        let cfg = self.cfg;
        let roll = self.rng.below(100);
        if roll < cfg.guards {
            return self.random_guard();
        }
        if self.rng.chance(5) {
            return self.repeat();
        }
        match self.rng.below(100) {
            0..=24 if cfg.heap => self.access(),
            25..=36 if cfg.heap && cfg.allocs => self.alloc(),
            37..=43 if cfg.calls => self.call(),
            44 if cfg.trace_calls => self.call_trace(),
            45..=47 if cfg.heap => self.refs(),
            _ => self.pure(),
        }
    }

    fn random_guard(&mut self) {
        match self.rng.below(4) {
            0 => {
                let value = match self.cfg.floats && self.rng.chance(20) {
                    true => self.number(),
                    false => self.value(Kind::Int).r,
                };
                let ty = self.t.ty(value);
                let want = match ty {
                    Ty::Float => self.rng.below(9) as f64,
                    _ => f64::from_bits(self.rng.int() as u64),
                };
                let want = self.t.konst(ty, want.to_bits());
                self.guard(Op::GuardEq, &[value, want]);
            }
            n => {
                let cond = match self.rng.chance(70) {
                    true => self.compare(),
                    false => self.value(Kind::Int).r,
                };
                self.guard(if n == 1 { Op::GuardFalse } else { Op::GuardTrue }, &[cond]);
            }
        }
    }

    fn compare(&mut self) -> IrRef {
        let op = self.rng.pick(&[Op::IntEq, Op::IntNe, Op::IntLt, Op::IntLe, Op::UintLt, Op::UintLe]);
        let (a, b) = (self.value(Kind::Int).r, self.value(Kind::Int).r);
        let r = self.push(op, Ty::Int, &[a, b], 0);
        self.give(r, Kind::Int, true);
        r
    }

    /// The same pure op or load again, so that there is something to share.
    fn repeat(&mut self) {
        let i = self.rng.below(self.t.insts.len());
        let inst = self.t.insts[i];
        let old = self.pool.iter().find(|v| v.r == IrRef(i as u32)).copied();
        if let (Effect::Pure | Effect::Read, Some(old)) = (inst.op.info().effect, old) {
            let r = self.t.push(inst);
            // A reference checked against null may be null when it is loaded again; a computed number is the same number.
            let sure = old.sure && inst.op.info().effect == Effect::Pure;
            self.give(r, old.kind, sure);
        }
    }

    fn pure(&mut self) {
        let info_ok = |o: &&Op| {
            let i = o.info();
            let typed = i.args.iter().all(|a| *a == Arg::I || *a == Arg::F && self.cfg.floats);
            let result = i.result == Some(Ty::Int) || i.result == Some(Ty::Float) && self.cfg.floats;
            i.effect == Effect::Pure && i.shape == Shape::Plain && typed && result
        };
        let ops: Vec<Op> = ALL_OPS.iter().filter(info_ok).copied().collect();
        let op = self.rng.pick(&ops);
        let mut args = Vec::new();
        for a in op.info().args {
            let r = match (op, a) {
                (Op::FloatToBits, _) => self.number(),
                (_, Arg::F) => self.value(Kind::Float).r,
                _ => self.value(Kind::Int).r,
            };
            args.push(r);
        }
        if op == Op::FloatFromBits {
            // One bit of the exponent stays clear: no NaN, so no payload.
            let mask = self.int(!(1i64 << 52));
            args[0] = self.push(Op::IntAnd, Ty::Int, &[args[0], mask], 0);
        }
        let ty = op.info().result.expect("pure plain ops have a type");
        let r = self.push(op, ty, &args, 0);
        let kind = if ty == Ty::Int { Kind::Int } else { Kind::Float };
        self.give(r, kind, kind == Kind::Int || matches!(op, Op::IntToFloat | Op::FloatFromBits));
    }

    /// Comparisons and conversions of references.
    fn refs(&mut self) {
        let class = self.rng.below(TYPES.len());
        let (a, b) = (self.value(Kind::To(class)), self.value(Kind::To(class)));
        if self.rng.chance(25) {
            // The address itself stays out of the pool: nothing may depend on it.
            let i = self.push(Op::RefToInt, Ty::Int, &[a.r], 0);
            let r = self.push(Op::RefFromInt, Ty::Ref, &[i], 0);
            self.give(r, a.kind, a.sure);
        } else {
            let op = self.rng.pick(&[Op::RefEq, Op::RefNe]);
            let r = self.push(op, Ty::Int, &[a.r, b.r], 0);
            self.give(r, Kind::Int, true);
        }
    }

    /// An index in the bounds of any array.
    fn index(&mut self) -> IrRef {
        if self.rng.chance(60) {
            let i = self.rng.below(MIN_LEN as usize) as i64;
            return self.int(i);
        }
        let v = self.value(Kind::Int).r;
        let mask = self.int(MIN_LEN - 1);
        let r = self.push(Op::IntAnd, Ty::Int, &[v, mask], 0);
        self.give(r, Kind::Int, true);
        r
    }

    fn usable(&self, kind: Kind) -> bool {
        kind != Kind::Float || self.cfg.floats
    }

    /// A load or store of a field, an element, a header or a length.
    fn access(&mut self) {
        match self.rng.below(8) {
            0..=3 => {
                let row = self.rng.below(FIELDS.len());
                let (class, _, _, _, immutable, kind) = FIELDS[row];
                let Some(obj) = self.object(class).filter(|_| self.usable(kind)) else { return };
                let x = self.t.field(&field_descr(row));
                if immutable || self.rng.chance(55) {
                    let r = self.push(Op::Load, kind_type(kind), &[obj], x);
                    self.give(r, kind, kind == Kind::Int);
                } else {
                    let v = self.value(kind).r;
                    self.push(Op::Store, Ty::Void, &[obj, v], x);
                }
            }
            4..=6 => {
                let row = self.rng.below(ELEMS.len());
                let (class, _, _, _, kind) = ELEMS[row];
                let Some(obj) = self.object(class) else { return };
                let (a, i) = (self.t.array(&elem_descr(row)), self.index());
                if self.rng.chance(50) {
                    let r = self.push(Op::LoadElem, kind_type(kind), &[obj, i], a);
                    self.give(r, kind, kind == Kind::Int);
                } else {
                    let v = self.value(kind).r;
                    self.push(Op::StoreElem, Ty::Void, &[obj, i, v], a);
                }
            }
            _ => {
                let class = self.rng.below(TYPES.len());
                let Some(obj) = self.object(class) else { return };
                let len = TYPES[class].2 != 0 && self.rng.chance(50);
                let x = self.t.field(&if len { len_field() } else { header_field() });
                let r = self.push(Op::Load, Ty::Int, &[obj], x);
                self.give(r, Kind::Int, true);
            }
        }
    }

    /// An allocation and its initializing stores, which may make a cycle.
    fn alloc(&mut self) {
        let class = self.rng.below(TYPES.len());
        let ty = self.t.type_(&type_descr(class));
        let r = if TYPES[class].2 == 0 {
            self.push(Op::New, Ty::Ref, &[], ty)
        } else {
            let len = match self.rng.chance(75) {
                true => self.int(MIN_LEN),
                false => {
                    let i = self.index();
                    let least = self.int(MIN_LEN);
                    self.push(Op::IntAdd, Ty::Int, &[i, least], 0)
                }
            };
            self.push(Op::NewArray, Ty::Ref, &[len], ty)
        };
        self.give(r, Kind::To(class), true);
        for (row, f) in FIELDS.iter().enumerate().filter(|(_, f)| f.0 == class) {
            // Immutable fields are written here or never.
            if self.usable(f.5) && self.rng.chance(60) {
                let v = self.value(f.5).r;
                let x = self.t.field(&field_descr(row));
                self.push(Op::Store, Ty::Void, &[r, v], x);
            }
        }
        for (row, e) in ELEMS.iter().enumerate().filter(|(_, e)| e.0 == class) {
            if self.rng.chance(60) {
                let (a, i, v) =
                    (self.t.array(&elem_descr(row)), self.rng.below(MIN_LEN as usize), self.value(e.4).r);
                let i = self.int(i as i64);
                self.push(Op::StoreElem, Ty::Void, &[r, i, v], a);
            }
        }
    }

    fn call(&mut self) {
        let h = &HELPERS[self.rng.below(HELPERS.len())];
        let mut list = Vec::new();
        for &kind in h.args {
            let arg = match kind {
                Kind::To(class) if self.cfg.heap => self.object(class),
                Kind::To(_) => None,
                _ if !self.usable(kind) => None,
                _ => Some(self.value(kind).r),
            };
            let Some(arg) = arg else { return };
            list.push(arg);
        }
        if !self.cfg.heap && h.results.iter().any(|k| matches!(k, Kind::To(_))) {
            return;
        }
        let aux = self.t.helper(&helper_descr(h));
        let op = match h.effect {
            HelperEffect::Pure => Op::CallPure,
            HelperEffect::Read => Op::CallRead,
            HelperEffect::All => Op::Call,
        };
        if op != Op::Call {
            let r = self.push_list(op, kind_type(h.results[0]), list, aux);
            return self.give(r, h.results[0], h.results[0] == Kind::Int);
        }
        let call = self.push_list(op, Ty::Int, list, aux);
        self.results(call, h.results);
    }

    /// Some results of a call, then perhaps the guard of its status.
    fn results(&mut self, call: IrRef, kinds: &[Kind]) {
        for (k, &kind) in kinds.iter().enumerate() {
            if self.rng.chance(70) {
                let r = self.push(Op::Result, kind_type(kind), &[call], k as u32);
                self.give(r, kind, kind == Kind::Int);
            }
        }
        if self.rng.chance(50) {
            let fine = self.int(0);
            self.guard(Op::GuardEq, &[call, fine]);
        }
        self.give(call, Kind::Int, true);
    }

    fn call_trace(&mut self) {
        let list = (0..self.rng.below(4)).map(|_| self.value(Kind::Int).r).collect();
        let aux = self.t.key(&7);
        let snap = self.snapshot(None);
        let call = self.push_list(Op::CallTrace, Ty::Int, list, aux);
        self.t.insts[call.index()].snap = snap;
        self.results(call, &[Kind::Int]);
    }

    /// A label; the phis' kinds and whether they must be sure.
    fn label(&mut self) -> Vec<(Kind, bool)> {
        let n = 1 + self.rng.below(5);
        let first: Vec<Val> = (0..n).map(|_| self.rng.pick(&self.pool.clone())).collect();
        self.push_list(Op::Label, Ty::Void, first.iter().map(|v| v.r).collect(), 0);
        for v in &first {
            let r = self.push(Op::Phi, kind_type(v.kind), &[], 0);
            // A float may come round as NaN, so no phi is sure of it.
            self.give(r, v.kind, v.sure && v.kind != Kind::Float);
        }
        first.iter().map(|v| (v.kind, v.sure && v.kind != Kind::Float)).collect()
    }

    /// Values for the target of a jump.
    fn jump_args(&mut self, want: &[(Kind, bool)]) -> Vec<IrRef> {
        want.iter()
            .map(|&(kind, sure)| match kind {
                Kind::To(class) if sure => {
                    let fits: Vec<Val> =
                        self.pool.iter().filter(|v| v.kind == Kind::To(class) && v.sure).copied().collect();
                    self.rng.pick(&fits).r
                }
                _ => self.value(kind).r,
            })
            .collect()
    }

    fn tail(&mut self, tail: Tail, phis: &[(Kind, bool)]) {
        if matches!(tail, Tail::Start | Tail::Loop) {
            self.guard(Op::GuardPoll, &[]);
        }
        match tail {
            Tail::Start => {
                let inputs: Vec<_> = self.pool[..self.t.inputs()].iter().map(|v| v.kind).collect();
                let want: Vec<_> = inputs.iter().map(|&k| (k, matches!(k, Kind::To(_)))).collect();
                let args = self.jump_args(&want);
                self.push_list(Op::Jump, Ty::Void, args, 0);
                self.t.target = JumpTarget::Start;
            }
            Tail::Loop => {
                let args = self.jump_args(phis);
                self.push_list(Op::Jump, Ty::Void, args, 0);
                self.t.target = JumpTarget::Loop;
            }
            Tail::Finish => {
                let n = self.rng.below(6);
                let list = (0..n).map(|_| self.rng.pick(&self.pool.clone()).r).collect();
                self.push_list(Op::Finish, Ty::Void, list, 0);
            }
            Tail::Exit => self.guard(Op::Exit, &[]),
        }
    }
}

// ---- inputs

/// Fills an arena with objects, allows the test helpers in it, sets when it polls, and gives inputs for the trace.
pub fn random_inputs(seed: u64, trace: &Trace, arena: &ArenaMemory) -> Vec<u64> {
    let mut rng = Rng(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x6c62_272e_07bb_0142);
    let mut mem = arena.clone();
    allow_test_helpers(arena);
    arena.poll_after(rng.below(12) as u64);
    const EACH: usize = 3;
    let mut objects: Vec<[u64; EACH]> = Vec::new();
    for (class, row) in TYPES.iter().enumerate() {
        let ty = type_descr(class);
        objects.push(std::array::from_fn(|_| {
            let len = MIN_LEN as u64 + rng.below(4) as u64;
            let made = if row.2 == 0 { mem.new_object(&ty) } else { mem.new_array(&ty, len) };
            made.expect("the arena has room")
        }));
    }
    let mut fill = |rng: &mut Rng, addr: u64, form: Mem, kind: Kind| {
        let word = match kind {
            Kind::Int => rng.int() as u64,
            Kind::Float => rng.float().to_bits(),
            Kind::To(_) if rng.chance(12) => 0,
            Kind::To(class) => rng.pick(&objects[class]),
        };
        mem.store(addr, form, word).expect("the object has that field");
    };
    for (class, all) in objects.iter().enumerate() {
        for &obj in all {
            for f in FIELDS.iter().filter(|f| f.0 == class) {
                fill(&mut rng, obj + f.2 as u64, f.3, f.5);
            }
            for e in ELEMS.iter().filter(|e| e.0 == class) {
                for i in 0..arena.word(obj + 8) {
                    fill(&mut rng, obj + e.2 as u64 + i * TYPES[class].2 as u64, e.3, e.4);
                }
            }
        }
    }
    let mut refs = 0;
    let inputs = trace.insts[..trace.inputs()].iter();
    inputs
        .map(|i| match i.ty {
            Ty::Float => rng.float().to_bits(),
            Ty::Ref => {
                refs += 1;
                rng.pick(&objects[(refs - 1) % TYPES.len()])
            }
            _ => rng.int() as u64,
        })
        .collect()
}
