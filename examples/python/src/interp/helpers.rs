//! Functions that traces call but do not look into.

use crate::bytecode::{BinOp, CmpOp, UnOp};
use crate::code::Code;
use crate::interp::call::{call, call_named, name_of};
use crate::native::Args;
use crate::objects::{attr, class, dict, item, iter, list, number, ops, str};
use crate::value::{Dict, Instance, List, Set, Str, Tuple, Val, NONE, UNBOUND};
use crate::{builtins, errors, modules, Py, Rt};
use holloway::heap::{Gc, Mut, RawSlot};
use holloway::machine::*;
use holloway::{elidable, residual};

const BIN: [BinOp; 13] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Div,
    BinOp::FloorDiv,
    BinOp::Mod,
    BinOp::Pow,
    BinOp::Shl,
    BinOp::Shr,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::MatMul,
];
const CMP: [CmpOp; 6] = [CmpOp::Lt, CmpOp::Le, CmpOp::Eq, CmpOp::Ne, CmpOp::Gt, CmpOp::Ge];
const UN: [UnOp; 3] = [UnOp::Neg, UnOp::Pos, UnOp::Invert];

fn code_of(rt: &Rt, id: i64) -> &'static Code {
    rt.lang.code(id as u32)
}

fn text_of(v: RawSlot) -> Gc<Str> {
    match Val::from(v) {
        Val::Str(s) => s,
        _ => unreachable!("the compiler gives a string"),
    }
}

/// A power of floats.
#[elidable]
pub fn power(_cx: &Cx<Py>, a: f64, b: f64) -> f64 {
    a.powf(b)
}

/// The remainder of floats, of which the right one is not zero.
#[elidable]
pub fn float_mod(_cx: &Cx<Py>, a: f64, b: f64) -> f64 {
    number::float_divmod(a, b).1
}

/// Their quotient, rounded down.
#[elidable]
pub fn float_floor(_cx: &Cx<Py>, a: f64, b: f64) -> f64 {
    number::float_divmod(a, b).0
}

/// The length of a vector.
#[elidable]
pub fn hypot(_cx: &Cx<Py>, a: f64, b: f64) -> f64 {
    a.hypot(b)
}

/// Function number `f` of the module `math`.
#[elidable]
pub fn math1(_cx: &Cx<Py>, f: i64, x: f64) -> f64 {
    match f {
        0 => x.sin(),
        1 => x.cos(),
        2 => x.exp(),
        3 => x.atan(),
        _ => x.ln(),
    }
}

/// Raises the error that a variable is unbound.
#[residual]
pub fn unbound(cx: &Cx<Py>, name: RawSlot) -> Result<(), Raised> {
    let text = format!(
        "cannot access local variable '{}' where it is not associated with a value",
        text_of(name).text()
    );
    Err(errors::unbound_local(cx.rt, &text))
}

/// Raises the error that a variable of an outer function has no value.
#[residual]
pub fn unbound_free(cx: &Cx<Py>, name: RawSlot) -> Result<(), Raised> {
    let name = text_of(name);
    let text = format!(
        "cannot access free variable '{}' where it is not associated with a value in enclosing scope",
        name.text()
    );
    Err(errors::name(cx.rt, &text))
}

/// Raises the error that a name is not defined.
#[residual]
pub fn undefined(cx: &Cx<Py>, name: RawSlot) -> Result<(), Raised> {
    Err(errors::name(cx.rt, &format!("name '{}' is not defined", text_of(name).text())))
}

/// Raises the error that recursion is too deep.
#[residual]
pub fn too_deep(cx: &Cx<Py>) -> Result<(), Raised> {
    Err(errors::recursion(cx.rt, "maximum recursion depth exceeded"))
}

/// Raises the error that a generator runs already.
#[residual]
pub fn already_running(cx: &Cx<Py>) -> Result<(), Raised> {
    Err(errors::value(cx.rt, "generator already executing"))
}

/// Raises `StopIteration` with a value.
#[residual]
pub fn stop_iteration(cx: &Cx<Py>, v: RawSlot) -> Result<(), Raised> {
    Err(errors::stop_iteration(cx.rt, v.into()))
}

/// Raises the error that there is no exception to raise again.
#[residual]
pub fn raise_none(cx: &Cx<Py>) -> Result<(), Raised> {
    match Val::from(cx.rt.lang.handled().value.get(&cx.rt.heap)) {
        e @ Val::Inst(_) => Err(errors::throw(cx.rt, e)),
        _ => Err(errors::runtime(cx.rt, "No active exception to reraise")),
    }
}

/// Raises the error that `__init__` returned something.
#[residual]
pub fn init_result(cx: &Cx<Py>, v: RawSlot) -> Result<(), Raised> {
    let name = ops::type_name(cx.rt, v.into());
    Err(errors::type_(cx.rt, &format!("__init__() should return None, not '{name}'")))
}

