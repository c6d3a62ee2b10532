//! Draws the benchmark results as a bar chart in SVG.
//!
//! One group of horizontal bars per program; a bar's length is the engine's peak time relative to `lua5.4`
//! (or to the first engine where that is absent) on a logarithmic axis, so that 10x faster and 10x slower
//! look alike. Bars start at the line for 1: to the left is faster, to the right slower.

use crate::bench::{geomean, median, Row};
use std::fmt::Write as _;

const COLOURS: &[&str] = &["#9aa5b1", "#2f6fdb", "#c9a227", "#3a9a5b", "#b0539e", "#c4553b"];
const BAR: f64 = 9.0;
const GROUP_GAP: f64 = 9.0;
const LEFT: f64 = 130.0;
const WIDTH: f64 = 640.0;
const TOP: f64 = 66.0;

/// The position of a ratio on the axis, from 0 (fastest shown) to 1.
fn position(ratio: f64, lowest: f64, highest: f64) -> f64 {
    let (low, high) = (lowest.ln(), highest.ln());
    ((ratio.ln() - low) / (high - low)).clamp(0.0, 1.0)
}

/// The chart as SVG text.
pub fn draw(rows: &[Row], names: &[&str]) -> String {
    let base = names.iter().position(|n| *n == "lua5.4").unwrap_or(0);
    let relative = |row: &Row, engine: usize| -> Option<f64> {
        Some(median(&row.cells[engine].peak)? / median(&row.cells[base].peak)?)
    };
    let mut groups: Vec<(String, Vec<Option<f64>>)> = rows
        .iter()
        .map(|row| (row.program.clone(), (0..names.len()).map(|e| relative(row, e)).collect()))
        .collect();
    let means = (0..names.len())
        .map(|e| geomean(&rows.iter().filter_map(|r| relative(r, e)).collect::<Vec<_>>()))
        .collect();
    groups.push(("geomean".to_string(), means));

    let all = || groups.iter().flat_map(|(_, r)| r).flatten().copied();
    let lowest = all().fold(0.5, f64::min) / 1.2;
    let highest = all().fold(2.0, f64::max) * 1.2;
    let group = names.len() as f64 * BAR + GROUP_GAP;
    let height = TOP + groups.len() as f64 * group + 24.0;
    let x = |ratio: f64| LEFT + WIDTH * position(ratio, lowest, highest);

    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{height}\" viewBox=\"0 0 {w} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
        w = LEFT + WIDTH + 70.0
    );
    let _ = writeln!(
        svg,
        "<text x=\"12\" y=\"20\" font-size=\"14\" font-weight=\"bold\">Peak time relative to {} (shorter to the left is faster, log scale)</text>",
        names[base]
    );
    for (i, name) in names.iter().enumerate() {
        let at = 12.0 + i as f64 * 135.0;
        let _ = writeln!(
            svg,
            "<rect x=\"{at}\" y=\"30\" width=\"10\" height=\"10\" fill=\"{}\"/><text x=\"{}\" y=\"39\">{name}</text>",
            COLOURS[i % COLOURS.len()],
            at + 14.0
        );
    }
    for tick in [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0] {
        if tick < lowest || tick > highest {
            continue;
        }
        let (colour, at) = (if tick == 1.0 { "#333" } else { "#ddd" }, x(tick));
        let _ = writeln!(
            svg,
            "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{:.1}\" stroke=\"{colour}\"/><text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick}</text>",
            height - 20.0,
            TOP - 6.0
        );
    }
    for (g, (label, ratios)) in groups.iter().enumerate() {
        let top = TOP + 6.0 + g as f64 * group;
        let weight = if label == "geomean" { "bold" } else { "normal" };
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" font-weight=\"{weight}\">{label}</text>",
            LEFT - 8.0,
            top + names.len() as f64 * BAR / 2.0 + 4.0
        );
        for (i, ratio) in ratios.iter().enumerate() {
            let y = top + i as f64 * BAR;
            let Some(ratio) = *ratio else {
                let _ = writeln!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"8\">failed</text>",
                    x(1.0) + 3.0,
                    y + 8.0
                );
                continue;
            };
            let (from, to) = (x(1.0).min(x(ratio)), x(1.0).max(x(ratio)));
            let _ = writeln!(
                svg,
                "<rect x=\"{from:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"><title>{label} {}: {ratio:.3}</title></rect>",
                (to - from).max(1.0),
                BAR - 1.0,
                COLOURS[i % COLOURS.len()],
                names[i]
            );
            let (at, anchor) = if ratio < 1.0 { (from - 3.0, "end") } else { (to + 3.0, "start") };
            let _ = writeln!(
                svg,
                "<text x=\"{at:.1}\" y=\"{:.1}\" font-size=\"8\" text-anchor=\"{anchor}\">{ratio:.2}</text>",
                y + 7.5
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Cell;

    #[test]
    fn draws_a_bar_for_each_time() {
        let cell = |t: f64| Cell { peak: vec![t], ..Cell::default() };
        let failed = Cell { failure: Some("no".into()), ..Cell::default() };
        let rows = vec![Row { program: "p".into(), cells: vec![cell(0.5), failed, cell(1.0)] }];
        let svg = draw(&rows, &["plain", "jit", "lua5.4"]);
        assert_eq!(svg.matches("<title>").count(), 4); // two engines in two groups
        assert!(svg.contains("p plain: 0.500") && svg.contains("failed") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn positions_are_logarithmic() {
        assert!((position(1.0, 0.1, 10.0) - 0.5).abs() < 1e-9);
        assert_eq!(position(100.0, 0.1, 10.0), 1.0);
    }
}
