//! A function being compiled: its registers, labels, constants, blocks.

use super::scope::{Id, Kind, Meaning, Scopes};
use super::{Lines, SyntaxError};
use crate::bytecode::{CellSource, Const, Handler, Op, Proto};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::TextRange;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// What all functions of a module share.
pub struct Context {
    /// Scopes.
    pub scopes: Scopes,
    /// Lines.
    pub lines: Lines,
    /// File name.
    pub file: Rc<str>,
    /// The text.
    pub source: String,
    /// Whether annotations are kept as text: `from __future__ import annotations`.
    pub late_annotations: bool,
}

/// Most registers of a function.
const MAX_REGISTERS: usize = 240;

/// A place to jump to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(pub u32);

/// What encloses the code being made, as far as `break`, `continue` and `return` must know.
#[derive(Clone)]
pub enum Block<'a> {
    /// A loop: where `break` and `continue` go. A `for` loop keeps its state in registers, which need no cleaning.
    Loop(Label, Label),
    /// A `finally` body.
    Finally(&'a [Stmt]),
    /// A `with` block whose exit method and object are in registers `.0`, `.0 + 1`.
    With(u8),
    /// The body of an exception handler, with the register of the exception handled before if that is kept.
    Handler(Option<u8>),
    /// Around the body of an `except*`, which no `break`, `continue` or `return` leaves.
    Star,
}

/// A protected range being made.
pub struct Try {
    pub(super) ranges: Vec<(u32, u32)>,
    pub(super) open: Option<u32>,
    /// How many blocks enclose it.
    pub(super) depth: usize,
}

/// The function being compiled.
pub struct Unit<'a> {
    pub(super) cx: &'a Context,
    pub(super) p: Proto,
    pub(super) scope: Id,
    vars: HashMap<(Id, String), u8>,
    pub(super) assigned: HashSet<u8>,
    top: usize,
    labels: Vec<Option<u32>>,
    consts: HashMap<String, u16>,
    pub(super) blocks: Vec<Block<'a>>,
    pub(super) tries: Vec<Try>,
    pub(super) line: u32,
    pub(super) offset: u32,
    pub(super) end: u32,
    /// Register of the exception being handled.
    pub(super) handled: Option<u8>,
    /// In a class body, or code whose names are in a mapping, the register of the namespace.
    pub(super) namespace: Option<u8>,
    /// Values of expression statements are shown.
    pub(super) shows: bool,
}

pub(super) type Res<T = ()> = Result<T, SyntaxError>;

/// The docstring of a body.
pub fn docstring(body: &[Stmt]) -> Option<String> {
    match body.first() {
        Some(Stmt::Expr(e)) => match &*e.value {
            Expr::StringLiteral(s) => Some(s.value.to_str().to_string()),
            _ => None,
        },
        _ => None,
    }
}

