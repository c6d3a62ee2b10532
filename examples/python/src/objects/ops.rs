//! What all objects can do: truth, equality, hash, order, operators, text.
//!
//! Everything here may run the program (special methods), except where a function says so.

use super::{bytes, class::ClassInfo, complex, dict, item, iter, list, number, str};
use crate::bytecode::{BinOp, CmpOp, UnOp};
use crate::interp::call::call;
use crate::text::repr;
use crate::value::{misc, Tag, Val};
use crate::{errors, Rt};
use holloway::heap::{Mut, RawSlot};
use holloway::machine::Raised;
use std::cmp::Ordering;

/// The class of any value.
pub fn class_of(rt: &Rt, v: Val) -> &'static ClassInfo {
    let t = rt.lang.types();
    match v {
        Val::Inst(i) => i.class(rt),
        Val::Class(c) => rt.lang.classes.get(c.id).metaclass(rt),
        v => t.of_tag(v),
    }
}

/// The name of a value's class.
pub fn type_name(rt: &Rt, v: Val) -> &'static str {
    &class_of(rt, v).name
}

/// A special method of an instance's class; nothing for values of built-in types.
pub fn special(rt: &Rt, v: Val, name: &'static str) -> Option<Val> {
    match v {
        Val::Inst(_) | Val::Class(_) => class_of(rt, v).lookup_name(rt, name),
        _ => None,
    }
}

/// Calls a special method, if there is one.
pub fn call_special(rt: &Rt, v: Val, name: &'static str, args: &[RawSlot]) -> Option<Result<Val, Raised>> {
    let f = special(rt, v, name)?;
    let mut all = vec![RawSlot::from(v)];
    all.extend_from_slice(args);
    Some(call(rt, f, &all))
}

/// Calls a method by name.
///
/// # Errors
/// `AttributeError`, or what it raises.
pub fn call_method(rt: &Rt, v: Val, name: &str, args: &[RawSlot]) -> Result<Val, Raised> {
    let f = super::attr::get(rt, v, str::intern(rt, name))?;
    call(rt, f, args)
}

/// Whether a value is true.
///
/// # Errors
/// What `__bool__` or `__len__` raises.
pub fn truth(rt: &Rt, v: Val) -> Result<bool, Raised> {
    Ok(match v {
        Val::None | Val::Unbound | Val::Bool(false) => false,
        Val::Bool(true) => true,
        Val::Int(i) => i != 0,
        Val::Float(x) => x != 0.0,
        Val::Str(s) => s.size() > 0,
        Val::Tuple(t) => t.items.len() > 0,
        Val::List(l) => l.len(rt) > 0,
        Val::Dict(d) => d.len(rt) > 0,
        Val::Set(s) => s.len(rt) > 0,
        Val::Range(r) => r.len > 0,
        Val::Bytes(b) => b.len(rt) > 0,
        Val::Complex(c) => c.parts() != (0.0, 0.0),
        Val::Inst(i) if i.class(rt).plain(rt).truth => true,
        Val::Inst(i) => {
            // The method of a built-in type says what its value does.
            let own = |name| special(rt, v, name).filter(|&f| is_program(f) || i.wrapped(rt).is_none());
            if let Some(f) = own("__bool__") {
                return match call(rt, f, &[v.into()])? {
                    Val::Bool(b) => Ok(b),
                    o => Err(errors::type_(
                        rt,
                        &format!("__bool__ should return bool, returned {}", type_name(rt, o)),
                    )),
                };
            }
            if let Some(f) = own("__len__") {
                return truth(rt, call(rt, f, &[v.into()])?);
            }
            match i.wrapped(rt) {
                Some(w) => truth(rt, w)?,
                None => true,
            }
        }
        Val::Misc(m) if m.kind == misc::NAMESPACE => item::len(rt, v)? > 0,
        Val::Misc(m) if (misc::KEYS..=misc::ITEMS).contains(&m.kind) => item::len(rt, v)? > 0,
        _ => true,
    })
}

