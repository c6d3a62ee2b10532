//! Drives `euler3d.cl`.

use super::device::{Argument, Device, Kernels, Memory};
use super::problem::{Random, Report};
use super::{Clock, Program};

pub(super) const PROGRAM: Program =
    Program { name: "euler3d", source: include_str!("euler3d.cl"), exact: true, run };

const FACES: usize = 4;
const STAGES: i64 = 3;
const WING: i64 = -1;
const FAR: i64 = -2;
const GAMMA: f64 = 1.4;
const MACH: f64 = 0.5;

/// The cells: neighbours behind their faces, the faces' normals by axis, volumes.
struct Mesh {
    neighbour: Vec<i64>,
    normals: [Vec<f64>; 3],
    volume: Vec<f64>,
}

impl Mesh {
    fn new(along: usize, across: usize) -> Mesh {
        let (mut random, n) = (Random(41), along * across);
        let mut number: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            number.swap(i, (random.next() * (i + 1) as f64) as usize);
        }
        let mut mesh = Mesh {
            neighbour: vec![FAR; n * FACES],
            normals: std::array::from_fn(|_| vec![0.0; n * FACES]),
            volume: vec![0.0; n],
        };
        let cell = |a: usize, b: usize| number[a * across + b] as i64;
        for a in 0..along {
            for b in 0..across {
                let at = number[a * across + b];
                mesh.volume[at] = 0.9 + 0.2 * random.next();
                let faces = [
                    ([1.0, 0.0, 0.1], if a + 1 < along { cell(a + 1, b) } else { FAR }),
                    ([-1.0, 0.0, -0.1], if a > 0 { cell(a - 1, b) } else { FAR }),
                    ([0.0, 1.0, -0.05], if b + 1 < across { cell(a, b + 1) } else { FAR }),
                    ([0.0, -1.0, 0.05], if b > 0 { cell(a, b - 1) } else { WING }),
                ];
                for (k, (normal, neighbour)) in faces.into_iter().enumerate() {
                    mesh.neighbour[at * FACES + k] = neighbour;
                    for (axis, part) in mesh.normals.iter_mut().zip(normal) {
                        axis[at * FACES + k] = part;
                    }
                }
            }
        }
        mesh
    }
}

/// Density, momentum and energy far away.
fn far() -> [f64; 5] {
    let (density, mx, my, mz) = (1.4, 1.4 * MACH, 0.05, 0.02);
    let square = (mx * mx + my * my + mz * mz) / density;
    [density, mx, my, mz, 1.0 / (GAMMA - 1.0) + 0.5 * square]
}

/// Density, momentum and energy of all cells, each the same everywhere.
fn state(device: &Device, n: usize, values: [f64; 5]) -> Result<Vec<Memory<f64>>, String> {
    values.into_iter().map(|v| device.memory(&vec![v; n])).collect()
}

fn run(clock: &mut Clock<'_>, kernels: &Kernels<'_>, size: &[usize]) -> Result<Report, String> {
    let [along, across, steps] = *size else { return Err("euler3d needs three numbers".to_string()) };
    let (device, n, far) = (clock.device, along * across, far());
    let mesh = Mesh::new(along, across);
    let (neighbour, volume) = (device.memory(&mesh.neighbour)?, device.memory(&mesh.volume)?);
    let normals: Vec<Memory<f64>> =
        mesh.normals.iter().map(|v| device.memory(v)).collect::<Result<_, _>>()?;
    let (everywhere, factor) = (device.memory(&far)?, device.memory(&vec![0.0; n])?);
    let (mut now, old, change) = (state(device, n, far)?, state(device, n, far)?, state(device, n, far)?);
    let (keep, flow, advance) = (kernels.get("keep")?, kernels.get("flow")?, kernels.get("advance")?);
    /// The parts of lists of arguments, as one list.
    fn list<'a>(parts: &[&[&'a dyn Argument]]) -> Vec<&'a dyn Argument> {
        parts.concat()
    }
    /// Arrays as arguments.
    fn all(arrays: &[Memory<f64>]) -> Vec<&dyn Argument> {
        arrays.iter().map(|a| a as &dyn Argument).collect()
    }
    while clock.more() {
        for (at, value) in now.iter_mut().zip(far) {
            device.write(at, &vec![value; n])?;
        }
        clock.time(|| {
            for _ in 0..steps {
                keep.launch(&list(&[&[&volume], &all(&now), &all(&old), &[&factor]]), &[n])?;
                for stage in 0..STAGES {
                    let faces = list(&[&[&neighbour], &all(&normals), &[&everywhere]]);
                    flow.launch(&list(&[&faces, &all(&now), &all(&change)]), &[n])?;
                    let parts =
                        list(&[&[&volume, &factor], &all(&old), &all(&change), &all(&now), &[&stage]]);
                    advance.launch(&parts, &[n])?;
                }
            }
            Ok(())
        })?;
    }
    let mut report = Report::default();
    for (name, k) in [("density", 0), ("energy", 4), ("mx", 1), ("my", 2), ("mz", 3)] {
        report.floats(name, &device.read(&now[k])?);
    }
    Ok(report)
}
