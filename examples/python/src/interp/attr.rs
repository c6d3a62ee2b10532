//! Attributes: by map and class version, so that in a trace a read is a guard and a load.

use super::{helpers, konst, Step, S};
use crate::code::{GlobalState, Name};
use crate::native::{Guest, Special};
use crate::objects::class::{ClassInfo, Found, Layout, Version};
use crate::objects::{attr, str};
use crate::seen::{of_map, of_other, Place, Remembered};
use crate::value::{
    misc, Bytes, Cell, Class, Fields, Instance, Misc, Native, Set, Str, Tag, Val, Value, INLINE, UNBOUND,
};
use crate::Py;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use langkit::maps::Map;
use std::hint::cold_path;

/// A class's attribute as found, not bound yet.
enum Member<V: Values> {
    /// A function, to be bound.
    Function(Slot<V>),
    /// A value.
    Value(Slot<V>),
    /// A function, to be bound to the class.
    OfClass(Slot<V>),
    /// A property's getter.
    Getter(Slot<V>),
    /// Something for the general way.
    Other,
}

/// A special method that operators ask.
pub enum Asked<V: Values> {
    /// A function of the program's.
    Program(Slot<V>),
    /// A library function, which is called without a frame: see [`crate::native::NativeInfo::asked`].
    Library(u32),
}

/// What `LoadMethod` leaves in its two registers.
type Pair<V> = (Slot<V>, Slot<V>);

/// Most slots that interpreter code moves to a larger array.
const FEW_MOVED: usize = 16;

/// Room for slot number `i`, all before which are used: a trace sees where they go, and an instance that nobody else has seen stays its own.
#[inline(always)]
fn room_for_slot<M: Machine<L = Py>>(m: &M, x: Ref<M::V, Instance>, i: u32) -> Result<(), Raised> {
    // Arrays of slots are of four or more.
    match (i as usize).checked_sub(INLINE) {
        Some(used) if used.is_multiple_of(4) => more_slots(m, x, used),
        _ => Ok(()),
    }
}

#[inline(never)]
fn more_slots<M: Machine<L = Py>>(m: &M, x: Ref<M::V, Instance>, used: usize) -> Result<(), Raised> {
    let old = m.non_null(x.get(m, Instance::more));
    let is_full = match old {
        Some(old) if m.branch(Int::new(used as i64).ult(old.len(m))) => return Ok(()),
        Some(old) => m.branch(old.len(m).eq_(used as i64)),
        None => used == 0,
    };
    if !is_full || used > FEW_MOVED {
        return helpers::reserve_slots(m, x, Int::new((INLINE + used + 1) as i64));
    }
    let new: Ref<M::V, Fields> = make_array(m, Int::new((used + 1).next_power_of_two().max(4) as i64));
    for k in (0..used).map(|k| Int::new(k as i64)) {
        let _ = new.put(m, k, old.and_then(|old| old.at(m, k)).unwrap_or(konst(UNBOUND)));
    }
    x.set(m, Instance::more, new.opt());
    Ok(())
}

