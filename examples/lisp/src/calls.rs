//! Calls, calls that replace their caller, and errors on their way out.
//!
//! **Invariants.** What is called lies below its arguments; so does the activation that it gets, whose register 0 it is. What may fail comes before anything is changed.
//!
//! **Not promised.** Errors of primitives do not name the primitive; they name the procedure and line.
//!
//! **Example.** `(f 1 2)` has found `f 1 2` on the stack. If `f` takes `(a . b)`, that becomes `f 1 (2)`, and an activation of `f` with these three registers.

use crate::helpers::*;
use crate::interp::{Activation, S};
use crate::lisp::Lisp;
use crate::prims::*;
use crate::value::{Closure, Pair, Value};
use holloway::machine::*;

impl Lisp {
    /// The activation of a procedure whose arguments are in its first registers.
    pub(crate) fn activation(&self, code: usize) -> Activation {
        let c = &self.codes[code];
        Activation { code: code as u32, pc: 0, sp: 1 + c.params + u8::from(c.rest) }
    }
    /// What is called with the `n` values behind slot `at`: a procedure's code, its arguments arranged; or `None`, and the result of what is built in is in slot `at`.
    #[inline(always)]
    fn callee<M: Machine<L = Lisp>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
    ) -> Result<Option<usize>, Raised> {
        let f = s.stack.get(at);
        match m.unpack(f) {
            Value::Closure(c) => {
                // Not the closure but its code: closures are made anew all the time, and their code is what everything depends on.
                let k = m.promote(c.get(m, Closure::code)) as usize;
                let code = &self.codes[k];
                if n == code.params as usize && !code.rest {
                    return Ok(Some(k));
                }
                self.arrange(m, s, at, n, k)?;
                Ok(Some(k))
            }
            Value::Builtin(b) => {
                let b = m.promote(b) as usize;
                let r = s.stack.window(at);
                let v = builtin(m, b, &r[1..1 + n])?;
                r[0] = v;
                Ok(None)
            }
            _ => wrong(m, Want::Procedure, f),
        }
    }
    /// Puts the values beyond the named ones into a list.
    #[inline(never)]
    fn arrange<M: Machine<L = Lisp>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
        k: usize,
    ) -> Result<(), Raised> {
        let params = self.codes[k].params as usize;
        if n < params || !self.codes[k].rest {
            wrong_count(m, Int::new(k as i64), Int::new(n as i64))?;
        }
        let r = s.stack.window(at);
        let list = (params..n).rev().fold(Value::Nil.into(), |rest, i| cons(m, r[1 + i], rest));
        r[1 + params] = list;
        Ok(())
    }
    /// Spreads the list in register `at` over the registers from there on; how many there are.
    #[inline(never)]
    pub(crate) fn spread<M: Machine<L = Lisp>>(
        &self,
        m: &M,
        r: &mut [Slot<M::V>; WINDOW],
        at: u8,
    ) -> Result<usize, Raised> {
        let mut list = r[at as usize];
        let mut n = 0;
        loop {
            let p = match m.unpack(list) {
                Value::Pair(p) => p,
                Value::Nil => return Ok(n),
                _ => return wrong(m, Want::Pair, list),
            };
            if at as usize + n >= SLACK - 8 {
                raise_too_many(m)?;
            }
            (r[at as usize + n], list) = (p.get(m, Pair::car), p.get(m, Pair::cdr));
            n += 1;
        }
    }
    /// Calls what is in slot `at` with the `n` values behind it, on top of the running activation, which has been published.
    #[inline(always)]
    pub(crate) fn call<M: Machine<L = Lisp>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
    ) -> Result<Flow, Raised> {
        match self.callee(m, s, at, n)? {
            Some(k) => {
                if !m.depth_ok(s) || s.push(self.activation(k), at, at).is_err() {
                    raise_too_deep(m)?;
                }
                Ok(m.enter(s, &self.codes[k].entry))
            }
            None => {
                s.top().frame.sp += 1;
                Ok(Flow::Continue)
            }
        }
    }
    /// Replaces the running activation by one of the procedure in slot `at`; `None` if what is there is built in, whose result is in that slot then.
    #[inline(always)]
    pub(crate) fn tail_call<M: Machine<L = Lisp>>(
        &self,
        m: &M,
        s: &mut S<M>,
        base: usize,
        at: usize,
        n: usize,
    ) -> Result<Option<usize>, Raised> {
        let Some(k) = self.callee(m, s, at, n)? else { return Ok(None) };
        let frame = self.activation(k);
        for i in 0..frame.sp as usize {
            let v = s.stack.get(at + i);
            s.stack.slots()[base + i] = v;
        }
        // The depth is what it was, so nobody enters or returns.
        s.pop();
        if s.push(frame, base, base).is_err() {
            raise_too_deep(m)?;
        }
        Ok(Some(k))
    }
    /// An error is being raised at the running activation: goes to the nearest handler, or out.
    pub(crate) fn unwind<M: Machine<L = Lisp>>(&self, m: &M, s: &mut S<M>) -> Flow {
        loop {
            let (base, frame) = (s.top().base, &mut s.top().frame);
            let (code, at) = (&self.codes[frame.code as usize], frame.pc.saturating_sub(1));
            // The first activation of the program's own is where it was; the library's are not what its writer looks for.
            if frame.code >= self.own {
                passed_by(m, Int::new(frame.code.into()), Int::new(at.into()));
            }
            if let Some(h) = code.handlers.iter().find(|h| h.from <= at && at < h.to) {
                (frame.pc, frame.sp) = (h.target, h.sp + 1);
                s.stack.window(base)[h.sp as usize] = caught(m);
                return Flow::Continue;
            }
            s.pop();
            if s.depth() == 0 {
                return Flow::Leave(Exit::Raised);
            }
        }
    }
}
