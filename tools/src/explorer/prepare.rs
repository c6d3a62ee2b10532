//! From the events of a log to the data of the page.
//!
//! **Problem.** The log tells what happened in order; the page shows how it hangs together: which bridge belongs to which exit, what was left how often, what
//! is known of a line in all traces. And it has to open quickly, with a log of 20 MB.
//!
//! **How.** One walk over the events. Names of traces are given again after all were thrown away, so they are looked up among those of the moment; the number of
//! a recording is not, so the census goes by that. Texts of the IR lose what stands elsewhere: places, and the snapshots, which are most of them.
//!
//! **Invariants.** Those of [`super`]; traces are numbered in the order of the log.
//!
//! **Example.** `guard_true i5 [s2] @ "sum:1 JumpUnless"` becomes `guard_true i5 [s2]` and the number of the spot `sum:1`.

use super::allocations;
use super::data::{Abort, Data, File, Site, Spot, Trace, NONE};
use super::plain;
use super::sources::Finder;
use crate::log::{self, brief, Cell, Event, Fate, Log, Part};
use serde_json::Value;
use std::collections::HashMap;

/// The text of a trace in its parts.
pub(super) struct Text<'a> {
    /// Helpers, types, fields.
    pub head: &'a str,
    /// Ops, without places.
    pub ops: Vec<&'a str>,
    /// Their places, as the text quotes them.
    places: Vec<Option<&'a str>>,
}

