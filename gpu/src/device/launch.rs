//! Running a kernel over a range.
//!
//! **Problem.** A kernel may run for minutes, and nothing can stop a driver: the guest could not be interrupted. So ranges of one to three dimensions are
//! cut into slices of about [`SLICE_MS`], and between slices the caller says whether to go on.
//!
//! **How.** The longest dimension is cut. The first slice is small, and each one tells how large the next can be; a kernel remembers its pace. Slices
//! are rounded up to whole groups of work-items, so the kernel itself leaves what lies outside the range. Offsets are arguments rather than the
//! driver's, since PoCL compiles a kernel anew for offsets that are not zero.
//!
//! Short launches need no waiting: [`Device::start`] puts one behind what is under way, and [`Device::failures`] tells later whether it came to its end.
//!
//! **Contract of a kernel.** Its first parameters are [`PARAMS`]; item `i` of dimension 0 is `base.x + get_global_id(0)`, and it does nothing where that is not
//! below `size.x`, and so on. To fail it does `FAIL(number)`: the launch ends with all such numbers of the slice, and slices not yet begun
//! are left out.

use super::{Buffer, Device, Error, Info, Kernel};
use opencl3::memory::ClMem;
use opencl3::types::{CL_BLOCKING, CL_NON_BLOCKING};
use std::time::{Duration, Instant};

/// What kernels begin with: the same arithmetic as the host's, to the bit.
pub const PRELUDE: &str = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma OPENCL FP_CONTRACT OFF\n\
    #define FAIL(number) atomic_or(fail + (number) / 32, 1 << (number) % 32)\n";

/// The first parameters of every kernel.
pub const PARAMS: &str = "volatile __global int *fail, ulong4 base, ulong4 size";

/// How long a slice should take, in milliseconds.
const SLICE_MS: f64 = 50.0;

/// How many times as long as the last one a slice may be.
const GROWTH: f64 = 64.0;

/// An argument of a kernel.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'a> {
    /// A pointer into a device's memory.
    Buffer(&'a Buffer),
    /// A pointer to nothing.
    Null,
    /// A word: `long`, `ulong`, or `double` by its bits.
    Word(u64),
}

/// How a launch ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// All of it is done.
    Done,
    /// The caller stopped it. A part is done.
    Stopped,
    /// Work-items failed with these numbers, in ascending order. What the others did is anyone's guess.
    Failed(Vec<u32>),
}

/// The shape of the groups that work-items are run in: as large as fits the device, but not so large that units have nothing to do. Powers of four, since PoCL
/// compiles a kernel for each.
fn group(info: &Info, range: [u64; 3]) -> [u64; 3] {
    let items = range.iter().fold(1u64, |n, &r| n.saturating_mul(r));
    let (most, least) = if info.processor { (64, 1) } else { (256, 64) };
    let mut room: u64 = most;
    while room > least && items / room < 4 * info.units as u64 {
        room /= 4;
    }
    range.map(|extent| {
        let mut side = room;
        while side > 1 && side > extent {
            side /= 4;
        }
        room /= side.max(1);
        side.max(1)
    })
}

