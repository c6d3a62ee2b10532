//! The language: one interpreter for all tables of handlers.
//!
//! It keeps the rules of `docs/guide.md` as an author would: greens are plain Rust (the handler, which operation of it, how many open results there are), what
//! programs compute is red, effects go through the machine, and the live mask is what [`super::live`] computed.

use super::exec::{Step, Temps};
use super::host::{self, error, int_slot, Node, Thread, World};
use super::live::{during_call, OPEN};
use super::program::{Code, Micro, Program, Want, OPEN_AT, OPEN_MAX, OUT};
use holloway::heap::{Mark, Marker, OptGc, RawSlot, SlotArray};
use holloway::machine::*;
use holloway::{backedge, merge_point, HotCell, Runtime, Tagged, Traced};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::fmt::Write;

/// A value. Nil and numbers come first, so that tags compare.
#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
pub enum Value<V: Values> {
    Nil,
    Int(Int<V>),
    Float(Float<V>),
    Node(Ref<V, Node>),
    Array(Ref<V, SlotArray>),
    Thread(Ref<V, Thread>),
}

/// The payload types of [`Value`]'s tags.
pub const FLOAT_TAG: u64 = 2;

/// An activation: greens, four reds, and what the running call's results are wanted for.
#[derive(Traced)]
pub struct Activation<V: Values> {
    code: u8,
    /// Where to go on: the instruction, and the operation of its handler.
    pc: u32,
    sub: u8,
    /// The instruction that is running, for errors.
    pub op: u32,
    mode: u8,
    open: u8,
    /// Where results go, and how: a [`Want`] as a number.
    to: u32,
    want: u8,
    live: u32,
    spread: u8,
    kind: OptGc<host::Kind>,
    /// How deep calls may still go.
    pub depth: Int<V>,
    pub sum: Int<V>,
    pub scale: Float<V>,
    pub own: OptRef<V, Node>,
    pub kept: Slot<V>,
}

impl<V: Values> Activation<V> {
    /// Slot of a register, from the base.
    #[inline(always)]
    pub fn slot(&self, reg: u8) -> usize {
        reg as usize * self.spread as usize
    }
    /// Where it is, as a number.
    pub fn whole(&self) -> i64 {
        i64::from(self.code) << 16 | i64::from(self.op)
    }
}

impl<V: Values> Frame<V> for Activation<V> {
    fn live(&self) -> LiveMask {
        let mut mask = [0; 4];
        let mut set = |slot: usize| mask[slot / 64] |= 1 << (slot % 64);
        (0..31).filter(|r| self.live >> r & 1 != 0).for_each(|r| set(r * self.spread as usize));
        if self.live & OPEN != 0 {
            (0..self.open as usize).for_each(|k| set(OPEN_AT + k));
        }
        mask
    }
    fn place(&self) -> (u64, u32) {
        (self.code.into(), self.pc << 6 | u32::from(self.sub))
    }
}

/// The greens of an activation, while it runs.
#[derive(Clone, Copy)]
pub struct Greens {
    pub pc: u32,
    pub sub: u8,
    pub op: u32,
    pub mode: u8,
    pub open: u8,
    pub kind: OptGc<host::Kind>,
}

/// The language with a program in it, and what it has put out.
pub struct Lang {
    pub program: Program,
    entries: Vec<HotCell>,
    loops: Vec<Vec<HotCell>>,
    pub cells: [Quasi<i64>; super::program::CELLS as usize],
    pub sets: Cell<u32>,
    /// Collections that the program has asked for.
    pub collections: Cell<u32>,
    world: OnceCell<World>,
    output: RefCell<(Vec<String>, u64)>,
    steps: Cell<u64>,
}

/// Steps after which plain execution gives up a program as too long.
pub const MAX_STEPS: u64 = 60_000;
/// Texts of the output that are kept; of the rest only a hash.
const KEPT: usize = 400;

/// What a panic of the language itself carries when a program runs too long.
pub struct TooLong;

