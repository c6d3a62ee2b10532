//! Lowering of calls and allocations.

use crate::emit::{asm, Addr, Alu, Cc, Emit, Rhs};
use crate::lower::{Lower, Own};
use crate::regs::{ADDR, ARGS, CALLER_SAVED, CTX, STACK, TMP, X0, X1, ZERO};
use dynasmrt::{DynamicLabel, DynasmApi};
use holloway_compiler::abi::{Bump, NativeCtx};
use holloway_compiler::codegen::lower::{Base, Calls, Cold, Emitter};
use holloway_compiler::codegen::machine::{Class, Loc, Operand, PReg, RegSet};
use holloway_compiler::ir::{Inline, Search};
use std::mem::offset_of;

impl Lower<'_> {
    /// A register that holds an operand to be stored, loaded into `scratch` if it is in none.
    pub fn listed(&mut self, o: Operand, scratch: u8) -> Option<PReg> {
        match o {
            Operand::Reg(r) => Some(r),
            Operand::Const(c) if self.bits(c) == 0 => Some(PReg::gpr(ZERO)),
            Operand::Const(c) => {
                let bits = self.bits(c);
                self.e.imm(scratch, bits);
                Some(PReg::gpr(scratch))
            }
            Operand::Slot(i) => {
                self.e.copy(Loc::Reg(PReg::gpr(scratch)), Loc::Slot(i));
                Some(PReg::gpr(scratch))
            }
            Operand::None => None,
        }
    }

    /// Calls the function whose address is in the context.
    fn call_ctx(&mut self, offset: usize) {
        let at = self.ctx(offset);
        self.e.load_reg(PReg::gpr(TMP), at);
        asm!(self.e.asm ; blr X(TMP));
    }

    /// Stores or loads registers at the stack pointer, two at once where they are of one class.
    fn saved(&mut self, regs: &[PReg], two: fn(&mut Emit, Addr, PReg, PReg), one: fn(&mut Emit, Addr, PReg)) {
        let mut k = 0;
        while k < regs.len() {
            let at = Addr::base(STACK, 8 * k as i64);
            match regs.get(k + 1) {
                Some(next) if Emit::pairs(regs[k], *next, at) => {
                    two(&mut self.e, at, regs[k], *next);
                    k += 2;
                }
                _ => {
                    one(&mut self.e, at, regs[k]);
                    k += 1;
                }
            }
        }
    }
}

