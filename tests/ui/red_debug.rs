//! A red is not printed: text is plain data, and could decide something.
use holloway::machine::{Int, Machine};

fn digits<M: Machine>(_m: &M, x: Int<M::V>) -> usize {
    format!("{x:?}").len()
}

fn main() {}
