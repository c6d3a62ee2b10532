//! Encoding: single instructions over allocated operands.
//!
//! Everything here writes bytes and knows nothing of ops. Conditions are [`Cc`]; memory operands are [`Addr`]; the second operand of
//! arithmetic is an [`Rhs`].
//!
//! **Rules.** Moves never change flags. The assembler panics on an immediate that does not fit, so every immediate is asked for in
//! [`imm`](crate::imm) first, and what does not fit is built in a register: constants in `x16`, addresses in `x17`. Number 31 is the
//! stack pointer as a base and in immediate `add`/`sub`, and zero elsewhere.
//!
//! **Reach.** Branches on conditions and literal loads do not reach everywhere. Code is written for the shortest [`Reach`] and, if the
//! assembler finds a distance too far, again for the next.

use crate::imm::{
    fits_add, fits_fmov, fits_logical, fits_pair, fits_scaled, fits_unscaled, mov_wide, MovWide,
};
use crate::regs::{ADDR, CTX, FRAME, FTMP, STACK, TMP, X0, X1, ZERO};
use dynasmrt::aarch64::Aarch64Relocation;
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, VecAssembler};
use holloway_compiler::codegen::lower::{Emitter, Pool};
use holloway_compiler::codegen::machine::{Class, PReg};
use holloway_compiler::ir::Mem;

/// dynasm with the architecture stated, so that the crate means the same on every host.
macro_rules! asm {
    ($a:expr ; $($t:tt)*) => { dynasmrt::dynasm!($a ; .arch aarch64 ; $($t)*) };
}
pub(crate) use asm;

holloway_compiler::conditions! {
    Eq Ne, Lt Ge, Le Gt, Lo Hs, Ls Hi, Vs Vc, Mi Pl; exchanged Lt Gt, Le Ge, Lo Hi, Ls Hs
}

/// A memory operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Addr {
    /// Base register (31: the stack pointer).
    pub base: u8,
    /// Displacement.
    pub disp: i64,
}

impl Addr {
    /// `[base + disp]`.
    pub fn base(base: u8, disp: i64) -> Addr {
        Addr { base, disp }
    }
}

/// A second operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rhs {
    /// A register.
    Reg(u8),
    /// An immediate that the instruction holds.
    Imm(u64),
    /// A register, shifted by less than 64.
    Shifted(u8, Shift, u32),
    /// The lowest 8, 16 or 32 bits of a register; for additions and subtractions without flags.
    Low(u8, u32),
}

/// Integer arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alu {
    Add,
    Sub,
    And,
    Or,
    Xor,
    /// `Add` that sets flags.
    Adds,
    /// `Sub` that sets flags.
    Subs,
    /// `And` that sets flags.
    Ands,
}

impl Alu {
    /// Whether it holds the constant, perhaps negated into the opposite instruction (adding the negative is subtracting).
    pub fn fits(self, n: u64) -> bool {
        match self {
            Alu::And | Alu::Or | Alu::Xor | Alu::Ands => fits_logical(n),
            _ => fits_add(n) || fits_add(n.wrapping_neg()),
        }
    }
}

/// Shifts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shift {
    Left,
    Right,
    Arithmetic,
}

/// Float arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Falu {
    Add,
    Sub,
    Mul,
    Div,
}

/// Float arithmetic with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fone {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
}

/// How far away code can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub enum Reach {
    /// Within 32 KiB: every branch is direct.
    Bit,
    /// Within 1 MiB: tests of single bits are done by compares.
    Cond,
    /// Within 128 MiB: branches on conditions jump over unconditional ones, constants are built in registers.
    Far,
}

/// An address as an instruction holds it.
enum Place {
    /// Base, scaled offset.
    Scaled(u8, u32),
    /// Base, unscaled offset.
    Unscaled(u8, i32),
    /// Base, index.
    Indexed(u8, u8),
}

