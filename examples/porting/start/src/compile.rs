//! Tokens to code, in one pass.

use crate::lexer::{tokens, Token};
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    Const(u16),
    Nil,
    Bool(bool),
    Pop,
    Local(u8),
    SetLocal(u8),
    Captured(u8),
    Global(u16),
    SetGlobal(u16),
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Lt,
    Le,
    Eq,
    Not,
    Jump(u32),
    JumpUnless(u32),
    /// A jump back.
    Loop(u32),
    Closure(u16),
    List(u8),
    Index,
    SetIndex,
    Print,
    Call(u8),
    Return,
}

pub enum Const {
    Int(i64),
    Text(Rc<str>),
}

/// Where a closure takes a value from when it is made.
#[derive(Clone, Copy, PartialEq)]
pub enum Capture {
    Local(u8),
    Captured(u8),
}

#[derive(Default)]
pub struct Code {
    pub name: String,
    pub params: usize,
    /// Parameters and variables.
    pub variables: usize,
    pub ops: Vec<Op>,
    pub lines: Vec<u32>,
    pub consts: Vec<Const>,
    pub names: Vec<Rc<str>>,
    pub captures: Vec<Capture>,
    pub inner: Vec<Rc<Code>>,
}

/// A function that is being compiled. Its own name is its variable 0.
#[derive(Default)]
struct Function {
    code: Code,
    locals: Vec<String>,
    captured: Vec<String>,
}

struct Compiler {
    tokens: Vec<(Token, u32)>,
    at: usize,
    /// From the program down to the innermost.
    functions: Vec<Function>,
    /// Expressions in expressions.
    nested: usize,
}

/// The most values that instructions have numbers for.
const MOST: usize = 200;

const BINARY: &[&[(&str, &[Op])]] = &[
    &[("==", &[Op::Eq]), ("!=", &[Op::Eq, Op::Not])],
    // `a > b` is `b < a` for numbers, but the operands are there already: it is not `a <= b`.
    &[("<=", &[Op::Le]), ("<", &[Op::Lt]), (">=", &[Op::Lt, Op::Not]), (">", &[Op::Le, Op::Not])],
    &[("+", &[Op::Add]), ("-", &[Op::Sub])],
    &[("*", &[Op::Mul]), ("/", &[Op::Div]), ("%", &[Op::Rem])],
];

/// The program as a function without parameters.
pub fn compile(source: &str) -> Result<Code, String> {
    let main = Function { code: Code { name: "main".into(), ..Code::default() }, ..Function::default() };
    let mut c = Compiler { tokens: tokens(source)?, at: 0, functions: vec![main], nested: 0 };
    let done = c.program();
    done.map_err(|message| format!("line {}: {message}", c.tokens[c.at].1))
}

