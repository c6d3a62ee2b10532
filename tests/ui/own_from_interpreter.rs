//! Rust values inside objects are for helpers: interpreter code has no way to read them.
use holloway::heap::{Header, Own};
use holloway::machine::{Machine, Ref};
use holloway::Object;

#[derive(Object)]
#[repr(C)]
struct Text {
    header: Header,
    chars: Own<Vec<i64>>,
}

fn first<M: Machine>(m: &M, t: Ref<M::V, Text>) {
    t.get(m, Text::chars);
}

fn main() {}
