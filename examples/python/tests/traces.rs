//! What programs are compiled to: how many traces, and what is not in them.

#[path = "../../langkit/testing/counters.rs"]
mod counters;

/// Whether a part of what `HOLLOWAY_LOG=ops` prints is a loop as optimized.
fn optimized_loop(part: &str) -> bool {
    part.starts_with("loop-") && part.lines().next().is_some_and(|head| head.ends_with(", optimized"))
}

fn counter(program: &str, what: &str) -> u32 {
    counters::counter(env!("CARGO_BIN_EXE_holloway-python"), &["-c", program], what)
}

/// The bodies of the program's optimized loops: what is done in each iteration.
fn bodies(program: &str) -> String {
    let log = counters::logged(env!("CARGO_BIN_EXE_holloway-python"), &["-c", program], "ops");
    let optimized = log.split("--- ").filter(|part| optimized_loop(part));
    let bodies: Vec<&str> = optimized.filter_map(|part| part.split_once("\nlabel(").map(|p| p.1)).collect();
    assert!(!bodies.is_empty(), "no loop in {log}");
    bodies.concat()
}

/// The step of a range was promoted: a sieve got a chain of bridges with one for each prime.
#[test]
fn ranges_of_many_steps_are_one_loop() {
    let up =
        "t = 0\nfor s in range(1, 400):\n    for i in range(0, 4000, s): t += i\nassert t == 52503935, t";
    let down =
        "t = 0\nfor s in range(1, 400):\n    for i in range(4000, 0, -s): t += i\nassert t == 53344065, t";
    for program in [up, down] {
        let n = counter(program, "bridges");
        assert!(n <= 8, "{n} bridges for {program}");
    }
}

/// What is made anew each time was promoted when it was asked whether it is a module: a Markdown renderer got 497 bridges at one line.
#[test]
fn attributes_of_fresh_objects_are_one_trace() {
    let program = "class A:\n    def __init__(self): self.x = 1\na = A()\ndef f(n):\n    t = 0\n    for i in range(n):\n        \
         t += a.__dict__.get('x', 0) + len(a.__dict__)\n    return t\nassert f(20000) == 40000";
    let n = counter(program, "bridges");
    assert!(n <= 2, "{n} bridges");
}

/// An iteration whose condition does not hold went back to the loop's beginning without being counted: where none holds, nothing was compiled, and nobody could interrupt it.
#[test]
fn comprehensions_whose_condition_never_holds_are_loops() {
    for loop_ in [
        "[x for x in range(9000) if x < 0]",
        "sum(1 for x in range(9000) if x == None)",
        "{x for y in [1] for x in range(9000) if x < 0 if x}",
    ] {
        let n = counter(&format!("assert not {loop_}"), "roots");
        assert_eq!(n, 1, "{loop_}");
    }
}

/// Complex numbers were objects that only helpers computed with.
#[test]
fn complex_numbers_are_two_floats() {
    let body = bodies(
        "z, c, t = 0j, 0.1 + 0.2j, 0.0\ndef f(z, t):\n    for i in range(3000):\n        w = z * z + c\n        \
         t += (w - z * 0.5).real / (1 + 1j).imag - (-w).imag\n    return t\nf(c, t)",
    );
    assert!(!body.contains(" call "), "a helper in {body}");
    assert!(!body.contains("= new "), "an allocation in {body}");
}

/// Attributes named by a literal are found while recording.
#[test]
fn attributes_by_constant_names_are_loads() {
    let body = bodies(
        "class P:\n    def __init__(self): self.x = 1\ndef f(p):\n    t = 0\n    for i in range(3000):\n        \
         setattr(p, 'x', i)\n        t += getattr(p, 'x') + getattr(p, 'y', 2) + hasattr(p, 'x') + hasattr(p, 'z')\n    \
         return t\nassert f(P()) == 4507500",
    );
    assert!(!body.contains(" call "), "a helper in {body}");
}

/// A loop with branches in an inlined callee had a bridge for every way through all of its iterations.
#[test]
fn ways_through_inlined_loops_do_not_multiply() {
    let program = "class R:\n    s = 1\n    def below(self, n):\n        self.s = (self.s * 1103515245 + 12345) & 0x7FFFFFFF\n        \
         return (self.s >> 8) % n\nr = R()\ndef look(xs):\n    a = b = c = 0\n    for x in xs:\n        if x == 0: a += 1\n        \
         elif x == 1: b += 2\n        elif x == 2: c += a\n        else: a -= b\n    return a + b + c\ndef main():\n    t = 0\n    \
         for i in range(60000):\n        t += look((r.below(4), r.below(4), r.below(4), r.below(4)))\n    return t\nmain()";
    let n = counter(program, "bridges");
    assert!(n < 200, "{n} bridges");
}

/// Where a loop in an inlined callee went on beyond what traces had unrolled, plain execution had to take over, each time.
#[test]
fn inlined_loops_that_grow_long_get_calls() {
    let program = "def steps(n, most):\n    for i in range(most):\n        if (n * n + i) % 1009 > 1006: return i\n    return most\n\
         def main():\n    t = 0\n    for k in range(12):\n        for n in range(2500): t += steps(n, 1 + k * 30)\n    return t\nmain()";
    let log = counters::logged(env!("CARGO_BIN_EXE_holloway-python"), &["-c", program], "stats");
    let exits = log.split_once("exits: ").and_then(|(_, n)| n.split(' ').next()?.parse::<u32>().ok());
    assert!(exits.is_some_and(|n| n < 8000), "{log}");
}

