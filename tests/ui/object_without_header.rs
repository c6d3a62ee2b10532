//! An object begins with its header.
use holloway::heap::Header;
use holloway::Object;

#[derive(Object)]
#[repr(C)]
struct Point {
    x: i64,
    header: Header,
}

#[derive(Object)]
#[repr(C)]
struct Line {
    header: u64,
}

#[derive(Object)]
#[repr(C)]
struct Pair(Header, i64);

fn main() {}
