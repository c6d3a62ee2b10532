//! A frame holds nothing that cannot be blank before it is read into: no reference that is never null, no `Option`.
use holloway::heap::{Gc, Header};
use holloway::{Object, Traced};

#[derive(Object)]
#[repr(C)]
struct Map {
    header: Header,
}

#[derive(Traced)]
struct Activation {
    map: Gc<Map>,
    handler: Option<u32>,
}

fn main() {}
