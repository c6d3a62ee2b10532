//! Lowering: from placed steps to instructions. Integers, memory and structure here; the other topics in the modules beside.

use crate::emit::{asm, Addr, Alu, Cc, Emit, Rhs, Shift};
use crate::lower_guard::condition;
use crate::regs::{ADDR, CTX, TMP, ZERO};
use crate::rules::zero_first;
use dynasmrt::{DynamicLabel, DynasmApi};
use holloway_compiler::abi::NativeCtx;
use holloway_compiler::codegen::combine::{inner, Inner, Modifier};
use holloway_compiler::codegen::constants::{power_of_two, reciprocal, Reciprocal};
use holloway_compiler::codegen::lower::{
    At, Base, Calls, Cold, Done, Emitter, Integers, Memory, Work, EACH_BYTE, LOGGING_BYTE, POLL_LOG_BYTE,
};
use holloway_compiler::codegen::machine::{Loc, Operand, PReg};
use holloway_compiler::codegen::plan::Fused;
use holloway_compiler::codegen::{Action, CodegenError};
use holloway_compiler::ir::{Inline, Op};
use std::mem::offset_of;
use std::ops::{Deref, DerefMut};

/// Code off the main path that no other target has.
pub enum Own {
    /// Division by 0, or a search that finds nothing: the answer is this.
    Answer { at: DynamicLabel, done: DynamicLabel, d: u8, bits: u64 },
    /// A search that is left to the helper at an address, near an entry or not.
    Search { near: DynamicLabel, call: DynamicLabel, done: DynamicLabel, addr: usize },
    /// An object to be entered in the log of stores.
    Log { at: DynamicLabel, done: DynamicLabel, object: u8 },
}

/// A trace being lowered.
pub struct Lower<'a> {
    pub w: Work<'a, DynamicLabel, Own>,
    pub e: Emit,
}

impl<'a> Deref for Lower<'a> {
    type Target = Work<'a, DynamicLabel, Own>;
    fn deref(&self) -> &Self::Target {
        &self.w
    }
}

impl DerefMut for Lower<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.w
    }
}

/// Whether the lowering of an op leaves `x17` alone, or says by itself what happens to it.
fn keeps_address(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        LoadElem
            | StoreElem
            | Load
            | Store
            | GuardEq
            | GuardTrue
            | GuardFalse
            | IntAdd
            | IntSub
            | IntAnd
            | IntOr
            | IntXor
            | IntEq
            | IntNe
            | IntLt
            | IntLe
            | FloatAdd
            | FloatSub
            | FloatMul
            | FloatDiv
    )
}

impl<'a> Base<'a> for Lower<'a> {
    type E = Emit;
    type Own = Own;
    type Test = Cc;

    fn e(&mut self) -> &mut Emit {
        &mut self.e
    }

    fn cold_own(&mut self, cold: Own) {
        match cold {
            Own::Search { near, call, done, addr } => {
                self.e.bind(near);
                asm!(self.e.asm ; mov x4, x8);
                self.e.bind(call);
                self.call_direct(addr);
                self.e.jump(done);
            }
            Own::Answer { at, done, d, bits } => {
                self.e.bind(at);
                self.e.imm(d, bits);
                self.e.jump(done);
            }
            Own::Log { at, done, object } => self.cold_log(at, done, object),
        }
    }

    fn pair(&mut self, one: Action, two: Action) -> bool {
        match (one, two) {
            (Action::Move(m), Action::Move(n)) => self.move_pair(m, n),
            (Action::Step(s), Action::Step(t)) => self.access_pair(s as usize, t as usize),
            _ => false,
        }
    }

    fn begins(&mut self, op: Op) {
        if !keeps_address(op) {
            self.e.element = None;
        }
    }

    fn changes(&mut self, to: Loc) {
        if let (Loc::Reg(r), Some((base, index, _))) = (to, self.e.element) {
            if r == PReg::gpr(base) || r == PReg::gpr(index) {
                self.e.element = None;
            }
        }
    }

    fn forget(&mut self) {
        self.e.element = None;
    }
}

