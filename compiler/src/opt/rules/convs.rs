//! Conversions: there and back is where we were.

use super::Operand::Def;
use super::*;

pub(super) static RULES: &[Rule] = &[
    rule!(float_of_bits, FloatFromBits[Def(Op::FloatToBits)], "from_bits(to_bits x) = x", inner),
    rule!(bits_of_float, FloatToBits[Def(Op::FloatFromBits)], "to_bits(from_bits x) = x", inner),
    rule!(ref_of_address, RefFromInt[Def(Op::RefToInt)], "ref(addr x) = x", inner),
    rule!(address_of_ref, RefToInt[Def(Op::RefFromInt)], "addr(ref x) = x", inner),
    rule!(int_of_float, FloatToInt[Def(Op::IntToFloat)], "int(float x) = x for |x| <= 2^53", |rw, i| {
        let Some([x, _]) = rw.def_of(i.args[0], Op::IntToFloat) else { return Ok(None) };
        Ok(rw.bounds(x).inside(super::floats::EXACT).then_some(Fed::Value(x)))
    }),
];

/// The operand of the operand.
fn inner(rw: &mut Rewriter, inst: &mut Inst) -> Applied {
    Ok(rw.def(inst.args[0]).map(|d| Fed::Value(rw.resolve(d.args[0]))))
}
