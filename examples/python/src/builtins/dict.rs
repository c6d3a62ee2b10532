//! Methods of dictionaries.

use crate::native::{keyed, Args, Body};
use crate::objects::types::Types;
use crate::objects::{attr, dict, item, iter, namespace, ops, str};
use crate::value::{misc, Dict, Misc, Val, NONE, UNBOUND};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

fn this(a: &Args<'_>) -> Result<Gc<Dict>, Raised> {
    match a.this() {
        Val::Dict(d) => Ok(d),
        _ => Err(a.wrong_object("dict")),
    }
}

/// `rival(dictionary or set, key, its hash)`, for the prelude: the first key of it which only the program can compare with this one; `NotImplemented` if there is
/// none.
///
/// # Errors
/// `TypeError` for what is no hash.
pub fn rival(a: &mut Args<'_>) -> Result<Val, Raised> {
    let hash = ops::hash_given(a.rt, a.val(2))?;
    let table = match a.val(0) {
        Val::Dict(d) => dict::rival(a.rt, d.table(), a.val(1).into(), hash),
        Val::Set(s) => dict::rival(a.rt, s.table(), a.val(1).into(), hash),
        _ => return Err(a.wrong_object("dict")),
    };
    Ok(table.map_or_else(|| a.rt.lang.not_implemented(), Val::from))
}

/// `by_hash(operation, dictionary or set, key, its hash, value)`, for the prelude: see [`keyed`]. In traces it may answer `NotImplemented`: only the program can
/// tell. With a sixth argument, which is a key that is not equal, it does not.
///
/// # Errors
/// `TypeError` for what is no hash, `KeyError`, what comparing raises.
pub fn by_hash(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, key, value) = (a.rt, a.val(2), RawSlot::from(a.val(4)));
    let hash = ops::hash_given(rt, a.val(3))?;
    let given = a.val(1);
    let table = match &given {
        Val::Dict(d) => d.table(),
        Val::Set(s) => s.table(),
        _ => return Err(a.wrong_object("dict")),
    };
    let key_of = dict::Hashed { key: key.into(), hash, unlike: a.val(5).into() };
    let found = |rt| dict::get_hashed(rt, table, key_of);
    match a.int(0)? {
        keyed::SET | keyed::ADD => {
            let value = if a.int(0)? == keyed::ADD { UNBOUND } else { value };
            dict::set_hashed(rt, table, key_of, value).map(|()| Val::None)
        }
        keyed::HAS => Ok(Val::bool(found(rt)?.is_some())),
        keyed::GET => Ok(found(rt)?.unwrap_or(value).into()),
        keyed::DEFAULT => match found(rt)? {
            Some(v) => Ok(v.into()),
            None => dict::set_hashed(rt, table, key_of, value).map(|()| value.into()),
        },
        _ => found(rt)?.map(Val::from).ok_or_else(|| errors::key(rt, key)),
    }
}

/// After a change of what [`this`] gave: puts it back if it stands for a namespace.
fn put_back(a: &Args<'_>, d: Gc<Dict>) -> Result<(), Raised> {
    namespace::known(a.val(0)).map_or(Ok(()), |n| namespace::assign(a.rt, n, d))
}

/// Adds the entries of a mapping, or pairs.
///
/// # Errors
/// `TypeError`, or what iterating raises.
pub fn update_dict(rt: &Rt, d: Gc<Dict>, v: Val) -> Result<(), Raised> {
    if let Val::Dict(o) = ops::unwrapped(rt, v) {
        return dict::update(rt, d, o);
    }
    let keys = str::intern(rt, "keys");
    if matches!(v, Val::Inst(_) | Val::Class(_)) && attr::find(rt, v, keys)?.is_some() {
        let all = ops::call_method(rt, v, "keys", &[])?;
        for k in iter::to_vec(rt, all)? {
            let x = item::get(rt, v, k.into())?;
            dict::set(rt, d.table(), k, x.into())?;
        }
        return Ok(());
    }
    let mut i = 0;
    iter::each(rt, v, |pair| {
        i += 1;
        add_pair(rt, d, pair.into(), i - 1)
    })
}

/// Adds the `i`th of a row of pairs.
fn add_pair(rt: &Rt, d: Gc<Dict>, pair: Val, i: i64) -> Result<(), Raised> {
    // As nearly all are.
    if let Val::Tuple(t) = pair {
        if let &[k, x] = t.items.as_slice() {
            return dict::set(rt, d.table(), k, x).map(|_| ());
        }
    }
    let parts = match iter::to_vec(rt, pair) {
        Ok(p) => p,
        Err(Raised) if errors::caught(rt, rt.lang.types().type_error).is_none() => return Err(Raised),
        Err(Raised) => {
            let text = format!("cannot convert dictionary update sequence element #{i} to a sequence");
            return Err(errors::type_(rt, &text));
        }
    };
    match parts[..] {
        [k, x] => dict::set(rt, d.table(), k, x).map(|_| ()),
        _ => {
            let n = parts.len();
            let text = format!("dictionary update sequence element #{i} has length {n}; 2 is required");
            Err(errors::value(rt, &text))
        }
    }
}

/// `add_pair(dictionary, pair, its number)`, for the prelude.
///
/// # Errors
/// As for [`update_dict`].
pub fn add_pair_of(a: &mut Args<'_>) -> Result<Val, Raised> {
    let d = this(a)?;
    add_pair(a.rt, d, a.val(1), a.int(2)?)?;
    a.none()
}

