//! What the generators of random programs have in common: random numbers, text with indentation, typed variables in scope, and a budget of statements
//! executed, so that programs end soon.
//!
//! Choices are drawn from bytes ([`Draws`]); programs are made smaller as texts, since much of what matters is in their words.
//! A generator whose programs a grammar can describe needs none of this but [`Rng`]: see [`crate::grammar`].
//!
//! **Example.** A generator for a language holds a [`Base`] over its own types, asks `affords` before it writes a loop, and multiplies `repeats` inside.

use crate::draws::Draws;

/// Statements executed that a program may add up to.
pub const BUDGET: u64 = 6_000;
/// The most times one statement may run.
pub const MOST_REPEATS: u64 = 1_500;

/// What generators of text ask of a tape of bytes.
#[derive(Debug)]
pub struct Rng(Draws);

impl Rng {
    /// The tape of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Rng {
        Rng(Draws::seeded(seed))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0.below(n as usize) as u64
    }

    /// A number from `low` to `high`, both included.
    pub fn range(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of the items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}

/// A variable in scope.
#[derive(Clone, Debug)]
pub struct Var<T> {
    /// Its name.
    pub name: String,
    /// What is known of its values.
    pub ty: T,
    /// Whether it may be assigned.
    pub mutable: bool,
}

/// A program being written; `T` says what is known of a variable.
#[derive(Debug)]
pub struct Base<T> {
    /// Decides everything.
    pub rng: Rng,
    /// The text so far.
    pub out: String,
    /// Depth of indentation.
    pub indent: usize,
    /// Variables in scope.
    pub vars: Vec<Var<T>>,
    /// Names given out.
    pub fresh: u32,
    /// How often the statement being generated runs.
    pub repeats: u64,
    /// Statements executed so far, by estimate.
    pub spent: u64,
    /// Nesting of blocks.
    pub depth: u32,
}

impl<T: Copy + PartialEq> Base<T> {
    /// An empty program.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Base {
            rng: Rng::new(seed),
            out: String::new(),
            indent: 0,
            vars: Vec::new(),
            fresh: 0,
            repeats: 1,
            spent: 0,
            depth: 0,
        }
    }

    /// A line, indented.
    pub fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A line with which an indented part begins.
    pub fn open(&mut self, text: &str) {
        self.line(text);
        self.indent += 1;
    }

    /// A line with which it ends.
    pub fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.line(text);
    }

    /// A name not used yet.
    pub fn name(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    /// Makes a variable visible.
    pub fn declare(&mut self, name: &str, ty: T, mutable: bool) {
        self.vars.push(Var { name: name.to_string(), ty, mutable });
    }

    /// A visible variable of the type, if there is one.
    pub fn var(&mut self, ty: T) -> Option<String> {
        self.var_where(|v| v.ty == ty)
    }

    /// A visible variable of which `wanted` holds.
    pub fn var_where(&mut self, wanted: impl Fn(&Var<T>) -> bool) -> Option<String> {
        let found: Vec<&Var<T>> = self.vars.iter().filter(|v| wanted(v)).collect();
        if found.is_empty() {
            return None;
        }
        let at = self.rng.below(found.len() as u64) as usize;
        Some(found[at].name.clone())
    }

    /// A visible variable of the type that may be assigned.
    pub fn target(&mut self, ty: T) -> Option<String> {
        self.var_where(|v| v.ty == ty && v.mutable)
    }

    /// Whether something that runs `times` more statements still fits the budget.
    #[must_use]
    pub fn affords(&self, times: u64) -> bool {
        self.repeats * times <= MOST_REPEATS * 2 && self.spent + self.repeats * times <= BUDGET
    }
}
