//! Loops that are tried: what they write is found out by marks.

mod common;

use common::{compare, copying, gpu, region, Went, World};
use holloway_compiler::ir::eval::Memory;
use holloway_compiler::ir::Mem;
use holloway_compiler::region::offload::{Offload, Outcome, Worth};
use holloway_compiler::region::report::Check;
use holloway_gpu::Gpu;

/// All that runs kernels; the host in several orders.
fn engines() -> Vec<Gpu> {
    let host = [1, 7, 12345].map(|seed| Gpu::shuffled(seed).worth(0));
    [gpu(), copying()].into_iter().chain(host).collect()
}

/// `for i in range(n): b[k[i]] = a[j[i]] + 1.0`.
const SCATTER: &str = r#"
array a0 = Floats[]@16/8:w64
array a1 = Ints[]@16/8:w64
field x0 = Floats.len@8:w64#
s0 = snap guard=0 greens=[7] entries=[i5]
b0:
  r0 = input ref
  r1 = input ref
  r2 = input ref
  r3 = input ref
  i4 = input int
  goto b1(0)
b1(i5) @ "scatter.py:3":
  i6 = int_lt i5 i4
  if i6 b2() b3()
b2() @ "scatter.py:4":
  i7 = load_elem r2 i5 a1
  i8 = load r0 x0
  i9 = uint_lt i7 i8
  assume i9 true "the index is within a"
  f10 = load_elem r0 i7 a0
  f11 = float_add f10 1.0
  i12 = load_elem r3 i5 a1
  i13 = load r1 x0
  i14 = uint_lt i12 i13
  assume i14 true "the index is within b"
  store_elem r1 i12 f11 a0
  i15 = int_add i5 1
  goto b1(i15)
b3():
  exit [s0] "the loop ends"
"#;

/// Runs [`SCATTER`] with `a` and `b` being one array or two.
fn scatter(gpu: &Gpu, one: bool, j: &[u64], k: &[u64]) -> Went {
    let mut w = World::new();
    let a = w.floats((0..1000).map(|i| f64::from(i) / 3.0));
    // Something lies between them.
    let n = j.len() as u64;
    let (j, k) = (w.array(j), w.array(k));
    let b = if one { a } else { w.floats((0..1000).map(|_| 0.25)) };
    compare(gpu, &region(SCATTER), &[a, b, j, k, n], &mut w)
}

fn places(f: impl Fn(u64) -> u64) -> Vec<u64> {
    (0..1000).map(f).collect()
}

const MET: &str = "flow (found by marks): scatter.py:4 reads what scatter.py:4 has written";

#[test]
fn what_is_written_in_any_place_is_written_once() {
    for gpu in engines() {
        let k = places(|i| i * 7 % 1000);
        assert_eq!(scatter(&gpu, false, &places(|i| i), &k), Went::Ran);
        let report = gpu.take_report();
        let row = &report.loops[0];
        assert!(row.edges.is_empty(), "{report}");
        let wins = |a: &&holloway_compiler::region::report::Assumption| a.what.contains("the last one wins");
        assert!(row.assumptions.iter().find(wins).is_some_and(|a| a.how == Check::Tested), "{report}");
        // Nothing is copied that is not written.
        assert_eq!(report.copied.kept, 8000);
    }
}

#[test]
fn of_several_writers_the_last_one_wins() {
    for gpu in engines() {
        assert_eq!(scatter(&gpu, false, &places(|i| i), &places(|i| i * i % 97)), Went::Ran);
        assert_eq!(scatter(&gpu, false, &places(|i| i), &places(|i| 5 + i / 900)), Went::Ran);
    }
}

/// `for i in range(n): x = i; for j in range(w[i]): x = sqrt(x + 1.0)` and then `b[k[i]] = x`.
const LONG: &str = r#"
array a0 = Ints[]@16/8:w64
array a1 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i4]
b0:
  r0 = input ref
  r1 = input ref
  r2 = input ref
  i3 = input int
  goto b1(0)
b1(i4) @ "long.py:3":
  i5 = int_lt i4 i3
  if i5 b2() b6()
b2():
  f6 = int_to_float i4
  i7 = load_elem r0 i4 a0
  goto b3(0, f6)
b3(i8, f9) @ "long.py:4":
  i10 = int_lt i8 i7
  if i10 b4() b5()
b4():
  f11 = float_add f9 1.0
  f12 = float_sqrt f11
  i13 = int_add i8 1
  goto b3(i13, f12)