/// The assembler with its constant pool.
pub struct Emit {
    pub asm: VecAssembler<Aarch64Relocation>,
    pub reach: Reach,
    /// Bytes of the frame: distance of the stack pointer from the frame base.
    pub frame: i64,
    /// What `x17` holds: base, index and shift of an address.
    pub element: Option<(u8, u8, u32)>,
    pool: Pool<DynamicLabel>,
}

/// One load or store with an [`Addr`]; the second name is the form for unscaled offsets.
macro_rules! memory_form {
    ($e:expr, $addr:expr, $bytes:literal, $op:ident $unscaled:ident $reg:ident ( $r:expr )) => {{
        let r = $r;
        match $e.place($addr, $bytes) {
            Place::Scaled(b, o) => asm!($e.asm ; $op $reg(r), [XSP(b), o]),
            Place::Unscaled(b, o) => asm!($e.asm ; $unscaled $reg(r), [XSP(b), o]),
            Place::Indexed(b, i) => asm!($e.asm ; $op $reg(r), [XSP(b), X(i)]),
        }
    }};
}

/// One instruction of each [`Alu`] with a shifted register.
macro_rules! shifted_form {
    ($a:expr, $op:expr, $d:expr, $x:expr, $b:expr, $shift:ident $n:expr) => {{
        let (d, x, b, n) = ($d, $x, $b, $n);
        match $op {
            Alu::Add => asm!($a ; add X(d), X(x), X(b), $shift n),
            Alu::Sub => asm!($a ; sub X(d), X(x), X(b), $shift n),
            Alu::And => asm!($a ; and X(d), X(x), X(b), $shift n),
            Alu::Or => asm!($a ; orr X(d), X(x), X(b), $shift n),
            Alu::Xor => asm!($a ; eor X(d), X(x), X(b), $shift n),
            Alu::Adds => asm!($a ; adds X(d), X(x), X(b), $shift n),
            Alu::Subs => asm!($a ; subs X(d), X(x), X(b), $shift n),
            Alu::Ands => asm!($a ; ands X(d), X(x), X(b), $shift n),
        }
    }};
}

macro_rules! by_cc {
    ($cc:expr, $m:ident) => {
        match $cc {
            Cc::Eq => $m!(eq),
            Cc::Ne => $m!(ne),
            Cc::Lt => $m!(lt),
            Cc::Le => $m!(le),
            Cc::Gt => $m!(gt),
            Cc::Ge => $m!(ge),
            Cc::Lo => $m!(lo),
            Cc::Ls => $m!(ls),
            Cc::Hi => $m!(hi),
            Cc::Hs => $m!(hs),
            Cc::Vs => $m!(vs),
            Cc::Vc => $m!(vc),
            Cc::Mi => $m!(mi),
            Cc::Pl => $m!(pl),
        }
    };
}

impl Emitter for Emit {
    type Label = DynamicLabel;
    type Addr = Addr;
    const SCRATCH: u8 = TMP;
    const STACK: u8 = STACK;
    const FRAME: u8 = FRAME;
    const CTX: u8 = CTX;
    const RESULT: u8 = X0.num();
    const SECOND: PReg = X1;

    fn label(&mut self) -> DynamicLabel {
        self.asm.new_dynamic_label()
    }
    fn bind(&mut self, l: DynamicLabel) {
        asm!(self.asm ; =>l)
    }
    fn offset(&self) -> usize {
        self.asm.offset().0
    }
    fn jump(&mut self, to: DynamicLabel) {
        asm!(self.asm ; b =>to)
    }

    // ---- moves

