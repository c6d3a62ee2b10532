//! Loops: their state is in three registers, so that going through a list, tuple, range or string makes no iterator.
//!
//! | iterated | `R[a]` | `R[a+1]` | `R[a+2]` |
//! |---|---|---|---|
//! | list, tuple, string, bytes | itself | position | |
//! | range | itself | next number | how many are left |
//! | anything else | iterator | | |

use super::build::MOST_SPREAD;
use super::dict::Pair;
use super::{build, helpers, konst, stage, Step, S};
use crate::bytecode::{CmpOp, Op};
use crate::native::Guest;
use crate::objects::class::Layout;
use crate::objects::iter::{kinds, NAMES};
use crate::objects::relays::kinds as relays;
use crate::value::{
    misc, state, Bytes, Dict, Gen, Iter, List, Misc, Range, Set, Str, Tag, Tuple, Value, NONE,
};
use crate::Py;
use holloway::machine::*;
use smallvec::{smallvec, SmallVec};

/// What asking for the next value came to.
pub enum Next<V: Values> {
    /// Here it is.
    Value(Slot<V>),
    /// There is none; a generator's result.
    End(Slot<V>),
    /// A function was entered.
    Flow(Flow),
}

/// Characters from which on a shared text is gone through as it is.
const MOST_COPIED: i64 = 4096;

/// Most iterables of a `zip` or `map` whose rows are made here.
const WIDEST_ROW: usize = 6;

/// Something for each of them. It lies on the stack, where a collection sees it.
type Row<T> = SmallVec<[T; WIDEST_ROW]>;

/// What asking several iterators for their next values came to.
enum NextRow<V: Values> {
    /// Here they are.
    Row(Row<Slot<V>>),
    /// One is at its end, or a function was entered.
    Other(Next<V>),
    /// They are not asked here.
    Elsewhere,
}

impl<V: Values> Next<V> {
    /// What an iterator has answered, which is unbound at its end.
    fn of<M: Machine<V = V>>(m: &M, v: Slot<V>) -> Self {
        match m.branch(v.has_tag(Tag::Unbound)) {
            true => Next::End(konst(NONE)),
            false => Next::Value(v),
        }
    }
}

impl<V: Values> From<Step<V>> for Next<V> {
    fn from(step: Step<V>) -> Self {
        match step {
            Step::Value(v) => Next::Value(v),
            Step::Flow(f) => Next::Flow(f),
        }
    }
}

type State3<V> = (Slot<V>, Slot<V>, Slot<V>);

/// How many entries a dictionary has, if none was deleted: then what comes while they are gone through is behind them.
fn compact<M: Machine<L = Py>>(m: &M, d: Ref<M::V, Dict>) -> Option<Int<M::V>> {
    let live = d.get(m, Dict::live);
    m.branch(live.eq_(d.get(m, Dict::size))).then_some(live)
}

impl Py {
    /// How many turns are left of a loop in this state, as far as that is known; else none.
    #[inline(never)]
    pub fn turns_left<M: Machine<L = Py>>(&self, m: &M, state: &[Slot<M::V>]) -> Int<M::V> {
        match (m.unpack(state[0]), m.unpack(state[1]), m.unpack(state[2])) {
            (Value::Range(_), _, Value::Int(left)) => left,
            (Value::List(l), Value::Int(at), _) => l.get(m, List::size) - at,
            (Value::Tuple(t), Value::Int(at), _) => <Ref<M::V, Tuple>>::len(t, m) - at,
            _ => Int::new(0),
        }
    }

    /// The state of a loop over a built-in sequence.
    #[inline(always)]
    pub fn iter_plain<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<State3<M::V>> {
        let zero = Value::Int(Int::new(0)).into();
        match m.unpack(x) {
            Value::List(_) | Value::Tuple(_) | Value::Bytes(_) => Some((x, zero, zero)),
            // Traces don't look into a shared text. A long one is not copied: it may grow, and be gone through from its beginning each time.
            Value::Str(s)
                if !m.branch(s.get(m, Str::shared).is_null())
                    && m.branch(s.get(m, Str::chars).lt(MOST_COPIED)) =>
            {
                Some((Value::Str(helpers::own_text(m, s)).into(), zero, zero))
            }
            Value::Str(_) => Some((x, zero, zero)),
            Value::Range(x_) => Some((
                x,
                Value::Int(x_.get(m, Range::start)).into(),
                Value::Int(x_.get(m, Range::len)).into(),
            )),
            Value::Gen(_) | Value::Iter(_) => Some((x, zero, zero)),
            _ => None,
        }
    }

