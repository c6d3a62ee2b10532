//! `<` between reds would be a plain `bool`; the red test is `lt`.
use holloway::machine::{Int, Machine};

fn less<M: Machine>(_m: &M, x: Int<M::V>, y: Int<M::V>) -> bool {
    x < y
}

fn main() {}
