//! Snapshots of the new trace: mapped from the recorded ones when their guard is emitted.
//!
//! **Problem.** An exit must find the interpreter's state although values were replaced and allocations removed.
//!
//! **Invariants.**
//! 1. Entries and log are the recorded values, as what they are known to equal before the guard.
//! 2. A virtual that is mentioned, directly or inside another, is described once, with its contents of this moment.
//! 3. A float or reference stands for its bits or address: the word is the same, so the conversion may die.
//! 4. Entries are mapped by what changed ([`State`]): an entry that the snapshot before has in the same place is mapped alike as long as nothing has been
//!    learned of its value. Guards of a step share the list.
//!
//! **Not promised**: more than `max_virtuals` virtuals in a snapshot make the `virtuals` pass stop
//! taking new ones, they do not fail.
//!
//! **Example**: see [`super::virtuals`].

use super::rewriter::{Rewriter, NAMED, VIEWED};
use super::runs::{each_difference, each_mention};
use super::virtuals::FIELD;
use crate::ir::{IrRef, Mem, Op, SnapId, Snapshot, Virtual};
use std::sync::Arc;

/// The state of the snapshot before.
#[derive(Default)]
pub(super) struct State {
    /// As recorded.
    recorded: Arc<[IrRef]>,
    /// As mapped.
    entries: Arc<[IrRef]>,
    /// The same, to be changed for the next snapshot.
    places: Vec<IrRef>,
    /// Room for the numbers of those that change.
    changed: Vec<usize>,
    /// The virtuals among them, by name, in order of first mention.
    virtuals: Vec<IrRef>,
    /// Whether an entry would be mapped alike again, unless its name has turned out to be another value.
    valid: bool,
    /// The names to which that has happened.
    stale: Vec<IrRef>,
}

impl State {
    /// Recorded refs are other values from here on.
    pub fn invalidate(&mut self) {
        self.valid = false;
    }
    /// A value with these flags has turned out to be another one.
    pub fn learn(&mut self, value: IrRef, flags: u8) {
        if flags & NAMED != 0 {
            self.stale.push(value);
        }
        self.valid &= flags & VIEWED == 0;
    }
}

impl Rewriter<'_> {
    /// The value of which a word is the bits or the address, if it is: the exit needs the word only.
    pub fn natural(&self, r: IrRef) -> IrRef {
        match self.def(r) {
            Some(d) if matches!(d.op, Op::FloatToBits | Op::RefToInt) => self.resolve(d.args[0]),
            _ => r,
        }
    }
    /// Maps a recorded snapshot as of now.
    pub fn map_snapshot(&mut self, recorded: SnapId) -> SnapId {
        let src = self.src;
        let s = &src.snaps[recorded.0 as usize];
        self.map_entries(&s.entries);
        let mut virtuals = Vec::with_capacity(self.state.virtuals.len());
        self.state.virtuals.iter().for_each(|&r| self.mention(r, &mut virtuals));
        let log: Vec<IrRef> = s.log.iter().map(|&r| self.name_of(self.mapped(r))).collect();
        log.iter().for_each(|&r| self.mention(r, &mut virtuals));
        let mut new = Snapshot {
            greens: s.greens.clone(),
            entries: self.state.entries.clone(),
            log,
            replay: s.replay,
            guard_no: s.guard_no,
            virtuals,
        };
        let mut done = 0;
        while done < new.virtuals.len() {
            self.describe_virtual(done, &mut new.virtuals);
            done += 1;
        }
        if new.virtuals.len() > self.config.max_virtuals {
            self.virtuals.full = true;
        }
        self.out.snaps.push(new);
        SnapId(self.out.snaps.len() as u32 - 1)
    }
    /// Makes recorded entries, as what they are now, the state.
    fn map_entries(&mut self, recorded: &Arc<[IrRef]>) {
        let state = &mut self.state;
        if state.valid && state.stale.is_empty() && Arc::ptr_eq(recorded, &state.recorded) {
            return;
        }
        let before = std::mem::replace(&mut state.recorded, recorded.clone());
        let (mut places, mut changed) =
            (std::mem::take(&mut state.places), std::mem::take(&mut state.changed));
        let mut virtuals = std::mem::take(&mut state.virtuals);
        if !std::mem::replace(&mut state.valid, true) {
            places.clear();
            virtuals.clear();
        }
        let known = places.len().min(recorded.len());
        let mut found = known < places.len() && !virtuals.is_empty();
        places.resize(recorded.len(), IrRef::NONE);
        changed.clear();
        each_difference(&before[..known], recorded, |k| changed.push(k));
        for name in state.stale.drain(..) {
            each_mention(&places[..known], name, |k| changed.push(k));
        }
        changed.extend(known..recorded.len());
        let same = changed.is_empty() && places.len() == state.entries.len();
        for &k in &changed {
            found |= virtuals.contains(&places[k]);
            places[k] = self.entry(recorded[k], &mut found);
        }
        if found {
            virtuals.clear();
            for &r in &places {
                if self.virtuals.of(&self.values, r).is_some() && !virtuals.contains(&r) {
                    virtuals.push(r);
                }
            }
        }
        let state = &mut self.state;
        if !same {
            state.entries = places[..].into();
        }
        (state.places, state.changed, state.virtuals) = (places, changed, virtuals);
    }
    /// A recorded entry as a snapshot names it; notes if it is a virtual.
    fn entry(&mut self, r: IrRef, found: &mut bool) -> IrRef {
        let value = self.mapped(r);
        if !value.is_inst() {
            return value;
        }
        let name = self.name_of(value);
        if name != value {
            self.set_flag(value, VIEWED);
        }
        if !name.is_const() {
            self.set_flag(name, NAMED);
            *found |= self.virtuals.of(&self.values, name).is_some();
        }
        name
    }
    /// A value as a snapshot names it.
    fn name_of(&self, r: IrRef) -> IrRef {
        let r = self.natural(r);
        self.virtuals.of(&self.values, r).map_or(r, |v| self.virtuals.get(v).id)
    }
    /// Adds a value that a snapshot names to its virtuals, if it is one that has not been met yet.
    fn mention(&self, r: IrRef, virtuals: &mut Vec<Virtual>) {
        if let Some(v) = self.virtuals.of(&self.values, r) {
            let v = self.virtuals.get(v);
            if !virtuals.iter().any(|known| known.id == v.id) {
                virtuals.push(Virtual { id: v.id, kind: v.kind, fields: Vec::new(), elems: Vec::new() });
            }
        }
    }
    fn describe_virtual(&self, at: usize, virtuals: &mut Vec<Virtual>) {
        let index = self.virtuals.of(&self.values, virtuals[at].id).expect("a mentioned virtual exists");
        let v = self.virtuals.get(index);
        for &(descr, elem, value) in &v.contents {
            let value = self.resolve(value);
            if self.bits(value) == Some(0) {
                continue; // new objects are zero
            }
            let mem = match elem {
                FIELD => self.out.fields[descr as usize].mem,
                _ => self.out.arrays[descr as usize].mem,
            };
            // Narrow memory takes integers only, also where one is the bits of a float.
            let keep = mem != Mem::W64 && self.virtuals.of(&self.values, value).is_none();
            let value = if keep { value } else { self.name_of(value) };
            if !keep {
                self.mention(value, virtuals);
            }
            match elem {
                FIELD => virtuals[at].fields.push((descr, value)),
                elem => virtuals[at].elems.push((descr, elem, value)),
            }
        }
    }
}
