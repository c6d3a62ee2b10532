//! Built-in functions.

use super::misc::format_value;
use crate::bytecode::BinOp;
use crate::interp::call::{call, name_of};
use crate::native::{Args, Body};
use crate::objects::iter::{self, kinds};
use crate::objects::{attr, bytes, item, list, number, ops, str};
use crate::value::{misc, Str, Tuple, Val, NONE};
use crate::{errors, text};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;
use num_integer::Integer;
use std::io::Write as _;

/// All of them.
pub const LIST: &[(&str, Body)] = &[
    ("print", print),
    ("open", open_file),
    ("len", len),
    ("repr", repr),
    ("ascii", ascii),
    ("abs", abs),
    ("min", min),
    ("max", max),
    ("sum", sum),
    ("any", any),
    ("all", all),
    ("sorted", sorted),
    ("iter", iter_),
    ("next", next),
    ("chr", chr),
    ("ord", ord),
    ("hex", hex),
    ("oct", oct),
    ("bin", bin),
    ("id", id),
    ("hash", hash),
    ("callable", callable),
    ("isinstance", isinstance),
    ("issubclass", issubclass),
    ("getattr", getattr),
    ("setattr", setattr),
    ("hasattr", hasattr),
    ("delattr", delattr),
    ("divmod", divmod),
    ("pow", pow),
    ("round", round),
    ("enumerate", enumerate),
    ("zip", zip),
    ("map", map),
    ("filter", filter),
    ("reversed", reversed),
    ("format", format),
    ("dir", dir),
    ("vars", vars),
    ("input", input),
    ("exit", exit),
    ("quit", exit),
];

fn print(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let word = |name: &str, default: &str| match a.named(name) {
        None | Some(Val::None) => Ok(default.to_string()),
        Some(v) => ops::str(rt, v),
    };
    let (sep, end) = (word("sep", " ")?, word("end", "\n")?);
    let mut out = String::new();
    for (i, &v) in a.plain().iter().enumerate() {
        if i > 0 {
            out.push_str(&sep);
        }
        match Val::from(v) {
            Val::Str(s) => out.push_str(s.text()),
            v => out.push_str(&ops::str(rt, v)?),
        }
    }
    out.push_str(&end);
    match a.named("file") {
        None | Some(Val::None) => match crate::modules::sys::replaced_out(rt) {
            None => crate::modules::sys::write_out(rt, &out)?,
            Some(f) => {
                let text = str::val(rt, &out)?;
                ops::call_method(rt, f, "write", &[text.into()])?;
            }
        },
        Some(f) => {
            let text = str::val(rt, &out)?;
            ops::call_method(rt, f, "write", &[text.into()])?;
        }
    }
    if let Some(f) = a.named("flush") {
        if ops::truth(rt, f)? {
            let _ = rt.lang.out.borrow_mut().flush();
        }
    }
    a.none()
}

fn open_file(a: &mut Args<'_>) -> Result<Val, Raised> {
    let open = crate::modules::library(a.rt, "io", "open")?;
    crate::interp::call::call_named(a.rt, open, a.args, a.names)
}

fn len(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    item::len(a.rt, a.val(0)).map(|n| Val::Int(n as i64))
}
fn repr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    str::val(a.rt, &ops::repr(a.rt, a.val(0))?)
}
fn ascii(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    str::val(a.rt, &text::repr::ascii(&ops::repr(a.rt, a.val(0))?))
}

pub(super) fn abs(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let (rt, v) = (a.rt, a.val(0));
    if let Some(r) = ops::call_special(rt, v, "__abs__", &[]) {
        return r;
    }
    match ops::unwrapped(rt, v) {
        Val::Float(x) => Ok(Val::Float(x.abs())),
        Val::Complex(c) => Ok(Val::Float(c.parts().0.hypot(c.parts().1))),
        x => match number::big(rt, x) {
            Some(n) => Ok(number::norm(rt, num_traits::Signed::abs(&n))),
            None => {
                Err(errors::type_(rt, &format!("bad operand type for abs(): '{}'", ops::type_name(rt, v))))
            }
        },
    }
}