/// Equality where it runs no program: `None` where it might.
pub fn plain_equal(a: RawSlot, b: RawSlot) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    match (Val::from(a), Val::from(b)) {
        (Val::Str(x), Val::Str(y)) => Some(str::equal(x, y)),
        (Val::Int(x), Val::Int(y)) => Some(x == y),
        (Val::Float(x), Val::Float(y)) => Some(x == y),
        (Val::Str(_), Val::Int(_) | Val::None | Val::Float(_) | Val::Bool(_) | Val::Tuple(_)) => Some(false),
        (Val::Int(_) | Val::None | Val::Float(_) | Val::Bool(_) | Val::Tuple(_), Val::Str(_)) => Some(false),
        (Val::None, Val::Int(_) | Val::Float(_) | Val::Bool(_) | Val::Tuple(_)) => Some(false),
        (Val::Int(_) | Val::Float(_) | Val::Bool(_) | Val::Tuple(_), Val::None) => Some(false),
        (Val::Tuple(x), Val::Tuple(y)) => {
            let (x, y) = (x.items.as_slice(), y.items.as_slice());
            if x.len() != y.len() {
                return Some(false);
            }
            for (a, b) in x.iter().zip(y) {
                match plain_equal(*a, *b) {
                    Some(true) => {}
                    other => return other,
                }
            }
            Some(true)
        }
        _ => None,
    }
}

/// The same, of instances too.
pub fn quick_equal(rt: &Rt, a: RawSlot, b: RawSlot) -> Option<bool> {
    // Values that equal nothing but what is like them.
    let still = |v: RawSlot| match Val::from(v) {
        Val::Inst(i) => i.class(rt).plain(rt).equality,
        Val::Class(_) => false,
        _ => true,
    };
    let one = a.tag == Tag::Inst || b.tag == Tag::Inst;
    match plain_equal(a, b) {
        None if one && still(a) && still(b) => Some(false),
        known => known,
    }
}

/// Whether two values are the same object or equal.
///
/// # Errors
/// What `__eq__` raises.
pub fn equal(rt: &Rt, a: Val, b: Val) -> Result<bool, Raised> {
    if let Some(r) = quick_equal(rt, a.into(), b.into()) {
        return Ok(r);
    }
    let r = compare(rt, CmpOp::Eq, a, b)?;
    truth(rt, r)
}

/// The hash of a value.
///
/// # Errors
/// `TypeError` for what has none.
pub fn hash(rt: &Rt, v: Val) -> Result<i64, Raised> {
    let address = |bits: u64| (bits >> 4) as i64;
    Ok(match v {
        Val::Str(s) => s.hash_of(rt),
        Val::Int(i) => number::hash_int(i),
        Val::Bool(b) => b as i64,
        Val::Float(x) => number::hash_float(x),
        Val::Big(b) => b.with(rt, number::hash_big),
        Val::None | Val::Unbound => 0x0F1C_E4A1,
        Val::Tuple(t) => {
            errors::native_room(rt, " in comparison")?;
            let mut acc = 2_870_177_450_012_600_261u64;
            for &x in t.items.as_slice() {
                let lane = hash(rt, x.into())? as u64;
                acc = acc.wrapping_add(lane.wrapping_mul(14_029_467_366_897_019_727));
                acc = acc.rotate_left(31).wrapping_mul(11_400_714_785_074_694_791);
            }
            acc = acc.wrapping_add(t.items.len() as u64 ^ (2_870_177_450_012_600_261 ^ 3_527_539));
            if acc == u64::MAX {
                1_546_275_796
            } else {
                acc as i64
            }
        }
        Val::Set(s) if s.frozen => {
            let mut acc = (s.len(rt) as u64 + 1).wrapping_mul(1_927_868_237);
            for x in s.items(rt) {
                let h = hash(rt, x.into())? as u64;
                acc ^= ((h ^ 89_869_747) ^ (h << 16)).wrapping_mul(3_644_798_167);
            }
            acc ^= (acc >> 11) ^ (acc >> 25);
            acc = acc.wrapping_mul(69_069).wrapping_add(907_133_923);
            if acc == u64::MAX {
                590_923_713
            } else {
                acc as i64
            }
        }
        Val::Bytes(b) if !b.mutable => b.data.with(&rt.heap, |d| str::hash_bytes(&d.0)),
        Val::Complex(c) => complex::hash(c.parts()),
        Val::List(_) | Val::Dict(_) | Val::Set(_) | Val::Slice(_) | Val::Bytes(_) => {
            return Err(unhashable(rt, v))
        }
        // As that of (length, start, step), without what does not matter.
        Val::Range(r) => {
            let start = if r.len > 0 { Val::Int(r.start) } else { Val::None };
            let step = if r.len > 1 { Val::Int(r.step) } else { Val::None };
            hash(rt, tuple_val(rt, &[Val::Int(r.len), start, step].map(RawSlot::from))?)?
        }
        Val::Misc(m) if m.kind == misc::NAMESPACE => return Err(unhashable(rt, v)),
        Val::Method(m) => address(m.this.bits) ^ address(m.func.bits),
        Val::Inst(i) if i.class(rt).plain(rt).hash => address(i.to_bits()),
        Val::Inst(i) => {
            let c = i.class(rt);
            match c.lookup_name(rt, "__hash__") {
                Some(Val::None) => return Err(unhashable(rt, v)),
                Some(f @ Val::Func(_)) => {
                    return match call(rt, f, &[v.into()])? {
                        Val::Int(h) => Ok(if h == -1 { -2 } else { h }),
                        Val::Bool(b) => Ok(b as i64),
                        Val::Big(b) => Ok(b.with(rt, number::hash_big)),
                        _ => Err(errors::type_(rt, "__hash__ method should return an integer")),
                    }
                }
                _ => {}
            }
            match i.wrapped(rt) {
                Some(w) => hash(rt, w)?,
                None => address(i.to_bits()),
            }
        }
        v => address(RawSlot::from(v).bits),
    })
}

