//! How long collections keep the program waiting.
//!
//! **Problem.** A sum says nothing of the one pause that somebody notices: its distribution does.
//!
//! **Not promised.** More than two digits. A pause is the collection's own time, without what the system takes meanwhile from the thread.
//!
//! **Example.** `pauses: 118 (112 minor, 90 in the nursery), 41 ms in all, median 0.21 ms, 99th percentile 1.9 ms, largest 4.4 ms`

use crate::heap::HeapStats;
use hdrhistogram::Histogram;
use std::fmt::{Display, Formatter, Result};
use std::time::Duration;

/// Pauses of a run time so far. Times are rounded to two digits, and zero if there was none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pauses {
    /// Collections.
    pub collections: u64,
    /// Those of them that looked at young objects only.
    pub minor: u64,
    /// Those of these after which what was young and lived stayed young.
    pub nursery: u64,
    /// All of them together.
    pub total: Duration,
    /// Half of them were no longer than this.
    pub median: Duration,
    /// 99 of 100 were no longer than this.
    pub percentile_99: Duration,
    /// The longest one.
    pub largest: Duration,
}

impl Pauses {
    /// Those counted by nanoseconds, in a heap that has counted their kinds.
    pub(crate) fn of(counted: &Histogram<u64>, heap: HeapStats) -> Pauses {
        let at = |q| Duration::from_nanos(counted.value_at_quantile(q));
        Pauses {
            collections: counted.len(),
            minor: heap.minor,
            nursery: heap.nursery,
            total: Duration::from_nanos((counted.mean() * counted.len() as f64) as u64),
            median: at(0.5),
            percentile_99: at(0.99),
            largest: Duration::from_nanos(counted.max()),
        }
    }
}

impl Display for Pauses {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let [total, median, most, largest] =
            [self.total, self.median, self.percentile_99, self.largest].map(|d| d.as_secs_f64() * 1e3);
        let Pauses { collections, minor, nursery, .. } = self;
        write!(f, "pauses: {collections} ({minor} minor, {nursery} in the nursery), {total:.3} ms in all")?;
        write!(f, ", median {median:.3} ms, 99th percentile {most:.3} ms, largest {largest:.3} ms")
    }
}

#[test]
fn pauses_are_told_by_their_distribution() {
    let mut counted = Histogram::new(2).expect("two digits");
    assert_eq!(Pauses::of(&counted, HeapStats::default()), Pauses::default());
    (1..=1000u64).for_each(|n| counted.record(n * 1_000).expect("it grows"));
    counted.record(7_000_000).expect("it grows");
    let told = Pauses::of(&counted, HeapStats { minor: 900, nursery: 400, ..HeapStats::default() });
    assert_eq!(told.collections, 1001);
    assert!(told.to_string().starts_with("pauses: 1001 (900 minor, 400 in the nursery), "), "{told}");
    let within = |d: Duration, ns: u64| (ns..=ns + ns / 64).contains(&(d.as_nanos() as u64));
    assert!(within(told.median, 500_000) || within(told.median, 501_000), "{told}");
    assert!(within(told.percentile_99, 991_000), "{told}");
    assert!(within(told.largest, 7_000_000), "{told}");
    assert!(within(told.total, 507_000_000), "{told}");
    assert!(told.to_string().contains(" ms in all, median 0.50"), "{told}");
}
