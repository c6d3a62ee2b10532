//! Whether a system of equations and inequalities has an integer solution.
//!
//! **Problem.** Each dependence test looks at one subscript, or at loops as if their bounds were independent. Triangular loops and coupled subscripts need
//! all at once.
//!
//! **How.** Equations are solved away: the unknown with the smallest coefficient is replaced by a new one such that the other coefficients become their remainders
//! (Euclid's algorithm; the replacement has an inverse in the integers, so solutions correspond), until a coefficient is 1 and its unknown can be
//! expressed by the others. Inequalities then lose one unknown after another by adding each lower bound to each upper one (Fourier and Motzkin), where
//! coefficients' common divisors first tighten the constants.
//!
//! **Invariant.** `false` means that there is no solution.
//!
//! **Not promised.** That `true` means that there is one: eliminating an unknown is exact only where one of the two coefficients is 1, and a system with too many
//! unknowns or rows, or numbers too large, is given up.

/// Most unknowns.
const UNKNOWNS: usize = 8;
/// Most inequalities on the way.
const ROWS: usize = 600;

/// Coefficients, and last the constant: their sum is 0, or at least 0.
type Row = Vec<i128>;

/// There is no solution, or (`Hard`) it is too much work to know.
enum Stop {
    None,
    Hard,
}

/// The sum of equations that are 0 and inequalities that are at least 0.
#[derive(Clone, Debug, Default)]
pub struct System {
    unknowns: usize,
    zero: Vec<Row>,
    positive: Vec<Row>,
}

impl System {
    /// Without rows.
    pub fn new(unknowns: usize) -> System {
        System { unknowns, ..System::default() }
    }

    /// The sum of the terms and `k` is 0.
    pub fn zero(&mut self, terms: impl IntoIterator<Item = (usize, i128)>, k: i128) {
        let row = self.row(terms, k);
        self.zero.push(row);
    }

    /// The sum of the terms and `k` is at least 0.
    pub fn positive(&mut self, terms: impl IntoIterator<Item = (usize, i128)>, k: i128) {
        let row = self.row(terms, k);
        self.positive.push(row);
    }

    fn row(&self, terms: impl IntoIterator<Item = (usize, i128)>, k: i128) -> Row {
        let mut row = vec![0; self.unknowns + 1];
        terms.into_iter().for_each(|(at, c)| row[at] += c);
        row[self.unknowns] = k;
        row
    }

    /// Whether there may be a solution.
    pub fn may_hold(mut self) -> bool {
        if self.unknowns > UNKNOWNS {
            return true;
        }
        match self.solve().and_then(|()| self.eliminate()) {
            Err(Stop::None) => false,
            Ok(()) | Err(Stop::Hard) => true,
        }
    }

    /// Replaces unknowns until there are no equations.
    fn solve(&mut self) -> Result<(), Stop> {
        while let Some(mut row) = self.zero.pop() {
            let n = self.unknowns;
            let divisor = row[..n].iter().fold(0, |g, &c| gcd(g, c));
            if divisor == 0 {
                match row[n] {
                    0 => continue,
                    _ => return Err(Stop::None),
                }
            }
            if row[n] % divisor != 0 {
                return Err(Stop::None);
            }
            row.iter_mut().for_each(|c| *c /= divisor);
            let at = (0..n).filter(|&i| row[i] != 0).min_by_key(|&i| row[i].unsigned_abs()).unwrap_or(0);
            let c = row[at];
            // x_at is its new self without the quotients of the others; where c is 1 or -1 the row then says that the new one is a constant.
            let quotients: Row = (0..=n).map(|i| if i == at { 0 } else { row[i].div_euclid(c) }).collect();
            let unit = c.abs() == 1;
            if !unit {
                self.zero.push(row);
            }
            for r in self.zero.iter_mut().chain(&mut self.positive) {
                let factor = r[at];
                for i in (0..=n).filter(|&i| i != at) {
                    let less = factor.checked_mul(quotients[i]).ok_or(Stop::Hard)?;
                    r[i] = r[i].checked_sub(less).ok_or(Stop::Hard)?;
                }
                if unit {
                    r[at] = 0;
                }
            }
        }
        Ok(())
    }

    /// Eliminates unknowns until only constants are left.
    fn eliminate(&mut self) -> Result<(), Stop> {
        let n = self.unknowns;
        loop {
            self.tighten()?;
            let count = |i: usize, sign: i128| self.positive.iter().filter(|r| r[i].signum() == sign).count();
            let used = (0..n).filter(|&i| count(i, 1) + count(i, -1) > 0);
            // The one with the fewest new rows; where that is exact first.
            let exact =
                |i: usize, sign: i128| self.positive.iter().all(|r| r[i].signum() != sign || r[i] == sign);
            let cost = |i: usize| (!(exact(i, 1) || exact(i, -1)), count(i, 1) * count(i, -1));
            let Some(at) = used.min_by_key(|&i| cost(i)) else { return Ok(()) };
            let (with, mut rest): (Vec<Row>, Vec<Row>) = self.positive.drain(..).partition(|r| r[at] != 0);
            let (lower, upper): (Vec<Row>, Vec<Row>) = with.into_iter().partition(|r| r[at] > 0);
            for l in &lower {
                for u in &upper {
                    let sum = |i: usize| l[i].checked_mul(-u[at])?.checked_add(u[i].checked_mul(l[at])?);
                    rest.push((0..=n).map(sum).collect::<Option<Row>>().ok_or(Stop::Hard)?);
                }
            }
            self.positive = rest;
            if self.positive.len() > ROWS {
                return Err(Stop::Hard);
            }
        }
    }

    /// Divides rows by what their coefficients have in common, rounding the constant down, and keeps the strongest of those with equal coefficients.
    fn tighten(&mut self) -> Result<(), Stop> {
        let n = self.unknowns;
        for row in &mut self.positive {
            let divisor = row[..n].iter().fold(0, |g, &c| gcd(g, c));
            if divisor == 0 && row[n] < 0 {
                return Err(Stop::None);
            }
            if divisor > 1 {
                row[..n].iter_mut().for_each(|c| *c /= divisor);
                row[n] = row[n].div_euclid(divisor);
            }
        }
        self.positive.retain(|row| row[..n].iter().any(|&c| c != 0));
        self.positive.sort();
        self.positive.dedup_by(|later, first| later[..n] == first[..n]);
        Ok(())
    }
}

/// The greatest common divisor; 0 of nothing but zeros.
pub fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solvable_and_unsolvable_systems_are_told_apart() {
        // 3x + 6y = 7
        let mut s = System::new(2);
        s.zero([(0, 3), (1, 6)], -7);
        assert!(!s.may_hold());
        // 7x + 12y + 31z = 17, 3x + 5y + 14z = 7, 1 <= x <= 40: there are solutions, and none with 3 <= x and x <= 4.
        let mut s = System::new(3);
        s.zero([(0, 7), (1, 12), (2, 31)], -17);
        s.zero([(0, 3), (1, 5), (2, 14)], -7);
        s.positive([(0, 1)], -1);
        s.positive([(0, -1)], 40);
        assert!(s.clone().may_hold());
        // x <= y, y < x
        let mut s = System::new(2);
        s.positive([(0, -1), (1, 1)], 0);
        s.positive([(0, 1), (1, -1)], -1);
        assert!(!s.may_hold());
        // 2x = 3y, 1 <= y <= 1
        let mut s = System::new(2);
        s.zero([(0, 2), (1, -3)], 0);
        s.positive([(1, 1)], -1);
        s.positive([(1, -1)], 1);
        assert!(!s.may_hold());
    }
}
