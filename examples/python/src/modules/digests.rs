//! The module `_digests`: cryptographic hashes and checksums of bytes, for `hashlib`, `zlib` and `binascii`, which are written in Python.
//!
//! A hash is of all data at once: the Python side keeps the data until a digest is asked for.

use crate::native::{Args, Body};
use crate::objects::bytes;
use crate::py::Module;
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;
use sha2::Digest;

/// `digest(name, data)`.
fn digest(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (name, data) = (a.str(0)?, bytes::need(a.rt, a.val(1))?);
    let out = match name.text() {
        "md5" => md5::Md5::digest(data).to_vec(),
        "sha1" => sha1::Sha1::digest(data).to_vec(),
        "sha224" => sha2::Sha224::digest(data).to_vec(),
        "sha256" => sha2::Sha256::digest(data).to_vec(),
        "sha384" => sha2::Sha384::digest(data).to_vec(),
        "sha512" => sha2::Sha512::digest(data).to_vec(),
        other => return Err(errors::value(a.rt, &format!("unsupported hash type {other}"))),
    };
    bytes::val(a.rt, out)
}

/// Remainders of one byte by the polynomial of the checksum, its bits reversed.
const CRC: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let (mut x, mut bit) = (i as u32, 0);
        while bit < 8 {
            x = if x & 1 == 1 { 0xEDB8_8320 ^ (x >> 1) } else { x >> 1 };
            bit += 1;
        }
        table[i] = x;
        i += 1;
    }
    table
};

fn crc32_of(data: &[u8], start: u32) -> u32 {
    !data.iter().fold(!start, |x, &b| CRC[((x ^ u32::from(b)) & 255) as usize] ^ (x >> 8))
}

fn adler32_of(data: &[u8], start: u32) -> u32 {
    let (mut low, mut high) = (start & 0xFFFF, start >> 16);
    // So many bytes cannot overflow the sums.
    for part in data.chunks(5000) {
        for &b in part {
            low += u32::from(b);
            high += low;
        }
        low %= 65_521;
        high %= 65_521;
    }
    high << 16 | low
}

/// A checksum of argument 0, going on from that in argument 1.
fn checksum(a: &Args<'_>, of: fn(&[u8], u32) -> u32, start: u32) -> Result<Val, Raised> {
    let data = bytes::need(a.rt, a.val(0))?;
    let start = match a.val(1) {
        Val::Unbound => start,
        _ => a.int(1)? as u32,
    };
    Ok(Val::Int(of(&data, start).into()))
}
fn crc32(a: &mut Args<'_>) -> Result<Val, Raised> {
    checksum(a, crc32_of, 0)
}
fn adler32(a: &mut Args<'_>) -> Result<Val, Raised> {
    checksum(a, adler32_of, 1)
}

const FUNCTIONS: &[(&str, Body)] = &[("digest", digest), ("crc32", crc32), ("adler32", adler32)];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_go_on() {
        assert_eq!(crc32_of(b"123456789", 0), 0xCBF4_3926);
        assert_eq!(crc32_of(b"6789", crc32_of(b"12345", 0)), 0xCBF4_3926);
        assert_eq!(adler32_of(b"Wikipedia", 1), 0x11E6_0398);
        let long = vec![255; 70_001];
        assert_eq!(adler32_of(&long[9..], adler32_of(&long[..9], 1)), adler32_of(&long, 1));
    }
}
