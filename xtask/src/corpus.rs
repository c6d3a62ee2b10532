//! Programs that once differed: [`holloway_testing::corpus()`]. `cargo xtask programs` runs them in its modes as it does
//! all scripts; this command runs them under settings drawn at random, and adds programs.
//!
//! **Example.** `cargo xtask corpus --lang python --add open_results --from target/fuzz/wild-7.py` keeps a program that the fuzzer saved.

use benches::languages;
use holloway_testing::args::Args;
use holloway_testing::corpus::{self, corpus};
use std::path::Path;
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str =
    "[--lang lua,python] [--lua PATH] [--python PATH] [--lisp PATH] [--draws 10] [--seed 1] [--limit SECONDS] [--add NAME --from FILE]
      runs the corpus under random settings, or records a program for it";

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    if let Some(name) = args.text("add") {
        let lang = languages::one(args)?.ok_or("--add needs --lang")?;
        let from = args.text("from").ok_or("--add needs --from FILE")?;
        return corpus::add(lang, args.text(lang.name), name, Path::new(from));
    }
    let (mut wrong, mut total) = (0, 0);
    for lang in languages::select(args)? {
        let mut corpus = corpus(lang)
            .draws(args.number("draws", 10)?)
            .seed(args.number("seed", 1)?)
            .limit(Duration::from_secs(args.number("limit", 60)?));
        if let Some(path) = args.text(lang.name) {
            corpus = corpus.ours(path);
        }
        let (runs, accounts) = corpus.run()?;
        accounts.iter().for_each(|account| println!("{account}"));
        total += runs;
        wrong += accounts.len();
    }
    println!("corpus: {} of {total} runs as recorded", total - wrong);
    if wrong > 0 {
        return Err(format!("{wrong} of {total} runs differ from what was recorded"));
    }
    Ok(())
}
