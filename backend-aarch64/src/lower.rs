//! Lowering: from placed steps to instructions. Integers, memory and structure here; the other topics in the modules beside.

use crate::emit::{asm, Addr, Alu, Cc, Emit, Rhs, Shift};
use crate::regs::{ADDR, CTX, TMP, ZERO};
use crate::rules::zero_first;
use dynasmrt::{DynamicLabel, DynasmApi};
use holloway_tracer::codegen::constants::{elem_disp, power_of_two, reciprocal, Reciprocal};
use holloway_tracer::codegen::exits::ExitRecord;
use holloway_tracer::codegen::machine::{Loc, Operand, PReg, RegSet};
use holloway_tracer::codegen::moves::{Assign, Source};
use holloway_tracer::codegen::plan::{Fused, Plan};
use holloway_tracer::codegen::{Action, Allocation, CodegenError, Links, StartInfo};
use holloway_tracer::ir::{Inst, IrRef, JumpTarget, Mem, Op, Trace};

/// Code off the main path, written after it.
pub enum Cold {
    /// Division by 0.
    Div { at: DynamicLabel, done: DynamicLabel, d: u8 },
    /// Allocation beyond the bump region.
    Alloc { at: DynamicLabel, done: DynamicLabel, d: u8, header: u64, bytes: u64, live: RegSet },
    /// A callee that did not return normally.
    Call { status: DynamicLabel, deep: DynamicLabel, done: DynamicLabel, key: u32, args: u32 },
}

/// A trace being lowered.
pub struct Lower<'a> {
    pub e: Emit,
    pub trace: &'a Trace,
    pub plan: &'a Plan,
    pub alloc: &'a Allocation,
    pub records: &'a [ExitRecord],
    pub links: &'a dyn Links,
    pub target: Option<&'a StartInfo>,
    pub chaos: bool,
    pub exits: Vec<DynamicLabel>,
    pub forced: Vec<(u32, DynamicLabel)>,
    pub cold: Vec<Cold>,
    pub loop_label: DynamicLabel,
    pub start_label: DynamicLabel,
}

/// A placed step with its operands resolved.
#[derive(Clone, Copy)]
pub struct At<'a> {
    pub s: usize,
    pub inst: &'a Inst,
    /// IR operands in the order of `places`.
    pub args: [IrRef; 3],
    pub places: [Operand; 3],
    /// Result register's number; meaningless without a result.
    pub d: u8,
    pub result: Option<PReg>,
}

type Done = Result<(), CodegenError>;

