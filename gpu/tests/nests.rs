//! Random loop nests: kernels' items in a shuffled order, kernels on the device, and the evaluator must agree.
//!
//! `NESTS_COUNT=100000 cargo test -p holloway-gpu --release --test nests` runs that many, `NESTS_DEVICE=1000` so many of them on the device, too.

mod common;

use common::draw::nest;
use common::{compare, copying, gpu, Went};
use holloway_compiler::region::verify;
use holloway_draws::{campaign, Limits};
use holloway_gpu::Gpu;
use std::cell::Cell;

#[test]
fn shuffled_items_and_the_evaluator_agree() {
    let on_device = std::env::var("NESTS_DEVICE").map_or(20, |n| n.parse().unwrap());
    let (gpu, copying) = (gpu(), copying());
    let (ran, asked, device) = (Cell::new(0u64), Cell::new(0u64), Cell::new(0u64));
    let one_more = |c: &Cell<u64>| c.set(c.get() + 1);
    let limits = Limits::from_env("NESTS");
    campaign(&limits, |d| {
        let draws = d.clone();
        let (region, inputs, mut world) = nest(d);
        verify(&region).map_err(|e| format!("{e}\n{region}"))?;
        if limits.bytes.is_some() {
            println!("{region}\ninputs {inputs:x?}");
        }
        one_more(&asked);
        let went = compare(&Gpu::shuffled(d.bits()).worth(0), &region, &inputs, &mut world);
        if went == Went::Ran {
            one_more(&ran);
            if device.get() < on_device {
                one_more(&device);
                let (region, inputs, mut world) = nest(&mut draws.clone());
                if compare(&gpu, &region, &inputs, &mut world) != Went::Ran {
                    return Err(format!("it does not run on the device\n{region}"));
                }
                let (region, inputs, mut world) = nest(&mut draws.clone());
                if compare(&copying, &region, &inputs, &mut world) != Went::Ran {
                    return Err(format!("it does not run on copies\n{region}"));
                }
            }
        }
        Ok(true)
    });
    println!("{} nests, {} ran, {} on the device", asked.get(), ran.get(), device.get());
    assert!(asked.get() < 1000 || ran.get() * 10 > asked.get(), "too few run");
}
