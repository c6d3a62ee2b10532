//! The object model; see the crate's header for its stages.

use crate::{ObjModel, Program, Value};
use holloway::heap::{Gc, Header, Mut, NoRefs, OptGc, Own, RawSlot, WordArray};
use holloway::machine::*;
use holloway::{residual, Object};
use std::cell::RefCell;
use std::collections::HashMap;

/// How attributes are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// In dictionaries.
    Dictionaries,
    /// Those of instances by maps.
    Maps,
    /// All by maps and versions of classes.
    Versions,
}

impl Stage {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Stage); 3] =
        [("dictionaries", Stage::Dictionaries), ("maps", Stage::Maps), ("versions", Stage::Versions)];
}

/// Numbers by name.
#[derive(Object)]
#[repr(C)]
pub struct Dict {
    header: Header,
    entries: Own<NoRefs<HashMap<i64, i64>>>,
}

/// An instance.
#[derive(Object)]
#[repr(C)]
pub struct Instance {
    header: Header,
    /// Number of its class, for the first two stages.
    class: i64,
    /// Its attributes in the first stage.
    dict: OptGc<Dict>,
    /// Number of its map in the others.
    map: Mut<i64>,
    /// Its attributes there.
    values: Mut<OptGc<WordArray>>,
}

/// Which attributes an instance has, in order, and its class.
pub(crate) struct MapInfo {
    class: u32,
    names: Vec<u32>,
    /// Maps with one more.
    next: RefCell<HashMap<u32, u32>>,
}

/// A state of a class and its parents.
#[derive(Debug)]
pub(crate) struct Version {
    known: RefCell<HashMap<u32, Option<i64>>>,
}

/// A class.
pub(crate) struct ClassInfo {
    parent: Option<u32>,
    methods: RefCell<HashMap<u32, i64>>,
    version: Quasi<&'static Version>,
}

impl ClassInfo {
    /// One without methods.
    pub(crate) fn new(parent: Option<u32>) -> ClassInfo {
        ClassInfo { parent, methods: RefCell::default(), version: Quasi::new(Version::fresh()) }
    }
}

impl Version {
    fn fresh() -> &'static Version {
        Box::leak(Box::new(Version { known: RefCell::default() }))
    }
}

/// Where an attribute is, for all instances with one map.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Where {
    /// In this slot.
    Slot(usize),
    /// In the class or its parents: this number.
    Class(i64),
    /// There if anywhere: to be looked up.
    LookUp,
    /// Nowhere.
    #[default]
    Nowhere,
}

fn optional(v: Option<i64>) -> RawSlot {
    Value::<Conc>::to_raw(v.map_or(Value::Nil, |x| Value::Int(Int::new(x))))
}

/// A look-up in a dictionary: what the stages are to get rid of.
#[residual]
fn dict_get(cx: &Cx<ObjModel>, dict: Gc<Dict>, name: i64) -> RawSlot {
    optional(dict.entries.with(&cx.rt.heap, |d| d.get(&name).copied()))
}

/// A look-up in the dictionary of a class's methods.
#[residual]
fn methods_get(cx: &Cx<ObjModel>, class: i64, name: i64) -> RawSlot {
    optional(cx.rt.lang.classes[class as usize].methods.borrow().get(&(name as u32)).copied())
}

/// A look-up for instances of any map, where a place of the program has too many of them.
#[residual]
fn get_any(cx: &Cx<ObjModel>, o: Gc<Instance>, name: i64) -> RawSlot {
    let lang = &cx.rt.lang;
    let map = lang.map(o.map.get(&cx.rt.heap) as u32);
    let find = |class: u32| lang.classes[class as usize].methods.borrow().get(&(name as u32)).copied();
    optional(match map.names.iter().position(|n| i64::from(*n) == name) {
        Some(slot) => o.values.get(&cx.rt.heap).get().and_then(|values| values.get(&cx.rt.heap, slot)),
        None => lang.lineage(map.class).find_map(find),
    })
}

