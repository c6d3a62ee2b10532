//! What a frame must be like.
use holloway::machine::{Int, Values};
use holloway::Traced;

#[derive(Traced)]
enum Either {
    One,
}

#[derive(Traced)]
struct Pair(u32, u32);

#[derive(Traced)]
struct Borrowed<'a> {
    code: &'a [u8],
}

#[derive(Traced)]
#[holloway(path = holloway)]
struct Misspelt {
    pc: u32,
}

#[derive(Traced)]
struct Lists<V: Values> {
    pc: u32,
    values: Vec<Int<V>>,
}

fn main() {}
