//! x86-64 code generation for Holloway.
//!
//! **Problem.** Turn planned and allocated steps into machine code under the convention of
//! [`holloway_tracer::codegen::backend`]. What is decided elsewhere: which ops are emitted, in which order, in which registers.
//!
//! **Rooms** (the same in every backend): [`regs`] names and roles, [`rules`] constraints by op, [`emit`] encodings, `lower*` from ops to
//! encodings by topic, [`exits`] frames, entries and exits.
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
use holloway_tracer::codegen::context::{status, TRACE_RESULTS};
use holloway_tracer::codegen::exits::{encode, fits, slot_distance, ExitRecord};
use holloway_tracer::codegen::machine::{Constraints, Loc, RegInfo};
use holloway_tracer::codegen::plan::{plan, PlanOptions, Step};
use holloway_tracer::codegen::{
    alloc, checker, Action, Arena, Backend, CodegenError, CompileRequest, CompiledTrace, Ends, Entry,
    ExitInfo, NativeCtx, StartInfo, Target, MAX_FRAME,
};
use holloway_tracer::ir::{JumpTarget, Op, Trace};
use lower::Lower;
use rules::Features;
use std::cell::Cell;

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
        let trace = req.trace;
        let shared = shared(arena)?;
        let plan = plan(trace, PlanOptions { flags: req.chaos.is_none() });
        let given = parent_places(req)?;
        let target = match trace.target {
            JumpTarget::Trace(n) => Some(
                req.links
                    .start_of(n)
                    .ok_or_else(|| CodegenError::Unknown(format!("trace {n} as jump target")))?,
            ),
            _ => None,
        };
        let ends = Ends { inputs: given.as_deref(), target: target.as_ref().map(|t| &t.inputs[..]) };
        let alloc = alloc::allocate(trace, &plan, self, ends, req.randomize)?;
        if req.check || cfg!(debug_assertions) {
            checker::check(trace, &plan, self, ends, &alloc).map_err(CodegenError::Internal)?;
        }
        let frame = frame_size(trace, &plan.steps, alloc.slots)?;

        // Descriptors and records first: the code holds their addresses.
        let mut descrs = Vec::new();
        let mut exits = Vec::new();
        let mut starts = Vec::new();
        for step in plan.steps.iter().filter(|s| s.exit != u32::MAX) {
            let e = step.exit as usize;
            let places =
                alloc.exit_locs[plan.exit_start[e] as usize..plan.exit_start[e + 1] as usize].to_vec();
            if !fits(places.len()) {
                return Err(CodegenError::TooLarge(format!("an exit with {} values", places.len())));
            }
            starts.push(descrs.len());
            encode(&places, &mut descrs);
            exits.push(ExitInfo { snap: step.of(trace).snap, inst: step.inst, places });
        }
        let descrs = descrs.into_boxed_slice();
        let records: Box<[ExitRecord]> = starts
            .iter()
            .enumerate()
            .map(|(k, at)| {
                let number = req.first_exit + k as u64;
                ExitRecord {
                    target: Cell::new(shared.exit),
                    routine: shared.exit,
                    number,
                    descr: &descrs[*at],
                    countdown: Cell::new(req.chaos.map_or(0, |c| c.countdown(number, 0))),
                }
            })
            .collect();

        let mut e = Emit::new();
        let labels = records.iter().map(|_| e.label()).collect();
        let (loop_label, start_label) = (e.label(), e.label());
        let mut lower = Lower {
            e,
            trace,
            plan: &plan,
            alloc: &alloc,
            records: &records,
            links: req.links,
            target,
            chaos: req.chaos.is_some(),
            bmi2: self.features.bmi2,
            sse41: self.features.sse41,
            frame,
            exits: labels,
            forced: Vec::new(),
            cold: Vec::new(),
            loop_label,
            start_label,
        };
        if given.is_none() {
            lower.prologue();
        }
        let inner = lower.e.offset();
        lower.inner_entry();
        lower.e.bind(start_label);
        lower.body()?;
        let bytes = finish(lower.e)?;
        let code = arena.add(&bytes)?;
        Ok(CompiledTrace {
            name: req.name.to_string(),
            code,
            outer: if given.is_none() { code.addr } else { 0 },
            start: StartInfo { inner: code.addr + inner, inputs: alloc.inputs.clone() },
            frame,
            exits,
            records,
            descrs,
            exit_routine: shared.exit,
            steps: plan.steps.len(),
            moves: alloc.actions.iter().filter(|a| matches!(a, Action::Move(_))).count(),
        })
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

/// For a bridge: where the parent's exit leaves the inputs.
fn parent_places(req: &CompileRequest<'_>) -> Result<Option<Vec<Loc>>, CodegenError> {
    match req.entry {
        Entry::Function => Ok(None),
        Entry::Bridge { parent, exit } => match parent.exits.get(exit) {
            Some(e) => Ok(Some(e.places.clone())),
            None => Err(CodegenError::Unknown(format!("exit {exit} of {}", parent.name))),
        },
    }
}

/// Bytes of the frame: head, slots, outgoing area; a multiple of 16.
fn frame_size(trace: &Trace, steps: &[Step], slots: u32) -> Result<u32, CodegenError> {
    let mut outgoing = 0;
    for s in steps {
        outgoing = outgoing.max(lower_call::outgoing_words(trace, s.inst as usize));
        let results = s.list(trace).len() as u32;
        if s.of(trace).op == Op::Finish && results > TRACE_RESULTS {
            return Err(CodegenError::TooLarge(format!("{results} result words, {TRACE_RESULTS} at most")));
        }
    }
    let bytes = slot_distance(slots) - 8 + 8 * outgoing;
    if bytes > MAX_FRAME - 16 {
        return Err(CodegenError::TooLarge(format!("a frame of {bytes} bytes")));
    }
    Ok(bytes.next_multiple_of(16))
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
