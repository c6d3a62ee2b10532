//! Drives `srad.cl`.

use super::device::Kernels;
use super::problem::{Random, Report};
use super::{Clock, Program};

pub(super) const PROGRAM: Program =
    Program { name: "srad", source: include_str!("srad.cl"), exact: false, run };

fn run(clock: &mut Clock<'_>, kernels: &Kernels<'_>, size: &[usize]) -> Result<Report, String> {
    let [rows, columns, steps] = *size else { return Err("srad needs three numbers".to_string()) };
    let (mut random, device, n) = (Random(31), clock.device, rows * columns);
    let start: Vec<f64> = (0..n).map(|_| (random.next() * 100.0 / 255.0).exp()).collect();
    let (mut grey, q) = (device.memory(&start)?, device.memory(&[0.0])?);
    let zeros = || device.memory(&vec![0.0; n]);
    let (north, south, west, east, coefficient) = (zeros()?, zeros()?, zeros()?, zeros()?, zeros()?);
    let (noise, slopes) = (kernels.get("noise")?, kernels.get("slopes")?);
    let (exchange, back) = (kernels.get("exchange")?, kernels.get("back")?);
    let (height, width) = (rows as i64, columns as i64);
    while clock.more() {
        device.write(&mut grey, &start)?;
        clock.time(|| {
            for _ in 0..steps {
                noise.launch(&[&grey, &q, &width], &[1])?;
                slopes.launch(
                    &[&grey, &q, &north, &south, &west, &east, &coefficient, &height, &width],
                    &[columns, rows],
                )?;
                exchange.launch(
                    &[&grey, &north, &south, &west, &east, &coefficient, &height, &width],
                    &[columns, rows],
                )?;
            }
            back.launch(&[&grey], &[n])
        })?;
    }
    let mut report = Report::default();
    report.floats("grey", &device.read(&grey)?);
    Ok(report)
}
