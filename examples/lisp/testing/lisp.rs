//! The Lisp as the testing kit knows it, and its random programs.

use holloway::testing::grammar::Grammar;
use holloway::testing::{Language, Peer, Style, Syntax};

/// The Lisp, but for its interpreter.
#[allow(dead_code)] // where only the random programs are asked for
pub const LISP: Language = Language {
    root: env!("CARGO_MANIFEST_DIR"),
    comment: ";",
    syntax: Syntax::Lists,
    programs: "programs",
    scripts: "tests/scripts",
    peers: &[Peer { command: "lua5.4", extension: "lua" }, Peer { command: "python3.11", extension: "py" }],
    ..Language::new("lisp", "scm")
};

/// Its random programs.
pub fn styles() -> Vec<Style> {
    let grammar =
        Grammar::parse(include_str!("random.grammar"), &[], "").expect("the grammar of random programs");
    vec![Style::of_grammar("wild", grammar, include_str!("random.scm"), "program", (9, 8))]
}
