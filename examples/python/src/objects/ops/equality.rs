//! Equality and hash.

use super::{bytes, call, compare, complex, is_asked, number, str, truth, tuple_val, type_name};
use crate::bytecode::CmpOp;
use crate::value::{misc, Instance, Str, Tag, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// Equality where it runs no program: `None` where it might.
pub fn plain_equal(a: RawSlot, b: RawSlot) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    match (Val::from(a), Val::from(b)) {
        (Val::Str(x), Val::Str(y)) => Some(str::equal(x, y)),
        (Val::Int(x), Val::Int(y)) => Some(x == y),
        (Val::Float(x), Val::Float(y)) => Some(x.get() == y.get()),
        (Val::Str(_), Val::Int(_) | Val::None | Val::Float(_) | Val::False | Val::True | Val::Tuple(_)) => {
            Some(false)
        }
        (Val::Int(_) | Val::None | Val::Float(_) | Val::False | Val::True | Val::Tuple(_), Val::Str(_)) => {
            Some(false)
        }
        (Val::None, Val::Int(_) | Val::Float(_) | Val::False | Val::True | Val::Tuple(_)) => Some(false),
        (Val::Int(_) | Val::Float(_) | Val::False | Val::True | Val::Tuple(_), Val::None) => Some(false),
        (Val::Tuple(x), Val::Tuple(y)) => {
            let (x, y) = (x.items.as_slice(), y.items.as_slice());
            // What both have is compared first, though the lengths differ: that may run the program.
            for (a, b) in x.iter().zip(y) {
                match plain_equal(*a, *b) {
                    Some(true) => {}
                    other => return other,
                }
            }
            Some(x.len() == y.len())
        }
        _ => None,
    }
}

/// The simple value that an instance is equal and hashed as, or the value itself.
pub fn inside(rt: &Rt, v: Val) -> Val {
    match v {
        Val::Inst(i) if i.class(rt).plain(rt).inside => super::unwrapped(rt, v),
        v => v,
    }
}

