//! Audit mode reports interpreters that break its rules, each by its kind and place, and leaves right ones alone.
//!
//! The language here runs one loop whose body is a handler chosen by the test: register 0 counts, register 1 takes the handler's value, register 2
//! holds an object, register 3 is never live.

use holloway::heap::{Gc, Header, HeapConfig, Mut, OptGc, RawSlot};
use holloway::machine::*;
use holloway::{
    backedge, elidable, merge_point, residual, HotCell, Object, Params, Runtime, Stats, Tagged, Traced,
};
use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

#[derive(Object)]
#[repr(C)]
struct Point {
    header: Header,
    /// Set at birth.
    weight: i64,
    x: Mut<i64>,
    next: Mut<OptGc<Point>>,
}

#[derive(Object)]
#[repr(C)]
struct Other {
    header: Header,
    x: Mut<i64>,
}

#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
enum Value<V: Values> {
    Int(Int<V>),
    Point(Ref<V, Point>),
}

#[derive(Traced)]
struct Activation {
    pc: u32,
    /// For [`Body::GreenReference`].
    holds: OptGc<Point>,
}

const START: Activation = Activation { pc: BODY, holds: OptGc::NULL };

impl<V: Values> Frame<V> for Activation {
    fn live(&self) -> LiveMask {
        [0b111, 0, 0, 0]
    }
    fn place(&self) -> (u64, u32) {
        (0, self.pc)
    }
}

/// What the loop's body does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Body {
    // Right ones.
    Add,
    CallOnce,
    Quasi,
    StoredHere,
    StoredOnce,
    ReadsHeap,
    FreshResult,
    WeightOfGarbage,
    Outlive,
    GreenReference,
    // Wrong, but the same in both runs.
    HeapAddress,
    // Wrong ones.
    Constant,
    Op,
    Clock,
    Random,
    MapOrder,
    RustAddress,
    GuardOrder,
    Guard,
    StoredValue,
    StoredTo,
    MissingStore,
    AllocatedType,
    Argument,
    MorePlease,
    Fewer,
    GreenState,
    RedState,
    FrameDepth,
    Header,
    DeadRegister,
    /// Of what the step before has put there.
    DeadLater,
    DeadArgument,
    DeadCopied,
    Leaves,
    Panics,
    Ticket,
    Epoch,
    OtherType,
}

/// Instructions: `Body`, `Skip` (nothing), `Loop`, `Done`.
const BODY: u32 = 0;
const LOOP: u32 = 2;
const TURNS: i64 = 40;

struct Faulty {
    body: Body,
    /// Grows at each use: what no handler may look at.
    count: Cell<i64>,
    helper_calls: Cell<i64>,
    quasi: holloway::machine::Quasi<i64>,
    line: Arc<AtomicU32>,
    header: HotCell,
}

impl Faulty {
    /// A number that is another one each time.
    fn tick(&self) -> i64 {
        self.count.set(self.count.get() + 1);
        self.count.get()
    }
    /// Notes the line of a violation to come.
    fn here(&self, line: u32) {
        self.line.store(line, Ordering::Relaxed);
    }
}

/// Notes this line as the place of the violation.
macro_rules! here {
    ($self:ident, $e:expr) => {{
        $self.here(line!());
        $e
    }};
}

#[residual]
fn touch(cx: &Cx<Faulty>, n: i64) -> i64 {
    let calls = &cx.rt.lang.helper_calls;
    calls.set(calls.get() + 1);
    cx.rt.lang.quasi.set(n);
    n
}

/// Undoes a store; counts when the one of an earlier step was done again.
#[residual]
fn spoil(cx: &Cx<Faulty>, p: Gc<Point>, before: i64) -> i64 {
    let calls = &cx.rt.lang.helper_calls;
    calls.set(calls.get() + (before != 0) as i64);
    p.x.set(&cx.rt.heap, 0);
    before
}

#[residual]
fn collect(cx: &Cx<Faulty>, n: i64) -> i64 {
    cx.rt.collect();
    n
}

/// A point nobody else has, which weighs that much.
#[residual]
fn new_point(cx: &Cx<Faulty>, weight: i64) -> Gc<Point> {
    cx.rt.heap.alloc(Point { header: Header::NEW, weight, x: Mut::new(0), next: Mut::new(OptGc::NULL) })
}

#[elidable]
fn weight(_: &Cx<Faulty>, p: Gc<Point>) -> i64 {
    p.weight
}

