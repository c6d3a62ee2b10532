//! The command line and the prompt: what `python3.11` writes to both outputs, and its exit codes.

#[path = "../../langkit/testing/start.rs"]
mod start;

use start::start;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

const PYTHON: &str = env!("CARGO_BIN_EXE_holloway-python");

struct Case {
    args: &'static [&'static str],
    input: &'static str,
    out: &'static str,
    err: &'static str,
    exit: i32,
}

const fn case(
    args: &'static [&'static str],
    input: &'static str,
    out: &'static str,
    err: &'static str,
    exit: i32,
) -> Case {
    Case { args, input, out, err, exit }
}

/// What the cases run.
const FILES: &[(&str, &str)] = &[
    ("plain.py", "import sys\nprint(__name__, sys.argv[1:], __package__)"),
    ("fails.py", "x = 5\nraise ValueError(x)"),
    ("latin.py", "# -*- coding: latin-1 -*-\nprint(len('e'))"),
    ("app/__main__.py", "import sys\nprint('app', sys.argv[1:], repr(__package__))"),
    ("pack/__init__.py", "print('package')"),
    ("pack/inner.py", "from . import other\nprint(other.X, __name__, __package__)"),
    ("pack/other.py", "X = 7"),
    ("empty/readme.txt", ""),
];

const USAGE: &str = "usage: python [option] ... [-c cmd | -m mod | file | -] [arg] ...\nTry `python -h' for more information.\n";

const CASES: &[Case] = &[
    case(&["plain.py", "a", "-i"], "", "__main__ ['a', '-i'] None\n", "", 0),
    case(&["-m", "plain", "a"], "", "__main__ ['a'] \n", "", 0),
    case(&["-mpack.inner"], "", "package\n7 __main__ pack\n", "", 0),
    case(&["app", "x"], "", "app ['x'] ''\n", "", 0),
    case(&["-m", "app", "y"], "", "app ['y'] 'app'\n", "", 0),
    case(&["latin.py"], "", "1\n", "", 0),
    case(&["-"], "print(1)\n", "1\n", "", 0),
    case(&[], "print(2)\nimport sys\nprint(sys.argv)", "2\n['']\n", "", 0),
    case(&["-c", "import sys; print(sys.argv)", "-q"], "", "['-c', '-q']\n", "", 0),
    case(&["--version"], "", "Python 3.11.0 (Holloway)\n", "", 0),
    case(&["-m", "nope"], "", "", "python: No module named nope\n", 1),
    case(
        &["-m", "pack"],
        "",
        "package\n",
        "python: No module named pack.__main__; 'pack' is a package and cannot be directly executed\n",
        1,
    ),
    case(&["-c"], "", "", "Argument expected for the -c option\n{USAGE}", 2),
    case(&["-Z"], "", "", "Unknown option: -Z\n{USAGE}", 2),
    case(&["nope.py"], "", "", "python: can't open file '{DIR}/nope.py': [Errno 2] No such file or directory\n", 2),
    case(&["empty"], "", "", "python: can't find '__main__' module in '{DIR}/empty'\n", 1),
    case(
        &["fails.py"],
        "",
        "",
        "Traceback (most recent call last):\n  File \"{DIR}/fails.py\", line 2, in <module>\n    raise ValueError(x)\nValueError: 5\n",
        1,
    ),
    case(
        &["-c", "import sys\nfor line in sys.stdin: print(repr(line), sys.stdin.isatty(), sys.stdin.encoding)"],
        "a\nb",
        "'a\\n' False utf-8\n'b' False utf-8\n",
        "",
        0,
    ),
    // How programs exit.
    case(&["-c", "import sys; sys.exit()"], "", "", "", 0),
    case(&["-c", "import sys; sys.exit(-1)"], "", "", "", 255),
    case(&["-c", "import sys; sys.exit(2**70)"], "", "", "", 255),
    case(&["-c", "import sys; sys.exit([1, 2])"], "", "", "[1, 2]\n", 1),
    case(&["-c", "raise SystemExit(1, 2)"], "", "", "(1, 2)\n", 1),
    case(
        &["-c", "import atexit; atexit.register(print, 'bye', 1); print('hi'); atexit.register(print, 'first')"],
        "",
        "hi\nfirst\nbye 1\n",
        "",
        0,
    ),
    case(
        &["-c", "import sys; sys.excepthook = lambda t, v, tb: print('hook', t, v); 1/0"],
        "",
        "hook <class 'ZeroDivisionError'> division by zero\n",
        "",
        1,
    ),
    // The prompt.
    case(&["-iq"], "x = 1\nx\n_ + 1\n_\n", "1\n2\n2\n", ">>> >>> >>> >>> >>> \n", 0),
    case(
        &["-iq"],
        "def f():\n  return 5\n\nf()\nfor i in range(2):\n  i\n\n",
        "5\n0\n1\n",
        ">>> ... ... >>> >>> ... ... >>> \n",
        0,
    ),
    case(&["-iq"], "'''a\n\nb'''\nx = (1,\n\n2)\nx\n", "'a\\n\\nb'\n(1, 2)\n", ">>> ... ... >>> ... ... >>> >>> \n", 0),
    case(
        &["-iq"],
        "1/0\nx = )\nNone\n2\n",
        "2\n",
        ">>> Traceback (most recent call last):\n  File \"<stdin>\", line 1, in <module>\nZeroDivisionError: division by zero\n>>>   File \"<stdin>\", line 1\n    x = )\n        ^\nSyntaxError: unmatched ')'\n>>> >>> >>> \n",
        0,
    ),
    case(&["-iq"], "print(1)\nexit(4)\n2\n", "1\n", ">>> >>> ", 4),
    case(&["-iq"], "import sys\nsys.ps1 = '? '\n1", "1\n", ">>> >>> ? ? \n", 0),
    case(&["-i", "-c", "x = 1; print(x)"], "x + 1\n", "1\n2\n", ">>> >>> \n", 0),
    case(
        &["-i", "fails.py"],
        "x\n",
        "5\n",
        "Traceback (most recent call last):\n  File \"{DIR}/fails.py\", line 2, in <module>\n    raise ValueError(x)\nValueError: 5\n>>> >>> \n",
        0,
    ),
    case(&["-iq"], "name = input('? ')\nbob\nname\n", "? 'bob'\n", ">>> >>> >>> \n", 0),
];

fn directory() -> PathBuf {
    let dir = std::env::temp_dir().join(format!("python-command-line-{}", std::process::id()));
    for (name, text) in FILES {
        let path = dir.join(name);
        std::fs::create_dir_all(path.parent().expect("inside")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }
    dir
}

#[test]
fn commands_and_prompts_do_what_cpython_does() {
    let dir = directory();
    let mut wrong = Vec::new();
    for case in CASES {
        let mut child = start(PYTHON)
            .args(case.args)
            .current_dir(&dir)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        // A child that does not read may have closed it.
        let _ = child.stdin.take().expect("piped").write_all(case.input.as_bytes());
        let o = child.wait_with_output().expect("its output");
        let (out, err) = (String::from_utf8_lossy(&o.stdout), String::from_utf8_lossy(&o.stderr));
        let wanted = case.err.replace("{USAGE}", USAGE).replace("{DIR}", &dir.to_string_lossy());
        if out != case.out || err != wanted || o.status.code() != Some(case.exit) {
            wrong.push(format!("{:?} {:?}: {:?}\n{out}\n{err}", case.args, case.input, o.status.code()));
        }
    }
    // Best effort: what stays behind harms nothing.
    let _ = std::fs::remove_dir_all(&dir);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
