//! Strings made of others: joined, repeated, replaced.

use super::{from_bytes, KEPT, MOST_JOINED};
use crate::objects::ops;
use crate::value::{Str, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot, TextBuffer};
use holloway::machine::Raised;

/// Bytes from which on the result of a concatenation has room behind it.
const SHARED: usize = 256;

/// Two strings one after the other. A long result that grows again shares memory with the left one where that has room behind it, so that building a string
/// piece by piece copies each piece once; traces do not look into such a string.
///
/// # Errors
/// `MemoryError`.
pub fn concat(rt: &Rt, a: Gc<Str>, b: Gc<Str>) -> Result<Gc<Str>, Raised> {
    let (n, total) = (a.size(), a.size() + b.size());
    match (n, b.size()) {
        (0, _) => return Ok(b),
        (_, 0) => return Ok(a),
        _ => {}
    }
    let full = |_| errors::memory(rt);
    let chars = a.chars + b.chars;
    let copy = |all: &mut Vec<u8>| {
        all.extend_from_slice(a.data());
        all.extend_from_slice(b.data());
    };
    if total <= MOST_JOINED {
        return rt.lang.strings.joined(a, b, || collected(rt, total, chars, copy));
    }
    if total < SHARED {
        return collected(rt, total, chars, copy);
    }
    // What is joined once is read as it is; what then grows again, by less than there was, is likely to go on growing.
    let grown = rt.lang.strings.grown();
    let ascii = total == chars as usize;
    if ascii && a.shared.get().is_none() && a.index.get(&rt.heap).get() != Some(grown) {
        let made = collected(rt, total, chars, copy)?;
        if n >= b.size() {
            made.index.set(&rt.heap, grown.into());
        }
        return Ok(made);
    }
    let place = match a.shared.get().filter(|x| x.append(&rt.heap, n, b.text())) {
        Some(place) => place,
        None => {
            let place = rt.heap.array::<TextBuffer>(total + total / 2).map_err(full)?;
            place.append(&rt.heap, 0, a.text());
            place.append(&rt.heap, n, b.text());
            place
        }
    };
    rt.heap.alloc_with(Str::new(chars, place.into()), &total.to_le_bytes()).map_err(full)
}

/// A string with the text of one that shares it.
///
/// # Errors
/// `MemoryError`.
pub fn own(rt: &Rt, s: Gc<Str>) -> Result<Gc<Str>, Raised> {
    match s.shared.get().is_some() {
        true => collected(rt, s.size(), s.chars, |all| all.extend_from_slice(s.data())),
        false => Ok(s),
    }
}

/// A string with another one, of one character, so many times before it and after it.
///
/// # Errors
/// `MemoryError`.
pub fn filled(
    rt: &Rt,
    s: Gc<Str>,
    (before, after): (usize, usize),
    fill: Gc<Str>,
) -> Result<Gc<Str>, Raised> {
    let chars = s.chars + (before + after) as i64;
    collected(rt, s.size() + (before + after) * fill.size(), chars, |all| {
        add_times(all, fill.data(), before);
        all.extend_from_slice(s.data());
        add_times(all, fill.data(), after);
    })
}

/// A string so many times.
///
/// # Errors
/// `MemoryError`.
pub fn repeated(rt: &Rt, s: Gc<Str>, n: usize) -> Result<Gc<Str>, Raised> {
    let size = n.saturating_mul(s.size());
    match n {
        1 => return Ok(s),
        _ if size > 1 << 33 => return Err(errors::memory(rt)),
        _ => {}
    }
    collected(rt, size, s.chars * n as i64, |all| add_times(all, s.data(), n))
}

/// Adds a text so many times.
fn add_times(all: &mut Vec<u8>, text: &[u8], n: usize) {
    match text {
        [b] => all.resize(all.len() + n, *b),
        text => (0..n).for_each(|_| all.extend_from_slice(text)),
    }
}

