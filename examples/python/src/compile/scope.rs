//! Which variable is what: local, cell, free or global.
//!
//! A pass over the whole module before code is made, as whether a variable lives in a cell depends on functions further down. Comprehensions
//! are scopes of names, but run in the activation around them: their variables are registers of it.
//!
//! **Example.** In `def f(): x = 1; return lambda: x`, scope `f` has the cell `x`, and the lambda's scope the free variable `(f, x)`.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// Kinds of scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs)]
pub enum Kind {
    Module,
    Class,
    Function,
    Comp,
}

/// Number of a scope.
pub type Id = usize;

/// A scope.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Scope {
    pub kind: Kind,
    pub parent: Id,
    pub binds: Vec<String>,
    pub globals: HashSet<String>,
    pub nonlocals: HashSet<String>,
    uses: Vec<String>,
    /// Variables captured by functions inside.
    pub cells: HashSet<String>,
    /// A generator expression, or another comprehension: its names are those of its loops alone.
    is_comp: bool,
    /// Variables that some statement unbinds: `del`, and the end of `except .. as`.
    pub deletes: HashSet<String>,
    /// Captured variables of functions outside, each with its owner.
    pub frees: Vec<(Id, String)>,
    pub is_generator: bool,
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Meaning {
    /// A variable of this scope, which belongs to the running function.
    Local(Id),
    /// Free variable number.
    Free(usize),
    /// A global.
    Global,
    /// A name of the class body.
    ClassName,
}

/// Most scopes within one another.
const NESTED: usize = 500;

/// All scopes of a module; number 0 is the module's.
#[derive(Default)]
pub struct Scopes {
    /// By number.
    pub all: Vec<Scope>,
    at: HashMap<(u32, u32, Kind), Id>,
    errors: Vec<(u32, String)>,
    /// Names declared `nonlocal`, with place and scope.
    outer: Vec<(u32, Id, String)>,
}

struct Walk {
    scopes: Scopes,
    now: Id,
    /// In how many expressions that a comprehension iterates this is.
    in_iterable: usize,
}

impl Scopes {
    /// Analyses a module.
    ///
    /// # Errors
    /// Offset and message of a misplaced declaration.
    pub fn of(body: &[Stmt]) -> Result<Scopes, (u32, String)> {
        let mut w = Walk { scopes: Scopes::default(), now: 0, in_iterable: 0 };
        w.scopes.add(Kind::Module, 0);
        w.visit_body(body);
        let mut scopes = w.scopes;
        if !scopes.errors.is_empty() {
            return Err(scopes.errors.swap_remove(0));
        }
        if let Some(s) = scopes.too_deep() {
            let at = scopes.at.iter().find(|(_, id)| **id == s).map_or(0, |(range, _)| range.0);
            return Err((at, "too many functions within one another".to_string()));
        }
        for (at, s, name) in &scopes.outer {
            if scopes.owner(*s, name).is_none() {
                return Err((*at, format!("no binding for nonlocal '{name}' found")));
            }
        }
        scopes.resolve_all();
        Ok(scopes)
    }
    /// A scope within more than [`NESTED`] others: names of the innermost functions have those of all around them.
    fn too_deep(&self) -> Option<Id> {
        let mut depths = vec![0; self.all.len()];
        (1..self.all.len()).find(|&s| {
            depths[s] = depths[self.all[s].parent] + 1;
            depths[s] > NESTED
        })
    }
    fn add(&mut self, kind: Kind, parent: Id) -> Id {
        self.all.push(Scope {
            kind,
            parent,
            binds: Vec::new(),
            globals: HashSet::default(),
            nonlocals: HashSet::default(),
            uses: Vec::new(),
            cells: HashSet::default(),
            is_comp: false,
            deletes: HashSet::default(),
            frees: Vec::new(),
            is_generator: false,
        });
        self.all.len() - 1
    }
    /// The scope that a node opens.
    pub fn find(&self, range: ruff_text_size::TextRange, kind: Kind) -> Id {
        self.at[&(range.start().to_u32(), range.end().to_u32(), kind)]
    }
    /// The function-like scope whose activation runs a scope.
    pub fn unit(&self, mut s: Id) -> Id {
        while self.all[s].kind == Kind::Comp {
            s = self.all[s].parent;
        }
        s
    }
    fn has(&self, s: Id, name: &str) -> bool {
        self.all[s].binds.iter().any(|b| b == name)
    }
    /// The scope that owns a name used in `from`, or `None` for a global.
    fn owner(&self, from: Id, name: &str) -> Option<Id> {
        let mut s = from;
        let mut first = true;
        loop {
            let scope = &self.all[s];
            if scope.globals.contains(name) {
                return None;
            }
            if scope.kind == Kind::Module {
                return None;
            }
            let visible = scope.kind != Kind::Class || first || name == "__class__";
            if visible && self.has(s, name) && !scope.nonlocals.contains(name) {
                return Some(s);
            }
            if scope.kind != Kind::Comp {
                first = false;
            }
            // A comprehension in a class body does not see the class's names.
            if scope.kind == Kind::Comp && self.all[scope.parent].kind == Kind::Class {
                first = false;
            }
            s = scope.parent;
        }
    }
    fn resolve_all(&mut self) {
        for s in 0..self.all.len() {
            let mut names = self.all[s].uses.clone();
            names.extend(self.all[s].nonlocals.iter().cloned());
            for name in names {
                let Some(owner) = self.owner(s, &name) else { continue };
                let (mut u, target) = (self.unit(s), self.unit(owner));
                if u == target {
                    continue;
                }
                self.all[owner].cells.insert(name.clone());
                while u != target {
                    let free = (owner, name.clone());
                    if !self.all[u].frees.contains(&free) {
                        self.all[u].frees.push(free);
                    }
                    u = self.unit(self.all[u].parent);
                }
            }
        }
        // As `co_freevars` and `__closure__` list them.
        self.all.iter_mut().for_each(|s| s.frees.sort_by(|a, b| a.1.cmp(&b.1)));
    }
    /// What a name means where it is used.
    pub fn meaning(&self, s: Id, name: &str) -> Meaning {
        match self.owner(s, name) {
            None if self.all[s].kind == Kind::Class && !self.all[s].globals.contains(name) => {
                Meaning::ClassName
            }
            None => Meaning::Global,
            Some(o) if self.unit(o) == self.unit(s) => {
                // `__class__` written in the class's body itself is a name like others.
                if self.all[o].kind == Kind::Class && (name != "__class__" || o == s) {
                    Meaning::ClassName
                } else {
                    Meaning::Local(o)
                }
            }
            Some(o) => {
                let frees = &self.all[self.unit(s)].frees;
                Meaning::Free(frees.iter().position(|f| f.0 == o && f.1 == name).unwrap_or(0))
            }
        }
    }
}

