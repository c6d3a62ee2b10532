//! Tests for AArch64 in an emulator.
//!
//! **Problem.** What is built for another processor needs a compiler with its standard library, a linker, and something that runs it;
//! and programs that tests start need the last one, too.
//!
//! **Method.** `.ci/aarch64-toolchain`, the first step, makes a folder with compiler and emulator. Cargo is told of both by environment variables; tests
//! that start programs of ours put the words of `TEST_RUNNER` before them; whole programs of our languages run over scripts that do the same.
//! All is built in a folder of its own, so that neither build undoes the other.
//!
//! **Not promised.** Speed: qemu-user is about ten times slower than the processor it runs on. Documentation examples and compile-fail tests
//! do not depend on the processor and are left to the ordinary run.
//!
//! **Example.** `cargo xtask test --target aarch64 --part slice`.

use crate::test::{run_steps, Step};
use benches::languages::root;
use benches::languages::LANGUAGES;
use std::path::Path;

/// Where the toolchain goes, and where is built; relative to the root.
const TOOLCHAIN: &str = "target/aarch64-toolchain";
const BUILD: &str = "target/aarch64";
const PROFILE: &str = "emulated";
const TRIPLE: &str = "aarch64-unknown-linux-gnu";

/// The step with random programs in random languages, of which there are fewer than on a processor.
const RANDOM: &str = "random languages";
const SLICED: &str = "400";

/// What makes the toolchain. Without it nothing else can run.
const SETUP: Step = ("toolchain", ".ci/aarch64-toolchain target/aarch64-toolchain");

/// The interpreters.
const BUILDS: Step = (
    "builds of the interpreters",
    "cargo build --profile emulated --target aarch64-unknown-linux-gnu -p lua -p python",
);

/// What runs within minutes: the suite of the backend, random traces, random programs, and programs of each language.
const SLICE: &[Step] = &[
    (
        "backend tests",
        "cargo test --profile emulated --target aarch64-unknown-linux-gnu -p holloway-backend-aarch64 --lib --tests --no-fail-fast",
    ),
    (RANDOM, "cargo test --profile emulated --target aarch64-unknown-linux-gnu --test contract"),
    BUILDS,
    (
        "programs",
        "cargo xtask programs --lua target/aarch64/lua --python target/aarch64/python --modes jit,chaos \
         --only sieve,richards,json,coroutines,nbody,errors,deltablue,generators,exceptions,wordcount --limit 300",
    ),
    (
        "random Lua programs",
        "cargo xtask fuzz --lang lua --draws 1 --count 10 --seed 1 --lua target/aarch64/lua --modes plain,eager,chaos --sample 100000",
    ),
    (
        "random Python programs",
        "cargo xtask fuzz --lang python --style typed --draws 1 --count 10 --seed 1 --python target/aarch64/python --modes plain,eager,chaos --sample 100000",
    ),
];

/// Everything, except tests of devices: there are no drivers for the target here.
const ALL: &[Step] = &[
    BUILDS,
    (
        "tests",
        "cargo test --profile emulated --target aarch64-unknown-linux-gnu --workspace --exclude holloway-backend-x86 --exclude holloway-gpu --exclude holloway-testing --exclude benches --exclude xtask --exclude holloway-tools --lib --bins \
         --tests --no-fail-fast",
    ),
    (
        "programs",
        "cargo xtask programs --lua target/aarch64/lua --python target/aarch64/python --modes plain,jit,eager,chaos,dense,gc,minor --limit 3600",
    ),
    (
        "random Lua programs",
        "cargo xtask fuzz --lang lua --draws 1 --count 50 --seed 1 --lua target/aarch64/lua --modes plain,eager,chaos --sample 100000",
    ),
    (
        "random Python programs",
        "cargo xtask fuzz --lang python --style typed --draws 1 --count 50 --seed 1 --python target/aarch64/python --modes plain,eager,chaos --sample 100000",
    ),
];

/// The variables with which Cargo builds and tests for the target.
fn environment() -> Vec<(String, String)> {
    let toolchain = root().join(TOOLCHAIN);
    let path = |p: &Path| p.display().to_string();
    let of_target = |what: &str| format!("CARGO_TARGET_{}_{what}", TRIPLE.to_uppercase().replace('-', "_"));
    let run = path(&toolchain.join("run"));
    vec![
        ("RUSTC".to_string(), path(&toolchain.join("rustc"))),
        ("CARGO_TARGET_DIR".to_string(), path(&root().join(BUILD))),
        (of_target("LINKER"), "aarch64-linux-gnu-gcc".to_string()),
        (of_target("RUNNER"), run.clone()),
        ("TEST_RUNNER".to_string(), run),
    ]
}

/// Makes `target/aarch64/lua` and its like, which run the emulator on the built interpreters.
fn scripts() -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let (build, run) = (root().join(BUILD), root().join(TOOLCHAIN).join("run"));
    for lang in LANGUAGES {
        let script = build.join(lang.name);
        let binary = build.join(TRIPLE).join(PROFILE).join(lang.name);
        let text = format!("#!/bin/sh\nexec \"{}\" \"{}\" \"$@\"\n", run.display(), binary.display());
        let write = || {
            std::fs::create_dir_all(&build)?;
            std::fs::write(&script, text)?;
            std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755))
        };
        write().map_err(|e| format!("{}: {e}", script.display()))?;
    }
    Ok(())
}

/// The command with `--target aarch64`.
pub fn run(part: &str) -> Result<(), String> {
    let steps = match part {
        "slice" => SLICE,
        "all" => ALL,
        other => return Err(format!("no part '{other}'; there are: slice, all")),
    };
    run_steps(&[], &[SETUP], |_| Vec::new())?;
    scripts()?;
    let env = environment();
    run_steps(&[], steps, |name| match name {
        // Cargo runs our own commands natively.
        "programs" | "random Lua programs" | "random Python programs" => Vec::new(),
        RANDOM => env.iter().cloned().chain([("CONTRACT_COUNT".into(), SLICED.into())]).collect(),
        _ => env.clone(),
    })
}
