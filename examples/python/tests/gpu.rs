//! Programs with loops for accelerators run on the device, which on test machines is the processor by an OpenCL driver; without a device they go on
//! plainly and say so. (What they print is compared in all modes by `cargo xtask programs`.)

#[path = "../../langkit/testing/start.rs"]
mod start;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

const PYTHON: &str = env!("CARGO_BIN_EXE_holloway-python");

/// The programs, and a loop (function and line) of each that must have run on the device.
const PROGRAMS: &[(&str, &str)] = &[
    ("bfs", "expand:55"),
    ("blackscholes", "solve:70"),
    ("euler3d", "solve:155"),
    ("hotspot", "solve:66"),
    ("lavaMD", "solve:68"),
    ("lud", "solve:42"),
    ("mandelbrot", "solve:35"),
    ("mm", "solve:43"),
    ("nbody", "solve:79"),
    ("nn", "solve:49"),
    ("particlefilter", "draw:117"),
    ("pathfinder", "solve:40"),
    ("srad", "solve:99"),
];

/// What a program prints, and what the run time logs.
fn run(program: &str, env: &[(&str, &str)]) -> (String, String) {
    run_often(program, "1", env)
}

/// The same, of a program that solves its problem so often.
fn run_often(program: &str, iterations: &str, env: &[(&str, &str)]) -> (String, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/gpu");
    let mut command = start::start(PYTHON);
    command.arg(folder.join(format!("{program}.py"))).args(["small", iterations]);
    command.env("HOLLOWAY_LOG", "summary").envs(env.iter().copied());
    let out = command.output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(out.status.success(), "{program}: {}", text(&out.stderr));
    let recorded =
        std::fs::read_to_string(folder.join(format!("expected/{program}.txt"))).expect("a recording");
    let printed = text(&out.stdout);
    assert_eq!(printed, recorded, "{program}");
    (printed, text(&out.stderr))
}

#[test]
fn the_programs_loops_run_on_the_device() {
    for (program, place) in PROGRAMS {
        let (_, log) = run(program, &[("HOLLOWAY_GPU", "force")]);
        let ran =
            log.lines().any(|l| l.contains(&format!("the region at {place} ")) && l.contains("has run"));
        assert!(ran, "{program}: nothing ran at {place}\n{log}");
    }
}

/// Runs a program of the corpus in which regions were once wrong; the check compares.
fn check(program: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(program);
    let mut command = start::start(PYTHON);
    command
        .arg(script)
        .env("HOLLOWAY_GPU", "check")
        .env("HOLLOWAY_THRESHOLD", "1")
        .env("HOLLOWAY_LOG", "stats");
    let out = command.output().expect("it runs");
    let log = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{log}");
    assert!(!log.contains(" 0 checks"), "nothing was compared: {log}");
}

/// While a loop is explored, a block may be out of reach for a while: what it brings counts again once it is reached again.
#[test]
fn a_block_that_is_reached_again_brings_what_it_brought() {
    check("loop_reached_again.py");
}

/// A payload is a reference only behind the test of its tag: where that stands in the loop, nothing is loaded through it before.
#[test]
fn a_payload_is_known_where_its_tag_is() {
    check("payload_behind_its_tag.py");
}

/// The last iteration is unlike those before: what is found there is not what the loop is like.
#[test]
fn a_loop_met_at_its_end_is_explored_again() {
    let mut command = start::start(PYTHON);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/loop_met_at_its_end.py"));
    command.envs([("HOLLOWAY_LOG", "gpu"), ("HOLLOWAY_GPU", "force"), ("HOLLOWAY_THRESHOLD", "6")]);
    let out = command.output().expect("it runs");
    let log = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{log}");
    let told = |what: &str| log.lines().any(|l| l.contains("region at fill:5 ") && l.contains(what));
    assert!(told("it does not come back") && told("has run"), "{log}");
}

