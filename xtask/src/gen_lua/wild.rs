//! Wild programs: anything may flow anywhere.
//!
//! **Problem.** Programs whose variables keep their types exercise what an interpreter does right, not the ways out of it. Here functions take and return
//! whatever turns up, recursively and as open lists of results, objects have metamethods that change, and hot loops call all of it with arguments that
//! change from one kind to another; errors are caught and noted with their messages, or with the stack.
//!
//! **Invariants.** A program ends: functions and loops that might not take fuel (`tick`), and texts and tables are cut back. Its output is what the
//! language defines, and beyond that the messages of errors. No address is printed; `#` is taken only of sequences. No call changes a local variable
//! that the same statement reads, as an operand may be read before a call or after it: nested functions assign only variables of their own (`$own`),
//! the locals `x1 x2` from around the program, and the globals `g1 g2 g3`.
//!
//! The text comes from the grammar in `wild.grammar`; this file adds what a grammar cannot say: which functions and classes there are,
//! with which parameters.

use holloway_testing::grammar::{Grammar, Scope, State};
use std::fmt::Write as _;
use std::sync::OnceLock;

const PRELUDE: &str = include_str!("wild_prelude.lua");
/// Rules that the scope knows.
const SPECIALS: &[&str] = &["func", "class", "param", "dots"];
/// How deep statements nest in a function.
const DEPTH: u32 = 5;

fn grammar() -> &'static Grammar {
    static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
    GRAMMAR.get_or_init(|| {
        let text = concat!(include_str!("wild.grammar"), include_str!("wild_blocks.grammar"));
        // Only a function that takes `...` may name it.
        Grammar::parse(text, SPECIALS, "...").unwrap_or_else(|e| panic!("the grammar of wild programs: {e}"))
    })
}

/// What there is where the text goes.
struct Wild {
    funcs: Vec<String>,
    classes: Vec<String>,
    /// What the variables of a function may begin with.
    params: Vec<String>,
}

impl Wild {
    fn class(&mut self, g: &Grammar, s: &mut State, name: String) -> String {
        s.restricted = true;
        // Without `__le`, the reference may or may not ask `__lt`.
        let mut out = format!(
            "{name} = {{}}\n{name}.__index = {name}\n{name}.__name = '{name}'\nfunction {name}.__le(a, b) return type(a) == 'table' end\n"
        );
        self.classes.push(name.clone());
        for _ in 0..s.rng.range(3, 9) {
            out += &g.lines("", "member", 2, s, self).replace("CLASS", &name);
        }
        out
    }

    fn function(&mut self, g: &Grammar, s: &mut State, name: &str) -> String {
        let vararg = s.rng.one_in(2);
        let mut params = vec!["n".to_string()];
        params.extend((0..s.rng.below(4)).map(|k| format!("p{k}")));
        self.params = params.clone();
        if vararg {
            params.push("...".into());
            self.params.push("(...)".into());
        }
        s.restricted = !vararg;
        let params = params.join(", ");
        let mut out = match s.rng.one_in(3) {
            true => format!("{name} = function({params})\n"),
            false => format!("function {name}({params})\n"),
        };
        out += "  tick()\n";
        out += &g.lines("  ", "variables", 1, s, self);
        let _ = writeln!(out, "  if n <= 0 then return {} end", g.text("early", 2, s, self));
        for _ in 0..s.rng.range(1, 4) {
            out += &g.lines("  ", "block", DEPTH, s, self);
        }
        out += &g.lines("  ", "leave", 3, s, self);
        out + "end\n"
    }

    fn program(&mut self, g: &Grammar, s: &mut State, seed: u64) -> String {
        let mut out = format!("start({seed})\ndo\nlocal function program()\nlocal x1, x2 = 1, 'x'\n");
        self.funcs = (0..s.rng.range(2, 4)).map(|k| format!("F{k}")).collect();
        if s.rng.one_in(2) {
            let _ = writeln!(out, "local {}", self.funcs.join(", "));
        }
        self.params = ["self", "a", "b"].map(String::from).to_vec();
        for k in 0..s.rng.range(1, 3) {
            out += &self.class(g, s, format!("C{k}"));
        }
        for name in self.funcs.clone() {
            out += &self.function(g, s, &name);
        }
        self.params = ["n", "{1, 2}", "'s'"].map(String::from).to_vec();
        s.restricted = true;
        out += &g.lines("", "hot", 3, s, self);
        out + "end\nprogram()\nend\nfinish()\n"
    }
}

impl Scope for Wild {
    fn special(&mut self, _: &Grammar, s: &mut State, name: &str) -> Option<String> {
        match name {
            "func" => Some(s.rng.pick(&self.funcs).clone()),
            "class" => Some(s.rng.pick(&self.classes).clone()),
            "param" => Some(s.rng.pick(&self.params).clone()),
            "dots" => Some("...".into()),
            _ => None,
        }
    }
}

/// The programs for the seeds, one after the other.
pub fn generate(seeds: &[u64]) -> String {
    grammar().programs(PRELUDE, seeds, |g, s, seed| {
        Wild { funcs: Vec::new(), classes: Vec::new(), params: Vec::new() }.program(g, s, seed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_there_and_used() {
        let all = generate(&(0..60).collect::<Vec<_>>());
        for feature in [
            "goto ",
            "<close>",
            "<const>",
            "__newindex",
            "__gc",
            "coroutine.wrap",
            "coroutine.close",
            "xpcall",
            "select(",
            "string.pack",
            "debug.setmetatable",
            "load(",
            "repeat",
            "return F",
            "table.sort",
        ] {
            assert!(all.contains(feature), "no program uses {feature}");
        }
        assert!(!all.contains('$'));
        assert_eq!(generate(&[3]), generate(&[3]));
    }
}