/// The same where it runs no program and raises nothing: `None` elsewhere, and for what is seldom a key.
pub fn quick_hash(rt: &Rt, v: Val) -> Option<i64> {
    let quick = match v {
        Val::Inst(i) => i.class(rt).plain(rt).hash,
        Val::Tuple(t) => {
            let part = |&x: &RawSlot| match Val::from(x) {
                Val::Tuple(t) => t.items.as_slice().iter().all(simple),
                Val::Inst(i) => i.class(rt).plain(rt).hash,
                _ => simple(&x),
            };
            t.items.as_slice().iter().all(part)
        }
        Val::Class(_) | Val::Func(_) | Val::Native(_) => true,
        v => simple(&v.into()),
    };
    (quick && errors::has_native_room(rt)).then(|| hash(rt, v).ok()).flatten()
}

/// Whether hashing a value of this type cannot fail.
fn simple(v: &RawSlot) -> bool {
    matches!(v.tag, Tag::Str | Tag::Int | Tag::True | Tag::False | Tag::Float | Tag::Big | Tag::None)
}

fn unhashable(rt: &Rt, v: Val) -> Raised {
    errors::type_(rt, &format!("unhashable type: '{}'", type_name(rt, v)))
}

/// Names of a comparison's methods: plain, and of the other operand; and its symbol.
pub fn cmp_names(op: CmpOp) -> (&'static str, &'static str, &'static str) {
    match op {
        CmpOp::Lt => ("__lt__", "__gt__", "<"),
        CmpOp::Le => ("__le__", "__ge__", "<="),
        CmpOp::Gt => ("__gt__", "__lt__", ">"),
        CmpOp::Ge => ("__ge__", "__le__", ">="),
        CmpOp::Eq => ("__eq__", "__eq__", "=="),
        CmpOp::Ne => ("__ne__", "__ne__", "!="),
    }
}

fn is_program(f: Val) -> bool {
    matches!(f, Val::Func(_) | Val::Inst(_) | Val::Method(_))
}