impl Compiler {
    fn program(&mut self) -> Result<Code, String> {
        while self.tokens[self.at].0 != Token::End {
            self.statement()?;
        }
        self.end()
    }
    fn takes(&mut self, sign: &str) -> bool {
        let found = matches!(self.tokens[self.at].0, Token::Sign(s) if s == sign);
        self.at += usize::from(found);
        found
    }
    fn want(&mut self, sign: &str) -> Result<(), String> {
        if self.takes(sign) {
            return Ok(());
        }
        Err(format!("expected `{sign}`"))
    }
    fn name(&mut self) -> Result<String, String> {
        let Token::Name(name) = self.tokens[self.at].0.clone() else {
            return Err("expected a name".to_string());
        };
        self.at += 1;
        Ok(name)
    }
    fn function(&mut self) -> &mut Function {
        self.functions.last_mut().expect("a function")
    }
    fn emit(&mut self, op: Op) -> usize {
        let line = self.tokens[self.at.saturating_sub(1)].1;
        let code = &mut self.function().code;
        code.ops.push(op);
        code.lines.push(line);
        code.ops.len() - 1
    }
    /// Where the next instruction will be.
    fn here(&mut self) -> u32 {
        self.function().code.ops.len() as u32
    }
    fn constant(&mut self, value: Const) -> usize {
        let consts = &mut self.function().code.consts;
        consts.push(value);
        let k = consts.len() - 1;
        self.emit(Op::Const(k as u16))
    }
    /// The number of a global's name in this function.
    fn global(&mut self, name: &str) -> u16 {
        let names = &mut self.function().code.names;
        let at = names.iter().position(|n| **n == *name).unwrap_or_else(|| {
            names.push(name.into());
            names.len() - 1
        });
        at as u16
    }
    fn local(&self, depth: usize, name: &str) -> Option<u8> {
        let f = &self.functions[depth];
        if depth > 0 && f.code.name == name {
            return Some(0);
        }
        f.locals.iter().position(|l| l == name).map(|i| i as u8 + 1)
    }
    /// The number under which a function has captured a name of those around it. The program's variables are globals, which nobody captures.
    fn captured(&mut self, depth: usize, name: &str) -> Option<u8> {
        if depth < 2 {
            return None;
        }
        if let Some(i) = self.functions[depth].captured.iter().position(|c| c == name) {
            return Some(i as u8);
        }
        let from = match self.local(depth - 1, name) {
            Some(a) => Capture::Local(a),
            None => Capture::Captured(self.captured(depth - 1, name)?),
        };
        let f = &mut self.functions[depth];
        f.code.captures.push(from);
        f.captured.push(name.to_string());
        Some(f.captured.len() as u8 - 1)
    }
    fn load(&mut self, name: &str) {
        let depth = self.functions.len() - 1;
        let op = match (self.local(depth, name), self.captured(depth, name)) {
            (Some(a), _) => Op::Local(a),
            (None, Some(i)) => Op::Captured(i),
            (None, None) => Op::Global(self.global(name)),
        };
        self.emit(op);
    }
    fn store(&mut self, name: &str) -> Result<(), String> {
        let depth = self.functions.len() - 1;
        let op = match (self.local(depth, name), self.captured(depth, name)) {
            (Some(0), _) | (None, Some(_)) => return Err(format!("`{name}` cannot be changed here")),
            (Some(a), _) => Op::SetLocal(a),
            (None, None) => Op::SetGlobal(self.global(name)),
        };
        self.emit(op);
        Ok(())
    }
    /// A new variable.
    fn declare(&mut self, name: String) -> Result<(), String> {
        if self.functions.len() > 1 && self.local(self.functions.len() - 1, &name).is_none() {
            self.function().locals.push(name);
        }
        match self.function().locals.len() {
            0..MOST => Ok(()),
            _ => Err("too many variables".to_string()),
        }
    }

    fn block(&mut self) -> Result<(), String> {
        self.want("{")?;
        while !self.takes("}") {
            self.statement()?;
        }
        Ok(())
    }
    fn statement(&mut self) -> Result<(), String> {
        if self.takes("let") {
            let name = self.name()?;
            self.want("=")?;
            self.expression(0)?;
            self.declare(name.clone())?;
            self.store(&name)?;
        } else if self.takes("fn") {
            let name = self.name()?;
            self.declare(name.clone())?;
            self.lambda(name.clone())?;
            return self.store(&name);
        } else if self.takes("if") {
            self.expression(0)?;
            let skip = self.emit(Op::JumpUnless(0));
            self.block()?;
            let end = self.emit(Op::Jump(0));
            self.function().code.ops[skip] = Op::JumpUnless(self.here());
            if self.takes("else") {
                if matches!(self.tokens[self.at].0, Token::Sign("if")) {
                    self.statement()?;
                } else {
                    self.block()?;
                }
            }
            self.function().code.ops[end] = Op::Jump(self.here());
            return Ok(());
        } else if self.takes("while") {
            let top = self.here();
            self.expression(0)?;
            let out = self.emit(Op::JumpUnless(0));
            self.block()?;
            self.emit(Op::Loop(top));
            self.function().code.ops[out] = Op::JumpUnless(self.here());
            return Ok(());
        } else if self.takes("return") {
            self.expression(0)?;
            self.emit(Op::Return);
        } else if self.takes("print") {
            self.expression(0)?;
            self.emit(Op::Print);
        } else {
            self.expression_statement()?;
        }
        self.want(";")
    }
    /// `f(x)`, `x = 1` or `l[i] = 1`: what is assigned to has been compiled as what is read, so its last instruction goes.
    fn expression_statement(&mut self) -> Result<(), String> {
        let name = match &self.tokens[self.at].0 {
            Token::Name(name) => name.clone(),
            _ => String::new(),
        };
        self.expression(0)?;
        if !self.takes("=") {
            self.emit(Op::Pop);
            return Ok(());
        }
        let code = &mut self.function().code;
        code.lines.pop();
        match code.ops.pop() {
            Some(Op::Index) => {
                self.expression(0)?;
                self.emit(Op::SetIndex);
            }
            Some(Op::Local(_) | Op::Global(_) | Op::Captured(_)) => {
                self.expression(0)?;
                self.store(&name)?;
            }
            _ => return Err("this cannot be assigned to".to_string()),
        }
        Ok(())
    }
    /// Parameters and body; the closure is on the stack then.
    fn lambda(&mut self, name: String) -> Result<(), String> {
        self.functions.push(Function { code: Code { name, ..Code::default() }, ..Function::default() });
        self.want("(")?;
        while !self.takes(")") {
            let name = self.name()?;
            self.declare(name)?;
            self.function().code.params += 1;
            if !self.takes(",") {
                self.want(")")?;
                break;
            }
        }
        self.block()?;
        let code = self.end()?;
        self.functions.pop();
        let inner = &mut self.function().code.inner;
        inner.push(Rc::new(code));
        let k = inner.len() - 1;
        self.emit(Op::Closure(k as u16));
        Ok(())
    }
    fn end(&mut self) -> Result<Code, String> {
        self.emit(Op::Nil);
        self.emit(Op::Return);
        let f = self.function();
        f.code.variables = f.locals.len();
        Ok(std::mem::take(&mut f.code))
    }

