//! The module `_unicode`: what is known of characters, for `unicodedata`, which is written in Python.
//!
//! Categories come from the tables of the regular expressions' parser, put into one list of ranges when first asked for.
//!
//! **Not promised.** The tables are of a later Unicode than CPython 3.11's (14.0): characters that are newer have a category and a name here.
//!
//! **Example.** `category("A")` is `"Lu"`.

use crate::native::{Args, Body};
use crate::objects::str;
use crate::py::Module;
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;
use regex_syntax::hir::{Class, HirKind};
use std::sync::OnceLock;
use unicode_normalization::char::{canonical_combining_class, decompose_canonical, decompose_compatible};
use unicode_normalization::UnicodeNormalization as _;
use unicode_width::UnicodeWidthChar as _;

const CATEGORIES: &[&str] = &[
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf",
    "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Co",
];

/// First and last character of a range, and its category; sorted.
type Ranges = Vec<(char, char, &'static str)>;

fn ranges() -> &'static Ranges {
    static ALL: OnceLock<Ranges> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Ranges::new();
        for name in CATEGORIES {
            let parsed = regex_syntax::parse(&format!("\\p{{{name}}}"));
            match parsed.as_ref().ok().map(|h| h.kind()) {
                Some(HirKind::Class(Class::Unicode(c))) => {
                    all.extend(c.ranges().iter().map(|r| (r.start(), r.end(), *name)));
                }
                // A category of one character, as those of separators of lines and paragraphs.
                Some(HirKind::Literal(l)) => {
                    let text = String::from_utf8_lossy(&l.0);
                    all.extend(text.chars().map(|c| (c, c, *name)));
                }
                _ => {}
            }
        }
        all.sort_unstable();
        all
    })
}

/// The range that a character is in.
fn range_of(c: char) -> Option<(char, char, &'static str)> {
    let all = ranges();
    let i = all.partition_point(|r| r.1 < c);
    all.get(i).copied().filter(|r| r.0 <= c)
}

/// Argument 0, which must be one character.
fn single(a: &Args<'_>) -> Result<char, Raised> {
    let s = a.str(0)?;
    let mut all = s.text().chars();
    match (all.next(), all.next()) {
        (Some(c), None) => Ok(c),
        _ => Err(errors::type_(a.rt, "a unicode character is needed, not a string of another length")),
    }
}

fn category(a: &mut Args<'_>) -> Result<Val, Raised> {
    let c = single(a)?;
    str::val(a.rt, range_of(c).map_or("Cn", |r| r.2))
}
/// The value of a decimal digit, or `None`: blocks of them are of ten characters each.
fn decimal(a: &mut Args<'_>) -> Result<Val, Raised> {
    let c = single(a)?;
    let digits = range_of(c).filter(|r| r.2 == "Nd");
    Ok(digits.map_or(Val::None, |r| Val::Int((c as i64 - r.0 as i64) % 10)))
}
fn combining(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::Int(canonical_combining_class(single(a)?).into()))
}
/// The name, or `None`.
fn name(a: &mut Args<'_>) -> Result<Val, Raised> {
    let c = single(a)?;
    unicode_names2::name(c).map_or(Ok(Val::None), |n| str::val(a.rt, &n.to_string()))
}
/// The character of a name, or `None`.
fn lookup(a: &mut Args<'_>) -> Result<Val, Raised> {
    let found = unicode_names2::character(a.str(0)?.text());
    found.map_or(Ok(Val::None), |c| str::val(a.rt, c.encode_utf8(&mut [0; 4])))
}
/// Columns of a character: alone, and among such text of East Asia.
fn width(a: &mut Args<'_>) -> Result<Val, Raised> {
    let c = single(a)?;
    let columns = |n: Option<usize>| Val::Int(n.unwrap_or(0) as i64).into();
    crate::objects::ops::tuple_val(a.rt, &[columns(c.width()), columns(c.width_cjk())])
}
/// What a character is made of: canonically, and in other ways too.
fn parts(a: &mut Args<'_>) -> Result<Val, Raised> {
    let c = single(a)?;
    let (mut canonical, mut any) = (String::new(), String::new());
    decompose_canonical(c, |c| canonical.push(c));
    decompose_compatible(c, |c| any.push(c));
    let both = [str::val(a.rt, &canonical)?.into(), str::val(a.rt, &any)?.into()];
    crate::objects::ops::tuple_val(a.rt, &both)
}
fn normalize(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (form, s) = (a.str(0)?, a.str(1)?);
    let text = s.text();
    if text.is_ascii() && form.text().starts_with("NF") {
        return Ok(Val::Str(s));
    }
    let made: String = match form.text() {
        "NFC" => text.nfc().collect(),
        "NFD" => text.nfd().collect(),
        "NFKC" => text.nfkc().collect(),
        "NFKD" => text.nfkd().collect(),
        _ => return Err(errors::value(a.rt, "invalid normalization form")),
    };
    str::val(a.rt, &made)
}

const FUNCTIONS: &[(&str, Body)] = &[
    ("category", category),
    ("decimal", decimal),
    ("combining", combining),
    ("name", name),
    ("lookup", lookup),
    ("width", width),
    ("parts", parts),
    ("normalize", normalize),
];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_has_one_category_at_most() {
        assert!(ranges().windows(2).all(|w| w[0].1 < w[1].0));
        let of = |c| range_of(c).map(|r| r.2);
        assert_eq!(
            [of('a'), of('Z'), of('5'), of(' '), of('\u{2028}'), of('\u{378}')],
            [Some("Ll"), Some("Lu"), Some("Nd"), Some("Zs"), Some("Zl"), None]
        );
    }
}
