//! The optimizer: from a recorded trace to the trace that is compiled.
//!
//! **Problem.** A recorded trace holds every step the interpreter took: type tests repeated, fields stored and loaded
//! back, boxes that live for three ops. The optimizer removes what is already known and leaves the loop with what
//! changes from one iteration to the next.
//!
//! **How.** Recorded ops are *fed* one by one, in order, through the feeding passes of [`PASSES`]; each may keep the
//! op, replace it by a value that exists already, drop it, or rewrite it and start it over. What survives is appended
//! to a new trace; nothing behind is ever changed, except that a store may be found dead and a value may be found to
//! equal another (a *substitution*, applied whenever an operand or snapshot is read). For loops the recorded ops are
//! fed twice (`peel`): the first copy is the preamble, the second finds everything invariant already computed.
//! At the end `dce` drops what nothing needs and renumbers.
//!
//! **Invariants.**
//! 1. A fact learned from a guard holds for everything fed after it, never for the guard's own snapshot.
//! 2. Snapshot entries and log are values as of the merge point, virtual contents are as of the guard.
//! 3. Facts are about SSA values, so they stay true in the loop body; what is known about *memory* is kept for the
//!    body only where no op of the loop writes.
//! 4. A snapshot entry may name a float or a reference where the recorded entry was its bits or address: the word is
//!    the same, the conversion need not be computed.
//! 5. Same input and configuration, same output: no hash order and no address decides anything.
//!
//! **Not promised.** Value numbers, constant numbers and the number of snapshots have no relation to the recorded
//! ones. Snapshots' virtual ids lie beyond the last instruction.
//!
//! **Example**: `i1 = int_add i0 0; guard_true (int_lt i1 10)` twice becomes one `int_lt i0 10` and one guard.

mod barriers;
mod bounds;
mod carry;
mod config;
mod cse;
mod dce;
mod entry;
mod fate;
mod fold;
mod guards;
mod heap;
mod make;
mod order;
mod peel;
mod rewriter;
mod rules;
mod runs;
mod snapshots;
mod table;
mod virtuals;

pub use config::{OptAbort, OptConfig};
pub use entry::{LoopEntry, Spliced, ENTRY_GUARD};
pub use fate::Fate;
pub use rules::rule_names;

use crate::ir::op::ALL_OPS;
use crate::ir::{Effect, Inst, IrRef, JumpTarget, Op, Trace};
use rewriter::{Fed, Rewriter};
use std::sync::LazyLock;

/// How a feeding pass sees an op before it is emitted.
type Feed = fn(&mut Rewriter, &mut Inst) -> Result<Fed, OptAbort>;
/// How a feeding pass learns of an op that was emitted.
type Done = fn(&mut Rewriter, &Inst, IrRef);

/// Which ops a feeding pass wants to see.
type Wants = fn(Op) -> bool;

/// One row of [`PASSES`].
pub struct Pass {
    /// Name, as in [`OptConfig::from_list`].
    pub name: &'static str,
    /// What it does, for help texts.
    pub summary: &'static str,
    /// The function of a feeding pass, and which ops it looks at before they are emitted; `None` for passes over the whole trace.
    feed: Option<(Feed, Wants)>,
    /// Its other one, and of which emitted ops that is told.
    done: Option<(Done, Wants)>,
}

/// Every pass, in the order of work.
pub static PASSES: &[Pass] = &[
    Pass {
        name: "fold",
        summary: "rewrite rules and constant folding",
        feed: Some((fold::feed, is_pure)),
        done: None,
    },
    Pass {
        name: "guards",
        summary: "remove guards whose fact is known",
        feed: Some((guards::feed, is_guard)),
        done: Some((guards::done, is_guard)),
    },
    Pass {
        name: "virtuals",
        summary: "remove allocations that do not escape",
        feed: Some((virtuals::feed, |_| true)),
        done: None,
    },
    Pass {
        name: "cse",
        summary: "share equal pure computations",
        feed: Some((cse::feed, is_pure)),
        done: Some((cse::done, is_pure)),
    },
    Pass {
        name: "order",
        summary: "settle comparisons by chains of others",
        feed: Some((order::feed, |op| op.is_compare())),
        done: Some((order::done, |op| op == Op::IntAdd)),
    },
    Pass {
        name: "heap",
        summary: "forward stores and loads, drop dead stores",
        feed: Some((heap::feed, |op| matches!(op.info().effect, Effect::Read | Effect::Write))),
        done: Some((heap::done, |op| !matches!(op.info().effect, Effect::Pure | Effect::Alloc))),
    },
    Pass { name: "peel", summary: "split loops into preamble and body", feed: None, done: None },
    Pass { name: "carry", summary: "let loops carry objects as their contents", feed: None, done: None },
    Pass { name: "enter", summary: "let bridges enter loops behind the preamble", feed: None, done: None },
    Pass { name: "dce", summary: "remove what nothing needs", feed: None, done: None },
];

fn is_pure(op: Op) -> bool {
    op.info().effect == Effect::Pure
}

fn is_guard(op: Op) -> bool {
    op.info().effect == Effect::Guard
}

