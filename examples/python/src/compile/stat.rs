//! Statements.

use super::build::{Block, Label, Res, Unit};
use super::expr::binop;
use crate::bytecode::{Const, Op};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;

impl<'a> Unit<'a> {
    pub(super) fn block(&mut self, body: &'a [Stmt]) -> Res {
        for s in body {
            let mark = self.top();
            self.at(s.range());
            self.stmt(s)?;
            self.free(mark as u8);
        }
        Ok(())
    }

    fn stmt(&mut self, s: &'a Stmt) -> Res {
        match s {
            Stmt::Expr(e) => match &*e.value {
                // A docstring or other literal has no effect.
                Expr::StringLiteral(_)
                | Expr::BytesLiteral(_)
                | Expr::NumberLiteral(_)
                | Expr::EllipsisLiteral(_)
                    if !self.shows => {}
                e if self.shows => {
                    let call = self.temps(3)?;
                    let g = self.global("%display")?;
                    self.emit(Op::LoadGlobal { a: call + 1, g });
                    self.into(e, call + 2)?;
                    self.emit(Op::Call { a: call, n: 1 });
                }
                e => {
                    self.any(e)?;
                }
            },
            Stmt::Assign(a) => self.assign(a)?,
            Stmt::AugAssign(a) => self.augmented(a)?,
            Stmt::AnnAssign(a) => {
                if let Some(v) = &a.value {
                    self.assign_one(&a.target, v)?;
                }
                self.annotate(a)?;
            }
            Stmt::Return(r) => {
                if matches!(self.cx.scopes.all[self.scope].kind, super::scope::Kind::Module)
                    || self.p.is_class
                {
                    return self.error("'return' outside function");
                }
                if self.blocks.iter().any(|b| matches!(b, Block::Star)) {
                    return self.leaves_star();
                }
                let finals =
                    self.blocks.iter().any(|b| !matches!(b, Block::Loop(..) | Block::Handler(_, None)));
                let b = match &r.value {
                    Some(e) if finals => self.fresh(e)?,
                    Some(e) => self.any(e)?,
                    None => {
                        let t = self.temp()?;
                        self.emit(Op::LoadNone { a: t });
                        t
                    }
                };
                self.leave(0)?;
                self.at(r.range);
                self.emit(Op::Return { b });
            }
            Stmt::If(i) => self.branch(i)?,
            Stmt::While(w) => self.while_loop(w)?,
            Stmt::For(f) => self.for_loop(f)?,
            Stmt::Break(_) => {
                let Some((depth, out, _)) = self.innermost_loop()? else {
                    return self.error("'break' outside loop");
                };
                self.leave(depth + 1)?;
                self.jump(out);
            }
            Stmt::Continue(_) => {
                let Some((depth, _, head)) = self.innermost_loop()? else {
                    return self.error("'continue' not properly in loop");
                };
                self.leave(depth + 1)?;
                self.emit(Op::Loop { to: head.0 });
            }
            Stmt::Pass(_) | Stmt::Global(_) | Stmt::Nonlocal(_) => {}
            Stmt::FunctionDef(f) => self.def(f)?,
            Stmt::ClassDef(c) => self.class(c)?,
            Stmt::Delete(d) => {
                for t in &d.targets {
                    self.delete(t)?;
                }
            }
            Stmt::Assert(a) => {
                let ok = self.label();
                self.cond(&a.test, true, ok)?;
                let before = self.assigned.clone();
                let c = self.temps(3)?;
                let g = self.global("AssertionError")?;
                self.emit(Op::LoadGlobal { a: c + 1, g });
                let mut n = 0;
                if let Some(m) = &a.msg {
                    self.into(m, c + 2)?;
                    n = 1;
                }
                self.at(a.test.range());
                self.emit(Op::Call { a: c, n });
                self.emit(Op::Raise { b: c });
                self.place(ok);
                self.assigned = before;
            }
            Stmt::Raise(r) => match (&r.exc, &r.cause) {
                (None, _) => match self.handled {
                    Some(b) => {
                        self.emit(Op::Reraise { b });
                    }
                    None => {
                        self.emit(Op::RaiseNone);
                    }
                },
                (Some(e), None) => {
                    let b = self.any(e)?;
                    self.at(r.range);
                    self.emit(Op::Raise { b });
                }
                (Some(e), Some(c)) => {
                    let b = self.fresh(e)?;
                    let c = self.any(c)?;
                    self.at(r.range);
                    self.emit(Op::RaiseFrom { b, c });
                }
            },
            Stmt::Try(t) => self.try_stmt(t)?,
            Stmt::With(w) => {
                if w.is_async {
                    return self.error("'async with' is not supported");
                }
                self.with_items(&w.items, &w.body, w.range)?;
            }
            Stmt::Import(i) => {
                for n in &i.names {
                    let r = self.temp()?;
                    let k = self.konst(Const::Str(n.name.to_string()))?;
                    self.emit(Op::Import { a: r, k });
                    match &n.asname {
                        Some(to) => {
                            // The last part of a dotted name.
                            for part in n.name.split('.').skip(1) {
                                let k = self.konst(Const::Str(part.to_string()))?;
                                self.emit(Op::GetAttr { a: r, b: r, k });
                            }
                            self.store_name(to, r)?;
                        }
                        None => self.store_name(n.name.split('.').next().unwrap_or(""), r)?,
                    }
                }
            }
            Stmt::ImportFrom(i) => self.import_from(i)?,
            Stmt::Match(m) => self.match_stmt(m)?,
            Stmt::TypeAlias(_) => return self.error("'type' statements are not supported"),
            Stmt::IpyEscapeCommand(_) => return self.error("invalid syntax"),
        }
        Ok(())
    }

