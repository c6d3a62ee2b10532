//! The ledger of the optimizer: every recorded op has one fate, and what removed it is named.

use holloway_compiler::ir::{Op, Trace};
use holloway_compiler::opt::{explain, optimize, Fate, OptConfig};
use holloway_testkit::random::{random_trace, Config, Tail};

/// The fates of a trace, after checking that they account for everything.
fn fates(trace: &Trace, config: &OptConfig) -> Option<Vec<Fate>> {
    let (new, fates) = explain(trace, config).ok()?;
    assert_eq!(Ok(&new), optimize(trace, config).as_ref(), "explaining changes nothing");
    assert_eq!(fates.len(), trace.insts.len(), "every recorded op has a fate\n{trace}");
    let mut claimed = vec![None; new.insts.len()];
    for (i, f) in fates.iter().enumerate() {
        let text = || format!("op {i}: {f:?}\n{trace}\n{new}");
        for at in [f.at, f.preamble].into_iter().flatten() {
            assert_eq!(claimed[at as usize].replace(i), None, "claimed twice, {}", text());
        }
        match f.word() {
            "kept" => {}
            _ => assert!(!f.pass.is_empty() && !f.why.is_empty(), "no reason, {}", text()),
        }
        assert!(f.of.is_none_or(|of| of < trace.insts.len() as u32), "{}", text());
    }
    for (i, inst) in new.insts.iter().enumerate() {
        let made = matches!(inst.op, Op::Label | Op::Phi) || !inst.op.is_guard();
        assert!(claimed[i].is_some() || made, "a guard that nobody recorded\n{trace}\n{new}");
    }
    Some(fates)
}

#[test]
fn the_fates_of_random_traces_add_up() {
    let mut seen = 0;
    for tails in [vec![Tail::Finish], vec![Tail::Start]] {
        let config = Config { size: 60, tails, guards: 5, ..Config::default() };
        for seed in 0..400 {
            let trace = random_trace(seed, &config);
            for off in ["", "-peel", "-dce", "-virtuals", "none"] {
                seen += fates(&trace, &OptConfig::from_list(off).unwrap()).is_some() as u32;
            }
        }
    }
    assert!(seen > 2_000, "{seen}");
}

#[test]
fn what_removed_an_op_is_named() {
    let trace: Trace = "type t0 = Box{header=5, size=16, stride=0, len=0}\nfield x0 = Box.value@8:w64\nfield x1 = Box.other@16:w64\n\
        r0 = input ref\ni1 = input int\ns0 = snap guard=0 entries=[r0, i1]\n\
        i2 = int_add i1 0\ni3 = int_lt i2 10\nguard_true i3 [s0]\nguard_true i3 [s0]\ni6 = int_lt i1 10\nguard_true i6 [s0]\n\
        store r0 i1 x0\ni9 = load r0 x0\nr10 = new t0\nstore r10 i9 x0\ni12 = load r10 x0\nstore r0 3 x1\nstore r0 4 x1\n\
        i15 = int_mul i12 8\ni16 = int_le 10 i1\nfinish(i15)\n"
        .parse()
        .unwrap();
    let f = fates(&trace, &OptConfig::default()).expect("a right trace");
    let of = |i: usize| (f[i].word(), f[i].pass, f[i].why, f[i].of);
    assert_eq!(of(2), ("removed", "fold", "add_zero", None));
    assert_eq!(of(3), ("kept", "", "", None));
    assert_eq!(of(5), ("removed", "guards", "implied", Some(4)));
    assert_eq!(of(7), ("removed", "guards", "implied", Some(4)));
    assert_eq!(of(9), ("removed", "heap", "forwarded", Some(8)));
    assert_eq!(of(10), ("removed", "virtuals", "virtual allocation", None));
    assert_eq!(of(12), ("removed", "virtuals", "read of a virtual", Some(10)));
    assert_eq!(of(13), ("removed", "heap", "overwritten", Some(14)));
    assert_eq!(of(15), ("kept", "fold", "mul_power_of_two", None));
    assert_eq!(of(16), ("removed", "fold", "le_bounds", Some(4)));
}

#[test]
fn what_a_guard_says_of_two_values_is_its_merit() {
    let trace: Trace = "i0 = input int\ni1 = input int\ns0 = snap guard=0 entries=[i0, i1]\n\
        i2 = int_lt i0 i1\nguard_true i2 [s0]\ni4 = int_le i1 i0\nfinish(i4)\n"
        .parse()
        .unwrap();
    let f = fates(&trace, &OptConfig::default()).expect("a right trace");
    assert_eq!((f[4].word(), f[4].pass, f[4].why, f[4].of), ("removed", "cse", "implied", Some(3)));
}

#[test]
fn what_leaves_the_loop_is_hoisted() {
    let trace: Trace = "i0 = input int\ni1 = input int\ns0 = snap guard=0 entries=[i0, i1]\n\
        i2 = int_lt i0 i1\nguard_true i2 [s0]\ni4 = int_mul i1 i1\ni5 = int_add i0 i4\njump start(i5, i1)\n"
        .parse()
        .unwrap();
    let f = fates(&trace, &OptConfig::default()).expect("a right trace");
    assert_eq!((f[4].word(), f[4].pass, f[4].why, f[4].of), ("hoisted", "cse", "duplicate", Some(4)));
    assert_eq!(f[5].word(), "kept");
    assert!(f[5].preamble < f[5].at);
    assert_eq!((f[0].word(), f[0].at), ("kept", Some(0)));
}
