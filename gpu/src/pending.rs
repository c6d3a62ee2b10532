//! Kernels of loops, and launches that nobody has waited for yet.
//!
//! **Problem.** A loop around kernels comes to the next one in some microseconds; waiting for each launch and reading its flags takes a driver's threads longer than short kernels run.
//! Whether a kernel failed need not be known before somebody looks at what it wrote.
//!
//! **How.** Launches follow each other on the device's queue, and their flags stay set. [`Run`](crate::run) settles what is pending before it reads or writes memory that the region
//! writes, before a kernel with results for the host, and at the exit.
//!
//! **Invariants.** What kernels behind a failed one compute from wrong data is never seen: the run is discarded and memory put back. They access nothing that they must not, as what was proved of
//! them rests on memory that no pending kernel writes ([`Nest::relies`](crate::nest::Nest)). Objects that pending kernels write were kept before the first of them began.
//!
//! **Not promised.** That a run ends with the first failure: up to [`MOST`] more work may be done.

use crate::device::{Buffer, Build, Device, Error, Kernel};
use crate::emit::{Reason, Text, LAST_BIT};
use crate::schedule::Parallel;
use holloway_compiler::region::BlockId;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

/// How long all that is pending may take: as long nobody looks for interrupts.
pub const MOST: Duration = Duration::from_millis(20);

/// A loop's kernel, for all entries that are like one.
pub struct Form {
    /// The entry.
    par: Parallel,
    /// The kernel's text.
    pub text: Text,
    kernel: OnceCell<Rc<Kernel>>,
    /// A byte for each item, for those that fail late.
    late: RefCell<Option<Buffer>>,
}

/// The kernels of a region's loops.
#[derive(Default)]
pub struct Forms {
    by_loop: HashMap<usize, Vec<Rc<Form>>>,
    /// Kernels by their text.
    kernels: HashMap<String, Rc<Kernel>>,
}

/// Why items fail.
pub enum Failed {
    /// These assumptions do not hold.
    Assumptions(Vec<(BlockId, usize)>),
    /// Iterations on trial have met; in words.
    Met(String),
    /// Something else, in words.
    Other(String),
}

impl Forms {
    /// The form for an entry of a loop; `new` writes it.
    ///
    /// # Errors
    /// What `new` says.
    pub fn of(
        &mut self,
        l: usize,
        par: &Parallel,
        new: impl FnOnce() -> Result<Text, String>,
    ) -> Result<Rc<Form>, String> {
        let known = self.by_loop.entry(l).or_default();
        if let Some(form) = known.iter().rev().find(|f| f.par.is_like(par)) {
            return Ok(form.clone());
        }
        let (par, text) = (par.clone(), new()?);
        let form = Rc::new(Form { par, text, kernel: OnceCell::new(), late: RefCell::default() });
        known.push(form.clone());
        Ok(form)
    }

    /// The kernel of a form, or its build if that is not to be waited for.
    ///
    /// # Errors
    /// What the driver says.
    pub fn kernel(
        &mut self,
        device: &Device,
        form: &Form,
        wait: bool,
    ) -> Result<Result<Rc<Kernel>, Build>, Error> {
        if let Some(kernel) = form.kernel.get() {
            return Ok(Ok(kernel.clone()));
        }
        let source = &form.text.source;
        let kernel = match self.kernels.get(source) {
            Some(kernel) => kernel.clone(),
            None => {
                let build = device.build(source);
                let program = match build.poll() {
                    None if !wait => return Ok(Err(build)),
                    None => build.wait()?,
                    Some(done) => done?,
                };
                let kernel = Rc::new(program.kernel("region", form.text.reasons.len())?);
                self.kernels.insert(source.clone(), kernel.clone());
                kernel
            }
        };
        Ok(Ok(form.kernel.get_or_init(|| kernel).clone()))
    }
}

