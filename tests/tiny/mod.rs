#![allow(dead_code, reason = "each test file uses a part of it")]
//! A language for tests of the architecture's rules: its programs are lists of ops, several of which do in one step what a rule is about.
//!
//! Registers hold nothing, yes or no, integers, pairs (allocated in the trace, so virtual until they escape) or numbered objects (`Fixed`, which can be
//! promoted). Nothing raises: an operand of the wrong kind counts as 0, but its kind is guarded as everywhere.
//!
//! **Example.** `while i < 100 { i = i + 1 } return i`:
//! ```text
//! [Int(0, 0), Int(1, 100), Int(2, 1), Less(3, 0, 1), Unless(3, 7), Add(0, 0, 2), Loop(3), Return(0, 1)]
//! ```

use holloway::heap::{Gc, Header, HeapConfig, Mut, RawSlot};
use holloway::machine::*;
use holloway::tables::coverage::Schedule;
use holloway::{
    backedge, elidable, merge_point, residual, HotCell, Object, Params, Runtime, Stats, Tagged, Traced,
};
use std::cell::Cell;

#[derive(Object)]
#[repr(C)]
pub struct Pair {
    header: Header,
    left: Mut<RawSlot>,
    right: Mut<RawSlot>,
}

#[derive(Object)]
#[repr(C)]
pub struct Fixed {
    header: Header,
    number: i64,
}

#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
pub enum Value<V: Values> {
    Nil,
    Int(Int<V>),
    Pair(Ref<V, Pair>),
    Fixed(Ref<V, Fixed>),
    Yes,
    No,
}

/// Registers come first the written one, then those read.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    Nil(u8),
    /// Other values that carry nothing.
    Yes(u8),
    No(u8),
    Int(u8, i32),
    Copy(u8, u8),
    Add(u8, u8, u8),
    /// The sum, or 0 where it overflows.
    SafeAdd(u8, u8, u8),
    Sub(u8, u8, u8),
    Mul(u8, u8, u8),
    /// 1000 divided by the integer, by an elidable helper that panics for 0.
    Inverse(u8, u8),
    /// As `Inverse`, by way of an object that the helper makes.
    InverseObject(u8, u8),
    /// The same, by a helper that raises the integer where it is a multiple of 5: then less that.
    InverseOrCaught(u8, u8),
    And(u8, u8, u8),
    Less(u8, u8, u8),
    Equal(u8, u8, u8),
    /// 0 for nothing, 1 for an integer, 2 for a pair, 3 for a numbered object, 4 and 5 for yes and no.
    Kind(u8, u8),
    /// Jumps if the integer is 0.
    Unless(u8, u32),
    Jump(u32),
    Loop(u32),
    Pair(u8, u8, u8),
    Left(u8, u8),
    Right(u8, u8),
    /// The integer on the left, by an elidable helper that reads it.
    ReadLeft(u8, u8),
    SetLeft(u8, u8),
    SetRight(u8, u8),
    /// One step: sets the left of a pair (second) to the third register, then takes the left of another one.
    SetThenLeft(u8, u8, u8, u8),
    /// Whether two pairs are the same object.
    Same(u8, u8, u8),
    /// The same, found out by a branch.
    TestSame(u8, u8, u8),
    /// A new object with this number.
    Fixed(u8, u8),
    /// The number of an object that is made a constant of the trace.
    Promote(u8, u8),
    /// The integer, made a constant of the trace.
    PromoteInt(u8, u8),
    /// The integer, half of which is made a constant of the trace, as a float.
    PromoteHalf(u8, u8),
    /// One step: an effect on the pair (third), then the number of an object that is made a constant of the trace while there are few.
    TouchAndPromoteFew(u8, u8, u8),
    /// The integer where it is less than 5, by a loop in the handler that it bounds; else 0.
    CountFew(u8, u8),
    /// Changes the frame's green mode between 0 and 1.
    Flip,
    /// The green mode.
    Mode(u8),
    /// The quasi-immutable cell with this number.
    Cell(u8, u8),
    /// Changes it in a helper, when the integer (second) reaches the one in the third register.
    SetCellAt(u8, u8, u8),
    /// One step: changes cell 0 as `SetCellAt` does, then reads it.
    SetAndReadCell(u8, u8, u8),
    /// One step that does everything a log must answer between two guards, with a pair (second) and an integer (third).
    Everything(u8, u8, u8),
    /// One step: adds 1 to the left of the pair, then tests whether the integer is less than the limit: the result.
    BumpAndTest(u8, u8, u8, u8),
    /// One step: an effect on the pair, takes its left, tests whether the integer is less than the limit; the result says whether the left is
    /// the pair itself.
    TakeAndTest(u8, u8, u8, u8),
    /// One step: an effect on the pair, then so many loads and tests; answers the sum.
    Long(u8, u8, u16),
    /// One step: asks whether the integer is a constant, takes another way if it is, then does what `Kind` does with the third register.
    AskConstant(u8, u8, u8),
    /// How often the program came here.
    Count(u8),
    Collect,
    /// What only traces refer to is collected as well.
    CollectAll,
    /// Runs a function within a helper, with the argument.
    Reenter(u8, u8, u8),
    /// Panics in the interpreter itself when the two integers are equal.
    PanicIf(u8, u8),
    /// Asks for an interrupt when the two integers are equal.
    InterruptIf(u8, u8),
    /// Notes how much native stack is used.
    NoteStack,
    /// Calls function `f` with the registers from the second operand on; results go there, and their number to the first.
    Call(u8, u8, u8),
    /// As `Call`, in place of the running activation.
    TailCall(u8, u8),
    /// So many values from this register on.
    Return(u8, u8),
    /// 1 or 2 values, as the integer says.
    ReturnSome(u8, u8),
}

