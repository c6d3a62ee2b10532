//! Lowering: from placed steps to instructions. Integers, memory and structure here; the other topics in the modules beside.

use crate::emit::{asm, slot, Addr, Alu, Cc, Emit, Rm};
use crate::regs::{CTX, RAX, RDX, TMP};
use crate::rules::imm32;
use dynasmrt::{DynamicLabel, DynasmApi};
use holloway_tracer::codegen::constants::{elem_disp, power_of_two, reciprocal, Reciprocal};
use holloway_tracer::codegen::exits::ExitRecord;
use holloway_tracer::codegen::machine::{Operand, PReg, RegSet};
use holloway_tracer::codegen::moves::Source;
use holloway_tracer::codegen::plan::{Fused, Plan};
use holloway_tracer::codegen::{Action, Allocation, CodegenError, Links, StartInfo};
use holloway_tracer::ir::{ArrayDescr, Inst, IrRef, JumpTarget, Mem, Op, Trace};

/// Code off the main path, written after it.
pub enum Cold {
    /// Division by 0 or -1.
    Div { at: DynamicLabel, done: DynamicLabel, modulo: bool, divisor: u8 },
    /// Float to integer out of range.
    FloatToInt { at: DynamicLabel, done: DynamicLabel, d: u8, s: u8 },
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
    pub bmi2: bool,
    pub sse41: bool,
    /// Bytes of the frame.
    pub frame: u32,
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
    /// IR operands in the order of `places` (allocator's exchange included).
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

impl<'a> Lower<'a> {
    /// Emits the body: every decision in order, then the cold parts.
    pub fn body(&mut self) -> Done {
        for action in &self.alloc.actions {
            match action {
                Action::Move(m) => match m.from {
                    Source::Loc(l) => self.e.copy(m.to, l),
                    Source::Const(c) => self.e.constant(m.to, self.bits(c)),
                },
                Action::Step(s) => self.step(*s as usize)?,
            }
        }
        for cold in std::mem::take(&mut self.cold) {
            self.cold(cold);
        }
        self.exit_stubs();
        Ok(())
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
    /// An operand as second operand of an instruction.
    pub fn rm(&mut self, at: &At<'_>, k: usize) -> Result<Rm, CodegenError> {
        Ok(match at.places[k] {
            Operand::Reg(r) => Rm::Reg(r.num()),
            Operand::Slot(i) => Rm::Frame(slot(i)),
            Operand::Const(c) => match imm32(self.trace, c) {
                Some(k) if self.trace.ty(c) != holloway_tracer::ir::Ty::Float => Rm::Imm(k),
                _ => {
                    let bits = self.bits(c);
                    self.e.pooled(bits)
                }
            },
            Operand::None => return internal("an operand is missing"),
        })
    }

    fn step(&mut self, s: usize) -> Done {
        let step = self.plan.steps[s];
        let placed = &self.alloc.placed[s];
        let (mut args, _) = step.args(self.trace);
        if placed.exchanged {
            args.swap(0, 1);
        }
        let at = At {
            s,
            inst: step.of(self.trace),
            args,
            places: placed.args,
            d: placed.result.map_or(0, |r| r.num()),
            result: placed.result,
        };
        if step.exit != u32::MAX {
            return self.guard(&at, step.exit);
        }
        debug_assert!(step.fused == Fused::None);
        self.value(&at)
    }

    fn value(&mut self, at: &At<'_>) -> Done {
        match at.inst.op {
            Op::IntAdd | Op::IntSub => self.add(at),
            Op::IntMul => self.mul(at),
            Op::IntAnd => self.two_address(at, Alu::And),
            Op::IntOr => self.two_address(at, Alu::Or),
            Op::IntXor => self.two_address(at, Alu::Xor),
            Op::IntNeg => {
                asm!(self.e.asm ; neg Rq(at.d));
                Ok(())
            }
            Op::IntNot => {
                asm!(self.e.asm ; not Rq(at.d));
                Ok(())
            }
            Op::IntShl | Op::IntShr | Op::IntSar => self.shift(at),
            Op::IntDivFloor | Op::IntModFloor => self.div(at),
            Op::IntAddOvf | Op::IntSubOvf | Op::IntMulOvf => {
                self.overflow(at, at.inst.op)?;
                self.e.setcc(Cc::O, TMP);
                self.e.mov(at.d, TMP);
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
                self.e.setcc(cc, TMP);
                self.e.mov(at.d, TMP);
                Ok(())
            }
            Op::FloatEq | Op::FloatNe | Op::FloatLt | Op::FloatLe => self.float_compare_value(at),
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
                asm!(self.e.asm ; .align 16);
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
            (JumpTarget::Loop, _) => self.e.jmp(self.loop_label),
            (JumpTarget::Start, _) => self.e.jmp(self.start_label),
            (JumpTarget::Trace(_) | JumpTarget::Body(_), Some(t)) => {
                self.e.imm(TMP, t.inner as u64);
                asm!(self.e.asm ; jmp r11);
            }
            _ => return internal("a jump without target"),
        }
        Ok(())
    }

    // ---- integers

    fn add(&mut self, at: &At<'_>) -> Done {
        let sub = at.inst.op == Op::IntSub;
        let a = self.reg(at, 0)?;
        let op = if sub { Alu::Sub } else { Alu::Add };
        match self.rm(at, 1)? {
            Rm::Imm(k) if a != at.d => {
                let disp = if sub { -k } else { k };
                self.e.lea(at.d, Addr::base(a, disp));
            }
            Rm::Reg(b) if a != at.d && b != at.d => {
                self.e.lea(at.d, Addr { base: a, index: Some((b, 1)), disp: 0 });
            }
            Rm::Reg(_) if a != at.d => self.e.alu(op, at.d, Rm::Reg(a)),
            rm => self.e.alu(op, at.d, rm),
        }
        Ok(())
    }

    fn mul(&mut self, at: &At<'_>) -> Done {
        match self.rm(at, 1)? {
            Rm::Imm(k) => {
                let a = self.rm(at, 0)?;
                self.e.imul_imm(at.d, a, k)
            }
            rm => self.e.imul(at.d, rm),
        }
        Ok(())
    }

    fn two_address(&mut self, at: &At<'_>, op: Alu) -> Done {
        let rm = self.rm(at, 1)?;
        self.e.alu(op, at.d, rm);
        Ok(())
    }

    fn shift(&mut self, at: &At<'_>) -> Done {
        if let Operand::Const(c) = at.places[1] {
            let n = (self.bits(c) & 63) as i8;
            match at.inst.op {
                Op::IntShl => asm!(self.e.asm ; shl Rq(at.d), BYTE n),
                Op::IntShr => asm!(self.e.asm ; shr Rq(at.d), BYTE n),
                _ => asm!(self.e.asm ; sar Rq(at.d), BYTE n),
            }
            return Ok(());
        }
        if !self.bmi2 {
            match at.inst.op {
                Op::IntShl => asm!(self.e.asm ; shl Rq(at.d), cl),
                Op::IntShr => asm!(self.e.asm ; shr Rq(at.d), cl),
                _ => asm!(self.e.asm ; sar Rq(at.d), cl),
            }
            return Ok(());
        }
        let (n, d) = (self.reg(at, 1)?, at.d);
        match (at.inst.op, self.rm(at, 0)?) {
            (Op::IntShl, Rm::Reg(a)) => asm!(self.e.asm ; shlx Rq(d), Rq(a), Rq(n)),
            (Op::IntShr, Rm::Reg(a)) => asm!(self.e.asm ; shrx Rq(d), Rq(a), Rq(n)),
            (_, Rm::Reg(a)) => asm!(self.e.asm ; sarx Rq(d), Rq(a), Rq(n)),
            (Op::IntShl, Rm::Frame(o)) => asm!(self.e.asm ; shlx Rq(d), [rbp + o], Rq(n)),
            (Op::IntShr, Rm::Frame(o)) => asm!(self.e.asm ; shrx Rq(d), [rbp + o], Rq(n)),
            (_, Rm::Frame(o)) => asm!(self.e.asm ; sarx Rq(d), [rbp + o], Rq(n)),
            _ => return internal("a shift of a constant"),
        }
        Ok(())
    }

    /// Floor division; the dividend is in `rax`, the quotient comes there, the remainder in `rdx`.
    fn div(&mut self, at: &At<'_>) -> Done {
        let modulo = at.inst.op == Op::IntModFloor;
        if let (Some(k), Operand::Const(c)) = (power_of_two(self.trace, at.args[1]), at.places[1]) {
            match (modulo, i32::try_from(self.bits(c) as i64 - 1)) {
                (false, _) => asm!(self.e.asm ; sar Rq(at.d), BYTE k as i8),
                (true, Ok(mask)) => self.e.alu(Alu::And, at.d, Rm::Imm(mask)),
                (true, Err(_)) => {
                    let mask = self.bits(c) - 1;
                    self.e.imm(TMP, mask);
                    self.e.alu(Alu::And, at.d, Rm::Reg(TMP));
                }
            }
            return Ok(());
        }
        if let Some(magic) = reciprocal(self.trace, at.args[1]) {
            return self.div_by_constant(at, magic);
        }
        let b = self.reg(at, 1)?;
        let known = self.trace.as_const(at.args[1]).map(|c| c.bits as i64);
        let done = self.e.label();
        if known.is_none_or(|k| k == 0 || k == -1) {
            // One unsigned compare sends both special divisors off the path.
            let cold = self.e.label();
            self.e.lea(TMP, Addr::base(b, 1));
            self.e.alu(Alu::Cmp, TMP, Rm::Imm(1));
            self.e.jcc(Cc::Be, cold);
            self.cold.push(Cold::Div { at: cold, done, modulo, divisor: b });
        }
        asm!(self.e.asm ; cqo ; idiv Rq(b));
        // Rounding is to zero so far. If the remainder is not 0 and its sign differs from the divisor's, step down.
        asm!(self.e.asm
            ; mov r11, rdx
            ; xor r11, Rq(b)
            ; sar r11, 63);
        if modulo {
            asm!(self.e.asm ; and r11, Rq(b) ; test rdx, rdx ; cmovz r11, rdx ; add rdx, r11);
        } else {
            asm!(self.e.asm ; test rdx, rdx ; cmovz r11, rdx ; add rax, r11);
        }
        self.e.bind(done);
        Ok(())
    }

    /// Floor division by a constant: `n / d = sign ^ ((sign ^ n) * reciprocal >> shift)`, where `sign` is 0 or all ones.
    ///
    /// For negative `n`, `!n` is not negative and `floor(n / d) = !(!n / d)`.
    fn div_by_constant(&mut self, at: &At<'_>, magic: Reciprocal) -> Done {
        let n = self.reg(at, 0)?;
        asm!(self.e.asm ; mov r11, Rq(n) ; sar r11, 63 ; mov rdx, r11 ; xor rdx, Rq(n));
        self.e.imm(RAX.num(), magic.factor);
        asm!(self.e.asm ; mul rdx ; shr rdx, BYTE magic.shift as i8 ; xor rdx, r11);
        if at.inst.op == Op::IntModFloor {
            self.e.imul_imm(RDX.num(), Rm::Reg(RDX.num()), magic.divisor);
            asm!(self.e.asm ; mov rax, Rq(n) ; sub rax, rdx);
        }
        Ok(())
    }

    /// Sets the overflow flag as the op says, leaving operands alone.
    pub fn overflow(&mut self, at: &At<'_>, op: Op) -> Done {
        let a = self.rm(at, 0)?;
        let b = self.rm(at, 1)?;
        match (op, b) {
            (Op::IntMulOvf, Rm::Imm(k)) => self.e.imul_imm(TMP, a, k),
            (Op::IntMulOvf, _) => {
                self.e.load(TMP, a);
                self.e.imul(TMP, b);
            }
            _ => {
                self.e.load(TMP, a);
                self.e.alu(if op == Op::IntSubOvf { Alu::Sub } else { Alu::Add }, TMP, b);
            }
        }
        Ok(())
    }

    // ---- memory

    fn elem_addr(&mut self, at: &At<'_>, d: &ArrayDescr) -> Result<Addr, CodegenError> {
        if at.places[1] == Operand::None || matches!(at.places[1], Operand::Const(_)) {
            let disp = elem_disp(self.trace, at.inst.aux, at.args[1]).unwrap_or(0);
            return self.base_addr(at, disp);
        }
        let (base, index) = (self.reg(at, 0)?, self.reg(at, 1)?);
        let disp = d.offset as i32;
        if d.stride <= 8 {
            return Ok(Addr { base, index: Some((index, d.stride as u8)), disp });
        }
        // Elements of 16 bytes: twice the index, scaled by eight.
        self.e.lea(TMP, Addr { base: index, index: Some((index, 1)), disp: 0 });
        Ok(Addr { base, index: Some((TMP, 8)), disp })
    }

    /// `[operand 0 + disp]`; a constant base goes through the scratch register.
    fn base_addr(&mut self, at: &At<'_>, disp: i32) -> Result<Addr, CodegenError> {
        if let Operand::Const(c) = at.places[0] {
            let bits = self.bits(c);
            self.e.imm(TMP, bits);
            return Ok(Addr::base(TMP, disp));
        }
        Ok(Addr::base(self.reg(at, 0)?, disp))
    }

    fn access(&mut self, at: &At<'_>) -> Result<(Mem, Addr), CodegenError> {
        let trace = self.trace;
        match at.inst.op {
            Op::Load | Op::Store => {
                let d = &trace.fields[at.inst.aux as usize];
                Ok((d.mem, self.base_addr(at, d.offset as i32)?))
            }
            _ => {
                let d = &trace.arrays[at.inst.aux as usize];
                Ok((d.mem, self.elem_addr(at, d)?))
            }
        }
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
            Operand::Const(c) => self.e.store_imm(mem, addr, self.bits(c)),
            Operand::Reg(r) if mem == Mem::W64 => self.e.store_reg(addr, r),
            Operand::Reg(r) => self.e.store_mem(mem, addr, r.num()),
            o => return internal(&format!("a stored value in {o:?}")),
        }
        Ok(())
    }

    // ---- off the path

    fn cold(&mut self, cold: Cold) {
        match cold {
            Cold::Div { at, done, modulo, divisor } => {
                self.e.bind(at);
                if modulo {
                    asm!(self.e.asm ; xor Rd(RDX.num()), Rd(RDX.num()));
                } else {
                    // -1 negates (wrapping); 0 gives 0, which the divisor happens to hold.
                    asm!(self.e.asm
                        ; neg Rq(RAX.num())
                        ; test Rq(divisor), Rq(divisor)
                        ; cmovz Rq(RAX.num()), Rq(divisor));
                }
                self.e.jmp(done);
            }
            Cold::FloatToInt { at, done, d, s } => self.cold_float_to_int(at, done, d, s),
            Cold::Alloc { at, done, d, header, bytes, live } => {
                self.e.bind(at);
                self.e.imm(TMP, bytes);
                self.slow_alloc(d, header, live);
                self.e.jmp(done);
            }
            Cold::Call { status, deep, done, key, args } => self.cold_call(status, deep, done, key, args),
        }
    }

    /// An address in the context.
    pub fn ctx(&self, offset: usize) -> Addr {
        Addr::base(CTX, offset as i32)
    }
}
