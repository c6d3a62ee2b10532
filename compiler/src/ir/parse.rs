//! Reads the text form of traces; the grammar stands in [`super::print`].
//!
//! **Problem.** Tests and tools write traces by hand; the parser turns them into [`Trace`]s or says in which line it got lost.
//!
//! **Invariants.**
//! 1. Every value name is defined once, before its use; its first letter is its type. A name is a type letter, then a digit or `_`, then
//!    letters, digits and `_`, so that `inf` is no name. A snapshot may stand anywhere and use names defined anywhere.
//! 2. Descriptors and snapshots are numbered from 0 in the order they stand; a gap is an error.
//! 3. The result is canonical (see [`Trace::canonical`]), and unverified: run [`super::verify::verify`] on it.
//!
//! **Not promised.** Only the first error is reported.
//!
//! **Example.** `"i0 = input int\ni1 = int_add i0 1\nfinish(i1)".parse::<Trace>()`.

use super::descr::*;
use super::op::{Op, Shape, Ty};
use super::print::{bare_name_char, EFFECT_NAMES, ENTRY, KEY, MEM_NAMES, REFS_NAMES, TY_NAMES};
use super::snapshot::*;
use super::trace::*;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Why a text is no trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub text: String,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

impl std::error::Error for ParseError {}

/// Error text within a line.
pub(crate) type Res<T> = Result<T, String>;

impl std::str::FromStr for Trace {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Trace, ParseError> {
        Parser::read(text, |_, _| Ok(false))
    }
}

/// Whether a line declares a snapshot (`s`, digits, `=`).
fn snapshot_number(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('s') else { return false };
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < rest.len() && after.trim_start().starts_with('=')
}

/// The unread part of a line.
pub(crate) struct Cursor<'a> {
    pub(crate) rest: &'a str,
}

