//! Drives `pathfinder.cl`.

use super::device::Kernels;
use super::problem::{Random, Report};
use super::{Clock, Program};

pub(super) const PROGRAM: Program =
    Program { name: "pathfinder", source: include_str!("pathfinder.cl"), exact: true, run };

fn run(clock: &mut Clock<'_>, kernels: &Kernels<'_>, size: &[usize]) -> Result<Report, String> {
    let [columns, period, rows] = *size else { return Err("pathfinder needs three numbers".to_string()) };
    let (mut random, device) = (Random(3), clock.device);
    let stones: Vec<i64> = (0..columns * period).map(|_| (random.next() * 10.0) as i64).collect();
    let pattern = device.memory(&stones)?;
    let (mut best, mut after) = (device.memory(&stones[..columns])?, device.memory(&vec![0i64; columns])?);
    let climb = kernels.get("climb")?;
    while clock.more() {
        device.write(&mut best, &stones[..columns])?;
        clock.time(|| {
            for r in 1..rows {
                let row = (r % period) as i64;
                climb.launch(&[&pattern, &best, &after, &row, &(columns as i64)], &[columns])?;
                std::mem::swap(&mut best, &mut after);
            }
            Ok(())
        })?;
    }
    let costs = device.read(&best)?;
    let mut report = Report::default();
    report.integers("cost", &costs);
    let (least, most) = (costs.iter().min(), costs.iter().max());
    report.line(&format!("least {} most {}", least.unwrap_or(&0), most.unwrap_or(&0)));
    Ok(report)
}
