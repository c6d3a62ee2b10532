//! What objects hold, to see later which of them was written.
//!
//! **Problem.** A helper that claims only to read must not write, and a store is a plain move of a word: nothing notices it. So the contents of the heap are
//! copied before such a call and compared after it.
//!
//! **Invariants.** Only what was there at the copy is compared, so objects made since are nobody's business. A header is no content: its bits are the collector's.
//! If a collection has come between, nothing is found.
//!
//! **Not promised.** A word written with what it held is no change. Of a Rust value that an object owns only its own bytes are compared, not what it points to.
//!
//! **Example.** ``field `x` of a Point: 0 became 5``

use super::collect::Heap;
use super::object::{all_types, Header, TypeInfo, FREED};

/// A copy of all contents.
pub(crate) struct Contents {
    /// Address and number of words of each object.
    objects: Vec<(usize, usize)>,
    /// Their words.
    words: Vec<u64>,
    collections: u64,
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

    /// A word that is another one now, as text.
    pub(crate) fn change_since(&self, before: &Contents) -> Option<String> {
        if self.stats().collections != before.collections {
            return None;
        }
        let mut rest = &before.words[..];
        for &(at, len) in &before.objects {
            let (old, more) = rest.split_at(len);
            rest = more;
            // SAFETY: no collection has freed the object since it was copied.
            let now = unsafe { std::slice::from_raw_parts(at as *const u64, len) };
            let Some(k) = (1..len).find(|&k| old[k] != now[k]) else { continue };
            // SAFETY: it begins with its header.
            let number = unsafe { &*(at as *const Header) }.type_number();
            if number == FREED {
                continue;
            }
            let types = all_types();
            let info = types.get(number.wrapping_sub(1) as usize)?;
            return Some(describe(info, 8 * k as u32, (old[k], now[k])));
        }
        None
    }
}

/// The word at an offset of an object, by its type.
fn describe(info: &TypeInfo, offset: u32, (old, now): (u64, u64)) -> String {
    let name = info.name;
    if let Some(tail) = info.elements.filter(|t| offset >= t.elems_offset) {
        let first = (offset - tail.elems_offset) / tail.stride.max(1);
        let (old, now) = (old as i64, now as i64);
        return match tail.stride {
            8 => format!("element {first} of a {name}: {old} became {now}"),
            // A word is part of an element, or several of them.
            _ => format!("element {first} of a {name}"),
        };
    }
    let Some(field) = info.fields.iter().rev().find(|f| f.offset <= offset) else {
        return format!("offset {offset} of a {name}");
    };
    match field.bytes {
        8 => format!("field `{}` of a {name}: {} became {}", field.name, old as i64, now as i64),
        _ => format!("field `{}` of a {name}", field.name),
    }
}
