//! Errors and closing: to the nearest `pcall`, or out of the segment.

use super::protect::{caught, check_nesting, handler_done, handles, is_handled, raise_handled};
use super::texts::simple_text;
use super::{konst, Activation, Lua, S};
use crate::bytecode::Op;
use crate::code::builtin;
use crate::levels::Why;
use crate::native::{self, Call};
use crate::traceback::Level;
use crate::value::{Closure, Tag, Val, Value, NIL};
use crate::{error, string};
use holloway::heap::{OptGc, RawSlot};
use holloway::machine::*;
use holloway::residual;

/// Calls `__close` of a variable's value at the regular end of its scope. The function that it is a variable of is what calls.
#[residual]
fn close(cx: &Cx<Lua>, v: RawSlot, code: i64, pc: i64, tail: bool, f: OptGc<Closure>) -> Result<(), Raised> {
    let by = Level::lua(code as u32, pc as usize, tail, f);
    cx.rt.lang.waits.during(cx.rt, Why::Close(by), || call_close(cx, v, NIL, " (metamethod 'close')"))
}

/// Calls it because of the error being raised. An error in it takes that one's place; who catches it is what calls.
#[residual]
fn close_raised(cx: &Cx<Lua>, v: RawSlot) {
    let lua = &cx.rt.lang;
    let (old, level, killing) = (cx.rt.error.get(), lua.level.get(), lua.killing.replace(false));
    let (trace, blame) = (lua.trace.take(), lua.blame.take());
    // Who catches an error is no Lua function, whose instruction has a name for this.
    if call_close(cx, v, old, "").is_ok() {
        cx.rt.error.set(old);
        lua.level.set(level);
        lua.trace.put(trace);
        lua.blame.replace(blame);
    } else {
        lua.level.set(0);
        lua.trace.closing.set(true);
    }
    lua.killing.set(killing);
}

fn call_close(cx: &Cx<Lua>, v: RawSlot, e: RawSlot, by: &str) -> Result<(), Raised> {
    let args = cx.rt.heap.root([v, e]);
    let f = native::metamethod(cx.rt, v.into(), "__close");
    if !native::is_callable(cx.rt, f) {
        return Err(error::error(
            cx.rt,
            format!("attempt to call a {} value{by}", native::type_name(cx.rt, f)),
        ));
    }
    check_nesting(cx.rt, cx.rt.lang.nesting().calls.get(&cx.rt.heap) + 1, 1)?;
    args.with(&cx.rt.heap, |args| super::call_above(cx.rt, f.into(), args)).map(|_| ())
}

/// Checks that a value can be closed.
#[residual]
fn check_close(cx: &Cx<Lua>, code: i64, reg: i64, pc: i64, v: RawSlot) -> Result<(), Raised> {
    let v = Val::from(v);
    if !v.truthy() || !native::metamethod(cx.rt, v, "__close").is_nil() {
        return Ok(());
    }
    let code = cx.rt.lang.code(code as u32);
    let var = code.proto.locals.iter().find(|l| i64::from(l.reg) == reg && i64::from(l.start) >= pc - 1);
    let name = var.map_or("?".into(), |l| String::from_utf8_lossy(&l.name).into_owned());
    Err(error::error(cx.rt, format!("variable '{name}' got a non-closable value")))
}

/// Makes the error value of an unwinding that a message is added to; kept here for the command line.
pub fn error_text(rt: &crate::Rt, v: RawSlot) -> Vec<u8> {
    let call = Call::of(rt, &native::NOBODY, &[]);
    match Val::from(v) {
        Val::Str(s) => s.bytes().to_vec(),
        Val::Int(_) | Val::Float(_) => native::plain_text(rt, v.into()),
        v if !native::metamethod(rt, v, "__tostring").is_nil() => match call.to_text(v) {
            Ok(s) => s.bytes().to_vec(),
            Err(Raised) => b"(error in __tostring)".to_vec(),
        },
        v => format!("(error object is a {} value)", v.type_name()).into_bytes(),
    }
}

/// A message as the value of an error of the run time itself.
pub fn message(rt: &crate::Rt, text: &str) -> RawSlot {
    rt.lang.trace.clear();
    string::make(rt, text.as_bytes()).map_or(NIL, |s| Val::Str(s).into())
}

/// A metamethod that is to give a text has given something else.
#[residual]
fn no_text(cx: &Cx<Lua>) -> Result<(), Raised> {
    Err(error::at_level(cx.rt, "'__tostring' must return a string", 2))
}

/// Whether code is that of a library function's activation, which counts as a nested call.
fn is_builtin(id: u32) -> bool {
    (id as usize) < builtin::NAMES.len()
}

