//! Reports of exceptions in CPython's form: tracebacks with file, line, source line and marks under what failed, causes and contexts before them.
//!
//! **Problem.** An instruction knows the range of source text that it stands for; under its line go `^^^^`, or `~~^~~` if it is an operator or a
//! subscript, but nothing if the range is all of the line.
//!
//! **Invariants.** Lines come from the text that was compiled, not from the file as it is now. What has no file (`<string>`, `<stdin>`) has no lines.
//!
//! **Not promised.** The marks of some statements are under another part than CPython's.
//!
//! **Example.** `x = a + b.c` that fails in the attribute is marked by `^^^` under `b.c`, in the addition by `~~^~~~~` under `a + b.c`.

use crate::errors::{self, summary};
use crate::objects::str;
use crate::value::{misc, Instance, Val};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;
use std::fmt::Write as _;

/// Entries of a traceback that are shown: the innermost.
const SHOWN: usize = 1000;

/// Files whose functions are built-in ones in CPython, and so are in no traceback.
pub const HIDDEN: [&str; 13] = [
    crate::modules::PRELUDE,
    "<library>/_functools.py",
    "<library>/bisect.py",
    "<library>/collections/_deque.py",
    "<library>/contextvars.py",
    "<library>/io.py",
    "<library>/itertools.py",
    "<library>/operator.py",
    "<library>/array.py",
    "<library>/struct.py",
    "<library>/time.py",
    "<library>/_groups.py",
    "<library>/_ranges.py",
];

/// The text of a file, and where its lines begin.
#[derive(Debug)]
pub struct Source {
    text: String,
    starts: Vec<usize>,
}

impl Source {
    /// Of a text.
    pub fn new(text: &str) -> Source {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        Source { text: text.to_string(), starts }
    }
    /// A line, from 1.
    pub fn line(&self, line: u32) -> Option<&str> {
        let from = *self.starts.get((line as usize).checked_sub(1)?)?;
        self.text.get(from..)?.split('\n').next()
    }
    /// What to write under a line to mark the range that begins in it: characters and marks, or nothing.
    fn marks(&self, line: u32, (start, end): (u32, u32)) -> Option<String> {
        let text = self.line(line)?.trim_end_matches('\r');
        let from = self.starts[line as usize - 1];
        let begin = (start as usize).checked_sub(from)?;
        let stop = (end as usize).checked_sub(from)?;
        let indent = text.len() - text.trim_start().len();
        let shown = text.trim_start().chars().count();
        let within = stop <= text.len();
        let part = if within { text.get(begin..stop)? } else { text.get(begin..)?.trim_end() };
        let width = part.chars().count();
        let anchor = within.then(|| anchor(part)).flatten();
        if width == 0 || width == shown && anchor.is_none() {
            return None;
        }
        let mut out = " ".repeat(text.get(indent..begin)?.chars().count());
        for (i, _) in part.char_indices() {
            out.push(match &anchor {
                Some(a) if !a.contains(&i) => '~',
                _ => '^',
            });
        }
        Some(out)
    }
}

/// The operator of an expression, or the brackets of a subscript.
fn anchor(part: &str) -> Option<std::ops::Range<usize>> {
    let body = ruff_python_parser::parse_module(part).ok()?.into_suite();
    let [Stmt::Expr(e)] = &body[..] else { return None };
    match &*e.value {
        Expr::BinOp(b) => {
            let (from, to) = (b.left.range().end().to_usize(), b.right.range().start().to_usize());
            let between = part.get(from..to)?;
            let first = between.find(|c| !" \t\x0c)".contains(c))?;
            let two = between[first + 1..].starts_with(|c| !" \t\x0c(".contains(c));
            Some(from + first..from + first + if two { 2 } else { 1 })
        }
        Expr::Subscript(s) => Some(s.value.range().end().to_usize()..s.slice.range().end().to_usize() + 1),
        _ => None,
    }
}

/// A place in a traceback.
#[derive(PartialEq, Eq, Debug)]
pub struct Entry {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The function's name.
    pub name: String,
    range: (u32, u32),
}

/// The places of a traceback, outermost first.
pub fn entries(rt: &Rt, traceback: Val) -> Vec<Entry> {
    let cx = &rt.heap;
    let (mut at, mut out) = (traceback, Vec::new());
    while let Val::Misc(t) = at {
        if t.kind != misc::TRACEBACK {
            break;
        }
        if let (Val::Int(id), Val::Int(pc)) = (Val::from(t.b.get(cx)), Val::from(t.c.get(cx))) {
            let code = rt.lang.code(id as u32);
            let mut name = if code.is_module { "<module>" } else { &code.proto.name };
            let mut add = |name: &str, line, range| {
                let file = code.proto.file.to_string();
                out.push(Entry { file, line, name: name.to_string(), range });
            };
            let inside = code.proto.inlined.iter().rev();
            for c in inside.filter(|c| i64::from(c.start) <= pc && pc < i64::from(c.end)) {
                add(name, c.line, c.spot);
                name = &c.name;
            }
            let spot = code.proto.spots.get(pc as usize).copied().unwrap_or_default();
            add(name, code.line(pc as usize), spot);
        }
        at = t.a.get(cx).into();
    }
    out
}

