//! What is told of the loops of a region that runs elsewhere.
//!
//! **Problem.** Who wrote a loop wants to know where it runs, and if it stays on the processor, what stands against it: which two accesses, how far apart, in which
//! direction; and what it costs.
//!
//! **Invariants.** A report has one row for each loop and verdict, however often the loop is entered, so its size is bounded by that of the region. Places are those
//! of the guest program: what the language's `describe` says up to the first blank.
//!
//! **Not promised.** Every edge of a loop that is refused for something else: dependences are looked for last.
//!
//! **Example.** For `for i in range(2, n): a[i] = a[i - 2]` in a function `shift`, the row's edge is
//! `flow, distance 2: shift:3 reads what shift:3 has written`.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// A place for people: what the language's `describe` says up to the first blank.
pub fn brief(place: &str) -> &str {
    place.split(' ').next().unwrap_or(place)
}

/// What became of a region's loops, in one run or in all together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Where kernels ran.
    pub device: String,
    /// One row for each loop that was entered and each verdict.
    pub loops: Vec<LoopReport>,
    /// Why the last run that came to nothing did.
    pub given_up: Option<String>,
    /// What was copied.
    pub copied: Copied,
    /// What it took.
    pub times: Times,
}

/// Bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Copied {
    /// To a device with memory of its own.
    pub there: u64,
    /// What kernels reached there that was not copied, as it had stayed; counted for each of them.
    pub stayed: u64,
    /// From there.
    pub back: u64,
    /// What is written, kept as it was for the case that the run fails.
    pub kept: u64,
}

/// Where the time went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Times {
    /// Finding out what the loops do with the numbers of an entry.
    pub analysis: Duration,
    /// Writing kernels and waiting for the driver's compiler.
    pub build: Duration,
    /// Copying to a device and back, and keeping what is written.
    pub copy: Duration,
    /// Running kernels.
    pub kernels: Duration,
    /// All of it, with the part of the region that the host does.
    pub whole: Duration,
}

/// A loop with a verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopReport {
    /// Its header.
    pub place: String,
    /// How often it was entered with this verdict.
    pub entered: u64,
    /// Where it ran.
    pub verdict: Verdict,
    /// The dependences that stand against it.
    pub edges: Vec<Edge>,
    /// What a kernel takes for granted.
    pub assumptions: Vec<Assumption>,
}

/// Where a loop runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As a kernel, all iterations at once.
    Kernel {
        /// Their number, of all entries.
        iterations: u64,
        /// Whether the host goes through the terms of a sum after it.
        folded: bool,
    },
    /// On the processor, for this reason (of the last entry).
    Stays(String),
}

/// Two accesses in different iterations of a loop that may meet, one of which writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Which of them write.
    pub kind: Kind,
    /// The access of the earlier iteration; of [`Kind::Either`] the one that writes.
    pub from: String,
    /// The other one.
    pub to: String,
    /// By how many iterations the other one is later, of the loop and of those in it that both accesses are in, as far as known.
    pub distance: Vec<Option<i64>>,
    /// What is not known, if that is why.
    pub why: Option<String>,
}

/// The kind of a dependence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A later iteration reads what an earlier one has written.
    Flow,
    /// A later iteration writes what an earlier one has read.
    Anti,
    /// Both write.
    Output,
    /// One reads and one writes, and it is not known which is earlier.
    Either,
}

/// Something that must hold for the result to count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// Where.
    pub place: String,
    /// What.
    pub what: String,
    /// How it is made sure.
    pub how: Check,
}

/// How it is made sure that an assumption holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// Once, at the region's entry.
    Entry,
    /// Proved for all iterations, from the numbers of the entry.
    Proved,
    /// By each iteration.
    Tested,
}

impl Copied {
    /// Notes more.
    pub fn add(&mut self, other: Copied) {
        self.there += other.there;
        self.stayed += other.stayed;
        self.back += other.back;
        self.kept += other.kept;
    }
}

impl Kind {
    /// As a word.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Flow => "flow",
            Kind::Anti => "anti",
            Kind::Output => "output",
            Kind::Either => "flow or anti",
        }
    }
}

impl Check {
    /// As a word.
    pub fn word(self) -> &'static str {
        match self {
            Check::Entry => "at entry",
            Check::Proved => "proved",
            Check::Tested => "tested",
        }
    }
}

impl Verdict {
    fn is_kernel(&self) -> bool {
        matches!(self, Verdict::Kernel { .. })
    }
}

impl Report {
    /// The row of a loop with a verdict of this kind, if there is one.
    pub fn row(&mut self, place: &str, kernel: bool) -> Option<&mut LoopReport> {
        self.loops.iter_mut().find(|l| l.place == place && l.verdict.is_kernel() == kernel)
    }

    /// Notes an entry of a loop, or several.
    pub fn enter(&mut self, new: LoopReport) {
        match self.row(&new.place, new.verdict.is_kernel()) {
            None => self.loops.push(new),
            Some(old) => {
                let before =
                    if let Verdict::Kernel { iterations, .. } = old.verdict { iterations } else { 0 };
                let entered = old.entered + new.entered;
                *old = LoopReport { entered, ..new };
                if let Verdict::Kernel { iterations, .. } = &mut old.verdict {
                    *iterations += before;
                }
            }
        }
    }