/// The least or greatest of integers in a list or tuple.
fn extreme_int(rt: &crate::Rt, v: Val, greatest: bool) -> Option<i64> {
    let of = |a: i64, b: i64| if greatest { a.max(b) } else { a.min(b) };
    match v {
        Val::List(l) => l.with_ints(rt, |v| v.iter().map(|x| x.get(&rt.heap)).reduce(of)).flatten(),
        Val::Tuple(t) => {
            let mut best = None;
            for &v in t.items.as_slice() {
                let Val::Int(x) = v.into() else { return None };
                best = Some(best.map_or(x, |b| of(b, x)));
            }
            best
        }
        _ => None,
    }
}

fn extreme(a: &Args<'_>, greatest: bool) -> Result<Val, Raised> {
    let rt = a.rt;
    if let [one] = a.args {
        if let Some(x) = extreme_int(rt, (*one).into(), greatest) {
            return Ok(Val::Int(x));
        }
    }
    let values = match a.plain() {
        [one] => iter::to_vec(rt, (*one).into())?,
        many => many.to_vec(),
    };
    let kept = rt.heap.root(values.clone());
    let key = a.named("key").filter(|k| !k.is_none());
    let mut best: Option<(Val, Val)> = None;
    for v in values {
        let v = Val::from(v);
        let k = match key {
            Some(f) => call(rt, f, &[v.into()])?,
            None => v,
        };
        let better = match best {
            None => true,
            Some((_, b)) => {
                if greatest {
                    ops::less(rt, b, k)?
                } else {
                    ops::less(rt, k, b)?
                }
            }
        };
        if better {
            best = Some((v, k));
        }
    }
    drop(kept);
    match (best, a.named("default")) {
        (Some((v, _)), _) | (None, Some(v)) => Ok(v),
        _ if a.plain().is_empty() => {
            Err(errors::type_(rt, &format!("{} expected at least 1 argument, got 0", a.native.name)))
        }
        _ => Err(errors::value(rt, &format!("{}() arg is an empty sequence", a.native.name))),
    }
}
fn min(a: &mut Args<'_>) -> Result<Val, Raised> {
    extreme(a, false)
}
fn max(a: &mut Args<'_>) -> Result<Val, Raised> {
    extreme(a, true)
}

fn sum(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 2)?;
    let rt = a.rt;
    let mut total = a.opt(1, "start", Val::Int(0));
    if let (Val::List(l), Val::Int(start)) = (a.val(0), total) {
        let cx = &rt.heap;
        let whole = l.with_ints(rt, |v| v.iter().try_fold(start, |t, x| t.checked_add(x.get(cx))));
        if let Some(Some(t)) = whole {
            return Ok(Val::Int(t));
        }
        // The first addition makes a float of the start.
        let parts = l.with_floats(rt, |v| v.iter().fold(start as f64, |t, x| t + x.get(cx)));
        if let (Some(t), true) = (parts, start.unsigned_abs() < 1 << 53) {
            return Ok(if l.len(rt) == 0 { total } else { Val::Float(t) });
        }
    }
    let it = iter::new(rt, a.val(0))?;
    if matches!(total, Val::Str(_)) {
        return Err(errors::type_(rt, "sum() can't sum strings [use ''.join(seq) instead]"));
    }
    while let Some(v) = iter::next(rt, it)? {
        total = match (total, v) {
            (Val::Float(x), Val::Float(y)) => Val::Float(x + y),
            (Val::Int(x), Val::Int(y)) => match x.checked_add(y) {
                Some(t) => Val::Int(t),
                None => ops::binary(rt, BinOp::Add, false, total, v)?,
            },
            (t, v) => ops::binary(rt, BinOp::Add, false, t, v)?,
        };
    }
    Ok(total)
}

fn search(a: &Args<'_>, wanted: bool) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let it = iter::new(a.rt, a.val(0))?;
    while let Some(v) = iter::next(a.rt, it)? {
        if ops::truth(a.rt, v)? == wanted {
            return Ok(Val::Bool(wanted));
        }
    }
    Ok(Val::Bool(!wanted))
}
fn any(a: &mut Args<'_>) -> Result<Val, Raised> {
    search(a, true)
}
fn all(a: &mut Args<'_>) -> Result<Val, Raised> {
    search(a, false)
}

