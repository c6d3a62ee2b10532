//! What recorded values can do: each operation is done, and appended to the tape.

use super::tape;
use super::word::{Rec, RecWord};
use crate::heap::RawSlot;
use crate::machine::Values;
use holloway_compiler::ir::{scalar, Op, TableDescr, Ty};

fn double(a: RecWord) -> f64 {
    f64::from_bits(a.bits)
}

impl Values for Rec {
    const NOTED: bool = true;
    type W = RecWord;
    type D = RecWord;
    type S = (RecWord, RecWord);
    #[inline(never)]
    fn word(bits: u64, ty: Ty) -> RecWord {
        RecWord { bits, r: tape::konst(ty, bits) }
    }
    fn double(x: f64) -> RecWord {
        Self::word(x.to_bits(), Ty::Float)
    }
    #[inline(never)]
    fn int1(op: Op, a: RecWord) -> RecWord {
        tape::pure(op, Ty::Int, scalar::int1(op, a.bits), [Self::w_as(a, Ty::Int)])
    }
    #[inline(never)]
    fn int2(op: Op, a: RecWord, b: RecWord) -> RecWord {
        let ty = if matches!(op, Op::RefEq | Op::RefNe) { Ty::Ref } else { Ty::Int };
        tape::pure(op, Ty::Int, scalar::int2(op, a.bits, b.bits), [Self::w_as(a, ty), Self::w_as(b, ty)])
    }
    #[inline(never)]
    fn float1(op: Op, a: RecWord) -> RecWord {
        tape::pure(op, Ty::Float, scalar::float1(op, double(a)).to_bits(), [a])
    }
    #[inline(never)]
    fn float2(op: Op, a: RecWord, b: RecWord) -> RecWord {
        tape::pure(op, Ty::Float, scalar::float2(op, double(a), double(b)).to_bits(), [a, b])
    }
    #[inline(never)]
    fn float3(op: Op, a: RecWord, b: RecWord, c: RecWord) -> RecWord {
        let bits = scalar::float3(op, double(a), double(b), double(c)).to_bits();
        tape::pure(op, Ty::Float, bits, [a, b, c])
    }
    #[inline(never)]
    fn fcmp(op: Op, a: RecWord, b: RecWord) -> RecWord {
        tape::pure(op, Ty::Int, scalar::fcmp(op, double(a), double(b)) as u64, [a, b])
    }
    #[inline(never)]
    fn table_word(table: &'static TableDescr, index: RecWord) -> RecWord {
        tape::table_word(table, Self::w_as(index, Ty::Int))
    }
    fn to_float(a: RecWord) -> RecWord {
        tape::pure(Op::IntToFloat, Ty::Float, (a.bits as i64 as f64).to_bits(), [Self::w_as(a, Ty::Int)])
    }
    fn to_int(a: RecWord) -> RecWord {
        tape::pure(Op::FloatToInt, Ty::Int, double(a) as i64 as u64, [a])
    }
    fn d_as_w(a: RecWord) -> RecWord {
        a
    }
    fn w_as_d(a: RecWord) -> RecWord {
        Self::w_as(a, Ty::Float)
    }
    fn w_as(a: RecWord, ty: Ty) -> RecWord {
        tape::convert(a, ty)
    }
    fn slot(tag: RecWord, payload: RecWord) -> (RecWord, RecWord) {
        (tag, payload)
    }
    fn slot_tag(s: (RecWord, RecWord)) -> RecWord {
        s.0
    }
    fn slot_payload(s: (RecWord, RecWord)) -> RecWord {
        s.1
    }
    fn bits(a: RecWord) -> u64 {
        a.bits
    }
    fn raw_slot(s: (RecWord, RecWord)) -> RawSlot {
        RawSlot { tag: s.0.bits, bits: s.1.bits }
    }
}