impl<'a> Text<'a> {
    /// Of a trace with so many ops.
    fn new(text: &'a str, count: usize) -> Text<'a> {
        let is_snap = |l: &&str| l.starts_with('s') && l.split(' ').nth(2) == Some("snap");
        let lines: Vec<&str> = text.lines().take_while(|l| !is_snap(l)).collect();
        let first = lines.len().saturating_sub(count);
        let bytes: usize = lines[..first].iter().map(|l| l.len() + 1).sum();
        let parts = lines[first..].iter().map(|l| match l.rsplit_once(" @ \"") {
            Some((op, place)) => (op, place.strip_suffix('"')),
            None => (*l, None),
        });
        let (ops, places) = parts.unzip();
        Text { head: text[..bytes.min(text.len())].trim_end(), ops, places }
    }
}

/// What grows on the way.
struct Work {
    data: Data,
    /// By name and line.
    spots: HashMap<String, i64>,
    texts: HashMap<String, i64>,
    /// Traces that are in use, by name.
    named: HashMap<String, u32>,
    /// All of them by recording.
    recorded: HashMap<u32, u32>,
    /// Begun recordings: spot, and where a bridge comes from.
    begun: HashMap<u32, (i64, Option<(u32, u32)>)>,
    /// Aborts that are alike.
    aborts: HashMap<(i64, String, String), usize>,
}

/// The data of the page for a log called `name`.
pub fn prepare(log: &Log, name: &str, files: Vec<File>) -> Data {
    let mut work = Work {
        data: Data { title: name.into(), cut: log.cut, ..Data::default() },
        spots: HashMap::new(),
        texts: HashMap::new(),
        named: HashMap::new(),
        recorded: HashMap::new(),
        begun: HashMap::new(),
        aborts: HashMap::new(),
    };
    log.events.iter().for_each(|event| work.add(event));
    let mut data = work.data;
    plain::explain(&mut data, log);
    find_files(&mut data, log, &files);
    data.files = files;
    data
}

/// Finds the file of each line.
fn find_files(data: &mut Data, log: &Log, files: &[File]) {
    let mut told: HashMap<&str, Vec<&str>> = HashMap::new();
    for event in &log.events {
        if let Event::File { place, file } = event {
            told.entry(place).or_default().push(file);
        }
    }
    let finder = Finder::new(files);
    for spot in &mut data.spots {
        let place = format!("{}:{}", spot.name, spot.line);
        let told = told.get(&place[..]).map_or(&[][..], Vec::as_slice);
        spot.file = finder.find(&spot.name, spot.line, told);
    }
}

impl Work {
    fn add(&mut self, event: &Event) {
        match event {
            Event::Start(s) => {
                let from = s.from.as_ref().and_then(|f| Some((*self.named.get(&f.name)?, f.exit)));
                let spot = self.spot(&s.place);
                self.begun.insert(s.recording, (spot, from));
            }
            Event::Trace(t) => self.trace(t),
            Event::Abort(a) => self.abort(a),
            Event::Exits { name, counts } => self.exits(name, counts),
            Event::Evict {} => {
                self.named.drain().for_each(|(_, n)| self.data.traces[n as usize].gone = true);
                self.data.troubles.push((
                    "all traces were thrown away: native code was full, or traces had better be made anew"
                        .into(),
                    NONE,
                ));
            }
            Event::Retire { names } => {
                // They keep their names: their exits are counted at the end.
                let gone: Vec<u32> = names.iter().filter_map(|name| self.named.get(name).copied()).collect();
                gone.iter().for_each(|&n| self.data.traces[n as usize].gone = true);
                let spot = gone.first().map_or(NONE, |&n| self.data.traces[n as usize].spot);
                let what = format!(
                    "{} traces were thrown away, as they inline a function that they had better call: {}",
                    names.len(),
                    names.join(", ")
                );
                self.data.troubles.push((what, spot));
            }
            Event::Invalidate(broken) => {
                if let Some(&n) = self.named.get(&broken.name) {
                    let Cell { was, became, .. } = &broken.cell;
                    let how = format!("{}, {was} became {became}", broken.what());
                    self.data.traces[n as usize].broken.insert(broken.exit, how);
                }
            }
            Event::Multiply { place, source } => {
                let what = format!("ways multiply by guards of {source}: they come together from then on");
                self.trouble(what, place);
            }
            Event::GiveUp { from, place, bridges, .. } => {
                let (name, exit) = (&from.name, from.exit);
                let what = format!("exit {exit} of {name} gets no further bridge after {bridges} in a row: a promoted value takes too many values");
                self.trouble(what, place);
            }
            Event::Rest { name } => {
                let spot = self.named.get(name).map_or(NONE, |&n| self.data.traces[n as usize].spot);
                let what =
                    format!("the tree of {name} is left so often that its place runs plainly for a while");
                self.data.troubles.push((what, spot));
            }
            Event::Census(c) => self.census(c),
            Event::Regions { regions, .. } => {
                for region in regions {
                    let spot = self.spot(region["place"].as_str().unwrap_or_default());
                    self.data.regions.push((region.clone(), spot));
                }
            }
            Event::RegionRefused { place, why } => {
                let spot = self.spot(place);
                let refusals = &mut self.data.refusals;
                match refusals.iter_mut().find(|r| r.0 == spot && r.1 == *why) {
                    Some(known) => known.2 += 1,
                    None => refusals.push((spot, why.clone(), 1)),
                }
            }
            Event::NoDevice { why } => self.data.no_device = Some(why.clone()),
            Event::End(totals) => {
                self.data.ended = true;
                self.data.totals = totals.clone();
            }
            Event::File { .. } | Event::Other => {}
        }
    }

    fn trouble(&mut self, what: String, place: &str) {
        let spot = self.spot(place);
        self.data.troubles.push((what, spot));
    }

    /// The number of a line of the guest.
    fn spot(&mut self, place: &str) -> i64 {
        let place = brief(place);
        if let Some(&n) = self.spots.get(place) {
            return n;
        }
        let (name, line) = match place.rsplit_once(':').map(|(name, line)| (name, line.parse())) {
            Some((name, Ok(line))) => (name, line),
            _ => (place, 0),
        };
        let n = self.data.spots.len() as i64;
        let spot = Spot { name: name.into(), line, file: NONE, counts: [0; 4], plain: 0, traces: Vec::new() };
        self.data.spots.push(spot);
        self.spots.insert(place.into(), n);
        n
    }

    /// The number of a text; [`NONE`] for no text.
    fn text(&mut self, text: &str) -> i64 {
        if text.is_empty() {
            return NONE;
        }
        if let Some(&n) = self.texts.get(text) {
            return n;
        }
        let n = self.data.texts.len() as i64;
        self.data.texts.push(text.into());
        self.texts.insert(text.into(), n);
        n
    }

