//! Drives `blackscholes.cl`.

use super::device::Kernels;
use super::problem::{Random, Report};
use super::{Clock, Program};

pub(super) const PROGRAM: Program =
    Program { name: "blackscholes", source: include_str!("blackscholes.cl"), exact: false, run };

fn run(clock: &mut Clock<'_>, kernels: &Kernels<'_>, size: &[usize]) -> Result<Report, String> {
    let [n, scenarios] = *size else { return Err("blackscholes needs two numbers".to_string()) };
    let (mut random, device) = (Random(23), clock.device);
    let mut fields: [Vec<f64>; 4] = Default::default();
    let mut calls = Vec::new();
    for _ in 0..n {
        let ranges = [(20.0, 80.0), (20.0, 80.0), (0.1, 0.5), (0.25, 2.0)];
        for (field, (from, width)) in fields.iter_mut().zip(ranges) {
            field.push(from + width * random.next());
        }
        calls.push(u8::from(random.next() < 0.5));
    }
    let memory = |k: usize| device.memory::<f64>(&fields[k]);
    let (spot, strike, volatility, years) = (memory(0)?, memory(1)?, memory(2)?, memory(3)?);
    let (call, mean) = (device.memory(&calls)?, device.memory(&vec![0.0; n])?);
    let prices = kernels.get("prices")?;
    while clock.more() {
        clock.time(|| {
            prices.launch(&[&spot, &strike, &volatility, &years, &call, &mean, &(scenarios as i64)], &[n])
        })?;
    }
    let mut report = Report::default();
    report.floats("price", &device.read(&mean)?);
    Ok(report)
}
