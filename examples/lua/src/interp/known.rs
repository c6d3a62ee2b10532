//! Calls of library functions that the interpreter knows: what it can do of them as interpreter code, traces contain.

use super::call::{too_deep, Done};
use super::compare::exact_float;
use super::hashed::{next_hashed, next_pair, Entry};
use super::index::Key;
use super::texts::{self, any_text, number_in};
use super::{konst, truthy, Lua, S};
use crate::code::builtin;
use crate::lib::chunk::file_function;
use crate::lib::math;
use crate::lib::string_search::{next_match, search_step};
use crate::native::Special;
use crate::string::Str;
use crate::table::Table;
use crate::value::{Closure, NativeFn, Tag, Val, Value, NIL};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use holloway::{elidable, residual};
use langkit::maps::Map;

/// Whether `collectgarbage` is told to collect everything.
#[residual(reads)]
fn wants_collection(cx: &Cx<Lua>, option: RawSlot) -> bool {
    match Val::from(option) {
        // Within a finalizer the collector does not answer.
        _ if cx.rt.lang.finalizers.is_busy() => false,
        Val::Nil => true,
        Val::Str(s) => s.bytes() == b"collect",
        _ => false,
    }
}

/// Runs the finalizers that a collection has called for.
#[residual]
fn run_finalizers(cx: &Cx<Lua>) {
    crate::finalize::run(cx.rt);
}

/// What `type` says.
fn type_name<V: Values>(lua: &Lua, v: Value<V>) -> Option<Gc<Str>> {
    let names = lua.types();
    Some(match v {
        Value::Nil => names.nil,
        Value::False | Value::True => names.boolean,
        Value::Int(_) | Value::Float(_) => names.number,
        Value::Str(_) => names.string,
        Value::Table(_) => names.table,
        Value::Function(_) | Value::Native(_) => names.function,
        Value::UserData(_) => names.userdata,
        Value::Thread(_) => names.thread,
        _ => return None,
    })
}

/// A number as a float.
#[inline(always)]
fn float<M: Machine<L = Lua>>(m: &M, v: Slot<M::V>) -> Option<Float<M::V>> {
    match m.unpack(v) {
        Value::Int(x) => Some(x.to_float()),
        Value::Float(x) => Some(x),
        _ => None,
    }
}

#[elidable]
fn float_fmod(_cx: &Cx<Lua>, a: f64, b: f64) -> f64 {
    crate::text::number::float_fmod(a, b)
}

/// The next random number from 0 to 1.
#[residual(reads)]
fn random_float(cx: &Cx<Lua>) -> f64 {
    cx.rt.lang.lib.random.borrow_mut().next_float()
}

/// A random number from `low` to `up`, which is not less.
#[residual(reads)]
fn random_between(cx: &Cx<Lua>, low: i64, up: i64) -> i64 {
    let mut random = cx.rt.lang.lib.random.borrow_mut();
    let bits = random.next_u64();
    random.between(bits, low, up)
}

/// Arguments of a library function that is given plain values, at most.
const MOST_ARGS: usize = 4;

/// The larger (or smaller) of two numbers; the first where they are equal or not in order. Which one it is is asked only where their kinds differ.
fn better<M: Machine<L = Lua>>(m: &M, max: bool, best: Slot<M::V>, v: Slot<M::V>) -> Option<Slot<M::V>> {
    let less = |x: Float<M::V>, y: Float<M::V>| if max { x.lt(y) } else { y.lt(x) };
    let is_better = match (m.unpack(best), m.unpack(v)) {
        (Value::Int(x), Value::Int(y)) => {
            return Some(Value::Int(if max { x.max(y) } else { x.min(y) }).into())
        }
        (Value::Float(x), Value::Float(y)) => {
            let (first, other) = (x.to_bits(), y.to_bits());
            let chosen = first ^ ((first ^ other) & -less(x, y).to_int());
            return Some(Value::Float(Float::from_bits(chosen)).into());
        }
        (Value::Int(x), Value::Float(y)) => less(exact_float(m, x)?, y),
        (Value::Float(x), Value::Int(y)) => less(x, exact_float(m, y)?),
        _ => return None,
    };
    Some(if m.branch(is_better) { v } else { best })
}

