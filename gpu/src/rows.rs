//! Rows of a list of lists, in one list.
//!
//! **Problem.** The elements of a row are reached by two loads, the second from where the first one led: `rows[k]`, then its `floats`. In a product of matrices neighbouring items go through the same rows
//! at the same time. Compilers do their work in one vector if they see that; behind two loads they do not, and the product takes 1.7 times as long.
//!
//! **How.** The host follows both loads for all subscripts once, and kernels load what that led to from its list.
//!
//! **Invariants.** Neither load reads what the loop writes. A subscript that leads to no object has 0 in the list: no item loads there.
//!
//! **Not promised.** Longer ways, and rows that each item goes to once: there it would save nothing.

use crate::entry::Entry;
use crate::schedule::Parallel;
use crate::views::{walk, Reaches};
use holloway_compiler::ir::{IrRef, Op, Ty};
use holloway_compiler::region::offload::Heap;
use holloway_compiler::region::Step;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// What the second of two loads gives.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The first one's subscript.
    pub index: IrRef,
    /// What it leads to, by subscript.
    pub list: Rc<Vec<u64>>,
}

/// The object, the descriptor of its elements, and that of the field.
pub type Key = (u64, u32, u32);

/// Lists that have been made.
pub type Known = HashMap<Key, Rc<Vec<u64>>>;

/// The loads in the loops within the items of a plane that can be had from lists.
pub fn find(entry: &mut Entry<'_>, par: &Parallel, heap: &mut dyn Heap) -> BTreeMap<IrRef, Rows> {
    let mut all = BTreeMap::new();
    if par.inner.is_none() {
        return all;
    }
    for &b in &entry.nest.cfg.loops[entry.l].blocks {
        if entry.path(b).len() < 3 {
            continue;
        }
        for step in &entry.region.blocks[b as usize].steps {
            let Step::Do(load) = *step else { continue };
            if let Some(rows) = rows(entry, load, heap).filter(|_| !par.known.contains_key(&load)) {
                all.insert(load, rows);
            }
        }
    }
    all
}

fn rows(entry: &mut Entry<'_>, load: IrRef, heap: &mut dyn Heap) -> Option<Rows> {
    let second = *entry.region.inst(load);
    if second.op != Op::Load || second.ty != Ty::Ref || second.args[0].is_const() {
        return None;
    }
    let first = *entry.region.inst(second.args[0]);
    if first.op != Op::LoadElem || !entry.stable(load) || !entry.stable(second.args[0]) {
        return None;
    }
    let array = entry.constant(first.args[0], heap)?;
    let (key, reaches) = ((array, first.aux, second.aux), entry.reaches);
    let known = reaches.rows.borrow().get(&key).cloned();
    let list = known.or_else(|| {
        let list = Rc::new(follow(entry, key, heap)?);
        reaches.rows.borrow_mut().insert(key, list.clone());
        Some(list)
    })?;
    Some(Rows { index: first.args[1], list })
}

/// Both loads, for all subscripts.
fn follow(entry: &Entry<'_>, (array, elements, field): Key, heap: &mut dyn Heap) -> Option<Vec<u64>> {
    heap.object(array)?;
    let mut objects = Vec::new();
    walk(array, (true, elements, None), entry, heap, &mut |_, object| {
        objects.push(object);
        true
    });
    let mut list = vec![0; objects.len()];
    for (word, object) in list.iter_mut().zip(objects) {
        if heap.object(object).is_some() {
            walk(object, (false, field, None), entry, heap, &mut |_, to| {
                *word = to;
                true
            });
        }
    }
    Some(list)
}

impl Reaches {
    /// Forgets lists of what may be otherwise at the next entry.
    pub fn forget_rows(&self, written: impl Fn(bool, u32) -> bool) {
        self.rows.borrow_mut().retain(|key, _| !written(true, key.1) && !written(false, key.2));
    }
}
