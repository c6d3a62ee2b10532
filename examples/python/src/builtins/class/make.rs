//! Making classes: what a class statement and `type` do.

use crate::interp::call::{call_named, name_of};
use crate::native::Args;
use crate::objects::class::{check_twice, layout, linearize, no_order, ClassInfo, Layout, Names};
use crate::objects::{attr, dict, ops, str};
use crate::value::{misc, Misc, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;

/// Keyword arguments of a class statement.
pub(super) type Keywords = Vec<(RawSlot, RawSlot)>;

/// The metaclass that a class statement means, and the other keywords. What is no class is called instead of one.
///
/// A base that is no class counts with its class, which is called then as a metaclass would be.
pub(super) fn metaclass(rt: &Rt, bases: Val, kw: Val) -> Result<(Val, Keywords), Raised> {
    let bases = tuple_of_bases(rt, bases)?;
    let bases = bases.items.as_slice();
    let mut keywords = match kw {
        Val::Dict(d) => d.items(rt),
        _ => Vec::new(),
    };
    let named = |(k, _): &(RawSlot, RawSlot)| matches!(Val::from(*k), Val::Str(s) if s.text() == "metaclass");
    let given = keywords.iter().position(named).map(|i| Val::from(keywords.remove(i).1));
    let mut winner = match given {
        Some(Val::Class(c)) => rt.lang.classes.get(c.id),
        Some(other) => return Ok((other, keywords)),
        None => bases.first().map_or(rt.lang.types().type_, |&b| ops::class_of(rt, b.into())),
    };
    for &b in bases {
        let m = ops::class_of(rt, b.into());
        if m.is_subclass(winner) {
            winner = m;
        } else if !winner.is_subclass(m) {
            let text = "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases";
            return Err(errors::type_(rt, text));
        }
    }
    Ok((Val::Class(winner.object), keywords))
}

/// The bases that stand for what a class statement lists.
fn entries(rt: &Rt, bases: holloway::heap::Gc<crate::value::Tuple>) -> Result<Val, Raised> {
    let listed = bases.items.as_slice();
    if listed.iter().all(|b| matches!(Val::from(*b), Val::Class(_))) {
        return Ok(Val::Tuple(bases));
    }
    let all = crate::objects::list::new(rt);
    for &b in listed {
        match ops::call_special(rt, b.into(), "__mro_entries__", &[Val::Tuple(bases).into()]) {
            Some(r) if !matches!(Val::from(b), Val::Class(_)) => {
                for x in crate::objects::iter::to_vec(rt, r?)? {
                    all.push(rt, x)?;
                }
            }
            _ => all.push(rt, b)?,
        }
    }
    ops::tuple_val(rt, &all.to_vec(rt))
}

pub(super) fn infos(rt: &Rt, bases: Val) -> Result<Vec<&'static ClassInfo>, Raised> {
    let info = |b: &RawSlot| match Val::from(*b) {
        Val::Class(c) => Ok(rt.lang.classes.get(c.id)),
        _ => Err(errors::type_(rt, "bases must be types")),
    };
    tuple_of_bases(rt, bases)?.items.as_slice().iter().map(info).collect()
}

fn tuple_of_bases(rt: &Rt, bases: Val) -> Result<holloway::heap::Gc<crate::value::Tuple>, Raised> {
    match bases {
        Val::Tuple(t) => Ok(t),
        _ => Err(errors::type_(rt, "bases must be a tuple")),
    }
}

fn with_keywords(rt: &Rt, f: Val, args: &[RawSlot], keywords: &Keywords) -> Result<Val, Raised> {
    let mut all = args.to_vec();
    let names: Vec<_> = keywords.iter().filter_map(|(k, _)| name_of(rt, (*k).into())).collect();
    all.extend(keywords.iter().map(|(_, v)| *v));
    call_named(rt, f, &all, &names)
}

