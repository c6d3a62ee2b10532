//! Errors that interpreter code raises, and what happens to exceptions on their way.

use super::text_of;
use crate::interp::call::call;
use crate::objects::{class, ops, str};
use crate::value::{Instance, Val, NONE};
use crate::{errors, Py};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use holloway::residual;

/// Raises the error that a variable is unbound.
#[residual]
pub fn unbound(cx: &Cx<Py>, name: RawSlot) -> Result<(), Raised> {
    let text = format!(
        "cannot access local variable '{}' where it is not associated with a value",
        text_of(name).text()
    );
    Err(errors::unbound_local(cx.rt, &text))
}

/// Raises the error that a variable of an outer function has no value.
#[residual]
pub fn unbound_free(cx: &Cx<Py>, name: RawSlot) -> Result<(), Raised> {
    let name = text_of(name);
    let text = format!(
        "cannot access free variable '{}' where it is not associated with a value in enclosing scope",
        name.text()
    );
    Err(errors::name(cx.rt, &text))
}

/// Raises the error that a name is not defined.
#[residual]
pub fn undefined(cx: &Cx<Py>, name: RawSlot) -> Result<(), Raised> {
    Err(errors::name(cx.rt, &format!("name '{}' is not defined", text_of(name).text())))
}

/// Raises the error that recursion is too deep.
#[residual]
pub fn too_deep(cx: &Cx<Py>) -> Result<(), Raised> {
    Err(errors::too_deep(cx.rt, ""))
}

/// Raises the error that a generator runs already.
#[residual]
pub fn already_running(cx: &Cx<Py>) -> Result<(), Raised> {
    Err(errors::value(cx.rt, "generator already executing"))
}

/// Raises `StopIteration` with a value.
#[residual]
pub fn stop_iteration(cx: &Cx<Py>, v: RawSlot) -> Result<(), Raised> {
    Err(errors::stop_iteration(cx.rt, v.into()))
}

/// Raises the error that there is no exception to raise again.
#[residual]
pub fn raise_none(cx: &Cx<Py>) -> Result<(), Raised> {
    match Val::from(cx.rt.lang.handled().value.get(&cx.rt.heap)) {
        e @ Val::Inst(_) => Err(errors::throw(cx.rt, e)),
        _ => Err(errors::runtime(cx.rt, "No active exception to reraise")),
    }
}

/// Raises the error that `__init__` returned something.
#[residual]
pub fn init_result(cx: &Cx<Py>, v: RawSlot) -> Result<(), Raised> {
    let name = ops::type_name(cx.rt, v.into());
    Err(errors::type_(cx.rt, &format!("__init__() should return None, not '{name}'")))
}

/// What `raise x` raises, if `x` is a class or no exception at all.
#[residual]
pub fn make_exception(cx: &Cx<Py>, x: RawSlot) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    let base = rt.lang.types().base_exception;
    let wrong = || Err(errors::type_(rt, "exceptions must derive from BaseException"));
    match Val::from(x) {
        Val::Class(c) if rt.lang.classes.get(c.id).is_subclass(base) => match call(rt, x.into(), &[])? {
            Val::Inst(i) if i.class(rt).is_subclass(base) => Ok(Val::Inst(i).into()),
            other => {
                let (class, got) =
                    (crate::text::repr::repr(rt, x.into())?, Val::Class(ops::class_of(rt, other).object));
                let got = crate::text::repr::repr(rt, got)?;
                let text =
                    format!("calling {class} should have returned an instance of BaseException, not {got}");
                Err(errors::type_(rt, &text))
            }
        },
        Val::Inst(i) if i.class(rt).is_subclass(base) => Ok(x),
        _ => wrong(),
    }
}

/// `raise x from cause`: always raises.
#[residual]
pub fn raise_from(cx: &Cx<Py>, x: RawSlot, cause: RawSlot) -> Result<(), Raised> {
    let rt = cx.rt;
    let x = make_exception_host(cx, x)?;
    let base = rt.lang.types().base_exception;
    let cause = match Val::from(cause) {
        Val::None => NONE,
        Val::Inst(i) if i.class(rt).is_subclass(base) => cause,
        Val::Class(c) if rt.lang.classes.get(c.id).is_subclass(base) => make_exception_host(cx, cause)?,
        _ => return Err(errors::type_(rt, "exception causes must derive from BaseException")),
    };
    if let Val::Inst(i) = Val::from(x) {
        i.s3.set(&rt.heap, cause);
        i.set_own(rt, str::intern(rt, "__suppress_context__"), Val::True.into())?;
    }
    Err(errors::throw(rt, x.into()))
}

/// Whether an exception is caught by a class or tuple of classes.
#[residual]
pub fn matches(cx: &Cx<Py>, x: RawSlot, class: RawSlot) -> Result<bool, Raised> {
    let rt = cx.rt;
    let base = rt.lang.types().base_exception;
    match (Val::from(x), Val::from(class)) {
        (Val::Inst(i), Val::Class(c)) if rt.lang.classes.get(c.id).is_subclass(base) => {
            Ok(i.class(rt).is_subclass(rt.lang.classes.get(c.id)))
        }
        (_, Val::Tuple(t)) => {
            for &c in t.items.as_slice() {
                if matches_host(cx, x, c)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        _ => Err(errors::type_(rt, "catching classes that do not inherit from BaseException is not allowed")),
    }
}

/// The error being raised, which is with the run time.
#[residual]
pub fn caught(cx: &Cx<Py>) -> RawSlot {
    cx.rt.error.get()
}

/// Leaves the error being raised with the run time.
#[residual]
pub fn set_error(cx: &Cx<Py>, e: RawSlot) {
    cx.rt.error.set(e);
}

/// Sets the context of an exception, unless that would make a circle.
#[residual]
pub fn set_context(cx: &Cx<Py>, x: Gc<Instance>, old: Gc<Instance>) {
    errors::set_context(cx.rt, x, old);
}

/// What a `StopIteration` becomes that leaves a generator.
#[residual]
pub fn stopped_generator(cx: &Cx<Py>, e: RawSlot) -> RawSlot {
    let Raised = errors::stopped_generator(cx.rt, e.into());
    cx.rt.error.get()
}

/// The class of a value.
#[residual]
pub fn class_of(cx: &Cx<Py>, x: RawSlot) -> Result<RawSlot, Raised> {
    Ok(Val::Class(ops::class_of(cx.rt, x.into()).object).into())
}

/// The traceback of an exception.
#[residual]
pub fn traceback_of(cx: &Cx<Py>, x: RawSlot) -> Result<RawSlot, Raised> {
    match Val::from(x) {
        Val::Inst(i) if i.class(cx.rt).layout == class::Layout::Exception => Ok(i.s1.get(&cx.rt.heap)),
        _ => Ok(NONE),
    }
}
