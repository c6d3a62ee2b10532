//! `complex`: constructor and methods.

use crate::errors;
use crate::native::Args;
use crate::objects::types::Types;
use crate::objects::{complex, ops};
use crate::value::Val;
use crate::Rt;
use holloway::machine::Raised;

fn new(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes_as("complex", 1, 0, 2, &["real", "imag"])?;
    let rt = a.rt;
    let (re, im) = (a.opt(1, "real", Val::Unbound), a.opt(2, "imag", Val::Unbound));
    if let Val::Str(s) = ops::unwrapped(rt, re) {
        if !im.is_unbound() {
            return Err(errors::type_(rt, "complex() can't take second arg if first is a string"));
        }
        return match complex::parse(s.text()) {
            Some(p) => Ok(complex::val(rt, p)),
            None => Err(errors::value(rt, "complex() arg is a malformed string")),
        };
    }
    if matches!(ops::unwrapped(rt, im), Val::Str(_)) {
        return Err(errors::type_(rt, "complex() second arg can't be a string"));
    }
    let part = |v: Val, which: &str| -> Result<complex::Parts, Raised> {
        if v.is_unbound() {
            return Ok((0.0, 0.0));
        }
        if let Some(r) = ops::call_special(rt, v, "__complex__", &[]) {
            let r = r?;
            return match ops::unwrapped(rt, r) {
                Val::Complex(c) => Ok(c.parts()),
                _ => {
                    let text = format!("__complex__ returned non-complex (type {})", ops::type_name(rt, r));
                    Err(errors::type_(rt, &text))
                }
            };
        }
        if let Some(p) = complex::parts(rt, ops::unwrapped(rt, v)) {
            return p;
        }
        if ["__float__", "__index__"].iter().any(|name| ops::special(rt, v, name).is_some()) {
            return crate::native::to_float(rt, v).map(|x| (x, 0.0));
        }
        let text = format!(
            "complex() {which} argument must be a {}number, not '{}'",
            if which == "first" { "string or a " } else { "" },
            ops::type_name(rt, v)
        );
        Err(errors::type_(rt, &text))
    };
    let (x, y) = (part(re, "first")?, part(im, "second")?);
    // Adding a zero would lose the sign of another one.
    let re_part = if matches!(im, Val::Complex(_)) { x.0 - y.1 } else { x.0 };
    let im_part = if matches!(re, Val::Complex(_)) && !im.is_unbound() {
        x.1 + y.0
    } else if im.is_unbound() {
        x.1
    } else {
        y.0
    };
    Ok(complex::val(rt, (re_part, im_part)))
}
fn conjugate(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    match a.this() {
        Val::Complex(c) => Ok(complex::val(a.rt, (c.parts().0, -c.parts().1))),
        v => Ok(v),
    }
}

/// Fills the class.
pub fn fill(rt: &Rt) {
    Types::fill(rt, rt.lang.types().complex, &[("%new", new), ("conjugate", conjugate)]);
}
