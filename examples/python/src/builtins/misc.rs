//! Generators, iterators, formatting of any value.

use crate::interp::generator::{step, Stepped, Thrown};
use crate::native::{Args, Body, Special};
use crate::objects::iter::{self, kinds};
use crate::objects::types::Types;
use crate::objects::{attr, item, ops, relays, str};
use crate::value::{state, Gen, Val, NONE};
use crate::{errors, text, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// `format(v, spec)`; a specification of `None` is empty.
///
/// # Errors
/// `ValueError`, `TypeError`, or what `__format__` raises.
pub fn format_value(rt: &Rt, v: Val, spec: Val) -> Result<Val, Raised> {
    match (v, spec) {
        (Val::Str(_), Val::Str(s)) if s.size() == 0 => Ok(v),
        (_, Val::Str(s)) => formatted(rt, v, s.text()),
        _ => formatted(rt, v, ""),
    }
}

fn formatted(rt: &Rt, v: Val, spec: &str) -> Result<Val, Raised> {
    str::built(rt, |out| format_onto(rt, v, spec, out))
}

/// Appends `format(v, spec)`.
///
/// # Errors
/// As for [`format_value`].
pub fn format_onto(rt: &Rt, v: Val, spec: &str, out: &mut String) -> Result<(), Raised> {
    let plain = matches!(v, Val::Int(_) | Val::Float(_) | Val::Str(_));
    let own = if plain { None } else { ops::special(rt, v, "__format__") };
    if let Some(f) = own.filter(|f| ops::is_asked(rt, *f)) {
        let spec = str::val(rt, spec)?;
        let made = crate::interp::call::call(rt, f, &[v.into(), spec.into()])?;
        return match ops::unwrapped(rt, made) {
            Val::Str(s) => {
                out.push_str(s.text());
                Ok(())
            }
            v => {
                let got = ops::type_name(rt, v);
                Err(errors::type_(rt, &format!("__format__ must return a str, not {got}")))
            }
        };
    }
    if spec.is_empty() {
        match v {
            Val::Str(s) => out.push_str(s.text()),
            Val::Int(n) => out.push_str(itoa::Buffer::new().format(n)),
            v => out.push_str(&ops::str(rt, v)?),
        }
        return Ok(());
    }
    text::spec::format(rt, v, spec, out).unwrap_or_else(|| {
        let text = format!("unsupported format string passed to {}.__format__", ops::type_name(rt, v));
        Err(errors::type_(rt, &text))
    })
}

/// Goes on with a generator; its end is `StopIteration`.
///
/// # Errors
/// What it raises.
pub fn advance(rt: &Rt, g: Gc<Gen>, sent: RawSlot, thrown: Option<Thrown<'_>>) -> Result<Val, Raised> {
    match step(rt, g, sent, thrown)? {
        Stepped::Yielded(v) => Ok(v),
        Stepped::Returned(v) => Err(errors::stop_iteration(rt, v)),
    }
}

fn this(a: &Args<'_>) -> Result<Gc<Gen>, Raised> {
    match a.val(0) {
        Val::Gen(g) => Ok(g),
        _ => Err(errors::type_(a.rt, "not a generator")),
    }
}
fn send(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    advance(a.rt, this(a)?, a.val(1).into(), None)
}
fn next(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(0, 0)?;
    advance(a.rt, this(a)?, NONE, None)
}
fn throw(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 3)?;
    advance(a.rt, this(a)?, NONE, Some(Thrown::Given(&a.args[1..])))
}
/// The exception that the arguments of `throw` mean: class or instance, value, traceback.
///
/// # Errors
/// `TypeError`, or what making it raises.
pub fn thrown(rt: &Rt, args: &[RawSlot]) -> Result<Val, Raised> {
    let part = |i: usize| Val::from(args.get(i).copied().unwrap_or(NONE));
    let is_exception = |v: Val| ops::class_of(rt, v).is_subclass(rt.lang.types().base_exception);
    let (what, value, traceback) = (part(0), part(1), part(2));
    if !traceback.is_none() && !traceback.is_misc(crate::value::misc::TRACEBACK) {
        return Err(errors::type_(rt, "throw() third argument must be a traceback object"));
    }
    let e = match what {
        Val::Class(c) if rt.lang.classes.get(c.id).is_subclass(rt.lang.types().base_exception) => {
            let args: Vec<RawSlot> = match value {
                Val::None => Vec::new(),
                Val::Tuple(t) => t.items.as_slice().to_vec(),
                v => vec![v.into()],
            };
            match value {
                v if is_exception(v) && ops::class_of(rt, v).is_subclass(rt.lang.classes.get(c.id)) => v,
                _ => crate::interp::call::call(rt, what, &args)?,
            }
        }
        v if is_exception(v) => match value {
            Val::None => v,
            _ => return Err(errors::type_(rt, "instance exception may not have a separate value")),
        },
        v => {
            let got = ops::type_name(rt, v);
            let text =
                format!("exceptions must be classes or instances deriving from BaseException, not {got}");
            return Err(errors::type_(rt, &text));
        }
    };
    if let (Val::Inst(i), false) = (e, traceback.is_none()) {
        i.s1.set(&rt.heap, traceback.into());
    }
    Ok(e)
}
fn close(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let (rt, g) = (a.rt, this(a)?);
    if g.state.get(&rt.heap) == state::DONE {
        return a.none();
    }
    let e = Val::Inst(errors::make(rt, rt.lang.types().generator_exit, &[]));
    match step(rt, g, NONE, Some(Thrown::Exception(e))) {
        Ok(Stepped::Yielded(_)) => Err(errors::runtime(rt, "generator ignored GeneratorExit")),
        Ok(Stepped::Returned(_)) => a.none(),
        Err(Raised) => {
            let t = rt.lang.types();
            if errors::caught(rt, t.generator_exit).is_some()
                || errors::caught(rt, t.stop_iteration).is_some()
            {
                a.none()
            } else {
                Err(Raised)
            }
        }
    }
}
fn itself(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(0, 0)?;
    Ok(a.val(0))
}
fn next_of(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(0, 0)?;
    match iter::next(a.rt, a.val(0))? {
        Some(v) => Ok(v),
        None => Err(errors::stop_iteration(a.rt, Val::None)),
    }
}

