//! Loads answered by earlier stores and loads; stores that nobody sees.
//!
//! **Problem.** Frames, tables and boxes live in memory; most loads of a trace read what the trace itself stored or
//! loaded before. Per field descriptor and per array descriptor a short list tells what is known to lie where.
//!
//! **Invariants.**
//! 1. An entry `(object, value)` of a descriptor: the memory holds that word now.
//! 2. A store removes the entries it may overwrite: same descriptor, an object that may be the same ([`may_alias`]),
//!    an index that may be the same. Unknown effects remove everything, except immutable memory and objects that never
//!    escaped.
//! 3. A store is dead only if the same place is stored again with no guard, exit, call or load of the same descriptor
//!    in between.
//!
//! **Not promised**: more than [`MAX_ENTRIES`] entries per descriptor; zeros of new objects (virtuals know those).
//!
//! **Example**: `store r0 i1 x0; f2 = load r0 x0` becomes the store and `float_from_bits i1`.

use super::bounds::Bounds;
use super::rewriter::{Elements, Fed, Rewriter, Writes, ALLOC, DEAD, ESCAPED, FOLLOWED};
use super::OptAbort;
use crate::ir::{Effect, Inst, IrRef, Op};

/// Known words per descriptor; older ones are forgotten first.
const MAX_ENTRIES: usize = 32;

#[derive(Clone, Copy)]
struct Entry {
    object: IrRef,
    /// Element number; `NONE` for fields.
    index: IrRef,
    value: IrRef,
    /// The load or store by which it is known.
    by: IrRef,
    /// The store that put it there, while it may still turn out dead.
    store: IrRef,
    /// [`Heap::epoch`] of that store.
    epoch: u32,
}

/// What is known about memory.
#[derive(Default)]
pub(super) struct Heap {
    fields: Vec<Vec<Entry>>,
    arrays: Vec<Vec<Entry>>,
    /// Results of reading helpers: `(call, result)`.
    reads: Vec<IrRef>,
    /// Counts the points where memory can be observed.
    epoch: u32,
}

impl Heap {
    /// Nothing known.
    pub fn new(fields: usize, arrays: usize) -> Heap {
        Heap {
            fields: vec![Vec::new(); fields],
            arrays: vec![Vec::new(); arrays],
            reads: Vec::new(),
            epoch: 0,
        }
    }
    /// What is known of a descriptor's memory: object, element number (`NONE` for fields), value.
    pub fn known(&self, array: bool, descr: u32) -> impl Iterator<Item = (IrRef, IrRef, IrRef)> + '_ {
        let list = if array { &self.arrays } else { &self.fields };
        list[descr as usize].iter().map(|e| (e.object, e.index, e.value))
    }
    /// Results of reading helpers that a second call would give again.
    pub fn reads(&self) -> &[IrRef] {
        &self.reads
    }
    /// Keeps what the loop body does not change, given what it writes. `bounds`: of an element's number.
    pub fn enter_loop(
        &mut self,
        immutable: (&[bool], &[bool]),
        writes: &Writes,
        bounds: impl Fn(IrRef) -> Bounds,
    ) {
        let (fields, arrays) = immutable;
        for (i, list) in self.fields.iter_mut().enumerate() {
            if !fields[i] && (writes.all || writes.fields[i]) {
                list.clear();
            }
        }
        for (i, list) in self.arrays.iter_mut().enumerate() {
            if !arrays[i] && (writes.all || writes.arrays[i].any()) {
                list.retain(|e| !writes.all && !writes.arrays[i].meets(Elements::within(bounds(e.index))));
            }
        }
        if !writes.is_empty() {
            self.reads.clear();
        }
        self.epoch += 1;
    }
}

/// Whether two references may be to the same object.
pub(super) fn may_alias(rw: &Rewriter, a: IrRef, b: IrRef) -> bool {
    if a == b {
        return true;
    }
    match (rw.bits(a), rw.bits(b)) {
        (Some(x), Some(y)) => return x == y,
        // A constant is older than anything allocated here.
        (Some(_), None) => return !rw.has_flag(b, ALLOC),
        (None, Some(_)) => return !rw.has_flag(a, ALLOC),
        _ => {}
    }
    for (new, other) in [(a, b), (b, a)] {
        // A value older than the allocation is not its reference; nor is any other while it has not escaped.
        if rw.has_flag(new, ALLOC) && (rw.has_flag(other, ALLOC) || other < new || !rw.has_flag(new, ESCAPED))
        {
            return false;
        }
    }
    true
}

fn may_be_same_index(rw: &Rewriter, a: IrRef, b: IrRef) -> bool {
    if a.is_none() || a == b {
        return true;
    }
    rw.bounds(a).meet(rw.bounds(b)).is_some()
}

/// The entry list of an access.
fn list<'h>(heap: &'h mut Heap, inst: &Inst) -> &'h mut Vec<Entry> {
    match inst.op {
        Op::Load | Op::Store => &mut heap.fields[inst.aux as usize],
        _ => &mut heap.arrays[inst.aux as usize],
    }
}

/// `(object, index, stored value)` of an access.
fn place(inst: &Inst) -> (IrRef, IrRef, IrRef) {
    match inst.op {
        Op::Load => (inst.args[0], IrRef::NONE, IrRef::NONE),
        Op::Store => (inst.args[0], IrRef::NONE, inst.args[1]),
        Op::LoadElem => (inst.args[0], inst.args[1], IrRef::NONE),
        _ => (inst.args[0], inst.args[1], inst.args[2]),
    }
}

