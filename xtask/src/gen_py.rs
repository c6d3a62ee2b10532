//! Generates random Python programs that end, always compile, and print their state as they go.
//!
//! Variables are typed by the generator (integers of any size, floats, strings, lists, dicts, sets, objects, functions), so most code runs without
//! exceptions; those are made on purpose inside `try`. Programs are put together from templates (see [`tables`]), filled in by [`fill`]. What
//! holds of every program:
//! - It terminates quickly: loops have bounded trip counts, and an estimate of the statements executed (`spent`) is kept under a budget.
//!   Integers, strings and lists are cut back when they grow.
//! - Its output is defined by the language: no addresses, no order of sets, no rounding of functions that libraries compute differently.
//!
//! Not promised: any particular mix of features in one program, or the same program for a seed after a change.
//!
//! A text may hold the programs of many seeds, each a function of its own behind the shared helpers, with globals of its own.
//!
//! Example: `generate(&[7], true)` always returns the same text, and `python3.11` runs it to the end.

use holloway_testing::generator::{Base, MOST_REPEATS};
use std::fmt::Write as _;
use std::ops::{Deref, DerefMut};

mod fill;
mod tables;
pub mod wild;

const PRELUDE: &str = include_str!("gen_py_prelude.py");

/// What the generator knows about a variable's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    /// An integer, up to some hundred bits.
    Int,
    /// A float.
    Float,
    /// An integer, a float or a boolean.
    Num,
    /// A boolean.
    Bool,
    /// A string.
    Str,
    /// A list of integers with at least one element.
    Ints,
    /// A list of integers, floats, booleans, strings and `None` with at least one element.
    Mixed,
    /// A dict from `'k0'`..`'k7'` to integers, not all present.
    Dict,
    /// A set of small integers.
    Set,
    /// A tuple of at least two integers.
    Tuple,
    /// An instance of `Box` or a class derived from it.
    Object,
    /// A function from an integer to an integer.
    Function,
}

/// A type, the letter of templates for it, and the values its variables begin with.
const TYPES: &[(Ty, char, &[&str])] = &[
    (Ty::Int, 'i', &["$I"]),
    (Ty::Float, 'f', &["$F"]),
    (Ty::Num, 'n', &["$N"]),
    (Ty::Bool, 'b', &["$B"]),
    (Ty::Str, 's', &["$S"]),
    (
        Ty::Ints,
        'l',
        &["[$I, $I, $I]", "[$I]", "[x * $k for x in range($k + 2)]", "list(range(1, 9))", "[$I] * 4"],
    ),
    (Ty::Mixed, 'm', &["[$I, $F, $S, None]", "[$B, $N]", "['x', 1.5, $I]"]),
    (Ty::Dict, 'd', &["{'k0': $I, 'k$k': $I}", "dict(k1=$I, k3=$k)", "{'k%d' % x: x for x in range($k)}"]),
    (Ty::Set, 'e', &["{$k, $k, $k}", "set()", "{x * x % 17 for x in range($k + 3)}", "set([$k, 3])"]),
    (Ty::Tuple, 'u', &["($I, $I)", "($I, $k, $I)", "tuple([$k, $k, 2])"]),
    (Ty::Object, 'o', &["$K($I)", "$K.made($I)", "$K(v=$k)"]),
    (Ty::Function, 'c', &["lambda x, y=$k: x - y", "(lambda q: lambda x: x + q)($I)", "$K($I)"]),
];

struct Gen {
    base: Base<Ty>,
    /// Names of generated classes.
    classes: Vec<String>,
    /// Names of pure functions of two integers that expressions may call.
    funcs: Vec<String>,
    /// The program's global variables, integers.
    globals: Vec<String>,
    /// Whether `break` and `continue` have a loop.
    in_loop: bool,
}

impl Deref for Gen {
    type Target = Base<Ty>;
    fn deref(&self) -> &Base<Ty> {
        &self.base
    }
}

impl DerefMut for Gen {
    fn deref_mut(&mut self) -> &mut Base<Ty> {
        &mut self.base
    }
}

impl Gen {
    /// Declares a new variable of the type with some starting value.
    fn local(&mut self, ty: Ty) {
        let Some((_, letter, values)) = TYPES.iter().find(|t| t.0 == ty) else { return };
        let template = *self.rng.pick(values);
        let Some(value) = self.expression(template, 2) else { return };
        let name = self.name(&letter.to_string());
        self.line(&format!("{name} = {value}"));
        self.declare(&name, ty, true);
    }

