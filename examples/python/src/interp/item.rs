//! Items of lists, tuples, strings and dictionaries.

use super::{helpers, konst, Ints, Step, S};
use crate::native::{keyed, Guest};
use crate::objects::list::LEAST_ROOM;
use crate::objects::queue;
use crate::value::{kind, List, Range, Slice, Str, Tag, Tuple, Val, Value, NONE};
use crate::Py;
use holloway::heap::{ArrayObject, FloatArray, RawSlot, SlotArray, WordArray};
use holloway::machine::*;
use smallvec::SmallVec;

/// What `x[k]` comes to: a value or a call, or an exception that is raised.
pub type Item<V> = Result<Step<V>, Slot<V>>;

/// Gives an empty list place for items of the kind that suits the first, and puts that there.
#[inline(always)]
fn begin<M: Machine<L = Py>>(m: &M, l: Ref<M::V, List>, first: Slot<M::V>) {
    let (at, room) = (Int::new(0), Int::new(LEAST_ROOM as i64));
    let kind = match m.unpack(first) {
        Value::Int(x) => {
            let a: Ref<M::V, WordArray> = make_array(m, room);
            a.put(m, at, x);
            l.set(m, List::ints, a.opt());
            kind::INTS
        }
        Value::Float(x) => {
            let a: Ref<M::V, FloatArray> = make_array(m, room);
            a.put(m, at, x);
            l.set(m, List::floats, a.opt());
            kind::FLOATS
        }
        _ => {
            let a: Ref<M::V, SlotArray> = make_array(m, room);
            a.put(m, at, first);
            l.set(m, List::items, a.opt());
            kind::SLOTS
        }
    };
    l.set(m, List::kind, Int::new(kind));
}

/// Most items of a list that a trace moves, or takes, one by one.
const FEW_MOVED: i64 = 16;

impl Py {
    /// A position in a sequence of `n` items; negative ones count from the end.
    #[inline(always)]
    pub fn position<M: Machine<L = Py>>(&self, m: &M, i: Int<M::V>, n: Int<M::V>) -> Option<Int<M::V>> {
        if m.branch(i.ult(n)) {
            return Some(i);
        }
        let j = i + n;
        (m.branch(i.lt(0)) && m.branch(j.ult(n))).then_some(j)
    }

    /// The array behind a list: there is room for all items.
    #[inline(always)]
    fn roomy<M: Machine<L = Py>, T: ArrayObject>(
        &self,
        m: &M,
        l: Ref<M::V, List>,
        array: OptRef<M::V, T>,
    ) -> Option<Ref<M::V, T>> {
        let a = m.non_null(array)?;
        m.vouch(l.get(m, List::size).ule(a.len(m)));
        Some(a)
    }

    /// Where a slice without a step begins and ends in a sequence of `n` items, if its bounds are machine integers. It may end before it begins.
    #[inline(always)]
    pub fn part<M: Machine<L = Py>>(&self, m: &M, k: Ref<M::V, Slice>, n: Int<M::V>) -> Option<Ints<M::V>> {
        if !m.branch(k.get(m, Slice::step).has_tag(Tag::None)) {
            return None;
        }
        let bound = |v: Slot<M::V>, default: Int<M::V>| match m.unpack(v) {
            Value::None => Some(default),
            Value::Int(i) => {
                let i = if m.branch(i.lt(0)) { i + n } else { i };
                Some(match (m.branch(i.lt(0)), m.branch(n.lt(i))) {
                    (true, _) => Int::new(0),
                    (_, true) => n,
                    _ => i,
                })
            }
            _ => None,
        };
        Some((bound(k.get(m, Slice::start), Int::new(0))?, bound(k.get(m, Slice::stop), n)?))
    }

    /// Item `i` of a list, which is within its length.
    #[inline(always)]
    pub fn list_item<M: Machine<L = Py>>(
        &self,
        m: &M,
        l: Ref<M::V, List>,
        i: Int<M::V>,
    ) -> Option<Slot<M::V>> {
        match m.promote(l.get(m, List::kind)) {
            kind::INTS => {
                self.roomy(m, l, l.get(m, List::ints)).and_then(|a| a.at(m, i)).map(|x| Value::Int(x).into())
            }
            kind::FLOATS => self
                .roomy(m, l, l.get(m, List::floats))
                .and_then(|a| a.at(m, i))
                .map(|x| Value::Float(x).into()),
            kind::SLOTS => self.roomy(m, l, l.get(m, List::items)).and_then(|a| a.at(m, i)),
            _ => None,
        }
    }