pub struct Code {
    pub ops: Vec<Op>,
    /// Registers that are parameters.
    pub params: u8,
    /// Registers alive at every merge point but the first.
    pub live: u64,
    entry: HotCell,
    loops: Vec<HotCell>,
}

/// A function whose first twelve registers are alive throughout. Arguments of its calls go where nothing else is, from register 8 on.
pub fn code(params: u8, ops: &[Op]) -> Code {
    let loops = ops.iter().map(|_| HotCell::default()).collect();
    Code { ops: ops.to_vec(), params, live: 0xfff, entry: HotCell::default(), loops }
}

/// The same with these registers alive throughout.
pub fn with_live(live: u64, code: Code) -> Code {
    Code { live, ..code }
}

#[derive(Traced)]
pub struct Activation {
    code: u32,
    pc: u32,
    mode: u8,
    live: u64,
    /// Where the results of the running call go, and their number.
    to: u8,
    count_to: u8,
}

impl<V: Values> Frame<V> for Activation {
    fn live(&self) -> LiveMask {
        [self.live, 0, 0, 0]
    }
    fn place(&self) -> (u64, u32) {
        (self.code as u64, self.pc)
    }
}

pub struct Tiny {
    pub codes: Vec<Code>,
    pub cells: [Quasi<i64>; 2],
    pub count: Cell<i64>,
    /// Steps of plain execution.
    pub steps: Cell<u64>,
    /// Least native stack left at `NoteStack`, before and after the first [`WARM`] counts.
    pub stack_left: [Cell<usize>; 2],
}

/// Counts after which everything should be compiled.
pub const WARM: i64 = 3_000;

impl Tiny {
    fn activation(&self, f: u32) -> Activation {
        let params = self.codes[f as usize].params;
        Activation { code: f, pc: 0, mode: 0, live: (1 << params) - 1, to: 0, count_to: 0 }
    }
}

pub fn int_slot(n: i64) -> RawSlot {
    Value::<Conc>::to_raw(Value::Int(Int::new(n)))
}

pub fn as_int(v: RawSlot) -> Option<i64> {
    match Value::<Conc>::from_raw(v) {
        Value::Int(x) => Some(x.0 as i64),
        _ => None,
    }
}

#[elidable]
fn inverse(_cx: &Cx<Tiny>, n: i64) -> i64 {
    1000 / n
}

#[elidable]
fn inverse_object(cx: &Cx<Tiny>, n: i64) -> Gc<Fixed> {
    cx.rt.heap.alloc(Fixed { header: Header::NEW, number: 1000 / n })
}

