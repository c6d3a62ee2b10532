//! Core of Holloway: machines, recorder, trace IR, optimizer, code generation, driver and heap.
//!
//! Data flows one way: `record -> ir -> opt -> codegen -> backend`; `resume` reads what the optimizer left; `driver` owns the order.

pub mod codegen;
pub mod ir;
pub mod opt;
