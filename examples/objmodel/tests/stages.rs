//! The traces of the three stages, and that all of them give the same in every mode.
//!
//! `tests/snapshots/STAGE.snap` has what the three attribute reads of the loop in `programs/attributes.om` are in the optimized trace, with peeling off so that
//! the loop's body has all that one turn needs. `BLESS=1` records anew.

use holloway::heap::{HeapConfig, Mutator};
use holloway::opt::OptConfig;
use holloway::tables::coverage::Schedule;
use holloway::Params;
use objmodel::{ObjModel, Program, Stage};
use snapshots::holds;
use std::path::Path;

#[path = "../../langkit/testing/snapshots.rs"]
mod snapshots;

fn source(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name);
    std::fs::read_to_string(path).expect("a program")
}

fn run(source: &str, stage: Stage, params: Params) -> Result<Vec<i64>, String> {
    let make = |_: &Mutator| Program::parse(source).map(|p| ObjModel::new(p, stage));
    holloway::run_with(params, HeapConfig::default(), make, ObjModel::run)?
}

/// The lines of the loop's optimized trace.
fn optimized(name: &str, stage: Stage, params: Params) -> Vec<String> {
    let log = std::env::temp_dir().join(format!("objmodel-{name}-{}.json", std::process::id()));
    let params = Params { threshold: 60, log_json: Some(log.clone()), log_places: true, ..params };
    run(&source("attributes.om"), stage, params).expect("no errors");
    let text = std::fs::read_to_string(&log).expect("a log");
    std::fs::remove_file(&log).expect("the log is removed");
    let events = text.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).expect("JSON"));
    let event = events.into_iter().find(|e| e["event"] == "trace").expect("a trace");
    event["optimized"].as_str().expect("its text").lines().map(str::to_string).collect()
}

/// What the attribute reads are in it: values and helpers numbered in order of appearance, exits and addresses left out.
fn reads(lines: &[String]) -> String {
    let mut known: Vec<String> = Vec::new();
    let mut out = String::new();
    for line in lines.iter().filter(|l| l.contains("@ \"") && l.contains("Get {")) {
        let line = line.split(" @ ").next().unwrap_or(line).split(" [s").next().unwrap_or(line);
        let mut word = String::new();
        for c in line.chars().chain(['\n']) {
            if c.is_ascii_alphanumeric() || c == '_' {
                word.push(c);
                continue;
            }
            let (kind, digits) = word.split_at(word.len().min(1));
            let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            if number && digits.len() > 6 {
                word = "ADDRESS".to_string();
            } else if number && ["i", "r", "h", "x", "a"].contains(&kind) {
                if !known.contains(&word) {
                    known.push(word.clone());
                }
                let same = known.iter().filter(|k| k.starts_with(kind));
                word = format!("{kind}{}", same.take_while(|k| **k != word).count());
            }
            out.push_str(&word);
            word.clear();
            out.push(c);
        }
    }
    out
}

fn unpeeled() -> Params {
    Params { opt: OptConfig::from_list("-peel").expect("a pass"), ..Params::default() }
}

#[test]
fn three_attribute_reads_need_five_look_ups_then_two_then_none() {
    for ((name, stage), look_ups) in Stage::ALL.into_iter().zip([5, 2, 0]) {
        // Of `b`, the class's own dictionary is asked, and of `c` its parent's: here both are in the class.
        let text = reads(&optimized(name, stage, unpeeled()));
        assert_eq!(text.matches(" call ").count(), look_ups, "{name}:\n{text}");
        holds(name, &text);
    }
}

#[test]
fn with_peeling_the_last_stage_only_adds() {
    let lines = optimized("peeled", Stage::Versions, Params::default());
    let body: Vec<&String> = lines.iter().skip_while(|l| !l.contains("label(")).collect();
    assert!(!body.is_empty(), "{lines:#?}");
    assert!(!body.iter().any(|l| l.contains(" call ") || l.contains(" load ")), "{body:#?}");
}

#[test]
fn all_stages_and_modes_give_the_same() {
    for program in ["attributes.om", "changes.om"] {
        let source = source(program);
        let plain = Params { jit: false, ..Params::default() };
        let wanted = run(&source, Stage::Dictionaries, plain.clone()).expect("no errors");
        assert!(!wanted.is_empty());
        for (name, stage) in Stage::ALL {
            assert_eq!(run(&source, stage, plain.clone()).as_ref(), Ok(&wanted), "{program} {name}");
            for seed in 0..6 {
                let params = Params {
                    threshold: 2,
                    bridge_threshold: 2,
                    chaos: (seed > 0).then(|| Schedule::seeded((seed, 5))),
                    audit: seed == 1,
                    ..Params::default()
                };
                assert_eq!(run(&source, stage, params).as_ref(), Ok(&wanted), "{program} {name} {seed}");
            }
        }
    }
}

#[test]
fn mistakes_are_errors() {
    let say = |source: &str| run(source, Stage::Versions, Params::default()).unwrap_err();
    assert_eq!(say("class A B"), "line 1: no class 'B'");
    assert_eq!(say("int x 1\nloop x"), "line 2: 'end' is missing");
    assert_eq!(say("end"), "line 1: 'end' without 'loop'");
    assert_eq!(say("jump"), "line 1: a strange statement: 'jump'");
    assert_eq!(say("int x one"), "line 1: 'one' is no number");
    assert_eq!(say("class A\nnew p A\nget x p nothing"), "no attribute 'nothing'");
    assert_eq!(say("int x 1\nget y x a"), "a value of a wrong type");
}
