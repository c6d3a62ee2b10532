//! What a recording does where it comes to a loop header or a call.
//!
//! **The rules.**
//! 1. A loop closes only at its own header, with equal greens.
//! 2. A root that meets another loop's header aborts: the inner loop is compiled first. Bridges and functions link to compiled loops, and so do roots that have aborted twice.
//! 3. They go on through headers that have no trace (of outer loops, usually), which is best for plain nests; but where many have come through one
//!    header it becomes a *join*: later ones end there, and its root may end in other loops.
//! 4. All end at a header where it is asked whether the loop runs elsewhere. A bridge may go on from there, once nobody asks any more. Such a header is a
//!    join: its root leads into the loops in it, and is entered for each iteration.
//! 5. A callee that loops for long, or in which ways through its loop multiply, is banned from inlining. Recursion is called, but for its first
//!    steps in the function's own trace, where they are short and have few ways: a function of some ten ops would do little but call and be called.

use super::{Abort, Kind};
use holloway_compiler::ir::ExitKind;

/// Recordings that may go on through an uncompiled header. With several branches in an outer loop every path through it would be
/// recorded after every other, so from then on they join there.
pub(super) const JOIN_AFTER: u32 = 4;
/// Failed recordings at a join after which it is passed again.
const MAX_JOIN_ABORTS: u32 = 4;
/// Failed recordings after which a loop may be recorded through a header that has no trace: the two are part of one cycle (functions that tail-call each
/// other, say), or that loop hardly ever goes round. An inner loop would have been compiled by now. And after which it may end in a loop that has one: native code may
/// always come to the header in the last turn, so that the loop never closes, and would leave there each time.
const BLOCKED_AFTER: u32 = 2;
/// Merge points below which a recording that leaves at a header would be nothing but another exit.
const SHORT: u32 = 2;
/// Times a loop header in an inlined callee may be passed.
const MAX_UNROLL: u32 = 6;
/// Most activations a window may inline.
const MAX_DEPTH: usize = 12;
/// Activations of one function that it may have.
const MAX_RECURSION: usize = 3;
/// Ops of a recording beyond which it may have one only: ways through each of them are multiplied by those through the others.
const MAX_RECURSION_OPS: usize = 60;
/// Bridges that may go through one loop of an inlined callee. Each iteration branches anew, so with more there would be one for every way through all of
/// them.
const MAX_WAYS: u32 = 160;

/// Times that an inlined callee may go on looping where its trace ends, before it is not inlined any more: going on costs two more entries each time.
const MAX_LEFT_LOOPING: u64 = 2000;
/// Most times that traces are thrown away because they inline what multiplies.
const MAX_RESTARTS: u64 = 32;

/// A recording's arrival at a header of its first activation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Header {
    /// What is recorded.
    pub kind: Kind,
    /// It is where the recording began, with equal greens.
    pub own: bool,
    /// The loop may run elsewhere.
    pub gated: bool,
    /// The next iteration is sure to take another path, and there is room for it.
    pub contradicts: bool,
    /// Times this recording has come here, this one included.
    pub passes: u32,
    /// Merge points met.
    pub merges: u32,
    /// The trace there for this state.
    pub trace: Option<u32>,
    /// It has traces for these greens, though maybe not for this state.
    pub compiled: bool,
    /// Recordings that have gone on through it without a trace, and those from it that failed in a row.
    pub passed: u32,
    /// See `passed`.
    pub aborts: u32,
    /// The same of the header that the recording began at.
    pub start_passed: u32,
    /// See `start_passed`.
    pub start_aborts: u32,
    /// A root began at the header of a loop that may run elsewhere.
    pub start_gated: bool,
    /// No loop begins here, whatever the greens.
    pub bare: bool,
}

/// What a recording does at a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is a loop.
    Close,
    /// It goes on.
    GoOn,
    /// It goes on, and the header is told: see [`joins`].
    Pass,
    /// It jumps to this trace.
    Link(u32),
    /// It leaves to plain execution.
    Leave(ExitKind),
    /// It ends without a trace.
    Abort(Abort),
}

/// Whether recordings end at a header even if it has no trace yet.
pub(crate) fn joins(passed: u32, aborts: u32) -> bool {
    passed >= JOIN_AFTER && aborts < MAX_JOIN_ABORTS
}

