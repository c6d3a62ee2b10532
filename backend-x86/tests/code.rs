//! File tests on this target: `BLESS=1 cargo test -p holloway-backend-x86 --test code` writes the machine code anew.

#[cfg(not(windows))]
use holloway_backend_x86::rules::Features;
use holloway_backend_x86::X86;
use holloway_testkit::filetest;

// Where functions lie below 4 GB, as under Windows, their addresses are shorter.
#[cfg(not(windows))]
#[test]
fn code_is_as_written() {
    filetest::code(&X86::with(Features { bmi2: true, sse41: true, fma: true }), "jmp *(%r11)");
}

#[cfg(target_arch = "x86_64")]
#[test]
fn files_run_as_evaluated() {
    filetest::native(&X86::new());
}
