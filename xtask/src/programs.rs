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
    "[--lang lua,python] [--lua PATH] [--python PATH] [--modes plain,jit,eager,chaos,gc,minor,audit|all] [--alike each|one] [--only NAME,..] [--seed N] [--limit SECONDS]
      runs every program and conformance script in each mode and compares with the recorded outputs;
      --alike one: of modes that are alike (one pass left out, collections all the time, loops elsewhere), each script runs in one only";

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

/// The scripts that each mode runs. Of modes that are alike each runs all, or the scripts are dealt to them in turn.
fn shares(modes: &[modes::Mode], alike: &str) -> Result<Vec<Share>, String> {
    let dealt = match alike {
        "each" => false,
        "one" => true,
        other => return Err(format!("--alike {other}: expected each or one")),
    };
    let share = |(at, mode): (usize, &modes::Mode)| match mode.alike().filter(|_| dealt) {
        None => ALL,
        group => {
            let like = |modes: &[modes::Mode]| modes.iter().filter(|m| m.alike() == group).count();
            Share { first: like(&modes[..at]), step: like(modes) }
        }
    };
    Ok(modes.iter().enumerate().map(share).collect())
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
    for (mode, share) in modes.iter().zip(shares(modes, args.text("alike").unwrap_or("each"))?) {
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
    use engines::modes::Alike;

    #[test]
    fn each_script_runs_in_one_mode_of_those_that_are_alike() {
        let names: Vec<&str> =
            "plain,gc,minor,no-fold,no-cse,no-heap,gpu-check,gpu-force,gpu-copy".split(',').collect();
        let modes = modes::select(Some(names)).unwrap();
        let shares = shares(&modes, "one").unwrap();
        for script in 0..100 {
            let runs = |(_, s): &(&modes::Mode, &Share)| (s.first..100).step_by(s.step).any(|k| k == script);
            let run: Vec<_> = modes.iter().zip(&shares).filter(runs).map(|(m, _)| m.alike()).collect();
            let [alone, gc, pass, check, device] = run[..] else { panic!("{script}: {run:?}") };
            assert_eq!((alone, check), (None, None));
            assert_eq!([gc, pass, device], [Alike::Collections, Alike::Passes, Alike::Devices].map(Some));
        }
        let each = self::shares(&modes, "each").unwrap();
        assert!(each.iter().all(|s| (s.first, s.step) == (0, 1)));
        assert!(self::shares(&modes, "some").is_err());
    }
}
