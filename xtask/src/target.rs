//! Tests and checks for other targets than this machine.
//!
//! **Problem.** What is built for another processor or another system needs a compiler with its standard library, a linker, and something that runs it;
//! and programs that tests start need the last one, too.
//!
//! **Method.** A script, the first step, makes a folder with compiler and what runs programs. Cargo is told of both by environment variables; tests
//! that start programs of ours put the words of `TEST_RUNNER` before them; whole programs of our languages run over scripts that do the same.
//! All is built in a folder of its own, so that neither build undoes the other. A target is an entry of [`TARGETS`].
//!
//! **Not promised.** Speed: qemu-user is about ten times slower than the processor it runs on. Documentation examples and compile-fail tests
//! do not depend on the target and are left to the ordinary run. For macOS nothing can be linked or run here: it is only checked.
//!
//! **Example.** `cargo xtask test --target aarch64 --part slice`.

use crate::test::{run_steps, Step};
use benches::languages::{self, root};
use std::path::Path;

/// A target: how it is set up, and what runs for it.
struct Target {
    name: &'static str,
    /// The step that makes the toolchain, without which nothing else can run, and where; relative to the root.
    setup: Step,
    toolchain: &'static str,
    /// Where is built.
    build: &'static str,
    triples: &'static [&'static str],
    /// Links programs, if that can be done; they run by the toolchain's `run` then.
    linker: Option<&'static str>,
    /// The interpreters that programs of the parts run on: each becomes a script in `build`.
    interpreters: &'static [&'static str],
    /// What to run, by names; the last one is all that there is.
    parts: &'static [(&'static str, &'static [Step])],
}

/// The targets.
const TARGETS: &[Target] = &[
    Target {
        name: "aarch64",
        setup: ("toolchain", ".ci/aarch64-toolchain target/aarch64-toolchain"),
        toolchain: "target/aarch64-toolchain",
        build: "target/aarch64",
        triples: &["aarch64-unknown-linux-gnu"],
        linker: Some("aarch64-linux-gnu-gcc"),
        interpreters: &["lua", "python"],
        parts: &[("slice", AARCH64_SLICE), ("all", AARCH64_ALL)],
    },
    Target {
        name: "macos",
        setup: PLATFORMS,
        toolchain: "target/platforms-toolchain",
        build: "target/platforms",
        triples: &["x86_64-apple-darwin", "aarch64-apple-darwin"],
        linker: None,
        interpreters: &[],
        parts: &[("check", MACOS_CHECK)],
    },
    Target {
        name: "windows",
        setup: PLATFORMS,
        toolchain: "target/platforms-toolchain",
        build: "target/platforms",
        triples: &["x86_64-pc-windows-gnu"],
        linker: Some("x86_64-w64-mingw32-gcc"),
        interpreters: &["lisp", "lua", "python"],
        parts: &[("check", WINDOWS_CHECK), ("all", WINDOWS_ALL)],
    },
];

const PLATFORMS: Step = ("toolchain", ".ci/platforms-toolchain target/platforms-toolchain");
const PROFILE: &str = "emulated";

/// The step that only looks at whether something compiles, where a warning is an error.
const CHECK: &str = "check";

/// What ships, named by what uses it: the crates of the framework, the languages, the tools.
const MACOS_CHECK: &[Step] = &[(
    CHECK,
    "cargo check --target x86_64-apple-darwin --target aarch64-apple-darwin -p tla -p lisp -p holloway-lua -p holloway-python -p holloway-tools",
)];
const WINDOWS_CHECK: &[Step] = &[(
    CHECK,
    "cargo check --target x86_64-pc-windows-gnu -p tla -p lisp -p holloway-lua -p holloway-python -p holloway-tools",
)];

/// What runs under Wine: code generation, heap and run time, coroutines, and the programs of the languages. Those of the debuggers' tests that need Linux are
/// left out of the build by themselves. Lua and Python take longer to build than all checks of a change may, so no smaller part has them.
const WINDOWS_ALL: &[Step] = &[
    WINDOWS_CHECK[0],
    (
        "tests",
        "cargo test --profile emulated --target x86_64-pc-windows-gnu -p holloway-compiler -p holloway-tracer -p holloway-backend-x86 --lib --tests \
         --no-fail-fast",
    ),
    (
        "unit tests of the languages' parts",
        "cargo test --profile emulated --target x86_64-pc-windows-gnu -p langkit --lib --no-fail-fast",
    ),
    (
        "builds of the interpreters",
        "cargo build --profile emulated --target x86_64-pc-windows-gnu -p lisp -p holloway-lua -p holloway-python",
    ),
    (
        "programs",
        "cargo xtask programs --lang lisp --lisp target/platforms/lisp --modes plain,jit,eager,chaos,gc --limit 600",
    ),
    (
        "programs",
        "cargo xtask programs --lang lua,python --lua target/platforms/lua --python target/platforms/python --modes plain,jit,eager,chaos --limit 600",
    ),
];

/// The step with random programs in random languages, of which there are fewer than on a processor.
const RANDOM: &str = "tests of the backend, and random languages";
const SLICED: &str = "200";

/// The interpreters.
const BUILDS: Step = (
    "builds of the interpreters",
    "cargo build --profile emulated --target aarch64-unknown-linux-gnu -p holloway-lua -p holloway-python",
);

