//! Developer commands: run every check, check the programs of both languages, measure them against peers, fuzz, say what that reaches, and break
//! invariants on purpose.
//!
//! Every command exits with status 0 only when all it checked was right, so that a script can rely on it.
//! Example: `cargo xtask programs --lang lua --modes plain,jit`.

mod corpus;
mod cover;
mod features;
mod fuzz;
mod gen_lua;
mod gen_nests;
mod gen_py;
mod install;
mod layers;
mod mutants;
mod package;
mod porting;
mod probe;
mod programs;
mod reach;
mod styles;
mod surface;
mod target;
mod test;

use benches::commands::{self, Command};
// The Lisp's random programs ([`styles`]) name this `holloway::testing`, as any author's do. No command needs the framework that it is a part of
// there, which takes longer to build than all commands.
extern crate self as holloway;
use holloway_testing as testing;

/// What `cargo bench` measures is also a command: [`benches::COMMANDS`].
const COMMANDS: &[Command] = &[
    ("programs", programs::USAGE, programs::run),
    ("probe", probe::USAGE, probe::run),
    ("cover", cover::USAGE, cover::run),
    ("features", features::USAGE, features::run),
    ("gen", fuzz::GEN_USAGE, fuzz::print_one),
    ("fuzz", fuzz::USAGE, fuzz::run),
    ("reach", reach::USAGE, reach::run),
    ("corpus", corpus::USAGE, corpus::run),
    ("layers", layers::USAGE, layers::run),
    ("mutants", mutants::USAGE, mutants::run),
    ("package", package::USAGE, package::run),
    ("porting", porting::USAGE, porting::run),
    ("surface", surface::USAGE, surface::run),
    ("test", test::USAGE, test::run),
];

fn main() {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_default();
    commands::run("cargo xtask COMMAND [OPTIONS]", &[COMMANDS, benches::COMMANDS].concat(), &name, words);
}
