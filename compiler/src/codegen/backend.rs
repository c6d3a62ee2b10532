//! The contract between the driver and a backend.
//!
//! **Convention of native code.** Trace entries are reached by [`Backend::enter`] from Rust, and directly from other native code. Inside:
//! one fixed register holds the context, one the frame base; a trace preserves only these two and the stack pointer. Spill slot `i`
//! lies [`slot_distance`](super::exits::slot_distance)`(i)` bytes below the frame base in every trace, so traces that
//! jump to each other share one frame and hand values over in registers and slots.
//! ```text
//! outer entry   sets up a frame, checks the stack, brings the inputs from registers and memory to their places, falls into
//! inner entry   (frame exists, inputs at `StartInfo::inputs`): sizes the frame for this trace
//! body entry    (frame exists, values at `BodyInfo::start`): sizes the frame, goes to the loop's label
//! ```
//! A bridge has an inner entry only; its inputs are where the parent's exit has them.
//!
//! **Calls.** Of the input words the first are in [`RegInfo::args`](super::machine::RegInfo::args), the others in memory, at their index from the address in
//! [`inputs`](super::machine::RegInfo::inputs); so are the result words in [`results`](super::machine::RegInfo::results) and at the address of the results. A callee that answers SPILL
//! has left the arguments in their registers.
//!
//! **Stack.** A trace's frame is at most [`MAX_FRAME`] bytes and only the outer entry checks the stack limit, so
//! `NativeCtx::stack_limit` must leave [`STACK_RESERVE`] bytes below it: room for the largest frame a jump or bridge may
//! size up to, slow paths and the helpers' first frames.
//!
//! **Lifetime.** A jump to another trace, and a bridge's entry in an exit record, are plain addresses. Whoever frees a
//! [`CompiledTrace`] must have freed or redirected everything that jumps to it.

use super::alloc::Allocation;
use super::arena::{Arena, Code, Shared};
use super::debug::{Dwarf, Framing};
use super::exits::{decode, ExitRecord};
use super::machine::Loc;
use super::patch::{Patched, Patches};
use super::prepare::{Entries, Prepared};
use crate::abi::NativeCtx;
use crate::ir::{IrRef, Op, SnapId, Trace};
use std::fmt;

/// Largest frame of a trace in bytes.
pub const MAX_FRAME: u32 = 64 << 10;
/// Bytes that must be usable below `NativeCtx::stack_limit`.
pub const STACK_RESERVE: usize = 256 << 10;

/// Why a trace could not be compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CodegenError {
    /// The target has no lowering of its own yet.
    NoLowering(&'static str),
    /// The processor lacks something the backend needs.
    Unsupported(String),
    /// The arena's budget is used up.
    CodeBudget {
        /// Bytes in use.
        used: usize,
        /// Bytes asked for.
        wanted: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// No memory for code.
    Memory(String),
    /// The trace needs a frame beyond [`MAX_FRAME`], or an exit more values than the context's buffer holds.
    TooLarge(String),
    /// The jump's target, the called key's slot or the parent's exit does not exist.
    Unknown(String),
    /// The code generator broke one of its own rules: a bug, reported instead of wrong code.
    Internal(String),
}

impl fmt::Display for CodegenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodegenError::NoLowering(t) => write!(f, "no native code is generated for {t} yet"),
            CodegenError::Unsupported(w) => write!(f, "this processor lacks {w}"),
            CodegenError::CodeBudget { used, wanted, limit } => {
                write!(f, "code budget used up: {used} of {limit} bytes in use, {wanted} more wanted")
            }
            CodegenError::Memory(e) => write!(f, "no memory for code: {e}"),
            CodegenError::TooLarge(w) => write!(f, "trace too large: {w}"),
            CodegenError::Unknown(w) => write!(f, "unknown target: {w}"),
            CodegenError::Internal(w) => write!(f, "code generator error: {w}"),
        }
    }
}

impl std::error::Error for CodegenError {}

/// How a trace is entered.
#[derive(Clone, Copy, Debug)]
pub enum Entry<'a> {
    /// From outside with input words in memory (roots and function traces alike); also by jumps of other traces.
    Function,
    /// From an exit of another trace, which leaves the inputs at these [`CompiledTrace::places`].
    Bridge(&'a [Loc]),
}

/// What a jump to a trace needs to know of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StartInfo {
    /// Address of the inner entry.
    pub inner: usize,
    /// Where each input must be (none: not needed).
    pub inputs: Vec<Option<Loc>>,
}

/// What a jump to a trace's loop needs to know of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BodyInfo {
    /// Address and locations; a value may be wanted in a register and in a slot.
    pub start: StartInfo,
    /// The value of the trace that each location holds.
    pub values: Vec<IrRef>,
}

