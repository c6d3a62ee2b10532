//! Where the result of a call goes: the instruction that made it says so.

use super::{answer, boolean, stage, S};
use crate::bytecode::Op;
use crate::code::Code;
use crate::value::{misc, Misc, Tag, Value};
use crate::Py;
use holloway::machine::*;

/// The place of the back-edge of a loop whose header is before `pc` and which ends at `to`: going on from there counts an iteration.
pub fn back_edge(code: &Code, pc: u32, to: u32) -> u32 {
    match code.ops()[to as usize - 1] {
        Op::Loop { to: header } if header == pc - 1 => to - 1,
        _ => pc - 1,
    }
}

impl Py {
    /// See [`Language::place_results`].
    #[inline(always)]
    pub fn place<M: Machine<L = Py>>(&self, m: &M, s: &mut S<M>, start: usize, count: usize) {
        let v = s.stack.get(start);
        let a = s.top();
        a.frame.calling = false;
        let (base, pc) = (a.base, a.frame.pc as usize);
        match a.frame.code.0.ops()[pc - 1] {
            Op::Call { a, .. } | Op::CallMethod { a, .. } if count == 1 => {
                s.stack.slots()[base + a as usize] = v
            }
            Op::ForIter { d, .. } if count == 1 && a.frame.stage == 0 => {
                s.stack.slots()[base + d as usize] = v
            }
            op => self.place_other(m, s, op, v, count),
        }
    }

    #[inline(never)]
    fn place_other<M: Machine<L = Py>>(&self, m: &M, s: &mut S<M>, op: Op, v: Slot<M::V>, count: usize) {
        let base = s.top().base;
        let waits = std::mem::take(&mut s.top().frame.stage);
        match (waits, op) {
            (stage::FILTER, _) => return self.filtered(m, s, op, v),
            (stage::ASKED | stage::SECOND_ASKED, Op::ForIter { a, .. }) if count == 1 => {
                s.stack.slots()[base + a as usize + 1] = v;
                s.top().frame.stage = if waits == stage::ASKED { stage::GIVEN } else { stage::SECOND };
                s.top().frame.pc -= 1;
                return;
            }
            (stage::ASKED | stage::SECOND_ASKED, Op::ForIter { to, .. }) => {
                s.top().frame.pc = to;
                return;
            }
            _ => {}
        }
        if waits > 0 && self.declines(m, v) {
            // The same instruction goes on with what it tries next.
            s.top().frame.stage = waits;
            s.top().frame.pc -= 1;
            return;
        }
        match op {
            // `next` has come to the end of its generator.
            Op::Call { .. } | Op::CallMethod { .. } => {
                s.top().frame.stage = stage::ENDED;
                s.top().frame.pc -= 1;
            }
            Op::ForIter { d, to, .. } => {
                if count == 1 {
                    s.stack.slots()[base + d as usize] = v;
                } else {
                    s.top().frame.pc = to;
                }
            }
            Op::YieldFrom { a, to, .. } => {
                s.stack.slots()[base + a as usize] = v;
                if count != 1 {
                    s.top().frame.pc = to;
                }
            }
            Op::JTrue { b, to } | Op::JFalse { b, to } => {
                if self.truth_of_result(m, s, v, Some(b)) == Some(matches!(op, Op::JTrue { .. })) {
                    s.top().frame.pc = to;
                }
            }
            Op::JCmp { to, cond, .. } => {
                if self.truth_of_result(m, s, v, None) == Some(cond) {
                    s.top().frame.pc = u32::from(to);
                }
            }
            Op::Not { a, b } => {
                if let Some(c) = self.truth_of_result(m, s, v, Some(b)) {
                    s.stack.slots()[base + a as usize] = boolean(!c);
                }
            }
            Op::In { a, neg, .. } => {
                if let Some(c) = self.truth_of_result(m, s, v, None) {
                    s.stack.slots()[base + a as usize] = boolean(c != neg);
                }
            }
            // As many as there are registers: see the prelude.
            Op::Unpack { a, n, .. } => {
                let to = &mut s.stack.slots()[base + a as usize..][..n as usize];
                let _ = self.unpack_into(m, v, to);
            }
            op => {
                if let Some(a) = op.result_of_call() {
                    s.stack.slots()[base + a as usize] = v;
                }
            }
        }
    }

    /// A filter's function has answered: the loop takes the value that waits, or asks for the next one.
    fn filtered<M: Machine<L = Py>>(&self, m: &M, s: &mut S<M>, op: Op, v: Slot<M::V>) {
        let Op::ForIter { a, d, to } = op else { return };
        let base = s.top().base;
        match self.truth_of_result(m, s, v, None) {
            Some(true) => s.stack.slots()[base + d as usize] = s.stack.get(base + a as usize + 1),
            Some(false) => s.top().frame.pc = back_edge(s.top().frame.code.0, s.top().frame.pc, to),
            None => {}
        }
    }

    /// The truth of what a method of the program's answered for a test, of the value in register `tested` if it was `__bool__` or `__len__`. `None` if that
    /// is an error: nothing can be raised here, so the instruction is run again and does it ([`super::stage::FAILED`]).
    pub fn truth_of_result<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        v: Slot<M::V>,
        tested: Option<u8>,
    ) -> Option<bool> {
        let answer = match tested {
            None => answer::ANY,
            Some(b) => {
                let base = s.top().base;
                let x = s.stack.get(base + b as usize);
                let own = self.special_method(m, x, self.name("__bool__")).is_some();
                if own {
                    answer::BOOL
                } else {
                    answer::LENGTH
                }
            }
        };
        let truth = self.truth_of_answer(m, v, answer);
        if truth.is_none() {
            s.top().frame.stage = super::stage::FAILED;
            s.top().frame.pc -= 1;
        }
        truth
    }

    /// The truth of what was answered for a test; `None` if that is an error, which is left with the run time.
    pub fn truth_of_answer<M: Machine<L = Py>>(&self, m: &M, v: Slot<M::V>, answer: i64) -> Option<bool> {
        match m.unpack(v) {
            Value::True => return Some(true),
            Value::False => return Some(false),
            Value::Int(n) if answer == answer::LENGTH && !m.branch(n.lt(0)) => {
                return Some(!m.branch(n.eq_(0)));
            }
            _ => {}
        }
        if let (answer::ANY, Some(c)) = (answer, self.truth_plain(m, v)) {
            return Some(c);
        }
        match m.promote(super::helpers::truth_kept(m, v, Int::new(answer))) {
            2 => None,
            r => Some(r == 1),
        }
    }

    fn declines<M: Machine<L = Py>>(&self, m: &M, v: Slot<M::V>) -> bool {
        if !m.branch(v.has_tag(Tag::Misc)) {
            return false;
        }
        match m.unpack(v) {
            Value::Misc(x) => m.promote(x.get(m, Misc::kind)) == i64::from(misc::NOT_IMPLEMENTED),
            _ => false,
        }
    }
}
