#![allow(missing_docs, reason = "a language for tests only")]
//! What hints do to traces: the same loop with and without what a hint asks for, and the same result in every mode.
//!
//! The language has one loop of [`TURNS`] turns: register 0 counts, register 1 takes the body's value, register 2 holds a box. Loop bodies shown in
//! `docs/hints.md` are those recorded here (`BLESS=1` writes them anew).

use holloway::heap::{Gc, Header, HeapConfig, Mut, Mutator, OptGc, RawSlot, WordArray};
use holloway::machine::*;
use holloway::tables::coverage::Schedule;
use holloway::{backedge, elidable, merge_point, residual, HotCell, Object, Params, Runtime, Tagged, Traced};
use std::sync::atomic::{AtomicU64, Ordering};

const TURNS: i64 = 200;

#[derive(Object)]
#[repr(C)]
pub struct Boxed {
    header: Header,
    pub n: Mut<i64>,
    pub kind: Mut<i64>,
    pub size: Mut<i64>,
    pub ints: Mut<OptGc<WordArray>>,
}

#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
pub enum Value<V: Values> {
    Int(Int<V>),
    Boxed(Ref<V, Boxed>),
}

#[derive(Traced)]
pub struct Activation {
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

/// Bodies of the loop. Flags: whether the hint is there.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// The same test twice.
    Branch,
    /// Work that depends on a number in the box.
    Promote(bool),
    /// An item of an array behind a length.
    Vouch(bool),
    /// The number in a value of a helper's, or of the trace's own.
    Unpack { own: bool },
    /// A power whose exponent the program text gives, or a register.
    Power { constant: bool },
    /// The number in a box just made, or in one from before.
    Unbox { fresh: bool },
    /// A field before and after a helper that promises to write nothing, or does not.
    Reads(bool),
    /// A helper called with the same arguments each time.
    Elidable(bool),
    /// A setting in a cell, or in the box.
    Assume(bool),
    /// A size that depends on a number in the box.
    Cached(bool),
    /// A test that hardly ever fails.
    Likely(bool),
}

pub struct Lang {
    body: Body,
    scale: Quasi<i64>,
    header: HotCell,
    site: Site<i64>,
}

/// The `n`-th power of `x`.
fn powered(x: i64, n: i64) -> i64 {
    (0..n).fold(1, |p, _| p.wrapping_mul(x))
}

#[elidable]
fn power(_: &Cx<Lang>, x: i64, n: i64) -> i64 {
    powered(x, n)
}

#[residual]
fn power_anew(_: &Cx<Lang>, x: i64, n: i64) -> i64 {
    powered(x, n)
}

#[residual]
fn unbox(cx: &Cx<Lang>, b: Gc<Boxed>) -> i64 {
    b.n.get(&cx.rt.heap)
}

#[residual(reads)]
fn peek(cx: &Cx<Lang>, b: Gc<Boxed>) -> i64 {
    b.n.get(&cx.rt.heap)
}

#[residual]
fn value_of(_: &Cx<Lang>, i: i64) -> RawSlot {
    Slot::<Conc>::from(Value::Int(Int::new(i))).0
}

/// How large boxes of a kind are.
fn size(kind: i64) -> i64 {
    kind * 8
}

#[residual]
fn size_of(cx: &Cx<Lang>, b: Gc<Boxed>) -> i64 {
    size(b.kind.get(&cx.rt.heap))
}

#[residual]
fn worked(_: &Cx<Lang>, kind: i64, i: i64) -> i64 {
    work(kind, i)
}

/// What kinds of boxes do with a number.
fn work(kind: i64, i: i64) -> i64 {
    match kind {
        1 => i * 2,
        _ => i,
    }
}

/// `x` to the power `n`: multiplications in place if the exponent is known.
fn fast_power<M: Machine<L = Lang>>(m: &M, x: Int<M::V>, n: Int<M::V>) -> Int<M::V> {
    if m.is_constant(n) {
        (0..m.promote(n)).fold(Int::new(1), |p, _| p * x)
    } else {
        power(m, x, n)
    }
}

