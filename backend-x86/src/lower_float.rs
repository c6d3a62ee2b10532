//! Lowering of float arithmetic, compares and conversions.

use crate::emit::{asm, Cc, Falu, Rm};
use crate::lower::{Lower, Own, Test};
use crate::regs::FTMP;
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi};
use holloway_compiler::codegen::lower::{At, Cold, Done, Emitter, Floats};
use holloway_compiler::codegen::CodegenError;
use holloway_compiler::ir::Op;
use holloway_compiler::platform;

const SIGN: u64 = 1 << 63;

extern "sysv64" fn floor(bits: u64) -> u64 {
    f64::from_bits(bits).floor().to_bits()
}
extern "sysv64" fn ceil(bits: u64) -> u64 {
    f64::from_bits(bits).ceil().to_bits()
}
extern "sysv64" fn trunc(bits: u64) -> u64 {
    f64::from_bits(bits).trunc().to_bits()
}
extern "sysv64" fn fma(a: f64, b: f64, c: f64) -> f64 {
    platform::mul_add(a, b, c)
}

impl<'a> Floats<'a> for Lower<'a> {
    fn float_op(&mut self, at: &At<'_>) -> Done {
        let op = match at.inst.op {
            Op::FloatAdd => Falu::Add,
            Op::FloatSub => Falu::Sub,
            Op::FloatMul => Falu::Mul,
            Op::FloatDiv => Falu::Div,
            Op::FloatNeg => {
                let mask = self.e.mask(SIGN);
                asm!(self.e.asm ; xorps Rx(at.d), [=>mask]);
                return Ok(());
            }
            Op::FloatAbs => {
                let mask = self.e.mask(!SIGN);
                asm!(self.e.asm ; andps Rx(at.d), [=>mask]);
                return Ok(());
            }
            Op::FloatSqrt => {
                let rm = self.rm(at, 0)?;
                self.e.float(Falu::Sqrt, at.d, rm);
                return Ok(());
            }
            _ => return self.round(at),
        };
        let rm = self.rm(at, 1)?;
        self.e.float(op, at.d, rm);
        Ok(())
    }

    fn fma(&mut self, at: &At<'_>) -> Done {
        if !self.features.fma {
            self.e.call(fma as *const () as usize);
            return Ok(());
        }
        let b = self.reg(at, 1)?;
        let c = self.rm(at, 2)?;
        self.e.fma(at.d, b, c);
        Ok(())
    }

    /// Less-than compares exchange their operands, so that unordered is false.
    fn float_compare(&mut self, at: &At<'_>, op: Op) -> Result<Test, CodegenError> {
        let swap = matches!(op, Op::FloatLt | Op::FloatLe);
        let (first, second) = if swap { (1, 0) } else { (0, 1) };
        let a = self.reg(at, first)?;
        let b = self.rm(at, second)?;
        self.e.float(Falu::Compare, a, b);
        Ok(match op {
            Op::FloatEq => Test::Equal,
            Op::FloatNe => Test::NotEqual,
            Op::FloatLt => Test::One(Cc::A),
            _ => Test::One(Cc::Ae),
        })
    }

    // ---- conversions

    fn convert(&mut self, at: &At<'_>) -> Done {
        match at.inst.op {
            Op::IntToFloat => {
                let rm = self.rm(at, 0)?;
                self.e.int_to_float(at.d, rm);
            }
            Op::FloatToInt => {
                let s = self.reg(at, 0)?;
                let (cold, done) = (self.e.label(), self.e.label());
                // Out of range gives the smallest integer, the only value from which subtracting 1 overflows.
                asm!(self.e.asm ; cvttsd2si Rq(at.d), Rx(s) ; cmp Rq(at.d), BYTE 1);
                self.e.jcc(Cc::O, cold);
                self.e.bind(done);
                self.cold.push(Cold::Own(Own::FloatToInt { at: cold, done, d: at.d, s }));
            }
            Op::FloatToBits => match self.rm(at, 0)? {
                Rm::Reg(s) => asm!(self.e.asm ; movq Rq(at.d), Rx(s)),
                rm => self.e.load(at.d, rm),
            },
            _ => match self.rm(at, 0)? {
                Rm::Reg(s) => asm!(self.e.asm ; movq Rx(at.d), Rq(s)),
                rm => self.e.fload(at.d, rm),
            },
        }
        Ok(())
    }
}

impl Lower<'_> {
    fn round(&mut self, at: &At<'_>) -> Done {
        let (mode, helper) = match at.inst.op {
            Op::FloatFloor => (9, floor as *const ()),
            Op::FloatCeil => (10, ceil as *const ()),
            _ => (11, trunc as *const ()),
        };
        let rm = self.rm(at, 0)?;
        if self.features.sse41 {
            self.e.round(at.d, rm, mode);
        } else {
            match rm {
                Rm::Reg(r) => asm!(self.e.asm ; movq rdi, Rx(r)),
                rm => self.e.load(7, rm),
            }
            self.e.call(helper as usize);
            asm!(self.e.asm ; movq Rx(at.d), rax);
        }
        Ok(())
    }

    pub fn cold_float_to_int(&mut self, at: DynamicLabel, done: DynamicLabel, d: u8, s: u8) {
        self.e.bind(at);
        let nan = self.e.label();
        self.e.zero_float_scratch();
        asm!(self.e.asm ; ucomisd Rx(s), Rx(FTMP));
        self.e.jcc(Cc::P, nan);
        // Below zero the value is right as it is.
        self.e.jcc(Cc::B, done);
        self.e.imm(d, i64::MAX as u64);
        self.e.jump(done);
        self.e.bind(nan);
        self.e.imm(d, 0);
        self.e.jump(done);
    }
}
