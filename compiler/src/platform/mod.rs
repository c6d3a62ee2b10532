//! What differs between operating systems.
//!
//! **Problem.** Native code, guests' stacks and a heap need what the standard library does not give: memory that runs, memory with a guard, the bounds of a
//! stack, processor time. Each system has it under other names and with other rules.
//!
//! **How.** A file for each system (`linux`, `macos`, `windows`) has the same functions; `unix` has what two of them share. The rest of the project asks no
//! system which it is, but for what a tool exists for on one only (`perf`, mimalloc's options), and assembly, which stands where the architecture's is.
//!
//! **Invariants.**
//! 1. Every function here exists on every system, with one signature. Where a system has nothing of the kind, it does nothing or answers that it is unknown.
//! 2. No page is writable and executable for one thread at once, where the system and the processor can tell threads or views apart.
//!
//! **Not promised.** Other systems: building for them is refused here.
//!
//! **Example.**
//! ```
//! let mut code = holloway_compiler::platform::CodeMemory::new(1 << 20).unwrap();
//! code.write(64, 2, |bytes| bytes.copy_from_slice(&[1, 2]));
//! assert_eq!(code.bytes()[64..66], [1, 2]);
//! ```

mod pages;
#[cfg(unix)]
mod unix;

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(target_os = "macos", path = "macos.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

pub use pages::Pages;
pub use system::*;

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
compile_error!("systems are Linux, macOS and Windows; another one needs a file in compiler/src/platform");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_memory_shows_what_is_written_and_runs() {
        let mut code = CodeMemory::new(1 << 20).unwrap();
        // `return 42`, as a function without arguments.
        let bytes: &[u8] = if cfg!(target_arch = "x86_64") {
            &[0xb8, 42, 0, 0, 0, 0xc3]
        } else {
            &[0x40, 0x05, 0x80, 0x52, 0xc0, 0x03, 0x5f, 0xd6]
        };
        code.write(128, bytes.len(), |to| to.copy_from_slice(bytes));
        assert_eq!(&code.bytes()[128..128 + bytes.len()], bytes);
        // SAFETY: the bytes are such a function, on a processor that has not fetched from there.
        let answer = unsafe { std::mem::transmute::<usize, extern "C" fn() -> i32>(code.address() + 128)() };
        assert_eq!(answer, 42);
    }

    #[test]
    fn products_and_sums_are_rounded_once() {
        // Twice rounded, the first is one more.
        let (tiny, bits) = (f64::from_bits(0x1268_8b70_e62b), 0x1b9c_d129_5940);
        assert_eq!(mul_add(0.5, tiny, tiny).to_bits(), bits);
        let x = 1.0 + f64::EPSILON;
        assert_eq!(mul_add(x, x, -1.0 - 2.0 * f64::EPSILON), f64::EPSILON * f64::EPSILON);
    }

    #[test]
    fn memory_is_zero_and_may_be_given_back() {
        for charged in [false, true] {
            let at = map(1 << 20, charged).unwrap();
            // SAFETY: mapped just now; given back once.
            unsafe {
                at.write(7);
                assert!(forbid(at, 64 << 10) && allow(at, 64 << 10));
                assert_eq!(at.read(), 7);
                assert!(forbid(at, 64 << 10));
                assert_eq!((at.add(64 << 10).read(), at.add((1 << 20) - 1).read()), (0, 0));
                unmap(at, 1 << 20);
            }
        }
        assert!(map(usize::MAX / 2, true).is_none());
    }

    #[test]
    fn pages_are_zero_and_their_owners() {
        let mut pages = Pages::new(1 << 20).unwrap();
        in_large_pages(&pages, true);
        assert!(pages.len() == 1 << 20 && pages.iter().all(|&b| b == 0));
        pages[5] = 7;
        assert_eq!(pages[4..7], [0, 7, 0]);
        assert!(Pages::new(usize::MAX / 2).is_none());
    }

    #[test]
    fn the_stack_begins_above_and_near() {
        let here = 0u8;
        let (base, here) = (thread_stack_base().unwrap(), std::ptr::from_ref(&here) as usize);
        assert!((here..here + (64 << 20)).contains(&base));
        std::thread::spawn(move || {
            let there = 0u8;
            let there = std::ptr::from_ref(&there) as usize;
            assert!((there..there + (1 << 20)).contains(&thread_stack_base().unwrap()));
        })
        .join()
        .unwrap();
    }

    #[test]
    fn clocks_go_on_with_work() {
        let before = (monotonic(), cpu_time(), thread_cpu_time());
        let busy = std::time::Instant::now();
        // The coarsest of these clocks advances 64 times a second.
        while busy.elapsed().as_millis() < 10_000 {
            let now = (monotonic(), cpu_time(), thread_cpu_time());
            if now.0 > before.0 && now.1 > before.1 && now.2 > before.2 {
                assert!(now.1 >= now.2);
                return;
            }
        }
        panic!("a clock stands still");
    }

    #[test]
    fn the_machine_has_memory_and_threads_have_numbers() {
        assert!(total_memory().unwrap() > 64 << 20);
        assert_ne!(thread_number(), std::thread::spawn(thread_number).join().unwrap());
        assert_eq!(keeping_ctrl_c(|| 3), 3);
    }
}
