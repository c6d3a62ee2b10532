//! Draws ratios as an SVG picture: a line for each program, a mark on it for each engine.
//!
//! The axis is logarithmic, so that 10 times faster and 10 times slower look alike, with the reference as the line at 1: what is left of it is faster.
//! Each line ends in the ratio of one engine, to whose mark a bar leads from 1. A line has no mark of an engine that failed.
//!
//! Pictures have a ground of their own, light or dark as the reader's system is, so that they can be read on any page.

use crate::bench::figures::Figures;
use std::fmt::Write as _;

/// A picture.
pub struct Chart {
    /// What is shown.
    pub title: String,
    /// How it was measured, in small letters.
    pub notes: Vec<String>,
    /// The engines' names, by position among ratios.
    pub engines: Vec<String>,
    /// Lines from the top down, in groups.
    pub groups: Vec<Vec<Line>>,
}

/// A line of a picture.
pub struct Line {
    /// Its name.
    pub label: String,
    /// A ratio for each engine.
    pub ratios: Vec<Option<f64>>,
    /// The engine whose ratio is written at its end.
    pub lead: usize,
}

impl Chart {
    /// Peak times relative to those of the engine `reference`: a line for each program in the order of the engine `lead`, the means below. `name` says what
    /// readers are told of an engine.
    ///
    /// # Errors
    /// One of the two engines was not measured.
    pub fn of(
        figures: &Figures,
        title: &str,
        reference: &str,
        lead: &str,
        name: impl Fn(&str) -> String,
    ) -> Result<Chart, String> {
        let (at, lead) = (figures.engine(reference)?, figures.engine(lead)?);
        let line = |label: &str, mut ratios: Vec<Option<f64>>| {
            // The reference is the line at 1.
            ratios[at] = None;
            Line { label: label.to_string(), ratios, lead }
        };
        let ratios = figures.ratios(at);
        let mut lines: Vec<Line> = ratios.into_iter().map(|(name, ratios)| line(name, ratios)).collect();
        sort(&mut lines);
        Ok(Chart {
            title: format!("{title}: time relative to {reference} (less is faster)"),
            notes: vec![figures.about.clone()],
            engines: figures.engines.iter().map(|e| name(e)).collect(),
            groups: vec![lines, vec![line("geometric mean", figures.means(at))]],
        })
    }
}

impl Line {
    fn number(&self) -> Option<f64> {
        self.ratios[self.lead]
    }
}

/// Puts lines in the order of their numbers, the least first, those without at the end.
pub fn sort(lines: &mut [Line]) {
    let key = |line: &Line| line.number().unwrap_or(f64::INFINITY);
    lines.sort_by(|a, b| key(a).total_cmp(&key(b)));
}

/// Colours and shapes of engines: both differ, for readers who see colours otherwise.
const MARKS: &[(&str, &str)] = &[
    ("#8b949e", "M-4-4h8v8h-8z"),
    ("#2f81f7", "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0"),
    ("#2da44e", "M-5 4h10l-5-9z"),
    ("#d4810f", "M-5 0l5-5l5 5l-5 5z"),
    ("#a371f7", "M-5-4h10l-5 9z"),
    ("#e5534b", "M-3-5h6v10h-6z"),
];

const STYLE: &str = "<style>text{fill:#1f2328}.ground{fill:#fff}.note{fill:#59636e}.grid{stroke:#d8dee4}.one{stroke:#59636e}.bar{stroke-opacity:.35;stroke-width:5}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.ground{fill:#0d1117}.note{fill:#9198a1}.grid{stroke:#30363d}.one{stroke:#9198a1}}</style>";

const LEFT: f64 = 180.0;
const WIDTH: f64 = 440.0;
const RIGHT: f64 = 60.0;
const ROW: f64 = 16.0;
const GAP: f64 = 8.0;
/// Room for an engine's name.
const NAME: f64 = 175.0;
const NAMES_IN_ROW: usize = 4;

