//! Core of Holloway: machines, recorder, trace IR, optimizer, code generation, driver and heap.
//!
//! Data flows one way: `record -> ir -> opt -> codegen -> backend`; `resume` reads what the optimizer left; `driver` owns the order.

// The derives name this crate by its outside name, also from within.
extern crate self as holloway_tracer;

mod audit;
pub mod codegen;
pub mod driver;
pub mod heap;
pub mod ir;
pub mod machine;
pub mod observe;
pub mod opt;
pub mod record;
pub mod resume;
