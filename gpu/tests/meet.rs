//! Iterations that meet in ways which a hasty analysis overlooks: each loop here tempts it, and the evaluator is the judge.
//!
//! Items run on the host in another order ([`Gpu::shuffled`]), which shows an iteration that came too early, and panics where an assumption was proved that does
//! not hold.

mod common;

use common::{compare, region, Went, World};
use holloway_compiler::region::offload::{Offload, Outcome, Worth};
use holloway_gpu::Gpu;

fn gpu() -> Gpu {
    Gpu::shuffled(7).worth(0)
}

/// Whether it ran, and of how many iterations at once its report tells.
fn at_once(gpu: &Gpu, text: &str, inputs: &[u64], world: &mut World) -> (Went, Option<u64>) {
    let went = compare(gpu, &region(text), inputs, world);
    let report = gpu.take_report().to_string();
    let count = report.split_once(": ").and_then(|r| r.1.split(' ').next()?.parse().ok());
    (went, count)
}

/// `for i in range(n): b[i] = rows[i][0]`, where there may be no row.
const NULLS: &str = r#"
array a0 = Rows[]@16/8:w64
array a1 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i3]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  goto b1(0)
b1(i3) @ "nulls.py:3":
  i4 = int_lt i3 i2
  if i4 b2() b3()
b2() @ "nulls.py:4":
  r5 = load_elem r0 i3 a0
  i6 = ref_eq r5 null
  assume i6 false "there is a row"
  f7 = load_elem r5 0 a1
  store_elem r1 i3 f7 a1
  i8 = int_add i3 1
  goto b1(i8)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn a_row_that_there_is_not_is_met() {
    let mut w = World::new();
    let rows: Vec<u64> = (0..40).map(|i| w.floats([i as f64])).collect();
    let (whole, b) = (w.array(&rows), w.floats([0.5; 40]));
    assert_eq!(at_once(&gpu(), NULLS, &[whole, b, 40], &mut w), (Went::Ran, Some(40)));
    let gap = w.array(&(0..40).map(|i| if i == 17 { 0 } else { rows[i] }).collect::<Vec<u64>>());
    let why = "it does not hold that there is a row (nulls.py:4)";
    assert_eq!(at_once(&gpu(), NULLS, &[gap, b, 40], &mut w).0, Went::Not(why.into()));
    let short = at_once(&gpu(), NULLS, &[gap, b, 18], &mut w).0;
    assert_eq!(short, Went::Not(why.into()));
    // Before it all is well.
    assert_eq!(at_once(&gpu(), NULLS, &[gap, b, 17], &mut w).0, Went::Ran);
}

/// `for i in range(n): x = rows[i]; others[i] = x; b[i] = x[0]`: which rows are read is not known where both are one array.
const UNKNOWN: &str = r#"
array a0 = Rows[]@16/8:w64
array a1 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i4]
b0:
  r0 = input ref
  r1 = input ref
  r2 = input ref
  i3 = input int
  goto b1(0)
b1(i4) @ "unknown.py:3":
  i5 = int_lt i4 i3
  if i5 b2() b3()
b2() @ "unknown.py:4":
  r6 = load_elem r0 i4 a0
  store_elem r1 i4 r6 a0
  f7 = load_elem r6 0 a1
  store_elem r2 i4 f7 a1
  i8 = int_add i4 1
  goto b1(i8)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn an_object_that_is_not_known_may_be_any() {
    let mut w = World::new();
    let b = w.floats([0.5; 40]);
    let rows: Vec<u64> = (0..40).map(|i| if i == 20 { b } else { w.floats([i as f64]) }).collect();
    let (rows, others) = (w.array(&rows), w.array(&[0; 40]));
    let went = at_once(&gpu(), UNKNOWN, &[rows, rows, b, 40], &mut w).0;
    assert!(matches!(&went, Went::Not(why) if why.contains("not known which object")), "{went:?}");
    let went = at_once(&gpu(), UNKNOWN, &[rows, others, b, 40], &mut w).0;
    assert!(matches!(&went, Went::Not(why) if why.contains(": unknown.py:4 ")), "{went:?}");
}

