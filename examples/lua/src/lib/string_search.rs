//! Searches by patterns: `find`, `match`, `gmatch`, `gsub`.
//!
//! A search that calls the program back, or stands still between calls, has a state that a loop of the prelude's gives its step, so that traces go through the
//! program's function and the loop.
//!
//! **Invariants.** A step raises nothing at `gsub`: what goes wrong waits in the state, so that the error is raised where `gsub` was called.
//!
//! **Example.** `s:gsub("%a+", f)` runs the prelude's `gsub`, whose loop calls `gsub_step`, `f`, `gsub_step`, ..

use super::string::{text_fail, Fail};
use super::{access, prelude};
use crate::native::{self, Call, Came, Special};
use crate::string::{self, Str};
use crate::text::pattern::{self, Capture, Cursor, Matcher, Program};
use crate::text::{self, TextError};
use crate::value::{Closure, UserData, Val, NIL};
use crate::{Lua, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::{Cx, Raised};
use holloway::{elidable, residual};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

type Done = Result<(), Raised>;

/// Bytes of a pattern from which on there must be memory for its program.
const LARGE: usize = 64 << 10;

/// What [`found`] tells of a text that is not there.
pub const ABSENT: i64 = -1;

/// What [`found`] tells where it does not know.
const UNKNOWN: i64 = -2;

/// The program of a pattern, in which a `^` may be an anchor.
fn program(rt: &Rt, p: Gc<Str>, may_anchor: bool) -> Result<Rc<Program>, Raised> {
    let bytes = p.bytes();
    if bytes.len() > LARGE {
        string::room(rt, bytes.len().saturating_mul(size_of::<pattern::Op>()))?;
    }
    Ok(rt.lang.lib.patterns.get(p.hash_of(&rt.heap), bytes, may_anchor))
}

/// Whether a pattern has no captures, and is not so large that its program needs room; where it is asked again, it is not made anew.
#[elidable]
pub fn is_simple(cx: &Cx<Lua>, p: Gc<Str>) -> bool {
    p.bytes().len() <= LARGE && program(cx.rt, p, true).is_ok_and(|program| program.captures.is_empty())
}

/// How [`found`] takes a pattern: as `string.match` does.
pub const MATCHING: i64 = 0;

/// How it takes one: as `string.find` does, by bytes where no character of the pattern has a meaning.
pub const FINDING: i64 = 1;

/// How it takes one: by bytes.
pub const PLAINLY: i64 = 2;

/// Where a text has what a pattern says that [is simple](is_simple), at or behind `init`: `start << 32 | end` as offsets, or [`ABSENT`], or [`UNKNOWN`].
#[elidable]
pub fn found(cx: &Cx<Lua>, s: Gc<Str>, p: Gc<Str>, init: i64, how: i64) -> i64 {
    let (s, bytes) = (s.bytes(), p.bytes());
    let init = text::start_offset(init, s.len());
    if init > s.len() {
        return ABSENT;
    }
    if s.len() > i32::MAX as usize {
        return UNKNOWN;
    }
    let span = if how == PLAINLY || how == FINDING && pattern::is_plain(bytes) {
        pattern::find_plain(s, bytes, init).map(|at| (at, at + bytes.len()))
    } else {
        let Ok(program) = program(cx.rt, p, true) else { return UNKNOWN };
        match Matcher::new(s, &program).find(init) {
            Ok(span) => span,
            Err(_) => return UNKNOWN,
        }
    };
    span.map_or(ABSENT, |(start, end)| (start as i64) << 32 | end as i64)
}

/// A capture as a value.
fn captured(c: &Call<'_>, m: &Matcher<'_>, i: usize, start: usize, end: usize) -> Result<Val, Raised> {
    match m.capture(i, start, end).map_err(|e| text_fail(c, e))? {
        Capture::Span(from, to) => Ok(Val::Str(c.str(&m.subject()[from..to])?)),
        Capture::Position(p) => Ok(Val::Int(p)),
    }
}

/// Pushes what a match gives: its captures, or all of it.
fn push_captures(c: &mut Call<'_>, m: &Matcher<'_>, start: usize, end: usize, count: usize) -> Done {
    for i in 0..count {
        let v = captured(c, m, i, start, end)?;
        c.push(v);
    }
    Ok(())
}

/// `find` and `match`.
fn search(c: &mut Call<'_>, finding: bool) -> Done {
    let (s, p) = (c.check_str(1)?, c.check_str(2)?);
    let s = s.bytes();
    let init = text::start_offset(c.opt_int(3, 1)?, s.len());
    if init > s.len() {
        c.push(Val::Nil);
        return Ok(());
    }
    if finding && (c.val(4).truthy() || pattern::is_plain(p.bytes())) {
        let p = p.bytes();
        match pattern::find_plain(s, p, init) {
            Some(at) => {
                c.push(Val::Int(at as i64 + 1));
                c.push(Val::Int((at + p.len()) as i64));
            }
            None => c.push(Val::Nil),
        }
        return Ok(());
    }
    let program = program(c.rt, p, true)?;
    let mut m = Matcher::new(s, &program);
    match m.find(init).map_err(|e| text_fail(c, e))? {
        Some((start, end)) => {
            let mut count = m.values();
            if finding {
                c.push(Val::Int(start as i64 + 1));
                c.push(Val::Int(end as i64));
                count = m.captures();
            }
            push_captures(c, &m, start, end, count)
        }
        None => {
            c.push(Val::Nil);
            Ok(())
        }
    }
}

/// `string.find`.
pub(super) fn find(c: &mut Call<'_>) -> Done {
    search(c, true)
}

/// `string.match`.
pub(super) fn match_(c: &mut Call<'_>) -> Done {
    search(c, false)
}

/// Where an iteration stands: no field that traces load, as the step is said to read only.
struct Gmatch {
    cursor: Cell<Cursor>,
    /// Made at the first step.
    program: OnceCell<Rc<Program>>,
}

impl Gmatch {
    /// Goes on with the iteration that stands at a place, of a subject and a pattern; `f` changes the cursor.
    fn with<R>(
        rt: &Rt,
        place: Gc<UserData>,
        f: impl FnOnce(&mut Cursor, &mut Matcher<'_>) -> R,
    ) -> Result<Option<R>, Raised> {
        let (Some(s), Some(p)) = (place.subject.get(), place.pattern.get()) else { return Ok(None) };
        place.data.with(&rt.heap, |data| {
            let Some(state) = data.as_ref().and_then(|d| d.downcast_ref::<Gmatch>()) else { return Ok(None) };
            let program = match state.program.get() {
                Some(program) => program,
                None => {
                    let made = program(rt, p, false)?;
                    state.program.get_or_init(|| made)
                }
            };
            let mut cursor = state.cursor.get();
            let done = f(&mut cursor, &mut Matcher::new(s.bytes(), program));
            state.cursor.set(cursor);
            Ok(Some(done))
        })
    }
}

/// `string.gmatch`: a closure over `gmatch_step` and its place, which has the two strings.
pub(super) fn gmatch(c: &mut Call<'_>) -> Done {
    let (s, p) = (c.check_str(1)?, c.check_str(2)?);
    let at = text::start_offset(c.opt_int(3, 1)?, s.bytes().len());
    let state = Gmatch { cursor: Cell::new(Cursor { at, last_end: None }), program: OnceCell::new() };
    let place = c.rt.heap.alloc(UserData::search(Box::new(state), s, p));
    let f = prelude::bind_one(c.rt, c.rt.lang.lib.gmatch.get(), Val::UserData(place).into())?;
    c.push(f);
    Ok(())
}

fn gmatch_step(c: &mut Call<'_>) -> Done {
    let Val::UserData(place) = c.val(1) else { return Ok(()) };
    let rt = c.rt;
    let found = Gmatch::with(rt, place, |cursor, m| {
        let found = cursor.advance(m).map_err(|e| text_fail(c, e))?;
        // At the end it gives no value at all.
        found.map_or(Ok(()), |(start, end)| push_captures(c, m, start, end, m.values()))
    });
    found.and_then(|done| done.unwrap_or(Ok(()))).map_err(|r| super::from_closure(rt, r))
}

/// Most values of a match that are not pushed: collections see them on the stack.
const FEW: usize = 8;

/// What a match gives, if these are few values and nothing is wrong with them.
fn few_values(rt: &Rt, m: &Matcher<'_>, (start, end): (usize, usize)) -> Option<Came> {
    let value = |i| match m.capture(i, start, end).ok()? {
        Capture::Span(from, to) => string::make(rt, &m.subject()[from..to]).ok().map(|s| Val::Str(s).into()),
        Capture::Position(p) => Some(Val::Int(p).into()),
    };
    match m.values() {
        1 => Some((1, value(0)?, NIL)),
        2 => Some((2, value(0)?, value(1)?)),
        n if n <= FEW => {
            let mut all = [NIL; FEW];
            for (i, place) in all[..n].iter_mut().enumerate() {
                *place = value(i)?;
            }
            rt.lang.results.replace(all[..n].to_vec());
            Some((n as i64, all[0], all[1]))
        }
        _ => None,
    }
}

/// What a step of `gmatch` gives; if that cannot be told here, nothing has changed.
fn advanced(rt: &Rt, place: Gc<UserData>) -> Option<Came> {
    let advance = |cursor: &mut Cursor, m: &mut Matcher<'_>| {
        let mut next = *cursor;
        let came = match next.advance(m).ok()? {
            None => (0, NIL, NIL),
            Some(span) => few_values(rt, m, span)?,
        };
        *cursor = next;
        Some(came)
    };
    match rt.is_watched() {
        true => None,
        false => Gmatch::with(rt, place, advance).ok()??,
    }
}

/// What the iterator that `gmatch` has made gives next, for plain execution, without a call of the closure that it is. It gives -1 values where that is to be
/// called: it is none, it has an error to raise, or more to give than goes here.
#[residual]
pub fn next_match(cx: &Cx<Lua>, f: Gc<Closure>) -> Result<Came, Raised> {
    let place = match *f.upvals.as_slice() {
        [step, place] if step == cx.rt.lang.lib.gmatch.get() => Val::from(place),
        _ => Val::Nil,
    };
    let Val::UserData(place) = place else { return Ok((-1, NIL, NIL)) };
    Ok(advanced(cx.rt, place).unwrap_or((-1, NIL, NIL)))
}

/// A step of a search, number `id` of the library's functions, with `n` arguments: its state, and what the program's function gave.
#[residual(reads)]
pub fn search_step(cx: &Cx<Lua>, id: i64, n: i64, place: RawSlot, v: RawSlot) -> Result<Came, Raised> {
    let came = match (n, Val::from(place)) {
        (1, Val::UserData(place)) => advanced(cx.rt, place),
        _ => None,
    };
    came.map_or_else(|| native::run(cx.rt, id as u32, &[place, v][..n as usize]), Ok)
}

/// `string.match` from `init` on; -1 values where the library function is to be called.
#[residual(reads)]
pub fn matched(cx: &Cx<Lua>, s: Gc<Str>, p: Gc<Str>, init: i64) -> Result<Came, Raised> {
    let (rt, bytes) = (cx.rt, s.bytes());
    let init = text::start_offset(init, bytes.len());
    if init > bytes.len() {
        return Ok((1, NIL, NIL));
    }
    let program = program(rt, p, true)?;
    let mut m = Matcher::new(bytes, &program);
    Ok(match m.find(init) {
        Ok(Some(span)) => few_values(rt, &m, span).unwrap_or((-1, NIL, NIL)),
        Ok(None) => (1, NIL, NIL),
        Err(_) => (-1, NIL, NIL),
    })
}

/// `string.gsub`.
pub(super) fn gsub(c: &mut Call<'_>) -> Done {
    let (s, p) = (c.check_str(1)?, c.check_str(2)?);
    let max = c.opt_int(4, s.bytes().len() as i64 + 1)?.max(0) as usize;
    let with = match c.val(3) {
        Val::Int(_) | Val::Float(_) => Val::Str(c.check_str(3)?),
        v @ (Val::Str(_) | Val::Table(_) | Val::Function(_) | Val::Native(_)) => v,
        _ => return Err(c.type_error(3, "string/function/table")),
    };
    // A hook would see the steps.
    if matches!(with, Val::Function(_)) && !c.rt.is_watched() {
        if let Some(n) = values(c, s, p, max)? {
            return gsub_by(c, s, p, max, n);
        }
    }
    let program = program(c.rt, p, true)?;
    let mut out = c.buffer();
    let mut changed = false;
    let call: &Call<'_> = c;
    let extend = |out: &mut Vec<u8>, bytes: &[u8]| string::extend(call.rt, out, bytes).map_err(Fail::from);
    let done = pattern::gsub::<Fail>(s.bytes(), &program, max, |m, before, start, end| {
        extend(&mut out, before)?;
        let value = match with {
            Val::Str(r) => {
                changed = true;
                return pattern::expand(m, r.bytes(), start, end, |piece| extend(&mut out, piece));
            }
            Val::Table(_) => {
                let key = captured(call, m, 0, start, end)?;
                access::index(call, with, key)?
            }
            _ => {
                let mut args = [NIL; pattern::MAX_CAPTURES];
                for (i, a) in args[..m.values()].iter_mut().enumerate() {
                    *a = captured(call, m, i, start, end)?.into();
                }
                let results = call.call(with, &args[..m.values()])?;
                results.first().copied().unwrap_or(NIL)
            }
        };
        changed |= put(call, &mut out, &m.subject()[start..end], value.into())?;
        Ok(())
    });
    let (count, rest) = done.map_err(|e| e.raise(c))?;
    if changed {
        string::extend(c.rt, &mut out, &s.bytes()[rest..])?;
        c.push_text(out)?;
    } else {
        c.push(Val::Str(s));
        c.rt.lang.scratch.give(out);
    }
    c.push(Val::Int(count as i64));
    Ok(())
}

/// Puts what a match becomes: what a value stands for, or itself for none. Whether something was put in its place.
fn put(c: &Call<'_>, out: &mut Vec<u8>, whole: &[u8], v: Val) -> Result<bool, Fail> {
    match v {
        v if !v.truthy() => {
            string::extend(c.rt, out, whole)?;
            return Ok(false);
        }
        Val::Str(r) => string::extend(c.rt, out, r.bytes())?,
        v => match v.number() {
            Some(n) => text::number::write_number(out, n),
            None => {
                return Err(c.error(format!("invalid replacement value (a {})", v.type_name())).into());
            }
        },
    }
    Ok(true)
}

/// Most values of a match that the prelude's loop takes.
const MOST: usize = 3;

/// How many values a match has, if there is one and the prelude takes so many.
fn values(c: &Call<'_>, s: Gc<Str>, p: Gc<Str>, max: usize) -> Result<Option<usize>, Raised> {
    let program = program(c.rt, p, true)?;
    let mut m = Matcher::new(s.bytes(), &program);
    let found = max > 0 && m.find(0).map_err(|e| text_fail(c, e))?.is_some();
    Ok(found.then(|| m.values()).filter(|&n| n <= MOST))
}

/// Where a `gsub` with a function stands.
struct Gsub {
    cursor: Cursor,
    out: Vec<u8>,
    /// The match that the function was called with; nothing before the first.
    now: Option<(usize, usize)>,
    /// Where the text begins that has not been put yet.
    copied: usize,
    /// Matches that may still come, and those that came.
    left: usize,
    count: usize,
    changed: bool,
    failed: Option<Fail>,
}

impl Gsub {
    /// Puts what the last match becomes, and finds the next one.
    fn step(&mut self, c: &Call<'_>, m: &mut Matcher<'_>, with: Val) -> Result<Option<(usize, usize)>, Fail> {
        if let Some((start, end)) = self.now.take() {
            self.changed |= put(c, &mut self.out, &m.subject()[start..end], with)?;
            self.copied = end;
        }
        if self.left == 0 {
            return Ok(None);
        }
        let Some((start, end)) = self.cursor.advance(m).map_err(TextError::from)? else { return Ok(None) };
        string::extend(c.rt, &mut self.out, &m.subject()[self.copied..start])?;
        (self.left, self.count, self.now) = (self.left - 1, self.count + 1, Some((start, end)));
        Ok(self.now)
    }
}

/// `gsub` with a function, by the prelude.
fn gsub_by(c: &mut Call<'_>, s: Gc<Str>, p: Gc<Str>, max: usize, n: usize) -> Done {
    let (cursor, out) = (Cursor::default(), c.buffer());
    let (now, copied, left, count, changed, failed) = (None, 0, max, 0, false, None);
    let state = RefCell::new(Gsub { cursor, out, now, copied, left, count, changed, failed });
    let place = Val::UserData(c.rt.heap.alloc(UserData::search(Box::new(state), s, p)));
    let args = [c.rt.lang.lib.gsub.get(), place.into(), c.val(3).into(), Val::Int(n as i64).into()];
    c.call(prelude::function(c.rt, prelude::Known::Gsub), &args)?;
    let Val::UserData(place) = place else { return Ok(()) };
    let taken =
        place.data.with_mut(&c.rt.heap, |data| data.take()).and_then(|d| d.downcast::<RefCell<Gsub>>().ok());
    let Some(state) = taken.map(|state| state.into_inner()) else { return Ok(()) };
    if let Some(e) = state.failed {
        return Err(e.raise(c));
    }
    let mut out = state.out;
    if state.changed {
        string::extend(c.rt, &mut out, &s.bytes()[state.copied..])?;
        c.push_text(out)?;
    } else {
        c.push(Val::Str(s));
        c.rt.lang.scratch.give(out);
    }
    c.push(Val::Int(state.count as i64));
    Ok(())
}

fn gsub_step(c: &mut Call<'_>) -> Done {
    let Val::UserData(place) = c.val(1) else { return Ok(()) };
    let (Some(s), Some(p)) = (place.subject.get(), place.pattern.get()) else { return Ok(()) };
    let program = program(c.rt, p, true)?;
    let mut m = Matcher::new(s.bytes(), &program);
    let with = c.val(2);
    let found = place.data.with(&c.rt.heap, |data| {
        let state = data.as_ref()?.downcast_ref::<RefCell<Gsub>>()?;
        let mut state = state.borrow_mut();
        state.step(c, &mut m, with).unwrap_or_else(|e| {
            state.failed = Some(e);
            None
        })
    });
    match found {
        Some((start, end)) => {
            let count = m.values();
            push_captures(c, &m, start, end, count)
        }
        None => {
            c.push(Val::Nil);
            Ok(())
        }
    }
}

/// Makes the steps.
///
/// # Errors
/// "not enough memory".
pub(super) fn open(rt: &Rt) -> Result<(), Raised> {
    let lib = &rt.lang.lib;
    for (name, shown, body, place) in [
        ("gmatch", "for iterator", gmatch_step as native::Body, &lib.gmatch),
        ("gsub", "gsub", gsub_step, &lib.gsub),
    ] {
        let step = rt.lang.make_native(rt, shown, body, Special::Step);
        rt.lang.registry().set_name(rt, name, Val::Native(step))?;
        place.set(Val::Native(step).into());
    }
    Ok(())
}
