//! Many programs: on all processors, and in processes of their own when they are so many that crashes must not end the search.

use super::check::{self, Difference, SETTINGS};
use super::generate::LENGTH;
use holloway::Stats;
use holloway_draws::{bytes_of, shrink};
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Most time that making a failure smaller takes.
const SHRINKING: Duration = Duration::from_secs(30);
/// A program that takes more of a processor's time in all its modes does not end.
const HANGS: Duration = Duration::from_secs(20);
/// Nor does one that waits for so many times as long, however busy the machine is.
const WAITS: u32 = 20;

/// What came of it.
#[derive(Default)]
pub struct Done {
    pub programs: u64,
    /// Programs that ran too long to be compared.
    pub unfit: u64,
    pub sum: Stats,
    /// Seeds of those that differ.
    pub wrong: Vec<u64>,
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stats { roots, functions, bridges, aborts, entries, exits, forced_exits, audited_steps, .. } =
            self.sum;
        let Stats { regions: [_, regions], checked: [compared, _], offloaded, .. } = self.sum;
        write!(
            f,
            "contract: {} programs, {} too long, {} wrong; {roots} loops, {functions} functions, {bridges} bridges, {aborts} aborts, \
             {entries} entries, {exits} exits, {forced_exits} forced, {audited_steps} audited steps, \
             {regions} regions, {compared} compared, {offloaded} run elsewhere",
            self.programs,
            self.unfit,
            self.wrong.len()
        )
    }
}

impl Done {
    fn add(&mut self, stats: &[Stats]) {
        self.programs += 1;
        self.unfit += stats.is_empty() as u64;
        for s in stats {
            let t = &mut self.sum;
            t.roots += s.roots;
            t.functions += s.functions;
            t.bridges += s.bridges;
            t.aborts += s.aborts;
            t.entries += s.entries;
            t.exits += s.exits;
            t.forced_exits += s.forced_exits;
            t.audited_steps += s.audited_steps;
            t.regions[1] += s.regions[1];
            t.checked[0] += s.checked[0];
            t.offloaded += s.offloaded;
        }
    }
    /// Adds what another process printed of itself.
    fn read(&mut self, text: &str) {
        let Some(line) = text.lines().find_map(|l| l.split_once("contract: ")).map(|l| l.1) else { return };
        let n: Vec<u64> =
            line.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
        let &[programs, unfit, _, roots, functions, bridges, aborts, entries, exits, forced, audited, ref more @ ..] =
            &n[..]
        else {
            return;
        };
        let &[regions, compared, offloaded] = more else { return };
        self.programs += programs;
        self.unfit += unfit;
        let t = &mut self.sum;
        t.roots += roots;
        t.functions += functions;
        t.bridges += bridges;
        t.aborts += aborts;
        t.entries += entries;
        t.exits += exits;
        t.forced_exits += forced;
        t.audited_steps += audited;
        t.regions[1] += regions;
        t.checked[0] += compared;
        t.offloaded += offloaded;
    }
}

/// Reports a difference, made smaller.
fn report(seed: u64, d: &Difference, fails: impl Fn(&[u8]) -> bool) {
    let few = shrink(&bytes_of(seed, LENGTH), SETTINGS, SHRINKING, fails);
    let (_, program) = check::decode(&few);
    // On a line of its own: the test harness has begun one.
    println!("\nseed {seed}: {} ({}): {}\nbytes {few:?}\n{program}", d.mode, d.settings, d.what);
}

/// Runs programs on all processors.
pub fn in_threads(first: u64, count: u64) -> Done {
    let progress = std::env::var("CONTRACT_PROGRESS").ok();
    let next = AtomicU64::new(first);
    let done = Mutex::new(Done::default());
    let threads =
        if progress.is_some() { 1 } else { std::thread::available_parallelism().map_or(1, |n| n.get()) };
    // Panics of guest programs are part of what is compared.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= first + count {
                    break;
                }
                if let Some(file) = &progress {
                    std::fs::write(file, seed.to_string()).expect("a place for the seed");
                }
                let checked = check::check(&bytes_of(seed, LENGTH));
                if let Err(d) = &checked {
                    report(seed, d, |bytes| check::check(bytes).is_err());
                }
                let mut done = done.lock().expect("no panic while it is held");
                match checked {
                    Ok(stats) => done.add(&stats),
                    Err(_) => {
                        done.programs += 1;
                        done.wrong.push(seed);
                    }
                }
            });
        }
    });
    std::panic::set_hook(hook);
    done.into_inner().expect("no panic while it was held")
}