/// `for i in range(n): x = tables[i][0]; x[0] = x[0] + i`.
const CUBE: &str = r#"
array a0 = Tables[]@16/8:w64
array a1 = Rows[]@16/8:w64
array a2 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i2]
b0:
  r0 = input ref
  i1 = input int
  goto b1(0)
b1(i2) @ "cube.py:3":
  i3 = int_lt i2 i1
  if i3 b2() b3()
b2() @ "cube.py:4":
  r4 = load_elem r0 i2 a0
  r5 = load_elem r4 0 a1
  f6 = load_elem r5 0 a2
  f7 = float_mul f6 0.5
  f8 = int_to_float i2
  f9 = float_add f7 f8
  store_elem r5 0 f9 a2
  i10 = int_add i2 1
  goto b1(i10)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn rows_of_a_table_that_stands_in_two_places_are_one() {
    let mut w = World::new();
    let mut table = || {
        let row = w.floats([1.0]);
        w.array(&[row])
    };
    let tables: Vec<u64> = (0..40).map(|_| table()).collect();
    let (each, twice) = (w.array(&tables), w.array(&(0..40).map(|i| tables[i % 20]).collect::<Vec<u64>>()));
    assert_eq!(at_once(&gpu(), CUBE, &[each, 40], &mut w), (Went::Ran, Some(40)));
    assert!(matches!(at_once(&gpu(), CUBE, &[twice, 40], &mut w).0, Went::Not(_)));
}

/// `for i in range(n):`, what stands before, `for j in range(m): a[i * s + j] = a[i * s + j] + x; `, what stands behind. Leaves `j`.
fn plane(before: &str, enter: &str, behind: &str, x: &str) -> String {
    let text = r#"
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i5, i6]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  i3 = input int
  i4 = input int
  goto b1(0, 77)
b1(i5, i6) @ "plane.py:3":
  i7 = int_lt i5 i2
  if i7 b2() b8()
b2() @ "plane.py:4":
  i8 = int_mul i5 i4
  f9 = int_to_float i5
  BEFORE
  ENTER
b3():
  goto b4(0, i6)
b4(i20, i21) @ "plane.py:5":
  i22 = int_lt i20 i3
  if i22 b5() b6()
b5() @ "plane.py:6":
  i23 = int_add i8 i20
  f24 = load_elem r0 i23 a0
  f25 = float_add f24 X
  store_elem r0 i23 f25 a0
  i26 = int_add i20 1
  goto b4(i26, i20)
b6() @ "plane.py:7":
  BEHIND
  goto b7(i21)
b7(i30):
  i31 = int_add i5 1
  goto b1(i31, i30)
b8():
  exit [s0] "the loop ends"
"#;
    text.replace("BEFORE", before).replace("ENTER", enter).replace("BEHIND", behind).replace('X', x)
}

#[test]
fn what_stands_around_an_inner_loop_is_done_once() {
    let mut w = World::new();
    let (a, b) = (w.floats((0..700).map(f64::from)), w.floats((0..40).map(f64::from)));
    let mut of = |before: &str, enter: &str, behind: &str, x: &str| {
        at_once(&gpu(), &plane(before, enter, behind, x), &[a, b, 20, 30, 30], &mut w)
    };
    // The last item is gone through twice, and adds once.
    assert_eq!(of("", "goto b3()", "", "f9"), (Went::Ran, Some(600)));
    // Stores beside the inner loop.
    let store = "store_elem r1 i5 f9 a0";
    assert_eq!(of("", "goto b3()", store, "1.0"), (Went::Ran, Some(20)));
    assert_eq!(of(store, "goto b3()", "", "1.0"), (Went::Ran, Some(20)));
    // What is read before is written by the inner loop's first iteration.
    assert_eq!(of("f10 = load_elem r0 i8 a0", "goto b3()", "", "f10"), (Went::Ran, Some(20)));
    // Some iterations do not come to the inner loop.
    assert_eq!(of("i10 = int_lt i5 7", "if i10 b3() b7(i6)", "", "1.0"), (Went::Ran, Some(20)));
}

