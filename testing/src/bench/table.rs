//! Prints measurements: a row of medians and ratios for each program, and means. Ratios below 1 mean that ours is faster. Beside the first iteration and the peak
//! stands what all iterations of a process take, which is what somebody waits for who runs a program once.

use crate::bench::measure::{geomean, median, ratio, ratio_of_memory, ratio_of_sums, Row};
use std::fmt::Write as _;

fn seconds(value: Option<f64>) -> String {
    value.map_or("-".to_string(), |v| format!("{v:.4}"))
}

/// Prints what is in the columns; `ours` is compared with all others.
pub fn print_heading(names: &[&str], ours: usize) {
    let mut heading = format!("{:14}", "seconds");
    for name in names {
        let _ = write!(heading, "{:>16}{:>10}{:>10}{:>7}", format!("{name}:1st"), "peak", "all", "MB");
    }
    for name in names.iter().enumerate().filter(|(t, _)| *t != ours).map(|(_, n)| n) {
        let _ = write!(heading, "{:>21}", format!("{}/{name}", names[ours]));
    }
    println!("{heading}");
}

/// Prints a row of the table.
pub fn print_row(row: &Row, engines: usize, ours: usize) {
    let mut line = format!("{:14}", row.program);
    for cell in &row.cells {
        let memory = median(&cell.memory).map_or("-".to_string(), |m| format!("{m:.0}"));
        let [first, peak, all] = [&cell.warmup, &cell.peak, &cell.sums()].map(|t| seconds(median(t)));
        let _ = write!(line, "{first:>16}{peak:>10}{all:>10}{memory:>7}");
    }
    for theirs in (0..engines).filter(|&t| t != ours) {
        let text = ratio(row, ours, theirs).map_or("-".to_string(), |r| format!("{r:.3}"));
        let _ = write!(line, "{text:>21}");
    }
    println!("{line}");
}

/// Prints why engines have no time for a program, and says which they are.
pub fn print_failures<'a>(row: &Row, names: &[&'a str]) -> Vec<&'a str> {
    let mut failed = Vec::new();
    for (cell, name) in row.cells.iter().zip(names) {
        if let Some(reason) = &cell.failure {
            println!("  {name}: {reason}");
            failed.push(*name);
        }
    }
    failed
}

/// Prints the means of ours, the first `modes` columns, over the others.
pub fn print_summary(rows: &[Row], names: &[&str], modes: usize) {
    println!("\ngeomeans of peak times, of sums of all iterations, and of memory, ours over theirs (below 1 is faster, and less):");
    for (ours, label) in names.iter().enumerate().take(modes) {
        for (theirs, name) in names.iter().enumerate().skip(modes) {
            let of = |ratio: fn(&Row, usize, usize) -> Option<f64>| -> Vec<f64> {
                rows.iter().filter_map(|r| ratio(r, ours, theirs)).collect()
            };
            let times = of(ratio);
            let [peak, sum, space] = [&times, &of(ratio_of_sums), &of(ratio_of_memory)]
                .map(|ratios| geomean(ratios).map_or("-".to_string(), |g| format!("{g:.3}")));
            println!("  {label:6} / {name:10} {peak:>8} {sum:>8} {space:>8}   over {} programs", times.len());
        }
    }
}
