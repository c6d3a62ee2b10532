//! A frame holds greens and reds, nothing that a snapshot could not describe.
use holloway::Traced;

#[derive(Traced)]
struct Activation {
    pc: u32,
    name: String,
}

fn main() {}
