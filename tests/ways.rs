//! What hints cost that are wrong, and ways that multiply: see `tracer/src/policy/ways.rs`.
//!
//! Costs are counted in steps of plain execution, so that tests do not depend on the machine. What leaving native code and compiling cost in steps was measured with an
//! interpreter whose steps take 5 ns.

mod tiny;

use holloway::heap::HeapConfig;
use holloway::{Params, Stats};
use tiny::Op::*;
use tiny::*;

/// Steps that leaving native code and coming back takes, half a microsecond.
const LEAVING: u64 = 100;
/// Steps that compiling a recorded op takes, three microseconds.
const COMPILING: u64 = 600;

/// What a run took.
struct Cost {
    result: Result<i64, i64>,
    stats: Stats,
    /// Steps of plain execution.
    steps: u64,
}

impl Cost {
    /// In steps of plain execution. What native code itself takes is left out.
    fn whole(&self) -> u64 {
        self.steps + LEAVING * self.stats.exits + COMPILING * self.stats.recorded_ops
    }
}

fn cost(ops: &[Op], params: Params) -> Cost {
    with_codes(vec![code(0, ops)], params, HeapConfig::default(), |rt, run| {
        let result = run();
        Cost { result, stats: rt.driver.stats(), steps: rt.lang.steps.get() }
    })
}

/// Adds register 5 to the sum in register 4.
const SUM: Op = Add(4, 4, 5);

/// Hints of all kinds, for a number in register 6 that is another one each time; the result is in register 5.
const HINTS: [&[Op]; 3] = [&[PromoteInt(5, 6)], &[Fixed(5, 6), Promote(5, 5)], &[PromoteHalf(5, 6)]];

/// Turns of a loop with so many wrong hints in a row.
fn wrong(turns: i32, sites: usize, hint: &[Op]) -> Vec<Op> {
    let site = [hint, &[SUM, Add(6, 6, 2)]].concat();
    counted(turns, &[Int(4, 0), Int(6, 1000)], &site.repeat(sites), &[Return(4, 1)])
}

/// Rings of so many objects each, in registers from 8 on, and a loop that promotes one of each ring.
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

/// A loop with so many branches in a row that go one way or the other by bits of a random number.
fn branches(turns: i32, count: usize) -> Vec<Op> {
    let before = [Int(4, 0), Int(6, 12345), Int(7, 1_103_515_245), Int(8, 12345), Int(9, 0x7fff_ffff)];
    let mut body = vec![Mul(6, 6, 7), Add(6, 6, 8), And(6, 6, 9)];
    for k in 0..count {
        let over = body_start(before.len()) + body.len() as u32 + 4;
        body.extend([Int(5, 1 << (10 + k)), And(5, 6, 5), Unless(5, over), SUM]);
    }
    counted(turns, &before, &body, &[Return(4, 1)])
}

#[test]
fn no_hint_however_wrong_costs_half_of_plain_execution_more() {
    for (hint, sites) in HINTS.into_iter().flat_map(|hint| [(hint, 1), (hint, 4)]) {
        let ops = wrong(1_500_000, sites, hint);
        let (plain, compiled) = (cost(&ops, plain()), cost(&ops, Params::default()));
        assert_eq!(plain.result, compiled.result);
        let ratio = compiled.whole() as f64 / plain.whole() as f64;
        assert!(ratio < 1.5, "{hint:?} at {sites} sites: {ratio}, {}", compiled.stats);
        // What native code takes at a guard is bounded by the bridges in a row.
        assert!(compiled.stats.bridges <= 100 * sites as u64, "{hint:?}: {}", compiled.stats);
    }
}

#[test]
fn kinds_at_places_in_a_row_add_up() {
    let run = |turns| cost(&kinds(turns, &[8, 7, 9, 11]), Params::default());
    let (some, more) = (run(100_000), run(400_000));
    assert!(some.stats.joins > 0 && some.stats.bridges < 450, "{}", some.stats);
    assert_eq!(some.result, cost(&kinds(100_000, &[8, 7, 9, 11]), plain()).result);
    // There are 5,544 ways; by then all of them are native.
    let (exits, bridges) = (more.stats.exits - some.stats.exits, more.stats.bridges - some.stats.bridges);
    assert!(exits < 1000 && bridges < 60, "{}\n{}", some.stats, more.stats);
    assert!(more.steps < 100_000, "{} plain steps", more.steps);
}

#[test]
fn many_kinds_at_one_place_stay_one_chain() {
    let ran = cost(&kinds(100_000, &[60]), Params::default());
    assert_eq!(ran.stats.joins, 0, "{}", ran.stats);
    assert!(ran.steps < 30_000, "{} plain steps, {}", ran.steps, ran.stats);
}

/// A chain went on for each further object, where the log of an effect answered that there were few.
#[test]
fn a_chain_ends_where_there_are_no_longer_few() {
    let ring = |turns| {
        let site = [Left(5, 8), TouchAndPromoteFew(5, 5, 8), SUM, Right(8, 8)];
        let mut ops = kinds(turns, &[60]);
        let at = ops.iter().position(|op| matches!(op, Promote(..))).expect("it promotes");
        ops.splice(at - 1..at + 3, site);
        ops
    };
    // What is touched stays as it is, so the sum is that of the plain promotion.
    let ran = cost(&ring(100_000), Params::default());
    assert_eq!(ran.result, cost(&kinds(100_000, &[60]), plain()).result);
    assert!(ran.stats.bridges <= 20, "{}", ran.stats);
    assert!(ran.steps < 10_000, "{} plain steps, {}", ran.steps, ran.stats);
    agree(|| vec![code(0, &ring(3000))]);
}

