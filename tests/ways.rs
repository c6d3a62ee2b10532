//! What hints cost that are wrong, and ways that multiply.

mod tiny;

use holloway::heap::HeapConfig;
use holloway::{Params, Stats};
use std::time::{Duration, Instant};
use tiny::Op::*;
use tiny::*;

/// What a run took.
struct Cost {
    result: Result<i64, i64>,
    stats: Stats,
    /// Steps of plain execution.
    steps: u64,
    time: Duration,
}

fn cost(ops: &[Op], params: Params) -> Cost {
    with_codes(vec![code(0, ops)], params, HeapConfig::default(), |rt, run| {
        let began = Instant::now();
        let result = run();
        Cost { result, time: began.elapsed(), stats: rt.driver.stats(), steps: rt.lang.steps.get() }
    })
}

/// Adds register 5 to the sum in register 4.
const SUM: Op = Add(4, 4, 5);

/// Turns of a loop with so many wrong hints in a row, which all promote another number each time.
fn wrong(turns: i32, sites: usize, hint: &[Op]) -> Vec<Op> {
    let site = [hint, &[SUM, Add(6, 6, 2)]].concat();
    counted(turns, &[Int(4, 0), Int(6, 1000)], &site.repeat(sites), &[Return(4, 1)])
}

/// Rings of these many objects, in registers from 8 on, and a loop that promotes one of each in a row.
fn kinds(turns: i32, rings: &[u8]) -> Vec<Op> {
    let mut before = vec![Int(4, 0), Int(6, 0), Int(7, 1)];
    for (k, &len) in rings.iter().enumerate() {
        let ring = 8 + k as u8;
        before.extend([Fixed(5, 6), Pair(ring, 5, 5), Copy(3, ring)]);
        for _ in 1..len {
            before.extend([Add(6, 6, 7), Fixed(5, 6), Pair(ring, 5, ring)]);
        }
        before.push(SetRight(3, ring));
    }
    let site = |k: usize| {
        let ring = 8 + k as u8;
        [Left(5, ring), Promote(5, 5), SUM, Right(ring, ring)]
    };
    let body: Vec<Op> = (0..rings.len()).flat_map(site).collect();
    counted(turns, &before, &body, &[Return(4, 1)])
}

#[test]
fn show() {
    let turns = std::env::var("TURNS").ok().and_then(|t| t.parse().ok()).unwrap_or(300_000);
    let table: Vec<(&str, Vec<Op>)> = vec![
        ("counter", wrong(turns, 1, &[PromoteInt(5, 6)])),
        ("counter x4", wrong(turns, 4, &[PromoteInt(5, 6)])),
        ("object", wrong(turns, 1, &[Fixed(5, 6), Promote(5, 5)])),
        ("object x4", wrong(turns, 4, &[Fixed(5, 6), Promote(5, 5)])),
        ("float", wrong(turns, 1, &[PromoteHalf(5, 6)])),
        ("float x4", wrong(turns, 4, &[PromoteHalf(5, 6)])),
        ("1 kind x4", kinds(turns, &[1, 1, 1, 1])),
        ("8 kinds x1", kinds(turns, &[8])),
        ("8 kinds x4", kinds(turns, &[8, 7, 9, 11])),
        ("64 kinds x1", kinds(turns, &[64])),
    ];
    for (name, ops) in table {
        let only = std::env::var("ONLY").unwrap_or_default();
        if !name.starts_with(&only) { continue; }
        let plain = cost(&ops, plain());
        let jit = cost(&ops, Params::default());
        assert_eq!(plain.result, jit.result);
        println!("{}", jit.stats);
        println!(
            "{name:12} plain {:7.1} ms jit {:7.1} ms ratio {:5.2}; steps {} -> {}; {} bridges, {} aborts, {} recorded, {} entries, {} exits",
            plain.time.as_secs_f64() * 1e3, jit.time.as_secs_f64() * 1e3,
            jit.time.as_secs_f64() / plain.time.as_secs_f64(),
            plain.steps, jit.steps, jit.stats.bridges, jit.stats.aborts, jit.stats.recorded_ops, jit.stats.entries, jit.stats.exits,
        );
    }
}
