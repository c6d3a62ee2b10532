//! A red integer is not matched by literals; promote it first.
use holloway::machine::{Int, Machine};

fn describe<M: Machine>(_m: &M, x: Int<M::V>) -> &'static str {
    match x {
        0 => "nothing",
        _ => "something",
    }
}

fn main() {}
