//! Expressions.
//!
//! The entry points differ in where the value goes: `to` a given register, `next` the next free register, `operand`
//! any register (a variable's own, if it has one). Left-leaning chains (`a + b + c`, `a.b.c()`) are walked in loops:
//! the depth of recursion is bounded by the parser's nesting limit, not by their length.

use super::build::{Builder, Result};
use crate::bytecode::Op;
use crate::syntax::ast::*;

/// Items of a table constructor stored at once.
const FLUSH: u8 = 50;

/// Where a variable or table slot is, its parts evaluated.
pub(super) enum Place {
    Local(u8),
    Cell(u8),
    UpvalCell(u8),
    EnvField { up: u8, k: u16 },
    Field { obj: u8, k: u16 },
    Int { obj: u8, i: i32 },
    Index { obj: u8, key: u8 },
}

/// The left operand of an operator in a chain: an expression, or the value so far.
#[derive(Clone, Copy)]
pub(super) enum Left {
    Expr(ExprId),
    Reg(u8),
}

/// Instruction with two register sources, as a function of them.
fn register_form(op: BinOp, a: u8, b: u8, c: u8) -> Op {
    match op {
        BinOp::Add => Op::Add { a, b, c },
        BinOp::Sub => Op::Sub { a, b, c },
        BinOp::Mul => Op::Mul { a, b, c },
        BinOp::Div => Op::Div { a, b, c },
        BinOp::Mod => Op::Mod { a, b, c },
        BinOp::Pow => Op::Pow { a, b, c },
        BinOp::IDiv => Op::IDiv { a, b, c },
        BinOp::BAnd => Op::BAnd { a, b, c },
        BinOp::BOr => Op::BOr { a, b, c },
        BinOp::BXor => Op::BXor { a, b, c },
        BinOp::Shl => Op::Shl { a, b, c },
        BinOp::Shr => Op::Shr { a, b, c },
        BinOp::Concat | BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
            unreachable!("{op:?} is not arithmetic")
        }
    }
}

/// Instruction with a constant right operand, or left where `flip`.
fn constant_form(op: BinOp, a: u8, b: u8, flip: bool, k: u16) -> Op {
    match op {
        BinOp::Add => Op::AddK { a, b, flip, k },
        BinOp::Sub => Op::SubK { a, b, k },
        BinOp::Mul => Op::MulK { a, b, flip, k },
        BinOp::Div => Op::DivK { a, b, k },
        BinOp::Mod => Op::ModK { a, b, k },
        BinOp::Pow => Op::PowK { a, b, k },
        BinOp::IDiv => Op::IDivK { a, b, k },
        BinOp::BAnd => Op::BAndK { a, b, flip, k },
        BinOp::BOr => Op::BOrK { a, b, flip, k },
        BinOp::BXor => Op::BXorK { a, b, flip, k },
        BinOp::Shl => Op::ShlK { a, b, k },
        BinOp::Shr => Op::ShrK { a, b, k },
        BinOp::Concat | BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
            unreachable!("{op:?} is not arithmetic")
        }
    }
}

fn commutes(op: BinOp) -> bool {
    matches!(op, BinOp::Add | BinOp::Mul | BinOp::BAnd | BinOp::BOr | BinOp::BXor)
}

/// A number's value if an immediate can hold it.
pub(super) fn immediate(l: &Literal) -> Option<i16> {
    match l {
        Literal::Int(i) => i16::try_from(*i).ok(),
        _ => None,
    }
}

fn is_number(l: &Literal) -> bool {
    matches!(l, Literal::Int(_) | Literal::Float(_))
}

