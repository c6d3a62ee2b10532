//! Random programs do the same in every execution mode.
//!
//! **Problem.** Whoever writes test programs by hand thinks of the cases the compiler's writers thought of. The programs here are made from a seed: loops,
//! calls, recursion, lists, values that change kind, errors thrown and caught.
//!
//! **Invariants.** A program ends: loops count up to a bound by a variable that nothing else assigns, the last statement of the body; functions call
//! functions before them, or themselves with a smaller first argument; an estimate of the work bounds how these nest.
//!
//! **Settings.** `TLA_RANDOM_COUNT` programs (150 if not given) from seed `TLA_RANDOM_SEED` (1), in the modes `TLA_RANDOM_MODES`; a difference is reported with a shorter
//! program that still shows it.

use holloway::testing::draws::Draws;
use holloway::testing::{fuzz, Language, Style};
use std::fmt::Write;

/// Statements a program may run, about; it bounds how loops and calls nest.
const WORK: u64 = 12_000;

/// A function that may be called: its name, its parameters, what a call costs.
#[derive(Clone)]
struct Function {
    name: String,
    params: usize,
    cost: u64,
    /// Calls itself: the first argument is the depth and must be a small number.
    recursive: bool,
}

struct Generator {
    draws: Draws,
    text: String,
    /// Variables that may be assigned, most recent last; those that count loops may only be read.
    vars: Vec<String>,
    counters: Vec<String>,
    functions: Vec<Function>,
    names: u32,
    /// How often what is generated here runs, about, and what it has cost.
    weight: u64,
    cost: u64,
    indent: usize,
    in_function: bool,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        Generator {
            draws: Draws::seeded(seed),
            text: String::new(),
            vars: Vec::new(),
            counters: Vec::new(),
            functions: Vec::new(),
            names: 0,
            weight: 1,
            cost: 0,
            indent: 0,
            in_function: false,
        }
    }

    /// A number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        self.draws.below(n as usize) as u64
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn line(&mut self, text: &str) {
        self.cost += self.weight;
        let _ = writeln!(self.text, "{:1$}{text}", "", 2 * self.indent);
    }

    /// An expression; most are numbers, though nothing is sure of it.
    fn expr(&mut self, depth: u32) -> String {
        let leaf = depth == 0;
        match self.below(if leaf { 8 } else { 20 }) {
            0 | 1 => format!("{}", self.below(12)),
            2 if self.below(4) == 0 => "nil".into(),
            2 => format!("{}", [i32::MAX, i32::MAX - 1, 1000, 255, 64][self.below(5) as usize]),
            3 | 4 if !self.counters.is_empty() => {
                let k = self.below(self.counters.len() as u64) as usize;
                self.counters[k].clone()
            }
            0..8 if !self.vars.is_empty() => {
                // The last ones are mostly those of this block.
                let n = self.vars.len() as u64;
                let k = if self.below(2) == 0 { n - 1 - self.below(n.min(3)) } else { self.below(n) };
                self.vars[k as usize].clone()
            }
            0..8 => "7".into(),
            8..13 => {
                let op = ["+", "-", "*", "<", "=="][self.below(5) as usize];
                format!("({} {op} {})", self.expr(depth - 1), self.expr(depth - 1))
            }
            13 => format!("({} / {})", self.expr(depth - 1), self.below(5)),
            14 => format!("({} % {})", self.expr(depth - 1), 1 + self.below(9)),
            15 => format!("(0 - {})", self.expr(depth - 1)),
            16 => match self.vars.last().cloned() {
                Some(list) => format!("{list}[{}]", self.index(depth - 1)),
                None => "3".into(),
            },
            17 => format!("list {}", self.below(6)),
            _ => self.call(depth - 1),
        }
    }

    fn index(&mut self, depth: u32) -> String {
        match self.below(3) {
            0 => format!("{}", self.below(5)),
            1 => format!("({} % {})", self.expr(depth), 1 + self.below(5)),
            _ => self.expr(depth.min(1)),
        }
    }

    fn call(&mut self, depth: u32) -> String {
        if self.functions.is_empty() {
            return "5".into();
        }
        let k = self.below(self.functions.len() as u64) as usize;
        let f = self.functions[k].clone();
        if (self.cost + self.weight * f.cost) > WORK {
            return "6".into();
        }
        self.cost += self.weight * f.cost;
        let mut arguments: Vec<String> = (0..f.params).map(|_| self.expr(depth.min(1))).collect();
        if f.recursive {
            arguments[0] = format!("{}", self.below(f.cost / 2 + 1).min(40));
        }
        format!("{}({})", f.name, arguments.join(", "))
    }

    /// Statements in braces, after `head` on the same line.
    fn block(&mut self, head: &str, depth: u32, also: Option<String>, last: Option<String>) {
        self.line(&format!("{head} {{"));
        let scope = (self.vars.len(), self.counters.len());
        self.vars.extend(also);
        self.indent += 1;
        for _ in 0..1 + self.below(4) {
            self.statement(depth);
        }
        if let Some(last) = last {
            self.line(&last);
        }
        self.indent -= 1;
        self.vars.truncate(scope.0);
        self.counters.truncate(scope.1);
        self.line("}");
    }

    fn statement(&mut self, depth: u32) {
        let nested = depth > 0 && self.cost + self.weight * 8 < WORK;
        match self.below(if nested { 20 } else { 11 }) {
            0 | 1 => {
                let (e, name) = (self.expr(2), self.name("v"));
                self.line(&format!("let {name} = {e}"));
                self.vars.push(name);
            }
            2..6 => match self.vars.is_empty() {
                true => self.line("print 0"),
                false => {
                    let k = self.below(self.vars.len() as u64) as usize;
                    let (name, e) = (self.vars[k].clone(), self.expr(3));
                    self.line(&format!("{name} = {e}"));
                }
            },
            6 | 7 if !self.vars.is_empty() => {
                let k = self.below(self.vars.len() as u64) as usize;
                let (list, i, e) = (self.vars[k].clone(), self.index(1), self.expr(2));
                self.line(&format!("{list}[{i}] = {e}"));
            }
            8 if self.below(6) == 0 => {
                let e = self.expr(1);
                self.line(&format!("throw {e}"));
            }
            9 if self.in_function && self.below(5) == 0 => {
                let e = self.expr(2);
                self.line(&format!("return {e}"));
            }
            6..11 => {
                let e = self.expr(1);
                // Output is compared; too much of it only takes time.
                match self.weight < 300 {
                    true => self.line(&format!("print {e}")),
                    false => self.line(&format!("let _{} = {e}", self.names)),
                }
            }
            11..14 => {
                let c = self.expr(2);
                self.block(&format!("if {c}"), depth - 1, None, None);
                if self.below(2) == 0 {
                    self.block("else", depth - 1, None, None);
                }
            }
            14 | 15 => {
                let e = self.name("e");
                self.block("try", depth - 1, None, None);
                self.block(&format!("catch {e}"), depth - 1, Some(e.clone()), None);
            }
            _ => self.loop_statement(depth),
        }
    }

    fn loop_statement(&mut self, depth: u32) {
        let room = WORK.saturating_sub(self.cost) / (self.weight * 10);
        let n = [3, 9, 30, 70, 200][self.below(5) as usize].min(room);
        let counter = self.name("i");
        self.line(&format!("let {counter} = 0"));
        let outer = self.weight;
        self.weight *= n.max(1);
        self.counters.push(counter.clone());
        self.block(
            &format!("while {counter} < {n}"),
            depth - 1,
            None,
            Some(format!("{counter} = {counter} + 1")),
        );
        self.weight = outer;
    }

    /// A function; a recursive one counts its first parameter down.
    fn function(&mut self) {
        let name = self.name("f");
        let recursive = self.below(2) == 0;
        let params: Vec<String> = (0..1 + self.below(3)).map(|_| self.name("p")).collect();
        let outer = (std::mem::take(&mut self.counters), std::mem::replace(&mut self.weight, 1), self.cost);
        // A function may do a tenth of the work.
        self.cost = WORK - WORK / 10;
        let before = self.cost;
        self.in_function = true;
        self.line(&format!("fn {name}({}) {{", params.join(", ")));
        self.indent += 1;
        let rest = if recursive { &params[1..] } else { &params[..] };
        self.vars = rest.to_vec();
        if recursive {
            self.counters.push(params[0].clone());
            self.line(&format!("if {} < 1 {{ return {} }}", params[0], rest.first().map_or("1", |p| p)));
        }
        for _ in 0..1 + self.below(4) {
            self.statement(2);
        }
        let mut cost = self.cost - before;
        if recursive {
            let mut arguments = vec![format!("{} - 1", params[0])];
            arguments.extend(rest.iter().map(|_| self.expr(1)).collect::<Vec<_>>());
            let again = format!("{name}({})", arguments.join(", "));
            let e = self.expr(1);
            match self.below(3) {
                0 => self.line(&format!("return {again}")),
                1 => self.line(&format!("return {again} + {e}")),
                _ => {
                    self.line(&format!("let r = {again}"));
                    self.line(&format!("return r - {e}"));
                }
            }
            cost *= 40;
        } else {
            let e = self.expr(2);
            self.line(&format!("return {e}"));
        }
        self.indent -= 1;
        self.line("}");
        self.vars.clear();
        self.in_function = false;
        (self.counters, self.weight, self.cost) = outer;
        self.functions.push(Function { name, params: params.len(), cost, recursive });
    }

    fn program(mut self) -> String {
        for _ in 0..self.below(4) {
            self.function();
        }
        for k in 0..2 + self.below(3) {
            let name = self.name("g");
            let e = [format!("list {}", 2 + k), format!("{k}"), "nil".into()][self.below(3) as usize].clone();
            self.line(&format!("let {name} = {e}"));
            self.vars.push(name);
        }
        for _ in 0..2 + self.below(3) {
            // What one part throws is printed, and the next part runs.
            self.line("try {");
            let (scope, counters) = (self.vars.len(), self.counters.len());
            self.indent += 1;
            self.loop_statement(4);
            self.statement(3);
            self.indent -= 1;
            self.vars.truncate(scope);
            self.counters.truncate(counters);
            self.line("} catch e { print e }");
        }
        for name in self.vars.clone() {
            self.line(&format!("print {name}"));
        }
        self.text
    }
}

#[test]
fn random_programs_agree() {
    let language = Language { binary: env!("CARGO_BIN_EXE_tla"), ..Language::new("tla", "tla") };
    let program = |seeds: &[u64]| seeds.iter().map(|seed| Generator::new(*seed).program()).collect();
    // Names of functions are the same in each program, so a process has one.
    fuzz(&language, vec![Style::new("untyped", program)])
        .batch(1)
        .count(150)
        .modes("plain,jit,eager,chaos,dense,gc,audit")
        .draws(2)
        .variables("TLA_RANDOM")
        .check();
}

#[test]
fn a_seed_always_gives_the_same_program() {
    assert_eq!(Generator::new(5).program(), Generator::new(5).program());
    assert_ne!(Generator::new(5).program(), Generator::new(6).program());
}
