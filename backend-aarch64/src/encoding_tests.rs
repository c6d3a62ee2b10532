use crate::disassemble;
use crate::emit::*;
use dynasmrt::DynasmApi;
use holloway_tracer::codegen::machine::PReg;
use holloway_tracer::ir::Mem;

#[test]
fn samples() {
    let mut e = Emit::new(Reach::Bit, 4096);
    let l = e.label();
    for op in [Alu::Add, Alu::Sub, Alu::And, Alu::Or, Alu::Xor, Alu::Adds, Alu::Subs] {
        e.alu(op, 1, 2, Rhs::Reg(3));
        e.alu(op, 31, 2, Rhs::Reg(31));
        let n = if matches!(op, Alu::And | Alu::Or | Alu::Xor) { 0xff0 } else { 12 };
        e.alu(op, 1, 2, Rhs::Imm(n));
        if n == 12 {
            e.alu(op, 1, 2, Rhs::Imm(0x5000));
            e.alu(op, 31, 31, Rhs::Imm(5));
            e.alu(op, 31, 31, Rhs::Imm(0));
            e.alu(op, 3, 4, Rhs::Imm(5u64.wrapping_neg()));
        }
        if n != 12 {
            e.alu(op, 31, 5, Rhs::Imm(1));
        }
    }
    for n in [0, 1, 63] {
        for op in [Shift::Left, Shift::Right, Shift::Arithmetic] {
            e.shift_imm(op, 1, 2, n);
            e.shift(op, 1, 2, 3);
        }
    }
    e.element_addr(1, 2, 16, 8);
    e.element_addr(1, 2, 24, 8);
    for m in [Mem::U8, Mem::U16, Mem::U32, Mem::I32, Mem::W64] {
        for d in [0, 8, -8, 4088, 100000] {
            e.load_mem(3, m, Addr::base(4, d));
            e.store_mem(m, Addr::base(31, d), 31);
        }
    }
    e.load_reg(PReg::fpr(3), Addr::base(31, 16));
    e.store_pair(Addr::base(31, 16), PReg::gpr(1), PReg::gpr(31));
    e.load_pair(PReg::fpr(1), PReg::fpr(31), Addr::base(29, -16));
    for n in [
        0u64,
        5,
        0x50000,
        !5,
        0xffff_0000,
        0x1_0000_0001,
        0x12345678,
        0xffff_ffff_1234_5678,
        !0x5_0000_0000,
        0x123456789abcdef0,
    ] {
        e.imm(7, n);
    }
    for f in [0.0f64, 1.0, -2.5, 0.1] {
        e.fimm(7, f.to_bits());
    }
    e.fimm(7, (-0.0f64).to_bits());
    for op in [Falu::Add, Falu::Sub, Falu::Mul, Falu::Div] {
        e.float(op, 1, 2, 31)
    }
    for op in [Fone::Neg, Fone::Abs, Fone::Sqrt, Fone::Floor, Fone::Ceil, Fone::Trunc] {
        e.float_one(op, 1, 31)
    }
    e.bind(l);
    for cc in Cc::ALL {
        e.bcc(cc, l);
        e.cset(cc, 3);
        e.csel(cc, 1, 2, 31);
    }
    e.cbz(true, 3, l);
    e.cbz(false, 3, l);
    e.branch_sign(true, 3, l);
    e.branch_sign(false, 3, l);
    e.b(l);
    e.mov(1, 2);
    e.mov(1, 31);
    let bytes = {
        e.finish_pool();
        e.asm.finalize().unwrap()
    };
    println!("{}", disassemble(&bytes, 0));
}