/// Raises the error that arguments do not fit a function.
#[residual]
pub fn bad_arguments(cx: &Cx<Py>, f: RawSlot, n: i64, names: RawSlot) -> Result<(), Raised> {
    let rt = cx.rt;
    let Val::Func(f) = Val::from(f) else { return Err(errors::type_(rt, "bad arguments")) };
    let names = names_of(rt, names);
    let args = vec![NONE; n as usize];
    super::arrange::bind(rt, rt.lang.code(f.code), f, &args, &names).map(|_| ())
}

/// Sets a global that is not known to be a variable yet.
#[residual]
pub fn set_global(cx: &Cx<Py>, code: i64, g: i64, v: RawSlot) {
    code_of(cx.rt, code).globals[g as usize].0.set(cx.rt, v.into());
}

/// `del` of a global.
#[residual]
pub fn del_global(cx: &Cx<Py>, code: i64, g: i64) -> Result<(), Raised> {
    let global = code_of(cx.rt, code).globals[g as usize].0;
    if global.get(cx.rt).is_none() {
        return Err(errors::name(cx.rt, &format!("name '{}' is not defined", global.name.text())));
    }
    global.set(cx.rt, Val::Unbound);
    Ok(())
}

/// A name of a class body: from its namespace, or a global.
#[residual]
pub fn load_name(cx: &Cx<Py>, code: i64, g: i64, ns: RawSlot) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    let (global, builtin) = code_of(rt, code).globals[g as usize];
    let found = match Val::from(ns) {
        Val::Dict(d) => dict::get(rt, d.table(), Val::Str(global.name).into())?,
        ns => match item::get(rt, ns, Val::Str(global.name)) {
            Ok(v) => Some(v.into()),
            Err(Raised) if errors::caught(rt, rt.lang.types().key_error).is_some() => None,
            Err(Raised) => return Err(Raised),
        },
    };
    if let Some(v) = found {
        return Ok(v);
    }
    match global.get(rt).or_else(|| builtin.get(rt)) {
        Some(v) => Ok(v.into()),
        None => Err(errors::name(rt, &format!("name '{}' is not defined", global.name.text()))),
    }
}

/// `del name` in a class body.
#[residual]
pub fn del_name(cx: &Cx<Py>, ns: RawSlot, name: RawSlot) -> Result<(), Raised> {
    let rt = cx.rt;
    match item::delete(rt, ns.into(), name.into()) {
        Err(Raised) if errors::caught(rt, rt.lang.types().key_error).is_some() => {
            Err(errors::name(rt, &format!("name '{}' is not defined", text_of(name).text())))
        }
        r => r,
    }
}

/// The names of a module.
#[residual]
pub fn globals(cx: &Cx<Py>, module: i64) -> RawSlot {
    crate::objects::namespace::of_module(cx.rt, module as u32).into()
}

/// Puts a variable into a dictionary, if it is bound.
#[residual]
pub fn add_local(cx: &Cx<Py>, d: RawSlot, name: RawSlot, v: RawSlot) -> Result<(), Raised> {
    let v = class::opened(cx.rt, v);
    match Val::from(d) {
        Val::Dict(d) if !v.is_unbound() => dict::set(cx.rt, d.table(), name, v.into()).map(|_| ()),
        _ => Ok(()),
    }
}

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
#[elidable(reads)]
pub fn dict_int(cx: &Cx<Py>, d: Gc<Dict>, k: i64) -> i64 {
    dict::quick_int(cx.rt, d.table(), k)
}

/// The entry of a string.
#[elidable(reads)]
pub fn dict_str(cx: &Cx<Py>, d: Gc<Dict>, k: Gc<Str>) -> i64 {
    dict::quick_str(cx.rt, d.table(), k)
}

/// The entry of any other value.
#[elidable(reads)]
pub fn dict_any(cx: &Cx<Py>, d: Gc<Dict>, k: RawSlot) -> i64 {
    dict::quick_any(cx.rt, d.table(), k)
}

/// The same of a set.
#[elidable(reads)]
pub fn set_int(cx: &Cx<Py>, s: Gc<Set>, k: i64) -> i64 {
    dict::quick_int(cx.rt, s.table(), k)
}

/// The same of a set.
#[elidable(reads)]
pub fn set_str(cx: &Cx<Py>, s: Gc<Set>, k: Gc<Str>) -> i64 {
    dict::quick_str(cx.rt, s.table(), k)
}

/// The same of any other value.
#[elidable(reads)]
pub fn set_any(cx: &Cx<Py>, s: Gc<Set>, k: RawSlot) -> i64 {
    dict::quick_any(cx.rt, s.table(), k)
}

