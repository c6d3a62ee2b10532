//! The languages of this repository, as the testing kit knows them, and what the commands' options make of them.

use holloway_testing::args::Args;
use holloway_testing::{Engine, Language, Peer, Syntax};
use std::path::PathBuf;

/// The repository's root, which all paths below begin at.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The repository's root directory.
#[must_use]
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().map(PathBuf::from).unwrap_or_default()
}

/// The Cargo that runs this, or else the one on the path.
#[must_use]
pub fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string())
}

/// Programs that allocate, the same ones in each language and those of Node.
const ALLOCATION: &str = "benches/allocation";

/// Interpreters of other languages, with the extension of their scripts.
const fn peer(command: &'static str, extension: &'static str) -> Peer {
    Peer { command, extension }
}

/// Languages that are run and measured where they are named, and not among all: lessons.
pub const LESSONS: &[Language] = &[LISP, TLA];

/// The tutorial language, whose programs are not measured.
const TLA: Language = Language {
    root: ROOT,
    binary: "target/release/tla",
    build: "cargo build --release -p tla",
    scripts: "examples/tla/programs",
    not_in: &[("deep", "gc"), ("deep", "minor"), ("overflow", "gc"), ("overflow", "minor")],
    ..Language::new("tla", "tla")
};

/// The second lesson.
const LISP: Language = Language {
    comment: ";",
    syntax: Syntax::Lists,
    root: ROOT,
    binary: "target/release/lisp",
    build: "cargo build --release -p lisp",
    peers: &[peer("lua5.4", "lua"), peer("luajit", "lua"), peer("python3.11", "py"), peer("pypy3", "py")],
    programs: "examples/lisp/programs",
    scripts: "examples/lisp/tests/scripts",
    ..Language::new("lisp", "scm")
};

/// All of them but the lessons.
pub const LANGUAGES: &[Language] = &[
    Language {
        comment: "--",
        root: ROOT,
        binary: "target/release/holloway-lua",
        build: "cargo build --release -p holloway-lua",
        reference: "lua5.4",
        peers: &[peer("lua5.4", "lua"), peer("luajit", "lua"), peer("node", "js")],
        programs: "examples/lua/programs",
        sets: &["examples/lua/programs/gpu", "examples/lua/programs/blind", ALLOCATION],
        scripts: "examples/lua/tests/scripts",
        corpus: "examples/lua/tests/corpus",
        ..Language::new("lua", "lua")
    },
    Language {
        root: ROOT,
        binary: "target/release/holloway-python",
        build: "cargo build --release -p holloway-python",
        reference: "python3.11",
        peers: &[peer("python3.11", "py"), peer("pypy3", "py"), peer("node", "js")],
        programs: "examples/python/programs",
        // With loops for accelerators, with such that must stay on the processor, written by people who knew nothing of the interpreters, and such that allocate.
        sets: &[
            "examples/python/programs/gpu",
            "examples/python/programs/gpu/refused",
            "examples/python/programs/blind",
            ALLOCATION,
        ],
        scripts: "examples/python/tests/scripts",
        corpus: "examples/python/tests/corpus",
        // Arithmetic sets flags in a slot of its context. Audit tells slots by their numbers, and handlers load that slot of other instances.
        not_in: &[("decimal_corners", "audit")],
        ..Language::new("python", "py")
    },
];

/// Lua.
pub const LUA: &Language = &LANGUAGES[0];

/// Python.
pub const PYTHON: &Language = &LANGUAGES[1];

/// Our interpreter of a language: at the path that the option of the language's name gives, or where it is built.
///
/// # Errors
/// There is none.
pub fn ours(language: &Language, args: &Args) -> Result<Engine, String> {
    language.ours(args.text(language.name))
}

/// The package of a language, which is the last word of the command that builds it.
#[must_use]
pub fn package(language: &Language) -> &'static str {
    language.build.rsplit(' ').next().unwrap_or(language.name)
}

/// The language of a name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().chain(LESSONS).find(|l| l.name == name)
}

/// The one language that `--lang` names, if it names any.
///
/// # Errors
/// It names several, or none that there is.
pub fn one(args: &Args) -> Result<Option<&'static Language>, String> {
    if args.text("lang").is_none() {
        return Ok(None);
    }
    match select(args)?[..] {
        [lang] => Ok(Some(lang)),
        _ => Err("--lang names more than one language".to_string()),
    }
}

/// The languages that `--lang` names, or all but the lessons.
///
/// # Errors
/// A name that there is not.
pub fn select(args: &Args) -> Result<Vec<&'static Language>, String> {
    let Some(names) = args.list("lang") else { return Ok(LANGUAGES.iter().collect()) };
    let known = || LANGUAGES.iter().chain(LESSONS).map(|l| l.name).collect::<Vec<_>>().join(", ");
    names
        .into_iter()
        .map(|n| named(n).ok_or_else(|| format!("no language '{n}'; there are: {}", known())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use holloway_testing::scripts::{read_sizes, scripts_in};

    #[test]
    fn programs_that_allocate_are_compared_with_another_language() {
        let peers = |programs| {
            let here = Language { programs, ..*LUA }.peers_here();
            here.into_iter().map(|p| p.command).collect::<Vec<_>>()
        };
        assert_eq!(peers(ALLOCATION), ["lua5.4", "luajit", "node"]);
        assert_eq!(peers(LUA.programs), ["lua5.4", "luajit"]);
    }

    #[test]
    fn what_is_built_is_the_package_of_the_languages_folder() {
        for language in LANGUAGES.iter().chain(LESSONS) {
            let manifest = root().join("examples").join(language.name).join("Cargo.toml");
            let text = std::fs::read_to_string(&manifest).unwrap();
            assert!(text.contains(&format!("name = \"{}\"", package(language))), "{}", manifest.display());
            assert!(language.binary.ends_with(package(language)), "{}", language.binary);
        }
    }

    #[test]
    fn languages_are_selected_by_name() {
        let args = Args::parse(["--lang".to_string(), "python".to_string()].into_iter()).unwrap();
        assert_eq!(select(&args).unwrap()[0].name, "python");
        let args = Args::parse(["--lang".to_string(), "cobol".to_string()].into_iter()).unwrap();
        assert!(select(&args).unwrap_err().contains("lua, python, lisp, tla"));
    }

    #[test]
    fn every_program_has_an_output_and_sizes() {
        let of = |lang: &Language, set| Language { programs: set, ..*lang };
        let with_sizes = |set: &str| root().join(set).join("sizes.txt").exists();
        for (lang, least) in LANGUAGES.iter().chain([&LISP]).zip([23, 12, 10]) {
            let sets = lang.sets.iter().filter(|set| with_sizes(set)).map(|set| (of(lang, set), 1));
            for (lang, least) in sets.chain([(of(lang, lang.programs), least)]) {
                let scripts = scripts_in(&lang, &lang.path(lang.programs)).unwrap();
                let sizes = read_sizes(&lang).unwrap();
                assert!(scripts.len() >= least);
                for script in scripts {
                    let sized = sizes.iter().any(|s| s.name == script.name);
                    assert!(sized, "{} has no row in sizes.txt", script.name);
                }
            }
        }
    }
}
