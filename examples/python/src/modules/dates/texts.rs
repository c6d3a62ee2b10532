//! Texts of dates and times, and reading them: the common forms.
//!
//! **Invariant.** What is written or read here is as `datetime` and `time` of the library do it in Python, which do all that is answered `None` here.
//!
//! **Example.** `formatted(m, "%d.%m.%Y")` is `29.02.2024`; `formatted(m, "%Z")` is `None`.

use super::{Moment, DAY};
use langkit::zone::MONTHS;
use std::fmt::Write as _;

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Adds a number with so many digits, or more.
fn digits(out: &mut String, n: i64, width: usize) {
    let (mut buffer, mut n, mut at) = ([b'0'; 20], n, 20);
    while n > 0 || 20 - at < width {
        at -= 1;
        buffer[at] = b'0' + (n % 10) as u8;
        n /= 10;
    }
    out.extend(buffer[at..].iter().map(|&b| char::from(b)));
}

/// Adds numbers of two digits with something between them.
fn pairs(out: &mut String, all: &[i64], between: char) {
    for (i, &n) in all.iter().enumerate() {
        if i > 0 {
            out.push(between);
        }
        digits(out, n, 2);
    }
}

/// As in `2020-01-02`.
pub fn day(m: Moment) -> String {
    // Room for a time and a zone, too.
    let mut out = String::with_capacity(40);
    digits(&mut out, m.year(), 4);
    out.push('-');
    pairs(&mut out, &[m.month(), m.day()], '-');
    out
}

/// The time of day, up to what `spec` says.
pub fn clock(m: Moment, spec: &str) -> Option<String> {
    let [h, mi, s, us] = m.parts();
    let (shown, fraction) = match spec {
        "auto" if us == 0 => (3, 0),
        "auto" | "microseconds" => (3, 6),
        "milliseconds" => (3, 3),
        "seconds" => (3, 0),
        "minutes" => (2, 0),
        "hours" => (1, 0),
        _ => return None,
    };
    let mut out = String::with_capacity(16);
    pairs(&mut out, &[h, mi, s][..shown], ':');
    if fraction > 0 {
        out.push('.');
        digits(&mut out, if fraction == 3 { us / 1000 } else { us }, fraction);
    }
    Some(out)
}

/// A duration.
pub fn span(n: i64) -> String {
    let (days, rest) = (n.div_euclid(DAY), n.rem_euclid(DAY));
    let mut out = String::with_capacity(40);
    if days != 0 {
        let s = if days.abs() == 1 { "" } else { "s" };
        // Writing to a string does not fail.
        let _ = write!(out, "{days} day{s}, ");
    }
    let (s, us) = (rest / 1_000_000, rest % 1_000_000);
    digits(&mut out, s / 3600, 1);
    out.push(':');
    pairs(&mut out, &[s / 60 % 60, s % 60], ':');
    if us > 0 {
        out.push('.');
        digits(&mut out, us, 6);
    }
    out
}

/// By a format.
pub fn formatted(m: Moment, format: &str) -> Option<String> {
    let mut out = String::with_capacity(40);
    let [h, mi, s, us] = m.parts();
    let mut all = format.chars();
    while let Some(c) = all.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        match all.next()? {
            'Y' => digits(&mut out, m.year(), 1),
            'm' => digits(&mut out, m.month(), 2),
            'd' => digits(&mut out, m.day(), 2),
            'H' => digits(&mut out, h, 2),
            'M' => digits(&mut out, mi, 2),
            'S' => digits(&mut out, s, 2),
            'f' => digits(&mut out, us, 6),
            'y' => digits(&mut out, m.year() % 100, 2),
            'I' => digits(&mut out, (h + 11) % 12 + 1, 2),
            'j' => digits(&mut out, m.day_of_year(), 3),
            'p' => out.push_str(if h < 12 { "AM" } else { "PM" }),
            'A' => out.push_str(DAYS[m.weekday() as usize]),
            'a' => out.push_str(&DAYS[m.weekday() as usize][..3]),
            'B' => out.push_str(MONTHS[m.month() as usize - 1]),
            'b' => out.push_str(&MONTHS[m.month() as usize - 1][..3]),
            'T' => pairs(&mut out, &[h, mi, s], ':'),
            'R' => pairs(&mut out, &[h, mi], ':'),
            '%' => out.push('%'),
            _ => return None,
        }
    }
    Some(out)
}