    fn address(base: u8, disp: i64) -> Addr {
        Addr::base(base, disp)
    }
    fn in_frame(&self, disp: i64) -> Addr {
        if fits_unscaled(disp) {
            Addr::base(FRAME, disp)
        } else {
            Addr::base(STACK, self.frame + disp)
        }
    }
    fn copy_reg(&mut self, d: PReg, s: PReg) {
        match (d.class(), s.class()) {
            (Class::Gpr, Class::Gpr) => self.mov(d.num(), s.num()),
            (Class::Fpr, Class::Fpr) => asm!(self.asm ; fmov D(d.num()), D(s.num())),
            (Class::Gpr, Class::Fpr) => asm!(self.asm ; fmov X(d.num()), D(s.num())),
            (Class::Fpr, Class::Gpr) => asm!(self.asm ; fmov D(d.num()), X(s.num())),
        }
    }
    /// An integer constant, in the shortest sequence; flags stay.
    fn imm(&mut self, d: u8, bits: u64) {
        let MovWide { inverted, parts } = mov_wide(bits);
        let n = parts.iter().flatten().count();
        if n > 1 && fits_logical(bits) {
            asm!(self.asm ; orr XSP(d), xzr, bits);
            return;
        }
        if n > 2 && self.reach < Reach::Far {
            let l = self.pooled(bits);
            asm!(self.asm ; ldr X(d), =>l);
            return;
        }
        for (k, (shift, half)) in parts.into_iter().flatten().enumerate() {
            let half = half as u32;
            match (k, inverted, shift) {
                (0, true, 0) => asm!(self.asm ; movn X(d), half),
                (0, true, 16) => asm!(self.asm ; movn X(d), half, lsl 16),
                (0, true, 32) => asm!(self.asm ; movn X(d), half, lsl 32),
                (0, true, _) => asm!(self.asm ; movn X(d), half, lsl 48),
                (0, false, 0) => asm!(self.asm ; movz X(d), half),
                (0, false, 16) => asm!(self.asm ; movz X(d), half, lsl 16),
                (0, false, 32) => asm!(self.asm ; movz X(d), half, lsl 32),
                (0, false, _) => asm!(self.asm ; movz X(d), half, lsl 48),
                (_, _, 16) => asm!(self.asm ; movk X(d), half, lsl 16),
                (_, _, 32) => asm!(self.asm ; movk X(d), half, lsl 32),
                _ => asm!(self.asm ; movk X(d), half, lsl 48),
            }
        }
    }
    fn fimm(&mut self, d: u8, bits: u64) {
        if bits == 0 {
            asm!(self.asm ; fmov D(d), xzr)
        } else if fits_fmov(bits) {
            asm!(self.asm ; fmov D(d), f64::from_bits(bits) as f32)
        } else if self.reach < Reach::Far {
            let l = self.pooled(bits);
            asm!(self.asm ; ldr D(d), =>l)
        } else {
            self.imm(TMP, bits);
            asm!(self.asm ; fmov D(d), X(TMP))
        }
    }
    fn store_reg(&mut self, addr: Addr, r: PReg) {
        match r.class() {
            Class::Gpr => memory_form!(self, addr, 8, str stur X(r.num())),
            Class::Fpr => memory_form!(self, addr, 8, str stur D(r.num())),
        }
    }
    fn load_reg(&mut self, r: PReg, addr: Addr) {
        match r.class() {
            Class::Gpr => memory_form!(self, addr, 8, ldr ldur X(r.num())),
            Class::Fpr => memory_form!(self, addr, 8, ldr ldur D(r.num())),
        }
    }
    fn store_bits(&mut self, addr: Addr, bits: u64) {
        let r = self.in_reg(bits);
        self.store_reg(addr, PReg::gpr(r))
    }
    fn load_mem(&mut self, d: u8, mem: Mem, addr: Addr) {
        match mem {
            Mem::U8 => memory_form!(self, addr, 1, ldrb ldurb W(d)),
            Mem::U16 => memory_form!(self, addr, 2, ldrh ldurh W(d)),
            Mem::U32 => memory_form!(self, addr, 4, ldr ldur W(d)),
            Mem::I32 => memory_form!(self, addr, 4, ldrsw ldursw X(d)),
            Mem::W64 => memory_form!(self, addr, 8, ldr ldur X(d)),
        }
    }
    fn store_mem(&mut self, mem: Mem, addr: Addr, s: u8) {
        match mem {
            Mem::U8 => memory_form!(self, addr, 1, strb sturb W(s)),
            Mem::U16 => memory_form!(self, addr, 2, strh sturh W(s)),
            Mem::U32 | Mem::I32 => memory_form!(self, addr, 4, str stur W(s)),
            Mem::W64 => memory_form!(self, addr, 8, str stur X(s)),
        }
    }
    fn store_const(&mut self, mem: Mem, addr: Addr, bits: u64) {
        let r = self.in_reg(bits & (u64::MAX >> (64 - 8 * mem.bytes())));
        self.store_mem(mem, addr, r);
    }
    fn load_two(&mut self, a: PReg, b: PReg, addr: Addr) -> bool {
        let fits = Emit::pairs(a, b, addr);
        if fits {
            self.load_pair(a, b, addr);
        }
        fits
    }
}

