//! Methods of bytes that take them apart, or put them together.

use super::{data, like};
use crate::builtins::pieces::{self, is_blank, trim, Parts, Side};
use crate::errors;
use crate::native::Args;
use crate::objects::{bytes, iter, list, ops};
use crate::value::{misc, Val};
use holloway::machine::Raised;

fn parts(a: &Args<'_>, parts: &[&[u8]]) -> Result<Val, Raised> {
    let l = list::new(a.rt);
    for p in parts {
        l.push(a.rt, like(a, p.to_vec())?.into())?;
    }
    Ok(Val::List(l))
}
fn split_by(a: &Args<'_>, right: bool) -> Result<Val, Raised> {
    let (sep, most) = pieces::split_arguments(a)?;
    let (d, mut found) = (data(a)?, Parts::new());
    if sep.is_none() {
        pieces::split(&d[..], None, most, right, &mut found);
        return parts(a, &found);
    }
    let x = bytes::need(a.rt, sep)?;
    if x.is_empty() {
        return Err(pieces::empty_separator(a.rt));
    }
    pieces::split(&d[..], Some(&x[..]), most, right, &mut found);
    parts(a, &found)
}
pub(super) fn split(a: &mut Args<'_>) -> Result<Val, Raised> {
    split_by(a, false)
}
pub(super) fn rsplit(a: &mut Args<'_>) -> Result<Val, Raised> {
    split_by(a, true)
}
pub(super) fn splitlines(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes(0, 1, &["keepends"])?;
    let d = data(a)?;
    let keep = a.opt_c_int(1, "keepends", 0)? != 0;
    parts(a, &pieces::lines(&d[..], keep))
}
fn partition_at(a: &Args<'_>, last: bool) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (d, x) = (data(a)?, bytes::need(a.rt, a.val(1))?);
    if x.is_empty() {
        return Err(pieces::empty_separator(a.rt));
    }
    let [before, part, after] = pieces::partition(&d[..], &x[..], last);
    let part = match a.val(1) {
        v if !part.is_empty() && !is_mutable(a) => v,
        _ => like(a, part.to_vec())?,
    };
    let made = [like(a, before.to_vec())?, part, like(a, after.to_vec())?];
    ops::tuple_val(a.rt, &made.map(Into::into))
}
fn is_mutable(a: &Args<'_>) -> bool {
    matches!(a.this(), Val::Bytes(b) if b.mutable)
}
pub(super) fn partition(a: &mut Args<'_>) -> Result<Val, Raised> {
    partition_at(a, false)
}
pub(super) fn rpartition(a: &mut Args<'_>) -> Result<Val, Raised> {
    partition_at(a, true)
}
fn strip_by(a: &Args<'_>, left: bool, right: bool) -> Result<Val, Raised> {
    a.method(0, 1)?;
    let d = data(a)?;
    let out = match a.val(1) {
        Val::Unbound | Val::None => trim(&d, left, right, is_blank),
        v => {
            let set = bytes::need(a.rt, v)?;
            trim(&d, left, right, |b| set.contains(b))
        }
    };
    like(a, out.to_vec())
}
pub(super) fn strip(a: &mut Args<'_>) -> Result<Val, Raised> {
    strip_by(a, true, true)
}
pub(super) fn lstrip(a: &mut Args<'_>) -> Result<Val, Raised> {
    strip_by(a, true, false)
}
pub(super) fn rstrip(a: &mut Args<'_>) -> Result<Val, Raised> {
    strip_by(a, false, true)
}
pub(super) fn join(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (d, mut out) = (data(a)?, Vec::new());
    if !iter::is_iterable(a.rt, a.val(1)) {
        return Err(errors::type_(a.rt, "can only join an iterable"));
    }
    let values = iter::to_vec(a.rt, a.val(1))?;
    let _kept = a.rt.heap.keep(values.iter().copied());
    for (i, &v) in values.iter().enumerate() {
        if i > 0 {
            out.extend(&d);
        }
        let Some(b) = bytes::of(a.rt, v.into()) else {
            let got = ops::type_name(a.rt, v.into());
            let text = format!("sequence item {i}: expected a bytes-like object, {got} found");
            return Err(errors::type_(a.rt, &text));
        };
        out.extend(b);
    }
    like(a, out)
}

fn justify(a: &Args<'_>, side: Side) -> Result<Val, Raised> {
    a.method(1, 2)?;
    let (d, width) = (data(a)?, a.int(1)?.max(0) as usize);
    let fill = match a.val(2) {
        Val::Unbound => b' ',
        v => match Some(v).filter(|v| !v.is_misc(misc::VIEW)).and_then(|v| bytes::of(a.rt, v)).as_deref() {
            Some([b]) => *b,
            _ => {
                let got = if v.is_none() { "None" } else { ops::type_name(a.rt, v) };
                let name = a.native.name;
                let text = format!("{name}() argument 2 must be a byte string of length 1, not {got}");
                return Err(errors::type_(a.rt, &text));
            }
        },
    };
    let (before, after) = pieces::filling(d.len(), width, side);
    let mut out = bytes::room(a.rt, d.len() + before + after)?;
    out.resize(before, fill);
    out.extend(&d);
    out.resize(d.len() + before + after, fill);
    like(a, out)
}
pub(super) fn ljust(a: &mut Args<'_>) -> Result<Val, Raised> {
    justify(a, Side::Left)
}
pub(super) fn rjust(a: &mut Args<'_>) -> Result<Val, Raised> {
    justify(a, Side::Right)
}
pub(super) fn center(a: &mut Args<'_>) -> Result<Val, Raised> {
    justify(a, Side::Middle)
}
pub(super) fn zfill(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (d, width) = (data(a)?, a.int(1)?.max(0) as usize);
    let (sign, digits) = d.split_at(pieces::sign_len(&d));
    let mut out = bytes::room(a.rt, width)?;
    out.extend(sign);
    out.resize(sign.len() + width.saturating_sub(d.len()), b'0');
    out.extend(digits);
    like(a, out)
}
pub(super) fn expandtabs(a: &mut Args<'_>) -> Result<Val, Raised> {
    let size = pieces::tab_size(a)?;
    let out = pieces::expand_tabs(a, size, &data(a)?, |_| true)?;
    like(a, out)
}
