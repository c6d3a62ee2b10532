//! Exceptions: raising them from helpers, and what they say. Reports are in `traceback`.
//!
//! An exception is an instance whose first slots are `args`, `__traceback__`, `__context__`, `__cause__`. A traceback is a chain of code and place, outermost
//! first, grown at the front while activations are unwound.

use crate::objects::class::{self, ClassInfo};
use crate::objects::{ops, str};
use crate::value::{Instance, Tuple, Val};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// Makes an exception with these arguments.
pub fn make(rt: &Rt, c: &ClassInfo, args: &[RawSlot]) -> Gc<Instance> {
    let i = class::instance(rt, c);
    if let Ok(t) = rt.heap.alloc_with(Tuple::new(), args) {
        i.s0.set(&rt.heap, Val::Tuple(t).into());
    }
    i
}

/// Raises a value, which is an exception.
pub fn throw(rt: &Rt, v: Val) -> Raised {
    rt.error.set(v.into());
    Raised
}

/// Raises an exception of a class with a message.
pub fn raise(rt: &Rt, c: &ClassInfo, message: &str) -> Raised {
    match str::make(rt, message) {
        Ok(s) => throw(rt, Val::Inst(make(rt, c, &[Val::Str(s).into()]))),
        Err(Raised) => Raised,
    }
}

macro_rules! raisers {
    ($($f:ident $t:ident $name:literal;)*) => {$(
        #[doc = concat!("Raises `", $name, "`.")]
        #[cold]
        pub fn $f(rt: &Rt, message: &str) -> Raised {
            raise(rt, rt.lang.types().$t, message)
        }
    )*};
}
raisers! {
    type_ type_error "TypeError";
    value value_error "ValueError";
    index index_error "IndexError";
    attribute attribute_error "AttributeError";
    zero_division zero_division_error "ZeroDivisionError";
    overflow overflow_error "OverflowError";
    name name_error "NameError";
    unbound_local unbound_local_error "UnboundLocalError";
    runtime runtime_error "RuntimeError";
    import import_error "ImportError";
}

/// Raises `RecursionError`; `doing` begins with a space, or is empty.
#[cold]
pub fn too_deep(rt: &Rt, doing: &str) -> Raised {
    raise(rt, rt.lang.types().recursion_error, &format!("maximum recursion depth exceeded{doing}"))
}

/// Least native stack for going on: what the deepest library function takes, several times over.
const MIN_NATIVE_STACK: usize = 256 << 10;

/// Whether there is native stack for code that calls itself by way of the program or of nested data.
pub fn has_native_room(rt: &Rt) -> bool {
    rt.native_stack_left() >= MIN_NATIVE_STACK
}

/// Looks whether there is.
///
/// # Errors
/// `RecursionError`; see [`too_deep`].
pub fn native_room(rt: &Rt, doing: &str) -> Result<(), Raised> {
    match has_native_room(rt) {
        true => Ok(()),
        false => Err(too_deep(rt, doing)),
    }
}

/// Raises `ModuleNotFoundError`, which knows the module's name.
pub fn module_not_found(rt: &Rt, name: &str) -> Raised {
    let raised = raise(rt, rt.lang.types().module_not_found_error, &format!("No module named '{name}'"));
    if let (Val::Inst(e), Ok(name)) = (Val::from(rt.error.get()), str::val(rt, name)) {
        // It can only fail for want of memory, and then there is no such attribute.
        let _ = e.set_own(rt, str::intern(rt, "name"), name.into());
    }
    raised
}

/// Whether the error being raised says that there is no module of this name.
pub fn names_module(rt: &Rt, name: &str) -> bool {
    let e = caught(rt, rt.lang.types().module_not_found_error);
    let said = e.and_then(|e| e.own(rt, str::intern(rt, "name")));
    matches!(said.map(Val::from), Some(Val::Str(s)) if s.text() == name)
}

