//! What Lua's library asks of the world, recorded and played where all of it is gone.
//!
//! Not under an emulator, which cannot start a program anew at the same addresses.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use holloway_tools::replay::{self, How};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Asks for nearly all that there is; `other.lua` is a module.
const ASKS: &str = r#"
local sum = 0
for i = 1, 2000 do
  if math.random(3) == 1 then sum = sum + i end
end
print(sum, os.time() > 0, os.clock() >= 0, os.date("%Z %c"))
print({}, print, string.format("%p", {}), os.getenv("WORLD"), os.getenv("NOWHERE"))
print(require("other"), pcall(require, "missing"))
local f = assert(io.open("data.txt", "w+"))
print(f:write("one\n", "two\n"), f:seek("set"), f:read("l"), f:read("a"), f:close())
print(io.open("nowhere.txt"))
for line in io.lines("data.txt") do io.write("[", line, "]") end
print(os.rename("data.txt", "moved.txt"), os.remove("moved.txt"), os.remove("moved.txt"))
local name = os.tmpname()
print(name, os.remove(name), os.execute("exit 3"))
local t = io.tmpfile()
t:write("three")
t:seek("set", 2)
print(t:read("a"))
local keys = {}
for i = 1, 50 do keys[{}] = i end
local order = {}
for _, i in pairs(keys) do order[#order + 1] = i end
print(table.concat(order, " "))
print(io.read("n", "l", "L"))
for line in io.lines() do sum = sum + #line end
print(sum)
"#;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("replay-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn run(mut command: Command, input: &str) -> Output {
    let piped = || Stdio::piped();
    let mut child = command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().expect("it starts");
    // A replay does not read it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

#[test]
fn all_that_the_library_asks_is_played() {
    let folder = folder("library");
    std::fs::write(folder.join("p.lua"), ASKS).unwrap();
    std::fs::write(folder.join("other.lua"), "return 'other'").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_holloway-lua"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("HOLLOWAY_")) {
        command.env_remove(name);
    }
    let settings = [("HOLLOWAY_REPLAY", "run.replay"), ("HOLLOWAY_THRESHOLD", "2"), ("WORLD", "small")];
    command.arg("p.lua").current_dir(&folder).envs(settings);
    let first = run(command, "7 rest\nsecond\nthird\nfourth");
    let (wanted, said) = (String::from_utf8_lossy(&first.stdout), String::from_utf8_lossy(&first.stderr));
    assert!(first.status.success(), "{wanted}{said}");
    for part in [
        "small\tnil",
        "other\tfalse",
        "\tone\ttwo\n\ttrue",
        "[one][two]",
        "exit\t3",
        "ree\n",
        "7\t rest\tsecond\n",
    ] {
        assert!(wanted.contains(part), "no {part:?} in {wanted}");
    }
    let file = folder.join("run.replay");
    for gone in ["p.lua", "other.lua"] {
        std::fs::remove_file(folder.join(gone)).unwrap();
    }
    let without = |pass: &str| How { without: vec![pass.into()], ..How::default() };
    for how in [How::default(), without("all"), without("virtuals")] {
        let again = run(replay::command(&file, &how).unwrap(), "");
        let said = String::from_utf8_lossy(&again.stderr);
        assert_eq!((String::from_utf8_lossy(&again.stdout), &*said), (wanted.clone(), ""), "{how:?}");
    }
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert_eq!(left, ["run.replay"], "a replay makes no files");
}

/// Native code is left at polls, which come when so much was allocated since the last collection; how much lives then, words on the stack decide that look like references.
#[test]
fn a_program_that_collects_is_the_same_again() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let file = folder("collects").join("run.replay");
    let mut command = Command::new(env!("CARGO_BIN_EXE_holloway-lua"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("HOLLOWAY_")) {
        command.env_remove(name);
    }
    command.args(["cd.lua", "1000", "1"]).current_dir(programs).env("HOLLOWAY_REPLAY", &file);
    let first = run(command, "");
    let again = run(replay::command(&file, &How::default()).unwrap(), "");
    assert_eq!(String::from_utf8_lossy(&again.stderr), String::from_utf8_lossy(&first.stderr));
    assert!(first.status.success() && first.stdout == again.stdout);
    let polls = replay::list(&file).unwrap().lines().filter(|l| l.contains("guard_poll")).count();
    assert!(polls > 20, "{polls}");
}
