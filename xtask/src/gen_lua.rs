//! Generates random Lua programs that end, always parse, and print their state as they go.
//!
//! Variables are typed by the generator (integers, floats, strings, arrays, maps, objects), so most code runs
//! without errors; errors are made on purpose inside `pcall`. What holds of every program:
//! - It terminates quickly: every loop has a bounded trip count, every recursion runs on fuel, and an estimate
//!   of the statements executed (`spent`) is kept under a budget.
//! - Its output is defined by the manual: no addresses, no table order (a `pairs` loop only does one
//!   commutative update), no lengths of tables with holes, and no expression in which a call changes a variable
//!   that the same expression reads.
//!
//! Not promised: any particular mix of features in one program, or the same program for a seed after a change.
//!
//! A text may hold the programs of many seeds, each a function of its own behind the shared helpers: a process start and a cold compiler
//! cost more than a program does.
//!
//! Example: `generate(&[7], true)` always returns the same text, and `lua5.4` runs it to the end.

use holloway_testing::generator::Base;
use std::fmt::Write as _;
use std::ops::{Deref, DerefMut};

mod blocks;
mod exprs;
mod host;
pub mod wild;

const PRELUDE: &str = include_str!("gen_lua_prelude.lua");

/// What the generator knows about a variable's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    /// An integer.
    Int,
    /// A float.
    Float,
    /// An integer or a float.
    Num,
    /// A string.
    Str,
    /// Anything but only looked at by `type`, `==` and `note`.
    Any,
    /// A dense array of integers with at least one element.
    Ints,
    /// A dense array of integers, floats and strings with at least one element.
    Mixed,
    /// A table with integer values and possibly holes, under small integer keys.
    Holes,
    /// A table from string keys `k0`..`k7` to integers, not all present.
    Map,
    /// An instance of a generated class.
    Object,
    /// A closure from an integer to an integer with private state.
    Closure,
}

const ALL_TYPES: &[Ty] = &[
    Ty::Int,
    Ty::Float,
    Ty::Num,
    Ty::Str,
    Ty::Any,
    Ty::Ints,
    Ty::Mixed,
    Ty::Holes,
    Ty::Map,
    Ty::Object,
    Ty::Closure,
];

/// A pure function of integers that expressions may call.
#[derive(Clone)]
struct Func {
    name: String,
    params: usize,
    cost: u64,
}

struct Gen {
    base: Base<Ty>,
    funcs: Vec<Func>,
    /// Names of maker functions: `local c = maker(int)` gives a closure.
    makers: Vec<String>,
    /// Names of generated classes.
    classes: Vec<String>,
    /// Labels of the loops a `goto` may continue; `None` marks a function boundary.
    labels: Vec<String>,
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
    /// Declares a new local of the type with some starting value.
    fn local(&mut self, ty: Ty) {
        let prefix = match ty {
            Ty::Int => "i",
            Ty::Float => "f",
            Ty::Num => "n",
            Ty::Str => "s",
            Ty::Any => "v",
            Ty::Ints => "a",
            Ty::Mixed => "m",
            Ty::Holes => "h",
            Ty::Map => "d",
            Ty::Object => "o",
            Ty::Closure => "c",
        };
        let value = match ty {
            Ty::Closure if self.makers.is_empty() => return,
            Ty::Object if self.classes.is_empty() => return,
            Ty::Closure => {
                let maker = self.base.rng.pick(&self.makers).clone();
                format!("{maker}({})", self.int(1))
            }
            Ty::Object => {
                let class = self.base.rng.pick(&self.classes).clone();
                format!("{class}.new({})", self.int(1))
            }
            Ty::Ints => {
                let items: Vec<String> = (0..self.rng.range(1, 6)).map(|_| self.int(0)).collect();
                format!("{{ {} }}", items.join(", "))
            }
            Ty::Mixed => {
                let items: Vec<String> = (0..self.rng.range(1, 5)).map(|_| self.scalar(0)).collect();
                format!("{{ {} }}", items.join(", "))
            }
            Ty::Holes => {
                format!("{{ [1] = {}, [3] = {}, [{}] = 5 }}", self.int(0), self.int(0), self.rng.range(5, 40))
            }
            Ty::Map => {
                let (a, b) = (self.int(0), self.int(0));
                format!("{{ k0 = {a}, k{} = {b} }}", self.rng.range(1, 7))
            }
            Ty::Any => self.scalar(1),
            _ => self.value(ty, 2),
        };
        let name = self.name(prefix);
        self.line(&format!("local {name} = {value}"));
        self.declare(&name, ty, true);
    }
}

/// The programs for the seeds, one after the other. With `messages` off they print of a caught string error only that there was one.
pub fn generate(seeds: &[u64], messages: bool) -> String {
    let mut text = PRELUDE.replace("@MESSAGES@", if messages { "true" } else { "false" });
    for &seed in seeds {
        let _ = write!(text, "do local function program()\nstart({seed})\n{}end program() end\n", body(seed));
    }
    text
}

/// The statements of one seed's program.
fn body(seed: u64) -> String {
    let mut gen = Gen {
        base: Base::new(seed),
        funcs: Vec::new(),
        makers: Vec::new(),
        classes: Vec::new(),
        labels: Vec::new(),
    };
    gen.definitions();
    for &ty in ALL_TYPES {
        gen.local(ty);
        if gen.rng.one_in(3) {
            gen.local(ty);
        }
    }
    for _ in 0..gen.rng.range(2, 6) {
        gen.statement();
        if gen.rng.one_in(2) {
            gen.note_some("at");
        }
    }
    gen.loop_statement();
    gen.final_state();
    gen.base.out
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
    fn every_feature_turns_up() {
        let all: String = generate(&(0..300).collect::<Vec<_>>(), true);
        for feature in [
            "goto ",
            "repeat",
            "while ",
            "coroutine.wrap",
            "coroutine.resume",
            "pcall",
            "xpcall",
            "__index",
            "__newindex",
            "__add",
            "__eq",
            "__lt",
            "__le",
            "__call",
            "__concat",
            "__len",
            "select(",
            "math.maxinteger",
            "error({",
            "//",
            ">>",
            "ipairs",
            "pairs(",
            "gmatch",
            "table.pack",
            "break",
        ] {
            assert!(all.contains(feature), "no program uses {feature}");
        }
    }
}