/// What runs within minutes: the suite of the backend, random traces, random programs, and programs of the language that builds soonest.
const AARCH64_SLICE: &[Step] = &[
    (
        RANDOM,
        "cargo test --profile emulated --target aarch64-unknown-linux-gnu -p holloway-backend-aarch64 -p holloway -p holloway-lua --lib \
         --test checker --test code --test conformance --test contract --test fuzz --no-fail-fast",
    ),
    // Both name the same packages, and a test: else features would differ, and the framework would be built again.
    (
        "build of an interpreter",
        "cargo build --profile emulated --target aarch64-unknown-linux-gnu -p holloway-backend-aarch64 -p holloway -p holloway-lua --bin holloway-lua \
         --test contract",
    ),
    (
        "programs",
        "cargo xtask programs --lang lua --lua target/aarch64/lua --modes jit,chaos \
         --only sieve,richards,json,coroutines,nbody,errors,deltablue,towers,lifetimes,patterns --limit 300",
    ),
    (
        "random Lua programs",
        "cargo xtask fuzz --lang lua --draws 1 --count 20 --seed 1 --lua target/aarch64/lua --modes plain,eager,chaos --sample 100000",
    ),
];

/// Everything, except tests of devices: there are no drivers for the target here.
const AARCH64_ALL: &[Step] = &[
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

/// The name of a variable of Cargo's for a target.
fn of_target(triple: &str, what: &str) -> String {
    format!("CARGO_TARGET_{}_{what}", triple.to_uppercase().replace('-', "_"))
}

/// The variables with which Cargo builds and tests for a target.
fn environment(target: &Target) -> Vec<(String, String)> {
    let toolchain = root().join(target.toolchain);
    let path = |p: &Path| p.display().to_string();
    let mut all = vec![
        ("RUSTC".to_string(), path(&toolchain.join("rustc"))),
        ("CARGO_TARGET_DIR".to_string(), path(&root().join(target.build))),
    ];
    match target.linker {
        Some(linker) => {
            let run = path(&toolchain.join("run"));
            let cargos = target.triples.iter().flat_map(|t| {
                [(of_target(t, "LINKER"), linker.to_string()), (of_target(t, "RUNNER"), run.clone())]
            });
            all.extend(cargos);
            all.push(("TEST_RUNNER".to_string(), run));
        }
        None => {
            // Build scripts that compile C are content with nothing, and need not look for a system's headers.
            let nothing = path(&toolchain.join("no-cc"));
            let tools = target.triples.iter().flat_map(|t| ["CC", "AR"].map(|tool| format!("{tool}_{t}")));
            all.extend(tools.map(|tool| (tool, nothing.clone())));
            all.push(("SDKROOT".to_string(), path(&toolchain)));
        }
    }
    all
}

/// Makes scripts such as `target/aarch64/lua`, which run what was built.
fn scripts(target: &Target) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let (build, run) = (root().join(target.build), root().join(target.toolchain).join("run"));
    let suffix = if target.name == "windows" { ".exe" } else { "" };
    for name in target.interpreters {
        let script = build.join(name);
        let language = languages::named(name).ok_or_else(|| format!("no language '{name}'"))?;
        let file = Path::new(language.binary).file_name().unwrap_or_default().to_string_lossy();
        let binary = build.join(target.triples[0]).join(PROFILE).join(format!("{file}{suffix}"));
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

/// What there is of something, for a message.
fn named<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// The command with `--target NAME`; without a part, all there is.
pub fn run(name: &str, part: Option<&str>) -> Result<(), String> {
    let target = TARGETS.iter().find(|t| t.name == name);
    let target = target
        .ok_or_else(|| format!("no target '{name}'; there are: {}", named(TARGETS.iter().map(|t| t.name))))?;
    let steps = match part {
        None => target.parts.last(),
        Some(part) => target.parts.iter().find(|p| p.0 == part),
    };
    let (_, steps) = steps.ok_or_else(|| {
        let there = named(target.parts.iter().map(|p| p.0));
        format!("{name} has no part '{}'; there are: {there}", part.unwrap_or_default())
    })?;
    run_steps(&[], &[&[target.setup]], |_| Vec::new())?;
    scripts(target)?;
    let env = environment(target);
    let with = |name: &str, value: &str| {
        env.iter().cloned().chain([(name.to_string(), value.to_string())]).collect()
    };
    run_steps(&[], &[steps], |name| match name {
        // Our own commands run natively.
        "programs" | "random Lua programs" | "random Python programs" => Vec::new(),
        RANDOM => with("CONTRACT_COUNT", SLICED),
        CHECK => with("RUSTFLAGS", "-Dwarnings"),
        _ => env.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_an_error_that_names_what_is() {
        let why = run("beos", None).unwrap_err();
        assert!(why.contains("aarch64, macos, windows"), "{why}");
        let why = run("macos", Some("slice")).unwrap_err();
        assert!(why.contains("macos has no part 'slice'") && why.ends_with("check"), "{why}");
    }

    #[test]
    fn what_links_has_a_runner_and_what_does_not_has_no_compiler_of_c() {
        for target in TARGETS {
            let env = environment(target);
            for triple in target.triples {
                let has = |name: String| env.iter().any(|(n, _)| *n == name);
                assert_eq!(has(of_target(triple, "RUNNER")), target.linker.is_some(), "{triple}");
                assert_eq!(has(format!("CC_{triple}")), target.linker.is_none(), "{triple}");
            }
        }
    }
}
