//! Making values: constants, helper ops and conversions, for passes and rules.
//!
//! **Invariant**: helper ops are fed like recorded ones, so they are folded and shared. **Not promised**: that a helper op is
//! emitted at all.
//!
//! **Example**: `convert(i0, Float)` of an `i0 = float_to_bits f1` is `f1`.

use super::bounds::Bounds;
use super::rewriter::Rewriter;
use super::OptAbort;
use crate::ir::{Const, Inst, IrRef, Mem, Op, Ty};

impl Rewriter<'_> {
    /// A constant of the new trace.
    pub fn konst(&mut self, ty: Ty, bits: u64) -> IrRef {
        let key = (ty as u8, bits);
        if let Some(i) = self.consts.get(key) {
            return IrRef::konst(i as usize);
        }
        self.out.consts.push(Const { ty, bits });
        let i = self.out.consts.len() - 1;
        self.consts.insert(key, i as u32);
        IrRef::konst(i)
    }
    /// An integer constant.
    pub fn int(&mut self, v: i64) -> IrRef {
        self.konst(Ty::Int, v as u64)
    }
    /// Feeds a helper op that a pass or rule needs.
    pub fn op(&mut self, op: Op, args: &[IrRef]) -> Result<IrRef, OptAbort> {
        let mut inst = Inst::new(op);
        inst.args[..args.len()].copy_from_slice(args);
        inst.place = self.place;
        self.feed(inst)
    }
    /// The same word as another type.
    pub fn convert(&mut self, v: IrRef, to: Ty) -> Result<IrRef, OptAbort> {
        let from = self.ty(v);
        if from == to {
            return Ok(v);
        }
        if let Some(bits) = self.bits(v) {
            return Ok(self.konst(to, bits));
        }
        let word = match from {
            Ty::Float => self.op(Op::FloatToBits, &[v])?,
            Ty::Ref => self.op(Op::RefToInt, &[v])?,
            _ => v,
        };
        match to {
            Ty::Float => self.op(Op::FloatFromBits, &[word]),
            Ty::Ref => self.op(Op::RefFromInt, &[word]),
            _ => Ok(word),
        }
    }
    /// What a load gives after a store of `v` to memory of a form.
    pub fn through_memory(&mut self, v: IrRef, mem: Mem, ty: Ty) -> Result<IrRef, OptAbort> {
        let range = Bounds::of_mem(mem);
        if mem == Mem::W64 {
            return self.convert(v, ty);
        }
        let word = self.convert(v, Ty::Int)?;
        let word = if self.bounds(word).inside(range) {
            word
        } else if mem == Mem::I32 {
            let k = self.int(32);
            let high = self.op(Op::IntShl, &[word, k])?;
            self.op(Op::IntSar, &[high, k])?
        } else {
            let k = self.int(range.hi);
            self.op(Op::IntAnd, &[word, k])?
        };
        self.convert(word, ty)
    }
}
