//! The Lisp as the testing kit knows it, but for its interpreter.

use holloway::testing::{Language, Peer, Syntax};

pub const LISP: Language = Language {
    root: env!("CARGO_MANIFEST_DIR"),
    comment: ";",
    syntax: Syntax::Lists,
    programs: "programs",
    scripts: "tests/scripts",
    peers: &[Peer { command: "lua5.4", extension: "lua" }, Peer { command: "python3.11", extension: "py" }],
    ..Language::new("lisp", "scm")
};
