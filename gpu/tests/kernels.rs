//! Regions that become kernels, and regions that must not: the evaluator is the judge.

mod common;

use common::{compare, copying, gpu, region, Went, World};
use holloway_compiler::region::offload::{Offload, Outcome, Worth};
use holloway_compiler::region::report::{Check, Edge, Kind};
use holloway_gpu::device::Device;
use holloway_gpu::{Gpu, BUILDING};

/// `for i in range(n): b[i] = a[i] * x + b[i]`, with the tests that an interpreter makes.
const AXPY: &str = r#"
field x0 = Floats.len@8:w64#
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i3, i5]
b0:
  r0 = input ref
  r1 = input ref
  f2 = input float
  i3 = input int
  i4 = load r0 x0
  goto b1(0)
b1(i5) @ "axpy.py:3":
  i6 = int_lt i5 i3
  if i6 b2() b3()
b2() @ "axpy.py:4":
  i7 = uint_lt i5 i4
  assume i7 true "the index is within a"
  f8 = load_elem r0 i5 a0
  i9 = load r1 x0
  i10 = uint_lt i5 i9
  assume i10 true "the index is within b"
  f11 = load_elem r1 i5 a0
  f12 = float_mul f8 f2
  f13 = float_add f12 f11
  store_elem r1 i5 f13 a0
  i14 = int_add_ovf i5 1
  assume i14 false "no overflow"
  i15 = int_add i5 1
  goto b1(i15)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn a_loop_over_flat_arrays() {
    let (gpu, r) = (gpu(), region(AXPY));
    for n in [0usize, 1, 7, 1000, 100_000] {
        let mut w = World::new();
        let a = w.floats((0..n).map(|i| i as f64 / 3.0));
        let b = w.floats((0..n).map(|i| (i * i) as f64 / 7.0));
        let went = compare(&gpu, &r, &[a, b, 1.1f64.to_bits(), n as u64], &mut w);
        if n == 0 {
            assert!(matches!(went, Went::Not(_)), "nothing to do is nothing for a device");
        } else {
            assert_eq!(went, Went::Ran, "{n}");
        }
        // The same array twice: each element is its own.
        let went = compare(&gpu, &r, &[a, a, 1.1f64.to_bits(), n as u64], &mut w);
        assert_eq!(went == Went::Ran, n != 0);
    }
}

/// `for i in range(n): b[i] = 1.0`, unless a flag is set, which each iteration hands on.
const FLAGGED: &str = r#"
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i1]
s1 = snap guard=0 greens=[8] entries=[i1, i4]
b0:
  r0 = input ref
  i1 = input int
  i2 = input int
  goto b1(0, i2)
b1(i3, i4) @ "flagged.py:3":
  i5 = int_lt i3 i1
  if i5 b2() b4()
b2() @ "flagged.py:4":
  if i4 b5() b3()
b3() @ "flagged.py:5":
  store_elem r0 i3 1.0 a0
  i6 = int_add i3 1
  i7 = int_and i6 0
  goto b1(i6, i7)
b4():
  exit [s0] "the loop ends"
b5():
  exit [s1] "the flag is set"
"#;

#[test]
fn a_test_of_what_an_iteration_hands_on_tells_no_number_of_iterations() {
    let (gpu, r) = (gpu(), region(FLAGGED));
    for flag in [0, 1] {
        let mut w = World::new();
        let b = w.floats((0..1000).map(f64::from));
        let went = compare(&gpu, &r, &[b, 1000, flag], &mut w);
        assert!(matches!(went, Went::Ran | Went::Not(_)), "the evaluator agrees, or nothing was done");
    }
}

#[test]
fn an_index_that_leaves_the_array_late_leaves_memory_as_it_was() {
    let (gpu, r) = (gpu(), region(AXPY));
    let mut w = World::new();
    let a = w.floats((0..1000).map(f64::from));
    let b = w.floats((0..999).map(f64::from));
    // What is written must differ from what was there.
    let x = 1.5f64.to_bits();
    let Went::Not(why) = compare(&gpu, &r, &[a, b, x, 1000], &mut w) else { panic!() };
    assert_eq!(why, "it does not hold that the index is within b (axpy.py:4)");
    assert_eq!(compare(&gpu, &r, &[a, b, x, 999], &mut w), Went::Ran);
}

