//! What Lua's library asks of the world, recorded and played where all of it is gone.
//!
//! Not under an emulator, which cannot start a program anew at the same addresses.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use holloway_tools::replay::{self, How};
use std::path::Path;

#[path = "../../langkit/testing/asking.rs"]
mod asking;
use asking::replayed::{command, folder, run};
use asking::Asking;

const LUA: &str = env!("CARGO_BIN_EXE_holloway-lua");

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

#[test]
fn all_that_the_library_asks_is_played() {
    let program = Asking {
        interpreter: LUA,
        files: [("p.lua", ASKS), ("other.lua", "return 'other'")],
        input: "7 rest\nsecond\nthird\nfourth",
        prints: &[
            "small\tnil",
            "other\tfalse",
            "\tone\ttwo\n\ttrue",
            "[one][two]",
            "exit\t3",
            "ree\n",
            "7\t rest\tsecond\n",
        ],
    };
    let without = |pass: &str| How { without: vec![pass.into()], ..How::default() };
    let said = program.is_played(&[How::default(), without("all"), without("virtuals")]);
    assert_eq!(said, ["", "", ""]);
}

/// Native code is left at polls, which come when so much was allocated since the last collection; how much lives then, words on the stack decide that look like references.
#[test]
fn a_program_that_collects_is_the_same_again() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let file = folder("collects").join("run.replay");
    let settings = [("HOLLOWAY_REPLAY", file.to_str().unwrap())];
    let command = command(LUA, &["cd.lua", "1000", "1"], &programs, &settings);
    let first = run(command, "");
    let again = run(replay::command(&file, &How::default()).unwrap(), "");
    assert_eq!(String::from_utf8_lossy(&again.stderr), String::from_utf8_lossy(&first.stderr));
    assert!(first.status.success() && first.stdout == again.stdout);
    let polls = replay::list(&file).unwrap().lines().filter(|l| l.contains("guard_poll")).count();
    assert!(polls > 20, "{polls}");
}

/// What is compiled on the program's own thread leaves words on its stack, so in runs that are to be the same it must not be a matter of time whether something is.
#[test]
fn a_recorded_run_has_no_thread_that_compiles() {
    const TELLS: &str = "local s = 0 for i = 1, 300000 do s = s + i % 7 end
        for line in io.lines('/proc/self/status') do if line:find('^Threads') then print(line) end end";
    let folder = folder("threads");
    std::fs::write(folder.join("tells.lua"), TELLS).unwrap();
    let file = folder.join("run.replay");
    let threads = |settings: &[(&str, &str)]| {
        // Devices have a thread of their own.
        let settings = [settings, &[("HOLLOWAY_GPU", "off")]].concat();
        let ran = run(command(LUA, &["tells.lua"], &folder, &settings), "");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap()
    };
    let alone = threads(&[("HOLLOWAY_CONCURRENT", "off")]);
    assert_eq!(threads(&[("HOLLOWAY_REPLAY", file.to_str().unwrap())]), alone);
    assert_ne!(threads(&[]), alone, "ordinary runs have one");
}
