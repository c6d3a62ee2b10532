//! Programs, built by the driver on threads of their own.
//!
//! **Problem.** A driver's compiler takes from 20 to 800 ms. The guest goes on meanwhile, and asks now and then whether the program is there.
//!
//! **A compiler that reads less.** PoCL has Clang read its whole header for each program, 18,000 lines that declare every function of OpenCL for every type: half of
//! a build. There texts are built with declarations of [`FEW`] functions in the header's place; one that needs more is built in the ordinary way.
//!
//! **Invariants.** A text is built once: programs and failures are kept by their source. Results are seen by [`Build::poll`] without waiting.

use super::{Device, Error, Health, Held};
use opencl3::context::Context;
use opencl3::error_codes::{ClError, CL_BUILD_PROGRAM_FAILURE};
use opencl3::memory::{Buffer as Memory, CL_MEM_READ_WRITE};
use opencl3::{kernel, program};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

/// How all programs are built: no option lets the compiler change what is computed.
const OPTIONS: &str = "-cl-std=CL1.2";

/// The driver, as it names itself, whose compiler is told that it has read Clang's header, and how.
const POCL: &str = "Portable Computing Language";
const HAS_READ: &str = "-cl-std=CL1.2 -D_OPENCL_H_";

/// What kernels use of that header ([`crate::emit`]), as it is declared there.
const FEW: &str = "\
#define HOLLOWAY_PURE __attribute__((overloadable, const))
size_t HOLLOWAY_PURE get_global_id(uint);
long HOLLOWAY_PURE mul_hi(long, long);
double HOLLOWAY_PURE fabs(double);
double HOLLOWAY_PURE sqrt(double);
double HOLLOWAY_PURE floor(double);
double HOLLOWAY_PURE ceil(double);
double HOLLOWAY_PURE trunc(double);
double HOLLOWAY_PURE fma(double, double, double);
int __attribute__((overloadable)) atomic_or(volatile __global int *, int);
int __attribute__((overloadable)) atomic_max(volatile __global int *, int);
";

/// The builds of a device, by source text.
#[derive(Default, Debug)]
pub(super) struct Builds {
    known: RefCell<HashMap<String, Build>>,
    threads: RefCell<Vec<JoinHandle<()>>>,
}

impl Drop for Builds {
    fn drop(&mut self) {
        for thread in self.threads.get_mut().drain(..) {
            // A build that panicked has left no result, and nobody waits for one.
            let _ = thread.join();
        }
    }
}

/// What a build gives.
type Built = Result<Arc<Program>, Error>;

/// A program that was or is being built.
#[derive(Clone, Debug)]
pub struct Build(Arc<State>);

#[derive(Default, Debug)]
struct State {
    result: Mutex<Option<Built>>,
    done: Condvar,
}

impl Build {
    /// The result, if it is there.
    pub fn poll(&self) -> Option<Result<Arc<Program>, Error>> {
        self.0.result.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The result, waited for.
    ///
    /// # Errors
    /// The compiler's log, or what the driver says.
    pub fn wait(&self) -> Result<Arc<Program>, Error> {
        let mut result = self.0.result.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match &*result {
                Some(done) => return done.clone(),
                None => result = self.0.done.wait(result).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    fn finish(&self, result: Built) {
        *self.0.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        self.0.done.notify_all();
    }
}

/// A program that was built.
#[derive(Debug)]
pub struct Program {
    // Dropped before the context.
    program: Held<program::Program>,
    context: Arc<Held<Context>>,
    lost: Health,
}

/// A kernel, with the flags that its launches fail by.
#[derive(Debug)]
pub struct Kernel {
    pub(super) kernel: Held<kernel::Kernel>,
    /// A bit for each number, in words of 32.
    pub(super) flags: RefCell<Held<Memory<i32>>>,
    pub(super) words: usize,
    /// Whether none of them is set.
    pub(super) clean: Cell<bool>,
    /// Work-items in a millisecond, as far as seen.
    pub(super) pace: Cell<Option<f64>>,
    /// About how many ops one does.
    ops: Cell<f64>,
    _program: Arc<Program>,
}

impl Program {
    /// The kernel of a name, which fails with numbers below `numbers`.
    ///
    /// # Errors
    /// What the driver says, if there is none.
    pub fn kernel(self: &Arc<Self>, name: &str, numbers: usize) -> Result<Kernel, Error> {
        let kernel = Held::new(kernel::Kernel::create(&self.program, name)?, &self.lost);
        let words = numbers.div_ceil(32).max(1);
        // SAFETY: the driver makes the memory; there is none of ours.
        let flags = unsafe { Memory::create(&self.context, CL_MEM_READ_WRITE, words, std::ptr::null_mut()) }?;
        Ok(Kernel {
            kernel,
            flags: RefCell::new(Held::new(flags, &self.lost)),
            words,
            clean: Cell::new(false),
            pace: Cell::new(None),
            ops: Cell::new(1.0),
            _program: self.clone(),
        })
    }
}

impl Kernel {
    /// Says about how many ops a work-item of the next launch does. Slices are as long as those of the last launch were, and items may be much longer now.
    pub fn expect(&self, ops: f64) {
        let before = self.ops.replace(ops);
        self.pace.set(self.pace.get().map(|pace| pace * before / ops));
    }
}

/// Has the driver build a program, with few declarations first where that is quicker.
fn build(context: &Arc<Held<Context>>, source: &str, driver: &str, lost: &Health) -> Built {
    if driver.starts_with(POCL) {
        if let Ok(built) = build_as(context, &format!("{FEW}{source}"), HAS_READ, lost) {
            return Ok(built);
        }
    }
    build_as(context, source, OPTIONS, lost)
}

fn build_as(context: &Arc<Held<Context>>, source: &str, options: &str, lost: &Health) -> Built {
    let program = program::Program::create_from_source(context, source)?;
    let mut program = Held::new(program, lost);
    let devices = context.devices();
    match program.object.build(devices, options) {
        Ok(()) => Ok(Arc::new(Program { program, context: context.clone(), lost: lost.clone() })),
        Err(ClError(CL_BUILD_PROGRAM_FAILURE)) => {
            Err(Error::Build(program.get_build_log(devices[0]).unwrap_or_else(|e| format!("no log: {e}"))))
        }
        Err(e) => Err(e.into()),
    }
}

impl Device {
    /// Begins to build a program, or finds the build of the same text.
    pub fn build(&self, source: &str) -> Build {
        let builds = &self.0.builds;
        if let Some(known) = builds.known.borrow().get(source) {
            return known.clone();
        }
        let new = Build(Arc::default());
        builds.known.borrow_mut().insert(source.to_string(), new.clone());
        if let Err(e) = self.0.alive() {
            new.finish(Err(e));
            return new;
        }
        let (end, context, lost) = (new.clone(), self.0.context.clone(), self.0.lost.clone());
        let (driver, text) = (self.0.info.driver.clone(), source.to_string());
        let thread = std::thread::Builder::new()
            .name("holloway-gpu-build".to_string())
            .spawn(move || end.finish(build(&context, &text, &driver, &lost)));
        match thread {
            Ok(thread) => {
                let mut threads = builds.threads.borrow_mut();
                threads.retain(|t| !t.is_finished());
                threads.push(thread);
            }
            Err(e) => new.finish(Err(Error::Driver(format!("no thread to build on: {e}")))),
        }
        new
    }
}
