//! Compiling on another thread.
//!
//! **Problem.** A program that has just begun is compiled for as long as it runs. Plain execution could go on meanwhile: there is another processor nearly always.
//!
//! **How.** One thread for each run time, begun with its first job, takes one job after the other. When a job must be done is counted by the visits of the place that it is
//! for (see [`policy`](crate::policy)); who then finds that it is not waits.
//!
//! **Invariants.** What is compiled, and when it is installed, does not depend on time, nor on whether there is such a thread: without one, the job is done when it must be.
//!
//! **Not promised.** That a job takes as long as its place is waited for.
//!
//! **Example.** `let begun = aside.begin(backend, shared, job); .. let made = aside.finish(backend, shared, begun);`

use super::job::{Job, Made};
use holloway_compiler::codegen::{Backend, Shared};
use std::any::Any;
use std::cell::OnceCell;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

/// What is done with a job.
type Work = Result<Made, Box<dyn Any + Send>>;

/// Bytes of the thread's stack; the optimizer goes down chains of objects.
const STACK: usize = 16 << 20;

struct Thread {
    /// Nothing once it is to end.
    jobs: Option<Sender<(Job, Shared)>>,
    made: Receiver<Work>,
    /// Nobody wants what is left to be done.
    ends: Arc<AtomicBool>,
    handle: Option<JoinHandle<()>>,
}

impl Thread {
    /// Nothing if the system gives none, or address space is limited: a thread takes some of its own.
    fn begin(backend: Arc<dyn Backend>) -> Option<Thread> {
        if holloway_compiler::platform::address_space_left() > 0 {
            return None;
        }
        let (jobs, todo) = channel::<(Job, Shared)>();
        let (done, made) = channel();
        let ends = Arc::new(AtomicBool::new(false));
        let at_end = ends.clone();
        let work = move || {
            for (job, shared) in todo.into_iter().take_while(|_| !at_end.load(Ordering::Relaxed)) {
                let work = catch_unwind(AssertUnwindSafe(|| job.run(&*backend, shared)));
                if done.send(work).is_err() {
                    break;
                }
            }
        };
        let handle = Builder::new().name("holloway-compiler".into()).stack_size(STACK).spawn(work).ok()?;
        Some(Thread { jobs: Some(jobs), made, ends, handle: Some(handle) })
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        self.jobs = None;
        if let Some(handle) = self.handle.take() {
            // It answers panics as it does results, and has none of its own.
            let _ = handle.join();
        }
    }
}

/// A job that was begun.
pub(crate) enum Begun {
    /// The thread has it.
    There,
    /// It is to be done.
    Here(Box<Job>),
}

/// The thread, if there is one.
#[derive(Default)]
pub(crate) struct Aside(OnceCell<Option<Thread>>);

impl Aside {
    /// Has a job done, after those that were begun before.
    pub fn begin(&self, backend: &Arc<dyn Backend>, shared: Shared, job: Job) -> Begun {
        let thread = self.0.get_or_init(|| Thread::begin(backend.clone()));
        match thread.as_ref().and_then(|t| t.jobs.as_ref()) {
            Some(jobs) => match jobs.send((job, shared)) {
                Ok(()) => Begun::There,
                Err(refused) => Begun::Here(Box::new(refused.0 .0)),
            },
            None => Begun::Here(Box::new(job)),
        }
    }

    /// What has come of the job that was begun first of those that are not finished, as soon as something has.
    pub fn finish(&self, backend: &Arc<dyn Backend>, shared: Shared, begun: Begun) -> Made {
        let thread = match begun {
            Begun::Here(job) => return job.run(&**backend, shared),
            Begun::There => self.0.get().and_then(Option::as_ref),
        };
        let made = thread.expect("a job is there only if there is a thread").made.recv();
        made.expect("the thread lives as long as its jobs").unwrap_or_else(|panic| resume_unwind(panic))
    }
}