/// Rules 1 to 4.
pub(crate) fn at_header(h: &Header) -> Verdict {
    let first = h.passes == 1;
    if h.gated && !h.own {
        return match h.kind != Kind::Root && h.merges <= SHORT {
            true => Verdict::Abort(Abort::InnerLoop),
            false => Verdict::Leave(ExitKind::Open),
        };
    }
    if h.kind == Kind::Root {
        if h.own {
            return if h.contradicts { Verdict::GoOn } else { Verdict::Close };
        }
        if !h.start_gated && !joins(h.start_passed, h.start_aborts) {
            return match h.trace {
                _ if h.start_aborts < BLOCKED_AFTER => Verdict::Abort(Abort::InnerLoop),
                Some(n) => Verdict::Link(n),
                None if h.bare && first => Verdict::Pass,
                None => Verdict::Abort(Abort::InnerLoop),
            };
        }
    }
    match h.trace {
        Some(n) => Verdict::Link(n),
        // Where it is compiled, but for other facts, plain execution decides whether this state deserves a version.
        None if !h.compiled && !joins(h.passed, h.aborts) && first => Verdict::Pass,
        None if h.merges <= SHORT => Verdict::Abort(Abort::InnerLoop),
        None => Verdict::Leave(ExitKind::Open),
    }
}

/// Rule 5, for a header in a callee. `multiplies`: [`Ways::Many`]; `older`: the activation was there when the recording began.
pub(crate) fn at_inlined_header(passes: u32, multiplies: bool, older: bool) -> Verdict {
    match () {
        () if passes <= MAX_UNROLL && !multiplies => Verdict::GoOn,
        // The loop is in an activation that an older trace inlined: it has a trace of its own, which plain execution enters.
        () if older => Verdict::Leave(ExitKind::Loops),
        () => Verdict::Abort(Abort::CalleeLoops),
    }
}

/// How many bridges have gone through the loop with one header in an inlined callee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ways {
    /// Not too many.
    Few,
    /// Too many.
    Many,
    /// Too many as of now: its function is not inlined any more, and the traces that did are to go.
    TooMany,
}

/// Judges `ways` bridges, the last of which has just come if it is `new`, after so many restarts.
pub(crate) fn ways(ways: u32, new: bool, restarts: u64) -> Ways {
    match ways.cmp(&MAX_WAYS) {
        std::cmp::Ordering::Less => Ways::Few,
        std::cmp::Ordering::Equal if new && may_restart(restarts) => Ways::TooMany,
        _ => Ways::Many,
    }
}

/// Whether an inlined callee has gone on looping where its trace ends too often as of now; what follows is as for [`Ways::TooMany`].
pub(crate) fn loops_too_often(times: u64, restarts: u64) -> bool {
    times == MAX_LEFT_LOOPING && may_restart(restarts)
}

/// Whether traces may be thrown away once more.
pub(crate) fn may_restart(restarts: u64) -> bool {
    restarts < MAX_RESTARTS
}

/// A callee whose activation was just pushed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Callee {
    /// Activations of the window, with this one.
    pub depth: usize,
    /// It must not be inlined any more.
    pub banned: bool,
    /// Activations of its function further down in the window.
    pub below: usize,
    /// Ops recorded so far.
    pub ops: usize,
    /// The tree has so many bridges that recursion is called.
    pub grown: bool,
    /// The tree has many bridges: ways through the callee would be multiplied by those around it.
    pub crowded: bool,
}

