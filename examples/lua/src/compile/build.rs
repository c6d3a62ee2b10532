//! The function being compiled: registers, constants, scopes, jumps.
//!
//! Registers are a stack. Variables in scope occupy `0..locals_top`; temporaries live above, from `locals_top` to
//! `free`, and are given back in reverse order. A destination at or above `locals_top` is a *scratch* register:
//! nothing reads its old content, so intermediate results may pass through it. A variable's register is written by
//! the last instruction of its new value only, because that value may depend on the old one.

use crate::bytecode::*;
use crate::syntax::ast::*;
use crate::syntax::error::{chunk_id, SyntaxError};
use std::collections::HashMap;
use std::rc::Rc;

pub(super) type Result<T> = std::result::Result<T, SyntaxError>;

/// A constant as the key of its table: floats by their bits.
#[derive(PartialEq, Eq, Hash)]
enum ConstKey {
    Nil,
    Bool(bool),
    Int(i64),
    Float(u64),
    Str(Rc<[u8]>),
}

/// A scope to be left: what was there before it.
pub(super) struct Scope {
    open: usize,
    top: u8,
    /// Register of the first to-be-closed variable in it.
    pub(super) close: Option<u8>,
}

/// Jumps to be patched together.
pub(super) type Jumps = Vec<usize>;

pub(super) struct Builder<'c> {
    pub(super) chunk: &'c Chunk,
    pub(super) id: FuncId,
    pub(super) func: &'c Func,
    source: Rc<str>,
    code: Vec<Op>,
    lines: Vec<u32>,
    consts: Vec<Const>,
    const_index: HashMap<ConstKey, u32>,
    protos: Vec<Rc<Proto>>,
    upvals: Vec<UpvalDesc>,
    locals: Vec<LocVar>,
    /// Variables in scope, as places in `locals`.
    open: Vec<usize>,
    regs: HashMap<VarId, u8>,
    scopes: Vec<Scope>,
    pub(super) free: u8,
    pub(super) locals_top: u8,
    registers: u8,
    /// Line of the instructions emitted next.
    pub(super) line: u32,
    labels: HashMap<LabelId, usize>,
    /// Forward jumps, and whether the instruction before closes variables.
    gotos: Vec<(usize, LabelId, bool)>,
    /// What closes variables where a statement ends: of how many loops, for a `return` of any number, and the instructions.
    pub(super) closes: Vec<(usize, std::ops::Range<usize>)>,
    pub(super) breaks: Vec<Jumps>,
}

/// Compiles a function whose upvalues its maker has described.
pub(super) fn function(
    chunk: &Chunk,
    id: FuncId,
    upvals: Vec<UpvalDesc>,
    source: &Rc<str>,
) -> Result<Rc<Proto>> {
    let func = &chunk.funcs[id.index()];
    let mut b = Builder {
        chunk,
        id,
        func,
        source: source.clone(),
        code: Vec::new(),
        lines: Vec::new(),
        consts: Vec::new(),
        const_index: HashMap::new(),
        protos: Vec::new(),
        upvals,
        locals: Vec::new(),
        open: Vec::new(),
        regs: HashMap::new(),
        scopes: Vec::new(),
        free: 0,
        locals_top: 0,
        registers: 2, // room for a metamethod's arguments even in the emptiest function
        line: func.line,
        labels: HashMap::new(),
        gotos: Vec::new(),
        closes: Vec::new(),
        breaks: Vec::new(),
    };
    b.open_scope();
    let nparams = func.params.len() as u8;
    if func.is_vararg {
        b.emit(Op::VarargPrep { n: nparams });
    }
    b.alloc(func.params.len())?;
    b.declare(&func.params, 0);
    b.block(&func.body)?;
    b.line = func.last_line;
    b.close_scope();
    b.emit(Op::Return0);
    b.finish();
    Ok(Rc::new(Proto {
        code: b.code,
        lines: b.lines,
        consts: b.consts,
        protos: b.protos,
        upvals: b.upvals,
        locals: b.locals,
        nparams,
        is_vararg: func.is_vararg,
        registers: b.registers,
        inspected: chunk.inspected,
        transparent: chunk.transparent,
        source: source.clone(),
        line_defined: func.line,
        last_line: if id == MAIN { 0 } else { func.last_line },
    }))
}

impl<'c> Builder<'c> {
    // Code

    pub(super) fn emit(&mut self, op: Op) -> usize {
        self.code.push(op);
        self.lines.push(self.line);
        self.code.len() - 1
    }

