//! What every backend does before its first instruction and after its last.
//!
//! **Problem.** Planning, allocation, the size of the frame, exit descriptors and exit records do not depend on encodings, and code
//! holds the addresses of the records; so they are made here, once for all backends, and a backend's `assemble` is: [`prepare`], walk
//! [`Allocation::actions`] and answer an [`Assembled`](super::Assembled), whose bytes go into the arena before [`Prepared::finish`].
//!
//! **Frame**, the same for every target: `[base - 8]` result pointer, `[base - 16]` temporary word, slots downward
//! from `[base - 24]`, then the outgoing area of calls at the stack pointer: argument words, after them room for result words (for
//! those of a trace, too, that go in registers: the run time finds or leaves them in memory).
//!
//! **Not promised.** The checker runs only where the request or a debug build asks for it.
//!
//! **Example.** `let prepared = prepare(self, req, exit_routine)?; .. Ok(Assembled { prepared, bytes, entries })`.

use super::alloc::{allocate, Allocation, Ends, Target};
use super::arena::Code;
use super::backend::{
    BodyInfo, CodegenError, CompileRequest, CompiledTrace, Entry, ExitInfo, Part, StartInfo, MAX_FRAME,
};
use super::checker;
use super::debug::Framing;
use super::exits::{encode, fits, slot_distance, ExitRecord};
use super::machine::RegInfo;
use super::patch::Patched;
use super::plan::{plan, Plan, PlanOptions, Step};
use super::Action;
use crate::abi::{HELPER_RESULTS, TRACE_RESULTS};
use crate::ir::{Inst, JumpTarget, Op, Shape, Trace};
use std::cell::Cell;

/// A trace with everything decided but its bytes.
#[derive(Debug)]
pub struct Prepared {
    /// The target's registers.
    pub regs: RegInfo,
    /// The plan.
    pub plan: Plan,
    /// The allocation.
    pub alloc: Allocation,
    /// Whether inputs come from an exit of another trace: there is no outer entry then.
    pub bridge: bool,
    /// Where a jump to another trace goes.
    pub target: Option<StartInfo>,
    /// Bytes of the frame: head, slots, outgoing area; a multiple of 16.
    pub frame: u32,
    /// The exits' data blocks. They stay where they are until the trace is freed.
    pub records: Box<[ExitRecord]>,
    /// The loop's second entry, if it has one: the backend writes it, and tells [`Prepared::finish`] where.
    pub body: Option<BodyInfo>,
    exits: Vec<ExitInfo>,
    descrs: Box<[u8]>,
    exit_routine: usize,
}

/// Where the entries of a trace are, in bytes from its first.
#[derive(Clone, Debug)]
pub struct Entries {
    /// The inner entry.
    pub inner: usize,
    /// Behind what gives the frame its size there.
    pub sized: usize,
    /// The entry into the loop; of no account where [`Prepared::body`] is none.
    pub body: usize,
    /// See [`CompiledTrace::parts`].
    pub parts: Vec<(u32, Part)>,
    /// See [`CompiledTrace::framing`].
    pub framing: Vec<(u32, Framing)>,
}

