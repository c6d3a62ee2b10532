//! Loops in the forms in which people write them run elsewhere, with the same results; tables grow by them.

#[path = "../../langkit/testing/start.rs"]
mod start;

/// A function's body, given two tables of floats and one for results, on line 1.
const FORMS: &[&str] = &[
    "for i = 1, #xs do out[i] = xs[i] * ys[i] end",
    "for i = 1, #xs - 1, 2 do out[i], out[i + 1] = xs[i + 1], xs[i] end",
    "local t = {} for i = 1, #xs do t[i] = xs[i] * 2 end out[1], out[2] = t[7], #t",
    "local t = {} for i = 1, #xs do t[#t + 1] = xs[i] * 2 end out[1], out[2] = t[7], #t",
    "local t = {} for i = 1, #xs do table.insert(t, xs[i] * 2) end out[1], out[2] = t[7], #t",
    "local t = 0 for i = 1, #xs do t = t + (xs[i] // 1 | 0) end out[1] = t",
];

/// What a program prints, and what the run time logs.
fn run(text: &str, mode: &str) -> (String, String) {
    let mut command = start::start(env!("CARGO_BIN_EXE_holloway-lua"));
    command.args(["-e", text]).envs([("HOLLOWAY_GPU", mode), ("HOLLOWAY_LOG", "gpu")]);
    let out = command.output().expect("it runs");
    let of = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(out.status.success(), "{text}\n{mode}: {}", of(&out.stderr));
    (of(&out.stdout), of(&out.stderr))
}

#[test]
fn loops_run_elsewhere_however_they_are_written() {
    for form in FORMS {
        let text = format!(
            "local function f(xs, ys, out) {form} end\nlocal xs, ys, out = {{}}, {{}}, {{}}\n\
             for i = 1, 3000 do xs[i] = i * 0.5; ys[i] = i % 7 * 1.0; out[i] = 0.0 end\n\
             for k = 1, 3 do f(xs, ys, out) xs[7] = xs[7] + 1 print(out[1], out[2], out[7], out[#out]) end\n"
        );
        let (plain, _) = run(&text, "off");
        let (printed, log) = run(&text, "shuffle");
        assert_eq!(printed, plain, "{text}");
        let ran = log.lines().any(|l| l.contains("(command line):1 ") && l.ends_with("has run"));
        assert!(ran, "nothing ran on line 1:\n{text}\n{log}");
        let (printed, log) = run(&text, "check");
        assert_eq!(printed, plain, "{text}");
        assert!(log.contains("is as plain execution for"), "{text}\n{log}");
    }
}
