//! Encoding: single instructions over allocated operands.
//!
//! Everything here writes bytes and knows nothing of ops. Conditions are [`Cc`]; memory operands are [`Addr`]; the second
//! operand of two-operand instructions is an [`Rm`].
//!
//! **Rules.** Moves never change flags (so zero is loaded with `mov`, not `xor`). `rsp` is never an index. Slot-to-slot moves and 64-bit
//! immediates go through the scratch register.

use crate::regs::{CTX, FRAME, FTMP, RAX, RDX, STACK, TMP};
use dynasmrt::x64::X64Relocation;
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, VecAssembler};
use holloway_compiler::codegen::exits::frame_disp;
use holloway_compiler::codegen::lower::{Emitter, Pool};
use holloway_compiler::codegen::machine::{Class, Loc, PReg};
use holloway_compiler::ir::Mem;

/// dynasm with the architecture stated, so that the crate means the same on every host.
macro_rules! asm {
    ($a:expr ; $($t:tt)*) => { dynasmrt::dynasm!($a ; .arch x64 ; $($t)*) };
}
pub(crate) use asm;

holloway_compiler::conditions! { E Ne, L Ge, Le G, B Ae, Be A, O No, P Np; exchanged L G, Le Ge, B A, Be Ae }

/// A memory operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Addr {
    /// Base register.
    pub base: u8,
    /// Index register and scale (1, 2, 4 or 8).
    pub index: Option<(u8, u8)>,
    /// Displacement.
    pub disp: i32,
}

impl Addr {
    /// `[base + disp]`.
    pub fn base(base: u8, disp: i32) -> Addr {
        Addr { base, index: None, disp }
    }
}

/// Displacement of a frame slot from `rbp`.
pub fn slot(i: u32) -> i32 {
    frame_disp(Loc::Slot(i)) as i32
}

/// A register, frame word, pooled constant or immediate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rm {
    /// A register of the instruction's class.
    Reg(u8),
    /// `[rbp + disp]`.
    Frame(i32),
    /// A word of the constant pool.
    Pool(DynamicLabel),
    /// A sign-extended immediate.
    Imm(i32),
}

/// Two-operand integer arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alu {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Cmp,
}

/// Two-operand float arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Falu {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Compare,
}

/// The assembler with its constant pool.
pub struct Emit {
    pub asm: VecAssembler<X64Relocation>,
    pool: Pool<DynamicLabel>,
    /// 16-byte masks for sign operations.
    masks: Vec<(u64, DynamicLabel)>,
    /// Branches: where each ends, and where it goes.
    pub branches: Vec<(u32, DynamicLabel)>,
}

macro_rules! rm_form {
    ($a:expr, $mn:ident, $d:expr, $rm:expr) => {
        match $rm {
            Rm::Reg(r) => asm!($a ; $mn Rq($d), Rq(r)),
            Rm::Frame(o) => match i8::try_from(o) {
                Ok(o) => asm!($a ; $mn Rq($d), [BYTE rbp + o]),
                Err(_) => asm!($a ; $mn Rq($d), [rbp + o]),
            },
            Rm::Pool(l) => asm!($a ; $mn Rq($d), [=>l]),
            Rm::Imm(k) if i8::try_from(k).is_ok() => asm!($a ; $mn Rq($d), BYTE k as i8),
            Rm::Imm(k) => asm!($a ; $mn Rq($d), k),
        }
    };
}

macro_rules! float_form {
    ($a:expr, $mn:ident, $d:expr, $rm:expr) => {
        match $rm {
            Rm::Reg(r) => asm!($a ; $mn Rx($d), Rx(r)),
            Rm::Frame(o) => match i8::try_from(o) {
                Ok(o) => asm!($a ; $mn Rx($d), [BYTE rbp + o]),
                Err(_) => asm!($a ; $mn Rx($d), [rbp + o]),
            },
            Rm::Pool(l) => asm!($a ; $mn Rx($d), [=>l]),
            Rm::Imm(_) => unreachable!("floats have no immediates"),
        }
    };
}

/// Expands `$m!(index form)` with the shortest displacement.
macro_rules! by_addr {
    ($addr:expr, |$b:ident, $i:ident, $o:ident, $s:ident| $none:expr, $none8:expr, $one:expr, $one8:expr, $two:expr, $four:expr, $eight:expr, $eight8:expr) => {{
        let Addr { base: $b, index, disp: $o } = $addr;
        let short = i8::try_from($o);
        match (index, short) {
            (None, Ok($s)) => $none8,
            (None, _) => $none,
            (Some(($i, 1)), Ok($s)) => $one8,
            (Some(($i, 1)), _) => $one,
            (Some(($i, 2)), _) => $two,
            (Some(($i, 4)), _) => $four,
            (Some(($i, _)), Ok($s)) => $eight8,
            (Some(($i, _)), _) => $eight,
        }
    }};
}

