//! AArch64 backend.
