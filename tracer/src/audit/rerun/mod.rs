//! The recorder's side of audit mode: noting a step, running it again, comparing how the runs ended.
//!
//! **Problem.** A step ends at a merge point, deep inside the interpreter's loop, or by leaving that loop. Another run is a call of the
//! interpreter from there, by the same recorder, on a state of its own.
//!
//! **How.** Each step is run a second time at once. Then come runs that are disturbed, to see what frames are for ([`published`]); some steps are kept and run
//! again later ([`later`]).
//!
//! **Invariants.** Another run sees the same run time as the end of the first one; only answers and start state are the old ones. It ends at its
//! first merge point.

mod fields;
mod later;
mod published;
mod quiet;

use super::claims::broken;
use super::past::{End, Kept, BEGINNING};
use super::{no_value, report, show_word, At, Mode, Violation};
use crate::machine::{quasi, Exit, HelperRef, Language, Machine, Slot, State, Traced, SLACK};
use crate::policy::Abort;
use crate::record::flat::{self, RecFlat};
use crate::record::{copy_greens, tape, Rec, RecWord, Recorder};
use fields::Names;
use holloway_compiler::ir::{HelperEffect, IrRef, Ty};
use std::any::Any;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

/// Most slots of a state that is kept for the next run, which copies them all.
const MAX_SPARE: usize = 4096;

/// What one more run of a step came to.
struct Run {
    outcome: Result<Exit, Box<dyn Any + Send>>,
    /// The state at its merge point.
    end: Option<RecFlat>,
}

/// How it differs from the first.
enum Difference {
    /// It called the machine differently.
    Calls(Violation),
    /// It panicked.
    Panicked(String),
    /// It ended at a merge point or by leaving, and the first one otherwise.
    Ended { first: End, second: Option<Exit> },
    /// It left another state.
    State { first: RecFlat, second: RecFlat },
}

/// When a step was run again, for reports.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// At once.
    Again,
    /// Later.
    Later,
}

impl When {
    /// Of what it did not do.
    fn says(self, what: &str) -> String {
        let when = if self == When::Later { " later" } else { "" };
        format!("a step did not {what} when it was run again{when}")
    }
    fn run(self) -> &'static str {
        match self {
            When::Again => "second run",
            When::Later => "later run",
        }
    }
}

