//! A page for the terminal: for each trace and source line, what was recorded and what is left of it.
//!
//! **Problem.** The log has everything (see docs/log.md); a person wants a page. A row is a line of the guest's source: ops recorded for it, ops left,
//! guards left, and how many ops each pass removed. In a peeled loop, what is left is what runs in every iteration; what stays in the
//! preamble alone is counted as hoisted.
//!
//! Not promised: a place is taken to be the first word of what the language says, which is how the languages here say it.
//!
//! **Example.** `  sieve:9         11     7       3        2  dce 1, guards 1`

use crate::log::{Abort, Census, Event, Fate, Log, Op, Trace};
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
            Event::Census(c) => census(&mut page, c),
            Event::Evict {} => writeln!(page, "all traces thrown away: no room for native code\n"),
            Event::Retire { names } => {
                writeln!(
                    page,
                    "thrown away, as they inline what they had better call: {}\n",
                    names.join(", ")
                )
            }
            _ => Ok(()),
        };
    }
    page += &culprits(log);
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
    allocations(page, t)?;
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

/// What keeps the program from being fast, by place and culprit: those first that came most often.
fn culprits(log: &Log) -> String {
    let mut all: Vec<(String, u32)> = Vec::new();
    for event in &log.events {
        let text = match event {
            Event::Abort(Abort { kind, text, detail, advice, place, source, .. }) => {
                let detail = if detail.is_empty() { String::new() } else { format!(": {detail}") };
                format!("abort of a {kind} at {place}, {source}: {text}{detail} ({advice})")
            }
            Event::Invalidate(broken) => format!("at {}: {}", broken.place, broken.what()),
            Event::Multiply { place, source } => format!("ways multiply at {place}, {source}"),
            Event::GiveUp { place, source, bridges, .. } => {
                format!("an exit at {place}, {source}, is given up after {bridges} bridges")
            }
            _ => continue,
        };
        match all.iter_mut().find(|(known, _)| *known == text) {
            Some((_, times)) => *times += 1,
            None => all.push((text, 1)),
        }
    }
    if all.is_empty() {
        return String::new();
    }
    all.sort_by_key(|(_, times)| Reverse(*times));
    let rows: String = all.iter().map(|(text, times)| format!("  {times:5}  {text}\n")).collect();
    format!("what keeps the program from being fast:\n  times  what, guest's place, line of Rust\n{rows}\n")
}

/// The allocations that stay in a trace, each with the reason.
fn allocations(page: &mut String, t: &Trace) -> std::fmt::Result {
    let at = |op: &Op| {
        let source = op.source.and_then(|s| t.sources.get(s)).map_or("?", |s| s);
        format!("{} at {}, {source}", op.what, t.place(op.place))
    };
    let mut all: Vec<(String, u32)> = Vec::new();
    let stays = |op: &&Op| matches!(&*op.op, "new" | "new_array") && op.fate != Fate::Removed;
    for op in t.ops.iter().filter(stays) {
        let why = op.of.and_then(|of| t.ops.get(of));
        let why = why.map_or(String::new(), |by| format!(": escapes by {} {}", by.op, at(by)));
        let text = format!("{}{why}", at(op));
        match all.iter_mut().find(|(known, _)| *known == text) {
            Some((_, times)) => *times += 1,
            None => all.push((text, 1)),
        }
    }
    all.iter().try_for_each(|(text, times)| match times {
        1 => writeln!(page, "  stays: {text}"),
        n => writeln!(page, "  stays: {n} x {text}"),
    })
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
    fn what_happens_often_is_counted() {
        let abort = r#"{"v":2,"event":"abort","recording":1,"kind":"loop","reason":"TooLong","text":"too long","detail":"","advice":"make it short","place":"f:3","source":"a.rs:2"}"#;
        let broken = r#"{"v":2,"event":"invalidate","name":"loop-0","exit":1,"place":"f:4","cell":{"type":"i64","made":"a.rs:5"},"set":"b.rs:6"}"#;
        let page = explain(&format!("{abort}\n{broken}\n{broken}\n"));
        let expected = "what keeps the program from being fast:
  times  what, guest's place, line of Rust
      2  at f:4: the cell of `i64` made at a.rs:5 was set at b.rs:6
      1  abort of a loop at f:3, a.rs:2: too long (make it short)

";
        assert_eq!(page, expected);
    }

    #[test]
    fn allocations_that_stay_say_why() {
        let log = r#"{"v":2,"event":"trace","name":"loop-0","recorded":2,"left":2,"body":null,"bytes":90,"added":0,"places":["f:1"],"sources":["a.rs:2","a.rs:3"],
            "exits":[],"ops":[{"op":"new","what":"Pair","place":0,"source":0,"fate":"kept","at":0,"pass":"virtuals","why":"put off","of":1},
            {"op":"call","what":"print","place":0,"source":1,"fate":"kept","at":1}]}"#
            .replace("\n", "");
        let page = explain(&log);
        assert!(
            page.contains("  stays: Pair at f:1, a.rs:2: escapes by call print at f:1, a.rs:3\n"),
            "{page}"
        );
    }

    #[test]
    fn a_log_that_was_cut_off_says_so() {
        let page = explain("{\"v\":2,\"event\":\"evict\",\"traces\":1}\n{\"v\":2,\"ev");
        assert!(page.starts_with("all traces thrown away") && page.ends_with("still running\n"), "{page}");
    }
}