/// One instruction with an [`Addr`] as its last operand.
macro_rules! load_form {
    ($a:expr, $addr:expr, $mn:ident $reg:ident ( $d:expr ) $(, $size:ident)?) => {
        by_addr!($addr, |b, i, o, s|
            asm!($a ; $mn $reg($d), $($size)? [Rq(b) + o]),
            asm!($a ; $mn $reg($d), $($size)? [BYTE Rq(b) + s]),
            asm!($a ; $mn $reg($d), $($size)? [Rq(b) + Rq(i) + o]),
            asm!($a ; $mn $reg($d), $($size)? [BYTE Rq(b) + Rq(i) + s]),
            asm!($a ; $mn $reg($d), $($size)? [Rq(b) + Rq(i) * 2 + o]),
            asm!($a ; $mn $reg($d), $($size)? [Rq(b) + Rq(i) * 4 + o]),
            asm!($a ; $mn $reg($d), $($size)? [Rq(b) + Rq(i) * 8 + o]),
            asm!($a ; $mn $reg($d), $($size)? [BYTE Rq(b) + Rq(i) * 8 + s]))
    };
}

/// One instruction with an [`Addr`] as its first operand.
macro_rules! store_form {
    ($a:expr, $addr:expr, $mn:ident $size:ident, $($value:tt)+) => {
        by_addr!($addr, |b, i, o, s|
            asm!($a ; $mn $size [Rq(b) + o], $($value)+),
            asm!($a ; $mn $size [BYTE Rq(b) + s], $($value)+),
            asm!($a ; $mn $size [Rq(b) + Rq(i) + o], $($value)+),
            asm!($a ; $mn $size [BYTE Rq(b) + Rq(i) + s], $($value)+),
            asm!($a ; $mn $size [Rq(b) + Rq(i) * 2 + o], $($value)+),
            asm!($a ; $mn $size [Rq(b) + Rq(i) * 4 + o], $($value)+),
            asm!($a ; $mn $size [Rq(b) + Rq(i) * 8 + o], $($value)+),
            asm!($a ; $mn $size [BYTE Rq(b) + Rq(i) * 8 + s], $($value)+))
    };
}

