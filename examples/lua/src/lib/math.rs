//! The library `math`.
//!
//! **Invariants.** Integers stay integers wherever the reference keeps them.
//!
//! **Example.** `math.floor(3.7)` is the integer 3, `math.floor(1e100)` the float.

use super::access;
use crate::native::{Body, Call, Special};
use crate::table::Table;
use crate::text::number::{self, Number};
use crate::text::random::Random;
use crate::value::Val;
use crate::Rt;
use holloway::heap::Gc;
use holloway::machine::Raised;
use holloway::math::{native, Unary};

type Done = Result<(), Raised>;

/// A function of one float.
type Function = fn(f64) -> f64;

/// A radian in degrees, and a degree in radians.
pub const RADIAN: f64 = 180.0 / std::f64::consts::PI;
pub const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// Bodies of functions of one float, and the list of the functions.
macro_rules! unary {
    ($($name:ident $f:expr, $special:expr;)*) => {
        $(fn $name(c: &mut Call<'_>) -> Done {
            let x = c.check_float(1)?;
            let f: Function = $f;
            c.push(Val::float(f(x)));
            Ok(())
        })*
        const UNARY: &[(&str, Body, Special)] = &[$((stringify!($name), $name, $special)),*];
    };
}
unary! {
    acos native::acos, Special::Math(Unary::Acos);
    asin native::asin, Special::Math(Unary::Asin);
    cos native::cos, Special::Math(Unary::Cos);
    cosh native::cosh, Special::Math(Unary::Cosh);
    deg |x| x * RADIAN, Special::Degrees;
    exp native::exp, Special::Math(Unary::Exp);
    log10 native::log10, Special::Math(Unary::Log10);
    rad |x| x * DEGREE, Special::Radians;
    sin native::sin, Special::Math(Unary::Sin);
    sinh native::sinh, Special::Math(Unary::Sinh);
    tan native::tan, Special::Math(Unary::Tan);
    tanh native::tanh, Special::Math(Unary::Tanh);
}

const FUNCTIONS: &[(&str, Body, Special)] = &[
    ("abs", abs, Special::Abs),
    ("atan", atan, Special::Atan),
    ("ceil", ceil, Special::Ceil),
    ("floor", floor, Special::Floor),
    ("fmod", fmod, Special::Fmod),
    ("frexp", frexp, Special::None),
    ("ldexp", ldexp, Special::None),
    ("log", log, Special::Math(Unary::Log)),
    ("max", max, Special::Max),
    ("min", min, Special::Min),
    ("modf", modf, Special::None),
    ("pow", pow, Special::None),
    ("random", random, Special::Random),
    ("randomseed", randomseed, Special::None),
    ("sqrt", sqrt, Special::Sqrt),
    ("tointeger", tointeger, Special::ToInteger),
    ("type", kind, Special::None),
    ("ult", ult, Special::None),
];

/// Fills the table of the library.
pub fn fill(rt: &Rt, t: Gc<Table>) -> Done {
    for &(name, body, special) in FUNCTIONS.iter().chain(UNARY) {
        rt.lang.register_special(rt, t, name, body, special);
    }
    t.set_name(rt, "atan2", t.get_name(rt, "atan"))?;
    t.set_name(rt, "pi", Val::float(std::f64::consts::PI))?;
    t.set_name(rt, "huge", Val::float(f64::INFINITY))?;
    t.set_name(rt, "maxinteger", Val::Int(i64::MAX))?;
    t.set_name(rt, "mininteger", Val::Int(i64::MIN))?;
    let (a, b) = fresh_seed(rt);
    rt.lang.lib.random.replace(Random::seeded(a, b));
    Ok(())
}

/// A seed that differs from run to run.
fn fresh_seed(rt: &Rt) -> (i64, i64) {
    holloway::world::ask("random seed", || {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        (now.map_or(0, |d| d.as_nanos() as i64), rt.lang.globals().to_bits() as i64)
    })
}

fn abs(c: &mut Call<'_>) -> Done {
    let v = match c.val(1) {
        Val::Int(n) => Val::Int(n.wrapping_abs()),
        _ => Val::float(c.check_float(1)?.abs()),
    };
    c.push(v);
    Ok(())
}

fn sqrt(c: &mut Call<'_>) -> Done {
    let x = c.check_float(1)?;
    c.push(Val::float(x.sqrt()));
    Ok(())
}

fn atan(c: &mut Call<'_>) -> Done {
    let y = c.check_float(1)?;
    let x = if c.val(2).is_nil() { 1.0 } else { c.check_float(2)? };
    c.push(Val::float(native::atan2(y, x)));
    Ok(())
}

fn ceil(c: &mut Call<'_>) -> Done {
    let v = match c.val(1) {
        Val::Int(n) => Val::Int(n),
        _ => number::ceil(c.check_float(1)?).into(),
    };
    c.push(v);
    Ok(())
}

fn floor(c: &mut Call<'_>) -> Done {
    let v = match c.val(1) {
        Val::Int(n) => Val::Int(n),
        _ => number::floor(c.check_float(1)?).into(),
    };
    c.push(v);
    Ok(())
}

