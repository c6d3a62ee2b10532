//! Methods of strings.
//!
//! ```text
//! letters  case, and what characters are     search  looking and replacing     parts  taking apart, putting together, filling up
//! format  `str.format`                       tables  `translate`
//! ```

pub mod asked;
pub mod changed;
mod format;
mod letters;
mod parts;
mod search;
mod tables;

use crate::native::{Args, Body};
use crate::objects::types::Types;
use crate::objects::{bytes, str};
use crate::value::{misc, Misc, Str, Val, NONE};
use crate::{text, Rt};
use format::{format, format_map};
use holloway::heap::Gc;
use holloway::machine::Raised;
use letters::*;
use parts::*;
use search::*;
use tables::{maketrans, translate};

/// The string whose method is called.
fn this(a: &Args<'_>) -> Result<Gc<Str>, Raised> {
    match a.this() {
        Val::Str(s) => Ok(s),
        _ => Err(a.wrong_object("str")),
    }
}

fn encode(a: &mut Args<'_>) -> Result<Val, Raised> {
    // Most often there is nothing to be done.
    if let (Val::Str(t), 1) = (a.val(0), a.args.len()) {
        if t.is_ascii() {
            return bytes::val(a.rt, t.data());
        }
    }
    a.takes(0, 2, &["encoding", "errors"])?;
    let t = this(a)?;
    let (encoding, handler) = (a.opt_word(1, "encoding", "utf-8")?, a.opt_word(2, "errors", "strict")?);
    let data = text::codec::encode(a.rt, t, &encoding, &handler)?;
    bytes::val(a.rt, data)
}

const LIST: &[(&str, Body)] = &[
    ("upper", upper),
    ("lower", lower),
    ("casefold", casefold),
    ("capitalize", capitalize),
    ("title", title),
    ("swapcase", swapcase),
    ("isdigit", isdigit),
    ("isdecimal", isdecimal),
    ("isnumeric", isnumeric),
    ("isalpha", isalpha),
    ("isalnum", isalnum),
    ("isspace", isspace),
    ("isupper", isupper),
    ("islower", islower),
    ("isidentifier", isidentifier),
    ("istitle", istitle),
    ("isascii", isascii),
    ("isprintable", isprintable),
    ("strip", strip),
    ("lstrip", lstrip),
    ("rstrip", rstrip),
    ("split", split),
    ("rsplit", rsplit),
    ("splitlines", splitlines),
    ("join", join),
    ("find", find),
    ("rfind", rfind),
    ("index", index),
    ("rindex", rindex),
    ("count", count),
    ("startswith", startswith),
    ("endswith", endswith),
    ("removeprefix", removeprefix),
    ("removesuffix", removesuffix),
    ("replace", replace),
    ("partition", partition),
    ("rpartition", rpartition),
    ("ljust", ljust),
    ("rjust", rjust),
    ("center", center),
    ("zfill", zfill),
    ("expandtabs", expandtabs),
    ("translate", translate),
    ("format", format),
    ("format_map", format_map),
    ("encode", encode),
];

/// Fills the class.
pub fn fill(rt: &Rt) {
    Types::fill(rt, rt.lang.types().str, LIST);
    let f = rt.lang.make_native(rt, "maketrans", maketrans, None);
    let m = Misc::new(misc::STATIC, 0, f.into(), NONE, NONE);
    let name = str::intern(rt, "maketrans");
    rt.lang.types().str.attrs.borrow_mut().set(name, Val::Misc(rt.heap.alloc(m)).into());
}