/// A comparison of any values.
///
/// # Errors
/// `TypeError` where there is no order, or what a method raises.
pub fn compare(rt: &Rt, op: CmpOp, a: Val, b: Val) -> Result<Val, Raised> {
    errors::native_room(rt, " in comparison")?;
    let (name, reflected, symbol) = cmp_names(op);
    let attempt = |v: Val, o: Val, name: &'static str| -> Result<Option<Val>, Raised> {
        let Some(f) = special(rt, v, name).filter(|&f| is_program(f)) else { return Ok(None) };
        let r = call(rt, f, &[v.into(), o.into()])?;
        Ok((!r.is_misc(misc::NOT_IMPLEMENTED)).then_some(r))
    };
    if matches!(a, Val::Inst(_)) || matches!(b, Val::Inst(_)) {
        let (ca, cb) = (class_of(rt, a), class_of(rt, b));
        let swap = ca.id != cb.id && cb.is_subclass(ca);
        if swap {
            if let Some(r) = attempt(b, a, reflected)? {
                return Ok(r);
            }
        }
        if let Some(r) = attempt(a, b, name)? {
            return Ok(r);
        }
        // Without `__ne__`, what `__eq__` says, the other way round.
        if op == CmpOp::Ne {
            if let Some(r) = attempt(a, b, "__eq__")? {
                return Ok(Val::Bool(!truth(rt, r)?));
            }
        }
        if !swap {
            if let Some(r) = attempt(b, a, reflected)? {
                return Ok(r);
            }
            if op == CmpOp::Ne {
                if let Some(r) = attempt(b, a, "__eq__")? {
                    return Ok(Val::Bool(!truth(rt, r)?));
                }
            }
        }
    }
    let (x, y) = (unwrapped(rt, a), unwrapped(rt, b));
    if let Some(r) = builtin_compare(rt, op, x, y)? {
        return Ok(Val::Bool(r));
    }
    match op {
        CmpOp::Eq => Ok(Val::Bool(a.same(b))),
        CmpOp::Ne => Ok(Val::Bool(!a.same(b))),
        _ => Err(errors::type_(
            rt,
            &format!(
                "'{symbol}' not supported between instances of '{}' and '{}'",
                type_name(rt, a),
                type_name(rt, b)
            ),
        )),
    }
}

/// What is inside an instance of a class derived from a built-in type, or a dictionary for a namespace; other values as they are.
#[inline(always)]
pub fn unwrapped(rt: &Rt, v: Val) -> Val {
    match v {
        Val::Inst(_) | Val::Misc(_) => unwrapped_object(rt, v),
        v => v,
    }
}

fn unwrapped_object(rt: &Rt, v: Val) -> Val {
    match v {
        Val::Inst(i) => i.wrapped(rt).unwrap_or(v),
        Val::Misc(m) if m.kind == misc::NAMESPACE => Val::Dict(super::namespace::snapshot(rt, m)),
        v => v,
    }
}

/// A comparison of values that are no instances; `None` where they have none.
///
/// # Errors
/// What comparing what is in them raises.
pub fn builtin_compare(rt: &Rt, op: CmpOp, a: Val, b: Val) -> Result<Option<bool>, Raised> {
    let eq = matches!(op, CmpOp::Eq | CmpOp::Ne);
    let is = |same: bool| Ok(Some(same == (op == CmpOp::Eq)));
    Ok(match (a, b) {
        _ if number::is_number(a) && number::is_number(b) => {
            Some(number::satisfies(op, number::compare(rt, a, b)))
        }
        (Val::Bytes(_), _) | (_, Val::Bytes(_)) => bytes::compare(rt, op, a, b),
        (Val::Complex(_), _) | (_, Val::Complex(_)) => complex::compare(rt, op, a, b),
        (Val::Str(x), Val::Str(y)) => Some(number::satisfies(op, Some(x.data().cmp(y.data())))),
        (Val::List(x), Val::List(y)) => {
            if eq && x.len(rt) != y.len(rt) {
                return is(false);
            }
            let cx = &rt.heap;
            let pairs =
                |a: &[Mut<i64>], b: &[Mut<i64>]| a.iter().map(|v| v.get(cx)).cmp(b.iter().map(|v| v.get(cx)));
            if let Some(Some(order)) = x.with_ints(rt, |a| y.with_ints(rt, |b| pairs(a, b))) {
                return Ok(Some(number::satisfies(op, Some(order))));
            }
            sequences(rt, op, &|i| x.get(rt, i), &|| x.len(rt), &|i| y.get(rt, i), &|| y.len(rt))?
        }
        (Val::Tuple(x), Val::Tuple(y)) => {
            let (x, y) = (x.items.as_slice(), y.items.as_slice());
            if eq && x.len() != y.len() {
                return is(false);
            }
            sequences(rt, op, &|i| x[i], &|| x.len(), &|i| y[i], &|| y.len())?
        }
        (Val::Dict(x), Val::Dict(y)) if eq => {
            if x.len(rt) != y.len(rt) {
                return is(false);
            }
            for (k, v) in x.items(rt) {
                let same = match dict::get(rt, y.table(), k)? {
                    Some(w) => equal(rt, v.into(), w.into())?,
                    None => false,
                };
                if !same {
                    return is(false);
                }
            }
            return is(true);
        }
        (Val::Range(x), Val::Range(y)) if eq => {
            let same =
                x.len == y.len && (x.len == 0 || x.start == y.start && (x.len == 1 || x.step == y.step));
            return is(same);
        }
        (Val::Method(x), Val::Method(y)) if eq => return is(x.func == y.func && x.this == y.this),
        (Val::Misc(x), Val::Misc(y)) if eq && x.kind == misc::VIEW && y.kind == misc::VIEW => {
            return Ok(bytes::compare(rt, op, a, b));
        }
        (Val::Slice(x), Val::Slice(y)) => {
            let parts =
                |s: holloway::heap::Gc<crate::value::Slice>| tuple_val(rt, &[s.start, s.stop, s.step]);
            return builtin_compare(rt, op, parts(x)?, parts(y)?);
        }
        _ if set_like(a) && set_like(b) => {
            let within = |x: Val, y: Val| -> Result<bool, Raised> {
                let members = iter::to_vec(rt, x)?;
                let kept = rt.heap.root(members.clone());
                for v in members {
                    if !item::contains(rt, y, v.into())? {
                        return Ok(false);
                    }
                }
                drop(kept);
                Ok(true)
            };
            let (n, m) = (item::len(rt, a)?, item::len(rt, b)?);
            Some(match op {
                CmpOp::Eq => n == m && within(a, b)?,
                CmpOp::Ne => !(n == m && within(a, b)?),
                CmpOp::Le => n <= m && within(a, b)?,
                CmpOp::Lt => n < m && within(a, b)?,
                CmpOp::Ge => n >= m && within(b, a)?,
                CmpOp::Gt => n > m && within(b, a)?,
            })
        }
        _ => None,
    })
}