#[test]
fn what_stands_behind_an_inner_loop_is_assumed_by_somebody() {
    let mut w = World::new();
    let (a, b) = (w.floats((0..700).map(f64::from)), w.floats((0..40).map(f64::from)));
    let mut of =
        |behind: &str| at_once(&gpu(), &plane("", "goto b3()", behind, "1.0"), &[a, b, 20, 30, 30], &mut w);
    let number = |x: &str| {
        format!("f40 = load_elem r1 i5 a0\n  i41 = float_eq f40 {x}\n  assume i41 false \"another number\"")
    };
    // Items of the inner loop would not look: so those of the outer one do.
    assert_eq!(of(&number("77.0")), (Went::Ran, Some(20)));
    // In the middle.
    assert!(!matches!(of(&number("10.0")).0, Went::Ran));
    // What holds in any case stands in nobody's way.
    assert_eq!(of("i41 = int_lt i5 1000\n  assume i41 true \"few\""), (Went::Ran, Some(600)));
}

/// `for i in range(n):` and these lines, with `a`, `b` and a list of integers `c`, of length `i6`, `i7` and `i8`.
fn each(body: &str) -> String {
    let text = r#"
field x0 = Floats.len@8:w64#
array a0 = Floats[]@16/8:w64
array a1 = Ints[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i9]
b0:
  r0 = input ref
  r1 = input ref
  r2 = input ref
  i3 = input int
  i6 = load r0 x0
  i7 = load r1 x0
  i8 = load r2 x0
  goto b1(0)
b1(i9) @ "each.py:3":
  i10 = int_lt i9 i3
  if i10 b2() b9()
b2() @ "each.py:4":
  BODY
b8():
  i90 = int_add i9 1
  goto b1(i90)
b9():
  exit [s0] "the loop ends"
"#;
    // Blocks have the numbers that come next.
    let own = body.matches("\nb").count();
    let text = text.replace("BODY", body.trim());
    text.replace("b9", "END").replace("b8", &format!("b{}", own + 3)).replace("END", &format!("b{}", own + 4))
}

#[test]
fn what_an_iteration_has_stored_it_reads() {
    let mut w = World::new();
    let (a, b, c) = (w.floats([0.5; 40]), w.floats([0.25; 40]), w.array(&[0; 40]));
    let body = "
  f11 = int_to_float i9
  store_elem r0 i9 f11 a0
  f12 = load_elem r0 i9 a0
  store_elem r1 i9 f12 a0
  goto b8()";
    // What is the same everywhere before is a number in a kernel's text, which the host does not use.
    assert_eq!(at_once(&common::gpu(), &each(body), &[a, b, c, 40], &mut w), (Went::Ran, Some(40)));
}

#[test]
fn a_subscript_that_wraps_comes_back() {
    let mut w = World::new();
    let (a, b, c) = (w.floats([0.5; 40]), w.floats([0.25; 40]), w.array(&[0; 40]));
    let body = "
  i11 = int_mul i9 8589934592
  i12 = int_mul i11 2147483648
  i13 = uint_lt i12 i6
  assume i13 true \"the index is within a\"
  f14 = load_elem r0 i12 a0
  f15 = float_add f14 1.0
  store_elem r0 i12 f15 a0
  goto b8()";
    assert!(matches!(at_once(&gpu(), &each(body), &[a, b, c, 40], &mut w).0, Went::Not(_)));
}

#[test]
fn a_number_that_overflows_late_is_found() {
    let mut w = World::new();
    let (a, b, c) = (w.floats([0.5; 40]), w.floats([0.25; 40]), w.array(&[0; 40]));
    for (op, with) in
        [("mul", "461168601842738790"), ("add", "9223372036854775787"), ("sub", "-9223372036854775787")]
    {
        let body = format!(
            "
  i11 = int_{op}_ovf i9 {with}
  assume i11 false \"no overflow\"
  i12 = int_{op} i9 {with}
  store_elem r2 i9 i12 a1
  goto b8()"
        );
        let went = |n: u64, w: &mut World| at_once(&gpu(), &each(&body), &[a, b, c, n], w).0;
        assert_eq!(went(20, &mut w), Went::Ran, "{op}");
        assert_eq!(
            went(40, &mut w),
            Went::Not("it does not hold that no overflow (each.py:4)".into()),
            "{op}"
        );
    }
}

