//! Memory as the host must see it while kernels work on copies.
//!
//! **Problem.** Between two kernels of a region the host reads bounds, walks rows, runs loops of its own. What kernels have written is on the device only, and what the
//! host writes is not there.
//!
//! **How.** All of it goes through this: a load of what a kernel may have written fetches that object first, a store notes that its object is to be sent.
//!
//! **Invariants.** Each load gives what it would give if kernels had written in place. Helpers that read memory find it so, too.
//!
//! **Not promised.** That bytes behind the pointers of [`Heap::object`] are fetched. Who looks there, does so before a kernel writes the object.

use crate::mirror::Mirror;
use holloway_compiler::ir::eval::{Fault, Memory};
use holloway_compiler::ir::{HelperDescr, HelperEffect, Mem, TypeDescr};
use holloway_compiler::region::offload::Heap;
use std::cell::RefCell;
use std::time::Duration;

/// See the module header.
pub struct Coherent<'a> {
    heap: &'a mut dyn Heap,
    mirror: &'a RefCell<Mirror>,
}

impl<'a> Coherent<'a> {
    /// This memory, of which some is on a device.
    pub fn new(heap: &'a mut dyn Heap, mirror: &'a RefCell<Mirror>) -> Self {
        Coherent { heap, mirror }
    }

    /// Has the host's memory hold all that kernels have written.
    fn fetch_all(&mut self) -> Result<(), Fault> {
        self.mirror.borrow_mut().fetch_all(self.heap).map_err(|e| e.to_string())
    }
}

impl Memory for Coherent<'_> {
    fn load(&mut self, addr: u64, mem: Mem) -> Result<u64, Fault> {
        self.mirror.borrow_mut().host_reads(addr, mem, self.heap).map_err(|e| e.to_string())?;
        self.heap.load(addr, mem)
    }
    fn store(&mut self, addr: u64, mem: Mem, value: u64) -> Result<(), Fault> {
        self.mirror.borrow_mut().host_writes(addr, self.heap).map_err(|e| e.to_string())?;
        self.heap.store(addr, mem, value)
    }
    fn new_object(&mut self, ty: &TypeDescr) -> Result<u64, Fault> {
        self.heap.new_object(ty)
    }
    fn new_array(&mut self, ty: &TypeDescr, len: u64) -> Result<u64, Fault> {
        self.heap.new_array(ty, len)
    }
    fn call_helper(&mut self, helper: &HelperDescr, args: &[u64], out: &mut [u64]) -> Result<u64, Fault> {
        if helper.effect != HelperEffect::Pure {
            self.fetch_all()?;
        }
        self.heap.call_helper(helper, args, out)
    }
    fn call_trace(&mut self, target: u32, args: &[u64], out: &mut [u64]) -> Result<u64, Fault> {
        self.fetch_all()?;
        self.heap.call_trace(target, args, out)
    }
    fn poll(&mut self) -> bool {
        self.heap.poll()
    }
    fn valid(&self, addr: u64) -> bool {
        self.heap.valid(addr)
    }
}

impl Heap for Coherent<'_> {
    fn object(&self, addr: u64) -> Option<(*mut u8, usize)> {
        self.heap.object(addr)
    }
    fn bring_back(&mut self, object: u64) -> Result<(), Fault> {
        self.mirror.borrow_mut().host_reads(object, Mem::W64, self.heap).map_err(|e| e.to_string())
    }
    fn interrupted(&self) -> bool {
        self.heap.interrupted()
    }
    fn time_left(&self) -> Option<Duration> {
        self.heap.time_left()
    }
}
