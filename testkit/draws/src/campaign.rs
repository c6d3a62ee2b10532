//! Many cases, each from a tape of its own; the first that fails is made smaller and reported with the bytes that repeat it.
//!
//! **Not promised.** A crash of the process is not caught: the seed before it is the last one that `PREFIX_PROGRESS=1` printed.

use crate::{read_bytes, shrink, Draws};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Most time that making a failure smaller takes.
const SHRINKING: Duration = Duration::from_secs(30);

/// What a campaign runs.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Begins the names of the variables.
    pub prefix: &'static str,
    /// The first seed.
    pub first: u64,
    /// Cases that count.
    pub count: u64,
    /// Most time.
    pub time: Duration,
    /// Run these only.
    pub bytes: Option<Vec<u8>>,
    /// Print seeds before they run.
    pub progress: bool,
}

impl Limits {
    /// What `PREFIX_SEED`, `PREFIX_COUNT`, `PREFIX_SECONDS`, `PREFIX_BYTES` and `PREFIX_PROGRESS` say; without them two seconds from a seed by the clock.
    #[must_use]
    pub fn from_env(prefix: &'static str) -> Limits {
        let text = |name: &str| std::env::var(format!("{prefix}_{name}")).ok();
        let number = |name: &str| {
            text(name).map(|v| v.parse().unwrap_or_else(|_| panic!("{prefix}_{name}={v}: expected a number")))
        };
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64);
        let count: Option<u64> = number("COUNT");
        let most = if count.is_some() { Duration::MAX } else { Duration::from_secs(2) };
        Limits {
            prefix,
            first: number("SEED").unwrap_or_else(clock),
            count: count.unwrap_or(u64::MAX),
            time: number("SECONDS").map_or(most, Duration::from_secs),
            bytes: text("BYTES").map(|text| read_bytes(&text)),
            progress: text("PROGRESS").is_some(),
        }
    }
}

/// The text of a panic.
fn panic_text(p: &(dyn std::any::Any + Send)) -> String {
    let text = p.downcast_ref::<String>().cloned();
    text.or_else(|| p.downcast_ref::<&str>().map(|t| t.to_string())).unwrap_or_else(|| "a panic".into())
}

/// Runs cases until enough of them counted (those that give `true`) or time is over; whether they were more than the bytes of `PREFIX_BYTES`.
///
/// # Panics
/// When a case fails, by an error or a panic of its own.
pub fn campaign(limits: &Limits, mut case: impl FnMut(&mut Draws) -> Result<bool, String>) -> bool {
    let mut run = |draws: &mut Draws| {
        catch_unwind(AssertUnwindSafe(|| case(draws))).unwrap_or_else(|p| Err(panic_text(&*p)))
    };
    let prefix = limits.prefix;
    if let Some(bytes) = &limits.bytes {
        run(&mut Draws::of(bytes)).unwrap_or_else(|e| panic!("{e}"));
        return false;
    }
    println!("first seed {}", limits.first);
    let (start, mut counted, mut seed) = (Instant::now(), 0, limits.first);
    while counted < limits.count && start.elapsed() < limits.time {
        if limits.progress {
            println!("{prefix}_SEED={seed}");
        }
        let mut draws = Draws::seeded(seed);
        match run(&mut draws) {
            Ok(counts) => counted += u64::from(counts),
            Err(_) => {
                let hook = std::panic::take_hook();
                std::panic::set_hook(Box::new(|_| {}));
                let few = shrink(draws.taken(), 0, SHRINKING, |bytes| run(&mut Draws::of(bytes)).is_err());
                let why = run(&mut Draws::of(&few)).err().unwrap_or_else(|| "not again".into());
                std::panic::set_hook(hook);
                panic!("seed {seed}: {why}\n{prefix}_BYTES=\"{few:?}\" repeats it");
            }
        }
        seed = seed.wrapping_add(1);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_is_reported_with_few_bytes() {
        let limits =
            Limits { first: 1, count: 10_000, time: Duration::from_secs(60), ..Limits::from_env("NOT_SET") };
        let case = |d: &mut Draws| match (d.byte(), d.byte()) {
            (7.., 200..) => Err("too large".into()),
            (5, 199) => panic!("wrong"),
            _ => Ok(true),
        };
        let failed = catch_unwind(|| campaign(&limits, case)).expect_err("a failure");
        let text = panic_text(&*failed);
        assert!(text.ends_with("too large\nNOT_SET_BYTES=\"[7, 200]\" repeats it"), "{text}");
        let bytes = Limits { bytes: Some(vec![5, 199]), ..limits.clone() };
        assert!(catch_unwind(|| campaign(&bytes, case)).is_err());
        let mut cases = 0;
        assert!(campaign(&Limits { count: 3, ..limits }, |d| {
            cases += 1;
            d.byte();
            Ok(cases % 2 == 0)
        }));
        assert_eq!(cases, 6);
    }
}
