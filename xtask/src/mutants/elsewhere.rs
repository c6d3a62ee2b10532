//! The mutants of invariant 26: a loop that runs elsewhere leaves what the interpreter would have left.
//!
//! One for each thing that is concluded on the way: that iterations do not meet ([`DEPEND`]), which objects they reach, what is put back when a
//! kernel fails, and in which order sums are folded ([`KERNELS`]).

use super::table::{mutant, Mutant};

/// Accesses are compared with all their iterations, listed.
const DEPEND: (&str, &str) = ("-p holloway-gpu --test depend", "what_is_proved");
const KERNELS: &str = "-p holloway-gpu --test kernels";

/// All of them.
pub const TABLE: &[Mutant] = &[
    mutant(
        26,
        "loops-of-two-iterations-are-empty",
        DEPEND,
        "gpu/src/depend.rs",
        "never(self.second) || self.last(self.loop_at_level()) < 1",
        "never(self.second) || self.last(self.loop_at_level()) < 2",
    ),
    mutant(
        26,
        "equal-constants-are-apart",
        DEPEND,
        "gpu/src/depend.rs",
        "is_some_and(|(f, g)| f != g))",
        "is_some())",
    ),
    mutant(
        26,
        "distances-end-one-early",
        DEPEND,
        "gpu/src/depend.rs",
        "if d < 1 || d > self.last(",
        "if d < 1 || d >= self.last(",
    ),
    mutant(
        26,
        "largest-coefficient-for-divisor",
        DEPEND,
        "gpu/src/depend.rs",
        "let divisor = coeffs.into_iter().fold(0, gcd);",
        "let divisor = coeffs.into_iter().fold(0, i128::max);",
    ),
    mutant(
        26,
        "banerjees-triangle-is-too-small",
        DEPEND,
        "gpu/src/depend.rs",
        "(f.coeff(l), g.coeff(l), self.last(l).checked_sub(1)?)",
        "(f.coeff(l), g.coeff(l), self.last(l).checked_sub(2)?)",
    ),
    mutant(
        26,
        "next-iteration-is-not-later",
        DEPEND,
        "gpu/src/depend.rs",
        "system.positive([(y, 1), (x, -1)], -1);",
        "system.positive([(y, 1), (x, -1)], -2);",
    ),
    mutant(
        26,
        "one-direction-is-enough",
        DEPEND,
        "gpu/src/depend.rs",
        "match (ab, std::ptr::eq(a, b)) {",
        "match (ab, true) {",
    ),
    mutant(
        26,
        "divided-equations-keep-their-constant",
        DEPEND,
        "gpu/src/exact.rs",
        "row.iter_mut().for_each(|c| *c /= divisor);",
        "row[..n].iter_mut().for_each(|c| *c /= divisor);",
    ),
    mutant(
        26,
        "rows-are-taken-for-distinct",
        (KERNELS, "rows_that_stand_in_two_places"),
        "gpu/src/views.rs",
        "to.distinct = false;",
        "",
    ),
    mutant(
        26,
        "rows-of-two-ways-are-taken-for-one-table",
        (KERNELS, "rows_that_stand_in_two_places"),
        "gpu/src/views.rs",
        "let rows = Rc::ptr_eq(&ra, &rb) && ra.distinct;",
        "let rows = ra.distinct && rb.distinct;",
    ),
    mutant(
        26,
        "two-names-are-two-arrays",
        (KERNELS, "rows_that_stand_in_two_places"),
        "gpu/src/views.rs",
        "if !rows && !common((ca, &*ra), (cb, &*rb), entry) {",
        "if ca != cb {",
    ),
    mutant(
        26,
        "what-is-the-same-in-rows-stays-so",
        (KERNELS, "what_is_the_same_in_all_rows"),
        "gpu/src/run.rs",
        "self.reaches.forget(&self.made.nest.stores);",
        "",
    ),
    mutant(
        26,
        "one-row-stands-for-all",
        (KERNELS, "what_is_the_same_in_all_rows"),
        "gpu/src/views.rs",
        "*words.get_or_insert(word) == word",
        "{ words.get_or_insert(word); true }",
    ),
    mutant(
        26,
        "oldest-change-is-undone-first",
        (KERNELS, "what_the_host_wrote_twice"),
        "gpu/src/host.rs",
        "for old in self.entries.into_iter().rev() {",
        "for old in self.entries {",
    ),
    mutant(
        26,
        "hosts-stores-are-not-kept",
        (KERNELS, "what_the_host_wrote_twice"),
        "gpu/src/host.rs",
        "self.journal.entries.push(Old::Word(addr, mem, heap.load(addr, mem)?));",
        "heap.load(addr, mem)?;",
    ),
    mutant(
        26,
        "written-objects-are-not-kept",
        (KERNELS, "leaves_memory_as_it_was"),
        "gpu/src/host.rs",
        "if self.objects.insert(object) {",
        "if !self.objects.insert(object) {",
    ),
    mutant(
        26,
        "failed-runs-are-not-undone",
        (KERNELS, "leaves_memory_as_it_was"),
        "gpu/src/run.rs",
        "run.host.journal.undo(heap);",
        "",
    ),
    mutant(
        26,
        "kernels-do-not-raise-the-flag",
        (KERNELS, "leaves_the_array_late"),
        "gpu/src/emit.rs",
        "{{ atomic_min(fail, {}); return; }}",
        "{{ (void) {}; return; }}",
    ),
    mutant(
        26,
        "folds-begin-with-the-last-iteration",
        (KERNELS, "sums_of_floats"),
        "gpu/src/run.rs",
        "for t in 0..items {",
        "for t in (0..items).rev() {",
    ),
    mutant(
        26,
        "folded-sums-may-overflow",
        (KERNELS, "sums_of_integers"),
        "gpu/src/schedule.rs",
        "fold.steps.push(FoldStep::Assume(b, s))",
        "drop((b, s))",
    ),
];
