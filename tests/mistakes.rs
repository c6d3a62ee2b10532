//! Deliberate mistakes in an interpreter, and what audit mode says of each, word by word.
//!
//! The language runs a loop: instruction 0 does what the mistake is about, instruction 1 its second half, then a function is called. Register 0 counts, 1 takes
//! results, 2 holds an object, 3 is never live.

use holloway::heap::{Gc, Header, HeapConfig, Mut, RawSlot};
use holloway::machine::*;
use holloway::{backedge, elidable, merge_point, residual, HotCell, Object, Params, Runtime, Tagged, Traced};
use std::cell::Cell;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

#[derive(Object)]
#[repr(C)]
struct Point {
    header: Header,
    x: Mut<i64>,
    y: Mut<i64>,
    memo: Mut<i64>,
    /// Handlers look at it too, and do the same whatever it holds.
    #[object(hint)]
    cursor: Mut<i64>,
}

#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
enum Value<V: Values> {
    Int(Int<V>),
    Point(Ref<V, Point>),
}

/// What is wrong with the interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    /// Nothing.
    None,
    /// A helper that claims to be elidable counts its calls.
    WrongElidable,
    /// A register is read that `live` leaves out.
    ForgottenRegister,
    Clock,
    /// A cell that its handler changes each thousandth time.
    SeldomChanged,
    /// A cell that one handler changes and another reads.
    ChangedHereReadThere,
    /// A helper that claims only to read stores into an object.
    WritingReads,
    /// One sets a quasi-immutable cell.
    SettingReads,
    /// The program counter is not published before the call.
    UnpublishedBeforeCall,
    /// Neither is it before the back-edge.
    UnpublishedBeforeBackedge,
    /// The height of a stack is published nowhere.
    Unpublished,
}

#[derive(Traced)]
struct Activation {
    code: u32,
    pc: u32,
    height: u32,
}

impl<V: Values> Frame<V> for Activation {
    fn live(&self) -> LiveMask {
        [0b111, 0, 0, 0]
    }
    fn place(&self) -> (u64, u32) {
        (u64::from(self.code), self.pc)
    }
}

const MAIN: Activation = Activation { code: 0, pc: 0, height: 0 };
const CALLEE: Activation = Activation { code: 1, pc: 0, height: 0 };
const TURNS: i64 = 30;

struct Slips {
    mistake: Mistake,
    calls: Cell<i64>,
    runs: Cell<i64>,
    /// In a box, as state that several parts of an interpreter share is.
    shared: Box<Cell<i64>>,
    setting: Quasi<i64>,
    line: Arc<AtomicU32>,
    header: HotCell,
    entry: HotCell,
}

/// Notes this line as the place of the report.
macro_rules! here {
    ($self:ident, $e:expr) => {{
        $self.line.store(line!(), Ordering::Relaxed);
        $e
    }};
}

#[elidable]
fn ticket(cx: &Cx<Slips>, n: i64) -> i64 {
    cx.rt.lang.calls.set(cx.rt.lang.calls.get() + 1);
    n + cx.rt.lang.calls.get()
}

#[residual(reads)]
fn peek(cx: &Cx<Slips>, p: Gc<Point>) -> i64 {
    p.y.set(&cx.rt.heap, p.y.get(&cx.rt.heap) + 1);
    p.x.get(&cx.rt.heap)
}

/// Keeps a number for itself, which no handler looks at.
#[residual(reads)]
fn remember(cx: &Cx<Slips>, p: Gc<Point>) -> i64 {
    p.memo.set(&cx.rt.heap, p.memo.get(&cx.rt.heap) + 1);
    p.cursor.set(&cx.rt.heap, p.cursor.get(&cx.rt.heap) + 1);
    p.x.get(&cx.rt.heap)
}

#[elidable(reads)]
fn look(cx: &Cx<Slips>, p: Gc<Point>) -> i64 {
    cx.rt.lang.setting.set(3);
    p.x.get(&cx.rt.heap)
}

