//! `string.format`.
//!
//! **Problem.** A format string drives conversions of values this module does not know.
//!
//! **Interface.** The caller implements [`FormatArgs`] over its values; the arguments are asked for in order,
//! each at most once, by Lua's number (the first value after the format string is 2). Errors of the caller
//! pass through.
//!
//! **Invariants.** Widths and precisions have at most two digits, so one conversion writes at most about 500
//! bytes (or the argument's own text). Padding is inserted where the text already stands: nothing else is
//! allocated.
//!
//! **Not promised.** Conversions of later releases (`%F`); the messages are those of 5.4.4.
//!
//! **Example.** With the arguments 7 and "x", `format(b"%03d|%-3s|", ...)` appends `007|x  |`.

use std::io::Write;

use super::{number, TextError};
use langkit::floats;

/// A value as `%q` needs it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Literal<'a> {
    /// `nil`
    Nil,
    /// `true` or `false`
    Boolean(bool),
    /// an integer
    Int(i64),
    /// a float
    Float(f64),
    /// a string
    Bytes(&'a [u8]),
    /// anything else: has no literal form
    Other,
}

/// The values to be formatted.
pub trait FormatArgs {
    /// The caller's error, which also carries those of this module.
    type Error: From<TextError>;

    /// Whether the call has an argument of this number.
    fn exists(&self, index: usize) -> bool;

    /// The argument as an integer, converted as `luaL_checkinteger` does, or the error that blames it.
    fn integer(&mut self, index: usize) -> Result<i64, Self::Error>;

    /// The argument as a float, converted as `luaL_checknumber` does, or the error that blames it.
    fn number(&mut self, index: usize) -> Result<f64, Self::Error>;

    /// Appends the text of any argument, as `tostring` makes it (may call metamethods).
    fn text(&mut self, index: usize, out: &mut Vec<u8>) -> Result<(), Self::Error>;

    /// The argument for `%q`.
    fn literal(&mut self, index: usize) -> Literal<'_>;

    /// The identity of the argument for `%p`: nothing for values that are not objects.
    fn pointer(&mut self, index: usize) -> Option<usize>;
}

/// The modifiers between `%` and the conversion.
#[derive(Debug, Default, Clone, Copy)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
}

/// What each conversion accepts: flags, and whether a precision may stand.
const ACCEPTED: &[(&[u8], &[u8], bool)] = &[
    (b"c", b"-", false),
    (b"di", b"-+0 ", true),
    (b"u", b"-0", true),
    (b"oxX", b"-#0", true),
    (b"aAfeEgG", b"-+ #0", true),
    (b"p", b"-", false),
    (b"s", b"-", true),
];

/// A conversion with its modifiers may have this many characters between `%` and its letter.
const MAX_MODIFIERS: usize = 20;

/// Strings this long are appended whole where no precision asks for less.
const WHOLE_STRING: usize = 100;

/// What an argument of a conversion must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// `%d` and its like: a whole number.
    Whole,
    /// `%f` and its like: a number.
    Number,
    /// `%s`: anything.
    Text,
}

/// What the conversions of a format want, in order, and where in it they end; `None` if it has another than such as can't fail where that is given.
pub fn wanted(format: &[u8]) -> Option<Vec<(Wanted, usize)>> {
    let mut wanted = Vec::new();
    let mut rest = format;
    while let Some(at) = memchr::memchr(b'%', rest) {
        rest = &rest[at + 1..];
        if let [b'%', tail @ ..] = rest {
            rest = tail;
            continue;
        }
        let modifiers = rest.iter().take_while(|b| b"-+ #0123456789.".contains(b)).count();
        let conversion = rest.get(modifiers)?;
        let end = format.len() - rest.len() + modifiers + 1;
        let what = match conversion {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'c' => Wanted::Whole,
            b'a' | b'A' | b'e' | b'E' | b'f' | b'g' | b'G' => Wanted::Number,
            b's' => Wanted::Text,
            _ => return None,
        };
        wanted.push((what, end));
        let (_, flags, precise) = ACCEPTED.iter().find(|(letters, ..)| letters.contains(conversion))?;
        if modifiers > MAX_MODIFIERS || parse_spec(&rest[..=modifiers], flags, *precise).is_err() {
            return None;
        }
        rest = &rest[modifiers + 1..];
    }
    Some(wanted)
}

