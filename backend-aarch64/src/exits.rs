//! Frames, entries and exits.
//!
//! ```text
//! [x29 + 8]    return address                 outer:  push x29, x30; mov x29, sp; sub sp, x29, frame
//! [x29]        caller's x29                           check sp against the stack limit
//! [x29 - 8]    result pointer                         save the result pointer, place the inputs
//! [x29 - 16]   temporary word                 inner:  sub sp, x29, frame
//! [x29 - 24]   slot 0                                 ... code ...
//!   ...        slots, downward                stubs:  mov x16, record's offset; b tail
//! [sp ..]      outgoing area of calls         tail:   x16 += first record; ldr x17, [x16]; br x17
//!                                             pool:   constants
//! ```
//! `x29` is 16-byte aligned and so is every frame size, hence `sp` in a trace always. The stack pointer goes to its place in one
//! instruction: what lies below it may be overwritten at any time (by signal handlers).

use crate::emit::{asm, Addr, Alu, Cc, Emit, Reach, Rhs};
use crate::imm::fits_add;
use crate::lower::Lower;
use crate::regs::{ADDR, CTX, FRAME, STACK, TMP};
use dynasmrt::{DynamicLabel, DynasmApi, DynasmError};
use holloway_compiler::abi::{status, NativeCtx};
use holloway_compiler::codegen::debug::Framing;
use holloway_compiler::codegen::exits::{decode_exit, ExitRecord, OUT};
use holloway_compiler::codegen::lower::{Base, Emitter, Frames};
use holloway_compiler::codegen::machine::PReg;
use holloway_compiler::codegen::{Arena, Code, CodegenError, Shared, Visits};
use std::mem::offset_of;

/// The shared routines of an arena, made on first use.
pub fn shared(arena: &mut Arena) -> Result<Shared, CodegenError> {
    arena.shared(|arena| {
        let mut e = Emit::new(Reach::Bit, 0);
        common_exit(&mut e);
        let exit = publish(arena, &finish(e).map_err(internal)?)?;
        let mut e = Emit::new(Reach::Bit, 0);
        e.imm(0, status::SPILL);
        asm!(e.asm ; ret);
        Ok(Shared { exit, spill: publish(arena, &finish(e).map_err(internal)?)? })
    })
}

/// A failure of the assembler as ours.
pub fn internal(e: DynasmError) -> CodegenError {
    CodegenError::Internal(format!("assembler: {e}"))
}

/// The bytes of finished code.
pub fn finish(mut e: Emit) -> Result<Vec<u8>, DynasmError> {
    e.finish_pool();
    e.asm.finalize()
}

/// Adds code to the arena and makes this thread fetch it, not what its caches may have of that range.
pub fn publish(arena: &mut Arena, bytes: &[u8]) -> Result<Code, CodegenError> {
    let code = arena.add(bytes)?;
    // SAFETY: the range was just added, is mapped readable, and nothing writes it while the reference lives.
    let range = unsafe { std::slice::from_raw_parts(code.addr as *const u8, code.len) };
    dynasmrt::cache_control::synchronize_icache(range);
    dynasmrt::cache_control::prepare_for_execution(range);
    Ok(code)
}

/// Takes the frame down; what is left is to return.
fn take_down(e: &mut Emit, status: u64) {
    e.imm(0, status);
    asm!(e.asm ; mov sp, XSP(FRAME) ; ldp x29, x30, [sp], 16);
}

/// Saves all registers below the frame, where [`decode_exit`] reads them, calls it, and leaves the trace.
fn common_exit(e: &mut Emit) {
    e.alu(Alu::Sub, STACK, STACK, Rhs::Imm(512));
    for n in (0..32u8).step_by(2) {
        // Number 31 would be zero: no value is ever there.
        e.store_pair(Addr::base(STACK, 8 * n as i64), PReg::gpr(n), PReg::gpr(n + 1));
        e.store_pair(Addr::base(STACK, 256 + 8 * n as i64), PReg::fpr(n), PReg::fpr(n + 1));
    }
    asm!(e.asm
        ; mov x0, X(CTX)
        ; mov x1, X(TMP)
        ; mov x2, X(FRAME));
    e.call(decode_exit as *const () as usize);
    take_down(e, status::EXIT);
    asm!(e.asm ; ret);
}

