//! A red integer is not cast to a plain one.
use holloway::machine::{Int, Machine};

fn plain<M: Machine>(_m: &M, x: Int<M::V>) -> usize {
    x as usize
}

fn main() {}