#[test]
fn a_test_that_fails_late_is_not_implied() {
    let mut w = World::new();
    let (a, b, c) = (w.floats([0.5; 40]), w.floats([0.25; 39]), w.array(&[0; 40]));
    let test = "
  i20 = uint_lt i9 i7
  assume i20 true \"the index is within b\"
  f21 = load_elem r1 i9 a0
  store_elem r0 i9 f21 a0
  goto b8()";
    // A branch that one of two ways takes; a comparison of numbers without a sign; the test of a loop that is over.
    let ways = [
        "i11 = int_lt i9 39\n  if i11 b4() b3()\nb3():\n  goto b4()\nb4():",
        "i11 = uint_lt i9 -1\n  if i11 b4() b3()\nb3():\n  goto b8()\nb4():",
        "goto b3(0)\nb3(i11):\n  i12 = int_lt i11 5\n  if i12 b4() b5()\nb4():\n  i13 = int_add i11 1\n  goto b3(i13)\nb5():",
    ];
    for way in ways {
        let text = each(&format!("{way}{test}"));
        let went = |n: u64, w: &mut World| at_once(&gpu(), &text, &[a, b, c, n], w).0;
        assert_eq!(went(39, &mut w), Went::Ran, "{way}");
        let why = |w: Went| if let Went::Not(why) = w { why } else { "it ran".into() };
        let why = why(went(40, &mut w));
        assert!(why.starts_with("it does not hold that the index is within b"), "{way}: {why}");
    }
}

/// `for i in range(n): b[i] = a[i]`, with a test of the index.
const COPY: &str = r#"
field x0 = Floats.len@8:w64#
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i3]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  goto b1(0)
b1(i3) @ "copy.py:3":
  i4 = int_lt i3 i2
  if i4 b2() b3()
b2() @ "copy.py:4":
  i5 = load r0 x0
  i6 = uint_lt i3 i5
  assume i6 true "the index is within a"
  f7 = load_elem r0 i3 a0
  store_elem r1 i3 f7 a0
  i8 = int_add i3 1
  goto b1(i8)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn a_text_without_a_test_is_not_used_where_one_is_needed() {
    let (gpu, r) = (common::gpu(), region(COPY));
    let mut w = World::new();
    let (a, b, short) = (w.floats([1.0; 40]), w.floats([0.5; 40]), w.floats([1.0; 39]));
    let mut plan = gpu.plan(&r).unwrap_or_else(|why| panic!("{}", why.0));
    let mut run = |a: u64| gpu.run(&r, &mut plan, &[a, b, 40], &mut w, &mut |_| Worth::Run);
    assert!(matches!(run(a), Outcome::Ran { .. }));
    assert!(matches!(run(short), Outcome::Failed(_)));
    assert!(matches!(run(a), Outcome::Ran { .. }));
}

/// `for i in range(n): o = objects[i]; o.x = o.row[0]; last = o.row`.
const OBJECTS: &str = r#"
field x0 = Object.row@8:w64
field x1 = Object.x@16:w64
array a0 = Objects[]@16/8:w64
array a1 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i3, r4]
b0:
  r0 = input ref
  r1 = input ref
  i2 = input int
  goto b1(0, r1)
b1(i3, r4) @ "objects.py:3":
  i5 = int_lt i3 i2
  if i5 b2() b3()
b2() @ "objects.py:4":
  r6 = load_elem r0 i3 a0
  r7 = load r6 x0
  f8 = load_elem r7 0 a1
  store r6 f8 x1
  i9 = int_add i3 1
  goto b1(i9, r7)
b3():
  exit [s0] "the loop ends"
"#;

#[test]
fn what_comes_back_from_copies_refers_to_what_is_here() {
    let mut w = World::new();
    let rows: Vec<u64> = (0..40).map(|i| w.floats([i as f64])).collect();
    let objects: Vec<u64> = rows.iter().map(|r| w.object(&[*r, 0])).collect();
    let objects = w.array(&objects);
    assert_eq!(at_once(&common::copying(), OBJECTS, &[objects, rows[0], 40], &mut w), (Went::Ran, Some(40)));
}

