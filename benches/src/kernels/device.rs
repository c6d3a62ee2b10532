//! An OpenCL device: memory, kernels, and how long they take.
//!
//! **Invariants.** A kernel gets arguments of the types that its source declares: they are compared at each launch. Commands are done in order.
//!
//! **Not promised.** That kernels stay within their memory; theirs are the texts beside this file, and none is taken from elsewhere.

use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{get_all_devices, CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_GPU};
use opencl3::error_codes::ClError;
use opencl3::kernel::{ExecuteKernel, Kernel as ClKernel};
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE};
use opencl3::program::Program as ClProgram;
use opencl3::types::CL_BLOCKING;
use std::ptr::null_mut;
use std::time::Instant;

fn said(what: &str, error: ClError) -> String {
    format!("{what}: {error}")
}

/// A device with its queue of commands.
pub struct Device {
    /// What it calls itself.
    pub name: String,
    context: Context,
    queue: CommandQueue,
}

impl Device {
    /// The first accelerator, or the first device of any kind.
    ///
    /// # Errors
    /// There is no device, or no OpenCL at all.
    pub fn open() -> Result<Device, String> {
        let of = |kind| get_all_devices(kind).ok().and_then(|all| all.first().copied());
        let id =
            of(CL_DEVICE_TYPE_GPU).or_else(|| of(CL_DEVICE_TYPE_ALL)).ok_or("there is no OpenCL device")?;
        let device = opencl3::device::Device::new(id);
        let name = device.name().map_err(|e| said("the device's name", e))?;
        let context = Context::from_device(&device).map_err(|e| said("context", e))?;
        let queue = CommandQueue::create_default(&context, 0).map_err(|e| said("queue", e))?;
        Ok(Device { name, context, queue })
    }

    /// Compiles kernels.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn build(&self, source: &str) -> Result<Kernels<'_>, String> {
        let program = ClProgram::create_and_build_from_source(&self.context, source, "-cl-kernel-arg-info")?;
        Ok(Kernels { device: self, program })
    }

    /// Memory on the device with these values.
    ///
    /// # Errors
    /// There is no more of it.
    pub fn memory<T: Element>(&self, values: &[T]) -> Result<Memory<T>, String> {
        let len = values.len();
        // SAFETY: no host memory is given, so that none has to outlive the buffer.
        let buffer = unsafe { Buffer::create(&self.context, CL_MEM_READ_WRITE, len, null_mut()) };
        let mut memory = Memory { buffer: buffer.map_err(|e| said("memory", e))?, len };
        self.write(&mut memory, values)?;
        Ok(memory)
    }

    /// Copies values to the device.
    ///
    /// # Errors
    /// What the driver says.
    pub fn write<T: Element>(&self, memory: &mut Memory<T>, values: &[T]) -> Result<(), String> {
        assert_eq!(memory.len, values.len(), "memory is written as a whole");
        // SAFETY: the call returns when the copy is made, and both have the same length.
        let event =
            unsafe { self.queue.enqueue_write_buffer(&mut memory.buffer, CL_BLOCKING, 0, values, &[]) };
        event.map(|_| ()).map_err(|e| said("writing", e))
    }

    /// Copies values from the device.
    ///
    /// # Errors
    /// What the driver says.
    pub fn read<T: Element>(&self, memory: &Memory<T>) -> Result<Vec<T>, String> {
        let mut values = vec![T::default(); memory.len];
        // SAFETY: the call returns when the copy is made, and both have the same length.
        let event =
            unsafe { self.queue.enqueue_read_buffer(&memory.buffer, CL_BLOCKING, 0, &mut values, &[]) };
        event.map(|_| values).map_err(|e| said("reading", e))
    }

    /// Seconds from the first command of `run` to the end of the last.
    ///
    /// # Errors
    /// Those of `run`, or what the driver says.
    pub fn time(&self, run: impl FnOnce() -> Result<(), String>) -> Result<f64, String> {
        let finish = || self.queue.finish().map_err(|e| said("waiting", e));
        finish()?;
        let start = Instant::now();
        run()?;
        finish()?;
        Ok(start.elapsed().as_secs_f64())
    }
}

/// What memory on a device holds.
pub trait Element: Copy + Default {
    /// What OpenCL C calls a pointer to it.
    const POINTER: &'static str;
}

impl Element for f64 {
    const POINTER: &'static str = "double*";
}

impl Element for i64 {
    const POINTER: &'static str = "long*";
}

impl Element for u8 {
    const POINTER: &'static str = "uchar*";
}

/// An array on a device.
pub struct Memory<T> {
    buffer: Buffer<T>,
    len: usize,
}

/// What a kernel can be given: an array, an integer, or a float.
pub trait Argument {
    /// What OpenCL C calls its type.
    fn name(&self) -> &'static str;
    /// Makes it the kernel's argument with this number.
    fn give(&self, launch: &mut ExecuteKernel<'_>);
}

impl<T: Element> Argument for Memory<T> {
    fn name(&self) -> &'static str {
        T::POINTER
    }

    fn give(&self, launch: &mut ExecuteKernel<'_>) {
        use opencl3::memory::ClMem;
        // SAFETY: the type was compared with the one declared.
        unsafe { launch.set_arg(&self.buffer.get()) };
    }
}

impl Argument for i64 {
    fn name(&self) -> &'static str {
        "long"
    }

    fn give(&self, launch: &mut ExecuteKernel<'_>) {
        // SAFETY: the type was compared with the one declared.
        unsafe { launch.set_arg(self) };
    }
}

impl Argument for f64 {
    fn name(&self) -> &'static str {
        "double"
    }

    fn give(&self, launch: &mut ExecuteKernel<'_>) {
        // SAFETY: the type was compared with the one declared.
        unsafe { launch.set_arg(self) };
    }
}

/// Kernels of a source text.
pub struct Kernels<'d> {
    device: &'d Device,
    program: ClProgram,
}

impl<'d> Kernels<'d> {
    /// The kernel of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn get(&self, name: &str) -> Result<Kernel<'d>, String> {
        let kernel = ClKernel::create(&self.program, name).map_err(|e| said(name, e))?;
        let count = kernel.num_args().map_err(|e| said(name, e))?;
        let types: Result<Vec<String>, _> = (0..count).map(|k| kernel.get_arg_type_name(k)).collect();
        let types = types.map_err(|e| said(name, e))?;
        let types = types.iter().map(|t| t.trim_end_matches('\0').to_string()).collect();
        Ok(Kernel { device: self.device, name: name.to_string(), kernel, types })
    }
}

/// A kernel, ready to be launched.
pub struct Kernel<'d> {
    device: &'d Device,
    name: String,
    kernel: ClKernel,
    types: Vec<String>,
}

impl Kernel<'_> {
    /// Starts one work-item for each place of a space of so many dimensions, the fastest first.
    ///
    /// # Errors
    /// Arguments are not of the types declared, or the driver's.
    pub fn launch(&self, arguments: &[&dyn Argument], space: &[usize]) -> Result<(), String> {
        let given: Vec<&str> = arguments.iter().map(|a| a.name()).collect();
        if given != self.types {
            return Err(format!("{} takes {:?} and is given {given:?}", self.name, self.types));
        }
        let mut launch = ExecuteKernel::new(&self.kernel);
        for argument in arguments {
            argument.give(&mut launch);
        }
        launch.set_global_work_sizes(space);
        // SAFETY: all arguments are there and of the types declared.
        let event = unsafe { launch.enqueue_nd_range(&self.device.queue) };
        event.map(|_| ()).map_err(|e| said(&self.name, e))
    }
}
