//! Frames, entries and exits.
//!
//! ```text
//! [rbp + 8]    return address                 outer:  push rbp; mov rbp, rsp; lea rsp, [rbp - frame]
//! [rbp]        caller's rbp                           check rsp against the stack limit
//! [rbp - 8]    result pointer                         save the result pointer, place the inputs
//! [rbp - 16]   temporary word                 inner:  lea rsp, [rbp - frame]
//! [rbp - 24]   slot 0                                 ... code ...
//!   ...        slots, downward                stubs:  mov r11, record; jmp [r11]
//! [rsp ..]     outgoing area of calls         pool:   float constants
//! ```
//! Branches to stubs and jumps to other traces are written again where that makes them shorter, and assumptions are five bytes that do nothing
//! until they are a jump to their stub: see [`patch`](holloway_compiler::codegen::patch).
//!
//! `rbp` is 16-byte aligned and so is every frame size, hence `rsp` in a trace always.

use crate::emit::{asm, Addr, Cc, Emit};
use crate::lower::Lower;
use crate::regs::{STACK, TMP};
use dynasmrt::{DynamicLabel, DynasmApi};
use holloway_compiler::abi::{status, NativeCtx};
use holloway_compiler::codegen::arena::ALIGN;
use holloway_compiler::codegen::debug::Framing;
use holloway_compiler::codegen::exits::{decode_exit, ExitRecord, OUT};
use holloway_compiler::codegen::lower::{Emitter, Frames};
use holloway_compiler::codegen::machine::PReg;
use holloway_compiler::codegen::patch::{Assumption, ExitJump, FarJump, Patches, ROOM};
use holloway_compiler::codegen::{Arena, CodegenError, Shared, Visits};
use std::mem::offset_of;

/// The shared routines of an arena, made on first use.
pub fn shared(arena: &mut Arena) -> Result<Shared, CodegenError> {
    arena.shared(|arena| {
        let mut e = Emit::new();
        common_exit(&mut e);
        let exit = arena.add(&finish(e)?)?;
        let mut e = Emit::new();
        asm!(e.asm ; mov eax, status::SPILL as i32 ; ret);
        Ok(Shared { exit, spill: arena.add(&finish(e)?)? })
    })
}

/// The bytes of finished code.
pub fn finish(mut e: Emit) -> Result<Vec<u8>, CodegenError> {
    e.finish_pool();
    e.asm.finalize().map_err(|e| CodegenError::Internal(format!("assembler: {e}")))
}

/// Bytes of a page of the stack, and those that the exit routine pushes below a frame, with some to spare.
const PAGE: i32 = 4096;
const EXIT_FRAME: i32 = 1024;

/// Saves all registers below the frame, where [`decode_exit`] reads them, calls it, and leaves the trace.
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
        ; mov rdx, rbp);
    e.call(decode_exit as *const () as usize);
    asm!(e.asm ; mov eax, status::EXIT as i32 ; leave ; ret);
}

/// What a near jump begins with.
const JUMP: u8 = 0xe9;