#[elidable]
fn inverse_or_raise(cx: &Cx<Tiny>, n: i64) -> Result<Gc<Fixed>, Raised> {
    if n % 5 == 0 {
        cx.rt.error.set(int_slot(n));
        return Err(Raised);
    }
    Ok(cx.rt.heap.alloc(Fixed { header: Header::NEW, number: 1000 / n }))
}

/// The integer raised last.
#[residual(reads)]
fn caught(cx: &Cx<Tiny>) -> i64 {
    as_int(cx.rt.error.get()).unwrap_or(0)
}

#[elidable]
fn doubled(_cx: &Cx<Tiny>, n: i64) -> i64 {
    n.wrapping_mul(2)
}

#[elidable(reads)]
fn left_of(cx: &Cx<Tiny>, p: Gc<Pair>) -> i64 {
    as_int(p.left.get(&cx.rt.heap)).unwrap_or(0)
}

/// Adds 10 to the left of a pair; also an effect that a repeated store would undo.
#[residual]
fn bump(cx: &Cx<Tiny>, p: Gc<Pair>) {
    p.left.set(&cx.rt.heap, int_slot(left_of_host(cx, p) + 10));
}

#[residual]
fn count(cx: &Cx<Tiny>) -> i64 {
    cx.rt.lang.count.set(cx.rt.lang.count.get() + 1);
    cx.rt.lang.count.get()
}

#[residual]
fn set_cell_at(cx: &Cx<Tiny>, k: i64, n: i64, at: i64) {
    if n == at {
        cx.rt.lang.cells[k as usize].set(n);
    }
}

#[residual]
fn collect(cx: &Cx<Tiny>) {
    cx.rt.collect()
}

#[residual]
fn new_fixed(cx: &Cx<Tiny>, number: i64) -> Gc<Fixed> {
    cx.rt.heap.alloc(Fixed { header: Header::NEW, number })
}

#[residual]
fn reenter(cx: &Cx<Tiny>, f: i64, x: RawSlot) -> Result<RawSlot, Raised> {
    cx.rt.with_segment(|s| {
        let _ = s.push(cx.rt.lang.activation(f as u32), 0, 0);
        s.stack.slots()[0] = Slot(x);
        Ok(cx.rt.run_segment(s)?[0])
    })
}

#[residual]
fn interrupt_if(cx: &Cx<Tiny>, a: i64, b: i64) {
    if a == b {
        cx.rt
            .poll_word()
            .fetch_or(holloway::runtime::poll::POLL_INTERRUPT, std::sync::atomic::Ordering::Relaxed);
    }
}

#[residual]
fn note_stack(cx: &Cx<Tiny>) {
    let (lang, left) = (&cx.rt.lang, cx.rt.native_stack_left());
    let least = &lang.stack_left[(lang.count.get() > WARM) as usize];
    least.set(least.get().min(left));
}

fn int<M: Machine<L = Tiny>>(m: &M, v: Slot<M::V>) -> Int<M::V> {
    match m.unpack(v) {
        Value::Int(x) => x,
        _ => Int::new(0),
    }
}

fn pair<M: Machine<L = Tiny>>(m: &M, v: Slot<M::V>) -> Ref<M::V, Pair> {
    match m.unpack(v) {
        Value::Pair(x) => x,
        _ => new_pair(m, Value::Nil.into(), Value::Nil.into()),
    }
}

/// Makes the kind a green; see [`Op::Kind`].
fn kind<M: Machine<L = Tiny>>(m: &M, v: Slot<M::V>) -> Int<M::V> {
    Int::new(match m.unpack(v) {
        Value::Nil => 0,
        Value::Int(_) => 1,
        Value::Pair(_) => 2,
        Value::Fixed(_) => 3,
        Value::Yes => 4,
        Value::No => 5,
    })
}

fn new_pair<M: Machine<L = Tiny>>(m: &M, left: Slot<M::V>, right: Slot<M::V>) -> Ref<M::V, Pair> {
    make::<M, Pair>(m).init(m, Pair::left, left).init(m, Pair::right, right)
}

