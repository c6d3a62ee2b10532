//! Sites: what plain execution remembers of look-ups, how many times it looks up, when it forgets, and what recordings make of it.
//!
//! The language goes round a ring of things: register 0 counts turns, register 1 sums what the look-ups answer, register 2 holds a thing. Each thing has a shape, whose weight is looked
//! up, times a scale that is in a quasi-immutable cell.

use holloway::heap::{Gc, Header, HeapConfig, Mut, Mutator, OptGc, RawSlot};
use holloway::machine::*;
use holloway::tables::coverage::Schedule;
use holloway::{backedge, merge_point, residual, HotCell, Object, Params, Runtime, Stats, Tagged, Traced};
use std::cell::Cell;
use std::panic::{catch_unwind, AssertUnwindSafe};

#[derive(Object)]
#[repr(C)]
struct Shape {
    header: Header,
    number: u32,
    weight: i64,
}

impl Kind for Shape {
    fn number(&self) -> u32 {
        self.number
    }
}

#[derive(Object)]
#[repr(C)]
struct Thing {
    header: Header,
    shape: Mut<Gc<Shape>>,
    next: Mut<OptGc<Thing>>,
}

#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
enum Value<V: Values> {
    Int(Int<V>),
    Thing(Ref<V, Thing>),
}

#[derive(Traced)]
struct Activation {
    pc: u32,
}

impl<V: Values> Frame<V> for Activation {
    fn live(&self) -> LiveMask {
        first_slots(3)
    }
    fn place(&self) -> (u64, u32) {
        (0, self.pc)
    }
}

/// A program.
#[derive(Clone, Copy)]
struct Ring {
    turns: i64,
    /// How many things there are, each of another shape.
    shapes: u32,
    /// The cell is set to another scale at this turn.
    set_at: i64,
    /// The look-up reads the cell twice, for which the site has no room.
    twice: bool,
    /// The look-up answers otherwise after so many.
    changes_after: i64,
}

const RING: Ring = Ring { turns: 200, shapes: 1, set_at: -1, twice: false, changes_after: i64::MAX };

impl Ring {
    /// What it comes to.
    fn sum(self) -> i64 {
        let scale = |i| if self.set_at >= 0 && i > self.set_at { 11 } else { 7 };
        (0..self.turns).map(|i| (i % i64::from(self.shapes) + 1) * scale(i)).sum()
    }
}

struct Lang {
    ring: Ring,
    scale: Quasi<i64>,
    site: Site<i64, 1>,
    header: HotCell,
    /// Look-ups, and how many were by a helper as there were too many shapes.
    looked_up: Cell<i64>,
    general: Cell<i64>,
}

#[residual]
fn weigh(cx: &Cx<Lang>, thing: Gc<Thing>) -> i64 {
    let lang = &cx.rt.lang;
    lang.general.set(lang.general.get() + 1);
    thing.shape.get(&cx.rt.heap).weight * lang.scale.peek(|s| *s)
}

#[residual]
fn set_scale(cx: &Cx<Lang>) {
    cx.rt.lang.scale.set(11);
}

impl Lang {
    fn turn<M: Machine<L = Lang>>(&self, m: &M, r: &mut [Slot<M::V>]) {
        let Value::Int(i) = m.unpack(r[0]) else { unreachable!("register 0 counts") };
        let Value::Int(sum) = m.unpack(r[1]) else { unreachable!("register 1 sums") };
        let Value::Thing(thing) = m.unpack(r[2]) else { unreachable!("register 2 holds a thing") };
        let weight = m.cached(&self.site, thing.get(m, Thing::shape), |look, shape| {
            let lang = &look.runtime().lang;
            lang.looked_up.set(lang.looked_up.get() + 1);
            if lang.ring.twice {
                look.assume(&lang.scale, |_| ());
            }
            let changed = i64::from(lang.looked_up.get() > lang.ring.changes_after);
            shape.weight * look.assume(&lang.scale, |s| *s) + changed
        });
        let weight = weight.map_or_else(|| weigh(m, thing), Int::new);
        r[1] = Value::Int(sum + weight).into();
        if let Some(next) = m.non_null(thing.get(m, Thing::next)) {
            r[2] = Value::Thing(next).into();
        }
        if m.unlikely(i.eq_(self.ring.set_at)) {
            set_scale(m);
        }
    }
}