impl Form {
    /// Makes room for what so many items may note, if they may.
    ///
    /// # Errors
    /// What the device says.
    pub fn make_room(&self, device: &Device, items: usize) -> Result<(), Error> {
        let mut late = self.late.borrow_mut();
        if !self.text.late.is_empty() && late.as_ref().is_none_or(|b| b.bytes() < items) {
            if late.is_some() {
                // Launches that are under way use the old one.
                device.finish()?;
            }
            let mut bytes = device.buffer(items)?;
            bytes.write(&vec![0; items])?;
            *late = Some(bytes);
        }
        Ok(())
    }

    /// Where items note that they have failed.
    pub fn late(&self) -> std::cell::Ref<'_, Option<Buffer>> {
        self.late.borrow()
    }

    /// Waits for the form's launches; why items failed, if some did.
    ///
    /// # Errors
    /// What the device says.
    pub fn failed(&self, device: &Device) -> Result<Option<Failed>, Error> {
        let Some(kernel) = self.kernel.get() else { return Ok(None) };
        let numbers = device.failures(kernel)?;
        self.why(&numbers)
    }

    /// The same, when it is known which flags are set.
    ///
    /// # Errors
    /// What the device says.
    pub fn why(&self, numbers: &[u32]) -> Result<Option<Failed>, Error> {
        let mut reasons: Vec<&Reason> =
            numbers.iter().filter_map(|&n| self.text.reasons.get(n as usize)).collect();
        let mut late = self.late.borrow_mut();
        if let Some(buffer) = &*late {
            let mut bytes = vec![0; buffer.bytes()];
            buffer.read(&mut bytes)?;
            let bits = bytes.iter().fold(0, |all, b| all | b);
            let set = |(k, _): &(usize, &Reason)| bits >> (*k).min(LAST_BIT) & 1 == 1;
            reasons.extend(self.text.late.iter().enumerate().filter(set).map(|(_, reason)| reason));
            if bits != 0 {
                *late = None;
            }
        }
        let (mut steps, mut other) = (Vec::new(), None);
        for reason in reasons {
            match reason {
                // All assumptions, so that one run teaches all that it can.
                Reason::Assumption(block, step) => steps.push((*block, *step)),
                // What iterations that have met assume says nothing.
                Reason::Met(why) => return Ok(Some(Failed::Met(why.clone()))),
                Reason::Other(why) => other = Some(why.clone()),
            }
        }
        Ok(match (steps.is_empty(), other) {
            (false, _) => Some(Failed::Assumptions(steps)),
            (true, Some(why)) => Some(Failed::Other(why)),
            (true, None) if !numbers.is_empty() => {
                Some(Failed::Other("the kernel gives up for no reason".into()))
            }
            (true, None) => None,
        })
    }
}

/// What has been started since it was looked at last.
#[derive(Default)]
pub struct Pending {
    forms: Vec<Rc<Form>>,
    /// How long it takes, about.
    pub expected: Duration,
    /// The ops of it.
    pub work: u64,
    /// What it reads beside the heap.
    lists: Vec<Rc<Vec<u64>>>,
}

impl Pending {
    /// Adds a launch.
    pub fn add(&mut self, form: &Rc<Form>, expected: Duration, par: &Parallel) {
        if !self.forms.iter().any(|f| Rc::ptr_eq(f, form)) {
            self.forms.push(form.clone());
        }
        (self.expected, self.work) = (self.expected + expected, self.work + par.work);
        self.lists.extend(par.rows.values().map(|r| r.list.clone()));
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// Waits for all; why the first of the forms failed, if one did, and the ops that were done.
    ///
    /// # Errors
    /// What the device says.
    pub fn settle(&mut self, device: &Device) -> Result<(Option<Failed>, u64), Error> {
        let this = std::mem::take(self);
        let mut why = None;
        for form in this.forms {
            let failed = form.failed(device)?;
            why = why.or(failed);
        }
        Ok((why, this.work))
    }
}