/// Plans and allocates a trace and makes its exit records.
pub fn prepare(
    target: &dyn Target,
    req: &CompileRequest<'_>,
    exit_routine: usize,
) -> Result<Prepared, CodegenError> {
    let trace = req.trace;
    let plan = plan(trace, target, PlanOptions { flags: req.chaos.is_none() });
    let given = match req.entry {
        Entry::Function => None,
        Entry::Bridge(places) => Some(places),
    };
    let start = match trace.target {
        JumpTarget::Trace(n) => Some(
            req.links
                .start_of(n)
                .ok_or_else(|| CodegenError::Unknown(format!("trace {n} as jump target")))?,
        ),
        JumpTarget::Body(n) => Some(
            req.links
                .body_of(n)
                .ok_or_else(|| CodegenError::Unknown(format!("the loop of trace {n} as jump target")))?,
        ),
        _ => None,
    };
    let ends = Ends { inputs: given, target: start.as_ref().map(|t| &t.inputs[..]) };
    let alloc = allocate(trace, &plan, target, ends, req.randomize)?;
    if req.check || cfg!(debug_assertions) {
        checker::check(trace, &plan, target, ends, &alloc).map_err(CodegenError::Internal)?;
    }
    let frame = frame_size(trace, &plan.steps, alloc.slots)?;

    let mut descrs = Vec::new();
    let mut exits = Vec::new();
    for step in plan.steps.iter().filter(|s| s.exit != u32::MAX) {
        let e = step.exit as usize;
        let places = &alloc.exit_locs[plan.exit_start[e] as usize..plan.exit_start[e + 1] as usize];
        if !fits(places.len()) {
            return Err(CodegenError::TooLarge(format!("an exit with {} values", places.len())));
        }
        exits.push(ExitInfo { snap: step.of(trace).snap, inst: step.inst, descr: descrs.len() as u32 });
        encode(places, frame, &mut descrs);
    }
    let descrs = descrs.into_boxed_slice();
    let records = exits
        .iter()
        .enumerate()
        .map(|(k, exit)| {
            let number = req.first_exit + k as u64;
            ExitRecord {
                target: Cell::new(exit_routine),
                routine: exit_routine,
                number,
                descr: &descrs[exit.descr as usize],
                countdown: Cell::new(req.chaos.map_or(0, |c| c.countdown(number, 0))),
            }
        })
        .collect();
    Ok(Prepared {
        regs: *target.regs(),
        body: BodyInfo::new(trace, &alloc),
        plan,
        alloc,
        bridge: given.is_some(),
        target: start,
        frame,
        records,
        exits,
        descrs,
        exit_routine,
    })
}

impl Prepared {
    /// Has the exits counted on from this number.
    pub fn number_from(&mut self, first: u64) {
        for (number, record) in (first..).zip(&mut self.records) {
            record.number = number;
        }
    }
    /// The compiled trace, whose outer entry (if any) is its first byte.
    pub fn finish(self, name: String, code: Code, entries: Entries, patched: Patched) -> CompiledTrace {
        let mut body = self.body;
        if let Some(body) = &mut body {
            body.start.inner = code.addr + entries.body;
        }
        CompiledTrace {
            body,
            name,
            code,
            outer: if self.bridge { 0 } else { code.addr },
            frame: self.frame,
            exits: self.exits,
            records: self.records,
            descrs: self.descrs,
            exit_routine: self.exit_routine,
            patched,
            sized: code.addr + entries.sized,
            parts: entries.parts,
            framing: entries.framing,
            steps: self.plan.steps.len(),
            moves: self.alloc.actions.iter().filter(|a| matches!(a, Action::Move(_))).count(),
            start: StartInfo { inner: code.addr + entries.inner, inputs: self.alloc.inputs },
        }
    }
}

/// Words of the outgoing area that an instruction needs.
fn outgoing_words(trace: &Trace, inst: &Inst) -> u32 {
    let args = if trace.in_registers(inst) { 0 } else { trace.list(inst).len() as u32 };
    match inst.op.info().shape {
        Shape::Helper if trace.inlined(inst) => 0,
        Shape::Helper => args + HELPER_RESULTS,
        Shape::Key => args + TRACE_RESULTS,
        _ => 0,
    }
}

/// Argument words of a call op in memory: a `CallTrace`'s first list entry is its depth, not an argument.
pub fn argument_words(trace: &Trace, inst: &Inst) -> u32 {
    let n = trace.list(inst).len() as u32;
    if trace.in_registers(inst) {
        0
    } else if inst.op == Op::CallTrace {
        n.saturating_sub(1)
    } else {
        n
    }
}

fn frame_size(trace: &Trace, steps: &[Step], slots: u32) -> Result<u32, CodegenError> {
    let mut outgoing = 0;
    for s in steps {
        outgoing = outgoing.max(outgoing_words(trace, s.of(trace)));
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
