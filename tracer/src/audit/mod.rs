//! Audit mode: does an interpreter keep the rules that recording relies on?
//!
//! **Problem.** A handler must be a function of the state and of the machine's answers. Nothing in Rust's type system stops one from looking at the clock, at a
//! hash map's order or at a field of its own, and then recorded, resumed and compiled runs drift apart silently. With `HOLLOWAY_AUDIT=1` every step
//! that is recorded runs a second time: the recorder gives again the answers it noted in the first run ([`Audit`]), nothing is done twice, and both
//! runs must ask the same in the same order (ops with their operands and constants, guards, loads, stores, allocations, calls) and leave the same
//! state. Claims of `#[elidable]` helpers are checked as well ([`claims`]).
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
//! **Not promised.** Steps that never become hot are not looked at, nor is what helpers do (they run once). A register that is not live may be
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
mod rerun;

use crate::machine::{Access, TypeInfo};
use crate::record::flat::RecFlat;
use crate::record::word::RecWord;
use holloway_compiler::ir::{IrRef, Op, Trace, Ty};
use std::fmt::Write;
use std::ops::Range;
use std::panic::Location;

/// Where in the interpreter's source the machine was called.
pub(crate) type At = &'static Location<'static>;

/// What a handler asked of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A pure op.
    Pure(Op),
    /// A word as another type.
    Convert(Ty),
    /// The truth of a boolean.
    Branch,
    /// The value of a word.
    Promote,
    /// A field or an element.
    Load(Access),
    /// A store to one.
    Store(Access),
    /// An object or array.
    Alloc(TypeInfo),
    /// A helper, by its machine entry.
    Call(&'static str, usize),
    /// Whether a word is constant.
    IsConst,
    /// Whether a place has had few values.
    IsFew,
    /// Whether the machine saw the object's allocation.
    IsNew,
    /// A quasi-immutable cell.
    Assume,
    /// The whole state.
    Stitch,
    /// A loop header, by its cell's address.
    Hot(usize),
    /// A function just pushed, likewise.
    Enter(usize),
    /// The end of the window's last activation.
    Finish,
}

impl What {
    /// Whether operands may have no value: a version's address, and the greens of a frame.
    fn takes_greens(self) -> bool {
        matches!(self, What::Assume | What::Enter(_))
    }
}

impl What {
    fn name(self) -> String {
        match self {
            What::Pure(op) => op.info().name.into(),
            What::Convert(ty) => format!("as {ty:?}"),
            What::Branch => "branch".into(),
            What::Promote => "promote".into(),
            What::Load(a) => format!("load {}", a.name),
            What::Store(a) => format!("store {}", a.name),
            What::Alloc(t) => format!("allocate {}", t.name),
            What::Call(name, _) => format!("call {name}"),
            What::IsConst => "is_constant".into(),
            What::IsFew => "promote_few".into(),
            What::IsNew => "is_virtual".into(),
            What::Assume => "assume".into(),
            What::Stitch => "stitch".into(),
            What::Hot(_) => "backedge".into(),
            What::Enter(_) => "enter".into(),
            What::Finish => "return".into(),
        }
    }
}

/// One call of the machine, with its place in [`Audit::words`].
struct Event {
    what: What,
    at: At,
    args: Range<usize>,
    answers: Range<usize>,
}

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
    events: Vec<Event>,
    words: Vec<RecWord>,
    /// Next event of the second run.
    next: usize,
    /// The state before the step, live parts.
    start: RecFlat,
    /// All its slots.
    slots: Vec<(RecWord, RecWord)>,
    /// The state after the second run.
    end: Option<RecFlat>,
}

/// A call of the machine, for reports.
struct Seen {
    what: What,
    at: At,
    args: Vec<RecWord>,
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
        self.start.greens.iter().copied().chain(self.start.reds.iter().map(|w| w.bits))
    }

    /// Begins to note a step.
    pub(crate) fn begin(&mut self, start: RecFlat, slots: Vec<(RecWord, RecWord)>) {
        self.events.clear();
        self.words.clear();
        self.next = 0;
        (self.start, self.slots, self.end) = (start, slots, None);
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
                let args = self.keep(args);
                self.events.push(Event { what, at, args, answers: 0..0 });
                None
            }
            Mode::Checking => {
                let same = self.events.get(self.next).is_some_and(|e| self.same(e, what, args));
                if !same {
                    let second = Seen { what, at, args: args.to_vec() };
                    std::panic::resume_unwind(Box::new(self.violation(Some(second))));
                }
                self.next += 1;
                Some(&self.words[self.events[self.next - 1].answers.clone()])
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
            let answers = self.keep(answers);
            self.events.last_mut().expect("the call was noted").answers = answers;
        }
    }

    fn keep(&mut self, words: &[RecWord]) -> Range<usize> {
        let from = self.words.len();
        self.words.extend_from_slice(words);
        from..self.words.len()
    }

    fn same(&self, first: &Event, what: What, args: &[RecWord]) -> bool {
        let before = &self.words[first.args.clone()];
        if first.what != what || before.len() != args.len() {
            return false;
        }
        // The cell may have got another version in the first run; what was seen is answered.
        let replaced = |version: u64| {
            // SAFETY: a version begins with its validity word and is never freed.
            what == What::Assume && unsafe { *(version as *const u64) } != 0
        };
        before.iter().zip(args).all(|(a, b)| a == b || replaced(a.bits))
    }

    fn violation(&self, second: Option<Seen>) -> Violation {
        let seen = |e: &Event| Seen { what: e.what, at: e.at, args: self.words[e.args.clone()].to_vec() };
        Violation::Differs { first: self.events.get(self.next).map(seen), second }
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

impl Seen {
    fn show(&self, trace: &Trace) -> String {
        let args: Vec<String> = self.args.iter().map(|&w| show_word(trace, w)).collect();
        format!("{}({}) at {}", self.what.name(), args.join(", "), self.at)
    }
}

impl Violation {
    /// Its text; `register` names the register of a word of no value.
    fn show(&self, trace: &Trace, register: impl FnOnce(u64) -> String) -> String {
        let line = |s: &Option<Seen>| s.as_ref().map_or("nothing more".to_string(), |s| s.show(trace));
        match self {
            Violation::Differs { first, second } => report(
                "a step did not do the same when it was run again",
                &[("first run", line(first)), ("second run", line(second))],
            ),
            Violation::Dead { word, read } => report(
                "a step reads a register that is not live",
                &[("register", register(*word)), ("read", read.show(trace))],
            ),
        }
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
