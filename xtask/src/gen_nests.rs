//! Loop nests over lists, for what runs loops on accelerators: most look as if they could run there, and many must not.
//!
//! Each seed's program has a function with a nest of one to three loops and calls it a few times; in between something changes: an integer becomes a float, a row
//! another row's, a divisor zero, a product too large. At its end it prints everything. About half of the nests are *clean*: each iteration writes a place of
//! its own, in lists that it does not read. In the others anything may be read and written: through lists of indices, in place, backwards.
//!
//! What is said here of lists goes for Lua's tables, too; what languages write otherwise is in [`Syntax`].
//!
//! Letters of templates:
//!
//! | letter | what |
//! |---|---|
//! | `f i c` | an expression of floats or integers, a condition |
//! | `e n` | an element of floats or integers that may be read |
//! | `E N X` | one that may be written; `X` of a list of indices |
//! | `v w` | a variable of the nest: float, integer |
//! | `V W` | one that is assigned, fresh or old |
//! | `l` | a variable of a loop |
//! | `d k` | a number: float, integer |
//! | `o B` | the object, a flat list |
//! | `A R p` | a flat list, a list of rows, a place |
//!
//! `E N A R p` are the same throughout a template. What letters mean in templates of loops, subscripts and calls is said in [`Syntax`].
//!
//! **Not promised.** That a clean nest has no error: its subscripts fit the lists as they were made, not as they were changed.

use holloway_testing::generator::Base;
use syntax::Syntax;

mod fill;
mod lua;
mod python;
mod syntax;

/// The most often that a statement may run.
const MOST: u64 = 1_200;
/// How deep expressions are.
const DEEP: u32 = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ty {
    Float,
    Integer,
}

/// What a list is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Floats,
    Integers,
    /// Integers below the first size.
    Indices,
}

/// A list, or a list of lists.
struct Array {
    name: String,
    kind: Kind,
    dims: Vec<usize>,
    read: bool,
    written: bool,
}

/// A loop around what is being made: its variable, and from where to where that goes, counted from 0.
struct Loop {
    var: String,
    low: i64,
    high: i64,
}

struct Gen {
    syntax: &'static Syntax,
    base: Base<Ty>,
    /// The sizes `n` and `m`, and a small one.
    sizes: [usize; 3],
    arrays: Vec<Array>,
    loops: Vec<Loop>,
    clean: bool,
    /// Whether the loop counts by itself: `continue` would leave that out.
    counted: bool,
}

/// How a flat list is made: as long as there are places; longer; with a float among other values.
const FLAT: [&str; 3] = ["$x(n, $p)", "$x(n + 4, $p)", "mixed($x(n, $p))"];
/// How a list of rows is made: all of one length; of many; the last shorter; every other shorter; all the same.
const ROWS: [&str; 5] = [
    "grid($x, n, m, $p)",
    "triangle($x, n, m, $p)",
    "last_shorter($x, n, m, $p)",
    "odd_shorter($x, n, m, $p)",
    "one_row($x, n, m, $p)",
];
/// The orders of indices that preludes know by number.
const INDICES: usize = 6;
const SIZE_NAMES: [&str; 3] = ["n", "m", "3"];

impl Gen {
    fn new(syntax: &'static Syntax, seed: u64) -> Gen {
        let mut base = Base::new(seed);
        let sizes = [base.rng.range(4, 24) as usize, base.rng.range(3, 12) as usize, 3];
        let clean = !base.rng.one_in(2);
        Gen { syntax, base, sizes, arrays: Vec::new(), loops: Vec::new(), clean, counted: false }
    }

    /// True once in `n` times.
    fn one_in(&mut self, n: u64) -> bool {
        self.base.rng.one_in(n)
    }

    fn below(&mut self, n: usize) -> usize {
        self.base.rng.below(n as u64) as usize
    }

    // ---- Lists ----

