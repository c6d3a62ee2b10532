//! Instructions, procedures' code, and the tables of what the language has built in.
//!
//! **Problem.** Instructions work on a stack. Where its top is, is known for each instruction, but not from the instruction alone: so it is green, and in the frame
//! ([`crate::interp::Activation`]).
//!
//! **Invariants.** Register 0 of an activation is its closure, the arguments follow, then variables and temporaries. No procedure needs more than [`MOST_SLOTS`].
//! Code never changes while the program runs, so reading it leaves nothing in a trace; the two kinds of data in it that do change are the counters of
//! [`HotCell`]s, which belong to the driver, and [`Code::hints`], which only say where to look first.
//!
//! **Example.** `(define (inc x) (+ x 1))` is `AddInt(..)` over `Local(1)`, then `Return`:
//! ```text
//! Local(1)  AddInt(1)  Return
//! ```

use holloway::HotCell;
use std::cell::Cell;

/// Most registers of an activation: a window of the framework's has 256, and calls need some beyond.
pub const MOST_SLOTS: usize = 240;

/// Most variables that a closure captures: instructions have their numbers as `u8`.
pub const MOST_CAPTURED: usize = 256;

/// An instruction. Slots are `u8`, so that a window needs no check of them.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// Pushes constant number `k` of the pool.
    Const(u32),
    /// Pushes a small integer.
    Int(i32),
    /// Pushes what has no payload.
    Push(Simple),
    /// Pushes a variable.
    Local(u8),
    /// Pops into a variable.
    SetLocal(u8),
    /// Puts a variable's value into a cell, which the variable then holds.
    Box(u8),
    /// Pushes what is in the cell in a variable.
    CellGet(u8),
    /// Pops into the cell in a variable.
    CellSet(u8),
    /// Pushes a captured variable.
    Captured(u8),
    /// Pushes what is in a captured cell.
    CapturedGet(u8),
    /// Pops into a captured cell.
    CapturedSet(u8),
    /// Pushes a global.
    Global(u32),
    /// Pops into a global that has a value.
    SetGlobal(u32),
    /// Pops into a global for the first time (or again).
    Define(u32),
    /// Pushes a closure of this code.
    Closure(u32),
    /// Drops the top.
    Pop,
    /// Keeps the top, drops so many below it.
    Slide(u8),
    /// Goes on there.
    Jump(u32),
    /// Pops; goes on there if it was false.
    JumpFalse(u32),
    /// Goes on there if the top is true; else pops it.
    JumpOr(u32),
    /// Pops one; goes on there unless the test says yes.
    Unless1(One, u32),
    /// Pops two; goes on there unless the test says yes.
    Unless2(Two, u32),
    /// The same for the top, which is popped, and a variable.
    UnlessLocal(Two, u8, u32),
    /// The same for a variable and a small integer, which are not pushed first.
    UnlessInt(Two, u8, i8, u32),
    /// Moves the upper `n` values to variables from `slot` on, and goes back to the header of the loop these belong to.
    Loop {
        /// The first variable.
        slot: u8,
        /// How many there are.
        n: u8,
        /// The loop's header.
        to: u32,
    },
    /// Calls the procedure under `n` arguments.
    Call(u8),
    /// The same in place of the running activation.
    TailCall(u8),
    /// Calls the procedure under `n` arguments, of which the last is a list of more.
    Apply(u8),
    /// Returns the top.
    Return,
    /// Applies a primitive to the top.
    One(One),
    /// Applies one to the two upper values.
    Two(Two),
    /// The commonest of these: the second value is on the stack, or in a variable.
    Add,
    /// A difference.
    Sub,
    /// A product.
    Mul,
    /// The top plus a variable.
    AddLocal(u8),
    /// The top less a variable.
    SubLocal(u8),
    /// The top times a variable.
    MulLocal(u8),
    /// Adds a small integer to the top.
    AddInt(i32),
    /// Pushes a variable plus a small integer.
    LocalPlus(u8, i32),
    /// Applies a primitive to the three upper values.
    Three(Three),
    /// A vector of the upper `n` values.
    Vector(u8),
    /// A list of them.
    List(u8),
    /// A native function of the host, by its number, with `n` arguments.
    Native(u16, u8),
    /// A record of the upper values, with this map.
    Record(u32),
    /// A field, by the number of its name.
    Get(u32),
    /// A field of the record in a variable.
    GetLocal(u8, u32),
    /// Sets a field: record and value are popped, and nothing pushed.
    Put(u32),
}