impl Slips {
    /// Instruction 0.
    fn first<M: Machine<L = Slips>>(&self, m: &M, i: Int<M::V>, r: &[Slot<M::V>]) -> Int<M::V> {
        match self.mistake {
            Mistake::WrongElidable => here!(self, ticket(m, Int::new(5))),
            Mistake::ForgottenRegister => here!(self, Int(M::V::slot_payload(r[3].0)) + 1),
            Mistake::Clock => {
                let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
                here!(self, i + now.expect("a clock").as_nanos() as i64)
            }
            Mistake::SeldomChanged => {
                self.runs.set(self.runs.get() + 1);
                here!(self, i + self.runs.get() / 1000)
            }
            Mistake::ChangedHereReadThere => {
                self.shared.set(self.shared.get() + 1);
                i + 1
            }
            Mistake::None => {
                let p = point(m, r);
                let _ = p.get(m, Point::cursor);
                remember(m, p)
            }
            Mistake::WritingReads => {
                let p = point(m, r);
                here!(self, peek(m, p)) + p.get(m, Point::y)
            }
            Mistake::SettingReads => here!(self, look(m, point(m, r))),
            _ => i + 1,
        }
    }
    /// Instruction 1.
    fn second<M: Machine<L = Slips>>(&self, i: Int<M::V>) -> Int<M::V> {
        match self.mistake {
            Mistake::ChangedHereReadThere => here!(self, i + self.shared.get()),
            _ => i + 2,
        }
    }
}

/// The object in register 2.
fn point<M: Machine<L = Slips>>(m: &M, r: &[Slot<M::V>]) -> Ref<M::V, Point> {
    let Value::Point(p) = m.unpack(r[2]) else { unreachable!("register 2 holds an object") };
    p
}

impl Language for Slips {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation;

    fn interp<M: Machine<L = Slips>>(&self, m: &M, s: &mut State<Slips, M::V>) -> Exit {
        let publishes = |what| self.mistake != what;
        'frame: loop {
            let base = s.top().base;
            let code = s.top().frame.code;
            let (mut pc, mut height) = (s.top().frame.pc, s.top().frame.height);
            let mut r = s.stack.window(base);
            loop {
                merge_point!(
                    m,
                    s,
                    publish {
                        s.top().frame.pc = pc;
                        if publishes(Mistake::Unpublished) {
                            s.top().frame.height = height;
                        }
                    },
                    refetch { r = s.stack.window(base); }
                );
                let Value::Int(i) = m.unpack(r[0]) else { unreachable!("register 0 counts") };
                match (code, pc) {
                    (0, 0) => {
                        r[1] = Value::Int(self.first(m, i, r)).into();
                        height += 1;
                        pc += 1;
                    }
                    (0, 1) => {
                        let n = self.second::<M>(i);
                        r[1] = Value::Int(here!(self, n + i64::from(height))).into();
                        height -= 1;
                        pc += 1;
                    }
                    (0, 2) => {
                        let from = r[0];
                        pc += 1;
                        if publishes(Mistake::UnpublishedBeforeCall) {
                            s.top().frame.pc = pc;
                        }
                        s.top().frame.height = height;
                        let _ = s.push(CALLEE, base + 8, base + 8);
                        s.stack.window(base + 8)[0] = from;
                        s.stack.window(base + 8)[1] = from;
                        s.stack.window(base + 8)[2] = from;
                        match here!(self, m.enter(s, &self.entry)) {
                            Flow::Leave(exit) => return exit,
                            _ => continue 'frame,
                        }
                    }
                    (0, 3) => {
                        r[0] = Value::Int(i + 1).into();
                        if m.branch((i + 1).lt(TURNS)) {
                            pc = 0;
                            // Of the line after it.
                            self.line.store(line!() + 1, Ordering::Relaxed);
                            backedge!(
                                m,
                                s,
                                &self.header,
                                publish {
                                    if publishes(Mistake::UnpublishedBeforeBackedge) {
                                        s.top().frame.pc = pc;
                                    }
                                    s.top().frame.height = height;
                                },
                                |flow| {
                                    match flow {
                                        Flow::Leave(exit) => return exit,
                                        _ => continue 'frame,
                                    }
                                }
                            );
                        } else {
                            pc += 1;
                        }
                    }
                    _ => match m.ret(s, base, 1) {
                        Flow::Leave(exit) => return exit,
                        _ => continue 'frame,
                    },
                }
            }
        }
    }
    fn place_results<M: Machine<L = Slips>>(
        &self,
        _: &M,
        s: &mut State<Slips, M::V>,
        start: usize,
        _: usize,
    ) {
        let (base, result) = (s.top().base, s.stack.get(start));
        s.stack.slots()[base + 1] = result;
    }
    fn describe(&self, f: &Activation) -> String {
        format!("{}:{}", ["main", "callee"][f.code as usize], f.pc)
    }
    fn out_of_memory(&self, _: &Runtime<Slips>) -> RawSlot {
        RawSlot::default()
    }
    fn interrupted(&self, _: &Runtime<Slips>) -> RawSlot {
        RawSlot::default()
    }
    fn stack_overflow(&self, _: &Runtime<Slips>) -> RawSlot {
        RawSlot::default()
    }
}

