//! When the next collection comes, and what it looks at.
//!
//! **Problem.** Memory used again soon is still in the cache, so collections should come often; but each costs something, and looking at what lives over and
//! over is waste. What lives, what survives and what it takes to find out differ from program to program and change as one goes on.
//!
//! **How.** There are three regimes, by what the last collections met:
//! - *Nursery*: collections come each [`HeapConfig::nursery`] bytes and look at what was made since something was last *tenured*, that is made old. What
//!   survives stays young, as most of it is what the program was just working with. It is tenured when it has become much, or each [`AGE`] collections.
//! - *Generations*, for heaps that are larger, or of which much survives: minor collections that tenure, after [`HeapConfig::young`] bytes, if they look at half of
//!   what a full one would, at most.
//! - *Full collections only*, where what lives is next to nothing beside what is made, or nearly all of it survives.
//!
//! In all of them a full collection comes when what is old has grown by as much as lived after the last one: old garbage takes as much memory as garbage of any age
//! would.
//!
//! **Invariants.** What is decided depends on counts only, never on clocks, so that runs can be repeated.
//!
//! **Not promised.** That a regime is the best one: a nursery is given up when its first collection after tenuring costs too much, and tried
//! again after a number of full collections that doubles each time.
//!
//! **Example.** A program with 300 KB of data that makes and drops texts: one collection tenures its data, then one each 2 MB looks at a few hundred objects.

use super::collect::Scope;
use super::config::HeapConfig;
use std::cell::Cell;

/// Bytes that a heap which is small, but not tiny, may allocate between full collections. A tiny one collects more often than that: marking
/// costs next to nothing, and memory that is reused is still in the cache (measured: 3.3 ns for an object of 32 bytes, against 4.5).
const UNHURRIED: usize = 32 << 20;

/// A heap smaller than this share of what is made between two collections is looked at as a whole in each.
const SMALL: usize = 8;

/// Heaps larger than so many nurseries have none: their blocks, all of which a collection looks at, are too many.
const LARGE: usize = 8;

/// Collections of a nursery until what lives is tenured: the log of stores, and roots that have changed, are looked at in each.
const AGE: u32 = 16;

/// Bytes to be made for each object, or four elements, that a collection of the nursery looks at: it is to take a tenth of the time at most.
const WORTH: usize = 256;

/// Under stress with minor collections, one in so many is full, and one in so many tenures.
const STRESS_FULL: u64 = 8;
const STRESS_TENURES: u64 = 3;

/// What a collection has found.
pub(super) struct Found {
    pub scope: Scope,
    /// Collections so far, with this one.
    pub count: u64,
    /// Bytes that were made since the last one.
    pub since: usize,
    /// Bytes that lived after the last one.
    pub before: usize,
    /// Bytes that live.
    pub live: usize,
    /// The same with what is held outside of the heap.
    pub held: usize,
    /// The share of young objects among those looked at.
    pub young_share: f64,
    /// Objects looked at, and a quarter of their elements.
    pub work: u64,
}

/// What comes next: a collection of this scope, after so many bytes.
pub(super) struct Next {
    pub scope: Scope,
    pub after: usize,
}

/// See the module header.
pub(super) struct Policy {
    /// A full collection is due when more bytes live.
    full_at: Cell<usize>,
    /// Most bytes between a collection and a minor one, where these tenure.
    young: Cell<usize>,
    /// Bytes that lived when something was tenured last.
    tenured: Cell<usize>,
    /// Collections of the nursery since.
    age: Cell<u32>,
    /// Full collections to wait before a nursery is tried, and how many it will be the next time.
    wait: Cell<(u32, u32)>,
}

