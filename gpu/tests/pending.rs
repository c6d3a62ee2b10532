//! Kernels that nobody waits for, items that fail late, and what is proved of neighbours and index arrays.

mod common;

use common::{compare, copying, gpu, region, Went, World};
use holloway_compiler::region::offload::Offload;
use holloway_gpu::Gpu;

/// `for k in range(steps): for i in range(n): a[i] += c[i]`, integers that may overflow.
const SUMS: &str = r#"
array a0 = Ints[]@16/8:w64
array a1 = Fixed[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i4]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  i3 = input int
  goto b1(0)
b1(i4) @ "sums.py:2":
  i5 = int_lt i4 i3
  if i5 b2() b6()
b2():
  goto b3(0)
b3(i6) @ "sums.py:3":
  i7 = int_lt i6 i2
  if i7 b4() b5()
b4() @ "sums.py:4":
  i8 = load_elem r0 i6 a0
  i9 = load_elem r1 i6 a1
  i10 = int_add_ovf i8 i9
  assume i10 false "no overflow"
  i11 = int_add i8 i9
  store_elem r0 i6 i11 a0
  i12 = int_add i6 1
  goto b3(i12)
b5():
  i13 = int_add i4 1
  goto b1(i13)
b6():
  exit [s0] "the loop ends"
"#;

#[test]
fn an_overflow_in_a_kernel_that_nobody_waited_for_leaves_memory_as_it_was() {
    let r = region(SUMS);
    for (steps, fails) in [(150, false), (151, true), (400, true)] {
        let (gpu, n) = (gpu(), 5_000);
        let mut w = World::new();
        let a = w.array(&vec![1; n]);
        // The last addition but one that fits is the 150th, of one element.
        let mut by = vec![2; n];
        by[n - 2] = (i64::MAX / 150) as u64 - 1;
        let c = w.array(&by);
        let went = compare(&gpu, &r, &[a, c, n as u64, steps], &mut w);
        let why = "it does not hold that no overflow (sums.py:4)";
        assert_eq!(went, if fails { Went::Not(why.into()) } else { Went::Ran }, "{steps} steps");
    }
}

/// `for k in range(steps): for i in range(n): a[i] += 1.0` and `sum += a[j]` behind it.
const WATCHED: &str = r#"
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i4, f5]
b0:
  r0 = input ref
  i1 = input int
  i2 = input int
  i3 = input int
  goto b1(0, 0.0)
b1(i4, f5) @ "watched.py:2":
  i6 = int_lt i4 i2
  if i6 b2() b6()
b2():
  goto b3(0)
b3(i7) @ "watched.py:3":
  i8 = int_lt i7 i1
  if i8 b4() b5()
b4() @ "watched.py:4":
  f9 = load_elem r0 i7 a0
  f10 = float_add f9 1.0
  store_elem r0 i7 f10 a0
  i11 = int_add i7 1
  goto b3(i11)
b5() @ "watched.py:5":
  f12 = load_elem r0 i3 a0
  f13 = float_add f5 f12
  i14 = int_add i4 1
  goto b1(i14, f13)
b6():
  exit [s0] "the loop ends"
"#;

#[test]
fn the_host_reads_what_kernels_have_written() {
    let (gpu, r, n) = (gpu(), region(WATCHED), 200_000u32);
    let mut w = World::new();
    let a = w.floats((0..n).map(f64::from));
    assert_eq!(compare(&gpu, &r, &[a, n.into(), 30, (n - 1).into()], &mut w), Went::Ran);
}

/// `for k in range(steps): for i in range(n): m[i] = k`, then `for i in range(n): b[i] += m[j]`: the second loop's number is known when it is entered.
const RELIES: &str = r#"
array a0 = Floats[]@16/8:w64
array a1 = Ints[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i5]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  i3 = input int
  i4 = input int
  goto b1(0)
b1(i5) @ "relies.py:2":
  i6 = int_lt i5 i3
  if i6 b2() b9()
b2():
  goto b3(0)
b3(i7) @ "relies.py:3":
  i8 = int_lt i7 i2
  if i8 b4() b5()
b4() @ "relies.py:4":
  store_elem r1 i7 i5 a1
  i9 = int_add i7 1
  goto b3(i9)
b5():
  goto b6(0)
b6(i10) @ "relies.py:5":
  i11 = int_lt i10 i2
  if i11 b7() b8()
b7() @ "relies.py:6":
  i12 = load_elem r1 i4 a1
  f13 = int_to_float i12
  f14 = load_elem r0 i10 a0
  f15 = float_add f14 f13
  store_elem r0 i10 f15 a0
  i16 = int_add i10 1
  goto b6(i16)
b8():
  i17 = int_add i5 1
  goto b1(i17)
b9():
  exit [s0] "the loop ends"
"#;

#[test]
fn analysis_reads_what_kernels_have_written() {
    let (r, n) = (region(RELIES), 150_000u32);
    for gpu in [gpu(), copying()] {
        let mut w = World::new();
        let b = w.floats((0..n).map(f64::from));
        let m = w.array(&vec![77; n as usize]);
        assert_eq!(compare(&gpu, &r, &[b, m, n.into(), 40, (n - 1).into()], &mut w), Went::Ran);
    }
}

