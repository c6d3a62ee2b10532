//! Programs with recorded outputs, run in modes: each must print what was recorded in every one of them.
//!
//! When the reference is installed, it runs too (once, mode-free): a recorded output that it no longer produces is an error in the recording.
//!
//! **Example.** In a test of the language's crate:
//! ```no_run
//! use holloway_testing::{programs, Language};
//! # const TINY: Language = Language::new("tiny", "tn");
//! programs(&TINY).modes("all").check();
//! ```

use crate::engine::Engine;
use crate::language::Language;
use crate::modes::{self, Mode};
use crate::scripts::{self, Script, RECORD};
use rayon::prelude::*;
use std::fmt;
use std::sync::mpsc;
use std::time::Duration;

/// What is run: all programs of a language, plainly and as users do, unless something else is said.
#[derive(Clone, Debug)]
#[must_use = "nothing runs before `run` or `check`"]
pub struct Programs {
    language: Language,
    ours: Option<String>,
    modes: Option<String>,
    only: Option<String>,
    deal: bool,
    seed: u64,
    limit: Duration,
}

/// The programs of a language, to be run in modes.
pub fn programs(language: &Language) -> Programs {
    Programs {
        language: *language,
        ours: None,
        modes: None,
        only: None,
        deal: false,
        seed: 1,
        limit: Duration::from_secs(400),
    }
}

/// A run that did not do what was recorded.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The engine.
    pub engine: String,
    /// The program, after its folder.
    pub program: String,
    /// What it did.
    pub reason: String,
    /// The command that runs it again.
    pub again: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { engine, program, reason, again } = self;
        write!(f, "  {engine}: {program}: {reason}\n      again: {again}")
    }
}

/// What an engine did.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The engine.
    pub engine: String,
    /// How many programs it ran.
    pub total: usize,
    /// Those that went wrong.
    pub wrong: Vec<Wrong>,
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.wrong.iter().try_for_each(|wrong| writeln!(f, "{wrong}"))?;
        write!(f, "{}: {} of {} as recorded", self.engine, self.total - self.wrong.len(), self.total)
    }
}

/// Every so manieth script, from this one on.
#[derive(Clone, Copy)]
struct Share {
    first: usize,
    step: usize,
}

/// All scripts.
const ALL: Share = Share { first: 0, step: 1 };

/// The scripts that each mode runs. Of modes that are alike each runs all, or the scripts are dealt to them in turn.
fn shares(modes: &[Mode], deal: bool) -> Vec<Share> {
    let share = |(at, mode): (usize, &Mode)| match mode.alike().filter(|_| deal) {
        None => ALL,
        group => {
            let like = |modes: &[Mode]| modes.iter().filter(|m| m.alike() == group).count();
            Share { first: like(&modes[..at]), step: like(modes) }
        }
    };
    modes.iter().enumerate().map(share).collect()
}

impl Programs {
    /// The modes, by their names with commas between them, `all` for all of [`modes::MODES`]: those, and [`modes::DEVICE_MODES`].
    pub fn modes(self, names: &str) -> Programs {
        Programs { modes: Some(names.to_string()), ..self }
    }

    /// These programs only, by their names with commas between them.
    pub fn only(self, names: &str) -> Programs {
        Programs { only: Some(names.to_string()), ..self }
    }

    /// Of modes that are alike (one pass left out, collections all the time, loops elsewhere), each program runs in one only.
    pub fn dealt(self) -> Programs {
        Programs { deal: true, ..self }
    }

    /// The interpreter at this path.
    pub fn ours(self, path: &str) -> Programs {
        Programs { ours: Some(path.to_string()), ..self }
    }

    /// What decides where guards fail in the modes `chaos` and `dense`.
    pub fn seed(self, seed: u64) -> Programs {
        Programs { seed, ..self }
    }

    /// Most processor time of a run.
    pub fn limit(self, limit: Duration) -> Programs {
        Programs { limit, ..self }
    }

