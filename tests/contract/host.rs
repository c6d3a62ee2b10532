//! Objects and helpers of the language, and what the host can see of a run.

use super::lang::{call, show, Lang, Value};
use holloway::heap::{ByteArray, FloatArray, Gc, Header, Mut, OptGc, Own, RawSlot, SlotArray, WordArray};
use holloway::machine::*;
use holloway::Coroutine;
use holloway::{elidable, residual, Object, Runtime, Status};

/// A class of nodes: what promotion is for.
#[derive(Object)]
#[repr(C)]
pub struct Kind {
    header: Header,
    pub number: i64,
}

/// An object with a field of each form.
#[derive(Object)]
#[repr(C)]
pub struct Node {
    header: Header,
    pub kind: Gc<Kind>,
    pub id: i64,
    pub n: Mut<i64>,
    pub f: Mut<f64>,
    pub val: Mut<RawSlot>,
    pub next: Mut<OptGc<Node>>,
    pub small: Mut<u32>,
    pub byte: Mut<u8>,
    pub flag: Mut<bool>,
}

/// A coroutine as a value.
#[derive(Object)]
#[repr(C)]
pub struct Thread {
    header: Header,
    pub co: Own<Coroutine>,
}

/// What programs reach without registers: all of it roots.
pub struct World {
    pub kinds: [Gc<Kind>; 4],
    pub node: Gc<Node>,
    pub globals: Gc<SlotArray>,
    pub words: Gc<WordArray>,
    pub floats: Gc<FloatArray>,
    pub bytes: Gc<ByteArray>,
    pub fuel: Gc<WordArray>,
}

impl World {
    pub fn new(rt: &Runtime<Lang>) -> World {
        let cx = &rt.heap;
        let kinds = [0, 1, 2, 3].map(|number| cx.alloc(Kind { header: Header::NEW, number }));
        let node = cx.alloc(blank(kinds[0], 0));
        World {
            kinds,
            node,
            globals: cx.array(super::program::GLOBALS as usize).expect("memory"),
            words: cx.array(8).expect("memory"),
            floats: cx.array(4).expect("memory"),
            bytes: cx.array(8).expect("memory"),
            fuel: cx.array(1).expect("memory"),
        }
    }
}

/// A node with nothing in it.
fn blank(kind: Gc<Kind>, id: i64) -> Node {
    Node {
        header: Header::NEW,
        kind,
        id,
        n: Mut::new(id),
        f: Mut::new(0.5),
        val: Mut::new(RawSlot::default()),
        next: Mut::new(OptGc::NULL),
        small: Mut::new(0),
        byte: Mut::new(0),
        flag: Mut::new(false),
    }
}

/// The errors that the language raises by itself.
pub mod error {
    pub const MEMORY: i64 = -1;
    pub const KIND: i64 = -2;
    pub const INDEX: i64 = -3;
    pub const DEPTH: i64 = -4;
    pub const INTERRUPT: i64 = -5;
    pub const FUEL: i64 = -9;
    pub const COROUTINE: i64 = -7;
}

pub fn int_slot(n: i64) -> RawSlot {
    Value::<Conc>::to_raw(Value::Int(Int::new(n)))
}

/// Any number of not-a-number is one, as which of them it is depends on who computed it.
pub fn bits(x: f64) -> i64 {
    if x.is_nan() {
        1
    } else {
        x.to_bits() as i64
    }
}

fn fail<T>(rt: &Runtime<Lang>, code: i64) -> Result<T, Raised> {
    rt.error.set(int_slot(code));
    Err(Raised)
}

#[residual]
pub fn raise(cx: &Cx<Lang>, v: RawSlot) -> Result<(), Raised> {
    cx.rt.error.set(v);
    Err(Raised)
}

#[residual]
pub fn caught(cx: &Cx<Lang>) -> RawSlot {
    cx.rt.error.get()
}