#[test]
fn an_interrupt_leaves_memory_as_it_was() {
    let (gpu, r) = (gpu(), region(AXPY));
    let mut w = World::new();
    let a = w.floats((0..300_000).map(f64::from));
    let x = 1.5f64.to_bits();
    w.patience.set(1);
    let Went::Not(why) = compare(&gpu, &r, &[a, a, x, 300_000], &mut w) else { panic!() };
    assert_eq!(why, "interrupted");
}

/// `for i in range(n): b[0] = i + 1.0` and, where `i < 1`, `a[j] = a[j] * 0.5` for all `j`: the host writes one word again and again.
const COUNTED: &str = r#"
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i3]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  goto b1(0, 1.0)
b1(i3, f4) @ "counted.py:3":
  i5 = int_lt i3 3
  if i5 b2() b6()
b2() @ "counted.py:4":
  store_elem r1 0 f4 a0
  goto b3(0)
b3(i6) @ "counted.py:5":
  i7 = int_lt i6 i2
  if i7 b4() b5()
b4() @ "counted.py:6":
  f8 = load_elem r0 i6 a0
  f9 = float_mul f8 0.5
  store_elem r0 i6 f9 a0
  i10 = int_add i6 1
  goto b3(i10)
b5() @ "counted.py:7":
  f11 = load_elem r1 0 a0
  f12 = float_add f11 1.0
  i13 = float_lt f12 3.5
  assume i13 true "the count is small"
  i14 = int_add i3 1
  goto b1(i14, f12)
b6():
  exit [s0] "the loop ends"
"#;

#[test]
fn what_the_host_wrote_twice_is_as_it_was() {
    let (gpu, r) = (gpu(), region(COUNTED));
    let mut w = World::new();
    let a = w.floats((0..20_000).map(f64::from));
    let b = w.floats([0.25]);
    let Went::Not(why) = compare(&gpu, &r, &[a, b, 20_000], &mut w) else { panic!() };
    assert_eq!(why, "it does not hold that the count is small (counted.py:7)");
}

/// A running sum of products; also what the last iteration left in `x`.
const DOT: &str = r#"
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i3, f4, f5]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  goto b1(0, 1.5, 0.25)
b1(i3, f4, f5) @ "dot.py:3":
  i6 = int_lt i3 i2
  if i6 b2() b3()
b2():
  f7 = load_elem r0 i3 a0
  f8 = load_elem r1 i3 a0
  f9 = float_mul f7 f8
  f10 = float_add f4 f9
  i11 = int_add i3 1
  goto b1(i11, f10, f9)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn sums_of_floats_are_folded_in_order() {
    let (gpu, r) = (gpu(), region(DOT));
    let mut w = World::new();
    let a = w.floats((0..5000).map(|i| f64::from(i).sqrt() * 1e3));
    let b = w.floats((0..5000).map(|i| 1.0 / f64::from(i + 1)));
    assert_eq!(compare(&gpu, &r, &[a, b, 5000], &mut w), Went::Ran);
}

/// Sums of integers that must not overflow; `i8` is the overflow test.
const COUNT: &str = r#"
array a0 = Ints[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i3, i4]
b0:
  r0 = input ref
  i1 = input int
  goto b1(0, 5)
b1(i3, i4) @ "count.py:3":
  i6 = int_lt i3 i1
  if i6 b2() b3()
b2() @ "count.py:4":
  i7 = load_elem r0 i3 a0
  i8 = int_add_ovf i4 i7
  assume i8 false "the sum fits"
  i9 = int_add i4 i7
  i11 = int_add i3 1
  goto b1(i11, i9)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn sums_of_integers_fail_where_they_would_overflow() {
    let (gpu, r) = (gpu(), region(COUNT));
    let mut w = World::new();
    let a = w.array(&[3, 4, u64::MAX, 9]);
    assert_eq!(compare(&gpu, &r, &[a, 4], &mut w), Went::Ran);
    let large = w.array(&[1 << 62, 1 << 62, (1u64 << 62).wrapping_neg()]);
    let Went::Not(why) = compare(&gpu, &r, &[large, 3], &mut w) else { panic!() };
    assert_eq!(why, "it does not hold that the sum fits (count.py:4)");
}