/// Looking for an instance in a list, or for a key that is one, asked its class for methods, and might have changed anything.
#[test]
fn looking_for_instances_only_reads() {
    let log = counters::logged(
        env!("CARGO_BIN_EXE_holloway-python"),
        &["-c", "class P: pass\ndef f(ps, d, s):\n    t = 0\n    p = ps[3]\n    for i in range(3000):\n        if p in ps: t += ps[1] in d\n        \
         t += (p in s) + len(list(ps)) + len([i] + ps)\n    return t\nps = [P() for i in range(5)]\n\
         assert f(ps, {ps[1]: 1}, set(ps[:2])) == 3000 + 3000 * 11"],
        "ops",
    );
    let of_f = log.split("--- ").find(|part| optimized_loop(part) && part.contains("list_has"));
    assert!(of_f.is_some_and(|part| !part.contains("effect=all")), "a helper that may do anything in {log}");
}

/// Sorting by `__lt__` ran the interpreter anew for every comparison.
#[test]
fn sorting_by_methods_is_compiled() {
    let program =
        "class K:\n    def __init__(self, a): self.a = a\n    def __lt__(self, o): return self.a < o.a\n\
         for i in range(5):\n    l = [K(i * 7919 % 1009) for i in range(1000)]\n    l.sort()\n\
         assert [k.a for k in l] == sorted(k.a for k in l)";
    assert!(counter(program, "bridges") > 0);
}

/// Calls with `**kwargs` went through a helper, which ran the function plainly: decorators made a program slower than without traces.
#[test]
fn arguments_are_passed_on_without_a_helper() {
    let body = bodies(
        "def leaf(a, b=2, *rest, c=3, **more): return a + b * c + len(rest) + len(more)\n\
         def wrapper(*args, **kwargs): return leaf(*args, **kwargs)\n\
         def f(n):\n    t = 0\n    for i in range(n):\n        t += wrapper(i) + wrapper(i, 1, 2)\n    return t\n\
         assert f(20000) == 400180000",
    );
    assert!(!body.contains(" call "), "a helper in {body}");
    assert!(!body.contains("= new "), "an allocation in {body}");
}

/// Instances that got their attributes in any order had a way for each two of them that met.
#[test]
fn instances_of_many_shapes_share_a_way() {
    let n = counter(
        "from itertools import permutations\nclass A: pass\nmany = []\n\
         for order in permutations('abcde'):\n    x = A()\n    many.append(x)\n    for i, name in enumerate(order): setattr(x, name, i)\n\
         def f():\n    t = 0\n    for k in range(200):\n        for i in range(120):\n            \
         x, y, z = many[i], many[i * 7 % 120], many[i * k % 120]\n            t += x.a * y.b + z.c + y.d * x.e\n    return t\n\
         assert f() == 252297, f()",
        "bridges",
    );
    assert!(n <= 80, "{n} bridges");
}

/// A bridge from a test of what a helper had given called the helper again, and so did the next one of a chain: a parser looked for the name of each action
/// 2.3 times.
#[test]
fn bridges_do_not_call_helpers_again() {
    let program = "class A:\n    pass\nfor i in range(12): setattr(A, 'do_%d' % i, lambda self, i=i: i)\na = A()\ndef f(n):\n    t = 0\n    \
         for i in range(n):\n        t += getattr(a, 'do_' + str(i % 12))()\n    return t\nassert f(24000) == 132000";
    let page = counters::logged(env!("CARGO_BIN_EXE_holloway-python"), &["-c", program], "census");
    let row =
        page.lines().find(|l| l.ends_with(" interned")).unwrap_or_else(|| panic!("no such helper: {page}"));
    let calls: u32 =
        row.split_whitespace().nth_back(1).and_then(|n| n.parse().ok()).expect("a number of calls");
    assert!((15_000..=24_000).contains(&calls), "{calls} calls in 24000 iterations: {page}");
}

/// What native code counted as below its window was counted twice while an exit's step was finished: deep in a recursion, calls made there were refused, which no
/// recording had seen.
#[test]
fn exits_deep_in_a_recursion_count_activations_once() {
    let program = r#"
class Key:
    def __init__(self, n): self.n = n
    def __hash__(self): return self.n % 3
    def __eq__(self, o): return self.n == o.n
class Grows(Key):
    def __eq__(self, o):
        if table is not None: table[Key(100 + len(table))] = 1
        return Key.__eq__(self, o)
    __hash__ = Key.__hash__
class S:
    def __str__(self): return str(S())
def attempt(f, *args):
    try: return f(*args)
    except RecursionError: return "too deep"
for _ in range(8):
    table = None
    t = {Grows(1): 1}
    table = t
    print([attempt(t.get, Key(1)) for _ in range(3)], attempt(str, S()))
"#;
    let run = |env: (&str, &str)| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_holloway-python"));
        let out = command
            .args(["-c", program])
            .env("HOLLOWAY_GPU", "off")
            .env(env.0, env.1)
            .output()
            .expect("it runs");
        assert!(out.status.success(), "{env:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    let expected = run(("HOLLOWAY_JIT", "off"));
    assert!(expected.contains("too deep"), "{expected}");
    for seed in 1..=8 {
        assert_eq!(run(("HOLLOWAY_CHAOS", &format!("{seed}:7"))), expected, "seed {seed}");
    }
}
