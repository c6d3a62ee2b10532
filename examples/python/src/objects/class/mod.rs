//! Classes with versions, and maps of instances.
//!
//! **Classes.** A class's attributes, with those it inherits, are seen through its *version*: a quasi-immutable cell whose content remembers each look-up ever
//! made, so that the answer for a version never changes. Setting the bases, or an attribute that some version was asked for, gives the class and all its
//! subclasses new versions. An attribute that is set a second time moves into a cell, a method that is set each time an instance is made some times later,
//! after which setting it no longer makes versions.
//!
//! **Maps.** A map says of an instance its class and in which slot each attribute is. It never changes; adding an attribute leads to another map. With map and
//! version known, every attribute of an instance is known to be in a slot, or to be the class's, or missing.
//!
//! **Not promised.** Classes and versions are never freed.

mod bases;
mod instance;

use super::str;
use crate::builtins::misc;
use crate::native::Special;
use crate::value::{Class, Str, Tag, Val, UNBOUND};
use crate::{errors, Rt};
use holloway::heap::{Changed, Gc, Marker, RawSlot};
use holloway::machine::{Quasi, Raised};
use langkit::codes::Lasting;
use langkit::hash::AddressMap;
use langkit::maps::Map;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

pub use bases::{check_assignment, check_twice, layout, no_order, set_bases};
pub use instance::*;

/// What instances of a class are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Layout {
    /// Attributes only.
    Object,
    /// Attributes, of which the first are those of exceptions.
    Exception,
    /// Attributes, of which the first are the library's, under names that the program cannot write.
    Fields(&'static [&'static str]),
    /// A built-in value in slot 0 and attributes.
    Wrapped(u32),
    /// Not instances at all: values of this built-in type.
    Builtin,
}

/// Names with values, in order.
#[derive(Default)]
pub struct Names {
    list: Vec<(Gc<Str>, RawSlot)>,
    at: AddressMap<usize>,
    changed: Changed,
}

impl Names {
    /// The value of an interned name.
    pub fn get(&self, name: Gc<Str>) -> Option<RawSlot> {
        self.at.get(&name.to_bits()).map(|&i| self.list[i].1)
    }
    /// Sets it.
    pub fn set(&mut self, name: Gc<Str>, v: RawSlot) {
        self.changed.note();
        match self.at.get(&name.to_bits()) {
            Some(&i) => self.list[i].1 = v,
            None => {
                self.at.insert(name.to_bits(), self.list.len());
                self.list.push((name, v));
            }
        }
    }
    /// Removes it; whether it was there.
    pub fn remove(&mut self, name: Gc<Str>) -> bool {
        let Some(i) = self.at.remove(&name.to_bits()) else { return false };
        self.list.remove(i);
        self.at.values_mut().filter(|k| **k > i).for_each(|k| *k -= 1);
        true
    }
    /// Marks the values. Names are interned, and marked as such.
    fn mark(&self, m: &mut Marker<'_>) {
        if self.changed.is_due(m) {
            self.list.iter().for_each(|(_, v)| m.mark_slot(*v));
        }
    }
    /// All of them.
    pub fn all(&self) -> &[(Gc<Str>, RawSlot)] {
        &self.list
    }
}

/// How instances of a class are made: what is needed of a version at each call.
#[derive(Clone, Copy)]
pub struct Maker {
    /// There is a `__new__` of the program's.
    pub custom: bool,
    /// A built-in type's constructor, or unbound.
    pub new: RawSlot,
    /// `__init__`, or unbound.
    pub init: RawSlot,
}

/// What is done with instances of a class without calling the program.
#[derive(Clone, Copy)]
pub struct Plain {
    /// They are equal to themselves only, as far as they are asked.
    pub equality: bool,
    /// Their hash is their address.
    pub hash: bool,
    /// It is that of their `_name_`, as members of enumerations have it.
    pub named: bool,
    /// They are true.
    pub truth: bool,
    /// They are equal and hashed as the simple value inside.
    pub inside: bool,
}

