//! Lowering: the walk from placed steps to instructions, as far as it stands once.
//!
//! **Problem.** Which ops are alike, what a guard has swallowed, where a call's words are, what comes off the path and in which order:
//! none of this depends on encodings. So the walk is here, and a backend fills in traits, a topic each:
//!
//! | trait | what the backend writes |
//! |---|---|
//! | [`Emitter`] | single moves, loads and stores |
//! | [`Base`] | its types, and what it keeps in scratch registers |
//! | [`Integers`], [`Floats`], [`Memory`] | arithmetic, compares, addresses |
//! | [`Calls`] | calls, the two ways to allocate |
//! | [`Frames`] | frame, entries, exit stubs |
//! | [`Guards`] | branches |
//!
//! [`Lowering`] comes for free with them, and [`Lowering::assemble`] writes a trace.
//!
//! **Invariants.**
//! 1. Hooks are called in the order in which their code stands.
//! 2. Code off the path comes after all steps, stubs after that; each part starts at its own label, with [`Base::forget`] called before.
//! 3. [`Base::begins`] is called before each step, [`Base::changes`] for each location that gets another value.
//!
//! **Not promised.** Anything about code size; a backend may take two decisions at once ([`Base::pair`]).
//!
//! **Example.** `guard_true` that has swallowed `int_lt a b`: [`Frames::countdown`] (nothing without chaos), [`Integers::compare`], which writes
//! `cmp a, b`, and [`Guards::leave_unless`], which writes the branch to the exit's stub.

mod calls;
mod emit;
mod frames;
mod guards;
mod memory;

use crate::codegen::debug::Framing;
pub use calls::Calls;
pub use emit::{Emitter, Pool};
pub use frames::Frames;
pub use guards::Guards;
pub use memory::{Memory, EACH_BYTE, LOGGING_BYTE, POLL_LOG_BYTE};

use super::arena::SWITCHES;
use super::exits::ExitRecord;
use super::machine::{Loc, Operand, PReg, RegInfo, RegSet};
use super::moves::{sequence, Assign, Source};
use super::plan::{Fused, Plan};
use super::prepare::{Entries, Prepared};
use super::{Action, Allocation, CodegenError, CompileRequest, Links, Part, StartInfo, Visits};
use crate::abi::status;
use crate::ir::{Inst, IrRef, JumpTarget, Op, Trace};
use std::ops::DerefMut;

/// Whether something could be written.
pub type Done = Result<(), CodegenError>;

/// A broken rule of ours.
pub fn internal<T>(what: impl Into<String>) -> Result<T, CodegenError> {
    Err(CodegenError::Internal(what.into()))
}

/// Code off the main path, written after it. `C` is the backend's own.
#[derive(Debug)]
pub enum Cold<L, C> {
    /// Allocation beyond the bump region.
    Alloc {
        /// Where it starts.
        at: L,
        /// Where it goes on.
        done: L,
        /// The result's register.
        d: u8,
        /// The object's first word.
        header: u64,
        /// Its size.
        bytes: u64,
        /// Registers to preserve.
        live: RegSet,
    },
    /// A callee that did not return normally.
    Call {
        /// Where it starts with a status.
        status: L,
        /// Where it starts when the depth limit is reached.
        deep: L,
        /// Where it goes on.
        done: L,
        /// The function.
        key: u32,
        /// Argument words.
        args: u32,
        /// The result words that are wanted in registers.
        results: RegSet,
    },
    /// The backend's.
    Own(C),
}

/// A trace being lowered: what was decided of it, and its labels.
pub struct Work<'a, L, C> {
    /// The trace.
    pub trace: &'a Trace,
    /// The target's registers.
    pub regs: RegInfo,
    /// Its plan.
    pub plan: &'a Plan,
    /// Its allocation.
    pub alloc: &'a Allocation,
    /// The exits' records.
    pub records: &'a [ExitRecord],
    /// Other traces.
    pub links: &'a dyn Links,
    /// Where a jump to another trace goes.
    pub target: Option<&'a StartInfo>,
    /// Whether guards count down.
    pub chaos: bool,
    /// Whether assumptions may be left untested where there is room for a jump.
    pub switches: bool,
    /// Where visits are noted, if they are.
    pub visits: Option<Visits>,
    /// Bytes of the frame.
    pub frame: u32,
    /// The exits' stubs.
    pub exits: Vec<L>,
    /// Stubs of forced exits.
    pub forced: Vec<(u32, L)>,
    /// Whether anybody wants to know of parts.
    pub listed: bool,
    /// What has been written so far, and where it begins.
    pub parts: Vec<(u32, Part)>,
    /// How far the frame is made from where on.
    pub framing: Vec<(u32, Framing)>,
    /// Code off the path, so far.
    pub cold: Vec<Cold<L, C>>,
    /// The loop's start.
    pub loop_label: L,
    /// Behind the inner entry.
    pub start_label: L,
}