    /// Decides which lists there are.
    fn lists(&mut self) {
        let kinds = [Kind::Floats, Kind::Floats, Kind::Integers, Kind::Floats, Kind::Integers, Kind::Indices];
        let flat = [false, true, true, false, false, true];
        for (at, (kind, flat)) in kinds.into_iter().zip(flat).enumerate() {
            // Of each sort one to read, and one to write; in nests that are not clean they are for both.
            for written in [false, true] {
                let dims = if flat { vec![self.sizes[0]] } else { vec![self.sizes[0], self.sizes[1]] };
                let name =
                    format!("{}{}{}", if flat { "a" } else { "r" }, at, if written { "w" } else { "" });
                let (read, written) = (!(self.clean && written), written || !self.clean);
                self.arrays.push(Array { name, kind, dims, read, written });
            }
        }
    }

    /// The line that makes a list.
    fn made(&mut self, at: usize) -> String {
        let (a, b, c) = (self.below(40) + 1, self.below(90) + 7, self.below(9));
        let (name, kind) = (self.arrays[at].name.clone(), self.arrays[at].kind);
        let (maker, numbers) = match kind {
            Kind::Floats => ("floats", format!("{a}, {b}, {c}")),
            Kind::Integers => ("integers", format!("{a}, {b}, {c}")),
            Kind::Indices => ("indices", self.below(INDICES).to_string()),
        };
        // Few lists are of another form than most: each nest has several.
        let form = if self.arrays[at].dims.len() == 2 {
            *ROWS.get(self.below(40)).unwrap_or(&ROWS[0])
        } else {
            *FLAT.get(self.below(30)).unwrap_or(&FLAT[0])
        };
        format!("{}{name} = {}", self.syntax.local, put(form, &[("$x", maker), ("$p", &numbers)]))
    }

    // ---- Statements ----

    /// A statement from a table.
    fn simple(&mut self) {
        for _ in 0..6 {
            let wild = !self.clean && self.one_in(2);
            let table = if wild { self.syntax.wild } else { self.syntax.statements };
            let template = *self.base.rng.pick(table);
            if self.counted && template.contains("continue") {
                continue;
            }
            let Some(text) = self.fill(template, DEEP) else { continue };
            self.base.line(&text);
            let name = text.trim_start_matches(self.syntax.local).split(' ').next().unwrap_or_default();
            for (prefix, ty) in [("t", Ty::Float), ("u", Ty::Integer)] {
                let fresh = name.strip_prefix(prefix).is_some_and(|n| n.parse::<u32>().is_ok());
                if fresh && !self.base.vars.iter().any(|v| v.name == name) {
                    self.base.declare(name, ty, true);
                }
            }
            return;
        }
        self.base.line(&format!("{}u0 = 0", self.syntax.local));
    }

    /// Ends a block.
    fn close(&mut self) {
        self.base.indent -= 1;
        if let Some(end) = self.syntax.end {
            self.base.line(end);
        }
    }

    /// A loop: its header's lines, its variable with the range, and what has to stand at its end.
    fn header(&mut self) -> (Vec<String>, Loop, Option<String>) {
        let depth = self.loops.len();
        let which = if self.one_in(5) { self.below(3) } else { depth.min(2) };
        let (top, mut size) = (self.sizes[which] as i64 - 1, SIZE_NAMES[which].to_string());
        if which < 2 && self.one_in(4) {
            size = format!("o.{size}");
        }
        let var = ["i", "j", "k"][depth].to_string();
        let by = self.below(2) as i64 + 1;
        let outer = self.loops.last().map(|l| (l.var.clone(), l.low, l.high));
        let (mut from, mut count) = (String::new(), String::new());
        let (at, low, high) = match (self.below(15).saturating_sub(7), outer) {
            (1, _) => (1, by, top),
            (2, _) => (2, by, top - by),
            (3, _) => (3, 0, top),
            (4, _) => (4, 0, top),
            (5, Some((outer, low, _))) => {
                from = outer;
                (5, low, top)
            }
            (6, Some((outer, _, high))) => {
                from = outer;
                (6, 0, high - 1)
            }
            (7, Some(_)) if !self.clean => {
                count = self.element(Kind::Integers).unwrap_or_default();
                (if count.is_empty() { 0 } else { 7 }, 0, top)
            }
            _ => (0, 0, top),
        };
        let by = by.to_string();
        let letters = [("$v", &*var), ("$s", &size), ("$b", &by), ("$o", &from), ("$x", &count)];
        if self.one_in(12) {
            let [start, head, step] = self.syntax.counted.map(|t| put(t, &letters));
            return (vec![start, head], Loop { var, low: 0, high: top }, Some(step));
        }
        let head = put(self.syntax.ranges[at], &letters);
        (vec![head], Loop { var, low, high }, None)
    }

