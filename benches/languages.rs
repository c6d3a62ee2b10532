//! What `cargo bench` runs: our languages beside their reference and other peers, once and short; or any command of [`benches::COMMANDS`].
//!
//! **Example.** `cargo bench` measures both languages, `cargo bench -- --lang lua --programs sieve,json` two programs,
//! `cargo bench -- packages --packages chess` another command.

/// What `cargo bench` takes for `bench`'s options where nothing else is said: minutes, not hours.
const SHORT: [&str; 4] = ["--runs", "1", "--iters", "2"];

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    // Cargo adds this word, but not where `cargo test --all-targets` only wants to know that benchmarks start.
    let Some(at) = words.iter().position(|w| w == "--bench") else { return };
    words.remove(at);
    let name = match words.first() {
        Some(word) if !word.starts_with('-') => words.remove(0),
        _ => "bench".to_string(),
    };
    if name == "bench" {
        // Later words win.
        words.splice(..0, SHORT.map(str::to_string));
    }
    benches::commands(&name, words.into_iter());
}
