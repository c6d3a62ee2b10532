//! Rules about one step and the trace around it: exits, logs, virtual objects, liveness, greens, cells, trace constants.
//!
//! Each test is named by the row of `docs/INVARIANTS.md` that it holds.

mod tiny;

use holloway::heap::HeapConfig;
use holloway::tables::coverage::Schedule;
use holloway::Params;
use std::panic::{catch_unwind, AssertUnwindSafe};
use tiny::Op::*;
use tiny::*;

/// Adds register 5 to the sum in register 4.
const SUM: Op = Add(4, 4, 5);

/// Four pairs in a ring, each with another kind of value on its left; register 5 is one of them.
const RING: &[Op] = &[
    Int(4, 0),
    Nil(6),
    Int(7, 9),
    Fixed(5, 7),
    Pair(5, 5, 6),
    Pair(3, 5, 5),
    SetLeft(3, 3),
    Pair(3, 7, 3),
    SetRight(5, 3),
    Right(6, 3),
    Nil(7),
    Pair(7, 7, 5),
    SetRight(6, 7),
    Copy(5, 3),
];

#[test]
fn i01_a_bridge_tests_its_guard_again() {
    let body = &[Left(6, 5), Kind(6, 6), Mul(4, 4, 2), Add(4, 4, 6), Right(5, 5)];
    let program = || vec![code(0, &counted(400, RING, body, &[Return(4, 1)]))];
    assert_eq!(agree(program), 100 * (1 + 2 + 3));
    let ran = run(program());
    assert!(ran.stats.bridges >= 2, "each kind has its bridge: {}", ran.stats);
}

#[test]
fn i01_forced_exits_neither_count_nor_start_bridges() {
    let program = counted(3000, &[Int(4, 0)], &[Add(4, 4, 0)], &[Return(4, 1)]);
    let params = Params { chaos: Some(Schedule::seeded((1, 2))), ..eager() };
    let ran = run_under(vec![code(0, &program)], params, HeapConfig::default());
    assert_eq!(ran.result, Ok(3000 * 2999 / 2));
    assert!(ran.stats.forced_exits > 300 && ran.stats.bridges == 0, "{}", ran.stats);
}

#[test]
fn i02_the_log_answers_everything() {
    let before = &[Int(4, 0), Int(5, 0), Pair(6, 5, 5)];
    let body = &[Everything(5, 6, 0), SUM];
    let program = || vec![code(0, &counted(300, before, body, &[Left(5, 6), SUM, Return(4, 1)]))];
    agree(program);
    // The step's later guards have logs, and bridges begin by replaying it.
    let ran = run(program());
    assert!(ran.stats.bridges > 0, "{}", ran.stats);
    assert!(ran.traces("loop", false)[0].contains("replay"), "a step with effects before its guards");
}

#[test]
fn i02_what_is_asked_of_the_trace_is_logged() {
    // Register 7 is no constant when it is recorded, but where the kind is tested it is known to be 9: the bridges know it as a constant.
    let before = &[RING, &[Int(7, 9)]].concat();
    let start = body_start(before.len());
    let body = &[
        Left(6, 5),
        Right(5, 5),
        Int(3, 9),
        Equal(3, 7, 3),
        Unless(3, start + 6),
        AskConstant(6, 7, 6),
        Add(4, 4, 6),
    ];
    let program = || vec![code(0, &counted(400, before, body, &[Return(4, 1)]))];
    assert_eq!(agree(program), 100 * (1 + 2 + 3));
    assert!(run(program()).stats.bridges >= 2);
}

#[test]
fn i03_a_virtual_is_built_as_of_the_guard() {
    let before = &[Int(4, 0), Int(7, 150)];
    let body = &[Pair(6, 0, 0), BumpAndTest(5, 6, 0, 7), SUM, Left(5, 6), SUM, Nil(6)];
    let program = || vec![code(0, &counted(300, before, body, &[Return(4, 1)]))];
    assert_eq!(agree(program), 150 + 300 + 300 * 299 / 2);
    let ran = run(program());
    let optimized = &ran.traces("loop", true)[0];
    assert!(!optimized.contains("= new t"), "the pair stays virtual:\n{optimized}");
}