impl<'a> Cursor<'a> {
    /// Skips blanks; a comment counts as the end of the line.
    pub(crate) fn space(&mut self) {
        self.rest = self.rest.trim_start();
        if self.rest.starts_with(';') {
            self.rest = "";
        }
    }
    pub(crate) fn eat(&mut self, c: &str) -> bool {
        self.space();
        match self.rest.strip_prefix(c) {
            Some(r) => {
                self.rest = r;
                true
            }
            None => false,
        }
    }
    pub(crate) fn expect(&mut self, c: &str) -> Res<()> {
        if self.eat(c) {
            return Ok(());
        }
        Err(format!("expected `{c}`, found {}", self.found()))
    }
    fn found(&self) -> String {
        if self.rest.is_empty() {
            return "the end of the line".into();
        }
        format!("`{}`", self.rest.chars().take(20).collect::<String>())
    }
    fn end(&mut self) -> Res<()> {
        self.space();
        if self.rest.is_empty() {
            return Ok(());
        }
        Err(format!("did not expect {}", self.found()))
    }
    fn run(&mut self, what: &str, ok: impl Fn(char) -> bool) -> Res<&'a str> {
        self.space();
        let len = self.rest.find(|c| !ok(c)).unwrap_or(self.rest.len());
        if len == 0 {
            return Err(format!("expected {what}, found {}", self.found()));
        }
        let (word, rest) = self.rest.split_at(len);
        self.rest = rest;
        Ok(word)
    }
    /// A word of letters, digits and `_ . + -`.
    pub(crate) fn word(&mut self, what: &str) -> Res<&'a str> {
        self.run(what, |c| c.is_ascii_alphanumeric() || "_.+-".contains(c))
    }
    /// An unsigned number, decimal or after `0x` hexadecimal.
    fn number(&mut self) -> Res<u64> {
        let w = self.word("a number")?;
        let n = match w.strip_prefix("0x") {
            Some(h) => u64::from_str_radix(h, 16),
            None => w.parse(),
        };
        n.map_err(|_| format!("`{w}` is no number of at most 64 bits"))
    }
    pub(crate) fn number32(&mut self) -> Res<u32> {
        let n = self.number()?;
        u32::try_from(n).map_err(|_| format!("{n} does not fit 32 bits"))
    }
    /// `key=number`.
    fn pair(&mut self, key: &str) -> Res<u64> {
        self.expect(key)?;
        self.expect("=")?;
        self.number()
    }
    fn pair32(&mut self, key: &str) -> Res<u32> {
        self.expect(key)?;
        self.expect("=")?;
        self.number32()
    }
    /// A letter and an index, as in `t3`.
    pub(crate) fn indexed(&mut self, letter: char) -> Res<u32> {
        let w = self.word("a descriptor")?;
        let n = w.strip_prefix(letter).and_then(|n| n.parse().ok());
        n.ok_or_else(|| format!("expected `{letter}` and a number, found `{w}`"))
    }
    /// One word of a table.
    fn one_of<T: Copy>(&mut self, table: &[(T, &str)]) -> Res<T> {
        let w = self.word("a word")?;
        let found = table.iter().find(|e| e.1 == w).map(|e| e.0);
        found.ok_or_else(|| {
            let all: Vec<_> = table.iter().map(|e| e.1).collect();
            format!("`{w}` is none of {}", all.join(", "))
        })
    }
    /// `open item, item, .. close`.
    pub(crate) fn list<T>(
        &mut self,
        open: &str,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Res<T>,
    ) -> Res<Vec<T>> {
        self.expect(open)?;
        let mut out = Vec::new();
        if self.eat(close) {
            return Ok(out);
        }
        loop {
            out.push(item(self)?);
            if self.eat(close) {
                return Ok(out);
            }
            self.expect(",")?;
        }
    }
    /// A quoted string, with Rust's escapes.
    pub(crate) fn quoted(&mut self) -> Res<String> {
        self.expect("\"")?;
        let mut out = String::new();
        let mut it = self.rest.chars();
        loop {
            let c = it.next().ok_or("the quoted text has no end")?;
            let c = match c {
                '"' => break,
                '\\' => match it.next().ok_or("the quoted text has no end")? {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    '0' => '\0',
                    'u' => {
                        let s = it.as_str();
                        let (hex, rest) = s
                            .strip_prefix('{')
                            .and_then(|s| s.split_once('}'))
                            .ok_or("`\\u` without braces")?;
                        it = rest.chars();
                        let code = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32);
                        code.ok_or_else(|| format!("`{hex}` is no character"))?
                    }
                    c @ ('\\' | '"' | '\'') => c,
                    c => return Err(format!("unknown escape `\\{c}`")),
                },
                c => c,
            };
            out.push(c);
        }
        self.rest = it.as_str();
        Ok(out)
    }
    /// A descriptor's name.
    fn name(&mut self) -> Res<Cow<'static, str>> {
        self.space();
        if self.rest.starts_with('"') {
            return self.quoted().map(Cow::Owned);
        }
        self.run("a name", bare_name_char).map(|n| Cow::Owned(n.to_string()))
    }
}

fn name_type(name: &str) -> Option<Ty> {
    let mut c = name.chars();
    let (first, second) = (c.next()?, c.next()?);
    let ty = TY_NAMES.iter().find(|t| t.1 == first)?.0;
    let ok = |c: char| c.is_ascii_alphanumeric() || c == '_';
    ((second.is_ascii_digit() || second == '_') && c.all(ok)).then_some(ty)
}

/// Reads what traces consist of, for whoever has lines of his own beside it.
#[derive(Default)]
pub(crate) struct Parser<'a> {
    pub(crate) trace: Trace,
    names: HashMap<&'a str, IrRef>,
    /// Line (0: the current one) and number of each snapshot mentioned.
    snap_uses: Vec<(usize, u32)>,
}

