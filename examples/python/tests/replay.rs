//! What Python's library asks of the world, recorded and played where all of it is gone.
//!
//! Not under an emulator, which cannot start a program anew at the same addresses.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use asking::Asking;
use holloway_tools::replay::How;

#[path = "../../langkit/testing/asking.rs"]
mod asking;

/// Asks for nearly all that there is; `other.py` is a module.
const ASKS: &str = r#"
import os, random, sys, time
total = 0
for i in range(3000):
    if random.random() < 0.3:
        total += i
print(total, time.time() > 0, time.perf_counter() >= 0, time.strftime("%Y", time.localtime()))
print(os.urandom(4), os.getpid(), os.getcwd() != "", os.environ["WORLD"], os.environ.get("NOWHERE"))
class Point:
    def __init__(self, n):
        self.n = n
print(id(Point(1)), Point(2), [p.n for p in set(Point(n) for n in range(30))])
import other
print(other.NAME)
with open("data.txt", "w+") as f:
    f.write("one\ntwo\n")
    f.seek(0)
    print(f.readline(), f.read())
print(sorted(os.listdir(".")), os.stat("data.txt").st_size, os.path.exists("nowhere"))
os.rename("data.txt", "moved.txt")
os.remove("moved.txt")
try:
    open("nowhere.txt")
except OSError as e:
    print(e)
print(input())
for line in sys.stdin:
    total += len(line)
print(total)
"#;

#[test]
fn all_that_the_library_asks_is_played() {
    let program = Asking {
        interpreter: env!("CARGO_BIN_EXE_holloway-python"),
        files: [("p.py", ASKS), ("other.py", "NAME = 'other'")],
        input: "line one\nsecond\nthird",
        prints: &[
            "small None",
            "<__main__.Point object at 0x",
            "other\n",
            "one\n two\n",
            "'data.txt'",
            " 8 False",
            "No such file",
            "line one\n",
        ],
    };
    let logged = How { set: vec![("HOLLOWAY_LOG".into(), "stats".into())], ..How::default() };
    program.is_played(&[How::default(), logged]);
}
