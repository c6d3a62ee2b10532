//! The census: where a run's time goes, and which helpers its traces call how often, from where.
//!
//! **Problem.** A helper is what a trace cannot look into. An author wants to know which ones a program spends its time in, which line of the guest and
//! which line of the interpreter calls them, and what the trace has to forget for them; and how much of the time is spent outside of native code at all.
//!
//! **How.** Under `HOLLOWAY_LOG=census` each helper call of a trace is compiled as a call of [`counted`], with the address of its [`Site`] as first argument
//! word. Whoever works writes a number into one word: that of what the run time is doing ([`Phase`]), or of the site that is being called. A thread looks
//! at that word each [`PERIOD`]. So calls are exact, and times are samples. Where it finds plain execution it asks for a poll, at which that says where in the
//! guest it is ([`Census::ask_by`]): what is hot and still interpreted.
//!
//! The code of each trace counts its entries and the turns of its loop, and writes the trace's number into that word where it begins, where its loop does, and behind
//! its calls of other traces ([`Census::visits`]). So a sample of native code is a trace's.
//!
//! **Invariants.**
//! 1. The traces that are kept and logged are those without sites; what differs is in native code only, and costs nothing where there is no census.
//! 2. Sites live as long as the census, which lives as long as native code.
//! 3. Native code may leave at a poll that was meant for plain execution. So none is asked for where the log is to be the same in each run.
//!
//! A helper that runs the program is charged for itself only; how often it does, and how much time passes plainly within, is told beside that: no trace
//! looks into such a helper.
//!
//! **Not promised.** Calls of helpers in plain execution are not told apart: they are part of [`Phase::Plain`].
//!
//! **Example.** `  12.1%     31200  dict_str  tick:96 Call  examples/python/src/interp/keyed.rs:55  forgets memory`

use crate::audit::At;
use holloway_compiler::abi::{HelperFn, NativeCtx};
use holloway_compiler::codegen::Visits;
use holloway_compiler::ir::{Const, HelperDescr, HelperEffect, IrRef, Op, Shape, Trace, Ty};
use holloway_compiler::native;
use holloway_compiler::opt::Fate;
use rustc_hash::FxHashMap;
use serde_json::{json, Value};
use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

/// Time between two looks at what is being done.
pub const PERIOD: Duration = Duration::from_micros(500);

/// Most sites, and most places of plain execution, that are told.
const TOLD: usize = 25;

/// What the run time is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Plain execution, and what it calls.
    Plain,
    /// Native code.
    Native,
    /// Taking exits: state rebuilt, the step finished.
    Exits,
    /// Recording.
    Recording,
    /// Optimizing a trace.
    Optimizing,
    /// Generating code.
    Assembling,
    /// Collecting garbage.
    Collecting,
    /// Writing the log of a trace, which is not the program's time.
    Logging,
}

/// The words for phases, in the order of [`Phase`].
const PHASES: [&str; 8] =
    ["plain", "native code", "exits", "recording", "optimizing", "assembling", "collecting", "log"];

/// How many they are.
const PHASE_COUNT: usize = PHASES.len();

/// A place in traces that calls a helper.
struct Site {
    /// The helper's machine entry.
    addr: usize,
    /// What stands in `now` while it runs.
    number: usize,
    calls: Cell<u64>,
    /// How often the helper ran the program.
    runs: Cell<u64>,
    now: Arc<AtomicUsize>,
    helper: String,
    place: String,
    /// Where the interpreter calls it; not known of ops that were spliced in from another trace.
    source: OnceCell<String>,
    effect: HelperEffect,
}

/// The numbers of traces count from here, those of sites never get as far.
const TRACES: usize = 1 << 24;

/// The numbers of plain execution within a site's helper count from here, those of traces never get as far.
const RUNS: usize = 1 << 28;

/// A trace whose visits are noted.
struct Visited {
    name: String,
    /// The number of its recording: names are given again.
    recording: u32,
    /// Where it begins.
    place: String,
    entries: Cell<u64>,
    turns: Cell<u64>,
}

/// A trace as it is told.
struct Ran {
    trace: Rc<Visited>,
    samples: u64,
}

/// A site as it is told.
struct Told<'a> {
    site: &'a Site,
    samples: u64,
    /// Of plain execution within.
    within: u64,
}

/// What the sampling thread has seen: samples by number.
type Samples = FxHashMap<usize, u64>;

/// What asks for a poll.
type Ask = Box<dyn Fn() + Send + Sync>;

/// See the module header.
pub(crate) struct Census {
    now: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    sampler: Cell<Option<JoinHandle<Samples>>>,
    ask: Arc<OnceLock<Ask>>,
    /// Where plain execution was: samples by the guest's place.
    plain: RefCell<BTreeMap<String, u64>>,
    sites: RefCell<Vec<Rc<Site>>>,
    known: RefCell<FxHashMap<(String, String), usize>>,
    /// By number, from [`TRACES`] on.
    traces: RefCell<Vec<Rc<Visited>>>,
}

