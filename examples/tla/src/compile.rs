//! Source text to register code, in one pass. Nothing here knows of the JIT, except that registers are known to be live.

use crate::Code;
use holloway::HotCell;

/// One instruction. Registers are `u8`, so a register window needs no bounds check.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    Int(u8, i32),
    Nil(u8),
    Move(u8, u8),
    Bin(char, u8, u8, u8),
    JumpUnless(u8, u32),
    Jump(u32),
    Loop(u32),
    Call(u8, u32),
    Native(u8, u8, u8, u8),
    Return(u8),
    Print(u8),
    List(u8, u8),
    Get(u8, u8, u8),
    Set(u8, u8, u8),
    Throw(u8),
}

#[derive(Default)]
pub struct Compiler<'a> {
    tokens: Vec<(&'a str, u32)>,
    at: usize,
    codes: Vec<Code>,
    natives: &'a [&'a str],
    vars: Vec<&'a str>,
    next: u8,
    code: Code,
}

fn tokenize(src: &str) -> Vec<(&str, u32)> {
    let (mut out, mut line, b, mut i) = (Vec::new(), 1, src.as_bytes(), 0);
    while i < b.len() {
        let start = i;
        let word = |c: u8| c.is_ascii_alphanumeric() || c == b'_';
        match b[i] {
            b'\n' => (line, i) = (line + 1, i + 1),
            b'#' => i += src[i..].find('\n').unwrap_or(b.len() - i),
            c if c.is_ascii_whitespace() || c == b';' => i += 1,
            c if word(c) => {
                while i < b.len() && word(b[i]) {
                    i += 1
                }
                out.push((&src[start..i], line));
            }
            _ => {
                i += src[i..].chars().next().map_or(1, char::len_utf8);
                out.push((&src[start..i], line));
            }
        }
    }
    out.push(("", line));
    out
}

type Res<T> = Result<T, String>;