/// Raises what a `StopIteration` becomes that leaves a generator.
pub fn stopped_generator(rt: &Rt, e: Val) -> Raised {
    let raised = runtime(rt, "generator raised StopIteration");
    if let Val::Inst(i) = Val::from(rt.error.get()) {
        i.s2.set(&rt.heap, e.into());
        i.s3.set(&rt.heap, e.into());
    }
    raised
}

/// Raises `KeyError` for a key.
pub fn key(rt: &Rt, k: Val) -> Raised {
    throw(rt, Val::Inst(make(rt, rt.lang.types().key_error, &[k.into()])))
}

/// Raises `StopIteration`.
pub fn stop_iteration(rt: &Rt, v: Val) -> Raised {
    let args = if v.is_none() { vec![] } else { vec![RawSlot::from(v)] };
    throw(rt, Val::Inst(make(rt, rt.lang.types().stop_iteration, &args)))
}

/// Makes sure that there is memory for so many bytes that the program asks for, twice: they are put together before they become an object.
///
/// # Errors
/// `MemoryError`.
pub fn room(rt: &Rt, bytes: usize) -> Result<(), Raised> {
    rt.heap.room(bytes.saturating_mul(2)).map_err(|_| memory(rt))
}

/// Raises `MemoryError`.
pub fn memory(rt: &Rt) -> Raised {
    throw(rt, Val::Inst(make(rt, rt.lang.types().memory_error, &[])))
}

/// Raises `UnicodeDecodeError` or `UnicodeEncodeError`.
pub fn unicode(
    rt: &Rt,
    c: &ClassInfo,
    encoding: &str,
    object: Val,
    range: (usize, usize),
    reason: &str,
) -> Raised {
    let (Ok(name), Ok(reason)) = (str::val(rt, encoding), str::val(rt, reason)) else { return Raised };
    let (from, to) = (Val::Int(range.0 as i64), Val::Int(range.1 as i64));
    throw(rt, Val::Inst(make(rt, c, &[name, object, from, to, reason].map(RawSlot::from))))
}

/// Makes `old` the context of `x`, which is then in no context of `old`'s.
pub fn set_context(rt: &Rt, x: Gc<Instance>, old: Gc<Instance>) {
    let mut at = old;
    for _ in 0..1000 {
        match Val::from(at.s2.get(&rt.heap)) {
            Val::Inst(next) if next == x => {
                at.s2.set(&rt.heap, Val::None.into());
                break;
            }
            Val::Inst(next) => at = next,
            _ => break,
        }
    }
    x.s2.set(&rt.heap, Val::Inst(old).into());
}

/// What such an exception says.
fn unicode_text(rt: &Rt, e: Gc<Instance>, args: &[RawSlot]) -> Option<String> {
    let [encoding @ .., object, start, end, reason] = args else { return None };
    let as_text = |v: RawSlot| match ops::unwrapped(rt, v.into()) {
        Val::Str(s) => Some(s),
        _ => None,
    };
    let as_int = |v: RawSlot| match ops::index(rt, v.into()) {
        Ok(Val::Int(n)) => Some(n),
        _ => None,
    };
    let (from, to) = (as_int(*start)?, as_int(*end)?);
    let (name, reason) = (encoding.first().map(|&e| as_text(e)), as_text(*reason)?);
    let reason = reason.text();
    let single = to.checked_sub(from) == Some(1);
    let Some(name) = name else {
        let object = as_text(*object)?;
        return Some(match object.text().chars().nth(from as usize).filter(|_| single) {
            Some(c) => format!("can't translate character '{}' in position {from}: {reason}", escaped(c)),
            None => format!("can't translate characters in position {from}-{}: {reason}", to.wrapping_sub(1)),
        });
    };
    let name = name?;
    let name = name.text();
    if e.class(rt).is_subclass(rt.lang.types().unicode_decode_error) {
        let data = crate::objects::bytes::of(rt, (*object).into())?;
        return Some(match data.get(from as usize).filter(|_| single) {
            Some(b) => format!("'{name}' codec can't decode byte 0x{b:02x} in position {from}: {reason}"),
            None => {
                format!(
                    "'{name}' codec can't decode bytes in position {from}-{}: {reason}",
                    to.wrapping_sub(1)
                )
            }
        });
    }
    let s = as_text(*object)?;
    Some(match s.text().chars().nth(from as usize).filter(|_| single) {
        Some(c) => {
            format!("'{name}' codec can't encode character '{}' in position {from}: {reason}", escaped(c))
        }
        None => {
            format!(
                "'{name}' codec can't encode characters in position {from}-{}: {reason}",
                to.wrapping_sub(1)
            )
        }
    })
}