    pub(super) fn here(&self) -> usize {
        self.code.len()
    }

    /// Replaces the instruction emitted last.
    pub(super) fn amend_last(&mut self, f: impl FnOnce(Op) -> Op) {
        if let Some(op) = self.code.last_mut() {
            *op = f(*op);
        }
    }

    pub(super) fn patch_to(&mut self, jumps: &[usize], target: usize) {
        for &pc in jumps {
            let off = self.code[pc].off_mut().expect("only jumps are patched");
            *off = (target as i64 - pc as i64 - 1) as i32;
        }
    }

    /// Lets jumps lead to the next instruction.
    pub(super) fn patch_here(&mut self, jumps: &[usize]) {
        self.patch_to(jumps, self.here());
    }

    /// A back edge to `target`.
    pub(super) fn loop_to(&mut self, target: usize) {
        let pc = self.emit(Op::Loop { off: 0 });
        self.patch_to(&[pc], target);
    }

    pub(super) fn place_label(&mut self, label: LabelId) {
        self.labels.insert(label, self.here());
        for &(pc, to, closes) in &self.gotos {
            if to == label && closes {
                self.lines[pc - 1..=pc].fill(self.line);
            }
        }
    }

    pub(super) fn goto(&mut self, label: LabelId, close: Option<u8>) {
        match self.labels.get(&label).copied() {
            Some(target) => {
                if let Some(a) = close {
                    self.emit(Op::Close { a });
                }
                self.loop_to(target);
            }
            None => {
                let pc = self.jump_closing(close);
                self.gotos.push((pc, label, close.is_some()));
            }
        }
    }

    /// A jump forward. What is closed before is closed at the line where it leads to, which is not known yet: another jump leads to that line.
    pub(super) fn jump_closing(&mut self, close: Option<u8>) -> usize {
        if let Some(a) = close {
            let pc = self.emit(Op::Jmp { off: 0 });
            self.patch_here(&[pc]);
            self.emit(Op::Close { a });
        }
        self.emit(Op::Jmp { off: 0 })
    }

    /// Sets the line of what closes variables at the end of a statement that has been left.
    pub(super) fn place_closes(&mut self, line: u32) {
        let inside = self.closes.iter().rposition(|c| c.0 <= self.breaks.len()).map_or(0, |i| i + 1);
        for (_, pcs) in self.closes.drain(inside..) {
            self.lines[pcs].fill(line);
        }
    }

    /// Resolves forward gotos and lets jumps to jumps lead to the end of the chain. Jumps other than loops stay
    /// forward: one that meets a back edge stops there, but a plain jump becomes a back edge itself.
    fn finish(&mut self) {
        for (pc, label, _) in std::mem::take(&mut self.gotos) {
            let target = self.labels[&label];
            self.patch_to(&[pc], target);
        }
        for pc in (0..self.code.len()).rev() {
            // Later instructions are done already, so one step reaches the end of the chain.
            let op = self.code[pc];
            let Some(target) = op.target(pc) else { continue };
            if op.is_back_edge() {
                continue;
            }
            let next = self.code[target];
            let Some(end) = next.target(target) else { continue };
            match (op, next) {
                (_, Op::Jmp { .. }) => self.patch_to(&[pc], end),
                (Op::Jmp { .. }, Op::Loop { .. }) if end <= pc => {
                    self.code[pc] = Op::Loop { off: 0 };
                    self.patch_to(&[pc], end);
                }
                _ => {}
            }
        }
    }

    // Constants

    pub(super) fn constant(&mut self, value: &Literal) -> u32 {
        let (key, constant) = match value {
            Literal::Nil => (ConstKey::Nil, Const::Nil),
            Literal::Bool(b) => (ConstKey::Bool(*b), Const::Bool(*b)),
            Literal::Int(i) => (ConstKey::Int(*i), Const::Int(*i)),
            Literal::Float(x) => (ConstKey::Float(x.to_bits()), Const::Float(*x)),
            Literal::Str(s) => (ConstKey::Str(s.clone()), Const::Str(s.clone())),
        };
        let consts = &mut self.consts;
        *self.const_index.entry(key).or_insert_with(|| {
            consts.push(constant);
            consts.len() as u32 - 1
        })
    }

    /// A constant's index if an operand can hold it.
    pub(super) fn constant16(&mut self, value: &Literal) -> Option<u16> {
        u16::try_from(self.constant(value)).ok()
    }

