//! Making and filling: closures, tables, lists, concatenation, numerical loops.

use super::call::{upvalue, Step};
use super::texts::word_text;
use super::{konst, Lua, S};
use crate::bytecode::{UpvalDesc, UpvalSource};
use crate::code::Code;
use crate::native::{push_args, write_text};
use crate::string::{self, Str};
use crate::table::{kind, Fields, Table, INLINE};
use crate::text::number;
use crate::value::{Cell, Closure, Tag, Val, Value, NIL};
use crate::{error, Rt};
use holloway::elidable;
use holloway::heap::{ByteArray, FloatArray, Gc, RawSlot, SlotArray, WordArray};
use holloway::machine::*;
use holloway::residual;
use smallvec::SmallVec;

/// Lists of more values are filled by a helper.
const SHORT_LIST: usize = 16;
/// Most elements or slots allocated ahead by interpreter code.
const AHEAD: usize = 64;

fn join(rt: &Rt, parts: &[RawSlot]) -> Result<Gc<Str>, Raised> {
    let total = parts.iter().fold(0usize, |n, &p| match Val::from(p) {
        Val::Str(s) => n.saturating_add(s.bytes().len()),
        _ => n + 24,
    });
    if total > isize::MAX as usize / 2 {
        return Err(error::error(rt, "string length overflow"));
    }
    string::room(rt, total)?;
    let mut out = rt.lang.scratch.take();
    parts.iter().for_each(|&p| write_text(&mut out, p.into()));
    let made = string::make(rt, &out);
    rt.lang.scratch.give(out);
    made
}

#[elidable]
fn join2(cx: &Cx<Lua>, a: RawSlot, b: RawSlot) -> Result<Gc<Str>, Raised> {
    cx.rt.lang.strings().joined(&cx.rt.heap, [a, b, NIL], || join(cx.rt, &[a, b]))
}

#[elidable]
fn join3(cx: &Cx<Lua>, a: RawSlot, b: RawSlot, c: RawSlot) -> Result<Gc<Str>, Raised> {
    cx.rt.lang.strings().joined(&cx.rt.heap, [a, b, c], || join(cx.rt, &[a, b, c]))
}

/// Most values that one helper joins.
pub const MOST_JOINED: usize = 7;

#[elidable]
#[allow(clippy::too_many_arguments)] // a buffer is what this saves
fn join_few(
    cx: &Cx<Lua>,
    n: i64,
    a: RawSlot,
    b: RawSlot,
    c: RawSlot,
    d: RawSlot,
    e: RawSlot,
    f: RawSlot,
    g: RawSlot,
) -> Result<Gc<Str>, Raised> {
    join(cx.rt, &[a, b, c, d, e, f, g][..n as usize])
}

/// Joins the values collected by [`push_args`].
#[residual]
fn join_many(cx: &Cx<Lua>) -> Result<Gc<Str>, Raised> {
    let parts = cx.rt.lang.args.take();
    join(cx.rt, &parts)
}

/// Sets `t[from + 1]` and on to the values collected by [`push_args`].
#[residual]
fn fill(cx: &Cx<Lua>, t: Gc<Table>, from: i64) -> Result<(), Raised> {
    let values = cx.rt.lang.args.take();
    if from == 0 {
        return t.set_first(cx.rt, &values);
    }
    for (i, &v) in values.iter().enumerate() {
        t.set_int(cx.rt, from + 1 + i as i64, v)?;
    }
    Ok(())
}

/// The limit of an integer loop as an integer, and whether the loop does not run.
#[residual(reads)]
fn float_limit(_cx: &Cx<Lua>, limit: f64, step: i64) -> (i64, bool) {
    let rounded = if step < 0 { limit.ceil() } else { limit.floor() };
    match number::float_to_int(rounded) {
        Some(n) => (n, false),
        None if limit.is_nan() => (0, true),
        None if limit > 0.0 => (i64::MAX, step < 0),
        None => (i64::MIN, step > 0),
    }
}