fn sorted(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let l = match a.val(0) {
        Val::List(l) => l.sliced(a.rt, 0, 1, l.len(a.rt))?,
        v => list::from(a.rt, &iter::to_vec(a.rt, v)?)?,
    };
    super::list::sort_list(a, l)?;
    Ok(Val::List(l))
}

fn iter_(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 2)?;
    match a.plain() {
        [f, end] => Ok(iter::make(a.rt, kinds::CALL, *f, *end, 0, 0)),
        _ => iter::new(a.rt, a.val(0)),
    }
}

fn next(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 2)?;
    let it = a.val(0);
    if let (Val::Gen(g), None) = (it, a.plain().get(1)) {
        return super::misc::advance(a.rt, g, NONE, None);
    }
    if let (Val::Inst(_), None) = (it, a.plain().get(1)) {
        return ops::call_special(a.rt, it, "__next__", &[]).unwrap_or_else(|| {
            Err(errors::type_(a.rt, &format!("'{}' object is not an iterator", ops::type_name(a.rt, it))))
        });
    }
    match (iter::next(a.rt, it)?, a.plain().get(1)) {
        (Some(v), _) => Ok(v),
        (None, Some(&d)) => Ok(d.into()),
        (None, None) => Err(errors::stop_iteration(a.rt, Val::None)),
    }
}

fn chr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    match u32::try_from(a.int(0)?).ok().and_then(char::from_u32) {
        Some(c) => str::val(a.rt, c.encode_utf8(&mut [0; 4])),
        None => Err(errors::value(a.rt, "chr() arg not in range(0x110000)")),
    }
}
fn ord(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    match ops::unwrapped(a.rt, a.val(0)) {
        Val::Str(s) if s.chars == 1 => Ok(Val::Int(s.text().chars().next().map_or(0, |c| c as i64))),
        Val::Str(s) => {
            let text = format!("ord() expected a character, but string of length {} found", s.chars);
            Err(errors::type_(a.rt, &text))
        }
        v if bytes::of(a.rt, v).is_some_and(|b| b.len() == 1) => {
            Ok(Val::Int(bytes::of(a.rt, v).map_or(0, |b| b[0].into())))
        }
        v => {
            let text = format!("ord() expected string of length 1, but {} found", ops::type_name(a.rt, v));
            Err(errors::type_(a.rt, &text))
        }
    }
}

fn radix(a: &Args<'_>, base: u32, prefix: &str) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let v = ops::index(a.rt, a.val(0))?;
    let n = number::big(a.rt, v).unwrap_or_default();
    let digits = n.magnitude().to_str_radix(base);
    let sign = if n.sign() == num_bigint::Sign::Minus { "-" } else { "" };
    str::val(a.rt, &format!("{sign}{prefix}{digits}"))
}
fn hex(a: &mut Args<'_>) -> Result<Val, Raised> {
    radix(a, 16, "0x")
}
fn oct(a: &mut Args<'_>) -> Result<Val, Raised> {
    radix(a, 8, "0o")
}
fn bin(a: &mut Args<'_>) -> Result<Val, Raised> {
    radix(a, 2, "0b")
}

fn id(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let s = RawSlot::from(a.val(0));
    Ok(Val::Int((s.bits as i64) ^ (s.tag as i64) << 56))
}
fn hash(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    ops::hash(a.rt, a.val(0)).map(Val::Int)
}
fn callable(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    Ok(Val::Bool(is_callable(a.rt, a.val(0))))
}
/// Whether a value may be called.
pub fn is_callable(rt: &crate::Rt, v: Val) -> bool {
    let plain = matches!(v, Val::Func(_) | Val::Native(_) | Val::Method(_) | Val::Class(_));
    plain || ops::special(rt, v, "__call__").is_some()
}