/// Appends the formatted text to `out`.
pub fn format<A: FormatArgs>(format: &[u8], args: &mut A, out: &mut Vec<u8>) -> Result<(), A::Error> {
    let mut rest = format;
    let mut index = 1;
    while let Some(at) = memchr::memchr(b'%', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        if let [b'%', tail @ ..] = rest {
            out.push(b'%');
            rest = tail;
            continue;
        }
        index += 1;
        if !args.exists(index) {
            return Err(TextError::argument(index, "no value").into());
        }
        let modifiers = rest.iter().take_while(|b| b"-+ #0123456789.".contains(b)).count();
        if modifiers > MAX_MODIFIERS {
            return Err(TextError::message("invalid format (too long)").into());
        }
        // The end of the format counts as a conversion that does not exist.
        let conversion = rest.get(modifiers).copied().unwrap_or(0);
        let whole = &rest[..rest.len().min(modifiers + 1)];
        rest = &rest[whole.len()..];
        if conversion == b'q' {
            if modifiers != 0 {
                return Err(TextError::message("specifier '%q' cannot have modifiers").into());
            }
            write_literal(out, args.literal(index), index)?;
            continue;
        }
        // The two that are used most need no more.
        match conversion {
            b'd' if modifiers == 0 => {
                floats::write_int(out, args.integer(index)?);
                continue;
            }
            b's' if modifiers == 0 => {
                args.text(index, out)?;
                continue;
            }
            _ => {}
        }
        let Some((_, flags, precise)) = ACCEPTED.iter().find(|(letters, ..)| letters.contains(&conversion))
        else {
            return Err(quoting("invalid conversion '%", whole, "' to 'format'").into());
        };
        // A bare `%s` may not fail even in what follows; everything else is checked when its argument is
        // known.
        match conversion {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
                let value = args.integer(index)?;
                let spec = parse_spec(whole, flags, *precise)?;
                write_integer(out, value, conversion, &spec);
            }
            b'c' => {
                let spec = parse_spec(whole, flags, *precise)?;
                let start = out.len();
                out.push(args.integer(index)? as u8);
                pad(out, start, start, &spec, false);
            }
            b's' => {
                let start = out.len();
                args.text(index, out)?;
                fit_string(out, start, index, || parse_spec(whole, flags, *precise))?;
            }
            b'p' => {
                let spec = parse_spec(whole, flags, *precise)?;
                let start = out.len();
                match args.pointer(index) {
                    Some(address) => write!(out, "{address:#x}").expect("a Vec takes all bytes"),
                    None => out.extend_from_slice(b"(null)"),
                }
                pad(out, start, start, &spec, false);
            }
            _ => {
                let spec = parse_spec(whole, flags, *precise)?;
                write_float(out, args.number(index)?, conversion, &spec);
            }
        }
    }
    out.extend_from_slice(rest);
    Ok(())
}

fn quoting(before: &str, quoted: &[u8], after: &str) -> TextError {
    TextError::message([before.as_bytes(), quoted, after.as_bytes()].concat())
}

/// Reads flags, width and precision from a conversion such as "-5.2f".
fn parse_spec(whole: &[u8], flags: &[u8], precise: bool) -> Result<Spec, TextError> {
    let mut spec = Spec::default();
    if let [_] = whole {
        return Ok(spec);
    }
    let mut rest = whole;
    while let [byte, tail @ ..] = rest {
        if !flags.contains(byte) {
            break;
        }
        match byte {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            _ => spec.zero = true,
        }
        rest = tail;
    }
    // A zero here is a flag the conversion does not take.
    if rest.first() != Some(&b'0') {
        (spec.width, rest) = two_digits(rest);
        if let (true, [b'.', tail @ ..]) = (precise, rest) {
            let (precision, tail) = two_digits(tail);
            spec.precision = Some(precision);
            rest = tail;
        }
    }
    if rest.first().is_some_and(u8::is_ascii_alphabetic) {
        Ok(spec)
    } else {
        Err(quoting("invalid conversion specification: '%", whole, "'"))
    }
}

fn two_digits(text: &[u8]) -> (usize, &[u8]) {
    let count = text.iter().take(2).take_while(|b| b.is_ascii_digit()).count();
    (text[..count].iter().fold(0, |n, d| n * 10 + usize::from(d - b'0')), &text[count..])
}

/// Pads what stands behind `start` to the width; zeros go in at `digits`, behind sign and prefix.
fn pad(out: &mut Vec<u8>, start: usize, digits: usize, spec: &Spec, zeros: bool) {
    let missing = spec.width.saturating_sub(out.len() - start);
    if spec.left {
        out.resize(out.len() + missing, b' ');
    } else if zeros {
        insert(out, digits, missing, b'0');
    } else {
        insert(out, start, missing, b' ');
    }
}

/// Inserts `count` copies of `fill` at `at`.
fn insert(out: &mut Vec<u8>, at: usize, count: usize, fill: u8) {
    if count == 0 {
        return;
    }
    let end = out.len();
    out.resize(end + count, fill);
    out.copy_within(at..end, at + count);
    out[at..at + count].fill(fill);
}

