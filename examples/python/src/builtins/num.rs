//! Methods of numbers.

use crate::native::{Args, Body};
use crate::objects::types::Types;
use crate::objects::{bytes, iter, number, ops, str};
use crate::value::{misc, Misc, Val, NONE};
use crate::{errors, Rt};
use holloway::machine::Raised;
use num_bigint::BigInt;

fn bit_length(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    Ok(Val::Int(number::bits(a.rt, a.this()) as i64))
}
fn bit_count(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let n = number::big(a.rt, a.this()).unwrap_or_default();
    Ok(Val::Int(n.magnitude().iter_u64_digits().map(|d| i64::from(d.count_ones())).sum()))
}
/// `text_of(n)`: an integer in decimal, however long.
pub fn text_of(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let n = number::big(a.rt, a.val(0)).unwrap_or_default();
    str::val(a.rt, &n.to_string())
}
/// `number_of(digits)`: the integer of decimal digits, however many.
pub fn number_of(a: &mut Args<'_>) -> Result<Val, Raised> {
    let n = crate::text::number::parse_int(a.str(0)?.text(), 10).unwrap_or_default();
    Ok(number::norm(a.rt, n))
}
fn conjugate(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    Ok(match a.this() {
        b @ (Val::False | Val::True) => Val::Int(b.is_true().into()),
        x => x,
    })
}
fn is_integer(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    match a.this() {
        Val::Float(x) => Ok(Val::bool(x.get().is_finite() && x.get() == x.get().trunc())),
        _ => Ok(Val::True),
    }
}
fn as_integer_ratio(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let rt = a.rt;
    let (n, d) = match a.this() {
        Val::Float(x) if x.get().is_nan() => {
            return Err(errors::value(rt, "cannot convert NaN to integer ratio"));
        }
        Val::Float(x) if x.get().is_infinite() => {
            return Err(errors::overflow(rt, "cannot convert Infinity to integer ratio"));
        }
        Val::Float(x) => {
            let x = x.get();
            if !x.is_finite() {
                return str::val(a.rt, &ops::repr(a.rt, Val::float(x))?);
            }
            let bits = x.abs().to_bits();
            let (e, m) = ((bits >> 52) as i64, bits & ((1 << 52) - 1));
            let (mut m, mut e) = if e == 0 { (m, -1074) } else { (m | 1 << 52, e - 1075) };
            while m != 0 && m % 2 == 0 && e < 0 {
                m /= 2;
                e += 1;
            }
            let m = BigInt::from(m) * if x < 0.0 { -1 } else { 1 };
            if m == BigInt::from(0) {
                (m, BigInt::from(1))
            } else if e >= 0 {
                (m << e as u64, BigInt::from(1))
            } else {
                (m, BigInt::from(1) << (-e) as u64)
            }
        }
        v => (number::big(rt, v).unwrap_or_default(), BigInt::from(1)),
    };
    let (n, d) = (number::norm(rt, n), number::norm(rt, d));
    ops::tuple_val(rt, &[n.into(), d.into()])
}
fn hex(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let Val::Float(x) = a.this() else { return a.none() };
    let x = x.get();
    if !x.is_finite() {
        return str::val(a.rt, &ops::repr(a.rt, Val::float(x))?);
    }
    let bits = x.abs().to_bits();
    let (e, m) = ((bits >> 52) as i64, bits & ((1 << 52) - 1));
    let sign = if x.is_sign_negative() { "-" } else { "" };
    let text = match (e, m) {
        (0, 0) => format!("{sign}0x0.0p+0"),
        (0, m) => format!("{sign}0x0.{m:013x}p-1022"),
        (e, m) => format!("{sign}0x1.{m:013x}p{:+}", e - 1023),
    };
    str::val(a.rt, &text)
}

