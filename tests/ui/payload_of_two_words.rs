//! A value is a tag and one word.
use holloway::machine::{Int, Values};
use holloway::Tagged;

#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
enum Value<V: Values> {
    Nil,
    Range(Int<V>, Int<V>),
}

fn main() {}
