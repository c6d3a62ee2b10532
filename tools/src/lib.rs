//! Tools for authors of languages on Holloway: what a log says, as text and as a page.
//!
//! **Problem.** A run under `HOLLOWAY_LOG=json=FILE` leaves a log for programs to read. A person wants to know what became of a line of the guest's source, why
//! a loop is slow, what failed. [`explain`] and [`loops`] say it in a terminal, [`explorer`] in a browser. A run that was recorded under `HOLLOWAY_REPLAY=FILE`, [`replay`] runs again.
//!
//! **Invariants.** [`log`] reads a log once, and is the only reader; nothing here needs the framework, so a log can be read anywhere.
//!
//! **Not promised.** Logs of other versions than [`log::VERSION`] are refused.

pub mod explain;
pub mod explorer;
pub mod log;
pub mod loops;
pub mod replay;