/// Runs the loop in audit mode: the report, with `HERE` for the place of it, or that there was none.
fn audited(mistake: Mistake, heap: HeapConfig) -> Result<(), String> {
    let line = Arc::new(AtomicU32::new(0));
    let params =
        Params { audit: true, threshold: 3, function_threshold: 4, bridge_threshold: 2, ..Params::default() };
    let noted = line.clone();
    let run = || {
        let lang = move || Slips {
            mistake,
            calls: Cell::new(0),
            runs: Cell::new(0),
            shared: Box::default(),
            setting: Quasi::new(0),
            line,
            header: HotCell::default(),
            entry: HotCell::default(),
        };
        holloway::run_with(
            params,
            heap,
            |_| Ok::<_, String>(lang()),
            |rt| {
                rt.with_segment(|s| {
                    let p: Gc<Point> = rt.heap.alloc(Point {
                        header: Header::NEW,
                        x: Mut::new(0),
                        y: Mut::new(0),
                        memo: Mut::new(0),
                        cursor: Mut::new(0),
                    });
                    let _ = s.push(MAIN, 0, 0);
                    let values =
                        [Value::Int(Int::new(0)), Value::Int(Int::new(0)), Value::Point(Ref::new(p))];
                    for (slot, v) in s.stack.slots().iter_mut().zip(values) {
                        *slot = v.into();
                    }
                    let _ = rt.run_segment(s);
                })
            },
        )
        .expect("a run time")
    };
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = *panic.downcast::<String>().expect("a message");
        let place = format!("tests/mistakes.rs:{}:", noted.load(Ordering::Relaxed));
        // The column goes, what a clock said, and where the object is.
        let lines = text.lines().map(|l| match (l.split_once(&place), clocked(l)) {
            (Some((before, _)), None) => format!("{before}HERE"),
            (Some(_), Some(before)) => format!("{before}TIME) at HERE"),
            (None, _) => l.to_string(),
        });
        let lines = lines.map(|l| match l.split_once("0x") {
            Some((before, after)) => {
                let digits = after.bytes().take_while(u8::is_ascii_hexdigit).count();
                format!("{before}ADDRESS{}", &after[digits..])
            }
            None => l,
        });
        lines.collect::<Vec<_>>().join("\n")
    })
}

/// What comes before a number of nanoseconds since 1970.
fn clocked(line: &str) -> Option<&str> {
    let (before, number) = line.rsplit_once("= ")?;
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    (digits >= 18).then(|| &line[..before.len() + 2])
}