b5() @ "long.py:5":
  i14 = load_elem r1 i4 a0
  store_elem r2 i14 f9 a1
  i15 = int_add i4 1
  goto b1(i15)
b6():
  exit [s0] "the loop ends"
"#;

#[test]
fn the_last_writer_wins_though_an_earlier_one_takes_longer() {
    let n = 128;
    for gpu in [gpu(), copying()] {
        let mut w = World::new();
        let rounds: Vec<u64> = (0..n).map(|i| if i == 0 { 1_000_000 } else { 0 }).collect();
        let k: Vec<u64> = (0..n).map(|i| i % (n - 1)).collect();
        let (rounds, k, b) = (w.array(&rounds), w.array(&k), w.floats(vec![0.5; 128]));
        // How threads share the iterations is chance.
        for _ in 0..3 {
            assert_eq!(compare(&gpu, &region(LONG), &[rounds, k, b, n], &mut w), Went::Ran);
        }
        // No iteration goes round a loop that often.
        let ever = w.array(&vec![2_000_000; 128]);
        let why = "an iteration on trial takes too long (long.py:4)";
        assert_eq!(compare(&gpu, &region(LONG), &[ever, k, b, 3], &mut w), Went::Not(why.into()));
    }
}

#[test]
fn what_an_earlier_iteration_has_written_is_not_read() {
    for gpu in engines() {
        // Each reads what the one before has written; only one does; the first is read by the last.
        let chain = scatter(&gpu, true, &places(|i| i), &places(|i| (i + 1) % 1000));
        assert_eq!(chain, Went::Not(MET.into()));
        let late = places(|i| if i == 700 { 899 } else { 999 - i });
        let once = scatter(&gpu, true, &places(|i| 999 - i), &late);
        assert_eq!(once, Went::Ran, "the one before has read it");
        let early = scatter(&gpu, true, &places(|i| if i == 998 { 0 } else { i }), &places(|i| i));
        assert_eq!(early, Went::Not(MET.into()));
        let first = scatter(&gpu, true, &places(|i| if i == 999 { 0 } else { i }), &places(|i| i));
        assert_eq!(first, Went::Not(MET.into()));
    }
}

#[test]
fn what_a_later_iteration_writes_is_read_before() {
    for gpu in engines() {
        // Each reads what the next one writes; what two others write.
        assert_eq!(scatter(&gpu, true, &places(|i| (i + 1).min(999)), &places(|i| i)), Went::Ran);
        let half = places(|i| i / 2);
        assert_eq!(scatter(&gpu, true, &places(|i| i), &half), Went::Ran);
        assert_eq!(scatter(&gpu, true, &half, &places(|i| i)), Went::Not(MET.into()));
    }
}

#[test]
fn an_index_that_leaves_the_array_on_trial_fails_its_assumption() {
    for gpu in engines() {
        let Went::Not(why) = scatter(&gpu, false, &places(|i| i), &places(|i| i + 1)) else { panic!() };
        assert_eq!(why, "it does not hold that the index is within b (scatter.py:4)");
    }
}

/// What fails is tried again, and not for ever.
#[test]
fn after_two_failures_a_loop_is_not_tried_any_more() {
    for gpu in engines() {
        let r = region(SCATTER);
        let mut plan = gpu.plan(&r).unwrap_or_else(|why| panic!("{}", why.0));
        let mut w = World::new();
        let a = w.floats((0..1000).map(f64::from));
        let (same, next) = (w.array(&places(|i| i)), w.array(&places(|i| (i + 1) % 1000)));
        let mut run =
            |k: u64| match gpu.run(&r, &mut plan, &[a, a, same, k, 1000], &mut w, &mut |_| Worth::Run) {
                Outcome::Discarded(why) => why.0,
                Outcome::Ran { .. } => "ran".into(),
                other => panic!("{other:?}"),
            };
        let whys = [next, same, next, next, next, same].map(&mut run);
        assert_eq!(whys[..4], [MET, "ran", MET, MET]);
        assert!(whys[4] == whys[5] && whys[4].starts_with("loop at scatter.py:3: "), "{whys:?}");
    }
}

/// `for i in range(n): b[k[i]] = 2.5; c[i] = b[m[i]]`.
const OWN: &str = r#"
array a0 = Floats[]@16/8:w64
array a1 = Ints[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i5]
b0:
  r0 = input ref
  r1 = input ref
  r2 = input ref
  r3 = input ref
  i4 = input int
  goto b1(0)
b1(i5) @ "own.py:3":
  i6 = int_lt i5 i4
  if i6 b2() b3()
