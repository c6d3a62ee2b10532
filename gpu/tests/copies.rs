//! Devices with memory of their own: what is copied, when, and what each side sees. A device that shares the host's memory stands for one.

mod common;

use common::{compare, copying, region, Went, World};
use holloway_compiler::region::offload::{Offload, Outcome, Worth};
use holloway_compiler::region::report::Copied;
use holloway_compiler::region::Region;
use holloway_gpu::Gpu;

/// `for s in range(steps): for i in range(n): b[i] = (a[i] + b[i]) * 0.5`, and after each such loop a test that fails where `s` is `bad`.
const SWEEPS: &str = r#"
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i5]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  i3 = input int
  i4 = input int
  goto b1(0)
b1(i5) @ "sweeps.py:2":
  i6 = int_lt i5 i3
  if i6 b2() b6()
b2():
  goto b3(0)
b3(i7) @ "sweeps.py:3":
  i8 = int_lt i7 i2
  if i8 b4() b5()
b4() @ "sweeps.py:4":
  f9 = load_elem r0 i7 a0
  f10 = load_elem r1 i7 a0
  f11 = float_add f9 f10
  f12 = float_mul f11 0.5
  store_elem r1 i7 f12 a0
  i13 = int_add i7 1
  goto b3(i13)
b5() @ "sweeps.py:5":
  i14 = int_eq i5 i4
  assume i14 false "it goes well"
  i15 = int_add i5 1
  goto b1(i15)
b6():
  exit [s0] "the loop ends"
"#;

/// Never: see [`SWEEPS`].
const WELL: u64 = u64::MAX;

/// The bytes of an array of so many elements.
fn array(n: usize) -> u64 {
    16 + 8 * n as u64
}

/// Runs a region, which the evaluator agrees with; what was copied.
fn copied(gpu: &Gpu, r: &Region, inputs: &[u64], w: &mut World) -> Copied {
    assert_eq!(compare(gpu, r, inputs, w), Went::Ran);
    gpu.take_report().copied
}

/// Runs a region where the evaluator would not know what addresses are.
fn run(gpu: &Gpu, r: &Region, inputs: &[u64], w: &mut World) {
    let mut plan = gpu.plan(r).unwrap_or_else(|why| panic!("{why}"));
    let outcome = gpu.run(r, &mut plan, inputs, w, &mut |_| Worth::Run);
    assert!(matches!(outcome, Outcome::Ran { .. }), "{outcome:?}");
}

#[test]
fn what_a_kernel_has_left_is_there_for_the_next() {
    let (gpu, r, n) = (copying(), region(SWEEPS), 10_000);
    let mut w = World::new();
    let a = w.floats((0..n).map(|i| i as f64));
    let b = w.floats((0..n).map(|i| (i * i) as f64));
    let c = copied(&gpu, &r, &[a, b, n as u64, 5, WELL], &mut w);
    assert_eq!((c.there, c.stayed, c.back), (2 * array(n), 8 * array(n), array(n) - 16));
}

#[test]
fn what_has_not_changed_is_not_copied_again() {
    let (gpu, r, n) = (copying(), region(SWEEPS), 10_000);
    let mut w = World::new();
    let a = w.floats((0..n).map(|i| i as f64));
    let b = w.floats((0..n).map(|i| (i * i) as f64));
    let inputs = [a, b, n as u64, 1, WELL];
    assert_eq!(copied(&gpu, &r, &inputs, &mut w).there, 2 * array(n));
    let c = copied(&gpu, &r, &inputs, &mut w);
    assert_eq!((c.there, c.stayed, c.back), (0, 2 * array(n), array(n) - 16));
    // A word in one of them, the last word of the other, the first.
    for addr in [a + 16 + 8 * 5000, b + 8 + 8 * n as u64, a + 16] {
        w.mem.set_word(addr, 0.125f64.to_bits());
        let c = copied(&gpu, &r, &inputs, &mut w);
        assert!(c.there > 0 && c.there <= 4096, "{c:?}");
    }
    assert_eq!(copied(&gpu, &r, &inputs, &mut w).there, 0);
}

