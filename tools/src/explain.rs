//! A page for the terminal: for each trace and source line, what was recorded and what is left of it.
//!
//! **Problem.** The log has everything (see docs/log.md); a person wants a page. A row is a line of the guest's source: ops recorded for it, ops left,
//! guards left, and how many ops each pass removed. In a peeled loop, what is left is what runs in every iteration; what stays in the
//! preamble alone is counted as hoisted.
//!
//! Not promised: a place is taken to be the first word of what the language says, which is how the languages here say it.
//!
//! **Example.** `  sieve:9         11     7       3        2  dce 1, guards 1`

use crate::log::{Abort, Census, Event, Fate, Left, Log, Trace};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Ops by what became of them.
#[derive(Default)]
struct Row<'a> {
    recorded: u32,
    left: u32,
    guards: u32,
    hoisted: u32,
    removed: BTreeMap<&'a str, u32>,
}

/// The page for a log.
pub fn page(log: &Log) -> String {
    let mut page = String::new();
    for (i, event) in log.events.iter().enumerate() {
        // Into a text that grows.
        let _ = match event {
            Event::Trace(t) => trace(&mut page, t, &log.events[i..]),
            Event::Abort(Abort { kind, text, advice, .. }) => {
                writeln!(page, "abort of a {kind}: {text} ({advice})\n")
            }
            Event::Census(c) => census(&mut page, c),
            Event::Evict {} => writeln!(page, "all traces thrown away: no room for native code\n"),
            Event::Retire { names } => {
                writeln!(
                    page,
                    "thrown away, as they inline what they had better call: {}\n",
                    names.join(", ")
                )
            }
            Event::Invalidate(Left { name, exit }) => {
                writeln!(page, "{name}: what it assumes at exit {exit} has changed\n")
            }
            _ => Ok(()),
        };
    }
    if log.cut {
        page += "the log ends in the middle of a line: the program was killed, or is still running\n";
    }
    page
}

fn trace(page: &mut String, t: &Trace, later: &[Event]) -> std::fmt::Result {
    let mut rows: Vec<(&str, Row)> = Vec::new();
    for op in &t.ops {
        let name = t.place(op.place);
        let at = rows.iter().position(|r| r.0 == name).unwrap_or_else(|| {
            rows.push((name, Row::default()));
            rows.len() - 1
        });
        let row = &mut rows[at].1;
        row.recorded += 1;
        match op.fate {
            Fate::Kept => {
                row.left += 1;
                row.guards += op.op.starts_with("guard") as u32;
            }
            Fate::Hoisted => row.hoisted += 1,
            Fate::Removed => *row.removed.entry(&op.pass).or_default() += 1,
        }
    }
    write!(page, "{}: {} ops recorded, {} left", t.name, t.recorded, t.left)?;
    if let Some(body) = t.body {
        write!(page, " ({body} before the loop, {} in it)", t.left - body)?;
    }
    writeln!(page, ", {} bytes, {} added", t.bytes, t.added)?;
    let width = rows.iter().map(|r| r.0.len()).max().unwrap_or(0).max(5);
    writeln!(page, "  {:width$}  recorded  left  guards  hoisted  removed", "place")?;
    for (name, r) in &rows {
        let removed: Vec<String> = r.removed.iter().map(|(pass, n)| format!("{pass} {n}")).collect();
        let (recorded, left, guards, hoisted) = (r.recorded, r.left, r.guards, r.hoisted);
        let line = format!(
            "  {name:width$}  {recorded:8}  {left:4}  {guards:6}  {hoisted:7}  {}",
            removed.join(", ")
        );
        writeln!(page, "{}", line.trim_end())?;
    }
    // Names are given again after an eviction, so the counts are the next ones of that name.
    let counts = later.iter().find_map(|e| match e {
        Event::Exits { name, counts } if *name == t.name => Some(&counts[..]),
        _ => None,
    });
    for &(n, taken) in counts.unwrap_or_default() {
        let (op, place) = match t.exits.get(n as usize) {
            Some(exit) => (&exit.op[..], t.place(exit.place)),
            None => ("?", "?"),
        };
        writeln!(page, "  exit {n}: taken {taken} times, {op} at {place}")?;
    }
    writeln!(page)
}