/// `isinstance(v, class)`.
///
/// # Errors
/// `TypeError`, or what a metaclass's method raises.
pub fn instance_of(a: &Args<'_>, v: Val, class: Val) -> Result<bool, Raised> {
    let rt = a.rt;
    match class {
        Val::Class(c) => {
            let k = rt.lang.classes.get(c.id);
            if let Some(Val::Func(f)) = k.meta.get().and_then(|m| m.lookup_name(rt, "__instancecheck__")) {
                let r = call(rt, Val::Func(f), &[class.into(), v.into()])?;
                return ops::truth(rt, r);
            }
            instance_plainly(rt, v, k)
        }
        Val::Tuple(t) => {
            for &c in t.items.as_slice() {
                if instance_of(a, v, c.into())? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Val::Inst(_) => match ops::call_special(rt, class, "__instancecheck__", &[v.into()]) {
            Some(r) => ops::truth(rt, r?),
            None if bases_of(rt, class)?.is_some() => {
                match attr::find(rt, v, str::intern(rt, "__class__"))? {
                    Some(c) if bases_of(rt, c)?.is_some() => derives(rt, c, class, 0),
                    _ => Ok(false),
                }
            }
            None => Err(errors::type_(rt, "isinstance() arg 2 must be a type, a tuple of types, or a union")),
        },
        _ => Err(errors::type_(rt, "isinstance() arg 2 must be a type, a tuple of types, or a union")),
    }
}

/// Whether a value is an instance of a class, whatever the metaclass says.
///
/// # Errors
/// What asking for `__class__` raises.
pub fn instance_plainly(
    rt: &crate::Rt,
    v: Val,
    k: &crate::objects::class::ClassInfo,
) -> Result<bool, Raised> {
    let real = ops::class_of(rt, v);
    if real.is_subclass(k) || !matches!(v, Val::Inst(_)) || !real.odd.get() {
        return Ok(real.is_subclass(k));
    }
    // An object may say that it is of another class than it is.
    match attr::find(rt, v, str::intern(rt, "__class__"))? {
        Some(Val::Class(c)) => Ok(rt.lang.classes.get(c.id).is_subclass(k)),
        _ => Ok(false),
    }
}

/// The tuple `__bases__` of a class, or of an object that stands for one.
fn bases_of(rt: &crate::Rt, v: Val) -> Result<Option<Gc<Tuple>>, Raised> {
    let found = match attr::get(rt, v, str::intern(rt, "__bases__")) {
        Err(Raised) if errors::caught(rt, rt.lang.types().attribute_error).is_some() => return Ok(None),
        found => found?,
    };
    Ok(match found {
        Val::Tuple(t) => Some(t),
        _ => None,
    })
}

/// Whether `of` is among what `v` derives from, as far as `__bases__` say.
fn derives(rt: &crate::Rt, v: Val, of: Val, depth: usize) -> Result<bool, Raised> {
    if RawSlot::from(v) == RawSlot::from(of) {
        return Ok(true);
    }
    if depth > 500 {
        return Err(errors::too_deep(rt, ""));
    }
    if let Some(t) = bases_of(rt, v)? {
        for &b in t.items.as_slice() {
            if derives(rt, b.into(), of, depth + 1)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn isinstance(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    instance_of(a, a.val(0), a.val(1)).map(Val::Bool)
}
fn issubclass(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    subclass_of(a, a.val(0), a.val(1)).map(Val::Bool)
}

/// `issubclass(v, class)`.
fn subclass_of(a: &Args<'_>, v: Val, class: Val) -> Result<bool, Raised> {
    let rt = a.rt;
    let hooked = match class {
        Val::Tuple(t) => {
            for &c in t.items.as_slice() {
                if subclass_of(a, v, c.into())? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        Val::Class(k) => {
            let hook =
                rt.lang.classes.get(k.id).meta.get().and_then(|m| m.lookup_name(rt, "__subclasscheck__"));
            match hook {
                Some(f @ Val::Func(_)) => Some(call(rt, f, &[class.into(), v.into()])?),
                _ => None,
            }
        }
        _ => ops::call_special(rt, class, "__subclasscheck__", &[v.into()]).transpose()?,
    };
    if let Some(r) = hooked {
        return ops::truth(rt, r);
    }
    if let (Val::Class(c), Val::Class(k)) = (v, class) {
        return Ok(rt.lang.classes.get(c.id).is_subclass(rt.lang.classes.get(k.id)));
    }
    if bases_of(rt, v)?.is_none() {
        return Err(errors::type_(rt, "issubclass() arg 1 must be a class"));
    }
    if bases_of(rt, class)?.is_none() {
        let text = "issubclass() arg 2 must be a class, a tuple of classes, or a union";
        return Err(errors::type_(rt, text));
    }
    derives(rt, v, class, 0)
}

/// An instance's attribute where no method of the program's has a say, so that for an absent one no exception is made; `None` if the general way must be
/// gone.
fn quick_find(a: &Args<'_>, name: Gc<Str>) -> Result<Option<Option<Val>>, Raised> {
    let Val::Inst(i) = a.val(0) else { return Ok(None) };
    let c = i.class(a.rt);
    let asked = |n: &'static str| matches!(c.lookup_name(a.rt, n), Some(Val::Func(_)));
    if asked("__getattr__") || asked("__getattribute__") {
        return Ok(None);
    }
    match c.lookup(a.rt, name) {
        None => attr::find(a.rt, a.val(0), name).map(Some),
        Some(_) => Ok(None),
    }
}

fn getattr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 3)?;
    let Some(name) = name_of(a.rt, a.val(1)) else {
        return Err(errors::type_(a.rt, "attribute name must be string"));
    };
    if let (Some(&d), Some(found)) = (a.plain().get(2), quick_find(a, name)?) {
        return Ok(found.unwrap_or(d.into()));
    }
    match (attr::get(a.rt, a.val(0), name), a.plain().get(2)) {
        (Err(Raised), Some(&d)) if errors::caught(a.rt, a.rt.lang.types().attribute_error).is_some() => {
            Ok(d.into())
        }
        (r, _) => r,
    }
}
fn setattr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(3, 3)?;
    match name_of(a.rt, a.val(1)) {
        Some(name) => attr::set(a.rt, a.val(0), name, a.val(2).into()).map(|()| Val::None),
        None => Err(errors::type_(a.rt, "attribute name must be string")),
    }
}
fn hasattr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let Some(name) = name_of(a.rt, a.val(1)) else {
        return Err(errors::type_(a.rt, "hasattr(): attribute name must be string"));
    };
    if let Some(found) = quick_find(a, name)? {
        return Ok(Val::Bool(found.is_some()));
    }
    match attr::get(a.rt, a.val(0), name) {
        Ok(_) => Ok(Val::Bool(true)),
        Err(Raised) if errors::caught(a.rt, a.rt.lang.types().attribute_error).is_some() => {
            Ok(Val::Bool(false))
        }
        Err(Raised) => Err(Raised),
    }
}
fn delattr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    match name_of(a.rt, a.val(1)) {
        Some(name) => attr::delete(a.rt, a.val(0), name).map(|()| Val::None),
        None => Err(errors::type_(a.rt, "attribute name must be string")),
    }
}

pub(super) fn divmod(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let (rt, x, y) = (a.rt, a.val(0), a.val(1));
    for (v, o, name) in [(x, y, "__divmod__"), (y, x, "__rdivmod__")] {
        if let Some(r) = ops::call_special(rt, v, name, &[o.into()]) {
            let r = r?;
            if !r.is_misc(misc::NOT_IMPLEMENTED) {
                return Ok(r);
            }
        }
    }
    if !number::is_number(ops::unwrapped(rt, x)) || !number::is_number(ops::unwrapped(rt, y)) {
        let (s, t) = (ops::type_name(rt, x), ops::type_name(rt, y));
        let text = format!("unsupported operand type(s) for divmod(): '{s}' and '{t}'");
        return Err(errors::type_(rt, &text));
    }
    let q = ops::binary(rt, BinOp::FloorDiv, false, x, y)?;
    let r = ops::binary(rt, BinOp::Mod, false, x, y)?;
    ops::tuple_val(rt, &[q.into(), r.into()])
}

pub(super) fn pow(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let m = a.opt(2, "mod", Val::None);
    if m.is_none() {
        return ops::binary(rt, BinOp::Pow, false, a.opt(0, "base", Val::None), a.opt(1, "exp", Val::None));
    }
    if let (Val::Int(x), Val::Int(e @ 0..), Val::Int(m @ 1..)) = (a.val(0), a.val(1), m) {
        return Ok(Val::Int(number::pow_mod(x, e, m)));
    }
    let n = |v: Val| number::big(rt, v);
    let (Some(x), Some(e), Some(m)) = (n(a.val(0)), n(a.val(1)), n(m)) else {
        return Err(errors::type_(rt, "pow() 3rd argument not allowed unless all arguments are integers"));
    };
    if m == num_bigint::BigInt::from(0) {
        return Err(errors::value(rt, "pow() 3rd argument cannot be 0"));
    }
    let r = if e.sign() == num_bigint::Sign::Minus {
        match x.modinv(&m) {
            Some(i) => i.modpow(&-e, &m),
            None => return Err(errors::value(rt, "base is not invertible for the given modulus")),
        }
    } else {
        x.modpow(&e, &m)
    };
    Ok(number::norm(rt, r.mod_floor(&m)))
}

pub(super) fn round(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, v) = (a.rt, a.opt(0, "number", Val::Unbound));
    let digits = a.opt(1, "ndigits", Val::None);
    if let Some(r) =
        ops::call_special(rt, v, "__round__", &if digits.is_none() { vec![] } else { vec![digits.into()] })
    {
        return r;
    }
    match (v, digits) {
        (Val::Float(x), Val::None) => {
            let r = if (x - x.trunc()).abs() == 0.5 { 2.0 * (x / 2.0).round() } else { x.round() };
            number::float_to_int(rt, r)
        }
        (Val::Float(x), d) => {
            let n = ops::index_small(rt, d)?;
            if !x.is_finite() || n > 300 {
                return Ok(v);
            }
            if n >= 0 {
                let text = format!("{:.*}", n as usize, x);
                return Ok(Val::Float(text.parse().unwrap_or(x)));
            }
            let p = 10f64.powi((-n).min(400) as i32);
            let r = x / p;
            let r = if (r - r.trunc()).abs() == 0.5 { 2.0 * (r / 2.0).round() } else { r.round() };
            Ok(Val::Float(if p.is_infinite() { 0f64.copysign(x) } else { r * p }))
        }
        (v, d) => {
            let Some(n) = number::big(rt, v) else {
                let text = format!("type {} doesn't define __round__ method", ops::type_name(rt, v));
                return Err(errors::type_(rt, &text));
            };
            let d = if d.is_none() { 0 } else { ops::index_small(rt, d)? };
            if d >= 0 {
                return Ok(number::norm(rt, n));
            }
            let p = num_bigint::BigInt::from(10).pow((-d).min(10_000) as u32);
            let (q, r) = n.div_mod_floor(&p);
            let twice = r * 2;
            let up = twice > p || twice == p && q.is_odd();
            Ok(number::norm(rt, (q + i32::from(up)) * p))
        }
    }
}

fn enumerate(a: &mut Args<'_>) -> Result<Val, Raised> {
    let it = iter::new(a.rt, a.opt(0, "iterable", Val::Unbound))?;
    let start = ops::index_small(a.rt, a.opt(1, "start", Val::Int(0)))?;
    Ok(iter::make(a.rt, kinds::ENUMERATE, it.into(), NONE, start, 0))
}
fn iterators(a: &Args<'_>, from: usize) -> Result<Val, Raised> {
    let its: Result<Vec<RawSlot>, Raised> =
        a.plain()[from..].iter().map(|&v| iter::new(a.rt, v.into()).map(RawSlot::from)).collect();
    ops::tuple_val(a.rt, &its?)
}
fn zip(a: &mut Args<'_>) -> Result<Val, Raised> {
    let strict = match a.named("strict") {
        Some(v) => ops::truth(a.rt, v)?,
        None => false,
    };
    Ok(iter::make(a.rt, kinds::ZIP, iterators(a, 0)?.into(), NONE, 0, i64::from(strict)))
}
fn map(a: &mut Args<'_>) -> Result<Val, Raised> {
    if a.plain().len() < 2 {
        return Err(errors::type_(a.rt, "map() must have at least two arguments."));
    }
    Ok(iter::make(a.rt, kinds::MAP, a.val(0).into(), iterators(a, 1)?.into(), 0, 0))
}
fn filter(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let it = iter::new(a.rt, a.val(1))?;
    Ok(iter::make(a.rt, kinds::FILTER, a.val(0).into(), it.into(), 0, 0))
}
pub(super) fn reversed(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let (rt, v) = (a.rt, a.val(0));
    if let Some(r) = ops::call_special(rt, v, "__reversed__", &[]) {
        return r;
    }
    let seq = match v {
        Val::Dict(_) => ops::list_val(rt, &iter::to_vec(rt, v)?)?,
        Val::Misc(m) if (misc::KEYS..=misc::ITEMS).contains(&m.kind) => {
            ops::list_val(rt, &iter::to_vec(rt, v)?)?
        }
        v => v,
    };
    if matches!(seq, Val::Set(_) | Val::Int(_) | Val::Gen(_) | Val::Iter(_) | Val::None) {
        return Err(errors::type_(rt, &format!("'{}' object is not reversible", ops::type_name(rt, v))));
    }
    let n = item::len(rt, seq)? as i64;
    Ok(iter::make(rt, kinds::REVERSED, seq.into(), NONE, n - 1, 0))
}

fn format(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 2)?;
    let spec = match a.val(1) {
        Val::Unbound => NONE,
        v => v.into(),
    };
    format_value(a.rt, a.val(0), spec.into())
}

