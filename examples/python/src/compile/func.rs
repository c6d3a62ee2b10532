//! Functions, lambdas, classes, calls.

use super::build::{docstring, Res, Unit};
use super::expr::has_star;
use super::scope::{Kind, Meaning};
use crate::bytecode::{Const, Op, Proto};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::TextRange;
use std::rc::Rc;

/// Most arguments passed in registers.
const MAX_ARGS: usize = 60;

/// What a function does.
enum Body<'a> {
    /// Statements.
    Block(&'a [Stmt]),
    /// A lambda's expression.
    Value(&'a Expr),
    /// `async def`: refuses when it is called, so that programs run which only have such functions.
    Coroutine,
}

impl<'a> Unit<'a> {
    /// The qualified name of something defined here.
    pub(super) fn inner_qualname(&self, name: &str) -> String {
        match (self.p.qualname.as_str(), self.p.is_class) {
            // What is declared global is the module's.
            _ if self.cx.scopes.all[self.scope].globals.contains(name) => name.to_string(),
            _ if self.cx.scopes.all[self.cx.scopes.unit(self.scope)].kind == Kind::Module => name.to_string(),
            (q, true) => format!("{q}.{name}"),
            (q, false) => format!("{q}.<locals>.{name}"),
        }
    }
    /// Adds a nested function and makes a closure of it; defaults are in `a`, `a + 1`.
    pub(super) fn child(&mut self, p: Rc<Proto>, a: u8) -> Res {
        if self.p.children.len() >= u16::MAX as usize {
            return self.error("too many functions in one function");
        }
        self.p.children.push(p);
        let p = self.p.children.len() as u16 - 1;
        self.emit(Op::MakeFunction { a, p });
        Ok(())
    }

    /// Compiles a function and leaves its closure in `d`.
    fn function(
        &mut self,
        range: TextRange,
        name: &str,
        params: Option<&'a ast::Parameters>,
        returns: Option<&'a Expr>,
        body: Body<'a>,
        d: u8,
    ) -> Res {
        let id = self.cx.scopes.find(range, Kind::Function);
        let a = self.temps(2)?;
        self.emit(Op::Unbind { a });
        self.emit(Op::Unbind { a: a + 1 });
        if let Some(p) = params {
            let defaults: Vec<&Expr> =
                p.posonlyargs.iter().chain(&p.args).filter_map(|x| x.default.as_deref()).collect();
            if !defaults.is_empty() {
                let first = self.temps(defaults.len())?;
                for (i, e) in defaults.iter().enumerate() {
                    self.into(e, first + i as u8)?;
                }
                self.emit(Op::BuildTuple { a, b: first, n: defaults.len() as u8 });
                self.free(first);
            }
            if p.kwonlyargs.iter().any(|x| x.default.is_some()) {
                self.emit(Op::BuildDict { a: a + 1, b: a, n: 0 });
                for x in &p.kwonlyargs {
                    let Some(e) = &x.default else { continue };
                    let k = self.temps(2)?;
                    let name = self.mangled(&x.parameter.name);
                    self.load_const(k, Const::Str(name))?;
                    self.into(e, k + 1)?;
                    self.emit(Op::DictAdd { a: a + 1, b: k, c: k + 1 });
                    self.free(k);
                }
            }
        }
        let notes = self.notes(params, returns)?;
        self.at(range);
        let sources = self.sources(id)?;
        let qualname = self.inner_qualname(name);
        let is_generator = self.cx.scopes.all[id].is_generator && !matches!(body, Body::Coroutine);
        let mut u = Unit::new(self.cx, id, name.to_string(), qualname, is_generator);
        u.at(range);
        u.p.first_line = self.cx.lines.line(range.start().to_u32());
        u.p.frees = sources;
        if let Some(p) = params {
            let plain = p.posonlyargs.iter().chain(&p.args).chain(&p.kwonlyargs).map(|x| &x.parameter);
            let rest = p.vararg.iter().chain(&p.kwarg).map(|x| &**x);
            for x in plain.chain(rest) {
                let r = u.declare_one(id, &x.name)?;
                u.assigned.insert(r);
                let mangled = u.mangled(&x.name);
                u.p.params.push(mangled);
            }
            u.p.npos = (p.posonlyargs.len() + p.args.len()) as u8;
            u.p.nposonly = p.posonlyargs.len() as u8;
            u.p.nkwonly = p.kwonlyargs.len() as u8;
            u.p.varargs = p.vararg.is_some();
            u.p.varkw = p.kwarg.is_some();
        }
        let n = u.p.nparams();
        u.declare(id)?;
        u.make_cells(id, n)?;
        u.p.variables = u8::try_from(u.top()).unwrap_or(u8::MAX);
        let mut doc = None;
        match body {
            Body::Block(stmts) => {
                doc = docstring(stmts);
                u.block(stmts)?;
            }
            Body::Value(e) => {
                let r = u.any(e)?;
                u.emit(Op::Return { b: r });
            }
            Body::Coroutine => {
                let c = u.temps(3)?;
                let g = u.global("NotImplementedError")?;
                u.emit(Op::LoadGlobal { a: c + 1, g });
                u.load_const(c + 2, Const::Str("asynchronous functions are not supported".into()))?;
                u.emit(Op::Call { a: c, n: 1 });
                u.emit(Op::Raise { b: c });
            }
        }
        let proto = u.finish(doc)?;
        self.child(proto, a)?;
        if let Some(c) = notes {
            let k = self.konst(Const::Str("__annotations__".into()))?;
            self.emit(Op::SetAttr { a, c, k });
        }
        self.emit(Op::Move { a: d, b: a });
        self.free(a);
        Ok(())
    }

    /// A dictionary of a function's annotations, in a fresh register, if it has any.
    fn notes(&mut self, params: Option<&'a ast::Parameters>, returns: Option<&'a Expr>) -> Res<Option<u8>> {
        let mut all: Vec<(&str, &'a Expr)> = Vec::new();
        if let Some(p) = params {
            let plain = p.posonlyargs.iter().chain(&p.args).map(|x| &x.parameter);
            let rest = p.vararg.iter().map(|x| &**x);
            let named = p.kwonlyargs.iter().map(|x| &x.parameter);
            let more = p.kwarg.iter().map(|x| &**x);
            for x in plain.chain(rest).chain(named).chain(more) {
                all.extend(x.annotation.as_deref().map(|e| (x.name.as_str(), e)));
            }
        }
        all.extend(returns.map(|e| ("return", e)));
        if all.is_empty() {
            return Ok(None);
        }
        let d = self.temp()?;
        self.emit(Op::BuildDict { a: d, b: d, n: 0 });
        let t = self.temps(2)?;
        for (name, e) in all {
            let name = self.mangled(name);
            self.load_const(t, Const::Str(name))?;
            self.annotation(e, t + 1)?;
            self.emit(Op::DictAdd { a: d, b: t, c: t + 1 });
        }
        self.free(t);
        Ok(Some(d))
    }

    pub(super) fn lambda(&mut self, l: &'a ast::ExprLambda, d: u8) -> Res {
        self.function(l.range, "<lambda>", l.parameters.as_deref(), None, Body::Value(&l.body), d)
    }

    pub(super) fn def(&mut self, f: &'a ast::StmtFunctionDef) -> Res {
        let body = if f.is_async { Body::Coroutine } else { Body::Block(&f.body) };
        self.decorated(&f.decorator_list, &f.name, |u, d| {
            u.function(f.range, &f.name, Some(&f.parameters), f.returns.as_deref(), body, d)
        })
    }

    /// Makes something, applies decorators, stores it under a name.
    fn decorated(
        &mut self,
        decorators: &'a [ast::Decorator],
        name: &str,
        make: impl FnOnce(&mut Self, u8) -> Res,
    ) -> Res {
        let mark = self.top();
        let mut calls = Vec::new();
        for d in decorators {
            let a = self.temps(3)?;
            self.into(&d.expression, a + 1)?;
            calls.push((a, d.expression.range_of()));
        }
        let d = self.temp()?;
        make(self, d)?;
        let mut r = d;
        for (a, place) in calls.into_iter().rev() {
            self.at(place);
            self.emit(Op::Move { a: a + 2, b: r });
            self.emit(Op::Call { a, n: 1 });
            r = a;
        }
        self.store_name(name, r)?;
        self.free(mark as u8);
        Ok(())
    }

    pub(super) fn class(&mut self, c: &'a ast::StmtClassDef) -> Res {
        self.decorated(&c.decorator_list, &c.name, |u, d| u.class_value(c, d))
    }

    fn class_value(&mut self, c: &'a ast::StmtClassDef, d: u8) -> Res {
        let a = self.temps(4)?;
        self.load_const(a, Const::Str(c.name.to_string()))?;
        self.emit(Op::LoadNone { a: a + 3 });
        let (args, keywords): (&[Expr], &[ast::Keyword]) = match &c.arguments {
            Some(x) => (&x.args, &x.keywords),
            None => (&[], &[]),
        };
        self.long_tuple(args, a + 1)?;
        if !keywords.is_empty() {
            self.keyword_dict(keywords, a + 3, None)?;
        }
        // The body is a function that fills and returns a namespace.
        let id = self.cx.scopes.find(c.range, Kind::Class);
        let sources = self.sources(id)?;
        let qualname = self.inner_qualname(&c.name);
        let mut u = Unit::new(self.cx, id, c.name.to_string(), qualname.clone(), false);
        u.at(c.range);
        u.p.is_class = true;
        u.p.frees = sources;
        u.p.first_line = self.cx.lines.line(c.range.start().to_u32());
        // The namespace is the argument.
        u.p.params.push(".names".into());
        u.p.npos = 1;
        let ns = u.temp()?;
        u.namespace = Some(ns);
        let cell = u.declare_one(id, "__class__")?;
        let has_cell = u.is_cell(id, "__class__");
        let t = u.temps(2)?;
        let put = |u: &mut Unit<'a>, name: &str, v: u8| -> Res {
            let g = u.global(name)?;
            u.emit(Op::StoreName { a: ns, b: v, g });
            Ok(())
        };
        u.load_const(t, Const::Str(qualname))?;
        put(&mut u, "__qualname__", t)?;
        let g = u.global("__name__")?;
        u.emit(Op::LoadGlobal { a: t, g });
        put(&mut u, "__module__", t)?;
        let doc = docstring(&c.body);
        if let Some(text) = &doc {
            u.load_const(t, Const::Str(text.clone()))?;
            put(&mut u, "__doc__", t)?;
        }
        if c.body.iter().any(super::stat::annotates) {
            u.emit(Op::BuildDict { a: t, b: t, n: 0 });
            put(&mut u, "__annotations__", t)?;
        }
        if has_cell {
            u.emit(Op::Unbind { a: cell });
            u.emit(Op::NewCell { a: cell, b: cell });
            put(&mut u, "__classcell__", cell)?;
        }
        u.free(t);
        u.block(&c.body)?;
        let proto = u.finish(doc)?;
        let f = self.temps(3)?;
        self.emit(Op::Unbind { a: f });
        self.emit(Op::Unbind { a: f + 1 });
        self.child(proto, f)?;
        self.emit(Op::Move { a: f + 1, b: f });
        if args.is_empty() && keywords.is_empty() {
            self.emit(Op::BuildDict { a: f + 2, b: f + 2, n: 0 });
        } else {
            let call = self.temps(5)?;
            let g = self.global("%prepare")?;
            self.emit(Op::LoadGlobal { a: call + 1, g });
            self.emit(Op::Move { a: call + 2, b: a });
            self.emit(Op::Move { a: call + 3, b: a + 1 });
            self.emit(Op::Move { a: call + 4, b: a + 3 });
            self.emit(Op::Call { a: call, n: 3 });
            self.emit(Op::Unpack { a: call, b: call, n: 2 });
            self.emit(Op::Move { a: f + 2, b: call });
            self.emit(Op::Move { a: a + 1, b: call + 1 });
            self.free(call);
        }
        self.emit(Op::Call { a: f, n: 1 });
        self.emit(Op::Move { a: a + 2, b: f });
        self.emit(Op::BuildClass { a });
        self.emit(Op::Move { a: d, b: a });
        self.free(a);
        Ok(())
    }

    /// A dictionary of keyword arguments for what is in register `callee`, if that is known.
    fn keyword_dict(&mut self, keywords: &'a [ast::Keyword], d: u8, callee: Option<u8>) -> Res {
        self.emit(Op::BuildDict { a: d, b: d, n: 0 });
        for k in keywords {
            let mark = self.top();
            match &k.arg {
                Some(name) => {
                    let t = self.temps(2)?;
                    self.load_const(t, Const::Str(name.to_string()))?;
                    self.into(&k.value, t + 1)?;
                    self.emit(Op::DictAdd { a: d, b: t, c: t + 1 });
                }
                None => {
                    let b = self.any(&k.value)?;
                    self.emit(Op::DictMerge { a: d, b, f: callee.unwrap_or(d) });
                }
            }
            self.free(mark as u8);
        }
        Ok(())
    }

    /// The names that `locals()` answers here, into `d`.
    fn locals(&mut self, d: u8) -> Res {
        if let Some(b) = self.namespace {
            self.emit(Op::Move { a: d, b });
            return Ok(());
        }
        let unit = self.cx.scopes.unit(self.scope);
        if self.cx.scopes.all[unit].kind == Kind::Module {
            self.emit(Op::Globals { a: d });
            return Ok(());
        }
        let t = self.temp()?;
        self.emit(Op::BuildDict { a: t, b: t, n: 0 });
        let mut names = self.cx.scopes.all[unit].binds.clone();
        names.extend(self.cx.scopes.all[unit].frees.iter().map(|f| f.1.clone()));
        for n in names {
            let k = self.konst(Const::Str(n.clone()))?;
            match self.cx.scopes.meaning(unit, &n) {
                Meaning::Local(o) => {
                    let b = self.home(o, &n)?;
                    self.emit(Op::AddLocal { a: t, b, k });
                    self.free(t + 1);
                }
                Meaning::Free(i) => {
                    self.emit(Op::AddFree { a: t, i: i as u8, k });
                }
                _ => {}
            }
        }
        self.emit(Op::Move { a: d, b: t });
        Ok(())
    }

    /// Calls by name of the built-ins that ask about their caller; whether this is one.
    fn reflective(&mut self, c: &'a ast::ExprCall, d: u8) -> Res<bool> {
        let (Expr::Name(f), args) = (&*c.func, &c.arguments) else { return Ok(false) };
        let name = f.id.as_str();
        let known = ["globals", "locals", "vars", "dir", "eval", "exec"].contains(&name);
        let own = self.cx.scopes.all[0].binds.iter().any(|b| b == name);
        if !known || own || !args.keywords.is_empty() {
            return Ok(false);
        }
        if matches!(self.cx.scopes.meaning(self.scope, name), Meaning::Local(_) | Meaning::Free(_)) {
            return Ok(false);
        }
        match (name, &args.args[..]) {
            ("globals", []) => {
                self.emit(Op::Globals { a: d });
            }
            ("locals" | "vars", []) => self.locals(d)?,
            ("dir", []) => {
                let call = self.temps(3)?;
                let g = self.global("%names")?;
                self.emit(Op::LoadGlobal { a: call + 1, g });
                self.locals(call + 2)?;
                self.emit(Op::Call { a: call, n: 1 });
                self.emit(Op::Move { a: d, b: call });
            }
            ("eval" | "exec", [source]) if !matches!(source, Expr::Starred(_)) => {
                let call = self.temps(5)?;
                let g = self.global(name)?;
                self.emit(Op::LoadGlobal { a: call + 1, g });
                self.into(source, call + 2)?;
                self.at(c.range);
                self.emit(Op::Globals { a: call + 3 });
                self.locals(call + 4)?;
                self.emit(Op::Call { a: call, n: 3 });
                self.emit(Op::Move { a: d, b: call });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn call(&mut self, c: &'a ast::ExprCall, d: u8) -> Res {
        if self.reflective(c, d)? {
            return Ok(());
        }
        let mark = self.top();
        let call = self.temps(4)?;
        if self.super_parts(c, call + 2)?.is_some() {
            let g = self.global("super")?;
            self.emit(Op::LoadGlobal { a: call + 1, g });
            self.at(c.range);
            self.emit(Op::Call { a: call, n: 2 });
            self.emit(Op::Move { a: d, b: call });
            return Ok(());
        }
        self.free(mark as u8);
        let args = &c.arguments;
        let n = args.args.len() + args.keywords.len();
        let spread = has_star(&args.args) || args.keywords.iter().any(|k| k.arg.is_none()) || n > MAX_ARGS;
        // A call whose value goes to the temporary just made can use it as its scratch register.
        let a = if d as usize + 1 == self.top() && !self.is_variable(d) {
            self.temps(1)?;
            d
        } else {
            self.temps(2)?
        };
        let method = !spread && self.callee(&c.func, a)?;
        if spread {
            self.into(&c.func, a + 1)?;
            self.temps(2)?;
            self.at(c.range);
            // A single starred argument is iterated last of all.
            let alone = match &*args.args {
                [Expr::Starred(s)] => Some(s),
                _ => None,
            };
            match alone {
                Some(s) => self.into(&s.value, a + 2)?,
                None => self.long_tuple(&args.args, a + 2)?,
            }
            match &*args.keywords {
                [] => {
                    self.emit(Op::Unbind { a: a + 3 });
                }
                [k] if k.arg.is_none() => {
                    self.into(&k.value, a + 3)?;
                    self.at(c.range);
                    self.emit(Op::SpreadNames { a: a + 3, f: a + 1 });
                }
                keywords => self.keyword_dict(keywords, a + 3, Some(a + 1))?,
            }
            self.at(c.range);
            if alone.is_some() {
                self.emit(Op::SpreadItems { a: a + 2, f: a + 1 });
            }
            self.emit(Op::CallEx { a });
        } else {
            let first = self.temps(n)?;
            for (i, e) in args.args.iter().chain(args.keywords.iter().map(|k| &k.value)).enumerate() {
                self.into(e, first + i as u8)?;
            }
            self.at(c.range);
            let n = n as u8;
            if args.keywords.is_empty() {
                self.emit(if method { Op::CallMethod { a, n } } else { Op::Call { a, n } });
            } else {
                let names = args.keywords.iter().filter_map(|k| k.arg.as_ref());
                let names: Vec<Const> = names.map(|n| Const::Str(self.mangled(n))).collect();
                let k = self.konst(Const::Tuple(names))?;
                self.emit(Op::CallKw { a, n, method, k });
            }
        }
        if a != d {
            self.emit(Op::Move { a: d, b: a });
        }
        Ok(())
    }

    /// Evaluates what is called into `a`, `a + 1`; whether as a method.
    fn callee(&mut self, f: &'a Expr, a: u8) -> Res<bool> {
        let Expr::Attribute(x) = f else {
            self.into(f, a + 1)?;
            if let Expr::Name(n) = f {
                // `super()` without arguments finds its class and object by itself.
                if n.id.as_str() == "super" {
                    return Ok(false);
                }
            }
            return Ok(false);
        };
        let k = self.name_const(&x.attr)?;
        if let Some(()) = self.zero_super(&x.value, a)? {
            self.at(f.range_of());
            self.emit(Op::SuperMethod { a, k });
            return Ok(true);
        }
        let b = self.expr(&x.value, Some(a + 1))?;
        self.at(f.range_of());
        self.emit(Op::LoadMethod { a, b, k });
        Ok(true)
    }

    /// If the expression is `super()`: puts the class into `a`, the object into `a + 1`.
    pub(super) fn zero_super(&mut self, e: &'a Expr, a: u8) -> Res<Option<()>> {
        match e {
            Expr::Call(c) => self.super_parts(c, a),
            _ => Ok(None),
        }
    }

    fn super_parts(&mut self, c: &'a ast::ExprCall, a: u8) -> Res<Option<()>> {
        let Expr::Name(n) = &*c.func else { return Ok(None) };
        let is_super = n.id.as_str() == "super" && c.arguments.args.is_empty();
        if !is_super || self.cx.scopes.meaning(self.scope, "super") != Meaning::Global {
            return Ok(None);
        }
        let unit = self.cx.scopes.unit(self.scope);
        let known = !matches!(self.cx.scopes.meaning(self.scope, "__class__"), Meaning::Global);
        let Some(first) = self.p.params.first().cloned().filter(|_| known) else {
            return Ok(None);
        };
        let owner_scope = std::mem::replace(&mut self.scope, unit);
        self.load_name("__class__", Some(a))?;
        self.load_name(&first, Some(a + 1))?;
        self.scope = owner_scope;
        Ok(Some(()))
    }
}

/// Where an expression stands.
trait RangeOf {
    fn range_of(&self) -> TextRange;
}

impl RangeOf for Expr {
    fn range_of(&self) -> TextRange {
        ruff_text_size::Ranged::range(self)
    }
}
