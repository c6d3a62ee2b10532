//! Device offload: loop nests run on accelerators.
//!
//! **Problem.** Some loops do the same arithmetic over large arrays; a device with many lanes runs them faster than a processor does, if their iterations
//! do not depend on each other. Nothing in the guest program says so. The driver hands over a [`Region`](holloway_compiler::region::Region), and here it is found out.
//!
//! **Pipeline.**
//! ```text
//! region -> nest (shape) -> at each entry: entry (numbers), views (objects), depend, schedule, fold, plane, marks -> emit (OpenCL C) -> device -> run
//! ```
//! Analysis runs when a loop is entered: everything that does not change in it is a number by then, so subscripts, trip counts and aliasing are decided for these
//! numbers and not for all. Kernels are kept by their text.
//!
//! **Invariants.**
//! 1. A region is run whole and with the results that plain execution would have given, to the bit, or not at all and with a reason. Then nothing in memory
//!    has changed.
//! 2. What is not proved is checked by the kernel or refused.
//!
//! **Not promised.** Speed on devices with memory of their own, where the guest changes between two runs what kernels read: that is compared and copied (`mirror.rs`).
//! Where host and device share addresses (OpenCL on the processor) nothing is.
#[doc(hidden)] // for tests
pub mod affine;
mod coherent;
#[doc(hidden)]
pub mod depend;
pub mod device;
mod emit;
mod entry;
mod exact;
mod fold;
mod host;
mod implied;
mod items;
mod later;
mod marks;
mod mirror;
mod nest;
mod pending;
mod places;
mod plane;
mod replay;
mod rows;
mod run;
mod schedule;
mod tell;
mod views;

pub use later::Later;
pub use run::{Gpu, BUILDING};
