//! Encoding, as far as it stands once: what an emitter can do, conditions, and the pool of constants.

use crate::codegen::exits::frame_disp;
use crate::codegen::machine::{Class, Loc, PReg};
use crate::ir::Mem;
use std::collections::HashMap;
use std::hash::Hash;

/// Single instructions that lowering needs on every target, over an assembler.
///
/// **Rules.** Nothing here changes flags. Slot-to-slot moves and constants that no instruction holds go through the scratch register, so an
/// address that uses that register goes only with a value in another.
pub trait Emitter {
    /// A place in the code.
    type Label: Copy + Eq + Hash;
    /// A memory operand.
    type Addr: Copy;
    /// The integer scratch register.
    const SCRATCH: u8;
    /// The stack pointer.
    const STACK: u8;
    /// The frame base.
    const FRAME: u8;
    /// The context.
    const CTX: u8;
    /// The first result register of calls: a called trace's status.
    const RESULT: u8;
    /// The second: the value that a helper answers.
    const SECOND: PReg;

    /// A new label.
    fn label(&mut self) -> Self::Label;
    /// Puts a label here.
    fn bind(&mut self, l: Self::Label);
    /// Bytes so far.
    fn offset(&self) -> usize;
    /// Jumps.
    fn jump(&mut self, to: Self::Label);

    /// `[base + disp]`.
    fn address(base: u8, disp: i64) -> Self::Addr;
    /// An address in the frame.
    fn in_frame(&self, disp: i64) -> Self::Addr {
        Self::address(Self::FRAME, disp)
    }
    /// An integer constant.
    fn imm(&mut self, d: u8, bits: u64);
    /// A float constant.
    fn fimm(&mut self, d: u8, bits: u64);
    /// Copies between registers of either class.
    fn copy_reg(&mut self, d: PReg, s: PReg);
    /// Stores a register of either class.
    fn store_reg(&mut self, addr: Self::Addr, r: PReg);
    /// Loads a register of either class.
    fn load_reg(&mut self, r: PReg, addr: Self::Addr);
    /// Stores a 64-bit constant.
    fn store_bits(&mut self, addr: Self::Addr, bits: u64);
    /// Loads an integer of a memory form.
    fn load_mem(&mut self, d: u8, mem: Mem, addr: Self::Addr);
    /// Stores an integer register in a memory form.
    fn store_mem(&mut self, mem: Mem, addr: Self::Addr, s: u8);
    /// Stores a constant in a memory form, truncated to it.
    fn store_const(&mut self, mem: Mem, addr: Self::Addr, bits: u64);
    /// Loads two different registers from the words at `addr` and after it, if one instruction does that; else writes nothing.
    fn load_two(&mut self, _a: PReg, _b: PReg, _addr: Self::Addr) -> bool {
        false
    }

    /// Copies between any two locations of one value.
    fn copy(&mut self, to: Loc, from: Loc) {
        match (to, from) {
            (Loc::Reg(d), Loc::Reg(s)) => self.copy_reg(d, s),
            (Loc::Reg(d), m) => self.load_reg(d, self.in_frame(frame_disp(m))),
            (m, Loc::Reg(s)) => self.store_reg(self.in_frame(frame_disp(m)), s),
            (m, n) => {
                let scratch = Loc::Reg(PReg::gpr(Self::SCRATCH));
                self.copy(scratch, n);
                self.copy(m, scratch);
            }
        }
    }
    /// Puts constant bits into any location.
    fn constant(&mut self, to: Loc, bits: u64) {
        match to {
            Loc::Reg(r) if r.class() == Class::Gpr => self.imm(r.num(), bits),
            Loc::Reg(r) => self.fimm(r.num(), bits),
            m => self.store_bits(self.in_frame(frame_disp(m)), bits),
        }
    }
}

/// Constants behind the code, each once, in order of first use.
#[derive(Debug)]
pub struct Pool<L> {
    labels: HashMap<u64, L>,
    words: Vec<(u64, L)>,
}

impl<L> Default for Pool<L> {
    fn default() -> Pool<L> {
        Pool { labels: HashMap::new(), words: Vec::new() }
    }
}

impl<L: Copy> Pool<L> {
    /// The label of a constant; `label` makes one for a new constant.
    pub fn get(&mut self, bits: u64, label: impl FnOnce() -> L) -> L {
        *self.labels.entry(bits).or_insert_with(|| {
            let l = label();
            self.words.push((bits, l));
            l
        })
    }
    /// Takes all constants out, to be written.
    pub fn take(&mut self) -> Vec<(u64, L)> {
        std::mem::take(&mut self.words)
    }
    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// Defines the conditions of a target: pairs of opposites, then pairs that stand for each other when the compared operands are exchanged.
///
/// ```
/// holloway_compiler::conditions! { E Ne, L Ge, Le G; exchanged L G, Le Ge }
/// assert_eq!(Cc::L.not(), Cc::Ge);
/// assert_eq!(Cc::L.flip(), Cc::G);
/// assert_eq!(Cc::E.flip(), Cc::E);
/// ```
#[macro_export]
macro_rules! conditions {
    ($($c:ident $opposite:ident),*; exchanged $($a:ident $b:ident),*) => {
        /// A condition code.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Cc {
            $(
                #[allow(missing_docs, reason = "the manufacturer's name")]
                $c,
                #[allow(missing_docs, reason = "the manufacturer's name")]
                $opposite,
            )*
        }

        impl Cc {
            /// True exactly when `self` is false.
            pub fn not(self) -> Cc {
                match self {
                    $(Cc::$c => Cc::$opposite, Cc::$opposite => Cc::$c,)*
                }
            }
            /// The condition with the compared operands exchanged.
            pub fn flip(self) -> Cc {
                match self {
                    $(Cc::$a => Cc::$b, Cc::$b => Cc::$a,)*
                    c => c,
                }
            }
        }
    };
}
