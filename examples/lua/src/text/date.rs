//! `os.date` and `os.time`: calendar arithmetic, `strftime` in the "C" locale, local time.
//!
//! **Problem.** The reference leaves all this to C's `gmtime`, `localtime`, `mktime` and `strftime`, none of
//! which safe Rust offers. Zones are in [`langkit::zone`].
//!
//! **Invariants.** The calendar is the Gregorian one for all years, also negative ones. Years must fit C's
//! `int` (counted from 1900), else the result "cannot be represented". `time_from` inverts `date` wherever
//! the local time exists once.
//!
//! **Not promised.** What [`langkit::zone`] does not; the C library's overflow in `%Y` and `%G` next to the last year.
//!
//! **Example.** `date(b"!%F %T", 0, &Zone::utc(), &mut out)` appends `1970-01-01 00:00:00`; with `*t` it
//! returns a [`Fields`] instead and appends nothing.

use std::io::Write;

use langkit::zone::{Zone, MONTHS};

use super::TextError;

const DAY: i64 = 86_400;

/// A moment on the calendar, with the values of the table that `*t` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fields {
    /// The year.
    pub year: i64,
    /// 1 to 12
    pub month: i64,
    /// 1 to 31
    pub day: i64,
    /// 0 to 23
    pub hour: i64,
    /// 0 to 59
    pub min: i64,
    /// 0 to 59
    pub sec: i64,
    /// 1 (Sunday) to 7
    pub wday: i64,
    /// 1 to 366
    pub yday: i64,
    /// Whether summer time is in force.
    pub isdst: bool,
}

/// Days from 1970-01-01 to the first of a month (counted from 0, any size) of a year.
fn days_to_month(year: i64, month: i64) -> i64 {
    // Years that begin in March put the leap day last.
    let months = year * 12 + month - 2;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    // From March on, month lengths repeat 31 30 31 30 31; the product rounds to their sums.
    year * 365 + leap_days + (month * 153 + 2) / 5 - 719_468
}

/// The calendar reading of `seconds` since 1970, without any zone.
fn calendar(seconds: i64, isdst: bool) -> Fields {
    let (days, time) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    // A first guess that errs by at most one year, then corrected.
    let mut year = 1970 + (days as i128 * 400).div_euclid(146_097) as i64;
    while days_to_month(year, 0) > days {
        year -= 1;
    }
    while days_to_month(year + 1, 0) <= days {
        year += 1;
    }
    let yday = days - days_to_month(year, 0);
    let month = (1..12).rev().find(|m| days_to_month(year, *m) <= days).unwrap_or(0);
    Fields {
        year,
        month: month + 1,
        day: days - days_to_month(year, month) + 1,
        hour: time / 3600,
        min: time / 60 % 60,
        sec: time % 60,
        wday: (days + 4).rem_euclid(7) + 1,
        yday: yday + 1,
        isdst,
    }
}

/// The calendar reading of `time` in a zone, if its year can be represented.
fn represent(time: i64, zone: &Zone) -> Option<Fields> {
    let in_force = zone.at(time);
    let fields = calendar(time.checked_add(in_force.offset)?, in_force.summer);
    i32::try_from(fields.year - 1900).ok().map(|_| fields)
}