    /// Character `i` of a string, which is within its length.
    #[inline(always)]
    pub fn char_at<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: Ref<M::V, Str>,
        i: Int<M::V>,
    ) -> Result<Slot<M::V>, Raised> {
        // ASCII, and not a shared text: that has more characters than it has bytes here.
        if m.branch(s.get(m, Str::chars).eq_(s.len(m))) {
            let letters = Ref::new(self.strings.letters());
            if let Some(c) = s.at(m, i).and_then(|b| letters.at(m, b)) {
                return Ok(c);
            }
        }
        helpers::char_at(m, s, i).map(|c| Value::Str(c).into())
    }

    /// `x[k]` where a fast way exists.
    #[inline(always)]
    pub fn item_plain<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, k: Slot<M::V>) -> Option<Slot<M::V>> {
        match m.unpack(x) {
            Value::List(l) => match m.unpack(k) {
                Value::Int(i) => {
                    let i = self.position(m, i, l.get(m, List::size))?;
                    self.list_item(m, l, i)
                }
                _ => None,
            },
            Value::Tuple(t) => match m.unpack(k) {
                Value::Int(i) => {
                    let i = self.position(m, i, <Ref<M::V, Tuple>>::len(t, m))?;
                    t.at(m, i)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `x[k]`, the instruction itself; an exception that is at hand as [`Py::item_slow`] has it. Outside of the loop, as [`Py::arith`] is.
    #[inline(never)]
    pub fn item<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        k: Slot<M::V>,
    ) -> Result<Item<M::V>, Raised> {
        match self.item_plain(m, x, k) {
            Some(v) => Ok(Ok(Step::Value(v))),
            None => self.item_slow(m, s, x, k),
        }
    }

    /// `x[k]` of anything. An exception that is at hand is a value, which a trace need not make.
    #[inline(never)]
    pub fn item_slow<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        k: Slot<M::V>,
    ) -> Result<Item<M::V>, Raised> {
        let out_of_range = |message: &'static str| {
            let text = konst(Val::Str(self.name(message)).into());
            self.new_exception(m, self.types().index_error, &[text])
        };
        let beyond = |n: Int<M::V>, message: &'static str| match m.unpack(k) {
            Value::Int(i) if self.position(m, i, n).is_none() => Some(out_of_range(message)),
            _ => None,
        };
        let raised = match m.unpack(x) {
            Value::Dict(d) => {
                if let Some(step) = self.keyed(m, s, keyed::ITEM, [x, k, konst(NONE)])? {
                    return Ok(Ok(step));
                }
                match self.dict_get(m, d, k)? {
                    Some(v) => return Ok(Ok(Step::Value(v))),
                    None => Some(self.new_exception(m, self.types().key_error, &[k])),
                }
            }
            Value::List(l) => beyond(l.get(m, List::size), "list index out of range"),
            Value::Tuple(t) => beyond(<Ref<M::V, Tuple>>::len(t, m), "tuple index out of range"),
            Value::Str(t) => match m.unpack(k) {
                Value::Int(i) => match self.position(m, i, t.get(m, Str::chars)) {
                    Some(i) => return self.char_at(m, t, i).map(|c| Ok(Step::Value(c))),
                    None => Some(out_of_range("string index out of range")),
                },
                _ => None,
            },
            Value::Misc(_) => match self.in_namespace(m, x, k) {
                Some(Some(v)) => return Ok(Ok(Step::Value(v))),
                Some(None) => Some(self.new_exception(m, self.types().key_error, &[k])),
                None => None,
            },
            _ => None,
        };
        match raised {
            Some(exception) => Ok(Err(exception)),
            None => self.item_other(m, s, x, k).map(Ok),
        }
    }

    /// `x[k]` where that is no entry of a dictionary, and no item that is not there.
    fn item_other<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        k: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        match m.unpack(x) {
            Value::Str(x) => {
                if let Value::Slice(k) = m.unpack(k) {
                    if let Some((from, to)) = self.part(m, k, x.get(m, Str::chars)) {
                        return Ok(Step::Value(Value::Str(helpers::str_part(m, x, from, to)?).into()));
                    }
                }
            }
            Value::Tuple(x) => {
                if let Value::Slice(k) = m.unpack(k) {
                    if let Some((from, to)) = self.part(m, k, <Ref<M::V, Tuple>>::len(x, m)) {
                        return Ok(Step::Value(Value::Tuple(helpers::tuple_part(m, x, from, to)?).into()));
                    }
                }
            }
            Value::List(x) => {
                if let Value::Slice(k) = m.unpack(k) {
                    if let Some((from, to)) = self.part(m, k, x.get(m, List::size)) {
                        return Ok(Step::Value(Value::List(helpers::list_part(m, x, from, to)?).into()));
                    }
                }
            }
            Value::Bytes(b) => {
                if let Some(v) = self.bytes_item(m, b, k)? {
                    return Ok(Step::Value(v));
                }
            }
            Value::Range(x) => {
                if let Value::Int(i) = m.unpack(k) {
                    if let Some(i) = self.position(m, i, x.get(m, Range::len)) {
                        let v = x.get(m, Range::start) + i * x.get(m, Range::step);
                        return Ok(Step::Value(Value::Int(v).into()));
                    }
                }
            }
            Value::Inst(_) => {
                let of_queue = |args: &[RawSlot]| queue::item_of(m.runtime(), args[0], args[1]);
                if let Some(v) = m.plain(&[x, k]).and_then(of_queue) {
                    return Ok(Step::Value(konst(v)));
                }
                if let Some(f) = self.special_method(m, x, self.name("__getitem__")) {
                    return self.call_meta(m, s, f, &[x, k]);
                }
                if let Some(step) = self.inner_item(m, s, x, k)? {
                    return Ok(step);
                }
            }
            _ => {}
        }
        helpers::get_item(m, x, k).map(Step::Value)
    }

    /// Writes an item of a list whose kind suits the value; false if there is more to do.
    #[inline(always)]
    pub fn set_item_plain<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        k: Slot<M::V>,
        v: Slot<M::V>,
    ) -> bool {
        let (Value::List(l), Value::Int(i)) = (m.unpack(x), m.unpack(k)) else { return false };
        let Some(i) = self.position(m, i, l.get(m, List::size)) else { return false };
        match m.promote(l.get(m, List::kind)) {
            kind::INTS => match m.unpack(v) {
                Value::Int(v) => {
                    self.roomy(m, l, l.get(m, List::ints)).and_then(|a| a.put(m, i, v)).is_some()
                }
                _ => false,
            },
            kind::FLOATS => match m.unpack(v) {
                Value::Float(v) => {
                    self.roomy(m, l, l.get(m, List::floats)).and_then(|a| a.put(m, i, v)).is_some()
                }
                _ => false,
            },
            kind::SLOTS => self.roomy(m, l, l.get(m, List::items)).and_then(|a| a.put(m, i, v)).is_some(),
            _ => false,
        }
    }

    /// `x[k] = v`, the instruction itself. Outside of the loop, as [`Py::arith`] is.
    #[inline(never)]
    pub fn set_item<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        k: Slot<M::V>,
        v: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        match self.set_item_plain(m, x, k, v) {
            true => Ok(Step::Value(konst(NONE))),
            false => self.set_item_slow(m, s, x, k, v),
        }
    }

    /// `x[k] = v` of anything.
    #[inline(never)]
    pub fn set_item_slow<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        k: Slot<M::V>,
        v: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        if let Some(f) = self.special_method(m, x, self.name("__setitem__")) {
            return self.call_meta(m, s, f, &[x, k, v]);
        }
        let table = self.inner(m, x, &["__setitem__"]).unwrap_or(x);
        if self.set_item_plain(m, table, k, v) {
            return Ok(Step::Value(v));
        }
        match m.unpack(table) {
            Value::Dict(d) => return self.set_entry(m, s, d, k, v),
            Value::Bytes(b) if self.set_byte(m, b, k, v) => return Ok(Step::Value(v)),
            Value::Misc(_) if self.set_in_namespace(m, x, k, v)? => return Ok(Step::Value(v)),
            _ => {}
        }
        helpers::set_item(m, x, k, v)?;
        Ok(Step::Value(v))
    }

    /// `del x[k]`.
    #[inline(never)]
    pub fn delete_item<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        k: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        if let Some(f) = self.special_method(m, x, self.name("__delitem__")) {
            return self.call_meta(m, s, f, &[x, k]);
        }
        if let (Value::List(l), Value::Slice(part)) = (m.unpack(x), m.unpack(k)) {
            if let Some((from, to)) = self.part(m, part, l.get(m, List::size)) {
                helpers::list_cut(m, l, from, to);
                return Ok(Step::Value(k));
            }
        }
        helpers::del_item(m, x, k)?;
        Ok(Step::Value(k))
    }

    /// Adds an item to a list where there is room and the list has items of its kind; whether that was done.
    #[inline(always)]
    pub fn append_in_place<M: Machine<L = Py>>(&self, m: &M, l: Slot<M::V>, v: Slot<M::V>) -> bool {
        if let Value::List(l) = m.unpack(l) {
            let n = l.get(m, List::size);
            let done = match m.promote(l.get(m, List::kind)) {
                kind::INTS => match m.unpack(v) {
                    Value::Int(v) => m.non_null(l.get(m, List::ints)).and_then(|a| a.put(m, n, v)),
                    _ => None,
                },
                kind::FLOATS => match m.unpack(v) {
                    Value::Float(v) => m.non_null(l.get(m, List::floats)).and_then(|a| a.put(m, n, v)),
                    _ => None,
                },
                kind::SLOTS => m.non_null(l.get(m, List::items)).and_then(|a| a.put(m, n, v)),
                // No place for any item: this is the first one.
                _ => {
                    begin(m, l, v);
                    Some(())
                }
            };
            if done.is_some() {
                l.set(m, List::size, n + 1);
                return true;
            }
        }
        false
    }

    /// The same outside of the loop, as [`Py::arith`] is.
    #[inline(never)]
    pub fn append_outlined<M: Machine<L = Py>>(&self, m: &M, l: Slot<M::V>, v: Slot<M::V>) -> bool {
        self.append_in_place(m, l, v)
    }

    /// Adds an item to a list.
    #[inline(never)]
    pub fn append<M: Machine<L = Py>>(&self, m: &M, l: Slot<M::V>, v: Slot<M::V>) -> Result<(), Raised> {
        match self.append_in_place(m, l, v) || self.append_moved(m, l, &[v]) {
            true => Ok(()),
            false => helpers::list_append(m, l, v),
        }
    }

    /// Adds items to a list that the trace has made, of which it knows how many items it has: these move to a larger array in its sight. Whether that was done.
    pub(super) fn append_moved<M: Machine<L = Py>>(&self, m: &M, l: Slot<M::V>, more: &[Slot<M::V>]) -> bool {
        if !M::TRACING {
            return false;
        }
        let Value::List(l) = m.unpack(l) else { return false };
        if !m.is_virtual(l) {
            return false;
        }
        let Some(mut items) = self.known_items(m, l) else { return false };
        items.extend_from_slice(more);
        // Of the old kind nothing is left.
        l.set(m, List::ints, OptRef::null());
        l.set(m, List::floats, OptRef::null());
        l.set(m, List::items, OptRef::null());
        self.fill_list(m, l, &items, 2 * items.len() + LEAST_ROOM);
        true
    }

    /// Adds the items of a list of which it is known how many there are to another one. Whether that was done.
    pub(super) fn extend<M: Machine<L = Py>>(
        &self,
        m: &M,
        l: Slot<M::V>,
        more: Ref<M::V, List>,
    ) -> Result<bool, Raised> {
        let Some(more) = self.known_items(m, more) else { return Ok(false) };
        if !self.append_moved(m, l, &more) {
            more.into_iter().try_for_each(|v| self.append(m, l, v))?;
        }
        Ok(true)
    }

    /// The items of a list of which a trace knows how many it has, if these are few.
    pub(super) fn known_items<M: Machine<L = Py>>(
        &self,
        m: &M,
        l: Ref<M::V, List>,
    ) -> Option<SmallVec<[Slot<M::V>; 8]>> {
        let n = l.get(m, List::size);
        // What it has made itself it has given as many.
        if !M::TRACING || !(m.is_constant(n) || m.is_virtual(l)) {
            return None;
        }
        let n = m.promote(n);
        (n <= FEW_MOVED).then(|| (0..n).map(|i| self.list_item(m, l, Int::new(i))).collect()).flatten()
    }

    /// Takes values apart into `to`, whose place `before` gets a list of what is left in the middle.
    #[inline(never)]
    pub fn unpack_star<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        before: i64,
        to: &mut [Slot<M::V>],
    ) -> Result<(), Raised> {
        if self.unpack_items(m, x, before as usize, to)? {
            return Ok(());
        }
        let after = to.len() as i64 - 1 - before;
        let v = helpers::unpack_ex(m, x, Int::new(before), Int::new(after))?;
        self.unpack_into(m, v, to)
    }

    /// The items of something that has just as many as there are places.
    pub fn unpack_into<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        to: &mut [Slot<M::V>],
    ) -> Result<(), Raised> {
        let n = to.len() as i64;
        let x = self.inner(m, x, &["__iter__"]).unwrap_or(x);
        let x = match m.unpack(x) {
            Value::Tuple(t) if m.branch(<Ref<M::V, Tuple>>::len(t, m).eq_(n)) => x,
            Value::List(l) if m.branch(l.get(m, List::size).eq_(n)) => {
                for (i, r) in to.iter_mut().enumerate() {
                    if let Some(v) = self.list_item(m, l, Int::new(i as i64)) {
                        *r = v;
                    }
                }
                return Ok(());
            }
            _ => helpers::unpack(m, x, Int::new(n))?,
        };
        if let Value::Tuple(t) = m.unpack(x) {
            for (i, r) in to.iter_mut().enumerate() {
                if let Some(v) = t.at(m, Int::new(i as i64)) {
                    *r = v;
                }
            }
        }
        Ok(())
    }

    /// The same of what the program gives: the prelude makes a tuple of it, which is taken apart where the call's result is placed.
    #[inline(never)]
    pub fn unpack_lazy<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        n: u8,
    ) -> Result<Step<M::V>, Raised> {
        let n: Slot<M::V> = Value::Int(Int::new(n.into())).into();
        self.go_through(m, s, Guest::UnpackBy, &[n, x])
    }
}
