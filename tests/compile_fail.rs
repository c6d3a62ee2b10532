//! What a language's author gets wrong by accident does not compile, and the message says what to do.
//!
//! Each file in `ui/` is one mistake, with the compiler's answer recorded beside it (`TRYBUILD=overwrite` records again).

#[test]
fn mistakes_do_not_compile() {
    // In an emulator there is no compiler to ask; the answers are the same for every processor.
    if std::env::var_os("TEST_RUNNER").is_some() {
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
