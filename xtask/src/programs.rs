//! Checks our languages' binaries against the recorded outputs of their programs and conformance scripts: [`holloway_testing::programs()`] for each of them.

use benches::languages;
use holloway_testing::args::Args;
use holloway_testing::programs;
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str =
    "[--lang lua,python] [--lua PATH] [--python PATH] [--lisp PATH] [--tla PATH] [--modes plain,jit,eager,chaos,gc,minor,audit|all] [--alike each|one] [--only NAME,..] [--seed N] [--limit SECONDS]
      runs every program and conformance script in each mode and compares with the recorded outputs;
      --alike one: of modes that are alike (one pass left out, collections all the time, loops elsewhere), each script runs in one only";

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let dealt = match args.text("alike").unwrap_or("each") {
        "each" => false,
        "one" => true,
        other => return Err(format!("--alike {other}: expected each or one")),
    };
    let (mut wrong, mut total, mut named) = (0, 0, Vec::new());
    for lang in languages::select(args)? {
        let mut programs = programs(lang)
            .seed(args.number("seed", 1)?)
            .limit(Duration::from_secs(args.number("limit", 400)?));
        for (option, set) in [
            (lang.name, programs::Programs::ours as fn(_, &str) -> _),
            ("modes", programs::Programs::modes),
            ("only", programs::Programs::only),
        ] {
            if let Some(text) = args.text(option) {
                programs = set(programs, text);
            }
        }
        if dealt {
            programs = programs.dealt();
        }
        named.extend(programs.names()?);
        programs.run(|checked| {
            println!("{checked}");
            wrong += checked.wrong.len();
            total += checked.total;
        })?;
    }
    let only = args.list("only").unwrap_or_default();
    if let Some(missing) = only.iter().find(|n| !named.iter().any(|s| s == *n)) {
        return Err(format!("no script named '{missing}'"));
    }
    match wrong {
        0 => Ok(()),
        _ => Err(format!("{wrong} of {total} runs differ from what was recorded")),
    }
}