/// The report on a mistake.
fn report(mistake: Mistake) -> String {
    match audited(mistake, HeapConfig::default()) {
        Ok(()) => panic!("{mistake:?}: no report"),
        Err(text) => text,
    }
}

#[test]
fn a_right_interpreter_passes() {
    let stress = HeapConfig { stress: true, ..HeapConfig::default() };
    for heap in [HeapConfig::default(), stress] {
        assert_eq!(audited(Mistake::None, heap), Ok(()));
    }
}

#[test]
fn a_wrong_elidable_claim() {
    assert_eq!(
        report(Mistake::WrongElidable),
        "audit: helper `ticket` claims to be elidable, but equal arguments gave different results
  step: main:0
  call: ticket(k1 = 5) at HERE
  first result: 6
  second result: 7"
    );
}

#[test]
fn a_forgotten_register() {
    assert_eq!(
        report(Mistake::ForgottenRegister),
        "audit: a step reads a register that is not live
  step: main:0
  register: the payload of register 3 of activation 0
  read: int_add(a register that is not live, k1 = 1) at HERE"
    );
}

#[test]
fn a_clock() {
    assert_eq!(
        report(Mistake::Clock),
        "audit: a step did not do the same when it was run again
  step: main:0
  first run: int_add(v1 = 0, k1 = TIME) at HERE
  second run: int_add(v1 = 0, k2 = TIME) at HERE"
    );
}

#[test]
fn a_cell_that_changes_seldom() {
    assert_eq!(
        report(Mistake::SeldomChanged),
        "audit: a step did not do the same when it was run again later
  step: main:0
  changed by: no other step, each run once: seldom, or by a helper
  first run: int_add(v10 = 1, k0 = 0) at HERE
  later run: int_add(v10 = 1, k2 = 1) at HERE"
    );
}

#[test]
fn a_cell_changed_here_and_read_there() {
    assert_eq!(
        report(Mistake::ChangedHereReadThere),
        "audit: a step did not do the same when it was run again later
  step: main:1
  changed by: step main:0
  first run: int_add(v1 = 0, k2 = 5) at HERE
  later run: int_add(v1 = 0, k6 = 16) at HERE"
    );
}

#[test]
fn a_helper_that_claims_only_to_read() {
    assert_eq!(
        report(Mistake::WritingReads),
        "audit: helper `peek` claims only to read, but it has written
  step: main:0
  call: peek(v5 = ADDRESS) at HERE
  written: field `y` of a Point: 0 became 1"
    );
    let line = include_str!("mistakes.rs").lines().position(|l| l.contains(".setting.set(3)")).map(|n| n + 1);
    assert_eq!(
        report(Mistake::SettingReads),
        format!(
            "audit: helper `look` claims only to read, but it has written
  step: main:0
  call: look(v5 = ADDRESS) at HERE
  written: a quasi-immutable cell at tests/mistakes.rs:{}:24",
            line.expect("a line")
        )
    );
}

#[test]
fn a_field_not_published_before_a_call() {
    assert_eq!(
        report(Mistake::UnpublishedBeforeCall),
        "audit: frame field `pc` is not published before a call
  step: main:2
  call: at HERE"
    );
}

#[test]
fn a_field_not_published_before_a_backedge() {
    assert_eq!(
        report(Mistake::UnpublishedBeforeBackedge),
        "audit: frame field `pc` is not published before a back-edge
  step: main:3
  back-edge: at HERE"
    );
}

#[test]
fn a_field_published_nowhere() {
    assert_eq!(
        report(Mistake::Unpublished),
        "audit: a step did not do the same when it was run again
  step: main:1
  frame field `height`: 1 and 0 (not published?)
  first run: int_add(v8 = 2, k1 = 1) at HERE
  second run: int_add(v8 = 2, k0 = 0) at HERE"
    );
}