#[test]
fn what_a_run_that_failed_has_written_is_not_taken_for_what_is_there() {
    let (gpu, r, n) = (copying(), region(SWEEPS), 10_000);
    let mut w = World::new();
    let a = w.floats((0..n).map(|i| i as f64));
    let b = w.floats((0..n).map(|i| (i * i) as f64));
    let why = compare(&gpu, &r, &[a, b, n as u64, 5, 2], &mut w);
    assert_eq!(why, Went::Not("it does not hold that it goes well (sweeps.py:5)".into()));
    assert_eq!(gpu.take_report().copied.back, 0, "nobody has wanted it");
    let c = copied(&gpu, &r, &[a, b, n as u64, 5, WELL], &mut w);
    assert_eq!(c.there, array(n), "what was only read has stayed");
}

/// `for s in range(steps): for i in range(n): b[i] = (a[i] + b[i]) * 0.5`, and after each such loop `c[s * far] = s; a[s + 1] = b[s] + 0.25`.
const MEETS: &str = r#"
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i5, f14]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  i3 = input int
  i4 = input int
  r20 = input ref
  goto b1(0, 0.0)
b1(i5, f14) @ "meets.py:2":
  i6 = int_lt i5 i3
  if i6 b2() b6()
b2():
  goto b3(0)
b3(i7) @ "meets.py:3":
  i8 = int_lt i7 i2
  if i8 b4() b5()
b4() @ "meets.py:4":
  f9 = load_elem r0 i7 a0
  f10 = load_elem r1 i7 a0
  f11 = float_add f9 f10
  f12 = float_mul f11 0.5
  store_elem r1 i7 f12 a0
  i13 = int_add i7 1
  goto b3(i13)
b5() @ "meets.py:5":
  f15 = int_to_float i5
  i16 = int_mul i5 i4
  store_elem r20 i16 f15 a0
  f17 = load_elem r1 i5 a0
  f18 = float_add f17 0.25
  i19 = int_add i5 1
  store_elem r0 i19 f18 a0
  goto b1(i19, f17)
b6():
  exit [s0] "the loop ends"
"#;

#[test]
fn the_host_and_kernels_see_what_each_other_writes() {
    let (gpu, r, n) = (copying(), region(MEETS), 10_000);
    let mut w = World::new();
    let a = w.floats((0..n).map(|i| i as f64));
    let b = w.floats((0..n).map(|i| (i * i) as f64));
    let other = w.floats(vec![0.5; n]);
    // The host writes the array that kernels only read, and one they write, before it reads that, near and far from there; or it only reads that.
    for (far, c) in [(0, b), (1, b), (2000, b), (1, other)] {
        let c = copied(&gpu, &r, &[a, b, n as u64, 5, far, c], &mut w);
        assert!(c.there <= 2 * array(n) + 10 * 4096, "{c:?}");
    }
    // Both are one.
    let shared = w.floats((0..n).map(|i| (i * 3) as f64));
    copied(&gpu, &r, &[shared, shared, n as u64, 5, 1, other], &mut w);
}

/// `for s in range(steps): a[0] = s; c[0] = s; for i in range(n): b[i] = a[i] + b[i] * c[i]`.
const GAPS: &str = r#"
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i5]
b0:
  r0 = input ref
  r1 = input ref
  r2 = input ref
  i3 = input int
  i4 = input int
  goto b1(0)
b1(i5) @ "gaps.py:2":
  i6 = int_lt i5 i4
  if i6 b2() b6()
b2() @ "gaps.py:3":
  f7 = int_to_float i5
  store_elem r0 0 f7 a0
  store_elem r2 0 f7 a0
  goto b3(0)
b3(i8) @ "gaps.py:4":
  i9 = int_lt i8 i3
  if i9 b4() b5()
b4() @ "gaps.py:5":
  f10 = load_elem r0 i8 a0
  f11 = load_elem r1 i8 a0
  f12 = load_elem r2 i8 a0
  f13 = float_mul f11 f12
  f14 = float_add f10 f13
  store_elem r1 i8 f14 a0
  i15 = int_add i8 1
  goto b3(i15)
b5():
  i16 = int_add i5 1
  goto b1(i16)
b6():
  exit [s0] "the loop ends"
"#;

#[test]
fn gaps_between_what_is_sent_may_hold_what_kernels_have_written() {
    let (gpu, r, n) = (copying(), region(GAPS), 100);
    let mut w = World::new();
    let all: Vec<u64> = (0..3).map(|k| w.floats((0..n).map(|i| (i * k + 1) as f64))).collect();
    for k in 0..3 {
        copied(&gpu, &r, &[all[(k + 2) % 3], all[k], all[(k + 1) % 3], n as u64, 4], &mut w);
    }
}