#[elidable(recipe = open_square)]
fn square(_: &Cx<Faulty>, n: i64) -> i64 {
    n.wrapping_mul(n)
}

fn open_square<M: Machine>(_: &M, n: Int<M::V>) -> Int<M::V> {
    n * n
}

#[elidable(reads)]
fn read_x(cx: &Cx<Faulty>, p: Gc<Point>) -> i64 {
    p.x.get(&cx.rt.heap)
}

/// A new object each time, which is allowed.
#[elidable]
fn fresh(cx: &Cx<Faulty>, n: i64) -> Gc<Point> {
    cx.rt.heap.alloc(Point { header: Header::NEW, weight: n, x: Mut::new(0), next: Mut::new(OptGc::NULL) })
}

/// Counts, though it claims to be elidable.
#[elidable]
fn ticket(cx: &Cx<Faulty>, n: i64) -> i64 {
    n + cx.rt.lang.tick()
}

/// Is the same twice in a row, but not later.
#[elidable]
fn epoch(cx: &Cx<Faulty>, n: i64) -> i64 {
    n + cx.rt.lang.helper_calls.get()
}

/// Null, then an object.
#[elidable]
fn fickle(cx: &Cx<Faulty>, n: i64) -> OptGc<Point> {
    if cx.rt.lang.tick() % 2 == 0 {
        OptGc::NULL
    } else {
        fresh_host(cx, n).into()
    }
}

impl Faulty {
    /// The loop's body: the new value of register 1, from the registers.
    fn body<M: Machine<L = Faulty>>(&self, m: &M, r: &[Slot<M::V>]) -> Slot<M::V> {
        let Value::Int(i) = m.unpack(r[0]) else { unreachable!("register 0 counts") };
        let Value::Point(p) = m.unpack(r[2]) else { unreachable!("register 2 holds a point") };
        let value = match self.body {
            Body::Add
            | Body::GreenReference
            | Body::GreenState
            | Body::FrameDepth
            | Body::Header
            | Body::Leaves => i + 1,
            Body::CallOnce => touch(m, square(m, i)),
            Body::Quasi => {
                let before = assume(m, &self.quasi, |n| *n);
                touch(m, i) + before
            }
            Body::StoredHere => {
                p.set(m, Point::next, constant::<M>(m.promote_ref(p)));
                i
            }
            Body::StoredOnce => {
                let before = p.get(m, Point::x);
                p.set(m, Point::x, i + 1);
                spoil(m, p, before)
            }
            Body::ReadsHeap => {
                p.set(m, Point::x, i);
                read_x(m, p)
            }
            Body::FreshResult => fresh(m, Int::new(5)).get(m, Point::weight),
            Body::WeightOfGarbage => {
                let made = new_point(m, i);
                let w = weight(m, made);
                collect(m, w)
            }
            Body::Outlive => {
                // The object is garbage when the step runs again, and is looked into then.
                let made = m.promote_ref(p.get(m, Point::next).or_make(m, i));
                p.set(m, Point::next, OptRef::null());
                let w = made.weight;
                collect(m, i) + w
            }
            Body::HeapAddress => i + (m.promote_ref(p).to_bits() >> 4) as i64,
            Body::Constant => here!(self, i + self.tick()),
            Body::Op if self.tick() % 2 == 0 => i + 1,
            Body::Op => here!(self, i - 1),
            Body::Clock => {
                let now =
                    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a clock");
                here!(self, i + now.as_nanos() as i64)
            }
            Body::Random => here!(self, i + RandomState::new().build_hasher().finish() as i64),
            Body::MapOrder => {
                let map: HashMap<i64, ()> = (0..500).map(|k| (k, ())).collect();
                here!(self, i + *map.keys().next().expect("an entry"))
            }
            Body::RustAddress => {
                let leaked: &'static u64 = Box::leak(Box::new(0));
                here!(self, i + leaked as *const u64 as i64)
            }
            Body::GuardOrder => {
                let (a, b) = (i.lt(1_000), i.lt(2_000));
                let (first, second) = if self.tick() % 2 == 0 { (a, b) } else { (b, a) };
                here!(self, m.branch(first));
                m.branch(second);
                i
            }
            Body::Guard => {
                if self.tick() % 2 == 0 {
                    here!(self, m.branch(i.lt(1_000)));
                }
                i
            }
            Body::StoredValue => {
                let n = if self.tick() % 2 == 0 { i } else { Int::new(3) };
                here!(self, p.set(m, Point::x, n));
                i
            }
            Body::StoredTo => {
                let made: Ref<M::V, Point> = make(m);
                here!(self, if self.tick() % 2 == 0 { p } else { made }.set(m, Point::x, i));
                i
            }
            Body::MissingStore => {
                if self.tick() % 2 == 0 {
                    p.set(m, Point::x, i);
                }
                i
            }
            Body::AllocatedType => {
                if self.tick() % 2 == 0 {
                    let _: Ref<M::V, Point> = make(m);
                } else {
                    let _: Ref<M::V, Other> = here!(self, make(m));
                }
                i
            }
            Body::Argument => here!(self, touch(m, if self.tick() % 2 == 0 { i } else { Int::new(9) })),
            Body::MorePlease | Body::Fewer => {
                let n = self.tick();
                let more = if self.body == Body::Fewer { n % 2 == 1 } else { n % 2 == 0 };
                if more {
                    here!(self, i + 1)
                } else {
                    i
                }
            }
            Body::RedState => return if self.tick() % 2 == 0 { r[0] } else { r[1] },
            Body::DeadRegister | Body::DeadLater => {
                return Value::Int(here!(self, unpacked::<M>(m, r[3])) + i).into()
            }
            Body::DeadArgument => here!(self, touch(m, Int(M::V::slot_payload(r[3].0)))),
            Body::DeadCopied => return r[3],
            Body::Panics => {
                assert!(!M::TRACING || self.tick() % 2 == 1, "the handler gave up");
                i
            }
            Body::Ticket => here!(self, ticket(m, Int::new(1))),
            Body::Epoch => {
                touch(m, i);
                here!(self, epoch(m, Int::new(7)))
            }
            Body::OtherType => {
                let o = here!(self, fickle(m, Int::new(1)));
                if m.branch(o.is_null()) {
                    i
                } else {
                    i + 1
                }
            }
        };
        Value::Int(value).into()
    }
}

