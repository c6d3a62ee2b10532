//! Figures that are kept: seconds of programs under engines, in a file that pictures are drawn from.
//!
//! So a picture can be drawn anew without measuring, and what it shows can be read and compared. The file begins with how it was measured, then has a
//! table with tabs; a cell is the first iteration's seconds and the peak's, medians over processes, or `-` where there is no time:
//!
//! ```text
//! # 2026-11-22, bench size, 1 process of 2 iterations; x86_64, 2 processors, load 0.1 at the start
//! program  plain              jit                lua5.4
//! sieve    1.234567/1.234567  0.123456/0.113456  -
//! ```

use crate::bench::measure::{geomean, median, Row};
use std::fmt::Write as _;

/// Seconds of a program under an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    /// Of the first iteration.
    pub first: f64,
    /// Of later ones.
    pub peak: f64,
}

/// Programs under engines.
#[derive(Debug, PartialEq)]
pub struct Figures {
    /// How it was measured.
    pub about: String,
    /// The engines' names.
    pub engines: Vec<String>,
    /// Programs, each with an entry for each engine.
    pub programs: Vec<(String, Vec<Option<Times>>)>,
}

impl Figures {
    /// The medians of what was measured.
    #[must_use]
    pub fn new(about: &str, engines: &[&str], rows: &[Row]) -> Figures {
        let times = |row: &Row| {
            let of = |c: &crate::bench::measure::Cell| {
                // A wrong or incomplete answer has no time, whatever came before it.
                let right = c.failure.is_none();
                right.then(|| Some(Times { first: median(&c.warmup)?, peak: median(&c.peak)? })).flatten()
            };
            (row.program.clone(), row.cells.iter().map(of).collect())
        };
        Figures {
            about: about.to_string(),
            engines: engines.iter().map(|e| e.to_string()).collect(),
            programs: rows.iter().map(times).collect(),
        }
    }

    /// The file's text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("# {}\nprogram\t{}\n", self.about, self.engines.join("\t"));
        for (program, times) in &self.programs {
            text.push_str(program);
            for cell in times {
                let _ = match cell {
                    Some(t) => write!(text, "\t{:.6}/{:.6}", t.first, t.peak),
                    None => write!(text, "\t-"),
                };
            }
            text.push('\n');
        }
        text
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// The line that is not as it should be.
    pub fn parse(text: &str) -> Result<Figures, String> {
        let mut lines = text.lines();
        let about = lines
            .next()
            .and_then(|l| l.strip_prefix("# "))
            .ok_or("the first line does not begin with '# '")?;
        let heading =
            lines.next().and_then(|l| l.strip_prefix("program\t")).ok_or("the second line is no heading")?;
        let engines: Vec<String> = heading.split('\t').map(str::to_string).collect();
        let cell = |word: &str| -> Option<Option<Times>> {
            if word == "-" {
                return Some(None);
            }
            let (first, peak) = word.split_once('/')?;
            let (first, peak) = (first.parse().ok()?, peak.parse().ok()?);
            (first > 0.0 && peak > 0.0).then_some(Some(Times { first, peak }))
        };
        let program = |line: &str| -> Result<(String, Vec<Option<Times>>), String> {
            let mut words = line.split('\t');
            let name = words.next().unwrap_or_default().to_string();
            let times: Option<Vec<_>> = words.map(cell).collect();
            match times {
                Some(times) if times.len() == engines.len() => Ok((name, times)),
                _ => Err(format!("cannot read '{line}'")),
            }
        };
        let programs = lines.map(program).collect::<Result<_, _>>()?;
        Ok(Figures { about: about.to_string(), engines, programs })
    }

    /// Where an engine is.
    ///
    /// # Errors
    /// Says that it is not there.
    pub fn engine(&self, name: &str) -> Result<usize, String> {
        self.engines.iter().position(|e| e == name).ok_or_else(|| format!("there are no times of {name}"))
    }

    /// Peak times over those of the engine at `reference`, by program.
    #[must_use]
    pub fn ratios(&self, reference: usize) -> Vec<(&str, Vec<Option<f64>>)> {
        let over = |times: &[Option<Times>]| {
            let base = times[reference].map(|t| t.peak);
            times.iter().map(|t| Some((*t)?.peak / base?)).collect()
        };
        self.programs.iter().map(|(name, times)| (name.as_str(), over(times))).collect()
    }

    /// The geometric mean of each engine's ratios.
    #[must_use]
    pub fn means(&self, reference: usize) -> Vec<Option<f64>> {
        let ratios = self.ratios(reference);
        let mean = |engine: usize| geomean(&ratios.iter().filter_map(|r| r.1[engine]).collect::<Vec<_>>());
        (0..self.engines.len()).map(mean).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::measure::Cell;

    fn figures() -> Figures {
        let cell = |t: f64| Cell { warmup: vec![2.0 * t], peak: vec![t], ..Cell::default() };
        let wrong = Cell { failure: Some("wrong".to_string()), ..cell(9.0) };
        let rows = [
            Row { program: "p".to_string(), cells: vec![cell(0.5), cell(2.0)] },
            Row { program: "q".to_string(), cells: vec![cell(4.0), cell(1.0)] },
            Row { program: "r".to_string(), cells: vec![wrong, cell(1.0)] },
        ];
        Figures::new("today", &["jit", "ref"], &rows)
    }

    #[test]
    fn what_is_written_is_read() {
        let figures = figures();
        assert_eq!(Figures::parse(&figures.text()), Ok(figures));
        for wrong in
            ["", "# a\n", "# a\nprogram\tx\np\n", "# a\nprogram\tx\np\t1\n", "# a\nprogram\tx\np\t0/1\n"]
        {
            assert!(Figures::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ratios_and_means_leave_out_failures() {
        let figures = figures();
        let reference = figures.engine("ref").unwrap();
        let jit: Vec<_> = figures.ratios(reference).iter().map(|r| r.1[0]).collect();
        assert_eq!(jit, [Some(0.25), Some(4.0), None]);
        let means = figures.means(reference);
        assert!((means[0].unwrap() - 1.0).abs() < 1e-12 && means[1] == Some(1.0));
        assert!(figures.engine("other").is_err());
    }
}
