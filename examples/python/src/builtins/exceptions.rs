//! Methods of exceptions, those of groups of them, and what `except*` asks. The work of groups is done in Python (`library/_groups.py`), which is
//! imported when first needed.
//!
//! Most exceptions take any arguments. A few classes look into theirs ([`check`]); these have a `__new__`, so that interpreter code does not make
//! their instances by itself:
//!
//! ```text
//! OSError(2, 'gone', 'f')                 a FileNotFoundError whose arguments are (2, 'gone'), with a file name
//! SyntaxError('bad', (file, line, ..))    parts of the second argument become attributes
//! UnicodeDecodeError('ascii', b'', 0, 1, 'why')   exactly these types
//! ```

use crate::interp::call::{new_object, Names};
use crate::modules::call_library;
use crate::native::{Args, Body};
use crate::objects::class::ClassInfo;
use crate::objects::types::Types;
use crate::objects::{iter, number, ops, str};
use crate::py::Module;
use crate::value::{misc, Instance, Misc, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

type Class = fn(&Types) -> &'static ClassInfo;

/// What an `OSError` becomes that has one of these numbers.
const NUMBERED: &[(Class, &[i64])] = &[
    (|t| t.permission_error, &[1, 13]),
    (|t| t.file_not_found_error, &[2]),
    (|t| t.process_lookup_error, &[3]),
    (|t| t.interrupted_error, &[4]),
    (|t| t.child_process_error, &[10]),
    (|t| t.blocking_io_error, &[11, 114, 115]),
    (|t| t.file_exists_error, &[17]),
    (|t| t.not_a_directory_error, &[20]),
    (|t| t.is_a_directory_error, &[21]),
    (|t| t.broken_pipe_error, &[32, 108]),
    (|t| t.connection_aborted_error, &[103]),
    (|t| t.connection_reset_error, &[104]),
    (|t| t.timeout_error, &[110]),
    (|t| t.connection_refused_error, &[111]),
];

/// Classes whose attributes may be given by name.
const NAMED: &[(Class, &str, &[&str])] = &[
    (|t| t.import_error, "ImportError", &["name", "path"]),
    (|t| t.name_error, "NameError", &["name"]),
    (|t| t.attribute_error, "AttributeError", &["name", "obj"]),
];

/// Gives an exception its arguments, as its class wants them.
///
/// # Errors
/// `TypeError`, or what looking into them raises.
pub fn fill_in(rt: &Rt, i: Gc<Instance>, args: &[RawSlot], names: &Names) -> Result<(), Raised> {
    let (c, t) = (i.class(rt), rt.lang.types());
    let (plain, named) = args.split_at(args.len() - names.len());
    let allowed = NAMED.iter().find(|n| c.is_subclass(n.0(t)));
    for (name, &v) in names.iter().zip(named) {
        match allowed {
            Some((_, _, known)) if known.contains(&name.text()) => {
                i.set_own(rt, str::intern_str(rt, *name), v)?
            }
            Some((_, of, _)) => {
                let text = format!("'{}' is an invalid keyword argument for {of}()", name.text());
                return Err(errors::type_(rt, &text));
            }
            None => return Err(errors::type_(rt, &format!("{}() takes no keyword arguments", c.name))),
        }
    }
    i.s0.set(&rt.heap, ops::tuple_val(rt, plain)?.into());
    check(rt, i, c, plain)
}

/// Whether making an instance of a class has looked into the arguments.
pub fn is_filled(rt: &Rt, c: &ClassInfo) -> bool {
    let t = rt.lang.types();
    let made_here = matches!(c.lookup_name(rt, "__new__"), Some(new) if new.is_misc(misc::STATIC));
    c.is_subclass(t.os_error) || made_here && PICKY.iter().any(|p| c.is_subclass(p(t)))
}

const PICKY: &[Class] = &[
    |t| t.os_error,
    |t| t.syntax_error,
    |t| t.unicode_decode_error,
    |t| t.unicode_encode_error,
    |t| t.unicode_translate_error,
];

fn check(rt: &Rt, i: Gc<Instance>, c: &'static ClassInfo, args: &[RawSlot]) -> Result<(), Raised> {
    let t = rt.lang.types();
    if c.is_subclass(t.os_error) {
        check_os(rt, i, c, args)
    } else if c.is_subclass(t.syntax_error) {
        check_syntax(rt, i, args)
    } else if c.is_subclass(t.unicode_decode_error) {
        check_unicode(rt, "sbnns", args)
    } else if c.is_subclass(t.unicode_encode_error) {
        check_unicode(rt, "ssnns", args)
    } else if c.is_subclass(t.unicode_translate_error) {
        check_unicode(rt, "snns", args)
    } else {
        Ok(())
    }
}

/// The file names of an `OSError` are none of its arguments.
fn check_os(rt: &Rt, i: Gc<Instance>, c: &'static ClassInfo, args: &[RawSlot]) -> Result<(), Raised> {
    let (3..=5, Some(&file)) = (args.len(), args.get(2)) else { return Ok(()) };
    let set = |name: &str, v: RawSlot| i.set_own(rt, str::intern(rt, name), v);
    if Val::from(file).is_none() {
        return Ok(());
    }
    if c.id == rt.lang.types().blocking_io_error.id && is_number(rt, file.into()) {
        return match ops::index(rt, file.into())? {
            Val::Int(n) => set("characters_written", Val::Int(n).into()),
            _ => Err(errors::value(rt, "cannot fit 'int' into an index-sized integer")),
        };
    }
    set("filename", file)?;
    if let Some(&second) = args.get(4) {
        set("filename2", second)?;
    }
    i.s0.set(&rt.heap, ops::tuple_val(rt, &args[..2])?.into());
    Ok(())
}

/// Whether a value can be asked for a number.
fn is_number(rt: &Rt, v: Val) -> bool {
    let inner = ops::unwrapped(rt, v);
    let asked = ["__index__", "__int__", "__float__"].iter().any(|n| ops::special(rt, v, n).is_some());
    number::is_number(inner) || matches!(inner, Val::Complex(_)) || asked
}

fn check_syntax(rt: &Rt, i: Gc<Instance>, args: &[RawSlot]) -> Result<(), Raised> {
    let [_, info] = args else { return Ok(()) };
    let parts = iter::to_vec(rt, (*info).into())?;
    let wrong = |text: &str| Err(errors::type_(rt, text));
    match parts.len() {
        n @ 0..=3 => return wrong(&format!("function takes at least 4 arguments ({n} given)")),
        5 => return wrong("end_offset must be provided when end_lineno is provided"),
        4 | 6 => {}
        n => return wrong(&format!("function takes at most 6 arguments ({n} given)")),
    }
    for (name, &part) in errors::SYNTAX_PARTS.iter().zip(&parts) {
        i.set_own(rt, str::intern(rt, name), part)?;
    }
    Ok(())
}

/// Arguments of these types: `s` a string, `b` bytes, `n` an index.
fn check_unicode(rt: &Rt, types: &str, args: &[RawSlot]) -> Result<(), Raised> {
    if args.len() != types.len() {
        let text = format!("function takes exactly {} arguments ({} given)", types.len(), args.len());
        return Err(errors::type_(rt, &text));
    }
    for (k, (kind, &v)) in types.chars().zip(args).enumerate() {
        let v = Val::from(v);
        match (kind, ops::unwrapped(rt, v)) {
            ('s', Val::Str(_)) | ('b', _) => {}
            ('s', _) => {
                let got = if v.is_none() { "None" } else { ops::type_name(rt, v) };
                let text = format!("argument {} must be str, not {got}", k + 1);
                return Err(errors::type_(rt, &text));
            }
            _ => {
                if !matches!(ops::index(rt, v)?, Val::Int(_)) {
                    return Err(errors::overflow(rt, "Python int too large to convert to C ssize_t"));
                }
            }
        }
    }
    match types.find('b') {
        Some(k) => crate::objects::bytes::need(rt, args[k].into()).map(|_| ()),
        None => Ok(()),
    }
}

/// `__new__` of classes that look into their arguments: what is looked at here unless the program's `__init__` will say so.
fn new_picky(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, t) = (a.rt, a.rt.lang.types());
    let Val::Class(c) = a.val(0) else {
        return Err(errors::type_(rt, "BaseException.__new__(X): X is not a type object"));
    };
    let mut c = rt.lang.classes.get(c.id);
    if !a.names.is_empty() && !matches!(c.lookup_name(rt, "__init__"), Some(Val::Func(_))) {
        return Err(errors::type_(rt, &format!("{}() takes no keyword arguments", c.name)));
    }
    let args = &a.plain()[1..];
    let number = match (args.first().map(|&n| ops::unwrapped(rt, n.into())), args.len()) {
        (Some(Val::Int(n)), 2..=5) => Some(n),
        (Some(b @ (Val::False | Val::True)), 2..=5) => Some(i64::from(b.is_true())),
        _ => None,
    };
    if let (true, Some(n)) = (c.id == t.os_error.id, number) {
        c = NUMBERED.iter().find(|k| k.1.contains(&n)).map_or(c, |k| k.0(t));
    }
    let v = new_object(rt, c, args, &[])?;
    if let (Val::Inst(i), false) = (v, matches!(c.lookup_name(rt, "__init__"), Some(Val::Func(_)))) {
        fill_in(rt, i, &a.args[1..], a.names)?;
    }
    Ok(v)
}