    /// A loop around more; with an accumulator around it, if there is one.
    fn nest(&mut self) {
        let (lines, here, step) = self.header();
        let trips = (here.high - here.low + 1).max(1) as u64;
        if self.base.repeats * trips > MOST {
            return self.simple();
        }
        // A sum in the loop, for a place of the loops around it. A sum of the outermost loop is none of a clean nest's.
        let sum = (!self.loops.is_empty() && self.one_in(2)).then(|| {
            let float = !self.one_in(3);
            let (prefix, ty, zero) = if float { ("s", Ty::Float, "0.0") } else { ("c", Ty::Integer, "0") };
            let name = self.base.name(prefix);
            self.base.line(&format!("{}{name} = {zero}", self.syntax.local));
            (name, ty)
        });
        let visible = self.base.vars.len();
        for line in &lines[..lines.len() - 1] {
            self.base.line(line);
        }
        self.base.open(&lines[lines.len() - 1]);
        let outer = std::mem::replace(&mut self.counted, step.is_some());
        self.base.repeats *= trips;
        self.loops.push(here);
        self.block();
        if let Some((name, ty)) = &sum {
            let value = self.expression(if *ty == Ty::Float { 'f' } else { 'i' }, DEEP - 1);
            let [before, after] = self.syntax.add.map(|t| t.replace('$', name));
            self.base.line(&format!("{before}{value}{after}"));
        }
        if let Some(step) = step {
            self.base.line(&step);
        }
        self.loops.pop();
        self.base.repeats /= trips;
        self.counted = outer;
        self.close();
        self.base.vars.truncate(visible);
        let Some((name, ty)) = sum else { return };
        let kind = if ty == Ty::Float { Kind::Floats } else { Kind::Integers };
        if let Some(target) = self.target(kind) {
            self.base.line(&format!("{target} = {name}"));
        }
        self.base.declare(&name, ty, false);
    }

    /// Statements of a loop's body.
    fn block(&mut self) {
        let depth = self.loops.len();
        let mut inner = match depth {
            1 => !self.one_in(4),
            2 => self.one_in(3),
            _ => false,
        };
        for _ in 0..self.base.rng.range(1, 3) {
            match self.below(6) {
                5 => self.branch(),
                3 | 4 if inner => {
                    self.nest();
                    inner = false;
                }
                _ => self.simple(),
            }
        }
        if inner {
            self.nest();
        }
    }

    fn branch(&mut self) {
        let visible = self.base.vars.len();
        let condition = self.expression('c', DEEP - 1);
        self.base.open(&self.syntax.branch[0].replace('$', &condition));
        self.simple();
        if self.one_in(3) {
            self.simple();
        }
        self.base.vars.truncate(visible);
        if self.one_in(2) {
            self.base.indent -= 1;
            self.base.open(self.syntax.branch[1]);
            self.simple();
            self.base.vars.truncate(visible);
        }
        self.close();
    }

    // ---- The program ----

    /// Lines of a template, indented.
    fn lines(&mut self, template: &str, letters: &[(&str, &str)]) {
        for line in put(template, letters).lines().filter(|l| !l.is_empty()) {
            self.base.line(line);
        }
    }

