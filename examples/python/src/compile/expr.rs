//! Expressions.

use super::build::{Label, Res, Unit, MAX_REGISTERS};
use crate::bytecode::{BinOp, CmpOp, Const, Op, UnOp, MOST_PAIRS};
use num_bigint::BigInt;
use num_integer::Integer;
use ruff_python_ast::{self as ast, Expr, Number, Operator};
use ruff_text_size::Ranged;

pub(super) fn binop(op: Operator) -> BinOp {
    match op {
        Operator::Add => BinOp::Add,
        Operator::Sub => BinOp::Sub,
        Operator::Mult => BinOp::Mul,
        Operator::MatMult => BinOp::MatMul,
        Operator::Div => BinOp::Div,
        Operator::Mod => BinOp::Mod,
        Operator::Pow => BinOp::Pow,
        Operator::LShift => BinOp::Shl,
        Operator::RShift => BinOp::Shr,
        Operator::BitOr => BinOp::Or,
        Operator::BitXor => BinOp::Xor,
        Operator::BitAnd => BinOp::And,
        Operator::FloorDiv => BinOp::FloorDiv,
    }
}

fn cmpop(op: ast::CmpOp) -> Option<CmpOp> {
    Some(match op {
        ast::CmpOp::Eq => CmpOp::Eq,
        ast::CmpOp::NotEq => CmpOp::Ne,
        ast::CmpOp::Lt => CmpOp::Lt,
        ast::CmpOp::LtE => CmpOp::Le,
        ast::CmpOp::Gt => CmpOp::Gt,
        ast::CmpOp::GtE => CmpOp::Ge,
        _ => return None,
    })
}

/// Whether evaluating the expression may assign to a local variable.
fn assigns(e: &Expr) -> bool {
    ast::helpers::any_over_expr(e, &|e| {
        matches!(e, Expr::Named(_) | Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_))
            || matches!(e, Expr::Yield(_) | Expr::YieldFrom(_))
    })
}

fn is_none(e: &Expr) -> bool {
    matches!(e, Expr::NoneLiteral(_))
}

/// A literal's constant, also of tuples and signed numbers.
pub(super) fn constant(e: &Expr) -> Option<Const> {
    Some(match e {
        Expr::NoneLiteral(_) => Const::None,
        Expr::EllipsisLiteral(_) => Const::Ellipsis,
        Expr::BooleanLiteral(b) => Const::Bool(b.value),
        Expr::StringLiteral(s) => Const::Str(s.value.to_str().to_string()),
        Expr::BytesLiteral(b) => Const::Bytes(b.value.bytes().collect()),
        Expr::NumberLiteral(n) => match &n.value {
            Number::Int(i) => match i.as_i64() {
                Some(i) => Const::Int(i),
                None => Const::Big(i.to_string()),
            },
            Number::Float(x) => Const::Float(*x),
            Number::Complex { real, imag } => Const::Complex(*real, *imag),
        },
        Expr::UnaryOp(u) if u.op == ast::UnaryOp::USub => match constant(&u.operand)? {
            Const::Float(x) => Const::Float(-x),
            c => of_integer(-integer(&c)?),
        },
        Expr::Tuple(t) => Const::Tuple(t.elts.iter().map(constant).collect::<Option<_>>()?),
        Expr::BinOp(b) => folded(b.op, integer(&constant(&b.left)?)?, integer(&constant(&b.right)?)?)?,
        _ => return None,
    })
}

/// A literal integer.
fn integer(c: &Const) -> Option<BigInt> {
    match c {
        Const::Int(x) => Some((*x).into()),
        Const::Big(text) => text.parse().ok(),
        _ => None,
    }
}

