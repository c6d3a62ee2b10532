//! The collector knows types by their numbers, and a number is one type's.
use holloway::heap::{Header, HeapValue};
use holloway::Object;

#[derive(Object)]
#[repr(C)]
struct Cell<T: HeapValue> {
    header: Header,
    value: T,
}

fn main() {}
