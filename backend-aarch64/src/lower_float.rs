//! Lowering of float arithmetic, compares and conversions.

use crate::emit::{asm, Cc, Falu, Fone};
use crate::lower::Lower;
use dynasmrt::DynasmApi;
use holloway_compiler::codegen::lower::{At, Done, Floats};
use holloway_compiler::codegen::machine::Operand;
use holloway_compiler::codegen::CodegenError;
use holloway_compiler::ir::Op;

impl Lower<'_> {
    /// The register of a float operand; a constant is loaded into the scratch register.
    fn float_reg(&mut self, at: &At<'_>, k: usize) -> Result<u8, CodegenError> {
        match at.places[k] {
            Operand::Const(c) => {
                let bits = self.bits(c);
                Ok(self.e.float_in_reg(bits))
            }
            _ => self.reg(at, k),
        }
    }
}

impl<'a> Floats<'a> for Lower<'a> {
    fn float_op(&mut self, at: &At<'_>) -> Done {
        let one = match at.inst.op {
            Op::FloatNeg => Some(Fone::Neg),
            Op::FloatAbs => Some(Fone::Abs),
            Op::FloatSqrt => Some(Fone::Sqrt),
            Op::FloatFloor => Some(Fone::Floor),
            Op::FloatCeil => Some(Fone::Ceil),
            Op::FloatTrunc => Some(Fone::Trunc),
            _ => None,
        };
        let a = self.float_reg(at, 0)?;
        if let Some(op) = one {
            self.e.float_one(op, at.d, a);
            return Ok(());
        }
        let b = self.float_reg(at, 1)?;
        let op = match at.inst.op {
            Op::FloatAdd => Falu::Add,
            Op::FloatSub => Falu::Sub,
            Op::FloatMul => Falu::Mul,
            _ => Falu::Div,
        };
        self.e.float(op, at.d, a, b);
        Ok(())
    }

    fn fma(&mut self, at: &At<'_>) -> Done {
        let (a, b, c) = (self.reg(at, 0)?, self.reg(at, 1)?, self.reg(at, 2)?);
        asm!(self.e.asm ; fmadd D(at.d), D(a), D(b), D(c));
        Ok(())
    }

    fn float_compare(&mut self, at: &At<'_>, op: Op) -> Result<Cc, CodegenError> {
        let zero = |o: Operand| matches!(o, Operand::Const(c) if self.bits(c) << 1 == 0);
        if zero(at.places[1]) {
            let a = self.float_reg(at, 0)?;
            asm!(self.e.asm ; fcmp D(a), 0.0);
        } else {
            let a = self.float_reg(at, 0)?;
            let b = self.float_reg(at, 1)?;
            asm!(self.e.asm ; fcmp D(a), D(b));
        }
        Ok(match op {
            Op::FloatEq => Cc::Eq,
            Op::FloatNe => Cc::Ne,
            Op::FloatLt => Cc::Mi,
            _ => Cc::Ls,
        })
    }

    // ---- conversions

    fn convert(&mut self, at: &At<'_>) -> Done {
        let (d, a) = (at.d, self.reg(at, 0)?);
        match at.inst.op {
            Op::IntToFloat => asm!(self.e.asm ; scvtf D(d), X(a)),
            // Saturates, and gives 0 for NaN.
            Op::FloatToInt => asm!(self.e.asm ; fcvtzs X(d), D(a)),
            Op::FloatToBits => asm!(self.e.asm ; fmov X(d), D(a)),
            _ => asm!(self.e.asm ; fmov D(d), X(a)),
        }
        Ok(())
    }
}