/// This program with other settings, on the emulator if it runs on one.
fn again(test: &str, settings: &[(&str, String)]) -> Command {
    let exe = std::env::current_exe().expect("this program");
    let mut command = match std::env::var("TEST_RUNNER") {
        Ok(runner) => {
            let mut words = runner.split(' ').map(String::from);
            let mut command = Command::new(words.next().expect("a program"));
            command.args(words).arg(exe);
            command
        }
        Err(_) => Command::new(exe),
    };
    command.args([test, "--exact", "--nocapture", "--test-threads=1"]);
    command.envs(settings.iter().map(|(k, v)| (k, v))).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// Processor time that a process has taken so far; zero if nobody knows.
fn time_of(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name, which is in parentheses, times in user mode and in the kernel are the twelfth and thirteenth word, in hundredths of a second.
    let words = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = words.skip(11).take(2).filter_map(|w| w.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// How long something has gone on: on the clock, and in processor time of a process.
struct Since(Instant, Duration);

impl Since {
    fn now(process: u32) -> Since {
        Since(Instant::now(), time_of(process))
    }
    fn is_longer_than(&self, limit: Duration, process: u32) -> bool {
        time_of(process).saturating_sub(self.1) > limit || self.0.elapsed() > limit * WAITS
    }
}

/// How a process ended: without a crash while it was `alive`, and what it printed.
fn wait(mut command: Command, mut alive: impl FnMut(u32) -> bool) -> (bool, String) {
    let mut child = command.spawn().expect("this program runs again");
    let mut out = child.stdout.take().expect("piped");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        // What is not text is not a report.
        let _ = out.read_to_string(&mut text);
        text
    });
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status.code();
        }
        if !alive(child.id()) {
            child.kill().and_then(|()| child.wait()).expect("a child");
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    (status.is_some(), reader.join().unwrap_or_default())
}

/// Whether these bytes crash a process or keep it busy for ever.
fn crashes(bytes: &[u8]) -> bool {
    let text = bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    let began = Since(Instant::now(), Duration::ZERO);
    !wait(again("show_bytes", &[("CONTRACT_BYTES", text)]), |id| !began.is_longer_than(HANGS / 4, id)).0
}

/// The seed that a process was last at.
fn seed_in(file: &Path) -> Option<u64> {
    std::fs::read_to_string(file).ok()?.trim().parse().ok()
}

/// Runs programs in processes, so many in each.
pub fn in_processes(first: u64, count: u64, chunk: u64) -> Done {
    let done = Mutex::new(Done::default());
    let next = AtomicU64::new(first);
    std::thread::scope(|scope| {
        for worker in 0..std::thread::available_parallelism().map_or(1, |n| n.get()) {
            let (done, next) = (&done, &next);
            let file = format!("contract-{}-{worker}", std::process::id());
            let file: PathBuf = std::env::temp_dir().join(file);
            scope.spawn(move || loop {
                let mut from = next.fetch_add(chunk, Ordering::Relaxed);
                let end = (from + chunk).min(first + count);
                if from >= end {
                    // A file left behind in the temporary folder harms nothing.
                    let _ = std::fs::remove_file(&file);
                    break;
                }
                while from < end {
                    let settings = [
                        ("CONTRACT_SEED", from.to_string()),
                        ("CONTRACT_COUNT", (end - from).to_string()),
                        ("CONTRACT_PROGRESS", file.display().to_string()),
                    ];
                    let mut last = (None, Since(Instant::now(), Duration::ZERO));
                    let (ended, text) = wait(again("random_languages_agree", &settings), |id| {
                        let seed = seed_in(&file);
                        if seed != last.0 {
                            last = (seed, Since::now(id));
                        }
                        !last.1.is_longer_than(HANGS + SHRINKING, id)
                    });
                    print!(
                        "{}",
                        text.lines().filter(|l| !is_harness(l)).fold(String::new(), |t, l| t + l + "\n")
                    );
                    let mut done = done.lock().expect("no panic while it is held");
                    done.read(&text);
                    let seed = |l: &str| l.strip_prefix("seed ")?.split(':').next()?.parse::<u64>().ok();
                    done.wrong.extend(text.lines().filter_map(seed));
                    let stopped = seed_in(&file).filter(|seed| !ended && (from..end).contains(seed));
                    assert!(ended || stopped.is_some(), "a process ended before its first program");
                    if let Some(seed) = stopped {
                        done.wrong.push(seed);
                        done.programs += seed + 1 - from;
                        drop(done);
                        let what = "the process crashed or did not end".to_string();
                        let d = Difference { mode: "some mode", settings: String::new(), what };
                        report(seed, &d, crashes);
                        from = seed + 1;
                    } else {
                        from = end;
                    }
                }
            });
        }
    });
    done.into_inner().expect("no panic while it was held")
}

/// Lines of the test harness, and the sums of a process, which are added up.
fn is_harness(line: &str) -> bool {
    let starts = ["running ", "test ", "contract: ", "failures:", "    random_languages_agree"];
    line.trim().is_empty() || starts.iter().any(|s| line.starts_with(s))
}
