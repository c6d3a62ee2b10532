//! Rules about calls, native stacks, polls and the lifetime of code.
//!
//! Each test is named by the row of `docs/INVARIANTS.md` that it holds.

mod small;
mod tiny;

use holloway::heap::HeapConfig;
use holloway::machine::Language;
use holloway::tables::coverage::Schedule;
use holloway::Params;
use std::panic::{catch_unwind, AssertUnwindSafe};
use tiny::Op::*;
use tiny::*;

/// `f(n) = n < 1 ? 0 : 1 + f(n - 1)`, with these ops at its start.
fn count_down(first: &[Op]) -> Vec<Op> {
    let mut ops = first.to_vec();
    let at = ops.len() as u32;
    ops.extend([
        Int(1, 1),
        Less(2, 0, 1),
        Unless(2, at + 5),
        Int(3, 0),
        Return(3, 1),
        Sub(8, 0, 1),
        Call(4, 8, 1),
        Add(3, 8, 1),
        Return(3, 1),
    ]);
    ops
}

/// Calls function 1 with each of these.
fn call_with(args: &[i32]) -> Code {
    let mut ops = vec![Int(4, 0)];
    args.iter().for_each(|&n| ops.extend([Int(8, n), Call(5, 8, 1), Add(4, 4, 8)]));
    ops.push(Return(4, 1));
    code(0, &ops)
}

fn heap() -> HeapConfig {
    HeapConfig::default()
}

#[test]
fn i07_call_depth_is_the_same_number_in_every_mode() {
    let endless = || vec![call_with(&[1]), code(1, &[Count(1), Copy(8, 0), Call(4, 8, 1), Return(8, 1)])];
    let calls = |params: Params| {
        with_codes(endless(), params, heap(), |rt, run| {
            // The first time all of it is within one recording.
            (0..3).for_each(|_| assert!(run().is_err()));
            let compiled = rt.driver.stats().functions;
            (rt.lang.count.get(), compiled, rt.depth_below())
        })
    };
    let (plain, none, _) = calls(plain());
    assert_eq!(none, 0);
    assert!(plain as u64 >= 3 * Tiny::DEPTH_LIMIT);
    for chaos in [None, Some((3, 50))] {
        let (count, functions, below) = calls(Params { chaos: chaos.map(Schedule::seeded), ..eager() });
        assert!(functions > 0);
        assert_eq!((count, below), (plain, 0), "chaos {chaos:?}");
    }
}

#[test]
fn i07_what_a_helper_runs_is_counted_anew_in_every_mode() {
    // A helper runs a recursion of `n` activations, two calls below the loop.
    let program = |n: i32| {
        let f = [Int(8, n), Call(9, 8, 3), Return(8, 1)];
        let g = [Reenter(1, 1, 0), Return(1, 1)];
        let body = [Int(8, n), Call(9, 8, 2)];
        let main = counted(40, &[], &body, &[Return(8, 1)]);
        vec![code(0, &main), code(1, &count_down(&[])), code(0, &f), code(1, &g)]
    };
    let ends = |params: &Params, n: i32| {
        with_codes(program(n), params.clone(), heap(), |rt, run| {
            rt.set_max_depth(150);
            (0..3).map(|_| run().is_ok()).collect::<Vec<_>>()
        })
    };
    let chaos = Params { chaos: Some(Schedule::seeded((5, 3))), ..eager() };
    for n in 145..155 {
        let want = ends(&plain(), n);
        assert_eq!(want[0], n <= 150, "{n}");
        assert_eq!((ends(&eager(), n), ends(&chaos, n)), (want.clone(), want), "{n}");
    }
}

#[test]
fn i08_a_segment_grows_with_its_activations() {
    let program = || vec![call_with(&[5_000]), code(1, &count_down(&[]))];
    assert_eq!(run_under(program(), plain(), heap()).result, Ok(5_000));
    assert_eq!(run(program()).result, Ok(5_000));
}

