//! Versions of a loop that differ in what does not change in it.
//!
//! **Problem.** Peeling moves tests that go the same way in all iterations before the loop's body. When the loop is entered anew, another way may hold: a flag of
//! the caller's, the kind of a list, the first row of a picture. If such a test fails there is a bridge for that way, but at the header it finds a body that
//! takes the other one for granted, and would have to begin at the loop's start in each iteration.
//!
//! **How.** A trace that comes to the header tries the bodies of all versions. If what it knows contradicts each, it leaves there, and plain execution records
//! another version at once. Where a body's entry is refused at run time, versions are tried by evaluating their entries, and if none lets the state in another is
//! recorded, once for each such exit.
//!
//! **Invariants.** A loop has at most [`MAX_FITS`] versions made so. Evaluating an entry changes nothing: one that calls helpers is not tried.
//!
//! **Not promised.** That each way has a version: past the limit the loop's start decides, as without them.
//!
//! **Example.** `while i < n { if flag { .. } i = i + 1 }`, called with either flag in turn, has a version for each.

use crate::machine::Language;
use crate::policy::MAX_FITS;
use crate::record::flat::Flat;
use crate::region::memory::GuestMemory;
use crate::runtime::Runtime;
use holloway_compiler::ir::eval::{evaluate, Outcome};
use holloway_compiler::ir::{Inst, IrRef, JumpTarget, Op, Trace};
use holloway_compiler::opt;

/// How a trace that ends in a loop goes on there.
pub(super) enum Into {
    /// In the body of one of its versions.
    Body(Box<opt::Optimized>),
    /// From its start, or it ends in no loop.
    Start,
    /// Not at all: what is known contradicts what each version has found not to change. The header's place and greens.
    Nothing(u32, Vec<u64>),
}

impl<L: Language> Runtime<L> {
    /// A trace that ends in a loop, optimized so that it jumps into the body of a version of that loop which suits it. Where the optimizer refuses, the log
    /// says so.
    pub(super) fn body_for(&self, recorded: &mut Trace) -> Into {
        let JumpTarget::Trace(n) = recorded.target else { return Into::Start };
        // Without ops of its own a trace jumps because a body did not suit.
        if !recorded.insts.iter().any(|i| i.op.is_guard()) {
            return Into::Start;
        }
        let Some((place, greens, versions)) = self.driver.versions_of(n) else { return Into::Start };
        let tried: Vec<u32> = std::iter::once(n).chain(self.others(n, &versions)).take(MAX_FITS).collect();
        let mut contradict = 0;
        for &version in &tried {
            let Some(entering) = self.enter_body(recorded, version) else { continue };
            let entered = opt::optimize_loop(recorded, &self.driver.params.opt, self.driver.log.full());
            entering.undo(recorded);
            match entered {
                Ok(mut entered) => {
                    // The ops of the entry stand where the recorded jump was, which is their last now.
                    if let Some(jump) = entered.fates.pop() {
                        let last = recorded.insts.len() - 1;
                        entered.fates.truncate(last);
                        entered.fates.push(jump);
                        entered.fates.iter_mut().for_each(|f| f.of = f.of.map(|of| of.min(last as u32)));
                    }
                    return Into::Body(Box::new(entered));
                }
                Err(e) => {
                    contradict += usize::from(matches!(e, opt::OptAbort::AlwaysFails(_)));
                    self.driver.log.entry_refused(&format!("{e:?}"));
                }
            }
        }
        match contradict == tried.len() && versions.len() < MAX_FITS {
            true => Into::Nothing(place, greens),
            false => Into::Start,
        }
    }

    /// The other versions of a loop that begin with values of the same types.
    fn others<'a>(&'a self, n: u32, versions: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
        let types = |n: u32| {
            let info = self.driver.trace(n);
            info.trace.insts[..info.trace.inputs()].iter().map(|i| i.ty).collect::<Vec<_>>()
        };
        let wanted = types(n);
        versions.iter().copied().filter(move |&v| v != n && types(v) == wanted)
    }

    /// Makes a trace that jumps to a loop's start jump into the body of this version of the loop, if that has an entry.
    fn enter_body(&self, trace: &mut Trace, version: u32) -> Option<opt::Spliced> {
        let info = self.driver.trace(version);
        let (entry, body) = (info.entry.as_ref()?, info.compiled.body.as_ref()?);
        entry.splice(trace, &info.trace, version, &body.values)
    }

    /// The version at whose start a state goes on that the entry of a version's body has refused; `None` if another is to be recorded, which only the `first`
    /// time may be.
    pub(super) fn version_for(&self, refused: u32, flat: &Flat, first: bool) -> Option<u32> {
        let Some((place, _, versions)) = self.driver.versions_of(refused) else { return Some(refused) };
        if let Some(v) = self.others(refused, &versions).find(|&v| self.lets_in(v, &flat.reds)) {
            return Some(v);
        }
        if first && versions.len() < MAX_FITS {
            self.driver.unfit.set(Some(place));
            return None;
        }
        Some(refused)
    }

    /// Whether the entry of a version's body lets a state in.
    fn lets_in(&self, version: u32, reds: &[u64]) -> bool {
        let info = self.driver.trace(version);
        let mut trace = Trace::default();
        let inputs: Vec<IrRef> = info.trace.insts[..info.trace.inputs()]
            .iter()
            .map(|i| trace.push(Inst { ty: i.ty, ..Inst::new(Op::Input) }))
            .collect();
        let list = trace.add_list(inputs);
        trace.push(Inst { list, ..Inst::new(Op::Jump) });
        if self.enter_body(&mut trace, version).is_none() {
            return false;
        }
        if trace.insts.iter().any(|i| matches!(i.op, Op::Call | Op::CallPure | Op::CallRead)) {
            return false;
        }
        let valid = trace.insts.iter().filter(|i| i.op == Op::GuardValid);
        let versions: Vec<u64> = valid.filter_map(|i| Some(trace.as_const(i.args[0])?.bits)).collect();
        let fuel = trace.insts.len() as u64;
        let outcome = evaluate(&trace, reds, &mut GuestMemory::new(self, &versions), fuel);
        matches!(outcome, Outcome::JumpedTo(..))
    }
}