impl Py {
    /// The version of a class, assumed to hold.
    #[inline(always)]
    pub fn version<M: Machine<L = Py>>(&self, m: &M, c: &'static ClassInfo) -> &'static Version {
        assume(m, &c.version, |v| *v)
    }

    /// Whether a class is or inherits from another. What built-in classes derive from never changes, and which of them others do hardly can.
    #[inline(always)]
    pub fn derives<M: Machine<L = Py>>(&self, m: &M, c: &'static ClassInfo, k: &ClassInfo) -> bool {
        if c.layout == Layout::Builtin {
            return c.is_subclass(k);
        }
        self.version(m, c).mro.iter().any(|b| b.id == k.id)
    }

    #[inline(always)]
    fn member<M: Machine<L = Py>>(&self, m: &M, f: RawSlot) -> Member<M::V> {
        match f.tag {
            Tag::Func | Tag::Native => Member::Function(konst(f)),
            Tag::Cell => match m.unpack(konst(f)) {
                Value::Cell(c) => {
                    let v = c.get(m, Cell::value);
                    // A function may have been put there since.
                    if m.branch(v.tag_le(Tag::Dict)) {
                        Member::Value(v)
                    } else if m.branch(v.has_tag(Tag::Func)) {
                        Member::Function(v)
                    } else {
                        Member::Other
                    }
                }
                _ => Member::Other,
            },
            Tag::Misc => match m.unpack(konst(f)) {
                Value::Misc(x) => match m.promote(x.get(m, Misc::kind)) as u32 {
                    misc::STATIC => Member::Value(x.get(m, Misc::a)),
                    misc::CLASS => {
                        let f = x.get(m, Misc::a);
                        match m.branch(f.has_tag(Tag::Func)) {
                            true => Member::OfClass(f),
                            false => Member::Other,
                        }
                    }
                    misc::PROPERTY => Member::Getter(x.get(m, Misc::a)),
                    misc::ELLIPSIS | misc::NOT_IMPLEMENTED | misc::MODULE => Member::Value(konst(f)),
                    _ => Member::Other,
                },
                _ => Member::Other,
            },
            _ => Member::Value(konst(f)),
        }
    }

    /// What tells values apart of which an attribute may be found at different places: see [`crate::seen`].
    #[inline(always)]
    fn kind_of<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> u64 {
        if m.branch(x.has_tag(Tag::Inst)) {
            if let Value::Inst(i) = m.unpack(x) {
                return of_map(m.promote_ref(i.get(m, Instance::map)).id);
            }
        }
        let id = match m.unpack(x) {
            // Of others of these nothing is remembered.
            Value::Misc(x) if m.promote_ref(x).kind == misc::MODULE => m.promote_ref(x).id + 1,
            Value::Class(c) => m.promote_ref(c).id,
            Value::Set(s) if m.branch(s.get(m, Set::frozen)) => 1,
            Value::Bytes(b) if m.branch(b.get(m, Bytes::mutable)) => 1,
            _ => 0,
        };
        of_other(m.promote(x.tag()) as u64, id)
    }

    /// What plain execution remembers at a place of a value's attribute. What it does not know is asked for the next time.
    #[inline(always)]
    fn remembered<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, name: &Name, to_set: bool) -> Remembered {
        if M::TRACING {
            return Remembered::Elsewhere;
        }
        let of = self.kind_of(m, x);
        let place = if to_set { &name.set } else { &name.read };
        place.get(of).unwrap_or_else(|| {
            cold_path();
            self.remember(m, of, x, name.text(), place, to_set);
            Remembered::Elsewhere
        })
    }

