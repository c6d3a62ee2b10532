//! Runs the Lua programs under chaos until every guard that is executed has been made to fail.
//!
//! **Problem.** "Every guard was made to fail and the output stayed right" needs more than one run: a guard at the end of a long trace is
//! reached only where none in front of it fails.
//!
//! **Method.** `HOLLOWAY_CHAOS=@FILE` makes each guard fail the first time it is reached, but for those that did so in earlier runs of the
//! series, which the file lists. The series ends when runs bring nothing new: then every guard that such a run
//! executes has failed once. Each run's output is held to the recorded one.
//!
//! **Not promised.** That every guard is executed: what lies behind an exit that is always taken never is. Such places are
//! counted, not forced. Nor can one be forced that was executed only in runs in which others failed.

use benches::languages::{self, LUA};
use holloway_testing::args::Args;
use holloway_testing::{process, scripts};
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str = "[--lua PATH] [--only NAME,..] [--runs 400] [--limit SECONDS]
      runs programs and conformance scripts under chaos until every guard executed has been made to fail";

/// Runs in a row without news after which a series ends: in them no guard fails that would not.
const PATIENCE: u64 = 2;

/// How many guard places a list has; how many were executed, and made to fail.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Covered {
    all: usize,
    reached: usize,
    forced: usize,
}

impl Covered {
    fn read(list: &str) -> Covered {
        let count = |word: &str| list.lines().filter(|l| l.split(' ').any(|w| w == word)).count();
        Covered { all: list.lines().count(), reached: count("reached"), forced: count("forced") }
    }
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let lua = languages::ours(LUA, args)?;
    let most = args.number("runs", 400)?;
    let limit = Duration::from_secs(args.number("limit", 120)?);
    let list = process::scratch(".guards");
    let env = [("HOLLOWAY_THRESHOLD", "1".to_string()), ("HOLLOWAY_CHAOS", format!("@{}", list.display()))];
    let env = env.map(|(name, value)| (name.to_string(), value));
    let lua = lua.with_settings("lua", env.into());
    let (mut wrong, mut total) = (0, Covered::default());
    for script in scripts::scripts(LUA, args.list("only").as_deref())? {
        let (mut covered, mut runs, mut idle) = (Covered::default(), 0, 0);
        while runs < most && idle < PATIENCE {
            if let Some(reason) = scripts::check(&lua, &script, limit)? {
                wrong += 1;
                println!("  {} run {runs}: {reason}", script.name);
            }
            runs += 1;
            let now = Covered::read(&std::fs::read_to_string(&list).unwrap_or_default());
            idle = if now == covered { idle + 1 } else { 0 };
            covered = now;
        }
        if list.exists() {
            std::fs::remove_file(&list).map_err(|e| format!("{}: {e}", list.display()))?;
        }
        let Covered { all, reached, forced } = covered;
        println!(
            "{}: {all} guard places, {reached} executed, {forced} made to fail, in {runs} runs",
            script.name
        );
        total =
            Covered { all: total.all + all, reached: total.reached + reached, forced: total.forced + forced };
    }
    let Covered { all, reached, forced } = total;
    println!("in all: {all} guard places, {reached} executed, {forced} made to fail; {wrong} runs wrong");
    match (wrong, reached - forced) {
        (0, 0) => Ok(()),
        (0, n) => Err(format!("{n} places were executed but never made to fail")),
        (n, _) => Err(format!("{n} runs did not do what was recorded")),
    }
}
