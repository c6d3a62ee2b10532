//! Region graphs: text form, verifier, placement, evaluator.

use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::Memory;
use holloway_compiler::ir::Mem;
use holloway_compiler::region::eval::{Evaluator, Outcome, Overlay};
use holloway_compiler::region::{place, verify, Cfg, Placed, Region};

/// Adds up elements below a limit, and stores each partial sum behind the elements.
const SUM: &str = r#"
field x0 = Floats.len@8:w64#
array a0 = Floats[]@16/8:w64
s0 = snap guard=0 greens=[7] entries=[r1, i4, f5]
b0:
  i0 = input int
  r1 = input ref
  i2 = load r1 x0
  i3 = int_le i0 i2
  assume i3 true "the limit is within the array"
  goto b1(0, 0.0)
b1(i4, f5) @ "sum.py:3":
  i6 = int_lt i4 i0
  if i6 b2() b3()
b2():
  i10 = int_mul i0 3
  f7 = load_elem r1 i4 a0
  f8 = float_add f5 f7
  store_elem r1 i4 f8 a0
  i11 = int_add i10 -6
  i12 = int_sub i11 i0
  i9 = int_add i4 1
  assume i12 true "a product that is the same in all iterations"
  goto b1(i9, f8)
b3():
  exit [s0] "the loop ends"
"#;

fn region(text: &str) -> Region {
    let r: Region = text.parse().unwrap_or_else(|e| panic!("{e}"));
    verify(&r).unwrap_or_else(|e| panic!("{e}"));
    r
}

fn floats(mem: &ArenaMemory, xs: &[f64]) -> u64 {
    let words: Vec<u64> = [0, xs.len() as u64].into_iter().chain(xs.iter().map(|x| x.to_bits())).collect();
    mem.block(&words)
}

#[test]
fn text_reads_back_the_same() {
    let once = region(&region(SUM).to_string()).to_string();
    assert_eq!(region(&once).to_string(), once);
    assert!(once.contains("b1(i"), "{once}");
}

#[test]
fn a_loop_is_evaluated_to_its_exit() {
    let r = region(SUM);
    let mut mem = ArenaMemory::new();
    let a = floats(&mem, &[1.5, 2.0, 4.0, 8.0]);
    let out = Evaluator::new(&r).run(&[4, a], &mut mem, 100);
    let Outcome::Exit { values, why, guest_steps: 0, .. } = out else { panic!("{out:?}") };
    assert_eq!((values, why.as_str()), (vec![a, 4, 15.5f64.to_bits()], "the loop ends"));
    assert_eq!(f64::from_bits(mem.word(a + 24)), 3.5);
}

#[test]
fn an_assumption_that_fails_leaves_memory_alone() {
    let r = region(SUM);
    let mut mem = ArenaMemory::new();
    // 3 * 3 - 6 - 3 is 0: it fails in the first iteration, after a store.
    let a = floats(&mem, &[1.5, 2.0, 4.0]);
    let mut over = Overlay::new(&mut mem);
    let out = Evaluator::new(&r).run(&[3, a], &mut over, 100);
    assert_eq!(out, Outcome::Failed { block: 2, step: 2 });
    assert_eq!(over.written.len(), 1);
    assert_eq!(over.load(a + 16, Mem::W64), Ok(1.5f64.to_bits()));
    assert_eq!(mem.word(a + 24), 2.0f64.to_bits());
    let out = Evaluator::new(&r).run(&[9, a], &mut mem, 100);
    assert_eq!(out, Outcome::Failed { block: 0, step: 1 });
}

#[test]
fn what_does_not_change_is_computed_before_the_loop() {
    let r = region(SUM);
    let cfg = Cfg::new(&r);
    assert!(cfg.reducible);
    assert_eq!(cfg.loops.len(), 1);
    assert_eq!((cfg.loops[0].header, cfg.loops[0].blocks.clone()), (1, vec![1, 2]));
    let order = place(&r, &cfg);
    let pure = |b: usize| order[b].iter().filter(|p| matches!(p, Placed::Pure(_))).count();
    // The limit's test and the three ops of the product; the comparison; the sum and the next index.
    assert_eq!((pure(0), pure(1), pure(2), pure(3)), (4, 1, 2, 0));
}

#[test]
fn broken_graphs_are_refused() {
    let cases = [
        ("goto b1(0, 0.0)", "goto b1(0)", "b0: b1 has 2 parameters, not 1"),
        ("goto b1(0, 0.0)", "goto b1(0, 1)", "wants Float"),
        ("goto b1(i9, f8)", "goto b1(i9, i9)", "wants Float"),
        ("entries=[r1, i4, f5]", "entries=[r1, i4, f8]", "is not there"),
        ("if i6 b2() b3()", "if i6 b2() b9()", "there is no b9"),
    ];
    for (old, new, want) in cases {
        assert!(SUM.contains(old));
        let r: Region = SUM.replace(old, new).parse().unwrap_or_else(|e| panic!("{e}"));
        let error = verify(&r).expect_err(new);
        assert!(error.contains(want), "{error}");
    }
    for (text, want) in [
        ("b1:\n", "stands where b0"),
        ("b0:\n", "b0 has no end"),
        ("b0:\n exit [s3] \"x\"\n", "s3 is not declared"),
    ] {
        let error = text.parse::<Region>().expect_err(text).to_string();
        assert!(error.contains(want), "{error}");
    }
}
