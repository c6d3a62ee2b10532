//! `string.find` without captures, and `string.match`, in traces: where a text is in another depends on nothing but the two.
//!
//! **Problem.** A search by the library function reads its arguments from a list and leaves its results in one, which takes longer than most searches.
//!
//! **How.** An elidable helper tells where a match begins and ends in one word; the results are interpreter code. Equal searches are one, and those in vain make nothing.
//!
//! **Not promised.** Captures that `string.find` tells, more than eight, and all that is wrong with a pattern are for the library function.
//!
//! **Example.** `if s:find(",", 1, true) then ..` calls [`found`] and compares its result with -1.

use super::call::Done;
use super::{texts, Lua, S};
use crate::lib::string_search::{found, is_simple, matched, ABSENT, FINDING, MATCHING, PLAINLY};
use crate::value::Value;
use holloway::machine::*;

impl Lua {
    /// The call in slot `at` with `n` arguments, if it is one of these; `finding`: of `find`.
    pub(super) fn search<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        finding: bool,
        at: usize,
        n: usize,
    ) -> Result<Option<Done>, Raised> {
        let (Value::Str(text), Value::Str(pattern)) =
            (m.unpack(s.stack.get(at + 1)), m.unpack(s.stack.get(at + 2)))
        else {
            return Ok(None);
        };
        let init = match (n > 2).then(|| s.stack.get(at + 3)) {
            Some(v) => match m.unpack(v) {
                Value::Int(i) => i,
                _ => return Ok(None),
            },
            None => Int::new(1),
        };
        let how = match finding {
            false => MATCHING,
            true if n > 3 && super::truthy(m, s.stack.get(at + 4)) => PLAINLY,
            true => FINDING,
        };
        if how != PLAINLY && !m.branch(is_simple(m, pattern)) {
            if finding {
                return Ok(None);
            }
            let came = matched(m, text, pattern, init)?;
            return match m.branch(came.0.lt(0)) {
                true => Ok(None),
                false => self.place_values(m, s, at, came).map(Some),
            };
        }
        let place = found(m, text, pattern, init, Int::new(how));
        if m.branch(place.lt(0)) {
            if !m.branch(place.eq_(ABSENT)) {
                return Ok(None);
            }
            s.stack.slots()[at] = Value::Nil.into();
            return Ok(Some(Done::Results(1)));
        }
        let (start, end) = (place.sar(32) + 1, place & 0xffff_ffff);
        if finding {
            s.stack.slots()[at] = Value::Int(start).into();
            s.stack.slots()[at + 1] = Value::Int(end).into();
            return Ok(Some(Done::Results(2)));
        }
        s.stack.slots()[at] = Value::Str(texts::piece(m, text, start, end)?).into();
        Ok(Some(Done::Results(1)))
    }
}
