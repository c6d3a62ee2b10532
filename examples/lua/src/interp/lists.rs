//! `table.insert`, `table.remove` and `table.unpack` in traces.
//!
//! **Problem.** These honour metamethods, and most lists have none that matter: no metatable, or that of a class, which has `__index` for its methods. As calls of the library
//! they take ten times as long as what they do.
//!
//! **How.** At a list's end it is interpreter code, so that a stack's top stays in registers; in its middle a helper moves the elements by one place.
//!
//! **Invariants.** What is done here is what raw access does. A metatable is asked before that for each event that the reference would ask for: `__len` for the length,
//! `__newindex` for a new element, `__index` where an element is absent.
//!
//! **Not promised.** Errors: what is wrong with a call is told by the library function, which is called then.
//!
//! **Example.** `stack[#stack + 1] = v` and `table.insert(stack, v)` record the same.

use super::call::{too_deep, Done};
use super::index::Key;
use super::{konst, Lua, S};
use crate::native::Special;
use crate::table::Table;
use crate::value::{Tag, Value, NIL};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use holloway::residual;

/// Most elements that `table.unpack`, and bytes that `string.byte` takes apart in interpreter code: a trace is made for each number.
const MOST_RESULTS: i64 = 8;

/// Whether all elements of a list of this length are in the array part, and from `at` on none is absent where a metatable would be asked for it.
fn is_whole(rt: &Rt, t: Gc<Table>, at: i64, len: i64) -> bool {
    let there = |i| t.get_int(rt, i) != NIL;
    t.alen.get(&rt.heap) == len && (t.metatable(rt).is_none() || (at..=len).all(there))
}

/// Inserts before the element at `at`, if the list is such that it can.
#[residual]
fn insert_at(cx: &Cx<Lua>, t: Gc<Table>, at: i64, v: RawSlot) -> Result<bool, Raised> {
    let (rt, len) = (cx.rt, t.len(cx.rt));
    if !(1..=len).contains(&at) || !is_whole(rt, t, at, len) {
        return Ok(false);
    }
    t.insert_at(rt, at, v).map(|()| true)
}

/// Removes the element at `at`, if the list is such that it can: whether it has, and the element.
#[residual]
fn remove_at(cx: &Cx<Lua>, t: Gc<Table>, at: i64) -> Result<(i64, RawSlot), Raised> {
    let (rt, len) = (cx.rt, t.len(cx.rt));
    // Behind the last there may be nothing, and nothing to be done: an empty queue is asked for its first.
    let behind = at == len + 1 && t.meta.get(&rt.heap).get().is_none() && t.get_int(rt, at) == NIL;
    if behind {
        return Ok((1, NIL));
    }
    if !(1..=len).contains(&at) || !is_whole(rt, t, at, len) {
        return Ok((0, NIL));
    }
    t.remove_at(rt, at).map(|v| (1, v))
}

/// A list, and whether it has a metatable.
type List<M> = (Ref<<M as Machine>::V, Table>, bool);

impl Lua {
    /// The call of one of these in slot `at` with `n` arguments, if it can be done by raw access.
    pub(super) fn call_of_list<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        known: Special,
        at: usize,
        n: usize,
    ) -> Result<Option<Done>, Raised> {
        if n == 0 {
            return Ok(None);
        }
        let writes = known != Special::Unpack;
        let Some((t, has_meta)) = self.list(m, s.stack.get(at + 1), writes) else { return Ok(None) };
        let place = |s: &mut S<M>, k: usize| match m.unpack(s.stack.get(at + k)) {
            Value::Int(i) => Some(i),
            _ => None,
        };
        match (known, n) {
            (Special::Insert, 2) => {
                let end = self.table_len(m, t) + 1;
                self.raw_set(m, t, Key::Any(Value::Int(end).into()), s.stack.get(at + 2))?;
                Ok(Some(Done::Results(0)))
            }
            (Special::Insert, 3) => {
                let (Some(i), v) = (place(s, 2), s.stack.get(at + 3)) else { return Ok(None) };
                Ok(m.branch(insert_at(m, t, i, v)?).then_some(Done::Results(0)))
            }
            (Special::Remove, 1) => {
                let end = self.table_len(m, t);
                let v = self.get_int(m, t, end);
                if has_meta && m.branch(v.has_tag(Tag::Nil)) {
                    return Ok(None);
                }
                self.raw_set(m, t, Key::Any(Value::Int(end).into()), konst(NIL))?;
                s.stack.slots()[at] = v;
                Ok(Some(Done::Results(1)))
            }
            (Special::Remove, 2) => {
                let Some(i) = place(s, 2) else { return Ok(None) };
                let (done, v) = remove_at(m, t, i)?;
                if m.branch(done.eq_(0)) {
                    return Ok(None);
                }
                s.stack.slots()[at] = v;
                Ok(Some(Done::Results(1)))
            }
            (Special::Unpack, 1..=3) => {
                let first = if n > 1 { place(s, 2) } else { Some(Int::new(1)) };
                let last = if n > 2 { place(s, 3) } else { Some(self.table_len(m, t)) };
                let (Some(first), Some(last)) = (first, last) else { return Ok(None) };
                let Some(count) = self.few_results(m, s, at, first, last)? else { return Ok(None) };
                // The arguments stay where they are until it is known that all elements are there.
                let mut values = [konst(NIL); MOST_RESULTS as usize];
                for (i, place) in values[..count].iter_mut().enumerate() {
                    *place = self.get_int(m, t, first + i as i64);
                    if has_meta && m.branch(place.has_tag(Tag::Nil)) {
                        return Ok(None);
                    }
                }
                s.stack.slots()[at..][..count].copy_from_slice(&values[..count]);
                Ok(Some(Done::Results(count)))
            }
            _ => Ok(None),
        }
    }

    /// The table, if no metatable says how long it is, nor, where it is written, what becomes of new elements.
    fn list<M: Machine<L = Lua>>(&self, m: &M, v: Slot<M::V>, writes: bool) -> Option<List<M>> {
        let Value::Table(t) = m.unpack(v) else { return None };
        let Some(meta) = m.non_null(t.get(m, Table::meta)) else { return Some((t, false)) };
        let lacks = |event| m.branch(self.field(m, meta, event).has_tag(Tag::Nil));
        (lacks(self.events().len) && (!writes || lacks(self.events().newindex))).then_some((t, true))
    }

    /// How many results there are from slot `at` on, one for each place of these, if they are few; there is room for them then.
    pub(super) fn few_results<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        first: Int<M::V>,
        last: Int<M::V>,
    ) -> Result<Option<usize>, Raised> {
        // Of places far from each other the number may overflow.
        const FAR: i64 = 1 << 32;
        if !m.branch((first + FAR).ult(2 * FAR)) || !m.branch((last + FAR).ult(2 * FAR)) {
            return Ok(None);
        }
        let count = last - first + 1;
        if !m.branch(count.ult(Int::new(MOST_RESULTS + 1))) {
            return Ok(None);
        }
        let count = m.promote(count) as usize;
        if s.stack.reserve(at + count).is_err() {
            too_deep(m)?;
        }
        Ok(Some(count))
    }
}