/// `for s in range(steps): for i in range((s + 1) * 10): b[i] = b[i] + table[i][0]`.
const GROWS: &str = r#"
array a0 = Rows[]@16/8:w64
array a1 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i3]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  goto b1(0)
b1(i3) @ "grows.py:2":
  i4 = int_lt i3 i2
  if i4 b2() b6()
b2() @ "grows.py:3":
  i5 = int_add i3 1
  i6 = int_mul i5 10
  goto b3(0)
b3(i7) @ "grows.py:3":
  i8 = int_lt i7 i6
  if i8 b4() b5()
b4() @ "grows.py:4":
  r9 = load_elem r0 i7 a0
  f10 = load_elem r9 0 a1
  f11 = load_elem r1 i7 a1
  f12 = float_add f10 f11
  store_elem r1 i7 f12 a1
  i13 = int_add i7 1
  goto b3(i13)
b5():
  goto b1(i5)
b6():
  exit [s0] "the loop ends"
"#;

#[test]
fn references_to_what_comes_later_are_found() {
    let (gpu, r) = (copying(), region(GROWS));
    let mut w = World::new();
    let mut rows: Vec<u64> = (0..60).map(|i| w.floats([f64::from(i)])).collect();
    // Rows that are one: kernels reach no more of the table than they use.
    rows[59] = rows[58];
    let table = w.array(&rows);
    let b = w.floats((0..60).map(f64::from));
    copied(&gpu, &r, &[table, b, 4], &mut w);
}

/// `for s in range(steps): o.y = s * 0.5; for i in range(n): p = objects[i]; p.x = p.row[0] + p.y`, where `o` is one of the objects: `y` lies before `row`, `x` behind it.
const FIELDS: &str = r#"
field x0 = Object.y@8:w64
field x1 = Object.row@16:w64
field x2 = Object.x@24:w64
field x3 = Object.z@32:w64
array a0 = Objects[]@16/8:w64
array a1 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i4]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  i3 = input int
  goto b1(0)
b1(i4) @ "fields.py:2":
  i5 = int_lt i4 i3
  if i5 b2() b6()
b2() @ "fields.py:3":
  f6 = int_to_float i4
  store r1 f6 x0
  goto b3(0)
b3(i7) @ "fields.py:4":
  i8 = int_lt i7 i2
  if i8 b4() b5()
b4() @ "fields.py:5":
  r9 = load_elem r0 i7 a0
  r10 = load r9 x1
  f11 = load_elem r10 0 a1
  f12 = load r9 x0
  f13 = float_add f11 f12
  store r9 f13 x2
  f14 = load r9 x3
  f15 = float_mul f14 0.5
  store r9 f15 x3
  i16 = int_add i7 1
  goto b3(i16)
b5():
  i17 = int_add i4 1
  goto b1(i17)
b6():
  exit [s0] "the loop ends"
"#;

#[test]
fn the_host_writes_beside_what_kernels_have_written() {
    let (gpu, r, n) = (copying(), region(FIELDS), 2000);
    let mut w = World::new();
    let rows: Vec<u64> = (0..n).map(|i| w.floats([i as f64])).collect();
    let all: Vec<u64> = rows.iter().map(|r| w.object(&[0.25f64.to_bits(), *r, 0, 3f64.to_bits()])).collect();
    let objects = w.array(&all);
    copied(&gpu, &r, &[objects, all[7], n as u64, 4], &mut w);
    // Other rows for the same objects, one of which nothing has been known of.
    let new = w.floats([1.5]);
    for (i, object) in all.iter().enumerate() {
        w.mem.set_word(object + 16, if i == 5 { new } else { rows[n - 1 - i] });
    }
    copied(&gpu, &r, &[objects, all[7], n as u64, 4], &mut w);
    // And another object.
    let other = w.object(&[0.25f64.to_bits(), new, 0, 0]);
    w.mem.set_word(objects + 16 + 8 * 9, other);
    copied(&gpu, &r, &[objects, all[7], n as u64, 4], &mut w);
    // Objects without references.
    let plain = FIELDS.replace("  r10 = load r9 x1\n  f11 = load_elem r10 0 a1\n", "  f11 = load r9 x2\n");
    copied(&copying(), &region(&plain), &[objects, all[7], n as u64, 4], &mut w);
}

