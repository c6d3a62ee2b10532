//! The library `utf8`.
//!
//! **Invariants.** Positions are checked by [`crate::text::utf8`], in the reference's words.
//!
//! **Example.** `utf8.char(72, 8364)` is `H€`; `utf8.len("\xff")` is nil and 1.

use crate::native::{Body, Call, Special};
use crate::table::Table;
use crate::text::utf8;
use crate::value::Val;
use crate::Rt;
use holloway::heap::Gc;
use holloway::machine::Raised;

type Done = Result<(), Raised>;

const FUNCTIONS: super::Functions =
    &[("char", char), ("codepoint", codepoint), ("codes", codes), ("len", len), ("offset", offset)];

/// The iterators of `codes`, by names in the registry: strict and lax.
const STEPS: [(&str, Body); 2] = [("utf8 strict", strict_step), ("utf8 lax", lax_step)];

/// Fills the table of the library.
pub fn fill(rt: &Rt, t: Gc<Table>) -> Done {
    rt.lang.register(rt, t, FUNCTIONS);
    t.set_name(rt, "charpattern", Val::Str(crate::string::make(rt, utf8::CHAR_PATTERN)?))?;
    for (name, body) in STEPS {
        let step = rt.lang.make_native(rt, "for iterator", body, Special::None);
        rt.lang.registry().set_name(rt, name, Val::Native(step))?;
    }
    Ok(())
}

fn char(c: &mut Call<'_>) -> Done {
    let mut out = Vec::new();
    for i in 1..=c.len() {
        let code = c.check_int(i)?;
        utf8::encode(&mut out, code, i).map_err(|e| c.text_error(e))?;
    }
    c.push_str(out)
}

fn codepoint(c: &mut Call<'_>) -> Done {
    let s = c.check_str(1)?;
    let first = c.opt_int(2, 1)?;
    let last = c.opt_int(3, first)?;
    let lax = c.val(4).truthy();
    let mut codes = Vec::new();
    utf8::codepoints(s.bytes(), first, last, lax, |code| codes.push(code)).map_err(|e| c.text_error(e))?;
    codes.into_iter().for_each(|code| c.push(Val::Int(code.into())));
    Ok(())
}

fn len(c: &mut Call<'_>) -> Done {
    let s = c.check_str(1)?;
    let (first, last) = (c.opt_int(2, 1)?, c.opt_int(3, -1)?);
    match utf8::length(s.bytes(), first, last, c.val(4).truthy()).map_err(|e| c.text_error(e))? {
        Ok(n) => c.push(Val::Int(n as i64)),
        Err(at) => {
            c.push(Val::Nil);
            c.push(Val::Int(at));
        }
    }
    Ok(())
}

fn offset(c: &mut Call<'_>) -> Done {
    let s = c.check_str(1)?;
    let n = c.check_int(2)?;
    let start = if c.val(3).is_nil() { None } else { Some(c.check_int(3)?) };
    let at = utf8::offset(s.bytes(), n, start).map_err(|e| c.text_error(e))?;
    c.push(at.map_or(Val::Nil, Val::Int));
    Ok(())
}

fn codes(c: &mut Call<'_>) -> Done {
    let s = c.check_str(1)?;
    let (name, _) = STEPS[usize::from(c.val(2).truthy())];
    c.push(c.rt.lang.registry().get_name(c.rt, name));
    c.push(Val::Str(s));
    c.push(Val::Int(0));
    Ok(())
}

fn step(c: &mut Call<'_>, lax: bool) -> Done {
    let s = c.check_str(1)?;
    let last = c.check_int(2)?;
    if let Some((at, code)) = utf8::next_code(s.bytes(), last, lax).map_err(|e| c.text_error(e))? {
        c.push(Val::Int(at));
        c.push(Val::Int(code.into()));
    }
    Ok(())
}

fn strict_step(c: &mut Call<'_>) -> Done {
    step(c, false)
}

fn lax_step(c: &mut Call<'_>) -> Done {
    step(c, true)
}