impl Walk {
    fn bind(&mut self, name: &str) {
        let s = &mut self.scopes.all[self.now];
        if !s.binds.iter().any(|b| b == name) {
            s.binds.push(name.to_string());
        }
    }
    fn name_use(&mut self, name: &str) {
        let s = &mut self.scopes.all[self.now];
        if !s.uses.iter().any(|b| b == name) {
            s.uses.push(name.to_string());
        }
    }
    fn scope(&mut self, range: ruff_text_size::TextRange, kind: Kind, f: impl FnOnce(&mut Self)) {
        let id = self.scopes.add(kind, self.now);
        self.scopes.at.insert((range.start().to_u32(), range.end().to_u32(), kind), id);
        let outer = std::mem::replace(&mut self.now, id);
        f(self);
        self.now = outer;
    }
    fn parameters(&mut self, p: &ast::Parameters) {
        let mut seen = HashSet::default();
        for x in p.iter() {
            if !seen.insert(x.name().to_string()) {
                let message = format!("duplicate argument '{}' in function definition", x.name());
                self.scopes.errors.push((x.name().range.start().to_u32(), message));
            }
            self.bind(x.name());
        }
    }
    fn defaults(&mut self, p: &ast::Parameters) {
        for x in p.iter_non_variadic_params() {
            if let Some(d) = &x.default {
                self.visit_expr(d);
            }
        }
    }
    fn iterable(&mut self, e: &Expr) {
        self.in_iterable += 1;
        self.visit_expr(e);
        self.in_iterable -= 1;
    }
    fn comp(
        &mut self,
        range: ruff_text_size::TextRange,
        kind: Kind,
        gens: &[ast::Comprehension],
        parts: &[&Expr],
    ) {
        self.iterable(&gens[0].iter);
        self.scope(range, kind, |w| {
            w.scopes.all[w.now].is_comp = true;
            for (i, g) in gens.iter().enumerate() {
                if i > 0 {
                    w.iterable(&g.iter);
                }
                w.visit_expr(&g.target);
                for c in &g.ifs {
                    w.visit_expr(c);
                }
            }
            for p in parts {
                w.visit_expr(p);
            }
            if kind == Kind::Function {
                w.scopes.all[w.now].is_generator = true;
            }
        });
    }
}

