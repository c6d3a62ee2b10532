//! Runs programs under chaos until every guard that is executed has been made to fail: [`holloway_testing::cover()`].

use benches::languages;
use holloway_testing::args::Args;
use holloway_testing::cover;
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str =
    "[--lang lua] [--lua PATH] [--python PATH] [--lisp PATH] [--tla PATH] [--only NAME,..] [--runs 400] [--limit SECONDS]
      runs programs and conformance scripts under chaos until every guard executed has been made to fail";

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let lang = languages::one(args)?.unwrap_or(languages::LUA);
    let mut cover =
        cover(lang).runs(args.number("runs", 400)?).limit(Duration::from_secs(args.number("limit", 120)?));
    if let Some(path) = args.text(lang.name) {
        cover = cover.ours(path);
    }
    if let Some(names) = args.text("only") {
        cover = cover.only(names);
    }
    let total = cover.run(|covered| println!("{covered}"))?;
    println!("in all: {total}");
    Ok(())
}
