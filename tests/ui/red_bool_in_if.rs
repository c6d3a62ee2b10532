//! A red boolean decides nothing by itself: `m.branch` makes it a guard and a plain `bool`.
use holloway::machine::{Int, Machine};

fn absolute<M: Machine>(_m: &M, x: Int<M::V>) -> Int<M::V> {
    if x.lt(0) {
        return Int::new(0) - x;
    }
    x
}

fn main() {}
