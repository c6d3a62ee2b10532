//! Bases that are replaced, and which classes an object may change to.
//!
//! Both are refused where objects would have to be laid out anew. What counts is how the reference lays them out: each class adds attributes with slots, a
//! dictionary or weak references to what the base has that its objects begin with (its *best* base), or nothing.
//!
//! **Example.** `C.__bases__ = (B,)` after `class C(A): pass`, where `A` and `B` are classes without `__slots__` that derive from `object`.

use super::{linearize, ClassInfo, Layout, Mro};
use crate::objects::ops;
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;

type Info = &'static ClassInfo;

/// What objects of a class have that those of its best base have not.
#[derive(PartialEq, Eq, Default)]
struct Added<'a> {
    slots: &'a [holloway::heap::Gc<crate::value::Str>],
    dict: bool,
    weak: bool,
}

impl Added<'_> {
    fn is_nothing(&self) -> bool {
        *self == Added::default()
    }
}

/// Built-in exceptions with more parts than their bases' have.
const WIDER: [&str; 10] = [
    "BaseException",
    "BaseExceptionGroup",
    "SystemExit",
    "StopIteration",
    "OSError",
    "ImportError",
    "NameError",
    "AttributeError",
    "SyntaxError",
    "UnicodeError",
];

impl ClassInfo {
    fn is_builtin(&self, rt: &Rt) -> bool {
        rt.lang.types().has(self)
    }
    /// The base whose objects those of the class begin with.
    pub fn best_base(&self, rt: &Rt) -> Option<Info> {
        best(rt, &self.bases.borrow())
    }
    /// Its nearest ancestor, or itself, that has more than dictionary and weak references beside what its best base has.
    fn solid(&'static self, rt: &Rt) -> Info {
        let adds = match self.is_builtin(rt) {
            true => self.layout == Layout::Builtin || WIDER.contains(&self.name.as_str()),
            false => self.slots.get().is_some_and(|s| !s.is_empty()),
        };
        match self.best_base(rt) {
            Some(b) if !adds => b.solid(rt),
            _ => self,
        }
    }
    fn has_dict(&self, rt: &Rt) -> bool {
        let t = rt.lang.types();
        let own = match self.is_builtin(rt) {
            true => self.layout == Layout::Exception || self.id == t.type_.id || self.id == t.module.id,
            false => self.slots.get().is_none_or(|s| s.iter().any(|k| k.text() == "__dict__")),
        };
        own || self.best_base(rt).is_some_and(|b| b.has_dict(rt))
    }
    fn has_weak(&'static self, rt: &Rt) -> bool {
        let t = rt.lang.types();
        let own = match self.is_builtin(rt) {
            true => [t.type_.id, t.module.id, t.set.id, t.frozenset.id].contains(&self.id),
            false => match self.slots.get() {
                None => !self.is_long(rt),
                Some(s) => s.iter().any(|k| k.text() == "__weakref__"),
            },
        };
        own || self.best_base(rt).is_some_and(|b| b.has_weak(rt))
    }
    /// Whether its objects are of any size, with what they have beside at their ends.
    fn is_long(&'static self, rt: &Rt) -> bool {
        let t = rt.lang.types();
        self.mro().iter().any(|c| [t.int.id, t.tuple.id, t.bytes.id].contains(&c.id))
    }
    fn added(&'static self, rt: &Rt) -> Added<'static> {
        let base = self.best_base(rt);
        Added {
            slots: self.slots.get().map_or(&[], |s| s),
            dict: self.has_dict(rt) && !base.is_some_and(|b| b.has_dict(rt)),
            weak: self.has_weak(rt) && !base.is_some_and(|b| b.has_weak(rt)),
        }
    }
    /// Whether its objects may be in cycles, as the reference sees it: such objects are freed in another way.
    fn in_cycles(&'static self, rt: &Rt) -> bool {
        let t = rt.lang.types();
        let plain = [t.object, t.int, t.bool, t.float, t.str, t.bytes, t.bytearray, t.complex];
        !plain.iter().any(|c| c.id == self.id)
    }
    /// The farthest ancestor whose objects are laid out as those of the class.
    fn outline(&'static self, rt: &Rt) -> Info {
        let same = match self.is_builtin(rt) {
            true => self.layout == Layout::Exception && !WIDER.contains(&self.name.as_str()),
            false => self.added(rt).is_nothing(),
        };
        match self.best_base(rt) {
            Some(b) if same => b.outline(rt),
            _ => self,
        }
    }
}

/// What objects of a class with these bases are made of; `ranges` says that `range` may be one of them.
///
/// # Errors
/// `TypeError` for bases that contradict each other, or that nothing derives from.
pub fn layout(rt: &Rt, bases: &[Info], ranges: bool) -> Result<Layout, Raised> {
    let t = rt.lang.types();
    let mut layout = Layout::Object;
    for b in bases {
        let l = match b.layout {
            Layout::Builtin if t.wraps(b) => Layout::Wrapped(b.id),
            Layout::Builtin if b.id == t.type_.id || b.id == t.module.id => Layout::Object,
            Layout::Builtin if b.id == t.range.id && ranges => Layout::Object,
            Layout::Builtin => {
                let text = format!("type '{}' is not an acceptable base type", b.name);
                return Err(errors::type_(rt, &text));
            }
            l => l,
        };
        if layout != Layout::Object && l != Layout::Object && l != layout {
            return Err(errors::type_(rt, "multiple bases have instance lay-out conflict"));
        }
        if l != Layout::Object {
            layout = l;
        }
    }
    let most = best(rt, bases).map(|b| b.solid(rt));
    match most.is_none_or(|m| bases.iter().all(|b| m.is_subclass(b.solid(rt)))) {
        true => Ok(layout),
        false => Err(errors::type_(rt, "multiple bases have instance lay-out conflict")),
    }
}

/// Of several bases the one that objects begin with.
fn best(rt: &Rt, bases: &[Info]) -> Option<Info> {
    bases.iter().copied().reduce(|a, b| {
        if b.solid(rt).id != a.solid(rt).id && b.solid(rt).is_subclass(a.solid(rt)) {
            b
        } else {
            a
        }
    })
}

/// Looks whether what begins as `new` does may stand for what begins as `old` does.
///
/// # Errors
/// `TypeError`.
pub fn check_assignment(rt: &Rt, old: Info, new: Info, what: &str) -> Result<(), Raised> {
    let differs = |how: &str| {
        let text = format!("{what} assignment: '{}' {how} differs from '{}'", new.name, old.name);
        Err(errors::type_(rt, &text))
    };
    if old.in_cycles(rt) != new.in_cycles(rt) {
        return differs("deallocator");
    }
    let (a, b) = (old.outline(rt), new.outline(rt));
    let beside = a.best_base(rt).map(|c| c.id) == b.best_base(rt).map(|c| c.id);
    let fixed = a.is_builtin(rt) || b.is_builtin(rt) || a.is_long(rt) && a.has_dict(rt);
    if a.id == b.id || beside && !fixed && a.added(rt) == b.added(rt) {
        return Ok(());
    }
    differs("object layout")
}

/// `c.__bases__ = v`, for a class of the program's.
///
/// # Errors
/// `TypeError`.
pub fn set_bases(rt: &Rt, c: Info, v: Val) -> Result<(), Raised> {
    let Val::Tuple(t) = ops::unwrapped(rt, v) else {
        let text = format!("can only assign tuple to {}.__bases__, not {}", c.name, ops::type_name(rt, v));
        return Err(errors::type_(rt, &text));
    };
    let mut bases = Vec::new();
    for &b in t.items.as_slice() {
        let Val::Class(b) = Val::from(b) else {
            let text = format!(
                "{}.__bases__ must be tuple of classes, not '{}'",
                c.name,
                ops::type_name(rt, b.into())
            );
            return Err(errors::type_(rt, &text));
        };
        let b = rt.lang.classes.get(b.id);
        if b.is_subclass(c) {
            return Err(errors::type_(rt, "a __bases__ item causes an inheritance cycle"));
        }
        bases.push(b);
    }
    layout(rt, &bases, false)?;
    let Some((old, new)) = c.best_base(rt).zip(best(rt, &bases)) else {
        let text = format!("can only assign non-empty tuple to {}.__bases__, not ()", c.name);
        return Err(errors::type_(rt, &text));
    };
    check_assignment(rt, old, new, "__bases__")?;
    check_twice(rt, &bases)?;
    let was = c.bases.replace(bases);
    let mut orders = Vec::new();
    if let Err(heads) = reorder(c, &mut orders) {
        c.bases.replace(was);
        return Err(no_order(rt, &heads));
    }
    was.iter().for_each(|b| b.subclasses.borrow_mut().retain(|k| k.id != c.id));
    c.bases.borrow().iter().for_each(|b| b.subclasses.borrow_mut().push(c));
    for (k, mro) in orders {
        k.version.set(rt.lang.classes.fresh_version(mro));
        k.note_odd();
    }
    Ok(())
}

/// Finds the new order of resolution of a class and of those that derive from it; if there is none for one of these, the classes that contradict each other.
fn reorder(c: Info, orders: &mut Vec<(Info, Mro)>) -> Result<(), Vec<Info>> {
    let order = |b: Info| orders.iter().rev().find(|o| o.0.id == b.id).map_or(b.mro(), |o| o.1);
    let bases = c.bases.borrow().clone();
    let after = linearize(&bases, order)?;
    orders.push((c, std::iter::once(c).chain(after).collect::<Vec<_>>().leak()));
    c.subclasses().into_iter().try_for_each(|k| reorder(k, orders))
}

/// Looks whether a base is named twice.
///
/// # Errors
/// `TypeError`.
pub fn check_twice(rt: &Rt, bases: &[Info]) -> Result<(), Raised> {
    match bases.iter().enumerate().find(|(i, b)| bases[i + 1..].iter().any(|c| c.id == b.id)) {
        Some((_, b)) => Err(errors::type_(rt, &format!("duplicate base class {}", b.name))),
        None => Ok(()),
    }
}

/// That classes contradict each other.
pub fn no_order(rt: &Rt, heads: &[Info]) -> Raised {
    let names: Vec<&str> = heads.iter().map(|b| b.name.as_str()).collect();
    let text =
        format!("Cannot create a consistent method resolution\norder (MRO) for bases {}", names.join(", "));
    errors::type_(rt, &text)
}
