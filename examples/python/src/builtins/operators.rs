//! Operators as methods of built-in types: `int.__add__`, `super().__lt__(o)`, `[].__iadd__`.
//!
//! The interpreter does operators on values of built-in types by itself and finds no method for them; these are for programs that call them by name. So
//! nothing here is for speed, and nothing here comes back to the program's own operators: both operands are taken out of instances of derived classes,
//! and an operand that does not suit gives `NotImplemented`, or the error that sequences raise.
//!
//! Not promised: operators of classes that programs cannot derive from (functions, methods).
//!
//! **Example.** In `class Metres(int)` with `def __add__(self, o): return Metres(super().__add__(o))`, `super().__add__` is the entry
//! `Binary(Add, PLAIN)` of `int`; [`run`] sees that `self` is an `int`, takes the numbers out of both, and adds them.

use super::{funcs, update_dict};
use crate::bytecode::{BinOp, CmpOp, UnOp};
use crate::native::{Args, Body};
use crate::objects::class::ClassInfo;
use crate::objects::types::Types;
use crate::objects::{bytes, complex, item, iter, number, ops, set, str};
use crate::value::{misc, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use BinOp::{Add, And, Div, FloorDiv, Mod, Mul, Or, Pow, Shl, Shr, Sub, Xor};

/// What a method of this table is.
#[derive(Clone, Copy)]
pub struct Operator {
    /// The class it belongs to.
    pub class: &'static ClassInfo,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    Binary(BinOp, u8),
    Compare(CmpOp),
    Unary(UnOp),
    /// With at most so many arguments beside the object, and at least so many.
    Other(usize, usize, fn(&Args<'_>, Val) -> Result<Val, Raised>),
}

// The forms of a binary operator, in the order of `ops::bin_names`.
const PLAIN: u8 = 0;
const REFLECTED: u8 = 1;
const IN_PLACE: u8 = 2;

type Class = fn(&Types) -> &'static ClassInfo;

const NUMBER: &[BinOp] = &[Add, Sub, Mul, Div, FloorDiv, Mod, Pow];
const BINARY: &[(&[Class], &[BinOp], &[u8])] = &[
    (&[|t| t.int, |t| t.float], NUMBER, &[PLAIN, REFLECTED]),
    (&[|t| t.int], &[Shl, Shr, And, Or, Xor], &[PLAIN, REFLECTED]),
    (&[|t| t.bool], &[And, Or, Xor], &[PLAIN, REFLECTED]),
    (&[|t| t.complex], &[Add, Sub, Mul, Div, Pow], &[PLAIN, REFLECTED]),
    (&[|t| t.str, |t| t.tuple, |t| t.list, |t| t.bytes, |t| t.bytearray], &[Add], &[PLAIN]),
    (&[|t| t.str, |t| t.tuple, |t| t.list, |t| t.bytes, |t| t.bytearray], &[Mul], &[PLAIN, REFLECTED]),
    (&[|t| t.str, |t| t.bytes, |t| t.bytearray], &[Mod], &[PLAIN, REFLECTED]),
    (&[|t| t.list, |t| t.bytearray], &[Add, Mul], &[IN_PLACE]),
    (&[|t| t.dict], &[Or], &[PLAIN, REFLECTED, IN_PLACE]),
    (
        &[|t| t.set, |t| t.frozenset, |t| t.dict_keys, |t| t.dict_items],
        &[And, Or, Xor, Sub],
        &[PLAIN, REFLECTED],
    ),
    (&[|t| t.set], &[And, Or, Xor, Sub], &[IN_PLACE]),
];

const EQUAL: &[CmpOp] = &[CmpOp::Eq, CmpOp::Ne];
const ORDER: &[CmpOp] = &[CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ge];
const COMPARE: &[(&[Class], &[CmpOp])] = &[
    (&[|t| t.int, |t| t.float, |t| t.str, |t| t.tuple, |t| t.list, |t| t.set, |t| t.frozenset], ORDER),
    (&[|t| t.bytes, |t| t.bytearray, |t| t.dict_keys, |t| t.dict_items], ORDER),
    (&[|t| t.int, |t| t.float, |t| t.str, |t| t.tuple, |t| t.list, |t| t.set, |t| t.frozenset], EQUAL),
    (&[|t| t.bytes, |t| t.bytearray, |t| t.dict_keys, |t| t.dict_items], EQUAL),
    (&[|t| t.complex, |t| t.dict, |t| t.range, |t| t.slice], EQUAL),
    (&[|t| t.complex, |t| t.dict, |t| t.range, |t| t.slice], ORDER),
];

const UNARY: &[(&[Class], UnOp, &str)] = &[
    (&[|t| t.int, |t| t.float, |t| t.complex], UnOp::Neg, "__neg__"),
    (&[|t| t.int, |t| t.float, |t| t.complex], UnOp::Pos, "__pos__"),
    (&[|t| t.int], UnOp::Invert, "__invert__"),
];

/// Whether a view of keys or items has nothing that an iterable gives.
fn is_disjoint(a: &Args<'_>, x: Val) -> Result<Val, Raised> {
    let (rt, other) = (a.rt, a.val(1));
    let swap =
        (set::is_view(other) || matches!(other, Val::Set(_))) && item::len(rt, other)? > item::len(rt, x)?;
    let (asked, given) = if swap { (other, x) } else { (x, other) };
    let it = iter::new(rt, given)?;
    let _kept = rt.heap.keep([RawSlot::from(it)]);
    while let Some(v) = iter::next(rt, it)? {
        if item::contains(rt, asked, v)? {
            return Ok(Val::False);
        }
    }
    Ok(Val::True)
}

type Other = (&'static [Class], &'static str, What);
const OTHERS: &[Other] = &[
    (
        &[|t| t.int, |t| t.float, |t| t.complex],
        "__abs__",
        What::Other(0, 0, |a, x| through(a, funcs::abs, &[x])),
    ),
    (
        &[|t| t.int, |t| t.float, |t| t.complex, |t| t.range, |t| t.none_type],
        "__bool__",
        What::Other(0, 0, |a, x| ops::truth(a.rt, x).map(Val::bool)),
    ),
    (&[|t| t.int], "__index__", What::Other(0, 0, |a, x| ops::index(a.rt, x))),
    (&[|t| t.int, |t| t.float], "__int__", What::Other(0, 0, |a, x| whole(a.rt, x, f64::trunc))),
    (&[|t| t.int, |t| t.float], "__trunc__", What::Other(0, 0, |a, x| whole(a.rt, x, f64::trunc))),
    (&[|t| t.int, |t| t.float], "__floor__", What::Other(0, 0, |a, x| whole(a.rt, x, f64::floor))),
    (&[|t| t.int, |t| t.float], "__ceil__", What::Other(0, 0, |a, x| whole(a.rt, x, f64::ceil))),
    (
        &[|t| t.int, |t| t.float],
        "__float__",
        What::Other(0, 0, |a, x| crate::native::to_float(a.rt, x).map(Val::float)),
    ),
    (&[|t| t.dict_keys, |t| t.dict_items], "isdisjoint", What::Other(1, 1, is_disjoint)),
    (&[|t| t.complex], "__complex__", What::Other(0, 0, |_, x| Ok(x))),
    (
        &[|t| t.int, |t| t.float],
        "__round__",
        What::Other(0, 1, |a, x| {
            // `round` itself takes None for nothing.
            let nothing = a.val(1).is_none() && !matches!(x, Val::Float(_));
            if nothing {
                ops::index(a.rt, Val::None)?;
            }
            through(a, funcs::round, &[x, a.opt(1, "", Val::None)])
        }),
    ),
    (&[|t| t.int, |t| t.float], "__divmod__", What::Other(1, 1, |a, x| divmod(a, x, PLAIN))),
    (&[|t| t.int, |t| t.float], "__rdivmod__", What::Other(1, 1, |a, x| divmod(a, x, REFLECTED))),
    (
        &[|t| t.list, |t| t.dict, |t| t.range, |t| t.dict_keys, |t| t.dict_values, |t| t.dict_items],
        "__reversed__",
        What::Other(0, 0, |a, x| through(a, funcs::reversed, &[x])),
    ),
    (
        &[|t| t.int, |t| t.float, |t| t.complex, |t| t.str],
        "__format__",
        What::Other(1, 1, |a, x| super::format_value(a.rt, x, Val::Str(a.str(1)?))),
    ),
];

/// Calls the built-in function that does the same.
fn through(a: &Args<'_>, body: Body, args: &[Val]) -> Result<Val, Raised> {
    let args: Vec<RawSlot> = args.iter().map(|&v| v.into()).collect();
    body(&mut Args { rt: a.rt, args: &args, names: &[], native: a.native })
}

/// The integer that a number is, by a way of rounding.
fn whole(rt: &Rt, x: Val, round: fn(f64) -> f64) -> Result<Val, Raised> {
    match x {
        Val::Float(x) => number::float_to_int(rt, round(x.get())),
        x => ops::index(rt, x),
    }
}

fn divmod(a: &Args<'_>, x: Val, form: u8) -> Result<Val, Raised> {
    let y = ops::unwrapped(a.rt, a.val(1));
    match (suits(a.rt, x, y), form) {
        (false, _) => Ok(a.rt.lang.not_implemented()),
        (_, PLAIN) => through(a, funcs::divmod, &[x, y]),
        _ => through(a, funcs::divmod, &[y, x]),
    }
}

/// Whether the operators of `x`'s class know what to do with `y`.
fn suits(rt: &Rt, x: Val, y: Val) -> bool {
    let view = |v: Val| matches!(v, Val::Misc(m) if m.kind == misc::KEYS || m.kind == misc::ITEMS);
    match x {
        Val::Int(_) | Val::Big(_) | Val::False | Val::True => {
            matches!(y, Val::Int(_) | Val::Big(_) | Val::False | Val::True)
        }
        Val::Float(_) => number::is_number(y),
        Val::Complex(_) => number::is_number(y) || matches!(y, Val::Complex(_)),
        Val::Str(_) => matches!(y, Val::Str(_)),
        Val::Tuple(_) => matches!(y, Val::Tuple(_)),
        Val::List(_) => matches!(y, Val::List(_)),
        Val::Dict(_) => matches!(y, Val::Dict(_)),
        Val::Set(_) => matches!(y, Val::Set(_)),
        Val::Range(_) => matches!(y, Val::Range(_)),
        Val::Slice(_) => matches!(y, Val::Slice(_)),
        Val::Bytes(b) => b.mutable && bytes::of(rt, y).is_some() || matches!(y, Val::Bytes(c) if !c.mutable),
        x => view(x) && (view(y) || matches!(y, Val::Set(_))),
    }
}

fn binary(a: &Args<'_>, op: BinOp, form: u8, x: Val) -> Result<Val, Raised> {
    let (rt, in_place) = (a.rt, form == IN_PLACE);
    let mut y = ops::unwrapped(rt, a.val(1));
    if let (Pow, m) = (op, a.opt(2, "", Val::None)) {
        if matches!(x, Val::Float(_)) && !m.is_none() {
            let text = "pow() 3rd argument not allowed unless all arguments are integers";
            return Err(errors::type_(rt, text));
        }
        if !m.is_none()
            && matches!(x, Val::Int(_) | Val::Big(_) | Val::False | Val::True)
            && !suits(rt, x, ops::unwrapped(rt, m))
        {
            return Ok(rt.lang.not_implemented());
        }
        if !m.is_none() && suits(rt, x, y) {
            let (x, y) = if form == PLAIN { (x, y) } else { (y, x) };
            return through(a, funcs::pow, &[x, y, ops::unwrapped(rt, m)]);
        }
    }
    let sequence = matches!(x, Val::Str(_) | Val::List(_) | Val::Tuple(_) | Val::Bytes(_));
    match (op, x) {
        (Mul, _) if sequence => {
            y = ops::index(rt, a.val(1))?;
            if matches!(y, Val::Big(_)) {
                return Err(errors::overflow(rt, "cannot fit 'int' into an index-sized integer"));
            }
        }
        (Mod, Val::Str(_) | Val::Bytes(_)) if form == PLAIN => y = a.val(1),
        (Add, Val::List(_)) if in_place => {}
        // Bytes are put into those of the same class only.
        (Mod, Val::Bytes(b)) if !matches!(y, Val::Bytes(c) if c.mutable == b.mutable) => {
            return Ok(rt.lang.not_implemented())
        }
        (Add, Val::Bytes(_)) => y = a.val(1),
        // Views do with anything that can be iterated over.
        (And | Or | Xor | Sub, Val::Misc(_)) => y = a.val(1),
        _ if suits(rt, x, y) => {}
        (Add, _) if sequence => return Err(ops::cannot_concat(rt, x, a.val(1))),
        (Or, Val::Dict(d)) if in_place => return update_dict(rt, d, a.val(1)).map(|()| a.val(0)),
        _ => return Ok(rt.lang.not_implemented()),
    }
    // A sequence is repeated the same from both sides.
    let (x, y) = if form == REFLECTED && !(op == Mul && sequence) { (y, x) } else { (x, y) };
    let done = number::binary(rt, op, x, y)
        .or_else(|| complex::binary(rt, op, x, y))
        .or_else(|| item::binary(rt, op, in_place, x, y));
    match done {
        // A text without formats is the result itself.
        Some(Ok(Val::Str(_))) if op == Mod && matches!(x, Val::Str(s) if !s.text().contains('%')) => {
            Ok(a.val(0))
        }
        Some(r) => r.map(|v| if in_place && v.same(x) { a.val(0) } else { v }),
        None => Ok(rt.lang.not_implemented()),
    }
}

fn compare(a: &Args<'_>, op: CmpOp, x: Val) -> Result<Val, Raised> {
    let y = ops::unwrapped(a.rt, a.val(1));
    let found = if suits(a.rt, x, y) { ops::builtin_compare(a.rt, op, x, y)? } else { None };
    Ok(found.map_or(a.rt.lang.not_implemented(), Val::bool))
}

/// The body of all methods here.
fn run(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, name) = (a.rt, a.native.name);
    let Some(Operator { class, what }) = a.native.operator.get() else { return a.none() };
    let bad = |text: String| Err(errors::type_(rt, &text));
    let method = !a.native.is_slot();
    if a.plain().is_empty() && method {
        return bad(format!("unbound method {}.{name}() needs an argument", class.name));
    }
    if a.plain().is_empty() {
        return bad(format!("descriptor '{name}' of '{}' object needs an argument", class.name));
    }
    if !ops::class_of(rt, a.val(0)).is_subclass(class) {
        return Err(a.wrong_object(&class.name));
    }
    if !a.names.is_empty() && !method {
        return bad(format!("wrapper {name}() takes no keyword arguments"));
    }
    let (min, max) = match what {
        What::Binary(Pow, _) => (1, 2),
        What::Binary(..) | What::Compare(_) => (1, 1),
        What::Unary(_) => (0, 0),
        What::Other(min, max, _) => (min, max),
    };
    let n = a.plain().len() - 1;
    if method {
        a.method(min, max)?;
    }
    if n < min || n > max {
        if let What::Binary(Pow, _) = what {
            let (how, bound) = if n < min { ("at least", "1 argument") } else { ("at most", "2 arguments") };
            return bad(format!(" expected {how} {bound}, got {n}"));
        }
        let bound = if n < min { min } else { max };
        let s = if bound == 1 { "" } else { "s" };
        // Repeating counts its argument in another way, which leaves a blank where a name could be.
        let repeats = matches!(
            (what, a.this()),
            (What::Binary(Mul, _), Val::Str(_) | Val::List(_) | Val::Tuple(_) | Val::Bytes(_))
        );
        let blank = if repeats { " " } else { "" };
        return bad(format!("{blank}expected {bound} argument{s}, got {n}"));
    }
    let x = a.this();
    match what {
        What::Binary(op, form) => binary(a, op, form, x),
        What::Compare(op) => compare(a, op, x),
        What::Unary(op) => ops::unary(rt, op, x),
        What::Other(_, _, f) => f(a, x),
    }
}

/// Fills the classes.
pub fn fill(rt: &Rt) {
    let t = rt.lang.types();
    let put = |classes: &[Class], name: &'static str, what: What| {
        for class in classes.iter().map(|c| c(t)) {
            let f = rt.lang.make_native(rt, name, run, None);
            if let Val::Native(n) = f {
                rt.lang.native(n.id).operator.set(Some(Operator { class, what }));
                rt.lang.native(n.id).class.set(Some(class));
            }
            class.attrs.borrow_mut().set(str::intern(rt, name), f.into());
        }
    };
    for &(classes, list, forms) in BINARY {
        for &op in list {
            for &form in forms {
                put(classes, ops::bin_names(op)[form as usize], What::Binary(op, form));
            }
        }
    }
    for &(classes, list) in COMPARE {
        for &op in list {
            put(classes, ops::cmp_names(op).0, What::Compare(op));
        }
    }
    for &(classes, op, name) in UNARY {
        put(classes, name, What::Unary(op));
    }
    for &(classes, name, what) in OTHERS {
        put(classes, name, what);
    }
    for class in [t.list, t.dict, t.set, t.bytearray, t.slice, t.dict_keys, t.dict_items] {
        class.attrs.borrow_mut().set(str::intern(rt, "__hash__"), NONE);
    }
}