impl Language for Lang {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation;

    fn interp<M: Machine<L = Lang>>(&self, m: &M, s: &mut State<Lang, M::V>) -> Exit {
        'frame: loop {
            let base = s.top().base;
            let mut pc = s.top().frame.pc;
            let mut r = s.stack.window(base);
            loop {
                merge_point!(m, s, publish { s.top().frame.pc = pc; }, refetch { r = s.stack.window(base); });
                if pc == 0 {
                    self.turn(m, r);
                    pc = 1;
                    continue;
                }
                let Value::Int(i) = m.unpack(r[0]) else { unreachable!("register 0 counts") };
                r[0] = Value::Int(i + 1).into();
                if m.unlikely((i + 1).eq_(self.ring.turns)) {
                    match m.ret(s, base + 1, 1) {
                        Flow::Leave(exit) => return exit,
                        _ => continue 'frame,
                    }
                }
                pc = 0;
                backedge!(m, s, &self.header, publish { s.top().frame.pc = pc; }, |flow| {
                    match flow {
                        Flow::Leave(exit) => return exit,
                        _ => continue 'frame,
                    }
                });
            }
        }
    }
    fn place_results<M: Machine<L = Lang>>(&self, _: &M, _: &mut State<Lang, M::V>, _: usize, _: usize) {}
    fn describe(&self, f: &Activation) -> String {
        format!("turn:{}", f.pc)
    }
    fn out_of_memory(&self, _: &Runtime<Lang>) -> RawSlot {
        RawSlot::default()
    }
    fn interrupted(&self, _: &Runtime<Lang>) -> RawSlot {
        RawSlot::default()
    }
    fn stack_overflow(&self, _: &Runtime<Lang>) -> RawSlot {
        RawSlot::default()
    }
}

/// What a run came to.
struct Ran {
    sum: i64,
    looked_up: i64,
    general: i64,
    stats: Stats,
}

fn run(ring: Ring, params: Params) -> Ran {
    let run = |rt: &Runtime<Lang>| {
        let result = rt.with_segment(|s| {
            s.push(Activation { pc: 0 }, 0, 0).expect("room");
            let things: Vec<Gc<Thing>> = (0..ring.shapes)
                .map(|n| {
                    let header = Header::NEW;
                    let shape = rt.heap.alloc(Shape { header, number: n, weight: i64::from(n) + 1 });
                    let next = Mut::new(OptGc::NULL);
                    rt.heap.alloc(Thing { header: Header::NEW, shape: Mut::new(shape), next })
                })
                .collect();
            for (i, thing) in things.iter().enumerate() {
                thing.next.set(&rt.heap, things[(i + 1) % things.len()].into());
            }
            s.stack.slots()[0] = Value::Int(Int::new(0)).into();
            s.stack.slots()[1] = Value::Int(Int::new(0)).into();
            s.stack.slots()[2] = Value::Thing(Ref::new(things[0])).into();
            rt.run_segment(s).expect("no errors")[0]
        });
        let (looked_up, general) = (rt.lang.looked_up.get(), rt.lang.general.get());
        Ran { sum: result.bits as i64, looked_up, general, stats: rt.driver.stats() }
    };
    let lang = |_: &Mutator| {
        Ok::<_, String>(Lang {
            ring,
            scale: Quasi::new(7),
            site: Site::default(),
            header: HotCell::default(),
            looked_up: Cell::default(),
            general: Cell::default(),
        })
    };
    holloway::run_with(params, HeapConfig::default(), lang, run).expect("a run time")
}

fn plain() -> Params {
    Params { jit: false, ..Params::default() }
}

/// Look-ups of plain execution, after checking the sum.
fn looked_up(ring: Ring) -> i64 {
    let ran = run(ring, plain());
    assert_eq!((ran.sum, ran.general), (ring.sum(), 0));
    ran.looked_up
}

#[test]
fn each_kind_is_looked_up_once_while_there_are_few() {
    for shapes in 1..=4 {
        assert_eq!(looked_up(Ring { shapes, ..RING }), i64::from(shapes));
    }
}

