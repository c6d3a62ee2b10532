//! Switches between native stacks, in assembly.
//!
//! **Problem.** A switch must cost little more than a call, and say exactly where it left the stack, so that what lies from there to the stack's base
//! can be put elsewhere and be put back.
//!
//! **Invariants.**
//! 1. All that the code after a switch needs is on its stack, at or above the stack pointer that was saved: the assembly clobbers every register, so
//!    the compiler stores what it keeps, and those it may not name are pushed.
//! 2. What is at the saved stack pointer leads on: to the code after the switch, or to a function that has not begun.
//!
//! **Not promised.** No unwinding passes a stack's base: a function that a stack begins with catches panics.
//!
//! **Example.** `let sp = begin(&stack, main)`, then `switch(&mut here, sp, arg)` calls `main(arg)` there; `switch(&mut there, here, arg)` in it comes back.

use holloway_compiler::native;
use std::arch::asm;
use std::ops::Range;

/// What a stack begins with. It may not return.
pub(super) type Main = native!(unsafe fn(*const ()) -> !);
/// Chooses which stack goes on: answers where it was left.
pub(super) type Choose = native!(unsafe fn(*const ()) -> usize);

/// Makes an empty stack ready to be switched to: answers the stack pointer at which `main` begins.
///
/// # Safety
/// `stack` is writable memory whose end is aligned to 16, with room for what runs there.
pub(super) unsafe fn begin(stack: &Range<usize>, main: Main) -> usize {
    let words = first_words(stack, main as usize);
    let sp = stack.end - 8 * words.len();
    // SAFETY: the caller's promise. A return address of 0 ends backtraces.
    unsafe {
        for (i, word) in words.into_iter().enumerate() {
            (sp as *mut usize).add(i).write(word)
        }
    }
    sp
}

/// What a switch finds where it goes: `main`, and on x86-64 above it the return address; between them what Windows is told.
#[cfg(not(windows))]
fn first_words(_: &Range<usize>, main: usize) -> [usize; 4] {
    if cfg!(target_arch = "x86_64") {
        [main, 0, 0, 0]
    } else {
        [0, 0, main, 0]
    }
}
#[cfg(windows)]
fn first_words(stack: &Range<usize>, main: usize) -> [usize; 9] {
    [main, usize::MAX, 0, stack.start, stack.start, stack.end, 0, 0, 0]
}

/// Instructions by which Windows knows the stack that runs, in the fields of the thread's block that belong to a stack; its own fibers have them switched, too.
///
/// | field | what | why |
/// |---|---|---|
/// | `0x08` | the end (`StackBase`) | unwinding goes through frames between the two bounds only |
/// | `0x10` | the lowest address that may be used (`StackLimit`) | the same |
/// | `0x1478` | where memory begins (`DeallocationStack`) | tells how much is left; an overflow is one between this and the end |
/// | `0x1748` | bytes kept for who handles an overflow (`GuaranteedStackBytes`) | a promise for one stack; new ones have none |
/// | `0x00` | the first handler of exceptions, all ones where there is none (`ExceptionList`) | handlers lie on the stack |
///
/// A handler below the frame that is unwound is taken for one within it, so the list of a stack at lower addresses would get the exceptions of this one.
///
/// Left alone are what fibers and threads keep for programs (`FiberData` at `0x20`, local storage of fibers): a coroutine is no fiber, but runs in whichever resumes
/// it, and code on its stack is to see that one's.
#[cfg(windows)]
macro_rules! block {
    (push) => {
        "push qword ptr gs:[0x08]\npush qword ptr gs:[0x10]\npush qword ptr gs:[0x1478]\npush qword ptr gs:[0x1748]\npush qword ptr gs:[0x00]"
    };
    // The bytes kept are a word of four, followed by four that nothing uses.
    (pop) => {
        "pop qword ptr gs:[0x00]\npop qword ptr gs:[0x1748]\npop qword ptr gs:[0x1478]\npop qword ptr gs:[0x10]\npop qword ptr gs:[0x08]"
    };
    // From `rsi`, the end, and `r8`.
    (set) => {
        "mov gs:[0x08], rsi\nmov gs:[0x10], r8\nmov gs:[0x1478], r8\nmov dword ptr gs:[0x1748], 0\nmov qword ptr gs:[0x00], -1"
    };
}
/// Other systems do not ask.
#[cfg(all(not(windows), target_arch = "x86_64"))]
macro_rules! block {
    ($what:ident) => {
        ""
    };
}

/// Leaves the running stack, noting in `save` where, and goes on with the one that was left at `to`. One that begins there gets `arg`.
///
/// # Safety
/// `to` is where a stack was left that has not run since, or the answer of [`begin`]; `save` may be written.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) unsafe fn switch(save: *mut usize, to: usize, arg: *const ()) {
    // SAFETY: the caller's promise; registers are clobbered or pushed and popped, so the code after it finds what it relies on.
    unsafe {
        asm!(
            "push rbp", "push rbx", block!(push), "lea rax, [rip + 2f]", "push rax",
            "mov [rdx], rsp",
            "mov rsp, rsi",
            "pop rax", block!(pop), "jmp rax",
            "2:", "pop rbx", "pop rbp",
            inlateout("rdx") save => _, inlateout("rsi") to => _, inlateout("rdi") arg => _,
            lateout("r12") _, lateout("r13") _, lateout("r14") _, lateout("r15") _, clobber_abi("sysv64"),
        )
    }
}