fn fmod(c: &mut Call<'_>) -> Done {
    let v = match (c.val(1), c.val(2)) {
        (Val::Int(a), Val::Int(b)) => Val::Int(number::int_fmod(a, b).map_err(|e| c.text_error(e))?),
        _ => {
            // The reference looks at the second one first.
            let b = c.check_float(2)?;
            Val::float(number::float_fmod(c.check_float(1)?, b))
        }
    };
    c.push(v);
    Ok(())
}

fn log(c: &mut Call<'_>) -> Done {
    let x = c.check_float(1)?;
    let v = if c.val(2).is_nil() {
        native::log(x)
    } else {
        match c.check_float(2)? {
            2.0 => native::log2(x),
            10.0 => native::log10(x),
            base => native::log(x) / native::log(base),
        }
    };
    c.push(Val::float(v));
    Ok(())
}

/// The greatest argument by the guest's `<`, or the least; of equal ones the first.
fn extreme(c: &mut Call<'_>, greatest: bool) -> Done {
    let mut best = Val::from(c.check_any(1)?);
    for i in 2..=c.len() {
        let (low, high) = if greatest { (best, c.val(i)) } else { (c.val(i), best) };
        if access::less(c, low, high)? {
            best = c.val(i);
        }
    }
    c.push(best);
    Ok(())
}

fn max(c: &mut Call<'_>) -> Done {
    extreme(c, true)
}

fn min(c: &mut Call<'_>) -> Done {
    extreme(c, false)
}

fn pow(c: &mut Call<'_>) -> Done {
    let x = c.check_float(1)?;
    c.push(Val::float(number::pow(x, c.check_float(2)?)));
    Ok(())
}

/// A fraction from 0.5 up to 1, and the power of two it is to be multiplied with.
fn frexp(c: &mut Call<'_>) -> Done {
    let x = c.check_float(1)?;
    let (mut fraction, mut exponent) = (x, 0);
    if x != 0.0 && x.is_finite() {
        if x.abs() < f64::MIN_POSITIVE {
            (fraction, exponent) = (x * (1u64 << 54) as f64, -54);
        }
        let bits = fraction.to_bits();
        exponent += (bits >> 52 & 0x7FF) as i64 - 1022;
        fraction = f64::from_bits(bits & !(0x7FF << 52) | 1022 << 52);
    }
    c.push(Val::float(fraction));
    c.push(Val::Int(exponent));
    Ok(())
}

fn ldexp(c: &mut Call<'_>) -> Done {
    let x = c.check_float(1)?;
    // As the reference's `int`.
    let mut by = c.check_int(2)? as i32;
    let mut result = x;
    // Only the last product may leave the range of exact ones, so it alone is rounded.
    for _ in 0..2 {
        if by > 1023 {
            result *= 2f64.powi(1023);
            by -= 1023;
        } else if by < -1022 {
            result *= 2f64.powi(53 - 1022);
            by += 1022 - 53;
        }
    }
    c.push(Val::float(result * 2f64.powi(by.clamp(-1022, 1023))));
    Ok(())
}

fn modf(c: &mut Call<'_>) -> Done {
    if let Val::Int(n) = c.val(1) {
        c.push(Val::Int(n));
        c.push(Val::float(0.0));
        return Ok(());
    }
    let x = c.check_float(1)?;
    let whole = x.trunc();
    c.push(Val::from(number::floor(whole)));
    c.push(Val::float(if whole == x { 0.0 } else { x - whole }));
    Ok(())
}

fn random(c: &mut Call<'_>) -> Done {
    let rt = c.rt;
    let mut random = rt.lang.lib.random.borrow_mut();
    // A number is taken whatever is wrong with the arguments.
    let bits = random.next_u64();
    let (low, up) = match c.len() {
        0 => {
            c.push(Val::float(Random::float(bits)));
            return Ok(());
        }
        1 => match c.check_int(1)? {
            0 => {
                c.push(Val::Int(bits as i64));
                return Ok(());
            }
            up => (1, up),
        },
        2 => (c.check_int(1)?, c.check_int(2)?),
        _ => return Err(c.error("wrong number of arguments")),
    };
    let n = random.checked(bits, low, up).map_err(|e| c.text_error(e))?;
    c.push(Val::Int(n));
    Ok(())
}

fn randomseed(c: &mut Call<'_>) -> Done {
    let (a, b) = match c.len() {
        0 => fresh_seed(c.rt),
        _ => (c.check_int(1)?, c.opt_int(2, 0)?),
    };
    c.rt.lang.lib.random.replace(Random::seeded(a, b));
    c.push(Val::Int(a));
    c.push(Val::Int(b));
    Ok(())
}

fn tointeger(c: &mut Call<'_>) -> Done {
    c.check_any(1)?;
    let n = crate::native::to_number(c.val(1)).and_then(|n| match n {
        Number::Int(n) => Some(n),
        Number::Float(x) => number::float_to_int(x),
    });
    c.push(n.map_or(Val::Nil, Val::Int));
    Ok(())
}

fn kind(c: &mut Call<'_>) -> Done {
    c.check_any(1)?;
    match c.val(1) {
        Val::Int(_) => c.push_str("integer"),
        Val::Float(_) => c.push_str("float"),
        _ => {
            c.push(Val::Nil);
            Ok(())
        }
    }
}

fn ult(c: &mut Call<'_>) -> Done {
    let less = (c.check_int(1)? as u64) < (c.check_int(2)? as u64);
    c.push(Val::bool(less));
    Ok(())
}