/// Puts what was being done before back.
pub(crate) struct Back<'a>(Option<(&'a AtomicUsize, usize)>);

impl Drop for Back<'_> {
    fn drop(&mut self) {
        if let Some((now, before)) = self.0 {
            now.store(before, Relaxed);
        }
    }
}

native! {
    /// The machine entry of a helper that is counted.
    ///
    /// # Safety
    /// The first argument word is the address of a live [`Site`], the others are those of the site's helper; else as for any helper.
    unsafe fn counted(ctx: *const NativeCtx, args: *const u64, out: *mut u64) -> u64 {
        // SAFETY: by the caller's contract.
        let site = unsafe { &*(*args as *const Site) };
        site.calls.set(site.calls.get() + 1);
        let before = site.now.swap(site.number, Relaxed);
        // SAFETY: `addr` is the machine entry of the helper that was called here before `Census::counting` put this one in its place.
        let helper: HelperFn = unsafe { std::mem::transmute(site.addr) };
        // SAFETY: the helper's own argument words follow the site's; `ctx` and `out` are passed on.
        let status = unsafe { helper(ctx, args.add(1), out) };
        site.now.store(before, Relaxed);
        status
    }
}

impl Census {
    /// Begins to look.
    ///
    /// # Errors
    /// When there is no thread for it.
    pub fn begin() -> Result<Census, String> {
        let (now, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let ask = Arc::new(OnceLock::<Ask>::new());
        let (watched, over, asking) = (now.clone(), stop.clone(), ask.clone());
        let look = move || {
            let mut samples = Samples::default();
            while !over.load(Relaxed) {
                let found = watched.load(Relaxed);
                *samples.entry(found).or_default() += 1;
                if found == Phase::Plain as usize || found >= RUNS {
                    asking.get().inspect(|ask| ask());
                }
                std::thread::sleep(PERIOD);
            }
            samples
        };
        let thread = std::thread::Builder::new().name("census".into()).spawn(look);
        let sampler = Cell::new(Some(thread.map_err(|e| format!("no thread for the census: {e}"))?));
        Ok(Census {
            now,
            stop,
            sampler,
            ask,
            plain: RefCell::default(),
            sites: RefCell::default(),
            known: RefCell::default(),
            traces: RefCell::default(),
        })
    }

    /// Has plain execution asked where it is, by this: it is to have [`Census::plainly_at`] called at the next poll. Only the first one counts.
    pub fn ask_by(&self, ask: impl Fn() + Send + Sync + 'static) {
        _ = self.ask.set(Box::new(ask));
    }

    /// Notes a place of the guest's that plain execution came by when it had been asked.
    pub fn plainly_at(&self, place: String) {
        *self.plain.borrow_mut().entry(place).or_default() += 1;
    }

    /// Says what is being done, until the answer goes.
    pub fn during(census: &Option<Census>, phase: Phase) -> Back<'_> {
        Back(census.as_ref().map(|c| (&*c.now, c.now.swap(phase as usize, Relaxed))))
    }