/// The same, for a stack that `choose` finds, running on the stack `on` meanwhile: it may change the contents of both others.
///
/// # Safety
/// As [`switch`] for the answer of `choose(arg)`, which is no stack that begins; `on` is a stack nothing else uses, whose end is aligned to 16.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
pub(super) unsafe fn switch_by(save: *mut usize, on: &Range<usize>, choose: Choose, arg: *const ()) {
    // SAFETY: as in `switch`; the call finds an aligned stack.
    unsafe {
        asm!(
            "push rbp", "push rbx", block!(push), "lea rax, [rip + 2f]", "push rax",
            "mov [rdx], rsp",
            block!(set),
            "mov rsp, rsi",
            "call rcx",
            "mov rsp, rax",
            "pop rax", block!(pop), "jmp rax",
            "2:", "pop rbx", "pop rbp",
            inlateout("rdx") save => _, inlateout("rsi") on.end => _, inlateout("r8") on.start => _,
            inlateout("rcx") choose => _, inlateout("rdi") arg => _,
            lateout("r12") _, lateout("r13") _, lateout("r14") _, lateout("r15") _, clobber_abi("sysv64"),
        )
    }
}

/// Leaves the running stack, noting in `save` where, and goes on with the one that was left at `to`. One that begins there gets `arg`.
///
/// # Safety
/// `to` is where a stack was left that has not run since, or the answer of [`begin`]; `save` may be written.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(super) unsafe fn switch(save: *mut usize, to: usize, arg: *const ()) {
    // SAFETY: the caller's promise; registers are clobbered or stored and loaded, so the code after it finds what it relies on.
    unsafe {
        asm!(
            "stp x29, x19, [sp, #-32]!", "adr x9, 2f", "str x9, [sp, #16]",
            "mov x9, sp", "str x9, [x2]",
            "mov sp, x1",
            "ldr x9, [sp, #16]", "mov x30, xzr", "br x9",
            "2:", "ldp x29, x19, [sp], #32",
            inlateout("x2") save => _, inlateout("x1") to => _, inlateout("x0") arg => _,
            lateout("x20") _, lateout("x21") _, lateout("x22") _, lateout("x23") _, lateout("x24") _, lateout("x25") _,
            lateout("x26") _, lateout("x27") _, lateout("x28") _, clobber_abi("C"),
        )
    }
}

