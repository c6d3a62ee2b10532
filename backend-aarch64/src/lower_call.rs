//! Lowering of calls and allocations.
//!
//! Calls use the outgoing area at the bottom of the frame: argument words first, then the room for result words. The area is
//! intact until the next call, so `Result` ops read it directly.

use crate::emit::{asm, Addr, Alu, Cc, Emit, Rhs};
use crate::lower::{At, Cold, Lower};
use crate::regs::{ADDR, CALLER_SAVED, CTX, STACK, TMP, X0, ZERO};
use dynasmrt::{DynamicLabel, DynasmApi};
use holloway_tracer::codegen::constants::{const_array_bytes, MAX_INLINE};
use holloway_tracer::codegen::context::{status, Bump, NativeCtx, HELPER_RESULTS, TRACE_RESULTS};
use holloway_tracer::codegen::machine::{Class, Loc, Operand, PReg, RegSet};
use holloway_tracer::codegen::prepare::argument_words;
use holloway_tracer::codegen::CodegenError;
use holloway_tracer::ir::Op;
use std::mem::offset_of;

type Done = Result<(), CodegenError>;

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

    /// Stores the list operands of a step from entry `skip` on at `[base]`, as words, two at once where they are of one class.
    pub fn store_list(&mut self, s: usize, base: u8, skip: usize) {
        let start = self.alloc.placed[s].list as usize;
        let n = self.list(s).len();
        let class = |o: Operand| if let Operand::Reg(r) = o { r.class() } else { Class::Gpr };
        let mut k = skip;
        while k < n {
            let to = Addr::base(base, 8 * (k - skip) as i64);
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

    // ---- helpers

    pub fn helper_call(&mut self, at: &At<'_>) -> Done {
        let helper = &self.trace.helpers[at.inst.aux as usize];
        let n = argument_words(self.trace, at.inst);
        self.store_list(at.s, STACK, 0);
        asm!(self.e.asm ; mov x0, X(CTX) ; mov x1, sp);
        self.e.alu_bits(Alu::Add, 2, STACK, 8 * n as u64);
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
        const { assert!(offset_of!(NativeCtx, depth_limit) == offset_of!(NativeCtx, depth) + 8) };
        let depth_at = self.ctx(offset_of!(NativeCtx, depth));
        let x0 = X0.num();
        let b = self.e.rhs(Alu::Add, depth.bits);
        self.e.load_pair(X0, PReg::gpr(ADDR), depth_at);
        self.e.alu(Alu::Add, x0, x0, b);
        self.e.store_reg(depth_at, X0);
        self.e.cmp(x0, Rhs::Reg(ADDR));
        self.e.bcc(Cc::Hi, deep);
        asm!(self.e.asm ; mov x1, sp);
        self.e.alu_bits(Alu::Add, 2, STACK, 8 * n as u64);
        self.e.imm(TMP, entry as u64);
        asm!(self.e.asm ; ldr X(TMP), [X(TMP)] ; blr X(TMP));
        self.e.cbz(false, x0, bad);
        self.e.bind(done);
        // Undo the depth; the status stays in x0.
        self.e.load_reg(PReg::gpr(ADDR), depth_at);
        self.e.alu_bits(Alu::Sub, ADDR, ADDR, depth.bits);
        self.e.store_reg(depth_at, PReg::gpr(ADDR));
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
        self.e.imm(X0.num(), status::SPILL);
        self.e.bind(bad);
        asm!(self.e.asm ; mov x1, x0 ; mov x0, X(CTX));
        self.e.imm(2, key as u64);
        asm!(self.e.asm ; mov x3, sp);
        self.e.alu_bits(Alu::Add, 4, STACK, 8 * args as u64);
        self.call_ctx(offset_of!(NativeCtx, finish_call));
        self.e.b(done);
    }

    /// Calls the function whose address is in the context.
    fn call_ctx(&mut self, offset: usize) {
        let at = self.ctx(offset);
        self.e.load_reg(PReg::gpr(TMP), at);
        asm!(self.e.asm ; blr X(TMP));
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
                let size = 16 * (class as u64 + 1);
                let bump = offset_of!(NativeCtx, bump) + class * size_of::<Bump>();
                let next = self.ctx(bump + offset_of!(Bump, next));
                let (new, end) = (PReg::gpr(at.d), PReg::gpr(ADDR));
                const { assert!(offset_of!(Bump, end) == offset_of!(Bump, next) + 8) };
                if Emit::pairs(new, end, next) {
                    self.e.load_pair(new, end, next);
                } else {
                    self.e.load_reg(new, next);
                    self.e.load_reg(end, Addr::base(CTX, next.disp + 8));
                }
                self.e.alu(Alu::Add, TMP, at.d, Rhs::Imm(size));
                self.e.cmp(TMP, Rhs::Reg(ADDR));
                self.e.bcc(Cc::Hi, cold);
                self.e.store_reg(next, PReg::gpr(TMP));
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
                let rest = self.e.in_reg(d.size as u64 + 7);
                self.e.imm(ADDR, d.stride as u64);
                asm!(self.e.asm ; madd X(TMP), X(len), X(ADDR), X(rest));
                self.e.alu(Alu::And, TMP, TMP, Rhs::Imm(!7));
                self.slow_alloc(at.d, d.header, live);
                self.e.store_reg(Addr::base(at.d, d.len_offset as i64), PReg::gpr(len));
            }
        }
        if at.inst.op == Op::NewArray && fixed.is_some() {
            let bits = self.bits(at.args[0]);
            self.e.store_bits(Addr::base(at.d, d.len_offset as i64), bits);
        }
        Ok(())
    }

    /// Calls the slow path for the number of bytes in the scratch register, preserving `live`.
    pub fn slow_alloc(&mut self, d: u8, header: u64, live: RegSet) {
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
