//! What `match` statements ask of their subject. Each answers a tuple of what the patterns inside are matched against, or `None`.

use crate::native::{Args, Body, Special};
use crate::objects::{attr, class::ClassInfo, dict, item, iter, ops};
use crate::py::Module;
use crate::value::{misc, Val};
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;

/// Classes of the module `collections` or its parts whose instances are sequences, though they wrap none.
pub const SEQUENCES: &[&str] = &["Sequence", "MutableSequence", "deque", "array", "UserList"];
/// The same of mappings.
pub const MAPPINGS: &[&str] = &["Mapping", "MutableMapping", "UserDict", "ChainMap"];

/// Whether a class is or inherits from one of these of the module `collections` or its parts.
pub fn inherits(c: &ClassInfo, names: &[&str]) -> bool {
    let fits = |k: &&ClassInfo| names.contains(&k.name.as_str()) && k.module != "__main__";
    c.mro().iter().any(fits)
}

fn is_sequence(rt: &Rt, v: Val) -> bool {
    match ops::unwrapped(rt, v) {
        Val::List(_) | Val::Tuple(_) | Val::Range(_) => true,
        Val::Misc(m) => m.kind == misc::VIEW,
        Val::Inst(i) => inherits(i.class(rt), SEQUENCES),
        _ => false,
    }
}

/// `%match_seq(subject, before, after)`: as many items, with a list of those between if `after` is not -1; the list stays empty where `after` is
/// -2 minus the number.
fn sequence(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, v) = (a.rt, a.val(0));
    let (before, after) = (a.int(1)?, a.int(2)?);
    if !is_sequence(rt, v) {
        return a.none();
    }
    let (after, wanted) = if after < -1 { (-2 - after, false) } else { (after, true) };
    if !wanted && before + after == 0 {
        return ops::tuple_val(rt, &[ops::list_val(rt, &[])?.into()]);
    }
    let n = item::len(rt, v)? as i64;
    if if after < 0 { n != before } else { n < before + after } {
        return a.none();
    }
    // The program's sequences are asked for items, not gone through: they may have no end.
    let all = crate::objects::list::new(rt);
    match ops::unwrapped(rt, v) {
        Val::Inst(_) | Val::Range(_) => {
            let skipped = if wanted { 0 } else { n - before - after };
            let at = (0..before).chain(before + skipped..n);
            at.map(Val::Int).try_for_each(|i| all.push(rt, item::get(rt, v, i)?.into()))?;
        }
        _ => iter::to_vec(rt, v)?.into_iter().try_for_each(|x| all.push(rt, x))?,
    }
    let all = all.to_vec(rt);
    if after < 0 {
        return ops::tuple_val(rt, &all);
    }
    let (b, e) = (before as usize, all.len().saturating_sub(after as usize));
    let mut out = all[..b].to_vec();
    out.push(ops::list_val(rt, &all[b..e])?.into());
    out.extend_from_slice(&all[e..]);
    ops::tuple_val(rt, &out)
}

/// `%match_map(subject, keys, rest)`: values of the keys, then a dictionary of the others if `rest`.
fn mapping(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, v) = (a.rt, a.val(0));
    let Val::Tuple(keys) = a.val(1) else { return a.none() };
    let plain = match (v, ops::unwrapped(rt, v)) {
        (Val::Dict(d), _) => Some(d),
        // Its class may have a `get` of its own.
        (_, Val::Dict(_)) => None,
        (Val::Inst(i), _) if inherits(i.class(rt), MAPPINGS) => None,
        _ => return a.none(),
    };
    // Its length is asked first, as by CPython.
    let wanted = keys.items.as_slice().len();
    if plain.is_none() && wanted > 0 && item::len(rt, v)? < wanted {
        return a.none();
    }
    let missing = rt.heap.alloc(crate::value::Misc::new(misc::ELLIPSIS, 1, v.into(), v.into(), v.into()));
    // What the program gives waits in a list of the heap's.
    let out = crate::objects::list::new(rt);
    let rest = dict::new(rt);
    for (i, &k) in keys.items.as_slice().iter().enumerate() {
        for &other in &keys.items.as_slice()[..i] {
            if ops::equal(rt, k.into(), other.into())? {
                let text = format!("mapping pattern checks duplicate key ({})", ops::repr(rt, k.into())?);
                return Err(errors::value(rt, &text));
            }
        }
        let found = match plain {
            Some(d) => dict::get(rt, d.table(), k)?.map(Val::from),
            None => {
                let got = ops::call_method(rt, v, "get", &[k, Val::Misc(missing).into()])?;
                Some(got).filter(|g| !g.same(Val::Misc(missing)))
            }
        };
        match found {
            Some(x) => out.push(rt, x.into())?,
            None => return a.none(),
        }
    }
    if ops::truth(rt, a.val(2))? {
        super::update_dict(rt, rest, v)?;
        for &k in keys.items.as_slice() {
            dict::remove(rt, rest.table(), k)?;
        }
        out.push(rt, Val::Dict(rest).into())?;
    }
    ops::tuple_val(rt, &out.to_vec(rt))
}