/// The value of a key, which is first set to another one if it is absent.
#[residual]
pub fn dict_default(cx: &Cx<Py>, d: Gc<Dict>, k: RawSlot, v: RawSlot) -> Result<RawSlot, Raised> {
    if let Some(old) = dict::get(cx.rt, d.table(), k)? {
        return Ok(old);
    }
    dict::set(cx.rt, d.table(), k, v)?;
    Ok(v)
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

/// The character at a position, which exists.
#[residual(reads)]
pub fn char_at(cx: &Cx<Py>, s: Gc<Str>, i: i64) -> Result<Gc<Str>, Raised> {
    s.slice(cx.rt, i as usize, i as usize + 1)
}

/// The characters from one position to another, which exist.
#[residual(reads)]
pub fn str_part(cx: &Cx<Py>, s: Gc<Str>, from: i64, to: i64) -> Result<Gc<Str>, Raised> {
    s.slice(cx.rt, from as usize, to as usize)
}

/// Whether a list has an item: 1 or 0; or `objects::dict::UNKNOWN` where only the program can tell.
#[elidable(reads)]
pub fn list_has(cx: &Cx<Py>, l: Gc<List>, v: RawSlot) -> i64 {
    l.find_quick(cx.rt, 0, v).1.map_or(dict::UNKNOWN, i64::from)
}

/// The items from one position to another, which exist.
#[residual(reads)]
pub fn list_part(cx: &Cx<Py>, l: Gc<List>, from: i64, to: i64) -> Result<Gc<List>, Raised> {
    l.sliced(cx.rt, from as usize, 1, (to - from).max(0) as usize)
}

/// The items of two lists.
#[residual(reads)]
pub fn list_concat(cx: &Cx<Py>, a: Gc<List>, b: Gc<List>) -> Result<Gc<List>, Raised> {
    a.joined(cx.rt, b)
}

/// The items of a list so many times.
#[residual(reads)]
pub fn list_repeat(cx: &Cx<Py>, l: Gc<List>, times: i64) -> Result<Gc<List>, Raised> {
    l.repeated(cx.rt, times.max(0) as usize)
}

/// The members of a set in a new one.
#[residual(reads)]
pub fn set_copy(cx: &Cx<Py>, s: Gc<Set>) -> Result<Gc<Set>, Raised> {
    dict::copy_set(cx.rt, s, false)
}

/// The same of a tuple.
#[residual(reads)]
pub fn tuple_part(cx: &Cx<Py>, t: Gc<Tuple>, from: i64, to: i64) -> Result<Gc<Tuple>, Raised> {
    ops::tuple(cx.rt, t.items.as_slice().get(from as usize..to as usize).unwrap_or_default())
}

/// Two tuples joined.
#[residual(reads)]
pub fn tuple_concat(cx: &Cx<Py>, a: Gc<Tuple>, b: Gc<Tuple>) -> Result<Gc<Tuple>, Raised> {
    let (a, b) = (a.items.as_slice(), b.items.as_slice());
    let mut few = [NONE; 8];
    match few.get_mut(..a.len() + b.len()) {
        Some(all) => {
            let (left, right) = all.split_at_mut(a.len());
            left.copy_from_slice(a);
            right.copy_from_slice(b);
            ops::tuple(cx.rt, all)
        }
        None => ops::tuple(cx.rt, &[a, b].concat()),
    }
}

/// A value before those of a tuple.
#[residual(reads)]
pub fn tuple_after(cx: &Cx<Py>, v: RawSlot, t: Gc<Tuple>) -> Result<Gc<Tuple>, Raised> {
    let items = t.items.as_slice();
    let mut few = [NONE; 8];
    match few.get_mut(..items.len() + 1) {
        Some(all) => {
            all[0] = v;
            all[1..].copy_from_slice(items);
            ops::tuple(cx.rt, all)
        }
        None => ops::tuple(cx.rt, &[&[v], items].concat()),
    }
}

/// A value after those of a tuple.
#[residual(reads)]
pub fn tuple_before(cx: &Cx<Py>, t: Gc<Tuple>, v: RawSlot) -> Result<Gc<Tuple>, Raised> {
    let items = t.items.as_slice();
    let mut few = [NONE; 8];
    match few.get_mut(..items.len() + 1) {
        Some(all) => {
            all[..items.len()].copy_from_slice(items);
            all[items.len()] = v;
            ops::tuple(cx.rt, all)
        }
        None => ops::tuple(cx.rt, &[items, &[v]].concat()),
    }
}

/// Two strings joined.
#[residual(reads)]
pub fn concat(cx: &Cx<Py>, a: Gc<Str>, b: Gc<Str>) -> Result<Gc<Str>, Raised> {
    str::concat(cx.rt, a, b)
}

/// Whether two strings are equal.
#[elidable]
pub fn str_equal(_cx: &Cx<Py>, a: Gc<Str>, b: Gc<Str>) -> bool {
    str::equal(a, b)
}

/// Whether a text has another one in it.
#[elidable]
pub fn str_has(_cx: &Cx<Py>, a: Gc<Str>, b: Gc<Str>) -> bool {
    let (a, b) = (a.data(), b.data());
    match b {
        [c] => a.contains(c),
        _ => crate::objects::bytes::find(a, b).is_some(),
    }
}

/// A text with all places of a part, which is not empty, taken by another one.
#[residual(reads)]
pub fn str_replace(cx: &Cx<Py>, s: Gc<Str>, part: Gc<Str>, by: Gc<Str>) -> Result<Gc<Str>, Raised> {
    str::replaced(cx.rt, s, part, by, usize::MAX)
}

/// The texts in a list joined; unbound if something else is in it.
#[residual(reads)]
pub fn str_join(cx: &Cx<Py>, between: Gc<Str>, l: Gc<List>) -> Result<RawSlot, Raised> {
    let join = |v: &[Mut<RawSlot>]| str::joined(cx.rt, between, v.len(), |i| v[i].get(&cx.rt.heap));
    let made = l.with_slots(cx.rt, join).transpose()?.flatten();
    Ok(made.map_or(UNBOUND, |s| Val::Str(s).into()))
}

/// A text so many times.
#[residual(reads)]
pub fn str_repeat(cx: &Cx<Py>, s: Gc<Str>, n: i64) -> Result<Gc<Str>, Raised> {
    str::repeated(cx.rt, s, n.max(0) as usize)
}

/// A list that is a value so many times.
#[residual(reads)]
pub fn list_filled(cx: &Cx<Py>, v: RawSlot, n: i64) -> Result<Gc<List>, Raised> {
    list::filled(cx.rt, v, n.max(0) as usize)
}

/// The items of a list as a tuple.
#[residual(reads)]
pub fn list_tuple(cx: &Cx<Py>, l: Gc<List>) -> Result<Gc<Tuple>, Raised> {
    let n = l.len(cx.rt);
    let mut few = [NONE; 16];
    match few.get_mut(..n) {
        Some(items) => {
            items.iter_mut().enumerate().for_each(|(i, v)| *v = l.get(cx.rt, i));
            ops::tuple(cx.rt, items)
        }
        None => ops::tuple(cx.rt, &l.to_vec(cx.rt)),
    }
}

/// Takes item `i`, which exists, out of a list.
#[residual]
pub fn list_remove(cx: &Cx<Py>, l: Gc<List>, i: i64) -> RawSlot {
    l.remove(cx.rt, i as usize)
}

/// Puts an item before position `i` of a list, which exists or is its end.
#[residual]
pub fn list_insert(cx: &Cx<Py>, l: Gc<List>, i: i64, v: RawSlot) -> Result<(), Raised> {
    l.insert(cx.rt, i as usize, v)
}

/// The order of two strings: -1, 0, 1.
#[elidable]
pub fn str_compare(_cx: &Cx<Py>, a: Gc<Str>, b: Gc<Str>) -> i64 {
    a.data().cmp(b.data()) as i64
}

/// A binary operator on anything.
#[residual]
pub fn binary(
    cx: &Cx<Py>,
    op: i64,
    in_place: bool,
    plain: bool,
    a: RawSlot,
    b: RawSlot,
) -> Result<RawSlot, Raised> {
    let (rt, op) = (cx.rt, BIN[op as usize]);
    if plain {
        return ops::binary(rt, op, in_place, a.into(), b.into()).map(RawSlot::from);
    }
    // The methods have been tried.
    let (x, y) = (Val::from(a), Val::from(b));
    match item::binary(rt, op, in_place, ops::unwrapped(rt, x), ops::unwrapped(rt, y)) {
        Some(r) => r.map(RawSlot::from),
        None => {
            let symbol = ops::bin_names(op)[3];
            let eq = if in_place { "=" } else { "" };
            let (s, t) = (ops::type_name(rt, x), ops::type_name(rt, y));
            Err(errors::type_(rt, &format!("unsupported operand type(s) for {symbol}{eq}: '{s}' and '{t}'")))
        }
    }
}

/// A unary operator on anything.
#[residual]
pub fn unary(cx: &Cx<Py>, op: i64, a: RawSlot) -> Result<RawSlot, Raised> {
    ops::unary(cx.rt, UN[op as usize], a.into()).map(RawSlot::from)
}

/// A comparison of anything.
#[residual]
pub fn compare(cx: &Cx<Py>, op: i64, a: RawSlot, b: RawSlot) -> Result<RawSlot, Raised> {
    ops::compare(cx.rt, CMP[op as usize], a.into(), b.into()).map(RawSlot::from)
}

/// The truth of anything.
#[residual]
pub fn truth(cx: &Cx<Py>, a: RawSlot) -> Result<bool, Raised> {
    ops::truth(cx.rt, a.into())
}

/// The same where no error can be raised: 0, 1, or 2 with the error left with the run time. If `strict`, the value must be a bool.
#[residual]
pub fn truth_kept(cx: &Cx<Py>, a: RawSlot, strict: bool) -> i64 {
    let rt = cx.rt;
    let done = match Val::from(a) {
        Val::Bool(b) => Ok(b),
        v if strict => {
            let text = format!("__bool__ should return bool, returned {}", ops::type_name(rt, v));
            Err(errors::type_(rt, &text))
        }
        v => ops::truth(rt, v),
    };
    done.map_or(2, i64::from)
}

/// `item in container`.
#[residual]
pub fn contains(cx: &Cx<Py>, container: RawSlot, item: RawSlot) -> Result<bool, Raised> {
    item::contains(cx.rt, container.into(), item.into())
}

/// An attribute of a class and its bases, looked up in their dictionaries; something else than unbound if instances of the class have their attributes elsewhere.
#[residual]
pub fn class_attr(cx: &Cx<Py>, class: i64, name: RawSlot) -> RawSlot {
    let c = cx.rt.lang.classes.get(class as u32);
    let name = text_of(name);
    let found = c.mro().iter().find_map(|k| k.attrs.borrow().get(name));
    match found {
        Some(s) => s,
        None if c.odd.get() => NONE,
        None => UNBOUND,
    }
}

/// `x.name`.
#[residual]
pub fn get_attr(cx: &Cx<Py>, x: RawSlot, name: RawSlot) -> Result<RawSlot, Raised> {
    attr::get(cx.rt, x.into(), text_of(name)).map(RawSlot::from)
}

/// `x.name = v`.
#[residual]
pub fn set_attr(cx: &Cx<Py>, x: RawSlot, name: RawSlot, v: RawSlot) -> Result<(), Raised> {
    attr::set(cx.rt, x.into(), text_of(name), v)
}

/// `del x.name`.
#[residual]
pub fn del_attr(cx: &Cx<Py>, x: RawSlot, name: RawSlot) -> Result<(), Raised> {
    attr::delete(cx.rt, x.into(), text_of(name))
}

/// `super(class, x).name`.
#[residual]
pub fn super_attr(cx: &Cx<Py>, class: RawSlot, x: RawSlot, name: RawSlot) -> Result<RawSlot, Raised> {
    let s = builtins::make_super(cx.rt, class.into(), x.into())?;
    attr::get(cx.rt, s, text_of(name)).map(RawSlot::from)
}

/// Makes room for slots of an instance.
#[residual]
pub fn reserve_slots(cx: &Cx<Py>, x: Gc<Instance>, n: i64) -> Result<(), Raised> {
    x.reserve(cx.rt, n as usize)
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
    let values = iter::to_vec(cx.rt, v.into())?;
    values.into_iter().try_for_each(|v| set_add_host(cx, s, v))
}

/// Adds an item.
#[residual]
pub fn list_append(cx: &Cx<Py>, l: RawSlot, v: RawSlot) -> Result<(), Raised> {
    match Val::from(l) {
        Val::List(l) => l.push(cx.rt, v),
        _ => Ok(()),
    }
}

/// Adds items.
#[residual]
pub fn list_extend(cx: &Cx<Py>, l: RawSlot, v: RawSlot) -> Result<(), Raised> {
    match Val::from(l) {
        Val::List(l) => {
            let it = iter::new(cx.rt, v.into()).map_err(|Raised| {
                let wrong = errors::caught(cx.rt, cx.rt.lang.types().type_error).is_some();
                if !wrong || ops::special(cx.rt, v.into(), "__iter__").is_some() {
                    return Raised;
                }
                let name = ops::type_name(cx.rt, v.into());
                errors::type_(cx.rt, &format!("Value after * must be an iterable, not {name}"))
            })?;
            l.extend(cx.rt, &iter::to_vec(cx.rt, it)?)
        }
        _ => Ok(()),
    }
}

/// Adds the entries of a mapping; as keyword arguments they must be new.
#[residual]
pub fn dict_update(cx: &Cx<Py>, d: RawSlot, v: RawSlot, keywords: bool) -> Result<(), Raised> {
    let rt = cx.rt;
    let Val::Dict(d) = Val::from(d) else { return Ok(()) };
    let mapping = match ops::unwrapped(rt, v.into()) {
        Val::Dict(_) => true,
        other => crate::objects::attr::find(rt, other, str::intern(rt, "keys"))?.is_some(),
    };
    if !mapping {
        let name = ops::type_name(rt, v.into());
        let text = match keywords {
            true => format!("argument after ** must be a mapping, not {name}"),
            false => format!("'{name}' object is not a mapping"),
        };
        return Err(errors::type_(rt, &text));
    }
    if !keywords {
        return builtins::update_dict(rt, d, v.into());
    }
    let fresh = dict::new(rt);
    builtins::update_dict(rt, fresh, v.into())?;
    for (k, v) in fresh.items(rt) {
        let text = match Val::from(k) {
            Val::Str(s) => s.text().to_string(),
            _ => return Err(errors::type_(rt, "keywords must be strings")),
        };
        if dict::set(rt, d.table(), k, v)?.is_some() {
            let text = format!("got multiple values for keyword argument '{text}'");
            return Err(errors::type_(rt, &text));
        }
    }
    Ok(())
}

/// The items of a list as a tuple.
#[residual]
pub fn list_to_tuple(cx: &Cx<Py>, l: RawSlot) -> Result<RawSlot, Raised> {
    ops::tuple_val(cx.rt, &iter::to_vec(cx.rt, l.into())?).map(RawSlot::from)
}

/// The iterator of what is unpacked.
fn unpackable(rt: &Rt, v: Val) -> Result<Val, Raised> {
    iter::new(rt, v).map_err(|Raised| {
        let wrong = errors::caught(rt, rt.lang.types().type_error).is_some();
        if !wrong || ops::special(rt, v, "__iter__").is_some() {
            return Raised;
        }
        errors::type_(rt, &format!("cannot unpack non-iterable {} object", ops::type_name(rt, v)))
    })
}

/// Exactly `n` values of an iterable, as a tuple.
#[residual]
pub fn unpack(cx: &Cx<Py>, v: RawSlot, n: i64) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    // What runs no program, and has as many.
    let plain = match Val::from(v) {
        Val::List(l) => l.len(rt) as i64 == n,
        Val::Set(s) => s.len(rt) as i64 == n,
        Val::Dict(d) => d.len(rt) as i64 == n,
        _ => false,
    };
    if plain {
        return ops::tuple_val(rt, &iter::to_vec(rt, v.into())?).map(RawSlot::from);
    }
    let it = unpackable(rt, v.into())?;
    let kept = list::new(rt);
    while let Some(x) = iter::next(rt, it)? {
        if kept.len(rt) as i64 == n {
            return Err(errors::value(rt, &format!("too many values to unpack (expected {n})")));
        }
        kept.push(rt, x.into())?;
    }
    let got = kept.len(rt);
    if (got as i64) < n {
        let text = format!("not enough values to unpack (expected {n}, got {got})");
        return Err(errors::value(rt, &text));
    }
    ops::tuple_val(rt, &kept.to_vec(rt)).map(RawSlot::from)
}