    /// Says that the program is run plainly, by whoever works now, until the answer goes.
    pub fn running(census: &Option<Census>) -> Back<'_> {
        let Some(c) = census else { return Back(None) };
        let by = c.now.load(Relaxed);
        let phase = match by {
            PHASE_COUNT..TRACES => {
                c.sites.borrow().get(by - PHASE_COUNT).inspect(|site| site.runs.set(site.runs.get() + 1));
                RUNS + by
            }
            RUNS.. => by,
            _ => Phase::Plain as usize,
        };
        c.now.store(phase, Relaxed);
        Back(Some((&*c.now, by)))
    }

    /// Where the code of a trace that is being compiled is to note its visits.
    pub fn visits(&self, name: &str, recording: u32, trace: &Trace) -> Visits {
        let first = trace.insts.iter().find(|i| i.op != Op::Input);
        let place = first.and_then(|i| trace.places.get(i.place as usize));
        let place = place.cloned().unwrap_or_default();
        let (entries, turns) = (Cell::new(0), Cell::new(0));
        let visited = Rc::new(Visited { name: name.into(), recording, place, entries, turns });
        let mut traces = self.traces.borrow_mut();
        traces.push(visited.clone());
        Visits {
            now: self.now.as_ptr() as usize,
            number: (TRACES + traces.len() - 1) as u32,
            entries: visited.entries.as_ptr() as usize,
            turns: visited.turns.as_ptr() as usize,
        }
    }

    /// The trace with its helper calls counted. `about` tells more of a call by the helper's name and its first argument word, if that is a constant.
    pub fn counting(
        &self,
        trace: &Trace,
        fates: &[Fate],
        sources: &[At],
        about: impl Fn(&str, u64) -> Option<String>,
    ) -> Trace {
        let mut source_of: FxHashMap<usize, At> = FxHashMap::default();
        for (fate, at) in fates.iter().zip(sources) {
            [fate.at, fate.preamble].into_iter().flatten().for_each(|n| _ = source_of.insert(n as usize, at));
        }
        let mut out = trace.clone();
        for (n, inst) in trace.insts.iter().enumerate().filter(|(_, i)| i.op.info().shape == Shape::Helper) {
            let helper = &trace.helpers[inst.aux as usize];
            let args = trace.list(inst);
            let first = args.first().and_then(|a| trace.as_const(*a));
            let more =
                first.and_then(|c| about(&helper.name, c.bits)).map_or(String::new(), |m| format!(" {m}"));
            let place = trace.places.get(inst.place as usize).cloned().unwrap_or_default();
            let source = source_of.get(&n).map(|at| format!("{}:{}", at.file(), at.line()));
            let site = self.site(helper, format!("{}{more}", helper.name), place, source);
            let address = IrRef::konst(out.consts.len());
            out.consts.push(Const { ty: Ty::Int, bits: site as u64 });
            let counted = HelperDescr {
                addr: counted as *const () as usize,
                direct: None,
                inline: None,
                ..helper.clone()
            };
            out.helpers.push(counted);
            let words = std::iter::once(address).chain(args.iter().copied()).collect();
            out.lists.push(words);
            out.insts[n].aux = out.helpers.len() as u32 - 1;
            out.insts[n].list = out.lists.len() as u32 - 1;
        }
        out
    }

    /// The address of a site, made at first use.
    fn site(&self, helper: &HelperDescr, name: String, place: String, source: Option<String>) -> *const Site {
        let mut sites = self.sites.borrow_mut();
        let key = (name.clone(), place.clone());
        let at = *self.known.borrow_mut().entry(key).or_insert_with(|| {
            let number = PHASE_COUNT + sites.len();
            sites.push(Rc::new(Site {
                addr: helper.addr,
                number,
                calls: Cell::new(0),
                runs: Cell::new(0),
                now: self.now.clone(),
                helper: name,
                place,
                source: OnceCell::new(),
                effect: helper.effect,
            }));
            sites.len() - 1
        });
        if let Some(source) = source {
            sites[at].source.get_or_init(|| source);
        }
        Rc::as_ptr(&sites[at])
    }

    /// Ends looking; what there is to tell: a page for people, and the fields of the event `census`.
    pub fn end(&self, times: bool) -> (String, Value) {
        self.stop.store(true, Relaxed);
        let samples = self.sampler.take().and_then(|t| t.join().ok()).unwrap_or_default();
        let sites = self.sites.borrow();
        let of = |number: usize| samples.get(&number).copied().unwrap_or(0);
        let mut told: Vec<Told<'_>> = sites
            .iter()
            .map(|site| Told { site, samples: of(site.number), within: of(RUNS + site.number) })
            .filter(|t| t.site.calls.get() > 0)
            .collect();
        told.sort_by_key(|t| Reverse((t.samples, t.site.calls.get())));
        let traces = self.traces.borrow();
        let ran: Vec<Ran> = traces
            .iter()
            .enumerate()
            .map(|(n, trace)| Ran { trace: trace.clone(), samples: of(TRACES + n) })
            .filter(|r| r.trace.entries.get() > 0)
            .collect();
        let mut phases: Vec<(&str, u64)> =
            PHASES.iter().enumerate().map(|(n, name)| (*name, of(n))).collect();
        phases[Phase::Plain as usize].1 += told.iter().map(|t| t.within).sum::<u64>();
        // What a trace has been found in is native code's.
        phases[Phase::Native as usize].1 += ran.iter().map(|r| r.samples).sum::<u64>();
        let mut plain: Vec<(String, u64)> = self.plain.take().into_iter().collect();
        plain.sort_by_key(|&(_, samples)| Reverse(samples));
        let fields = if times {
            fields_with_times(&phases, &told, &ran, &plain)
        } else {
            fields(told.iter().map(|t| t.site), &ran)
        };
        (page(&phases, &told, ran, &plain), fields)
    }
}

impl Drop for Census {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

/// What an effect makes a trace forget.
fn forgets(effect: HelperEffect) -> &'static str {
    match effect {
        HelperEffect::All => "forgets memory",
        HelperEffect::Read | HelperEffect::Pure => "forgets nothing",
    }
}

fn site_fields(s: &Site) -> Value {
    json!({ "helper": s.helper, "place": s.place, "source": s.source.get(), "forgets": s.effect == HelperEffect::All, "calls": s.calls.get(), "runs": s.runs.get() })
}

