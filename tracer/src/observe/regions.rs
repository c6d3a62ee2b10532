//! Reports of loops that may run elsewhere: typed, as JSON, and as a table.
//!
//! **Problem.** A program asks by API what became of its loops, a person by a table in the terminal, a tool by the log. All three are to say the same.
//!
//! **How.** [`RegionReport`] is what is known; [`RegionReport::fields`] is the only place that makes JSON of it, and [`table`] the only one that makes a table, of the
//! JSON. The log has the table too, so `holloway-tools loops` prints of a log what the terminal has shown.
//!
//! **Not promised.** Loops that were forgotten, as what they refer to was garbage.

use holloway_compiler::region::report::{brief, Assumption, Edge, LoopReport, Report, Verdict};
use serde_json::{json, Value};
use std::fmt::Write;

/// What is known of a hot loop, as the head of a nest that may run elsewhere.
#[derive(Clone, Debug)]
pub struct RegionReport {
    /// Its header.
    pub place: String,
    /// Why it never runs elsewhere, if that is so.
    pub refused: Option<String>,
    /// How often it has run elsewhere.
    pub runs: u64,
    /// How often that came to nothing, and the loop went on plainly.
    pub discarded: u64,
    /// Why the last of these did.
    pub why: Option<String>,
    /// What must hold at its entry.
    pub assumptions: Vec<Assumption>,
    /// What became of its loops, in all runs.
    pub report: Report,
}

impl RegionReport {
    /// As JSON, see docs/log.md.
    pub fn fields(&self, times: bool) -> Value {
        let mut fields = with_place(&self.place, &self.report, times);
        fields["refused"] = json!(self.refused);
        fields["runs"] = self.runs.into();
        fields["discarded"] = self.discarded.into();
        fields["why"] = json!(self.why);
        fields["assumptions"] = self.assumptions.iter().map(assumption).collect();
        fields
    }
}

/// A report as JSON.
pub(crate) fn with_place(place: &str, r: &Report, times: bool) -> Value {
    let mut fields = json!({
        "place": brief(place), "device": r.device, "given_up": r.given_up,
        "loops": r.loops.iter().map(row).collect::<Vec<Value>>(),
        "copied": { "there": r.copied.there, "stayed": r.copied.stayed, "back": r.copied.back, "kept": r.copied.kept },
    });
    if times {
        let ns = |d: std::time::Duration| d.as_nanos() as u64;
        let t = &r.times;
        fields["analysis_ns"] = ns(t.analysis).into();
        fields["build_ns"] = ns(t.build).into();
        fields["copy_ns"] = ns(t.copy).into();
        fields["kernels_ns"] = ns(t.kernels).into();
        fields["whole_ns"] = ns(t.whole).into();
    }
    fields
}

fn row(l: &LoopReport) -> Value {
    let mut row = json!({
        "place": l.place, "entered": l.entered, "edges": l.edges.iter().map(edge).collect::<Vec<Value>>(),
        "assumptions": l.assumptions.iter().map(assumption).collect::<Vec<Value>>(),
    });
    match &l.verdict {
        Verdict::Kernel { iterations, folded } => {
            row["verdict"] = "kernel".into();
            row["iterations"] = (*iterations).into();
            row["folded"] = (*folded).into();
        }
        Verdict::Stays(why) => {
            row["verdict"] = "stays".into();
            row["why"] = why.as_str().into();
        }
    }
    row
}

fn edge(e: &Edge) -> Value {
    json!({ "kind": e.kind.word(), "from": e.from, "to": e.to, "distance": e.distance, "why": e.why, "text": e.to_string() })
}

fn assumption(a: &Assumption) -> Value {
    json!({ "place": a.place, "what": a.what, "how": a.how.word() })
}

/// The table of regions, from their JSON.
pub fn table(regions: &[Value]) -> String {
    let mut page = String::new();
    for r in regions {
        // Into a text that grows.
        let _ = region_rows(&mut page, r);
    }
    page.truncate(page.trim_end().len());
    page
}

