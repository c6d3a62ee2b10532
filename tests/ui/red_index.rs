//! A red integer does not index Rust data.
use holloway::machine::{Int, Machine};

fn pick<M: Machine>(_m: &M, table: &[u8], i: Int<M::V>) -> u8 {
    table[i]
}

fn main() {}