impl Lower<'_> {
    // ---- searches

    /// The highest bit of each byte of a word that is the mark of a hash, in `to`; `xor` brings the word into `t`.
    pub fn alike(&mut self, t: u8, hash: u8, to: u8, xor: impl FnOnce(&mut Emit)) {
        self.e.imm(TMP, EACH_BYTE);
        asm!(self.e.asm ; lsr X(t), X(hash), 57 ; orr XSP(t), X(t), 128 ; mul X(t), X(t), X(TMP));
        xor(&mut self.e);
        // A byte that is 0 after `eor` borrows in `sub`; only bytes above it can borrow because of it.
        asm!(self.e.asm
            ; sub X(to), X(t), X(TMP)
            ; bic X(to), X(to), X(t)
            ; and XSP(to), X(to), EACH_BYTE << 7);
    }

    // ---- operands

    /// What the step computes as its second operand.
    fn inner(&self, at: &At<'_>) -> Option<Inner> {
        match self.plan.steps[at.s].fused {
            Fused::Operand(c) => inner(self.trace, &self.trace.insts[c as usize]),
            _ => None,
        }
    }
    /// The second operand of an op.
    pub fn rhs(&mut self, at: &At<'_>, op: Alu) -> Result<Rhs, CodegenError> {
        if let Some(Inner::Modified(_, modifier)) = self.inner(at) {
            let b = self.reg(at, 1)?;
            return Ok(match modifier {
                Modifier::Left(n) => Rhs::Shifted(b, Shift::Left, n),
                Modifier::Right(n) => Rhs::Shifted(b, Shift::Right, n),
                Modifier::Arithmetic(n) => Rhs::Shifted(b, Shift::Arithmetic, n),
                Modifier::Low(bits) => Rhs::Low(b, bits),
            });
        }
        match at.places[1] {
            Operand::Const(c) => {
                let bits = self.bits(c);
                Ok(self.e.rhs(op, bits))
            }
            _ => Ok(Rhs::Reg(self.reg(at, 1)?)),
        }
    }
    /// The register of an operand; a constant is built in the scratch register.
    pub fn any_reg(&mut self, at: &At<'_>, k: usize) -> Result<u8, CodegenError> {
        match at.places[k] {
            Operand::Const(c) => {
                let bits = self.bits(c);
                Ok(self.e.in_reg(bits))
            }
            _ => self.reg(at, k),
        }
    }
}

