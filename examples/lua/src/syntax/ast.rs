//! The syntax tree of a chunk, names already resolved.
//!
//! Expressions live in one arena (`Chunk::exprs`) and refer to each other by index: a chain of a million operators
//! is a deep tree, and neither building nor dropping it may recurse. Variables, functions and gotos are tables of
//! the chunk too, so that facts found late (a variable is captured, a goto's label) are filled in where they belong.
//!
//! What the resolver promises here: every `Var` names a variable of the chunk; `Func::upvals` lists the outer
//! variables a function or one inside it uses; `Var::captured` and `Var::reassigned` are final once parsing is done.

use std::rc::Rc;

/// An index into one of the tree's tables.
pub trait Index {
    /// The place in its table.
    fn index(self) -> usize;
}

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name(pub u32);
        impl Index for $name {
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

index! {
    /// An expression of the chunk.
    ExprId,
    /// A local variable (or the outer `_ENV`).
    VarId,
    /// A function body.
    FuncId,
    /// A label.
    LabelId,
    /// A `goto` statement.
    GotoId
}

/// The `_ENV` a chunk is given: the first variable, owned by no function of the chunk.
pub const CHUNK_ENV: VarId = VarId(0);
/// The owner of [`CHUNK_ENV`].
pub const OUTSIDE: FuncId = FuncId(u32::MAX);
/// The chunk's main function.
pub const MAIN: FuncId = FuncId(0);

/// A parsed chunk.
#[derive(Debug, Default)]
pub struct Chunk {
    /// All expressions.
    pub exprs: Vec<Expr>,
    /// All variables.
    pub vars: Vec<Var>,
    /// All functions; [`MAIN`] first.
    pub funcs: Vec<Func>,
    /// All gotos.
    pub gotos: Vec<Goto>,
    /// The source names functions that look into activations: variables keep their values as long as they are in scope.
    pub inspected: bool,
    /// Whether it names functions that look at levels.
    pub transparent: bool,
    /// Whether the text names `upvaluejoin`, so that upvalues may be made to be other variables.
    pub joins: bool,
}

/// A literal value known to the compiler.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `nil`
    Nil,
    /// `true`, `false`
    Bool(bool),
    /// Integer.
    Int(i64),
    /// Float.
    Float(f64),
    /// Byte string.
    Str(Rc<[u8]>),
}

impl Literal {
    /// Whether a condition takes it as true.
    pub fn truthy(&self) -> bool {
        !matches!(self, Literal::Nil | Literal::Bool(false))
    }
}

/// What a declaration says about a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attrib {
    /// Nothing.
    Regular,
    /// `<const>`
    Const,
    /// `<close>`
    Close,
}

/// A variable.
#[derive(Debug)]
pub struct Var {
    /// Its name; `(for state)` for the hidden ones.
    pub name: Rc<[u8]>,
    /// The function whose register holds it.
    pub func: FuncId,
    /// Declared attribute.
    pub attrib: Attrib,
    /// Used by an inner function.
    pub captured: bool,
    /// Assigned after its initialisation, by whichever function.
    pub reassigned: bool,
    /// The value of a `<const>` that needs no register.
    pub constant: Option<Literal>,
}

impl Var {
    /// Whether the variable lives in a heap cell: only then can two owners see a change.
    pub fn in_cell(&self) -> bool {
        self.captured && self.reassigned
    }
}

/// A function body.
#[derive(Debug)]
pub struct Func {
    /// Parameters, `self` included.
    pub params: Vec<VarId>,
    /// Takes extra arguments.
    pub is_vararg: bool,
    /// Statements.
    pub body: Block,
    /// Outer variables used, in order of first use.
    pub upvals: Vec<VarId>,
    /// Line of `function`; 0 for the main function.
    pub line: u32,
    /// Line of its `end`; 0 for the main function.
    pub last_line: u32,
}

/// Where a goto leads.
#[derive(Clone, Copy, Debug)]
pub struct Goto {
    /// Its label.
    pub label: LabelId,
    /// The outermost to-be-closed variable the jump leaves.
    pub close_from: Option<VarId>,
}

/// An expression and the line an error in it is reported at.
#[derive(Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Line.
    pub line: u32,
}