    fn import_from(&mut self, i: &'a ast::StmtImportFrom) -> Res {
        let module = i.module.as_ref().map_or("", |m| m.as_str());
        // `=`: the module itself is wanted, not the first part of its name.
        let absolute = if i.level == 0 { "=" } else { "" };
        let full = absolute.to_string() + &".".repeat(i.level as usize) + module;
        if module == "__future__" {
            return Ok(());
        }
        let r = self.temps(2)?;
        let k = self.konst(Const::Str(full))?;
        self.emit(Op::Import { a: r, k });
        for n in &i.names {
            if n.name.as_str() == "*" {
                self.emit(Op::ImportStar { b: r });
                continue;
            }
            let k = self.konst(Const::Str(n.name.to_string()))?;
            self.emit(Op::ImportFrom { a: r + 1, b: r, k });
            self.store_name(n.asname.as_ref().unwrap_or(&n.name), r + 1)?;
        }
        Ok(())
    }

    /// The innermost loop: its depth among the blocks, where `break` and `continue` go.
    fn innermost_loop(&self) -> Res<Option<(usize, Label, Label)>> {
        for (i, b) in self.blocks.iter().enumerate().rev() {
            match b {
                Block::Loop(out, head) => return Ok(Some((i, *out, *head))),
                Block::Star => return self.leaves_star(),
                _ => {}
            }
        }
        Ok(None)
    }
    fn leaves_star<T>(&self) -> Res<T> {
        self.error("'break', 'continue' and 'return' cannot appear in an except* block")
    }

    fn assign(&mut self, a: &'a ast::StmtAssign) -> Res {
        if let [target] = &a.targets[..] {
            return self.assign_one(target, &a.value);
        }
        let r = self.fresh(&a.value)?;
        for t in &a.targets {
            self.store(t, r)?;
        }
        Ok(())
    }

    fn assign_one(&mut self, target: &'a Expr, value: &'a Expr) -> Res {
        match (target, value) {
            (Expr::Name(n), v) => {
                // Straight into the variable: an error on the way must not have changed it, which holds as results come last. Calls compute
                // in place, so they get a register of their own.
                if let Some(r) = self.target_register(&n.id) {
                    let direct = matches!(
                        v,
                        Expr::BinOp(_)
                            | Expr::Attribute(_)
                            | Expr::Subscript(_)
                            | Expr::Name(_)
                            | Expr::UnaryOp(_)
                            | Expr::NumberLiteral(_)
                            | Expr::StringLiteral(_)
                            | Expr::NoneLiteral(_)
                            | Expr::BooleanLiteral(_)
                    );
                    if direct {
                        self.into(v, r)?;
                        self.assigned.insert(r);
                        return Ok(());
                    }
                }
                let r = self.any(v)?;
                self.store_name(&n.id, r)
            }
            // `a, b = x, y` without the tuple.
            (Expr::Tuple(ts), Expr::Tuple(vs))
                if ts.elts.len() == vs.elts.len()
                    && ts.elts.len() < 20
                    && !super::expr::has_star(&ts.elts)
                    && !super::expr::has_star(&vs.elts) =>
            {
                let first = self.list(&vs.elts)?;
                for (i, t) in ts.elts.iter().enumerate() {
                    self.store(t, first + i as u8)?;
                }
                Ok(())
            }
            (t, v) => {
                let r = self.left(v, t)?;
                self.store(t, r)
            }
        }
    }

