//! Library functions that the interpreter does by itself where it can, so that traces look into them.

use super::enter::Passed;
use super::{boolean, build, helpers, konst, Ints, S};
use crate::builtins::str::asked::{self, Answer, QUESTIONS};
use crate::builtins::str::changed::{LOWER, MOST_WIDE, UPPER};
use crate::bytecode::CmpOp;
use crate::native::Special;
use crate::objects::class::{ClassInfo, Layout};
use crate::objects::iter::kinds;
use crate::objects::relays::kinds as relays;
use crate::objects::str::class as letters;
use crate::value::{kind, Bytes, Class, Dict, Iter, List, Range, Set, Str, Tag, Tuple, Value, NONE};
use crate::Py;
use holloway::machine::*;
use holloway::math;

/// A number as a float.
#[inline(always)]
fn float<M: Machine<L = Py>>(m: &M, v: Slot<M::V>) -> Option<Float<M::V>> {
    match m.unpack(v) {
        Value::Float(x) => Some(x),
        Value::Int(x) => Some(x.to_float()),
        _ => None,
    }
}

/// Most arguments of `min` and `max` that are compared by interpreter code.
pub const MOST_COMPARED: usize = 8;

/// Most classes of a tuple that a value is compared with by interpreter code.
const FEW_CLASSES: i64 = 8;

/// What is before and behind a part of a text, if it is there.
type Cut<V> = Option<[Slot<V>; 2]>;

