//! The framework's own contract: random languages, and random programs in them, do the same in every mode.
//!
//! **Problem.** What Lua and Python happen to do is a small part of what the guide lets an author do. Here the language itself is random: a table of handlers
//! (`contract/program.rs`), each a list of operations in any order. One interpreter (`contract/lang.rs`) runs them all; a live mask is
//! computed for every step (`contract/live.rs`). A program runs plainly, then compiled, with guards that are made to fail, with a collection at
//! every poll, audited, with its loops' regions compared, and their iterations in another order, with thresholds, passes and limits drawn for it (`contract/check.rs`); output, results, errors and the heap at the
//! end must be the same.
//!
//! **Settings.** `CONTRACT_COUNT` programs (1,500 if not given) from seed `CONTRACT_SEED` (1). More than 5,000 run in processes of their own, so that
//! crashes and programs that do not end are found and made smaller, too:
//! ```text
//! CONTRACT_COUNT=1000000 cargo test --release --test contract random -- --nocapture
//! CONTRACT_BYTES="0 3 12" cargo test --test contract show_bytes -- --nocapture     # CONTRACT_LOG=1: with its traces
//! ```
//! A difference is reported with the bytes that show it, made few and small, and the program that they stand for.

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

use holloway::Params;
use holloway_draws::{bytes_of, read_bytes};

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
    assert!(count < 1_000 || done.sum.checked[0] > count / 100, "{done}");
}

/// A live mask without a register that its step reads at once: the audit says so, unless that step is never recorded, as traces end before it.
#[test]
fn a_forgotten_register_is_reported() {
    let eager = Params { threshold: 1, function_threshold: 1, bridge_threshold: 1, ..Params::default() };
    let (mut reported, mut silent) = (0, 0);
    let count = setting("CONTRACT_COUNT", 1_500).min(800);
    for seed in 1..=count {
        let (_, mut program) = check::decode(&bytes_of(seed, generate::LENGTH));
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
        reported += reports as u64;
        silent += differs as u64;
    }
    assert!(
        reported >= count / 16 && silent * 10 < reported,
        "{reported} of {count} reported, {silent} in silence"
    );
}

/// A function called natively, being banned from inlining, by a tail call that had replaced the first activation of a recording: its results were handed to a
/// caller that the window did not have.
#[rustfmt::skip]
const TAIL_CALL_OF_THE_WINDOW: &[u8] = &[
    193, 92, 210, 230, 5, 36, 201, 35, 155, 51, 138, 7, 22, 5, 64, 207, 98, 178, 216, 85, 95, 210, 9, 174,
    197, 222, 202, 38, 165, 224, 208, 116, 180, 148, 125, 44, 226, 51, 3, 177, 146, 250, 57, 115, 6, 10, 250,
    75, 26, 43, 120, 199, 241, 210, 254, 61, 26, 238, 80, 73, 100, 102, 83, 172, 62, 153, 32, 118, 103, 246,
    65, 118, 147, 68, 118, 58, 161, 141, 222, 127, 191, 245, 225, 54, 78, 136, 38, 212, 29, 136, 107, 64, 98,
    250, 89, 44, 55, 242, 89, 20, 158, 132, 160, 77, 116, 75, 184, 159, 115, 190, 117, 120, 7, 203, 69, 234,
    92, 88, 235, 254, 120, 46, 71, 222, 37, 130, 240, 176, 143, 5, 19, 207, 180, 96, 210, 106, 130, 106, 100,
    186, 213, 83, 246, 35, 203, 189, 110, 104, 176, 239, 75, 53, 190, 233, 72, 175, 0, 159, 109, 151, 22, 24,
    34, 211, 44, 0, 133, 143, 149, 215, 182, 180, 185, 145, 229, 47, 141, 74, 200, 32, 60, 17, 150, 181, 180,
    231, 215, 74, 115, 133, 206, 122, 44, 122, 80, 239, 7, 235, 205, 106, 44, 27, 62, 9, 102, 122, 198, 229,
    191, 20, 141, 11, 138, 70, 61, 234, 125, 241, 169, 189, 203, 65, 28, 245, 136, 12, 80, 133, 133, 249, 162,
    128, 64, 151, 56, 107, 129, 55, 218, 146, 72, 238, 121, 180, 21, 91, 140, 171, 159, 176, 33, 13, 4, 121,
    68, 194, 218, 72, 37, 129, 96, 245, 7, 58, 131, 64, 160, 19, 35, 31, 116, 186, 193, 33, 17, 51, 13, 248,
    186, 245, 80, 251, 216, 108, 183, 111, 229, 128, 163, 57, 15, 179, 185, 208, 118, 38, 218, 31, 136, 157,
    236, 25, 118, 182, 226, 255, 249, 135, 75, 180, 91, 16, 139, 172, 77, 17, 240, 129, 146, 13, 63, 225, 32,
    37, 190, 153, 194, 156, 156, 86, 93, 22, 56, 156, 15, 31, 6, 146, 122, 62, 79, 105, 187, 111, 23, 143,
    165, 171, 134, 183, 210, 51, 58, 231, 107, 188, 248, 119, 89, 207, 9, 209, 183, 75, 13, 222, 238, 30, 170,
    146, 85, 217, 160, 113, 147, 200, 44, 27, 27, 142, 207, 30, 236, 251, 152, 151, 55, 109, 222, 11, 0, 208,
    56, 26, 220, 18, 154, 66, 239, 107, 40, 97, 40, 37,
];

#[test]
fn results_of_a_native_tail_call_leave_the_window() {
    let all = check::check(TAIL_CALL_OF_THE_WINDOW).unwrap_or_else(|d| panic!("{}: {}", d.mode, d.what));
    assert!(all.iter().any(|stats| stats.bridges > 0), "nothing like it is recorded");
}

/// `CONTRACT_BYTES="1 2 3"` shows what these bytes do, plainly and in each mode.
#[test]
fn show_bytes() {
    let Ok(bytes) = std::env::var("CONTRACT_BYTES") else { return };
    let (modes, program) = check::decode(&read_bytes(&bytes));
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
