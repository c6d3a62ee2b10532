//! Iterators of `itertools` over built-in containers and iterators, over anything else they are generators, in `library/itertools.py`; and those over a
//! `collections.deque`.
//!
//! | kind | `a` | `b` | `i` | `n` |
//! |---|---|---|---|---|
//! | `CHAIN` | iterator over iterables | iterator over one of them, or `None` | | |
//! | `REPEAT` | the value | | | how many are left, -1 if endless |
//! | `COUNT` | | | next number | step |
//! | `CYCLE` | list of what came | iterator of the first round, then `None` | place in the list | |
//! | `ISLICE` | iterator | | how many are to be passed over | how many are left, -1 if all |
//! | `STEPS` | a `map` or the like | generator that goes through it, or `None` | | |
//! | `QUEUE`, `QUEUE_BACK` | the queue | | how many are left | the queue's `_first` at the beginning |
//!
//! **Invariants.** Numbers of `COUNT` never leave a machine word: [`SMALL_START`] and [`SMALL_STEP`]. At its end each stays there.
//!
//! **Example.** `chain([1], (2, 3))` is a `CHAIN` whose `a` iterates a tuple of the two; after the first value its `b` iterates `[1]`.

use super::{choices, iter, queue};
use crate::value::{Iter, Val, NONE};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// Kinds, after those of `iter::kinds`.
#[allow(missing_docs)]
pub mod kinds {
    pub const CHAIN: u32 = 22;
    pub const REPEAT: u32 = 23;
    pub const COUNT: u32 = 24;
    pub const CYCLE: u32 = 25;
    pub const ISLICE: u32 = 26;
    /// `CHAIN` of one iterable of iterables.
    pub const CHAINED: u32 = 27;
    /// See `objects::choices`.
    pub const PERMUTATIONS: u32 = 28;
    pub const COMBINATIONS: u32 = 29;
    pub const AGAIN: u32 = 30;
    /// From the first item of a queue to the last.
    pub const QUEUE: u32 = 31;
    /// The other way.
    pub const QUEUE_BACK: u32 = 32;
    /// An iterator that runs the program, as a `map` does, as what another one goes through: a loop over that goes on with a generator of the prelude's, so that the program's function is called by
    /// interpreter code. The generator holds no values, so whoever goes on with the `map` itself sees the same.
    pub const STEPS: u32 = 33;
}
use kinds::*;

/// Numbers from which `COUNT` goes are less far from 0.
pub const SMALL_START: i64 = 1 << 61;
/// And its steps. No program counts on for so long that the sum overflows.
pub const SMALL_STEP: i64 = 1 << 20;

/// Classes, and the kinds of their iterators.
const CLASSES: [(&str, u32); 10] = [
    ("chain", CHAIN),
    ("repeat", REPEAT),
    ("count", COUNT),
    ("cycle", CYCLE),
    ("islice", ISLICE),
    ("permutations", PERMUTATIONS),
    ("combinations", COMBINATIONS),
    ("combinations_with_replacement", AGAIN),
    ("_deque_iterator", QUEUE),
    ("_deque_reverse_iterator", QUEUE_BACK),
];

/// The kind of a class's iterators.
pub fn of_class(name: &str) -> Option<u32> {
    CLASSES.iter().find(|c| c.0 == name).map(|c| c.1)
}

/// The kind of iterators that a call of a function of a file makes where it can.
pub fn made_by(file: &str, name: &str) -> Option<u32> {
    match (file, name) {
        ("<library>/itertools.py", "from_iterable") => Some(CHAINED),
        ("<library>/itertools.py", _) => of_class(name).filter(|&kind| kind < CHAINED),
        (queue::FILE, "_forward") => Some(QUEUE),
        (queue::FILE, "_backward") => Some(QUEUE_BACK),
        _ => None,
    }
}

/// Whether the next value of an iterator, which is not [`STEPS`], comes from the program.
fn asks_program(rt: &Rt, x: Gc<Iter>) -> bool {
    let part = |it: Val| match it {
        Val::Gen(_) | Val::Inst(_) => true,
        Val::Iter(x) => x.kind == STEPS,
        _ => false,
    };
    match (x.kind, Val::from(x.a.get(&rt.heap))) {
        (iter::kinds::MAP | iter::kinds::FILTER | iter::kinds::CALL, _) => true,
        (iter::kinds::ENUMERATE, inner) => part(inner),
        (iter::kinds::ZIP, Val::Tuple(t)) => t.items.as_slice().iter().any(|&it| part(it.into())),
        _ => false,
    }
}

/// What another iterator is to go through instead of this one.
pub fn stepped(rt: &Rt, it: Val) -> Val {
    match it {
        Val::Iter(x) if asks_program(rt, x) => iter::make(rt, STEPS, it.into(), NONE, 0, 0),
        it => it,
    }
}

/// The next value.
///
/// # Errors
/// What iterators that it asks raise.
pub fn advance(rt: &Rt, x: Gc<Iter>) -> Result<Option<Val>, Raised> {
    let cx = &rt.heap;
    let (a, b) = (Val::from(x.a.get(cx)), Val::from(x.b.get(cx)));
    let (i, n) = (x.i.get(cx), x.n.get(cx));
    match x.kind {
        CHAIN => {
            let mut inner = b;
            loop {
                if !inner.is_none() {
                    if let Some(v) = iter::next(rt, inner)? {
                        return Ok(Some(v));
                    }
                    x.b.set(cx, NONE);
                }
                let Some(next) = iter::next(rt, a)? else { return Ok(None) };
                let _kept = rt.heap.keep([RawSlot::from(next)]);
                inner = iter::new(rt, next)?;
                x.b.set(cx, inner.into());
            }
        }
        STEPS => iter::next(rt, a),
        REPEAT if n == 0 => Ok(None),
        REPEAT => {
            x.n.set(cx, if n < 0 { n } else { n - 1 });
            Ok(Some(a))
        }
        COUNT => {
            x.i.set(cx, i + n);
            Ok(Some(Val::Int(i)))
        }
        CYCLE => {
            let Val::List(saved) = a else { return Ok(None) };
            if !b.is_none() {
                if let Some(v) = iter::next(rt, b)? {
                    saved.push(rt, v.into())?;
                    return Ok(Some(v));
                }
                x.b.set(cx, NONE);
            }
            let Some(last) = saved.len(rt).checked_sub(1) else { return Ok(None) };
            x.i.set(cx, if i as usize == last { 0 } else { i + 1 });
            Ok(Some(saved.get(rt, i as usize).into()))
        }
        PERMUTATIONS..=AGAIN => choices::advance(rt, x),
        QUEUE | QUEUE_BACK => queue::advance(rt, x),
        _ => {
            for left in (0..i).rev() {
                if iter::next(rt, a)?.is_none() {
                    x.n.set(cx, 0);
                    break;
                }
                x.i.set(cx, left);
            }
            if x.n.get(cx) == 0 {
                return Ok(None);
            }
            let v = iter::next(rt, a)?;
            x.n.set(
                cx,
                if v.is_none() {
                    0
                } else if n < 0 {
                    n
                } else {
                    n - 1
                },
            );
            Ok(v)
        }
    }
}