/// Whether a value is compared as a set is: sets, and views of keys and of items.
fn set_like(v: Val) -> bool {
    matches!(v, Val::Set(_)) || matches!(v, Val::Misc(m) if m.kind == misc::KEYS || m.kind == misc::ITEMS)
}

type At<'a> = &'a dyn Fn(usize) -> RawSlot;
type Len<'a> = &'a dyn Fn() -> usize;

fn sequences(rt: &Rt, op: CmpOp, x: At, n: Len, y: At, m: Len) -> Result<Option<bool>, Raised> {
    let mut i = 0;
    while i < n() && i < m() {
        let (a, b) = (x(i), y(i));
        if !equal(rt, a.into(), b.into())? {
            return match op {
                CmpOp::Eq => Ok(Some(false)),
                CmpOp::Ne => Ok(Some(true)),
                op => {
                    let r = compare(rt, op, a.into(), b.into())?;
                    truth(rt, r).map(Some)
                }
            };
        }
        i += 1;
    }
    Ok(Some(number::satisfies(op, Some(n().cmp(&m())))))
}

/// Whether a value goes before another, for sorting.
///
/// # Errors
/// As for [`compare`].
pub fn less(rt: &Rt, a: Val, b: Val) -> Result<bool, Raised> {
    match (a, b) {
        (Val::Int(x), Val::Int(y)) => Ok(x < y),
        (Val::Float(x), Val::Float(y)) => Ok(x < y),
        (Val::Str(x), Val::Str(y)) => Ok(x.data().cmp(y.data()) == Ordering::Less),
        (Val::Tuple(x), Val::Tuple(y)) => {
            let (x, y) = (x.items.as_slice(), y.items.as_slice());
            let simple = |s: &RawSlot| s.tag == Tag::Int || s.tag == Tag::Str;
            if !x.iter().all(simple) {
                errors::native_room(rt, " in comparison")?;
            }
            for (&a, &b) in x.iter().zip(y) {
                match plain_equal(a, b) {
                    Some(true) => {}
                    Some(false) => return less(rt, a.into(), b.into()),
                    None if equal(rt, a.into(), b.into())? => {}
                    None => return less(rt, a.into(), b.into()),
                }
            }
            Ok(x.len() < y.len())
        }
        _ => {
            let r = compare(rt, CmpOp::Lt, a, b)?;
            truth(rt, r)
        }
    }
}

