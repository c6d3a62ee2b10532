//! Which mappings are asked for in large pages.
//!
//! **Problem.** The system makes a page of 2 MB in a seventh of the time that as many small ones take, where it has memory at hand. Where it has not (a virtual machine
//! whose host is to find it first), it takes seven times as long as they do: a short program then waits for pages for a third of its time. Nothing tells which it will be.
//!
//! **How.** The first large page of each mapping is made at once, and timed. After a slow one, what is asked for next is small ([`REST`]).
//!
//! **Invariants.** Nothing but time depends on what is found.
//!
//! **Not promised.** That the other large pages of a mapping take as long as its first.
//!
//! **Example.** A program that grows by 40 MB while pages are slow waits for two of them, 9 ms, and not for twenty.

use holloway_compiler::platform::{self, Pages};
use std::time::{Duration, Instant};

/// Bytes of a large page of the system's.
pub(super) const LARGE_PAGE: usize = 2 << 20;

/// What 500 small pages take, about: a large one that takes longer is not worth it.
const SLOW: Duration = Duration::from_micros(500);

/// Bytes that are taken in small pages after a slow one.
const REST: usize = 32 << 20;

/// See the module header.
pub(super) struct Paging {
    wanted: bool,
    /// Bytes yet to be taken in small pages.
    rest: usize,
}

impl Paging {
    /// See [`HeapConfig::large_pages`](super::HeapConfig::large_pages).
    pub fn new(wanted: bool) -> Paging {
        Paging { wanted, rest: 0 }
    }
    /// Chooses for a new mapping, nothing of which is in use.
    pub fn choose(&mut self, map: &mut Pages) {
        let before = (map.as_ptr() as usize).next_multiple_of(LARGE_PAGE) - map.as_ptr() as usize;
        if !self.wanted || map.len() < before + LARGE_PAGE {
            return;
        }
        if self.rest > 0 {
            self.rest = self.rest.saturating_sub(map.len());
            return;
        }
        platform::in_large_pages(map, true);
        let began = Instant::now();
        // A page is made when it is written to.
        std::hint::black_box(&mut map[..])[before] = 0;
        if began.elapsed() > SLOW {
            self.rest = REST;
            platform::in_large_pages(map, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_slow_page_small_ones_are_taken_for_a_while() {
        let mut paging = Paging { wanted: true, rest: 3 * LARGE_PAGE };
        let mut map = Pages::new(2 * LARGE_PAGE).unwrap();
        paging.choose(&mut map);
        assert_eq!(paging.rest, LARGE_PAGE);
        paging.choose(&mut map);
        assert_eq!(paging.rest, 0);
        paging.choose(&mut map);
        assert!(paging.rest == 0 || paging.rest == REST);
        assert!(map.iter().all(|byte| *byte == 0));
    }
}
