//! AArch64 code generation for Holloway.
//!
//! **Problem.** Turn planned and allocated steps into machine code under the convention of
//! [`holloway_compiler::codegen::backend`]. What is decided elsewhere: which ops are emitted, in which order, in which registers.
//!
//! **Rooms** (the same in every backend): [`regs`] names and roles, [`rules`] constraints by op, [`imm`] what encodings hold, `emit`
//! encodings, `lower*` from ops to encodings by topic, `exits` frames, entries and exits.
//!
//! **Invariants.**
//! 1. `x28` is the context and `x29` the frame base in every instruction of a trace; `x18` is never touched; `x16` and `v31` hold nothing
//!    between steps, `x17` at most the address that `Emit::element` says.
//! 2. Lowering relies on what `rules` demands and on nothing else about placement.
//! 3. Moves and constant loads leave flags alone (a guard may test flags of the step before).
//! 4. No immediate reaches the assembler that its instruction does not hold: it would panic.
//!
//! **Not promised.** Entering code on another processor: there it can only be made and read, and [`Backend::enter`] answers SPILL.
//!
//! **Example.** `i6 = int_add i3 1; i7 = int_lt i6 i1; guard_true i7` becomes `add x0, x0, #1; cmp x0, x1; b.ge stub`.

#![allow(clippy::useless_conversion, reason = "the assembler macro converts every register number")]

mod emit;
mod exits;
pub mod imm;
mod lower;
mod lower_call;
mod lower_float;
mod lower_guard;
mod lower_pair;
pub mod regs;
pub mod rules;

use dynasmrt::DynasmError;
use emit::{Emit, Reach};
use exits::{finish, internal, publish, shared};
use holloway_compiler::abi::{status, NativeCtx};
#[cfg(target_arch = "aarch64")]
use holloway_compiler::codegen::backend::with_room;
use holloway_compiler::codegen::combine::Inner;
use holloway_compiler::codegen::debug::Dwarf;
use holloway_compiler::codegen::lower::{Emitter, Lowering, Work};
use holloway_compiler::codegen::machine::{Constraints, RegInfo};
use holloway_compiler::codegen::patch::Patches;
use holloway_compiler::codegen::plan::Step;
use holloway_compiler::codegen::prepare::prepare;
use holloway_compiler::codegen::{
    Arena, Assembled, Backend, Code, CodegenError, CompileRequest, Shared, Target,
};
use holloway_compiler::ir::{Op, Trace};
use lower::Lower;

/// The AArch64 backend.
#[derive(Clone, Copy, Default, Debug)]
pub struct AArch64;

impl Target for AArch64 {
    fn regs(&self) -> &RegInfo {
        &regs::INFO
    }
    fn constraints(&self, trace: &Trace, step: &Step) -> Constraints {
        rules::constraints(trace, step)
    }
    fn combines(&self, op: Op, inner: Inner) -> bool {
        rules::combines(op, inner)
    }
}

impl Backend for AArch64 {
    fn name(&self) -> &'static str {
        "aarch64"
    }

    fn shared(&self, arena: &mut Arena) -> Result<Shared, CodegenError> {
        shared(arena)
    }

    fn assemble(&self, shared: Shared, req: &CompileRequest<'_>) -> Result<Assembled, CodegenError> {
        let p = prepare(self, req, shared.exit.addr)?;
        for reach in [Reach::Bit, Reach::Cond, Reach::Far] {
            let mut e = Emit::new(reach, p.frame);
            let mut lower = Lower { w: Work::new(&p, req, || e.label()), e };
            let entries = lower.assemble(&p)?;
            match finish(lower.e) {
                Ok(bytes) => {
                    return Ok(Assembled { prepared: p, bytes, entries, patches: Patches::default() })
                }
                Err(DynasmError::ImpossibleRelocation(_)) => {}
                Err(e) => return Err(internal(e)),
            }
        }
        Err(CodegenError::TooLarge("more code than a branch spans".into()))
    }

    fn publish(&self, arena: &mut Arena, bytes: &[u8]) -> Result<Code, CodegenError> {
        publish(arena, bytes)
    }

    #[cfg(target_arch = "aarch64")]
    unsafe fn enter(&self, entry: usize, ctx: &NativeCtx, inputs: &[u64], out: *mut u64) -> u64 {
        let result = with_room::<{ regs::ARGS.len() }, _>(inputs, |inputs| {
            // SAFETY: the caller promises a live entry and what it needs; the room has as many words as there are registers for inputs, at least.
            unsafe { call(entry, inputs, out, ctx) }
        });
        debug_assert!(result <= status::UNWIND, "native code returned {result}");
        result
    }

    /// This processor cannot run the code, so nothing of it has run, which is what SPILL says.
    #[cfg(not(target_arch = "aarch64"))]
    unsafe fn enter(&self, _: usize, _: &NativeCtx, _: &[u64], _: *mut u64) -> u64 {
        status::SPILL
    }

    fn dwarf(&self) -> Dwarf {
        regs::DWARF
    }

    fn disassemble(&self, bytes: &[u8], addr: usize) -> String {
        disassemble(bytes, addr)
    }
}