/// Values before, a list, values after, as a tuple.
#[residual]
pub fn unpack_ex(cx: &Cx<Py>, v: RawSlot, before: i64, after: i64) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    let it = unpackable(rt, v.into())?;
    let all = iter::to_vec(rt, it)?;
    let (b, a) = (before as usize, after as usize);
    if all.len() < a + b {
        let text = format!("not enough values to unpack (expected at least {}, got {})", a + b, all.len());
        return Err(errors::value(rt, &text));
    }
    let mut out = all[..b].to_vec();
    out.push(ops::list_val(rt, &all[b..all.len() - a])?.into());
    out.extend_from_slice(&all[all.len() - a..]);
    ops::tuple_val(rt, &out).map(RawSlot::from)
}

/// A value formatted for an f-string.
#[residual]
pub fn format(cx: &Cx<Py>, v: RawSlot, spec: RawSlot, conv: i64) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    let v = match conv as u8 {
        b'r' => str::val(rt, &ops::repr(rt, v.into())?)?,
        b's' => str::val(rt, &ops::str(rt, v.into())?)?,
        b'a' => str::val(rt, &crate::text::repr::ascii(&ops::repr(rt, v.into())?))?,
        _ => v.into(),
    };
    builtins::format_value(rt, v, spec.into()).map(RawSlot::from)
}

