//! Recordings that are compiled while the program goes on: when they land, and that nothing depends on who compiles them and how fast.

mod tiny;

use holloway::heap::HeapConfig;
use holloway::{Params, Stats};
use tiny::Op::*;
use tiny::*;

/// Turns of a loop that are done plainly while it is compiled, as many as `policy/demand.rs` says but for the last, at which it lands.
const TURNS: u64 = 111;

fn params(concurrent: bool) -> Params {
    Params { threshold: 60, function_threshold: 60, concurrent, ..Params::default() }
}

/// Result, counters and steps of plain execution.
fn run(codes: Vec<Code>, params: Params) -> (Result<i64, i64>, Stats, u64) {
    with_codes(codes, params, HeapConfig::default(), |rt, run| {
        let result = run();
        (result, rt.driver.stats(), rt.lang.steps.get())
    })
}

/// A loop that adds 7 each turn, and does something else.
fn sums(turns: i32, more: &[Op]) -> Vec<Code> {
    let body = [&[Add(4, 4, 5)], more].concat();
    vec![code(0, &counted(turns, &[Int(4, 0), Int(5, 7)], &body, &[Return(4, 1)]))]
}

/// Steps of a turn of that loop: test, branch, count, back, and those of the body.
fn per_turn(more: &[Op]) -> u64 {
    5 + more.len() as u64
}

#[test]
fn a_loop_goes_on_plainly_while_it_is_compiled() {
    let (at_once, meanwhile) = (run(sums(3000, &[]), params(false)), run(sums(3000, &[]), params(true)));
    assert_eq!((at_once.0, meanwhile.0), (Ok(21_000), Ok(21_000)));
    assert_eq!((at_once.1.roots, meanwhile.1.roots), (1, 1));
    assert_eq!(meanwhile.2 - at_once.2, TURNS * per_turn(&[]));
}

#[test]
fn a_collection_that_takes_traces_out_of_use_has_all_land() {
    let turns = |more: &[Op]| run(sums(70, more), params(true));
    let (leaves, lands) = (turns(&[Collect]), turns(&[CollectAll]));
    assert_eq!((leaves.0, lands.0), (Ok(490), Ok(490)));
    // It is there after a turn, but its counter waits all the same.
    assert_eq!((leaves.1.roots, lands.1.roots, lands.1.entries), (0, 1, 0));
}

/// Adds up the number of an object so many times; it is made a constant of the trace.
fn number_of(times: i32) -> Vec<Op> {
    let before = [Copy(5, 0), Int(0, 0), Int(2, 1), Int(4, 0), Int(6, times)];
    let header = before.len() as u32;
    let turn =
        [Promote(7, 5), Add(4, 4, 7), Add(0, 0, 2), Less(7, 0, 6), Unless(7, header + 6), Loop(header)];
    [&before[..], &turn, &[Return(4, 1)]].concat()
}

/// The loop over a first object is in flight when that is dropped and collections come; none of the thousand that are made then may be taken for it.
fn dropped_in_flight(then: &[Op]) -> Vec<Op> {
    let first = [Int(0, 7), Fixed(8, 0), Call(6, 8, 1), Nil(8), Int(7, 1000), Int(5, 0), Int(2, 1), Nil(4)];
    let make = [Fixed(9, 7), Pair(4, 9, 4)].repeat(20);
    let use_up = [Left(8, 4), Right(4, 4), Call(6, 8, 1), Add(5, 5, 8)];
    let mut ops = [&first[..], then].concat();
    for (n, body) in [(50, &make[..]), (1000, &use_up)] {
        ops.extend([Int(0, 0), Int(1, n)]);
        let header = ops.len() as u32;
        ops.extend([Less(3, 0, 1), Unless(3, header + 4 + body.len() as u32)]);
        ops.extend(body);
        ops.extend([Add(0, 0, 2), Loop(header)]);
    }
    ops.push(Return(5, 1));
    ops
}

#[test]
fn what_is_in_flight_refers_to_lives() {
    let heap =
        HeapConfig { min_trigger: 1, nursery: 0, minor: false, large_pages: false, ..HeapConfig::default() };
    // Nothing else is compiled, so the trace stays that of the first object.
    let params = Params { bridge_threshold: u32::MAX, function_threshold: u32::MAX, ..params(true) };
    for then in [&[][..], &[CollectAll]] {
        let codes = vec![code(0, &dropped_in_flight(then)), code(1, &number_of(70))];
        let (result, collections) =
            with_codes(codes, params.clone(), heap.clone(), |rt, run| (run(), rt.heap.stats().collections));
        assert_eq!(result, Ok(1000 * 70 * 1000), "after {then:?}");
        assert!(collections > 1, "{collections} collections");
    }
}

