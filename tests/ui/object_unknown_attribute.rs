//! An attribute that is misspelt is not passed over.
use holloway::heap::{Header, Mut};
use holloway::Object;

#[derive(Object)]
#[repr(C)]
struct Point {
    header: Header,
    #[object(hnt)]
    x: Mut<i64>,
}

#[derive(Object)]
#[object(heap)]
#[repr(C)]
struct Line {
    header: Header,
}

fn main() {}
