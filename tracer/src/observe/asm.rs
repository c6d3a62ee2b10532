//! Machine code for the log: instructions as text, by the op of the optimized trace that they are for.
//!
//! **Problem.** A listing says what a trace became, but not which of its instructions an op has cost. Code generation knows where each op's code begins
//! ([`CompiledTrace::parts`]), so the listing is cut there.
//!
//! **Invariants.** Instructions are listed by their distance from the first. Numbers that may be addresses of this process are `ADDR` unless they are asked
//! for, so two runs list the same.
//!
//! **Not promised.** An op without instructions of its own is not listed: a compare that a guard has swallowed is part of the guard.
//!
//! **Example.** `[[4,"1f  add $1,%rax"],["exits","40  movabs $ADDR,%r11\n4a  jmpq *(%r11)"]]`

use holloway_compiler::codegen::{CompiledTrace, Part};
use holloway_compiler::ir::Trace;
use serde_json::{json, Value};

/// Digits that a number has which may be an address.
const LONG: usize = 9;

/// The machine code of a trace, of which `text` is the disassembly as if it stood at address 0.
pub(crate) fn by_op(code: &CompiledTrace, text: &str, addresses: bool) -> Value {
    parts(code, text, addresses).into_iter().map(|(part, lines)| json!([of(part), lines])).collect()
}

/// The same for people: each op, then its instructions.
pub(crate) fn beside_ops(code: &CompiledTrace, text: &str, trace: &Trace) -> String {
    let part = |(part, lines): (Part, String)| {
        let head = match part {
            Part::Inst(n) => trace.inst_text(n as usize),
            part => of(part).as_str().unwrap_or_default().to_string(),
        };
        format!("{head}\n    {}\n", lines.replace('\n', "\n    "))
    };
    parts(code, text, true).into_iter().map(part).collect()
}

/// The disassembly, cut where the code of ops begins.
fn parts(code: &CompiledTrace, text: &str, addresses: bool) -> Vec<(Part, String)> {
    let mut parts: Vec<(Part, String)> = Vec::new();
    let mut starts = code.parts.iter().peekable();
    for line in text.lines() {
        let at = line.split("  ").next().and_then(|at| u32::from_str_radix(at, 16).ok()).unwrap_or(0);
        while let Some(&&(_, part)) = starts.peek().filter(|(from, _)| *from <= at) {
            parts.push((part, String::new()));
            starts.next();
        }
        let Some((part, lines)) = parts.last_mut() else { continue };
        if *part == Part::Constants {
            break;
        }
        let separator = if lines.is_empty() { "" } else { "\n" };
        *lines += separator;
        *lines += &short(line, addresses);
    }
    parts.retain(|(_, lines)| !lines.is_empty());
    parts
}

/// The number of an op, or a word.
fn of(part: Part) -> Value {
    match part {
        Part::Inst(n) => n.into(),
        Part::Entry => "entry".into(),
        Part::Cold => "cold".into(),
        Part::Exits => "exits".into(),
        Part::Body => "body".into(),
        Part::Constants => "constants".into(),
    }
}

/// The line with its numbers short and in small letters, and `ADDR` for long ones unless they are wanted.
fn short(line: &str, addresses: bool) -> String {
    let mut parts = line.split("0x");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_hexdigit).count();
        let (number, rest) = part.split_at(digits);
        out += &match number.trim_start_matches('0').to_lowercase().as_str() {
            "" => "0x0".into(),
            long if long.len() >= LONG && !addresses => "ADDR".to_string(),
            number => format!("0x{number}"),
        };
        out += rest;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn addresses_are_hidden_and_offsets_are_not() {
        assert_eq!(short("1f  jge 0x00000000000001AF", false), "1f  jge 0x1af");
        assert_eq!(short("3  movabs $0x7f0011223344,%r11", false), "3  movabs $ADDR,%r11");
        assert_eq!(short("3  movabs $0x7f0011223344,%r11", true), "3  movabs $0x7f0011223344,%r11");
        assert_eq!(short("3  mov 0x0(%rax),%rcx", false), "3  mov 0x0(%rax),%rcx");
    }
}