impl<'a> Frames<'a> for Lower<'a> {
    fn open_frame(&mut self) {
        let ok = self.e.label();
        asm!(self.e.asm ; stp x29, x30, [sp, -16]!);
        self.framed(Framing::Pushed);
        asm!(self.e.asm ; mov XSP(FRAME), sp);
        self.framed(Framing::Standing);
        self.inner_entry();
        let limit = self.ctx(offset_of!(NativeCtx, stack_limit));
        self.e.load_reg(PReg::gpr(TMP), limit);
        asm!(self.e.asm ; cmp sp, X(TMP));
        self.e.bcc(Cc::Hs, ok);
        self.leave(status::SPILL);
        self.e.bind(ok);
        self.e.store_reg(Addr::base(FRAME, OUT), PReg::gpr(2));
    }

    fn inner_entry(&mut self) {
        let frame = self.frame as u64;
        if fits_add(frame) {
            self.e.alu(Alu::Sub, STACK, FRAME, Rhs::Imm(frame));
        } else {
            self.e.alu(Alu::Sub, TMP, FRAME, Rhs::Imm(frame & !0xfff));
            self.e.alu(Alu::Sub, STACK, TMP, Rhs::Imm(frame & 0xfff));
        }
    }

    fn align_loop(&mut self) {
        while !self.e.offset().is_multiple_of(16) {
            asm!(self.e.asm ; nop);
        }
    }

    fn jump_to(&mut self, addr: usize) {
        self.e.imm(TMP, addr as u64);
        asm!(self.e.asm ; br X(TMP));
    }

    fn stubs(&mut self) {
        if self.records.is_empty() {
            return;
        }
        let tail = self.e.label();
        for exit in 0..self.records.len() as u32 {
            let (label, record) = (self.exits[exit as usize], self.record(exit) - self.record(0));
            self.e.bind(label);
            self.e.imm(TMP, record);
            self.e.jump(tail);
        }
        let first = self.record(0);
        self.e.bind(tail);
        self.e.imm(ADDR, first);
        const { assert!(offset_of!(ExitRecord, target) == 0) };
        self.e.alu(Alu::Add, TMP, TMP, Rhs::Reg(ADDR));
        asm!(self.e.asm ; ldr X(ADDR), [X(TMP)] ; br X(ADDR));
    }

    fn leave_forced(&mut self) {
        self.e.imm(ADDR, 1);
        let forced = self.ctx(offset_of!(NativeCtx, forced));
        self.e.store_reg(forced, PReg::gpr(ADDR));
        self.e.load_reg(PReg::gpr(ADDR), Addr::base(TMP, offset_of!(ExitRecord, routine) as i64));
        asm!(self.e.asm ; br X(ADDR));
    }

    fn count_down(&mut self, leave: DynamicLabel) {
        self.e.element = None;
        const COUNTDOWN: u32 = offset_of!(ExitRecord, countdown) as u32;
        asm!(self.e.asm
            ; ldr W(ADDR), [X(TMP), COUNTDOWN]
            ; subs W(ADDR), WSP(ADDR), 1
            ; str W(ADDR), [X(TMP), COUNTDOWN]);
        self.e.bcc(Cc::Eq, leave);
    }

    fn note(&mut self, visits: Visits, count: Option<usize>) {
        self.e.element = None;
        if let Some(count) = count {
            self.e.imm(TMP, count as u64);
            asm!(self.e.asm ; ldr X(ADDR), [X(TMP)]);
            self.e.alu(Alu::Add, ADDR, ADDR, Rhs::Imm(1));
            asm!(self.e.asm ; str X(ADDR), [X(TMP)]);
        }
        self.e.imm(TMP, visits.now as u64);
        self.e.imm(ADDR, visits.number as u64);
        asm!(self.e.asm ; str X(ADDR), [X(TMP)]);
    }

    fn return_status(&mut self) {
        self.leave(status::RETURN);
    }
}

impl Lower<'_> {
    /// Takes the frame down and returns with the status.
    fn leave(&mut self, status: u64) {
        take_down(&mut self.e, status);
        self.framed(Framing::Called);
        asm!(self.e.asm ; ret);
        self.framed(Framing::Standing);
    }
}
