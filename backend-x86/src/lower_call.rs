//! Lowering of calls and allocations.

use crate::emit::{asm, Addr, Alu, Cc, Rm};
use crate::lower::{Lower, Own};
use crate::regs::{ARGS, CALLER_SAVED, RAX, RDX, STACK, TMP};
use dynasmrt::{DynamicLabel, DynasmApi};
use holloway_compiler::abi::{Bump, NativeCtx};
use holloway_compiler::codegen::lower::{Base, Calls, Cold, Emitter};
use holloway_compiler::codegen::machine::{Loc, Operand, PReg, RegSet};
use holloway_compiler::ir::{Inline, Search};
use std::mem::offset_of;

impl<'a> Calls<'a> for Lower<'a> {
    fn store_list(&mut self, s: usize, base: u8, first: usize, from: usize) {
        let start = self.alloc.placed[s].list as usize;
        for k in from..self.list(s).len() {
            let to = Addr::base(base, 8 * (k - first) as i32);
            match self.alloc.lists[start + k] {
                Operand::Reg(r) => self.e.store_reg(to, r),
                Operand::Const(c) => {
                    let bits = self.bits(c);
                    self.e.store_bits(to, bits)
                }
                Operand::Slot(i) => {
                    self.e.copy(Loc::Reg(PReg::gpr(TMP)), Loc::Slot(i));
                    self.e.store_reg(to, PReg::gpr(TMP));
                }
                Operand::None => {}
            }
        }
    }

    fn call_helper(&mut self, addr: usize, words: u32) {
        asm!(self.e.asm ; mov rdi, r15 ; mov rsi, rsp ; lea rdx, [rsp + 8 * words as i32]);
        self.e.call(addr);
    }

    fn call_direct(&mut self, addr: usize) {
        asm!(self.e.asm ; mov rdi, r15 ; mov rsi, rsp);
        self.e.call(addr);
    }

    fn search(&mut self, search: Search, addr: usize) {
        let Search { index, marks, entries, tag, hash } = search;
        let [index, marks, entries, tag] = [index, marks, entries, tag].map(|k| k as i32);
        let (length, elems) = (Inline::LENGTH as i32, Inline::WORDS as i32);
        let [few, next, found, absent, near, call, done] = [0; 7].map(|_| self.e.label());
        // The table is in rdx, the key in rcx, and what the helper may try first in r8; the caller has nothing in other registers that a call may change.
        match hash {
            Some(hash) => {
                asm!(self.e.asm ; mov rax, [rcx + hash as i32] ; test rax, rax);
                self.e.jcc(Cc::E, call);
            }
            None => {
                asm!(self.e.asm ; mov rax, rcx ; sar rax, Search::BITS as i8 ; add rax, 1 ; cmp rax, 1);
                self.e.jcc(Cc::A, call);
                asm!(self.e.asm ; mov rax, rcx ; cmp rax, -1);
                self.e.jcc(Cc::E, call);
            }
        }
        self.e.imm(TMP, Search::SPREAD);
        asm!(self.e.asm ; mov rsi, rax ; shr rsi, 32 ; xor rax, rsi ; imul rax, Rq(TMP));
        asm!(self.e.asm ; mov rdi, [rdx + index] ; test rdi, rdi);
        self.e.jcc(Cc::E, few);
        asm!(self.e.asm ; shr rax, 32 ; mov rsi, rax ; mov r10, [rdi + length] ; sub r10, 1);
        self.e.jcc(Cc::B, absent);
        self.e.bind(next);
        asm!(self.e.asm
            ; and rsi, r10
            ; mov r9, [rdi + 8 * rsi + elems]
            ; add rsi, 1
            ; test r9, r9);
        self.e.jcc(Cc::E, absent);
        asm!(self.e.asm ; mov r11, r9 ; shr r11, 32 ; cmp r11, rax);
        self.e.jcc(Cc::Ne, next);
        asm!(self.e.asm ; sub r9d, 2);
        self.e.jcc(Cc::B, next);
        self.e.bind(found);
        asm!(self.e.asm ; mov r10, [rdx + entries] ; test r10, r10);
        self.e.jcc(Cc::E, call);
        asm!(self.e.asm ; lea rsi, [r9 + r9] ; cmp rsi, [r10 + length]);
        self.e.jcc(Cc::Ae, call);
        asm!(self.e.asm ; shl rsi, 4 ; cmp [r10 + rsi + elems + 8], rcx);
        self.e.jcc(Cc::Ne, near);
        asm!(self.e.asm ; cmp QWORD [r10 + rsi + elems], tag);
        self.e.jcc(Cc::Ne, near);
        asm!(self.e.asm ; mov rdx, r9);
        self.e.jump(done);
        self.e.bind(few);
        self.alike(10, RAX.num(), 9, |e| asm!(e.asm ; xor r10, [rdx + marks]));
        self.e.jcc(Cc::E, absent);
        asm!(self.e.asm ; bsf r9, r9 ; shr r9, 3);
        self.e.jump(found);
        self.e.bind(done);
        self.cold.push(Cold::Own(Own::Absent { at: absent, done, d: RDX.num() }));
        self.cold.push(Cold::Own(Own::Search { near, call, done, addr }));
    }

    // ---- function traces

    fn deepen(&mut self, by: u64, deep: DynamicLabel) {
        let depth_at = self.ctx(offset_of!(NativeCtx, depth));
        let rax = RAX.num();
        self.e.load_reg(RAX, depth_at);
        match i32::try_from(by as i64) {
            Ok(k) => self.e.alu(Alu::Add, rax, Rm::Imm(k)),
            Err(_) => {
                self.e.imm(TMP, by);
                self.e.alu(Alu::Add, rax, Rm::Reg(TMP));
            }
        }
        self.e.store_reg(depth_at, RAX);
        asm!(self.e.asm ; cmp rax, [r15 + offset_of!(NativeCtx, depth_limit) as i32]);
        self.e.jcc(Cc::A, deep);
    }

    fn call_entry(&mut self, entry: *const usize, words: u32, bad: DynamicLabel) {
        if words as usize > ARGS.len() {
            asm!(self.e.asm ; mov rsi, rsp);
        }
        asm!(self.e.asm ; lea rdx, [rsp + 8 * words as i32]);
        self.e.imm(TMP, entry as u64);
        asm!(self.e.asm ; call QWORD [r11] ; test eax, eax);
        self.e.jcc(Cc::Ne, bad);
    }

    fn undo_depth(&mut self, by: u64) {
        let depth_at = offset_of!(NativeCtx, depth) as i32;
        match i32::try_from(by as i64) {
            Ok(k) => asm!(self.e.asm ; sub QWORD [r15 + depth_at], k),
            Err(_) => {
                self.e.imm(TMP, by);
                asm!(self.e.asm ; sub [r15 + depth_at], Rq(TMP));
            }
        }
    }

    fn finish_call(&mut self, key: u32, words: u32) {
        asm!(self.e.asm ; mov rsi, rax ; mov rdi, r15);
        self.e.imm(2, key as u64);
        asm!(self.e.asm
            ; mov rcx, rsp
            ; lea r8, [rsp + 8 * words as i32]
            ; call QWORD [r15 + offset_of!(NativeCtx, finish_call) as i32]);
    }

    // ---- allocation

    fn bump(&mut self, d: u8, bytes: u32, next: usize, cold: DynamicLabel) {
        let (bytes, next) = (bytes as i32, next as i32);
        let end = next + (offset_of!(Bump, end) - offset_of!(Bump, next)) as i32;
        asm!(self.e.asm
            ; mov Rq(d), [r15 + next]
            ; lea r11, [Rq(d) + bytes]
            ; cmp r11, [r15 + end]);
        self.e.jcc(Cc::A, cold);
        asm!(self.e.asm ; mov [r15 + next], r11);
    }

    fn array_bytes(&mut self, len: u8, stride: u32, size: u32) {
        self.e.imul_imm(TMP, Rm::Reg(len), stride as i32);
        self.e.alu(Alu::Add, TMP, Rm::Imm(size as i32 + 7));
        self.e.alu(Alu::And, TMP, Rm::Imm(-8));
    }

    fn slow_alloc(&mut self, d: u8, header: u64, live: RegSet) {
        let saved: Vec<PReg> = live.and(CALLER_SAVED).iter().collect();
        let area = (8 * saved.len() as i32 + 15) & !15;
        asm!(self.e.asm ; sub rsp, area);
        for (k, r) in saved.iter().enumerate() {
            self.e.store_reg(Addr::base(STACK, 8 * k as i32), *r);
        }
        asm!(self.e.asm ; mov rdx, r11 ; mov rdi, r15);
        self.e.imm(6, header);
        asm!(self.e.asm ; call QWORD [r15 + offset_of!(NativeCtx, alloc_slow) as i32] ; mov r11, rax);
        for (k, r) in saved.iter().enumerate() {
            self.e.load_reg(*r, Addr::base(STACK, 8 * k as i32));
        }
        asm!(self.e.asm ; add rsp, area);
        self.e.mov(d, TMP);
    }
}
