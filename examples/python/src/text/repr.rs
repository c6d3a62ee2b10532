//! `repr` and `str`.

use super::{float, number};
use crate::builtins::descriptors;
use crate::objects::class::Layout;
use crate::objects::{attr, bytes, complex, iter, ops};
use crate::value::{misc, Val};
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use std::fmt::Write as _;

/// A string in quotes.
pub fn quoted(s: &str) -> String {
    let quote = if s.contains('\'') && !s.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(s.len() + 2);
    out.push(quote);
    for c in s.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if is_shown(c) => out.push(c),
            c => escape(c, &mut out),
        }
    }
    out.push(quote);
    out
}

/// Characters that `repr` escapes though they are neither white space nor controls: marks of format, private ones, not characters.
const HIDDEN: &[std::ops::RangeInclusive<char>] = &[
    '\u{ad}'..='\u{ad}',
    '\u{600}'..='\u{605}',
    '\u{61c}'..='\u{61c}',
    '\u{180e}'..='\u{180e}',
    '\u{200b}'..='\u{200f}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{e000}'..='\u{f8ff}',
    '\u{feff}'..='\u{feff}',
    '\u{fff0}'..='\u{fffb}',
    '\u{fffe}'..='\u{ffff}',
    '\u{e0000}'..='\u{e00ff}',
    '\u{e01f0}'..='\u{10ffff}',
];

/// Whether `repr` shows a character as it is. Characters that Unicode has not assigned count as shown, where they are not in one of the ranges above.
fn is_shown(c: char) -> bool {
    c == ' ' || !(c.is_control() || c.is_whitespace() || HIDDEN.iter().any(|r| r.contains(&c)))
}

/// Writes a character by its number.
fn escape(c: char, out: &mut String) {
    let _ = match c as u32 {
        n if n < 256 => write!(out, "\\x{n:02x}"),
        n if n < 65536 => write!(out, "\\u{n:04x}"),
        n => write!(out, "\\U{n:08x}"),
    };
}

/// Text with everything that is not ASCII escaped.
pub fn ascii(s: &str) -> String {
    let mut out = String::new();
    for c in s.chars() {
        match c.is_ascii() {
            true => out.push(c),
            false => escape(c, &mut out),
        }
    }
    out
}

/// Appends to a text, as long as there is memory.
fn push(rt: &Rt, out: &mut String, part: &str) -> Result<(), Raised> {
    // Asking the system takes long: only when the buffer has to grow, by as much as it is about to.
    if out.capacity() - out.len() < part.len() {
        errors::room(rt, out.len() + part.len())?;
        out.try_reserve(part.len()).map_err(|_| errors::memory(rt))?;
    }
    out.push_str(part);
    Ok(())
}

/// Values with commas between them, and what is before and after them.
fn join(rt: &Rt, open: &str, values: &[RawSlot], close: &str) -> Result<String, Raised> {
    let mut out = open.to_string();
    for (i, &v) in values.iter().enumerate() {
        push(rt, &mut out, if i > 0 { ", " } else { "" })?;
        push(rt, &mut out, &repr(rt, v.into())?)?;
    }
    push(rt, &mut out, close)?;
    Ok(out)
}

/// Shows a container, or dots if it is being shown already.
fn once(rt: &Rt, v: Val, dots: &str, f: impl FnOnce() -> Result<String, Raised>) -> Result<String, Raised> {
    let bits = RawSlot::from(v).bits;
    if rt.lang.showing.borrow().contains(&bits) {
        return Ok(dots.to_string());
    }
    if rt.lang.showing.borrow().len() > 1000 {
        return Err(errors::too_deep(rt, " while getting the repr of an object"));
    }
    rt.lang.showing.borrow_mut().push(bits);
    let r = f();
    rt.lang.showing.borrow_mut().pop();
    r
}

fn address(v: Val) -> String {
    format!("0x{:x}", holloway::world::ask("address", || RawSlot::from(v).bits))
}

/// Whether it is an iterator whose class is the library's.
fn is_made_by_library(rt: &Rt, v: Val) -> bool {
    match v {
        Val::Iter(x) => x.kind as usize >= iter::NAMES.len(),
        _ => ops::class_of(rt, v).id != rt.lang.types().generator.id,
    }
}

