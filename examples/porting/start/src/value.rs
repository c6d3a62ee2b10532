//! Values.

use crate::compile::Code;
use crate::vm::Vm;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

#[derive(Clone)]
pub enum Value {
    Nil,
    Bool(bool),
    Int(i64),
    Str(Rc<str>),
    List(Rc<RefCell<Vec<Value>>>),
    Map(Rc<RefCell<HashMap<Rc<str>, Value>>>),
    Closure(Rc<Closure>),
    Native(&'static Native),
}

/// A function, and what it has captured.
pub struct Closure {
    pub code: Rc<Code>,
    pub captured: Vec<Value>,
}

/// A function of the host's.
pub struct Native {
    pub name: &'static str,
    pub takes: usize,
    pub run: fn(&Vm, &[Value]) -> Result<Value, String>,
}

impl Value {
    pub fn is_true(&self) -> bool {
        !matches!(self, Value::Nil | Value::Bool(false))
    }
    /// What messages call it.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Nil => "nil",
            Value::Bool(_) => "a truth value",
            Value::Int(_) => "a number",
            Value::Str(_) => "a text",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
            Value::Closure(_) | Value::Native(_) => "a function",
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Nil, Value::Nil) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Str(a), Value::Str(b)) => a == b,
            (Value::List(a), Value::List(b)) => Rc::ptr_eq(a, b),
            (Value::Map(a), Value::Map(b)) => Rc::ptr_eq(a, b),
            (Value::Closure(a), Value::Closure(b)) => Rc::ptr_eq(a, b),
            (Value::Native(a), Value::Native(b)) => a.name == b.name,
            _ => false,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nil => f.write_str("nil"),
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(n) => write!(f, "{n}"),
            Value::Str(s) => f.write_str(s),
            Value::List(l) => write!(f, "a list of {}", l.borrow().len()),
            Value::Map(m) => write!(f, "a map of {}", m.borrow().len()),
            Value::Closure(_) | Value::Native(_) => f.write_str("a function"),
        }
    }
}
