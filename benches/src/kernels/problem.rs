//! What kernels have in common with the Python programs: sizes, random numbers, and how results are printed.

use std::fmt::Write as _;

/// The numbers that the program has for a size: `SIZES = {"small": (10, 20), "large": 30}`.
///
/// # Errors
/// The program has no such size.
pub fn numbers(program: &str, size: &str) -> Result<Vec<usize>, String> {
    let key = format!("\"{size}\": ");
    let line = program.lines().find(|l| l.starts_with("SIZES = "));
    let from = line.and_then(|l| l.split_once(&key)).ok_or_else(|| format!("there is no size '{size}'"))?.1;
    let inside = match from.strip_prefix('(') {
        Some(tuple) => tuple.split(')').next(),
        None => from.split([',', '}']).next(),
    };
    let numbers = inside.unwrap_or_default().split(',').map(|n| n.trim().parse::<usize>());
    numbers.collect::<Result<_, _>>().map_err(|e| format!("the numbers of size '{size}': {e}"))
}

/// The programs' generator of random numbers.
pub struct Random(pub u64);

impl Random {
    /// The next number, in (0, 1).
    #[allow(clippy::should_implement_trait, reason = "it has no end, and the programs call it so")]
    pub fn next(&mut self) -> f64 {
        self.0 = self.0 * 16807 % 2147483647;
        self.0 as f64 / 2147483647.0
    }

    /// So many of them.
    pub fn take(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }
}

/// A float as Python writes it: the shortest text that means it.
pub fn repr(x: f64) -> String {
    let text = format!("{x:e}");
    let Some((digits, exponent)) = text.split_once('e') else { return text.to_lowercase() };
    match exponent.parse::<i32>() {
        Ok(-4..=15) if x == x.trunc() => format!("{x:.1}"),
        Ok(-4..=15) => format!("{x}"),
        Ok(e) => format!("{digits}e{}{:02}", if e < 0 { '-' } else { '+' }, e.abs()),
        Err(_) => text,
    }
}

/// The prime by which digests are taken.
const MODULUS: i64 = 2147483647;

/// A float's digits as an integer of 53 bits, and its exponent, as `math.frexp` parts them.
fn parts(x: f64) -> (i64, i64) {
    if x == 0.0 {
        return (0, 0);
    }
    // One below the normal ones is made one of them first.
    let (x, less) = if x.abs() < f64::MIN_POSITIVE { (x * 2f64.powi(64), 64) } else { (x, 0) };
    let digits = (x.to_bits() & ((1 << 52) - 1) | 1 << 52) as i64;
    let exponent = (x.to_bits() >> 52 & 0x7ff) as i64 - 1022 - less;
    (if x < 0.0 { -digits } else { digits }, exponent)
}

/// What a program prints.
#[derive(Default)]
pub struct Report(pub String);

impl Report {
    /// Adds a line.
    pub fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    /// What `report` of the programs with floats prints.
    pub fn floats(&mut self, name: &str, values: &[f64]) {
        let (mut total, mut digest) = (0.0, 0);
        for &value in values {
            total += value;
            let (digits, exponent) = parts(value);
            digest = (digest * 31 + digits + exponent).rem_euclid(MODULUS);
        }
        let _ = write!(self.0, "{name} {}", repr(total));
        self.some(values, |&v| repr(v));
        self.line(&format!("{name} digest {digest}"));
    }

    /// What `report` of the programs with integers prints.
    pub fn integers(&mut self, name: &str, values: &[i64]) {
        let digest = values.iter().fold(0, |d, v| (d * 31 + v).rem_euclid(MODULUS));
        let _ = write!(self.0, "{name} {}", values.iter().sum::<i64>());
        self.some(values, i64::to_string);
        self.line(&format!("{name} digest {digest}"));
    }

    /// The first value, the middle one, the last.
    fn some<T>(&mut self, values: &[T], text: impl Fn(&T) -> String) {
        for k in [0, values.len() / 2, values.len() - 1] {
            let _ = write!(self.0, " {}", text(&values[k]));
        }
        self.0.push('\n');
    }
}

/// How far results of functions that a device computes in its own way may lie apart.
const NEAR: f64 = 1e-9;

/// Whether two outputs say the same but for the last digits of floats, and digests.
pub fn near(wanted: &str, got: &str) -> bool {
    let lines = |text: &str| -> Vec<String> {
        text.lines().filter(|l| !l.contains(" digest ")).map(str::to_string).collect()
    };
    let same = |a: &str, b: &str| match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= NEAR * a.abs().max(b.abs()).max(1.0),
        _ => a == b,
    };
    let (wanted, got) = (lines(wanted), lines(got));
    wanted.len() == got.len()
        && wanted.iter().zip(&got).all(|(w, g)| {
            let (w, g): (Vec<&str>, Vec<&str>) =
                (w.split_whitespace().collect(), g.split_whitespace().collect());
            w.len() == g.len() && w.iter().zip(&g).all(|(w, g)| same(w, g))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_the_program() {
        let text = "# text\nSIZES = {\"small\": (12, 10, 3), \"medium\": 7, \"large\": 9}  # what they are\n";
        assert_eq!(numbers(text, "small"), Ok(vec![12, 10, 3]));
        assert_eq!(numbers(text, "medium"), Ok(vec![7]));
        assert_eq!(numbers(text, "large"), Ok(vec![9]));
        assert!(numbers(text, "huge").is_err());
    }

    #[test]
    fn floats_are_written_as_python_writes_them() {
        let texts = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (100.0, "100.0"),
            (0.1, "0.1"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (-1.25e-7, "-1.25e-07"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.5e300, "1.5e+300"),
            (2.0 / 3.0, "0.6666666666666666"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "nan"),
        ];
        for (value, text) in texts {
            assert_eq!(repr(value), text);
        }
    }

    #[test]
    fn every_bit_counts() {
        assert_eq!(parts(0.5), (1 << 52, 0));
        assert_eq!(parts(-3.0), (-(3 << 51), 2));
        assert_eq!(parts(f64::from_bits(1)), (1 << 52, -1073));
        let digest = |x: f64| {
            let mut report = Report::default();
            report.floats("x", &[x]);
            report.0
        };
        assert_ne!(digest(1.0), digest(f64::from_bits(1f64.to_bits() + 1)));
    }

    #[test]
    fn near_is_not_anything() {
        assert!(near("a 1.0 2\na digest 3\n", "a 1.0000000000001 2\na digest 4\n"));
        assert!(!near("a 1.0 2\n", "a 1.001 2\n"));
        assert!(!near("a 1.0 2\n", "b 1.0 2\n"));
        assert!(!near("a 1.0 2\n", ""));
    }
}
