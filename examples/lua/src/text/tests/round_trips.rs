//! Properties that hold for all values: what one function writes, its counterpart reads.

use proptest::prelude::*;

use super::calls::call;
use super::Value;
use crate::text::format::{self, FormatArgs};
use crate::text::number::{self, Number};
use crate::text::pattern::{self, Cursor, Matcher, Program, Programs};
use crate::text::{date, utf8, TextError};

/// Formats one float; asks for nothing else.
struct OneFloat(f64);

impl FormatArgs for OneFloat {
    type Error = TextError;

    fn exists(&self, index: usize) -> bool {
        index == 2
    }

    fn integer(&mut self, _: usize) -> Result<i64, TextError> {
        unreachable!("only floats are formatted here")
    }

    fn number(&mut self, _: usize) -> Result<f64, TextError> {
        Ok(self.0)
    }

    fn text(&mut self, _: usize, _: &mut Vec<u8>) -> Result<(), TextError> {
        unreachable!("only floats are formatted here")
    }

    fn literal(&mut self, _: usize) -> format::Literal<'_> {
        format::Literal::Float(self.0)
    }

    fn pointer(&mut self, _: usize) -> Option<usize> {
        None
    }
}

fn formatted(spec: &str, value: f64) -> Vec<u8> {
    let mut out = Vec::new();
    format::format(spec.as_bytes(), &mut OneFloat(value), &mut out).unwrap();
    out
}

/// Values that fit an option, and the option.
fn packable() -> impl Strategy<Value = (String, Value)> {
    prop_oneof![
        (any::<i64>(), 1u32..=16).prop_map(|(i, size)| {
            let unused = 64 - 8 * size.min(8);
            (format!("i{size}"), Value::Int(i >> unused))
        }),
        (any::<i64>(), 1u32..=8).prop_map(|(i, size)| {
            let unused = 64 - 8 * size;
            (format!("I{size}"), Value::Int((i as u64 >> unused) as i64))
        }),
        any::<f64>().prop_map(|f| ("d".to_string(), Value::Float(f.to_bits()))),
        any::<f32>().prop_map(|f| ("f".to_string(), Value::Float(f64::from(f).to_bits()))),
        (proptest::collection::vec(any::<u8>(), 0..40), 1..=16)
            .prop_map(|(bytes, size)| (format!("s{size}"), Value::Str(bytes))),
        proptest::collection::vec(1u8.., 0..40).prop_map(|bytes| ("z".to_string(), Value::Str(bytes))),
        proptest::collection::vec(any::<u8>(), 0..40)
            .prop_map(|bytes| (format!("c{}", bytes.len()), Value::Str(bytes))),
    ]
}