fn find(rw: &Rewriter, inst: &Inst) -> Option<usize> {
    let (object, index, _) = place(inst);
    let entries = match inst.op {
        Op::Load | Op::Store => &rw.heap.fields[inst.aux as usize],
        _ => &rw.heap.arrays[inst.aux as usize],
    };
    entries
        .iter()
        .position(|e| rw.resolve(e.object) == object && (index.is_none() || rw.resolve(e.index) == index))
}

pub(super) fn feed(rw: &mut Rewriter, inst: &mut Inst) -> Result<Fed, OptAbort> {
    match inst.op {
        Op::Load | Op::LoadElem => {
            let mem = match inst.op {
                Op::Load => rw.out.fields[inst.aux as usize].mem,
                _ => rw.out.arrays[inst.aux as usize].mem,
            };
            if let Some(i) = find(rw, inst) {
                let entry = list(&mut rw.heap, inst)[i];
                let value = rw.resolve(entry.value);
                let value = rw.through_memory(value, mem, inst.ty)?;
                rw.blame(entry.by);
                return Ok(Fed::Value(value));
            }
            if inst.op == Op::Load {
                if let Some(length) = known_length(rw, inst) {
                    return Ok(Fed::Value(rw.convert(length, inst.ty)?));
                }
            }
        }
        Op::Store | Op::StoreElem => {
            if let Some(i) = find(rw, inst) {
                let entry = list(&mut rw.heap, inst)[i];
                if rw.natural(rw.resolve(entry.value)) == rw.natural(place(inst).2) {
                    rw.blame(entry.by);
                    return Ok(Fed::Drop);
                }
                if !entry.store.is_none() && entry.epoch == rw.heap.epoch {
                    rw.set_flag(entry.store, DEAD);
                    if let Some(ledger) = &mut rw.ledger {
                        ledger.overwrite(entry.store, rw.current);
                    }
                }
            }
        }
        Op::CallRead => {
            let known = rw.heap.reads.iter().copied().find(|&r| {
                let d = &rw.out.insts[r.index()];
                d.aux == inst.aux && d.ty == inst.ty && rw.out.list(d) == rw.out.list(inst)
            });
            if let Some(r) = known {
                rw.blame(r);
                return Ok(Fed::Value(r));
            }
        }
        _ => {}
    }
    Ok(Fed::Keep)
}

/// The length of an array allocated in the trace.
fn known_length(rw: &Rewriter, inst: &Inst) -> Option<IrRef> {
    let d = rw.def(inst.args[0]).filter(|d| d.op == Op::NewArray)?;
    let field = &rw.out.fields[inst.aux as usize];
    (field.offset == rw.out.types[d.aux as usize].len_offset && field.mem == crate::ir::Mem::W64)
        .then(|| rw.resolve(d.args[0]))
}

pub(super) fn done(rw: &mut Rewriter, inst: &Inst, r: IrRef) {
    match inst.op.info().effect {
        Effect::Pure | Effect::Alloc => return,
        Effect::Guard | Effect::Control => return rw.heap.epoch += 1,
        _ => {}
    }
    if matches!(inst.op, Op::Load | Op::LoadElem | Op::Store | Op::StoreElem) {
        rw.set_flag(inst.args[0], FOLLOWED);
    }
    let mut heap = std::mem::take(&mut rw.heap);
    note(rw, &mut heap, inst, r);
    rw.heap = heap;
}

fn note(rw: &Rewriter, heap: &mut Heap, inst: &Inst, r: IrRef) {
    match inst.op {
        Op::Load | Op::LoadElem => {
            let (object, index, _) = place(inst);
            let entries = list(heap, inst);
            entries.iter_mut().for_each(|e| e.store = IrRef::NONE);
            remember(entries, Entry { object, index, value: r, by: r, store: IrRef::NONE, epoch: 0 });
        }
        Op::Store | Op::StoreElem => {
            let (object, index, value) = place(inst);
            let epoch = heap.epoch;
            let entries = list(heap, inst);
            entries.retain(|e| {
                !may_alias(rw, rw.resolve(e.object), object)
                    || !may_be_same_index(
                        rw,
                        if e.index.is_none() { e.index } else { rw.resolve(e.index) },
                        index,
                    )
            });
            remember(entries, Entry { object, index, value, by: r, store: r, epoch });
            if !rw.has_flag(object, ALLOC) || rw.has_flag(object, ESCAPED) {
                heap.reads.clear();
            }
        }
        Op::CallRead => {
            heap.epoch += 1;
            heap.reads.push(r);
        }
        op if op.info().effect == Effect::All => {
            heap.epoch += 1;
            if !rw.may_write(inst) {
                return;
            }
            heap.reads.clear();
            let private = |e: &Entry| {
                let o = rw.resolve(e.object);
                rw.has_flag(o, ALLOC) && !rw.has_flag(o, ESCAPED)
            };
            for (list, d) in heap.fields.iter_mut().zip(&rw.out.fields) {
                list.retain(|e| d.immutable || private(e));
            }
            for (list, d) in heap.arrays.iter_mut().zip(&rw.out.arrays) {
                list.retain(|e| d.immutable || private(e));
            }
        }
        _ => {}
    }
}

fn remember(entries: &mut Vec<Entry>, e: Entry) {
    if entries.len() >= MAX_ENTRIES {
        entries.remove(0);
    }
    entries.push(e);
}