/// Adds places to a report.
pub fn write_entries(rt: &Rt, all: &[Entry], out: &mut String) {
    let (mut last, mut times) = (None, 0);
    for e in &all[all.len().saturating_sub(SHOWN)..] {
        let place = (&e.file, e.line, &e.name);
        if last != Some(place) {
            flush_repeats(out, times);
            (last, times) = (Some(place), 0);
        }
        times += 1;
        if times > 3 {
            continue;
        }
        let _ = writeln!(out, "  File \"{}\", line {}, in {}", e.file, e.line, e.name);
        rt.lang.with_source(&e.file, |s| {
            if let Some(text) = s.line(e.line).map(str::trim).filter(|t| !t.is_empty()) {
                let _ = writeln!(out, "    {text}");
                if let Some(marks) = s.marks(e.line, e.range) {
                    let _ = writeln!(out, "    {marks}");
                }
            }
        });
    }
    flush_repeats(out, times);
}

fn flush_repeats(out: &mut String, times: usize) {
    if times > 3 {
        let s = if times == 4 { "" } else { "s" };
        let _ = writeln!(out, "  [Previous line repeated {} more time{s}]", times - 3);
    }
}

/// A whole report of an exception, with what it was raised during or from.
pub fn report(rt: &Rt, e: Gc<Instance>) -> String {
    let mut r = Report { rt, out: String::new(), groups: 0, open: false, seen: Vec::new() };
    r.exception(e, 0);
    r.out
}

/// Most exceptions of a group that are shown, and most groups within groups.
const GROUP: (usize, usize) = (15, 10);

/// A report being made. What is said of groups stands beside a rule, the further in the deeper they are.
struct Report<'a> {
    rt: &'a Rt,
    out: String,
    /// Groups around what is being said.
    groups: usize,
    /// A group's rule waits for its end, which groups at the end of groups share.
    open: bool,
    /// What has been said: nothing comes a second time as a cause or context.
    seen: Vec<Gc<Instance>>,
}

impl Report<'_> {
    /// Says lines; `margin` is where the rule goes, `|` but for the first line of all.
    fn say(&mut self, margin: char, text: &str) {
        if self.groups == 0 {
            self.out.push_str(text);
            return;
        }
        for line in text.split_inclusive('\n') {
            let _ = write!(self.out, "{:1$}{margin} {line}", "", 2 * self.groups);
        }
    }

    fn exception(&mut self, e: Gc<Instance>, depth: usize) {
        let (rt, cx) = (self.rt, &self.rt.heap);
        self.seen.push(e);
        let suppressed = e.own(rt, str::intern(rt, "__suppress_context__")).map(Val::from);
        let suppressed = matches!(suppressed, Some(Val::True));
        let before = match (Val::from(e.s3.get(cx)), Val::from(e.s2.get(cx))) {
            (Val::Inst(cause), _) => {
                Some((cause, "\nThe above exception was the direct cause of the following exception:\n\n"))
            }
            (_, Val::Inst(context)) if !suppressed => {
                Some((context, "\nDuring handling of the above exception, another exception occurred:\n\n"))
            }
            _ => None,
        };
        if let Some((other, how)) = before.filter(|(x, _)| depth < 50 && !self.seen.contains(x)) {
            self.exception(other, depth + 1);
            self.say('|', how);
        }
        match errors::group(rt, e) {
            None => self.one(e, "Traceback (most recent call last):\n", '|'),
            Some(_) if self.groups > GROUP.1 => {
                self.say('|', &format!("... (max_group_depth is {})\n", GROUP.1));
            }
            Some(inner) => self.group(e, &inner, depth),
        }
    }

    /// An exception alone: its traceback, what it says, its notes.
    fn one(&mut self, e: Gc<Instance>, title: &str, margin: char) {
        let rt = self.rt;
        let traceback = Val::from(e.s1.get(&rt.heap));
        if !traceback.is_none() {
            self.say(margin, title);
        }
        let mut text = String::new();
        write_entries(rt, &entries(rt, traceback), &mut text);
        text.push_str(&syntax_place(rt, e).unwrap_or_default());
        text.push_str(&summary(rt, e));
        text.push('\n');
        text.push_str(&notes(rt, e));
        self.say('|', &text);
    }

    fn group(&mut self, e: Gc<Instance>, inner: &[RawSlot], depth: usize) {
        let outermost = self.groups == 0;
        self.groups += usize::from(outermost);
        self.one(
            e,
            "Exception Group Traceback (most recent call last):\n",
            if outermost { '+' } else { '|' },
        );
        let shown = inner.len().min(GROUP.0);
        let all = shown + usize::from(inner.len() > shown);
        for i in 0..all {
            self.open = i + 1 == all;
            let title = if i < shown { (i + 1).to_string() } else { "...".to_string() };
            let (indent, start) = (2 * self.groups, if i == 0 { "+-" } else { "  " });
            let _ = writeln!(self.out, "{:indent$}{start}+---------------- {title} ----------------", "");
            self.groups += 1;
            match inner.get(i).map(|&x| Val::from(x)).filter(|_| i < shown) {
                Some(Val::Inst(x)) => self.exception(x, depth + 1),
                _ => {
                    let n = inner.len() - shown;
                    let s = if n == 1 { "" } else { "s" };
                    self.say('|', &format!("and {n} more exception{s}\n"));
                }
            }
            if i + 1 == all && self.open {
                let _ = writeln!(self.out, "{:1$}+------------------------------------", "", 2 * self.groups);
                self.open = false;
            }
            self.groups -= 1;
        }
        self.groups -= usize::from(outermost);
    }
}