fn big_end(a: &Args<'_>, i: usize) -> Result<bool, Raised> {
    match &*a.opt_str(i, "byteorder", "big")? {
        "big" => Ok(true),
        "little" => Ok(false),
        _ => Err(errors::value(a.rt, "byteorder must be either 'little' or 'big'")),
    }
}
fn to_bytes(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    a.takes(0, 2, &["length", "byteorder", "signed"])?;
    let n = number::big(rt, a.this()).unwrap_or_default();
    let length = ops::index_small(rt, a.opt(1, "length", Val::Int(1)))?;
    let (big, signed) = (big_end(a, 2)?, ops::truth(rt, a.named("signed").unwrap_or(Val::False))?);
    let negative = n.sign() == num_bigint::Sign::Minus;
    if length < 0 {
        return Err(errors::value(rt, "length argument must be non-negative"));
    }
    if negative && !signed {
        return Err(errors::overflow(rt, "can't convert negative int to unsigned"));
    }
    let mut out = if signed { n.to_signed_bytes_le() } else { n.to_bytes_le().1 };
    if n == BigInt::from(0) {
        out.clear();
    }
    if out.len() > length as usize {
        return Err(errors::overflow(rt, "int too big to convert"));
    }
    let mut all = bytes::room(rt, length as usize)?;
    all.append(&mut out);
    all.resize(length as usize, if negative { 0xFF } else { 0 });
    if big {
        all.reverse();
    }
    bytes::val(rt, all)
}
fn from_bytes(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    a.takes(1, 2, &["bytes", "byteorder", "signed"])?;
    let (big, signed) = (big_end(a, 2)?, ops::truth(rt, a.named("signed").unwrap_or(Val::False))?);
    let v = a.opt(1, "bytes", Val::None);
    let given = match ops::call_special(rt, v, "__bytes__", &[]) {
        Some(made) => match made? {
            v @ (Val::Bytes(_) | Val::Inst(_)) => v,
            v => {
                let text = format!("__bytes__ returned non-bytes (type {})", ops::type_name(rt, v));
                return Err(errors::type_(rt, &text));
            }
        },
        None if matches!(ops::unwrapped(rt, v), Val::Str(_))
            || bytes::of(rt, v).is_none() && !iter::is_iterable(rt, v) =>
        {
            let text = format!("cannot convert '{}' object to bytes", ops::type_name(rt, v));
            return Err(errors::type_(rt, &text));
        }
        None => v,
    };
    let mut data =
        bytes::from_iterable(rt, given, "bytes", |of| format!("cannot convert '{of}' object to bytes"))?;
    if big {
        data.reverse();
    }
    let n = if signed {
        BigInt::from_signed_bytes_le(&data)
    } else {
        BigInt::from_bytes_le(num_bigint::Sign::Plus, &data)
    };
    let n = number::norm(rt, n);
    match a.val(0) {
        c @ Val::Class(k) if k.id != rt.lang.types().int.id => crate::interp::call::call(rt, c, &[n.into()]),
        _ => Ok(n),
    }
}
/// A sign and what it is the sign of.
fn signed(t: &str) -> (f64, &str) {
    match t.strip_prefix('-') {
        Some(r) => (-1.0, r),
        None => (1.0, t.strip_prefix('+').unwrap_or(t)),
    }
}
/// A float from hexadecimal digits without a sign; `None` if they are malformed.
fn from_hex(rt: &Rt, t: &str) -> Option<Result<Val, Raised>> {
    match t {
        "inf" | "infinity" => return Some(Ok(Val::float(f64::INFINITY))),
        "nan" => return Some(Ok(Val::float(f64::NAN))),
        _ => {}
    }
    let t = t.strip_prefix("0x").unwrap_or(t);
    let (mantissa, e) = t.split_once('p').unwrap_or((t, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    let exponent = e.strip_prefix(['+', '-']).unwrap_or(e);
    let digits_only =
        |s: &str, hex: bool| s.bytes().all(|b| if hex { b.is_ascii_hexdigit() } else { b.is_ascii_digit() });
    if digits.is_empty()
        || exponent.is_empty()
        || !digits_only(&digits, true)
        || !digits_only(exponent, false)
    {
        return None;
    }
    let n = <BigInt as num_traits::Num>::from_str_radix(&digits, 16).ok()?;
    if n == BigInt::from(0) {
        return Some(Ok(Val::float(0.0)));
    }
    let far = if e.starts_with('-') { -FAR } else { FAR };
    // Between them the digits may be many.
    let shift = e.parse().unwrap_or(far).clamp(-FAR, FAR) - 4 * fraction.len() as i64;
    let highest = n.bits() as i64 + shift;
    if highest > 1024 {
        return Some(Err(too_large(rt)));
    }
    if highest < -1080 {
        return Some(Ok(Val::float(0.0)));
    }
    // The quotient of two integers is rounded once.
    let one = BigInt::from(1);
    let (n, d) = if shift >= 0 { (n << shift as u64, one) } else { (n, one << (-shift) as u64) };
    let (n, d) = (number::norm(rt, n), number::norm(rt, d));
    let made = ops::binary(rt, crate::bytecode::BinOp::Div, false, n, d);
    Some(made.map_err(|Raised| too_large(rt)))
}
/// An exponent beyond all that digits make up for.
const FAR: i64 = 1 << 40;

fn too_large(rt: &Rt) -> Raised {
    errors::overflow(rt, "hexadecimal value too large to represent as a float")
}
fn fromhex(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let rt = a.rt;
    let Val::Str(text) = ops::unwrapped(rt, a.val(1)) else {
        return Err(errors::type_(rt, "bad argument type for built-in operation"));
    };
    let text = text.text().to_ascii_lowercase();
    let (sign, digits) = signed(text.trim_matches(|c: char| matches!(c, ' ' | '\t'..='\r')));
    let bad = || Err(errors::value(rt, "invalid hexadecimal floating-point string"));
    let made = match from_hex(rt, digits).unwrap_or_else(bad)? {
        Val::Float(x) => Val::float(sign * x.get()),
        v => v,
    };
    match a.val(0) {
        c @ Val::Class(k) if k.id != rt.lang.types().float.id => {
            crate::interp::call::call(rt, c, &[made.into()])
        }
        _ => Ok(made),
    }
}

const INT: &[(&str, Body)] = &[
    ("bit_length", bit_length),
    ("bit_count", bit_count),
    ("conjugate", conjugate),
    ("as_integer_ratio", as_integer_ratio),
    ("to_bytes", to_bytes),
];
const FLOAT: &[(&str, Body)] = &[
    ("is_integer", is_integer),
    ("conjugate", conjugate),
    ("as_integer_ratio", as_integer_ratio),
    ("hex", hex),
];

/// Fills the classes.
pub fn fill(rt: &Rt) {
    Types::fill(rt, rt.lang.types().int, INT);
    Types::fill(rt, rt.lang.types().float, FLOAT);
    let t = rt.lang.types();
    let makers: [(_, &'static str, Body); 2] =
        [(t.int, "from_bytes", from_bytes), (t.float, "fromhex", fromhex)];
    for (c, name, body) in makers {
        let f = rt.lang.make_native(rt, name, body, None);
        let m = rt.heap.alloc(Misc::new(misc::CLASS, 0, f.into(), NONE, NONE));
        c.attrs.borrow_mut().set(str::intern(rt, name), Val::Misc(m).into());
    }
}
