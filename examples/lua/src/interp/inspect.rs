//! Calls of library functions that look into activations: the levels, variables of one, and hooks.
//!
//! **Invariants.** Such a call is a step that asks for the whole state, so plain execution does it with all activations of the segment in sight.
//! Which variables hold their values is up to liveness: all do in chunks that name these functions (see `Chunk::inspected`), elsewhere at calls those
//! that calls hold (see `langkit::held`).
//!
//! **Example.** `debug.getlocal(1, 1)` is the name and the value of the caller's first variable.

use super::call::Done;
use super::{konst, Lua, S};
use crate::bytecode::Op;
use crate::code::builtin;
use crate::native;
use crate::value::{Cell, Closure, Thread, Val, Value, NIL};
use crate::Rt;
use holloway::heap::{Gc, OptGc, RawSlot};
use holloway::machine::*;
use holloway::residual;

/// Numbers for [`local_name`] of what is no variable.
const VARARG: i64 = -1;
const TEMPORARY: i64 = -2;

/// A variable of an activation, or what counts as one.
pub struct Local {
    /// Its function.
    pub code: u32,
    /// Its number for [`local_name`].
    pub name: i64,
    /// Where it is.
    pub slot: usize,
}

/// The name of an entry in the list of a function's variables.
pub fn local_name(rt: &Rt, code: i64, index: i64) -> &'static [u8] {
    match index {
        VARARG => b"(vararg)",
        TEMPORARY => b"(temporary)",
        i => &rt.lang.code(code as u32).proto.locals[i as usize].name,
    }
}

/// `debug.sethook`, which is library function number `id`, is about to return.
#[residual]
fn set_hook_returns(cx: &Cx<Lua>, id: i64, depth: i64) {
    let depth = cx.rt.depth_below() as usize + depth as usize;
    cx.rt.lang.hooks.set_by(crate::lib::coroutine::current(cx.rt).into(), id as u32, depth);
}

/// The same as a value.
#[residual]
fn name_of_local(cx: &Cx<Lua>, code: i64, index: i64) -> Result<RawSlot, Raised> {
    crate::string::make(cx.rt, local_name(cx.rt, code, index)).map(|s| Val::Str(s).into())
}

