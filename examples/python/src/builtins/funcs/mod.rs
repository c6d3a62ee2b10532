//! Built-in functions: the list of them, and those that ask one thing of one object.
//!
//! ```text
//! text  printing, values as text    numbers  arithmetic    reduce  through all values    iterators  making them, `next`
//! classes  isinstance, issubclass   attributes  getattr, dir, ..
//! ```

mod attributes;
mod classes;
mod iterators;
mod numbers;
mod reduce;
mod text;

use crate::native::{Args, Body};
use crate::objects::{item, ops};
use crate::value::Val;
use crate::{errors, Rt};
pub use attributes::names_of;
use attributes::{delattr, dir, getattr, hasattr, setattr, vars};
pub use classes::{instance_of, instance_plainly};
use classes::{isinstance, issubclass};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use holloway::world::ask;
pub(super) use iterators::reversed;
use iterators::{enumerate, filter, iter_, map, next, zip};
pub(super) use numbers::{abs, divmod, pow, round};
use reduce::{all, any, max, min, sorted, sum};
use text::{ascii, bin, chr, format, hex, input, oct, open_file, ord, print, repr};

/// All of them.
pub const LIST: &[(&str, Body)] = &[
    ("print", print),
    ("open", open_file),
    ("len", len),
    ("repr", repr),
    ("ascii", ascii),
    ("abs", abs),
    ("min", min),
    ("max", max),
    ("sum", sum),
    ("any", any),
    ("all", all),
    ("sorted", sorted),
    ("iter", iter_),
    ("next", next),
    ("chr", chr),
    ("ord", ord),
    ("hex", hex),
    ("oct", oct),
    ("bin", bin),
    ("id", id),
    ("hash", hash),
    ("callable", callable),
    ("isinstance", isinstance),
    ("issubclass", issubclass),
    ("getattr", getattr),
    ("setattr", setattr),
    ("hasattr", hasattr),
    ("delattr", delattr),
    ("divmod", divmod),
    ("pow", pow),
    ("round", round),
    ("enumerate", enumerate),
    ("zip", zip),
    ("map", map),
    ("filter", filter),
    ("reversed", reversed),
    ("format", format),
    ("dir", dir),
    ("vars", vars),
    ("input", input),
    ("exit", exit),
    ("quit", exit),
];

pub(super) fn len(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    item::len(a.rt, a.val(0)).map(|n| Val::Int(n as i64))
}

pub(super) fn id(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let s = RawSlot::from(a.val(0));
    Ok(Val::Int((ask("address", || s.bits) as i64) ^ (s.tag as i64) << 56))
}

fn hash(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    ops::hash(a.rt, a.val(0)).map(Val::Int)
}

fn callable(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    Ok(Val::bool(is_callable(a.rt, a.val(0))))
}

/// Whether a value may be called.
pub fn is_callable(rt: &Rt, v: Val) -> bool {
    let plain = matches!(v, Val::Func(_) | Val::Native(_) | Val::Method(_) | Val::Class(_));
    plain || ops::special(rt, v, "__call__").is_some()
}

fn exit(a: &mut Args<'_>) -> Result<Val, Raised> {
    let args: Vec<RawSlot> = a.plain().to_vec();
    let e = errors::make(a.rt, a.rt.lang.types().system_exit, &args);
    Err(errors::throw(a.rt, Val::Inst(e)))
}
