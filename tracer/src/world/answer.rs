//! What the world may answer: values that become bytes and come back.

use holloway_replay::{number, put_number};
use std::io;
use std::time::Duration;

/// A value that can be written into a recording and read from it.
///
/// **Example.** `impl Answer for Stat` writes the fields of a tuple: `(self.size, self.time).write(out)`.
pub trait Answer: Sized {
    /// Appends it.
    fn write(&self, out: &mut Vec<u8>);
    /// Takes it from the front; `None` if that is no such value.
    fn read(from: &mut &[u8]) -> Option<Self>;
}

/// Takes so many bytes from the front.
fn take<'a>(from: &mut &'a [u8], n: usize) -> Option<&'a [u8]> {
    let (taken, rest) = from.split_at_checked(n)?;
    *from = rest;
    Some(taken)
}

macro_rules! numbers {
    ($($t:ty),*) => {$(
        impl Answer for $t {
            fn write(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes())
            }
            fn read(from: &mut &[u8]) -> Option<Self> {
                Some(<$t>::from_le_bytes(take(from, size_of::<$t>())?.try_into().ok()?))
            }
        }
    )*};
}
numbers!(u8, u32, i32, u64, i64, u128, f64);

impl Answer for usize {
    fn write(&self, out: &mut Vec<u8>) {
        put_number(out, *self as u64)
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        usize::try_from(number(from)?).ok()
    }
}

impl Answer for bool {
    fn write(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self))
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        Some(u8::read(from)? != 0)
    }
}

impl Answer for () {
    fn write(&self, _: &mut Vec<u8>) {}
    fn read(_: &mut &[u8]) -> Option<Self> {
        Some(())
    }
}

impl Answer for String {
    fn write(&self, out: &mut Vec<u8>) {
        put_number(out, self.len() as u64);
        out.extend_from_slice(self.as_bytes())
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        let n = usize::read(from)?;
        String::from_utf8(take(from, n)?.to_vec()).ok()
    }
}

impl<A: Answer> Answer for Vec<A> {
    fn write(&self, out: &mut Vec<u8>) {
        put_number(out, self.len() as u64);
        self.iter().for_each(|a| a.write(out))
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        (0..number(from)?).map(|_| A::read(from)).collect()
    }
}

impl Answer for Duration {
    fn write(&self, out: &mut Vec<u8>) {
        self.as_nanos().write(out)
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        let nanos = u128::read(from)?;
        Some(Duration::new(u64::try_from(nanos / 1_000_000_000).ok()?, (nanos % 1_000_000_000) as u32))
    }
}

impl<A: Answer> Answer for Option<A> {
    fn write(&self, out: &mut Vec<u8>) {
        self.is_some().write(out);
        self.iter().for_each(|a| a.write(out))
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        match bool::read(from)? {
            true => A::read(from).map(Some),
            false => Some(None),
        }
    }
}

impl<A: Answer, E: Answer> Answer for Result<A, E> {
    fn write(&self, out: &mut Vec<u8>) {
        self.is_ok().write(out);
        match self {
            Ok(a) => a.write(out),
            Err(e) => e.write(out),
        }
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        match bool::read(from)? {
            true => A::read(from).map(Ok),
            false => E::read(from).map(Err),
        }
    }
}

/// Kinds of errors that are kept where the system has no number for the error; others come back as [`io::ErrorKind::Other`].
const KINDS: &[io::ErrorKind] = &[
    io::ErrorKind::Other,
    io::ErrorKind::NotFound,
    io::ErrorKind::PermissionDenied,
    io::ErrorKind::AlreadyExists,
    io::ErrorKind::InvalidInput,
    io::ErrorKind::InvalidData,
    io::ErrorKind::UnexpectedEof,
    io::ErrorKind::WriteZero,
    io::ErrorKind::Interrupted,
    io::ErrorKind::Unsupported,
];

/// The system's number, or a kind and the message.
impl Answer for io::Error {
    fn write(&self, out: &mut Vec<u8>) {
        let kind = KINDS.iter().position(|k| *k == self.kind()).unwrap_or(0) as u8;
        let told = if self.raw_os_error().is_some() { String::new() } else { self.to_string() };
        (self.raw_os_error(), kind, told).write(out)
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        let (code, kind, told) = <(Option<i32>, u8, String)>::read(from)?;
        let other = || io::Error::new(KINDS.get(usize::from(kind)).copied().unwrap_or(KINDS[0]), told);
        Some(code.map_or_else(other, io::Error::from_raw_os_error))
    }
}

macro_rules! tuples {
    ($(($($t:ident)*))*) => {$(
        impl<$($t: Answer),*> Answer for ($($t,)*) {
            #[allow(non_snake_case)]
            fn write(&self, out: &mut Vec<u8>) {
                let ($($t,)*) = self;
                $($t.write(out);)*
            }
            fn read(from: &mut &[u8]) -> Option<Self> {
                Some(($($t::read(from)?,)*))
            }
        }
    )*};
}
tuples! { (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;

    fn comes_back<A: Answer + PartialEq + Debug>(a: A) {
        let mut out = Vec::new();
        a.write(&mut out);
        assert_eq!(A::read(&mut &out[..]), Some(a));
        (0..out.len()).for_each(|n| assert!(A::read(&mut &out[..n]).is_none()));
    }

    #[test]
    fn answers_come_back() {
        comes_back((u64::MAX, -1i64, -0.5f64, true, "a\u{e9}".to_string(), ()));
        comes_back((vec![1u8, 2], Some(vec!["x".to_string()]), None::<u32>, usize::MAX));
        comes_back((Duration::new(1 << 40, 999_999_999), u128::MAX, i32::MIN));
        comes_back::<(Result<u8, String>, Result<u8, String>)>((Ok(1), Err("no".into())));
    }

    #[test]
    fn errors_keep_their_number_or_their_message() {
        let back = |e: io::Error| {
            let mut out = Vec::new();
            e.write(&mut out);
            io::Error::read(&mut &out[..]).unwrap()
        };
        assert_eq!(back(io::Error::from_raw_os_error(13)).raw_os_error(), Some(13));
        let own = back(io::Error::new(io::ErrorKind::InvalidData, "not UTF-8"));
        assert_eq!((own.kind(), own.to_string()), (io::ErrorKind::InvalidData, "not UTF-8".to_string()));
        assert_eq!(back(io::ErrorKind::NotFound.into()).kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn an_answer_of_too_many_parts_is_none() {
        assert_eq!(Vec::<u64>::read(&mut &[0xff, 0xff, 0xff, 0xff, 0x7f][..]), None);
        assert_eq!(String::read(&mut &[1, 0xff][..]), None);
    }
}
