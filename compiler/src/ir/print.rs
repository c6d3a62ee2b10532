//! The text form of traces: one grammar for logs, tests and tools.
//!
//! **Problem.** A trace must be readable in a log, writable in a test and exchangeable between tools. This module writes the form, [`super::parse`]
//! reads it.
//!
//! **Grammar.** One item a line; `;` starts a comment; empty lines are free. Items stand in this order (snapshots may stand anywhere):
//! ```text
//! type t0 = Point{header=1, size=24, stride=0, len=0}     TypeDescr
//! field x0 = Point.x@8:w64!                                FieldDescr: offset 8, eight bytes, `!` immutable
//! array a0 = Arr[]@16/8:w64                                ArrayDescr: offset 16, stride 8
//! helper h0 = add{addr=0x1000, effect=pure}                HelperDescr: pure, read or all
//! key k0 = 7                                               called function trace
//! table b0 = halves{1, 0x3fe0000000000000}                 TableDescr: a power of two of words
//! i0 = input int                                           inst; the name's letter is the type: i int, f float, r ref
//! r1 = input ref
//! i2 = int_add i0 -5 @ "add.lua:3"                         operands, then the place it came from
//! f3 = load r1 x0                                          descriptor last
//! store r1 f3 x0
//! i5 = call h0(i2, 1)                                      argument lists in parentheses
//! i6 = result i5 #0                                        result word 0 of the call
//! guard_true i6 [s0]                                       snapshot in brackets
//! finish(i6)                                               or: jump loop(..), jump start(..), jump trace 4(..), exit [s1]
//! s0 = snap guard=2 replay greens=[1, 2] entries=[i0, _, v7] log=[f3] virtuals=[v7: object t0 {x0: f3}, v8: array t1 4 {a0[2]: v7}]
//! ```
//! Constants stand where they are used: ints in decimal, floats so that they read back to the same bits (`1.5`, `1e300`, `-0.0`, `inf`,
//! `nan:0x7ff8000000000000`), references as `ref:0x7f00` or `null`. `_` in a snapshot is no value. Names of descriptors are bare if they
//! consist of letters, digits and `_ . [ ] < >`, quoted otherwise. In a snapshot `replay` is there or not, and empty lists other than
//! `entries` may be left out.
//!
//! **Invariants.**
//! 1. The printer numbers a value by its instruction, so `i6` is instruction 6. The parser takes any distinct names (`i_sum`), and numbers
//!    by position.
//! 2. Parsing what was printed gives [`Trace::canonical`] of the original, exactly.
//! 3. Printing never panics, however broken the trace: what has no meaning prints with a `?`, which the parser refuses.
//!
//! **Not promised.** Numbers of constants and lists are not kept, nor is sharing of lists.
//!
//! **Example**: see the test at the end of [`super::parse`].

use super::descr::*;
use super::op::{Shape, Ty};
use super::snapshot::*;
use super::trace::*;
use std::fmt::{self, Display, Formatter, Write};

/// The word of each form in memory.
pub(super) const MEM_NAMES: &[(Mem, &str)] =
    &[(Mem::U8, "u8"), (Mem::U16, "u16"), (Mem::U32, "u32"), (Mem::I32, "i32"), (Mem::W64, "w64")];
/// What follows a place that holds references: the longer text comes first.
pub(super) const REFS_NAMES: &[(Refs, &str)] = &[(Refs::ByTag, "&?"), (Refs::Always, "&")];
/// The word of each helper effect.
pub(super) const EFFECT_NAMES: &[(HelperEffect, &str)] =
    &[(HelperEffect::Pure, "pure"), (HelperEffect::Read, "read"), (HelperEffect::All, "all")];
/// The words of what native code does where a helper would be called.
pub(super) const ENTRY: &str = "entry";
pub(super) const KEY: &str = "key";
/// Letter and word of each type that values may have.
pub(super) const TY_NAMES: &[(Ty, char, &str)] =
    &[(Ty::Int, 'i', "int"), (Ty::Float, 'f', "float"), (Ty::Ref, 'r', "ref")];

/// Whether a descriptor name needs no quotes.
pub(super) fn bare_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.[]<>".contains(c)
}

fn name(n: &str) -> String {
    if !n.is_empty() && n.chars().all(bare_name_char) {
        n.to_string()
    } else {
        format!("{n:?}")
    }
}

fn mem_name(m: Mem) -> &'static str {
    MEM_NAMES.iter().find(|e| e.0 == m).map_or("?", |e| e.1)
}

fn refs_name(r: Refs) -> &'static str {
    REFS_NAMES.iter().find(|e| e.0 == r).map_or("", |e| e.1)
}

fn bang(immutable: bool) -> &'static str {
    if immutable {
        "!"
    } else {
        ""
    }
}

