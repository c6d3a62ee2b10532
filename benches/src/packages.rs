//! Runs packages of the package index under our Python and its peers: drivers in `examples/python/packages`, whose first line names what they need.
//!
//! Each driver's packages go into a folder of their own below `target/packages`, from the index, once; they stay there. Extension modules are removed, so
//! that all engines run the same Python source. A driver must print the same under all engines; how it is timed is as for `bench`.
//!
//! **Not promised.** A peer of an older version may not run a package; it has no time then. Answers are compared with `python3.11`'s only.
//!
//! **Example.** `cargo xtask packages --packages chess,mpmath` measures two drivers.

use crate::bench::built;
use crate::languages::{root, PYTHON};
use holloway_testing::args::Args;
use holloway_testing::bench::measure::{measure, Effort};
use holloway_testing::bench::table::{print_failures, print_heading, print_row, print_summary};
use holloway_testing::scripts::Size;
use holloway_testing::Language;
use holloway_testing::{bench, process};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str = "[--packages A,B] [--python PATH] [--runs 1] [--iters 6] [--limit SECONDS]
      downloads packages with pip, runs our drivers of them under ours and peers, and prints times and ratios";

/// The drivers' folder.
const FOLDER: &str = "examples/python/packages";

/// What the first line of a driver asks for: `# packages: A==1 B==2`.
fn needs(text: &str) -> Option<Vec<String>> {
    let line = text.lines().next()?.strip_prefix("# packages: ")?;
    Some(line.split_whitespace().map(str::to_string).collect())
}

/// Names and needs of the drivers.
fn drivers() -> Result<Vec<(String, Vec<String>)>, String> {
    let folder = root().join(FOLDER);
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut all = Vec::new();
    for path in entries.filter_map(|e| e.ok().map(|e| e.path())) {
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or("");
        let Some(name) = stem.strip_prefix("use_") else { continue };
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let needs =
            needs(&text).ok_or_else(|| format!("{}: the first line names no packages", path.display()))?;
        all.push((name.to_string(), needs));
    }
    all.sort();
    Ok(all)
}

/// Removes what is not Python source, so that every engine runs the same.
fn remove_extensions(folder: &Path) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for path in entries.filter_map(|e| e.ok().map(|e| e.path())) {
        if path.is_dir() {
            remove_extensions(&path)?;
        } else if path.extension().is_some_and(|e| e == "so") {
            std::fs::remove_file(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    Ok(())
}

/// The folder with a driver's packages, filled if it is not there.
fn fetch(name: &str, needs: &[String]) -> Result<PathBuf, String> {
    let folder = root().join("target/packages").join(format!("{name}-{}", needs.join("-")));
    if folder.is_dir() {
        return Ok(folder);
    }
    let python = process::find_program("python3.11").ok_or("python3.11 is not installed")?;
    let new = folder.with_extension("new");
    let mut args: Vec<String> =
        ["-m", "pip", "install", "-q", "--no-deps", "--no-compile", "--target"].map(str::to_string).into();
    args.push(new.to_string_lossy().into_owned());
    args.extend_from_slice(needs);
    let outcome = process::run(&python, &args, &root(), &[], Duration::from_secs(300))?;
    if outcome.code != Some(0) {
        return Err(format!("pip, for {name}: {}", String::from_utf8_lossy(&outcome.stderr)));
    }
    remove_extensions(&new)?;
    std::fs::rename(&new, &folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(folder)
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let lang = Language { programs: FOLDER, ..*PYTHON };
    let mut all = drivers()?;
    if let Some(only) = args.list("packages") {
        if let Some(missing) = only.iter().find(|n| !all.iter().any(|d| d.0 == **n)) {
            return Err(format!("no driver for '{missing}'"));
        }
        all.retain(|d| only.contains(&d.0.as_str()));
    }
    let engines = bench::engines(&lang, &built(&lang, args)?, args)?;
    let names: Vec<&str> = engines.iter().map(|e| e.name.as_str()).collect();
    let effort = Effort::of(args, 1, 6, 200)?;
    let modes = bench::modes(args)?.len();
    print_heading(&names, modes - 1);
    let (mut rows, mut failures) = (Vec::new(), 0);
    for (name, needs) in &all {
        let folder = fetch(name, needs)?.to_string_lossy().into_owned();
        let mut engines = engines.clone();
        for e in &mut engines {
            e.env.push(("PYTHONPATH".to_string(), folder.clone()));
            e.env.push(("PYTHONDONTWRITEBYTECODE".to_string(), "1".to_string()));
        }
        let size = Size { name: format!("use_{name}"), test: "1".into(), bench: "1".into() };
        let row = measure(&lang.path(lang.programs), &engines, &size, &effort)?;
        print_row(&row, engines.len(), modes - 1);
        failures += print_failures(&row, &names).iter().filter(|engine| **engine != "pypy3").count();
        rows.push(row);
    }
    print_summary(&rows, &names, modes);
    match failures {
        0 => Ok(()),
        n => Err(format!("{n} measurements failed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_names_packages() {
        assert_eq!(
            needs("# packages: a==1 b==2\nimport a"),
            Some(vec!["a==1".to_string(), "b==2".to_string()])
        );
        assert_eq!(needs("import a"), None);
    }

    #[test]
    fn every_driver_says_what_it_needs() {
        assert!(drivers().unwrap().iter().all(|d| !d.1.is_empty() && d.1.iter().all(|n| n.contains("=="))));
    }
}