impl<'a, L: Copy, C> Work<'a, L, C> {
    /// The work on a prepared trace; `label` makes labels.
    pub fn new(p: &'a Prepared, req: &CompileRequest<'a>, mut label: impl FnMut() -> L) -> Work<'a, L, C> {
        Work {
            trace: req.trace,
            regs: p.regs,
            plan: &p.plan,
            alloc: &p.alloc,
            records: &p.records,
            links: req.links,
            target: p.target.as_ref(),
            chaos: req.chaos.is_some(),
            switches: req.switches && SWITCHES,
            visits: req.visits,
            listed: req.listed,
            parts: Vec::new(),
            framing: Vec::new(),
            frame: p.frame,
            exits: p.records.iter().map(|_| label()).collect(),
            forced: Vec::new(),
            cold: Vec::new(),
            loop_label: label(),
            start_label: label(),
        }
    }
    /// The bits of a constant.
    pub fn bits(&self, c: IrRef) -> u64 {
        self.trace.as_const(c).map_or(0, |c| c.bits)
    }
    /// The list operands of a step.
    pub fn list(&self, s: usize) -> &'a [IrRef] {
        self.plan.steps[s].list(self.trace)
    }
    /// The number of the register an operand is in.
    pub fn reg(&self, at: &At<'_>, k: usize) -> Result<u8, CodegenError> {
        match at.places[k] {
            Operand::Reg(r) => Ok(r.num()),
            o => internal(format!("operand {k} of {:?} is {o:?}, not in a register", at.inst.op)),
        }
    }
    /// The address of an exit's record.
    pub fn record(&self, exit: u32) -> u64 {
        &self.records[exit as usize] as *const ExitRecord as u64
    }
    /// A step with its operands.
    pub fn at(&self, s: usize) -> At<'a> {
        let step = self.plan.steps[s];
        let placed = &self.alloc.placed[s];
        let (mut args, _) = step.args();
        if placed.exchanged {
            args.swap(0, 1);
        }
        At {
            s,
            inst: step.of(self.trace),
            args,
            places: placed.args,
            d: placed.result.map_or(0, |r| r.num()),
            result: placed.result,
        }
    }
}

/// A placed step with its operands resolved.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// The step.
    pub s: usize,
    /// Its instruction.
    pub inst: &'a Inst,
    /// IR operands in the order of `places` (allocator's exchange included).
    pub args: [IrRef; 3],
    /// Where they are.
    pub places: [Operand; 3],
    /// Result register's number; meaningless without a result.
    pub d: u8,
    /// Result register.
    pub result: Option<PReg>,
}

/// What every other trait here builds on: a [`Work`] with an emitter.
pub trait Base<'a>:
    DerefMut<Target = Work<'a, <<Self as Base<'a>>::E as Emitter>::Label, <Self as Base<'a>>::Own>>
{
    /// The emitter.
    type E: Emitter;
    /// The backend's own code off the path.
    type Own;
    /// The outcome of a test, in flags.
    type Test: Copy;

    /// The emitter.
    fn e(&mut self) -> &mut Self::E;
    /// Writes the backend's own code off the path.
    fn cold_own(&mut self, cold: Self::Own);

    /// Takes two decisions in one instruction, if there is one for them.
    fn pair(&mut self, _one: Action, _two: Action) -> bool {
        false
    }
    /// A step with this op begins: what its code may destroy is forgotten.
    fn begins(&mut self, _op: Op) {}
    /// A location gets another value: what was made from it is forgotten.
    fn changes(&mut self, _to: Loc) {}
    /// What follows is reached from elsewhere: all is forgotten.
    fn forget(&mut self) {}

    /// An address in the context.
    fn ctx(&self, offset: usize) -> <Self::E as Emitter>::Addr {
        Self::E::address(Self::E::CTX, offset as i64)
    }
    /// Where the outgoing area's word `k` is.
    fn outgoing(&self, k: u32) -> <Self::E as Emitter>::Addr {
        Self::E::address(Self::E::STACK, 8 * k as i64)
    }
    /// A move.
    fn assign(&mut self, m: Assign) {
        self.changes(m.to);
        match m.from {
            Source::Loc(l) => self.e().copy(m.to, l),
            Source::Const(c) => {
                let bits = self.bits(c);
                self.e().constant(m.to, bits)
            }
        }
    }
    /// Brings the first list operands of a step, from entry `skip` on, to these registers, as words.
    fn list_to(&mut self, s: usize, skip: usize, to: &[PReg]) {
        let start = self.alloc.placed[s].list as usize;
        let list = &self.alloc.lists[start + skip..start + self.list(s).len()];
        let source = |o: &Operand| match *o {
            Operand::Reg(r) => Some(Source::Loc(Loc::Reg(r))),
            Operand::Slot(slot) => Some(Source::Loc(Loc::Slot(slot))),
            Operand::Const(c) => Some(Source::Const(c)),
            Operand::None => None,
        };
        let moves =
            list.iter().zip(to).filter_map(|(o, r)| Some(Assign { to: Loc::Reg(*r), from: source(o)? }));
        let moves: Vec<Assign> = moves.collect();
        sequence(&moves, self.regs.scratch, |m| self.assign(m));
    }
    /// A step's result register, or the scratch register for a result that nobody wants.
    fn whole(&self, at: &At<'_>) -> PReg {
        at.result.unwrap_or(PReg::gpr(Self::E::SCRATCH))
    }
}

