//! The mutants of invariant 29: what is compiled meanwhile lands in its order, before anything changes, and when it should.

use super::table::{mutant, Mutant};

const CONCURRENT: &str = "-p holloway --test concurrent";

/// All of them.
pub const TABLE: &[Mutant] = &[
    mutant(
        29,
        "the-last-to-take-off-lands-first",
        (CONCURRENT, "those_in_flight"),
        "tracer/src/driver/flights.rs",
        "self.flights.borrow_mut().pop_front();",
        "self.flights.borrow_mut().pop_back();",
    ),
    mutant(
        29,
        "exits-have-numbers-as-of-take-off",
        (CONCURRENT, "those_in_flight"),
        "tracer/src/driver/install.rs",
        "code.prepared.number_from(driver.exits.borrow().len() as u64);",
        "code.prepared.number_from(0);",
    ),
    mutant(
        29,
        "collections-find-traces-in-flight",
        (CONCURRENT, "has_all_land"),
        "tracer/src/runtime/collect.rs",
        "            self.settle();\n",
        "",
    ),
    mutant(
        29,
        "what-is-in-flight-holds-nothing",
        (CONCURRENT, "what_is_in_flight"),
        "tracer/src/runtime/collect.rs",
        "f.order.references).for_each(|&w| m.mark_conservative(w));",
        "f.order.references).for_each(drop);",
    ),
    mutant(
        29,
        "recordings-go-past-what-is-in-flight",
        (CONCURRENT, "a_recording_waits"),
        "tracer/src/record/mod.rs",
        "        self.rt.land_at(cell);\n",
        "",
    ),
];
