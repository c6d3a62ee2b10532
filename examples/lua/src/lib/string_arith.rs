//! Arithmetic on strings: the metamethods in their metatable, by which `"10" + 1` is 11.
//!
//! **Invariants.** As long as one of these is the metamethod of its own operation, the interpreter does the operation on strings that are numbers by itself
//! (see [`crate::Lua::string_arith`]); a program that puts its own functions there has them called.
//!
//! **Example.** `getmetatable("").__add("1", 2)` is 3; with a table as second operand it calls the table's `__add`.

use crate::native::{self, Body, Call, Special};
use crate::syntax::ast::BinOp;
use crate::table::Table;
use crate::text::number::{self, Number};
use crate::value::{Val, NIL};
use crate::Rt;
use holloway::heap::Gc;
use holloway::machine::Raised;

type Done = Result<(), Raised>;

/// In the order in which the interpreter knows them (`interp::arith::string_operation`).
const FUNCTIONS: [(&str, Body); 8] = [
    ("__add", |c| binary(c, "__add", BinOp::Add)),
    ("__sub", |c| binary(c, "__sub", BinOp::Sub)),
    ("__mul", |c| binary(c, "__mul", BinOp::Mul)),
    ("__mod", |c| binary(c, "__mod", BinOp::Mod)),
    ("__pow", |c| binary(c, "__pow", BinOp::Pow)),
    ("__div", |c| binary(c, "__div", BinOp::Div)),
    ("__idiv", |c| binary(c, "__idiv", BinOp::IDiv)),
    ("__unm", |c| binary(c, "__unm", BinOp::Sub)),
];

/// Puts the metamethods into the metatable of strings.
pub fn fill(rt: &Rt, meta: Gc<Table>) -> Done {
    for (i, (name, body)) in FUNCTIONS.into_iter().enumerate() {
        let opening = rt.lang.opening.replace(native::NAMELESS);
        let f = rt.lang.make_native(rt, name, body, Special::None);
        rt.lang.opening.set(opening);
        meta.set_name(rt, name, Val::Native(f))?;
        if i == 0 {
            rt.lang.string_arith.set(f.id);
        }
    }
    Ok(())
}

fn float(n: Number) -> f64 {
    match n {
        Number::Int(n) => n as f64,
        Number::Float(x) => x,
    }
}

/// `a op b` of numbers.
fn compute(c: &Call<'_>, op: BinOp, a: Number, b: Number) -> Result<Number, Raised> {
    let (x, y) = (float(a), float(b));
    Ok(match (op, a, b) {
        (BinOp::Add, Number::Int(a), Number::Int(b)) => Number::Int(a.wrapping_add(b)),
        (BinOp::Sub, Number::Int(a), Number::Int(b)) => Number::Int(a.wrapping_sub(b)),
        (BinOp::Mul, Number::Int(a), Number::Int(b)) => Number::Int(a.wrapping_mul(b)),
        (BinOp::IDiv, Number::Int(a), Number::Int(b)) => {
            Number::Int(number::int_floor_div(a, b).map_err(|e| c.text_error(e))?)
        }
        (BinOp::Mod, Number::Int(a), Number::Int(b)) => {
            Number::Int(number::int_mod(a, b).map_err(|e| c.text_error(e))?)
        }
        (BinOp::Add, ..) => Number::Float(x + y),
        (BinOp::Sub, ..) => Number::Float(x - y),
        (BinOp::Mul, ..) => Number::Float(x * y),
        (BinOp::IDiv, ..) => Number::Float(number::float_floor_div(x, y)),
        (BinOp::Mod, ..) => Number::Float(number::float_mod(x, y)),
        (BinOp::Pow, ..) => Number::Float(number::pow(x, y)),
        _ => Number::Float(x / y),
    })
}

fn binary(c: &mut Call<'_>, event: &'static str, op: BinOp) -> Done {
    let (a, b) = (c.val(1), c.val(2));
    // A negation is called with its operand twice.
    let negated = |n| match n {
        Number::Int(n) => Number::Int(n.wrapping_neg()),
        Number::Float(x) => Number::Float(-x),
    };
    match (native::to_number(a), native::to_number(b)) {
        (Some(a), Some(_)) if event == "__unm" => c.push(Val::from(negated(a))),
        (Some(a), Some(b)) => {
            let n = compute(c, op, a, b)?;
            c.push(Val::from(n));
        }
        _ => {
            let handler = match b {
                Val::Str(_) => Val::Nil,
                b => native::metamethod(c.rt, b, event),
            };
            if handler.is_nil() {
                let (what, x, y) = (&event[2..], a.type_name(), b.type_name());
                return Err(c.error(format!("attempt to {what} a '{x}' with a '{y}'")));
            }
            let results = c.call(handler, &[a.into(), b.into()])?;
            c.push(results.first().copied().unwrap_or(NIL));
        }
    }
    Ok(())
}