/// Makes a class.
#[residual]
pub fn build_class(
    cx: &Cx<Py>,
    name: RawSlot,
    bases: RawSlot,
    ns: RawSlot,
    kw: RawSlot,
) -> Result<RawSlot, Raised> {
    builtins::class::build(cx.rt, name.into(), bases.into(), ns.into(), kw.into()).map(RawSlot::from)
}

/// Collects arguments for a call: `n` of these.
#[residual]
pub fn push_args(cx: &Cx<Py>, n: i64, a: RawSlot, b: RawSlot, c: RawSlot, d: RawSlot) {
    cx.rt.lang.args.borrow_mut().extend_from_slice(&[a, b, c, d][..n as usize]);
}

fn take_args(rt: &Rt, n: i64) -> Vec<RawSlot> {
    let mut all = rt.lang.args.borrow_mut();
    let at = all.len() - n as usize;
    all.split_off(at)
}

fn names_of(rt: &Rt, v: RawSlot) -> Vec<Gc<Str>> {
    match Val::from(v) {
        Val::Tuple(t) => t.items.as_slice().iter().filter_map(|&x| name_of(rt, x.into())).collect(),
        _ => Vec::new(),
    }
}

/// Calls anything with the `n` arguments collected.
#[residual]
pub fn call_any(cx: &Cx<Py>, f: RawSlot, n: i64, names: RawSlot) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    let args = rt.heap.root(take_args(rt, n));
    let names = names_of(rt, names);
    let args: Vec<RawSlot> = args.with(&rt.heap, Clone::clone);
    let kept = rt.heap.root(args.clone());
    let r = call_named(rt, f.into(), &args, &names).map(RawSlot::from);
    drop(kept);
    r
}

