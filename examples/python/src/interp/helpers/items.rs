//! `x[k]` of anything, dictionaries and sets.

use super::operators::BIN;
use crate::objects::{dict, item, iter, list, ops, str};
use crate::value::{Dict, Set, Str, Val, UNBOUND};
use crate::{builtins, errors, Py, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use holloway::{elidable, residual};

/// `x[k] = v`.
#[residual]
pub fn set_item(cx: &Cx<Py>, x: RawSlot, k: RawSlot, v: RawSlot) -> Result<(), Raised> {
    item::set(cx.rt, x.into(), k.into(), v)
}

/// `x[k]`.
#[residual]
pub fn get_item(cx: &Cx<Py>, x: RawSlot, k: RawSlot) -> Result<RawSlot, Raised> {
    item::get(cx.rt, x.into(), k.into()).map(RawSlot::from)
}

/// `del x[k]`.
#[residual]
pub fn del_item(cx: &Cx<Py>, x: RawSlot, k: RawSlot) -> Result<(), Raised> {
    item::delete(cx.rt, x.into(), k.into())
}

/// The value of a key, or unbound.
#[residual]
pub fn dict_get(cx: &Cx<Py>, d: Gc<Dict>, k: RawSlot) -> Result<RawSlot, Raised> {
    Ok(dict::get(cx.rt, d.table(), k)?.unwrap_or(UNBOUND))
}

/// The entry of an integer: see `objects::dict::quick_int`.
#[elidable(reads, inline = Key(dict::INTEGERS))]
pub fn dict_int(cx: &Cx<Py>, d: Gc<Dict>, k: i64, _near: i64) -> i64 {
    dict::quick_int(cx.rt, d.table(), k)
}

/// The entry of a string.
#[elidable(reads, inline = Key(dict::STRINGS))]
pub fn dict_str(cx: &Cx<Py>, d: Gc<Dict>, k: Gc<Str>, near: i64) -> i64 {
    dict::quick_str_near(cx.rt, d.table(), k, near)
}

/// The entry of any other value.
#[elidable(reads)]
pub fn dict_any(cx: &Cx<Py>, d: Gc<Dict>, k: RawSlot) -> i64 {
    dict::quick_any(cx.rt, d.table(), k)
}

/// The same of a set.
#[elidable(reads, inline = Key(dict::INTEGERS_IN_SET))]
pub fn set_int(cx: &Cx<Py>, s: Gc<Set>, k: i64, _near: i64) -> i64 {
    dict::quick_int(cx.rt, s.table(), k)
}

/// The same of a set.
#[elidable(reads, inline = Key(dict::STRINGS_IN_SET))]
pub fn set_str(cx: &Cx<Py>, s: Gc<Set>, k: Gc<Str>, near: i64) -> i64 {
    dict::quick_str_near(cx.rt, s.table(), k, near)
}

/// The same of any other value.
#[elidable(reads)]
pub fn set_any(cx: &Cx<Py>, s: Gc<Set>, k: RawSlot) -> i64 {
    dict::quick_any(cx.rt, s.table(), k)
}

/// The hash of a text.
#[elidable]
pub fn str_hash(cx: &Cx<Py>, s: Gc<Str>) -> i64 {
    s.hash_of(cx.rt)
}

/// The entry of a value whose hash is known.
#[elidable(reads)]
pub fn dict_hashed(cx: &Cx<Py>, d: Gc<Dict>, k: RawSlot, hash: i64) -> i64 {
    dict::quick_hashed(cx.rt, d.table(), k, hash)
}

/// The same of a set.
#[elidable(reads)]
pub fn set_hashed(cx: &Cx<Py>, s: Gc<Set>, k: RawSlot, hash: i64) -> i64 {
    dict::quick_hashed(cx.rt, s.table(), k, hash)
}

/// The marks of few entries of which entry `i` has this key.
#[elidable]
pub fn str_mark(cx: &Cx<Py>, key: Gc<Str>, i: i64) -> i64 {
    dict::mark(key.hash_of(cx.rt), i as usize)
}

/// The entry of a tuple of up to three integers and strings, and the rest unbound, whose hash is known.
#[elidable(reads)]
pub fn dict_items(cx: &Cx<Py>, d: Gc<Dict>, hash: i64, a: RawSlot, b: RawSlot, c: RawSlot) -> i64 {
    dict::quick_items(cx.rt, d.table(), hash, [a, b, c])
}

/// The same of a set.
#[elidable(reads)]
pub fn set_items(cx: &Cx<Py>, s: Gc<Set>, hash: i64, a: RawSlot, b: RawSlot, c: RawSlot) -> i64 {
    dict::quick_items(cx.rt, s.table(), hash, [a, b, c])
}

/// Adds a key that is known not to be there.
#[residual]
pub fn dict_insert_hashed(cx: &Cx<Py>, d: Gc<Dict>, k: RawSlot, v: RawSlot, hash: i64) -> Result<(), Raised> {
    dict::insert_hashed(cx.rt, d.table(), k, v, hash)
}

/// Adds a member that is known not to be there.
#[residual]
pub fn set_insert_hashed(cx: &Cx<Py>, s: Gc<Set>, k: RawSlot, hash: i64) -> Result<(), Raised> {
    dict::insert_hashed(cx.rt, s.table(), k, UNBOUND, hash)
}

/// The value of a key, which is first set to another one if it is absent.
#[residual]
pub fn dict_default(cx: &Cx<Py>, d: Gc<Dict>, k: RawSlot, v: RawSlot) -> Result<RawSlot, Raised> {
    dict::set_default(cx.rt, d.table(), k, v)
}

/// Whether a set has a member.
#[residual]
pub fn set_has(cx: &Cx<Py>, s: Gc<Set>, v: RawSlot) -> Result<bool, Raised> {
    s.has(cx.rt, v)
}

/// Adds a key that is known not to be there.
#[residual]
pub fn dict_insert(cx: &Cx<Py>, d: Gc<Dict>, k: RawSlot, v: RawSlot) -> Result<(), Raised> {
    dict::insert(cx.rt, d.table(), k, v)
}

/// Sets the value of a key.
#[residual]
pub fn dict_set(cx: &Cx<Py>, d: Gc<Dict>, k: RawSlot, v: RawSlot) -> Result<(), Raised> {
    dict::set(cx.rt, d.table(), k, v).map(|_| ())
}

/// The members of a set in a new one.
#[residual(reads)]
pub fn set_copy(cx: &Cx<Py>, s: Gc<Set>) -> Result<Gc<Set>, Raised> {
    dict::copy_set(cx.rt, s, false)
}

/// Adds a member.
#[residual]
pub fn set_add(cx: &Cx<Py>, s: RawSlot, v: RawSlot) -> Result<(), Raised> {
    match Val::from(s) {
        Val::Set(s) => dict::set(cx.rt, s.table(), v, UNBOUND).map(|_| ()),
        _ => Ok(()),
    }
}

/// Adds a member that is known not to be there.
#[residual]
pub fn set_insert(cx: &Cx<Py>, s: Gc<Set>, v: RawSlot) -> Result<(), Raised> {
    dict::insert(cx.rt, s.table(), v, UNBOUND)
}

/// Adds members.
#[residual]
pub fn set_update(cx: &Cx<Py>, s: RawSlot, v: RawSlot) -> Result<(), Raised> {
    iter::each(cx.rt, v.into(), |v| set_add_host(cx, s, v))
}

/// Adds the entries of a mapping.
#[residual]
pub fn dict_update(cx: &Cx<Py>, d: RawSlot, v: RawSlot) -> Result<(), Raised> {
    let rt = cx.rt;
    let Val::Dict(d) = Val::from(d) else { return Ok(()) };
    if !is_mapping(rt, v.into())? {
        let name = ops::type_name(rt, v.into());
        return Err(errors::type_(rt, &format!("'{name}' object is not a mapping")));
    }
    builtins::update_dict(rt, d, v.into())
}

/// A copy of a dictionary.
#[residual(reads)]
pub fn dict_copy(cx: &Cx<Py>, d: Gc<Dict>) -> Result<Gc<Dict>, Raised> {
    dict::copy(cx.rt, d)
}

/// An operator on two sets, unbound where members may have methods of the program.
#[residual(reads)]
pub fn set_binary(cx: &Cx<Py>, op: i64, a: Gc<Set>, b: Gc<Set>) -> Result<RawSlot, Raised> {
    let made = dict::plain_set_op(cx.rt, BIN[op as usize], a, b, a.frozen)?;
    Ok(made.map_or(UNBOUND, |s| Val::Set(s).into()))
}

/// A set of what a list or tuple has, unbound where that may have methods of the program.
#[residual(reads)]
pub fn set_of(cx: &Cx<Py>, v: RawSlot, frozen: bool) -> Result<RawSlot, Raised> {
    let made = cx.rt.heap.alloc(Set::new(frozen));
    let plain = dict::add_all(cx.rt, made.table(), v.into())?;
    Ok(if plain { Val::Set(made).into() } else { UNBOUND })
}

/// A list of what a container has at hand, unbound for another one.
#[residual(reads)]
pub fn list_of(cx: &Cx<Py>, v: RawSlot) -> Result<RawSlot, Raised> {
    let mut all = Vec::new();
    let at_hand = iter::each_at_hand(cx.rt, v.into(), |v| {
        all.push(v);
        true
    });
    match at_hand {
        true => list::from(cx.rt, &all).map(|l| Val::List(l).into()),
        false => Ok(UNBOUND),
    }
}

fn is_mapping(rt: &Rt, v: Val) -> Result<bool, Raised> {
    Ok(match ops::unwrapped(rt, v) {
        Val::Dict(_) => true,
        other => crate::objects::attr::find(rt, other, str::intern(rt, "keys"))?.is_some(),
    })
}

/// Adds the entries of a mapping to the keyword arguments of `f`, or of nothing known if that is the dictionary itself. The keys must be new.
#[residual]
pub fn dict_merge(cx: &Cx<Py>, d: RawSlot, v: RawSlot, f: RawSlot) -> Result<(), Raised> {
    match Val::from(d) {
        Val::Dict(d) => merge(cx.rt, d, v, f),
        _ => Ok(()),
    }
}

/// The keyword arguments that `**v` stands for in a call of `f`, in a dictionary of their own.
#[residual]
pub fn spread_names(cx: &Cx<Py>, v: RawSlot, f: RawSlot) -> Result<RawSlot, Raised> {
    let d = dict::new(cx.rt);
    let _kept = cx.rt.heap.keep([RawSlot::from(Val::Dict(d))]);
    merge(cx.rt, d, v, f)?;
    Ok(Val::Dict(d).into())
}

fn merge(rt: &Rt, d: Gc<Dict>, v: RawSlot, f: RawSlot) -> Result<(), Raised> {
    let callee = |rt: &Rt| match Val::from(f) {
        Val::Dict(x) if x == d => Ok(String::new()),
        f => callee_text(rt, f).map(|t| t + " "),
    };
    if !is_mapping(rt, v.into())? {
        let text = format!("argument after ** must be a mapping, not {}", ops::type_name(rt, v.into()));
        return Err(errors::type_(rt, &(callee(rt)? + &text)));
    }
    let add = |k: RawSlot, value: &dyn Fn() -> Result<RawSlot, Raised>| {
        if dict::get(rt, d.table(), k)?.is_some() {
            return Err(match Val::from(k) {
                Val::Str(s) => {
                    let text = format!("got multiple values for keyword argument '{}'", s.text());
                    errors::type_(rt, &(callee(rt)? + &text))
                }
                _ => errors::type_(rt, "keywords must be strings"),
            });
        }
        dict::set(rt, d.table(), k, value()?).map(|_| ())
    };
    if let Val::Dict(more) = ops::unwrapped(rt, v.into()) {
        return more.items(rt).into_iter().try_for_each(|(k, v)| add(k, &|| Ok(v)));
    }
    let keys = ops::call_method(rt, v.into(), "keys", &[])?;
    let keys = iter::to_vec(rt, keys)?;
    let _kept = rt.heap.keep(keys.iter().copied());
    keys.into_iter()
        .try_for_each(|k| add(k, &|| crate::objects::item::get(rt, v.into(), k.into()).map(RawSlot::from)))
}

/// See `dict::rival`; unbound if there is none.
#[residual(reads)]
pub fn dict_rival(cx: &Cx<Py>, d: Gc<Dict>, key: RawSlot, hash: i64) -> RawSlot {
    dict::rival(cx.rt, d.table(), key, hash).unwrap_or(UNBOUND)
}

/// The same of a set.
#[residual(reads)]
pub fn set_rival(cx: &Cx<Py>, s: Gc<Set>, key: RawSlot, hash: i64) -> RawSlot {
    dict::rival(cx.rt, s.table(), key, hash).unwrap_or(UNBOUND)
}

/// The one string of this text by which names are compared.
#[elidable]
pub fn interned(cx: &Cx<Py>, s: Gc<Str>) -> Gc<Str> {
    str::intern_str(cx.rt, s)
}

/// How messages about arguments name what is called.
pub(super) fn callee_text(rt: &Rt, f: Val) -> Result<String, Raised> {
    use crate::objects::attr::find;
    let Some(Val::Str(name)) = find(rt, f, str::intern(rt, "__qualname__"))? else { return ops::str(rt, f) };
    Ok(match find(rt, f, str::intern(rt, "__module__"))? {
        Some(Val::Str(m)) if m.text() != "builtins" => format!("{}.{}()", m.text(), name.text()),
        _ => format!("{}()", name.text()),
    })
}
