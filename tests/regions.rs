//! Regions say what steps do, and assume what they take for granted.
//!
//! Each test tempts the explorer with a loop that is entered again in a state in which something is otherwise than at first. Regions are compared with plain
//! execution (`HOLLOWAY_GPU=check`, which panics where they differ), and run with their iterations in another order (`shuffle`).

mod small;
mod tiny;

use holloway::heap::HeapConfig;
use holloway::{GpuMode, Params, Stats};
use tiny::Op::*;
use tiny::*;

/// Iterations of a loop.
const TIMES: i32 = 12;

/// A function of registers 0 and 1 that repeats its body: register 5 counts, 4 is the result, 8 to 10 are free, and 11 begins as 0. The body begins at [`BODY`].
fn repeated(body: &[Op], end: &[Op]) -> Code {
    let mut ops = vec![Int(4, 0), Int(5, 0), Int(6, TIMES), Int(7, 1), Copy(11, 0), Less(3, 5, 6)];
    ops.push(Unless(3, BODY + body.len() as u32 + 2));
    ops.extend(body);
    ops.extend([Add(5, 5, 7), Loop(BODY - 2)]);
    ops.extend(end);
    ops.push(Return(4, 1));
    code(2, &ops)
}

const BODY: u32 = 7;

/// Calls function 1 with what each of these leaves in registers 8 and 9, and adds up the results; before it `first`, whose registers are 4 to 7.
fn calls(first: &[Op], each: &[&[Op]]) -> Code {
    let mut ops = vec![Int(0, 0)];
    ops.extend(first);
    for prepare in each {
        ops.extend(*prepare);
        ops.extend([Call(1, 8, 1), Add(0, 0, 8)]);
    }
    ops.push(Return(0, 1));
    code(0, &ops)
}

/// Registers 1 and 11 change places, so that nobody knows which object they have; others have no value after it.
const SWAP: &[Op] = &[Copy(10, 1), Copy(1, 11), Copy(11, 10), Nil(10), Nil(8)];

/// What both modes did, which differ from plain execution in nothing.
fn agree(program: impl Fn() -> Vec<Code>) -> [Stats; 2] {
    let want = run_under(program(), plain(), HeapConfig::default()).result;
    [GpuMode::Check, GpuMode::Shuffle].map(|gpu| {
        let params = Params { gpu, threshold: 1, ..Params::default() };
        let ran = run_under(program(), params, HeapConfig::default());
        assert_eq!(ran.result, want, "{gpu:?}: {}", ran.stats);
        ran.stats
    })
}

/// The same, where the first call's region is compared, the second fails an assumption, and both ways are then right.
fn assumed(program: impl Fn() -> Vec<Code>) {
    let [check, _] = agree(program);
    assert!(check.checked[0] > 0, "nothing is compared: {check}");
    assert!(check.checked[1] > 0, "no assumption fails: {check}");
}

#[test]
fn the_kinds_that_a_loop_begins_with() {
    let body = &[Kind(8, 0), Add(4, 4, 8)];
    assumed(|| {
        let kinds: [&[Op]; 4] = [&[Int(8, 7)], &[Nil(8)], &[Fixed(8, 0)], &[Int(8, 9)]];
        vec![calls(&[], &kinds), repeated(body, &[])]
    });
}

#[test]
fn the_way_that_is_the_same_in_all_iterations() {
    let body = &[Less(8, 0, 1), Unless(8, BODY + 3), Add(4, 4, 5), Add(4, 4, 7)];
    assumed(|| {
        let ways: [&[Op]; 3] = [&[Int(8, 1), Int(9, 2)], &[Int(8, 2), Int(9, 1)], &[Int(8, 0), Int(9, 1)]];
        vec![calls(&[], &ways), repeated(body, &[])]
    });
}

#[test]
fn the_object_that_was_made_a_constant() {
    let body = &[Promote(8, 0), Add(4, 4, 8)];
    assumed(|| {
        let first = &[Int(4, 7), Fixed(5, 4), Int(4, 9), Fixed(6, 4)];
        vec![calls(first, &[&[Copy(8, 5)], &[Copy(8, 6)], &[Copy(8, 5)]]), repeated(body, &[])]
    });
}