/// The conversions without modifier, and those behind `E` and `O`.
const PLAIN: &[u8] = b"aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%";
const AFTER_E: &[u8] = b"cCxXyY";
const AFTER_O: &[u8] = b"deHImMSuUVwWy";

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// `os.date(format, time)`: appends text to `out`, or returns the fields if the format is `*t`.
pub fn date(format: &[u8], time: i64, local: &Zone, out: &mut Vec<u8>) -> Result<Option<Fields>, TextError> {
    let utc = Zone::utc();
    let (zone, mut rest) = match format {
        [b'!', rest @ ..] => (&utc, rest),
        _ => (local, format),
    };
    let fields = represent(time, zone)
        .ok_or_else(|| TextError::message("date result cannot be represented in this installation"))?;
    if rest == b"*t" || rest.starts_with(b"*t\0") {
        return Ok(Some(fields));
    }
    let in_force = zone.at(time);
    // C's `gmtime` calls its zone by the old name.
    let name = if std::ptr::eq(zone, &utc) { "GMT" } else { in_force.name };
    let moment = Moment { fields, offset: in_force.offset, name };
    while let Some(at) = memchr::memchr(b'%', rest) {
        out.extend_from_slice(&rest[..at]);
        let conversion = &rest[at + 1..];
        let (letter, tail) = match conversion {
            [b'E', letter, tail @ ..] if AFTER_E.contains(letter) => (*letter, tail),
            [b'O', letter, tail @ ..] if AFTER_O.contains(letter) => (*letter, tail),
            [letter, tail @ ..] if PLAIN.contains(letter) => (*letter, tail),
            _ => {
                let shown = conversion.split(|byte| *byte == 0).next().unwrap_or_default();
                let message = [b"invalid conversion specifier '%", shown, b"'"].concat();
                return Err(TextError::argument(1, message));
            }
        };
        moment.convert(letter, out);
        rest = tail;
    }
    out.extend_from_slice(rest);
    Ok(None)
}

/// What `strftime` knows about the time it prints.
struct Moment<'a> {
    fields: Fields,
    offset: i64,
    name: &'a str,
}

impl Moment<'_> {
    /// Appends one conversion; `letter` is one of [`PLAIN`].
    fn convert(&self, letter: u8, out: &mut Vec<u8>) {
        let f = &self.fields;
        let day_name = DAYS[(f.wday - 1) as usize];
        let month_name = MONTHS[(f.month - 1) as usize];
        let hour12 = (f.hour + 11) % 12 + 1;
        let sunday_based = (f.yday + 7 - f.wday) / 7;
        let since_monday = (f.wday + 5) % 7; // days since the last Monday
        let written = match letter {
            b'a' => write!(out, "{}", &day_name[..3]),
            b'A' => write!(out, "{day_name}"),
            b'b' | b'h' => write!(out, "{}", &month_name[..3]),
            b'B' => write!(out, "{month_name}"),
            b'c' => return self.convert_all(b"a b e T Y", out),
            b'C' => write!(out, "{}", f.year.div_euclid(100)),
            b'd' => write!(out, "{:02}", f.day),
            b'D' | b'x' => return self.convert_all(b"m/d/y", out),
            b'e' => write!(out, "{:2}", f.day),
            b'F' => return self.convert_all(b"Y-m-d", out),
            b'g' => write!(out, "{:02}", self.iso_week().0.rem_euclid(100)),
            b'G' => write!(out, "{}", self.iso_week().0),
            b'H' => write!(out, "{:02}", f.hour),
            b'I' => write!(out, "{hour12:02}"),
            b'j' => write!(out, "{:03}", f.yday),
            b'm' => write!(out, "{:02}", f.month),
            b'M' => write!(out, "{:02}", f.min),
            b'n' => writeln!(out),
            b'p' => write!(out, "{}", if f.hour < 12 { "AM" } else { "PM" }),
            b'r' => return self.convert_all(b"I:M:S p", out),
            b'R' => return self.convert_all(b"H:M", out),
            b'S' => write!(out, "{:02}", f.sec),
            b't' => write!(out, "\t"),
            b'T' | b'X' => return self.convert_all(b"H:M:S", out),
            b'u' => write!(out, "{}", since_monday + 1),
            b'U' => write!(out, "{sunday_based:02}"),
            b'V' => write!(out, "{:02}", self.iso_week().1),
            b'w' => write!(out, "{}", f.wday - 1),
            b'W' => write!(out, "{:02}", (f.yday + 6 - since_monday) / 7),
            b'y' => write!(out, "{:02}", f.year.rem_euclid(100)),
            b'Y' => write!(out, "{}", f.year),
            b'z' => {
                let minutes = self.offset.unsigned_abs() / 60;
                let sign = if self.offset < 0 { '-' } else { '+' };
                write!(out, "{sign}{:02}{:02}", minutes / 60, minutes % 60)
            }
            b'Z' => write!(out, "{}", self.name),
            _ => write!(out, "%"),
        };
        written.expect("a Vec takes all bytes");
    }

    /// Appends a composition: letters are conversions, everything else stands for itself.
    fn convert_all(&self, composition: &[u8], out: &mut Vec<u8>) {
        for byte in composition {
            if byte.is_ascii_alphabetic() {
                self.convert(*byte, out);
            } else {
                out.push(*byte);
            }
        }
    }

    /// The year and week of ISO 8601: weeks begin on Monday and belong to the year that has their Thursday.
    fn iso_week(&self) -> (i64, i64) {
        let f = &self.fields;
        let thursday = f.yday - 1 - (f.wday + 5) % 7 + 3; // its day in this year, from 0, maybe outside
        let this_year = days_to_month(f.year, 0);
        let (year, day) = if thursday < 0 {
            (f.year - 1, thursday + this_year - days_to_month(f.year - 1, 0))
        } else {
            let len = days_to_month(f.year + 1, 0) - this_year;
            if thursday < len {
                (f.year, thursday)
            } else {
                (f.year + 1, thursday - len)
            }
        };
        (year, day / 7 + 1)
    }
}

