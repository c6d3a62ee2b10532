//! The events of a recording's life, as the log tells them.
//!
//! **Problem.** A recording starts, closes or is aborted; what it closed becomes a trace, is attached as a bridge, is left by its exits and thrown
//! away at last. Each of these is one event with the fields that docs/log.md lists; here they are put together.
//!
//! **Invariants.**
//! 1. A trace's `ops` has one entry for each recorded op, in order; their fates are the optimizer's ([`holloway_compiler::opt::Fate`]).
//! 2. No address is in an event: references are numbered by their order in the trace ([`without_addresses`]), helpers go by name.
//!
//! **Not promised.** Instruction texts are those of [`holloway_compiler::ir`], which may change without a new version of the log.

use super::blame::{at_line, Culprit};
use super::Log;
use super::{Pauses, Stats};
use crate::audit::At;
use crate::machine::quasi::About;
use crate::policy::Kind;
use crate::record::tape::Gone;
use crate::restore::Restore;
use holloway_compiler::codegen::CompiledTrace;
use holloway_compiler::ir::{Inst, Op, Trace, Ty};
use holloway_compiler::opt::Fate;
use holloway_compiler::region::report::brief;
use rustc_hash::FxHashMap;
use serde_json::{json, Map, Value};

/// What a recording is called in events and names of traces.
pub(crate) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Root => "loop",
        Kind::Function => "function",
        Kind::Bridge => "bridge",
        Kind::Join => "join",
    }
}

/// A trace that was just compiled.
pub(crate) struct Compiled<'a> {
    pub kind: Kind,
    pub recorded: &'a Trace,
    pub optimized: &'a Trace,
    pub code: &'a CompiledTrace,
    /// The trace and exit that a bridge goes on from.
    pub from: Option<(&'a str, usize)>,
    /// Of the recorded ops, if the full form is wanted.
    pub fates: &'a [Fate],
    /// Of the recorded ops.
    pub sites: &'a [At],
    /// Nanoseconds for optimizing and for code generation.
    pub times: [u64; 2],
    /// Its machine code, if that is wanted.
    pub asm: Option<Value>,
}

