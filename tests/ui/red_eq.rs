//! `==` between reds would be a plain `bool`; the red test is `eq_`.
use holloway::machine::{Int, Machine};

fn same<M: Machine>(_m: &M, x: Int<M::V>, y: Int<M::V>) -> bool {
    x == y
}

fn main() {}
