//! Device offload.
