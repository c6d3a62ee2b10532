//! How often something must be wanted before it is compiled.
//!
//! **Problem.** Compiling an op takes some 2 µs, as long as running it plainly a thousand times. A program with more ways than it takes often enough must
//! not spend its time on compiling them, and one that is small or short must not wait.
//!
//! **The rule.** A bridge has to be wanted the more often the longer it will be ([`patience`]). Beyond [`FREE_OPS`] it is made when its exit has cost enough:
//! leaving and coming back ([`EXIT`]), and what is ahead, plainly ([`PLAIN`]), against a share of what compiling takes ([`WAITING`]). So compiling takes at most a few times as long as the exits that it ends have
//! taken, whatever a program does; and what is left often is not waited for, however much was compiled before. That this many ops were recorded
//! already ([`MANY_OPS`]) says that it may not be the last. A place without a trace waits for more visits, the more has been compiled.
//!
//! **Not promised.** Any of this under thresholds of 2 and below, which are for tests: there everything is compiled at once.

use super::{Abort, Kind};

/// Ops ahead of an exit for which a bridge has to be wanted as often again.
const PATIENT_OPS: u64 = 100;
/// Ops recorded so far for which a place has to be visited as often again.
const PATIENT_WORK: u64 = 25_000;
/// Most failures before a bridge is recorded.
const MAX_PATIENCE: u64 = 4000;
/// Ops that are compiled with no regard to what they cost.
const FREE_OPS: u64 = 40_000;
/// Nanoseconds, about, that an exit takes with the next entry; an op ahead of it, plainly; and what is waited for an op. They are constants, as what is
/// compiled must not depend on time. Compiling an op takes some 1,400, so one would wait for as long as that; but nearly all
/// bridges for which so little is waited were made in the end when more was.
const EXIT: u64 = 1000;
const PLAIN: u64 = 8;
const WAITING: u64 = 600;
/// Nanoseconds for which plain execution goes on while an op is optimized and assembled. That takes 400 to 500, but others wait before it.
const MAKING: u64 = 900;
/// Most times that it is waited as long for that as before the recording.
const MOST_AGAIN: u64 = 16;
/// Ops recorded so far for which a bridge has to be wanted as often again.
const MANY_OPS: u64 = 1_000_000;
/// The threshold up to which nothing waits.
pub(super) const AT_ONCE: u32 = 2;
/// Failures in a row that are tried again at once, if the reason says that the next recording will be another.
const SOON_PLACE: u32 = 8;
/// Most doublings of a wait.
const MAX_DOUBLINGS: u32 = 20;

/// How often a place is visited, or an exit taken, before a recording of so many ops must have been compiled: so that plain execution takes as long as that does.
/// It was recorded after about so many visits, as set.
pub(crate) fn until_made(kind: Kind, ops: usize, threshold: u32) -> u32 {
    let exit = match kind {
        Kind::Root | Kind::Function => 0,
        Kind::Bridge | Kind::Join => EXIT,
    };
    let visits = ops as u64 * MAKING / (exit + ops as u64 * PLAIN).max(1);
    visits.min(u64::from(threshold) * MOST_AGAIN) as u32
}

/// What has been compiled, and how patient the user wants us to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// Ops recorded so far.
    pub recorded: u64,
    /// Failures before a bridge is recorded, as set.
    pub bridge_threshold: u32,
}

/// Times that something of about so many ops must be wanted, if exits want it.
fn patience(work: Work, ops: u32) -> u32 {
    let threshold = work.bridge_threshold;
    if threshold <= AT_ONCE {
        return threshold;
    }
    let (ops, threshold) = (u64::from(ops), u64::from(threshold));
    let wanted = match work.recorded < FREE_OPS {
        true => threshold.saturating_mul(1 + ops / PATIENT_OPS),
        false => (ops.saturating_mul(WAITING) / (EXIT + ops.saturating_mul(PLAIN))).max(threshold),
    };
    let wanted =
        u128::from(wanted) * (u128::from(MANY_OPS) + u128::from(work.recorded)) / u128::from(MANY_OPS);
    wanted.min(u128::from(MAX_PATIENCE.max(threshold))) as u32
}

/// A place without a trace for the state it is visited with, its counter run out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    /// Visits before it is recorded, as set.
    pub threshold: u32,
    /// Its counter has been set to the threshold before.
    pub seen: bool,
    /// Something is being recorded, or there is no room for code.
    pub busy: bool,
    /// It has traces for other states.
    pub versions: bool,
    /// Visits for which no version would do, this one included.
    pub misses: u32,
    /// Recordings from it that wait in coroutines.
    pub begun: u32,
    /// The counter was set higher on their account.
    pub waited: bool,
    /// Recordings from it that failed in a row.
    pub aborts: u32,
}

/// What a visit leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visited {
    /// A recording.
    Record,
    /// Nothing; the counter stays where it is, for the versions there are.
    Keep,
    /// Nothing for so many visits.
    Wait(u32),
    /// The same, on account of recordings that wait: once.
    Later(u32),
}

