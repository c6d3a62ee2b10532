//! The machine: a stack of values, a stack of calls.

use crate::compile::{Capture, Code, Const, Op};
use crate::natives::NATIVES;
use crate::value::{Closure, Value};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Calls in calls.
const DEEPEST: usize = 10_000;

struct Call {
    closure: Rc<Closure>,
    pc: usize,
    /// Where its function is on the stack; parameters and variables follow.
    base: usize,
}

pub struct Vm {
    stack: Vec<Value>,
    calls: Vec<Call>,
    globals: HashMap<Rc<str>, Value>,
    /// What the native `size` gives.
    pub size: Option<i64>,
}

fn wrong<T>(wanted: &str, got: &Value) -> Result<T, String> {
    Err(format!("expected {wanted}, got {}", got.kind()))
}

fn arith(op: Op, a: Value, b: Value) -> Result<Value, String> {
    let (x, y) = match (&a, &b) {
        (Value::Int(x), Value::Int(y)) => (*x, *y),
        (Value::Str(x), Value::Str(y)) if op == Op::Add => return Ok(Value::Str(format!("{x}{y}").into())),
        (Value::Int(_), other) | (other, _) => return wrong("a number", other),
    };
    let number = match op {
        Op::Add => x.checked_add(y),
        Op::Sub => x.checked_sub(y),
        Op::Mul => x.checked_mul(y),
        Op::Lt => return Ok(Value::Bool(x < y)),
        Op::Le => return Ok(Value::Bool(x <= y)),
        _ if y == 0 => return Err("division by zero".to_string()),
        Op::Div => x.checked_div(y),
        _ => x.checked_rem(y),
    };
    number.map(Value::Int).ok_or_else(|| "the number is too large".to_string())
}

type Items = Rc<RefCell<Vec<Value>>>;

/// The place of a list's element.
fn place(list: &Value, at: &Value) -> Result<(Items, usize), String> {
    match (list, at) {
        (Value::List(l), Value::Int(i)) => match usize::try_from(*i) {
            Ok(k) if k < l.borrow().len() => Ok((l.clone(), k)),
            _ => Err(format!("no element {i} in a list of {}", l.borrow().len())),
        },
        (Value::List(_), other) => wrong("a number", other),
        (other, _) => wrong("a list", other),
    }
}

impl Vm {
    pub fn new(size: Option<i64>) -> Vm {
        let globals = NATIVES.iter().map(|n| (n.name.into(), Value::Native(n))).collect();
        Vm { stack: Vec::new(), calls: Vec::new(), globals, size }
    }

    /// Runs a program.
    pub fn run(&mut self, main: Code) -> Result<(), String> {
        self.stack.push(Value::Closure(Rc::new(Closure { code: Rc::new(main), captured: Vec::new() })));
        let done = self.call(0).and_then(|()| self.execute());
        done.map_err(|message| match self.calls.last() {
            Some(call) => format!("line {}: {message}", call.closure.code.lines[call.pc - 1]),
            None => message,
        })
    }

    fn pop(&mut self) -> Value {
        self.stack.pop().expect("a value")
    }

    /// Calls what lies below its `n` arguments.
    fn call(&mut self, n: usize) -> Result<(), String> {
        let base = self.stack.len() - n - 1;
        match self.stack[base].clone() {
            Value::Closure(closure) => {
                let code = &closure.code;
                if n != code.params {
                    return Err(format!("`{}` takes {} values, and gets {n}", code.name, code.params));
                }
                if self.calls.len() == DEEPEST {
                    return Err("too many calls in calls".to_string());
                }
                self.stack.resize(base + 1 + code.variables, Value::Nil);
                self.calls.push(Call { closure, pc: 0, base });
            }
            Value::Native(native) => {
                if n != native.takes {
                    return Err(format!("`{}` takes {} values, and gets {n}", native.name, native.takes));
                }
                let result = (native.run)(self, &self.stack[base + 1..])?;
                self.stack.truncate(base);
                self.stack.push(result);
            }
            other => return wrong("a function", &other),
        }
        Ok(())
    }

    fn execute(&mut self) -> Result<(), String> {
        loop {
            let call = self.calls.last_mut().expect("a call");
            let code = call.closure.code.clone();
            let base = call.base;
            let op = code.ops[call.pc];
            call.pc += 1;
            match op {
                Op::Const(k) => self.stack.push(match &code.consts[k as usize] {
                    Const::Int(n) => Value::Int(*n),
                    Const::Text(s) => Value::Str(s.clone()),
                }),
                Op::Nil => self.stack.push(Value::Nil),
                Op::Bool(b) => self.stack.push(Value::Bool(b)),
                Op::Pop => {
                    self.pop();
                }
                Op::Local(a) => self.stack.push(self.stack[base + a as usize].clone()),
                Op::SetLocal(a) => self.stack[base + a as usize] = self.pop(),
                Op::Captured(i) => {
                    let value = call.closure.captured[i as usize].clone();
                    self.stack.push(value);
                }
                Op::Global(name) => {
                    let name = &code.names[name as usize];
                    let value = self.globals.get(name).cloned();
                    self.stack.push(value.ok_or_else(|| format!("`{name}` has no value"))?);
                }
                Op::SetGlobal(name) => {
                    let value = self.pop();
                    self.globals.insert(code.names[name as usize].clone(), value);
                }
                Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem | Op::Lt | Op::Le => {
                    let (b, a) = (self.pop(), self.pop());
                    self.stack.push(arith(op, a, b)?);
                }
                Op::Eq => {
                    let (b, a) = (self.pop(), self.pop());
                    self.stack.push(Value::Bool(a == b));
                }
                Op::Not => {
                    let a = self.pop();
                    self.stack.push(Value::Bool(!a.is_true()));
                }
                Op::Jump(to) | Op::Loop(to) => call.pc = to as usize,
                Op::JumpUnless(to) => {
                    if !self.pop().is_true() {
                        self.calls.last_mut().expect("a call").pc = to as usize;
                    }
                }
                Op::Closure(k) => {
                    let code = code.inner[k as usize].clone();
                    let captured = code.captures.iter().map(|c| match c {
                        Capture::Local(a) => self.stack[base + *a as usize].clone(),
                        Capture::Captured(i) => call.closure.captured[*i as usize].clone(),
                    });
                    let captured = captured.collect();
                    self.stack.push(Value::Closure(Rc::new(Closure { code, captured })));
                }
                Op::List(n) => {
                    let items = self.stack.split_off(self.stack.len() - n as usize);
                    self.stack.push(Value::List(Rc::new(RefCell::new(items))));
                }
                Op::Index => {
                    let (at, list) = (self.pop(), self.pop());
                    let (list, i) = place(&list, &at)?;
                    let value = list.borrow()[i].clone();
                    self.stack.push(value);
                }
                Op::SetIndex => {
                    let (value, at, list) = (self.pop(), self.pop(), self.pop());
                    let (list, i) = place(&list, &at)?;
                    list.borrow_mut()[i] = value;
                }
                Op::Print => println!("{}", self.pop()),
                Op::Call(n) => self.call(n as usize)?,
                Op::Return => {
                    let value = self.pop();
                    self.stack.truncate(base);
                    self.calls.pop();
                    if self.calls.is_empty() {
                        return Ok(());
                    }
                    self.stack.push(value);
                }
            }
        }
    }
}
