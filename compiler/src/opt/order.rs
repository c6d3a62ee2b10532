//! Comparisons that follow from other comparisons.
//!
//! **Problem.** An element is checked against the length of its container and against the room of the array behind it, and neighbours of
//! an index are checked again. Each check is a relation between two values, and mostly it follows from relations that guards have settled:
//! `i < n` and `n <= room` give `i < room`.
//!
//! **How.** The facts are differences: `a <= b + k`, where `a` and `b` stand for their signed values, so that nothing wraps in a sum of facts.
//! A guard that passed gives one ([`Order::learn`]); so does every `x = y + k` that cannot overflow, in both directions. A comparison
//! is settled if a chain of facts, with the bounds of the value where it ends, leads from one side to the other.
//!
//! **Invariants.**
//! 1. A fact holds wherever its values are used after it was learned. Facts are never about wrapped sums: an addition counts only
//!    if bounds show that it did not overflow.
//! 2. An unsigned relation is one of signed values only where its right side is known not to be negative; that is asked when the fact is used, as
//!    bounds only ever narrow.
//! 3. In the body of a loop that bridges may enter, the facts are those that the way in tests too ([`Order::keep`]).
//!
//! **Not promised.** More than [`STEPS`] steps of search for a comparison; the shortest chain.
//!
//! **Example**:
//! ```text
//! i3 = uint_le i1 i2     ; the length and the room, which is not negative
//! guard_true i3
//! i4 = uint_lt i0 i1
//! guard_true i4
//! i5 = uint_lt i0 i2     -> 1
//! ```

use super::bounds::Bounds;
use super::guards;
use super::rewriter::{Fed, Rewriter};
use super::OptAbort;
use crate::ir::{Inst, IrRef, Op};

/// Steps of search for a comparison.
const STEPS: u32 = 24;
/// Facts in a chain.
const LENGTH: usize = 5;

/// What makes a fact one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A relation of signed values.
    Signed,
    /// A relation of unsigned ones: good if `to` is not negative.
    Unsigned,
    /// Exactly `from = to + k`, good if the addition did not overflow.
    Sum,
}

/// `from <= to + k`
#[derive(Clone, Copy)]
struct Fact {
    from: IrRef,
    to: IrRef,
    k: i64,
    kind: Kind,
    /// The recorded op that settled it.
    by: IrRef,
    /// The fact about `from` before this one; `u32::MAX`: none.
    before: u32,
}

/// The facts.
#[derive(Default)]
pub(super) struct Order {
    facts: Vec<Fact>,
    /// By value: its last fact.
    last: Vec<u32>,
    /// By value: what it is not below, as an unsigned one.
    least: Vec<i64>,
}

impl Order {
    fn add(&mut self, from: IrRef, to: IrRef, k: i64, kind: Kind, by: IrRef) {
        let n = from.index();
        if self.last.len() <= n {
            self.last.resize(n + 1, u32::MAX);
        }
        let before = std::mem::replace(&mut self.last[n], self.facts.len() as u32);
        self.facts.push(Fact { from, to, k, kind, by, before });
    }
    /// A relation of two values that is true from here on.
    pub fn learn(&mut self, op: Op, a: IrRef, b: IrRef, by: IrRef) {
        let (kind, k) = match op {
            Op::IntLt => (Kind::Signed, -1),
            Op::IntLe => (Kind::Signed, 0),
            Op::UintLt => (Kind::Unsigned, -1),
            Op::UintLe => (Kind::Unsigned, 0),
            _ => return,
        };
        // What a constant says is in the bounds.
        if !a.is_const() && !b.is_const() {
            self.add(a, b, k, kind, by);
        }
    }
    /// A value that may be negative is not below a constant, as an unsigned one: its bounds can't say so before it is known not to be.
    pub fn learn_least(&mut self, r: IrRef, least: i64) {
        let n = r.index();
        if self.least.len() <= n {
            self.least.resize(n + 1, 0);
        }
        self.least[n] = self.least[n].max(least);
    }
    /// What [`Order::learn_least`] was told of a value, or 0.
    pub fn least(&self, r: IrRef) -> i64 {
        if r.is_const() {
            return 0;
        }
        self.least.get(r.index()).copied().unwrap_or(0)
    }
    /// Forgets the facts of values that `keep` does not want, and what is least of all.
    pub fn keep(&mut self, keep: impl Fn(IrRef) -> bool) {
        let old = std::mem::take(self);
        for f in old.facts.into_iter().filter(|f| keep(f.from) && keep(f.to)) {
            self.add(f.from, f.to, f.k, f.kind, f.by);
        }
    }
    fn of(&self, r: IrRef) -> impl Iterator<Item = &Fact> {
        let mut at = self.last.get(r.index()).copied().unwrap_or(u32::MAX);
        std::iter::from_fn(move || {
            let fact = self.facts.get(at as usize)?;
            at = fact.before;
            Some(fact)
        })
    }
}

