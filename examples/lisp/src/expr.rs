//! Expressions: what a program is between its data and its instructions.
//!
//! **Problem.** How a variable is kept depends on all of its uses, so expressions come first ([`crate::expand`]) and code second ([`crate::compile`]).
//!
//! **Invariants.** Each [`Var`] is one binding of the program's, shared by all its uses. A use counts for a binding's flags when it is met, and flags are read when all is met.
//!
//! **Example.** `(lambda (x) (+ x n))` is a [`Kind::Lambda`] whose body is a [`Kind::Two`] of two [`Kind::Local`]s, of which the second is captured.

use crate::code::{One, Simple, Three, Two};
use crate::read::Datum;
use std::cell::Cell;
use std::rc::Rc;

/// A variable that is not global.
#[derive(Debug)]
pub struct Var {
    /// The procedure that binds it, by number.
    pub owner: usize,
    /// Its register in that procedure's activation, once it has one.
    pub slot: Cell<u8>,
    /// Whether some `set!` names it.
    pub assigned: Cell<bool>,
    /// Whether another procedure uses it.
    pub captured: Cell<bool>,
    /// Whether something may read it, or capture it, before it has its value.
    pub early: Cell<bool>,
    /// Whether it has its value where the expander is.
    pub ready: Cell<bool>,
    /// Of a named `let`: whether it is used other than as a jump.
    pub escapes: Cell<bool>,
}

impl Var {
    /// Whether it lives in a cell on the heap. A captured variable that never changes is copied into closures instead, which needs no cell, and its
    /// value is a field that traces know to be immutable. What may be read before it has a value is in a cell as well: there reads look whether it has one.
    pub fn is_boxed(&self) -> bool {
        self.captured.get() && self.assigned.get() || self.early.get()
    }
}

/// A variable and its first value.
pub type Binding = (Rc<Var>, Expr);

/// An expression and its line.
#[derive(Debug)]
pub struct Expr {
    /// Where it began.
    pub line: u32,
    /// What it is.
    pub kind: Kind,
}

/// What expressions there are.
#[derive(Debug)]
#[allow(missing_docs)] // the forms' names say it
pub enum Kind {
    Const(Datum),
    Simple(Simple),
    Local(Rc<Var>),
    Global(u32),
    SetLocal(Rc<Var>, Box<Expr>),
    SetGlobal(u32, Box<Expr>),
    Define(u32, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Seq(Vec<Expr>),
    Let(Vec<Binding>, Box<Expr>),
    Letrec(Vec<Binding>, Box<Expr>),
    Lambda(Box<Lambda>),
    Loop { name: Rc<Var>, vars: Vec<Binding>, body: Box<Expr> },
    Jump(Rc<Var>, Vec<Expr>),
    Guard { body: Box<Expr>, var: Rc<Var>, handler: Box<Expr> },
    Call(Box<Expr>, Vec<Expr>),
    Apply(Vec<Expr>),
    One(One, Box<Expr>),
    Two(Two, Box<[Expr; 2]>),
    Three(Three, Vec<Expr>),
    Vector(Vec<Expr>),
    List(Vec<Expr>),
    Native(u16, Vec<Expr>),
    Record(u32, Vec<Expr>),
    Get(Box<Expr>, u32),
    Put(Box<Expr>, u32, Box<Expr>),
    Builtin(u16),
}

/// A procedure.
#[derive(Debug)]
pub struct Lambda {
    /// Its number among those of the program.
    pub id: usize,
    /// For messages.
    pub name: String,
    /// The last is the list of what was given more, if `rest`.
    pub params: Vec<Rc<Var>>,
    /// Whether it takes more values than it names.
    pub rest: bool,
    /// The variable that holds it, if it is bound by `letrec`: its own register 0 has the same value.
    pub myself: Option<Rc<Var>>,
    /// What it does.
    pub body: Expr,
}

/// Where an expression stands.
#[derive(Clone, Copy)]
pub struct At {
    /// Its value is the procedure's.
    pub tail: bool,
    /// Its value is that of the loops around it.
    pub jump: bool,
}

/// An expression whose value is needed for something else.
pub const INNER: At = At { tail: false, jump: false };
