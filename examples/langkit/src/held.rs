//! Variables that a call keeps alive though nobody reads them again.
//!
//! **Problem.** A call may collect garbage. A program that looks (at a weak table, at a weak reference) expects what a variable in scope refers to be there,
//! read again or not. Yet a variable that is alive costs traces a value at each exit, and one that changes in a loop a value carried around it.
//!
//! **Invariant.** A call holds the variables in scope whose values are from the same turn of each loop around it, or from before the loop. What an earlier
//! turn left in a variable that is not read again is garbage in every mode.
//!
//! **Example.** In `x = f(); g(); return`, `x` is held at the call of `g`. In `while c() do x = f() end` it is not held at the calls of `c` and `f`.

use crate::regs::RegSet;

/// An instruction as the analysis sees it.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// What may follow: instruction, and registers written on the way.
    pub next: Vec<(usize, RegSet)>,
    /// Registers it always writes.
    pub writes: RegSet,
    /// Of a call: variables in scope.
    pub scope: RegSet,
}

/// For each instruction: the registers held before it, and while it waits for its call.
pub fn held(steps: &[Step]) -> Vec<(RegSet, RegSet)> {
    let n = steps.len();
    // What the loop that begins here writes.
    let mut changed = vec![RegSet::default(); n];
    for (end, s) in steps.iter().enumerate() {
        for &(start, _) in s.next.iter().filter(|e| e.0 <= end) {
            let edges = |s: &Step| s.next.iter().fold(s.writes, |all, e| all.union(e.1));
            changed[start] = steps[start..=end].iter().fold(changed[start], |all, s| all.union(edges(s)));
        }
    }
    let mut before = vec![RegSet::default(); n];
    let after = |before: &[RegSet], pc: usize| {
        let s = &steps[pc];
        let next = s.next.iter().filter(|e| e.0 < n);
        let out = next.fold(RegSet::default(), |all, &(to, written)| all.union(before[to].minus(written)));
        out.minus(s.writes)
    };
    loop {
        let mut again = false;
        for pc in (0..n).rev() {
            let now = after(&before, pc).union(steps[pc].scope).minus(changed[pc]);
            again |= now != before[pc];
            before[pc] = now;
        }
        if !again {
            break;
        }
    }
    (0..n).map(|pc| (before[pc], after(&before, pc).union(steps[pc].scope))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(next: &[usize], writes: &[u8], scope: &[u8]) -> Step {
        let next = next.iter().map(|&to| (to, RegSet::default())).collect();
        Step { next, writes: RegSet::of(writes), scope: RegSet::of(scope) }
    }
    fn all(steps: &[Step]) -> Vec<(Vec<usize>, Vec<usize>)> {
        held(steps).iter().map(|(b, c)| (b.iter().collect(), c.iter().collect())).collect()
    }

    #[test]
    fn a_call_holds_what_is_in_scope() {
        // x0 = f(); g(x0 in scope); return
        let got = all(&[step(&[1], &[0], &[]), step(&[2], &[], &[0]), step(&[], &[], &[])]);
        assert_eq!(got, [(vec![], vec![]), (vec![0], vec![0]), (vec![], vec![])]);
    }

    #[test]
    fn what_an_earlier_turn_left_is_not_held() {
        // x1 = ..; loop: c(x0, x1 in scope); x0 = f(); h(x0, x1 in scope); again
        let got = all(&[
            step(&[1], &[1], &[]),
            step(&[2], &[], &[0, 1]),
            step(&[3], &[0], &[]),
            step(&[1], &[], &[0, 1]),
        ]);
        assert_eq!(got[1].0, [1], "what the loop does not change is held around it");
        assert_eq!(got[2].0, [1]);
        assert_eq!(got[3], (vec![0, 1], vec![0, 1]));
    }
}
