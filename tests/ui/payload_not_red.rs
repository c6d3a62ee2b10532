//! A value's payload is red: a plain number would be part of the code.
use holloway::machine::{Int, Values};
use holloway::Tagged;

#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
enum Value<V: Values> {
    Int(Int<V>),
    Small(i64),
}

fn main() {}
