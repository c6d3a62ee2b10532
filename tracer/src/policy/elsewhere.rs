//! Whether a loop runs on the processor or elsewhere, under `HOLLOWAY_GPU=auto`.
//!
//! **Problem.** A device pays for some loops only, exploring a loop costs milliseconds, a kernel's build a second of another core. A program that gains nothing
//! by all this must not notice that it was tried.
//!
//! **The rule.** What was not measured is not done, and what is tried may cost a share ([`SHARE`]) of the time there is:
//! 1. Nothing happens until a clock has found the program [`SAMPLES`] times in one loop. That loop is explored. If it has a region, all native code is
//!    thrown away once, so that from then on loops can be met at their headers.
//! 2. A loop so met is timed from one visit to the next, [`VISITS`] times before native code may go on through its header. One whose visits are short is left
//!    to native code; recordings end at the others, which are explored when they have taken long.
//! 3. The processor goes first: two visits give its time for an op of the loop's. The device gets as long as the processor would take. From then on
//!    whichever was faster goes, for sizes of the same power of two.
//! 4. A loop left to native code is met where the clock finds it: in its middle. What has become less from one time to the next, shortly after, is the
//!    processor's pace, or too slow if the program was elsewhere in between: the least of [`TRIALS`] counts. If the device has won, recordings end
//!    at its header too, until the device has lost [`LOSSES`] times in a row.
//! 5. What came to nothing is not repeated before the program has run [`SHARE`] times as long as that took, twice that the next time, and so on.
//!
//! **Invariants.** Times are handed in, in nanoseconds since the run time began: no clock is read here. Only under `auto` does what is compiled depend on them.
//!
//! **Not promised.** That the times are of the loop alone: what the program does until it comes to the loop again counts for both sides.
//!
//! **Example.** Visits of 2 ms with a million ops each: 2 ns for an op. The device takes 1 ms for the same: it has the loop from now on.

use std::collections::BTreeMap;

/// An attempt may take one in so many nanoseconds of the run.
const SHARE: u64 = 50;
/// Times that the clock finds the program in a loop before that is explored.
pub(crate) const SAMPLES: u32 = 8;
/// What exploring a loop takes, before it was tried.
const EXPLORING: u64 = 2_000_000;
/// Visits shorter than this do not pay for asking.
const SHORT: f64 = 10_000.0;
/// Visits that tell how long they are.
const VISITS: u32 = 4;
/// Time spent in a loop before it is explored.
const HEAVY: u64 = 30_000_000;
/// What a device must save at least in one run, and how many times faster it must be.
const WORTH: f64 = 200_000.0;
const GAIN: f64 = 1.1;
/// How long until what is being made ready is asked for again.
const SOON: u64 = 20_000_000;
/// Runs on a device that lost by less than [`CLOSE`] before it is believed: the first has a cold start.
const TRIALS: u32 = 3;
const CLOSE: f64 = 3.0;
/// Times in a row that a device loses a loop of short visits before that is left to native code again.
const LOSSES: u32 = 4;
/// Most doublings of a rest.
const MAX_DOUBLINGS: u32 = 10;

/// Who runs a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Processor,
    Device,
}

/// What is to be done at a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// Nothing: on with native code.
    Pass,
    /// The loop is to be explored.
    Explore,
    /// Its region is to be weighed.
    Weigh,
}

/// What the whole program has been charged for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    /// Time spent on exploring.
    pub explored: u64,
}

impl Budget {
    /// Whether a loop may be explored now.
    pub fn allows(&self, now: u64) -> bool {
        (self.explored + EXPLORING).saturating_mul(SHARE) <= now
    }
}

/// A mean that forgets.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    value: f64,
    count: u32,
}

impl Mean {
    fn add(&mut self, x: f64, share: f64) {
        self.value += (x - self.value) * if self.count == 0 { 1.0 } else { share };
        self.count += 1;
    }

    /// The least, which grows a little each time.
    fn least(&mut self, x: f64) {
        self.value = if self.count == 0 { x } else { x.min(self.value * 1.1) };
        self.count += 1;
    }
}

