//! Audit mode: does an interpreter keep the rules that recording relies on?
//!
//! **Problem.** A handler must be a function of the state and of the machine's answers. Nothing in Rust's type system stops one from looking at the clock, at a
//! hash map's order or at a field of its own, and then recorded, resumed and compiled runs drift apart silently. With `HOLLOWAY_AUDIT=1` every step
//! that is recorded runs a second time: the recorder gives again the answers it noted in the first run ([`Audit`]), nothing is done twice, and both
//! runs must ask the same in the same order (ops with their operands and constants, guards, loads, stores, allocations, calls) and leave the same
//! state. What helpers claim of themselves is checked as well ([`claims`]).
//!
//! A second run at once shows what is never the same twice: a clock, a counter. What changes seldom, or in another handler, shows when steps are run again later
//! ([`past`], `rerun::later`); what plain execution alone finds in frames shows when a step is run with a frame disturbed (`rerun::published`). The beginning of
//! each segment is recorded for this alone, so that a mistake that keeps a program from getting anywhere is seen.
//!
//! One check needs no second run, so every recording makes it: what a step reads must have been live when the step began. The recorder puts words of
//! no value into all other registers ([`no_value`]), and each call of the machine looks for them among its operands.
//!
//! **Invariants.**
//! 1. The second run has no effects: whatever goes through the machine is answered, and its state is a copy.
//! 2. Every step starts from what an exit would restore. Registers that are not live hold a word of no value, so reading one is noticed, in any mode.
//! 3. What the second run looks into lives: the state before the step is a root until the next one begins, and what is promoted is a constant of the trace.
//! 4. A violation ends the program by a panic whose text begins with `audit:`; no trace is made of the step.
//!
//! **Not promised.** Steps that never become hot are not looked at, but at the beginning of a segment; nor is what helpers do (they run once), but for
//! what they claim. What changes more seldom than a step is run again is not seen. A register that is not live may be
//! copied, as long as nobody asks the machine about the copy. Objects do not move, so a decision by an object's address is
//! the same in both runs; it shows when two processes are compared.
//!
//! **Example.** A handler that adds a field of its own, which it counts up:
//! ```text
//! audit: a step did not do the same when it was run again
//!   step: main:3 Count(0)
//!   first run: int_add(v5 = 7, k1 = 3) at src/main.rs:120:41
//!   second run: int_add(v5 = 7, k2 = 4) at src/main.rs:120:41
//! ```

pub(crate) mod claims;
pub(crate) mod past;
mod rerun;
mod step;

pub(crate) use step::What;

use crate::record::flat::RecFlat;
use crate::record::word::RecWord;
use holloway_compiler::ir::{IrRef, Trace, Ty};
use past::Kept;
use std::fmt::Write;
use std::panic::Location;
use step::{Seen, Step};

/// Where in the interpreter's source the machine was called.
pub(crate) type At = &'static Location<'static>;

/// What is going on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Nothing: audit mode is off, or no step is running.
    #[default]
    Off,
    /// The first run of a step is being noted.
    Noting,
    /// The second run has begun, its step has not.
    Entering,
    /// The second run is being compared.
    Checking,
}

/// The step being audited; part of the recording's tape.
#[derive(Default)]
pub(crate) struct Audit {
    pub(crate) mode: Mode,
    step: Step,
    /// Next call of the second run.
    next: usize,
    /// All slots of the state before the step.
    slots: Vec<(RecWord, RecWord)>,
    /// The state after the second run.
    end: Option<RecFlat>,
    /// Green words of the running frame that are to be others after the first merge point of the run to come.
    disturbed: Vec<usize>,
    /// Steps of this recording to be run again later.
    kept: Vec<Kept>,
}

/// What is thrown by [`Audit::ask`] through the interpreter, to where the run began.
enum Violation {
    /// The runs called the machine differently.
    Differs { first: Option<Seen>, second: Option<Seen> },
    /// This word of an operand, see [`no_value`], has no value.
    Dead { word: u64, read: Seen },
}

/// A slot of no value, for registers that are not live. Its bits say which slot it is, twice its number for the tag and one more for the payload.
pub(crate) fn no_value(slot: usize) -> (RecWord, RecWord) {
    let word = |part: usize| RecWord { bits: (2 * slot + part) as u64, r: IrRef::NONE };
    (word(0), word(1))
}

