//! Regular expressions.

use crate::modules::re;
use crate::value::{Str, Tuple, Val};
use crate::Py;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use holloway::{elidable, residual};

/// Looks for pattern number `id` in a text from a character on: the spans of the match, or `None`. A search has the number of its way.
#[residual(reads)]
pub fn re_find(cx: &Cx<Py>, id: i64, s: Gc<Str>, pos: i64, way: i64) -> Result<RawSlot, Raised> {
    let way = [re::Way::Search, re::Way::Here, re::Way::Whole][way as usize];
    re::find(cx.rt, id, s, pos, way).map(RawSlot::from)
}

/// The number of a pattern's group of this name; `-1` if there is none.
#[elidable]
pub fn re_number(cx: &Cx<Py>, id: i64, name: Gc<Str>) -> i64 {
    re::number_of(cx.rt, id, name.text())
}

/// The parts of all groups of a match.
#[residual(reads)]
pub fn re_parts(cx: &Cx<Py>, s: Gc<Str>, spans: Gc<Tuple>, groups: i64) -> Result<RawSlot, Raised> {
    re::parts(cx.rt, s, spans, groups as usize).map(RawSlot::from)
}

/// The number of the group of a pattern that ended last; 0 if none took part.
#[elidable]
pub fn re_last(cx: &Cx<Py>, id: i64, spans: Gc<Tuple>) -> i64 {
    re::last_index(cx.rt, id, spans)
}

/// The name of a group of a pattern, or `None`.
#[residual(reads)]
pub fn re_group_name(cx: &Cx<Py>, id: i64, k: i64) -> Result<RawSlot, Raised> {
    re::last_group(cx.rt, id, k).map(|v: Val| v.into())
}