impl BodyInfo {
    /// The loop that `alloc` has made of a trace, if it has one; the address is left open.
    pub fn new(trace: &Trace, alloc: &Allocation) -> Option<BodyInfo> {
        let label = trace.insts.iter().position(|i| i.op == Op::Label)?;
        let mut body = BodyInfo::default();
        let mut add = |value: IrRef, loc: Option<Loc>| {
            if loc.is_some() {
                body.values.push(value);
                body.start.inputs.push(loc);
            }
        };
        for (k, loc) in alloc.label.phis.iter().enumerate() {
            add(IrRef((label + 1 + k) as u32), *loc);
        }
        for (value, reg, slot) in &alloc.label.through {
            add(*value, reg.map(Loc::Reg));
            add(*value, slot.map(Loc::Slot));
        }
        Some(body)
    }
}

/// Calls `enter` with the address of the inputs, in a room of at least `N` words: as many as go in registers are loaded from there, however many a trace has.
pub fn with_room<const N: usize, R>(inputs: &[u64], enter: impl FnOnce(*const u64) -> R) -> R {
    let mut few = [0; N];
    match few.get_mut(..inputs.len()) {
        Some(some) => {
            some.copy_from_slice(inputs);
            enter(few.as_ptr())
        }
        None => enter(inputs.as_ptr()),
    }
}

/// Answers about other traces.
pub trait Links {
    /// The start of the compiled trace with the driver's number `trace`.
    fn start_of(&self, trace: u32) -> Option<StartInfo>;
    /// The loop body of the compiled trace with the driver's number `trace`.
    fn body_of(&self, trace: u32) -> Option<StartInfo> {
        let _ = trace;
        None
    }
    /// Address of the word that holds the outer entry of function trace `key`; it must outlive the code. While the function is not
    /// compiled the word holds [`Backend::spill_entry`].
    fn entry_slot(&self, key: u32) -> Option<*const usize>;
}

/// [`Links`] of a trace that neither jumps to nor calls others.
#[derive(Clone, Copy, Debug)]
pub struct NoLinks;

impl Links for NoLinks {
    fn start_of(&self, _: u32) -> Option<StartInfo> {
        None
    }
    fn entry_slot(&self, _: u32) -> Option<*const usize> {
        None
    }
}

/// Forced exits: every guard counts down and leaves when it reaches 0, though its fact holds.
#[derive(Clone, Copy, Debug)]
pub struct Chaos {
    /// Seed of the first countdowns.
    pub seed: u64,
    /// Countdowns start between 1 and this.
    pub period: u32,
}

impl Chaos {
    /// The `round`-th countdown of an exit.
    pub fn countdown(&self, exit: u64, round: u64) -> u32 {
        let mut x =
            self.seed ^ exit.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ round.wrapping_mul(0xd1b5_4a32_d192_ed03);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % self.period.max(1) as u64) as u32 + 1
    }
}

/// Where native code notes that it comes by, for a census: the code has two short groups of instructions more, one at its start and one at its loop's.
#[derive(Clone, Copy, Debug)]
pub struct Visits {
    /// The address of the word that says what is being done.
    pub now: usize,
    /// What stands there while this trace runs; less than 2^31.
    pub number: u32,
    /// The address of the word that counts entries.
    pub entries: usize,
    /// The address of the word that counts the turns of its loop.
    pub turns: usize,
}

/// What a part of a trace's code is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The way in: frame and inputs.
    Entry,
    /// The instruction of the trace with this number, with what the allocator moves for it.
    Inst(u32),
    /// What seldom happens, off the path.
    Cold,
    /// The stubs of exits.
    Exits,
    /// The way of other traces into the loop.
    Body,
    /// Constants.
    Constants,
}

/// A trace to compile.
#[derive(Clone, Copy)]
pub struct CompileRequest<'a> {
    /// The trace, verified.
    pub trace: &'a Trace,
    /// How it is entered.
    pub entry: Entry<'a>,
    /// Number of its first exit; the others count on.
    pub first_exit: u64,
    /// Other traces.
    pub links: &'a dyn Links,
    /// Force exits.
    pub chaos: Option<Chaos>,
    /// Note visits.
    pub visits: Option<Visits>,
    /// Say where the parts of the code begin ([`CompiledTrace::parts`]) and how far its frame is made ([`CompiledTrace::framing`]).
    pub listed: bool,
    /// Whether who installs the code sees to the assumptions in it ([`Patched::take_assumptions`]); else it tests them.
    pub switches: bool,
    /// Seed for random register allocation (fuzzing).
    pub randomize: Option<u64>,
    /// Run the allocation checker. Debug builds always do.
    pub check: bool,
    /// Name for profiles and listings.
    pub name: &'a str,
}

impl<'a> CompileRequest<'a> {
    /// A request to compile a trace entered as a function, with the usual options.
    pub fn new(trace: &'a Trace, links: &'a dyn Links) -> CompileRequest<'a> {
        CompileRequest {
            trace,
            entry: Entry::Function,
            first_exit: 0,
            links,
            chaos: None,
            visits: None,
            listed: false,
            switches: false,
            randomize: None,
            check: cfg!(debug_assertions),
            name: "trace",
        }
    }
}

/// One exit of a compiled trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExitInfo {
    /// The guard's snapshot.
    pub snap: SnapId,
    /// The guard's instruction.
    pub inst: u32,
    /// Where its descriptor begins in the trace's bytes: see [`CompiledTrace::places`].
    pub descr: u32,
}

