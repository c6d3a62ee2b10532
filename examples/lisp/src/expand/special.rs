//! Calls, and forms that are not short for others.
//!
//! **Invariants.** The name of a form or primitive arrives here only where nothing of the program's hides it.
//!
//! **Example.** `(car x)` becomes a [`Kind::One`], `(f x)` a [`Kind::Call`], `(loop x)` in the right place a [`Kind::Jump`].

use super::{wrong, Expander, Res};
use crate::code::{Prim, Simple, Two, MOST_SLOTS, PRIMS};
use crate::expr::{At, Expr, Kind, INNER};
use crate::forms;
use crate::read::{Datum, Node};
use std::rc::Rc;
use std::sync::Arc;

impl Expander<'_> {
    pub(super) fn call(&mut self, line: u32, head: &Node, args: &[Node], at: At) -> Res<Expr> {
        if let Some(v) = head.symbol().and_then(|s| self.local(s)) {
            if at.jump && self.loops.iter().any(|l| Rc::ptr_eq(l, &v)) {
                let args = self.all(args)?;
                return Ok(Expr { line, kind: Kind::Jump(v, args) });
            }
        }
        let f = self.boxed(head, INNER)?;
        Ok(Expr { line, kind: Kind::Call(f, self.all(args)?) })
    }
    fn two(&mut self, line: u32, p: Two, a: Expr, b: Expr) -> Expr {
        Expr { line, kind: Kind::Two(p, Box::new([a, b])) }
    }
    /// A primitive or native called by its name.
    fn builtin(&mut self, line: u32, word: &str, args: &[Node]) -> Res<Option<Expr>> {
        let Some((_, prim)) = PRIMS.iter().find(|p| p.0 == word) else {
            let Some(n) = self.natives.iter().position(|n| *n == word) else { return Ok(None) };
            return Ok(Some(Expr { line, kind: Kind::Native(n as u16, self.all(args)?) }));
        };
        let mut values = self.all(args)?;
        if values.len() > MOST_SLOTS / 2 {
            return wrong(line, "too many values");
        }
        let kind = match (*prim, values.len()) {
            (Prim::One(p), 1) => Kind::One(p, Box::new(values.remove(0))),
            (Prim::Two(p), n) if n == 2 || p.least().is_some_and(|least| n >= least) => {
                let int = |n: i64| Expr { line, kind: Kind::Const(Datum::Int(n)) };
                let mut values = values.into_iter();
                let first = values.next().unwrap_or_else(|| int(p.neutral()));
                // `(+ a b c)` is `(+ (+ a b) c)`.
                return Ok(Some(match n {
                    1 => self.two(line, Two::Mul, int(p.sign()), first),
                    _ => values.fold(first, |a, b| self.two(line, p, a, b)),
                }));
            }
            (Prim::Three(p), 3) => Kind::Three(p, values),
            (prim, _) => return wrong(line, format!("`{word}` takes {} values", prim.takes())),
        };
        Ok(Some(Expr { line, kind }))
    }
    pub(super) fn form(
        &mut self,
        line: u32,
        word: &Arc<str>,
        args: &[Node],
        at: At,
        node: &Node,
    ) -> Res<Expr> {
        if let Some(e) = self.builtin(line, word, args)? {
            return Ok(e);
        }
        // Forms that are short for others are rewritten, and expanded then.
        if let Some(longer) = forms::rewrite(line, word, args)? {
            return self.expr(&longer, at);
        }
        let kind = match (&**word, args) {
            ("quote", [datum]) => match &datum.datum {
                Datum::List(items) if items.is_empty() => Kind::Simple(Simple::Nil),
                datum => Kind::Const(datum.clone()),
            },
            ("if", [c, t]) => {
                let (c, t) = (self.boxed(c, INNER)?, self.boxed(t, at)?);
                Kind::If(c, t, Box::new(Expr { line, kind: Kind::Simple(Simple::Void) }))
            }
            ("if", [c, t, e]) => Kind::If(self.boxed(c, INNER)?, self.boxed(t, at)?, self.boxed(e, at)?),
            ("or", [a, b]) => Kind::Or(self.boxed(a, INNER)?, self.boxed(b, at)?),
            ("begin", body) => return self.sequence(line, body, at),
            ("lambda", [params, body @ ..]) => return self.lambda(line, "lambda", params, body, None),
            ("set!", [name, value]) => {
                let Some(name) = name.symbol() else { return wrong(line, "`set!` needs a name") };
                let value = Box::new(self.expr(value, INNER)?);
                match self.variable(line, name)? {
                    Kind::Local(v) => {
                        v.assigned.set(true);
                        Kind::SetLocal(v, value)
                    }
                    Kind::Global(g) => Kind::SetGlobal(g, value),
                    _ => return wrong(line, format!("`{name}` is built in; define it to have your own")),
                }
            }
            ("let", [name, bindings, body @ ..]) if name.symbol().is_some() => {
                let (Some(name), Some(bindings)) = (name.symbol(), bindings.list()) else {
                    return wrong(line, "`let` needs bindings");
                };
                return self.named_let(line, name, bindings, body, at);
            }
            ("let", [bindings, body @ ..]) => {
                let Some(bindings) = bindings.list() else { return wrong(line, "`let` needs bindings") };
                let (vars, body) = self.bind(bindings, |e| e.body(line, body, at))?;
                Kind::Let(vars, Box::new(body))
            }
            ("letrec", [bindings, body @ ..]) => {
                let Some(bindings) = bindings.list() else { return wrong(line, "`letrec` needs bindings") };
                let bindings = forms::bindings(bindings)?.into_iter().map(|(n, v)| (n, v.clone())).collect();
                return self.letrec(line, bindings, body, at);
            }
            ("guard", [clause, body @ ..]) => {
                let body = self.body(line, body, INNER).map(Box::new)?;
                let (name, handler) = forms::guard_clauses(clause)?;
                let var = self.var(true);
                self.scope.push((name, var.clone()));
                let handler = self.expr(&handler, at).map(Box::new)?;
                self.scope.pop();
                Kind::Guard { body, var, handler }
            }
            ("apply", [_, _, ..]) => Kind::Apply(self.all(args)?),
            ("vector", _) => Kind::Vector(self.all(args)?),
            ("list", []) => Kind::Simple(Simple::Nil),
            ("list", _) => Kind::List(self.all(args)?),
            ("record", _) => {
                let fields = forms::bindings(args)?;
                let names = fields.iter().map(|(n, _)| self.name(n)).collect();
                let values = fields.iter().map(|(n, v)| self.named(n, v, None)).collect::<Res<_>>()?;
                Kind::Record(self.map(names), values)
            }
            ("get", [record, field]) => {
                let Some(field) = field.symbol() else { return wrong(line, "`get` needs a field's name") };
                Kind::Get(self.boxed(record, INNER)?, self.name(field))
            }
            ("put!", [record, field, value]) => {
                let Some(field) = field.symbol() else { return wrong(line, "`put!` needs a field's name") };
                let field = self.name(field);
                Kind::Put(self.boxed(record, INNER)?, field, self.boxed(value, INNER)?)
            }
            ("define", _) => return wrong(line, "a definition where an expression is expected"),
            _ if forms::FORMS.contains(&&**word) => return wrong(line, format!("a strange `{word}`")),
            _ => {
                let [head, args @ ..] = node.list().unwrap_or_default() else {
                    return wrong(line, "no call");
                };
                return self.call(line, head, args, at);
            }
        };
        Ok(Expr { line, kind })
    }
}
