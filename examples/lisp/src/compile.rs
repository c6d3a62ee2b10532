//! From expressions to instructions.
//!
//! **Problem.** Each expression leaves its value on the stack, so where the stack's top is, is known at each instruction, and with it the register of each variable.
//!
//! **Invariants.** The compiler emits code after which the stack is one higher, or code that never goes on (a tail call, a jump); either way the compiler goes on as if
//! it were one higher. A variable's register is the stack's top where it was bound.
//!
//! **Not promised.** Nothing is optimized that a trace would not show: a few pairs of instructions are one, as they are in nearly each loop, for plain execution's sake.
//!
//! **Example.** `(let loop ((i 0)) (if (< i n) (loop (+ i 1)) i))`, with `n` in register 1:
//! ```text
//! 0  Int(0)
//! 1  Local(2)  Local(1)  Unless2(Less, 7)     ; the loop's header
//! 4  LocalPlus(2, 1)  Loop { slot: 2, n: 1, to: 1 }  Jump(8)
//! 7  Local(2)
//! 8  Slide(1)
//! ```

use crate::code::*;
use crate::expand::{wrong, Res};
use crate::expr::{Binding, Expr, Kind, Lambda, Var};
use crate::read::Datum;
use holloway::HotCell;
use std::rc::Rc;

/// A procedure being compiled.
#[derive(Default)]
struct Fun {
    id: usize,
    code: Code,
    /// The stack's top, where the next instruction is.
    sp: usize,
    captures: Vec<Rc<Var>>,
    myself: Option<Rc<Var>>,
    /// Loops around the expression: name, first register, number of variables, header.
    loops: Vec<(Rc<Var>, u8, usize, u32)>,
}

/// Compiles a program.
#[derive(Default)]
pub struct Compiler {
    /// The code of all procedures.
    pub codes: Vec<Code>,
    /// Data that instructions push.
    pub consts: Vec<Datum>,
    /// Those that are being compiled, inner ones last.
    funs: Vec<Fun>,
    line: u32,
}

/// Where a procedure finds a variable.
enum Place {
    Local(u8),
    Captured(u8),
}