/// What `add_note` has added.
fn notes(rt: &Rt, e: Gc<Instance>) -> String {
    let Some(Val::List(l)) = e.own(rt, str::intern(rt, "__notes__")).map(Val::from) else {
        return String::new();
    };
    let mut out = String::new();
    for i in 0..l.len(rt) {
        let text = crate::objects::ops::str(rt, l.get(rt, i).into()).unwrap_or_default();
        text.split('\n').for_each(|line| {
            let _ = writeln!(out, "{line}");
        });
    }
    out
}

/// The place of a syntax error, as tracebacks show it.
fn syntax_place(rt: &Rt, e: Gc<Instance>) -> Option<String> {
    if !e.class(rt).is_subclass(rt.lang.types().syntax_error) {
        return None;
    }
    let part = |name: &str| match e.own(rt, str::intern(rt, name)) {
        Some(v) => v.into(),
        None => errors::syntax_part(rt, e, name).unwrap_or(Val::None),
    };
    let Val::Int(line) = part("lineno") else { return None };
    let file = match part("filename") {
        Val::Str(f) => f.text().to_string(),
        _ => "<string>".to_string(),
    };
    let mut out = format!("  File \"{file}\", line {line}\n");
    if let Val::Str(text) = part("text") {
        let text = text.text().trim_end_matches(['\n', '\r', ' ', '\t']);
        let shown = text.trim_start();
        let indent = (text.len() - shown.len()) as i64;
        let _ = writeln!(out, "    {shown}");
        if let Val::Int(offset) = part("offset") {
            let width = match (part("end_lineno"), part("end_offset")) {
                (Val::Int(l), Val::Int(end)) if l == line && end > offset => end - offset,
                (Val::Int(l), _) if l > line => shown.chars().count() as i64 - (offset - 1 - indent),
                _ => 1,
            };
            if let Ok(at) = usize::try_from(offset - 1 - indent) {
                let _ = writeln!(out, "    {}{}", " ".repeat(at), "^".repeat(width.max(1) as usize));
            }
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(line: &str, part: &str) -> Option<String> {
        let text = format!("# first\n{line}\n    last)");
        let start = text.find(part).expect("it is there");
        Source::new(&text).marks(2, (start as u32, (start + part.len()) as u32))
    }

    #[test]
    fn marks_under_a_line() {
        assert_eq!(marks("  x = a + b.c", "b.c").as_deref(), Some("        ^^^"));
        assert_eq!(marks("x = a // b", "a // b").as_deref(), Some("    ~~^^~~"));
        assert_eq!(marks("x = (a) + (b)", "(a) + (b)").as_deref(), Some("    ~~~~^~~~~"));
        assert_eq!(marks("x = é[1][2]", "é[1][2]").as_deref(), Some("    ~~~~^^^"));
        assert_eq!(marks("  raise x", "raise x"), None);
        assert_eq!(marks("  raise x # why", "raise x").as_deref(), Some("^^^^^^^"));
        assert_eq!(marks("a[1]", "a[1]").as_deref(), Some("~^^^"));
        assert_eq!(marks("f(a,", "f(a,\n    last)"), None);
        assert_eq!(marks("x = f(a,", "f(a,\n    last)").as_deref(), Some("    ^^^^"));
    }
}