/// Names of an operator's methods: plain, reflected, in place; and its symbol.
pub fn bin_names(op: BinOp) -> [&'static str; 4] {
    match op {
        BinOp::Add => ["__add__", "__radd__", "__iadd__", "+"],
        BinOp::Sub => ["__sub__", "__rsub__", "__isub__", "-"],
        BinOp::Mul => ["__mul__", "__rmul__", "__imul__", "*"],
        BinOp::Div => ["__truediv__", "__rtruediv__", "__itruediv__", "/"],
        BinOp::FloorDiv => ["__floordiv__", "__rfloordiv__", "__ifloordiv__", "//"],
        BinOp::Mod => ["__mod__", "__rmod__", "__imod__", "%"],
        BinOp::Pow => ["__pow__", "__rpow__", "__ipow__", "** or pow()"],
        BinOp::Shl => ["__lshift__", "__rlshift__", "__ilshift__", "<<"],
        BinOp::Shr => ["__rshift__", "__rrshift__", "__irshift__", ">>"],
        BinOp::And => ["__and__", "__rand__", "__iand__", "&"],
        BinOp::Or => ["__or__", "__ror__", "__ior__", "|"],
        BinOp::Xor => ["__xor__", "__rxor__", "__ixor__", "^"],
        BinOp::MatMul => ["__matmul__", "__rmatmul__", "__imatmul__", "@"],
    }
}

/// A binary operator on any values.
///
/// # Errors
/// `TypeError`, or what the operator raises.
pub fn binary(rt: &Rt, op: BinOp, in_place: bool, a: Val, b: Val) -> Result<Val, Raised> {
    if let Some(r) = number::binary(rt, op, a, b) {
        return r;
    }
    // Built-in containers have no methods of the program.
    if let (Val::Str(_) | Val::Tuple(_) | Val::List(_) | Val::Set(_) | Val::Dict(_), false) =
        (a, matches!(b, Val::Inst(_) | Val::Class(_)))
    {
        if let Some(r) = item::binary(rt, op, in_place, a, unwrapped(rt, b)) {
            return r;
        }
    }
    let [name, reflected, inplace, symbol] = bin_names(op);
    let attempt = |v: Val, o: Val, name: &'static str| -> Result<Option<Val>, Raised> {
        let Some(f) = special(rt, v, name).filter(|&f| is_program(f)) else { return Ok(None) };
        let r = call(rt, f, &[v.into(), o.into()])?;
        Ok((!r.is_misc(misc::NOT_IMPLEMENTED)).then_some(r))
    };
    if in_place {
        if let Some(r) = attempt(a, b, inplace)? {
            return Ok(r);
        }
    }
    if matches!(a, Val::Inst(_)) || matches!(b, Val::Inst(_)) {
        let (ca, cb) = (class_of(rt, a), class_of(rt, b));
        let swap = ca.id != cb.id && cb.is_subclass(ca);
        if swap {
            if let Some(r) = attempt(b, a, reflected)? {
                return Ok(r);
            }
        }
        if let Some(r) = attempt(a, b, name)? {
            return Ok(r);
        }
        if !swap && ca.id != cb.id {
            if let Some(r) = attempt(b, a, reflected)? {
                return Ok(r);
            }
        }
    }
    let (x, y) = (unwrapped(rt, a), unwrapped(rt, b));
    if !x.same(a) || !y.same(b) {
        if let Some(r) = number::binary(rt, op, x, y) {
            return r;
        }
    }
    if let Some(r) = complex::binary(rt, op, x, y) {
        return r;
    }
    if let Some(r) = item::binary(rt, op, in_place, x, y) {
        return match r? {
            v if in_place && v.same(x) => Ok(a),
            v => Ok(v),
        };
    }
    // A sequence is repeated as often as `__index__` says.
    let sequence = |v: Val| matches!(v, Val::Str(_) | Val::List(_) | Val::Tuple(_) | Val::Bytes(_));
    let counts = |v: Val| matches!(v, Val::Big(_)) || special(rt, v, "__index__").is_some();
    for (s, n, count) in [(x, y, b), (y, x, a)] {
        if op == BinOp::Mul && sequence(s) && !sequence(n) && counts(count) {
            let n = index(rt, count)?;
            if matches!(n, Val::Big(_)) {
                return Err(errors::overflow(rt, "cannot fit 'int' into an index-sized integer"));
            }
            let in_place = in_place && s.same(x);
            if let Some(r) = item::binary(rt, op, in_place, s, n) {
                return r.map(|v| if in_place && v.same(s) { a } else { v });
            }
        }
    }
    if op == BinOp::Mul && (sequence(x) || sequence(y)) {
        let other = type_name(rt, if sequence(x) { b } else { a });
        return Err(errors::type_(rt, &format!("can't multiply sequence by non-int of type '{other}'")));
    }
    let eq = if in_place { "=" } else { "" };
    let symbol = if in_place && op == BinOp::Pow { "**" } else { symbol };
    if op == BinOp::Add {
        match x {
            Val::List(_) if in_place => {}
            Val::Str(_) | Val::List(_) | Val::Tuple(_) => return Err(cannot_concat(rt, x, b)),
            _ => {}
        }
    }
    Err(errors::type_(
        rt,
        &format!(
            "unsupported operand type(s) for {symbol}{eq}: '{}' and '{}'",
            type_name(rt, a),
            type_name(rt, b)
        ),
    ))
}

