//! For tests of how a program is compiled: runs it and reads the counters that the run time writes at its end.
//!
//! **Example.** `counter(env!("CARGO_BIN_EXE_holloway-lua"), &["-e", chunk], "bridges")` is the number of bridges.

#[path = "start.rs"]
mod start;

/// What a program writes on standard error with this setting of `HOLLOWAY_LOG`.
pub fn logged(binary: &str, args: &[&str], log: &str) -> String {
    let out = start::start(binary).args(args).env("HOLLOWAY_LOG", log).output().expect("the program starts");
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
