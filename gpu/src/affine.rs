//! Affine forms: sums of multiples of loops' iteration numbers, with numbers as coefficients.
//!
//! **Problem.** Subscripts, bounds and trip counts of a nest are formulas in its iteration numbers. What does not change while a nest runs is a number
//! when it is entered, so coefficients are plain numbers here and `i * n + j` is affine.
//!
//! **Invariants.** Arithmetic is exact: what does not fit 128 bits has no result. Whether the guest's 64 bits suffice is a question for [`Affine::range`].

/// Numbers from the first to the last, both included.
pub type Range = (i128, i128);

/// `k + c[0] * t0 + c[1] * t1 + ...`; loops that `c` does not reach have the coefficient 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Affine {
    /// Coefficients by loop.
    pub c: Vec<i128>,
    /// The constant.
    pub k: i128,
}

impl Affine {
    /// A number.
    pub fn constant(k: i128) -> Affine {
        Affine { c: Vec::new(), k }
    }

    /// The iteration number of a loop.
    pub fn of_loop(l: usize) -> Affine {
        let mut c = vec![0; l + 1];
        c[l] = 1;
        Affine { c, k: 0 }
    }

    /// The coefficient of a loop.
    pub fn coeff(&self, l: usize) -> i128 {
        self.c.get(l).copied().unwrap_or(0)
    }

    /// The number, if it is one.
    pub fn as_constant(&self) -> Option<i128> {
        self.c.iter().all(|&c| c == 0).then_some(self.k)
    }

    /// This and `factor` times another.
    pub fn plus(&self, other: &Affine, factor: i128) -> Option<Affine> {
        let n = self.c.len().max(other.c.len());
        let term = |a: i128, b: i128| a.checked_add(b.checked_mul(factor)?);
        let c: Option<Vec<i128>> = (0..n).map(|l| term(self.coeff(l), other.coeff(l))).collect();
        Some(Affine { c: c?, k: term(self.k, other.k)? })
    }

    /// This so many times.
    pub fn times(&self, factor: i128) -> Option<Affine> {
        Affine::default().plus(self, factor)
    }

    /// The least and the greatest value where each loop's iteration number is within its range.
    pub fn range(&self, of: impl Fn(usize) -> Range) -> Option<Range> {
        let (mut low, mut high) = (self.k, self.k);
        for (l, &c) in self.c.iter().enumerate().filter(|(_, c)| **c != 0) {
            let (first, last) = of(l);
            let (a, b) = (c.checked_mul(first)?, c.checked_mul(last)?);
            low = low.checked_add(a.min(b))?;
            high = high.checked_add(a.max(b))?;
        }
        Some((low, high))
    }

    /// The value for these iteration numbers.
    pub fn at(&self, t: &[i128]) -> i128 {
        self.c.iter().zip(t).fold(self.k, |sum, (c, t)| sum + c * t)
    }
}