impl Lang {
    pub fn new(program: Program) -> Lang {
        let loops =
            program.codes.iter().map(|c| c.ops.iter().map(|_| HotCell::default()).collect()).collect();
        Lang {
            entries: program.codes.iter().map(|_| HotCell::default()).collect(),
            loops,
            program,
            cells: [Quasi::new(5), Quasi::new(6), Quasi::new(7)],
            sets: Cell::default(),
            collections: Cell::default(),
            world: OnceCell::new(),
            output: RefCell::default(),
            steps: Cell::default(),
        }
    }
    pub fn set_world(&self, world: World) {
        assert!(self.world.set(world).is_ok(), "made once");
    }
    pub fn world(&self) -> &World {
        self.world.get().expect("made before any program runs")
    }
    pub fn emit(&self, text: &str) {
        let (kept, hash) = &mut *self.output.borrow_mut();
        *hash = text.bytes().fold(*hash, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        if kept.len() < KEPT {
            kept.push(text.into());
        }
    }
    /// What was put out, and a hash of it all.
    pub fn output(&self) -> (Vec<String>, u64) {
        self.output.borrow().clone()
    }
    fn code(&self, n: u8) -> &Code {
        &self.program.codes[n as usize]
    }
    fn handler(&self, code: &Code, pc: usize) -> &[Micro] {
        &self.program.handlers[code.ops[pc].handler as usize]
    }
    /// The registers alive before an operation, less one if the program is to forget it.
    fn live_at(&self, n: u8, pc: u32, sub: u8) -> u32 {
        let live = self.code(n).live[pc as usize][sub as usize];
        match self.program.forgotten {
            Some((code, at, reg)) if (code, at) == (n, pc) => live & !(1 << reg),
            _ => live,
        }
    }
    fn activation<V: Values>(&self, n: u8, depth: Int<V>) -> Activation<V> {
        Activation {
            code: n,
            pc: 0,
            sub: 0,
            op: 0,
            mode: 0,
            open: 0,
            to: 0,
            want: 0,
            live: self.live_at(n, 0, 0),
            spread: self.code(n).spread,
            kind: OptGc::NULL,
            depth,
            sum: Int::new(0),
            scale: Float::new(1.0),
            own: OptRef::null(),
            kept: Value::Nil.into(),
        }
    }
    pub fn publish<V: Values>(&self, f: &mut Activation<V>, g: &Greens) {
        (f.pc, f.sub, f.op, f.mode, f.open, f.kind) = (g.pc, g.sub, g.op, g.mode, g.open, g.kind);
        (f.to, f.want) = (0, 0);
        f.live = self.live_at(f.code, g.pc, g.sub);
    }

    /// Goes on with an error that was raised in the running activation.
    fn unwind<M: Machine<L = Lang>>(&self, m: &M, s: &mut State<Lang, M::V>) -> Option<Exit> {
        while s.depth() > 0 {
            let base = s.top().base;
            let frame = &mut s.top().frame;
            let (n, op) = (frame.code, frame.op);
            let code = self.code(n);
            if let Some(catch) = code.catch_at(op) {
                (frame.pc, frame.sub, frame.op, frame.open) = (catch.target, 0, catch.target, 0);
                s.stack.window(base)[code.slot(catch.reg)] = host::caught(m);
                return None;
            }
            if self.program.tracebacks {
                host::closed(m, Int::new(n.into()), Int::new(op.into()));
            }
            s.pop();
        }
        Some(Exit::Raised)
    }

    /// Puts arguments where the callee looks for them, from slot `lo` on; its base.
    fn place_arguments<V: Values>(
        &self,
        s: &mut State<Lang, V>,
        lo: usize,
        n: u8,
        args: &[Slot<V>],
    ) -> usize {
        let code = self.code(n);
        let params = code.params as usize;
        let extra = if code.varargs { args.get(params..).unwrap_or(&[]) } else { &[] };
        let base = lo + extra.len();
        let slots = s.stack.slots();
        slots[lo..base].copy_from_slice(extra);
        for k in 0..code.params {
            slots[base + code.slot(k)] = args.get(k as usize).copied().unwrap_or(Value::Nil.into());
        }
        base
    }

    /// Counts a call or a back-edge.
    pub fn spend<M: Machine<L = Lang>>(&self, m: &M) -> Result<(), Raised> {
        if !self.program.fuel_in_heap {
            return host::spend(m);
        }
        let fuel = Ref::new(self.world().fuel);
        if let Some(left) = fuel.at(m, Int::new(0)) {
            let left = left - 1;
            fuel.put(m, Int::new(0), left);
            if m.branch(left.lt(0)) {
                return raise(m, error::FUEL);
            }
        }
        Ok(())
    }
}

/// Raises a number.
pub fn raise<M: Machine<L = Lang>, T>(m: &M, code: i64) -> Result<T, Raised> {
    host::raise(m, Value::Int(Int::new(code)).into())?;
    Err(Raised)
}

impl Language for Lang {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation<V>;

