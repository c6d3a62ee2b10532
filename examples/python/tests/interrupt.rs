//! Ctrl-C: `KeyboardInterrupt` inside a loop, plain and compiled, which the program may catch; at the prompt it gives up what was typed.

#[path = "../../langkit/testing/start.rs"]
mod start;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};

const PYTHON: &str = env!("CARGO_BIN_EXE_holloway-python");

fn start(args: &[&str], env: &[(&str, &str)]) -> (Child, BufReader<ChildStdout>, BufReader<ChildStderr>) {
    let mut c = start::start(PYTHON)
        .args(args)
        .envs(env.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let (out, err) = (c.stdout.take().expect("piped"), c.stderr.take().expect("piped"));
    (c, BufReader::new(out), BufReader::new(err))
}

fn interrupt(child: &Child) {
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|s| s.success()));
}

/// Reads on until a text has come.
fn wait_for(from: &mut impl std::io::Read, text: &str) -> String {
    let (mut all, mut byte) = (Vec::new(), [0]);
    while !all.ends_with(text.as_bytes()) {
        assert_eq!(from.read(&mut byte).expect("its output"), 1, "{}", String::from_utf8_lossy(&all));
        all.push(byte[0]);
    }
    String::from_utf8_lossy(&all).into_owned()
}

/// The loop says so when it has run for long enough to be compiled.
const LOOP: &str = "
def run():
    i = 0
    while True:
        i += 1
        if i == 100000: print('hot', flush=True)
try:
    run()
except KeyboardInterrupt as e:
    print('caught', repr(e), flush=True)
run()";

#[test]
fn ctrl_c_in_a_loop() {
    for env in [&[("HOLLOWAY_JIT", "off")][..], &[]] {
        let (mut child, mut out, mut err) = start(&["-c", LOOP], env);
        for said in ["hot\n", "caught KeyboardInterrupt()\n", "hot\n"] {
            let mut line = String::new();
            out.read_line(&mut line).expect("its output");
            assert_eq!(line, said);
            if said == "hot\n" {
                interrupt(&child);
            }
        }
        let mut text = String::new();
        err.read_to_string(&mut text).expect("its report");
        assert!(text.starts_with("Traceback (most recent call last):\n"), "{text}");
        assert!(text.ends_with("in run\nKeyboardInterrupt\n"), "{text}");
        assert_eq!(child.wait().expect("its end").code(), Some(130));
    }
}

#[test]
fn ctrl_c_at_the_prompt() {
    let (mut child, mut out, mut err) = start(&["-iq"], &[]);
    let mut input = child.stdin.take().expect("piped");
    wait_for(&mut err, ">>> ");
    input.write_all(b"x = (1,\n").expect("it reads");
    wait_for(&mut err, "... ");
    interrupt(&child);
    assert_eq!(wait_for(&mut err, ">>> "), "\nKeyboardInterrupt\n>>> ");
    input.write_all(b"2\nif 1:\n  print('on', flush=True)\n  while True: pass\n\n").expect("it reads");
    wait_for(&mut out, "2\non\n");
    interrupt(&child);
    assert!(wait_for(&mut err, "KeyboardInterrupt\n>>> ").contains("Traceback"));
    input.write_all(b"print('alive')\n").expect("it reads");
    drop(input);
    wait_for(&mut out, "alive\n");
    assert_eq!(child.wait().expect("its end").code(), Some(0));
}