    fn expression(&mut self, level: usize) -> Result<(), String> {
        let Some(signs) = BINARY.get(level) else { return self.unary() };
        self.expression(level + 1)?;
        while let Some((_, ops)) = signs.iter().find(|(sign, _)| self.takes(sign)) {
            self.expression(level + 1)?;
            ops.iter().for_each(|op| _ = self.emit(*op));
        }
        Ok(())
    }
    fn unary(&mut self) -> Result<(), String> {
        self.nested += 1;
        if self.nested > MOST {
            return Err("too many expressions in expressions".to_string());
        }
        if self.takes("-") {
            self.constant(Const::Int(0));
            self.unary()?;
            self.emit(Op::Sub);
        } else if self.takes("!") {
            self.unary()?;
            self.emit(Op::Not);
        } else {
            self.primary()?;
            self.postfix()?;
        }
        self.nested -= 1;
        Ok(())
    }
    fn postfix(&mut self) -> Result<(), String> {
        loop {
            if self.takes("(") {
                let n = self.items(")")?;
                self.emit(Op::Call(n));
            } else if self.takes("[") {
                self.expression(0)?;
                self.want("]")?;
                self.emit(Op::Index);
            } else {
                return Ok(());
            }
        }
    }
    fn items(&mut self, end: &str) -> Result<u8, String> {
        let mut n = 0;
        while !self.takes(end) {
            self.expression(0)?;
            n += 1;
            if n as usize > 40 {
                return Err("too many values".to_string());
            }
            if !self.takes(",") {
                self.want(end)?;
                break;
            }
        }
        Ok(n)
    }
    fn primary(&mut self) -> Result<(), String> {
        let token = self.tokens[self.at].0.clone();
        self.at += 1;
        match token {
            Token::Int(n) => _ = self.constant(Const::Int(n)),
            Token::Text(s) => _ = self.constant(Const::Text(s.into())),
            Token::Name(name) => self.load(&name),
            Token::Sign("nil") => _ = self.emit(Op::Nil),
            Token::Sign("true") => _ = self.emit(Op::Bool(true)),
            Token::Sign("false") => _ = self.emit(Op::Bool(false)),
            Token::Sign("fn") => self.lambda(String::new())?,
            Token::Sign("(") => {
                self.expression(0)?;
                self.want(")")?;
            }
            Token::Sign("[") => {
                let n = self.items("]")?;
                self.emit(Op::List(n));
            }
            _ => {
                self.at -= 1;
                return Err("expected an expression".to_string());
            }
        }
        Ok(())
    }
}
