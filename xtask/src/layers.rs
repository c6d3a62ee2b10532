//! The order of crates and folders, held against what their files use.
//!
//! **Problem.** `rustc` keeps crates in order but lets the modules of one crate use each other in circles, and a newcomer cannot see from such a
//! circle where to begin. So the order is declared here, and a path that leads upward is an error.
//!
//! **How.** Each file is parsed; every path in it that begins with `crate`, `super` or the name of one of our crates is resolved to a *floor*: the
//! folder or file of [`FLOORS`] that holds the module it names. A floor may use those above it in the list (which are lower in the building) and itself.
//!
//! **Invariants.** Every source file has a floor. The picture in `docs/design.md` is what [`picture`] makes. No crate that is shipped depends on the test kit.
//!
//! **Not promised.** What a macro expands to is not seen, nor are methods: only names in paths. Tests may use anything.
//!
//! **Example.** `cargo xtask layers` prints the picture, and what leads upward.

use benches::languages::root;
use holloway_testing::args::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use syn::visit::Visit;

/// Options of this command.
pub const USAGE: &str = "[--write on|off]
      prints which crates and folders use which, and fails if one uses what is above it; --write on: also into docs/design.md";

/// Crates: their names in paths, and where their sources are.
const CRATES: &[(&str, &str)] = &[
    ("holloway_replay", "replay"),
    ("holloway_compiler", "compiler"),
    ("holloway_testkit", "testkit"),
    ("holloway_backend_x86", "backend-x86"),
    ("holloway_backend_aarch64", "backend-aarch64"),
    ("holloway_gpu", "gpu"),
    ("holloway_tracer", "tracer"),
    ("holloway_containers", "containers"),
    ("holloway_testing", "testing"),
    ("holloway", "src"),
];

/// Floors from the ground up, with what each is for. Later ones may use earlier ones. A file is on the floor with the longest name that fits it.
const FLOORS: &[(&str, &str)] = &[
    ("replay", "the file of a recorded run"),
    ("compiler/platform", "what differs between systems"),
    ("compiler/abi", "what native code and the run time share"),
    ("compiler/ir", "the trace IR, its text form, verifier and evaluator"),
    ("compiler/region", "loop nests as graphs, their text form, verifier and evaluator"),
    ("compiler/opt", "the optimizer"),
    ("compiler/codegen", "target-neutral code generation, and what a backend is"),
    ("testkit", "random traces, suites for backends"),
    ("backend-x86", "x86-64"),
    ("backend-aarch64", "AArch64"),
    ("gpu", "devices"),
    ("tracer/restore", "a cell that gets its value back"),
    ("tracer/world", "what programs ask of the world, recorded and played"),
    ("tracer/heap", "objects and their collector"),
    ("tracer/policy", "what is worth compiling, where recordings end"),
    ("tracer/machine", "what authors write against: values, states, machines"),
    ("tracer/math", "functions of floats, the same everywhere"),
    ("tracer/record/word", "recorded values"),
    ("tracer/record/flat", "windows as lists of words"),
    ("tracer/audit", "what authors get wrong"),
    ("tracer/record/tape", "the trace being recorded"),
    ("tracer/observe", "the log, counters"),
    ("tracer/resume/plan", "the plan of an exit"),
    ("tracer/tables", "what has been compiled"),
    ("tracer/compile", "recordings compiled, now or meanwhile"),
    ("tracer/runtime", "heap, states, coroutines of one guest"),
    ("tracer/record", "the recorder"),
    ("tracer/math/tests", "functions of floats recorded, and their traces evaluated"),
    ("tracer/audit/rerun", "recorded steps run twice"),
    ("tracer/resume", "the way back from native code"),
    ("tracer/region", "loop nests explored, regions checked"),
    ("tracer/driver", "counters that ran out, native code entered and left"),
    ("containers", "lists and hash tables of any language"),
    ("testing", "tests and benchmarks of any language; engines are processes, so it uses nothing below"),
    ("src", "the crate `holloway`"),
];

/// Paths that lead upward all the same, and why.
const UPWARD: &[(&str, &str, &str)] = &[(
    "tracer/machine",
    "tracer/runtime",
    "the traits of authors name `Runtime` in their signatures, whose states are made of this folder's",
)];

/// What the floors use: pairs of positions in [`FLOORS`], each with a file that does.
type Edges = BTreeMap<(usize, usize), String>;

