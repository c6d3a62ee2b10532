//! Calls of library functions that look into activations: the levels, variables of one, and hooks.
//!
//! **Invariants.** Such a call is a step that asks for the whole state, so plain execution does it with all activations of the segment in sight. Which variables
//! hold their values is up to liveness: all do in chunks that name these functions (see `Chunk::inspected`), elsewhere at calls those that calls hold (see `shared::held`).
//!
//! **Example.** `debug.getlocal(1, 1)` is the name and the value of the caller's first variable.

use super::call::Called;
use super::{konst, Lua, S};
use crate::bytecode::Op;
use crate::code::builtin;
use crate::native;
use crate::value::{Cell, Closure, Val, Value, NIL};
use holloway::heap::{OptGc, RawSlot};
use holloway::machine::*;
use holloway::residual;

/// Numbers for [`local_name`] of what is no variable.
const VARARG: i64 = -1;
const TEMPORARY: i64 = -2;

/// `debug.sethook`, which is library function number `id`, is about to return.
#[residual]
fn set_hook_returns(cx: &Cx<Lua>, id: i64) {
    cx.rt.lang.hooks.set_by(crate::lib::coroutine::current(cx.rt).into(), id as u32);
}

/// The name of an entry in the list of a function's variables.
#[residual]
fn local_name(cx: &Cx<Lua>, code: i64, index: i64) -> Result<RawSlot, Raised> {
    let proto = &cx.rt.lang.code(code as u32).proto;
    let name = match index {
        VARARG => &b"(vararg)"[..],
        TEMPORARY => b"(temporary)",
        i => &proto.locals[i as usize].name,
    };
    crate::string::make(cx.rt, name).map(|s| Val::Str(s).into())
}

/// Begins the list of levels for a library function that wants to know where it is called from.
#[residual]
fn stack_begins(cx: &Cx<Lua>) {
    cx.rt.lang.stack.clear();
}

#[residual]
fn stack_level(cx: &Cx<Lua>, code: i64, pc: i64, tail: bool, f: OptGc<Closure>) {
    cx.rt.lang.stack.on_lua(code as u32, pc as usize, tail, f);
}

impl Lua {
    /// Lists the activations of the segment for a library function that wants to know where it is called from.
    pub(super) fn list_levels<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
    ) -> Result<Option<Called>, Raised> {
        m.stitch();
        if m.is_cut_off() && self.begin_again::<M>(s, at, n) {
            return Ok(Some(Called::Flow(Flow::Leave(Exit::Stopped))));
        }
        stack_begins(m);
        for i in (0..s.depth()).rev() {
            let f = &s.at(i).frame;
            let (code, pc) = (f.code.0.id, i64::from(f.pc) - 1);
            let (tail, closure) = (Bool::new(f.tail), f.closure);
            stack_level(m, Int::new(code.into()), Int::new(pc), tail, closure);
        }
        Ok(None)
    }

    /// Restores the state before the call instruction that calls slot `at` with `n` arguments; false if it is no such instruction that makes the call.
    pub(super) fn begin_again<M: Machine<L = Lua>>(&self, s: &mut S<M>, at: usize, n: usize) -> bool {
        let a = s.top();
        let (Op::Call { a: first, b, .. } | Op::TailCall { a: first, b }) =
            a.frame.code.0.ops[a.frame.pc as usize - 1]
        else {
            return false;
        };
        let (counted, top) = (b != 0, first as usize + n + 1);
        if top > 255 || a.base + first as usize != at || counted && b as usize != n + 1 {
            return false;
        }
        a.frame.pc -= 1;
        a.frame.top = if counted { 0 } else { top as u32 };
        true
    }

    /// `debug.getlocal` or `debug.setlocal` of an activation of this segment; everything else is the library's.
    pub(super) fn call_local<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        set: bool,
        at: usize,
        n: usize,
    ) -> Result<Option<Called>, Raised> {
        let numbers =
            match (n >= 2 + usize::from(set), m.unpack(s.stack.get(at + 1)), m.unpack(s.stack.get(at + 2))) {
                (true, Value::Int(level), Value::Int(number)) => Some((m.promote(level), m.promote(number))),
                _ => None,
            };
        // Whatever comes of it, the levels are listed for the library function.
        if let Some(left) = self.list_levels(m, s, at, n)? {
            return Ok(Some(left));
        }
        let Some((level, number)) = numbers else { return Ok(None) };
        if level < 1 || level as usize > s.depth() {
            return Ok(None);
        }
        let i = s.depth() - level as usize;
        let (base, lo) = (s.at(i).base, s.at(i).lo);
        let (code, pc) = (s.at(i).frame.code.0, s.at(i).frame.pc.saturating_sub(1));
        let found = if (code.id as usize) < builtin::NAMES.len() {
            None
        } else if number < 0 {
            let k = (-(number + 1)) as usize;
            (code.proto.is_vararg && k < base - lo).then(|| (VARARG, lo + k))
        } else {
            let mut open = code.proto.locals.iter().enumerate().filter(|(_, l)| l.start <= pc && pc < l.end);
            let k = (number as usize).wrapping_sub(1);
            match open.nth(k).filter(|_| number > 0) {
                Some((index, l)) => Some((index as i64, base + usize::from(l.reg))),
                None => match code.ops[pc as usize] {
                    // Registers below those of the call hold something.
                    Op::Call { a, .. } if k < usize::from(a) => Some((TEMPORARY, base + k)),
                    _ => None,
                },
            }
        };
        let Some((name, slot)) = found else {
            s.stack.slots()[at] = konst(NIL);
            return Ok(Some(Called::Results(1)));
        };
        let held = s.stack.get(slot);
        if set {
            let v = s.stack.get(at + 3);
            match m.unpack(held) {
                Value::Cell(cell) => cell.set(m, Cell::value, v),
                _ => s.stack.slots()[slot] = v,
            }
        } else {
            s.stack.slots()[at + 1] = match m.unpack(held) {
                Value::Cell(cell) => cell.get(m, Cell::value),
                _ => held,
            };
        }
        s.stack.slots()[at] = local_name(m, Int::new(code.id.into()), Int::new(name))?;
        Ok(Some(Called::Results(if set { 1 } else { 2 })))
    }

    /// `debug.sethook`: plain execution stops after it, so that what comes is watched, or no longer.
    pub(super) fn call_set_hook<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        id: u32,
        at: usize,
        n: usize,
    ) -> Result<Option<Called>, Raised> {
        if let Some(left) = self.list_levels(m, s, at, n)? {
            return Ok(Some(left));
        }
        let Op::Call { a, c, .. } = s.top().frame.code.0.ops[s.top().frame.pc as usize - 1] else {
            return Ok(None);
        };
        if n > 6 || s.top().base + a as usize != at {
            return Ok(None);
        }
        let arg = |i: usize| if i < n { s.stack.get(at + 1 + i) } else { konst(NIL) };
        let args = [arg(0), arg(1), arg(2), arg(3), arg(4), arg(5)];
        let [x, y, z, u, v, w] = args;
        let came = native::call6(m, Int::new(id.into()), Int::new(n as i64), x, y, z, u, v, w)?;
        set_hook_returns(m, Int::new(id.into()));
        if let Called::Results(count) = self.place_values(m, s, at, came)? {
            self.deliver::<M>(s, at, count, a, c);
        }
        Ok(Some(Called::Flow(Flow::Leave(Exit::Stopped))))
    }
}
