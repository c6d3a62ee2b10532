//! `try` and `with`.
//!
//! A `finally` body is compiled once for each way out: the normal end, an exception, and every `return`, `break` or `continue` that leaves the block.
//! The exception being handled is told to the run time (`Handle`, `Handled`) only where code in the handler may call something that asks for it.
//! Where it stands in the middle of a protected range, the range has a gap there.

use super::build::{Block, Range, Res, Unit};
use crate::bytecode::{Handler, Op};
use ruff_python_ast::{self as ast, Stmt};
use ruff_text_size::{Ranged, TextRange};

/// Whether statements may call something: what is no name and no constant may be done by a method of the program's.
fn calls(body: &[Stmt]) -> bool {
    use ast::Expr::{BooleanLiteral, BytesLiteral, Name, NoneLiteral, NumberLiteral, StringLiteral};
    let quiet = |e: &ast::Expr| {
        matches!(
            e,
            Name(_)
                | NoneLiteral(_)
                | BooleanLiteral(_)
                | NumberLiteral(_)
                | StringLiteral(_)
                | BytesLiteral(_)
        )
    };
    !body.iter().all(|s| match s {
        Stmt::Pass(_) | Stmt::Break(_) | Stmt::Continue(_) | Stmt::Global(_) | Stmt::Nonlocal(_) => true,
        Stmt::Return(r) => r.value.as_deref().is_none_or(quiet),
        Stmt::Assign(a) => quiet(&a.value) && a.targets.iter().all(|t| matches!(t, Name(_))),
        Stmt::Expr(e) => quiet(&e.value),
        Stmt::Raise(r) => r.exc.is_none(),
        _ => false,
    })
}

/// Interrupts ranges at `pc`, and notes which.
fn pause(ranges: &mut [Range], deeper_than: Option<usize>, pc: u32, paused: &mut Vec<usize>) {
    for (k, t) in ranges.iter_mut().enumerate().filter(|(_, t)| deeper_than.is_none_or(|i| t.depth > i)) {
        if let Some(s) = t.open.take() {
            t.ranges.push((s, pc));
            paused.push(k);
        }
    }
}

impl Range {
    /// Ends it; answers its parts.
    fn close(mut self, pc: u32) -> Vec<(u32, u32)> {
        self.ranges.extend(self.open.map(|s| (s, pc)));
        self.ranges.retain(|r| r.0 < r.1);
        self.ranges
    }
}

impl<'a> Unit<'a> {
    /// Begins a protected range.
    fn open_try(&mut self) {
        let range = self.open_range();
        self.tries.push(range);
    }
    fn open_range(&self) -> Range {
        Range { ranges: Vec::new(), open: Some(self.pc()), depth: self.blocks.len() }
    }
    /// Ends it; answers its ranges.
    fn close_try(&mut self) -> Vec<(u32, u32)> {
        let pc = self.pc();
        self.tries.pop().map_or(Vec::new(), |t| t.close(pc))
    }
    /// Code on the way out of all blocks from number `depth` up, innermost first. The jump out is the next instruction.
    pub(super) fn leave(&mut self, depth: usize) -> Res {
        let blocks = self.blocks.clone();
        let (mut tries, mut handlings) = (Vec::new(), Vec::new());
        for (i, b) in blocks.iter().enumerate().skip(depth).rev() {
            if matches!(b, Block::Loop(..) | Block::Star) {
                continue;
            }
            // What protects this block does not protect its own exit code, which handles no exception of the block.
            let pc = self.pc();
            pause(&mut self.tries, Some(i), pc, &mut tries);
            pause(&mut self.handlings, Some(i), pc, &mut handlings);
            let outer = self.blocks.split_off(i);
            match b {
                Block::Finally(body, around) => {
                    let handled = std::mem::replace(&mut self.handled, *around);
                    self.block(body)?;
                    self.handled = handled;
                }
                Block::With(r) => self.exit_with(*r, None)?,
                Block::Handler(kept, name) => {
                    if let Some(b) = *kept {
                        self.emit(Op::Handled { b });
                    }
                    name.map_or(Ok(()), |n| self.unbind_quietly(n))?;
                    let pc = self.pc();
                    pause(&mut self.handlings, i.checked_sub(1), pc, &mut handlings);
                }
                Block::Loop(..) | Block::Star => {}
            }
            self.blocks.extend(outer);
        }
        // Protected ranges go on after the jump. Where an exception is handled, the first instruction counts as not yet doing so: that is the jump.
        let pc = self.pc();
        tries.into_iter().for_each(|k| self.tries[k].open = Some(pc + 1));
        handlings.into_iter().for_each(|k| self.handlings[k].open = Some(pc));
        Ok(())
    }