/// A string that is a number as one; anything else as it is.
#[residual(reads)]
fn numeric(_cx: &Cx<Lua>, v: RawSlot) -> RawSlot {
    crate::native::to_number(v.into()).map_or(v, |n| Val::from(n).into())
}

/// Further iterations of an integer loop that runs.
#[elidable]
fn iterations(_cx: &Cx<Lua>, start: i64, limit: i64, step: i64) -> i64 {
    let (distance, step) = if step > 0 {
        ((limit as u64).wrapping_sub(start as u64), step as u64)
    } else {
        ((start as u64).wrapping_sub(limit as u64), step.unsigned_abs())
    };
    (distance / step) as i64
}

/// The origin of the next closure of a function that is made once by rights.
#[residual]
fn origin(cx: &Cx<Lua>, code: i64) -> i64 {
    cx.rt.lang.code(code as u32).origin().into()
}

impl Lua {
    /// A closure of function number `child` of `code`.
    #[inline(never)]
    pub fn closure<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &Code,
        outer: OptRef<M::V, Closure>,
        child: usize,
    ) -> Slot<M::V> {
        let base = s.top().base;
        let inner = self.code(code.children[child]);
        let one = |u: &UpvalDesc| {
            let held = match u.source {
                UpvalSource::Register(r) => s.stack.get(base + r as usize),
                UpvalSource::Upvalue(u) => upvalue(m, code, outer, u),
                UpvalSource::Itself | UpvalSource::Outside => konst(NIL),
            };
            match u.is_joint {
                true => Value::Cell(make::<M, Cell>(m).init(m, Cell::value, held)).into(),
                false => held,
            }
        };
        let upvals: Vec<Slot<M::V>> = inner.proto.upvals.iter().map(one).collect();
        let made = make_filled::<M, Closure>(m, &upvals);
        let origin =
            if inner.once { origin(m, Int::new(inner.id.into())) } else { Int::new(inner.id.into()) };
        Value::Function(made.init(m, Closure::origin, origin)).into()
    }

    /// An empty table with room for just so many names: most records get no others.
    #[inline(always)]
    pub fn new_table<M: Machine<L = Lua>>(&self, m: &M, slots: usize) -> Slot<M::V> {
        let t = make::<M, Table>(m).init(m, Table::map, Ref::new(self.root_map()));
        if slots > INLINE && slots <= AHEAD {
            let n = Int::new((slots - INLINE) as i64);
            t.set(m, Table::slots, make_array::<M, Fields>(m, n).opt());
        }
        Value::Table(t).into()
    }

    /// `t[from + i] = values[i]` for a constructor.
    #[inline(never)]
    pub fn set_list<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        t: Slot<M::V>,
        from: u32,
        first: usize,
        n: usize,
    ) -> Result<(), Raised> {
        let Value::Table(t) = m.unpack(t) else { return Ok(()) };
        if n == 0 {
            return Ok(());
        }
        if from == 0 && n <= SHORT_LIST && self.set_short_list(m, s, t, first, n) {
            return Ok(());
        }
        let nil = konst(NIL);
        let mut i = 0;
        while i < n {
            let get = |k: usize| if i + k < n { s.stack.get(first + i + k) } else { nil };
            push_args(m, Int::new((n - i).min(4) as i64), get(0), get(1), get(2), get(3));
            i += 4;
        }
        fill(m, t, Int::new(from.into()))
    }

    /// The same for a few values of a table without array part; false if a value is nil.
    fn set_short_list<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        t: Ref<M::V, Table>,
        first: usize,
        n: usize,
    ) -> bool {
        if !m.branch(t.get(m, Table::array).has_tag(kind::NONE)) || !m.branch(t.get(m, Table::hash).is_null())
        {
            return false;
        }
        let (mut ints, mut floats, mut bools, mut slots) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for i in first..first + n {
            let v = s.stack.get(i);
            match m.unpack(v) {
                Value::Nil => return false,
                Value::Int(x) => ints.push(x),
                Value::Float(x) => floats.push(x),
                Value::False => bools.push(Int::new(0)),
                Value::True => bools.push(Int::new(1)),
                _ => {}
            }
            slots.push(v);
        }
        let array = if ints.len() == n {
            Value::Ints(make_filled::<M, WordArray>(m, &ints))
        } else if floats.len() == n {
            Value::Floats(make_filled::<M, FloatArray>(m, &floats))
        } else if bools.len() == n {
            Value::Bools(make_filled::<M, ByteArray>(m, &bools))
        } else {
            Value::Slots(make_filled::<M, SlotArray>(m, &slots))
        };
        t.set(m, Table::array, array.into());
        t.set(m, Table::alen, Int::new(n as i64));
        true
    }

    /// Joins the `n` values from slot `first` on. A metamethod that is entered leaves the number of values still to join with the frame.
    #[inline(never)]
    pub fn concat<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &Code,
        pc: usize,
        first: usize,
        n: usize,
    ) -> Result<Step<M::V>, Raised> {
        s.top().frame.pc = pc as u32;
        let mut n = if s.top().frame.left > 0 { s.top().frame.left as usize } else { n };
        s.top().frame.left = 0;
        loop {
            if n == 1 {
                return Ok(Step::Value(s.stack.get(first)));
            }
            // As many as are strings or numbers, from the right, become one.
            let mut plain = 0;
            while plain < n && is_text(m, s.stack.get(first + n - 1 - plain)) {
                plain += 1;
            }
            if plain >= 2 {
                let from = first + n - plain;
                let joined = self.join(m, s, from, plain)?;
                n -= plain - 1;
                s.stack.slots()[first + n - 1] = Value::Str(joined).into();
                continue;
            }
            let (a, b) = (s.stack.get(first + n - 2), s.stack.get(first + n - 1));
            let event = self.events().concat;
            let mut h = self.metamethod(m, a, event);
            if m.branch(h.has_tag(Tag::Nil)) {
                h = self.metamethod(m, b, event);
            }
            if m.branch(h.has_tag(Tag::Nil)) {
                let reg = first + n - 2 - s.top().base;
                super::fail::concat(m, code.id, pc - 1, reg, a, b)?;
                return Err(Raised);
            }
            n -= 1;
            s.top().frame.left = n as u8;
            match self.call_meta(m, s, h, &[a, b])? {
                Step::Value(v) => s.stack.slots()[first + n - 1] = v,
                flow => return Ok(flow),
            }
            s.top().frame.left = 0;
        }
    }

    fn join<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        from: usize,
        n: usize,
    ) -> Result<Ref<M::V, Str>, Raised> {
        match n {
            2 => join2(m, s.stack.get(from), s.stack.get(from + 1)),
            3 => join3(m, s.stack.get(from), s.stack.get(from + 1), s.stack.get(from + 2)),
            ..=MOST_JOINED => {
                let values: SmallVec<[_; MOST_JOINED]> = (from..from + n).map(|i| s.stack.get(i)).collect();
                self.join_values(m, &values)
            }
            _ => {
                let mut i = 0;
                while i < n {
                    let get = |k: usize| if i + k < n { s.stack.get(from + i + k) } else { konst(NIL) };
                    push_args(m, Int::new((n - i).min(4) as i64), get(0), get(1), get(2), get(3));
                    i += 4;
                }
                join_many(m)
            }
        }
    }

    /// Texts and numbers as one text.
    pub(super) fn join_values<M: Machine<L = Lua>>(
        &self,
        m: &M,
        values: &[Slot<M::V>],
    ) -> Result<Ref<M::V, Str>, Raised> {
        let get = |k: usize| values.get(k).copied().unwrap_or(konst(NIL));
        match values.len() {
            1 => match m.unpack(get(0)) {
                Value::Str(text) => Ok(text),
                _ => word_text(m, get(0)),
            },
            2 => join2(m, get(0), get(1)),
            3 => join3(m, get(0), get(1), get(2)),
            n => join_few(m, Int::new(n as i64), get(0), get(1), get(2), get(3), get(4), get(5), get(6)),
        }
    }

    /// Prepares a numerical loop whose state begins in slot `at`; false if it does not run.
    #[inline(never)]
    pub fn for_prep<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        pc: usize,
        at: usize,
    ) -> Result<bool, Raised> {
        s.top().frame.pc = pc as u32;
        let [init, mut limit, step] = [0, 1, 2].map(|i| s.stack.get(at + i));
        if let (Value::Int(i), Value::Int(st)) = (m.unpack(init), m.unpack(step)) {
            if m.branch(st.eq_(0)) {
                super::fail::numeric_for(m, 3, step)?;
            }
            let up = m.branch(Int::<M::V>::new(0).lt(st));
            if let Value::Str(_) = m.unpack(limit) {
                limit = numeric(m, limit);
            }
            let lim = match m.unpack(limit) {
                Value::Int(l) => l,
                Value::Float(x) => {
                    let (l, skip) = float_limit(m, x, st);
                    if m.branch(skip) {
                        return Ok(false);
                    }
                    l
                }
                _ => {
                    super::fail::numeric_for(m, 1, limit)?;
                    return Err(Raised);
                }
            };
            if m.branch(if up { lim.lt(i) } else { i.lt(lim) }) {
                return Ok(false);
            }
            let count = if m.branch(st.eq_(1)) { lim - i } else { iterations(m, i, lim, st) };
            s.stack.slots()[at + 1] = Value::Int(count).into();
            s.stack.slots()[at + 3] = init;
            return Ok(true);
        }
        let plain = |v: Slot<M::V>| match m.unpack(v) {
            Value::Int(x) => Some(x.to_float()),
            Value::Float(x) => Some(x),
            _ => None,
        };
        let float = |v: Slot<M::V>| match m.unpack(v) {
            Value::Str(_) => plain(numeric(m, v)),
            _ => plain(v),
        };
        let (lim, st, i) = (float(limit), float(step), float(init));
        let (Some(lim), Some(st), Some(i)) = (lim, st, i) else {
            let (what, v) = match (lim, st) {
                (None, _) => (1, limit),
                (_, None) => (2, step),
                _ => (0, init),
            };
            super::fail::numeric_for(m, what, v)?;
            return Err(Raised);
        };
        if m.branch(st.eq_(0.0)) {
            super::fail::numeric_for(m, 3, step)?;
        }
        let up = m.branch(Float::<M::V>::new(0.0).lt(st));
        if m.branch(if up { lim.lt(i) } else { i.lt(lim) }) {
            return Ok(false);
        }
        for (k, v) in [i, lim, st, i].into_iter().enumerate() {
            s.stack.slots()[at + k] = Value::Float(v).into();
        }
        Ok(true)
    }

    /// The next iteration of a loop over floats, whose state begins in slot `at`; false at its end.
    #[inline(never)]
    pub fn float_loop<M: Machine<L = Lua>>(&self, m: &M, s: &mut S<M>, at: usize) -> bool {
        let [i, lim, st] = [0, 1, 2].map(|k| match m.unpack(s.stack.get(at + k)) {
            Value::Float(x) => x,
            _ => Float::new(0.0),
        });
        let i = i + st;
        let up = m.branch(Float::<M::V>::new(0.0).lt(st));
        let runs = m.branch(if up { i.le(lim) } else { lim.le(i) });
        if runs {
            s.stack.slots()[at] = Value::Float(i).into();
            s.stack.slots()[at + 3] = Value::Float(i).into();
        }
        runs
    }
}

fn is_text<M: Machine<L = Lua>>(m: &M, v: Slot<M::V>) -> bool {
    matches!(m.unpack(v), Value::Str(_) | Value::Int(_) | Value::Float(_))
}
