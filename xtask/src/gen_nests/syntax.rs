//! What a language says for the parts of a nest. The letters: [`super`].

/// How a language writes a nest and the program around it. In tables, what comes first is what a tape of zeros gives.
///
/// Products of two variables are cut back or turn into floats at once: integers that double their digits at each step would never end.
pub struct Syntax {
    /// Helpers, with `@MESSAGES@` for the word of whether messages are printed. Lists are made by these, so that programs of a batch share the loops
    /// that do it: `floats`, `integers` and `indices` make a flat list of a length from numbers, and for `mixed` and those of rows see [`super::ROWS`].
    pub prelude: &'static str,
    /// The words for yes and no.
    pub truth: [&'static str; 2],
    /// The first place of a list.
    pub first: i64,
    /// Whether places below it count from the end.
    pub negative: bool,
    /// What ends a block.
    pub end: Option<&'static str>,
    /// What stands before a new variable.
    pub local: &'static str,
    /// The lines with which the parts of an `if` begin.
    pub branch: [&'static str; 2],
    /// What stands before and after what is added to a variable.
    pub add: [&'static str; 2],
    /// Loops of `$v` over `$s`: all; without the first; without both ends; backwards; every other; from `$o` on; up to `$o`; as many as `$x` says.
    pub ranges: [&'static str; 8],
    /// A loop that counts by itself: before, header, at the end.
    pub counted: [&'static str; 3],
    /// Subscripts: itself, later, earlier, from the end, every other, half, anywhere, with another loop's, any integer.
    pub places: [&'static str; 9],
    /// Expressions of floats.
    pub floats: &'static [&'static str],
    /// Expressions of integers.
    pub integers: &'static [&'static str],
    /// Expressions that only nests have which need not be clean: they may raise, or call what has effects.
    pub risks: &'static [(char, &'static [&'static str])],
    /// Conditions.
    pub conditions: &'static [&'static str],
    /// Statements of any nest.
    pub statements: &'static [&'static str],
    /// Statements of nests that need not be clean.
    pub wild: &'static [&'static str],
    /// What happens between runs of a nest.
    pub changes: &'static [&'static str],
    /// The function with the nest.
    pub function: &'static str,
    /// The function that makes lists and calls the nest's.
    pub program: &'static str,
    /// Sizes and the object.
    pub sizes: &'static str,
    /// Runs the nest once; `$n` times. A loop around a single run would only be explored for nothing.
    pub call: [&'static str; 2],
    /// Changes something, which may fail.
    pub change: &'static str,
    /// Prints a list.
    pub print: &'static str,
    /// Prints the object.
    pub finish: &'static str,
    /// What stands before and after both functions.
    pub run: [&'static str; 2],
}
