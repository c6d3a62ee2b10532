//! The clocks and zones behind the module `time`, whose calendars are in Python.

use crate::native::{Args, Body};
use crate::objects::{ops, str};
use crate::py::Module;
use crate::value::Val;
use crate::Rt;
use holloway::machine::Raised;
use holloway::observe::{cpu_time, thread_cpu_time};
use holloway::world::ask;
use langkit::zone::Zone;
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

fn since_start() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    ask("time since the start", || START.get_or_init(Instant::now).elapsed())
}
fn since_epoch() -> Duration {
    ask("time", || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
fn time(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::float(since_epoch().as_secs_f64()))
}
fn time_ns(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::Int(since_epoch().as_nanos() as i64))
}
fn counter(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::float(since_start().as_secs_f64()))
}
fn counter_ns(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::Int(since_start().as_nanos() as i64))
}
/// Processor time of the process.
fn process_time(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::float(ask("processor time", cpu_time).as_secs_f64()))
}
fn process_time_ns(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::Int(ask("processor time", cpu_time).as_nanos() as i64))
}
/// Processor time of the thread.
fn thread_time(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::float(ask("processor time of the thread", thread_cpu_time).as_secs_f64()))
}
fn thread_time_ns(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::Int(ask("processor time of the thread", thread_cpu_time).as_nanos() as i64))
}
fn sleep(a: &mut Args<'_>) -> Result<Val, Raised> {
    let x = a.float(0)?;
    if x < 0.0 {
        return Err(crate::errors::value(a.rt, "sleep length must be non-negative"));
    }
    ask("sleep", || std::thread::sleep(Duration::try_from_secs_f64(x).unwrap_or_default()));
    a.none()
}

/// `_set_zone(name)`: local time is that of this value of `TZ`, or the system's.
fn set_zone(a: &mut Args<'_>) -> Result<Val, Raised> {
    let name = match a.val(0) {
        Val::Str(s) => Some(s.text().to_string()),
        _ => None,
    };
    *a.rt.lang.zone.borrow_mut() = Zone::named(name.as_deref());
    a.none()
}
/// `_zone_at(time)`: the offset from UTC in seconds, whether it is summer time, and the name.
fn zone_at(a: &mut Args<'_>) -> Result<Val, Raised> {
    let time = a.int(0)?;
    let zone = a.rt.lang.zone.borrow();
    let found = zone.at(time);
    let name = str::val(a.rt, found.name)?;
    ops::tuple_val(a.rt, &[Val::Int(found.offset).into(), Val::bool(found.summer).into(), name.into()])
}
/// `_time_of(reading, summer)`: when local clocks show seconds since they showed 1970; `summer` is as in `tm_isdst`.
fn time_of(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (reading, summer) = (a.int(0)?, a.int(1)?);
    let zone = a.rt.lang.zone.borrow();
    Ok(Val::Int(zone.time_of(reading, (summer >= 0).then_some(summer > 0))))
}

const FUNCTIONS: &[(&str, Body)] = &[
    ("time", time),
    ("time_ns", time_ns),
    ("perf_counter", counter),
    ("perf_counter_ns", counter_ns),
    ("monotonic", counter),
    ("process_time", process_time),
    ("process_time_ns", process_time_ns),
    ("thread_time", thread_time),
    ("thread_time_ns", thread_time_ns),
    ("sleep", sleep),
    ("_set_zone", set_zone),
    ("_zone_at", zone_at),
    ("_time_of", time_of),
];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    let _ = since_start();
    super::fill(rt, m, FUNCTIONS);
}
