//! Signed bounds of integer values.
//!
//! **Problem.** Overflow tests, bounds checks and masks are settled by how large a value can be. Each integer of the
//! new trace has an interval, computed from its operands' when it is emitted ([`Bounds::of_result`]) and narrowed by
//! guards. **Invariant**: the interval contains every value the instruction can have where it is used; `lo <= hi`.
//! **Not promised**: the tightest interval, or that an op is computed again when an operand is narrowed later.
//!
//! **Example**: after `guard_true (uint_lt i n)` with `n` in `0..=100`, `i` is in `0..=99`, and `int_add_ovf i 1` is 0.

use super::rewriter::Rewriter;
use crate::ir::{Inst, IrRef, Mem, Op, Ty};

/// No array has more elements: an element takes a byte, and addresses have 63 bits.
const MOST_ELEMENTS: i64 = i64::MAX >> 1;

/// An interval of signed 64-bit integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    /// Least value.
    pub lo: i64,
    /// Greatest value.
    pub hi: i64,
}

impl Bounds {
    /// Nothing known.
    pub const ALL: Bounds = Bounds { lo: i64::MIN, hi: i64::MAX };
    /// 0 or 1.
    pub const BOOL: Bounds = Bounds { lo: 0, hi: 1 };

    /// One value.
    pub fn exactly(v: i64) -> Bounds {
        Bounds { lo: v, hi: v }
    }
    /// What a load from memory of a form can give.
    pub fn of_mem(mem: Mem) -> Bounds {
        match mem {
            Mem::U8 => Bounds { lo: 0, hi: u8::MAX as i64 },
            Mem::U16 => Bounds { lo: 0, hi: u16::MAX as i64 },
            Mem::U32 => Bounds { lo: 0, hi: u32::MAX as i64 },
            Mem::I32 => Bounds { lo: i32::MIN as i64, hi: i32::MAX as i64 },
            Mem::W64 => Bounds::ALL,
        }
    }
    /// Whether every value lies in `other`.
    pub fn inside(self, other: Bounds) -> bool {
        self.lo >= other.lo && self.hi <= other.hi
    }
    /// Whether the value can be `v`.
    pub fn contains(self, v: i64) -> bool {
        self.lo <= v && v <= self.hi
    }
    /// What both allow; `None`: nothing.
    pub fn meet(self, other: Bounds) -> Option<Bounds> {
        let b = Bounds { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) };
        (b.lo <= b.hi).then_some(b)
    }
    /// The hull of an operation's results at the corners; `ALL` if one overflows.
    fn corners(a: Bounds, b: Bounds, f: impl Fn(i64, i64) -> Option<i64>) -> Bounds {
        let mut r: Option<Bounds> = None;
        for (x, y) in [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)] {
            let Some(v) = f(x, y) else { return Bounds::ALL };
            r = Some(r.map_or(Bounds::exactly(v), |r| Bounds { lo: r.lo.min(v), hi: r.hi.max(v) }));
        }
        r.unwrap_or(Bounds::ALL)
    }
    /// Whether an operation that is monotonic in each operand cannot overflow.
    pub fn never_overflows(a: Bounds, b: Bounds, f: impl Fn(i64, i64) -> Option<i64>) -> bool {
        [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)].iter().all(|&(x, y)| f(x, y).is_some())
    }
    /// All non-negative values with no more bits than `hi`.
    fn bits_of(hi: i64) -> Bounds {
        Bounds { lo: 0, hi: (u64::MAX >> (hi as u64 | 1).leading_zeros()) as i64 }
    }
    /// Bounds of an instruction about to be emitted.
    pub fn of_result(rw: &Rewriter, inst: &Inst) -> Bounds {
        if inst.ty != Ty::Int {
            return Bounds::ALL;
        }
        let get = |r: IrRef| if r.is_none() || rw.ty(r) != Ty::Int { Bounds::ALL } else { rw.bounds(r) };
        let (a, b) = (get(inst.args[0]), get(inst.args[1]));
        let shift = (b.lo == b.hi).then_some(b.lo as u32 & 63);
        match inst.op {
            Op::IntAdd => Bounds::corners(a, b, i64::checked_add),
            Op::IntSub => Bounds::corners(a, b, i64::checked_sub),
            Op::IntMul => Bounds::corners(a, b, i64::checked_mul),
            Op::IntNeg => Bounds::corners(Bounds::exactly(0), a, i64::checked_sub),
            Op::IntNot => Bounds { lo: !a.hi, hi: !a.lo },
            Op::IntAnd if a.lo >= 0 && b.lo >= 0 => Bounds { lo: 0, hi: a.hi.min(b.hi) },
            Op::IntAnd if a.lo >= 0 => Bounds { lo: 0, hi: a.hi },
            Op::IntAnd if b.lo >= 0 => Bounds { lo: 0, hi: b.hi },
            Op::IntOr | Op::IntXor if a.lo >= 0 && b.lo >= 0 => Bounds::bits_of(a.hi | b.hi),
            Op::IntShr if shift.is_some_and(|k| k > 0) || (a.lo >= 0 && shift.is_some()) => {
                let k = shift.unwrap_or(0);
                let hi = if a.lo >= 0 { a.hi >> k } else { (u64::MAX >> k) as i64 };
                Bounds { lo: 0, hi }
            }
            Op::IntSar if shift.is_some() => {
                let k = shift.unwrap_or(0);
                Bounds { lo: a.lo >> k, hi: a.hi >> k }
            }
            Op::IntShl if shift.is_some_and(|k| k < 63) => {
                let factor = 1i64 << shift.unwrap_or(0);
                Bounds::corners(a, Bounds::exactly(factor), i64::checked_mul)
            }
            Op::IntModFloor if b.lo > 0 => Bounds { lo: 0, hi: b.hi - 1 },
            Op::IntDivFloor if b.lo > 0 && b.lo == b.hi => {
                Bounds { lo: a.lo.div_euclid(b.lo), hi: a.hi.div_euclid(b.lo) }
            }
            Op::Load if rw.out.fields[inst.aux as usize].length => Bounds { lo: 0, hi: MOST_ELEMENTS },
            Op::Load => Bounds::of_mem(rw.out.fields[inst.aux as usize].mem),
            Op::LoadElem => Bounds::of_mem(rw.out.arrays[inst.aux as usize].mem),
            op if op.is_compare() => Bounds::BOOL,
            Op::IntAddOvf | Op::IntSubOvf | Op::IntMulOvf => Bounds::BOOL,
            _ => Bounds::ALL,
        }
    }
}
