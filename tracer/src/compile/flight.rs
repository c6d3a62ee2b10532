//! Recordings on their way to become traces.
//!
//! **Problem.** A recording may be compiled long before its trace is installed. Until then it has to be known what it is of.
//!
//! **Invariants.** What an [`Order`] names (a place, an exit, a trace) is there until it has landed: nothing is thrown away before.
//!
//! **Not promised.** That the place is ever visited again.
//!
//! **Example.** The driver keeps a queue of [`Flight`]s: `driver/flights.rs`.

use super::aside::Begun;
use crate::audit::At;
use crate::policy::turns::{ByJoin, SinceJoin};
use crate::policy::ways::Place;
use crate::policy::Kind;
use crate::tables::TraceInfo;
use std::rc::Rc;

/// Where a finished trace is to be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// The loop at a place.
    Loop(u32),
    /// The function at a place, with these greens.
    Function {
        place: u32,
        key: u32,
    },
    Exit(u64),
    /// It is what several ways go on with; it was made for the one that took this exit.
    Join(u64),
}

impl Anchor {
    /// The place with a counter.
    pub fn place(self) -> Option<u32> {
        match self {
            Anchor::Loop(place) | Anchor::Function { place, .. } => Some(place),
            Anchor::Exit(_) | Anchor::Join(_) => None,
        }
    }
    /// The exit that was taken.
    pub fn exit(self) -> Option<u64> {
        match self {
            Anchor::Exit(number) | Anchor::Join(number) => Some(number),
            Anchor::Loop(_) | Anchor::Function { .. } => None,
        }
    }
}

/// How a recording has ended.
#[derive(Default)]
pub(crate) struct Ended {
    /// Where it began, of the guest's; none of what only jumps.
    pub from: Option<Place>,
    /// Ways come together there that have no join yet.
    pub meets: bool,
    /// What was entered since the last join on the way to where it began.
    pub since_join: SinceJoin,
    /// What runs by way of that join, or of the one that it jumps to.
    pub by_join: Option<ByJoin>,
    /// Functions that are not to be inlined any more.
    pub ban: Vec<u64>,
    /// Code ids of functions that it has inlined.
    pub inlines: Vec<u64>,
}

/// A recording, but for its ops.
pub(crate) struct Order {
    /// Its number in the log.
    pub number: u32,
    pub kind: Kind,
    pub anchor: Anchor,
    pub ended: Ended,
    /// By recorded op: the line of the interpreter.
    pub sites: Vec<At>,
    /// References among its constants: a collection finds them here.
    pub references: Box<[u64]>,
    /// The trace and exit that a bridge goes on from.
    pub parent: Option<(Rc<TraceInfo>, usize)>,
}

/// A recording that is being compiled while the program goes on.
pub(crate) struct Flight {
    pub order: Order,
    pub begun: Begun,
    /// Times that its exit may be taken before it lands.
    pub left: u32,
}