/// The feeding passes that look at an op, and those that are told of it: a bit for each, by its number among [`PASSES`].
#[derive(Clone, Copy)]
struct Wanted {
    feeds: u8,
    dones: u8,
}

/// The feeding passes with their numbers; they come first.
fn feeding() -> impl Iterator<Item = (usize, &'static Pass)> {
    PASSES.iter().take_while(|p| p.feed.is_some()).enumerate()
}

/// By op.
static WANTED: LazyLock<Vec<Wanted>> = LazyLock::new(|| {
    let bits =
        |wants: &dyn Fn(&Pass) -> bool| feeding().fold(0, |set, (i, pass)| set | u8::from(wants(pass)) << i);
    let wanted = |&op: &Op| Wanted {
        feeds: bits(&|p| p.feed.is_some_and(|feed| feed.1(op))),
        dones: bits(&|p| p.done.is_some_and(|done| done.1(op))),
    };
    ALL_OPS.iter().map(wanted).collect()
});

/// Optimizes a recorded trace.
///
/// Expected are `Input`s, ops without `Label` or `Phi`, snapshots without virtuals, and a tail: `Jump` to `Start`
/// (a loop) or to another trace, `Finish` or `Exit`. Anything else is [`OptAbort::Malformed`].
pub fn optimize(trace: &Trace, config: &OptConfig) -> Result<Trace, OptAbort> {
    Ok(optimize_loop(trace, config, false)?.trace)
}

/// As [`optimize`], with the [`Fate`] of every recorded op.
pub fn explain(trace: &Trace, config: &OptConfig) -> Result<(Trace, Vec<Fate>), OptAbort> {
    optimize_loop(trace, config, true).map(|done| (done.trace, done.fates))
}

/// An optimized trace, and what else is known of it.
#[derive(Debug)]
pub struct Optimized {
    /// The trace.
    pub trace: Trace,
    /// The [`Fate`] of every recorded op, if that was asked for.
    pub fates: Vec<Fate>,
    /// The way into the body, if the trace became a loop with one.
    pub entry: Option<LoopEntry>,
}

/// [`optimize`] with everything there is to know; `explain` asks for the fates.
pub fn optimize_loop(trace: &Trace, config: &OptConfig, explain: bool) -> Result<Optimized, OptAbort> {
    check(trace)?;
    if trace.target == JumpTarget::Start {
        if peels(trace, config) {
            return peel::optimize_loop(trace, config, explain);
        }
        if let Some(changed) = changes_type(trace) {
            return Err(OptAbort::Unstable(changed));
        }
    }
    let mut rw = Rewriter::new(trace, config);
    rw.ledger = explain.then(|| Box::new(fate::Ledger::new(trace.insts.len())));
    rw.feed_inputs();
    rw.feed_ops()?;
    let last = trace.insts.len() - 1;
    rw.feed_tail(&trace.insts[last])?;
    let target = trace.target;
    let (trace, fates, _) = dce::finish(rw, config, target);
    Ok(Optimized { trace, fates, entry: None })
}

/// Whether a loop is peeled, which lets what goes around it be of other types than its inputs.
pub fn peels(trace: &Trace, config: &OptConfig) -> bool {
    config.has("peel") && trace.insts.len() <= config.max_peel_ops
}

/// The first value that goes around a recorded loop and is not of its input's type: the payload of a slot may have changed its kind. An input that counts as an
/// integer would then hold a reference, which no collection sees.
pub fn changes_type(trace: &Trace) -> Option<IrRef> {
    let around = trace.list(trace.insts.last()?);
    let other = |(&r, input): &(&IrRef, &crate::ir::Inst)| trace.ty(r) != input.ty;
    around.iter().zip(&trace.insts).find(other).map(|(&r, _)| r)
}

/// Refuses traces that are not of the recorded form; everything behind relies on it.
fn check(trace: &Trace) -> Result<(), OptAbort> {
    let bad = |what| Err(OptAbort::Malformed(what));
    if trace.insts.len() >= 1 << 26 || trace.consts.len() >= 1 << 26 {
        return bad("too long");
    }
    let Some(last) = trace.insts.last() else { return bad("empty") };
    if !last.op.is_terminator() {
        return bad("no terminator");
    }
    let inputs = trace.inputs();
    for (i, inst) in trace.insts.iter().enumerate() {
        match inst.op {
            Op::Input if i >= inputs => return bad("input after the first op"),
            Op::Label | Op::Phi => return bad("already has a loop"),
            op if op.is_terminator() && i + 1 != trace.insts.len() => return bad("terminator in the middle"),
            _ => {}
        }
    }
    if (last.op == Op::Jump) == (trace.target == JumpTarget::None) || trace.target == JumpTarget::Loop {
        return bad("tail and target do not fit");
    }
    if trace.target == JumpTarget::Start && trace.list(last).len() != inputs {
        return bad("the jump does not supply every input");
    }
    if trace.snaps.iter().any(|s| !s.virtuals.is_empty()) {
        return bad("recorded snapshot with virtuals");
    }
    Ok(())
}
