//! Frames, entries and exits.
//!
//! ```text
//! [rbp + 8]    return address                 outer:  push rbp; mov rbp, rsp; lea rsp, [rbp - frame]
//! [rbp]        caller's rbp                           check rsp against the stack limit
//! [rbp - 8]    result pointer                         save the result pointer, load the inputs
//! [rbp - 16]   temporary word                 inner:  lea rsp, [rbp - frame]
//! [rbp - 24]   slot 0                                 ... code ...
//!   ...        slots, downward                stubs:  mov r11, record; jmp [r11]
//! [rsp ..]     outgoing area of calls         pool:   float constants
//! ```
//! `rbp` is 16-byte aligned and so is every frame size, hence `rsp` in a trace always.

use crate::emit::{asm, Addr, Cc, Emit, OUT};
use crate::lower::Lower;
use crate::regs::{RSI, STACK, TMP};
use dynasmrt::DynasmApi;
use holloway_tracer::codegen::context::{status, NativeCtx};
use holloway_tracer::codegen::exits::{decode_exit, ExitRecord};
use holloway_tracer::codegen::machine::{Loc, PReg};
use holloway_tracer::codegen::{Arena, CodegenError};
use std::mem::offset_of;

/// Addresses of the routines all traces share.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    /// The common exit routine; `r11` holds the record.
    pub exit: usize,
    /// Returns status SPILL.
    pub spill: usize,
}

/// The shared routines of an arena, made on first use.
pub fn shared(arena: &mut Arena) -> Result<Shared, CodegenError> {
    if let Some([exit, spill]) = arena.shared {
        return Ok(Shared { exit, spill });
    }
    let mut e = Emit::new();
    common_exit(&mut e);
    let exit = arena.add(&finish(e)?)?.addr;
    let mut e = Emit::new();
    asm!(e.asm ; mov eax, status::SPILL as i32 ; ret);
    let spill = arena.add(&finish(e)?)?.addr;
    arena.shared = Some([exit, spill]);
    Ok(Shared { exit, spill })
}

/// The bytes of finished code.
pub fn finish(mut e: Emit) -> Result<Vec<u8>, CodegenError> {
    e.finish_pool();
    e.asm.finalize().map_err(|e| CodegenError::Internal(format!("assembler: {e}")))
}

/// Saves all registers as the array that [`decode_exit`] reads, calls it, and leaves the trace.
fn common_exit(e: &mut Emit) {
    asm!(e.asm ; sub rsp, 512);
    for n in (0..16u8).filter(|n| *n != STACK) {
        e.store_reg(Addr::base(STACK, 8 * n as i32), PReg::gpr(n));
        e.store_reg(Addr::base(STACK, 256 + 8 * n as i32), PReg::fpr(n));
    }
    e.store_reg(Addr::base(STACK, 256 + 8 * STACK as i32), PReg::fpr(STACK));
    asm!(e.asm
        ; mov rdi, r15
        ; mov rsi, r11
        ; mov rdx, rsp
        ; mov rcx, rbp);
    e.call(decode_exit as *const () as usize);
    asm!(e.asm ; mov eax, status::EXIT as i32 ; leave ; ret);
}

impl Lower<'_> {
    /// The outer entry: frame, stack check, inputs from memory to their places.
    pub fn prologue(&mut self) {
        let frame = self.frame as i32;
        let ok = self.e.label();
        asm!(self.e.asm
            ; push rbp
            ; mov rbp, rsp
            ; lea rsp, [rbp - frame]
            ; cmp rsp, [r15 + offset_of!(NativeCtx, stack_limit) as i32]);
        self.e.jcc(Cc::Ae, ok);
        asm!(self.e.asm ; mov eax, status::SPILL as i32 ; leave ; ret);
        self.e.bind(ok);
        asm!(self.e.asm ; mov [rbp + OUT], rdx);
        let mut base_input = None;
        for (k, place) in self.alloc.inputs.iter().enumerate() {
            let from = Addr::base(RSI.num(), 8 * k as i32);
            match place {
                None => {}
                Some(Loc::Reg(r)) if *r == RSI => base_input = Some(from),
                Some(Loc::Reg(r)) => self.e.load_reg(*r, from),
                Some(l) => {
                    let tmp = PReg::gpr(TMP);
                    self.e.load_reg(tmp, from);
                    self.e.copy(*l, Loc::Reg(tmp));
                }
            }
        }
        // The input that goes to the base register comes last.
        if let Some(from) = base_input {
            self.e.load_reg(RSI, from);
        }
    }

    /// The inner entry: sizes the frame, whoever made it.
    pub fn inner_entry(&mut self) {
        let frame = self.frame as i32;
        asm!(self.e.asm ; lea rsp, [rbp - frame]);
    }

    /// The address of an exit's record.
    pub fn record(&self, exit: u32) -> u64 {
        &self.records[exit as usize] as *const ExitRecord as u64
    }

    /// The cold stubs of all exits.
    pub fn exit_stubs(&mut self) {
        for exit in 0..self.records.len() as u32 {
            let label = self.exits[exit as usize];
            self.e.bind(label);
            let record = self.record(exit);
            self.e.imm(TMP, record);
            const { assert!(offset_of!(ExitRecord, target) == 0) };
            asm!(self.e.asm ; jmp QWORD [r11]);
        }
        for (exit, label) in std::mem::take(&mut self.forced) {
            self.e.bind(label);
            let record = self.record(exit);
            self.e.imm(TMP, record);
            asm!(self.e.asm
                ; mov QWORD [r15 + offset_of!(NativeCtx, forced) as i32], 1
                ; jmp QWORD [r11 + offset_of!(ExitRecord, routine) as i32]);
        }
    }

    /// With chaos: counts the guard down and leaves at zero, before its real test.
    pub fn countdown(&mut self, exit: u32) {
        if !self.chaos {
            return;
        }
        let label = self.e.label();
        self.forced.push((exit, label));
        let record = self.record(exit);
        self.e.imm(TMP, record);
        asm!(self.e.asm ; dec DWORD [r11 + offset_of!(ExitRecord, countdown) as i32]);
        self.e.jcc(Cc::E, label);
    }

    /// Writes the results and returns.
    pub fn finish_trace(&mut self, s: usize) {
        let placed = self.alloc.placed[s];
        let out = placed.temps[0].num();
        self.e.load(out, crate::emit::Rm::Frame(OUT));
        let n = self.list(s).len();
        self.store_list(s, out, 0);
        asm!(self.e.asm
            ; mov QWORD [r15 + offset_of!(NativeCtx, result_count) as i32], n as i32
            ; mov eax, status::RETURN as i32
            ; leave
            ; ret);
    }
}
