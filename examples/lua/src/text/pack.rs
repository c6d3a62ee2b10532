//! `string.pack`, `string.unpack` and `string.packsize`.
//!
//! **Problem.** A format string describes a binary layout: integers of 1 to 16 bytes in either byte order,
//! floats, strings of three kinds, padding and alignment (C's sizes on a 64-bit machine).
//!
//! **Interface.** The caller implements [`PackArgs`] for packing; unpacking hands each value to a callback.
//!
//! **Invariants.** Unpacking what was packed with the same format gives the values back. Every size is
//! checked against the data before it is used.
//!
//! **Not promised.** Sizes of other machines than those with 8-byte pointers.
//!
//! **Example.** Packing 1 and "ab" as `<i2s1` gives the bytes `01 00 02 61 62`.

use super::{start_offset, TextError};

/// The values to be packed, by Lua's argument number (the first value is 2); one that is missing counts as
/// nil.
pub trait PackArgs {
    /// The caller's error, which also carries those of this module.
    type Error: From<TextError>;

    /// The argument as an integer, or the error that blames it.
    fn integer(&mut self, index: usize) -> Result<i64, Self::Error>;

    /// The argument as a float, or the error that blames it.
    fn number(&mut self, index: usize) -> Result<f64, Self::Error>;

    /// The argument as a string, or the error that blames it.
    fn bytes(&mut self, index: usize) -> Result<&[u8], Self::Error>;

    /// Makes sure that there is memory for a result of so many bytes.
    fn room(&mut self, bytes: usize) -> Result<(), Self::Error>;
}

/// A value found by [`unpack`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unpacked<'a> {
    /// an integer
    Int(i64),
    /// a float
    Float(f64),
    /// a string, as a piece of the data
    Bytes(&'a [u8]),
}

/// The largest integer that can be packed.
const MAX_INT_SIZE: usize = 16;

/// The size of a Lua integer.
const INT_SIZE: usize = 8;

/// What `!` without a number aligns to.
const NATIVE_ALIGN: usize = 8;

/// No result of `packsize` is larger, and no number in a format.
const MAX_SIZE: usize = i32::MAX as usize;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Int,
    Uint,
    Float,
    Double,
    /// `cn`
    Fixed,
    /// `sn`
    Counted,
    /// `z`
    ZeroEnded,
    /// `x`
    Padding,
    /// `X`
    Align,
    /// changes a setting, packs nothing
    Setting,
}

/// One option of a format, with the padding that alignment puts before it.
#[derive(Debug, Clone, Copy)]
struct Item {
    kind: Kind,
    size: usize,
    padding: usize,
}

/// Reads a format option by option, keeping its settings.
struct Layout<'a> {
    rest: &'a [u8],
    big: bool,
    max_align: usize,
}

impl<'a> Layout<'a> {
    fn new(format: &'a [u8]) -> Self {
        // The format ends at a zero byte, as in C.
        let end = format.iter().position(|&b| b == 0).unwrap_or(format.len());
        Layout { rest: &format[..end], big: cfg!(target_endian = "big"), max_align: 1 }
    }

    /// The number that may follow an option.
    fn count(&mut self) -> Option<usize> {
        let mut count = None;
        while let [digit @ b'0'..=b'9', tail @ ..] = self.rest {
            let so_far = count.unwrap_or(0);
            // A further digit could pass the largest size; it is left to be an invalid option.
            if so_far > (MAX_SIZE - 9) / 10 {
                break;
            }
            count = Some(so_far * 10 + usize::from(digit - b'0'));
            self.rest = tail;
        }
        count
    }

    /// The number that may follow an integer option.
    fn int_size(&mut self, default: usize) -> Result<usize, TextError> {
        match self.count().unwrap_or(default) {
            size @ 1..=MAX_INT_SIZE => Ok(size),
            size => {
                Err(TextError::message(format!("integral size ({size}) out of limits [1,{MAX_INT_SIZE}]")))
            }
        }
    }