#[test]
fn i08_languages_forbid_unsafe_code() {
    for main in ["examples/tla/src/lib.rs", "examples/lua/src/main.rs"] {
        let text =
            std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(main)).expect(main);
        assert!(text.contains("#![forbid(unsafe_code)]"), "{main}");
    }
}

#[test]
fn i10_callers_guard_how_many_results_there_are() {
    // f(n) calls f(n - 1) and adds the number of its results; it returns two where n is odd.
    let f = [
        Int(1, 1),
        Less(2, 0, 1),
        Unless(2, 5),
        Int(3, 0),
        Return(3, 1),
        Sub(8, 0, 1),
        Call(4, 8, 1),
        Add(3, 8, 4),
        And(5, 0, 1),
        Add(5, 5, 1),
        Copy(6, 3),
        Copy(7, 3),
        ReturnSome(6, 5),
    ];
    let args = [&[2; 30][..], &[3, 20, 7, 9, 20, 20, 20, 20]].concat();
    // One for each call, and one more for each that returned two.
    let want: i64 = args.iter().map(|&n| (n + n / 2) as i64).sum();
    assert_eq!(agree(|| vec![call_with(&args), code(1, &f)]), want);
}

/// A log has the first three results of a call. A bridge from the guard on their number took the others for nothing.
#[test]
fn i10_results_beyond_those_of_a_log_are_not_lost() {
    // f(n) calls f(n - 1) and gives one result more, from register 8 up; f(0) gives none.
    let f = |most: u8| {
        let mut ops =
            vec![Unless(0, 5), Int(1, 1), Sub(20, 0, 1), Call(2, 20, 1), Jump(6), Int(2, 0), Copy(19, 0)];
        // Register 2 has the number of results in registers 20 up; the new one goes before them.
        let first = ops.len() as u32;
        for k in 0..=most {
            let next = first + 4 * (k as u32 + 1);
            ops.extend([Int(1, k.into()), Equal(1, 2, 1), Unless(1, next), Return(19, k + 1)]);
        }
        with_live(0xfff | 0xfff << 19, code(1, &ops))
    };
    // Adds the results with weights by their places, and their number.
    let main = |args: &[i32]| {
        let mut ops = vec![Int(4, 0), Int(5, 3)];
        for &n in args {
            let zeros = (8..20).map(|r| Int(r, 0));
            ops.extend(zeros.chain([Int(8, n), Call(6, 8, 1), Add(4, 4, 6)]));
            ops.extend((8..9 + n as u8).flat_map(|r| [Mul(4, 4, 5), Add(4, 4, r)]));
        }
        ops.push(Return(4, 1));
        with_live(0xfffff, code(0, &ops))
    };
    let args = [[1, 2, 0, 2, 1].repeat(8), [7, 3, 9, 5, 4, 8].repeat(6)].concat();
    let step = |sum: i64, n: &i32| {
        let sum = sum.wrapping_add(i64::from(*n) + 1);
        (0..=*n).fold(sum, |sum, k| sum.wrapping_mul(3).wrapping_add(i64::from(n - k)))
    };
    assert_eq!(agree(|| vec![main(&args), f(10)]), args.iter().fold(0, step));
}

#[test]
fn i10_tail_calls_take_no_room() {
    let f = [Int(2, 1), Unless(0, 6), Sub(8, 0, 2), Add(9, 1, 2), Count(3), TailCall(8, 1), Return(1, 1)];
    let main = [Int(8, 300_000), Int(9, 0), Call(4, 8, 1), Return(8, 1)];
    let program = || vec![code(0, &main), code(2, &f)];
    for params in [plain(), eager()] {
        assert_eq!(run_under(program(), params, heap()).result, Ok(300_000));
    }
}