#[test]
fn a_level_of_a_graph_is_searched_on_trial() {
    let (_, log) = run("bfs", &[("HOLLOWAY_GPU", "force"), ("HOLLOWAY_LOG", "gpu")]);
    let told = |what: &str| log.lines().any(|l| l.contains("tested: ") && l.contains(what));
    // Not on a device with memory of its own: the loop may store references.
    if log.contains("references are more than followed (expand:56)") {
        return assert!(!told("by marks"), "{log}");
    }
    assert!(told("not written by an earlier iteration, by marks (expand:56)"), "{log}");
    assert!(told("of several writers the last one wins, by marks (expand:61)"), "{log}");
    assert!(!log.contains("found by marks"), "{log}");
}

/// Loops of `tests/scripts/map_and_reduce.py` that make lists or come down to a few values.
const MADE_AND_FOLDED: &[&str] = &[
    "mapped:10",
    "appended:15",
    "in_two:22",
    "by_index:29",
    "least:34",
    "last_greatest:43",
    "both:52",
    "counted:63",
    "nearest:100",
    "until:114",
    "keeps_a_value:124",
    "sum",
    "min",
    "max",
];

#[test]
fn loops_that_make_lists_or_look_for_the_least_run_on_the_device() {
    let mut command = start::start(PYTHON);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts/map_and_reduce.py"));
    // The loops are short, and some are met a few times only.
    command.envs([("HOLLOWAY_LOG", "summary"), ("HOLLOWAY_GPU", "force"), ("HOLLOWAY_THRESHOLD", "200")]);
    let out = command.output().expect("it runs");
    let log = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{log}");
    for place in MADE_AND_FOLDED {
        // Of the library's functions the line is theirs to choose.
        let at = if place.contains(':') { format!("{place} ") } else { format!("{place}:") };
        let ran = log.lines().any(|l| l.contains(&format!("the region at {at}")) && l.contains("has run"));
        assert!(ran, "nothing ran at {place}\n{log}");
    }
}

#[test]
fn by_measured_time_a_loop_that_runs_for_long_is_found_and_weighed() {
    // How long until then depends on how busy the machine is; the whole run would take a minute.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/gpu");
    let mut command = start::start(PYTHON);
    command.arg(folder.join("mandelbrot.py")).args(["medium", "30"]);
    // In which order loops are recorded, and so which of them become one, is not to depend on it.
    command.envs([("HOLLOWAY_LOG", "summary"), ("HOLLOWAY_GPU", "auto"), ("HOLLOWAY_CONCURRENT", "off")]);
    command.stdout(Stdio::null());
    let mut child = command.stderr(Stdio::piped()).spawn().expect("it runs");
    let mut wanted =
        ["may gain: loops are timed from now on", "the device is being opened"].iter().peekable();
    let mut log = Vec::new();
    for line in BufReader::new(child.stderr.take().expect("piped")).lines().map_while(Result::ok) {
        wanted.next_if(|w| line.contains(**w));
        log.push(line);
        if wanted.peek().is_none() {
            break;
        }
    }
    // It may have ended by itself.
    let _ = child.kill();
    child.wait().expect("it ends");
    assert_eq!(wanted.next(), None, "{}", log.join("\n"));
}

#[test]
fn by_measured_time_nothing_is_explored_without_a_library() {
    let (_, log) =
        run_often("mandelbrot", "600", &[("HOLLOWAY_GPU", "auto"), ("OPENCL_DYLIB_PATH", "/nowhere.so")]);
    assert!(!log.contains("may gain") && !log.contains("region") && !log.contains("no device"), "{log}");
}

#[test]
fn without_a_driver_all_stays_on_the_processor() {
    let (_, log) =
        run("mm", &[("HOLLOWAY_GPU", "force"), ("OCL_ICD_VENDORS", "/nowhere"), ("POCL_DEVICES", "")]);
    assert!(log.contains("[holloway] no device: "), "{log}");
    assert!(!log.contains("has run"), "{log}");
}

#[test]
fn a_device_that_there_is_not_is_named() {
    let (_, log) = run("mm", &[("HOLLOWAY_GPU", "force"), ("HOLLOWAY_GPU_DEVICE", "abacus")]);
    assert!(log.contains("[holloway] no device: ") && log.contains("abacus"), "{log}");
}
