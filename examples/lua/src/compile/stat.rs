//! Statements. After each one, no temporaries are left.

use super::build::{Builder, Jumps, Result};
use super::expr::Place;
use crate::bytecode::Op;
use crate::syntax::ast::*;

/// A value to be stored: an expression still to be evaluated, or a register.
#[derive(Clone, Copy)]
enum Source {
    Expr(ExprId),
    Reg(u8),
}

impl<'c> Builder<'c> {
    pub(super) fn block(&mut self, block: &'c Block) -> Result<()> {
        for stat in &block.stats {
            self.line = stat.line;
            self.statement(stat)?;
            self.free = self.locals_top;
            self.line = stat.last_line;
            self.place_closes(stat.last_line);
        }
        Ok(())
    }

    fn scoped_block(&mut self, block: &'c Block) -> Result<()> {
        self.open_scope();
        self.block(block)?;
        self.close_scope();
        Ok(())
    }

    fn statement(&mut self, stat: &'c Stat) -> Result<()> {
        match &stat.kind {
            StatKind::Local { vars, values } => self.local(vars, values, stat.last_line),
            StatKind::LocalFunction { var, func } => self.local_function(*var, *func),
            StatKind::Assign { targets, values, store_line } => self.assign(targets, values, *store_line),
            StatKind::Call(e) => self.multi(*e, 1).map(|_| ()),
            StatKind::Do(body) => self.scoped_block(body),
            StatKind::While { cond, body } => self.while_loop(*cond, body),
            StatKind::Repeat { body, cond } => self.repeat_loop(body, *cond),
            StatKind::If { clauses, otherwise } => self.if_chain(clauses, otherwise.as_ref()),
            StatKind::NumericFor { hidden, var, values, do_line, body } => {
                self.numeric_for(hidden, *var, values, *do_line, body)
            }
            StatKind::GenericFor { hidden, vars, values, call_line, do_line, body } => {
                self.generic_for(hidden, vars, values, (*call_line, *do_line), body)
            }
            StatKind::Return { values, close } => {
                self.return_values(values, *close)?;
                if *close {
                    self.closes.push((usize::MAX, self.here() - 1..self.here()));
                }
                Ok(())
            }
            StatKind::Goto(id) => {
                let goto = self.chunk.gotos[id.index()];
                let close = goto.close_from.and_then(|v| self.reg_of(v));
                self.goto(goto.label, close);
                Ok(())
            }
            StatKind::Break { close_from } => {
                let close = close_from.and_then(|v| self.reg_of(v));
                let pc = self.jump_closing(close);
                if close.is_some() {
                    self.closes.push((self.breaks.len(), pc - 1..pc + 1));
                }
                self.breaks.last_mut().expect("the parser checked that a loop is open").push(pc);
                Ok(())
            }
            StatKind::Label(ids) => {
                ids.iter().for_each(|id| self.place_label(*id));
                Ok(())
            }
        }
    }

    /// Puts `wanted` values of an expression list into new consecutive registers; gives the first.
    fn adjust(&mut self, values: &[ExprId], wanted: usize) -> Result<u8> {
        let first = self.free;
        for (at, &e) in values.iter().enumerate() {
            let is_last = at + 1 == values.len();
            if is_last && self.chunk.is_multi(e) && wanted != at + 1 {
                // A call or `...` fills what is missing, or is cut to nothing.
                let missing = wanted.saturating_sub(at);
                self.alloc(missing)?; // fails before the count could outgrow the instruction
                self.free -= missing as u8;
                self.multi(e, missing as u8 + 1)?;
                self.alloc(missing)?;
                return Ok(first);
            }
            self.next(e)?;
            if at >= wanted {
                self.free -= 1;
            }
        }
        let missing = wanted.saturating_sub(values.len());
        if missing > 0 {
            let a = self.alloc(missing)?;
            self.emit(Op::LoadNil { a, n: missing as u8 });
        }
        Ok(first)
    }

    fn local(&mut self, vars: &'c [VarId], values: &[ExprId], last_line: u32) -> Result<()> {
        let last = vars[vars.len() - 1];
        if self.chunk.var(last).constant.is_some() {
            // Known to the compiler: neither variable nor value takes a register.
            let first = self.adjust(&values[..values.len() - 1], vars.len() - 1)?;
            self.declare(&vars[..vars.len() - 1], first);
            return Ok(());
        }
        let first = self.adjust(values, vars.len())?;
        self.declare(vars, first);
        let to_close = vars.iter().position(|v| self.chunk.var(*v).attrib == Attrib::Close);
        if let Some(at) = to_close {
            self.line = last_line;
            self.emit(Op::Tbc { a: first + at as u8 });
        }
        Ok(())
    }

