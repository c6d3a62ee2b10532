//! Lowering of float arithmetic, compares and conversions.

use crate::emit::{asm, Cc, Falu, Rm};
use crate::lower::{At, Cold, Lower};
use crate::regs::{FTMP, STACK, TMP};
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi};
use holloway_tracer::codegen::machine::PReg;
use holloway_tracer::codegen::CodegenError;
use holloway_tracer::ir::Op;

type Done = Result<(), CodegenError>;

/// The outcome of a float compare in flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatTest {
    /// One condition says it (unordered gives false).
    One(Cc),
    /// Equal and ordered.
    Equal,
    /// Not equal or unordered.
    NotEqual,
}

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

impl Lower<'_> {
    pub fn float_op(&mut self, at: &At<'_>) -> Done {
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

    fn round(&mut self, at: &At<'_>) -> Done {
        let (mode, helper) = match at.inst.op {
            Op::FloatFloor => (9, floor as *const ()),
            Op::FloatCeil => (10, ceil as *const ()),
            _ => (11, trunc as *const ()),
        };
        let rm = self.rm(at, 0)?;
        if self.sse41 {
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

    /// Compares two floats; less-than compares exchange their operands, so that unordered is false.
    pub fn float_compare(&mut self, at: &At<'_>, op: Op) -> Result<FloatTest, CodegenError> {
        let swap = matches!(op, Op::FloatLt | Op::FloatLe);
        let (first, second) = if swap { (1, 0) } else { (0, 1) };
        let a = self.reg(at, first)?;
        let b = self.rm(at, second)?;
        self.e.float(Falu::Compare, a, b);
        Ok(match op {
            Op::FloatEq => FloatTest::Equal,
            Op::FloatNe => FloatTest::NotEqual,
            Op::FloatLt => FloatTest::One(Cc::A),
            _ => FloatTest::One(Cc::Ae),
        })
    }

    pub fn float_compare_value(&mut self, at: &At<'_>) -> Done {
        let test = self.float_compare(at, at.inst.op)?;
        match test {
            FloatTest::One(cc) => self.e.setcc(cc, TMP),
            FloatTest::Equal => {
                asm!(self.e.asm ; setnp Rb(TMP) ; movzx Rd(TMP), Rb(TMP) ; mov Rd(at.d), 0 ; cmovne Rd(TMP), Rd(at.d));
            }
            FloatTest::NotEqual => {
                asm!(self.e.asm ; setp Rb(TMP) ; movzx Rd(TMP), Rb(TMP) ; mov Rd(at.d), 1 ; cmovne Rd(TMP), Rd(at.d));
            }
        }
        self.e.mov(at.d, TMP);
        Ok(())
    }

    /// Jumps to `fail` unless the test came out as `want`.
    pub fn float_branch(&mut self, test: FloatTest, want: bool, fail: DynamicLabel) {
        match (test, want) {
            (FloatTest::One(cc), true) => self.e.jcc(cc.not(), fail),
            (FloatTest::One(cc), false) => self.e.jcc(cc, fail),
            (FloatTest::Equal, true) | (FloatTest::NotEqual, false) => {
                self.e.jcc(Cc::Ne, fail);
                self.e.jcc(Cc::P, fail);
            }
            (FloatTest::Equal, false) | (FloatTest::NotEqual, true) => {
                let fine = self.e.label();
                self.e.jcc(Cc::P, fine);
                self.e.jcc(Cc::E, fail);
                self.e.bind(fine);
            }
        }
    }

    // ---- conversions

    pub fn convert(&mut self, at: &At<'_>) -> Done {
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
                self.cold.push(Cold::FloatToInt { at: cold, done, d: at.d, s });
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

    pub fn cold_float_to_int(&mut self, at: DynamicLabel, done: DynamicLabel, d: u8, s: u8) {
        self.e.bind(at);
        let nan = self.e.label();
        self.e.zero_float_scratch();
        asm!(self.e.asm ; ucomisd Rx(s), Rx(FTMP));
        self.e.jcc(Cc::P, nan);
        // Below zero the value is right as it is.
        self.e.jcc(Cc::B, done);
        self.e.imm(d, i64::MAX as u64);
        self.e.jmp(done);
        self.e.bind(nan);
        self.e.imm(d, 0);
        self.e.jmp(done);
    }

    /// Where the outgoing area's word `k` is.
    pub fn outgoing(&self, k: u32) -> crate::emit::Addr {
        crate::emit::Addr::base(STACK, 8 * k as i32)
    }

    /// A register as operand of a whole-value move.
    pub fn whole(&self, at: &At<'_>) -> PReg {
        at.result.unwrap_or(PReg::gpr(TMP))
    }
}
