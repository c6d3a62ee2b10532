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
    if keys.is_none() && sort_plain(values, reverse) {
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
        let texts: Vec<(u64, RawSlot)> = keys.iter().map(|k| (beginning(k), *k)).collect();
        order.sort_by(|&a, &b| by_text(texts[a], texts[b]));
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

/// Sorts values all of which are integers, floats that are numbers, or strings, keeping the order of equal ones; false, with nothing done, for others. It runs
/// no program.
pub fn sort_plain(values: &mut [RawSlot], reverse: bool) -> bool {
    let Some(tag) = values.first().map(|v| v.tag) else { return true };
    let suits = |v: &RawSlot| v.tag == tag && (tag != Tag::Float || !f64::from_bits(v.bits).is_nan());
    if ![Tag::Int, Tag::Float, Tag::Str].contains(&tag) || !values.iter().all(suits) {
        return false;
    }
    // Turned round before and after, so that equal ones stay as they stand.
    if reverse {
        values.reverse();
    }
    match tag {
        // Equal ones cannot be told apart.
        Tag::Int => values.sort_unstable_by_key(|v| v.bits as i64),
        Tag::Float => {
            let number = |v: &RawSlot| f64::from_bits(v.bits);
            values.sort_by(|a, b| number(a).partial_cmp(&number(b)).unwrap_or(Ordering::Equal));
        }
        _ => {
            let mut all: Vec<(u64, RawSlot)> = values.iter().map(|v| (beginning(v), *v)).collect();
            all.sort_by(|a, b| by_text(*a, *b));
            values.iter_mut().zip(all).for_each(|(to, (_, v))| *to = v);
        }
    }
    if reverse {
        values.reverse();
    }
    true
}

/// The first eight bytes of a string as a number: where these differ, it is in their order that the strings are.
fn beginning(v: &RawSlot) -> u64 {
    let Val::Str(s) = Val::from(*v) else { return 0 };
    let (mut first, bytes) = ([0; 8], s.data());
    let n = bytes.len().min(first.len());
    first[..n].copy_from_slice(&bytes[..n]);
    u64::from_be_bytes(first)
}

/// The order of two strings with their beginnings.
fn by_text(a: (u64, RawSlot), b: (u64, RawSlot)) -> Ordering {
    a.0.cmp(&b.0).then_with(|| match (Val::from(a.1), Val::from(b.1)) {
        (Val::Str(x), Val::Str(y)) => x.data().cmp(y.data()),
        _ => Ordering::Equal,
    })
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