/// What a library function known to the interpreter gives, if it needs no call.
fn special<M: Machine<L = Lua>>(
    lua: &Lua,
    m: &M,
    special: Special,
    args: &[Slot<M::V>],
) -> Option<Slot<M::V>> {
    let v = match (special, args) {
        (Special::None, _) => return None,
        (Special::Type, &[v, ..]) => Value::Str(Ref::new(type_name(lua, m.unpack(v))?)),
        (Special::ToNumber, &[v]) => match m.unpack(v) {
            Value::Int(_) | Value::Float(_) => return Some(v),
            Value::Str(s) => return Some(number_in(m, s)),
            _ => return None,
        },
        (Special::Random, &[]) => Value::Float(random_float(m)),
        (Special::Random, &[up]) => match m.unpack(up) {
            Value::Int(up) if m.branch(Int::<M::V>::new(0).lt(up)) => {
                Value::Int(random_between(m, Int::new(1), up))
            }
            _ => return None,
        },
        (Special::Random, &[low, up]) => match (m.unpack(low), m.unpack(up)) {
            (Value::Int(low), Value::Int(up)) if m.branch(low.le(up)) => {
                Value::Int(random_between(m, low, up))
            }
            _ => return None,
        },
        (Special::Floor | Special::Ceil | Special::ToInteger, &[v, ..]) => match m.unpack(v) {
            Value::Int(x) => Value::Int(x),
            Value::Float(x) => Value::Int(super::arith::exact_int(
                m,
                match special {
                    Special::Floor => x.floor(),
                    Special::Ceil => x.ceil(),
                    _ => x,
                },
            )?),
            _ => return None,
        },
        (Special::Degrees, &[v]) => Value::Float(float(m, v)? * math::RADIAN),
        (Special::Radians, &[v]) => Value::Float(float(m, v)? * math::DEGREE),
        (Special::Atan, &[y]) => Value::Float(holloway::math::atan2(m, float(m, y)?, Float::new(1.0))),
        (Special::Atan, &[y, x]) => {
            let (y, x) = (float(m, y)?, float(m, x)?);
            Value::Float(holloway::math::atan2(m, y, x))
        }
        (Special::Fmod, &[a, b]) => match (m.unpack(a), m.unpack(b)) {
            (Value::Float(a), Value::Float(b)) => Value::Float(float_fmod(m, a, b)),
            _ => return None,
        },
        (Special::Abs, &[v, ..]) => match m.unpack(v) {
            Value::Int(x) => {
                // All ones for a negative number, whose complement is one less than its opposite.
                let sign = x.sar(63);
                Value::Int((x ^ sign) - sign)
            }
            Value::Float(x) => Value::Float(x.abs()),
            _ => return None,
        },
        (Special::Sqrt, &[v, ..]) => Value::Float(float(m, v)?.sqrt()),
        (Special::Max | Special::Min, &[a, ref more @ ..]) => {
            let first = more.first().map(|_| a)?;
            return more.iter().try_fold(first, |best, &v| better(m, special == Special::Max, best, v));
        }
        (Special::Byte, &[s, i]) => match (m.unpack(s), m.unpack(i)) {
            (Value::Str(s), Value::Int(i)) => Value::Int(s.at(m, i - 1)?),
            _ => return None,
        },
        (Special::Byte, &[s]) => match m.unpack(s) {
            Value::Str(s) => Value::Int(s.at(m, Int::new(0))?),
            _ => return None,
        },
        (Special::Len, &[s, ..]) => match m.unpack(s) {
            Value::Str(s) => Value::Int(s.len(m)),
            _ => return None,
        },
        (Special::GetMetatable, &[t]) => match m.unpack(t) {
            Value::Table(t) => match m.non_null(t.get(m, Table::meta)) {
                None => Value::Nil,
                Some(meta) => {
                    if !m.branch(lua.field(m, meta, lua.events().metatable).has_tag(Tag::Nil)) {
                        return None;
                    }
                    Value::Table(meta)
                }
            },
            // Of most other values there is none.
            _ if lua.meta_table(m, t).is_none() => Value::Nil,
            _ => return None,
        },
        (Special::RawEqual, &[a, b]) => match (m.unpack(a), m.unpack(b)) {
            (Value::Table(a), Value::Table(b)) if m.branch(a.is(b)) => Value::True,
            (Value::Table(_), Value::Table(_)) => Value::False,
            _ => return None,
        },
        (Special::RawLen, &[v]) => match m.unpack(v) {
            Value::Table(t) => Value::Int(lua.table_len(m, t)),
            Value::Str(s) => Value::Int(s.len(m)),
            _ => return None,
        },
        (Special::RawGet, &[t, k]) => match m.unpack(t) {
            Value::Table(t) => return Some(lua.raw_get(m, t, Key::Any(k))),
            _ => return None,
        },
        _ => return None,
    };
    Some(v.into())
}