impl<'a> Visitor<'a> for Walk {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(f) => {
                self.bind(&f.name);
                for d in &f.decorator_list {
                    self.visit_expr(&d.expression);
                }
                self.defaults(&f.parameters);
                for x in f.parameters.iter() {
                    x.annotation().into_iter().for_each(|a| self.visit_expr(a));
                }
                f.returns.iter().for_each(|r| self.visit_expr(r));
                self.scope(f.range, Kind::Function, |w| {
                    w.parameters(&f.parameters);
                    w.visit_body(&f.body);
                });
            }
            Stmt::ClassDef(c) => {
                self.bind(&c.name);
                for d in &c.decorator_list {
                    self.visit_expr(&d.expression);
                }
                if let Some(a) = &c.arguments {
                    self.visit_arguments(a);
                }
                self.scope(c.range, Kind::Class, |w| {
                    w.bind("__class__");
                    w.visit_body(&c.body);
                });
            }
            Stmt::Global(g) => {
                for n in &g.names {
                    self.scopes.all[self.now].globals.insert(n.to_string());
                }
            }
            Stmt::Nonlocal(g) => {
                if self.now == 0 {
                    let message = "nonlocal declaration not allowed at module level".to_string();
                    self.scopes.errors.push((g.range.start().to_u32(), message));
                }
                for n in &g.names {
                    self.scopes.all[self.now].nonlocals.insert(n.to_string());
                    self.scopes.outer.push((g.range.start().to_u32(), self.now, n.to_string()));
                }
            }
            Stmt::Import(i) => {
                for a in &i.names {
                    match &a.asname {
                        Some(n) => self.bind(n),
                        None => self.bind(a.name.split('.').next().unwrap_or("")),
                    }
                }
            }
            Stmt::ImportFrom(i) => {
                for a in i.names.iter().filter(|a| a.name.as_str() != "*") {
                    self.bind(a.asname.as_ref().unwrap_or(&a.name));
                }
            }
            Stmt::Try(t) => {
                for h in &t.handlers {
                    let ast::ExceptHandler::ExceptHandler(h) = h;
                    if let Some(n) = &h.name {
                        self.bind(n);
                        self.scopes.all[self.now].deletes.insert(n.to_string());
                    }
                }
                visitor::walk_stmt(self, stmt);
            }
            // Annotations of a function's variables are not evaluated.
            Stmt::AnnAssign(a) => {
                if matches!(self.scopes.all[self.now].kind, Kind::Module | Kind::Class) {
                    self.visit_expr(&a.annotation);
                }
                if let Some(v) = &a.value {
                    self.visit_expr(v);
                }
                if a.value.is_some() || !matches!(*a.target, Expr::Name(_)) {
                    self.visit_expr(&a.target);
                } else if let Expr::Name(n) = &*a.target {
                    if self.scopes.all[self.now].kind == Kind::Function {
                        self.bind(&n.id);
                    }
                }
            }
            _ => visitor::walk_stmt(self, stmt),
        }
    }

    fn visit_pattern(&mut self, p: &'a ast::Pattern) {
        let name = match p {
            ast::Pattern::MatchAs(a) => &a.name,
            ast::Pattern::MatchStar(s) => &s.name,
            ast::Pattern::MatchMapping(m) => &m.rest,
            _ => &None,
        };
        if let Some(n) = name {
            self.bind(n);
        }
        visitor::walk_pattern(self, p);
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        match e {
            Expr::Name(n) => match n.ctx {
                ast::ExprContext::Load => {
                    self.name_use(&n.id);
                    if n.id.as_str() == "super" {
                        self.name_use("__class__");
                    }
                }
                context => {
                    self.bind(&n.id);
                    self.name_use(&n.id);
                    if context == ast::ExprContext::Del {
                        self.scopes.all[self.now].deletes.insert(n.id.to_string());
                    }
                }
            },
            Expr::Named(n) => {
                self.visit_expr(&n.value);
                // The target belongs to the function around comprehensions.
                let (now, at) = (self.now, n.range.start().to_u32());
                if self.in_iterable > 0 {
                    let message =
                        "assignment expression cannot be used in a comprehension iterable expression";
                    self.scopes.errors.push((at, message.to_string()));
                }
                while self.scopes.all[self.now].is_comp {
                    match &*n.target {
                        Expr::Name(x) if self.scopes.has(self.now, &x.id) => {
                            let message = format!(
                                "assignment expression cannot rebind comprehension iteration variable '{}'",
                                x.id
                            );
                            self.scopes.errors.push((x.range.start().to_u32(), message));
                        }
                        _ => {}
                    }
                    self.now = self.scopes.all[self.now].parent;
                }
                if self.now != now && self.scopes.all[self.now].kind == Kind::Class {
                    let message =
                        "assignment expression within a comprehension cannot be used in a class body";
                    self.scopes.errors.push((at, message.to_string()));
                }
                self.visit_expr(&n.target);
                self.now = now;
                self.visit_use(&n.target);
            }
            Expr::Lambda(l) => {
                if let Some(p) = &l.parameters {
                    self.defaults(p);
                }
                self.scope(l.range, Kind::Function, |w| {
                    if let Some(p) = &l.parameters {
                        w.parameters(p);
                    }
                    w.visit_expr(&l.body);
                });
            }
            Expr::ListComp(c) => self.comp(c.range, Kind::Comp, &c.generators, &[&c.elt]),
            Expr::SetComp(c) => self.comp(c.range, Kind::Comp, &c.generators, &[&c.elt]),
            Expr::DictComp(c) => self.comp(c.range, Kind::Comp, &c.generators, &[&c.key, &c.value]),
            Expr::Generator(c) => self.comp(c.range(), Kind::Function, &c.generators, &[&c.elt]),
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                let unit = self.scopes.unit(self.now);
                self.scopes.all[unit].is_generator = true;
                visitor::walk_expr(self, e);
            }
            _ => visitor::walk_expr(self, e),
        }
    }
}

impl Walk {
    fn visit_use(&mut self, e: &Expr) {
        if let Expr::Name(n) = e {
            self.name_use(&n.id);
        }
    }
}
