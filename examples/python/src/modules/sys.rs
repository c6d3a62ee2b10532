//! The module `sys`.

use crate::native::{Args, Body};
use crate::objects::class::{Layout, Names};
use crate::objects::types::Types;
use crate::objects::{class, ops, str};
use crate::py::Module;
use crate::value::Val;
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use std::io::{BufRead as _, Write as _};

/// Writes to standard output.
///
/// # Errors
/// `OSError`.
pub fn write_out(rt: &Rt, text: &str) -> Result<(), Raised> {
    let done = rt.lang.out.borrow_mut().write_all(text.as_bytes());
    done.map_err(|e| errors::raise(rt, rt.lang.types().os_error, &e.to_string()))
}

fn exit(a: &mut Args<'_>) -> Result<Val, Raised> {
    let e = errors::make(a.rt, a.rt.lang.types().system_exit, a.plain());
    Err(errors::throw(a.rt, Val::Inst(e)))
}
fn recursion_limit(a: &mut Args<'_>) -> Result<Val, Raised> {
    let _ = a;
    Ok(Val::Int(1000))
}
fn nothing(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.none()
}
fn write(a: &mut Args<'_>) -> Result<Val, Raised> {
    let s = a.str(1)?;
    write_out(a.rt, s.text())?;
    Ok(Val::Int(s.chars))
}
fn write_err(a: &mut Args<'_>) -> Result<Val, Raised> {
    let s = a.str(1)?;
    let _ = std::io::stderr().write_all(s.text().as_bytes());
    Ok(Val::Int(s.chars))
}
fn flush(a: &mut Args<'_>) -> Result<Val, Raised> {
    let _ = a.rt.lang.out.borrow_mut().flush();
    a.none()
}
fn read(a: &mut Args<'_>) -> Result<Val, Raised> {
    match std::io::read_to_string(std::io::stdin()) {
        Ok(s) => str::val(a.rt, &s),
        Err(e) => Err(errors::raise(a.rt, a.rt.lang.types().os_error, &e.to_string())),
    }
}
fn readline(a: &mut Args<'_>) -> Result<Val, Raised> {
    let mut s = String::new();
    match std::io::stdin().lock().read_line(&mut s) {
        Ok(_) => str::val(a.rt, &s),
        Err(e) => Err(errors::raise(a.rt, a.rt.lang.types().os_error, &e.to_string())),
    }
}
fn next_line(a: &mut Args<'_>) -> Result<Val, Raised> {
    match readline(a)? {
        Val::Str(s) if s.size() == 0 => Err(errors::stop_iteration(a.rt, Val::None)),
        v => Ok(v),
    }
}
fn itself(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(a.val(0))
}
fn size_of(a: &mut Args<'_>) -> Result<Val, Raised> {
    let _ = a;
    Ok(Val::Int(64))
}
fn exc_info(a: &mut Args<'_>) -> Result<Val, Raised> {
    let v = Val::from(a.rt.lang.handled().value.get(&a.rt.heap));
    let Val::Inst(i) = v else {
        return ops::tuple_val(a.rt, &[Val::None, Val::None, Val::None].map(Into::into));
    };
    let class = Val::Class(i.class(a.rt).object);
    ops::tuple_val(a.rt, &[class.into(), v.into(), i.s1.get(&a.rt.heap)])
}

const FUNCTIONS: &[(&str, Body)] = &[
    ("exit", exit),
    ("getrecursionlimit", recursion_limit),
    ("setrecursionlimit", nothing),
    ("getsizeof", size_of),
    ("exc_info", exc_info),
];
const OUT: &[(&str, Body)] = &[("write", write), ("flush", flush)];
const ERR: &[(&str, Body)] = &[("write", write_err), ("flush", flush)];
const IN: &[(&str, Body)] =
    &[("read", read), ("readline", readline), ("__next__", next_line), ("__iter__", itself)];

/// An object with these methods.
fn object(rt: &Rt, list: &[(&'static str, Body)]) -> Val {
    let o = rt.lang.types().object;
    let c = rt.lang.classes.make(
        rt,
        "TextIOWrapper",
        vec![o],
        o.mro().to_vec(),
        Layout::Object,
        Names::default(),
        "_io",
        "TextIOWrapper",
    );
    Types::fill(rt, c, list);
    Val::Inst(class::instance(rt, c))
}

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
    m.set_name(rt, "stdout", object(rt, OUT));
    m.set_name(rt, "stderr", object(rt, ERR));
    m.set_name(rt, "stdin", object(rt, IN));
    m.set_name(rt, "maxsize", Val::Int(i64::MAX));
    let argv: Vec<String> = rt.lang.argv.borrow().clone();
    let put = |name: &str, v: Result<Val, Raised>| {
        if let Ok(v) = v {
            m.set_name(rt, name, v);
        }
    };
    let texts = |all: &[String]| -> Result<Val, Raised> {
        let made: Result<Vec<RawSlot>, Raised> =
            all.iter().map(|s| str::val(rt, s).map(RawSlot::from)).collect();
        ops::list_val(rt, &made?)
    };
    put("argv", texts(&argv));
    put("path", texts(&[rt.lang.path.borrow().to_string_lossy().into_owned()]));
    put("version", str::val(rt, "3.11.0 (Holloway)"));
    put("platform", str::val(rt, "linux"));
    put("byteorder", str::val(rt, "little"));
    put("version_info", ops::tuple_val(rt, &[3, 11, 0].map(|i| Val::Int(i).into())));
}
