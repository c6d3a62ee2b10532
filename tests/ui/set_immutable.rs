//! A plain field never changes after the object is built.
use holloway::heap::Header;
use holloway::machine::{Int, Machine, Ref};
use holloway::Object;

#[derive(Object)]
#[repr(C)]
struct Point {
    header: Header,
    x: i64,
}

fn reset<M: Machine>(m: &M, p: Ref<M::V, Point>) {
    p.set(m, Point::x, Int::new(0));
}

fn main() {}
