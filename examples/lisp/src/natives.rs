//! The library's functions that are Rust: strings, output, tables, generators, the command line.
//!
//! **Problem.** Not all of a library is worth being seen through by traces. A native is a plain function of plain values; an embedder adds its own in the same form
//! ([`crate::Lisp::new`]), and what it keeps for programs is a foreign value.
//!
//! **Invariants.** What must be in the guest's language is there (`prelude.scm`): what calls a procedure for each element, so that a trace sees the call.
//!
//! **Not promised.** Strings are cut by bytes; a cut within a character is an error.
//!
//! **Example.** `("string-length", 1, 1, ..)` is a name, the least and the most values, and the function.

use crate::containers::{self, HashTable};
use crate::data::{equal, write};
use crate::helpers::{expected, fail, no_memory, raise_with, Native, Want};
use crate::lisp::Lisp;
use crate::read::{number, Datum};
use crate::value::*;
use holloway::containers::table::Table as _;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use holloway::world::{ask, Input};
use holloway::{NotSuspended, Resumed, Status};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{BufRead as _, Write};

/// A native: its name, how many values it takes, the function.
pub type Entry = (&'static str, usize, usize, Native);

/// The string in a slot, or the name of the symbol.
///
/// # Errors
/// If it is something else.
pub fn text(cx: &Cx<Lisp>, v: RawSlot) -> Result<Gc<Str>, Raised> {
    match Plain::from_raw(v) {
        Value::Str(s) => Ok(s.gc()),
        Value::Symbol(s) => Ok(s.gc().name()),
        _ => expected(cx, Want::String, v),
    }
}

/// The integer in a slot.
///
/// # Errors
/// If it is something else.
pub fn integer(cx: &Cx<Lisp>, v: RawSlot) -> Result<i64, Raised> {
    match Plain::from_raw(v) {
        Value::Int(n) => Ok(n.value()),
        _ => expected(cx, Want::Integer, v),
    }
}

/// A new string as a slot.
///
/// # Errors
/// If there is no memory for it.
pub fn string(cx: &Cx<Lisp>, text: &str) -> Result<RawSlot, Raised> {
    match Str::new(&cx.rt.heap, text) {
        Some(s) => Ok(Plain::to_raw(Value::Str(Ref::new(s)))),
        None => no_memory(cx),
    }
}

/// Part of a string, from one byte to before another.
fn part(cx: &Cx<Lisp>, a: &[RawSlot]) -> Result<RawSlot, Raised> {
    let s = text(cx, a[0])?;
    let from = integer(cx, a[1])?;
    let to = a.get(2).map_or(Ok(s.utf8().len() as i64), |v| integer(cx, *v))?;
    let range = usize::try_from(from).ok().zip(usize::try_from(to).ok());
    let part = range.and_then(|(from, to)| s.utf8().get(from..to));
    match part.and_then(|bytes| std::str::from_utf8(bytes).ok()) {
        Some(part) => string(cx, part),
        None => expected(cx, Want::Index, a[1]),
    }
}

fn out(cx: &Cx<Lisp>, v: RawSlot, quoted: bool) -> Result<RawSlot, Raised> {
    let mut line = String::new();
    write(&cx.rt.heap, &mut line, v, quoted);
    match cx.rt.lang.print(&line) {
        Ok(()) => Ok(void()),
        Err(_) => fail(cx.rt, "the output is closed"),
    }
}

fn with_table<R>(cx: &Cx<Lisp>, v: RawSlot, f: impl FnOnce(Gc<Table>) -> R) -> Result<R, Raised> {
    match Plain::from_raw(v) {
        Value::Table(t) => Ok(f(t.gc())),
        _ => expected(cx, Want::Table, v),
    }
}

fn key(cx: &Cx<Lisp>, v: RawSlot) -> Result<Key, Raised> {
    match Plain::from_raw(v) {
        Value::Int(n) => Ok(Key::Int(n.value())),
        _ => Ok(Key::Text(text(cx, v)?.text().to_string())),
    }
}

/// All keys of a table in their order, as a list.
fn keys(cx: &Cx<Lisp>, a: &[RawSlot]) -> Result<RawSlot, Raised> {
    let heap = &cx.rt.heap;
    let all: Vec<Key> =
        with_table(cx, a[0], |t| t.entries.with(heap, |e| e.keys().rev().cloned().collect()))?;
    all.into_iter().try_fold(Plain::to_raw(Value::Nil), |rest, key| {
        let key = match key {
            Key::Int(n) => int(n),
            Key::Text(s) => string(cx, &s)?,
        };
        // Nothing collects before the native returns, so a list that only Rust knows is safe.
        Ok(cons(heap, key, rest))
    })
}

/// A list of something of each entry of a hash table, in their order.
fn listed(
    cx: &Cx<Lisp>,
    table: RawSlot,
    f: impl Fn(&Cx<Lisp>, (RawSlot, RawSlot)) -> RawSlot,
) -> Result<RawSlot, Raised> {
    let Value::HashTable(table) = Plain::from_raw(table) else {
        return expected(cx, Want::HashTable, table);
    };
    let table: Gc<HashTable> = table.gc();
    let all: Vec<_> = table.iter(&cx.rt.heap).collect();
    // Nothing collects before the native returns.
    let nil = Plain::to_raw(Value::Nil);
    Ok(all.into_iter().rev().fold(nil, |rest, e| cons(&cx.rt.heap, f(cx, e), rest)))
}

fn co(cx: &Cx<Lisp>, v: RawSlot) -> Result<holloway::Coroutine, Raised> {
    match Plain::from_raw(v) {
        Value::Generator(g) => Ok(g.gc().co.with(&cx.rt.heap, Clone::clone)),
        _ => expected(cx, Want::Generator, v),
    }
}

/// The next value of a generator. What its procedure returns in the end is the last.
fn next(cx: &Cx<Lisp>, a: &[RawSlot]) -> Result<RawSlot, Raised> {
    match cx.rt.resume(&co(cx, a[0])?, &[]) {
        Ok(Resumed::Yielded | Resumed::Returned) => Ok(cx.rt.passed().get(0)),
        Ok(Resumed::Raised) => Err(Raised),
        Err(NotSuspended(Status::Finished)) => fail(cx.rt, "the generator is finished"),
        Err(_) => fail(cx.rt, "the generator is running"),
    }
}

/// Makes sure that a Rust buffer of so many bytes may be made: what the program holds in those counts for the limit of its memory, too.
fn room(cx: &Cx<Lisp>, bytes: usize) -> Result<(), Raised> {
    cx.rt.heap.room(bytes).or_else(|_| no_memory(cx))
}

/// Bytes that an entry of a table takes, about.
const ENTRY: usize = 64;

fn table_set(cx: &Cx<Lisp>, a: &[RawSlot]) -> Result<RawSlot, Raised> {
    let (heap, key) = (&cx.rt.heap, key(cx, a[1])?);
    let entries = with_table(cx, a[0], |t| t.entries.with(heap, |e| e.len()))?;
    if entries.is_power_of_two() {
        room(cx, 2 * ENTRY * entries)?;
    }
    if with_table(cx, a[0], |t| t.entries.with_mut(heap, |e| e.insert(key, a[2])))?.is_none() {
        heap.charge(ENTRY);
    }
    Ok(void())
}

fn text_add(cx: &Cx<Lisp>, a: &[RawSlot]) -> Result<RawSlot, Raised> {
    let (heap, s) = (&cx.rt.heap, text(cx, a[1])?);
    let Some((len, capacity)) = with_foreign(heap, a[0], |t: &mut String| (t.len(), t.capacity())) else {
        return expected(cx, Want::Foreign, a[0]);
    };
    let len = len + s.utf8().len();
    if len > capacity {
        // A buffer that is full is replaced by one of twice the size, at least.
        room(cx, 2 * len)?;
        heap.charge(len);
    }
    with_foreign(heap, a[0], |t: &mut String| t.push_str(s.text()));
    Ok(void())
}

/// A number from 0 on and below another one. The generator (SplitMix64) begins with what the standard library begins its hashes with.
fn random(cx: &Cx<Lisp>, a: &[RawSlot]) -> Result<RawSlot, Raised> {
    let below = integer(cx, a[0])?;
    if below < 1 {
        return expected(cx, Want::Index, a[0]);
    }
    let seed = || ask("random seed", || RandomState::new().build_hasher().finish());
    let at = cx.rt.lang.random.get().unwrap_or_else(seed).wrapping_add(0x9e37_79b9_7f4a_7c15);
    cx.rt.lang.random.set(Some(at));
    let z = (at ^ at >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    Ok(int(((z ^ z >> 31) % below as u64) as i64))
}

/// A line of the input without its end, or false at the end of the input.
fn read_line(cx: &Cx<Lisp>, _: &[RawSlot]) -> Result<RawSlot, Raised> {
    let mut line = String::new();
    match Input::new().read_line(&mut line) {
        Ok(0) => Ok(boolean(false)),
        Ok(_) => string(cx, line.strip_suffix('\n').unwrap_or(&line)),
        Err(e) => fail(cx.rt, &format!("the input: {e}")),
    }
}

/// The library's natives.
pub const LIBRARY: &[Entry] = &[
    ("display", 1, 1, |cx, a| out(cx, a[0], false)),
    ("write", 1, 1, |cx, a| out(cx, a[0], true)),
    ("newline", 0, 0, |cx, _| out(cx, string(cx, "\n")?, false)),
    ("error", 1, 3, |cx, a| {
        let heap = &cx.rt.heap;
        let irritants = a[1..].iter().rev().fold(Plain::to_raw(Value::Nil), |rest, v| cons(heap, *v, rest));
        raise_with(cx.rt, text(cx, a[0])?.text(), irritants)
    }),
    ("equal?", 2, 2, |cx, a| match equal(&cx.rt.heap, a[0], a[1]) {
        Some(same) => Ok(boolean(same)),
        None => fail(cx.rt, "there is too much to compare"),
    }),
    ("string-length", 1, 1, |cx, a| Ok(int(text(cx, a[0])?.utf8().len() as i64))),
    ("string-append", 2, 3, |cx, a| {
        let parts = a.iter().map(|v| text(cx, *v)).collect::<Result<Vec<_>, _>>()?;
        room(cx, parts.iter().map(|p| p.utf8().len()).sum())?;
        string(cx, &parts.iter().map(|p| p.text()).collect::<String>())
    }),
    ("substring", 2, 3, part),
    ("string-byte", 2, 2, |cx, a| {
        let (s, i) = (text(cx, a[0])?, integer(cx, a[1])?);
        let byte = usize::try_from(i).ok().and_then(|i| s.utf8().get(i).copied());
        byte.map_or_else(|| expected(cx, Want::Index, a[1]), |b| Ok(int(b.into())))
    }),
    ("string=?", 2, 2, |cx, a| Ok(boolean(text(cx, a[0])?.utf8() == text(cx, a[1])?.utf8()))),
    ("string<?", 2, 2, |cx, a| Ok(boolean(text(cx, a[0])?.utf8() < text(cx, a[1])?.utf8()))),
    ("symbol->string", 1, 1, |cx, a| string(cx, text(cx, a[0])?.text())),
    ("string->number", 1, 1, |cx, a| {
        Ok(match number(text(cx, a[0])?.text()) {
            Some(Datum::Int(n)) => int(n),
            Some(Datum::Float(x)) => float(x),
            _ => boolean(false),
        })
    }),
    ("number->string", 1, 1, |cx, a| match Plain::from_raw(a[0]) {
        Value::Int(_) | Value::Float(_) => {
            let mut s = String::new();
            write(&cx.rt.heap, &mut s, a[0], false);
            string(cx, &s)
        }
        _ => expected(cx, Want::Number, a[0]),
    }),
    ("fixed", 2, 2, |cx, a| {
        let x = match Plain::from_raw(a[0]) {
            Value::Float(x) => x.value(),
            Value::Int(n) => n.value() as f64,
            _ => return expected(cx, Want::Number, a[0]),
        };
        string(cx, &format!("{x:.*}", integer(cx, a[1])?.clamp(0, 30) as usize))
    }),
    ("make-table", 0, 0, |cx, _| Ok(table(&cx.rt.heap))),
    ("table-ref", 3, 3, |cx, a| {
        let key = key(cx, a[1])?;
        with_table(cx, a[0], |t| t.entries.with(&cx.rt.heap, |e| e.get(&key).copied().unwrap_or(a[2])))
    }),
    ("table-set!", 3, 3, table_set),
    ("table-size", 1, 1, |cx, a| {
        with_table(cx, a[0], |t| int(t.entries.with(&cx.rt.heap, |e| e.len() as i64)))
    }),
    ("table-keys", 1, 1, keys),
    ("make-hash-table", 0, 0, |cx, _| Ok(containers::hash_table(&cx.rt.heap))),
    ("hash-table-keys", 1, 1, |cx, a| listed(cx, a[0], |_, (key, _)| key)),
    ("hash-table-values", 1, 1, |cx, a| listed(cx, a[0], |_, (_, value)| value)),
    ("hash-table->alist", 1, 1, |cx, a| listed(cx, a[0], |cx, (k, v)| cons(&cx.rt.heap, k, v))),
    ("make-flexvector", 0, 0, |cx, _| Ok(containers::flexvector(&cx.rt.heap))),
    ("make-generator", 1, 1, |cx, a| {
        let f = a[0];
        // What the body captures directly is kept alive with the coroutine.
        let co = cx.rt.spawn(move |rt, _| Lisp::apply(rt, f, &[]).map(|v| vec![v]));
        Ok(generator(&cx.rt.heap, co))
    }),
    ("next", 1, 1, next),
    ("yield", 1, 1, |cx, a| match cx.rt.yield_(&[a[0]]) {
        Ok(()) => Ok(void()),
        Err(_) => fail(cx.rt, "`yield` outside a generator"),
    }),
    ("finished?", 1, 1, |cx, a| Ok(boolean(co(cx, a[0])?.status() == Status::Finished))),
    ("make-text", 0, 0, |cx, _| Ok(foreign(&cx.rt.heap, String::new()))),
    ("text-add!", 2, 2, text_add),
    ("text->string", 1, 1, |cx, a| match with_foreign(&cx.rt.heap, a[0], |t: &mut String| t.clone()) {
        Some(s) => string(cx, &s),
        None => expected(cx, Want::Foreign, a[0]),
    }),
    ("argument", 1, 1, |cx, a| {
        let i = usize::try_from(integer(cx, a[0])?).unwrap_or(usize::MAX);
        cx.rt.lang.arguments.get(i).map_or(Ok(boolean(false)), |s| string(cx, s))
    }),
    ("seconds", 0, 0, |cx, _| Ok(float(ask("seconds", || cx.rt.lang.started.elapsed().as_secs_f64())))),
    ("random", 1, 1, random),
    ("read-line", 0, 0, read_line),
    ("log", 1, 1, |cx, a| {
        // To standard error, which may be closed: nobody is left to be told then.
        _ = writeln!(std::io::stderr(), "{}", text(cx, a[0])?.text());
        Ok(void())
    }),
];
