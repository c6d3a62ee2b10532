//! Elements lie behind the object.
use holloway::heap::{Header, Tail};
use holloway::Object;

#[derive(Object)]
#[repr(C)]
struct Text {
    header: Header,
    bytes: Tail<u8>,
    hash: i64,
}

#[derive(Object)]
#[repr(C)]
struct Names {
    header: Header,
    all: Tail<String>,
}

fn main() {}
