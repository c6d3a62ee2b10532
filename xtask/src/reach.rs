//! Lists what of an interpreter random programs never reach while traces are recorded and left.
//!
//! **Problem.** A generator finds nothing in code that its programs do not run, and says nothing of it.
//!
//! **Method.** Programs run under low thresholds with the JSON log. Each op in it names the line of the interpreter that did it, and the instruction of the
//! program; so the log of a run says what was *recorded* in loops and functions, what in *bridges*, and behind which lines' guards
//! steps were *resumed*. A campaign's lines are held against those that the conformance scripts and benchmark programs reach: what is left over is
//! a production that the generator lacks. Instructions that nothing reaches are listed, too, from the language's own list of them.
//!
//! **Not promised.** Lines that no program of any kind reaches are in no log. Native library code does no recorded ops: only its calls are seen.
//!
//! **Example.** `cargo xtask reach --lang python --count 200`.

use crate::styles;
use benches::languages::{self, root};
use holloway_testing::args::Args;
use holloway_testing::{process, scripts, settings};
use holloway_testing::{Engine, Language};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str = "--lang python [--count 100] [--seed 1] [--python PATH] [--lua PATH] [--lisp PATH] [--limit SECONDS] [--scripts on|off]
      lists lines of the interpreter and instructions that COUNT random programs do not reach in recordings, bridges and resumed steps";

/// Ways to reach a line.
const WAYS: &[&str] = &["recorded", "bridge", "resumed"];

/// For each way, lines and instructions reached, with the number of programs that did.
#[derive(Default)]
struct Reached {
    lines: [BTreeMap<String, u64>; 3],
    instructions: [BTreeMap<String, u64>; 3],
}

fn items(v: &Value) -> &[Value] {
    v.as_array().map_or(&[], Vec::as_slice)
}

/// The instruction in a place such as `f:12 Some(Add { a: 1 })`: the first capitalized word behind the line.
fn instruction(place: &str) -> Option<String> {
    let (_, rest) = place.split_once(' ')?;
    let words = rest.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let word = words.filter(|w| *w != "Some").find(|w| w.starts_with(char::is_uppercase))?;
    Some(word.to_string())
}

impl Reached {
    /// Adds what a log tells.
    fn read(&mut self, log: &str) -> Result<(), String> {
        let mut now: [BTreeSet<String>; 3] = Default::default();
        let mut places: [BTreeSet<String>; 3] = Default::default();
        let mut traces: BTreeMap<String, Value> = BTreeMap::new();
        for line in log.lines() {
            let event: Value = serde_json::from_str(line).map_err(|e| format!("the log: {e}"))?;
            let name = event["name"].as_str().unwrap_or("").to_string();
            match event["event"].as_str() {
                Some("trace") => {
                    let way = (event["kind"] == "bridge") as usize;
                    for op in items(&event["ops"]) {
                        now[way].extend(text_at(&event["sources"], &op["source"]));
                        places[way]
                            .extend(text_at(&event["places"], &op["place"]).and_then(|p| instruction(&p)));
                    }
                    traces.insert(name, event);
                }
                Some("exits") => {
                    let Some(trace) = traces.get(&name) else { continue };
                    for count in items(&event["counts"]) {
                        let exit = &trace["exits"][count[0].as_u64().unwrap_or(u64::MAX) as usize];
                        let guard = items(&trace["ops"]).iter().find(|op| op["at"] == exit["at"]);
                        now[2].extend(guard.and_then(|op| text_at(&trace["sources"], &op["source"])));
                        places[2]
                            .extend(text_at(&trace["places"], &exit["place"]).and_then(|p| instruction(&p)));
                    }
                }
                _ => {}
            }
        }
        for way in 0..WAYS.len() {
            for line in std::mem::take(&mut now[way]) {
                *self.lines[way].entry(line).or_default() += 1;
            }
            for place in std::mem::take(&mut places[way]) {
                *self.instructions[way].entry(place).or_default() += 1;
            }
        }
        Ok(())
    }
}

fn text_at(list: &Value, index: &Value) -> Option<String> {
    list[index.as_u64()? as usize].as_str().map(str::to_string)
}

