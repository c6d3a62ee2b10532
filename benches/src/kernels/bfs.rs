//! Drives `bfs.cl`.

use super::device::Kernels;
use super::problem::{Random, Report};
use super::{Clock, Program};

pub(super) const PROGRAM: Program = Program { name: "bfs", source: include_str!("bfs.cl"), exact: true, run };

/// Where each node's edges begin, how many there are, and where they lead.
fn graph(n: usize, reach: usize) -> [Vec<i64>; 3] {
    let (mut random, n) = (Random(43), n as i64);
    let [mut first, mut count, mut edges]: [Vec<i64>; 3] = Default::default();
    for i in 0..n {
        let here = 2 + (random.next() * 5.0) as i64;
        first.push(edges.len() as i64);
        count.push(here);
        edges.extend((0..here).map(|_| (i + ((2.0 * random.next() - 1.0) * reach as f64) as i64 + n) % n));
    }
    [first, count, edges]
}

fn run(clock: &mut Clock<'_>, kernels: &Kernels<'_>, size: &[usize]) -> Result<Report, String> {
    let [n, reach] = *size else { return Err("bfs needs two numbers".to_string()) };
    let device = clock.device;
    let [firsts, counts, targets] = graph(n, reach);
    let (first, count, edges) = (device.memory(&firsts)?, device.memory(&counts)?, device.memory(&targets)?);
    let (nobody, mut only) = (vec![0u8; n], vec![0u8; n]);
    only[0] = 1;
    let mut unknown = vec![-1i64; n];
    unknown[0] = 0;
    let (mut active, mut seen, mut cost) =
        (device.memory(&only)?, device.memory(&only)?, device.memory(&unknown)?);
    let (reached, mut more) = (device.memory(&nobody)?, device.memory(&[0u8])?);
    let (expand, settle) = (kernels.get("expand")?, kernels.get("settle")?);
    while clock.more() {
        device.write(&mut active, &only)?;
        device.write(&mut seen, &only)?;
        device.write(&mut cost, &unknown)?;
        clock.time(|| loop {
            device.write(&mut more, &[0])?;
            expand.launch(&[&first, &count, &edges, &active, &reached, &seen, &cost], &[n])?;
            settle.launch(&[&active, &reached, &seen, &more], &[n])?;
            if device.read(&more)? == [0] {
                return Ok(());
            }
        })?;
    }
    let costs = device.read(&cost)?;
    let mut report = Report::default();
    report.integers("cost", &costs);
    report.line(&format!("most {}", costs.iter().max().unwrap_or(&0)));
    Ok(report)
}
