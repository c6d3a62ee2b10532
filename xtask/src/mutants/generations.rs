//! The mutants of invariant 27: an old object that refers to a young one is known to the collector. One for each place that could forget it.

use super::table::{mutant, Mutant};

const GENERATIONS: &str = "-p holloway-tracer --test generations";
const FILES: &str = "-p holloway-compiler --test filetests";
const CONFORMANCE: &str = "-p holloway-backend-x86 --test conformance";
const STEPS: &str = "-p holloway --test steps";

/// All of them.
pub const TABLE: &[Mutant] = &[
    mutant(
        27,
        "plain-stores-are-not-logged",
        (STEPS, "i27_stores"),
        "tracer/src/machine/direct.rs",
        "    if may_refer {
        heap.barrier(obj as usize)
    }",
        "    let _ = (may_refer, obj);",
    ),
    mutant(
        27,
        "native-stores-are-not-logged",
        (STEPS, "i27_stores"),
        "compiler/src/opt/barriers.rs",
        "    (!harmless && !rw.barriers.young.iter().any(|&y| rw.resolve(y) == object)).then_some(object)",
        "    (!harmless && !rw.barriers.young.iter().any(|&y| rw.resolve(y) == object)).then_some(object).filter(|_| false)",
    ),
    mutant(
        27,
        "objects-stay-young-in-calls",
        (FILES, "barriers"),
        "compiler/src/opt/rewriter.rs",
        "            self.barriers.forget();
",
        "",
    ),
    mutant(
        27,
        "loops-rely-on-barriers-before-them",
        (FILES, "barriers"),
        "compiler/src/opt/peel.rs",
        "    rw.barriers.forget();
",
        "",
    ),
    mutant(
        27,
        "logged-objects-log-again",
        (CONFORMANCE, "barriers"),
        "backend-x86/src/lower.rs",
        "        asm!(self.e.asm ; mov BYTE [Rq(object) + LOGGING_BYTE], 0);
",
        "",
    ),
    mutant(
        27,
        "a-full-log-is-not-noticed",
        (CONFORMANCE, "barriers"),
        "backend-x86/src/lower.rs",
        "        self.e.jcc(Cc::B, done);
        asm!(self.e.asm ; mov BYTE [r15 + asks], 1);",
        "        let _ = asks;",
    ),
    mutant(
        27,
        "fields-that-helpers-set-are-not-logged",
        (GENERATIONS, "every_way"),
        "tracer/src/heap/field.rs",
        "        if v.is_young(mutator) {",
        "        if v.is_young(mutator) && false {",
    ),
    mutant(
        27,
        "elements-that-helpers-set-are-not-logged",
        (GENERATIONS, "helpers_log"),
        "tracer/src/heap/array.rs",
        "            cell.log(mutator, object, self.len())
",
        "            let _ = object;
",
    ),
    mutant(
        27,
        "changes-of-roots-are-forgotten",
        (GENERATIONS, "roots_that"),
        "tracer/src/heap/roots.rs",
        "        changed || !m.is_minor()",
        "        (changed && false) || !m.is_minor()",
    ),
    mutant(
        27,
        "changes-of-roots-are-forgotten-in-a-nursery",
        (GENERATIONS, "roots_are_asked"),
        "tracer/src/heap/roots.rs",
        "        if m.tenures() {",
        "        if m.tenures() || true {",
    ),
    mutant(
        27,
        "a-nursery-forgets-the-log",
        (GENERATIONS, "every_way"),
        "tracer/src/heap/collect.rs",
        "            let stays = !tenures && self.is_in_old(what, at);",
        "            let stays = !tenures && what == Logged::Own && self.is_in_old(what, at);",
    ),
    mutant(
        27,
        "a-nursery-forgets-values",
        (GENERATIONS, "every_way"),
        "tracer/src/heap/mark.rs",
        "            self.revisit = revisit",
        "            drop(revisit)",
    ),
    mutant(
        27,
        "a-nursery-forgets-values-made-late",
        (GENERATIONS, "what_is_made_late"),
        "tracer/src/heap/collect.rs",
        "            self.mutator.new_owners.replace(new);",
        "            self.mutator.owners.borrow_mut().append(&mut new);",
    ),
    mutant(
        27,
        "what-is-young-stays-marked",
        (GENERATIONS, "what_survives"),
        "tracer/src/heap/collect.rs",
        "            unsafe { Block::of(at) }.unmark(at)",
        "            let _ = at;",
    ),
    mutant(
        27,
        "copied-elements-are-not-logged",
        (GENERATIONS, "every_way"),
        "tracer/src/heap/array.rs",
        "if !matches!(V::GC, FieldGc::None) && self.len() > 0 {",
        "if !matches!(V::GC, FieldGc::None) && self.len() > 0 && self.len() < 1 {",
    ),
    mutant(
        27,
        "owned-values-that-change-are-not-logged",
        (GENERATIONS, "every_way"),
        "tracer/src/heap/own.rs",
        "if P::PRIVATE && state & LOGGED == 0 {",
        "if P::PRIVATE && state & LOGGED == 0 && false {",
    ),
    mutant(
        27,
        "owned-values-with-cells-are-not-looked-at-again",
        (GENERATIONS, "every_way"),
        "tracer/src/heap/mark.rs",
        "if self.tenures && !v.private && unsafe { (v.is_present)(at) } {",
        "if self.tenures && !v.private && unsafe { (v.is_present)(at) } && false {",
    ),
    mutant(
        27,
        "values-made-late-are-not-looked-at",
        (GENERATIONS, "what_is_made_late"),
        "tracer/src/heap/mark.rs",
        "owners.iter().filter(|&&o| is_marked(o))",
        "owners.iter().filter(|&&o| is_marked(o) && false)",
    ),
    mutant(
        27,
        "objects-log-once-in-their-life",
        (GENERATIONS, "every_way"),
        "tracer/src/heap/mark.rs",
        "            if self.logs && self.tenures {
                header.start_logging()
            }",
        "            let _ = self.logs;",
    ),
    mutant(
        27,
        "a-broken-collection-is-believed",
        (GENERATIONS, "a_collection_that_panicked"),
        "tracer/src/heap/collect.rs",
        "!mutator.config().minor || self.unfinished.get() {",
        "!mutator.config().minor {",
    ),
];
