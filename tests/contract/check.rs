//! Runs a program in every mode and compares what can be seen of it.

use super::generate::program;
use super::host::{int_slot, World};
use super::lang::{call, graph, show, Lang, TooLong};
use super::program::Program;
use holloway::heap::{HeapConfig, RawSlot};
use holloway::opt::{OptConfig, PASSES};
use holloway::tables::coverage::Schedule;
use holloway::{GpuMode, Params, Stats};
use holloway_draws::Draws;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Bytes before those of the program: settings.
pub const SETTINGS: usize = 24;

/// How a program is run.
#[derive(Clone)]
pub struct Mode {
    pub name: &'static str,
    pub params: Params,
    pub stress: bool,
}

/// What can be seen of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What was put out, with a hash of all of it.
    pub output: (Vec<String>, u64),
    /// Results or error of each call of the host.
    pub ends: Vec<String>,
    /// The heap at the end.
    pub graph: String,
}

/// Why there is nothing to compare.
pub enum Unfit {
    TooLong,
}

/// A difference between plain execution and a mode.
#[derive(Clone)]
pub struct Difference {
    pub mode: &'static str,
    pub settings: String,
    pub what: String,
}

/// The text of a panic.
pub fn panic_text(p: &(dyn std::any::Any + Send)) -> String {
    let text = p.downcast_ref::<String>().cloned();
    let text = text.or_else(|| p.downcast_ref::<&str>().map(|t| t.to_string()));
    text.or_else(|| p.downcast_ref::<i64>().map(|n| format!("value {n}"))).unwrap_or_else(|| "?".into())
}

/// Runs a program. `Err` is a panic that is none of the program's own.
pub fn run(
    program: &Program,
    params: Params,
    stress: bool,
) -> Result<(Result<Outcome, Unfit>, Stats), String> {
    let heap = HeapConfig { stress, limit: 1 << 30, ..HeapConfig::default() };
    let made = AssertUnwindSafe(|| {
        holloway::run_with(
            params,
            heap,
            |_| Ok::<_, String>(Lang::new(program.clone())),
            |rt| {
                rt.lang.set_world(World::new(rt));
                rt.set_max_depth(program.max_depth);
                let mut ends = Vec::new();
                let mut roots: Vec<RawSlot> = Vec::new();
                for &(f, arg, depth) in &program.calls {
                    rt.lang.world().fuel.set(&rt.heap, 0, program.fuel);
                    let args = [int_slot(arg), int_slot(arg / 2), RawSlot::default()];
                    let entry = arg & 1 == 0;
                    let done = catch_unwind(AssertUnwindSafe(|| {
                        call(rt, f, &args[..(depth as usize % 4)], depth, entry)
                    }));
                    ends.push(match done {
                        Ok(Ok(values)) => {
                            // What is in the vector is not rooted, so it is looked at before anything else happens.
                            let texts: Vec<String> = values.iter().map(|v| show(rt, *v, 1)).collect();
                            rt.lang.world().globals.set(
                                &rt.heap,
                                0,
                                values.first().copied().unwrap_or_default(),
                            );
                            texts.join(", ")
                        }
                        Ok(Err(_)) => format!("raised {}", show(rt, rt.error.get(), 1)),
                        Err(p) if p.is::<TooLong>() => return (Err(Unfit::TooLong), rt.driver.stats()),
                        Err(p) if p.downcast_ref::<i64>() == Some(&1234) => "panicked".into(),
                        Err(p) => std::panic::resume_unwind(p),
                    });
                    assert_eq!(rt.depth_below(), 0, "depth left behind");
                }
                rt.collect();
                let globals = rt.lang.world().globals;
                roots.extend((0..globals.len()).filter_map(|k| globals.get(&rt.heap, k)));
                let graph = graph(rt, &roots);
                (Ok(Outcome { output: rt.lang.output(), ends, graph }), rt.driver.stats())
            },
        )
    });
    match catch_unwind(made) {
        Ok(done) => done,
        Err(p) => Err(format!("panic: {}", panic_text(&*p))),
    }
}