macro_rules! by_cc {
    ($cc:expr, $m:ident) => {
        match $cc {
            Cc::E => $m!(je, sete),
            Cc::Ne => $m!(jne, setne),
            Cc::L => $m!(jl, setl),
            Cc::Le => $m!(jle, setle),
            Cc::G => $m!(jg, setg),
            Cc::Ge => $m!(jge, setge),
            Cc::B => $m!(jb, setb),
            Cc::Be => $m!(jbe, setbe),
            Cc::A => $m!(ja, seta),
            Cc::Ae => $m!(jae, setae),
            Cc::O => $m!(jo, seto),
            Cc::No => $m!(jno, setno),
            Cc::P => $m!(jp, setp),
            Cc::Np => $m!(jnp, setnp),
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
    const RESULT: u8 = RAX.num();
    const SECOND: PReg = RDX;

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
        asm!(self.asm ; jmp =>to);
        self.branches.push((self.offset() as u32, to));
    }

    // ---- moves

    fn address(base: u8, disp: i64) -> Addr {
        Addr::base(base, disp as i32)
    }
    fn copy_reg(&mut self, d: PReg, s: PReg) {
        match (d.class(), s.class()) {
            (Class::Gpr, Class::Gpr) => self.mov(d.num(), s.num()),
            (Class::Fpr, Class::Fpr) => self.fload(d.num(), Rm::Reg(s.num())),
            (Class::Gpr, Class::Fpr) => asm!(self.asm ; movq Rq(d.num()), Rx(s.num())),
            (Class::Fpr, Class::Gpr) => asm!(self.asm ; movq Rx(d.num()), Rq(s.num())),
        }
    }
    /// An integer constant, in the shortest encoding that leaves flags alone.
    fn imm(&mut self, d: u8, bits: u64) {
        if u32::try_from(bits).is_ok() {
            asm!(self.asm ; mov Rd(d), bits as i32)
        } else if let Ok(k) = i32::try_from(bits as i64) {
            asm!(self.asm ; mov Rq(d), k)
        } else {
            asm!(self.asm ; mov Rq(d), QWORD bits as i64)
        }
    }
    fn fimm(&mut self, d: u8, bits: u64) {
        if bits == 0 {
            asm!(self.asm ; xorps Rx(d), Rx(d))
        } else {
            let rm = self.pooled(bits);
            self.fload(d, rm)
        }
    }
    fn store_reg(&mut self, addr: Addr, r: PReg) {
        match r.class() {
            Class::Gpr => store_form!(self.asm, addr, mov QWORD, Rq(r.num())),
            Class::Fpr => store_form!(self.asm, addr, movsd QWORD, Rx(r.num())),
        }
    }
    fn load_reg(&mut self, r: PReg, addr: Addr) {
        match r.class() {
            Class::Gpr => load_form!(self.asm, addr, mov Rq(r.num())),
            Class::Fpr => load_form!(self.asm, addr, movsd Rx(r.num())),
        }
    }
    /// Stores a 64-bit constant; the address must not use the scratch register unless the constant is a 32-bit immediate.
    fn store_bits(&mut self, addr: Addr, bits: u64) {
        match i32::try_from(bits as i64) {
            Ok(k) => store_form!(self.asm, addr, mov QWORD, k),
            Err(_) => {
                self.imm(TMP, bits);
                self.store_reg(addr, PReg::gpr(TMP))
            }
        }
    }

    fn load_mem(&mut self, d: u8, mem: Mem, addr: Addr) {
        match mem {
            Mem::U8 => load_form!(self.asm, addr, movzx Rd(d), BYTE),
            Mem::U16 => load_form!(self.asm, addr, movzx Rd(d), WORD),
            Mem::U32 => load_form!(self.asm, addr, mov Rd(d)),
            Mem::I32 => load_form!(self.asm, addr, movsxd Rq(d), DWORD),
            Mem::W64 => load_form!(self.asm, addr, mov Rq(d)),
        }
    }
    fn store_mem(&mut self, mem: Mem, addr: Addr, s: u8) {
        match mem {
            Mem::U8 => store_form!(self.asm, addr, mov BYTE, Rb(s)),
            Mem::U16 => store_form!(self.asm, addr, mov WORD, Rw(s)),
            Mem::U32 | Mem::I32 => store_form!(self.asm, addr, mov DWORD, Rd(s)),
            Mem::W64 => store_form!(self.asm, addr, mov QWORD, Rq(s)),
        }
    }
    fn store_const(&mut self, mem: Mem, addr: Addr, bits: u64) {
        match mem {
            Mem::U8 => store_form!(self.asm, addr, mov BYTE, bits as i8),
            Mem::U16 => store_form!(self.asm, addr, mov WORD, bits as i16),
            Mem::U32 | Mem::I32 => store_form!(self.asm, addr, mov DWORD, bits as i32),
            Mem::W64 => store_form!(self.asm, addr, mov QWORD, bits as i32),
        }
    }
}

impl Emit {
    pub fn new() -> Emit {
        Emit { asm: VecAssembler::new(0), pool: Pool::default(), masks: Vec::new(), branches: Vec::new() }
    }
    /// The pool word with these bits.
    pub fn pooled(&mut self, bits: u64) -> Rm {
        Rm::Pool(self.pool.get(bits, || self.asm.new_dynamic_label()))
    }
    /// The 16-byte mask with these bits twice.
    pub fn mask(&mut self, bits: u64) -> DynamicLabel {
        if let Some(m) = self.masks.iter().find(|m| m.0 == bits) {
            return m.1;
        }
        let l = self.asm.new_dynamic_label();
        self.masks.push((bits, l));
        l
    }
    /// Writes the constant pool; after all code.
    pub fn finish_pool(&mut self) {
        if self.pool.is_empty() && self.masks.is_empty() {
            return;
        }
        asm!(self.asm ; .align 16);
        for (bits, l) in std::mem::take(&mut self.masks) {
            asm!(self.asm ; =>l ; .u64 bits ; .u64 bits);
        }
        for (bits, l) in self.pool.take() {
            asm!(self.asm ; =>l ; .u64 bits);
        }
    }

    // ---- moves

    pub fn mov(&mut self, d: u8, s: u8) {
        if d != s {
            asm!(self.asm ; mov Rq(d), Rq(s))
        }
    }
    pub fn fload(&mut self, d: u8, rm: Rm) {
        match rm {
            Rm::Reg(s) if s == d => {}
            Rm::Reg(s) => asm!(self.asm ; movaps Rx(d), Rx(s)),
            Rm::Frame(o) => load_form!(self.asm, Addr::base(FRAME, o), movsd Rx(d)),
            Rm::Pool(l) => asm!(self.asm ; movsd Rx(d), [=>l]),
            Rm::Imm(_) => unreachable!("floats have no immediates"),
        }
    }
    /// Integer register from a register, frame word or immediate.
    pub fn load(&mut self, d: u8, rm: Rm) {
        match rm {
            Rm::Reg(s) => self.mov(d, s),
            Rm::Frame(o) => load_form!(self.asm, Addr::base(FRAME, o), mov Rq(d)),
            Rm::Pool(l) => asm!(self.asm ; mov Rq(d), [=>l]),
            Rm::Imm(k) => self.imm(d, k as i64 as u64),
        }
    }
    // ---- memory

    pub fn lea(&mut self, d: u8, addr: Addr) {
        load_form!(self.asm, addr, lea Rq(d))
    }

    // ---- arithmetic

    pub fn alu(&mut self, op: Alu, d: u8, rm: Rm) {
        match op {
            Alu::Add => rm_form!(self.asm, add, d, rm),
            Alu::Sub => rm_form!(self.asm, sub, d, rm),
            Alu::And => rm_form!(self.asm, and, d, rm),
            Alu::Or => rm_form!(self.asm, or, d, rm),
            Alu::Xor => rm_form!(self.asm, xor, d, rm),
            Alu::Cmp => match rm {
                Rm::Reg(r) => asm!(self.asm ; cmp Rq(d), Rq(r)),
                Rm::Frame(o) => asm!(self.asm ; cmp Rq(d), [rbp + o]),
                Rm::Pool(l) => asm!(self.asm ; cmp Rq(d), [=>l]),
                // The assembler knows no form with a byte for this one.
                Rm::Imm(k) => match i8::try_from(k) {
                    Ok(k) => self.asm.extend(&[0x48 | d >> 3, 0x83, 0xf8 | d & 7, k as u8]),
                    Err(_) => asm!(self.asm ; cmp Rq(d), k),
                },
            },
        }
    }
    /// `d *= rm` (no immediate).
    pub fn imul(&mut self, d: u8, rm: Rm) {
        match rm {
            Rm::Reg(r) => asm!(self.asm ; imul Rq(d), Rq(r)),
            Rm::Frame(o) => asm!(self.asm ; imul Rq(d), [rbp + o]),
            Rm::Pool(l) => asm!(self.asm ; imul Rq(d), [=>l]),
            Rm::Imm(k) => self.imul_imm(d, Rm::Reg(d), k),
        }
    }
    /// `d = rm * k`.
    pub fn imul_imm(&mut self, d: u8, rm: Rm, k: i32) {
        match rm {
            Rm::Frame(o) => asm!(self.asm ; imul Rq(d), [rbp + o], k),
            Rm::Reg(r) => asm!(self.asm ; imul Rq(d), Rq(r), k),
            Rm::Pool(_) | Rm::Imm(_) => unreachable!("multiplicands are registers or slots"),
        }
    }
    /// Compares a frame word with an immediate.
    pub fn cmp_frame(&mut self, o: i32, k: i32) {
        store_form!(self.asm, Addr::base(FRAME, o), cmp QWORD, k)
    }
    /// Compares the word at an address with zero.
    pub fn cmp_zero(&mut self, addr: Addr) {
        store_form!(self.asm, addr, cmp QWORD, BYTE 0)
    }
    pub fn test(&mut self, r: u8) {
        asm!(self.asm ; test Rq(r), Rq(r))
    }
    /// Tests whether a register and `rm` have bits in common.
    pub fn test_bits(&mut self, r: u8, rm: Rm) {
        match rm {
            Rm::Reg(b) => asm!(self.asm ; test Rq(r), Rq(b)),
            Rm::Frame(o) => asm!(self.asm ; test [rbp + o], Rq(r)),
            Rm::Pool(l) => asm!(self.asm ; test [=>l], Rq(r)),
            // Half the register, where that has all the bits that count.
            Rm::Imm(k) if k >= 0 => asm!(self.asm ; test Rd(r), k),
            Rm::Imm(k) => asm!(self.asm ; test Rq(r), k),
        }
    }
    pub fn float(&mut self, op: Falu, d: u8, rm: Rm) {
        match op {
            Falu::Add => float_form!(self.asm, addsd, d, rm),
            Falu::Sub => float_form!(self.asm, subsd, d, rm),
            Falu::Mul => float_form!(self.asm, mulsd, d, rm),
            Falu::Div => float_form!(self.asm, divsd, d, rm),
            Falu::Sqrt => float_form!(self.asm, sqrtsd, d, rm),
            Falu::Compare => float_form!(self.asm, ucomisd, d, rm),
        }
    }
    /// `d = d * b + rm`, rounded once (FMA).
    pub fn fma(&mut self, d: u8, b: u8, rm: Rm) {
        match rm {
            Rm::Reg(r) => asm!(self.asm ; vfmadd213sd Rx(d), Rx(b), Rx(r)),
            Rm::Frame(o) => asm!(self.asm ; vfmadd213sd Rx(d), Rx(b), [rbp + o]),
            Rm::Pool(l) => asm!(self.asm ; vfmadd213sd Rx(d), Rx(b), [=>l]),
            Rm::Imm(_) => unreachable!("floats have no immediates"),
        }
    }
    /// Rounds with the mode of the instruction's immediate (SSE4.1).
    pub fn round(&mut self, d: u8, rm: Rm, mode: i8) {
        match rm {
            Rm::Reg(r) => asm!(self.asm ; roundsd Rx(d), Rx(r), mode),
            Rm::Frame(o) => asm!(self.asm ; roundsd Rx(d), [rbp + o], mode),
            Rm::Pool(l) => asm!(self.asm ; roundsd Rx(d), [=>l], mode),
            Rm::Imm(_) => unreachable!("floats have no immediates"),
        }
    }
    /// Signed integer to float, without a false dependence on the old register.
    pub fn int_to_float(&mut self, d: u8, rm: Rm) {
        asm!(self.asm ; xorps Rx(d), Rx(d));
        match rm {
            Rm::Frame(o) => asm!(self.asm ; cvtsi2sd Rx(d), QWORD [rbp + o]),
            Rm::Reg(r) => asm!(self.asm ; cvtsi2sd Rx(d), Rq(r)),
            Rm::Pool(_) | Rm::Imm(_) => unreachable!("constants are loaded first"),
        }
    }

    // ---- control

    pub fn jcc(&mut self, cc: Cc, to: DynamicLabel) {
        macro_rules! jump {
            ($j:ident, $s:ident) => {
                asm!(self.asm ; $j =>to)
            };
        }
        by_cc!(cc, jump);
        self.branches.push((self.offset() as u32, to));
    }
    /// `d = cc as 0 or 1`; `d` may be an operand of the compare.
    pub fn setcc(&mut self, cc: Cc, d: u8) {
        macro_rules! set {
            ($j:ident, $s:ident) => {
                asm!(self.asm ; $s Rb(d) ; movzx Rd(d), Rb(d))
            };
        }
        by_cc!(cc, set)
    }
    /// Calls an absolute address.
    pub fn call(&mut self, addr: usize) {
        self.imm(TMP, addr as u64);
        asm!(self.asm ; call Rq(TMP))
    }
    /// The permanent float scratch register.
    pub fn zero_float_scratch(&mut self) {
        asm!(self.asm ; xorps Rx(FTMP), Rx(FTMP))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use holloway_compiler::codegen::arena::Arena;

    /// Whether a comparison of these two is seen as equal after moves of every form, which stand where a parallel move may: between it and its jump.
    fn equal_after_moves(a: u64, b: u64) -> u64 {
        let mut e = Emit::new();
        let (gpr, fpr, end) = (Loc::Reg(PReg::gpr(9)), Loc::Reg(PReg::fpr(9)), e.label());
        asm!(e.asm ; push rbp ; mov rbp, rsp ; sub rsp, 64 ; mov eax, 1 ; cmp rdi, rsi);
        for bits in [0, 1, u64::MAX, 1 << 40, (-0.0f64).to_bits()] {
            for to in [gpr, fpr, Loc::Slot(0), Loc::Temp] {
                e.constant(to, bits);
            }
        }
        for to in [gpr, fpr, Loc::Slot(0), Loc::Temp] {
            for from in [gpr, fpr, Loc::Slot(0), Loc::Temp] {
                e.copy(to, from);
            }
        }
        e.jcc(Cc::E, end);
        asm!(e.asm ; mov eax, 0);
        e.bind(end);
        asm!(e.asm ; leave ; ret);
        e.finish_pool();
        let mut code = Arena::new(1 << 20);
        let at = code.add(&crate::exits::finish(e).expect("code")).expect("room").addr;
        // SAFETY: the code just made follows the system's convention for two words and a result, and changes no register that is to be kept.
        let run: extern "sysv64" fn(u64, u64) -> u64 = unsafe { std::mem::transmute(at) };
        run(a, b)
    }

    #[test]
    fn moves_leave_flags_alone() {
        for (a, b) in [(0, 0), (7, 7), (0, 1), (1, 0), (u64::MAX, 1)] {
            assert_eq!(equal_after_moves(a, b), (a == b) as u64, "{a} and {b}");
        }
    }
}
