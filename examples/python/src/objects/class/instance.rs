//! Attributes of instances, by way of their maps.

use super::{ClassInfo, Layout};
use crate::value::{Fields, Instance, Str, Tag, Val, INLINE, UNBOUND};
use crate::{errors, Rt};
use holloway::heap::{Field, Gc, Mut, RawSlot};
use holloway::machine::Raised;

/// A new instance without attributes.
pub fn instance(rt: &Rt, c: &ClassInfo) -> Gc<Instance> {
    let i = rt.heap.alloc(Instance::new(c.root));
    if c.layout == Layout::Exception {
        let cx = &rt.heap;
        i.s0.set(cx, UNBOUND);
        i.s1.set(cx, Val::None.into());
        i.s2.set(cx, Val::None.into());
        i.s3.set(cx, Val::None.into());
    }
    i
}

impl Instance {
    /// The slots that an instance has in itself.
    pub const SLOTS: [Field<Instance, Mut<RawSlot>>; INLINE] =
        [Instance::s0, Instance::s1, Instance::s2, Instance::s3];
    /// The class.
    #[inline]
    pub fn class(&self, rt: &Rt) -> &'static ClassInfo {
        rt.lang.classes.get(self.map.get(&rt.heap).group)
    }
    /// Slot `i`.
    pub fn slot(&self, rt: &Rt, i: usize) -> RawSlot {
        let cx = &rt.heap;
        match i {
            0 => self.s0.get(cx),
            1 => self.s1.get(cx),
            2 => self.s2.get(cx),
            3 => self.s3.get(cx),
            _ => self.more.get(cx).get().and_then(|a| a.get(cx, i - INLINE)).unwrap_or(UNBOUND),
        }
    }
    /// Changes slot `i`.
    #[inline]
    pub fn set_slot(&self, rt: &Rt, i: usize, v: RawSlot) {
        let cx = &rt.heap;
        match i {
            0 => self.s0.set(cx, v),
            1 => self.s1.set(cx, v),
            2 => self.s2.set(cx, v),
            3 => self.s3.set(cx, v),
            _ => {
                self.more.get(cx).get().and_then(|a| a.set(cx, i - INLINE, v));
            }
        }
    }
    /// Makes room for `n` slots.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn reserve(&self, rt: &Rt, n: usize) -> Result<(), Raised> {
        let cx = &rt.heap;
        let old = self.more.get(cx).get();
        if n <= INLINE + old.map_or(0, |a| a.len()) {
            return Ok(());
        }
        let made =
            cx.array::<Fields>((n - INLINE).next_power_of_two().max(4)).map_err(|_| errors::memory(rt))?;
        if let Some(o) = old {
            (0..o.len()).for_each(|i| {
                made.set(cx, i, o.get(cx, i).unwrap_or(UNBOUND));
            });
        }
        self.more.set(cx, made.into());
        Ok(())
    }
    /// An attribute of the instance itself.
    pub fn own(&self, rt: &Rt, name: Gc<Str>) -> Option<RawSlot> {
        let i = rt.lang.maps.index(&rt.heap, self.map.get(&rt.heap), Val::Str(name))?;
        Some(self.slot(rt, i as usize)).filter(|s| s.tag != Tag::Unbound)
    }
    /// Sets an attribute of the instance itself.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn set_own(&self, rt: &Rt, name: Gc<Str>, v: RawSlot) -> Result<(), Raised> {
        let cx = &rt.heap;
        let map = self.map.get(cx);
        let i = match rt.lang.maps.index(cx, map, Val::Str(name)) {
            Some(i) => i,
            None => {
                self.reserve(rt, map.count as usize + 1)?;
                self.map.set(cx, rt.lang.maps.with_key(cx, map, Val::Str(name)));
                map.count
            }
        };
        self.set_slot(rt, i as usize, v);
        Ok(())
    }
    /// Removes an attribute of the instance itself; whether there was one.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn del_own(&self, rt: &Rt, name: Gc<Str>) -> Result<bool, Raised> {
        if self.own(rt, name).is_none() {
            return Ok(false);
        }
        let cx = &rt.heap;
        let old = self.map.get(cx);
        let hidden = self.class(rt).root.count as usize;
        let gone = RawSlot::from(Val::Str(name));
        let kept: Vec<(RawSlot, RawSlot)> = (old.keys(cx).into_iter().enumerate())
            .filter(|(i, k)| *i < hidden || *k != gone)
            .map(|(i, k)| (k, self.slot(rt, i)))
            .collect();
        let mut map = self.class(rt).root;
        for (i, (k, v)) in kept.into_iter().enumerate() {
            if i >= hidden {
                map = rt.lang.maps.with_key(cx, map, k);
            }
            self.set_slot(rt, i, v);
        }
        self.map.set(cx, map);
        Ok(true)
    }
    /// The built-in value inside an instance of a class derived from a built-in type.
    pub fn wrapped(&self, rt: &Rt) -> Option<Val> {
        matches!(self.class(rt).layout, Layout::Wrapped(_)).then(|| self.s0.get(&rt.heap).into())
    }
}
