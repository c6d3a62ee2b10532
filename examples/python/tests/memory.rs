//! Memory that the system or the heap's limit refuses is a `MemoryError` that the program can catch, and the program goes on.
#![cfg(target_os = "linux")]

#[path = "../../langkit/testing/limited.rs"]
mod limited;
use limited::{limits, start};
use std::process::Output;

/// Runs a program with so many KB of address space.
fn run(program: &str, kilobytes: u64, heap: &str) -> Output {
    start(env!("CARGO_BIN_EXE_holloway-python"), kilobytes, heap)
        .args(["-c", program])
        .output()
        .expect("the command runs")
}

/// Each of these expressions, or bodies of functions, wants more than there is.
const LARGE: &[&str] = &[
    "return 'x' * (1 << 40)",
    "return b'xy' * (1 << 40)",
    "return bytearray(b'x') * (1 << 40)",
    "return [None] * (1 << 34)",
    "return (1,) * (1 << 40)",
    "return 1 << 10 ** 12",
    "return 10 ** 10 ** 10",
    "return bytearray(1 << 42)",
    "return bytes(1 << 42)",
    "return list(range(1 << 36))",
    "return set(range(1 << 36))",
    "return 'x'.ljust(1 << 40)",
    "l = ['x' * (1 << 25)] * 64\n return '..'.join(l * 4)",
    "return 'a'.join(['xy' * 1000] * (1 << 24))",
    "return repr(['x' * (1 << 26)] * 64)",
    "s = 'x'\n while True: s = s + s",
    "s = b'x'\n while True: s = s + s",
    "b = bytearray(b'x')\n while True: b.extend(b)",
    "b = bytearray(b'x')\n while True: b += bytes(b)",
    "t = (1,)\n while True: t = t + t",
    "s = 'x' * (1 << 25)\n while True: s = f'{s}{s}'",
    "n = 1\n while True: n = n << n.bit_length()",
    "l = []\n while True: l.append(1.5)",
    "d, i = {}, 0\n while True: d[i] = i; i += 1",
    "d, i = set(), 0\n while True: d.add(i); i += 1",
    // What helpers keep beside what they are given.
    "l = [1.5, 1]\n while True: l = l + l; sorted(l)",
    "l = [1]\n while True: l = l + l; l.sort(key=lambda x: x)",
    "l = [1]\n while True: l = l + l; set(l)",
    "l = [1]\n while True: l = l + l; l[1:1] = l",
    "l = [1]\n while True: l = l + l; max(*l)",
    "l = [1]\n while True: l = l + l; bytes(l)",
    "l = [1]\n while True: l = l + l; str(l)",
    "l = [1]\n while True: l = l + l; l.reverse()",
    "l = [1]\n while True: l = l + l; a, *b = l",
    "s = 'ab '\n while True: s = s + s; s.split()",
    "s = 'ab '\n while True: s = s + s; s.translate({97: 'xx'})",
    "b = b'ab '\n while True: b = b + b; list(b)",
    "b = b'ab '\n while True: b = b + b; b.hex()",
];

#[test]
fn memory_refused_is_an_error() {
    for body in LARGE {
        let program = format!(
            "import gc\ndef f():\n {body}\ntry: f()\nexcept MemoryError as e: print(type(e).__name__)\ngc.collect()\nl = ['y' * i for i in range(1000)]\nprint(len(l), len(l[999]))"
        );
        for &(kilobytes, heap) in limits() {
            let out = run(&program, kilobytes, heap);
            let text = String::from_utf8_lossy(&out.stdout);
            let errors = String::from_utf8_lossy(&out.stderr);
            assert_eq!(
                text, "MemoryError\n1000 999\n",
                "{program}\n{kilobytes} KB, heap {heap}: {} {errors}",
                out.status
            );
        }
    }
}

/// Handlers and cleanups that fail again at each depth, and what they leave behind.
#[test]
fn failing_again_at_each_depth_ends() {
    let program = "
import sys
def chained(n):
    e = None
    for i in range(n):
        try: raise ValueError(i)
        except ValueError as x: x.__context__ = e; e = x
    return e
e, n = chained(100000), 0
while e: e = e.__context__; n += 1
print(n)
def down(n):
    try: return down(n + 1)
    finally: seen.append(n) if n < 3 else None
seen = []
try: down(0)
except RecursionError as x: print('deep', str(x)[:32], seen)
l = []
for i in range(100000): l = [l]
try: repr(l)
except RecursionError as x: print('repr', str(x)[:32])
def again(n):
    if n == 0: raise KeyError
    try: again(n - 1)
    except KeyError: again(n - 1)
try: again(12)
except KeyError: print('again')
";
    let out = run(program, 4_000_000, "2G");
    let text = String::from_utf8_lossy(&out.stdout);
    let wanted = "100000\ndeep maximum recursion depth exceeded [2, 1, 0]\nrepr maximum recursion depth exceeded\nagain\n";
    assert_eq!(text, wanted, "{} {}", out.status, String::from_utf8_lossy(&out.stderr));
}
