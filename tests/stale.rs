//! References that outlive their object, kept by the host where no collector looks: stress mode reports their use, in release builds too.
//!
//! Each mistake is made by a child, which the report ends.
#![cfg(target_os = "linux")]

use holloway::heap::{Gc, Header, HeapConfig, Mut, SlotArray};
use holloway::{Object, Params};
use std::cell::RefCell;
use std::process::Command;
use tla::host::{int, int_slot, Native};
use tla::Tla;

#[path = "../examples/langkit/testing/start.rs"]
mod start;

/// Which mistake a child makes, and how its program runs: it is asked by this variable.
const MODE: &str = "STALE_TEST_MODE";

#[derive(Object)]
#[repr(C)]
struct Account {
    header: Header,
    number: i64,
    balance: Mut<i64>,
}

thread_local! {
    static ACCOUNTS: RefCell<Vec<Gc<Account>>> = RefCell::default();
    static LISTS: RefCell<Vec<Gc<SlotArray>>> = RefCell::default();
}

#[inline(never)]
fn read_balance(heap: &holloway::heap::Mutator) -> i64 {
    ACCOUNTS.with_borrow(|all| all[0].balance.get(heap))
}

#[inline(never)]
fn read_number() -> i64 {
    ACCOUNTS.with_borrow(|all| all[0].number)
}

#[inline(never)]
fn write_balance(heap: &holloway::heap::Mutator) {
    ACCOUNTS.with_borrow(|all| all[0].balance.set(heap, 1))
}

#[inline(never)]
fn read_element(heap: &holloway::heap::Mutator) -> bool {
    LISTS.with_borrow(|all| all[0].get(heap, 3).is_some())
}

const NATIVES: &[(&str, Native)] = &[
    ("keep", |rt, number, _| {
        let number = int(rt, number)?;
        let account = rt.heap.alloc(Account { header: Header::NEW, number, balance: Mut::new(0) });
        ACCOUNTS.with_borrow_mut(|all| all.push(account));
        Ok(int_slot(0))
    }),
    ("keep_list", |rt, n, _| {
        let n = int(rt, n)?;
        LISTS.with_borrow_mut(|all| all.extend(rt.heap.array::<SlotArray>(n as usize)));
        Ok(int_slot(0))
    }),
    ("balance", |rt, _, _| Ok(int_slot(read_balance(&rt.heap)))),
    ("number", |_, _, _| Ok(int_slot(read_number()))),
    ("pay", |rt, x, _| {
        write_balance(&rt.heap);
        Ok(x)
    }),
    ("element", |rt, _, _| Ok(int_slot(read_element(&rt.heap).into()))),
];

/// The program of a child, which keeps something, makes turns of a loop, and uses it.
fn program(keep: &str, used: &str) -> String {
    format!("{keep}\nlet i = 0\nwhile i < 30 {{ i = i + 1 }}\nreturn {used}\n")
}

/// Runs what a child runs. Without the variable it is no child.
#[test]
fn child() {
    let Ok(mode) = std::env::var(MODE) else { return };
    let words: Vec<&str> = mode.split(' ').collect();
    let params = Params { jit: words[2] == "compiled", threshold: 4, ..Params::default() };
    let heap = HeapConfig { stress: true, fences: true, minor: words[3] == "minor", ..HeapConfig::default() };
    let source = program(words[0], words[1]);
    let done = holloway::run_with(params, heap, |_| Tla::new(&source, NATIVES), Tla::run);
    println!("done: {done:?}");
}

/// What a child says on standard error from the report on, and whether it came to its end.
fn said(keep: &str, used: &str, mode: &str, kind: &str) -> (String, bool) {
    let exe = std::env::current_exe().expect("this program");
    let mut command: Command = start::start(exe.to_str().expect("a path in UTF-8"));
    command.args(["--exact", "child", "--nocapture", "--test-threads=1"]);
    let out = command.env(MODE, format!("{keep} {used} {mode} {kind}")).output().expect("a child");
    let text = String::from_utf8_lossy(&out.stderr).into_owned();
    (text.find("stale reference").map_or(String::new(), |at| text[at..].to_string()), out.status.success())
}

/// Checks the report on the use of a part of what was collected, in each mode. Debug builds look at the header of whatever is used first.
fn check(keep: &str, used: &str, part: &str, name: &str, user: &str) {
    let part = if cfg!(debug_assertions) { "the header" } else { part };
    let expected = format!(
        "stale reference: {part} of a collected `{name}` was used
  made after collection 0 (at the start), collected by collection 1 (at main:3 Int(1, 30)): nobody held it where the collector looks
  used in "
    );
    for (mode, kind) in [("plain", "full"), ("compiled", "full"), ("plain", "minor")] {
        let (text, ended_well) = said(keep, used, mode, kind);
        assert!(!ended_well && text.starts_with(&expected), "{used}, {mode}, {kind}: {text}");
        // The rest of the line is the innermost function that is an author's, then comes the backtrace.
        let innermost = text[expected.len()..].lines().next().unwrap_or_default();
        assert!(innermost.contains(" at ./tests/stale.rs:") && text.contains(user), "{used}: {text}");
    }
}

#[test]
fn a_field_of_what_was_collected() {
    check("keep(5)", "balance()", "the field `balance`", "Account", "read_balance");
}

#[test]
fn an_immutable_field_of_what_was_collected() {
    check("keep(5)", "number()", "the field `number`", "Account", "read_number");
}

#[test]
fn a_store_to_what_was_collected() {
    check("keep(5)", "pay(1)", "the field `balance`", "Account", "write_balance");
}

#[test]
fn an_element_of_what_was_collected() {
    for size in [5, 1000, 100_000] {
        check(&format!("keep_list({size})"), "element()", "the length", "SlotArray", "read_element");
    }
}

#[test]
fn what_is_held_is_not_reported() {
    let (report, ended_well) = said("keep(5)", "i", "compiled", "full");
    assert_eq!((report.as_str(), ended_well), ("", true));
}