/// Whether a place is recorded now.
pub(crate) fn visit(v: &Visit, work: Work) -> Visited {
    let grown = |threshold: u32| match threshold <= AT_ONCE {
        true => threshold,
        false => threshold.saturating_mul(1 + (work.recorded / PATIENT_WORK) as u32),
    };
    let threshold = grown(v.threshold);
    let doublings = (v.begun + v.aborts).min(MAX_DOUBLINGS);
    match () {
        // A fresh counter.
        () if !v.seen && threshold > AT_ONCE => Visited::Wait(threshold - 1),
        () if v.busy && v.versions => Visited::Keep,
        () if v.busy => Visited::Wait(threshold),
        // Another version: only for states that keep coming.
        () if v.versions => {
            let often = grown(work.bridge_threshold).max(1).saturating_mul(1 << doublings);
            match v.misses.is_multiple_of(often) {
                true => Visited::Record,
                false => Visited::Keep,
            }
        }
        // Recordings that wait in suspended coroutines may do so for long, so others are to be made; but each of a million must not make its own.
        () if v.begun > 0 && !v.waited => Visited::Later(threshold.saturating_mul(1 << doublings)),
        () => Visited::Record,
    }
}

/// An exit that was taken and has no bridge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failure {
    /// Failures left, this one taken off.
    pub left: u32,
    /// Failures so far.
    pub taken: u64,
    /// Ops ahead: about what a bridge will have.
    pub ahead: u32,
    /// Recordings from it that failed, and that began.
    pub aborts: u32,
    /// See `aborts`.
    pub begun: u32,
    /// Something is being recorded, or there is no room for code.
    pub busy: bool,
    /// What its tree asks for: see [`super::tree`].
    pub tree: u32,
}

/// What a failure leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failed {
    /// A bridge; if none comes of it, this is asked again after so many failures.
    Bridge(u32),
    /// Nothing for so many failures.
    Wait(u32),
}

/// Whether a bridge is recorded now.
pub(crate) fn failed(f: &Failure, work: Work) -> Failed {
    if f.left > 0 || f.busy {
        return Failed::Wait(f.left);
    }
    let wanted = if f.aborts == 0 { patience(work, f.ahead).max(f.tree) } else { 0 };
    match u64::from(wanted).saturating_sub(f.taken) {
        // The recording may come to wait in a suspended coroutine.
        0 => Failed::Bridge(work.bridge_threshold.saturating_mul(1 << f.begun.min(MAX_DOUBLINGS))),
        left => Failed::Wait(left as u32),
    }
}

/// Recordings of a loop that end with its function, after which that is taken for what the loop does: one of them may have begun in the last iteration, and
/// a trace that does not go round makes all others come by bridges.
const MAX_LEFT: u32 = 2;

/// Whether a recording that ends with its function is to be made again; `bare`: the loop has no trace.
pub(crate) fn comes_round(kind: Kind, aborts: u32, bare: bool) -> bool {
    kind == Kind::Root && bare && aborts < MAX_LEFT
}

/// A recording that came to nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aborted {
    /// Why.
    pub why: Abort,
    /// A function is called from now on that it inlined, so the next is sure to be another. That happens once for each function.
    pub banned: bool,
    /// Failed recordings in a row, this one included.
    pub aborts: u32,
}

/// Visits before a place is recorded again. Where the next recording will be another it is at once; the rest backs off, doubling: a body of which each of ten callees
/// loops must not wait for two to the power of ten turns. With versions for other states the counter stays armed for them.
pub(crate) fn retry_place(a: Aborted, threshold: u32, versions: bool) -> u32 {
    let soon = a.banned || matches!(a.why, Abort::Unstable | Abort::Left) && a.aborts < SOON_PLACE;
    match (versions, soon) {
        (true, _) => 1,
        (false, true) => 2,
        (false, false) => threshold.max(2) << a.aborts.min(MAX_DOUBLINGS),
    }
}