fn constant<M: Machine<L = Faulty>>(p: Gc<Point>) -> OptRef<M::V, Point> {
    OptRef::new(p.into())
}

#[track_caller]
fn unpacked<M: Machine<L = Faulty>>(m: &M, s: Slot<M::V>) -> Int<M::V> {
    if m.branch(s.has_tag(Tag::Int)) {
        Int(M::V::slot_payload(s.0))
    } else {
        Int::new(0)
    }
}

/// The object, or a new one of this weight.
trait OrMake<M: Machine> {
    fn or_make(self, m: &M, weight: Int<M::V>) -> Ref<M::V, Point>;
}
impl<M: Machine<L = Faulty>> OrMake<M> for OptRef<M::V, Point> {
    fn or_make(self, m: &M, weight: Int<M::V>) -> Ref<M::V, Point> {
        match m.non_null(self) {
            Some(p) => p,
            None => new_point(m, weight),
        }
    }
}

impl Language for Faulty {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation;

    fn interp<M: Machine<L = Faulty>>(&self, m: &M, s: &mut State<Faulty, M::V>) -> Exit {
        'frame: loop {
            let base = s.top().base;
            let mut pc = s.top().frame.pc;
            let mut r = s.stack.window(base);
            loop {
                merge_point!(m, s, publish { s.top().frame.pc = pc; }, refetch { r = s.stack.window(base); });
                match pc {
                    BODY => {
                        if self.body == Body::GreenReference {
                            let holds = &mut s.top().frame.holds;
                            let weight = holds.get().map_or(0, |p| p.weight);
                            *holds = match holds.get() {
                                Some(_) => OptGc::NULL,
                                None => m.promote_ref(new_point(m, Int::new(1))).into(),
                            };
                            collect(m, Int::new(weight));
                            r = s.stack.window(base);
                        }
                        r[1] = self.body(m, r);
                        if self.body == Body::DeadLater {
                            r[3] = r[0];
                        }
                        pc += 1;
                        match self.body {
                            Body::GreenState if M::TRACING && self.tick() % 2 == 0 => pc += 1,
                            Body::FrameDepth if M::TRACING && self.tick() % 2 == 0 => {
                                s.top().frame.pc = pc;
                                let _ = s.push(START, base, base);
                                continue 'frame;
                            }
                            Body::Leaves if M::TRACING && self.tick() % 2 == 0 => return Exit::Raised,
                            _ => {}
                        }
                    }
                    1 => pc += 1,
                    LOOP => {
                        let Value::Int(i) = m.unpack(r[0]) else { unreachable!("register 0 counts") };
                        r[0] = Value::Int(i + 1).into();
                        if m.branch((i + 1).lt(TURNS)) {
                            pc = BODY;
                            if self.body == Body::Header && M::TRACING && self.tick() % 2 == 0 {
                                continue;
                            }
                            backedge!(m, s, &self.header, publish { s.top().frame.pc = pc; }, |flow| {
                                match flow {
                                    Flow::Leave(exit) => return exit,
                                    _ => continue 'frame,
                                }
                            });
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
    fn place_results<M: Machine<L = Faulty>>(&self, _: &M, _: &mut State<Faulty, M::V>, _: usize, _: usize) {}
    fn describe(&self, f: &Activation) -> String {
        format!("{}:{}", ["body", "skip", "loop", "done"][f.pc as usize], f.pc)
    }
    fn out_of_memory(&self, _: &Runtime<Faulty>) -> RawSlot {
        RawSlot::default()
    }
    fn interrupted(&self, _: &Runtime<Faulty>) -> RawSlot {
        RawSlot::default()
    }
    fn stack_overflow(&self, _: &Runtime<Faulty>) -> RawSlot {
        RawSlot::default()
    }
}

/// Runs the loop with these settings, then `more` while its heap is still there.
fn run_then<R: Send>(
    body: Body,
    (params, heap): (Params, HeapConfig),
    line: Arc<AtomicU32>,
    more: impl FnOnce(&Runtime<Faulty>) -> R + Send,
) -> R {
    let lang = move || Faulty {
        body,
        count: Cell::new(0),
        helper_calls: Cell::new(0),
        quasi: holloway::machine::Quasi::new(0),
        line,
        header: HotCell::default(),
    };
    let guest = |rt: &Runtime<Faulty>| {
        rt.with_segment(|s| {
            let (x, next) = (Mut::new(0), Mut::new(OptGc::NULL));
            let p = rt.heap.alloc(Point { header: Header::NEW, weight: 0, x, next });
            let _ = s.push(START, 0, 0);
            let values = [Value::Int(Int::new(0)), Value::Int(Int::new(0)), Value::Point(Ref::new(p))];
            for (slot, v) in s.stack.slots().iter_mut().zip(values) {
                *slot = v.into();
            }
            let _ = rt.run_segment(s);
            more(rt)
        })
    };
    holloway::run_with(params, heap, |_| Ok::<_, String>(lang()), guest).expect("a run time")
}

/// Runs the loop; the counters at its end and the helper's calls, or the report and the line noted for it.
fn run(body: Body, params: Params) -> Result<(Stats, i64), (String, u32)> {
    run_on(body, params, HeapConfig::default())
}

fn run_on(body: Body, params: Params, heap: HeapConfig) -> Result<(Stats, i64), (String, u32)> {
    let line = Arc::new(AtomicU32::new(0));
    let counters = |rt: &Runtime<Faulty>| (rt.driver.stats(), rt.lang.helper_calls.get());
    let ran = AssertUnwindSafe(|| run_then(body, (params.clone(), heap.clone()), line.clone(), counters));
    catch_unwind(ran).map_err(|panic| {
        let text = panic.downcast::<String>().expect("a message");
        (*text, line.load(Ordering::Relaxed))
    })
}

fn audited() -> Params {
    Params { audit: true, threshold: 3, function_threshold: 4, bridge_threshold: 2, ..Params::default() }
}

/// The report on a broken handler, which must name the guest's place; with the line it noted.
fn report(body: Body) -> (String, String) {
    let Err((text, line)) = run(body, audited()) else { panic!("{body:?}: no violation was reported") };
    assert!(text.starts_with("audit: "), "{body:?}: {text}");
    assert!(text.contains("\n  step: body:0\n"), "{body:?}: {text}");
    (text, format!("tests/audit.rs:{line}:"))
}

/// Checks that the report has each of these lines (their beginnings) and names the place noted.
fn reports(body: Body, first: &str, second: &str) {
    let (text, place) = report(body);
    for (name, wanted) in [("first run", first), ("second run", second)] {
        let line = text.lines().find_map(|l| l.trim_start().strip_prefix(&format!("{name}: ")));
        assert!(line.is_some_and(|l| l.contains(wanted)), "{body:?}: {name} should be {wanted}:\n{text}");
    }
    assert!(place.contains(":0:") || text.contains(&place), "{body:?}: not at {place}\n{text}");
}

#[test]
fn right_interpreters_pass() {
    for body in [
        Body::Add,
        Body::CallOnce,
        Body::Quasi,
        Body::StoredHere,
        Body::ReadsHeap,
        Body::FreshResult,
        Body::WeightOfGarbage,
        Body::Outlive,
    ] {
        let (stats, _) = run(body, audited()).unwrap_or_else(|(text, _)| panic!("{body:?}: {text}"));
        assert!(stats.audited_steps > 0 && stats.roots + stats.aborts > 0, "{body:?}: {stats:?}");
        let claims =
            matches!(body, Body::CallOnce | Body::ReadsHeap | Body::FreshResult | Body::WeightOfGarbage);
        assert_eq!(stats.audited_calls > 0, claims, "{body:?}: {stats:?}");
    }
}

#[test]
fn nothing_is_audited_unless_asked() {
    let (stats, _) = run(Body::CallOnce, Params { audit: false, ..audited() }).expect("no audit");
    assert_eq!((stats.audited_steps, stats.audited_calls), (0, 0));
}

/// What a step looked at lives until it has been run again.
#[test]
fn garbage_of_the_first_run_is_kept_for_the_second() {
    let stress = HeapConfig { stress: true, ..HeapConfig::default() };
    for (body, threshold) in [(Body::Outlive, 3), (Body::GreenReference, 3), (Body::GreenReference, 4)] {
        let (stats, _) = run_on(body, Params { threshold, ..audited() }, stress.clone())
            .unwrap_or_else(|(text, _)| panic!("{body:?}: {text}"));
        assert!(stats.audited_steps > 0, "{body:?}: {stats:?}");
    }
}

#[test]
fn stores_are_done_once() {
    let (stats, again) = run(Body::StoredOnce, audited()).expect("a right interpreter");
    assert!(stats.audited_steps > 0 && again == 0, "{again} stores were done again: {stats:?}");
}

#[test]
fn residual_helpers_run_once() {
    let (_, calls) = run(Body::CallOnce, audited()).expect("a right interpreter");
    assert_eq!(calls, TURNS);
}

#[test]
fn ops_and_constants_are_compared() {
    reports(Body::Constant, "int_add(", "int_add(");
    reports(Body::Op, "int_", "int_");
    let (text, _) = report(Body::Op);
    assert!(text.contains("int_add") && text.contains("int_sub"), "{text}");
    for body in [Body::Clock, Body::Random, Body::MapOrder, Body::RustAddress] {
        reports(body, "int_add(", "int_add(");
    }
}

#[test]
fn guards_are_compared_in_order() {
    reports(Body::GuardOrder, "branch(", "branch(");
    let (text, _) = report(Body::Guard);
    assert!(text.contains("branch(") || text.contains("int_lt("), "{text}");
}

#[test]
fn heap_effects_are_compared() {
    reports(Body::StoredValue, "store Point.x(", "store Point.x(");
    reports(Body::StoredTo, "store Point.x(", "store Point.x(");
    let (text, _) = report(Body::MissingStore);
    assert!(text.contains("store Point.x(") && text.contains("nothing more"), "{text}");
    reports(Body::AllocatedType, "allocate ", "allocate ");
    let (text, _) = report(Body::AllocatedType);
    assert!(text.contains("allocate Point") && text.contains("allocate Other"), "{text}");
    reports(Body::Argument, "call touch(", "call touch(");
}

#[test]
fn one_run_may_not_do_more_than_the_other() {
    let (text, _) = report(Body::MorePlease);
    assert!(text.contains("nothing more") && text.contains("int_add("), "{text}");
    let (text, _) = report(Body::Fewer);
    assert!(text.contains("nothing more") && text.contains("int_add("), "{text}");
}

#[test]
fn states_are_compared() {
    let (text, _) = report(Body::GreenState);
    assert!(text.contains("did not leave the same state"), "{text}");
    assert!(text.contains("at skip:1") && text.contains("at loop:2"), "{text}");
    let (text, _) = report(Body::FrameDepth);
    assert!(text.contains("1 activation deep") && text.contains("2 activations deep"), "{text}");
    let Err((text, _)) = run(Body::Header, audited()) else { panic!("no report") };
    assert!(
        text.contains("step: loop:2") && text.contains("backedge(") && text.contains("nothing more"),
        "{text}"
    );
    let (text, _) = report(Body::RedState);
    assert!(text.contains("register 1 of activation 0"), "{text}");
    let (text, _) = report(Body::Leaves);
    assert!(
        text.contains("left the interpreter by Raised") && text.contains("came to a merge point"),
        "{text}"
    );
}

#[test]
fn i05_a_read_of_a_dead_register_is_reported_in_any_mode() {
    for params in [audited(), Params { audit: false, ..audited() }] {
        for body in [Body::DeadRegister, Body::DeadLater, Body::DeadArgument] {
            let Err((text, line)) = run(body, params.clone()) else {
                panic!("{body:?}: no report: {params:?}")
            };
            assert!(
                text.starts_with("audit: a step reads a register that is not live\n  step: body:0\n"),
                "{text}"
            );
            assert!(text.contains(" of register 3 of activation 0\n  read: "), "{body:?}: {text}");
            let place = format!(" at tests/audit.rs:{line}:");
            assert!(
                text.contains("a register that is not live") && text.contains(&place),
                "{body:?}: {text}"
            );
        }
    }
}

/// A copy that nobody looks into is no read: an exit in between restores something else, which nobody looks into either.
#[test]
fn a_dead_register_may_be_copied() {
    let (stats, _) =
        run(Body::DeadCopied, Params { audit: false, ..audited() }).expect("a right interpreter");
    assert!(stats.roots > 0, "{stats}");
}

#[test]
fn a_panic_in_the_second_run_is_a_violation() {
    let (text, _) = report(Body::Panics);
    assert!(text.contains("second run: panicked: the handler gave up"), "{text}");
}

#[test]
fn wrong_claims_are_reported() {
    for (body, helper, arguments) in
        [(Body::Ticket, "ticket", "1"), (Body::Epoch, "epoch", "7"), (Body::OtherType, "fickle", "1")]
    {
        let Err((text, line)) = run(body, audited()) else { panic!("{body:?}: no violation was reported") };
        assert!(text.starts_with(&format!("audit: helper `{helper}` claims to be elidable")), "{text}");
        assert!(text.contains(&format!("call: {helper}(k")), "{text}");
        assert!(text.contains(&format!(" = {arguments}) at tests/audit.rs:{line}:")), "{text}");
        let result = |name: &str| {
            let at = text.find(name).unwrap_or_else(|| panic!("no {name}: {text}"));
            text[at..].lines().next().map(str::to_string)
        };
        assert_ne!(
            result("first result: ").map(|r| r[14..].to_string()),
            result("second result: ").map(|r| r[15..].to_string()),
            "{text}"
        );
    }
}

#[test]
fn claims_are_reported_with_the_step_while_recording() {
    // Right until the loop is recorded.
    let Err((text, _)) = run(Body::Epoch, Params { threshold: 2, ..audited() }) else { panic!("no report") };
    assert!(text.contains("second result: "), "{text}");
}

/// What was recorded, from a JSON log: the traces' ops, with addresses left out.
fn recorded(log: &std::path::Path) -> Vec<String> {
    let text = std::fs::read_to_string(log).expect("a log");
    std::fs::remove_file(log).expect("removable");
    let ops =
        text.lines().filter_map(|l| Some(l.split_once("\"ir\":")?.1.split_once(",\"kind\":")?.0.to_string()));
    let without_addresses = |ops: String| {
        let mut parts = ops.split("ref:0x");
        let mut text = parts.next().unwrap_or_default().to_string();
        parts.for_each(|p| text += p.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
        text
    };
    ops.map(without_addresses).collect()
}

/// Objects do not move, so audit mode does not see a decision by their addresses. Two heaps at once show it.
#[test]
fn traces_do_not_depend_on_addresses() {
    for (body, same) in
        [(Body::Add, true), (Body::CallOnce, true), (Body::StoredHere, true), (Body::HeapAddress, false)]
    {
        let file =
            |k: u32| std::env::temp_dir().join(format!("audit-{}-{body:?}-{k}.json", std::process::id()));
        let params = |k| (Params { log_json: Some(file(k)), ..audited() }, HeapConfig::default());
        let other = |_: &Runtime<Faulty>| run_then(body, params(1), Arc::default(), |_| ());
        run_then(body, params(0), Arc::default(), other);
        let (a, b) = (recorded(&file(0)), recorded(&file(1)));
        assert!(!a.is_empty(), "{body:?}: nothing was recorded");
        assert_eq!(a == b, same, "{body:?}:\n{}\n{}", a.join("\n"), b.join("\n"));
    }
}
