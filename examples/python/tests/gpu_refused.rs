//! Loops that must stay on the processor do so for the reason that their program is there for. (What they print is compared in all modes by
//! `cargo xtask programs`.)

#[path = "../../langkit/testing/start.rs"]
mod start;

use std::path::Path;

/// The programs, and what the log says of the loop whose line says `# refused`. Some run elsewhere as long as their data allow it.
const REASONS: &[(&str, &str)] = &[
    ("append", "each iteration needs what the one before has computed (run:8)"),
    ("attribute", "each iteration needs what the one before has computed (feed:13)"),
    ("big_integers", "it calls int_binary (run:5)"),
    ("catches", "it calls int_binary (run:6)"),
    ("dictionary", "dict_int may read what the loop writes"),
    ("duplicates", "flow (found by marks): run:6 reads what run:6 has written"),
    ("effects", "at run:17 it is not so: the same value as at first"),
    ("escapes", "it does not come back"),
    ("exit_by_data", "the number of iterations is not known"),
    ("generator", "each iteration needs what the one before has computed (halves:6)"),
    ("in_place", "flow, distance 1: run:6 reads what run:6 has written"),
    ("mixed", "at run:5 it is not so: the same value as at first"),
    ("own_random", "each iteration needs what the one before has computed (run:15)"),
    ("prints", "it leaves the loop for run:8 (run:5)"),
    ("ragged", "it is not so: within bounds"),
    ("raises", "it calls int_binary (run:5)"),
    ("reads_a_file", "it does not come back"),
    ("recursion", "too large: "),
    ("running_sum", "each iteration needs what the one before has computed (run:6)"),
    ("shared_rows", "anti, distance (?, 0): run:7 writes what run:7 has read"),
    ("takes_from", "each iteration needs what the one before has computed (run:7)"),
    ("text", "it does not come back"),
    ("turns_float", "it is not so: the same way as at first"),
];

#[test]
fn what_must_be_refused_is_refused_for_its_reason() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/gpu/refused");
    let files = std::fs::read_dir(&folder).expect("the folder").map(|f| f.expect("a file").path());
    let programs = files.filter(|f| f.extension().is_some_and(|e| e == "py")).count();
    assert_eq!(programs, REASONS.len(), "each program has a reason");
    for (program, reason) in REASONS {
        let mut command = start::start(env!("CARGO_BIN_EXE_holloway-python"));
        command.current_dir(&folder).arg(format!("{program}.py")).envs([
            ("HOLLOWAY_GPU", "force"),
            ("HOLLOWAY_LOG", "gpu"),
            ("HOLLOWAY_THRESHOLD", "10"),
        ]);
        let out = command.output().expect("it runs");
        let log = String::from_utf8_lossy(&out.stderr);
        let stays = |l: &str| l.contains("stays on the processor") || l.contains("no region at");
        assert!(log.lines().any(|l| stays(l) && l.contains(reason)), "{program}: not {reason}\n{log}");
    }
}
