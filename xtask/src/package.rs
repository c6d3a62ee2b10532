//! What ships, as a user gets it.
//!
//! **Problem.** In this repository a crate sees the files beside it. Out of a registry it has what is in its package only, and finds the others by their versions: a page or a
//! folder that was forgotten is noticed by the first user.
//!
//! **How.** [`SHIPS`] are packaged and unpacked into `target/packaged`. Beside them the Lisp becomes a package of its own, whose one dependency is `holloway` by its version, and which
//! takes our crates from there; with the tests and the benchmark that it makes of `holloway::testing`.
//!
//! **Not promised.** That a registry would take them: names and versions may be taken there.
//!
//! **Example.** `cargo xtask package`.

use benches::languages::root;
use holloway_testing::args::Args;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// Options of this command.
pub const USAGE: &str = "
      packages the crates that ship, and builds the Lisp against them as a user would";

/// The crates that ship.
const SHIPS: &[&str] = &[
    "holloway-draws",
    "holloway-testing",
    "holloway-compiler",
    "holloway-macros",
    "holloway-replay",
    "holloway-tracer",
    "holloway-backend-x86",
    "holloway-backend-aarch64",
    "holloway-gpu",
    "holloway-containers",
    "holloway",
    "holloway-tools",
];

/// Their version, which is that of this crate.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What each package has beside its sources: for whoever finds it in a registry, and because the licences ask for it.
const PAGES: &[&str] = &["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Largest package, in bytes: more means that something was packed which nobody needs.
const LARGEST: u64 = 440_000;

/// The command.
pub fn run(_: &Args) -> Result<(), String> {
    let (packages, out) = (root().join("target/package"), root().join("target/packaged"));
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    }
    std::fs::create_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    let cargo = benches::languages::cargo();
    let mut package = Command::new(&cargo);
    package.args(["package", "--no-verify", "--allow-dirty", "--quiet"]).current_dir(root());
    SHIPS.iter().for_each(|name| {
        package.args(["-p", name]);
    });
    done(&mut package)?;
    for name in SHIPS {
        let file = packages.join(format!("{name}-{VERSION}.crate"));
        let bytes = std::fs::metadata(&file).map_err(|e| format!("{}: {e}", file.display()))?.len();
        println!("{name}: {} KB", bytes / 1000);
        if bytes > LARGEST {
            return Err(format!("{name}: its package has {bytes} bytes, more than {LARGEST}"));
        }
        // Packed files all have one old date, by which Cargo would take a changed crate for the one that it built last time.
        done(Command::new("tar").arg("-xzmf").arg(&file).arg("-C").arg(&out))?;
        for page in PAGES {
            let file = out.join(format!("{name}-{VERSION}")).join(page);
            match std::fs::metadata(&file) {
                Ok(found) if found.is_file() && found.len() > 0 => {}
                _ => return Err(format!("{name}: its package has no {page}")),
            }
        }
    }
    let lisp = outside(&out).map_err(|e| format!("a package of the Lisp: {e}"))?;
    for folder in ["src", "testing", "benches"] {
        crate::mutants::copy_tree(&root().join("examples/lisp").join(folder), &lisp.join(folder))?;
    }
    let mut check = Command::new(&cargo);
    check
        .args(["check", "--all-targets"])
        .arg("--manifest-path")
        .arg(lisp.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(root().join("target"));
    done(&mut check)?;
    println!("the Lisp builds against the packages");
    Ok(())
}

/// Makes a package for the Lisp's sources that knows nothing of this repository; its folder.
fn outside(out: &Path) -> std::io::Result<std::path::PathBuf> {
    let lisp = out.join("lisp");
    std::fs::create_dir(&lisp)?;
    std::fs::write(lisp.join("Cargo.toml"), manifest_of_lisp())?;
    // Other tests of it use what is no author's.
    std::fs::create_dir(lisp.join("tests"))?;
    let programs = "tests/programs.rs";
    std::fs::copy(root().join("examples/lisp").join(programs), lisp.join(programs))?;
    // The same versions of others' crates.
    std::fs::copy(root().join("Cargo.lock"), lisp.join("Cargo.lock"))?;
    Ok(lisp)
}

fn manifest_of_lisp() -> String {
    let mut text = format!(
        "[package]\nname = \"lisp\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
         [dependencies]\nholloway = {{ version = \"{VERSION}\", features = [\"containers\"] }}\n\n\
         [dev-dependencies]\nholloway = {{ version = \"{VERSION}\", features = [\"testing\"] }}\n\n\
         [[bench]]\nname = \"programs\"\nharness = false\n\n[patch.crates-io]\n"
    );
    for name in SHIPS.iter().filter(|name| **name != "holloway-tools") {
        writeln!(text, "{name} = {{ path = \"../{name}-{VERSION}\" }}").expect("a text can be written to");
    }
    text
}

/// Runs a command to its end, with its output shown.
fn done(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("cannot run {command:?}: {e}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{command:?} failed")),
    }
}
