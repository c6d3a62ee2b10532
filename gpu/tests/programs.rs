//! Loops of known programs as regions: Mandelbrot's set, a stencil that swaps its arrays, elimination of a matrix, triangles.

mod common;

use common::{compare, copying, gpu, region, Went, World};
use holloway_compiler::region::offload::{Offload, Outcome, Worth};
use holloway_compiler::region::report::Verdict;
use holloway_gpu::device::Device;
use holloway_gpu::Gpu;

/// `for i: for j: z = 0; k = 0; while k < most and |z| <= 2: ...; out[i][j] = k`.
const MANDELBROT: &str = r#"
array a0 = Rows[]@16/8:w64
array a1 = Ints[]@16/8:w64
field x0 = Ints.len@8:w64#
s0 = snap guard=0 greens=[7] entries=[i3, i4, i5, f6, f7]
b0:
  r0 = input ref
  i1 = input int
  i2 = input int
  goto b1(0, -1, -1, 0.5, 0.5)
b1(i3, i4, i5, f6, f7) @ "mandel.py:3":
  i8 = int_lt i3 i1
  if i8 b2() b10()
b2():
  f9 = int_to_float i3
  f10 = int_to_float i1
  f11 = float_div f9 f10
  f12 = float_mul f11 3.0
  f13 = float_sub f12 2.0
  goto b3(0, i4, i5, f6, f7)
b3(i14, i15, i16, f17, f18) @ "mandel.py:5":
  i19 = int_lt i14 i1
  if i19 b4() b9()
b4():
  f20 = int_to_float i14
  f21 = float_div f20 f10
  f22 = float_mul f21 2.0
  f23 = float_sub f22 1.0
  goto b5(0, 0.0, 0.0)
b5(i24, f25, f26) @ "mandel.py:8":
  i27 = int_lt i24 i2
  if i27 b6() b8(i24, f25, f26)
b6():
  f28 = float_mul f25 f25
  f29 = float_mul f26 f26
  f30 = float_add f28 f29
  i31 = float_le f30 4.0
  if i31 b7() b8(i24, f25, f26)
b7():
  f32 = float_sub f28 f29
  f33 = float_add f32 f13
  f34 = float_mul f25 f26
  f35 = float_mul f34 2.0
  f36 = float_add f35 f23
  i37 = int_add_ovf i24 1
  assume i37 false "no overflow"
  i38 = int_add i24 1
  goto b5(i38, f33, f36)
b8(i39, f40, f41) @ "mandel.py:12":
  r42 = load_elem r0 i3 a0
  i43 = load r42 x0
  i44 = uint_lt i14 i43
  assume i44 true "the index is within the row"
  store_elem r42 i14 i39 a1
  i45 = int_add i14 1
  goto b3(i45, i14, i39, f40, f41)
b9():
  i46 = int_add i3 1
  goto b1(i46, i15, i16, f17, f18)
b10():
  exit [s0] "the loop ends"
"#;

#[test]
fn mandelbrots_set() {
    let r = region(MANDELBROT);
    for gpu in [gpu(), copying()] {
        let n = 48;
        let mut w = World::new();
        let rows: Vec<u64> = (0..n).map(|_| w.array(&vec![0; n])).collect();
        let table = w.array(&rows);
        assert_eq!(compare(&gpu, &r, &[table, n as u64, 60], &mut w), Went::Ran);
        let report = gpu.take_report().to_string();
        assert!(report.starts_with("loop at mandel.py:3: 2304 iterations at once;"), "{report}");
    }
}

/// `for s in range(steps): for i in range(1, n - 1): b[i] = (a[i-1] + a[i] + a[i+1]) / 3 (borders kept); a, b = b, a`.
const STENCIL: &str = r#"
array a0 = Floats[]@16/8:w64
field x0 = Floats.len@8:w64#
s0 = snap guard=0 greens=[7] entries=[i4, r5, r6]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  i3 = input int
  goto b1(0, r0, r1)
b1(i4, r5, r6) @ "stencil.py:2":
  i7 = int_lt i4 i3
  if i7 b2() b8()
b2():
  i8 = int_sub i2 1
  goto b3(0)
b3(i9) @ "stencil.py:3":
  i10 = int_lt i9 i2
  if i10 b4() b7()
