//! The explorer's page in a browser: it tests itself (`#selftest` in `tools/src/explorer/selftest.js`) and writes what it found into itself.
//!
//! The browser is `chromium`, without which these tests fail: `cargo xtask test` installs it.

use holloway::heap::Mutator;
use holloway::tables::Params;
use holloway_tools::explorer;
use serde_json::Value;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tla::{host::COROUTINES, Tla};

/// A folder of a test's own that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("explorer-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Best effort: what stays behind harms nothing.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn program() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/tla/programs/lists.tla")
}

/// Runs the program; its log is in `file`.
fn run(file: &Path) {
    let text = std::fs::read_to_string(program()).expect("the program");
    let params = Params {
        log_json: Some(file.into()),
        log_asm: true,
        log_census: true,
        log_times: true,
        log_places: true,
        threshold: 30,
        bridge_threshold: 2,
        ..Params::default()
    };
    let make = |_: &Mutator| Tla::new(&text, COROUTINES);
    let done = holloway::run_with(params, Default::default(), make, |rt| Tla::run(rt).map(|_| ()));
    done.expect("a run time").expect("the program runs");
}

/// What the page for a log says of itself.
fn verdict(folder: &Folder, log: &Path) -> Value {
    let page = explorer::page(log, &[program()]).expect("a page");
    assert!(!page.contains("{{"), "a part of the page is missing");
    assert!(!page.contains("http://") && !page.contains("https://"), "the page asks for something");
    let file = folder.file("page.html");
    std::fs::write(&file, page).expect("it is written");
    let mut chromium = Command::new("chromium");
    chromium.args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]);
    chromium.arg(format!("--user-data-dir={}", folder.file("profile").display()));
    chromium.arg(format!("file://{}#selftest", file.display()));
    let out = chromium.stderr(Stdio::null()).output().expect("chromium runs: apt-get install chromium");
    let dom = String::from_utf8_lossy(&out.stdout);
    let verdict = dom.split_once(r#"<pre id="verdict">"#).and_then(|(_, v)| v.split_once("</pre>"));
    let (json, _) =
        verdict.unwrap_or_else(|| panic!("the page has not tested itself; it shows\n{dom:.2000}"));
    let json = json.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&json).expect("a verdict")
}

#[test]
fn links_lead_both_ways_and_keys_work() {
    let folder = Folder::new("links");
    let log = folder.file("log.json");
    run(&log);
    // The program has no cell that changes.
    let broken = r#"{"v":2,"event":"invalidate","name":"loop-0","exit":0,"cell":{"type":"i64","made":"a.rs:5","was":"<3>","became":"4"},"set":"b.rs:6"}"#;
    let mut file = std::fs::OpenOptions::new().append(true).open(&log).expect("the log");
    writeln!(file, "{broken}").expect("a line more");
    let verdict = verdict(&folder, &log);
    assert_eq!(verdict["failures"], Value::Array(Vec::new()), "{verdict}");
    assert!(verdict["checks"].as_u64() > Some(500) && verdict["traces"].as_u64() > Some(5), "{verdict}");
}

/// A run's traces, again and again under other names, up to 20 MB.
#[test]
fn a_log_of_20_mb_opens_soon() {
    let folder = Folder::new("large");
    let small = folder.file("small.json");
    run(&small);
    let text = std::fs::read_to_string(&small).expect("a log");
    let mut large = String::new();
    for round in 0.. {
        for line in text.lines() {
            let mut event: Value = serde_json::from_str(line).expect("JSON");
            let kind = event["event"].as_str().unwrap_or_default().to_string();
            if !["start", "trace", "exits"].contains(&kind.as_str()) {
                continue;
            }
            for at in ["/name", "/from/name"] {
                if let Some(Value::String(name)) = event.pointer_mut(at) {
                    name.push_str(&format!("x{round}"));
                }
            }
            if let Some(n) = event["recording"].as_u64() {
                event["recording"] = (n + round * 1000).into();
            }
            large += &format!("{event}\n");
        }
        if large.len() > 20 << 20 {
            break;
        }
    }
    let log = folder.file("log.json");
    std::fs::write(&log, large).expect("a log");
    let verdict = verdict(&folder, &log);
    assert_eq!(verdict["ok"], true, "{verdict}");
    // An idle machine takes less than two seconds; those that test are busy, and run browsers side by side.
    assert!(verdict["ready_ms"].as_u64() < Some(10_000), "{verdict}");
}

#[test]
fn a_log_without_anything_makes_a_page() {
    let folder = Folder::new("empty");
    let log = folder.file("log.json");
    std::fs::write(&log, "{\"v\":2,\"event\":\"evict\",\"traces\":0}\n{\"v\":2,\"ev").expect("a log");
    let verdict = verdict(&folder, &log);
    assert_eq!(verdict["ok"], true, "{verdict}");
}