#[residual]
pub fn emit(cx: &Cx<Lang>, v: RawSlot) {
    let text = show(cx.rt, v, 1);
    cx.rt.lang.emit(&text);
}

#[residual]
pub fn emit_int(cx: &Cx<Lang>, n: i64) {
    cx.rt.lang.emit(&n.to_string());
}

#[residual]
pub fn emit_float(cx: &Cx<Lang>, x: f64) {
    cx.rt.lang.emit(&format!("{:x}", bits(x)));
}

#[residual]
pub fn closed(cx: &Cx<Lang>, code: i64, op: i64) {
    cx.rt.lang.emit(&format!("closed {code}:{op}"));
}

#[residual]
pub fn spend(cx: &Cx<Lang>) -> Result<(), Raised> {
    let (fuel, cx1) = (cx.rt.lang.world().fuel, &cx.rt.heap);
    let left = fuel.get(cx1, 0).expect("one word") - 1;
    fuel.set(cx1, 0, left);
    if left < 0 {
        return fail(cx.rt, error::FUEL);
    }
    Ok(())
}

#[residual]
pub fn bump(cx: &Cx<Lang>, p: Gc<Node>, by: i64) {
    let h = &cx.rt.heap;
    p.n.set(h, p.n.get(h).wrapping_add(by));
    p.f.set(h, p.f.get(h) + 1.0);
    p.val.set(h, int_slot(by));
    p.small.set(h, p.small.get(h).wrapping_add(1));
    p.byte.set(h, p.byte.get(h).wrapping_add(3));
    p.flag.set(h, !p.flag.get(h));
    if by & 3 == 0 {
        p.next.set(h, OptGc::NULL);
    }
}

#[residual(reads)]
pub fn peek(cx: &Cx<Lang>, p: Gc<Node>) -> i64 {
    p.n.get(&cx.rt.heap)
}

/// Raises now and then.
#[residual]
pub fn check(cx: &Cx<Lang>, n: i64) -> Result<i64, Raised> {
    if n.rem_euclid(7) == 3 {
        return fail(cx.rt, n);
    }
    Ok(n.wrapping_mul(3))
}

#[residual]
pub fn pair_of(cx: &Cx<Lang>, n: i64, v: RawSlot) -> (i64, RawSlot) {
    let swap = n & 1 == 0;
    let node = cx.rt.lang.world().node;
    (n.wrapping_add(1), if swap { v } else { Value::<Conc>::to_raw(Value::Node(Ref::new(node))) })
}

#[residual]
pub fn three_of(cx: &Cx<Lang>, v: RawSlot, w: RawSlot) -> Result<(bool, RawSlot, RawSlot), Raised> {
    let _ = cx;
    Ok((v.tag == w.tag, w, v))
}

#[residual(reads)]
pub fn opt_next(cx: &Cx<Lang>, p: Gc<Node>) -> OptGc<Node> {
    p.next.get(&cx.rt.heap)
}

#[residual]
pub fn new_node(cx: &Cx<Lang>, n: i64, v: RawSlot) -> Gc<Node> {
    let made = cx.rt.heap.alloc(blank(cx.rt.lang.world().kinds[(n & 3) as usize], n));
    made.val.set(&cx.rt.heap, v);
    made
}

#[elidable]
pub fn mix(_cx: &Cx<Lang>, a: i64, b: i64) -> i64 {
    a.wrapping_mul(31).wrapping_add(b).rotate_left(7)
}

#[elidable]
pub fn float_mix(_cx: &Cx<Lang>, x: f64) -> f64 {
    if x.is_finite() {
        (x * 0.75).floor()
    } else {
        2.0
    }
}

#[elidable]
pub fn kind_numbered(cx: &Cx<Lang>, n: i64) -> Gc<Kind> {
    cx.rt.lang.world().kinds[(n & 3) as usize]
}

/// A new object of which nobody asks which one it is.
#[elidable]
pub fn fresh(cx: &Cx<Lang>, n: i64) -> Gc<Node> {
    cx.rt.heap.alloc(blank(cx.rt.lang.world().kinds[0], n.wrapping_mul(5)))
}

