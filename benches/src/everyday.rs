//! Everyday operations of a language under ours and its peers: what programs that nobody tuned for are made of.
//!
//! **Problem.** Means over whole programs hide which operations are slow. `benches/everyday` has a script for each language with some eighty of them (calls with
//! keywords, methods of texts, exceptions, ...); an operation that takes several times what it takes elsewhere has left traces, or makes what need not be made:
//! run it alone under `HOLLOWAY_LOG=census` to see which helper that is.
//!
//! `--script single` takes other scripts, whose operations are single ones: a call of one method, one literal, one loop over three values. Those of `--script items` do one thing to each of
//! a thousand items, some two hundred in Python: there a mechanism that is missing shows in a minute. Those of `--script uses` are each use of each container, made as a table, so that
//! those are there, too, of which nobody thought.
//!
//! Each engine runs a script once. An operation's figure is that of one: cold, in the first thousand, and at best, of four rounds. Ratios below 1: ours is faster.
//!
//! **Not promised.** That an operation was not left out by a compiler: figures below a third of a nanosecond are taken for that.
//!
//! **Example.** `cargo bench -- everyday --lang python --only deques,str_join`

use crate::bench::built;
use crate::languages::{self, root};
use holloway_testing::args::Args;
use holloway_testing::bench::measure::geomean;
use holloway_testing::{bench, Engine};
use std::collections::BTreeMap;
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str = "[--script everyday|single|items|uses] [--lang lua,python] [--lua PATH] [--python PATH] [--times 20000] [--only A,B] [--modes jit,plain] [--peers A,B] [--limit SECONDS]
      times everyday operations under ours and peers, cold and at best, those first that take longest compared with the last peer";

/// Less than an operation can take, in nanoseconds.
const LEAST: f64 = 0.3;

/// Nanoseconds of an operation: cold, and at best.
type Figures = [f64; 2];

/// The lines of a script's output.
///
/// # Errors
/// The first line that is none.
fn figures(output: &str) -> Result<BTreeMap<String, Figures>, String> {
    let line = |l: &str| -> Option<(String, Figures)> {
        let mut words = l.split_whitespace();
        let name = words.next()?.to_string();
        let mut number = || words.next()?.parse::<f64>().ok().map(|x| x.max(LEAST));
        Some((name, [number()?, number()?]))
    };
    output.lines().map(|l| line(l).ok_or_else(|| format!("no figures: {l}"))).collect()
}

/// What an engine takes for each operation.
fn measured(
    script: &str,
    engine: &Engine,
    words: &[String],
    limit: Duration,
) -> Result<BTreeMap<String, Figures>, String> {
    let folder = root().join("benches/everyday");
    let out = engine.run(script, words, &folder, limit, None)?;
    if out.code != Some(0) {
        let last = String::from_utf8_lossy(&out.stderr).lines().last().unwrap_or_default().to_string();
        return Err(format!("{}: {}: {last}", engine.name, out.ending()));
    }
    figures(&String::from_utf8_lossy(&out.stdout)).map_err(|e| format!("{}: {e}", engine.name))
}

/// The names of operations, those first that take longest in column `ours` compared with column `theirs`.
fn worst_first(columns: &[BTreeMap<String, Figures>], ours: usize, theirs: usize) -> Vec<(String, f64)> {
    let ratio = |name: &String, f: &Figures| Some((name.clone(), f[1] / columns[theirs].get(name)?[1]));
    let mut rows: Vec<(String, f64)> = columns[ours].iter().filter_map(|(name, f)| ratio(name, f)).collect();
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    rows
}

fn print_table(engines: &[Engine], columns: &[BTreeMap<String, Figures>]) {
    print!("{:22}", "ns: cold, at best");
    engines.iter().for_each(|e| print!("{:>20}", e.name));
    println!("{:>10}", "ratio");
    let ours = engines.iter().position(|e| e.name == "jit").unwrap_or(0);
    for (name, ratio) in worst_first(columns, ours, columns.len() - 1) {
        print!("{name:22}");
        for c in columns {
            match c.get(&name) {
                Some([cold, best]) => print!("{cold:>10.1}{best:>10.1}"),
                None => print!("{:>20}", "-"),
            }
        }
        println!("{ratio:>10.2}");
    }
}

fn print_means(engines: &[Engine], columns: &[BTreeMap<String, Figures>], peers: usize) {
    let first_peer = engines.len() - peers;
    println!("\ngeomeans, ours over theirs (below 1 is faster), and operations that take more than five times as long:");
    for (ours, column) in columns.iter().enumerate().take(first_peer) {
        for theirs in first_peer..engines.len() {
            for (what, at) in [("cold", 0), ("at best", 1)] {
                let both = column.iter().filter_map(|(name, f)| Some(f[at] / columns[theirs].get(name)?[at]));
                let ratios: Vec<f64> = both.collect();
                let slow = ratios.iter().filter(|r| **r > 5.0).count();
                let mean = geomean(&ratios).unwrap_or(f64::NAN);
                let (a, b) = (&engines[ours].name, &engines[theirs].name);
                println!("  {a:6} / {b:12}{what:8} {mean:.3}   {slow} of {}", ratios.len());
            }
        }
    }
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let script = args.text("script").unwrap_or("everyday");
    if !["everyday", "single", "items", "uses"].contains(&script) {
        return Err(format!("--script {script}: expected everyday, single, items or uses"));
    }
    let times = args.number("times", 20_000)?.max(1);
    let limit = Duration::from_secs(args.number("limit", 600)?);
    let only = args.list("only").unwrap_or_default().into_iter().map(str::to_string);
    let words: Vec<String> = std::iter::once(times.to_string()).chain(only).collect();
    for lang in languages::select(args)? {
        let engines = bench::engines(lang, &built(lang, args)?, args)?;
        let peers = engines.len() - bench::modes(args)?.len();
        if peers == 0 {
            return Err(format!("no peer of {} is installed", lang.name));
        }
        println!("\n{}", lang.name);
        let columns: Result<Vec<_>, String> =
            engines.iter().map(|e| measured(script, e, &words, limit)).collect();
        let columns = columns?;
        print_table(&engines, &columns);
        print_means(&engines, &columns, peers);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_figures() {
        let read = figures("deques 12.5 2.0\nstr_join 3 0.1\n").unwrap();
        assert_eq!(read["deques"], [12.5, 2.0]);
        assert_eq!(read["str_join"], [3.0, LEAST]);
        for wrong in ["deques", "deques 1", "deques one 2", ""] {
            assert!(figures(wrong).map_or(true, |f| f.is_empty()), "{wrong:?}");
        }
        assert!(figures("deques 1").unwrap_err().contains("no figures: deques 1"));
    }

    #[test]
    fn what_takes_longest_is_first() {
        let column = |a, b| figures(&format!("a 1 {a}\nb 1 {b}\nc 1 1\n")).unwrap();
        let mut theirs = column(2.0, 2.0);
        theirs.remove("c");
        let rows = worst_first(&[column(1.0, 6.0), theirs], 0, 1);
        assert_eq!(rows, [("b".to_string(), 3.0), ("a".to_string(), 0.5)]);
    }
}