impl<'a> Unit<'a> {
    pub(super) fn new(
        cx: &'a Context,
        scope: Id,
        name: String,
        qualname: String,
        is_generator: bool,
    ) -> Unit<'a> {
        let of = &cx.scopes.all[scope];
        let mut p = Proto { name, qualname, file: cx.file.clone(), is_generator, ..Proto::default() };
        p.free_names = of.frees.iter().map(|f| f.1.clone()).collect();
        if of.kind == Kind::Function {
            let own = of.binds.iter().filter(|n| !of.globals.contains(*n) && !of.nonlocals.contains(*n));
            (p.cells, p.locals) = own.cloned().partition(|n| of.cells.contains(n));
        }
        Unit {
            cx,
            p,
            scope,
            vars: HashMap::new(),
            assigned: HashSet::new(),
            top: 0,
            labels: Vec::new(),
            consts: HashMap::new(),
            blocks: Vec::new(),
            tries: Vec::new(),
            line: 1,
            offset: 0,
            end: 0,
            handled: None,
            namespace: None,
            shows: false,
        }
    }
    pub(super) fn error<T>(&self, message: impl Into<String>) -> Res<T> {
        Err(SyntaxError::new(message, self.offset as usize, self.end as usize))
    }
    /// What is compiled next stands there.
    pub(super) fn at(&mut self, r: TextRange) {
        self.offset = r.start().to_u32();
        self.end = r.end().to_u32();
        self.line = self.cx.lines.line(self.offset);
    }
    pub(super) fn pc(&self) -> u32 {
        self.p.ops.len() as u32
    }
    pub(super) fn emit(&mut self, op: Op) -> usize {
        self.p.ops.push(op);
        self.p.lines.push(self.line);
        self.p.spots.push((self.offset, self.end));
        self.p.ops.len() - 1
    }
    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }
    pub(super) fn place(&mut self, l: Label) {
        self.labels[l.0 as usize] = Some(self.pc());
    }
    pub(super) fn jump(&mut self, l: Label) {
        self.emit(Op::Jump { to: l.0 });
    }
    /// Allocates a temporary register.
    pub(super) fn temp(&mut self) -> Res<u8> {
        self.temps(1)
    }
    /// Allocates consecutive temporaries; answers the first.
    pub(super) fn temps(&mut self, n: usize) -> Res<u8> {
        let r = self.top;
        self.top += n;
        if self.top > MAX_REGISTERS {
            return self.error("too many variables or too deep an expression in one function");
        }
        self.p.registers = self.p.registers.max(self.top as u8);
        Ok(r as u8)
    }
    /// Frees a temporary and all above it.
    pub(super) fn free(&mut self, r: u8) {
        debug_assert!(r as usize <= self.top);
        self.top = r as usize;
    }
    pub(super) fn top(&self) -> usize {
        self.top
    }
    pub(super) fn konst(&mut self, c: Const) -> Res<u16> {
        let key = format!("{c:?}");
        if let Some(&k) = self.consts.get(&key) {
            return Ok(k);
        }
        if self.p.consts.len() >= u16::MAX as usize {
            return self.error("too many constants in one function");
        }
        self.p.consts.push(c);
        let k = self.p.consts.len() as u16 - 1;
        self.consts.insert(key, k);
        Ok(k)
    }
    pub(super) fn name_const(&mut self, s: &str) -> Res<u16> {
        let s = self.mangled(s);
        self.konst(Const::Str(s))
    }
    /// `__name` in a class is `_Class__name`.
    pub(super) fn mangled(&self, name: &str) -> String {
        if !name.starts_with("__") || name.ends_with("__") || name.contains('.') {
            return name.to_string();
        }
        let class = self.class_name();
        match class.trim_start_matches('_') {
            "" => name.to_string(),
            c => format!("_{c}{name}"),
        }
    }
    fn class_name(&self) -> String {
        let parts: Vec<&str> = self.p.qualname.split('.').collect();
        if self.p.is_class {
            return self.p.name.clone();
        }
        // The nearest class around: the part before the last that is not a function.
        let mut s = self.scope;
        let mut up = 0;
        loop {
            let scope = &self.cx.scopes.all[s];
            match scope.kind {
                Kind::Class => break,
                Kind::Module => return String::new(),
                Kind::Function => up += 1,
                Kind::Comp => {}
            }
            s = scope.parent;
        }
        let named: Vec<&&str> = parts.iter().filter(|p| **p != "<locals>").collect();
        named.len().checked_sub(up + 1).map_or(String::new(), |i| named[i].to_string())
    }
    pub(super) fn global(&mut self, name: &str) -> Res<u16> {
        let name = &self.mangled(name);
        if let Some(i) = self.p.globals.iter().position(|g| g == name) {
            return Ok(i as u16);
        }
        if self.p.globals.len() >= u16::MAX as usize {
            return self.error("too many globals in one function");
        }
        self.p.globals.push(name.to_string());
        Ok(self.p.globals.len() as u16 - 1)
    }
    /// The register of a variable of this function.
    pub(super) fn var(&mut self, owner: Id, name: &str) -> Res<u8> {
        let key = (owner, name.to_string());
        if let Some(&r) = self.vars.get(&key) {
            return Ok(r);
        }
        self.error(format!("variable {name} has no place"))
    }
    /// Gives the variables of a scope their registers.
    pub(super) fn declare(&mut self, scope: Id) -> Res {
        let s = &self.cx.scopes.all[scope];
        let names: Vec<String> = s.binds.clone();
        for n in names {
            if s.globals.contains(&n) || s.nonlocals.contains(&n) {
                continue;
            }
            self.declare_one(scope, &n)?;
        }
        Ok(())
    }
    pub(super) fn declare_one(&mut self, scope: Id, name: &str) -> Res<u8> {
        let key = (scope, name.to_string());
        if let Some(&r) = self.vars.get(&key) {
            return Ok(r);
        }
        let r = self.temp()?;
        self.vars.insert(key, r);
        Ok(r)
    }
    pub(super) fn is_cell(&self, owner: Id, name: &str) -> bool {
        self.cx.scopes.all[owner].cells.contains(name)
    }
    /// Makes cells for the captured variables of a scope that has just been declared. Others that are not parameters are unbound: stale values of
    /// an earlier activation may lie in their registers.
    pub(super) fn make_cells(&mut self, scope: Id, params: usize) -> Res {
        let s = &self.cx.scopes.all[scope];
        for n in &s.binds {
            let Some(&r) = self.vars.get(&(scope, n.clone())) else { continue };
            if !s.cells.contains(n) {
                if r as usize >= params {
                    self.emit(Op::Unbind { a: r });
                }
                continue;
            }
            if (r as usize) >= params {
                self.emit(Op::Unbind { a: r });
            }
            self.emit(Op::NewCell { a: r, b: r });
        }
        Ok(())
    }
    /// Where a nested function's free variables come from.
    pub(super) fn sources(&mut self, child: Id) -> Res<Vec<CellSource>> {
        let frees = self.cx.scopes.all[child].frees.clone();
        let unit = self.cx.scopes.unit(self.scope);
        let mut out = Vec::new();
        for (owner, name) in frees {
            if self.cx.scopes.unit(owner) == unit {
                out.push(CellSource::Register(self.var(owner, &name)?));
            } else {
                let mine = &self.cx.scopes.all[unit].frees;
                let i = mine.iter().position(|f| f.0 == owner && f.1 == name);
                out.push(CellSource::Free(i.unwrap_or(0) as u8));
            }
        }
        Ok(out)
    }
    /// What a name means here.
    fn meaning(&self, name: &str) -> Meaning {
        match self.cx.scopes.meaning(self.scope, name) {
            // Code whose names are in a mapping.
            Meaning::Global if self.namespace.is_some() && !self.p.is_class => Meaning::ClassName,
            m => m,
        }
    }
    /// Reads a name: the register of a variable itself, or `dest` (a temporary if none).
    pub(super) fn load_name(&mut self, name: &str, dest: Option<u8>) -> Res<u8> {
        let meaning = self.meaning(name);
        let k = self.konst(Const::Str(name.to_string()))?;
        if let Meaning::Local(o) = meaning {
            let r = self.var(o, name)?;
            if !self.is_cell(o, name) {
                if !self.assigned.contains(&r) {
                    self.emit(Op::CheckBound { a: r, k });
                    self.assigned.insert(r);
                }
                return match dest {
                    Some(d) if d != r => {
                        self.emit(Op::Move { a: d, b: r });
                        Ok(d)
                    }
                    _ => Ok(r),
                };
            }
            let d = self.dest(dest)?;
            self.emit(Op::GetCell { a: d, b: r, k });
            return Ok(d);
        }
        let d = self.dest(dest)?;
        match meaning {
            Meaning::Free(i) => {
                self.emit(Op::GetFree { a: d, i: i as u8, k });
            }
            Meaning::ClassName => {
                let g = self.global(name)?;
                match self.namespace {
                    Some(b) => self.emit(Op::LoadName { a: d, b, g }),
                    None => self.emit(Op::LoadGlobal { a: d, g }),
                };
            }
            _ => {
                let g = self.global(name)?;
                self.emit(Op::LoadGlobal { a: d, g });
            }
        }
        Ok(d)
    }
    pub(super) fn dest(&mut self, dest: Option<u8>) -> Res<u8> {
        match dest {
            Some(d) => Ok(d),
            None => self.temp(),
        }
    }
    /// The register into which a value for this name may be computed directly.
    pub(super) fn target_register(&mut self, name: &str) -> Option<u8> {
        match self.cx.scopes.meaning(self.scope, name) {
            Meaning::Local(o) if !self.is_cell(o, name) => self.var(o, name).ok(),
            _ => None,
        }
    }
    pub(super) fn store_name(&mut self, name: &str, b: u8) -> Res {
        match self.meaning(name) {
            Meaning::Local(o) => {
                let r = self.var(o, name)?;
                if self.is_cell(o, name) {
                    self.emit(Op::SetCell { a: r, b });
                } else {
                    if r != b {
                        self.emit(Op::Move { a: r, b });
                    }
                    self.assigned.insert(r);
                }
            }
            Meaning::Free(i) => {
                self.emit(Op::SetFree { i: i as u8, b });
            }
            m => {
                let g = self.global(name)?;
                match (m, self.namespace) {
                    (Meaning::ClassName, Some(a)) => self.emit(Op::StoreName { a, b, g }),
                    _ => self.emit(Op::StoreGlobal { b, g }),
                };
            }
        }
        Ok(())
    }
    pub(super) fn del_name(&mut self, name: &str) -> Res {
        match self.meaning(name) {
            Meaning::Local(o) => {
                // Deleting what is unbound is an error.
                self.load_name(name, None)?;
                let r = self.var(o, name)?;
                if self.is_cell(o, name) {
                    self.emit(Op::UnbindCell { a: r });
                } else {
                    self.emit(Op::Unbind { a: r });
                    self.assigned.remove(&r);
                }
            }
            Meaning::Free(i) => {
                self.load_name(name, None)?;
                self.emit(Op::UnbindFree { i: i as u8 });
            }
            m => {
                let g = self.global(name)?;
                match (m, self.namespace) {
                    (Meaning::ClassName, Some(b)) => self.emit(Op::DelName { b, g }),
                    _ => self.emit(Op::DelGlobal { g }),
                };
            }
        }
        Ok(())
    }
    pub(super) fn load_const(&mut self, a: u8, c: Const) -> Res {
        match c {
            Const::None => self.emit(Op::LoadNone { a }),
            Const::Int(i) if i32::try_from(i).is_ok() => self.emit(Op::LoadInt { a, i: i as i32 }),
            c => {
                let k = self.konst(c)?;
                self.emit(Op::LoadK { a, k })
            }
        };
        Ok(())
    }
    /// Ends the function: returns `None` where its end is reached, and puts addresses for labels.
    pub(super) fn finish(mut self, doc: Option<String>) -> Res<Rc<Proto>> {
        let r = self.temp()?;
        match self.namespace {
            Some(b) => self.emit(Op::Return { b }),
            None => {
                self.emit(Op::LoadNone { a: r });
                self.emit(Op::Return { b: r })
            }
        };
        let at = |l: u32| self.labels[l as usize].expect("every label is placed");
        let many = self.p.ops.len() > u16::MAX as usize;
        if many {
            return self.error("too long a function");
        }
        for op in &mut self.p.ops {
            match op {
                Op::Jump { to }
                | Op::Loop { to }
                | Op::JTrue { to, .. }
                | Op::JFalse { to, .. }
                | Op::JNone { to, .. }
                | Op::YieldFrom { to, .. }
                | Op::ForIter { to, .. }
                | Op::JNoMatch { to, .. } => *to = at(*to),
                Op::JCmp { to, .. } => *to = at(u32::from(*to)) as u16,
                _ => {}
            }
        }
        self.p.doc = doc;
        Ok(Rc::new(self.p))
    }
    /// Adds the ranges of a `try` as handlers.
    pub(super) fn add_handlers(&mut self, ranges: &[(u32, u32)], target: u32, reg: u8) {
        for &(start, end) in ranges.iter().filter(|r| r.0 < r.1) {
            self.p.handlers.push(Handler { start, end, target, reg });
        }
    }
}

impl Unit<'_> {
    pub(super) fn variable_registers(&self) -> impl Iterator<Item = u8> + '_ {
        self.vars.values().copied()
    }
}
