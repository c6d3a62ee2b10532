//! `perf` and gdb show native code by the program's procedures and lines. Both are run, as a person would.
//!
//! Not under an emulator, which has neither: there the backend's tests hold what is told of frames.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::path::{Path, PathBuf};
use std::process::Output;

#[path = "../../langkit/testing/alone.rs"]
mod alone;

const SUM: &str = "(define (sum n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1)
              (+ total (modulo i 7))))))
(display (sum 300000000))
";

const WALK: &str = "(define (leaf n)
  (display \".\")
  n)
(define (walk n)
  (if (= n 0)
      (leaf 1)
      (+ (walk (- n 1))
         1)))
(define (repeat k total)
  (if (= k 0)
      total
      (repeat (- k 1)
              (+ total (walk 9)))))
(display (repeat 100 0))
";

/// A new folder with a program in it.
fn folder(name: &str, program: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(format!("{name}.scm")), program).expect("the program");
    folder
}

fn run(folder: &Path, words: &[&str], env: &[(&str, &str)]) -> Output {
    let mut command = alone::start(words[0]);
    command.args(&words[1..]).current_dir(folder).env("HOLLOWAY_GPU", "off").envs(env.iter().copied());
    command.output().unwrap_or_else(|e| panic!("{} is needed and does not start: {e}", words[0]))
}

/// What a command that must succeed writes.
fn said(folder: &Path, words: &[&str], env: &[(&str, &str)]) -> String {
    let out = run(folder, words, env);
    let errors = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "`{}` fails: {errors}", words.join(" "));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

#[test]
fn perf_shows_procedures_lines_and_code() {
    let folder = folder("sum", SUM);
    let record = ["perf", "record", "-q", "-k", "mono", "-e", "cpu-clock", "-o", "perf.data"];
    let may = run(&folder, &[&record[..], &["true"]].concat(), &[]);
    let why = String::from_utf8_lossy(&may.stderr);
    assert!(
        may.status.success(),
        "this system does not let perf sample (kernel.perf_event_paranoid?): {why}"
    );
    let program = [env!("CARGO_BIN_EXE_lisp"), "sum.scm"];
    said(&folder, &[&record[..], &program].concat(), &[("HOLLOWAY_PERF", "1")]);
    said(&folder, &["perf", "inject", "--jit", "-i", "perf.data", "-o", "jit.data"], &[]);
    let report = said(&folder, &["perf", "report", "-i", "jit.data", "--stdio", "--sort", "symbol"], &[]);
    let first = report.lines().find(|l| !l.is_empty() && !l.starts_with('#')).unwrap_or("nothing");
    let symbol = first.find("sum [loop-").map(|at| first[at..].split_inclusive(']').next().unwrap_or(""));
    let symbol = symbol.unwrap_or_else(|| panic!("most of the time should be the loop's: {report}"));
    let code = said(&folder, &["perf", "annotate", "-i", "jit.data", "--stdio", "-l", symbol], &[]);
    let hottest = code.lines().find(|l| l.contains("sum.scm:")).unwrap_or("no line");
    assert!(hottest.contains("sum.scm:6"), "what takes longest is the remainder in line 6: {code}");
    for part in ["(+ total (modulo i 7))", "imul   $0x7,", symbol] {
        assert!(code.contains(part), "no {part} in {code}");
    }
}

#[test]
fn a_folder_for_perf_that_is_not_there_is_an_error() {
    let folder = folder("nowhere", "(display 1)");
    let out = run(&folder, &[env!("CARGO_BIN_EXE_lisp"), "nowhere.scm"], &[("HOLLOWAY_PERF", "no/such")]);
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(!out.status.success());
    assert!(said.contains("HOLLOWAY_PERF=no/such: expected `0`, `1` or a folder"), "{said}");
}

#[test]
fn gdb_walks_from_a_native_through_procedures_to_main() {
    let folder = folder("walk", WALK);
    let gdb =
        ["gdb", "-q", "-batch", "-nx", "-ex", "break natives.rs:out", "-ex", "ignore 1 50", "-ex", "run"];
    let rest = ["-ex", "bt", "-ex", "kill", "--args", env!("CARGO_BIN_EXE_lisp"), "walk.scm"];
    let env = [("HOLLOWAY_GDB", "1"), ("HOLLOWAY_THRESHOLD", "1")];
    let shown = said(&folder, &[&gdb[..], &rest].concat(), &env);
    let frames: Vec<&str> = shown.lines().filter(|l| l.starts_with('#')).collect();
    // From the innermost on: `leaf` in the last calls of `walk`, the calls before them, three in a trace, the first ones in the loop, what entered native code, the
    // program's main.
    let wanted = [
        "#0  out",
        "in leaf () at walk.scm:2",
        " walk [bridge-3] () at walk.scm:6",
        "in walk [function-0] () at walk.scm:7",
        "in walk [function-0] () at walk.scm:7",
        "in walk () at walk.scm:7",
        " repeat [loop-2] () at walk.scm:13",
        "holloway_backend_x86::call",
        "interp<",
        "examples/lisp/src/main.rs",
        "start_thread",
    ];
    let mut rest = frames.iter();
    for part in wanted {
        assert!(rest.any(|f| f.contains(part)), "no frame of {part} where it should be: {shown}");
    }
}
