//! Arguments of methods, and what is wrong with them. Messages do not name the function, as CPython's for these do not.

use crate::errors;
use crate::native::{plural, Args};
use crate::value::Val;
use holloway::machine::Raised;

/// What follows the first arguments, by place or by name: at least so many.
///
/// # Errors
/// `TypeError`.
#[inline]
pub fn named<const N: usize>(
    a: &Args<'_>,
    first: usize,
    least: usize,
    names: [&str; N],
) -> Result<[Val; N], Raised> {
    let mut made = [Val::Unbound; N];
    let plain = a.plain().get(first..).unwrap_or_default();
    let all = plain.len() + a.names.len();
    if all > N || plain.len() < least || !a.names.is_empty() {
        return by_name(a, first, least, names);
    }
    for (to, &from) in made.iter_mut().zip(plain) {
        *to = from.into();
    }
    Ok(made)
}

#[cold]
fn by_name<const N: usize>(
    a: &Args<'_>,
    first: usize,
    least: usize,
    names: [&str; N],
) -> Result<[Val; N], Raised> {
    let plain = a.plain().get(first..).unwrap_or_default();
    let all = plain.len() + a.names.len();
    let wrong = |text: &str| Err(errors::type_(a.rt, text));
    if all > N {
        let s = plural(N);
        return wrong(&format!("function takes at most {N} argument{s} ({all} given)"));
    }
    let mut made = [Val::Unbound; N];
    for (i, to) in made.iter_mut().enumerate() {
        let by_name = || a.named(names[i]).filter(|_| !names[i].is_empty());
        match (plain.get(i), by_name()) {
            (Some(_), Some(_)) => {
                let at = i + 1;
                return wrong(&format!(
                    "argument for function given by name ('{}') and position ({at})",
                    names[i]
                ));
            }
            (Some(&v), None) => *to = v.into(),
            (None, Some(v)) => *to = v,
            (None, None) if i < least && names[i].is_empty() => {
                let n = plain.len();
                return wrong(&format!(
                    "function takes at least {least} argument{} ({n} given)",
                    plural(least)
                ));
            }
            (None, None) if i < least => {
                return wrong(&format!("function missing required argument '{}' (pos {})", names[i], i + 1));
            }
            (None, None) => {}
        }
    }
    match a.names.iter().find(|n| !names.contains(&n.text())) {
        Some(n) => wrong(&format!("'{}' is an invalid keyword argument for this function", n.text())),
        None => Ok(made),
    }
}

/// Exactly so many by place.
///
/// # Errors
/// `TypeError`.
pub fn exactly<const N: usize>(a: &Args<'_>, first: usize) -> Result<[Val; N], Raised> {
    if !a.names.is_empty() {
        return Err(errors::type_(a.rt, &format!("{}() takes no keyword arguments", a.native.name)));
    }
    let given = a.args.len().saturating_sub(first);
    if given != N {
        let text = format!("function takes exactly {N} argument{} ({given} given)", plural(N));
        return Err(errors::type_(a.rt, &text));
    }
    Ok(std::array::from_fn(|i| a.val(first + i)))
}
