//! The command `objmodel FILE [dictionaries|maps|versions]`.

use objmodel::{run, Stage};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let run = || -> Result<Vec<i64>, String> {
        let path = args.first().ok_or("usage: objmodel FILE [dictionaries|maps|versions]")?;
        let wanted = args.get(1).map_or("versions", String::as_str);
        let stage =
            Stage::ALL.iter().find(|s| s.0 == wanted).ok_or_else(|| format!("no stage '{wanted}'"))?;
        let source = holloway::world::ask(format_args!("read {path}"), || std::fs::read_to_string(path));
        let source = source.map_err(|e| format!("{path}: {e}"))?;
        run(&source, stage.1)
    };
    match run() {
        Ok(printed) => printed.iter().for_each(|x| println!("{x}")),
        Err(e) => {
            eprintln!("objmodel: {e}");
            std::process::exit(1);
        }
    }
}
