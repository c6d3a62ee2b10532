//! Whether a loop runs on the processor or elsewhere, under `HOLLOWAY_GPU=auto`.
//!
//! **Problem.** A device pays for some loops only, exploring a loop costs milliseconds, a kernel's build a second of another core. A program that gains nothing
//! by all this must not notice that it was tried.
//!
//! **The rule.** What was not measured is not done, and what is tried may cost a share ([`SHARE`]) of the time there is:
//! 1. Nothing happens until a clock has found the program [`SAMPLES`] times in one loop, in [`RARE`] times as many questions at most. That loop is explored. If it can run elsewhere and has
//!    [`LEAST`] ops before it, all native code is thrown away once, so that from then on loops can be met at their headers. If not, one around it may: that is
//!    a guess, for which compiling anew may take one in [`GUESS`] nanoseconds.
//! 2. A loop so met is timed from one visit to the next, [`VISITS`] times before native code may go on through its header. One whose visits are short is left
//!    to native code; recordings end at the others, which are explored when they have taken long.
//! 3. The processor goes first, for [`DEAR`] in all: the least of [`TRIALS`] times from one visit to the next (one, if it is [`LONG`]), once the loop is
//!    compiled, is its time for an op. The device gets as long as the processor would take. From then on whichever was faster goes, for sizes of the
//!    same power of two.
//! 4. A loop left to native code is met where the clock finds it: in its middle. What has become less from one time to the next, shortly after, is the
//!    processor's pace, or too slow if the program was elsewhere in between. If the device has won, recordings end at its header too, and rule 3 begins
//!    anew, with times from an entry: two questions may have come in two entries. If the device then loses [`LOSSES`] times in a row, the loop is left
//!    to native code for good.
//!    Exploring is given up for now where it would take more than its share.
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
/// What compiling all anew costs, in times of compiling: until the code is there again the program runs plainly, and leaves what there is. (A program of 650 ms an
/// iteration lost 850 ms by what had taken 250 to compile.)
const ANEW: u64 = 4;
/// Compiling all anew, so that loops around one that gains nothing are met, may take one in so many.
const GUESS: u64 = SHARE * ANEW;
/// Times that the clock finds the program in a loop before that is explored.
pub(crate) const SAMPLES: u32 = 8;
/// A loop that is found less than once in so many questions has too little of the time: it is counted anew.
const RARE: u64 = 16;
/// Exploring may take one in so many.
const EXPLORED: u64 = 20;
/// What exploring a loop takes, before it was tried.
const EXPLORING: u64 = 2_000_000;
/// What it takes to carry a word from step to step.
const WORD: u64 = 200;
/// Visits shorter than this do not pay for asking, which takes about a microsecond.
const SHORT: f64 = 10_000.0;
/// Visits that tell how long they are.
const VISITS: u32 = 4;
/// Time spent in a loop before it is explored.
const HEAVY: u64 = 30_000_000;
/// Time spent in a loop before a device is made ready for it: opening a driver and building a kernel takes another core about a second.
const DEAR: u64 = 300_000_000;
/// Between two questions of the clock.
const TICK: u64 = 10_000_000;
/// What a device must save at least in one run, and how many times faster it must be.
const WORTH: f64 = 200_000.0;
const GAIN: f64 = 1.1;
/// The fewest ops that may be worth a device: the processor does so many in some 20 us, as long as it takes to start a kernel.
pub(crate) const LEAST: u64 = 20_000;
/// How long until what is being made ready is asked for again.
const SOON: u64 = 20_000_000;
/// Times of the processor before they are believed, and runs on a device that lost by less than [`CLOSE`]: the first of each have a cold start.
const TRIALS: u32 = 3;
const CLOSE: f64 = 3.0;
/// Times in a row that a device loses a loop of short visits before that is left to native code again.
const LOSSES: u32 = 4;
/// A time of the processor that is believed at once: next to it a cold start is nothing.
const LONG: u64 = 30_000_000;
/// Visits that are not timed as the loop has no trace yet. Each comes after many plain iterations; some loops never get a trace.
const COLD: u32 = 8;
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
        (self.explored + EXPLORING).saturating_mul(EXPLORED) <= now
    }

    /// How many words may be carried to explore a loop now.
    pub fn words(self, now: u64) -> u64 {
        (now / EXPLORED).saturating_sub(self.explored).max(EXPLORING) / WORD
    }

    /// Whether what took so long to compile may be compiled again, so that loops around one that gains nothing are met.
    pub fn spares(compiled: u64, now: u64) -> bool {
        compiled.saturating_mul(GUESS) <= now
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

/// Nanoseconds for an op on the device.
#[derive(Clone, Copy, Debug, Default)]
struct Paces {
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
    /// Times that the clock has found it, and since when.
    samples: u32,
    since: u64,
    /// Where the clock found it, it could not run elsewhere, but loops around it may.
    pub around: bool,
    /// Its visits are short: it is met where the clock finds it.
    left: bool,
    /// The device seemed faster where the clock found the loop, so that it was met at its header: that is tried once.
    won: bool,
    last: Option<u64>,
    visits: Mean,
    spent: u64,
    timed: Option<Timed>,
    /// The processor's nanoseconds for an op: unlike the device's they hardly depend on how many there are.
    processor: Mean,
    /// Visits without a trace that were passed over.
    cold: u32,
    /// The device's by the power of two of the ops.
    paces: BTreeMap<u32, Paces>,
    /// The processor was timed in the middle of the loop, not from one entry to the next.
    amid: bool,
    rests_until: u64,
    /// Times in a row that it came to nothing or was slower, and what the device took since it was last faster.
    lost: u32,
    tried: u64,
    /// Times in a row that something was being made ready.
    waits: u64,
}

impl Choice {
    /// The clock has found the program here.
    pub fn found(&mut self, now: u64, explored: bool, budget: Budget) -> Visit {
        let questions = now.saturating_sub(self.since) / TICK;
        if self.samples < SAMPLES && questions > RARE * u64::from(self.samples) {
            (self.samples, self.since) = (0, now);
        }
        self.samples += 1;
        self.spent += TICK;
        match explored {
            _ if self.samples < SAMPLES || self.won || now < self.rests_until => Visit::Pass,
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

    /// The program comes to the loop, which may be `compiled`.
    pub fn visit(&mut self, now: u64, explored: bool, compiled: bool, budget: Budget) -> Visit {
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
        if !compiled && explored && self.processor.count < TRIALS && self.cold < COLD {
            (self.cold, self.timed) = (self.cold + 1, None);
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
            match t.side {
                // It has come to its end, and begun anew.
                Side::Processor if self.left && !amid => {}
                // The least: some of it may have been plain execution, or recording.
                Side::Processor => {
                    self.amid = amid;
                    self.processor.least(pace);
                    if !self.left && now - t.began >= LONG {
                        self.processor.count = TRIALS;
                    }
                }
                Side::Device => self.paces.entry(t.work.ilog2()).or_default().between.add(pace, 0.5),
            }
        }
        let size = work.max(1).ilog2();
        let paces = self.paces.entry(size).or_default();
        // What the program does between visits counts for both sides or for none.
        let device = if self.amid { paces.device } else { paces.between };
        let processor = self.processor;
        let expected = processor.value * work as f64;
        let loses = device.value * GAIN > processor.value;
        let doubtful = device.count < TRIALS && device.value < processor.value * CLOSE;
        let tried = self.paces.values().any(|p| p.device.count > 0);
        if !tried && self.spent < DEAR && processor.count >= TRIALS {
            return (Side::Processor, expected as u64);
        }
        let side = match () {
            _ if processor.count < TRIALS || expected < WORTH || work < LEAST => Side::Processor,
            _ if device.count == 0 || !loses || doubtful => Side::Device,
            _ => Side::Processor,
        };
        if side == Side::Processor && processor.count >= TRIALS {
            // What is small or was lost: it may be another time.
            let paces = self.paces.entry(size).or_default();
            (paces.device, paces.between) = Default::default();
            self.loses();
        }
        if side == Side::Device && device.count > 0 && !loses {
            (self.lost, self.tried) = (0, 0);
        }
        (side, expected as u64)
    }

    fn loses(&mut self) {
        self.lost += 1;
        self.left |= self.won && self.lost >= LOSSES;
    }

    /// The processor goes on with what has so many ops, after the asking took some time.
    pub fn goes_on(&mut self, asked: u64, now: u64, work: u64) {
        self.last = Some(now);
        match self.processor.count < TRIALS {
            true => self.timed = Some(Timed { began: now, work: work.max(1), side: Side::Processor }),
            false => {
                let tried = std::mem::take(&mut self.tried);
                self.rest(asked.saturating_sub(tried), now)
            }
        }
    }

    /// The device has run what had so many ops.
    /// Answers whether recordings are to end at the loop's header as of now.
    pub fn ran(&mut self, began: u64, now: u64, work: u64) -> bool {
        (self.tried, self.waits) = (self.tried + (now - began), 0);
        let pace = (now - began) as f64 / work.max(1) as f64;
        self.paces.entry(work.max(1).ilog2()).or_default().device.add(pace, 0.5);
        self.timed = Some(Timed { began, work: work.max(1), side: Side::Device });
        let met = std::mem::take(&mut self.left);
        if met {
            // Where the clock found it twice, another entry may have begun in between: from now on the time from an entry counts.
            (self.won, self.amid, self.timed) = (true, false, None);
            (self.processor, self.cold) = Default::default();
            self.paces.clear();
        }
        met
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

    /// More would have to be carried than may be now: twice as late that is twice as much.
    pub fn too_dear(&mut self, now: u64) {
        (self.last, self.timed) = (Some(now), None);
        self.rests_until = now.saturating_mul(2);
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
            match c.visit(now, true, true, RICH) {
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

    /// So many visits as tell how long they are, in a loop that has taken long.
    fn open(c: &mut Choice, before: u64) {
        c.spent = DEAR;
        (0..VISITS as u64)
            .for_each(|k| assert_eq!(c.visit(before - (9 - k) * MS, true, true, RICH), Visit::Pass));
    }

    #[test]
    fn the_faster_side_has_the_loop() {
        let mut c = Choice::default();
        let sides = visits(&mut c, 100, MS, 2 * MS, MS);
        assert_eq!(sides[..3], [Side::Processor; 3]);
        assert_eq!(sides[3..], [Side::Device; 97]);
        let sides = visits(&mut Choice::default(), 1000, MS, 2 * MS, 3 * MS);
        let tried = sides.iter().filter(|s| **s == Side::Device).count();
        assert!((1..=8).contains(&tried), "{tried} of 1000 visits were lost");
    }

    #[test]
    fn no_device_is_made_ready_for_what_takes_no_time() {
        let mut c = Choice::default();
        open(&mut c, 1_000 * MS);
        c.spent = 0;
        for k in 0..u64::from(TRIALS) + 100 {
            c.visit(1_000 * MS + 2 * k * MS, true, true, RICH);
            assert_eq!(c.weigh(1_000 * MS + 2 * k * MS, MS).0, Side::Processor);
            c.goes_on(1_000 * MS + 2 * k * MS, 1_000 * MS + 2 * k * MS, MS);
        }
        assert!(c.is_heavy(), "that is no loss");
        c.spent = DEAR;
        assert_eq!(c.weigh(2_000 * MS, MS).0, Side::Device);
    }

    #[test]
    fn few_ops_are_never_worth_a_device() {
        let sides = visits(&mut Choice::default(), 100, LEAST - 1, 2 * MS, 1);
        assert!(sides.iter().all(|s| *s == Side::Processor));
    }

    #[test]
    fn one_long_time_of_the_processor_is_enough() {
        let sides = visits(&mut Choice::default(), 4, 100 * MS, 200 * MS, 100 * MS);
        assert_eq!(sides, [Side::Processor, Side::Device, Side::Device, Side::Device]);
    }

    #[test]
    fn a_device_that_is_slower_is_tried_less_and_less() {
        let sides = visits(&mut Choice::default(), 20_000, MS, 2 * MS, 5 * MS / 2);
        let tried = sides.iter().filter(|s| **s == Side::Device).count();
        assert!((1..=20).contains(&tried), "{tried} of 20000 visits were lost");
    }

    #[test]
    fn short_visits_are_left_alone() {
        let mut c = Choice::default();
        for k in 0..100 {
            assert_eq!(c.visit(k * 8_000, false, true, RICH), Visit::Pass);
        }
        assert!(!c.is_open() && !c.is_heavy());
        let mut c = Choice::default();
        let all: Vec<Visit> = (0..100).map(|k| c.visit(1_000 * MS + k * MS, false, true, RICH)).collect();
        assert_eq!((all[29], all[30]), (Visit::Pass, Visit::Explore), "after 30 ms");
        assert!(c.is_heavy());
    }

    #[test]
    fn exploring_waits_until_it_is_a_small_share() {
        let poor = Budget { explored: 20 * MS };
        assert!(!poor.allows(400 * MS) && poor.allows(440 * MS));
    }

    #[test]
    fn what_is_too_large_to_explore_is_put_off_until_more_may_be_carried() {
        let at = |now, explored| Budget { explored }.words(now);
        assert_eq!(at(10 * MS, 0), EXPLORING / WORD, "small ones always");
        assert!(at(1_000 * MS, 0) > 200_000 && at(1_000 * MS, 45 * MS) < 30_000);
        let mut c = Choice::default();
        open(&mut c, 100 * MS);
        c.too_dear(100 * MS);
        assert_eq!(c.visit(199 * MS, false, true, RICH), Visit::Pass);
        assert_eq!(c.visit(200 * MS, false, true, RICH), Visit::Explore);
        assert_eq!(c.lost, 0, "that is no loss");
    }

    #[test]
    fn a_loop_met_in_its_middle_is_timed_by_what_has_become_less() {
        let mut c = Choice::default();
        open(&mut c, 1_000 * MS);
        assert_eq!(c.visit(1_000 * MS, true, true, RICH), Visit::Weigh);
        for (now, work) in [(1_000, 10_000_000), (1_020, 9_000_000), (1_030, 8_000_000)] {
            assert_eq!(c.weigh(now * MS, work).0, Side::Processor);
            c.goes_on(now * MS, now * MS, work);
        }
        // A tenth was done in 20 ms at first, as that was recorded, then in 10: the rest takes 70 ms.
        assert_eq!(c.weigh(1_040 * MS, 7_000_000), (Side::Device, 70 * MS));
    }

    #[test]
    fn what_comes_to_nothing_rests_twice_as_long_each_time() {
        let mut c = Choice::default();
        c.failed(1_000 * MS, 1_001 * MS);
        let first = c.rests_until - 1_001 * MS;
        c.failed(2_000 * MS, 2_001 * MS);
        assert_eq!(c.rests_until - 2_001 * MS, 2 * first);
        assert_eq!(c.visit(2_002 * MS, true, true, RICH), Visit::Pass);
    }

    /// A loop whose visits are short, found often enough, at `now`.
    fn left(now: u64) -> Choice {
        let mut c = Choice::default();
        (0..8).for_each(|k| assert_eq!(c.visit(k * 1000, false, true, RICH), Visit::Pass));
        assert!(c.is_left());
        c.spent = DEAR;
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
        for k in 0..u64::from(TRIALS) {
            assert_eq!(
                c.weigh((1_060 + k) * MS, (84 - k) * MS).0,
                Side::Processor,
                "it is timed from an entry"
            );
            c.goes_on((1_060 + k) * MS, (1_060 + k) * MS, (84 - k) * MS);
        }
        assert_eq!(c.weigh(1_063 * MS, 81 * MS), (Side::Device, 81 * MS));
        assert!(!c.ran(1_063 * MS, 1_080 * MS, 81 * MS));
        for k in 0..u64::from(LOSSES) {
            assert!(c.is_heavy());
            c.failed((2_000 + k) * MS, (2_000 + k) * MS);
        }
        assert!(c.is_left(), "as the device has lost it");
        assert_eq!(c.found(9_000 * MS, true, RICH), Visit::Pass, "for good");
    }

    #[test]
    fn a_loop_that_is_found_seldom_is_not_explored() {
        let mut c = Choice::default();
        let mut found = |k: u64, each: u64| c.found(k * each * MS, false, RICH);
        assert!((100..200).all(|k| found(k, 2 * RARE * 10) == Visit::Pass));
        let from = 200 * 2 * RARE;
        let often = (from..from + 2 * u64::from(SAMPLES)).filter(|&k| found(k, 10) == Visit::Explore);
        assert_eq!(often.count() as u32, SAMPLES + 1);
    }

    #[test]
    fn another_entry_further_along_is_no_slow_processor() {
        // Entries of 100,000 ops take 100 us: each time the clock finds another one.
        let (mut c, mut now) = (left(1_000 * MS), 1_000 * MS);
        for work in [80_000, 60_000, 45_000] {
            assert_eq!(c.weigh(now, work).0, Side::Processor);
            c.goes_on(now, now, work);
            now += MS;
        }
        assert_eq!(c.weigh(now, 20_000), (Side::Device, 800_000), "an op seems to take 40 ns");
        assert!(c.ran(now, now + 100_000, 20_000) && c.is_heavy());
        // Now it is met at each entry, the first of which is plain and recorded.
        now += MS;
        for k in 0..1000 {
            if c.visit(now, true, k > 0, RICH) == Visit::Weigh {
                assert!(k > 0);
                assert_eq!(c.weigh(now, 100_000).0, Side::Processor);
                c.goes_on(now, now + 1000, 100_000);
            }
            now += if k == 0 { 5 * MS } else { 100_000 };
        }
        assert!(c.is_left() && c.found(now, true, RICH) == Visit::Pass);
    }
}
