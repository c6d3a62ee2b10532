//! Random operands over their whole range: what the predicates let through assembles and disassembles to what was asked, and what they
//! refuse is built another way with the same meaning.

use crate::disassemble;
use crate::emit::{asm, Addr, Alu, Cc, Emit, Falu, Fone, Reach, Rhs, Shift};
use crate::exits::finish;
use crate::imm::{fits_fmov, fits_logical};
use crate::regs::{ADDR, FRAME, STACK, TMP};
use holloway_compiler::codegen::exits::{frame_disp, slot_distance};
use holloway_compiler::codegen::lower::Emitter;
use holloway_compiler::codegen::machine::{Loc, PReg};
use holloway_compiler::ir::Mem;

/// A small generator (xorshift), so that a failure is the same every time.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, n: u64) -> u64 {
        (self.bits() >> 11) % n
    }
    fn reg(&mut self) -> u8 {
        self.below(32) as u8
    }
    /// A constant of any magnitude: dense bits, short runs, edges of fields, negatives.
    fn constant(&mut self) -> u64 {
        let n = self.bits() >> self.below(64);
        let n = match self.below(6) {
            0 => n,
            1 => 1 << self.below(64),
            2 => (1u64 << self.below(64)).wrapping_sub(1),
            3 => n << self.below(48),
            4 => (u64::MAX >> self.below(64)).rotate_right(self.below(64) as u32),
            _ => self.below(1 << 16) << (16 * self.below(4)),
        };
        match self.below(4) {
            0 => n.wrapping_neg(),
            1 => !n,
            2 => n.wrapping_add(self.below(3)).wrapping_sub(1),
            _ => n,
        }
    }
}

const ROUNDS: usize = 4000;

/// The lines of what `build` emits, without addresses, and the bytes.
fn emitted_at(reach: Reach, frame: u32, build: impl FnOnce(&mut Emit)) -> (Vec<String>, Vec<u8>) {
    let mut e = Emit::new(reach, frame);
    build(&mut e);
    let bytes = finish(e).unwrap_or_else(|e| panic!("{e}"));
    let text = disassemble(&bytes, 0);
    (text.lines().map(|l| l.split_once("  ").map_or(l, |p| p.1).to_string()).collect(), bytes)
}

fn emitted(build: impl FnOnce(&mut Emit)) -> Vec<String> {
    emitted_at(Reach::Bit, 64, build).0
}

/// Asserts that one instruction was emitted, written in one of the ways given (encodings have aliases).
#[track_caller]
fn assert_one(got: &[String], wanted: &[String]) {
    assert!(got.len() == 1 && wanted.contains(&got[0]), "{got:?} is none of {wanted:?}");
}

fn x(n: u8) -> String {
    if n == 31 {
        "xzr".into()
    } else {
        format!("x{n}")
    }
}
fn xsp(n: u8) -> String {
    if n == 31 {
        "sp".into()
    } else {
        format!("x{n}")
    }
}
fn w(n: u8) -> String {
    if n == 31 {
        "wzr".into()
    } else {
        format!("w{n}")
    }
}

/// An immediate as printed.
fn hex(n: i64) -> String {
    if n < 0 {
        format!("#-{:#x}", n.unsigned_abs())
    } else {
        format!("#{n:#x}")
    }
}

fn number(text: &str) -> i64 {
    let text = text.trim_start_matches(['#', '$', '+']);
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |t| (-1, t));
    let digits = digits.trim_start_matches('+').trim_start_matches("0x");
    u64::from_str_radix(digits, 16).unwrap_or_else(|e| panic!("{text}: {e}")) as i64 * sign
}

/// The value that the lines leave in register `r` (which may hold `start` before), reading literals from the code that starts at line 0.
fn value_of(lines: &[String], bytes: &[u8], r: &str, start: u64) -> u64 {
    let mut value = start;
    for (k, line) in lines.iter().enumerate() {
        let (op, rest) = line.split_once(' ').unwrap_or((line, ""));
        let parts: Vec<&str> = rest.split(", ").collect();
        assert_eq!(parts[0], r, "{line}");
        let shift = parts.iter().find_map(|p| p.strip_prefix("lsl #")).map_or(0, |s| s.parse().unwrap_or(64));
        match op {
            "mov" if parts[1] == "xzr" => value = 0,
            "mov" => value = number(parts[1]) as u64,
            "movk" => value = value & !(0xffff << shift) | (number(parts[1]) as u64) << shift,
            "add" => value = value.wrapping_add((number(parts[2]) as u64) << shift),
            "sub" => value = value.wrapping_sub((number(parts[2]) as u64) << shift),
            "ldr" => {
                let at = 4 * k + number(parts[1]) as usize;
                value = u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
            }
            _ => panic!("{line}"),
        }
    }
    value
}