fn region_rows(page: &mut String, r: &Value) -> std::fmt::Result {
    let text = |v: &Value| v.as_str().unwrap_or("?").to_string();
    let list = |v: &Value| v.as_array().cloned().unwrap_or_default();
    write!(page, "{}: ", text(&r["place"]))?;
    if let Some(why) = r["refused"].as_str() {
        return writeln!(page, "stays on the processor: {why}");
    }
    writeln!(page, "{} runs on {}, {} discarded", r["runs"], device(r), r["discarded"])?;
    if let Some(why) = r["why"].as_str() {
        writeln!(page, "  last discarded as {why}")?;
    }
    for l in list(&r["loops"]) {
        let place = text(&l["place"]);
        write!(page, "  {place:16} {:>5}x  ", l["entered"].as_u64().unwrap_or(0))?;
        match l["why"].as_str() {
            Some(why) => writeln!(page, "processor  {why}")?,
            None => {
                let folded = if l["folded"] == true { ", folded by the host" } else { "" };
                writeln!(page, "kernel     {} iterations{folded}", l["iterations"])?;
            }
        }
        for e in list(&l["edges"]).iter().filter(|e| e["text"] != l["why"]) {
            writeln!(page, "{:20}{}", "", text(&e["text"]))?;
        }
        assumptions(page, 20, &list(&l["assumptions"]))?;
    }
    assumptions(page, 2, &list(&r["assumptions"]))?;
    let c = &r["copied"];
    writeln!(
        page,
        "  copied: {} bytes there ({} had stayed), {} back, {} kept in case of failure",
        c["there"], c["stayed"], c["back"], c["kept"]
    )?;
    if r["whole_ns"].is_u64() {
        let ms = |key: &str| format!("{:.1} ms", r[key].as_u64().unwrap_or(0) as f64 / 1e6);
        writeln!(
            page,
            "  times: analysis {}, build {}, copying {}, kernels {}, all {}",
            ms("analysis_ns"),
            ms("build_ns"),
            ms("copy_ns"),
            ms("kernels_ns"),
            ms("whole_ns")
        )?;
    }
    Ok(())
}

fn device(r: &Value) -> &str {
    r["device"].as_str().filter(|d| !d.is_empty()).unwrap_or("no device")
}

/// One line for each way of making sure.
fn assumptions(page: &mut String, indent: usize, all: &[Value]) -> std::fmt::Result {
    let text = |a: &Value, key: &str| a[key].as_str().unwrap_or("?").to_string();
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for a in all {
        // What is assumed at entry has no place in the loop.
        let place = Some(text(a, "place")).filter(|_| a["how"] != "at entry");
        let what = text(a, "what") + &place.map_or(String::new(), |p| format!(" ({p})"));
        match lines.iter_mut().find(|l| l.0 == a["how"]) {
            None => lines.push((text(a, "how"), vec![what])),
            Some(line) if line.1.contains(&what) => {}
            Some(line) => line.1.push(what),
        }
    }
    for (how, what) in lines {
        writeln!(page, "{:indent$}{how}: {}", "", what.join("; "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::table;
    use serde_json::Value;

    #[test]
    fn the_table_has_a_row_a_loop_with_edges_and_assumptions() {
        let json = r#"[{"place":"f:2","refused":null,"runs":2,"discarded":1,"why":"too small","device":"Card",
              "copied":{"there":10,"stayed":7,"back":5,"kept":3},"analysis_ns":1500000,"build_ns":0,"copy_ns":0,"kernels_ns":0,"whole_ns":2000000,
              "assumptions":[{"place":"unknown","what":"no overflow","how":"at entry"}],
              "loops":[{"place":"f:2","entered":3,"verdict":"stays","why":"E","edges":[{"text":"E"},{"text":"F"}],"assumptions":[]},
                {"place":"f:3","entered":20,"verdict":"kernel","iterations":400,"folded":true,"edges":[],
                 "assumptions":[{"place":"f:4","what":"within bounds","how":"tested"}]}]},
              {"place":"g:7","refused":"it prints"}]"#;
        let regions: Vec<Value> = serde_json::from_str(json).expect("a list");
        let want = "f:2: 2 runs on Card, 1 discarded
  last discarded as too small
  f:2                  3x  processor  E
                    F
  f:3                 20x  kernel     400 iterations, folded by the host
                    tested: within bounds (f:4)
  at entry: no overflow
  copied: 10 bytes there (7 had stayed), 5 back, 3 kept in case of failure
  times: analysis 1.5 ms, build 0.0 ms, copying 0.0 ms, kernels 0.0 ms, all 2.0 ms
g:7: stays on the processor: it prints";
        assert_eq!(table(&regions), want);
    }
}
