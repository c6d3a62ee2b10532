//! The tracing half of Holloway: machines, recorder, the way back from native code, driver, run time and heap.
//!
//! Data flows one way: `record -> compiler -> backend`; `resume` reads what the optimizer left; `driver` owns the order.

// The derives name this crate by its outside name, also from within.
extern crate self as holloway_tracer;

mod audit;
mod compile;
pub mod driver;
pub mod heap;
pub mod machine;
pub mod math;
pub mod observe;
pub mod policy;
pub mod record;
pub mod region;
mod restore;
pub mod resume;
pub mod runtime;
pub mod tables;
pub mod world;
