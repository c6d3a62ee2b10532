//! Places of native code that are written again after it is in the arena.
//!
//! **Problem.** What hardly ever changes need not be asked each time. A guard that fails often has a bridge, and going there through its stub and its
//! record costs a load and a branch that the processor predicts apart from the guard's own; an assumption that a trace makes is tested by a load
//! and a branch that never leaves. So a backend may say where it left room:
//!
//! | place | at first | later |
//! |---|---|---|
//! | [`ExitJump`], a branch to an exit's stub | goes to the stub | goes to the bridge, while there is one |
//! | [`FarJump`], a jump through a register | as written | a near jump, if it goes to code of the same chunk |
//! | [`Assumption`], a guard on the validity of a cell | does nothing | a jump to the exit's stub, once the cell has another value |
//!
//! **Invariants.**
//! 1. Where an instruction began that can be jumped to or returned to, one begins after each write.
//! 2. Only the thread that runs an arena's code writes it, and never while it is in that code but for calls that it waits for.
//! 3. A [`Switch`] lives as long as its code is in the arena; who wants to throw it later holds it weakly.
//!
//! **Not promised.** That a target has such places: where it names none, exits go through their records, which is enough, and cells are tested.
//!
//! **Example.** `guard_valid 0x7f00` with room is five bytes that do nothing; [`throw_all`] makes them `jmp stub`.

use super::arena::{Arena, Code};
use std::cell::Cell;
use std::rc::Weak;

/// A branch to an exit's stub.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExitJump {
    /// The exit.
    pub exit: u32,
    /// Where its distance stands, in bytes from the code's first: four bytes, counted from behind them.
    pub at: u32,
    /// Where the stub is.
    pub stub: u32,
}

/// A jump to an address, through a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FarJump {
    /// Where its instructions begin, in bytes from the code's first.
    pub at: u32,
    /// Where it goes.
    pub to: usize,
    /// What a near jump begins with; its distance follows, four bytes, counted from behind them.
    pub near: u8,
    /// What comes behind that in the place of the rest, and does nothing.
    pub rest: &'static [u8],
}

/// A guard on the validity of a cell, which does nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// The cell's word.
    pub word: u64,
    /// Where its [`ROOM`] bytes are.
    pub at: u32,
    /// What they become: a jump out of the trace.
    pub thrown: [u8; ROOM],
}

/// Bytes of a near jump.
pub const ROOM: usize = 5;

/// All of a trace's code.
#[derive(Clone, Debug, Default)]
pub struct Patches {
    /// By exit.
    pub exits: Vec<ExitJump>,
    /// In no order.
    pub far: Vec<FarJump>,
    /// In no order.
    pub assumptions: Vec<Assumption>,
}

/// A place of code in an arena that does nothing until it is thrown; from then on it jumps.
#[derive(Debug)]
pub struct Switch {
    /// The place, where it may be written.
    at: *mut [u8; ROOM],
    thrown: Cell<Option<[u8; ROOM]>>,
}

impl Switch {
    /// # Safety
    /// `at` may be written for as long as this lives, and nobody has a reference to it when this is thrown.
    pub(super) unsafe fn new(at: *mut [u8; ROOM], thrown: [u8; ROOM]) -> Switch {
        Switch { at, thrown: Cell::new(Some(thrown)) }
    }
    /// Throws it, once and for all. The processor is told by [`throw_all`].
    fn throw(&self) {
        if let Some(thrown) = self.thrown.take() {
            // SAFETY: promised in `new`; this thread is not between these bytes, as they were one instruction that called nothing.
            unsafe { self.at.write(thrown) };
        }
    }
}

/// Throws switches, those whose code is still there.
pub fn throw_all(switches: impl IntoIterator<Item = Weak<Switch>>) {
    let mut any = false;
    for switch in switches.into_iter().filter_map(|s| s.upgrade()) {
        switch.throw();
        any = true;
    }
    if any {
        synchronize();
    }
}

/// Has this processor fetch what was written through another view of its code.
pub(super) fn synchronize() {
    // Processors see by themselves that code was written, but for instructions fetched already, if it was written at another address than it runs at: one that waits for
    // everything before it is asked for then (Intel's manual, volume 3, "Self-Modifying Code"), and this is the one that programs have.
    #[cfg(target_arch = "x86_64")]
    std::hint::black_box(std::arch::x86_64::__cpuid(0));
}

/// What a [`CompiledTrace`](super::CompiledTrace) keeps of its [`Patches`].
#[derive(Debug, Default)]
pub struct Patched {
    exits: Box<[ExitJump]>,
    /// The words that its switches stand for, with these.
    assumptions: Vec<(u64, Weak<Switch>)>,
}

impl Patches {
    /// Makes of code just added to the arena what can be made of it now.
    pub fn install(self, arena: &mut Arena, code: Code) -> Patched {
        for far in self.far {
            arena.shorten(code, far);
        }
        let mut exits = self.exits;
        exits.sort_unstable_by_key(|e| (e.exit, e.at));
        let switch = |a: Assumption| (a.word, arena.switch(code, a));
        Patched { exits: exits.into(), assumptions: self.assumptions.into_iter().map(switch).collect() }
    }
}

impl Patched {
    /// The words of cells that the code takes for valid without a test, and what is to be thrown when one is not. To be called once, by who sees to that.
    pub fn take_assumptions(&mut self) -> Vec<(u64, Weak<Switch>)> {
        std::mem::take(&mut self.assumptions)
    }
    /// Has an exit go to an address, where its branches reach it, or to its stub.
    pub(super) fn lead(&self, arena: &mut Arena, code: Code, exit: usize, to: Option<usize>) {
        let from = self.exits.partition_point(|e| (e.exit as usize) < exit);
        for jump in self.exits[from..].iter().take_while(|e| e.exit as usize == exit) {
            arena.lead(code, *jump, to);
        }
        synchronize();
    }
}
