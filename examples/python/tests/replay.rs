//! What Python's library asks of the world, recorded and played where all of it is gone.
//!
//! Not under an emulator, which cannot start a program anew at the same addresses.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use holloway_tools::replay::{self, How};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

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

fn run(mut command: Command, input: &str) -> Output {
    let piped = || Stdio::piped();
    let mut child = command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().expect("it starts");
    // A replay does not read it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

#[test]
fn all_that_the_library_asks_is_played() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("replay-python");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("p.py"), ASKS).unwrap();
    std::fs::write(folder.join("other.py"), "NAME = 'other'").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_holloway-python"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("HOLLOWAY_")) {
        command.env_remove(name);
    }
    let settings = [("HOLLOWAY_REPLAY", "run.replay"), ("HOLLOWAY_THRESHOLD", "2"), ("WORLD", "small")];
    command.arg("p.py").current_dir(&folder).envs(settings);
    let first = run(command, "line one\nsecond\nthird");
    let (wanted, said) = (String::from_utf8_lossy(&first.stdout), String::from_utf8_lossy(&first.stderr));
    assert!(first.status.success(), "{wanted}{said}");
    for part in [
        "small None",
        "<__main__.Point object at 0x",
        "other\n",
        "one\n two\n",
        "'data.txt'",
        " 8 False",
        "No such file",
        "line one\n",
    ] {
        assert!(wanted.contains(part), "no {part:?} in {wanted}");
    }
    let file = folder.join("run.replay");
    for gone in ["p.py", "other.py"] {
        std::fs::remove_file(folder.join(gone)).unwrap();
    }
    for how in [How::default(), How { set: vec![("HOLLOWAY_LOG".into(), "stats".into())], ..How::default() }]
    {
        let again = run(replay::command(&file, &how).unwrap(), "");
        let said = String::from_utf8_lossy(&again.stderr);
        assert_eq!(String::from_utf8_lossy(&again.stdout), wanted, "{how:?}: {said}");
        assert!(again.status.success(), "{said}");
    }
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert_eq!(left, ["run.replay"], "a replay makes no files");
}
