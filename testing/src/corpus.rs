//! Programs that once differed, kept so that they are run again.
//!
//! They lie in the folder `corpus` of a [`Language`], each with its recorded output. [`programs()`](crate::programs()) runs them in its modes as it does
//! all programs; here they run under settings drawn at random ([`crate::settings`]), and programs are added.
//!
//! **Example.**
//! ```no_run
//! # use holloway_testing::{corpus, Language};
//! # const TINY: Language = Language::new("tiny", "tn");
//! corpus(&TINY).draws(5).check();
//! ```

use crate::engine::Engine;
use crate::language::Language;
use crate::modes;
use crate::scripts::{self, Script};
use crate::settings::{draw, written};
use rayon::prelude::*;
use std::path::Path;
use std::time::Duration;

/// What is run: each program under ten settings, unless something else is said.
#[derive(Clone, Debug)]
#[must_use = "nothing runs before `run` or `check`"]
pub struct Corpus {
    language: Language,
    ours: Option<String>,
    draws: u64,
    seed: u64,
    limit: Duration,
}

/// The programs of a language that once differed.
pub fn corpus(language: &Language) -> Corpus {
    Corpus { language: *language, ours: None, draws: 10, seed: 1, limit: Duration::from_secs(60) }
}

impl Corpus {
    /// How many settings each program runs under.
    pub fn draws(self, draws: u64) -> Corpus {
        Corpus { draws, ..self }
    }

    /// What the settings are drawn from.
    pub fn seed(self, seed: u64) -> Corpus {
        Corpus { seed, ..self }
    }

    /// The interpreter at this path.
    pub fn ours(self, path: &str) -> Corpus {
        Corpus { ours: Some(path.to_string()), ..self }
    }

    /// Most processor time of a run.
    pub fn limit(self, limit: Duration) -> Corpus {
        Corpus { limit, ..self }
    }

    /// Runs them: how many runs there were, and an account of each that went wrong.
    ///
    /// # Errors
    /// Something cannot be run, or is missing.
    pub fn run(&self) -> Result<(usize, Vec<String>), String> {
        let ours = self.language.ours(self.ours.as_deref())?;
        let scripts = scripts::scripts_in(&self.language, &self.language.path(self.language.corpus))?;
        let drawn = |k| ours.with_settings("drawn", draw(self.seed.wrapping_mul(1000) + k));
        let engines: Vec<_> = (0..self.draws).map(drawn).collect();
        let runs: Vec<_> = scripts.iter().flat_map(|s| engines.iter().map(move |e| (s, e))).collect();
        let check = |(script, engine): &(&Script, &Engine)| scripts::check(engine, script, self.limit);
        let reasons: Vec<_> = runs.par_iter().map(check).collect::<Result<_, _>>()?;
        let account = |((script, engine), reason): (&(&Script, &Engine), Option<String>)| {
            let (name, program) = (self.language.name, &script.name);
            Some(format!("  {name} {program}: {}: {}", written(&engine.env), reason?))
        };
        Ok((runs.len(), runs.iter().zip(reasons).filter_map(account).collect()))
    }

    /// Runs them.
    ///
    /// # Panics
    /// A run did not do what was recorded, nothing was run, or something is missing.
    pub fn check(&self) {
        let (total, wrong) = self.run().unwrap_or_else(|e| panic!("{}: {e}", self.language.name));
        assert!(total > 0, "{}: the corpus is empty", self.language.name);
        crate::programs::assert_none_differs(total, &wrong);
    }
}

/// Keeps a program of a file under a name, with the output of the reference, or the plain one where there is no reference.
///
/// # Errors
/// It does not end well, or cannot be kept.
pub fn add(language: &Language, ours: Option<&str>, name: &str, from: &Path) -> Result<(), String> {
    let right = match language.reference {
        "" => language.ours(ours)?.in_mode(&modes::MODES[0], 1),
        command => language.installed_reference().ok_or(format!("{command} is missing"))?,
    };
    let folder = language.path(language.corpus);
    let failed = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    let text = std::fs::read_to_string(from).map_err(|e| failed(from, e))?;
    let file = folder.join(language.file(name));
    if file.exists() {
        return Err(format!("{} is there already", file.display()));
    }
    std::fs::create_dir_all(&folder).map_err(|e| failed(&folder, e))?;
    std::fs::write(&file, text).map_err(|e| failed(&file, e))?;
    let recorded = scripts::record(language, &right, &folder, false, Duration::from_secs(60));
    if recorded.is_err() {
        // What has no output would be an error of every test.
        std::fs::remove_file(&file).map_err(|e| failed(&file, e))?;
    }
    recorded.map(|_| ())
}
