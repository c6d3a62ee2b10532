//! Write barriers: which stores need one.
//!
//! **Problem.** A collector of young objects has to be told of stores of references into old ones ([`Op::Barrier`]). Most stores of a trace need not
//! tell: what they store is no reference, or they go into an object that is young for sure, or has been told of.
//!
//! **Invariants.**
//! 1. A store into a place that holds references ([`Refs`]) has a barrier of its object before it, with no call in between, unless the trace allocated the
//!    object after the last call, or the word stored is no reference.
//! 2. Objects get old in collections only, which take place in calls or where the trace was left: a guard that holds changes nothing.
//!
//! **Not promised.** Barriers that are carried around a loop: a bridge may enter its body, so the body has its own.
//!
//! **Example.** `store r0 r1 Node.next; store r0 r2 Node.value` becomes `barrier r0` and both stores.

use super::rewriter::Rewriter;
use crate::ir::{ArrayDescr, FieldDescr, Inst, IrRef, Op, Refs};

/// Most objects remembered.
const MAX_YOUNG: usize = 32;

/// Objects that need no barrier until the next call.
#[derive(Default)]
pub(super) struct Barriers {
    young: Vec<IrRef>,
}

impl Barriers {
    /// Notes an object that was allocated, or told of.
    pub fn young(&mut self, object: IrRef) {
        if self.young.len() == MAX_YOUNG {
            self.young.remove(0);
        }
        self.young.push(object)
    }
    /// After what may collect, and where other ways arrive.
    pub fn forget(&mut self) {
        self.young.clear()
    }
}

/// The object of which this op has to tell before it.
pub(super) fn needed(rw: &Rewriter, store: &Inst) -> Option<IrRef> {
    let (refs, value) = match store.op {
        Op::Store => (rw.out.fields[store.aux as usize].refs, store.args[1]),
        Op::StoreElem => (rw.out.arrays[store.aux as usize].refs, store.args[2]),
        _ => return None,
    };
    let object = rw.resolve(store.args[0]);
    let harmless = match refs {
        Refs::None => true,
        // Null.
        Refs::Always => rw.bits(value) == Some(0),
        Refs::ByTag => tag_of(rw, store).is_some_and(|tag| !rw.config.may_refer(tag)),
    };
    (!harmless && !rw.barriers.young.iter().any(|&y| rw.resolve(y) == object)).then_some(object)
}

/// The tag of the slot whose payload is stored: it was stored just before.
fn tag_of(rw: &Rewriter, store: &Inst) -> Option<u64> {
    let aux = store.aux as usize;
    let (array, tag, index) = match store.op {
        Op::Store => {
            let d = &rw.out.fields[aux];
            let tag = |f: &FieldDescr| f.offset + 8 == d.offset && f.refs == Refs::None && f.name == d.name;
            (false, rw.out.fields.iter().position(tag)?, IrRef::NONE)
        }
        _ => {
            let d = &rw.out.arrays[aux];
            let tag = |a: &ArrayDescr| {
                a.offset + 8 == d.offset && a.stride == d.stride && a.refs == Refs::None && a.name == d.name
            };
            (true, rw.out.arrays.iter().position(tag)?, rw.resolve(store.args[1]))
        }
    };
    let object = rw.resolve(store.args[0]);
    let known = rw
        .heap
        .known(array, tag as u32)
        .find(|&(o, i, _)| rw.resolve(o) == object && (index.is_none() || rw.resolve(i) == index))?;
    rw.bits(rw.resolve(known.2))
}
