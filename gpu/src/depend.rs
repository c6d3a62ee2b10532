//! Dependences: whether two accesses of different iterations of a loop meet at one place in memory.
//!
//! **Problem.** Iterations may run at once only if none reads or writes what another one writes.
//!
//! **How.** Two accesses under common loops meet where all their subscripts are equal. The *level* asked about is one of the common loops: those further
//! out are in the same iteration, that one is in a later iteration for the second access. The tests of [`TESTS`] are tried in order, the cheap ones first:
//! ZIV (no loop is involved), strong SIV (one loop with equal coefficients: the distance is a number), GCD, Banerjee's inequalities, and
//! exact elimination (`exact`) over all subscripts and the true bounds.
//!
//! **Invariant.** [`Verdict::Independent`] is proved; what is not known counts as dependent.
//!
//! **Not promised.** That accesses called dependent meet.
//!
//! **Example.** `a[i]` after `a[i - 3] = ...` in a loop over `i`: dependent at distance 3; with `a[2 * i]` and `a[2 * i + 1]`: independent by GCD.

use crate::affine::{Affine, Range};
use crate::exact::{gcd, System};

/// How often loops run: the last iteration number of each, by those of loops around it; `None` is unknown.
pub type Domain = Vec<Option<Affine>>;

/// An access: the loops around it, outermost first, and its subscripts; `None` is unknown.
#[derive(Clone, Debug)]
pub struct Access {
    /// Numbers of loops.
    pub path: Vec<usize>,
    /// One a dimension.
    pub subs: Vec<Option<Affine>>,
}

/// A way to prove independence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// A loop runs too rarely.
    Empty,
    /// Subscripts without loops differ.
    Ziv,
    /// One loop, equal coefficients.
    StrongSiv,
    /// The coefficients' common divisor does not divide the constant.
    Gcd,
    /// The difference cannot be 0 in real numbers.
    Banerjee,
    /// No integer solution of all subscripts and bounds.
    Exact,
}

/// All tests, in the order they are tried.
pub const TESTS: &[Test] = &[Test::Empty, Test::Ziv, Test::StrongSiv, Test::Gcd, Test::Banerjee, Test::Exact];

/// What is known of two accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// They do not meet, by this test.
    Independent(Test),
    /// They may meet; if the distance in iterations of the level is known, it is this one.
    Dependent(Option<i128>),
}

/// Iterations of loops whose number is not known.
const MANY: i128 = 1 << 62;

/// An unknown of the equations: the iteration number of a loop in one of the accesses, or in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Unknown {
    of: usize,
    first: bool,
    second: bool,
}

/// The question whether the first access meets the second one in a later iteration of the level.
#[derive(Debug)]
pub struct Pair<'a> {
    domain: &'a Domain,
    first: &'a Access,
    second: &'a Access,
    level: usize,
    /// Ranges of iteration numbers, as if they were independent.
    ranges: Vec<Range>,
}

/// Whether two accesses, or one with itself, meet in different iterations of loop number `level` of their paths, the loops before it being common.
pub fn carried(domain: &Domain, a: &Access, b: &Access, level: usize) -> Verdict {
    let ab = Pair::new(domain, a, b, level).verdict();
    match (ab, std::ptr::eq(a, b)) {
        (Verdict::Dependent(_), _) | (_, true) => ab,
        (independent, false) => match Pair::new(domain, b, a, level).verdict() {
            Verdict::Independent(_) => independent,
            Verdict::Dependent(d) => Verdict::Dependent(d.map(|d| -d)),
        },
    }
}

/// A way in which two accesses may meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Direction {
    /// Whether the first access is the later one.
    pub turned: bool,
    /// By how many iterations, of the level and of the common loops in it, the other one is later, as far as known.
    pub distance: Vec<Option<i128>>,
}