    /// The names of the programs that are run.
    ///
    /// # Errors
    /// As for [`Programs::run`].
    pub fn names(&self) -> Result<Vec<String>, String> {
        Ok(self.scripts()?.into_iter().map(|s| s.name).collect())
    }

    fn scripts(&self) -> Result<Vec<Script>, String> {
        let only = self.only.as_ref().map(|names| names.split(',').collect::<Vec<_>>());
        scripts::scripts(&self.language, only.as_deref())
    }

    /// Records outputs where that is asked for.
    fn record(&self, ours: &Engine) -> Result<(), String> {
        let all = match std::env::var(RECORD).as_deref() {
            Err(_) | Ok("") => return Ok(()),
            Ok("missing") => false,
            Ok("all") => true,
            Ok(other) => return Err(format!("{RECORD}={other}: expected missing or all")),
        };
        let plain = || ours.in_mode(&modes::MODES[0], self.seed);
        let right = self.language.installed_reference().unwrap_or_else(plain);
        for folder in self.language.folders() {
            for name in scripts::record(&self.language, &right, &folder, all, self.limit)? {
                println!("recorded from {}: {}", right.name, folder.join(name).display());
            }
        }
        Ok(())
    }

    /// Runs them, and tells `seen` of each engine when it is done.
    ///
    /// # Errors
    /// Something cannot be run, or is not there. What goes wrong in programs is told to `seen`.
    pub fn run(&self, mut seen: impl FnMut(&Checked)) -> Result<(), String> {
        let ours = self.language.ours(self.ours.as_deref())?;
        self.record(&ours)?;
        let modes = modes::select(self.modes.as_ref().map(|names| names.split(',').collect()))?;
        let scripts = self.scripts()?;
        let mut engines: Vec<(Engine, &str, Share)> = Vec::new();
        for (mode, share) in modes.iter().zip(shares(&modes, self.deal)) {
            let mut engine = ours.in_mode(mode, self.seed);
            engine.name = format!("{} {}", self.language.name, mode.name);
            engines.push((engine, mode.name, share));
        }
        let reference = self.language.installed_reference().filter(|r| r.program != ours.program);
        engines.extend(reference.map(|r| (r, "", ALL)));
        let runs = engines.iter().map(|(engine, mode, share)| {
            let runs = |s: &&Script| !self.language.not_in.contains(&(s.name.as_str(), *mode));
            let shared = scripts.iter().skip(share.first).step_by(share.step);
            Runs { engine, scripts: shared.filter(runs).collect() }
        });
        check_all(&runs.collect::<Vec<_>>(), self.limit, &mut seen)
    }

    /// Runs them, printing how each engine did.
    ///
    /// # Panics
    /// A run did not do what was recorded, nothing was run, or something is missing.
    pub fn check(&self) {
        let (mut wrong, mut runs) = (Vec::new(), 0);
        let ran = self.run(|checked| {
            println!("{checked}");
            runs += checked.total;
            wrong.extend(checked.wrong.iter().map(Wrong::to_string));
        });
        ran.unwrap_or_else(|e| panic!("{}: {e}", self.language.name));
        assert!(runs > 0, "{}: there are no programs", self.language.name);
        assert_none_differs(runs, &wrong);
    }
}

