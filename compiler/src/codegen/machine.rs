//! Registers, locations and constraints: the vocabulary that neutral code and the backends share.
//!
//! A [`PReg`] numbers registers of both classes: 0..32 are integer registers, 32..64 float registers, under the target's own
//! numbering within the class. So one 64-bit [`RegSet`] describes any set of registers, and the register block that an exit saves is
//! one array of 64 words.

use crate::ir::{IrRef, Op, Trace, Ty};

/// A register: 0..32 integer, 32..64 float.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PReg(pub u8);

impl PReg {
    /// The integer register with the target's number `n`.
    pub const fn gpr(n: u8) -> PReg {
        PReg(n)
    }
    /// The float register with the target's number `n`.
    pub const fn fpr(n: u8) -> PReg {
        PReg(n + 32)
    }
    /// Its class.
    pub const fn class(self) -> Class {
        if self.0 < 32 {
            Class::Gpr
        } else {
            Class::Fpr
        }
    }
    /// The target's number within the class.
    pub const fn num(self) -> u8 {
        self.0 & 31
    }
}

impl std::fmt::Debug for PReg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = if self.class() == Class::Gpr { 'r' } else { 'f' };
        write!(f, "{letter}{}", self.num())
    }
}

/// The two register classes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Integers and references.
    Gpr,
    /// Floats.
    Fpr,
}

impl Class {
    /// Where values of a type live.
    pub fn of(ty: Ty) -> Class {
        if ty == Ty::Float {
            Class::Fpr
        } else {
            Class::Gpr
        }
    }
    /// All register numbers of the class.
    pub const fn all(self) -> RegSet {
        match self {
            Class::Gpr => RegSet(0xffff_ffff),
            Class::Fpr => RegSet(0xffff_ffff << 32),
        }
    }
}

/// A set of registers of both classes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RegSet(pub u64);

impl RegSet {
    /// No register.
    pub const EMPTY: RegSet = RegSet(0);
    /// The set of the given registers.
    pub const fn of(regs: &[PReg]) -> RegSet {
        let (mut bits, mut i) = (0, 0);
        while i < regs.len() {
            bits |= 1 << regs[i].0;
            i += 1;
        }
        RegSet(bits)
    }
    /// Whether `r` is in it.
    pub const fn has(self, r: PReg) -> bool {
        self.0 >> r.0 & 1 == 1
    }
    /// Adds `r`.
    pub fn insert(&mut self, r: PReg) {
        self.0 |= 1 << r.0
    }
    /// Removes `r`.
    pub fn remove(&mut self, r: PReg) {
        self.0 &= !(1 << r.0)
    }
    /// Whether nothing is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Number of registers in it.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    /// In both.
    pub const fn and(self, o: RegSet) -> RegSet {
        RegSet(self.0 & o.0)
    }
    /// In either.
    pub const fn or(self, o: RegSet) -> RegSet {
        RegSet(self.0 | o.0)
    }
    /// In `self`, not in `o`.
    pub const fn minus(self, o: RegSet) -> RegSet {
        RegSet(self.0 & !o.0)
    }
    /// The lowest-numbered register.
    pub const fn first(self) -> Option<PReg> {
        if self.0 == 0 {
            None
        } else {
            Some(PReg(self.0.trailing_zeros() as u8))
        }
    }
    /// The registers, lowest first.
    pub fn iter(self) -> impl Iterator<Item = PReg> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let r = RegSet(bits).first()?;
            bits &= bits - 1;
            Some(r)
        })
    }
}

/// A place that holds a value while a trace runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Loc {
    /// A register.
    Reg(PReg),
    /// Spill slot of the frame; slot `i` lies at the same distance from the frame base in every trace.
    Slot(u32),
    /// The frame's one temporary word, used only inside parallel moves.
    Temp,
}

/// Where an op finds an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// No operand in this position.
    None,
    /// In a register.
    Reg(PReg),
    /// In a spill slot.
    Slot(u32),
    /// A constant of the trace.
    Const(IrRef),
}

