//! Runs are recorded and run again, whatever the world is then.
//!
//! Not under an emulator, which cannot start a program anew at the same addresses, and has no gdb.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use holloway_tools::replay::{self, How};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[path = "../../langkit/testing/replayed.rs"]
mod replayed;
use replayed::run;

/// Asks for the time, random numbers and lines.
const ASKS: &str = "(define (count n hits)
  (if (= n 0)
      hits
      (count (- n 1)
             (if (= (random 3) 0) (+ hits 1) hits))))
(define (echo line n)
  (if (if line (< n 100000) #f)
      (let ((hits (count 50 0)))
        (display line)
        (display hits)
        (newline)
        (echo (read-line) (+ n 1)))
      n))
(display (seconds))
(newline)
(display (echo (read-line) 0))
";

/// A new folder with a program in it.
fn folder(name: &str, program: &str) -> PathBuf {
    let folder = replayed::folder(name);
    std::fs::write(folder.join("p.scm"), program).expect("the program");
    folder
}

fn lisp(folder: &Path, words: &[&str], settings: &[(&str, &str)]) -> Command {
    replayed::command(env!("CARGO_BIN_EXE_lisp"), words, folder, settings)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Three hundred lines.
fn lines(word: &str) -> String {
    (0..300).fold(String::new(), |mut all, n| {
        writeln!(all, "{word} {n}").expect("a text can be written to");
        all
    })
}

/// Records a run of `ASKS`; the folder and what it printed.
fn recorded(name: &str, settings: &[(&str, &str)]) -> (PathBuf, String) {
    let folder = folder(name, ASKS);
    let settings = [settings, &[("HOLLOWAY_REPLAY", "run.replay"), ("HOLLOWAY_THRESHOLD", "3")]].concat();
    let out = run(lisp(&folder, &["p.scm"], &settings), &lines("line"));
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert!(text(&out.stdout).ends_with("\n300"));
    (folder, text(&out.stdout))
}

/// Plays it in a world where all is otherwise.
fn played(folder: &Path, how: &How) -> Output {
    std::fs::write(folder.join("p.scm"), "(display \"another program\")").expect("the program");
    let file = folder.join("run.replay");
    run(replay::command(&file, how).expect("a recording"), &lines("other"))
}

#[test]
fn a_run_is_the_same_again_though_clock_chance_input_and_program_are_others() {
    let (folder, wanted) = recorded("same", &[]);
    for _ in 0..2 {
        let again = played(&folder, &How::default());
        assert_eq!((text(&again.stdout), text(&again.stderr)), (wanted.clone(), String::new()));
        assert!(again.status.success());
    }
    let list = replay::list(&folder.join("run.replay")).unwrap();
    for part in
        ["p.scm: ", "seconds: 8 bytes", "random seed", "the input", "trace   loop-0", "exit 1 ", "  ended"]
    {
        assert!(list.contains(part), "no {part} in {list}");
    }
}

#[test]
fn runs_under_chaos_and_collections_are_the_same_again() {
    let modes: [&[(&str, &str)]; 3] =
        [&[("HOLLOWAY_CHAOS", "5:4")], &[("HOLLOWAY_GC", "stress")], &[("HOLLOWAY_AUDIT", "1")]];
    for (n, mode) in modes.into_iter().enumerate() {
        let (folder, wanted) = recorded(&format!("mode-{n}"), mode);
        let again = played(&folder, &How::default());
        assert_eq!((text(&again.stdout), text(&again.stderr)), (wanted, String::new()), "{mode:?}");
    }
    let list = replay::list(&folder_of("mode-0").join("run.replay")).unwrap();
    assert!(list.contains(", forced"), "{list}");
}

#[test]
fn programs_that_collect_are_the_same_again() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let file = folder("programs", "").join("run.replay");
    let sizes = std::fs::read_to_string(programs.join("sizes.txt")).unwrap();
    for line in sizes.lines().filter(|l| !l.starts_with('#')) {
        let [name, size, _] = line.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{line}") };
        // Collections come at polls, of which each in native code is an exit.
        let settings = [("HOLLOWAY_REPLAY", file.to_str().unwrap()), ("HOLLOWAY_YOUNG", "100K")];
        let first = run(lisp(&programs, &[&format!("{name}.scm"), size, "2"], &settings), "");
        let again = run(replay::command(&file, &How::default()).unwrap(), "");
        let said = (text(&first.stderr), text(&again.stderr));
        assert!(first.status.success() && again.status.success(), "{name}: {said:?}");
        assert_eq!((first.stdout, said.0), (again.stdout, said.1), "{name}");
    }
}

fn folder_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("replay-{name}"))
}

#[test]
fn with_other_passes_the_answers_are_the_same() {
    let (folder, wanted) = recorded("passes", &[]);
    let off = |set: &[(&str, &str)], without: &[&str]| How {
        set: set.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect(),
        without: without.iter().map(|p| p.to_string()).collect(),
        ..How::default()
    };
    for how in [off(&[], &["all"]), off(&[], &["peel", "fold"]), off(&[("HOLLOWAY_JIT", "off")], &[])] {
        let again = played(&folder, &how);
        assert_eq!((text(&again.stdout), text(&again.stderr)), (wanted.clone(), String::new()), "{how:?}");
    }
}

