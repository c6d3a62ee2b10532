//! The guide quotes the tutorial language, and of tests the second lesson, as the recipes do: every Rust block in them stands in the sources. The page on porting quotes the diffs of its steps.
//! Lessons are as short as it is said.

use std::path::Path;

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Text with each run of white space as one blank.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Holds all Rust blocks of a page against sources; how many there are.
fn quotes(page: &str, sources: &[&str]) -> usize {
    quotes_of("rust", page, sources)
}

/// The same for blocks of any language.
fn quotes_of(language: &str, page: &str, sources: &[&str]) -> usize {
    let text = read(page);
    let sources: Vec<String> = sources.iter().map(|f| words(&read(f))).collect();
    let mut blocks = 0;
    for block in text.split(&format!("```{language}\n")).skip(1) {
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
        assert!(sources.iter().any(quoted), "{page} quotes what is not there:\n{block}");
    }
    blocks
}

#[test]
fn every_block_is_a_quote() {
    let sources = [
        "tla/src/lib.rs",
        "tla/src/compile.rs",
        "tla/src/host.rs",
        "tla/src/main.rs",
        "lisp/testing/lisp.rs",
        "lisp/testing/random.rs",
        "lisp/tests/programs.rs",
        "lisp/benches/programs.rs",
    ];
    let blocks =
        quotes("docs/guide.md", &sources.map(|f| ["examples/", f].concat()).each_ref().map(|f| &**f));
    assert!(blocks >= 11, "{blocks} blocks");
}

#[test]
fn every_recipe_is_a_quote() {
    let sources = [
        "src/interp.rs",
        "src/calls.rs",
        "src/lisp.rs",
        "src/code.rs",
        "src/value.rs",
        "src/helpers.rs",
        "src/natives.rs",
        "src/main.rs",
        "src/prims.rs",
        "src/containers.rs",
        "tests/embedding.rs",
    ];
    let products = [
        "lua/src/code.rs",
        "lua/src/compile/liveness.rs",
        "python/src/interp/item.rs",
        "python/src/objects/list.rs",
    ];
    let lisp = sources.iter().map(|f| format!("examples/lisp/{f}"));
    let all: Vec<String> = lisp.chain(products.iter().map(|f| format!("examples/{f}"))).collect();
    let blocks = quotes("docs/recipes.md", &all.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(blocks >= 39, "{blocks} blocks");
}

#[test]
fn the_object_model_quotes_the_toy() {
    assert_eq!(quotes("docs/object-model.md", &["examples/objmodel/src/model.rs"]), 1);
}

#[test]
fn asking_the_world_is_a_quote() {
    assert_eq!(quotes("docs/replay.md", &["examples/lisp/src/natives.rs"]), 1);
}

/// Each section quotes the step that it is about.
#[test]
fn every_diff_is_a_quote_of_its_step() {
    let text = read("docs/porting.md");
    let steps = [
        "01-language",
        "02-numbers",
        "03-objects",
        "04-tagged",
        "05-errors",
        "06-machine",
        "07-state",
        "08-hot",
        "09-lists",
        "10-hints",
    ];
    let files = steps.map(|step| format!("examples/porting/steps/{step}.diff"));
    let blocks = quotes_of("diff", "docs/porting.md", &files.each_ref().map(|f| &**f));
    assert!(blocks >= 15, "{blocks} blocks");
    for (i, step) in steps.iter().enumerate() {
        let section = text.split(&format!("\n## {}. ", i + 1)).nth(1).unwrap_or_default();
        let section = section.split("\n## ").next().unwrap_or_default();
        assert!(section.contains(&format!("`{step}.diff`")), "section {} does not name {step}", i + 1);
        assert!(section.contains("```diff\n"), "section {} quotes nothing", i + 1);
    }
}

#[test]
fn the_table_of_settings_has_all() {
    let guide = read("docs/guide.md");
    let mut rows: Vec<&str> = guide
        .lines()
        .filter_map(|l| l.strip_prefix("| `")?.split('`').next())
        .filter(|n| n.starts_with("HOLLOWAY_"))
        .collect();
    let mut all = holloway::tables::settings::SETTINGS.to_vec();
    rows.sort_unstable();
    all.sort_unstable();
    assert_eq!(rows, all);
}

#[test]
fn what_modes_set_are_settings() {
    for name in holloway_testing::modes::VARIABLES {
        assert!(holloway::tables::settings::SETTINGS.contains(name), "{name}");
    }
}

#[test]
fn the_interpreter_is_short() {
    let lines = read("examples/tla/src/lib.rs").lines().count();
    assert!(lines < 250, "{lines} lines");
}