/// One comparison's search.
struct Search<'c, 'a> {
    rw: &'c Rewriter<'a>,
    steps: u32,
    /// The values that the chain at hand has led through.
    chain: [IrRef; LENGTH],
    /// The fact on account of which.
    by: IrRef,
}

impl Search<'_, '_> {
    /// Whether `from = to + k` holds without wrapping.
    fn exact(&self, f: &Fact) -> bool {
        let fits = |b: Bounds, k: Option<i64>| {
            k.is_some_and(|k| b.lo.checked_add(k).is_some() && b.hi.checked_add(k).is_some())
        };
        fits(self.rw.bounds(self.rw.resolve(f.to)), Some(f.k))
            || fits(self.rw.bounds(self.rw.resolve(f.from)), f.k.checked_neg())
    }
    fn good(&self, f: &Fact) -> bool {
        match f.kind {
            Kind::Signed => true,
            Kind::Unsigned => self.rw.bounds(self.rw.resolve(f.to)).lo >= 0,
            Kind::Sum => self.exact(f),
        }
    }
    /// Whether `a <= b + room` by bounds or a chain of facts.
    fn at_most(&mut self, a: IrRef, b: IrRef, room: i128, length: usize) -> bool {
        if a == b && room >= 0 {
            return true;
        }
        if self.rw.bounds(a).hi as i128 <= self.rw.bounds(b).lo as i128 + room {
            return true;
        }
        if a.is_const() || length == LENGTH || self.chain[..length].contains(&a) {
            return false;
        }
        self.chain[length] = a;
        let rw = self.rw;
        for f in rw.order.of(a) {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            if self.good(f) && self.at_most(rw.resolve(f.to), b, room - f.k as i128, length + 1) {
                self.by = f.by;
                return true;
            }
        }
        false
    }
    /// Whether a value is certainly not negative.
    fn natural(&self, a: IrRef) -> bool {
        let says = |f: &Fact| match f.kind {
            Kind::Signed => false,
            Kind::Unsigned => self.good(f),
            Kind::Sum => {
                let least = self.rw.bounds(self.rw.resolve(f.to)).lo as i128 + f.k as i128;
                least >= 0 && self.exact(f)
            }
        };
        self.rw.bounds(a).lo >= 0 || (!a.is_const() && self.rw.order.of(a).any(says))
    }
}

/// After more became known of how small a value can be: what is known not to be less can't be as small either. (`0 < n` and `n <= room` give `0 < room`, and constants have no facts
/// that a search could begin with.) What follows from that in turn is not looked for.
pub(super) fn raised(rw: &mut Rewriter, x: IrRef) {
    if x.is_const() || rw.order.facts.is_empty() {
        return;
    }
    let lo = rw.bounds(x).lo;
    let s = Search { rw, steps: 0, chain: [IrRef::NONE; LENGTH], by: IrRef::NONE };
    let larger = rw.order.of(x).filter(|f| f.kind != Kind::Sum && s.good(f));
    let larger: Vec<_> = larger.map(|f| (rw.resolve(f.to), lo.saturating_sub(f.k))).collect();
    for (to, lo) in larger {
        if lo > rw.bounds(to).lo {
            guards::narrow(rw, to, Bounds { lo, hi: i64::MAX });
        }
    }
}

pub(super) fn feed(rw: &mut Rewriter, inst: &mut Inst) -> Result<Fed, OptAbort> {
    let (a, b) = (inst.args[0], inst.args[1]);
    let unsigned = matches!(inst.op, Op::UintLt | Op::UintLe);
    let strict = matches!(inst.op, Op::IntLt | Op::UintLt) as i128;
    if !matches!(inst.op, Op::IntLt | Op::IntLe | Op::UintLt | Op::UintLe) || rw.order.facts.is_empty() {
        return Ok(Fed::Keep);
    }
    let mut s = Search { rw, steps: STEPS, chain: [IrRef::NONE; LENGTH], by: IrRef::NONE };
    // Of two values that are not negative, both orders are the same; and what is below one of them and not negative is one itself.
    if unsigned && !(s.natural(a) && s.natural(b)) {
        return Ok(Fed::Keep);
    }
    let known = if s.at_most(a, b, -strict, 0) {
        1
    } else if s.at_most(b, a, strict - 1, 0) {
        0
    } else {
        return Ok(Fed::Keep);
    };
    let by = s.by;
    if let Some(ledger) = &mut rw.ledger {
        ledger.implied(by);
    }
    Ok(Fed::Value(rw.int(known)))
}

pub(super) fn done(rw: &mut Rewriter, inst: &Inst, r: IrRef) {
    if inst.op != Op::IntAdd {
        return;
    }
    let (y, k) = (inst.args[0], rw.bits(inst.args[1]));
    if let (false, Some(k)) = (y.is_const(), k.map(|k| k as i64).filter(|&k| k != i64::MIN)) {
        let by = rw.current;
        rw.order.add(r, y, k, Kind::Sum, by);
        rw.order.add(y, r, -k, Kind::Sum, by);
    }
}
