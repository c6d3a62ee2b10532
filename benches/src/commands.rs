//! Commands by name: what `cargo xtask NAME` and `cargo bench -- NAME` have in common.

use holloway_testing::args::{asks_for_usage, Args};

/// A command's name, its options with what it does, and the function that runs it.
pub type Command = (&'static str, &'static str, fn(&Args) -> Result<(), String>);

/// Runs the command that `name` is, with the options in `words`, and ends the process with a message where it fails. Where none is, all are
/// listed below `usage`.
pub fn run(usage: &str, commands: &[Command], name: &str, words: impl Iterator<Item = String>) {
    let Some((_, options, command)) = commands.iter().find(|c| c.0 == name) else {
        eprintln!("usage: {usage}");
        for (name, options, _) in commands {
            eprintln!("\n  {name} {options}");
        }
        std::process::exit(2);
    };
    let words: Vec<String> = words.collect();
    if asks_for_usage(&words) {
        return println!("usage: {name} {options}");
    }
    let result = Args::parse(words.into_iter())
        .and_then(|args| args.check_known(options).and_then(|()| command(&args)));
    if let Err(message) = result {
        eprintln!("{name}: {message}");
        std::process::exit(1);
    }
}
