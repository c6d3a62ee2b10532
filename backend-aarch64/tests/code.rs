//! Machine code by group of ops, on any host: `UPDATE_CODE=1 cargo test -p holloway-backend-aarch64 --test code` writes it anew.

use holloway_backend_aarch64::AArch64;
use holloway_testkit::conformance::listing;
use std::path::Path;

#[test]
fn code_is_as_recorded() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/code");
    listing::check(&AArch64, &dir, "br x17");
}