impl Version {
    /// How instances of the class, whose version this is, are made. A fact about the version.
    #[inline]
    pub fn maker(&'static self, rt: &Rt, c: &ClassInfo) -> &'static Maker {
        self.maker.get_or_init(|| {
            let find = |n: &'static str| c.lookup_in(self, rt.lang.name(n)).unwrap_or(UNBOUND);
            let new = Val::from(find("__new__"));
            // `object.__new__`, given to a class by its name, as those get it whose base is abstract.
            let object = matches!(super::attr::plain_function(rt, new), Val::Native(f)
                if rt.lang.native(f.id).special.get() == Some(Special::New));
            let custom = !object && !matches!(new, Val::Native(_) | Val::Unbound);
            Maker { custom, new: find("%new"), init: find("__init__") }
        })
    }
}

/// A method resolution order.
pub type Mro = &'static [&'static ClassInfo];

/// How often a method is replaced before it is expected to be replaced again and again.
const REPLACED: u32 = 2;

/// How many look-ups a version finds again at once.
const RECENT: usize = 8;

/// A state of a class's attributes, inherited ones included.
pub struct Version {
    /// Never reused.
    pub id: u32,
    /// The class's method resolution order, itself first.
    pub mro: Mro,
    memo: RefCell<AddressMap<RawSlot>>,
    /// What was looked up last, by the name's address.
    recent: [Cell<(u64, RawSlot)>; RECENT],
    maker: OnceCell<Maker>,
    plain: Cell<Option<Plain>>,
    /// Of `super()`: by class and name.
    after: RefCell<HashMap<(u32, u64), RawSlot>>,
    /// Whether it is among those that were asked something new.
    noted: Cell<bool>,
    news: News,
}

/// Versions that were asked something new since what lives was tenured: there are many, most of them past.
type News = Rc<RefCell<Vec<&'static Version>>>;

impl Version {
    /// Notes that it was asked something new.
    fn note(&'static self) {
        if !self.noted.replace(true) {
            self.news.borrow_mut().push(self);
        }
    }
    /// Marks its answers.
    fn mark(&self, m: &mut Marker<'_>) {
        self.memo.borrow().values().for_each(|s| m.mark_slot(*s));
        self.after.borrow().values().for_each(|s| m.mark_slot(*s));
    }
    fn was_asked(&self, name: Gc<Str>) -> bool {
        self.memo.borrow().contains_key(&name.to_bits())
            || self.after.borrow().keys().any(|k| k.1 == name.to_bits())
    }
}

impl std::fmt::Debug for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "version {}", self.id)
    }
}

/// A class.
pub struct ClassInfo {
    /// Its number.
    pub id: u32,
    /// `__name__`.
    pub name: String,
    /// `__qualname__`.
    pub qualname: String,
    /// `__module__`.
    pub module: String,
    /// The object.
    pub object: Gc<Class>,
    /// Direct bases.
    pub bases: RefCell<Vec<&'static ClassInfo>>,
    /// What its instances are made of.
    pub layout: Layout,
    /// Its own attributes.
    pub attrs: RefCell<Names>,
    /// Sees attributes of this class and its bases.
    pub version: Quasi<&'static Version>,
    /// The map of its new instances.
    pub root: Gc<Map>,
    /// Whether it is the library's own class with fields, and none that the program derived from one: all its methods are library functions.
    pub native: bool,
    /// All attributes go other ways: there is a `__getattribute__` or a `__class__`.
    pub odd: Cell<bool>,
    /// Setting attributes goes other ways, see [`ClassInfo::sets_plainly`]: there is a `__setattr__` or `__delattr__`, or the class is odd.
    pub hooked: Cell<bool>,
    /// Class of the class.
    pub meta: Cell<Option<&'static ClassInfo>>,
    /// With `__slots__` in it and all its bases: the only attributes instances may have. Set once, when the class is made.
    pub allowed: OnceCell<Vec<Gc<Str>>>,
    /// How often methods of its own were replaced by others, by name.
    replaced: RefCell<AddressMap<u32>>,
    /// What its own `__slots__` names, if it has any: the names of attributes, sorted. Set once, when the class is made.
    pub slots: OnceCell<Vec<Gc<Str>>>,
    subclasses: RefCell<Vec<&'static ClassInfo>>,
    /// What calling the class calls instead: a function whose generators are its instances.
    pub maker: Cell<Option<Gc<crate::value::Function>>>,
}