/// `repr(v)`.
///
/// # Errors
/// What `__repr__` raises.
pub fn repr(rt: &Rt, v: Val) -> Result<String, Raised> {
    Ok(match v {
        Val::Unbound => "<unbound>".into(),
        Val::None => "None".into(),
        b @ (Val::False | Val::True) => if b.is_true() { "True" } else { "False" }.into(),
        Val::Int(i) => i.to_string(),
        Val::Big(b) => b.with(rt, |n| number::decimal(rt, n))?,
        Val::Float(x) => float::repr(x.get()),
        Val::Str(s) => quoted(s.text()),
        Val::Tuple(t) => {
            let items = t.items.as_slice();
            let close = if items.len() == 1 { ",)" } else { ")" };
            once(rt, v, "(...)", || join(rt, "(", items, close))?
        }
        Val::List(l) => once(rt, v, "[...]", || join(rt, "[", &l.to_vec(rt), "]"))?,
        Val::Dict(d) => once(rt, v, "{...}", || {
            let mut out = "{".to_string();
            for (i, (k, x)) in d.items(rt).into_iter().enumerate() {
                push(rt, &mut out, if i > 0 { ", " } else { "" })?;
                push(rt, &mut out, &repr(rt, k.into())?)?;
                push(rt, &mut out, ": ")?;
                push(rt, &mut out, &repr(rt, x.into())?)?;
            }
            push(rt, &mut out, "}")?;
            Ok(out)
        })?,
        Val::Set(s) => once(rt, v, "set(...)", || {
            let items = s.items(rt);
            Ok(match (s.frozen, items.is_empty()) {
                (false, true) => "set()".into(),
                (true, true) => "frozenset()".into(),
                (false, _) => join(rt, "{", &items, "}")?,
                (true, _) => join(rt, "frozenset({", &items, "})")?,
            })
        })?,
        Val::Bytes(b) => bytes::repr(rt, b),
        Val::Complex(c) => complex::repr(c.parts()),
        Val::Range(r) if r.step == 1 => format!("range({}, {})", r.start, r.stop),
        Val::Range(r) => format!("range({}, {}, {})", r.start, r.stop, r.step),
        Val::Slice(s) => {
            let part = |x: RawSlot| repr(rt, x.into());
            format!("slice({}, {}, {})", part(s.start)?, part(s.stop)?, part(s.step)?)
        }
        Val::Func(f) => format!("<function {} at {}>", attr::function_name(rt, f)?, address(v)),
        Val::Native(n) => {
            let info = rt.lang.native(n.id);
            match info.class.get() {
                Some(c) => {
                    let what = if info.is_slot() { "slot wrapper" } else { "method" };
                    format!("<{what} '{}' of '{}' objects>", info.name, c.name)
                }
                None => format!("<built-in function {}>", info.name),
            }
        }
        Val::Method(m) => match Val::from(m.func) {
            Val::Func(f) => {
                let name = attr::function_name(rt, f)?;
                format!("<bound method {name} of {}>", repr(rt, m.this.into())?)
            }
            _ => {
                let this = Val::from(m.this);
                let (name, slot) = match Val::from(m.func) {
                    Val::Native(n) => (rt.lang.native(n.id).name, rt.lang.native(n.id).is_slot()),
                    _ => ("?", false),
                };
                let of = format!("{} object at {}", ops::type_name(rt, this), address(this));
                match slot {
                    true => format!("<method-wrapper '{name}' of {of}>"),
                    false => format!("<built-in method {name} of {of}>"),
                }
            }
        },
        Val::Gen(_) | Val::Iter(_) if is_made_by_library(rt, v) => {
            let c = ops::class_of(rt, v);
            if let Some(f @ Val::Func(_)) = c.lookup_name(rt, "__repr__") {
                return text_of(rt, crate::interp::call::call(rt, f, &[v.into()])?, "__repr__");
            }
            let of = if c.module == "builtins" { String::new() } else { format!("{}.", c.module) };
            format!("<{of}{} object at {}>", c.qualname, address(v))
        }
        Val::Gen(g) => {
            format!("<generator object {} at {}>", attr::function_name(rt, g.func)?, address(v))
        }
        Val::Class(c) => {
            // Only a metaclass of the program's has its own.
            if let Some(f) = ops::special(rt, v, "__repr__").filter(|f| ops::is_asked(rt, *f)) {
                return text_of(rt, crate::interp::call::call(rt, f, &[v.into()])?, "__repr__");
            }
            let c = rt.lang.classes.get(c.id);
            match c.module.as_str() {
                "builtins" => format!("<class '{}'>", c.name),
                m => format!("<class '{m}.{}'>", c.qualname),
            }
        }
        Val::Inst(i) => {
            let c = i.class(rt);
            if let Some(f) = c.lookup_name(rt, "__repr__").filter(|f| ops::is_asked(rt, *f)) {
                return text_of(rt, crate::interp::call::call(rt, f, &[v.into()])?, "__repr__");
            }
            if c.layout == Layout::Exception {
                let args = errors::args_of(rt, i);
                return once(rt, v, "...", || join(rt, &format!("{}(", c.name), &args, ")"));
            }
            if let Some(w) = i.wrapped(rt) {
                let text = repr(rt, w)?;
                // Those that show their class show that of the instance.
                let shown = match w {
                    Val::Set(s) if !s.frozen && s.len(rt) > 0 => return Ok(format!("{}({text})", c.name)),
                    Val::Set(_) => true,
                    Val::Bytes(b) => b.mutable,
                    _ => false,
                };
                return Ok(match text.find('(') {
                    Some(at) if shown => format!("{}{}", c.name, &text[at..]),
                    _ => text,
                });
            }
            let module = if c.module == "builtins" { String::new() } else { format!("{}.", c.module) };
            format!("<{module}{} object at {}>", c.qualname, address(v))
        }
        Val::Misc(m) => match m.kind {
            misc::ELLIPSIS => "Ellipsis".into(),
            misc::NOT_IMPLEMENTED => "NotImplemented".into(),
            misc::MODULE => format!("<module '{}'>", rt.lang.module(m.id).name),
            misc::KEYS | misc::VALUES | misc::ITEMS => once(rt, v, "...", || {
                join(rt, &format!("{}([", ops::type_name(rt, v)), &iter::to_vec(rt, v)?, "])")
            })?,
            misc::NAMESPACE => {
                once(rt, Val::from(m.a.get(&rt.heap)), "{...}", || repr(rt, ops::unwrapped(rt, v)))?
            }
            misc::STATIC | misc::CLASS => {
                format!("<{}({})>", ops::type_name(rt, v), repr(rt, m.a.get(&rt.heap).into())?)
            }
            misc::MEMBER => {
                let what = if m.id == 1 { "member" } else { "attribute" };
                let [name, class] = descriptors::member_parts(rt, m);
                format!("<{what} '{name}' of '{class}' objects>")
            }
            misc::SUPER => {
                let name = |v| match v {
                    Val::Class(c) => &rt.lang.classes.get(c.id).name,
                    v => &ops::class_of(rt, v).name,
                };
                let of = match Val::from(m.b.get(&rt.heap)) {
                    Val::None => "NULL".to_string(),
                    this => format!("<{} object>", name(this)),
                };
                format!("<super: <class '{}'>, {of}>", name(m.a.get(&rt.heap).into()))
            }
            misc::VIEW => format!("<memory at {}>", address(v)),
            _ => format!("<{} object at {}>", ops::type_name(rt, v), address(v)),
        },
        v => format!("<{} object at {}>", ops::type_name(rt, v), address(v)),
    })
}

fn text_of(rt: &Rt, v: Val, what: &str) -> Result<String, Raised> {
    match ops::unwrapped(rt, v) {
        Val::Str(s) => Ok(s.text().to_string()),
        _ => Err(errors::type_(rt, &format!("{what} returned non-string (type {})", ops::type_name(rt, v)))),
    }
}

/// `str(v)`.
///
/// # Errors
/// What `__str__` or `__repr__` raises.
pub fn str(rt: &Rt, v: Val) -> Result<String, Raised> {
    match v {
        Val::Str(s) => Ok(s.text().to_string()),
        Val::Inst(i) => {
            let c = i.class(rt);
            if let Some(f) = c.lookup_name(rt, "__str__").filter(|f| ops::is_asked(rt, *f)) {
                return text_of(rt, crate::interp::call::call(rt, f, &[v.into()])?, "__str__");
            }
            if c.layout == Layout::Exception {
                let own = c.lookup_name(rt, "__repr__").filter(|f| ops::is_asked(rt, *f));
                if own.is_none() {
                    return errors::text(rt, i);
                }
            }
            match i.wrapped(rt) {
                Some(w @ Val::Str(_)) => str(rt, w),
                _ => repr(rt, v),
            }
        }
        v => repr(rt, v),
    }
}
