//! The collector must know what each field holds.
use holloway::heap::{Header, Mut};
use holloway::Object;

#[derive(Object)]
#[repr(C)]
struct Person {
    header: Header,
    age: i64,
    name: String,
    size: Mut<usize>,
}

fn main() {}