    /// The next option's kind and size.
    fn option(&mut self, letter: u8) -> Result<(Kind, usize), TextError> {
        let option = match letter {
            b'b' => (Kind::Int, 1),
            b'B' => (Kind::Uint, 1),
            b'h' => (Kind::Int, 2),
            b'H' => (Kind::Uint, 2),
            b'i' => (Kind::Int, self.int_size(4)?),
            b'I' => (Kind::Uint, self.int_size(4)?),
            b'l' | b'j' => (Kind::Int, 8),
            b'L' | b'J' | b'T' => (Kind::Uint, 8),
            b'f' => (Kind::Float, 4),
            b'd' | b'n' => (Kind::Double, 8),
            b's' => (Kind::Counted, self.int_size(8)?),
            b'c' => match self.count() {
                Some(size) => (Kind::Fixed, size),
                None => return Err(TextError::message("missing size for format option 'c'")),
            },
            b'z' => (Kind::ZeroEnded, 0),
            b'x' => (Kind::Padding, 1),
            b'X' => (Kind::Align, 0),
            b' ' => (Kind::Setting, 0),
            b'<' | b'>' | b'=' => {
                self.big = letter == b'>' || letter == b'=' && cfg!(target_endian = "big");
                (Kind::Setting, 0)
            }
            b'!' => {
                self.max_align = self.int_size(NATIVE_ALIGN)?;
                (Kind::Setting, 0)
            }
            _ => {
                return Err(TextError::message([&b"invalid format option '"[..], &[letter], b"'"].concat()));
            }
        };
        Ok(option)
    }

    /// The next item, which will stand behind `total` bytes.
    fn next(&mut self, total: usize) -> Result<Option<Item>, TextError> {
        let [letter, tail @ ..] = self.rest else { return Ok(None) };
        self.rest = tail;
        let (kind, size) = self.option(*letter)?;
        let mut align = size;
        if kind == Kind::Align {
            let invalid = || TextError::argument(1, "invalid next option for option 'X'");
            let [letter, tail @ ..] = self.rest else { return Err(invalid()) };
            self.rest = tail;
            let (next, size) = self.option(*letter)?;
            if next == Kind::Fixed || size == 0 {
                return Err(invalid());
            }
            align = size;
        }
        let mut padding = 0;
        let aligned =
            matches!(kind, Kind::Int | Kind::Uint | Kind::Float | Kind::Double | Kind::Counted | Kind::Align);
        if aligned && align > 1 {
            align = align.min(self.max_align);
            if !align.is_power_of_two() {
                return Err(TextError::argument(1, "format asks for alignment not power of 2"));
            }
            padding = total.wrapping_neg() & (align - 1);
        }
        Ok(Some(Item { kind, size, padding }))
    }
}

/// Asks for the memory of so many bytes more.
fn reserve<A: PackArgs>(args: &mut A, out: &[u8], more: usize) -> Result<(), A::Error> {
    args.room(out.len() + more)
}

/// Appends the packed values to `out`.
pub fn pack<A: PackArgs>(format: &[u8], args: &mut A, out: &mut Vec<u8>) -> Result<(), A::Error> {
    let mut layout = Layout::new(format);
    let base = out.len();
    let mut index = 1;
    while let Some(Item { kind, size, padding }) = layout.next(out.len() - base)? {
        reserve(args, out, padding)?;
        out.resize(out.len() + padding, 0);
        if !matches!(kind, Kind::Padding | Kind::Align | Kind::Setting) {
            index += 1;
        }
        let fail = |message: &'static str| Err(TextError::argument(index, message).into());
        match kind {
            Kind::Int => {
                let value = args.integer(index)?;
                if size < INT_SIZE && value >> (size * 8 - 1) != value >> 63 {
                    return fail("integer overflow");
                }
                write_int(out, value, size, layout.big);
            }
            Kind::Uint => {
                let value = args.integer(index)?;
                if size < INT_SIZE && (value as u64) >> (size * 8) != 0 {
                    return fail("unsigned overflow");
                }
                write_uint(out, value as u64, size, layout.big);
            }
            Kind::Float => {
                let value = args.number(index)? as f32;
                out.extend(if layout.big { value.to_be_bytes() } else { value.to_le_bytes() });
            }
            Kind::Double => {
                let value = args.number(index)?;
                out.extend(if layout.big { value.to_be_bytes() } else { value.to_le_bytes() });
            }
            Kind::Fixed => {
                let len = args.bytes(index)?.len();
                if len > size {
                    return fail("string longer than given size");
                }
                // A format of a few characters can ask for gigabytes.
                reserve(args, out, size)?;
                out.extend_from_slice(args.bytes(index)?);
                out.resize(out.len() + size - len, 0);
            }
            Kind::Counted => {
                let len = args.bytes(index)?.len();
                if size < INT_SIZE && len >> (size * 8) != 0 {
                    return fail("string length does not fit in given size");
                }
                reserve(args, out, len + size)?;
                write_uint(out, len as u64, size, layout.big);
                out.extend_from_slice(args.bytes(index)?);
            }
            Kind::ZeroEnded => {
                let bytes = args.bytes(index)?;
                if memchr::memchr(0, bytes).is_some() {
                    return fail("string contains zeros");
                }
                let len = bytes.len();
                reserve(args, out, len + 1)?;
                out.extend_from_slice(args.bytes(index)?);
                out.push(0);
            }
            Kind::Padding => out.push(0),
            Kind::Align | Kind::Setting => {}
        }
    }
    Ok(())
}