/// Runs a program under settings for a seed and adds its log.
fn observe(
    into: &mut Reached,
    ours: &Engine,
    script: &str,
    dir: &Path,
    seed: u64,
    limit: Duration,
) -> Result<(), String> {
    let log = process::scratch(".json");
    let mut env = settings::draw(seed);
    env.retain(|(k, _)| !["HOLLOWAY_GC", "HOLLOWAY_AUDIT", "HOLLOWAY_LOG"].contains(&k.as_str()));
    env.push(("HOLLOWAY_LOG".to_string(), format!("json={}", log.display())));
    let outcome = ours.with_settings(&ours.name, env).run(script, &[], dir, limit, None);
    let text = std::fs::read_to_string(&log).unwrap_or_default();
    // Best effort: a scratch file that stays behind harms nothing.
    let _ = std::fs::remove_file(&log);
    match outcome? {
        o if o.timed_out => Ok(()),
        _ => into.read(&text),
    }
}

/// The names of a language's instructions, from its list of them.
fn instructions(lang: &Language) -> Result<Vec<String>, String> {
    let src = root().join(format!("examples/{}/src", lang.name));
    let text =
        ["bytecode.rs", "code.rs"].iter().find_map(|file| std::fs::read_to_string(src.join(file)).ok());
    let text = text.ok_or_else(|| format!("no list of instructions in {}", src.display()))?;
    let list = text.split_once("pub enum Op {").map_or("", |t| t.1);
    let list = list.split_once("\n}").map_or(list, |t| t.0);
    let named =
        list.lines().filter_map(|l| l.strip_prefix("    ").filter(|l| l.starts_with(char::is_uppercase)));
    Ok(named.map(|l| l.chars().take_while(|c| c.is_alphanumeric()).collect()).collect())
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let lang = languages::one(args)?.ok_or("--lang is missing")?;
    let ours = languages::ours(lang, args)?;
    let (count, first) = (args.number("count", 100)?, args.number("seed", 1)?);
    let limit = Duration::from_secs(args.number("limit", 30)?);
    let dir = process::scratch(".dir");
    std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let styles = styles::of(lang, true);
    let mut random = Reached::default();
    for k in 0..count {
        let style = &styles[k as usize % styles.len()];
        let file = lang.file("p");
        std::fs::write(dir.join(&file), style.programs(&[first + k])).map_err(|e| e.to_string())?;
        observe(&mut random, &ours, "p", &dir, first + k, limit)?;
    }
    // Best effort: a scratch directory that stays behind harms nothing.
    let _ = std::fs::remove_dir_all(&dir);
    let mut scripts = Reached::default();
    if args.text("scripts").unwrap_or("on") == "on" {
        for (k, script) in scripts::scripts(lang, None)?.iter().enumerate() {
            observe(&mut scripts, &ours, &script.name, script.dir(), 7 * k as u64 + 1, limit)?;
        }
    }
    for (way, name) in WAYS.iter().enumerate() {
        let missing: Vec<_> =
            scripts.lines[way].keys().filter(|l| !random.lines[way].contains_key(*l)).collect();
        println!(
            "{name}: {} lines by random programs; {} only by scripts:",
            random.lines[way].len(),
            missing.len()
        );
        for line in &missing {
            println!("  {line}");
        }
        let never: Vec<String> =
            instructions(lang)?.into_iter().filter(|i| !random.instructions[way].contains_key(i)).collect();
        println!("{name}: instructions no random program reached: {}", never.join(" "));
        let rare = random.instructions[way].iter().filter(|(_, n)| **n * 50 < count);
        println!(
            "{name}: reached by less than one in 50: {}",
            rare.map(|(i, _)| i.as_str()).collect::<Vec<_>>().join(" ")
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_tells_lines_and_instructions() {
        let log = r#"{"event":"trace","kind":"bridge","name":"b-0","places":["entry","f:3 Some(Add { a: 1 })"],"sources":["x.rs:5","x.rs:7"],"ops":[{"at":0,"place":0,"source":0},{"at":4,"place":1,"source":1}],"exits":[{"at":4,"op":"guard_true","place":1}]}
{"event":"exits","name":"b-0","counts":[[0,3]]}"#;
        let mut reached = Reached::default();
        reached.read(log).unwrap();
        assert!(reached.lines[0].is_empty());
        assert_eq!(reached.lines[1].keys().collect::<Vec<_>>(), ["x.rs:5", "x.rs:7"]);
        assert_eq!(reached.lines[2].keys().collect::<Vec<_>>(), ["x.rs:7"]);
        assert_eq!(reached.instructions[2].keys().collect::<Vec<_>>(), ["Add"]);
    }

    #[test]
    fn languages_list_their_instructions() {
        for (lang, one) in
            languages::LANGUAGES.iter().chain(languages::LESSONS).zip(["Move", "Move", "Slide"])
        {
            let all = instructions(lang).unwrap();
            assert!(all.len() > 40 && all.iter().any(|i| i == one), "{}: {all:?}", lang.name);
        }
    }
}
