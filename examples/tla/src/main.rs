//! The command `tla FILE` (or `tla` with the program on standard input).

use holloway::world::ask;
use tla::{host::COROUTINES, Tla};

fn run(path: &str) -> Result<(), String> {
    let read = || match path {
        "-" => std::io::read_to_string(std::io::stdin()),
        path => std::fs::read_to_string(path),
    };
    let source = ask(format_args!("read {path}"), read);
    let source = source.map_err(|e| e.to_string())?;
    holloway::run(|_| Tla::new(&source, COROUTINES), |rt| Tla::run(rt).map(|_| ()))?
}

#[global_allocator]
static ALLOCATOR: holloway::heap::Reserved = holloway::heap::Reserved;

fn main() {
    let path = std::env::args().nth(1).unwrap_or_else(|| "-".into());
    if let Err(e) = run(&path) {
        eprintln!("tla: {path}: {e}");
        std::process::exit(1);
    }
}
