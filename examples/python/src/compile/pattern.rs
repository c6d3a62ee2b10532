//! `match` statements.
//!
//! A pattern is tested against a register and jumps to the next case where it fails. Names it captures wait in temporaries and are bound when the whole
//! pattern has matched, as in CPython. What asks the subject about itself (its items, keys, attributes) is a hidden built-in (`builtins/matching.rs`) that
//! answers a tuple, or `None` for no match.
//!
//! **Example.** `case [x, 0]:` calls `%match_seq(subject, 2, -1)`, unpacks two registers, and compares the second with 0.

use super::build::{Label, Res, Unit};
use crate::bytecode::{CmpOp, Const, Op};
use ruff_python_ast::{self as ast, Pattern};
use ruff_text_size::Ranged;

/// Names a pattern captures, each with the temporary it waits in.
type Captures<'a> = [(&'a str, u8)];

/// The names a pattern binds, in order.
fn names<'a>(p: &'a Pattern, out: &mut Vec<&'a str>) -> Result<(), (u32, String)> {
    let add = |n: &'a Option<ast::Identifier>, out: &mut Vec<&'a str>| -> Result<(), (u32, String)> {
        let Some(n) = n else { return Ok(()) };
        if out.contains(&n.as_str()) {
            let text = format!("multiple assignments to name '{n}' in pattern");
            return Err((n.range.start().to_u32(), text));
        }
        out.push(n.as_str());
        Ok(())
    };
    match p {
        Pattern::MatchValue(_) | Pattern::MatchSingleton(_) => {}
        Pattern::MatchSequence(s) => s.patterns.iter().try_for_each(|p| names(p, out))?,
        Pattern::MatchMapping(m) => {
            m.patterns.iter().try_for_each(|p| names(p, out))?;
            add(&m.rest, out)?;
        }
        Pattern::MatchClass(c) => {
            c.arguments.patterns.iter().try_for_each(|p| names(p, out))?;
            c.arguments.keywords.iter().try_for_each(|k| names(&k.pattern, out))?;
        }
        Pattern::MatchStar(s) => add(&s.name, out)?,
        Pattern::MatchAs(a) => {
            if let Some(p) = &a.pattern {
                names(p, out)?;
            }
            add(&a.name, out)?;
        }
        Pattern::MatchOr(o) => {
            let before = out.len();
            let mut first: Option<Vec<&str>> = None;
            for (i, p) in o.patterns.iter().enumerate() {
                if i + 1 < o.patterns.len() {
                    reachable(p)?;
                }
                let mut own = Vec::new();
                names(p, &mut own)?;
                let mut sorted = own.clone();
                sorted.sort_unstable();
                match &first {
                    None => {
                        out.extend(own);
                        first = Some(sorted);
                    }
                    Some(f) if *f != sorted => {
                        let text = "alternative patterns bind different names".to_string();
                        return Err((o.range.start().to_u32(), text));
                    }
                    Some(_) => {}
                }
            }
            let (old, new) = out.split_at(before);
            if let Some(n) = new.iter().find(|n| old.contains(n)) {
                return Err((
                    o.range.start().to_u32(),
                    format!("multiple assignments to name '{n}' in pattern"),
                ));
            }
        }
    }
    Ok(())
}

/// An error if what follows the pattern can never be tried.
fn reachable(p: &Pattern) -> Result<(), (u32, String)> {
    match p {
        Pattern::MatchAs(ast::PatternMatchAs { pattern: None, name, range, .. }) => {
            let what = match name {
                Some(n) => format!("name capture '{n}'"),
                None => "wildcard".to_string(),
            };
            Err((range.start().to_u32(), format!("{what} makes remaining patterns unreachable")))
        }
        Pattern::MatchAs(ast::PatternMatchAs { pattern: Some(p), .. }) => reachable(p),
        Pattern::MatchOr(o) => o.patterns.last().map_or(Ok(()), reachable),
        _ => Ok(()),
    }
}

