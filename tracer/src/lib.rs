//! Core of Holloway.
pub mod ir;