/// That all of so many runs did what was recorded.
pub(crate) fn assert_none_differs(runs: impl std::fmt::Display, wrong: &[String]) {
    assert!(
        wrong.is_empty(),
        "{} of {runs} runs differ from what was recorded:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// What an engine runs.
struct Runs<'a> {
    engine: &'a Engine,
    scripts: Vec<&'a Script>,
}

/// Scripts that have run, by their places, each with the reason if it went wrong.
type Reasons = Vec<(usize, Option<String>)>;

/// Runs all scripts, on all processors. `seen` is told of engines in their order, each when it and those before it are done; no processor waits for that.
fn check_all(all: &[Runs], limit: Duration, seen: &mut dyn FnMut(&Checked)) -> Result<(), String> {
    let each = all.iter().enumerate().flat_map(|(at, runs)| (0..runs.scripts.len()).map(move |k| (at, k)));
    let mut reasons: Vec<Reasons> = all.iter().map(|_| Vec::new()).collect();
    let mut told = 0;
    let mut tell = |reasons: &mut [Reasons]| {
        while told < all.len() && reasons[told].len() == all[told].scripts.len() {
            seen(&all[told].checked(std::mem::take(&mut reasons[told])));
            told += 1;
        }
    };
    let (sender, receiver) = mpsc::channel();
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| {
            // Nobody receives any more where a script could not be run: then the others need not be.
            let _ = each.par_bridge().try_for_each_with(sender, |sender, (at, k)| {
                sender.send((at, k, scripts::check(all[at].engine, all[at].scripts[k], limit)))
            });
        });
        for (at, k, reason) in receiver {
            reasons[at].push((k, reason?));
            tell(&mut reasons);
        }
        // Those at the end that have nothing to run.
        tell(&mut reasons);
        Ok(())
    })
}