    // Registers and scopes

    /// Takes `n` registers from the top of the stack; gives the first.
    pub(super) fn alloc(&mut self, n: usize) -> Result<u8> {
        let first = self.free;
        let end = usize::from(first) + n;
        if end > MAX_REGISTERS {
            let place = chunk_id(&self.source);
            let text = format!("{place}:{}: function or expression needs too many registers", self.line);
            return Err(SyntaxError { message: text.into_bytes(), at_end: false });
        }
        self.free = end as u8;
        self.registers = self.registers.max(self.free);
        Ok(first)
    }

    pub(super) fn open_scope(&mut self) {
        self.scopes.push(Scope { open: self.open.len(), top: self.locals_top, close: None });
    }

    /// The innermost scope.
    pub(super) fn scope(&self) -> &Scope {
        self.scopes.last().expect("a scope is open")
    }

    /// Leaves a scope, closing what is to be closed.
    pub(super) fn close_scope(&mut self) {
        if let Some(a) = self.scope().close {
            self.emit(Op::Close { a });
        }
        self.drop_scope();
    }

    /// Leaves a scope whose variables are closed already.
    pub(super) fn drop_scope(&mut self) {
        let scope = self.scopes.pop().expect("scopes are left once");
        for place in self.open.drain(scope.open..) {
            self.locals[place].end = self.code.len() as u32;
        }
        self.locals_top = scope.top;
        self.free = scope.top;
    }

    /// Brings variables into scope, in consecutive registers that hold their values; wraps those that live in cells.
    pub(super) fn declare(&mut self, vars: &[VarId], first: u8) {
        let cells = self.declare_raw(vars, first);
        for reg in cells {
            self.emit(Op::NewCell { a: reg, b: reg });
        }
    }

    /// As `declare`, but leaves it to the caller to put cells into the registers returned.
    pub(super) fn declare_raw(&mut self, vars: &[VarId], first: u8) -> Vec<u8> {
        let mut cells = Vec::new();
        for (reg, &id) in (first..).zip(vars) {
            let var = self.chunk.var(id);
            let to_close = var.attrib == Attrib::Close;
            if to_close {
                let scope = self.scopes.last_mut().expect("a scope is open");
                scope.close = scope.close.or(Some(reg));
            }
            if var.in_cell() {
                cells.push(reg);
            }
            self.regs.insert(id, reg);
            self.open.push(self.locals.len());
            let start = self.code.len() as u32;
            let (name, in_cell) = (var.name.clone(), var.in_cell());
            self.locals.push(LocVar { name, reg, start, end: start, in_cell, to_close });
            self.locals_top = reg + 1;
        }
        cells
    }

    /// How many variables have been declared.
    pub(super) fn declared(&self) -> usize {
        self.locals.len()
    }

    /// Lets the scope of the variable declared as number `at` begin only here.
    pub(super) fn begin_scope(&mut self, at: usize) {
        self.locals[at].start = self.code.len() as u32;
    }

    /// The register of a variable of this function.
    pub(super) fn reg_of(&self, var: VarId) -> Option<u8> {
        (self.chunk.var(var).func == self.id).then(|| self.regs[&var])
    }

    /// The upvalue index of a variable of an outer function.
    pub(super) fn upval_of(&self, var: VarId) -> u8 {
        let place = self.func.upvals.iter().position(|v| *v == var);
        place.expect("the resolver listed every outer variable used") as u8
    }

    /// `R[dst] =` a closure; `itself`: the local function being defined, if it names this closure.
    pub(super) fn closure(&mut self, func: FuncId, dst: u8, itself: Option<VarId>) -> Result<()> {
        let describe = |&v: &VarId| {
            let var = self.chunk.var(v);
            let source = match self.reg_of(v) {
                Some(_) if Some(v) == itself && !var.in_cell() => UpvalSource::Itself,
                Some(reg) => UpvalSource::Register(reg),
                None => UpvalSource::Upvalue(self.upval_of(v)),
            };
            let is_cell = var.in_cell();
            UpvalDesc { name: var.name.clone(), source, is_cell, is_joint: is_cell && self.chunk.joins }
        };
        let upvals = self.chunk.funcs[func.index()].upvals.iter().map(describe).collect();
        let proto = function(self.chunk, func, upvals, &self.source)?;
        self.protos.push(proto);
        let p = self.protos.len() as u32 - 1;
        self.emit(Op::Closure { a: dst, p });
        Ok(())
    }
}
