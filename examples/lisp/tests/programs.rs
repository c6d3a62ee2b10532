//! Every program prints what was recorded, in every execution mode; wrong ones end with a message that names the line.

#[path = "../../langkit/testing/start.rs"]
mod start;

use std::path::{Path, PathBuf};
use std::process::Output;

type Settings = Vec<(&'static str, String)>;

/// The modes: what they are called, and the variables that select them.
fn modes() -> Vec<(String, Settings)> {
    let eager = |name: &str, more: Settings| {
        (name.to_string(), [vec![("HOLLOWAY_THRESHOLD", "1".to_string())], more].concat())
    };
    let one = |name, value: &str| vec![(name, value.to_string())];
    let mut all = vec![
        ("plain".to_string(), one("HOLLOWAY_JIT", "off")),
        ("jit".to_string(), Vec::new()),
        eager("eager", Vec::new()),
        // In a build with debug assertions, as tests are, this also finds uses of objects that were collected.
        eager("gc stress", one("HOLLOWAY_GC", "stress")),
        eager("minor collections", one("HOLLOWAY_GC", "minor")),
        eager("audit", one("HOLLOWAY_AUDIT", "1")),
        eager("no optimizer", one("HOLLOWAY_OPT", "none")),
    ];
    let chaos = ["1:3", "2:17", "3:50"];
    all.extend(chaos.map(|s| eager(&format!("chaos {s}"), one("HOLLOWAY_CHAOS", s))));
    all
}

fn run(file: &Path, env: &Settings) -> Output {
    let mut command = start::start(env!("CARGO_BIN_EXE_lisp"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("HOLLOWAY_")) {
        command.env_remove(name);
    }
    command.envs(env.iter().map(|(k, v)| (k, v))).arg(file).output().expect("lisp starts")
}

/// Checks all programs of a folder.
fn check(folder: &str, least: usize) {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut seen = 0;
    for file in std::fs::read_dir(&dir).expect("a folder").map(|f| f.expect("a file").path()) {
        if file.extension().is_none_or(|e| e != "scm") {
            continue;
        }
        seen += 1;
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let recorded = dir.join(format!("expected/{name}.txt"));
        let expected =
            std::fs::read_to_string(&recorded).unwrap_or_else(|e| panic!("{}: {e}", recorded.display()));
        for (mode, env) in modes() {
            let out = run(&file, &env);
            let text = String::from_utf8_lossy(&out.stdout);
            let said = String::from_utf8_lossy(&out.stderr);
            assert!(out.status.success(), "{name} in mode {mode}: {said}");
            assert_eq!(text, expected, "{name} in mode {mode}");
        }
    }
    assert!(seen >= least, "{seen} programs in {folder}");
}

#[test]
fn programs_do_the_same_in_all_modes() {
    check("programs", 10);
}

#[test]
fn scripts_do_the_same_in_all_modes() {
    check("tests/scripts", 6);
}

/// What the command says of a program, after its path.
fn said_of(number: usize, text: &str, env: &Settings) -> String {
    let file = std::env::temp_dir().join(format!("lisp-{}-{number}.scm", std::process::id()));
    std::fs::write(&file, text).expect("writable");
    let out = run(&file, env);
    std::fs::remove_file(&file).expect("removable");
    assert_eq!(out.status.code(), Some(1), "{text}: {out:?}");
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    let at = said.find(".scm").unwrap_or_else(|| panic!("no place in: {said}"));
    said[at + ".scm".len()..].trim_end().to_string()
}

#[test]
fn mistakes_are_told_with_their_lines() {
    let cases = [
        ("(print 1)\n(print (car 5)", ":2: `)` is missing for the list that begins here"),
        (")", ":1: `)` without its opening parenthesis"),
        ("(print \"abc)", ":1: a string does not end"),
        ("(print #x)", ":1: there is no `#x`"),
        ("(print 99999999999999999999)", ":1: `99999999999999999999` is no number of 64 bits"),
        ("\n\n(print nothing)", ":3: `nothing` is not defined"),
        ("(if)", ":1: a strange `if`"),
        ("(let ((x)) x)", ":1: expected `(name value)`"),
        ("(lambda (a a) a)", ":1: two parameters of one name"),
        ("(print (car 1 2))", ":1: `car` takes 1 values"),
        (
            "(print\n (let loop ((i 0)) (if (< i 1) (loop) 2)))",
            ":2: the loop has 1 variables, and gets 0 values",
        ),
        ("(+ 1 (define x 2))", ":1: a definition where an expression is expected"),
        ("(set! car 1)", ":1: `car` is built in; define it to have your own"),
        ("(define (f)\n  (car 5))\n(print (f))", ":2: in f: expected a pair, got 5"),
        ("(define (f x) x)\n(print\n  (f))", ":3: in program: `f` takes 1 values, and gets 0"),
        ("(define (f) (raise '(a 1)))\n(f)", ":1: in f: raised: (a 1)"),
        ("(error \"a message\" 1 'two)", ":1: in program: a message (1 two)"),
        ("(define (f n)\n (+ 1 (f n)))\n(f 1)", ":2: in f: the recursion is too deep"),
        // What the library calls is the program's; what fails in the library is told where it was called.
        ("(define (f x)\n (car x))\n(map f '(1))", ":2: in f: expected a pair, got 1"),
        ("(map\n 5 '(1))", ":1: in program: expected a procedure, got 5"),
        (
            "(define g (make-generator (lambda ()\n (car 1))))\n(next g)",
            ":2: in lambda: expected a pair, got 1",
        ),
    ];
    for (number, (text, message)) in cases.into_iter().enumerate() {
        for env in [vec![("HOLLOWAY_JIT", "off".to_string())], vec![("HOLLOWAY_THRESHOLD", "1".to_string())]]
        {
            assert_eq!(said_of(number, text, &env), message, "{text}");
        }
    }
}

#[test]
fn memory_that_is_used_up_is_an_error() {
    let grow = "(define (grow l)\n  (grow (cons 1 l)))\n(grow '())";
    for jit in ["on", "off"] {
        let env = vec![("HOLLOWAY_HEAP_MAX", "64M".to_string()), ("HOLLOWAY_JIT", jit.to_string())];
        assert_eq!(said_of(900, grow, &env), ":2: in grow: the memory is used up");
        let large = said_of(901, "(make-vector 100000000 0)", &env);
        assert_eq!(large, ":1: in program: the memory is used up");
    }
}

#[test]
fn closed_output_is_an_error() {
    let file = std::env::temp_dir().join(format!("lisp-closed-{}.scm", std::process::id()));
    std::fs::write(&file, "(let loop ((i 0)) (when (< i 100000) (print i) (loop (+ i 1))))")
        .expect("writable");
    let mut command = start::start(env!("CARGO_BIN_EXE_lisp"));
    command.arg(&file).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().expect("lisp starts");
    drop(child.stdout.take());
    let out = child.wait_with_output().expect("its end");
    std::fs::remove_file(&file).expect("removable");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.code() == Some(1) && said.contains("the output is closed"), "{said}");
}
