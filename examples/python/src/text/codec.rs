//! Text to bytes and back: `utf-8`, `ascii`, `latin-1`, `utf-16`, `utf-32`, and what to do about errors.
//!
//! **Not promised.** Strings hold no lone surrogates, so `surrogateescape` and `surrogatepass` are as `strict`.

use crate::objects::{bytes, str};
use crate::value::{Str, Val};
use crate::{errors, Rt};
use holloway::heap::Gc;
use holloway::machine::Raised;

/// An encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Codec {
    Utf8,
    Ascii,
    Latin1,
    /// What a literal of a string would be, read only.
    Escapes,
    /// Bytes of a unit; whether the high one comes first; whether there is a mark.
    Wide(usize, bool, bool),
}

/// Names of encodings, in lower case and without `-`, `_` and blanks.
const NAMES: &[(&str, Codec, &str)] = &[
    ("utf8", Codec::Utf8, "utf-8"),
    ("u8", Codec::Utf8, "utf-8"),
    ("cp65001", Codec::Utf8, "utf-8"),
    ("ascii", Codec::Ascii, "ascii"),
    ("usascii", Codec::Ascii, "ascii"),
    ("646", Codec::Ascii, "ascii"),
    ("latin1", Codec::Latin1, "latin-1"),
    ("latin", Codec::Latin1, "latin-1"),
    ("l1", Codec::Latin1, "latin-1"),
    ("iso88591", Codec::Latin1, "latin-1"),
    ("8859", Codec::Latin1, "latin-1"),
    ("unicodeescape", Codec::Escapes, "unicodeescape"),
    ("utf16", Codec::Wide(2, false, true), "utf-16"),
    ("utf16le", Codec::Wide(2, false, false), "utf-16-le"),
    ("utf16be", Codec::Wide(2, true, false), "utf-16-be"),
    ("utf32", Codec::Wide(4, false, true), "utf-32"),
    ("utf32le", Codec::Wide(4, false, false), "utf-32-le"),
    ("utf32be", Codec::Wide(4, true, false), "utf-32-be"),
];

fn codec(rt: &Rt, name: &str) -> Result<(Codec, &'static str), Raised> {
    if name == "utf-8" {
        return Ok((Codec::Utf8, "utf-8"));
    }
    let plain: String = name.to_lowercase().chars().filter(|c| !"-_ ".contains(*c)).collect();
    match NAMES.iter().find(|n| n.0 == plain) {
        Some(n) => Ok((n.1, n.2)),
        None => Err(errors::raise(rt, rt.lang.types().lookup_error, &format!("unknown encoding: {name}"))),
    }
}

fn unknown_handler(rt: &Rt, name: &str) -> Raised {
    errors::raise(rt, rt.lang.types().lookup_error, &format!("unknown error handler name '{name}'"))
}

fn wide(out: &mut Vec<u8>, unit: u32, size: usize, big: bool) {
    let b = unit.to_be_bytes();
    if big {
        out.extend(&b[4 - size..]);
    } else {
        out.extend(b[4 - size..].iter().rev());
    }
}

fn put(out: &mut Vec<u8>, c: char, codec: Codec) -> bool {
    match codec {
        Codec::Utf8 => out.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        Codec::Ascii if c.is_ascii() => out.push(c as u8),
        Codec::Latin1 if (c as u32) < 256 => out.push(c as u8),
        Codec::Ascii | Codec::Latin1 | Codec::Escapes => return false,
        Codec::Wide(2, big, _) => {
            for &u in c.encode_utf16(&mut [0; 2]).iter() {
                wide(out, u.into(), 2, big);
            }
        }
        Codec::Wide(_, big, _) => wide(out, c as u32, 4, big),
    }
    true
}