impl Lua {
    /// Checks the variable that an instruction marks to be closed.
    pub fn mark_to_close<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        pc: usize,
        reg: u8,
    ) -> Result<(), Raised> {
        let a = s.top();
        a.frame.pc = pc as u32;
        let (id, at) = (a.frame.code.0.id, a.base + reg as usize);
        let v = s.stack.get(at);
        if m.branch(v.tag_le(Tag::False)) {
            return Ok(());
        }
        check_close(m, Int::new(id.into()), Int::new(reg.into()), Int::new(pc as i64), v)
    }

    /// Registers of variables to be closed, from `from` up, last first, that are in scope at `pc`.
    fn to_close<V: Values>(frame: &Activation<V>, from: u8, pc: u32) -> Vec<u8> {
        let locals = frame.code.0.proto.locals.iter().rev();
        let open = locals.filter(|l| l.to_close && l.reg >= from && l.start <= pc && pc < l.end);
        open.map(|l| l.reg).collect()
    }

    /// Closes the variables from register `from` up. What is closed becomes nil, so that it is closed once: by an unwinding that interrupts this, or
    /// at the end of a block that is left by a `goto` to its last label. If the flow is not to continue, nothing has been done yet. Before a return
    /// the variables keep their values, as they may be what is returned.
    #[inline(never)]
    pub fn close_from<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        pc: usize,
        from: u8,
    ) -> Result<Flow, Raised> {
        s.top().frame.pc = pc as u32;
        let (base, id) = (s.top().base, s.top().frame.code.0.id);
        let (tail, closure) = (s.top().frame.tail, s.top().frame.closure);
        if is_builtin(id) {
            if id == builtin::HANDLE {
                // Unwinding goes on, and counts the end.
                return raise_handled(m, s.stack.get(base + 4)).map(|()| Flow::Continue);
            }
            if id == builtin::TOSTRING {
                let v = s.stack.get(base);
                let Some(text) = simple_text(m, v)? else { return no_text(m).map(|()| Flow::Continue) };
                s.stack.slots()[base] = text;
            }
            self.leave(m, s, id, pc as u32);
            if handles(id, pc as u32) {
                handler_done(m);
                s.stack.slots()[base + 3] = Value::False.into();
            }
            return Ok(Flow::Continue);
        }
        if s.top().frame.code.0.transparent {
            m.stitch();
            if m.is_cut_off() {
                s.top().frame.pc -= 1;
                return Ok(Flow::Leave(Exit::Stopped));
            }
        }
        let regs = Lua::to_close(&s.top().frame, from, pc as u32 - 1);
        let mut closed = 0;
        let mut done = Ok(());
        for &reg in &regs {
            let v = s.stack.get(base + reg as usize);
            closed += 1;
            if !m.branch(v.tag_le(Tag::False)) {
                let at = Int::new(pc as i64 - 1);
                done = close(m, v, Int::new(id.into()), at, Bool::new(tail), closure);
            }
            if done.is_err() {
                break;
            }
        }
        let returns = matches!(s.top().frame.code.0.ops()[pc - 1], Op::ReturnClose { .. });
        if done.is_err() || !returns {
            for &reg in &regs[..closed] {
                s.stack.slots()[base + reg as usize] = konst(NIL);
            }
        }
        done.map(|()| Flow::Continue)
    }

    /// An error is being raised at the running activation, whose pc is published: goes to whoever catches it.
    #[inline(never)]
    pub fn unwind<M: Machine<L = Lua>>(&self, m: &M, s: &mut S<M>) -> Flow {
        loop {
            let (base, pc, id, tail, closure) = {
                let a = s.top();
                a.frame.calling = false;
                a.frame.top = 0;
                a.frame.left = 0;
                (a.base, a.frame.pc, a.frame.code.0.id, a.frame.tail, a.frame.closure)
            };
            let (code, at) = (Int::new(id.into()), Int::new(i64::from(pc) - 1));
            let killing = super::fail::locate(m, code, at, Bool::new(tail), closure);
            let killing = m.branch(killing);
            match id {
                builtin::PCALL if !killing => {
                    self.leave(m, s, id, pc);
                    s.stack.slots()[base] = Value::False.into();
                    s.stack.slots()[base + 1] = caught(m);
                    return m.ret(s, base, 2);
                }
                builtin::XPCALL | builtin::HANDLE if !killing => {
                    // While the handler runs, its calls so far are counted in the register of what comes first of the results.
                    let calls = match m.unpack(s.stack.get(base + 3)) {
                        Value::Int(calls) if handles(id, pc) => calls,
                        _ => Int::new(0),
                    };
                    if m.branch(is_handled(m, calls)) {
                        if !handles(id, pc) {
                            self.nest(m, 1);
                            self.nest_others(m, 1);
                        }
                        self.call_handler(m, s, calls + 1);
                        return Flow::Continue;
                    }
                    self.leave(m, s, id, pc);
                    if id == builtin::XPCALL {
                        s.stack.slots()[base + 3] = Value::False.into();
                        s.stack.slots()[base + 4] = caught(m);
                        return m.ret(s, base + 3, 2);
                    }
                }
                _ if is_builtin(id) => self.leave(m, s, id, pc),
                _ => {
                    let frame = &s.top().frame;
                    let refused = match frame.code.0.ops()[pc as usize - 1] {
                        Op::Tbc { a } => Some(a),
                        _ => None,
                    };
                    for reg in Lua::to_close(frame, 0, pc - 1) {
                        if Some(reg) == refused {
                            continue;
                        }
                        let v = s.stack.get(base + reg as usize);
                        if !m.branch(v.tag_le(Tag::False)) {
                            if !killing && self.handle_first(m, s) {
                                return Flow::Continue;
                            }
                            s.stack.slots()[base + reg as usize] = konst(NIL);
                            close_raised(m, v);
                        }
                    }
                }
            }
            s.pop();
            if s.depth() == 0 {
                return Flow::Leave(Exit::Raised);
            }
        }
    }
}