impl Audit {
    /// The words of the state before the step, which the second run begins with: what they refer to may be garbage for the first run.
    pub(crate) fn start_words(&self) -> impl Iterator<Item = u64> + '_ {
        let start = &self.step.start;
        start.greens.iter().copied().chain(start.reds.iter().map(|w| w.bits))
    }

    /// Begins to note a step.
    pub(crate) fn begin(&mut self, start: RecFlat, slots: Vec<(RecWord, RecWord)>) {
        self.step.begin(start, slots.len());
        (self.slots, self.end) = (slots, None);
        self.mode = Mode::Noting;
    }

    /// A call of the machine. While noting, `None`: it is to be done, and [`Audit::answered`] to be told. While checking, the answers of the first run.
    #[inline]
    pub(crate) fn ask(&mut self, what: What, args: &[RecWord], at: At) -> Option<&[RecWord]> {
        if self.mode != Mode::Checking && !what.takes_greens() {
            self.reads(what, args, at);
        }
        match self.mode {
            Mode::Off => None,
            _ => self.compare(what, args, at),
        }
    }

    /// The rest of [`Audit::ask`].
    #[inline(never)]
    fn compare(&mut self, what: What, args: &[RecWord], at: At) -> Option<&[RecWord]> {
        match self.mode {
            Mode::Off | Mode::Entering => None,
            Mode::Noting => {
                self.step.asked(what, args, at);
                None
            }
            Mode::Checking => {
                self.next += 1;
                let answers = self.step.answers(self.next - 1, what, args);
                if answers.is_none() {
                    let second = Some(Seen { what, at, args: args.to_vec() });
                    let first = self.step.seen(self.next - 1);
                    std::panic::resume_unwind(Box::new(Violation::Differs { first, second }));
                }
                answers
            }
        }
    }

    /// Throws if one of these words has no value: the step reads a register that is not live.
    #[inline]
    pub(crate) fn reads(&self, what: What, args: &[RecWord], at: At) {
        if let Some(w) = args.iter().find(|w| w.r.is_none()) {
            reads_dead(w.bits, what, args, at);
        }
    }

    /// As [`Audit::ask`], for calls with at most one answer.
    #[inline]
    pub(crate) fn ask_one(&mut self, what: What, args: &[RecWord], at: At) -> Option<RecWord> {
        let none = RecWord { bits: 0, r: IrRef::NONE };
        self.ask(what, args, at).map(|words| words.first().copied().unwrap_or(none))
    }

    /// Notes what the last call answered.
    #[inline]
    pub(crate) fn answered(&mut self, answers: &[RecWord]) {
        if self.mode == Mode::Noting {
            self.step.answered(answers);
        }
    }

    /// Drops the steps kept with words that refer to objects which do not live.
    pub(crate) fn forget(&mut self, lives: impl Fn(u64) -> bool) {
        self.kept.retain(|kept| kept.lives(&lives));
    }

    /// In the state after the second run, words of registers that it never wrote become what the first run found there.
    fn settle(&self, mut end: RecFlat) -> RecFlat {
        for w in end.reds.iter_mut().filter(|w| w.r.is_none()) {
            let slot = self.slots.get(w.bits as usize / 2).copied().unwrap_or(no_value(0));
            *w = if w.bits.is_multiple_of(2) { slot.0 } else { slot.1 };
        }
        end
    }
}

#[cold]
fn reads_dead(word: u64, what: What, args: &[RecWord], at: At) -> ! {
    let read = Seen { what, at, args: args.to_vec() };
    std::panic::resume_unwind(Box::new(Violation::Dead { word, read }))
}

/// A word of the trace, for reports.
fn show_word(trace: &Trace, w: RecWord) -> String {
    if w.r.is_none() {
        return "a register that is not live".into();
    }
    let r = w.r;
    match trace.ty(r) {
        Ty::Float => format!("{r:?} = {}", f64::from_bits(w.bits)),
        Ty::Ref => format!("{r:?} = {:#x}", w.bits),
        Ty::Int | Ty::Void => format!("{r:?} = {}", w.bits as i64),
    }
}

/// A violation's text: what was broken, then what is known of it.
pub(crate) fn report(what: &str, facts: &[(&str, String)]) -> String {
    let mut text = format!("audit: {what}");
    for (name, fact) in facts {
        let _ = write!(text, "\n  {name}: {fact}");
    }
    text
}
