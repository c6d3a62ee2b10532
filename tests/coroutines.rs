//! Coroutines with stacks of their own, under every execution mode and under GC stress.

mod small;

use holloway::heap::HeapConfig;
use holloway::{Params, Resumed};
use small::{as_int, eval, eval_unstressed, int_slot, with_program};
use std::panic::{catch_unwind, AssertUnwindSafe};

fn quick() -> (Params, HeapConfig) {
    (
        Params { threshold: 4, function_threshold: 6, bridge_threshold: 2, ..Params::default() },
        HeapConfig::default(),
    )
}

#[test]
fn generators() {
    let sum = "fn co1(n) { let i = 0; while i < n { yield(i); i = i + 1 } return 0 - 1 }
        let c = spawn(1, 300); let s = 0; let x = resume(c, 0);
        while 0 - 1 < x { s = s + x; x = resume(c, 0) }
        return s * 10 + status(c)";
    assert_eq!(eval(sum), Ok(300 * 299 / 2 * 10 + 3));
}

#[test]
fn values_go_both_ways() {
    let echo = "fn co1(x) { let y = x; while 1 { y = yield(y * 2) } }
        let c = spawn(1, 0); let i = 1; let s = 0;
        while i < 200 { s = s + resume(c, i); i = i + 1 } return s";
    assert_eq!(eval(echo), Ok(200 * 199));
}

#[test]
fn yields_cross_helpers_and_calls() {
    let deep = "fn co2(n) { if n < 1 { yield(7); return 1 } return reenter(2, n - 1) + deeper(n) }
        fn deeper(n) { let i = 0; while i < 10 { i = i + yield(n) } return i }
        fn co1(n) { return reenter(2, n) }
        let k = 0; let t = 0;
        while k < 20 {
            let c = spawn(1, 5); let s = 0;
            while status(c) < 1 { s = s + resume(c, 1 - (s = 0)) }
            t = t + s; k = k + 1 }
        return t";
    let deep = deep.replace("1 - (s = 0)", "1");
    let one = eval(&deep.replace("k < 20", "k < 1"));
    assert!(one.is_ok());
    assert_eq!(eval(&deep), one.map(|x| x * 20));
}

#[test]
fn nested_ones_and_recursion() {
    let walk = "fn co1(n) { if 0 < n { let a = spawn(1, n - 1); let i = 0; while i < 2 {
            let c = spawn(1, n - 1); let x = resume(c, 0);
            while status(c) < 1 { yield(x); x = resume(c, 0) } i = i + 1 } }
            yield(n); return 0 }
        let c = spawn(1, 6); let s = 0; let x = resume(c, 0);
        while status(c) < 1 { s = s + x; x = resume(c, 0) } return s";
    // Sum over a full binary tree: n at each of 2^(6-n) nodes.
    assert_eq!(eval(walk), Ok((0..=6).map(|n| n << (6 - n)).sum()));
}

#[test]
fn endless_nesting_is_an_error_of_the_language() {
    let nest = "fn co1(n) { return resume(spawn(1, n), 0) } try { return resume(spawn(1, 0), 0) } catch e { return e }";
    assert_eq!(eval_unstressed(nest), Ok(-4));
    let recurse =
        "fn co1(n) { return reenter(1, n) } try { return resume(spawn(1, 0), 0) } catch e { return e }";
    assert_eq!(eval_unstressed(recurse), Ok(-4));
}

#[test]
fn guest_recursion_is_not_bounded_by_the_native_stack() {
    let guest = "fn f(n) { if n < 1 { return 0 } return 1 + f(n - 1) } fn co1(n) { return f(n) } return resume(spawn(1, 100000), 0)";
    assert_eq!(eval_unstressed(guest), Ok(100_000));
}

#[test]
fn i12_a_coroutine_takes_its_depth_with_it() {
    // It is left suspended within twenty native activations.
    let source = "fn f(n, y) { if n < 1 { if y < 1 { return 0 } return yield(7) } return 1 + f(n - 1, y) }
        fn co1(n) { let i = 0; while i < 40 { f(20, 0); i = i + 1 } return f(n, 1) }
        return resume(spawn(1, 20), 0)";
    for s in small::settings() {
        with_program(source, s, |rt, run| {
            assert_eq!(run().ok().and_then(as_int), Some(7));
            assert_eq!(rt.depth_below(), 0);
        });
    }
}