/// Where an attribute of an instance is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found {
    /// In the instance.
    Slot(u32),
    /// In the instance, whose map is one of many: the helper `slot_attr` has its value.
    Own,
    /// In the class.
    Class(RawSlot),
    /// In the class, and it goes before what is in the instance.
    Data(RawSlot),
    /// Nowhere.
    Missing,
    /// In the class, and not in the instance: an instance itself, which may be a descriptor as long as its class has `__get__`.
    Instance(RawSlot),
    /// In the class: a descriptor of the program's that instances cannot hide, as long as its class has `__set__` or `__delete__`.
    Described(RawSlot),
    /// To be found another way: see [`ClassInfo::odd`]; or the class has a part of numbers there.
    Odd,
}

#[derive(Clone, Copy)]
struct Known {
    key: u64,
    map: u32,
    version: u32,
    found: Found,
}

const KNOWN: usize = 4096;

/// All classes, and a memo of attributes.
pub struct Classes {
    all: Lasting<ClassInfo>,
    versions: RefCell<Vec<&'static Version>>,
    news: News,
    /// Of classes made, and of their makers.
    changed: Changed,
    known: Box<[Cell<Known>]>,
}

impl Default for Classes {
    fn default() -> Self {
        let none = Known { key: 0, map: 0, version: 0, found: Found::Missing };
        Classes {
            all: Lasting::default(),
            versions: RefCell::default(),
            news: News::default(),
            changed: Changed::default(),
            known: vec![Cell::new(none); KNOWN].into(),
        }
    }
}

