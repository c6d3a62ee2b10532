//! What programs call that is not written in the language.

use crate::value::{Native, Value};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

fn wrong<T>(wanted: &str, got: &Value) -> Result<T, String> {
    Err(format!("expected {wanted}, got {}", got.kind()))
}

fn map(v: &Value) -> Result<&RefCell<HashMap<Rc<str>, Value>>, String> {
    match v {
        Value::Map(m) => Ok(m),
        other => wrong("a map", other),
    }
}

fn text(v: &Value) -> Result<&Rc<str>, String> {
    match v {
        Value::Str(s) => Ok(s),
        other => wrong("a text", other),
    }
}

pub const NATIVES: &[Native] = &[
    Native {
        name: "len",
        takes: 1,
        run: |_, a| match &a[0] {
            Value::Str(s) => Ok(Value::Int(s.len() as i64)),
            Value::List(l) => Ok(Value::Int(l.borrow().len() as i64)),
            Value::Map(m) => Ok(Value::Int(m.borrow().len() as i64)),
            other => wrong("a list", other),
        },
    },
    Native {
        name: "push",
        takes: 2,
        run: |_, a| match &a[0] {
            Value::List(l) => {
                l.borrow_mut().push(a[1].clone());
                Ok(Value::Nil)
            }
            other => wrong("a list", other),
        },
    },
    Native { name: "map", takes: 0, run: |_, _| Ok(Value::Map(Rc::default())) },
    Native {
        name: "get",
        takes: 2,
        run: |_, a| Ok(map(&a[0])?.borrow().get(text(&a[1])?).cloned().unwrap_or(Value::Nil)),
    },
    Native {
        name: "put",
        takes: 3,
        run: |_, a| {
            map(&a[0])?.borrow_mut().insert(text(&a[1])?.clone(), a[2].clone());
            Ok(Value::Nil)
        },
    },
    // Sorted, as a program is to print the same each time.
    Native {
        name: "keys",
        takes: 1,
        run: |_, a| {
            let mut keys: Vec<Rc<str>> = map(&a[0])?.borrow().keys().cloned().collect();
            keys.sort();
            Ok(Value::List(Rc::new(RefCell::new(keys.into_iter().map(Value::Str).collect()))))
        },
    },
    Native { name: "text", takes: 1, run: |_, a| Ok(Value::Str(a[0].to_string().into())) },
    // The number on the command line, or the one given.
    Native { name: "size", takes: 1, run: |vm, a| Ok(vm.size.map_or_else(|| a[0].clone(), Value::Int)) },
];
