//! The styles of random programs that each language has.

use crate::{gen_lua, gen_nests, gen_py};
use holloway_testing::Language;

/// A style's name, and its programs for seeds, with or without messages of caught errors.
pub type Style = (&'static str, fn(&[u64], bool) -> String);

/// Styles by the language's name.
const STYLES: &[(&str, &[Style])] = &[
    (
        "lua",
        &[
            ("typed", gen_lua::generate),
            ("wild", |seeds, _| gen_lua::wild::generate(seeds)),
            ("nests", gen_nests::of_lua),
        ],
    ),
    (
        "python",
        &[
            ("typed", gen_py::generate),
            ("wild", |seeds, _| gen_py::wild::generate(seeds)),
            ("nests", gen_nests::of_python),
        ],
    ),
];

/// The styles of a language.
pub fn of(lang: &Language) -> &'static [Style] {
    STYLES.iter().find(|s| s.0 == lang.name).map_or(&[], |s| s.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use benches::languages::LANGUAGES;

    #[test]
    fn every_language_has_styles() {
        assert!(LANGUAGES.iter().all(|l| !of(l).is_empty()));
    }
}
