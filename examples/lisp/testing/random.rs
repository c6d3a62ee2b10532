//! Random programs of the Lisp: `random.grammar` says what they are, `random.scm` what they share.

use holloway::testing::grammar::Grammar;
use holloway::testing::Style;

/// Their one style.
pub fn styles() -> Vec<Style> {
    let grammar = Grammar::parse(include_str!("random.grammar"), &[], "").expect("a grammar");
    vec![Style::of_grammar("wild", grammar, include_str!("random.scm"), "program", (9, 8))]
}