#[test]
fn i11_a_panic_in_a_callee_goes_on_in_its_caller() {
    // The panic comes in the innermost of twenty native activations. The first function, which is not compiled, says how many there are.
    let mut main = call_with(&[20; 40]);
    main.ops.pop();
    main.ops.extend([Cell(8, 0), Call(5, 8, 1), Add(4, 4, 8), Return(4, 1)]);
    let f = count_down(&[Int(5, 1000), PanicIf(0, 5)]);
    // Exits of the callers are finished by a replay; often taken ones get bridges.
    for bridge_threshold in [2, 1000] {
        let codes = vec![code(0, &main.ops), code(1, &f)];
        with_codes(codes, Params { bridge_threshold, ..eager() }, heap(), |rt, run| {
            assert_eq!(run(), Ok(40 * 20 + 5));
            assert!(rt.driver.stats().functions > 0);
            rt.lang.cells[0].set(1020);
            for _ in 0..12 {
                let payload = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
                assert_eq!(payload.downcast_ref::<&str>(), Some(&"the author's mistake"));
                assert_eq!(rt.depth_below(), 0);
            }
            rt.lang.cells[0].set(6);
            assert_eq!(run(), Ok(40 * 20 + 6));
        });
    }
}

/// A bridge for the error that a callee raises took its panic for that error, and the program went on.
#[test]
fn a_panic_of_a_callee_is_not_taken_for_an_error() {
    let program = "fn f(n, d) { if 0 < d { return f(n, d - 1) } if n < 1 { panic(n) } throw n }
        let i = 90; let turns = 0;
        while turns < 200 { turns = turns + 1; try { f(i, 20) } catch e { i = e - 1 } } return i";
    for s in small::settings() {
        small::with_program(program, s, |_, run| {
            let payload = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
            assert_eq!(payload.downcast_ref::<i64>(), Some(&0));
        });
    }
}

/// Native code does not ask whether an elidable helper panicked. The panic was lost, and the program went on with a wrong number.
#[test]
fn a_panic_of_an_elidable_helper_is_not_lost() {
    for inverse in [Inverse(5, 6), InverseObject(5, 6)] {
        panics_where_plain_execution_does(&[inverse, Add(4, 4, 5), Add(6, 6, 2)]);
    }
}

/// As above, where the result is a reference: the trace read through whatever word lay where the result would have been.
#[test]
fn a_panic_of_an_elidable_helper_gives_no_reference() {
    // The object is asked for again and again, after effects, and where the loop takes the call out.
    let effect = [Fixed(7, 6), InverseObject(5, 6), Add(4, 4, 5), Add(6, 6, 2)];
    panics_where_plain_execution_does(&effect);
    let twice = [InverseObject(5, 6), InverseObject(7, 6), Add(4, 4, 5), Add(4, 4, 7), Add(6, 6, 2)];
    panics_where_plain_execution_does(&twice);
}

/// The error of an elidable helper is that of the call at hand, also where equal calls are one, where one is out of the loop, and where another has raised since.
#[test]
fn an_elidable_helper_raises_where_plain_execution_does() {
    let once = [InverseOrCaught(5, 6), Add(4, 4, 5), Add(6, 6, 2)];
    let twice = [InverseOrCaught(5, 6), InverseOrCaught(7, 6), Add(4, 4, 5), Add(4, 4, 7), Add(6, 6, 2)];
    let between = [
        InverseOrCaught(5, 6),
        InverseOrCaught(7, 8),
        InverseOrCaught(9, 6),
        Add(4, 4, 5),
        Add(4, 4, 7),
        Add(4, 4, 9),
        Add(6, 6, 2),
    ];
    let never = [InverseOrCaught(5, 8), Add(4, 4, 5), InverseOrCaught(5, 8), Add(6, 6, 2)];
    for (body, fixed) in
        [(&once[..], 1), (&twice, 1), (&between, 10), (&between, 3), (&never, 10), (&never, 7)]
    {
        let ops = counted(400, &[Int(4, 0), Int(6, 1), Int(8, fixed)], body, &[Return(4, 1)]);
        let few = Params { bridge_threshold: 2, ..eager() };
        let mut results = Vec::new();
        for params in [plain(), eager(), few, Params { audit: true, ..eager() }] {
            with_codes(vec![code(0, &ops)], params, heap(), |_, run| results.extend([run(), run()]));
        }
        assert!(results.iter().all(|r| r.is_ok() && *r == results[0]), "{results:?}");
    }
}