fn internal<T>(what: &str) -> Result<T, CodegenError> {
    Err(CodegenError::Internal(what.to_string()))
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

impl<'a> Lower<'a> {
    /// Emits the body: every decision in order, then the cold parts.
    pub fn body(&mut self) -> Done {
        let actions = &self.alloc.actions;
        let mut k = 0;
        while k < actions.len() {
            if k + 1 < actions.len() && self.pair(actions[k], actions[k + 1]) {
                k += 2;
                continue;
            }
            match actions[k] {
                Action::Move(m) => self.one_move(m),
                Action::Step(s) => self.step(s as usize)?,
            }
            k += 1;
        }
        for cold in std::mem::take(&mut self.cold) {
            self.e.element = None;
            self.cold(cold);
        }
        self.exit_stubs();
        Ok(())
    }

    fn one_move(&mut self, m: Assign) {
        self.changes(m.to);
        match m.from {
            Source::Loc(l) => self.e.copy(m.to, l),
            Source::Const(c) => self.e.constant(m.to, self.bits(c)),
        }
    }

    /// Notes that a location gets another value: an element's address made from it is none any more.
    pub fn changes(&mut self, to: Loc) {
        if let (Loc::Reg(r), Some((base, index, _))) = (to, self.e.element) {
            if r == PReg::gpr(base) || r == PReg::gpr(index) {
                self.e.element = None;
            }
        }
    }

    // ---- operands

    pub fn bits(&self, c: IrRef) -> u64 {
        self.trace.as_const(c).map_or(0, |c| c.bits)
    }
    pub fn list(&self, s: usize) -> &'a [IrRef] {
        self.plan.steps[s].list(self.trace)
    }
    /// The number of the register an operand is in.
    pub fn reg(&self, at: &At<'_>, k: usize) -> Result<u8, CodegenError> {
        match at.places[k] {
            Operand::Reg(r) => Ok(r.num()),
            o => internal(&format!("operand {k} of {:?} is {o:?}, not in a register", at.inst.op)),
        }
    }
    /// The second operand of an op.
    pub fn rhs(&mut self, at: &At<'_>, op: Alu) -> Result<Rhs, CodegenError> {
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

    fn step(&mut self, s: usize) -> Done {
        let step = self.plan.steps[s];
        let placed = &self.alloc.placed[s];
        let (args, _) = step.args(self.trace);
        let at = At {
            s,
            inst: step.of(self.trace),
            args,
            places: placed.args,
            d: placed.result.map_or(0, |r| r.num()),
            result: placed.result,
        };
        if !keeps_address(at.inst.op) {
            self.e.element = None;
        }
        if step.exit != u32::MAX {
            self.guard(&at, step.exit)?;
        } else {
            debug_assert!(step.fused == Fused::None);
            self.value(&at)?;
        }
        if let Some(r) = at.result {
            self.changes(Loc::Reg(r));
        }
        Ok(())
    }

    fn value(&mut self, at: &At<'_>) -> Done {
        match at.inst.op {
            Op::IntAdd | Op::IntSub => self.add(at),
            Op::IntMul => self.mul(at),
            Op::IntAnd => self.logic(at, Alu::And),
            Op::IntOr => self.logic(at, Alu::Or),
            Op::IntXor => self.logic(at, Alu::Xor),
            Op::IntNeg => {
                let a = self.reg(at, 0)?;
                self.e.alu(Alu::Sub, at.d, ZERO, Rhs::Reg(a));
                Ok(())
            }
            Op::IntNot => {
                let a = self.reg(at, 0)?;
                asm!(self.e.asm ; mvn X(at.d), X(a));
                Ok(())
            }
            Op::IntShl => self.shift(at, Shift::Left),
            Op::IntShr => self.shift(at, Shift::Right),
            Op::IntSar => self.shift(at, Shift::Arithmetic),
            Op::IntDivFloor | Op::IntModFloor => self.div(at),
            Op::IntAddOvf | Op::IntSubOvf | Op::IntMulOvf => {
                let cc = self.overflow(at, at.inst.op)?;
                self.e.cset(cc, at.d);
                Ok(())
            }
            Op::IntEq
            | Op::IntNe
            | Op::IntLt
            | Op::IntLe
            | Op::UintLt
            | Op::UintLe
            | Op::RefEq
            | Op::RefNe => {
                let cc = self.compare(at, at.inst.op)?;
                self.e.cset(cc, at.d);
                Ok(())
            }
            Op::FloatEq | Op::FloatNe | Op::FloatLt | Op::FloatLe => {
                let cc = self.float_compare(at, at.inst.op)?;
                self.e.cset(cc, at.d);
                Ok(())
            }
            Op::FloatAdd
            | Op::FloatSub
            | Op::FloatMul
            | Op::FloatDiv
            | Op::FloatNeg
            | Op::FloatAbs
            | Op::FloatSqrt
            | Op::FloatFloor
            | Op::FloatCeil
            | Op::FloatTrunc => self.float_op(at),
            Op::IntToFloat | Op::FloatToInt | Op::FloatToBits | Op::FloatFromBits => self.convert(at),
            // The operand is in the result's register already.
            Op::RefToInt | Op::RefFromInt => Ok(()),
            Op::Load | Op::LoadElem => self.memory_load(at),
            Op::Store | Op::StoreElem => self.memory_store(at),
            Op::New | Op::NewArray => self.allocate(at),
            Op::Call | Op::CallPure | Op::CallRead => self.helper_call(at),
            Op::CallTrace => self.trace_call(at),
            Op::Result => self.call_result(at),
            Op::Label => {
                while !self.e.offset().is_multiple_of(16) {
                    asm!(self.e.asm ; nop);
                }
                let l = self.loop_label;
                self.e.bind(l);
                Ok(())
            }
            Op::Jump => self.jump(),
            Op::Finish => {
                self.finish_trace(at.s);
                Ok(())
            }
            op => internal(&format!("{op:?} has no lowering")),
        }
    }

    fn jump(&mut self) -> Done {
        match (self.trace.target, self.target) {
            (JumpTarget::Loop, _) => self.e.b(self.loop_label),
            (JumpTarget::Start, _) => self.e.b(self.start_label),
            (JumpTarget::Trace(_) | JumpTarget::Body(_), Some(t)) => {
                self.e.imm(TMP, t.inner as u64);
                asm!(self.e.asm ; br X(TMP));
            }
            _ => return internal("a jump without target"),
        }
        Ok(())
    }

    // ---- integers

    fn add(&mut self, at: &At<'_>) -> Done {
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

    /// `d = a * b`; flags say "not equal" if the product overflows. `d` may be `a` or `b`, also the scratch register.
    fn mul_flags(&mut self, d: u8, a: u8, b: u8) {
        asm!(self.e.asm
            ; smulh X(ADDR), X(a), X(b)
            ; mul X(d), X(a), X(b)
            ; cmp X(ADDR), X(d), asr 63);
    }

    fn logic(&mut self, at: &At<'_>, op: Alu) -> Done {
        let a = self.reg(at, 0)?;
        let b = self.rhs(at, op)?;
        self.e.alu(op, at.d, a, b);
        Ok(())
    }

    fn shift(&mut self, at: &At<'_>, op: Shift) -> Done {
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
                self.cold.push(Cold::Div { at: cold, done, d });
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

    /// Sets flags as the op says, leaving operands alone; the answer is the condition for overflow.
    pub fn overflow(&mut self, at: &At<'_>, op: Op) -> Result<Cc, CodegenError> {
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

    // ---- memory

    fn access(&mut self, at: &At<'_>) -> Result<(Mem, Addr), CodegenError> {
        let trace = self.trace;
        let (mem, disp) = match at.inst.op {
            Op::Load | Op::Store => {
                let d = &trace.fields[at.inst.aux as usize];
                (d.mem, d.offset as i64)
            }
            _ => {
                let d = &trace.arrays[at.inst.aux as usize];
                if let Operand::Reg(index) = at.places[1] {
                    let base = self.reg(at, 0)?;
                    return Ok((d.mem, self.e.element_addr(base, index.num(), d.stride, d.offset as i64)));
                }
                (d.mem, elem_disp(trace, at.inst.aux, at.args[1]).unwrap_or(0) as i64)
            }
        };
        if let Operand::Const(c) = at.places[0] {
            let bits = self.bits(c);
            return Ok((mem, self.e.constant_addr(bits, disp)));
        }
        Ok((mem, Addr::base(self.reg(at, 0)?, disp)))
    }

    fn memory_load(&mut self, at: &At<'_>) -> Done {
        let (mem, addr) = self.access(at)?;
        match at.result {
            Some(r) if mem == Mem::W64 => self.e.load_reg(r, addr),
            _ => self.e.load_mem(at.d, mem, addr),
        }
        Ok(())
    }

    fn memory_store(&mut self, at: &At<'_>) -> Done {
        let (mem, addr) = self.access(at)?;
        let k = if at.inst.op == Op::Store { 1 } else { 2 };
        match at.places[k] {
            Operand::Reg(r) if mem == Mem::W64 => self.e.store_reg(addr, r),
            Operand::Reg(r) => self.e.store_mem(mem, addr, r.num()),
            Operand::Const(c) => {
                let bits = self.bits(c) & (u64::MAX >> (64 - 8 * mem.bytes()));
                let r = self.e.in_reg(bits);
                self.e.store_mem(mem, addr, r);
            }
            o => return internal(&format!("a stored value in {o:?}")),
        }
        Ok(())
    }

    // ---- off the path

    fn cold(&mut self, cold: Cold) {
        match cold {
            Cold::Div { at, done, d } => {
                self.e.bind(at);
                self.e.imm(d, 0);
                self.e.b(done);
            }
            Cold::Alloc { at, done, d, header, bytes, live } => {
                self.e.bind(at);
                self.e.imm(TMP, bytes);
                self.slow_alloc(d, header, live);
                self.e.b(done);
            }
            Cold::Call { status, deep, done, key, args } => self.cold_call(status, deep, done, key, args),
        }
    }

    /// An address in the context.
    pub fn ctx(&self, offset: usize) -> Addr {
        Addr::base(CTX, offset as i64)
    }
}