impl<'a> Parser<'a> {
    /// Reads a text line by line. `other` is asked first whether a line is none of a trace's, and then reads it.
    pub(crate) fn read(
        text: &'a str,
        mut other: impl FnMut(&mut Cursor<'a>, &mut Parser<'a>) -> Res<bool>,
    ) -> Result<Trace, ParseError> {
        let mut p = Parser::default();
        let mut snaps = Vec::new();
        for (n, line) in text.lines().enumerate() {
            let mut c = Cursor { rest: line };
            c.space();
            if c.rest.is_empty() {
                continue;
            }
            let run = match snapshot_number(c.rest) {
                true => {
                    snaps.push((n, line));
                    Ok(())
                }
                false => p.line(&mut c, &mut other),
            };
            run.map_err(|text| ParseError { line: n + 1, text })?;
            p.snap_uses.iter_mut().filter(|u| u.0 == 0).for_each(|u| u.0 = n + 1);
        }
        for (n, line) in snaps {
            let mut c = Cursor { rest: line };
            p.snapshot(&mut c).and_then(|()| c.end()).map_err(|text| ParseError { line: n + 1, text })?;
        }
        match p.snap_uses.iter().find(|u| u.1 as usize >= p.trace.snaps.len()) {
            Some(&(line, s)) => Err(ParseError { line, text: format!("snapshot s{s} is not declared") }),
            None => Ok(p.trace),
        }
    }

    fn line(
        &mut self,
        c: &mut Cursor<'a>,
        other: &mut impl FnMut(&mut Cursor<'a>, &mut Parser<'a>) -> Res<bool>,
    ) -> Res<()> {
        if !other(c, self)? {
            self.item(c)?;
        }
        c.end()
    }

    /// A value that is defined here: its name says its type.
    pub(crate) fn define(&mut self, name: &'a str, op: Op) -> Res<IrRef> {
        let Some(ty) = name_type(name) else {
            return Err(format!("`{name}` is no value name (`i`, `f` or `r`, then a digit or `_`)"));
        };
        let r = self.trace.push(Inst { ty, ..Inst::new(op) });
        match self.names.insert(name, r) {
            Some(_) => Err(format!("`{name}` is defined twice")),
            None => Ok(r),
        }
    }

    /// A snapshot in brackets, which may be declared later.
    pub(crate) fn snap_use(&mut self, c: &mut Cursor<'a>) -> Res<SnapId> {
        c.expect("[")?;
        let s = c.indexed('s')?;
        self.snap_uses.push((0, s));
        c.expect("]")?;
        Ok(SnapId(s))
    }

    /// A declaration or an instruction.
    fn item(&mut self, c: &mut Cursor<'a>) -> Res<()> {
        let first = c.word("an instruction or a declaration")?;
        let t = &mut self.trace;
        match first {
            "type" => declare(c, 't', &mut t.types, type_descr),
            "field" => declare(c, 'x', &mut t.fields, field_descr),
            "array" => declare(c, 'a', &mut t.arrays, array_descr),
            "helper" => declare(c, 'h', &mut t.helpers, helper_descr),
            "key" => declare(c, 'k', &mut t.keys, |c| c.number32()),
            "table" => declare(c, 'b', &mut t.tables, table_descr),
            _ if c.eat("=") => {
                let Some(ty) = name_type(first) else {
                    return Err(format!("`{first}` is no value name (`i`, `f` or `r`, then a digit or `_`)"));
                };
                if self.names.contains_key(first) {
                    return Err(format!("`{first}` is defined twice"));
                }
                let op = c.word("an op")?;
                let r = self.inst(c, op, ty)?;
                self.names.insert(first, r);
                Ok(())
            }
            _ => self.inst(c, first, Ty::Void).map(|_| ()),
        }
    }

