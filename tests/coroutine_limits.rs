//! Very many coroutines. Alone in its process, as it takes much memory.

mod small;

use holloway::heap::HeapConfig;
use holloway::Params;
use small::{as_int, with_program};

/// Lives coroutines in a list, and counts how many could not be begun.
const HOARD: &str = "fn co1(n) { yield(n) } let n = 60000; let l = list 60000; let i = 0; let failed = 0;
    while i < n { let c = spawn(1, i); try { resume(c, 0); l[i] = c } catch e { failed = failed + 1 } i = i + 1 } return failed";

#[test]
fn there_may_be_more_than_the_system_maps_stacks() {
    // An emulator takes its time.
    if std::env::var_os("TEST_RUNNER").is_some() {
        return;
    }
    with_program(HOARD, (Params::default(), HeapConfig::default()), |rt, run| {
        assert_eq!(run().ok().and_then(as_int), Some(0));
        assert_eq!(small::alive(), 60_000);
        // They count for when the next collection is due, so there are few.
        assert!(rt.heap.stats().collections < 20, "{:?}", rt.heap.stats());
    });
    assert_eq!(small::alive(), 0);
}

#[test]
fn without_memory_a_resume_fails_and_collects_nothing() {
    let config = HeapConfig { limit: 32 << 20, ..HeapConfig::default() };
    with_program(HOARD, (Params::default(), config), |rt, run| {
        let failed = run().ok().and_then(as_int).expect("it goes on");
        assert!((1_000..59_000).contains(&failed), "{failed}");
        assert!(rt.heap.stats().collections < 40, "{:?}", rt.heap.stats());
    });
}
