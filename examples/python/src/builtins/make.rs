//! Constructors of built-in types. Argument 0 is the class.

use crate::native::{to_float, Args};
use crate::objects::types::Types;
use crate::objects::{bytes, dict, item, iter, list, number, ops, set, str};
use crate::text::number as digits;
use crate::value::{Method, Slice, Val, NONE};
use crate::{errors, Rt};
use holloway::machine::Raised;

/// The number that up to 18 decimal digits are, after a sign perhaps.
fn short_decimal(text: &[u8]) -> Option<i64> {
    let (digits, negative) = match text {
        [b'-', digits @ ..] => (digits, true),
        digits => (digits, false),
    };
    if digits.is_empty() || digits.len() > 18 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let n = digits.iter().fold(0, |n, d| n * 10 + i64::from(d - b'0'));
    Some(if negative { -n } else { n })
}

fn int(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    a.takes_as("int", 1, 0, 2, &["", "base"])?;
    let base = a.opt(2, "base", Val::Unbound);
    let v = match (a.val(1), base) {
        (Val::Unbound, Val::Unbound) => return Ok(Val::Int(0)),
        (Val::Unbound, _) => return Err(errors::type_(rt, "int() missing string argument")),
        (v, _) => v,
    };
    // Bytes are read as the text they would be; those of a view where no base is asked for.
    let inner = ops::unwrapped(rt, v);
    let data = match inner {
        Val::Bytes(_) => bytes::of(rt, inner),
        Val::Misc(_) if base.is_unbound() => bytes::of(rt, inner),
        _ => None,
    };
    let text = match &data {
        Some(d) => str::val(rt, &latin(d))?,
        None => inner,
    };
    if let (Val::Str(s), b) = (text, base) {
        let b = match b {
            Val::Unbound => 10,
            // Any base that is too large will do.
            b => match ops::index(rt, b)? {
                Val::Int(i) => i,
                _ => -1,
            },
        };
        if b != 0 && !(2..=36).contains(&b) {
            return Err(errors::value(rt, "int() base must be >= 2 and <= 36, or 0"));
        }
        if let Some(i) = short_decimal(s.data()).filter(|_| b == 10) {
            return Ok(Val::Int(i));
        }
        digits::check_digits(rt, s.text(), b as u32)?;
        return match digits::parse_int(s.text(), b as u32) {
            Some(n) => Ok(number::norm(rt, n)),
            None => {
                let shown = data.map_or_else(|| ops::repr(rt, v), |d| Ok(bytes::quoted(&d)))?;
                let shown: String = shown.chars().take(LONGEST_SHOWN).collect();
                let text = format!("invalid literal for int() with base {b}: {shown}");
                Err(errors::value(rt, &text))
            }
        };
    }
    if !matches!(base, Val::Unbound) {
        let base = ops::index(rt, base)?;
        if !matches!(base, Val::Int(0 | 2..=36)) {
            return Err(errors::value(rt, "int() base must be >= 2 and <= 36, or 0"));
        }
        return Err(errors::type_(rt, "int() can't convert non-string with explicit base"));
    }
    if let Some(r) = converted(rt, v) {
        return r;
    }
    match ops::unwrapped(rt, v) {
        Val::Float(x) => number::float_to_int(rt, x.get()),
        b @ (Val::False | Val::True) => Ok(Val::Int(b.is_true() as i64)),
        n @ (Val::Int(_) | Val::Big(_)) => Ok(n),
        _ => {
            let text = format!(
                "int() argument must be a string, a bytes-like object or a real number, not '{}'",
                ops::type_name(rt, v)
            );
            Err(errors::type_(rt, &text))
        }
    }
}

/// What a method for it makes an integer of a value.
fn converted(rt: &Rt, v: Val) -> Option<Result<Val, Raised>> {
    let is_int = |v: Val| matches!(ops::unwrapped(rt, v), Val::Int(_) | Val::Big(_) | Val::False | Val::True);
    for name in ["__int__", "__index__"] {
        let Some(r) = ops::call_special(rt, v, name, &[]) else { continue };
        return Some(match r {
            Ok(n) if is_int(n) => ops::index(rt, n),
            Ok(n) => {
                let text = format!("{name} returned non-int (type {})", ops::type_name(rt, n));
                Err(errors::type_(rt, &text))
            }
            Err(Raised) => Err(Raised),
        });
    }
    let r = ops::call_special(rt, v, "__trunc__", &[])?;
    Some(match r {
        Ok(n) if is_int(n) => ops::index(rt, n),
        Ok(n) => ops::call_special(rt, n, "__index__", &[]).unwrap_or_else(|| {
            let text = format!("__trunc__ returned non-Integral (type {})", ops::type_name(rt, n));
            Err(errors::type_(rt, &text))
        }),
        Err(Raised) => Err(Raised),
    })
}