impl Classes {
    /// Class number `id`.
    #[inline]
    pub fn get(&self, id: u32) -> &'static ClassInfo {
        self.all.get(id)
    }
    /// Sets what calling a class calls instead.
    pub fn set_maker(&self, c: &ClassInfo, f: Gc<crate::value::Function>) {
        c.maker.set(Some(f));
        self.changed.note();
    }
    /// Marks what classes refer to.
    pub fn mark(&self, m: &mut Marker<'_>) {
        let made = self.changed.is_due(m);
        for c in self.all.iter() {
            if made {
                m.mark_gc(c.object);
                m.mark_gc(c.root);
                c.maker.get().into_iter().for_each(|f| m.mark_gc(f));
            }
            c.attrs.borrow().mark(m);
        }
        // What a version has answered is kept: a re-run step may ask again.
        match m.is_minor() {
            true => self.news.borrow().iter().for_each(|v| v.mark(m)),
            false => self.versions.borrow().iter().for_each(|v| v.mark(m)),
        }
        if m.tenures() {
            self.news.take().iter().for_each(|v| v.noted.set(false));
        }
    }
    fn fresh_version(&self, mro: Mro) -> &'static Version {
        let id = self.versions.borrow().len() as u32 + 1;
        let made: &'static Version = Box::leak(Box::new(Version {
            id,
            mro,
            memo: RefCell::default(),
            recent: [const { Cell::new((0, UNBOUND)) }; RECENT],
            maker: OnceCell::new(),
            plain: Cell::new(None),
            after: RefCell::default(),
            noted: Cell::default(),
            news: self.news.clone(),
        }));
        self.versions.borrow_mut().push(made);
        made
    }
    /// Makes a class. Its bases' layouts have been checked; `attrs` become its own; `after` is its method resolution order but for itself.
    #[allow(clippy::too_many_arguments)]
    pub fn make(
        &self,
        rt: &Rt,
        name: &str,
        bases: Vec<&'static ClassInfo>,
        after: Vec<&'static ClassInfo>,
        layout: Layout,
        attrs: Names,
        module: &str,
        qualname: &str,
    ) -> &'static ClassInfo {
        let id = self.all.len() as u32;
        let native = matches!(layout, Layout::Fields(_)) && !bases.iter().any(|b| b.layout == layout);
        let object = rt.heap.alloc(Class::new(id));
        let mut root = rt.lang.maps.root(&rt.heap, id);
        let hidden: &[&str] = match layout {
            Layout::Exception => &["args", "__traceback__", "__context__", "__cause__"],
            Layout::Fields(names) => names,
            Layout::Wrapped(_) => &["%value"],
            _ => &[],
        };
        for k in hidden {
            root = rt.lang.maps.with_key(&rt.heap, root, Val::Str(str::intern(rt, k)));
        }
        let c: &'static ClassInfo = Box::leak(Box::new(ClassInfo {
            id,
            name: name.to_string(),
            qualname: qualname.to_string(),
            module: module.to_string(),
            object,
            bases: RefCell::new(bases),
            layout,
            attrs: RefCell::new(attrs),
            version: Quasi::new(self.fresh_version(&[])),
            root,
            native,
            odd: Cell::new(false),
            hooked: Cell::new(false),
            meta: Cell::new(None),
            allowed: OnceCell::new(),
            slots: OnceCell::new(),
            replaced: RefCell::default(),
            subclasses: RefCell::default(),
            maker: Cell::new(None),
        }));
        c.version.set(self.fresh_version(std::iter::once(c).chain(after).collect::<Vec<_>>().leak()));
        c.bases.borrow().iter().for_each(|b| b.subclasses.borrow_mut().push(c));
        self.all.push(c);
        self.changed.note();
        c.note_odd();
        c
    }
    /// Where an attribute is. A fact about map and version.
    #[inline]
    pub fn find(&self, rt: &Rt, map: Gc<Map>, version: &'static Version, name: Gc<Str>) -> Found {
        let bits = name.to_bits();
        let at = (bits >> 4 ^ u64::from(map.id).wrapping_mul(0x9E5) ^ u64::from(version.id)) as usize % KNOWN;
        let k = self.known[at].get();
        if k.key == bits && k.map == map.id && k.version == version.id {
            return k.found;
        }
        self.find_slow(rt, map, version, name, at)
    }
    #[cold]
    #[inline(never)]
    fn find_slow(&self, rt: &Rt, map: Gc<Map>, version: &'static Version, name: Gc<Str>, at: usize) -> Found {
        let info = self.get(map.group);
        let found = match (info.lookup_in(version, name), map.find(&rt.heap, Val::Str(name).into())) {
            _ if info.odd.get() => Found::Odd,
            (Some(c), _) if self.is_data(c) => Found::Data(c),
            (Some(c), None) if c.tag == Tag::Inst => Found::Instance(c),
            (Some(c), _) if describes(rt, c) => Found::Described(c),
            (Some(c), _) if of_number(rt, c.into()) => Found::Odd,
            (_, Some(i)) => Found::Slot(i),
            (Some(c), None) => Found::Class(c),
            (None, None) => Found::Missing,
        };
        self.known[at].set(Known { key: name.to_bits(), map: map.id, version: version.id, found });
        found
    }
    /// Where an attribute is that `find` does not say to be in the instance, which has any map. A fact about class and version.
    pub fn find_elsewhere(
        &self,
        rt: &Rt,
        info: &ClassInfo,
        version: &'static Version,
        name: Gc<Str>,
    ) -> Found {
        match info.lookup_in(version, name) {
            _ if info.odd.get() => Found::Odd,
            Some(c) if self.is_data(c) => Found::Data(c),
            Some(c) if describes(rt, c) => Found::Described(c),
            Some(c) if of_number(rt, c.into()) => Found::Odd,
            Some(c) if c.tag == Tag::Inst => Found::Instance(c),
            Some(c) => Found::Class(c),
            None => Found::Missing,
        }
    }
    fn is_data(&self, c: RawSlot) -> bool {
        match Val::from(c) {
            Val::Misc(m) => m.kind == crate::value::misc::PROPERTY,
            _ => false,
        }
    }
}