#[test]
fn it_stops_before_an_exit_and_tells_its_place() {
    let (folder, wanted) = recorded("stop", &[]);
    let list = replay::list(&folder.join("run.replay")).unwrap();
    let third = list.lines().find_map(|l| l.strip_prefix("exit 3  ")).expect("a third exit");
    let stopped = played(&folder, &How { stop_before: Some(3), ..How::default() });
    let said = text(&stopped.stderr);
    assert!(stopped.status.success() && stopped.stdout.len() < wanted.len());
    assert!(said.contains(&format!("before exit 3: {third}")), "{said}");
    assert!(third.contains("guard_") && third.contains(" at count:"), "{third}");
    assert!(said.contains("\n  i"), "the values that are handed over: {said}");
    // There are not so many.
    let all = played(&folder, &How { stop_before: Some(1_000_000), ..How::default() });
    assert_eq!(text(&all.stdout), wanted);
}

#[test]
fn it_stops_in_gdb_where_the_exit_is_handled_and_goes_on() {
    let (folder, _) = recorded("gdb", &[]);
    let words = ["-batch", "-nx", "-ex", "bt", "-ex", "continue"].map(str::to_string).to_vec();
    let out = played(&folder, &How { stop_before: Some(3), gdb: Some(words), ..How::default() });
    let shown = text(&out.stdout);
    let mut frames = shown.lines();
    for part in [
        "SIGTRAP",
        "holloway_replay_stop",
        "run_native",
        "interp<",
        "start_thread",
        "line 299",
        "exited normally",
    ] {
        assert!(
            frames.any(|l| l.contains(part)),
            "no {part} where it should be: {shown}\n{}",
            text(&out.stderr)
        );
    }
}

#[test]
fn a_run_that_departs_says_where() {
    let (folder, _) = recorded("departs", &[]);
    std::fs::write(folder.join("q.scm"), ASKS).unwrap();
    let play = [("HOLLOWAY_REPLAY", "play=run.replay"), ("HOLLOWAY_THRESHOLD", "3")];
    let out = run(lisp(&folder, &["q.scm"], &play), "");
    let wanted = "the run departs from the recording: it asks for `read q.scm` at examples/lisp/src/main.rs";
    assert!(text(&out.stderr).contains(wanted), "{}", text(&out.stderr));
    assert!(text(&out.stderr).contains("where it asked for `read p.scm` when it was recorded"));
    assert_eq!(out.status.code(), Some(70));
    let out = run(lisp(&folder, &["p.scm"], &[("HOLLOWAY_REPLAY", "play=run.replay")]), "");
    let wanted = "HOLLOWAY_THRESHOLD is not set, and was `3` when it was recorded";
    assert!(text(&out.stderr).contains(wanted) && !out.status.success(), "{}", text(&out.stderr));
}

#[test]
fn a_file_that_was_cut_is_played_up_to_its_end() {
    let (folder, wanted) = recorded("cut", &[("HOLLOWAY_CHAOS", "5:4")]);
    let file = folder.join("run.replay");
    // Half of what is on the desk: see the form of the file.
    let mut bytes = std::fs::read(&file).unwrap();
    let filled = u64::from_le_bytes(bytes[24..32].try_into().unwrap());
    bytes[24..32].copy_from_slice(&(filled / 2).to_le_bytes());
    std::fs::write(&file, bytes).unwrap();
    let out = played(&folder, &How::default());
    let said = text(&out.stderr);
    assert!(
        said.contains("the recording ends here: its run was ended by force or has crashed (after ask"),
        "{said}"
    );
    assert!(out.status.success() && wanted.starts_with(&text(&out.stdout)));
}

#[test]
fn what_a_killed_run_has_asked_is_in_its_recording() {
    let folder = folder("killed", ASKS);
    let settings = [("HOLLOWAY_REPLAY", "run.replay"), ("HOLLOWAY_THRESHOLD", "3")];
    let mut command = lisp(&folder, &["p.scm"], &settings);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    // It has read all of this as soon as it waits for more: an answer in its recording.
    input.write_all(lines("line").as_bytes()).unwrap();
    let listed = || replay::list(&folder.join("run.replay")).unwrap_or_default();
    let began = std::time::Instant::now();
    while !listed().contains("line 0") || !listed().contains("exit 1 ") {
        if began.elapsed().as_secs() > 30 {
            child.kill().expect("it can be killed");
            panic!("what it has asked is not in its recording: {}", listed());
        }
        assert!(child.try_wait().unwrap().is_none(), "it waits for its input");
        std::thread::yield_now();
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it was");
    let out = played(&folder, &How::default());
    assert!(text(&out.stderr).contains("ended by force"), "{}", text(&out.stderr));
    assert!(listed().ends_with("here it was ended by force or has crashed\n"));
}

#[test]
fn a_recording_that_cannot_be_made_is_an_error() {
    let folder = folder("wrong", "(display 1)");
    for (setting, said) in [
        ("no/such/file", "HOLLOWAY_REPLAY=no/such/file: No such file"),
        ("play=nothing", "HOLLOWAY_REPLAY=play=nothing: nothing: No such file"),
        ("play=p.scm", "p.scm: not a recording"),
        ("play=p.scm,before=x", "expected a number of an exit"),
    ] {
        let out = run(lisp(&folder, &["p.scm"], &[("HOLLOWAY_REPLAY", setting)]), "");
        assert!(
            !out.status.success() && text(&out.stderr).contains(said),
            "{setting}: {}",
            text(&out.stderr)
        );
    }
    for (name, value) in [("HOLLOWAY_GPU", "auto"), ("HOLLOWAY_LOG", "census")] {
        let settings = [("HOLLOWAY_REPLAY", "run.replay"), (name, value)];
        let out = run(lisp(&folder, &["p.scm"], &settings), "");
        let said = text(&out.stderr);
        assert!(said.contains(&format!("{name}={value}: ")) && said.contains("no replay repeats"), "{said}");
    }
}
