//! The guide quotes the tutorial language: every Rust block in it stands in the sources, and they are as short as it says.

use std::path::Path;

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Text with each run of white space as one blank.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_block_is_a_quote() {
    let guide = read("docs/guide.md");
    let names = ["lib.rs", "compile.rs", "host.rs", "main.rs"];
    let sources = names.map(|f| words(&read(&format!("examples/tla/src/{f}"))));
    let mut blocks = 0;
    for block in guide.split("```rust\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        blocks += 1;
        // The pieces between omissions stand in one file, in this order.
        let quoted = |source: &String| {
            let mut rest = source.as_str();
            block.split("// ..").map(words).all(|piece| match rest.find(&piece) {
                Some(at) => {
                    rest = &rest[at + piece.len()..];
                    true
                }
                None => false,
            })
        };
        assert!(sources.iter().any(quoted), "the guide quotes what is not there:\n{block}");
    }
    assert!(blocks >= 6, "{blocks} blocks");
}

#[test]
fn the_interpreter_is_short() {
    let lines = read("examples/tla/src/lib.rs").lines().count();
    assert!(lines < 250, "{lines} lines");
}
