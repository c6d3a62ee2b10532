//! Reads the JSON-lines log of a run under `HOLLOWAY_GPU` and prints what became of its loops: the table that `HOLLOWAY_LOG=gpu` ends with.

use engines::args::Args;
use serde_json::Value;

pub const USAGE: &str = "FILE\n      which loops ran on a device and what stood against the others, by the log of a run under HOLLOWAY_LOG=json=FILE,times";

pub fn run(args: &Args) -> Result<(), String> {
    let [file] = args.words() else { return Err(format!("expected one file; usage: {USAGE}")) };
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    println!("{}", page(&text).map_err(|e| format!("{file}: {e}"))?);
    Ok(())
}

/// The page for a log.
fn page(log: &str) -> Result<String, String> {
    let mut page = Vec::new();
    for (n, line) in log.lines().enumerate() {
        let event: Value = serde_json::from_str(line).map_err(|e| format!("line {}: {e}", n + 1))?;
        match (event["event"].as_str(), &event["regions"]) {
            (Some("no_device"), _) => {
                page.push(format!("no device: {}", event["why"].as_str().unwrap_or("?")))
            }
            (Some("regions"), Value::Array(regions)) => {
                page.push(holloway::observe::regions::table(regions));
            }
            _ => {}
        }
    }
    match page.is_empty() {
        true => Err("no loop was explored: was HOLLOWAY_GPU set?".into()),
        false => Ok(page.join("\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn a_page_has_a_row_a_loop_with_edges_and_assumptions() {
        let log = r#"{"v":2,"event":"region","place":"f:2","blocks":4}
            {"v":2,"event":"regions","regions":[{"place":"f:2","refused":null,"runs":2,"discarded":1,"why":"too small","device":"Card",
              "copied":{"there":10,"stayed":7,"back":5,"kept":3},"analysis_ns":1500000,"build_ns":0,"copy_ns":0,"kernels_ns":0,"whole_ns":2000000,
              "assumptions":[{"place":"unknown","what":"no overflow","how":"at entry"}],
              "loops":[{"place":"f:2","entered":3,"verdict":"stays","why":"E","edges":[{"text":"E"},{"text":"F"}],"assumptions":[]},
                {"place":"f:3","entered":20,"verdict":"kernel","iterations":400,"folded":true,"edges":[],
                 "assumptions":[{"place":"f:4","what":"within bounds","how":"tested"}]}]},
              {"place":"g:7","refused":"it prints"}]}"#;
        let lines: Vec<&str> = log.split("\n            {").collect();
        let log: Vec<String> = lines
            .iter()
            .enumerate()
            .map(|(i, l)| if i > 0 { format!("{{{l}") } else { l.to_string() }.replace('\n', ""))
            .collect();
        let want = "f:2: 2 runs on Card, 1 discarded
  last discarded as too small
  f:2                  3x  processor  E
                    F
  f:3                 20x  kernel     400 iterations, folded by the host
                    tested: within bounds (f:4)
  at entry: no overflow
  copied: 10 bytes there (7 had stayed), 5 back, 3 kept in case of failure
  times: analysis 1.5 ms, build 0.0 ms, copying 0.0 ms, kernels 0.0 ms, all 2.0 ms
g:7: stays on the processor: it prints";
        assert_eq!(page(&log.join("\n")).unwrap(), want);
        assert!(page("").is_err());
    }
}