/// `string.packsize`: how many bytes the format describes.
pub fn packed_size(format: &[u8]) -> Result<usize, TextError> {
    let mut layout = Layout::new(format);
    let mut total = 0usize;
    while let Some(item) = layout.next(total)? {
        if matches!(item.kind, Kind::Counted | Kind::ZeroEnded) {
            return Err(TextError::argument(1, "variable-length format"));
        }
        let size = item.size + item.padding; // at most MAX_SIZE, as `count` stops there
        if total > MAX_SIZE - size {
            return Err(TextError::argument(1, "format result too large"));
        }
        total += size;
    }
    Ok(total)
}

/// Unpacks `data` from `position` (as Lua counts) on, handing each value to `push`; the position behind the
/// last one.
///
/// Values found before an error have been handed over already.
pub fn unpack<'a, E: From<TextError>>(
    format: &[u8],
    data: &'a [u8],
    position: i64,
    mut push: impl FnMut(Unpacked<'a>) -> Result<(), E>,
) -> Result<usize, E> {
    let mut at = start_offset(position, data.len());
    if at > data.len() {
        return Err(TextError::argument(3, "initial position out of string").into());
    }
    let short = || TextError::argument(2, "data string too short");
    let mut layout = Layout::new(format);
    while let Some(Item { kind, size, padding }) = layout.next(at)? {
        let rest = data[at..].get(padding..).ok_or_else(short)?;
        let (field, behind) = rest.split_at_checked(size).ok_or_else(short)?;
        at += padding + size;
        match kind {
            Kind::Int | Kind::Uint => {
                push(Unpacked::Int(read_int(field, kind == Kind::Int, layout.big)?))?;
            }
            Kind::Float => {
                let bits = read_int(field, false, layout.big)? as u32;
                push(Unpacked::Float(f64::from(f32::from_bits(bits))))?;
            }
            Kind::Double => {
                let bits = read_int(field, false, layout.big)? as u64;
                push(Unpacked::Float(f64::from_bits(bits)))?;
            }
            Kind::Fixed => push(Unpacked::Bytes(field))?,
            Kind::Counted => {
                let len = usize::try_from(read_int(field, false, layout.big)? as u64).map_err(|_| short())?;
                push(Unpacked::Bytes(behind.get(..len).ok_or_else(short)?))?;
                at += len;
            }
            Kind::ZeroEnded => {
                let unfinished = || TextError::argument(2, "unfinished string for format 'z'");
                let len = memchr::memchr(0, behind).ok_or_else(unfinished)?;
                push(Unpacked::Bytes(&behind[..len]))?;
                at += len + 1;
            }
            Kind::Padding | Kind::Align | Kind::Setting => {}
        }
    }
    Ok(at + 1)
}

fn write_int(out: &mut Vec<u8>, value: i64, size: usize, big: bool) {
    write_bytes(out, &i128::from(value).to_le_bytes()[..size], big);
}

fn write_uint(out: &mut Vec<u8>, value: u64, size: usize, big: bool) {
    write_bytes(out, &u128::from(value).to_le_bytes()[..size], big);
}

fn write_bytes(out: &mut Vec<u8>, little: &[u8], big: bool) {
    let start = out.len();
    out.extend_from_slice(little);
    if big {
        out[start..].reverse();
    }
}

/// Reads an integer of 1 to 16 bytes; the bytes beyond a Lua integer may only repeat its sign.
fn read_int(field: &[u8], signed: bool, big: bool) -> Result<i64, TextError> {
    let mut value: u64 = 0;
    for place in (0..field.len().min(INT_SIZE)).rev() {
        value = value << 8 | u64::from(byte_at(field, place, big));
    }
    if field.len() < INT_SIZE {
        let unused = 64 - 8 * field.len() as u32;
        let value = (value << unused) as i64;
        return Ok(if signed { value >> unused } else { (value as u64 >> unused) as i64 });
    }
    let beyond = if signed && (value as i64) < 0 { 0xff } else { 0 };
    for place in INT_SIZE..field.len() {
        if byte_at(field, place, big) != beyond {
            return Err(TextError::message(format!(
                "{}-byte integer does not fit into Lua Integer",
                field.len()
            )));
        }
    }
    Ok(value as i64)
}

/// The byte of the given weight.
fn byte_at(field: &[u8], place: usize, big: bool) -> u8 {
    field[if big { field.len() - 1 - place } else { place }]
}