/// The lines up to the constants.
fn code(lines: &[String], n: usize) -> &[String] {
    &lines[..n.min(lines.len())]
}

const ALUS: [(Alu, &str); 8] = [
    (Alu::Add, "add"),
    (Alu::Sub, "sub"),
    (Alu::And, "and"),
    (Alu::Or, "orr"),
    (Alu::Xor, "eor"),
    (Alu::Adds, "adds"),
    (Alu::Subs, "subs"),
    (Alu::Ands, "ands"),
];

#[test]
fn arithmetic_on_registers() {
    let mut r = Random(1);
    for _ in 0..ROUNDS {
        let (d, a, b) = (r.reg(), r.reg(), r.reg());
        for (op, name) in ALUS {
            let mut forms = vec![format!("{name} {}, {}, {}", x(d), x(a), x(b))];
            match op {
                Alu::Adds if d == 31 => forms.push(format!("cmn {}, {}", x(a), x(b))),
                Alu::Ands if d == 31 => forms.push(format!("tst {}, {}", x(a), x(b))),
                Alu::Subs if d == 31 => forms.push(format!("cmp {}, {}", x(a), x(b))),
                Alu::Subs if a == 31 => forms.push(format!("negs {}, {}", x(d), x(b))),
                Alu::Sub if a == 31 => forms.push(format!("neg {}, {}", x(d), x(b))),
                Alu::Or if a == 31 => forms.push(format!("mov {}, {}", x(d), x(b))),
                _ => {}
            }
            assert_one(&emitted(|e| e.alu(op, d, a, Rhs::Reg(b))), &forms);
        }
        for (op, name) in [(Shift::Left, "lsl"), (Shift::Right, "lsr"), (Shift::Arithmetic, "asr")] {
            let wanted = [format!("{name} {}, {}, {}", x(d), x(a), x(b))];
            assert_one(&emitted(|e| e.shift(op, d, a, b)), &wanted);
            let n = r.below(64) as u32;
            if n > 0 {
                let wanted = [format!("{name} {}, {}, {}", x(d), x(a), hex(n.into()))];
                assert_one(&emitted(|e| e.shift_imm(op, d, a, n)), &wanted);
            } else if d != a {
                assert_one(&emitted(|e| e.shift_imm(op, d, a, 0)), &[format!("mov {}, {}", x(d), x(a))]);
            }
        }
    }
}

#[test]
fn arithmetic_on_shifted_registers() {
    let mut r = Random(11);
    for _ in 0..ROUNDS {
        // Number 31 has aliases of its own, which the test before knows.
        let (d, a, b) = (r.below(31) as u8, r.below(31) as u8, r.below(31) as u8);
        for (op, name) in ALUS {
            for (shift, by) in [(Shift::Left, "lsl"), (Shift::Right, "lsr"), (Shift::Arithmetic, "asr")] {
                let n = r.below(64) as u32;
                let plain = format!("{name} {}, {}, {}", x(d), x(a), x(b));
                // A shift by nothing is written without its number, to the left not at all.
                let form = match (shift, n) {
                    (Shift::Left, 0) => plain,
                    (_, 0) => format!("{plain}, {by}"),
                    _ => format!("{plain}, {by} #{n}"),
                };
                assert_one(&emitted(|e| e.alu(op, d, a, Rhs::Shifted(b, shift, n))), &[form]);
            }
        }
        for (op, name) in [(Alu::Add, "add"), (Alu::Sub, "sub")] {
            // The disassembler leaves `uxtw` out: the field of the encoding tells.
            for (bits, part, field) in [(8, ", uxtb", 0), (16, ", uxth", 1), (32, "", 2)] {
                let (lines, bytes) = emitted_at(Reach::Bit, 64, |e| e.alu(op, d, a, Rhs::Low(b, bits)));
                assert_one(&lines, &[format!("{name} {}, {}, w{b}{part}", x(d), x(a))]);
                assert_eq!(bytes[1] >> 5, field, "{lines:?}");
            }
        }
        let c = r.below(31) as u8;
        for (sub, name) in [(false, "madd"), (true, "msub")] {
            let forms = [format!("{name} {}, {}, {}, {}", x(d), x(a), x(b), x(c))];
            assert_one(&emitted(|e| e.mul_add(sub, d, c, a, b)), &forms);
        }
    }
}

