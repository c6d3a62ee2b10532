//! The module `_csv`: fields of a line and lines of fields, for `csv`, which is written in Python.
//!
//! **Invariant.** Fields in quotes that go on in the next line, and values that only the program knows the text of, are left to Python: the answer is `None`.
//!
//! **Example.** `split('a,"b,""c"\n', ',', '"')` is `['a', 'b,"c']`, and `join(['a', 'b,"c'], ',', '"', '\n')` gives the line back.

use crate::native::{Args, Body};
use crate::objects::{list, str};
use crate::py::Module;
use crate::text;
use crate::value::Val;
use crate::Rt;
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use std::fmt::Write;

/// The character of ASCII that argument `i` is.
fn mark(a: &Args<'_>, i: usize) -> Option<u8> {
    match a.val(i) {
        Val::Str(s) if s.data().len() == 1 => Some(s.data()[0]),
        _ => None,
    }
}

/// The field from a place on, and where it ends. Quotes mean something at its beginning only.
fn field(line: &std::primitive::str, from: usize, comma: u8, quote: u8) -> Option<(String, usize)> {
    let (data, mut made, mut at) = (line.as_bytes(), String::new(), from);
    if data.get(at) == Some(&quote) {
        loop {
            at += 1;
            let n = data.get(at..)?.iter().position(|&c| c == quote)?;
            made.push_str(&line[at..at + n]);
            at += n + 1;
            if data.get(at) != Some(&quote) {
                break;
            }
            made.push(char::from(quote));
        }
    }
    let ends = |&c: &u8| c == comma || c == b'\r' || c == b'\n';
    let n = data[at..].iter().position(ends).unwrap_or(data.len() - at);
    made.push_str(&line[at..at + n]);
    Some((made, at + n))
}

fn parts(a: &Args<'_>) -> Option<Val> {
    let Val::Str(line) = a.val(0) else { return None };
    let (line, comma, quote) = (line.text(), mark(a, 1)?, mark(a, 2)?);
    let mut fields: Vec<RawSlot> = Vec::new();
    let mut at = 0;
    let ended = |at: usize| matches!(line.as_bytes().get(at), None | Some(b'\r' | b'\n'));
    while !ended(at) || !fields.is_empty() {
        let (made, end) = field(line, at, comma, quote)?;
        fields.push(str::val(a.rt, &made).ok()?.into());
        if ended(end) {
            break;
        }
        at = end + 1;
    }
    list::from(a.rt, &fields).ok().map(Val::List)
}

/// The text of a value of a built-in class.
fn written(v: Val, out: &mut String) -> Option<()> {
    match v {
        Val::Str(s) => out.push_str(s.text()),
        Val::None => {}
        Val::True => out.push_str("True"),
        Val::False => out.push_str("False"),
        Val::Int(n) => write!(out, "{n}").ok()?,
        Val::Float(x) => out.push_str(&text::float::repr(x.get())),
        _ => return None,
    }
    Some(())
}

fn line(a: &Args<'_>) -> Option<Val> {
    let Val::List(row) = a.val(0) else { return None };
    let (comma, quote) = (mark(a, 1)?, mark(a, 2)?);
    let Val::Str(end) = a.val(3) else { return None };
    let row = row.to_vec(a.rt);
    let (mut out, mut text) = (String::new(), String::new());
    for (i, &v) in row.iter().enumerate() {
        if i > 0 {
            out.push(char::from(comma));
        }
        text.clear();
        written(v.into(), &mut text)?;
        let special = |c: char| c == char::from(comma) || c == char::from(quote) || end.text().contains(c);
        if text.contains(special) || text.is_empty() && row.len() == 1 {
            let quote = char::from(quote);
            out.push(quote);
            for c in text.chars() {
                (0..1 + u8::from(c == quote)).for_each(|_| out.push(c));
            }
            out.push(quote);
        } else {
            out.push_str(&text);
        }
    }
    out.push_str(end.text());
    str::val(a.rt, &out).ok()
}

/// `split(line, delimiter, quote)`: a list or `None`.
fn split(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(parts(a).unwrap_or(Val::None))
}

/// `join(list, delimiter, quote, end)`: text or `None`.
fn join(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(line(a).unwrap_or(Val::None))
}

const FUNCTIONS: &[(&std::primitive::str, Body)] = &[("split", split), ("join", join)];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
}