impl Compiler {
    /// Compiles top-level expressions as a procedure without parameters; its number.
    pub fn program(&mut self, name: &str, exprs: &[Expr]) -> Res<usize> {
        self.funs.push(Fun { sp: 1, ..Fun::default() });
        for e in exprs {
            self.gen(e, false)?;
            self.emit(Op::Pop, -1)?;
        }
        self.emit(Op::Push(Simple::Void), 1)?;
        self.emit(Op::Return, 0)?;
        Ok(self.finish(name).0)
    }
    fn fun(&mut self) -> &mut Fun {
        self.funs.last_mut().expect("a procedure is being compiled")
    }
    /// The code of the innermost procedure is complete: its number, and the variables it captures.
    fn finish(&mut self, name: &str) -> (usize, Vec<Rc<Var>>) {
        let Some(fun) = self.funs.pop() else { unreachable!("a procedure is being compiled") };
        let mut code = fun.code;
        code.name = name.into();
        code.loops.resize_with(code.ops.len(), HotCell::default);
        code.hints.resize_with(code.ops.len(), Default::default);
        self.codes.push(code);
        (self.codes.len() - 1, fun.captures)
    }
    fn emit(&mut self, op: Op, grows: isize) -> Res<usize> {
        let line = self.line;
        let fun = self.fun();
        fun.code.ops.push(op);
        fun.code.lines.push(line);
        fun.sp = fun.sp.saturating_add_signed(grows);
        match fun.sp > MOST_SLOTS {
            true => wrong(line, "too many variables and values in one procedure"),
            false => Ok(fun.code.ops.len() - 1),
        }
    }
    fn here(&mut self) -> u32 {
        self.fun().code.ops.len() as u32
    }
    /// Has a jump lead to the next instruction.
    fn patch(&mut self, at: usize) {
        let here = self.here();
        match &mut self.fun().code.ops[at] {
            Op::Jump(to) | Op::JumpFalse(to) | Op::JumpOr(to) | Op::Unless1(_, to) | Op::Unless2(_, to) => {
                *to = here
            }
            Op::UnlessInt(.., to) | Op::UnlessLocal(.., to) => *to = here,
            op => unreachable!("{op:?} does not jump"),
        }
    }
    /// Where the procedure at this depth finds a variable.
    fn find(&mut self, depth: usize, v: &Rc<Var>) -> Place {
        let fun = &mut self.funs[depth];
        // A procedure that is bound by `letrec` and calls itself has itself in register 0: it need not capture its own variable.
        if fun.myself.as_ref().is_some_and(|m| Rc::ptr_eq(m, v)) && !v.is_boxed() {
            return Place::Local(0);
        }
        if v.owner == fun.id {
            return Place::Local(v.slot.get());
        }
        let known = fun.captures.iter().position(|c| Rc::ptr_eq(c, v));
        Place::Captured(known.unwrap_or_else(|| {
            fun.captures.push(v.clone());
            fun.captures.len() - 1
        }) as u8)
    }
    fn read(&mut self, v: &Rc<Var>) -> Res<usize> {
        let place = self.find(self.funs.len() - 1, v);
        let op = match (place, v.is_boxed()) {
            (Place::Local(slot), false) => Op::Local(slot),
            (Place::Local(slot), true) => Op::CellGet(slot),
            (Place::Captured(i), false) => Op::Captured(i),
            (Place::Captured(i), true) => Op::CapturedGet(i),
        };
        self.emit(op, 1)
    }
    /// The top of the stack becomes a variable's register.
    fn bind(&mut self, v: &Rc<Var>) -> Res<()> {
        let slot = (self.fun().sp - 1) as u8;
        v.slot.set(slot);
        if v.is_boxed() {
            self.emit(Op::Box(slot), 0)?;
        }
        Ok(())
    }
    /// Pops into a variable.
    fn write(&mut self, v: &Rc<Var>) -> Res<usize> {
        let place = self.find(self.funs.len() - 1, v);
        let op = match (place, v.is_boxed()) {
            (Place::Local(slot), false) => Op::SetLocal(slot),
            (Place::Local(slot), true) => Op::CellSet(slot),
            (Place::Captured(i), _) => Op::CapturedSet(i),
        };
        self.emit(op, -1)
    }
    fn all(&mut self, es: &[Expr]) -> Res<()> {
        es.iter().try_for_each(|e| self.gen(e, false))
    }
    /// The end of a form whose variables are `n` values under its result.
    fn slide(&mut self, n: usize, tail: bool) -> Res<()> {
        match tail || n == 0 {
            true => self.fun().sp -= n,
            false => _ = self.emit(Op::Slide(n as u8), -(n as isize))?,
        }
        Ok(())
    }
    /// Returns what is on top, where the value is the procedure's.
    fn done(&mut self, tail: bool) -> Res<()> {
        if tail {
            self.emit(Op::Return, 0)?;
        }
        Ok(())
    }
    /// The register of a variable that can be used where it is.
    fn local(&mut self, e: &Expr) -> Option<u8> {
        let Kind::Local(v) = &e.kind else { return None };
        match self.find(self.funs.len() - 1, v) {
            Place::Local(slot) if !v.is_boxed() => Some(slot),
            _ => None,
        }
    }
    /// A variable and a number that an instruction has room for.
    fn small(&mut self, a: &Expr, b: &Expr) -> Option<(u8, i64)> {
        let Kind::Const(Datum::Int(n)) = b.kind else { return None };
        self.local(a).map(|slot| (slot, n))
    }
    /// Code that goes on behind it if the condition holds; the jumps that are taken if not.
    fn condition(&mut self, c: &Expr) -> Res<Vec<usize>> {
        self.line = c.line;
        Ok(match &c.kind {
            Kind::If(a, b, e) if matches!(e.kind, Kind::Simple(Simple::False)) => {
                let mut jumps = self.condition(a)?;
                jumps.extend(self.condition(b)?);
                jumps
            }
            Kind::One(p, a) if p.is_test() => {
                self.gen(a, false)?;
                vec![self.emit(Op::Unless1(*p, 0), -1)?]
            }
            Kind::Two(p, ab) if p.is_test() => {
                if let Some((slot, n)) = self.small(&ab[0], &ab[1]) {
                    if let Ok(n) = i8::try_from(n) {
                        return Ok(vec![self.emit(Op::UnlessInt(*p, slot, n, 0), 0)?]);
                    }
                }
                self.gen(&ab[0], false)?;
                if let Some(slot) = self.local(&ab[1]) {
                    self.line = c.line;
                    return Ok(vec![self.emit(Op::UnlessLocal(*p, slot, 0), -1)?]);
                }
                self.gen(&ab[1], false)?;
                self.line = c.line;
                vec![self.emit(Op::Unless2(*p, 0), -2)?]
            }
            _ => {
                self.gen(c, false)?;
                vec![self.emit(Op::JumpFalse(0), -1)?]
            }
        })
    }
    fn lambda(&mut self, l: &Lambda) -> Res<()> {
        let line = self.line;
        let mut fun = Fun { id: l.id, myself: l.myself.clone(), sp: 1 + l.params.len(), ..Fun::default() };
        fun.code.params = (l.params.len() - usize::from(l.rest)) as u8;
        fun.code.rest = l.rest;
        if fun.sp > MOST_SLOTS / 2 {
            return wrong(line, "too many parameters");
        }
        self.funs.push(fun);
        for (i, p) in l.params.iter().enumerate() {
            p.slot.set(1 + i as u8);
            if p.is_boxed() {
                self.emit(Op::Box(1 + i as u8), 0)?;
            }
        }
        self.gen(&l.body, true)?;
        let (code, captured) = self.finish(&l.name);
        if captured.len() > MOST_CAPTURED {
            return wrong(line, "too many variables of others in one procedure");
        }
        let outer = self.funs.len() - 1;
        let from = captured.iter().map(|v| match self.find(outer, v) {
            Place::Local(slot) => Capture::Local(slot),
            Place::Captured(i) => Capture::Captured(i),
        });
        self.codes[code].captures = from.collect();
        self.line = line;
        self.emit(Op::Closure(code as u32), 1)?;
        Ok(())
    }
    /// Emits code for an expression; `tail` if its value is the procedure's.
    fn gen(&mut self, e: &Expr, tail: bool) -> Res<()> {
        self.line = e.line;
        match &e.kind {
            Kind::Const(Datum::Int(n)) if i32::try_from(*n).is_ok() => {
                _ = self.emit(Op::Int(*n as i32), 1)?
            }
            Kind::Const(datum) => {
                self.consts.push(datum.clone());
                let k = self.consts.len() as u32 - 1;
                self.emit(Op::Const(k), 1)?;
            }
            Kind::Builtin(n) => {
                self.consts.push(Datum::Builtin(*n));
                let k = self.consts.len() as u32 - 1;
                self.emit(Op::Const(k), 1)?;
            }
            Kind::Simple(s) => _ = self.emit(Op::Push(*s), 1)?,
            Kind::Local(v) => _ = self.read(v)?,
            Kind::Global(g) => _ = self.emit(Op::Global(*g), 1)?,
            Kind::SetLocal(v, value) => {
                self.gen(value, false)?;
                self.write(v)?;
                self.emit(Op::Push(Simple::Void), 1)?;
            }
            Kind::SetGlobal(g, value) | Kind::Define(g, value) => {
                self.gen(value, false)?;
                self.line = e.line;
                let set = matches!(e.kind, Kind::SetGlobal(..));
                self.emit(if set { Op::SetGlobal(*g) } else { Op::Define(*g) }, -1)?;
                self.emit(Op::Push(Simple::Void), 1)?;
            }
            Kind::If(c, t, f) => {
                let jumps = self.condition(c)?;
                let sp = self.fun().sp;
                self.gen(t, tail)?;
                let end = if tail { None } else { Some(self.emit(Op::Jump(0), 0)?) };
                jumps.into_iter().for_each(|j| self.patch(j));
                self.fun().sp = sp;
                self.gen(f, tail)?;
                end.into_iter().for_each(|j| self.patch(j));
                return Ok(());
            }
            Kind::Or(a, b) => {
                self.gen(a, false)?;
                let end = self.emit(Op::JumpOr(0), -1)?;
                self.gen(b, tail)?;
                self.patch(end);
            }
            Kind::Seq(all) => {
                let Some((last, rest)) = all.split_last() else { unreachable!("no sequence is empty") };
                for e in rest {
                    self.gen(e, false)?;
                    self.emit(Op::Pop, -1)?;
                }
                return self.gen(last, tail);
            }
            Kind::Let(vars, body) => {
                for (v, value) in vars {
                    self.gen(value, false)?;
                    self.bind(v)?;
                }
                self.gen(body, tail)?;
                return self.slide(vars.len(), tail);
            }
            Kind::Letrec(vars, body) => {
                // Variables that nobody can see before they have a value are bound like those of `let`.
                let early = vars.iter().any(|(v, _)| v.early.get());
                if early {
                    for (v, _) in vars {
                        self.emit(Op::Push(Simple::Unset), 1)?;
                        self.bind(v)?;
                    }
                }
                for (v, value) in vars {
                    self.gen(value, false)?;
                    match early {
                        true => _ = self.write(v)?,
                        false => self.bind(v)?,
                    }
                }
                self.gen(body, tail)?;
                return self.slide(vars.len(), tail);
            }
            Kind::Lambda(l) => self.lambda(l)?,
            Kind::Loop { name, vars, body } => {
                self.all_of(vars)?;
                let first = (self.fun().sp - vars.len()) as u8;
                let header = self.here();
                for (i, (v, _)) in (0u8..).zip(vars) {
                    v.slot.set(first + i);
                    if v.is_boxed() {
                        self.emit(Op::Box(first + i), 0)?;
                    }
                }
                self.fun().loops.push((name.clone(), first, vars.len(), header));
                self.gen(body, tail)?;
                self.fun().loops.pop();
                return self.slide(vars.len(), tail);
            }
            Kind::Jump(name, args) => {
                let found = self.fun().loops.iter().find(|l| Rc::ptr_eq(&l.0, name)).cloned();
                let Some((_, slot, count, to)) = found else { unreachable!("a jump is in its loop") };
                if count != args.len() {
                    return wrong(
                        e.line,
                        format!("the loop has {count} variables, and gets {} values", args.len()),
                    );
                }
                self.all(args)?;
                self.line = e.line;
                let n = args.len() as u8;
                // As if it gave a value: what is behind it is never reached.
                self.emit(Op::Loop { slot, n, to }, 1 - args.len() as isize)?;
                return Ok(());
            }
            Kind::Guard { body, var, handler } => {
                let (from, sp) = (self.here(), self.fun().sp);
                self.gen(body, false)?;
                let to = self.here();
                let end = self.emit(if tail { Op::Return } else { Op::Jump(0) }, 0)?;
                let target = self.here();
                self.fun().code.handlers.push(Handler { from, to, target, sp: sp as u8 });
                self.bind(var)?;
                self.gen(handler, tail)?;
                self.slide(1, tail)?;
                if !tail {
                    self.patch(end);
                }
                return Ok(());
            }
            Kind::Call(f, args) => {
                self.gen(f, false)?;
                self.all(args)?;
                self.line = e.line;
                let n = args.len() as u8;
                if args.len() > MOST_SLOTS / 2 {
                    return wrong(e.line, "too many values for one call");
                }
                self.emit(if tail { Op::TailCall(n) } else { Op::Call(n) }, -(args.len() as isize))?;
                return Ok(());
            }
            Kind::One(p, a) => {
                self.gen(a, false)?;
                self.line = e.line;
                self.emit(Op::One(*p), 0)?;
            }
            Kind::Two(p, ab) => self.two(e.line, *p, &ab[0], &ab[1])?,
            Kind::Apply(values) => self.with(values, e.line, |n| Op::Apply(n - 1))?,
            Kind::Three(p, values) => self.with(values, e.line, |_| Op::Three(*p))?,
            Kind::Vector(values) => self.with(values, e.line, Op::Vector)?,
            Kind::List(values) => self.with(values, e.line, Op::List)?,
            Kind::Native(f, values) => self.with(values, e.line, |n| Op::Native(*f, n))?,
            Kind::Record(map, values) => self.with(values, e.line, |_| Op::Record(*map))?,
            Kind::Get(record, name) if self.local(record).is_some() => {
                let slot = self.local(record).unwrap_or_default();
                self.emit(Op::GetLocal(slot, *name), 1)?;
            }
            Kind::Get(record, name) => {
                self.gen(record, false)?;
                self.line = e.line;
                self.emit(Op::Get(*name), 0)?;
            }
            Kind::Put(record, name, value) => {
                self.gen(record, false)?;
                self.gen(value, false)?;
                self.line = e.line;
                self.emit(Op::Put(*name), -2)?;
                self.emit(Op::Push(Simple::Void), 1)?;
            }
        }
        self.done(tail)
    }
    fn all_of(&mut self, vars: &[Binding]) -> Res<()> {
        vars.iter().try_for_each(|(_, value)| self.gen(value, false))
    }
    /// An instruction that takes all these values and gives one.
    fn with(&mut self, values: &[Expr], line: u32, op: impl Fn(u8) -> Op) -> Res<()> {
        if values.len() > MOST_SLOTS / 2 {
            return wrong(line, "too many values");
        }
        self.all(values)?;
        self.line = line;
        self.emit(op(values.len() as u8), 1 - values.len() as isize)?;
        Ok(())
    }
    fn two(&mut self, line: u32, p: Two, a: &Expr, b: &Expr) -> Res<()> {
        let plus = match (p, &b.kind) {
            (Two::Add, Kind::Const(Datum::Int(n))) => i32::try_from(*n).ok(),
            (Two::Sub, Kind::Const(Datum::Int(n))) => n.checked_neg().and_then(|n| i32::try_from(n).ok()),
            _ => None,
        };
        let slot = self.small(a, b).map(|(slot, _)| slot);
        if let (Some(n), Some(slot)) = (plus, slot) {
            self.emit(Op::LocalPlus(slot, n), 1)?;
            return Ok(());
        }
        self.gen(a, false)?;
        if let Some(n) = plus {
            self.line = line;
            self.emit(Op::AddInt(n), 0)?;
            return Ok(());
        }
        let local = self.local(b);
        let op = match (p, local) {
            (Two::Add, Some(slot)) => Op::AddLocal(slot),
            (Two::Sub, Some(slot)) => Op::SubLocal(slot),
            (Two::Mul, Some(slot)) => Op::MulLocal(slot),
            (p, _) => {
                self.gen(b, false)?;
                self.line = line;
                let op = match p {
                    Two::Add => Op::Add,
                    Two::Sub => Op::Sub,
                    Two::Mul => Op::Mul,
                    p => Op::Two(p),
                };
                self.emit(op, -1)?;
                return Ok(());
            }
        };
        self.line = line;
        self.emit(op, 0)?;
        Ok(())
    }
}