proptest! {
    #[test]
    fn integers_survive_text(i in any::<i64>()) {
        let mut text = Vec::new();
        number::write_int(&mut text, i);
        prop_assert_eq!(number::parse(&text), Some(Number::Int(i)));
    }

    #[test]
    fn integers_survive_any_base(i in 0i64.., base in 2u32..=36) {
        let mut digits = Vec::new();
        let mut rest = i;
        while rest > 0 || digits.is_empty() {
            digits.push(char::from_digit((rest % i64::from(base)) as u32, base).unwrap() as u8);
            rest /= i64::from(base);
        }
        digits.reverse();
        prop_assert_eq!(number::parse_in_base(&digits, base), Some(i));
    }

    #[test]
    fn floats_survive_hex_and_seventeen_digits(f in any::<f64>()) {
        for spec in ["%a", "%A", "%.17g", "%.16e", "%q"] {
            // Without a point or exponent the text is that of an integer.
            let read = match number::parse(&formatted(spec, f)) {
                Some(Number::Int(i)) => i as f64,
                Some(Number::Float(f)) => f,
                None => f64::NAN,
            };
            prop_assert_eq!(read, f, "{}", spec);
        }
    }

    #[test]
    fn short_floats_survive_tostring(digits in -99_999_999_999_999i64..=99_999_999_999_999, scale in -300i32..280) {
        let f: f64 = format!("{digits}e{scale}").parse().unwrap();
        let mut text = Vec::new();
        number::write_float(&mut text, f);
        prop_assert_eq!(number::parse(&text), Some(Number::Float(f)));
    }

    #[test]
    fn comparison_agrees_with_wide_integers(i in any::<i64>(), f in any::<i64>(), shift in 0u32..64) {
        let i = i >> shift;
        let float = f as f64;
        // Every float of this size is an integer.
        let expected = i128::from(i).cmp(&(float as i128));
        prop_assert_eq!(number::compare_int_float(i, float), Some(expected));
        let near = i as f64;
        prop_assert_eq!(number::compare_int_float(i, near), Some(i128::from(i).cmp(&(near as i128))));
    }

    #[test]
    fn packed_values_unpack(
        items in proptest::collection::vec(packable(), 0..8),
        order in prop_oneof![Just("<"), Just(">"), Just("="), Just("!4 <"), Just("!8 >"), Just("!16")],
    ) {
        // Sizes that are no powers of two cannot be aligned.
        let odd = |option: &str| option[1..].parse::<usize>().is_ok_and(|n| !n.is_power_of_two());
        let mut format = order.to_string();
        let mut args = vec![Value::Nil];
        for (option, value) in items {
            if !order.contains('!') || option.starts_with('c') || !odd(&option) {
                format.push_str(&option);
                format.push(' ');
                args.push(value);
            }
        }
        args[0] = Value::Str(format.clone().into_bytes());
        let packed = call("pack", &args).unwrap().remove(0);
        let Value::Str(bytes) = &packed else { panic!("pack gives a string") };
        let end = bytes.len() as i64 + 1;
        let unpacked = call("unpack", &[args[0].clone(), packed, Value::Int(1)]).unwrap();
        args.push(Value::Int(end));
        prop_assert_eq!(&unpacked[..], &args[1..], "{}", format);
    }

    #[test]
    fn codes_survive_encoding(code in 0..=utf8::MAX_CODE, tail in proptest::collection::vec(any::<u8>(), 0..3)) {
        let mut text = Vec::new();
        utf8::encode(&mut text, i64::from(code), 1).unwrap();
        let len = text.len();
        text.extend(tail);
        prop_assert_eq!(utf8::decode(&text, true), Some((code, len)));
        let strict = char::from_u32(code).map(|_| (code, len));
        prop_assert_eq!(utf8::decode(&text, false), strict);
    }

    #[test]
    fn strict_decoding_agrees_with_rust(text in proptest::collection::vec(any::<u8>(), 0..6)) {
        let valid = std::str::from_utf8(&text).ok().map(|s| s.chars().count());
        prop_assert_eq!(utf8::length(&text, 1, -1, false).unwrap().ok(), valid);
    }

    #[test]
    fn times_survive_their_fields(time in -60_000_000_000_000i64..60_000_000_000_000) {
        // Without summer time every local time exists once.
        let zone = langkit::zone::Zone::from_posix("<+0545>-5:45");
        let fields = date::date(b"*t", time, &zone, &mut Vec::new()).unwrap().unwrap();
        let request = date::Request::read(|name| {
            Ok::<_, TextError>(date::Field::Integer(match name {
                "year" => fields.year,
                "month" => fields.month,
                "day" => fields.day,
                "hour" => fields.hour,
                "min" => fields.min,
                _ => fields.sec,
            }))
        });
        prop_assert_eq!(date::time_from(&request.unwrap(), &zone), Ok((time, fields)));
    }

    #[test]
    fn plain_search_agrees_with_escaped_pattern(
        src in proptest::collection::vec(b'a'..=b'c', 0..30),
        needle in proptest::collection::vec(b'a'..=b'c', 0..4),
        init in 0usize..32,
    ) {
        let program = Program::new(&needle, true);
        let found = Matcher::new(&src, &program).find(init).unwrap().map(|(start, _)| start);
        prop_assert_eq!(pattern::find_plain(&src, &needle, init), found);
    }

    #[test]
    fn skipping_ahead_changes_no_search(
        src in proptest::collection::vec(prop_oneof![b'a'..=b'c', Just(b'('), Just(b')')], 0..20),
        pat in proptest::collection::vec(proptest::sample::select(b"abc.%*+-?[]()^$1f".to_vec()), 0..8),
    ) {
        // The same search without skipping: the pattern is tried at each place alone.
        let here = Program::new(&[b"^", &pat[..]].concat(), true);
        let slow = (0..=src.len())
            .map(|start| Matcher::new(&src, &here).find(start))
            .find(|found| *found != Ok(None))
            .unwrap_or(Ok(None));
        let program = Program::new(&pat, false);
        prop_assert_eq!(Matcher::new(&src, &program).find(0), slow);
        prop_assert_eq!(Cursor::default().advance(&mut Matcher::new(&src, &program)), slow);
    }

    #[test]
    fn a_program_that_was_kept_is_of_its_pattern(
        pats in proptest::collection::vec(
            (0u64..4, proptest::collection::vec(proptest::sample::select(b"a%+[]()^$".to_vec()), 0..4), any::<bool>()),
            1..20,
        ),
    ) {
        let kept = Programs::default();
        for (hash, pat, may_anchor) in pats {
            prop_assert_eq!(&kept.get(hash, &pat, may_anchor).ops, &Program::new(&pat, may_anchor).ops);
        }
    }

    #[test]
    fn no_input_panics(
        format in proptest::collection::vec(any::<u8>(), 0..12),
        text in proptest::collection::vec(any::<u8>(), 0..24),
        position in any::<i64>(),
    ) {
        let (f, t) = (Value::Str(format.clone()), Value::Str(text.clone()));
        let utc = Value::Str(b"UTC0".to_vec());
        let _ = call("tonumber", std::slice::from_ref(&f));
        let _ = call("format", &[f.clone(), Value::Int(position), t.clone(), Value::Nil]);
        let _ = call("gmatch", &[t.clone(), f.clone(), Value::Int(position)]);
        let _ = call("gsub", &[t.clone(), f.clone(), t.clone()]);
        let _ = call("unpack", &[f.clone(), t.clone(), Value::Int(position)]);
        let _ = call("packsize", std::slice::from_ref(&f));
        let _ = call("date", &[utc, f, Value::Int(position)]);
        let _ = utf8::offset(&text, position, Some(position));
        let _ = utf8::length(&text, position, position, true);
        let _ = utf8::next_code(&text, position, true);
    }
}