impl Compiled<'_> {
    /// How it ends, in words.
    fn end(&self) -> String {
        let last = self.optimized.insts.last().map_or("?", |i| i.op.info().name);
        format!("{last} {:?}", self.optimized.target)
    }
    fn fields(&self, times: bool) -> Value {
        let (recorded, optimized) = (without_addresses(self.recorded), without_addresses(self.optimized));
        let (mut places, mut sources) = (Names::default(), Names::default());
        let ops: Vec<Value> = (0..self.fates.len()).map(|i| self.op(i, &mut places, &mut sources)).collect();
        let body = self.optimized.insts.iter().position(|i| i.op == Op::Label);
        let exits = self.code.exits.iter().map(|e| {
            let inst = &self.optimized.insts[e.inst as usize];
            json!({ "at": e.inst, "op": inst.op.info().name, "place": places.number(&place_text(self.optimized, inst.place)) })
        });
        let exits: Vec<Value> = exits.collect();
        let claimed = |f: &Fate| f.at.is_some() as usize + f.preamble.is_some() as usize;
        let mut fields = json!({
            "name": self.code.name, "kind": kind_name(self.kind), "recorded": self.recorded.insts.len(),
            "left": self.optimized.insts.len(), "body": body, "bytes": self.code.code.len, "end": self.end(),
            "added": self.optimized.insts.len() - self.fates.iter().map(claimed).sum::<usize>(),
            "ops": ops, "exits": exits, "places": places.texts, "sources": sources.texts,
            "ir": recorded.to_string(), "optimized": optimized.to_string(),
        });
        if let Some(asm) = &self.asm {
            fields["asm"] = asm.clone();
        }
        if times {
            fields["code_addr"] = self.code.code.addr.into();
            fields["optimize_ns"] = self.times[0].into();
            fields["assemble_ns"] = self.times[1].into();
        }
        fields
    }
    /// The allocations that stay, each with the reason.
    fn allocations(&self) -> Vec<String> {
        let place = |i: usize| {
            let inst = &self.recorded.insts[i];
            let what = subject(self.recorded, inst).unwrap_or_default();
            let place = brief(&place_text(self.recorded, inst.place)).to_string();
            format!("{what} at {place}, {}", at_line(self.sites.get(i).copied()))
        };
        let stays = self.fates.iter().enumerate().filter(|(i, fate)| {
            let op = self.recorded.insts[*i].op;
            matches!(op, Op::New | Op::NewArray) && (fate.at.is_some() || fate.preamble.is_some())
        });
        let text = |(i, fate): (usize, &Fate)| match fate.of.map(|of| of as usize) {
            Some(of) => format!(
                "stays: {}: escapes by {} {}",
                place(i),
                self.recorded.insts[of].op.info().name,
                place(of)
            ),
            None => format!("stays: {}", place(i)),
        };
        stays.map(text).collect()
    }
    fn op(&self, i: usize, places: &mut Names, sources: &mut Names) -> Value {
        let (inst, fate) = (&self.recorded.insts[i], &self.fates[i]);
        let mut op = Map::new();
        let mut put = |key: &str, value: Value| op.insert(key.into(), value);
        put("op", inst.op.info().name.into());
        put("place", places.number(&place_text(self.recorded, inst.place)).into());
        if let Some(site) = self.sites.get(i) {
            put("source", sources.number(&format!("{}:{}", site.file(), site.line())).into());
        }
        if let Some(what) = subject(self.recorded, inst) {
            put("what", what.into());
        }
        put("fate", fate.word().into());
        let numbers = [("at", fate.at), ("preamble", fate.preamble), ("of", fate.of)];
        for (key, n) in numbers.into_iter().filter_map(|(key, n)| Some((key, n?))) {
            put(key, n.into());
        }
        for (key, word) in [("pass", fate.pass), ("why", fate.why)].into_iter().filter(|(_, w)| !w.is_empty())
        {
            put(key, word.into());
        }
        op.into()
    }
}

/// What an op allocates, calls or stores to, by name.
fn subject<'t>(trace: &'t Trace, inst: &Inst) -> Option<&'t str> {
    let aux = inst.aux as usize;
    match inst.op {
        Op::New | Op::NewArray => trace.types.get(aux).map(|t| &*t.name),
        Op::Call | Op::CallPure | Op::CallRead => trace.helpers.get(aux).map(|h| &*h.name),
        Op::Store => trace.fields.get(aux).map(|f| &*f.name),
        Op::StoreElem => trace.arrays.get(aux).map(|a| &*a.name),
        _ => None,
    }
}

/// Texts, each once.
#[derive(Default)]
struct Names {
    texts: Vec<String>,
    index: FxHashMap<String, usize>,
}

impl Names {
    fn number(&mut self, text: &str) -> usize {
        let texts = &mut self.texts;
        *self.index.entry(text.into()).or_insert_with(|| {
            texts.push(text.into());
            texts.len() - 1
        })
    }
}

fn place_text(trace: &Trace, place: u32) -> String {
    trace.places.get(place as usize).cloned().unwrap_or_default()
}

/// The trace with numbers for addresses: of objects, assumption cells and helpers. Integers that are an object's address too.
fn without_addresses(trace: &Trace) -> Trace {
    let mut out = trace.clone();
    let mut known: FxHashMap<u64, u64> = FxHashMap::default();
    let cells =
        trace.insts.iter().filter(|i| i.op == Op::GuardValid).filter_map(|i| trace.as_const(i.args[0]));
    let refs = trace.consts.iter().copied().filter(|c| c.ty == Ty::Ref && c.bits != 0);
    for c in refs.chain(cells) {
        let n = known.len() as u64 + 1;
        known.entry(c.bits).or_insert(n);
    }
    for c in out.consts.iter_mut().filter(|c| c.ty != Ty::Float) {
        c.bits = known.get(&c.bits).copied().unwrap_or(c.bits);
    }
    out.helpers.iter_mut().for_each(|h| (h.addr, h.direct) = (0, None));
    out
}

