//! What programs see of data as a whole: whether two are equal, and how one is written.
//!
//! **Problem.** Data may be deep, may share parts (a list of 64 pairs may have 2^64 ends), and a vector may be in itself. Neither comparing nor writing it may use up the
//! native stack or go on for ever: both are helpers, which nobody can interrupt.
//!
//! **Invariants.** [`equal`] uses no native stack for depth and ends after [`MOST_STEPS`]; [`write()`] looks [`DEEPEST`] levels into data and ends when its text is long enough.
//!
//! **Not promised.** Floats that are infinite or no numbers, procedures, records and what else has no form of its own are written so that people see what they are; the
//! reader takes that for something else, or for an error.
//!
//! **Example.** `(write '(1 "a\n" . b))` writes `(1 "a\n" . b)`; `display` writes the string as it is.

use crate::code::PRIMS;
use crate::value::{Plain, Value};
use holloway::heap::{Gc, Mutator, RawSlot, SlotArray};
use holloway::machine::*;
use std::fmt::Write;

/// Comparisons that [`equal`] makes.
pub const MOST_STEPS: usize = 1 << 25;
/// Data in data that it looks into.
const DEEPEST_EQUAL: usize = 1_000_000;

/// What is left to be compared.
enum Left {
    /// The rests of two lists.
    Rests(RawSlot, RawSlot),
    /// Two vectors from an element on.
    From(Gc<SlotArray>, Gc<SlotArray>, usize),
}

/// The same object, or equal numbers of one kind, or equal text, or pairs and vectors of such; `None` if that is too much work to find out.
pub fn equal(heap: &Mutator, a: RawSlot, b: RawSlot) -> Option<bool> {
    let mut left = vec![Left::Rests(a, b)];
    let mut steps = 0;
    while let Some(next) = left.pop() {
        steps += 1;
        if steps > MOST_STEPS || left.len() > DEEPEST_EQUAL {
            return None;
        }
        let (a, b) = match next {
            Left::Rests(a, b) => (a, b),
            Left::From(x, y, i) => {
                let Some(both) = x.get(heap, i).zip(y.get(heap, i)) else { continue };
                left.push(Left::From(x, y, i + 1));
                both
            }
        };
        let same = match (Plain::from_raw(a), Plain::from_raw(b)) {
            (Value::Float(x), Value::Float(y)) => x.value() == y.value(),
            (Value::Str(x), Value::Str(y)) => x.gc().utf8() == y.gc().utf8(),
            (Value::Vector(x), Value::Vector(y)) if a != b => {
                left.push(Left::From(x.gc(), y.gc(), 0));
                x.gc().len() == y.gc().len()
            }
            (Value::Pair(x), Value::Pair(y)) if a != b => {
                left.push(Left::Rests(x.gc().cdr, y.gc().cdr));
                left.push(Left::Rests(x.gc().car, y.gc().car));
                true
            }
            _ => a == b,
        };
        if !same {
            return Some(false);
        }
    }
    Some(true)
}

/// Data in data that is written; what lies deeper is `...`.
pub const DEEPEST: u32 = 100;
/// Bytes of text after which no more data is written but `...`.
const LONGEST: usize = 1 << 26;
/// The same for messages.
const BRIEF: usize = 200;

/// Writes a value as the reader would take it (`quoted`), or as people read it.
pub fn write(heap: &Mutator, out: &mut String, v: RawSlot, quoted: bool) {
    let longest = out.len() + LONGEST;
    Writer { heap, out, quoted, longest }.value(v, DEEPEST);
    if out.len() > longest && !matches!(Plain::from_raw(v), Value::Str(_)) {
        out.push_str("...");
    }
}

/// A value for a message: quoted, and cut where it is long.
pub fn brief(heap: &Mutator, v: RawSlot) -> String {
    let mut out = String::new();
    Writer { heap, out: &mut out, quoted: true, longest: BRIEF }.value(v, DEEPEST);
    // Strings as well: an error's message may have one in it that is another error's message, whose escapes are escaped.
    if out.len() > BRIEF {
        out.truncate(out.floor_char_boundary(BRIEF));
        out.push_str("...");
    }
    out
}

/// A text between quotation marks, with the reader's escapes.
fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '"' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push('"');
}

struct Writer<'a> {
    heap: &'a Mutator,
    out: &'a mut String,
    quoted: bool,
    /// Where the text is long enough.
    longest: usize,
}

impl Writer<'_> {
    fn items(&mut self, mut items: impl Iterator<Item = RawSlot>, left: u32) {
        let mut first = true;
        while let Some(item) = items.next().filter(|_| self.out.len() <= self.longest) {
            self.out.push_str(if first { "" } else { " " });
            first = false;
            self.value(item, left - 1);
        }
    }
    fn put(&mut self, text: &str) {
        self.out.push_str(text)
    }
    /// Writes a value, and what is in it as deep as is left.
    fn value(&mut self, v: RawSlot, left: u32) {
        if self.out.len() > self.longest {
            return;
        }
        let heap = self.heap;
        match Plain::from_raw(v) {
            Value::False => self.put("#f"),
            Value::True => self.put("#t"),
            Value::Nil => self.put("()"),
            Value::Void => self.put("#<void>"),
            Value::Unset => self.put("#<unset>"),
            // Writing to a string cannot fail.
            Value::Int(n) => _ = write!(self.out, "{}", n.value()),
            Value::Float(x) => _ = write!(self.out, "{:?}", x.value()),
            Value::Symbol(s) => self.put(s.gc().name().text()),
            Value::Str(s) if self.quoted => quote(self.out, s.gc().text()),
            Value::Str(s) => self.put(s.gc().text()),
            Value::Closure(_) => self.put("#<procedure>"),
            Value::Builtin(n) => match PRIMS.get(n.value() as usize) {
                Some((name, _)) => _ = write!(self.out, "#<procedure {name}>"),
                None => self.put("#<procedure>"),
            },
            Value::Cell(_) => self.put("#<cell>"),
            Value::Table(_) => self.put("#<table>"),
            Value::Generator(_) => self.put("#<generator>"),
            Value::Foreign(_) => self.put("#<foreign>"),
            Value::HashTable(_) => self.put("#<hash-table>"),
            Value::Flexvector(_) => self.put("#<flexvector>"),
            _ if left == 0 => self.put("..."),
            Value::Pair(_) => {
                let mut rest = v;
                let cars = std::iter::from_fn(|| match Plain::from_raw(rest) {
                    Value::Pair(p) => {
                        rest = p.gc().cdr;
                        Some(p.gc().car)
                    }
                    _ => None,
                });
                self.put("(");
                self.items(cars, left);
                if !matches!(Plain::from_raw(rest), Value::Nil | Value::Pair(_)) {
                    self.put(" . ");
                    self.value(rest, left - 1);
                }
                self.put(")");
            }
            Value::Vector(x) => {
                self.put("#(");
                self.items((0..x.gc().len()).filter_map(|i| x.gc().get(heap, i)), left);
                self.put(")");
            }
            Value::Record(x) => {
                self.put("#<record");
                for (i, name) in x.gc().map.names().iter().enumerate() {
                    _ = write!(self.out, " {}: ", name.name().text());
                    self.value(x.gc().field(heap, i).unwrap_or_default(), left - 1);
                }
                self.put(">");
            }
        }
    }
}