fn init(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.object()?;
    if let Val::Inst(i) = a.val(0) {
        fill_in(a.rt, i, &a.args[1..], a.names)?;
    }
    a.none()
}
fn add_note(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (rt, name) = (a.rt, str::intern(a.rt, "__notes__"));
    let Val::Inst(i) = a.val(0) else { return a.none() };
    if !matches!(ops::unwrapped(rt, a.val(1)), Val::Str(_)) {
        let text = format!("note must be a str, not '{}'", ops::type_name(rt, a.val(1)));
        return Err(errors::type_(rt, &text));
    }
    match i.own(rt, name).map(Val::from) {
        Some(Val::List(l)) => l.push(rt, a.val(1).into())?,
        _ => {
            let l = ops::list_val(rt, &[a.val(1).into()])?;
            i.set_own(rt, name, l.into())?;
        }
    }
    a.none()
}
fn with_traceback(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let traceback = a.val(1);
    if !traceback.is_none() && !traceback.is_misc(misc::TRACEBACK) {
        return Err(errors::type_(a.rt, "__traceback__ must be a traceback or None"));
    }
    if let Val::Inst(i) = a.val(0) {
        i.s1.set(&a.rt.heap, traceback.into());
    }
    Ok(a.val(0))
}
/// What an exception says if its class says nothing else.
fn text(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(0, 0)?;
    match a.val(0) {
        Val::Inst(i) => str::val(a.rt, &errors::plain_text(a.rt, i)?),
        v => str::val(a.rt, &ops::str(a.rt, v)?),
    }
}

