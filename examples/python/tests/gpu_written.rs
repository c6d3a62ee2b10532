//! Loops in the forms in which people write them run elsewhere, with the same results: what such a form makes for an iteration, a pair or a generator's state, is
//! no object there.

#[path = "../../langkit/testing/start.rs"]
mod start;

/// A function that is called with two lists of floats and one for results, and the place of the loop that must have run: function and line, or just the function
/// where that is the library's.
const FORMS: &[(&str, &str)] = &[
    ("for i, x in enumerate(xs):\n  out[i] = i * x", "f:2"),
    ("i = 0\n for x, y in zip(xs, ys):\n  out[i] = x * y\n  i += 1", "f:3"),
    ("for i, (x, y) in enumerate(zip(xs, ys)):\n  out[i] = x - y", "f:2"),
    ("for i in range(0, len(xs) - 1, 2):\n  out[i], out[i + 1] = xs[i + 1], xs[i]", "f:2"),
    ("for i in range(len(xs)):\n  t = (xs[i], ys[i], i)\n  out[t[2]] = t[0] + t[1]", "f:2"),
    ("d = {i: i * 3 for i in range(len(xs))}\n i = 0\n for k, v in d.items():\n  out[i] = float(k + v)\n  i += 1", "f:4"),
    ("for k in range(40):\n  s = 0.0\n  for x, y in zip(xs, ys):\n   s += x * y\n  out[k] = s * k", "f:2"),
    ("out[0] = sum(int(x) * 3 for x in xs)", "sum"),
    ("out[0] = sum(int(x) for x in map(lambda x: x + 1.0, xs))", "sum"),
    ("out[0] = any(x < -1.0 for x in xs)", "any"),
    ("out[0] = all(x >= 0.0 for x in xs)", "all"),
    ("for k in range(40):\n  out[k] = sum(int(x) * k for x in xs)", "f:2"),
    ("i = 0\n for y in (x * 2.0 for x in xs):\n  out[i] = y\n  i += 1", "f:3"),
    ("i = 0\n for y in map(lambda x: x * 3.0, xs):\n  out[i] = y\n  i += 1", "f:3"),
    (
        "def g():\n  for x in xs:\n   yield x\n   yield x + 1.0\n i = 0\n for y in g():\n  if i < len(out):\n   out[i] = y\n  i += 1",
        "f:7",
    ),
];

/// What a program prints, and what the run time logs.
fn run(text: &str, mode: &str) -> (String, String) {
    let mut command = start::start(env!("CARGO_BIN_EXE_holloway-python"));
    command.args(["-c", text]).envs([("HOLLOWAY_GPU", mode), ("HOLLOWAY_LOG", "gpu")]);
    let out = command.output().expect("it runs");
    let of = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(out.status.success(), "{text}\n{mode}: {}", of(&out.stderr));
    (of(&out.stdout), of(&out.stderr))
}

#[test]
fn loops_run_elsewhere_however_they_are_written() {
    for (form, place) in FORMS {
        let text = format!(
            "def f(xs, ys, out):\n {form}\nn = 3000\nxs = [i * 0.5 for i in range(n)]\nys = [i % 7 * 1.0 for i in range(n)]\n\
             out = [0.0] * n\nfor k in range(3):\n f(xs, ys, out)\n xs[7] += 1.0\n print(out[0], out[1], out[7], out[-1], sum(out))\n"
        );
        let (plain, _) = run(&text, "off");
        let (printed, log) = run(&text, "shuffle");
        assert_eq!(printed, plain, "{text}");
        let at = if place.contains(':') { format!("{place} ") } else { format!("{place}:") };
        let ran = log.lines().any(|l| l.contains(&format!("the region at {at}")) && l.ends_with("has run"));
        assert!(ran, "nothing ran at {place}:\n{text}\n{log}");
        let (printed, log) = run(&text, "check");
        assert_eq!(printed, plain, "{text}");
        assert!(log.contains("is as plain execution for"), "{text}\n{log}");
    }
}
