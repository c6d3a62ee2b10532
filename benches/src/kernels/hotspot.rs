//! Drives `hotspot.cl`.

use super::device::Kernels;
use super::problem::{Random, Report};
use super::{Clock, Program};

pub(super) const PROGRAM: Program =
    Program { name: "hotspot", source: include_str!("hotspot.cl"), exact: true, run };

fn run(clock: &mut Clock<'_>, kernels: &Kernels<'_>, size: &[usize]) -> Result<Report, String> {
    let [rows, columns, steps] = *size else { return Err("hotspot needs three numbers".to_string()) };
    let (mut random, n, device) = (Random(11), rows * columns, clock.device);
    let start: Vec<f64> = (0..n).map(|_| 320.0 + 10.0 * random.next()).collect();
    let power = device.memory(&random.take(n))?;
    let (mut a, mut b) = (device.memory(&start)?, device.memory(&vec![0.0; n])?);
    let heat = kernels.get("heat")?;
    while clock.more() {
        // An odd number of steps has left them in each other's place.
        device.write(&mut a, &start)?;
        clock.time(|| {
            for _ in 0..steps {
                heat.launch(&[&power, &a, &b, &(rows as i64), &(columns as i64)], &[columns, rows])?;
                std::mem::swap(&mut a, &mut b);
            }
            Ok(())
        })?;
    }
    let mut report = Report::default();
    report.floats("temperature", &device.read(&a)?);
    Ok(report)
}