impl<'a> Integers<'a> for Lower<'a> {
    fn add(&mut self, at: &At<'_>) -> Done {
        if let Some(Inner::Product(..)) = self.inner(at) {
            let (c, a, b) = (self.reg(at, 0)?, self.reg(at, 1)?, self.any_reg(at, 2)?);
            self.e.mul_add(at.inst.op == Op::IntSub, at.d, c, a, b);
            return Ok(());
        }
        let sets = self.plan.steps[at.s].sets_flags;
        let op = match (at.inst.op, sets) {
            (Op::IntAdd, false) => Alu::Add,
            (Op::IntAdd, true) => Alu::Adds,
            (_, false) => Alu::Sub,
            (_, true) => Alu::Subs,
        };
        let zero = at.inst.op == Op::IntSub && zero_first(self.trace, at.args[0], at.args[1]);
        let a = if zero { ZERO } else { self.reg(at, 0)? };
        let b = self.rhs(at, op)?;
        self.e.alu(op, at.d, a, b);
        Ok(())
    }

    fn mul(&mut self, at: &At<'_>) -> Done {
        let a = self.reg(at, 0)?;
        if self.plan.steps[at.s].sets_flags {
            let b = self.any_reg(at, 1)?;
            self.mul_flags(at.d, a, b);
            return Ok(());
        }
        if let Some(k) = power_of_two(self.trace, at.args[1]) {
            self.e.shift_imm(Shift::Left, at.d, a, k);
            return Ok(());
        }
        let b = self.any_reg(at, 1)?;
        asm!(self.e.asm ; mul X(at.d), X(a), X(b));
        Ok(())
    }

    fn logic(&mut self, at: &At<'_>) -> Done {
        let op = match at.inst.op {
            Op::IntAnd => Alu::And,
            Op::IntOr => Alu::Or,
            _ => Alu::Xor,
        };
        let a = self.reg(at, 0)?;
        let b = self.rhs(at, op)?;
        self.e.alu(op, at.d, a, b);
        Ok(())
    }

    fn negate(&mut self, at: &At<'_>) -> Done {
        let a = self.reg(at, 0)?;
        match at.inst.op {
            Op::IntNeg => self.e.alu(Alu::Sub, at.d, ZERO, Rhs::Reg(a)),
            _ => asm!(self.e.asm ; mvn X(at.d), X(a)),
        }
        Ok(())
    }

    fn shift(&mut self, at: &At<'_>) -> Done {
        let op = match at.inst.op {
            Op::IntShl => Shift::Left,
            Op::IntShr => Shift::Right,
            _ => Shift::Arithmetic,
        };
        let a = self.reg(at, 0)?;
        if let Operand::Const(c) = at.places[1] {
            let n = (self.bits(c) & 63) as u32;
            self.e.shift_imm(op, at.d, a, n);
        } else {
            let n = self.reg(at, 1)?;
            self.e.shift(op, at.d, a, n);
        }
        Ok(())
    }

    /// Floor division. The processor's own rounds to zero, gives 0 for a divisor of 0, and wraps.
    fn div(&mut self, at: &At<'_>) -> Done {
        let modulo = at.inst.op == Op::IntModFloor;
        let (a, d) = (self.reg(at, 0)?, at.d);
        if let Some(k) = power_of_two(self.trace, at.args[1]) {
            if modulo {
                self.e.alu_bits(Alu::And, d, a, (1 << k) - 1);
            } else {
                self.e.shift_imm(Shift::Arithmetic, d, a, k);
            }
            return Ok(());
        }
        if let Some(magic) = reciprocal(self.trace, at.args[1]) {
            self.div_by_constant(d, a, modulo, magic);
            return Ok(());
        }
        let done = self.e.label();
        // The divisor is needed after the quotient is in the scratch register; a constant one waits in the result's.
        let b = match at.places[1] {
            Operand::Const(c) => {
                let bits = self.bits(c);
                if bits == 0 {
                    self.e.imm(d, 0);
                    return Ok(());
                }
                self.e.imm(TMP, bits);
                TMP
            }
            _ => {
                let b = self.reg(at, 1)?;
                let cold = self.e.label();
                self.e.cbz(true, b, cold);
                self.cold.push(Cold::Own(Own::Answer { at: cold, done, d, bits: 0 }));
                b
            }
        };
        if modulo {
            // r = a - a / b * b; if r is not 0 and its sign differs from the divisor's, r + b.
            asm!(self.e.asm ; sdiv X(ADDR), X(a), X(b) ; msub X(ADDR), X(ADDR), X(b), X(a));
            if b == TMP {
                // The divisor's sign is known: where the remainder's differs, b is added.
                let cc = if (self.bits(at.args[1]) as i64) < 0 { Cc::Gt } else { Cc::Lt };
                asm!(self.e.asm ; add X(TMP), X(ADDR), X(TMP) ; cmp XSP(ADDR), 0);
                self.e.csel(cc, d, TMP, ADDR);
            } else {
                asm!(self.e.asm
                    ; eor X(TMP), X(ADDR), X(b)
                    ; cmp XSP(ADDR), 0
                    ; ccmp X(TMP), 0, 0, ne
                    ; add X(TMP), X(ADDR), X(b));
                self.e.csel(Cc::Lt, d, TMP, ADDR);
            }
        } else {
            asm!(self.e.asm ; sdiv X(ADDR), X(a), X(b));
            if b == TMP {
                // The remainder replaces the divisor; one less where it is not 0 and has the other sign.
                let cc = if (self.bits(at.args[1]) as i64) < 0 { Cc::Gt } else { Cc::Lt };
                asm!(self.e.asm ; msub X(TMP), X(ADDR), X(TMP), X(a) ; cmp XSP(TMP), 0 ; sub XSP(TMP), XSP(ADDR), 1);
                self.e.csel(cc, d, TMP, ADDR);
            } else {
                // t = signs differ ? -1 : 0 in the top bit; none where the remainder is 0.
                asm!(self.e.asm
                    ; msub X(TMP), X(ADDR), X(b), X(a)
                    ; cmp XSP(TMP), 0
                    ; eor X(TMP), X(TMP), X(b)
                    ; csel X(TMP), X(TMP), xzr, ne
                    ; add X(d), X(ADDR), X(TMP), asr 63);
            }
        }
        self.e.bind(done);
        Ok(())
    }

    fn overflow(&mut self, at: &At<'_>, op: Op) -> Result<Cc, CodegenError> {
        self.e.element = None;
        let a = self.reg(at, 0)?;
        Ok(match op {
            Op::IntMulOvf => {
                let b = self.any_reg(at, 1)?;
                self.mul_flags(TMP, a, b);
                Cc::Ne
            }
            _ => {
                let op = if op == Op::IntSubOvf { Alu::Subs } else { Alu::Adds };
                let b = self.rhs(at, op)?;
                self.e.alu(op, ZERO, a, b);
                Cc::Vs
            }
        })
    }

    fn compare(&mut self, at: &At<'_>, op: Op) -> Result<Cc, CodegenError> {
        let a = self.reg(at, 0)?;
        let b = self.rhs(at, Alu::Subs)?;
        self.e.cmp(a, b);
        Ok(condition(op, self.plan.steps[at.s].swapped))
    }

    fn set(&mut self, test: Cc, d: u8) {
        self.e.cset(test, d);
    }
}