const TICKS: &[f64] =
    &[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// A logarithmic axis.
struct Scale {
    lowest: f64,
    highest: f64,
}

impl Scale {
    /// One that shows these ratios and 1.
    fn of(ratios: impl Iterator<Item = f64>) -> Scale {
        let (lowest, highest) = ratios.fold((0.8, 1.25), |(l, h), r| (f64::min(l, r), f64::max(h, r)));
        Scale { lowest: lowest / 1.15, highest: highest * 1.15 }
    }
    fn shows(&self, ratio: f64) -> bool {
        (self.lowest..=self.highest).contains(&ratio)
    }
    /// Where a ratio is in the picture.
    fn x(&self, ratio: f64) -> f64 {
        let (low, high) = (self.lowest.ln(), self.highest.ln());
        LEFT + WIDTH * ((ratio.ln() - low) / (high - low)).clamp(0.0, 1.0)
    }
}

fn mark(svg: &mut String, engine: usize, x: f64, y: f64, title: &str) {
    let (colour, path) = MARKS[engine % MARKS.len()];
    let _ = writeln!(
        svg,
        "<path d=\"{path}\" fill=\"{colour}\" transform=\"translate({x:.1} {y:.1})\">{title}</path>"
    );
}

/// The picture as SVG text.
#[must_use]
pub fn draw(chart: &Chart) -> String {
    let lines = || chart.groups.iter().flatten();
    let scale = Scale::of(lines().flat_map(|l| &l.ratios).flatten().copied());
    // Names are explained where a line has several marks; otherwise its label says what it is.
    let several = lines().any(|l| l.ratios.iter().flatten().count() > 1);
    let shown: Vec<usize> =
        (0..chart.engines.len()).filter(|&e| several && lines().any(|l| l.ratios[e].is_some())).collect();
    let names_at = 42.0 + chart.notes.len() as f64 * 15.0;
    let top = names_at + shown.len().div_ceil(NAMES_IN_ROW) as f64 * 18.0 + 14.0;
    let height = top + lines().count() as f64 * ROW + chart.groups.len() as f64 * GAP + 8.0;

    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{height}\" viewBox=\"0 0 {w} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         {STYLE}\n<rect class=\"ground\" width=\"100%\" height=\"100%\" rx=\"6\"/>\n\
         <text x=\"14\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{title}</text>",
        w = LEFT + WIDTH + RIGHT,
        title = chart.title,
    );
    for (i, note) in chart.notes.iter().enumerate() {
        let y = 41.0 + i as f64 * 15.0;
        let _ = writeln!(svg, "<text class=\"note\" x=\"14\" y=\"{y}\" font-size=\"11\">{note}</text>");
    }
    for (i, &engine) in shown.iter().enumerate() {
        let x = 20.0 + (i % NAMES_IN_ROW) as f64 * NAME;
        let y = names_at + 8.0 + (i / NAMES_IN_ROW) as f64 * 18.0;
        mark(&mut svg, engine, x, y, "");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{}</text>", x + 10.0, y + 4.0, chart.engines[engine]);
    }
    for &tick in TICKS.iter().filter(|&&t| scale.shows(t)) {
        let (class, x) = (if tick == 1.0 { "one" } else { "grid" }, scale.x(tick));
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{top}\" x2=\"{x:.1}\" y2=\"{}\"/>\
             <text class=\"note\" x=\"{x:.1}\" y=\"{}\" font-size=\"11\" text-anchor=\"middle\">{tick}</text>",
            height - 8.0,
            top - 4.0
        );
    }
    let mut y = top + GAP;
    for group in &chart.groups {
        for line in group {
            draw_line(&mut svg, chart, &scale, line, y + ROW / 2.0);
            y += ROW;
        }
        y += GAP;
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_line(svg: &mut String, chart: &Chart, scale: &Scale, line: &Line, y: f64) {
    let number = line.number();
    if let Some(ratio) = number {
        let _ = writeln!(
            svg,
            "<line class=\"bar\" stroke=\"{}\" x1=\"{:.1}\" y1=\"{y}\" x2=\"{:.1}\" y2=\"{y}\"/>",
            MARKS[line.lead % MARKS.len()].0,
            scale.x(1.0),
            scale.x(ratio)
        );
    }
    // The lead's mark comes last, on top of others.
    let others = (0..chart.engines.len()).filter(|&e| e != line.lead);
    for engine in others.chain([line.lead]) {
        if let Some(ratio) = line.ratios[engine] {
            let title = format!("<title>{} {}: {ratio:.3}</title>", line.label, chart.engines[engine]);
            mark(svg, engine, scale.x(ratio), y, &title);
        }
    }
    let text = number.map_or("failed".to_string(), |r| format!("{r:.2}"));
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{text}</text>",
        LEFT - 10.0,
        y + 4.0,
        line.label,
        LEFT + WIDTH + RIGHT - 14.0,
        y + 4.0
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(label: &str, ratios: &[Option<f64>]) -> Line {
        Line { label: label.to_string(), ratios: ratios.to_vec(), lead: 1 }
    }

    #[test]
    fn the_axis_is_logarithmic_and_shows_all() {
        let scale = Scale::of([0.1, 10.0].into_iter());
        assert!((scale.x(1.0) - (LEFT + WIDTH / 2.0)).abs() < 1e-9);
        assert!(scale.shows(0.1) && scale.shows(10.0) && !scale.shows(100.0));
        assert!(Scale::of([].into_iter()).shows(1.0));
    }

    #[test]
    fn lines_are_sorted_by_their_number() {
        let mut lines =
            vec![line("a", &[Some(1.0), None]), line("b", &[None, Some(2.0)]), line("c", &[None, Some(0.1)])];
        sort(&mut lines);
        assert_eq!(lines.iter().map(|l| l.label.as_str()).collect::<Vec<_>>(), ["c", "b", "a"]);
    }

    #[test]
    fn each_ratio_has_a_mark() {
        let chart = Chart {
            title: "t".to_string(),
            notes: vec!["n".to_string()],
            engines: ["plain", "jit", "ref"].map(str::to_string).to_vec(),
            groups: vec![vec![
                line("p", &[Some(1.5), Some(0.25), None]),
                line("q", &[Some(2.0), None, None]),
            ]],
        };
        let svg = draw(&chart);
        assert_eq!(svg.matches("<title>").count(), 3);
        assert_eq!(svg.matches("<path").count(), 3 + 2, "a legend for two engines");
        assert!(svg.contains("p jit: 0.250") && svg.contains(">0.25<") && svg.contains(">failed<"));
        assert!(svg.ends_with("</svg>\n"));
    }
}