/// Calls an outer entry from Rust. A function of its own, whose frame DWARF describes: debuggers and backtraces get from native code to its caller by it.
///
/// # Safety
/// As for [`Backend::enter`]; `inputs` has as many words as there are [`regs::ARGS`], at least.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
unsafe extern "C" fn call(entry: usize, inputs: *const u64, out: *mut u64, ctx: *const NativeCtx) -> u64 {
    // Trace code preserves x29 and sp, keeps x28, does not touch x18, and may change every other register; callers want x19 to x28 and the lower halves of
    // v8 to v15 back. `inputs` and `out` are where the entry expects them; the first inputs come to `regs::ARGS`, and the first results from `regs::RESULTS`.
    std::arch::naked_asm!(
        ".cfi_startproc",
        "stp x29, x30, [sp, #-176]!",
        ".cfi_def_cfa_offset 176",
        ".cfi_offset x29, -176",
        ".cfi_offset x30, -168",
        "mov x29, sp",
        ".cfi_def_cfa_register x29",
        "stp x27, x28, [sp, #16]",
        "stp x25, x26, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x21, x22, [sp, #64]",
        "stp x19, x20, [sp, #80]",
        "stp d14, d15, [sp, #96]",
        "stp d12, d13, [sp, #112]",
        "stp d10, d11, [sp, #128]",
        "stp d8, d9, [sp, #144]",
        ".cfi_offset x27, -160",
        ".cfi_offset x28, -152",
        ".cfi_offset x25, -144",
        ".cfi_offset x26, -136",
        ".cfi_offset x23, -128",
        ".cfi_offset x24, -120",
        ".cfi_offset x21, -112",
        ".cfi_offset x22, -104",
        ".cfi_offset x19, -96",
        ".cfi_offset x20, -88",
        ".cfi_offset d14, -80",
        ".cfi_offset d15, -72",
        ".cfi_offset d12, -64",
        ".cfi_offset d13, -56",
        ".cfi_offset d10, -48",
        ".cfi_offset d11, -40",
        ".cfi_offset d8, -32",
        ".cfi_offset d9, -24",
        "str x2, [sp, #160]",
        "mov x28, x3",
        "mov x16, x0",
        "ldp x3, x4, [x1]",
        "ldp x5, x6, [x1, #16]",
        "ldp x7, x8, [x1, #32]",
        "blr x16",
        "ldr x16, [sp, #160]",
        "stp x1, x2, [x16]",
        "stp x3, x4, [x16, #16]",
        "stp x5, x6, [x16, #32]",
        "str x7, [x16, #48]",
        "ldp x27, x28, [sp, #16]",
        "ldp x25, x26, [sp, #32]",
        "ldp x23, x24, [sp, #48]",
        "ldp x21, x22, [sp, #64]",
        "ldp x19, x20, [sp, #80]",
        "ldp d14, d15, [sp, #96]",
        "ldp d12, d13, [sp, #112]",
        "ldp d10, d11, [sp, #128]",
        "ldp d8, d9, [sp, #144]",
        "ldp x29, x30, [sp], #176",
        ".cfi_def_cfa sp, 0",
        ".cfi_restore x29",
        ".cfi_restore x30",
        "ret",
        ".cfi_endproc",
    )
}

/// Machine code as text, one instruction a line with its address. Words that are no instruction (constants after the code) are shown
/// as such.
#[cfg(feature = "observe")]
pub fn disassemble(bytes: &[u8], addr: usize) -> String {
    use yaxpeax_arch::{Arch, Decoder, U8Reader};
    let decoder = <yaxpeax_arm::armv8::a64::ARMv8 as Arch>::Decoder::default();
    let mut out = String::new();
    for (k, word) in bytes.chunks(4).enumerate() {
        out.push_str(&format!("{:x}  ", addr + 4 * k));
        match decoder.decode(&mut U8Reader::new(word)) {
            Ok(inst) => out.push_str(&inst.to_string()),
            Err(_) => {
                let bits = word.iter().rev().fold(0u32, |n, b| n << 8 | *b as u32);
                out.push_str(&format!(".word {bits:#010x}"));
            }
        }
        out.push('\n');
    }
    out
}

/// Nothing: that is for builds with the feature `observe`.
#[cfg(not(feature = "observe"))]
pub fn disassemble(_: &[u8], _: usize) -> String {
    String::new()
}

#[cfg(test)]
mod encoding_tests;