#[test]
fn i12_a_coroutine_counts_from_its_own_depth() {
    // It waits and goes on within 150 native activations: its resumer has room for 100 more meanwhile, and it has not.
    let source = "fn h(n) { if n < 1 { return 0 } return 1 + h(n - 1) }
        fn f(n, y) { if n < 1 { if y < 1 { return 0 } yield(7); return h(100) } return 1 + f(n - 1, y) }
        fn co1(n) { let i = 0; while i < 40 { f(20, 0); h(20); i = i + 1 } return f(n, 1) }
        let c = spawn(1, 150); resume(c, nil); let room = h(100);
        try { return resume(c, nil) } catch e { return room * 100 - e }";
    for s in small::settings() {
        with_program(source, s, |rt, run| {
            rt.set_max_depth(200);
            assert_eq!(run().ok().and_then(as_int), Some(10_004));
            assert_eq!(rt.depth_below(), 0);
        });
    }
}

#[test]
fn i15_native_stack_used_up_is_a_spill() {
    // Compiled first, so that the deep recursion runs natively until the coroutine's stack is used up, and goes on plainly.
    let deep = "fn f(n) { if n < 1 { return 0 } return 1 + f(n - 1) }
        fn co1(n) { let i = 0; let s = 0; while i < 40 { s = s + f(20); i = i + 1 } return s + f(n) }
        return resume(spawn(1, 100000), 0) + resume(spawn(1, 50000), 0)";
    assert_eq!(eval_unstressed(deep), Ok(150_000 + 2 * 800));
}

#[test]
fn i12_those_that_share_a_stack_resume_each_other() {
    // All are made while nobody else runs, so that with one stack all have it; then each waits for the next.
    let chain = "fn co1(l) { let me = yield(0); let i = yield(0); let s = 0;
            while 0 - 1 < i { s = me * 1000 + i; if me + 1 < l[0] { s = s + resume(l[me + 2], i) } i = yield(s) } return 0 }
        let n = 8; let l = list 9; l[0] = n; let k = 0;
        while k < n { let c = spawn(1, l); resume(c, 0); resume(c, k); l[k + 1] = c; k = k + 1 }
        let i = 0; let t = 0; while i < 60 { t = t + resume(l[1], i); i = i + 1 } return t";
    assert_eq!(eval(chain), Ok(60 * 28_000 + 8 * (60 * 59 / 2)));
    // The last of them raises, or panics, through all others.
    let ends = "fn co1(l) { let me = yield(0); let x = yield(0); if me + 1 < l[0] { return resume(l[me + 2], x) } END }
        let n = 5; let l = list 6; l[0] = n; let k = 0;
        while k < n { let c = spawn(1, l); resume(c, 0); resume(c, k); l[k + 1] = c; k = k + 1 }
        return resume(l[1], 0)";
    assert_eq!(eval(&ends.replace("END", "throw 77")), Err(77));
    for s in small::settings() {
        with_program(&ends.replace("END", "panic(78)"), s, |rt, run| {
            let p = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
            assert_eq!((p.downcast_ref::<i64>(), rt.running().is_none()), (Some(&78), true));
        });
    }
}

#[test]
fn i12_a_segment_comes_back_as_it_was() {
    // Each waits within more activations than a segment has room for at first, or few.
    let deep = "fn f(n, y) { if n < 1 { let l = list 1; l[0] = y; y = yield(y); return l[0] + y } return n + f(n - 1, y) }
        fn co1(n) { let s = 0; let i = 0; while i < 6 { s = s + f(n, i); i = i + 1 } return s }
        let l = list 5; let s = 0; let i = 0;
        while i < 5 { l[i] = spawn(1, 80 * i * i); s = s + resume(l[i], 0); i = i + 1 }
        let k = 0; while k < 6 { i = 0; while i < 5 { s = s + resume(l[i], 100); let junk = list 9; i = i + 1 } k = k + 1 }
        return s";
    let whole = |n: i64| 6 * (n * (n + 1) / 2 + 100) + 15;
    assert_eq!(eval(deep), Ok((0..5).map(|i| whole(80 * i * i) + 15).sum()));
}