/// `for i: for j: s = 0.0; for k: s += a[i][k] * b[k][j]; c[i][j] = s`, all indices tested, `j`, `k` and `s` living on.
const MM: &str = r#"
field x0 = Rows.len@8:w64#
array a0 = Rows[]@16/8:w64
field x1 = Floats.len@8:w64#
array a1 = Floats[]@16/8:w64
field x2 = Object.header@0:w64#
s0 = snap guard=0 greens=[7] entries=[i4, i5, i6, f7]
b0:
  r0 = input ref
  r1 = input ref
  r2 = input ref
  i3 = input int
  goto b1(0, -1, -1, -1.0)
b1(i4, i5, i6, f7) @ "mm.py:3":
  i8 = int_lt i4 i3
  if i8 b2() b9()
b2():
  goto b3(0, i5, i6, f7)
b3(i9, i10, i11, f12) @ "mm.py:4":
  i13 = int_lt i9 i3
  if i13 b4() b8()
b4():
  goto b5(0, i11, 0.0)
b5(i14, i15, f16) @ "mm.py:6":
  i17 = int_lt i14 i3
  if i17 b6() b7()
b6() @ "mm.py:7":
  i18 = load r0 x0
  i19 = uint_lt i4 i18
  assume i19 true "the index is within a"
  r20 = load_elem r0 i4 a0
  i21 = load r20 x2
  i22 = int_eq i21 65261
  assume i22 true "a row of a is a list"
  i23 = load r20 x1
  i24 = uint_lt i14 i23
  assume i24 true "the index is within a row of a"
  f25 = load_elem r20 i14 a1
  r26 = load_elem r1 i14 a0
  f27 = load_elem r26 i9 a1
  f28 = float_mul f25 f27
  f29 = float_add f16 f28
  i30 = int_add i14 1
  goto b5(i30, i14, f29)
b7() @ "mm.py:8":
  r31 = load_elem r2 i4 a0
  i32 = load r31 x1
  i33 = uint_lt i9 i32
  assume i33 true "the index is within a row of c"
  store_elem r31 i9 f16 a1
  i34 = int_add i9 1
  goto b3(i34, i9, i15, f16)
b8():
  i35 = int_add i4 1
  goto b1(i35, i10, i11, f12)
b9():
  exit [s0] "the loop ends"
"#;

#[test]
fn a_matrix_product_over_lists_of_rows() {
    let (gpu, r) = (gpu(), region(MM));
    let n = 40;
    let mut w = World::new();
    let a = w.rows(n, n, |i, j| (i * 3 + j) as f64 / 7.0);
    let b = w.rows(n, n, |i, j| (i + j * j) as f64 / 11.0);
    let c = w.rows(n, n, |_, _| 0.0);
    assert_eq!(compare(&gpu, &r, &[a, b, c, n as u64], &mut w), Went::Ran);
    // Rows that are one: iterations over `i` write the same elements, those over `j` do not.
    let row = w.floats((0..n).map(|_| 0.0));
    let same = w.array(&vec![row; n]);
    assert_eq!(compare(&gpu, &r, &[a, b, same, n as u64], &mut w), Went::Ran);
    // Ragged rows: the last one is short.
    let short: Vec<u64> = (0..n).map(|i| w.floats((0..n - i / 39).map(|_| 1.0))).collect();
    let ragged = w.array(&short);
    let Went::Not(why) = compare(&gpu, &r, &[ragged, b, c, n as u64], &mut w) else { panic!() };
    assert!(why.contains("the index is within a row of a (mm.py:7)"), "{why}");
    // The product into one of the factors: columns are independent still, or at least the terms of a sum are.
    assert_eq!(compare(&gpu, &r, &[a, b, b, n as u64], &mut w), Went::Ran);
    assert_eq!(compare(&gpu, &r, &[a, b, a, n as u64], &mut w), Went::Ran);
}

/// `for i in range(n): b[i][0] = a[i][0] * 0.5`.
const ROWS: &str = r#"
array a0 = Rows[]@16/8:w64
array a1 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i3]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  goto b1(0)
b1(i3) @ "rows.py:3":
  i4 = int_lt i3 i2
  if i4 b2() b3()
