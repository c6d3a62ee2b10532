//! The mutants of invariant 28: a replay is the run that was recorded, or says where it is not.

use super::table::{mutant, Mutant};

const LISP: &str = "-p lisp --test replay";
const LUA: &str = "-p holloway-lua --test replay";
const UNITS: &str = "-p holloway-tracer --lib";
const FILES: &str = "-p holloway-replay --test files";

/// All of them.
pub const TABLE: &[Mutant] = &[
    mutant(
        28,
        "replays-ask-the-world",
        (LISP, "a_run_is_the_same"),
        "tracer/src/world/mod.rs",
        "        return answer.unwrap_or_else(|stop| stopped(&stop));",
        "        let _ = answer;
        return from();",
    ),
    mutant(
        28,
        "any-question-is-the-recorded-one",
        (UNITS, "what_is_the_same_is_played"),
        "tracer/src/world/replay.rs",
        "matches!(e, Entry::Ask { what, .. } if **what == *asked)",
        "matches!(e, Entry::Ask { .. })",
    ),
    mutant(
        28,
        "any-exit-is-the-recorded-one",
        (UNITS, "what_is_the_same_is_played"),
        "tracer/src/world/replay.rs",
        "if (*number, *forced) == (of, is_forced)",
        "if *number == of || *forced == is_forced",
    ),
    mutant(
        28,
        "other-words-stay-on-the-stack",
        (LUA, "a_program_that_collects"),
        "tracer/src/world/mod.rs",
        "    std::hint::black_box(&mut [0u8; BYTES]);",
        "",
    ),
    mutant(
        28,
        "entries-are-written-at-the-end",
        (LISP, "what_a_killed_run"),
        "replay/src/write.rs",
        "        self.word(FILLED, self.filled as u64);",
        "",
    ),
    mutant(
        28,
        "what-is-moved-is-read-twice",
        (FILES, "what_is_moved"),
        "replay/src/read.rs",
        "ENTRIES + twice..ENTRIES + filled",
        "ENTRIES + 0 * twice..ENTRIES + filled",
    ),
];