/// Characters that are shown of what is no number.
const LONGEST_SHOWN: usize = 200;

/// Bytes as characters of the same numbers.
fn latin(data: &[u8]) -> String {
    data.iter().copied().map(char::from).collect()
}

fn float(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    a.making("float", 0, 1)?;
    let v = match a.val(1) {
        Val::Unbound => Val::float(0.0),
        v => v,
    };
    let text = match bytes::of(rt, v) {
        Some(d) => str::val(rt, &latin(&d))?,
        None => ops::unwrapped(rt, v),
    };
    match text {
        Val::Str(s) => match digits::parse_float(s.text()) {
            Some(x) => Ok(Val::float(x)),
            None => {
                let text = format!("could not convert string to float: {}", ops::repr(rt, v)?);
                Err(errors::value(rt, &text))
            }
        },
        _ => match to_float(rt, v) {
            Ok(x) => Ok(Val::float(x)),
            Err(Raised)
                if ["__float__", "__index__"].iter().all(|n| ops::special(rt, v, n).is_none())
                    && errors::caught(rt, rt.lang.types().type_error).is_some() =>
            {
                let text = format!(
                    "float() argument must be a string or a real number, not '{}'",
                    ops::type_name(rt, v)
                );
                Err(errors::type_(rt, &text))
            }
            Err(Raised) => Err(Raised),
        },
    }
}

fn bool_(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.making("bool", 0, 1)?;
    ops::truth(a.rt, a.val(1)).map(Val::bool)
}
fn str_(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes_as("str", 1, 0, 3, &["object", "encoding", "errors"])?;
    let decodes = a.opt(2, "encoding", Val::Unbound);
    let decodes = !decodes.is_unbound() || !a.opt(3, "errors", Val::Unbound).is_unbound();
    if decodes {
        return decoded(a);
    }
    match a.opt(1, "object", Val::Unbound) {
        Val::Unbound => str::val(a.rt, ""),
        v @ Val::Str(_) => Ok(v),
        Val::Int(i) => str::of_int(a.rt, i).map(Val::Str),
        v => str::val(a.rt, &ops::str(a.rt, v)?),
    }
}
/// `str(data, encoding, errors)`: no data has no encoding that could be unknown.
fn decoded(a: &Args<'_>) -> Result<Val, Raised> {
    let (encoding, handler) = (a.opt_word(2, "encoding", "utf-8")?, a.opt_word(3, "errors", "strict")?);
    let v = a.opt(1, "object", Val::Unbound);
    if v.is_unbound() {
        return str::val(a.rt, "");
    }
    if matches!(ops::unwrapped(a.rt, v), Val::Str(_)) {
        return Err(errors::type_(a.rt, "decoding str is not supported"));
    }
    let Some(data) = bytes::of(a.rt, v) else {
        let got = ops::type_name(a.rt, v);
        return Err(errors::type_(a.rt, &format!("decoding to str: need a bytes-like object, {got} found")));
    };
    match data.is_empty() {
        true => str::val(a.rt, ""),
        false => crate::text::codec::decode(a.rt, &data, &encoding, &handler),
    }
}
fn values(a: &Args<'_>) -> Result<Vec<holloway::heap::RawSlot>, Raised> {
    match a.val(1) {
        Val::Unbound => Ok(Vec::new()),
        v => iter::to_vec(a.rt, v),
    }
}
fn list(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.making("list", 0, 1)?;
    match a.val(1) {
        Val::List(l) => l.sliced(a.rt, 0, 1, l.len(a.rt)).map(Val::List),
        Val::Range(r) => list::of_range(a.rt, r.start, r.step, r.len as usize).map(Val::List),
        _ => ops::list_val(a.rt, &values(a)?),
    }
}
fn tuple(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.making("tuple", 0, 1)?;
    match a.val(1) {
        v @ Val::Tuple(_) => Ok(v),
        _ => ops::tuple_val(a.rt, &values(a)?),
    }
}
fn new_set(a: &Args<'_>, frozen: bool) -> Result<Val, Raised> {
    a.making(if frozen { "frozenset" } else { "set" }, 0, 1)?;
    match a.val(1) {
        v @ Val::Set(s) if frozen && s.frozen => return Ok(v),
        Val::Unbound => dict::new_set(a.rt, &[], frozen),
        v => set::of(a.rt, v, frozen),
    }
    .map(Val::Set)
}
fn set(a: &mut Args<'_>) -> Result<Val, Raised> {
    new_set(a, false)
}
fn frozenset(a: &mut Args<'_>) -> Result<Val, Raised> {
    new_set(a, true)
}
fn dict_(a: &mut Args<'_>) -> Result<Val, Raised> {
    if a.plain().len() > 2 {
        let text = format!("dict expected at most 1 argument, got {}", a.plain().len() - 1);
        return Err(errors::type_(a.rt, &text));
    }
    let d = match a.val(1) {
        Val::Dict(d) => dict::copy(a.rt, d)?,
        Val::Unbound => dict::new(a.rt),
        v => {
            let d = dict::new(a.rt);
            super::update_dict(a.rt, d, v)?;
            d
        }
    };
    let named = &a.args[a.args.len() - a.names.len()..];
    for (k, &v) in a.names.iter().zip(named) {
        dict::set(a.rt, d.table(), Val::Str(*k).into(), v)?;
    }
    Ok(Val::Dict(d))
}
fn range(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.making("range", 1, 3)?;
    let part = |i: usize| ops::index(a.rt, a.val(i));
    let (start, stop, step) = match a.plain().len() {
        2 => (Val::Int(0), part(1)?, Val::Int(1)),
        3 => (part(1)?, part(2)?, Val::Int(1)),
        _ => (part(1)?, part(2)?, part(3)?),
    };
    item::range(a.rt, start, stop, step)
}
fn slice(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.making("slice", 1, 3)?;
    let part = |i: usize| a.plain().get(i).copied().unwrap_or(NONE);
    let s = if a.plain().len() == 2 {
        Slice::new(NONE, part(1), NONE)
    } else {
        Slice::new(part(1), part(2), part(3))
    };
    Ok(Val::Slice(a.rt.heap.alloc(s)))
}

