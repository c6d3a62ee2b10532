//! Calls from outside of interpreter code, by library functions above all: each has a segment of its own.

use super::protect::{check_nesting, TOO_NESTED};
use super::Activation;
use crate::bytecode::UpvalDesc;
use crate::code::{Code, CodeRef};
use crate::native;
use crate::value::{Closure, Tag, Val, NIL};
use crate::{error, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;

/// Least native stack for another one.
const MIN_STACK: usize = 256 << 10;

/// Calls a value from a library function.
pub fn call_value(rt: &Rt, f: RawSlot, args: &[RawSlot]) -> Result<Vec<RawSlot>, Raised> {
    call_above(rt, f, args).inspect_err(|_| {
        // The library function that called was a level, too.
        rt.lang.level.set(rt.lang.level.get().saturating_sub(1));
    })
}

/// Calls a value for something that is no level itself.
pub fn call_above(rt: &Rt, f: RawSlot, args: &[RawSlot]) -> Result<Vec<RawSlot>, Raised> {
    let lua = &rt.lang;
    let calls = lua.nesting().calls.get(&rt.heap);
    check_nesting(rt, if rt.native_stack_left() < MIN_STACK { TOO_NESTED } else { calls + 1 }, 0)?;
    let Val::Function(closure) = f.into() else { return call_other_value(rt, f, args) };
    let (n, heap) = (lua.nesting(), &rt.heap);
    let others = n.others.get(heap);
    n.calls.set(heap, calls + 1);
    n.others.set(heap, others + 1);
    let r = if rt.is_watched() {
        let thread = crate::lib::coroutine::current(rt).into();
        lua.hooks.apart(thread, || run_closure(rt, closure, args))
    } else {
        run_closure(rt, closure, args)
    };
    n.calls.set(heap, calls);
    n.others.set(heap, others);
    r
}

/// Calls a Lua function of the library that calls nothing: not counted as a nested call.
pub fn run_closure(rt: &Rt, closure: Gc<Closure>, args: &[RawSlot]) -> Result<Vec<RawSlot>, Raised> {
    rt.with_segment(|s| {
        let code: &'static Code = rt.lang.code(closure.code());
        let stack_overflow = || error::error(rt, "stack overflow");
        s.stack.reserve(args.len() + 1).map_err(|_| stack_overflow())?;
        for (i, &a) in args.iter().enumerate() {
            s.stack.slots()[i] = Slot(a);
        }
        let (n, params) = (args.len(), code.proto.nparams as usize);
        let (lo, base) = if code.proto.is_vararg { (params, n.max(params)) } else { (0, 0) };
        s.stack.reserve(base + params).map_err(|_| stack_overflow())?;
        for i in 0..params {
            s.stack.slots()[base + i] = Slot(args.get(i).copied().unwrap_or(NIL));
        }
        let frame = Activation {
            code: CodeRef(code),
            pc: 0,
            top: 0,
            left: 0,
            calling: false,
            tail: false,
            closure: Ref::new(closure).opt(),
        };
        s.push(frame, lo, base).map_err(|_| stack_overflow())?;
        rt.run_function(s, &code.entry)
    })
}

fn call_other_value(rt: &Rt, f: RawSlot, args: &[RawSlot]) -> Result<Vec<RawSlot>, Raised> {
    if let Val::Native(f) = f.into() {
        // Nothing is known of where it is called from.
        rt.lang.stack.clear();
        let native = rt.lang.native(f.id);
        let mut call = native::Call::of(rt, native, args);
        (native.body)(&mut call).inspect_err(|_| rt.lang.trace.through_native(f.id))?;
        let (n, few, more) = call.results();
        return Ok(if n > few.len() { std::mem::take(more) } else { few[..n].to_vec() });
    }
    match native::metamethod(rt, f.into(), "__call") {
        Val::Nil => {
            // A library function called it, so the message has no position.
            let text = format!("attempt to call a {} value", native::type_name(rt, f.into()));
            Err(error::at_level(rt, text, 0))
        }
        h => {
            let mut all = vec![f];
            all.extend_from_slice(args);
            call_above(rt, h.into(), &all)
        }
    }
}

/// The code of a loaded chunk as a function with `_ENV` as its upvalue.
///
/// # Errors
/// "not enough memory".
pub fn main_closure(rt: &Rt, code: &Code, env: RawSlot) -> Result<Gc<Closure>, Raised> {
    let made = |u: &UpvalDesc| match (u.is_cell, u.is_joint) {
        (false, _) => env,
        (true, false) => new_cell(rt, env),
        (true, true) => new_cell(rt, new_cell(rt, env)),
    };
    let upvals: Vec<RawSlot> = code.proto.upvals.iter().map(made).collect();
    rt.heap.alloc_with(Closure::new(code.origin()), &upvals).map_err(|_| error::out_of_memory(rt))
}

fn new_cell(rt: &Rt, v: RawSlot) -> RawSlot {
    let cell = rt.heap.alloc(crate::value::Cell::default());
    cell.value.set(&rt.heap, v);
    RawSlot { tag: Tag::Cell, bits: cell.to_bits() }
}