/// The settings that bytes stand for.
pub fn modes(g: &mut Draws) -> Vec<Mode> {
    let mut opt = OptConfig::default();
    match g.below(4) {
        0 | 1 => {}
        2 => {
            let pass = PASSES[g.below(PASSES.len())].name;
            opt.set(pass, false).expect("a pass");
        }
        _ => {
            let bits = [g.byte(), g.byte()];
            for (k, pass) in PASSES.iter().enumerate() {
                opt.set(pass.name, bits[k % 2] >> (k / 2) & 1 != 0).expect("a pass");
            }
        }
    }
    let jit = Params {
        threshold: 1 + g.below(5) as u32,
        function_threshold: 1 + g.below(5) as u32,
        bridge_threshold: 1 + g.below(4) as u32,
        code_max: if g.odds(40) { 48 << 10 } else { 16 << 20 },
        opt,
        ..Params::default()
    };
    let chaos = |g: &mut Draws| {
        let period = [1, 2, 3, 5, 11, 30][g.below(6)];
        let seed = u64::from(g.byte());
        Params { chaos: Some(Schedule::seeded((seed, period))), ..jit.clone() }
    };
    let (chaos1, chaos2) = (chaos(g), chaos(g));
    let mut modes = vec![
        Mode { name: "compiled", params: jit.clone(), stress: false },
        Mode { name: "forced exits", params: chaos1, stress: false },
        Mode {
            name: "compiled meanwhile",
            params: Params { concurrent: true, ..jit.clone() },
            stress: false,
        },
    ];
    match g.below(4) {
        0 => modes.push(Mode { name: "collections", params: jit.clone(), stress: true }),
        1 => modes.push(Mode { name: "forced exits and collections", params: chaos2, stress: true }),
        2 => modes.push(Mode { name: "forced exits", params: chaos2, stress: false }),
        _ => modes.push(Mode { name: "audit", params: Params { audit: true, ..jit.clone() }, stress: false }),
    }
    let regions = |gpu| Params { gpu, threshold: 1, ..jit.clone() };
    modes.extend([
        Mode { name: "regions compared", params: regions(GpuMode::Check), stress: false },
        Mode { name: "iterations in another order", params: regions(GpuMode::Shuffle), stress: false },
    ]);
    modes
}

/// Plain execution.
pub fn plain() -> Params {
    Params { jit: false, ..Params::default() }
}

/// What the bytes stand for.
pub fn decode(bytes: &[u8]) -> (Vec<Mode>, Program) {
    let split = bytes.len().min(SETTINGS);
    let modes = modes(&mut Draws::of(&bytes[..split]));
    (modes, program(&mut Draws::of(&bytes[split..])))
}

/// The first difference between two outcomes.
pub fn compare(plain: &Outcome, other: &Outcome) -> Option<String> {
    if plain == other {
        return None;
    }
    let (a, b) = (&plain.output.0, &other.output.0);
    if let Some(k) = (0..a.len().max(b.len())).find(|&k| a.get(k) != b.get(k)) {
        let before = a[..k].iter().rev().take(3).rev().cloned().collect::<Vec<_>>();
        return Some(format!("output {k} (after {before:?}): plain {:?}, here {:?}", a.get(k), b.get(k)));
    }
    if plain.ends != other.ends {
        return Some(format!("ends: plain {:?}, here {:?}", plain.ends, other.ends));
    }
    Some(format!("plain:\n{}\nhere:\n{}", plain.graph, other.graph))
}

/// Runs what the bytes stand for in all modes; the statistics of the modes, none if it is too long.
pub fn check(bytes: &[u8]) -> Result<Vec<Stats>, Difference> {
    let (modes, program) = decode(bytes);
    check_program(&program, &modes)
}

/// The same for a program.
pub fn check_program(program: &Program, modes: &[Mode]) -> Result<Vec<Stats>, Difference> {
    let different = |mode: &Mode, what| {
        let p = &mode.params;
        let settings = format!(
            "threshold {}, functions {}, bridges {}, code {}, chaos {:?}, stress {}, audit {}, passes off: {:?}",
            p.threshold,
            p.function_threshold,
            p.bridge_threshold,
            p.code_max,
            p.chaos,
            mode.stress,
            p.audit,
            PASSES.iter().map(|pass| pass.name).filter(|pass| !p.opt.has(pass)).collect::<Vec<_>>()
        );
        Difference { mode: mode.name, settings, what }
    };
    let plain_mode = Mode { name: "plain", params: plain(), stress: false };
    let plain = match run(program, plain_mode.params.clone(), false) {
        Ok((Ok(plain), _)) => plain,
        Ok((Err(Unfit::TooLong), _)) => return Ok(Vec::new()),
        Err(what) => return Err(different(&plain_mode, what)),
    };
    let mut all = Vec::new();
    for mode in modes {
        match run(program, mode.params.clone(), mode.stress) {
            Ok((Ok(outcome), stats)) => {
                if let Some(what) = compare(&plain, &outcome) {
                    return Err(different(mode, what));
                }
                all.push(stats);
            }
            Ok((Err(Unfit::TooLong), _)) => unreachable!("only plain execution counts steps"),
            Err(what) => return Err(different(mode, what)),
        }
    }
    Ok(all)
}
