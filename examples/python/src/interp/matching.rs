//! What `match` statements and starred targets ask of built-in values and plain instances, so that traces look into them.
//!
//! **Problem.** A chain of cases asks the same subject again and again for its length, items, class and attributes. Asked of a library function, each case that does not
//! match costs a call, and each that does a tuple; written over the machine, a trace asks once, and what it takes apart is never made.
//!
//! **Invariant.** The answers are those of the library functions in `builtins::matching`, which stay what other subjects are for (`None` here), with every error.
//! Nothing is changed before one of them is left the question.
//!
//! **Example.** `case ("add", x, y):` of a tuple of three compares its length with 3, its first item with `"add"`, and has the others in registers.

use super::call::name_of;
use super::{build, helpers, konst};
use crate::builtins::matching::{self, SEQUENCES};
use crate::objects::class::Layout;
use crate::value::{Class, Dict, List, Str, Tuple, Val, Value, NONE};
use crate::Py;
use holloway::heap::Gc;
use holloway::machine::*;
use smallvec::SmallVec;

/// Most keys of a mapping pattern, and attributes of a class pattern, that are looked up here.
const MOST_PARTS: usize = 8;

/// A built-in sequence with items in the heap.
#[derive(Clone, Copy)]
enum Items<V: Values> {
    Tuple(Ref<V, Tuple>),
    List(Ref<V, List>),
}

/// Fewer items than this that no name of an unpacking takes are copied by traces.
const MOST_LEFT: i64 = 5;

/// What a pattern's parts are matched against.
type Parts<V> = SmallVec<[Slot<V>; MOST_PARTS]>;

impl Py {
    /// The items of a list or tuple, also of one inside an instance whose class leaves going through it to that.
    fn items_of<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<Items<M::V>> {
        const ASKED: [&str; 3] = ["__len__", "__getitem__", "__iter__"];
        match m.unpack(self.inner(m, x, &ASKED).unwrap_or(x)) {
            Value::Tuple(t) => Some(Items::Tuple(t)),
            Value::List(l) => Some(Items::List(l)),
            _ => None,
        }
    }
    fn count<M: Machine<L = Py>>(&self, m: &M, of: Items<M::V>) -> Int<M::V> {
        match of {
            Items::Tuple(t) => <Ref<M::V, Tuple>>::len(t, m),
            Items::List(l) => l.get(m, List::size),
        }
    }
    fn item_at<M: Machine<L = Py>>(&self, m: &M, of: Items<M::V>, i: Int<M::V>) -> Option<Slot<M::V>> {
        match of {
            Items::Tuple(t) => t.at(m, i),
            Items::List(l) => self.list_item(m, l, i),
        }
    }
    /// A list of the items from one position to another.
    fn list_between<M: Machine<L = Py>>(
        &self,
        m: &M,
        of: Items<M::V>,
        from: Int<M::V>,
        to: Int<M::V>,
    ) -> Result<Slot<M::V>, Raised> {
        // Where a call is to get what is left (`name, *rest = x`, `f(*rest)`), a trace need not make the list.
        if M::TRACING && m.branch((to - from).ult(MOST_LEFT)) {
            let n = m.promote(to - from);
            let items: Option<Parts<M::V>> = (0..n).map(|i| self.item_at(m, of, from + i)).collect();
            if let Some(items) = items {
                return Ok(self.build_list(m, &items));
            }
        }
        Ok(Value::List(match of {
            Items::Tuple(t) => helpers::tuple_list(m, t, from, to)?,
            Items::List(l) => helpers::list_part(m, l, from, to)?,
        })
        .into())
    }

    /// The first items of a sequence of `n`, what is between them and the last ones (a list, or nothing where that is not wanted), and the last ones.
    fn starred<M: Machine<L = Py>>(
        &self,
        m: &M,
        of: Items<M::V>,
        n: Int<M::V>,
        (before, after, wanted): (usize, usize, bool),
        to: &mut [Slot<M::V>],
    ) -> Result<bool, Raised> {
        for (i, r) in to.iter_mut().enumerate().take(before) {
            let Some(v) = self.item_at(m, of, Int::new(i as i64)) else { return Ok(false) };
            *r = v;
        }
        for (k, r) in to[before + 1..].iter_mut().enumerate() {
            let Some(v) = self.item_at(m, of, n - (after - k) as i64) else { return Ok(false) };
            *r = v;
        }
        if wanted {
            to[before] = self.list_between(m, of, Int::new(before as i64), n - after as i64)?;
        }
        Ok(true)
    }

