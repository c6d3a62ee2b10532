//! A step as it was recorded: what it began with, what it asked of the machine, what it was answered.
//!
//! **Problem.** A step is run again at once, and later, when the program has gone on. Then nothing of the machine is as it was, so everything that the step may
//! look at must be kept: that is its start and the answers, as a handler is a function of these.
//!
//! **Invariants.** Words are those of the recording's trace, which is kept beside the steps. A step kept for later holds no references: one of whose objects a
//! collection frees any is dropped by it ([`Step::words`]).

use super::At;
use crate::machine::{Access, TypeInfo};
use crate::record::flat::RecFlat;
use crate::record::word::RecWord;
use holloway_compiler::ir::{Op, Ty};
use std::any::TypeId;
use std::hash::{Hash as _, Hasher as _};
use std::ops::Range;

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
    /// A helper, by its name and which of that name it is.
    Call(&'static str, TypeId),
    /// Whether a word is constant.
    IsConst,
    /// Whether a place has had few values.
    IsFew,
    /// Whether the machine saw the object's allocation.
    IsNew,
    /// Where to look first.
    Guess,
    /// A quasi-immutable cell.
    Assume,
    /// The whole state.
    Stitch,
    /// A loop header, by its cell's address.
    Hot(usize),
    /// A function just pushed, likewise.
    Enter(usize),
    /// Nothing: the frame of an activation that waits for a call, or comes to a header, as it is published then.
    Published,
    /// The end of the window's last activation.
    Finish,
}

impl What {
    /// Whether operands may have no value: a version's address, and the greens of a frame.
    pub(super) fn takes_greens(self) -> bool {
        matches!(self, What::Assume | What::Enter(_) | What::Published)
    }

    pub(super) fn name(self) -> String {
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
            What::Guess => "guess".into(),
            What::Assume => "assume".into(),
            What::Stitch => "stitch".into(),
            What::Hot(_) => "backedge".into(),
            What::Enter(_) => "enter".into(),
            What::Published => "publish".into(),
            What::Finish => "return".into(),
        }
    }
}

/// One call of the machine, with its place in [`Step::words`].
#[derive(Clone)]
struct Event {
    what: What,
    at: At,
    args: Range<usize>,
    answers: Range<usize>,
}

/// A call of the machine, for reports.
pub(crate) struct Seen {
    pub(super) what: What,
    pub(super) at: At,
    pub(super) args: Vec<RecWord>,
}

/// See the module header.
#[derive(Clone, Default)]
pub(crate) struct Step {
    events: Vec<Event>,
    words: Vec<RecWord>,
    /// The state it began in, live parts.
    pub(super) start: RecFlat,
    /// How many slots that state had.
    pub(super) slots: usize,
}

/// Whether a cell has got another version than this one, which is an operand of [`What::Assume`].
fn is_replaced(version: u64) -> bool {
    // SAFETY: a version begins with its validity word and is never freed.
    unsafe { *(version as *const u64) != 0 }
}

impl Step {
    /// Makes it a step of which nothing but the beginning is known.
    pub(super) fn begin(&mut self, start: RecFlat, slots: usize) {
        self.events.clear();
        self.words.clear();
        (self.start, self.slots) = (start, slots);
    }
    /// Notes a call of the machine.
    pub(super) fn asked(&mut self, what: What, args: &[RecWord], at: At) {
        let args = self.keep(args);
        self.events.push(Event { what, at, args, answers: 0..0 });
    }
    /// Notes the answers of the last one.
    pub(super) fn answered(&mut self, answers: &[RecWord]) {
        let answers = self.keep(answers);
        self.events.last_mut().expect("the call was noted").answers = answers;
    }
    fn keep(&mut self, words: &[RecWord]) -> Range<usize> {
        let from = self.words.len();
        self.words.extend_from_slice(words);
        from..self.words.len()
    }
    /// The answers of call number `i`, if it was this one.
    pub(super) fn answers(&self, i: usize, what: What, args: &[RecWord]) -> Option<&[RecWord]> {
        let first = self.events.get(i)?;
        let before = &self.words[first.args.clone()];
        // The cell may have got another version since; what was seen is answered.
        let replaced = |version: u64| what == What::Assume && is_replaced(version);
        let same = first.what == what
            && before.len() == args.len()
            && before.iter().zip(args).all(|(a, b)| a == b || replaced(a.bits));
        same.then(|| &self.words[first.answers.clone()])
    }
    /// Whether all that it assumed still holds. What a step did that assumed something else is no rule for it.
    pub(super) fn holds(&self) -> bool {
        let assumed = self.events.iter().filter(|e| e.what == What::Assume);
        assumed.map(|e| self.words[e.args.start].bits).all(|version| !is_replaced(version))
    }
    /// Call number `i`, if there were as many.
    pub(super) fn seen(&self, i: usize) -> Option<Seen> {
        let seen = |e: &Event| Seen { what: e.what, at: e.at, args: self.words[e.args.clone()].to_vec() };
        self.events.get(i).map(seen)
    }
    /// The fields and elements that it loaded.
    pub(super) fn loads(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.events.iter().filter_map(|e| match e.what {
            What::Load(a) => Some(a.name.trim_end_matches(".payload").trim_end_matches(".tag")),
            _ => None,
        })
    }
    /// Whether it published a frame.
    pub(super) fn publishes(&self) -> bool {
        self.events.iter().any(|e| e.what == What::Published)
    }
    /// All words, of whatever kind.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let reds = self.start.reds.iter().chain(&self.words);
        self.start.greens.iter().copied().chain(reds.map(|w| w.bits))
    }
    /// What the way through the interpreter is: equal for steps that come by the same lines. Those that ask nothing go by the guest's place.
    pub(super) fn way(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        if self.events.is_empty() {
            hasher.write_u64(self.start.place());
        }
        for e in &self.events {
            (std::ptr::from_ref(e.at) as usize, std::mem::discriminant(&e.what)).hash(&mut hasher);
        }
        hasher.finish()
    }
}
