//! The surface of `holloway`: what authors of languages can name, and its types.
//!
//! **Problem.** What is public by accident, or changes its type in passing, breaks languages that nobody here sees.
//!
//! **How.** rustdoc has it all: each page has the item's declaration, and the methods that it has of itself. Without its markup that is a text, [`FILE`], in the repository; a change of the surface is a
//! change of that file, which somebody has to make.
//!
//! **Invariants.** An item that has several paths is listed once, with all of them. What is hidden from the documentation is not promised to authors, and not in the file.
//!
//! **Not promised.** What traits of others a type implements; what stays the same and behaves in another way.
//!
//! **Example.** `cargo xtask surface --write on` after a method was added writes its line, under its type.

use benches::languages::root;
use holloway_testing::args::Args;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Options of this command.
pub const USAGE: &str = "[--write on|off]
      compares what authors can name with docs/surface.txt; --write on: writes it";

/// Where it is kept.
const FILE: &str = "docs/surface.txt";

/// What pages of items are called.
const KINDS: &[&str] =
    &["attr", "constant", "derive", "enum", "fn", "macro", "static", "struct", "trait", "type", "union"];

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let cargo = benches::languages::cargo();
    // All of them in one go, or what is re-exported would be a link.
    let mut doc = Command::new(cargo);
    doc.args([
        "doc",
        "--workspace",
        "--no-deps",
        "--features",
        "holloway/testing,holloway/containers",
        "--quiet",
        "--config",
        r#"build.rustdocflags=["-Dwarnings"]"#,
    ]);
    let status = doc.current_dir(root()).status().map_err(|e| format!("cannot run cargo doc: {e}"))?;
    if !status.success() {
        return Err("cargo doc failed".to_string());
    }
    let is = surface(&root().join("target/doc/holloway"))?;
    let path = root().join(FILE);
    if args.text("write") == Some("on") {
        return std::fs::write(&path, is).map_err(|e| format!("{}: {e}", path.display()));
    }
    let was = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let (new, gone) = (missing(&is, &was), missing(&was, &is));
    if new.is_empty() && gone.is_empty() {
        println!("{} lines, as in {FILE}", is.lines().count());
        return Ok(());
    }
    gone.iter().for_each(|line| println!("- {line}"));
    new.iter().for_each(|line| println!("+ {line}"));
    Err(format!("what authors can name has changed; if that is meant: `cargo xtask surface --write on`, and a line in CHANGELOG.md ({FILE})"))
}

/// The lines of a text that are not in another.
fn missing<'a>(text: &'a str, other: &str) -> Vec<&'a str> {
    let others: std::collections::HashSet<&str> = other.lines().collect();
    text.lines().filter(|line| !others.contains(line)).collect()
}

/// The surface, from a crate's documentation. Its list of items tells which pages are of today: rustdoc leaves those of what is no more.
fn surface(docs: &Path) -> Result<String, String> {
    let read = |page: &str| {
        let path = docs.join(page);
        std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
    };
    let all = read("all.html")?;
    let links = all.split("href=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    let pages: BTreeSet<&str> = links.map(|(page, _)| page).filter(|page| is_item(page)).collect();
    let mut items: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for page in pages {
        let lines = item(&read(page)?).ok_or_else(|| format!("{page} has no declaration"))?;
        let page = page.trim_end_matches(".html");
        // What is re-exported has a page at each of its paths.
        match items.iter_mut().find(|(pages, known)| last(pages[0]) == last(page) && *known == lines) {
            Some((pages, _)) => pages.push(page),
            None => items.push((vec![page], lines)),
        }
    }
    let listed =
        items.iter().map(|(pages, lines)| format!("## {}\n{}\n", pages.join(", "), lines.join("\n")));
    Ok(listed.collect())
}

/// What a page is called in its folder.
fn last(page: &str) -> &str {
    page.rsplit('/').next().unwrap_or_default()
}

/// Whether a page is that of an item.
fn is_item(page: &str) -> bool {
    let name = last(page);
    !page.starts_with("..") && KINDS.iter().any(|kind| name.split('.').next() == Some(kind))
}

/// The declaration of an item and the methods of its own, a line each.
fn item(html: &str) -> Option<Vec<String>> {
    let declaration = html.split_once("item-decl\"><code>")?.1.split_once("</code></pre>")?.0;
    let mut lines = vec![plain(declaration)];
    let own = html.split_once("id=\"implementations-list\"").map_or("", |(_, rest)| rest);
    let own = own.split("-implementations\"").next().unwrap_or_default();
    let headers = own.split("class=\"code-header\">").skip(1);
    lines.extend(headers.filter_map(|h| Some(plain(h.split_once("</h")?.0))));
    Some(lines)
}

/// The text of HTML, in one line.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut parts = html.split('<');
    text.push_str(parts.next().unwrap_or_default());
    for (tag, behind) in parts.filter_map(|part| part.split_once('>')) {
        // What a block begins with stands apart.
        text.push_str(if tag.starts_with("div") { " " } else { "" });
        text.push_str(behind);
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")]
        .iter()
        .fold(text, |text, (code, is)| text.replace(code, is))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_and_own_methods_are_taken_and_those_of_traits_are_not() {
        let page = "<pre class=\"rust item-decl\"><code>pub struct <a href=\"#\">Pair</a>&lt;T&gt;<div class=\"where\">where T: Copy,</div> {\n    pub left: T,\n}</code></pre>\
            <div id=\"implementations-list\"><h3 class=\"code-header\">impl&lt;T&gt; Pair&lt;T&gt;</h3><h4 class=\"code-header\">pub fn <a>left</a>(&amp;self) -&gt; &amp;T</h4></div>\
            <h2 id=\"trait-implementations\"><h4 class=\"code-header\">fn clone(&amp;self) -&gt; Self</h4></h2>";
        let lines = [
            "pub struct Pair<T> where T: Copy, { pub left: T, }",
            "impl<T> Pair<T>",
            "pub fn left(&self) -> &T",
        ];
        assert_eq!(item(page).unwrap(), lines);
        assert_eq!(item("<p>Redirecting to <a>another page</a>..</p>"), None);
        assert!(is_item("heap/struct.Gc.html") && is_item("fn.run.html"));
        assert!(!is_item("heap/index.html") && !is_item("../static.files/x.css"));
    }

    #[test]
    fn what_is_new_and_what_is_gone_are_told_apart() {
        assert_eq!(missing("a\nb\nc", "a\nc\nd"), ["b"]);
        assert_eq!(missing("a\nc\nd", "a\nb\nc"), ["d"]);
    }
}