#[test]
fn arithmetic_with_constants() {
    let mut r = Random(2);
    let mut held = [0; ALUS.len()];
    for _ in 0..5 * ROUNDS {
        // Zero's register is not the stack pointer: real registers only.
        let (d, a, n) = (r.below(31) as u8, r.below(31) as u8, r.constant());
        for (k, (op, name)) in ALUS.into_iter().enumerate() {
            if !op.fits(n) {
                // Built in the scratch register instead.
                let (lines, bytes) = emitted_at(Reach::Bit, 64, |e| {
                    let b = e.rhs(op, n);
                    assert!(matches!(b, Rhs::Reg(TMP | 31)), "{b:?}");
                });
                if n != 0 {
                    let used = lines.iter().take_while(|l| l.contains("x16")).count();
                    assert_eq!(value_of(code(&lines, used), &bytes, "x16", 0), n);
                }
                continue;
            }
            held[k] += 1;
            let wanted = match op {
                Alu::And | Alu::Or | Alu::Xor | Alu::Ands => {
                    format!("{name} {}, {}, {}", x(d), x(a), hex(n as i64))
                }
                _ => {
                    let (n, name) = match (crate::imm::fits_add(n), op) {
                        (true, _) => (n, name),
                        (false, Alu::Add) => (n.wrapping_neg(), "sub"),
                        (false, Alu::Sub) => (n.wrapping_neg(), "add"),
                        (false, Alu::Adds) => (n.wrapping_neg(), "subs"),
                        (false, _) => (n.wrapping_neg(), "adds"),
                    };
                    match n < 1 << 12 {
                        true => format!("{name} {}, {}, {}", x(d), x(a), hex(n as i64)),
                        false => format!("{name} {}, {}, {}, lsl #12", x(d), x(a), hex((n >> 12) as i64)),
                    }
                }
            };
            let unsigned = wanted.replace(&hex(n as i64), &format!("#{n:#x}"));
            assert_one(&emitted(|e| e.alu(op, d, a, Rhs::Imm(n))), &[wanted, unsigned]);
        }
    }
    assert!(held.iter().all(|n| *n > 1000), "{held:?}");
}

#[test]
fn constants() {
    let mut r = Random(3);
    for k in 0..10 * ROUNDS {
        let (d, n) = (r.below(31) as u8, r.constant());
        for reach in [Reach::Bit, Reach::Far] {
            let (lines, bytes) = emitted_at(reach, 64, |e| e.imm(d, n));
            let used = lines.iter().take_while(|l| l.contains(&format!(" x{d},"))).count();
            // What looks like an instruction on the register may be a part of the literal behind the load.
            let used = if lines[0].starts_with("ldr") { 1 } else { used };
            assert!(used == 1 || !fits_logical(n));
            assert_eq!(value_of(code(&lines, used), &bytes, &x(d), 0), n, "{k}: {lines:?}");
        }
    }
}

#[test]
fn float_constants() {
    let mut r = Random(4);
    let small = (0..256u64).map(|k| {
        let exponent = if k & 0x40 == 0 { 0x400 } else { 0x3fc } + (k >> 4 & 3);
        (k >> 7) << 63 | exponent << 52 | (k & 15) << 48
    });
    let others: Vec<u64> = (0..ROUNDS).map(|_| r.constant()).collect();
    for bits in small.chain(others).chain([0, 1 << 63]) {
        let d = r.reg();
        for reach in [Reach::Bit, Reach::Far] {
            let (lines, bytes) = emitted_at(reach, 64, |e| e.fimm(d, bits));
            if bits == 0 {
                assert_one(&lines, &[format!("fmov d{d}, xzr")]);
            } else if fits_fmov(bits) {
                let text =
                    lines[0].strip_prefix(&format!("fmov d{d}, #")).unwrap_or_else(|| panic!("{lines:?}"));
                assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(bits));
                assert_eq!(lines.len(), 1);
            } else if lines[0].starts_with("ldr d") {
                assert_eq!(value_of(code(&lines, 1), &bytes, &format!("d{d}"), 0), bits);
            } else {
                let at = lines.iter().position(|l| l == &format!("fmov d{d}, x16"));
                let at = at.unwrap_or_else(|| panic!("{lines:?}"));
                assert_eq!(value_of(code(&lines, at), &bytes, "x16", 0), bits);
            }
        }
    }
}

