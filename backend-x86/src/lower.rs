//! Lowering: from placed steps to instructions. Integers, memory and structure here; the other topics in the modules beside.

use crate::emit::{asm, slot, Addr, Alu, Cc, Emit, Rm};
use crate::lower_guard::Weak;
use crate::regs::{RAX, RDX, TMP};
use crate::rules::{imm32, Features};
use dynasmrt::{DynamicLabel, DynasmApi};
use holloway_compiler::abi::NativeCtx;
use holloway_compiler::codegen::constants::{power_of_two, reciprocal, Reciprocal};
use holloway_compiler::codegen::lower::{
    internal, At, Base, Calls, Cold, Done, Emitter, Integers, Memory, Work, EACH_BYTE, LOGGING_BYTE,
    POLL_LOG_BYTE,
};
use holloway_compiler::codegen::machine::{Loc, Operand, PReg};
use holloway_compiler::codegen::patch::FarJump;
use holloway_compiler::codegen::{Action, CodegenError};
use holloway_compiler::ir::{Inline, Mem, Op};
use std::mem::offset_of;
use std::ops::{Deref, DerefMut};

/// Code off the main path that no other target has.
pub enum Own {
    /// Division by 0 or -1.
    Div { at: DynamicLabel, done: DynamicLabel, modulo: bool, divisor: u8 },
    /// An object to be entered in the log of stores.
    Log { at: DynamicLabel, done: DynamicLabel, object: u8, held: Option<u64> },
    /// A constant that a register does not hold: leaves by the guard before, if that is it, else by the second exit.
    Unlike { at: DynamicLabel, before: Weak, exits: [DynamicLabel; 2] },
    /// Nothing is found.
    Absent { at: DynamicLabel, done: DynamicLabel, d: u8 },
    /// A search that is left to the helper at an address, near an entry or not.
    Search { near: DynamicLabel, call: DynamicLabel, done: DynamicLabel, addr: usize },
    /// Float to integer out of range.
    FloatToInt { at: DynamicLabel, done: DynamicLabel, d: u8, s: u8 },
}

/// What a test leaves in the flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// One condition says it.
    One(Cc),
    /// Floats: equal and ordered.
    Equal,
    /// Floats: not equal or unordered.
    NotEqual,
}

/// A trace being lowered.
pub struct Lower<'a> {
    pub w: Work<'a, DynamicLabel, Own>,
    pub e: Emit,
    pub features: Features,
    /// The constant that the scratch register holds, if it is known to hold one: what it is the base of lies near other such objects as a rule.
    pub held: Option<u64>,
    /// Jumps to other traces: where each begins, and where it goes.
    pub far: Vec<FarJump>,
    /// Cells that are taken for valid: where there is room for a jump, and where it would go.
    pub assumed: Vec<(u64, u32, DynamicLabel)>,
    /// Where the stub of each exit begins.
    pub stubs: Vec<u32>,
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

/// Whether the lowering of an op leaves the scratch register alone, or says by itself what is in it.
fn keeps_scratch(op: Op) -> bool {
    use Op::*;
    let accesses = matches!(op, Load | LoadElem | Store | StoreElem | Barrier);
    let integers = matches!(op, IntAdd | IntSub | IntMul | IntAnd | IntOr | IntXor | IntNeg | IntNot);
    let floats = matches!(op, FloatAdd | FloatSub | FloatMul | FloatDiv | IntToFloat);
    let guards = matches!(op, GuardTrue | GuardFalse | GuardEq | GuardValid);
    accesses || integers || floats || guards
}

impl<'a> Base<'a> for Lower<'a> {
    type E = Emit;
    type Own = Own;
    type Test = Test;

    fn e(&mut self) -> &mut Emit {
        &mut self.e
    }

    fn pair(&mut self, one: Action, two: Action) -> bool {
        match (one, two) {
            (Action::Step(s), Action::Step(t)) => self.guards_of_one(s as usize, t as usize),
            _ => false,
        }
    }

    fn begins(&mut self, op: Op) {
        if !keeps_scratch(op) {
            self.held = None;
        }
    }

    fn changes(&mut self, to: Loc) {
        // What goes to memory may come from there, or be a large constant: then it comes through the scratch register, as a value does that goes in a circle.
        if !matches!(to, Loc::Reg(r) if r != PReg::gpr(TMP)) {
            self.held = None;
        }
    }

    fn forget(&mut self) {
        self.held = None;
    }

    fn cold_own(&mut self, cold: Own) {
        match cold {
            Own::Div { at, done, modulo, divisor } => {
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
                self.e.jump(done);
            }
            Own::Unlike { at, before, exits: [first, second] } => {
                self.e.bind(at);
                self.e.alu(Alu::Cmp, before.reg, Rm::Imm(before.with));
                self.e.jcc(before.leaves, first);
                self.e.jump(second);
            }
            Own::Log { at, done, object, held } => self.cold_log(at, done, object, held),
            Own::Absent { at, done, d } => {
                self.e.bind(at);
                self.e.imm(d, -1i64 as u64);
                self.e.jump(done);
            }
            Own::Search { near, call, done, addr } => {
                self.e.bind(near);
                asm!(self.e.asm ; mov r8, r9);
                self.e.bind(call);
                self.call_direct(addr);
                self.e.jump(done);
            }
            Own::FloatToInt { at, done, d, s } => self.cold_float_to_int(at, done, d, s),
        }
    }
}