impl Emit {
    pub fn new(reach: Reach, frame: u32) -> Emit {
        Emit { asm: VecAssembler::new(0), reach, frame: frame as i64, element: None, pool: Pool::default() }
    }
    /// The pool word with these bits.
    fn pooled(&mut self, bits: u64) -> DynamicLabel {
        self.pool.get(bits, || self.asm.new_dynamic_label())
    }
    /// Writes the constant pool; after all code.
    pub fn finish_pool(&mut self) {
        if !self.offset().is_multiple_of(8) && !self.pool.is_empty() {
            asm!(self.asm ; udf 0);
        }
        for (bits, l) in self.pool.take() {
            asm!(self.asm ; =>l ; .u64 bits);
        }
    }

    // ---- moves

    pub fn mov(&mut self, d: u8, s: u8) {
        if d != s {
            asm!(self.asm ; mov X(d), X(s))
        }
    }
    /// Whether two registers can go to or come from the words at `addr` and after it in one instruction.
    pub fn pairs(a: PReg, b: PReg, addr: Addr) -> bool {
        a.class() == b.class() && fits_pair(addr.disp)
    }
    /// Stores two registers for which [`Emit::pairs`] holds.
    pub fn store_pair(&mut self, addr: Addr, a: PReg, b: PReg) {
        let (base, o) = (addr.base, addr.disp as i32);
        match a.class() {
            Class::Gpr => asm!(self.asm ; stp X(a.num()), X(b.num()), [XSP(base), o]),
            Class::Fpr => asm!(self.asm ; stp D(a.num()), D(b.num()), [XSP(base), o]),
        }
    }
    /// Loads two different registers for which [`Emit::pairs`] holds.
    pub fn load_pair(&mut self, a: PReg, b: PReg, addr: Addr) {
        let (base, o) = (addr.base, addr.disp as i32);
        match a.class() {
            Class::Gpr => asm!(self.asm ; ldp X(a.num()), X(b.num()), [XSP(base), o]),
            Class::Fpr => asm!(self.asm ; ldp D(a.num()), D(b.num()), [XSP(base), o]),
        }
    }
    /// A register that holds the constant: zero's own, or the scratch register.
    pub fn in_reg(&mut self, bits: u64) -> u8 {
        if bits == 0 {
            return ZERO;
        }
        self.imm(TMP, bits);
        TMP
    }
    // ---- memory

