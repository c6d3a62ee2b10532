//! Machine code by group of ops: `UPDATE_CODE=1 cargo test -p holloway-backend-x86 --test code` writes it anew.

use holloway_backend_x86::rules::Features;
use holloway_backend_x86::X86;
use holloway_testkit::conformance::listing;
use std::path::Path;

#[test]
fn code_is_as_recorded() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/code");
    listing::check(&X86::with(Features { bmi2: true, sse41: true }), &dir, "jmp *(%r11)");
}
