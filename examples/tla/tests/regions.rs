//! What is told of loops that may run elsewhere: by API, in the log, in the terminal.

#[path = "../../langkit/testing/start.rs"]
mod start;

use holloway::heap::HeapConfig;
use holloway::report::{Check, Edge, Kind, Verdict};
use holloway::{GpuMode, Params, RegionReport};
use serde_json::Value;
use tla::{host::COROUTINES, Tla};

/// One loop that may run elsewhere, one whose iterations need each other, a sum, and one that never comes to an end of its own.
const PROGRAM: &str = "
fn scale(a, b, n) {
    let i = 0
    while i < n { a[i] = b[i] * 2 + 1; i = i + 1 }
}
fn shift(a, n) {
    let i = 2
    while i < n {
        let j = i - 2
        a[i] = a[j]
        i = i + 1
    }
}
fn sum(a, n) {
    let s = 0
    let i = 0
    while i < n { s = s + a[i]; i = i + 1 }
    return s
}
fn say(n) {
    let i = 0
    while i < n { if i % 1000 == 999 { print i } i = i + 1 }
}
let n = 3000
let a = list(n)
let b = list(n)
let i = 0
while i < n { a[i] = i; b[i] = i; i = i + 1 }
scale(a, b, n)
shift(a, n)
say(n)
print sum(a, n)
";

/// All reports after the program; the order of iterations is drawn at random, as no device is needed for that.
fn reports() -> Vec<RegionReport> {
    let params = Params { gpu: GpuMode::Shuffle, ..Params::default() };
    let run = |rt: &holloway::Runtime<Tla>| Tla::run(rt).map(|_| rt.regions());
    holloway::run_with(params, HeapConfig::default(), |_| Tla::new(PROGRAM, COROUTINES), run)
        .expect("a thread")
        .expect("no error")
}

fn at<'a>(all: &'a [RegionReport], place: &str) -> &'a RegionReport {
    all.iter().find(|r| r.place == place).unwrap_or_else(|| panic!("nothing at {place}: {all:#?}"))
}

#[test]
fn programs_can_ask_what_became_of_their_loops() {
    let all = reports();
    let scale = at(&all, "scale:4");
    assert_eq!((scale.runs, scale.discarded, &scale.refused), (1, 0, &None), "{scale:#?}");
    let row = &scale.report.loops[0];
    assert_eq!(row.verdict, Verdict::Kernel { iterations: 2999, folded: false });
    assert!(row.assumptions.iter().any(|a| a.how == Check::Proved && a.place == "scale:4"), "{row:#?}");
    assert!(scale.assumptions.iter().all(|a| a.how == Check::Entry) && !scale.assumptions.is_empty());
    assert!(scale.report.copied.kept >= 3000 * 16 && scale.report.copied.there == 0, "{:?}", scale.report);
    assert!(scale.report.times.whole >= scale.report.times.analysis && !scale.report.device.is_empty());

    let shift = at(&all, "shift:8");
    assert!(shift.runs == 0 && shift.discarded > 0, "{shift:#?}");
    let why = "loop at shift:8: flow, distance 2: shift:10 reads what shift:10 has written";
    assert_eq!(shift.why.as_deref(), Some(why));
    let flow = Edge {
        kind: Kind::Flow,
        from: "shift:10".into(),
        to: "shift:10".into(),
        distance: vec![Some(2)],
        why: None,
    };
    assert!(shift.report.loops[0].edges.contains(&flow), "{shift:#?}");

    let sum = &at(&all, "sum:17").report.loops[0];
    assert_eq!(sum.verdict, Verdict::Kernel { iterations: 2999, folded: true });
    let say = at(&all, "say:22");
    assert_eq!(say.runs, 0);
    assert!(say.refused.is_some() || say.why.is_some(), "{say:#?}");
}

#[test]
fn log_and_terminal_say_the_same() {
    let unique = format!("holloway-regions-{}", std::process::id());
    let [program, log] = ["tla", "json"].map(|end| std::env::temp_dir().join(format!("{unique}.{end}")));
    std::fs::write(&program, PROGRAM).expect("a program");
    let mut command = start::start(env!("CARGO_BIN_EXE_tla"));
    command.arg(&program).env("HOLLOWAY_GPU", "shuffle");
    command.env("HOLLOWAY_LOG", format!("gpu,json={}", log.display()));
    let out = command.output().expect("it runs");
    let told = std::fs::read_to_string(&log).expect("a log");
    for file in [program, log] {
        std::fs::remove_file(file).expect("it was there");
    }
    let events: Vec<Value> = told.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let last = events.iter().rfind(|e| e["event"] == "regions").expect("the event of the end");
    assert!(!told.contains("_ns"), "times are not asked for");
    let regions = last["regions"].as_array().expect("a list");
    let terminal = String::from_utf8_lossy(&out.stderr).into_owned();
    for line in holloway::observe::regions::table(regions).lines() {
        assert!(terminal.contains(line), "the terminal lacks {line:?}:\n{terminal}");
    }
    let shift = regions.iter().find(|r| r["place"] == "shift:8").expect("the loop");
    let edge = &shift["loops"][0]["edges"][0];
    assert_eq!((&edge["kind"], &edge["distance"]), (&"flow".into(), &serde_json::json!([2])), "{shift}");
}
