//! The library `string`.
//!
//! **Invariants.** No result is longer than [`MAX_LEN`]: what would be is an error before it is made.
//!
//! **Example.** `("x"):rep(3, ",")` is `x,x,x`; `string.gsub("abc", "%w", "%0%0")` is `aabbcc` and 3.

use super::string_arith;
use super::string_search::{self, find, gmatch, gsub, match_};
use crate::native::{Body, Call, Special};
use crate::string::{self, Change, Str};
use crate::table::Table;
use crate::text::format::{FormatArgs, Literal};
use crate::text::pack::{PackArgs, Unpacked};
use crate::text::{self, TextError};
use crate::value::{Tag, Val};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

type Done = Result<(), Raised>;

const FUNCTIONS: &[(&str, Body, Special)] = &[
    ("byte", byte, Special::Byte),
    ("char", char, Special::Char),
    ("dump", dump, Special::None),
    ("find", find, Special::Find),
    ("format", format, Special::Format),
    ("gmatch", gmatch, Special::None),
    ("gsub", gsub, Special::CallsBack),
    ("len", len, Special::Len),
    ("lower", lower, Special::Changed(Change::Lower)),
    ("match", match_, Special::Match),
    ("pack", pack, Special::None),
    ("packsize", packsize, Special::None),
    ("rep", rep, Special::Rep),
    ("reverse", reverse, Special::Changed(Change::Reverse)),
    ("sub", sub, Special::Sub),
    ("unpack", unpack, Special::None),
    ("upper", upper, Special::Changed(Change::Upper)),
];

/// Longest string a library function makes.
const MAX_LEN: usize = i32::MAX as usize;
/// Most values a call may give back.
const MAX_RESULTS: usize = 1_000_000;

/// Fills the table of the library and makes it the strings' `__index`.
pub fn fill(rt: &Rt, t: Gc<Table>) -> Done {
    for &(name, body, special) in FUNCTIONS {
        rt.lang.register_special(rt, t, name, body, special);
    }
    let meta = crate::table::new(rt);
    meta.set_name(rt, "__index", Val::Table(t))?;
    string_arith::fill(rt, meta)?;
    rt.lang.set_type_meta(Val::Str(rt.lang.short(rt, "")), Some(meta));
    string_search::open(rt)
}

/// The piece that a start and an end argument select, as offsets.
fn range(len: usize, first: i64, last: i64) -> (usize, usize) {
    let start = text::start_offset(first, len);
    let end = text::end_offset(last, len);
    (start.min(end), end)
}

fn byte(c: &mut Call<'_>) -> Done {
    let s = c.check_str(1)?;
    let first = c.opt_int(2, 1)?;
    let last = c.opt_int(3, first)?;
    let (start, end) = range(s.bytes().len(), first, last);
    if end - start >= MAX_RESULTS {
        return Err(c.error("string slice too long"));
    }
    for &b in &s.bytes()[start..end] {
        c.push(Val::Int(b.into()));
    }
    Ok(())
}

fn char(c: &mut Call<'_>) -> Done {
    let mut out = c.buffer();
    for i in 1..=c.len() {
        let n = c.check_int(i)?;
        out.push(u8::try_from(n).map_err(|_| c.arg_error(i, "value out of range"))?);
    }
    c.push_text(out)
}

fn dump(c: &mut Call<'_>) -> Done {
    match c.val(1) {
        Val::Function(_) | Val::Native(_) => Err(c.error("unable to dump given function")),
        _ => Err(c.type_error(1, "function")),
    }
}

fn len(c: &mut Call<'_>) -> Done {
    let n = c.check_str(1)?.bytes().len();
    c.push(Val::Int(n as i64));
    Ok(())
}

/// Pushes the first argument with its bytes changed.
fn push_changed(c: &mut Call<'_>, change: Change) -> Done {
    let changed = string::changed(c.rt, c.check_str(1)?, change)?;
    c.push(Val::Str(changed));
    Ok(())
}

fn lower(c: &mut Call<'_>) -> Done {
    push_changed(c, Change::Lower)
}

fn upper(c: &mut Call<'_>) -> Done {
    push_changed(c, Change::Upper)
}

fn reverse(c: &mut Call<'_>) -> Done {
    push_changed(c, Change::Reverse)
}

fn sub(c: &mut Call<'_>) -> Done {
    let s = c.check_str(1)?;
    let first = c.check_int(2)?;
    let last = c.opt_int(3, -1)?;
    let piece = crate::string::piece(c.rt, s, first, last)?;
    c.push(Val::Str(piece));
    Ok(())
}

fn rep(c: &mut Call<'_>) -> Done {
    let s = c.check_str(1)?;
    let n = c.check_int(2)?;
    let separator = c.opt_str(3)?;
    let (s, separator) = (s.bytes(), separator.as_ref().map_or(&[][..], |s| s.bytes()));
    if n <= 0 {
        return c.push_str("");
    }
    let one = (s.len() + separator.len()) as u64;
    if one.checked_mul(n as u64).is_none_or(|total| total > MAX_LEN as u64) {
        return Err(c.error("resulting string too large"));
    }
    string::room(c.rt, one as usize * n as usize)?;
    let out = if separator.is_empty() {
        s.repeat(n as usize)
    } else {
        let mut out = Vec::with_capacity(one as usize * n as usize);
        for _ in 1..n {
            out.extend_from_slice(s);
            out.extend_from_slice(separator);
        }
        out.extend_from_slice(s);
        out
    };
    c.push_str(out)
}