impl<'c> Builder<'c> {
    pub(super) fn kind(&self, e: ExprId) -> &'c ExprKind {
        self.chunk.expr(e)
    }

    fn line_of(&self, e: ExprId) -> u32 {
        self.chunk.exprs[e.index()].line
    }

    /// A register nothing depends on, at the very top of the stack?
    fn is_top_scratch(&self, dst: u8) -> bool {
        dst >= self.locals_top && dst + 1 == self.free
    }

    fn scratch(&self, dst: u8) -> Option<u8> {
        (dst >= self.locals_top).then_some(dst)
    }

    pub(super) fn load(&mut self, value: &Literal, dst: u8) {
        let op = match value {
            Literal::Nil => Op::LoadNil { a: dst, n: 1 },
            Literal::Bool(true) => Op::LoadTrue { a: dst },
            Literal::Bool(false) => Op::LoadFalse { a: dst },
            Literal::Int(i) if i32::try_from(*i).is_ok() => Op::LoadInt { a: dst, i: *i as i32 },
            _ => Op::LoadK { a: dst, k: self.constant(value) },
        };
        self.emit(op);
    }

    pub(super) fn mov(&mut self, a: u8, b: u8) {
        if a != b {
            self.emit(Op::Move { a, b });
        }
    }

    /// The register of a variable that is not in a cell, if the expression is one of this function.
    pub(super) fn local_reg(&self, e: ExprId) -> Option<u8> {
        match self.kind(self.chunk.bare(e)) {
            ExprKind::Var(v) if self.chunk.var(*v).constant.is_none() && !self.chunk.var(*v).in_cell() => {
                self.reg_of(*v)
            }
            _ => None,
        }
    }

    pub(super) fn next(&mut self, e: ExprId) -> Result<u8> {
        let dst = self.alloc(1)?;
        self.to(e, dst)?;
        Ok(dst)
    }

    /// The value in any register: valid until variables change or temporaries are freed.
    pub(super) fn operand(&mut self, e: ExprId) -> Result<u8> {
        self.operand_in(e, None)
    }

    /// As `operand`, but a temporary is `hint` if given.
    pub(super) fn operand_in(&mut self, e: ExprId, hint: Option<u8>) -> Result<u8> {
        match (self.local_reg(e), hint) {
            (Some(reg), _) => Ok(reg),
            (None, Some(dst)) => self.to(e, dst).map(|()| dst),
            (None, None) => self.next(e),
        }
    }

    /// Evaluates into a register.
    pub(super) fn to(&mut self, e: ExprId, dst: u8) -> Result<()> {
        let e = self.chunk.bare(e);
        if let Some(value) = self.chunk.literal(e) {
            self.line = self.line_of(e);
            self.load(value, dst);
            return Ok(());
        }
        let saved = self.free;
        match self.kind(e) {
            ExprKind::Literal(_) | ExprKind::Paren(_) => unreachable!("handled above"),
            ExprKind::Vararg => {
                self.emit(Op::Vararg { a: dst, c: 2 });
            }
            ExprKind::Function(f) => {
                self.line = self.line_of(e);
                self.closure(*f, dst, None)?;
            }
            ExprKind::Var(v) => self.variable_to(*v, dst),
            ExprKind::Global { .. } => {
                let place = self.place(e, &[], Some(dst))?;
                self.line = self.line_of(e);
                self.fetch(place, dst);
            }
            ExprKind::Index { .. } | ExprKind::Call { .. } | ExprKind::Method { .. } => {
                let hint = self.is_top_scratch(dst).then_some(dst);
                let reg = self.chain(e, hint, Some(dst), 2)?;
                self.mov(dst, reg);
            }
            ExprKind::Table(items) => {
                let reg = if self.is_top_scratch(dst) { dst } else { self.alloc(1)? };
                self.line = self.line_of(e);
                self.table(items, reg)?;
                self.mov(dst, reg);
            }
            ExprKind::Binary { op: BinOp::Concat, .. } => self.concat(e, dst)?,
            ExprKind::Binary { .. } => self.binary(e, dst)?,
            ExprKind::Logic { .. } => self.logic(e, dst)?,
            ExprKind::Unary { op, operand } => {
                let b = self.operand_in(*operand, self.scratch(dst))?;
                self.line = self.line_of(e);
                let op = match op {
                    UnOp::Neg => Op::Unm { a: dst, b },
                    UnOp::BNot => Op::BNot { a: dst, b },
                    UnOp::Not => Op::Not { a: dst, b },
                    UnOp::Len => Op::Len { a: dst, b },
                };
                self.emit(op);
            }
        }
        self.free = saved;
        Ok(())
    }

    fn variable_to(&mut self, v: VarId, dst: u8) {
        let in_cell = self.chunk.var(v).in_cell();
        match self.reg_of(v) {
            Some(b) if in_cell => {
                self.emit(Op::GetCell { a: dst, b });
            }
            Some(b) => self.mov(dst, b),
            None => {
                let up = self.upval_of(v);
                self.emit(if in_cell {
                    Op::GetUpvalCell { a: dst, up }
                } else {
                    Op::GetUpval { a: dst, up }
                });
            }
        }
    }

    fn fetch(&mut self, place: Place, a: u8) {
        let op = match place {
            Place::EnvField { up, k } => Op::GetTabUp { a, up, k },
            Place::Field { obj: b, k } => Op::GetField { a, b, k },
            Place::Int { obj: b, i } => Op::GetInt { a, b, i },
            Place::Index { obj: b, key: c } => Op::GetIndex { a, b, c },
            Place::Local(_) | Place::Cell(_) | Place::UpvalCell(_) => {
                unreachable!("variables are read by variable_to")
            }
        };
        self.emit(op);
    }

    /// Evaluates what stands before the last indexing of a global or an indexed expression, or finds a variable.
    /// Variables in `keep` are about to be assigned, so they are copied; `hint`: a register to use for the object.
    pub(super) fn place(&mut self, e: ExprId, keep: &[u8], hint: Option<u8>) -> Result<Place> {
        match self.kind(e) {
            ExprKind::Var(v) => {
                let in_cell = self.chunk.var(*v).in_cell();
                Ok(match self.reg_of(*v) {
                    Some(reg) if in_cell => Place::Cell(reg),
                    Some(reg) => Place::Local(reg),
                    None => Place::UpvalCell(self.upval_of(*v)),
                })
            }
            ExprKind::Global { env, name } => self.global(*env, &Literal::Str(name.clone()), hint),
            ExprKind::Index { object, key } => {
                let obj = match self.local_reg(*object) {
                    Some(reg) if keep.contains(&reg) => self.next(*object)?,
                    _ => self.operand(*object)?,
                };
                if self.local_reg(*key).is_some_and(|reg| keep.contains(&reg)) {
                    let key = self.next(*key)?;
                    return Ok(Place::Index { obj, key });
                }
                self.indexed(obj, *key)
            }
            _ => unreachable!("the parser lets only variables be assigned"),
        }
    }

    fn global(&mut self, env: VarId, name: &Literal, hint: Option<u8>) -> Result<Place> {
        let var = self.chunk.var(env);
        // A constant has no register to ask for.
        let upvalue = var.constant.is_none() && !var.in_cell() && self.reg_of(env).is_none();
        let k = self.constant16(name);
        if let (true, Some(k)) = (upvalue, k) {
            return Ok(Place::EnvField { up: self.upval_of(env), k });
        }
        let scratch = hint.and_then(|h| self.scratch(h));
        let obj = match self.reg_of_plain(env) {
            Some(reg) => reg,
            None => {
                let reg = match scratch {
                    Some(reg) => reg,
                    None => self.alloc(1)?,
                };
                match &var.constant {
                    Some(value) => self.load(value, reg),
                    None => self.variable_to(env, reg),
                }
                reg
            }
        };
        match k {
            Some(k) => Ok(Place::Field { obj, k }),
            None => {
                let key = self.alloc(1)?;
                self.load(name, key);
                Ok(Place::Index { obj, key })
            }
        }
    }

    fn reg_of_plain(&self, v: VarId) -> Option<u8> {
        let var = self.chunk.var(v);
        (var.constant.is_none() && !var.in_cell()).then(|| self.reg_of(v)).flatten()
    }

    /// The slot `obj[key]`, the key evaluated now.
    fn indexed(&mut self, obj: u8, key: ExprId) -> Result<Place> {
        match self.chunk.literal(key) {
            Some(name @ Literal::Str(_)) => {
                if let Some(k) = self.constant16(name) {
                    return Ok(Place::Field { obj, k });
                }
            }
            Some(Literal::Int(i)) => {
                if let Ok(i) = i32::try_from(*i) {
                    return Ok(Place::Int { obj, i });
                }
            }
            _ => {}
        }
        let key = self.operand(key)?;
        Ok(Place::Index { obj, key })
    }

    /// A chain of indexings and calls. Intermediate values pass through `hint`, a register at the top of the stack,
    /// or a new one. The last indexing goes to `dst` if given; a last call has `c` results, which start in the
    /// register returned.
    pub(super) fn chain(&mut self, e: ExprId, hint: Option<u8>, dst: Option<u8>, c: u8) -> Result<u8> {
        let mut links = Vec::new();
        let mut root = e;
        loop {
            let inner = match self.kind(root) {
                ExprKind::Index { object, .. } | ExprKind::Method { object, .. } => *object,
                ExprKind::Call { callee, .. } => *callee,
                _ => break,
            };
            links.push(root);
            root = inner;
        }
        let mut pass = hint;
        let mut value = match self.local_reg(root) {
            Some(reg) => reg,
            None => {
                let reg = self.pass_through(&mut pass)?;
                self.to(root, reg)?;
                reg
            }
        };
        for (left, &link) in links.iter().enumerate().rev() {
            let wanted = if left == 0 { c } else { 2 };
            match self.kind(link) {
                ExprKind::Index { key, .. } => {
                    let target = match dst {
                        Some(dst) if left == 0 => dst,
                        _ => self.pass_through(&mut pass)?,
                    };
                    let saved = self.free;
                    let place = self.indexed(value, *key)?;
                    self.line = self.line_of(link);
                    self.fetch(place, target);
                    self.free = saved;
                    value = target;
                }
                ExprKind::Call { args, .. } => {
                    let base = self.pass_through(&mut pass)?;
                    self.mov(base, value);
                    self.call(link, base, args, 1, wanted)?;
                    value = base;
                }
                ExprKind::Method { name, name_line, args, .. } => {
                    let base = self.pass_through(&mut pass)?;
                    self.alloc(1)?;
                    self.line = *name_line;
                    self.method(base, value, &Literal::Str(name.clone()))?;
                    self.call(link, base, args, 2, wanted)?;
                    value = base;
                }
                _ => unreachable!("links are indexings and calls"),
            }
        }
        Ok(value)
    }

    fn pass_through(&mut self, pass: &mut Option<u8>) -> Result<u8> {
        let reg = match *pass {
            Some(reg) => reg,
            None => self.alloc(1)?,
        };
        *pass = Some(reg);
        Ok(reg)
    }

    fn method(&mut self, a: u8, b: u8, name: &Literal) -> Result<()> {
        match self.constant16(name) {
            Some(k) => {
                self.emit(Op::Self_ { a, b, k });
            }
            None => {
                let key = self.alloc(1)?;
                self.mov(a + 1, b);
                self.load(name, key);
                self.emit(Op::GetIndex { a, b: a + 1, c: key });
                self.free = key;
            }
        }
        Ok(())
    }

    /// Arguments and call: the function is in `base`, the first argument goes to `base + skip`.
    fn call(&mut self, e: ExprId, base: u8, args: &[ExprId], skip: u8, c: u8) -> Result<()> {
        self.free = base + skip;
        let open = self.list(args)?;
        let b = if open { 0 } else { self.free - base };
        self.line = self.line_of(e);
        self.emit(Op::Call { a: base, b, c });
        self.free = base + 1;
        Ok(())
    }

    /// Expressions into consecutive registers; true if the last one's values are all there, up to `top`.
    pub(super) fn list(&mut self, values: &[ExprId]) -> Result<bool> {
        let Some((last, front)) = values.split_last() else { return Ok(false) };
        for e in front {
            self.next(*e)?;
        }
        if self.chunk.is_multi(*last) {
            self.multi(*last, 0)?;
            return Ok(true);
        }
        self.next(*last)?;
        Ok(false)
    }

    /// A call or `...` with `c` as in `Op::Call`, its values from the next free register on. That register is not
    /// taken. Gives the first value's register.
    pub(super) fn multi(&mut self, e: ExprId, c: u8) -> Result<u8> {
        let base = self.free;
        match self.kind(e) {
            ExprKind::Vararg => {
                self.alloc(usize::from(c.saturating_sub(1)))?;
                self.line = self.line_of(e);
                self.emit(Op::Vararg { a: base, c });
            }
            _ => {
                self.chain(e, None, None, c)?;
                self.free = base;
                self.alloc(usize::from(c.saturating_sub(1)))?;
            }
        }
        self.free = base;
        Ok(base)
    }

    fn table(&mut self, items: &[Item], reg: u8) -> Result<()> {
        let positional = items.iter().filter(|i| matches!(i, Item::Positional(_))).count();
        let hashed = items.len() - positional;
        let open = matches!(items.last(), Some(Item::Positional(e)) if self.chunk.is_multi(*e));
        let narr = (positional - usize::from(open)).try_into().unwrap_or(u32::MAX);
        self.emit(Op::NewTable { a: reg, nhash: hashed.try_into().unwrap_or(u16::MAX), narr });
        let (mut from, mut pending) = (0u32, 0u8);
        for (at, item) in items.iter().enumerate() {
            match item {
                Item::Keyed(key, value) => {
                    let saved = self.free;
                    let place = self.indexed(reg, *key)?;
                    self.store(place, *value, None)?;
                    self.free = saved;
                }
                Item::Positional(e) if open && at + 1 == items.len() => {
                    self.multi(*e, 0)?;
                    self.emit(Op::SetList { a: reg, n: 0, from });
                    pending = 0;
                    self.free = reg + 1;
                }
                Item::Positional(e) => {
                    self.next(*e)?;
                    pending += 1;
                    if pending == FLUSH {
                        self.flush_items(reg, &mut from, &mut pending);
                    }
                }
            }
        }
        self.flush_items(reg, &mut from, &mut pending);
        Ok(())
    }

    fn flush_items(&mut self, reg: u8, from: &mut u32, pending: &mut u8) {
        if *pending > 0 {
            self.emit(Op::SetList { a: reg, n: *pending, from: *from });
            *from += u32::from(*pending);
            *pending = 0;
            self.free = reg + 1;
        }
    }

    fn concat(&mut self, e: ExprId, dst: u8) -> Result<()> {
        let (mut n, mut at, mut last) = (0, e, e);
        let base = self.free;
        let mut first = base;
        while let ExprKind::Binary { op: BinOp::Concat, left, right } = self.kind(at) {
            if n == 0 && self.is_top_scratch(dst) {
                first = dst;
                self.to(*left, dst)?;
            } else {
                self.next(*left)?;
            }
            n += 1;
            (last, at) = (at, *right);
        }
        self.next(at)?;
        // The reference folds from the right, and the first to be folded gives the line.
        self.line = self.line_of(last);
        self.emit(Op::Concat { a: dst, b: first, n: n + 1 });
        Ok(())
    }

    /// Arithmetic and comparisons, down the left side of the tree and back.
    fn binary(&mut self, e: ExprId, dst: u8) -> Result<()> {
        let mut nodes = Vec::new();
        let mut at = e;
        while let ExprKind::Binary { op, left, right } = self.kind(at) {
            if *op == BinOp::Concat {
                break;
            }
            nodes.push((at, *op, *right));
            at = self.chunk.bare(*left);
        }
        let mut left = Left::Expr(at);
        let mut pass = self.scratch(dst);
        for (rest, &(node, op, right)) in nodes.iter().enumerate().rev() {
            if rest > 0 {
                self.pass_through(&mut pass)?;
            }
            let target = if rest == 0 { dst } else { pass.unwrap_or(dst) };
            let saved = self.free;
            if op.is_comparison() {
                let jump = self.compare_with(op, left, right, true, pass, node)?;
                self.emit(Op::LoadFalseSkip { a: target });
                self.patch_here(&[jump]);
                self.emit(Op::LoadTrue { a: target });
            } else {
                self.arithmetic(op, left, right, target, pass, node)?;
            }
            self.free = saved;
            left = Left::Reg(target);
        }
        Ok(())
    }

    fn left_in(&mut self, left: Left, hint: Option<u8>) -> Result<u8> {
        match left {
            Left::Reg(r) => Ok(r),
            Left::Expr(e) => self.operand_in(e, hint),
        }
    }

    /// The number an operand is known to be.
    pub(super) fn number(&self, left: Left) -> Option<&'c Literal> {
        match left {
            Left::Expr(e) => self.chunk.literal(e).filter(|l| is_number(l)),
            Left::Reg(_) => None,
        }
    }

    fn arithmetic(
        &mut self,
        op: BinOp,
        left: Left,
        right: ExprId,
        a: u8,
        hint: Option<u8>,
        node: ExprId,
    ) -> Result<()> {
        let right_number = self.number(Left::Expr(right));
        let (number, flip) = match (right_number, self.number(left)) {
            (Some(n), _) => (Some(n), false),
            (None, Some(n)) if commutes(op) => (Some(n), true),
            _ => (None, false),
        };
        let constant = match number {
            Some(n) => self.constant_operand(op, n),
            None => None,
        };
        let Some(constant) = constant else {
            let b = self.left_in(left, hint)?;
            let c = self.operand(right)?;
            self.line = self.line_of(node);
            self.emit(register_form(op, a, b, c));
            return Ok(());
        };
        let b = if flip { self.operand_in(right, hint)? } else { self.left_in(left, hint)? };
        self.line = self.line_of(node);
        self.emit(match (op, constant) {
            (BinOp::Add, Known::Immediate(i)) => Op::AddI { a, b, flip, i },
            (_, Known::Immediate(i)) => Op::SubI { a, b, i },
            (_, Known::Constant(k)) => constant_form(op, a, b, flip, k),
            (_, Known::Nil) => unreachable!("arithmetic takes numbers as constants"),
        });
        Ok(())
    }

    fn constant_operand(&mut self, op: BinOp, n: &Literal) -> Option<Known> {
        if let (BinOp::Add | BinOp::Sub, Some(i)) = (op, immediate(n)) {
            return Some(Known::Immediate(i));
        }
        self.constant16(n).map(Known::Constant)
    }

    /// Evaluates the operands of a comparison and jumps if it comes out as `cond`; gives the jump.
    pub(super) fn compare_with(
        &mut self,
        op: BinOp,
        left: Left,
        right: ExprId,
        cond: bool,
        hint: Option<u8>,
        node: ExprId,
    ) -> Result<usize> {
        let known_right = self.comparand(op, Left::Expr(right));
        let known_left = if known_right.is_none() { self.comparand(op, left) } else { None };
        let jump = match (known_left, known_right) {
            (_, Some(k)) => {
                let a = self.left_in(left, hint)?;
                super::logic::constant_jump(op, a, k, cond)
            }
            (Some(k), None) => {
                let a = self.operand_in(right, hint)?;
                super::logic::constant_jump(super::logic::mirrored(op), a, k, cond)
            }
            (None, None) => {
                let a = self.left_in(left, hint)?;
                let b = self.operand(right)?;
                super::logic::register_jump(op, a, b, cond)
            }
        };
        self.line = self.line_of(node);
        Ok(self.emit(jump))
    }

    fn comparand(&mut self, op: BinOp, side: Left) -> Option<Known> {
        let Left::Expr(e) = side else { return None };
        let value = self.chunk.literal(e)?;
        let equality = matches!(op, BinOp::Eq | BinOp::Ne);
        if !equality && !is_number(value) {
            return None;
        }
        if let Some(i) = immediate(value) {
            return Some(Known::Immediate(i));
        }
        if *value == Literal::Nil {
            return Some(Known::Nil);
        }
        self.constant16(value).map(Known::Constant)
    }
}

/// A constant operand as an instruction holds it.
#[derive(Clone, Copy)]
pub(super) enum Known {
    Immediate(i16),
    Constant(u16),
    Nil,
}
