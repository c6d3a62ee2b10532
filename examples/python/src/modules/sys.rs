//! The module `sys`.

use crate::native::{Args, Body};
use crate::objects::class::{Layout, Names};
use crate::objects::types::Types;
use crate::objects::{class, ops, str};
use crate::py::Module;
use crate::text::number::LEAST_DIGIT_LIMIT;
use crate::value::Val;
use crate::{errors, traceback, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use holloway::world::{ask, Input};
use std::io::{BufRead as _, IsTerminal as _, Write as _};

/// Writes to standard output.
///
/// # Errors
/// `OSError`.
pub fn write_out(rt: &Rt, text: &str) -> Result<(), Raised> {
    let done = rt.lang.out.borrow_mut().write_all(text.as_bytes());
    done.map_err(|e| errors::raise(rt, rt.lang.types().os_error, &e.to_string()))
}

/// What the program has put in place of standard output, if it has.
pub fn replaced_out(rt: &Rt) -> Option<Val> {
    let sys = rt.lang.imported.borrow().get("sys").copied()?;
    let Val::Misc(m) = Val::from(sys) else { return None };
    let m = rt.lang.module(m.id);
    let (now, first) = (m.get(rt, str::intern(rt, "stdout"))?, m.get(rt, str::intern(rt, "__stdout__"))?);
    (!now.same(first)).then_some(now)
}

fn own(rt: &Rt) -> Result<&'static Module, Raised> {
    match super::load(rt, "sys")? {
        Val::Misc(m) => Ok(rt.lang.module(m.id)),
        _ => Err(errors::import(rt, "sys is not a module")),
    }
}

/// Sets a name of the module.
///
/// # Errors
/// What importing it raises.
pub fn set(rt: &Rt, name: &str, v: Val) -> Result<(), Raised> {
    own(rt)?.set_name(rt, name, v);
    Ok(())
}

/// What the program has put in place of the report of an exception that nobody caught, if it has.
pub fn replaced_hook(rt: &Rt) -> Option<Val> {
    let error = rt.error.get();
    let m = own(rt).ok()?;
    rt.error.set(error);
    let (now, first) =
        (m.get(rt, str::intern(rt, "excepthook"))?, m.get(rt, str::intern(rt, "__excepthook__"))?);
    (!now.same(first)).then_some(now)
}

/// `sys.excepthook(type, value, traceback)`.
fn except_hook(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(3, 3)?;
    if let Val::Inst(e) = a.val(1) {
        crate::cli::complain(a.rt, &traceback::report(a.rt, e));
    }
    a.none()
}

fn exit(a: &mut Args<'_>) -> Result<Val, Raised> {
    let e = errors::make(a.rt, a.rt.lang.types().system_exit, a.plain());
    Err(errors::throw(a.rt, Val::Inst(e)))
}
/// Most activations at once until the program says otherwise: more than CPython has, as library functions here may take activations of their own.
pub const FIRST_LIMIT: u64 = 20_000;

