//! Methods of strings about letters: their case, and what kinds of characters there are.

use super::changed::{turned, CHANGES, LOWER, UPPER};
use super::this;
use crate::native::Args;
use crate::objects::str;
use crate::text::{chars, repr};
use crate::value::Val;
use holloway::machine::Raised;

pub(super) fn upper(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    CHANGES[usize::from(UPPER)].1(a.rt, this(a)?).map(Val::Str)
}
pub(super) fn lower(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    CHANGES[usize::from(LOWER)].1(a.rt, this(a)?).map(Val::Str)
}
pub(super) fn casefold(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    turned(a.rt, this(a)?, u8::to_ascii_lowercase, chars::folded).map(Val::Str)
}

/// Lower case that knows where a word ends (of the sigma), for the rest of a text that is not the text's beginning.
fn lower_rest(first: char, rest: &str) -> String {
    // What the first character is says nothing of the others, but it must be a letter where it was one.
    let whole: String = [first].into_iter().chain(rest.chars()).collect();
    let head: usize = first.to_string().to_lowercase().len();
    whole.to_lowercase()[head..].to_string()
}

/// What methods make of a byte of ASCII text, of which they know the one before.
type OfAscii = fn(Option<u8>, u8) -> u8;

macro_rules! mapped {
    ($($f:ident |$s:ident| $e:expr, $of_ascii:expr;)*) => {$(
        pub(super) fn $f(a: &mut Args<'_>) -> Result<Val, Raised> {
            a.method(0, 0)?;
            let t = this(a)?;
            if t.is_ascii() {
                let (of_ascii, mut before): (OfAscii, _) = ($of_ascii, None);
                let bytes = t.data().iter().map(|&b| of_ascii(before.replace(b), b));
                return str::from_ascii(a.rt, t.size(), bytes).map(Val::Str);
            }
            let $s = t.text();
            str::val(a.rt, &$e)
        }
    )*};
}
mapped! {
    capitalize |s| {
        let mut c = s.chars();
        c.next().map_or(String::new(), |f| [chars::title(f), lower_rest(f, c.as_str())].concat())
    }, |before, b| if before.is_none() { b.to_ascii_uppercase() } else { b.to_ascii_lowercase() };
    title |s| {
        let mut out = String::new();
        let mut rest = s;
        while let Some(at) = rest.find(chars::is_cased) {
            out.push_str(&rest[..at]);
            let word = &rest[at..];
            let end = word.find(|c| !chars::is_cased(c)).unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            let mut c = word.chars();
            if let Some(f) = c.next() {
                out.push_str(&chars::title(f));
                out.push_str(&lower_rest(f, c.as_str()));
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }, |before, b| match before {
        Some(before) if before.is_ascii_alphabetic() => b.to_ascii_lowercase(),
        _ => b.to_ascii_uppercase(),
    };
    swapcase |s| {
        let lower = s.to_lowercase();
        let mut at = 0;
        let mut out = String::new();
        for c in s.chars() {
            let n = c.to_lowercase().map(char::len_utf8).sum::<usize>();
            match () {
                () if c.is_uppercase() => out.push_str(&lower[at..at + n]),
                () if c.is_lowercase() => out.extend(c.to_uppercase()),
                () => out.push(c),
            }
            at += n;
        }
        out
    }, |_, b| if b.is_ascii_alphabetic() { b ^ 0x20 } else { b };
}

macro_rules! tests {
    ($($f:ident |$s:ident| $e:expr;)*) => {$(
        pub(super) fn $f(a: &mut Args<'_>) -> Result<Val, Raised> {
            a.method(0, 0)?;
            let t = this(a)?;
            let $s = t.text();
            Ok(Val::bool($e))
        }
    )*};
}
tests! {
    isdecimal |s| !s.is_empty() && s.chars().all(|c| chars::decimal(c).is_some());
    isdigit |s| !s.is_empty() && s.chars().all(chars::is_digit);
    isnumeric |s| !s.is_empty() && s.chars().all(chars::is_numeric);
    isalpha |s| !s.is_empty() && s.chars().all(|c| c.is_alphabetic() && !c.is_numeric());
    isalnum |s| !s.is_empty() && s.chars().all(|c| c.is_alphabetic() || chars::is_numeric(c));
    isprintable |s| s.chars().all(|c| {
        // As `repr` sees it.
        matches!(c, ' '..='~') || repr::quoted(c.encode_utf8(&mut [0; 4])).chars().count() == 3
    });
    isspace |s| !s.is_empty() && s.chars().all(str::is_space);
    isupper |s| s.chars().any(char::is_uppercase) && !s.chars().any(|c| c.is_lowercase() || chars::is_title(c));
    islower |s| s.chars().any(char::is_lowercase) && !s.chars().any(|c| c.is_uppercase() || chars::is_title(c));
    isidentifier |s| {
        let mut c = s.chars();
        c.next().is_some_and(|c| c.is_alphabetic() || c == '_') && c.all(|c| c.is_alphanumeric() || c == '_')
    };
    istitle |s| {
        let (mut inside, mut any, mut right) = (false, false, true);
        for c in s.chars() {
            let begins = c.is_uppercase() || chars::is_title(c);
            right &= if begins { !inside } else { inside || !c.is_lowercase() };
            inside = chars::is_cased(c);
            any |= inside;
        }
        any && right
    };
}

/// By what is counted already: only characters of ASCII take one byte each.
pub(super) fn isascii(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    Ok(Val::bool(this(a)?.is_ascii()))
}