impl<'a> Unit<'a> {
    pub(super) fn match_stmt(&mut self, s: &'a ast::StmtMatch) -> Res {
        let subject = self.fresh(&s.subject)?;
        let end = self.label();
        let start = self.assigned.clone();
        let mut after: Option<rustc_hash::FxHashSet<u8>> = None;
        let mut always = false;
        for (i, case) in s.cases.iter().enumerate() {
            self.at(case.pattern.range());
            let plain = reachable(&case.pattern).is_err() && case.guard.is_none();
            if plain && i + 1 < s.cases.len() {
                return self.pattern_error(reachable(&case.pattern));
            }
            always |= plain;
            let mut bound = Vec::new();
            if let Err(e) = names(&case.pattern, &mut bound) {
                return self.pattern_error(Err(e));
            }
            let mark = self.top();
            self.assigned = start.clone();
            let first = self.temps(bound.len())?;
            let captures: Vec<(&str, u8)> = bound.iter().zip(first..).map(|(n, r)| (*n, r)).collect();
            let next = self.label();
            self.pattern(&case.pattern, subject, next, &captures)?;
            for &(name, r) in &captures {
                self.store_name(name, r)?;
            }
            if let Some(g) = &case.guard {
                self.cond(g, false, next)?;
            }
            self.block(&case.body)?;
            match &mut after {
                Some(a) => a.retain(|r| self.assigned.contains(r)),
                None => after = Some(self.assigned.clone()),
            }
            self.jump(end);
            self.place(next);
            self.free(mark as u8);
        }
        self.place(end);
        let mut after = after.unwrap_or_default();
        if !always {
            after.retain(|r| start.contains(r));
        }
        self.assigned = after;
        Ok(())
    }

    fn pattern_error(&mut self, e: Result<(), (u32, String)>) -> Res {
        match e {
            Err((at, text)) => {
                self.offset = at;
                self.error(text)
            }
            Ok(()) => Ok(()),
        }
    }

    /// Calls a hidden built-in with values in registers; its result, which is not `None`, is in the answered register.
    pub(super) fn ask(&mut self, name: &str, args: &[u8], fail: Label) -> Res<u8> {
        let call = self.temps(2 + args.len())?;
        let g = self.global(name)?;
        self.emit(Op::LoadGlobal { a: call + 1, g });
        for (i, &b) in args.iter().enumerate() {
            self.emit(Op::Move { a: call + 2 + i as u8, b });
        }
        self.emit(Op::Call { a: call, n: args.len() as u8 });
        self.emit(Op::JNone { b: call, cond: true, to: fail.0 });
        Ok(call)
    }

    pub(super) fn constant_temp(&mut self, c: Const) -> Res<u8> {
        let t = self.temp()?;
        self.load_const(t, c)?;
        Ok(t)
    }

