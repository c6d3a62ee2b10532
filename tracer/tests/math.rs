//! The functions of `holloway::math` give what those of the C library do.
//!
//! **Problem.** What a language prints must be what its reference prints, whose functions are the C library's (glibc, on a processor with fused
//! products and sums). Each function is compared on random arguments of every size, and on those near the places where it changes its ways.
//!
//! A difference is one of bits; any NaN is equal to any of the same sign.
//!
//! **Settings.** `MATH_COUNT` arguments of each function (100,000 if not given):
//! ```text
//! MATH_COUNT=5000000 cargo test --release -p holloway-tracer --test math -- --nocapture
//! ```
#![cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]

use holloway_draws::{Draws, EDGE_FLOATS};
use holloway_tracer::math::native;

/// A function of one or two floats, ours and theirs.
#[derive(Clone, Copy)]
enum Pair {
    One(fn(f64) -> f64, fn(f64) -> f64),
    Two(fn(f64, f64) -> f64, fn(f64, f64) -> f64),
}
use Pair::{One, Two};

/// Each function, and a range in which most of its arguments lie that programs give it.
const FUNCTIONS: &[(&str, Pair, f64)] = &[
    ("exp", One(native::exp, f64::exp), 750.0),
    ("expm1", One(native::expm1, f64::exp_m1), 100.0),
    ("sinh", One(native::sinh, f64::sinh), 30.0),
    ("cosh", One(native::cosh, f64::cosh), 30.0),
    ("tanh", One(native::tanh, f64::tanh), 30.0),
    ("log", One(native::log, f64::ln), 10.0),
    ("log2", One(native::log2, f64::log2), 10.0),
    ("pow", Two(native::pow, f64::powf), 20.0),
    ("sin", One(native::sin, f64::sin), 100.0),
    ("cos", One(native::cos, f64::cos), 100.0),
    ("log10", One(native::log10, f64::log10), 10.0),
    ("tan", One(native::tan, f64::tan), 100.0),
    ("asin", One(native::asin, f64::asin), 1.0),
    ("acos", One(native::acos, f64::acos), 1.0),
    ("atan", One(native::atan, f64::atan), 20.0),
    ("atan2", Two(native::atan2, f64::atan2), 10.0),
];

/// What was found of a function.
#[derive(Default, Debug, Clone, Copy)]
struct Found {
    tried: u64,
    different: u64,
    /// The most that results are apart, in units of the last place.
    apart: u64,
    /// Arguments of the first difference.
    first: Option<[f64; 2]>,
}

impl Found {
    fn note(&mut self, args: [f64; 2], ours: f64, theirs: f64) {
        self.tried += 1;
        let same = match ours.is_nan() && theirs.is_nan() {
            true => ours.is_sign_negative() == theirs.is_sign_negative(),
            false => ours.to_bits() == theirs.to_bits(),
        };
        if !same {
            self.different += 1;
            self.apart = self.apart.max(place(ours).abs_diff(place(theirs)));
            self.first.get_or_insert(args);
        }
    }
}

/// The number of a float in their order.
fn place(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    if bits < 0 {
        i64::MIN.wrapping_sub(bits)
    } else {
        bits
    }
}

/// An argument: any bits, one of a range, near a whole number or a power, an edge.
fn argument(draws: &mut Draws, range: f64) -> f64 {
    let unit = |draws: &mut Draws| (draws.bits() >> 11) as f64 / (1u64 << 53) as f64;
    match draws.below(16) {
        0..=3 => f64::from_bits(draws.bits()),
        4..=8 => (unit(draws) * 2.0 - 1.0) * range,
        9..=10 => unit(draws) * 2.0,
        11 => 1.0 + (unit(draws) - 0.5) / (1u64 << draws.below(52)) as f64,
        12 => (unit(draws) - 0.5) / (1u64 << draws.below(52)) as f64,
        13 => f64::from_bits(draws.bits() & ((1 << 63) | ((1 << 52) - 1))),
        14 => {
            // Around multiples of pi/4, and whole numbers.
            let n = draws.below(2000) as f64 - 1000.0;
            let x = if draws.below(2) == 0 { n * std::f64::consts::FRAC_PI_4 } else { n };
            f64::from_bits(x.to_bits().wrapping_add(draws.below(9) as u64).wrapping_sub(4))
        }
        _ => match draws.below(8) {
            0 => f64::INFINITY,
            1 => f64::NEG_INFINITY,
            2 => f64::NAN,
            3 => -f64::NAN,
            _ => draws.pick(EDGE_FLOATS),
        },
    }
}

/// Compares a function on `count` arguments.
fn compare(pair: Pair, range: f64, count: u64) -> Found {
    let mut draws = Draws::seeded(14);
    let mut found = Found::default();
    for _ in 0..count {
        let args = [argument(&mut draws, range), argument(&mut draws, range)];
        let (ours, theirs) = match pair {
            One(ours, theirs) => (ours(args[0]), theirs(args[0])),
            Two(ours, theirs) => (ours(args[0], args[1]), theirs(args[0], args[1])),
        };
        found.note(args, ours, theirs);
    }
    found
}

/// On this target the C library is glibc, whose figures these are; without the instruction its functions round otherwise.
#[test]
fn results_are_the_c_librarys() {
    if !is_x86_feature_detected!("fma") {
        return;
    }
    let count = std::env::var("MATH_COUNT").map_or(100_000, |v| v.parse().expect("MATH_COUNT is a number"));
    println!("{:6} {:>10} {:>10} {:>6}  first", "", "arguments", "different", "ulps");
    let mut different = Vec::new();
    for &(name, pair, range) in FUNCTIONS {
        let f = compare(pair, range, count);
        let first = f.first.map_or(String::new(), |[a, b]| match pair {
            One(..) => format!("{a:e}"),
            Two(..) => format!("{a:e}, {b:e}"),
        });
        println!("{name:6} {:>10} {:>10} {:>6}  {first}", f.tried, f.different, f.apart);
        different.extend((f.different > 0).then_some(name));
    }
    assert!(different.is_empty(), "different: {}", different.join(", "));
}