/// Checks that lines end in `op reg, [..]` with an address of `base` plus `disp`; those before it may change `x17` alone.
#[track_caller]
fn assert_address((lines, bytes): &(Vec<String>, Vec<u8>), names: [&str; 2], reg: &str, addr: Addr) {
    let is_access = |l: &&String| names.iter().any(|n| l.starts_with(&format!("{n} {reg}, [")));
    let at =
        lines.iter().position(|l| is_access(&l)).unwrap_or_else(|| panic!("{lines:?}: no {names:?} {reg}"));
    let inside = lines[at].split_once('[').map_or("", |p| p.1.trim_end_matches(']'));
    let (base, offset) = inside.split_once(", ").unwrap_or((inside, "#0x0"));
    assert_eq!(base, xsp(addr.base), "{lines:?}");
    let got = if offset == "x17" {
        value_of(code(lines, at), bytes, "x17", 0) as i64
    } else {
        value_of(code(lines, at), bytes, "x17", 0) as i64 + number(offset)
    };
    assert_eq!(got, addr.disp, "{lines:?}");
}

#[test]
fn memory() {
    let mut r = Random(5);
    for _ in 0..ROUNDS {
        let (base, reg) = (r.reg(), r.reg());
        let disp = match r.below(5) {
            0 => r.below(600) as i64 - 300,
            1 => r.below(1 << 15) as i64,
            2 => 8 * r.below(1 << 13) as i64,
            3 => r.below(1 << 32) as i64 - (1 << 31),
            _ => r.constant() as i32 as i64,
        };
        let addr = Addr::base(base, disp);
        for (mem, load, store, loaded) in [
            (Mem::U8, ["ldrb", "ldurb"], ["strb", "sturb"], w(reg)),
            (Mem::U16, ["ldrh", "ldurh"], ["strh", "sturh"], w(reg)),
            (Mem::U32, ["ldr", "ldur"], ["str", "stur"], w(reg)),
            (Mem::I32, ["ldrsw", "ldursw"], ["str", "stur"], x(reg)),
            (Mem::W64, ["ldr", "ldur"], ["str", "stur"], x(reg)),
        ] {
            let stored = if mem == Mem::W64 { x(reg) } else { w(reg) };
            assert_address(&emitted_at(Reach::Bit, 64, |e| e.load_mem(reg, mem, addr)), load, &loaded, addr);
            assert_address(
                &emitted_at(Reach::Bit, 64, |e| e.store_mem(mem, addr, reg)),
                store,
                &stored,
                addr,
            );
        }
        for r in [PReg::gpr(reg), PReg::fpr(reg)] {
            let name = if r == PReg::gpr(reg) { x(reg) } else { format!("d{reg}") };
            let (load, store) = (["ldr", "ldur"], ["str", "stur"]);
            assert_address(&emitted_at(Reach::Bit, 64, |e| e.load_reg(r, addr)), load, &name, addr);
            assert_address(&emitted_at(Reach::Bit, 64, |e| e.store_reg(addr, r)), store, &name, addr);
        }
    }
}

#[test]
fn pairs() {
    let mut r = Random(6);
    let mut fit = 0;
    for _ in 0..ROUNDS {
        let (base, a, b) = (r.reg(), r.reg(), r.reg());
        let addr = Addr::base(base, r.below(1400) as i64 - 700);
        assert!(!Emit::pairs(PReg::gpr(a), PReg::fpr(b), addr));
        if !Emit::pairs(PReg::gpr(a), PReg::gpr(b), addr) {
            continue;
        }
        fit += 1;
        let place = if addr.disp == 0 {
            format!("[{}]", xsp(base))
        } else {
            format!("[{}, {}]", xsp(base), hex(addr.disp))
        };
        let (ga, gb, fa, fb) = (PReg::gpr(a), PReg::gpr(b), PReg::fpr(a), PReg::fpr(b));
        assert_one(&emitted(|e| e.store_pair(addr, ga, gb)), &[format!("stp {}, {}, {place}", x(a), x(b))]);
        assert_one(&emitted(|e| e.store_pair(addr, fa, fb)), &[format!("stp d{a}, d{b}, {place}")]);
        if a != b {
            assert_one(
                &emitted(|e| e.load_pair(ga, gb, addr)),
                &[format!("ldp {}, {}, {place}", x(a), x(b))],
            );
            assert_one(&emitted(|e| e.load_pair(fa, fb, addr)), &[format!("ldp d{a}, d{b}, {place}")]);
        }
    }
    assert!(fit > 200, "{fit}");
}

