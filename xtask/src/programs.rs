//! Checks our languages' binaries against the recorded outputs of their programs and conformance scripts.
//!
//! When the reference interpreter is installed, it runs too (once, mode-free): a recorded output that it no longer produces is an error in the
//! recording. What a script is: [`engines::scripts`].

use engines::args::Args;
use engines::languages::{self, Lang};
use engines::scripts::{check, scripts};
use engines::{modes, process};
use rayon::prelude::*;
use std::path::PathBuf;
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str =
    "[--lang lua,python] [--lua PATH] [--python PATH] [--modes plain,jit,eager,chaos,gc,minor,audit|all] [--passes each|one] [--only NAME,..] [--seed N] [--limit SECONDS]
      runs every program and conformance script in each mode and compares with the recorded outputs;
      --passes one: of the modes that leave out a pass of the optimizer, each script runs in one only";

/// An interpreter: its name in reports, its path, its environment, and which scripts it runs.
type Engine = (String, PathBuf, Vec<(String, String)>, Share);

/// Every so manieth script, from this one on.
#[derive(Clone, Copy)]
struct Share {
    first: usize,
    step: usize,
}

/// All scripts.
const ALL: Share = Share { first: 0, step: 1 };

/// The modes with the scripts that each runs. If the passes of the optimizer are left out one for each script, the scripts are dealt to those modes in turn.
fn shares(modes: &[modes::Mode], passes: &str) -> Result<Vec<Share>, String> {
    let step = match passes {
        "each" => return Ok(vec![ALL; modes.len()]),
        "one" => modes.iter().filter(|m| m.leaves_out_a_pass()).count(),
        other => return Err(format!("--passes {other}: expected each or one")),
    };
    let mut dealt = 0..step;
    let share = |m: &modes::Mode| match m.leaves_out_a_pass().then(|| dealt.next()).flatten() {
        Some(first) => Share { first, step },
        None => ALL,
    };
    Ok(modes.iter().map(share).collect())
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let modes = modes::select(args.list("modes"))?;
    let (mut wrong, mut total, mut named) = (0, 0, Vec::new());
    for lang in languages::select(args)? {
        let (w, t) = run_one(lang, args, &modes, &mut named)?;
        wrong += w;
        total += t;
    }
    let only = args.list("only").unwrap_or_default();
    if let Some(missing) = only.iter().find(|n| !named.iter().any(|s| s == *n)) {
        return Err(format!("no script named '{missing}'"));
    }
    if wrong > 0 {
        return Err(format!("{wrong} of {total} runs differ from what was recorded"));
    }
    Ok(())
}

/// Checks one language: how many runs were wrong, of how many. Names of scripts that ran are added to `named`.
fn run_one(
    lang: &'static Lang,
    args: &Args,
    modes: &[modes::Mode],
    named: &mut Vec<String>,
) -> Result<(usize, usize), String> {
    let ours = lang.ours(args)?;
    let seed = args.number("seed", 1)?;
    let limit = Duration::from_secs(args.number("limit", 400)?);
    let scripts = scripts(lang, args.list("only"))?;
    named.extend(scripts.iter().map(|s| s.name.clone()));
    let mut engines: Vec<Engine> = Vec::new();
    for (mode, share) in modes.iter().zip(shares(modes, args.text("passes").unwrap_or("each"))?) {
        let name = format!("{} {}", lang.name, mode.name);
        engines.push((name, ours.clone(), mode.environment(seed), share));
    }
    if let Some(reference) = process::find_program(lang.reference) {
        if reference != ours {
            engines.push((lang.reference.to_string(), reference, Vec::new(), ALL));
        }
    }
    let (mut wrong, mut total) = (0, 0);
    for (name, path, env, share) in &engines {
        let scripts: Vec<_> = scripts.iter().skip(share.first).step_by(share.step).collect();
        let reasons: Vec<_> =
            scripts.par_iter().map(|s| check(lang, path, s, env, limit)).collect::<Result<_, _>>()?;
        total += scripts.len();
        let mut failed = 0;
        for (script, reason) in scripts.iter().zip(reasons) {
            if let Some(reason) = reason {
                failed += 1;
                println!(
                    "  {name}: {}/{}: {reason}",
                    script.dir().file_name().unwrap_or_default().to_string_lossy(),
                    script.name
                );
            }
        }
        println!("{name}: {} of {} as recorded", scripts.len() - failed, scripts.len());
        wrong += failed;
    }
    Ok((wrong, total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_script_runs_in_all_modes_but_one_without_a_pass() {
        let modes = modes::select(Some(vec!["all"])).unwrap();
        let without = modes.iter().filter(|m| m.leaves_out_a_pass()).count();
        let shares = shares(&modes, "one").unwrap();
        for script in 0..100 {
            let runs = |s: &Share| (s.first..100).step_by(s.step).any(|k| k == script);
            assert_eq!(shares.iter().filter(|s| runs(s)).count(), modes.len() - without + 1);
        }
        assert!(without > 5 && self::shares(&modes, "some").is_err());
    }
}
