//! Bad input to the command `python`: each ends in the error that CPython gives, in plain execution and compiled, and with its exit code.
//!
//! Every case is a program given by `-c` with its last line on standard error (after the traceback) or what it prints. Where the limits are other ones than
//! CPython's, the program itself prints what matters.

#[path = "../../langkit/testing/start.rs"]
mod start;

use start::start;
use std::process::Output;

const PYTHON: &str = env!("CARGO_BIN_EXE_holloway-python");

/// Plain execution, compiled, and compiled as early as possible.
const MODES: [(&str, &[(&str, &str)]); 3] =
    [("plain", &[("HOLLOWAY_JIT", "off")]), ("jit", &[]), ("eager", &[("HOLLOWAY_THRESHOLD", "1")])];

struct Case {
    name: &'static str,
    code: &'static str,
    out: &'static str,
    /// Last line of standard error.
    err: &'static str,
    exit: i32,
}

const fn prints(name: &'static str, code: &'static str, out: &'static str) -> Case {
    Case { name, code, out, err: "", exit: 0 }
}

const fn fails(name: &'static str, code: &'static str, err: &'static str) -> Case {
    Case { name, code, out: "", err, exit: 1 }
}

const CASES: &[Case] = &[
    prints(
        "infinite recursion is an error that can be caught, again and again",
        "def f(n): return 1 + f(n + 1)\nfor _ in range(3):\n    try: f(1)\n    except RecursionError as e: print('deep', str(e)[:32])",
        "deep maximum recursion depth exceeded\ndeep maximum recursion depth exceeded\ndeep maximum recursion depth exceeded\n",
    ),
    prints(
        "recursion through methods that helpers call",
        "class A:\n    def __eq__(self, o): return A() == o\ntry: A() == A()\nexcept RecursionError: print('caught')\nclass B:\n    def __repr__(self): return repr(self)\ntry: repr(B())\nexcept RecursionError: print('caught')",
        "caught\ncaught\n",
    ),
    prints(
        "memory for one object",
        "for f in (lambda: bytes(1 << 40), lambda: b'x' * (1 << 40), lambda: [0] * (1 << 40), lambda: 1 << (1 << 40)):\n    try: f()\n    except MemoryError: print('memory')",
        "memory\nmemory\nmemory\nmemory\n",
    ),
    fails("a name that is not there", "nope", "NameError: name 'nope' is not defined"),
    fails("an error in a library function", "int('x')", "ValueError: invalid literal for int() with base 10: 'x'"),
    fails("a raise of nothing", "raise", "RuntimeError: No active exception to reraise"),
    fails("a module that is not there", "import nope_nope", "ModuleNotFoundError: No module named 'nope_nope'"),
    fails("a relative import outside a package", "from . import x", "ImportError: attempted relative import with no known parent package"),
    fails("unfinished text", "x = (1,", "SyntaxError: '(' was never closed"),
    fails("an unfinished string", "x = 'abc", "SyntaxError: unterminated string literal (detected at line 1)"),
    fails("a missing block", "if 1:\nx", "IndentationError: expected an indented block after 'if' statement on line 1"),
    fails("a wrong indentation", "x = 1\n  y = 2", "IndentationError: unexpected indent"),
    fails("return outside a function", "return 1", "SyntaxError: 'return' outside function"),
    fails("a duplicate parameter", "def f(a, a): pass", "SyntaxError: duplicate argument 'a' in function definition"),
    fails("nonlocal without a variable", "def f():\n    nonlocal y", "SyntaxError: no binding for nonlocal 'y' found"),
    fails("unreachable cases", "match 1:\n case _: pass\n case 1: pass", "SyntaxError: wildcard makes remaining patterns unreachable"),
    fails("asynchronous functions are refused by name", "async def f(): pass\nf()", "NotImplementedError: asynchronous functions are not supported"),
    fails("a way out of except*", "def f():\n    try: pass\n    except* ValueError: return", "SyntaxError: 'break', 'continue' and 'return' cannot appear in an except* block"),
    fails("a function made by its class", "type(lambda: 0)()", "TypeError: function() missing required argument 'code' (pos 1)"),
    fails("an iterator made by its class", "type(iter([]))(3)", "TypeError: cannot create 'list_iterator' instances"),
    fails("a new object of a class without constructor", "object.__new__(type(len))", "TypeError: cannot create 'builtin_function_or_method' instances"),
    fails("a group without exceptions", "ExceptionGroup('x', [])", "ValueError: second argument (exceptions) must be a non-empty sequence"),
    fails("undecodable bytes", "b'\\xff'.decode()", "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
    fails("a truth test that raises", "class A:\n    def __bool__(self): raise ValueError('t')\nwhile A(): pass", "ValueError: t"),
    fails("a truth test with another answer", "class A:\n    def __bool__(self): return 1\nnot A()", "TypeError: __bool__ should return bool, returned int"),
    fails("attributes that slots forbid", "class A: __slots__ = ('x',)\nA().y = 1", "AttributeError: 'A' object has no attribute 'y'"),
    fails("source text with an error", "exec('1 +')", "SyntaxError: invalid syntax"),
    fails("exit with text", "raise SystemExit('bye')", "bye"),
    Case { name: "exit with a number", code: "import sys\nsys.exit(7)", out: "", err: "", exit: 7 },
];

fn run(case: &Case, env: &[(&str, &str)]) -> Output {
    let mut c = start(PYTHON);
    c.arg("-c").arg(case.code).envs(env.iter().copied());
    c.output().unwrap_or_else(|e| panic!("{}: {e}", case.name))
}

#[test]
fn bad_input_ends_in_the_error_that_cpython_gives() {
    let mut wrong = Vec::new();
    for case in CASES {
        for (mode, env) in MODES {
            let o = run(case, env);
            let (out, err) = (String::from_utf8_lossy(&o.stdout), String::from_utf8_lossy(&o.stderr));
            let last = err.trim_end().lines().last().unwrap_or("");
            if out != case.out || last != case.err || o.status.code() != Some(case.exit) {
                wrong.push(format!("{} ({mode}): {:?} {out:?} {err:?}", case.name, o.status.code()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_file_that_is_not_there_or_not_text_is_an_error() {
    let o = start(PYTHON).arg("/nonexistent/x.py").output().expect("runs");
    assert_eq!(o.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&o.stderr).contains("[Errno 2] No such file or directory"));
}