/// What an operand position of an op takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgRule {
    /// Nothing, or a constant the encoding swallows.
    Folded,
    /// Register, slot or constant.
    Any,
    /// Register or slot; a constant is first loaded into a register.
    RegSlot,
    /// A register.
    Reg,
    /// This register.
    Fixed(PReg),
}

/// Where an op leaves its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultRule {
    /// It has none.
    None,
    /// Any register of its class; may be one of a dying operand (written after all operands are read).
    Reg,
    /// Any register of its class that holds no operand of the op (written while operands are still needed).
    Early,
    /// The register of operand `k` (two-address form).
    SameAs(u8),
    /// This register, which must also be among the clobbers.
    Fixed(PReg),
}

/// What an op demands of the register allocator, as data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraints {
    /// A rule for each operand position.
    pub args: [ArgRule; 3],
    /// The result.
    pub result: ResultRule,
    /// Number of scratch integer registers wanted (beyond the target's permanent one), at most 3.
    pub temps: u8,
    /// Registers whose contents are lost. Operands in `args` are kept out of them (unless fixed there); list operands are
    /// read before the loss.
    pub clobbers: RegSet,
    /// Operands 0 and 1 may be exchanged if that saves a move.
    pub commute: bool,
}

impl Constraints {
    /// Constraints with these operand rules and this result.
    pub const fn new(args: [ArgRule; 3], result: ResultRule) -> Constraints {
        Constraints { args, result, temps: 0, clobbers: RegSet::EMPTY, commute: false }
    }
    /// The same with that many temporaries.
    pub const fn temps(self, temps: u8) -> Constraints {
        Constraints { temps, ..self }
    }
    /// The same with clobbered registers.
    pub const fn clobbers(self, clobbers: RegSet) -> Constraints {
        Constraints { clobbers, ..self }
    }
    /// The same, operands exchangeable if `commute`.
    pub const fn commutes(self, commute: bool) -> Constraints {
        Constraints { commute, ..self }
    }
}

/// The registers of a target.
#[derive(Clone, Copy, Debug)]
pub struct RegInfo {
    /// Registers the allocator may hand out.
    pub allocatable: RegSet,
    /// Those of them that helpers preserve.
    pub callee_saved: RegSet,
    /// Permanent scratch registers, integer and float: never allocated, used inside single moves and ops.
    pub scratch: [PReg; 2],
    /// Where a called trace finds its first input words. None of them is [`RegInfo::inputs`], has the address of the results, or is written
    /// between the moves of arguments and the callee's frame.
    pub args: &'static [PReg],
    /// Where it finds the address of all of them in memory, if there are more than [`RegInfo::args`]: those are there.
    pub inputs: PReg,
    /// Where it leaves its first result words. The status register is none of them; the float registers of as many first numbers are allocatable.
    pub results: &'static [PReg],
    /// Names for logs, by register number.
    pub name: fn(PReg) -> &'static str,
}

/// A result of a called trace in a register.
#[derive(Clone, Copy, Debug)]
pub struct CallResult {
    /// It.
    pub value: IrRef,
    /// Where the callee leaves the word.
    pub word: PReg,
    /// Where it is behind the call: there, or in the float register of the word's number, into which the caller copies it.
    pub reg: PReg,
}

impl RegInfo {
    /// The results that the call of a trace leaves in registers.
    pub fn results_of<'t>(&'t self, trace: &'t Trace, call: IrRef) -> impl Iterator<Item = CallResult> + 't {
        let call = call.index();
        let results = match trace.insts[call].op {
            Op::CallTrace => &trace.insts[call + 1..],
            _ => &[],
        };
        let results = results.iter().take_while(|i| i.op == Op::Result).enumerate();
        results.filter_map(move |(k, inst)| {
            let word = *self.results.get(inst.aux as usize)?;
            let reg = if Class::of(inst.ty) == Class::Gpr { word } else { PReg::fpr(inst.aux as u8) };
            Some(CallResult { value: IrRef((call + 1 + k) as u32), word, reg })
        })
    }
}