/// The helpers that traces called, those first which took most time, or else were called most.
fn census(page: &mut String, c: &Census) -> std::fmt::Result {
    let mut sites: Vec<_> = c.sites.iter().collect();
    sites.sort_by_key(|s| Reverse((s.samples, s.calls)));
    let all = c.samples();
    writeln!(
        page,
        "helpers called by traces:\n  share      calls  helper, guest's place, interpreter's line"
    )?;
    for s in sites {
        let share = match all {
            0 => "   ?".to_string(),
            _ => format!("{:4.1}", s.samples.unwrap_or(0) as f64 * 100.0 / all as f64),
        };
        let memory = if s.forgets { "memory" } else { "nothing" };
        let source = s.source.as_deref().unwrap_or("?");
        writeln!(page, "  {share}%  {:9}  {}, {}, {source}, forgets {memory}", s.calls, s.helper, s.place)?;
    }
    if !c.plain.is_empty() {
        writeln!(
            page,
            "plain execution, at the next end of a loop or call of a function:\n  share  guest's place"
        )?;
    }
    for p in &c.plain {
        writeln!(page, "  {:4.1}%  {}", p.samples as f64 * 100.0 / all.max(1) as f64, p.place)?;
    }
    writeln!(page)
}

#[cfg(test)]
mod tests {
    use super::page;
    use crate::log::Log;

    fn explain(text: &str) -> String {
        page(&Log::parse(text).expect("a log"))
    }

    #[test]
    fn a_page_has_a_row_a_line() {
        let log = r#"{"v":2,"event":"trace","name":"loop-0","recorded":4,"left":3,"body":1,"bytes":90,"added":1,"places":["f:1 Add","f:2"],
            "exits":[{"at":1,"op":"guard_true","place":1}],"ops":[{"op":"input","place":0,"fate":"kept","at":0},
            {"op":"int_mul","place":1,"fate":"removed","pass":"cse","why":"duplicate"},{"op":"guard_true","place":1,"fate":"kept","at":1},
            {"op":"load","place":1,"fate":"hoisted","preamble":2}]}"#
            .replace("\n", "");
        let page =
            explain(&format!("{log}\n{}\n", r#"{"v":2,"event":"exits","name":"loop-0","counts":[[0,7]]}"#));
        let expected = "loop-0: 4 ops recorded, 3 left (1 before the loop, 2 in it), 90 bytes, 1 added
  place  recorded  left  guards  hoisted  removed
  f:1           1     1       0        0
  f:2           3     1       1        1  cse 1
  exit 0: taken 7 times, guard_true at f:2

";
        assert_eq!(page, expected);
    }

    #[test]
    fn a_census_begins_with_what_took_most() {
        let site = |name: &str, samples: &str, forgets: bool| {
            format!(
                r#"{{"helper":"{name}","place":"f:1","source":"a.rs:2","calls":9,"forgets":{forgets}{samples}}}"#
            )
        };
        let sites =
            [site("rare", r#","samples":1"#, false), site("often", r#","samples":2"#, true)].join(",");
        let plain = r#"[{"place":"f:3","samples":1}]"#;
        let log =
            format!(r#"{{"v":2,"event":"census","phases":{{"plain":1}},"sites":[{sites}],"plain":{plain}}}"#);
        let page = explain(&log);
        let rows: Vec<&str> = page.lines().skip(2).collect();
        let expected = [
            "  50.0%          9  often, f:1, a.rs:2, forgets memory",
            "  25.0%          9  rare, f:1, a.rs:2, forgets nothing",
            "plain execution, at the next end of a loop or call of a function:",
            "  share  guest's place",
            "  25.0%  f:3",
            "",
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn a_log_that_was_cut_off_says_so() {
        let page = explain("{\"v\":2,\"event\":\"evict\",\"traces\":1}\n{\"v\":2,\"ev");
        assert!(page.starts_with("all traces thrown away") && page.ends_with("still running\n"), "{page}");
    }
}