/// `for i in range(n): b[i] = 1.0 / a[i]`, which is left where a divisor is 0.
const INVERSE: &str = r#"
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i3]
s1 = snap guard=0 greens=[8] entries=[i3]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  goto b1(0)
b1(i3) @ "inverse.py:2":
  i4 = int_lt i3 i2
  if i4 b2() b4()
b2() @ "inverse.py:3":
  f5 = load_elem r0 i3 a0
  i6 = float_eq f5 0.0
  if i6 b5() b3()
b3():
  f7 = float_div 1.0 f5
  store_elem r1 i3 f7 a0
  i8 = int_add i3 1
  goto b1(i8)
b4():
  exit [s0] "the loop ends"
b5():
  exit [s1] "division by zero"
"#;

#[test]
fn a_loop_that_is_left_late_leaves_memory_as_it_was() {
    let r = region(INVERSE);
    for zero in [None, Some(0), Some(699), Some(350)] {
        let (gpu, n) = (gpu(), 700);
        let mut w = World::new();
        let a = w.floats((0..n).map(|i| if Some(i) == zero { 0.0 } else { f64::from(i) + 0.5 }));
        let b = w.floats((0..n).map(f64::from));
        let went = compare(&gpu, &r, &[a, b, n as u64], &mut w);
        let why = "division by zero (inverse.py:3)";
        assert_eq!(went, if zero.is_some() { Went::Not(why.into()) } else { Went::Ran }, "{zero:?}");
    }
}

/// `for i in range(n): b[i] = kinds[i + 1] == 8 if i < most else 1.0`, where a loop on trial of the kinds fails if one is not 8.
const NEIGHBOURS: &str = r#"
array a0 = Floats[]@16/8:w64
array a1 = Kinds[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i4]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  i3 = input int
  goto b1(0)
b1(i4) @ "neighbours.py:2":
  i5 = int_lt i4 i2
  if i5 b2() b5()
b2() @ "neighbours.py:3":
  i6 = int_lt i4 i3
  if i6 b3() b4(1.0)
b3() @ "neighbours.py:4":
  i7 = int_add i4 1
  i8 = load_elem r1 i7 a1
  i9 = int_eq i8 8
  assume i9 true "the kind is 8"
  goto b4(2.0)
b4(f10):
  store_elem r0 i4 f10 a0
  i11 = int_add i4 1
  goto b1(i11)
b5():
  exit [s0] "the loop ends"
"#;

/// What the last report says.
fn told(gpu: &Gpu) -> String {
    gpu.take_report().to_string()
}

#[test]
fn a_neighbours_kind_is_known_where_there_is_one_and_no_further() {
    let (gpu, r, n) = (gpu(), region(NEIGHBOURS), 300);
    let mut w = World::new();
    let b = w.floats((0..n).map(f64::from));
    // Behind the last kind there is room, as in a list.
    let mut kinds = vec![8; n as usize + 40];
    kinds[n as usize..].fill(0);
    let k = w.array(&kinds);
    assert_eq!(compare(&gpu, &r, &[b, k, n as u64, n as u64 - 1], &mut w), Went::Ran);
    assert!(told(&gpu).contains("1 assumptions proved, 0 tested"));
    let Went::Not(why) = compare(&gpu, &r, &[b, k, n as u64, n as u64], &mut w) else { panic!() };
    assert_eq!(why, "it does not hold that the kind is 8 (neighbours.py:4)");
}

/// `for i in range(n): b[i] = a[at[i]]`.
const GATHER: &str = r#"
array a0 = Floats[]@16/8:w64
array a1 = At[]@16/8:w64
field x0 = Floats.len@8:w64#
s0 = snap guard=0 greens=[7] entries=[i4]
b0:
  r0 = input ref
  r1 = input ref
  r2 = input ref
  i3 = input int
  goto b1(0)
b1(i4) @ "gather.py:2":
  i5 = int_lt i4 i3
  if i5 b2() b3()
b2() @ "gather.py:3":
  i6 = load_elem r1 i4 a1
  i7 = load r0 x0
  i8 = uint_lt i6 i7
  assume i8 true "the index is within a"
  f9 = load_elem r0 i6 a0
  f10 = float_add f9 1.0
  store_elem r2 i4 f10 a0
  i11 = int_add i4 1
  goto b1(i11)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn numbers_in_an_index_array_are_looked_at() {
    let (r, n) = (region(GATHER), 500u64);
    for (wrong, fails) in [(None, false), (Some(n), true), (Some(u64::MAX), true)] {
        let gpu = gpu();
        let mut w = World::new();
        let (a, b) = (w.floats((0..n).map(|i| i as f64)), w.floats((0..n).map(|i| i as f64)));
        let mut at: Vec<u64> = (0..n).map(|i| i * 7 % n).collect();
        at[n as usize - 3] = wrong.unwrap_or(0);
        let at = w.array(&at);
        let went = compare(&gpu, &r, &[a, at, b, n], &mut w);
        let why = "it does not hold that the index is within a (gather.py:3)";
        assert_eq!(went, if fails { Went::Not(why.into()) } else { Went::Ran }, "{wrong:?}");
        let proved = if fails { "0 assumptions proved, 1 tested" } else { "1 assumptions proved, 0 tested" };
        let report = told(&gpu);
        assert!(report.contains(proved), "{report}");
    }
}
