//! Values are reinterpreted as their enum, so its layout must be fixed.
use holloway::machine::{Int, Values};
use holloway::Tagged;

#[derive(Tagged, Clone, Copy)]
enum Value<V: Values> {
    Nil,
    Int(Int<V>),
}

fn main() {}
