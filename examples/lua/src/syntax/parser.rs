//! Statements to syntax tree, by recursive descent. The parser enters every name into the resolver (`scope`) as it
//! goes and raises the reference's errors in the reference's order.
//!
//! Nesting is counted: more than [`MAX_LEVELS`] open statements and subexpressions end in an error, so no input can
//! overflow the native stack.
//!
//! Hand-written because a measurement spoke against the ready-made parser crate `full_moon` 3.0.0 (x86-64, 10,000
//! generated lines, best of five): it took 73 ms, this one 37 ms including name resolution. It keeps every blank and
//! comment, which a compiler has no use for; its messages ("unexpected token `=`. (starting from line 1, character
//! 5 ...") cannot be turned into the reference's "chunk:1: unexpected symbol near '='"; and it accepts chunks the
//! reference rejects, such as a `goto` without label.

use super::ast::*;
use super::error::SyntaxError;
use super::lexer::Lexer;
use super::scope::Scopes;
use super::token::{Keyword, Token};
use std::rc::Rc;

/// Deepest nesting of statements and expressions.
pub const MAX_LEVELS: usize = 196;

pub(super) type Result<T> = std::result::Result<T, SyntaxError>;

/// Parses a chunk.
pub fn parse(source: &[u8], chunk_name: &str) -> Result<Chunk> {
    let mut parser = Parser {
        lexer: Lexer::new(source, chunk_name),
        chunk: Chunk::default(),
        scopes: Scopes::default(),
        levels: 0,
    };
    parser.main()?;
    let names = |name: &&str| memchr::memmem::find(source, name.as_bytes()).is_some();
    parser.chunk.inspected = ["getlocal", "setlocal", "sethook"].iter().any(names);
    parser.chunk.transparent = parser.chunk.inspected || names(&"getinfo");
    parser.chunk.joins = names(&"upvaluejoin");
    if ["setupvalue", "upvalueid", "upvaluejoin", "setlocal"].iter().any(names) {
        // These may change and compare variables that nobody assigns to.
        parser
            .chunk
            .vars
            .iter_mut()
            .filter(|v| v.attrib == Attrib::Regular)
            .for_each(|v| v.reassigned = true);
    }
    Ok(parser.chunk)
}

/// Whether a text can't be parsed, whatever comes after it: the reference then reads no more of it.
pub fn is_refused(beginning: &[u8]) -> bool {
    let mut parser = Parser {
        lexer: Lexer::new(beginning, "=?"),
        chunk: Chunk::default(),
        scopes: Scopes::default(),
        levels: 0,
    };
    parser.main().is_err_and(|e| !e.at_end && !parser.lexer.is_at_end())
}

pub(super) struct Parser<'s> {
    pub(super) lexer: Lexer<'s>,
    pub(super) chunk: Chunk,
    pub(super) scopes: Scopes,
    levels: usize,
}

