//! Calls of `coroutine.resume`, `coroutine.yield` and what `coroutine.wrap` gives, without buffers: up to two values go either way as a helper's
//! arguments and results. Longer lists take the way of any library function.
//!
//! **Invariants.** A helper gives the number of values and the first two; of more it leaves all in the language's list of results.
//!
//! **Example.** `local ok, v = coroutine.resume(co, x)` is one helper call, and guards on the number of values and on the tag of `v`.

use super::call::{Came, Done};
use super::inspect::find_local;
use super::{konst, Lua, S};
use crate::lib::{coroutine, look};
use crate::native::Special;
use crate::value::{Value, NIL};
use holloway::machine::*;

/// Most values that go without a buffer.
const DIRECT: usize = 2;

impl Lua {
    /// The coroutine that waits in this yield is to look at its levels, and goes on waiting.
    #[cold]
    #[inline(never)]
    fn look<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        id: Int<M::V>,
        at: usize,
        n: usize,
    ) -> Result<Done, Raised> {
        loop {
            if let Some(left) = self.list_levels(m, s, at, n)? {
                return Ok(left);
            }
            self.show_variable(m, s);
            let came = look::wait_on(m, id)?;
            if m.promote(came.0) != look::LOOK {
                return self.place_values(m, s, at, came);
            }
        }
    }

    /// Answers the question for a variable of this coroutine, if it is one.
    fn show_variable<M: Machine<L = Lua>>(&self, m: &M, s: &mut S<M>) {
        let (level, number) = look::wanted(m);
        let (level, number) = (m.promote(level), m.promote(number));
        let index = s.depth().checked_sub(level as usize).filter(|_| level > 0);
        let found = index.and_then(|i| {
            let pc = s.at(i).frame.pc.saturating_sub(1);
            find_local(s, i, pc, number)
        });
        if let Some(local) = found {
            let (code, name) = (Int::new(local.code.into()), Int::new(local.name));
            let content = self.local_content(m, s, &local);
            let new = look::exchange(m, code, name, content);
            self.set_local(m, s, &local, new);
        }
    }

    /// Yields more values than go without a buffer.
    #[inline(never)]
    fn yield_many<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        id: Int<M::V>,
        at: usize,
        n: usize,
    ) -> Result<Done, Raised> {
        let came = if n <= 6 {
            let arg = |i: usize| if i < n { s.stack.get(at + 1 + i) } else { konst(NIL) };
            let (a, b, c, d, e, f) = (arg(0), arg(1), arg(2), arg(3), arg(4), arg(5));
            coroutine::yield_six(m, id, Int::new(n as i64), a, b, c, d, e, f)?
        } else {
            self.push_args(m, s, at, n);
            coroutine::yield_many(m, id)?
        };
        self.yielded(m, s, id, at, n, came)
    }

    /// What a yield has got.
    #[inline(always)]
    fn yielded<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        id: Int<M::V>,
        at: usize,
        n: usize,
        came: Came<M::V>,
    ) -> Result<Done, Raised> {
        if m.promote(came.0) == look::LOOK {
            return self.look(m, s, id, at, n);
        }
        self.place_values(m, s, at, came)
    }

    /// Calls a library function that switches stacks, if it is called in a usual way.
    #[inline(always)]
    pub(super) fn call_switch<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        known: Special,
        id: u32,
        at: usize,
        n: usize,
    ) -> Result<Option<Done>, Raised> {
        let id = Int::new(id.into());
        // The coroutine comes before the values.
        let own = usize::from(known != Special::Yield);
        if n > DIRECT && own == 0 {
            return self.yield_many(m, s, id, at, n).map(Some);
        }
        if n < own || n - own > DIRECT {
            return Ok(None);
        }
        let (first, n) = (at + 1 + own, n - own);
        let arg = |i: usize| if i < n { s.stack.get(first + i) } else { konst(NIL) };
        let (count, a, b) = (Int::new(n as i64), arg(0), arg(1));
        if known == Special::Yield {
            let came = coroutine::yield_with(m, id, count, a, b)?;
            return self.yielded(m, s, id, at, n, came).map(Some);
        }
        let Value::Thread(t) = m.unpack(s.stack.get(at + 1)) else { return Ok(None) };
        if known == Special::WrapStep {
            let came = coroutine::step_with(m, id, t, count, a, b)?;
            return self.place_values(m, s, at, came).map(Some);
        }
        let came = coroutine::resume_with(m, t, count, a, b)?;
        if m.branch(came.0.lt(0)) {
            s.stack.slots()[at] = Value::False.into();
            s.stack.slots()[at + 1] = came.1;
            return Ok(Some(Done::Results(2)));
        }
        s.stack.slots()[at] = Value::True.into();
        match self.place_values(m, s, at + 1, came)? {
            Done::Results(n) => Ok(Some(Done::Results(n + 1))),
            entered => Ok(Some(entered)),
        }
    }
}