/// A failure of the text library or an error raised on the way.
pub(super) enum Fail {
    Text(TextError),
    Raised(Raised),
}

impl From<TextError> for Fail {
    fn from(e: TextError) -> Fail {
        Fail::Text(e)
    }
}

impl From<Raised> for Fail {
    fn from(e: Raised) -> Fail {
        Fail::Raised(e)
    }
}

impl Fail {
    pub(super) fn raise(self, c: &Call<'_>) -> Raised {
        match self {
            Fail::Text(e) => c.text_error(e),
            Fail::Raised(r) => r,
        }
    }
}

pub(super) fn text_fail(c: &Call<'_>, e: impl Into<TextError>) -> Raised {
    c.text_error(e.into())
}

/// Arguments of `format` and `pack`.
struct Args<'c, 'a> {
    c: &'c Call<'a>,
    /// Keeps a number that was made a string.
    made: Option<Gc<Str>>,
}

impl FormatArgs for Args<'_, '_> {
    type Error = Fail;
    fn exists(&self, index: usize) -> bool {
        index <= self.c.len()
    }
    fn integer(&mut self, index: usize) -> Result<i64, Fail> {
        Ok(self.c.check_int(index)?)
    }
    fn number(&mut self, index: usize) -> Result<f64, Fail> {
        Ok(self.c.check_float(index)?)
    }
    fn text(&mut self, index: usize, out: &mut Vec<u8>) -> Result<(), Fail> {
        let text = self.c.to_text(self.c.arg(index))?;
        Ok(string::extend(self.c.rt, out, text.bytes())?)
    }
    fn literal(&mut self, index: usize) -> Literal<'_> {
        match self.c.val(index) {
            Val::Nil => Literal::Nil,
            b @ (Val::False | Val::True) => Literal::Boolean(b.is_true()),
            Val::Int(n) => Literal::Int(n),
            Val::Float(x) => Literal::Float(x.get()),
            Val::Str(s) => Literal::Bytes(self.made.insert(s).bytes()),
            _ => Literal::Other,
        }
    }
    fn pointer(&mut self, index: usize) -> Option<usize> {
        let slot = self.c.arg(index);
        let plain = [Tag::Nil, Tag::False, Tag::True, Tag::Int, Tag::Float];
        let address = || holloway::world::ask("address", || slot.bits as usize);
        (!plain.contains(&slot.tag)).then(address)
    }
}

impl PackArgs for Args<'_, '_> {
    type Error = Fail;
    fn integer(&mut self, index: usize) -> Result<i64, Fail> {
        Ok(self.c.check_int(index)?)
    }
    fn number(&mut self, index: usize) -> Result<f64, Fail> {
        Ok(self.c.check_float(index)?)
    }
    fn bytes(&mut self, index: usize) -> Result<&[u8], Fail> {
        let s = self.c.check_str(index)?;
        Ok(self.made.insert(s).bytes())
    }
    fn room(&mut self, bytes: usize) -> Result<(), Fail> {
        Ok(string::room(self.c.rt, bytes)?)
    }
}

fn format(c: &mut Call<'_>) -> Done {
    let f = c.check_str(1)?;
    let texts = c.args().iter().map(|&v| if let Val::Str(s) = v.into() { s.bytes().len() } else { 0 });
    string::room(c.rt, texts.sum())?;
    let mut out = c.buffer();
    text::format::format(f.bytes(), &mut Args { c, made: None }, &mut out).map_err(|e| e.raise(c))?;
    c.push_text(out)
}

fn pack(c: &mut Call<'_>) -> Done {
    let f = c.check_str(1)?;
    let mut out = c.buffer();
    // The reference has a nil behind the arguments, which messages about a missing one show.
    let args = [c.args(), &[crate::value::NIL]].concat();
    let with_nil = c.over(&args);
    text::pack::pack(f.bytes(), &mut Args { c: &with_nil, made: None }, &mut out)
        .map_err(|e| e.raise(&with_nil))?;
    c.push_text(out)
}

fn packsize(c: &mut Call<'_>) -> Done {
    let f = c.check_str(1)?;
    let n = text::pack::packed_size(f.bytes()).map_err(|e| c.text_error(e))?;
    c.push(Val::Int(n as i64));
    Ok(())
}

fn unpack(c: &mut Call<'_>) -> Done {
    let (f, data) = (c.check_str(1)?, c.check_str(2)?);
    let at = c.opt_int(3, 1)?;
    let mut values: Vec<RawSlot> = Vec::new();
    let end = text::pack::unpack::<Fail>(f.bytes(), data.bytes(), at, |v| {
        values.push(match v {
            Unpacked::Int(n) => Val::Int(n).into(),
            Unpacked::Float(x) => Val::float(x).into(),
            Unpacked::Bytes(b) => Val::Str(c.str(b)?).into(),
        });
        Ok(())
    });
    let end = end.map_err(|e| e.raise(c))?;
    values.into_iter().for_each(|v| c.push(v));
    c.push(Val::Int(end as i64));
    Ok(())
}