/// For a type whose only value there is.
fn only(a: &Args<'_>, name: &str) -> Result<(), Raised> {
    if a.args.len() > 1 {
        return Err(errors::type_(a.rt, &format!("{name} takes no arguments")));
    }
    Ok(())
}
fn none(a: &mut Args<'_>) -> Result<Val, Raised> {
    only(a, "NoneType")?;
    Ok(Val::None)
}
fn ellipsis(a: &mut Args<'_>) -> Result<Val, Raised> {
    only(a, "EllipsisType")?;
    Ok(a.rt.lang.ellipsis())
}
fn not_implemented(a: &mut Args<'_>) -> Result<Val, Raised> {
    only(a, "NotImplementedType")?;
    Ok(a.rt.lang.not_implemented())
}
/// A function with its first argument.
fn method(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(3, 3)?;
    if a.val(2).is_none() {
        return Err(errors::type_(a.rt, "self must not be None"));
    }
    if !super::funcs::is_callable(a.rt, a.val(1)) {
        return Err(errors::type_(a.rt, "first argument must be callable"));
    }
    let m = Method::new(a.plain()[1], a.plain()[2]);
    Ok(Val::Method(a.rt.heap.alloc(m)))
}
/// An empty module.
fn module(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes_as("module", 1, 1, 2, &["name", "doc"])?;
    let name = a.str(1)?;
    let m = a.rt.lang.add_module(a.rt, name.text());
    m.set_name(a.rt, "__name__", Val::Str(name));
    m.set_name(a.rt, "__doc__", a.opt(2, "doc", Val::None));
    Ok(Val::Misc(m.object))
}

/// Fills the classes.
pub fn fill(rt: &Rt) {
    let t = rt.lang.types();
    let all: [(_, crate::native::Body); 16] = [
        (t.int, int),
        (t.float, float),
        (t.bool, bool_),
        (t.str, str_),
        (t.list, list),
        (t.tuple, tuple),
        (t.set, set),
        (t.frozenset, frozenset),
        (t.dict, dict_),
        (t.range, range),
        (t.slice, slice),
        (t.none_type, none),
        (t.ellipsis, ellipsis),
        (t.not_implemented, not_implemented),
        (t.method, method),
        (t.module, module),
    ];
    for (c, body) in all {
        Types::fill(rt, c, &[("%new", body)]);
    }
}
