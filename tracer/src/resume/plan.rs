//! The plan of an exit: its snapshot, resolved against what native code hands over.
//!
//! **Problem.** A snapshot names values of its trace. At the exit there is an array of words in [`ExitOrder`](holloway_compiler::ir::ExitOrder);
//! which word is which is worked out once, when the exit is first taken.
//!
//! **Invariants.** Source [`Src::Value`] `k` is the k-th value in `ExitOrder`; [`Src::Object`] `k` is virtual `k` of the snapshot.
//!
//! **Example.** Of the snapshot `[i1 k0 v9] virtuals v9 = Pair{left: i1, right: i4}` the entries are `Value(0)`, a constant and `Object(0)`; the
//! object has `Value(0)` and `Value(1)` in it.

use holloway_compiler::ir::{Const, IrRef, Mem, Snapshot, Trace, Ty, Virtual, VirtualKind};
use std::sync::Arc;

/// Where a word of the state comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Src {
    /// A constant.
    Const(Const),
    /// Exit value `k`.
    Value(u32),
    /// Object `k` of the plan.
    Object(u32),
}

/// Of what has no value: nobody reads it.
const NOBODY: Src = Src::Const(Const { ty: Ty::Int, bits: 0 });

/// Which part of an object a word goes to, as the trace's tables have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The field with this descriptor.
    Field(u32),
    /// The element with this number, of the array with this descriptor.
    Elem(u32, u32),
}

/// A word in an object that the trace did not make.
#[derive(Clone, Copy, Debug)]
pub struct Content {
    /// Where it goes.
    pub part: Part,
    /// The same in bytes from the object's beginning.
    pub offset: u32,
    /// Its form in memory.
    pub mem: Mem,
    /// The word.
    pub src: Src,
}

/// An object that the trace did not make.
#[derive(Clone, Debug)]
pub struct Object {
    /// Object or array, by number of its type in the trace.
    pub kind: VirtualKind,
    /// All that is in it but zeros.
    pub contents: Vec<Content>,
}

/// Words of the state: where each comes from, and the same as a copy to make and places in it to fill, which takes a tenth of the time.
#[derive(Debug)]
pub struct Words {
    srcs: Vec<Src>,
    /// The constants; zeros for all else.
    known: Vec<u64>,
    /// Of the others the place in the list, and which exit value or object comes there.
    values: Vec<(u32, u32)>,
    objects: Vec<(u32, u32)>,
}

impl Words {
    fn new(srcs: Vec<Src>) -> Words {
        let known = srcs.iter().map(|src| if let Src::Const(c) = src { c.bits } else { 0 }).collect();
        let places = |wanted: fn(Src) -> Option<u32>| {
            let place = |(at, &src): (usize, &Src)| wanted(src).map(|k| (at as u32, k));
            srcs.iter().enumerate().filter_map(place).collect()
        };
        let values = places(|src| if let Src::Value(k) = src { Some(k) } else { None });
        let objects = places(|src| if let Src::Object(k) = src { Some(k) } else { None });
        Words { known, values, objects, srcs }
    }
    /// Where each comes from.
    pub fn sources(&self) -> &[Src] {
        &self.srcs
    }
    /// The words, in the place of what is in a list.
    pub fn write(&self, values: &[u64], objects: &[u64], out: &mut Vec<u64>) {
        out.clear();
        out.extend_from_slice(&self.known);
        for (places, from) in [(&self.values, values), (&self.objects, objects)] {
            for &(at, k) in places {
                out[at as usize] = from[k as usize];
            }
        }
    }
}

/// A snapshot resolved against the order of exit values.
#[derive(Debug)]
pub struct ExitPlan {
    /// Green items.
    pub greens: Arc<[u64]>,
    /// Red items.
    pub entries: Words,
    /// Answers.
    pub log: Vec<Src>,
    /// Whether the step must be replayed.
    pub replay: bool,
    /// The failed guard's number in its step.
    pub guard_no: u32,
    /// Objects to build.
    pub objects: Vec<Object>,
    /// Types of the exit's values.
    pub values: Vec<Ty>,
}

impl ExitPlan {
    /// Resolves a snapshot of `trace`.
    pub fn new(trace: &Trace, snap: &Snapshot) -> ExitPlan {
        let live = trace.exit_values(snap);
        let mut index: Vec<(IrRef, u32)> = live.iter().enumerate().map(|(k, &r)| (r, k as u32)).collect();
        index.sort_unstable();
        let src = |r: IrRef| match trace.as_const(r) {
            Some(c) => Src::Const(c),
            None => match index.binary_search_by_key(&r, |v| v.0) {
                Ok(at) => Src::Value(index[at].1),
                Err(_) => {
                    let object = snap.virtuals.iter().position(|v| v.id == r);
                    object.map_or(NOBODY, |k| Src::Object(k as u32))
                }
            },
        };
        let object = |v: &Virtual| {
            let fields = v.fields.iter().map(|&(f, r)| {
                let d = &trace.fields[f as usize];
                Content { part: Part::Field(f), offset: d.offset, mem: d.mem, src: src(r) }
            });
            let elems = v.elems.iter().map(|&(a, i, r)| {
                let d = &trace.arrays[a as usize];
                Content { part: Part::Elem(a, i), offset: d.offset + i * d.stride, mem: d.mem, src: src(r) }
            });
            Object { kind: v.kind, contents: fields.chain(elems).collect() }
        };
        ExitPlan {
            greens: snap.greens.clone(),
            entries: Words::new(snap.entries.iter().map(|&r| src(r)).collect()),
            log: snap.log.iter().map(|&r| src(r)).collect(),
            replay: snap.replay,
            guard_no: snap.guard_no,
            objects: snap.virtuals.iter().map(object).collect(),
            values: live.iter().map(|&r| trace.ty(r)).collect(),
        }
    }
}