fn write_integer(out: &mut Vec<u8>, value: i64, conversion: u8, spec: &Spec) {
    let start = out.len();
    let signed = matches!(conversion, b'd' | b'i');
    if signed {
        match value {
            ..0 => out.push(b'-'),
            _ if spec.plus => out.push(b'+'),
            _ if spec.space => out.push(b' '),
            _ => {}
        }
    } else if spec.alternate && value != 0 && conversion != b'o' {
        out.extend_from_slice(&[b'0', conversion]);
    }
    let digits = out.len();
    // C prints no digit at all for zero with precision zero.
    if !(value == 0 && spec.precision == Some(0)) {
        let bits = value as u64;
        match conversion {
            b'd' | b'i' => floats::write_int(out, value.unsigned_abs()),
            b'u' => floats::write_int(out, bits),
            b'o' => write!(out, "{bits:o}").expect("a Vec takes all bytes"),
            b'x' => write!(out, "{bits:x}").expect("a Vec takes all bytes"),
            _ => write!(out, "{bits:X}").expect("a Vec takes all bytes"),
        }
    }
    let missing = spec.precision.unwrap_or(0).saturating_sub(out.len() - digits);
    insert(out, digits, missing, b'0');
    if conversion == b'o' && spec.alternate && out.get(digits) != Some(&b'0') {
        insert(out, digits, 1, b'0');
    }
    pad(out, start, digits, spec, spec.zero && spec.precision.is_none());
}

fn write_float(out: &mut Vec<u8>, value: f64, conversion: u8, spec: &Spec) {
    let start = out.len();
    let precision = spec.precision.unwrap_or(6);
    match conversion.to_ascii_lowercase() {
        b'a' => floats::write_hex(out, value, spec.precision, spec.alternate),
        b'e' => floats::write_exponential(out, value, precision, spec.alternate),
        b'f' => floats::write_fixed(out, value, precision, spec.alternate),
        _ => floats::write_general(out, value, precision, spec.alternate),
    }
    if conversion.is_ascii_uppercase() {
        out[start..].make_ascii_uppercase();
    }
    if out[start] != b'-' {
        match spec {
            Spec { plus: true, .. } => insert(out, start, 1, b'+'),
            Spec { space: true, .. } => insert(out, start, 1, b' '),
            _ => {}
        }
    }
    let sign = usize::from(!out[start].is_ascii_alphanumeric());
    let prefix = if conversion.eq_ignore_ascii_case(&b'a') { 2 } else { 0 };
    pad(out, start, start + sign + prefix, spec, spec.zero && value.is_finite());
}

/// Cuts and pads the string that stands behind `start`, for a `%s` with modifiers.
fn fit_string(
    out: &mut Vec<u8>,
    start: usize,
    index: usize,
    spec: impl FnOnce() -> Result<Spec, TextError>,
) -> Result<(), TextError> {
    if memchr::memchr(0, &out[start..]).is_some() {
        return Err(TextError::argument(index, "string contains zeros"));
    }
    let spec = spec()?;
    match spec.precision {
        None if out.len() - start >= WHOLE_STRING => return Ok(()),
        None => {}
        Some(precision) => out.truncate(out.len().min(start + precision)),
    }
    pad(out, start, start, &spec, false);
    Ok(())
}

/// Appends a value as Lua source that reads back as the same value (`%q`).
fn write_literal(out: &mut Vec<u8>, value: Literal<'_>, index: usize) -> Result<(), TextError> {
    match value {
        Literal::Nil => out.extend_from_slice(b"nil"),
        Literal::Boolean(true) => out.extend_from_slice(b"true"),
        Literal::Boolean(false) => out.extend_from_slice(b"false"),
        // In decimal the smallest integer would read back as a float.
        Literal::Int(i64::MIN) => out.extend_from_slice(b"0x8000000000000000"),
        Literal::Int(value) => number::write_int(out, value),
        Literal::Float(value) if value.is_nan() => out.extend_from_slice(b"(0/0)"),
        Literal::Float(f64::INFINITY) => out.extend_from_slice(b"1e9999"),
        Literal::Float(f64::NEG_INFINITY) => out.extend_from_slice(b"-1e9999"),
        Literal::Float(value) => floats::write_hex(out, value, None, false),
        Literal::Bytes(bytes) => write_quoted(out, bytes),
        Literal::Other => return Err(TextError::argument(index, "value has no literal form")),
    }
    Ok(())
}

fn write_quoted(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'"' | b'\\' | b'\n' => out.extend_from_slice(&[b'\\', *byte]),
            byte if byte.is_ascii_control() => {
                // A digit behind the escape would be read as part of it.
                let full = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
                let width = if full { 3 } else { 0 };
                write!(out, "\\{byte:0width$}").expect("a Vec takes all bytes");
            }
            byte => out.push(*byte),
        }
    }
    out.push(b'"');
}
