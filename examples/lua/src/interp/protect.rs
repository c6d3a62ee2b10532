//! Activations of `pcall` and its like, and how deep calls may be nested.

use super::call::{too_deep, Called};
use super::{Activation, Lua, S};
use crate::code::CodeRef;
use crate::value::Nesting;
use crate::{error, Rt};
use holloway::machine::*;
use holloway::residual;

/// The nested call that is refused, as many below the main chunk as in the reference.
pub const TOO_NESTED: i64 = 199;
/// Those that a message handler makes beyond it are refused from this one on.
pub const FAR_TOO_NESTED: i64 = 219;

/// Refuses the nested call number `calls`, if it is to be.
///
/// # Errors
/// "C stack overflow", with a position of that level, or "error in error handling".
pub fn check_nesting(rt: &Rt, calls: i64, level: u32) -> Result<(), Raised> {
    match calls {
        TOO_NESTED => Err(error::at_level(rt, "C stack overflow", level)),
        FAR_TOO_NESTED.. => Err(error::at_level(rt, "error in error handling", 0)),
        _ => Ok(()),
    }
}

#[residual]
fn is_refused(cx: &Cx<Lua>, calls: i64) -> bool {
    check_nesting(cx.rt, calls, 0).is_err()
}

impl Lua {
    /// Opens the activation of `pcall` or the like over slot `at` and the `n` after it. Its first instruction makes the call; with `n` of 0 it says itself
    /// with how many arguments.
    pub(super) fn protect<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        id: u32,
        at: usize,
        n: usize,
    ) -> Result<Called, Raised> {
        let frame = Activation {
            code: CodeRef(self.code(id)),
            pc: 0,
            top: if n == 0 { 0 } else { n as u32 + 1 },
            left: 0,
            calling: false,
            tail: false,
            closure: OptRef::null(),
        };
        s.top().frame.calling = true;
        if s.push(frame, at, at).is_err() {
            too_deep(m)?;
        }
        let calls = self.nest(m, 1);
        if !m.branch(calls.ult(Int::new(TOO_NESTED))) {
            let refused = is_refused(m, calls);
            if m.branch(refused) {
                // As if its call had raised the error.
                s.top().frame.pc = 1;
                return Ok(Called::Flow(Flow::Unwound));
            }
        }
        Ok(Called::Flow(Flow::Continue))
    }

    /// Counts that many nested calls more; answers how many there are.
    pub(super) fn nest<M: Machine<L = Lua>>(&self, m: &M, more: i64) -> Int<M::V> {
        let nesting = Ref::new(self.nesting());
        let calls = nesting.get(m, Nesting::calls) + more;
        nesting.set(m, Nesting::calls, calls);
        calls
    }
}
