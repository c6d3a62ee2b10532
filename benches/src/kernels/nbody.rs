//! Drives `nbody.cl`.

use super::device::Kernels;
use super::problem::{Random, Report};
use super::{Clock, Program};

pub(super) const PROGRAM: Program =
    Program { name: "nbody", source: include_str!("nbody.cl"), exact: true, run };

fn run(clock: &mut Clock<'_>, kernels: &Kernels<'_>, size: &[usize]) -> Result<Report, String> {
    let [n, steps] = *size else { return Err("nbody needs two numbers".to_string()) };
    let mut random = Random(7);
    let mut start: [Vec<f64>; 3] = Default::default();
    let mut masses = Vec::new();
    for _ in 0..n {
        for axis in &mut start {
            axis.push(random.next() * 2.0 - 1.0);
        }
        masses.push(random.next() / n as f64);
    }
    let (device, still) = (clock.device, vec![0.0; n]);
    let memory = |values: &Vec<f64>| device.memory(values);
    let (mut x, mut y, mut z) = (memory(&start[0])?, memory(&start[1])?, memory(&start[2])?);
    let (mut vx, mut vy, mut vz, mass) =
        (memory(&still)?, memory(&still)?, memory(&still)?, memory(&masses)?);
    let (pull, advance) = (kernels.get("pull")?, kernels.get("move")?);
    while clock.more() {
        for (at, from) in [&mut x, &mut y, &mut z].into_iter().zip(&start) {
            device.write(at, from)?;
        }
        for at in [&mut vx, &mut vy, &mut vz] {
            device.write(at, &still)?;
        }
        clock.time(|| {
            for _ in 0..steps {
                pull.launch(&[&x, &y, &z, &mass, &vx, &vy, &vz, &(n as i64)], &[n])?;
                advance.launch(&[&x, &y, &z, &vx, &vy, &vz], &[n])?;
            }
            Ok(())
        })?;
    }
    let mut report = Report::default();
    for (name, values) in [("x", &x), ("y", &y), ("z", &z), ("vx", &vx)] {
        report.floats(name, &device.read(values)?);
    }
    Ok(report)
}
