//! Holloway: a meta-tracing JIT framework in stable Rust.
//!
//! Write one interpreter, generic over a [`machine::Machine`]; run it plainly, and get a tracing JIT compiler for it.
//!
//! The [`book`] has a walk through a complete small language, the hints, the log, and what the words mean.
//!
//! | you write | with |
//! |---|---|
//! | values, objects, constants | the derives [`Tagged`], [`Object`], [`Traced`], and [`heap`] |
//! | the interpreter | [`machine::Language`], [`machine::Machine`], [`interpreter_loop!`] |
//! | functions that compiled code calls | [`residual`] and [`elidable`] |
//! | what the program asks of the world, so that runs can be run again | [`world`] |
//! | the command | [`run`], [`Runtime`], [`Params`], [`interrupt_on_ctrl_c`] |
//! | lists and hash tables that lie in the heap and are open to traces | `containers`, with the feature of that name |
//! | tests of the language in every mode, random programs, benchmarks | `testing`, with the feature of that name |
//! | reports of loops that run on accelerators | [`Runtime::regions`], [`RegionReport`], [`report`] |

pub mod book;
mod interrupt;
mod offload;

pub use holloway_macros::{elidable, residual, Object, Tagged, Traced};
pub use holloway_tracer::{
    backedge, derivatives, heap, interpreter_loop, known, machine, math, merge_point, world,
};

// For tests and tools of this repository: not what authors use, and not stable.
#[doc(hidden)]
pub use holloway_compiler::{abi, codegen, ir, opt};
#[doc(hidden)]
pub use holloway_tracer::{observe, runtime, tables};

#[cfg(feature = "containers")]
#[doc(inline)]
pub use holloway_containers as containers;

#[cfg(feature = "testing")]
#[doc(inline)]
pub use holloway_testing as testing;

pub use holloway_compiler::region::report;
pub use holloway_tracer::machine::HotCell;
pub use holloway_tracer::observe::{Pauses, RegionReport, Stats};
pub use holloway_tracer::runtime::{Coroutine, Interrupter, NotSuspended, Passed, Resumed, Runtime, Status};
pub use holloway_tracer::tables::{regions::GpuMode, Params};
pub use interrupt::{interrupt_on_ctrl_c, CtrlC};

use holloway_tracer::heap::{HeapConfig, Mutator};
use holloway_tracer::machine::Language;

/// The backend for the processor this program runs on, or why there is none.
fn backend() -> Result<Box<dyn codegen::Backend>, String> {
    #[cfg(all(feature = "native", target_arch = "x86_64"))]
    return Ok(Box::new(holloway_backend_x86::X86::new()));
    #[cfg(all(feature = "native", target_arch = "aarch64"))]
    return Ok(Box::new(holloway_backend_aarch64::AArch64));
    #[cfg(all(feature = "native", not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
    return Err(codegen::CodegenError::NoLowering(std::env::consts::ARCH).to_string());
    #[cfg(not(feature = "native"))]
    return Err("this program was built without the feature `native`".into());
}

/// Makes a language and runs `f` with a run time for it, on a thread with a native stack large enough for deep guest recursion. Parameters and heap settings
/// come from the environment (see [`Params`] and [`HeapConfig`]).
///
/// The language is made on that thread and need not be [`Send`]; what both functions take along must. It has the heap at hand, so constants that are objects can
/// be fields of it: [`Language::mark`] keeps them alive, and until it can, nothing is collected.
///
/// # Errors
/// The language's, if it cannot be made. A message when the environment's settings have no meaning or no thread can be made.
pub fn run<L, E, R>(
    make: impl FnOnce(&Mutator) -> Result<L, E> + Send,
    f: impl FnOnce(&Runtime<L>) -> R + Send,
) -> Result<R, E>
where
    L: Language,
    E: From<String> + Send,
    R: Send,
{
    run_with(Params::from_env()?, HeapConfig::from_env()?, make, f)
}

/// As [`run`], with explicit settings.
///
/// # Errors
/// As for [`run`].
pub fn run_with<L, E, R>(
    params: Params,
    heap: HeapConfig,
    make: impl FnOnce(&Mutator) -> Result<L, E> + Send,
    f: impl FnOnce(&Runtime<L>) -> R + Send,
) -> Result<R, E>
where
    L: Language,
    E: From<String> + Send,
    R: Send,
{
    std::thread::scope(|scope| {
        let body = move || -> Result<R, E> {
            let (gpu, device) = (params.gpu, params.gpu_device.clone());
            let rt = Runtime::new(make, params, heap, backend(), NATIVE_STACK)?;
            offload::set_up(&rt, gpu, device.as_deref())?;
            let done = f(&rt);
            rt.end_audit();
            Ok(done)
        };
        let thread = std::thread::Builder::new()
            .name("guest".into())
            .stack_size(NATIVE_STACK + (1 << 20))
            .spawn_scoped(scope, body);
        let joined = thread.map_err(|e| format!("no thread for the guest: {e}"))?.join();
        joined.unwrap_or_else(|panic| match panic.is::<heap::OutOfMemory>() {
            // It has not said so yet.
            true => panic!("{}", heap::OutOfMemory),
            false => std::panic::resume_unwind(panic),
        })
    })
}

/// Reserved native stack of a guest thread; only what is touched is used.
const NATIVE_STACK: usize = 1 << 30;
