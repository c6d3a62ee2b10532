//! Ctrl-C ends guest loops, compiled or not, as an error of the language.

mod small;
#[path = "../examples/langkit/testing/start.rs"]
mod start;

use holloway::heap::HeapConfig;
use holloway::Params;
use small::{as_int, with_program};
use start::start;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

const MODE: &str = "TEST_INTERRUPT";

/// Not a test of its own: what the child process runs.
#[test]
fn child() {
    let Ok(mode) = std::env::var(MODE) else { return };
    let params = Params { jit: mode != "plain", ..Params::default() };
    let source = match mode.as_str() {
        "coroutine" => "fn co1(n) { let i = 0; while 1 { i = i + 1 } } try { resume(spawn(1, 0), 0) } catch e { return e }",
        _ => "let i = 0; try { while 1 { i = i + 1 } } catch e { return e }",
    };
    let caught = with_program(source, (params, HeapConfig::default()), |rt, run| {
        let _ctrl_c = holloway::interrupt_on_ctrl_c(rt).expect("a handler");
        println!("ready");
        let first = run().ok().and_then(as_int);
        assert_eq!(mode != "plain", rt.driver.stats().entries > 0);
        first
    });
    println!("caught {caught:?}");
}

fn interrupt(mode: &str) -> (Option<i32>, String) {
    let exe = std::env::current_exe().expect("this program");
    let mut child = start(exe.to_str().expect("a path in UTF-8"))
        .args(["--exact", "child", "--nocapture", "--test-threads=1"])
        .env(MODE, mode)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a child");
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut text = String::new();
    while !text.contains("ready") {
        assert_ne!(out.read_line(&mut text).expect("its output"), 0, "the child ended early: {text}");
    }
    std::thread::sleep(Duration::from_millis(200));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|s| s.success()));
    while out.read_line(&mut text).expect("its output") != 0 {}
    (child.wait().expect("its end").code(), text)
}

#[test]
fn ctrl_c_ends_loops() {
    for mode in ["plain", "compiled", "coroutine"] {
        let (code, text) = interrupt(mode);
        assert!(text.contains("caught Some(-5)"), "{mode}: {text}");
        assert_eq!(code, Some(0), "{mode}");
    }
}
