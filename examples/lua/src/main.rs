//! lua on Holloway.

fn main() {}
