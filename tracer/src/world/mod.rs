//! What a program asks of the world, so that a run can be recorded and run again.
//!
//! **Problem.** A run cannot be repeated if a clock, a line that was read or a random number decides in it. What compiles and leaves native code counts and does not look at
//! clocks, so the answers of the world are all that is missing.
//!
//! **How.** Helpers of a language get whatever is not in the program through [`ask`]: in ordinary runs that just asks. Under `HOLLOWAY_REPLAY=FILE` what was asked and the answer are written into the
//! file, and so is each exit from native code and each trace that is compiled. Under `HOLLOWAY_REPLAY=play=FILE` nobody is asked: the recorded answers come back, in their order, and exits are compared. See `docs/replay.md`, and for
//! the file `holloway_replay`.
//!
//! **Invariants.**
//! 1. A run that asks for something else than the recorded one, or takes another exit, is ended at once, with a message.
//! 2. Asking within an answer is part of it.
//! 3. A replay changes nothing but what it prints, where files are written through [`File`].
//!
//! **Not promised.**
//! - An interrupt comes at the same poll: a replay of an interrupted run must be interrupted by hand.
//! - Anything where several threads ask, or several run times run at once: their order is the system's.
//! - Where the system has addresses at random (all but Linux, or where it refuses to have them otherwise), what depends on them unless it was asked for.
//! - Memory that the system refuses is refused by chance.
//! - What runs elsewhere (`HOLLOWAY_GPU=force`) is done anew, and kernels that differ are not noticed before an exit or an ask does.
//!
//! **Example.**
//! ```
//! use holloway_tracer::world::ask;
//! let started = std::time::Instant::now();
//! let seconds: f64 = ask("seconds", || started.elapsed().as_secs_f64());
//! let home: Option<String> = ask(format_args!("variable HOME"), || std::env::var("HOME").ok());
//! # let _ = (seconds, home);
//! ```

mod answer;
mod file;
mod replay;

pub use answer::Answer;
pub use file::{read, File, Input};

use holloway_compiler::platform;
use holloway_replay::Run;
use replay::{Replay, Stop};
use std::cell::Cell;
use std::fmt::Display;
use std::io::Write as _;
use std::panic::Location;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

const UNKNOWN: u8 = 0;
const OFF: u8 = 1;
const ON: u8 = 2;

/// Whether a recording is made or played.
static MODE: AtomicU8 = AtomicU8::new(UNKNOWN);
static REPLAY: Mutex<Option<Replay>> = Mutex::new(None);

thread_local! {
    /// Whether this thread is being answered.
    static ANSWERING: Cell<bool> = const { Cell::new(false) };
}

/// Whether a recording is made or played.
#[inline(always)]
fn is_on() -> bool {
    match MODE.load(Ordering::Relaxed) {
        OFF => false,
        ON => true,
        _ => begin().is_ok_and(|on| on),
    }
}

/// Begins as `HOLLOWAY_REPLAY` says, at the first call; whether a recording is made or played.
///
/// # Errors
/// A message naming the variable, if it has no meaning or its file cannot be used.
#[cold]
pub(crate) fn begin() -> Result<bool, String> {
    static BEGUN: OnceLock<Result<bool, String>> = OnceLock::new();
    let begun = BEGUN.get_or_init(|| {
        let setting = std::env::var("HOLLOWAY_REPLAY").ok().filter(|v| !v.is_empty());
        let replay = setting.map(|s| Replay::open(&s, &this_run()));
        let mode = if matches!(replay, Some(Ok(_))) { ON } else { OFF };
        let replay = replay.transpose()?;
        // Programs that this one starts make no recordings in its file's place.
        if replay.is_some() {
            std::env::remove_var("HOLLOWAY_REPLAY");
        }
        *lock() = replay;
        MODE.store(mode, Ordering::Relaxed);
        Ok(mode == ON)
    });
    if begun.is_err() {
        MODE.store(OFF, Ordering::Relaxed);
    }
    begun.clone()
}

/// The command that runs, from where.
fn this_run() -> Run {
    // Starts the program anew if that is needed for it.
    let same_addresses = platform::has_same_addresses();
    let text = |words: std::ffi::OsString| words.to_string_lossy().into_owned();
    let path = |path: std::io::Result<std::path::PathBuf>| path.map(|p| text(p.into())).unwrap_or_default();
    let settings = std::env::vars_os().map(|(n, v)| (text(n), text(v)));
    let is_ours = |s: &(String, String)| s.0.starts_with("HOLLOWAY_") && s.0 != "HOLLOWAY_REPLAY";
    // One that is empty is as if it was not there.
    let mut settings: Vec<_> = settings.filter(|s| is_ours(s) && !s.1.is_empty()).collect();
    settings.sort();
    Run {
        program: path(std::env::current_exe()),
        arguments: std::env::args_os().skip(1).map(text).collect(),
        folder: path(std::env::current_dir()),
        settings,
        same_addresses,
    }
}

fn lock() -> MutexGuard<'static, Option<Replay>> {
    REPLAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The world's answer to something that the program does not say itself: `from` asks it. When a recording is played, the recorded answer; `from` is not called.