    fn local_function(&mut self, var: VarId, func: FuncId) -> Result<()> {
        let reg = self.alloc(1)?;
        let at = self.declared();
        if self.declare_raw(&[var], reg).is_empty() {
            self.closure(func, reg, Some(var))?;
        } else {
            self.emit(Op::LoadNil { a: reg, n: 1 });
            self.emit(Op::NewCell { a: reg, b: reg });
            let value = self.alloc(1)?;
            self.closure(func, value, Some(var))?;
            self.emit(Op::SetCell { a: reg, b: value });
        }
        // The function can name itself, but its register has nothing before it is made.
        self.begin_scope(at);
        Ok(())
    }

    fn assign(&mut self, targets: &[ExprId], values: &[ExprId], store_line: u32) -> Result<()> {
        if let ([target], [value]) = (targets, values) {
            let place = self.place(*target, &[], None)?;
            return self.store(place, *value, Some(store_line));
        }
        let assigned: Vec<u8> = targets
            .iter()
            .filter(|t| matches!(self.kind(**t), ExprKind::Var(_)))
            .filter_map(|t| self.local_reg(*t))
            .collect();
        let mut places = Vec::new();
        for target in targets {
            places.push(self.place(*target, &assigned, None)?);
        }
        let mut sources: Vec<Source> = Vec::new();
        match values.split_last() {
            Some((last, front)) if values.len() == targets.len() => {
                for e in front {
                    sources.push(Source::Reg(self.next(*e)?));
                }
                sources.push(Source::Expr(*last));
            }
            _ => {
                let first = self.adjust(values, targets.len())?;
                sources.extend((first..).take(targets.len()).map(Source::Reg));
            }
        }
        for (place, source) in places.into_iter().zip(sources).rev() {
            self.store_source(place, source, Some(store_line))?;
        }
        Ok(())
    }

    /// Evaluates and stores; the store is at the line given, or else where the value ends.
    pub(super) fn store(&mut self, place: Place, value: ExprId, line: Option<u32>) -> Result<()> {
        self.store_source(place, Source::Expr(value), line)
    }

    fn store_source(&mut self, place: Place, source: Source, line: Option<u32>) -> Result<()> {
        if let (Place::Local(reg), Source::Expr(e)) = (&place, source) {
            return self.to(e, *reg);
        }
        let in_table = !matches!(place, Place::Local(_) | Place::Cell(_) | Place::UpvalCell(_));
        let constant = match source {
            Source::Expr(e) if in_table => self.chunk.literal(e).and_then(|l| self.constant16(l)),
            _ => None,
        };
        if let Some(v) = constant {
            let op = match place {
                Place::EnvField { up, k } => Some(Op::SetTabUpK { up, k, v }),
                Place::Field { obj: a, k } => Some(Op::SetFieldK { a, k, v }),
                Place::Index { obj: a, key: b } => Some(Op::SetIndexK { a, b, v }),
                _ => None,
            };
            if let Some(op) = op {
                self.line = line.unwrap_or(self.line);
                self.emit(op);
                return Ok(());
            }
        }
        let c = match source {
            Source::Expr(e) => self.operand(e)?,
            Source::Reg(reg) => reg,
        };
        self.line = line.unwrap_or(self.line);
        self.emit(match place {
            Place::Local(a) => Op::Move { a, b: c },
            Place::Cell(a) => Op::SetCell { a, b: c },
            Place::UpvalCell(up) => Op::SetUpvalCell { up, b: c },
            Place::EnvField { up, k } => Op::SetTabUp { up, c, k },
            Place::Field { obj: a, k } => Op::SetField { a, c, k },
            Place::Int { obj: a, i } => Op::SetInt { a, c, i },
            Place::Index { obj: a, key: b } => Op::SetIndex { a, b, c },
        });
        Ok(())
    }

    fn while_loop(&mut self, cond: ExprId, body: &'c Block) -> Result<()> {
        let start = self.here();
        let mut exits = Jumps::new();
        self.branch(cond, false, &mut exits)?;
        self.breaks.push(Jumps::new());
        self.scoped_block(body)?;
        self.loop_to(start);
        self.leave_loop(&exits);
        Ok(())
    }

    /// Patches the jumps out of the innermost loop.
    fn leave_loop(&mut self, exits: &[usize]) {
        let breaks = self.breaks.pop().unwrap_or_default();
        self.patch_here(exits);
        self.patch_here(&breaks);
    }

    fn repeat_loop(&mut self, body: &'c Block, cond: ExprId) -> Result<()> {
        let start = self.here();
        self.breaks.push(Jumps::new());
        self.open_scope();
        self.block(body)?;
        let mut exits = Jumps::new();
        self.branch(cond, true, &mut exits)?;
        let (close, loops) = (self.scope().close, self.breaks.len());
        if let Some(a) = close {
            let pc = self.emit(Op::Close { a });
            self.closes.push((loops, pc..pc + 1));
        }
        self.loop_to(start);
        if close.is_some() {
            self.patch_here(&exits);
            exits.clear();
            self.closes.push((loops, self.here()..self.here() + 1));
        }
        self.close_scope();
        self.leave_loop(&exits);
        Ok(())
    }