/// `init_result(value)`: the error that `__init__` returned it.
pub fn init_result(a: &mut Args<'_>) -> Result<Val, Raised> {
    let name = ops::type_name(a.rt, a.val(0));
    Err(errors::type_(a.rt, &format!("__init__() should return None, not '{name}'")))
}

/// `text_given(value, 0, 1 or 2)`: the text that a value given by `__str__`, `__repr__` or `__format__` is.
pub fn text_given(a: &mut Args<'_>) -> Result<Val, Raised> {
    let name = || ops::type_name(a.rt, a.val(0));
    match (ops::unwrapped(a.rt, a.val(0)), a.int(1)?) {
        (s @ Val::Str(_), _) => Ok(s),
        (_, 2) => Err(errors::type_(a.rt, &format!("__format__ must return a str, not {}", name()))),
        (_, n) => {
            let what = if n == 0 { "__str__" } else { "__repr__" };
            Err(errors::type_(a.rt, &format!("{what} returned non-string (type {})", name())))
        }
    }
}

/// `len_given(value)`: the length that a value given by `__len__` is.
pub fn len_given(a: &mut Args<'_>) -> Result<Val, Raised> {
    crate::objects::item::checked_len(a.rt, a.val(0)).map(|n| Val::Int(n as i64))
}

/// `hash_given(value)`: the hash that a value given by `__hash__` is.
pub fn hash_given(a: &mut Args<'_>) -> Result<Val, Raised> {
    ops::hash_given(a.rt, a.val(0)).map(Val::Int)
}

