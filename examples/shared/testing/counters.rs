//! For tests of how a program is compiled: runs it and reads the counters that the run time writes at its end.
//!
//! **Example.** `counter(env!("CARGO_BIN_EXE_lua"), &["-e", chunk], "bridges")` is the number of bridges.

use std::process::Command;

/// What a program writes on standard error with this setting of `HOLLOWAY_LOG`.
pub fn logged(binary: &str, args: &[&str], log: &str) -> String {
    // In an emulator, what it starts needs it, too.
    let mut words: Vec<String> = std::env::var("TEST_RUNNER").ok().into_iter().collect();
    words.push(binary.to_string());
    let out = Command::new(&words[0])
        .args(&words[1..])
        .args(args)
        .env("HOLLOWAY_LOG", log)
        .output()
        .expect("the program starts");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stderr).into_owned()
}

/// A counter: a number followed by what it counts.
pub fn counter(binary: &str, args: &[&str], what: &str) -> u32 {
    let log = logged(binary, args, "stats");
    let words: Vec<&str> = log.split_whitespace().collect();
    let at = words.iter().position(|w| w.starts_with(what)).unwrap_or_else(|| panic!("{log}"));
    words[at - 1].parse().expect("a number")
}
