//! Measures our languages: speed beside the reference and other peers, what parts of the JIT are worth, code size, build time; and draws what was measured.
//!
//! All are commands, run by `cargo bench -- NAME OPTIONS` and by `cargo xtask NAME OPTIONS`. Figures worth keeping are in `figures/`, the
//! pictures drawn from them in `docs/img` ([`pictures`]).
//!
//! Not here: the tutorial language's plain execution beside a hand-written interpreter (`cargo bench -p tla`), which needs that crate's binary.

pub mod ablation;
pub mod bench;
pub mod build_time;
pub mod code_size;
pub mod commands;
pub mod everyday;
pub mod kernels;
pub mod languages;
pub mod packages;
pub mod pictures;

use commands::Command;

/// The commands.
pub const COMMANDS: &[Command] = &[
    ("bench", bench::USAGE, bench::run),
    ("packages", packages::USAGE, packages::run),
    ("everyday", everyday::USAGE, everyday::run),
    ("ablation", ablation::USAGE, ablation::run),
    ("code-size", code_size::USAGE, code_size::run),
    ("build-time", build_time::USAGE, build_time::run),
    ("kernels", kernels::USAGE, kernels::run),
    ("chart", pictures::USAGE, pictures::run),
];

/// Runs a command by name.
pub fn commands(name: &str, words: impl Iterator<Item = String>) {
    commands::run("cargo bench -- COMMAND [OPTIONS]", COMMANDS, name, words);
}