fn trace_fields(t: &Visited) -> Value {
    json!({ "name": t.name, "recording": t.recording, "entries": t.entries.get(), "turns": t.turns.get() })
}

/// Without samples, which differ from run to run: sites and traces in the order in which they were made.
fn fields<'a>(sites: impl Iterator<Item = &'a Site>, ran: &[Ran]) -> Value {
    let mut sites: Vec<&Site> = sites.collect();
    sites.sort_by_key(|s| s.number);
    let traces: Vec<Value> = ran.iter().map(|r| trace_fields(&r.trace)).collect();
    json!({ "sites": sites.into_iter().map(site_fields).collect::<Vec<_>>(), "traces": traces })
}

fn fields_with_times(
    phases: &[(&str, u64)],
    told: &[Told<'_>],
    ran: &[Ran],
    plain: &[(String, u64)],
) -> Value {
    let sampled = |mut fields: Value, samples: u64| {
        fields["samples"] = samples.into();
        fields
    };
    let site = |t: &Told<'_>| {
        let mut fields = sampled(site_fields(t.site), t.samples);
        fields["within"] = t.within.into();
        fields
    };
    let sites: Vec<Value> = told.iter().map(site).collect();
    let traces: Vec<Value> = ran.iter().map(|r| sampled(trace_fields(&r.trace), r.samples)).collect();
    let plain: Vec<Value> = plain.iter().map(|(place, n)| json!({ "place": place, "samples": n })).collect();
    let phases: BTreeMap<_, _> = phases.iter().copied().collect();
    json!({ "phases": phases, "sites": sites, "traces": traces, "plain": plain })
}

fn page(phases: &[(&str, u64)], told: &[Told<'_>], mut ran: Vec<Ran>, plain: &[(String, u64)]) -> String {
    let in_helpers: u64 = told.iter().map(|t| t.samples).sum();
    let all = (in_helpers + phases.iter().map(|p| p.1).sum::<u64>()).max(1);
    let share = |n: u64| n as f64 * 100.0 / all as f64;
    let parts = phases.iter().copied().chain([("helpers", in_helpers)]);
    let parts: Vec<String> = parts.map(|(name, n)| format!("{name} {:.1}%", share(n))).collect();
    let mut page = format!("time, of {all} samples: {}\n", parts.join(", "));
    ran.sort_by_key(|r| Reverse((r.samples, r.trace.turns.get() + r.trace.entries.get())));
    if !ran.is_empty() {
        page += "traces:\n  share    entries      turns  trace, guest's place\n";
    }
    for Ran { trace: t, samples } in ran.iter().take(TOLD) {
        let (entries, turns) = (t.entries.get(), t.turns.get());
        page += &format!("  {:4.1}%  {entries:9}  {turns:9}  {}, {}\n", share(*samples), t.name, t.place);
    }
    let mut by_helper: FxHashMap<&str, (u64, u64)> = FxHashMap::default();
    for t in told {
        let sum = by_helper.entry(&t.site.helper).or_default();
        *sum = (sum.0 + t.samples, sum.1 + t.site.calls.get());
    }
    let mut by_helper: Vec<_> = by_helper.into_iter().collect();
    by_helper.sort_by_key(|&(name, sum)| (Reverse(sum), name));
    page += "helpers called by traces:\n  share      calls  helper\n";
    for (name, (samples, calls)) in by_helper.iter().take(TOLD) {
        page += &format!("  {:4.1}%  {calls:9}  {name}\n", share(*samples));
    }
    page += "places that call them:\n  share      calls  helper, guest's place, interpreter's line\n";
    for t in told.iter().take(TOLD) {
        let (s, calls) = (t.site, t.site.calls.get());
        page += &format!(
            "  {:4.1}%  {calls:9}  {}, {}, {}, {}\n",
            share(t.samples),
            s.helper,
            s.place,
            s.source.get().map_or("?", String::as_str),
            forgets(s.effect)
        );
    }
    let mut running: Vec<&Told<'_>> = told.iter().filter(|t| t.site.runs.get() > 0).collect();
    running.sort_by_key(|t| Reverse((t.within, t.site.runs.get())));
    if !running.is_empty() {
        page += "places whose helper runs the program, plainly:\n  share       runs  helper, guest's place\n";
    }
    for t in running.iter().take(TOLD) {
        let runs = t.site.runs.get();
        page += &format!("  {:4.1}%  {runs:9}  {}, {}\n", share(t.within), t.site.helper, t.site.place);
    }
    if !plain.is_empty() {
        page += "plain execution, at the next end of a loop or call of a function:\n  share  guest's place\n";
    }
    for (place, samples) in plain.iter().take(TOLD) {
        page += &format!("  {:4.1}%  {place}\n", share(*samples));
    }
    page.trim_end().to_string()
}