    fn trace(&mut self, t: &log::Trace) {
        let n = self.data.traces.len() as u32;
        let spots: Vec<i64> = t.places.iter().map(|p| self.spot(p)).collect();
        let details: Vec<i64> =
            t.places.iter().map(|p| self.text(p.split_once(' ').map_or("", |(_, more)| more))).collect();
        let sources: Vec<i64> = t.sources.iter().map(|s| self.text(s)).collect();
        let mut origins = vec![[NONE; 2]; t.left];
        let mut fates = Vec::with_capacity(t.ops.len());
        for (k, o) in t.ops.iter().enumerate() {
            let number = |n: Option<usize>| n.map_or(NONE, |n| n as i64);
            let source = o.source.map_or(NONE, |s| sources[s]);
            let (pass, why) = (self.text(&o.pass), self.text(&o.why));
            let (spot, detail, fate) = (spots[o.place], details[o.place], o.fate as i64);
            fates.push([
                spot,
                detail,
                source,
                fate,
                number(o.at),
                number(o.preamble),
                pass,
                why,
                number(o.of),
            ]);
            for at in [o.at, o.preamble].into_iter().flatten() {
                origins[at] = [spot, k as i64];
            }
            self.count(spot, o.fate, n);
        }
        let (recorded, left) = (Text::new(&t.ir, t.ops.len()), Text::new(&t.optimized, t.left));
        // What nobody recorded has its place in the text only.
        for (origin, place) in origins.iter_mut().zip(&left.places).filter(|(o, _)| o[0] == NONE) {
            if let Some(place) = place {
                origin[0] = self.spot(&unquoted(place));
            }
        }
        let (spot, from) = self.begun.get(&t.recording).copied().unwrap_or((NONE, None));
        self.data.allocations.extend(allocations::of_trace(t, n, &recorded, spot, |p| spots[p]));
        self.data.traces.push(Trace {
            name: t.name.clone(),
            kind: t.kind.clone(),
            from,
            spot,
            counts: [t.ops.len(), t.left, t.added, t.bytes],
            body: t.body.map_or(NONE, |b| b as i64),
            end: t.end.clone(),
            head: recorded.head.into(),
            recorded: recorded.ops.join("\n"),
            fates,
            left: left.ops.join("\n"),
            origins,
            exits: t.exits.iter().map(|e| [e.at as i64, spots[e.place], 0]).collect(),
            asm: t.asm.iter().map(|(part, lines)| (part_of(part), lines.clone())).collect(),
            ..Trace::default()
        });
        self.named.insert(t.name.clone(), n);
        self.recorded.insert(t.recording, n);
    }

    /// Counts an op with its line.
    fn count(&mut self, spot: i64, fate: Fate, trace: u32) {
        let s = &mut self.data.spots[spot as usize];
        s.counts[0] += 1;
        match fate {
            Fate::Kept => s.counts[1] += 1,
            Fate::Hoisted => s.counts[2] += 1,
            Fate::Removed => {}
        }
        if s.traces.last() != Some(&trace) {
            s.traces.push(trace);
        }
    }

    fn abort(&mut self, a: &log::Abort) {
        let spot = self.begun.get(&a.recording).map_or(NONE, |b| b.0);
        let aborts = &mut self.data.aborts;
        let at = *self.aborts.entry((spot, a.text.clone(), a.detail.clone())).or_insert_with(|| {
            let (kind, text) = (a.kind.clone(), a.text.clone());
            let (detail, advice) = (a.detail.clone(), a.advice.clone());
            aborts.push(Abort { kind, spot, text, detail, advice, count: 0 });
            aborts.len() - 1
        });
        aborts[at].count += 1;
    }

    fn exits(&mut self, name: &str, counts: &[(u32, u64)]) {
        let Some(&n) = self.named.get(name) else { return };
        for &(exit, taken) in counts {
            let Some(e) = self.data.traces[n as usize].exits.get_mut(exit as usize) else { continue };
            e[2] += taken as i64;
            self.data.spots[e[1] as usize].counts[3] += taken;
        }
    }

