//! Runs random programs of a language in several modes of its interpreter and compares what they do.
//!
//! **Problem.** One way of running a program shows little. Each batch runs plainly, which is the standard, then in the modes named, then under
//! settings drawn at random ([`crate::settings`]), and under the reference where there is one. A program that does
//! not end well plainly is a fault of the generator and reported as such.
//!
//! A process runs a batch of programs, one text with the program of each seed; batches take turns with the language's styles. Each process has an
//! address space of its own size, so that a damaged heap soon fails.
//!
//! On a difference the seed at fault is run alone; if it differs then too, it is cut down, otherwise the whole batch is ([`crate::shrink`]). The
//! result is written to a file in the folder given, with the settings in its first line, and run once more for a replay beside it.
//! What is worth keeping goes to the corpus ([`crate::corpus`](mod@crate::corpus)).
//!
//! **Example.** Programs from a grammar, in a test of the language's crate; a difference is told with the variables that repeat it:
//! ```no_run
//! # use holloway_testing::{fuzz, grammar::Grammar, Language, Style};
//! # const TINY: Language = Language::new("tiny", "tn");
//! let grammar = Grammar::parse("== program\nprint $num\n", &[], "").expect("a grammar");
//! let style = Style::of_grammar("small", grammar, "", "program", (8, 6));
//! fuzz(&TINY, vec![style]).modes("plain,eager,chaos,audit").count(200).variables("TINY_RANDOM").check();
//! ```

mod campaign;

use crate::engine::Engine;
use crate::grammar::{Grammar, NoScope};
use crate::language::Language;
use campaign::Campaign;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A kind of random programs.
#[derive(Clone)]
pub struct Style {
    /// What it is called.
    pub name: &'static str,
    programs: Arc<Programs>,
}

/// Makes one text with the programs of seeds.
type Programs = dyn Fn(&[u64]) -> String + Send + Sync;

impl fmt::Debug for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Style").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Style {
    /// The style of a function that makes one text with the programs of these seeds, the same text for the same seeds.
    pub fn new(name: &'static str, programs: impl Fn(&[u64]) -> String + Send + Sync + 'static) -> Style {
        Style { name, programs: Arc::new(programs) }
    }

    /// Programs that a grammar says all of: behind the prelude, for each seed an expansion of `rule`, in which rules of several lines nest so deep, and what is within
    /// lines so deep.
    #[must_use]
    pub fn of_grammar(
        name: &'static str,
        grammar: Grammar,
        prelude: &'static str,
        rule: &'static str,
        (blocks, lines): (u32, u32),
    ) -> Style {
        Style::new(name, move |seeds| {
            grammar.programs(prelude, seeds, |g, s, _| {
                s.lines = lines;
                g.text(rule, blocks, s, &mut NoScope) + "\n"
            })
        })
    }

    /// The programs of these seeds.
    #[must_use]
    pub fn programs(&self, seeds: &[u64]) -> String {
        (self.programs)(seeds)
    }
}

/// A run that should do what the plain one does, and does not.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The style of the programs.
    pub style: &'static str,
    /// The first seed.
    pub seed: u64,
    /// How many seeds from it on are needed.
    pub count: u64,
    /// What differs.
    pub account: String,
    /// The file with the smaller program.
    pub file: PathBuf,
    /// The command that runs it again as it went wrong, if that was kept.
    pub replay: Option<String>,
}

/// A campaign of random programs: a thousand, plainly and as users run them, unless something else is said.
#[derive(Clone, Debug)]
#[must_use = "nothing runs before `run` or `check`"]
pub struct Fuzz {
    language: Language,
    styles: Vec<Style>,
    ours: Option<String>,
    modes: Option<String>,
    first: u64,
    count: u64,
    draws: u64,
    reference: Option<Engine>,
    sample: u64,
    batch: u64,
    jobs: u64,
    limit: Duration,
    memory: u64,
    most: usize,
    tries: u32,
    save: PathBuf,
    variables: Option<&'static str>,
}