/// Calls anything with a tuple of arguments and a dictionary.
#[residual]
pub fn call_spread(cx: &Cx<Py>, f: RawSlot, args: RawSlot, kw: RawSlot) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    let mut all = iter::to_vec(rt, args.into())?;
    let mut names = Vec::new();
    if let Val::Dict(d) = Val::from(kw) {
        for (k, v) in d.items(rt) {
            match name_of(rt, k.into()) {
                Some(n) => names.push(n),
                None => return Err(errors::type_(rt, "keywords must be strings")),
            }
            all.push(v);
        }
    }
    let kept = rt.heap.root(all.clone());
    let r = call_named(rt, f.into(), &all, &names).map(RawSlot::from);
    drop(kept);
    r
}

/// Calls library function `id` (low half) with the first arguments of these (their number is the high half).
#[inline(always)]
fn native_with(rt: &Rt, packed: i64, args: &[RawSlot]) -> Result<RawSlot, Raised> {
    let native = rt.lang.native(packed as u32);
    (native.body)(&mut Args { rt, args: &args[..(packed >> 32) as usize], names: &[], native })
        .map(RawSlot::from)
}

/// An argument in two words of its own: traces have just written them as two, and reading both at once would wait until they are in the cache.
#[inline(always)]
fn apart(v: RawSlot) -> RawSlot {
    RawSlot { tag: std::hint::black_box(v.tag), bits: v.bits }
}

