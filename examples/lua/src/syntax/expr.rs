//! Expressions to syntax tree, by precedence climbing; constants are folded on the way.

use super::ast::*;
use super::fold;
use super::parser::{Parser, Result};
use super::token::{Keyword, Token};
use std::rc::Rc;

/// An infix operator: how tightly it binds to its left and to its right.
struct Infix {
    token: Token,
    left: u8,
    right: u8,
    make: Make,
}

#[derive(Clone, Copy)]
enum Make {
    Binary(BinOp),
    Logic { is_or: bool },
}

const fn infix(token: Token, left: u8, right: u8, op: BinOp) -> Infix {
    Infix { token, left, right, make: Make::Binary(op) }
}

/// Binding strength of the unary operators: above all but `^`.
const UNARY: u8 = 12;

/// Strength grows downwards; right-associative operators bind less to their right.
const INFIX: &[Infix] = &[
    Infix { token: Token::Keyword(Keyword::Or), left: 1, right: 1, make: Make::Logic { is_or: true } },
    Infix { token: Token::Keyword(Keyword::And), left: 2, right: 2, make: Make::Logic { is_or: false } },
    infix(Token::Char(b'<'), 3, 3, BinOp::Lt),
    infix(Token::Char(b'>'), 3, 3, BinOp::Gt),
    infix(Token::Le, 3, 3, BinOp::Le),
    infix(Token::Ge, 3, 3, BinOp::Ge),
    infix(Token::Ne, 3, 3, BinOp::Ne),
    infix(Token::Eq, 3, 3, BinOp::Eq),
    infix(Token::Char(b'|'), 4, 4, BinOp::BOr),
    infix(Token::Char(b'~'), 5, 5, BinOp::BXor),
    infix(Token::Char(b'&'), 6, 6, BinOp::BAnd),
    infix(Token::Shl, 7, 7, BinOp::Shl),
    infix(Token::Shr, 7, 7, BinOp::Shr),
    infix(Token::Concat, 9, 8, BinOp::Concat),
    infix(Token::Char(b'+'), 10, 10, BinOp::Add),
    infix(Token::Char(b'-'), 10, 10, BinOp::Sub),
    infix(Token::Char(b'*'), 11, 11, BinOp::Mul),
    infix(Token::Char(b'/'), 11, 11, BinOp::Div),
    infix(Token::IDiv, 11, 11, BinOp::IDiv),
    infix(Token::Char(b'%'), 11, 11, BinOp::Mod),
    infix(Token::Char(b'^'), 14, 13, BinOp::Pow),
];

/// The operator a token is; the common ends of expressions are told apart without a search.
fn infix_at(token: &Token) -> Option<&'static Infix> {
    match token {
        Token::Char(b')' | b',' | b']' | b'}' | b';' | b'=')
        | Token::Name(_)
        | Token::Int(_)
        | Token::End => None,
        _ => INFIX.iter().find(|op| op.token == *token),
    }
}

