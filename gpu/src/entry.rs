//! What is known of a loop when it is entered: everything that does not change in it is a number by then.
//!
//! **Problem.** Subscripts, bounds and conditions depend on what the guest computed before. Instead of formulas with parameters, analysis runs when the loop
//! is entered, on numbers, and takes microseconds.
//!
//! **How.** [`Entry::affine`] follows a value to parameters of headers (a start and a step each), to what was computed before the loop, and to memory that
//! the loop does not write, which is read.
//!
//! **Invariants.** A form is only given where it cannot leave 64 bits for any iteration within the [`Domain`], where each loop counts as if it ran its longest.
//!
//! **Not promised.** Products of iteration numbers, and anything that is found out by a test in the loop.

use crate::affine::{Affine, Range};
use crate::depend::{ranges, Domain};
use crate::nest::Nest;
use crate::views::{apart, extremes, never, uniform, Reaches};
use holloway_compiler::ir::eval::element;
use holloway_compiler::ir::scalar::eval_pure;
use holloway_compiler::ir::{IrRef, Op};
use holloway_compiler::region::offload::Heap;
use holloway_compiler::region::{BlockId, Region};
use std::collections::{HashMap, HashSet};

/// Operands of operands that are looked at for an interval.
const DEEP: u32 = 6;

/// A loop that is about to be entered.
pub struct Entry<'a> {
    /// The region.
    pub region: &'a Region,
    /// Its shape.
    pub nest: &'a Nest,
    /// The loop.
    pub l: usize,
    /// All values of the region; those outside the loop and its header's parameters are right.
    pub env: &'a [u64],
    /// What is known of memory.
    pub reaches: &'a Reaches,
    /// The loops in it, itself first; a loop's place here is its number in affine forms.
    pub loops: Vec<usize>,
    /// How often they run.
    pub domain: Domain,
    /// The block with the test that ends the loop.
    pub exit: Option<BlockId>,
    /// The tests that end the loops that run just so often, by their number.
    exact: HashMap<usize, BlockId>,
    /// Ranges of the iteration numbers, as if they were independent.
    pub ranges: Vec<Range>,
    stores: HashSet<(bool, u32)>,
    /// Loads from objects that are not written, though others are through the same descriptors.
    pub apart: HashSet<IrRef>,
    known: HashMap<IrRef, Option<Affine>>,
    constants: HashMap<IrRef, Option<u64>>,
    /// Whether trip counts are still being found, and ranges not known.
    pub rough: bool,
}