fn everything<M: Machine<L = Tiny>>(m: &M, a: Slot<M::V>, b: Slot<M::V>) -> Slot<M::V> {
    let (p, n) = (pair(m, a), int(m, b));
    let left = int(m, p.get(m, Pair::left));
    p.set(m, Pair::left, Value::Int(left + 1).into());
    bump(m, p);
    let seen = int(m, p.get(m, Pair::left));
    let made = new_pair(m, Value::Int(seen).into(), Value::Int(n).into());
    let asked = if m.is_constant(n) { Int::new(7) } else { Int::new(3) + 4 };
    let assumed = assume(m, &m.runtime().lang.cells[0], |x| *x);
    let twice = doubled(m, seen);
    let read = left_of(m, p);
    let times = count(m);
    let sign = if m.branch(n.lt(150)) { Int::new(1) } else { Int::new(-1) };
    let odd = if m.branch((n & 1).eq_(0)) { Int::new(0) } else { Int::new(1000) };
    let kept = int(m, made.get(m, Pair::left)) + int(m, made.get(m, Pair::right));
    Value::Int((kept + asked + assumed + twice + read + times + odd) * sign).into()
}

impl Language for Tiny {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation;

    fn interp<M: Machine<L = Tiny>>(&self, m: &M, s: &mut State<Tiny, M::V>) -> Exit {
        'frame: loop {
            let base = s.top().base;
            let frame = &s.top().frame;
            let (code, mut mode, own) = (&self.codes[frame.code as usize], frame.mode, frame.code);
            let mut pc = frame.pc as usize;
            let mut r = s.stack.window(base);
            loop {
                merge_point!(m, s, publish {
                    let f = &mut s.top().frame;
                    (f.pc, f.mode) = (pc as u32, mode);
                    if pc > 0 { f.live = code.live }
                }, refetch { r = s.stack.window(base); });
                if !M::TRACING {
                    self.steps.set(self.steps.get() + 1);
                }
                let op = code.ops[pc];
                pc += 1;
                let get = |a: u8| r[a as usize];
                let num = |a: u8| int(m, r[a as usize]);
                match op {
                    Op::Nil(d) => r[d as usize] = Value::Nil.into(),
                    Op::Yes(d) => r[d as usize] = Value::Yes.into(),
                    Op::No(d) => r[d as usize] = Value::No.into(),
                    Op::Int(d, n) => r[d as usize] = Value::Int(Int::new(n as i64)).into(),
                    Op::Copy(d, a) => r[d as usize] = r[a as usize],
                    Op::Add(d, a, b) => r[d as usize] = Value::Int(num(a) + num(b)).into(),
                    Op::SafeAdd(d, a, b) => {
                        let over = m.branch(num(a).add_ovf(num(b)));
                        let sum = if over { Int::new(0) } else { num(a) + num(b) };
                        r[d as usize] = Value::Int(sum).into()
                    }
                    Op::Sub(d, a, b) => r[d as usize] = Value::Int(num(a) - num(b)).into(),
                    Op::Inverse(d, a) => r[d as usize] = Value::Int(inverse(m, num(a))).into(),
                    Op::InverseObject(d, a) => {
                        let made = inverse_object(m, num(a));
                        r[d as usize] = Value::Int(made.get(m, Fixed::number)).into()
                    }
                    Op::InverseOrCaught(d, a) => {
                        let n = match inverse_or_raise(m, num(a)) {
                            Ok(made) => made.get(m, Fixed::number),
                            Err(Raised) => -caught(m),
                        };
                        r[d as usize] = Value::Int(n).into()
                    }
                    Op::Mul(d, a, b) => r[d as usize] = Value::Int(num(a) * num(b)).into(),
                    Op::And(d, a, b) => r[d as usize] = Value::Int(num(a) & num(b)).into(),
                    Op::Less(d, a, b) => r[d as usize] = Value::Int(num(a).lt(num(b)).to_int()).into(),
                    Op::Equal(d, a, b) => r[d as usize] = Value::Int(num(a).eq_(num(b)).to_int()).into(),
                    Op::Kind(d, a) => {
                        let kind = kind(m, get(a));
                        r[d as usize] = Value::Int(kind).into()
                    }
                    Op::Unless(a, to) => {
                        if m.branch(num(a).eq_(0)) {
                            pc = to as usize
                        }
                    }
                    Op::Jump(to) => pc = to as usize,
                    Op::Loop(to) => {
                        pc = to as usize;
                        backedge!(m, s, &code.loops[pc], publish {
                            let f = &mut s.top().frame;
                            (f.pc, f.mode, f.live) = (pc as u32, mode, code.live);
                        }, |flow| {
                            match flow {
                                Flow::Continue => continue 'frame,
                                Flow::Leave(exit) => return exit,
                                Flow::Raised | Flow::Unwound => return self.raised(s),
                            }
                        });
                    }
                    Op::Pair(d, a, b) => r[d as usize] = Value::Pair(new_pair(m, get(a), get(b))).into(),
                    Op::Left(d, a) => r[d as usize] = pair(m, get(a)).get(m, Pair::left),
                    Op::Right(d, a) => r[d as usize] = pair(m, get(a)).get(m, Pair::right),
                    Op::ReadLeft(d, a) => {
                        let n = left_of(m, pair(m, get(a)));
                        r[d as usize] = Value::Int(n).into()
                    }
                    Op::SetLeft(a, b) => pair(m, get(a)).set(m, Pair::left, get(b)),
                    Op::SetRight(a, b) => pair(m, get(a)).set(m, Pair::right, get(b)),
                    Op::SetThenLeft(d, a, b, c) => {
                        let (p, q) = (pair(m, get(a)), pair(m, get(c)));
                        p.set(m, Pair::left, get(b));
                        r[d as usize] = q.get(m, Pair::left)
                    }
                    Op::Same(d, a, b) => {
                        let same = pair(m, get(a)).is(pair(m, get(b))).to_int();
                        r[d as usize] = Value::Int(same).into()
                    }
                    Op::TestSame(d, a, b) => {
                        let same = m.branch(pair(m, get(a)).is(pair(m, get(b))));
                        r[d as usize] = Value::Int(Int::new(same as i64)).into()
                    }
                    Op::Fixed(d, a) => r[d as usize] = Value::Fixed(new_fixed(m, num(a))).into(),
                    Op::Promote(d, a) => {
                        let n = match m.unpack(get(a)) {
                            Value::Fixed(x) => m.promote_ref(x).number,
                            _ => 0,
                        };
                        r[d as usize] = Value::Int(Int::new(n)).into()
                    }
                    Op::TouchAndPromoteFew(d, a, b) => {
                        let touched = pair(m, get(b));
                        touched.set(m, Pair::left, get(a));
                        let n = match m.unpack(get(a)) {
                            Value::Fixed(x) => match m.promote_few(x) {
                                Some(known) => Int::new(known.number),
                                None => x.get(m, Fixed::number),
                            },
                            _ => Int::new(0),
                        };
                        r[d as usize] = Value::Int(n).into()
                    }
                    Op::CountFew(d, a) => {
                        let n = num(a);
                        let few = m.branch(n.lt(5));
                        let bound = if few { m.promote(n) } else { 0 };
                        let counted = (0..bound).fold(Int::new(0), |sum, _| sum + 1);
                        r[d as usize] = Value::Int(counted).into()
                    }
                    Op::PromoteInt(d, a) => {
                        let n = m.promote(num(a));
                        r[d as usize] = Value::Int(Int::new(n)).into()
                    }
                    Op::PromoteHalf(d, a) => {
                        let half = m.promote((num(a).to_float() * 0.5).to_bits());
                        let twice = f64::from_bits(half as u64) * 2.0;
                        r[d as usize] = Value::Int(Int::new(twice as i64)).into()
                    }
                    Op::Flip => mode ^= 1,
                    Op::Mode(d) => r[d as usize] = Value::Int(Int::new(mode as i64)).into(),
                    Op::Cell(d, k) => {
                        let n = assume(m, &self.cells[k as usize], |x| *x);
                        r[d as usize] = Value::Int(Int::new(n)).into()
                    }
                    Op::SetCellAt(k, a, b) => {
                        let (n, at) = (num(a), num(b));
                        set_cell_at(m, Int::new(k as i64), n, at)
                    }
                    Op::SetAndReadCell(d, a, b) => {
                        let (n, at) = (num(a), num(b));
                        set_cell_at(m, Int::new(0), n, at);
                        let n = assume(m, &self.cells[0], |x| *x);
                        r[d as usize] = Value::Int(Int::new(n)).into()
                    }
                    Op::Everything(d, a, b) => r[d as usize] = everything(m, get(a), get(b)),
                    Op::BumpAndTest(d, a, b, c) => {
                        let (p, n, limit) = (pair(m, get(a)), num(b), num(c));
                        let left = int(m, p.get(m, Pair::left));
                        p.set(m, Pair::left, Value::Int(left + 1).into());
                        let below = m.branch(n.lt(limit));
                        r[d as usize] = Value::Int(Int::new(below as i64)).into()
                    }
                    Op::TakeAndTest(d, a, b, c) => {
                        let (p, n, limit) = (pair(m, get(a)), num(b), num(c));
                        p.set(m, Pair::right, get(b));
                        let left = pair(m, p.get(m, Pair::left));
                        let below = m.branch(n.lt(limit));
                        let same = left.is(p).to_int();
                        r[d as usize] = Value::Int(if below { same } else { same + same }).into()
                    }
                    Op::Long(d, a, n) => {
                        let p = pair(m, get(a));
                        let right = int(m, p.get(m, Pair::right));
                        p.set(m, Pair::right, Value::Int(right + 1).into());
                        let mut sum = Int::new(0);
                        for _ in 0..n {
                            let left = int(m, p.get(m, Pair::left));
                            if m.branch((left & 1).eq_(0)) {
                                sum = sum + left;
                            }
                        }
                        r[d as usize] = Value::Int(sum).into()
                    }
                    Op::AskConstant(d, a, b) => {
                        let x = num(a);
                        // Both ways find out the same; a constant needs no guards.
                        if !m.is_constant(x) {
                            let _ = (m.branch(x.lt(1)), m.branch(x.lt(2)), m.branch(x.lt(3)));
                        }
                        let kind = kind(m, get(b));
                        r[d as usize] = Value::Int(kind).into()
                    }
                    Op::Count(d) => r[d as usize] = Value::Int(count(m)).into(),
                    Op::Collect => collect(m),
                    Op::CollectAll => {
                        {
                            let f = &mut s.top().frame;
                            (f.pc, f.mode, f.live) = (pc as u32, mode, code.live);
                        }
                        if !m.collect(s) {
                            s.top().frame.pc -= 1;
                            return Exit::Stopped;
                        }
                        r = s.stack.window(base);
                    }
                    Op::Reenter(d, f, a) => match reenter(m, Int::new(f as i64), get(a)) {
                        Ok(v) => r[d as usize] = v,
                        Err(Raised) => return self.raised(s),
                    },
                    Op::PanicIf(a, b) => {
                        if m.branch(num(a).eq_(num(b))) {
                            panic!("the author's mistake")
                        }
                    }
                    Op::InterruptIf(a, b) => {
                        let (x, y) = (num(a), num(b));
                        interrupt_if(m, x, y)
                    }
                    Op::NoteStack => note_stack(m),
                    Op::Call(d, a, f) => {
                        {
                            let f = &mut s.top().frame;
                            (f.pc, f.mode, f.live) = (pc as u32, mode, code.live);
                            (f.to, f.count_to) = (a, d);
                        }
                        let at = base + a as usize;
                        let callee = self.activation(f as u32);
                        if !m.depth_ok(s) || s.push(callee, at, at).is_err() {
                            return self.raised(s);
                        }
                        match m.enter(s, &self.codes[f as usize].entry) {
                            Flow::Continue => continue 'frame,
                            Flow::Leave(exit) => return exit,
                            Flow::Raised | Flow::Unwound => return self.raised(s),
                        }
                    }
                    Op::TailCall(a, f) => {
                        let callee = self.activation(f as u32);
                        for k in 0..callee_params(self, f) {
                            r[k] = r[a as usize + k];
                        }
                        debug_assert!(own == s.top().frame.code);
                        let lo = s.top().lo;
                        s.pop();
                        if s.push(callee, lo, base).is_err() {
                            return self.raised(s);
                        }
                        match m.enter(s, &self.codes[f as usize].entry) {
                            Flow::Continue => continue 'frame,
                            Flow::Leave(exit) => return exit,
                            Flow::Raised | Flow::Unwound => return self.raised(s),
                        }
                    }
                    Op::Return(a, n) => match m.ret(s, base + a as usize, n as usize) {
                        Flow::Leave(exit) => return exit,
                        _ => continue 'frame,
                    },
                    Op::ReturnSome(a, n) => {
                        let n = if m.branch(num(n).lt(2)) { 1 } else { 2 };
                        match m.ret(s, base + a as usize, n) {
                            Flow::Leave(exit) => return exit,
                            _ => continue 'frame,
                        }
                    }
                }
            }
        }
    }

    fn place_results<M: Machine<L = Tiny>>(
        &self,
        _: &M,
        s: &mut State<Tiny, M::V>,
        start: usize,
        count: usize,
    ) {
        let base = s.top().base;
        let (to, count_to) = (s.top().frame.to as usize, s.top().frame.count_to as usize);
        for k in 0..count {
            let v = s.stack.get(start + k);
            s.stack.slots()[base + to + k] = v;
        }
        s.stack.slots()[base + count_to] = Value::Int(Int::new(count as i64)).into();
    }
    fn describe(&self, f: &Activation) -> String {
        format!("{}:{}", f.code, f.pc)
    }
    fn out_of_memory(&self, _: &Runtime<Tiny>) -> RawSlot {
        int_slot(-1)
    }
    fn interrupted(&self, _: &Runtime<Tiny>) -> RawSlot {
        int_slot(-5)
    }
    fn stack_overflow(&self, _: &Runtime<Tiny>) -> RawSlot {
        int_slot(-4)
    }
}

