//! The guest's heap as memory for regions.
//!
//! **Problem.** Evaluators and devices read and write what the region's loads and stores name. They get at it through this, which lets nothing pass that
//! is not part of an object.
//!
//! **Invariants.** No access outside an object, but to the validity words of versions, which are only read. No collection happens while it is in use.
//!
//! **Not promised.** That the bytes are of the type that the access says: regions assume what makes them so before they use it.

use crate::machine::{direct, Access, HelperRef, Language};
use crate::runtime::Runtime;
use holloway_compiler::ir::eval::{Fault, Memory};
use holloway_compiler::ir::{HelperDescr, Mem, TypeDescr};
use holloway_compiler::region::offload::Heap;
use std::time::Duration;

/// See the module header.
pub(crate) struct GuestMemory<'a, L: Language> {
    rt: &'a Runtime<L>,
    /// Addresses that may be read beside objects.
    versions: &'a [u64],
}

impl<'a, L: Language> GuestMemory<'a, L> {
    /// The memory of a guest; `versions` are the addresses of validity words, which live for ever.
    pub fn new(rt: &'a Runtime<L>, versions: &'a [u64]) -> Self {
        GuestMemory { rt, versions }
    }
    /// The address as a pointer, if that many bytes of an object lie there.
    fn at(&self, addr: u64, mem: Mem) -> Result<*mut u8, Fault> {
        let object = self.rt.heap.object_at(addr as usize).map(|at| at as u64);
        let inside = object.and_then(|at| Some((at, self.rt.heap.extent(at)?.bytes)));
        match inside {
            Some((at, bytes)) if addr - at + u64::from(mem.bytes()) <= bytes => Ok(addr as *mut u8),
            _ => Err(format!("no {} bytes of an object at {addr:#x}", mem.bytes())),
        }
    }
}

impl<L: Language> Memory for GuestMemory<'_, L> {
    fn load(&mut self, addr: u64, mem: Mem) -> Result<u64, Fault> {
        if !self.versions.contains(&addr) {
            self.at(addr, mem)?;
        }
        // SAFETY: the place is part of an object, or a version's validity word, which is never freed.
        Ok(unsafe { direct::load_field(addr, Access::unnamed(mem)) })
    }
    fn store(&mut self, addr: u64, mem: Mem, value: u64) -> Result<(), Fault> {
        self.at(addr, mem)?;
        let heap = &self.rt.heap;
        // What is stored may be a reference. The place is part of an object, which was looked for just now.
        heap.object_at(addr as usize).into_iter().for_each(|object| heap.barrier(object));
        // SAFETY: as the comment above says.
        unsafe { direct::store_field(heap, addr, Access::unnamed(mem), value) };
        Ok(())
    }
    fn new_object(&mut self, _: &TypeDescr) -> Result<u64, Fault> {
        Err("regions make no objects".into())
    }
    fn new_array(&mut self, _: &TypeDescr, _: u64) -> Result<u64, Fault> {
        Err("regions make no objects".into())
    }
    fn call_helper(&mut self, helper: &HelperDescr, args: &[u64], out: &mut [u64]) -> Result<u64, Fault> {
        // SAFETY: the address came from a helper of this program with these effects; see `HelperDescr`.
        let shim = unsafe { std::mem::transmute::<usize, crate::machine::Shim>(helper.addr) };
        let helper = HelperRef {
            name: "",
            id: std::any::TypeId::of::<L>,
            shim,
            effect: helper.effect,
            direct: None,
            inline: None,
            never_null: false,
        };
        let mut words = [0; crate::machine::helper::MAX_ARGS];
        words[..args.len()].copy_from_slice(args);
        let mut results = [0; crate::machine::helper::MAX_RETS];
        let status = self.rt.call_helper(&helper, &words, &mut results);
        out[..results.len()].copy_from_slice(&results);
        match status {
            crate::machine::helper::OK => Ok(status),
            _ => Err("an elidable helper fails".into()),
        }
    }
    fn call_trace(&mut self, _: u32, _: &[u64], _: &mut [u64]) -> Result<u64, Fault> {
        Err("regions call no traces".into())
    }
    fn poll(&mut self) -> bool {
        false
    }
    fn valid(&self, addr: u64) -> bool {
        self.rt.heap.object_at(addr as usize) == Some(addr as usize)
    }
}

impl<L: Language> Heap for GuestMemory<'_, L> {
    fn object(&self, addr: u64) -> Option<(*mut u8, usize)> {
        Some((addr as *mut u8, self.rt.heap.extent(addr)?.bytes as usize))
    }
    fn interrupted(&self) -> bool {
        self.rt.native_ctx().poll.get() & crate::runtime::poll::POLL_INTERRUPT != 0
            || self.time_left().is_some_and(|left| left.is_zero())
    }
    fn time_left(&self) -> Option<Duration> {
        let driver = &self.rt.driver;
        let until = driver.regions.auto.until.get()?;
        Some(Duration::from_nanos(until.saturating_sub(driver.clock())))
    }
}
