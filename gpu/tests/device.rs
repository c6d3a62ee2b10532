//! Devices: what they compute, and what happens in bad surroundings. Without a device these tests fail: install `pocl-opencl-icd`.

use holloway_gpu::device::{Arg, Build, Device, End, Error, Kernel, Use, PARAMS, PRELUDE};
use std::process::Command;
use std::time::{Duration, Instant};

/// The device that is there: chosen as users do.
fn device() -> Device {
    Device::open(std::env::var("HOLLOWAY_GPU_DEVICE").ok().as_deref()).unwrap()
}

/// Begins to build a kernel `k` with these further parameters and this body, in which `i`, `j` and `k` are the item's numbers.
fn begin(device: &Device, params: &str, body: &str) -> Build {
    device.build(&format!(
        "{PRELUDE}__kernel void k({PARAMS}{params}) {{
            ulong i = base.x + get_global_id(0), j = base.y + get_global_id(1), k = base.z + get_global_id(2);
            if (i >= size.x || j >= size.y || k >= size.z) return;
            {body}
        }}"
    ))
}

fn kernel(device: &Device, params: &str, body: &str) -> Kernel {
    begin(device, params, body).wait().unwrap().kernel("k", 128).unwrap()
}

fn words(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks_exact(8).map(|b| u64::from_le_bytes(b.try_into().unwrap())).collect()
}

#[test]
fn each_item_of_a_range_is_done_once() {
    let device = device();
    let count = kernel(&device, ", __global ulong *a, ulong by", "a[(k * size.y + j) * size.x + i] += by;");
    for range in
        [&[1][..], &[64], &[1000], &[100_003], &[1, 77], &[300, 5], &[3, 1000], &[5, 6, 7], &[1, 1, 4099]]
    {
        let items: u64 = range.iter().product();
        let mut memory = device.buffer(items as usize * 8).unwrap();
        memory.write(&vec![0; items as usize * 8]).unwrap();
        let mut slices = 0;
        for _ in 0..3 {
            let end = device.launch(&count, &[Arg::Buffer(&memory), Arg::Word(7)], range, &mut |_| {
                slices += 1;
                true
            });
            assert_eq!(end, Ok(End::Done));
        }
        let mut bytes = vec![0; items as usize * 8];
        memory.read(&mut bytes).unwrap();
        assert!(words(&bytes).iter().all(|&w| w == 21), "{range:?} in {slices} slices more than three");
    }
    assert_eq!(device.launch(&count, &[], &[10, 0], &mut |_| panic!()), Ok(End::Done), "an empty range");
}

/// Loaders are not ready for it.
#[test]
fn threads_may_look_for_devices_at_once() {
    let threads: Vec<_> = (0..8).map(|_| std::thread::spawn(|| Device::list().map(|l| l.len()))).collect();
    let counts: Vec<_> = threads.into_iter().map(|t| t.join().unwrap()).collect();
    assert!(counts.iter().all(|c| *c == counts[0] && c.is_ok()), "{counts:?}");
}

#[test]
fn the_same_text_is_built_once_and_results_can_be_polled() {
    let device = device();
    let build = begin(&device, "", "");
    let first = build.wait().unwrap();
    assert!(std::sync::Arc::ptr_eq(&first, &begin(&device, "", "").poll().unwrap().unwrap()));
    let other = begin(&device, "", "if (i == 1000) FAIL(1);");
    let start = Instant::now();
    while other.poll().is_none() {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::yield_now();
    }
}

#[test]
fn lent_memory_is_worked_on_and_given_back() {
    let device = device();
    let double = kernel(&device, ", __global const double *a, __global double *b", "b[i] = a[i] * 2;");
    let mut from: Vec<f64> = (0..1000).map(f64::from).collect();
    let mut to = vec![0f64; 1000];
    // SAFETY: the vectors outlive the loans and are not touched before these end.
    let (a, b) = unsafe {
        let a = device.lend(from.as_mut_ptr().cast(), 8000, Use::Read).unwrap();
        (a, device.lend(to.as_mut_ptr().cast(), 8000, Use::Write).unwrap())
    };
    let args = [Arg::Buffer(a.buffer()), Arg::Buffer(b.buffer())];
    assert_eq!(device.launch(&double, &args, &[1000], &mut |_| true), Ok(End::Done));
    a.give_back().unwrap();
    b.give_back().unwrap();
    assert!(to.iter().zip(&from).all(|(t, f)| *t == 2.0 * f));
}

#[test]
fn arithmetic_is_the_hosts_to_the_bit() {
    let device = device();
    let body = "double x = a[i], y = a[size.x - 1 - i]; a[size.x + i] = x * y + x; a[2 * size.x + i] = sqrt(x) / y - floor(x);";
    let odd = kernel(&device, ", __global double *a", body);
    let n = 5000;
    let mut memory = device.buffer(3 * n * 8).unwrap();
    let mut seed = 1u64;
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / 1e12
    };
    let x: Vec<f64> = (0..n).map(|_| next()).collect();
    memory.write(&x.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>()).unwrap();
    assert_eq!(device.launch(&odd, &[Arg::Buffer(&memory)], &[n as u64], &mut |_| true), Ok(End::Done));
    let mut bytes = vec![0; 3 * n * 8];
    memory.read(&mut bytes).unwrap();
    let got = words(&bytes);
    for i in 0..n {
        let (x, y) = (x[i], x[n - 1 - i]);
        assert_eq!(got[n + i], (x * y + x).to_bits());
        assert_eq!(got[2 * n + i], (x.sqrt() / y - x.floor()).to_bits());
    }
}

