//! Bad input to the command `lua`: each ends in the error that the reference gives, in plain execution and compiled, and the process stays healthy.
//!
//! Every case is a program with what it must print. Where the reference's text is not ours (its limits are other ones), the program itself prints what matters.

#[path = "../../langkit/testing/start.rs"]
mod start;

use start::start;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const LUA: &str = env!("CARGO_BIN_EXE_holloway-lua");
/// Longest that a program may take, in builds without optimization too.
const LIMIT: Duration = Duration::from_secs(120);

/// Plain execution, compiled, and compiled as early as possible.
const MODES: [(&str, &[(&str, &str)]); 3] =
    [("plain", &[("HOLLOWAY_JIT", "off")]), ("jit", &[]), ("eager", &[("HOLLOWAY_THRESHOLD", "1")])];

struct Case {
    name: &'static str,
    args: &'static [&'static str],
    input: &'static str,
    out: &'static str,
    /// Standard error.
    err: &'static str,
    code: i32,
}

/// A program given by `-e` that prints something and succeeds.
const fn prints(name: &'static str, args: &'static [&'static str], out: &'static str) -> Case {
    Case { name, args, input: "", out, err: "", code: 0 }
}

/// One that fails.
const fn fails(name: &'static str, args: &'static [&'static str], err: &'static str) -> Case {
    Case { name, args, input: "", out: "", err, code: 1 }
}

const CASES: &[Case] = &[
    prints(
        "infinite recursion",
        &["-e", "local function f(n) return 1 + f(n + 1) end for _ = 1, 3 do local ok, e = pcall(f, 1) print(ok, e) end"],
        "false\t(command line):1: stack overflow\nfalse\t(command line):1: stack overflow\nfalse\t(command line):1: stack overflow\n",
    ),
    prints(
        "deep recursion",
        &["-e", "local function down(n) if n == 0 then return 0 end return 1 + down(n - 1) end for _ = 1, 3 do print(down(190000)) end"],
        "190000\n190000\n190000\n",
    ),
    prints(
        "tail calls",
        &["-e", "local function t(n, a) if n == 0 then return a end return t(n - 1, a + 1) end print(t(3000000, 0))"],
        "3000000\n",
    ),
    prints(
        "mutual tail calls",
        &["-e", "local odd local function even(n) if n == 0 then return true end return odd(n - 1) end function odd(n) if n == 0 then return false end return even(n - 1) end print(even(1000001))"],
        "false\n",
    ),
    prints(
        "strings too large",
        &["-e", "print(pcall(string.rep, 'x', 10000000000)) print(pcall(string.rep, 'xx', math.maxinteger)) print(#string.rep('', 1 << 40))"],
        "false\tresulting string too large\nfalse\tresulting string too large\n0\n",
    ),
    prints(
        // Work of the same kind overwrites what the loop left on the native stack, which is scanned conservatively.
        "no memory",
        &["-e", "local s = ('x'):rep(1 << 20) local t = {} local ok, e = pcall(function() for i = 1, 1 << 30 do t[i] = s .. i end end) t = nil local u, n = {} pcall(function() for i = 1, 200 do u[i] = 'a' .. i end end) for _ = 1, 5 do n = select(2, pcall(function() return #(s .. s) end)) end print(ok, e, n)"],
        "false\tnot enough memory\t2097152\n",
    ),
    prints(
        "no memory for a string",
        &["-e", "local ok, e = pcall(function() local s = 'x' for i = 1, 40 do s = s .. s end end) print(ok, e)"],
        "false\tnot enough memory\n",
    ),
    prints(
        "nested pcall",
        &["-e", "local function nest(n) if n == 0 then return 'bottom' end local ok, v = pcall(nest, n - 1) return v end print(nest(150)) print(nest(10000))"],
        "bottom\nC stack overflow\n",
    ),
    prints(
        "endless pcall",
        &["-e", "local function f() local ok, e = pcall(f) if not ok then error(e, 0) end return e end local ok, e = pcall(f) print(ok, e:match('stack overflow'))"],
        "false\tstack overflow\n",
    ),
    prints(
        "library functions calling back without end",
        &["-e", "local function g() return (string.gsub('x', 'x', function() return g() end)) end print(pcall(g)) \
            local function s() table.sort({ 1, 2, 3 }, function(a, b) s() return a < b end) end print(pcall(s)) \
            print(pcall(tostring, setmetatable({}, { __tostring = function(x) return tostring(x) end })))"],
        "false\tC stack overflow\nfalse\tC stack overflow\nfalse\tC stack overflow\n",
    ),
    prints(
        "endless metamethods",
        &["-e", "local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) local ok, e = pcall(function() return t[1] end) print(ok, e:match('overflow'))"],
        "false\toverflow\n",
    ),
    prints(
        "errors in handlers",
        &["-e", "print(xpcall(error, error)) print(pcall(xpcall, error)) print(xpcall(error, function(m) return m, 'more' end, 'E'))"],
        "false\terror in error handling\nfalse\tbad argument #2 to 'xpcall' (function expected, got no value)\nfalse\tE\n",
    ),
    prints(
        "errors in metamethods in loops",
        &["-e", "local mt = {} local o, p = setmetatable({}, mt), setmetatable({}, mt)
mt.__add = function(a, b) if b == 900 then error('add' .. b) end return a end
mt.__index = function(t, k) if k == 777 then local x = nil; return x.y end return k end
mt.__newindex = function(t, k, v) if k == 555 then error({ code = k }) end end
mt.__lt = function(a, b) error('lt', 2) end
mt.__concat = function(a, b) return a.x.y.z end
mt.__eq = function(a, b) error('eq') end
mt.__len = function() error('len') end
mt.__call = function(self, n) if n == 100 then error('call') end return n end
mt.__unm = function() error('unm') end
print(pcall(function() for i = 1, 1000 do local x = o + i end end))
print(pcall(function() local s = 0 for i = 1, 1000 do s = s + o[i] end return s end))
print(select(2, pcall(function() for i = 1, 1000 do o[i] = i end end)).code)
print(pcall(function() for i = 1, 1000 do if i > 500 then local x = o < p end end end))
print(pcall(function() for i = 1, 1000 do if i > 500 then local x = o .. 'x' end end end))
print(pcall(function() for i = 1, 1000 do if i > 500 then local x = o == p end end end))
print(pcall(function() for i = 1, 1000 do if i > 500 then local x = #o end end end))
print(pcall(function() for i = 1, 1000 do o(i) end end))
print(pcall(function() for i = 1, 1000 do if i > 500 then local x = -o end end end))
local n = 0
for i = 1, 1000 do if not pcall(function() return o + 900 end) then n = n + 1 end end
print(n)"],
        "false\t(command line):2: add900\nfalse\t(command line):3: attempt to index a nil value (local 'x')\n555\n\
         false\t(command line):14: lt\nfalse\t(command line):6: attempt to index a nil value (field 'y')\n\
         false\t(command line):7: eq\nfalse\t(command line):8: len\nfalse\t(command line):9: call\n\
         false\t(command line):10: unm\n1000\n",
    ),
    prints(
        "errors from a loop that was compiled",
        &["-e", "local function f(t) local s = 0 for i = 1, #t do s = s + t[i] end return s end
local t = {} for i = 1, 300 do t[i] = i end for _ = 1, 10 do f(t) end t[200] = 'x' print(pcall(f, t)) t[200] = {} print(pcall(f, t)) t[200] = '7' print(f(t))"],
        "false\t(command line):1: attempt to add a 'number' with a 'string'\n\
         false\t(command line):1: attempt to perform arithmetic on a table value (field '?')\n44957\n",
    ),
    fails("a missing file", &["no such file.lua"], "lua: cannot open no such file.lua: No such file or directory\n"),
    fails("an unknown option", &["-x"], "lua: unrecognized option '-x'\nusage: lua [options] [script [args]]\n"),
    fails("a syntax error", &["-e", "x = = 1"], "lua: (command line):1: unexpected symbol near '='\n"),
    fails("an unfinished chunk", &["-e", "x ="], "lua: (command line):1: unexpected symbol near <eof>\n"),
    fails(
        "an error with a traceback",
        &["-e", "local function f(x) return x.y.z end\nfunction g(x) local r = f(x) return r end\nlocal t = {}\n\
            function t:m() local r = g(self) return r end\nlocal r = t:m()"],
        "lua: (command line):1: attempt to index a nil value (field 'y')\nstack traceback:\n\
         \t(command line):1: in upvalue 'f'\n\t(command line):2: in function 'g'\n\t(command line):4: in method 'm'\n\
         \t(command line):5: in main chunk\n\t[C]: in ?\n",
    ),
    fails(
        "an error through a library function",
        &["-e", "table.sort({ 3, 2, 1 }, function(a, b) error('in order') end)"],
        "lua: (command line):1: in order\nstack traceback:\n\t[C]: in function 'error'\n\
         \t(command line):1: in function <(command line):1>\n\t[C]: in function 'table.sort'\n\
         \t(command line):1: in main chunk\n\t[C]: in ?\n",
    ),
    fails("an error with a table", &["-e", "error({})"],
        "lua: (error object is a table value)\nstack traceback:\n\t[C]: in function 'error'\n\t(command line):1: in main chunk\n\t[C]: in ?\n"),
    fails("an error with a text of its own",
        &["-e", "error(setmetatable({}, { __tostring = function() return 'mine' end }))"], "lua: mine\n"),
    Case { name: "a program from the input", args: &["-"], input: "print('in', ...)", out: "in\n", err: "", code: 0 },
    Case { name: "a failing one", args: &[], input: "print('first')\nerror('second', 0)", out: "first\n",
        err: "lua: second\nstack traceback:\n\t[C]: in function 'error'\n\tstdin:2: in main chunk\n\t[C]: in ?\n", code: 1 },
    Case { name: "an exit code", args: &["-e", "io.write('kept') os.exit(7)"], input: "", out: "kept", err: "", code: 7 },
    Case { name: "a failure code", args: &["-e", "os.exit(false)"], input: "", out: "", err: "", code: 1 },
    Case { name: "a success code", args: &["-e", "os.exit(true, true)"], input: "", out: "", err: "", code: 0 },
    Case { name: "the prompt", args: &["-i"], input: "x = 5\nx\nfor i = 1, 2 do\nprint(i)\nend\nerror('e', 0)\nx = =\nos.exit(4)\n",
        out: "Lua 5.4 on Holloway\n> > 5\n> >> >> 1\n2\n> > > ",
        err: "e\nstack traceback:\n\t[C]: in function 'error'\n\tstdin:1: in main chunk\n\t[C]: in ?\nstdin:1: unexpected symbol near '='\n", code: 4 },
];

fn command(env: &[(&str, &str)]) -> Command {
    let mut c = start(LUA);
    for v in ["HOLLOWAY_JIT", "HOLLOWAY_THRESHOLD", "LUA_INIT", "LUA_INIT_5_4"] {
        c.env_remove(v);
    }
    c.env("HOLLOWAY_HEAP_MAX", "256M").envs(env.iter().copied());
    c.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    c
}

fn run(c: &mut Command, input: &str, name: &str) -> Output {
    let start = Instant::now();
    let mut child = c.spawn().expect("the command");
    // A program that ends without reading closes the pipe.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("its end");
    assert!(start.elapsed() < LIMIT, "{name} took {:?}", start.elapsed());
    output
}

#[test]
fn bad_input_ends_in_the_references_errors() {
    let mut wrong = Vec::new();
    for (mode, env) in MODES {
        for case in CASES {
            let name = format!("{} ({mode})", case.name);
            let o = run(command(env).args(case.args), case.input, &name);
            let (out, err) = (String::from_utf8_lossy(&o.stdout), String::from_utf8_lossy(&o.stderr));
            // The rest of the usage is left open.
            let usage = case.err.contains("usage:") && err.starts_with(case.err);
            if out != case.out || (err != case.err && !usage) || o.status.code() != Some(case.code) {
                wrong.push(format!(
                    "{name}: {:?}\n{out}{err}--- wanted {}\n{}{}",
                    o.status, case.code, case.out, case.err
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A file with this content, in a folder that goes away.
struct Temp(PathBuf);

impl Temp {
    fn new(name: &str, content: &[u8]) -> Temp {
        let at = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
        std::fs::write(&at, content).expect("a temporary file");
        Temp(at)
    }
}

impl Drop for Temp {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn files_that_are_no_programs_are_refused() {
    for (name, content, wanted) in [
        ("binary.lua", &b"\x1bLua\x54\x00"[..], "bad binary format (precompiled chunks are not supported)"),
        ("bytes.lua", b"\xff\xfe\x00", "unexpected symbol near '<\\255>'"),
        ("syntax.lua", b"local x\nx = = 1", "2: unexpected symbol near '='"),
        ("string.lua", b"x = 'abc\n", "1: unfinished string near ''abc'"),
    ] {
        let file = Temp::new(name, content);
        let o = run(command(&[]).arg(&file.0), "", name);
        let err = String::from_utf8_lossy(&o.stderr);
        assert!(err.starts_with("lua: ") && err.trim_end().ends_with(wanted), "{name}: {err}");
        assert_eq!(o.status.code(), Some(1), "{name}");
    }
    let folder = run(command(&[]).arg("/"), "", "a folder");
    assert_eq!(String::from_utf8_lossy(&folder.stderr), "lua: cannot read /: Is a directory\n");
}

#[test]
fn a_script_finds_its_arguments_around_zero() {
    let file = Temp::new(
        "arg.lua",
        b"#!first line\nprint(..., #arg, arg[0] ~= nil, arg[-1], arg[-2] ~= nil, arg[-3])",
    );
    let o = run(command(&[]).args(["-E"]).arg(&file.0).args(["a", "b"]), "", "arg");
    assert_eq!(String::from_utf8_lossy(&o.stdout), "a\t2\ttrue\t-E\ttrue\tnil\n");
}

#[test]
fn ctrl_c_ends_loops() {
    for (mode, env) in MODES {
        for (program, err) in [
            ("io.write('go\\n') io.flush() while true do end", "lua: interrupted!\n"),
            ("io.write('go\\n') io.flush() local t = {} for i = 1, 1e15 do t.x = i end", "lua: interrupted!\n"),
            ("io.write('go\\n') io.flush() coroutine.wrap(function() while true do end end)()", "interrupted!\n"),
            ("io.write('go\\n') io.flush() print(pcall(function() while true do end end)) error('after', 0)", "lua: after\n"),
        ] {
            let name = format!("{program} ({mode})");
            let mut child = command(env).args(["-e", program]).spawn().expect("the command");
            let mut go = [0; 3];
            std::io::Read::read_exact(child.stdout.as_mut().expect("piped"), &mut go).expect("its output");
            std::thread::sleep(Duration::from_millis(100));
            let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(kill.is_ok_and(|s| s.success()));
            let o = child.wait_with_output().expect("its end");
            let shown = String::from_utf8_lossy(&o.stderr);
            let first = shown.split_inclusive('\n').next().unwrap_or("");
            assert!(first.ends_with(err), "{name}: {shown}");
            assert_eq!(o.status.code(), Some(1), "{name}");
            if program.contains("pcall") {
                assert_eq!(String::from_utf8_lossy(&o.stdout), "false\tinterrupted!\n", "{name}");
            }
        }
    }
}
