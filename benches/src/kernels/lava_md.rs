//! Drives `lava_md.cl`.

use super::device::Kernels;
use super::problem::{Random, Report};
use super::{Clock, Program};

pub(super) const PROGRAM: Program =
    Program { name: "lavaMD", source: include_str!("lava_md.cl"), exact: false, run };

/// The boxes near each box of a cube, and where those of each begin.
fn neighbours(edge: usize) -> (Vec<i64>, Vec<i64>) {
    let around = |at: usize| at.saturating_sub(1)..(at + 2).min(edge);
    let (mut near, mut first) = (Vec::new(), vec![0]);
    for at in 0..edge * edge * edge {
        let (x, y, z) = (at / (edge * edge), at / edge % edge, at % edge);
        for a in around(x) {
            for b in around(y) {
                near.extend(around(z).map(|c| ((a * edge + b) * edge + c) as i64));
            }
        }
        first.push(near.len() as i64);
    }
    (near, first)
}

fn run(clock: &mut Clock<'_>, kernels: &Kernels<'_>, size: &[usize]) -> Result<Report, String> {
    let [edge, each] = *size else { return Err("lavaMD needs two numbers".to_string()) };
    let n = edge * edge * edge * each;
    let (mut random, device) = (Random(29), clock.device);
    let mut numbers = || device.memory(&random.take(n));
    let (x, y, z, charge) = (numbers()?, numbers()?, numbers()?, numbers()?);
    let (near, first) = neighbours(edge);
    let (near, first) = (device.memory(&near)?, device.memory(&first)?);
    let zeros = || device.memory(&vec![0.0; n]);
    let (energy, fx, fy, fz) = (zeros()?, zeros()?, zeros()?, zeros()?);
    let feel = kernels.get("feel")?;
    while clock.more() {
        clock.time(|| {
            feel.launch(&[&x, &y, &z, &charge, &near, &first, &energy, &fx, &fy, &fz, &(each as i64)], &[n])
        })?;
    }
    let mut report = Report::default();
    for (name, values) in [("energy", &energy), ("fx", &fx), ("fy", &fy), ("fz", &fz)] {
        report.floats(name, &device.read(values)?);
    }
    Ok(report)
}