/// Values without payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the values' names
pub enum Simple {
    False,
    True,
    Nil,
    Void,
    Unset,
}

/// Primitives of one value, of which those up to `IsProcedure` are tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // see the table of their names
pub enum One {
    Not,
    IsNull,
    IsPair,
    IsZero,
    IsInteger,
    IsNumber,
    IsString,
    IsSymbol,
    IsVector,
    IsRecord,
    IsHashTable,
    IsFlexvector,
    IsProcedure,
    Car,
    Cdr,
    VectorLength,
    Sqrt,
    Floor,
    Exact,
    Inexact,
    Raise,
    HashTableSize,
    HashTableClear,
    FlexvectorLength,
    FlexvectorRemoveBack,
}

/// Primitives of two values, of which those up to `Eq` are tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // see the table of their names
pub enum Two {
    Less,
    LessEq,
    More,
    MoreEq,
    Same,
    Eq,
    Add,
    Sub,
    Mul,
    Div,
    Quotient,
    Remainder,
    Modulo,
    And,
    Cons,
    VectorRef,
    MakeVector,
    HashTableContains,
    HashTableDelete,
    FlexvectorRef,
    FlexvectorAddBack,
}

/// Primitives of three values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // see the table of their names
pub enum Three {
    VectorSet,
    HashTableRefDefault,
    HashTableSet,
    FlexvectorSet,
}

impl One {
    /// Whether it answers yes or no.
    pub fn is_test(self) -> bool {
        self as u8 <= One::IsProcedure as u8
    }
}

impl Two {
    /// Whether it answers yes or no.
    pub fn is_test(self) -> bool {
        self as u8 <= Two::Eq as u8
    }
    /// The least number of values, if it takes any number of them from there on: each with what came of those before.
    pub fn least(self) -> Option<usize> {
        match self {
            Two::Add | Two::Mul => Some(0),
            Two::Sub => Some(1),
            _ => None,
        }
    }
    /// What no values give.
    pub fn neutral(self) -> i64 {
        i64::from(self == Two::Mul)
    }
    /// What a single value is multiplied by. It is not added to 0: that would take the sign of the float -0.
    pub fn sign(self) -> i64 {
        if self == Two::Sub {
            -1
        } else {
            1
        }
    }
}

/// A primitive.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // how many values it takes
pub enum Prim {
    One(One),
    Two(Two),
    Three(Three),
}

impl Prim {
    /// How many values it takes; sums, differences and products take others, too.
    pub fn takes(self) -> usize {
        match self {
            Prim::One(_) => 1,
            Prim::Two(_) => 2,
            Prim::Three(_) => 3,
        }
    }
}

