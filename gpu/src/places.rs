//! Which parts of a buffer are taken.
//!
//! **Problem.** Copies of objects come and go in one buffer, since kernels address all of them from its beginning.
//!
//! **Invariants.** Parts that are taken do not overlap, begin at multiples of [`ALIGN`], and never at 0, which is null. Free parts beside each other are one.
//!
//! **Not promised.** That little is lost between parts: the first gap that is large enough is taken.

use std::collections::BTreeMap;

/// Parts begin at multiples of this, and are as long as some.
pub const ALIGN: usize = 16;

/// See the module header.
#[derive(Debug)]
pub struct Places {
    /// Free parts below the end: their bytes, by where they begin.
    gaps: BTreeMap<usize, usize>,
    /// Nothing is taken from here on.
    end: usize,
    taken: usize,
}

impl Default for Places {
    fn default() -> Places {
        Places { gaps: BTreeMap::new(), end: ALIGN, taken: 0 }
    }
}

impl Places {
    /// The bytes of a part for so many.
    pub fn room(bytes: usize) -> usize {
        bytes.next_multiple_of(ALIGN).max(ALIGN)
    }

    /// Takes a part; where it begins.
    pub fn take(&mut self, bytes: usize) -> usize {
        let room = Places::room(bytes);
        self.taken += room;
        let Some((at, gap)) = self.gaps.iter().find(|g| *g.1 >= room).map(|(a, g)| (*a, *g)) else {
            self.end += room;
            return self.end - room;
        };
        self.gaps.remove(&at);
        if gap > room {
            self.gaps.insert(at + room, gap - room);
        }
        at
    }

    /// Gives back a part that was taken for so many bytes.
    pub fn give(&mut self, at: usize, bytes: usize) {
        let (mut at, mut room) = (at, Places::room(bytes));
        self.taken -= room;
        if let Some(behind) = self.gaps.remove(&(at + room)) {
            room += behind;
        }
        if let Some((before, gap)) = self.gaps.range(..at).next_back().map(|(a, g)| (*a, *g)) {
            if before + gap == at {
                self.gaps.remove(&before);
                (at, room) = (before, room + gap);
            }
        }
        match at + room == self.end {
            true => self.end = at,
            false => drop(self.gaps.insert(at, room)),
        }
    }

    /// Where the last part ends.
    pub fn end(&self) -> usize {
        self.end
    }

    /// How many bytes are taken.
    pub fn taken(&self) -> usize {
        self.taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_overlap_and_free_ones_are_joined() {
        let mut places = Places::default();
        let parts: Vec<(usize, usize)> = [1, 16, 17, 100].map(|n| (places.take(n), n)).to_vec();
        assert_eq!(parts, [(16, 1), (32, 16), (48, 17), (80, 100)]);
        assert_eq!((places.end(), places.taken()), (192, 176));
        places.give(32, 16);
        places.give(16, 1);
        assert_eq!(places.take(48), 192, "too large for the gap");
        assert_eq!((places.take(20), places.end()), (16, 240));
        places.give(192, 48);
        places.give(80, 100);
        assert_eq!(places.end(), 80, "what is free at the end is given up");
        places.give(16, 20);
        places.give(48, 17);
        assert_eq!((places.end(), places.taken(), places.gaps.len()), (ALIGN, 0, 0));
    }
}