#[residual]
fn dict_set(cx: &Cx<ObjModel>, dict: Gc<Dict>, name: i64, v: i64) {
    dict.entries.with_mut(&cx.rt.heap, |d| d.insert(name, v));
}

#[residual]
fn new_dict(cx: &Cx<ObjModel>) -> Gc<Dict> {
    cx.rt.heap.alloc(Dict { header: Header::NEW, entries: Own::empty() })
}

#[residual]
fn no_attribute(cx: &Cx<ObjModel>, name: i64) -> Result<(), Raised> {
    cx.rt.error.set(optional(Some(name)));
    Err(Raised)
}

#[residual]
pub(crate) fn wrong_type(cx: &Cx<ObjModel>) -> Result<(), Raised> {
    cx.rt.error.set(optional(None));
    Err(Raised)
}

#[residual]
pub(crate) fn print(cx: &Cx<ObjModel>, x: i64) {
    cx.rt.lang.printed.borrow_mut().push(x);
}

/// Changes a class: it and the classes derived from it get new versions.
#[residual]
pub(crate) fn set_method(cx: &Cx<ObjModel>, class: i64, name: i64, v: i64) {
    let lang = &cx.rt.lang;
    lang.classes[class as usize].methods.borrow_mut().insert(name as u32, v);
    for (i, c) in lang.classes.iter().enumerate() {
        if lang.lineage(i as u32).any(|k| i64::from(k) == class) {
            c.version.set(Version::fresh());
        }
    }
}

/// Room for one more value.
#[residual]
fn grow(cx: &Cx<ObjModel>, o: Gc<Instance>, n: i64) {
    let heap = &cx.rt.heap;
    if let Ok(more) = heap.array::<WordArray>(n as usize) {
        if let Some(old) = o.values.get(heap).get() {
            (0..old.len()).for_each(|i| {
                more.set(heap, i, old.get(heap, i).unwrap_or(0));
            });
        }
        o.values.set(heap, more.into());
    }
}