fn recursion_limit(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::Int(a.rt.lang.recursion_limit.get()))
}
fn set_recursion_limit(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let n = a.int(0)?;
    let Ok(limit) = u64::try_from(n - 1) else {
        return Err(errors::value(a.rt, "recursion limit must be greater or equal than 1"));
    };
    a.rt.lang.recursion_limit.set(n);
    a.rt.set_max_depth(limit + 1);
    a.none()
}
fn digit_limit(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::Int(a.rt.lang.digit_limit.get()))
}
fn set_digit_limit(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let n = ops::index_small(a.rt, a.opt(0, "maxdigits", Val::Int(0)))?;
    if n != 0 && n < LEAST_DIGIT_LIMIT {
        let text = format!("maxdigits must be 0 or larger than {LEAST_DIGIT_LIMIT}");
        return Err(errors::value(a.rt, &text));
    }
    a.rt.lang.digit_limit.set(n);
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
    match std::io::read_to_string(Input::new()) {
        Ok(s) => str::val(a.rt, &s),
        Err(e) => Err(errors::raise(a.rt, a.rt.lang.types().os_error, &e.to_string())),
    }
}
fn readline(a: &mut Args<'_>) -> Result<Val, Raised> {
    let mut s = String::new();
    match Input::new().read_line(&mut s) {
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
fn read_lines(a: &mut Args<'_>) -> Result<Val, Raised> {
    let out = crate::objects::list::new(a.rt);
    loop {
        match readline(a)? {
            Val::Str(s) if s.size() == 0 => return Ok(Val::List(out)),
            v => out.push(a.rt, v.into())?,
        }
    }
}
fn write_lines(a: &mut Args<'_>) -> Result<Val, Raised> {
    for line in crate::objects::iter::to_vec(a.rt, a.val(1))? {
        ops::call_method(a.rt, a.val(0), "write", &[line])?;
    }
    a.none()
}
/// Bytes to standard output.
fn write_bytes(a: &mut Args<'_>) -> Result<Val, Raised> {
    let data = crate::objects::bytes::need(a.rt, a.val(1))?;
    let done = a.rt.lang.out.borrow_mut().write_all(&data);
    done.map_err(|e| super::files::failed(a.rt, &e, None))?;
    Ok(Val::Int(data.len() as i64))
}
fn read_bytes(a: &mut Args<'_>) -> Result<Val, Raised> {
    let mut data = Vec::new();
    let done = std::io::Read::read_to_end(&mut Input::new(), &mut data);
    done.map_err(|e| super::files::failed(a.rt, &e, None))?;
    crate::objects::bytes::val(a.rt, data)
}
fn out_is_terminal(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::bool(ask("whether the output is a terminal", || std::io::stdout().is_terminal())))
}
fn err_is_terminal(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::bool(ask("whether errors go to a terminal", || std::io::stderr().is_terminal())))
}
/// Whether somebody types what is read.
pub fn has_typist() -> bool {
    ask("whether the input is a terminal", || std::io::stdin().is_terminal())
}
fn in_is_terminal(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::bool(has_typist()))
}
fn yes(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::True)
}
fn no(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::False)
}
fn second(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    Ok(a.val(0))
}
/// The report of an exception, as when nobody catches it.
fn report(a: &mut Args<'_>) -> Result<Val, Raised> {
    match a.val(0) {
        Val::Inst(e) if e.class(a.rt).layout == Layout::Exception => {
            str::val(a.rt, &traceback::report(a.rt, e))
        }
        _ => Err(errors::type_(a.rt, "an exception is needed")),
    }
}
fn encoding(a: &mut Args<'_>) -> Result<Val, Raised> {
    str::val(a.rt, "utf-8")
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

/// Lets a module be imported again.
fn forget(a: &mut Args<'_>) -> Result<Val, Raised> {
    let name = a.str(0)?;
    a.rt.lang.imported.borrow_mut().remove(name.text());
    a.none()
}
/// A module is what its name means from now on.
fn remember(a: &mut Args<'_>) -> Result<Val, Raised> {
    let name = a.str(0)?;
    super::note(a.rt, name.text(), a.val(1))?;
    a.none()
}

const FUNCTIONS: &[(&str, Body)] = &[
    ("exit", exit),
    ("getrecursionlimit", recursion_limit),
    ("setrecursionlimit", set_recursion_limit),
    ("get_int_max_str_digits", digit_limit),
    ("set_int_max_str_digits", set_digit_limit),
    ("getsizeof", size_of),
    ("exc_info", exc_info),
    ("intern", second),
    ("excepthook", except_hook),
    ("_forget", forget),
    ("_remember", remember),
    ("_report", report),
    ("getdefaultencoding", encoding),
    ("getfilesystemencoding", encoding),
];
const OUT: &[(&str, Body)] = &[
    ("write", write),
    ("flush", flush),
    ("writelines", write_lines),
    ("isatty", out_is_terminal),
    ("writable", yes),
    ("readable", no),
];
const ERR: &[(&str, Body)] = &[
    ("write", write_err),
    ("flush", flush),
    ("writelines", write_lines),
    ("isatty", err_is_terminal),
    ("writable", yes),
    ("readable", no),
];
const OUT_BYTES: &[(&str, Body)] = &[("write", write_bytes), ("flush", flush)];
const IN_BYTES: &[(&str, Body)] = &[("read", read_bytes)];
const IN: &[(&str, Body)] = &[
    ("read", read),
    ("readline", readline),
    ("readlines", read_lines),
    ("isatty", in_is_terminal),
    ("readable", yes),
    ("writable", no),
    ("__next__", next_line),
    ("__iter__", itself),
];

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

/// An attribute that module `m` does not have yet: what `sys` says in Python, made when first asked for.
///
/// # Errors
/// What making it raises.
pub fn later(rt: &Rt, m: &Module, name: &str) -> Result<Option<Val>, Raised> {
    if m.name != "sys" || name.starts_with("__") || name == "modules" {
        return Ok(None);
    }
    let Val::Misc(facts) = super::load(rt, "_sys_info")? else { return Ok(None) };
    let Some(v) = rt.lang.module(facts.id).get(rt, str::intern(rt, name)) else { return Ok(None) };
    m.set_name(rt, name, v);
    Ok(Some(v))
}

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
    for (name, list, bytes) in
        [("stdout", OUT, Some(OUT_BYTES)), ("stderr", ERR, None), ("stdin", IN, Some(IN_BYTES))]
    {
        let o = object(rt, list);
        m.set_name(rt, name, o);
        m.set_name(rt, &format!("__{name}__"), o);
        let Val::Inst(i) = o else { continue };
        // They can only fail for want of memory, and then there is no such attribute.
        let text = |s: &str| str::val(rt, s).unwrap_or(Val::None).into();
        if let Some(b) = bytes {
            let _ = i.set_own(rt, str::intern(rt, "buffer"), object(rt, b).into());
        }
        let _ = i.set_own(rt, str::intern(rt, "encoding"), text("utf-8"));
        let _ = i.set_own(rt, str::intern(rt, "name"), text(&format!("<{name}>")));
        let _ = i.set_own(rt, str::intern(rt, "closed"), Val::False.into());
    }
    if let Some(hook) = m.get(rt, str::intern(rt, "excepthook")) {
        m.set_name(rt, "__excepthook__", hook);
    }
    let modules = crate::objects::dict::new(rt);
    m.set_name(rt, "modules", Val::Dict(modules));
    for (name, v) in rt.lang.imported.borrow().iter().filter(|m| !m.0.starts_with('%')) {
        if let Ok(k) = str::val(rt, name) {
            let _ = crate::objects::dict::set(rt, modules.table(), k.into(), *v);
        }
    }
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
    let path: Vec<String> = rt.lang.path.borrow().iter().map(|p| langkit::system::text(p)).collect();
    put("path", texts(&path));
    put("version", str::val(rt, crate::cli::VERSION));
    put("platform", str::val(rt, crate::cli::PLATFORM));
    put("executable", str::val(rt, "python"));
    put("byteorder", str::val(rt, "little"));
}
