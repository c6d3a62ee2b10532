//! A thread that asks, now and then, which loop the program is in.
//!
//! **Problem.** Native code that has its loop to itself tells nobody how long it runs, and reading a clock in it would cost.
//!
//! **Invariants.** The thread sets one bit of the poll word, which outlives it. It ends when its [`Clock`] is dropped, or at its first wakening if there is
//! nothing to ask for.
//!
//! **Not promised.** That polls come so often: a helper that does not return is not asked.
//!
//! **Example.** `Clock::start(rt.interrupter(), || true)`: from [`FIRST`] on, a poll each [`EACH`] sets `asked`.

use super::Interrupter;
use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::time::Duration;

/// The time before which nothing is asked: shorter programs have nothing to gain.
const FIRST: Duration = Duration::from_millis(50);
/// The time between two questions.
const EACH: Duration = Duration::from_millis(10);

/// The clock; dropped, it stops.
pub(crate) struct Clock(#[allow(dead_code, reason = "what is dropped ends the thread's wait")] Sender<()>);

impl Clock {
    /// Starts it; `if_so` is asked once, on its thread. `None` if there is no thread for it.
    pub fn start(whom: Interrupter, if_so: impl FnOnce() -> bool + Send + 'static) -> Option<Clock> {
        let (end, ended) = channel();
        let ask = move || {
            let goes_on = |each| ended.recv_timeout(each) == Err(RecvTimeoutError::Timeout);
            if !goes_on(FIRST) || !if_so() {
                return;
            }
            while goes_on(EACH) {
                whom.ask();
            }
        };
        std::thread::Builder::new().name("holloway-clock".into()).spawn(ask).ok()?;
        Some(Clock(end))
    }
}