b2() @ "rows.py:4":
  r5 = load_elem r0 i3 a0
  f6 = load_elem r5 0 a1
  f7 = float_mul f6 0.5
  r8 = load_elem r1 i3 a0
  store_elem r8 0 f7 a1
  i9 = int_add i3 1
  goto b1(i9)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn rows_that_stand_in_two_places_are_one() {
    let (gpu, r) = (Gpu::shuffled(7).worth(0), region(ROWS));
    let n = 40;
    let mut w = World::new();
    let rows: Vec<u64> = (0..n).map(|i| w.floats([i as f64])).collect();
    let a = w.array(&rows);
    let others = w.rows(n, 1, |_, _| 0.0);
    assert_eq!(compare(&gpu, &r, &[a, a, n as u64], &mut w), Went::Ran);
    assert_eq!(compare(&gpu, &r, &[a, others, n as u64], &mut w), Went::Ran);
    // Of one row the last iteration's value is left.
    let one = w.floats([0.0]);
    let same = w.array(&vec![one; n]);
    let went = compare(&gpu, &r, &[a, same, n as u64], &mut w);
    assert!(matches!(went, Went::Not(_)), "{went:?}");
    // Nor do two rows that take turns have an iteration each.
    let two = [w.floats([0.0]), w.floats([0.0])];
    let turns = w.array(&(0..n).map(|i| two[i % 2]).collect::<Vec<u64>>());
    let went = compare(&gpu, &r, &[a, turns, n as u64], &mut w);
    assert!(matches!(went, Went::Not(_)), "{went:?}");
    // Another table of the same rows: each is written in another iteration than it is read.
    let turned: Vec<u64> = rows.iter().rev().copied().collect();
    let turned = w.array(&turned);
    let went = compare(&gpu, &r, &[a, turned, n as u64], &mut w);
    assert!(matches!(went, Went::Not(_)), "{went:?}");
}

/// `for i in range(3, n): a[i] = b[i - d] * 0.5`.
const SHIFT: &str = r#"
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i4]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  i3 = input int
  goto b1(3)
b1(i4) @ "shift.py:3":
  i5 = int_lt i4 i2
  if i5 b2() b3()
b2() @ "shift.py:4":
  i6 = int_sub i4 i3
  f7 = load_elem r1 i6 a0
  f8 = float_mul f7 0.5
  store_elem r0 i4 f8 a0
  i9 = int_add i4 1
  goto b1(i9)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn an_iteration_that_needs_another_is_refused_by_name() {
    let (gpu, r) = (gpu(), region(SHIFT));
    let mut w = World::new();
    let a = w.floats((0..100).map(f64::from));
    let b = w.floats((0..100).map(f64::from));
    assert_eq!(compare(&gpu, &r, &[a, b, 100, 2], &mut w), Went::Ran);
    assert_eq!(compare(&gpu, &r, &[a, a, 100, 0], &mut w), Went::Ran);
    let Went::Not(why) = compare(&gpu, &r, &[a, a, 100, 2], &mut w) else { panic!() };
    let want = "loop at shift.py:3: flow, distance 2: shift.py:4 reads what shift.py:4 has written";
    assert_eq!(why, want);
    // From the second on there are only two: what is read is not written.
    assert_eq!(compare(&gpu, &r, &[a, a, 5, 2], &mut w), Went::Ran);
}

/// `for i in range(3): o.x = i + 1.0` and then `a[j] *= rows[j].x` for all `j`, where each row may be `o`.
const SCALED: &str = r#"
field x0 = Scale.x@8:w64
array a0 = Floats[]@16/8:w64
array a1 = Rows[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i4]
b0:
  r0 = input ref
  r1 = input ref
  r2 = input ref
  i3 = input int
  goto b1(0, 1.0)
b1(i4, f5) @ "scaled.py:3":
  i6 = int_lt i4 3
  if i6 b2() b6()
b2() @ "scaled.py:4":
  store r2 f5 x0
  goto b3(0)
b3(i7) @ "scaled.py:5":
  i8 = int_lt i7 i3
  if i8 b4() b5()
b4() @ "scaled.py:6":
  r9 = load_elem r1 i7 a1
  f10 = load r9 x0
  f11 = load_elem r0 i7 a0
  f12 = float_mul f11 f10
  store_elem r0 i7 f12 a0
  i13 = int_add i7 1
  goto b3(i13)
