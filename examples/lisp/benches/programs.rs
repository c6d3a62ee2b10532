//! The programs of the Lisp beside the same ones in other languages: `cargo bench -p lisp`, `cargo bench -p lisp -- --programs fib --peers lua5.4`.

#[path = "../testing/lisp.rs"]
mod lisp;

use holloway::testing::{bench, Language};

const LISP: Language = Language { binary: env!("CARGO_BIN_EXE_lisp"), ..lisp::LISP };

fn main() {
    bench::main(&LISP);
}