impl Lower<'_> {
    /// `d = a * b`; flags say "not equal" if the product overflows. `d` may be `a` or `b`, also the scratch register.
    fn mul_flags(&mut self, d: u8, a: u8, b: u8) {
        asm!(self.e.asm
            ; smulh X(ADDR), X(a), X(b)
            ; mul X(d), X(a), X(b)
            ; cmp X(ADDR), X(d), asr 63);
    }

    /// Floor division by a constant: `n / d = sign ^ ((sign ^ n) * reciprocal >> shift)`, where `sign` is 0 or all ones.
    ///
    /// For negative `n`, `!n` is not negative and `floor(n / d) = !(!n / d)`.
    fn div_by_constant(&mut self, d: u8, n: u8, modulo: bool, magic: Reciprocal) {
        self.e.imm(TMP, magic.factor);
        asm!(self.e.asm
            ; eor X(ADDR), X(n), X(n), asr 63
            ; umulh X(ADDR), X(ADDR), X(TMP));
        self.e.shift_imm(Shift::Right, ADDR, ADDR, magic.shift);
        let to = if modulo { ADDR } else { d };
        asm!(self.e.asm ; eor X(to), X(ADDR), X(n), asr 63);
        if modulo {
            self.e.imm(TMP, magic.divisor as u64);
            asm!(self.e.asm ; msub X(d), X(ADDR), X(TMP), X(n));
        }
    }
}

// ---- memory

impl Lower<'_> {
    /// Enters an object, which may be in the register for addresses, in the log of stores.
    fn cold_log(&mut self, at: DynamicLabel, done: DynamicLabel, object: u8) {
        let next = offset_of!(NativeCtx, log_next) as u32;
        let end = offset_of!(NativeCtx, log_end) as u32;
        let asks = (offset_of!(NativeCtx, poll) + POLL_LOG_BYTE) as u32;
        self.e.bind(at);
        asm!(self.e.asm
            ; strb wzr, [X(object), LOGGING_BYTE as u32]
            ; ldr X(TMP), [X(CTX), next]
            ; str X(object), [X(TMP)]);
        self.e.alu(Alu::Add, TMP, TMP, Rhs::Imm(8));
        asm!(self.e.asm
            ; str X(TMP), [X(CTX), next]
            ; ldr X(ADDR), [X(CTX), end]
            ; cmp X(TMP), X(ADDR));
        self.e.bcc(Cc::Lo, done);
        self.e.imm(TMP, 1);
        asm!(self.e.asm ; strb W(TMP), [X(CTX), asks]);
        self.e.jump(done);
    }
}

