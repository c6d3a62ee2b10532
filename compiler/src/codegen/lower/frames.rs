//! Frames, entries and exits.

use super::{Calls, Emitter};
use crate::codegen::debug::Framing;
use crate::codegen::exits::OUT;
use crate::codegen::machine::{Loc, PReg};
use crate::codegen::moves::{sequence, Assign, Source};
use crate::codegen::Visits;

/// The frame of a target, its entries and its stubs.
pub trait Frames<'a>: Calls<'a> {
    /// Makes the frame, checks the stack (leaving with status SPILL), saves the result pointer.
    fn open_frame(&mut self);
    /// The inner entry: sizes the frame, whoever made it, in one instruction.
    fn inner_entry(&mut self);
    /// Brings the loop's start to a good address.
    fn align_loop(&mut self);
    /// Jumps to another trace.
    fn jump_to(&mut self, addr: usize);
    /// The stubs of all exits: each brings its record's address into the scratch register and jumps through the record's first word.
    fn stubs(&mut self);
    /// Marks an exit as forced and jumps through its record's routine; the record's address is in the scratch register.
    fn leave_forced(&mut self);
    /// Counts down in the record whose address is in the scratch register, and goes to `leave` at zero.
    fn count_down(&mut self, leave: <Self::E as Emitter>::Label);
    /// Says that this trace runs, and counts in the word at `count`, if there is one. Only scratch registers and flags change.
    fn note(&mut self, visits: Visits, count: Option<usize>);
    /// Returns with status RETURN.
    fn return_status(&mut self);

    /// From here on the frame is made so far.
    fn framed(&mut self, framing: Framing) {
        let at = self.e().offset() as u32;
        if self.listed {
            self.framing.push((at, framing));
        }
    }

    /// The outer entry: frame, stack check, inputs to their places, from registers and memory.
    fn prologue(&mut self) {
        self.open_frame();
        let (inputs, regs) = (&self.alloc.inputs, self.regs);
        let here = inputs.iter().zip(regs.args);
        let here = here.filter_map(|(to, r)| Some(Assign { to: (*to)?, from: Source::Loc(Loc::Reg(*r)) }));
        sequence(&here.collect::<Vec<_>>(), regs.scratch, |m| self.assign(m));
        let mut k = regs.args.len();
        while k < inputs.len() {
            let from = Self::E::address(regs.inputs.num(), 8 * k as i64);
            match (inputs[k], inputs.get(k + 1)) {
                (Some(Loc::Reg(a)), Some(Some(Loc::Reg(b)))) if self.e().load_two(a, *b, from) => k += 1,
                (Some(Loc::Reg(r)), _) => self.e().load_reg(r, from),
                (Some(l), _) => {
                    let tmp = PReg::gpr(Self::E::SCRATCH);
                    self.e().load_reg(tmp, from);
                    self.e().copy(l, Loc::Reg(tmp));
                }
                (None, _) => {}
            }
            k += 1;
        }
    }

    /// The cold stubs of all exits.
    fn exit_stubs(&mut self) {
        self.stubs();
        for (exit, label) in std::mem::take(&mut self.forced) {
            let record = self.record(exit);
            self.e().bind(label);
            self.e().imm(Self::E::SCRATCH, record);
            self.leave_forced();
        }
    }

    /// With chaos: counts the guard down and leaves at zero, before its real test.
    fn countdown(&mut self, exit: u32) {
        if !self.chaos {
            return;
        }
        let label = self.e().label();
        self.forced.push((exit, label));
        self.count_record(exit, label);
    }

    /// Counts the exit's record down and leaves at zero. With chaos that is done before each guard.
    fn count(&mut self, exit: u32, leave: <Self::E as Emitter>::Label) {
        if !self.chaos {
            self.count_record(exit, leave);
        }
    }

    /// Counts the exit's record down and leaves at zero.
    fn count_record(&mut self, exit: u32, leave: <Self::E as Emitter>::Label) {
        let record = self.record(exit);
        self.e().imm(Self::E::SCRATCH, record);
        self.forget();
        self.count_down(leave);
    }

    /// Brings the results to registers and memory, and returns.
    fn finish_trace(&mut self, s: usize) {
        let (out, regs) = (self.alloc.placed[s].temps[0], self.regs);
        let few = regs.results.len();
        if self.list(s).len() > few {
            self.e().load_reg(out, Self::E::address(Self::E::FRAME, OUT));
            self.store_list(s, out.num(), 0, few);
        }
        self.list_to(s, 0, regs.results);
        self.return_status();
    }
}