fn get(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 2)?;
    let found = dict::get(a.rt, this(a)?.table(), a.val(1).into())?;
    Ok(found.map_or_else(
        || match a.val(2) {
            Val::Unbound => Val::None,
            v => v,
        },
        Val::from,
    ))
}
fn setdefault(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 2)?;
    let d = this(a)?;
    let v = a.opt(2, "default", Val::None);
    let found = dict::set_default(a.rt, d.table(), a.val(1).into(), v.into())?;
    put_back(a, d)?;
    Ok(found.into())
}
fn pop(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 2)?;
    let d = this(a)?;
    if d.len(a.rt) == 0 {
        // Nothing asks for the hash of a key.
        return match a.val(2) {
            Val::Unbound => Err(errors::key(a.rt, a.val(1))),
            default => Ok(default),
        };
    }
    match (dict::remove(a.rt, d.table(), a.val(1).into())?, a.val(2)) {
        (Some(v), _) => {
            put_back(a, d)?;
            Ok(v.into())
        }
        (None, Val::Unbound) => Err(errors::key(a.rt, a.val(1))),
        (None, d) => Ok(d),
    }
}
fn popitem(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let d = this(a)?;
    let taken = taken(a.rt, d, true, "popitem(): dictionary is empty")?;
    put_back(a, d)?;
    Ok(taken)
}
/// The entry at an end, which is taken out, as a tuple.
fn taken(rt: &Rt, d: Gc<Dict>, last: bool, none: &str) -> Result<Val, Raised> {
    match dict::take_end(rt, d.table(), last) {
        Some((k, v)) => ops::tuple_val(rt, &[k, v]),
        None => Err(errors::key(rt, str::val(rt, none)?)),
    }
}
/// `move_to_end(dictionary, key, whether behind all others)`, for `OrderedDict`: whether the key is there.
///
/// # Errors
/// What hashing and comparing raise.
pub fn move_to_end(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (d, last) = (this(a)?, ops::truth(a.rt, a.val(2))?);
    dict::move_to_end(a.rt, d.table(), a.val(1).into(), last).map(Val::from)
}
/// `pop_end(dictionary, whether the last)`, for `OrderedDict`: the entry taken out, as a tuple.
///
/// # Errors
/// `KeyError` if there is none.
pub fn pop_end(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (d, last) = (this(a)?, ops::truth(a.rt, a.val(1))?);
    taken(a.rt, d, last, "dictionary is empty")
}
fn view(a: &Args<'_>, kind: u32) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let d = this(a)?;
    Ok(Val::Misc(a.rt.heap.alloc(Misc::new(kind, 0, Val::Dict(d).into(), NONE, NONE))))
}
fn keys(a: &mut Args<'_>) -> Result<Val, Raised> {
    view(a, misc::KEYS)
}
fn values(a: &mut Args<'_>) -> Result<Val, Raised> {
    view(a, misc::VALUES)
}
fn items(a: &mut Args<'_>) -> Result<Val, Raised> {
    view(a, misc::ITEMS)
}
fn update(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.object()?;
    if a.plain().len() > 2 {
        let text = format!("update expected at most 1 argument, got {}", a.plain().len() - 1);
        return Err(errors::type_(a.rt, &text));
    }
    let given = a.plain().get(1).map(|&v| ops::unwrapped(a.rt, v.into()));
    if let (Some(n), Some(Val::Dict(from)), true) = (namespace::known(a.val(0)), given, a.names.is_empty()) {
        for (k, v) in from.items(a.rt) {
            namespace::set(a.rt, n, k.into(), v)?;
        }
        return a.none();
    }
    let d = this(a)?;
    if let Some(&v) = a.plain().get(1) {
        update_dict(a.rt, d, v.into())?;
    }
    for (k, &v) in a.names.iter().zip(&a.args[a.args.len() - a.names.len()..]) {
        dict::set(a.rt, d.table(), Val::Str(*k).into(), v)?;
    }
    put_back(a, d)?;
    a.none()
}
fn clear(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let d = this(a)?;
    dict::clear(a.rt, d.table());
    put_back(a, d)?;
    a.none()
}
fn copy(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    dict::copy(a.rt, this(a)?).map(Val::Dict)
}
fn fromkeys(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 2)?;
    let d = dict::new(a.rt);
    let v = a.opt(2, "value", Val::None);
    let keys = iter::to_vec(a.rt, a.val(1))?;
    if let c @ Val::Class(k) = a.val(0) {
        if k.id != a.rt.lang.types().dict.id {
            let _kept = a.rt.heap.keep(keys.iter().copied());
            let made = crate::interp::call::call(a.rt, c, &[])?;
            for k in keys {
                crate::objects::item::set(a.rt, made, k.into(), v.into())?;
            }
            return Ok(made);
        }
    }
    for k in keys {
        dict::set(a.rt, d.table(), k, v.into())?;
    }
    Ok(Val::Dict(d))
}

const LIST: &[(&str, Body)] = &[
    ("get", get),
    ("setdefault", setdefault),
    ("pop", pop),
    ("popitem", popitem),
    ("keys", keys),
    ("values", values),
    ("items", items),
    ("update", update),
    ("clear", clear),
    ("copy", copy),
];

/// Fills the class.
pub fn fill(rt: &Rt) {
    Types::fill(rt, rt.lang.types().dict, LIST);
    let f = rt.lang.make_native(rt, "fromkeys", fromkeys, None);
    let m = Misc::new(misc::CLASS, 0, f.into(), NONE, NONE);
    let name = str::intern(rt, "fromkeys");
    rt.lang.types().dict.attrs.borrow_mut().set(name, Val::Misc(rt.heap.alloc(m)).into());
}