b5() @ "scaled.py:7":
  f14 = float_add f5 1.0
  i15 = int_add i4 1
  goto b1(i15, f14)
b6():
  exit [s0] "the loop ends"
"#;

#[test]
fn what_is_the_same_in_all_rows_is_found_again_where_the_host_writes_it() {
    let (gpu, r) = (gpu(), region(SCALED));
    let mut w = World::new();
    let a = w.floats((0..20_000).map(f64::from));
    let o = w.object(&[0.5f64.to_bits()]);
    let rows = w.array(&vec![o; 20_000]);
    assert_eq!(compare(&gpu, &r, &[a, rows, o, 20_000], &mut w), Went::Ran);
    let other = w.object(&[0.5f64.to_bits()]);
    let rows = w.array(&(0..20_000).map(|j| if j == 777 { other } else { o }).collect::<Vec<u64>>());
    assert_eq!(compare(&gpu, &r, &[a, rows, o, 20_000], &mut w), Went::Ran);
}

#[test]
fn each_pair_of_accesses_that_meet_is_told() {
    let (gpu, r) = (gpu(), region(SHIFT));
    let mut w = World::new();
    let a = w.floats((0..100).map(f64::from));
    compare(&gpu, &r, &[a, a, 100, 2], &mut w);
    // It reads ahead of what it writes.
    compare(&gpu, &r, &[a, a, 50, -1i64 as u64], &mut w);
    let edges: Vec<_> = gpu.take_report().loops.into_iter().map(|l| l.edges).collect();
    let edge = |kind, d| Edge {
        kind,
        from: "shift.py:4".into(),
        to: "shift.py:4".into(),
        distance: vec![Some(d)],
        why: None,
    };
    // Of one loop the last entry's.
    assert_eq!(edges, [[edge(Kind::Anti, 1)]]);
    compare(&gpu, &r, &[a, a, 100, 3], &mut w);
    assert_eq!(gpu.take_report().loops[0].edges, [edge(Kind::Flow, 3)]);
}

/// `for i in range(n): if i < m - 1: a[i] = b[i + 1]` with the test that an interpreter makes.
const NEXT: &str = r#"
field x0 = Floats.len@8:w64#
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i4]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  i3 = input int
  goto b1(0)
b1(i4) @ "next.py:3":
  i5 = int_lt i4 i2
  if i5 b2() b5()
b2() @ "next.py:4":
  i6 = int_sub i3 1
  i7 = int_lt i4 i6
  if i7 b3() b4()
b3() @ "next.py:5":
  i8 = int_add i4 1
  i9 = load r1 x0
  i10 = uint_lt i8 i9
  assume i10 true "the index is within b"
  f11 = load_elem r1 i8 a0
  store_elem r0 i4 f11 a0
  goto b4()
b4():
  i12 = int_add i4 1
  goto b1(i12)
b5():
  exit [s0] "the loop ends"
"#;

#[test]
fn what_a_branch_implies_is_not_tested_and_no_more() {
    let (gpu, r) = (gpu(), region(NEXT));
    let mut w = World::new();
    let a = w.floats((0..1000).map(f64::from));
    let b = w.floats((0..1000).map(|i| f64::from(i) + 0.5));
    assert_eq!(compare(&gpu, &r, &[a, b, 1000, 1000], &mut w), Went::Ran);
    assert!(gpu
        .take_report()
        .to_string()
        .starts_with("loop at next.py:3: 1000 iterations at once; 1 assumptions proved, 0 tested"));
    let Went::Not(why) = compare(&gpu, &r, &[a, b, 1000, 1001], &mut w) else { panic!() };
    assert_eq!(why, "it does not hold that the index is within b (next.py:5)");
}

/// `for i in range(n): for j in range(m): a[i * s + j * t] = i + j`, which leaves `j` and what was written last.
const PLANE: &str = r#"
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i5, i6, f7]
b0:
  r0 = input ref
  i1 = input int
  i2 = input int
  i3 = input int
  i4 = input int
  goto b1(0, 77, 0.5)
b1(i5, i6, f7) @ "plane.py:3":
  i8 = int_lt i5 i1
  if i8 b2() b6()