/// A character as in a literal of letters without accents.
fn escaped(c: char) -> String {
    match c as u32 {
        n @ 0..=0xFF => format!("\\x{n:02x}"),
        n @ 0x100..=0xFFFF => format!("\\u{n:04x}"),
        n => format!("\\U{n:08x}"),
    }
}

/// The attributes of a syntax error that its second argument gives.
pub const SYNTAX_PARTS: &[&str] = &["filename", "lineno", "offset", "text", "end_lineno", "end_offset"];

/// An attribute of a syntax error, whose arguments are its message and (file, line, offset, text, end line, end offset).
pub fn syntax_part(rt: &Rt, e: Gc<Instance>, name: &str) -> Option<Val> {
    if let Some(own) = e.own(rt, str::intern(rt, name)) {
        return Some(own.into());
    }
    let args = args_of(rt, e);
    if name == "msg" {
        return Some(args.first().map_or(Val::None, |&m| m.into()));
    }
    let parts = match args.get(1).map(|&d| Val::from(d)) {
        Some(Val::Tuple(t)) => t.items.as_slice().to_vec(),
        _ => Vec::new(),
    };
    let part = SYNTAX_PARTS.iter().position(|n| *n == name).and_then(|i| parts.get(i).copied());
    Some(part.map_or(Val::None, Val::from))
}

/// If the error being raised is of a class: takes it.
pub fn caught(rt: &Rt, c: &ClassInfo) -> Option<Gc<Instance>> {
    match Val::from(rt.error.get()) {
        Val::Inst(i) if i.class(rt).is_subclass(c) => Some(i),
        _ => None,
    }
}

/// Whether a raised error is the end of an iteration; if so it is over, with this value.
///
/// # Errors
/// Any other error goes on.
pub fn end_of_iteration(rt: &Rt) -> Result<Val, Raised> {
    match caught(rt, rt.lang.types().stop_iteration) {
        Some(i) => Ok(args_of(rt, i).first().map_or(Val::None, |&s| s.into())),
        None => Err(Raised),
    }
}

/// The arguments of an exception.
pub fn args_of(rt: &Rt, e: Gc<Instance>) -> Vec<RawSlot> {
    match Val::from(e.s0.get(&rt.heap)) {
        Val::Tuple(t) => t.items.as_slice().to_vec(),
        _ => Vec::new(),
    }
}

/// The exceptions of a group.
pub fn group(rt: &Rt, e: Gc<Instance>) -> Option<Vec<RawSlot>> {
    if !e.class(rt).is_subclass(rt.lang.types().base_exception_group) {
        return None;
    }
    match Val::from(e.own(rt, str::intern(rt, "exceptions"))?) {
        Val::Tuple(t) => Some(t.items.as_slice().to_vec()),
        _ => None,
    }
}

