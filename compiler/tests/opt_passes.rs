//! Each pass on small traces in text form: before and after.

use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::{IrRef, Op, Trace};
use holloway_compiler::opt::{optimize, optimize_loop, OptAbort, OptConfig, Optimized};

const DESCRS: &str = "
    type t0 = Box{header=5, size=24, stride=0, len=0}
    type t1 = Array{header=6, size=16, stride=8, len=8}
    field x0 = Box.a@8:w64
    field x1 = Box.b@16:w64
    field x2 = Box.tag@16:u8
    field x3 = Box.class@8:w64!
    field x4 = header@0:u32
    field x5 = length@8:w64
    field x6 = Array[].len@8:w64#
    array a0 = Array[]@16/8:w64
    helper h0 = pure{addr=0x1000, effect=pure}
    helper h1 = read{addr=0x1008, effect=read}
    helper h2 = any{addr=0x1010, effect=all}
";

fn parse(text: &str) -> Trace {
    let text = format!("{DESCRS}{text}");
    text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Both traces without the descriptors.
fn body(t: &Trace) -> String {
    t.canonical()
        .to_string()
        .lines()
        .filter(|l| !DESCRS.lines().any(|d| !d.is_empty() && d.trim() == l.trim()))
        .collect::<Vec<_>>()
        .join("\n")
}

#[track_caller]
fn check(passes: &str, before: &str, after: &str) {
    let old = parse(before);
    verify(&old).unwrap_or_else(|e| panic!("{e}"));
    let new = optimize(&old, &OptConfig::from_list(passes).unwrap()).unwrap_or_else(|e| panic!("{e}"));
    verify(&new).unwrap_or_else(|e| panic!("{e}\n{new}"));
    let (have, want) = (body(&new), body(&parse(after)));
    assert!(have == want, "passes `{passes}`\n---- have\n{have}\n---- want\n{want}");
}

#[track_caller]
fn aborts(before: &str, want: fn(&OptAbort) -> bool) {
    let e = optimize(&parse(before), &OptConfig::default()).expect_err("an abort");
    assert!(want(&e), "{e:?}");
}

#[test]
fn fold_applies_rules_and_constants() {
    check(
        "none,fold,dce",
        "i0 = input int
         i1 = int_add i0 0
         i2 = int_mul i1 8
         i3 = int_add 2 3
         i4 = int_sub i2 i3
         finish(i4)",
        "i0 = input int
         i1 = int_shl i0 3
         i2 = int_add i1 -5
         finish(i2)",
    );
}

#[test]
fn fold_leaves_inexact_floats_alone() {
    let t = "f0 = input float
         f1 = float_add f0 0.0
         f2 = float_mul f1 0.0
         finish(f2)";
    check("none,fold", t, t);
}

#[test]
fn guards_know_what_was_guarded() {
    check(
        "none,fold,guards,cse,dce",
        "i0 = input int
         i1 = input int
         i2 = int_lt i0 i1
         guard_true i2 [s0]
         i4 = int_le i1 i0
         guard_false i4 [s0]
         i6 = int_eq i0 7
         guard_true i6 [s0]
         i8 = int_add i0 1
         guard_true i2 [s0]
         finish(i8, i2)
         s0 = snap guard=0 entries=[i0]",
        "i0 = input int
         i1 = input int
         i2 = int_lt i0 i1
         guard_true i2 [s0]
         guard_eq i0 7 [s1]
         finish(8, 1)
         s0 = snap guard=0 entries=[i0]
         s1 = snap guard=0 entries=[i0]",
    );
}

#[test]
fn a_guards_own_snapshot_does_not_know_its_fact() {
    check(
        "",
        "i0 = input int
         guard_eq i0 3 [s0]
         guard_poll [s1]
         exit [s1]
         s0 = snap guard=0 entries=[i0]
         s1 = snap guard=1 entries=[i0]",
        "i0 = input int
         guard_eq i0 3 [s0]
         guard_poll [s1]
         exit [s2]
         s0 = snap guard=0 entries=[i0]
         s1 = snap guard=1 entries=[3]
         s2 = snap guard=1 entries=[3]",
    );
}

#[test]
fn guards_bounds_settle_checks() {
    check(
        "none,fold,guards,cse,dce",
        "i0 = input int
         i1 = uint_lt i0 100
         guard_true i1 [s0]
         i3 = int_add_ovf i0 1
         guard_false i3 [s0]
         i5 = int_add i0 1
         i6 = int_lt i5 101
         guard_true i6 [s0]
         i8 = uint_lt i5 101
         guard_true i8 [s0]
         finish(i5)
         s0 = snap guard=0 entries=[]",
        "i0 = input int
         i1 = uint_lt i0 100
         guard_true i1 [s0]
         i2 = int_add i0 1
         finish(i2)
         s0 = snap guard=0 entries=[]",
    );
}

#[test]
fn guard_valid_counts_until_an_effect() {
    check(
        "",
        "guard_valid 4096 [s0]
         guard_valid 4096 [s0]
         i2 = call h2()
         guard_valid 4096 [s0]
         exit [s0]
         s0 = snap guard=0 entries=[]",
        "guard_valid 4096 [s0]
         i1 = call h2()
         guard_valid 4096 [s1]
         exit [s2]
         s0 = snap guard=0 entries=[]
         s1 = snap guard=0 entries=[]
         s2 = snap guard=0 entries=[]",
    );
}

#[test]
fn contradictions_abort() {
    let t = "i0 = input int
         guard_eq i0 3 [s0]
         guard_eq i0 4 [s0]
         exit [s0]
         s0 = snap guard=0 entries=[]";
    aborts(t, |e| matches!(e, OptAbort::AlwaysFails(r) if r.index() == 2));
}

#[test]
fn cse_shares_pure_ops() {
    check(
        "none,cse,dce",
        "i0 = input int
         i1 = input int
         i2 = int_add i0 i1
         i3 = int_add i1 i0
         i4 = call_pure h0(i2)
         i5 = call_pure h0(i3)
         i6 = call_pure h0(i0)
         finish(i4, i5, i6)",
        "i0 = input int
         i1 = input int
         i2 = int_add i0 i1
         i3 = call_pure h0(i2)
         i4 = call_pure h0(i0)
         finish(i3, i3, i4)",
    );
}

#[test]
fn heap_forwards_and_converts() {
    check(
        "none,heap",
        "r0 = input ref
         r1 = input ref
         i2 = input int
         store r0 i2 x0
         f4 = load r0 x0
         i5 = load r1 x1
         i6 = load r1 x1
         store r1 i2 x0
         i8 = load r0 x0
         finish(f4, i5, i6, i8)",
        "r0 = input ref
         r1 = input ref
         i2 = input int
         store r0 i2 x0
         f4 = float_from_bits i2
         i5 = load r1 x1
         store r1 i2 x0
         i7 = load r0 x0
         finish(f4, i5, i5, i7)",
    );
}

#[test]
fn heap_calls_kill_but_not_immutables() {
    check(
        "none,heap",
        "r0 = input ref
         i1 = load r0 x0
         i2 = load r0 x3
         i3 = call_read h1(i1)
         i4 = call_read h1(i1)
         i5 = call h2()
         i6 = load r0 x0
         i7 = load r0 x3
         i8 = call_read h1(i1)
         finish(i2, i3, i4, i6, i7, i8)",
        "r0 = input ref
         i1 = load r0 x0
         i2 = load r0 x3
         i3 = call_read h1(i1)
         i4 = call h2()
         i5 = load r0 x0
         i6 = call_read h1(i1)
         finish(i2, i3, i3, i5, i2, i6)",
    );
}

#[test]
fn heap_drops_stores_nobody_sees() {
    check(
        "none,heap",
        "r0 = input ref
         i1 = input int
         i2 = input int
         store r0 i1 x0
         store r0 i2 x0
         store r0 i2 x0
         guard_true i1 [s0]
         store r0 i1 x0
         finish()
         s0 = snap guard=0 entries=[]",
        "r0 = input ref
         i1 = input int
         i2 = input int
         store r0 i2 x0
         guard_true i1 [s0]
         store r0 i1 x0
         finish()
         s0 = snap guard=0 entries=[]",
    );
}

#[test]
fn heap_knows_which_elements_differ() {
    check(
        "none,heap",
        "r0 = input ref
         i1 = input int
         store_elem r0 0 1 a0
         store_elem r0 1 2 a0
         i4 = load_elem r0 0 a0
         store_elem r0 i1 3 a0
         i6 = load_elem r0 0 a0
         i7 = load_elem r0 i1 a0
         finish(i4, i6, i7)",
        "r0 = input ref
         i1 = input int
         store_elem r0 0 1 a0
         store_elem r0 1 2 a0
         store_elem r0 i1 3 a0
         i5 = load_elem r0 0 a0
         finish(1, i5, 3)",
    );
}

#[test]
fn heap_new_objects_do_not_alias() {
    check(
        "none,heap",
        "r0 = input ref
         i1 = input int
         i2 = load r0 x0
         r3 = new t0
         store r3 i1 x0
         i5 = call h2()
         i6 = load r3 x0
         i7 = load r0 x0
         finish(i2, i6, i7)",
        "r0 = input ref
         i1 = input int
         i2 = load r0 x0
         r3 = new t0
         store r3 i1 x0
         i5 = call h2()
         i6 = load r0 x0
         finish(i2, i1, i6)",
    );
}

#[test]
fn virtuals_vanish_and_are_described() {
    check(
        "",
        "i0 = input int
         i1 = input int
         r2 = new t0
         store r2 i0 x0
         i4 = load r2 x0
         i5 = load r2 x1
         i6 = load r2 x4
         i7 = ref_eq r2 null
         guard_true i4 [s0]
         finish(i5, i6, i7)
         s0 = snap guard=0 entries=[r2, i1]",
        "i0 = input int
         i1 = input int
         guard_true i0 [s0]
         finish(0, 5, 0)
         s0 = snap guard=0 entries=[v4, i1] virtuals=[v4: object t0 {x0: i0}]",
    );
}

#[test]
fn virtuals_nested_and_cyclic() {
    check(
        "",
        "i0 = input int
         r1 = new t0
         r2 = new_array 2 t1
         store r1 r2 x0
         store_elem r2 1 r1 a0
         store_elem r2 0 i0 a0
         guard_true i0 [s0]
         i8 = load r2 x5
         i9 = call h2(r1)
         finish(i8)
         s0 = snap guard=0 entries=[r2]",
        "i0 = input int
         guard_true i0 [s0]
         r2 = new t0
         r3 = new_array 2 t1
         store r2 r3 x0
         store_elem r3 1 r2 a0
         store_elem r3 0 i0 a0
         i7 = call h2(r2)
         finish(2)
         s0 = snap guard=0 entries=[v9] virtuals=[v9: array t1 2 {a0[1]: v10, a0[0]: i0}, v10: object t0 {x0: v9}]",
    );
}

#[test]
fn virtuals_are_cut_to_narrow_fields() {
    check(
        "",
        "i0 = input int
         r1 = new t0
         store r1 i0 x2
         i3 = load r1 x2
         finish(i3)",
        "i0 = input int
         i1 = int_and i0 255
         finish(i1)",
    );
}

#[test]
fn virtuals_addresses_do_not_force() {
    check(
        "",
        "i0 = input int
         r1 = new t0
         store r1 i0 x0
         i3 = ref_to_int r1
         guard_true i0 [s0]
         r5 = ref_from_int i3
         i6 = load r5 x0
         finish(i6)
         s0 = snap guard=0 entries=[i3]",
        "i0 = input int
         guard_true i0 [s0]
         finish(i0)
         s0 = snap guard=0 entries=[v3] virtuals=[v3: object t0 {x0: i0}]",
    );
}

#[test]
fn virtuals_stop_when_snapshots_grow_too_large() {
    // A list of objects, all alive at the guard; afterwards allocations happen.
    let mut text = String::from("i0 = input int\nr_0 = new t0\n");
    for k in 1..100 {
        text += &format!("r_{k} = new t0\nstore r_{k} r_{} x0\n", k - 1);
    }
    text += "guard_true i0 [s0]\nr_100 = new t0\nstore r_100 i0 x0\nguard_poll [s1]\nfinish()\n\
             s0 = snap guard=0 entries=[r_99]\ns1 = snap guard=1 entries=[r_100]";
    let new = optimize(&parse(&text), &OptConfig::default()).unwrap();
    assert_eq!(new.snaps[0].virtuals.len(), 100);
    assert!(new.snaps[1].virtuals.is_empty() && new.to_string().contains("new t0"), "{new}");
}

#[test]
fn dce_drops_private_objects() {
    check(
        "none,dce",
        "i0 = input int
         i1 = int_add i0 1
         i2 = int_and i0 7
         r3 = new_array i2 t1
         store_elem r3 0 i1 a0
         finish(i0)",
        "i0 = input int
         finish(i0)",
    );
}

#[test]
fn peel_keeps_invariants_out_of_the_body() {
    // Sums `table.array[i].value` while `i < n`; the table and its shape do not change.
    check(
        "",
        "r0 = input ref
         i1 = input int
         i2 = input int
         f3 = input float
         i4 = load r0 x4
         guard_eq i4 5 [s0]
         r6 = load r0 x0
         i7 = load r6 x4
         guard_eq i7 6 [s0]
         i9 = int_lt i1 i2
         guard_true i9 [s1]
         i11 = load r6 x5
         i12 = uint_lt i1 i11
         guard_true i12 [s1]
         f14 = load_elem r6 i1 a0
         f15 = float_add f3 f14
         i16 = int_add i1 1
         guard_poll [s1]
         jump start(r0, i16, i2, f15)
         s0 = snap guard=0 entries=[r0, i1, f3]
         s1 = snap guard=1 entries=[r0, i1, f3]",
        "r0 = input ref
         i1 = input int
         i2 = input int
         f3 = input float
         i4 = load r0 x4
         guard_eq i4 5 [s0]
         r6 = load r0 x0
         i7 = load r6 x4
         guard_eq i7 6 [s1]
         i9 = int_lt i1 i2
         guard_true i9 [s2]
         i11 = load r6 x5
         i12 = uint_lt i1 i11
         guard_true i12 [s3]
         f14 = load_elem r6 i1 a0
         f15 = float_add f3 f14
         i16 = int_add i1 1
         guard_poll [s4]
         label(i16, f15)
         i19 = phi int
         f20 = phi float
         i21 = int_lt i19 i2
         guard_true i21 [s5]
         i23 = uint_lt i19 i11
         guard_true i23 [s6]
         f25 = load_elem r6 i19 a0
         f26 = float_add f20 f25
         i27 = int_add i19 1
         guard_poll [s7]
         jump loop(i27, f26)
         s0 = snap guard=0 entries=[r0, i1, f3]
         s1 = snap guard=0 entries=[r0, i1, f3]
         s2 = snap guard=1 entries=[r0, i1, f3]
         s3 = snap guard=1 entries=[r0, i1, f3]
         s4 = snap guard=1 entries=[r0, i1, f3]
         s5 = snap guard=1 entries=[r0, i19, f20]
         s6 = snap guard=1 entries=[r0, i19, f20]
         s7 = snap guard=1 entries=[r0, i19, f20]",
    );
}

#[test]
fn peel_carries_floats_behind_payloads() {
    // Slot: tag in i0, payload in i1; the payload stays a float in the loop and the tag a constant.
    check(
        "",
        "i0 = input int
         i1 = input int
         guard_eq i0 3 [s0]
         f3 = float_from_bits i1
         f4 = float_add f3 1.0
         i5 = float_to_bits f4
         guard_poll [s0]
         jump start(3, i5)
         s0 = snap guard=0 entries=[i0, i1]",
        "i0 = input int
         i1 = input int
         guard_eq i0 3 [s0]
         f3 = float_from_bits i1
         f4 = float_add f3 1.0
         guard_poll [s1]
         label(f4)
         f7 = phi float
         f8 = float_add f7 1.0
         guard_poll [s2]
         jump loop(f8)
         s0 = snap guard=0 entries=[i0, i1]
         s1 = snap guard=0 entries=[3, i1]
         s2 = snap guard=0 entries=[3, f7]",
    );
}

#[test]
fn peel_tells_constants_from_phis() {
    check(
        "",
        "i0 = input int
         i1 = input int
         i2 = int_and i0 1
         guard_poll [s0]
         jump start(i1, 0)
         s0 = snap guard=0 entries=[i0, i2]",
        "i0 = input int
         i1 = input int
         i2 = int_and i0 1
         guard_poll [s0]
         label(i1)
         i5 = phi int
         i6 = int_and i5 1
         guard_poll [s1]
         jump loop(0)
         s0 = snap guard=0 entries=[i0, i2]
         s1 = snap guard=0 entries=[i5, i6]",
    );
}

#[test]
fn peel_shares_phis_of_equal_inputs() {
    // A counter and two copies of it share a phi, whatever the inputs were.
    check(
        "",
        "i0 = input int
         i1 = input int
         i2 = input int
         i3 = int_add i0 1
         i4 = int_mul i2 3
         guard_poll [s0]
         jump start(i3, i3, i3)
         s0 = snap guard=0 entries=[i0, i1, i2, i4]",
        "i0 = input int
         i1 = input int
         i2 = input int
         i3 = int_add i0 1
         i4 = int_mul i2 3
         guard_poll [s0]
         label(i3)
         i7 = phi int
         i8 = int_add i7 1
         i9 = int_mul i7 3
         guard_poll [s1]
         jump loop(i8)
         s0 = snap guard=0 entries=[i0, i1, i2, i4]
         s1 = snap guard=0 entries=[i7, i7, i7, i9]",
    );
}

#[test]
fn peel_reports_type_unstable_loops() {
    let t = "i0 = input int
         guard_eq i0 0 [s0]
         guard_poll [s0]
         jump start(3)
         s0 = snap guard=0 entries=[i0]";
    aborts(t, |e| matches!(e, OptAbort::Unstable(r) if r.index() == 1));
}

#[test]
fn a_loop_that_is_not_peeled_keeps_the_types_of_its_inputs() {
    // The payload of a slot goes around as a reference and comes as an integer.
    let t = parse(
        "i0 = input int
         i1 = input int
         r2 = input ref
         guard_poll [s0]
         jump start(1, r2, r2)
         s0 = snap guard=0 entries=[i0, i1, r2]",
    );
    for passes in ["-peel", "none"] {
        let config = OptConfig::from_list(passes).expect("passes");
        let wrong = optimize(&t, &config).expect_err("a collection would not see the reference");
        assert!(matches!(wrong, OptAbort::Unstable(r) if r.index() == 2), "{passes}: {wrong:?}");
    }
}

#[test]
fn peel_respects_stores_of_the_loop() {
    check(
        "",
        "r0 = input ref
         r1 = input ref
         i2 = load r0 x0
         i3 = load r0 x1
         i4 = int_add i2 i3
         store r1 i4 x0
         guard_poll [s0]
         jump start(r0, r1)
         s0 = snap guard=0 entries=[]",
        "r0 = input ref
         r1 = input ref
         i2 = load r0 x0
         i3 = load r0 x1
         i4 = int_add i2 i3
         store r1 i4 x0
         guard_poll [s0]
         label()
         i8 = load r0 x0
         i9 = int_add i3 i8
         store r1 i9 x0
         guard_poll [s1]
         jump loop()
         s0 = snap guard=0 entries=[]
         s1 = snap guard=0 entries=[]",
    );
}

#[test]
fn enter_gives_bridges_what_the_body_needs() {
    // The body reads the limit `i5` of the preamble and relies on the class of `r0`; both are checked in the bridge.
    let recorded = parse(
        "r0 = input ref
         i1 = input int
         guard_poll [s0]
         i3 = load r0 x4
         guard_eq i3 5 [s0]
         i5 = load r0 x1
         i6 = int_lt i1 i5
         guard_true i6 [s0]
         i8 = int_add i1 1
         jump start(r0, i8)
         s0 = snap guard=0 entries=[r0, i1]",
    );
    let Optimized { trace: new, entry, .. } = optimize_loop(&recorded, &OptConfig::default(), false).unwrap();
    let at = |op: Op| new.insts.iter().position(|i| i.op == op).unwrap();
    let (limit, phi) = (new.insts[at(Op::IntLt)].args[1], IrRef(at(Op::Phi) as u32));
    let bridge = parse(
        "r0 = input ref
         i1 = input int
         guard_true i1 [s0]
         i3 = int_mul i1 2
         store r0 9 x1
         jump trace 3(r0, i3)
         s0 = snap guard=0 entries=[i1]",
    );
    let spliced = entry.unwrap().splice(&bridge, &new, 3, &[limit, phi]).expect("everything wanted is there");
    let have = body(&optimize(&spliced, &OptConfig::default()).unwrap());
    let want = body(&parse(
        "r0 = input ref
         i1 = input int
         guard_true i1 [s0]
         i3 = int_shl i1 1
         store r0 9 x1
         i5 = load r0 x4
         guard_eq i5 5 [s1]
         jump body 3(9, i3)
         s0 = snap guard=0 entries=[i1]
         s1 = snap guard=4294967295 entries=[r0, i3]",
    ));
    assert!(have == want, "---- have\n{have}\n---- want\n{want}");
    assert!(optimize_loop(&recorded, &OptConfig::from_list("-enter").unwrap(), false)
        .unwrap()
        .entry
        .is_none());
}

#[test]
fn malformed_input_is_refused() {
    aborts("i0 = input int\nlabel(i0)\ni2 = phi int\njump loop(i2)", |e| matches!(e, OptAbort::Malformed(_)));
}

#[test]
fn order_goes_by_chains_of_guards() {
    let before = "i0 = input int
         r1 = input ref
         i2 = input int
         i3 = load r1 x6
         i4 = uint_le i2 i3
         guard_true i4 [s0]
         i6 = uint_lt i0 i2
         guard_true i6 [s0]
         i8 = uint_lt i0 i3
         guard_true i8 [s0]
         i10 = int_lt i3 i0
         finish(i8, i10)
         s0 = snap guard=0 entries=[i0]";
    let after = "i0 = input int
         r1 = input ref
         i2 = input int
         i3 = load r1 x6
         i4 = uint_le i2 i3
         guard_true i4 [s0]
         i6 = uint_lt i0 i2
         guard_true i6 [s1]
         finish(1, 0)
         s0 = snap guard=0 entries=[i0]
         s1 = snap guard=0 entries=[i0]";
    check("none,fold,guards,cse,order,dce", before, after);
    // Of a word that may be a huge number the same is not known.
    let unknown = before.replace("load r1 x6", "load r1 x0");
    let t = optimize(&parse(&unknown), &OptConfig::default()).expect("a trace");
    assert_eq!(t.insts.iter().filter(|i| i.op.is_guard()).count(), 3, "{t}");
}

#[test]
fn order_adds_what_cannot_overflow() {
    // i0 + 2 is below n, so i0 + 1 is, as i0 is at least 0; but i0 - 1 may be -1.
    check(
        "none,fold,guards,cse,order,dce",
        "i0 = input int
         r1 = input ref
         i2 = load r1 x6
         i3 = uint_lt i0 i2
         guard_true i3 [s0]
         i5 = int_add i0 2
         i6 = uint_lt i5 i2
         guard_true i6 [s0]
         i8 = int_add i0 1
         i9 = uint_lt i8 i2
         guard_true i9 [s0]
         i11 = int_sub i0 1
         i12 = uint_lt i11 i2
         i13 = int_lt i11 i2
         i14 = int_le i5 i0
         finish(i12, i13, i14)
         s0 = snap guard=0 entries=[i0]",
        "i0 = input int
         r1 = input ref
         i2 = load r1 x6
         i3 = uint_lt i0 i2
         guard_true i3 [s0]
         i5 = int_add i0 2
         i6 = uint_lt i5 i2
         guard_true i6 [s1]
         i8 = int_add i0 -1
         i9 = uint_lt i8 i2
         finish(i9, 1, 0)
         s0 = snap guard=0 entries=[i0]
         s1 = snap guard=0 entries=[i0]",
    );
    // A sum that may wrap is no fact.
    let wraps = "i0 = input int
         i1 = input int
         i2 = int_lt i0 i1
         guard_true i2 [s0]
         i4 = int_add i1 1
         i5 = int_lt i0 i4
         finish(i5)
         s0 = snap guard=0 entries=[i0]";
    check("none,fold,guards,cse,order,dce", wraps, wraps);
}

/// A loop that replaces its object: `(before the jump, what the body's jump supplies)`.
fn renewing(rest: &str) -> Trace {
    let before = format!(
        "r0 = input ref
         i1 = input int
         i2 = load r0 x0
         i3 = int_add i2 i1
         guard_poll [s0]
         r5 = new t0
         store r5 i3 x0
         store r5 9 x2
         {rest}
         s0 = snap guard=0 entries=[r0, i1]"
    );
    let t = optimize(&parse(&before), &OptConfig::default()).unwrap_or_else(|e| panic!("{e}"));
    verify(&t).unwrap_or_else(|e| panic!("{e}\n{t}"));
    t
}

/// Allocations behind the label.
fn allocations(t: &Trace) -> usize {
    let label = t.insts.iter().position(|i| i.op == Op::Label).expect("a loop");
    t.insts[label..].iter().filter(|i| matches!(i.op, Op::New | Op::NewArray)).count()
}

#[test]
fn carry_takes_an_object_apart() {
    let t = renewing("jump start(r5, i1)");
    let want = "r0 = input ref
         i1 = input int
         i2 = load r0 x0
         i3 = int_add i1 i2
         guard_poll [s0]
         label(i3)
         i6 = phi int
         i7 = int_add i1 i6
         guard_poll [s1]
         jump loop(i7)
         s0 = snap guard=0 entries=[r0, i1]
         s1 = snap guard=0 entries=[v10, i1] virtuals=[v10: object t0 {x0: i6, x2: 9}]";
    let (have, want) = (body(&t), body(&parse(want)));
    assert!(have == want, "---- have\n{have}\n---- want\n{want}");
    // What changes in the second turn is carried, too.
    let t = renewing("store r5 i1 x1\n jump start(r5, i2)");
    assert_eq!(allocations(&t), 0, "{t}");
    let config = OptConfig::from_list("-carry").unwrap();
    let before = "r0 = input ref\n i1 = load r0 x0\n r2 = new t0\n store r2 i1 x1\n guard_poll [s0]\n jump start(r2)\n s0 = snap guard=0 entries=[r0]";
    let forced = optimize(&parse(before), &config).unwrap();
    assert_eq!(allocations(&forced), 1, "{forced}");
    // The preamble's and the body's, each with its content.
    assert_eq!(forced.insts.iter().filter(|i| i.op == Op::Store).count(), 2, "{forced}");
}

#[test]
fn carry_leaves_objects_that_others_know() {
    // One that escapes when it is made; one that does when it comes around; two inputs that are one object now and then.
    let made = renewing("i9 = call h2(r5)\n i10 = result i9 #0\n guard_false i9 [s0]\n jump start(r5, i1)");
    assert_eq!(allocations(&made), 1, "{made}");
    let around = renewing("i9 = call h2(r0)\n i10 = result i9 #0\n guard_false i9 [s0]\n jump start(r5, i1)");
    assert_eq!(allocations(&around), 1, "{around}");
    let swap = "r0 = input ref
         r1 = input ref
         i2 = load r0 x0
         i3 = load r1 x0
         i4 = int_add i2 i3
         r5 = new t0
         store r5 i4 x0
         guard_poll [s0]
         jump start(r5, r0)
         s0 = snap guard=0 entries=[r0, r1]";
    let t = optimize(&parse(swap), &OptConfig::default()).unwrap();
    verify(&t).unwrap_or_else(|e| panic!("{e}\n{t}"));
    assert_eq!(allocations(&t), 1, "{t}");
}
