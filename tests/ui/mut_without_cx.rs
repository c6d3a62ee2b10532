//! A mutable field is not read through a promoted reference: that would bake its present value into the trace.
use holloway::heap::{Gc, Header, Mut};
use holloway::Object;

#[derive(Object)]
#[repr(C)]
struct Counter {
    header: Header,
    n: Mut<i64>,
}

fn green(c: Gc<Counter>) -> i64 {
    c.n.get()
}

fn main() {}
