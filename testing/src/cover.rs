//! Runs programs under chaos until every guard that is executed has been made to fail.
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
//!
//! **Example.**
//! ```no_run
//! # use holloway_testing::{cover, Language};
//! # const TINY: Language = Language::new("tiny", "tn");
//! cover(&TINY).only("sieve,closures").check();
//! ```

use crate::language::Language;
use crate::{process, scripts};
use std::fmt;
use std::time::Duration;

/// Runs in a row without news after which a series ends: in them no guard fails that would not.
const PATIENCE: u64 = 2;

/// How many guard places there are; how many were executed, and made to fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guards {
    /// Places.
    pub all: usize,
    /// Those executed.
    pub reached: usize,
    /// Those made to fail.
    pub forced: usize,
}

impl Guards {
    fn read(list: &str) -> Guards {
        let count = |word: &str| list.lines().filter(|l| l.split(' ').any(|w| w == word)).count();
        Guards { all: list.lines().count(), reached: count("reached"), forced: count("forced") }
    }
}

impl fmt::Display for Guards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} guard places, {} executed, {} made to fail", self.all, self.reached, self.forced)
    }
}

/// What became of a program.
#[derive(Clone, Debug)]
pub struct Covered {
    /// The program.
    pub program: String,
    /// Its guards.
    pub guards: Guards,
    /// How many runs there were.
    pub runs: u64,
    /// What went wrong in runs, with their numbers.
    pub wrong: Vec<(u64, String)>,
}

impl fmt::Display for Covered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Covered { program, guards, runs, wrong } = self;
        wrong.iter().try_for_each(|(run, reason)| writeln!(f, "  {program} run {run}: {reason}"))?;
        write!(f, "{program}: {guards}, in {runs} runs")
    }
}

/// What is run: all programs of a language, unless something else is said.
#[derive(Clone, Debug)]
#[must_use = "nothing runs before `run` or `check`"]
pub struct Cover {
    language: Language,
    ours: Option<String>,
    only: Option<String>,
    runs: u64,
    limit: Duration,
}

/// The programs of a language, to be run until their guards have failed.
pub fn cover(language: &Language) -> Cover {
    Cover { language: *language, ours: None, only: None, runs: 400, limit: Duration::from_secs(120) }
}

impl Cover {
    /// These programs only, by their names with commas between them.
    pub fn only(self, names: &str) -> Cover {
        Cover { only: Some(names.to_string()), ..self }
    }

    /// The interpreter at this path.
    pub fn ours(self, path: &str) -> Cover {
        Cover { ours: Some(path.to_string()), ..self }
    }

    /// Most runs of a program.
    pub fn runs(self, runs: u64) -> Cover {
        Cover { runs, ..self }
    }

    /// Most processor time of a run.
    pub fn limit(self, limit: Duration) -> Cover {
        Cover { limit, ..self }
    }

    /// Runs them, and tells `seen` of each program when it is done; the sum of all guards.
    ///
    /// # Errors
    /// Runs that did not do what was recorded; guards that were executed and never made to fail; something that is missing.
    pub fn run(&self, mut seen: impl FnMut(&Covered)) -> Result<Guards, String> {
        let ours = self.language.ours(self.ours.as_deref())?;
        let only = self.only.as_ref().map(|names| names.split(',').collect::<Vec<_>>());
        let scripts = scripts::scripts(&self.language, only.as_deref())?;
        if scripts.is_empty() {
            return Err("there is no such program".to_string());
        }
        let (mut wrong, mut total) = (0, Guards::default());
        for script in scripts {
            let list = process::scratch(".guards");
            let chaos = format!("@{}", list.display());
            let env = [("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_CHAOS", &chaos), ("HOLLOWAY_GPU", "off")];
            let env = env.map(|(name, value)| (name.to_string(), value.to_string()));
            let engine = ours.with_settings("cover", env.into());
            let (mut guards, mut runs, mut idle, mut failed) = (Guards::default(), 0, 0, Vec::new());
            while runs < self.runs && idle < PATIENCE {
                let reason = scripts::check(&engine, &script, self.limit)?;
                failed.extend(reason.map(|reason| (runs, reason)));
                runs += 1;
                let now = Guards::read(&std::fs::read_to_string(&list).unwrap_or_default());
                idle = if now == guards { idle + 1 } else { 0 };
                guards = now;
            }
            if list.exists() {
                std::fs::remove_file(&list).map_err(|e| format!("{}: {e}", list.display()))?;
            }
            wrong += failed.len();
            let Guards { all, reached, forced } = guards;
            total = Guards {
                all: total.all + all,
                reached: total.reached + reached,
                forced: total.forced + forced,
            };
            seen(&Covered { program: script.name, guards, runs, wrong: failed });
        }
        match (wrong, total.reached - total.forced) {
            (0, 0) => Ok(total),
            (0, n) => Err(format!("{total}: {n} places were executed but never made to fail")),
            (n, _) => Err(format!("{total}: {n} runs did not do what was recorded")),
        }
    }

    /// Runs them, printing how each program did.
    ///
    /// # Panics
    /// As [`Cover::run`] has errors, and where there were no guards at all.
    pub fn check(&self) {
        let total = self.run(|covered| println!("{covered}"));
        let total = total.unwrap_or_else(|e| panic!("{}: {e}", self.language.name));
        assert!(total.forced > 0, "{}: no guard was executed", self.language.name);
    }
}
