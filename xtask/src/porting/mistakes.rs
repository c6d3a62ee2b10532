//! Mistakes in a port, and what says so.
//!
//! **Problem.** The document tells which message a mistake gives. So each is a diff of the last step, with the program and mode that show it and a piece of the message, and is made here.
//!
//! **Example.** `live.diff` leaves a register out of `live`; `sieve` in mode `audit` then ends with `a step reads a register that is not live`.

use super::{example, run_program, steps, Port, HOT};
use holloway_testing::modes;
use std::path::Path;

/// The mistakes.
pub fn all() -> Result<Vec<steps::Step>, String> {
    match steps::diffs(&example("mistakes"))? {
        none if none.is_empty() => Err("no mistakes".to_string()),
        some => Ok(some),
    }
}

/// Makes each of them in the last step's tree, and looks for its message.
pub fn check(port: &Port, last: &steps::Tree) -> Result<(), String> {
    for mistake in all()? {
        let name = &mistake.name;
        let binary = port.build(HOT, &mistake.apply(last)?).map_err(|e| format!("{name}: {e}"))?;
        let program = port.folder.join(format!("programs/{}.plum", mistake.says("program")?));
        let mode = modes::select(Some(vec![mistake.says("mode")?]))?[0];
        let outcome = run_program(&binary, Path::new(&program), &mode.environment(1))?;
        let (said, wanted) = (String::from_utf8_lossy(&outcome.stderr), mistake.says("says")?);
        if outcome.code == Some(0) || !said.contains(wanted) {
            return Err(format!("{name}: it does not say `{wanted}`: {outcome:?}"));
        }
        println!("{name}: `{wanted}`");
        // The next one is made in the same tree.
        steps::write(last, &port.folder)?;
    }
    Ok(())
}