    fn if_chain(&mut self, clauses: &'c [(ExprId, Block)], otherwise: Option<&'c Block>) -> Result<()> {
        if let ([(cond, body)], None) = (clauses, otherwise) {
            if let [Stat { kind: StatKind::Break { close_from: None }, .. }] = &body.stats[..] {
                let mut leave = Jumps::new();
                self.branch(*cond, true, &mut leave)?;
                self.breaks.last_mut().expect("the parser checked that a loop is open").extend(leave);
                return Ok(());
            }
        }
        let mut ends = Jumps::new();
        for (at, (cond, body)) in clauses.iter().enumerate() {
            let mut next = Jumps::new();
            self.branch(*cond, false, &mut next)?;
            self.scoped_block(body)?;
            let leaves = matches!(
                body.stats.last().map(|s| &s.kind),
                Some(StatKind::Return { .. } | StatKind::Goto(_) | StatKind::Break { .. })
            );
            if !leaves && (at + 1 < clauses.len() || otherwise.is_some()) {
                ends.push(self.emit(Op::Jmp { off: 0 }));
            }
            self.patch_here(&next);
        }
        if let Some(body) = otherwise {
            self.scoped_block(body)?;
        }
        self.patch_here(&ends);
        Ok(())
    }

    fn numeric_for(
        &mut self,
        hidden: &'c [VarId],
        var: VarId,
        values: &[ExprId],
        do_line: u32,
        body: &'c Block,
    ) -> Result<()> {
        let line = self.line;
        self.open_scope();
        let base = self.free;
        for e in values {
            self.next(*e)?;
        }
        if values.len() == 2 {
            let step = self.alloc(1)?;
            self.load(&Literal::Int(1), step);
        }
        self.declare(hidden, base);
        self.line = do_line;
        let prep = self.emit(Op::ForPrep { a: base, off: 0 });
        self.breaks.push(Jumps::new());
        self.open_scope();
        let visible = self.alloc(1)?;
        let start = self.here();
        self.declare(&[var], visible);
        self.block(body)?;
        self.close_scope();
        self.line = line;
        let next = self.emit(Op::ForLoop { a: base, off: 0 });
        self.patch_to(&[next], start);
        self.patch_here(&[prep]);
        self.drop_scope();
        self.leave_loop(&[]);
        Ok(())
    }

    fn generic_for(
        &mut self,
        hidden: &'c [VarId],
        vars: &'c [VarId],
        values: &[ExprId],
        (call_line, do_line): (u32, u32),
        body: &'c Block,
    ) -> Result<()> {
        self.open_scope();
        let base = self.adjust(values, 4)?;
        self.line = do_line;
        let prep = self.emit(Op::TForPrep { a: base, off: 0 });
        self.declare(hidden, base);
        self.breaks.push(Jumps::new());
        self.open_scope();
        self.alloc(vars.len())?;
        let start = self.here();
        self.declare(vars, base + 4);
        self.block(body)?;
        self.close_scope();
        self.patch_here(&[prep]);
        self.line = call_line;
        self.alloc(3.max(vars.len()))?; // the iterator is called in copies above the loop's state
        self.emit(Op::TForCall { a: base, c: vars.len() as u8 });
        let next = self.emit(Op::TForLoop { a: base, off: 0 });
        self.patch_to(&[next], start);
        // Breaks arrive before the closing of the loop's fourth value.
        let left = self.here();
        self.closes.push((self.breaks.len(), left..left + 1));
        self.leave_loop(&[]);
        self.close_scope();
        Ok(())
    }

    fn return_values(&mut self, values: &[ExprId], close: bool) -> Result<()> {
        let op = match values {
            [] if !close => Op::Return0,
            [e] if !close && self.is_call(*e) => {
                self.multi(*e, 0)?;
                self.amend_last(|op| match op {
                    Op::Call { a, b, .. } => Op::TailCall { a, b },
                    other => other,
                });
                Op::Return { a: self.free, b: 0 }
            }
            [e] if !self.chunk.is_multi(*e) => {
                let a = self.operand(*e)?;
                if close {
                    Op::ReturnClose { a, b: 2 }
                } else {
                    Op::Return1 { a }
                }
            }
            _ => {
                let a = self.free;
                let open = self.list(values)?;
                let b = if open { 0 } else { values.len() as u8 + 1 };
                if close {
                    Op::ReturnClose { a, b }
                } else {
                    Op::Return { a, b }
                }
            }
        };
        self.emit(op);
        Ok(())
    }

    fn is_call(&self, e: ExprId) -> bool {
        matches!(self.kind(e), ExprKind::Call { .. } | ExprKind::Method { .. })
    }
}
