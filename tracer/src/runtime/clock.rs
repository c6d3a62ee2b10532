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

/// The time from [`Clock::ask_soon`] to the next one.
const SOON: Duration = Duration::from_millis(1);

/// The clock; dropped, it stops.
pub(crate) struct Clock(Sender<()>);

impl Clock {
    /// Starts it; `if_so` is asked once, on its thread. `None` if there is no thread for it.
    pub fn start(whom: Interrupter, if_so: impl FnOnce() -> bool + Send + 'static) -> Option<Clock> {
        let (sooner, told) = channel();
        let ask = move || {
            if told.recv_timeout(FIRST) != Err(RecvTimeoutError::Timeout) || !if_so() {
                return;
            }
            let mut each = EACH;
            loop {
                each = match told.recv_timeout(each) {
                    Ok(()) => SOON,
                    Err(RecvTimeoutError::Timeout) => {
                        whom.ask();
                        EACH
                    }
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        };
        std::thread::Builder::new().name("holloway-clock".into()).spawn(ask).ok()?;
        Some(Clock(sooner))
    }

    /// Has it ask in a short while, and not later.
    pub fn ask_soon(&self) {
        // Who has nothing to ask for is gone.
        let _ = self.0.send(());
    }
}