/// The instruction of each length, from 1 byte on, that does nothing.
pub const NOPS: [&[u8]; 9] = [
    &[0x90],
    &[0x66, 0x90],
    &[0x0f, 0x1f, 0x00],
    &[0x0f, 0x1f, 0x40, 0x00],
    &[0x0f, 0x1f, 0x44, 0x00, 0x00],
    &[0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00],
    &[0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00],
    &[0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
    &[0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
];

impl<'a> Frames<'a> for Lower<'a> {
    fn open_frame(&mut self) {
        let frame = self.frame as i32;
        let ok = self.e.label();
        asm!(self.e.asm ; push rbp);
        self.framed(Framing::Pushed);
        asm!(self.e.asm ; mov rbp, rsp);
        self.framed(Framing::Standing);
        asm!(self.e.asm
            ; lea rsp, [rbp - frame]
            ; cmp rsp, [r15 + offset_of!(NativeCtx, stack_limit) as i32]);
        self.e.jcc(Cc::Ae, ok);
        self.leave(status::SPILL);
        self.e.bind(ok);
        if cfg!(windows) {
            // Windows makes the pages of a thread's stack one after the other, as they are touched. The exit routine goes as far below the frame.
            for page in 1..=(frame + EXIT_FRAME) / PAGE {
                asm!(self.e.asm ; test BYTE [rbp - page * PAGE], 0);
            }
        }
        asm!(self.e.asm ; mov [rbp + OUT as i32], rdx);
    }

    fn inner_entry(&mut self) {
        let frame = self.frame as i32;
        asm!(self.e.asm ; lea rsp, [rbp - frame]);
    }

    fn align_loop(&mut self) {
        // Ranges of the arena begin at cache lines. A loop that starts late in one takes a line more than it need, which can cost a short loop a
        // third of its speed.
        let mut gap = self.e.asm.offset().0.wrapping_neg() % ALIGN;
        while gap > 0 {
            let n = gap.min(NOPS.len());
            self.e.asm.extend(NOPS[n - 1]);
            gap -= n;
        }
    }

    fn jump_to(&mut self, addr: usize) {
        let at = self.e.offset();
        self.e.imm(TMP, addr as u64);
        asm!(self.e.asm ; jmp r11);
        let rest = self.e.offset() - at - ROOM;
        self.far.push(FarJump { at: at as u32, to: addr, near: JUMP, rest: NOPS[rest - 1] });
    }

    fn stubs(&mut self) {
        for exit in 0..self.records.len() as u32 {
            let (label, record) = (self.exits[exit as usize], self.record(exit));
            self.e.bind(label);
            let at = self.e.offset() as u32;
            self.stubs.push(at);
            self.e.imm(TMP, record);
            const { assert!(offset_of!(ExitRecord, target) == 0) };
            asm!(self.e.asm ; jmp QWORD [r11]);
        }
    }

    fn leave_forced(&mut self) {
        asm!(self.e.asm
            ; mov QWORD [r15 + offset_of!(NativeCtx, forced) as i32], 1
            ; jmp QWORD [r11 + offset_of!(ExitRecord, routine) as i32]);
    }

    fn count_down(&mut self, leave: DynamicLabel) {
        asm!(self.e.asm ; dec DWORD [r11 + offset_of!(ExitRecord, countdown) as i32]);
        self.e.jcc(Cc::E, leave);
    }

    fn note(&mut self, visits: Visits, count: Option<usize>) {
        if let Some(count) = count {
            self.e.imm(TMP, count as u64);
            asm!(self.e.asm ; inc QWORD [r11]);
        }
        self.e.imm(TMP, visits.now as u64);
        asm!(self.e.asm ; mov QWORD [r11], visits.number as i32);
    }

    fn return_status(&mut self) {
        self.leave(status::RETURN);
    }
}

impl Lower<'_> {
    /// Where the code may be written again, once it is written.
    pub fn patches(&mut self) -> Patches {
        let first = self.exits.first().map_or(0, |l| l.get_id());
        // The labels of exits were made one after the other.
        let stub = |label: DynamicLabel| {
            let exit = label.get_id().checked_sub(first).filter(|exit| *exit < self.stubs.len())?;
            Some((exit as u32, self.stubs[exit]))
        };
        let exits = self.e.branches.iter().filter_map(|&(end, label)| {
            let (exit, stub) = stub(label)?;
            Some(ExitJump { exit, at: end - 4, stub })
        });
        let assumptions = self.assumed.iter().map(|&(word, at, label)| {
            let (_, stub) = stub(label).expect("guards leave by exits");
            let distance = (stub - at - ROOM as u32).to_le_bytes();
            let mut thrown = [JUMP; ROOM];
            thrown[1..].copy_from_slice(&distance);
            Assumption { word, at, thrown }
        });
        Patches {
            exits: exits.collect(),
            assumptions: assumptions.collect(),
            far: std::mem::take(&mut self.far),
        }
    }

    /// Takes the frame down and returns with the status.
    fn leave(&mut self, status: u64) {
        asm!(self.e.asm ; mov eax, status as i32 ; leave);
        self.framed(Framing::Called);
        asm!(self.e.asm ; ret);
        self.framed(Framing::Standing);
    }
}