fn dir(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(0, 1)?;
    let (rt, v) = (a.rt, a.val(0));
    match ops::special(rt, v, "__dir__") {
        Some(f @ Val::Func(_)) => {
            let made = call(rt, f, &[v.into()])?;
            let all = ops::list_val(rt, &crate::objects::iter::to_vec(rt, made)?)?;
            ops::call_method(rt, all, "sort", &[])?;
            Ok(all)
        }
        _ => names_of(rt, v),
    }
}

/// The names of an object's attributes, sorted.
///
/// # Errors
/// `MemoryError`.
pub fn names_of(rt: &crate::Rt, of: Val) -> Result<Val, Raised> {
    let mut names: Vec<String> = Vec::new();
    match of {
        Val::Misc(m) if m.kind == misc::MODULE => {
            names.extend(rt.lang.module(m.id).all(rt).iter().map(|(k, _)| k.text().to_string()));
        }
        v => {
            if let Val::Inst(i) = v {
                names.extend(attr::own_attrs(rt, i).iter().map(|(k, _)| k.text().to_string()));
            }
            let c = match v {
                Val::Class(c) => rt.lang.classes.get(c.id),
                v => ops::class_of(rt, v),
            };
            for k in c.mro() {
                names.extend(k.attrs.borrow().all().iter().map(|(k, _)| k.text().to_string()));
            }
        }
    }
    // What programs cannot write is for the interpreter.
    names.retain(|n| !n.starts_with('%'));
    names.sort();
    names.dedup();
    let out: Result<Vec<RawSlot>, Raised> =
        names.iter().map(|n| str::val(rt, n).map(RawSlot::from)).collect();
    ops::list_val(rt, &out?)
}

fn vars(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    match attr::get(a.rt, a.val(0), str::intern(a.rt, "__dict__")) {
        Err(Raised) if errors::caught(a.rt, a.rt.lang.types().attribute_error).is_some() => {
            Err(errors::type_(a.rt, "vars() argument must have __dict__ attribute"))
        }
        r => r,
    }
}

fn input(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(0, 1)?;
    if let v @ (Val::Str(_) | Val::Int(_)) = a.val(0) {
        crate::modules::sys::write_out(a.rt, &ops::str(a.rt, v)?)?;
    }
    let _ = a.rt.lang.out.borrow_mut().flush();
    let mut line = String::new();
    match std::io::stdin().read_line(&mut line) {
        Ok(n) if n > 0 => str::val(a.rt, line.trim_end_matches('\n')),
        _ => Err(errors::raise(a.rt, a.rt.lang.types().eof_error, "EOF when reading a line")),
    }
}

fn exit(a: &mut Args<'_>) -> Result<Val, Raised> {
    let args: Vec<RawSlot> = a.plain().to_vec();
    let e = errors::make(a.rt, a.rt.lang.types().system_exit, &args);
    Err(errors::throw(a.rt, Val::Inst(e)))
}