/// `text.encode(encoding, errors)`.
///
/// # Errors
/// `UnicodeEncodeError`, `LookupError`.
pub fn encode(rt: &Rt, s: Gc<Str>, encoding: &str, handler: &str) -> Result<Vec<u8>, Raised> {
    let (codec, name) = codec(rt, encoding)?;
    let text = s.text();
    let mut out = bytes::room(rt, text.len())?;
    if codec == Codec::Utf8 || s.is_ascii() && matches!(codec, Codec::Ascii | Codec::Latin1) {
        out.extend(text.bytes());
        return Ok(out);
    }
    if let Codec::Wide(size, big, true) = codec {
        wide(&mut out, 0xFEFF, size, big);
    }
    for (i, c) in text.chars().enumerate() {
        if put(&mut out, c, codec) {
            continue;
        }
        let n = c as u32;
        let escape = match n {
            0..=0xFF => format!("\\x{n:02x}"),
            0x100..=0xFFFF => format!("\\u{n:04x}"),
            _ => format!("\\U{n:08x}"),
        };
        match handler {
            "ignore" => {}
            "replace" => out.push(b'?'),
            "backslashreplace" => out.extend(escape.bytes()),
            "xmlcharrefreplace" => out.extend(format!("&#{n};").bytes()),
            "strict" | "surrogateescape" | "surrogatepass" => {
                let bad = text.chars().skip(i).take_while(|&c| !put(&mut Vec::new(), c, codec)).count();
                let range = if codec == Codec::Ascii { 128 } else { 256 };
                let reason = format!("ordinal not in range({range})");
                let t = rt.lang.types().unicode_encode_error;
                return Err(errors::unicode(rt, t, name, Val::Str(s), (i, i + bad), &reason));
            }
            other => return Err(unknown_handler(rt, other)),
        }
    }
    Ok(out)
}

