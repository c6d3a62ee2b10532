//! The book: pages of `docs/` that authors of languages read.
//!
//! | chapter | what it is about |
//! |---|---|
//! | [`guide`] | a walk through a complete small language, and what to keep in mind for your own |
//! | [`recipes`] | tail calls, closures, stack machines, globals, constants, exceptions, generators, foreign objects and threads, embedding |
//! | [`porting`] | an interpreter that is there already, moved in ten steps after each of which it runs |
//! | [`hints`] | what an interpreter can tell and ask the framework, and what each hint does to a trace |
//! | [`log`] | what the framework says of what it does, and how to read it |
//! | [`glossary`] | what the words mean |
//!
//! The repository has more: `docs/object-model.md` (how the objects of our Python became fast, step by step), `docs/ir.md` (how to read a trace),
//! `docs/explorer.md` (a log as a page for the browser), `docs/profilers.md` (`perf` and gdb), `docs/replay.md` (a run recorded and run again), `docs/design.md` and `docs/INVARIANTS.md` (how the framework is made, and what must hold).

// Code in them is a quotation, held to the sources by `tests/guide.rs` and `tests/hints.rs`, so it is no test of its own. Links between pages are
// references. The first definition of a name counts: here those in front of a page, in the files those at its end.

#[doc = "[hints]: crate::book::hints\n[porting]: crate::book::porting\n[recipes]: crate::book::recipes\n[log]: crate::book::log\n[ir]: crate::book\n[explorer]: crate::book\n[profilers]: crate::book\n[replay]: crate::world\n"]
#[cfg_attr(not(doctest), doc = include_str!("../docs/guide.md"))]
pub mod guide {}

#[doc = "[guide]: crate::book::guide\n"]
#[cfg_attr(not(doctest), doc = include_str!("../docs/recipes.md"))]
pub mod recipes {}

#[doc = "[guide]: crate::book::guide\n[recipes]: crate::book::recipes\n[replay]: crate::world\n"]
#[cfg_attr(not(doctest), doc = include_str!("../docs/porting.md"))]
pub mod porting {}

#[doc = "[object-model]: crate::book\n"]
#[cfg_attr(not(doctest), doc = include_str!("../docs/hints.md"))]
pub mod hints {}

#[doc = "[ir]: crate::book\n[explorer]: crate::book\n"]
#[cfg_attr(not(doctest), doc = include_str!("../docs/log.md"))]
pub mod log {}

#[cfg_attr(not(doctest), doc = include_str!("../docs/glossary.md"))]
pub mod glossary {}
