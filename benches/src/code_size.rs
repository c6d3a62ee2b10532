//! Code size and instructions by trace op: this machine's processor beside another.
//!
//! **Problem.** A backend that needs twice the code for an op shows in no test. So the programs of both languages run on two engines, and traces
//! that both recorded alike are compared: same name, same optimized trace.
//!
//! **Method.** `HOLLOWAY_LOG=asm,json=FILE` tells the trace, the bytes of native code (constants and exit stubs included) and the
//! instructions. Nothing is timed, so an emulator and a busy machine do not matter.
//!
//! **Not promised.** Traces that one engine recorded otherwise are left out, and counted.
//!
//! **Example.** `cargo xtask code-size --lua target/aarch64/lua --python target/aarch64/python`.

use crate::languages;
use holloway_testing::args::Args;
use holloway_testing::Engine;
use holloway_testing::{process, scripts};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str = "[--lang lua,python] --lua PATH --python PATH [--only NAME,..]
      compares the native code of all programs' traces: bytes and instructions by op, our release build beside the engine at PATH";

/// What an engine made of a trace.
struct Code {
    trace: String,
    ops: f64,
    bytes: f64,
    instructions: f64,
}

/// Sums over traces.
#[derive(Default)]
struct Total {
    traces: u32,
    others: u32,
    ops: f64,
    bytes: [f64; 2],
    instructions: [f64; 2],
    /// Sums of logarithms of the other engine's share: bytes, instructions.
    logs: [f64; 2],
}

impl Total {
    fn add(&mut self, ours: &Code, theirs: &Code) {
        self.traces += 1;
        self.ops += ours.ops;
        for (k, code) in [ours, theirs].into_iter().enumerate() {
            self.bytes[k] += code.bytes;
            self.instructions[k] += code.instructions;
        }
        self.logs[0] += (theirs.bytes / ours.bytes).ln();
        self.logs[1] += (theirs.instructions / ours.instructions).ln();
    }
    fn merge(&mut self, o: &Total) {
        self.traces += o.traces;
        self.others += o.others;
        self.ops += o.ops;
        for k in 0..2 {
            self.bytes[k] += o.bytes[k];
            self.instructions[k] += o.instructions[k];
            self.logs[k] += o.logs[k];
        }
    }
    fn line(&self, name: &str) -> String {
        if self.traces == 0 {
            return format!("{name:<16} no trace that both recorded alike ({} others)", self.others);
        }
        let mean = |k: usize| (self.logs[k] / self.traces as f64).exp();
        format!(
            "{name:<16} {:>5} traces ({} others), {:>6} ops: bytes/op {:.1} and {:.1}, by trace {:.2}; instructions/op {:.2} and {:.2}, by trace {:.2}",
            self.traces,
            self.others,
            self.ops,
            self.bytes[0] / self.ops,
            self.bytes[1] / self.ops,
            mean(0),
            self.instructions[0] / self.ops,
            self.instructions[1] / self.ops,
            mean(1),
        )
    }
}

/// How many instructions a trace has: lines of its listing.
fn instructions(event: &Value) -> Option<f64> {
    let parts = event["asm"].as_array()?;
    Some(parts.iter().filter_map(|part| part[1].as_str()).map(|lines| lines.lines().count()).sum::<usize>()
        as f64)
}

/// Runs a program and tells what became of its traces, by name.
fn measure(
    engine: &Engine,
    script: &scripts::Script,
    limit: Duration,
) -> Result<BTreeMap<String, Code>, String> {
    let file = process::scratch(".json");
    let env = [
        ("HOLLOWAY_LOG".to_string(), format!("asm,json={}", file.display())),
        ("HOLLOWAY_GPU".to_string(), "off".to_string()),
    ];
    let outcome = engine.with(&engine.name, env.into()).run(
        &script.name,
        &script.arguments,
        script.dir(),
        limit,
        None,
    )?;
    let log = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()));
    // Best effort: a scratch file that stays behind harms nothing.
    let _ = std::fs::remove_file(&file);
    if outcome.code != Some(0) {
        return Err(format!("{}: {}: {}", engine.program.display(), script.name, outcome.ending()));
    }
    let mut codes = BTreeMap::new();
    for line in log?.lines() {
        let event: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
        if event["event"] != "trace" {
            continue;
        }
        let name = event["name"].as_str().unwrap_or_default().to_string();
        let number = |key: &str| event[key].as_f64().ok_or(format!("a trace without {key}"));
        let instructions = instructions(&event).ok_or(format!("{name} has no listing"))?;
        let trace = event["optimized"].as_str().unwrap_or_default().to_string();
        let code = Code { trace, ops: number("left")?, bytes: number("bytes")?, instructions };
        codes.entry(name).or_insert(code);
    }
    Ok(codes)
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let limit = Duration::from_secs(600);
    for lang in languages::select(args)? {
        let other = args.text(lang.name).ok_or(format!("--{} PATH is missing; usage: {USAGE}", lang.name))?;
        let (ours, other) = (lang.ours(None)?, lang.ours(Some(other))?);
        let mut all = Total::default();
        for script in scripts::scripts_in(lang, &lang.path(lang.programs))? {
            if args.list("only").is_some_and(|only| !only.contains(&script.name.as_str())) {
                continue;
            }
            let [mine, theirs] = [&ours, &other].map(|e| measure(e, &script, limit));
            let (mine, theirs) = (mine?, theirs?);
            let mut total = Total::default();
            for (name, code) in &mine {
                match theirs.get(name) {
                    Some(twin) if twin.trace == code.trace => total.add(code, twin),
                    _ => total.others += 1,
                }
            }
            println!("{}", total.line(&script.name));
            all.merge(&total);
        }
        println!("{}", all.line(&format!("all of {}", lang.name)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_all_parts_are_instructions() {
        let event = serde_json::json!({ "asm": [["entry", "0  push %rbp\n1  mov $1,%eax"], [3, "5  ret"]] });
        assert_eq!(instructions(&event), Some(3.0));
        assert_eq!(instructions(&serde_json::json!({})), None);
    }

    #[test]
    fn shares_are_averaged_by_trace() {
        let code = |bytes, instructions| Code { trace: String::new(), ops: 10.0, bytes, instructions };
        let mut total = Total::default();
        total.add(&code(100.0, 20.0), &code(50.0, 20.0));
        total.add(&code(100.0, 20.0), &code(200.0, 20.0));
        assert!(total
            .line("x")
            .contains("bytes/op 10.0 and 12.5, by trace 1.00; instructions/op 2.00 and 2.00"));
    }
}