b4() @ "stencil.py:4":
  i11 = load r6 x0
  i12 = uint_lt i9 i11
  assume i12 true "the index is within b"
  f13 = load_elem r5 i9 a0
  i14 = int_eq i9 0
  if i14 b6(f13) b5()
b5() @ "stencil.py:6":
  i15 = int_sub i9 1
  f16 = load_elem r5 i15 a0
  i17 = int_add i9 1
  i18 = int_mod_floor i17 i2
  f19 = load_elem r5 i18 a0
  f20 = float_add f16 f13
  f21 = float_add f20 f19
  f22 = float_div f21 3.0
  goto b6(f22)
b6(f23) @ "stencil.py:7":
  store_elem r6 i9 f23 a0
  i24 = int_add i9 1
  goto b3(i24)
b7():
  i25 = int_add i4 1
  goto b1(i25, r6, r5)
b8():
  exit [s0] "the loop ends"
"#;

#[test]
fn a_stencil_swaps_its_arrays_on_the_host() {
    let r = region(STENCIL);
    for gpu in [gpu(), copying()] {
        let n = 500;
        let mut w = World::new();
        let a = w.floats((0..n).map(|i| f64::from(i % 17)));
        let b = w.floats((0..n).map(|_| 0.0));
        assert_eq!(compare(&gpu, &r, &[a, b, n as u64, 7], &mut w), Went::Ran);
        // In place there is no order in which all may run.
        let Went::Not(why) = compare(&gpu, &r, &[a, a, n as u64, 7], &mut w) else { panic!() };
        assert!(why.contains("stencil.py:6 reads what stencil.py:7 has written"), "{why}");
    }
}

#[test]
fn a_run_of_many_kernels_that_falls_behind_leaves_memory_as_it_was() {
    let (gpu, r, n) = (gpu(), region(STENCIL), 5_000);
    let mut w = World::new();
    let (a, b) = (w.floats(vec![0.5; n]), w.floats(vec![0.25; n]));
    let mut plan = gpu.plan(&r).unwrap_or_else(|why| panic!("{}", why.0));
    // None of the million kernels takes long.
    w.time_left = Some(std::time::Duration::from_millis(1));
    let outcome = gpu.run(&r, &mut plan, &[a, b, n as u64, 1_000_000], &mut w, &mut |_| Worth::Run);
    assert!(matches!(&outcome, Outcome::Discarded(why) if why.0.contains("be faster")), "{outcome:?}");
    assert!((0..n as u64).all(|i| w.mem.word(b + 16 + 8 * i) == 0.25f64.to_bits()), "memory has changed");
}

/// `for i in range(n): a[i] = a[i] * 2 + 1`, then `for i in range(n): a[i] = a[i] / 3`.
const TWO: &str = r#"
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i2, i8]
b0:
  r0 = input ref
  i1 = input int
  goto b1(0)
b1(i2) @ "two.py:2":
  i3 = int_lt i2 i1
  if i3 b2() b3(0)
b2():
  f4 = load_elem r0 i2 a0
  f5 = float_mul f4 2.0
  f6 = float_add f5 1.0
  store_elem r0 i2 f6 a0
  i7 = int_add i2 1
  goto b1(i7)
b3(i8) @ "two.py:4":
  i9 = int_lt i8 i1
  if i9 b4() b5()
b4():
  f10 = load_elem r0 i8 a0
  f11 = float_div f10 3.0
  store_elem r0 i8 f11 a0
  i12 = int_add i8 1
  goto b3(i12)
b5():
  exit [s0] "the loop ends"
"#;