#[test]
fn errors_cross_and_misuse_is_reported() {
    let throws = "fn co1(n) { yield(1); throw 55 } let c = spawn(1, 0); let i = 0; let s = resume(c, 0);
        try { resume(c, 0) } catch e { s = s + e } return s * 10 + status(c)";
    assert_eq!(eval(throws), Ok(563));
    assert_eq!(eval("yield(1)"), Err(-7));
    assert_eq!(eval("fn co1(n) { return 3 } let c = spawn(1, 0); resume(c, 0); resume(c, 0)"), Err(-9));
    let own = "fn co1(c) { return 0 } fn co2(l) { return resume(l[0], 0) } let l = list 1; l[0] = spawn(2, l); return resume(l[0], nil)";
    assert_eq!(eval(own), Err(-8));
    // Many that raise, in a compiled loop.
    let many = "fn co1(n) { yield(1); throw n } let i = 0; let s = 0; while i < 200 {
        let c = spawn(1, i); resume(c, 0); try { resume(c, 0) } catch e { s = s + e } i = i + 1 } return s";
    assert_eq!(eval(many), Ok(200 * 199 / 2));
}

#[test]
fn what_a_suspended_one_refers_to_lives() {
    let keeps = "fn co1(x) { let l = list 3; l[0] = x; l[1] = list 2; let m = l[1]; m[0] = 11;
            let i = 0; while i < 50 { yield(i); let g = list 5; g[0] = 1; i = i + 1 }
            l = l[1]; return l[0] }
        let cs = list 40; let i = 0;
        while i < 40 { cs[i] = spawn(1, list 4); i = i + 1 }
        let s = 0; let k = 0;
        while k < 51 { i = 0; while i < 40 { s = s + resume(cs[i], nil); let junk = list 7; i = i + 1 } collect(0); k = k + 1 }
        return s";
    assert_eq!(eval(keeps), Ok(40 * (50 * 49 / 2) + 40 * 11));
}

#[test]
fn what_activations_away_refer_to_lives() {
    // Lists that only the registers of waiting activations refer to, of which the native stack of the interpreter knows nothing; lists of
    // their size come soon after each collection.
    let keeps = "fn f(n) { let l = list 1; l[0] = n; let s = 0; if 0 < n { s = f(n - 1) } yield(n); return s + l[0] }
        fn co1(n) { return f(n) }
        let cs = list 4; let i = 0; while i < 4 { cs[i] = spawn(1, 30); i = i + 1 }
        let s = 0; let k = 0;
        while k < 32 { i = 0; while i < 4 { s = s + resume(cs[i], nil); let junk = list 9; i = i + 1 } collect(0);
            i = 0; while i < 200 { let other = list 1; other[0] = 7000; i = i + 1 } k = k + 1 }
        return s";
    for stress in [false, true] {
        let params = Params { jit: false, coroutine_stacks: 1, ..Params::default() };
        with_program(keeps, (params, HeapConfig { stress, ..HeapConfig::default() }), |_, run| {
            assert_eq!(run().ok().and_then(as_int), Some(4 * 2 * (30 * 31 / 2)));
        });
    }
}

#[test]
fn unreachable_ones_are_unwound() {
    // Each refers to its own handle through a list, and waits inside a helper and a loop.
    let drop_them = "fn co2(l) { let i = 0; while i < 20 { i = i + 1; yield(i) } return 0 }
        fn co1(l) { return reenter(2, l) }
        let i = 0; while i < 300 { let l = list 1; l[0] = spawn(1, l); let k = 0;
            while k < 10 { resume(l[0], nil); k = k + 1 } i = i + 1 } return i";
    for s in small::settings() {
        with_program(drop_them, s, |rt, run| {
            assert_eq!(run().ok().and_then(as_int), Some(300));
            rt.collect();
            // A few may still be found on the native stack.
            assert!(small::alive() < 10, "{} left", small::alive());
        });
    }
}

#[test]
fn closing() {
    let close = "fn co1(n) { try { let i = 0; while 1 { yield(i); i = i + 1 } } catch e { return 0 - 100 } }
        let k = 0; let s = 0; while k < 50 { let c = spawn(1, 0); let i = 0;
            while i < k { s = s + resume(c, 0); i = i + 1 }
            close(c); close(c); s = s + status(c) * 1000; k = k + 1 } return s";
    for s in small::settings() {
        let want: i64 = (0..50).map(|k: i64| k * (k - 1) / 2 + 3000).sum();
        with_program(close, s, |_, run| {
            assert_eq!(run().ok().and_then(as_int), Some(want));
            assert_eq!(small::alive(), 0);
        });
    }
    assert_eq!(
        eval("fn co1(l) { close(l[0]) } let l = list 1; l[0] = spawn(1, l); resume(l[0], nil)"),
        Err(-8)
    );
}

