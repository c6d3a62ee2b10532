//! `str.translate` and `str.maketrans`.

use super::this;
use crate::native::Args;
use crate::objects::{dict, item, ops, str};
use crate::value::{Val, NONE};
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;

const OUT_OF_RANGE: &str = "character mapping must be in range(0x110000)";

/// Appends what a table has for a character.
fn translated(rt: &Rt, by: Val, out: &mut String) -> Result<(), Raised> {
    match ops::unwrapped(rt, by) {
        Val::None => {}
        Val::Str(s) => out.push_str(s.text()),
        Val::Int(n) => match u32::try_from(n).ok().and_then(char::from_u32) {
            Some(c) => out.push(c),
            None => return Err(errors::value(rt, OUT_OF_RANGE)),
        },
        Val::Big(_) => return Err(errors::value(rt, OUT_OF_RANGE)),
        b @ (Val::False | Val::True) => return translated(rt, Val::Int(b.is_true().into()), out),
        _ => return Err(errors::type_(rt, "character mapping must return integer, None or str")),
    }
    Ok(())
}

pub(super) fn translate(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let t = this(a)?;
    let mut out = String::new();
    // What a dictionary does not have is no error that is made.
    if let Val::Dict(d) = Val::from(a.plain()[1]) {
        for c in t.text().chars() {
            match dict::get(a.rt, d.table(), Val::Int(c as i64).into())? {
                Some(by) => translated(a.rt, by.into(), &mut out)?,
                None => out.push(c),
            }
        }
        return str::val(a.rt, &out);
    }
    for c in t.text().chars() {
        match item::get(a.rt, a.val(1), Val::Int(c as i64)) {
            Ok(by) => translated(a.rt, by, &mut out)?,
            Err(Raised) if errors::caught(a.rt, a.rt.lang.types().lookup_error).is_some() => out.push(c),
            Err(Raised) => return Err(Raised),
        }
    }
    str::val(a.rt, &out)
}

pub(super) fn maketrans(a: &mut Args<'_>) -> Result<Val, Raised> {
    if !a.names.is_empty() {
        return Err(errors::type_(a.rt, "str.maketrans() takes no keyword arguments"));
    }
    a.count(1, 3)?;
    let rt = a.rt;
    let d = dict::new(rt);
    let put = |k: char, v: RawSlot| dict::set(rt, d.table(), Val::Int(k as i64).into(), v).map(|_| ());
    if a.plain().len() == 1 {
        let Val::Dict(x) = ops::unwrapped(rt, a.val(0)) else {
            let text = "if you give only one argument to maketrans it must be a dict";
            return Err(errors::type_(rt, text));
        };
        for (k, v) in x.items(rt) {
            match ops::unwrapped(rt, k.into()) {
                Val::Str(s) if s.chars == 1 => s.text().chars().try_for_each(|c| put(c, v))?,
                Val::Str(_) => {
                    return Err(errors::value(rt, "string keys in translate table must be of length 1"))
                }
                Val::Int(_) | Val::False | Val::True | Val::Big(_) => {
                    dict::set(rt, d.table(), k, v)?;
                }
                _ => {
                    let text = "keys in translate table must be strings or integers";
                    return Err(errors::type_(rt, text));
                }
            }
        }
        return Ok(Val::Dict(d));
    }
    let word = |i: usize| match ops::unwrapped(rt, a.val(i)) {
        Val::Str(s) => Ok(s),
        _ => {
            let got = if a.val(i).is_none() { "None" } else { ops::type_name(rt, a.val(i)) };
            Err(errors::type_(rt, &format!("maketrans() argument {} must be str, not {got}", i + 1)))
        }
    };
    let y = word(1)?;
    let gone = if a.plain().len() > 2 { Some(word(2)?) } else { None };
    let Val::Str(x) = ops::unwrapped(rt, a.val(0)) else {
        let text = "first maketrans argument must be a string if there is a second argument";
        return Err(errors::type_(rt, text));
    };
    if x.chars != y.chars {
        return Err(errors::value(rt, "the first two maketrans arguments must have equal length"));
    }
    for (k, v) in x.text().chars().zip(y.text().chars()) {
        put(k, Val::Int(v as i64).into())?;
    }
    if let Some(gone) = gone {
        gone.text().chars().try_for_each(|c| put(c, NONE))?;
    }
    Ok(Val::Dict(d))
}
