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
use holloway_compiler::codegen::combine::Inner;
use holloway_compiler::codegen::lower::{Emitter, Lowering, Work};
use holloway_compiler::codegen::machine::{Constraints, RegInfo};
use holloway_compiler::codegen::plan::Step;
use holloway_compiler::codegen::prepare::prepare;
use holloway_compiler::codegen::{Arena, Backend, CodegenError, CompileRequest, CompiledTrace, Target};
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

    fn compile(&self, arena: &mut Arena, req: &CompileRequest<'_>) -> Result<CompiledTrace, CodegenError> {
        let shared = shared(arena)?;
        let p = prepare(self, req, shared.exit)?;
        for reach in [Reach::Bit, Reach::Cond, Reach::Far] {
            let mut e = Emit::new(reach, p.frame);
            let mut lower = Lower { w: Work::new(&p, req, || e.label()), e };
            let entries = lower.assemble(&p)?;
            match finish(lower.e) {
                Ok(bytes) => {
                    let code = publish(arena, &bytes)?;
                    return Ok(p.finish(req, code, entries));
                }
                Err(DynasmError::ImpossibleRelocation(_)) => {}
                Err(e) => return Err(internal(e)),
            }
        }
        Err(CodegenError::TooLarge("more code than a branch spans".into()))
    }

    fn spill_entry(&self, arena: &mut Arena) -> Result<usize, CodegenError> {
        Ok(shared(arena)?.spill)
    }

    #[cfg(target_arch = "aarch64")]
    unsafe fn enter(&self, entry: usize, ctx: &NativeCtx, inputs: *const u64, out: *mut u64) -> u64 {
        let result: u64;
        // SAFETY: the caller promises a live entry. Trace code preserves x29 and sp, keeps x28, does not touch x18, and may change every
        // other register: x19 is saved here (it cannot be named as a clobber), the rest is declared. sp stays 16-byte aligned.
        unsafe {
            std::arch::asm!(
                "stp x19, x29, [sp, #-16]!",
                "blr {entry}",
                "ldp x19, x29, [sp], #16",
                entry = in(reg) entry,
                in("x28") ctx as *const NativeCtx,
                in("x1") inputs,
                in("x2") out,
                lateout("x0") result,
                out("x20") _,
                out("x21") _,
                out("x22") _,
                out("x23") _,
                out("x24") _,
                out("x25") _,
                out("x26") _,
                out("x27") _,
                out("v8") _,
                out("v9") _,
                out("v10") _,
                out("v11") _,
                out("v12") _,
                out("v13") _,
                out("v14") _,
                out("v15") _,
                clobber_abi("C"),
            );
        }
        debug_assert!(result <= status::UNWIND, "native code returned {result}");
        result
    }

    /// This processor cannot run the code, so nothing of it has run, which is what SPILL says.
    #[cfg(not(target_arch = "aarch64"))]
    unsafe fn enter(&self, _: usize, _: &NativeCtx, _: *const u64, _: *mut u64) -> u64 {
        status::SPILL
    }

    fn disassemble(&self, bytes: &[u8], addr: usize) -> String {
        disassemble(bytes, addr)
    }
}

/// Machine code as text, one instruction a line with its address. Words that are no instruction (constants after the code) are shown
/// as such.
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

#[cfg(test)]
mod encoding_tests;