fn callee_params(lang: &Tiny, f: u8) -> usize {
    lang.codes[f as usize].params as usize
}

impl Tiny {
    /// Nothing is caught: an error closes every activation.
    fn raised<V: Values>(&self, s: &mut State<Tiny, V>) -> Exit {
        while s.pop().is_some() {}
        Exit::Raised
    }
}

/// Everything is compiled soon.
pub fn eager() -> Params {
    Params { threshold: 4, function_threshold: 6, bridge_threshold: 2, ..Params::default() }
}

pub fn plain() -> Params {
    Params { jit: false, ..Params::default() }
}

/// What a program did.
#[derive(Debug)]
pub struct Ran {
    /// The first result; an error is `Err` with its value.
    pub result: Result<i64, i64>,
    pub stats: Stats,
    /// The log: one JSON object a line.
    pub log: Vec<serde_json::Value>,
}

impl Ran {
    /// The IR of each trace of this kind (`loop`, `function`, `bridge`), as recorded or `optimized`.
    pub fn traces(&self, kind: &str, optimized: bool) -> Vec<String> {
        let of_kind = self.log.iter().filter(|e| e["event"] == "trace" && e["kind"] == kind);
        let text =
            |e: &serde_json::Value| e[if optimized { "optimized" } else { "ir" }].as_str().map(String::from);
        of_kind.filter_map(text).collect()
    }
    /// The reasons of aborted recordings.
    pub fn aborts(&self) -> Vec<String> {
        let aborts = self.log.iter().filter(|e| e["event"] == "abort");
        aborts.filter_map(|e| e["reason"].as_str().map(String::from)).collect()
    }
}