///
/// `what` says what is asked for, with all that the question depends on, such as a file's name: a replay compares it. It is made into a text only if there is a recording. `from` must neither run the guest nor
/// change the heap, as a replay does not.
#[inline]
#[track_caller]
pub fn ask<A: Answer>(what: impl Display, from: impl FnOnce() -> A) -> A {
    match is_on() {
        false => from(),
        true => {
            let answer = ask_replay(&what, Location::caller(), from);
            forget_stack::<{ 32 << 10 }>();
            answer
        }
    }
}

/// Overwrites what is below on this thread's stack. Collections look at the stack for whatever may be a reference; making a recording and playing it leave other words there, so
/// the one would keep garbage that the other does not, and collect at another time.
#[inline(never)]
fn forget_stack<const BYTES: usize>() {
    std::hint::black_box(&mut [0u8; BYTES]);
}

/// Sets the thread's mark back, also when a panic passes.
struct Answering;

impl Drop for Answering {
    fn drop(&mut self) {
        ANSWERING.set(false)
    }
}

#[cold]
#[inline(never)]
fn ask_replay<A: Answer>(what: &dyn Display, at: &Location<'_>, from: impl FnOnce() -> A) -> A {
    if ANSWERING.get() {
        return from();
    }
    let what = what.to_string();
    if let Some(Replay::Played(p)) = &mut *lock() {
        let answer = p.ask(&what, at).and_then(|bytes| {
            let mut rest = &bytes[..];
            let answer = A::read(&mut rest).filter(|_| rest.is_empty());
            answer.ok_or_else(|| p.strange(&what))
        });
        return answer.unwrap_or_else(|stop| stopped(&stop));
    }
    ANSWERING.set(true);
    let answering = Answering;
    let answer = from();
    drop(answering);
    let mut bytes = Vec::new();
    answer.write(&mut bytes);
    with_writer(|w| w.ask(&what, &bytes));
    answer
}

/// Writes an entry. If that fails, the recording ends there and the run goes on.
fn with_writer(f: impl FnOnce(&mut holloway_replay::Writer) -> std::io::Result<()>) {
    let mut replay = lock();
    let Some(Replay::Made(writer)) = &mut *replay else { return };
    if let Err(e) = f(writer) {
        eprintln!("[holloway] the recording ends here: {e}");
        *replay = None;
        MODE.store(OFF, Ordering::Relaxed);
    }
}

/// Does what the two sides do of something that has happened.
fn happened(
    made: impl FnOnce(&mut holloway_replay::Writer) -> std::io::Result<()>,
    played: impl FnOnce(&mut replay::Played) -> Result<(), Stop>,
) {
    let done = match &mut *lock() {
        Some(Replay::Played(p)) => played(p),
        _ => Ok(()),
    };
    match done {
        Ok(()) => with_writer(made),
        Err(Stop::Before(told)) => before(&told),
        Err(stop) => stopped(&stop),
    }
}

/// Notes something in a recording, or holds it to one: `what` is one of the functions below.
#[inline(always)]
pub(crate) fn note(what: impl FnOnce()) {
    if is_on() {
        apart(what);
        forget_stack::<{ 8 << 10 }>();
    }
}

/// Calls `f` in a frame of its own.
#[cold]
#[inline(never)]
fn apart(f: impl FnOnce()) {
    f()
}

/// An exit is about to be handled. `tell` describes it, and `show` what native code hands over; `is_first`: it has not been taken since there is an exit of this number.
pub(crate) fn exit(
    number: u64,
    forced: bool,
    is_first: bool,
    tell: impl Fn() -> String,
    show: impl FnOnce() -> String,
) {
    let made = |w: &mut holloway_replay::Writer| w.exit(number, forced, is_first.then(&tell).as_deref());
    let played = |p: &mut replay::Played| match p.exit(number, forced, &tell) {
        Err(Stop::Before(told)) => Err(Stop::Before(told + &show())),
        done => done,
    };
    happened(made, played);
}

/// A trace was compiled.
pub(crate) fn compiled(told: &str) {
    happened(|w| w.trace(told), |p| p.trace(told));
}

/// An interrupt is answered.
pub(crate) fn interrupted() {
    happened(|w| w.interrupt(), |p| p.interrupt());
}

/// A run time ends.
pub(crate) fn ended() {
    happened(|w| w.end(), |p| p.end());
}

/// The status of a process whose run has departed from the recording.
const DEPARTED: i32 = 70;

/// Ends the process, or stops it where a debugger sees it.
fn stopped(stop: &Stop) -> ! {
    let (told, status) = match stop {
        Stop::Departed(told) => (told, DEPARTED),
        Stop::Over(told) | Stop::Before(told) => (told, 0),
    };
    tell(told);
    if platform::is_debugged() {
        holloway_replay_stop(0);
    }
    platform::exit_now(status)
}

/// Stops before an exit: in the debugger, and goes on when that has it so; without one the process ends.
fn before(told: &str) {
    tell(told);
    if !platform::is_debugged() {
        platform::exit_now(0);
    }
    holloway_replay_stop(1);
}

fn tell(told: &str) {
    // What the program has printed comes first. Nobody is left to be told if that is closed.
    let _ = std::io::stdout().flush();
    eprintln!("[holloway] replay: {told}");
}

/// Where debuggers stop: before the exit that was asked for, or where a run departs from its recording.
#[no_mangle]
#[inline(never)]
extern "C" fn holloway_replay_stop(goes_on: u64) {
    platform::trap();
    std::hint::black_box(goes_on);
}
