//! The shared suite on AArch64.

#![cfg(target_arch = "aarch64")]

use holloway_backend_aarch64::AArch64;
use holloway_testkit::conformance::{barriers, cases, frames, links, searches};

#[test]
fn pure_ops() {
    cases::pure_ops(&AArch64);
}

#[test]
fn loops() {
    cases::loops(&AArch64);
    cases::pressure(&AArch64);
    cases::phis(&AArch64);
}

#[test]
fn bits() {
    cases::bits(&AArch64);
}

#[test]
fn long() {
    cases::long(&AArch64);
}

#[test]
fn barriers() {
    barriers::run_all(&AArch64);
}

#[test]
fn searches() {
    searches::run_all(&AArch64);
}

#[test]
fn links_and_calls() {
    links::run_all(&AArch64);
}

#[test]
fn backtraces_get_through_native_code() {
    frames::backtraces(&AArch64);
}
