//! Drives `particlefilter.cl`.

use super::device::Kernels;
use super::problem::{Random, Report};
use super::{Clock, Program};

pub(super) const PROGRAM: Program =
    Program { name: "particlefilter", source: include_str!("particlefilter.cl"), exact: false, run };

const RADIUS: i64 = 4;

/// All pictures, one after the other.
fn film(edge: i64, pictures: i64) -> Vec<i64> {
    let (mut random, mut greys) = (Random(37), Vec::new());
    for k in 0..pictures {
        let (row, column) = (edge / 4 + k / 2, edge / 4 + k);
        for r in 0..edge {
            for c in 0..edge {
                let inside = (r - row).pow(2) + (c - column).pow(2) <= RADIUS * RADIUS;
                greys.push(if inside { 228 } else { 100 } + (20.0 * random.next()) as i64);
            }
        }
    }
    greys
}

/// The rows and columns of a disc's points.
fn disc() -> (Vec<i64>, Vec<i64>) {
    let all = (-RADIUS..=RADIUS).flat_map(|r| (-RADIUS..=RADIUS).map(move |c| (r, c)));
    all.filter(|(r, c)| r * r + c * c <= RADIUS * RADIUS).unzip()
}

fn run(clock: &mut Clock<'_>, kernels: &Kernels<'_>, size: &[usize]) -> Result<Report, String> {
    let [edge, pictures, n] = *size else { return Err("particlefilter needs three numbers".to_string()) };
    let (device, items) = (clock.device, n as i64);
    let (disc_r, disc_c) = disc();
    let (area, points) = (edge * edge, disc_r.len() as i64);
    let film = device.memory(&film(edge as i64, pictures as i64))?;
    let (disc_r, disc_c) = (device.memory(&disc_r)?, device.memory(&disc_c)?);
    let at = vec![edge as f64 / 4.0; n];
    let first_seeds: Vec<i64> = (0..items).map(|i| i * 7919 % 2147483647 + 1).collect();
    let mut seed = device.memory(&first_seeds)?;
    let zeros = |n: usize| device.memory(&vec![0.0; n]);
    let (mut rows, mut columns, mut new_rows, mut new_columns) = (zeros(n)?, zeros(n)?, zeros(n)?, zeros(n)?);
    let (weight, upto, sum) = (zeros(n)?, zeros(n)?, zeros(1)?);
    let (row_means, column_means) = (zeros(pictures)?, zeros(pictures)?);
    let (weigh, total) = (kernels.get("weigh")?, kernels.get("total")?);
    let (mean, draw) = (kernels.get("mean")?, kernels.get("draw")?);
    while clock.more() {
        device.write(&mut rows, &at)?;
        device.write(&mut columns, &at)?;
        device.write(&mut seed, &first_seeds)?;
        clock.time(|| {
            for k in 0..pictures {
                let (picture, from) = (k as i64, (k * area) as i64);
                weigh.launch(
                    &[
                        &film,
                        &disc_r,
                        &disc_c,
                        &seed,
                        &rows,
                        &columns,
                        &weight,
                        &from,
                        &(edge as i64),
                        &points,
                    ],
                    &[n],
                )?;
                total.launch(&[&weight, &sum, &items], &[1])?;
                mean.launch(
                    &[&rows, &columns, &weight, &sum, &upto, &row_means, &column_means, &picture, &items],
                    &[1],
                )?;
                draw.launch(&[&upto, &rows, &columns, &new_rows, &new_columns, &items], &[n])?;
                std::mem::swap(&mut rows, &mut new_rows);
                std::mem::swap(&mut columns, &mut new_columns);
            }
            Ok(())
        })?;
    }
    let mut report = Report::default();
    let results = [("row", &row_means), ("column", &column_means), ("rows", &rows), ("columns", &columns)];
    for (name, values) in results {
        report.floats(name, &device.read(values)?);
    }
    Ok(report)
}