/// Arithmetic and compares of integers and references. Operands are where the backend's rules want them.
pub trait Integers<'a>: Base<'a> {
    /// Addition and subtraction; sets flags if the plan says so.
    fn add(&mut self, at: &At<'_>) -> Done;
    /// Multiplication; sets flags if the plan says so.
    fn mul(&mut self, at: &At<'_>) -> Done;
    /// And, or, exclusive or.
    fn logic(&mut self, at: &At<'_>) -> Done;
    /// Negation and complement.
    fn negate(&mut self, at: &At<'_>) -> Done;
    /// Shifts, by amounts modulo 64.
    fn shift(&mut self, at: &At<'_>) -> Done;
    /// Floor division and its remainder.
    fn div(&mut self, at: &At<'_>) -> Done;
    /// Tests whether the arithmetic of `op` overflows, leaving operands alone.
    fn overflow(&mut self, at: &At<'_>, op: Op) -> Result<Self::Test, CodegenError>;
    /// Compares.
    fn compare(&mut self, at: &At<'_>, op: Op) -> Result<Self::Test, CodegenError>;
    /// `d = test as 0 or 1`; `d` may be an operand of the test.
    fn set(&mut self, test: Self::Test, d: u8);
}

/// Floats and conversions.
pub trait Floats<'a>: Base<'a> {
    /// Arithmetic and rounding.
    fn float_op(&mut self, at: &At<'_>) -> Done;
    /// The sum with a product, rounded once.
    fn fma(&mut self, at: &At<'_>) -> Done;
    /// Compares two floats: unordered is false, and true for "not equal".
    fn float_compare(&mut self, at: &At<'_>, op: Op) -> Result<Self::Test, CodegenError>;
    /// Between integers and floats, by value or by bits.
    fn convert(&mut self, at: &At<'_>) -> Done;
}

/// The walk.
pub trait Lowering<'a>: Memory<'a> + Guards<'a> {
    /// Writes a trace: its entries, its code, what is off the path. Also where its entries are.
    fn assemble(&mut self, p: &Prepared) -> Result<Entries, CodegenError> {
        let (start, head) = (self.start_label, self.loop_label);
        self.part(0, Part::Entry);
        self.framed(if p.bridge { Framing::Standing } else { Framing::Called });
        if !p.bridge {
            self.prologue();
        }
        let inner = self.e().offset();
        self.inner_entry();
        let sized = self.e().offset();
        self.e().bind(start);
        if let Some(v) = self.visits {
            self.note(v, Some(v.entries));
        }
        self.body()?;
        let body = self.e().offset();
        self.part(body, Part::Body);
        if p.body.is_some() {
            self.inner_entry();
            self.e().jump(head);
        }
        let end = self.e().offset();
        self.part(end, Part::Constants);
        Ok(Entries {
            inner,
            sized,
            body,
            parts: std::mem::take(&mut self.parts),
            framing: std::mem::take(&mut self.framing),
        })
    }

    /// What is written from here on is for this.
    fn part(&mut self, from: usize, part: Part) {
        if self.listed {
            self.parts.push((from as u32, part));
        }
    }

    /// Every decision in order, then the cold parts and the stubs.
    fn body(&mut self) -> Done {
        let actions = &self.alloc.actions;
        let mut k = 0;
        // Where a step with the moves before it begins.
        let mut from = self.e().offset();
        while k < actions.len() {
            if k + 1 < actions.len() && self.pair(actions[k], actions[k + 1]) {
                if let Action::Step(s) = actions[k] {
                    self.part(from, Part::Inst(self.plan.steps[s as usize].inst));
                    from = self.e().offset();
                }
                k += 2;
                continue;
            }
            match actions[k] {
                Action::Move(m) => self.assign(m),
                Action::Step(s) => {
                    self.part(from, Part::Inst(self.plan.steps[s as usize].inst));
                    self.step(s as usize)?;
                    from = self.e().offset();
                }
            }
            k += 1;
        }
        self.part(from, Part::Cold);
        for cold in std::mem::take(&mut self.cold) {
            self.forget();
            match cold {
                Cold::Alloc { at, done, d, header, bytes, live } => {
                    self.e().bind(at);
                    self.e().imm(Self::E::SCRATCH, bytes);
                    self.slow_alloc(d, header, live);
                    self.e().jump(done);
                }
                Cold::Call { status, deep, done, key, args, results } => {
                    self.e().bind(deep);
                    self.e().imm(Self::E::RESULT, status::SPILL);
                    self.e().bind(status);
                    self.cold_call(key, args, results);
                    self.e().jump(done);
                }
                Cold::Own(own) => self.cold_own(own),
            }
        }
        let stubs = self.e().offset();
        self.part(stubs, Part::Exits);
        self.exit_stubs();
        Ok(())
    }

    /// One step.
    fn step(&mut self, s: usize) -> Done {
        let step = self.plan.steps[s];
        let at = self.at(s);
        self.begins(at.inst.op);
        if step.exit != u32::MAX {
            self.guard(&at, step.exit)?;
        } else {
            debug_assert!(matches!(step.fused, Fused::None | Fused::Operand(_)));
            self.value(&at)?;
        }
        if let Some(r) = at.result {
            self.changes(Loc::Reg(r));
        }
        Ok(())
    }

    /// A step that is no guard.
    fn value(&mut self, at: &At<'_>) -> Done {
        let op = at.inst.op;
        match op {
            Op::IntAdd | Op::IntSub => self.add(at),
            Op::IntMul => self.mul(at),
            Op::IntAnd | Op::IntOr | Op::IntXor => self.logic(at),
            Op::IntNeg | Op::IntNot => self.negate(at),
            Op::IntShl | Op::IntShr | Op::IntSar => self.shift(at),
            Op::IntDivFloor | Op::IntModFloor => self.div(at),
            Op::IntAddOvf | Op::IntSubOvf | Op::IntMulOvf => {
                let test = self.overflow(at, op)?;
                self.set(test, at.d);
                Ok(())
            }
            Op::IntEq
            | Op::IntNe
            | Op::IntLt
            | Op::IntLe
            | Op::UintLt
            | Op::UintLe
            | Op::RefEq
            | Op::RefNe => {
                let test = self.compare(at, op)?;
                self.set(test, at.d);
                Ok(())
            }
            Op::FloatEq | Op::FloatNe | Op::FloatLt | Op::FloatLe => {
                let test = self.float_compare(at, op)?;
                self.set(test, at.d);
                Ok(())
            }
            Op::FloatAdd
            | Op::FloatSub
            | Op::FloatMul
            | Op::FloatDiv
            | Op::FloatNeg
            | Op::FloatAbs
            | Op::FloatSqrt
            | Op::FloatFloor
            | Op::FloatCeil
            | Op::FloatTrunc => self.float_op(at),
            Op::FloatFma => self.fma(at),
            Op::TableWord => self.table_word(at, self.trace.tables[at.inst.aux as usize].words),
            Op::IntToFloat | Op::FloatToInt | Op::FloatToBits | Op::FloatFromBits => self.convert(at),
            // The operand is in the result's register already.
            Op::RefToInt | Op::RefFromInt => Ok(()),
            Op::Load | Op::LoadElem => self.memory_load(at),
            Op::Barrier => self.barrier(at),
            Op::Store | Op::StoreElem => self.memory_store(at),
            Op::New | Op::NewArray => self.allocate(at),
            Op::CallPure | Op::CallRead if self.trace.inlined(at.inst) => self.entry(at),
            Op::Call | Op::CallPure | Op::CallRead => self.helper_call(at),
            Op::CallTrace => {
                self.trace_call(at)?;
                // Time is this trace's again.
                if let Some(v) = self.visits {
                    self.note(v, None);
                }
                Ok(())
            }
            Op::Result => self.call_result(at),
            Op::Label => {
                let head = self.loop_label;
                self.align_loop();
                self.e().bind(head);
                if let Some(v) = self.visits {
                    self.note(v, Some(v.turns));
                }
                Ok(())
            }
            Op::Jump => self.jump(),
            Op::Finish => {
                self.finish_trace(at.s);
                Ok(())
            }
            op => internal(format!("{op:?} has no lowering")),
        }
    }

    /// The jump at a trace's end.
    fn jump(&mut self) -> Done {
        let (start, head) = (self.start_label, self.loop_label);
        match (self.trace.target, self.target) {
            (JumpTarget::Loop, _) => self.e().jump(head),
            (JumpTarget::Start, _) => self.e().jump(start),
            (JumpTarget::Trace(_) | JumpTarget::Body(_), Some(t)) => self.jump_to(t.inner),
            _ => return internal("a jump without target"),
        }
        Ok(())
    }
}

impl<'a, T: Memory<'a> + Guards<'a>> Lowering<'a> for T {}