/// What two literal integers give, unless that is an error or a large number.
fn folded(op: ast::Operator, x: BigInt, y: BigInt) -> Option<Const> {
    use ast::Operator::*;
    let count = || u32::try_from(&y).ok().filter(|&y| y <= MOST_FOLDED);
    let made = match op {
        Add => x + y,
        Sub => x - y,
        Mult => x * y,
        Pow => x.pow(count()?),
        LShift => x << count()?,
        RShift => x >> count()?,
        BitAnd => x & y,
        BitOr => x | y,
        BitXor => x ^ y,
        FloorDiv | Mod if y <= BigInt::ZERO => return None,
        FloorDiv => x.div_floor(&y),
        Mod => x.mod_floor(&y),
        Div | MatMult => return None,
    };
    (made.bits() <= u64::from(MOST_FOLDED)).then(|| of_integer(made))
}

fn of_integer(n: BigInt) -> Const {
    match i64::try_from(&n) {
        Ok(n) => Const::Int(n),
        Err(_) => Const::Big(n.to_string()),
    }
}

/// Bits of a number that is computed before the program runs.
const MOST_FOLDED: u32 = 128;

impl<'a> Unit<'a> {
    /// Evaluates to some register: a variable's own, or a temporary.
    pub(super) fn any(&mut self, e: &'a Expr) -> Res<u8> {
        self.expr(e, None)
    }
    /// Evaluates into a register.
    pub(super) fn into(&mut self, e: &'a Expr, dest: u8) -> Res {
        let r = self.expr(e, Some(dest))?;
        debug_assert_eq!(r, dest);
        Ok(())
    }
    /// Evaluates into a fresh temporary.
    pub(super) fn fresh(&mut self, e: &'a Expr) -> Res<u8> {
        let t = self.temp()?;
        self.into(e, t)?;
        Ok(t)
    }
    /// Evaluates expressions into consecutive temporaries.
    pub(super) fn list(&mut self, es: &'a [Expr]) -> Res<u8> {
        let first = self.temps(es.len())?;
        for (i, e) in es.iter().enumerate() {
            self.into(e, first + i as u8)?;
        }
        Ok(first)
    }
    /// A left operand: kept safe from assignments while the right one is evaluated.
    pub(super) fn left(&mut self, l: &'a Expr, r: &'a Expr) -> Res<u8> {
        if assigns(r) {
            self.fresh(l)
        } else {
            self.any(l)
        }
    }