/// Counts register 6 up from under 0, where the body's division panics, and from 1.
fn panics_where_plain_execution_does(body: &[Op]) {
    for (from, panics) in [(-300, true), (1, false)] {
        let ops = counted(400, &[Int(4, 0), Int(6, from)], body, &[Return(4, 1)]);
        let few = Params { bridge_threshold: 2, ..eager() };
        for params in [plain(), eager(), few, Params { audit: true, ..eager() }] {
            with_codes(vec![code(0, &ops)], params, heap(), |rt, run| {
                for _ in 0..4 {
                    assert_eq!(
                        catch_unwind(AssertUnwindSafe(&run)).is_err(),
                        panics,
                        "{}",
                        rt.driver.stats()
                    );
                }
            });
        }
    }
}

#[test]
fn i13_calls_are_inlined_and_recursion_for_three_steps() {
    let add = [Int(1, 1), Add(2, 0, 1), Return(2, 1)];
    let ops = counted(100, &[Int(4, 0)], &[Copy(8, 0), Call(5, 8, 1), Add(4, 4, 8)], &[Return(4, 1)]);
    let ran = run(vec![code(0, &ops), code(1, &add)]);
    assert_eq!(ran.result, Ok(5050));
    assert!(
        !ran.traces("loop", false)[0].contains("call_trace"),
        "inlined:\n{}",
        ran.traces("loop", false)[0]
    );
    let ran = run(vec![call_with(&[12; 30]), code(1, &count_down(&[]))]);
    assert_eq!(ran.result, Ok(360));
    let functions = ran.traces("function", false);
    assert!(
        functions.iter().all(|t| t.matches("call_trace").count() == 1 && t.contains("(3, ")),
        "one call, behind three activations: {functions:?}"
    );
    assert!(!functions.is_empty());
}

#[test]
fn i14_inner_loops_do_not_make_the_native_stack_grow() {
    // Three loops within each other; the innermost runs a varying number of times, so that it is left through several exits.
    let middle = body_start(2) + 1;
    let inner = middle + 2;
    let body = &[
        Int(5, 0),
        Int(6, 0),
        And(7, 0, 8),
        NoteStack,
        Count(3),
        Add(6, 6, 2),
        Less(3, 6, 7),
        Unless(3, inner + 6),
        Loop(inner),
        Add(5, 5, 2),
        Less(3, 5, 8),
        Unless(3, inner + 10),
        Loop(middle),
        Add(4, 4, 6),
    ];
    let ops = counted(3000, &[Int(4, 0), Int(8, 3)], body, &[Return(4, 1)]);
    let used = with_codes(vec![code(0, &ops)], eager(), heap(), |rt, run| {
        assert!(run().is_ok());
        assert!(rt.lang.count.get() > 4 * WARM && rt.driver.stats().bridges > 2, "{}", rt.driver.stats());
        assert!(rt.driver.stats().entries < 1000, "it stays in native code: {}", rt.driver.stats());
        let [first, then] = [0, 1].map(|k: usize| rt.lang.stack_left[k].get());
        first.saturating_sub(then)
    });
    assert!(used < 4096, "{used} bytes more than at the beginning");
}

#[test]
fn i20_recursion_in_native_code_is_interrupted() {
    let f = count_down(&[Count(5), Int(6, 20_000), InterruptIf(0, 6)]);
    with_codes(vec![call_with(&[30, 30, 30, 30_000]), code(1, &f)], eager(), heap(), |rt, run| {
        assert_eq!(run(), Err(-5));
        let stats = rt.driver.stats();
        assert!(stats.functions > 0 && stats.entries > 0, "{stats}");
        let calls = rt.lang.count.get() - 3 * 31 - 10_001;
        assert!((0..70).contains(&calls), "{calls} calls after the interrupt");
    });
}