/// Whether an attribute of a class is a descriptor of the program's that instances cannot hide.
fn describes(rt: &Rt, attr: RawSlot) -> bool {
    has_method(rt, attr, &["__set__", "__delete__"])
}

/// Whether an attribute of a class is a part of numbers, which instances of derived classes don't set.
pub fn of_number(rt: &Rt, attr: Val) -> bool {
    let t = rt.lang.types();
    match attr {
        Val::Misc(m) if m.kind == crate::value::misc::MEMBER => match Val::from(m.b.get(&rt.heap)) {
            Val::Class(c) => [t.int, t.float, t.complex].iter().any(|n| n.id == c.id),
            _ => false,
        },
        _ => false,
    }
}

/// Whether an attribute of a class is an instance whose class has one of these methods: a descriptor of the program's.
fn has_method(rt: &Rt, attr: RawSlot, names: &[&'static str]) -> bool {
    match Val::from(attr) {
        Val::Inst(i) => names.iter().any(|n| i.class(rt).lookup_name(rt, n).is_some()),
        _ => false,
    }
}

impl ClassInfo {
    /// `__name__`: the name without the module, which those of the library's classes have that are not built in.
    pub fn own_name(&self) -> &str {
        match self.name.strip_prefix(self.module.as_str()).and_then(|n| n.strip_prefix('.')) {
            Some(own) if own == self.qualname => own,
            _ => &self.name,
        }
    }
    /// Method resolution order, itself first.
    pub fn mro(&self) -> Mro {
        self.version.peek(|v| v.mro)
    }
    /// An attribute as this version of the class has it. Cells are not looked into.
    #[inline]
    pub fn lookup_in(&self, version: &'static Version, name: Gc<Str>) -> Option<RawSlot> {
        let recent = &version.recent[(name.to_bits() >> 4) as usize % RECENT];
        let (of, mut found) = recent.get();
        if of != name.to_bits() {
            found = self.lookup_slow(version, name);
            recent.set((name.to_bits(), found));
        }
        (found.tag != Tag::Unbound).then_some(found)
    }
    #[inline(never)]
    fn lookup_slow(&self, version: &'static Version, name: Gc<Str>) -> RawSlot {
        let known = version.memo.borrow().get(&name.to_bits()).copied();
        known.unwrap_or_else(|| {
            let v = version.mro.iter().find_map(|c| c.attrs.borrow().get(name)).unwrap_or(UNBOUND);
            version.memo.borrow_mut().insert(name.to_bits(), v);
            version.note();
            v
        })
    }
    /// An attribute of the class now, not bound to anything.
    pub fn lookup(&self, rt: &Rt, name: Gc<Str>) -> Option<Val> {
        let v = self.version.peek(|v| *v);
        self.lookup_in(v, name).map(|s| opened(rt, s))
    }
    /// What is done with instances of the class, as it is now, without calling the program.
    #[inline]
    pub fn plain(&self, rt: &Rt) -> Plain {
        let version = self.version.peek(|v| *v);
        version.plain.get().unwrap_or_else(|| self.see_plain(rt, version))
    }
    #[cold]
    fn see_plain(&self, rt: &Rt, version: &'static Version) -> Plain {
        // An attribute in a cell may become anything without a new version.
        let found_asked = |name: &'static str| {
            let found = self.lookup_in(version, str::literal(rt, name));
            found.is_some_and(|f| super::ops::is_asked(rt, f.into()) && f.tag == Tag::Native)
        };
        let absent = |name: &'static str| {
            let found = self.lookup_in(version, str::literal(rt, name)).map(|s| s.tag);
            matches!(found, None | Some(Tag::Native)) && !found_asked(name)
        };
        let object = !matches!(self.layout, Layout::Wrapped(_) | Layout::Builtin);
        let made = Plain {
            equality: object && absent("__eq__"),
            hash: object && absent("__hash__"),
            named: object
                && self
                    .lookup_in(version, str::literal(rt, "__hash__"))
                    .is_some_and(|f| misc::is_hash_of_name(rt, f)),
            truth: object && absent("__bool__") && absent("__len__"),
            inside: match self.layout {
                Layout::Wrapped(base) => {
                    let (base, t) = (rt.lang.classes.get(base), rt.lang.types());
                    let left = |name| {
                        let name = str::literal(rt, name);
                        self.lookup_in(version, name) == base.lookup(rt, name).map(RawSlot::from)
                    };
                    [t.str, t.int, t.float].iter().any(|k| k.id == base.id)
                        && left("__eq__")
                        && left("__hash__")
                }
                _ => false,
            },
        };
        version.plain.set(Some(made));
        made
    }
    /// As [`ClassInfo::lookup`], by text.
    pub fn lookup_name(&self, rt: &Rt, name: &'static str) -> Option<Val> {
        self.lookup(rt, str::literal(rt, name))
    }
    /// The attribute that classes after `c` in the order of resolution have.
    pub fn lookup_after(&self, version: &'static Version, c: &ClassInfo, name: Gc<Str>) -> Option<RawSlot> {
        let key = (c.id, name.to_bits());
        let known = version.after.borrow().get(&key).copied();
        let found = known.unwrap_or_else(|| {
            let mut rest = version.mro.iter().skip_while(|k| k.id != c.id).skip(1);
            let v = rest.find_map(|c| c.attrs.borrow().get(name)).unwrap_or(UNBOUND);
            version.after.borrow_mut().insert(key, v);
            version.note();
            v
        });
        (found != UNBOUND).then_some(found)
    }
    /// Sees whether the class has become odd or hooked. What is so stays so: a version tells traces that it has become it.
    fn note_odd(&self) {
        let bases = self.mro().iter().skip(1);
        let (mut odd, mut hooked) =
            bases.fold((false, false), |n, c| (n.0 | c.odd.get(), n.1 | c.hooked.get()));
        for (k, v) in self.attrs.borrow().all() {
            let function = matches!(Val::from(*v), Val::Func(_));
            odd |= k.data() == b"__class__" || k.data() == b"__getattribute__" && function;
            hooked |= [&b"__setattr__"[..], b"__delattr__"].contains(&k.data()) && function;
        }
        self.odd.set(self.odd.get() | odd);
        self.hooked.set(self.hooked.get() | self.odd.get() | hooked);
    }
    /// Those that derive from it directly.
    pub fn subclasses(&self) -> Vec<&'static ClassInfo> {
        self.subclasses.borrow().clone()
    }
    /// Whether it is or inherits from another.
    pub fn is_subclass(&self, o: &ClassInfo) -> bool {
        self.mro().iter().any(|c| c.id == o.id)
    }
    /// Whether an instance may get an attribute.
    pub fn may_have(&self, name: Gc<Str>) -> bool {
        self.allowed.get().is_none_or(|a| a.contains(&name))
    }
    /// Whether to set an attribute of an instance that is no descriptor is to write a slot. What exceptions say of themselves is looked at.
    pub fn sets_plainly(&self, name: Gc<Str>) -> bool {
        let looks =
            self.layout == Layout::Exception && (name.data() == b"args" || name.data().starts_with(b"__"));
        !looks && !self.hooked.get()
    }
    /// Its class.
    pub fn metaclass(&self, rt: &Rt) -> &'static ClassInfo {
        self.meta.get().unwrap_or_else(|| rt.lang.types().type_)
    }
    fn renew(&self, rt: &Rt) {
        self.note_odd();
        self.version.set(rt.lang.classes.fresh_version(self.mro()));
        self.subclasses.borrow().iter().for_each(|c| c.renew(rt));
    }
    /// Whether a version that holds was asked for a name, here or in a class that derives from this one.
    fn was_asked(&self, name: Gc<Str>) -> bool {
        // Those with underscores are asked for all at once.
        name.data().starts_with(b"__")
            || self.version.peek(|v| v.was_asked(name))
            || self.subclasses.borrow().iter().any(|c| c.was_asked(name))
    }
    /// Sets an attribute.
    pub fn set_attr(&self, rt: &Rt, name: Gc<Str>, v: Val) {
        let slot = RawSlot::from(v);
        let old = self.attrs.borrow().get(name);
        let moves = match old.map(Val::from) {
            // What else binds may go before what instances have, which versions tell.
            Some(Val::Cell(c)) if is_plain(v) || matches!(v, Val::Func(_)) => {
                c.value.set(&rt.heap, slot);
                return;
            }
            // Plain data that is set again.
            Some(o) if is_plain(o) && is_plain(v) => true,
            Some(Val::Func(_)) if matches!(v, Val::Func(_)) && !name.data().starts_with(b"__") => {
                let mut replaced = self.replaced.borrow_mut();
                let times = replaced.entry(name.to_bits()).or_default();
                *times += 1;
                *times > REPLACED
            }
            _ => false,
        };
        let slot = if moves { Val::Cell(rt.heap.alloc(crate::value::Cell::new(slot))).into() } else { slot };
        self.attrs.borrow_mut().set(name, slot);
        if self.was_asked(name) {
            self.renew(rt);
        }
    }
    /// Removes an attribute of its own; whether there was one.
    pub fn del_attr(&self, rt: &Rt, name: Gc<Str>) -> bool {
        let was = self.attrs.borrow_mut().remove(name);
        if was {
            self.renew(rt);
        }
        was
    }
}

