//! Random traces and inputs, for property tests of optimizer, backends and GPU against the evaluator.
//!
//! **Problem.** Two executions of a trace can only be compared if the trace is well-behaved: typed, in bounds, free of null accesses, and
//! deaf to things that may rightly differ (addresses, signs of computed NaNs). This module makes such traces, and inputs for them.
//!
//! **Invariants.**
//! 1. A trace depends on tape (or seed) and [`Config`] only (and on the addresses of the test helpers), and passes [`holloway_compiler::ir::verify::verify`].
//! 2. With inputs of [`random_inputs`] the evaluator never faults: indices are masked, loaded references are guarded against null before
//!    they are followed, each field holds references to one class only.
//! 3. The k-th reference input is an object of class `k mod 8` of the table [`TYPES`]; it is never null; inputs may alias.
//! 4. No value depends on an address or the bits of a NaN, so outcomes are comparable with [`same_word`](holloway_compiler::ir::eval::same_word) and
//!    [`ArenaMemory::same_heap`]. Traces with a loop poll once an iteration, and the arena's poll ends them.
//! 5. With the inputs of the same seed most traces run through to their end, as recorded ones do (three seeds of four: guards are
//!    turned to hold).
//!
//! **Not promised.** The same traces after a change of this module; `GuardValid`.
//!
//! **Example.**
//! ```
//! use holloway_compiler::ir::{arena::ArenaMemory, eval::evaluate};
//! use holloway_testkit::random::*;
//! let t = random_trace(7, &Config::default());
//! let arena = ArenaMemory::new();
//! let inputs = random_inputs(7, &t, &arena);
//! let (mut fork, map) = arena.fork();
//! let outcome = evaluate(&t, &map.all(&inputs), &mut fork, 10_000);
//! # drop(outcome);
//! ```

pub use crate::world::random_inputs;
use crate::world::*;
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::descr::HelperEffect;
use holloway_compiler::ir::eval::{evaluate, Outcome};
use holloway_compiler::ir::op::{Arg, Effect, Op, Shape, Ty, ALL_OPS};
use holloway_compiler::ir::snapshot::Snapshot;
use holloway_compiler::ir::trace::*;
pub use holloway_draws::Draws;

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

/// What the results of trace calls are: more words than go in registers, floats among both.
pub const TRACE_KINDS: &[Kind] = {
    const I: Kind = Kind::Int;
    &[I, Kind::Float, I, I, Kind::Float, I, I, I, Kind::Float]
};

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
    draws: &'a mut Draws,
    cfg: &'a Config,
    t: Trace,
    pool: Vec<Val>,
    guards: u32,
    greens: std::sync::Arc<[u64]>,
}

/// A verified trace of a seed; see the module header.
pub fn random_trace(seed: u64, cfg: &Config) -> Trace {
    drawn_trace(&mut Draws::seeded(seed ^ 0x517c_c1b7_2722_0a95), seed, cfg)
}