/// Prints the picture; writes it where asked.
///
/// # Errors
/// What leads upward, or cannot be read.
pub fn run(args: &Args) -> Result<(), String> {
    let edges = edges()?;
    println!("{}", picture(&edges));
    if args.text("write") == Some("on") {
        let (path, text) = page()?;
        std::fs::write(&path, with_picture(&text, &edges)?)
            .map_err(|e| format!("{}: {e}", path.display()))?;
    }
    match upward(&edges) {
        wrong if wrong.is_empty() => Ok(()),
        wrong => Err(wrong.join("\n")),
    }
}

/// Every use that leads upward.
fn upward(edges: &Edges) -> Vec<String> {
    let name = |floor: usize| FLOORS[floor].0;
    let excused = |from: usize, to: usize| UPWARD.iter().any(|u| (u.0, u.1) == (name(from), name(to)));
    let wrong = edges.iter().filter(|((from, to), _)| to > from && !excused(*from, *to));
    wrong
        .map(|((from, to), at)| format!("{} uses {}, which is above it: {at}", name(*from), name(*to)))
        .collect()
}

/// The floors from the top down, and what each uses.
fn picture(edges: &Edges) -> String {
    let mut text = String::from("```text\n");
    for (floor, (name, what)) in FLOORS.iter().enumerate().rev() {
        let uses = edges.keys().filter(|(from, to)| *from == floor && to != from);
        let uses: Vec<&str> = uses.map(|(_, to)| FLOORS[*to].0).rev().collect();
        let _ = writeln!(text, "{name:<24}{what}");
        for line in wrapped(&uses, 100) {
            let _ = writeln!(text, "{:<8}-> {line}", "");
        }
    }
    text.push_str("```");
    text
}

/// Words in lines of at most so many characters.
fn wrapped(words: &[&str], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 2 + word.len() <= width => *line += &format!(", {word}"),
            _ => lines.push((*word).to_string()),
        }
    }
    lines
}

const BEGIN: &str = "<!-- made by: cargo xtask layers --write on -->\n";
const END: &str = "\n<!-- end of layers -->";

fn page() -> Result<(PathBuf, String), String> {
    let path = root().join("docs/design.md");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok((path, text))
}

/// A page with the picture between its marks.
fn with_picture(text: &str, edges: &Edges) -> Result<String, String> {
    let (before, rest) = text.split_once(BEGIN).ok_or("docs/design.md has no mark for the picture")?;
    let (_, after) = rest.split_once(END).ok_or("docs/design.md has no mark after the picture")?;
    Ok(format!("{before}{BEGIN}{}{END}{after}", picture(edges)))
}

/// What all files use.
fn edges() -> Result<Edges, String> {
    let mut edges = Edges::new();
    for (_, folder) in CRATES {
        let sources = if *folder == "src" { root().join("src") } else { root().join(folder).join("src") };
        let mut files = Vec::new();
        rust_files(&sources, &mut files)?;
        for file in files {
            let module = module_of(&sources, &file);
            let from = floor(folder, &module).ok_or_else(|| format!("{} is on no floor", file.display()))?;
            let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            let parsed = syn::parse_file(&text).map_err(|e| format!("{}: {e}", file.display()))?;
            let mut used = Used { folder, module, paths: BTreeSet::new() };
            used.visit_file(&parsed);
            for (folder, path) in &used.paths {
                if let Some(to) = floor(folder, path) {
                    let at = file.strip_prefix(root()).unwrap_or(&file).display();
                    edges.entry((from, to)).or_insert_with(|| format!("{at} names {}", path.join("::")));
                }
            }
        }
    }
    Ok(edges)
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The module that a file is: `heap/mod.rs` and `heap.rs` are `[heap]`, `lib.rs` is `[]`.
fn module_of(sources: &Path, file: &Path) -> Vec<String> {
    let inside = file.strip_prefix(sources).unwrap_or(file).with_extension("");
    let mut module: Vec<String> = inside.iter().map(|p| p.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|last| last == "mod" || last == "lib") {
        module.pop();
    }
    module
}

/// The floor of a module. The roots of crates with several floors only list them, and have none but the last.
fn floor(folder: &str, module: &[String]) -> Option<usize> {
    let fits = |name: &str| {
        let mut parts = name.split('/');
        parts.next() == Some(folder)
            && parts.clone().count() <= module.len()
            && parts.zip(module).all(|(a, b)| a == b)
    };
    let of_crate = |name: &str| name.split('/').next() == Some(folder);
    let best = (0..FLOORS.len()).filter(|&i| fits(FLOORS[i].0)).max_by_key(|&i| FLOORS[i].0.len());
    best.or_else(|| (0..FLOORS.len()).rev().find(|&i| module.is_empty() && of_crate(FLOORS[i].0)))
}

/// Collects the modules that a file's paths name.
struct Used<'a> {
    folder: &'a str,
    module: Vec<String>,
    paths: BTreeSet<(String, Vec<String>)>,
}

