//! The explorer: one HTML file that shows all of a log, beside the program's source.
//!
//! **Problem.** What the framework did with a program is a graph: a line of the guest's source has ops in several traces, an op has a fate, machine code and
//! exits, an exit has a bridge. Text shows one walk through it. The page lets a reader go along every edge, both ways.
//!
//! **How.** [`prepare`] turns the events into [`data::Data`], cut to what the page shows and with texts that come again in one list; it stands in the page as
//! one block of JSON. The page's own files lie beside this one (`page.html`, `style.css`, `*.js`) and are put together here. There is no server, no
//! framework and no request.
//!
//! **Invariants.**
//! 1. The page holds what it shows: it opens without a network, and from a file.
//! 2. Nothing of a log or a source is taken for markup: the JSON has no `<`, and the scripts write texts only.
//! 3. Numbers in [`data::Data`] that point into its lists point to what is there.
//!
//! **Not promised.** Where the language does not tell the file of a line, it is looked for by names ([`sources`]); where that is not clear, the line is shown without one.
//!
//! **Example.** `holloway-tools explore log.json -o page.html --source examples/lua/programs`

mod allocations;
pub mod data;
mod plain;
pub mod prepare;
pub mod sources;

use crate::log::Log;
use std::path::{Path, PathBuf};

/// The scripts, in the order in which they need each other.
const SCRIPTS: [&str; 9] = [
    include_str!("data.js"),
    include_str!("words.js"),
    include_str!("tree.js"),
    include_str!("source.js"),
    include_str!("code.js"),
    include_str!("detail.js"),
    include_str!("tables.js"),
    include_str!("keys.js"),
    include_str!("selftest.js"),
];

/// The page for the log in a file, with these source files, or folders of them.
///
/// # Errors
/// A message that names the file, and the line if it is one's fault.
pub fn page(file: &Path, sources: &[PathBuf]) -> Result<String, String> {
    let log = Log::open(file)?;
    let mut files = sources::read(sources)?;
    sources::read_named(&log, &mut files);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let data = prepare::prepare(&log, &name, files);
    // As text of a script `</script>` would end it.
    let json = serde_json::to_string(&data).map_err(|e| e.to_string())?.replace('<', "\\u003c");
    let parts = [
        ("{{style}}", include_str!("style.css")),
        ("{{script}}", &SCRIPTS.join("\n")),
        // Last: what stands for the other parts may stand in a source as well.
        ("{{data}}", &json),
    ];
    let mut page = include_str!("page.html").to_string();
    for (mark, text) in parts {
        page = page.replacen(mark, text, 1);
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn nothing_of_a_source_is_taken_for_markup_or_for_a_part() {
        let folder = std::env::temp_dir().join(format!("explorer-markup-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (log, source) = (folder.join("log.json"), folder.join("source"));
        std::fs::write(&log, "{\"v\":2,\"event\":\"evict\",\"traces\":0}\n").expect("a log");
        std::fs::write(&source, "</script><b>{{script}}").expect("a source");
        let made = page(&log, &[source]).expect("a page");
        std::fs::remove_dir_all(&folder).expect("it is removed");
        assert!(!made.contains("</script><b>") && made.contains("\\u003c/script>\\u003cb>{{script}}"));
        assert_eq!(made.matches("</script>").count(), 2);
    }
}
