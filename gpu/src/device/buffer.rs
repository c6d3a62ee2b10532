//! Memory on a device.
//!
//! **Problem.** A device that works in the host's memory should be given the guest's arrays as they lie there; another needs copies. Callers should not
//! have to know which.
//!
//! **Invariants.** What was lent must stay where it is, and nobody else may touch it, until it is given back or dropped. A device that copies leaves
//! the host's memory as it was unless [`Lent::give_back`] is called; one that does not copy writes there at once.

use super::{Device, Error, Held, Open};
use opencl3::memory::{
    Buffer as Memory, ClMem, CL_MAP_READ, CL_MAP_WRITE, CL_MEM_READ_ONLY, CL_MEM_READ_WRITE,
    CL_MEM_USE_HOST_PTR,
};
use opencl3::types::CL_BLOCKING;
use std::rc::Rc;

/// Memory of a device's.
#[derive(Debug)]
pub struct Buffer {
    // Dropped before the device.
    pub(super) memory: Held<Memory<u8>>,
    bytes: usize,
    device: Rc<Open>,
}

impl Buffer {
    /// How many bytes it has.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Copies bytes to its beginning; panics if there are more than it has.
    ///
    /// # Errors
    /// What the driver says.
    pub fn write(&mut self, from: &[u8]) -> Result<(), Error> {
        self.write_to(0, from)
    }

    /// Copies bytes to an offset; panics if there are more than it has from there on.
    ///
    /// # Errors
    /// What the driver says.
    pub fn write_to(&mut self, offset: usize, from: &[u8]) -> Result<(), Error> {
        assert!(offset + from.len() <= self.bytes, "{} bytes into {}", from.len(), self.bytes);
        if from.is_empty() {
            return Ok(());
        }
        self.device.alive()?;
        let (device, memory) = (&*self.device, &mut self.memory.object);
        // SAFETY: the call waits until the bytes are copied.
        let done = unsafe { device.queue.enqueue_write_buffer(memory, CL_BLOCKING, offset, from, &[]) };
        device.check(done).map(|_| ())
    }

    /// Copies bytes from its beginning; panics if it has fewer.
    ///
    /// # Errors
    /// What the driver says.
    pub fn read(&self, into: &mut [u8]) -> Result<(), Error> {
        self.read_from(0, into)
    }

    /// Copies bytes from an offset on; panics if it has fewer.
    ///
    /// # Errors
    /// What the driver says.
    pub fn read_from(&self, offset: usize, into: &mut [u8]) -> Result<(), Error> {
        assert!(offset + into.len() <= self.bytes, "{} bytes of {}", into.len(), self.bytes);
        if into.is_empty() {
            return Ok(());
        }
        self.device.alive()?;
        // SAFETY: the call waits until the bytes are copied.
        let done =
            unsafe { self.device.queue.enqueue_read_buffer(&self.memory, CL_BLOCKING, offset, into, &[]) };
        self.device.check(done).map(|_| ())
    }
}

/// What kernels do with memory that is lent to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// They only read it.
    Read,
    /// They write all of it and read nothing that was there before.
    Write,
    /// They read and write.
    Update,
}

/// Memory of the host's that a device works on.
#[derive(Debug)]
pub struct Lent {
    buffer: Buffer,
    host: *mut u8,
    how: Use,
    copied: bool,
}

impl Lent {
    /// The device's side.
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// Ends the loan: the host sees what kernels wrote.
    ///
    /// # Errors
    /// What the driver says; the host's memory may then hold a part.
    pub fn give_back(self) -> Result<(), Error> {
        if self.how == Use::Read || self.buffer.bytes == 0 {
            return Ok(());
        }
        if self.copied {
            // SAFETY: the lender promised that this memory is there and nobody else's.
            return self.buffer.read(unsafe { std::slice::from_raw_parts_mut(self.host, self.buffer.bytes) });
        }
        let (device, memory) = (&self.buffer.device, &self.buffer.memory);
        device.alive()?;
        let mut at = std::ptr::null_mut();
        let flags = CL_MAP_READ | CL_MAP_WRITE;
        // SAFETY: the whole buffer is mapped, and unmapped at once: mapping is what lets the host see it.
        unsafe {
            let mapped = device.queue.enqueue_map_buffer(
                memory,
                CL_BLOCKING,
                flags,
                0,
                self.buffer.bytes,
                &mut at,
                &[],
            );
            device.check(mapped)?;
            device.check(device.queue.enqueue_unmap_mem_object(memory.get(), at, &[]))?;
        }
        device.check(device.queue.finish())
    }
}

impl Device {
    /// New memory, with anything in it.
    ///
    /// # Errors
    /// There is not enough, or what the driver says.
    pub fn buffer(&self, bytes: usize) -> Result<Buffer, Error> {
        self.create(bytes, CL_MEM_READ_WRITE, std::ptr::null_mut())
    }

    /// Lends memory of the host's.
    ///
    /// # Safety
    /// Until the loan ends or is dropped, the memory stays there, and nothing else accesses it (or, for [`Use::Read`], writes it).
    ///
    /// # Errors
    /// There is not enough memory, or what the driver says.
    pub unsafe fn lend(&self, host: *mut u8, bytes: usize, how: Use) -> Result<Lent, Error> {
        let copied = !self.info().shares_memory || bytes == 0;
        let buffer = match copied {
            true => {
                let mut buffer = self.buffer(bytes)?;
                if how != Use::Write && bytes != 0 {
                    // SAFETY: the caller promises that the memory is there.
                    buffer.write(unsafe { std::slice::from_raw_parts(host, bytes) })?;
                }
                buffer
            }
            false => {
                let access = if how == Use::Read { CL_MEM_READ_ONLY } else { CL_MEM_READ_WRITE };
                self.create(bytes, CL_MEM_USE_HOST_PTR | access, host)?
            }
        };
        Ok(Lent { buffer, host, how, copied })
    }

    fn create(&self, bytes: usize, flags: u64, host: *mut u8) -> Result<Buffer, Error> {
        let open = &self.0;
        open.alive()?;
        if bytes as u64 > open.info.largest {
            let most = open.info.largest;
            return Err(Error::Memory(format!("{bytes} bytes are asked for, a buffer has {most} at most")));
        }
        // SAFETY: `host` is null, or memory of that size by the contract of `lend`. Drivers refuse buffers of no bytes.
        let memory = unsafe { Memory::create(&open.context, flags, bytes.max(1), host.cast()) };
        Ok(Buffer { memory: Held::new(open.check(memory)?, &open.lost), bytes, device: open.clone() })
    }
}
