//! The shared suite on x86-64, with all processor features and with none.

use holloway_backend_x86::rules::Features;
use holloway_backend_x86::X86;
use holloway_compiler::codegen::debug::Framing;
use holloway_testkit::conformance::{barriers, cases, frames, links, searches};

const PLAIN: Features = Features { bmi2: false, sse41: false, fma: false };

#[test]
fn pure_ops() {
    cases::pure_ops(&X86::new());
}

#[test]
fn pure_ops_without_features() {
    cases::pure_ops(&X86::with(PLAIN));
}

#[test]
fn loops() {
    cases::loops(&X86::new());
    cases::pressure(&X86::new());
    cases::phis(&X86::new());
}

#[test]
fn bits() {
    cases::bits(&X86::new());
}

#[test]
fn long() {
    cases::long(&X86::new());
}

#[test]
fn barriers() {
    barriers::run_all(&X86::new());
}

#[test]
fn searches() {
    searches::run_all(&X86::new());
}

#[test]
fn links_and_calls() {
    links::run_all(&X86::new());
}

#[test]
fn framing_follows_the_code() {
    use Framing::*;
    let makes = [("push %rbp", Pushed), ("mov %rsp,%rbp", Standing), ("leave", Called), ("ret", Standing)];
    frames::framing(&X86::new(), &makes);
}

#[test]
#[cfg(target_os = "linux")]
fn backtraces_get_through_native_code() {
    frames::backtraces(&X86::new());
}
