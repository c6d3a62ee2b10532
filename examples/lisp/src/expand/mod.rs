//! From data to expressions: which word is a form, a variable, a primitive.
//!
//! **Problem.** How a variable is kept depends on all of its uses: one that is captured *and* assigned must be in a cell, and a named `let` whose name is only called where
//! the loop would end is a jump, not a procedure. Both are known when the whole procedure has been seen, so expressions come first and code second ([`crate::compile`]).
//!
//! **Invariants.** Whether a word is a form, a variable or a primitive is decided where it stands: a binding around it hides the others. Expressions are at most `DEEPEST`
//! in one another.
//!
//! **Not promised.** There are no macros. Names of forms may be bound like others, and are then no forms any more.
//!
//! **Example.** In `(let loop ((i 0)) (if (< i n) (loop (+ i 1)) i))` the name is called in tail position only: a [`Kind::Loop`] with a [`Kind::Jump`].

mod special;

use crate::code::{Simple, PRIMS};
use crate::expr::{At, Binding, Expr, Kind, Lambda, Var, INNER};
use crate::forms;
use crate::read::{Datum, Node, Wrong};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// A result, or what is wrong with the program.
pub type Res<T> = Result<T, Wrong>;

/// What the whole program has.
pub struct Expander<'a> {
    /// Globals by name; a program's own hide those of the library.
    pub globals: HashMap<Arc<str>, u32>,
    /// Names of all globals, by number.
    pub global_names: Vec<String>,
    /// Names of records' fields and quoted symbols.
    pub names: Vec<Arc<str>>,
    /// Hidden classes: lists of names.
    pub maps: Vec<Vec<u32>>,
    /// The first global of the text.
    own: u32,
    natives: &'a [&'a str],
    scope: Vec<(Arc<str>, Rc<Var>)>,
    /// Procedures around the expression, with what they are bound to.
    around: Vec<(usize, Option<Rc<Var>>)>,
    lambdas: usize,
    loops: Vec<Rc<Var>>,
    /// Names of named `let`s that have turned out to be procedures, by address: each word of a text is a string of its own.
    procedures: HashSet<*const u8>,
    /// Expressions around the one that is being expanded.
    depth: u32,
}

/// Expressions in expressions, after short forms have been rewritten: whoever walks expressions may recurse.
const DEEPEST: u32 = 1500;

/// An error in this line.
pub fn wrong<T>(line: u32, what: impl Into<String>) -> Res<T> {
    Err((line, what.into()))
}