    /// Goes on if the value in `r` matches, else to `fail`.
    fn pattern(&mut self, p: &'a Pattern, r: u8, fail: Label, captures: &Captures<'a>) -> Res {
        self.at(p.range());
        let mark = self.top();
        let capture = |u: &mut Self, name: &Option<ast::Identifier>, b: u8| {
            let found = name.as_ref().and_then(|n| captures.iter().find(|c| c.0 == n.as_str()));
            if let Some(&(_, a)) = found {
                u.emit(Op::Move { a, b });
            }
        };
        match p {
            Pattern::MatchValue(v) => {
                let c = self.any(&v.value)?;
                self.jump_compared(CmpOp::Eq, r, c, false, fail)?;
            }
            Pattern::MatchSingleton(s) => {
                let c = self.constant_temp(match s.value {
                    ast::Singleton::None => Const::None,
                    ast::Singleton::True => Const::Bool(true),
                    ast::Singleton::False => Const::Bool(false),
                })?;
                self.emit(Op::Is { a: c, b: r, c, neg: false });
                self.emit(Op::JFalse { b: c, to: fail.0 });
            }
            Pattern::MatchSequence(s) => {
                let is_star = |p: &Pattern| matches!(p, Pattern::MatchStar(_));
                if s.patterns.iter().filter(|p| is_star(p)).count() > 1 {
                    return self.error("multiple starred names in sequence pattern");
                }
                let star = s.patterns.iter().position(is_star);
                let n = s.patterns.len();
                let (before, after) = star.map_or((n as i64, -1), |i| (i as i64, (n - i - 1) as i64));
                let named = |p: &Pattern| matches!(p, Pattern::MatchStar(s) if s.name.is_some());
                // What goes to no name is not taken.
                let after = if star.is_some_and(|i| !named(&s.patterns[i])) { -2 - after } else { after };
                let b = self.constant_temp(Const::Int(before))?;
                let a = self.constant_temp(Const::Int(after))?;
                let t = self.ask("%match_seq", &[r, b, a], fail)?;
                self.parts(s.patterns.iter(), n, t, fail, captures)?;
            }
            Pattern::MatchStar(s) => capture(self, &s.name, r),
            Pattern::MatchMapping(m) => {
                let n = m.keys.len();
                let first = self.list(&m.keys)?;
                let keys = self.temp()?;
                self.emit(Op::BuildTuple { a: keys, b: first, n: n as u8 });
                let rest = self.constant_temp(Const::Bool(m.rest.is_some()))?;
                let t = self.ask("%match_map", &[r, keys, rest], fail)?;
                let first =
                    self.parts(m.patterns.iter(), n + usize::from(m.rest.is_some()), t, fail, captures)?;
                capture(self, &m.rest, first + n as u8);
            }
            Pattern::MatchClass(c) => {
                let class = self.fresh(&c.cls)?;
                self.at(p.range());
                let mut attrs: Vec<&str> = Vec::new();
                for k in &c.arguments.keywords {
                    if attrs.contains(&k.attr.as_str()) {
                        return self.error(format!("attribute name repeated in class pattern: {}", k.attr));
                    }
                    attrs.push(&k.attr);
                }
                let count = self.constant_temp(Const::Int(c.arguments.patterns.len() as i64))?;
                let attrs = attrs.into_iter().map(|a| Const::Str(self.mangled(a))).collect();
                let attrs = self.constant_temp(Const::Tuple(attrs))?;
                let t = self.ask("%match_class", &[r, class, count, attrs], fail)?;
                let inner =
                    c.arguments.patterns.iter().chain(c.arguments.keywords.iter().map(|k| &k.pattern));
                let n = c.arguments.patterns.len() + c.arguments.keywords.len();
                self.parts(inner, n, t, fail, captures)?;
            }
            Pattern::MatchAs(a) => {
                if let Some(p) = &a.pattern {
                    self.pattern(p, r, fail, captures)?;
                }
                capture(self, &a.name, r);
            }
            Pattern::MatchOr(o) => {
                let done = self.label();
                for (i, p) in o.patterns.iter().enumerate() {
                    if i + 1 == o.patterns.len() {
                        self.pattern(p, r, fail, captures)?;
                        break;
                    }
                    let other = self.label();
                    self.pattern(p, r, other, captures)?;
                    self.jump(done);
                    self.place(other);
                }
                self.place(done);
            }
        }
        self.free(mark as u8);
        Ok(())
    }

    /// Unpacks a tuple of `n` values and matches them; answers the first register.
    fn parts(
        &mut self,
        inner: impl Iterator<Item = &'a Pattern>,
        n: usize,
        tuple: u8,
        fail: Label,
        captures: &Captures<'a>,
    ) -> Res<u8> {
        let first = self.temps(n)?;
        self.emit(Op::Unpack { a: first, b: tuple, n: n as u8 });
        for (p, r) in inner.zip(first..) {
            self.pattern(p, r, fail, captures)?;
        }
        Ok(first)
    }
}