    fn census(&mut self, c: &log::Census) {
        self.data.census = [true, !c.phases.is_empty()];
        self.data.samples = c.samples();
        let phases = c.phases.iter().filter(|p| p.0 != "log");
        self.data.phases = phases.map(|(name, n)| (name.clone(), *n)).collect();
        let in_helpers = c.sites.iter().filter_map(|s| s.samples).sum();
        self.data.phases.push(("helpers".into(), in_helpers));
        for s in &c.sites {
            let site = Site {
                helper: s.helper.clone(),
                spot: self.spot(&s.place),
                source: s.source.clone(),
                forgets: s.forgets,
                calls: s.calls,
                samples: s.samples.unwrap_or(0),
            };
            self.data.sites.push(site);
        }
        for r in &c.traces {
            if let Some(&n) = self.recorded.get(&r.recording) {
                self.data.traces[n as usize].ran = Some([r.entries, r.turns, r.samples.unwrap_or(0)]);
            }
        }
        for p in &c.plain {
            let spot = self.spot(&p.place);
            self.data.spots[spot as usize].plain += p.samples;
        }
    }
}

fn part_of(part: &Part) -> Value {
    match part {
        Part::Op(n) => (*n).into(),
        Part::Word(word) => word.as_str().into(),
    }
}

/// A quoted text as it was. What has escapes that JSON does not have is left as it is.
fn unquoted(text: &str) -> String {
    match text.contains('\\') {
        true => serde_json::from_str(&format!("\"{text}\"")).unwrap_or_else(|_| text.to_string()),
        false => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A loop with an exit, a bridge of it, an abort, an eviction and a loop of the same name.
    fn log() -> Log {
        let trace = |name: &str, recording: u32| {
            format!(
                r#"{{"v":2,"event":"trace","name":"{name}","recording":{recording},"kind":"loop","recorded":2,"left":3,"added":2,"body":1,"bytes":9,"end":"jump Loop",
                "places":["entry","f:2 Add(1)"],"sources":["a.rs:1"],"exits":[{{"at":2,"op":"guard_true","place":1}}],
                "ops":[{{"op":"input","place":0,"source":0,"fate":"removed","pass":"dce","why":"unused"}},{{"op":"guard_true","place":1,"source":0,"fate":"kept","at":2}}],
                "ir":"helper h0 = f{{addr=0x0, effect=all}}\ni0 = input int\nguard_true i0 [s0] @ \"f:2 Add(1)\"\ns0 = snap guard=0 entries=[i0]\n",
                "optimized":"i0 = input int\nlabel(i0) @ \"f:3 Loop\"\nguard_true i0 [s0] @ \"f:2 Add(1)\"\ns0 = snap guard=0 entries=[i0]\n"}}"#
            )
            .replace('\n', "")
        };
        let start = |recording: u32, kind: &str, from: &str| {
            format!(
                r#"{{"v":2,"event":"start","recording":{recording},"kind":"{kind}","place":"f:2 Add(1)","from":{from}}}"#
            )
        };
        let exits = r#"{"v":2,"event":"exits","name":"loop-0","counts":[[0,7]]}"#.to_string();
        let abort = r#"{"v":2,"event":"abort","recording":3,"kind":"bridge","reason":"X","text":"too long","detail":"","advice":"make it short"}"#;
        let from = r#"{"name":"loop-0","exit":0}"#;
        let lines = [
            start(1, "loop", "null"),
            trace("loop-0", 1),
            start(2, "bridge", from),
            trace("bridge-1", 2),
            start(3, "bridge", from),
            abort.to_string(),
            abort.to_string(),
            exits.clone(),
            r#"{"v":2,"event":"evict","traces":2}"#.to_string(),
            start(4, "loop", "null"),
            trace("loop-0", 4),
            r#"{"v":2,"event":"census","sites":[],"traces":[{"name":"loop-0","recording":4,"entries":3,"turns":5}]}"#.to_string(),
            r#"{"v":2,"event":"end","loops":2}"#.to_string(),
        ];
        Log::parse(&lines.join("\n")).expect("a log")
    }