/// Native code of a trace, with everything it needs to stay alive.
#[derive(Debug)]
pub struct CompiledTrace {
    /// Name for profiles.
    pub name: String,
    /// The code.
    pub code: Code,
    /// Outer entry (0 for bridges).
    pub outer: usize,
    /// Inner entry and input locations.
    pub start: StartInfo,
    /// Behind the inner entry's first act, which gives the frame its size.
    pub sized: usize,
    /// Where jumps of other traces enter its loop, if it has one.
    pub body: Option<BodyInfo>,
    /// Bytes of the frame below its base.
    pub frame: u32,
    /// The exits, in trace order.
    pub exits: Vec<ExitInfo>,
    /// The exits' data blocks, referred to by the code.
    pub records: Box<[ExitRecord]>,
    /// Descriptor bytes, referred to by the records.
    pub descrs: Box<[u8]>,
    /// The common exit routine: where exits without a bridge go.
    pub exit_routine: usize,
    /// Where it may be written again.
    pub patched: Patched,
    /// Its parts, if that was asked for: where each begins, in bytes from the first.
    pub parts: Vec<(u32, Part)>,
    /// How far its frame is made, if parts were asked for: from which distance on.
    pub framing: Vec<(u32, Framing)>,
    /// Steps emitted (what is left of the trace's instructions).
    pub steps: usize,
    /// Moves, loads and stores the allocator added.
    pub moves: usize,
}

impl CompiledTrace {
    /// Where the live values of an exit's snapshot are, in their order.
    pub fn places(&self, exit: &ExitInfo) -> Vec<Loc> {
        decode(&self.descrs[exit.descr as usize..], self.frame)
    }
    /// Makes exit `exit` go to `bridge` from now on. Both are in the arena.
    pub fn attach(&self, arena: &mut Arena, exit: usize, bridge: &CompiledTrace) {
        self.records[exit].target.set(bridge.start.inner);
        // A frame of the same size need not be sized.
        let to = if bridge.frame == self.frame { bridge.sized } else { bridge.start.inner };
        self.patched.lead(arena, self.code, exit, Some(to));
    }
    /// Makes exit `exit` return to the run time again.
    pub fn detach(&self, arena: &mut Arena, exit: usize) {
        self.records[exit].target.set(self.exit_routine);
        self.patched.lead(arena, self.code, exit, None);
    }
}

/// Native code of a trace that is in no arena yet. It does not depend on where it will be.
#[derive(Debug)]
pub struct Assembled {
    /// What was decided before.
    pub prepared: Prepared,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Where its entries are.
    pub entries: Entries,
    /// Where the code may be written again.
    pub patches: Patches,
}

/// A code generator.
pub trait Backend: Send + Sync {
    /// Name of the target.
    fn name(&self) -> &'static str;
    /// The routines that all code of an arena shares, written at first use.
    fn shared(&self, arena: &mut Arena) -> Result<Shared, CodegenError>;
    /// Makes native code of a trace, for an arena with these routines; on any thread.
    fn assemble(&self, shared: Shared, request: &CompileRequest<'_>) -> Result<Assembled, CodegenError>;
    /// Adds code to the arena so that this thread can run it.
    fn publish(&self, arena: &mut Arena, bytes: &[u8]) -> Result<Code, CodegenError> {
        arena.add(bytes)
    }
    /// Puts native code into the arena, under a name for profiles and listings.
    fn install(
        &self,
        arena: &mut Arena,
        made: Assembled,
        name: String,
    ) -> Result<CompiledTrace, CodegenError> {
        let Assembled { prepared, bytes, entries, patches } = made;
        let code = self.publish(arena, &bytes)?;
        Ok(prepared.finish(name, code, entries, patches.install(arena, code)))
    }
    /// Compiles a trace into the arena.
    fn compile(
        &self,
        arena: &mut Arena,
        request: &CompileRequest<'_>,
    ) -> Result<CompiledTrace, CodegenError> {
        let shared = self.shared(arena)?;
        let made = self.assemble(shared, request)?;
        self.install(arena, made, request.name.to_string())
    }
    /// An entry point that does nothing but return status SPILL.
    fn spill_entry(&self, arena: &mut Arena) -> Result<usize, CodegenError> {
        Ok(self.shared(arena)?.spill.addr)
    }
    /// How debuggers are to read frames of native code.
    fn dwarf(&self) -> Dwarf;
    /// Runs native code from an outer entry until it returns a [`status`](crate::abi::status).
    ///
    /// # Safety
    /// `entry` is an outer entry of a live trace (or the spill entry) of an arena this backend filled; `ctx` is valid as [`NativeCtx`]
    /// documents and `stack_limit` leaves [`STACK_RESERVE`] bytes; `inputs` are as many words as the trace has inputs, of the
    /// right types; `out` points at [`MAX_OUT`](crate::abi::MAX_OUT) words; references in inputs and constants are live. Helpers
    /// and `finish_call` must not unwind.
    unsafe fn enter(&self, entry: usize, ctx: &NativeCtx, inputs: &[u64], out: *mut u64) -> u64;
    /// The code as text.
    fn disassemble(&self, bytes: &[u8], addr: usize) -> String;
}
