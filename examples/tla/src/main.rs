//! tla on Holloway.

fn main() {}