    /// Classes derived from `Box`, and pure functions.
    fn definitions(&mut self) {
        for at in 0..self.rng.range(1, 3) {
            let bases = match at {
                0 => "Box".to_string(),
                1 => self.base.rng.pick(&[&self.classes[0], "Box"]).to_string(),
                _ => format!("Mixin, {}", self.base.rng.pick(&self.classes)),
            };
            if at == 2 {
                self.open("class Mixin:");
                self.line("def __getattr__(self, name):");
                self.line("  if name.startswith('_'): raise AttributeError(name)");
                self.line("  return len(name)");
                self.indent -= 1;
            }
            let name = self.name("K");
            self.open(&format!("class {name}({bases}):"));
            for _ in 0..self.rng.range(1, 4) {
                let member = *self.rng.pick(tables::MEMBERS);
                self.statement_from(member, &[("x", Ty::Int)]);
            }
            self.indent -= 1;
            self.classes.push(name);
        }
        for _ in 0..self.rng.range(1, 3) {
            let name = self.name("f");
            let text = self.rng.pick(tables::FUNCTIONS).replace("$h", &name);
            self.statement_from(&text, &[("x", Ty::Int), ("y", Ty::Int)]);
            self.funcs.push(name);
        }
    }

    /// A template for statements, in which these variables stand for what is known of them.
    fn statement_from(&mut self, template: &str, params: &[(&str, Ty)]) {
        let outer = std::mem::take(&mut self.base.vars);
        params.iter().for_each(|(name, ty)| self.declare(name, *ty, false));
        self.template(template, 1);
        self.base.vars = outer;
    }

    /// Prints some of the visible variables.
    fn note_some(&mut self, label: &str) {
        let shown: Vec<String> =
            (0..self.rng.range(1, 4)).filter_map(|_| self.var_where(|v| v.ty != Ty::Function)).collect();
        if !shown.is_empty() {
            self.line(&format!("note('{label}', {})", shown.join(", ")));
        }
    }

    /// Prints every variable and the checksum.
    fn final_state(&mut self) {
        for v in self.vars.clone().iter().filter(|v| v.ty != Ty::Function) {
            self.line(&format!("note('{}', {})", v.name, v.name));
        }
        for k in self.classes.clone() {
            self.line(&format!("note('total', {k}.total)"));
        }
        self.line("print('hash', HASH, LINES)");
    }
}

/// The programs for the seeds, one after the other. With `messages` off they print of an exception only its type.
pub fn generate(seeds: &[u64], messages: bool) -> String {
    let mut text = PRELUDE.replace("@MESSAGES@", if messages { "True" } else { "False" });
    for &seed in seeds {
        let (globals, body) = body(seed);
        for g in &globals {
            let _ = writeln!(text, "{g} = {}", seed % 7);
        }
        let names = globals.join(", ");
        let _ = write!(text, "def program():\n  global {names}\n  start({seed})\n{body}program()\n");
    }
    text
}

/// The globals and statements of one seed's program.
fn body(seed: u64) -> (Vec<String>, String) {
    let mut gen = Gen {
        base: Base::new(seed),
        classes: Vec::new(),
        funcs: Vec::new(),
        globals: (0..2).map(|k| format!("G{seed}_{k}")).collect(),
        in_loop: false,
    };
    gen.indent = 1;
    gen.definitions();
    for g in gen.globals.clone() {
        gen.declare(&g, Ty::Int, false);
    }
    for (ty, ..) in TYPES {
        gen.local(*ty);
        if gen.rng.one_in(3) {
            gen.local(*ty);
        }
    }
    for _ in 0..gen.rng.range(2, 6) {
        gen.statement();
        if gen.rng.one_in(2) {
            gen.note_some("at");
        }
    }
    gen.hot_loop();
    gen.final_state();
    (gen.globals, gen.base.out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_seed_same_program() {
        assert_eq!(generate(&[11], true), generate(&[11], true));
        assert_ne!(generate(&[11], true), generate(&[12], true));
    }

    #[test]
    fn every_template_is_used_and_filled() {
        let all = generate(&(0..400).collect::<Vec<_>>(), true);
        assert!(!all.contains('$') && !all.contains('@'.to_string().repeat(2).as_str()));
        for feature in [
            "yield from",
            "nonlocal",
            "finally",
            "continue",
            "break",
            "lambda",
            "super()",
            "with Guard",
            "raise Worse",
            "global ",
            "**{",
            "*[",
            "def __getattr__",
            ".send(",
            " for ",
            "while ",
            "else:",
            "del ",
            "<<",
            "//",
            "setattr(",
            "sorted(",
            "{x",
            "case ",
            "1 <<",
        ] {
            assert!(all.contains(feature), "no program uses {feature}");
        }
    }
}