    #[test]
    fn bridges_hang_at_their_exits_and_counts_at_the_traces_of_their_time() {
        let data = prepare(&log(), "x", Vec::new());
        let [first, bridge, again] = &data.traces[..] else { panic!("three traces") };
        assert_eq!(bridge.from, Some((0, 0)));
        assert_eq!((first.exits[0][2], again.exits[0][2]), (7, 0));
        assert_eq!((first.gone, again.gone), (true, false));
        assert_eq!((first.ran, again.ran), (None, Some([3, 5, 0])));
        assert_eq!((data.aborts.len(), data.aborts[0].count), (1, 2));
        assert!(data.ended && !data.cut);
    }

    #[test]
    fn retired_traces_are_gone_and_keep_their_names_and_counts() {
        let mut log = log();
        log.events.push(Event::Retire { names: vec!["loop-0".into()] });
        log.events.push(Event::Exits { name: "loop-0".into(), counts: vec![(0, 4)] });
        let data = prepare(&log, "x", Vec::new());
        assert!(data.traces[2].gone && data.traces[2].exits[0][2] == 4);
        assert!(data.troubles.iter().any(|t| t.0.contains("1 traces") && t.0.ends_with("call: loop-0")));
    }

    #[test]
    fn an_exit_tells_of_the_cell_that_broke_it() {
        let mut log = log();
        let event = r#"{"v":2,"event":"invalidate","name":"loop-0","exit":0,"place":"f:2","cell":{"type":"i64","made":"a.rs:5","was":"3","became":"4"},"set":"b.rs:6"}"#;
        log.events.extend(Log::parse(event).expect("a log").events);
        let data = prepare(&log, "x", Vec::new());
        let told = "the cell of `i64` made at a.rs:5 was set at b.rs:6, 3 became 4";
        assert_eq!(data.traces[2].broken.iter().collect::<Vec<_>>(), [(&0, &told.to_string())]);
        assert!(data.traces[0].broken.is_empty(), "it has the name no longer");
    }

    #[test]
    fn texts_lose_places_and_snapshots_and_ops_keep_where_they_come_from() {
        let data = prepare(&log(), "x", Vec::new());
        let t = &data.traces[0];
        assert_eq!(t.head, "helper h0 = f{addr=0x0, effect=all}");
        assert_eq!(t.recorded, "i0 = input int\nguard_true i0 [s0]");
        assert_eq!(t.left, "i0 = input int\nlabel(i0)\nguard_true i0 [s0]");
        let spot = |n: i64| &data.spots[n as usize];
        assert_eq!(
            (&spot(t.origins[2][0]).name[..], spot(t.origins[2][0]).line, t.origins[2][1]),
            ("f", 2, 1)
        );
        assert_eq!((spot(t.origins[1][0]).line, t.origins[1][1]), (3, NONE));
        assert_eq!(spot(t.spot).counts, [3, 3, 0, 7]);
        assert_eq!(spot(t.spot).traces, [0, 1, 2]);
    }

    #[test]
    fn lines_find_their_files() {
        let file = |name: &str, text: &str| File { name: name.into(), text: text.into() };
        let data = prepare(&log(), "x", vec![file("other", "1\n2\n3"), file("own", "def f\n2\n3\n")]);
        let spot = data.spots.iter().find(|s| s.name == "f" && s.line == 2).expect("the line");
        assert_eq!(spot.file, 1);
        let mut log = log();
        let event = r#"{"v":2,"event":"file","place":"f:2","file":"/a/other"}"#;
        log.events.extend(Log::parse(event).expect("a log").events);
        let data = prepare(&log, "x", vec![file("other", "1\n2\n3"), file("own", "def f\n2\n3\n")]);
        let spot = data.spots.iter().find(|s| s.name == "f" && s.line == 2).expect("the line");
        assert_eq!(spot.file, 0, "what the log says goes first");
    }
}
