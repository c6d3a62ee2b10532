//! The rebuilding walk: from an exit's plan and values to the words of the state.
//!
//! **Problem.** The state is rebuilt twice: when an exit is taken, with words, so that the interpreter can go on; and when a bridge is recorded from it, with
//! words and the values of the new trace that will hold them. Both do the same in the same order, or the bridge begins in another state than the exit left.
//!
//! **How.** `ExitPlan::rebuild` is the walk, a `Builder` what it makes: `Concrete` makes objects in the heap, `Symbolic` writes the making of
//! them on the tape.
//!
//! **Invariants.** All objects are made before any is filled, as they may refer to each other. No collection comes in between.
//!
//! **Example.** For a plan with one object, `Concrete` allocates it and stores its words; `Symbolic` adds `v4 = new Pair; store v4 Pair.left v0`.

use super::plan::{Content, ExitPlan, Object, Part, Src, Words};
use crate::machine::{direct, Access, Language, TypeInfo};
use crate::record::{
    tape::{Log, Tape},
    RecWord,
};
use crate::runtime::Runtime;
use holloway_compiler::ir::{Const, Inst, IrRef, Op, Trace, Ty, VirtualKind};
use smallvec::SmallVec;

/// What the walk makes.
pub(crate) trait Builder {
    /// A word of the state.
    type Word: Copy;
    /// A constant.
    fn constant(&mut self, c: Const) -> Self::Word;
    /// Exit value `k`.
    fn value(&mut self, k: usize) -> Self::Word;
    /// Makes object `k`, empty.
    fn object(&mut self, k: usize, object: &Object) -> Self::Word;
    /// Puts a word into an object.
    fn fill(&mut self, object: Self::Word, at: &Content, word: Self::Word);
    /// Words of the state.
    fn words(&mut self, words: &Words, objects: &[Self::Word]) -> Vec<Self::Word> {
        words.sources().iter().map(|&src| word(self, src, objects)).collect()
    }
}

/// A word, given the objects.
fn word<B: Builder + ?Sized>(b: &mut B, src: Src, objects: &[B::Word]) -> B::Word {
    match src {
        Src::Const(c) => b.constant(c),
        Src::Value(k) => b.value(k as usize),
        Src::Object(k) => objects[k as usize],
    }
}

/// What came of it.
pub(crate) struct Rebuilt<W> {
    /// Red items.
    pub reds: Vec<W>,
    /// Answers.
    pub log: Log<W>,
    /// The objects of the plan.
    pub objects: SmallVec<[W; 4]>,
}

impl ExitPlan {
    /// Makes the state.
    pub(crate) fn rebuild<B: Builder>(&self, b: &mut B) -> Rebuilt<B::Word> {
        let objects: SmallVec<[B::Word; 4]> =
            self.objects.iter().enumerate().map(|(k, o)| b.object(k, o)).collect();
        for (object, plan) in objects.iter().zip(&self.objects) {
            for at in &plan.contents {
                let w = word(b, at.src, &objects);
                b.fill(*object, at, w);
            }
        }
        let reds = b.words(&self.entries, &objects);
        let log = self.log.iter().map(|&src| word(b, src, &objects)).collect();
        Rebuilt { reds, log, objects }
    }
}

/// Words, and objects in the heap.
pub(crate) struct Concrete<'a, L: Language> {
    /// The run time.
    pub rt: &'a Runtime<L>,
    /// The trace that was left.
    pub trace: &'a Trace,
    /// What native code handed over.
    pub values: &'a [u64],
}

impl<L: Language> Builder for Concrete<'_, L> {
    type Word = u64;

    fn constant(&mut self, c: Const) -> u64 {
        c.bits
    }
    fn value(&mut self, k: usize) -> u64 {
        self.values[k]
    }
    fn object(&mut self, _: usize, object: &Object) -> u64 {
        let (VirtualKind::Object(n) | VirtualKind::Array(n, _)) = object.kind;
        let d = &self.trace.types[n as usize];
        let info =
            TypeInfo { name: "", header: d.header, size: d.size, stride: d.stride, len_offset: d.len_offset };
        match object.kind {
            VirtualKind::Object(_) => self.rt.alloc_object(&info),
            VirtualKind::Array(_, len) => self.rt.alloc_array(&info, len.into()),
        }
    }
    fn fill(&mut self, object: u64, at: &Content, word: u64) {
        let access = Access { offset: at.offset, ..Access::unnamed(at.mem) };
        // SAFETY: the object was just allocated with the type whose field or element this is.
        unsafe { direct::store_field(&self.rt.heap, object, access, word) };
    }
    fn words(&mut self, words: &Words, objects: &[u64]) -> Vec<u64> {
        let mut out = self.rt.take_words();
        words.write(self.values, objects, &mut out);
        out
    }
}

/// Words with the values of a bridge that hold them. What the bridge begins with are inputs, and objects made first of all, so that no input is fresh.
pub(crate) struct Symbolic<'a> {
    tape: &'a mut Tape,
    /// The trace that was left.
    trace: &'a Trace,
    values: &'a [u64],
    inputs: Vec<IrRef>,
    /// What the exit made.
    objects: &'a [u64],
}

impl<'a> Symbolic<'a> {
    /// Writes the inputs on a tape that is empty; `values` and `objects` are those of the exit, with this plan.
    pub fn new(
        tape: &'a mut Tape,
        plan: &ExitPlan,
        trace: &'a Trace,
        values: &'a [u64],
        objects: &'a [u64],
    ) -> Self {
        let inputs = plan.values.iter().map(|&ty| tape.push(Inst { ty, ..Inst::new(Op::Input) })).collect();
        Symbolic { tape, trace, values, inputs, objects }
    }
}

impl Builder for Symbolic<'_> {
    type Word = RecWord;

    fn constant(&mut self, c: Const) -> RecWord {
        RecWord { bits: c.bits, r: self.tape.konst(c.ty, c.bits) }
    }
    fn value(&mut self, k: usize) -> RecWord {
        RecWord { bits: self.values[k], r: self.inputs[k] }
    }
    fn object(&mut self, k: usize, object: &Object) -> RecWord {
        let (n, op, args) = match object.kind {
            VirtualKind::Object(n) => (n, Op::New, [IrRef::NONE; 3]),
            VirtualKind::Array(n, len) => {
                let len = self.tape.konst(Ty::Int, len.into());
                (n, Op::NewArray, [len, IrRef::NONE, IrRef::NONE])
            }
        };
        let aux = self.tape.trace.type_(&self.trace.types[n as usize]);
        RecWord { bits: self.objects[k], r: self.tape.push(Inst { args, aux, ..Inst::new(op) }) }
    }
    fn fill(&mut self, object: RecWord, at: &Content, word: RecWord) {
        let inst = match at.part {
            Part::Field(f) => {
                let aux = self.tape.trace.field(&self.trace.fields[f as usize]);
                Inst { args: [object.r, word.r, IrRef::NONE], aux, ..Inst::new(Op::Store) }
            }
            Part::Elem(a, i) => {
                let index = self.tape.konst(Ty::Int, i.into());
                let aux = self.tape.trace.array(&self.trace.arrays[a as usize]);
                Inst { args: [object.r, index, word.r], aux, ..Inst::new(Op::StoreElem) }
            }
        };
        self.tape.push(inst);
    }
}