#[test]
fn i20_loops_of_bridges_are_interrupted() {
    // Every other iteration goes through a bridge, and every other of those through a bridge of that.
    let start = body_start(3);
    let body = &[
        Count(5),
        InterruptIf(0, 6),
        And(5, 0, 2),
        Unless(5, start + 9),
        And(5, 0, 7),
        Unless(5, start + 8),
        Add(4, 4, 2),
        Jump(start + 9),
        Add(4, 4, 7),
    ];
    let ops = counted(200_000, &[Int(4, 0), Int(6, 50_001), Int(7, 2)], body, &[Return(4, 1)]);
    for at in 0..4 {
        let mut ops = ops.clone();
        ops[4] = Int(6, 50_000 + at);
        with_codes(vec![code(0, &ops)], eager(), heap(), |rt, run| {
            assert_eq!(run(), Err(-5));
            let stats = rt.driver.stats();
            assert!(stats.bridges >= 2 && stats.entries < 100, "{stats}");
            let after = rt.lang.count.get() - 1 - (50_000 + at as i64);
            assert!((0..3).contains(&after), "{after} iterations after the interrupt");
        });
    }
}

const SUM: Op = Add(4, 4, 5);
const SUM_ONE: Op = Add(4, 4, 2);

/// Appends a loop of its own: register 0 from 0 to `n`, with this body.
fn add_loop(ops: &mut Vec<Op>, n: i32, body: &[Op]) {
    let at = ops.len() as u32;
    ops.extend(counted(n, &[], body, &[]).into_iter().map(|op| match op {
        Unless(a, to) => Unless(a, to + at),
        Loop(to) => Loop(to + at),
        op => op,
    }));
}

#[test]
fn i21_code_is_thrown_away_only_when_none_of_it_runs() {
    // Native loops call, within a helper, a function that from the tenth time on runs so many loops that there is no room for their code.
    let many: u8 = 150;
    let mut all = vec![Int(1, 10), Int(4, 0), Less(2, 0, 1), Unless(2, 5), Return(4, 1)];
    (0..many).for_each(|k| all.extend([Reenter(5, 2 + k, 0), SUM]));
    all.push(Return(4, 1));
    let inner = |k: u8| {
        let body = &[Mul(5, 5, 2), Add(5, 5, 0), And(6, 0, 2), Add(4, 4, 6), Add(4, 4, 5), And(5, 5, 6)];
        code(1, &counted(20 + k as i32, &[Int(4, 0), Int(5, k as i32)], body, &[Return(4, 1)]))
    };
    let mut main = vec![Int(4, 0)];
    for _ in 0..4 {
        add_loop(&mut main, 16, &[Reenter(5, 1, 0), SUM, Reenter(5, 1, 0), SUM]);
    }
    main.push(Return(4, 1));
    let codes = || {
        let mut codes = vec![code(0, &main), code(1, &all)];
        codes.extend((0..many).map(inner));
        codes
    };
    let want = run_under(codes(), plain(), heap()).result;
    let ran = run_under(codes(), Params { code_max: 48 << 10, ..eager() }, heap());
    assert_eq!(ran.result, want);
    assert!(ran.stats.evictions > 0, "{}", ran.stats);
}