#[test]
fn i03_one_object_in_two_places_stays_one() {
    // A pair that contains itself, in two registers, across a guard that fails every other time.
    let start = body_start(1);
    let body = &[
        Pair(6, 0, 0),
        Copy(5, 6),
        SetLeft(6, 5),
        And(7, 0, 2),
        Unless(7, start + 7),
        SetRight(6, 2),
        Jump(start + 8),
        SetRight(5, 1),
        Same(7, 5, 6),
        Add(4, 4, 7),
        Left(6, 6),
        Same(7, 5, 6),
        Add(4, 4, 7),
        Right(7, 6),
        Add(4, 4, 7),
    ];
    let program = || vec![code(0, &counted(300, &[Int(4, 0)], body, &[Return(4, 1)]))];
    assert_eq!(agree(program), 300 + 300 + 150 + 150 * 300);
}

#[test]
fn i03_slots_and_log_share_their_virtuals() {
    // The log's answer is the object that is in the slot.
    let before = &[Int(4, 0), Int(7, 150)];
    let body = &[Pair(6, 0, 0), SetLeft(6, 6), TakeAndTest(5, 6, 0, 7), SUM, Nil(6)];
    let program = || vec![code(0, &counted(300, before, body, &[Return(4, 1)]))];
    assert_eq!(agree(program), 150 + 2 * 150);
}

#[test]
fn i04_a_long_step_ends_the_trace_and_is_done_plainly() {
    let before = &[Int(4, 0), Int(5, 6), Int(6, 0), Pair(6, 5, 6)];
    let program = |n: u16| {
        let body = &[Long(5, 6, n), SUM];
        vec![code(0, &counted(200, before, body, &[Right(5, 6), SUM, Return(4, 1)]))]
    };
    for n in [100, 1000, 2000] {
        assert_eq!(agree(|| program(n)), 200 * 6 * n as i64 + 200, "{n} loads in a step");
    }
    let ran = |n: u16| {
        let ran = run(program(n));
        assert_eq!((ran.stats.roots, ran.stats.aborts), (1, 0), "{}", ran.stats);
        (ran.traces("loop", true).remove(0).len(), ran.stats.entries)
    };
    let (short, (long, entries), (longer, _)) = (ran(100).0, ran(1000), ran(2000));
    assert!(long < short && longer == long, "cut where the step begins: {short}, {long}, {longer} bytes");
    assert!(entries > 150, "what comes before the step runs natively, {entries} times");
}

#[test]
fn i05_dead_registers_are_neither_inputs_nor_in_snapshots() {
    let mut before: Vec<Op> = (8..40).map(|d| Int(d, d as i32)).collect();
    before.push(Int(4, 0));
    let mut main = code(0, &counted(100, &before, &[Add(4, 4, 0)], &[Return(4, 1)]));
    main.live = 0b11111;
    let ran = run(vec![main]);
    assert_eq!(ran.result, Ok(4950));
    let root = &ran.traces("loop", false)[0];
    assert_eq!(root.matches("= input").count(), 2 * 5, "tag and payload of five registers:\n{root}");
    let entries = |l: &str| Some(l.split_once("entries=[")?.1.split(']').next()?.split(", ").count());
    let widest = root.lines().filter_map(entries).max();
    assert_eq!(widest, Some(2 * 5), "{root}");
}

#[test]
fn i05_stress_takes_dead_registers_away() {
    // Register 9 is read in each turn, and `live` forgets it: plain execution does not notice, but under stress it is lost at the first poll.
    let mut main = code(0, &counted(40, &[Int(4, 0), Int(9, 5)], &[Kind(5, 9), SUM], &[Return(4, 1)]));
    main.live = 0b11111;
    let plain = Params { jit: false, ..eager() };
    let run = |stress, main: &Code| {
        let mut again = code(0, &main.ops);
        again.live = main.live;
        run_under(vec![again], plain.clone(), HeapConfig { stress, ..HeapConfig::default() }).result
    };
    assert_eq!(run(false, &main), Ok(40));
    assert_eq!(run(true, &main), Ok(1));
    main.live = 0xfff;
    assert_eq!(run(true, &main), Ok(40));
}