    pub(super) fn try_stmt(&mut self, t: &'a ast::StmtTry) -> Res {
        if t.finalbody.is_empty() {
            return self.try_handlers(t);
        }
        let exc = self.temps(2)?;
        let kept = calls(&t.finalbody).then_some(exc + 1);
        let before = self.assigned.clone();
        self.blocks.push(Block::Finally(&t.finalbody, self.handled));
        self.open_try();
        if t.handlers.is_empty() {
            self.block(&t.body)?;
        } else {
            self.try_handlers(t)?;
        }
        let ranges = self.close_try();
        self.blocks.pop();
        let end = self.label();
        let after = self.assigned.clone();
        self.block(&t.finalbody)?;
        let done: Vec<u8> = self.assigned.iter().copied().collect();
        self.jump(end);
        // The way of an exception.
        self.assigned = before;
        let target = self.pc();
        self.add_handlers(&ranges, target, exc);
        let handled = self.handled.replace(exc);
        self.begin_handling(exc, kept);
        self.blocks.push(Block::Handler(kept, None));
        self.block(&t.finalbody)?;
        self.blocks.pop();
        self.emit(Op::Reraise { b: exc });
        self.end_handling(exc, kept);
        self.handled = handled;
        self.place(end);
        self.assigned = after;
        self.assigned.extend(done);
        Ok(())
    }

    fn try_handlers(&mut self, t: &'a ast::StmtTry) -> Res {
        if t.is_star {
            return self.try_star(t);
        }
        self.try_except(t)
    }