impl Device {
    /// Runs a kernel once for each item of a range of one to three dimensions; `go_on` is asked between slices, and told the share that is done.
    ///
    /// # Errors
    /// What the driver says. What was done before is anyone's guess.
    pub fn launch(
        &self,
        kernel: &Kernel,
        args: &[Arg<'_>],
        range: &[u64],
        go_on: &mut dyn FnMut(f64) -> bool,
    ) -> Result<End, Error> {
        assert!((1..=3).contains(&range.len()), "{} dimensions", range.len());
        let open = &self.0;
        open.alive()?;
        let mut size = [1u64; 3];
        size[..range.len()].copy_from_slice(range);
        if size.contains(&0) {
            return Ok(End::Done);
        }
        self.set(kernel, args, size)?;
        let local = group(&open.info, size);
        let cut = (0..3).max_by_key(|&d| (size[d], d)).unwrap_or(0);
        let across: f64 = (0..3).filter(|&d| d != cut).map(|d| size[d] as f64).product();
        let first = open.info.units as f64 * if open.info.processor { 64.0 } else { 1024.0 };
        let mut items = kernel.pace.get().map_or(first, |pace| pace * SLICE_MS);
        let mut base = [0u64; 3];
        loop {
            let rest = size[cut] - base[cut];
            // Whole groups; a short rest is not worth a slice of its own.
            let wanted = ((items / across) as u64).div_ceil(local[cut]).max(1).saturating_mul(local[cut]);
            let count = if wanted.saturating_add(wanted / 4) >= rest { rest } else { wanted };
            let start = Instant::now();
            let failed = self.slice(kernel, base, size, cut, count, local)?;
            if !failed.is_empty() {
                return Ok(End::Failed(failed));
            }
            let ms = start.elapsed().max(Duration::from_micros(1)).as_secs_f64() * 1e3;
            let pace = count as f64 * across / ms;
            // A short slice is mostly overhead: it says nothing against a higher pace.
            if ms > SLICE_MS / 10.0 || kernel.pace.get().is_none_or(|old| old < pace) {
                kernel.pace.set(Some(pace));
            }
            items = (pace * SLICE_MS).min(count as f64 * across * GROWTH);
            base[cut] += count;
            if base[cut] >= size[cut] {
                return Ok(End::Done);
            }
            if !go_on(base[cut] as f64 / size[cut] as f64) {
                return Ok(End::Stopped);
            }
        }
    }

    /// Begins to run a kernel over a range, behind what was started before, if that is expected to take no longer than `most`: how long it will take, about. Else
    /// nothing is done. What a kernel is lent must stay lent until [`Device::finish`] or [`Device::failures`].
    ///
    /// # Errors
    /// What the driver says.
    pub fn start(
        &self,
        kernel: &Kernel,
        args: &[Arg<'_>],
        range: &[u64],
        most: Duration,
    ) -> Result<Option<Duration>, Error> {
        assert!((1..=3).contains(&range.len()), "{} dimensions", range.len());
        let open = &self.0;
        open.alive()?;
        let mut size = [1u64; 3];
        size[..range.len()].copy_from_slice(range);
        let items = size.iter().map(|&n| n as f64).product::<f64>();
        let ms = kernel.pace.get().map_or(f64::INFINITY, |pace| items / pace);
        if items == 0.0 || ms > SLICE_MS || ms > most.as_secs_f64() * 1e3 {
            return Ok(None);
        }
        self.set(kernel, args, size)?;
        self.enqueue(kernel, [0; 3], size, size, group(&open.info, size))?;
        open.check(open.queue.flush())?;
        Ok(Some(Duration::from_secs_f64(ms / 1e3)))
    }

    /// Waits until all that was started is done.
    ///
    /// # Errors
    /// What the driver says.
    pub fn finish(&self) -> Result<(), Error> {
        let open = &self.0;
        // Though it be lost: what was lent to it must not be given back before its driver says that it is done.
        let end = open.queue.finish();
        open.alive()?;
        // Out of resources while kernels run is what drivers say of those that crashed.
        if matches!(&end, Err(e) if e.0 == -5) {
            open.lost.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        open.check(end)
    }

    /// Waits until all that was started is done; the numbers with which items of a kernel have failed, each told once.
    ///
    /// # Errors
    /// What the driver says.
    pub fn failures(&self, kernel: &Kernel) -> Result<Vec<u32>, Error> {
        let open = &self.0;
        let mut failed = vec![0; kernel.words];
        let flags = kernel.flags.borrow();
        // SAFETY: the list lives until the queue is done, or for ever where it does not say so.
        unsafe { open.check(open.queue.enqueue_read_buffer(&flags, CL_NON_BLOCKING, 0, &mut failed, &[]))? };
        if let Err(e) = self.finish() {
            // Who knows whether it is still being written.
            std::mem::forget(failed);
            return Err(e);
        }
        let numbers = 0..32 * kernel.words as u32;
        let numbers: Vec<u32> = numbers.filter(|n| failed[*n as usize / 32] >> (n % 32) & 1 == 1).collect();
        kernel.clean.set(numbers.is_empty());
        Ok(numbers)
    }

    /// Sets the arguments, and the flags to "nothing failed".
    fn set(&self, kernel: &Kernel, args: &[Arg<'_>], size: [u64; 3]) -> Result<(), Error> {
        let open = &self.0;
        let handle = &*kernel.kernel;
        let mut flags = kernel.flags.borrow_mut();
        if !kernel.clean.replace(true) {
            let none = vec![0; kernel.words];
            // SAFETY: the call waits until the list is copied.
            unsafe {
                open.check(open.queue.enqueue_write_buffer(&mut flags.object, CL_BLOCKING, 0, &none, &[]))?
            };
        }
        // SAFETY: the kernel begins with `PARAMS`; the driver refuses an argument of the wrong size, and the callers' words are words.
        unsafe {
            open.check(handle.set_arg(0, &flags.get()))?;
            open.check(handle.set_arg(2, &[size[0], size[1], size[2], 1]))?;
            for (at, arg) in (3..).zip(args) {
                open.check(match arg {
                    Arg::Buffer(b) => handle.set_arg(at, &b.memory.get()),
                    Arg::Word(w) => handle.set_arg(at, w),
                    Arg::Null => handle.set_arg(at, &std::ptr::null::<u8>()),
                })?;
            }
        }
        Ok(())
    }

    /// Runs `count` items of dimension `cut` from `base` on, with all of the others; the numbers that they failed with.
    fn slice(
        &self,
        kernel: &Kernel,
        base: [u64; 3],
        size: [u64; 3],
        cut: usize,
        count: u64,
        local: [u64; 3],
    ) -> Result<Vec<u32>, Error> {
        let mut these = size;
        these[cut] = count;
        // Items beyond a slice belong to the next: only the last slice is rounded up, and the kernel leaves what is beyond the range.
        debug_assert!(count.is_multiple_of(local[cut]) || base[cut] + count == size[cut]);
        self.enqueue(kernel, base, size, these, local)?;
        self.failures(kernel)
    }

    /// Puts some items of a range from `base` on behind what is under way, in groups.
    fn enqueue(
        &self,
        kernel: &Kernel,
        base: [u64; 3],
        size: [u64; 3],
        these: [u64; 3],
        local: [u64; 3],
    ) -> Result<(), Error> {
        debug_assert!((0..3).all(|d| base[d] + these[d] <= size[d]), "the items are in the range");
        let open = &self.0;
        let global: Vec<usize> = (0..3).map(|d| these[d].next_multiple_of(local[d]) as usize).collect();
        let (local, none) = (local.map(|l| l as usize), std::ptr::null());
        let handle = &*kernel.kernel;
        // SAFETY: the arguments are set; the arrays live until the call has returned.
        unsafe {
            open.check(handle.set_arg(1, &[base[0], base[1], base[2], 0u64]))?;
            let range = (global.as_ptr(), local.as_ptr());
            open.check(open.queue.enqueue_nd_range_kernel(handle.get(), 3, none, range.0, range.1, &[]))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_fit_the_range_and_keep_units_busy() {
        let mut info = Info {
            name: String::new(),
            driver: String::new(),
            processor: true,
            units: 2,
            double: true,
            shares_memory: true,
            memory: 0,
            largest: 0,
        };
        assert_eq!(group(&info, [1 << 20, 1, 1]), [64, 1, 1]);
        assert_eq!(group(&info, [40, 1, 1]), [4, 1, 1]);
        assert_eq!(group(&info, [7, 1, 1]), [1, 1, 1]);
        assert_eq!(group(&info, [8, 8, 1000]), [4, 4, 4]);
        info.processor = false;
        info.units = 132;
        assert_eq!(group(&info, [4096, 4096, 1]), [256, 1, 1]);
        assert_eq!(group(&info, [1000, 1, 1]), [64, 1, 1]);
    }
}