#[test]
fn branches_in_a_row_add_up() {
    let ops = branches(300_000, 12);
    let ran = cost(&ops, Params::default());
    assert_eq!(ran.result, cost(&ops, plain()).result);
    assert!(ran.stats.joins > 0 && ran.stats.bridges < 350, "{}", ran.stats);
    assert!(ran.steps < 1_000_000, "{} plain steps, {}", ran.steps, ran.stats);
}

#[test]
fn ways_that_come_together_mean_the_same() {
    agree(|| vec![code(0, &kinds(3000, &[3, 4, 5]))]);
    agree(|| vec![code(0, &branches(3000, 6))]);
    for hint in HINTS {
        agree(|| vec![code(0, &wrong(2000, 2, hint))]);
    }
}

#[test]
fn ways_through_callees_come_together() {
    // The arguments are two objects, both of which the callee promotes.
    let callee = [Promote(0, 0), Promote(1, 1), Add(2, 0, 1), Return(2, 1)];
    let mut before = kinds(0, &[4, 5]);
    before.truncate(before.iter().position(|op| matches!(op, Less(..))).expect("a loop"));
    before.drain(..3);
    // Arguments go where the rings have been made.
    before.extend([Copy(6, 8), Copy(7, 9)]);
    let body = [Left(8, 6), Right(6, 6), Left(9, 7), Right(7, 7), Call(5, 8, 1), Copy(5, 8), SUM];
    let program = || vec![code(0, &counted(3000, &before, &body, &[Return(4, 1)])), code(2, &callee)];
    agree(program);
    let ran = run(program());
    assert!(ran.stats.joins > 0, "{}", ran.stats);
}

#[test]
fn behind_a_place_that_is_given_up_the_whole_window_goes_on() {
    // The callee is inlined, and what it promotes is another number each time.
    let callee = [PromoteInt(1, 0), Add(1, 1, 0), Return(1, 1)];
    let body = [Copy(8, 0), Call(5, 8, 1), Copy(5, 8), SUM];
    agree(|| vec![code(0, &counted(2000, &[Int(4, 0)], &body, &[Return(4, 1)])), code(1, &callee)]);
}

/// A loop that goes round by joins in a callee handed over a whole window at each turn, with each value in an object.
#[test]
fn a_loop_that_goes_round_by_joins_is_called() {
    // The callee goes round so many times as its first argument says, by ways that multiply: its first turns are unrolled where it is inlined.
    let mut callee =
        vec![Int(2, 0), Int(3, 1), Int(4, 0), Int(7, 1_103_515_245), Int(8, 12345), Int(9, 0x7fff_ffff)];
    let header = callee.len() as u32;
    callee.extend([Mul(1, 1, 7), Add(1, 1, 8), And(1, 1, 9)]);
    for bit in 10..16 {
        callee.extend([Int(5, 1 << bit), And(5, 1, 5), Unless(5, callee.len() as u32 + 4), SUM]);
    }
    let end = callee.len() as u32 + 4;
    callee.extend([Add(2, 2, 3), Less(5, 2, 0), Unless(5, end), Loop(header), Return(4, 1)]);
    let ran = |more| {
        let before = [Int(4, 0), Int(6, 3000), Int(7, more)];
        let turns = [Less(5, 6, 0), Mul(5, 5, 7), Add(5, 5, 2), Add(8, 5, 2)];
        let body = [&turns[..], &[Copy(9, 0), Call(5, 8, 1), Copy(5, 8), SUM]].concat();
        let codes = || vec![code(0, &counted(30_000, &before, &body, &[Return(4, 1)])), code(2, &callee)];
        let ran = run_under(codes(), Params::default(), HeapConfig::default());
        assert_eq!(ran.result, run_under(codes(), plain(), HeapConfig::default()).result);
        ran.stats
    };
    let (short, long) = (ran(0), ran(30));
    assert!(short.joins > 0 && short.retired == 0, "two turns are better inlined: {short}");
    assert!(long.joins > 0 && long.retired > 0, "{long}");
}

#[test]
fn the_log_says_where() {
    let logged = |ops: &[Op], params, event: &str| {
        let ran = run_under(vec![code(0, ops)], params, HeapConfig::default());
        ran.log.into_iter().find(|e| e["event"] == event).expect("it is told")
    };
    let params = || Params { log_places: true, ..Params::default() };
    let multiply = logged(&kinds(20_000, &[8, 7, 9, 11]), params(), "multiply");
    assert!(multiply["place"].as_str().is_some_and(|p| p.starts_with("0:")), "{multiply}");
    assert!(multiply["source"].as_str().is_some_and(|s| s.contains("tests/tiny/mod.rs:")), "{multiply}");
    let given_up = logged(&wrong(200_000, 1, HINTS[0]), params(), "give_up");
    assert_eq!((&given_up["place"], &given_up["bridges"]), (&"0:7".into(), &64.into()));
    assert!(given_up["source"].as_str().is_some_and(|s| s.contains("tests/tiny/mod.rs:")), "{given_up}");
}