/// Nanoseconds for an op.
#[derive(Clone, Copy, Debug, Default)]
struct Paces {
    processor: Mean,
    /// Of a run.
    device: Mean,
    /// From the beginning of a run to the next visit.
    between: Mean,
}

/// A visit that is being timed.
#[derive(Clone, Copy, Debug)]
struct Timed {
    began: u64,
    work: u64,
    side: Side,
}

/// What is known of a loop's times.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choice {
    samples: u32,
    /// Its visits are short: it is met where the clock finds it.
    left: bool,
    /// The device was faster though visits are short.
    won: bool,
    last: Option<u64>,
    visits: Mean,
    spent: u64,
    timed: Option<Timed>,
    /// Times by the power of two of the ops.
    paces: BTreeMap<u32, Paces>,
    /// The processor was timed in the middle of the loop, not from one entry to the next.
    amid: bool,
    rests_until: u64,
    lost: u32,
    /// Times in a row that something was being made ready.
    waits: u64,
}

impl Choice {
    /// The clock has found the program here.
    pub fn found(&mut self, now: u64, explored: bool, budget: Budget) -> Visit {
        self.samples += 1;
        match explored {
            _ if self.samples < SAMPLES || now < self.rests_until => Visit::Pass,
            true => Visit::Weigh,
            false if budget.allows(now) => Visit::Explore,
            false => Visit::Pass,
        }
    }

    /// Whether it is met only where the clock finds it.
    pub fn is_left(&self) -> bool {
        self.left
    }

    /// Whether the processor is being timed.
    pub fn is_timed(&self) -> bool {
        matches!(self.timed, Some(Timed { side: Side::Processor, .. }))
    }

    /// Whether recordings end at the loop's header.
    pub fn is_heavy(&self) -> bool {
        self.visits.count >= VISITS && !self.left && self.lost < LOSSES
    }

    /// Whether too little is known of how long visits are.
    pub fn is_open(&self) -> bool {
        self.visits.count < VISITS
    }

    /// The program comes to the loop.
    pub fn visit(&mut self, now: u64, explored: bool, budget: Budget) -> Visit {
        if let Some(last) = self.last.replace(now) {
            self.visits.add((now - last) as f64, 0.125);
            self.spent += now - last;
        }
        self.left |= !self.won && self.visits.count >= VISITS && self.visits.value < SHORT;
        if self.left {
            return Visit::Pass;
        }
        if self.is_open() || now < self.rests_until {
            self.timed = None;
            return Visit::Pass;
        }
        match explored {
            true => Visit::Weigh,
            false if self.spent >= HEAVY && budget.allows(now) => Visit::Explore,
            false => Visit::Pass,
        }
    }

    /// The region has so many ops before it: who runs it, and, if that is the device, for how long it may.
    pub fn weigh(&mut self, now: u64, work: u64) -> (Side, u64) {
        if let Some(t) = self.timed.take() {
            // In the middle of a loop that the processor runs, less is left than there was.
            let amid = t.side == Side::Processor && work < t.work;
            let done = if amid { t.work - work } else { t.work };
            let pace = (now - t.began) as f64 / done.max(1) as f64;
            let paces = self.paces.entry(t.work.ilog2()).or_default();
            match t.side {
                // It has come to its end, and begun anew.
                Side::Processor if self.left && !amid => {}
                Side::Processor if self.left => {
                    self.amid = true;
                    paces.processor.least(pace);
                }
                Side::Processor => {
                    self.amid = amid;
                    paces.processor.add(pace, 0.5);
                }
                Side::Device => paces.between.add(pace, 0.5),
            }
        }
        let size = work.max(1).ilog2();
        let paces = self.paces.entry(size).or_default();
        // What the program does between visits counts for both sides or for none.
        let device = if self.amid { paces.device } else { paces.between };
        let processor = self.processor(size);
        let expected = processor.value * work as f64;
        let loses = device.value * GAIN > processor.value;
        let doubtful = device.count < TRIALS && device.value < processor.value * CLOSE;
        let side = match () {
            _ if processor.count < self.wanted() || expected < WORTH => Side::Processor,
            _ if device.count == 0 || !loses || doubtful => Side::Device,
            _ => Side::Processor,
        };
        if side == Side::Processor && processor.count >= self.wanted() {
            // What is small or was lost: it may be another time.
            let paces = self.paces.entry(size).or_default();
            (paces.device, paces.between) = Default::default();
            self.loses();
        }
        (side, expected as u64)
    }