b2() @ "own.py:4":
  i7 = load_elem r2 i5 a1
  store_elem r0 i7 2.5 a0
  i8 = load_elem r3 i5 a1
  f9 = load_elem r0 i8 a0
  store_elem r1 i5 f9 a0
  i10 = int_add i5 1
  goto b1(i10)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn what_the_iteration_itself_has_written_is_not_read() {
    for gpu in engines() {
        let own = |m: &[u64]| {
            let mut w = World::new();
            let (b, c) = (w.floats((0..1000).map(f64::from)), w.floats((0..1000).map(|_| 0.5)));
            let (k, m) = (w.array(&places(|i| i)), w.array(m));
            compare(&gpu, &region(OWN), &[b, c, k, m, 1000], &mut w)
        };
        assert_eq!(
            own(&places(|i| (i + 1).min(998) + u64::from(i == 998))),
            Went::Not("flow (found by marks): own.py:4 reads what own.py:4 has written".into())
        );
        assert_eq!(
            own(&places(|i| if i < 999 { i + 1 } else { 0 })),
            Went::Not("flow (found by marks): own.py:4 reads what own.py:4 has written".into())
        );
        let Went::Not(why) = own(&places(|i| if i == 500 { 500 } else { 999 })) else { panic!() };
        assert!(why.contains("by marks"), "{why}");
    }
}

/// `for i in range(n): b[k[i]] = i; b[k[i]] = -i; o[k[i]].x = i`, where `b` holds bytes and `o` objects.
const NARROW: &str = r#"
array a0 = Bytes[]@16/1:u8
array a1 = Ints[]@16/8:w64
array a2 = Objects[]@16/8:w64
field x0 = Point.x@8:i32
field x1 = Point.y@12:i32
s0 = snap guard=0 greens=[7] entries=[i4]
b0:
  r0 = input ref
  r1 = input ref
  r2 = input ref
  i3 = input int
  goto b1(0)
b1(i4) @ "narrow.py:3":
  i5 = int_lt i4 i3
  if i5 b2() b3()
b2() @ "narrow.py:4":
  i6 = load_elem r1 i4 a1
  store_elem r0 i6 i4 a0
  i7 = int_neg i4
  store_elem r0 i6 i7 a0
  r8 = load_elem r2 i6 a2
  store r8 i4 x0
  i9 = load r8 x1
  i10 = int_add i9 i7
  store r8 i10 x1
  i11 = int_add i4 1
  goto b1(i11)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn elements_of_any_size_and_fields_of_objects_are_marked() {
    for gpu in engines() {
        for (twice, n) in [(false, 400), (true, 400)] {
            let mut w = World::new();
            let bytes = w.array(&[0x1122_3344_5566_7788; 50]);
            let points: Vec<u64> = (0..400).map(|i| w.object(&[i << 32 | 77])).collect();
            let objects = w.array(&points);
            let k: Vec<u64> = (0..n).map(|i| if twice && i == 7 { 0 } else { i * 3 % n }).collect();
            let k = w.array(&k);
            let went = compare(&gpu, &region(NARROW), &[bytes, k, objects, n], &mut w);
            let met = "flow (found by marks): narrow.py:4 reads what narrow.py:4 has written";
            assert_eq!(went, if twice { Went::Not(met.into()) } else { Went::Ran });
        }
    }
}

/// `for i in range(n): while done[i] == 0: pass` and then `done[k[i]] = 1`.
const WAITS: &str = r#"
array a0 = Ints[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i3]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  goto b1(0)
b1(i3) @ "waits.py:3":
  i4 = int_lt i3 i2
  if i4 b2(0) b5()
b2(i5) @ "waits.py:4":
  i6 = load_elem r0 i3 a0
  i7 = int_eq i6 0
  if i7 b3() b4()
b3():
  i8 = int_add i5 1
  goto b2(i8)
b4() @ "waits.py:5":
  i9 = load_elem r1 i3 a0
  store_elem r0 i9 1 a0
  i10 = int_add i3 1
  goto b1(i10)
b5():
  exit [s0] "the loop ends"
"#;

#[test]
fn an_iteration_that_waits_for_an_earlier_one_is_given_up() {
    for gpu in engines() {
        let mut w = World::new();
        // The second half waits for the first.
        let done = w.array(&[1, 1, 1, 0, 0, 0]);
        let k = w.array(&[3, 4, 5, 0, 1, 2]);
        let Went::Not(why) = compare(&gpu, &region(WAITS), &[done, k, 6], &mut w) else { panic!() };
        let met = "flow (found by marks): waits.py:4 reads what waits.py:5 has written";
        assert!(why == met || why.starts_with("an iteration on trial takes too long"), "{why}");
    }
}