    /// `a, *b, c = x` for a list or tuple that has enough items; false elsewhere.
    pub fn unpack_items<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        before: usize,
        to: &mut [Slot<M::V>],
    ) -> Result<bool, Raised> {
        let (Some(of), after) = (self.items_of(m, x), to.len() - before - 1) else { return Ok(false) };
        let n = self.count(m, of);
        if m.branch(n.lt((before + after) as i64)) {
            return Ok(false);
        }
        let mut parts: Parts<M::V> = SmallVec::from_elem(konst(NONE), to.len());
        let all = self.starred(m, of, n, (before, after, true), &mut parts)?;
        if all {
            to.copy_from_slice(&parts);
        }
        Ok(all)
    }

    /// `%match_seq`.
    pub fn match_sequence<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        before: Slot<M::V>,
        after: Slot<M::V>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let (Value::Int(before), Value::Int(after)) = (m.unpack(before), m.unpack(after)) else {
            return Ok(None);
        };
        let (before, after) = (m.promote(before) as usize, m.promote(after));
        let Some(of) = self.items_of(m, x) else { return Ok(self.is_no_other(m, x).then(|| konst(NONE))) };
        let n = self.count(m, of);
        if after == -1 {
            if !m.branch(n.eq_(before as i64)) {
                return Ok(Some(konst(NONE)));
            }
            return Ok(match of {
                Items::Tuple(t) => Some(Value::Tuple(t).into()),
                Items::List(_) if before > MOST_PARTS => None,
                Items::List(_) => {
                    let items: Option<Parts<M::V>> =
                        (0..before).map(|i| self.item_at(m, of, Int::new(i as i64))).collect();
                    items.map(|items| build::tuple(m, &items))
                }
            });
        }
        let (after, wanted) = if after < -1 { (-2 - after, false) } else { (after, true) };
        let after = after as usize;
        if m.branch(n.lt((before + after) as i64)) {
            return Ok(Some(konst(NONE)));
        }
        let mut parts: Parts<M::V> = SmallVec::from_elem(konst(NONE), before + 1 + after);
        let all = self.starred(m, of, n, (before, after, wanted), &mut parts)?;
        Ok(all.then(|| build::tuple(m, &parts)))
    }

    /// Whether a value that is no list or tuple is no other sequence either, as far as that is known here.
    fn is_no_other<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> bool {
        match m.unpack(x) {
            Value::Inst(_) => self.inherits_none(m, x, SEQUENCES),
            Value::Range(_) | Value::Misc(_) => false,
            _ => true,
        }
    }

    /// Whether an instance wraps nothing, and its class derives from none of these.
    fn inherits_none<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, names: &[&str]) -> bool {
        let Some(c) = self.instance_class(m, x) else { return false };
        if self.without.versions() || c.layout != Layout::Object {
            return false;
        }
        // With other bases it would be another version.
        _ = self.version(m, c);
        !matching::inherits(c, names)
    }

    /// `%match_map`.
    pub fn match_mapping<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        keys: Slot<M::V>,
        rest: Slot<M::V>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let d: Ref<M::V, Dict> = match m.unpack(x) {
            Value::Dict(d) => d,
            Value::Inst(_) => {
                return Ok(self.inherits_none(m, x, matching::MAPPINGS).then(|| konst(NONE)));
            }
            // It may stand for a dictionary.
            Value::Misc(_) => return Ok(None),
            _ => return Ok(Some(konst(NONE))),
        };
        let (Value::Tuple(keys), Value::False) = (m.unpack(keys), m.unpack(rest)) else { return Ok(None) };
        let n = m.promote(<Ref<M::V, Tuple>>::len(keys, m)) as usize;
        if n > MOST_PARTS {
            return Ok(None);
        }
        let Some(keys) = (0..n).map(|i| keys.at(m, Int::new(i as i64))).collect::<Option<Parts<M::V>>>()
        else {
            return Ok(None);
        };
        // A key that is there twice is an error.
        let same = |x: Slot<M::V>, y: Slot<M::V>| match (m.unpack(x), m.unpack(y)) {
            (Value::Str(x), Value::Str(y)) => m.branch(helpers::str_equal(m, x, y)),
            _ => true,
        };
        if (1..n).any(|i| keys[..i].iter().any(|&other| same(keys[i], other))) {
            return Ok(None);
        }
        let mut found = Parts::<M::V>::new();
        for k in keys {
            match self.dict_get(m, d, k)? {
                Some(v) => found.push(v),
                None => return Ok(Some(konst(NONE))),
            }
        }
        Ok(Some(build::tuple(m, &found)))
    }

    /// `%match_class`.
    pub fn match_class<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        class: Slot<M::V>,
        count: Slot<M::V>,
        names: Slot<M::V>,
    ) -> Option<Slot<M::V>> {
        let Value::Class(class) = m.unpack(class) else { return None };
        if !self.is_instance(m, x, class)? {
            return Some(konst(NONE));
        }
        let (Value::Int(count), Value::Tuple(names)) = (m.unpack(count), m.unpack(names)) else {
            return None;
        };
        let (count, names) = (m.promote(count) as usize, m.promote_ref(names));
        let mut parts = Parts::<M::V>::new();
        let mut attributes: SmallVec<[Gc<Str>; MOST_PARTS]> = SmallVec::new();
        if count > 0 {
            let itself = self.positional(m, class, count, &mut attributes)?;
            if itself {
                parts.push(x);
            }
        }
        for &name in names.items.as_slice() {
            let name = name_of(m.runtime(), name.into())?;
            if attributes.contains(&name) {
                return None;
            }
            attributes.push(name);
        }
        for name in attributes {
            match self.attr_plain(m, x, name) {
                Some(v) => parts.push(v),
                None => match self.attr_known(m, x, name)? {
                    Some(v) => parts.push(v),
                    None => return Some(konst(NONE)),
                },
            }
        }
        Some(build::tuple(m, &parts))
    }

    /// The names of the attributes that the first patterns of a class are for, or whether there is one, which is for the subject itself.
    fn positional<M: Machine<L = Py>>(
        &self,
        m: &M,
        class: Ref<M::V, Class>,
        count: usize,
        names: &mut SmallVec<[Gc<Str>; MOST_PARTS]>,
    ) -> Option<bool> {
        if self.without.versions() {
            return None;
        }
        let c = self.classes.get(m.promote_ref(class).id);
        match c.lookup_in(self.version(m, c), self.name("__match_args__")).map(Val::from) {
            None => (count == 1 && matching::takes_itself(m.runtime(), c)).then_some(true),
            Some(Val::Tuple(known)) => {
                for &name in known.items.as_slice().get(..count)? {
                    let name = name_of(m.runtime(), name.into())?;
                    if names.contains(&name) {
                        return None;
                    }
                    names.push(name);
                }
                Some(false)
            }
            Some(_) => None,
        }
    }
}
