//! The allocation checker on this target's rules, on any host.

use holloway_backend_aarch64::AArch64;
use holloway_testkit::conformance::tampering;

#[test]
fn tampering_is_noticed() {
    tampering::is_noticed(&AArch64);
}
