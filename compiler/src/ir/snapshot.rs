//! Snapshots: how the interpreter's state is rebuilt when a guard fails.
//!
//! **Problem.** A trace keeps no frames and does not make every object that the program makes. Where it is left, the interpreter goes on, and needs both.
//!
//! **Invariants.**
//! 1. Greens and entries are the state as of the last merge point before the guard; the contents of virtuals are as of the guard itself.
//! 2. The values that native code hands over at an exit have one order, [`ExitOrder`]'s, which everybody asks it for: code generation, exit plans,
//!    bridges and the evaluator.
//!
//! **Not promised.** What the items mean: the walker of the language's frames wrote them and reads them again.
//!
//! **Example.** `[greens 7 3][i1 k0 v9] virtuals v9 = Pair{left: i1, right: i4}` provides two values, `i1` and then `i4`.

use super::trace::{IrRef, Trace};
use std::sync::Arc;

/// What a virtual (removed) allocation was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VirtualKind {
    /// An object of `types[n]`.
    Object(u32),
    /// An array of `types[n]` with that many elements.
    Array(u32, u32),
}

/// An allocation that does not happen unless the guard fails.
///
/// `fields` and `elems` give the object's contents at the guard (everything else in it is zero); an array may have both.
#[derive(Clone, PartialEq, Debug)]
pub struct Virtual {
    /// The name by which snapshot entries, the log and other virtuals' stores know it: the ref of the removed
    /// allocation. Names are unique within a snapshot, and never clash with a live value's ref.
    pub id: IrRef,
    /// What it is.
    pub kind: VirtualKind,
    /// `(field index, value)`, for arrays of the fields before the elements.
    pub fields: Vec<(u32, IrRef)>,
    /// `(array descriptor index, element, value)` for arrays.
    pub elems: Vec<(u32, u32, IrRef)>,
}

/// How to rebuild the interpreter's state when a guard fails.
///
/// `greens` and `entries` are the state walker's items, as of the last merge point before the guard; the heap
/// (virtual contents, pending stores) is as of the guard itself. `guard_no` counts the machine's guards since the
/// merge point; `log` holds the answers the machine gave since then, needed when the step had an effect.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Snapshot {
    /// Green items of the window's frames, shared between the guards of a step.
    pub greens: Arc<[u64]>,
    /// Red items, in walker order; guards of a step share them as long as nothing new is known of any.
    pub entries: Arc<[IrRef]>,
    /// Answers since the merge point, in call order (empty when the step had no effect yet).
    pub log: Vec<IrRef>,
    /// Whether the log counts (the step had an effect before this guard).
    pub replay: bool,
    /// Which guard of the step this is, from 0.
    pub guard_no: u32,
    /// Removed allocations that entries, log or other virtuals mention.
    pub virtuals: Vec<Virtual>,
}

impl Snapshot {
    /// Calls `f` on every value mentioned, in canonical order: entries, log, then each virtual's contents.
    pub fn visit(&self, mut f: impl FnMut(IrRef)) {
        self.entries.iter().for_each(|&r| f(r));
        self.visit_others(f);
    }
    /// [`Snapshot::visit`] without the entries.
    pub fn visit_others(&self, mut f: impl FnMut(IrRef)) {
        self.log.iter().for_each(|&r| f(r));
        for v in &self.virtuals {
            v.fields.iter().for_each(|&(_, r)| f(r));
            v.elems.iter().for_each(|&(_, _, r)| f(r));
        }
    }
    /// Replaces every mentioned value (not the virtuals' own ids unless `f` maps those too where mentioned).
    pub fn map(&mut self, mut f: impl FnMut(IrRef) -> IrRef) {
        Arc::make_mut(&mut self.entries).iter_mut().for_each(|r| *r = f(*r));
        self.map_others(f);
    }
    /// [`Snapshot::map`] without the entries.
    pub fn map_others(&mut self, mut f: impl FnMut(IrRef) -> IrRef) {
        self.log.iter_mut().for_each(|r| *r = f(*r));
        for v in &mut self.virtuals {
            v.fields.iter_mut().for_each(|e| e.1 = f(e.1));
            v.elems.iter_mut().for_each(|e| e.2 = f(e.2));
        }
    }
    /// Whether `r` names one of the virtuals.
    pub fn is_virtual(&self, r: IrRef) -> bool {
        self.virtuals.iter().any(|v| v.id == r)
    }
}

/// Lists the distinct live values that an exit must provide, in order of first mention: no constants, no virtuals, no `NONE`.
///
/// The k-th is exit value k, and input k of a bridge from this exit. One of these serves all snapshots of a trace.
pub struct ExitOrder<'t> {
    /// By value: the turn in which it was listed last.
    listed: Vec<u32>,
    turn: u32,
    /// The entries listed last, with the turn of then and what has come of them. They are listed anew if others are, or one of them names a virtual that may
    /// have the number of an instruction.
    entries: Option<&'t Arc<[IrRef]>>,
    entries_turn: u32,
    values: Vec<IrRef>,
}

impl<'t> ExitOrder<'t> {
    /// For the snapshots of a trace.
    pub fn of(trace: &Trace) -> ExitOrder<'t> {
        let listed = vec![0; trace.insts.len()];
        ExitOrder { listed, turn: 0, entries: None, entries_turn: 0, values: Vec::new() }
    }
    /// By value: some snapshot has listed it.
    pub fn seen(&self) -> Vec<bool> {
        self.listed.iter().map(|turn| *turn != 0).collect()
    }
    /// Appends the values of a snapshot.
    pub fn list(&mut self, snap: &'t Snapshot, out: &mut Vec<IrRef>) {
        let same = self.entries.is_some_and(|entries| Arc::ptr_eq(entries, &snap.entries));
        // A number past the instructions is a virtual's.
        let numbered = |v: &Virtual| v.id.index() < self.listed.len();
        let among_values = snap.virtuals.iter().any(numbered);
        if !same || among_values {
            self.list_entries(snap);
            self.entries = Some(&snap.entries).filter(|_| !among_values);
        }
        out.extend_from_slice(&self.values);
        self.turn += 1;
        let (listed, turn, entries_turn) = (&mut self.listed[..], self.turn, self.entries_turn);
        snap.visit_others(|r| match listed.get_mut(r.0 as usize) {
            Some(at) if *at != turn && *at != entries_turn => {
                *at = turn;
                out.push(r);
            }
            _ => {}
        });
    }
    /// Makes the values of a snapshot's entries those that are known.
    fn list_entries(&mut self, snap: &Snapshot) {
        self.turn += 1;
        self.entries_turn = self.turn;
        let (listed, turn) = (&mut self.listed[..], self.turn);
        for v in &snap.virtuals {
            if let Some(at) = listed.get_mut(v.id.index()) {
                *at = turn;
            }
        }
        // There are many entries, so each is put down, and counts if it is new.
        self.values.resize(self.values.len().max(snap.entries.len()), IrRef::NONE);
        let (values, mut count) = (&mut self.values[..], 0);
        for &r in &*snap.entries {
            // Neither is an index: constants and `NONE` are numbered from the top.
            if let Some(at) = listed.get_mut(r.0 as usize) {
                values[count] = r;
                count += usize::from(*at != turn);
                *at = turn;
            }
        }
        self.values.truncate(count);
    }
}

impl Trace {
    /// The values that an exit with this snapshot must provide, in the order of [`ExitOrder`].
    pub fn exit_values(&self, snap: &Snapshot) -> Vec<IrRef> {
        let mut values = Vec::new();
        ExitOrder::of(self).list(snap, &mut values);
        values
    }
}