impl Lower<'_> {
    // ---- searches

    /// The highest bit of each byte of a word that is the mark of a hash, in `to`, and the flags of that; `xor` brings the word into `t`.
    pub fn alike(&mut self, t: u8, hash: u8, to: u8, xor: impl FnOnce(&mut Emit)) {
        self.e.imm(TMP, EACH_BYTE);
        asm!(self.e.asm
            ; mov Rq(t), Rq(hash)
            ; shr Rq(t), 57
            ; or Rq(t), 128
            ; imul Rq(t), Rq(TMP));
        xor(&mut self.e);
        // A byte that is 0 after `xor` borrows in `sub`; only bytes above it can borrow because of it.
        asm!(self.e.asm
            ; mov Rq(to), Rq(t)
            ; sub Rq(to), Rq(TMP)
            ; not Rq(t)
            ; and Rq(to), Rq(t));
        self.e.imm(TMP, EACH_BYTE << 7);
        asm!(self.e.asm ; and Rq(to), Rq(TMP));
    }

    // ---- operands

    /// An operand as second operand of an instruction.
    pub fn rm(&mut self, at: &At<'_>, k: usize) -> Result<Rm, CodegenError> {
        Ok(match at.places[k] {
            Operand::Reg(r) => Rm::Reg(r.num()),
            Operand::Slot(i) => Rm::Frame(slot(i)),
            Operand::Const(c) => match imm32(self.trace, c) {
                Some(k) if self.trace.ty(c) != holloway_compiler::ir::Ty::Float => Rm::Imm(k),
                _ => {
                    let bits = self.bits(c);
                    self.e.pooled(bits)
                }
            },
            Operand::None => return internal("an operand is missing"),
        })
    }
}

impl<'a> Integers<'a> for Lower<'a> {
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

    fn logic(&mut self, at: &At<'_>) -> Done {
        let op = match at.inst.op {
            Op::IntAnd => Alu::And,
            Op::IntOr => Alu::Or,
            _ => Alu::Xor,
        };
        let rm = self.rm(at, 1)?;
        self.e.alu(op, at.d, rm);
        Ok(())
    }

    fn negate(&mut self, at: &At<'_>) -> Done {
        match at.inst.op {
            Op::IntNeg => asm!(self.e.asm ; neg Rq(at.d)),
            _ => asm!(self.e.asm ; not Rq(at.d)),
        }
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
        if !self.features.bmi2 {
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
            self.cold.push(Cold::Own(Own::Div { at: cold, done, modulo, divisor: b }));
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

    fn overflow(&mut self, at: &At<'_>, op: Op) -> Result<Test, CodegenError> {
        self.held = None;
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
        Ok(Test::One(Cc::O))
    }

    fn compare(&mut self, at: &At<'_>, op: Op) -> Result<Test, CodegenError> {
        let cc = self.condition(at, op);
        if at.args[1].is_const() {
            self.compare_const(at)?;
        } else {
            let a = self.reg(at, 0)?;
            let b = self.rm(at, 1)?;
            self.e.alu(Alu::Cmp, a, b);
        }
        Ok(Test::One(cc))
    }

    fn set(&mut self, test: Test, d: u8) {
        self.held = None;
        match test {
            Test::One(cc) => self.e.setcc(cc, TMP),
            Test::Equal => {
                asm!(self.e.asm ; setnp Rb(TMP) ; movzx Rd(TMP), Rb(TMP) ; mov Rd(d), 0 ; cmovne Rd(TMP), Rd(d));
            }
            Test::NotEqual => {
                asm!(self.e.asm ; setp Rb(TMP) ; movzx Rd(TMP), Rb(TMP) ; mov Rd(d), 1 ; cmovne Rd(TMP), Rd(d));
            }
        }
        self.e.mov(d, TMP);
    }
}

impl Lower<'_> {
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
}

// ---- memory

impl Lower<'_> {
    /// Brings a constant into the scratch register, if it is not there.
    pub fn hold(&mut self, bits: u64) {
        if self.held != Some(bits) {
            self.e.imm(TMP, bits);
            self.held = Some(bits);
        }
    }

    /// Enters an object, which may be in the scratch register, in the log of stores. The register holds afterwards what it held.
    fn cold_log(&mut self, at: DynamicLabel, done: DynamicLabel, object: u8, held: Option<u64>) {
        let next = offset_of!(NativeCtx, log_next) as i32;
        let end = offset_of!(NativeCtx, log_end) as i32;
        let asks = (offset_of!(NativeCtx, poll) + POLL_LOG_BYTE) as i32;
        self.e.bind(at);
        asm!(self.e.asm ; mov BYTE [Rq(object) + LOGGING_BYTE], 0);
        if object == TMP {
            asm!(self.e.asm ; push rax ; mov rax, [r15 + next] ; mov [rax], r11 ; pop rax ; mov r11, [r15 + next]);
        } else {
            asm!(self.e.asm ; mov r11, [r15 + next] ; mov [r11], Rq(object));
        }
        asm!(self.e.asm ; add r11, 8 ; mov [r15 + next], r11 ; cmp r11, [r15 + end]);
        if let Some(bits) = held {
            self.e.imm(TMP, bits);
        }
        self.e.jcc(Cc::B, done);
        asm!(self.e.asm ; mov BYTE [r15 + asks], 1);
        self.e.jump(done);
    }
}