impl<'a> Expander<'a> {
    /// One for a program that may call natives of these names.
    pub fn new(natives: &'a [&'a str]) -> Self {
        Expander {
            globals: HashMap::new(),
            global_names: Vec::new(),
            names: Vec::new(),
            maps: Vec::new(),
            own: 0,
            natives,
            scope: Vec::new(),
            around: vec![(0, None)],
            lambdas: 0,
            loops: Vec::new(),
            procedures: HashSet::new(),
            depth: 0,
        }
    }
    /// Expands a text's forms; the globals that it defines are visible in all of it.
    pub fn program(&mut self, forms: &[Node]) -> Res<Vec<Expr>> {
        self.own = self.global_names.len() as u32;
        self.procedures.clear();
        for form in forms {
            if let Some((name, _)) = forms::definition(form)? {
                // A name that is defined twice in one text is one global; one of the library's is hidden.
                if !self.hides(&name) {
                    self.globals.insert(name.clone(), self.global_names.len() as u32);
                    self.global_names.push(name.to_string());
                }
            }
        }
        forms.iter().map(|form| self.top(form)).collect()
    }
    fn top(&mut self, form: &Node) -> Res<Expr> {
        let Some((name, value)) = forms::definition(form)? else { return self.expr(form, INNER) };
        let value = self.named(&name, &value, None)?;
        Ok(Expr { line: form.line, kind: Kind::Define(self.globals[&name], Box::new(value)) })
    }
    /// An expression that gets a name: a procedure is called by it in messages.
    fn named(&mut self, name: &str, value: &Node, myself: Option<Rc<Var>>) -> Res<Expr> {
        match value.list() {
            Some([head, params, body @ ..]) if head.symbol().is_some_and(|s| self.is_form(s, "lambda")) => {
                self.lambda(value.line, name, params, body, myself)
            }
            _ => self.expr(value, INNER),
        }
    }
    /// Whether the text itself has a global of this name, which hides what the language has. (The library defines some forms as procedures, to be values.)
    fn hides(&self, word: &Arc<str>) -> bool {
        self.globals.get(word).is_some_and(|g| *g >= self.own)
    }
    /// Whether a word is this form here.
    fn is_form(&self, word: &Arc<str>, form: &str) -> bool {
        &**word == form && self.local(word).is_none() && !self.hides(word)
    }
    fn local(&self, name: &str) -> Option<Rc<Var>> {
        self.scope.iter().rev().find(|(n, _)| &**n == name).map(|(_, v)| v.clone())
    }
    fn var(&self, ready: bool) -> Rc<Var> {
        let owner = self.around.last().map_or(0, |a| a.0);
        let no = || Cell::new(false);
        let (assigned, captured, early, escapes) = (no(), no(), no(), no());
        Rc::new(Var {
            owner,
            slot: Cell::new(0),
            assigned,
            captured,
            early,
            ready: Cell::new(ready),
            escapes,
        })
    }
    /// The number of a name of a field or symbol.
    pub fn name(&mut self, name: &Arc<str>) -> u32 {
        let at = self.names.iter().position(|n| n == name).unwrap_or_else(|| {
            self.names.push(name.clone());
            self.names.len() - 1
        });
        at as u32
    }
    fn map(&mut self, names: Vec<u32>) -> u32 {
        let at = self.maps.iter().position(|m| *m == names).unwrap_or_else(|| {
            self.maps.push(names);
            self.maps.len() - 1
        });
        at as u32
    }
    /// Notes a use of a variable.
    fn uses(&self, v: &Rc<Var>) {
        let here = self.around.last().map_or(0, |a| a.0);
        v.captured.set(v.captured.get() || v.owner != here);
        let itself = |m: &Option<Rc<Var>>| m.as_ref().is_some_and(|m| Rc::ptr_eq(m, v));
        if !v.ready.get() && !self.around.iter().any(|(_, m)| itself(m)) {
            v.early.set(true);
        }
    }
    fn variable(&mut self, line: u32, name: &Arc<str>) -> Res<Kind> {
        if let Some(v) = self.local(name) {
            self.uses(&v);
            v.escapes.set(true);
            return Ok(Kind::Local(v));
        }
        if let Some(g) = self.globals.get(name) {
            return Ok(Kind::Global(*g));
        }
        let prim = PRIMS.iter().position(|p| p.0 == &**name);
        let native = || self.natives.iter().position(|n| *n == &**name).map(|n| n + PRIMS.len());
        match prim.or_else(native) {
            Some(n) => Ok(Kind::Builtin(n as u16)),
            None => wrong(line, format!("`{name}` is not defined")),
        }
    }
    /// Expands expressions of which only the last stands where all stand.
    fn sequence(&mut self, line: u32, body: &[Node], at: At) -> Res<Expr> {
        let Some((last, rest)) = body.split_last() else {
            return Ok(Expr { line, kind: Kind::Simple(Simple::Void) });
        };
        let mut all = rest.iter().map(|e| self.expr(e, INNER)).collect::<Res<Vec<_>>>()?;
        all.push(self.expr(last, at)?);
        Ok(Expr { line, kind: Kind::Seq(all) })
    }
    /// A body: definitions in it are a `letrec`.
    fn body(&mut self, line: u32, body: &[Node], at: At) -> Res<Expr> {
        let mut bindings = Vec::new();
        let mut last = 0;
        for (i, form) in body.iter().enumerate() {
            if let Some((name, value)) = forms::definition(form)? {
                // What stands between definitions is evaluated in its place.
                bindings.extend(body[last..i].iter().map(|e| ("".into(), e.clone())));
                bindings.push((name, value));
                last = i + 1;
            }
        }
        match bindings.is_empty() {
            true => self.sequence(line, body, at),
            false => self.letrec(line, bindings, &body[last..], at),
        }
    }
    fn letrec(&mut self, line: u32, bindings: Vec<(Arc<str>, Node)>, body: &[Node], at: At) -> Res<Expr> {
        let scope = self.scope.len();
        let vars: Vec<Rc<Var>> = bindings.iter().map(|_| self.var(false)).collect();
        self.scope.extend(bindings.iter().zip(&vars).map(|((n, _), v)| (n.clone(), v.clone())));
        let mut all = Vec::new();
        for ((name, value), v) in bindings.iter().zip(vars) {
            let value = self.named(name, value, Some(v.clone()))?;
            v.ready.set(true);
            all.push((v, value));
        }
        let body = self.body(line, body, at)?;
        self.scope.truncate(scope);
        Ok(Expr { line, kind: Kind::Letrec(all, Box::new(body)) })
    }
    fn lambda(
        &mut self,
        line: u32,
        name: &str,
        params: &Node,
        body: &[Node],
        myself: Option<Rc<Var>>,
    ) -> Res<Expr> {
        let (names, rest) = forms::parameters(params)?;
        self.lambdas += 1;
        let id = self.lambdas;
        let (scope, loops) = (self.scope.len(), std::mem::take(&mut self.loops));
        self.around.push((id, myself.clone()));
        let params: Vec<Rc<Var>> = names.iter().map(|_| self.var(true)).collect();
        self.scope.extend(names.into_iter().zip(params.iter().cloned()));
        let body = self.body(line, body, At { tail: true, jump: false })?;
        self.around.pop();
        self.scope.truncate(scope);
        self.loops = loops;
        let lambda = Lambda { id, name: name.to_string(), params, rest, myself, body };
        Ok(Expr { line, kind: Kind::Lambda(Box::new(lambda)) })
    }
    /// Variables with values, visible in the body. `f` expands it.
    fn bind(
        &mut self,
        bindings: &[Node],
        f: impl FnOnce(&mut Self) -> Res<Expr>,
    ) -> Res<(Vec<Binding>, Expr)> {
        let scope = self.scope.len();
        let mut all = Vec::new();
        let mut names = Vec::new();
        for (name, value) in forms::bindings(bindings)? {
            let value = self.named(&name, value, None)?;
            names.push(name);
            all.push((self.var(true), value));
        }
        self.scope.extend(names.into_iter().zip(all.iter().map(|(v, _)| v.clone())));
        let body = f(self)?;
        self.scope.truncate(scope);
        Ok((all, body))
    }
    /// `(let name (bindings) body)`: a loop if it can be one.
    fn named_let(
        &mut self,
        line: u32,
        name: &Arc<str>,
        bindings: &[Node],
        body: &[Node],
        at: At,
    ) -> Res<Expr> {
        // Tried as a loop; where the name turns out to be more than a jump, it is a procedure after all. That is noted: what is in such a `let` is expanded again.
        if self.procedures.contains(&name.as_ptr()) {
            return self.expr(&forms::named_let_as_letrec(line, name, bindings, body)?, at);
        }
        let (scope, outer) = (self.scope.len(), std::mem::take(&mut self.loops));
        let lambdas = self.lambdas;
        let loop_name = self.var(true);
        if at.jump {
            self.loops.clone_from(&outer);
        }
        self.loops.push(loop_name.clone());
        let expand = |e: &mut Self| {
            // The bindings are visible beside the name, and hide it.
            let first = e.scope.len() - bindings.len();
            e.scope.insert(first, (name.clone(), loop_name.clone()));
            e.body(line, body, At { tail: at.tail, jump: true })
        };
        let made = self.bind(bindings, expand);
        self.scope.truncate(scope);
        self.loops = outer;
        let (vars, body_expr) = made?;
        if !loop_name.escapes.get() && !loop_name.captured.get() {
            return Ok(Expr { line, kind: Kind::Loop { name: loop_name, vars, body: Box::new(body_expr) } });
        }
        self.lambdas = lambdas;
        self.procedures.insert(name.as_ptr());
        self.expr(&forms::named_let_as_letrec(line, name, bindings, body)?, at)
    }
    fn all(&mut self, nodes: &[Node]) -> Res<Vec<Expr>> {
        nodes.iter().map(|n| self.expr(n, INNER)).collect()
    }
    fn boxed(&mut self, node: &Node, at: At) -> Res<Box<Expr>> {
        Ok(Box::new(self.expr(node, at)?))
    }
    /// Expands an expression.
    pub fn expr(&mut self, node: &Node, at: At) -> Res<Expr> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return wrong(node.line, "too many expressions in one another");
        }
        let expr = self.expand(node, at);
        self.depth -= 1;
        expr
    }
    fn expand(&mut self, node: &Node, at: At) -> Res<Expr> {
        let line = node.line;
        let kind = match &node.datum {
            Datum::Symbol(name) => self.variable(line, name)?,
            Datum::List(items) => match items.as_slice() {
                [] => return wrong(line, "`()` is no expression; write `'()`"),
                [head, args @ ..] => match head.symbol() {
                    Some(word) if self.local(word).is_none() && !self.hides(word) => {
                        return self.form(line, word, args, at, node);
                    }
                    _ => return self.call(line, head, args, at),
                },
            },
            Datum::Dotted(..) => return wrong(line, "an expression with a dot"),
            Datum::Bool(true) => Kind::Simple(Simple::True),
            Datum::Bool(false) => Kind::Simple(Simple::False),
            datum => Kind::Const(datum.clone()),
        };
        Ok(Expr { line, kind })
    }
}
