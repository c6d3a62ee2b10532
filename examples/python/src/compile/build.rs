//! A function being compiled: its registers, labels, constants, blocks.

use super::scope::{Id, Kind, Scopes};
use super::{ErrorKind, Lines, SyntaxError};
use crate::bytecode::{Const, Handler, Op, Proto};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
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
    /// Whether functions may be longer than the short jumps of comparisons reach.
    pub far: bool,
}

/// Most registers of a function.
pub(super) const MAX_REGISTERS: usize = 240;

/// A place to jump to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(pub u32);

/// What encloses the code being made, as far as `break`, `continue` and `return` must know.
#[derive(Clone)]
pub enum Block<'a> {
    /// A loop: where `break` and `continue` go. A `for` loop keeps its state in registers, which need no cleaning.
    Loop(Label, Label),
    /// A `finally` body, and the register of the exception handled around it.
    Finally(&'a [Stmt], Option<u8>),
    /// A `with` block whose exit method and object are in registers `.0`, `.0 + 1`.
    With(u8),
    /// The body of an exception handler, with the register of the exception handled before if that is kept, and the name that the caught one has.
    Handler(Option<u8>, Option<&'a str>),
    /// Around the body of an `except*`, which no `break`, `continue` or `return` leaves.
    Star,
}

/// A protected range being made, or one in which an exception is handled. It has gaps where code on the way out of the blocks around it stands in its middle.
pub struct Range {
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
    pub(super) vars: HashMap<(Id, String), u8>,
    /// The register of the list of cells of variables that have no register, and their places in it.
    pub(super) spilled: (Option<u8>, HashMap<(Id, String), i32>),
    pub(super) assigned: HashSet<u8>,
    top: usize,
    labels: Vec<Option<u32>>,
    consts: HashMap<String, u16>,
    pub(super) blocks: Vec<Block<'a>>,
    pub(super) tries: Vec<Range>,
    /// Where exceptions are handled, innermost last.
    pub(super) handlings: Vec<Range>,
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
            vars: HashMap::default(),
            spilled: (None, HashMap::default()),
            assigned: HashSet::default(),
            top: 0,
            labels: Vec::new(),
            consts: HashMap::default(),
            blocks: Vec::new(),
            tries: Vec::new(),
            handlings: Vec::new(),
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
    pub(super) fn dest(&mut self, dest: Option<u8>) -> Res<u8> {
        match dest {
            Some(d) => Ok(d),
            None => self.temp(),
        }
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
        if self.p.ops.len() > u16::MAX as usize && !self.cx.far {
            return Err(SyntaxError {
                kind: ErrorKind::Far,
                ..SyntaxError::new("too long a function", 0, 0)
            });
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