    fn interp<M: Machine<L = Lang>>(&self, m: &M, s: &mut State<Lang, M::V>) -> Exit {
        'frame: loop {
            let base = s.top().base;
            let frame = &s.top().frame;
            let n = frame.code;
            let mut g = Greens {
                pc: frame.pc,
                sub: frame.sub,
                op: frame.op,
                mode: frame.mode,
                open: frame.open,
                kind: frame.kind,
            };
            let code = self.code(n);
            'run: loop {
                g.op = g.pc;
                merge_point!(m, s, publish { self.publish(&mut s.top().frame, &g); }, refetch {});
                if !M::TRACING {
                    self.steps.set(self.steps.get() + 1);
                    if self.steps.get() > MAX_STEPS && !m.runtime().driver.params.jit {
                        std::panic::resume_unwind(Box::new(TooLong));
                    }
                }
                let handler = self.handler(code, g.pc as usize);
                let op = &code.ops[g.pc as usize];
                let mut x = Temps::new(self);
                let (mut at, mut turns) = (g.sub as usize, 0);
                (g.pc, g.sub) = (g.pc + 1, 0);
                let end = loop {
                    let Some(&micro) = handler.get(at) else { break Step::Go };
                    at += 1;
                    match self.exec(m, s, &mut x, &mut g, op, micro) {
                        Ok(Step::Go) => {}
                        Ok(Step::Skip(n)) => at += n,
                        Ok(Step::Repeat { back, times }) => {
                            if turns < times {
                                turns += 1;
                                at = (at - 1).saturating_sub(back as usize);
                            }
                        }
                        Ok(end) => break end,
                        Err(Raised) => break 'run,
                    }
                };
                match end {
                    Step::Go | Step::Skip(_) | Step::Repeat { .. } => {}
                    Step::Jump => g.pc = op.target,
                    Step::Stop => return Exit::Stopped,
                    Step::Back => {
                        let from = g.op;
                        (g.pc, g.op, g.open) = (op.back, op.back, 0);
                        backedge!(m, s, &self.loops[n as usize][g.pc as usize], publish {
                            self.publish(&mut s.top().frame, &g);
                        }, |flow| {
                            match flow {
                                Flow::Continue => continue 'frame,
                                Flow::Raised => {
                                    g.op = from;
                                    break 'run;
                                }
                                Flow::Unwound => match self.unwind(m, s) {
                                    Some(exit) => return exit,
                                    None => continue 'frame,
                                },
                                Flow::Leave(exit) => return exit,
                            }
                        });
                    }
                    Step::Call { callee, args, want } => {
                        let live = during_call(code, handler, g.op as usize, at - 1, want);
                        if at < handler.len() {
                            (g.pc, g.sub) = (g.op, at as u8);
                        }
                        let f = &mut s.top().frame;
                        self.publish(f, &g);
                        (f.live, f.to, f.want) = (live, u32::from_le_bytes(op.regs), number(want));
                        let depth = f.depth - 1;
                        let lo = base + OUT;
                        let base = self.place_arguments(s, lo, callee, &args);
                        if !m.depth_ok(s) || s.push(self.activation(callee, depth), lo, base).is_err() {
                            let Err(Raised) = raise::<M, ()>(m, error::DEPTH) else { unreachable!() };
                            break 'run;
                        }
                        match m.enter(s, &self.entries[callee as usize]) {
                            Flow::Continue => continue 'frame,
                            Flow::Raised | Flow::Unwound => break 'run,
                            Flow::Leave(exit) => return exit,
                        }
                    }
                    Step::TailCall { callee, args } => {
                        let (lo, depth) = (s.top().lo, s.top().frame.depth - 1);
                        s.pop();
                        if s.stack.reserve(lo + args.len()).is_err() {
                            unreachable!("the depth limit comes first");
                        }
                        let base = self.place_arguments(s, lo, callee, &args);
                        if s.push(self.activation(callee, depth), lo, base).is_err() {
                            unreachable!("the depth limit comes first");
                        }
                        match m.enter(s, &self.entries[callee as usize]) {
                            Flow::Continue => continue 'frame,
                            Flow::Leave(exit) => return exit,
                            Flow::Raised | Flow::Unwound => match self.unwind(m, s) {
                                Some(exit) => return exit,
                                None => continue 'frame,
                            },
                        }
                    }
                    Step::Return { values } => {
                        let start = base + OUT;
                        s.stack.slots()[start..start + values.len()].copy_from_slice(&values);
                        match m.ret(s, start, values.len()) {
                            Flow::Leave(exit) => return exit,
                            _ => continue 'frame,
                        }
                    }
                }
            }
            let f = &mut s.top().frame;
            (f.op, f.mode, f.kind) = (g.op, g.mode, g.kind);
            if let Some(exit) = self.unwind(m, s) {
                return exit;
            }
        }
    }

    fn place_results<M: Machine<L = Lang>>(
        &self,
        m: &M,
        s: &mut State<Lang, M::V>,
        start: usize,
        count: usize,
    ) {
        let base = s.top().base;
        let frame = &s.top().frame;
        let (regs, want, code) = (frame.to.to_le_bytes(), wanted(frame.want), self.code(frame.code));
        let last = base + code.slot(regs[regs.len() - 1]);
        let nil = Slot::from(Value::Nil);
        let result = |s: &State<Lang, M::V>, k: usize| if k < count { s.stack.get(start + k) } else { nil };
        match want {
            Want::Fixed(n) => {
                for k in 0..n as usize {
                    let v = result(s, k);
                    s.stack.slots()[base + code.slot(regs[regs.len() - 1 - k])] = v;
                }
            }
            Want::Open => {
                let n = count.min(OPEN_MAX);
                for k in 0..n {
                    let v = result(s, k);
                    s.stack.slots()[base + OPEN_AT + k] = v;
                }
                s.top().frame.open = n as u8;
            }
            Want::Truth => {
                let v = result(s, 0);
                let truth = m.branch(v.tag_le(0));
                s.stack.slots()[last] = Value::Int(Int::new(truth as i64)).into();
            }
            Want::Sum => {
                if let Value::Int(x) = m.unpack(result(s, 0)) {
                    let frame = &mut s.top().frame;
                    frame.sum = frame.sum + x;
                }
            }
        }
    }
    fn describe(&self, f: &Activation<Conc>) -> String {
        format!("f{}:{}.{}", f.code, f.pc, f.sub)
    }
    fn mark(&self, mark: &mut Marker<'_>) {
        if let Some(w) = self.world.get() {
            w.kinds.iter().for_each(|k| k.mark(mark));
            w.node.mark(mark);
            w.globals.mark(mark);
            w.words.mark(mark);
            w.floats.mark(mark);
            w.bytes.mark(mark);
            w.fuel.mark(mark);
        }
    }
    fn out_of_memory(&self, _: &Runtime<Lang>) -> RawSlot {
        int_slot(error::MEMORY)
    }
    fn interrupted(&self, _: &Runtime<Lang>) -> RawSlot {
        int_slot(error::INTERRUPT)
    }
    fn stack_overflow(&self, _: &Runtime<Lang>) -> RawSlot {
        int_slot(error::DEPTH)
    }
}