/// Neither a function nor anything else that binds.
fn is_plain(v: Val) -> bool {
    !matches!(v, Val::Func(_) | Val::Native(_) | Val::Misc(_) | Val::Inst(_))
}

/// What is in a cell, for an attribute that has one.
pub fn opened(rt: &Rt, s: RawSlot) -> Val {
    match Val::from(s) {
        Val::Cell(c) => c.value.get(&rt.heap).into(),
        v => v,
    }
}

/// The linearization of a class from those of its bases, by `order` (C3); if there is none, the classes that contradict each other.
pub fn linearize(
    bases: &[&'static ClassInfo],
    order: impl Fn(&'static ClassInfo) -> Mro,
) -> Result<Vec<&'static ClassInfo>, Vec<&'static ClassInfo>> {
    let mut lists: Vec<Vec<&'static ClassInfo>> = bases.iter().map(|b| order(b).to_vec()).collect();
    lists.push(bases.to_vec());
    let mut out = Vec::new();
    loop {
        lists.retain(|l| !l.is_empty());
        if lists.is_empty() {
            return Ok(out);
        }
        let fits = |c: &ClassInfo| lists.iter().all(|l| !l[1..].iter().any(|x| x.id == c.id));
        let Some(next) = lists.iter().map(|l| l[0]).find(|c| fits(c)) else {
            let mut heads: Vec<&'static ClassInfo> = Vec::new();
            for l in lists {
                if !heads.iter().any(|h| h.id == l[0].id) {
                    heads.push(l[0]);
                }
            }
            return Err(heads);
        };
        out.push(next);
        lists.iter_mut().filter(|l| l[0].id == next.id).for_each(|l| {
            l.remove(0);
        });
    }
}

/// `list[int]`, and the like of other classes that take parameters: built-in containers and what derives from them, and the library's.
///
/// # Errors
/// `TypeError`.
pub fn parametrized(rt: &Rt, c: &ClassInfo, key: Val) -> Result<Val, Raised> {
    let t = rt.lang.types();
    let takes = [t.list, t.dict, t.tuple, t.set, t.frozenset, t.type_, t.base_exception_group];
    let known = |k: &&ClassInfo| takes.iter().any(|x| x.id == k.id) || crate::modules::in_library(&k.module);
    if c.mro().iter().any(known) {
        return crate::modules::call_library(
            rt,
            "_generic",
            "GenericAlias",
            &[Val::Class(c.object).into(), key.into()],
        );
    }
    Err(errors::type_(rt, &format!("type '{}' is not subscriptable", c.name)))
}
