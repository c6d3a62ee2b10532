//! Comprehensions, generator expressions, f-strings.

use super::build::{Res, Unit};
use super::scope::Kind;
use crate::bytecode::{Const, Inlined, Op};
use ruff_python_ast::{self as ast, Expr, FStringPart, InterpolatedStringElement};

/// What a comprehension does with each element.
enum Sink<'a> {
    List(u8, &'a Expr),
    Set(u8, &'a Expr),
    Dict(u8, &'a Expr, &'a Expr),
    Yield(&'a Expr),
}

impl<'a> Unit<'a> {
    pub(super) fn comprehension(&mut self, e: &'a Expr, d: u8) -> Res {
        let out = self.temp()?;
        let (gens, sink, range, name) = match e {
            Expr::ListComp(c) => {
                self.emit(Op::BuildList { a: out, b: out, n: 0 });
                (&c.generators, Sink::List(out, &c.elt), c.range, "<listcomp>")
            }
            Expr::SetComp(c) => {
                self.emit(Op::BuildSet { a: out, b: out, n: 0 });
                (&c.generators, Sink::Set(out, &c.elt), c.range, "<setcomp>")
            }
            Expr::DictComp(c) => {
                self.emit(Op::BuildDict { a: out, b: out, n: 0 });
                (&c.generators, Sink::Dict(out, &c.key, &c.value), c.range, "<dictcomp>")
            }
            _ => return self.error("not a comprehension"),
        };
        let first = self.any(&gens[0].iter)?;
        let outer = std::mem::replace(&mut self.scope, self.cx.scopes.find(range, Kind::Comp));
        let before = self.assigned.clone();
        self.declare(self.scope)?;
        self.make_cells(self.scope, 0)?;
        self.at(range);
        let start = self.pc();
        let (line, spot) = (self.line, (self.offset, self.end));
        self.clauses(gens, 0, Some(first), &sink)?;
        self.p.inlined.push(Inlined { start: start + 1, end: self.pc(), name: name.into(), line, spot });
        self.assigned = before;
        // The registers are given back; where this code is compiled again (in `finally`), the variables get others.
        let scope = std::mem::replace(&mut self.scope, outer);
        self.vars.retain(|v, _| v.0 != scope);
        self.emit(Op::Move { a: d, b: out });
        Ok(())
    }

    /// The loops from number `i` on; `first` is the register of what the first one iterates.
    fn clauses(
        &mut self,
        gens: &'a [ast::Comprehension],
        i: usize,
        first: Option<u8>,
        sink: &Sink<'a>,
    ) -> Res {
        let Some(g) = gens.get(i) else { return self.sink(sink, None) };
        if g.is_async {
            return self.error("asynchronous comprehensions are not supported");
        }
        let mark = self.top();
        let state = self.temps(4)?;
        let source = match first {
            Some(r) => r,
            None => self.any(&g.iter)?,
        };
        self.emit(Op::GetIter { a: state, b: source });
        let (head, next, out) = (self.label(), self.label(), self.label());
        self.place(head);
        let item = match &g.target {
            Expr::Name(n) => self.target_register(&n.id).unwrap_or(state + 3),
            _ => state + 3,
        };
        self.emit(Op::ForIter { a: state, d: item, to: out.0 });
        self.store(&g.target, item)?;
        for c in &g.ifs {
            self.cond(c, false, next)?;
        }
        match gens {
            // Each turn of the only loop comes to a value.
            [one] if one.ifs.is_empty() => self.sink(sink, Some(state))?,
            _ => self.clauses(gens, i + 1, None, sink)?,
        }
        // Also where a condition did not hold: that is an iteration, which counts.
        self.place(next);
        self.emit(Op::Loop { to: head.0 });
        self.place(out);
        self.free(mark as u8);
        Ok(())
    }

    /// A value comes: once for each turn of the loop with its state there, if that is known.
    fn sink(&mut self, sink: &Sink<'a>, each: Option<u8>) -> Res {
        let mark = self.top();
        match *sink {
            Sink::List(a, e) => {
                let b = self.any(e)?;
                self.emit(match each {
                    Some(c) => Op::ListCollect { a, b, c },
                    None => Op::ListAppend { a, b },
                });
            }
            Sink::Set(a, e) => {
                let b = self.any(e)?;
                self.emit(Op::SetAdd { a, b });
            }
            Sink::Dict(a, k, v) => {
                let k = self.fresh(k)?;
                let c = self.any(v)?;
                self.emit(Op::DictAdd { a, b: k, c });
            }
            Sink::Yield(e) => {
                let t = self.fresh(e)?;
                self.emit(Op::Yield { a: t, b: t });
            }
        }
        self.free(mark as u8);
        Ok(())
    }

    pub(super) fn generator_expr(&mut self, g: &'a ast::ExprGenerator, d: u8) -> Res {
        // The outermost iterable is evaluated here and is the argument.
        let call = self.temps(3)?;
        self.into(&g.generators[0].iter, call + 2)?;
        let id = self.cx.scopes.find(g.range, Kind::Function);
        let sources = self.sources(id)?;
        let qualname = self.inner_qualname("<genexpr>");
        let mut u = Unit::new(self.cx, id, "<genexpr>".into(), qualname, true);
        u.at(g.range);
        u.p.frees = sources;
        u.p.params.push(".0".into());
        u.p.npos = 1;
        let iter = u.temp()?;
        u.declare(id)?;
        u.make_cells(id, 1)?;
        u.clauses(&g.generators, 0, Some(iter), &Sink::Yield(&g.elt))?;
        let proto = u.finish(None)?;
        self.emit(Op::Unbind { a: call });
        self.emit(Op::Unbind { a: call + 1 });
        self.child(proto, call)?;
        self.emit(Op::Move { a: call + 1, b: call });
        self.emit(Op::Call { a: call, n: 1 });
        self.emit(Op::Move { a: d, b: call });
        Ok(())
    }

    pub(super) fn fstring(&mut self, f: &'a ast::ExprFString, d: u8) -> Res {
        let mut parts: Vec<u8> = Vec::new();
        for p in f.value.iter() {
            match p {
                FStringPart::Literal(s) => {
                    let t = self.temp()?;
                    self.load_const(t, Const::Str(s.value.to_string()))?;
                    parts.push(t);
                }
                FStringPart::FString(f) => self.pieces(&f.elements, &mut parts)?,
            }
        }
        self.join(&parts, d)
    }

    fn join(&mut self, parts: &[u8], d: u8) -> Res {
        match parts {
            [] => self.load_const(d, Const::Str(String::new()))?,
            [one] => {
                self.emit(Op::Move { a: d, b: *one });
            }
            [first, ..] => {
                self.emit(Op::BuildString { a: d, b: *first, n: parts.len() as u8 });
            }
        }
        Ok(())
    }

    fn pieces(&mut self, elements: &'a ast::InterpolatedStringElements, parts: &mut Vec<u8>) -> Res {
        for e in elements.iter() {
            match e {
                InterpolatedStringElement::Literal(s) => {
                    let t = self.temp()?;
                    self.load_const(t, Const::Str(s.value.to_string()))?;
                    parts.push(t);
                }
                InterpolatedStringElement::Interpolation(x) => {
                    if let Some(text) = &x.debug_text {
                        let t = self.temp()?;
                        let name = super::expr_text(self.cx, &x.expression);
                        self.load_const(t, Const::Str(format!("{}{name}{}", text.leading, text.trailing)))?;
                        parts.push(t);
                    }
                    let t = self.temp()?;
                    let mark = self.top();
                    // What the format says may assign.
                    let v = match &x.format_spec {
                        Some(_) => self.fresh(&x.expression)?,
                        None => self.any(&x.expression)?,
                    };
                    let spec = self.temp()?;
                    match &x.format_spec {
                        Some(s) => {
                            let mut inner = Vec::new();
                            self.pieces(&s.elements, &mut inner)?;
                            self.join(&inner, spec)?;
                        }
                        None => {
                            self.emit(Op::LoadNone { a: spec });
                        }
                    }
                    let conv = match x.conversion {
                        ast::ConversionFlag::Repr => b'r',
                        ast::ConversionFlag::Str => b's',
                        ast::ConversionFlag::Ascii => b'a',
                        ast::ConversionFlag::None if x.debug_text.is_some() && x.format_spec.is_none() => {
                            b'r'
                        }
                        ast::ConversionFlag::None => 0,
                    };
                    self.emit(Op::Format { a: t, b: v, c: spec, conv });
                    self.free(mark as u8);
                    parts.push(t);
                }
            }
        }
        Ok(())
    }
}
