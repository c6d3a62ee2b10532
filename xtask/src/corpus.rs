//! Programs that once differed, kept so that they are run again.
//!
//! They lie in `examples/LANGUAGE/tests/corpus`, each with the output recorded from the reference. `cargo xtask programs` runs them in its modes as it does
//! all scripts; this command runs them under settings drawn at random, and adds programs.
//!
//! **Example.** `cargo xtask corpus --lang python --add open_results --from target/fuzz/wild-7.py` keeps a program that the fuzzer saved.

use crate::draws::{draw, written};
use benches::languages;
use holloway_testing::args::Args;
use holloway_testing::scripts;
use holloway_testing::Language;
use rayon::prelude::*;
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str =
    "[--lang lua,python] [--lua PATH] [--python PATH] [--draws 10] [--seed 1] [--limit SECONDS] [--add NAME --from FILE]
      runs the corpus under random settings, or records a program for it";

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    if let Some(name) = args.text("add") {
        let lang = languages::one(args)?.ok_or("--add needs --lang")?;
        return add(lang, name, args.text("from").ok_or("--add needs --from FILE")?);
    }
    let (draws, seed) = (args.number("draws", 10)?, args.number("seed", 1)?);
    let limit = Duration::from_secs(args.number("limit", 60)?);
    let (mut wrong, mut total) = (0, 0);
    for lang in languages::select(args)? {
        let ours = languages::ours(lang, args)?;
        let scripts = scripts::scripts_in(lang, &lang.path(lang.corpus))?;
        let settings: Vec<_> = (0..draws).map(|k| draw(seed.wrapping_mul(1000) + k)).collect();
        let runs: Vec<_> = scripts.iter().flat_map(|s| settings.iter().map(move |env| (s, env))).collect();
        let reasons: Vec<_> = runs
            .par_iter()
            .map(|(script, env)| scripts::check(&ours.with_settings(lang.name, env.to_vec()), script, limit))
            .collect::<Result<_, _>>()?;
        total += runs.len();
        for ((script, env), reason) in runs.iter().zip(reasons) {
            if let Some(reason) = reason {
                wrong += 1;
                println!("  {} {}: {}: {reason}", lang.name, script.name, written(env));
            }
        }
    }
    println!("corpus: {} of {total} runs as recorded", total - wrong);
    if wrong > 0 {
        return Err(format!("{wrong} of {total} runs differ from what was recorded"));
    }
    Ok(())
}

/// Records a program.
fn add(lang: &Language, name: &str, from: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(from).map_err(|e| format!("{from}: {e}"))?;
    let reference = lang.installed_reference().ok_or(format!("{} is missing", lang.reference))?;
    let dir = lang.path(lang.corpus);
    let (file, expected) = (lang.file(name), dir.join("expected"));
    std::fs::create_dir_all(&expected).map_err(|e| format!("{}: {e}", expected.display()))?;
    std::fs::write(dir.join(&file), text).map_err(|e| format!("{file}: {e}"))?;
    let outcome = reference.run(name, &[], &dir, Duration::from_secs(60), None)?;
    if outcome.code != Some(0) {
        return Err(format!("{}: {}", lang.reference, outcome.ending()));
    }
    let output = expected.join(format!("{name}.txt"));
    std::fs::write(&output, outcome.stdout).map_err(|e| format!("{}: {e}", output.display()))
}
