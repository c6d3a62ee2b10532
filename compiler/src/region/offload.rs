//! What a driver asks of whoever runs regions.
//!
//! **Problem.** The driver explores nests and knows the heap; a device knows neither. This trait stands between, as [`crate::codegen::Backend`] stands
//! between driver and processor.
//!
//! **Invariants.** An answer is never pretended: a region is run whole and with the results that plain execution would have given, or not at all and
//! with a reason. Without an [`Outcome::Ran`] nothing in memory has changed.
//!
//! **Not promised.** That a plan that worked works again: its assumptions are checked at each entry.

use super::report::Report;
use super::Region;
use crate::ir::eval::{Fault, Memory};
use std::any::Any;
use std::time::Duration;

/// Why a region stays on the processor. The text names the loop's trouble and, where there is one, the guest's place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub String);

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// A region made ready, opaque to the driver.
pub type Plan = Box<dyn Any>;

/// How a run of a plan went.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// It ran to an exit of the region: memory is as after it.
    Ran {
        /// The exit's snapshot.
        snap: crate::ir::SnapId,
        /// Its values, in the order of [`crate::ir::ExitOrder`].
        values: Vec<u64>,
    },
    /// These assumptions of the region do not hold, blocks and steps in them, at least one: nothing has changed.
    Failed(Vec<(super::BlockId, usize)>),
    /// It came to nothing, as the device failed, or the numbers of this entry do not suit it: nothing has changed.
    Discarded(Refusal),
    /// Something is being made ready, which a later run may find done: nothing has changed.
    NotYet(Refusal),
    /// There is no device, and there will be none.
    Absent(Refusal),
    /// A loop of it would run on a device: nothing has changed.
    Would,
}

/// What is to be done with a region that has about so many ops ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// Nothing: it is discarded.
    No,
    /// No more than to see whether it can run elsewhere: [`Outcome::Would`].
    Look,
    /// It is run.
    Run,
}

/// What the heap tells and does for whoever runs a region. Objects do not move and none is freed while a region runs.
pub trait Heap: Memory {
    /// The bytes of the object at this address, to be read and written as memory; `None` if there is no object.
    fn object(&self, addr: u64) -> Option<(*mut u8, usize)>;
    /// Has an object's bytes be what loads would find there, where they are elsewhere until somebody asks.
    ///
    /// # Errors
    /// They cannot be had.
    fn bring_back(&mut self, _object: u64) -> Result<(), Fault> {
        Ok(())
    }
    /// Whether the guest has been interrupted, or there is no time left: long runs stop.
    fn interrupted(&self) -> bool;
    /// The time that is left for a run, if it is limited: one that would take longer may stop at once.
    fn time_left(&self) -> Option<Duration> {
        None
    }
}

/// Plans and runs regions.
pub trait Offload {
    /// Makes a region ready.
    ///
    /// # Errors
    /// Why it stays on the processor.
    fn plan(&self, region: &Region) -> Result<Plan, Refusal>;
    /// Runs a plan from its entry with these inputs. `worth` is asked at most once, before anything is prepared for a device, with the number of ops that the first
    /// loop of a known length will do, about.
    fn run(
        &self,
        region: &Region,
        plan: &mut Plan,
        inputs: &[u64],
        heap: &mut dyn Heap,
        worth: &mut dyn FnMut(u64) -> Worth,
    ) -> Outcome;
    /// What became of loops in the runs since the last call.
    fn take_report(&self) -> Report {
        Report::default()
    }
}
