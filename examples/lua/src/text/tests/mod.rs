//! Tests against recorded answers of the reference (5.4.4), and round trips.
//!
//! `record.lua` calls the reference's library and writes what it was given and what it answered to
//! `recorded.txt`; here the same calls go to this module. The field syntax is described in `record.lua`.

mod calls;
mod round_trips;

use super::TextError;

/// A value of a recorded call.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Nil,
    Bool(bool),
    Int(i64),
    /// By its bits, so that zeros and NaNs are told apart.
    Float(u64),
    Str(Vec<u8>),
}

pub type Results = Result<Vec<Value>, TextError>;

fn parse_value(field: &str) -> Value {
    let text = &field[1..];
    match &field[..1] {
        "n" => Value::Nil,
        "b" => Value::Bool(text == "true"),
        "i" => Value::Int(text.parse().unwrap()),
        "f" => Value::Float(u64::from_str_radix(text, 16).unwrap()),
        "s" => Value::Str(unescape(text)),
        other => panic!("unknown field type {other}"),
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut pieces = text.split("\\x");
    out.extend_from_slice(pieces.next().unwrap().as_bytes());
    for piece in pieces {
        out.push(u8::from_str_radix(&piece[..2], 16).unwrap());
        out.extend_from_slice(&piece.as_bytes()[2..]);
    }
    out
}

fn parse_results(fields: &[&str]) -> Results {
    match fields {
        [message] if message.starts_with('e') => Err(TextError::message(unescape(&message[1..]))),
        [message, index] if message.starts_with('e') => {
            Err(TextError::argument(index[1..].parse().unwrap(), unescape(&message[1..])))
        }
        values => Ok(values.iter().map(|field| parse_value(field)).collect()),
    }
}

/// Runs all recorded calls of some kinds; reports every difference, and kinds without any call.
fn check(kinds: &[&str]) {
    let recorded = include_str!("recorded.txt");
    let mut differences = Vec::new();
    for kind in kinds {
        let mut count = 0;
        for line in recorded.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            if fields[0] != *kind {
                continue;
            }
            count += 1;
            let arrow = fields.iter().position(|field| *field == "=>").unwrap();
            let args: Vec<Value> = fields[1..arrow].iter().map(|field| parse_value(field)).collect();
            let expected = parse_results(&fields[arrow + 1..]);
            let found = calls::call(kind, &args);
            if !same(&found, &expected) {
                differences.push(format!("{line}\n  found {found:?}"));
            }
        }
        assert!(count > 0, "nothing recorded for {kind}");
    }
    let shown = differences.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(differences.is_empty(), "{} differences:\n{shown}", differences.len());
}

/// Equality, but for the bits of a NaN, which Rust leaves open.
fn same(found: &Results, expected: &Results) -> bool {
    let nan = |value: &Value| matches!(value, Value::Float(bits) if f64::from_bits(*bits).is_nan());
    match (found, expected) {
        (Ok(found), Ok(expected)) => {
            found.len() == expected.len()
                && found.iter().zip(expected).all(|(f, e)| f == e || nan(f) && nan(e))
        }
        _ => found == expected,
    }
}

#[test]
fn numbers_and_text() {
    check(&["tonumber", "tostring"]);
}

#[test]
fn arithmetic_and_comparison() {
    check(&["//", "%", "^", "<", "<=", "==", "<<", ">>", "fmod", "floor", "ceil", "toint"]);
}

#[test]
fn format() {
    check(&["format"]);
}

#[test]
fn positions() {
    check(&["sub"]);
}

#[test]
fn patterns() {
    check(&["find", "match", "gmatch", "gsub"]);
}

#[test]
fn pack() {
    check(&["pack", "packsize", "unpack"]);
}

#[test]
fn utf8() {
    check(&["charpattern", "char", "codes", "next_code", "codepoint", "len", "offset"]);
}

#[test]
fn random() {
    check(&["random"]);
}

#[test]
fn dates() {
    check(&["date", "time"]);
}

#[test]
fn objects_have_no_literal_form() {
    let mut out = Vec::new();
    let error = super::format::format(b"%q", &mut calls::Object, &mut out);
    assert_eq!(error, Err(TextError::argument(2, "value has no literal form")));
    super::format::format(b"%p|%14p|%s", &mut calls::Object, &mut out).unwrap();
    assert_eq!(out, b"0x7f001234|    0x7f001234|object");
}

#[test]
fn some_local_zone_is_found() {
    let zone = langkit::zone::Zone::from_environment();
    let mut out = Vec::new();
    super::date::date(b"%Z %z", 0, &zone, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let (name, offset) = text.split_once(' ').unwrap();
    assert!(!name.is_empty() && offset.len() == 5, "{text}");
}

#[test]
fn unreadable_zones_are_utc() {
    for text in ["", "no such zone", "CET-1CEST,", "\0"] {
        let mut out = Vec::new();
        super::date::date(b"%Z %z", 0, &langkit::zone::Zone::from_posix(text), &mut out).unwrap();
        assert_eq!(out, b"UTC +0000", "{text:?}");
    }
}