#[test]
fn references_are_not_stored_in_copies() {
    let mut w = World::new();
    let rows: Vec<u64> = (0..40).map(|i| w.floats([i as f64])).collect();
    let (rows, others) = (w.array(&rows), w.array(&[0; 40]));
    let text = UNKNOWN.replace("  f7 = load_elem r6 0 a1\n  store_elem r2 i4 f7 a1\n", "");
    let b = w.floats([0.5; 40]);
    let went = at_once(&common::copying(), &text, &[rows, others, b, 40], &mut w).0;
    assert!(matches!(&went, Went::Not(why) if why.contains("references are more than followed")), "{went:?}");
    if common::device().info().shares_memory {
        assert_eq!(at_once(&common::gpu(), &text, &[rows, others, b, 40], &mut w).0, Went::Ran);
    }
}

#[test]
fn a_run_that_takes_too_long_leaves_memory_as_it_was() {
    // A graphics card takes so many iterations at once that the first launch would be all.
    let (n, turns) =
        if common::device().info().processor { (20_000, "100000") } else { (4_000_000, "1000000") };
    let (gpu, mut w) = (common::gpu(), World::new());
    let (a, b, c) = (w.floats(vec![0.5; n]), w.floats([]), w.array(&[]));
    let text = each(
        "
  goto b3(0, 0.0)
b3(i11, f12):
  i13 = int_lt i11 TURNS
  if i13 b4() b5()
b4():
  f14 = float_add f12 0.5
  i15 = int_add i11 1
  goto b3(i15, f14)
b5():
  store_elem r0 i9 f12 a0
  goto b8()",
    );
    let r = region(&text.replace("TURNS", turns));
    let mut plan = gpu.plan(&r).unwrap_or_else(|why| panic!("{}", why.0));
    w.time_left = Some(std::time::Duration::ZERO);
    let outcome = gpu.run(&r, &mut plan, &[a, b, c, n as u64], &mut w, &mut |_| Worth::Run);
    let Outcome::Discarded(why) = outcome else { panic!("{outcome:?}") };
    assert_eq!(why.0, "the processor would be faster");
    assert!((0..n as u64).all(|i| w.mem.word(a + 16 + 8 * i) == 0.5f64.to_bits()), "memory has changed");
}

/// `for i in range(n): j = 0; do { a[i * s + j] = a[i * s + j] + 1.0; j = j + 1 } while j < m`, with a test of the index.
const ENDS: &str = r#"
field x0 = Floats.len@8:w64#
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[i4]
b0:
  r0 = input ref
  i1 = input int
  i2 = input int
  i3 = input int
  goto b1(0)
b1(i4) @ "ends.lua:3":
  i5 = int_lt i4 i1
  if i5 b2() b5()
b2() @ "ends.lua:4":
  i6 = int_mul i4 i3
  goto b3(0)
b3(i7) @ "ends.lua:5":
  i8 = int_add i6 i7
  i9 = load r0 x0
  i10 = uint_lt i8 i9
  assume i10 true "the index is within a"
  f11 = load_elem r0 i8 a0
  f12 = float_add f11 1.0
  store_elem r0 i8 f12 a0
  i13 = int_add i7 1
  i14 = int_lt i13 i2
  if i14 b3(i13) b4()
b4() @ "ends.lua:6":
  i15 = int_add i4 1
  goto b1(i15)
b5():
  exit [s0] "the loop ends"
"#;

#[test]
fn an_iteration_that_tests_at_its_end_is_one() {
    let mut w = World::new();
    let (a, short) = (w.floats([0.5; 600]), w.floats([0.5; 599]));
    assert_eq!(at_once(&gpu(), ENDS, &[a, 20, 30, 30], &mut w), (Went::Ran, Some(20)));
    // One item, and one of two loops at once.
    assert_eq!(at_once(&gpu(), ENDS, &[a, 1, 30, 30], &mut w), (Went::Ran, Some(1)));
    // The last iteration of each is the first of the next.
    assert_eq!(at_once(&gpu(), ENDS, &[a, 20, 30, 29], &mut w), (Went::Ran, None), "one after the other");
    let why = "it does not hold that the index is within a (ends.lua:5)";
    assert_eq!(at_once(&gpu(), ENDS, &[short, 20, 30, 30], &mut w).0, Went::Not(why.into()));
}
