//! The module `math`.

use crate::native::{Args, Body, Special};
use crate::objects::{iter, number, ops};
use crate::py::Module;
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive};

/// The result of a function of floats: no number for one, or infinity from finite ones, is an error.
fn checked(a: &Args<'_>, args: &[f64], r: f64) -> Result<Val, Raised> {
    if r.is_nan() && !args.iter().any(|x| x.is_nan()) {
        return Err(errors::value(a.rt, "math domain error"));
    }
    if r.is_infinite() && args.iter().all(|x| x.is_finite()) {
        return Err(errors::overflow(a.rt, "math range error"));
    }
    Ok(Val::Float(r))
}

macro_rules! functions {
    ($($f:ident |$x:ident| $e:expr;)*) => {$(
        fn $f(a: &mut Args<'_>) -> Result<Val, Raised> {
            a.count(1, 1)?;
            let $x = a.float(0)?;
            checked(a, &[$x], $e)
        }
    )*};
}
functions! {
    sqrt |x| x.sqrt();
    exp |x| x.exp();
    expm1 |x| x.exp_m1();
    sin |x| x.sin();
    cos |x| x.cos();
    tan |x| x.tan();
    asin |x| x.asin();
    acos |x| x.acos();
    atan |x| x.atan();
    sinh |x| x.sinh();
    cosh |x| x.cosh();
    tanh |x| x.tanh();
    fabs |x| x.abs();
    degrees |x| x * (180.0 / std::f64::consts::PI);
    radians |x| x * (std::f64::consts::PI / 180.0);
    cbrt |x| x.cbrt();
    acosh |x| x.acosh();
    asinh |x| x.asinh();
    atanh |x| if x.abs() >= 1.0 { f64::NAN } else { x.atanh() };
    exp2 |x| x.exp2();
    erf |x| libm::erf(x);
    erfc |x| libm::erfc(x);
}