#[test]
fn a_program_may_end_before_anything_lands() {
    let (result, stats, _) = run(sums(70, &[]), params(true));
    assert_eq!((result, stats.roots, stats.entries), (Ok(490), 0, 0));
    assert!(stats.recorded_ops > 0, "{stats}");
}

/// A loop in which three of four turns go another way, each another one.
fn branches(turns: i32) -> Vec<Code> {
    let before = [Int(4, 0), Int(5, 3), Int(6, 1)];
    let from = body_start(before.len());
    let body = [
        And(7, 0, 5),
        Unless(7, from + 7),
        Sub(7, 7, 6),
        Unless(7, from + 6),
        Add(4, 4, 7),
        Add(4, 4, 6),
        Add(4, 4, 6),
        Add(4, 4, 6),
    ];
    vec![code(0, &counted(turns, &before, &body, &[Return(4, 1)]))]
}

#[test]
fn bridges_land_where_they_go_on() {
    let (at_once, meanwhile) = (run(branches(5000), params(false)), run(branches(5000), params(true)));
    assert_eq!(at_once.0, meanwhile.0);
    assert_eq!(at_once.1.bridges, meanwhile.1.bridges, "{}", meanwhile.1);
    let more = meanwhile.1.exits - at_once.1.exits;
    assert!(meanwhile.1.bridges >= 2 && (4..200).contains(&more), "{more} exits more: {}", meanwhile.1);
}

/// Two loops of ten turns each in an outer one.
fn two_loops(turns: i32) -> Vec<Code> {
    let before = [Int(4, 0), Int(6, 10)];
    let from = body_start(before.len());
    let inner = |at: u32, more: &[Op]| {
        let end = at + 6 + more.len() as u32;
        [&[Int(5, 0), Less(7, 5, 6), Unless(7, end)], more, &[Add(4, 4, 5), Add(5, 5, 2), Loop(at + 1)]]
            .concat()
    };
    let first = inner(from, &[]);
    let second = inner(from + first.len() as u32, &[Add(4, 4, 6), Sub(4, 4, 2)]);
    vec![code(0, &counted(turns, &before, &[first, second].concat(), &[Return(4, 1)]))]
}

#[test]
fn those_in_flight_land_in_their_order() {
    let (at_once, meanwhile) = (run(two_loops(500), params(false)), run(two_loops(500), params(true)));
    assert_eq!((at_once.0, meanwhile.0), (Ok(90_000), Ok(90_000)));
    assert!(meanwhile.1.roots == 2 && meanwhile.1.entries > 50, "{}", meanwhile.1);
}

/// A function with a loop of two turns. When the function is recorded, its loop is in flight.
fn nest(turns: i32) -> Vec<Code> {
    let callee = [
        Int(1, 0),
        Int(2, 1),
        Int(3, 2),
        Int(4, 0),
        Less(5, 1, 3),
        Unless(5, 9),
        Add(4, 4, 0),
        Add(1, 1, 2),
        Loop(4),
        Return(4, 1),
    ];
    let body = [Copy(8, 0), Call(5, 8, 1), Copy(5, 8), Add(4, 4, 5)];
    vec![code(0, &counted(turns, &[Int(4, 0)], &body, &[Return(4, 1)])), code(1, &callee)]
}

#[test]
fn a_recording_waits_for_the_loop_that_it_comes_to() {
    let ran = run_under(nest(500), params(true), HeapConfig::default());
    assert_eq!(ran.result, Ok(249_500));
    let function =
        ran.log.iter().find(|e| e["event"] == "trace" && e["kind"] == "function").expect("a function");
    assert_eq!(function["end"], "jump Body(0)");
}

#[test]
fn all_runs_have_the_same_traces() {
    for program in [branches, two_loops, nest] {
        let log = || {
            let ran =
                run_under(program(4000), Params { log_places: true, ..params(true) }, HeapConfig::default());
            (ran.result, ran.log)
        };
        let first = log();
        assert!(first.1.iter().any(|e| e["event"] == "trace"));
        for _ in 0..20 {
            assert_eq!(log(), first);
        }
    }
}

#[test]
fn what_is_compiled_meanwhile_means_the_same() {
    agree(|| branches(3000));
    agree(|| two_loops(300));
    agree(|| nest(1000));
}
