//! Sorting.

use super::less;
use crate::value::{Tag, Val};
use crate::Rt;
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use std::borrow::Cow;
use std::cmp::Ordering;

/// Sorts values, by keys if they are given, keeping the order of equal ones.
///
/// # Errors
/// What comparing raises.
pub fn sort(rt: &Rt, values: &mut [RawSlot], keys: Option<&[RawSlot]>, reverse: bool) -> Result<(), Raised> {
    if keys.is_none() && values.iter().all(|k| k.tag == Tag::Int) {
        // Equal ones cannot be told apart.
        values.sort_unstable_by_key(|k| k.bits as i64);
        if reverse {
            values.reverse();
        }
        return Ok(());
    }
    let keys = keys.map_or_else(|| Cow::from(values.to_vec()), Cow::from);
    let mut order: Vec<usize> = (0..values.len()).collect();
    if reverse {
        order.reverse();
    }
    // All of one plain kind: the library's sort.
    if keys.iter().all(|k| k.tag == Tag::Int) {
        order.sort_by_key(|&i| keys[i].bits as i64);
    } else if keys.iter().all(|k| k.tag == Tag::Str) {
        let text = |k: &RawSlot| match Val::from(*k) {
            Val::Str(s) => s,
            _ => unreachable!("all are strings"),
        };
        let texts: Vec<_> = keys.iter().map(text).collect();
        let texts: Vec<&[u8]> = texts.iter().map(|t| t.data()).collect();
        order.sort_by(|&a, &b| texts[a].cmp(texts[b]));
    } else if keys.iter().all(|k| k.tag == Tag::Float && !f64::from_bits(k.bits).is_nan()) {
        let number = |i: usize| f64::from_bits(keys[i].bits);
        order.sort_by(|&a, &b| number(a).partial_cmp(&number(b)).unwrap_or(Ordering::Equal));
    } else {
        // In descending order altogether: nothing is equal, so they can be turned round.
        let mut run = 1;
        while run < order.len() && less(rt, keys[order[run]].into(), keys[order[run - 1]].into())? {
            run += 1;
        }
        if run < order.len() {
            order = merge_sort(rt, &keys, order)?;
        } else {
            order.reverse();
        }
    }
    if reverse {
        order.reverse();
    }
    let sorted: Vec<RawSlot> = order.iter().map(|&i| values[i]).collect();
    values.copy_from_slice(&sorted);
    Ok(())
}

fn merge_sort(rt: &Rt, keys: &[RawSlot], mut order: Vec<usize>) -> Result<Vec<usize>, Raised> {
    let n = order.len();
    if n <= 16 {
        // By insertion: few comparisons, and the same first one as elsewhere.
        for i in 1..n {
            let (mut low, mut high) = (0, i);
            while low < high {
                let middle = (low + high) / 2;
                if less(rt, keys[order[i]].into(), keys[order[middle]].into())? {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            order[low..=i].rotate_right(1);
        }
        return Ok(order);
    }
    let right = merge_sort(rt, keys, order.split_off(n / 2))?;
    let left = merge_sort(rt, keys, order)?;
    // What is in order already costs one comparison.
    if !less(rt, keys[right[0]].into(), keys[left[left.len() - 1]].into())? {
        return Ok([left, right].concat());
    }
    let (mut i, mut j, mut out) = (0, 0, Vec::with_capacity(n));
    while i < left.len() && j < right.len() {
        if less(rt, keys[right[j]].into(), keys[left[i]].into())? {
            out.push(right[j]);
            j += 1;
        } else {
            out.push(left[i]);
            i += 1;
        }
    }
    out.extend_from_slice(&left[i..]);
    out.extend_from_slice(&right[j..]);
    Ok(out)
}