    /// An address as an instruction holds it; through `x17` if need be.
    fn place(&mut self, addr: Addr, bytes: u32) -> Place {
        let Addr { base, disp } = addr;
        if fits_scaled(disp, bytes) {
            return Place::Scaled(base, disp as u32);
        }
        if fits_unscaled(disp) {
            return Place::Unscaled(base, disp as i32);
        }
        self.element = None;
        if base == ADDR {
            // No other register is to be had: add in two steps, as displacements are below 2^32 and mostly below 2^24.
            self.add_to_addr(disp);
            return Place::Scaled(ADDR, 0);
        }
        self.imm(ADDR, disp as u64);
        Place::Indexed(base, ADDR)
    }
    /// `x17 += disp`, without any other register.
    fn add_to_addr(&mut self, disp: i64) {
        let mut left = disp.unsigned_abs();
        while left > 0 {
            // Shifted pieces as long as more than twelve bits are left; a piece is at most 0xfff000.
            let piece = if left < 1 << 12 { left } else { (left & !0xfff).min(0xfff000) };
            self.alu(if disp < 0 { Alu::Sub } else { Alu::Add }, ADDR, ADDR, Rhs::Imm(piece));
            left -= piece;
        }
    }
    /// `[constant + disp]`, through `x17`.
    pub fn constant_addr(&mut self, bits: u64, disp: i64) -> Addr {
        self.element = None;
        if fits_unscaled(disp) || fits_scaled(disp, 8) {
            self.imm(ADDR, bits);
            return Addr::base(ADDR, disp);
        }
        self.imm(ADDR, bits.wrapping_add(disp as u64));
        Addr::base(ADDR, 0)
    }
    /// `[base + index * stride + disp]`, through `x17`.
    pub fn element_addr(&mut self, base: u8, index: u8, stride: u32, disp: i64) -> Addr {
        let shift = stride.trailing_zeros();
        if stride.is_power_of_two() {
            if self.element != Some((base, index, shift)) {
                asm!(self.asm ; add X(ADDR), X(base), X(index), lsl shift);
                self.element = Some((base, index, shift));
            }
        } else {
            self.element = None;
            self.imm(ADDR, stride as u64);
            self.mul_add(false, ADDR, base, index, ADDR);
        }
        Addr::base(ADDR, disp)
    }
    // ---- arithmetic

