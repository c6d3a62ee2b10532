//! Allocations that stayed, and why.
//!
//! **Problem.** An object that nobody else sees need not be made. Where one is made all the same, its author wants to know which op lets it be seen.
//!
//! **How.** The optimizer puts an allocation off until an op forces it, and says which (`put off`, `of`). What that op does to the object follows from its kind.
//! An allocation that was never put off has a reason of its own.
//!
//! **Not promised.** One op may force several objects, of which it names only the first: the others are reached from it.

use super::data::{Allocation, NONE};
use super::prepare::Text;
use crate::log::{Fate, Op, Trace};

/// The place of what is before a trace's first step.
const ENTRY: &str = "entry";

/// The allocations of a trace. `spot` gives the spot of a place; what a bridge makes before its first step, in the place of what was put off where it comes from, is of the spot `begins`.
pub(super) fn of_trace(
    t: &Trace,
    n: u32,
    recorded: &Text<'_>,
    begins: i64,
    spot: impl Fn(usize) -> i64,
) -> Vec<Allocation> {
    let made = |o: &Op| matches!(o.op.as_str(), "new" | "new_array") && o.fate != Fate::Removed;
    let stayed = t.ops.iter().enumerate().filter(|(_, o)| made(o));
    stayed
        .map(|(k, o)| Allocation {
            trace: n,
            op: k,
            spot: if t.places[o.place] == ENTRY { begins } else { spot(o.place) },
            hoisted: o.fate == Fate::Hoisted,
            what: what(recorded, k),
            why: match t.places[o.place] == ENTRY {
                true => format!(
                    "put off before the exit that the bridge comes from; here {}",
                    why(t, o, recorded)
                ),
                false => why(t, o, recorded),
            },
            of: o.of.map_or(NONE, |of| of as i64),
        })
        .collect()
}

/// The type of what an op makes.
fn what(recorded: &Text<'_>, op: usize) -> String {
    let text = recorded.ops.get(op).copied().unwrap_or_default();
    let number = text.split(['(', ' ', ',']).find(|w| is_number(w, 't')).unwrap_or("?");
    name(recorded, "type", number).unwrap_or(number).to_string()
}

fn why(t: &Trace, o: &Op, recorded: &Text<'_>) -> String {
    let Some(by) = o.of.filter(|_| o.why == "put off") else {
        return match (o.why.as_str(), o.op.as_str()) {
            ("put off", _) => "it is carried into a loop that expects an object".into(),
            (_, "new_array") => "its length is not known, or too large to follow".into(),
            _ => "too many objects were put off already, or the pass `virtuals` is off".into(),
        };
    };
    let text = recorded.ops.get(by).copied().unwrap_or_default();
    let callee = || {
        let number = text.split(['(', ' ']).find(|w| is_number(w, 'h')).unwrap_or_default();
        name(recorded, "helper", number).unwrap_or("a helper").to_string()
    };
    match t.ops[by].op.as_str() {
        "call" | "call_pure" | "call_read" => format!("it is passed to the helper {}", callee()),
        "call_trace" => "it is passed to a function that has a trace of its own".into(),
        "store" | "store_elem" => "it is stored into an object that others see".into(),
        "load" | "load_elem" => "it is read in a way that cannot be followed".into(),
        "jump" => "it lives on in the next turn of the loop, or in another trace".into(),
        "finish" => "it is returned".into(),
        op => format!("`{op}` needs it"),
    }
}

/// Whether a word is a letter and a number.
fn is_number(word: &str, letter: char) -> bool {
    word.strip_prefix(letter).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// What the head of a trace calls a number: the first word behind `KIND NUMBER = `.
fn name<'a>(recorded: &Text<'a>, kind: &str, number: &str) -> Option<&'a str> {
    let line = recorded.head.lines().find(|l| {
        l.strip_prefix(kind)
            .and_then(|l| l.trim_start().strip_prefix(number))
            .is_some_and(|l| l.starts_with(' '))
    })?;
    line.split(" = ").nth(1)?.split(['{', ' ']).next()
}

#[cfg(test)]
mod tests {
    use crate::explorer::prepare::prepare;
    use crate::log::Log;

    /// A trace that makes objects; `ops` are their fates and what is recorded.
    fn why(ops: &[(&str, &str, &str)]) -> Vec<(String, String)> {
        let fates = ops.iter().map(|(op, _, fate)| format!(r#"{{"op":"{op}","place":0,{fate}}}"#));
        let fates = fates.collect::<Vec<_>>().join(",");
        let texts: String = ops.iter().map(|op| format!("{}\\n", op.1)).collect();
        let n = ops.len();
        let log = format!(
            r#"{{"v":2,"event":"trace","name":"loop-0","recorded":{n},"left":{n},"added":0,"bytes":9,"places":["f:2"],"exits":[],"ops":[{fates}],
            "ir":"type t0 = Pair{{header=1, size=24, stride=0, len=0}}\nhelper h1 = keep{{addr=0x0, effect=all}}\n{texts}","optimized":""}}"#
        );
        let log = Log::parse(&log.replace('\n', "")).expect("a log");
        let data = prepare(&log, "x", Vec::new());
        data.allocations.into_iter().map(|a| (a.what, a.why)).collect()
    }

    #[test]
    fn an_allocation_stays_because_of_the_op_that_forces_it() {
        let put_off =
            |of: u32| format!(r#""fate":"kept","at":0,"pass":"virtuals","why":"put off","of":{of}"#);
        let kept = r#""fate":"kept","at":1"#;
        let made = |by: (&str, &str)| {
            let all = why(&[("new", "r0 = new t0", &put_off(1)), (by.0, by.1, kept)]);
            assert_eq!(all[0].0, "Pair");
            all[0].1.clone()
        };
        assert_eq!(made(("call", "i1 = call h1(r0)")), "it is passed to the helper keep");
        assert_eq!(made(("store", "store r9 r0 x0")), "it is stored into an object that others see");
        assert_eq!(
            made(("jump", "jump start(r0)")),
            "it lives on in the next turn of the loop, or in another trace"
        );
    }

    #[test]
    fn what_is_gone_is_not_told_and_what_was_never_put_off_has_a_reason() {
        let gone = r#""fate":"removed","pass":"virtuals","why":"virtual allocation""#;
        let kept = r#""fate":"kept","at":1"#;
        let all = why(&[("new", "r0 = new t0", gone), ("new_array", "r1 = new_array t0 i5", kept)]);
        assert_eq!(
            all,
            [("Pair".to_string(), "its length is not known, or too large to follow".to_string())]
        );
    }
}