/// `for i in range(n): g[1][g[0][i]] = i`, with everything in arrays of one form.
const ATTRIBUTES: &str = r#"
array a0 = Slots[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i2]
b0:
  r0 = input ref
  i1 = input int
  goto b1(0)
b1(i2) @ "attributes.py:3":
  i3 = int_lt i2 i1
  if i3 b2() b3()
b2() @ "attributes.py:4":
  r4 = load_elem r0 0 a0
  i5 = load_elem r4 i2 a0
  r6 = load_elem r0 1 a0
  store_elem r6 i5 i2 a0
  i7 = int_add i2 1
  goto b1(i7)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn references_in_arrays_that_are_not_written_are_followed() {
    for gpu in engines() {
        let mut w = World::new();
        let k: Vec<u64> = (0..50).map(|i| 2 + i * 3 % 50).collect();
        let (k, other) = (w.array(&k), w.array(&[7; 60]));
        let g = w.array(&[k, other]);
        let went = compare(&gpu, &region(ATTRIBUTES), &[g, 50], &mut w);
        // On copies a word is a number or a reference.
        let mixed = "loop at attributes.py:3: references are more than followed (attributes.py:4)";
        assert!(went == Went::Ran || went == Went::Not(mixed.into()), "{went:?}");
        // It might write its own references.
        let keys = w.array(&[2, 3, 4, 5]);
        let g = w.array(&[keys, 0, 0, 0, 0, 0]);
        w.mem.store(g + 24, Mem::W64, g).unwrap();
        let Went::Not(why) = compare(&gpu, &region(ATTRIBUTES), &[g, 4], &mut w) else { panic!() };
        assert!(why.contains("it is not known which object is accessed"), "{why}");
    }
}

/// `for i in range(n): x = p[i]; b[x] = 1.5; p[k[i]] = i`, and then `b[0]` must not be 1.5.
const FOLLOWS: &str = r#"
array a0 = Ints[]@16/8:w64
array a1 = Floats[]@16/8:w64
field x0 = Floats.len@8:w64#
s0 = snap guard=0 greens=[7] entries=[i4]
b0:
  r0 = input ref
  r1 = input ref
  r2 = input ref
  i3 = input int
  goto b1(0)
b1(i4) @ "follows.py:3":
  i5 = int_lt i4 i3
  if i5 b2() b3()
b2() @ "follows.py:4":
  i6 = load_elem r0 i4 a0
  i7 = load r2 x0
  i8 = uint_lt i6 i7
  assume i8 true "the index is within b"
  store_elem r2 i6 1.5 a1
  i9 = load_elem r1 i4 a0
  store_elem r0 i9 i4 a0
  i10 = int_add i4 1
  goto b1(i10)
b3() @ "follows.py:6":
  f11 = load_elem r2 0 a1
  i12 = float_eq f11 1.5
  assume i12 false "the first is not set"
  exit [s0] "the loop ends"
"#;

/// Runs [`FOLLOWS`] with these in `p`.
fn follows(gpu: &Gpu, p: &[u64], k: &[u64]) -> Went {
    let mut w = World::new();
    let (p, k, b) = (w.array(p), w.array(k), w.floats(vec![0.5; 1000]));
    compare(gpu, &region(FOLLOWS), &[p, k, b, 1000], &mut w)
}

#[test]
fn what_fails_only_since_iterations_have_met_is_no_assumption() {
    for gpu in engines() {
        // The one before would have written a number that is within.
        let p = places(|i| if i == 500 { 5000 } else { 1 });
        let met = "flow (found by marks): follows.py:4 reads what follows.py:4 has written";
        assert_eq!(follows(&gpu, &p, &places(|i| i + u64::from(i == 499))), Went::Not(met.into()));
        let fails = "it does not hold that the index is within b (follows.py:4)";
        assert_eq!(follows(&gpu, &p, &places(|i| i)), Went::Not(fails.into()));
    }
}

#[test]
fn what_fails_after_a_trial_leaves_memory_as_it_was() {
    for gpu in engines() {
        assert_eq!(follows(&gpu, &places(|i| 1 + i % 50), &places(|i| i)), Went::Ran);
        let fails = "it does not hold that the first is not set (follows.py:6)";
        assert_eq!(follows(&gpu, &places(|i| i % 50), &places(|i| i)), Went::Not(fails.into()));
    }
}
