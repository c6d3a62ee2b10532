//! x86-64 code generation for Holloway.
//!
//! **Problem.** Turn planned and allocated steps into machine code under the convention of
//! [`holloway_compiler::codegen::backend`]. What is decided elsewhere: which ops are emitted, in which order, in which registers.
//!
//! **Rooms** (the same in every backend): [`regs`] names and roles, [`rules`] constraints by op, `emit` encodings, `lower*` from ops to
//! encodings by topic, `exits` frames, entries and exits.
//!
//! **Invariants.**
//! 1. `r15` is the context and `rbp` the frame base in every instruction of a trace; `xmm15` holds nothing between steps, `r11` a constant (`Lower::held`) or nothing.
//! 2. Lowering relies on what `rules` demands and on nothing else about placement.
//! 3. Moves and constant loads leave flags alone (a guard may test flags of the step before).
//!
//! **Not promised.** Code depends on the processor's features; it is not for storing or moving to another machine.
//!
//! **Example.** `i6 = int_add i3 1; i7 = int_lt i6 i1; guard_true i7` becomes `add rax, 1; cmp rax, rcx; jge stub`.

#![allow(clippy::useless_conversion, reason = "the assembler macro converts every register number")]

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
use holloway_compiler::codegen::backend::with_room;
use holloway_compiler::codegen::debug::Dwarf;
use holloway_compiler::codegen::lower::{Emitter, Lowering, Work};
use holloway_compiler::codegen::machine::{Constraints, RegInfo};
use holloway_compiler::codegen::plan::Step;
use holloway_compiler::codegen::prepare::prepare;
use holloway_compiler::codegen::{Arena, Assembled, Backend, CodegenError, CompileRequest, Shared, Target};
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

    fn shared(&self, arena: &mut Arena) -> Result<Shared, CodegenError> {
        shared(arena)
    }

    fn assemble(&self, shared: Shared, req: &CompileRequest<'_>) -> Result<Assembled, CodegenError> {
        let p = prepare(self, req, shared.exit.addr)?;
        let mut e = Emit::new();
        let w = Work::new(&p, req, || e.label());
        let mut lower = Lower {
            w,
            e,
            features: self.features,
            held: None,
            far: Vec::new(),
            assumed: Vec::new(),
            stubs: Vec::new(),
        };
        let entries = lower.assemble(&p)?;
        let patches = lower.patches();
        let bytes = finish(lower.e)?;
        Ok(Assembled { prepared: p, bytes, entries, patches })
    }

    unsafe fn enter(&self, entry: usize, ctx: &NativeCtx, inputs: &[u64], out: *mut u64) -> u64 {
        let result = with_room::<{ regs::ARGS.len() }, _>(inputs, |inputs| {
            // SAFETY: the caller promises a live entry and what it needs; the room has as many words as there are registers for inputs, at least.
            unsafe { call(entry, inputs, out, ctx) }
        });
        debug_assert!(result <= status::UNWIND, "native code returned {result}");
        result
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
#[unsafe(naked)]
unsafe extern "sysv64" fn call(
    entry: usize,
    inputs: *const u64,
    out: *mut u64,
    ctx: *const NativeCtx,
) -> u64 {
    // Trace code preserves rbp and rsp, keeps r15, and may change every other register; callers want rbx and r12 to r15 back. The return address and seven
    // words keep the stack 16-byte aligned at the call. `inputs` and `out` are where the entry expects them; the first inputs come to `regs::ARGS`, and
    // the first results from `regs::RESULTS`.
    std::arch::naked_asm!(
        ".cfi_startproc",
        "push rbp",
        ".cfi_def_cfa_offset 16",
        ".cfi_offset rbp, -16",
        "mov rbp, rsp",
        ".cfi_def_cfa_register rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        ".cfi_offset rbx, -24",
        ".cfi_offset r12, -32",
        ".cfi_offset r13, -40",
        ".cfi_offset r14, -48",
        ".cfi_offset r15, -56",
        "push rdx",
        "mov r15, rcx",
        "mov rax, rdi",
        "mov rcx, [rsi]",
        "mov rdi, [rsi + 8]",
        "mov r8, [rsi + 16]",
        "mov r9, [rsi + 24]",
        "mov r10, [rsi + 32]",
        "mov rbx, [rsi + 40]",
        "call rax",
        "pop r11",
        "mov [r11], rcx",
        "mov [r11 + 8], rdx",
        "mov [r11 + 16], rsi",
        "mov [r11 + 24], rdi",
        "mov [r11 + 32], r8",
        "mov [r11 + 40], r9",
        "mov [r11 + 48], r10",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        ".cfi_def_cfa rsp, 8",
        "ret",
        ".cfi_endproc",
    )
}

/// Machine code as text, one instruction a line with its address.
#[cfg(feature = "observe")]
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

/// Nothing: that is for builds with the feature `observe`.
#[cfg(not(feature = "observe"))]
pub fn disassemble(_: &[u8], _: usize) -> String {
    String::new()
}
