//! What became of each recorded op.
//!
//! **Problem.** A trace that is half as long as it was recorded raises the question where the other half went, and an author who wonders
//! why an op is still there wants to see its neighbours that are not. So, when asked ([`super::explain`]), the optimizer keeps a ledger: every
//! recorded op ends with one [`Fate`], and what removed it is named.
//!
//! **How.** The feeder writes an entry for each recorded op it is done with: the instruction it became, or the pass that answered instead and
//! the recorded op on account of which it could. In a peeled loop there are two entries an op, one a copy; [`Ledger::settle`] joins them when
//! the last pass has numbered what is left.
//!
//! **Invariants.**
//! 1. Every recorded op has exactly one fate, so the fates of a trace add up to its recorded ops.
//! 2. No instruction of the optimized trace is claimed by two recorded ops. Those claimed by none were added: labels, phis, conversions,
//!    allocations that were put off.
//! 3. Without a ledger nothing of this costs more than a few stores an op.
//!
//! **Not promised.** `of` is the most direct cause that is known, and may be missing: a guard can be settled by the sum of several facts.
//!
//! **Example.** In `i1 = int_add i0 0; guard_true i2; guard_true i2` the addition is removed by `fold` (`add_zero`), the second guard by
//! `guards` (`implied`, of the first).

use super::rewriter::Rewriter;
use crate::ir::{IrRef, Op};
use rustc_hash::FxHashMap;

/// The end of a recorded op.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Fate {
    /// Its instruction in the optimized trace; in a peeled loop the one in the body (an input's is before the preamble).
    pub at: Option<u32>,
    /// Its instruction in the preamble of a peeled loop.
    pub preamble: Option<u32>,
    /// The pass that removed it, or that rewrote what is kept; empty if none did.
    pub pass: &'static str,
    /// Why: the name of a rule of the pass `fold`, or a word (docs/log.md lists them).
    pub why: &'static str,
    /// The recorded op on account of which it could go: the guard that implies it, its duplicate, the store it reads back.
    pub of: Option<u32>,
}

impl Fate {
    /// `kept`, `hoisted` (it is in the preamble of the loop only) or `removed`.
    pub fn word(&self) -> &'static str {
        match (self.at, self.preamble) {
            (Some(_), _) => "kept",
            (None, Some(_)) => "hoisted",
            (None, None) => "removed",
        }
    }
}

/// The word for what a pass does when it answers for an op, where no rule has a name.
fn reason(pass: &str, op: Op) -> &'static str {
    match (pass, op) {
        ("fold", _) => "constants",
        ("guards", _) => "implied",
        ("virtuals", Op::New | Op::NewArray) => "virtual allocation",
        ("virtuals", Op::Store | Op::StoreElem) => "store into a virtual",
        ("virtuals", _) => "read of a virtual",
        ("heap", Op::Store | Op::StoreElem) => "stored already",
        ("heap", Op::Load | Op::LoadElem) => "forwarded",
        (_, _) => "duplicate",
    }
}

/// How the feeder was done with an op.
#[derive(Clone, Copy)]
struct Entry {
    /// The instruction it became.
    out: IrRef,
    pass: &'static str,
    why: &'static str,
    of: Option<u32>,
}

/// What an op met with in the feeder. A pass that says `rule` and `of` does not answer "keep".
#[derive(Clone, Copy)]
pub(super) struct Verdict {
    /// The instruction that was emitted for it.
    pub out: IrRef,
    /// The pass that answered, or the last that rewrote it if it was emitted; `None`: it was left as it is.
    pub pass: Option<&'static str>,
    /// The rule it applied, where "why" does not follow from pass and op.
    pub rule: &'static str,
    /// The recorded op on account of which.
    pub of: Option<u32>,
    /// Whether the pass at work has said `rule` or `of`.
    said: bool,
}

impl Default for Verdict {
    fn default() -> Verdict {
        Verdict { out: IrRef::NONE, pass: None, rule: "", of: None, said: false }
    }
}

