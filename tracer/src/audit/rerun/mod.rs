//! The recorder's side of audit mode: noting a step, running it again, comparing how the runs ended.
//!
//! **Problem.** A step ends at a merge point, deep inside the interpreter's loop, or by leaving that loop. The second run is a call of the
//! interpreter from there, by the same recorder, on a state of its own.
//!
//! **Invariants.** The second run sees the same run time as the end of the first one; only answers and start state are the old ones. It ends at its
//! first merge point.

use super::claims::broken;
use super::{no_value, report, show_word, At, Mode, Violation};
use crate::machine::{Exit, HelperRef, Language, Machine, Slot, State, Traced, SLACK};
use crate::record::flat::{self, RecFlat};
use crate::record::{copy_greens, tape, Rec, RecWord, Recorder};
use holloway_compiler::ir::{IrRef, Ty};
use std::any::Any;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

/// How a run of a step ended.
enum End {
    /// At a merge point, with this state.
    Merge(RecFlat),
    /// By leaving the interpreter.
    Left(Exit),
}

const DIFFERS: &str = "a step did not leave the same state when it was run again";

impl<L: Language> Recorder<'_, L> {
    /// A step begins in this state.
    pub(crate) fn note_step(&self, s: &mut State<L, Rec>) {
        if self.guide.audits() {
            let (start, slots) = (self.flat(s), s.stack.slots().iter().map(|s| s.0).collect());
            tape::with(|t| t.audit.begin(start, slots));
        }
    }

    /// A merge point in audit mode: the end of a first run, which is then run again, or the begin or end of a second run, for which the answer of
    /// [`Machine::merge`] is given.
    pub(crate) fn audit_merge(&self, s: &mut State<L, Rec>) -> Option<bool> {
        match tape::with(|t| t.audit.mode) {
            Mode::Off => None,
            Mode::Noting => {
                self.run_again(End::Merge(self.flat(s)));
                None
            }
            Mode::Entering => {
                tape::with(|t| t.audit.mode = Mode::Checking);
                Some(false)
            }
            Mode::Checking => {
                let end = self.flat(s);
                tape::with(|t| t.audit.end = Some(t.audit.settle(end)));
                Some(true)
            }
        }
    }

    /// The interpreter has been left; if a step was running, that was its end.
    pub(crate) fn audit_exit(&self, exit: Exit) {
        if tape::with(|t| t.audit.mode) == Mode::Noting {
            self.run_again(End::Left(exit));
        }
    }

    /// Runs the interpreter for the first time. A read of a register that is not live becomes the panic that tells of it.
    pub(crate) fn watch(&self, run: impl FnOnce() -> Exit) -> Exit {
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| match panic.downcast::<Violation>() {
            Ok(v) => panic!("{}", self.show(&v)),
            Err(panic) => resume_unwind(panic),
        })
    }

    fn run_again(&self, end: End) {
        let mut again = self.state_before();
        tape::with(|t| t.audit.mode = Mode::Entering);
        let run = AssertUnwindSafe(|| self.runtime().lang.interp(self, &mut again));
        let outcome = catch_unwind(run);
        tape::with(|t| t.audit.mode = Mode::Off);
        if let Err(text) = self.compare(end, outcome) {
            panic!("{text}");
        }
        self.guide.audited();
    }

    /// The state before the step: what is live as it was, everything else without value.
    fn state_before(&self) -> State<L, Rec> {
        let mut s = State::<L, Rec>::default();
        let (start, slots) = tape::with(|t| (t.audit.start.clone(), t.audit.slots.len()));
        // As large as the first run's, so that neither run must enlarge it alone.
        let room = s.stack.reserve(slots.saturating_sub(2 * SLACK));
        s.stack.slots().iter_mut().enumerate().for_each(|(i, slot)| *slot = Slot(no_value(i)));
        let written = flat::write(&mut s, 0, 0, &start.greens, &start.reds);
        assert!(room.is_ok() && written.is_ok(), "a second state as large as the first");
        s
    }

    fn compare(&self, end: End, outcome: Result<Exit, Box<dyn Any + Send>>) -> Result<(), String> {
        let exit = outcome.map_err(|panic| match panic.downcast::<Violation>() {
            Ok(v) => self.show(&v),
            Err(panic) => self.with_place(report(
                "a step did not do the same when it was run again",
                &[("second run", format!("panicked: {}", panic_text(&*panic)))],
            )),
        })?;
        let missing = |t: &mut tape::Tape| {
            let a = &t.audit;
            (a.next < a.events.len()).then(|| a.violation(None))
        };
        if let Some(v) = tape::with(missing) {
            return Err(self.show(&v));
        }
        let again = tape::with(|t| t.audit.end.take());
        match (end, again) {
            (End::Merge(first), Some(second)) => self.compare_states(&first, &second),
            (End::Left(first), None) if first == exit => Ok(()),
            (first, second) => {
                let show = |merge: bool, exit| match merge {
                    true => "came to a merge point".to_string(),
                    false => format!("left the interpreter by {exit:?}"),
                };
                let first = match first {
                    End::Merge(_) => show(true, Exit::Stopped),
                    End::Left(exit) => show(false, exit),
                };
                let facts = [("first run", first), ("second run", show(second.is_some(), exit))];
                Err(self.with_place(report("a step did not end the same when it was run again", &facts)))
            }
        }
    }

    fn compare_states(&self, first: &RecFlat, second: &RecFlat) -> Result<(), String> {
        if first.greens != second.greens {
            let at = first.greens.iter().zip(&second.greens).position(|(a, b)| a != b);
            let show = |f: &RecFlat| {
                let (place, depth) = (self.describe(f), self.window(f).depth());
                let word = at.map_or(0, |i| f.greens[i]);
                let s = if depth == 1 { "" } else { "s" };
                format!("at {place}, {depth} activation{s} deep, green word {} is {word}", at.unwrap_or(0))
            };
            return Err(
                self.with_place(report(DIFFERS, &[("first run", show(first)), ("second run", show(second))]))
            );
        }
        let differ = first.reds.iter().zip(&second.reds).position(|(a, b)| a != b);
        let Some(i) = differ else { return Ok(()) };
        let place = self.red_name(first, i);
        let show = |f: &RecFlat| tape::with(|t| format!("{place} is {}", show_word(&t.trace, f.reds[i])));
        Err(self.with_place(report(DIFFERS, &[("first run", show(first)), ("second run", show(second))])))
    }

    /// A violation's report.
    fn show(&self, v: &Violation) -> String {
        let mut start = self.window(&step_start());
        let register = |word: u64| slot_name(&mut start, word as usize / 2, word.is_multiple_of(2));
        self.with_place(tape::with(|t| v.show(&t.trace, register)))
    }

    /// Adds the guest's place to a report, after its first line.
    pub(crate) fn with_place(&self, text: String) -> String {
        let (what, rest) = text.split_once('\n').unwrap_or((&text, ""));
        format!("{what}\n  step: {}\n{rest}", self.describe(&step_start()))
    }

    /// A flat window as a state, for reports.
    fn window(&self, f: &RecFlat) -> State<L, Rec> {
        let mut s = State::default();
        // A window that came from a state fits into another.
        let _ = flat::write(&mut s, 0, 0, &f.greens, &f.reds);
        s
    }

    /// The running activation of a window, as the language names it.
    fn describe(&self, f: &RecFlat) -> String {
        let mut s = self.window(f);
        if s.depth() == 0 {
            return "?".into();
        }
        let mut frame = <L::Frame<crate::machine::Conc> as Traced<_>>::blank();
        self.runtime().lang.describe(copy_greens::<L>(&mut s.top().frame, &mut frame))
    }

    /// What the word at this place of a flat window is: found by writing a state in which it alone has no value.
    fn red_name(&self, f: &RecFlat, index: usize) -> String {
        const MARK: RecWord = RecWord { bits: u64::MAX, r: IrRef::NONE };
        let mut marked = f.clone();
        marked.reds[index] = MARK;
        let mut s = self.window(&marked);
        let slot = s.stack.slots().iter().position(|s| s.0 .0 == MARK || s.0 .1 == MARK);
        let Some(slot) = slot else { return format!("red word {index}, in a frame,") };
        let tag = s.stack.get(slot).0 .0 == MARK;
        slot_name(&mut s, slot, tag)
    }
}

