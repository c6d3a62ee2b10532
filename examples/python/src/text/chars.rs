//! What characters are to Python where Rust's standard library does not say so: digits, the case of titles, folding.
//!
//! ```text
//! decimal('٣')  3     is_digit('²')  yes, though no decimal     title('ǆ')  "ǅ"     folded("ẞ")  "ss"
//! ```

/// The zeros of all scripts with decimal digits; the other nine follow each.
const ZEROS: [u32; 66] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
    0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
    0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066,
    0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950,
    0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6,
    0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/// Digits that are no decimal ones: superscripts, in circles, ..
const OTHER_DIGITS: [(u32, u32); 20] = [
    (0xb2, 0xb3),
    (0xb9, 0xb9),
    (0x1369, 0x1371),
    (0x19da, 0x19da),
    (0x2070, 0x2070),
    (0x2074, 0x2079),
    (0x2080, 0x2089),
    (0x2460, 0x2468),
    (0x2474, 0x247c),
    (0x2488, 0x2490),
    (0x24ea, 0x24ea),
    (0x24f5, 0x24fd),
    (0x24ff, 0x24ff),
    (0x2776, 0x277e),
    (0x2780, 0x2788),
    (0x278a, 0x2792),
    (0x10a40, 0x10a43),
    (0x10e60, 0x10e68),
    (0x11052, 0x1105a),
    (0x1f100, 0x1f10a),
];

/// Signs of numbers among the Chinese characters in use.
const NUMERALS: &str = "一二三四五六七八九十百千万億兆零〇壹贰叁肆伍陆柒捌玖拾佰仟萬亿両两";

/// The value of a decimal digit of any script.
pub fn decimal(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let c = u32::from(c);
    let zero = ZEROS[ZEROS.partition_point(|&z| z <= c) - 1];
    (c - zero < 10).then_some(c - zero)
}

/// Whether a character is a digit, decimal or not.
pub fn is_digit(c: char) -> bool {
    let other = |&(a, b): &(u32, u32)| (a..=b).contains(&u32::from(c));
    decimal(c).is_some() || !c.is_ascii() && OTHER_DIGITS.iter().any(other)
}

/// Whether a character stands for a number.
pub fn is_numeric(c: char) -> bool {
    c.is_numeric() || !c.is_ascii() && (NUMERALS.contains(c) || is_digit(c))
}

/// Whether a letter is two, of which the first is a capital one; or a capital with a mark that is a letter elsewhere.
pub fn is_title(c: char) -> bool {
    matches!(c, 'ǅ' | 'ǈ' | 'ǋ' | 'ǲ' | '\u{1f88}'..='\u{1f8f}' | '\u{1f98}'..='\u{1f9f}' | '\u{1fa8}'..='\u{1faf}')
        || matches!(c, '\u{1fbc}' | '\u{1fcc}' | '\u{1ffc}')
}

/// Whether a character has a case.
pub fn is_cased(c: char) -> bool {
    c.is_lowercase() || c.is_uppercase() || is_title(c)
}

/// A character as the first one of a word.
pub fn title(c: char) -> String {
    let one = match c {
        'Ǆ'..='ǆ' => 'ǅ',
        'Ǉ'..='ǉ' => 'ǈ',
        'Ǌ'..='ǌ' => 'ǋ',
        'Ǳ'..='ǳ' => 'ǲ',
        'ა'..='ჿ' => c,
        c if is_title(c) => c,
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => {
            char::from_u32(u32::from(c) + 8).unwrap_or(c)
        }
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => char::from_u32(u32::from(c) + 9).unwrap_or(c),
        'ŉ' => return "ʼN".to_string(),
        c => {
            let mut all = c.to_uppercase();
            return all.next().into_iter().chain(all.flat_map(char::to_lowercase)).collect();
        }
    };
    one.to_string()
}

/// Text for comparing without regard to case.
pub fn folded(s: &str) -> String {
    let mut out = String::with_capacity(s.len());
    for c in s.chars() {
        match c {
            'ı' | 'Ꭰ'..='Ᏽ' => out.push(c),
            // Cherokee folds to its capital letters.
            'ꭰ'..='ꮿ' | 'ᏸ'..='ᏽ' => out.extend(c.to_uppercase()),
            c => out.extend(c.to_lowercase().flat_map(char::to_uppercase).flat_map(char::to_lowercase)),
        }
    }
    out
}

/// Text with the decimal digits of all scripts as those of ASCII, and white space as spaces, for reading numbers.
pub fn plain_digits(s: &str) -> std::borrow::Cow<'_, str> {
    if s.is_ascii() {
        return s.into();
    }
    let plain = |c: char| match decimal(c) {
        Some(d) => char::from_digit(d, 10).unwrap_or(c),
        None if crate::objects::str::is_space(c) => ' ',
        None => c,
    };
    s.chars().map(plain).collect::<String>().into()
}
