//! A red integer does not bound a Rust loop.
use holloway::machine::{Int, Machine};

fn repeat<M: Machine>(_m: &M, x: Int<M::V>) {
    for _ in 0..x {}
}

fn main() {}