#[test]
fn a_short_run_does_not_wait_for_its_second_kernel() {
    let (r, n) = (region(TWO), 10_000);
    for (left, waits) in [(None, 1), (Some(std::time::Duration::from_millis(100)), 2)] {
        let device = Device::open(std::env::var("HOLLOWAY_GPU_DEVICE").ok().as_deref()).unwrap();
        let gpu = Gpu::new(device, false).worth(0);
        let mut w = World::new();
        w.time_left = left;
        let a = w.floats(vec![0.5; n]);
        let word = |w: &World| f64::from_bits(w.mem.word(a + 16));
        let mut plan = gpu.plan(&r).unwrap_or_else(|why| panic!("{}", why.0));
        let mut begun = 0;
        loop {
            // What was asked for before it was built has begun nothing.
            match gpu.run(&r, &mut plan, &[a, n as u64], &mut w, &mut |_| Worth::Run) {
                Outcome::NotYet(_) => begun += usize::from(!gpu.take_report().loops.is_empty()),
                Outcome::Ran { .. } => break,
                other => panic!("{other:?}"),
            }
            assert_eq!(word(&w), 0.5, "memory has changed");
        }
        assert_eq!((word(&w), begun), ((0.5 * 2.0 + 1.0) / 3.0, waits), "{left:?}");
    }
}

/// `for k: for i in range(k + 1, n): m = a[i][k] / a[k][k]; for j in range(k, n): a[i][j] -= m * a[k][j]`, with `i`, `j`, `m` living on.
const ELIMINATE: &str = r#"
array a0 = Rows[]@16/8:w64
array a1 = Floats[]@16/8:w64
field x0 = Floats.len@8:w64#
s0 = snap guard=0 greens=[7] entries=[i2, i3, i4, f5]
b0:
  r0 = input ref
  i1 = input int
  goto b1(0, -1, -1, -1.0)
b1(i2, i3, i4, f5) @ "lu.py:2":
  i6 = int_lt i2 i1
  if i6 b2() b9()
b2():
  i7 = int_add i2 1
  goto b3(i7, i3, i4, f5)
b3(i8, i9, i10, f11) @ "lu.py:3":
  i12 = int_lt i8 i1
  if i12 b4() b8()
b4() @ "lu.py:4":
  r13 = load_elem r0 i8 a0
  r14 = load_elem r0 i2 a0
  f15 = load_elem r13 i2 a1
  f16 = load_elem r14 i2 a1
  i17 = float_ne f16 0.0
  assume i17 true "the divisor is not zero"
  f18 = float_div f15 f16
  goto b5(i2, i10)
b5(i19, i20) @ "lu.py:5":
  i21 = int_lt i19 i1
  if i21 b6() b7()
b6() @ "lu.py:6":
  i22 = load r13 x0
  i23 = uint_lt i19 i22
  assume i23 true "the index is within the row"
  f24 = load_elem r13 i19 a1
  f25 = load_elem r14 i19 a1
  f26 = float_mul f18 f25
  f27 = float_sub f24 f26
  store_elem r13 i19 f27 a1
  i28 = int_add i19 1
  goto b5(i28, i19)
b7():
  i29 = int_add i8 1
  goto b3(i29, i8, i20, f18)
b8():
  goto b1(i7, i9, i10, f11)
b9():
  exit [s0] "the loop ends"
"#;

#[test]
fn elimination_runs_its_rows_at_once() {
    let r = region(ELIMINATE);
    for gpu in [gpu(), copying()] {
        let n = 24;
        let mut w = World::new();
        let a = w.rows(n, n, |i, j| if i == j { 30.0 } else { (i * 7 + j * 3) as f64 % 11.0 });
        assert_eq!(compare(&gpu, &r, &[a, n as u64], &mut w), Went::Ran);
        let report = gpu.take_report();
        // Rows go there once and come back once, however often the host looks for their lengths.
        let most = (n * (16 + 8 * n) + 16 + 8 * n) as u64;
        assert!(report.copied.there <= most && report.copied.back < most, "{:?}", report.copied);
        let rows = report.loops;
        assert!(rows[0].place == "lu.py:2" && matches!(rows[0].verdict, Verdict::Stays(_)), "{rows:?}");
        // 23, 22 and so on.
        let kernel = Verdict::Kernel { iterations: 276, folded: false };
        assert!(
            rows.iter().any(|l| l.place == "lu.py:3" && l.verdict == kernel && l.entered == 23),
            "{rows:?}"
        );
        // A zero on the diagonal: nothing has been done.
        let zero = w.rows(n, n, |i, j| if i == j { 0.0 } else { 1.0 });
        let Went::Not(why) = compare(&gpu, &r, &[zero, n as u64], &mut w) else { panic!() };
        assert_eq!(why, "it does not hold that the divisor is not zero (lu.py:4)");
    }
}