    /// The processor's pace at a size, or at the next one that is known: unlike the device's it hardly depends on it.
    fn processor(&self, size: u32) -> Mean {
        let known = self.paces.iter().filter(|(_, p)| p.processor.count > 0);
        known.min_by_key(|(s, _)| s.abs_diff(size)).map_or(Mean::default(), |(_, p)| p.processor)
    }

    /// Times that the processor is timed before it is compared.
    fn wanted(&self) -> u32 {
        if self.left {
            TRIALS
        } else {
            1
        }
    }

    fn loses(&mut self) {
        self.lost += 1;
        if self.won && self.lost >= LOSSES {
            (self.won, self.left) = (false, true);
        }
    }

    /// The processor goes on with what has so many ops, after the asking took some time.
    pub fn goes_on(&mut self, asked: u64, now: u64, work: u64) {
        self.last = Some(now);
        match self.processor(work.max(1).ilog2()).count < self.wanted() {
            true => self.timed = Some(Timed { began: now, work: work.max(1), side: Side::Processor }),
            false => self.rest(asked, now),
        }
    }

    /// The device has run what had so many ops.
    /// Answers whether recordings are to end at the loop's header as of now.
    pub fn ran(&mut self, began: u64, now: u64, work: u64) -> bool {
        (self.lost, self.waits) = (0, 0);
        let pace = (now - began) as f64 / work.max(1) as f64;
        self.paces.entry(work.max(1).ilog2()).or_default().device.add(pace, 0.5);
        self.timed = Some(Timed { began, work: work.max(1), side: Side::Device });
        self.won |= self.left;
        std::mem::take(&mut self.left)
    }

    /// What was begun came to nothing.
    pub fn failed(&mut self, began: u64, now: u64) {
        self.last = Some(now);
        self.loses();
        self.rest(began, now);
    }

    /// What failed has shown how the loop is to be explored again.
    pub fn taught(&mut self, now: u64) {
        (self.last, self.timed) = (Some(now), None);
    }

    /// Something is being made ready.
    pub fn waits(&mut self, began: u64, now: u64) {
        (self.last, self.timed) = (Some(now), None);
        self.waits = (self.waits + 1).min(SHARE);
        self.rests_until = now + SOON.max((now - began) * self.waits);
    }