impl Lang {
    fn body<M: Machine<L = Lang>>(&self, m: &M, r: &[Slot<M::V>]) -> Int<M::V> {
        let Value::Int(i) = m.unpack(r[0]) else { unreachable!("register 0 counts") };
        let Value::Boxed(old) = m.unpack(r[2]) else { unreachable!("register 2 holds a box") };
        match self.body {
            Body::Branch => {
                let n = old.get(m, Boxed::n);
                let first = if m.branch(i.lt(n * 1000)) { i + 1 } else { i };
                if m.branch(i.lt(n * 1000)) {
                    first * 2
                } else {
                    first
                }
            }
            Body::Promote(true) => match m.promote(old.get(m, Boxed::kind)) {
                1 => i * 2,
                _ => i,
            },
            Body::Promote(false) => worked(m, old.get(m, Boxed::kind), i),
            Body::Vouch(hint) => {
                let (at, size) = (i & 3, old.get(m, Boxed::size));
                let Some(array) = m.non_null(old.get(m, Boxed::ints)) else {
                    unreachable!("it has an array")
                };
                if hint {
                    m.vouch(size.ule(array.len(m)));
                }
                if m.branch(at.ult(size)) {
                    array.at(m, at).unwrap_or(Int::new(0))
                } else {
                    Int::new(0)
                }
            }
            Body::Unpack { own } => {
                let v: Slot<M::V> = if own { Value::Int(i * 2).into() } else { value_of(m, i * 2) };
                match m.unpack(v) {
                    Value::Int(n) => n + 1,
                    Value::Boxed(_) => i,
                }
            }
            Body::Reads(promised) => {
                let before = old.get(m, Boxed::n);
                let between = if promised { peek(m, old) } else { unbox(m, old) };
                before + between + old.get(m, Boxed::n) + i
            }
            Body::Elidable(claimed) => {
                let (x, n) = (old.get(m, Boxed::size), old.get(m, Boxed::kind));
                i + if claimed { power(m, x, n) } else { power_anew(m, x, n) }
            }
            Body::Assume(assumed) => {
                let seen = unbox(m, old);
                let scale =
                    if assumed { assume(m, &self.scale, |v| *v) } else { m.promote(old.get(m, Boxed::kind)) };
                seen + i * scale
            }
            Body::Power { constant: true } => fast_power(m, i, Int::new(3)),
            Body::Power { constant: false } => fast_power(m, i, old.get(m, Boxed::n)),
            Body::Unbox { fresh } => {
                let b = if fresh { make(m).init(m, Boxed::n, i * i) } else { old };
                if m.is_virtual(b) {
                    b.get(m, Boxed::n)
                } else {
                    unbox(m, b)
                }
            }
            Body::Cached(true) => {
                let found = m.cached(&self.site, old.get(m, Boxed::kind), |_, kind| size(kind));
                i + found.map_or_else(|| size_of(m, old), Int::new)
            }
            Body::Cached(false) => i + size_of(m, old),
            Body::Likely(hint) => {
                let c = i.lt(1_000_000);
                if if hint { m.likely(c) } else { m.branch(c) } {
                    i * 2
                } else {
                    i
                }
            }
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
                    r[1] = Value::Int(self.body(m, r)).into();
                    pc = 1;
                    continue;
                }
                let Value::Int(i) = m.unpack(r[0]) else { unreachable!("register 0 counts") };
                r[0] = Value::Int(i + 1).into();
                if m.unlikely(i.eq_(TURNS)) {
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
        format!("body:{}", f.pc)
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

/// The loop's result, and its counters: ops recorded.
fn run(body: Body, params: Params) -> (u64, u64) {
    let run = |rt: &Runtime<Lang>| {
        let value = rt.with_segment(|s| {
            s.push(Activation { pc: 0 }, 0, 0).expect("room");
            let ints = rt.heap.array::<WordArray>(4).expect("memory");
            let made = rt.heap.alloc(Boxed {
                header: Header::NEW,
                n: Mut::new(3),
                kind: Mut::new(1),
                size: Mut::new(4),
                ints: Mut::new(ints.into()),
            });
            s.stack.slots()[0] = Value::Int(Int::new(0)).into();
            s.stack.slots()[1] = Value::Int(Int::new(0)).into();
            s.stack.slots()[2] = Value::Boxed(Ref::new(made)).into();
            rt.run_segment(s).expect("no errors")[0]
        });
        (value.bits, rt.driver.stats().recorded_ops)
    };
    let lang = |_: &Mutator| {
        Ok::<_, String>(Lang {
            body,
            scale: Quasi::new(7),
            header: HotCell::default(),
            site: Site::default(),
        })
    };
    holloway::run_with(params, HeapConfig::default(), lang, run).expect("a run time")
}

/// The ops of the loop's optimized body, after checking that every mode gives the same.
fn loop_ops(name: &str, body: Body) -> Vec<String> {
    let plain = run(body, Params { jit: false, ..Params::default() }).0;
    for chaos in [None, Some((1, 3)), Some((5, 7))] {
        let eager = Params {
            threshold: 2,
            bridge_threshold: 2,
            chaos: chaos.map(Schedule::seeded),
            ..Params::default()
        };
        assert_eq!(run(body, eager).0, plain, "{body:?} {chaos:?}");
    }
    // Two tests that ask for the same loop at the same time must not share its log.
    static LOGS: AtomicU64 = AtomicU64::new(0);
    let log = LOGS.fetch_add(1, Ordering::Relaxed);
    let file = std::env::temp_dir().join(format!("hints-{name}-{}-{log}.json", std::process::id()));
    let logged =
        Params { threshold: 60, log_json: Some(file.clone()), log_places: true, ..Params::default() };
    assert_eq!(run(body, logged).0, plain);
    let log = std::fs::read_to_string(&file).expect("a log");
    std::fs::remove_file(&file).expect("the log is removed");
    let events = log.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).expect("JSON"));
    let trace = events.into_iter().find(|e| e["event"] == "trace").expect("a trace");
    let text = trace["optimized"].as_str().expect("its text").to_string();
    let body = text.split("label(").nth(1).unwrap_or_else(|| panic!("a loop: {text}"));
    body.lines().take_while(|l| !l.contains(" = snap")).map(str::to_string).collect()
}

/// The loop bodies of `docs/hints.md`, by the names in its comments.
const SHOWN: [(&str, Body); 19] = [
    ("branch", Body::Branch),
    ("not promoted", Body::Promote(false)),
    ("promoted", Body::Promote(true)),
    ("not vouched for", Body::Vouch(false)),
    ("vouched for", Body::Vouch(true)),
    ("unpacked from a helper", Body::Unpack { own: false }),
    ("unpacked from the trace", Body::Unpack { own: true }),
    ("power by a register", Body::Power { constant: false }),
    ("power by a constant", Body::Power { constant: true }),
    ("an old box", Body::Unbox { fresh: false }),
    ("a new box", Body::Unbox { fresh: true }),
    ("residual", Body::Reads(false)),
    ("residual that reads", Body::Reads(true)),
    ("not elidable", Body::Elidable(false)),
    ("elidable", Body::Elidable(true)),
    ("read as memory", Body::Assume(false)),
    ("assumed", Body::Assume(true)),
    ("looked up", Body::Cached(false)),
    ("cached", Body::Cached(true)),
];

/// The ops of a body without places and without those of the loop itself: phis, the poll, and from the counting of its turns on.
fn shown(ops: &[String]) -> String {
    let own = |l: &&str| {
        l.contains(" = ") && !l.contains(" = phi") || l.starts_with("guard") && !l.contains("_poll")
    };
    let lines = ops[1..].iter().take_while(|l| !l.contains("body:1"));
    let lines = lines.map(|l| l.split(" @ ").next().unwrap_or(l).trim()).filter(own);
    lines.map(|l| format!("{l}\n")).collect()
}

#[test]
fn the_chapter_shows_what_is_recorded() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/hints.md");
    let chapter = std::fs::read_to_string(path).expect("the chapter");
    let mut made = chapter.clone();
    for (name, body) in SHOWN {
        let mark = format!("<!-- trace: {name} -->\n```text\n");
        let start = made.find(&mark).unwrap_or_else(|| panic!("{name} is not in the chapter")) + mark.len();
        let end = start + made[start..].find("```").expect("the end of the piece");
        let ops = loop_ops(&name.replace(' ', "-"), body);
        made.replace_range(start..end, &shown(&ops));
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &made).expect("the chapter is written");
        return;
    }
    assert_eq!(made.matches("<!-- trace:").count(), SHOWN.len());
    assert!(made == chapter, "docs/hints.md shows other traces; BLESS=1 writes these:\n{made}");
}

