//! Two neighbouring decisions as one instruction: loads and stores of neighbouring words.
//!
//! Values of guests are often two words (tag and payload), and so are spilled neighbours; a pair costs what one word costs.

use crate::emit::{Addr, Emit};
use crate::lower::Lower;
use crate::regs::{ADDR, TMP};
use holloway_compiler::codegen::constants::elem_disp;
use holloway_compiler::codegen::exits::frame_disp;
use holloway_compiler::codegen::lower::{Base, Emitter};
use holloway_compiler::codegen::machine::{Class, Loc, Operand, PReg};
use holloway_compiler::codegen::moves::{Assign, Source};
use holloway_compiler::ir::{Mem, Op};

/// An access of a whole word in memory.
#[derive(Clone, Copy)]
struct Word {
    store: bool,
    base: u8,
    /// Index register and stride.
    index: Option<(u8, u32)>,
    disp: i64,
}

fn class(o: Operand) -> Class {
    match o {
        Operand::Reg(r) => r.class(),
        _ => Class::Gpr,
    }
}

impl Lower<'_> {
    /// Two moves to or from neighbouring slots.
    pub fn move_pair(&mut self, m: Assign, n: Assign) -> bool {
        match (m.to, n.to) {
            (Loc::Reg(a), Loc::Reg(b)) if a != b => self.fill_pair(m, n, a, b),
            (Loc::Slot(i), Loc::Slot(j)) => self.spill_pair(m, n, i, j),
            _ => false,
        }
    }

    /// Two registers from neighbouring slots.
    fn fill_pair(&mut self, m: Assign, n: Assign, a: PReg, b: PReg) -> bool {
        let (Source::Loc(Loc::Slot(i)), Source::Loc(Loc::Slot(j))) = (m.from, n.from) else { return false };
        let Some((addr, a, b)) = self.neighbours((i, a), (j, b)) else { return false };
        self.changes(m.to);
        self.changes(n.to);
        self.e.load_two(a, b, addr)
    }

    /// Two neighbouring slots, from whatever is assigned to them.
    fn spill_pair(&mut self, m: Assign, n: Assign, i: u32, j: u32) -> bool {
        let place = |from: Source| match from {
            // The scratch register holds something of its own then.
            Source::Loc(Loc::Reg(r)) => (r != PReg::gpr(TMP)).then_some(Operand::Reg(r)),
            Source::Loc(Loc::Slot(k)) => Some(Operand::Slot(k)),
            Source::Loc(Loc::Temp) => None,
            Source::Const(c) => Some(Operand::Const(c)),
        };
        let (Some(one), Some(two)) = (place(m.from), place(n.from)) else { return false };
        // Both sources are read before either slot is written.
        if two == Operand::Slot(i) || class(one) != class(two) {
            return false;
        }
        let Some((to, a, b)) = self.neighbours((i, one), (j, two)) else { return false };
        let in_register = |o: Operand| matches!(o, Operand::Reg(_));
        if !in_register(a) && !in_register(b) {
            self.e.element = None;
        }
        if let (Operand::Slot(k), Operand::Slot(l)) = (a, b) {
            let both = [PReg::gpr(TMP), PReg::gpr(ADDR)];
            if let Some((from, first, second)) = self.neighbours((k, both[0]), (l, both[1])) {
                self.e.load_pair(first, second, from);
                self.e.store_pair(to, both[0], both[1]);
                return true;
            }
        }
        let second = if in_register(a) { TMP } else { ADDR };
        if let (Some(a), Some(b)) = (self.listed(a, TMP), self.listed(b, second)) {
            self.e.store_pair(to, a, b);
        }
        true
    }

    /// The address of the lower of two neighbouring slots within a pair's reach, then what belongs to it and to the other.
    fn neighbours<T>(&self, (i, a): (u32, T), (j, b): (u32, T)) -> Option<(Addr, T, T)> {
        // The word at the lower address belongs to the slot with the higher number.
        let (slot, a, b) = match (i.checked_sub(j), j.checked_sub(i)) {
            (Some(1), _) => (i, a, b),
            (_, Some(1)) => (j, b, a),
            _ => return None,
        };
        let addr = self.e.in_frame(frame_disp(Loc::Slot(slot)));
        Emit::pairs(PReg::gpr(0), PReg::gpr(0), addr).then_some((addr, a, b))
    }

    /// The word a step loads or stores, if that is all it does and its base is in a register.
    fn word(&self, s: usize) -> Option<Word> {
        let step = self.plan.steps[s];
        let inst = step.of(self.trace);
        let places = self.alloc.placed[s].args;
        let Operand::Reg(base) = places[0] else { return None };
        let (mem, disp, index) = match inst.op {
            Op::Load | Op::Store => {
                let d = &self.trace.fields[inst.aux as usize];
                (d.mem, d.offset as i64, None)
            }
            Op::LoadElem | Op::StoreElem => {
                let d = &self.trace.arrays[inst.aux as usize];
                match places[1] {
                    Operand::Reg(i) => (d.mem, d.offset as i64, Some((i.num(), d.stride))),
                    _ => (d.mem, elem_disp(self.trace, inst.aux, inst.args[1])? as i64, None),
                }
            }
            _ => return None,
        };
        let store = matches!(inst.op, Op::Store | Op::StoreElem);
        (mem == Mem::W64).then_some(Word { store, base: base.num(), index, disp })
    }

    /// Two accesses of neighbouring words of one object.
    pub fn access_pair(&mut self, s: usize, t: usize) -> bool {
        let (Some(one), Some(two)) = (self.word(s), self.word(t)) else { return false };
        let low = one.disp.min(two.disp);
        if (one.base, one.index, one.store) != (two.base, two.index, two.store)
            || (one.disp - two.disp).abs() != 8
            || !Emit::pairs(PReg::gpr(0), PReg::gpr(0), Addr::base(one.base, low))
        {
            return false;
        }
        if one.store {
            return self.store_words(s, t, one, two, low);
        }
        let placed = &self.alloc.placed;
        let (Some(a), Some(b)) = (placed[s].result, placed[t].result) else { return false };
        let needed = a == PReg::gpr(one.base) || one.index.is_some_and(|(i, _)| a == PReg::gpr(i));
        if a == b || a.class() != b.class() || needed {
            return false;
        }
        let addr = self.word_addr(one, low);
        let (first, second) = if low == one.disp { (a, b) } else { (b, a) };
        self.e.load_pair(first, second, addr);
        self.changes(Loc::Reg(a));
        self.changes(Loc::Reg(b));
        true
    }

    fn store_words(&mut self, s: usize, t: usize, one: Word, two: Word, low: i64) -> bool {
        let value = |s: usize| {
            let k = if self.plan.steps[s].of(self.trace).op == Op::Store { 1 } else { 2 };
            self.alloc.placed[s].args[k]
        };
        let (a, b) = if low == one.disp { (value(s), value(t)) } else { (value(t), value(s)) };
        let (Operand::Reg(_) | Operand::Const(_), Operand::Reg(_) | Operand::Const(_)) = (a, b) else {
            return false;
        };
        let built = |o: Operand| matches!(o, Operand::Const(c) if self.bits(c) != 0);
        let both = built(a) && built(b);
        // The second scratch register is for the second of two constants, if no address is there.
        if class(a) != class(b) || (both && two.index.is_some()) {
            return false;
        }
        let addr = self.word_addr(one, low);
        if both {
            self.e.element = None;
        }
        if let (Some(a), Some(b)) = (self.listed(a, TMP), self.listed(b, if both { ADDR } else { TMP })) {
            self.e.store_pair(addr, a, b);
        }
        true
    }

    fn word_addr(&mut self, word: Word, disp: i64) -> Addr {
        match word.index {
            Some((index, stride)) => self.e.element_addr(word.base, index, stride, disp),
            None => Addr::base(word.base, disp),
        }
    }
}