impl Policy {
    /// That of a new heap.
    pub fn new(config: &HeapConfig) -> Policy {
        Policy {
            full_at: Cell::new(config.min_trigger),
            young: Cell::new(config.young),
            tenured: Cell::new(0),
            age: Cell::new(0),
            wait: Cell::new((0, 1)),
        }
    }
    /// What comes after a collection that has found this.
    pub fn next(&self, config: &HeapConfig, found: &Found) -> Next {
        let generations = self.generations(config, found);
        let mut next = self.nursery(config, found).unwrap_or(generations);
        if config.stress {
            next.scope = match found.count + 1 {
                n if !config.minor || n.is_multiple_of(STRESS_FULL) => Scope::All,
                n if n.is_multiple_of(STRESS_TENURES) => Scope::Young,
                _ => Scope::Nursery,
            }
        }
        if found.scope != Scope::Nursery {
            self.tenured.set(found.live);
            self.age.set(0);
        }
        next
    }
    fn nursery(&self, config: &HeapConfig, found: &Found) -> Option<Next> {
        let size = config.nursery;
        let (left, again) = self.wait.get();
        if found.scope == Scope::All {
            self.wait.set((left.saturating_sub(1), again))
        }
        if !config.minor || size == 0 || self.wait.get().0 > 0 || found.held > LARGE * size {
            return None;
        }
        let after = size.min(config.min_trigger);
        if found.scope != Scope::Nursery {
            let grown = (found.held as f64 * config.growth) as usize;
            if found.scope == Scope::All {
                self.full_at.set(found.held.saturating_add(grown.max(config.min_trigger)))
            }
            let full = found.held > self.full_at.get();
            return Some(Next { scope: if full { Scope::All } else { Scope::Nursery }, after });
        }
        let is_dear = found.work > (found.since.max(size) / WORTH) as u64;
        if is_dear && self.age.get() == 0 {
            self.wait.set((again, again.saturating_mul(2)));
            return None;
        }
        self.age.set(self.age.get() + 1);
        let survived = found.live.saturating_sub(self.tenured.get());
        let tenures = is_dear || survived > size / 2 || self.age.get() >= AGE;
        Some(Next { scope: if tenures { Scope::Young } else { Scope::Nursery }, after })
    }
    fn generations(&self, config: &HeapConfig, found: &Found) -> Next {
        let (least, most) = (config.min_trigger, self.young.get());
        // What would be allocated before the next collection if all were full ones.
        let grown = (found.held as f64 * config.growth) as usize;
        let unhurried = grown.max(found.held.saturating_mul(16).min(UNHURRIED)).max(least);
        let survived = match found.scope {
            Scope::All => found.live as f64 * found.young_share,
            _ => found.live.saturating_sub(found.before) as f64,
        };
        let rate = survived / found.since.max(1) as f64;
        if found.scope == Scope::All {
            self.full_at.set(found.held.saturating_add(unhurried))
        }
        // Where much survives, minor collections do the work of full ones over again: they are to be fewer then.
        self.young.set(match () {
            () if rate > 0.5 => most.saturating_mul(2),
            () if rate < 0.25 => (most / 2).max(config.young),
            () => most,
        });
        let young = unhurried.min(self.young.get()).max(least);
        // A minor collection is worth it if it looks at half of what a full one would, at most, and that is more than next to nothing beside what was made.
        let promoted = rate * young as f64;
        let worth = 2.0 * promoted < found.held as f64 && found.held > config.young / SMALL;
        let minor = config.minor && (worth || config.young == 0);
        let full = !minor || found.held as f64 + promoted > self.full_at.get() as f64;
        Next {
            scope: if full { Scope::All } else { Scope::Young },
            after: if minor { young } else { unhurried },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A collection of so many live bytes, of which `work` objects were looked at.
    fn found(scope: Scope, live: usize, work: u64) -> Found {
        Found { scope, count: 1, since: 2 << 20, before: live, live, held: live, young_share: 0.01, work }
    }

    #[test]
    fn a_nursery_is_given_up_where_it_costs_too_much_and_tried_again_later_each_time() {
        let config = HeapConfig::default();
        let p = Policy::new(&config);
        let mut fulls = Vec::new();
        for _ in 0..3 {
            let mut n = 0;
            while p.next(&config, &found(Scope::All, 1 << 20, 1)).scope != Scope::Nursery {
                n += 1
            }
            fulls.push(n);
            let dear = p.next(&config, &found(Scope::Nursery, 1 << 20, 1 << 20));
            assert!(dear.scope != Scope::Nursery && dear.after > config.nursery);
        }
        assert_eq!(fulls, [0, 0, 1]);
    }

    #[test]
    fn what_grows_old_in_a_nursery_is_collected_in_full_when_it_has_doubled() {
        let config = HeapConfig::default();
        let p = Policy::new(&config);
        let of = |scope, live| p.next(&config, &found(scope, live, 1)).scope;
        assert_eq!(of(Scope::All, 5 << 20), Scope::Nursery);
        assert_eq!(of(Scope::Young, 9 << 20), Scope::Nursery);
        assert_eq!(of(Scope::Nursery, 11 << 20), Scope::Young, "much has survived");
        assert_eq!(of(Scope::Young, 11 << 20), Scope::All);
        assert_ne!(of(Scope::All, 100 << 20), Scope::Nursery, "it is too large");
    }
}
