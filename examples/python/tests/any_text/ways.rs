//! The ways in which a program can ask for a text to be compiled.

use crate::compile::{module, snippet, typed, Mode};

/// Compiles a text in one of them, which the text decides.
pub fn compile(text: &[u8]) {
    // Text of a program has been decoded; errors are for it to show.
    let text = String::from_utf8_lossy(text);
    let ways = [Mode::Exec, Mode::Eval, Mode::Single];
    let sum = text.bytes().fold(0, |sum: usize, b| sum.wrapping_mul(31).wrapping_add(b.into()));
    let _ = match sum % 7 {
        0..=5 => snippet(&text, "any", ways[sum % 3], sum % 2 == 0),
        _ => module(&text, "any", "any"),
    };
    typed(&text, sum % 2 == 0);
}