fn count(ops: &[String], what: &str) -> usize {
    ops.iter().filter(|l| l.contains(what)).count()
}

#[test]
fn constants_are_known() {
    let with = loop_ops("with", Body::Power { constant: true });
    assert_eq!((count(&with, "call"), count(&with, "int_mul")), (0, 2), "{with:#?}");
    let without = loop_ops("without", Body::Power { constant: false });
    assert_eq!((count(&without, "call"), count(&without, "int_mul")), (1, 0), "{without:#?}");
}

#[test]
fn allocations_of_the_trace_are_known() {
    let with = loop_ops("fresh", Body::Unbox { fresh: true });
    assert_eq!((count(&with, "call"), count(&with, " new ")), (0, 0), "{with:#?}");
    let without = loop_ops("old", Body::Unbox { fresh: false });
    assert_eq!(count(&without, "call"), 1, "{without:#?}");
}

#[test]
fn likely_changes_nothing_but_the_layout() {
    assert_eq!(loop_ops("likely", Body::Likely(true)), loop_ops("unlikely", Body::Likely(false)));
}

#[test]
fn promoted_numbers_leave_no_helper() {
    let without = loop_ops("not-promoted", Body::Promote(false));
    let with = loop_ops("promoted", Body::Promote(true));
    assert_eq!((count(&without, "call"), count(&with, "call")), (1, 0), "{with:#?}");
}

#[test]
fn vouched_lengths_are_tested_once() {
    let (without, with) = (loop_ops("unvouched", Body::Vouch(false)), loop_ops("vouched", Body::Vouch(true)));
    assert_eq!((count(&without, "uint_lt"), count(&with, "uint_lt")), (2, 1), "{with:#?}");
}

#[test]
fn claims_take_loads_and_calls_out_of_the_loop() {
    let loads = |name, promised| count(&loop_ops(name, Body::Reads(promised)), "load");
    assert!(loads("reads", true) < loads("writes", false));
    let calls = |name, claimed| count(&loop_ops(name, Body::Elidable(claimed)), "call");
    assert_eq!((calls("anew", false), calls("once", true)), (1, 0));
}
