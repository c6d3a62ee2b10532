//! Compiling on other threads.
//!
//! **Problem.** A program that has just begun is compiled for as long as it runs. Plain execution could go on meanwhile: there is another processor nearly always.
//!
//! **How.** Jobs stand in a row, from which a thread of the run time's takes one after the other; the run time has one such thread, begun with its first job, and another where
//! there are processors for it. When a job must be done is counted by the visits of the place that it is for (see [`policy`](crate::policy)). Who then finds that nobody has begun it does it on the
//! spot, whatever stands before it; if somebody has, there is nothing for it but to wait.
//!
//! **Invariants.** What is compiled, and when it is installed, does not depend on time, nor on whether there is such a thread: without one, the job is done when it must be.
//!
//! **Not promised.** That a job takes as long as its place is waited for.
//!
//! **Example.** `let begun = aside.begin(backend, shared, job); .. let made = aside.finish(backend, shared, begun);`

use super::job::{Job, Made};
use holloway_compiler::codegen::{Backend, Shared};
use std::any::Any;
use std::cell::{Cell, OnceCell};
use std::collections::VecDeque;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{available_parallelism, Builder, JoinHandle};

/// What is done with a job.
type Work = Result<Made, Box<dyn Any + Send>>;

/// Bytes of a thread's stack; the optimizer goes down chains of objects.
const STACK: usize = 16 << 20;

/// Most threads: the program has a processor of its own.
const MOST: usize = 2;

/// A job, and its number.
struct Todo {
    number: u64,
    job: Job,
    shared: Shared,
}

/// What the threads have in common.
#[derive(Default)]
struct Table {
    todo: VecDeque<Todo>,
    made: Vec<(u64, Work)>,
    /// Nobody wants what is left to be done.
    ends: bool,
}

#[derive(Default)]
struct Desk {
    table: Mutex<Table>,
    /// Something stands in the row, or is made, or it ends.
    news: Condvar,
}

impl Desk {
    /// The table. Nobody panics who has it.
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn wait<'a>(&self, table: MutexGuard<'a, Table>) -> MutexGuard<'a, Table> {
        self.news.wait(table).unwrap_or_else(PoisonError::into_inner)
    }
    /// Does a job that was taken off the row.
    fn make(&self, backend: &dyn Backend, todo: Todo) {
        let work = catch_unwind(AssertUnwindSafe(|| todo.job.run(backend, todo.shared)));
        self.table().made.push((todo.number, work));
        self.news.notify_all();
    }
    /// What a thread does.
    fn work(&self, backend: &dyn Backend) {
        let mut table = self.table();
        while !table.ends {
            table = match table.todo.pop_front() {
                Some(todo) => {
                    drop(table);
                    self.make(backend, todo);
                    self.table()
                }
                None => self.wait(table),
            }
        }
    }
}

struct Threads {
    desk: Arc<Desk>,
    handles: Vec<JoinHandle<()>>,
}

impl Threads {
    /// Nothing if the system gives none, or address space is limited: a thread takes some of its own.
    fn begin(backend: &Arc<dyn Backend>) -> Option<Threads> {
        if holloway_compiler::platform::address_space_left() > 0 {
            return None;
        }
        let desk = Arc::new(Desk::default());
        let others = available_parallelism().map_or(1, |n| n.get() - 1).clamp(1, MOST);
        let begin = || {
            let (desk, backend) = (desk.clone(), backend.clone());
            let thread = Builder::new().name("holloway-compiler".into()).stack_size(STACK);
            thread.spawn(move || desk.work(&*backend)).ok()
        };
        let handles: Vec<_> = (0..others).map_while(|_| begin()).collect();
        (!handles.is_empty()).then_some(Threads { desk, handles })
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.desk.table().ends = true;
        self.desk.news.notify_all();
        for handle in self.handles.drain(..) {
            // It answers panics as it does results, and has none of its own.
            let _ = handle.join();
        }
    }
}

/// A job that was begun.
pub(crate) enum Begun {
    /// It stands in the row under this number, or did.
    There(u64),
    /// It is to be done.
    Here(Box<Job>),
}

/// The threads, if there are some.
#[derive(Default)]
pub(crate) struct Aside {
    threads: OnceCell<Option<Threads>>,
    /// The number of the last job.
    last: Cell<u64>,
}

impl Aside {
    /// Without threads. Collections look at all words of the stack, also at what compiling has left there: where runs are to be alike to the last poll, it must not be a matter of time
    /// whether the program's own thread has compiled something.
    pub fn alone() -> Aside {
        Aside { threads: OnceCell::from(None), ..Aside::default() }
    }
    fn desk(&self) -> Option<&Desk> {
        Some(&self.threads.get()?.as_ref()?.desk)
    }

    /// Has a job done.
    pub fn begin(&self, backend: &Arc<dyn Backend>, shared: Shared, job: Job) -> Begun {
        self.threads.get_or_init(|| Threads::begin(backend));
        let Some(desk) = self.desk() else { return Begun::Here(Box::new(job)) };
        let number = self.last.get() + 1;
        self.last.set(number);
        desk.table().todo.push_back(Todo { number, job, shared });
        desk.news.notify_one();
        Begun::There(number)
    }

    /// Does what nobody has begun, up to a job, as all of it is wanted now.
    pub fn help(&self, backend: &Arc<dyn Backend>, up_to: &Begun) {
        let (Some(desk), &Begun::There(number)) = (self.desk(), up_to) else { return };
        let last = || {
            let todo = &mut desk.table().todo;
            let at = todo.iter().rposition(|t| t.number <= number)?;
            todo.remove(at)
        };
        while let Some(todo) = last() {
            desk.make(&**backend, todo);
        }
    }

    /// What has come of a job, as soon as something has.
    pub fn finish(&self, backend: &Arc<dyn Backend>, shared: Shared, begun: Begun) -> Made {
        let number = match begun {
            Begun::Here(job) => return job.run(&**backend, shared),
            Begun::There(number) => number,
        };
        let desk = self.desk().expect("a job stands in a row only if there are threads");
        let mut table = desk.table();
        if let Some(at) = table.todo.iter().position(|t| t.number == number) {
            let todo = table.todo.remove(at).expect("it was found there");
            drop(table);
            return todo.job.run(&**backend, todo.shared);
        }
        loop {
            if let Some(at) = table.made.iter().position(|m| m.0 == number) {
                return table.made.swap_remove(at).1.unwrap_or_else(|panic| resume_unwind(panic));
            }
            table = desk.wait(table);
        }
    }
}
