//! Snapshots of the new trace: mapped from the recorded ones when their guard is emitted.
//!
//! **Problem.** An exit must find the interpreter's state although values were replaced and allocations removed.
//!
//! **Invariants.**
//! 1. Entries and log are the recorded values, as what they are known to equal before the guard.
//! 2. A virtual that is mentioned, directly or inside another, is described once, with its contents of this moment.
//! 3. A float or reference stands for its bits or address: the word is the same, so the conversion may die.
//!
//! **Not promised**: more than `max_virtuals` virtuals in a snapshot make the `virtuals` pass stop
//! taking new ones, they do not fail.
//!
//! **Example**: see [`super::virtuals`].

use super::rewriter::Rewriter;
use crate::ir::{IrRef, Mem, Op, SnapId, Snapshot, Virtual, VirtualKind};
use std::rc::Rc;

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
        let mut new = Snapshot {
            greens: s.greens.clone(),
            entries: Rc::default(),
            log: Vec::with_capacity(s.log.len()),
            replay: s.replay,
            guard_no: s.guard_no,
            virtuals: Vec::new(),
        };
        let entries = s.entries.iter().map(|&r| self.snapshot_value(r, &mut new.virtuals)).collect();
        new.entries = Rc::new(entries);
        for &r in &s.log {
            let r = self.snapshot_value(r, &mut new.virtuals);
            new.log.push(r);
        }
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
    fn snapshot_value(&self, r: IrRef, virtuals: &mut Vec<Virtual>) -> IrRef {
        if r.is_none() {
            return r;
        }
        let r = self.mapped(r);
        if r.is_none() {
            return r;
        }
        self.mention(self.natural(r), virtuals)
    }
    /// A value as a snapshot names it; a virtual is added to the list when first met.
    fn mention(&self, r: IrRef, virtuals: &mut Vec<Virtual>) -> IrRef {
        let r = self.natural(r);
        if let Some(v) = self.virtuals.of(&self.values, r) {
            let v = self.virtuals.get(v);
            if !virtuals.iter().any(|known| known.id == v.id) {
                virtuals.push(Virtual { id: v.id, kind: v.kind, fields: Vec::new(), elems: Vec::new() });
            }
            return v.id;
        }
        r
    }
    fn describe_virtual(&self, at: usize, virtuals: &mut Vec<Virtual>) {
        let index = self.virtuals.of(&self.values, virtuals[at].id).expect("a mentioned virtual exists");
        let v = self.virtuals.get(index);
        for &(descr, elem, value) in &v.contents {
            let value = self.resolve(value);
            if self.bits(value) == Some(0) {
                continue; // new objects are zero
            }
            let mem = match v.kind {
                VirtualKind::Object(_) => self.out.fields[descr as usize].mem,
                VirtualKind::Array(..) => self.out.arrays[descr as usize].mem,
            };
            // Narrow memory takes integers only, also where one is the bits of a float.
            let keep = mem != Mem::W64 && self.virtuals.of(&self.values, value).is_none();
            let value = if keep { value } else { self.mention(value, virtuals) };
            match v.kind {
                VirtualKind::Object(_) => virtuals[at].fields.push((descr, value)),
                VirtualKind::Array(..) => virtuals[at].elems.push((descr, elem, value)),
            }
        }
    }
}
