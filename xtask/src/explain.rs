//! Reads the JSON-lines log and says, for each trace and source line, what was recorded and what is left of it.
//!
//! **Problem.** The log has everything (see docs/log.md); a person wants a page. A row is a line of the guest's source: ops recorded for it, ops left,
//! guards left, and how many ops each pass removed. In a peeled loop, what is left is what runs in every iteration; what stays in the
//! preamble alone is counted as hoisted.
//!
//! Not promised: a place is taken to be the first word of what the language says, which is how the languages here say it.

use engines::args::Args;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

pub const USAGE: &str =
    "FILE\n      what is left of each source line, by the log of a run under HOLLOWAY_LOG=json=FILE";

/// The version of the log that this reads.
const VERSION: u64 = 2;

/// Ops by what became of them.
#[derive(Default)]
struct Row {
    recorded: u32,
    left: u32,
    guards: u32,
    hoisted: u32,
    removed: BTreeMap<String, u32>,
}

pub fn run(args: &Args) -> Result<(), String> {
    let [file] = args.words() else { return Err(format!("expected one file; usage: {USAGE}")) };
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    print!("{}", explain(&text).map_err(|e| format!("{file}: {e}"))?);
    Ok(())
}

/// The page for a log.
fn explain(log: &str) -> Result<String, String> {
    let mut events = Vec::new();
    for (n, line) in log.lines().enumerate() {
        let event: Value = serde_json::from_str(line).map_err(|e| format!("line {}: {e}", n + 1))?;
        if event["v"] != VERSION {
            return Err(format!("line {}: version {}, expected {VERSION}", n + 1, event["v"]));
        }
        events.push(event);
    }
    let mut page = String::new();
    for (i, e) in events.iter().enumerate() {
        let done = match text(e, "event") {
            "trace" => trace(&mut page, e, &events[i..]),
            "abort" => writeln!(
                page,
                "abort of a {}: {} ({})\n",
                text(e, "kind"),
                text(e, "text"),
                text(e, "advice")
            ),
            "census" => census(&mut page, e),
            "evict" => writeln!(page, "all traces thrown away: no room for native code\n"),
            "invalidate" => {
                writeln!(page, "{}: what it assumes at exit {} has changed\n", text(e, "name"), e["exit"])
            }
            _ => Ok(()),
        };
        done.map_err(|_| "no room for the page".to_string())?;
    }
    Ok(page)
}

fn text<'a>(v: &'a Value, key: &str) -> &'a str {
    v[key].as_str().unwrap_or("?")
}

fn items(v: &Value) -> &[Value] {
    v.as_array().map_or(&[], Vec::as_slice)
}

fn trace(page: &mut String, e: &Value, later: &[Value]) -> std::fmt::Result {
    let place = |n: &Value| {
        let place = n.as_u64().and_then(|n| e["places"][n as usize].as_str()).unwrap_or("?");
        place.split(' ').next().unwrap_or(place).to_string()
    };
    let mut rows: Vec<(String, Row)> = Vec::new();
    for op in items(&e["ops"]) {
        let name = place(&op["place"]);
        let at = rows.iter().position(|r| r.0 == name).unwrap_or_else(|| {
            rows.push((name, Row::default()));
            rows.len() - 1
        });
        let row = &mut rows[at].1;
        row.recorded += 1;
        match text(op, "fate") {
            "kept" => {
                row.left += 1;
                row.guards += text(op, "op").starts_with("guard") as u32;
            }
            "hoisted" => row.hoisted += 1,
            _ => *row.removed.entry(text(op, "pass").into()).or_default() += 1,
        }
    }
    write!(page, "{}: {} ops recorded, {} left", text(e, "name"), e["recorded"], e["left"])?;
    if let Some(body) = e["body"].as_u64() {
        write!(page, " ({body} before the loop, {} in it)", e["left"].as_u64().unwrap_or(body) - body)?;
    }
    writeln!(page, ", {} bytes, {} added", e["bytes"], e["added"])?;
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
    let exits = later.iter().find(|l| text(l, "event") == "exits" && l["name"] == e["name"]);
    for count in exits.map_or(&[][..], |l| items(&l["counts"])) {
        let exit = &e["exits"][count[0].as_u64().unwrap_or(u64::MAX) as usize];
        writeln!(
            page,
            "  exit {}: taken {} times, {} at {}",
            count[0],
            count[1],
            text(exit, "op"),
            place(&exit["place"])
        )?;
    }
    writeln!(page)
}

/// The helpers that traces called, those first which took most time, or else were called most.
fn census(page: &mut String, e: &Value) -> std::fmt::Result {
    let count = |s: &Value, key: &str| s[key].as_u64().unwrap_or(0);
    let mut sites: Vec<&Value> = items(&e["sites"]).iter().collect();
    sites.sort_by_key(|s| std::cmp::Reverse((count(s, "samples"), count(s, "calls"))));
    let all: u64 = sites.iter().map(|s| count(s, "samples")).sum::<u64>()
        + e["phases"].as_object().map_or(0, |p| p.values().filter_map(Value::as_u64).sum());
    writeln!(
        page,
        "helpers called by traces:\n  share      calls  helper, guest's place, interpreter's line"
    )?;
    for s in sites {
        let share = match all {
            0 => "   ?".to_string(),
            _ => format!("{:4.1}", count(s, "samples") as f64 * 100.0 / all as f64),
        };
        let memory = if s["forgets"] == true { "memory" } else { "nothing" };
        let (helper, place, source) = (text(s, "helper"), text(s, "place"), text(s, "source"));
        writeln!(page, "  {share}%  {:9}  {helper}, {place}, {source}, forgets {memory}", count(s, "calls"))?;
    }
    let plain = items(&e["plain"]);
    if !plain.is_empty() {
        writeln!(
            page,
            "plain execution, at the next end of a loop or call of a function:\n  share  guest's place"
        )?;
    }
    for p in plain {
        let share = count(p, "samples") as f64 * 100.0 / all.max(1) as f64;
        writeln!(page, "  {share:4.1}%  {}", text(p, "place"))?;
    }
    writeln!(page)
}

#[cfg(test)]
mod tests {
    use super::explain;

    #[test]
    fn a_page_has_a_row_a_line() {
        let log = r#"{"v":2,"event":"trace","name":"loop-0","recorded":4,"left":3,"body":1,"bytes":90,"added":1,"places":["f:1 Add","f:2"],
            "exits":[{"at":1,"op":"guard_true","place":1}],"ops":[{"op":"input","place":0,"fate":"kept","at":0},
            {"op":"int_mul","place":1,"fate":"removed","pass":"cse","why":"duplicate"},{"op":"guard_true","place":1,"fate":"kept","at":1},
            {"op":"load","place":1,"fate":"hoisted","preamble":2}]}"#
            .replace("\n", "");
        let page =
            explain(&format!("{log}\n{}\n", r#"{"v":2,"event":"exits","name":"loop-0","counts":[[0,7]]}"#))
                .unwrap();
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
        let page = explain(&log).unwrap();
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
    fn what_is_no_log_is_refused() {
        assert!(explain("hello").is_err());
        assert!(explain(r#"{"v":1,"event":"trace"}"#).unwrap_err().contains("version 1"));
        assert!(explain(r#"{"v":2,"event":"trace"}"#).is_ok());
    }
}