/// Whether a class's one positional pattern is the subject itself.
pub fn takes_itself(rt: &Rt, c: &ClassInfo) -> bool {
    let t = rt.lang.types();
    let all =
        [t.bool, t.bytearray, t.bytes, t.dict, t.float, t.frozenset, t.int, t.list, t.set, t.str, t.tuple];
    c.mro().iter().any(|k| all.iter().any(|x| x.id == k.id))
}

/// `%match_class(subject, class, count, names)`: what the positional patterns stand for, then the attributes.
fn class(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, v) = (a.rt, a.val(0));
    let Val::Class(c) = a.val(1) else {
        return Err(errors::type_(rt, "called match pattern must be a type"));
    };
    let c = rt.lang.classes.get(c.id);
    if !super::funcs::instance_of(a, v, a.val(1))? {
        return a.none();
    }
    let count = a.int(2)? as usize;
    let mut out: Vec<RawSlot> = Vec::new();
    let mut names: Vec<Val> = Vec::new();
    if count > 0 {
        let args = c.lookup_name(rt, "__match_args__");
        let known = match args {
            Some(Val::Tuple(t)) => t.items.as_slice().to_vec(),
            Some(other) => {
                let got = ops::type_name(rt, other);
                let text = format!("{}.__match_args__ must be a tuple (got {got})", c.name);
                return Err(errors::type_(rt, &text));
            }
            None => Vec::new(),
        };
        let itself = args.is_none() && takes_itself(rt, c);
        let allowed = if itself { 1 } else { known.len() };
        if count > allowed {
            let s = if allowed == 1 { "" } else { "s" };
            let text = format!("{}() accepts {allowed} positional sub-pattern{s} ({count} given)", c.name);
            return Err(errors::type_(rt, &text));
        }
        if itself {
            out.push(v.into());
        } else {
            names.extend(known[..count].iter().map(|&n| Val::from(n)));
        }
    }
    if let Val::Tuple(t) = a.val(3) {
        for &n in t.items.as_slice() {
            if names.iter().any(|o| ops::plain_equal((*o).into(), n) == Some(true)) {
                let text = format!(
                    "{}() got multiple sub-patterns for attribute {}",
                    c.name,
                    ops::repr(rt, n.into())?
                );
                return Err(errors::type_(rt, &text));
            }
            names.push(n.into());
        }
    }
    let kept = crate::objects::list::new(rt);
    out.iter().try_for_each(|&v| kept.push(rt, v))?;
    for n in names {
        let Some(n) = crate::interp::call::name_of(rt, n) else {
            let text = format!("__match_args__ elements must be strings (got {})", ops::type_name(rt, n));
            return Err(errors::type_(rt, &text));
        };
        match attr::get(rt, v, n) {
            Ok(x) => kept.push(rt, x.into())?,
            Err(Raised) if errors::caught(rt, rt.lang.types().attribute_error).is_some() => return a.none(),
            Err(Raised) => return Err(Raised),
        }
    }
    ops::tuple_val(rt, &kept.to_vec(rt))
}

/// Adds them under names that programs cannot write.
pub fn open(rt: &Rt, m: &Module) {
    let all: [(&'static str, Body, Special); 3] = [
        ("%match_seq", sequence, Special::MatchSequence),
        ("%match_map", mapping, Special::MatchMapping),
        ("%match_class", class, Special::MatchClass),
    ];
    for (name, body, known) in all {
        m.set_name(rt, name, rt.lang.make_native(rt, name, body, Some(known)));
    }
}