#[test]
fn a_cell_that_was_taken_for_constant() {
    let body = &[Cell(8, 0), Add(4, 4, 8)];
    assumed(|| {
        // Nothing else is otherwise.
        let (same, changed): (&[Op], &[Op]) =
            (&[Int(8, 0), Int(9, 0)], &[SetCellAt(0, 4, 4), Int(8, 0), Int(9, 0)]);
        vec![calls(&[Int(4, 70)], &[same, changed, same]), repeated(body, &[])]
    });
}

#[test]
fn sums_that_do_not_overflow_at_first() {
    // Register 0 is almost too large already; a multiple of the iteration's number is added.
    let body = &[Mul(9, 5, 1), SafeAdd(8, 0, 9), Add(4, 4, 8)];
    let large: &[Op] = &[Int(9, i32::MAX), Mul(8, 9, 9), Add(8, 8, 8)];
    assumed(|| vec![calls(&[], &[&[Int(8, 1), Int(9, 1)], large]), repeated(body, &[])]);
}

/// On the way that the witness does not come, what bounds a handler's loop is the witness's number: the exploration went round for ever, and took all memory.
#[test]
fn a_handler_with_a_loop_is_explored_no_further_than_it_goes() {
    let body = &[Mul(8, 5, 0), Copy(9, 8), CountFew(9, 9), Add(4, 4, 9)];
    let large: &[Op] = &[Int(9, i32::MAX), Mul(8, 9, 9), Int(9, 0)];
    agree(|| vec![calls(&[], &[large, &[Int(8, 1), Int(9, 0)], large]), repeated(body, &[])]);
}

/// Two pairs in registers 4 and 5.
const PAIRS: &[Op] = &[Int(6, 3), Nil(7), Pair(4, 6, 7), Pair(5, 6, 7)];

#[test]
fn objects_that_are_the_same_or_others() {
    let body = &[TestSame(8, 0, 1), Add(4, 4, 8)];
    let pairs: [&[Op]; 3] = [&[Copy(8, 4), Copy(9, 4)], &[Copy(8, 4), Copy(9, 5)], &[Copy(8, 5), Copy(9, 5)]];
    assumed(|| vec![calls(PAIRS, &pairs), repeated(body, &[])]);
}

#[test]
fn two_objects_of_which_one_is_a_variable() {
    // What was loaded does not stay: its kind is not known.
    let body = &[SetLeft(0, 5), Left(8, 1), Add(4, 4, 8), Nil(8)];
    let pairs: [&[Op]; 3] = [&[Copy(8, 4), Copy(9, 5)], &[Copy(8, 4), Copy(9, 4)], &[Copy(8, 5), Copy(9, 4)]];
    assumed(|| vec![calls(PAIRS, &pairs), repeated(body, &[])]);
}

#[test]
fn a_variable_in_memory_is_there_after_the_loop() {
    let body = &[SetLeft(0, 5), Add(4, 4, 5)];
    let [_, shuffle] = agree(|| {
        let pairs: [&[Op]; 2] = [&[Copy(8, 4)], &[Copy(8, 5)]];
        vec![calls(PAIRS, &pairs), repeated(body, &[Left(9, 0), Add(4, 4, 9)])]
    });
    assert!(shuffle.offloaded > 0, "nothing ran: {shuffle}");
}

#[test]
fn what_is_stored_to_is_not_the_same_in_all_iterations() {
    // What is written through register 1 is read through register 0.
    let body = &[&[Left(8, 0), Add(4, 4, 8), SetLeft(1, 5)], SWAP].concat();
    let [check, _] = agree(|| {
        let pairs: [&[Op]; 2] = [&[Copy(8, 4), Copy(9, 5)], &[Copy(8, 5), Copy(9, 4)]];
        vec![calls(PAIRS, &pairs), repeated(body, &[])]
    });
    assert!(check.checked[0] > 0, "nothing is compared: {check}");
}