impl<'a> Entry<'a> {
    /// Finds how often the loops run.
    pub fn new(
        region: &'a Region,
        nest: &'a Nest,
        l: usize,
        env: &'a [u64],
        reaches: &'a Reaches,
        heap: &mut dyn Heap,
    ) -> Entry<'a> {
        let inside = |m: &usize| nest.in_loop(l, nest.cfg.loops[*m].header);
        let loops: Vec<usize> = (0..nest.cfg.loops.len()).filter(inside).collect();
        let stores = nest.stores_in(region, l);
        let domain = vec![None; loops.len()];
        let ranges = ranges(&domain);
        let (known, constants) = (HashMap::new(), HashMap::new());
        let mut entry = Entry {
            region,
            nest,
            l,
            env,
            reaches,
            loops,
            domain,
            exit: None,
            exact: HashMap::new(),
            ranges,
            stores,
            apart: HashSet::new(),
            known,
            constants,
            rough: true,
        };
        for at in 0..entry.loops.len() {
            entry.domain[at] = entry.last(at, heap);
            entry.ranges = crate::depend::ranges(&entry.domain);
        }
        entry.rough = false;
        entry.forget();
        apart(&mut entry, heap);
        entry
    }

    /// Forgets what was found out about values.
    pub fn forget(&mut self) {
        self.known.clear();
        self.constants.clear();
    }

    /// The number of iterations, if it is known.
    pub fn count(&self) -> Option<u64> {
        u64::try_from(self.domain[0].as_ref()?.as_constant()? + 1).ok()
    }

    /// How often a loop runs, if that is the same always, and the block with the test that ends it.
    pub fn exactly(&self, number: usize) -> Option<(u64, BlockId)> {
        let last = self.domain[number].as_ref()?.as_constant()?;
        Some((u64::try_from(last + 1).ok()?, *self.exact.get(&number)?))
    }

    /// How often an inner loop runs at most, if that is known.
    pub fn most(&self, number: usize) -> Option<u64> {
        let last = self.domain[number].as_ref()?;
        u64::try_from(self.range(last)?.1 + 1).ok()
    }

    /// The number of a loop in affine forms.
    pub fn number_of(&self, l: usize) -> Option<usize> {
        self.loops.iter().position(|&m| m == l)
    }

    /// Whether a value is the same in all iterations, and which it is.
    pub fn constant(&mut self, r: IrRef, heap: &mut dyn Heap) -> Option<u64> {
        if let Some(c) = self.region.vals.as_const(r) {
            return Some(c.bits);
        }
        if self.nest.outside(self.l, r) {
            return Some(self.env[r.index()]);
        }
        if let Some(known) = self.constants.get(&r) {
            return *known;
        }
        self.constants.insert(r, None);
        let inst = self.region.inst(r);
        let found = match inst.op {
            Op::Phi => self.affine(r, heap).and_then(|a| a.as_constant()).map(|k| k as i64 as u64),
            Op::Load | Op::LoadElem => self.read(r, heap).or_else(|| uniform(self, r, heap)),
            _ => {
                let args: Option<Vec<u64>> =
                    inst.operands().iter().map(|&o| self.constant(o, heap)).collect();
                args.and_then(|args| eval_pure(inst.op, &args))
            }
        };
        self.constants.insert(r, found);
        found
    }

    /// Whether a load's memory is not written in the loop.
    pub fn stable(&self, load: IrRef) -> bool {
        let inst = self.region.inst(load);
        !self.stores.contains(&(inst.op == Op::LoadElem, inst.aux)) || self.apart.contains(&load)
    }

    /// What a load gives in all iterations.
    fn read(&mut self, r: IrRef, heap: &mut dyn Heap) -> Option<u64> {
        if !self.stable(r) {
            return None;
        }
        let inst = *self.region.inst(r);
        let base = self.constant(inst.args[0], heap)?;
        let (addr, mem) = match inst.op {
            Op::Load => {
                let d = &self.region.vals.fields[inst.aux as usize];
                (base.wrapping_add(d.offset as u64), d.mem)
            }
            _ => {
                let d = &self.region.vals.arrays[inst.aux as usize];
                (element(d, base, self.constant(inst.args[1], heap)?), d.mem)
            }
        };
        // The loop may test that there is such an element before; here nobody has. What is no object is the run time's, or refused by the heap.
        if let Some((_, bytes)) = heap.object(base) {
            let end = addr.checked_sub(base)?.checked_add(mem.bytes() as u64)?;
            if end > bytes as u64 {
                return None;
            }
        }
        heap.load(addr, mem).ok()
    }

    /// An integer or a reference as an affine form.
    pub fn affine(&mut self, r: IrRef, heap: &mut dyn Heap) -> Option<Affine> {
        if r.is_const() || self.nest.outside(self.l, r) {
            return self.constant(r, heap).map(|bits| Affine::constant(bits as i64 as i128));
        }
        if let Some(known) = self.known.get(&r) {
            return known.clone();
        }
        // A value that is reached from itself has no form.
        self.known.insert(r, None);
        let form = self.compute(r, heap).filter(|a| self.rough || self.fits(a));
        self.known.insert(r, form.clone());
        form
    }

    /// Whether a form stays within 64 bits.
    fn fits(&self, a: &Affine) -> bool {
        self.range(a).is_some_and(|(low, high)| low >= i64::MIN as i128 && high <= i64::MAX as i128)
    }

    /// The range of a form.
    pub fn range(&self, a: &Affine) -> Option<Range> {
        a.range(|l| self.ranges[l])
    }

    fn compute(&mut self, r: IrRef, heap: &mut dyn Heap) -> Option<Affine> {
        let inst = *self.region.inst(r);
        let [a, b, _] = inst.args;
        match inst.op {
            Op::Phi => self.parameter(r, heap),
            Op::IntAdd => self.affine(a, heap)?.plus(&self.affine(b, heap)?, 1),
            Op::IntSub => self.affine(a, heap)?.plus(&self.affine(b, heap)?, -1),
            Op::IntNeg => self.affine(a, heap)?.times(-1),
            Op::IntMul => {
                let (a, b) = (self.affine(a, heap)?, self.affine(b, heap)?);
                match (a.as_constant(), b.as_constant()) {
                    (Some(k), _) => b.times(k),
                    (_, Some(k)) => a.times(k),
                    _ => None,
                }
            }
            Op::IntShl => {
                let by = self.constant(b, heap)? & 63;
                self.affine(a, heap)?.times(1 << by)
            }
            Op::RefToInt | Op::RefFromInt => self.affine(a, heap),
            _ => self.constant(r, heap).map(|bits| Affine::constant(bits as i64 as i128)),
        }
    }

    /// A parameter of a block: of a header, its start and a step for each iteration; of another, what all ways supply alike.
    fn parameter(&mut self, p: IrRef, heap: &mut dyn Heap) -> Option<Affine> {
        let b = self.nest.block_of[p.index()];
        let Some(m) = self.nest.headed_by(b) else {
            return self.alike(self.nest.incoming(self.region, b, p, |_| true), heap);
        };
        let start = match m == self.l {
            true => Affine::constant(self.env[p.index()] as i64 as i128),
            false => self.alike(self.nest.supplied(self.region, m, p, false), heap)?,
        };
        start.plus(&Affine::of_loop(self.number_of(m)?), self.step(m, p, heap)?)
    }

    /// The form that all of these have.
    fn alike(&mut self, all: Vec<IrRef>, heap: &mut dyn Heap) -> Option<Affine> {
        let mut forms = all.into_iter().map(|a| self.affine(a, heap));
        let first = forms.next()??;
        forms.all(|f| f.as_ref() == Some(&first)).then_some(first)
    }

    /// By how much a parameter of a loop's header changes in each iteration.
    pub fn step(&mut self, m: usize, p: IrRef, heap: &mut dyn Heap) -> Option<i128> {
        let mut steps =
            self.nest.supplied(self.region, m, p, true).into_iter().map(|a| self.change(p, a, 0, heap));
        let first = steps.next()??;
        steps.all(|s| s == Some(first)).then_some(first)
    }

    /// Whether two parameters of a header are the same number: they begin alike, and each iteration supplies one value to both.
    fn are_one(&mut self, p: IrRef, q: IrRef, heap: &mut dyn Heap) -> bool {
        let Some(m) = self.nest.headed_by(self.nest.block_of[p.index()]) else { return false };
        let supplied = |r, inside| self.nest.supplied(self.region, m, r, inside);
        if supplied(p, true) != supplied(q, true) {
            return false;
        }
        if m == self.l {
            return self.env[p.index()] == self.env[q.index()];
        }
        let (a, b) = (supplied(p, false), supplied(q, false));
        let start = self.alike(a, heap);
        start.is_some() && start == self.alike(b, heap)
    }

    /// `r - p`, if that is the same always.
    fn change(&mut self, p: IrRef, r: IrRef, depth: u32, heap: &mut dyn Heap) -> Option<i128> {
        if r == p {
            return Some(0);
        }
        if r.is_const() || depth > 20 || self.nest.outside(self.l, r) {
            return None;
        }
        let inst = *self.region.inst(r);
        let [a, b, _] = inst.args;
        let mut number = |e: &mut Self, r| e.constant(r, heap).map(|k| k as i64 as i128);
        match inst.op {
            Op::IntAdd => match number(self, b) {
                Some(k) => self.change(p, a, depth + 1, heap)?.checked_add(k),
                None => number(self, a)?.checked_add(self.change(p, b, depth + 1, heap)?),
            },
            Op::IntSub => {
                let k = number(self, b)?;
                self.change(p, a, depth + 1, heap)?.checked_sub(k)
            }
            Op::Phi if self.nest.block_of[r.index()] == self.nest.block_of[p.index()] => {
                self.are_one(p, r, heap).then_some(0)
            }
            Op::Phi if self.nest.headed_by(self.nest.block_of[r.index()]).is_none() => {
                let b = self.nest.block_of[r.index()];
                let all = self.nest.incoming(self.region, b, r, |_| true);
                let mut all = all.into_iter().map(|a| self.change(p, a, depth + 1, heap));
                let first = all.next()??;
                all.all(|s| s == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    /// The number of a loop's last iteration, by those of loops around it, from the tests that every iteration passes. It may run less often: other ways
    /// may leave it.
    fn last(&mut self, at: usize, heap: &mut dyn Heap) -> Option<Affine> {
        let tests = self.nest.tests(self.region, self.loops[at]);
        if at == 0 {
            // Whichever test ends it first: the iteration that does not pass it is the host's.
            let lasts = tests.into_iter().filter_map(|t| {
                let (last, _) = self.last_by(at, t.cond, t.holds, heap)?;
                Some((last.as_constant()?, t.block))
            });
            let (last, block) = lasts.min_by_key(|l| l.0)?;
            self.exit = Some(block);
            return Some(Affine::constant(last));
        }
        let (test, (last, exact)) =
            tests.into_iter().find_map(|t| Some((t, self.last_by(at, t.cond, t.holds, heap)?)))?;
        if exact && test.first {
            self.exact.insert(at, test.block);
        }
        // What stands before the test is done once more.
        last.plus(&Affine::constant(i128::from(!test.first)), 1)
    }

    /// The same, from a condition and whether the loop goes on where it holds; and whether it is that one, or none after it.
    fn last_by(
        &mut self,
        at: usize,
        mut cond: IrRef,
        mut holds: bool,
        heap: &mut dyn Heap,
    ) -> Option<(Affine, bool)> {
        loop {
            if cond.is_const() {
                return None;
            }
            let inst = *self.region.inst(cond);
            if !inst.op.is_compare() {
                return None;
            }
            let [a, b, _] = inst.args;
            // A test of a test.
            let zero = |r: IrRef| self.region.vals.as_const(r).is_some_and(|c| c.bits == 0);
            let of_test = !a.is_const() && self.region.inst(a).op.is_compare();
            if of_test && zero(b) && matches!(inst.op, Op::IntEq | Op::IntNe) {
                (cond, holds) = (a, holds == (inst.op == Op::IntNe));
                continue;
            }
            let (x, y) = (self.affine(a, heap)?, self.affine(b, heap)?);
            // The loop goes on while this is not negative.
            let rest = match (inst.op, holds) {
                (Op::IntLt, true) => y.plus(&x, -1)?.plus(&Affine::constant(1), -1)?,
                (Op::IntLt, false) => x.plus(&y, -1)?,
                (Op::IntLe, true) => y.plus(&x, -1)?,
                (Op::IntLe, false) => x.plus(&y, -1)?.plus(&Affine::constant(1), -1)?,
                // Of numbers that are not negative.
                (Op::UintLt, true) if x.coeff(at) > 0 && self.natural(&x, at) && self.natural(&y, at) => {
                    y.plus(&x, -1)?.plus(&Affine::constant(1), -1)?
                }
                (Op::IntNe, true) | (Op::IntEq, false) => return Some((self.until_equal(&x, &y, at)?, true)),
                _ => return None,
            };
            let (last, exact) = self.while_natural(&rest, at)?;
            // What is compared must not wrap, in the test after the last iteration either.
            let mut ranges = self.ranges.clone();
            ranges[at] = (0, last.range(|l| self.ranges[l])?.1.max(0) + 1);
            let fits = |a: &Affine| {
                a.range(|l| ranges[l]).is_some_and(|(l, h)| l >= i64::MIN as i128 && h <= i64::MAX as i128)
            };
            return (fits(&x) && fits(&y)).then_some((last, exact));
        }
    }

    /// Whether a form is at least 0, at the first iteration of a loop in which it does not fall.
    fn natural(&self, a: &Affine, at: usize) -> bool {
        a.coeff(at) >= 0
            && a.range(|l| if l == at { (0, 0) } else { self.ranges[l] }).is_some_and(|r| r.0 >= 0)
    }

    /// The last iteration of a loop at which a form is not negative, all before being so, too; and whether there is none before that may be the last.
    fn while_natural(&self, rest: &Affine, at: usize) -> Option<(Affine, bool)> {
        let c = rest.coeff(at);
        let mut first = rest.clone();
        if at < first.c.len() {
            first.c[at] = 0;
        }
        match (c, first.as_constant()) {
            (-1, None) => Some((first, true)),
            (_, Some(k)) if k < 0 => Some((Affine::constant(-1), true)),
            (..=-1, Some(k)) => Some((Affine::constant(k / -c), true)),
            (..=-2, None) => {
                Some((Affine::constant(first.range(|l| self.ranges[l])?.1.max(-1).div_euclid(-c)), false))
            }
            _ => None,
        }
    }

    /// The iteration before the one in which two forms are equal.
    fn until_equal(&self, x: &Affine, y: &Affine, at: usize) -> Option<Affine> {
        let rest = y.plus(x, -1)?;
        let c = rest.coeff(at);
        let mut first = rest;
        if at < first.c.len() {
            first.c[at] = 0;
        }
        let k = first.as_constant()?;
        let fits = c != 0 && k % c == 0 && -k / c >= 0 && self.fits(y);
        fits.then(|| Affine::constant(-k / c - 1))
    }

    /// Whether a condition is known to hold, or known not to, in all iterations.
    pub fn decided(&mut self, cond: IrRef, heap: &mut dyn Heap) -> Option<bool> {
        if let Some(bits) = self.constant(cond, heap) {
            return Some(bits != 0);
        }
        let inst = *self.region.inst(cond);
        let [a, b, _] = inst.args;
        let word = |(low, high): Range| low >= i64::MIN as i128 && high <= i64::MAX as i128;
        if matches!(inst.op, Op::RefEq | Op::RefNe) {
            let never = never(self, a, b, heap) || never(self, b, a, heap);
            return never.then_some(inst.op == Op::RefNe);
        }
        if !inst.op.is_compare() && !matches!(inst.op, Op::IntAddOvf | Op::IntSubOvf | Op::IntMulOvf) {
            return None;
        }
        // As forms they may differ by less than as numbers from one to another.
        let forms = self.affine(a, heap).zip(self.affine(b, heap));
        let (p, q) = (self.interval(a, DEEP, heap)?, self.interval(b, DEEP, heap)?);
        let by = |forms: Option<Affine>, numbers: Range| match forms {
            Some(form) => self.range(&form),
            None => Some(numbers),
        };
        let sum = |sign| forms.as_ref().and_then(|(x, y)| x.plus(y, sign));
        let fits = |range: Range| word(range).then_some(false);
        let (low, high) = match inst.op {
            Op::IntAddOvf => return fits(by(sum(1), (p.0 + q.0, p.1 + q.1))?),
            Op::IntSubOvf => return fits(by(sum(-1), (p.0 - q.1, p.1 - q.0))?),
            Op::IntMulOvf => {
                let corners = [p.0 * q.0, p.0 * q.1, p.1 * q.0, p.1 * q.1];
                return fits((*corners.iter().min()?, *corners.iter().max()?));
            }
            // How much larger the second is.
            _ => by(forms.as_ref().and_then(|(x, y)| y.plus(x, -1)), (q.0 - p.1, q.1 - p.0))?,
        };
        let natural = p.0 >= 0 && q.0 >= 0;
        match inst.op {
            Op::IntLt => sure(low > 0, high <= 0),
            Op::IntLe => sure(low >= 0, high < 0),
            Op::UintLt if natural => sure(low > 0, high <= 0),
            Op::UintLe if natural => sure(low >= 0, high < 0),
            Op::IntEq => sure(low == 0 && high == 0, low > 0 || high < 0),
            Op::IntNe => sure(low > 0 || high < 0, low == 0 && high == 0),
            _ => None,
        }
    }

    /// Between which numbers a value is in all iterations, if that is known.
    fn interval(&mut self, r: IrRef, depth: u32, heap: &mut dyn Heap) -> Option<Range> {
        if let Some(form) = self.affine(r, heap) {
            return self.range(&form);
        }
        if r.is_const() || depth == 0 || self.rough {
            return None;
        }
        let inst = *self.region.inst(r);
        let [a, b, _] = inst.args;
        let mut of = |e: &mut Self, r| e.interval(r, depth - 1, heap);
        let (low, high) = match inst.op {
            Op::IntAdd => of(self, a).zip(of(self, b)).map(|(p, q)| (p.0 + q.0, p.1 + q.1))?,
            Op::IntSub => of(self, a).zip(of(self, b)).map(|(p, q)| (p.0 - q.1, p.1 - q.0))?,
            Op::IntAnd => of(self, b).filter(|m| m.0 == m.1 && m.0 >= 0).map(|m| (0, m.0))?,
            Op::IntModFloor => of(self, b).filter(|m| m.0 > 0).map(|m| (0, m.1 - 1))?,
            Op::Phi if self.nest.headed_by(self.nest.block_of[r.index()]).is_none() => {
                let all = self.nest.incoming(self.region, self.nest.block_of[r.index()], r, |_| true);
                let all: Option<Vec<Range>> = all.into_iter().map(|a| of(self, a)).collect();
                all?.into_iter().reduce(|p, q| (p.0.min(q.0), p.1.max(q.1)))?
            }
            Op::Load | Op::LoadElem => extremes(self, r, heap)?,
            _ => return None,
        };
        (low >= i64::MIN as i128 && high <= i64::MAX as i128).then_some((low, high))
    }

    /// The numbers of the loops around a block, outermost first.
    pub fn path(&self, b: BlockId) -> Vec<usize> {
        self.nest.path(self.l, b).into_iter().filter_map(|m| self.number_of(m)).collect()
    }
}

fn sure(yes: bool, no: bool) -> Option<bool> {
    match (yes, no) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
