//! `bytes`, `bytearray` and `memoryview`: constructors (`make`) and methods. Those that both kinds of bytes have answer the kind they were asked of.
//!
//! ```text
//! letters  ASCII case and kinds     search  looking and replacing     parts  taking apart, putting together, filling up     tables  translating
//! make  constructors                own     of byte arrays and views
//! ```

mod letters;
mod make;
mod own;
mod parts;
mod search;
mod tables;

use crate::native::{Args, Body, Special};
use crate::objects::types::Types;
use crate::objects::{bytes, str};
use crate::value::{misc, Bytes, Misc, Val, NONE};
use crate::Rt;
use holloway::heap::Gc;
use holloway::machine::Raised;
use letters::*;
use make::{decode, fromhex, hex, new_bytearray, new_bytes, new_view};
use own::{MUTABLE, VIEW};
use parts::*;
use search::*;
use tables::{maketrans_array, maketrans_bytes, translate};

fn object(a: &Args<'_>) -> Result<Gc<Bytes>, Raised> {
    match a.this() {
        Val::Bytes(b) => Ok(b),
        _ => Err(a.wrong_object("bytearray")),
    }
}
fn data(a: &Args<'_>) -> Result<Vec<u8>, Raised> {
    a.object()?;
    bytes::need(a.rt, a.val(0))
}
fn itself(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    data(a).and_then(|d| bytes::val(a.rt, d))
}
/// A result of the kind of argument 0.
fn like(a: &Args<'_>, data: Vec<u8>) -> Result<Val, Raised> {
    let mutable = matches!(a.this(), Val::Bytes(b) if b.mutable);
    bytes::new(a.rt, &data, mutable).map(Val::Bytes)
}
const BOTH: &[(&str, Body)] = &[
    ("decode", decode),
    ("hex", hex),
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
    ("split", split),
    ("rsplit", rsplit),
    ("splitlines", splitlines),
    ("partition", partition),
    ("rpartition", rpartition),
    ("strip", strip),
    ("lstrip", lstrip),
    ("rstrip", rstrip),
    ("join", join),
    ("upper", upper),
    ("lower", lower),
    ("swapcase", swapcase),
    ("capitalize", capitalize),
    ("title", title),
    ("isdigit", isdigit),
    ("isalpha", isalpha),
    ("isalnum", isalnum),
    ("isspace", isspace),
    ("isascii", isascii),
    ("istitle", istitle),
    ("isupper", isupper),
    ("islower", islower),
    ("ljust", ljust),
    ("rjust", rjust),
    ("center", center),
    ("zfill", zfill),
    ("expandtabs", expandtabs),
    ("translate", translate),
];
/// Fills the classes.
pub fn fill(rt: &Rt) {
    let t = rt.lang.types();
    let wrap = |kind: u32, name: &'static str, body: Body| {
        let f = rt.lang.make_native(rt, name, body, None);
        rt.heap.alloc(Misc::new(kind, 0, f.into(), NONE, NONE))
    };
    for (c, maketrans) in [(t.bytes, maketrans_bytes as Body), (t.bytearray, maketrans_array)] {
        Types::fill(rt, c, BOTH);
        let all = [
            ("fromhex", wrap(misc::CLASS, "fromhex", fromhex)),
            ("maketrans", wrap(misc::STATIC, "maketrans", maketrans)),
        ];
        for (name, m) in all {
            c.attrs.borrow_mut().set(str::intern(rt, name), Val::Misc(m).into());
        }
    }
    Types::fill(rt, t.bytearray, MUTABLE);
    if let Some(Val::Native(f)) = t.bytearray.lookup_name(rt, "append") {
        rt.lang.set_special(f.id, Special::Append);
    }
    Types::fill(rt, t.memoryview, VIEW);
    Types::fill(rt, t.bytes, &[("%new", new_bytes), ("__bytes__", itself)]);
    Types::fill(rt, t.bytearray, &[("%new", new_bytearray)]);
    Types::fill(rt, t.memoryview, &[("%new", new_view)]);
}
