//! The module `math`.

use crate::native::{Args, Body, Special};
use crate::objects::number::{self, gcd};
use crate::objects::{iter, ops};
use crate::py::Module;
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;
use holloway::math::{self, Unary};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

/// The result of a function of floats: no number for one, or infinity from finite ones, is an error.
fn checked(a: &Args<'_>, args: &[f64], r: f64) -> Result<Val, Raised> {
    if r.is_nan() && !args.iter().any(|x| x.is_nan()) {
        return Err(errors::value(a.rt, "math domain error"));
    }
    if r.is_infinite() && args.iter().all(|x| x.is_finite()) {
        return Err(errors::overflow(a.rt, "math range error"));
    }
    Ok(Val::float(r))
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
    exp |x| math::native::exp(x);
    expm1 |x| math::native::expm1(x);
    sin |x| math::native::sin(x);
    cos |x| math::native::cos(x);
    tan |x| math::native::tan(x);
    asin |x| math::native::asin(x);
    acos |x| math::native::acos(x);
    atan |x| math::native::atan(x);
    sinh |x| math::native::sinh(x);
    cosh |x| math::native::cosh(x);
    tanh |x| math::native::tanh(x);
    fabs |x| x.abs();
    degrees |x| x * (180.0 / std::f64::consts::PI);
    radians |x| x * (std::f64::consts::PI / 180.0);
    cbrt |x| x.cbrt();
    acosh |x| libm::acosh(x);
    asinh |x| libm::asinh(x);
    atanh |x| if x.abs() >= 1.0 { f64::NAN } else { libm::atanh(x) };
    log1p |x| if x <= -1.0 { f64::NAN } else { x.ln_1p() };
    exp2 |x| x.exp2();
    erf |x| libm::erf(x);
    erfc |x| libm::erfc(x);
}