#[test]
fn all_numbers_that_failed_are_told_and_the_next_launch_begins_anew() {
    let device = device();
    let fails = kernel(&device, ", ulong at", "if (i >= at && i % 50 < 2) FAIL((int)(i % 100 + 3));");
    let run = |at| device.launch(&fails, &[Arg::Word(at)], &[1000], &mut |_| true);
    assert_eq!(run(0), Ok(End::Failed(vec![3, 4, 53, 54])));
    assert_eq!(run(951), Ok(End::Failed(vec![54])));
    assert_eq!(run(1000), Ok(End::Done));
}

/// A kernel that would take minutes is left soon after the caller said so.
#[test]
fn a_long_launch_can_be_stopped() {
    let device = device();
    let slow = "ulong x = i; for (ulong n = 0; n < 100000; n++) x = x * 6364136223846793005UL + n; if (x == 1) a[0] = x;";
    let slow = kernel(&device, ", __global ulong *a", slow);
    let memory = device.buffer(8).unwrap();
    let (start, mut asked) = (Instant::now(), 0);
    let end = device.launch(&slow, &[Arg::Buffer(&memory)], &[1 << 32], &mut |_| {
        asked += 1;
        asked < 3
    });
    assert_eq!((end, asked), (Ok(End::Stopped), 3));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// Slices were long for short items.
#[test]
fn a_launch_of_longer_items_than_before_can_be_stopped() {
    let device = device();
    let slow =
        "ulong x = i; for (ulong k = 0; k < n; k++) x = x * 6364136223846793005UL + k; if (x == 1) a[0] = x;";
    let slow = kernel(&device, ", __global ulong *a, ulong n", slow);
    let memory = device.buffer(8).unwrap();
    // A graphics card is done with as many as a processor takes minutes for before anybody asks.
    let items = if device.info().processor { 100_000 } else { 1 << 32 };
    let run = |n: u64, go_on: &mut dyn FnMut(f64) -> bool| {
        slow.expect(n as f64);
        device.launch(&slow, &[Arg::Buffer(&memory), Arg::Word(n)], &[items], go_on)
    };
    for _ in 0..3 {
        assert_eq!(run(10, &mut |_| true), Ok(End::Done));
    }
    let start = Instant::now();
    assert_eq!(run(1_000_000, &mut |_| start.elapsed() < Duration::from_millis(300)), Ok(End::Stopped));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn what_does_not_compile_gives_the_log() {
    let device = device();
    let Err(Error::Build(log)) = begin(&device, "", "int x = no_such_thing;").wait() else { panic!() };
    assert!(log.contains("no_such_thing"), "{log}");
    let whole = begin(&device, "", "").wait().unwrap();
    assert!(matches!(whole.kernel("absent", 0), Err(Error::Driver(_))));
    // And the device is as good as before.
    each_item_of_a_range_is_done_once();
}

#[test]
fn too_large_a_buffer_is_an_error() {
    let device = device();
    let error = device.buffer(usize::MAX / 2).unwrap_err();
    assert!(matches!(error, Error::Memory(_)), "{error}");
    assert!(error.to_string().contains("9223372036854775807"), "{error}");
    device.buffer(8).unwrap();
}

#[test]
fn devices_are_chosen_by_name_and_index() {
    let all = Device::list().unwrap();
    assert!(!all.is_empty());
    let whole = Device::open(Some(&all[0].name)).unwrap();
    assert_eq!(whole.info().name, all[0].name);
    assert_eq!(Device::open(Some("0")).unwrap().info(), whole.info());
    let Err(Error::NoDevice(text)) = Device::open(Some("no such device")) else { panic!() };
    assert!(text.contains(&all[0].name), "{text}");
}

/// Tells what opening a device gives; run by [`opening`] in other surroundings.
#[test]
fn tells_what_opening_gives() {
    println!("opened: {:?}", Device::open(None).map(|d| d.info().name.clone()));
}

/// What opening a device gives where `variable` is set so.
fn opening(variable: &str, value: &str) -> String {
    let test = std::env::current_exe().unwrap();
    let args = ["--exact", "tells_what_opening_gives", "--nocapture"];
    let child = Command::new(test).args(args).env(variable, value).output().unwrap();
    let text = String::from_utf8(child.stdout).unwrap();
    assert!(child.status.success(), "{text}");
    let line = text.lines().find_map(|l| l.split_once("opened: ")).expect("the line");
    line.1.to_string()
}

#[test]
fn without_a_library_or_a_driver_the_reason_is_told() {
    let gone = opening("OPENCL_DYLIB_PATH", "/nowhere/libOpenCL.so");
    assert!(gone.starts_with("Err(NoLibrary(") && gone.contains("/nowhere/libOpenCL.so"), "{gone}");
    let text = opening("OPENCL_DYLIB_PATH", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    assert!(text.starts_with("Err(BadLibrary(") && text.contains("gpu/Cargo.toml"), "{text}");
    let empty = opening("OCL_ICD_VENDORS", "/nowhere");
    assert!(empty.starts_with("Err(NoDevice("), "{empty}");
}
