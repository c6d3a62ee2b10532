//! Devices: finding one, memory on it, programs for it, and running them.
//!
//! **Problem.** Drivers differ, are often absent, and fail in many ways; a guest program must run all the same. Everything above this folder sees one
//! [`Device`] with programs, buffers and launches, and one [`Error`].
//!
//! **Invariants.**
//! 1. No error here is fatal: the caller goes on on the processor. A device that was lost answers [`Error::Lost`] from then on, and nothing of it is
//!    given back, since drivers fail there.
//! 2. Only devices with double precision are opened.
//! 3. The environment is not read, except by the library's loader (`OPENCL_DYLIB_PATH`): which device to take is handed in.
//! 4. Drivers may compile with what takes over Ctrl-C: that is taken back.
//! 5. Threads of a device have ended when its last handle is dropped: a driver's compiler must not run while the process ends.
//!
//! **Not promised.** Use of one device by several threads at once: handles stay on their thread. Programs that were built are kept until the device is
//! dropped.
//!
//! **Example.**
//! ```no_run
//! use holloway_gpu::device::{Arg, Device, End, PARAMS, PRELUDE};
//! let device = Device::open(None)?;
//! let source = format!(
//!     "{PRELUDE}__kernel void twice({PARAMS}, __global double *a) {{
//!          ulong i = base.x + get_global_id(0);
//!          if (i < size.x) a[i] += a[i];
//!      }}"
//! );
//! let kernel = device.build(&source).wait()?.kernel("twice", 0)?;
//! let mut buffer = device.buffer(1000 * 8)?;
//! buffer.write(&[0; 8000])?;
//! assert_eq!(device.launch(&kernel, &[Arg::Buffer(&buffer)], &[1000], &mut |_| true)?, End::Done);
//! # Ok::<(), holloway_gpu::device::Error>(())
//! ```

mod buffer;
mod build;
mod choose;
mod error;
mod launch;
mod library;

pub use buffer::{Buffer, Lent, Use};
pub use build::{Build, Kernel, Program};
pub use choose::{choose, Info};
pub use error::Error;
pub use launch::{Arg, End, PARAMS, PRELUDE};

use holloway_compiler::platform::keeping_ctrl_c;
use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::error_codes::ClError;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// What the library lists. LLVM, which PoCL compiles with, installs a handler for Ctrl-C when it first makes a temporary file: that is here. It removes the file
/// and ends the process. A handler that is installed later and calls the one before, as that for guests does, would end it too, where the guest is
/// to see an error of its language.
fn listed() -> Result<Vec<(Info, opencl3::device::Device)>, Error> {
    keeping_ctrl_c(choose::list)
}

/// Whether a device is lost; all that belongs to the device shares it.
type Health = Arc<AtomicBool>;

/// An object of the driver's, given back when dropped, unless its device is lost: then the driver may fail, and `opencl3` would panic.
#[derive(Debug)]
struct Held<T> {
    object: ManuallyDrop<T>,
    lost: Health,
}

impl<T> Held<T> {
    fn new(object: T, lost: &Health) -> Held<T> {
        Held { object: ManuallyDrop::new(object), lost: lost.clone() }
    }
}

impl<T> Deref for Held<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.object
    }
}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        if !self.lost.load(Ordering::Relaxed) {
            // SAFETY: the object is dropped once, here, and not used again.
            unsafe { ManuallyDrop::drop(&mut self.object) }
        }
    }
}

/// A device that was opened, and its queue of commands, which are done in order. Clones are the same device.
#[derive(Clone, Debug)]
pub struct Device(Rc<Open>);

#[derive(Debug)]
struct Open {
    info: Info,
    // Dropped in this order: what waits for threads first.
    builds: build::Builds,
    queue: Held<CommandQueue>,
    context: Arc<Held<Context>>,
    lost: Health,
}

impl Open {
    /// Takes a driver's answer; remembers when it says that the device is lost.
    fn check<T>(&self, answer: Result<T, ClError>) -> Result<T, Error> {
        answer.map_err(|e| {
            let e = Error::from(e);
            if matches!(e, Error::Lost(_)) {
                self.lost.store(true, Ordering::Relaxed);
            }
            e
        })
    }

    /// An error if the device is lost: nothing should be asked of the driver.
    fn alive(&self) -> Result<(), Error> {
        match self.lost.load(Ordering::Relaxed) {
            true => Err(Error::Lost(format!("{} was lost before", self.info.name))),
            false => Ok(()),
        }
    }
}

impl Device {
    /// Whether there is an OpenCL library to open; asks no driver.
    pub fn is_thinkable() -> bool {
        library::open().is_ok()
    }

    /// All devices, in the order of their indices.
    ///
    /// # Errors
    /// No library, no device.
    pub fn list() -> Result<Vec<Info>, Error> {
        Ok(listed()?.into_iter().map(|d| d.0).collect())
    }

    /// Opens a device: the one with an index or with a part of its name, case aside; without a choice, the first that is no processor, or else the
    /// first.
    ///
    /// # Errors
    /// No library, no such device, no double precision, or what the driver says.
    pub fn open(choice: Option<&str>) -> Result<Device, Error> {
        let mut all = listed()?;
        let infos: Vec<Info> = all.iter().map(|d| d.0.clone()).collect();
        let (info, device) = all.swap_remove(choose(&infos, choice)?);
        let lost = Health::default();
        let context = Held::new(Context::from_device(&device)?, &lost);
        // SAFETY: the device is in the context.
        let queue = unsafe { CommandQueue::create_with_properties(&context, device.id(), 0, 0) };
        // What knows only OpenCL 1 has no queues with properties.
        #[allow(deprecated)]
        let queue = match queue {
            Ok(queue) => queue,
            Err(_) => CommandQueue::create_default(&context, 0)?,
        };
        let queue = Held::new(queue, &lost);
        Ok(Device(Rc::new(Open {
            info,
            builds: build::Builds::default(),
            queue,
            context: Arc::new(context),
            lost,
        })))
    }

    /// What is known about it.
    pub fn info(&self) -> &Info {
        &self.0.info
    }
}