#[elidable(reads)]
pub fn reads(cx: &Cx<Lang>, p: Gc<Node>) -> i64 {
    let h = &cx.rt.heap;
    p.n.get(h).wrapping_mul(2).wrapping_add(p.byte.get(h).into())
}

#[residual]
#[allow(clippy::too_many_arguments)]
pub fn many(
    cx: &Cx<Lang>,
    a: RawSlot,
    b: RawSlot,
    c: RawSlot,
    d: RawSlot,
    n: i64,
    x: f64,
    p: Gc<Node>,
    t: bool,
) -> i64 {
    let text = [a, b, c, d].map(|v| show(cx.rt, v, 0)).join(" ");
    cx.rt.lang.emit(&format!("{text} {n} {:x} {} {t}", bits(x), p.id));
    text.len() as i64
}

#[residual]
pub fn set_cell(cx: &Cx<Lang>, k: i64, n: i64) {
    // Versions are never freed, so a cell is set a few times only.
    let set = &cx.rt.lang.sets;
    if set.get() < 12 {
        set.set(set.get() + 1);
        cx.rt.lang.cells[k as usize].set(n & 7);
    }
}

#[residual]
pub fn collect(cx: &Cx<Lang>) {
    // A handler may ask for thousands of them, which uses no fuel.
    let done = &cx.rt.lang.collections;
    if done.get() < 1000 {
        done.set(done.get() + 1);
        cx.rt.collect()
    }
}

#[residual]
pub fn reenter(cx: &Cx<Lang>, f: i64, depth: i64, v: RawSlot) -> Result<RawSlot, Raised> {
    spend_host(cx)?;
    if cx.rt.native_stack_left() < 64 << 10 {
        return fail(cx.rt, error::DEPTH);
    }
    let results = call(cx.rt, f as u8, &[v], depth, f & 1 == 0)?;
    Ok(results.first().copied().unwrap_or_default())
}

#[residual]
pub fn spawn(cx: &Cx<Lang>, f: i64, depth: i64, v: RawSlot) -> Result<Gc<Thread>, Raised> {
    spend_host(cx)?;
    let co = cx.rt.spawn(move |rt, args| {
        let first = args.first().copied().unwrap_or_default();
        call(rt, f as u8, &[v, first], depth, false)
    });
    Ok(cx.rt.heap.alloc(Thread { header: Header::NEW, co: Own::new(co) }))
}

#[residual]
pub fn resume(cx: &Cx<Lang>, t: RawSlot, v: RawSlot) -> Result<RawSlot, Raised> {
    let Value::Thread(t) = Value::<Conc>::from_raw(t) else { return fail(cx.rt, error::KIND) };
    let co = t.gc().co.with(&cx.rt.heap, Coroutine::clone);
    match cx.rt.resume(&co, &[v]) {
        Ok(holloway::Resumed::Yielded | holloway::Resumed::Returned) => Ok(cx.rt.passed().get(0)),
        Ok(holloway::Resumed::Raised) => Err(Raised),
        Err(_) => fail(cx.rt, error::COROUTINE),
    }
}

#[residual]
pub fn yield_now(cx: &Cx<Lang>, v: RawSlot) -> Result<RawSlot, Raised> {
    match cx.rt.yield_(&[v]) {
        Ok(()) => Ok(cx.rt.passed().get(0)),
        Err(_) => fail(cx.rt, error::COROUTINE),
    }
}

#[residual]
pub fn panic_if(_cx: &Cx<Lang>, n: i64) {
    if n == 1234 {
        std::panic::resume_unwind(Box::new(n));
    }
}

/// The status of a coroutine, as a text.
pub fn status(rt: &Runtime<Lang>, t: Gc<Thread>) -> Status {
    t.co.with(&rt.heap, Coroutine::status)
}