/// A field of the table given to `os.time`, as the caller finds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// `nil`
    Missing,
    /// a number or string with an integer value
    Integer(i64),
    /// anything else
    Other,
}

/// What `os.time` is asked: a table's fields, checked but not normalised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// year, month, day, hour, minute, second as given
    values: [i64; 6],
    /// Whether the time given is summer time, if the table says.
    pub isdst: Option<bool>,
}

/// The numeric fields: name, default, and what C subtracts before it stores them in an `int`.
const FIELDS: [(&str, Option<i64>, i64); 6] = [
    ("year", None, 1900),
    ("month", None, 1),
    ("day", None, 0),
    ("hour", Some(12), 0),
    ("min", Some(0), 0),
    ("sec", Some(0), 0),
];

impl Request {
    /// Reads the numeric fields through `get`, in the reference's order; `isdst` is left unsaid.
    pub fn read<E: From<TextError>>(
        mut get: impl FnMut(&'static str) -> Result<Field, E>,
    ) -> Result<Request, E> {
        let mut values = [0; 6];
        for (value, (name, default, delta)) in values.iter_mut().zip(FIELDS) {
            let fail = |text: String| Err(TextError::message(text).into());
            *value = match (get(name)?, default) {
                (Field::Integer(given), _) => {
                    // As the reference tests it: above without overflow, below with the same margin.
                    let top = i64::from(i32::MAX) + delta;
                    let bottom = i64::from(i32::MIN) + delta;
                    if !(bottom..=top).contains(&given) {
                        return fail(format!("field '{name}' is out-of-bound"));
                    }
                    given
                }
                (Field::Missing, Some(default)) => default,
                (Field::Missing, None) => return fail(format!("field '{name}' missing in date table")),
                (Field::Other, _) => return fail(format!("field '{name}' is not an integer")),
            };
        }
        Ok(Request { values, isdst: None })
    }
}

/// `os.time(table)`: the time, and the normalised fields that go back into the table.
pub fn time_from(request: &Request, local: &Zone) -> Result<(i64, Fields), TextError> {
    let failure = || TextError::message("time result cannot be represented in this installation");
    let [year, month, day, hour, min, sec] = request.values;
    // All values are at most 33 bits wide: no sum here overflows.
    let reading = (days_to_month(year, month - 1) + day - 1) * DAY + hour * 3600 + min * 60 + sec;
    let time = local.time_of(reading, request.isdst);
    // C's `mktime` has no other way to report failure than -1, so the reference takes that time for one.
    let fields = represent(time, local).filter(|_| time != -1).ok_or_else(failure)?;
    Ok((time, fields))
}
