//! Drives `mandelbrot.cl`.

use super::device::Kernels;
use super::problem::Report;
use super::{Clock, Program};

pub(super) const PROGRAM: Program =
    Program { name: "mandelbrot", source: include_str!("mandelbrot.cl"), exact: true, run };

fn run(clock: &mut Clock<'_>, kernels: &Kernels<'_>, size: &[usize]) -> Result<Report, String> {
    let n = size[0];
    let image = clock.device.memory(&vec![0i64; n * n])?;
    let steps = kernels.get("steps")?;
    while clock.more() {
        clock.time(|| steps.launch(&[&image, &(n as i64)], &[n, n]))?;
    }
    let mut report = Report::default();
    report.integers("steps", &clock.device.read(&image)?);
    Ok(report)
}