#[test]
fn i09_loops_close_at_equal_greens() {
    // The mode changes every time around: no iteration ends as it began, and none is compiled as if it did.
    let body = &[Flip, Mode(5), Mul(5, 5, 0), SUM];
    let program = counted(301, &[Int(4, 0)], body, &[Return(4, 1)]);
    assert_eq!(run(vec![code(0, &program)]).result, Ok((0..301).step_by(2).sum::<i64>()));
    // It changes now and then: each mode has a trace of its own.
    let start = body_start(2);
    let body = &[And(5, 0, 6), Equal(5, 5, 6), Unless(5, start + 4), Flip, Mode(5), Mul(5, 5, 0), SUM];
    let program = || vec![code(0, &counted(512, &[Int(4, 0), Int(6, 63)], body, &[Return(4, 1)]))];
    assert_eq!(agree(program), (0..512).filter(|i| ((i + 1) / 64) % 2 == 1).sum::<i64>());
}

#[test]
fn i16_more_kinds_than_versions() {
    // An inner loop with three registers of four kinds each: 64 contexts, of which no more than a table full get versions.
    let before = &[RING, &[Copy(6, 5), Copy(7, 5)]].concat();
    let start = body_start(before.len());
    let inner = start + 4;
    let after = inner + 11;
    let body = &[
        Left(8, 5),
        Left(9, 6),
        Left(10, 7),
        Int(11, 0),
        Kind(3, 8),
        Add(4, 4, 3),
        Kind(3, 9),
        Add(4, 4, 3),
        Kind(3, 10),
        Add(4, 4, 3),
        Add(11, 11, 2),
        Int(3, 30),
        Less(3, 11, 3),
        Unless(3, after),
        Loop(inner),
        Nil(8),
        Nil(9),
        Nil(10),
        Right(5, 5),
        Int(3, 3),
        And(3, 0, 3),
        Unless(3, after + 8),
        Jump(after + 14),
        Right(6, 6),
        Int(3, 15),
        And(3, 0, 3),
        Unless(3, after + 13),
        Jump(after + 14),
        Right(7, 7),
    ];
    let program = counted(1500, before, body, &[Return(4, 1)]);
    let want = run_under(vec![code(0, &program)], plain(), HeapConfig::default()).result;
    let ran = run(vec![code(0, &program)]);
    assert_eq!(ran.result, want);
    assert!((10..25).contains(&ran.stats.roots), "{}", ran.stats);
}

#[test]
fn i17_a_bridge_begins_by_making_its_virtuals() {
    let start = body_start(1);
    let body = &[
        Pair(6, 0, 1),
        Pair(6, 6, 0),
        And(7, 0, 2),
        Unless(7, start + 5),
        Jump(start + 6),
        Add(4, 4, 2),
        Right(5, 6),
        SUM,
        Left(6, 6),
        Right(5, 6),
        SUM,
    ];
    let program = || vec![code(0, &counted(300, &[Int(4, 0)], body, &[Return(4, 1)]))];
    assert_eq!(agree(program), 150 + 300 * 299 / 2 + 300 * 300);
    let ran = run(program());
    let bridge = &ran.traces("bridge", false)[0];
    let first = bridge.lines().find(|l| l.contains("= ") && !l.contains("input") && l.contains(" = "));
    assert!(bridge.contains("= new t"), "{bridge}");
    assert!(first.is_some());
}

#[test]
fn i17_objects_are_carried_around_the_loop() {
    let body = &[Left(5, 6), SUM, Pair(6, 0, 1), Right(5, 6), SUM];
    let before = &[Int(4, 0), Int(5, 7), Pair(6, 5, 5)];
    let program = || vec![code(0, &counted(300, before, body, &[Return(4, 1)]))];
    assert_eq!(agree(program), 7 + 299 * 298 / 2 + 300 * 300);
}

#[test]
fn i18_a_written_cell_is_seen_at_once() {
    let before = &[Int(4, 0), Int(6, 200)];
    let program =
        |first, second| move || vec![code(0, &counted(300, before, &[first, second, SUM], &[Return(4, 1)]))];
    assert_eq!(agree(program(SetCellAt(0, 0, 6), Cell(5, 0))), 200 * 5 + 100 * 200);
    assert_eq!(agree(program(Cell(5, 0), SetCellAt(0, 0, 6))), 201 * 5 + 99 * 200);
}