    fn try_except(&mut self, t: &'a ast::StmtTry) -> Res {
        let exc = self.temps(2)?;
        let body = |h: &'a ast::ExceptHandler| {
            let ast::ExceptHandler::ExceptHandler(h) = h;
            let plain = |e: &ast::Expr| matches!(e, ast::Expr::Name(_) | ast::Expr::Tuple(_));
            calls(&h.body) || !h.type_.as_deref().is_none_or(plain)
        };
        let kept = t.handlers.iter().any(body).then_some(exc + 1);
        let before = self.assigned.clone();
        self.open_try();
        self.block(&t.body)?;
        let ranges = self.close_try();
        self.block(&t.orelse)?;
        let mut after = self.assigned.clone();
        let end = self.label();
        self.jump(end);
        let target = self.pc();
        self.add_handlers(&ranges, target, exc);
        self.begin_handling(exc, kept);
        let handled = self.handled.replace(exc);
        for (i, h) in t.handlers.iter().enumerate() {
            let ast::ExceptHandler::ExceptHandler(h) = h;
            self.at(h.range);
            if h.type_.is_none() && i + 1 < t.handlers.len() {
                return self.error("default 'except:' must be last");
            }
            self.assigned = before.clone();
            let next = self.label();
            if let Some(class) = &h.type_ {
                let mark = self.top();
                let c = self.any(class)?;
                self.emit(Op::JNoMatch { b: exc, c, to: next.0 });
                self.free(mark as u8);
            }
            if let Some(n) = &h.name {
                self.store_name(n, exc)?;
            }
            let mark = self.top();
            self.handler_body(&h.body, h.name.as_ref().map(|n| n.as_str()), kept)?;
            self.free(mark as u8);
            after.retain(|r| self.assigned.contains(r));
            self.jump(end);
            self.place(next);
        }
        self.emit(Op::Reraise { b: exc });
        self.end_handling(exc, kept);
        self.handled = handled;
        self.place(end);
        self.assigned = after;
        Ok(())
    }

    /// `try` with `except*`: each of these handles a part of what was caught. What is raised in there is put together, when all are through, with what nobody
    /// handled.
    fn try_star(&mut self, t: &'a ast::StmtTry) -> Res {
        let exc = self.temps(4)?;
        let (kept, rest, raised) = (exc + 1, exc + 2, exc + 3);
        let before = self.assigned.clone();
        self.open_try();
        self.block(&t.body)?;
        let ranges = self.close_try();
        self.block(&t.orelse)?;
        let mut after = self.assigned.clone();
        let end = self.label();
        self.jump(end);
        let target = self.pc();
        self.add_handlers(&ranges, target, exc);
        self.begin_handling(exc, Some(kept));
        let handled = self.handled.replace(exc);
        self.blocks.push(Block::Handler(Some(kept), None));
        self.emit(Op::Move { a: rest, b: exc });
        self.emit(Op::BuildList { a: raised, b: raised, n: 0 });
        for h in &t.handlers {
            let ast::ExceptHandler::ExceptHandler(h) = h;
            self.assigned = before.clone();
            self.star_handler(h, (rest, raised))?;
            after.retain(|r| self.assigned.contains(r));
        }
        self.blocks.pop();
        let quiet = self.label();
        let mark = self.top();
        let b = self.ask("%star_raise", &[exc, rest, raised], quiet)?;
        self.emit(Op::Reraise { b });
        self.free(mark as u8);
        self.place(quiet);
        self.emit(Op::Handled { b: kept });
        self.end_handling(exc, Some(kept));
        self.handled = handled;
        self.place(end);
        self.assigned = after;
        Ok(())
    }

    /// One `except*`: takes its part out of register `rest`, and adds what its body raises to the list in register `raised`.
    fn star_handler(&mut self, h: &'a ast::ExceptHandlerExceptHandler, (rest, raised): (u8, u8)) -> Res {
        let mark = self.top();
        let next = self.label();
        self.at(h.range);
        let Some(classes) = &h.type_ else {
            return self.error("expected one or more exception types");
        };
        // The part and what is left come as two; the body's exception, and what was handled before, take their places.
        let part = self.temps(4)?;
        let (thrown, outer) = (part + 2, part + 3);
        let c = self.any(classes)?;
        self.at(classes.range());
        let found = self.ask("%star_match", &[rest, c], next)?;
        self.emit(Op::Unpack { a: part, b: found, n: 2 });
        self.emit(Op::Move { a: rest, b: part + 1 });
        if let Some(n) = &h.name {
            self.store_name(n, part)?;
        }
        self.blocks.push(Block::Star);
        self.open_try();
        self.begin_handling(part, Some(outer));
        let handled = self.handled.replace(part);
        self.blocks.push(Block::Handler(Some(outer), None));
        self.block(&h.body)?;
        self.blocks.pop();
        self.emit(Op::Handled { b: outer });
        self.end_handling(part, Some(outer));
        self.handled = handled;
        let ranges = self.close_try();
        self.blocks.pop();
        if let Some(n) = &h.name {
            self.unbind_quietly(n)?;
        }
        self.jump(next);
        let target = self.pc();
        self.add_handlers(&ranges, target, thrown);
        self.emit(Op::ListAppend { a: raised, b: thrown });
        if let Some(n) = &h.name {
            self.unbind_quietly(n)?;
        }
        self.place(next);
        self.free(mark as u8);
        Ok(())
    }

    /// A `yield`. Within handlers, what its caller handles counts while it waits.
    pub(super) fn emit_yield(&mut self, a: u8, b: u8) {
        let kept = self.blocks.iter().find_map(|b| match b {
            Block::Handler(Some(k), _) => Some(*k),
            _ => None,
        });
        match (kept, self.handled) {
            (Some(k), Some(exc)) => {
                self.emit(Op::Handled { b: k });
                self.emit(Op::Yield { a, b });
                self.emit(Op::Handle { a: k, b: exc });
            }
            _ => {
                self.emit(Op::Yield { a, b });
            }
        }
    }

    /// Begins code that handles the exception in a register; what was handled before is kept in `kept`, if anything may ask.
    fn begin_handling(&mut self, exc: u8, kept: Option<u8>) {
        let range = self.open_range();
        self.handlings.push(range);
        if let Some(a) = kept {
            self.emit(Op::Handle { a, b: exc });
        }
    }
    fn end_handling(&mut self, exc: u8, kept: Option<u8>) {
        let (pc, target) = (self.pc(), kept.map_or(0, |r| u32::from(r) + 1));
        for (start, end) in self.handlings.pop().map_or(Vec::new(), |h| h.close(pc)) {
            self.p.handling.push(Handler { start, end, target, reg: exc });
        }
    }

    /// The body of a handler, after which its name is unbound, whichever way it is left.
    fn handler_body(&mut self, body: &'a [Stmt], name: Option<&'a str>, kept: Option<u8>) -> Res {
        let Some(name) = name else {
            self.blocks.push(Block::Handler(kept, None));
            self.block(body)?;
            self.blocks.pop();
            kept.map(|b| self.emit(Op::Handled { b }));
            return Ok(());
        };
        let raised = self.temp()?;
        self.blocks.push(Block::Handler(kept, Some(name)));
        self.open_try();
        self.block(body)?;
        let ranges = self.close_try();
        self.blocks.pop();
        kept.map(|b| self.emit(Op::Handled { b }));
        self.unbind_quietly(name)?;
        let end = self.label();
        self.jump(end);
        let target = self.pc();
        self.add_handlers(&ranges, target, raised);
        self.unbind_quietly(name)?;
        self.emit(Op::Reraise { b: raised });
        self.place(end);
        Ok(())
    }

    /// The name of a caught exception is gone after its handler, however often it was deleted.
    fn unbind_quietly(&mut self, name: &str) -> Res {
        let t = self.temp()?;
        self.emit(Op::LoadNone { a: t });
        self.store_name(name, t)?;
        self.del_name(name)?;
        self.free(t);
        Ok(())
    }

    /// The items of a `with` statement, outermost first, around its body.
    pub(super) fn with_items(
        &mut self,
        items: &'a [ast::WithItem],
        body: &'a [Stmt],
        place: TextRange,
    ) -> Res {
        let Some((item, rest)) = items.split_first() else { return self.block(body) };
        let (exit, exc) = (self.temps(2)?, self.temps(2)?);
        let call = self.temps(3)?;
        let m = self.fresh(&item.context_expr)?;
        self.at(place);
        let enter = self.name_const("__enter__")?;
        let leave = self.name_const("__exit__")?;
        let start = self.pc();
        self.emit(Op::LoadMethod { a: exit, b: m, k: leave });
        self.emit(Op::LoadMethod { a: call, b: m, k: enter });
        let lookup = (start, self.pc());
        self.emit(Op::CallMethod { a: call, n: 0 });
        let before = self.assigned.clone();
        self.blocks.push(Block::With(exit));
        self.open_try();
        if let Some(t) = &item.optional_vars {
            self.store(t, call)?;
        }
        self.with_items(rest, body, place)?;
        let ranges = self.close_try();
        self.blocks.pop();
        self.at(place);
        self.exit_with(exit, None)?;
        let end = self.label();
        self.jump(end);
        let after = std::mem::replace(&mut self.assigned, before);
        let target = self.pc();
        self.add_handlers(&ranges, target, exc);
        self.begin_handling(exc, Some(exc + 1));
        self.exit_with(exit, Some(exc))?;
        self.emit(Op::Handled { b: exc + 1 });
        self.end_handling(exc, Some(exc + 1));
        let done = self.label();
        self.jump(done);
        // Without these methods it is no context manager.
        let target = self.pc();
        self.add_handlers(&[lookup], target, exc);
        let g = self.global("%no_context")?;
        self.emit(Op::LoadGlobal { a: call + 1, g });
        self.emit(Op::Move { a: call + 2, b: m });
        self.emit(Op::Call { a: call, n: 1 });
        self.emit(Op::Reraise { b: exc });
        self.place(done);
        self.place(end);
        // The body may have been cut short by an exception that its exit swallowed.
        let kept: Vec<u8> = after.into_iter().filter(|r| self.assigned.contains(r)).collect();
        self.assigned = kept.into_iter().collect();
        Ok(())
    }

    /// Calls the exit method with an exception, which is raised again unless that answers true, or without.
    fn exit_with(&mut self, exit: u8, exc: Option<u8>) -> Res {
        let a = self.temps(5)?;
        self.emit(Op::Move { a, b: exit });
        self.emit(Op::Move { a: a + 1, b: exit + 1 });
        match exc {
            None => {
                for i in 2..5 {
                    self.emit(Op::LoadNone { a: a + i });
                }
                self.emit(Op::CallMethod { a, n: 3 });
            }
            Some(b) => {
                self.emit(Op::ExcInfo { a: a + 2, b });
                self.emit(Op::CallMethod { a, n: 3 });
                let swallowed = self.label();
                self.emit(Op::JTrue { b: a, to: swallowed.0 });
                self.emit(Op::Reraise { b });
                self.place(swallowed);
            }
        }
        self.free(a);
        Ok(())
    }
}