impl Parser<'_> {
    fn main(&mut self) -> Result<()> {
        let name = self.lexer.intern(b"_ENV");
        self.chunk.vars.push(Var {
            name,
            func: OUTSIDE,
            attrib: Attrib::Regular,
            captured: true,
            reassigned: false,
            constant: None,
        });
        self.scopes.open_func(&mut self.chunk, 0);
        self.chunk.funcs[0].upvals.push(CHUNK_ENV);
        self.chunk.funcs[0].is_vararg = true;
        self.lexer.advance()?;
        let body = self.statements()?;
        self.expect_token(&Token::End)?;
        self.scopes.close_func(&self.lexer)?;
        self.chunk.funcs[0].body = body;
        self.chunk.funcs[0].last_line = self.lexer.line;
        Ok(())
    }

    pub(super) fn at(&self, c: u8) -> bool {
        self.lexer.token == Token::Char(c)
    }

    pub(super) fn at_word(&self, k: Keyword) -> bool {
        self.lexer.token == Token::Keyword(k)
    }

    /// Steps over the token if it is this one.
    pub(super) fn accept(&mut self, token: &Token) -> Result<bool> {
        let hit = self.lexer.token == *token;
        if hit {
            self.lexer.advance()?;
        }
        Ok(hit)
    }

    pub(super) fn accept_char(&mut self, c: u8) -> Result<bool> {
        self.accept(&Token::Char(c))
    }

    fn expected(&self, token: &Token) -> SyntaxError {
        self.lexer.error_near(&format!("{} expected", token.fixed_text().unwrap_or_default()))
    }

    fn expect_token(&mut self, token: &Token) -> Result<()> {
        if self.lexer.token != *token {
            return Err(self.expected(token));
        }
        if *token != Token::End {
            self.lexer.advance()?;
        }
        Ok(())
    }

    pub(super) fn expect(&mut self, c: u8) -> Result<()> {
        self.expect_token(&Token::Char(c))
    }

    fn expect_word(&mut self, k: Keyword) -> Result<()> {
        self.expect_token(&Token::Keyword(k))
    }

    /// Expects the token that closes `what`, opened at `line`.
    pub(super) fn expect_closing(&mut self, token: &Token, what: &Token, line: u32) -> Result<()> {
        if self.lexer.token == *token {
            return self.lexer.advance();
        }
        if line == self.lexer.line {
            return Err(self.expected(token));
        }
        let text = |t: &Token| t.fixed_text().unwrap_or_default();
        let message = format!("{} expected (to close {} at line {line})", text(token), text(what));
        Err(self.lexer.error_near(&message))
    }

    fn expect_end(&mut self, what: Keyword, line: u32) -> Result<()> {
        self.expect_closing(&Token::Keyword(Keyword::End), &Token::Keyword(what), line)
    }

    pub(super) fn name(&mut self) -> Result<Rc<[u8]>> {
        match &self.lexer.token {
            Token::Name(n) => {
                let name = n.clone();
                self.lexer.advance()?;
                Ok(name)
            }
            _ => Err(self.lexer.error_near("<name> expected")),
        }
    }

    /// Runs `f` one level deeper.
    pub(super) fn deeper<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.levels >= MAX_LEVELS {
            // The reference's has no position: its parser is a C function.
            let message = b"C stack overflow".to_vec();
            return Err(SyntaxError { message, at_end: false });
        }
        self.levels += 1;
        let result = f(self);
        self.levels -= 1;
        result
    }

    fn declare(&mut self, name: Rc<[u8]>, pending: usize) -> Result<VarId> {
        self.scopes.declare(&mut self.chunk, &self.lexer, name, pending)
    }

    /// Whether the block ends here; `until` ends only a block that does not see its condition's scope.
    fn block_ends(&self, with_until: bool) -> bool {
        match self.lexer.token {
            Token::Keyword(Keyword::Else | Keyword::Elseif | Keyword::End) | Token::End => true,
            Token::Keyword(Keyword::Until) => with_until,
            _ => false,
        }
    }

    fn statements(&mut self) -> Result<Block> {
        let mut stats = Vec::new();
        while !self.block_ends(true) {
            let is_return = self.at_word(Keyword::Return);
            let line = self.lexer.line;
            if let Some(kind) = self.deeper(|p| p.statement())? {
                stats.push(Stat { kind, line, last_line: self.lexer.last_line });
            }
            if is_return {
                break;
            }
        }
        Ok(Block { stats })
    }

    fn block(&mut self, is_loop: bool) -> Result<Block> {
        self.scopes.open_block(is_loop);
        let block = self.statements()?;
        self.scopes.close_block(&self.lexer)?;
        Ok(block)
    }

    fn statement(&mut self) -> Result<Option<StatKind>> {
        let line = self.lexer.line;
        let word = match self.lexer.token {
            Token::Char(b';') => {
                self.lexer.advance()?;
                return Ok(None);
            }
            Token::DoubleColon => {
                self.lexer.advance()?;
                return self.label(line).map(Some);
            }
            Token::Keyword(k) => k,
            _ => return self.expression_statement().map(Some),
        };
        let parse = match word {
            Keyword::If => Self::if_statement,
            Keyword::While => Self::while_statement,
            Keyword::Do => Self::do_statement,
            Keyword::For => Self::for_statement,
            Keyword::Repeat => Self::repeat_statement,
            Keyword::Function => Self::function_statement,
            Keyword::Local => Self::local_statement,
            Keyword::Return => Self::return_statement,
            Keyword::Break => Self::break_statement,
            Keyword::Goto => Self::goto_statement,
            _ => return self.expression_statement().map(Some),
        };
        self.lexer.advance()?;
        parse(self, line).map(Some)
    }

    /// A label and the void statements after it, which do not separate it from the block's end.
    fn label(&mut self, line: u32) -> Result<StatKind> {
        let name = self.name()?;
        self.expect_token(&Token::DoubleColon)?;
        let mut ids = Vec::new();
        while self.at(b';') || self.lexer.token == Token::DoubleColon {
            if let Some(StatKind::Label(more)) = self.deeper(|p| p.statement())? {
                ids.extend(more);
            }
        }
        self.scopes.check_label(&self.lexer, &name)?;
        let last = self.block_ends(false);
        ids.push(self.scopes.label(&mut self.chunk, &self.lexer, name, line, last)?);
        Ok(StatKind::Label(ids))
    }

    fn if_statement(&mut self, line: u32) -> Result<StatKind> {
        let mut clauses = Vec::new();
        loop {
            let cond = self.expression()?;
            self.expect_word(Keyword::Then)?;
            clauses.push((cond, self.block(false)?));
            if !self.accept(&Token::Keyword(Keyword::Elseif))? {
                break;
            }
        }
        let has_else = self.accept(&Token::Keyword(Keyword::Else))?;
        let otherwise = if has_else { Some(self.block(false)?) } else { None };
        self.expect_end(Keyword::If, line)?;
        Ok(StatKind::If { clauses, otherwise })
    }

    fn while_statement(&mut self, line: u32) -> Result<StatKind> {
        let cond = self.expression()?;
        self.expect_word(Keyword::Do)?;
        let body = self.block(true)?;
        self.expect_end(Keyword::While, line)?;
        Ok(StatKind::While { cond, body })
    }

    fn do_statement(&mut self, line: u32) -> Result<StatKind> {
        let body = self.block(false)?;
        self.expect_end(Keyword::Do, line)?;
        Ok(StatKind::Do(body))
    }

    fn repeat_statement(&mut self, line: u32) -> Result<StatKind> {
        self.scopes.open_block(true);
        self.scopes.open_block(false);
        let body = self.statements()?;
        let (until, repeat) = (Token::Keyword(Keyword::Until), Token::Keyword(Keyword::Repeat));
        self.expect_closing(&until, &repeat, line)?;
        let cond = self.expression()?;
        self.scopes.close_block(&self.lexer)?;
        self.scopes.close_block(&self.lexer)?;
        Ok(StatKind::Repeat { body, cond })
    }

    fn for_statement(&mut self, line: u32) -> Result<StatKind> {
        self.scopes.open_block(false);
        let first = self.name()?;
        let kind = match self.lexer.token {
            Token::Char(b'=') => self.numeric_for(first)?,
            Token::Char(b',') | Token::Keyword(Keyword::In) => self.generic_for(first)?,
            _ => return Err(self.lexer.error_near("'=' or 'in' expected")),
        };
        self.expect_end(Keyword::For, line)?;
        self.scopes.close_block(&self.lexer)?;
        Ok(kind)
    }

    fn hidden(&mut self, count: usize) -> Result<Vec<VarId>> {
        let name = self.lexer.intern(b"(for state)");
        (0..count).map(|i| self.declare(name.clone(), i)).collect()
    }

    /// `do` and the body, with the visible variables in scope; also the line of `do`.
    fn for_body(&mut self, vars: &[VarId]) -> Result<(Block, u32)> {
        self.expect_word(Keyword::Do)?;
        let line = self.lexer.last_line;
        self.scopes.open_block(true);
        self.scopes.activate(vars);
        let body = self.statements()?;
        self.scopes.close_block(&self.lexer)?;
        Ok((body, line))
    }

    fn numeric_for(&mut self, name: Rc<[u8]>) -> Result<StatKind> {
        let hidden = self.hidden(3)?;
        let var = self.declare(name, 3)?;
        self.lexer.advance()?;
        let mut values = vec![self.expression()?];
        self.expect(b',')?;
        values.push(self.expression()?);
        if self.accept_char(b',')? {
            values.push(self.expression()?);
        }
        self.scopes.activate(&hidden);
        let (body, do_line) = self.for_body(&[var])?;
        Ok(StatKind::NumericFor { hidden, var, values, do_line, body })
    }

    fn generic_for(&mut self, name: Rc<[u8]>) -> Result<StatKind> {
        let hidden = self.hidden(4)?;
        self.chunk.vars[hidden[3].index()].attrib = Attrib::Close;
        let mut vars = vec![self.declare(name, 4)?];
        while self.accept_char(b',')? {
            let name = self.name()?;
            vars.push(self.declare(name, 4 + vars.len())?);
        }
        self.expect_word(Keyword::In)?;
        let call_line = self.lexer.line;
        let values = self.expressions()?;
        self.scopes.activate(&hidden);
        let (body, do_line) = self.for_body(&vars)?;
        Ok(StatKind::GenericFor { hidden, vars, values, call_line, do_line, body })
    }

    fn function_statement(&mut self, line: u32) -> Result<StatKind> {
        let name = self.name()?;
        let mut target = self.variable(&name, line)?;
        let mut is_method = false;
        while !is_method && (self.at(b'.') || self.at(b':')) {
            is_method = self.at(b':');
            self.lexer.advance()?;
            let key = self.name()?;
            target = self.field(target, key);
        }
        let func = self.function_body(is_method, line)?;
        self.mark_assigned(target)?;
        let value = self.add(ExprKind::Function(func), line);
        Ok(StatKind::Assign { targets: vec![target], values: vec![value], store_line: line })
    }

    fn local_statement(&mut self, _line: u32) -> Result<StatKind> {
        if self.at_word(Keyword::Function) {
            self.lexer.advance()?;
            let name = self.name()?;
            let var = self.declare(name, 0)?;
            self.scopes.activate(&[var]);
            let line = self.lexer.line;
            let func = self.function_body(false, line)?;
            return Ok(StatKind::LocalFunction { var, func });
        }
        let mut vars: Vec<VarId> = Vec::new();
        let mut has_close = false;
        loop {
            let name = self.name()?;
            let var = self.declare(name, vars.len())?;
            let attrib = self.attribute()?;
            if attrib == Attrib::Close && std::mem::replace(&mut has_close, true) {
                let message = "multiple to-be-closed variables in local list";
                return Err(self.lexer.error_plain(message));
            }
            self.chunk.vars[var.index()].attrib = attrib;
            vars.push(var);
            if !self.accept_char(b',')? {
                break;
            }
        }
        let values = if self.accept_char(b'=')? { self.expressions()? } else { Vec::new() };
        let last = &vars[vars.len() - 1];
        if values.len() == vars.len() && self.chunk.var(*last).attrib == Attrib::Const {
            let value = self.chunk.literal(values[values.len() - 1]).cloned();
            self.chunk.vars[last.index()].constant = value;
        }
        self.scopes.activate(&vars);
        Ok(StatKind::Local { vars, values })
    }

    fn attribute(&mut self) -> Result<Attrib> {
        if !self.accept_char(b'<')? {
            return Ok(Attrib::Regular);
        }
        let name = self.name()?;
        self.expect(b'>')?;
        match &*name {
            b"const" => Ok(Attrib::Const),
            b"close" => Ok(Attrib::Close),
            other => {
                let message = format!("unknown attribute '{}'", String::from_utf8_lossy(other));
                Err(self.lexer.error_plain(&message))
            }
        }
    }

    fn return_statement(&mut self, _line: u32) -> Result<StatKind> {
        let none = self.block_ends(true) || self.at(b';');
        let values = if none { Vec::new() } else { self.expressions()? };
        self.accept_char(b';')?;
        Ok(StatKind::Return { values, close: self.scopes.must_close(&self.chunk) })
    }

    fn break_statement(&mut self, line: u32) -> Result<StatKind> {
        Ok(StatKind::Break { close_from: self.scopes.break_loop(&self.chunk, line) })
    }

    fn goto_statement(&mut self, line: u32) -> Result<StatKind> {
        let name = self.name()?;
        Ok(StatKind::Goto(self.scopes.goto(&mut self.chunk, name, line)))
    }

    fn expression_statement(&mut self) -> Result<StatKind> {
        let first = self.suffixed()?;
        if !self.at(b'=') && !self.at(b',') {
            return match self.chunk.expr(first) {
                ExprKind::Call { .. } | ExprKind::Method { .. } => Ok(StatKind::Call(first)),
                _ => Err(self.lexer.error_near("syntax error")),
            };
        }
        let mut targets = vec![first];
        self.mark_assigned(first)?;
        while self.accept_char(b',')? {
            let target = self.suffixed()?;
            self.mark_assigned(target)?;
            targets.push(target);
        }
        self.expect(b'=')?;
        let values = self.expressions()?;
        Ok(StatKind::Assign { targets, values, store_line: self.lexer.last_line })
    }

    /// Checks that an expression can be assigned to, and notes that it is.
    fn mark_assigned(&mut self, target: ExprId) -> Result<()> {
        match *self.chunk.expr(target) {
            ExprKind::Var(v) => {
                let var = &mut self.chunk.vars[v.index()];
                if var.attrib != Attrib::Regular {
                    let name = String::from_utf8_lossy(&var.name);
                    let message = format!("attempt to assign to const variable '{name}'");
                    return Err(self.lexer.error_plain(&message));
                }
                var.reassigned = true;
                Ok(())
            }
            ExprKind::Global { .. } | ExprKind::Index { .. } => Ok(()),
            _ => Err(self.lexer.error_near("syntax error")),
        }
    }

    /// Parameters and body, after the name.
    pub(super) fn function_body(&mut self, is_method: bool, line: u32) -> Result<FuncId> {
        let id = self.scopes.open_func(&mut self.chunk, line);
        let mut params = Vec::new();
        if is_method {
            let name = self.lexer.intern(b"self");
            params.push(self.declare(name, 0)?);
        }
        self.expect(b'(')?;
        if !self.at(b')') {
            loop {
                match &self.lexer.token {
                    Token::Name(_) => {
                        let name = self.name()?;
                        params.push(self.declare(name, params.len())?);
                    }
                    Token::Dots => {
                        self.lexer.advance()?;
                        self.chunk.funcs[id.index()].is_vararg = true;
                        break;
                    }
                    _ => return Err(self.lexer.error_near("<name> or '...' expected")),
                }
                if !self.accept_char(b',')? {
                    break;
                }
            }
        }
        self.scopes.activate(&params);
        self.expect(b')')?;
        let body = self.statements()?;
        let last_line = self.lexer.line;
        self.expect_end(Keyword::Function, line)?;
        self.scopes.close_func(&self.lexer)?;
        let func = &mut self.chunk.funcs[id.index()];
        (func.params, func.body, func.last_line) = (params, body, last_line);
        Ok(id)
    }
}
