//! Operators of one and two operands.

use super::{
    ask_native, call, class_of, complex, index, is_asked, item, number, set, special, type_name, unwrapped,
};
use crate::bytecode::{BinOp, UnOp};
use crate::value::{misc, Val};
use crate::{errors, Rt};
use holloway::machine::Raised;

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

/// Whether an operator of a left operand takes whatever is on its right, which is not asked then: text and bytes format it.
fn formats(rt: &Rt, op: BinOp, a: Val) -> bool {
    op == BinOp::Mod
        && matches!(unwrapped(rt, a), Val::Str(_) | Val::Bytes(_))
        && !special(rt, a, "__mod__").is_some_and(|f| is_asked(rt, f))
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
    let [name, reflected, inplace, _] = bin_names(op);
    if let Some(r) = ask_native(rt, a, name, b) {
        return r;
    }
    let attempt = |v: Val, o: Val, name: &'static str| -> Result<Option<Val>, Raised> {
        let Some(f) = special(rt, v, name).filter(|&f| is_asked(rt, f)) else { return Ok(None) };
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
        // A method that it inherits does not go first.
        let own = || {
            let found =
                |c: &super::ClassInfo| c.lookup_name(rt, reflected).map(holloway::heap::RawSlot::from);
            found(ca) != found(cb)
        };
        let swap = ca.id != cb.id && cb.is_subclass(ca) && own();
        if swap {
            if let Some(r) = attempt(b, a, reflected)? {
                return Ok(r);
            }
        }
        if let Some(r) = attempt(a, b, name)? {
            return Ok(r);
        }
        if !swap && ca.id != cb.id && !formats(rt, op, a) {
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
    let sequence = |v: Val| matches!(v, Val::Str(_) | Val::List(_) | Val::Tuple(_) | Val::Bytes(_));
    // In place, what is a sequence of a kind is not asked what it is as a number.
    let counted = op == BinOp::Mul && !sequence(x) && sequence(y);
    if counted && in_place && item::like_sequence(a) {
        return Err(unsupported(rt, op, in_place, a, b));
    }
    // What these do with anything tells of it by the name of its own class.
    if let Some(r) = set::of_views(rt, op, a, b) {
        return r;
    }
    let right =
        if matches!((op, x), (BinOp::Add, Val::Bytes(_)) | (BinOp::Mod, Val::Str(_))) { b } else { y };
    if let Some(r) = item::binary(rt, op, in_place, x, right) {
        return match r? {
            v if in_place && v.same(x) => Ok(a),
            // A text without formats is the result itself.
            Val::Str(_) if op == BinOp::Mod && matches!(x, Val::Str(s) if !s.text().contains('%')) => Ok(a),
            v => Ok(v),
        };
    }
    // A sequence is repeated as often as `__index__` says.
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
    if op == BinOp::Add {
        match x {
            Val::List(_) if in_place => {}
            Val::Str(_) | Val::List(_) | Val::Tuple(_) => return Err(cannot_concat(rt, x, b)),
            _ => {}
        }
    }
    Err(unsupported(rt, op, in_place, a, b))
}

/// The error of an operator for which neither side has a method.
fn unsupported(rt: &Rt, op: BinOp, in_place: bool, a: Val, b: Val) -> Raised {
    let symbol = match bin_names(op)[3] {
        "** or pow()" if in_place => "**",
        symbol => symbol,
    };
    let eq = if in_place { "=" } else { "" };
    let (x, y) = (type_name(rt, a), type_name(rt, b));
    errors::type_(rt, &format!("unsupported operand type(s) for {symbol}{eq}: '{x}' and '{y}'"))
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
    if let Some(f) = special(rt, v, name).filter(|&f| is_asked(rt, f)) {
        return call(rt, f, &[v.into()]);
    }
    let x = unwrapped(rt, v);
    if let Some(c) = complex::unary(rt, x, op == UnOp::Neg).filter(|_| op != UnOp::Invert) {
        return Ok(c);
    }
    match (op, x) {
        (UnOp::Neg, Val::Float(x)) => Ok(Val::float(-x.get())),
        (UnOp::Pos, Val::Float(x)) => Ok(Val::float(x.get())),
        (op, x) => {
            let made = match op {
                UnOp::Neg => number::binary(rt, BinOp::Sub, Val::Int(0), x),
                UnOp::Pos => number::binary(rt, BinOp::Add, Val::Int(0), x),
                // The rest of all ones.
                UnOp::Invert => number::binary(rt, BinOp::Sub, Val::Int(-1), x)
                    .filter(|_| !matches!(x, Val::Float(_) | Val::Complex(_))),
            };
            made.unwrap_or_else(|| {
                let text = format!("bad operand type for unary {symbol}: '{}'", type_name(rt, v));
                Err(errors::type_(rt, &text))
            })
        }
    }
}