fn logarithm(a: &Args<'_>, i: usize, f: fn(f64) -> f64) -> Result<f64, Raised> {
    let v = a.val(i);
    if let Val::Big(_) = v {
        if let Some(n) = number::big(a.rt, v).filter(BigInt::is_positive) {
            // Scaled into range.
            let shift = n.bits().saturating_sub(1000);
            let x = (n >> shift).to_f64().unwrap_or(f64::INFINITY);
            return Ok(f(x) + shift as f64 * f(2.0));
        }
    }
    let x = a.float(i)?;
    if x <= 0.0 {
        return Err(errors::value(a.rt, "math domain error"));
    }
    Ok(f(x))
}
fn log(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 2)?;
    let x = logarithm(a, 0, f64::ln)?;
    if a.plain().len() == 1 {
        return Ok(Val::Float(x));
    }
    let b = logarithm(a, 1, f64::ln)?;
    if b == 0.0 {
        return Err(errors::zero_division(a.rt, "float division by zero"));
    }
    Ok(Val::Float(x / b))
}
fn log2(a: &mut Args<'_>) -> Result<Val, Raised> {
    logarithm(a, 0, f64::log2).map(Val::Float)
}
fn log10(a: &mut Args<'_>) -> Result<Val, Raised> {
    logarithm(a, 0, f64::log10).map(Val::Float)
}
fn log1p(a: &mut Args<'_>) -> Result<Val, Raised> {
    let x = a.float(0)?;
    checked(a, &[x], x.ln_1p())
}
fn pow(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let (x, y) = (a.float(0)?, a.float(1)?);
    if x == 0.0 && y < 0.0 {
        return Err(errors::value(a.rt, "math domain error"));
    }
    checked(a, &[x, y], x.powf(y))
}
fn atan2(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    Ok(Val::Float(a.float(0)?.atan2(a.float(1)?)))
}
fn fmod(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let (x, y) = (a.float(0)?, a.float(1)?);
    checked(a, &[x, y], x % y)
}
fn copysign(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    Ok(Val::Float(a.float(0)?.copysign(a.float(1)?)))
}
fn hypot(a: &mut Args<'_>) -> Result<Val, Raised> {
    let mut r = 0.0f64;
    for i in 0..a.plain().len() {
        r = r.hypot(a.float(i)?);
    }
    Ok(Val::Float(r))
}
fn rounded(a: &Args<'_>, name: &'static str, f: fn(f64) -> f64) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let v = a.val(0);
    if let Some(r) = ops::call_special(a.rt, v, name, &[]) {
        return r;
    }
    match v {
        Val::Float(x) => number::float_to_int(a.rt, f(x)),
        Val::Int(_) | Val::Big(_) | Val::Bool(_) => ops::index(a.rt, v),
        _ => number::float_to_int(a.rt, f(a.float(0)?)),
    }
}
fn floor(a: &mut Args<'_>) -> Result<Val, Raised> {
    rounded(a, "__floor__", f64::floor)
}
fn ceil(a: &mut Args<'_>) -> Result<Val, Raised> {
    rounded(a, "__ceil__", f64::ceil)
}
fn trunc(a: &mut Args<'_>) -> Result<Val, Raised> {
    rounded(a, "__trunc__", f64::trunc)
}
fn integer(a: &Args<'_>, i: usize) -> Result<BigInt, Raised> {
    let v = ops::index(a.rt, a.val(i))?;
    Ok(number::big(a.rt, v).unwrap_or_default())
}
fn gcd(a: &mut Args<'_>) -> Result<Val, Raised> {
    let mut r = BigInt::from(0);
    for i in 0..a.plain().len() {
        r = r.gcd(&integer(a, i)?);
    }
    Ok(number::norm(a.rt, r))
}
fn lcm(a: &mut Args<'_>) -> Result<Val, Raised> {
    let mut r = BigInt::from(1);
    for i in 0..a.plain().len() {
        r = r.lcm(&integer(a, i)?);
    }
    Ok(number::norm(a.rt, r))
}
fn isqrt(a: &mut Args<'_>) -> Result<Val, Raised> {
    let n = integer(a, 0)?;
    if n.is_negative() {
        return Err(errors::value(a.rt, "isqrt() argument must be nonnegative"));
    }
    Ok(number::norm(a.rt, n.sqrt()))
}
fn factorial(a: &mut Args<'_>) -> Result<Val, Raised> {
    let n = a.int(0)?;
    if n < 0 {
        return Err(errors::value(a.rt, "factorial() not defined for negative values"));
    }
    let r = (2..=n).fold(BigInt::from(1), |r, i| r * i);
    Ok(number::norm(a.rt, r))
}
fn comb(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (n, k) = (a.int(0)?, a.int(1)?);
    if n < 0 || k < 0 {
        return Err(errors::value(a.rt, "n must be a non-negative integer"));
    }
    let r = (0..k.min(n - k).max(0)).fold(BigInt::from(i64::from(k <= n)), |r, i| r * (n - i) / (i + 1));
    Ok(number::norm(a.rt, r))
}
fn perm(a: &mut Args<'_>) -> Result<Val, Raised> {
    let n = a.int(0)?;
    let k = a.opt_int(1, n)?;
    let r = (0..k).fold(BigInt::from(1), |r, i| r * (n - i).max(0));
    Ok(number::norm(a.rt, r))
}
fn test(a: &Args<'_>, f: fn(f64) -> bool) -> Result<Val, Raised> {
    a.count(1, 1)?;
    Ok(Val::Bool(f(a.float(0)?)))
}
fn isnan(a: &mut Args<'_>) -> Result<Val, Raised> {
    test(a, f64::is_nan)
}
fn isinf(a: &mut Args<'_>) -> Result<Val, Raised> {
    test(a, f64::is_infinite)
}
fn isfinite(a: &mut Args<'_>) -> Result<Val, Raised> {
    test(a, f64::is_finite)
}
fn isclose(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (x, y) = (a.float(0)?, a.float(1)?);
    let tolerance = |name: &str, default: f64| match a.named(name) {
        Some(v) => crate::native::to_float(a.rt, v),
        None => Ok(default),
    };
    let (rel, abs) = (tolerance("rel_tol", 1e-9)?, tolerance("abs_tol", 0.0)?);
    let near = (x - y).abs() <= (rel * x.abs().max(y.abs())).max(abs);
    Ok(Val::Bool(x == y || near && x.is_finite() && y.is_finite()))
}
fn gamma(a: &mut Args<'_>) -> Result<Val, Raised> {
    let x = a.float(0)?;
    if x == f64::NEG_INFINITY || x <= 0.0 && x.is_finite() && x.fract() == 0.0 {
        return Err(errors::value(a.rt, "math domain error"));
    }
    checked(a, &[x], libm::tgamma(x))
}
fn lgamma(a: &mut Args<'_>) -> Result<Val, Raised> {
    let x = a.float(0)?;
    if x <= 0.0 && x.is_finite() && x.fract() == 0.0 {
        return Err(errors::value(a.rt, "math domain error"));
    }
    checked(a, &[x], libm::lgamma(x))
}
fn remainder(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let (x, y) = (a.float(0)?, a.float(1)?);
    if y.is_infinite() && x.is_finite() {
        return Ok(Val::Float(x));
    }
    checked(a, &[x, y], libm::remainder(x, y))
}
fn frexp(a: &mut Args<'_>) -> Result<Val, Raised> {
    let x = a.float(0)?;
    let (m, e) = if x.is_finite() { libm::frexp(x) } else { (x, 0) };
    ops::tuple_val(a.rt, &[Val::Float(m).into(), Val::Int(i64::from(e)).into()])
}
fn ldexp(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let x = a.float(0)?;
    let n = a.int(1)?.clamp(-100_000, 100_000) as i32;
    checked(a, &[x], libm::ldexp(x, n))
}
fn nextafter(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    Ok(Val::Float(libm::nextafter(a.float(0)?, a.float(1)?)))
}
fn ulp(a: &mut Args<'_>) -> Result<Val, Raised> {
    let x = a.float(0)?.abs();
    let up = libm::nextafter(x, f64::INFINITY);
    Ok(Val::Float(match (x.is_finite(), up.is_finite()) {
        (false, _) => x,
        (_, true) => up - x,
        _ => x - libm::nextafter(x, 0.0),
    }))
}
fn dist(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let (p, q) = (iter::to_vec(a.rt, a.val(0))?, iter::to_vec(a.rt, a.val(1))?);
    if p.len() != q.len() {
        return Err(errors::value(a.rt, "both points must have the same number of dimensions"));
    }
    let mut r = 0.0f64;
    for (x, y) in p.into_iter().zip(q) {
        r = r.hypot(crate::native::to_float(a.rt, x.into())? - crate::native::to_float(a.rt, y.into())?);
    }
    Ok(Val::Float(r))
}
fn modf(a: &mut Args<'_>) -> Result<Val, Raised> {
    let x = a.float(0)?;
    let (f, w) = if x.is_infinite() { (0f64.copysign(x), x) } else { (x - x.trunc(), x.trunc()) };
    ops::tuple_val(a.rt, &[Val::Float(f.copysign(x)).into(), Val::Float(w).into()])
}
/// The sum with one rounding: Shewchuk's partial sums.
fn fsum(a: &mut Args<'_>) -> Result<Val, Raised> {
    let mut partials: Vec<f64> = Vec::new();
    for v in iter::to_vec(a.rt, a.val(0))? {
        let mut x = crate::native::to_float(a.rt, v.into())?;
        let mut kept = Vec::new();
        for &p in &partials {
            let (big, small) = if x.abs() < p.abs() { (p, x) } else { (x, p) };
            let hi = big + small;
            let lo = small - (hi - big);
            if lo != 0.0 {
                kept.push(lo);
            }
            x = hi;
        }
        kept.push(x);
        partials = kept;
    }
    Ok(Val::Float(partials.iter().rev().sum()))
}
fn prod(a: &mut Args<'_>) -> Result<Val, Raised> {
    let mut r = a.named("start").unwrap_or(Val::Int(1));
    for v in iter::to_vec(a.rt, a.val(0))? {
        r = ops::binary(a.rt, crate::bytecode::BinOp::Mul, false, r, v.into())?;
    }
    Ok(r)
}