impl Py {
    /// The result of a known library function called with `n` values from slot `first` on; `None` if this call is for its body.
    #[inline(always)]
    pub fn special<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        known: Special,
        id: u32,
        p: &Passed<'_>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let a = if p.n > 0 { s.stack.get(p.first) } else { konst(NONE) };
        // Methods of lists and texts are those of the value inside an instance.
        let a = match known {
            Special::Append | Special::Pop | Special::Insert | Special::Replace | Special::Join => {
                self.inner(m, a, &[]).unwrap_or(a)
            }
            _ => a,
        };
        let b = if p.n > 1 { s.stack.get(p.first + 1) } else { konst(NONE) };
        Ok(match (known, p.n) {
            (Special::Len, 1) => self.length(m, self.inner(m, a, &["__len__"]).unwrap_or(a)),
            (Special::Gcd, 2) => match (m.unpack(a), m.unpack(b)) {
                // 2^63 does not fit.
                (Value::Int(a), Value::Int(b)) => {
                    let r = helpers::int_gcd(m, a, b);
                    (!m.branch(r.lt(0))).then(|| Value::Int(r).into())
                }
                _ => None,
            },
            (Special::Re(known), 1..) => self.regex(m, s, known, p)?,
            (Special::MatchSequence, 3) => self.match_sequence(m, a, b, s.stack.get(p.first + 2))?,
            (Special::MatchMapping, 3) => self.match_mapping(m, a, b, s.stack.get(p.first + 2))?,
            (Special::MatchClass, 4) => {
                self.match_class(m, a, b, s.stack.get(p.first + 2), s.stack.get(p.first + 3))
            }
            (Special::Next, 1 | 2) => match m.unpack(a) {
                Value::Iter(x) => {
                    let v = self.advance(m, x)?;
                    match m.branch(v.has_tag(Tag::Unbound)) {
                        false => Some(v),
                        true if p.n == 2 => Some(b),
                        true => {
                            helpers::stop_iteration(m, konst(NONE))?;
                            return Err(Raised);
                        }
                    }
                }
                _ => None,
            },
            (Special::New, 1..) => self.object_new(m, s, p)?,
            (Special::Hash, 1) => match m.unpack(a) {
                Value::Str(x) => Some(Value::Int(helpers::str_hash(m, x)).into()),
                // Smaller than the modulus of hashes; -1 has the hash -2.
                Value::Int(x) if m.branch((x + (1 << 60)).ult(1 << 61)) && !m.branch(x.eq_(-1)) => Some(a),
                _ => None,
            },
            (Special::Append, 2) => match m.unpack(a) {
                Value::List(_) => {
                    self.append(m, a, b)?;
                    Some(konst(NONE))
                }
                Value::Bytes(x) if self.append_byte(m, x, b) => Some(konst(NONE)),
                _ => None,
            },
            (Special::Pop, 1) => match m.unpack(a) {
                Value::List(l) => {
                    let at = l.get(m, List::size) - 1;
                    if m.branch(at.lt(0)) {
                        return Ok(None);
                    }
                    let v = self.list_item(m, l, at);
                    if v.is_some() {
                        if m.promote(l.get(m, List::kind)) == kind::SLOTS {
                            if let Some(items) = m.non_null(l.get(m, List::items)) {
                                let _ = items.put(m, at, Value::Unbound.into());
                            }
                        }
                        l.set(m, List::size, at);
                    }
                    v
                }
                _ => None,
            },
            (Special::Pop, 2) => match (m.unpack(a), m.unpack(b)) {
                (Value::List(l), Value::Int(i)) => {
                    self.position(m, i, l.get(m, List::size)).map(|i| helpers::list_remove(m, l, i))
                }
                _ => None,
            },
            (Special::Extend, 2) => match (m.unpack(a), m.unpack(b)) {
                (Value::List(_), Value::List(more)) => self.extend(m, a, more)?.then(|| konst(NONE)),
                _ => None,
            },
            (Special::ListIndex, 2) => match m.unpack(a) {
                Value::List(l) => {
                    let at = helpers::list_place(m, l, b);
                    (!m.branch(at.lt(0))).then(|| Value::Int(at).into())
                }
                _ => None,
            },
            (Special::ListCount, 2) => match m.unpack(a) {
                Value::List(l) => {
                    let n = helpers::list_times(m, l, b);
                    (!m.branch(n.lt(0))).then(|| Value::Int(n).into())
                }
                _ => None,
            },
            (Special::ListRemove, 2) => match m.unpack(a) {
                Value::List(l) => {
                    let at = helpers::list_place(m, l, b);
                    if m.branch(at.lt(0)) {
                        return Ok(None);
                    }
                    helpers::list_remove(m, l, at);
                    Some(konst(NONE))
                }
                _ => None,
            },
            (Special::Split, 3) => match self.in_two(m, a, b, s.stack.get(p.first + 2))? {
                None => self.read(m, s, id, p)?,
                made => made,
            },
            (Special::Partition, 2) => match self.partition(m, a, b)? {
                None => self.read(m, s, id, p)?,
                made => made,
            },
            (Special::Justify(side), 2) => match (m.unpack(a), m.unpack(b)) {
                (Value::Str(x), Value::Int(width)) if m.branch(width.lt(MOST_WIDE)) => {
                    Some(Value::Str(helpers::str_justified(m, x, width, Int::new(side.into()))?).into())
                }
                _ => self.read(m, s, id, p)?,
            },
            (Special::Insert, 3) => match (m.unpack(a), m.unpack(b)) {
                (Value::List(l), Value::Int(i)) if !m.branch(l.get(m, List::size).ult(i)) => {
                    helpers::list_insert(m, l, i, s.stack.get(p.first + 2))?;
                    Some(konst(NONE))
                }
                _ => None,
            },
            (Special::Replace, 3) => match (m.unpack(a), m.unpack(b), m.unpack(s.stack.get(p.first + 2))) {
                (Value::Str(text), Value::Str(part), Value::Str(by))
                    if !m.branch(part.get(m, Str::chars).eq_(0)) =>
                {
                    Some(Value::Str(helpers::str_replace(m, text, part, by)?).into())
                }
                _ => None,
            },
            (Special::Join, 2) => match (m.unpack(a), m.unpack(b)) {
                (Value::Str(between), Value::List(l)) => {
                    let v = helpers::str_join(m, between, l)?;
                    // What is no text the library function complains of.
                    (!m.branch(v.has_tag(Tag::Unbound))).then_some(v)
                }
                _ => None,
            },
            (Special::Reversed, 1) => {
                let (kind, n) = match m.unpack(a) {
                    Value::List(l) => (kinds::REVERSED, l.get(m, List::size)),
                    Value::Tuple(t) => (kinds::REVERSED_ANY, <Ref<M::V, Tuple>>::len(t, m)),
                    _ => return Ok(None),
                };
                Some(build::iterator(m, kind, a, konst(NONE), n - 1, Int::new(0)))
            }
            (Special::Callable, 1) => match m.unpack(a) {
                Value::Func(_) | Value::Native(_) | Value::Method(_) | Value::Class(_) => Some(boolean(true)),
                Value::Int(_) | Value::Float(_) | Value::Str(_) | Value::List(_) => Some(boolean(false)),
                Value::Tuple(_) | Value::Dict(_) | Value::Set(_) => Some(boolean(false)),
                Value::None | Value::True | Value::False => Some(boolean(false)),
                _ => None,
            },
            (Special::Abs, 1) => match m.unpack(a) {
                Value::Int(x) if !m.branch(x.lt(0)) => Some(a),
                Value::Int(x) if !m.branch(x.eq_(i64::MIN)) => Some(Value::Int(-x).into()),
                Value::Float(x) => Some(Value::Float(x.abs()).into()),
                Value::Complex(c) => self.complex_abs(m, c),
                _ => None,
            },
            (Special::Min | Special::Max, 2..=MOST_COMPARED) => {
                let op = if known == Special::Min { CmpOp::Lt } else { CmpOp::Gt };
                // The first of equal ones.
                let mut best = Some(a);
                for k in 1..p.n {
                    let x = s.stack.get(p.first + k);
                    best = best.and_then(|b| self.compare_plain(m, op, x, b).map(|c| if c { x } else { b }));
                }
                best
            }
            (Special::Sqrt, 1) => {
                let Some(x) = float(m, a) else { return Ok(None) };
                let fine = m.branch(Float::<M::V>::new(0.0).le(x));
                fine.then(|| Value::Float(x.sqrt()).into())
            }
            (Special::Math(f), 1) => {
                let Some(x) = float(m, a) else { return Ok(None) };
                let r = f.call(m, x);
                // Neither infinite nor no number: those may be errors.
                m.branch(r.abs().lt(f64::INFINITY)).then(|| Value::Float(r).into())
            }
            (Special::BitLength | Special::BitCount, 1) => match m.unpack(self.inner(m, a, &[]).unwrap_or(a))
            {
                Value::Int(x) if known == Special::BitLength => {
                    Some(Value::Int(helpers::bit_length(m, x)).into())
                }
                Value::Int(x) => Some(Value::Int(helpers::bit_count(m, x)).into()),
                _ => None,
            },
            (Special::Hypot, 2) => match (float(m, a), float(m, b)) {
                (Some(x), Some(y)) => Some(Value::Float(helpers::hypot(m, x, y)).into()),
                _ => None,
            },
            (Special::Atan2, 2) => match (float(m, a), float(m, b)) {
                (Some(y), Some(x)) => Some(Value::Float(math::atan2(m, y, x)).into()),
                _ => None,
            },
            (Special::Ord, 1) => match m.unpack(a) {
                Value::Str(x) if m.branch(x.get(m, Str::chars).eq_(1)) => {
                    let c = x.at(m, Int::new(0));
                    match c {
                        Some(c) if m.branch(c.lt(128)) => Some(Value::Int(c).into()),
                        _ => None,
                    }
                }
                _ => None,
            },
            (Special::Chr, 1) => match m.unpack(a) {
                Value::Int(c) if m.branch(c.ult(128)) => Ref::new(self.strings.letters()).at(m, c),
                _ => None,
            },
            (Special::DivMod, 2) => match (m.unpack(a), m.unpack(b)) {
                (Value::Int(x), Value::Int(y)) if m.branch(Int::<M::V>::new(0).lt(y)) => {
                    let (q, r) = (x.div_floor(y), x.mod_floor(y));
                    Some(build::tuple(m, &[Value::Int(q).into(), Value::Int(r).into()]))
                }
                _ => None,
            },
            (Special::Iter, 1) => match m.unpack(a) {
                Value::Gen(_) | Value::Iter(_) => Some(a),
                Value::List(_) | Value::Tuple(_) | Value::Range(_) => self.plain_iterator(m, a),
                _ => self.table_iterator(m, a),
            },
            (Special::View(kind), 1) => {
                let a = match self.inner(m, a, &[]) {
                    Some(d) => d,
                    None => self.dict_of_namespace(m, a)?.unwrap_or(a),
                };
                m.branch(a.has_tag(Tag::Dict)).then(|| build::view(m, kind.into(), a))
            }
            (Special::Is(classes), 1) => match self.letter(m, a) {
                Some((_, is)) => Some(boolean(!m.branch((is & i64::from(classes)).eq_(0)))),
                None => self.read(m, s, id, p)?,
            },
            (Special::Change(change), 1) => match self.changed(m, change, a)? {
                None => self.read(m, s, id, p)?,
                made => made,
            },
            // Without another value there may be an error: see `library`.
            (Special::GetAttr, 3) => match self.constant_name(m, b) {
                Some(name) => match self.attr_known(m, a, name) {
                    Some(v) => v.or(Some(s.stack.get(p.first + 2))),
                    None => self.attr_plain(m, a, name),
                },
                None => None,
            },
            (Special::Vars, 1) => match m.unpack(a) {
                Value::Inst(_) => self.attr_known(m, a, self.name("__dict__")).flatten(),
                _ => None,
            },
            (Special::HasAttr, 2) => match self.constant_name(m, b) {
                Some(name) => self.attr_known(m, a, name).map(|v| boolean(v.is_some())),
                None => None,
            },
            (Special::IsInstance, 2) => self.of_any(m, b, |k| self.is_instance(m, a, k)).map(boolean),
            (Special::IsSubclass, 2) => match m.unpack(a) {
                Value::Class(c) => self.of_any(m, b, |k| self.is_subclass(m, c, k)).map(boolean),
                _ => None,
            },
            (Special::HashStep | Special::HashEnd, 2) => match (m.unpack(a), m.unpack(b)) {
                (Value::Int(acc), Value::Int(x)) if known == Special::HashStep => {
                    Some(Value::Int(helpers::hash_step(m, acc, x)).into())
                }
                (Value::Int(acc), Value::Int(n)) => Some(Value::Int(helpers::hash_end(m, acc, n)).into()),
                _ => None,
            },
            (Special::Rival, 3) => self.rival(m, a, b, s.stack.get(p.first + 2)),
            (Special::SetOwn, 3) => match self.constant_name(m, b) {
                Some(name) => {
                    let v = s.stack.get(p.first + 2);
                    self.set_own(m, a, name, v)?.then(|| konst(NONE))
                }
                None => None,
            },
            (Special::ByHash, 5) => match m.unpack(a) {
                Value::Int(op) => {
                    let part = |k: usize| s.stack.get(p.first + k);
                    self.by_hash(m, m.promote(op), [b, part(2), part(3), part(4)])?
                }
                _ => None,
            },
            (Special::DictGet, 2 | 3) => match m.unpack(self.inner(m, a, &[]).unwrap_or(a)) {
                Value::Dict(d) => {
                    let other = if p.n == 3 { s.stack.get(p.first + 2) } else { konst(NONE) };
                    Some(self.dict_get(m, d, b)?.unwrap_or(other))
                }
                _ => None,
            },
            (Special::SetDefault, 2 | 3) => match m.unpack(self.inner(m, a, &[]).unwrap_or(a)) {
                Value::Dict(d) => {
                    let v = if p.n == 3 { s.stack.get(p.first + 2) } else { konst(NONE) };
                    Some(self.dict_default(m, d, b, v)?)
                }
                _ => None,
            },
            (Special::SetAdd, 2) if m.branch(a.has_tag(Tag::Set)) => {
                self.set_add(m, a, b)?;
                Some(konst(NONE))
            }
            (Special::Ask(question), 2 | 3) => {
                match self.asked(m, question, a, b, s.stack.get(p.first + p.n - 1), p.n) {
                    None => self.read(m, s, id, p)?,
                    answer => answer,
                }
            }
            (known, 1..=3) if known.only_reads() => self.read(m, s, id, p)?,
            (Special::Map, 2) => self.inner_iterator(m, b).map(|it| {
                let each = build::tuple(m, &[it]);
                build::iterator(m, kinds::MAP, a, each, Int::new(0), Int::new(0))
            }),
            (Special::Filter, 2) => self
                .inner_iterator(m, b)
                .map(|it| build::iterator(m, kinds::FILTER, a, it, Int::new(0), Int::new(0))),
            (Special::Enumerate, 1) => {
                let inner = self.inner_iterator(m, a);
                inner
                    .map(|it| build::iterator(m, kinds::ENUMERATE, it, konst(NONE), Int::new(0), Int::new(0)))
            }
            (Special::Zip, 2) => match (self.inner_iterator(m, a), self.inner_iterator(m, b)) {
                (Some(x), Some(y)) => {
                    let t = build::tuple(m, &[x, y]);
                    Some(build::iterator(m, kinds::ZIP, t, konst(NONE), Int::new(0), Int::new(0)))
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// How many items or characters a built-in value has.
    #[inline(always)]
    pub fn length<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<Slot<M::V>> {
        let n = match m.unpack(x) {
            Value::List(l) => l.get(m, List::size),
            Value::Str(x) => x.get(m, Str::chars),
            Value::Tuple(t) => <Ref<M::V, Tuple>>::len(t, m),
            Value::Dict(d) => d.get(m, Dict::live),
            Value::Set(s) => s.get(m, Set::live),
            Value::Bytes(b) => b.get(m, Bytes::size),
            _ => return None,
        };
        Some(Value::Int(n).into())
    }

    /// Whether something holds for a class, or for one of a few in a tuple; `None` where only a helper knows.
    fn of_any<M: Machine<L = Py>>(
        &self,
        m: &M,
        classes: Slot<M::V>,
        holds: impl Fn(Ref<M::V, Class>) -> Option<bool>,
    ) -> Option<bool> {
        let t = match m.unpack(classes) {
            Value::Class(k) => return holds(k),
            Value::Tuple(t) => t,
            _ => return None,
        };
        let n = <Ref<M::V, Tuple>>::len(t, m);
        if !m.branch(n.lt(FEW_CLASSES + 1)) {
            return None;
        }
        for i in 0..m.promote(n) {
            let Value::Class(k) = m.unpack(t.at(m, Int::new(i))?) else { return None };
            match holds(k) {
                Some(false) => {}
                known => return known,
            }
        }
        Some(false)
    }

    /// Whether a class derives from one whose metaclass says nothing of that.
    fn is_subclass<M: Machine<L = Py>>(
        &self,
        m: &M,
        c: Ref<M::V, Class>,
        k: Ref<M::V, Class>,
    ) -> Option<bool> {
        let says = || self.meta_method(m, k, self.name("__subclasscheck__")).is_some();
        let (c, class) = (self.classes.get(m.promote_ref(c).id), self.classes.get(m.promote_ref(k).id));
        if self.without.versions() || class.meta.get().is_some() && says() {
            return None;
        }
        Some(self.derives(m, c, class))
    }

    /// Whether a value of a common type or an instance is one of a class whose metaclass says nothing of that.
    pub fn is_instance<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, k: Ref<M::V, Class>) -> Option<bool> {
        let class = k;
        let k = self.classes.get(m.promote_ref(k).id);
        let says = || self.meta_method(m, class, self.name("__instancecheck__")).is_some();
        if k.meta.get().is_some() && (self.without.versions() || says()) {
            return None;
        }
        // Of these there are several built-in classes, which derive from no other.
        let free = k.layout != Layout::Builtin && k.id != self.types().object.id;
        if free && matches!(m.unpack(x), Value::Native(_) | Value::Method(_)) {
            return Some(false);
        }
        let c = self.class_of_value(m, x)?;
        let is = self.derives(m, c, k);
        if !is {
            // An object of an odd class may say that it is of another class than it is.
            assume(m, &c.version, |v| *v);
            if c.odd.get() {
                return None;
            }
        }
        Some(is)
    }

    /// What a string answers about another one, from the beginning or from a place on; `None` where that is for the library's function.
    #[inline(never)]
    fn asked<M: Machine<L = Py>>(
        &self,
        m: &M,
        question: u8,
        text: Slot<M::V>,
        part: Slot<M::V>,
        from: Slot<M::V>,
        n: usize,
    ) -> Option<Slot<M::V>> {
        let (Value::Str(text), Value::Str(part)) = (m.unpack(text), m.unpack(part)) else { return None };
        let number = Int::new(question.into());
        let answer = match (n, m.unpack(from)) {
            (2, _) => helpers::str_asked(m, number, text, part),
            // In a text of ASCII that is also the byte.
            (_, Value::Int(from))
                if !m.branch(from.lt(0))
                    && m.branch(text.get(m, Str::chars).eq_(text.len(m)))
                    && m.branch(text.get(m, Str::shared).is_null()) =>
            {
                helpers::str_asked_from(m, number, text, part, from)
            }
            _ => return None,
        };
        match QUESTIONS[usize::from(question)].1 {
            Answer::Truth => Some(boolean(!m.branch(answer.eq_(0)))),
            Answer::Found if m.branch(answer.lt(0)) => None,
            Answer::Number | Answer::Found => Some(Value::Int(answer).into()),
        }
    }

    /// Where a text begins in another one, and the texts before and behind it; `None` for a text of which that is an error, and for others.
    fn cut<M: Machine<L = Py>>(
        &self,
        m: &M,
        text: Slot<M::V>,
        by: Slot<M::V>,
    ) -> Result<Option<Cut<M::V>>, Raised> {
        let (Value::Str(text), Value::Str(by)) = (m.unpack(text), m.unpack(by)) else { return Ok(None) };
        let n = by.get(m, Str::chars);
        if m.branch(n.eq_(0)) {
            return Ok(None);
        }
        let at = helpers::str_asked(m, Int::new(asked::FIND), text, by);
        if m.branch(at.lt(0)) {
            return Ok(Some(None));
        }
        let before = helpers::str_part(m, text, Int::new(0), at)?;
        let behind = helpers::str_part(m, text, at + n, text.get(m, Str::chars))?;
        Ok(Some(Some([before, behind].map(|s| Value::Str(s).into()))))
    }

    /// A text split in two, where it may be split once.
    fn in_two<M: Machine<L = Py>>(
        &self,
        m: &M,
        text: Slot<M::V>,
        by: Slot<M::V>,
        times: Slot<M::V>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        match m.unpack(times) {
            Value::Int(n) if M::TRACING && m.branch(n.eq_(1)) => {}
            _ => return Ok(None),
        }
        Ok(self.cut(m, text, by)?.map(|parts| match parts {
            Some(parts) => self.build_list(m, &parts),
            None => self.build_list(m, &[text]),
        }))
    }

    fn partition<M: Machine<L = Py>>(
        &self,
        m: &M,
        text: Slot<M::V>,
        by: Slot<M::V>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        if !M::TRACING {
            return Ok(None);
        }
        let nothing = self.name("");
        let nothing = Value::Str(Ref::<M::V, Str>::new(nothing)).into();
        Ok(self.cut(m, text, by)?.map(|parts| match parts {
            Some([before, behind]) => build::tuple(m, &[before, by, behind]),
            None => build::tuple(m, &[text, nothing, nothing]),
        }))
    }

    /// A text changed by itself, if it is one.
    pub(super) fn changed<M: Machine<L = Py>>(
        &self,
        m: &M,
        change: u8,
        text: Slot<M::V>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        // Of a letter the class to be turned.
        let class = match change {
            LOWER => Some(letters::UPPER),
            UPPER => Some(letters::LOWER),
            _ => None,
        };
        if let Some((class, (c, is))) = class.zip(self.letter(m, text)) {
            return Ok(match m.branch((is & i64::from(class)).eq_(0)) {
                true => Some(text),
                false => Ref::new(self.strings.letters()).at(m, c ^ 0x20),
            });
        }
        let Value::Str(text) = m.unpack(text) else { return Ok(None) };
        helpers::str_changed(m, text, Int::new(change.into())).map(|s| Some(Value::Str(s).into()))
    }

    /// A library function that only reads, if its arguments are of kinds of which that is known.
    fn read<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        id: u32,
        p: &Passed<'_>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let (a, b) = (s.stack.get(p.first), if p.n > 1 { s.stack.get(p.first + 1) } else { konst(NONE) });
        for i in 0..p.n {
            match m.unpack(s.stack.get(p.first + i)) {
                Value::Str(_) | Value::Int(_) | Value::None => {}
                // Of a conversion.
                Value::Class(_) if i == 0 => {}
                Value::List(_) | Value::Tuple(_) if i > 0 => {}
                _ => return Ok(None),
            }
        }
        let packed = Int::new(i64::from(id) | (p.n as i64) << 32);
        Ok(Some(match p.n {
            1 => helpers::read_native1(m, packed, a)?,
            2 => helpers::read_native2(m, packed, a, b)?,
            _ => helpers::read_native3(m, packed, a, b, s.stack.get(p.first + 2))?,
        }))
    }

    /// The code and the classes of an ASCII character.
    #[inline(always)]
    pub(super) fn letter<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<Ints<M::V>> {
        let Value::Str(x) = m.unpack(x) else { return None };
        if !m.branch(x.len(m).eq_(1)) {
            return None;
        }
        let c = x.at(m, Int::new(0))?;
        Ref::new(self.strings.classes()).at(m, c).map(|is| (c, is))
    }

    /// What a built-in iterator goes through, if that is a container or another one.
    fn inner_iterator<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<Slot<M::V>> {
        let Value::Iter(it) = m.unpack(x) else { return self.container_iterator(m, x) };
        let stands = m.promote(it.get(m, Iter::kind)) as u32 == relays::STEPS;
        Some(if !stands && self.runs_program(m, it) {
            build::iterator(m, relays::STEPS, x, konst(NONE), Int::new(0), Int::new(0))
        } else {
            x
        })
    }

    /// An iterator over a list, tuple or range.
    pub fn plain_iterator<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<Slot<M::V>> {
        let zero = Int::new(0);
        match m.unpack(x) {
            Value::List(_) => Some(build::iterator(m, kinds::LIST, x, konst(NONE), zero, zero)),
            Value::Tuple(_) => Some(build::iterator(m, kinds::TUPLE, x, konst(NONE), zero, zero)),
            Value::Range(r) => {
                let step = Value::Int(r.get(m, Range::step)).into();
                let (start, n) = (r.get(m, Range::start), r.get(m, Range::len));
                Some(build::iterator(m, kinds::RANGE, x, step, start, n))
            }
            _ => None,
        }
    }

    /// An iterator over a built-in container other than bytes, and dictionaries with deleted entries.
    pub fn container_iterator<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<Slot<M::V>> {
        let of = |kind| build::iterator(m, kind, x, konst(NONE), Int::new(0), Int::new(0));
        match m.unpack(x) {
            Value::Str(_) => Some(of(kinds::STR)),
            _ => self.plain_iterator(m, x).or_else(|| self.table_iterator(m, x)),
        }
    }

    /// The class of a value of a common type.
    pub fn class_of_value<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<&'static ClassInfo> {
        let t = self.types();
        Some(match m.unpack(x) {
            Value::Inst(_) => return self.instance_class(m, x),
            Value::Int(_) => t.int,
            Value::Float(_) => t.float,
            Value::Str(_) => t.str,
            Value::List(_) => t.list,
            Value::Tuple(_) => t.tuple,
            Value::Dict(_) => t.dict,
            Value::True | Value::False => t.bool,
            Value::None => t.none_type,
            Value::Big(_) => t.int,
            Value::Complex(_) => t.complex,
            Value::Set(s) if m.branch(s.get(m, Set::frozen)) => t.frozenset,
            Value::Set(_) => t.set,
            Value::Bytes(b) if m.branch(b.get(m, Bytes::mutable)) => t.bytearray,
            Value::Bytes(_) => t.bytes,
            Value::Range(_) => t.range,
            Value::Slice(_) => t.slice,
            Value::Func(_) => t.function,
            _ => return None,
        })
    }
}
