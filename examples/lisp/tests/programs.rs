//! The programs of the Lisp in every mode, with guards that are made to fail, and random ones. `docs/guide.md` quotes from here.

#[path = "../testing/lisp.rs"]
mod lisp;
#[path = "../testing/random.rs"]
mod random;

use holloway::testing::{cover, fuzz, programs, Language};

const LISP: Language = Language { binary: env!("CARGO_BIN_EXE_lisp"), ..lisp::LISP };

#[test]
fn programs_do_the_same_in_all_modes() {
    programs(&LISP).modes("all").dealt().check();
}

#[test]
fn every_guard_that_is_executed_is_made_to_fail() {
    cover(&LISP).only("closures,records,tails,queens").check();
}

#[test]
fn random_programs_do_the_same_in_all_modes() {
    fuzz(&LISP, random::styles())
        .modes("plain,eager,chaos,gc,audit")
        .count(100)
        .variables("LISP_RANDOM")
        .check();
}