impl Ledger {
    /// The pass at work says why it is going to answer.
    fn say(&mut self, rule: &'static str, of: Option<u32>) {
        (self.verdict.rule, self.verdict.of, self.verdict.said) = (rule, of, true);
    }
}

/// See the module's page.
#[derive(Default)]
pub(super) struct Ledger {
    /// Preamble (or all there is), then body.
    copies: [Vec<Option<Entry>>; 2],
    /// The copy being fed.
    pub body: bool,
    /// Of the op at hand.
    pub verdict: Verdict,
    /// Per emitted instruction, the recorded op at hand.
    origins: Vec<u32>,
    /// Per emitted value, the recorded guard that settled it.
    settled: FxHashMap<IrRef, u32>,
    /// Per emitted store that nobody can see the value of, the recorded store that overwrote it.
    overwritten: FxHashMap<IrRef, u32>,
    /// Computations whose value a recorded guard settled.
    facts: FxHashMap<(Op, IrRef, IrRef), u32>,
}

impl Ledger {
    /// For a trace of `n` ops.
    pub fn new(n: usize) -> Ledger {
        Ledger { copies: [vec![None; n], vec![None; n]], ..Ledger::default() }
    }
    /// An instruction was emitted on behalf of a recorded op.
    pub fn emitted(&mut self, recorded: IrRef) {
        self.origins.push(recorded.0);
    }
    /// What is known of a value was settled by a recorded guard.
    pub fn settle_value(&mut self, value: IrRef, by: IrRef) {
        self.settled.entry(value).or_insert(by.0);
    }
    /// A pass answered for the op at hand, or rewrote it.
    pub fn answered(&mut self, pass: &'static str) {
        let v = &mut self.verdict;
        if !v.said {
            (v.rule, v.of) = ("", None);
        }
        (v.pass, v.said) = (Some(pass), false);
    }
    /// The pass answers a comparison on account of what a recorded op settled (`NONE`: of bounds).
    pub fn implied(&mut self, by: IrRef) {
        self.say("implied", Some(by.0).filter(|_| !by.is_none()));
    }
    /// The recorded op for which an instruction was emitted.
    pub fn origin(&self, r: IrRef) -> Option<u32> {
        self.origins.get(r.index()).copied().filter(|&by| r.is_inst() && by != u32::MAX)
    }
    fn entry(&self, recorded: IrRef) -> Option<&Entry> {
        self.copies[self.body as usize].get(recorded.index())?.as_ref()
    }
    /// The removed allocation with this placeholder happens after all, as this instruction, because of a recorded op.
    pub fn forced(&mut self, placeholder: IrRef, out: IrRef, by: IrRef) {
        let recorded = self.origin(placeholder).unwrap_or(u32::MAX) as usize;
        if let Some(Some(e)) = self.copies[self.body as usize].get_mut(recorded) {
            e.out = out;
            e.why = "put off";
            e.of = Some(by.0).filter(|_| !by.is_none());
        }
    }
    /// The feeder is done with a recorded op.
    fn done(&mut self, recorded: usize, op: Op, settled: Option<u32>) {
        let v = std::mem::take(&mut self.verdict);
        let pass = v.pass.unwrap_or("");
        let why = match v.pass {
            None => "",
            Some(_) if !v.rule.is_empty() => v.rule,
            Some(_) if !v.out.is_none() => "rewritten",
            Some(pass) => reason(pass, op),
        };
        self.copies[self.body as usize][recorded] =
            Some(Entry { out: v.out, pass, why, of: v.of.or(settled) });
    }
    /// Joins the copies: `number` gives the final number of an emitted instruction that is left.
    pub fn settle(&self, number: impl Fn(IrRef) -> Option<u32>) -> Vec<Fate> {
        let [first, second] = &self.copies;
        let place = |e: &Entry| if e.out.is_none() { None } else { number(e.out) };
        let one = |(first, second): (&Option<Entry>, &Option<Entry>)| {
            let Some(main) = second.as_ref().or(first.as_ref()) else { return Fate::default() };
            let at = place(main);
            let preamble = first.as_ref().filter(|_| second.is_some()).and_then(place);
            // What is gone altogether went the first time.
            let why = match first {
                Some(first) if at.is_none() && preamble.is_none() => first,
                _ => main,
            };
            let mut fate = Fate { at, preamble, pass: why.pass, why: why.why, of: why.of };
            if at.is_none() && !why.out.is_none() {
                // It was emitted, and found to be of no use later.
                (fate.pass, fate.why, fate.of) = match self.overwritten.get(&why.out) {
                    Some(&by) => ("heap", "overwritten", Some(by)),
                    None => ("dce", "unused", None),
                };
            }
            fate
        };
        first.iter().zip(second).map(one).collect()
    }
    /// A recorded guard settled what a computation gives.
    pub fn learn(&mut self, op: Op, a: IrRef, b: IrRef, by: IrRef) {
        self.facts.insert((op, a, b), by.0);
        if op.info().commutative {
            self.facts.insert((op, b, a), by.0);
        }
    }
    /// A store was overwritten before anybody could see what it stored.
    pub fn overwrite(&mut self, store: IrRef, by: IrRef) {
        self.overwritten.insert(store, by.0);
    }
}