impl<'a> Compiler<'a> {
    pub fn new(src: &'a str, natives: &'a [&'a str]) -> Self {
        Compiler { tokens: tokenize(src), codes: vec![Code::default()], natives, ..Default::default() }
    }
    fn peek(&self) -> &'a str {
        self.tokens[self.at].0
    }
    fn next(&mut self) -> &'a str {
        let t = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        t
    }
    fn eat(&mut self, t: &str) -> bool {
        let yes = self.peek() == t;
        if yes {
            self.next();
        }
        yes
    }
    fn want(&mut self, t: &str) -> Res<()> {
        if self.eat(t) {
            Ok(())
        } else {
            self.fail(&format!("expected `{t}`"))
        }
    }
    fn fail<T>(&self, what: &str) -> Res<T> {
        Err(format!("line {}: {what} near `{}`", self.tokens[self.at].1, self.peek()))
    }
    fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.lines.push(self.tokens[self.at.saturating_sub(1)].1);
        self.code.ops.len() - 1
    }
    fn here(&self) -> u32 {
        self.code.ops.len() as u32
    }
    fn patch(&mut self, at: usize) {
        let to = self.here();
        match &mut self.code.ops[at] {
            Op::JumpUnless(_, t) | Op::Jump(t) => *t = to,
            _ => {}
        }
    }
    fn reg(&mut self) -> Res<u8> {
        if self.next >= 250 {
            return self.fail("too many variables");
        }
        self.next += 1;
        self.code.registers = self.code.registers.max(self.next);
        Ok(self.next - 1)
    }
    fn var(&self, name: &str) -> Option<u8> {
        self.vars.iter().rposition(|v| *v == name).map(|i| i as u8)
    }

    /// Compiles everything; function 0 is the program.
    pub fn program(mut self) -> Res<Vec<Code>> {
        self.code = Code { name: "main".into(), ..Code::default() };
        while !self.peek().is_empty() {
            self.statement()?;
        }
        let r = self.reg()?;
        self.emit(Op::Nil(r));
        self.emit(Op::Return(r));
        self.codes[0] = std::mem::take(&mut self.code);
        for c in &mut self.codes {
            c.loops.resize_with(c.ops.len(), HotCell::default);
        }
        match self.codes.iter().find(|c| c.ops.is_empty()) {
            Some(c) => Err(format!("function `{}` is not defined", c.name)),
            None => Ok(self.codes),
        }
    }
    fn block(&mut self) -> Res<()> {
        self.want("{")?;
        let scope = self.vars.len();
        while self.peek() != "}" {
            if self.peek().is_empty() {
                return self.fail("expected `}`");
            }
            self.statement()?;
        }
        self.next();
        self.vars.truncate(scope);
        self.next = scope as u8;
        Ok(())
    }
    fn function(&mut self) -> Res<()> {
        let name = self.next();
        let index = self.function_index(name);
        let outer = (std::mem::take(&mut self.vars), self.next, std::mem::take(&mut self.code));
        self.next = 0;
        self.code.name = name.into();
        self.want("(")?;
        while !self.eat(")") {
            let p = self.next();
            self.vars.push(p);
            self.reg()?;
            self.eat(",");
        }
        self.code.params = self.next;
        self.block()?;
        let r = self.reg()?;
        self.emit(Op::Nil(r));
        self.emit(Op::Return(r));
        let done = std::mem::replace(&mut self.code, outer.2);
        (self.vars, self.next) = (outer.0, outer.1);
        self.codes[index] = done;
        Ok(())
    }
    fn function_index(&mut self, name: &str) -> usize {
        self.codes.iter().position(|c| c.name == name).unwrap_or_else(|| {
            self.codes.push(Code { name: name.into(), ..Code::default() });
            self.codes.len() - 1
        })
    }
    fn statement(&mut self) -> Res<()> {
        let keep = self.next;
        match self.next() {
            "fn" => return self.function(),
            "let" => {
                let name = self.next();
                self.want("=")?;
                let r = self.expr(0)?;
                self.next = keep;
                self.reg()?;
                self.emit(Op::Move(keep, r));
                self.vars.push(name);
                self.next = keep + 1;
                return Ok(());
            }
            "while" => {
                let top = self.here();
                let c = self.expr(0)?;
                let exit = self.emit(Op::JumpUnless(c, 0));
                self.next = keep;
                self.block()?;
                self.emit(Op::Loop(top));
                self.patch(exit);
            }
            "if" => {
                let c = self.expr(0)?;
                let skip = self.emit(Op::JumpUnless(c, 0));
                self.next = keep;
                self.block()?;
                if self.eat("else") {
                    let end = self.emit(Op::Jump(0));
                    self.patch(skip);
                    self.block()?;
                    self.patch(end);
                } else {
                    self.patch(skip);
                }
            }
            "try" => {
                let from = self.here();
                self.block()?;
                let (to, end) = (self.here(), self.emit(Op::Jump(0)));
                self.want("catch")?;
                let name = self.next();
                let r = self.reg()?;
                self.vars.push(name);
                self.code.handlers.push((from, to, self.code.ops.len() as u32, r));
                self.block()?;
                self.vars.pop();
                self.patch(end);
            }
            "return" | "print" | "throw" => {
                let what = self.tokens[self.at - 1].0;
                let r = self.expr(0)?;
                self.emit(match what {
                    "return" => Op::Return(r),
                    "print" => Op::Print(r),
                    _ => Op::Throw(r),
                });
            }
            name if self.eat("=") => {
                let r = self.expr(0)?;
                match self.var(name) {
                    Some(v) => self.emit(Op::Move(v, r)),
                    None => return self.fail(&format!("`{name}` is not a variable")),
                };
            }
            _ => {
                self.at -= 1;
                let e = self.expr(0)?;
                if self.eat("=") {
                    let Some(Op::Get(_, list, index)) = self.code.ops.pop() else {
                        return self.fail("can't assign to this");
                    };
                    self.code.lines.pop();
                    let _ = e;
                    let v = self.expr(0)?;
                    self.emit(Op::Set(list, index, v));
                }
            }
        }
        self.next = keep;
        Ok(())
    }
    fn expr(&mut self, min: u8) -> Res<u8> {
        let mut left = self.primary()?;
        loop {
            let op = self.peek().chars().next().unwrap_or(' ');
            let level = match op {
                '<' | '=' if op == '<' || self.tokens[(self.at + 1).min(self.tokens.len() - 1)].0 == "=" => 1,
                '+' | '-' => 2,
                '*' | '/' | '%' => 3,
                _ => return Ok(left),
            };
            if level <= min {
                return Ok(left);
            }
            self.next();
            if op == '=' {
                self.next();
            }
            let right = self.expr(level)?;
            let d = self.reg()?;
            self.emit(Op::Bin(op, d, left, right));
            left = d;
        }
    }
    fn primary(&mut self) -> Res<u8> {
        let t = self.next();
        let r = match t {
            "(" => {
                let r = self.expr(0)?;
                self.want(")")?;
                r
            }
            "nil" => {
                let r = self.reg()?;
                self.emit(Op::Nil(r));
                r
            }
            "list" => {
                let n = self.primary()?;
                let r = self.reg()?;
                self.emit(Op::List(r, n));
                r
            }
            _ if t.starts_with(|c: char| c.is_ascii_digit()) => {
                let Ok(n) = t.parse() else { return self.fail("number out of range") };
                let r = self.reg()?;
                self.emit(Op::Int(r, n));
                r
            }
            name if self.peek() == "(" => {
                self.next();
                let base = self.next;
                while !self.eat(")") {
                    let want = self.next;
                    let r = self.expr(0)?;
                    self.next = want;
                    let d = self.reg()?;
                    self.emit(Op::Move(d, r));
                    self.eat(",");
                }
                let given = self.next - base;
                self.next = base;
                let d = self.reg()?;
                match self.natives.iter().position(|n| *n == name) {
                    Some(n) => {
                        let second = self.reg()?;
                        for k in given..2 {
                            self.emit(Op::Nil(d + k));
                        }
                        self.emit(Op::Native(d, n as u8, d, second));
                        self.next = d + 1;
                    }
                    None => {
                        let f = self.function_index(name) as u32;
                        self.emit(Op::Call(d, f));
                    }
                }
                d
            }
            name => match self.var(name) {
                Some(v) => v,
                None => {
                    self.at -= 1;
                    return self.fail("expected an expression");
                }
            },
        };
        if self.eat("[") {
            let i = self.expr(0)?;
            self.want("]")?;
            let d = self.reg()?;
            self.emit(Op::Get(d, r, i));
            return Ok(d);
        }
        Ok(r)
    }
}