fn number(want: Want) -> u8 {
    match want {
        Want::Fixed(n) => n,
        Want::Open => 10,
        Want::Truth => 11,
        Want::Sum => 12,
    }
}

fn wanted(n: u8) -> Want {
    match n {
        10 => Want::Open,
        11 => Want::Truth,
        12 => Want::Sum,
        n => Want::Fixed(n),
    }
}

/// Calls a function on a segment of its own, as an entry of the function or not.
pub fn call(
    rt: &Runtime<Lang>,
    n: u8,
    args: &[RawSlot],
    depth: i64,
    entry: bool,
) -> Result<Vec<RawSlot>, Raised> {
    let lang = &rt.lang;
    let n = n % lang.program.codes.len() as u8;
    rt.with_segment(|s| {
        let args: Vec<Slot<Conc>> = args.iter().map(|v| Slot(*v)).collect();
        let base = lang.place_arguments(s, 0, n, &args);
        if s.push(lang.activation(n, Int::new(depth)), 0, base).is_err() {
            rt.error.set(int_slot(error::DEPTH));
            return Err(Raised);
        }
        if entry {
            rt.run_function(s, &lang.entries[n as usize])
        } else {
            rt.run_segment(s)
        }
    })
}

/// A value as a text, with what it refers to down to this depth.
pub fn show(rt: &Runtime<Lang>, v: RawSlot, depth: u32) -> String {
    let h = &rt.heap;
    match Value::<Conc>::from_raw(v) {
        Value::Nil => "nil".into(),
        Value::Int(x) => x.value().to_string(),
        Value::Float(x) => format!("f{:x}", host::bits(x.value())),
        Value::Thread(t) => format!("thread {:?}", host::status(rt, t.gc())),
        Value::Node(p) if depth == 0 => format!("node {}", p.gc().id),
        Value::Array(a) if depth == 0 => format!("array {}", a.gc().len()),
        Value::Node(p) => {
            let p = p.gc();
            let next = p.next.get(h).get().map_or(-1, |q| q.id);
            let val = show(rt, p.val.get(h), depth - 1);
            let rest = (p.small.get(h), p.byte.get(h), p.flag.get(h));
            format!(
                "node {} of {} n {} f{:x} {val} {next} {rest:?}",
                p.id,
                p.kind.number,
                p.n.get(h),
                host::bits(p.f.get(h))
            )
        }
        Value::Array(a) => {
            let a = a.gc();
            let items: Vec<String> =
                (0..a.len()).filter_map(|i| Some(show(rt, a.get(h, i)?, depth - 1))).collect();
            format!("[{}]", items.join(" "))
        }
    }
}