/// Runs `f` with a run time for these functions; its second argument runs function 0.
pub fn with_codes<R: Send>(
    codes: Vec<Code>,
    params: Params,
    heap: HeapConfig,
    f: impl FnOnce(&Runtime<Tiny>, &dyn Fn() -> Result<i64, i64>) -> R + Send,
) -> R {
    let lang = move || Tiny {
        codes,
        cells: [Quasi::new(5), Quasi::new(6)],
        count: Cell::new(0),
        steps: Cell::new(0),
        stack_left: [Cell::new(usize::MAX), Cell::new(usize::MAX)],
    };
    holloway::run_with(
        params,
        heap,
        |_| Ok::<_, String>(lang()),
        |rt| {
            f(rt, &|| {
                rt.with_segment(|s| {
                    let _ = s.push(rt.lang.activation(0), 0, 0);
                    let r = rt.run_segment(s).map(|v| v[0]).map_err(|_| rt.error.get());
                    r.map(|v| as_int(v).unwrap_or(i64::MIN)).map_err(|v| as_int(v).unwrap_or(i64::MIN))
                })
            })
        },
    )
    .expect("a run time")
}

/// What an op's fate is on account of is an op of the recording.
fn reasons_are_recorded_ops(event: &serde_json::Value) {
    let ops = event["ops"].as_array().map_or(&[][..], Vec::as_slice);
    for op in ops.iter().filter(|op| !op["of"].is_null()) {
        assert!(
            op["of"].as_u64() < Some(ops.len() as u64),
            "{op} in {}, which has {} ops",
            event["name"],
            ops.len()
        );
    }
}

