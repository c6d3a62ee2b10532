//! Drives `mm.cl`.

use super::device::Kernels;
use super::problem::{Random, Report};
use super::{Clock, Program};

pub(super) const PROGRAM: Program = Program { name: "mm", source: include_str!("mm.cl"), exact: true, run };

fn run(clock: &mut Clock<'_>, kernels: &Kernels<'_>, size: &[usize]) -> Result<Report, String> {
    let n = size[0];
    let mut random = Random(42);
    let mut matrix = || (0..n * n).map(|_| random.next() - 0.5).collect::<Vec<f64>>();
    let device = clock.device;
    let (a, b, c) = (device.memory(&matrix())?, device.memory(&matrix())?, device.memory(&vec![0.0; n * n])?);
    let multiply = kernels.get("multiply")?;
    while clock.more() {
        clock.time(|| multiply.launch(&[&a, &b, &c, &(n as i64)], &[n, n]))?;
    }
    let mut report = Report::default();
    report.floats("product", &device.read(&c)?);
    Ok(report)
}