/// The same, for a stack that `choose` finds, running on the stack `on` meanwhile: it may change the contents of both others.
///
/// # Safety
/// As [`switch`] for the answer of `choose(arg)`, which is no stack that begins; `on` is a stack nothing else uses, whose end is aligned to 16.
#[cfg(target_arch = "aarch64")]
#[inline(never)]
pub(super) unsafe fn switch_by(save: *mut usize, on: &Range<usize>, choose: Choose, arg: *const ()) {
    // SAFETY: as in `switch`; the call finds an aligned stack.
    unsafe {
        asm!(
            "stp x29, x19, [sp, #-32]!", "adr x9, 2f", "str x9, [sp, #16]",
            "mov x9, sp", "str x9, [x2]",
            "mov sp, x1",
            "blr x3",
            "mov sp, x0",
            "ldr x9, [sp, #16]", "mov x30, xzr", "br x9",
            "2:", "ldp x29, x19, [sp], #32",
            inlateout("x2") save => _, inlateout("x1") on.end => _, inlateout("x3") choose => _, inlateout("x0") arg => _,
            lateout("x20") _, lateout("x21") _, lateout("x22") _, lateout("x23") _, lateout("x24") _, lateout("x25") _,
            lateout("x26") _, lateout("x27") _, lateout("x28") _, clobber_abi("C"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Two stacks take turns; each keeps values in registers over its switches.
    #[derive(Default)]
    struct Turns {
        here: Cell<usize>,
        there: Cell<usize>,
        sum: Cell<u64>,
        chosen: Cell<u64>,
    }

    native! {
        unsafe fn counts(t: *const ()) -> ! {
            // SAFETY: the test passes its own.
            let t = unsafe { &*t.cast::<Turns>() };
            let (mut a, mut b, mut x) = (1u64, 1u64, 0.5f64);
            loop {
                (a, b, x) = (b, a.wrapping_add(b), x * 2.0);
                t.sum.set(t.sum.get() + a + x as u64);
                // SAFETY: the other stack waits where it was left.
                unsafe { switch(t.there.as_ptr(), t.here.get(), std::ptr::null()) }
            }
        }
    }

    native! {
        unsafe fn chooses(t: *const ()) -> usize {
            // SAFETY: the test passes its own.
            let t = unsafe { &*t.cast::<Turns>() };
            t.chosen.set(t.chosen.get() + 1);
            t.there.get()
        }
    }

    #[test]
    fn stacks_take_turns() {
        let mut memory = vec![0u128; 4 << 10];
        let mut scratch = vec![0u128; 4 << 10];
        let stack = |m: &mut [u128]| m.as_mut_ptr_range().start as usize..m.as_mut_ptr_range().end as usize;
        let (stack, on) = (stack(&mut memory), stack(&mut scratch));
        let t = Turns::default();
        // SAFETY: memory of its own, which lives to the end; the stack is left waiting in a switch with nothing to drop.
        unsafe {
            t.there.set(begin(&stack, counts));
            let (mut k, mut y) = (1u64, 3.0f64);
            for i in 0..20 {
                match i % 3 {
                    1 => switch_by(t.here.as_ptr(), &on, chooses, std::ptr::from_ref(&t).cast()),
                    _ => switch(t.here.as_ptr(), t.there.get(), std::ptr::from_ref(&t).cast()),
                }
                (k, y) = (k * 2, y + 1.0);
            }
            assert_eq!((k, y), (1 << 20, 23.0));
        }
        let fibonacci =
            [1u64, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584, 4181, 6765, 10946];
        assert_eq!(t.sum.get(), fibonacci.iter().sum::<u64>() + (1 << 20) - 1);
        assert_eq!(t.chosen.get(), 7);
    }

    /// The fields of the thread's block that a switch is to exchange, in order of their places.
    #[cfg(windows)]
    #[derive(Clone, Copy, Default, Debug, PartialEq)]
    struct Block {
        handlers: usize,
        end: usize,
        lowest: usize,
        memory: usize,
        kept: u32,
    }

    #[cfg(windows)]
    impl Block {
        fn read() -> Block {
            let (handlers, end, lowest, memory, kept);
            // SAFETY: reads fields of the thread's block.
            unsafe {
                asm!(
                    "mov {0}, gs:[0x00]", "mov {1}, gs:[0x08]", "mov {2}, gs:[0x10]", "mov {3}, gs:[0x1478]", "mov {4:e}, gs:[0x1748]",
                    out(reg) handlers, out(reg) end, out(reg) lowest, out(reg) memory, out(reg) kept,
                    options(nostack, readonly, preserves_flags)
                )
            };
            Block { handlers, end, lowest, memory, kept }
        }
        /// What a stack is to have that nothing has happened on.
        fn of(stack: &Range<usize>) -> Block {
            Block { handlers: usize::MAX, end: stack.end, lowest: stack.start, memory: stack.start, kept: 0 }
        }
    }

    #[cfg(windows)]
    #[derive(Default)]
    struct Seen {
        here: Cell<usize>,
        there: Cell<usize>,
        /// On the other stack, and where a stack is chosen.
        block: Cell<Block>,
        chosen: Cell<Block>,
    }

    #[cfg(windows)]
    native! {
        unsafe fn tells_its_block(seen: *const ()) -> ! {
            // SAFETY: the test passes its own.
            let seen = unsafe { &*seen.cast::<Seen>() };
            loop {
                seen.block.set(Block::read());
                // SAFETY: the other stack waits where it was left.
                unsafe { switch(seen.there.as_ptr(), seen.here.get(), std::ptr::null()) }
            }
        }
    }

    #[cfg(windows)]
    native! {
        unsafe fn chooses_and_tells(seen: *const ()) -> usize {
            // SAFETY: the test passes its own.
            let seen = unsafe { &*seen.cast::<Seen>() };
            seen.chosen.set(Block::read());
            seen.there.get()
        }
    }

    /// Handlers of the thread's stack once got the panics of coroutines whose stacks lay above it.
    #[cfg(windows)]
    #[test]
    fn what_windows_knows_of_a_stack_goes_with_it() {
        let mut memory = vec![0u128; 4 << 10];
        let mut scratch = vec![0u128; 4 << 10];
        let stack = |m: &mut [u128]| m.as_mut_ptr_range().start as usize..m.as_mut_ptr_range().end as usize;
        let (stack, on) = (stack(&mut memory), stack(&mut scratch));
        let seen = Seen::default();
        // SAFETY: what is kept for an overflow is a number that nothing asks for before one; the test puts it back.
        let keep = |bytes: u32| unsafe {
            asm!("mov gs:[0x1748], {:e}", in(reg) bytes, options(nostack, preserves_flags))
        };
        let kept = Block::read().kept;
        keep(kept + 4096);
        let before = Block::read();
        // SAFETY: memory of its own, which lives to the end; the stack is left waiting in a switch with nothing to drop.
        unsafe {
            seen.there.set(begin(&stack, tells_its_block));
            switch(seen.here.as_ptr(), seen.there.get(), std::ptr::from_ref(&seen).cast());
            assert_eq!((seen.block.get(), Block::read()), (Block::of(&stack), before));
            seen.block.set(Block::default());
            switch_by(seen.here.as_ptr(), &on, chooses_and_tells, std::ptr::from_ref(&seen).cast());
        }
        assert_eq!(
            (seen.block.get(), seen.chosen.get(), Block::read()),
            (Block::of(&stack), Block::of(&on), before)
        );
        keep(kept);
    }
}