impl<'a> Memory<'a> for Lower<'a> {
    fn base_addr(&mut self, at: &At<'_>, disp: i64) -> Result<Addr, CodegenError> {
        if let Operand::Const(c) = at.places[0] {
            let bits = self.bits(c);
            return Ok(self.e.constant_addr(bits, disp));
        }
        Ok(Addr::base(self.reg(at, 0)?, disp))
    }

    fn barrier(&mut self, at: &At<'_>) -> Done {
        let object = self.base_addr(at, 0)?.base;
        let (cold, done) = (self.e.label(), self.e.label());
        asm!(self.e.asm ; ldrb W(TMP), [X(object), LOGGING_BYTE as u32]);
        self.e.cbz(false, TMP, cold);
        self.e.bind(done);
        self.cold.push(Cold::Own(Own::Log { at: cold, done, object }));
        Ok(())
    }

    fn table_word(&mut self, at: &At<'_>, words: &'static [u64]) -> Done {
        let index = self.reg(at, 0)?;
        match words.len() as u64 - 1 {
            // No immediate has no bits.
            0 => self.e.imm(at.d, 0),
            mask => self.e.alu(Alu::And, at.d, index, Rhs::Imm(mask)),
        }
        self.e.imm(TMP, words.as_ptr() as u64);
        asm!(self.e.asm ; ldr X(at.d), [X(TMP), X(at.d), lsl 3]);
        Ok(())
    }

    fn entry(&mut self, at: &At<'_>) -> Done {
        let (index, marks, hash) = (self.reg(at, 0)?, self.reg(at, 1)?, self.reg(at, 2)?);
        let [t, u] = [0, 1].map(|k| self.alloc.placed[at.s].temps[k].num());
        let (d, length, words) = (at.d, Inline::LENGTH as u32, Inline::WORDS as u32);
        let [few, next, absent, done] = [0; 4].map(|_| self.e.label());
        self.e.cbz(true, index, few);
        asm!(self.e.asm ; ldr X(t), [X(index), length] ; subs X(t), XSP(t), 1 ; lsr X(d), X(hash), 32);
        self.e.bcc(Cc::Lo, absent);
        self.e.bind(next);
        asm!(self.e.asm
            ; and X(d), X(d), X(t)
            ; add XSP(TMP), XSP(index), words
            ; ldr X(u), [X(TMP), X(d), lsl 3]
            ; add XSP(d), XSP(d), 1);
        self.e.cbz(true, u, absent);
        asm!(self.e.asm ; eor X(TMP), X(u), X(hash) ; lsr X(TMP), X(TMP), 32);
        self.e.cbz(false, TMP, next);
        asm!(self.e.asm ; subs W(u), WSP(u), 2);
        self.e.bcc(Cc::Lo, next);
        self.e.mov(d, u);
        self.e.jump(done);

        self.e.bind(few);
        self.alike(t, hash, u, |e| asm!(e.asm ; eor X(t), X(t), X(marks)));
        self.e.cbz(true, u, absent);
        asm!(self.e.asm ; rbit X(d), X(u) ; clz X(d), X(d) ; lsr X(d), X(d), 3);
        self.e.bind(done);
        self.cold.push(Cold::Own(Own::Answer { at: absent, done, d, bits: -1i64 as u64 }));
        Ok(())
    }

    fn element(&mut self, base: u8, index: u8, stride: u32, disp: i64) -> Addr {
        self.e.element_addr(base, index, stride, disp)
    }
}
