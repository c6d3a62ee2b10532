//! The module `_dates`: the arithmetic and the texts of dates and times, for `datetime`, which is written in Python.
//!
//! A date and a time of day are one number here, a [`Moment`]'s: one comparison compares two of them, and an instance of one slot holds it. A duration is its
//! number of microseconds.
//!
//! **Invariant.** Only what is plain is done here: integers in range, texts of the common forms. Else the answer is `None`, and Python does it or says what is
//! wrong; so that what is not plain (`__index__`, subclasses, messages) is in one place only.
//!
//! **Example.** `ordinal(pack_date(1, 1, 2))` is 2, `pack_date(2023, 2, 29)` is `None`.

mod texts;

use crate::native::{Args, Body};
use crate::objects::{number, ops, str};
use crate::py::Module;
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;

/// Bits of the number that are microseconds of the day.
const CLOCK_BITS: u32 = 37;
/// Microseconds of a day.
pub const DAY: i64 = 86_400_000_000;
/// The last day there is: 31 December 9999.
const LAST: i64 = 3_652_059;

/// A date with a time of day, in this order: year, month (4 bits), day (5), microseconds of the day ([`CLOCK_BITS`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Moment(i64);

fn is_leap(y: i64) -> bool {
    y % 4 == 0 && (y % 100 != 0 || y % 400 == 0)
}

