//! The framework's own contract: random languages, and random programs in them, do the same in every mode.
//!
//! **Problem.** What Lua and Python happen to do is a small part of what the guide lets an author do. Here the language itself is random: a table of handlers
//! (`contract/program.rs`), each a list of operations in any order. One interpreter (`contract/lang.rs`) runs them all; a live mask is
//! computed for every step (`contract/live.rs`). A program runs plainly, then compiled, with guards that are made to fail, with a collection at
//! every poll, and audited, with thresholds, passes and limits drawn for it (`contract/check.rs`); output, results, errors and the heap at the
//! end must be the same.
//!
//! **Settings.** `CONTRACT_COUNT` programs (1,500 if not given) from seed `CONTRACT_SEED` (1). More than 5,000 run in processes of their own, so that crashes and programs
//! that do not end are found and made smaller, too:
//! ```text
//! CONTRACT_COUNT=1000000 cargo test --release --test contract random -- --nocapture
//! CONTRACT_BYTES="0 3 12" cargo test --test contract show_bytes -- --nocapture     # CONTRACT_LOG=1: with its traces
//! ```
//! A difference is reported with the bytes that show it, made few and small (`contract/shrink.rs`), and the program that they stand for.

#[path = "contract/campaign.rs"]
mod campaign;
#[path = "contract/check.rs"]
mod check;
#[path = "contract/exec.rs"]
mod exec;
#[path = "contract/exec_heap.rs"]
mod exec_heap;
#[path = "contract/generate.rs"]
mod generate;
#[path = "contract/host.rs"]
mod host;
#[path = "contract/lang.rs"]
mod lang;
#[path = "contract/live.rs"]
mod live;
#[path = "contract/program.rs"]
mod program;
#[path = "contract/shrink.rs"]
mod shrink;

use holloway::Params;

/// Programs that one process runs.
const CHUNK: u64 = 5_000;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .map_or(default, |v| v.parse().unwrap_or_else(|_| panic!("{name}={v}: expected a number")))
}

#[test]
fn random_languages_agree() {
    let (first, count) = (setting("CONTRACT_SEED", 1), setting("CONTRACT_COUNT", 1_500));
    let done = if count > CHUNK {
        campaign::in_processes(first, count, CHUNK)
    } else {
        campaign::in_threads(first, count)
    };
    println!("{done}");
    assert!(done.wrong.is_empty(), "{} of {count} programs differ", done.wrong.len());
    // A test of nothing would pass, too.
    assert!(count < 1_000 || done.sum.bridges > count / 4, "{done}");
    assert!(count < 1_000 || done.sum.forced_exits > count && done.unfit < count / 20, "{done}");
}

/// A live mask without a register that its step reads at once: the audit says so, unless that step is never recorded, as traces end before it.
#[test]
fn a_forgotten_register_is_reported() {
    let eager = Params { threshold: 1, function_threshold: 1, bridge_threshold: 1, ..Params::default() };
    let (mut reported, mut silent) = (0, 0);
    for seed in 1..=800 {
        let (_, mut program) = check::decode(&generate::bytes_of(seed));
        let code = seed as usize % program.codes.len();
        let reads: Vec<(u32, u8)> = (0..program.codes[code].ops.len() as u32)
            .filter_map(|pc| program.first_read(code, pc).map(|reg| (pc, reg)))
            .collect();
        let Some(&(pc, reg)) = reads.get(seed as usize * 7 % reads.len().max(1)) else { continue };
        program.forgotten = Some((code as u8, pc, reg));
        let outcome = |params: &Params| check::run(&program, params.clone(), false).map(|done| done.0.ok());
        let plain = outcome(&check::plain()).expect("plain execution asks no masks");
        let audit = outcome(&Params { audit: true, ..eager.clone() });
        let reports = audit.as_ref().is_err_and(|e| e.contains("audit:"));
        // A program without its counter may never end, so what is reported is not run.
        let differs = !reports && outcome(&eager).is_ok_and(|o| o != plain) && plain.is_some();
        reported += reports as u32;
        silent += differs as u32;
    }
    assert!(reported >= 50 && silent * 10 < reported, "{reported} reported, {silent} in silence");
}

/// `CONTRACT_BYTES="1 2 3"` shows what these bytes do, plainly and in each mode.
#[test]
fn show_bytes() {
    let Ok(bytes) = std::env::var("CONTRACT_BYTES") else { return };
    let bytes: Vec<u8> = bytes.split([',', ' ', '[', ']']).filter_map(|b| b.parse().ok()).collect();
    let (modes, program) = check::decode(&bytes);
    println!("{program}");
    let show = |name: &str, params, stress| match check::run(&program, params, stress) {
        Ok((Ok(o), stats)) => println!("{name}: {:?}\n{:?}\n{}\n{stats}", o.output, o.ends, o.graph),
        Ok(_) => println!("{name}: too long"),
        Err(e) => println!("{name}: {e}"),
    };
    show("plain", check::plain(), false);
    let log = std::env::var("CONTRACT_LOG").is_ok();
    for mode in modes {
        let params = Params { log_ops: log, log_summary: log, log_places: log, ..mode.params };
        show(mode.name, params, mode.stress);
    }
}