    /// In a module or the body of a class, what is noted of a name goes to `__annotations__`; as text, if the module says so.
    fn annotate(&mut self, a: &'a ast::StmtAnnAssign) -> Res {
        let module = self.cx.scopes.all[self.scope].kind == super::scope::Kind::Module;
        let evaluated = self.p.is_class || module;
        let mark = self.top();
        // Without a value, what the target is a part of is evaluated all the same.
        match &*a.target {
            Expr::Attribute(x) if a.value.is_none() => {
                self.any(&x.value)?;
            }
            Expr::Subscript(x) if a.value.is_none() => {
                self.any(&x.value)?;
                self.any(&x.slice)?;
            }
            _ => {}
        }
        let n = match &*a.target {
            Expr::Name(n) if a.simple && evaluated => n,
            _ => {
                if evaluated && !self.cx.late_annotations {
                    self.any(&a.annotation)?;
                }
                self.free(mark as u8);
                return Ok(());
            }
        };
        let first = self.temps(3)?;
        let g = self.global("__annotations__")?;
        self.annotation(&a.annotation, first + 2)?;
        self.at(a.range);
        match self.namespace {
            Some(b) => self.emit(Op::LoadName { a: first, b, g }),
            None => self.emit(Op::LoadGlobal { a: first, g }),
        };
        self.load_const(first + 1, Const::Str(self.mangled(&n.id)))?;
        self.emit(Op::SetItem { a: first, b: first + 1, c: first + 2 });
        self.free(mark as u8);
        Ok(())
    }

    /// Evaluates an annotation, or takes its text.
    pub(super) fn annotation(&mut self, e: &'a Expr, d: u8) -> Res {
        if self.cx.late_annotations {
            return self.load_const(d, Const::Str(super::expr_text(self.cx, e)));
        }
        self.into(e, d)
    }

    /// Begins `__annotations__` of a module or class that has any.
    pub(super) fn begin_annotations(&mut self, body: &[Stmt]) -> Res {
        if !body.iter().any(annotates) {
            return Ok(());
        }
        let t = self.temp()?;
        self.emit(Op::BuildDict { a: t, b: t, n: 0 });
        self.store_name("__annotations__", t)?;
        self.free(t);
        Ok(())
    }

    /// Assigns the value in a register to a target.
    pub(super) fn store(&mut self, target: &'a Expr, r: u8) -> Res {
        let mark = self.top();
        match target {
            Expr::Name(n) => self.store_name(&n.id, r)?,
            Expr::Attribute(x) => {
                let a = self.any(&x.value)?;
                let k = self.name_const(&x.attr)?;
                self.at(target.range());
                self.emit(Op::SetAttr { a, c: r, k });
            }
            Expr::Subscript(s) => {
                let a = self.left(&s.value, &s.slice)?;
                let b = self.any(&s.slice)?;
                self.at(target.range());
                self.emit(Op::SetItem { a, b, c: r });
            }
            Expr::Tuple(ast::ExprTuple { elts, .. }) | Expr::List(ast::ExprList { elts, .. }) => {
                let n = elts.len();
                let star = elts.iter().position(|e| matches!(e, Expr::Starred(_)));
                let first = self.temps(n)?;
                self.at(target.range());
                self.emit(match star {
                    None => Op::Unpack { a: first, b: r, n: n as u8 },
                    Some(i) => Op::UnpackEx { a: first, b: r, before: i as u8, after: (n - i - 1) as u8 },
                });
                for (i, t) in elts.iter().enumerate() {
                    match t {
                        Expr::Starred(s) => self.store(&s.value, first + i as u8)?,
                        t => self.store(t, first + i as u8)?,
                    }
                }
            }
            Expr::Starred(_) => return self.error("starred assignment target must be in a list or tuple"),
            _ => return self.error("cannot assign to this expression"),
        }
        self.free(mark as u8);
        Ok(())
    }

    fn augmented(&mut self, s: &'a ast::StmtAugAssign) -> Res {
        let op = binop(s.op);
        match &*s.target {
            Expr::Name(n) => {
                let b = self.left(&s.target, &s.value)?;
                let c = self.any(&s.value)?;
                self.at(s.range);
                match self.target_register(&n.id) {
                    Some(r) => {
                        self.emit(Op::InPlace { op, a: r, b, c });
                    }
                    None => {
                        let t = self.temp()?;
                        self.emit(Op::InPlace { op, a: t, b, c });
                        self.store_name(&n.id, t)?;
                    }
                }
            }
            Expr::Attribute(x) => {
                let obj = self.fresh(&x.value)?;
                let k = self.name_const(&x.attr)?;
                let t = self.temp()?;
                self.at(x.range);
                self.emit(Op::GetAttr { a: t, b: obj, k });
                let c = self.any(&s.value)?;
                self.at(s.range);
                self.emit(Op::InPlace { op, a: t, b: t, c });
                self.at(x.range);
                self.emit(Op::SetAttr { a: obj, c: t, k });
            }
            Expr::Subscript(x) => {
                let obj = self.fresh(&x.value)?;
                let i = self.fresh(&x.slice)?;
                let t = self.temp()?;
                self.at(x.range);
                self.emit(Op::GetItem { a: t, b: obj, c: i });
                let c = self.any(&s.value)?;
                self.at(s.range);
                self.emit(Op::InPlace { op, a: t, b: t, c });
                self.at(x.range);
                self.emit(Op::SetItem { a: obj, b: i, c: t });
            }
            _ => return self.error("illegal expression for augmented assignment"),
        }
        Ok(())
    }