#[test]
fn i21_entries_of_freed_code_are_not_used() {
    // Recursive functions with traces of their own; calls go through an entry that outlives the code.
    let n = 60;
    let mut main = vec![Int(4, 0), Int(6, 0), Int(2, 1)];
    let round = main.len() as u32;
    for f in 1..=n {
        let at = main.len() as u32;
        main.extend([
            Int(5, 12),
            Int(8, 20),
            Call(7, 8, f),
            Add(4, 4, 8),
            Sub(5, 5, 2),
            Unless(5, at + 7),
            Loop(at + 1),
        ]);
    }
    let end = main.len() as u32;
    main.extend([Add(6, 6, 2), Int(3, 3), Less(3, 6, 3), Unless(3, end + 5), Loop(round), Return(4, 1)]);
    let function = |k: u8| {
        let ops = [
            Int(1, 1),
            Less(2, 0, 1),
            Unless(2, 5),
            Int(3, k as i32),
            Return(3, 1),
            Sub(8, 0, 1),
            Call(4, 8, k),
            Add(3, 8, 0),
            Return(3, 1),
        ];
        code(1, &ops)
    };
    let codes = || std::iter::once(code(0, &main)).chain((1..=n).map(function)).collect::<Vec<_>>();
    let want = run_under(codes(), plain(), heap()).result;
    let ran = run_under(codes(), Params { code_max: 48 << 10, ..eager() }, heap());
    assert_eq!(ran.result, want);
    assert!(ran.stats.evictions > 1 && ran.stats.functions > 60, "{}", ran.stats);
}

#[test]
fn only_what_inlines_a_loop_that_multiplies_is_thrown_away() {
    // The second loop calls a function that does not loop at first, and is inlined, then does for up to 31 times, by two ways: unrolling that does not pay.
    let looping = [
        Int(1, 0),
        Int(2, 1),
        Int(4, 0),
        And(5, 1, 2),
        Unless(5, 6),
        Add(4, 4, 1),
        SUM_ONE,
        Add(1, 1, 2),
        Less(3, 1, 0),
        Unless(3, 11),
        Loop(3),
        Return(4, 1),
    ];
    let mut main = vec![Int(4, 0), Int(6, 3000), Int(7, 31)];
    add_loop(&mut main, 20_000, &[Copy(8, 0), Call(5, 8, 2), Add(4, 4, 8)]);
    let body = [And(8, 0, 7), Less(5, 6, 0), Mul(8, 8, 5), Call(5, 8, 1), Add(4, 4, 8)];
    add_loop(&mut main, 60_000, &body);
    main.push(Return(4, 1));
    let codes = || vec![code(0, &main), code(1, &looping), code(1, &[Int(1, 1), Add(2, 0, 1), Return(2, 1)])];
    let ran = run_under(codes(), Params { log_places: true, ..Params::default() }, heap());
    assert_eq!(ran.result, run_under(codes(), plain(), heap()).result);
    assert!(ran.stats.retired > 0 && ran.stats.evictions == 0, "{}", ran.stats);
    let gone: Vec<_> = ran
        .log
        .iter()
        .filter(|e| e["event"] == "retire")
        .flat_map(|e| e["names"].as_array())
        .flatten()
        .collect();
    let first = &ran.log.iter().find(|e| e["event"] == "trace").expect("the first loop's")["name"];
    assert!(gone.len() as u64 == ran.stats.retired && !gone.contains(&first), "{gone:?}");
}

#[test]
fn i22_one_recorder_at_a_time() {
    // A loop gets hot within a helper that is called while the outer loop is being recorded, whichever iteration that is.
    for first in 2..9 {
        let mut inner = vec![Int(1, first), Int(4, 0), Less(2, 0, 1), Unless(2, 5), Return(4, 1)];
        add_loop(&mut inner, 40, &[Count(5), SUM]);
        inner.push(Return(4, 1));
        let main = counted(30, &[Int(4, 0)], &[Reenter(5, 1, 0), SUM, Count(5), SUM], &[Return(4, 1)]);
        let codes = || vec![code(0, &main), code(1, &inner)];
        assert!(agree(codes) > 0);
        let ran = run(codes());
        assert_eq!((ran.stats.roots, ran.stats.aborts), (2, 0), "{:?}", ran.aborts());
    }
}
