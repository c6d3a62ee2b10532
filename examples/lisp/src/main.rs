//! The command `lisp FILE [ARGUMENT ...]`.

use holloway::interrupt_on_ctrl_c;
use holloway::world::ask;
use lisp::{Lisp, Program};
use std::io::Write;

fn run(path: &str, arguments: Vec<String>) -> Result<(), String> {
    let source = ask(format_args!("read {path}"), || std::fs::read_to_string(path));
    let source = source.map_err(|e| format!("{path}: {e}"))?;
    holloway::run(
        |heap| Lisp::new(heap, Program::new(path, &source, &[])?, arguments),
        |rt| {
            let _ctrl_c = interrupt_on_ctrl_c(rt);
            Lisp::run(rt)
        },
    )?
}

#[global_allocator]
static ALLOCATOR: holloway::heap::Reserved = holloway::heap::Reserved;

fn main() {
    let mut words = std::env::args().skip(1);
    let Some(path) = words.next() else {
        _ = writeln!(std::io::stderr(), "usage: lisp FILE [ARGUMENT ...]");
        std::process::exit(2);
    };
    if let Err(e) = run(&path, words.collect()) {
        // Nobody is left to be told that standard error is closed.
        _ = writeln!(std::io::stderr(), "lisp: {e}");
        std::process::exit(1);
    }
}