#[test]
fn frame_words() {
    let mut r = Random(7);
    for _ in 0..ROUNDS {
        let slots = r.below(8000) as u32 + 1;
        let frame = (slot_distance(slots) + 8 * r.below(30) as u32).next_multiple_of(16);
        let slot = Loc::Slot(r.below(slots as u64) as u32);
        let e = Emit::new(Reach::Bit, frame);
        for (loc, distance) in [(slot, slot), (Loc::Temp, Loc::Temp)] {
            let wanted = match distance {
                Loc::Slot(i) => -(slot_distance(i) as i64),
                _ => -16,
            };
            let addr = e.in_frame(frame_disp(loc));
            match addr.base {
                FRAME => assert_eq!(addr.disp, wanted),
                STACK => assert_eq!(addr.disp - frame as i64, wanted),
                other => panic!("a frame word from x{other}"),
            }
        }
    }
}

#[test]
fn elements() {
    let mut r = Random(8);
    for _ in 0..ROUNDS {
        let (base, index) = (r.below(16) as u8, r.below(16) as u8);
        let stride = [1, 2, 4, 8, 16, 24, 40, 64][r.below(8) as usize];
        let lines = emitted(|e| {
            let one = e.element_addr(base, index, stride, 8);
            // The second time the address is there already, unless it needs a product.
            let two = e.element_addr(base, index, stride, 8);
            assert_eq!((one, two), (Addr::base(ADDR, 8), Addr::base(ADDR, 8)));
        });
        let sum = format!("add x17, x{base}, x{index}");
        match stride {
            1 => assert_one(&lines, &[sum.clone(), format!("{sum}, lsl #0")]),
            2 | 4 | 8 | 16 | 64 => assert_one(&lines, &[format!("{sum}, lsl #{}", stride.trailing_zeros())]),
            _ => {
                let once = [format!("mov x17, #{stride:#x}"), format!("madd x17, x{index}, x17, x{base}")];
                assert_eq!(lines, [&once[..], &once[..]].concat());
            }
        }
    }
}

#[test]
fn floats() {
    let mut r = Random(9);
    for _ in 0..ROUNDS {
        let (d, a, b) = (r.reg(), r.reg(), r.reg());
        for (op, name) in [(Falu::Add, "fadd"), (Falu::Sub, "fsub"), (Falu::Mul, "fmul"), (Falu::Div, "fdiv")]
        {
            assert_one(&emitted(|e| e.float(op, d, a, b)), &[format!("{name} d{d}, d{a}, d{b}")]);
        }
        for (op, name) in [
            (Fone::Neg, "fneg"),
            (Fone::Abs, "fabs"),
            (Fone::Sqrt, "fsqrt"),
            (Fone::Floor, "frintm"),
            (Fone::Ceil, "frintp"),
            (Fone::Trunc, "frintz"),
        ] {
            assert_one(&emitted(|e| e.float_one(op, d, a)), &[format!("{name} d{d}, d{a}")]);
        }
    }
}

#[test]
fn copies() {
    let mut r = Random(10);
    for _ in 0..ROUNDS {
        let (d, s) = (r.below(31) as u8, r.below(31) as u8);
        let loc = |fpr: bool, n: u8| Loc::Reg(if fpr { PReg::fpr(n) } else { PReg::gpr(n) });
        let name = |fpr: bool, n: u8| if fpr { format!("d{n}") } else { format!("x{n}") };
        for (to, from) in [(false, false), (false, true), (true, false), (true, true)] {
            let got = emitted(|e| e.copy(loc(to, d), loc(from, s)));
            if !to && !from && d == s {
                assert!(got.is_empty());
            } else {
                let op = if to || from { "fmov" } else { "mov" };
                assert_one(&got, &[format!("{op} {}, {}", name(to, d), name(from, s))]);
            }
        }
    }
}

