//! Numbers and texts as bytes.

/// Appends a number: 7 bits in a byte, the lowest first, the highest bit of a byte set if more follow.
pub fn put_number(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Takes a number from the front; `None` if there is none.
pub fn number(from: &mut &[u8]) -> Option<u64> {
    let mut n = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = from.split_first()?;
        *from = rest;
        n |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(n);
        }
    }
    None
}

/// Appends bytes behind their number.
pub(crate) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Takes a text from the front.
pub(crate) fn text(from: &mut &[u8]) -> Option<String> {
    let n = number(from)?;
    let (text, rest) = from.split_at_checked(usize::try_from(n).ok()?)?;
    *from = rest;
    Some(String::from_utf8_lossy(text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for n in (0..64).flat_map(|k| [1 << k, (1 << k) - 1, u64::MAX - (1 << k)]) {
            let mut out = Vec::new();
            put_number(&mut out, n);
            for cut in 0..out.len() {
                assert_eq!(number(&mut &out[..cut]), None, "{n} cut at {cut}");
            }
            assert_eq!(number(&mut &out[..]), Some(n));
        }
        assert_eq!(number(&mut &[0xff; 11][..]), None);
    }
}