/// The same, of instances with such values inside too, which are not the same.
pub fn inner_equal(rt: &Rt, a: RawSlot, b: RawSlot) -> Option<bool> {
    match (inside(rt, a.into()), inside(rt, b.into())) {
        (Val::Float(x), Val::Float(y)) => Some(x.get() == y.get()),
        (x, y) => plain_equal(x.into(), y.into()),
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

/// Looks for the first item that a value is or equals, as far as that runs no program: the number of the item where it stopped, and whether that is one, if it is known.
pub fn find_quick(rt: &Rt, items: impl Iterator<Item = RawSlot>, v: RawSlot) -> (usize, Option<bool>) {
    // Most items are of one class.
    let mut last = u32::MAX;
    let still = |i: Gc<Instance>| i.class(rt).plain(rt).equality;
    let wanted = Val::from(v);
    let by_identity = matches!(wanted, Val::Inst(i) if still(i));
    let mut n = 0;
    for item in items {
        if item == v {
            return (n, Some(true));
        }
        let known = match (Val::from(item), wanted) {
            (Val::Int(_), Val::Int(_)) => Some(false),
            (Val::Str(x), Val::Str(y)) => Some(x.chars == y.chars && str::equal(x, y)),
            (Val::Inst(x), _) if by_identity => {
                let class = x.map.get(&rt.heap).group;
                let same = class == last || still(x);
                last = class;
                same.then_some(false)
            }
            _ => quick_equal(rt, item, v),
        };
        if known != Some(false) {
            return (n, known);
        }
        n += 1;
    }
    (n, Some(false))
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

/// What the hash of a tuple begins with. It is CPython's, after xxHash.
pub const HASH_START: i64 = 2_870_177_450_012_600_261;
/// What the hash of an item is multiplied by.
pub const HASH_ITEM: i64 = 14_029_467_366_897_019_727u64 as i64;
/// What all is multiplied by after each item.
pub const HASH_ALL: i64 = 11_400_714_785_074_694_791u64 as i64;
/// What the number of items is combined with.
pub const HASH_LENGTH: i64 = HASH_START ^ 3_527_539;

/// What it is after one more item with this hash.
pub fn hash_step(acc: i64, item: i64) -> i64 {
    let acc = acc.wrapping_add(item.wrapping_mul(HASH_ITEM));
    acc.rotate_left(31).wrapping_mul(HASH_ALL)
}

/// The hash after all items.
pub fn hash_end(acc: i64, items: i64) -> i64 {
    match acc.wrapping_add(items ^ HASH_LENGTH) {
        -1 => 1_546_275_796,
        h => h,
    }
}

/// The hash of a value.
///
/// # Errors
/// `TypeError` for what has none.
pub fn hash(rt: &Rt, v: Val) -> Result<i64, Raised> {
    let address = |bits: u64| (bits >> 4) as i64;
    Ok(match inside(rt, v) {
        Val::Str(s) => s.hash_of(rt),
        Val::Int(i) => number::hash_int(i),
        b @ (Val::False | Val::True) => b.is_true() as i64,
        Val::Float(x) => number::hash_float(x.get()),
        Val::Big(b) => number::hash_big(rt, b),
        Val::None | Val::Unbound => 0x0F1C_E4A1,
        Val::Tuple(t) => {
            errors::native_room(rt, " in comparison")?;
            let mut acc = HASH_START;
            for &x in t.items.as_slice() {
                let item = match Val::from(x) {
                    Val::Int(i) => number::hash_int(i),
                    Val::Str(s) => s.hash_of(rt),
                    x => hash(rt, x)?,
                };
                acc = hash_step(acc, item);
            }
            hash_end(acc, t.items.len() as i64)
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
        Val::Bytes(b) if !b.mutable => str::hash_bytes(&b.part(rt, 0..b.len(rt))),
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
        Val::Misc(m) if matches!(m.kind, misc::NAMESPACE | misc::KEYS | misc::ITEMS) => {
            return Err(unhashable(rt, v))
        }
        Val::Misc(m) if m.kind == misc::VIEW => bytes::hash_of_view(rt, m)?,
        Val::Method(m) => address(m.this.bits) ^ address(m.func.bits),
        Val::Inst(i) if i.class(rt).plain(rt).hash => address(i.to_bits()),
        Val::Inst(i) => {
            if let Some(name) = name_hashed(rt, i) {
                return Ok(name.hash_of(rt));
            }
            let c = i.class(rt);
            match c.lookup_name(rt, "__hash__") {
                Some(Val::None) => return Err(unhashable(rt, v)),
                Some(f) if is_asked(rt, f) => {
                    let given = call(rt, f, &[v.into()])?;
                    return hash_given(rt, given);
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

/// The hash that a method `__hash__` gave.
///
/// # Errors
/// `TypeError` for what is no integer.
pub fn hash_given(rt: &Rt, v: Val) -> Result<i64, Raised> {
    match v {
        Val::Int(h) => Ok(if h == -1 { -2 } else { h }),
        b @ (Val::False | Val::True) => Ok(b.is_true() as i64),
        Val::Big(b) => Ok(number::hash_big(rt, b)),
        _ => Err(errors::type_(rt, "__hash__ method should return an integer")),
    }
}

/// The same where it runs no program and raises nothing: `None` elsewhere, and for what is seldom a key.
pub fn quick_hash(rt: &Rt, v: Val) -> Option<i64> {
    let quick = match v {
        Val::Inst(i) if i.class(rt).plain(rt).inside => return quick_hash(rt, inside(rt, v)),
        Val::Inst(i) => plainly_hashed(rt, i),
        Val::Tuple(t) => {
            let part = |&x: &RawSlot| match Val::from(x) {
                Val::Tuple(t) => t.items.as_slice().iter().all(simple),
                Val::Inst(i) => plainly_hashed(rt, i),
                _ => simple(&x),
            };
            t.items.as_slice().iter().all(part)
        }
        Val::Class(_) | Val::Func(_) | Val::Native(_) => true,
        v => simple(&v.into()),
    };
    (quick && errors::has_native_room(rt)).then(|| hash(rt, v).ok()).flatten()
}

fn plainly_hashed(rt: &Rt, i: Gc<Instance>) -> bool {
    i.class(rt).plain(rt).hash || name_hashed(rt, i).is_some()
}

/// The name of an instance whose hash is that of its name, if that is a string.
fn name_hashed(rt: &Rt, i: Gc<Instance>) -> Option<Gc<Str>> {
    if !i.class(rt).plain(rt).named {
        return None;
    }
    match i.own(rt, str::literal(rt, "_name_"))?.into() {
        Val::Str(name) => Some(name),
        _ => None,
    }
}

/// Whether a value is of a type that is hashed without running the program, which cannot fail.
pub fn simple(v: &RawSlot) -> bool {
    matches!(v.tag, Tag::Str | Tag::Int | Tag::True | Tag::False | Tag::Float | Tag::Big | Tag::None)
}

fn unhashable(rt: &Rt, v: Val) -> Raised {
    errors::type_(rt, &format!("unhashable type: '{}'", type_name(rt, v)))
}