#[test]
fn panics_go_on_in_the_resumer() {
    let panics = "fn co2(n) { let i = 0; while i < n { yield(i); i = i + 1 } panic(n) }
        fn co1(n) { return reenter(2, n) }
        let c = spawn(1, 20); while 1 { resume(c, 0) }";
    for s in small::settings() {
        with_program(panics, s, |rt, run| {
            let p = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
            assert_eq!(p.downcast_ref::<i64>(), Some(&20));
            assert_eq!((small::alive(), rt.depth_below(), rt.running().is_none()), (0, 0, true));
        });
    }
}

#[test]
fn suspended_ones_end_with_the_run_time() {
    let alive = std::rc::Rc::new(std::cell::Cell::new(0));
    let seen = with_program(
        "fn co1(n) { yield(n) } let c = spawn(1, 1); resume(c, 0); return c",
        quick(),
        |rt, run| {
            assert!(run().is_ok());
            assert_eq!(small::alive(), 1);
            struct Last(std::sync::mpsc::Sender<i64>);
            impl Drop for Last {
                fn drop(&mut self) {
                    let _ = self.0.send(1);
                }
            }
            let (tx, rx) = std::sync::mpsc::channel();
            let co = rt.spawn(move |rt, _| {
                let _last = Last(tx);
                rt.yield_(&[]).map_err(|_| holloway::machine::Raised)?;
                Ok(Vec::new())
            });
            assert_eq!(rt.resume(&co, &[]), Ok(Resumed::Yielded));
            rx
        },
    );
    assert_eq!(seen.try_recv(), Ok(1));
    drop(alive);
}

#[test]
fn a_hundred_thousand() {
    let many = "fn co1(n) { yield(n); return n } let i = 0; let s = 0;
        while i < 100000 { let c = spawn(1, i); s = s + resume(c, 0); i = i + 1 } return s";
    with_program(many, quick(), |_, run| {
        assert_eq!(run().ok().and_then(as_int), Some(100_000 * 99_999 / 2));
        assert!(small::alive() < 50_000, "none was unwound");
    });
}

#[test]
fn loops_that_yield_are_compiled() {
    let source = "fn co1(n) { let i = 0; while i < n { yield(i); i = i + 1 } return 0 - 1 }
        let c = spawn(1, 3000); let s = 0; let x = 0;
        while 0 - 1 < x { x = resume(c, 0); s = s + x } return s";
    with_program(source, quick(), |rt, run| {
        assert_eq!(run().ok().and_then(as_int), Some(3000 * 2999 / 2 - 1));
        let stats = rt.driver.stats();
        assert!(stats.roots >= 2, "{stats:?}");
        assert!(stats.entries < 1000, "both loops stay in native code: {stats:?}");
    });
}

#[test]
fn a_resumed_handle_from_rust() {
    with_program("return 0", quick(), |rt, _| {
        let co = rt.spawn(|rt, args| {
            let mut sum = 0;
            let mut next = args.to_vec();
            while let Some(n) = next.first().copied().and_then(as_int) {
                sum += n;
                rt.yield_(&[int_slot(sum)]).map_err(|_| holloway::machine::Raised)?;
                next = rt.passed().to_vec();
            }
            // More than go without a vector.
            Ok(vec![int_slot(-sum), int_slot(1), int_slot(2)])
        });
        let keep = rt.heap.root(co.clone());
        for n in 1..=10 {
            assert_eq!(rt.resume(&co, &[int_slot(n)]), Ok(Resumed::Yielded));
            assert_eq!(rt.passed().to_vec(), [int_slot(n * (n + 1) / 2)]);
            rt.collect();
        }
        assert_eq!(rt.resume(&co, &[]), Ok(Resumed::Returned));
        assert_eq!(rt.passed().to_vec(), [int_slot(-55), int_slot(1), int_slot(2)]);
        drop(keep);
    });
}