    /// `x.name`, if that is remembered.
    #[inline(always)]
    pub fn attr_remembered<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        name: &Name,
    ) -> Option<Slot<M::V>> {
        // One after the other, as one of them is by far the most common.
        let is = self.remembered(m, x, name, false);
        if let (Remembered::Slot(at, _), Value::Inst(i)) = (is, m.unpack(x)) {
            return Some(self.slot_at(m, i, at));
        }
        match is {
            Remembered::Value(v) => Some(konst(v)),
            Remembered::Item(i) => self.item_of_instance(m, x, i),
            _ => None,
        }
    }

    /// What `LoadMethod` leaves, if that is remembered.
    #[inline(always)]
    pub fn method_remembered<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        name: &Name,
    ) -> Option<Pair<M::V>> {
        let is = self.remembered(m, x, name, false);
        if let Remembered::Function(f) = is {
            return Some((konst(f), x));
        }
        match is {
            Remembered::Value(v) => Some((Value::Unbound.into(), konst(v))),
            Remembered::Slot(at, _) => match m.unpack(x) {
                Value::Inst(i) => Some((Value::Unbound.into(), self.slot_at(m, i, at))),
                _ => None,
            },
            _ => None,
        }
    }

    /// `x.name = v`, if it is remembered where that is; whether it was done.
    #[inline(always)]
    pub fn set_remembered<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        name: &Name,
        v: Slot<M::V>,
    ) -> bool {
        let is = self.remembered(m, x, name, true);
        let Value::Inst(i) = m.unpack(x) else { return false };
        match is {
            Remembered::Slot(at, true) => self.set_slot_at(m, i, at, v),
            Remembered::Added(at, next, since) if since == self.collections.get() => {
                // Where there is no memory, the look-up says so.
                let done = room_for_slot(m, i, at).is_ok() && self.set_slot_at(m, i, at, v);
                if done {
                    i.set(m, Instance::map, Ref::new(next));
                }
                done
            }
            Remembered::Added(..) => {
                name.set.forget();
                false
            }
            _ => false,
        }
    }

    /// Whether instances of a class have a tuple inside.
    fn is_tuple(&self, c: &ClassInfo) -> bool {
        matches!(c.layout, Layout::Wrapped(id) if id == self.types().tuple.id)
    }

    /// Has plain execution remember where an attribute is, as far as that is a fact.
    #[inline(never)]
    fn remember<M: Machine<L = Py>>(
        &self,
        m: &M,
        of: u64,
        x: Slot<M::V>,
        name: Gc<Str>,
        place: &Place,
        to_set: bool,
    ) {
        if self.without.maps() || self.without.versions() {
            return;
        }
        let in_class = |class: &'static ClassInfo| class.lookup_in(self.version(m, class), name);
        let (class, is) = match m.unpack(x) {
            Value::Inst(i) => {
                let map = m.promote_ref(i.get(m, Instance::map));
                let class = self.classes.get(map.group);
                let is = match self.classes.find(m.runtime(), map, self.version(m, class), name) {
                    Found::Slot(at) => Remembered::Slot(at, class.sets_plainly(name)),
                    Found::Data(f) if !to_set && self.is_tuple(class) => match self.member(m, f) {
                        Member::Getter(f) => match m.unpack(f) {
                            Value::Native(f) => self
                                .item_got(m.promote_ref(f))
                                .map_or(Remembered::Elsewhere, Remembered::Item),
                            _ => Remembered::Elsewhere,
                        },
                        _ => Remembered::Elsewhere,
                    },
                    Found::Missing | Found::Class(_) if to_set => self.addition(m, class, map, name),
                    Found::Class(f) if [Tag::Func, Tag::Native].contains(&f.tag) => Remembered::Function(f),
                    Found::Class(f) if ![Tag::Cell, Tag::Misc].contains(&f.tag) => Remembered::Value(f),
                    _ => Remembered::Elsewhere,
                };
                (class, is)
            }
            Value::Class(c) => {
                let class = self.classes.get(m.promote_ref(c).id);
                let found = in_class(class).filter(|_| class.meta.get().is_none());
                let plain = found.filter(|f| ![Tag::Cell, Tag::Misc, Tag::Inst].contains(&f.tag));
                (class, plain.map_or(Remembered::Elsewhere, Remembered::Value))
            }
            Value::Misc(x) if m.promote_ref(x).kind == misc::MODULE => {
                let global = self.module(m.promote_ref(x).id).global(m.runtime(), name);
                let is = global.state.peek(|s| match s {
                    GlobalState::Constant(v) => Remembered::Value(*v),
                    _ => Remembered::Elsewhere,
                });
                return place.set(of, global.state.holds(), is);
            }
            _ => match self.builtin_class(m, x) {
                Some(class) => {
                    let method = in_class(class).filter(|f| f.tag == Tag::Native);
                    (class, method.map_or(Remembered::Elsewhere, Remembered::Function))
                }
                None => (self.types().none_type, Remembered::Elsewhere),
            },
        };
        place.set(of, class.version.holds(), is);
    }

    /// What setting a new attribute of the instances with a map does.
    fn addition<M: Machine<L = Py>>(
        &self,
        m: &M,
        class: &'static ClassInfo,
        map: Gc<Map>,
        name: Gc<Str>,
    ) -> Remembered {
        let at = map.count;
        if !class.sets_plainly(name) || !class.may_have(name) || name.data().starts_with(b"__") {
            return Remembered::Elsewhere;
        }
        let next = self.maps.with_key(&m.runtime().heap, map, Val::Str(name));
        Remembered::Added(at, next, self.collections.get())
    }

    /// Where an instance's attribute is.
    #[inline(always)]
    pub(super) fn lookup<M: Machine<L = Py>>(&self, m: &M, x: Ref<M::V, Instance>, name: Gc<Str>) -> Found {
        if self.without.maps() {
            return Found::Odd;
        }
        let Some(map) = m.promote_few(x.get(m, Instance::map)) else {
            return self.lookup_in_many(m, x, name);
        };
        if self.without.versions() {
            return match self.class_attr(m, self.classes.get(map.group), name) {
                Some(_) => Found::Odd,
                None => self
                    .maps
                    .index(&m.runtime().heap, map, Val::Str(name))
                    .map_or(Found::Missing, Found::Slot),
            };
        }
        let version = self.version(m, self.classes.get(map.group));
        self.classes.find(m.runtime(), map, version, name)
    }

    /// The same where instances with many maps come by: their class is all that a trace then knows of them.
    #[inline(never)]
    fn lookup_in_many<M: Machine<L = Py>>(&self, m: &M, x: Ref<M::V, Instance>, name: Gc<Str>) -> Found {
        if self.without.versions() {
            return Found::Odd;
        }
        if !m.branch(helpers::slot_attr(m, x, Ref::new(name)).has_tag(Tag::Unbound)) {
            return Found::Own;
        }
        let class = self.classes.get(m.promote(x.get(m, Instance::map).get(m, Map::group)) as u32);
        self.classes.find_elsewhere(m.runtime(), class, self.version(m, class), name)
    }

    /// Where an instance's attribute is to be set.
    #[inline(always)]
    pub(super) fn set_place<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Ref<M::V, Instance>,
        name: Gc<Str>,
    ) -> Found {
        if self.without.maps() {
            return Found::Odd;
        }
        let Some(map) = m.promote_few(x.get(m, Instance::map)) else { return Found::Odd };
        match self.classes.get(map.group).sets_plainly(name) {
            true => self.lookup(m, x, name),
            false => Found::Odd,
        }
    }

    /// An attribute of a class, of which nothing is assumed.
    pub(super) fn class_attr<M: Machine<L = Py>>(
        &self,
        m: &M,
        c: &ClassInfo,
        name: Gc<Str>,
    ) -> Option<Slot<M::V>> {
        let f = helpers::class_attr(m, Int::new(c.id.into()), Value::Str(Ref::new(name)).into());
        (!m.branch(f.has_tag(Tag::Unbound))).then_some(f)
    }

    /// `__init__` of a class, of which nothing is assumed.
    pub fn unversioned_init<M: Machine<L = Py>>(&self, m: &M, c: &ClassInfo) -> Option<Slot<M::V>> {
        self.class_attr(m, c, self.name("__init__")).filter(|f| m.branch(f.has_tag(Tag::Func)))
    }

    /// `x.name` where that runs no program.
    #[inline(always)]
    pub fn attr_plain<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, name: Gc<Str>) -> Option<Slot<M::V>> {
        match m.unpack(x) {
            Value::Inst(i) => match self.lookup(m, i, name) {
                Found::Slot(n) => Some(self.slot_at(m, i, n)),
                Found::Own => Some(helpers::slot_attr(m, i, Ref::new(name))),
                other => self.attr_member(m, x, other),
            },
            Value::Misc(_) => self.attr_module(m, x, name),
            Value::Complex(c) => self.complex_part(m, c, name),
            Value::Class(c) => self.attr_class(m, c, name),
            _ => None,
        }
    }

    #[inline(never)]
    fn attr_member<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, found: Found) -> Option<Slot<M::V>> {
        let f = match found {
            Found::Class(f) | Found::Data(f) => f,
            Found::Instance(f) => return self.undescribed(m, f),
            Found::Slot(_) | Found::Own | Found::Missing | Found::Described(_) | Found::Odd => return None,
        };
        match self.member(m, f) {
            Member::Function(f) => Some(super::build::method(m, f, x)),
            Member::OfClass(f) => self.class_of(m, x).map(|class| super::build::method(m, f, class)),
            Member::Value(v) => Some(v),
            Member::Getter(f) => match m.unpack(f) {
                Value::Native(f) if self.instance_class(m, x).is_some_and(|c| self.is_tuple(c)) => {
                    self.item_of_instance(m, x, self.item_got(m.promote_ref(f))?)
                }
                _ => None,
            },
            Member::Other => None,
        }
    }

    /// The number of the item that a getter gives of the tuple inside an instance, if that is all it does.
    fn item_got(&self, f: Gc<Native>) -> Option<u8> {
        match self.native(f.id).special.get() {
            Some(Special::Item(i)) => Some(i),
            _ => None,
        }
    }

    /// An item of the tuple inside an instance, if there is one.
    #[inline(always)]
    fn item_of_instance<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, i: u8) -> Option<Slot<M::V>> {
        let Value::Inst(x) = m.unpack(x) else { return None };
        match m.unpack(x.get(m, Instance::s0)) {
            Value::Tuple(t) => t.at(m, Int::new(i.into())),
            _ => None,
        }
    }

    /// An instance that is an attribute of a class, unless it is a descriptor.
    fn undescribed<M: Machine<L = Py>>(&self, m: &M, f: RawSlot) -> Option<Slot<M::V>> {
        let k = self.instance_class(m, konst(f))?;
        let descriptor = k.lookup_in(self.version(m, k), self.name("__get__")).is_some();
        (!descriptor).then(|| konst(f))
    }

    /// An attribute of an instance or a value of a built-in type, or that it has none, where finding out runs no program; `None` otherwise.
    pub fn attr_known<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        name: Gc<Str>,
    ) -> Option<Option<Slot<M::V>>> {
        let i = match m.unpack(x) {
            Value::Inst(i) => i,
            Value::Class(c) => return self.class_attr_known(m, c, name),
            Value::Misc(_) | Value::Unbound => return None,
            _ => return self.attr_of_builtin(m, x, name),
        };
        match self.lookup(m, i, name) {
            Found::Slot(n) => Some(Some(self.slot_at(m, i, n))),
            Found::Own => Some(Some(helpers::slot_attr(m, i, Ref::new(name)))),
            Found::Missing if name.data() == b"__class__" => self.class_of(m, x).map(Some),
            Found::Missing if name.data() == b"__dict__" => self.namespace(m, x).map(Some),
            Found::Missing if attr::is_hidden(name) => None,
            // What exceptions and numbers have besides is not in their classes.
            Found::Missing if !self.has_no_more(self.instance_class(m, x)?) => None,
            Found::Missing => self.special_method(m, x, self.name("__getattr__")).is_none().then_some(None),
            other => self.attr_member(m, x, other).map(Some),
        }
    }

    /// The same of a class.
    fn class_attr_known<M: Machine<L = Py>>(
        &self,
        m: &M,
        c: Ref<M::V, Class>,
        name: Gc<Str>,
    ) -> Option<Option<Slot<M::V>>> {
        if let Some(v) = self.attr_class(m, c, name) {
            return Some(Some(v));
        }
        if self.without.versions() || attr::is_hidden(name) {
            return None;
        }
        let c = self.classes.get(m.promote_ref(c).id);
        let has = |c: &'static ClassInfo, name| c.lookup_in(self.version(m, c), name).is_some();
        let meta = c.metaclass(m.runtime());
        let missing =
            !has(c, name) && !meta.odd.get() && !has(meta, name) && !has(meta, self.name("__getattr__"));
        missing.then_some(None)
    }

    /// Whether instances of a class have no attributes but their own, those of their classes, and hidden ones.
    fn has_no_more(&self, c: &ClassInfo) -> bool {
        let t = self.types();
        match c.layout {
            Layout::Object => true,
            Layout::Wrapped(id) => {
                [t.str, t.list, t.dict, t.tuple, t.set, t.frozenset].iter().any(|b| b.id == id)
            }
            _ => false,
        }
    }

    /// The class of an instance as a value.
    fn class_of<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<Slot<M::V>> {
        self.instance_class(m, x).map(|c| konst(Val::Class(c.object).into()))
    }

    #[inline(never)]
    fn attr_module<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, name: Gc<Str>) -> Option<Slot<M::V>> {
        let Value::Misc(x) = m.unpack(x) else { return None };
        // Before the object itself: others of these, such as `x.__dict__`, are new ones each time.
        if m.promote(x.get(m, Misc::kind)) as u32 != misc::MODULE {
            return None;
        }
        let x = m.promote_ref(x);
        // Made if it is not there, so that its absence is a fact too: the module's `__getattr__` may fill it in during this very step.
        let global = self.module(x.id).global(m.runtime(), name);
        match assume(m, &global.state, |s| *s) {
            GlobalState::Constant(v) => Some(konst(v)),
            GlobalState::Missing => None,
            GlobalState::Variable => {
                let v = Ref::new(global.cell).get(m, Cell::value);
                (!m.branch(v.has_tag(Tag::Unbound))).then_some(v)
            }
        }
    }

    #[inline(never)]
    fn attr_class<M: Machine<L = Py>>(
        &self,
        m: &M,
        c: Ref<M::V, Class>,
        name: Gc<Str>,
    ) -> Option<Slot<M::V>> {
        if self.without.versions() {
            return None;
        }
        let c = self.classes.get(m.promote_ref(c).id);
        let found = c.lookup_in(self.version(m, c), name);
        let f = found.or_else(|| {
            let text = match name.text() {
                "__name__" => c.own_name(),
                "__qualname__" => &c.qualname,
                _ => return None,
            };
            Some(Val::Str(str::intern(m.runtime(), text)).into())
        })?;
        if let Some(meta) = c.meta.get() {
            // What the class of the class has may go before.
            if meta.odd.get() || meta.lookup_in(self.version(m, meta), name).is_some() {
                return None;
            }
        }
        if f.tag == Tag::Inst {
            return self.undescribed(m, f);
        }
        match self.member(m, f) {
            Member::Function(f) | Member::Value(f) => Some(f),
            Member::OfClass(f) => Some(super::build::method(m, f, konst(Val::Class(c.object).into()))),
            Member::Getter(_) | Member::Other => None,
        }
    }

    /// `x.name` of anything.
    #[inline(never)]
    pub fn attr_slow<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        name: Gc<Str>,
    ) -> Result<Step<M::V>, Raised> {
        if let Value::Inst(i) = m.unpack(x) {
            match self.lookup(m, i, name) {
                Found::Data(f) => {
                    if let Member::Getter(f) = self.member(m, f) {
                        if m.branch(f.has_tag(Tag::Func)) || m.branch(f.has_tag(Tag::Native)) {
                            return self.call_getter(m, s, x, f, name);
                        }
                    }
                }
                Found::Missing if name.data() == b"__class__" => {
                    if let Some(class) = self.class_of(m, x) {
                        return Ok(Step::Value(class));
                    }
                }
                Found::Missing if name.data() == b"__dict__" => {
                    if let Some(names) = self.namespace(m, x) {
                        return Ok(Step::Value(names));
                    }
                }
                Found::Missing => {
                    let hidden = name.data().starts_with(b"__");
                    let f = self.special_method(m, x, self.name("__getattr__"));
                    if let Some(f) = f.filter(|_| !hidden) {
                        let name = Value::Str(Ref::new(name)).into();
                        return self.call_meta(m, s, f, &[x, name]);
                    }
                }
                place @ (Found::Instance(_) | Found::Described(_)) => {
                    if let Some(step) = self.get_described(m, s, x, place, name)? {
                        return Ok(step);
                    }
                }
                _ => {}
            }
        } else if let Some(Some(v)) = self.attr_known(m, x, name) {
            return Ok(Step::Value(v));
        }
        helpers::get_attr(m, x, Value::Str(Ref::new(name)).into()).map(Step::Value)
    }

    /// What a getter gives. With `__getattr__` an error of it is not the last word.
    fn call_getter<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        getter: Slot<M::V>,
        name: Gc<Str>,
    ) -> Result<Step<M::V>, Raised> {
        let Some(ask) = self.special_method(m, x, self.name("__getattr__")) else {
            return self.call_meta(m, s, getter, &[x]);
        };
        let name = Value::Str(Ref::new(name)).into();
        match self.guest(Guest::GetterOrGetattr) {
            Some(by) => self.call_meta(m, s, Value::Func(Ref::new(by)).into(), &[getter, x, ask, name]),
            None => helpers::get_attr(m, x, name).map(Step::Value),
        }
    }

    /// The function that `x.name` would bind, where that is all it does.
    #[inline(always)]
    pub fn method_plain<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        name: Gc<Str>,
    ) -> Option<Slot<M::V>> {
        match m.unpack(x) {
            Value::Inst(i) => match self.lookup(m, i, name) {
                Found::Class(f) => match self.member(m, f) {
                    Member::Function(f) => Some(f),
                    _ => None,
                },
                _ => None,
            },
            Value::Class(c) => self.method_of_meta(m, c, name),
            Value::Misc(_) => self.method_of_namespace(m, x, name),
            Value::Unbound => None,
            _ => self.builtin_method(m, x, name),
        }
    }

    /// The function of its class's class that `C.name` would bind.
    #[inline(never)]
    fn method_of_meta<M: Machine<L = Py>>(
        &self,
        m: &M,
        c: Ref<M::V, Class>,
        name: Gc<Str>,
    ) -> Option<Slot<M::V>> {
        let c = self.classes.get(m.promote_ref(c).id);
        let meta = c.meta.get().filter(|meta| !self.without.versions() && !meta.odd.get())?;
        if attr::is_hidden(name) || c.lookup_in(self.version(m, c), name).is_some() {
            return None;
        }
        match self.member(m, meta.lookup_in(self.version(m, meta), name)?) {
            Member::Function(f) => Some(f),
            _ => None,
        }
    }

    /// The class of an instance, which is known afterwards.
    #[inline(always)]
    pub fn instance_class<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<&'static ClassInfo> {
        match m.unpack(x) {
            Value::Inst(i) => {
                let map = i.get(m, Instance::map);
                let id = m.promote_few(map).map(|map| map.group);
                Some(self.classes.get(id.unwrap_or_else(|| m.promote(map.get(m, Map::group)) as u32)))
            }
            _ => None,
        }
    }

    /// A special method of an instance, if it is a function of the program's.
    pub fn special_method<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        name: Gc<Str>,
    ) -> Option<Slot<M::V>> {
        match self.asked_method(m, x, name)? {
            Asked::Program(f) => Some(f),
            Asked::Library(_) => None,
        }
    }

    /// A special method of an instance, if operators ask it.
    pub fn asked_method<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        name: Gc<Str>,
    ) -> Option<Asked<M::V>> {
        let c = self.instance_class(m, x)?;
        if self.without.versions() {
            let f = self.class_attr(m, c, name).filter(|f| m.branch(f.has_tag(Tag::Func)));
            return f.map(Asked::Program);
        }
        let f = c.lookup_in(self.version(m, c), name)?;
        match Val::from(f) {
            Val::Native(n) => self.native(n.id).asked.get().then_some(Asked::Library(n.id)),
            _ => self.function_in(m, f).map(Asked::Program),
        }
    }

    /// Asks a library function that stands in a class.
    #[inline(always)]
    pub fn ask<M: Machine<L = Py>>(
        &self,
        m: &M,
        id: u32,
        x: Slot<M::V>,
        y: Option<Slot<M::V>>,
    ) -> Result<Slot<M::V>, Raised> {
        let packed = |n: i64| Int::new(i64::from(id) | n << 32);
        let reads = matches!(self.native(id).special.get(), Some(Special::Reads | Special::HashOfName));
        match (y, reads) {
            (None, false) => helpers::call_native1(m, packed(1), x),
            (None, true) => helpers::read_native1(m, packed(1), x),
            (Some(y), false) => helpers::call_native2(m, packed(2), x, y),
            (Some(y), true) => helpers::read_native2(m, packed(2), x, y),
        }
    }

    /// The same for an operator; `None` for `NotImplemented`.
    #[inline(always)]
    pub fn ask_operator<M: Machine<L = Py>>(
        &self,
        m: &M,
        id: u32,
        x: Slot<M::V>,
        y: Slot<M::V>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let v = self.ask(m, id, x, Some(y))?;
        let declined =
            m.branch(v.has_tag(Tag::Misc)) && m.branch(v.same(konst(self.not_implemented().into())));
        Ok((!declined).then_some(v))
    }

    /// What a class has under a name, if that is a function of the program's. What was set again and again is in a cell.
    fn function_in<M: Machine<L = Py>>(&self, m: &M, f: RawSlot) -> Option<Slot<M::V>> {
        let f = konst(f);
        match m.unpack(f) {
            Value::Func(_) => Some(f),
            Value::Cell(c) => Some(c.get(m, Cell::value)).filter(|v| m.branch(v.has_tag(Tag::Func))),
            _ => None,
        }
    }

    /// A special method of a class's class, if that is a function of the program's.
    pub fn meta_method<M: Machine<L = Py>>(
        &self,
        m: &M,
        k: Ref<M::V, Class>,
        name: Gc<Str>,
    ) -> Option<Slot<M::V>> {
        let meta = self.classes.get(m.promote_ref(k).id).meta.get()?;
        if self.without.versions() {
            return None;
        }
        self.function_in(m, meta.lookup_in(self.version(m, meta), name)?)
    }

    /// `x.name = v` where that only writes a slot; false if there is more to do.
    #[inline(always)]
    pub fn set_attr_plain<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        name: Gc<Str>,
        v: Slot<M::V>,
    ) -> bool {
        let Value::Inst(i) = m.unpack(x) else { return false };
        match self.set_place(m, i, name) {
            Found::Slot(n) => self.set_slot_at(m, i, n, v),
            _ => false,
        }
    }

    /// `x.name = v` of anything.
    #[inline(never)]
    pub fn set_attr_slow<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        name: Gc<Str>,
        v: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        if let Value::Inst(i) = m.unpack(x) {
            let place = self.set_place(m, i, name);
            if let Some(setter) = self.setter(m, x, place, name, v) {
                return self.call_meta(m, s, setter[0], &setter[1..]);
            }
            if self.set_at(m, i, place, name, v)? {
                return Ok(Step::Value(v));
            }
        }
        helpers::set_attr(m, x, Value::Str(Ref::new(name)).into(), v)?;
        Ok(Step::Value(v))
    }

    /// Whether setting what is there gives an instance an attribute.
    fn adds<M: Machine<L = Py>>(&self, m: &M, place: Found) -> bool {
        match place {
            Found::Missing | Found::Class(_) => true,
            Found::Instance(f) => self.may_be_hidden(m, f),
            _ => false,
        }
    }

    /// A new attribute of an instance: the next map, and a slot, of which there may have to be more. Whether that was done.
    pub(super) fn add_attr<M: Machine<L = Py>>(
        &self,
        m: &M,
        i: Ref<M::V, Instance>,
        name: Gc<Str>,
        v: Slot<M::V>,
    ) -> Result<bool, Raised> {
        let map = m.promote_ref(i.get(m, Instance::map));
        let next = self.maps.with_key(&m.runtime().heap, map, Val::Str(name));
        let at = map.count;
        room_for_slot(m, i, at)?;
        let done = self.set_slot_at(m, i, at, v);
        if done {
            i.set(m, Instance::map, Ref::new(next));
        }
        Ok(done)
    }

    /// `object.__setattr__(x, name, v)`, which asks no `__setattr__` of x's class; whether that was done.
    pub fn set_own<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        name: Gc<Str>,
        v: Slot<M::V>,
    ) -> Result<bool, Raised> {
        let Value::Inst(i) = m.unpack(x) else { return Ok(false) };
        if self.instance_class(m, x).is_none_or(|c| c.layout != Layout::Object) {
            return Ok(false);
        }
        self.set_at(m, i, self.lookup(m, i, name), name, v)
    }

    /// Gives an instance's own attribute, which was found to be there or not, a value; whether that was done.
    pub(super) fn set_at<M: Machine<L = Py>>(
        &self,
        m: &M,
        i: Ref<M::V, Instance>,
        place: Found,
        name: Gc<Str>,
        v: Slot<M::V>,
    ) -> Result<bool, Raised> {
        match place {
            Found::Slot(n) => Ok(self.set_slot_at(m, i, n, v)),
            place if self.adds(m, place) && self.may_have(m, i, name) => self.add_attr(m, i, name, v),
            _ => Ok(false),
        }
    }

    /// Whether an instance may get an attribute.
    fn may_have<M: Machine<L = Py>>(&self, m: &M, i: Ref<M::V, Instance>, name: Gc<Str>) -> bool {
        let map = m.promote_ref(i.get(m, Instance::map));
        self.classes.get(map.group).may_have(name) && !name.data().starts_with(b"__")
    }

    /// `super().name`: function and object, or nothing and value.
    #[inline(never)]
    pub fn super_method<M: Machine<L = Py>>(
        &self,
        m: &M,
        class: Slot<M::V>,
        x: Slot<M::V>,
        name: Gc<Str>,
    ) -> Result<Pair<M::V>, Raised> {
        if let (Value::Class(c), Some(of)) = (m.unpack(class), self.instance_class(m, x)) {
            if self.without.versions() {
                let v = helpers::super_attr(m, class, x, Value::Str(Ref::new(name)).into())?;
                return Ok((Value::Unbound.into(), v));
            }
            let c = self.classes.get(m.promote_ref(c).id);
            // All classes after `c` may change: the version of the object's class covers them.
            let version = self.version(m, of);
            if let Some(f) = of.lookup_after(version, c, name) {
                if let Member::Function(f) = self.member(m, f) {
                    return Ok((f, x));
                }
            }
        }
        if let Some(pair) = self.super_of_class(m, class, x, name) {
            return Ok(pair);
        }
        let v = helpers::super_attr(m, class, x, Value::Str(Ref::new(name)).into())?;
        Ok((Value::Unbound.into(), v))
    }

    /// `super().name` in a `__new__` or class method, whose object is a class that derives from the one it stands in.
    fn super_of_class<M: Machine<L = Py>>(
        &self,
        m: &M,
        class: Slot<M::V>,
        x: Slot<M::V>,
        name: Gc<Str>,
    ) -> Option<Pair<M::V>> {
        let (Value::Class(c), Value::Class(k)) = (m.unpack(class), m.unpack(x)) else { return None };
        if self.without.versions() {
            return None;
        }
        let (c, k) = (self.classes.get(m.promote_ref(c).id), self.classes.get(m.promote_ref(k).id));
        // In a metaclass it is the object's class that is looked through.
        if !self.derives(m, k, c) {
            return None;
        }
        match self.member(m, k.lookup_after(self.version(m, k), c, name)?) {
            Member::OfClass(f) => Some((f, x)),
            Member::Function(f) | Member::Value(f) => Some((Value::Unbound.into(), f)),
            _ => None,
        }
    }

    /// Slot `i` of an instance, which its map says it has.
    #[inline(always)]
    pub(super) fn slot_at<M: Machine<L = Py>>(&self, m: &M, x: Ref<M::V, Instance>, i: u32) -> Slot<M::V> {
        match Instance::SLOTS.get(i as usize) {
            Some(slot) => x.get(m, *slot),
            None => {
                let more = m.non_null(x.get(m, Instance::more));
                let v = more.and_then(|a| a.at(m, Int::new(i64::from(i) - INLINE as i64)));
                v.unwrap_or(Value::Unbound.into())
            }
        }
    }

    /// Writes it; false if there is no room.
    #[inline(always)]
    pub(super) fn set_slot_at<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Ref<M::V, Instance>,
        i: u32,
        v: Slot<M::V>,
    ) -> bool {
        match Instance::SLOTS.get(i as usize) {
            Some(slot) => x.set(m, *slot, v),
            None => {
                let more = m.non_null(x.get(m, Instance::more));
                return more.and_then(|a| a.put(m, Int::new(i64::from(i) - INLINE as i64), v)).is_some();
            }
        }
        true
    }
}