/// Runs function 0, with the log.
pub fn run_under(codes: Vec<Code>, params: Params, heap: HeapConfig) -> Ran {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = format!("tiny-{}-{}.jsonl", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let file = std::env::temp_dir().join(name);
    let params = Params { log_json: Some(file.clone()), ..params };
    let (result, stats) = with_codes(codes, params, heap, |rt, run| (run(), rt.driver.stats()));
    let text = std::fs::read_to_string(&file).expect("a log");
    // A file left behind in the temporary folder harms nothing.
    let _ = std::fs::remove_file(&file);
    let log: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    log.iter().for_each(reasons_are_recorded_ops);
    Ran { result, stats, log }
}

/// Runs function 0 compiled.
pub fn run(codes: Vec<Code>) -> Ran {
    run_under(codes, eager(), HeapConfig::default())
}

/// Runs function 0 plainly, compiled, with a collection at every poll, and with guards forced to fail on many schedules; all must agree.
pub fn agree(codes: impl Fn() -> Vec<Code>) -> i64 {
    let stress = HeapConfig { stress: true, ..HeapConfig::default() };
    let want = run_under(codes(), plain(), HeapConfig::default()).result;
    let seeds = (1..=6).flat_map(|seed| [2, 5, 23].map(|period| Some((seed, period))));
    let mut settings: Vec<_> = seeds
        .map(|chaos| (Params { chaos: chaos.map(Schedule::seeded), ..eager() }, HeapConfig::default()))
        .collect();
    settings.insert(0, (eager(), HeapConfig::default()));
    settings.insert(1, (eager(), stress.clone()));
    settings.insert(2, (Params { concurrent: true, ..eager() }, HeapConfig::default()));
    settings.insert(3, (Params { concurrent: true, ..eager() }, stress));
    for (params, heap) in settings {
        let what = format!("chaos {:?}, stress {}", params.chaos, heap.stress);
        // What is short has ended before anything has landed.
        let meanwhile = params.concurrent;
        let ran = run_under(codes(), params, heap);
        assert_eq!(ran.result, want, "{what}: {}", ran.stats);
        assert!(ran.stats.entries > 0 || meanwhile, "{what}: nothing ran natively: {}", ran.stats);
    }
    want.expect("a result")
}

/// `while i < n { body; i = i + 1 }` with `i` in register 0 (from 0), `n` in register 1 and 1 in register 2; then `end`. The body's first op
/// has number [`BODY`]. Register 3 is free for the condition.
pub fn counted(n: i32, before: &[Op], body: &[Op], end: &[Op]) -> Vec<Op> {
    let mut ops = vec![Op::Int(0, 0), Op::Int(1, n), Op::Int(2, 1)];
    ops.extend(before);
    let header = ops.len() as u32;
    ops.push(Op::Less(3, 0, 1));
    ops.push(Op::Unless(3, header + 2 + body.len() as u32 + 2));
    ops.extend(body);
    ops.extend([Op::Add(0, 0, 2), Op::Loop(header)]);
    ops.extend(end);
    ops
}

/// Number of the first op of the body that [`counted`] was given, with so many ops before the loop.
pub fn body_start(before: usize) -> u32 {
    before as u32 + 5
}
