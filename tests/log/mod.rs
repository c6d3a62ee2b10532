//! Reads a JSON-lines log and holds it to what docs/log.md promises.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[path = "../../examples/langkit/testing/alone.rs"]
mod alone;

/// The log of a run of `exe` on a program.
pub fn log_of(exe: &str, program: &Path, name: &str) -> String {
    told_by(exe, program, name, "").0
}

/// The log of a run of `exe` on a program, with more words in `HOLLOWAY_LOG`, and what the run wrote to its two outputs.
pub fn told_by(exe: &str, program: &Path, name: &str, more: &str) -> (String, [String; 2]) {
    told_under(exe, program, name, more, &[])
}

/// The same with more variables set.
pub fn told_under(
    exe: &str,
    program: &Path,
    name: &str,
    more: &str,
    set: &[(&str, &str)],
) -> (String, [String; 2]) {
    let file = std::env::temp_dir().join(format!("holloway-log-{name}-{}.json", std::process::id()));
    let mut command = alone::start(exe);
    // With a device what is told depends on time.
    command.env("HOLLOWAY_GPU", "off").env("HOLLOWAY_LOG", format!("json={}{more}", file.display()));
    // Little programs are to be compiled, whatever the defaults.
    command.env("HOLLOWAY_THRESHOLD", "60").env("HOLLOWAY_FUNCTION_THRESHOLD", "150");
    command.envs(set.iter().copied());
    let out = command.arg(program).output().expect("the program runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let log = std::fs::read_to_string(&file).expect("a log");
    std::fs::remove_file(&file).expect("the log is removed");
    (log, [out.stdout, out.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()))
}

fn number(v: &Value) -> u64 {
    v.as_u64().unwrap_or_else(|| panic!("a number: {v}"))
}

fn word(v: &Value) -> &str {
    v.as_str().unwrap_or_else(|| panic!("a text: {v}"))
}

fn list(v: &Value) -> &[Value] {
    v.as_array().unwrap_or_else(|| panic!("a list: {v}"))
}

/// What a log told in all.
#[derive(Default, Debug)]
pub struct Told {
    /// Events by name.
    pub events: BTreeMap<String, u32>,
    /// Recorded ops by fate.
    pub fates: BTreeMap<String, u32>,
    /// Reasons given: pass and why.
    pub reasons: BTreeSet<(String, String)>,
    /// Lines of the interpreter.
    pub sources: BTreeSet<String>,
    /// Places of the guest.
    pub places: BTreeSet<String>,
}

/// Checks every event; panics at what is not as documented.
pub fn check(log: &str) -> Told {
    let mut told = Told::default();
    // Per recording, the events that ended it.
    let mut recordings: Vec<Vec<String>> = Vec::new();
    let (mut left, mut names) = (0, BTreeSet::new());
    let mut last = String::new();
    for line in log.lines() {
        let e: Value = serde_json::from_str(line).expect("a JSON object a line");
        assert_eq!(e["v"], 2);
        last = word(&e["event"]).to_string();
        *told.events.entry(last.clone()).or_default() += 1;
        let recording = || number(&e["recording"]) as usize - 1;
        match last.as_str() {
            "start" => {
                assert_eq!(recording(), recordings.len(), "recordings are numbered");
                assert!(["loop", "function", "bridge", "join"].contains(&word(&e["kind"])));
                assert!(word(&e["place"]).contains(':'), "{line}");
                assert_eq!(e["kind"] == "bridge", e["from"].is_object());
                recordings.push(Vec::new());
            }
            "close" => recordings[recording()].push(last.clone()),
            "abort" => {
                assert!(!word(&e["text"]).is_empty() && !word(&e["advice"]).is_empty());
                assert!(word(&e["place"]).contains(':') && word(&e["source"]).contains(':'), "{line}");
                recordings[recording()].push(last.clone());
            }
            "trace" => {
                recordings[recording()].push(last.clone());
                names.insert(word(&e["name"]).to_string());
                left += number(&e["left"]);
                trace(&e, &mut told);
            }
            "bridge" => assert!(names.contains(word(&e["name"])) && names.contains(word(&e["from"]["name"]))),
            "detour" => assert!(recording() < recordings.len() && !word(&e["detail"]).is_empty()),
            "exits" | "rest" => assert!(names.contains(word(&e["name"]))),
            "invalidate" => {
                assert!(names.contains(word(&e["name"])) && word(&e["set"]).contains(':'), "{line}");
                assert!(
                    word(&e["cell"]["made"]).contains(':') && !word(&e["cell"]["type"]).is_empty(),
                    "{line}"
                );
                assert!(["was", "became"].iter().all(|k| !word(&e["cell"][k]).is_empty()), "{line}");
            }
            "culprits" => {
                for c in list(&e["culprits"]) {
                    assert!(
                        ["abort", "invalidate", "multiply", "give_up"].contains(&word(&c["what"])),
                        "{c}"
                    );
                    assert!(number(&c["times"]) > 0 && !word(&c["why"]).is_empty(), "{c}");
                    assert!(word(&c["source"]).contains(':') || c["source"] == "unknown", "{c}");
                }
            }
            "file" => assert!(word(&e["place"]).contains(':') && !word(&e["file"]).is_empty(), "{line}"),
            "multiply" | "give_up" => assert!(!word(&e["place"]).is_empty(), "{line}"),
            "plain" => assert!(!word(&e["why"]).is_empty(), "{line}"),
            "evict" | "census" => {}
            "end" => {
                assert_eq!(number(&e["left"]), left);
                let [all, minor, nursery] = ["collections", "minor", "nursery"].map(|k| number(&e[k]));
                assert!(all >= minor && minor >= nursery, "{line}");
            }
            other => panic!("an event that is not documented: {other}"),
        }
    }
    assert_eq!(last, "end");
    for (i, ends) in recordings.iter().enumerate() {
        let ok = matches!(
            ends.iter().map(String::as_str).collect::<Vec<_>>()[..],
            ["close", "trace" | "abort"] | ["abort"]
        );
        assert!(ok, "recording {} ended by {ends:?}", i + 1);
    }
    told
}

/// Checks that fates account for every recorded op, and for every one that is left.
fn trace(e: &Value, told: &mut Told) {
    let ops = list(&e["ops"]);
    assert_eq!(ops.len() as u64, number(&e["recorded"]), "a fate for each recorded op");
    let (places, sources) = (list(&e["places"]), list(&e["sources"]));
    let mut claimed = BTreeSet::new();
    let mut fates: BTreeMap<&str, u32> = BTreeMap::new();
    for op in ops {
        let fate = word(&op["fate"]);
        *fates.entry(fate).or_default() += 1;
        let reasons = op["pass"].is_string() && op["why"].is_string();
        match fate {
            "kept" => assert!(op["at"].is_u64(), "{op}"),
            "hoisted" => assert!(op["preamble"].is_u64() && op["at"].is_null() && reasons, "{op}"),
            "removed" => assert!(op["preamble"].is_null() && op["at"].is_null() && reasons, "{op}"),
            _ => panic!("an unknown fate: {op}"),
        }
        for at in [&op["at"], &op["preamble"]].into_iter().filter(|at| !at.is_null()) {
            assert!(number(at) < number(&e["left"]) && claimed.insert(number(at)), "{op}");
        }
        assert!(op["of"].is_null() || number(&op["of"]) < ops.len() as u64, "{op}");
        if reasons {
            told.reasons.insert((word(&op["pass"]).into(), word(&op["why"]).into()));
        }
        told.places.insert(word(&places[number(&op["place"]) as usize]).into());
        let source = word(&sources[number(&op["source"]) as usize]);
        told.sources.insert(source.into());
    }
    assert_eq!(fates.values().sum::<u32>() as u64, number(&e["recorded"]));
    assert_eq!(
        claimed.len() as u64 + number(&e["added"]),
        number(&e["left"]),
        "what nobody recorded was added"
    );
    for exit in list(&e["exits"]) {
        assert!(number(&exit["at"]) < number(&e["left"]) && word(&exit["op"]).len() > 3);
    }
    assert!(word(&e["ir"]).contains("input") || ops.iter().all(|o| o["op"] != "input"));
    for (fate, n) in fates {
        *told.fates.entry(fate.into()).or_default() += n;
    }
}
