//! The mutants of invariant 26 in the tracer: a region means what steps do, as long as what it assumes holds, and a device gets what it runs faster.
//!
//! One for each kind of assumption, and for each thing that exploring takes care of: what is stored to, objects that are made, and where ways meet.

use super::table::{mutant, Mutant};

/// Loops that are entered again in another state.
const REGIONS: &str = "-p holloway --test regions";
/// Who runs a loop under `auto`.
const POLICY: &str = "-p holloway-tracer --lib";
/// The two headers of one loop.
const HEADERS: &str = "-p holloway-tracer --lib";
/// Programs on a device.
const LUA: &str = "-p holloway-lua --test gpu";
const PYTHON: &str = "-p holloway-python --test gpu";
const PROGRAMS: &str = "-p holloway-gpu --test programs";
const PATH: &str = "tracer/src/record/tape/path.rs";

/// All of them.
pub const TABLE: &[Mutant] = &[
    mutant(
        26,
        "kinds-at-entry-are-not-assumed",
        (REGIONS, "the_kinds_that"),
        PATH,
        "let _ = self.assume(is.r, true, \"the kinds of the values that the loop begins with\");",
        "",
    ),
    mutant(
        26,
        "ways-are-not-assumed",
        (REGIONS, "the_way_that"),
        PATH,
        "let event = Event::Assume(cond, holds, why);",
        "if why == \"the same way as at first\" { return true }\n        let event = Event::Assume(cond, holds, why);",
    ),
    mutant(
        26,
        "constants-are-not-assumed",
        (REGIONS, "the_object_that_was_made"),
        PATH,
        "if self.assume(is.r, true, \"the same value as at first\") {",
        "if false {",
    ),
    mutant(
        26,
        "cells-are-not-assumed",
        (REGIONS, "a_cell_that"),
        PATH,
        "            Event::Assume(w.r, false, \"nothing that was taken for constant has changed\"),\n",
        "",
    ),
    mutant(
        26,
        "references-are-not-assumed",
        (REGIONS, "objects_that_are"),
        PATH,
        "let event = Event::Assume(cond, holds, why);",
        "if why == \"the same objects, or others, as at first\" { return true }\n        let event = Event::Assume(cond, holds, why);",
    ),
    mutant(
        26,
        "two-objects-may-be-one",
        (REGIONS, "two_objects_of"),
        PATH,
        "self.assume(ne.r, true, \"two objects\");",
        "",
    ),
    mutant(
        26,
        "bounds-are-not-assumed",
        (REGIONS, "an_index_that"),
        PATH,
        "let event = Event::Assume(cond, holds, why);",
        "if why == \"within bounds\" { return true }\n        let event = Event::Assume(cond, holds, why);",
    ),
    mutant(
        26,
        "overflow-is-not-assumed",
        (REGIONS, "sums_that_do_not"),
        PATH,
        "let event = Event::Assume(cond, holds, why);",
        "if why == \"no overflow\" { return true }\n        let event = Event::Assume(cond, holds, why);",
    ),
    mutant(
        26,
        "all-loads-are-stable",
        (REGIONS, "what_is_stored_to"),
        PATH,
        "let stable = a.immutable || !self.mutated.contains(&kind);",
        "let stable = true;",
    ),
    mutant(
        26,
        "payloads-are-known-before-their-tags",
        (PYTHON, "a_payload_is_known"),
        PATH,
        "            && !tag_is_here;",
        "            && (!tag_is_here || true);",
    ),
    mutant(
        26,
        "steps-read-what-was-there-before",
        (REGIONS, "a_step_reads"),
        PATH,
        "return Err(\"a step reads what it may have written\".into());",
        "continue;",
    ),
    mutant(
        26,
        "made-objects-stay-one",
        (REGIONS, "an_object_of_an_iteration"),
        "tracer/src/region/explore.rs",
        "if words.iter().any(|w| ins.iter().any(|i| i.side.news.contains_key(&w.r))) {",
        "if false {",
    ),
    mutant(
        26,
        "kinds-come-from-one-way",
        (REGIONS, "values_that_carry_nothing"),
        "tracer/src/region/explore.rs",
        "for w in words.iter().filter(|w| w.r != phi.r) {",
        "for w in words.iter().filter(|w| w.r != phi.r).take(1) {",
    ),
    mutant(
        26,
        "variables-are-not-put-back",
        (REGIONS, "a_variable_in_memory"),
        "tracer/src/region/build.rs",
        "block.steps.push(Step::Do(cell_store(&mut t.trace, cell, w.r)));",
        "cell_store(&mut t.trace, cell, w.r);",
    ),
    mutant(
        26,
        "helpers-read-what-is-written",
        (REGIONS, "a_helper_reads"),
        "tracer/src/region/mod.rs",
        ".filter(|_| writes)?;",
        ".filter(|_| false && writes)?;",
    ),
    mutant(
        26,
        "failures-rest-no-longer-each-time",
        (POLICY, "what_comes_to_nothing"),
        "tracer/src/policy/elsewhere.rs",
        "let share = SHARE << self.lost.min(MAX_DOUBLINGS);",
        "let share = SHARE;",
    ),
    mutant(
        26,
        "devices-take-as-long-as-they-like",
        (POLICY, "a_loop_met_in_its_middle"),
        "tracer/src/policy/elsewhere.rs",
        "(side, expected as u64)",
        "(side, u64::MAX)",
    ),
    mutant(
        26,
        "loops-around-are-part-of-a-loop",
        (LUA, "the_programs_loops_run"),
        "tracer/src/region/around.rs",
        "match around.is_empty() {",
        "match true {",
    ),
    mutant(
        26,
        "headers-that-hand-on-are-loops",
        (HEADERS, "a_header_that_only_hands_on"),
        "tracer/src/region/headers.rs",
        "    true\n}\n\n/// The way on",
        "    false\n}\n\n/// The way on",
    ),
    mutant(
        26,
        "loops-that-begin-anew-have-no-header",
        (HEADERS, "a_loop_that_begins_anew"),
        "tracer/src/region/headers.rs",
        "        && e.args.iter().all(|a| block.params.contains(a))\n",
        "",
    ),
    mutant(
        26,
        "slow-paces-count",
        (POLICY, "a_loop_of_short_visits"),
        "tracer/src/policy/elsewhere.rs",
        "x.min(self.value * 1.1)",
        "x.max(self.value)",
    ),
    mutant(
        26,
        "loops-that-begin-anew-were-timed",
        (POLICY, "a_loop_of_short_visits"),
        "tracer/src/policy/elsewhere.rs",
        "Side::Processor if self.left && !amid => {}",
        "Side::Processor if false => {}",
    ),
    mutant(
        26,
        "losses-keep-loops-of-short-visits",
        (POLICY, "a_loop_of_short_visits"),
        "tracer/src/policy/elsewhere.rs",
        "self.left |= self.won && self.lost >= LOSSES;",
        "",
    ),
    mutant(
        26,
        "loops-found-seldom-are-explored",
        (POLICY, "found_seldom"),
        "tracer/src/policy/elsewhere.rs",
        "            (self.samples, self.since) = (0, now);\n",
        "",
    ),
    mutant(
        26,
        "roots-from-gates-meet-inner-loops",
        (POLICY, "verdicts_at_headers"),
        "tracer/src/policy/header.rs",
        "if !h.start_gated && !joins",
        "if !joins",
    ),
    mutant(
        26,
        "large-loops-are-explored-at-once",
        (POLICY, "what_is_too_large"),
        "tracer/src/policy/elsewhere.rs",
        "self.rests_until = now.saturating_mul(2);",
        "self.rests_until = now;",
    ),
    mutant(
        26,
        "what-is-reached-again-brings-nothing",
        (PYTHON, "a_block_that_is_reached_again"),
        "tracer/src/region/explore.rs",
        "self.work.extend(to.clone());",
        "",
    ),
    mutant(
        26,
        "short-runs-wait-for-builds",
        (PROGRAMS, "a_short_run"),
        "gpu/src/run/launch.rs",
        "self.kernels > 0 && worth;",
        "self.kernels > 0;",
    ),
];
