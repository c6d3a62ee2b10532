//! Holloway: a meta-tracing JIT framework in stable Rust.