impl Used<'_> {
    fn path(&mut self, names: &[String]) {
        let Some((first, rest)) = names.split_first() else { return };
        let own = self.folder.to_string();
        match first.as_str() {
            "crate" if rest.is_empty() => {}
            "crate" => drop(self.paths.insert((own, rest.to_vec()))),
            "super" => {
                let ups = names.iter().take_while(|n| *n == "super").count();
                let mut path = self.module[..self.module.len().saturating_sub(ups)].to_vec();
                path.extend_from_slice(&names[ups..]);
                self.paths.insert((own, path));
            }
            name => {
                if let Some((_, folder)) = CRATES.iter().find(|c| c.0 == name) {
                    self.paths.insert(((*folder).to_string(), rest.to_vec()));
                }
            }
        }
    }
    fn tree(&mut self, before: &mut Vec<String>, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(p) => {
                before.push(p.ident.to_string());
                self.tree(before, &p.tree);
                before.pop();
            }
            syn::UseTree::Group(g) => g.items.iter().for_each(|t| self.tree(before, t)),
            syn::UseTree::Glob(_) => self.path(before),
            syn::UseTree::Name(syn::UseName { ident })
            | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
                before.push(ident.to_string());
                self.path(before);
                before.pop();
            }
        }
    }
}

/// Whether an item is for tests only.
fn is_test(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|a| a.path().is_ident("cfg") && a.parse_args::<syn::Ident>().is_ok_and(|i| i == "test"))
}

impl<'ast> Visit<'ast> for Used<'_> {
    fn visit_item_mod(&mut self, m: &'ast syn::ItemMod) {
        if !is_test(&m.attrs) && m.content.is_some() {
            self.module.push(m.ident.to_string());
            syn::visit::visit_item_mod(self, m);
            self.module.pop();
        }
    }
    fn visit_item_use(&mut self, u: &'ast syn::ItemUse) {
        if !is_test(&u.attrs) {
            self.tree(&mut Vec::new(), &u.tree);
        }
    }
    fn visit_path(&mut self, p: &'ast syn::Path) {
        let names: Vec<String> = p.segments.iter().map(|s| s.ident.to_string()).collect();
        self.path(&names);
        syn::visit::visit_path(self, p);
    }
    // `pub(super)` names a module without using it.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_uses_what_is_above_it() {
        let edges = edges().unwrap_or_else(|e| panic!("{e}"));
        assert!(edges.len() > 40, "only {} uses were found", edges.len());
        let wrong = upward(&edges);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        for (from, to, _) in UPWARD {
            let at = |name: &str| FLOORS.iter().position(|f| f.0 == name).expect("a floor");
            assert!(edges.contains_key(&(at(from), at(to))), "{from} does not use {to} any more");
        }
    }

    #[test]
    fn the_picture_in_the_design_is_up_to_date() {
        let (_, text) = page().unwrap_or_else(|e| panic!("{e}"));
        let edges = edges().unwrap_or_else(|e| panic!("{e}"));
        let fresh = with_picture(&text, &edges).unwrap_or_else(|e| panic!("{e}"));
        assert!(fresh == text, "run `cargo xtask layers --write on`");
    }

    #[test]
    fn shipped_crates_do_not_depend_on_the_test_kit() {
        for (_, folder) in CRATES.iter().filter(|c| c.1 != "testkit") {
            let file = if *folder == "src" {
                root().join("Cargo.toml")
            } else {
                root().join(folder).join("Cargo.toml")
            };
            let text = std::fs::read_to_string(&file).expect("a manifest");
            let shipped = text.split("[dev-dependencies]").next().unwrap_or_default();
            assert!(!shipped.contains("holloway-testkit"), "{} depends on the test kit", file.display());
        }
    }

    #[test]
    fn paths_are_found_wherever_they_stand() {
        let file = "use super::a::{b, c as d}; use crate::e::*; fn f() -> holloway_compiler::ir::Ty { crate::g::h() }
            pub(super) fn v() {} #[cfg(test)] mod tests { use crate::t; }";
        let module = vec!["x".to_string(), "y".to_string()];
        let mut used = Used { folder: "tracer", module, paths: BTreeSet::new() };
        used.visit_file(&syn::parse_file(file).expect("it parses"));
        let found: Vec<String> = used.paths.iter().map(|(f, p)| format!("{f}/{}", p.join("/"))).collect();
        let expected = ["compiler/ir/Ty", "tracer/e", "tracer/g/h", "tracer/x/a/b", "tracer/x/a/c"];
        assert_eq!(found, expected);
    }
}
