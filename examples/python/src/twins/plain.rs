//! Order and equality of plain values: numbers, strings, and tuples of these. No program is run and nothing raised: `None` says that it would be.
//!
//! **Example.** `less(rt, 1, 2.5)` is `Some(true)`; `less(rt, 1, "x")` is `None`, as Python raises `TypeError`.

use crate::objects::{number, ops};
use crate::value::{Tag, Val};
use crate::Rt;
use holloway::heap::RawSlot;
use std::cmp::Ordering;

/// Tuples in tuples that are looked at.
const DEEPEST: u32 = 8;

/// `a < b`.
#[inline]
pub fn less(rt: &Rt, a: RawSlot, b: RawSlot) -> Option<bool> {
    match (Val::from(a), Val::from(b)) {
        (Val::Int(x), Val::Int(y)) => Some(x < y),
        (Val::Float(x), Val::Float(y)) => Some(x.get() < y.get()),
        (x, y) => less_within(rt, x, y, 0),
    }
}

fn less_within(rt: &Rt, a: Val, b: Val, depth: u32) -> Option<bool> {
    match (a, b) {
        (Val::Str(x), Val::Str(y)) => Some(x.data() < y.data()),
        (Val::Tuple(x), Val::Tuple(y)) if depth < DEEPEST => {
            let (x, y) = (x.items.as_slice(), y.items.as_slice());
            for (&a, &b) in x.iter().zip(y) {
                if !same(rt, a, b)? {
                    return less_within(rt, a.into(), b.into(), depth + 1);
                }
            }
            Some(x.len() < y.len())
        }
        _ if number::is_number(a) && number::is_number(b) => {
            Some(number::compare(rt, a, b) == Some(Ordering::Less))
        }
        _ => None,
    }
}

/// `a is b or a == b`.
pub fn same(rt: &Rt, a: RawSlot, b: RawSlot) -> Option<bool> {
    let numbers = || number::is_number(a.into()) && number::is_number(b.into());
    match ops::plain_equal(a, b) {
        None if a.tag != Tag::Tuple && numbers() => {
            Some(number::compare(rt, a.into(), b.into()) == Some(Ordering::Equal))
        }
        known => known,
    }
}