/// The window as the running step found it, as far as names of places depend on it: without the values.
fn step_start() -> RecFlat {
    tape::with(|t| {
        let blank = RecWord { bits: 0, r: t.konst(Ty::Int, 0) };
        RecFlat::of(t.greens.to_vec(), vec![blank; t.entries.len()])
    })
}

/// A word of a slot as a register of one of the activations.
fn slot_name<L: Language>(s: &mut State<L, Rec>, slot: usize, tag: bool) -> String {
    let activation = (0..s.depth()).rev().find(|&i| s.at(i).lo <= slot).unwrap_or(0);
    let register = slot as i64 - s.at(activation).base as i64;
    let part = if tag { "tag" } else { "payload" };
    format!("the {part} of register {register} of activation {activation}")
}

/// The message of a panic, if it has one.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_string()
}

impl<L: Language> Recorder<'_, L> {
    /// Checks a call of an elidable helper that is being recorded.
    pub(crate) fn audit_claim(&self, h: &'static HelperRef, args: &[RecWord], result: (u64, Ty), at: At) {
        let words: Vec<u64> = args.iter().map(|w| w.bits).collect();
        if let Err(b) = self.rt.check_claim(h, &words, result) {
            let args: Vec<String> = tape::with(|t| args.iter().map(|&w| show_word(&t.trace, w)).collect());
            panic!("{}", self.with_place(broken(h, &args, at, b, result.1)));
        }
    }
}