/// A library function with up to one argument; see `native_with`.
#[residual]
pub fn call_native1(cx: &Cx<Py>, packed: i64, a: RawSlot) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[apart(a)])
}

/// The same of one that only reads.
#[residual(reads)]
pub fn read_native1(cx: &Cx<Py>, packed: i64, a: RawSlot) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[apart(a)])
}

/// The same with two arguments.
#[residual(reads)]
pub fn read_native2(cx: &Cx<Py>, packed: i64, a: RawSlot, b: RawSlot) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[apart(a), apart(b)])
}

/// The same with three.
#[residual(reads)]
pub fn read_native3(cx: &Cx<Py>, packed: i64, a: RawSlot, b: RawSlot, c: RawSlot) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[apart(a), apart(b), apart(c)])
}

/// A library function with two arguments, which may do anything.
#[residual]
pub fn call_native2(cx: &Cx<Py>, packed: i64, a: RawSlot, b: RawSlot) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[apart(a), apart(b)])
}

/// The same with three.
#[residual]
pub fn call_native3(cx: &Cx<Py>, packed: i64, a: RawSlot, b: RawSlot, c: RawSlot) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[apart(a), apart(b), apart(c)])
}

/// The same with up to five.
#[residual]
pub fn call_native(
    cx: &Cx<Py>,
    packed: i64,
    a: RawSlot,
    b: RawSlot,
    c: RawSlot,
    d: RawSlot,
    e: RawSlot,
) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[a, b, c, d, e])
}

/// Joins the `n` strings collected.
#[residual]
pub fn join_args(cx: &Cx<Py>, n: i64) -> Result<RawSlot, Raised> {
    let texts = take_args(cx.rt, n);
    joined_parts(cx.rt, &texts)
}

/// Joins the first `n` of these.
#[residual(reads)]
pub fn join_few(
    cx: &Cx<Py>,
    n: i64,
    a: RawSlot,
    b: RawSlot,
    c: RawSlot,
    d: RawSlot,
) -> Result<RawSlot, Raised> {
    joined_parts(cx.rt, &[a, b, c, d][..n as usize])
}

fn joined_parts(rt: &Rt, texts: &[RawSlot]) -> Result<RawSlot, Raised> {
    let made = str::joined(rt, str::make(rt, "")?, texts.len(), |i| texts[i])?;
    Ok(made.map_or(NONE, |s| Val::Str(s).into()))
}

/// An integer in decimal digits.
#[residual(reads)]
pub fn int_text(cx: &Cx<Py>, i: i64) -> Result<Gc<Str>, Raised> {
    str::of_int(cx.rt, i)
}

/// `iter(x)`.
#[residual]
pub fn iter(cx: &Cx<Py>, x: RawSlot) -> Result<RawSlot, Raised> {
    iter::new(cx.rt, x.into()).map(RawSlot::from)
}

/// The next value, unbound at the end.
#[residual]
pub fn next(cx: &Cx<Py>, it: RawSlot) -> Result<RawSlot, Raised> {
    Ok(iter::next(cx.rt, it.into())?.map_or(UNBOUND, RawSlot::from))
}

/// Sends a value to an iterator: what it yields and `true`, or its result and `false`.
#[residual]
pub fn send(cx: &Cx<Py>, it: RawSlot, v: RawSlot) -> Result<(RawSlot, bool), Raised> {
    let rt = cx.rt;
    let r = match Val::from(it) {
        x @ Val::Inst(_) => {
            let r = if v == NONE {
                ops::call_method(rt, x, "__next__", &[])
            } else {
                ops::call_method(rt, x, "send", &[v])
            };
            match r {
                Ok(v) => Some(v),
                Err(Raised) => return Ok((errors::end_of_iteration(rt)?.into(), false)),
            }
        }
        x => iter::next(rt, x)?,
    };
    Ok(r.map_or((NONE, false), |v| (v.into(), true)))
}

