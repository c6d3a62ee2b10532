//! A device that is opened when something is to run there.
//!
//! **Problem.** Opening the first device of a driver takes a tenth of a second: the driver loads its compiler. Under `HOLLOWAY_GPU=auto` most programs have nothing to
//! run there, and the others go on meanwhile.
//!
//! **Invariants.** Nothing of a driver is touched before a run was found worth it; no run waits for a driver.
//!
//! **Not promised.** That the process can end while a driver is being loaded: dropping this waits for that.
//!
//! **Example.** The first run of a [`Later`] is [`Outcome::NotYet`]; one some 100 ms later runs on the device, or is [`Outcome::Absent`].

use crate::device::{Device, Error};
use crate::run::{plan, Gpu};
use holloway_compiler::region::offload::{Heap, Offload, Outcome, Plan, Refusal, Worth};
use holloway_compiler::region::report::Report;
use holloway_compiler::region::Region;
use std::cell::RefCell;
use std::thread::JoinHandle;

/// See the module header.
#[derive(Debug)]
pub struct Later {
    choice: Option<String>,
    state: RefCell<State>,
}

#[derive(Debug)]
enum State {
    Closed,
    /// The driver is being loaded; what is found is found again when it is.
    Loading(JoinHandle<Result<(), Error>>),
    Open(Box<Gpu>),
    Absent(String),
}

impl Later {
    /// The device of this number or name, or the first that is no processor.
    pub fn new(choice: Option<&str>) -> Later {
        Later { choice: choice.map(Into::into), state: RefCell::new(State::Closed) }
    }

    /// One step towards an open device.
    fn advance(&self) {
        let mut state = self.state.borrow_mut();
        *state = match std::mem::replace(&mut *state, State::Closed) {
            State::Closed => {
                let thread = std::thread::Builder::new().name("holloway-gpu-open".to_string());
                match thread.spawn(|| Device::list().map(|_| ())) {
                    Ok(thread) => State::Loading(thread),
                    Err(e) => State::Absent(format!("no thread to load the driver on: {e}")),
                }
            }
            State::Loading(thread) if thread.is_finished() => {
                let loaded =
                    thread.join().unwrap_or_else(|_| Err(Error::Driver("loading it panicked".into())));
                match loaded.and_then(|()| Device::open(self.choice.as_deref())) {
                    Ok(device) => State::Open(Box::new(Gpu::new(device, false))),
                    Err(why) => State::Absent(why.to_string()),
                }
            }
            same => same,
        }
    }
}

impl Drop for Later {
    fn drop(&mut self) {
        if let State::Loading(thread) = std::mem::replace(self.state.get_mut(), State::Closed) {
            // Nobody needs what it has found.
            let _ = thread.join();
        }
    }
}

impl Offload for Later {
    fn plan(&self, region: &Region) -> Result<Plan, Refusal> {
        plan(region)
    }

    fn run(
        &self,
        region: &Region,
        made: &mut Plan,
        inputs: &[u64],
        heap: &mut dyn Heap,
        worth: &mut dyn FnMut(u64) -> Worth,
    ) -> Outcome {
        if let State::Open(gpu) = &*self.state.borrow() {
            return gpu.run(region, made, inputs, heap, worth);
        }
        // No driver is loaded for a region that cannot run there.
        let mut wanted = false;
        let outcome = Gpu::shuffled(0).run(region, made, inputs, heap, &mut |ops| match worth(ops) {
            Worth::Run => {
                wanted = true;
                Worth::Look
            }
            said => said,
        });
        if !wanted || outcome != Outcome::Would {
            return outcome;
        }
        self.advance();
        match &*self.state.borrow() {
            State::Absent(why) => Outcome::Absent(Refusal(why.clone())),
            _ => Outcome::NotYet(Refusal("the device is being opened".into())),
        }
    }

    fn take_report(&self) -> Report {
        match &*self.state.borrow() {
            State::Open(gpu) => gpu.take_report(),
            _ => Report::default(),
        }
    }
}