/// The error of a sequence to which something else is added.
pub fn cannot_concat(rt: &Rt, x: Val, y: Val) -> Raised {
    let (what, other) = (type_name(rt, x), type_name(rt, y));
    errors::type_(rt, &format!("can only concatenate {what} (not \"{other}\") to {what}"))
}

/// A unary operator on any value.
///
/// # Errors
/// `TypeError`, or what the operator raises.
pub fn unary(rt: &Rt, op: UnOp, v: Val) -> Result<Val, Raised> {
    let (name, symbol) = match op {
        UnOp::Neg => ("__neg__", "-"),
        UnOp::Pos => ("__pos__", "+"),
        UnOp::Invert => ("__invert__", "~"),
    };
    if let Some(f) = special(rt, v, name).filter(|&f| is_program(f)) {
        return call(rt, f, &[v.into()]);
    }
    let x = unwrapped(rt, v);
    if let Some(c) = complex::unary(rt, x, op == UnOp::Neg).filter(|_| op != UnOp::Invert) {
        return Ok(c);
    }
    match (op, x) {
        (UnOp::Neg, Val::Float(x)) => Ok(Val::Float(-x)),
        (UnOp::Pos, Val::Float(x)) => Ok(Val::Float(x)),
        (op, x) => match (op, number::big(rt, x)) {
            (UnOp::Neg, Some(n)) => Ok(number::norm(rt, -n)),
            (UnOp::Pos, Some(n)) => Ok(number::norm(rt, n)),
            (UnOp::Invert, Some(n)) => Ok(number::norm(rt, -n - 1)),
            (_, None) => Err(errors::type_(
                rt,
                &format!("bad operand type for unary {symbol}: '{}'", type_name(rt, v)),
            )),
        },
    }
}

/// `repr`.
///
/// # Errors
/// What `__repr__` raises.
pub fn repr(rt: &Rt, v: Val) -> Result<String, Raised> {
    repr::repr(rt, v)
}

/// `str`.
///
/// # Errors
/// What `__str__` raises.
pub fn str(rt: &Rt, v: Val) -> Result<String, Raised> {
    match v {
        Val::Str(s) => Ok(s.text().to_string()),
        v => repr::str(rt, v),
    }
}

/// An integer used as an index or count: bools and `__index__` too.
///
/// # Errors
/// `TypeError`.
pub fn index(rt: &Rt, v: Val) -> Result<Val, Raised> {
    match unwrapped(rt, v) {
        Val::Bool(b) => Ok(Val::Int(b as i64)),
        n @ (Val::Int(_) | Val::Big(_)) => Ok(n),
        _ => match call_special(rt, v, "__index__", &[]) {
            Some(r) => r,
            None => Err(errors::type_(
                rt,
                &format!("'{}' object cannot be interpreted as an integer", type_name(rt, v)),
            )),
        },
    }
}

/// As [`index`], in 64 bits.
///
/// # Errors
/// `TypeError`, `OverflowError`.
pub fn index_small(rt: &Rt, v: Val) -> Result<i64, Raised> {
    match index(rt, v)? {
        Val::Int(i) => Ok(i),
        _ => Err(errors::overflow(rt, "Python int too large to convert to C ssize_t")),
    }
}

