//! Drives `nn.cl`.

use super::device::Kernels;
use super::problem::{Random, Report};
use super::{Clock, Program};

pub(super) const PROGRAM: Program = Program { name: "nn", source: include_str!("nn.cl"), exact: true, run };

/// Latitudes and longitudes.
fn points(n: usize, random: &mut Random) -> (Vec<f64>, Vec<f64>) {
    (0..n).map(|_| (7.0 + 63.0 * random.next(), 358.0 * random.next())).unzip()
}

fn run(clock: &mut Clock<'_>, kernels: &Kernels<'_>, size: &[usize]) -> Result<Report, String> {
    let [stations, places] = *size else { return Err("nn needs two numbers".to_string()) };
    let (mut random, device) = (Random(19), clock.device);
    let (latitudes, longitudes) = points(stations, &mut random);
    let (place_latitudes, place_longitudes) = points(places, &mut random);
    let (latitude, longitude) = (device.memory(&latitudes)?, device.memory(&longitudes)?);
    let (place_latitude, place_longitude) =
        (device.memory(&place_latitudes)?, device.memory(&place_longitudes)?);
    let (station, distance) = (device.memory(&vec![0i64; places])?, device.memory(&vec![0.0; places])?);
    let nearest = kernels.get("nearest")?;
    while clock.more() {
        clock.time(|| {
            let n = stations as i64;
            nearest.launch(
                &[&latitude, &longitude, &place_latitude, &place_longitude, &station, &distance, &n],
                &[places],
            )
        })?;
    }
    let numbers: Vec<f64> = device.read(&station)?.into_iter().map(|s| s as f64).collect();
    let mut report = Report::default();
    report.floats("station", &numbers);
    report.floats("distance", &device.read(&distance)?);
    Ok(report)
}