const FUNCTIONS: &[(&str, Body)] = &[
    ("expm1", expm1),
    ("tan", tan),
    ("asin", asin),
    ("acos", acos),
    ("sinh", sinh),
    ("cosh", cosh),
    ("tanh", tanh),
    ("fabs", fabs),
    ("degrees", degrees),
    ("radians", radians),
    ("cbrt", cbrt),
    ("log", log),
    ("log2", log2),
    ("log10", log10),
    ("log1p", log1p),
    ("pow", pow),
    ("atan2", atan2),
    ("fmod", fmod),
    ("copysign", copysign),
    ("hypot", hypot),
    ("floor", floor),
    ("ceil", ceil),
    ("trunc", trunc),
    ("gcd", gcd),
    ("lcm", lcm),
    ("isqrt", isqrt),
    ("factorial", factorial),
    ("comb", comb),
    ("perm", perm),
    ("isnan", isnan),
    ("isinf", isinf),
    ("isfinite", isfinite),
    ("isclose", isclose),
    ("modf", modf),
    ("fsum", fsum),
    ("prod", prod),
    ("acosh", acosh),
    ("asinh", asinh),
    ("atanh", atanh),
    ("exp2", exp2),
    ("erf", erf),
    ("erfc", erfc),
    ("gamma", gamma),
    ("lgamma", lgamma),
    ("remainder", remainder),
    ("frexp", frexp),
    ("ldexp", ldexp),
    ("nextafter", nextafter),
    ("ulp", ulp),
    ("dist", dist),
];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
    m.set_name(rt, "sqrt", rt.lang.make_native(rt, "sqrt", sqrt, Some(Special::Sqrt)));
    for (i, (name, body)) in [("sin", sin as Body), ("cos", cos), ("exp", exp), ("atan", atan), ("log", log)]
        .into_iter()
        .enumerate()
    {
        m.set_name(rt, name, rt.lang.make_native(rt, name, body, Some(Special::Math(i as u8))));
    }
    for (name, x) in [
        ("pi", std::f64::consts::PI),
        ("e", std::f64::consts::E),
        ("tau", std::f64::consts::TAU),
        ("inf", f64::INFINITY),
        ("nan", f64::NAN),
    ] {
        m.set_name(rt, name, Val::Float(x));
    }
}
