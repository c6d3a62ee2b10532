//! The target-neutral compiler of Holloway: from a recorded trace to what a backend emits.
//!
//! **Problem.** Backends and device offload need the trace IR, the optimizer and the shared half of code generation, and nothing of what runs guests. So
//! this crate knows no interpreter, no heap and no driver; they know it.
//!
//! **Order.** Data flows `ir -> opt -> codegen`, and beside it `ir -> region` (loop nests as graphs); [`abi`] is what native code and any run time share, and [`platform`] what differs between systems; both lie below all. A folder uses those
//! before it only.
//!
//! **Not promised.** A stable interface: language authors use `holloway`.
//!
//! **Example**: a trace from its text form, optimized.
//! ```
//! use holloway_compiler::{ir::Trace, opt};
//! let trace: Trace = "i0 = input int\ni1 = int_add i0 0\nfinish(1, 0, i1)".parse().unwrap();
//! let done = opt::optimize(&trace, &opt::OptConfig::default()).unwrap();
//! assert!(done.insts.len() < trace.insts.len());
//! ```

pub mod abi;
pub mod codegen;
pub mod ir;
pub mod opt;
pub mod platform;
pub mod region;
