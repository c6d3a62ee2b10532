//! Calls and allocations.
//!
//! Calls use the outgoing area at the bottom of the frame: argument words first, then the room for result words. The area is
//! intact until the next call, so `Result` ops read it directly. The first words of a trace's call are in registers, both ways: they are in
//! the area only where the run time finishes the call.

use super::{At, Base, Cold, Done, Emitter};
use crate::abi::{Bump, NativeCtx, HELPER_RESULTS, TRACE_RESULTS};
use crate::codegen::constants::{const_array_bytes, MAX_INLINE};
use crate::codegen::machine::{PReg, RegSet};
use crate::codegen::prepare::argument_words;
use crate::codegen::CodegenError;
use crate::ir::{IrRef, Op, Search};
use std::mem::offset_of;

type L<'a, T> = <<T as Base<'a>>::E as Emitter>::Label;

/// Calls of a target, and what is done around them.
pub trait Calls<'a>: Base<'a> {
    /// Stores the list operands of a step from entry `from` on as words, where that of entry `first` would be at `[base]`.
    fn store_list(&mut self, s: usize, base: u8, first: usize, from: usize);
    /// Calls the helper at `addr` with context, arguments (in the outgoing area) and results (behind `words` arguments).
    fn call_helper(&mut self, addr: usize, words: u32);
    /// Calls the helper at `addr` with context, results (at the stack pointer) and arguments, which are in registers already.
    fn call_direct(&mut self, addr: usize);
    /// Looks for a key ([`Inline::Key`](crate::ir::Inline::Key)): arguments and result are where those of [`Calls::call_direct`] are, by which `addr` is called where nothing is found.
    fn search(&mut self, search: Search, addr: usize);
    /// Adds `by` to the depth; goes to `deep` if it is beyond its limit then.
    fn deepen(&mut self, by: u64, deep: L<'a, Self>);
    /// Calls the entry in the word at `entry`, with the address of the arguments' room if there are more than registers for them, and that of the results'
    /// behind `words` arguments; goes to `bad` if the status is not RETURN.
    fn call_entry(&mut self, entry: *const usize, words: u32, bad: L<'a, Self>);
    /// Takes `by` from the depth; the status stays.
    fn undo_depth(&mut self, by: u64);
    /// Calls the run time to finish a call, with the status where a callee returns it; all arguments and results are in memory.
    fn finish_call(&mut self, key: u32, words: u32);
    /// Takes `bytes` from the bump region whose words are at `next` and after it in the context: the object's address comes to `d`. Goes to
    /// `cold` if that is too much.
    fn bump(&mut self, d: u8, bytes: u32, next: usize, cold: L<'a, Self>);
    /// Brings an array's size to the scratch register: `len * stride + size`, rounded up to words.
    fn array_bytes(&mut self, len: u8, stride: u32, size: u32);
    /// Calls the slow path for the number of bytes in the scratch register, preserving `live`.
    fn slow_alloc(&mut self, d: u8, header: u64, live: RegSet);

    // ---- helpers

    /// A call of a helper.
    fn helper_call(&mut self, at: &At<'_>) -> Done {
        if let Some(addr) = self.trace.direct(at.inst) {
            match self.trace.search(at.inst) {
                Some(search) => self.search(search, addr),
                None => self.call_direct(addr),
            }
            if at.inst.op != Op::Call {
                let (to, from) = (self.whole(at), Self::E::SECOND);
                if to != from {
                    self.e().copy_reg(to, from);
                }
            }
            return Ok(());
        }
        let addr = self.trace.helpers[at.inst.aux as usize].addr;
        let n = argument_words(self.trace, at.inst);
        self.store_list(at.s, Self::E::STACK, 0, 0);
        self.call_helper(addr, n);
        if at.inst.op != Op::Call {
            let (to, from) = (self.whole(at), self.outgoing(n));
            self.e().load_reg(to, from);
        }
        Ok(())
    }

    /// A result word of a call.
    fn call_result(&mut self, at: &At<'_>) -> Done {
        let call = &self.trace.insts[at.inst.args[0].index()];
        let room = if call.op == Op::CallTrace { TRACE_RESULTS } else { HELPER_RESULTS };
        if at.inst.aux >= room {
            return Err(CodegenError::TooLarge(format!("result word {} of a call with {room}", at.inst.aux)));
        }
        let from = self.outgoing(argument_words(self.trace, call) + at.inst.aux);
        let to = self.whole(at);
        self.e().load_reg(to, from);
        Ok(())
    }

    // ---- function traces

    /// A call of a function trace.
    fn trace_call(&mut self, at: &At<'_>) -> Done {
        let list = self.list(at.s);
        let Some(depth) = list.first().and_then(|r| self.trace.as_const(*r)) else {
            return Err(CodegenError::Internal("a trace call without constant depth".into()));
        };
        let by = depth.bits;
        let key = self.trace.keys[at.inst.aux as usize];
        let Some(entry) = self.links.entry_slot(key) else {
            return Err(CodegenError::Unknown(format!("function trace {key}")));
        };
        let n = argument_words(self.trace, at.inst);
        let regs = self.regs;
        self.store_list(at.s, Self::E::STACK, 1, 1 + regs.args.len());
        self.list_to(at.s, 1, regs.args);
        let (bad, deep, done) = (self.e().label(), self.e().label(), self.e().label());
        self.deepen(by, deep);
        self.call_entry(entry, n, bad);
        self.e().bind(done);
        self.undo_depth(by);
        let mut results = RegSet::EMPTY;
        for result in regs.results_of(self.trace, IrRef(self.plan.steps[at.s].inst)) {
            results.insert(result.word);
            if result.reg != result.word {
                self.e().copy_reg(result.reg, result.word);
            }
        }
        self.cold.push(Cold::Call { status: bad, deep, done, key, args: n, results });
        Ok(())
    }

    /// Has the run time finish a call whose callee did not return. If nothing of that has run, the arguments are where they were.
    fn cold_call(&mut self, key: u32, args: u32, results: RegSet) {
        let regs = self.regs;
        for (k, r) in (0..args).zip(regs.args) {
            let to = self.outgoing(k);
            self.e().store_reg(to, *r);
        }
        self.finish_call(key, args);
        for (k, r) in (args..).zip(regs.results).filter(|(_, r)| results.has(**r)) {
            let from = self.outgoing(k);
            self.e().load_reg(*r, from);
        }
    }

    // ---- allocation

    /// An allocation: inline where the size is known and small, else by the slow path.
    fn allocate(&mut self, at: &At<'_>) -> Done {
        let d = &self.trace.types[at.inst.aux as usize];
        let mut live = self.alloc.placed[at.s].live;
        let fixed = match at.inst.op {
            Op::New => Some(d.size as u64),
            _ => const_array_bytes(self.trace, at.inst.aux, at.args[0]),
        };
        let len_at = Self::E::address(at.d, d.len_offset as i64);
        let done = self.e().label();
        match fixed {
            Some(bytes) if bytes <= MAX_INLINE => {
                let cold = self.e().label();
                let class = (bytes.max(8).div_ceil(16) - 1) as usize;
                let next = offset_of!(NativeCtx, bump) + class * size_of::<Bump>() + offset_of!(Bump, next);
                self.bump(at.d, 16 * (class as u32 + 1), next, cold);
                self.e().store_bits(Self::E::address(at.d, 0), d.header);
                self.e().bind(done);
                self.cold.push(Cold::Alloc { at: cold, done, d: at.d, header: d.header, bytes, live });
            }
            Some(bytes) => {
                self.e().imm(Self::E::SCRATCH, bytes);
                self.slow_alloc(at.d, d.header, live);
            }
            None => {
                let len = self.reg(at, 0)?;
                live.insert(PReg::gpr(len));
                self.array_bytes(len, d.stride, d.size);
                self.slow_alloc(at.d, d.header, live);
                self.e().store_reg(len_at, PReg::gpr(len));
            }
        }
        if at.inst.op == Op::NewArray && fixed.is_some() {
            let bits = self.bits(at.args[0]);
            self.e().store_bits(len_at, bits);
        }
        Ok(())
    }
}
