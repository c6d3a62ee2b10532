//! The text form of regions.
//!
//! **Problem.** A nest must be readable in a log and writable in a test.
//!
//! **Grammar.** Descriptors, instructions and snapshots as in traces (see [`crate::ir::print`]); an input stands in block 0. Then:
//! ```text
//! b1(i4, f5) @ "sum.py:3" +2:    a block: parameters (the letter is the type), the guest's place, steps of the interpreter done in it
//!   assume i6 true "why"         a step; loads, stores and reading calls are steps too
//!   goto b2(i4)                  ends: a jump with what it supplies,
//!   if i6 b2() b3(0)             a branch (not 0: the first),
//!   exit [s0] "the loop ends"    a way out
//! ```
//! A pure op stands before its first use, in whatever block that is.
//!
//! **Invariant.** Reading numbers values in the order of the text, so that printing what was read from a printed text gives that text.
//!
//! **Not promised.** The numbers of values survive: they are those of the order in the text.

use super::{Block, Edge, End, Region, Step};
use crate::ir::IrRef;
use std::fmt::{self, Display, Formatter, Write};

impl Display for Region {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let t = &self.vals;
        t.fmt_descriptors(f)?;
        let mut text = Text { region: self, said: vec![false; t.insts.len()], out: String::new() };
        for (b, block) in self.blocks.iter().enumerate() {
            text.block(b, block);
        }
        f.write_str(&text.out)?;
        for (i, s) in t.snaps.iter().enumerate() {
            writeln!(f, "s{i} = {}", t.snap_text(s))?;
        }
        Ok(())
    }
}

struct Text<'a> {
    region: &'a Region,
    said: Vec<bool>,
    out: String,
}

impl Text<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.out, "  {line}");
    }

    /// Writes the pure ops that a value needs and that have not been written.
    fn need(&mut self, r: IrRef) {
        if r.is_none() || r.is_const() || self.said[r.index()] || !self.region.is_floating(r) {
            return;
        }
        self.said[r.index()] = true;
        for o in self.region.operands(self.region.inst(r)).collect::<Vec<_>>() {
            self.need(o);
        }
        self.line(&self.region.vals.inst_text(r.index()));
    }

    fn block(&mut self, b: usize, block: &Block) {
        let params = self.values(&block.params);
        // The entry has no parameters to show.
        let params = if b == 0 { String::new() } else { format!("({params})") };
        let place = match self.region.place_of(b as u32) {
            "?" | "unknown" => String::new(),
            p => format!(" @ {p:?}"),
        };
        let steps = if block.guest_steps > 0 { format!(" +{}", block.guest_steps) } else { String::new() };
        let _ = writeln!(self.out, "b{b}{params}{place}{steps}:");
        if b == 0 {
            (0..self.region.vals.inputs()).for_each(|i| self.line(&self.region.vals.inst_text(i)));
        }
        for step in &block.steps {
            self.region.step_uses(step).into_iter().for_each(|r| self.need(r));
            match step {
                Step::Do(r) => self.line(&self.region.vals.inst_text(r.index())),
                Step::Assume { cond, holds, why } => {
                    let cond = self.region.vals.value_text(*cond);
                    self.line(&format!("assume {cond} {holds} {why:?}"));
                }
            }
        }
        self.region.end_uses(block).into_iter().for_each(|r| self.need(r));
        let end = match &block.end {
            End::Goto(e) => format!("goto {}", self.edge(e)),
            End::If { cond, to: [a, b] } => {
                format!("if {} {} {}", self.region.vals.value_text(*cond), self.edge(a), self.edge(b))
            }
            End::Exit { snap, why } => format!("exit [s{}] {why:?}", snap.0),
        };
        self.line(&end);
    }

    fn values(&self, refs: &[IrRef]) -> String {
        refs.iter().map(|&r| self.region.vals.value_text(r)).collect::<Vec<_>>().join(", ")
    }

    fn edge(&self, e: &Edge) -> String {
        format!("b{}({})", e.to, self.values(&e.args))
    }
}