/// `%prepare(name, bases, keywords)`: the namespace in which a class body runs, and the bases for [`build`].
pub(super) fn prepare(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let mut resolved = a.val(1);
    if let Val::Tuple(t) = a.val(1) {
        let bases = entries(rt, t)?;
        resolved = match bases.same(a.val(1)) {
            true => bases,
            false => Val::List(crate::objects::list::from(rt, &[bases.into(), a.args[1]])?),
        };
        let (m, keywords) = metaclass(rt, bases, a.val(2))?;
        if !matches!(m, Val::Class(c) if c.id == rt.lang.types().type_.id) {
            if let Some(f) = attr::find(rt, m, str::intern(rt, "__prepare__"))? {
                let ns = with_keywords(rt, f, &[a.val(0).into(), bases.into()], &keywords)?;
                return ops::tuple_val(rt, &[ns.into(), resolved.into()]);
            }
        }
    }
    ops::tuple_val(rt, &[Val::Dict(dict::new(rt)).into(), resolved.into()])
}

/// `class name(bases): ..` with its namespace. Where some bases stand for others, `bases` is a list of the tuple of those and the tuple of what was written.
///
/// # Errors
/// `TypeError`, or what hooks raise.
pub fn build(rt: &Rt, name: Val, bases: Val, ns: Val, kw: Val) -> Result<Val, Raised> {
    let (bases, written) = match bases {
        Val::List(l) => match l.to_vec(rt)[..] {
            [bases, written] => (Val::from(bases), Some(written)),
            _ => return Err(errors::type_(rt, "bad class")),
        },
        bases => (bases, None),
    };
    if let Some(written) = written {
        crate::objects::item::set(rt, ns, str::val(rt, "__orig_bases__")?, written)?;
    }
    let (m, keywords) = metaclass(rt, bases, kw)?;
    let cell = match ops::unwrapped(rt, ns) {
        Val::Dict(d) => d.get_name(rt, "__classcell__")?,
        _ => None,
    };
    let made = call_metaclass(rt, m, [name.into(), bases.into(), ns.into()], &keywords)?;
    if let (Some(Val::Cell(cell)), Val::Class(c)) = (cell.map(Val::from), made) {
        let (seen, name) = (cell.value.get(&rt.heap).into(), ops::str(rt, name)?);
        check_cell(rt, seen, &name, rt.lang.classes.get(c.id))?;
    }
    Ok(made)
}

/// Whether a class body is in a module of this name.
fn module_is(rt: &Rt, ns: holloway::heap::Gc<crate::value::Dict>, name: &str) -> bool {
    let is = |(k, v): &(RawSlot, RawSlot)| match (Val::from(*k), Val::from(*v)) {
        (Val::Str(k), Val::Str(v)) => k.text() == "__module__" && v.text() == name,
        _ => false,
    };
    ns.items(rt).iter().any(is)
}