impl<L: Language> Recorder<'_, L> {
    /// A step begins in this state.
    pub(crate) fn note_step(&self, s: &mut State<L, Rec>) {
        if self.guide.audits() {
            let (start, slots) = (self.flat(s), s.stack.slots().iter().map(|s| s.0).collect());
            tape::with(|t| t.audit.begin(start, slots));
        }
    }

    /// A merge point in audit mode: the end of a first run, which is then run again, or the begin or end of another run, for which the answer of
    /// [`Machine::merge`] is given.
    pub(crate) fn audit_merge(&self, s: &mut State<L, Rec>) -> Option<bool> {
        match tape::with(|t| t.audit.mode) {
            Mode::Off => None,
            Mode::Noting => {
                self.run_again(End::Merge(self.flat(s)));
                if self.for_audit && self.merges.get() >= BEGINNING {
                    tape::with(|t| t.abort(Abort::TooLong));
                }
                None
            }
            Mode::Entering => {
                self.disturb(s);
                tape::with(|t| t.audit.mode = Mode::Checking);
                Some(false)
            }
            Mode::Checking => {
                let end = self.flat(s);
                tape::with(|t| t.audit.end = Some(end));
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
            Ok(v) => panic!("{}", self.report(When::Again, &Difference::Calls(*v), None)),
            Err(panic) => resume_unwind(panic),
        })
    }

    fn run_again(&self, end: End) {
        let run = self.run_step(&[]);
        // What a run leaves that finds nothing in dead registers, which is what all others begin with.
        let bare = run.end.clone().map_or(end.clone(), End::Merge);
        let settled = run.end.map(|f| tape::with(|t| t.audit.settle(f)));
        if let Some(d) = self.difference(&end, Run { end: settled, ..run }, None) {
            let unpublished = self.find_unpublished(&bare);
            panic!("{}", self.report(When::Again, &d, unpublished));
        }
        self.check_published(&bare);
        if let Some(text) = tape::with(|t| self.rt.claims.borrow_mut().load(t.audit.step.loads())) {
            panic!("{text}");
        }
        let depths = (self.rt.native_ctx().depth.get(), self.rt.max_depth());
        tape::with(|t| {
            let step = t.audit.step.clone();
            let over = t.done || t.dead.is_some();
            t.audit.kept.push(Kept { step, end: bare, depths, over });
        });
        self.guide.audited();
    }

    /// Runs the tape's step once more, its running frame disturbed at these green words.
    fn run_step(&self, disturbed: &[usize]) -> Run {
        let mut again = self.state_before();
        tape::with(|t| {
            let a = &mut t.audit;
            (a.mode, a.next, a.end) = (Mode::Entering, 0, None);
            a.disturbed = disturbed.to_vec();
        });
        let run = || self.runtime().lang.interp(self, &mut again);
        let outcome = match disturbed {
            [] => catch_unwind(AssertUnwindSafe(run)),
            _ => quiet::quietly(run),
        };
        again.truncate(0);
        if again.stack.slots().len() <= MAX_SPARE {
            self.rt.spare_rerun.set(Some(again));
        }
        tape::with(|t| {
            t.audit.mode = Mode::Off;
            Run { outcome, end: t.audit.end.take() }
        })
    }

    /// The state before the step: what is live as it was, everything else without value.
    fn state_before(&self) -> State<L, Rec> {
        let mut s = self.rt.spare_rerun.take().unwrap_or_default();
        let (start, slots) = tape::with(|t| (t.audit.step.start.clone(), t.audit.step.slots));
        // As large as the first run's, so that neither run must enlarge it alone.
        let room = s.stack.reserve(slots.saturating_sub(2 * SLACK));
        let mut nothing = self.rt.no_values.borrow_mut();
        let known = nothing.len();
        nothing.extend((known..s.stack.slots().len()).map(|i| Slot(no_value(i))));
        let to = s.stack.slots();
        to.copy_from_slice(&nothing[..to.len()]);
        drop(nothing);
        let written = flat::write(&mut s, 0, 0, &start.greens, &start.reds);
        assert!(room.is_ok() && written.is_ok(), "a second state as large as the first");
        s
    }

    /// Compares a run with the first one. Of the state at the end, green word `but` may be any.
    fn difference(&self, first: &End, run: Run, but: Option<usize>) -> Option<Difference> {
        let exit = match run.outcome {
            Ok(exit) => exit,
            Err(panic) => {
                return Some(match panic.downcast::<Violation>() {
                    Ok(v) => Difference::Calls(*v),
                    Err(panic) => Difference::Panicked(panic_text(&*panic)),
                })
            }
        };
        let missing = |t: &mut tape::Tape| t.audit.step.seen(t.audit.next);
        if let Some(first) = tape::with(missing) {
            return Some(Difference::Calls(Violation::Differs { first: Some(first), second: None }));
        }
        match (first, run.end) {
            (End::Merge(first), Some(mut second)) => {
                if let Some((to, from)) = but.and_then(|i| second.greens.get_mut(i).zip(first.greens.get(i)))
                {
                    *to = *from;
                }
                let differs = first.greens != second.greens || first.reds != second.reds;
                differs.then(|| Difference::State { first: first.clone(), second })
            }
            (End::Left(first), None) if *first == exit => None,
            (first, second) => {
                Some(Difference::Ended { first: first.clone(), second: second.is_none().then_some(exit) })
            }
        }
    }

    /// A difference's report, with one more fact if there is one.
    fn report(&self, when: When, d: &Difference, fact: Option<(String, String)>) -> String {
        let names = Names::of::<L>();
        let (what, first, second) = match d {
            Difference::Calls(Violation::Dead { word, read }) => {
                let mut start = self.window(&step_start());
                let register = slot_name(&mut start, *word as usize / 2, word.is_multiple_of(2));
                let read = tape::with(|t| names.show(read, &t.trace));
                let facts = [("register", register), ("read", read)];
                return self.with_place(report("a step reads a register that is not live", &facts));
            }
            Difference::Calls(Violation::Differs { first, second }) => {
                let show = |seen| tape::with(|t| names.show(seen, &t.trace));
                let [first, second] =
                    [first, second].map(|s| s.as_ref().map_or("nothing more".to_string(), show));
                ("do the same", Some(first), second)
            }
            Difference::Panicked(text) => ("do the same", None, format!("panicked: {text}")),
            Difference::Ended { first, second } => {
                let first = match first {
                    End::Merge(_) => None,
                    End::Left(exit) => Some(*exit),
                };
                let [first, second] = [first, *second].map(|exit| match exit {
                    None => "came to a merge point".to_string(),
                    Some(exit) => format!("left the interpreter by {exit:?}"),
                });
                ("end the same", Some(first), second)
            }
            Difference::State { first, second } => {
                let [first, second] = self.show_states(&names, first, second);
                ("leave the same state", Some(first), second)
            }
        };
        let mut facts = Vec::from_iter(first.map(|f| ("first run", f)));
        facts.push((when.run(), second));
        if let Some((name, text)) = &fact {
            facts.insert(0, (name, text.clone()));
        }
        self.with_place(report(&when.says(what), &facts))
    }

    /// What is different between two states.
    fn show_states(&self, names: &Names, first: &RecFlat, second: &RecFlat) -> [String; 2] {
        if first.greens == second.greens {
            let Some(i) = first.reds.iter().zip(&second.reds).position(|(a, b)| a != b) else {
                return [first, second].map(|f| format!("{} red words", f.reds.len()));
            };
            let place = names.red(first, i).unwrap_or_else(|| self.register_name(first, i));
            return [first, second]
                .map(|f| tape::with(|t| format!("{place} is {}", show_word(&t.trace, f.reds[i]))));
        }
        let differ = first.greens.iter().zip(&second.greens).position(|(a, b)| a != b);
        let same_depth = first.depth() == second.depth();
        [first, second].map(|f| {
            let (place, depth) = (self.describe(f), f.depth());
            match differ.filter(|_| same_depth) {
                Some(i) => format!("at {place}, {} is {}", names.green(f, i), f.greens[i]),
                None => format!("at {place}, {depth} activation{} deep", if depth == 1 { "" } else { "s" }),
            }
        })
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

    /// The register that the word at this place of a flat window is in: found by writing a state in which it alone has no value.
    fn register_name(&self, f: &RecFlat, index: usize) -> String {
        const MARK: RecWord = RecWord { bits: u64::MAX, r: IrRef::NONE };
        let mut marked = f.clone();
        marked.reds[index] = MARK;
        let mut s = self.window(&marked);
        let slot = s.stack.slots().iter().position(|s| s.0 .0 == MARK || s.0 .1 == MARK);
        let Some(slot) = slot else { return format!("red word {index}") };
        let tag = s.stack.get(slot).0 .0 == MARK;
        slot_name(&mut s, slot, tag)
    }

    /// Calls a helper that is being recorded, by its machine entry. One that only reads is watched.
    pub(crate) fn watched(
        &self,
        h: &'static HelperRef,
        args: &[RecWord],
        at: At,
        call: impl FnOnce() -> u64,
    ) -> u64 {
        let heap = &self.rt.heap;
        let watches = h.effect == HelperEffect::Read
            && self.guide.audits()
            && self.rt.claims.borrow_mut().doubts(h, heap.stats().in_use);
        if !watches {
            return call();
        }
        let (before, sets) = (heap.contents(), quasi::sets().0);
        let status = call();
        let tell = |written: &str| {
            let args: Vec<String> = tape::with(|t| args.iter().map(|&w| show_word(&t.trace, w)).collect());
            let call = format!("{}({}) at {at}", h.name, args.join(", "));
            let what = format!("helper `{}` claims only to read, but it has written", h.name);
            self.with_place(report(&what, &[("call", call), ("written", written.into())]))
        };
        let text = match quasi::sets() {
            (now, Some(by)) if now != sets => Some(tell(&format!("a quasi-immutable cell at {by}"))),
            _ => {
                let changes = heap.changes_since(&before);
                let mut claims = self.rt.claims.take();
                let text = claims.write(changes, tell);
                self.rt.claims.replace(claims);
                text
            }
        };
        if let Some(text) = text {
            panic!("{text}");
        }
        status
    }

    /// Checks a call of an elidable helper that is being recorded.
    pub(crate) fn audit_claim(&self, h: &'static HelperRef, args: &[RecWord], result: (u64, Ty), at: At) {
        let words: Vec<u64> = args.iter().map(|w| w.bits).collect();
        if let Err(b) = self.rt.check_claim(h, &words, result) {
            let args: Vec<String> = tape::with(|t| args.iter().map(|&w| show_word(&t.trace, w)).collect());
            panic!("{}", self.with_place(broken(h, &args, at, b, result.1)));
        }
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