    fn inst(&mut self, c: &mut Cursor<'a>, op: &str, ty: Ty) -> Res<IrRef> {
        let op = Op::from_name(op).ok_or_else(|| format!("no op is called `{op}`"))?;
        let info = op.info();
        let mut inst = Inst { ty, ..Inst::new(op) };
        match info.result {
            Some(Ty::Void) if ty != Ty::Void => return Err(format!("`{}` has no result", info.name)),
            Some(want) if want != ty => {
                return Err(format!("`{}` gives {}", info.name, type_word(want)));
            }
            None if ty == Ty::Void => return Err(format!("`{}` needs a name for its result", info.name)),
            _ => {}
        }
        if matches!(op, Op::Input | Op::Phi) {
            let w = c.word("a type")?;
            if TY_NAMES.iter().all(|t| t.0 != ty || t.2 != w) {
                return Err(format!("the name says {}, the instruction `{w}`", type_word(ty)));
            }
        }
        for a in inst.args.iter_mut().take(info.args.len()) {
            *a = self.value(c)?;
        }
        let (letter, len) = match info.shape {
            Shape::Field => ('x', self.trace.fields.len()),
            Shape::Array => ('a', self.trace.arrays.len()),
            Shape::Type => ('t', self.trace.types.len()),
            Shape::Helper => ('h', self.trace.helpers.len()),
            Shape::Key => ('k', self.trace.keys.len()),
            Shape::Table => ('b', self.trace.tables.len()),
            Shape::Plain | Shape::Result | Shape::List | Shape::Jump => (' ', 0),
        };
        if letter != ' ' {
            inst.aux = known(letter, c.indexed(letter)?, len)?;
        }
        if info.shape == Shape::Result {
            c.expect("#")?;
            inst.aux = c.number32()?;
        }
        if info.shape == Shape::Jump {
            self.trace.target = match c.word("`loop`, `start`, `trace` or `body`")? {
                "loop" => JumpTarget::Loop,
                "start" => JumpTarget::Start,
                "trace" => JumpTarget::Trace(c.number32()?),
                "body" => JumpTarget::Body(c.number32()?),
                w => return Err(format!("a jump goes to `loop`, `start`, `trace` or `body`, not `{w}`")),
            };
        }
        if info.shape.has_list() {
            let list = c.list("(", ")", |c| self.value(c))?;
            inst.list = self.trace.add_list(list);
        }
        c.space();
        if c.rest.starts_with('[') {
            inst.snap = self.snap_use(c)?;
        }
        if c.eat("@") {
            c.space();
            let text = c.quoted()?;
            inst.place = self.trace.place(&text);
        }
        Ok(self.trace.push(inst))
    }

