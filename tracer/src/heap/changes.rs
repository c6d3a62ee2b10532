//! What objects hold, to see later which of them was written.
//!
//! **Problem.** A helper that claims only to read must not write, and a store is a plain move of a word: nothing notices it. So the contents of the heap are
//! copied before such a call and compared after it.
//!
//! **Invariants.** Only what was there at the copy is compared, so objects made since are nobody's business. A header is no content: its bits are the collector's.
//! If a collection has come between, nothing is found.
//!
//! **Not promised.** Fields that are hints are not compared. A word written with what it held is no change. Rust values that objects own are not compared: no machine
//! reads them.
//!
//! **Example.** `Point.x: 0 became 5`

use super::collect::Heap;
use super::field::FieldGc;
use super::object::{all_types, Header, TypeInfo};

/// A copy of all contents.
pub(crate) struct Contents {
    /// Address and number of words of each object.
    objects: Vec<(usize, usize)>,
    /// Their words.
    words: Vec<u64>,
    collections: u64,
}

/// A word that is another one now.
pub(crate) struct Change {
    /// As machines name it: `Type.field`, or `Type[]` for an element.
    pub name: String,
    /// What it is, with what it held and holds.
    pub text: String,
}

impl Heap {
    /// Copies what all objects hold.
    pub(crate) fn contents(&self) -> Contents {
        let mut c =
            Contents { objects: Vec::new(), words: Vec::new(), collections: self.stats().collections };
        let mut cells = Vec::new();
        self.space.borrow().for_each_cell(|at, _| cells.push(at));
        for at in cells {
            if let Some(extent) = self.extent(at as u64) {
                let words = extent.bytes as usize / 8;
                // SAFETY: an object of so many bytes begins there, which nobody writes meanwhile.
                c.words.extend_from_slice(unsafe { std::slice::from_raw_parts(at as *const u64, words) });
                c.objects.push((at, words));
            }
        }
        c
    }

    /// The words that are others now; Rust values that objects own are left out.
    pub(crate) fn changes_since(&self, before: &Contents) -> Vec<Change> {
        let mut changes = Vec::new();
        if self.stats().collections != before.collections {
            return changes;
        }
        let types = all_types();
        let mut rest = &before.words[..];
        for &(at, len) in &before.objects {
            let (old, more) = rest.split_at(len);
            rest = more;
            // SAFETY: no collection has freed the object since it was copied.
            let now = unsafe { std::slice::from_raw_parts(at as *const u64, len) };
            // SAFETY: it begins with its header.
            let number = unsafe { &*(at as *const Header) }.type_number();
            let Some(info) = types.get(number.wrapping_sub(1) as usize) else { continue };
            let differ = (1..len).filter(|&k| old[k] != now[k]);
            changes.extend(differ.filter_map(|k| change(info, 8 * k as u32, (old[k], now[k]))));
        }
        changes
    }
}

/// The word at an offset of an object, by its type.
fn change(info: &TypeInfo, offset: u32, (old, now): (u64, u64)) -> Option<Change> {
    let kind = info.name;
    let (name, what, bytes) = match info.elements.filter(|t| offset >= t.elems_offset) {
        Some(tail) => {
            let first = (offset - tail.elems_offset) / tail.stride.max(1);
            (format!("{kind}[]"), format!("element {first} of a {kind}"), tail.stride)
        }
        None => {
            // The fields that are in this word.
            let mut fields =
                info.fields.iter().filter(|f| f.offset < offset + 8 && f.offset + f.bytes > offset);
            let field = fields.find(|f| !f.hint && !matches!(f.gc, FieldGc::Own(_)))?;
            (format!("{kind}.{}", field.name), format!("field `{}` of a {kind}", field.name), field.bytes)
        }
    };
    // A word may be a part of a value, or several values.
    let values = if bytes == 8 { format!(": {} became {}", old as i64, now as i64) } else { String::new() };
    Some(Change { text: what + &values, name })
}