    fn rest(&mut self, began: u64, now: u64) {
        let share = SHARE << self.lost.min(MAX_DOUBLINGS);
        self.rests_until = now + (now - began).saturating_mul(share);
        self.timed = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;
    const RICH: Budget = Budget { explored: 0 };

    /// Visits a loop of a size: `processor` and `device` say how long each takes; who ran it, in order.
    fn visits(c: &mut Choice, n: usize, work: u64, processor: u64, device: u64) -> Vec<Side> {
        let mut now = 1_000 * MS + c.last.unwrap_or(0);
        open(c, now);
        let mut sides = Vec::new();
        for _ in 0..n {
            match c.visit(now, true, RICH) {
                Visit::Weigh => {
                    let (side, most) = c.weigh(now, work);
                    sides.push(side);
                    match side {
                        Side::Processor => c.goes_on(now, now + 1000, work),
                        Side::Device if device > most => c.failed(now, now + most),
                        Side::Device => drop(c.ran(now, now + device, work)),
                    }
                    now += match side {
                        Side::Processor => processor,
                        Side::Device => device.min(most + processor),
                    };
                }
                _ => {
                    sides.push(Side::Processor);
                    now += processor;
                }
            }
        }
        sides
    }

    /// So many visits as tell how long they are.
    fn open(c: &mut Choice, before: u64) {
        (0..VISITS as u64).for_each(|k| assert_eq!(c.visit(before - (9 - k) * MS, true, RICH), Visit::Pass));
    }

    #[test]
    fn the_faster_side_has_the_loop() {
        let mut c = Choice::default();
        let sides = visits(&mut c, 100, MS, 2 * MS, MS);
        assert_eq!(sides[0], Side::Processor);
        assert_eq!(sides[1..], [Side::Device; 99]);
        let sides = visits(&mut Choice::default(), 1000, MS, 2 * MS, 3 * MS);
        let tried = sides.iter().filter(|s| **s == Side::Device).count();
        assert!((1..=8).contains(&tried), "{tried} of 1000 visits were lost");
    }

    #[test]
    fn short_visits_are_left_alone() {
        let mut c = Choice::default();
        for k in 0..100 {
            assert_eq!(c.visit(k * 8_000, false, RICH), Visit::Pass);
        }
        assert!(!c.is_open() && !c.is_heavy());
        let mut c = Choice::default();
        let all: Vec<Visit> = (0..100).map(|k| c.visit(1_000 * MS + k * MS, false, RICH)).collect();
        assert_eq!((all[29], all[30]), (Visit::Pass, Visit::Explore), "after 30 ms");
        assert!(c.is_heavy());
    }

    #[test]
    fn exploring_waits_until_it_is_a_small_share() {
        let poor = Budget { explored: 20 * MS };
        assert!(!poor.allows(1_000 * MS) && poor.allows(1_100 * MS));
    }

    #[test]
    fn a_loop_met_in_its_middle_is_timed_by_what_has_become_less() {
        let mut c = Choice::default();
        open(&mut c, 1_000 * MS);
        assert_eq!(c.visit(1_000 * MS, true, RICH), Visit::Weigh);
        assert_eq!(c.weigh(1_000 * MS, 10_000_000).0, Side::Processor);
        c.goes_on(1_000 * MS, 1_000 * MS, 10_000_000);
        assert_eq!(c.visit(1_010 * MS, true, RICH), Visit::Weigh);
        // A tenth is done in 10 ms: the rest takes 90 ms.
        assert_eq!(c.weigh(1_010 * MS, 9_000_000), (Side::Device, 90 * MS));
    }

    #[test]
    fn what_comes_to_nothing_rests_twice_as_long_each_time() {
        let mut c = Choice::default();
        c.failed(1_000 * MS, 1_001 * MS);
        let first = c.rests_until - 1_001 * MS;
        c.failed(2_000 * MS, 2_001 * MS);
        assert_eq!(c.rests_until - 2_001 * MS, 2 * first);
        assert_eq!(c.visit(2_002 * MS, true, RICH), Visit::Pass);
    }

    /// A loop whose visits are short, found often enough, at `now`.
    fn left(now: u64) -> Choice {
        let mut c = Choice::default();
        (0..8).for_each(|k| assert_eq!(c.visit(k * 1000, false, RICH), Visit::Pass));
        assert!(c.is_left());
        (1..SAMPLES).for_each(|_| assert_eq!(c.found(now, true, RICH), Visit::Pass));
        c
    }

    #[test]
    fn a_loop_of_short_visits_is_weighed_where_the_clock_finds_it() {
        let mut c = left(1_000 * MS);
        assert_eq!(c.clone().found(1_000 * MS, false, RICH), Visit::Explore);
        // At 1 ns an op; once the program was elsewhere for long, once the loop had come to its end.
        let met = [(1_000, 90), (1_001, 89), (1_020, 80), (1_030, 95)];
        for (now, work) in met {
            assert_eq!(c.found(now * MS, true, RICH), Visit::Weigh);
            assert_eq!(c.weigh(now * MS, work * MS).0, Side::Processor);
            c.goes_on(now * MS, now * MS, work * MS);
            assert!(c.is_timed());
        }
        assert_eq!(c.weigh(1_040 * MS, 85 * MS), (Side::Device, 85 * MS));
        assert!(c.ran(1_040 * MS, 1_060 * MS, 85 * MS) && c.is_heavy());
        assert!(!c.ran(1_070 * MS, 1_080 * MS, 84 * MS));
        for k in 0..u64::from(LOSSES) {
            assert!(c.is_heavy());
            c.failed((2_000 + k) * MS, (2_000 + k) * MS);
        }
        assert!(c.is_left(), "as the device has lost it");
    }
}
