//! Local time: which offset from UTC is in force when.
//!
//! **Problem.** Languages leave this to C's `localtime` and `mktime`, which safe Rust does not offer.
//!
//! **Invariants.** [`Zone::time_of`] inverts [`Zone::at`] wherever the local time exists once.
//!
//! **Not promised.** Leap seconds. Which of two equal local times is meant when clocks are set back follows the C library's first guess (the offset in force
//! at the same moment read as UTC). Its refusal to apply a `TZ` rule before 1970 or many thousand years ahead.
//!
//! **Example.** `Zone::from_posix("CET-1CEST,M3.5.0,M10.5.0/3").at(0)` is an hour ahead of UTC, no summer time, "CET".

use holloway::world::ask;
use tz::TimeZone;

/// The months by their English names, as `strftime` writes them in the `C` locale.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const DAY: i64 = 86_400;

/// Gregorian years repeat after this many seconds, weekdays included.
const CYCLE: i64 = 146_097 * DAY;

/// The year 3000: zone rules are only asked for earlier times.
const FAR_FUTURE: i64 = 32_503_680_000;

/// How far from the time in question, and in which steps, an offset of the other kind is looked for.
const SEARCH_STEP: i64 = 601_200;
const SEARCH_END: i64 = 457_243_209 / 2 + SEARCH_STEP;

/// A local time zone.
#[derive(Debug, Clone)]
pub struct Zone {
    rules: TimeZone,
}

/// What is in force at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InForce<'a> {
    /// Seconds that local clocks are ahead of UTC.
    pub offset: i64,
    /// Whether it is summer time.
    pub summer: bool,
    /// The abbreviation, such as "CEST".
    pub name: &'a str,
}

impl Zone {
    /// The zone `TZ` names, or else the system's; UTC where neither can be read.
    pub fn from_environment() -> Zone {
        Zone::named(ask("variable TZ", || std::env::var("TZ").ok()).as_deref())
    }

    /// The zone of a value of `TZ`, the system's if there is none; UTC where it cannot be read.
    pub fn named(name: Option<&str>) -> Zone {
        match name {
            Some(name) => Zone::from_posix(name),
            None => {
                let local = ask("the local time zone", || std::fs::read("/etc/localtime").ok());
                let rules = local.and_then(|data| TimeZone::from_tz_data(&data).ok());
                rules.map_or_else(Zone::utc, |rules| Zone { rules })
            }
        }
    }

    /// The zone of a `TZ` string such as "CET-1CEST,M3.5.0,M10.5.0/3" or "Europe/Berlin"; UTC where it cannot be read.
    pub fn from_posix(text: &str) -> Zone {
        TimeZone::from_posix_tz(text).map_or_else(|_| Zone::utc(), |rules| Zone { rules })
    }

    /// UTC.
    pub fn utc() -> Zone {
        // The crate's own UTC has no name.
        Zone { rules: TimeZone::from_posix_tz("UTC0").unwrap_or_else(|_| TimeZone::utc()) }
    }

    /// What is in force at `time`, in seconds since 1970.
    pub fn at(&self, time: i64) -> InForce<'_> {
        let same = if time < FAR_FUTURE { time } else { FAR_FUTURE + (time - FAR_FUTURE) % CYCLE };
        let found = self.rules.find_local_time_type(same).unwrap_or_else(|_| {
            // Behind the last change of a zone without a rule for the future, that change stays.
            let rules = self.rules.as_ref();
            let last = rules.transitions().last().map_or(0, |change| change.local_time_type_index());
            &rules.local_time_types()[last]
        });
        InForce {
            offset: i64::from(found.ut_offset()),
            summer: found.is_dst(),
            name: found.time_zone_designation(),
        }
    }

    /// The time at which local clocks show `reading` (seconds since they showed 1970), in summer time or not if that is said.
    pub fn time_of(&self, reading: i64, summer: Option<bool>) -> i64 {
        let time = self.settle(reading);
        let actual = self.at(time).summer;
        let skipped = time + self.at(time).offset != reading;
        let Some(wanted) = summer.filter(|wanted| *wanted != actual || skipped) else { return time };
        let other = (1..)
            .map(|n| n * SEARCH_STEP)
            .take_while(|delta| *delta < SEARCH_END)
            .flat_map(|delta| [time - delta, time + delta])
            .find(|near| self.at(*near).summer == wanted);
        match other {
            Some(near) => reading - self.at(near).offset,
            // A zone without the other kind: summer time is an hour ahead.
            None if wanted => time - 3600,
            None => time + 3600,
        }
    }

    /// The same by whatever is in force then.
    fn settle(&self, reading: i64) -> i64 {
        let mut time = reading;
        let mut before = time;
        for _ in 0..4 {
            let next = reading - self.at(time).offset;
            if next == time {
                return time;
            }
            (before, time) = (time, next);
        }
        // Clocks skip this reading, and the guesses jump between both sides: summer time wins, as in C.
        if self.at(before).summer {
            before
        } else {
            time
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summer_time_begins_and_ends() {
        let zone = Zone::from_posix("CET-1CEST,M3.5.0,M10.5.0/3");
        // 2024-03-31 01:00 UTC
        let change = 1_711_846_800;
        assert_eq!(zone.at(change - 1), InForce { offset: 3600, summer: false, name: "CET" });
        assert_eq!(zone.at(change), InForce { offset: 7200, summer: true, name: "CEST" });
        for time in [change - 7200, change, change + 86_400 * 100, 0] {
            assert_eq!(zone.time_of(time + zone.at(time).offset, None), time);
        }
        // 2024-10-27: half past two comes twice.
        let twice = 1_729_996_200;
        assert_eq!(zone.time_of(twice, Some(true)) + 3600, zone.time_of(twice, Some(false)));
    }

    #[test]
    fn what_cannot_be_read_is_utc() {
        assert_eq!(Zone::from_posix("no such zone!").at(0), Zone::utc().at(0));
    }
}