impl<'a> Memory<'a> for Lower<'a> {
    /// A constant base goes through the scratch register, if it does not hold one that is near enough.
    fn base_addr(&mut self, at: &At<'_>, disp: i64) -> Result<Addr, CodegenError> {
        if let Operand::Const(c) = at.places[0] {
            let bits = self.bits(c);
            let from_held = self.held.and_then(|held| (bits.wrapping_sub(held) as i64).checked_add(disp));
            if let Some(disp) = from_held.and_then(|disp| i32::try_from(disp).ok()) {
                return Ok(Addr::base(TMP, disp));
            }
            self.hold(bits);
            return Ok(Addr::base(TMP, disp as i32));
        }
        Ok(Addr::base(self.reg(at, 0)?, disp as i32))
    }

    fn barrier(&mut self, at: &At<'_>) -> Done {
        let object = match at.places[0] {
            Operand::Const(c) => {
                let bits = self.bits(c);
                self.hold(bits);
                TMP
            }
            _ => self.reg(at, 0)?,
        };
        let (cold, done) = (self.e.label(), self.e.label());
        asm!(self.e.asm ; test BYTE [Rq(object) + LOGGING_BYTE], 1);
        self.e.jcc(Cc::Ne, cold);
        self.e.bind(done);
        let held = self.held;
        self.cold.push(Cold::Own(Own::Log { at: cold, done, object, held }));
        Ok(())
    }

    fn table_word(&mut self, at: &At<'_>, words: &'static [u64]) -> Done {
        let index = self.reg(at, 0)?;
        self.e.mov(at.d, index);
        self.e.alu(Alu::And, at.d, Rm::Imm((words.len() - 1) as i32));
        self.e.imm(TMP, words.as_ptr() as u64);
        let word = Addr { base: TMP, index: Some((at.d, 8)), disp: 0 };
        self.e.load_mem(at.d, Mem::W64, word);
        Ok(())
    }

    fn entry(&mut self, at: &At<'_>) -> Done {
        let (index, marks, hash) = (self.reg(at, 0)?, self.reg(at, 1)?, self.reg(at, 2)?);
        let [t, u] = [0, 1].map(|k| self.alloc.placed[at.s].temps[k].num());
        let (d, length, words) = (at.d, Inline::LENGTH as i32, Inline::WORDS as i32);
        let [few, next, absent, done] = [0; 4].map(|_| self.e.label());
        asm!(self.e.asm ; test Rq(index), Rq(index));
        self.e.jcc(Cc::E, few);
        asm!(self.e.asm ; mov Rq(t), [Rq(index) + length] ; sub Rq(t), 1);
        self.e.jcc(Cc::B, absent);
        asm!(self.e.asm ; mov Rq(d), Rq(hash) ; shr Rq(d), 32);
        self.e.bind(next);
        asm!(self.e.asm
            ; and Rq(d), Rq(t)
            ; mov Rq(u), [Rq(index) + 8 * Rq(d) + words]
            ; add Rq(d), 1
            ; test Rq(u), Rq(u));
        self.e.jcc(Cc::E, absent);
        asm!(self.e.asm ; mov Rq(TMP), Rq(u) ; xor Rq(TMP), Rq(hash) ; shr Rq(TMP), 32);
        self.e.jcc(Cc::Ne, next);
        asm!(self.e.asm ; sub Rd(u), 2);
        self.e.jcc(Cc::B, next);
        self.e.mov(d, u);
        self.e.jump(done);

        self.e.bind(few);
        self.alike(t, hash, u, |e| asm!(e.asm ; xor Rq(t), Rq(marks)));
        self.e.jcc(Cc::E, absent);
        asm!(self.e.asm ; bsf Rq(d), Rq(u) ; shr Rq(d), 3);
        self.e.bind(done);
        self.cold.push(Cold::Own(Own::Absent { at: absent, done, d }));
        Ok(())
    }

    fn element(&mut self, base: u8, index: u8, stride: u32, disp: i64) -> Addr {
        let disp = disp as i32;
        if stride <= 8 {
            return Addr { base, index: Some((index, stride as u8)), disp };
        }
        // Elements of 16 bytes: twice the index, scaled by eight.
        self.held = None;
        self.e.lea(TMP, Addr { base: index, index: Some((index, 1)), disp: 0 });
        Addr { base, index: Some((TMP, 8)), disp }
    }
}