    /// `d = a op b`. An immediate must fit the op; with one, number 31 is the stack pointer for additions, else zero (as a result of
    /// an op that sets flags it is zero always).
    pub fn alu(&mut self, op: Alu, d: u8, a: u8, b: Rhs) {
        match (op, b) {
            (Alu::Add, Rhs::Reg(b)) => asm!(self.asm ; add X(d), X(a), X(b)),
            (Alu::Sub, Rhs::Reg(b)) => asm!(self.asm ; sub X(d), X(a), X(b)),
            (Alu::And, Rhs::Reg(b)) => asm!(self.asm ; and X(d), X(a), X(b)),
            (Alu::Or, Rhs::Reg(b)) => asm!(self.asm ; orr X(d), X(a), X(b)),
            (Alu::Xor, Rhs::Reg(b)) => asm!(self.asm ; eor X(d), X(a), X(b)),
            (Alu::Adds, Rhs::Reg(b)) => asm!(self.asm ; adds X(d), X(a), X(b)),
            (Alu::Subs, Rhs::Reg(b)) => asm!(self.asm ; subs X(d), X(a), X(b)),
            (Alu::Ands, Rhs::Reg(b)) => asm!(self.asm ; ands X(d), X(a), X(b)),
            (Alu::And, Rhs::Imm(n)) => asm!(self.asm ; and XSP(d), X(a), n),
            (Alu::Or, Rhs::Imm(n)) => asm!(self.asm ; orr XSP(d), X(a), n),
            (Alu::Xor, Rhs::Imm(n)) => asm!(self.asm ; eor XSP(d), X(a), n),
            (Alu::Ands, Rhs::Imm(n)) => asm!(self.asm ; ands X(d), X(a), n),
            (_, Rhs::Shifted(b, Shift::Left, n)) => shifted_form!(self.asm, op, d, a, b, lsl n),
            (_, Rhs::Shifted(b, Shift::Right, n)) => shifted_form!(self.asm, op, d, a, b, lsr n),
            (_, Rhs::Shifted(b, Shift::Arithmetic, n)) => shifted_form!(self.asm, op, d, a, b, asr n),
            (Alu::Add, Rhs::Low(b, 8)) => asm!(self.asm ; add XSP(d), XSP(a), W(b), uxtb),
            (Alu::Add, Rhs::Low(b, 16)) => asm!(self.asm ; add XSP(d), XSP(a), W(b), uxth),
            (Alu::Add, Rhs::Low(b, _)) => asm!(self.asm ; add XSP(d), XSP(a), W(b), uxtw),
            (_, Rhs::Low(b, 8)) => asm!(self.asm ; sub XSP(d), XSP(a), W(b), uxtb),
            (_, Rhs::Low(b, 16)) => asm!(self.asm ; sub XSP(d), XSP(a), W(b), uxth),
            (_, Rhs::Low(b, _)) => asm!(self.asm ; sub XSP(d), XSP(a), W(b), uxtw),
            (_, Rhs::Imm(n)) if !fits_add(n) => {
                let opposite = match op {
                    Alu::Add => Alu::Sub,
                    Alu::Sub => Alu::Add,
                    Alu::Adds => Alu::Subs,
                    _ => Alu::Adds,
                };
                self.add_imm(opposite, d, a, n.wrapping_neg())
            }
            (_, Rhs::Imm(n)) => self.add_imm(op, d, a, n),
        }
    }
    fn add_imm(&mut self, op: Alu, d: u8, a: u8, n: u64) {
        let (low, high) = (n as u32, (n >> 12) as u32);
        match (op, n < 1 << 12) {
            (Alu::Add, true) => asm!(self.asm ; add XSP(d), XSP(a), low),
            (Alu::Add, false) => asm!(self.asm ; add XSP(d), XSP(a), high, lsl 12),
            (Alu::Sub, true) => asm!(self.asm ; sub XSP(d), XSP(a), low),
            (Alu::Sub, false) => asm!(self.asm ; sub XSP(d), XSP(a), high, lsl 12),
            (Alu::Adds, true) => asm!(self.asm ; adds X(d), XSP(a), low),
            (Alu::Adds, false) => asm!(self.asm ; adds X(d), XSP(a), high, lsl 12),
            (_, true) => asm!(self.asm ; subs X(d), XSP(a), low),
            (_, false) => asm!(self.asm ; subs X(d), XSP(a), high, lsl 12),
        }
    }
    /// `d = c + a * b`, or with `sub` `c - a * b`.
    pub fn mul_add(&mut self, sub: bool, d: u8, c: u8, a: u8, b: u8) {
        if sub {
            asm!(self.asm ; msub X(d), X(a), X(b), X(c))
        } else {
            asm!(self.asm ; madd X(d), X(a), X(b), X(c))
        }
    }
    /// A constant as second operand of `op`: as immediate, or through the scratch register.
    pub fn rhs(&mut self, op: Alu, bits: u64) -> Rhs {
        if op.fits(bits) {
            Rhs::Imm(bits)
        } else {
            Rhs::Reg(self.in_reg(bits))
        }
    }
    /// `d = a op constant`.
    pub fn alu_bits(&mut self, op: Alu, d: u8, a: u8, bits: u64) {
        let b = self.rhs(op, bits);
        self.alu(op, d, a, b)
    }
    /// Sets flags by `a - b`.
    pub fn cmp(&mut self, a: u8, b: Rhs) {
        self.alu(Alu::Subs, ZERO, a, b)
    }
    /// Shifts by a constant below 64.
    pub fn shift_imm(&mut self, op: Shift, d: u8, a: u8, n: u32) {
        match op {
            // A shift to the left by 0 is the one that its encoding does not hold.
            _ if n == 0 => self.mov(d, a),
            Shift::Left => asm!(self.asm ; lsl X(d), X(a), n),
            Shift::Right => asm!(self.asm ; lsr X(d), X(a), n),
            Shift::Arithmetic => asm!(self.asm ; asr X(d), X(a), n),
        }
    }
    /// Shifts by a register, modulo 64.
    pub fn shift(&mut self, op: Shift, d: u8, a: u8, b: u8) {
        match op {
            Shift::Left => asm!(self.asm ; lsl X(d), X(a), X(b)),
            Shift::Right => asm!(self.asm ; lsr X(d), X(a), X(b)),
            Shift::Arithmetic => asm!(self.asm ; asr X(d), X(a), X(b)),
        }
    }
    pub fn float(&mut self, op: Falu, d: u8, a: u8, b: u8) {
        match op {
            Falu::Add => asm!(self.asm ; fadd D(d), D(a), D(b)),
            Falu::Sub => asm!(self.asm ; fsub D(d), D(a), D(b)),
            Falu::Mul => asm!(self.asm ; fmul D(d), D(a), D(b)),
            Falu::Div => asm!(self.asm ; fdiv D(d), D(a), D(b)),
        }
    }
    pub fn float_one(&mut self, op: Fone, d: u8, a: u8) {
        match op {
            Fone::Neg => asm!(self.asm ; fneg D(d), D(a)),
            Fone::Abs => asm!(self.asm ; fabs D(d), D(a)),
            Fone::Sqrt => asm!(self.asm ; fsqrt D(d), D(a)),
            Fone::Floor => asm!(self.asm ; frintm D(d), D(a)),
            Fone::Ceil => asm!(self.asm ; frintp D(d), D(a)),
            Fone::Trunc => asm!(self.asm ; frintz D(d), D(a)),
        }
    }
    /// A register that holds the float: the scratch register.
    pub fn float_in_reg(&mut self, bits: u64) -> u8 {
        self.fimm(FTMP, bits);
        FTMP
    }

