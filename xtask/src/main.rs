//! Developer commands: run every check, check the programs of both languages, measure them against peers, fuzz, say what that reaches, explain a log, and break
//! invariants on purpose.
//!
//! Every command exits with status 0 only when all it checked was right, so that a script can rely on it.
//! Example: `cargo xtask programs --lang lua --modes plain,jit`.

mod ablation;
mod args;
mod bench;
mod chart;
mod corpus;
mod cover;
mod draws;
mod explain;
mod fuzz;
mod gen_base;
mod gen_lua;
mod gen_py;
mod grammar;
mod install;
mod languages;
mod layers;
mod modes;
mod mutants;
mod packages;
mod probe;
mod process;
mod programs;
mod reach;
mod shrink;
mod size;
mod target;
mod test;

use args::Args;

/// A command's name, what it does, and the function that runs it.
type Command = (&'static str, &'static str, fn(&Args) -> Result<(), String>);

const COMMANDS: &[Command] = &[
    ("programs", programs::USAGE, programs::run),
    ("probe", probe::USAGE, probe::run),
    ("cover", cover::USAGE, cover::run),
    ("bench", bench::USAGE, bench::run),
    ("packages", packages::USAGE, packages::run),
    ("ablation", ablation::USAGE, ablation::run),
    ("gen", fuzz::GEN_USAGE, fuzz::print_one),
    ("fuzz", fuzz::USAGE, fuzz::run),
    ("reach", reach::USAGE, reach::run),
    ("corpus", corpus::USAGE, corpus::run),
    ("code-size", size::USAGE, size::run),
    ("explain", explain::USAGE, explain::run),
    ("layers", layers::USAGE, layers::run),
    ("mutants", mutants::USAGE, mutants::run),
    ("test", test::USAGE, test::run),
];

fn main() {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_default();
    let Some((_, usage, command)) = COMMANDS.iter().find(|(n, ..)| *n == name) else {
        eprintln!("usage: cargo xtask COMMAND [OPTIONS]");
        for (name, usage, _) in COMMANDS {
            eprintln!("\n  {name} {usage}");
        }
        std::process::exit(2);
    };
    let result = Args::parse(words).and_then(|args| args.check_known(usage).and_then(|()| command(&args)));
    if let Err(message) = result {
        eprintln!("xtask {name}: {message}");
        std::process::exit(1);
    }
}