/// The heap from some values on: every object once, by the order in which it is found, so that who is who shows.
pub fn graph(rt: &Runtime<Lang>, roots: &[RawSlot]) -> String {
    let h = &rt.heap;
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    let mut todo: Vec<RawSlot> = Vec::new();
    let mut text = String::new();
    let mut name = |v: RawSlot, todo: &mut Vec<RawSlot>| {
        if v.tag <= FLOAT_TAG {
            return show(rt, v, 0);
        }
        let next = numbers.len();
        let n = *numbers.entry(v.bits).or_insert_with(|| {
            todo.push(v);
            next
        });
        format!("#{n}")
    };
    let slot = |p: OptGc<Node>| match p.get() {
        Some(p) => Value::<Conc>::to_raw(Value::Node(Ref::new(p))),
        None => RawSlot::default(),
    };
    for &v in roots {
        let _ = write!(text, "{} ", name(v, &mut todo));
    }
    let mut done = 0;
    while done < todo.len() && done < 2_000 {
        let v = todo[done];
        let _ = write!(text, "\n#{done} {}", show(rt, v, 1));
        match Value::<Conc>::from_raw(v) {
            Value::Node(p) => {
                let (val, next) = (p.gc().val.get(h), slot(p.gc().next.get(h)));
                let _ = write!(text, " val {} next {}", name(val, &mut todo), name(next, &mut todo));
            }
            Value::Array(a) => {
                for i in 0..a.gc().len() {
                    let _ = write!(text, " {}", name(a.gc().get(h, i).unwrap_or_default(), &mut todo));
                }
            }
            _ => {}
        }
        done += 1;
    }
    text
}