#[test]
fn many_kinds_are_looked_up_each_time() {
    assert_eq!(looked_up(Ring { shapes: 5, ..RING }), RING.turns);
}

#[test]
fn what_rests_on_a_cell_is_looked_up_again_when_it_is_set() {
    for shapes in 1..=4 {
        assert_eq!(looked_up(Ring { shapes, set_at: 100, ..RING }), 2 * i64::from(shapes));
    }
}

#[test]
fn what_rests_on_more_cells_than_there_is_room_for_is_not_remembered() {
    assert_eq!(looked_up(Ring { twice: true, set_at: 100, ..RING }), RING.turns);
}

#[test]
fn nothing_is_remembered_where_sites_are_off() {
    for shapes in [1, 3, 5] {
        let ring = Ring { shapes, set_at: 100, ..RING };
        let ran = run(ring, Params { sites: false, ..plain() });
        assert_eq!((ran.sum, ran.looked_up), (ring.sum(), RING.turns));
    }
}

#[test]
fn programs_do_the_same_in_all_modes() {
    for shapes in [1, 3, 4, 5, 9, 40] {
        let ring = Ring { shapes, turns: 700, set_at: 400, ..RING };
        for (sites, audit) in [(true, false), (false, false), (true, true)] {
            for threshold in [2, 60] {
                for chaos in [None, Some((1, 3)), Some((5, 7))] {
                    let chaos = chaos.map(Schedule::seeded);
                    let params = Params {
                        threshold,
                        bridge_threshold: 2,
                        sites,
                        audit: audit && chaos.is_none(),
                        chaos,
                        ..Params::default()
                    };
                    assert_eq!(run(ring, params).sum, ring.sum(), "{shapes} {sites} {audit} {threshold}");
                }
            }
        }
    }
}

/// Counters that differ where traces do.
fn counters(ring: Ring, sites: bool) -> [u64; 6] {
    let s = run(ring, Params { threshold: 60, sites, ..Params::default() }).stats;
    [s.roots, s.bridges, s.aborts, s.recorded_ops, s.optimized_ops, s.code_bytes]
}

#[test]
fn traces_are_the_same_where_sites_are_off() {
    for shapes in [1, 3, 5, 9, 40] {
        let ring = Ring { shapes, turns: 5000, set_at: 2000, ..RING };
        let on = counters(ring, true);
        assert!(on[0] > 0, "something is compiled");
        assert_eq!(on, counters(ring, false), "{shapes} shapes");
    }
}

#[test]
fn a_trace_looks_nothing_up_where_there_are_few_kinds() {
    let ring = Ring { shapes: 4, turns: 20_000, ..RING };
    let ran = run(ring, Params { threshold: 60, ..Params::default() });
    assert_eq!((ran.sum, ran.general), (ring.sum(), 0));
    assert!(ran.looked_up < 1000, "{}", ran.looked_up);
}

/// Bridges of a loop over things of so many shapes, after checking that most turns come to the general way.
fn bridges(shapes: u32) -> u64 {
    let ring = Ring { shapes, turns: 50_000, ..RING };
    let ran = run(ring, Params { threshold: 1000, ..Params::default() });
    assert_eq!(ran.sum, ring.sum());
    assert!(ran.general > 15_000, "{}", ran.general);
    ran.stats.bridges
}

#[test]
fn recordings_know_from_plain_execution_that_there_are_many_kinds() {
    let (some, many) = (bridges(9), bridges(40));
    assert!(some >= 4 && many <= 2, "{some} {many}");
}

#[test]
fn audit_reports_a_look_up_that_answers_otherwise() {
    // The beginning is recorded in this mode, so it changes later.
    let ring = Ring { turns: 10_000, ..RING };
    let audit = Params { audit: true, threshold: u32::MAX, ..Params::default() };
    assert_eq!(run(ring, audit.clone()).sum, ring.sum());
    let wrong = Ring { changes_after: 5000, ..ring };
    let wrong = catch_unwind(AssertUnwindSafe(|| run(wrong, audit).sum));
    let text = wrong.expect_err("a report").downcast::<String>().expect("its text");
    let facts = ["audit: a look-up was made again", "site: tests/sites.rs:", "remembered: 7", "looked up: 8"];
    assert!(facts.iter().all(|fact| text.contains(fact)), "{text}");
}