/// A constant as text.
pub(super) fn const_text(c: Const) -> String {
    let f = f64::from_bits(c.bits);
    match c.ty {
        Ty::Int => format!("{}", c.bits as i64),
        Ty::Float if f.is_nan() => format!("nan:{:#x}", c.bits),
        Ty::Float => format!("{f:?}"),
        Ty::Ref if c.bits == 0 => "null".into(),
        Ty::Ref => format!("ref:{:#x}", c.bits),
        Ty::Void => format!("?{:#x}", c.bits),
    }
}

impl Display for TypeDescr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let TypeDescr { name: n, header, size, stride, len_offset } = self;
        write!(f, "{}{{header={header}, size={size}, stride={stride}, len={len_offset}}}", name(n))
    }
}

impl Display for FieldDescr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}@{}:{}{}",
            name(&self.name),
            self.offset,
            mem_name(self.mem),
            if self.length { "#" } else { bang(self.immutable) }
        )?;
        f.write_str(refs_name(self.refs))
    }
}

impl Display for ArrayDescr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ArrayDescr { name: n, offset, stride, mem, immutable, refs } = self;
        write!(f, "{}@{offset}/{stride}:{}{}{}", name(n), mem_name(*mem), bang(*immutable), refs_name(*refs))
    }
}

impl Display for HelperDescr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let effect = EFFECT_NAMES.iter().find(|e| e.0 == self.effect).map_or("?", |e| e.1);
        write!(f, "{}{{addr={:#x}, effect={effect}", name(&self.name), self.addr)?;
        if let Some(direct) = self.direct {
            write!(f, ", direct={direct:#x}")?;
        }
        match self.inline {
            Some(Inline::Entry) => write!(f, ", inline={ENTRY}")?,
            Some(Inline::Key(Search { index, marks, entries, tag, hash })) => {
                let places = [Some(index), Some(marks), Some(entries), Some(tag), hash];
                let places: Vec<u32> = places.into_iter().flatten().collect();
                write!(f, ", inline={KEY}[{}]", commas(places, |p| p.to_string()))?
            }
            None => {}
        }
        f.write_str(if self.never_null { ", never_null}" } else { "}" })
    }
}

impl Display for TableDescr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{{{}}}", name(self.name), commas(self.words, |w| format!("{w:#x}")))
    }
}

/// `items` as text, separated by commas.
fn commas<T>(items: impl IntoIterator<Item = T>, show: impl Fn(T) -> String) -> String {
    items.into_iter().map(show).collect::<Vec<_>>().join(", ")
}

impl Trace {
    /// A value as the text form names it.
    pub fn value_text(&self, r: IrRef) -> String {
        if r.is_none() {
            return "_".into();
        }
        if r.is_const() {
            return self.consts.get(r.index()).map_or(format!("?const{}", r.index()), |&c| const_text(c));
        }
        let letter = self.insts.get(r.index()).and_then(|i| TY_NAMES.iter().find(|t| t.0 == i.ty));
        format!("{}{}", letter.map_or('?', |t| t.1), r.index())
    }

    /// One instruction as the text form has it, without the line break.
    pub fn inst_text(&self, index: usize) -> String {
        let Some(inst) = self.insts.get(index) else { return format!("?{index}") };
        let mut s = String::new();
        if inst.ty != Ty::Void {
            s += &format!("{} = ", self.value_text(IrRef(index as u32)));
        }
        s += inst.op.info().name;
        if matches!(inst.op, super::Op::Input | super::Op::Phi) {
            s += " ";
            s += TY_NAMES.iter().find(|t| t.0 == inst.ty).map_or("?", |t| t.2);
        }
        for &a in inst.operands() {
            s += " ";
            s += &self.value_text(a);
        }
        match inst.op.info().shape {
            Shape::Plain | Shape::List => {}
            Shape::Field => s += &format!(" x{}", inst.aux),
            Shape::Array => s += &format!(" a{}", inst.aux),
            Shape::Type => s += &format!(" t{}", inst.aux),
            Shape::Helper => s += &format!(" h{}", inst.aux),
            Shape::Key => s += &format!(" k{}", inst.aux),
            Shape::Table => s += &format!(" b{}", inst.aux),
            Shape::Result => s += &format!(" #{}", inst.aux),
            Shape::Jump => match self.target {
                JumpTarget::None => s += " ?",
                JumpTarget::Loop => s += " loop",
                JumpTarget::Start => s += " start",
                JumpTarget::Trace(n) => s += &format!(" trace {n}"),
                JumpTarget::Body(n) => s += &format!(" body {n}"),
            },
        }
        if inst.op.info().shape.has_list() {
            match self.lists.get(inst.list as usize) {
                Some(l) => s += &format!("({})", commas(l, |&r| self.value_text(r))),
                None if inst.list == u32::MAX => s += "()",
                None => s += "(?)",
            }
        }
        if inst.snap != SnapId::NONE {
            s += &format!(" [s{}]", inst.snap.0);
        }
        if inst.place != 0 {
            s += &match self.places.get(inst.place as usize) {
                Some(p) => format!(" @ {p:?}"),
                None => " @ ?".to_string(),
            };
        }
        s
    }

