//! lua on Holloway.

mod text;

fn main() {}
