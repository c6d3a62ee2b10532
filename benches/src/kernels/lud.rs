//! Drives `lud.cl`.

use super::device::Kernels;
use super::problem::{Random, Report};
use super::{Clock, Program};

pub(super) const PROGRAM: Program = Program { name: "lud", source: include_str!("lud.cl"), exact: true, run };

fn run(clock: &mut Clock<'_>, kernels: &Kernels<'_>, size: &[usize]) -> Result<Report, String> {
    let n = size[0];
    let (mut random, device) = (Random(5), clock.device);
    let mut start: Vec<f64> = (0..n * n).map(|_| random.next() - 0.5).collect();
    for i in 0..n {
        start[i * n + i] += n as f64;
    }
    let mut a = device.memory(&start)?;
    let (column, rest) = (kernels.get("column")?, kernels.get("rest")?);
    while clock.more() {
        device.write(&mut a, &start)?;
        clock.time(|| {
            for k in 0..n - 1 {
                let left = n - k - 1;
                column.launch(&[&a, &(k as i64), &(n as i64)], &[left])?;
                rest.launch(&[&a, &(k as i64), &(n as i64)], &[left, left])?;
            }
            Ok(())
        })?;
    }
    let mut report = Report::default();
    report.floats("triangles", &device.read(&a)?);
    Ok(report)
}