    pub(crate) fn value(&mut self, c: &mut Cursor<'a>) -> Res<IrRef> {
        let w = c.word("a value")?;
        if let Some(&r) = self.names.get(w) {
            return Ok(r);
        }
        let (ty, bits) = match w {
            "null" => (Ty::Ref, 0),
            "ref" => {
                c.expect(":")?;
                (Ty::Ref, c.number()?)
            }
            "nan" => {
                c.expect(":")?;
                let bits = c.number()?;
                if !f64::from_bits(bits).is_nan() {
                    return Err(format!("{bits:#x} are not the bits of a NaN"));
                }
                (Ty::Float, bits)
            }
            _ if name_type(w).is_some() => return Err(format!("`{w}` is not defined before its use")),
            "inf" | "-inf" => (Ty::Float, w.parse::<f64>().map_err(|e| e.to_string())?.to_bits()),
            _ if w.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                if w.contains(['.', 'e']) {
                    let f: f64 = w.parse().map_err(|_| format!("`{w}` is no float"))?;
                    (Ty::Float, f.to_bits())
                } else {
                    let i: i64 = w.parse().map_err(|_| format!("`{w}` is no 64-bit integer"))?;
                    (Ty::Int, i as u64)
                }
            }
            _ => return Err(format!("`{w}` is no value")),
        };
        Ok(self.trace.konst(ty, bits))
    }

    fn snapshot(&mut self, c: &mut Cursor<'a>) -> Res<()> {
        let n = c.indexed('s')?;
        in_order('s', n, self.trace.snaps.len())?;
        c.expect("=")?;
        c.expect("snap")?;
        let mut snap =
            Snapshot { guard_no: c.pair32("guard")?, replay: c.eat("replay"), ..Snapshot::default() };
        if c.eat("greens") {
            c.expect("=")?;
            snap.greens = c.list("[", "]", Cursor::number)?.into();
        }
        c.expect("entries")?;
        c.expect("=")?;
        snap.entries = c.list("[", "]", |c| self.snap_value(c))?.into();
        if c.eat("log") {
            c.expect("=")?;
            snap.log = c.list("[", "]", |c| self.snap_value(c))?;
        }
        if c.eat("virtuals") {
            c.expect("=")?;
            snap.virtuals = c.list("[", "]", |c| self.virtual_(c))?;
        }
        self.resolve_virtuals(&mut snap)?;
        self.trace.snaps.push(snap);
        Ok(())
    }

    /// A value or, marked by its second-highest bit until the virtuals are known, the name of a virtual.
    fn snap_value(&mut self, c: &mut Cursor<'a>) -> Res<IrRef> {
        c.space();
        if c.rest.starts_with('_') {
            c.expect("_")?;
            return Ok(IrRef::NONE);
        }
        if c.rest.starts_with('v') {
            let n = c.indexed('v')?;
            if n >= VIRTUAL_MARK {
                return Err(format!("v{n}: the number of a virtual is below {VIRTUAL_MARK}"));
            }
            return Ok(IrRef(n | VIRTUAL_MARK));
        }
        self.value(c)
    }

    fn virtual_(&mut self, c: &mut Cursor<'a>) -> Res<Virtual> {
        let id = self.snap_value(c)?;
        if !is_marked(id) {
            return Err("a virtual is called `v` and a number".into());
        }
        c.expect(":")?;
        let kind = match c.word("`object` or `array`")? {
            "object" => VirtualKind::Object(known('t', c.indexed('t')?, self.trace.types.len())?),
            "array" => {
                VirtualKind::Array(known('t', c.indexed('t')?, self.trace.types.len())?, c.number32()?)
            }
            w => return Err(format!("a virtual is an `object` or an `array`, not `{w}`")),
        };
        let mut v = Virtual { id, kind, fields: Vec::new(), elems: Vec::new() };
        c.list("{", "}", |c| {
            c.space();
            if c.rest.starts_with('x') {
                let x = known('x', c.indexed('x')?, self.trace.fields.len())?;
                c.expect(":")?;
                v.fields.push((x, self.snap_value(c)?));
            } else {
                let a = known('a', c.indexed('a')?, self.trace.arrays.len())?;
                c.expect("[")?;
                let i = c.number32()?;
                c.expect("]")?;
                c.expect(":")?;
                v.elems.push((a, i, self.snap_value(c)?));
            }
            Ok(())
        })?;
        Ok(v)
    }

    /// Takes the marks off: each marked value must be declared, and no unmarked one may have a virtual's number.
    fn resolve_virtuals(&self, snap: &mut Snapshot) -> Res<()> {
        let ids: Vec<IrRef> = snap.virtuals.iter().map(|v| v.id).collect();
        let mut wrong = None;
        snap.visit(|r| {
            if is_marked(r) && !ids.contains(&r) {
                wrong = Some(format!("v{} is not among the virtuals", r.0 & !VIRTUAL_MARK));
            } else if ids.contains(&IrRef(r.0 | VIRTUAL_MARK))
                && !is_marked(r)
                && !r.is_const()
                && !r.is_none()
            {
                wrong =
                    Some(format!("v{} has the number of instruction {}, which the snapshot uses", r.0, r.0));
            }
        });
        if let Some(w) = wrong {
            return Err(w);
        }
        let clean = |r: IrRef| if is_marked(r) { IrRef(r.0 & !VIRTUAL_MARK) } else { r };
        snap.map(clean);
        snap.virtuals.iter_mut().for_each(|v| v.id = clean(v.id));
        Ok(())
    }
}

/// Marks names of virtuals while their snapshot is read.
const VIRTUAL_MARK: u32 = 1 << 30;

fn is_marked(r: IrRef) -> bool {
    !r.is_none() && !r.is_const() && r.0 & VIRTUAL_MARK != 0
}

fn type_word(ty: Ty) -> &'static str {
    TY_NAMES.iter().find(|t| t.0 == ty).map_or("nothing", |t| t.2)
}

fn in_order(letter: char, n: u32, len: usize) -> Res<()> {
    if n as usize == len {
        return Ok(());
    }
    Err(format!("`{letter}{n}` stands where `{letter}{len}` must"))
}

fn known(letter: char, n: u32, len: usize) -> Res<u32> {
    if (n as usize) < len {
        return Ok(n);
    }
    Err(format!("`{letter}{n}` is not declared before its use"))
}

