//! Filling templates. `$` and a letter stands for:
//!
//! | letter | what |
//! |---|---|
//! | `I F N B S` | an expression: integer, float, number, boolean, string |
//! | `V` | an expression of any of these types, or `None` |
//! | `W R` | an integer, a string without quotes |
//! | `L M D E U O C` | a visible list, mixed list, dict, set, tuple, object, function, or a fresh one; the same throughout the template |
//! | `i f n b s l m d e u o c` | a visible variable that may be assigned; the same throughout. Without one the template is not used |
//! | `x y z` | a fresh name; the same throughout |
//! | `k j` | a small number; one from 1 to 5 |
//! | `q` | a small number, the same throughout |
//! | `K P G` | a class; a call of a pure function; a global |
//! | `t` | the trips of the loop that the template is |
//! | `!` | a statement that raises, or may |
//!
//! In templates of statements, a line `@` is a block; `@L` one that the loop repeats, in which `$x` is an integer; `@F` the body of a function.

use super::tables::{self, FAULTS, STATEMENTS};
use super::{Gen, Ty, MOST_REPEATS, TYPES};

/// What a template's letters have been given so far.
#[derive(Default)]
struct Filled {
    known: Vec<(char, String)>,
    trips: u64,
}

impl Filled {
    fn get(&self, c: char) -> Option<String> {
        self.known.iter().find(|k| k.0 == c).map(|k| k.1.clone())
    }
    fn keep(&mut self, c: char, text: String) -> String {
        self.known.push((c, text.clone()));
        text
    }
}

impl Gen {
    /// An expression from a template. `None` if it needs a variable there is none of.
    pub(super) fn expression(&mut self, template: &str, depth: u32) -> Option<String> {
        self.fill(template, depth, &mut Filled::default())
    }

    fn fill(&mut self, template: &str, depth: u32, f: &mut Filled) -> Option<String> {
        let mut out = String::new();
        let mut chars = template.chars();
        while let Some(c) = chars.next() {
            match c {
                '$' => out.push_str(&self.letter(chars.next().unwrap_or('$'), depth, f)?),
                c => out.push(c),
            }
        }
        Some(out)
    }

    fn letter(&mut self, c: char, depth: u32, f: &mut Filled) -> Option<String> {
        if let Some(known) = f.get(c) {
            return Some(known);
        }
        let below = depth.saturating_sub(1);
        if let Some(table) = tables::EXPRESSIONS.iter().find(|t| t.0 == c) {
            return Some(self.typed(table, below));
        }
        Some(match c {
            'V' => {
                let letter = *self.rng.pick(&['I', 'I', 'F', 'B', 'S', '0']);
                return if letter == '0' { Some("None".into()) } else { self.letter(letter, depth, f) };
            }
            'x' | 'y' | 'z' => {
                let name = self.name(&c.to_string());
                f.keep(c, name)
            }
            'k' => self.rng.below(10).to_string(),
            'j' => self.rng.range(1, 5).to_string(),
            'W' => self.var(Ty::Int).unwrap_or_else(|| "255".to_string()),
            'R' => self.var(Ty::Str).unwrap_or_else(|| "\"ab\"".to_string()),
            'q' => {
                let text = self.rng.below(8).to_string();
                f.keep(c, text)
            }
            't' => f.trips.to_string(),
            'K' if self.classes.is_empty() => "Box".into(),
            'K' => self.base.rng.pick(&self.classes).clone(),
            'G' => {
                let name = self.base.rng.pick(&self.globals).clone();
                f.keep(c, name)
            }
            'P' => {
                if self.funcs.is_empty() {
                    return self.letter('I', below, f);
                }
                let name = self.base.rng.pick(&self.funcs).clone();
                let call = *self.rng.pick(tables::CALLS);
                let arguments = self.expression(call, below)?;
                format!("{name}({arguments})")
            }
            '!' => {
                let fault = *self.rng.pick(FAULTS);
                self.fill(fault, 1, f)?
            }
            lower if lower.is_lowercase() => {
                let (ty, ..) = TYPES.iter().find(|t| t.1 == lower)?;
                let name = self.target(*ty)?;
                f.keep(lower, name)
            }
            upper => {
                let (ty, _, values) = TYPES.iter().find(|t| t.1 == upper.to_ascii_lowercase())?;
                let text = match self.var(*ty) {
                    Some(name) => name,
                    None => {
                        let value = *self.rng.pick(values);
                        format!("({})", self.expression(value, 1)?)
                    }
                };
                f.keep(upper, text)
            }
        })
    }

    /// An expression of a scalar type.
    fn typed(&mut self, table: &tables::Expressions, depth: u32) -> String {
        let (_, ty, leaves, templates) = table;
        if depth > 0 && !self.rng.one_in(4) {
            let template = *self.rng.pick(templates);
            if let Some(text) = self.expression(template, depth) {
                return format!("({text})");
            }
        }
        if !self.rng.one_in(3) {
            if let Some(name) = self.var(*ty) {
                return name;
            }
        }
        let text = *self.rng.pick(leaves);
        if text.starts_with('-') {
            format!("({text})")
        } else {
            text.to_string()
        }
    }