    /// One snapshot as the text form has it, without its name.
    pub fn snap_text(&self, snap: &Snapshot) -> String {
        let val = |r: IrRef| if snap.is_virtual(r) { format!("v{}", r.index()) } else { self.value_text(r) };
        let mut s = format!("snap guard={}", snap.guard_no);
        if snap.replay {
            s += " replay";
        }
        if !snap.greens.is_empty() {
            s += &format!(" greens=[{}]", commas(snap.greens.iter(), |g| g.to_string()));
        }
        s += &format!(" entries=[{}]", commas(snap.entries.iter(), |&r| val(r)));
        if !snap.log.is_empty() {
            s += &format!(" log=[{}]", commas(&snap.log, |&r| val(r)));
        }
        if !snap.virtuals.is_empty() {
            s += " virtuals=[";
            for (i, v) in snap.virtuals.iter().enumerate() {
                let head = match v.kind {
                    VirtualKind::Object(t) => format!("object t{t}"),
                    VirtualKind::Array(t, n) => format!("array t{t} {n}"),
                };
                let fields = v.fields.iter().map(|&(x, r)| format!("x{x}: {}", val(r)));
                let elems = v.elems.iter().map(|&(a, i, r)| format!("a{a}[{i}]: {}", val(r)));
                let body = fields.chain(elems).collect::<Vec<_>>().join(", ");
                let sep = if i > 0 { ", " } else { "" };
                write!(s, "{sep}{}: {head} {{{body}}}", val(v.id)).expect("writing to a string");
            }
            s += "]";
        }
        s
    }

    /// The same trace with constants, lists and places numbered in the order in which the text form mentions them.
    ///
    /// Two traces with the same canonical form have the same text; parsing gives canonical traces.
    pub fn canonical(&self) -> Trace {
        let mut out = Trace {
            snaps: self.snaps.clone(),
            fields: self.fields.clone(),
            arrays: self.arrays.clone(),
            types: self.types.clone(),
            helpers: self.helpers.clone(),
            keys: self.keys.clone(),
            tables: self.tables.clone(),
            ..Trace::default()
        };
        for inst in &self.insts {
            let mut inst = *inst;
            for a in &mut inst.args {
                *a = out.adopt(self, *a);
            }
            if inst.op.info().shape.has_list() {
                let list = self.list(&inst).iter().map(|&r| out.adopt(self, r)).collect();
                inst.list = out.add_list(list);
            }
            if inst.place != 0 {
                inst.place = out.place(&self.places[inst.place as usize]);
            }
            if inst.op == super::Op::Jump {
                out.target = self.target;
            }
            out.push(inst);
        }
        let mut snaps = std::mem::take(&mut out.snaps);
        snaps.iter_mut().for_each(|s| s.map(|r| out.adopt(self, r)));
        out.snaps = snaps;
        out
    }

    fn adopt(&mut self, from: &Trace, r: IrRef) -> IrRef {
        match from.as_const(r) {
            Some(c) => self.konst(c.ty, c.bits),
            None => r,
        }
    }

    /// Interns a guest place; index 0 stays "unknown".
    pub fn place(&mut self, text: &str) -> u32 {
        if self.places.is_empty() {
            self.places.push("unknown".into());
        }
        match self.places.iter().skip(1).position(|p| p == text) {
            Some(i) => i as u32 + 1,
            None => {
                self.places.push(text.into());
                self.places.len() as u32 - 1
            }
        }
    }
}

impl Trace {
    /// The descriptors, one a line.
    pub(crate) fn fmt_descriptors(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, t) in self.types.iter().enumerate() {
            writeln!(f, "type t{i} = {t}")?;
        }
        for (i, d) in self.fields.iter().enumerate() {
            writeln!(f, "field x{i} = {d}")?;
        }
        for (i, d) in self.arrays.iter().enumerate() {
            writeln!(f, "array a{i} = {d}")?;
        }
        for (i, d) in self.helpers.iter().enumerate() {
            writeln!(f, "helper h{i} = {d}")?;
        }
        for (i, k) in self.keys.iter().enumerate() {
            writeln!(f, "key k{i} = {k}")?;
        }
        for (i, b) in self.tables.iter().enumerate() {
            writeln!(f, "table b{i} = {b}")?;
        }
        Ok(())
    }
}

impl Display for Trace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.fmt_descriptors(f)?;
        for i in 0..self.insts.len() {
            writeln!(f, "{}", self.inst_text(i))?;
        }
        for (i, s) in self.snaps.iter().enumerate() {
            writeln!(f, "s{i} = {}", self.snap_text(s))?;
        }
        Ok(())
    }
}