fn logarithm(a: &Args<'_>, i: usize, f: fn(f64) -> f64) -> Result<f64, Raised> {
    if let v @ Val::Big(_) = a.val(i) {
        if let Some(n) = number::big(a.rt, v) {
            if n.is_negative() {
                return Err(errors::value(a.rt, "math domain error"));
            }
            if let Some(x) = n.to_f64().filter(|x| x.is_finite()) {
                return Ok(f(x));
            }
            // A part from one half to one, and a power of two.
            let bits = n.bits();
            let part = libm::ldexp((n >> (bits - 1000)).to_f64().unwrap_or(1.0), -1000);
            return Ok(f(part) + f(2.0) * bits as f64);
        }
    }
    let x = a.float(i)?;
    if x <= 0.0 {
        return Err(errors::value(a.rt, "math domain error"));
    }
    Ok(f(x))
}
fn log(a: &mut Args<'_>) -> Result<Val, Raised> {
    if a.names.is_empty() && !(1..=2).contains(&a.args.len()) {
        return Err(errors::type_(a.rt, "math.log requires 1 to 2 arguments"));
    }
    if !a.names.is_empty() {
        return Err(errors::type_(a.rt, "log() takes no keyword arguments"));
    }
    let x = logarithm(a, 0, math::native::log)?;
    if a.plain().len() == 1 {
        return Ok(Val::float(x));
    }
    let b = logarithm(a, 1, math::native::log)?;
    if b == 0.0 {
        return Err(errors::zero_division(a.rt, "float division by zero"));
    }
    Ok(Val::float(x / b))
}
fn log2(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    logarithm(a, 0, math::native::log2).map(Val::float)
}
fn log10(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    logarithm(a, 0, math::native::log10).map(Val::float)
}
fn pow(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let (x, y) = (a.float(0)?, a.float(1)?);
    if x == 0.0 && y < 0.0 && y.is_finite() {
        return Err(errors::value(a.rt, "math domain error"));
    }
    checked(a, &[x, y], math::native::pow(x, y))
}
fn atan2(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    Ok(Val::float(math::native::atan2(a.float(0)?, a.float(1)?)))
}
fn fmod(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let (x, y) = (a.float(0)?, a.float(1)?);
    checked(a, &[x, y], x % y)
}
fn copysign(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    Ok(Val::float(a.float(0)?.copysign(a.float(1)?)))
}
fn hypot(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(0, usize::MAX)?;
    let all: Result<Vec<f64>, Raised> = (0..a.plain().len()).map(|i| a.float(i)).collect();
    Ok(Val::float(length(&all?)))
}
/// The root of the sum of squares, rounded nearly always as the exact value would be: squares and sums keep what rounding takes from them, and what the
/// square of the root is off by corrects the root.
pub fn length(all: &[f64]) -> f64 {
    let most = all.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    if all.iter().any(|x| x.is_infinite()) {
        return f64::INFINITY;
    }
    if all.iter().any(|x| x.is_nan()) {
        return f64::NAN;
    }
    if all.len() < 2 || most == 0.0 {
        return most;
    }
    let e = libm::frexp(most).1;
    // The first sum, and what it lacks.
    let (mut sum, mut lost) = (0.0f64, 0.0);
    let mut add = |x: f64| {
        let s = sum + x;
        let kept = s - sum;
        lost += (sum - (s - kept)) + (x - kept);
        sum = s;
    };
    for &x in all {
        let x = libm::ldexp(x, -e);
        let square = x * x;
        add(square);
        add(x.mul_add(x, -square));
    }
    let h = (sum + lost).sqrt();
    let square = h * h;
    let off = (sum - square) - h.mul_add(h, -square) + lost;
    libm::ldexp(h + off / (2.0 * h), e)
}
fn rounded(a: &Args<'_>, name: &'static str, f: fn(f64) -> f64) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let v = a.val(0);
    if let Some(r) = ops::call_special(a.rt, v, name, &[]) {
        return r;
    }
    match v {
        Val::Float(x) => number::float_to_int(a.rt, f(x.get())),
        Val::Int(_) | Val::Big(_) | Val::False | Val::True => ops::index(a.rt, v),
        _ if name == "__trunc__"
            && !matches!(ops::unwrapped(a.rt, v), Val::Float(_) | Val::Int(_) | Val::Big(_)) =>
        {
            let text = format!("type {} doesn't define __trunc__ method", ops::type_name(a.rt, v));
            Err(errors::type_(a.rt, &text))
        }
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
fn gcd_of(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(0, usize::MAX)?;
    if let (2, Val::Int(x), Val::Int(y)) = (a.plain().len(), a.val(0), a.val(1)) {
        let r = gcd::of_words(x, y);
        return Ok(i64::try_from(r).map_or_else(|_| number::norm(a.rt, r.into()), Val::Int));
    }
    let mut r = BigInt::from(0);
    for i in 0..a.plain().len() {
        r = gcd::gcd(&r, &integer(a, i)?);
    }
    Ok(number::norm(a.rt, r))
}
fn lcm(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(0, usize::MAX)?;
    let mut r = BigInt::from(1);
    for i in 0..a.plain().len() {
        let x = integer(a, i)?;
        let common = gcd::gcd(&r, &x);
        r = if common.is_zero() { common } else { (&r / common * x).abs() };
    }
    Ok(number::norm(a.rt, r))
}
fn isqrt(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let n = integer(a, 0)?;
    if n.is_negative() {
        return Err(errors::value(a.rt, "isqrt() argument must be nonnegative"));
    }
    Ok(number::norm(a.rt, n.sqrt()))
}
fn factorial(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let n = integer(a, 0)?;
    if n.is_negative() {
        return Err(errors::value(a.rt, "factorial() not defined for negative values"));
    }
    let Some(n) = n.to_i64() else {
        let text = format!("factorial() argument should not exceed {}", i64::MAX);
        return Err(errors::overflow(a.rt, &text));
    };
    let r = (2..=n).fold(BigInt::from(1), |r, i| r * i);
    Ok(number::norm(a.rt, r))
}
/// The two arguments of `comb` and `perm`, the second at most so large.
fn chosen(a: &Args<'_>, n: &BigInt, k: &BigInt, steps: &BigInt, what: &str) -> Result<u64, Raised> {
    for (v, name) in [(n, "n"), (k, "k")] {
        if v.is_negative() {
            return Err(errors::value(a.rt, &format!("{name} must be a non-negative integer")));
        }
    }
    if k > n {
        return Ok(0);
    }
    let most = i64::MAX;
    steps
        .to_u64()
        .filter(|&s| s <= most as u64)
        .ok_or_else(|| errors::overflow(a.rt, &format!("{what} must not exceed {most}")))
}
fn comb(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let (n, k) = (integer(a, 0)?, integer(a, 1)?);
    let fewest = k.clone().min(&n - &k);
    let steps = chosen(a, &n, &k, &fewest, "min(n - k, k)")?;
    let r = (0..steps).fold(BigInt::from(i32::from(k <= n)), |r, i| r * (&n - i) / (i + 1));
    Ok(number::norm(a.rt, r))
}
fn perm(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 2)?;
    let n = integer(a, 0)?;
    let whole = matches!(a.val(1), Val::Unbound | Val::None);
    if whole && n.is_negative() {
        return Err(errors::value(a.rt, "factorial() not defined for negative values"));
    }
    let k = if whole { n.clone() } else { integer(a, 1)? };
    let steps = chosen(a, &n, &k, &k, "k")?;
    let r = (0..steps).fold(BigInt::from(i32::from(k <= n)), |r, i| r * (&n - i));
    Ok(number::norm(a.rt, r))
}
fn test(a: &Args<'_>, f: fn(f64) -> bool) -> Result<Val, Raised> {
    a.count(1, 1)?;
    Ok(Val::bool(f(a.float(0)?)))
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
    a.takes_as("isclose", 0, 2, 2, &["a", "b", "rel_tol", "abs_tol"])?;
    let part = |i: usize, name: &str, default: f64| {
        crate::native::to_float(a.rt, a.opt(i, name, Val::float(default)))
    };
    let (x, y) = (part(0, "a", 0.0)?, part(1, "b", 0.0)?);
    let (rel, abs) = (part(2, "rel_tol", 1e-9)?, part(3, "abs_tol", 0.0)?);
    if rel < 0.0 || abs < 0.0 {
        return Err(errors::value(a.rt, "tolerances must be non-negative"));
    }
    let near = (x - y).abs() <= (rel * x.abs().max(y.abs())).max(abs);
    Ok(Val::bool(x == y || near && x.is_finite() && y.is_finite()))
}
fn gamma(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let x = a.float(0)?;
    if x == f64::NEG_INFINITY || x <= 0.0 && x.is_finite() && x.fract() == 0.0 {
        return Err(errors::value(a.rt, "math domain error"));
    }
    checked(a, &[x], libm::tgamma(x))
}
fn lgamma(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
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
        return Ok(Val::float(x));
    }
    // What is left, and what lacks to the next multiple; of equal ones that of the even multiple.
    let (top, bottom) = (x.abs(), y.abs());
    let left = top % bottom;
    let lacking = bottom - left;
    let even = || ((top - left) / 2.0) % bottom == 0.0;
    let r = if left < lacking || left == lacking && even() { left } else { left - bottom };
    checked(a, &[x, y], if x.is_sign_negative() { -r } else { r })
}
fn frexp(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let x = a.float(0)?;
    let (m, e) = if x.is_finite() { libm::frexp(x) } else { (x, 0) };
    ops::tuple_val(a.rt, &[Val::float(m).into(), Val::Int(i64::from(e)).into()])
}
fn ldexp(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let x = a.float(0)?;
    let n = match ops::unwrapped(a.rt, a.val(1)) {
        Val::Int(_) | Val::Big(_) | Val::False | Val::True => a.bound(1, 0)?.clamp(-100_000, 100_000) as i32,
        _ => return Err(errors::type_(a.rt, "Expected an int as second argument to ldexp.")),
    };
    checked(a, &[x], libm::ldexp(x, n))
}
fn nextafter(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    Ok(Val::float(libm::nextafter(a.float(0)?, a.float(1)?)))
}
fn ulp(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let x = a.float(0)?.abs();
    let up = libm::nextafter(x, f64::INFINITY);
    Ok(Val::float(match (x.is_finite(), up.is_finite()) {
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
    let float = |v: holloway::heap::RawSlot| crate::native::to_float(a.rt, v.into());
    let apart: Result<Vec<f64>, Raised> =
        p.into_iter().zip(q).map(|(x, y)| Ok(float(x)? - float(y)?)).collect();
    Ok(Val::float(length(&apart?)))
}
fn modf(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let x = a.float(0)?;
    let (f, w) = if x.is_infinite() { (0f64.copysign(x), x) } else { (x - x.trunc(), x.trunc()) };
    ops::tuple_val(a.rt, &[Val::float(f.copysign(x)).into(), Val::float(w).into()])
}
/// The sum with one rounding: Shewchuk's partial sums.
fn fsum(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let mut partials: Vec<f64> = Vec::new();
    // What is not finite is summed apart.
    let (mut special, mut infinite) = (0.0, 0.0);
    iter::each(a.rt, a.val(0), |v| {
        let given = crate::native::to_float(a.rt, v.into())?;
        let mut x = given;
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
        if x.is_finite() {
            kept.push(x);
        } else if given.is_finite() {
            return Err(errors::overflow(a.rt, "intermediate overflow in fsum"));
        } else {
            if given.is_infinite() {
                infinite += given;
            }
            special += given;
            kept.clear();
        }
        partials = kept;
        Ok(())
    })?;
    if special != 0.0 {
        if f64::is_nan(infinite) {
            return Err(errors::value(a.rt, "-inf + inf in fsum"));
        }
        return Ok(Val::float(special));
    }
    // From the greatest on, until something is lost; a half that is lost is rounded by the sign of what follows.
    let mut hi = partials.pop().unwrap_or(0.0);
    while let Some(p) = partials.pop() {
        let sum = hi + p;
        let lost = p - (sum - hi);
        hi = sum;
        if lost != 0.0 {
            let next = partials.last().copied().unwrap_or(0.0);
            if lost < 0.0 && next < 0.0 || lost > 0.0 && next > 0.0 {
                let up = hi + lost * 2.0;
                if up - hi == lost * 2.0 {
                    hi = up;
                }
            }
            break;
        }
    }
    Ok(Val::float(hi))
}
fn prod(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes_as("prod", 0, 1, 1, &["", "start"])?;
    let mut r = a.named("start").unwrap_or(Val::Int(1));
    iter::each(a.rt, a.val(0), |v| {
        r = ops::binary(a.rt, crate::bytecode::BinOp::Mul, false, r, v.into())?;
        Ok(())
    })?;
    Ok(r)
}

const FUNCTIONS: &[(&str, Body)] = &[
    ("fabs", fabs),
    ("degrees", degrees),
    ("radians", radians),
    ("cbrt", cbrt),
    ("log", log),
    ("log1p", log1p),
    ("pow", pow),
    ("fmod", fmod),
    ("copysign", copysign),
    ("floor", floor),
    ("ceil", ceil),
    ("trunc", trunc),
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

/// Functions that the interpreter knows.
const KNOWN: &[(&str, Body, Special)] = &[
    ("sqrt", sqrt, Special::Sqrt),
    ("sin", sin, Special::Math(Unary::Sin)),
    ("cos", cos, Special::Math(Unary::Cos)),
    ("exp", exp, Special::Math(Unary::Exp)),
    ("cosh", cosh, Special::Math(Unary::Cosh)),
    ("sinh", sinh, Special::Math(Unary::Sinh)),
    ("tanh", tanh, Special::Math(Unary::Tanh)),
    ("expm1", expm1, Special::Math(Unary::Expm1)),
    ("asin", asin, Special::Math(Unary::Asin)),
    ("acos", acos, Special::Math(Unary::Acos)),
    ("atan", atan, Special::Math(Unary::Atan)),
    ("atan2", atan2, Special::Atan2),
    ("hypot", hypot, Special::Hypot),
    ("gcd", gcd_of, Special::Gcd),
    ("log", log, Special::Math(Unary::Log)),
    ("log2", log2, Special::Math(Unary::Log2)),
    ("log10", log10, Special::Math(Unary::Log10)),
    ("tan", tan, Special::Math(Unary::Tan)),
];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
    for &(name, body, special) in KNOWN {
        m.set_name(rt, name, rt.lang.make_native(rt, name, body, Some(special)));
    }
    m.all(rt).into_iter().for_each(|(_, f)| rt.lang.set_module(f, "math"));
    for (name, x) in [
        ("pi", std::f64::consts::PI),
        ("e", std::f64::consts::E),
        ("tau", std::f64::consts::TAU),
        ("inf", f64::INFINITY),
        ("nan", f64::NAN),
    ] {
        m.set_name(rt, name, Val::float(x));
    }
}