impl ObjModel {
    /// A class and its parents.
    fn lineage(&self, class: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(class), |c| self.classes[*c as usize].parent)
    }
    /// The map of an instance without attributes.
    fn root_map(&self, class: u32) -> u32 {
        let found = self.maps.borrow().iter().position(|m| m.class == class && m.names.is_empty());
        found.map_or_else(|| self.add_map(class, Vec::new()), |i| i as u32)
    }
    fn add_map(&self, class: u32, names: Vec<u32>) -> u32 {
        let mut maps = self.maps.borrow_mut();
        maps.push(Box::leak(Box::new(MapInfo { class, names, next: RefCell::default() })));
        maps.len() as u32 - 1
    }
    fn map(&self, id: u32) -> &'static MapInfo {
        self.maps.borrow()[id as usize]
    }
    /// The map with one more attribute. The same one each time: a fact.
    fn with_name(&self, id: u32, name: u32) -> u32 {
        let map = self.map(id);
        let known = map.next.borrow().get(&name).copied();
        known.unwrap_or_else(|| {
            let more = self.add_map(map.class, [&map.names[..], &[name]].concat());
            map.next.borrow_mut().insert(name, more);
            more
        })
    }
    /// What a class answers in a version: a fact about the version.
    fn find_method(&self, class: u32, version: &'static Version, name: u32) -> Option<i64> {
        let known = version.known.borrow().get(&name).copied();
        known.unwrap_or_else(|| {
            let found = self
                .lineage(class)
                .find_map(|c| self.classes[c as usize].methods.borrow().get(&name).copied());
            version.known.borrow_mut().insert(name, found);
            found
        })
    }

    /// A new instance.
    pub(crate) fn instance<M: Machine<L = ObjModel>>(&self, m: &M, class: u32) -> Ref<M::V, Instance> {
        let o = make::<M, Instance>(m).init(m, Instance::class, Int::new(class.into()));
        match self.stage {
            Stage::Dictionaries => {
                let dict = new_dict(m);
                o.init(m, Instance::dict, dict.opt())
            }
            _ => o.init(m, Instance::map, Int::new(self.root_map(class).into())),
        }
    }

    /// `o.name` at a site.
    pub(crate) fn get<M: Machine<L = ObjModel>>(
        &self,
        m: &M,
        o: Ref<M::V, Instance>,
        name: u32,
        site: &Site<Where, 1>,
    ) -> Result<Int<M::V>, Raised> {
        match self.stage {
            Stage::Dictionaries => {
                let found = match m.non_null(o.get(m, Instance::dict)) {
                    Some(d) => dict_get(m, d, Int::new(name.into())),
                    None => Value::Nil.into(),
                };
                match m.unpack(found) {
                    Value::Int(x) => Ok(x),
                    _ => self.get_from_class(m, o, name),
                }
            }
            Stage::Maps | Stage::Versions => {
                // From here on the map is a constant of the trace, and so is all that it says. Plain execution remembers it.
                let found = m.cached(site, o.get(m, Instance::map), |look, map| {
                    let map = self.map(map as u32);
                    match map.names.iter().position(|n| *n == name) {
                        Some(slot) => Where::Slot(slot),
                        None if self.stage == Stage::Maps => Where::LookUp,
                        None => {
                            let version = look.assume(&self.classes[map.class as usize].version, |v| *v);
                            self.find_method(map.class, version, name).map_or(Where::Nowhere, Where::Class)
                        }
                    }
                });
                match found {
                    Some(Where::Slot(slot)) => match m.non_null(o.get(m, Instance::values)) {
                        Some(values) => Ok(values.at(m, Int::new(slot as i64)).unwrap_or(Int::new(0))),
                        None => Ok(Int::new(0)),
                    },
                    Some(Where::Class(x)) => Ok(Int::new(x)),
                    Some(Where::LookUp) => self.get_from_class(m, o, name),
                    Some(Where::Nowhere) => no_attribute(m, Int::new(name.into())).map(|()| Int::new(0)),
                    // There are too many maps.
                    None => match m.unpack(get_any(m, o, Int::new(name.into()))) {
                        Value::Int(x) => Ok(x),
                        _ => no_attribute(m, Int::new(name.into())).map(|()| Int::new(0)),
                    },
                }
            }
        }
    }

    /// The attribute of the class or its parents, by their dictionaries.
    fn get_from_class<M: Machine<L = ObjModel>>(
        &self,
        m: &M,
        o: Ref<M::V, Instance>,
        name: u32,
    ) -> Result<Int<M::V>, Raised> {
        let class = m.promote(o.get(m, Instance::class)) as u32;
        for c in self.lineage(class) {
            if let Value::Int(x) = m.unpack(methods_get(m, Int::new(c.into()), Int::new(name.into()))) {
                return Ok(x);
            }
        }
        no_attribute(m, Int::new(name.into())).map(|()| Int::new(0))
    }

    /// `o.name = v`.
    pub(crate) fn set<M: Machine<L = ObjModel>>(
        &self,
        m: &M,
        o: Ref<M::V, Instance>,
        name: u32,
        v: Int<M::V>,
    ) -> Result<(), Raised> {
        if self.stage == Stage::Dictionaries {
            if let Some(d) = m.non_null(o.get(m, Instance::dict)) {
                dict_set(m, d, Int::new(name.into()), v);
            }
            return Ok(());
        }
        let id = m.promote(o.get(m, Instance::map)) as u32;
        let map = self.map(id);
        let slot = map.names.iter().position(|n| *n == name).unwrap_or(map.names.len());
        if slot == map.names.len() {
            grow(m, o, Int::new(slot as i64 + 1));
            o.set(m, Instance::map, Int::new(self.with_name(id, name).into()));
        }
        if let Some(values) = m.non_null(o.get(m, Instance::values)) {
            values.put(m, Int::new(slot as i64), v);
        }
        Ok(())
    }
}

/// Runs a program in a stage, with settings from the environment; what it printed.
///
/// # Errors
/// What is wrong with the program or went wrong in it.
pub fn run(source: &str, stage: Stage) -> Result<Vec<i64>, String> {
    holloway::run(|_| Program::parse(source).map(|p| ObjModel::new(p, stage)), ObjModel::run)?
}
