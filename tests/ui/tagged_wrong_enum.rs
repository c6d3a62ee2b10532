//! What a value's enum must be like.
use holloway::machine::{Int, Values};
use holloway::Tagged;

#[derive(Tagged, Clone, Copy)]
#[repr(u8)]
enum Small<V: Values> {
    Int(Int<V>),
}

#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
enum Numbered<V: Values> {
    Nil = 4,
    Int(Int<V>),
}

#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
enum Named<V: Values> {
    Int { n: Int<V> },
}

#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
enum Green {
    Nil,
}

#[derive(Tagged, Clone, Copy)]
#[holloway(crates = holloway)]
#[repr(u64)]
enum Misspelt<V: Values> {
    Int(Int<V>),
}

#[derive(Tagged, Clone, Copy)]
struct Struct<V: Values>(Int<V>);

fn main() {}