/// `__hash__` of members of enumerations: the hash of their names, which is known without running the program.
pub fn hash_of_name(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let name = attr::get(a.rt, a.val(0), str::intern(a.rt, "_name_"))?;
    ops::hash(a.rt, name).map(Val::Int)
}

/// Whether a method is [`hash_of_name`].
pub fn is_hash_of_name(rt: &Rt, f: RawSlot) -> bool {
    matches!(Val::from(f), Val::Native(n) if rt.lang.native(n.id).special.get() == Some(Special::HashOfName))
}

/// `item_getter(i)`: a function for the item with this number, of at most 256, of the tuple inside an instance.
pub fn item_getter(a: &mut Args<'_>) -> Result<Val, Raised> {
    let Ok(i) = u8::try_from(a.int(0)?) else { return Err(errors::value(a.rt, "too many items")) };
    Ok(a.rt.lang.make_native(a.rt, "item", item_of, Some(Special::Item(i))))
}

/// What it gives, and only for want of a tuple has the interpreter not done.
fn item_of(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let i = match a.native.special.get() {
        Some(Special::Item(i)) => i.into(),
        _ => 0,
    };
    match a.this() {
        Val::Tuple(t) => match t.items.as_slice().get(i) {
            Some(&v) => Ok(v.into()),
            None => Err(errors::index(a.rt, "tuple index out of range")),
        },
        v => item::get(a.rt, v, Val::Int(i as i64)),
    }
}

/// `hash_step(so far, hash of an item)`: what the hash of a tuple is then.
pub fn hash_step(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::Int(ops::hash_step(ops::hash_given(a.rt, a.val(0))?, ops::hash_given(a.rt, a.val(1))?)))
}

/// `hash_end(so far, items)`: the hash of a tuple.
pub fn hash_end(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::Int(ops::hash_end(ops::hash_given(a.rt, a.val(0))?, ops::hash_given(a.rt, a.val(1))?)))
}

/// `generated_by(class, function, more..)`: calling the class calls the function, whose generators, and those of the others, are instances of the class.
pub fn generated_by(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, t) = (a.rt, a.rt.lang.types());
    let Val::Class(c) = a.val(0) else { return a.none() };
    let c = rt.lang.classes.get(c.id);
    for (i, &f) in a.plain()[1..].iter().enumerate() {
        let Val::Func(f) = Val::from(f) else { return a.none() };
        if i == 0 {
            rt.lang.classes.set_maker(c, f);
        }
        let code = rt.lang.code(f.code);
        if code.proto.is_generator {
            t.set_generator_class(f.code, c);
        }
    }
    if let Some(kind) = relays::of_class(&c.name) {
        t.set_relay_class(kind, c);
    }
    Types::fill(rt, c, &[("__next__", next_of), ("__iter__", itself)]);
    Ok(a.val(0))
}

/// `variables(generator, n)`: whether it has begun, and its first variables, or those that an iterator in its place would have.
pub fn variables(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, cx) = (a.rt, &a.rt.heap);
    if let Val::Iter(x) = a.val(0) {
        let begun = Val::False.into();
        let int = |n: i64| RawSlot::from(Val::Int(n));
        let (i, n) = (x.i.get(cx), x.n.get(cx));
        return match x.kind {
            relays::kinds::REPEAT => {
                ops::tuple_val(rt, &[begun, x.a.get(cx), if n < 0 { NONE } else { int(n) }])
            }
            relays::kinds::QUEUE | relays::kinds::QUEUE_BACK => {
                ops::tuple_val(rt, &[begun, x.a.get(cx), int(n), int(i)])
            }
            _ => ops::tuple_val(rt, &[begun, int(i), int(n), NONE]),
        };
    }
    let (g, n) = (this(a)?, a.int(1)?);
    let mut all = vec![RawSlot::from(Val::bool(g.pc.get(cx) != 0))];
    all.extend((0..n as usize).map(|i| match g.regs.get(cx, i) {
        Some(v) if !Val::from(v).is_unbound() => v,
        _ => NONE,
    }));
    ops::tuple_val(rt, &all)
}

