//! The trace IR.
