//! AArch64 code generation for Holloway: the contract without the lowering.
//!
//! **Problem.** The backend contract is written for two targets; this crate holds AArch64's side of it that needs no code
//! emission: the register file, the demands of each op on the allocator, and which immediates its encodings hold. So the
//! neutral half (planning, allocation, checker) runs for this target already, and is tested for it here.
//!
//! **Rooms** (the same in every backend): [`regs`] names and roles, [`rules`] constraints by op, [`emit`] encodings (so far their predicates
//! only); to come: `lower*` from ops to encodings by topic, `exits` frames, entries and exits.
//!
//! **Not promised.** Native code: [`Backend::compile`] answers [`CodegenError::NoLowering`], and nothing pretends otherwise.

pub mod emit;
pub mod regs;
pub mod rules;

use holloway_tracer::codegen::context::status;
use holloway_tracer::codegen::machine::{Constraints, RegInfo};
use holloway_tracer::codegen::plan::Step;
use holloway_tracer::codegen::{
    Arena, Backend, CodegenError, CompileRequest, CompiledTrace, NativeCtx, Target,
};
use holloway_tracer::ir::Trace;

/// The AArch64 backend.
#[derive(Clone, Copy, Default, Debug)]
pub struct AArch64;

const NAME: &str = "aarch64";

impl Target for AArch64 {
    fn regs(&self) -> &RegInfo {
        &regs::INFO
    }
    fn constraints(&self, trace: &Trace, step: &Step) -> Constraints {
        rules::constraints(trace, step)
    }
}

impl Backend for AArch64 {
    fn name(&self) -> &'static str {
        NAME
    }
    fn compile(&self, _: &mut Arena, _: &CompileRequest<'_>) -> Result<CompiledTrace, CodegenError> {
        Err(CodegenError::NoLowering(NAME))
    }
    fn spill_entry(&self, _: &mut Arena) -> Result<usize, CodegenError> {
        Err(CodegenError::NoLowering(NAME))
    }
    /// No entry can exist yet, so nothing runs: the answer is SPILL, which says exactly that.
    unsafe fn enter(&self, _: usize, _: &NativeCtx, _: *const u64, _: *mut u64) -> u64 {
        status::SPILL
    }
    /// The instruction words in hexadecimal.
    fn disassemble(&self, bytes: &[u8], addr: usize) -> String {
        let words = bytes.chunks_exact(4).enumerate();
        words
            .map(|(k, w)| {
                format!("{:x}  .inst {:#010x}\n", addr + 4 * k, u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
            })
            .collect()
    }
}