impl Runs<'_> {
    /// What came of all scripts.
    fn checked(&self, mut reasons: Reasons) -> Checked {
        reasons.sort_by_key(|(at, _)| *at);
        let wrong = |(at, reason): (usize, Option<String>)| {
            let script = self.scripts[at];
            let folder = script.dir().file_name().unwrap_or_default().to_string_lossy();
            Some(Wrong {
                engine: self.engine.name.clone(),
                program: format!("{folder}/{}", script.name),
                reason: reason?,
                again: self.engine.typed(&script.name, &script.arguments, script.dir()),
            })
        };
        let wrong = reasons.into_iter().filter_map(wrong).collect();
        Checked { engine: self.engine.name.clone(), total: self.scripts.len(), wrong }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modes::Alike;

    #[test]
    fn each_script_runs_in_one_mode_of_those_that_are_alike() {
        let names: Vec<&str> =
            "plain,gc,minor,no-fold,no-cse,no-heap,gpu-check,gpu-force,gpu-copy".split(',').collect();
        let modes = modes::select(Some(names)).unwrap();
        let dealt = shares(&modes, true);
        for script in 0..100 {
            let runs = |(_, s): &(&Mode, &Share)| (s.first..100).step_by(s.step).any(|k| k == script);
            let run: Vec<_> = modes.iter().zip(&dealt).filter(runs).map(|(m, _)| m.alike()).collect();
            let [alone, gc, pass, check, device] = run[..] else { panic!("{script}: {run:?}") };
            assert_eq!((alone, check), (None, None));
            assert_eq!([gc, pass, device], [Alike::Collections, Alike::Passes, Alike::Devices].map(Some));
        }
        assert!(shares(&modes, false).iter().all(|s| (s.first, s.step) == (0, 1)));
    }

    /// A language whose interpreter is the shell, with two programs.
    fn shell(folder: &str) -> Language {
        let root = std::env::temp_dir().join(format!("programs-{folder}-{}", std::process::id()));
        std::fs::create_dir_all(root.join("programs/expected")).unwrap();
        // One that does something else where everything is compiled.
        let texts = [("good", "echo 1"), ("bad", "echo one; echo ${HOLLOWAY_THRESHOLD:-none}")];
        for (name, text) in texts {
            std::fs::write(root.join(format!("programs/{name}.sh")), text).unwrap();
        }
        let root: &'static str = root.display().to_string().leak();
        let sh: &'static str = crate::process::find_program("sh").unwrap().display().to_string().leak();
        Language { root, binary: sh, programs: "programs", ..Language::new("shell", "sh") }
    }

    #[test]
    fn what_differs_in_a_mode_is_told_with_its_command() {
        let language = shell("differs");
        let missing = programs(&language).run(|_| {}).unwrap_err();
        assert!(missing.contains("bad.txt") && missing.contains("TESTING_RECORD=missing"), "{missing}");
        let plain = language.ours(None).unwrap().in_mode(&modes::MODES[0], 1);
        let folder = language.path("programs");
        let of = |all| scripts::record(&language, &plain, &folder, all, Duration::from_secs(9)).unwrap();
        assert_eq!((of(false), of(false), of(true).len()), (vec!["bad".into(), "good".into()], vec![], 2));
        let elsewhere = Language { not_in: &[("bad", "eager")], ..language };
        programs(&elsewhere).modes("plain,eager").check();
        let mut seen = Vec::new();
        programs(&language).modes("plain,eager").run(|c| seen.push(c.clone())).unwrap();
        let failed = std::panic::catch_unwind(|| programs(&language).modes("plain,eager").check());
        let text = *failed.unwrap_err().downcast::<String>().unwrap();
        std::fs::remove_dir_all(language.root).unwrap();
        assert_eq!(seen.iter().map(|c| (c.total, c.wrong.len())).collect::<Vec<_>>(), [(2, 0), (2, 1)]);
        assert!(text.contains("1 of 4 runs") && text.contains("shell eager: programs/bad: line 2"), "{text}");
        assert!(text.contains("wanted: none") && text.contains("HOLLOWAY_THRESHOLD=1"), "{text}");
    }

    /// The first engine is told of first, though it is done last.
    #[test]
    fn engines_are_told_of_in_their_order() {
        let language = shell("order");
        let folder = language.path("programs");
        std::fs::remove_file(folder.join("bad.sh")).unwrap();
        std::fs::write(folder.join("good.sh"), "test -n \"$HOLLOWAY_THRESHOLD\" || sleep 0.3").unwrap();
        let plain = language.ours(None).unwrap().in_mode(&modes::MODES[0], 1);
        scripts::record(&language, &plain, &folder, true, Duration::from_secs(9)).unwrap();
        let elsewhere = Language { not_in: &[("good", "chaos")], ..language };
        let mut seen = Vec::new();
        let all = programs(&elsewhere).modes("plain,eager,gc,chaos");
        all.run(|c| seen.push((c.engine.clone(), c.total, c.wrong.len()))).unwrap();
        std::fs::remove_dir_all(language.root).unwrap();
        let wanted = [("plain", 1), ("eager", 1), ("gc", 1), ("chaos", 0)];
        assert_eq!(seen, wanted.map(|(mode, total)| (format!("shell {mode}"), total, 0)));
    }

    #[test]
    fn programs_are_given_their_argument_in_tests() {
        let language = shell("argument");
        let folder = language.path("programs");
        std::fs::write(folder.join("good.sh"), "echo $# $1").unwrap();
        std::fs::write(folder.join("sizes.txt"), "# program test bench\ngood 18 32\n").unwrap();
        let plain = language.ours(None).unwrap().in_mode(&modes::MODES[0], 1);
        scripts::record(&language, &plain, &folder, true, Duration::from_secs(9)).unwrap();
        let recorded = |name: &str| std::fs::read_to_string(folder.join("expected").join(name)).unwrap();
        // What has no row is given nothing.
        assert_eq!((recorded("good.txt"), recorded("bad.txt")), ("1 18\n".into(), "one\nnone\n".into()));
        programs(&language).check();
        std::fs::write(folder.join("sizes.txt"), "good 19 32\n").unwrap();
        let mut again = Vec::new();
        programs(&language).run(|c| again.extend(c.wrong.iter().map(|w| w.again.clone()))).unwrap();
        std::fs::remove_dir_all(language.root).unwrap();
        assert!(!again.is_empty() && again.iter().all(|a| a.ends_with("good.sh 19)")), "{again:?}");
    }

    #[test]
    fn no_programs_are_no_success() {
        let language = Language { programs: "", ..shell("none") };
        assert!(std::panic::catch_unwind(|| programs(&language).check()).is_err());
        std::fs::remove_dir_all(language.root).unwrap();
    }
}