    // ---- control

    /// An unconditional jump around the next one, for conditions that do not reach.
    fn over(&mut self, to: DynamicLabel, branch: impl FnOnce(&mut Emit, DynamicLabel)) {
        let next = self.label();
        branch(self, next);
        self.jump(to);
        self.bind(next);
    }
    fn b_cond(&mut self, cc: Cc, to: DynamicLabel) {
        macro_rules! jump {
            ($c:ident) => {
                asm!(self.asm ; b.$c =>to)
            };
        }
        by_cc!(cc, jump)
    }
    pub fn bcc(&mut self, cc: Cc, to: DynamicLabel) {
        match self.reach {
            Reach::Far => self.over(to, |e, next| e.b_cond(cc.not(), next)),
            _ => self.b_cond(cc, to),
        }
    }
    /// Jumps if the register is zero (`zero`), or if it is not.
    pub fn cbz(&mut self, zero: bool, r: u8, to: DynamicLabel) {
        match (self.reach, zero) {
            (Reach::Far, _) => self.over(to, |e, next| e.cbz_near(!zero, r, next)),
            _ => self.cbz_near(zero, r, to),
        }
    }
    fn cbz_near(&mut self, zero: bool, r: u8, to: DynamicLabel) {
        if zero {
            asm!(self.asm ; cbz X(r), =>to)
        } else {
            asm!(self.asm ; cbnz X(r), =>to)
        }
    }
    /// Jumps if the register's bit is set (`set`), or if it is not.
    pub fn branch_bit(&mut self, set: bool, r: u8, bit: u32, to: DynamicLabel) {
        match (self.reach, set) {
            (Reach::Bit, true) => asm!(self.asm ; tbnz X(r), bit, =>to),
            (Reach::Bit, false) => asm!(self.asm ; tbz X(r), bit, =>to),
            _ => {
                self.alu(Alu::Ands, ZERO, r, Rhs::Imm(1 << bit));
                self.bcc(if set { Cc::Ne } else { Cc::Eq }, to)
            }
        }
    }
    /// `d = cc as 0 or 1`.
    pub fn cset(&mut self, cc: Cc, d: u8) {
        macro_rules! set {
            ($c:ident) => {
                asm!(self.asm ; cset X(d), $c)
            };
        }
        by_cc!(cc, set)
    }
    /// `d = if cc { a } else { b }`.
    pub fn csel(&mut self, cc: Cc, d: u8, a: u8, b: u8) {
        macro_rules! select {
            ($c:ident) => {
                asm!(self.asm ; csel X(d), X(a), X(b), $c)
            };
        }
        by_cc!(cc, select)
    }
    /// Calls an absolute address.
    pub fn call(&mut self, addr: usize) {
        self.imm(TMP, addr as u64);
        asm!(self.asm ; blr X(TMP))
    }
}
