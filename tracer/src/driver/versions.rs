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

use crate::compile::job::{Version, Ways};
use crate::machine::Language;
use crate::policy::MAX_FITS;
use crate::record::flat::Flat;
use crate::region::memory::GuestMemory;
use crate::runtime::Runtime;
use holloway_compiler::ir::eval::{evaluate, Outcome};
use holloway_compiler::ir::{Inst, IrRef, JumpTarget, Op, Trace};

impl<L: Language> Runtime<L> {
    /// How a recording that ends in a loop may go on there.
    pub(super) fn ways(&self, recorded: &Trace) -> Ways {
        let JumpTarget::Trace(n) = recorded.target else { return Ways::default() };
        // Without ops of its own a trace jumps because a body did not suit.
        if !recorded.insts.iter().any(|i| i.op.is_guard()) {
            return Ways::default();
        }
        let Some((place, greens, versions)) = self.driver.versions_of(n) else { return Ways::default() };
        let tried: Vec<u32> = std::iter::once(n).chain(self.others(n, &versions)).take(MAX_FITS).collect();
        let bodies: Vec<Version> = tried.iter().filter_map(|&version| self.version(version)).collect();
        let another = bodies.len() == tried.len() && versions.len() < MAX_FITS;
        Ways { versions: bodies, header: another.then_some((place, greens)) }
    }

    /// A version of a loop whose body can be entered.
    fn version(&self, number: u32) -> Option<Version> {
        let info = self.driver.trace(number);
        let (entry, body) = (info.entry.clone()?, info.compiled.body.as_ref()?);
        let (trace, values, start) = (info.trace.clone(), body.values.clone(), body.start.clone());
        Some(Version { number, entry, trace, values, start })
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
        if self.version(version).and_then(|v| v.enter(&mut trace)).is_none() {
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