b2() @ "plane.py:4":
  goto b3(0, i6, f7)
b3(i9, i10, f11) @ "plane.py:4":
  i12 = int_lt i9 i2
  if i12 b4() b5()
b4() @ "plane.py:5":
  i13 = int_mul i5 i3
  i14 = int_mul i9 i4
  i15 = int_add i13 i14
  i16 = int_add i5 i9
  f17 = int_to_float i16
  store_elem r0 i15 f17 a0
  i18 = int_add i9 1
  goto b3(i18, i9, f17)
b5():
  i19 = int_add i5 1
  goto b1(i19, i10, f11)
b6():
  exit [s0] "the loop ends"
"#;

#[test]
fn two_loops_at_once_leave_what_the_last_item_leaves() {
    let (gpu, r) = (gpu(), region(PLANE));
    let mut w = World::new();
    let a = w.floats((0..1000).map(f64::from));
    let mut by = |inputs: [u64; 4]| {
        let inputs = [&[a][..], &inputs].concat();
        let went = compare(&gpu, &r, &inputs, &mut w);
        let report = gpu.take_report().to_string();
        (went == Went::Ran, report.split(';').next().unwrap_or_default().to_string())
    };
    assert_eq!(by([20, 30, 30, 1]), (true, "loop at plane.py:3: 600 iterations at once".into()));
    assert_eq!(by([20, 30, 1, 20]), (true, "loop at plane.py:3: 600 iterations at once".into()));
    // Iterations of the inner loop write one element.
    assert_eq!(by([20, 30, 1, 0]), (true, "loop at plane.py:3: 20 iterations at once".into()));
    // No iteration supplies what is left.
    assert_eq!(by([20, 0, 30, 1]), (true, "loop at plane.py:3: 20 iterations at once".into()));
}

/// `for i in range(n): for j in range(m): a[i * s + j] = i + j` and, where `i + j < most`, `x = j`.
const SOME: &str = r#"
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i5, i6]
b0:
  r0 = input ref
  i1 = input int
  i2 = input int
  i3 = input int
  i4 = input int
  goto b1(0, 77)
b1(i5, i6) @ "some.py:3":
  i8 = int_lt i5 i1
  if i8 b2() b8()
b2() @ "some.py:4":
  goto b3(0, i6)
b3(i9, i10) @ "some.py:4":
  i12 = int_lt i9 i2
  if i12 b4() b7()
b4() @ "some.py:5":
  i13 = int_mul i5 i3
  i14 = int_add i13 i9
  i15 = int_add i5 i9
  f16 = int_to_float i15
  store_elem r0 i14 f16 a0
  i17 = int_lt i15 i4
  if i17 b5() b6(i10)
b5() @ "some.py:6":
  goto b6(i9)
b6(i18):
  i19 = int_add i9 1
  goto b3(i19, i18)
b7():
  i20 = int_add i5 1
  goto b1(i20, i10)
b8():
  exit [s0] "the loop ends"
"#;

#[test]
fn two_loops_at_once_need_a_last_item_that_supplies_what_is_left() {
    let (gpu, r) = (gpu(), region(SOME));
    let mut w = World::new();
    let a = w.floats((0..1000).map(f64::from));
    for (most, at_once) in [(100, 600), (10, 20)] {
        assert_eq!(compare(&gpu, &r, &[a, 20, 30, 30, most], &mut w), Went::Ran);
        let report = gpu.take_report().to_string();
        assert!(report.contains(&format!("{at_once} iterations at once")), "{most}: {report}");
    }
}

