//! File tests on this target, the code on any host: `BLESS=1 cargo test -p holloway-backend-aarch64 --test code` writes it anew.

use holloway_backend_aarch64::AArch64;
use holloway_compiler::codegen::debug::Framing;
use holloway_testkit::conformance::frames;
use holloway_testkit::filetest;

#[test]
fn code_is_as_written() {
    filetest::code(&AArch64, "br x17");
}

#[cfg(target_arch = "aarch64")]
#[test]
fn files_run_as_evaluated() {
    filetest::native(&AArch64);
}

#[test]
fn framing_follows_the_code() {
    use Framing::*;
    let makes = [
        ("stp x29, x30, [sp", Pushed),
        ("mov x29, sp", Standing),
        ("ldp x29, x30, [sp", Called),
        ("ret", Standing),
    ];
    frames::framing(&AArch64, &makes);
}
