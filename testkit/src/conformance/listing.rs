//! Machine code by group of ops, pinned as text: what a backend makes of small traces, for people to read and for changes to show.
//!
//! Code is disassembled as if it stood at address 0; constants that may be addresses of this process are shown as `ADDR`; what follows the
//! first exit stub is left out.

use holloway_compiler::codegen::backend::{Backend, CompileRequest, Links, StartInfo};
use holloway_compiler::codegen::machine::{Loc, PReg};
use holloway_compiler::codegen::Arena;
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::Trace;
use std::path::Path;

/// The groups: a name and a trace.
pub const GROUPS: &[(&str, &str)] = &[
    (
        "integers",
        "i0 = input int\ni1 = input int\ni2 = int_add i0 i1\ni3 = int_add i2 1000\ni4 = int_sub i3 i1\ni5 = int_sub 0 i4\n\
         i6 = int_mul i5 i1\ni7 = int_mul i6 10\ni8 = int_and i7 255\ni9 = int_or i8 i0\ni10 = int_xor i9 1234567\ni11 = int_not i10\n\
         i12 = int_neg i11\nfinish(i12)",
    ),
    (
        "shifts",
        "i0 = input int\ni1 = input int\ni2 = int_shl i0 3\ni3 = int_shr i2 i1\ni4 = int_sar i3 67\ni5 = int_shl i4 i1\nfinish(i5)",
    ),
    (
        "operands",
        "i0 = input int\ni1 = input int\ni2 = int_shl i1 3\ni3 = int_add i0 i2\ni4 = int_sar i1 5\ni5 = int_xor i4 i3\ni6 = int_and i1 65535\n\
         i7 = int_sub i5 i6\ni8 = int_mul i7 i1\ni9 = int_add i0 i8\ni10 = int_mul i9 1000\ni11 = int_sub i7 i10\nfinish(i11)",
    ),
    (
        "division",
        "i0 = input int\ni1 = input int\ni2 = int_div_floor i0 i1\ni3 = int_mod_floor i0 i1\ni4 = int_div_floor i2 8\n\
         i5 = int_mod_floor i3 10\ni6 = int_div_floor i0 10\ni7 = int_mod_floor i1 -7\nfinish(i4, i5, i6, i7)",
    ),
    (
        "compares",
        "i0 = input int\ni1 = input int\nr2 = input ref\ni3 = int_lt i0 i1\ni4 = uint_le i0 100\ni5 = ref_eq r2 null\nguard_true i1 [s0]\n\
         i7 = int_lt i0 0\nguard_false i7 [s0]\ni9 = int_le i0 i1\nguard_true i9 [s0]\nguard_eq i1 7 [s0]\n\
         finish(i3, i4, i5)\ns0 = snap guard=0 entries=[i0]",
    ),
    (
        "bits",
        "i0 = input int\ni1 = input int\ni2 = int_and i0 8\nguard_true i2 [s0]\ni4 = int_and i0 4611686018427387904\ni5 = int_eq i4 0\n\
         guard_true i5 [s0]\ni7 = int_and i1 255\nguard_false i7 [s0]\ni9 = int_and i0 i1\ni10 = int_ne i9 0\nguard_true i10 [s0]\n\
         i12 = int_and i1 1000\nguard_eq i12 0 [s0]\nfinish(i0)\ns0 = snap guard=0 entries=[i0, i1]",
    ),
    (
        "overflow",
        "i0 = input int\ni1 = input int\ni2 = int_add i0 i1\ni3 = int_add_ovf i0 i1\nguard_false i3 [s0]\ni5 = int_mul i2 i1\n\
         i6 = int_mul_ovf i2 i1\nguard_false i6 [s0]\ni8 = int_sub_ovf i5 1\nfinish(i5, i8)\ns0 = snap guard=0 entries=[i0]",
    ),
    (
        "floats",
        "f0 = input float\nf1 = input float\nf2 = float_add f0 f1\nf3 = float_mul f2 0.1\nf4 = float_sub 1.0 f3\nf5 = float_div f4 f1\n\
         f6 = float_neg f5\nf7 = float_abs f6\nf8 = float_sqrt f7\nf9 = float_floor f8\ni10 = float_lt f9 f0\nguard_true i10 [s0]\n\
         i12 = float_eq f9 0.0\nfinish(f9, i12)\ns0 = snap guard=0 entries=[f0]",
    ),
    (
        "conversions",
        "i0 = input int\nf1 = int_to_float i0\nf2 = float_add f1 0.5\ni3 = float_to_int f2\ni4 = float_to_bits f2\ni5 = int_xor i4 i3\n\
         f6 = float_from_bits i5\nfinish(f6)",
    ),
    (
        "memory",
        "type t0 = Cells{header=1, size=32, stride=0, len=0}\nfield x0 = Cells.byte@8:u8\nfield x1 = Cells.int@12:i32\n\
         field x2 = Cells.tag@16:w64\nfield x3 = Cells.word@24:w64\nr0 = input ref\ni1 = load r0 x0\ni2 = load r0 x1\ni3 = load r0 x2\n\
         i4 = load r0 x3\ni5 = int_add i1 i2\nstore r0 i5 x0\nstore r0 0 x1\nstore r0 6 x2\nstore r0 i4 x3\nfinish(i3)",
    ),
    (
        "elements",
        "type t0 = Slots{header=2, size=16, stride=16, len=8}\narray a0 = Slots.tag@16/16:w64\narray a1 = Slots.payload@24/16:w64\n\
         r0 = input ref\ni1 = input int\ni2 = load_elem r0 i1 a0\nguard_eq i2 1 [s0]\ni4 = load_elem r0 i1 a1\ni5 = load_elem r0 3 a1\n\
         i6 = int_add i4 i5\nstore_elem r0 i1 1 a0\nstore_elem r0 i1 i6 a1\nfinish(i6)\ns0 = snap guard=0 entries=[i1]",
    ),
    (
        "allocation",
        "type t0 = Pair{header=5, size=24, stride=0, len=0}\ntype t1 = Words{header=6, size=16, stride=8, len=8}\nfield x0 = Pair.a@8:w64\n\
         i0 = input int\nr1 = new t0\nstore r1 i0 x0\nr3 = new_array 4 t1\nr4 = new_array i0 t1\nfinish(r1, r3, r4)",
    ),
    (
        "calls",
        "helper h0 = mix{addr=0x1000, effect=all}\nkey k0 = 3\ni0 = input int\nf1 = input float\ni2 = call h0(i0, f1, 7)\ni3 = result i2 #0\n\
         guard_eq i2 0 [s0]\ni5 = call_trace k0(1, i0, i3)\ni6 = result i5 #0\nguard_eq i5 0 [s0]\nfinish(i6)\n\
         s0 = snap guard=0 entries=[i0]",
    ),
    (
        "loops",
        "i0 = input int\ni1 = input int\nlabel(i0)\ni3 = phi int\nguard_poll [s0]\ni5 = int_lt i3 i1\nguard_true i5 [s0]\ni7 = int_add i3 1\n\
         jump loop(i7)\ns0 = snap guard=0 entries=[i3, i1]",
    ),
    ("links", "i0 = input int\nguard_valid 4096 [s0]\njump trace 1(i0)\ns0 = snap guard=0 entries=[i0]"),
];