    fn delete(&mut self, t: &'a Expr) -> Res {
        match t {
            Expr::Name(n) => {
                self.at(n.range);
                self.del_name(&n.id)
            }
            Expr::Attribute(x) => {
                let a = self.any(&x.value)?;
                let k = self.name_const(&x.attr)?;
                self.at(x.range);
                self.emit(Op::DelAttr { a, k });
                Ok(())
            }
            Expr::Subscript(s) => {
                let a = self.fresh(&s.value)?;
                let b = self.any(&s.slice)?;
                self.at(s.range);
                self.emit(Op::DelItem { a, b });
                Ok(())
            }
            Expr::Tuple(ts) => ts.elts.iter().try_for_each(|t| self.delete(t)),
            Expr::List(ts) => ts.elts.iter().try_for_each(|t| self.delete(t)),
            _ => self.error("cannot delete this expression"),
        }
    }

    fn branch(&mut self, i: &'a ast::StmtIf) -> Res {
        let end = self.label();
        let mut next = self.label();
        self.cond(&i.test, false, next)?;
        let start = self.assigned.clone();
        self.block(&i.body)?;
        let mut after = self.assigned.clone();
        let mut has_else = false;
        for clause in &i.elif_else_clauses {
            self.jump(end);
            self.place(next);
            next = self.label();
            self.assigned = start.clone();
            match &clause.test {
                Some(t) => {
                    self.at(t.range());
                    self.cond(t, false, next)?;
                }
                None => has_else = true,
            }
            self.block(&clause.body)?;
            after.retain(|r| self.assigned.contains(r));
        }
        if !has_else {
            after.retain(|r| start.contains(r));
        }
        self.place(next);
        self.place(end);
        self.assigned = after;
        Ok(())
    }

    fn while_loop(&mut self, w: &'a ast::StmtWhile) -> Res {
        let (head, out, other) = (self.label(), self.label(), self.label());
        self.place(head);
        self.cond(&w.test, false, other)?;
        let before = self.assigned.clone();
        self.blocks.push(Block::Loop(out, head));
        self.block(&w.body)?;
        self.blocks.pop();
        self.emit(Op::Loop { to: head.0 });
        self.place(other);
        self.assigned = before.clone();
        self.block(&w.orelse)?;
        self.place(out);
        self.assigned = before;
        Ok(())
    }

    fn for_loop(&mut self, f: &'a ast::StmtFor) -> Res {
        if f.is_async {
            return self.error("'async for' is not supported");
        }
        let state = self.temps(4)?;
        let b = self.expr(&f.iter, Some(state))?;
        self.at(f.range);
        self.emit(Op::GetIter { a: state, b });
        let (head, out, other) = (self.label(), self.label(), self.label());
        self.place(head);
        let before = self.assigned.clone();
        let item = match &*f.target {
            Expr::Name(n) => self.target_register(&n.id).unwrap_or(state + 3),
            _ => state + 3,
        };
        self.emit(Op::ForIter { a: state, d: item, to: other.0 });
        self.store(&f.target, item)?;
        self.blocks.push(Block::Loop(out, head));
        self.block(&f.body)?;
        self.blocks.pop();
        self.emit(Op::Loop { to: head.0 });
        self.place(other);
        self.assigned = before.clone();
        self.block(&f.orelse)?;
        self.place(out);
        self.assigned = before;
        Ok(())
    }
}

/// Whether a statement of a module or of a class's body notes the type of a name.
pub(super) fn annotates(s: &ast::Stmt) -> bool {
    match s {
        ast::Stmt::AnnAssign(_) => true,
        ast::Stmt::If(i) => {
            i.body.iter().any(annotates) || i.elif_else_clauses.iter().any(|c| c.body.iter().any(annotates))
        }
        ast::Stmt::For(f) => f.body.iter().any(annotates),
        ast::Stmt::While(w) => w.body.iter().any(annotates),
        ast::Stmt::With(w) => w.body.iter().any(annotates),
        ast::Stmt::Try(t) => t.body.iter().chain(&t.orelse).chain(&t.finalbody).any(annotates),
        _ => false,
    }
}