/// The texts of `n` values, strings or instances of classes derived from `str`, one after the other, with another one between them; `None` if there
/// is a value of another kind.
///
/// # Errors
/// `MemoryError`.
pub fn joined(
    rt: &Rt,
    between: Gc<Str>,
    n: usize,
    part: impl Fn(usize) -> RawSlot,
) -> Result<Option<Gc<Str>>, Raised> {
    let text = |i| match ops::unwrapped(rt, part(i).into()) {
        Val::Str(s) => Some(s),
        _ => None,
    };
    if n > 1 && between.size() == 0 {
        // Single ASCII characters are collected at once, as far as there are no others.
        let mut all = rt.lang.strings.buffer.take();
        all.clear();
        errors::room(rt, n)?;
        all.try_reserve(n).map_err(|_| errors::memory(rt))?;
        all.extend((0..n).map_while(|i| match part(i).into() {
            Val::Str(s) if s.bytes.len() == 1 => s.bytes.as_slice().first().copied(),
            _ => None,
        }));
        let made = (all.len() == n).then(|| from_bytes(rt, &all, n as i64));
        if n <= KEPT {
            rt.lang.strings.buffer.replace(all);
        }
        if let Some(made) = made {
            return made.map(Some);
        }
    }
    let gaps = n.saturating_sub(1);
    let (mut bytes, mut chars) = (gaps.saturating_mul(between.size()), gaps as i64 * between.chars);
    for i in 0..n {
        let Some(s) = text(i) else { return Ok(None) };
        bytes = bytes.saturating_add(s.size());
        chars += s.chars;
    }
    if n == 1 {
        return Ok(text(0));
    }
    let gap = between.data();
    let made = collected(rt, bytes, chars, |all| {
        for i in 0..n {
            if i > 0 {
                append(all, gap);
            }
            if let Some(s) = text(i) {
                append(all, s.data());
            }
        }
    });
    made.map(Some)
}

/// Appends bytes, of which there are often few.
#[inline(always)]
fn append(all: &mut Vec<u8>, part: &[u8]) {
    match part {
        [] => {}
        [b] => all.push(*b),
        _ => all.extend_from_slice(part),
    }
}

/// A string of so many ASCII characters.
///
/// # Errors
/// `MemoryError`.
pub fn from_ascii(rt: &Rt, n: usize, bytes: impl Iterator<Item = u8>) -> Result<Gc<Str>, Raised> {
    collected(rt, n, n as i64, |all| all.extend(bytes))
}

/// An integer in decimal digits.
///
/// # Errors
/// `MemoryError`.
pub fn of_int(rt: &Rt, i: i64) -> Result<Gc<Str>, Raised> {
    let mut text = itoa::Buffer::new();
    let text = text.format(i);
    from_bytes(rt, text.as_bytes(), text.len() as i64)
}

/// The string that `write` writes, in a buffer that is kept for that.
///
/// # Errors
/// `MemoryError`, and those of `write`.
pub fn built(rt: &Rt, write: impl FnOnce(&mut String) -> Result<(), Raised>) -> Result<Val, Raised> {
    let mut text = rt.lang.strings.text.take();
    text.clear();
    let made = write(&mut text).and_then(|()| super::val(rt, &text));
    if text.capacity() <= KEPT {
        rt.lang.strings.text.set(text);
    }
    made
}

/// Collects bytes that are known to be UTF-8 in the buffer that is kept for that, and makes a string of them.
fn collected(rt: &Rt, size: usize, chars: i64, fill: impl FnOnce(&mut Vec<u8>)) -> Result<Gc<Str>, Raised> {
    let mut all = rt.lang.strings.buffer.take();
    all.clear();
    errors::room(rt, size)?;
    all.try_reserve(size).map_err(|_| errors::memory(rt))?;
    fill(&mut all);
    let made = from_bytes(rt, &all, chars);
    if size <= KEPT {
        rt.lang.strings.buffer.replace(all);
    }
    made
}

/// A string with the first `most` places of a part, which is not empty, taken by another one.
///
/// # Errors
/// `MemoryError`.
pub fn replaced(rt: &Rt, s: Gc<Str>, part: Gc<Str>, by: Gc<Str>, most: usize) -> Result<Gc<Str>, Raised> {
    let (bytes, old, new) = (s.data(), part.data(), by.data());
    let found: Vec<usize> = match old {
        // Nothing to prepare.
        [b] => memchr::memchr_iter(*b, bytes).take(most).collect(),
        _ => memchr::memmem::find_iter(bytes, old).take(most).collect(),
    };
    if found.is_empty() {
        return Ok(s);
    }
    let grown = found.len().saturating_mul(new.len());
    let size = (bytes.len() - found.len() * old.len()).saturating_add(grown);
    let chars = s.chars + found.len() as i64 * (by.chars - part.chars);
    collected(rt, size, chars, |all| {
        let mut at = 0;
        for &i in &found {
            all.extend_from_slice(&bytes[at..i]);
            all.extend_from_slice(new);
            at = i + old.len();
        }
        all.extend_from_slice(&bytes[at..]);
    })
}