fn declare<'a, T>(
    c: &mut Cursor<'a>,
    letter: char,
    table: &mut Vec<T>,
    descr: impl Fn(&mut Cursor<'a>) -> Res<T>,
) -> Res<()> {
    in_order(letter, c.indexed(letter)?, table.len())?;
    c.expect("=")?;
    table.push(descr(c)?);
    Ok(())
}

fn type_descr(c: &mut Cursor<'_>) -> Res<TypeDescr> {
    let name = c.name()?;
    c.expect("{")?;
    let header = c.pair("header")?;
    c.expect(",")?;
    let size = c.pair32("size")?;
    c.expect(",")?;
    let stride = c.pair32("stride")?;
    c.expect(",")?;
    let len_offset = c.pair32("len")?;
    c.expect("}")?;
    Ok(TypeDescr { name, header, size, stride, len_offset })
}

fn field_descr(c: &mut Cursor<'_>) -> Res<FieldDescr> {
    let name = c.name()?;
    c.expect("@")?;
    let offset = c.number32()?;
    c.expect(":")?;
    let mem = c.one_of(MEM_NAMES)?;
    let length = c.eat("#");
    let immutable = length || c.eat("!");
    Ok(FieldDescr { name, offset, mem, immutable, length, refs: refs(c) })
}

fn array_descr(c: &mut Cursor<'_>) -> Res<ArrayDescr> {
    let name = c.name()?;
    c.expect("@")?;
    let offset = c.number32()?;
    c.expect("/")?;
    let stride = c.number32()?;
    c.expect(":")?;
    let mem = c.one_of(MEM_NAMES)?;
    let immutable = c.eat("!");
    Ok(ArrayDescr { name, offset, stride, mem, immutable, refs: refs(c) })
}

fn refs(c: &mut Cursor<'_>) -> Refs {
    REFS_NAMES.iter().find(|e| c.eat(e.1)).map_or(Refs::None, |e| e.0)
}

fn helper_descr(c: &mut Cursor<'_>) -> Res<HelperDescr> {
    let name = c.name()?;
    c.expect("{")?;
    let addr = c.pair("addr")?;
    let addr = usize::try_from(addr).map_err(|_| format!("{addr:#x} is no address here"))?;
    c.expect(",")?;
    c.expect("effect")?;
    c.expect("=")?;
    let effect = c.one_of(EFFECT_NAMES)?;
    let (mut direct, mut inline, mut never_null) = (None, None, false);
    while c.eat(",") {
        if c.eat("inline") {
            c.expect("=")?;
            inline = Some(inline_of(c)?);
        } else if c.eat("never_null") {
            never_null = true;
        } else {
            direct = usize::try_from(c.pair("direct")?).ok();
        }
    }
    c.expect("}")?;
    Ok(HelperDescr { name, addr, effect, direct, inline, never_null })
}

fn inline_of(c: &mut Cursor<'_>) -> Res<Inline> {
    if c.eat(ENTRY) {
        return Ok(Inline::Entry);
    }
    c.expect(KEY)?;
    let places = c.list("[", "]", Cursor::number32)?;
    let (&[index, marks, entries, tag], hash) =
        places.split_first_chunk().ok_or("a search has four or five places")?;
    match hash {
        [] | [_] => Ok(Inline::Key(Search { index, marks, entries, tag, hash: hash.first().copied() })),
        _ => Err("a search has four or five places".into()),
    }
}

/// A table lives for ever, as those of programs do: what tests and tools read leaks, each table once.
fn table_descr(c: &mut Cursor<'_>) -> Res<TableDescr> {
    static READ: Mutex<Vec<TableDescr>> = Mutex::new(Vec::new());
    let name = c.name()?;
    let words = c.list("{", "}", Cursor::number)?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&known) = read.iter().find(|t| t.name == name && t.words == words) {
        return Ok(known);
    }
    let new = TableDescr { name: String::leak(name.into_owned()), words: Vec::leak(words) };
    read.push(new);
    Ok(new)
}
