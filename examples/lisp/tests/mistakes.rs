//! What the command says of programs that are wrong, too large, or need too much.

#[path = "../../langkit/testing/alone.rs"]
mod alone;

use std::path::Path;
use std::process::Output;

type Settings = Vec<(&'static str, String)>;

fn run(file: &Path, env: &Settings) -> Output {
    let mut command = alone::start(env!("CARGO_BIN_EXE_lisp"));
    command.envs(env.iter().map(|(k, v)| (k, v))).arg(file).output().expect("lisp starts")
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
        ("(letrec ((a b) (b 1)) a)", ":1: in program: expected a variable with a value, got #<unset>"),
        ("(define (f)\n  (define a b)\n  (define b 1)\n  a)\n(f)", ":2: in f: expected a variable with a value, got #<unset>"),
        ("(record (x 1) (x 2))", ":1: two of the name `x`"),
        ("(print '(1 . 2 3))", ":1: a dot stands before the last of a list"),
        ("(case 1 (two 2))", ":1: a clause of `case` begins with a list of data, or `else`"),
        ("(print 1e999)", ":1: `1e999` is no number of 64 bits"),
        ("(quotient (- -9223372036854775807 1) -1)", ":1: in program: the result does not fit into an integer"),
        ("(apply car '(1 2))", ":1: in program: `car` takes 1 values, and gets 2"),
        (
            "(define (twice x n) (if (= n 0) x (twice (cons x x) (- n 1))))\n(equal? (twice 1 60) (twice 1 60))",
            ":2: in program: there is too much to compare",
        ),
        ("(apply + 5)", ":1: in program: expected a pair, got 5"),
        ("(length '(1 2 . 3))", ":1: in program: expected a pair, got 3"),
        ("(next (make-generator (lambda (x) x)))", ":1: in program: `lambda` takes 1 values, and gets 0"),
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

/// Texts that would take a compiler's stack, or its patience: errors, or programs.
#[test]
fn large_texts_are_compiled_or_refused() {
    let nested = |n: usize, open: &str, inner: &str, close: &str| {
        format!("(write {}{inner}{})", open.repeat(n), close.repeat(n))
    };
    let parameters = |from: usize| (from..from + 100).map(|i| format!(" v{i}")).collect::<String>();
    let sums = [0, 100, 200].map(|from| format!("(+{})", parameters(from))).concat();
    let captured = format!(
        "(define (f{}) (lambda ({}) (lambda ({}) (lambda () (+ {sums})))))",
        parameters(0),
        parameters(100),
        parameters(200)
    );
    let cases = [
        (nested(2000, "(", "", ")"), "too many parentheses in one another"),
        (nested(900, "(when #t (cond (#f 1) (else ", "1", ")))"), "too many parentheses in one another"),
        (nested(300, "(when #t (cond (#f 1) (else ", "1", ")))"), "too many expressions in one another"),
        (format!("(and {})", "1 ".repeat(200_000)), "too many parts of `and`"),
        (format!("(+ {})", "1 ".repeat(200_000)), "too many values"),
        (format!("(let* ({}) 1)", "(x 1)".repeat(100_000)), "too many parts of `let*`"),
        (captured, "too many variables of others in one procedure"),
    ];
    for (number, (text, message)) in (100..).zip(cases) {
        assert_eq!(said_of(number, &text, &Vec::new()), format!(":1: {message}"));
    }
    // Loops that turn out to be procedures, in one another.
    let loops = nested(25, "(let l ((x 1)) (+ 1 (if (= x 1) (l 2) x) ", "1", "))");
    let dir = std::env::temp_dir().join(format!("lisp-loops-{}.scm", std::process::id()));
    std::fs::write(&dir, loops.replace("(write ", "(define (f) ")).expect("writable");
    let out = run(&dir, &Vec::new());
    std::fs::remove_file(&dir).expect("removable");
    assert!(out.status.success(), "{out:?}");
}

#[test]
fn memory_that_is_used_up_is_an_error() {
    let grow = "(define (grow l)\n  (grow (cons 1 l)))\n(grow '())";
    for jit in ["on", "off"] {
        let env = vec![("HOLLOWAY_HEAP_MAX", "64M".to_string()), ("HOLLOWAY_JIT", jit.to_string())];
        assert_eq!(said_of(900, grow, &env), ":2: in grow: the memory is used up");
        let large = said_of(901, "(make-vector 100000000 0)", &env);
        assert_eq!(large, ":1: in program: the memory is used up");
        // What is in Rust's memory counts.
        let text =
            "(define t (make-text))\n(define s (fixed 1 30))\n(define (add) (text-add! t s) (add))\n(add)";
        assert_eq!(said_of(902, text, &env), ":3: in add: the memory is used up");
        let table = "(define t (make-table))\n(define (add i) (table-set! t i i) (add (+ i 1)))\n(add 0)";
        assert_eq!(said_of(903, table, &env), ":2: in add: the memory is used up");
    }
}

#[test]
fn closed_output_is_an_error() {
    let file = std::env::temp_dir().join(format!("lisp-closed-{}.scm", std::process::id()));
    std::fs::write(&file, "(let loop ((i 0)) (when (< i 100000) (print i) (loop (+ i 1))))")
        .expect("writable");
    let mut command = alone::start(env!("CARGO_BIN_EXE_lisp"));
    command.arg(&file).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().expect("lisp starts");
    drop(child.stdout.take());
    let out = child.wait_with_output().expect("its end");
    std::fs::remove_file(&file).expect("removable");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.code() == Some(1) && said.contains("the output is closed"), "{said}");
}
