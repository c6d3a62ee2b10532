//! Memory that the system or the heap's limit refuses is an error that the program can catch, and the program goes on.
#![cfg(target_os = "linux")]

#[path = "../../langkit/testing/limited.rs"]
mod limited;
use limited::{limits, start};
use std::process::Output;

/// Runs a program with so many KB of address space.
fn run(program: &str, kilobytes: u64, heap: &str) -> Output {
    start(env!("CARGO_BIN_EXE_holloway-lua"), kilobytes, heap)
        .args(["-e", program])
        .output()
        .expect("the command runs")
}

/// Runs of a program before it has failed: a stale word of a host's frame may keep what the guest has dropped, which a heap of this size does not survive. The
/// words differ from run to run, as addresses do.
const RUNS: usize = 3;

fn check(program: &str, want: &str) {
    for &(kilobytes, heap) in limits() {
        let mut others = Vec::new();
        for _ in 0..RUNS {
            let out = run(program, kilobytes, heap);
            let (text, errors) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
            if text == want {
                break;
            }
            others.push(format!("{}: {text}{errors}", out.status));
        }
        assert!(others.len() < RUNS, "{program}\n{kilobytes} KB, heap {heap}: {others:#?}");
    }
}

/// Each of these wants more than there is.
const LARGE: &[&str] = &[
    "string.rep('x', (1 << 31) - 1)",
    "string.rep('xy', 1 << 28, ', ')",
    "(function() local s = 'x' while true do s = s .. s end end)()",
    "(function() local s = 'x' while true do s = s .. s .. s .. s .. s end end)()",
    "(function() local t = {} for i = 1, 64 do t[i] = ('x'):rep(1 << 25) end return table.concat(t) end)()",
    "(function() local t = {} while true do t[#t + 1] = ('x'):rep(1 << 24):upper() .. #t end end)()",
    "(function() local s = ('x'):rep(1 << 25) while true do s = string.format('%s%s', s, s) end end)()",
    "(function() local t = {} for i = 1, 1 << 40 do t[i] = i end end)()",
    "(function() local t = {} for i = 1, 1 << 40 do t[i] = {i} end end)()",
    "(function() local t = {} for i = 1, 1 << 40 do t['k' .. i] = i end end)()",
    "(function() local t = {} for i = 1, 1 << 40 do t[i * 7919.5] = i end end)()",
    "(function() local t = {} for i = 1, 1 << 40 do t[{}] = i end end)()",
    "(function() local t = {} for i = 1, 1 << 40 do t[-i] = i end end)()",
    "(function() local t = {} for i = 1, 1 << 40 do t[i] = setmetatable({}, {__index = t}) end end)()",
    "string.gsub(('x'):rep(1 << 24), 'x', ('y'):rep(1 << 10))",
    "string.gsub(('x'):rep(1 << 24), 'x', ('%0'):rep(200))",
    "string.gsub(('x'):rep(1 << 24), 'x', function() return ('y'):rep(1000) end)",
    "string.gsub(('x'):rep(1 << 24), 'x', {x = ('y'):rep(1000)})",
    "string.pack(('z'):rep(40), table.unpack((function() local t, s = {}, ('x'):rep(1 << 25) for i = 1, 40 do t[i] = s end return t end)()))",
    "string.pack('c1000000000 c1000000000', '', '')",
    "io.open('/dev/zero'):read(1 << 40)",
    "io.open('/dev/zero'):read('a')",
    "io.open('/dev/zero'):read('l')",
    "io.lines('/dev/zero', 1 << 31)()",
    "load('return {' .. ('1,'):rep(1 << 27) .. '}')",
    "load(('x = 1 '):rep(1 << 24))()",
    "load(function() return ('x'):rep(1 << 20) end)",
];

#[test]
fn memory_refused_is_an_error() {
    for what in LARGE {
        let program = format!(
            "local ok, e = pcall(function() return #{what} end) print(ok, e)
             collectgarbage() local t = {{}} for i = 1, 1000 do t[i] = {{('y'):rep(i)}} end print(#t, #t[1000][1])"
        );
        check(&program, "false\tnot enough memory\n1000\t1000\n");
    }
}