impl<'a> Calls<'a> for Lower<'a> {
    /// Two at once where they are of one class.
    fn store_list(&mut self, s: usize, base: u8, first: usize, from: usize) {
        let start = self.alloc.placed[s].list as usize;
        let n = self.list(s).len();
        let class = |o: Operand| if let Operand::Reg(r) = o { r.class() } else { Class::Gpr };
        let mut k = from;
        while k < n {
            let to = Addr::base(base, 8 * (k - first) as i64);
            let one = self.alloc.lists[start + k];
            let two = if k + 1 < n { self.alloc.lists[start + k + 1] } else { Operand::None };
            let pair = two != Operand::None && class(one) == class(two);
            let Some(a) = self.listed(one, TMP) else {
                k += 1;
                continue;
            };
            if pair && Emit::pairs(a, a, to) {
                if let Some(b) = self.listed(two, ADDR) {
                    self.e.store_pair(to, a, b);
                    k += 2;
                    continue;
                }
            }
            self.e.store_reg(to, a);
            k += 1;
        }
    }

    fn call_helper(&mut self, addr: usize, words: u32) {
        asm!(self.e.asm ; mov x0, X(CTX) ; mov x1, sp);
        self.e.alu_bits(Alu::Add, 2, STACK, 8 * words as u64);
        self.e.call(addr);
    }

    fn call_direct(&mut self, addr: usize) {
        asm!(self.e.asm ; mov x0, X(CTX) ; mov x1, sp);
        self.e.call(addr);
    }

    fn search(&mut self, search: Search, addr: usize) {
        let Search { index, marks, entries, tag, hash } = search;
        let (length, elems) = (Inline::LENGTH as u32, Inline::WORDS as u32);
        let [few, next, found, absent, near, call, done] = [0; 7].map(|_| self.e.label());
        // The table is in x2, the key in x3, and what the helper may try first in x4; the caller has nothing in other registers that a call may change.
        match hash {
            Some(hash) => {
                asm!(self.e.asm ; ldr x9, [x3, hash]);
                self.e.cbz(true, 9, call);
            }
            None => {
                asm!(self.e.asm ; asr x9, x3, Search::BITS ; add x9, x9, 1 ; cmp x9, 1);
                self.e.bcc(Cc::Hi, call);
                asm!(self.e.asm ; mov x9, x3 ; cmn x3, 1);
                self.e.bcc(Cc::Eq, call);
            }
        }
        self.e.imm(TMP, Search::SPREAD);
        asm!(self.e.asm ; eor x9, x9, x9, lsr 32 ; mul x9, x9, X(TMP) ; ldr x5, [x2, index]);
        self.e.cbz(true, 5, few);
        asm!(self.e.asm
            ; lsr x9, x9, 32
            ; mov x6, x9
            ; ldr x7, [x5, length]
            ; subs x7, x7, 1
            ; add x5, x5, elems);
        self.e.bcc(Cc::Lo, absent);
        self.e.bind(next);
        asm!(self.e.asm ; and x6, x6, x7 ; ldr x8, [x5, x6, lsl 3] ; add x6, x6, 1);
        self.e.cbz(true, 8, absent);
        asm!(self.e.asm ; cmp x9, x8, lsr 32);
        self.e.bcc(Cc::Ne, next);
        asm!(self.e.asm ; subs w8, w8, 2);
        self.e.bcc(Cc::Lo, next);
        self.e.bind(found);
        asm!(self.e.asm ; ldr x5, [x2, entries]);
        self.e.cbz(true, 5, call);
        asm!(self.e.asm ; ldr x6, [x5, length] ; cmp x6, x8, lsl 1);
        self.e.bcc(Cc::Ls, call);
        asm!(self.e.asm ; add x5, x5, x8, lsl 5 ; ldr x6, [x5, elems + 8] ; cmp x6, x3);
        self.e.bcc(Cc::Ne, near);
        self.e.imm(TMP, tag.into());
        asm!(self.e.asm ; ldr x6, [x5, elems] ; cmp x6, X(TMP));
        self.e.bcc(Cc::Ne, near);
        asm!(self.e.asm ; mov x1, x8);
        self.e.jump(done);
        self.e.bind(few);
        self.alike(6, 9, 8, |e| asm!(e.asm ; ldr x7, [x2, marks] ; eor x6, x6, x7));
        self.e.cbz(true, 8, absent);
        asm!(self.e.asm ; rbit x8, x8 ; clz x8, x8 ; lsr x8, x8, 3);
        self.e.jump(found);
        self.e.bind(done);
        self.cold.push(Cold::Own(Own::Answer { at: absent, done, d: X1.num(), bits: -1i64 as u64 }));
        self.cold.push(Cold::Own(Own::Search { near, call, done, addr }));
    }

    // ---- function traces

    fn deepen(&mut self, by: u64, deep: DynamicLabel) {
        const { assert!(offset_of!(NativeCtx, depth_limit) == offset_of!(NativeCtx, depth) + 8) };
        let depth_at = self.ctx(offset_of!(NativeCtx, depth));
        let x0 = X0.num();
        let b = self.e.rhs(Alu::Add, by);
        self.e.load_pair(X0, PReg::gpr(ADDR), depth_at);
        self.e.alu(Alu::Add, x0, x0, b);
        self.e.store_reg(depth_at, X0);
        self.e.cmp(x0, Rhs::Reg(ADDR));
        self.e.bcc(Cc::Hi, deep);
    }

    fn call_entry(&mut self, entry: *const usize, words: u32, bad: DynamicLabel) {
        if words as usize > ARGS.len() {
            asm!(self.e.asm ; mov x1, sp);
        }
        self.e.alu_bits(Alu::Add, 2, STACK, 8 * words as u64);
        self.e.imm(TMP, entry as u64);
        asm!(self.e.asm ; ldr X(TMP), [X(TMP)] ; blr X(TMP));
        self.e.cbz(false, X0.num(), bad);
    }

    fn undo_depth(&mut self, by: u64) {
        let depth_at = self.ctx(offset_of!(NativeCtx, depth));
        self.e.load_reg(PReg::gpr(ADDR), depth_at);
        self.e.alu_bits(Alu::Sub, ADDR, ADDR, by);
        self.e.store_reg(depth_at, PReg::gpr(ADDR));
    }

    fn finish_call(&mut self, key: u32, words: u32) {
        asm!(self.e.asm ; mov x1, x0 ; mov x0, X(CTX));
        self.e.imm(2, key as u64);
        asm!(self.e.asm ; mov x3, sp);
        self.e.alu_bits(Alu::Add, 4, STACK, 8 * words as u64);
        self.call_ctx(offset_of!(NativeCtx, finish_call));
    }

    // ---- allocation

    fn bump(&mut self, d: u8, bytes: u32, next: usize, cold: DynamicLabel) {
        const { assert!(offset_of!(Bump, end) == offset_of!(Bump, next) + 8) };
        let next = self.ctx(next);
        let (new, end) = (PReg::gpr(d), PReg::gpr(ADDR));
        if !self.e.load_two(new, end, next) {
            self.e.load_reg(new, next);
            self.e.load_reg(end, Addr::base(CTX, next.disp + 8));
        }
        self.e.alu(Alu::Add, TMP, d, Rhs::Imm(bytes as u64));
        self.e.cmp(TMP, Rhs::Reg(ADDR));
        self.e.bcc(Cc::Hi, cold);
        self.e.store_reg(next, PReg::gpr(TMP));
    }

    fn array_bytes(&mut self, len: u8, stride: u32, size: u32) {
        let rest = self.e.in_reg(size as u64 + 7);
        self.e.imm(ADDR, stride as u64);
        self.e.mul_add(false, TMP, rest, len, ADDR);
        self.e.alu(Alu::And, TMP, TMP, Rhs::Imm(!7));
    }

    fn slow_alloc(&mut self, d: u8, header: u64, live: RegSet) {
        let saved: Vec<PReg> = live.and(CALLER_SAVED).iter().collect();
        let area = (8 * saved.len() as u64 + 15) & !15;
        self.e.alu(Alu::Sub, STACK, STACK, Rhs::Imm(area));
        self.saved(&saved, Emit::store_pair, Emit::store_reg);
        asm!(self.e.asm ; mov x2, X(TMP) ; mov x0, X(CTX));
        self.e.imm(1, header);
        self.call_ctx(offset_of!(NativeCtx, alloc_slow));
        asm!(self.e.asm ; mov X(TMP), x0);
        self.saved(&saved, |e, at, a, b| e.load_pair(a, b, at), |e, at, r| e.load_reg(r, at));
        self.e.alu(Alu::Add, STACK, STACK, Rhs::Imm(area));
        self.e.mov(d, TMP);
    }
}
