//! Bad surroundings: whatever the OpenCL library, the driver or the device fails at, programs print what they print without, and the log says why their loops stay
//! on the processor; Ctrl-C ends a loop that runs on the device.

#[path = "../../langkit/testing/start.rs"]
mod start;

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const PYTHON: &str = env!("CARGO_BIN_EXE_holloway-python");

/// The system's OpenCL library with faults (`gpu/tests/faulty.c`), compiled once.
fn faulty() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gpu/tests/faulty.c");
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libfaulty.so");
        let mut cc = Command::new("cc");
        cc.args(["-shared", "-fPIC", "-Wall", "-Werror", "-o"]).arg(&library).arg(source);
        let done =
            cc.args(["-Wl,--no-as-needed", "-l:libOpenCL.so.1", "-ldl"]).output().expect("a C compiler");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        library
    })
}

/// The log of a program, which prints what was recorded.
fn log(program: &str, env: &[(&str, &str)]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/gpu");
    let mut command = start::start(PYTHON);
    command.arg(folder.join(format!("{program}.py"))).arg("small");
    command.envs([("HOLLOWAY_GPU", "force"), ("HOLLOWAY_LOG", "gpu")]).envs(env.iter().copied());
    let out = command.output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(out.status.success(), "{program} under {env:?}: {}", text(&out.stderr));
    let recorded = std::fs::read_to_string(folder.join(format!("expected/{program}.txt")));
    assert_eq!(text(&out.stdout), recorded.expect("a recording"), "{program} under {env:?}");
    text(&out.stderr)
}

#[test]
fn a_library_that_cannot_be_used_is_named() {
    for (path, why) in [
        ("/nowhere/libOpenCL.so", "there is no OpenCL library: /nowhere/libOpenCL.so"),
        (concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "the OpenCL library cannot be loaded: "),
    ] {
        let log = log("mm", &[("OPENCL_DYLIB_PATH", path)]);
        assert!(log.contains(&format!("[holloway] no device: {why}")) && !log.contains("has run"), "{log}");
    }
}

#[test]
fn what_a_driver_fails_at_is_told_and_changes_nothing() {
    let library = faulty().to_str().expect("a path in UTF-8");
    for (fault, why) in [
        ("single", "no device: the device has no double precision: "),
        ("build", "stays on the processor: the driver's compiler refuses the kernel: "),
        ("memory", "stays on the processor: the device's memory does not suffice: "),
        ("lost", "stays on the processor: the device is lost: "),
        ("resources", "stays on the processor: the device's memory does not suffice: CL_OUT_OF_RESOURCES"),
    ] {
        for program in ["lud", "pathfinder", "particlefilter"] {
            let log = log(program, &[("OPENCL_DYLIB_PATH", library), ("FAULT", fault)]);
            // Kernels without results need no memory of their own here.
            let told = log.contains(why) || fault == "memory" && program != "particlefilter";
            assert!(told, "{program}, {fault}:\n{log}");
        }
    }
}

#[test]
fn copies_that_find_no_room_are_told_and_change_nothing() {
    let library = faulty().to_str().expect("a path in UTF-8");
    for program in ["lud", "pathfinder", "particlefilter"] {
        let env = |fault| [("OPENCL_DYLIB_PATH", library), ("FAULT", fault), ("HOLLOWAY_GPU", "copy")];
        let full = log(program, &env("memory"));
        assert!(
            full.contains("the device's memory does not suffice: ") && !full.contains(" has run"),
            "{full}"
        );
        let scarce = log(program, &env("scarce"));
        assert!(scarce.contains(" has run") && !scarce.contains("does not suffice"), "{program}:\n{scarce}");
        let lost = log(program, &env("lost"));
        assert!(lost.contains("the device is lost: "), "{program}:\n{lost}");
    }
}

/// The last loop takes minutes wherever it runs.
const LONG: &str = "
def run(a, n):
    for i in range(len(a)):
        x = a[i]
        for j in range(n):
            x = x * 0.999999 + 0.25
        a[i] = x

a = [float(i) for i in range(20000)]
for k in range(3):
    run(a, 10)
before = a[:]
print('ready', flush=True)
try:
    run(a, 1000000)
except KeyboardInterrupt as e:
    print('caught', repr(e), flush=True)
print(a[-1] == before[-1])";

#[test]
fn ctrl_c_ends_a_loop_on_the_device() {
    let mut command = start::start(PYTHON);
    command.args(["-c", LONG]).envs([("HOLLOWAY_GPU", "force"), ("HOLLOWAY_LOG", "gpu")]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    out.read_line(&mut line).expect("its output");
    assert_eq!(line, "ready\n");
    // The kernel runs by then.
    std::thread::sleep(Duration::from_secs(1));
    let start = Instant::now();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|s| s.success()));
    line.clear();
    out.read_line(&mut line).expect("its output");
    let took = start.elapsed();
    let mut log = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut log).expect("its log");
    assert_eq!(line, "caught KeyboardInterrupt()\n", "{log}");
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert!(log.contains("stays on the processor: interrupted"), "{log}");
    line.clear();
    out.read_line(&mut line).expect("its output");
    assert_eq!(line, "True\n", "the kernel has left nothing, and plain execution did not come to the end");
    assert!(child.wait().expect("its end").success());
}

#[test]
fn a_process_ends_while_its_kernel_is_being_built() {
    let library = faulty().to_str().expect("a path in UTF-8");
    let mut command = start::start(PYTHON);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/gpu");
    command.arg(folder.join("mm.py")).args(["medium", "100"]).stdout(Stdio::null()).stderr(Stdio::piped());
    command.envs([("HOLLOWAY_GPU", "auto"), ("HOLLOWAY_LOG", "gpu")]);
    let mut child =
        command.envs([("OPENCL_DYLIB_PATH", library), ("FAULT", "slow")]).spawn().expect("it runs");
    let mut log = BufReader::new(child.stderr.take().expect("piped")).lines();
    let built = log.by_ref().map_while(Result::ok).find(|l| l.contains("the kernel is being built"));
    assert!(built.is_some());
    let start = Instant::now();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|s| s.success()));
    let rest: Vec<String> = log.map_while(Result::ok).collect();
    assert_eq!(child.wait().expect("its end").code(), Some(130), "{}", rest.join("\n"));
    // The build takes two minutes.
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}
