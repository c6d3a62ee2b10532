//! Twins of `io.StringIO` and `io.BytesIO`: writing at the end, and reading lines.
//!
//! **Not promised.** Writing over what is there, and text to be read that is not ASCII, are in Python alone.
//!
//! **Example.** `f.write("ab")` adds a piece to the list `_parts`, and 2 to `_at` and `_size`.

use super::{Given, Twin};
use crate::errors;
use crate::value::{Instance, Val};
use holloway::heap::Gc;
use langkit::maps::Seen;

/// Functions of `library/io.py`.
pub const TWINS: &[(&str, Twin)] =
    &[("StringIO.write", write), ("BytesIO.write", write_bytes), ("StringIO.readline", line)];

/// The stream that is argument 0, if it is open, and the position.
fn stream(g: &Given<'_>) -> Option<(Gc<Instance>, i64)> {
    let x = g.instance(0)?;
    let closed = own!(g, x, "closed").or_else(|| x.class(g.rt).lookup_name(g.rt, "closed"))?;
    match (closed, own!(g, x, "_at")?) {
        (Val::False, Val::Int(at)) => Some((x, at)),
        _ => None,
    }
}

fn write(g: &Given<'_>) -> Option<Val> {
    let ((x, at), Val::Str(s)) = (stream(g)?, g.val(1)) else { return None };
    let (Val::List(parts), Val::Int(size)) = (own!(g, x, "_parts")?, own!(g, x, "_size")?) else {
        return None;
    };
    if at != size {
        return None;
    }
    parts.push(g.rt, Val::Str(s).into()).ok()?;
    let end = Val::Int(at + s.chars);
    set_own!(g, x, "_size", end)?;
    set_own!(g, x, "_at", end)?;
    Some(Val::Int(s.chars))
}

fn write_bytes(g: &Given<'_>) -> Option<Val> {
    let ((x, at), Val::Bytes(b)) = (stream(g)?, g.val(1)) else { return None };
    let Val::Bytes(all) = own!(g, x, "_data")? else { return None };
    if b.mutable || at != all.len(g.rt) as i64 {
        return None;
    }
    let n = b.len(g.rt);
    errors::room(g.rt, n).ok()?;
    all.append(g.rt, &b.part(g.rt, 0..n)).ok()?;
    let n = n as i64;
    set_own!(g, x, "_at", Val::Int(at + n))?;
    Some(Val::Int(n))
}

fn line(g: &Given<'_>) -> Option<Val> {
    let ((x, at), 1) = (stream(g)?, g.args.len()) else { return None };
    let (Val::Str(text), Val::List(parts)) = (own!(g, x, "_text")?, own!(g, x, "_parts")?) else {
        return None;
    };
    if parts.len(g.rt) > 0 || !text.is_ascii() {
        return None;
    }
    let from = usize::try_from(at).ok()?;
    let rest = text.data().get(from..)?;
    let end = from + rest.iter().position(|&c| c == b'\n').map_or(rest.len(), |i| i + 1);
    let line = text.slice(g.rt, from, end).ok()?;
    set_own!(g, x, "_at", Val::Int(end as i64))?;
    Some(Val::Str(line))
}
