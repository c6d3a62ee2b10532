//! Texts held against files of `tests/snapshots` in the crate of the test, for tests of languages.
//!
//! `BLESS=1` means to insta what it means to all tests here: what came of them is written. Without it nothing is ever written (`.config/insta.yaml`), and a snapshot that
//! is missing fails as one that differs.

/// Holds a text against the snapshot of this name.
///
/// # Panics
/// With the difference, when it is not the text written.
pub fn holds(name: &str, text: &str) {
    if std::env::var_os("BLESS").is_some_and(|v| v != "0") {
        std::env::set_var("INSTA_UPDATE", "always");
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