/// `str` of an exception.
///
/// # Errors
/// What a method raises.
pub fn text(rt: &Rt, e: Gc<Instance>) -> Result<String, Raised> {
    let args = args_of(rt, e);
    if e.class(rt).is_subclass(rt.lang.types().unicode_error) {
        if let Some(text) = unicode_text(rt, e, &args) {
            return Ok(text);
        }
    }
    if e.class(rt).is_subclass(rt.lang.types().syntax_error) {
        let message = ops::str(rt, syntax_part(rt, e, "msg").unwrap_or(Val::None))?;
        let file = match syntax_part(rt, e, "filename").map(|f| ops::unwrapped(rt, f)) {
            Some(Val::Str(f)) => Some(f.text().rsplit('/').next().unwrap_or("").to_string()),
            _ => None,
        };
        let line = match syntax_part(rt, e, "lineno") {
            Some(Val::Int(line)) => Some(format!("line {line}")),
            _ => None,
        };
        let place: Vec<String> = file.into_iter().chain(line).collect();
        return Ok(match place.is_empty() {
            true => message,
            false => format!("{message} ({})", place.join(", ")),
        });
    }
    if let (Some(inner), Some(message)) = (group(rt, e), e.own(rt, str::intern(rt, "message"))) {
        let s = if inner.len() == 1 { "" } else { "s" };
        return Ok(format!("{} ({} sub-exception{s})", ops::str(rt, message.into())?, inner.len()));
    }
    match &args[..] {
        _ if e.class(rt).is_subclass(rt.lang.types().os_error) => os_text(rt, e),
        [one] if e.class(rt).is_subclass(rt.lang.types().key_error) => ops::repr(rt, (*one).into()),
        _ => plain_text(rt, e),
    }
}

/// An attribute of an `OSError`: what was set, or an argument if there are more than one.
pub fn os_part(rt: &Rt, e: Gc<Instance>, name: &str) -> Option<Val> {
    let args = args_of(rt, e);
    let argument =
        ["errno", "strerror"].iter().position(|n| *n == name).filter(|_| (2..=5).contains(&args.len()));
    let own = e.own(rt, str::intern(rt, name));
    own.or_else(|| argument.and_then(|k| args.get(k).copied())).map(Val::from)
}

/// `str` of an `OSError`.
fn os_text(rt: &Rt, e: Gc<Instance>) -> Result<String, Raised> {
    let part = |name: &str| os_part(rt, e, name);
    let files = [part("filename"), part("filename2")].map(|f| f.filter(|f| !f.is_none()));
    let shown = |v: Option<Val>| ops::str(rt, v.unwrap_or(Val::None));
    let (number, message) = (part("errno"), part("strerror"));
    if number.is_none() && message.is_none() && files[0].is_none() {
        return plain_text(rt, e);
    }
    let mut out = format!("[Errno {}] {}", shown(number)?, shown(message)?);
    for (mark, file) in [": ", " -> "].iter().zip(files.into_iter().flatten()) {
        out += &format!("{mark}{}", ops::repr(rt, file)?);
    }
    Ok(out)
}

/// `str` of an exception whose class says nothing about it.
///
/// # Errors
/// What a method raises.
pub fn plain_text(rt: &Rt, e: Gc<Instance>) -> Result<String, Raised> {
    match &args_of(rt, e)[..] {
        [] => Ok(String::new()),
        [one] => ops::str(rt, (*one).into()),
        _ => ops::repr(rt, e.s0.get(&rt.heap).into()),
    }
}

/// `Class: message` as the last line of a traceback.
pub fn summary(rt: &Rt, e: Gc<Instance>) -> String {
    let c = e.class(rt);
    let name = match c.module.as_str() {
        "builtins" | "__main__" => c.qualname.clone(),
        m => format!("{m}.{}", c.qualname),
    };
    let syntax = e.class(rt).is_subclass(rt.lang.types().syntax_error);
    let said = match syntax_part(rt, e, "msg").filter(|_| syntax) {
        Some(m) => ops::str(rt, m),
        None => ops::str(rt, Val::Inst(e)),
    };
    let text = match said {
        Ok(t) => t,
        Err(Raised) => "<exception str() failed>".to_string(),
    };
    if text.is_empty() {
        name
    } else {
        format!("{name}: {text}")
    }
}