impl Rewriter<'_> {
    /// Writes down what became of a recorded op that went through the passes.
    #[inline]
    pub(super) fn enter_fate(&mut self, recorded: usize) {
        let Some(ledger) = &self.ledger else { return };
        let inst = &self.src.insts[recorded];
        let settled = match ledger.verdict.pass {
            Some("guards") if inst.op.is_guard() => self.computed_by(inst.args[0]),
            Some("fold") if ledger.verdict.out.is_none() => {
                inst.operands().iter().find_map(|&a| self.settled_by(a))
            }
            _ => None,
        };
        if let Some(ledger) = &mut self.ledger {
            ledger.done(recorded, inst.op, settled);
        }
    }
    /// Writes down that a recorded op is kept as it is.
    pub(super) fn enter_kept(&mut self, recorded: usize, out: IrRef) {
        if let Some(ledger) = &mut self.ledger {
            ledger.verdict = Verdict { out, ..Verdict::default() };
            ledger.done(recorded, self.src.insts[recorded].op, None);
        }
    }
    /// The pass applies a rule with a name.
    #[inline]
    pub(super) fn apply(&mut self, rule: &'static str) {
        if let Some(ledger) = &mut self.ledger {
            ledger.say(rule, None);
        }
    }
    /// What is known of a value changed because of the op at hand.
    #[inline]
    pub(super) fn settled(&mut self, value: IrRef) {
        if let Some(ledger) = &mut self.ledger {
            ledger.settle_value(value, self.current);
        }
    }
    /// The pass answers on account of an emitted instruction.
    #[inline]
    pub(super) fn blame(&mut self, r: IrRef) {
        if let Some(ledger) = &mut self.ledger {
            ledger.say("", ledger.origin(r));
        }
    }
    /// The pass answers a computation on account of its value in the table: another instruction, or what a guard says.
    #[inline]
    pub(super) fn blame_computation(&mut self, op: Op, a: IrRef, b: IrRef, value: IrRef) {
        let Some(ledger) = &mut self.ledger else { return };
        match ledger.facts.get(&(op, a, b)) {
            Some(&by) if value.is_const() => ledger.say("implied", Some(by)),
            _ => self.blame(value),
        }
    }
    /// The recorded guard that settled something about a recorded value.
    pub(super) fn settled_by(&self, recorded: IrRef) -> Option<u32> {
        let ledger = self.ledger.as_ref().filter(|_| recorded.is_inst())?;
        let mut v = self.map[recorded.index()];
        while v.is_inst() {
            if let Some(&by) = ledger.settled.get(&v) {
                return Some(by);
            }
            v = self.values[v.index()].subst;
        }
        None
    }
    /// The recorded op because of which a recorded value is known: a guard, or the op that computed a constant.
    pub(super) fn computed_by(&self, recorded: IrRef) -> Option<u32> {
        let ledger = self.ledger.as_ref().filter(|_| recorded.is_inst())?;
        self.settled_by(recorded).or_else(|| ledger.entry(recorded)?.of).or(Some(recorded.0))
    }
}