#[test]
fn conditions() {
    let mut r = Random(11);
    use Cc::*;
    for cc in [Eq, Ne, Lt, Ge, Le, Gt, Lo, Hs, Ls, Hi, Vs, Vc, Mi, Pl] {
        assert_eq!((cc.not().not(), cc.flip().flip()), (cc, cc));
        let name = format!("{cc:?}").to_lowercase();
        let (d, a, b) = (r.below(31) as u8, r.reg(), r.reg());
        let not = format!("{:?}", cc.not()).to_lowercase();
        let forms = [format!("cset x{d}, {name}"), format!("csinc x{d}, xzr, xzr, {not}")];
        assert_one(&emitted(|e| e.cset(cc, d)), &forms);
        let wanted = [format!("csel x{d}, {}, {}, {name}", x(a), x(b))];
        assert_one(&emitted(|e| e.csel(cc, d, a, b)), &wanted);
    }
}

/// A branch of each kind over `gap` instructions, `bit` for tests of bits; where it goes, if the distance can be written.
fn branch(reach: Reach, kind: usize, bit: u32, forward: bool, gap: usize) -> Option<Vec<String>> {
    let mut e = Emit::new(reach, 64);
    let l = e.label();
    if !forward {
        e.bind(l);
        (0..gap).for_each(|_| asm!(e.asm ; nop));
    }
    let start = e.offset();
    match kind {
        0 => e.bcc(Cc::Lt, l),
        1 => e.cbz(true, 5, l),
        2 => e.cbz(false, 5, l),
        3 => e.branch_bit(true, 5, bit, l),
        4 => e.branch_bit(false, 5, bit, l),
        _ => e.jump(l),
    }
    if forward {
        (0..gap).for_each(|_| asm!(e.asm ; nop));
        e.bind(l);
    }
    let bytes = finish(e).ok()?;
    let text = disassemble(&bytes[start..bytes.len().min(start + 12)], start);
    Some(text.lines().map(|l| l.split_once("  ").map_or(l, |p| p.1).to_string()).collect())
}

#[test]
fn branches_on_each_bit() {
    for bit in 0..64 {
        for (kind, name, cc) in [(3, "tbnz", "b.ne"), (4, "tbz", "b.eq")] {
            let near = branch(Reach::Bit, kind, bit, true, 1).unwrap_or_default();
            // For the low half, its name is written.
            let reg = if bit < 32 { 'w' } else { 'x' };
            assert_eq!(near[0], format!("{name} {reg}5, #{bit:#x}, $+0x8"));
            let far = branch(Reach::Cond, kind, bit, true, 1).unwrap_or_default();
            let mask = [format!("tst x5, #{:#x}", 1u64 << bit), format!("tst x5, {}", hex(1i64 << bit))];
            assert!(mask.contains(&far[0]) && far[1].starts_with(cc), "{far:?}");
        }
    }
}

#[test]
fn branches_reach_as_far_as_they_say() {
    const NAMES: [[&str; 2]; 6] = [
        ["b.lt", "b.ge"],
        ["cbz x5,", "cbnz x5,"],
        ["cbnz x5,", "cbz x5,"],
        ["tbnz x5, #0x3f,", "tbz x5, #0x3f,"],
        ["tbz x5, #0x3f,", "tbnz x5, #0x3f,"],
        ["b", "b"],
    ];
    for (kind, names) in NAMES.iter().enumerate() {
        for forward in [true, false] {
            // Bits: 2^13 instructions each way; conditions: 2^18.
            let limit = if (3..5).contains(&kind) { 1 << 13 } else { 1 << 18 };
            let gap = if forward { limit - 2 } else { limit };
            let distance = if forward { 4 * (gap as i64 + 1) } else { -4 * (gap as i64) };
            let near = branch(Reach::Bit, kind, 63, forward, gap).unwrap_or_else(|| panic!("{names:?}"));
            let sign = if distance < 0 { "-" } else { "+" };
            assert_eq!(near[0], format!("{} ${sign}{:#x}", names[0], distance.abs()));
            if kind < 5 {
                assert!(branch(Reach::Bit, kind, 63, forward, gap + 1).is_none(), "{names:?}");
                let far =
                    branch(Reach::Far, kind, 63, forward, gap + 1).unwrap_or_else(|| panic!("{names:?}"));
                assert!(far.iter().any(|l| l.starts_with("b $")), "{far:?}");
            }
            if kind == 3 || kind == 4 {
                let middle =
                    branch(Reach::Cond, kind, 63, forward, gap + 1).unwrap_or_else(|| panic!("{names:?}"));
                assert_eq!(middle[0], "tst x5, #0x8000000000000000");
                assert!(middle[1].starts_with(if kind == 3 { "b.ne" } else { "b.eq" }), "{middle:?}");
            }
        }
    }
}
