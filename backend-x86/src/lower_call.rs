//! Lowering of calls and allocations.
//!
//! Calls use the outgoing area at the bottom of the frame: argument words first, then the room for result words. The area is
//! intact until the next call, so `Result` ops read it directly.

use crate::emit::{asm, Addr, Alu, Cc, Rm};
use crate::lower::{At, Cold, Lower};
use crate::regs::{CALLER_SAVED, RAX, STACK, TMP};
use dynasmrt::{DynamicLabel, DynasmApi};
use holloway_tracer::codegen::constants::{const_array_bytes, MAX_INLINE};
use holloway_tracer::codegen::context::{status, Bump, NativeCtx, HELPER_RESULTS, TRACE_RESULTS};
use holloway_tracer::codegen::machine::{Loc, Operand, PReg, RegSet};
use holloway_tracer::codegen::prepare::argument_words;
use holloway_tracer::codegen::CodegenError;
use holloway_tracer::ir::Op;
use std::mem::offset_of;

type Done = Result<(), CodegenError>;

impl Lower<'_> {
    /// Stores the list operands of a step from entry `skip` on at `[base]`, as words.
    pub fn store_list(&mut self, s: usize, base: u8, skip: usize) {
        let start = self.alloc.placed[s].list as usize;
        for k in skip..self.list(s).len() {
            let to = Addr::base(base, 8 * (k - skip) as i32);
            match self.alloc.lists[start + k] {
                Operand::Reg(r) => self.e.store_reg(to, r),
                Operand::Const(c) => self.e.store_bits(to, self.bits(c)),
                Operand::Slot(i) => {
                    self.e.copy(Loc::Reg(PReg::gpr(TMP)), Loc::Slot(i));
                    self.e.store_reg(to, PReg::gpr(TMP));
                }
                Operand::None => {}
            }
        }
    }

    // ---- helpers

    pub fn helper_call(&mut self, at: &At<'_>) -> Done {
        let helper = &self.trace.helpers[at.inst.aux as usize];
        let n = argument_words(self.trace, at.inst);
        self.store_list(at.s, STACK, 0);
        asm!(self.e.asm ; mov rdi, r15 ; mov rsi, rsp ; lea rdx, [rsp + 8 * n as i32]);
        self.e.call(helper.addr);
        if at.inst.op != Op::Call {
            let (to, from) = (self.whole(at), self.outgoing(n));
            self.e.load_reg(to, from);
        }
        Ok(())
    }

    pub fn call_result(&mut self, at: &At<'_>) -> Done {
        let call = &self.trace.insts[at.inst.args[0].index()];
        let room = if call.op == Op::CallTrace { TRACE_RESULTS } else { HELPER_RESULTS };
        if at.inst.aux >= room {
            return Err(CodegenError::TooLarge(format!("result word {} of a call with {room}", at.inst.aux)));
        }
        let from = self.outgoing(argument_words(self.trace, call) + at.inst.aux);
        let to = self.whole(at);
        self.e.load_reg(to, from);
        Ok(())
    }

    // ---- function traces

    pub fn trace_call(&mut self, at: &At<'_>) -> Done {
        let list = self.list(at.s);
        let Some(depth) = list.first().and_then(|r| self.trace.as_const(*r)) else {
            return Err(CodegenError::Internal("a trace call without constant depth".into()));
        };
        let key = self.trace.keys[at.inst.aux as usize];
        let Some(entry) = self.links.entry_slot(key) else {
            return Err(CodegenError::Unknown(format!("function trace {key}")));
        };
        let n = argument_words(self.trace, at.inst);
        self.store_list(at.s, STACK, 1);
        let (bad, deep, done) = (self.e.label(), self.e.label(), self.e.label());
        let depth_at = self.ctx(offset_of!(NativeCtx, depth));
        let rax = RAX.num();
        self.e.load_reg(RAX, depth_at);
        match i32::try_from(depth.bits as i64) {
            Ok(k) => self.e.alu(Alu::Add, rax, Rm::Imm(k)),
            Err(_) => {
                self.e.imm(TMP, depth.bits);
                self.e.alu(Alu::Add, rax, Rm::Reg(TMP));
            }
        }
        self.e.store_reg(depth_at, RAX);
        asm!(self.e.asm ; cmp rax, [r15 + offset_of!(NativeCtx, depth_limit) as i32]);
        self.e.jcc(Cc::A, deep);
        asm!(self.e.asm ; mov rsi, rsp ; lea rdx, [rsp + 8 * n as i32]);
        self.e.imm(TMP, entry as u64);
        asm!(self.e.asm ; call QWORD [r11] ; test eax, eax);
        self.e.jcc(Cc::Ne, bad);
        self.e.bind(done);
        // Undo the depth.
        match i32::try_from(depth.bits as i64) {
            Ok(k) => asm!(self.e.asm ; sub QWORD [r15 + depth_at.disp], k),
            Err(_) => {
                self.e.imm(TMP, depth.bits);
                asm!(self.e.asm ; sub [r15 + depth_at.disp], Rq(TMP));
            }
        }
        self.cold.push(Cold::Call { status: bad, deep, done, key, args: n });
        Ok(())
    }

    /// The callee did not return: let the run time finish the call.
    pub fn cold_call(
        &mut self,
        bad: DynamicLabel,
        deep: DynamicLabel,
        done: DynamicLabel,
        key: u32,
        args: u32,
    ) {
        self.e.bind(deep);
        self.e.imm(RAX.num(), status::SPILL);
        self.e.bind(bad);
        asm!(self.e.asm ; mov rsi, rax ; mov rdi, r15);
        self.e.imm(2, key as u64);
        asm!(self.e.asm
            ; mov rcx, rsp
            ; lea r8, [rsp + 8 * args as i32]
            ; call QWORD [r15 + offset_of!(NativeCtx, finish_call) as i32]);
        self.e.jmp(done);
    }

    // ---- allocation

    pub fn allocate(&mut self, at: &At<'_>) -> Done {
        let d = &self.trace.types[at.inst.aux as usize];
        let live = self.alloc.placed[at.s].live;
        let fixed = match at.inst.op {
            Op::New => Some(d.size as u64),
            _ => const_array_bytes(self.trace, at.inst.aux, at.args[0]),
        };
        let done = self.e.label();
        match fixed {
            Some(bytes) if bytes <= MAX_INLINE => {
                let cold = self.e.label();
                let class = (bytes.max(8).div_ceil(16) - 1) as usize;
                let size = 16 * (class as i32 + 1);
                let bump = offset_of!(NativeCtx, bump) + class * size_of::<Bump>();
                let next = (bump + offset_of!(Bump, next)) as i32;
                let end = (bump + offset_of!(Bump, end)) as i32;
                asm!(self.e.asm
                    ; mov Rq(at.d), [r15 + next]
                    ; lea r11, [Rq(at.d) + size]
                    ; cmp r11, [r15 + end]);
                self.e.jcc(Cc::A, cold);
                asm!(self.e.asm ; mov [r15 + next], r11);
                self.e.store_bits(Addr::base(at.d, 0), d.header);
                self.e.bind(done);
                self.cold.push(Cold::Alloc { at: cold, done, d: at.d, header: d.header, bytes, live });
            }
            Some(bytes) => {
                self.e.imm(TMP, bytes);
                self.slow_alloc(at.d, d.header, live);
            }
            None => {
                let len = self.reg(at, 0)?;
                let mut live = live;
                live.insert(PReg::gpr(len));
                self.e.imul_imm(TMP, Rm::Reg(len), d.stride as i32);
                self.e.alu(Alu::Add, TMP, Rm::Imm(d.size as i32 + 7));
                self.e.alu(Alu::And, TMP, Rm::Imm(-8));
                self.slow_alloc(at.d, d.header, live);
                self.e.store_reg(Addr::base(at.d, d.len_offset as i32), PReg::gpr(len));
            }
        }
        if at.inst.op == Op::NewArray && fixed.is_some() {
            let bits = self.bits(at.args[0]);
            self.e.store_bits(Addr::base(at.d, d.len_offset as i32), bits);
        }
        Ok(())
    }

    /// Calls the slow path for the number of bytes in the scratch register, preserving `live`.
    pub fn slow_alloc(&mut self, d: u8, header: u64, live: RegSet) {
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
