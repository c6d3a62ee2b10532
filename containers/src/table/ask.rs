//! Finding keys that only the guest program can compare.
//!
//! **Invariants.** The program may do anything while it compares. As places never change their entries, the way goes on behind the entry that was asked about, unless the table has got
//! other entries meanwhile, or that entry another key.

use super::entries::Probe;
use super::Table;
use holloway_tracer::heap::{Mutator, RawSlot};

pub(super) fn find<T: Table, E>(
    table: &T,
    heap: &Mutator,
    key: RawSlot,
    hash: u64,
    mut ask: impl FnMut(RawSlot) -> Result<bool, E>,
) -> Result<Option<usize>, E> {
    let mut asked = None;
    loop {
        let Some(entries) = table.entries(heap) else { return Ok(None) };
        let probe = match asked {
            None => entries.probe::<T::Keys>(heap, key, || hash),
            Some(at) => entries.probe_behind::<T::Keys>(heap, key, hash, at),
        };
        let at = match probe {
            Probe::Found(at) => return Ok(Some(at)),
            Probe::Absent => return Ok(None),
            Probe::Ask(at) => at,
        };
        let other = entries.pair(heap, at).map(|e| e.0);
        let equal = other.map_or(Ok(false), &mut ask)?;
        let still = table.entries(heap).is_some_and(|now| now == entries)
            && entries.pair(heap, at).map(|e| e.0) == other;
        asked = Some(at).filter(|_| still);
        if equal && still {
            return Ok(Some(at));
        }
    }
}