/// Whether it is inlined.
pub(crate) fn inlines(c: &Callee) -> bool {
    let own = c.below + 1 == c.depth;
    let recursion = own && c.below < MAX_RECURSION && c.ops <= MAX_RECURSION_OPS && !c.grown;
    c.depth <= MAX_DEPTH && !c.banned && !c.crowded && (c.below == 0 || recursion)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bridge at a header it has not seen, which has no trace.
    const BARE: Header = Header {
        kind: Kind::Bridge,
        own: false,
        gated: false,
        contradicts: false,
        passes: 1,
        merges: 9,
        trace: None,
        compiled: false,
        passed: 0,
        aborts: 0,
        start_passed: 0,
        start_aborts: 0,
        start_gated: false,
        bare: true,
    };
    const ROOT: Header = Header { kind: Kind::Root, ..BARE };
    const JOINED: Header = Header { kind: Kind::Root, start_passed: JOIN_AFTER, ..BARE };
    const LEAVE: Verdict = Verdict::Leave(ExitKind::Open);
    const INNER: Verdict = Verdict::Abort(Abort::InnerLoop);

    #[test]
    fn verdicts_at_headers() {
        let table = [
            // Roots.
            (Header { own: true, ..ROOT }, Verdict::Close),
            (Header { own: true, contradicts: true, ..ROOT }, Verdict::GoOn),
            (Header { trace: Some(3), ..ROOT }, INNER),
            (ROOT, INNER),
            (Header { start_aborts: BLOCKED_AFTER, ..ROOT }, Verdict::Pass),
            (Header { start_aborts: BLOCKED_AFTER, bare: false, ..ROOT }, INNER),
            (Header { start_aborts: BLOCKED_AFTER, passes: 2, ..ROOT }, INNER),
            // At a gate all end, but for what would be nothing but another exit.
            (Header { gated: true, trace: Some(3), ..ROOT }, LEAVE),
            (Header { gated: true, merges: 1, ..ROOT }, LEAVE),
            (Header { gated: true, own: true, ..ROOT }, Verdict::Close),
            (Header { gated: true, trace: Some(3), ..BARE }, LEAVE),
            (Header { gated: true, merges: SHORT, ..BARE }, INNER),
            // A root from a join may end in other loops, and leave at their headers until that has failed too often.
            (Header { trace: Some(3), ..JOINED }, Verdict::Link(3)),
            (Header { start_aborts: MAX_JOIN_ABORTS, bare: false, ..JOINED }, INNER),
            // And so may any that has failed often.
            (Header { start_aborts: BLOCKED_AFTER - 1, trace: Some(3), bare: false, ..ROOT }, INNER),
            (Header { start_aborts: BLOCKED_AFTER, trace: Some(3), bare: false, ..ROOT }, Verdict::Link(3)),
            (
                Header { start_aborts: MAX_JOIN_ABORTS, trace: Some(3), bare: false, ..JOINED },
                Verdict::Link(3),
            ),
            (Header { start_gated: true, trace: Some(3), ..ROOT }, Verdict::Link(3)),
            // Bridges, as functions.
            (Header { trace: Some(3), ..BARE }, Verdict::Link(3)),
            (Header { own: true, trace: Some(3), ..BARE }, Verdict::Link(3)),
            (BARE, Verdict::Pass),
            (Header { kind: Kind::Function, ..BARE }, Verdict::Pass),
            (Header { passes: 2, ..BARE }, LEAVE),
            (Header { passed: JOIN_AFTER, ..BARE }, LEAVE),
            (Header { passed: JOIN_AFTER, aborts: MAX_JOIN_ABORTS, ..BARE }, Verdict::Pass),
            (Header { compiled: true, ..BARE }, LEAVE),
            (Header { compiled: true, merges: SHORT, ..BARE }, INNER),
            (Header { merges: SHORT, ..BARE }, Verdict::Pass),
        ];
        for (facts, verdict) in table {
            assert_eq!(at_header(&facts), verdict, "{facts:?}");
        }
    }

    #[test]
    fn verdicts_in_callees() {
        assert_eq!(at_inlined_header(MAX_UNROLL, false, false), Verdict::GoOn);
        assert_eq!(at_inlined_header(MAX_UNROLL + 1, false, false), Verdict::Abort(Abort::CalleeLoops));
        assert_eq!(at_inlined_header(1, true, false), Verdict::Abort(Abort::CalleeLoops));
        assert_eq!(at_inlined_header(1, true, true), Verdict::Leave(ExitKind::Loops));
        assert_eq!(ways(MAX_WAYS - 1, true, 0), Ways::Few);
        assert_eq!(ways(MAX_WAYS, true, 0), Ways::TooMany);
        assert_eq!(ways(MAX_WAYS, false, 0), Ways::Many);
        assert_eq!(ways(MAX_WAYS, true, MAX_RESTARTS), Ways::Many);
        assert_eq!(ways(MAX_WAYS + 1, true, 0), Ways::Many);
        assert!(loops_too_often(MAX_LEFT_LOOPING, 0));
        assert!(
            !loops_too_often(MAX_LEFT_LOOPING + 1, 0) && !loops_too_often(MAX_LEFT_LOOPING, MAX_RESTARTS)
        );
        let callee = Callee {
            depth: MAX_DEPTH,
            banned: false,
            below: 0,
            ops: MAX_RECURSION_OPS + 1,
            grown: true,
            crowded: false,
        };
        assert!(inlines(&callee));
        let again = Callee {
            depth: MAX_RECURSION,
            below: MAX_RECURSION - 1,
            ops: MAX_RECURSION_OPS,
            grown: false,
            ..callee
        };
        assert!(inlines(&again));
        for other in [
            Callee { depth: MAX_RECURSION + 1, below: MAX_RECURSION, ..again },
            Callee { depth: MAX_RECURSION + 1, ..again },
            Callee { ops: MAX_RECURSION_OPS + 1, ..again },
            Callee { grown: true, ..again },
            Callee { depth: MAX_DEPTH + 1, ..callee },
            Callee { banned: true, ..callee },
            Callee { crowded: true, ..callee },
        ] {
            assert!(!inlines(&other), "{other:?}");
        }
    }
}