    pub(super) fn expr(&mut self, e: &'a Expr, dest: Option<u8>) -> Res<u8> {
        self.at(e.range());
        if let Some(c) = constant(e) {
            let d = self.dest(dest)?;
            self.load_const(d, c)?;
            return Ok(d);
        }
        if let Expr::Name(n) = e {
            return self.load_name(&n.id, dest);
        }
        let d = self.dest(dest)?;
        let mark = self.top();
        match e {
            Expr::BinOp(b) => {
                let l = self.left(&b.left, &b.right)?;
                let r = self.any(&b.right)?;
                self.at(e.range());
                self.emit(match binop(b.op) {
                    BinOp::Add => Op::Add { a: d, b: l, c: r },
                    BinOp::Sub => Op::Sub { a: d, b: l, c: r },
                    BinOp::Mul => Op::Mul { a: d, b: l, c: r },
                    op => Op::Bin { op, a: d, b: l, c: r },
                });
            }
            Expr::UnaryOp(u) => {
                let b = self.any(&u.operand)?;
                self.at(e.range());
                self.emit(match u.op {
                    ast::UnaryOp::Not => Op::Not { a: d, b },
                    ast::UnaryOp::USub => Op::Unary { op: UnOp::Neg, a: d, b },
                    ast::UnaryOp::UAdd => Op::Unary { op: UnOp::Pos, a: d, b },
                    ast::UnaryOp::Invert => Op::Unary { op: UnOp::Invert, a: d, b },
                });
            }
            Expr::BoolOp(b) => {
                let end = self.label();
                let before = self.assigned.clone();
                // `d` may be a variable that later operands read, so the value is made beside it.
                let t = self.temp()?;
                for (i, x) in b.values.iter().enumerate() {
                    self.into(x, t)?;
                    if i + 1 < b.values.len() {
                        self.emit(match b.op {
                            ast::BoolOp::And => Op::JFalse { b: t, to: end.0 },
                            ast::BoolOp::Or => Op::JTrue { b: t, to: end.0 },
                        });
                    }
                }
                self.place(end);
                self.assigned = before;
                self.emit(Op::Move { a: d, b: t });
            }
            Expr::Compare(c) => self.compare(c, d)?,
            Expr::If(i) => {
                let (other, end) = (self.label(), self.label());
                self.cond(&i.test, false, other)?;
                let before = self.assigned.clone();
                self.into(&i.body, d)?;
                self.jump(end);
                self.place(other);
                self.assigned = before.clone();
                self.into(&i.orelse, d)?;
                self.place(end);
                self.assigned = before;
            }
            Expr::Named(n) => {
                self.into(&n.value, d)?;
                if let Expr::Name(name) = &*n.target {
                    self.store_name(&name.id, d)?;
                }
            }
            Expr::Attribute(a) => {
                let b = self.any(&a.value)?;
                let k = self.name_const(&a.attr)?;
                self.at(e.range());
                self.emit(Op::GetAttr { a: d, b, k });
            }
            Expr::Subscript(s) => {
                let b = self.left(&s.value, &s.slice)?;
                let c = self.any(&s.slice)?;
                self.at(e.range());
                self.emit(Op::GetItem { a: d, b, c });
            }
            Expr::Slice(s) => {
                let t = self.temps(3)?;
                for (i, part) in [&s.lower, &s.upper, &s.step].into_iter().enumerate() {
                    match part {
                        Some(x) => self.into(x, t + i as u8)?,
                        None => {
                            self.emit(Op::LoadNone { a: t + i as u8 });
                        }
                    }
                }
                self.emit(Op::BuildSlice { a: d, b: t });
            }
            Expr::Tuple(t) if t.elts.len() < 40 && !has_star(&t.elts) => {
                let b = self.list(&t.elts)?;
                self.emit(Op::BuildTuple { a: d, b, n: t.elts.len() as u8 });
            }
            Expr::List(t) if t.elts.len() < 40 && !has_star(&t.elts) => {
                let b = self.list(&t.elts)?;
                self.emit(Op::BuildList { a: d, b, n: t.elts.len() as u8 });
            }
            Expr::Set(t) if t.elts.len() <= 30 && !has_star(&t.elts) => {
                let b = self.list(&t.elts)?;
                self.at(e.range());
                self.emit(Op::BuildSet { a: d, b, n: t.elts.len() as u8 });
            }
            Expr::List(t) => self.long_list(&t.elts, d)?,
            Expr::Tuple(t) => self.long_tuple(&t.elts, d)?,
            Expr::Set(t) => {
                let a = self.temp()?;
                self.emit(Op::BuildSet { a, b: a, n: 0 });
                for x in &t.elts {
                    let mark = self.top();
                    match x {
                        Expr::Starred(s) => {
                            let b = self.any(&s.value)?;
                            self.at(e.range());
                            self.emit(Op::SetUpdate { a, b });
                        }
                        x => {
                            let b = self.any(x)?;
                            self.at(e.range());
                            self.emit(Op::SetAdd { a, b });
                        }
                    }
                    self.free(mark as u8);
                }
                self.emit(Op::Move { a: d, b: a });
            }
            Expr::Dict(x) => {
                let t = self.temp()?;
                let mut rest = &x.items[..];
                let at_once = if self.is_record(rest) { rest.len() } else { 0 };
                let first = if at_once > 0 { self.pairs(&rest[..at_once])? } else { t };
                self.at(e.range());
                self.emit(Op::BuildDict { a: t, b: first, n: at_once as u8 });
                rest = &rest[at_once..];
                while let Some(item) = rest.first() {
                    let mark = self.top();
                    let run = self.run_of_pairs(rest);
                    if run > 1 {
                        let first = self.pairs(&rest[..run])?;
                        self.at(e.range());
                        for at in (first..).step_by(2).take(run) {
                            self.emit(Op::DictAdd { a: t, b: at, c: at + 1 });
                        }
                        self.free(mark as u8);
                        rest = &rest[run..];
                        continue;
                    }
                    rest = &rest[1..];
                    match &item.key {
                        Some(k) => {
                            let k = self.fresh(k)?;
                            let v = self.any(&item.value)?;
                            self.at(e.range());
                            self.emit(Op::DictAdd { a: t, b: k, c: v });
                        }
                        None => {
                            let b = self.any(&item.value)?;
                            self.emit(Op::DictUpdate { a: t, b });
                        }
                    }
                    self.free(mark as u8);
                }
                self.emit(Op::Move { a: d, b: t });
            }
            Expr::Call(c) => self.call(c, d)?,
            Expr::Lambda(l) => self.lambda(l, d)?,
            Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) => self.comprehension(e, d)?,
            Expr::Generator(g) => self.generator_expr(g, d)?,
            Expr::FString(f) => self.fstring(f, d)?,
            Expr::Yield(y) => {
                if !self.p.is_generator {
                    return self.error("'yield' outside function");
                }
                let t = self.temp()?;
                match &y.value {
                    Some(v) => self.into(v, t)?,
                    None => {
                        self.emit(Op::LoadNone { a: t });
                    }
                }
                self.at(e.range());
                self.emit_yield(d, t);
            }
            Expr::YieldFrom(y) => {
                if !self.p.is_generator {
                    return self.error("'yield from' outside function");
                }
                let (it, v) = (self.temp()?, self.temp()?);
                let s = self.any(&y.value)?;
                self.at(e.range());
                self.emit(Op::MakeIter { a: it, b: s });
                self.emit(Op::LoadNone { a: v });
                let (again, end) = (self.label(), self.label());
                self.place(again);
                self.emit(Op::YieldFrom { a: v, b: it, to: end.0 });
                self.emit_yield(v, v);
                self.emit(Op::Loop { to: again.0 });
                self.place(end);
                self.emit(Op::Move { a: d, b: v });
            }
            Expr::Starred(_) => return self.error("can't use starred expression here"),
            Expr::Await(_) => return self.error("'await' is not supported"),
            _ => return self.error("this kind of expression is not supported"),
        }
        self.free(mark as u8);
        Ok(d)
    }

    /// Has the keys and values of a dictionary's items in new registers, in turn: the first one.
    fn pairs(&mut self, items: &'a [ast::DictItem]) -> Res<u8> {
        let first = self.temps(2 * items.len())?;
        for (i, item) in items.iter().enumerate() {
            let at = first + 2 * i as u8;
            item.key.as_ref().map_or(Ok(()), |k| self.into(k, at))?;
            self.into(&item.value, at + 1)?;
        }
        Ok(first)
    }

    /// Whether a dictionary's items are few, with different texts for keys.
    fn is_record(&self, items: &[ast::DictItem]) -> bool {
        let text = |item: &ast::DictItem| match item.key.as_ref().and_then(constant)? {
            Const::Str(s) => Some(s),
            _ => None,
        };
        let keys: Vec<String> = items.iter().map_while(text).collect();
        let different = keys.iter().enumerate().all(|(i, k)| !keys[..i].contains(k));
        (1..=MOST_PAIRS.min((MAX_REGISTERS - self.top()) / 8)).contains(&items.len())
            && keys.len() == items.len()
            && different
    }

    /// How many pairs at the beginning of a dictionary's items are all evaluated before the first of them is hashed. One by one comes to the same where
    /// keys are literals, and it is the way of many pairs.
    fn run_of_pairs(&self, items: &[ast::DictItem]) -> usize {
        let pairs = items.iter().take_while(|i| i.key.is_some()).count();
        let plain = items[..pairs].iter().all(|i| i.key.as_ref().and_then(constant).is_some());
        let most = (MAX_REGISTERS - self.top()).min(100) / 8;
        if plain || pairs > 15.min(most) {
            1
        } else {
            pairs
        }
    }

    /// A list of any length, with starred elements.
    pub(super) fn long_list(&mut self, elts: &'a [Expr], d: u8) -> Res {
        let t = self.temp()?;
        self.emit(Op::BuildList { a: t, b: t, n: 0 });
        for e in elts {
            let mark = self.top();
            match e {
                Expr::Starred(s) => {
                    let b = self.any(&s.value)?;
                    self.emit(Op::ListExtend { a: t, b });
                }
                e => {
                    let b = self.any(e)?;
                    self.emit(Op::ListAppend { a: t, b });
                }
            }
            self.free(mark as u8);
        }
        self.emit(Op::Move { a: d, b: t });
        Ok(())
    }

    /// A tuple of any length, with starred elements: of few, by putting parts together whose lengths a trace knows.
    pub(super) fn long_tuple(&mut self, elts: &'a [Expr], d: u8) -> Res {
        const FEW: usize = 30;
        let mark = self.top();
        let t = self.temp()?;
        if elts.len() > FEW {
            self.long_list(elts, t)?;
            self.emit(Op::ListToTuple { a: d, b: t });
            self.free(mark as u8);
            return Ok(());
        }
        let is_star = |e: &Expr| matches!(e, Expr::Starred(_));
        let first = elts.iter().position(is_star).unwrap_or(elts.len());
        let b = self.list(&elts[..first])?;
        self.emit(Op::BuildTuple { a: t, b, n: first as u8 });
        for part in elts[first..].chunk_by(|e, f| !is_star(e) && !is_star(f)) {
            self.free(t + 1);
            let b = match part {
                [Expr::Starred(s)] => self.any(&s.value)?,
                plain => {
                    let a = self.temp()?;
                    let b = self.list(plain)?;
                    self.emit(Op::BuildTuple { a, b, n: plain.len() as u8 });
                    a
                }
            };
            self.emit(Op::TupleExtend { a: t, b });
        }
        self.emit(Op::Move { a: d, b: t });
        self.free(mark as u8);
        Ok(())
    }

    fn compare(&mut self, c: &'a ast::ExprCompare, d: u8) -> Res {
        let t = if c.ops.len() > 1 { self.temp()? } else { d };
        let end = self.label();
        let mut l = self.left(&c.left, &c.comparators[0])?;
        let mut before = None;
        for (i, (op, right)) in c.ops.iter().zip(&*c.comparators).enumerate() {
            let last = i + 1 == c.ops.len();
            let r = if last { self.operand(*op, right)? } else { self.fresh(right)? };
            self.at(c.range);
            self.emit_compare(*op, t, l, r);
            if !last {
                self.emit(Op::JFalse { b: t, to: end.0 });
                // What follows may not be evaluated.
                before.get_or_insert_with(|| self.assigned.clone());
            }
            l = r;
        }
        self.assigned = before.unwrap_or_else(|| std::mem::take(&mut self.assigned));
        if c.ops.len() > 1 {
            self.place(end);
            self.emit(Op::Move { a: d, b: t });
        } else {
            self.place(end);
        }
        Ok(())
    }

    /// The right operand of a comparison. Of a list or set of constants that is only looked into, nobody can tell whether it is a new one.
    fn operand(&mut self, op: ast::CmpOp, e: &'a Expr) -> Res<u8> {
        let all = |e: &[Expr]| e.iter().map(constant).collect::<Option<Vec<_>>>();
        let constants = match (op, e) {
            (ast::CmpOp::In | ast::CmpOp::NotIn, Expr::List(t)) => all(&t.elts).map(Const::Tuple),
            (ast::CmpOp::In | ast::CmpOp::NotIn, Expr::Set(t)) => all(&t.elts).map(Const::FrozenSet),
            _ => None,
        };
        match constants {
            Some(c) => self.constant_temp(c),
            None => self.any(e),
        }
    }

    fn emit_compare(&mut self, op: ast::CmpOp, a: u8, b: u8, c: u8) {
        self.emit(match op {
            ast::CmpOp::Is => Op::Is { a, b, c, neg: false },
            ast::CmpOp::IsNot => Op::Is { a, b, c, neg: true },
            ast::CmpOp::In => Op::In { a, b, c, neg: false },
            ast::CmpOp::NotIn => Op::In { a, b, c, neg: true },
            op => Op::Cmp { op: cmpop(op).unwrap_or(CmpOp::Eq), a, b, c },
        });
    }

    /// Jumps to a label if the truth of the expression is `when`.
    pub(super) fn cond(&mut self, e: &'a Expr, when: bool, to: Label) -> Res {
        let mark = self.top();
        match e {
            Expr::UnaryOp(u) if u.op == ast::UnaryOp::Not => self.cond(&u.operand, !when, to)?,
            Expr::BooleanLiteral(b) => {
                if b.value == when {
                    self.jump(to);
                }
            }
            Expr::BoolOp(b) => {
                let before = self.assigned.clone();
                let is_and = b.op == ast::BoolOp::And;
                let n = b.values.len();
                if is_and == when {
                    // All (none) must hold: the others leave.
                    let out = self.label();
                    for x in &b.values[..n - 1] {
                        self.cond(x, !when, out)?;
                    }
                    self.cond(&b.values[n - 1], when, to)?;
                    self.place(out);
                    self.assigned = before;
                } else {
                    for x in &b.values {
                        self.cond(x, when, to)?;
                    }
                    self.assigned = before;
                }
            }
            Expr::Compare(c) if c.ops.len() == 1 => {
                let right = &c.comparators[0];
                let l = self.left(&c.left, right)?;
                match (c.ops[0], cmpop(c.ops[0])) {
                    (ast::CmpOp::Is, _) if is_none(right) => {
                        self.emit(Op::JNone { b: l, cond: when, to: to.0 });
                    }
                    (ast::CmpOp::IsNot, _) if is_none(right) => {
                        self.emit(Op::JNone { b: l, cond: !when, to: to.0 });
                    }
                    (_, Some(op)) => {
                        let r = self.any(right)?;
                        self.at(e.range());
                        self.jump_compared(op, l, r, when, to)?;
                    }
                    (op, _) => {
                        let r = self.operand(op, right)?;
                        let t = self.temp()?;
                        self.at(e.range());
                        self.emit_compare(op, t, l, r);
                        self.emit_test(t, when, to);
                    }
                }
            }
            e => {
                let r = self.any(e)?;
                self.at(e.range());
                self.emit_test(r, when, to);
            }
        }
        self.free(mark as u8);
        Ok(())
    }

    /// Jumps if a comparison comes out as `when`.
    pub(super) fn jump_compared(&mut self, op: CmpOp, b: u8, c: u8, when: bool, to: Label) -> Res {
        if !self.cx.far && to.0 < u32::from(u16::MAX) {
            self.emit(Op::JCmp { op, b, c, to: to.0 as u16, cond: when });
            return Ok(());
        }
        let a = self.temp()?;
        self.emit(Op::Cmp { op, a, b, c });
        self.emit_test(a, when, to);
        Ok(())
    }

    pub(super) fn emit_test(&mut self, b: u8, when: bool, to: Label) {
        self.emit(if when { Op::JTrue { b, to: to.0 } } else { Op::JFalse { b, to: to.0 } });
    }
}

pub(super) fn has_star(es: &[Expr]) -> bool {
    es.iter().any(|e| matches!(e, Expr::Starred(_)))
}