#[test]
fn i18_a_cell_written_in_the_step_that_reads_it() {
    let before = &[Int(4, 0), Int(6, 200)];
    let body = &[SetAndReadCell(5, 0, 6), SUM];
    let program = || vec![code(0, &counted(300, before, body, &[Return(4, 1)]))];
    assert_eq!(agree(program), 200 * 5 + 100 * 200);
}

#[test]
fn i18_writing_a_cell_while_recording_aborts() {
    let before = &[Int(4, 0), Int(5, 0)];
    let body = &[Cell(5, 0), SUM, SetCellAt(0, 0, 0)];
    let program = || vec![code(0, &counted(200, before, body, &[Return(4, 1)]))];
    assert_eq!(run_under(program(), plain(), HeapConfig::default()).result, Ok(5 + 198 * 199 / 2));
    let ran = run(program());
    assert_eq!(ran.result, Ok(5 + 198 * 199 / 2));
    assert!(ran.aborts().contains(&"Invalidated".to_string()), "{:?}", ran.aborts());
    assert_eq!((ran.stats.roots, ran.stats.bridges), (0, 0), "{}", ran.stats);
}

#[test]
fn i18_traces_that_read_other_cells_stay() {
    let of_cell = |k| code(0, &counted(50, &[Int(4, 0)], &[Cell(5, k), SUM], &[Return(4, 1)]));
    let main =
        code(0, &[Call(7, 0, 1), Call(7, 1, 2), Int(5, 100), Mul(0, 0, 5), Add(0, 0, 1), Return(0, 1)]);
    with_codes(vec![main, of_cell(0), of_cell(1)], eager(), HeapConfig::default(), |rt, run| {
        let exits_of_a_run = |want: i64| {
            (0..30).for_each(|_| assert_eq!(run(), Ok(want)));
            let before = rt.driver.stats();
            assert_eq!(run(), Ok(want));
            let after = rt.driver.stats();
            assert_eq!(
                after.roots + after.bridges + after.functions,
                before.roots + before.bridges + before.functions
            );
            (after.exits - before.exits, after)
        };
        let (exits, before) = exits_of_a_run(50 * 5 * 100 + 50 * 6);
        rt.lang.cells[0].set(7);
        let (exits_now, after) = exits_of_a_run(50 * 7 * 100 + 50 * 6);
        assert!(exits_now <= exits + 1, "{exits_now} exits a run, {exits} before the write");
        let new = |s: &holloway::Stats| s.roots + s.functions + s.bridges;
        // The loop's other version, and bridges: into it, and to callers.
        assert!((1..=4).contains(&(new(&after) - new(&before))), "before {before}\nafter {after}");
    });
}

#[test]
fn i19_constants_of_traces_live() {
    // One numbered object is promoted in a compiled loop and dropped; of the many made later none may be taken for it.
    let mut ops = vec![
        Int(0, 7),
        Fixed(8, 0),
        Call(6, 8, 1),
        Nil(8),
        Collect,
        Int(7, 1000),
        Int(5, 0),
        Int(1, 300),
        Int(2, 1),
    ];
    let header = ops.len() as u32;
    ops.extend([
        Fixed(8, 7),
        Call(6, 8, 1),
        Add(5, 5, 8),
        Sub(1, 1, 2),
        Unless(1, header + 6),
        Loop(header),
        Return(5, 1),
    ]);
    let ran = run(vec![code(0, &ops), code(1, &promoted_twenty_times())]);
    assert_eq!(ran.result, Ok(300 * 20 * 1000), "{}", ran.stats);
    assert!(ran.stats.roots > 0);
}