/// The primitives by name: what is done by the interpreter itself, so that traces see what it is. What is long or rare is native ([`crate::natives`]).
pub const PRIMS: &[(&str, Prim)] = &[
    ("not", Prim::One(One::Not)),
    ("null?", Prim::One(One::IsNull)),
    ("pair?", Prim::One(One::IsPair)),
    ("zero?", Prim::One(One::IsZero)),
    ("integer?", Prim::One(One::IsInteger)),
    ("number?", Prim::One(One::IsNumber)),
    ("string?", Prim::One(One::IsString)),
    ("symbol?", Prim::One(One::IsSymbol)),
    ("vector?", Prim::One(One::IsVector)),
    ("record?", Prim::One(One::IsRecord)),
    ("procedure?", Prim::One(One::IsProcedure)),
    ("car", Prim::One(One::Car)),
    ("cdr", Prim::One(One::Cdr)),
    ("vector-length", Prim::One(One::VectorLength)),
    ("sqrt", Prim::One(One::Sqrt)),
    ("floor", Prim::One(One::Floor)),
    ("exact", Prim::One(One::Exact)),
    ("inexact", Prim::One(One::Inexact)),
    ("raise", Prim::One(One::Raise)),
    ("<", Prim::Two(Two::Less)),
    ("<=", Prim::Two(Two::LessEq)),
    (">", Prim::Two(Two::More)),
    (">=", Prim::Two(Two::MoreEq)),
    ("=", Prim::Two(Two::Same)),
    ("eq?", Prim::Two(Two::Eq)),
    ("+", Prim::Two(Two::Add)),
    ("-", Prim::Two(Two::Sub)),
    ("*", Prim::Two(Two::Mul)),
    ("/", Prim::Two(Two::Div)),
    ("quotient", Prim::Two(Two::Quotient)),
    ("remainder", Prim::Two(Two::Remainder)),
    ("modulo", Prim::Two(Two::Modulo)),
    ("bitwise-and", Prim::Two(Two::And)),
    ("cons", Prim::Two(Two::Cons)),
    ("vector-ref", Prim::Two(Two::VectorRef)),
    ("make-vector", Prim::Two(Two::MakeVector)),
    ("vector-set!", Prim::Three(Three::VectorSet)),
    ("hash-table?", Prim::One(One::IsHashTable)),
    ("hash-table-size", Prim::One(One::HashTableSize)),
    ("hash-table-clear!", Prim::One(One::HashTableClear)),
    ("hash-table-contains?", Prim::Two(Two::HashTableContains)),
    ("hash-table-delete!", Prim::Two(Two::HashTableDelete)),
    ("hash-table-ref/default", Prim::Three(Three::HashTableRefDefault)),
    ("hash-table-set!", Prim::Three(Three::HashTableSet)),
    ("flexvector?", Prim::One(One::IsFlexvector)),
    ("flexvector-length", Prim::One(One::FlexvectorLength)),
    ("flexvector-remove-back!", Prim::One(One::FlexvectorRemoveBack)),
    ("flexvector-ref", Prim::Two(Two::FlexvectorRef)),
    ("flexvector-add-back!", Prim::Two(Two::FlexvectorAddBack)),
    ("flexvector-set!", Prim::Three(Three::FlexvectorSet)),
];

/// Where a closure takes a captured variable from: the activation that makes it.
#[derive(Clone, Copy, Debug)]
pub enum Capture {
    /// A register of it.
    Local(u8),
    /// A captured variable of its own.
    Captured(u8),
}

/// What is done with errors between two instructions.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    /// First instruction.
    pub from: u32,
    /// The one after the last.
    pub to: u32,
    /// Where it goes on.
    pub target: u32,
    /// The top of the stack there, before the error is pushed.
    pub sp: u8,
}

/// The code of a procedure.
#[derive(Default)]
pub struct Code {
    /// Its name, for messages.
    pub name: String,
    /// Values it must get.
    pub params: u8,
    /// Whether it takes more, as a list.
    pub rest: bool,
    /// What it does.
    pub ops: Vec<Op>,
    /// The line of each instruction.
    pub lines: Vec<u32>,
    /// What its closures hold.
    pub captures: Vec<Capture>,
    /// Inner ones before outer ones: the first that fits is the one.
    pub handlers: Vec<Handler>,
    /// Counts calls: what is called often gets a trace that others call.
    pub entry: HotCell,
    /// Counts calls that replace their caller: they are a loop's way back, so its trace is a loop.
    pub tail: HotCell,
    /// Counts the ways back to each header, by instruction.
    pub loops: Vec<HotCell>,
    /// Where a field's name was found the last time, by instruction. Whoever reads it looks whether the name is there, so nothing depends on it.
    pub hints: Vec<Cell<u8>>,
}

impl Code {
    /// What is said when a call has so many values.
    pub fn wrong_count(&self, n: usize) -> String {
        let least = if self.rest { "at least " } else { "" };
        format!("`{}` takes {least}{} values, and gets {n}", self.name, self.params)
    }
}
