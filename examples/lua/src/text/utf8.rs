//! The library `utf8`: encoding, decoding and moving by characters.
//!
//! **Problem.** Lua's strings are bytes. A character is up to four bytes, or in lax mode up to six (the
//! original form of UTF-8, 31 bits, surrogates allowed).
//!
//! **Invariants.** `decode` accepts exactly the shortest form of each code point, so `decode(encode(c)) ==
//! c`.
//!
//! **Not promised.** Anything about text beyond code points: no normal forms, no case.
//!
//! **Example.** `length("aé".as_bytes(), 1, -1, false)` is `Ok(Ok(2))`; with `b"a\xff"` it is `Ok(Err(2))`,
//! the position of the first byte that begins no character.

use super::TextError;

/// The largest code of lax mode.
pub const MAX_CODE: u32 = 0x7FFF_FFFF;

/// `utf8.charpattern`: a pattern that matches one character.
pub const CHAR_PATTERN: &[u8] = b"[\0-\x7F\xC2-\xFD][\x80-\xBF]*";

/// The smallest code that needs a sequence with this many continuation bytes; a stray continuation byte fits
/// nothing.
///
/// A static: as a constant it is copied to the stack before it is indexed, and one compiler for AArch64 (LLVM 22.1.8) reads the copy
/// before it writes it.
static SMALLEST: [u32; 6] = [u32::MAX, 0x80, 0x800, 0x1_0000, 0x20_0000, 0x400_0000];

fn invalid() -> TextError {
    TextError::message("invalid UTF-8 code")
}

fn is_continuation(text: &[u8], at: usize) -> bool {
    text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80)
}

/// Appends the character of one code, as argument `index` of `utf8.char`.
pub fn encode(out: &mut Vec<u8>, code: i64, index: usize) -> Result<(), TextError> {
    let code = u32::try_from(code).ok().filter(|code| *code <= MAX_CODE);
    let code = code.ok_or_else(|| TextError::argument(index, "value out of range"))?;
    if code < 0x80 {
        out.push(code as u8);
        return Ok(());
    }
    // The lead byte's run of ones tells the length; each further byte carries six bits.
    let more = SMALLEST.iter().skip(1).filter(|smallest| code >= **smallest).count();
    let marker = !(0x7Fu8 >> more);
    out.push(marker | (code >> (6 * more)) as u8);
    for place in (0..more).rev() {
        out.push(0x80 | (code >> (6 * place)) as u8 & 0x3F);
    }
    Ok(())
}

/// Decodes the character at the start of `text`: its code and its length.
pub fn decode(text: &[u8], lax: bool) -> Option<(u32, usize)> {
    let lead = *text.first()?;
    if lead < 0x80 {
        return Some((u32::from(lead), 1));
    }
    let more = lead.leading_ones() as usize - 1;
    if more >= SMALLEST.len() {
        return None;
    }
    let mut code = u32::from(lead & (0x3F >> more));
    for byte in text.get(1..=more)? {
        if byte & 0xC0 != 0x80 {
            return None;
        }
        code = code << 6 | u32::from(byte & 0x3F);
    }
    let strict_ok = code <= 0x10_FFFF && !(0xD800..=0xDFFF).contains(&code);
    (code >= SMALLEST[more] && (lax || strict_ok)).then_some((code, more + 1))
}

/// A position as Lua gives it, from 1, negative from the end; 0 and what lies before the text become 0.
fn position(given: i64, len: usize) -> i64 {
    let len = len as i64; // a slice is never longer than isize::MAX
    match given {
        0.. => given,
        _ if given < -len => 0,
        _ => len + given + 1,
    }
}

/// `utf8.codepoint(text, first, last, lax)`: hands each code to `push`.
pub fn codepoints(
    text: &[u8],
    first: i64,
    last: i64,
    lax: bool,
    mut push: impl FnMut(u32),
) -> Result<(), TextError> {
    let first = position(first, text.len());
    let last = position(last, text.len());
    if first < 1 {
        return Err(TextError::argument(2, "out of bounds"));
    }
    if last > text.len() as i64 {
        return Err(TextError::argument(3, "out of bounds"));
    }
    let mut at = first - 1;
    while at < last {
        let (code, len) = decode(&text[at as usize..], lax).ok_or_else(invalid)?;
        push(code);
        at += len as i64;
    }
    Ok(())
}

/// `utf8.len(text, first, last, lax)`: the number of characters that start in the range, or the position
/// (from 1) of the first byte that begins none.
pub fn length(text: &[u8], first: i64, last: i64, lax: bool) -> Result<Result<usize, i64>, TextError> {
    let len = text.len() as i64;
    let first = position(first, text.len());
    let last = position(last, text.len());
    if first < 1 || first > len + 1 {
        return Err(TextError::argument(2, "initial position out of bounds"));
    }
    if last > len {
        return Err(TextError::argument(3, "final position out of bounds"));
    }
    let mut at = first - 1;
    let mut count = 0;
    while at < last {
        match decode(&text[at as usize..], lax) {
            Some((_, len)) => at += len as i64,
            None => return Ok(Err(at + 1)),
        }
        count += 1;
    }
    Ok(Ok(count))
}

/// `utf8.offset(text, n, start)`: the position (from 1) where the `n`-th character counted from `start`
/// begins.
///
/// Without `start` the count begins at the first byte, or behind the last one for a negative `n`.
pub fn offset(text: &[u8], n: i64, start: Option<i64>) -> Result<Option<i64>, TextError> {
    let len = text.len();
    let given = start.unwrap_or(if n >= 0 { 1 } else { len as i64 + 1 });
    let start = position(given, len);
    if start < 1 || start > len as i64 + 1 {
        return Err(TextError::argument(3, "position out of bounds"));
    }
    let mut at = (start - 1) as usize;
    let mut left = n;
    if n == 0 {
        while at > 0 && is_continuation(text, at) {
            at -= 1;
        }
    } else if is_continuation(text, at) {
        return Err(TextError::message("initial position is a continuation byte"));
    } else if n < 0 {
        while left < 0 && at > 0 {
            at -= 1;
            while at > 0 && is_continuation(text, at) {
                at -= 1;
            }
            left += 1;
        }
    } else {
        left -= 1;
        while left > 0 && at < len {
            at += 1;
            while is_continuation(text, at) {
                at += 1;
            }
            left -= 1;
        }
    }
    Ok((left == 0).then_some(at as i64 + 1))
}

/// One step of `utf8.codes`: from the last position (0 at first) to the next character's position and code.
pub fn next_code(text: &[u8], last: i64, lax: bool) -> Result<Option<(i64, u32)>, TextError> {
    // The last position, counted from 1, is the offset of the byte behind that character's lead.
    let mut at = usize::try_from(last).unwrap_or(usize::MAX);
    while is_continuation(text, at) {
        at += 1;
    }
    if at >= text.len() {
        return Ok(None);
    }
    let (code, _) = decode(&text[at..], lax).ok_or_else(invalid)?;
    Ok(Some((at as i64 + 1, code)))
}