/// `for i in range(n): p = objects[i]; p.first = p.row[0]; p.second = p.first * 0.5`: references lie between what is written.
const BETWEEN: &str = r#"
field x0 = Object.first@8:w64
field x1 = Object.row@16:w64
field x2 = Object.second@24:w64
array a0 = Objects[]@16/8:w64
array a1 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i2]
b0:
  r0 = input ref
  i1 = input int
  goto b1(0)
b1(i2) @ "between.py:2":
  i3 = int_lt i2 i1
  if i3 b2() b3()
b2() @ "between.py:3":
  r4 = load_elem r0 i2 a0
  r5 = load r4 x1
  f6 = load_elem r5 0 a1
  store r4 f6 x0
  f7 = float_mul f6 0.5
  store r4 f7 x2
  i8 = int_add i2 1
  goto b1(i8)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn references_between_words_that_are_written_are_the_hosts() {
    let (gpu, r) = (copying(), region(BETWEEN));
    let mut w = World::new();
    let rows: Vec<u64> = (0..40).map(|i| w.floats([f64::from(i)])).collect();
    let objects: Vec<u64> = rows.iter().map(|r| w.object(&[0, *r, 0])).collect();
    let objects = w.array(&objects);
    copied(&gpu, &r, &[objects, 40], &mut w);
    // One descriptor's reference is another one's number.
    let over = region(&BETWEEN.replace("Object.first@8", "Object.first@16"));
    let went = compare(&gpu, &over, &[objects, 40], &mut w);
    assert!(
        matches!(&went, Went::Not(why) if why.ends_with("references are overwritten with numbers")),
        "{went:?}"
    );
}

/// `for i in range(n): b[i] = table[i]`, of numbers.
const NUMBERS: &str = r#"
array a0 = Ints[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i3]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  goto b1(0)
b1(i3) @ "numbers.py:2":
  i4 = int_lt i3 i2
  if i4 b2() b3()
b2() @ "numbers.py:3":
  i5 = load_elem r0 i3 a0
  store_elem r1 i3 i5 a0
  i6 = int_add i3 1
  goto b1(i6)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn what_was_a_reference_to_one_loop_is_a_number_to_another() {
    let (gpu, between, numbers) = (copying(), region(BETWEEN), region(NUMBERS));
    let mut w = World::new();
    let rows: Vec<u64> = (0..40).map(|i| w.floats([f64::from(i)])).collect();
    let all: Vec<u64> = rows.iter().map(|r| w.object(&[0, *r, 0])).collect();
    let objects = w.array(&all);
    let b = w.array(&[0; 40]);
    for _ in 0..2 {
        run(&gpu, &between, &[objects, 40], &mut w);
        run(&gpu, &numbers, &[objects, b, 40], &mut w);
        assert!((0..40).all(|i| w.mem.word(b + 16 + 8 * i as u64) == all[i]));
        w.mem.set_word(b + 16, 0);
    }
}

#[test]
fn an_object_at_the_address_of_another_is_another() {
    let (gpu, r) = (copying(), region(SWEEPS));
    let mut w = World::new();
    let long = w.floats((0..3000).map(f64::from));
    let b = w.floats(vec![0.5; 3000]);
    run(&gpu, &r, &[long, b, 3000, 1, WELL], &mut w);
    // Freed; now two arrays lie there, the second of which begins within the first one's copy.
    let second = long + array(1000);
    w.blocks.retain(|block| block.0 != long);
    for (at, n) in [(long, 1000), (second, 1500)] {
        w.blocks.push((at, array(n) as usize));
        w.mem.set_word(at + 8, n as u64);
        (0..n as u64).for_each(|i| w.mem.set_word(at + 16 + 8 * i, 2f64.to_bits()));
    }
    for (a, b, n) in [(b, second, 1500), (second, b, 1500), (long, b, 1000)] {
        let word = |w: &World, i: u64| f64::from_bits(w.mem.word(b + 16 + 8 * i));
        let want: Vec<f64> =
            (0..n).map(|i| (f64::from_bits(w.mem.word(a + 16 + 8 * i)) + word(&w, i)) * 0.5).collect();
        run(&gpu, &r, &[a, b, n, 1, WELL], &mut w);
        assert!((0..n).all(|i| word(&w, i) == want[i as usize]), "{n}");
    }
    // Freed again, and the long one is back.
    w.blocks.retain(|block| block.0 != long && block.0 != second);
    w.blocks.push((long, array(3000) as usize));
    w.mem.set_word(long + 8, 3000);
    copied(&gpu, &r, &[long, b, 3000, 1, WELL], &mut w);
    // The host writes what is no longer the second one.
    copied(&gpu, &region(MEETS), &[b, long, 3000, 2, 2000, long], &mut w);
}