/// Links whose addresses are the same in every run; the code is not entered.
struct FixedLinks;

impl Links for FixedLinks {
    fn start_of(&self, _: u32) -> Option<StartInfo> {
        Some(StartInfo { inner: 0x2000, inputs: vec![Some(Loc::Reg(PReg::gpr(3)))] })
    }
    fn entry_slot(&self, _: u32) -> Option<*const usize> {
        Some(0x3000 as *const usize)
    }
}

/// The machine code of a trace as text, up to the first line that contains `end`.
fn listing(backend: &dyn Backend, name: &str, text: &str, end: &str) -> String {
    let t: Trace = text.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(verify(&t), Ok(()), "{name}");
    let mut arena = Arena::new(1 << 20);
    let code = backend
        .compile(&mut arena, &CompileRequest::new(&t, &FixedLinks))
        .unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut out = format!("{text}\n\n");
    for line in backend.disassemble(&arena.bytes(code.code), 0).lines() {
        let (_, inst) = line.split_once("  ").unwrap_or(("", line));
        for (k, part) in inst.split("0x").enumerate() {
            let digits = part.bytes().take_while(u8::is_ascii_hexdigit).count();
            match (k, digits) {
                (0, _) => out.push_str(part),
                (_, 9..) => out.push_str(&format!("ADDR{}", &part[digits..])),
                _ => out.push_str(&format!("0x{part}")),
            }
        }
        out.push('\n');
        if inst.contains(end) {
            break;
        }
    }
    out
}

/// Compares the code of all groups with the files `NAME.txt` in `dir`; `end` is in the last line of an exit stub. With `UPDATE_CODE` set
/// in the environment, writes the files.
///
/// # Panics
/// When code differs from its file.
pub fn check(backend: &dyn Backend, dir: &Path, end: &str) {
    let mut different = Vec::new();
    for (name, text) in GROUPS {
        let got = listing(backend, name, text, end);
        let path = dir.join(format!("{name}.txt"));
        if std::env::var_os("UPDATE_CODE").is_some() {
            std::fs::write(&path, &got).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        } else if std::fs::read_to_string(&path).ok().as_ref() != Some(&got) {
            different.push(format!("{}: the code is now\n{got}", path.display()));
        }
    }
    assert!(
        different.is_empty(),
        "{}\nIf that is meant: UPDATE_CODE=1 cargo test -p holloway-backend-{}",
        different.join("\n"),
        if backend.name() == "aarch64" { "aarch64" } else { "x86" }
    );
}