fn month_days(y: i64, m: i64) -> i64 {
    match m {
        2 => 28 + i64::from(is_leap(y)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// A time of day as microseconds, if there is one.
fn clock([h, mi, s, us]: [i64; 4]) -> Option<i64> {
    let known = (0..24).contains(&h) && (0..60).contains(&mi) && (0..60).contains(&s);
    (known && (0..1_000_000).contains(&us)).then(|| ((h * 60 + mi) * 60 + s) * 1_000_000 + us)
}

impl Moment {
    /// The beginning of a day, if there is such a day.
    fn date([y, m, d]: [i64; 3]) -> Option<Moment> {
        let known = (1..=9999).contains(&y) && (1..=12).contains(&m) && (1..=month_days(y, m)).contains(&d);
        known.then_some(Moment((y << 9 | m << 5 | d) << CLOCK_BITS))
    }
    fn at(self, clock: i64) -> Moment {
        Moment(self.0 | clock)
    }
    fn year(self) -> i64 {
        self.0 >> (CLOCK_BITS + 9)
    }
    fn month(self) -> i64 {
        self.0 >> (CLOCK_BITS + 5) & 15
    }
    fn day(self) -> i64 {
        self.0 >> CLOCK_BITS & 31
    }
    /// Microseconds of the day.
    fn clock(self) -> i64 {
        self.0 & ((1 << CLOCK_BITS) - 1)
    }
    /// Hour, minute, second, microsecond.
    fn parts(self) -> [i64; 4] {
        let (s, us) = (self.clock() / 1_000_000, self.clock() % 1_000_000);
        [s / 3600, s / 60 % 60, s % 60, us]
    }
    /// Days since the day before 1 January of year 1. Years are counted from March on, so that the day of a leap year is the last one.
    fn ordinal(self) -> i64 {
        let (y, m) = (self.year() - i64::from(self.month() <= 2), self.month());
        let of_year = (153 * (if m > 2 { m - 3 } else { m + 9 }) + 2) / 5 + self.day();
        y * 365 + y / 4 - y / 100 + y / 400 + of_year - 306
    }
    /// The day of a number, if it is in range.
    fn of_ordinal(n: i64) -> Option<Moment> {
        if !(1..=LAST).contains(&n) {
            return None;
        }
        let (era, of_era) = ((n + 305) / 146_097, (n + 305) % 146_097);
        let y = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * y + y / 4 - y / 100);
        let m = (5 * of_year + 2) / 153;
        let d = of_year - (153 * m + 2) / 5 + 1;
        let m = if m < 10 { m + 3 } else { m - 9 };
        Moment::date([era * 400 + y + i64::from(m <= 2), m, d])
    }
    /// What is so many microseconds later.
    fn moved(self, by: i128) -> Option<Moment> {
        let all = i128::from(self.clock()) + by;
        let days = i64::try_from(all.div_euclid(DAY.into())).ok()?;
        Some(Moment::of_ordinal(self.ordinal().checked_add(days)?)?.at(all.rem_euclid(DAY.into()) as i64))
    }
    /// From 0 for Monday.
    fn weekday(self) -> i64 {
        (self.ordinal() + 6) % 7
    }
    /// From 1 on.
    fn day_of_year(self) -> i64 {
        self.ordinal() - Moment((self.year() << 9 | 1 << 5 | 1) << CLOCK_BITS).ordinal() + 1
    }
}

/// The number of what is so many microseconds after a moment's, if it is in range.
pub fn moved_by(n: i64, by: i64) -> Option<i64> {
    Moment(n).moved(by.into()).map(|m| m.0)
}

/// The microseconds from the second moment to the first: less than 2^60.
pub fn span_between(x: i64, y: i64) -> i64 {
    let (x, y) = (Moment(x), Moment(y));
    (x.ordinal() - y.ordinal()) * DAY + (x.clock() - y.clock())
}

/// Arguments from one on, if they are small integers.
fn ints<const N: usize>(a: &Args<'_>, from: usize) -> Option<[i64; N]> {
    let mut out = [0; N];
    for (i, x) in out.iter_mut().enumerate() {
        let Val::Int(n) = a.val(from + i) else { return None };
        *x = n;
    }
    Some(out)
}

/// A number of the results, or `None`.
fn or_none(n: Option<i64>) -> Result<Val, Raised> {
    Ok(n.map_or(Val::None, Val::Int))
}

/// Argument `i`, which is a moment's number: only `datetime` calls these functions.
fn moment(a: &Args<'_>, i: usize) -> Result<Moment, Raised> {
    a.int(i).map(Moment)
}

/// `pack_date(year, month, day)`: the number, or `None` if there is no such day.
fn pack_date(a: &mut Args<'_>) -> Result<Val, Raised> {
    or_none(ints(a, 0).and_then(Moment::date).map(|m| m.0))
}
/// `pack(year, month, day, hour, minute, second, microsecond, fold)`; the fold is only looked at.
fn pack(a: &mut Args<'_>) -> Result<Val, Raised> {
    let made = || {
        let [0 | 1] = ints(a, 7)? else { return None };
        Some(Moment::date(ints(a, 0)?)?.at(clock(ints(a, 3)?)?).0)
    };
    or_none(made())
}
/// `pack_clock(hour, minute, second, microsecond, fold)`: microseconds of the day.
fn pack_clock(a: &mut Args<'_>) -> Result<Val, Raised> {
    let known = matches!(ints(a, 4), Some([0 | 1]));
    or_none(ints(a, 0).and_then(clock).filter(|_| known))
}
/// `fields(number)`: year, month, day, hour, minute, second, microsecond.
fn fields(a: &mut Args<'_>) -> Result<Val, Raised> {
    let m = moment(a, 0)?;
    let [h, mi, s, us] = m.parts();
    ops::tuple_val(a.rt, &[m.year(), m.month(), m.day(), h, mi, s, us].map(|n| Val::Int(n).into()))
}
fn ordinal(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::Int(moment(a, 0)?.ordinal()))
}
fn of_ordinal(a: &mut Args<'_>) -> Result<Val, Raised> {
    or_none(ints(a, 0).and_then(|[n]| Moment::of_ordinal(n)).map(|m| m.0))
}
/// `moved(number, microseconds)`; what is out of range is an error.
fn moved(a: &mut Args<'_>) -> Result<Val, Raised> {
    let by = match a.val(1) {
        Val::Int(n) => Some(n.into()),
        Val::Big(b) => b.wide(),
        _ => None,
    };
    match by.and_then(|by| moment(a, 0).ok()?.moved(by)) {
        Some(m) => Ok(Val::Int(m.0)),
        None => Err(errors::overflow(a.rt, "date value out of range")),
    }
}
/// `between(number, number)`: the microseconds from the second one to the first.
fn between(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (x, y) = (moment(a, 0)?, moment(a, 1)?);
    Ok(Val::Int(span_between(x.0, y.0)))
}

/// The microseconds of parts of a duration, which are integers and floats in order of [`UNITS`].
fn sum(a: &Args<'_>) -> Option<i128> {
    let (mut total, mut left) = (0i128, 0.0);
    for (i, unit) in UNITS {
        match a.val(i) {
            Val::Int(n) => total += i128::from(n) * i128::from(unit),
            // Whole parts are counted exactly; of the rest, what is less than a microsecond is kept for the end.
            Val::Float(x) if x.get().abs() < 1e15 => {
                let (whole, part) = (x.get().trunc(), x.get().fract() * unit as f64);
                total += whole as i128 * i128::from(unit) + part.trunc() as i128;
                left += part.fract();
            }
            _ => return None,
        }
    }
    if left != 0.0 {
        // To the nearest, of two to the even one of the sum.
        let odd = total & 1;
        total += (left + odd as f64).round_ties_even() as i128 - odd;
    }
    let days = total.div_euclid(DAY.into());
    (-999_999_999..=999_999_999).contains(&days).then_some(total)
}
/// Places of the arguments of a duration and their microseconds, in the order in which they are added.
const UNITS: [(usize, i64); 7] =
    [(2, 1), (3, 1000), (1, 1_000_000), (4, 60_000_000), (5, 3_600_000_000), (0, DAY), (6, 7 * DAY)];

/// `total(days, seconds, microseconds, milliseconds, minutes, hours, weeks)`
fn total(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(sum(a).map_or(Val::None, |n| number::norm_wide(a.rt, n)))
}

/// A text as a result, or `None`.
fn text_or_none(a: &Args<'_>, text: Option<String>) -> Result<Val, Raised> {
    text.map_or(Ok(Val::None), |t| str::val(a.rt, &t))
}
/// `day_text(number)`: as in `2020-01-02`.
fn day_text(a: &mut Args<'_>) -> Result<Val, Raised> {
    text_or_none(a, Some(texts::day(moment(a, 0)?)))
}
/// `clock_text(number, spec)`: the time of day; `None` if it cannot be shown so.
fn clock_text(a: &mut Args<'_>) -> Result<Val, Raised> {
    let Val::Str(spec) = a.val(1) else { return Ok(Val::None) };
    text_or_none(a, texts::clock(moment(a, 0)?, spec.text()))
}
/// `text(number, separator, spec)`: both.
fn text(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (Val::Str(sep), Val::Str(spec)) = (a.val(1), a.val(2)) else { return Ok(Val::None) };
    let m = moment(a, 0)?;
    text_or_none(a, texts::clock(m, spec.text()).map(|c| texts::day(m) + sep.text() + &c))
}
/// `span_text(microseconds)`: a duration, as `str` shows it.
fn span_text(a: &mut Args<'_>) -> Result<Val, Raised> {
    text_or_none(a, ints(a, 0).map(|[n]| texts::span(n)))
}
/// `formatted(number, format)`: `None` if the format has directives that are rare or ask for a zone.
fn formatted(a: &mut Args<'_>) -> Result<Val, Raised> {
    let Val::Str(format) = a.val(1) else { return Ok(Val::None) };
    text_or_none(a, texts::formatted(moment(a, 0)?, format.text()))
}
/// `scanned(text, format)`: the number, or `None` if the text is another one or the format has directives that are rare.
fn scanned(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (Val::Str(s), Val::Str(format)) = (a.val(0), a.val(1)) else { return Ok(Val::None) };
    or_none(texts::scanned(s.data(), format.data()).map(|m| m.0))
}
/// `read(text)`: the number of what ISO 8601 writes in its longer form without a zone, or `None`.
fn read(a: &mut Args<'_>) -> Result<Val, Raised> {
    let Val::Str(s) = a.val(0) else { return Ok(Val::None) };
    or_none(texts::read(s.data()).map(|m| m.0))
}

const FUNCTIONS: &[(&str, Body)] = &[
    ("pack_date", pack_date),
    ("pack", pack),
    ("pack_clock", pack_clock),
    ("fields", fields),
    ("ordinal", ordinal),
    ("of_ordinal", of_ordinal),
    ("moved", moved),
    ("between", between),
    ("total", total),
    ("day_text", day_text),
    ("clock_text", clock_text),
    ("text", text),
    ("span_text", span_text),
    ("formatted", formatted),
    ("scanned", scanned),
    ("read", read),
];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_without_a_gap() {
        let mut last = Moment(0);
        for n in 1..=LAST {
            let m = Moment::of_ordinal(n).unwrap_or(Moment(0));
            assert!(m.0 > last.0 && m.ordinal() == n);
            last = m;
        }
        assert_eq!([last.year(), last.month(), last.day()], [9999, 12, 31]);
        assert_eq!((Moment::of_ordinal(0), Moment::of_ordinal(LAST + 1)), (None, None));
    }
}