/// The ways in which two accesses may meet, for reports; none if [`carried`] proves that they do not.
pub fn directions(domain: &Domain, a: &Access, b: &Access, level: usize) -> Vec<Direction> {
    let both = [(a, b, false), (b, a, true)];
    let ways = both.into_iter().take(if std::ptr::eq(a, b) { 1 } else { 2 });
    let found = ways.filter_map(|(first, second, turned)| {
        let pair = Pair::new(domain, first, second, level);
        let meet = matches!(pair.verdict(), Verdict::Dependent(_));
        meet.then(|| Direction { turned, distance: pair.distances() })
    });
    found.collect()
}

/// Ranges of the iteration numbers of all loops, as if they were independent.
pub fn ranges(domain: &Domain) -> Vec<Range> {
    let mut ranges: Vec<Range> = Vec::new();
    for last in domain {
        let known = last.as_ref().and_then(|l| l.range(|o| ranges.get(o).copied().unwrap_or((0, MANY))));
        ranges.push((0, known.map_or(MANY, |r| r.1.min(MANY))));
    }
    ranges
}

impl<'a> Pair<'a> {
    /// The question for loop number `level` of the paths.
    pub fn new(domain: &'a Domain, first: &'a Access, second: &'a Access, level: usize) -> Pair<'a> {
        debug_assert_eq!(first.path[..=level], second.path[..=level], "the loops are common");
        Pair { domain, first, second, level, ranges: ranges(domain) }
    }

    /// The answer of the first test that has one.
    pub fn verdict(&self) -> Verdict {
        match TESTS.iter().find(|t| self.proves(**t)) {
            Some(test) => Verdict::Independent(*test),
            None => Verdict::Dependent(self.distance_in(self.loop_at_level())),
        }
    }

    /// Whether a test proves that they do not meet.
    pub fn proves(&self, test: Test) -> bool {
        match test {
            Test::Empty => self.empty(),
            Test::Ziv => {
                self.subs().any(|(f, g)| f.as_constant().zip(g.as_constant()).is_some_and(|(f, g)| f != g))
            }
            Test::StrongSiv => self.strong_siv(),
            Test::Gcd => self.subs().any(|(f, g)| self.gcd(f, g)),
            Test::Banerjee => {
                self.subs().any(|(f, g)| self.banerjee(f, g).is_some_and(|(l, h)| l > 0 || h < 0))
            }
            Test::Exact => self.exact(),
        }
    }

    /// The dimensions in which both subscripts are known.
    fn subs(&self) -> impl Iterator<Item = (&'a Affine, &'a Affine)> {
        let both = self.first.subs.iter().zip(&self.second.subs);
        both.filter_map(|(f, g)| f.as_ref().zip(g.as_ref()))
    }

    fn loop_at_level(&self) -> usize {
        self.first.path[self.level]
    }

    fn last(&self, l: usize) -> i128 {
        self.ranges[l].1
    }

    fn empty(&self) -> bool {
        let never = |a: &Access| a.path.iter().any(|&l| self.last(l) < 0);
        never(self.first) || never(self.second) || self.last(self.loop_at_level()) < 1
    }

    /// The distance in iterations of a common loop, if a subscript tells.
    fn distance_in(&self, l: usize) -> Option<i128> {
        self.subs().find_map(|(f, g)| Self::distance(l, f, g).flatten())
    }

    /// The distances in the common loops from the level on.
    fn distances(&self) -> Vec<Option<i128>> {
        let common = self.first.path.iter().zip(&self.second.path).take_while(|(a, b)| a == b);
        common.skip(self.level).map(|(&l, _)| self.distance_in(l)).collect()
    }

    /// The distance at which two subscripts of one loop alone are equal: `None` if they are not of that kind or do not constrain, `Some(None)` if it
    /// is no number.
    fn distance(l: usize, f: &Affine, g: &Affine) -> Option<Option<i128>> {
        let c = f.coeff(l);
        let alone = |a: &Affine| a.c.iter().enumerate().all(|(o, &c)| o == l || c == 0);
        let fits = c != 0 && c == g.coeff(l) && alone(f) && alone(g);
        // f.k + c * x = g.k + c * (x + d)
        fits.then(|| f.k.checked_sub(g.k).filter(|k| k % c == 0).map(|k| k / c))
    }

    fn strong_siv(&self) -> bool {
        let mut known = None;
        let l = self.loop_at_level();
        for distance in self.subs().filter_map(|(f, g)| Self::distance(l, f, g)) {
            let Some(d) = distance else { return true };
            if d < 1 || d > self.last(l) || known.is_some_and(|k| k != d) {
                return true;
            }
            known = Some(d);
        }
        false
    }

    /// The unknowns: outer loops are common to both accesses.
    fn unknowns(&self) -> Vec<Unknown> {
        let of = |a: &Access, from: usize, first: bool, second: bool| -> Vec<Unknown> {
            a.path[from..].iter().map(|&of| Unknown { of, first, second }).collect()
        };
        let mut all = of(self.first, 0, true, true);
        all.truncate(self.level);
        all.extend(of(self.first, self.level, true, false));
        all.extend(of(self.second, self.level, false, true));
        all
    }

    /// The coefficient of an unknown in `f - g`.
    fn coeff(f: &Affine, g: &Affine, u: Unknown) -> Option<i128> {
        let part = |a: &Affine, there: bool| if there { a.coeff(u.of) } else { 0 };
        part(f, u.first).checked_sub(part(g, u.second))
    }

    fn gcd(&self, f: &Affine, g: &Affine) -> bool {
        let coeffs: Option<Vec<i128>> = self.unknowns().into_iter().map(|u| Self::coeff(f, g, u)).collect();
        let (Some(coeffs), Some(k)) = (coeffs, f.k.checked_sub(g.k)) else { return false };
        let divisor = coeffs.into_iter().fold(0, gcd);
        if divisor == 0 {
            k != 0
        } else {
            k % divisor != 0
        }
    }

    /// The range of `f - g`. For the level the iteration numbers are `x` and `x + 1 + u`, so their corners are those of a triangle.
    fn banerjee(&self, f: &Affine, g: &Affine) -> Option<Range> {
        let l = self.loop_at_level();
        let k = f.k.checked_sub(g.k)?;
        let (mut low, mut high) = (k, k);
        let mut add = |corners: &[i128]| {
            low = low.checked_add(*corners.iter().min()?)?;
            high = high.checked_add(*corners.iter().max()?)?;
            Some(())
        };
        for u in self.unknowns().into_iter().filter(|u| u.of != l) {
            add(&[0, Self::coeff(f, g, u)?.checked_mul(self.last(u.of))?])?;
        }
        let (a, b, far) = (f.coeff(l), g.coeff(l), self.last(l).checked_sub(1)?);
        let first = b.checked_neg()?;
        add(&[
            first,
            first.checked_add(a.checked_sub(b)?.checked_mul(far)?)?,
            first.checked_sub(b.checked_mul(far)?)?,
        ])?;
        Some((low, high))
    }

    fn exact(&self) -> bool {
        let unknowns = self.unknowns();
        let mut system = System::new(unknowns.len());
        let place = |of: usize, first: bool| {
            unknowns.iter().position(|u| u.of == of && if first { u.first } else { u.second })
        };
        for (f, g) in self.subs() {
            let terms: Option<Vec<_>> =
                unknowns.iter().enumerate().map(|(i, &u)| Some((i, Self::coeff(f, g, u)?))).collect();
            let (Some(terms), Some(k)) = (terms, f.k.checked_sub(g.k)) else { continue };
            system.zero(terms, k);
        }
        for (i, u) in unknowns.iter().enumerate() {
            system.positive([(i, 1)], 0);
            let Some(last) = &self.domain[u.of] else { continue };
            // Bounds by loops that are not around the access would be no bounds; there are none.
            let outer = last.c.iter().enumerate().filter(|(_, c)| **c != 0);
            let terms: Option<Vec<_>> = outer.map(|(o, &c)| Some((place(o, u.first)?, c))).collect();
            if let Some(terms) = terms {
                system.positive(terms.into_iter().chain([(i, -1)]), last.k);
            }
        }
        // The second access is later.
        let l = self.loop_at_level();
        if let (Some(x), Some(y)) = (place(l, true), place(l, false)) {
            system.positive([(y, 1), (x, -1)], -1);
        }
        !system.may_hold()
    }
}