/// `type(name, bases, namespace)`.
///
/// # Errors
/// `TypeError`, or what hooks raise.
pub fn make_type(
    rt: &Rt,
    name: &str,
    mut bases: Vec<&'static ClassInfo>,
    ns: holloway::heap::Gc<crate::value::Dict>,
    meta: Option<&'static ClassInfo>,
    keywords: &[(RawSlot, RawSlot)],
) -> Result<Val, Raised> {
    let t = rt.lang.types();
    if bases.is_empty() {
        bases.push(t.object);
    }
    // The library's own, of ranges beyond 64 bits.
    let layout = layout(rt, &bases, module_is(rt, ns, "_ranges"))?;
    check_twice(rt, &bases)?;
    let after = linearize(&bases, ClassInfo::mro).map_err(|heads| no_order(rt, &heads))?;
    let mut attrs = Names::default();
    let (mut cell, mut module, mut qualname) = (None, "__main__".to_string(), name.to_string());
    let mut hooks = Vec::new();
    for (k, v) in ns.items(rt) {
        let Some(k) = name_of(rt, k.into()) else { continue };
        match (k.text(), Val::from(v)) {
            ("__classcell__", Val::Cell(c)) => {
                cell = Some(c);
                continue;
            }
            ("__classcell__", other) => {
                let got = ops::repr(rt, Val::Class(ops::class_of(rt, other).object))?;
                let text = format!("__classcell__ must be a nonlocal cell, not {got}");
                return Err(errors::type_(rt, &text));
            }
            ("__module__", v) => module = ops::str(rt, v)?,
            ("__qualname__", v) => {
                qualname = ops::str(rt, v)?;
                continue;
            }
            ("__init_subclass__" | "__class_getitem__", Val::Func(_)) => {
                let m = Misc::new(misc::CLASS, 0, v, NONE, NONE);
                attrs.set(k, Val::Misc(rt.heap.alloc(m)).into());
                continue;
            }
            (_, d @ Val::Inst(_)) if ops::special(rt, d, "__set_name__").is_some() => hooks.push((k, d)),
            _ => {}
        }
        attrs.set(k, attr::kept_in_class(rt, v.into()).into());
    }
    // A class with `__eq__` alone has no hash.
    let (eq, h) = (str::intern(rt, "__eq__"), str::intern(rt, "__hash__"));
    if attrs.get(eq).is_some() && attrs.get(h).is_none() {
        attrs.set(h, NONE);
    }
    let own = slots(rt, name, &bases, &mut attrs)?;
    let allowed = own.as_ref().and_then(|own| allowed(rt, &bases, own));
    let c = rt.lang.classes.make(rt, name, bases, after, layout, attrs, &module, &qualname);
    if let Some(a) = allowed {
        let _ = c.allowed.set(a);
    }
    if let Some(own) = own {
        let _ = c.slots.set(own);
    }
    c.meta.set(meta);
    let object = Val::Class(c.object);
    if let Some(cell) = cell {
        cell.value.set(&rt.heap, object.into());
    }
    for (k, d) in hooks {
        if let Some(Err(Raised)) =
            ops::call_special(rt, d, "__set_name__", &[object.into(), Val::Str(k).into()])
        {
            let cause = rt.error.get();
            let text = format!(
                "Error calling __set_name__ on '{}' instance '{}' in '{name}'",
                ops::type_name(rt, d),
                k.text()
            );
            let text = str::val(rt, &text)?;
            let e = errors::make(rt, rt.lang.types().runtime_error, &[text.into()]);
            e.s2.set(&rt.heap, cause);
            e.s3.set(&rt.heap, cause);
            return Err(errors::throw(rt, Val::Inst(e)));
        }
    }
    let inherited =
        c.mro()[1..].iter().find_map(|k| k.attrs.borrow().get(str::intern(rt, "__init_subclass__")));
    if let Some(Val::Misc(m)) = inherited.map(Val::from).filter(|f| f.is_misc(misc::CLASS)) {
        let mut args = vec![RawSlot::from(object)];
        let names: Vec<_> = keywords.iter().filter_map(|(k, _)| name_of(rt, (*k).into())).collect();
        args.extend(keywords.iter().map(|(_, v)| *v));
        call_named(rt, m.a.get(&rt.heap).into(), &args, &names)?;
    }
    Ok(object)
}

