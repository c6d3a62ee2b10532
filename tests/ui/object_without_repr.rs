//! Objects are read at the offsets of their fields, so their layout must be fixed.
use holloway::heap::Header;
use holloway::Object;

#[derive(Object)]
struct Point {
    header: Header,
    x: i64,
}

fn main() {}