#[test]
fn a_device_with_memory_of_its_own_works_on_copies() {
    let (gpu, r) = (copying(), region(MM));
    let n = 20;
    let mut w = World::new();
    let a = w.rows(n, n, |i, j| (i * 3 + j) as f64 / 7.0);
    let b = w.rows(n, n, |i, j| (i + j * j) as f64 / 11.0);
    let c = w.rows(n, n, |_, _| 0.0);
    assert_eq!(compare(&gpu, &r, &[a, b, c, n as u64], &mut w), Went::Ran);
    let short: Vec<u64> = (0..n).map(|i| w.floats((0..n - usize::from(i == 10)).map(|_| 1.0))).collect();
    let ragged = w.array(&short);
    assert!(matches!(compare(&gpu, &r, &[ragged, b, c, n as u64], &mut w), Went::Not(_)));
    let r = region(DOT);
    let x = w.floats((0..50).map(f64::from));
    assert_eq!(compare(&gpu, &r, &[x, x, 50], &mut w), Went::Ran);
    let report = gpu.take_report();
    // The last run's: rows of one length would need no test in the kernel.
    let want = "loop at mm.py:3: 800 iterations at once; 3 assumptions proved, 1 tested\n\
        loop at dot.py:3: 50 iterations at once, folded by the host; 0 assumptions proved, 0 tested\n\
        given up: it does not hold that the index is within a row of a (mm.py:7)";
    assert_eq!(report.to_string(), want);
    assert_eq!(report.loops[0].entered, 2);
    let first = &report.loops[0].assumptions[0];
    assert_eq!((first.place.as_str(), first.how), ("mm.py:7", Check::Proved));
    // Headers and lengths go there with the elements; elements that are written come back, with what lies between rows, which the failed run did not come to. That run
    // found two of its three tables there.
    let array = |n: u64| (2 + n) * 8;
    let rows = n as u64 * array(n as u64);
    assert_eq!(report.copied.back, rows - 16);
    assert!((4 * rows..5 * rows).contains(&report.copied.there), "{:?}", report.copied);
    assert!((2 * rows..3 * rows).contains(&report.copied.stayed), "{:?}", report.copied);
    assert_eq!(report.copied.kept, 2 * rows);
    let t = report.times;
    assert!(t.analysis + t.build + t.copy + t.kernels <= t.whole && t.kernels.as_nanos() > 0, "{t:?}");
}

#[test]
fn what_is_too_small_stays_on_the_host() {
    let (gpu, r) = (gpu().worth(5_000), region(AXPY));
    let mut w = World::new();
    let a = w.floats((0..1000).map(f64::from));
    assert_eq!(compare(&gpu, &r, &[a, a, 0, 1000], &mut w), Went::Ran);
    let Went::Not(why) = compare(&gpu, &r, &[a, a, 0, 100], &mut w) else { panic!() };
    assert_eq!(why, "loop at axpy.py:3: it has about 1400 ops, too few for a kernel");
}

#[test]
fn what_is_not_worth_it_is_weighed_and_left() {
    let (gpu, r) = (Gpu::new(Device::open(None).unwrap(), false), region(AXPY));
    let mut w = World::new();
    let a = w.floats((0..1000).map(f64::from));
    let mut plan = gpu.plan(&r).unwrap();
    let mut weighed = Vec::new();
    let outcome = gpu.run(&r, &mut plan, &[a, a, 0, 1000], &mut w, &mut |ops| {
        weighed.push(ops);
        Worth::No
    });
    assert!(matches!(outcome, Outcome::Discarded(_)), "{outcome:?}");
    assert_eq!(weighed, [14_000]);
    let mut look = |n| gpu.run(&r, &mut plan, &[a, a, 2.0f64.to_bits(), n], &mut w, &mut |_| Worth::Look);
    assert_eq!(look(1000), Outcome::Would);
    let outcome = look(10);
    assert!(matches!(&outcome, Outcome::Discarded(why) if why.0.contains("too few")), "{outcome:?}");
    assert_eq!(w.mem.word(a + 24), 1f64.to_bits());
}

#[test]
fn runs_are_discarded_while_a_kernel_is_being_built() {
    let (gpu, r) = (Gpu::new(Device::open(None).unwrap(), false), region(AXPY));
    let mut w = World::new();
    let a = w.floats((0..10_000).map(f64::from));
    let inputs = [a, a, 2.0f64.to_bits(), 10_000];
    let mut plan = gpu.plan(&r).unwrap();
    let mut discarded = 0;
    while let Outcome::NotYet(why) = gpu.run(&r, &mut plan, &inputs, &mut w, &mut |_| Worth::Run) {
        assert_eq!(why.0, BUILDING);
        assert_eq!(w.mem.word(a + 24), 1f64.to_bits());
        discarded += 1;
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!(discarded > 0);
    assert_eq!(w.mem.word(a + 24), 3f64.to_bits());
}