    /// The function with the nest, and what calls it.
    fn program(&mut self, seed: u64) {
        self.lists();
        let (syntax, seed) = (self.syntax, seed.to_string());
        let names: Vec<String> = self.arrays.iter().map(|a| a.name.clone()).collect();
        self.lines(syntax.run[0], &[("$s", &seed)]);
        self.base.open(&put(syntax.function, &[("$s", &seed), ("$x", &names.join(", "))]));
        // In a clean nest they may be read, but what an iteration assigns is its own.
        for (name, ty, value) in [("g", Ty::Float, "0.5"), ("h", Ty::Integer, "n * 3")] {
            self.base.line(&format!("{}{name} = {value}", syntax.local));
            self.base.declare(name, ty, !self.clean);
        }
        self.nest();
        if self.one_in(3) {
            self.nest();
        }
        self.base.line("return g, h");
        self.close();

        self.base.open(&put(syntax.program, &[("$s", &seed)]));
        let [n, m, _] = self.sizes.map(|s| s.to_string());
        self.lines(syntax.sizes, &[("$n", &n), ("$m", &m)]);
        for at in 0..self.arrays.len() {
            let line = self.made(at);
            self.base.line(&line);
        }
        for run in 0..self.base.rng.range(2, 4) {
            if run > 0 {
                self.change();
            }
            let times = *self.base.rng.pick(&[1, 1, 2, 5]);
            let arguments = self.arguments();
            let letters = [("$s", &*seed), ("$n", &times.to_string()), ("$x", &arguments)];
            self.lines(syntax.call[usize::from(times > 1)], &letters);
        }
        for name in names {
            self.lines(syntax.print, &[("$x", &name)]);
        }
        self.lines(syntax.finish, &[]);
        self.close();
        self.lines(syntax.run[1], &[("$s", &seed)]);
    }

    /// Something else than before. Changes meet what earlier changes have left.
    fn change(&mut self) {
        for _ in 0..self.base.rng.range(1, 2) {
            let template = *self.base.rng.pick(self.syntax.changes);
            if let Some(text) = self.fill(template, 0) {
                self.lines(self.syntax.change, &[("$x", &text)]);
            }
        }
    }

    /// The lists as arguments; sometimes one stands for two.
    fn arguments(&mut self) -> String {
        let mut names: Vec<String> = self.arrays.iter().map(|a| a.name.clone()).collect();
        if self.one_in(5) {
            let at = self.below(self.arrays.len());
            let (kind, dims) = (self.arrays[at].kind, self.arrays[at].dims.clone());
            if let Some(other) = self.array(|a| a.kind == kind && a.dims == dims) {
                names[at] = self.arrays[other].name.clone();
            }
        }
        names.join(", ")
    }
}

/// A template with texts in the place of its letters.
fn put(template: &str, letters: &[(&str, &str)]) -> String {
    letters.iter().fold(template.to_string(), |text, (letter, is)| text.replace(letter, is))
}

/// The programs for the seeds, one after the other. With `messages` off they print of an exception only its type.
fn generate(syntax: &'static Syntax, seeds: &[u64], messages: bool) -> String {
    let mut text = syntax.prelude.replace("@MESSAGES@", syntax.truth[usize::from(!messages)]);
    for &seed in seeds {
        let mut gen = Gen::new(syntax, seed);
        gen.program(seed);
        text.push_str(&gen.base.out);
    }
    text
}

/// Programs of Lua.
pub fn of_lua(seeds: &[u64], messages: bool) -> String {
    generate(&lua::LUA, seeds, messages)
}

/// Programs of Python.
pub fn of_python(seeds: &[u64], messages: bool) -> String {
    generate(&python::PYTHON, seeds, messages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_seed_same_program() {
        assert_eq!(of_python(&[11], true), of_python(&[11], true));
        assert_ne!(of_python(&[11], true), of_python(&[12], true));
    }

    #[test]
    fn every_template_is_used_and_filled() {
        let seeds: Vec<u64> = (0..500).collect();
        let (python, lua) = (of_python(&seeds, true), of_lua(&seeds, true));
        assert!(!python.contains('$') && !lua.contains('$'));
        let features = [
            "while ",
            "break",
            "continue",
            ", -1, -1)",
            " * n\n",
            "None",
            "2 ** 62",
            "[a5[",
            "o.add(",
            "raise",
        ];
        for feature in features {
            assert!(python.contains(feature), "no program of Python uses {feature}");
        }
        let features =
            ["while ", "break", ", 1, -1 do", "nil", "1 << 62", "[a5[", "o:add(", "error(", "setmetatable(a"];
        for feature in features {
            assert!(lua.contains(feature), "no program of Lua uses {feature}");
        }
    }
}
