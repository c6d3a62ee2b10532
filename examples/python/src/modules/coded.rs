//! The module `_coded`: bytes as text of 64 characters or hexadecimal digits, for `base64` and `binascii`, which are written in Python.
//!
//! **Invariant.** What is wrong with a text is said in Python: the answer is `None` then.
//!
//! **Example.** `decode64(b'aGk=')` is `b'hi'`, `unhex(b'6869')` too, and `unhex(b'6')` is `None`.

use crate::native::{Args, Body};
use crate::objects::bytes;
use crate::py::Module;
use crate::value::Val;
use crate::Rt;
use holloway::machine::Raised;

/// Each three bytes as four characters of a table.
fn encoded(data: &[u8], table: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(data.len() / 3 * 4 + 4);
    for part in data.chunks(3) {
        let byte = |i: usize| u32::from(part.get(i).copied().unwrap_or(0));
        let n = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            let digit = *table.get((n >> (18 - 6 * k) & 63) as usize)?;
            out.push(if k <= part.len() { digit } else { b'=' });
        }
    }
    Some(out)
}

/// The value of a character.
fn digit(c: u8) -> Option<u32> {
    Some(u32::from(match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

/// What characters stand for; others among them mean nothing.
fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut n, mut count, mut pads) = (0, 0, 0);
    for &c in text {
        if c == b'=' {
            if count >= 2 {
                pads += 1;
                if count + pads >= 4 {
                    break;
                }
            }
        } else if let Some(d) = digit(c) {
            pads = 0;
            n = n << 6 | d;
            count += 1;
            if count == 4 {
                out.extend_from_slice(&n.to_be_bytes()[1..]);
                (n, count) = (0, 0);
            }
        }
    }
    match count {
        0 => {}
        2 if pads >= 2 => out.push((n >> 4) as u8),
        3 if pads >= 1 => out.extend_from_slice(&((n >> 2) as u16).to_be_bytes()),
        _ => return None,
    }
    Some(out)
}

/// What pairs of digits stand for.
fn unhexed(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |c: u8| char::from(c).to_digit(16).map(|d| d as u8);
    text.len().is_multiple_of(2).then_some(())?;
    text.chunks(2).map(|two| Some(digit(two[0])? << 4 | digit(two[1])?)).collect()
}

/// The bytes that argument `i` has, or the text's if that is ASCII.
fn data(a: &Args<'_>, i: usize) -> Option<Vec<u8>> {
    match a.val(i) {
        Val::Str(s) => s.is_ascii().then(|| s.data().to_vec()),
        v => bytes::of(a.rt, v),
    }
}

fn answer(a: &Args<'_>, made: Option<Vec<u8>>) -> Result<Val, Raised> {
    made.map_or(Ok(Val::None), |made| bytes::val(a.rt, made))
}

fn encode64(a: &mut Args<'_>) -> Result<Val, Raised> {
    let made = data(a, 0).zip(data(a, 1)).and_then(|(data, table)| encoded(&data, &table));
    answer(a, made)
}
fn decode64(a: &mut Args<'_>) -> Result<Val, Raised> {
    answer(a, data(a, 0).and_then(|text| decoded(&text)))
}
fn unhex(a: &mut Args<'_>) -> Result<Val, Raised> {
    answer(a, data(a, 0).and_then(|text| unhexed(&text)))
}

const FUNCTIONS: &[(&str, Body)] = &[("encode64", encode64), ("decode64", decode64), ("unhex", unhex)];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        let table: Vec<u8> = (0..64).map(|d| (0..=255).find(|&c| digit(c) == Some(d)).unwrap()).collect();
        let data: Vec<u8> = (0..=255).collect();
        for n in 0..data.len() {
            assert_eq!(decoded(&encoded(&data[..n], &table).unwrap()).unwrap(), data[..n]);
        }
        assert_eq!(unhexed(b"00fFa7"), Some(vec![0, 255, 0xa7]));
        assert_eq!(unhexed(b"0"), None);
    }
}