#[test]
fn what_was_used_longest_ago_gives_way() {
    let (n, r) = (10_000, region(SWEEPS));
    let gpu = copying().keeping(5 * (array(n) + 16));
    let mut w = World::new();
    let all: Vec<u64> = (0..6).map(|k| w.floats((0..n).map(|i| (i + k) as f64))).collect();
    let mut there = |a: usize, b: usize| {
        copied(&gpu, &r, &[all[a], all[b], n as u64, 2, WELL], &mut w).there.div_ceil(array(n))
    };
    assert_eq!((there(0, 1), there(2, 3), there(0, 1)), (2, 2, 0));
    // One of the second two gives way, and the buffer grows: everything is sent again.
    assert_eq!((there(4, 5), there(0, 1), there(4, 5), there(0, 1)), (2, 2, 0, 0));
    assert_eq!((there(2, 3), there(0, 1), there(4, 5)), (2, 0, 1));
}

#[test]
fn what_is_gone_makes_room() {
    let (gpu, r, n) = (copying(), region(SWEEPS), 10_000);
    let mut w = World::new();
    let b = w.floats(vec![0.5; n]);
    let mut there = 0;
    for k in 0..20 {
        let a = w.floats(vec![f64::from(k); n]);
        there += copied(&gpu, &r, &[a, b, n as u64, 1, WELL], &mut w).there;
        w.blocks.retain(|block| block.0 != a);
    }
    assert_eq!(there, 21 * array(n), "the buffer has not grown: nothing was sent twice");
}

#[test]
fn what_is_too_large_to_be_kept_is_copied_each_time() {
    let (n, r) = (10_000, region(SWEEPS));
    let gpu = copying().keeping(1000);
    let mut w = World::new();
    let (a, b) = (w.floats(vec![0.5; n]), w.floats(vec![1.0; n]));
    for _ in 0..2 {
        let c = copied(&gpu, &r, &[a, b, n as u64, 3, WELL], &mut w);
        assert_eq!((c.there, c.stayed), (2 * array(n), 4 * array(n)));
    }
}

#[test]
fn copies_that_become_more_are_moved_with_what_kernels_have_written() {
    // Each kernel reaches another row, and all of them are written before the first comes again.
    let (gpu, r, n) = (copying().trials(false), region(ROWS), 4000);
    let mut w = World::new();
    let rows = w.rows(30, n, |i, j| (i * j) as f64);
    let c = copied(&gpu, &r, &[rows, 30, n as u64], &mut w);
    assert!(c.back >= 30 * 8 * n as u64, "{c:?}");
    assert_eq!(copied(&gpu, &r, &[rows, 30, n as u64], &mut w).there, 0);
}

/// `for s in range(k): row = rows[s]; for i in range(n): row[i] = row[i] * 0.5`, twice.
const ROWS: &str = r#"
array a0 = Rows[]@16/8:w64
array a1 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i4]
b0:
  r0 = input ref
  i1 = input int
  i2 = input int
  i3 = int_add i1 i1
  goto b1(0)
b1(i4) @ "rows.py:2":
  i5 = int_lt i4 i3
  if i5 b2() b6()
b2() @ "rows.py:3":
  i6 = int_mod_floor i4 i1
  r7 = load_elem r0 i6 a0
  goto b3(0)
b3(i8) @ "rows.py:4":
  i9 = int_lt i8 i2
  if i9 b4() b5()
b4() @ "rows.py:5":
  f10 = load_elem r7 i8 a1
  f11 = float_mul f10 0.5
  store_elem r7 i8 f11 a1
  i12 = int_add i8 1
  goto b3(i12)
b5():
  i13 = int_add i4 1
  goto b1(i13)
b6():
  exit [s0] "the loop ends"
"#;