/// Random programs of a language, of styles that take turns.
pub fn fuzz(language: &Language, styles: Vec<Style>) -> Fuzz {
    Fuzz {
        language: *language,
        styles,
        ours: None,
        modes: None,
        first: 1,
        count: 1000,
        draws: 3,
        reference: language.installed_reference(),
        sample: 1,
        batch: 10,
        jobs: 2,
        limit: Duration::from_secs(20),
        memory: 8 << 30,
        most: 1,
        tries: 2000,
        save: std::env::temp_dir().join("holloway-fuzz"),
        variables: None,
    }
}

impl Fuzz {
    /// The modes, by their names with commas between them, or `all`. The first is the standard.
    pub fn modes(self, names: &str) -> Fuzz {
        Fuzz { modes: Some(names.to_string()), ..self }
    }

    /// The interpreter at this path.
    pub fn ours(self, path: &str) -> Fuzz {
        Fuzz { ours: Some(path.to_string()), ..self }
    }

    /// The first seed.
    pub fn seed(self, first: u64) -> Fuzz {
        Fuzz { first, ..self }
    }

    /// How many programs.
    pub fn count(self, count: u64) -> Fuzz {
        Fuzz { count, ..self }
    }

    /// How many drawn settings each batch runs under, too.
    pub fn draws(self, draws: u64) -> Fuzz {
        Fuzz { draws, ..self }
    }

    /// Another engine that must do the same, for each so manieth batch.
    pub fn reference(self, reference: Option<Engine>, sample: u64) -> Fuzz {
        Fuzz { reference, sample: sample.max(1), ..self }
    }

    /// How many programs a process runs.
    pub fn batch(self, batch: u64) -> Fuzz {
        Fuzz { batch: batch.clamp(1, 1000), ..self }
    }

    /// How many processes run at a time.
    pub fn jobs(self, jobs: u64) -> Fuzz {
        Fuzz { jobs: jobs.clamp(1, 64), ..self }
    }

    /// Most processor time of a process.
    pub fn limit(self, limit: Duration) -> Fuzz {
        Fuzz { limit, ..self }
    }

    /// Address space of a process, in bytes.
    pub fn memory(self, memory: u64) -> Fuzz {
        Fuzz { memory, ..self }
    }

    /// How many differences end the campaign.
    pub fn most(self, most: u64) -> Fuzz {
        Fuzz { most: most.max(1) as usize, ..self }
    }

    /// How many smaller programs are tried on a difference.
    pub fn tries(self, tries: u32) -> Fuzz {
        Fuzz { tries, ..self }
    }

    /// The folder for smaller programs that differ.
    pub fn save(self, folder: &Path) -> Fuzz {
        Fuzz { save: folder.to_path_buf(), ..self }
    }

    /// The variables `PREFIX_SEED`, `PREFIX_COUNT`, `PREFIX_MODES` and `PREFIX_STYLE` count more than what was said here.
    pub fn variables(self, prefix: &'static str) -> Fuzz {
        Fuzz { variables: Some(prefix), ..self }
    }

    /// It with what the variables say.
    fn with_variables(self) -> Result<Fuzz, String> {
        let Some(prefix) = self.variables else { return Ok(self) };
        let text = |name: &str| std::env::var(format!("{prefix}_{name}")).ok();
        let number = |name: &str, otherwise| match text(name) {
            None => Ok(otherwise),
            Some(n) => n.parse().map_err(|_| format!("{prefix}_{name}={n}: expected a number")),
        };
        let mut fuzz = Fuzz { variables: None, ..self };
        (fuzz.first, fuzz.count) = (number("SEED", fuzz.first)?, number("COUNT", fuzz.count)?);
        fuzz.modes = text("MODES").or(fuzz.modes);
        if let Some(style) = text("STYLE") {
            fuzz.styles.retain(|s| s.name == style);
        }
        Ok(fuzz)
    }

