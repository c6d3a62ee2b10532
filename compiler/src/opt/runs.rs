//! Looking through lists of values for the few places that are of interest.
//!
//! **Problem.** The list of an exit has some fifty values, of which a handful differ from those of the exit before. Whoever compares them one by one takes longer
//! for what is the same than for what differs.
//!
//! **How.** A run of eight values is looked at together, without a branch, which takes a processor with vectors two comparisons.
//!
//! **Example.** Of `[v1, v2, v3]` and `[v1, v5, v3, v4]` the place 1 differs; the fourth value has none beside it.

use crate::ir::IrRef;

/// Values that are looked at together.
const RUN: usize = 8;

/// Calls `f` with each place at which two lists differ, as far as both go.
#[inline(always)]
pub(super) fn each_difference(a: &[IrRef], b: &[IrRef], mut f: impl FnMut(usize)) {
    let n = a.len().min(b.len());
    let ((runs, rest), (others, other_rest)) = (a[..n].as_chunks::<RUN>(), b[..n].as_chunks::<RUN>());
    for (k, (x, y)) in runs.iter().zip(others).enumerate() {
        let same = x.iter().zip(y).fold(true, |same, (x, y)| same & (x == y));
        if !same {
            (0..RUN).filter(|&i| x[i] != y[i]).for_each(|i| f(RUN * k + i));
        }
    }
    let differs = |(i, (x, y)): (usize, (&IrRef, &IrRef))| (x != y).then_some(i);
    let from = n - rest.len();
    rest.iter().zip(other_rest).enumerate().filter_map(differs).for_each(|i| f(from + i));
}

/// Calls `f` with each place of a list that has this value.
#[inline(always)]
pub(super) fn each_mention(list: &[IrRef], value: IrRef, mut f: impl FnMut(usize)) {
    let (runs, rest) = list.as_chunks::<RUN>();
    for (k, run) in runs.iter().enumerate() {
        if run.iter().fold(false, |has, r| has | (*r == value)) {
            (0..RUN).filter(|&i| run[i] == value).for_each(|i| f(RUN * k + i));
        }
    }
    let from = list.len() - rest.len();
    (0..rest.len()).filter(|&i| rest[i] == value).for_each(|i| f(from + i));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers around the size of a run, with every place in turn another value.
    #[test]
    fn each_place_that_differs_is_found_once() {
        for n in [0, 1, RUN - 1, RUN, RUN + 1, 3 * RUN] {
            let list: Vec<IrRef> = (0..n as u32).map(IrRef).collect();
            let longer: Vec<IrRef> = (0..n as u32 + 3).map(IrRef).collect();
            let mut found = Vec::new();
            each_difference(&list, &longer, |k| found.push(k));
            assert!(found.is_empty());
            for k in 0..n {
                let mut other = longer.clone();
                other[k] = IrRef::NONE;
                each_difference(&list, &other, |k| found.push(k));
                each_mention(&other, IrRef::NONE, |k| found.push(k));
                assert_eq!(std::mem::take(&mut found), [k, k]);
            }
        }
    }
}
