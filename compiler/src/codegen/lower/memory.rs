//! Loads and stores.

use super::{internal, At, Base, Done, Emitter};
use crate::codegen::constants::elem_disp;
use crate::codegen::machine::Operand;
use crate::codegen::CodegenError;
use crate::ir::{Mem, Op};

/// Byte of an object that is 1 where its header has [`LOGGING`](crate::abi::LOGGING), else 0.
pub const LOGGING_BYTE: i32 = (crate::abi::LOGGING.trailing_zeros() / 8) as i32;
/// A word whose bytes are all 1.
pub const EACH_BYTE: u64 = u64::MAX / 255;
/// Byte of the poll word in which [`POLL_LOG`](crate::abi::POLL_LOG) is 1.
pub const POLL_LOG_BYTE: usize = crate::abi::POLL_LOG.trailing_zeros() as usize / 8;

/// Addresses of a target, and the accesses over them.
pub trait Memory<'a>: Base<'a> {
    /// `[operand 0 + disp]`; the operand is in a register, or a constant.
    fn base_addr(&mut self, at: &At<'_>, disp: i64) -> Result<<Self::E as Emitter>::Addr, CodegenError>;
    /// `[base + index * stride + disp]`, over registers.
    fn element(&mut self, base: u8, index: u8, stride: u32, disp: i64) -> <Self::E as Emitter>::Addr;

    /// The word of a constant table that operand 0 counts, modulo their number.
    fn table_word(&mut self, at: &At<'_>, words: &'static [u64]) -> Done;

    /// [`Inline::Entry`](crate::ir::Inline::Entry): operands, result and two temporary registers differ from each other.
    fn entry(&mut self, at: &At<'_>) -> Done;

    /// The write barrier of the object that is operand 0: one whose header has [`LOGGING`](crate::abi::LOGGING) is entered in the log, off the path.
    fn barrier(&mut self, at: &At<'_>) -> Done;

    /// The memory form and the address of an access.
    fn access(&mut self, at: &At<'_>) -> Result<(Mem, <Self::E as Emitter>::Addr), CodegenError> {
        let trace = self.trace;
        if matches!(at.inst.op, Op::Load | Op::Store) {
            let d = &trace.fields[at.inst.aux as usize];
            return Ok((d.mem, self.base_addr(at, d.offset as i64)?));
        }
        let d = &trace.arrays[at.inst.aux as usize];
        let addr = match at.places[1] {
            Operand::None | Operand::Const(_) => {
                let disp = elem_disp(trace, at.inst.aux, at.args[1]).unwrap_or(0);
                self.base_addr(at, disp as i64)?
            }
            _ => {
                let (base, index) = (self.reg(at, 0)?, self.reg(at, 1)?);
                self.element(base, index, d.stride, d.offset as i64)
            }
        };
        Ok((d.mem, addr))
    }

    /// A load.
    fn memory_load(&mut self, at: &At<'_>) -> Done {
        let (mem, addr) = self.access(at)?;
        match at.result {
            Some(r) if mem == Mem::W64 => self.e().load_reg(r, addr),
            _ => self.e().load_mem(at.d, mem, addr),
        }
        Ok(())
    }

    /// A store.
    fn memory_store(&mut self, at: &At<'_>) -> Done {
        let (mem, addr) = self.access(at)?;
        let k = if at.inst.op == Op::Store { 1 } else { 2 };
        match at.places[k] {
            Operand::Const(c) => {
                let bits = self.bits(c);
                self.e().store_const(mem, addr, bits)
            }
            Operand::Reg(r) if mem == Mem::W64 => self.e().store_reg(addr, r),
            Operand::Reg(r) => self.e().store_mem(mem, addr, r.num()),
            o => return internal(format!("a stored value in {o:?}")),
        }
        Ok(())
    }
}
