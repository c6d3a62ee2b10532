//! The styles of random programs that each language has.

use crate::{gen_lua, gen_nests, gen_py};

#[path = "../../examples/lisp/testing/random.rs"]
mod random_lisp;

use holloway_testing::{Language, Style};

/// The styles of a language, whose programs tell messages of caught errors or not.
pub fn of(lang: &Language, messages: bool) -> Vec<Style> {
    match lang.name {
        "lua" => vec![
            Style::new("typed", move |seeds| gen_lua::generate(seeds, messages)),
            Style::new("wild", gen_lua::wild::generate),
            Style::new("nests", move |seeds| gen_nests::of_lua(seeds, messages)),
        ],
        "python" => vec![
            Style::new("typed", move |seeds| gen_py::generate(seeds, messages)),
            Style::new("wild", gen_py::wild::generate),
            Style::new("nests", move |seeds| gen_nests::of_python(seeds, messages)),
        ],
        "lisp" => random_lisp::styles(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use benches::languages::{LANGUAGES, LESSONS};

    #[test]
    fn every_language_has_styles() {
        assert!(LANGUAGES.iter().chain(LESSONS).filter(|l| l.name != "tla").all(|l| !of(l, true).is_empty()));
    }
}
