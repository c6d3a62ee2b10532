//! Texts made of values: what a library function gives for a text or a number is the same each time, so that equal calls are one.
//!
//! **Problem.** Programs make a key twice (`t[x .. "," .. y] = t[x .. "," .. y] + 1`), or the same text in each turn of a loop. Nobody can tell two strings
//! of the same bytes apart.
//!
//! **Invariant.** What is elidable here fails for want of memory only: a text that nobody wants is not made, and its error not raised. Errors that a program
//! may wait for, as of a text that is too long or no number, are the library function's.
//!
//! **Example.** `s:upper()` calls [`changed`]; of `tonumber(s)` a trace holds [`decimal_in`] and a comparison.

use super::{konst, Lua};
use crate::native;
use crate::string::{self, Change, Str};
use crate::text::number::{self, Number};
use crate::value::{Val, Value, NIL};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use holloway::{elidable, residual};

#[elidable]
fn changed(cx: &Cx<Lua>, s: Gc<Str>, change: i64) -> Result<Gc<Str>, Raised> {
    string::changed(cx.rt, s, Change::ALL[change as usize])
}

/// Longest text repeated here, and most times.
const FEW: i64 = 1 << 12;

#[elidable]
fn repeated(cx: &Cx<Lua>, s: Gc<Str>, times: i64) -> Result<Gc<Str>, Raised> {
    let times = times as usize;
    string::room(cx.rt, s.bytes().len() * times)?;
    string::make(cx.rt, &s.bytes().repeat(times))
}

/// `string.sub`.
#[elidable]
pub fn piece(cx: &Cx<Lua>, s: Gc<Str>, first: i64, last: i64) -> Result<Gc<Str>, Raised> {
    string::piece(cx.rt, s, first, last)
}

/// The text of a number, a boolean or nil.
#[elidable]
pub fn word_text(cx: &Cx<Lua>, v: RawSlot) -> Result<Gc<Str>, Raised> {
    native::text_of(cx.rt, v.into())
}

/// The text of a string or number.
pub fn simple_text<M: Machine<L = Lua>>(m: &M, v: Slot<M::V>) -> Result<Option<Slot<M::V>>, Raised> {
    match m.unpack(v) {
        Value::True | Value::False | Value::Nil => Ok(None),
        _ => any_text(m, v),
    }
}

/// The text of what is no object, or a string.
pub fn any_text<M: Machine<L = Lua>>(m: &M, v: Slot<M::V>) -> Result<Option<Slot<M::V>>, Raised> {
    Ok(match m.unpack(v) {
        Value::Str(_) => Some(v),
        Value::Int(_) | Value::Float(_) | Value::True | Value::False | Value::Nil => {
            Some(Value::Str(word_text(m, v)?).into())
        }
        _ => None,
    })
}

/// What [`decimal_in`] says of a text that stands for no decimal integer; and for this one.
const NO_INTEGER: i64 = i64::MIN;
/// What [`float_in`] says of a text that stands for no number; and of an integer that is for [`any_number_in`].
const NO_NUMBER: i64 = 0x7ff8 << 48;
const NO_FLOAT: i64 = 0x7ff9 << 48;

/// The integer that a text stands for in decimal digits.
#[elidable]
fn decimal_in(_cx: &Cx<Lua>, s: Gc<Str>) -> i64 {
    number::parse_decimal(s.bytes()).unwrap_or(NO_INTEGER)
}

/// The float that a text stands for that is none for [`decimal_in`]: it is never NaN. Or a NaN that says why there is none.
#[elidable]
fn float_in(_cx: &Cx<Lua>, s: Gc<Str>) -> f64 {
    match number::parse_other(s.bytes()) {
        // The least integer looks like none, too.
        Some(Number::Float(x)) if x != i64::MIN as f64 => x,
        Some(_) => f64::from_bits(NO_FLOAT as u64),
        None => f64::from_bits(NO_NUMBER as u64),
    }
}

/// The number that a string stands for, or nil.
#[residual(reads)]
fn any_number_in(_cx: &Cx<Lua>, s: Gc<Str>) -> RawSlot {
    number::parse(s.bytes()).map_or(NIL, |n| Val::from(n).into())
}

/// The number that a string stands for, or nil.
pub fn number_in<M: Machine<L = Lua>>(m: &M, s: Ref<M::V, Str>) -> Slot<M::V> {
    if !M::TRACING {
        return any_number_in(m, s);
    }
    let whole = decimal_in(m, s);
    if !m.branch(whole.eq_(NO_INTEGER)) {
        return Value::Int(whole).into();
    }
    let float = float_in(m, s);
    if m.branch(float.eq_(float)) {
        return Value::Float(float).into();
    }
    match m.branch(float.to_bits().eq_(NO_NUMBER)) {
        true => konst(NIL),
        false => any_number_in(m, s),
    }
}

/// A text with all its bytes changed, if it is one.
pub fn change<M: Machine<L = Lua>>(
    m: &M,
    s: Slot<M::V>,
    change: Change,
) -> Result<Option<Value<M::V>>, Raised> {
    let Value::Str(s) = m.unpack(s) else { return Ok(None) };
    changed(m, s, Int::new(change as i64)).map(|s| Some(Value::Str(s)))
}

/// A text repeated a few times, if it is one.
pub fn repeat<M: Machine<L = Lua>>(
    m: &M,
    s: Slot<M::V>,
    times: Slot<M::V>,
) -> Result<Option<Value<M::V>>, Raised> {
    let (Value::Str(s), Value::Int(times)) = (m.unpack(s), m.unpack(times)) else { return Ok(None) };
    let few = Int::new(FEW);
    if !m.branch(times.ult(few)) || !m.branch(s.len(m).ult(few)) {
        return Ok(None);
    }
    repeated(m, s, times).map(|s| Some(Value::Str(s)))
}
