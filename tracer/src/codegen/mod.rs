//! Target-neutral code generation: the native context, the backend contract, register allocation.

pub mod context;