/// What is wrong with bytes: from, to, reason.
type Fault = (usize, usize, &'static str);

/// One character and how many bytes it takes, or what is wrong.
fn take(b: &[u8], at: usize, codec: Codec) -> Result<(char, usize), Fault> {
    match codec {
        Codec::Ascii if b[at] >= 128 => Err((at, at + 1, "ordinal not in range(128)")),
        Codec::Ascii | Codec::Latin1 => Ok((b[at] as char, 1)),
        Codec::Escapes => escaped(b, at),
        Codec::Utf8 => utf8(b, at),
        Codec::Wide(size, big, _) => {
            let unit = |at: usize| {
                let part = b.get(at..at + size)?;
                let fold = |n: u32, x: &u8| n << 8 | u32::from(*x);
                Some(if big { part.iter().fold(0, fold) } else { part.iter().rev().fold(0, fold) })
            };
            let Some(first) = unit(at) else { return Err((at, b.len(), "truncated data")) };
            if size == 4 {
                let bad = (at, at + 4, "code point not in range(0x110000)");
                return char::from_u32(first).map(|c| (c, 4)).ok_or(bad);
            }
            match first {
                0xD800..=0xDBFF => match unit(at + 2) {
                    None => Err((at, b.len(), "unexpected end of data")),
                    Some(u @ 0xDC00..=0xDFFF) => {
                        let c = char::from_u32(0x10000 + ((first - 0xD800) << 10) + (u - 0xDC00));
                        Ok((c.unwrap_or('\u{fffd}'), 4))
                    }
                    Some(_) => Err((at, at + 2, "illegal UTF-16 surrogate")),
                },
                0xDC00..=0xDFFF => Err((at, at + 2, "illegal encoding")),
                n => Ok((char::from_u32(n).unwrap_or('\u{fffd}'), 2)),
            }
        }
    }
}

fn utf8(b: &[u8], at: usize) -> Result<(char, usize), Fault> {
    let first = b[at];
    let (n, low, high) = match first {
        0..=0x7F => return Ok((first as char, 1)),
        0xC2..=0xDF => (2, 0x80, 0xBF),
        0xE0 => (3, 0xA0, 0xBF),
        0xED => (3, 0x80, 0x9F),
        0xE1..=0xEF => (3, 0x80, 0xBF),
        0xF0 => (4, 0x90, 0xBF),
        0xF1..=0xF3 => (4, 0x80, 0xBF),
        0xF4 => (4, 0x80, 0x8F),
        _ => return Err((at, at + 1, "invalid start byte")),
    };
    let mut c = u32::from(first) & (0x7F >> n);
    for i in 1..n {
        let (low, high) = if i == 1 { (low, high) } else { (0x80, 0xBF) };
        match b.get(at + i) {
            None => return Err((at, b.len(), "unexpected end of data")),
            Some(&x) if (low..=high).contains(&x) => c = c << 6 | u32::from(x & 0x3F),
            Some(_) => return Err((at, at + i, "invalid continuation byte")),
        }
    }
    Ok((char::from_u32(c).unwrap_or('\u{fffd}'), n))
}

/// A character or an escape at a byte, as in a literal of a string, and how long it is; or the bytes that are wrong, and why.
fn escaped(b: &[u8], at: usize) -> Result<(char, usize), (usize, usize, &'static str)> {
    if b[at] != b'\\' {
        return Ok((b[at] as char, 1));
    }
    let Some(&c) = b.get(at + 1) else { return Err((at, at + 1, "\\ at end of string")) };
    let number = |from: usize, most: usize, base: u32| {
        let digits = b[from..].iter().take(most).take_while(|d| (**d as char).is_digit(base)).count();
        let value =
            b[from..from + digits].iter().fold(0, |n, d| n * base + (*d as char).to_digit(base).unwrap_or(0));
        (digits, value)
    };
    let sized = |n: usize, reason| match number(at + 2, n, 16) {
        (digits, value) if digits == n => {
            char::from_u32(value).map(|c| (c, n + 2)).ok_or((at, at + n + 2, "illegal Unicode character"))
        }
        (digits, _) => Err((at, at + 2 + digits, reason)),
    };
    match c {
        b'x' => sized(2, "truncated \\xXX escape"),
        b'u' => sized(4, "truncated \\uXXXX escape"),
        b'U' => sized(8, "truncated \\UXXXXXXXX escape"),
        b'0'..=b'7' => {
            let (digits, value) = number(at + 1, 3, 8);
            Ok((char::from_u32(value).unwrap_or('\u{fffd}'), digits + 1))
        }
        _ => match b"\\\\''\"\"a\x07b\x08f\x0cn\nr\rt\tv\x0b".chunks(2).find(|p| p[0] == c) {
            Some(p) => Ok((p[1] as char, 2)),
            // The backslash stays.
            None => Ok(('\\', 1)),
        },
    }
}

/// `bytes.decode(encoding, errors)`.
///
/// # Errors
/// `UnicodeDecodeError`, `LookupError`.
pub fn decode(rt: &Rt, data: &[u8], encoding: &str, handler: &str) -> Result<Val, Raised> {
    let (mut codec, mut name) = codec(rt, encoding)?;
    if codec == Codec::Utf8 || codec == Codec::Ascii && data.is_ascii() {
        if let Ok(s) = std::str::from_utf8(data) {
            return str::val(rt, s);
        }
    }
    let mut at = 0;
    if let Codec::Wide(size, _, true) = codec {
        let mark: &[u8] = if size == 2 { &[0xFF, 0xFE] } else { &[0xFF, 0xFE, 0, 0] };
        let swapped: Vec<u8> = mark.iter().rev().copied().collect();
        let big = data.starts_with(&swapped);
        at = if big || data.starts_with(mark) { size } else { 0 };
        codec = Codec::Wide(size, big, false);
        name = NAMES.iter().find(|n| n.1 == codec).map_or(name, |n| n.2);
    }
    let mut out = String::with_capacity(data.len());
    while at < data.len() {
        let (from, to, reason) = match take(data, at, codec) {
            Ok((c, n)) => {
                out.push(c);
                at += n;
                continue;
            }
            Err(f) => f,
        };
        match handler {
            "ignore" => {}
            "replace" => out.push('\u{fffd}'),
            "backslashreplace" => data[from..to].iter().for_each(|b| out.push_str(&format!("\\x{b:02x}"))),
            "strict" | "surrogateescape" | "surrogatepass" => {
                let t = rt.lang.types().unicode_decode_error;
                let object = bytes::val(rt, data)?;
                return Err(errors::unicode(rt, t, name, object, (from, to), reason));
            }
            other => return Err(unknown_handler(rt, other)),
        }
        at = to;
    }
    str::val(rt, &out)
}