macro_rules! in_python {
    ($($name:ident)*) => {$(
        fn $name(a: &mut Args<'_>) -> Result<Val, Raised> {
            call_library(a.rt, "_groups", stringify!($name), a.plain())
        }
    )*};
}
in_python! { new derive split subgroup star_match star_raise }

const METHODS: &[(&str, Body)] =
    &[("__init__", init), ("__str__", text), ("with_traceback", with_traceback), ("add_note", add_note)];
const GROUPS: &[(&str, Body)] = &[("derive", derive), ("split", split), ("subgroup", subgroup)];

/// Fills the classes, and adds what compiled code calls to the built-ins.
pub fn open(rt: &Rt, m: &Module) {
    let t = rt.lang.types();
    Types::fill(rt, t.base_exception, METHODS);
    Types::fill(rt, t.base_exception_group, GROUPS);
    // Static methods, as no other built-in classes have: so instances are made by way of them.
    let group: (Class, Body) = (|t| t.base_exception_group, new);
    for (c, body) in PICKY.iter().map(|&c| (c, new_picky as Body)).chain([group]) {
        let make = rt.lang.make_native(rt, "__new__", body, None);
        let make = Misc::new(misc::STATIC, 0, make.into(), NONE, NONE);
        c(t).attrs.borrow_mut().set(str::intern(rt, "__new__"), Val::Misc(rt.heap.alloc(make)).into());
    }
    for (name, body) in [("%star_match", star_match as Body), ("%star_raise", star_raise)] {
        m.set_name(rt, name, rt.lang.make_native(rt, name, body, None));
    }
}