    /// Notes another run.
    pub fn add(&mut self, other: Report) {
        other.loops.into_iter().for_each(|l| self.enter(l));
        self.device = other.device;
        self.given_up = other.given_up.or(self.given_up.take());
        let (c, t) = (&mut self.copied, &mut self.times);
        c.add(other.copied);
        t.analysis += other.times.analysis;
        t.build += other.times.build;
        t.copy += other.times.copy;
        t.kernels += other.times.kernels;
        t.whole += other.times.whole;
    }

    /// Whether another run went the same way, numbers aside.
    pub fn is_like(&self, other: &Report) -> bool {
        let like = |(a, b): (&LoopReport, &LoopReport)| {
            let verdict = match (&a.verdict, &b.verdict) {
                (Verdict::Kernel { .. }, Verdict::Kernel { .. }) => true,
                (a, b) => a == b,
            };
            verdict && a.place == b.place && a.edges == b.edges
        };
        let mut pairs = self.loops.iter().zip(&other.loops);
        self.loops.len() == other.loops.len() && pairs.all(like) && self.given_up == other.given_up
    }
}

impl Display for Edge {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Edge { kind, from, to, distance, why } = self;
        let number = |d: &Option<i64>| d.map_or("?".to_string(), |d| d.to_string());
        write!(f, "{}", kind.word())?;
        match (why, &distance[..]) {
            (Some(why), _) => write!(f, " ({why})")?,
            (None, all) if all.iter().all(Option::is_none) => write!(f, ", distance not known")?,
            (None, [one]) => write!(f, ", distance {}", number(one))?,
            (None, all) => {
                write!(f, ", distance ({})", all.iter().map(number).collect::<Vec<_>>().join(", "))?
            }
        }
        match kind {
            Kind::Flow => write!(f, ": {to} reads what {from} has written"),
            Kind::Anti => write!(f, ": {to} writes what {from} has read"),
            Kind::Output => write!(f, ": {to} writes what {from} has written"),
            Kind::Either => write!(f, ": {from} writes, {to} reads"),
        }
    }
}

impl Display for LoopReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "loop at {}: ", self.place)?;
        match &self.verdict {
            Verdict::Kernel { iterations, folded } => {
                let folded = if *folded { ", folded by the host" } else { "" };
                let count = |how| self.assumptions.iter().filter(|a| a.how == how).count();
                let (proved, tested) = (count(Check::Proved), count(Check::Tested));
                write!(
                    f,
                    "{iterations} iterations at once{folded}; {proved} assumptions proved, {tested} tested"
                )
            }
            Verdict::Stays(why) => f.write_str(why),
        }
    }
}

/// The rows, the edges below each, and why nothing came of it.
impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, l) in self.loops.iter().enumerate() {
            write!(f, "{}{l}", if i > 0 { "\n" } else { "" })?;
            // The first is in the row already.
            for e in self.edges_left(l) {
                write!(f, "\n  {e}")?;
            }
        }
        match &self.given_up {
            Some(why) if self.loops.is_empty() => write!(f, "given up: {why}"),
            Some(why) => write!(f, "\ngiven up: {why}"),
            None => Ok(()),
        }
    }
}

impl Report {
    /// The edges that a row's reason does not name.
    fn edges_left<'a>(&self, l: &'a LoopReport) -> impl Iterator<Item = &'a Edge> {
        let named = matches!(&l.verdict, Verdict::Stays(why) if l.edges.first().is_some_and(|e| *why == e.to_string()));
        l.edges.iter().skip(named as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(kind: Kind, distance: &[Option<i64>]) -> Edge {
        Edge { kind, from: "f:3".into(), to: "f:4".into(), distance: distance.into(), why: None }
    }

    #[test]
    fn edges_say_what_meets_what() {
        let text = |k, d: &[Option<i64>]| edge(k, d).to_string();
        assert_eq!(text(Kind::Flow, &[Some(2)]), "flow, distance 2: f:4 reads what f:3 has written");
        assert_eq!(text(Kind::Anti, &[Some(1), None]), "anti, distance (1, ?): f:4 writes what f:3 has read");
        assert_eq!(
            text(Kind::Output, &[None]),
            "output, distance not known: f:4 writes what f:3 has written"
        );
        let unknown = Edge { why: Some("it may be any object".into()), ..edge(Kind::Either, &[]) };
        assert_eq!(unknown.to_string(), "flow or anti (it may be any object): f:3 writes, f:4 reads");
    }

    #[test]
    fn a_loop_has_one_row_for_each_verdict_however_often_it_is_entered() {
        let row = |verdict| LoopReport {
            place: "f:2".into(),
            entered: 1,
            verdict,
            edges: vec![],
            assumptions: vec![],
        };
        let kernel = |iterations| row(Verdict::Kernel { iterations, folded: false });
        let run = |l| Report { loops: vec![l], ..Report::default() };
        let mut all = run(kernel(10));
        assert!(all.is_like(&run(kernel(20))));
        all.add(run(kernel(20)));
        all.add(run(row(Verdict::Stays("it is too small".into()))));
        assert_eq!(all.loops.len(), 2);
        assert_eq!(all.loops[0], LoopReport { entered: 2, ..kernel(30) });
        assert!(!all.is_like(&run(kernel(20))));
        let text = "loop at f:2: 30 iterations at once; 0 assumptions proved, 0 tested\nloop at f:2: it is too small";
        assert_eq!(all.to_string(), text);
    }
}