/// Forms of expressions.
#[derive(Debug)]
pub enum ExprKind {
    /// Literal or folded constant.
    Literal(Literal),
    /// `...`
    Vararg,
    /// Function body.
    Function(FuncId),
    /// Local variable or upvalue.
    Var(VarId),
    /// Free name: a field of the `_ENV` in scope.
    Global {
        /// The `_ENV` variable.
        env: VarId,
        /// The name.
        name: Rc<[u8]>,
    },
    /// `object[key]`, `object.key`
    Index {
        /// The table.
        object: ExprId,
        /// The key.
        key: ExprId,
    },
    /// `callee(args)`
    Call {
        /// The function.
        callee: ExprId,
        /// The arguments.
        args: Vec<ExprId>,
    },
    /// `object:name(args)`
    Method {
        /// The receiver.
        object: ExprId,
        /// The method's name.
        name: Rc<[u8]>,
        /// The line of the name, at which the receiver is looked into.
        name_line: u32,
        /// The arguments after the receiver.
        args: Vec<ExprId>,
    },
    /// Table constructor.
    Table(Vec<Item>),
    /// Arithmetic, comparison or concatenation.
    Binary {
        /// Operator.
        op: BinOp,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// `and` (false) or `or` (true): the operands and the truth that ends it early.
    Logic {
        /// True for `or`.
        is_or: bool,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// Unary operator.
    Unary {
        /// Operator.
        op: UnOp,
        /// Operand.
        operand: ExprId,
    },
    /// Parentheses that matter: around a variable (not assignable) or many values (cut to one).
    Paren(ExprId),
}

/// An entry of a table constructor.
#[derive(Debug)]
pub enum Item {
    /// `value`
    Positional(ExprId),
    /// `[key] = value`, `key = value`
    Keyed(ExprId, ExprId),
}

/// Binary operators, `and` and `or` aside.
#[allow(missing_docs)] // named after the operators
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Pow,
    IDiv,
    BAnd,
    BOr,
    BXor,
    Shl,
    Shr,
    Concat,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinOp {
    /// Whether it yields a truth value.
    pub fn is_comparison(self) -> bool {
        use BinOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}

/// Unary operators.
#[allow(missing_docs)] // named after the operators
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnOp {
    Neg,
    BNot,
    Not,
    Len,
}

/// Statements of a scope.
#[derive(Debug, Default)]
pub struct Block {
    /// In order.
    pub stats: Vec<Stat>,
}

/// A statement and its first and last line.
#[derive(Debug)]
pub struct Stat {
    /// What it is.
    pub kind: StatKind,
    /// Line.
    pub line: u32,
    /// The line of its last token.
    pub last_line: u32,
}

/// Forms of statements.
#[derive(Debug)]
pub enum StatKind {
    /// `local vars = values`
    Local {
        /// Declared variables.
        vars: Vec<VarId>,
        /// Initial values.
        values: Vec<ExprId>,
    },
    /// `local function`
    LocalFunction {
        /// Its name.
        var: VarId,
        /// Its body.
        func: FuncId,
    },
    /// `targets = values`, and `function name() end`
    Assign {
        /// Variables, globals, indexings.
        targets: Vec<ExprId>,
        /// Values.
        values: Vec<ExprId>,
        /// The line a failing store is reported at: of the statement's last token, or of the word `function`.
        store_line: u32,
    },
    /// Call statement.
    Call(ExprId),
    /// `do end`
    Do(Block),
    /// `while`
    While {
        /// Condition.
        cond: ExprId,
        /// Body.
        body: Block,
    },
    /// `repeat`; the condition sees the body's variables.
    Repeat {
        /// Body.
        body: Block,
        /// Condition that ends it.
        cond: ExprId,
    },
    /// `if`
    If {
        /// Conditions with their blocks.
        clauses: Vec<(ExprId, Block)>,
        /// `else`
        otherwise: Option<Block>,
    },
    /// `for v = start, limit, step`
    NumericFor {
        /// Three hidden variables.
        hidden: Vec<VarId>,
        /// The visible one.
        var: VarId,
        /// Start, limit and possibly step.
        values: Vec<ExprId>,
        /// The line of `do`.
        do_line: u32,
        /// Body.
        body: Block,
    },
    /// `for vars in values`
    GenericFor {
        /// Four hidden variables: iterator, state, control, closing value.
        hidden: Vec<VarId>,
        /// The visible ones.
        vars: Vec<VarId>,
        /// Expressions.
        values: Vec<ExprId>,
        /// The line of their first token, at which calls of the iterator are.
        call_line: u32,
        /// The line of `do`.
        do_line: u32,
        /// Body.
        body: Block,
    },
    /// `return`
    Return {
        /// Values.
        values: Vec<ExprId>,
        /// A to-be-closed variable is in scope.
        close: bool,
    },
    /// `goto`
    Goto(GotoId),
    /// `break`
    Break {
        /// The outermost to-be-closed variable of the loop body in scope.
        close_from: Option<VarId>,
    },
    /// `::label::`, several at one place
    Label(Vec<LabelId>),
}

impl Chunk {
    /// The expression.
    pub fn expr(&self, id: ExprId) -> &ExprKind {
        &self.exprs[id.index()].kind
    }

    /// The variable.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    /// The expression without parentheses.
    pub fn bare(&self, mut id: ExprId) -> ExprId {
        while let ExprKind::Paren(inner) = self.expr(id) {
            id = *inner;
        }
        id
    }

    /// The value of an expression known now.
    pub fn literal(&self, id: ExprId) -> Option<&Literal> {
        match self.expr(self.bare(id)) {
            ExprKind::Literal(l) => Some(l),
            ExprKind::Var(v) => self.var(*v).constant.as_ref(),
            _ => None,
        }
    }

    /// Whether the expression can give any number of values.
    pub fn is_multi(&self, id: ExprId) -> bool {
        matches!(self.expr(id), ExprKind::Call { .. } | ExprKind::Method { .. } | ExprKind::Vararg)
    }
}