    /// An iterator for a loop over anything else.
    #[inline(never)]
    pub fn iter_slow<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        let inner = self.inner(m, x, &["__iter__"]).unwrap_or(x);
        if let Some(it) = self.table_iterator(m, inner).or_else(|| self.sequence_iterator(m, x, inner)) {
            return Ok(Step::Value(it));
        }
        let own = match m.unpack(x) {
            Value::Class(k) => self.meta_method(m, k, self.name("__iter__")),
            _ => self.special_method(m, x, self.name("__iter__")),
        };
        if let Some(f) = own {
            return self.call_meta(m, s, f, &[x]);
        }
        match self.by_index(m, x) {
            Some(f) => self.call_meta(m, s, f, &[x]),
            None => helpers::iter(m, x).map(Step::Value),
        }
    }

    /// The prelude's generator for an instance of a class that has a `__getitem__` of the program's and no `__iter__`.
    fn by_index<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<Slot<M::V>> {
        let class = self.instance_class(m, x).filter(|c| c.layout == Layout::Object)?;
        let silent = class.lookup_in(self.version(m, class), self.name("__iter__")).is_none();
        let by_index = silent && self.special_method(m, x, self.name("__getitem__")).is_some();
        by_index.then(|| self.guest(Guest::ByIndex)).flatten().map(|f| Value::Func(Ref::new(f)).into())
    }

    /// The iterator of a dictionary, of a view of one, or of a set.
    pub fn table_iterator<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<Slot<M::V>> {
        let (kind, of, n) = match m.unpack(x) {
            Value::Dict(d) => (kinds::KEYS, x, compact(m, d)?),
            Value::Set(s) => (kinds::SET, x, s.get(m, Set::live)),
            Value::Misc(v) => {
                let kind = m.promote(v.get(m, Misc::kind)) as u32;
                if !(misc::KEYS..=misc::ITEMS).contains(&kind) {
                    return None;
                }
                let of = v.get(m, Misc::a);
                let Value::Dict(d) = m.unpack(of) else { return None };
                (kinds::KEYS + (kind - misc::KEYS), of, compact(m, d)?)
            }
            _ => return None,
        };
        Some(build::iterator(m, kind, of, konst(NONE), Int::new(0), n))
    }

    /// An iterator over the list or tuple inside an instance.
    fn sequence_iterator<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        inner: Slot<M::V>,
    ) -> Option<Slot<M::V>> {
        match m.branch(x.has_tag(Tag::Inst)) {
            true => self.plain_iterator(m, inner),
            false => None,
        }
    }

    /// Takes all items into a list or set that is being made. Where the program gives them, the prelude's function of that name goes through them.
    #[inline(never)]
    pub fn take_all<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        by: Guest,
        into: Slot<M::V>,
        items: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        if self.is_lazy(m, items) {
            return self.go_through(m, s, by, &[into, items]);
        }
        match by {
            Guest::SetUpdate => helpers::set_update(m, into, items)?,
            _ => helpers::list_extend(m, into, items)?,
        }
        Ok(Step::Value(into))
    }

    /// The positional arguments that `*x`, which is no tuple, stands for in a call of `f`.
    #[inline(never)]
    pub fn spread<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        f: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        if let Value::List(l) = m.unpack(x) {
            let n = l.get(m, List::size);
            if m.is_virtual(l) && m.branch(n.ult(MOST_SPREAD)) {
                let items = (0..m.promote(n)).map(|i| self.list_item(m, l, Int::new(i)));
                if let Some(items) = items.collect::<Option<SmallVec<[_; MOST_SPREAD as usize]>>>() {
                    return Ok(Step::Value(build::tuple(m, &items)));
                }
            }
            return Ok(Step::Value(Value::Tuple(helpers::list_tuple(m, l)?).into()));
        }
        match self.is_lazy(m, x) {
            true => self.go_through(m, s, Guest::Tuple, &[x]),
            false => helpers::spread_items(m, x, f).map(Step::Value),
        }
    }

    /// `iter(x)`.
    pub fn iter_object<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        match m.unpack(x) {
            Value::Gen(_) | Value::Iter(_) => Ok(Step::Value(x)),
            Value::List(_) => {
                Ok(Step::Value(build::iterator(m, kinds::LIST, x, konst(NONE), Int::new(0), Int::new(0))))
            }
            _ => self.iter_slow(m, s, x),
        }
    }

    /// The next value of a loop over a built-in sequence, and the new position; `Some(None)` at the end; `None` for other iterators.
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn next_plain<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        at: Slot<M::V>,
        left: Slot<M::V>,
    ) -> Option<Option<(Slot<M::V>, Slot<M::V>)>> {
        let next = |i: Int<M::V>| Value::Int(i + 1).into();
        match m.unpack(x) {
            Value::Range(x) => {
                let (Value::Int(i), Value::Int(_)) = (m.unpack(at), m.unpack(left)) else { return None };
                let (step, stop) = (x.get(m, Range::step), x.get(m, Range::stop));
                if m.branch(step.eq_(1)) {
                    // Below the stop there is a next one.
                    return Some(m.branch(i.lt(stop)).then(|| (at, next(i))));
                }
                // A trace is for one direction, not for one step: inner loops whose step is the outer loop's variable are common.
                let up = m.branch(Int::<M::V>::new(0).lt(step));
                let more = if up { m.branch(i.lt(stop)) } else { m.branch(stop.lt(i)) };
                // Near the ends of the integers the next one may not fit; then this is the last.
                if !more {
                    return Some(None);
                }
                let j = if m.branch(i.add_ovf(step)) { stop } else { i + step };
                Some(Some((at, Value::Int(j).into())))
            }
            Value::List(l) => {
                let Value::Int(i) = m.unpack(at) else { return None };
                if !m.branch(i.lt(l.get(m, List::size))) {
                    return Some(None);
                }
                let v = self.list_item(m, l, i)?;
                Some(Some((v, next(i))))
            }
            Value::Tuple(t) => {
                let Value::Int(i) = m.unpack(at) else { return None };
                Some(t.at(m, i).map(|v| (v, next(i))))
            }
            _ => None,
        }
    }

    /// The next value of any iterator.
    #[inline(never)]
    pub fn next_slow<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        it: Slot<M::V>,
    ) -> Result<Next<M::V>, Raised> {
        if s.top().frame.stage == stage::FAILED {
            s.top().frame.stage = 0;
            return Err(Raised);
        }
        match m.unpack(it) {
            Value::Gen(g) => self.resume(m, s, g, konst(NONE)),
            Value::Iter(x) => {
                let mapped = match m.promote(x.get(m, Iter::kind)) as u32 {
                    kinds::MAP => self.next_mapped(m, s, x)?,
                    kinds::FILTER => self.next_filtered(m, s, x)?,
                    kinds::ENUMERATE => self.next_counted(m, s, x)?,
                    kinds::ZIP => self.next_zipped(m, s, x)?,
                    kinds::CALL => self.next_called(m, s, x)?,
                    _ => None,
                };
                if let Some(next) = mapped {
                    return Ok(next);
                }
                self.advance(m, x).map(|v| Next::of(m, v))
            }
            Value::Inst(_) => match self.special_method(m, it, self.name("__next__")) {
                // Its `StopIteration` ends the loop: see `unwind`.
                Some(f) => self.call_meta(m, s, f, &[it]).map(Next::from),
                None => self.next_any(m, it),
            },
            Value::Str(_) | Value::Bytes(_) => {
                // The position is in the register after the iterator's, which the instruction before tells.
                let pc = s.top().frame.pc as usize - 1;
                let base = s.top().base;
                let Op::ForIter { a, .. } = s.top().frame.code.0.ops()[pc] else {
                    return Ok(Next::End(konst(NONE)));
                };
                let at = base + a as usize + 1;
                let Value::Int(i) = m.unpack(s.stack.get(at)) else { return Ok(Next::End(konst(NONE))) };
                let v = match m.unpack(it) {
                    Value::Str(x) if m.branch(i.lt(x.get(m, Str::chars))) => Some(self.char_at(m, x, i)?),
                    Value::Bytes(b) if m.branch(i.lt(b.get(m, Bytes::size))) => self.byte_at(m, b, i),
                    _ => None,
                };
                let Some(v) = v else { return Ok(Next::End(konst(NONE))) };
                s.stack.slots()[at] = Value::Int(i + 1).into();
                Ok(Next::Value(v))
            }
            _ => self.next_any(m, it),
        }
    }

    fn next_any<M: Machine<L = Py>>(&self, m: &M, it: Slot<M::V>) -> Result<Next<M::V>, Raised> {
        helpers::next(m, it).map(|v| Next::of(m, v))
    }

    /// The next value of a `map`: its function is called as by the loop.
    fn next_mapped<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Ref<M::V, Iter>,
    ) -> Result<Option<Next<M::V>>, Raised> {
        let Value::Tuple(t) = m.unpack(x.get(m, Iter::b)) else { return Ok(None) };
        let args = if m.branch(<Ref<M::V, Tuple>>::len(t, m).eq_(1)) {
            let Some(it) = t.at(m, Int::new(0)) else { return Ok(None) };
            match self.next_inner(m, s, it, stage::ASKED)? {
                Some(Next::Value(v)) => Some(smallvec![v]),
                other => return Ok(other),
            }
        } else {
            match self.next_row(m, s, t)? {
                NextRow::Row(row) => Some(row),
                NextRow::Other(next) => return Ok(Some(next)),
                NextRow::Elsewhere => {
                    let Some(parts) = self.row_parts(m, t) else { return Ok(None) };
                    self.row(m, parts)?
                }
            }
        };
        let Some(args) = args else { return Ok(Some(Next::End(konst(NONE)))) };
        self.call_meta(m, s, x.get(m, Iter::a), &args).map(|step| Some(step.into()))
    }

    /// The next value of an `enumerate` over an iterator of the program's; of others `advance` gives it.
    fn next_counted<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Ref<M::V, Iter>,
    ) -> Result<Option<Next<M::V>>, Raised> {
        let (it, i) = (x.get(m, Iter::a), x.get(m, Iter::i));
        if !self.comes_from_program(m, it) || m.branch(i.add_ovf(1)) {
            return Ok(None);
        }
        Ok(match self.next_inner(m, s, it, stage::ASKED)? {
            Some(Next::Value(v)) => {
                x.set(m, Iter::i, i + 1);
                Some(Next::Value(build::tuple(m, &[Value::Int(i).into(), v])))
            }
            other => other,
        })
    }

    /// What the function of a callable iterator gives next, unless that is what ends it.
    fn next_called<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Ref<M::V, Iter>,
    ) -> Result<Option<Next<M::V>>, Raised> {
        let (base, pc) = (s.top().base, s.top().frame.pc as usize);
        let Op::ForIter { a, .. } = s.top().frame.code.0.ops()[pc - 1] else { return Ok(None) };
        let v = if std::mem::take(&mut s.top().frame.stage) == stage::GIVEN {
            s.stack.get(base + a as usize + 1)
        } else {
            if m.branch(x.get(m, Iter::i).lt(0)) {
                return Ok(Some(Next::End(konst(NONE))));
            }
            s.top().frame.stage = stage::ASKED;
            let step = self.call_meta(m, s, x.get(m, Iter::a), &[])?;
            let Step::Value(v) = step else { return Ok(Some(step.into())) };
            s.top().frame.stage = 0;
            v
        };
        let ends = x.get(m, Iter::b);
        let ended = m.branch(v.same(ends))
            || match self.compare_plain(m, CmpOp::Eq, ends, v) {
                Some(same) => same,
                None => {
                    let same = helpers::compare(m, Int::new(CmpOp::Eq as i64), ends, v)?;
                    self.truth_host(m, same)?
                }
            };
        if ended {
            x.set(m, Iter::i, Int::new(-1));
            return Ok(Some(Next::End(konst(NONE))));
        }
        Ok(Some(Next::Value(v)))
    }

    /// The next row of a `zip` or `map` of several iterators, some of which run the program, or what asking one of them came to. The values before the one that it gives wait in the
    /// loop's third register.
    fn next_row<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        t: Ref<M::V, Tuple>,
    ) -> Result<NextRow<M::V>, Raised> {
        let n = <Ref<M::V, Tuple>>::len(t, m);
        if !m.branch((n - 1).ult(WIDEST_ROW as i64)) {
            return Ok(NextRow::Elsewhere);
        }
        let n = m.promote(n);
        let Some(parts) = (0..n).map(|k| t.at(m, Int::new(k))).collect::<Option<Row<Slot<M::V>>>>() else {
            return Ok(NextRow::Elsewhere);
        };
        let mut lazy = Row::<bool>::new();
        for &it in &parts {
            lazy.push(match m.unpack(it) {
                Value::Gen(_) | Value::Inst(_) => true,
                Value::Iter(_) => M::TRACING && self.is_steps(m, it),
                _ => return Ok(NextRow::Elsewhere),
            });
        }
        // A row that a trace has begun is completed, also where plain execution would have a helper make all of it.
        if !lazy.contains(&true) && s.top().frame.stage != stage::SECOND {
            return Ok(NextRow::Elsewhere);
        }
        let (base, pc) = (s.top().base, s.top().frame.pc as usize);
        let Op::ForIter { a, .. } = s.top().frame.code.0.ops()[pc - 1] else { return Ok(NextRow::Elsewhere) };
        let waits = base + a as usize + 2;
        let mut row = Row::<Slot<M::V>>::new();
        if s.top().frame.stage == stage::SECOND {
            s.top().frame.stage = stage::GIVEN;
            if let Value::Tuple(waiting) = m.unpack(s.stack.get(waits)) {
                for k in 0..m.promote(<Ref<M::V, Tuple>>::len(waiting, m)) {
                    row.extend(waiting.at(m, Int::new(k)));
                }
            }
        }
        for k in row.len()..parts.len() {
            if lazy[k] && s.top().frame.stage != stage::GIVEN {
                s.stack.slots()[waits] = build::tuple(m, &row);
            }
            match self.next_inner(m, s, parts[k], stage::SECOND_ASKED)? {
                Some(Next::Value(v)) => row.push(v),
                Some(other) => return Ok(NextRow::Other(other)),
                None => return Ok(NextRow::Elsewhere),
            }
        }
        Ok(NextRow::Row(row))
    }

    /// The next value of a `zip` of two iterators, where the program gives the values of one. The first value waits in the loop's third register for the second.
    fn next_zipped<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Ref<M::V, Iter>,
    ) -> Result<Option<Next<M::V>>, Raised> {
        let Value::Tuple(t) = m.unpack(x.get(m, Iter::a)) else { return Ok(None) };
        if !m.branch(x.get(m, Iter::n).eq_(0)) {
            return Ok(None);
        }
        if !m.branch(<Ref<M::V, Tuple>>::len(t, m).eq_(2)) {
            return Ok(match self.next_row(m, s, t)? {
                NextRow::Row(row) => Some(Next::Value(build::tuple(m, &row))),
                NextRow::Other(next) => Some(next),
                NextRow::Elsewhere => None,
            });
        }
        let (Some(a), Some(b)) = (t.at(m, Int::new(0)), t.at(m, Int::new(1))) else { return Ok(None) };
        if !self.comes_from_program(m, a) && !self.comes_from_program(m, b) {
            return Ok(None);
        }
        let (base, pc) = (s.top().base, s.top().frame.pc as usize);
        let Op::ForIter { a: at, .. } = s.top().frame.code.0.ops()[pc - 1] else { return Ok(None) };
        let waits = base + at as usize + 2;
        if s.top().frame.stage == stage::SECOND {
            s.top().frame.stage = stage::GIVEN;
        } else {
            match self.next_inner(m, s, a, stage::ASKED)? {
                Some(Next::Value(v)) => s.stack.slots()[waits] = v,
                other => return Ok(other),
            }
        }
        Ok(match self.next_inner(m, s, b, stage::SECOND_ASKED)? {
            Some(Next::Value(w)) => {
                let v = s.stack.get(waits);
                Some(Next::Value(build::tuple(m, &[v, w])))
            }
            other => other,
        })
    }

    /// Whether the next value of a built-in iterator comes from the program.
    pub fn runs_program<M: Machine<L = Py>>(&self, m: &M, x: Ref<M::V, Iter>) -> bool {
        let part = |it: Slot<M::V>| self.comes_from_program(m, it);
        match m.promote(x.get(m, Iter::kind)) as u32 {
            kinds::MAP | kinds::FILTER | kinds::CALL | relays::STEPS => true,
            kinds::ENUMERATE => part(x.get(m, Iter::a)),
            kinds::ZIP => match m.unpack(x.get(m, Iter::a)) {
                Value::Tuple(t) => {
                    let n = <Ref<M::V, Tuple>>::len(t, m);
                    m.branch(n.ult(WIDEST_ROW as i64 + 1))
                        && (0..m.promote(n)).any(|k| t.at(m, Int::new(k)).is_some_and(part))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether the next value of an iterator that another one goes through comes from the program.
    fn comes_from_program<M: Machine<L = Py>>(&self, m: &M, it: Slot<M::V>) -> bool {
        match m.unpack(it) {
            Value::Gen(_) | Value::Inst(_) => true,
            _ => self.is_steps(m, it),
        }
    }

    /// Whether an iterator stands for one that runs the program and that another one goes through.
    pub fn is_steps<M: Machine<L = Py>>(&self, m: &M, it: Slot<M::V>) -> bool {
        match m.unpack(it) {
            Value::Iter(x) => m.promote(x.get(m, Iter::kind)) as u32 == relays::STEPS,
            _ => false,
        }
    }

    /// The generator that goes through it: another one where an error has ended the last.
    fn steps<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Ref<M::V, Iter>,
    ) -> Result<Slot<M::V>, Raised> {
        let known = x.get(m, Iter::b);
        if let Value::Gen(g) = m.unpack(known) {
            if m.promote(g.get(m, Gen::state)) != state::DONE {
                return Ok(known);
            }
        }
        let Step::Value(g) = self.go_through(m, s, Guest::Steps, &[x.get(m, Iter::a)])? else {
            unreachable!("a call of a generator's function enters nothing")
        };
        x.set(m, Iter::b, g);
        Ok(g)
    }

    /// The next value of what the iterator of the running loop goes through. Where the program gives it the loop's instruction is run again with it; until then the activation
    /// is in stage `asked`.
    fn next_inner<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        it: Slot<M::V>,
        asked: u16,
    ) -> Result<Option<Next<M::V>>, Raised> {
        let (base, pc) = (s.top().base, s.top().frame.pc as usize);
        let Op::ForIter { a, .. } = s.top().frame.code.0.ops()[pc - 1] else { return Ok(None) };
        if std::mem::take(&mut s.top().frame.stage) == stage::GIVEN {
            return Ok(Some(Next::Value(s.stack.get(base + a as usize + 1))));
        }
        let next = match m.unpack(it) {
            // Plain execution is faster by the helper, which runs the function in a segment of its own.
            Value::Iter(inner) if M::TRACING && self.is_steps(m, it) => {
                let g = self.steps(m, s, inner)?;
                s.top().frame.stage = asked;
                self.next_slow(m, s, g)?
            }
            Value::Iter(inner) => return self.advance(m, inner).map(|v| Some(Next::of(m, v))),
            // As if the loop went through it itself: `StopIteration` ends the loop, as that of the function would.
            Value::Gen(_) | Value::Inst(_) => {
                s.top().frame.stage = asked;
                self.next_slow(m, s, it)?
            }
            _ => return Ok(None),
        };
        if !matches!(next, Next::Flow(_)) {
            s.top().frame.stage = 0;
        }
        Ok(Some(next))
    }

    /// The next value of a `filter`. It waits in the loop's second register for the function's verdict.
    fn next_filtered<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Ref<M::V, Iter>,
    ) -> Result<Option<Next<M::V>>, Raised> {
        let (base, pc) = (s.top().base, s.top().frame.pc);
        let Op::ForIter { a, to, .. } = s.top().frame.code.0.ops()[pc as usize - 1] else { return Ok(None) };
        let f = x.get(m, Iter::a);
        let v = match self.next_inner(m, s, x.get(m, Iter::b), stage::ASKED)? {
            Some(Next::Value(v)) => v,
            other => return Ok(other),
        };
        let verdict = if m.branch(f.has_tag(Tag::None)) {
            v
        } else {
            s.stack.slots()[base + a as usize + 1] = v;
            s.top().frame.stage = stage::FILTER;
            let step = self.call_meta(m, s, f, &[v])?;
            let Step::Value(verdict) = step else { return Ok(Some(Next::from(step))) };
            s.top().frame.stage = 0;
            verdict
        };
        Ok(Some(if self.truth_host(m, verdict)? {
            Next::Value(v)
        } else {
            s.top().frame.pc = super::place::back_edge(s.top().frame.code.0, pc, to);
            Next::Flow(Flow::Continue)
        }))
    }

    /// The next value of a built-in iterator, unbound at its end. Common kinds are done here, so that what they make stays virtual. What ends a loop is
    /// compared as signed numbers are; `ult` would be a test of bounds, which explored loops assume to hold.
    pub fn advance<M: Machine<L = Py>>(&self, m: &M, x: Ref<M::V, Iter>) -> Result<Slot<M::V>, Raised> {
        let end: Slot<M::V> = Value::Unbound.into();
        match m.promote(x.get(m, Iter::kind)) as u32 {
            kinds::LIST => {
                if let Value::List(l) = m.unpack(x.get(m, Iter::a)) {
                    let i = x.get(m, Iter::i);
                    if !m.branch(i.lt(l.get(m, List::size))) {
                        // It stays at its end, also if the list grows.
                        x.set(m, Iter::i, Int::new(-1));
                        return Ok(end);
                    }
                    if let Some(v) = self.list_item(m, l, i) {
                        x.set(m, Iter::i, i + 1);
                        return Ok(v);
                    }
                }
            }
            kinds::TUPLE => {
                if let Value::Tuple(t) = m.unpack(x.get(m, Iter::a)) {
                    let i = x.get(m, Iter::i);
                    if !m.branch(i.lt(<Ref<M::V, Tuple>>::len(t, m))) {
                        return Ok(end);
                    }
                    if let Some(v) = t.at(m, i) {
                        x.set(m, Iter::i, i + 1);
                        return Ok(v);
                    }
                }
            }
            kinds::STR => {
                if let Value::Str(text) = m.unpack(x.get(m, Iter::a)) {
                    let i = x.get(m, Iter::i);
                    if !m.branch(i.lt(text.get(m, Str::chars))) {
                        return Ok(end);
                    }
                    let v = self.char_at(m, text, i)?;
                    x.set(m, Iter::i, i + 1);
                    return Ok(v);
                }
            }
            kinds::BYTES | kinds::BYTEARRAY => {
                if let Value::Bytes(b) = m.unpack(x.get(m, Iter::a)) {
                    let i = x.get(m, Iter::i);
                    if !m.branch(i.lt(b.get(m, Bytes::size))) {
                        return Ok(end);
                    }
                    if let Some(v) = self.byte_at(m, b, i) {
                        x.set(m, Iter::i, i + 1);
                        return Ok(v);
                    }
                }
            }
            kinds::REVERSED | kinds::REVERSED_ANY => {
                let i = x.get(m, Iter::i);
                if m.branch(i.lt(0)) {
                    return Ok(end);
                }
                let v = match m.unpack(x.get(m, Iter::a)) {
                    Value::List(l) if m.branch(i.lt(l.get(m, List::size))) => self.list_item(m, l, i),
                    Value::Tuple(t) => t.at(m, i),
                    Value::Str(text) if m.branch(i.lt(text.get(m, Str::chars))) => {
                        Some(self.char_at(m, text, i)?)
                    }
                    Value::Bytes(b) if m.branch(i.lt(b.get(m, Bytes::size))) => self.byte_at(m, b, i),
                    _ => None,
                };
                if let Some(v) = v {
                    x.set(m, Iter::i, i - 1);
                    return Ok(v);
                }
            }
            kinds::RANGE => {
                let n = x.get(m, Iter::n);
                if !m.branch(Int::<M::V>::new(0).lt(n)) {
                    return Ok(end);
                }
                if let Value::Int(step) = m.unpack(x.get(m, Iter::b)) {
                    let i = x.get(m, Iter::i);
                    x.set(m, Iter::n, n - 1);
                    x.set(m, Iter::i, i + step);
                    return Ok(Value::Int(i).into());
                }
            }
            kind @ (kinds::KEYS | kinds::VALUES | kinds::SET) => match self.next_entry(m, x) {
                Some(Some((_, v))) if kind == kinds::VALUES => return Ok(v),
                Some(Some((k, _))) => return Ok(k),
                Some(None) => return Ok(end),
                None => {}
            },
            kind @ (kinds::ITEMS | kinds::ENUMERATE | kinds::ZIP) => match self.advance_pair(m, kind, x)? {
                Some(Some((a, b))) => return Ok(build::tuple(m, &[a, b])),
                Some(None) => return Ok(end),
                None if kind == kinds::ZIP => {
                    if let Some(row) = self.advance_row(m, x)? {
                        return Ok(row);
                    }
                }
                None => {}
            },
            kind if kind as usize >= NAMES.len() => return self.advance_relay(m, x, kind),
            _ => {}
        }
        helpers::next(m, Value::Iter(x).into())
    }
    /// The next pair of a built-in iterator whose values are pairs, `Some(None)` at its end; `None` where a helper must see to it, or of other kinds.
    fn advance_pair<M: Machine<L = Py>>(
        &self,
        m: &M,
        kind: u32,
        x: Ref<M::V, Iter>,
    ) -> Result<Option<Option<Pair<M::V>>>, Raised> {
        match kind {
            kinds::ITEMS => return Ok(self.next_entry(m, x)),
            // The last machine word is followed by another kind of integer.
            kinds::ENUMERATE if !m.branch(x.get(m, Iter::i).add_ovf(1)) => {
                if let Value::Iter(inner) = m.unpack(x.get(m, Iter::a)) {
                    let v = self.advance(m, inner)?;
                    if m.branch(v.has_tag(Tag::Unbound)) {
                        return Ok(Some(None));
                    }
                    let i = x.get(m, Iter::i);
                    x.set(m, Iter::i, i + 1);
                    return Ok(Some(Some((Value::Int(i).into(), v))));
                }
            }
            kinds::ZIP => {
                if let Value::Tuple(t) = m.unpack(x.get(m, Iter::a)) {
                    let (len, strict) = (<Ref<M::V, Tuple>>::len(t, m), x.get(m, Iter::n));
                    if m.branch(len.eq_(2)) && m.branch(strict.eq_(0)) {
                        let parts = (t.at(m, Int::new(0)), t.at(m, Int::new(1)));
                        if let (Some(a), Some(b)) = parts {
                            if let (Value::Iter(a), Value::Iter(b)) = (m.unpack(a), m.unpack(b)) {
                                let v = self.advance(m, a)?;
                                if m.branch(v.has_tag(Tag::Unbound)) {
                                    return Ok(Some(None));
                                }
                                let w = self.advance(m, b)?;
                                if m.branch(w.has_tag(Tag::Unbound)) {
                                    return Ok(Some(None));
                                }
                                return Ok(Some(Some((v, w))));
                            }
                        }
                    }
                }
            }
            _ => {}
        }
        Ok(None)
    }

    /// The next row of a `zip` over other than two built-in iterators, unbound at its end; `None` where a helper must see to it.
    fn advance_row<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Ref<M::V, Iter>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let Value::Tuple(t) = m.unpack(x.get(m, Iter::a)) else { return Ok(None) };
        if !m.branch(x.get(m, Iter::n).eq_(0)) {
            return Ok(None);
        }
        let Some(parts) = self.row_parts(m, t) else { return Ok(None) };
        let row = self.row(m, parts)?;
        Ok(Some(row.map_or(Value::Unbound.into(), |row| build::tuple(m, &row))))
    }

    /// The built-in iterators that a `zip` or `map` goes through together, if traces do so here. Plainly the helper is faster, which knows without asking
    /// what each part is.
    fn row_parts<M: Machine<L = Py>>(&self, m: &M, t: Ref<M::V, Tuple>) -> Option<Row<Ref<M::V, Iter>>> {
        let len = <Ref<M::V, Tuple>>::len(t, m);
        if !M::TRACING || !m.branch((len - 1).ult(WIDEST_ROW as i64)) {
            return None;
        }
        let part = |k| match t.at(m, Int::new(k)).map(|it| m.unpack(it)) {
            Some(Value::Iter(it)) => Some(it),
            _ => None,
        };
        (0..m.promote(len)).map(part).collect()
    }

    /// The next value of each; `None` at the end of one, the others behind which are not asked then.
    fn row<M: Machine<L = Py>>(
        &self,
        m: &M,
        parts: Row<Ref<M::V, Iter>>,
    ) -> Result<Option<Row<Slot<M::V>>>, Raised> {
        let mut row = Row::new();
        for it in parts {
            let v = self.advance(m, it)?;
            if m.branch(v.has_tag(Tag::Unbound)) {
                return Ok(None);
            }
            row.push(v);
        }
        Ok(Some(row))
    }

    /// For plain execution, the same of any value that a loop goes through: where a pair would only be made to be taken apart at once.
    pub fn next_pair<M: Machine<L = Py>>(
        &self,
        m: &M,
        it: Slot<M::V>,
    ) -> Result<Option<Option<Pair<M::V>>>, Raised> {
        match m.unpack(it) {
            Value::Iter(x) => self.advance_pair(m, m.promote(x.get(m, Iter::kind)) as u32, x),
            _ => Ok(None),
        }
    }
}
