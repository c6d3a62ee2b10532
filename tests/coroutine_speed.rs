//! What coroutines cost, printed; asserted only within bounds that a loaded machine keeps too.

mod small;

use holloway::heap::HeapConfig;
use holloway::{Params, Resumed};
use small::with_program;
use std::time::Instant;

/// Best of five, in nanoseconds for one of `n`.
fn best(n: u32, mut f: impl FnMut()) -> f64 {
    let each = (0..5).map(|_| {
        let t = Instant::now();
        f();
        t.elapsed().as_nanos() as f64 / n as f64
    });
    each.fold(f64::MAX, f64::min)
}

#[test]
fn creation_and_switches_are_cheap() {
    // An emulator is slower than the limit allows for.
    if std::env::var_os("TEST_RUNNER").is_some() {
        return;
    }
    const N: u32 = 20_000;
    with_program("return 0", (Params::default(), HeapConfig::default()), |rt, _| {
        let made = best(N, || {
            for _ in 0..N {
                let co = rt.spawn(|_, args| Ok(args.to_vec()));
                assert_eq!(rt.resume(&co, &[]), Ok(Resumed::Returned));
            }
        });
        let co = rt.spawn(|rt, _| loop {
            rt.yield_(&[]).map_err(|_| holloway::machine::Raised)?;
        });
        let pair = best(N, || {
            for _ in 0..N {
                let _ = rt.resume(&co, &[]);
            }
        });
        println!("create and finish {made:.0} ns, resume and yield {pair:.0} ns");
        assert!(made < 20_000.0 && pair < 5_000.0);
    });
}