/// A call in slot `at` has given this.
#[inline(always)]
fn one<L: Language, V: Values>(s: &mut State<L, V>, at: usize, v: impl Into<Slot<V>>) -> Done {
    s.stack.slots()[at] = v.into();
    Done::Results(1)
}

impl Lua {
    /// The string of a byte.
    #[inline(always)]
    fn letter<M: Machine<L = Lua>>(&self, m: &M, byte: Int<M::V>) -> Ref<M::V, Str> {
        let letters = Ref::new(self.strings().letters());
        letters.at(m, byte).unwrap_or_else(|| unreachable!("a byte is below 256"))
    }

    /// Calls a library function that the interpreter knows, if it can do this call by itself.
    pub(super) fn call_special<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        known: Special,
        id: u32,
        at: usize,
        n: usize,
    ) -> Result<Option<Done>, Raised> {
        match known {
            Special::Pcall if n >= 1 => {
                s.stack.slots()[at] = Value::True.into();
                return self.protect(m, s, builtin::PCALL, at, n + 1).map(Some);
            }
            Special::Xpcall if n >= 2 => {
                let h = s.stack.get(at + 2);
                if !matches!(m.unpack(h), Value::Function(_) | Value::Native(_)) {
                    return Ok(None);
                }
                return self.protect_handled(m, s, at, n).map(Some);
            }
            Special::Pairs if n >= 1 => {
                let v = s.stack.get(at + 1);
                let h = self.metamethod(m, v, self.events().pairs);
                if m.branch(h.has_tag(Tag::Nil)) {
                    return self.walk(m, s, at, self.walkers()[0], Value::Nil).map(Some);
                }
                s.stack.slots()[at] = h;
                return self.protect(m, s, builtin::PAIRS, at, 0).map(Some);
            }
            Special::Ipairs if n >= 1 => {
                return self.walk(m, s, at, self.walkers()[1], Value::Int(Int::new(0))).map(Some);
            }
            Special::Assert if n >= 1 => {
                if !truthy(m, s.stack.get(at + 1)) {
                    return Ok(None);
                }
                for i in 0..n {
                    s.stack.slots()[at + i] = s.stack.get(at + i + 1);
                }
                return Ok(Some(Done::Results(n)));
            }
            Special::RawSet if n == 3 => {
                let (t, k) = (s.stack.get(at + 1), s.stack.get(at + 2));
                let Value::Table(table) = m.unpack(t) else { return Ok(None) };
                // For others there may be an error to raise.
                if !matches!(m.unpack(k), Value::Str(_) | Value::Int(_) | Value::Table(_)) {
                    return Ok(None);
                }
                self.raw_set(m, table, Key::Any(k), s.stack.get(at + 3))?;
                return Ok(Some(one(s, at, t)));
            }
            Special::ToString if n == 1 => {
                let v = s.stack.get(at + 1);
                let h = self.metamethod(m, v, self.events().tostring);
                if !m.branch(h.has_tag(Tag::Nil)) {
                    s.stack.slots()[at] = h;
                    return self.protect(m, s, builtin::TOSTRING, at, 0).map(Some);
                }
                let Some(text) = any_text(m, v)? else { return Ok(None) };
                return Ok(Some(one(s, at, text)));
            }
            Special::Format if n >= 2 => return self.format(m, s, at, n),
            Special::Find | Special::Match if n >= 2 => {
                return self.search(m, s, known == Special::Find, at, n)
            }
            Special::Collect => {
                let option = if n == 0 { konst(NIL) } else { s.stack.get(at + 1) };
                if !m.branch(wants_collection(m, option)) {
                    return Ok(None);
                }
                s.top().frame.calling = true;
                let done = m.collect(s);
                s.top().frame.calling = false;
                if done {
                    run_finalizers(m);
                    return Ok(Some(one(s, at, Value::Int(Int::new(0)))));
                }
                let again = self.begin_again::<M>(s, at, n);
                return Ok(again.then_some(Done::Stopped));
            }
            Special::Dofile => {
                let path = if n > 0 { s.stack.get(at + 1) } else { konst(NIL) };
                let f = file_function(m, Int::new(id.into()), Int::new(n as i64), path)?;
                s.stack.slots()[at] = f;
                return self.protect(m, s, builtin::DOFILE, at, 0).map(Some);
            }
            Special::Error if n < 2 => return Ok(None),
            Special::Error => {
                if let Value::Int(level) = m.unpack(s.stack.get(at + 2)) {
                    if m.promote(level) <= 1 {
                        return Ok(None);
                    }
                }
                return self.list_levels(m, s, at, n);
            }
            Special::Located => return self.list_levels(m, s, at, n),
            Special::Local(set) => return self.call_local(m, s, set, at, n),
            Special::SetHook => return self.call_set_hook(m, s, id, at, n),
            Special::Select if n >= 1 => {
                let v = s.stack.get(at + 1);
                match m.unpack(v) {
                    Value::Str(x) => {
                        let hash = self.events().hash;
                        if m.branch(x.is(Ref::new(hash))) {
                            return Ok(Some(one(s, at, Value::Int(Int::new(n as i64 - 1)))));
                        }
                    }
                    Value::Int(i) => {
                        let i = match m.promote(i) {
                            i if i < 0 => i.saturating_add(n as i64),
                            i => i,
                        };
                        if i >= 1 && n < 64 {
                            let count = (n as i64 - i).max(0) as usize;
                            for k in 0..count {
                                s.stack.slots()[at + k] = s.stack.get(at + 1 + i as usize + k);
                            }
                            return Ok(Some(Done::Results(count)));
                        }
                    }
                    _ => {}
                }
                return Ok(None);
            }
            Special::Math(f) if n == 1 => {
                let Some(x) = float(m, s.stack.get(at + 1)) else { return Ok(None) };
                return Ok(Some(one(s, at, Value::Float(f.call(m, x)))));
            }
            Special::SetMetatable if n == 2 => {
                let (t, meta) = (s.stack.get(at + 1), s.stack.get(at + 2));
                if self.set_metatable(m, t, meta) {
                    return Ok(Some(one(s, at, t)));
                }
                return Ok(None);
            }
            Special::Next if n >= 1 => {
                let k = if n > 1 { s.stack.get(at + 2) } else { konst(NIL) };
                if let Value::Table(t) = m.unpack(s.stack.get(at + 1)) {
                    return self.next(m, s, t, k, at).map(Some);
                }
                return Ok(None);
            }
            // It is given the state of the search, which no trace sees, and calls nothing.
            Special::Step if n >= 1 => {
                let v = if n > 1 { s.stack.get(at + 2) } else { konst(NIL) };
                let (place, n) = (s.stack.get(at + 1), n.min(2) as i64);
                let came = search_step(m, Int::new(id.into()), Int::new(n), place, v)?;
                return self.place_values(m, s, at, came).map(Some);
            }
            Special::IpairsStep if n == 2 => {
                if let (Value::Table(t), Value::Int(i)) =
                    (m.unpack(s.stack.get(at + 1)), m.unpack(s.stack.get(at + 2)))
                {
                    let v = self.get_int(m, t, i + 1);
                    let absent = m.branch(v.has_tag(Tag::Nil));
                    if !absent || m.branch(t.get(m, Table::meta).is_null()) {
                        let next = if absent { Value::Nil } else { Value::Int(i + 1) };
                        s.stack.slots()[at] = next.into();
                        s.stack.slots()[at + 1] = v;
                        return Ok(Some(Done::Results(if absent { 1 } else { 2 })));
                    }
                }
                return Ok(None);
            }
            Special::Sub if n == 2 || n == 3 => {
                let last = if n == 3 { s.stack.get(at + 3) } else { Value::Int(Int::new(-1)).into() };
                if let (Value::Str(x), Value::Int(i), Value::Int(j)) =
                    (m.unpack(s.stack.get(at + 1)), m.unpack(s.stack.get(at + 2)), m.unpack(last))
                {
                    // A character, counted from the front.
                    let letter = if m.branch(i.eq_(j)) { x.at(m, i - 1) } else { None };
                    let piece = match letter {
                        Some(byte) => self.letter(m, byte),
                        None => texts::piece(m, x, i, j)?,
                    };
                    return Ok(Some(one(s, at, Value::Str(piece))));
                }
                return Ok(None);
            }
            Special::Changed(change) if n == 1 => {
                return Ok(texts::change(m, s.stack.get(at + 1), change)?.map(|x| one(s, at, x)));
            }
            Special::Rep if n == 2 => {
                return Ok(texts::repeat(m, s.stack.get(at + 1), s.stack.get(at + 2))?.map(|x| one(s, at, x)));
            }
            Special::Char if n == 1 => {
                if let Value::Int(i) = m.unpack(s.stack.get(at + 1)) {
                    if m.branch(i.ult(Int::new(256))) {
                        return Ok(Some(one(s, at, Value::Str(self.letter(m, i)))));
                    }
                }
                return Ok(None);
            }
            Special::Byte if n == 3 => {
                let [x, first, last] = [1, 2, 3].map(|k| m.unpack(s.stack.get(at + k)));
                if let (Value::Str(x), Value::Int(first), Value::Int(last)) = (x, first, last) {
                    if m.branch(Int::<M::V>::new(0).lt(first)) {
                        let count = self.few_results(m, s, at, first, last)?;
                        let Some(count) = count else { return Ok(None) };
                        for i in 0..count {
                            let Some(byte) = x.at(m, first - 1 + i as i64) else {
                                return Ok(Some(Done::Results(i)));
                            };
                            s.stack.slots()[at + i] = Value::Int(byte).into();
                        }
                        return Ok(Some(Done::Results(count)));
                    }
                }
                return Ok(None);
            }
            Special::Insert | Special::Remove | Special::Unpack => {
                return self.call_of_list(m, s, known, at, n)
            }
            _ => {}
        }
        if n == 0 || n > MOST_ARGS {
            return Ok(None);
        }
        let args: [_; MOST_ARGS] = std::array::from_fn(|i| s.stack.get(at + 1 + i.min(n - 1)));
        Ok(special(self, m, known, &args[..n]).map(|v| {
            s.stack.slots()[at] = v;
            Done::Results(1)
        }))
    }

    /// What a generic loop wants: the function that goes through the argument, the argument, and where it begins.
    fn walk<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        by: Gc<NativeFn>,
        from: Value<M::V>,
    ) -> Result<Done, Raised> {
        if s.stack.reserve(at + 3).is_err() {
            too_deep(m)?;
        }
        s.stack.slots()[at] = konst(Val::Native(by).into());
        s.stack.slots()[at + 2] = from.into();
        Ok(Done::Results(3))
    }

    /// `setmetatable` in the simple case: the old metatable is absent, the new one has neither `__mode` nor `__gc`.
    fn set_metatable<M: Machine<L = Lua>>(&self, m: &M, t: Slot<M::V>, meta: Slot<M::V>) -> bool {
        let (Value::Table(t), Value::Table(meta)) = (m.unpack(t), m.unpack(meta)) else { return false };
        let lacks = |event| m.branch(self.field(m, meta, event).has_tag(Tag::Nil));
        let simple =
            m.branch(t.get(m, Table::meta).is_null()) && lacks(self.events().mode) && lacks(self.events().gc);
        if simple {
            t.set(m, Table::meta, meta.opt());
        }
        simple
    }

    /// Puts the entry after a key into slot `at` and the one after it.
    pub(super) fn next<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        t: Ref<M::V, Table>,
        k: Slot<M::V>,
        at: usize,
    ) -> Result<Done, Raised> {
        let (k, v) = self.entry_after(m, t, k)?;
        s.stack.slots()[at] = k;
        s.stack.slots()[at + 1] = v;
        let end = m.branch(k.has_tag(Tag::Nil));
        Ok(Done::Results(if end { 1 } else { 2 }))
    }

    /// The step of a loop over a table in the slots from `at` on, if it is one: the call that plain execution need not make.
    #[inline(always)]
    pub(super) fn step_plainly<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
    ) -> Result<Option<Done>, Raised> {
        if M::TRACING {
            return Ok(None);
        }
        match (m.unpack(s.stack.get(at)), m.unpack(s.stack.get(at + 1))) {
            (Value::Native(f), Value::Table(t)) if m.promote_ref(f) == self.walkers()[0] => {
                let k = s.stack.get(at + 2);
                self.next(m, s, t, k, at).map(Some)
            }
            (Value::Function(f), _) if self.code_of(m, f).library => self.next_match(m, s, f, at),
            _ => Ok(None),
        }
    }

    #[inline(never)]
    fn next_match<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Ref<M::V, Closure>,
        at: usize,
    ) -> Result<Option<Done>, Raised> {
        let came = next_match(m, f)?;
        match m.promote(came.0) {
            -1 => Ok(None),
            _ => self.place_values(m, s, at, came).map(Some),
        }
    }

    /// The entry after a key.
    #[inline(always)]
    fn entry_after<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        k: Slot<M::V>,
    ) -> Result<Entry<M::V>, Raised> {
        let at = match m.unpack(k) {
            Value::Nil => Some(Int::new(0)),
            // Key 0 is not in the array part, though the search for its successor would start there.
            Value::Int(i) if !m.branch(i.eq_(0)) => Some(i),
            _ => None,
        };
        let len = match m.unpack(t.get(m, Table::array)) {
            Value::Sparse(a) => a.len(m),
            _ => t.get(m, Table::alen),
        };
        if let Some(at) = at {
            if m.branch(at.ult(len)) {
                let v = self.get_int(m, t, at + 1);
                if !m.branch(v.has_tag(Tag::Nil)) {
                    return Ok((Value::Int(at + 1).into(), v));
                }
                return next_pair(m, t, k);
            }
        }
        // Without names in slots the hash part follows.
        if m.branch(t.get(m, Table::map).get(m, Map::count).eq_(0)) {
            let first = at.is_some_and(|at| m.branch(at.eq_(len)));
            if let Some(entry) = next_hashed(m, t, (!first).then_some(k)) {
                return Ok(entry);
            }
        }
        next_pair(m, t, k)
    }
}