#[residual]
fn is_running(cx: &Cx<Lua>, t: Gc<Thread>) -> bool {
    matches!(crate::lib::coroutine::current(cx.rt), Val::Thread(running) if running == t)
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

/// Variable `number` of activation `i` of a segment, which is at instruction `pc`.
pub fn find_local<V: Values>(s: &mut State<Lua, V>, i: usize, pc: u32, number: i64) -> Option<Local> {
    let (base, lo, code) = (s.at(i).base, s.at(i).lo, s.at(i).frame.code.0);
    if (code.id as usize) < builtin::NAMES.len() {
        return None;
    }
    let local = |name, slot| Some(Local { code: code.id, name, slot });
    if number < 0 {
        let k = -(number + 1) as usize;
        return local(VARARG, lo + k).filter(|_| code.proto.is_vararg && k < base - lo);
    }
    let k = (number as usize).checked_sub(1)?;
    let mut open = code.proto.locals.iter().enumerate().filter(|(_, l)| l.start <= pc && pc < l.end);
    match (open.nth(k), code.ops()[pc as usize]) {
        (Some((index, l)), _) => local(index as i64, base + usize::from(l.reg)),
        // Registers below those of the call hold something.
        (None, Op::Call { a, .. } | Op::TailCall { a, .. }) if k < usize::from(a) => {
            local(TEMPORARY, base + k)
        }
        _ => None,
    }
}

impl Lua {
    /// Has a call of a library function that may call what it is given made by plain execution with the whole segment in sight, if it is given
    /// something to call.
    #[inline(never)]
    pub(super) fn call_back<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
    ) -> Option<Done> {
        let callable = (1..=n).any(|i| {
            let v = m.unpack(s.stack.get(at + i));
            matches!(v, Value::Function(_) | Value::Native(_) | Value::Table(_) | Value::UserData(_))
        });
        if !callable {
            return None;
        }
        m.stitch();
        let again = m.is_cut_off() && self.begin_again::<M>(s, at, n);
        again.then_some(Done::Stopped)
    }

    /// Lists the activations of the segment for a library function that wants to know where it is called from.
    pub(super) fn list_levels<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
    ) -> Result<Option<Done>, Raised> {
        m.stitch();
        if m.is_cut_off() && self.begin_again::<M>(s, at, n) {
            return Ok(Some(Done::Stopped));
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
            a.frame.code.0.ops()[a.frame.pc as usize - 1]
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

    /// Number of arguments that name the running coroutine: 1 or 0.
    fn is_own_named<M: Machine<L = Lua>>(&self, m: &M, s: &mut S<M>, at: usize, n: usize) -> usize {
        if n == 0 {
            return 0;
        }
        match m.unpack(s.stack.get(at + 1)) {
            Value::Thread(t) => {
                let running = is_running(m, t);
                usize::from(m.branch(running))
            }
            _ => 0,
        }
    }

    /// `debug.getlocal` or `debug.setlocal` of an activation of this segment; everything else is the library's.
    pub(super) fn call_local<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        set: bool,
        at: usize,
        n: usize,
    ) -> Result<Option<Done>, Raised> {
        let first = at + 1 + self.is_own_named(m, s, at, n);
        let enough = n >= first - at + 1 + usize::from(set);
        let numbers = match (enough, m.unpack(s.stack.get(first)), m.unpack(s.stack.get(first + 1))) {
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
        let code = s.at(i).frame.code.0;
        if i == 0 && code.library && code.id as usize >= builtin::NAMES.len() {
            return Ok(None);
        }
        let pc = s.at(i).frame.pc.saturating_sub(1);
        let Some(local) = find_local(s, i, pc, number) else {
            s.stack.slots()[at] = konst(NIL);
            return Ok(Some(Done::Results(1)));
        };
        if set {
            let v = s.stack.get(first + 2);
            self.set_local(m, s, &local, v);
        } else {
            s.stack.slots()[at + 1] = self.local_content(m, s, &local);
        }
        s.stack.slots()[at] = name_of_local(m, Int::new(local.code.into()), Int::new(local.name))?;
        Ok(Some(Done::Results(if set { 1 } else { 2 })))
    }

    /// What a variable holds.
    pub(super) fn local_content<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        local: &Local,
    ) -> Slot<M::V> {
        let held = s.stack.get(local.slot);
        match m.unpack(held) {
            Value::Cell(cell) => cell.get(m, Cell::value),
            _ => held,
        }
    }

    /// Changes it.
    pub(super) fn set_local<M: Machine<L = Lua>>(&self, m: &M, s: &mut S<M>, local: &Local, v: Slot<M::V>) {
        match m.unpack(s.stack.get(local.slot)) {
            Value::Cell(cell) => cell.set(m, Cell::value, v),
            _ => s.stack.slots()[local.slot] = v,
        }
    }

    /// `debug.sethook`: plain execution stops after it, so that what comes is watched, or no longer.
    pub(super) fn call_set_hook<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        id: u32,
        at: usize,
        n: usize,
    ) -> Result<Option<Done>, Raised> {
        if let Some(left) = self.list_levels(m, s, at, n)? {
            return Ok(Some(left));
        }
        let frame = &s.top().frame;
        let Op::Call { a, c, .. } = frame.code.0.ops()[frame.pc as usize - 1] else {
            return Ok(None);
        };
        if n > 6 || s.top().base + a as usize != at {
            return Ok(None);
        }
        let arg = |i: usize| if i < n { s.stack.get(at + 1 + i) } else { konst(NIL) };
        let args = [arg(0), arg(1), arg(2), arg(3), arg(4), arg(5)];
        let [x, y, z, u, v, w] = args;
        let came = native::call6(m, Int::new(id.into()), Int::new(n as i64), x, y, z, u, v, w)?;
        set_hook_returns(m, Int::new(id.into()), Int::new(s.depth() as i64));
        if let Done::Results(count) = self.place_values(m, s, at, came)? {
            self.deliver::<M>(s, at, count, a, c);
        }
        Ok(Some(Done::Stopped))
    }
}