impl Log {
    /// The number of the recording of which is told: the one that began last, but for [`Log::about`].
    pub(crate) fn recording(&self) -> u32 {
        self.told.get()
    }
    /// Tells of the recording with this number until the answer goes.
    pub(crate) fn about(&self, recording: u32) -> Restore<'_, u32> {
        Restore(&self.told, self.told.replace(recording))
    }
    /// The guest is at a place. Tells the file of its line, once.
    pub(crate) fn at(&self, place: &str, file: &str) {
        if !self.full() {
            return;
        }
        let line = brief(place).to_string();
        if self.files.borrow_mut().insert((line.clone(), file.to_string())) {
            self.tell("file", String::new, || json!({ "place": line, "file": file }));
        }
    }
    /// A recording begins.
    pub(crate) fn started(&self, kind: Kind, place: &str, from: Option<(&str, usize)>) {
        let number = self.recordings.get() + 1;
        self.recordings.set(number);
        self.told.set(number);
        let line = || format!("recording a {} at {}", kind_name(kind), place);
        let fields = || json!({ "recording": number, "kind": kind_name(kind), "place": place, "from": from.map(origin) });
        self.tell("start", line, fields);
    }
    /// A recording ended with a trace to compile.
    pub(crate) fn closed(&self, kind: Kind, trace: &Trace) {
        if !self.full() {
            return; // the one-liner about the compiled trace says it all
        }
        let last = trace.insts.last().map_or("?", |i| i.op.info().name);
        let fields = || json!({ "recording": self.recording(), "kind": kind_name(kind), "recorded": trace.insts.len(), "end": last });
        self.tell("close", String::new, fields);
    }
    /// A recording, or compiling what it recorded, came to nothing.
    pub(crate) fn aborted(&self, kind: Kind, gone: &Gone) {
        if !self.on() {
            return;
        }
        let (text, advice) = gone.why.text();
        let (kind, place, source) = (kind_name(kind), &gone.place, at_line(gone.at));
        let detail = if gone.detail.is_empty() { String::new() } else { format!(": {}", gone.detail) };
        let why = format!("{kind}, {text}{detail}");
        let culprit = Culprit { what: "abort", why, place: place.clone(), source: source.clone() };
        let first = self.blame(culprit);
        let line = || match first {
            true => format!("abort {kind} at {place}, {source}: {text}{detail} ({advice})"),
            false => String::new(),
        };
        let fields = || {
            json!({
                "recording": self.recording(), "kind": kind, "reason": format!("{:?}", gone.why), "text": text,
                "detail": gone.detail, "advice": advice, "place": place, "source": source,
            })
        };
        self.tell("abort", line, fields);
    }
    /// A trace could not be made to jump into a loop's body, so it jumps to the loop's start.
    pub(crate) fn entry_refused(&self, detail: &str) {
        let recording = self.recording();
        let line = || format!("no entry into the loop's body: {detail}");
        self.tell("detour", line, || json!({ "recording": recording, "detail": detail }));
    }
    /// A trace was compiled.
    pub(crate) fn compiled(&self, c: &Compiled<'_>) {
        let (name, end) = (&c.code.name, c.end());
        let (recorded, left, bytes) = (c.recorded.insts.len(), c.optimized.insts.len(), c.code.code.len);
        let line = || {
            let from = c.from.map_or(String::new(), |(p, e)| format!(", from {p} exit {e}"));
            let stay = c.allocations().iter().map(|a| format!("\n[holloway]   {a}")).collect::<String>();
            format!("{name}: {recorded} ops recorded, {left} left, {bytes} bytes, ends in {end}{from}{stay}")
        };
        let fields = || {
            let mut fields = c.fields(self.times);
            fields["recording"] = self.recording().into();
            fields
        };
        self.tell("trace", line, fields);
        if let (Some(from), true) = (c.from, self.full()) {
            self.tell("bridge", String::new, || json!({ "name": name, "from": origin(from) }));
        }
    }
    /// An assumption that a trace makes at a place turned out to hold no longer.
    pub(crate) fn invalidated(&self, trace: &str, exit: u32, place: &str, about: &'static About) {
        if !self.on() {
            return;
        }
        let (made, set, why) = (at_line(Some(about.made)), at_line(about.set.get()), about.to_string());
        let first = self.blame(Culprit {
            what: "invalidate",
            why: why.clone(),
            place: place.into(),
            source: set.clone(),
        });
        let (was, became) = about.change().unwrap_or_default();
        let line = || match first {
            true => format!("{trace}: exit {exit} at {place}: {why}: {was} became {became}"),
            false => String::new(),
        };
        let fields = || {
            let cell = json!({ "type": about.kind, "made": made, "was": was, "became": became });
            json!({ "name": trace, "exit": exit, "place": place, "cell": cell, "set": set })
        };
        self.tell("invalidate", line, fields);
    }
    /// Ways multiply at a place from now on, by guards of this line of the interpreter.
    pub(crate) fn multiply(&self, place: &str, source: Option<At>) {
        let why = "ways multiply".to_string();
        let first =
            self.blame(Culprit { what: "multiply", why, place: place.into(), source: at_line(source) });
        let line = || match first {
            true => format!("ways multiply at {place}, {}: they come together from now on", at_line(source)),
            false => String::new(),
        };
        self.tell("multiply", line, || json!({ "place": place, "source": at_line(source) }));
    }
    /// A place is given up: after so many bridges there is no further one for an exit of this trace.
    pub(crate) fn given_up(&self, place: &str, source: Option<At>, from: (&str, usize), bridges: u32) {
        let source = at_line(source);
        let why = format!("given up after {bridges} bridges");
        let first = self.blame(Culprit { what: "give_up", why, place: place.into(), source: source.clone() });
        let line = || {
            let (name, exit) = from;
            match first {
                true => {
                    format!("{name}: exit {exit} at {place}, {source}, is given up after {bridges} bridges")
                }
                false => String::new(),
            }
        };
        let fields = || json!({ "from": origin(from), "place": place, "source": source, "bridges": bridges });
        self.tell("give_up", line, fields);
    }
    /// How often each exit of a trace was taken.
    pub(crate) fn exits(&self, trace: &str, counts: &[(u32, u64)]) {
        if self.full() && !counts.is_empty() {
            self.tell("exits", String::new, || json!({ "name": trace, "counts": counts }));
        }
    }
    /// The run time ends.
    pub(crate) fn ended(&self, s: &Stats, p: &Pauses) {
        self.tell_culprits();
        if !self.full() {
            return;
        }
        let fields = || {
            json!({
                "loops": s.roots, "functions": s.functions, "bridges": s.bridges, "aborts": s.aborts, "evictions": s.evictions,
                "recorded": s.recorded_ops, "left": s.optimized_ops, "bytes": s.code_bytes, "entries": s.entries,
                "exits": s.exits, "forced": s.forced_exits, "collections": p.collections, "minor": p.minor, "nursery": p.nursery,
            })
        };
        self.tell("end", String::new, fields);
    }
}

fn origin((trace, exit): (&str, usize)) -> Value {
    json!({ "name": trace, "exit": exit })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_numbers() {
        let text = |a: u64, b: u64| {
            let t: Trace = format!(
                "helper h0 = f{{addr={a:#x}, effect=pure}}\nr0 = input ref\ns0 = snap guard=0 entries=[r0]\n\
                 guard_eq r0 ref:{a:#x} [s0]\nguard_valid {b} [s0]\ni3 = int_add {a} 7\nfinish(i3, ref:{a:#x}, null)\n"
            )
            .parse()
            .unwrap();
            without_addresses(&t).to_string()
        };
        assert_eq!(text(0x7f00_1230, 0x5500_9990), text(0x7e00_4560, 0x5600_8880));
        assert!(text(0x7f00_1230, 0x5500_9990).contains("int_add 1 7"));
    }
}