/// Takes up to so many digits from the front: the number, and how many there were.
fn number(text: &mut &[u8], most: usize) -> Option<(i64, usize)> {
    let n = text.iter().take(most).take_while(|b| b.is_ascii_digit()).count();
    let (taken, rest) = text.split_at(n);
    *text = rest;
    (n > 0).then(|| (taken.iter().fold(0, |all, b| all * 10 + i64::from(b - b'0')), n))
}

/// Takes just so many.
fn exact(text: &mut &[u8], n: usize) -> Option<i64> {
    number(text, n).filter(|x| x.1 == n).map(|x| x.0)
}

/// Takes one character.
fn take(text: &mut &[u8], c: u8) -> Option<()> {
    *text = text.strip_prefix(&[c])?;
    Some(())
}

/// What a text says by a format.
pub fn scanned(mut text: &[u8], mut format: &[u8]) -> Option<Moment> {
    let (mut date, mut clock) = ([1900, 1, 1], [0; 4]);
    while let [c, rest @ ..] = format {
        format = rest;
        if c.is_ascii_whitespace() || !c.is_ascii() {
            // Blanks fit any number of them: only one for one is plain.
            let next = text.get(1)?;
            if *c != b' ' || next.is_ascii_whitespace() || !next.is_ascii() {
                return None;
            }
        }
        if *c != b'%' {
            take(&mut text, *c)?;
            continue;
        }
        let [c, rest @ ..] = format else { return None };
        format = rest;
        let before = text;
        match c {
            b'Y' => date[0] = exact(&mut text, 4)?,
            b'f' => {
                let (n, digits) = number(&mut text, 6)?;
                clock[3] = n * 10i64.pow(6 - digits as u32);
            }
            b'm' | b'd' | b'H' | b'M' | b'S' => {
                let (place, last) = match c {
                    b'm' => (&mut date[1], 12),
                    b'd' => (&mut date[2], 31),
                    b'H' => (&mut clock[0], 23),
                    b'M' => (&mut clock[1], 59),
                    _ => (&mut clock[2], 61),
                };
                let (mut n, digits) = number(&mut text, 2)?;
                if n > last && digits > 1 {
                    // One digit may do.
                    text = before;
                    n = exact(&mut text, 1)?;
                }
                *place = n;
            }
            _ => return None,
        }
    }
    let made = Moment::date(date)?.at(super::clock(clock)?);
    text.is_empty().then_some(made)
}

/// What the longer form of ISO 8601 says.
pub fn read(mut text: &[u8]) -> Option<Moment> {
    let t = &mut text;
    let y = exact(t, 4)?;
    take(t, b'-')?;
    let m = exact(t, 2)?;
    take(t, b'-')?;
    let date = Moment::date([y, m, exact(t, 2)?])?;
    if t.is_empty() {
        return Some(date);
    }
    // Between the two any character is one.
    *t = t.split_first().filter(|c| c.0.is_ascii())?.1;
    let mut clock = [exact(t, 2)?, 0, 0, 0];
    for part in clock.iter_mut().take(3).skip(1) {
        if t.is_empty() {
            break;
        }
        take(t, b':')?;
        *part = exact(t, 2)?;
    }
    if !t.is_empty() {
        take(t, b'.')?;
        let (n, digits) = number(t, 6)?;
        clock[3] = n * 10i64.pow(6 - digits as u32);
    }
    let made = date.at(super::clock(clock)?);
    t.is_empty().then_some(made)
}