impl Parser<'_> {
    /// Adds a node to the arena.
    pub(super) fn add(&mut self, kind: ExprKind, line: u32) -> ExprId {
        self.chunk.exprs.push(Expr { kind, line });
        ExprId(self.chunk.exprs.len() as u32 - 1)
    }

    fn literal(&mut self, value: Literal) -> ExprId {
        self.add(ExprKind::Literal(value), self.lexer.line)
    }

    /// `object.key`, the key read last.
    pub(super) fn field(&mut self, object: ExprId, key: Rc<[u8]>) -> ExprId {
        let line = self.lexer.last_line;
        let key = self.add(ExprKind::Literal(Literal::Str(key)), line);
        self.add(ExprKind::Index { object, key }, line)
    }

    /// What a name means here.
    pub(super) fn variable(&mut self, name: &Rc<[u8]>, line: u32) -> Result<ExprId> {
        if let Some(v) = self.scopes.resolve(&mut self.chunk, &self.lexer, name)? {
            return Ok(self.add(ExprKind::Var(v), line));
        }
        // `_ENV` always resolves, in the end to the one the chunk is given.
        let env = self.scopes.resolve(&mut self.chunk, &self.lexer, b"_ENV")?.unwrap_or(CHUNK_ENV);
        Ok(self.add(ExprKind::Global { env, name: name.clone() }, line))
    }

    pub(super) fn expressions(&mut self) -> Result<Vec<ExprId>> {
        let mut list = vec![self.expression()?];
        while self.accept_char(b',')? {
            self.finish(list[list.len() - 1]);
            list.push(self.expression()?);
        }
        Ok(list)
    }

    /// After the separator behind an expression: the reference reads an indexed value only then, so the separator's line is that of its errors.
    fn finish(&mut self, e: ExprId) {
        let line = self.lexer.last_line;
        let e = &mut self.chunk.exprs[e.index()];
        if let ExprKind::Index { .. } | ExprKind::Global { .. } = e.kind {
            e.line = line;
        }
    }

    pub(super) fn expression(&mut self) -> Result<ExprId> {
        self.subexpression(0)
    }

    /// An expression whose operators bind tighter than `limit`.
    fn subexpression(&mut self, limit: u8) -> Result<ExprId> {
        self.deeper(|p| {
            let mut left = p.operand()?;
            while let Some(op) = infix_at(&p.lexer.token).filter(|op| op.left > limit) {
                let line = p.lexer.line;
                p.lexer.advance()?;
                let right = p.subexpression(op.right)?;
                // As in the reference, a comparison is where its right operand ends, other operators are where they stand.
                let compares = matches!(op.make, Make::Binary(op) if op.is_comparison());
                let line = if compares { p.lexer.last_line } else { line };
                left = p.infix(op.make, left, right, line);
            }
            Ok(left)
        })
    }

    fn infix(&mut self, make: Make, left: ExprId, right: ExprId, line: u32) -> ExprId {
        let kind = match make {
            Make::Logic { is_or } => ExprKind::Logic { is_or, left, right },
            Make::Binary(op) => {
                let values = self.chunk.literal(left).zip(self.chunk.literal(right));
                match values.and_then(|(l, r)| fold::binary(op, l, r)) {
                    Some(value) => ExprKind::Literal(value),
                    None => ExprKind::Binary { op, left, right },
                }
            }
        };
        self.add(kind, line)
    }

    fn operand(&mut self) -> Result<ExprId> {
        let line = self.lexer.line;
        let op = match self.lexer.token {
            Token::Keyword(Keyword::Not) => UnOp::Not,
            Token::Char(b'-') => UnOp::Neg,
            Token::Char(b'~') => UnOp::BNot,
            Token::Char(b'#') => UnOp::Len,
            _ => return self.simple(),
        };
        self.lexer.advance()?;
        let operand = self.subexpression(UNARY)?;
        let folded = self.chunk.literal(operand).and_then(|l| fold::unary(op, l));
        let kind = folded.map_or(ExprKind::Unary { op, operand }, ExprKind::Literal);
        Ok(self.add(kind, line))
    }

    fn simple(&mut self) -> Result<ExprId> {
        let value = match &self.lexer.token {
            Token::Int(i) => Literal::Int(*i),
            Token::Float(x) => Literal::Float(*x),
            Token::Str(s) => Literal::Str(s.clone()),
            Token::Keyword(Keyword::Nil) => Literal::Nil,
            Token::Keyword(Keyword::True) => Literal::Bool(true),
            Token::Keyword(Keyword::False) => Literal::Bool(false),
            Token::Dots => {
                let func = self.scopes.current();
                if !self.chunk.funcs[func.index()].is_vararg {
                    return Err(self.lexer.error_near("cannot use '...' outside a vararg function"));
                }
                let id = self.add(ExprKind::Vararg, self.lexer.line);
                self.lexer.advance()?;
                return Ok(id);
            }
            Token::Char(b'{') => return self.table(),
            Token::Keyword(Keyword::Function) => {
                self.lexer.advance()?;
                let line = self.lexer.line;
                let func = self.function_body(false, line)?;
                return Ok(self.add(ExprKind::Function(func), self.lexer.last_line));
            }
            _ => return self.suffixed(),
        };
        let id = self.literal(value);
        self.lexer.advance()?;
        Ok(id)
    }

    /// A name or parenthesis with its indexings and calls.
    pub(super) fn suffixed(&mut self) -> Result<ExprId> {
        let line = self.lexer.line;
        let mut e = self.primary(line)?;
        loop {
            match self.lexer.token {
                Token::Char(b'.') => {
                    self.lexer.advance()?;
                    let key = self.name()?;
                    e = self.field(e, key);
                }
                Token::Char(b'[') => {
                    self.lexer.advance()?;
                    let key = self.expression()?;
                    self.expect(b']')?;
                    e = self.add(ExprKind::Index { object: e, key }, self.lexer.last_line);
                }
                Token::Char(b':') => {
                    self.lexer.advance()?;
                    let name = self.name()?;
                    let name_line = self.lexer.last_line;
                    let args = self.arguments(line)?;
                    e = self.add(ExprKind::Method { object: e, name, name_line, args }, line);
                }
                Token::Char(b'(' | b'{') | Token::Str(_) => {
                    let args = self.arguments(line)?;
                    e = self.add(ExprKind::Call { callee: e, args }, line);
                }
                _ => return Ok(e),
            }
        }
    }

    fn primary(&mut self, line: u32) -> Result<ExprId> {
        match &self.lexer.token {
            Token::Name(n) => {
                let name = n.clone();
                self.lexer.advance()?;
                self.variable(&name, line)
            }
            Token::Char(b'(') => {
                self.lexer.advance()?;
                let inner = self.expression()?;
                self.expect_closing(&Token::Char(b')'), &Token::Char(b'('), line)?;
                Ok(match self.chunk.expr(inner) {
                    ExprKind::Literal(_) => inner,
                    _ => self.add(ExprKind::Paren(inner), line),
                })
            }
            _ => Err(self.lexer.error_near("unexpected symbol")),
        }
    }

    fn arguments(&mut self, line: u32) -> Result<Vec<ExprId>> {
        match &self.lexer.token {
            Token::Char(b'(') => {
                self.lexer.advance()?;
                if self.accept_char(b')')? {
                    return Ok(Vec::new());
                }
                let args = self.expressions()?;
                self.expect_closing(&Token::Char(b')'), &Token::Char(b'('), line)?;
                Ok(args)
            }
            Token::Char(b'{') => Ok(vec![self.table()?]),
            Token::Str(s) => {
                let value = Literal::Str(s.clone());
                let id = self.literal(value);
                self.lexer.advance()?;
                Ok(vec![id])
            }
            _ => Err(self.lexer.error_near("function arguments expected")),
        }
    }

    fn table(&mut self) -> Result<ExprId> {
        let line = self.lexer.line;
        self.expect(b'{')?;
        let mut items = Vec::new();
        while !self.at(b'}') {
            items.push(self.item()?);
            if !self.accept_char(b',')? && !self.accept_char(b';')? {
                break;
            }
            if let Some(&Item::Positional(e)) = items.last() {
                self.finish(e);
            }
        }
        self.expect_closing(&Token::Char(b'}'), &Token::Char(b'{'), line)?;
        Ok(self.add(ExprKind::Table(items), line))
    }

    fn item(&mut self) -> Result<Item> {
        if self.at(b'[') {
            self.lexer.advance()?;
            let key = self.expression()?;
            self.expect(b']')?;
            self.expect(b'=')?;
            return Ok(Item::Keyed(key, self.expression()?));
        }
        if let Token::Name(n) = &self.lexer.token {
            let name = n.clone();
            if *self.lexer.look_ahead()? == Token::Char(b'=') {
                let key = self.literal(Literal::Str(name));
                self.lexer.advance()?;
                self.lexer.advance()?;
                return Ok(Item::Keyed(key, self.expression()?));
            }
        }
        Ok(Item::Positional(self.expression()?))
    }
}