/// What `raise x` raises, if `x` is a class or no exception at all.
#[residual]
pub fn make_exception(cx: &Cx<Py>, x: RawSlot) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    let base = rt.lang.types().base_exception;
    let wrong = || Err(errors::type_(rt, "exceptions must derive from BaseException"));
    match Val::from(x) {
        Val::Class(c) if rt.lang.classes.get(c.id).is_subclass(base) => match call(rt, x.into(), &[])? {
            Val::Inst(i) if i.class(rt).is_subclass(base) => Ok(Val::Inst(i).into()),
            other => {
                let (class, got) =
                    (crate::text::repr::repr(rt, x.into())?, Val::Class(ops::class_of(rt, other).object));
                let got = crate::text::repr::repr(rt, got)?;
                let text =
                    format!("calling {class} should have returned an instance of BaseException, not {got}");
                Err(errors::type_(rt, &text))
            }
        },
        Val::Inst(i) if i.class(rt).is_subclass(base) => Ok(x),
        _ => wrong(),
    }
}

/// `raise x from cause`: always raises.
#[residual]
pub fn raise_from(cx: &Cx<Py>, x: RawSlot, cause: RawSlot) -> Result<(), Raised> {
    let rt = cx.rt;
    let x = make_exception_host(cx, x)?;
    let cause = match Val::from(cause) {
        Val::None => NONE,
        Val::Inst(_) | Val::Class(_) => make_exception_host(cx, cause)?,
        _ => return Err(errors::type_(rt, "exception causes must derive from BaseException")),
    };
    if let Val::Inst(i) = Val::from(x) {
        i.s3.set(&rt.heap, cause);
        i.set_own(rt, str::intern(rt, "__suppress_context__"), Val::Bool(true).into())?;
    }
    Err(errors::throw(rt, x.into()))
}

/// Whether an exception is caught by a class or tuple of classes.
#[residual]
pub fn matches(cx: &Cx<Py>, x: RawSlot, class: RawSlot) -> Result<bool, Raised> {
    let rt = cx.rt;
    let base = rt.lang.types().base_exception;
    match (Val::from(x), Val::from(class)) {
        (Val::Inst(i), Val::Class(c)) if rt.lang.classes.get(c.id).is_subclass(base) => {
            Ok(i.class(rt).is_subclass(rt.lang.classes.get(c.id)))
        }
        (_, Val::Tuple(t)) => {
            for &c in t.items.as_slice() {
                if matches_host(cx, x, c)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        _ => Err(errors::type_(rt, "catching classes that do not inherit from BaseException is not allowed")),
    }
}

/// The error being raised, which is with the run time.
#[residual]
pub fn caught(cx: &Cx<Py>) -> RawSlot {
    cx.rt.error.get()
}

/// Leaves the error being raised with the run time.
#[residual]
pub fn set_error(cx: &Cx<Py>, e: RawSlot) {
    cx.rt.error.set(e);
}

/// Sets the context of an exception, unless that would make a circle.
#[residual]
pub fn set_context(cx: &Cx<Py>, x: Gc<Instance>, old: Gc<Instance>) {
    let rt = cx.rt;
    let mut at = old;
    for _ in 0..1000 {
        match Val::from(at.s2.get(&rt.heap)) {
            Val::Inst(next) if next == x => {
                at.s2.set(&rt.heap, NONE);
                break;
            }
            Val::Inst(next) => at = next,
            _ => break,
        }
    }
    x.s2.set(&rt.heap, Val::Inst(old).into());
}

/// What a `StopIteration` becomes that leaves a generator.
#[residual]
pub fn stopped_generator(cx: &Cx<Py>, e: RawSlot) -> RawSlot {
    let rt = cx.rt;
    let Raised = errors::runtime(rt, "generator raised StopIteration");
    let made = rt.error.get();
    if let (Val::Inst(i), true) = (Val::from(made), true) {
        i.s2.set(&rt.heap, e);
        i.s3.set(&rt.heap, e);
    }
    made
}

/// The class of a value.
#[residual]
pub fn class_of(cx: &Cx<Py>, x: RawSlot) -> Result<RawSlot, Raised> {
    Ok(Val::Class(ops::class_of(cx.rt, x.into()).object).into())
}

/// The traceback of an exception.
#[residual]
pub fn traceback_of(cx: &Cx<Py>, x: RawSlot) -> Result<RawSlot, Raised> {
    match Val::from(x) {
        Val::Inst(i) if i.class(cx.rt).layout == class::Layout::Exception => Ok(i.s1.get(&cx.rt.heap)),
        _ => Ok(NONE),
    }
}

/// `import name` in a module: the first part; of a relative name the module itself.
#[residual]
pub fn import(cx: &Cx<Py>, name: RawSlot, module: i64) -> Result<RawSlot, Raised> {
    modules::import(cx.rt, text_of(name).text(), module as u32).map(RawSlot::from)
}

/// A name of a module.
#[residual]
pub fn import_from(cx: &Cx<Py>, module: RawSlot, name: RawSlot) -> Result<RawSlot, Raised> {
    modules::import_from(cx.rt, module.into(), text_of(name)).map(RawSlot::from)
}

/// All public names of a module become globals.
#[residual]
pub fn import_star(cx: &Cx<Py>, into: i64, module: RawSlot) -> Result<(), Raised> {
    modules::import_star(cx.rt, into as u32, module.into())
}