/// Sorts values, by keys if they are given, keeping the order of equal ones.
///
/// # Errors
/// What comparing raises.
pub fn sort(rt: &Rt, values: &mut [RawSlot], keys: Option<&[RawSlot]>, reverse: bool) -> Result<(), Raised> {
    if keys.is_none() && values.iter().all(|k| k.tag == Tag::Int) {
        // Equal ones cannot be told apart.
        values.sort_unstable_by_key(|k| k.bits as i64);
        if reverse {
            values.reverse();
        }
        return Ok(());
    }
    let keys: Vec<RawSlot> = keys.map_or_else(|| values.to_vec(), <[RawSlot]>::to_vec);
    let mut order: Vec<usize> = (0..values.len()).collect();
    if reverse {
        order.reverse();
    }
    // All of one plain kind: the library's sort.
    if keys.iter().all(|k| k.tag == Tag::Int) {
        order.sort_by_key(|&i| keys[i].bits as i64);
    } else if keys.iter().all(|k| k.tag == Tag::Str) {
        let text = |k: &RawSlot| match Val::from(*k) {
            Val::Str(s) => s,
            _ => unreachable!("all are strings"),
        };
        let texts: Vec<_> = keys.iter().map(text).collect();
        let texts: Vec<&[u8]> = texts.iter().map(|t| t.data()).collect();
        order.sort_by(|&a, &b| texts[a].cmp(texts[b]));
    } else if keys.iter().all(|k| k.tag == Tag::Float && !f64::from_bits(k.bits).is_nan()) {
        let number = |i: usize| f64::from_bits(keys[i].bits);
        order.sort_by(|&a, &b| number(a).partial_cmp(&number(b)).unwrap_or(Ordering::Equal));
    } else {
        // In descending order altogether: nothing is equal, so they can be turned round.
        let mut run = 1;
        while run < order.len() && less(rt, keys[order[run]].into(), keys[order[run - 1]].into())? {
            run += 1;
        }
        if run < order.len() {
            order = merge_sort(rt, &keys, order)?;
        } else {
            order.reverse();
        }
    }
    if reverse {
        order.reverse();
    }
    let sorted: Vec<RawSlot> = order.iter().map(|&i| values[i]).collect();
    values.copy_from_slice(&sorted);
    Ok(())
}

fn merge_sort(rt: &Rt, keys: &[RawSlot], mut order: Vec<usize>) -> Result<Vec<usize>, Raised> {
    let n = order.len();
    if n <= 16 {
        // By insertion: few comparisons, and the same first one as elsewhere.
        for i in 1..n {
            let (mut low, mut high) = (0, i);
            while low < high {
                let middle = (low + high) / 2;
                if less(rt, keys[order[i]].into(), keys[order[middle]].into())? {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            order[low..=i].rotate_right(1);
        }
        return Ok(order);
    }
    let right = merge_sort(rt, keys, order.split_off(n / 2))?;
    let left = merge_sort(rt, keys, order)?;
    // What is in order already costs one comparison.
    if !less(rt, keys[right[0]].into(), keys[left[left.len() - 1]].into())? {
        return Ok([left, right].concat());
    }
    let (mut i, mut j, mut out) = (0, 0, Vec::with_capacity(n));
    while i < left.len() && j < right.len() {
        if less(rt, keys[right[j]].into(), keys[left[i]].into())? {
            out.push(right[j]);
            j += 1;
        } else {
            out.push(left[i]);
            i += 1;
        }
    }
    out.extend_from_slice(&left[i..]);
    out.extend_from_slice(&right[j..]);
    Ok(out)
}

/// A list of values.
///
/// # Errors
/// `MemoryError`.
pub fn list_val(rt: &Rt, values: &[RawSlot]) -> Result<Val, Raised> {
    list::from(rt, values).map(Val::List)
}

/// A tuple of values.
///
/// # Errors
/// `MemoryError`.
pub fn tuple_val(rt: &Rt, values: &[RawSlot]) -> Result<Val, Raised> {
    tuple(rt, values).map(Val::Tuple)
}

/// The tuple itself.
///
/// # Errors
/// `MemoryError`.
pub fn tuple(rt: &Rt, values: &[RawSlot]) -> Result<holloway::heap::Gc<crate::value::Tuple>, Raised> {
    rt.heap.alloc_with(crate::value::Tuple::new(), values).map_err(|_| errors::memory(rt))
}