    /// Some statements, at least one.
    fn block(&mut self) {
        self.depth += 1;
        let visible = self.vars.len();
        for _ in 0..self.rng.range(1, 3) {
            self.statement();
        }
        self.base.vars.truncate(visible);
        self.depth -= 1;
    }

    /// A statement of any kind, as far as nesting and budget allow.
    pub(super) fn statement(&mut self) {
        let nested = self.depth < 3 && self.affords(20);
        for _ in 0..20 {
            let template = *self.rng.pick(STATEMENTS);
            let has_block = template.contains('@');
            if has_block && !nested {
                continue;
            }
            let trips = match template.contains("$t") {
                false => 1,
                true if self.repeats * 4 > MOST_REPEATS => continue,
                true => {
                    let most = (MOST_REPEATS / self.repeats).min(30);
                    self.rng.range(2, most)
                }
            };
            if self.template(template, trips) {
                return;
            }
        }
        self.line("mix('none')");
    }

    /// A loop that is compiled, and what was left of it.
    pub(super) fn hot_loop(&mut self) {
        let trips = self.rng.range(60, 250);
        let template = *self.rng.pick(tables::HOT_LOOPS);
        self.template(template, trips);
        self.note_some("after loop");
    }

    /// Writes the statement of a template; false if it needs something there is not.
    pub(super) fn template(&mut self, template: &str, trips: u64) -> bool {
        let mut filled = Filled { known: Vec::new(), trips };
        // What is assigned is chosen first, so that nothing has been written when there is none.
        let mut letters = template.chars();
        while let Some(c) = letters.next() {
            if c == '$' {
                let c = letters.next().unwrap_or('$');
                if TYPES.iter().any(|t| t.1 == c) && self.letter(c, 1, &mut filled).is_none() {
                    return false;
                }
            }
        }
        self.base.spent += self.base.repeats;
        let visible = self.vars.len();
        let base = self.indent;
        for line in template.lines() {
            let text = line.trim_start();
            self.indent = base + (line.len() - text.len()) / 2;
            match text {
                "@" => self.block(),
                "@L" => self.repeated(trips, filled.get('x')),
                "@F" => self.function_body(trips),
                _ => {
                    let text = self.fill(text, 3, &mut filled).unwrap_or_else(|| "pass".to_string());
                    self.line(&text);
                }
            }
        }
        self.indent = base;
        self.base.vars.truncate(visible);
        self.cut_back(&filled);
        true
    }

    /// Keeps what was assigned from growing.
    fn cut_back(&mut self, f: &Filled) {
        if let Some(i) = f.get('i') {
            let text = match self.rng.below(3) {
                0 => format!("{i} = clip({i})"),
                _ => format!("if not -BIG < {i} < BIG: {i} %= 1000003"),
            };
            self.line(&text);
        }
        if let Some(n) = f.get('n') {
            self.line(&format!("if not -1e18 < {n} < 1e18: {n} = 5"));
        }
        if let Some(s) = f.get('s') {
            self.line(&format!("{s} = {s}[-30:]"));
        }
        if let Some(l) = f.get('l').or(f.get('L')).filter(|l| !l.starts_with('(')) {
            self.line(&format!("del {l}[20:]"));
            // Every item: what is made of all items squares them each time round a loop.
            self.line(&format!("if not -BIG < min({l}) <= max({l}) < BIG: {l}[:] = [clip(x) for x in {l}]"));
        }
    }

    fn repeated(&mut self, trips: u64, counter: Option<String>) {
        let outer = (self.base.repeats, std::mem::replace(&mut self.in_loop, true));
        self.base.repeats *= trips;
        let visible = self.vars.len();
        if let Some(x) = counter {
            self.declare(&x, Ty::Int, false);
        }
        self.block();
        if self.rng.one_in(5) {
            let (test, what) = (self.expression("$B", 2), *self.rng.pick(&["break", "continue"]));
            self.line(&format!("if {}: {what}", test.unwrap_or_default()));
        }
        self.base.vars.truncate(visible);
        (self.base.repeats, self.in_loop) = outer;
    }

    /// Statements that see the variables around but assign none of them, save one that is declared so.
    fn function_body(&mut self, calls: u64) {
        let outer = (self.base.repeats, std::mem::replace(&mut self.in_loop, false), self.vars.clone());
        self.base.repeats *= calls;
        let shared = self.target(Ty::Int).filter(|_| self.rng.one_in(2));
        for v in self.base.vars.iter_mut() {
            v.mutable = shared.as_ref() == Some(&v.name);
        }
        let globals = format!("global {}", self.globals.join(", "));
        self.line(&globals);
        if let Some(name) = &shared {
            self.line(&format!("nonlocal {name}"));
        }
        self.local(Ty::Int);
        self.block();
        self.block();
        (self.base.repeats, self.in_loop, self.base.vars) = outer;
    }
}
