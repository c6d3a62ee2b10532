//! Printing, reading, files, and values as text.

use crate::builtins::misc::format_value;
use crate::native::{c_int, Args};
use crate::objects::{number, ops, str};
use crate::value::{Str, Val, NONE};
use crate::{errors, text};
use holloway::heap::Gc;
use holloway::machine::Raised;
use std::io::Write as _;

pub(super) fn print(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let word = |name: &str, default: &str| match a.named(name) {
        None | Some(Val::None) => Ok(default.to_string()),
        Some(v) => match ops::unwrapped(rt, v) {
            Val::Str(s) => Ok(s.text().to_string()),
            _ => {
                let got = ops::type_name(rt, v);
                Err(errors::type_(rt, &format!("{name} must be None or a string, not {got}")))
            }
        },
    };
    let known = |n: &Gc<Str>| ["sep", "end", "file", "flush"].contains(&n.text());
    if let Some(n) = a.names.iter().find(|n| !known(n)) {
        return Err(errors::type_(rt, &format!("'{}' is an invalid keyword argument for print()", n.text())));
    }
    let (sep, end) = (word("sep", " ")?, word("end", "\n")?);
    let to = a.named("file").filter(|f| !f.is_none()).or_else(|| crate::modules::sys::replaced_out(rt));
    let write = |text: &str| match to {
        None => crate::modules::sys::write_out(rt, text),
        Some(f) => ops::call_method(rt, f, "write", &[str::val(rt, text)?.into()]).map(|_| ()),
    };
    // A file of the program's own is written piece by piece, as it may tell.
    let pieces = matches!(to, Some(Val::Inst(_)));
    let mut out = String::new();
    for (i, &v) in a.plain().iter().enumerate() {
        if i > 0 {
            out.push_str(&sep);
            if pieces {
                write(&std::mem::take(&mut out))?;
            }
        }
        match Val::from(v) {
            Val::Str(s) => out.push_str(s.text()),
            v => out.push_str(&ops::str(rt, v)?),
        }
        if pieces {
            write(&std::mem::take(&mut out))?;
        }
    }
    out.push_str(&end);
    write(&out)?;
    let flush = a.named("flush").map_or(Ok(false), |f| ops::truth(rt, f))?;
    match to {
        _ if !flush => {}
        Some(f) => {
            ops::call_method(rt, f, "flush", &[])?;
        }
        None => {
            let _ = rt.lang.out.borrow_mut().flush();
        }
    }
    a.none()
}

pub(super) fn open_file(a: &mut Args<'_>) -> Result<Val, Raised> {
    let open = crate::modules::library(a.rt, "io", "open")?;
    crate::interp::call::call_named(a.rt, open, a.args, a.names)
}

pub(super) fn repr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    str::val(a.rt, &ops::repr(a.rt, a.val(0))?)
}

pub(super) fn ascii(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    str::val(a.rt, &text::repr::ascii(&ops::repr(a.rt, a.val(0))?))
}

pub(super) fn chr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let n = c_int(a.rt, a.val(0))?;
    match u32::try_from(n).ok().and_then(char::from_u32) {
        Some(c) => str::val(a.rt, c.encode_utf8(&mut [0; 4])),
        None => Err(errors::value(a.rt, "chr() arg not in range(0x110000)")),
    }
}

pub(super) fn ord(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    match ops::unwrapped(a.rt, a.val(0)) {
        Val::Str(s) if s.chars == 1 => Ok(Val::Int(s.text().chars().next().map_or(0, |c| c as i64))),
        Val::Str(s) => {
            let text = format!("ord() expected a character, but string of length {} found", s.chars);
            Err(errors::type_(a.rt, &text))
        }
        Val::Bytes(b) => match (b.len(a.rt), b.at(a.rt, 0)) {
            (1, Some(x)) => Ok(Val::Int(x.into())),
            (size, _) => {
                let text = format!("ord() expected a character, but string of length {size} found");
                Err(errors::type_(a.rt, &text))
            }
        },
        _ => {
            let got = ops::type_name(a.rt, a.val(0));
            let text = format!("ord() expected string of length 1, but {got} found");
            Err(errors::type_(a.rt, &text))
        }
    }
}

fn radix(a: &Args<'_>, base: u32, prefix: &str) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let v = ops::index(a.rt, a.val(0))?;
    let n = number::big(a.rt, v).unwrap_or_default();
    let digits = n.magnitude().to_str_radix(base);
    let sign = if n.sign() == num_bigint::Sign::Minus { "-" } else { "" };
    str::val(a.rt, &format!("{sign}{prefix}{digits}"))
}

pub(super) fn hex(a: &mut Args<'_>) -> Result<Val, Raised> {
    radix(a, 16, "0x")
}

pub(super) fn oct(a: &mut Args<'_>) -> Result<Val, Raised> {
    radix(a, 8, "0o")
}

pub(super) fn bin(a: &mut Args<'_>) -> Result<Val, Raised> {
    radix(a, 2, "0b")
}

pub(super) fn format(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 2)?;
    let spec = match ops::unwrapped(a.rt, a.val(1)) {
        Val::Unbound => NONE,
        v @ Val::Str(_) => v.into(),
        _ => {
            let got = if a.val(1).is_none() { "None" } else { ops::type_name(a.rt, a.val(1)) };
            return Err(errors::type_(a.rt, &format!("format() argument 2 must be str, not {got}")));
        }
    };
    format_value(a.rt, a.val(0), spec.into())
}

pub(super) fn input(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(0, 1)?;
    if let v @ (Val::Str(_) | Val::Int(_)) = a.val(0) {
        crate::modules::sys::write_out(a.rt, &ops::str(a.rt, v)?)?;
    }
    let _ = a.rt.lang.out.borrow_mut().flush();
    let mut line = String::new();
    match std::io::BufRead::read_line(&mut holloway::world::Input::new(), &mut line) {
        Ok(n) if n > 0 => str::val(a.rt, line.trim_end_matches('\n')),
        _ => Err(errors::raise(a.rt, a.rt.lang.types().eof_error, "EOF when reading a line")),
    }
}
