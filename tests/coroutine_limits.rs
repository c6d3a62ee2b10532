//! More coroutines than the system has stacks for. Alone in its process, as it takes all there are.

mod small;

use holloway::heap::HeapConfig;
use holloway::Params;
use small::{as_int, with_program};

#[test]
fn more_than_the_system_maps_is_an_error() {
    // An emulator keeps books of its own on every mapping, and would be at it for an hour.
    if std::env::var_os("TEST_RUNNER").is_some() {
        return;
    }
    let hoard = "fn co1(n) { yield(n) } let l = list 200000; let i = 0;
        while i < 200000 { let c = spawn(1, i); l[i] = c; resume(c, 0); i = i + 1 } return i";
    with_program(hoard, (Params::default(), HeapConfig::default()), |_, run| match run() {
        Ok(v) => assert_eq!(as_int(v), Some(200_000)),
        Err(v) => assert_eq!(as_int(v), Some(-1)),
    });
}