/// `parts_of_iterator(it)`: what [`iterator_of`] makes one like it from, now and without moving it; `None` of what is no built-in iterator or not copied.
pub fn parts_of_iterator(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let x = match a.val(0) {
        Val::Iter(x) if (x.kind as usize) < iter::NAMES.len() => x,
        // What it is doing cannot be done twice.
        g @ (Val::Gen(_) | Val::Iter(_)) => {
            let text = format!("cannot pickle '{}' object", ops::type_name(a.rt, g));
            return Err(errors::type_(a.rt, &text));
        }
        _ => return a.none(),
    };
    let (rt, cx) = (a.rt, &a.rt.heap);
    let int = |n: i64| RawSlot::from(Val::Int(n));
    match x.kind {
        kinds::MEMORY => a.none(),
        // Of what may change meanwhile, what is left is listed.
        kinds::KEYS
        | kinds::VALUES
        | kinds::ITEMS
        | kinds::SET
        | kinds::REVERSED_KEYS..=kinds::REVERSED_ITEMS => {
            let like = iter::make(rt, x.kind, x.a.get(cx), x.b.get(cx), x.i.get(cx), x.n.get(cx));
            let left = crate::objects::list::new(rt);
            let _kept = rt.heap.keep([RawSlot::from(like), Val::List(left).into()]);
            iter::each(rt, like, |v| left.push(rt, v))?;
            ops::tuple_val(rt, &[int(kinds::LIST.into()), Val::List(left).into(), NONE, int(0), int(0)])
        }
        kind => {
            let parts = [int(kind.into()), x.a.get(cx), x.b.get(cx), int(x.i.get(cx)), int(x.n.get(cx))];
            ops::tuple_val(rt, &parts)
        }
    }
}

/// `iterator_of(kind, a, b, i, n)`: the built-in iterator with these parts.
pub fn iterator_of(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(5, 5)?;
    let kind = a.int(0)?;
    if !(0..iter::NAMES.len() as i64).contains(&kind) {
        return Err(errors::value(a.rt, "there is no such iterator"));
    }
    Ok(iter::make(a.rt, kind as u32, a.args[1], a.args[2], a.int(3)?, a.int(4)?))
}

/// How many values a built-in iterator has left, as far as it knows.
fn length_hint(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let Val::Iter(x) = a.val(0) else { return Ok(a.rt.lang.not_implemented()) };
    let cx = &a.rt.heap;
    let (i, n) = (x.i.get(cx), x.n.get(cx));
    Ok(match x.kind {
        kinds::RANGE => Val::Int(n),
        kinds::REVERSED | kinds::REVERSED_ANY..=kinds::REVERSED_ITEMS => Val::Int(i + 1),
        kinds::KEYS | kinds::VALUES | kinds::ITEMS | kinds::SET => {
            Val::Int(item::len(a.rt, x.a.get(cx).into())? as i64 - i.min(n))
        }
        kinds::ENUMERATE | kinds::ZIP | kinds::MAP | kinds::FILTER | kinds::CALL => {
            a.rt.lang.not_implemented()
        }
        _ if i < 0 => Val::Int(0),
        _ => Val::Int((item::len(a.rt, x.a.get(cx).into())? as i64 - i).max(0)),
    })
}

const GENERATOR: &[(&str, Body)] =
    &[("send", send), ("throw", throw), ("close", close), ("__next__", next), ("__iter__", itself)];

/// Fills the classes.
pub fn fill(rt: &Rt) {
    let t = rt.lang.types();
    Types::fill(rt, t.generator, GENERATOR);
    for c in t.iterators() {
        Types::fill(rt, c, &[("__next__", next_of), ("__iter__", itself), ("__length_hint__", length_hint)]);
    }
}