    /// Runs them: what differed. Tells how far it is, and what differs when it is found.
    ///
    /// # Errors
    /// Something cannot be run, or is missing.
    pub fn run(&self) -> Result<Vec<Difference>, String> {
        let campaign = Campaign::new(self.clone().with_variables()?)?;
        campaign.run()
    }

    /// Runs them.
    ///
    /// # Panics
    /// A program differed, or something is missing.
    pub fn check(&self) {
        let name = self.language.name;
        let found = self.run().unwrap_or_else(|e| panic!("{name}: {e}"));
        let tell = |d: &Difference| {
            let prefix = self.variables.unwrap_or("PREFIX");
            let Difference { style, seed, count, account, file, replay } = d;
            let again =
                format!("{prefix}_STYLE={style} {prefix}_SEED={seed} {prefix}_COUNT={count} repeats it");
            let replay = replay.as_ref().map_or(String::new(), |command| format!("\n{command}"));
            format!("{account}\n{}\n{again}{replay}", file.display())
        };
        assert!(found.is_empty(), "{name}: {}", found.iter().map(tell).collect::<Vec<_>>().join("\n"));
    }
}

/// Seeds from one on.
#[must_use]
pub fn seeds(first: u64, count: u64) -> Vec<u64> {
    (0..count).map(|k| first.wrapping_add(k)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process;
    use std::panic::AssertUnwindSafe;

    /// The shell as a language, and programs that do something else where everything is compiled.
    #[test]
    fn a_difference_is_found_made_smaller_and_saved() {
        let sh: &'static str = process::find_program("sh").unwrap().display().to_string().leak();
        let shell = Language { binary: sh, ..Language::new("shell", "sh") };
        let save = std::env::temp_dir().join(format!("fuzz-{}", std::process::id()));
        let program = |seeds: &[u64]| {
            let line = |seed: &u64| match seed {
                17 => "echo ${HOLLOWAY_THRESHOLD:-none} a\n".to_string(),
                n => format!("echo {n}\n"),
            };
            seeds.iter().map(line).collect()
        };
        let fuzz =
            fuzz(&shell, vec![Style::new("echoes", program)]).draws(0).modes("plain,eager").save(&save);
        assert!(fuzz.clone().count(16).run().unwrap().is_empty());
        let found = fuzz.clone().count(100).run().unwrap();
        let told = std::panic::catch_unwind(AssertUnwindSafe(|| {
            fuzz.clone().seed(15).variables("SHELL_RANDOM").check()
        }));
        let told = *told.unwrap_err().downcast::<String>().unwrap();
        let text = std::fs::read_to_string(&found[0].file).unwrap();
        std::fs::remove_dir_all(&save).unwrap();
        assert_eq!((found.len(), found[0].seed, found[0].count), (1, 17, 1));
        assert!(text.starts_with("# eager HOLLOWAY_THRESHOLD=1"), "{text}");
        assert!(text.ends_with("\necho $HOLLOWAY_THRESHOLD\n"), "{text}");
        let again = "SHELL_RANDOM_STYLE=echoes SHELL_RANDOM_SEED=17 SHELL_RANDOM_COUNT=1 repeats it";
        assert!(told.contains(again) && told.contains("wanted: none a"), "{told}");
        let ends = vec![Style::new("ends", |_: &[u64]| "echo 1\necho a: told >&2\nexit 3".to_string())];
        let found = super::fuzz(&shell, ends).count(1).save(&save).run().unwrap();
        let text = std::fs::read_to_string(&found[0].file).unwrap();
        std::fs::remove_dir_all(&save).unwrap();
        assert!(found[0].account.contains("exit code 3"), "{found:?}");
        let head = "# does not end well: exit code 3 told\n";
        assert!(text.starts_with(head) && text.ends_with("exit 3\n") && !text.contains("echo 1"), "{text}");
    }
}
