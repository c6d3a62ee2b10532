//! Runs `filetests/*.ir`: traces in text form, each with lines `; run INPUTS => OUTCOME`.
//!
//! Inputs are constants as in the grammar; outcomes are `finish [words]`, `exit INSTRUCTION [values]` or `trace NUMBER [inputs]`, words
//! written as signed integers.

use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{evaluate, Outcome};
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::Trace;

fn show(o: Outcome) -> String {
    let words = |v: Vec<u64>| format!("{:?}", v.into_iter().map(|w| w as i64).collect::<Vec<_>>());
    match o {
        Outcome::Finish(v) => format!("finish {}", words(v)),
        Outcome::Exit { inst, values, .. } => format!("exit {inst} {}", words(values)),
        Outcome::JumpedTo(n, v) => format!("trace {n} {}", words(v)),
        o => format!("{o:?}"),
    }
}

/// The words of constants, by way of a trace that mentions them.
fn words(constants: &str) -> Vec<u64> {
    let list = constants.split_whitespace().collect::<Vec<_>>().join(", ");
    let t: Trace = format!("finish({list})").parse().unwrap_or_else(|e| panic!("{list}: {e}"));
    t.lists[0].iter().map(|&r| t.as_const(r).expect("a constant").bits).collect()
}

#[test]
fn files() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/filetests");
    let mut files = 0;
    for entry in std::fs::read_dir(dir).expect("the directory of file tests") {
        let path = entry.expect("a directory entry").path();
        let name = path.display();
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        let t: Trace = text.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
        verify(&t).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(t.to_string().parse::<Trace>().as_ref(), Ok(&t), "{name} does not read back");
        let runs: Vec<_> = text.lines().filter_map(|l| l.strip_prefix("; run ")).collect();
        assert!(!runs.is_empty(), "{name} runs nothing");
        for run in runs {
            let (inputs, want) = run.split_once("=>").unwrap_or_else(|| panic!("{name}: `{run}` lacks `=>`"));
            let got = show(evaluate(&t, &words(inputs), &mut ArenaMemory::new(), 100_000));
            assert_eq!(got, want.trim(), "{name}: {run}");
        }
        files += 1;
    }
    assert!(files >= 4, "only {files} files");
}
