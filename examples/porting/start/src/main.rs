//! The command `plum FILE [SIZE]`.

mod compile;
mod lexer;
mod natives;
mod value;
mod vm;

fn run(path: &str, size: Option<i64>) -> Result<(), String> {
    let source = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let main = compile::compile(&source)?;
    vm::Vm::new(size).run(main)
}

fn main() {
    let mut words = std::env::args().skip(1);
    let path = words.next().unwrap_or_default();
    let size = words.next().and_then(|w| w.parse().ok());
    if let Err(message) = run(&path, size) {
        eprintln!("plum: {message}");
        std::process::exit(1);
    }
}
