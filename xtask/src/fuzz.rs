//! Random programs of our languages: [`holloway_testing::fuzz()`] with the styles of each ([`crate::styles`]).

use crate::styles;
use benches::languages;
use holloway_testing::args::Args;
use holloway_testing::fuzz::{fuzz, seeds, Difference, Fuzz, Style};
use holloway_testing::{Engine, Language};
use std::path::Path;
use std::time::Duration;

/// Options of `gen`.
pub const GEN_USAGE: &str = "[--lang lua] [--style NAME] [--seed N] [--batch 1] [--messages on|off]
      prints the random program of a seed, or of so many from it on";

/// Options of `fuzz`.
pub const USAGE: &str = "[--lang lua] [--style NAME] [--count N] [--seed FIRST] [--lua PATH] [--python PATH] [--lisp PATH] [--modes plain,jit,chaos,..]
      [--draws 3] [--messages on|off] [--batch 10] [--jobs 2] [--reference PROGRAM] [--sample 1] [--limit SECONDS] [--most 1]
      [--memory 8] [--tries 2000] [--save FOLDER]
      runs random programs in each mode and under DRAWS random settings, every SAMPLEth batch also under the reference, and compares;
      ends after MOST differences, which it shrinks and saves; a process has so many GB of address space";

/// The language to make programs of.
fn language(args: &Args) -> Result<&'static Language, String> {
    Ok(languages::one(args)?.unwrap_or(languages::LUA))
}

/// The styles that take turns. Loop nests are for other modes, and come only where they are named.
fn styles(lang: &'static Language, args: &Args) -> Result<Vec<Style>, String> {
    let name = args.text("style");
    let all = styles::of(lang, messages(args)?);
    let known = all.iter().map(|s| s.name).collect::<Vec<_>>().join(", ");
    let found: Vec<_> = all.into_iter().filter(|s| name.map_or(s.name != "nests", |n| n == s.name)).collect();
    match found.is_empty() {
        true => Err(format!("no style '{}' of {}; there are: {known}", name.unwrap_or(""), lang.name)),
        false => Ok(found),
    }
}

/// The command `gen`.
pub fn print_one(args: &Args) -> Result<(), String> {
    let style = &styles(language(args)?, args)?[0];
    print!("{}", style.programs(&seeds(args.number("seed", 1)?, args.number("batch", 1)?)));
    Ok(())
}

fn messages(args: &Args) -> Result<bool, String> {
    match args.text("messages").unwrap_or("on") {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(format!("--messages is on or off, not '{other}'")),
    }
}

/// The reference, with an order of hashed strings that does not change.
fn reference(lang: &Language, args: &Args) -> Option<Engine> {
    let name = args.text("reference").unwrap_or(lang.reference);
    let seeded = vec![("PYTHONHASHSEED".to_string(), "0".to_string())];
    let found = Engine::find(name, lang.extension).map(|r| r.with(name, seeded));
    if found.is_none() && !name.is_empty() {
        eprintln!("{name} is not installed: comparing our own modes alone");
    }
    found
}

/// What the options ask for.
fn campaign(lang: &'static Language, args: &Args) -> Result<Fuzz, String> {
    let mut fuzz = fuzz(lang, styles(lang, args)?)
        .reference(reference(lang, args), args.number("sample", 1)?)
        .seed(args.number("seed", 1)?)
        .count(args.number("count", 1000)?)
        .draws(args.number("draws", 3)?)
        .batch(args.number("batch", 10)?)
        .jobs(args.number("jobs", 2)?)
        .limit(Duration::from_secs(args.number("limit", 20)?))
        .memory(args.number("memory", 8)? << 30)
        .most(args.number("most", 1)?)
        .tries(args.number("tries", 2000)? as u32)
        .save(Path::new(args.text("save").unwrap_or("target/fuzz")));
    if let Some(path) = args.text(lang.name) {
        fuzz = fuzz.ours(path);
    }
    if let Some(modes) = args.text("modes") {
        fuzz = fuzz.modes(modes);
    }
    Ok(fuzz)
}

/// The command `fuzz`.
pub fn run(args: &Args) -> Result<(), String> {
    let lang = language(args)?;
    let found = campaign(lang, args)?.run()?;
    let again = |d: &Difference| {
        let Difference { style, seed, count, .. } = d;
        format!("differs: cargo xtask gen --lang {} --style {style} --seed {seed} --batch {count}", lang.name)
    };
    match found.is_empty() {
        true => Ok(()),
        false => Err(found.iter().map(again).collect::<Vec<_>>().join("\n")),
    }
}