#[test]
fn i19_what_native_code_holds_lives() {
    // The pair is in a register of the machine or a native frame only while the helper collects and others are made.
    let before = &[Int(4, 0)];
    let body = &[Fixed(6, 0), Collect, Fixed(7, 4), Collect, Fixed(7, 4), Promote(5, 6), SUM, Nil(6), Nil(7)];
    let ops = counted(40, before, body, &[Return(4, 1)]);
    let stress = HeapConfig { stress: true, ..HeapConfig::default() };
    for heap in [HeapConfig::default(), stress] {
        let ran = run_under(vec![code(0, &ops)], Params { bridge_threshold: 1000, ..eager() }, heap);
        assert_eq!(ran.result, Ok(40 * 39 / 2));
        assert!(ran.stats.entries > 0);
    }
}

/// The sum of the number of the object in register 0, promoted twenty times.
fn promoted_twenty_times() -> Vec<Op> {
    vec![
        Int(1, 0),
        Int(2, 1),
        Int(3, 0),
        Int(4, 20),
        Promote(5, 0),
        Add(3, 3, 5),
        Add(1, 1, 2),
        Less(5, 1, 4),
        Unless(5, 10),
        Loop(4),
        Return(3, 1),
    ]
}

#[test]
fn i22_a_panic_while_recording_leaves_the_driver_usable() {
    // The author's code panics when `i` reaches the cell's value: before, during and after recording.
    let body = &[Cell(5, 0), PanicIf(0, 5), SUM];
    let mut during = 0;
    for at in 1..14 {
        let codes = vec![code(0, &counted(100, &[Int(4, 0)], body, &[Return(4, 1)]))];
        with_codes(codes, eager(), HeapConfig::default(), |rt, run| {
            rt.lang.cells[0].set(at);
            catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
            during += (rt.driver.stats().roots == 0) as u32;
            assert_eq!(rt.depth_below(), 0);
            rt.lang.cells[0].set(1000);
            assert_eq!(run(), Ok(100_000));
            assert!(
                rt.driver.stats().roots >= 1,
                "recorded again after a panic at {at}: {}",
                rt.driver.stats()
            );
        });
    }
    assert!(during > 3, "{during} of the panics came before the trace was there");
}

#[test]
fn i22_an_aborted_recording_writes_its_state_back() {
    // The outer loop is recorded first and meets the inner one; what it did before must not be done again.
    let start = body_start(1);
    let body = &[
        Int(5, 0),
        Count(6),
        Add(4, 4, 6),
        Add(5, 5, 2),
        Int(6, 3),
        Less(6, 5, 6),
        Unless(6, start + 8),
        Loop(start + 1),
    ];
    let program = || vec![code(0, &counted(200, &[Int(4, 0)], body, &[Return(4, 1)]))];
    let ran = run(program());
    assert_eq!(ran.result, Ok(600 * 601 / 2));
    assert!(ran.aborts().contains(&"InnerLoop".to_string()), "{:?}", ran.aborts());
    assert_eq!(agree(program), 600 * 601 / 2);
}

#[test]
fn i27_stores_into_old_objects_are_logged() {
    // Register 4 goes around a ring of eight pairs that get old at once. The left of each is made anew when it comes by and read the next time: after a
    // collection, and after another object was made, which is where that one was if it was freed.
    let mut before = vec![Int(5, 0), Pair(7, 5, 5), Pair(8, 7, 5), Copy(4, 8)];
    before.extend([Pair(4, 7, 4); 7]);
    before.extend([SetRight(8, 4), Nil(7), Nil(8)]);
    let body =
        &[Right(4, 4), Pair(6, 0, 2), Left(7, 4), Left(7, 7), Add(5, 5, 7), SetLeft(4, 6), Nil(6), Nil(7)];
    let stress = |minor| HeapConfig { stress: true, minor, ..HeapConfig::default() };
    // Under stress native code leaves at each poll. So that it stays, collections come now and then in many turns.
    let often = HeapConfig { min_trigger: 1 << 12, young: 0, ..HeapConfig::default() };
    for (turns, heap) in [(200, stress(true)), (200, stress(false)), (30_000, often)] {
        let ops = counted(turns, &before, body, &[Return(5, 1)]);
        let sum = i64::from(turns);
        for params in [plain(), eager()] {
            let compiled = params.jit;
            let ran = run_under(vec![code(0, &ops)], params, heap.clone());
            assert_eq!(ran.result, Ok((sum - 9) * (sum - 8) / 2));
            assert_eq!(ran.stats.entries > 0, compiled);
        }
    }
}