#[test]
fn an_object_of_an_iteration_is_another_in_the_next() {
    // Register 8 has the pair of the iteration before, 9 the one before that.
    let body = &[Copy(9, 8), Pair(8, 5, 5), Left(10, 9), Add(4, 4, 10), Left(10, 8), Add(4, 4, 10)];
    agree(|| vec![calls(PAIRS, &[&[Copy(8, 4)], &[Copy(8, 5)]]), repeated(body, &[])]);
}

#[test]
fn an_object_that_is_stored_is_known_to_others() {
    let body = &[&[Pair(8, 5, 5), SetLeft(1, 8)], SWAP].concat();
    let end = &[Left(9, 0), Left(9, 9), Add(4, 4, 9)];
    agree(|| vec![calls(PAIRS, &[&[Copy(8, 4), Copy(9, 5)]]), repeated(body, end)]);
}

#[test]
fn a_step_reads_what_it_has_stored() {
    // Both registers have the same pair.
    let body = &[&[SetThenLeft(8, 1, 5, 11), Add(4, 4, 8)], SWAP].concat();
    agree(|| vec![calls(PAIRS, &[&[Copy(8, 4), Copy(9, 4)]]), repeated(body, &[])]);
}

#[test]
fn a_helper_reads_what_the_loop_has_stored() {
    let body = &[&[SetLeft(1, 5), ReadLeft(8, 0), Add(4, 4, 8)], SWAP].concat();
    agree(|| vec![calls(PAIRS, &[&[Copy(8, 4), Copy(9, 5)]]), repeated(body, &[])]);
}

#[test]
fn values_that_carry_nothing_come_from_both_ways() {
    // Register 9 is the one value in some iterations and the other in others: ways meet, and its kind is a parameter.
    let body = &[And(8, 5, 7), Unless(8, BODY + 4), Yes(9), Jump(BODY + 5), No(9), Kind(8, 9), Add(4, 4, 8)];
    let [check, _] = agree(|| vec![calls(&[], &[&[Int(8, 6)], &[Int(8, 3)]]), repeated(body, &[])]);
    assert!(check.checked[0] > 0, "nothing is compared: {check}");
}

/// What the tutorial's language does in plain execution and both modes.
fn tutorial(source: &str) -> [Stats; 2] {
    let run = |params: Params| {
        small::with_program(source, (params, HeapConfig::default()), |rt, run| {
            (run().map(small::as_int).map_err(small::as_int), rt.driver.stats())
        })
    };
    let want = run(plain()).0;
    assert!(matches!(want, Ok(Some(_))), "{want:?}");
    [GpuMode::Check, GpuMode::Shuffle].map(|gpu| {
        let (got, stats) = run(Params { gpu, threshold: 1, ..Params::default() });
        assert_eq!(got, want, "{gpu:?}: {stats}");
        stats
    })
}

#[test]
fn an_index_that_is_within_bounds() {
    let [check, _] = tutorial(
        "
        fn sum(a, n) {
            let s = 0
            let i = 0
            while i < n { s = s + a[i]; a[i] = i; i = i + 1 }
            return s
        }
        fn safe(a, n) {
            try { return sum(a, n) } catch e { return e }
        }
        let a = list(9)
        let b = list(5)
        let i = 0
        while i < 9 { a[i] = i; i = i + 1 }
        i = 0
        while i < 5 { b[i] = i; i = i + 1 }
        return safe(a, 9) + 100 * safe(b, 9) + 10000 * sum(b, 5) + 1000000 * safe(a, 10)
        ",
    );
    assert!(check.checked[0] > 0 && check.checked[1] > 0, "{check}");
}

#[test]
fn elements_that_are_stored_to_are_read_anew() {
    let [check, _] = tutorial(
        "
        fn f(a, n, k) {
            let s = 0
            let i = 0
            while i < n { s = s + a[k]; a[i] = i * 3; i = i + 1 }
            return s
        }
        let a = list(20)
        let i = 0
        while i < 20 { a[i] = 1; i = i + 1 }
        return f(a, 20, 7) + 1000 * f(a, 20, 3)
        ",
    );
    assert!(check.checked[0] > 0, "{check}");
}
