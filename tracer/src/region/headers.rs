//! Two headers of one loop.
//!
//! **Problem.** The sum of what a generator yields has a header where it asks for the next value, and one in the generator, which goes round when a value is
//! left out. Seen as a graph that is a loop within a loop, and the outer one has no number of iterations; but it is one loop, over what the generator goes through.
//!
//! **How.** A header that does nothing but hand its parameters on to another one is that one: who goes there goes to the other at once, and the parameters become
//! the other's.
//!
//! **Invariant.** A nest stays one: where the inner loop begins anew each time, its header is given more than parameters, a first index at least.
//!
//! **Example.** `b1(s, i): goto b2(i)`, and from `b2(j)` on to `b1(s + x, j + 1)` or `b2(j + 1)`, is `b2(j, s)` with ways to `b2(j + 1, s + x)` and `b2(j + 1, s)`.

use holloway_compiler::ir::IrRef;
use holloway_compiler::region::{Block, BlockId, Cfg, Edge, End, Region};

/// Makes two headers of one loop one; false if there are none. Blocks must be in order; the header that goes is not reached any more.
pub(super) fn merge(region: &mut Region) -> bool {
    let cfg = Cfg::new(region);
    let Some((outer, on)) =
        (1..region.blocks.len() as BlockId).find_map(|b| Some((b, hands_on(region, &cfg, b)?)))
    else {
        return false;
    };
    let Block { params, guest_steps, place, .. } = region.blocks[outer as usize].clone();
    let through = |args: &[IrRef]| {
        let of = |a: &IrRef| params.iter().position(|p| p == a).map_or(*a, |k| args[k]);
        on.args.iter().map(of).chain(args.iter().copied()).collect::<Vec<_>>()
    };
    for b in 0..region.blocks.len() {
        if b == outer as usize {
            continue;
        }
        let mut between = Vec::new();
        let next = region.blocks.len() as BlockId;
        let block = &mut region.blocks[b];
        let branches = matches!(block.end, End::If { .. });
        for e in block.end.edges_mut() {
            if e.to == on.to {
                e.args.extend(&params);
            } else if e.to == outer {
                *e = Edge { to: on.to, args: through(&e.args) };
                if branches {
                    // The step that the header was belongs to this way only.
                    let end = End::Goto(std::mem::take(e));
                    e.to = next + between.len() as BlockId;
                    between.push(Block { params: Vec::new(), steps: Vec::new(), end, place, guest_steps });
                } else {
                    block.guest_steps += guest_steps;
                    break;
                }
            }
        }
        region.blocks.extend(between);
    }
    region.blocks[on.to as usize].params.extend(params);
    true
}

/// The way on, if a block is the header of a loop and does nothing but go to another header in it.
fn hands_on(region: &Region, cfg: &Cfg, b: BlockId) -> Option<Edge> {
    let block = &region.blocks[b as usize];
    let End::Goto(e) = &block.end else { return None };
    let inside = |&p: &BlockId| cfg.dominates(b, p);
    let mut others = cfg.preds[e.to as usize].iter().filter(|&&p| p != b).peekable();
    let one = block.steps.is_empty()
        && e.to != b
        && cfg.preds[b as usize].iter().any(inside)
        && e.args.iter().all(|a| block.params.contains(a))
        && others.peek().is_some()
        && others.all(inside);
    one.then(|| e.clone())
}

#[cfg(test)]
mod tests {
    use super::merge;
    use holloway_compiler::ir::arena::ArenaMemory;
    use holloway_compiler::region::eval::{Evaluator, Outcome};
    use holloway_compiler::region::{verify, Region};

    /// The sum of the odd numbers below a limit; `b1` is where the next is asked for, `b2` where those that are even are passed over. INNER is where it goes on.
    const ODD: &str = r#"
s0 = snap guard=0 greens=[7] entries=[i1, i3]
b0:
  i0 = input int
  goto b1(0, 0)
b1(i1, i2) @ "sum:3" +1:
  goto b2(INNER)
b2(i3) @ "genexpr:7" +1:
  i4 = int_lt i3 i0
  if i4 b3() b5()
b3():
  i5 = int_and i3 1
  i6 = int_add i3 1
  if i5 b4() b6()
b4():
  i7 = int_add i1 i3
  goto b1(i7, i6)
b5():
  exit [s0] "the loop ends"
b6():
  goto b2(i6)
"#;

    fn region(inner: &str) -> Region {
        ODD.replace("INNER", inner).parse().unwrap_or_else(|e| panic!("{e}"))
    }

    fn ends(region: &Region, limit: u64) -> (Vec<u64>, u64) {
        match Evaluator::new(region).run(&[limit], &mut ArenaMemory::new(), 1000) {
            Outcome::Exit { values, guest_steps, .. } => (values, guest_steps),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_header_that_only_hands_on_is_the_other_one() {
        let mut r = region("i2");
        let before = [0, 1, 2, 9].map(|n| ends(&r, n));
        assert!(merge(&mut r), "{r}");
        super::super::build::order(&mut r);
        verify(&r).unwrap_or_else(|e| panic!("{e}\n{r}"));
        assert_eq!([0, 1, 2, 9].map(|n| ends(&r, n)), before, "{r}");
        assert_eq!(holloway_compiler::region::Cfg::new(&r).loops.len(), 1, "{r}");
        assert!(!merge(&mut r), "{r}");
    }

    #[test]
    fn a_loop_that_begins_anew_keeps_its_header() {
        assert!(!merge(&mut region("0")));
    }
}