/// Failures before a bridge is recorded again, as above.
pub(crate) fn retry_exit(a: Aborted, threshold: u32) -> u32 {
    match a.banned {
        true => 1,
        false => threshold.max(2) << a.aborts.min(MAX_DOUBLINGS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(recorded: u64) -> Work {
        Work { recorded, bridge_threshold: 8 }
    }

    #[test]
    fn patience_grows_with_length_and_work() {
        let table = [
            ((0, 0), 8),
            ((0, 250), 24),
            ((FREE_OPS - 1, 1000), 91),
            // Each exit takes 9 us, and 0.6 ms are waited.
            ((FREE_OPS, 1000), 68),
            ((FREE_OPS, 100_000), 76),
            ((FREE_OPS, 1), 8),
            ((MANY_OPS, 100), 66),
            ((9 * MANY_OPS, 100), 330),
            ((u64::MAX, u32::MAX), 4000),
        ];
        for ((recorded, ops), times) in table {
            assert_eq!(patience(after(recorded), ops), times, "{recorded} recorded, {ops} ahead");
        }
        assert_eq!(patience(Work { recorded: 1 << 40, bridge_threshold: 2 }, 5000), 2);
        assert_eq!(patience(Work { recorded: 0, bridge_threshold: 9000 }, 0), 9000);
    }

    const VISIT: Visit = Visit {
        threshold: 60,
        seen: true,
        busy: false,
        versions: false,
        misses: 1,
        begun: 0,
        waited: false,
        aborts: 0,
    };

    #[test]
    fn visits() {
        let table = [
            (VISIT, 0, Visited::Record),
            (Visit { seen: false, ..VISIT }, 0, Visited::Wait(59)),
            (Visit { seen: false, ..VISIT }, 2 * PATIENT_WORK, Visited::Wait(179)),
            (Visit { seen: false, threshold: 2, ..VISIT }, 2 * PATIENT_WORK, Visited::Record),
            (Visit { busy: true, ..VISIT }, 0, Visited::Wait(60)),
            (Visit { busy: true, versions: true, ..VISIT }, 0, Visited::Keep),
            (Visit { versions: true, ..VISIT }, 0, Visited::Keep),
            (Visit { versions: true, misses: 8, ..VISIT }, 0, Visited::Record),
            (Visit { versions: true, misses: 8, begun: 1, ..VISIT }, 0, Visited::Keep),
            (Visit { versions: true, misses: 56, aborts: 3, ..VISIT }, 0, Visited::Keep),
            (Visit { versions: true, misses: 64, aborts: 3, ..VISIT }, 0, Visited::Record),
            (Visit { versions: true, misses: 8, ..VISIT }, PATIENT_WORK, Visited::Keep),
            (Visit { begun: 2, ..VISIT }, 0, Visited::Later(240)),
            (Visit { begun: 2, waited: true, ..VISIT }, 0, Visited::Record),
        ];
        for (facts, recorded, then) in table {
            assert_eq!(visit(&facts, after(recorded)), then, "{facts:?}, {recorded} recorded");
        }
    }

    const FAILURE: Failure =
        Failure { left: 0, taken: 8, ahead: 0, aborts: 0, begun: 0, busy: false, tree: 0 };

    #[test]
    fn failures() {
        let table = [
            (FAILURE, Failed::Bridge(8)),
            (Failure { left: 3, ..FAILURE }, Failed::Wait(3)),
            (Failure { busy: true, ..FAILURE }, Failed::Wait(0)),
            (Failure { ahead: 100, ..FAILURE }, Failed::Wait(8)),
            (Failure { ahead: 100, taken: 16, ..FAILURE }, Failed::Bridge(8)),
            (Failure { ahead: 100, aborts: 1, ..FAILURE }, Failed::Bridge(8)),
            (Failure { tree: 60, ..FAILURE }, Failed::Wait(52)),
            (Failure { begun: 3, ..FAILURE }, Failed::Bridge(64)),
        ];
        for (facts, then) in table {
            assert_eq!(failed(&facts, after(0)), then, "{facts:?}");
        }
    }

    #[test]
    fn plain_execution_goes_on_for_as_long_as_compiling_takes() {
        let table = [
            ((Kind::Root, 10, 400), 112),
            ((Kind::Root, 5000, 400), 112),
            ((Kind::Function, 100, 2), 32),
            ((Kind::Bridge, 0, 8), 0),
            ((Kind::Bridge, 10, 8), 8),
            ((Kind::Bridge, 100, 8), 50),
            ((Kind::Join, 10_000, 8), 111),
            ((Kind::Join, 10_000, 1), 16),
        ];
        for ((kind, ops, threshold), visits) in table {
            assert_eq!(until_made(kind, ops, threshold), visits, "{kind:?}, {ops} ops");
        }
    }

    #[test]
    fn retries_back_off() {
        let failed = |why, aborts| Aborted { why, banned: false, aborts };
        let banned = |aborts| Aborted { banned: true, ..failed(Abort::CalleeLoops, aborts) };
        assert_eq!(retry_place(failed(Abort::Unstable, 1), 60, false), 2);
        assert_eq!(retry_place(failed(Abort::Unstable, SOON_PLACE), 60, false), 60 << 8);
        assert_eq!(retry_place(failed(Abort::TooLong, 2), 60, false), 240);
        assert_eq!(retry_place(failed(Abort::TooLong, 2), 60, true), 1);
        assert_eq!(retry_place(failed(Abort::TooLong, 90), 1, false), 2 << 20);
        assert_eq!(retry_place(banned(30), 60, false), 2);
        assert_eq!(retry_exit(banned(30), 8), 1);
        assert_eq!(retry_exit(failed(Abort::CalleeLoops, 4), 8), 128);
        assert_eq!(retry_exit(failed(Abort::TooLong, 1), 8), 16);
    }
}