/// A verified trace from a tape; three of four run through with the inputs of the seed.
pub fn drawn_trace(draws: &mut Draws, seed: u64, cfg: &Config) -> Trace {
    let greens = [seed].into();
    let mut g = Gen { draws, cfg, t: Trace::default(), pool: Vec::new(), guards: 0, greens };
    g.inputs();
    let tail = if cfg.tails.is_empty() { Tail::Exit } else { g.draws.pick(&cfg.tails) };
    let label_at = (tail == Tail::Loop).then(|| g.draws.below(cfg.size / 2 + 1));
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
    if !seed.is_multiple_of(4) {
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
        let mut kinds = vec![Kind::Int; 1 + self.draws.below(self.cfg.inputs.max(1))];
        if self.cfg.floats {
            kinds.extend(vec![Kind::Float; self.draws.below(self.cfg.inputs + 1)]);
        }
        if self.cfg.heap {
            let refs = 1 + self.draws.below(self.cfg.inputs.max(1) + 5);
            kinds.extend((0..refs).map(|k| Kind::To(k % TYPES.len())));
        }
        // Mix the types, but keep the order of the reference inputs, which gives their classes.
        for i in (1..kinds.len()).rev() {
            let j = self.draws.below(i + 1);
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
        if fits.is_empty() || self.draws.chance(15) {
            let (bits, sure) = match kind {
                Kind::Int => (self.draws.int() as u64, true),
                Kind::Float => {
                    let f = self.draws.float();
                    (f.to_bits(), !f.is_nan())
                }
                Kind::To(_) => (0, false),
            };
            return Val { r: self.t.konst(kind_type(kind), bits), kind, sure };
        }
        let recent = if self.draws.chance(50) { fits.len().min(4) } else { fits.len() };
        fits[fits.len() - 1 - self.draws.below(recent)]
    }

    /// A reference that is not null, to an object of the class; `None` if there is none at hand.
    fn object(&mut self, class: usize) -> Option<IrRef> {
        let fits = |v: &&Val| v.kind == Kind::To(class) && !v.r.is_const();
        let all: Vec<Val> = self.pool.iter().filter(fits).copied().collect();
        if all.is_empty() {
            return None;
        }
        let sure: Vec<Val> = all.iter().filter(|v| v.sure).copied().collect();
        let v = if !sure.is_empty() && self.draws.chance(75) {
            self.draws.pick(&sure)
        } else {
            self.draws.pick(&all)
        };
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
            let n = g.draws.below(most + 1);
            (0..n)
                .map(|_| match g.draws.below(20) {
                    0 => IrRef::NONE,
                    1 => g.int(5),
                    _ => g.draws.pick(&g.pool.clone()).r,
                })
                .collect()
        };
        let mut entries: Vec<IrRef> = first.into_iter().collect();
        entries.extend(some(self, 10));
        let replay = self.draws.chance(30);
        let log = if replay { some(self, 4) } else { Vec::new() };
        if self.draws.chance(20) {
            self.greens = (0..self.draws.below(4)).map(|_| self.draws.bits()).collect();
            self.guards = 0;
        }
        let (greens, entries, guard_no) = (self.greens.clone(), entries.into(), self.guards);
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
        let roll = self.draws.below(100);
        if roll < cfg.guards {
            return self.random_guard();
        }
        if self.draws.chance(5) {
            return self.repeat();
        }
        match self.draws.below(100) {
            0..=24 if cfg.heap => self.access(),
            25..=36 if cfg.heap && cfg.allocs => self.alloc(),
            37..=43 if cfg.calls => self.call(),
            44 if cfg.trace_calls => self.call_trace(),
            45..=47 if cfg.heap => self.refs(),
            _ => self.pure(),
        }
    }

    fn random_guard(&mut self) {
        match self.draws.below(4) {
            _ if self.draws.chance(15) => self.chain(),
            0 => {
                let value = match self.cfg.floats && self.draws.chance(20) {
                    true => self.number(),
                    false => self.value(Kind::Int).r,
                };
                let ty = self.t.ty(value);
                let want = match ty {
                    Ty::Float => self.draws.below(9) as f64,
                    _ => f64::from_bits(self.draws.int() as u64),
                };
                let want = self.t.konst(ty, want.to_bits());
                self.guard(Op::GuardEq, &[value, want]);
            }
            n => {
                let cond = match self.draws.below(10) {
                    0..6 => self.compare(),
                    6 | 7 => self.bits(),
                    _ => self.value(Kind::Int).r,
                };
                self.guard(if n == 1 { Op::GuardFalse } else { Op::GuardTrue }, &[cond]);
            }
        }
    }

    /// Some bits of a value, mostly one, or whether there are none.
    fn bits(&mut self) -> IrRef {
        let value = self.value(Kind::Int).r;
        let mask = match self.draws.below(4) {
            0 => self.int(30),
            _ => self.t.konst(Ty::Int, 1 << self.draws.below(64)),
        };
        let bits = self.push(Op::IntAnd, Ty::Int, &[value, mask], 0);
        let zero = self.t.konst(Ty::Int, 0);
        match self.draws.below(3) {
            0 => bits,
            1 => self.push(Op::IntEq, Ty::Int, &[bits, zero], 0),
            _ => self.push(Op::IntNe, Ty::Int, &[bits, zero], 0),
        }
    }

    fn compare(&mut self) -> IrRef {
        let op = self.draws.pick(&[Op::IntEq, Op::IntNe, Op::IntLt, Op::IntLe, Op::UintLt, Op::UintLe]);
        let (a, b) = (self.value(Kind::Int).r, self.value(Kind::Int).r);
        let r = self.push(op, Ty::Int, &[a, b], 0);
        self.give(r, Kind::Int, true);
        r
    }

    /// Relations that follow from one another: guards on two of them, then a third as a value, with sums of the values in between.
    fn chain(&mut self) {
        let near = |g: &mut Self, r: IrRef| {
            if g.draws.chance(50) {
                return r;
            }
            let k = g.draws.below(9) as i64 - 4;
            let k = g.int(k);
            let sum = g.push(Op::IntAdd, Ty::Int, &[r, k], 0);
            g.give(sum, Kind::Int, true);
            sum
        };
        let mut three = [0; 3].map(|_| self.value(Kind::Int).r);
        let class = self.draws.below(TYPES.len());
        if let Some(array) = self.object(class).filter(|_| TYPES[class].2 != 0) {
            let len = self.t.field(&len_field(class));
            three[2] = self.push(Op::Load, Ty::Int, &[array], len);
            self.give(three[2], Kind::Int, true);
        }
        let [a, b, c] = three;
        let orders = [Op::IntLt, Op::IntLe, Op::UintLt, Op::UintLe];
        for (x, y) in [(a, b), (b, c)] {
            let (x, y) = (near(self, x), near(self, y));
            let op = self.draws.pick(&orders);
            let cond = self.push(op, Ty::Int, &[x, y], 0);
            let guard = if self.draws.chance(70) { Op::GuardTrue } else { Op::GuardFalse };
            self.guard(guard, &[cond]);
        }
        for _ in 0..3 {
            let (x, y) = (self.draws.pick(&three), self.draws.pick(&three));
            let (x, y) = (near(self, x), near(self, y));
            let op = self.draws.pick(&orders);
            let r = self.push(op, Ty::Int, &[x, y], 0);
            self.give(r, Kind::Int, true);
        }
    }

    /// The same pure op or load again, so that there is something to share.
    fn repeat(&mut self) {
        let i = self.draws.below(self.t.insts.len());
        let inst = self.t.insts[i];
        let old = self.pool.iter().find(|v| v.r == IrRef(i as u32)).copied();
        if let (Effect::Pure | Effect::Read, Some(old)) = (inst.op.info().effect, old) {
            let r = self.t.push(inst);
            // A reference checked against null may be null when it is loaded again; a computed number is the same number.
            let sure = old.sure && inst.op.info().effect == Effect::Pure;
            self.give(r, old.kind, sure);
        }
    }

    fn table_word(&mut self) {
        let table = self.t.table(&TABLES[self.draws.below(TABLES.len())]);
        let index = self.value(Kind::Int).r;
        let r = self.push(Op::TableWord, Ty::Int, &[index], table);
        self.give(r, Kind::Int, true);
    }

    fn pure(&mut self) {
        if self.draws.chance(4) {
            return self.table_word();
        }
        let info_ok = |o: &&Op| {
            let i = o.info();
            let typed = i.args.iter().all(|a| *a == Arg::I || *a == Arg::F && self.cfg.floats);
            let result = i.result == Some(Ty::Int) || i.result == Some(Ty::Float) && self.cfg.floats;
            i.effect == Effect::Pure && i.shape == Shape::Plain && typed && result
        };
        let ops: Vec<Op> = ALL_OPS.iter().filter(info_ok).copied().collect();
        let op = self.draws.pick(&ops);
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
        let class = self.draws.below(TYPES.len());
        let (a, b) = (self.value(Kind::To(class)), self.value(Kind::To(class)));
        if self.draws.chance(25) {
            // The address itself stays out of the pool: nothing may depend on it.
            let i = self.push(Op::RefToInt, Ty::Int, &[a.r], 0);
            let r = self.push(Op::RefFromInt, Ty::Ref, &[i], 0);
            self.give(r, a.kind, a.sure);
        } else {
            let op = self.draws.pick(&[Op::RefEq, Op::RefNe]);
            let r = self.push(op, Ty::Int, &[a.r, b.r], 0);
            self.give(r, Kind::Int, true);
        }
    }

    /// An index in the bounds of any array.
    fn index(&mut self) -> IrRef {
        if self.draws.chance(60) {
            let i = self.draws.below(MIN_LEN as usize) as i64;
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
        match self.draws.below(8) {
            0..=3 => {
                let row = self.draws.below(FIELDS.len());
                let (class, _, _, _, immutable, kind) = FIELDS[row];
                let Some(obj) = self.object(class).filter(|_| self.usable(kind)) else { return };
                let x = self.t.field(&field_descr(row));
                if immutable || self.draws.chance(55) {
                    let r = self.push(Op::Load, kind_type(kind), &[obj], x);
                    self.give(r, kind, kind == Kind::Int);
                } else {
                    let v = self.value(kind).r;
                    self.barrier(obj);
                    self.push(Op::Store, Ty::Void, &[obj, v], x);
                }
            }
            4..=6 => {
                let row = self.draws.below(ELEMS.len());
                let (class, _, _, _, kind) = ELEMS[row];
                let Some(obj) = self.object(class).filter(|_| self.usable(kind)) else { return };
                let (a, i) = (self.t.array(&elem_descr(row)), self.index());
                if self.draws.chance(50) {
                    let r = self.push(Op::LoadElem, kind_type(kind), &[obj, i], a);
                    self.give(r, kind, kind == Kind::Int);
                } else {
                    let v = self.value(kind).r;
                    self.barrier(obj);
                    self.push(Op::StoreElem, Ty::Void, &[obj, i, v], a);
                }
            }
            _ => {
                let class = self.draws.below(TYPES.len());
                let Some(obj) = self.object(class) else { return };
                let len = TYPES[class].2 != 0 && self.draws.chance(50);
                let x = self.t.field(&if len { len_field(class) } else { header_field() });
                let r = self.push(Op::Load, Ty::Int, &[obj], x);
                self.give(r, Kind::Int, true);
            }
        }
    }

    /// An allocation and its initializing stores, which may make a cycle.
    fn alloc(&mut self) {
        let class = self.draws.below(TYPES.len());
        self.alloc_of(class);
    }
    fn alloc_of(&mut self, class: usize) -> IrRef {
        let ty = self.t.type_(&type_descr(class));
        let r = if TYPES[class].2 == 0 {
            self.push(Op::New, Ty::Ref, &[], ty)
        } else {
            let len = match self.draws.chance(75) {
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
            if self.usable(f.5) && self.draws.chance(60) {
                let v = self.value(f.5).r;
                let x = self.t.field(&field_descr(row));
                self.push(Op::Store, Ty::Void, &[r, v], x);
            }
        }
        for (row, e) in ELEMS.iter().enumerate().filter(|(_, e)| e.0 == class) {
            if self.usable(e.4) && self.draws.chance(60) {
                let (a, i, v) =
                    (self.t.array(&elem_descr(row)), self.draws.below(MIN_LEN as usize), self.value(e.4).r);
                let i = self.int(i as i64);
                self.push(Op::StoreElem, Ty::Void, &[r, i, v], a);
            }
        }
        r
    }

    /// Now and then a write barrier, which does nothing to an arena's objects.
    fn barrier(&mut self, object: IrRef) {
        if self.draws.chance(25) {
            self.push(Op::Barrier, Ty::Void, &[object], 0);
        }
    }

    fn call(&mut self) {
        let h = &HELPERS[self.draws.below(HELPERS.len())];
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
            // A helper that only reads may be called either way, but for one that raises or has more than a word.
            HelperEffect::Read if h.results.len() == 1 && self.draws.chance(60) => Op::CallRead,
            _ => Op::Call,
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
            if self.draws.chance(70) {
                let r = self.push(Op::Result, kind_type(kind), &[call], k as u32);
                self.give(r, kind, kind == Kind::Int);
            }
        }
        if self.draws.chance(50) {
            let fine = self.int(0);
            self.guard(Op::GuardEq, &[call, fine]);
        }
        self.give(call, Kind::Int, true);
    }

    fn call_trace(&mut self) {
        let list = (0..self.draws.below(10)).map(|_| self.value(Kind::Int).r).collect();
        let aux = self.t.key(&7);
        let call = self.push_list(Op::CallTrace, Ty::Int, list, aux);
        let n = 1 + self.draws.below(TRACE_KINDS.len());
        self.results(call, &TRACE_KINDS[..n]);
    }

    /// A label; the phis' kinds and whether they must be sure.
    fn label(&mut self) -> Vec<(Kind, bool)> {
        let n = 1 + self.draws.below(5);
        let first: Vec<Val> = (0..n).map(|_| self.draws.pick(&self.pool.clone())).collect();
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
        let mut args: Vec<IrRef> = Vec::with_capacity(want.len());
        for (k, &(kind, sure)) in want.iter().enumerate() {
            // Now and then a value that another phi of the kind gets too, as a counter and its copy do.
            let twin = (0..k).find(|&j| want[j] == want[k] && self.draws.below(3) == 0);
            args.push(match kind {
                _ if twin.is_some() => args[twin.unwrap_or(0)],
                Kind::To(class) if sure => {
                    let fits: Vec<Val> =
                        self.pool.iter().filter(|v| v.kind == Kind::To(class) && v.sure).copied().collect();
                    self.draws.pick(&fits).r
                }
                _ => self.value(kind).r,
            });
        }
        args
    }

    fn tail(&mut self, tail: Tail, phis: &[(Kind, bool)]) {
        if matches!(tail, Tail::Start | Tail::Loop) {
            self.guard(Op::GuardPoll, &[]);
        }
        if self.draws.chance(20) {
            self.guard(Op::GuardCount, &[]);
        }
        match tail {
            Tail::Start => {
                let inputs: Vec<_> = self.pool[..self.t.inputs()].iter().map(|v| v.kind).collect();
                let want: Vec<_> = inputs.iter().map(|&k| (k, matches!(k, Kind::To(_)))).collect();
                let mut args = self.jump_args(&want);
                // A loop may replace its objects by new ones in each turn.
                let renew = self.cfg.allocs && self.draws.chance(40);
                for (arg, kind) in args.iter_mut().zip(inputs).filter(|_| renew) {
                    if let Kind::To(class) = kind {
                        *arg = if self.draws.chance(60) { self.alloc_of(class) } else { *arg };
                    }
                }
                self.push_list(Op::Jump, Ty::Void, args, 0);
                self.t.target = JumpTarget::Start;
            }
            Tail::Loop => {
                let args = self.jump_args(phis);
                self.push_list(Op::Jump, Ty::Void, args, 0);
                self.t.target = JumpTarget::Loop;
            }
            Tail::Finish => {
                let n = self.draws.below(6);
                let list = (0..n).map(|_| self.draws.pick(&self.pool.clone()).r).collect();
                self.push_list(Op::Finish, Ty::Void, list, 0);
            }
            Tail::Exit => self.guard(Op::Exit, &[]),
        }
    }
}
