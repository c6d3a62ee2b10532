//! x86-64 code generation for Holloway.
//!
//! **Problem.** Turn planned and allocated steps into machine code under the convention of
//! [`holloway_compiler::codegen::backend`]. What is decided elsewhere: which ops are emitted, in which order, in which registers.
//!
//! **Rooms** (the same in every backend): [`regs`] names and roles, [`rules`] constraints by op, `emit` encodings, `lower*` from ops to
//! encodings by topic, `exits` frames, entries and exits.
//!
//! **Invariants.**
//! 1. `r15` is the context and `rbp` the frame base in every instruction of a trace; `r11` and `xmm15` hold nothing between steps.
//! 2. Lowering relies on what `rules` demands and on nothing else about placement.
//! 3. Moves and constant loads leave flags alone (a guard may test flags of the step before).
//!
//! **Not promised.** Code depends on the processor's features; it is not for storing or moving to another machine.
//!
//! **Example.** `i6 = int_add i3 1; i7 = int_lt i6 i1; guard_true i7` becomes `add rax, 1; cmp rax, rcx; jge stub`.

#![allow(clippy::useless_conversion, reason = "the assembler macro converts every register number")]

#[cfg(all(windows, target_arch = "x86_64"))]
compile_error!("the run time's functions are called by the System V convention, which is not this system's");

mod emit;
mod exits;
mod lower;
mod lower_call;
mod lower_float;
mod lower_guard;
pub mod regs;
pub mod rules;

use emit::Emit;
use exits::{finish, shared};
use holloway_compiler::abi::{status, NativeCtx};
use holloway_compiler::codegen::lower::{Emitter, Lowering, Work};
use holloway_compiler::codegen::machine::{Constraints, RegInfo};
use holloway_compiler::codegen::plan::Step;
use holloway_compiler::codegen::prepare::prepare;
use holloway_compiler::codegen::{Arena, Backend, CodegenError, CompileRequest, CompiledTrace, Target};
use holloway_compiler::ir::Trace;
use lower::Lower;
use rules::Features;

/// The x86-64 backend.
#[derive(Clone, Copy, Debug)]
pub struct X86 {
    features: Features,
}

impl Default for X86 {
    fn default() -> Self {
        X86::new()
    }
}

impl X86 {
    /// A backend that uses what this processor has.
    pub fn new() -> X86 {
        X86 { features: Features::detect() }
    }
    /// A backend restricted to some features (tests run the fallbacks this way).
    pub fn with(features: Features) -> X86 {
        X86 { features }
    }
}

impl Target for X86 {
    fn regs(&self) -> &RegInfo {
        &regs::INFO
    }
    fn constraints(&self, trace: &Trace, step: &Step) -> Constraints {
        rules::constraints(self.features, trace, step)
    }
}

impl Backend for X86 {
    fn name(&self) -> &'static str {
        "x86-64"
    }

    fn compile(&self, arena: &mut Arena, req: &CompileRequest<'_>) -> Result<CompiledTrace, CodegenError> {
        let shared = shared(arena)?;
        let p = prepare(self, req, shared.exit)?;
        let mut e = Emit::new();
        let w = Work::new(&p, req, || e.label());
        let mut lower = Lower { w, e, features: self.features };
        let entries = lower.assemble(&p)?;
        let bytes = finish(lower.e)?;
        let code = arena.add(&bytes)?;
        Ok(p.finish(req, code, entries))
    }

    fn spill_entry(&self, arena: &mut Arena) -> Result<usize, CodegenError> {
        Ok(shared(arena)?.spill)
    }

    unsafe fn enter(&self, entry: usize, ctx: &NativeCtx, inputs: *const u64, out: *mut u64) -> u64 {
        let result: u64;
        // SAFETY: the caller promises a live entry. Trace code preserves rbp and rsp, keeps r15, and may change every other
        // register: rbx and rbp are saved here (they cannot be named as clobbers), the rest is declared. The two pushes keep the stack
        // 16-byte aligned at the call.
        unsafe {
            std::arch::asm!(
                "push rbx",
                "push rbp",
                "call {entry}",
                "pop rbp",
                "pop rbx",
                entry = in(reg) entry,
                in("r15") ctx as *const NativeCtx,
                in("rsi") inputs,
                in("rdx") out,
                lateout("rax") result,
                out("r12") _,
                out("r13") _,
                out("r14") _,
                clobber_abi("sysv64"),
            );
        }
        debug_assert!(result <= status::UNWIND, "native code returned {result}");
        result
    }

    fn disassemble(&self, bytes: &[u8], addr: usize) -> String {
        disassemble(bytes, addr)
    }
}

/// Machine code as text, one instruction a line with its address.
pub fn disassemble(bytes: &[u8], addr: usize) -> String {
    use iced_x86::{Decoder, DecoderOptions, Formatter, GasFormatter};
    let mut decoder = Decoder::with_ip(64, bytes, addr as u64, DecoderOptions::NONE);
    let mut formatter = GasFormatter::new();
    let mut out = String::new();
    for inst in &mut decoder {
        out.push_str(&format!("{:x}  ", inst.ip()));
        formatter.format(&inst, &mut out);
        out.push('\n');
    }
    out
}