/// What `__slots__` names, sorted.
fn slots(
    rt: &Rt,
    class: &str,
    bases: &[&'static ClassInfo],
    attrs: &mut Names,
) -> Result<Option<Vec<holloway::heap::Gc<crate::value::Str>>>, Raised> {
    let Some(listed) = attrs.get(str::intern(rt, "__slots__")) else { return Ok(None) };
    let values = match Val::from(listed) {
        v @ Val::Str(_) => vec![v.into()],
        v => crate::objects::iter::to_vec(rt, v)?,
    };
    let mut all = Vec::new();
    for v in values {
        let Some(k) = name_of(rt, ops::unwrapped(rt, v.into())) else {
            let text = format!("__slots__ items must be strings, not '{}'", ops::type_name(rt, v.into()));
            return Err(errors::type_(rt, &text));
        };
        if attrs.get(k).is_some() {
            let text = format!("'{}' in __slots__ conflicts with class variable", k.text());
            return Err(errors::value(rt, &text));
        }
        if !k
            .text()
            .chars()
            .enumerate()
            .all(|(i, c)| c == '_' || if i == 0 { c.is_alphabetic() } else { c.is_alphanumeric() })
            || k.text().is_empty()
        {
            return Err(errors::type_(rt, "__slots__ must be identifiers"));
        }
        let hidden = k.text().starts_with("__") && !k.text().ends_with("__");
        let plain = class.trim_start_matches('_');
        let k = if hidden { str::intern(rt, &format!("_{plain}{}", k.text())) } else { k };
        // What a base's class has of this name is not seen through the slot.
        if bases.iter().any(|b| b.lookup(rt, k).is_some()) {
            attrs.set(k, crate::value::UNBOUND);
        }
        all.push(k);
    }
    all.sort_by_key(|k| k.text().to_string());
    Ok(Some(all))
}

/// The attributes that `__slots__` allows: those that it names in the class and its bases, if none of these has a `__dict__`.
fn allowed(
    rt: &Rt,
    bases: &[&'static ClassInfo],
    own: &[holloway::heap::Gc<crate::value::Str>],
) -> Option<Vec<holloway::heap::Gc<crate::value::Str>>> {
    let t = rt.lang.types();
    let free = |b: &&'static ClassInfo| -> bool {
        let plain = b.layout == Layout::Builtin && t.wraps(b) || b.id == t.object.id;
        b.allowed.get().is_none() && !plain
    };
    if bases.iter().any(free) || own.iter().any(|k| k.text() == "__dict__") {
        return None;
    }
    Some(own.iter().chain(bases.iter().flat_map(|b| b.allowed.get()).flatten()).copied().collect())
}

/// Whether the methods of a class see it as `__class__`.
fn check_cell(rt: &Rt, seen: Val, name: &str, made: &ClassInfo) -> Result<(), Raised> {
    let class = Val::Class(made.object);
    if seen.same(class) {
        return Ok(());
    }
    let shown = ops::repr(rt, class)?;
    if seen.is_unbound() {
        let text = format!(
            "__class__ not set defining '{name}' as {shown}. Was __classcell__ propagated to type.__new__?"
        );
        return Err(errors::runtime(rt, &text));
    }
    let text = format!("__class__ set to {} defining '{name}' as {shown}", ops::repr(rt, seen)?);
    Err(errors::type_(rt, &text))
}

/// What a metaclass, or what stands for one, makes of name, bases and namespace.
fn call_metaclass(rt: &Rt, m: Val, args: [RawSlot; 3], keywords: &Keywords) -> Result<Val, Raised> {
    let Val::Class(c) = m else { return with_keywords(rt, m, &args, keywords) };
    let meta = rt.lang.classes.get(c.id);
    if meta.id == rt.lang.types().type_.id {
        let Val::Dict(ns) = ops::unwrapped(rt, args[2].into()) else {
            return Err(errors::type_(rt, "bad class"));
        };
        let infos = infos(rt, args[1].into())?;
        return make_type(rt, &ops::str(rt, args[0].into())?, infos, ns, None, keywords);
    }
    if !meta.is_subclass(rt.lang.types().type_) {
        return with_keywords(rt, m, &args, keywords);
    }
    // A metaclass of the program's: what calling it does.
    let mut all = vec![RawSlot::from(m)];
    all.extend(args);
    if let Some(f @ Val::Func(_)) = meta.meta.get().and_then(|mm| mm.lookup_name(rt, "__call__")) {
        return with_keywords(rt, f, &all, keywords);
    }
    let f = meta.lookup_name(rt, "__new__").map_or(Val::None, |f| attr::plain_function(rt, f));
    let made = with_keywords(rt, f, &all, keywords)?;
    let is_one = matches!(made, Val::Class(c) if rt.lang.classes.get(c.id).metaclass(rt).is_subclass(meta));
    if let Some(f @ Val::Func(_)) = meta.lookup_name(rt, "__init__").filter(|_| is_one) {
        all[0] = made.into();
        with_keywords(rt, f, &all, keywords)?;
    }
    Ok(made)
}
