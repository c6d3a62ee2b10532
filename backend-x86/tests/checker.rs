//! The allocation checker on this target's rules.

use holloway_backend_x86::X86;
use holloway_testkit::conformance::tampering;

#[test]
fn tampering_is_noticed() {
    tampering::is_noticed(&X86::new());
}
