//! The book: pages of `docs/` that authors of languages read.
//!
//! | chapter | what it is about |
//! |---|---|
//! | [`guide`] | a walk through a complete small language, and what to keep in mind for your own |
//! | [`tla`] | that language: the sources |
//! | [`recipes`] | tail calls, closures, stack and register machines, hidden classes, lists, strings, globals, constants, exceptions, lines in errors, generators, foreign objects and threads, embedding |
//! | [`porting`] | an interpreter that is there already, moved in ten steps after each of which it runs |
//! | [`hints`] | what an interpreter can tell and ask the framework, and what each hint does to a trace |
//! | [`object_model`] | how the objects of our Python became fast, step by step |
//! | [`log`] | what the framework says of what it does, and how to read it |
//! | [`glossary`] | what the words mean |
//!
//! The repository has more: `docs/ir.md` (how to read a trace),
//! `docs/explorer.md` (a log as a page for the browser), `docs/profilers.md` (`perf` and gdb), `docs/replay.md` (a run recorded and run again), `docs/design.md` and `docs/INVARIANTS.md` (how the framework is made, and what must hold).

// Code in them is a quotation, held to the sources by `tests/guide.rs` and `tests/hints.rs`, so it is no test of its own. Links between pages are
// references. The first definition of a name counts: here those in front of a page, in the files those at its end.

#[doc = "[tla]: crate::book::tla\n[hints]: crate::book::hints\n[porting]: crate::book::porting\n[recipes]: crate::book::recipes\n[log]: crate::book::log\n[ir]: crate::book\n[explorer]: crate::book\n[profilers]: crate::book\n[replay]: crate::world\n"]
#[cfg_attr(not(doctest), doc = include_str!("../docs/guide.md"))]
pub mod guide {}

/// The tutorial language, which the [`guide`] walks through.
///
/// Its package depends on `holloway` alone.
///
/// # `lib.rs`: the interpreter
#[cfg_attr(not(doctest), doc = concat!("```rust\n", include_str!("../docs/tla/lib.rs"), "\n```"))]
/// # `host.rs`: the host's side
#[cfg_attr(not(doctest), doc = concat!("```rust\n", include_str!("../docs/tla/host.rs"), "\n```"))]
/// # `main.rs`: the command
#[cfg_attr(not(doctest), doc = concat!("```rust\n", include_str!("../docs/tla/main.rs"), "\n```"))]
/// # `compile.rs`: the parser and compiler
#[cfg_attr(not(doctest), doc = concat!("```rust\n", include_str!("../docs/tla/compile.rs"), "\n```"))]
pub mod tla {}

#[doc = "[guide]: crate::book::guide\n[object-model]: crate::book::object_model\n"]
#[cfg_attr(not(doctest), doc = include_str!("../docs/recipes.md"))]
pub mod recipes {}

#[doc = "[guide]: crate::book::guide\n[recipes]: crate::book::recipes\n[replay]: crate::world\n"]
#[cfg_attr(not(doctest), doc = include_str!("../docs/porting.md"))]
pub mod porting {}

#[doc = "[guide]: crate::book::guide\n[recipes]: crate::book::recipes\n[objmodel]: crate::book\n[python]: crate::book\n[ablation]: crate::book\n"]
#[cfg_attr(not(doctest), doc = include_str!("../docs/object-model.md"))]
pub mod object_model {}

#[doc = "[object-model]: crate::book::object_model\n"]
#[cfg_attr(not(doctest), doc = include_str!("../docs/hints.md"))]
pub mod hints {}

#[doc = "[ir]: crate::book\n[explorer]: crate::book\n"]
#[cfg_attr(not(doctest), doc = include_str!("../docs/log.md"))]
pub mod log {}

#[cfg_attr(not(doctest), doc = include_str!("../docs/glossary.md"))]
pub mod glossary {}
