//! Register bytecode: instructions, constants, and compiled functions before they get a run time.
//!
//! **Invariants.** Operands named `a` are written unless said otherwise. A call's result goes to its `a`. A call's scratch register is `a`, the
//! callee `a + 1`, arguments follow; after `LoadMethod` the method may be in `a` and the object in `a + 1`.
//!
//! **Example.** `x.f(1)` is `LoadMethod a x 'f'`, `LoadInt a+2 1`, `CallMethod a 1`.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::rc::Rc;

/// Binary operators.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    Mod,
    Pow,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    MatMul,
}

/// Comparisons.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CmpOp {
    Lt,
    Le,
    Eq,
    Ne,
    Gt,
    Ge,
}

/// Unary operators.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum UnOp {
    Neg,
    Pos,
    Invert,
}

/// Most pairs of an [`Op::BuildDict`].
pub const MOST_PAIRS: usize = 8;

/// An instruction. Jump targets are absolute.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Op {
    Move {
        a: u8,
        b: u8,
    },
    LoadK {
        a: u8,
        k: u16,
    },
    LoadInt {
        a: u8,
        i: i32,
    },
    LoadNone {
        a: u8,
    },
    Unbind {
        a: u8,
    },
    /// Raises if register `a` is unbound; `k` is the variable's name.
    CheckBound {
        a: u8,
        k: u16,
    },

    NewCell {
        a: u8,
        b: u8,
    },
    GetCell {
        a: u8,
        b: u8,
        k: u16,
    },
    SetCell {
        a: u8,
        b: u8,
    },
    UnbindCell {
        a: u8,
    },
    GetFree {
        a: u8,
        i: u8,
        k: u16,
    },
    SetFree {
        i: u8,
        b: u8,
    },
    UnbindFree {
        i: u8,
    },
    LoadGlobal {
        a: u8,
        g: u16,
    },
    StoreGlobal {
        b: u8,
        g: u16,
    },
    DelGlobal {
        g: u16,
    },
    /// Class bodies: the namespace dictionary is in register `b`.
    LoadName {
        a: u8,
        b: u8,
        g: u16,
    },
    StoreName {
        a: u8,
        b: u8,
        g: u16,
    },
    DelName {
        b: u8,
        g: u16,
    },

    Add {
        a: u8,
        b: u8,
        c: u8,
    },
    Sub {
        a: u8,
        b: u8,
        c: u8,
    },
    Mul {
        a: u8,
        b: u8,
        c: u8,
    },
    Bin {
        op: BinOp,
        a: u8,
        b: u8,
        c: u8,
    },
    InPlace {
        op: BinOp,
        a: u8,
        b: u8,
        c: u8,
    },
    Unary {
        op: UnOp,
        a: u8,
        b: u8,
    },
    Not {
        a: u8,
        b: u8,
    },
    Cmp {
        op: CmpOp,
        a: u8,
        b: u8,
        c: u8,
    },
    Is {
        a: u8,
        b: u8,
        c: u8,
        neg: bool,
    },
    In {
        a: u8,
        b: u8,
        c: u8,
        neg: bool,
    },

    Jump {
        to: u32,
    },
    Loop {
        to: u32,
    },
    JTrue {
        b: u8,
        to: u32,
    },
    JFalse {
        b: u8,
        to: u32,
    },
    /// Jumps if the comparison's truth is `cond`.
    JCmp {
        op: CmpOp,
        b: u8,
        c: u8,
        to: u16,
        cond: bool,
    },
    JNone {
        b: u8,
        cond: bool,
        to: u32,
    },

    GetAttr {
        a: u8,
        b: u8,
        k: u16,
    },
    SetAttr {
        a: u8,
        c: u8,
        k: u16,
    },
    DelAttr {
        a: u8,
        k: u16,
    },
    LoadMethod {
        a: u8,
        b: u8,
        k: u16,
    },
    /// `super().name`: `R[a]` and `R[a+1]` as `LoadMethod` does; the class is in `R[a]`, the object in `R[a+1]`.
    SuperMethod {
        a: u8,
        k: u16,
    },
    GetItem {
        a: u8,
        b: u8,
        c: u8,
    },
    SetItem {
        a: u8,
        b: u8,
        c: u8,
    },
    DelItem {
        a: u8,
        b: u8,
    },

    BuildList {
        a: u8,
        b: u8,
        n: u8,
    },
    BuildTuple {
        a: u8,
        b: u8,
        n: u8,
    },
    BuildSet {
        a: u8,
        b: u8,
        n: u8,
    },
    /// Of at most [`MOST_PAIRS`] keys, different strings, and their values, in turn.
    BuildDict {
        a: u8,
        b: u8,
        n: u8,
    },
    BuildString {
        a: u8,
        b: u8,
        n: u8,
    },
    BuildSlice {
        a: u8,
        b: u8,
    },
    ListAppend {
        a: u8,
        b: u8,
    },
    /// The same once for each turn of the loop whose state begins in `c`.
    ListCollect {
        a: u8,
        b: u8,
        c: u8,
    },
    SetAdd {
        a: u8,
        b: u8,
    },
    DictAdd {
        a: u8,
        b: u8,
        c: u8,
    },
    ListExtend {
        a: u8,
        b: u8,
    },
    /// A tuple with the items of something more.
    TupleExtend {
        a: u8,
        b: u8,
    },
    SetUpdate {
        a: u8,
        b: u8,
    },
    DictUpdate {
        a: u8,
        b: u8,
    },
    /// As for keyword arguments of what is in `f`, or of a class if that is the dictionary itself: duplicates are errors.
    DictMerge {
        a: u8,
        b: u8,
        f: u8,
    },
    ListToTuple {
        a: u8,
        b: u8,
    },
    Unpack {
        a: u8,
        b: u8,
        n: u8,
    },
    UnpackEx {
        a: u8,
        b: u8,
        before: u8,
        after: u8,
    },
    Format {
        a: u8,
        b: u8,
        c: u8,
        conv: u8,
    },

    /// Defaults are in `R[a]` (a tuple or unbound), keyword defaults in `R[a+1]` (a dictionary or unbound).
    MakeFunction {
        a: u8,
        p: u16,
    },
    /// `R[a]` name, `R[a+1]` bases, `R[a+2]` namespace, `R[a+3]` keywords or `None`.
    BuildClass {
        a: u8,
    },
    Call {
        a: u8,
        n: u8,
    },
    CallMethod {
        a: u8,
        n: u8,
    },
    CallKw {
        a: u8,
        n: u8,
        method: bool,
        k: u16,
    },
    /// `R[a]` = the tuple of the arguments that `R[a]` has for `R[f]`; what comes from elsewhere may change a dictionary `R[a+1]`, which is copied before.
    SpreadItems {
        a: u8,
        f: u8,
    },
    /// `R[a]` = the dictionary of the keyword arguments that `R[a]` has for `R[f]`. It may be `R[a]` itself: it is only read.
    SpreadNames {
        a: u8,
        f: u8,
    },
    /// Positional arguments in a tuple `R[a+2]`, keyword arguments in a dictionary `R[a+3]` or unbound.
    CallEx {
        a: u8,
    },
    Return {
        b: u8,
    },
    Yield {
        a: u8,
        b: u8,
    },
    /// Sends `R[a]` to iterator `R[b]`: its next value goes to `R[a]`, or, at its end, its result, and a jump.
    YieldFrom {
        a: u8,
        b: u8,
        to: u32,
    },

    /// Prepares an iteration in `R[a]`, `R[a+1]`, `R[a+2]`.
    GetIter {
        a: u8,
        b: u8,
    },
    ForIter {
        a: u8,
        d: u8,
        to: u32,
    },
    /// An iterator object.
    MakeIter {
        a: u8,
        b: u8,
    },

    Raise {
        b: u8,
    },
    RaiseFrom {
        b: u8,
        c: u8,
    },
    Reraise {
        b: u8,
    },
    /// `R[a]` = the exception handled so far; that in `R[b]` is handled from now on.
    Handle {
        a: u8,
        b: u8,
    },
    /// The exception in `R[b]` (or none) is the one handled again.
    Handled {
        b: u8,
    },
    /// The names of the module.
    Globals {
        a: u8,
    },
    /// Puts a variable, if it is bound, into the dictionary `R[a]` under name `k`.
    AddLocal {
        a: u8,
        b: u8,
        k: u16,
    },
    /// The same for captured variable `i`.
    AddFree {
        a: u8,
        i: u8,
        k: u16,
    },
    /// Raises the error that there is no active exception.
    RaiseNone,
    JNoMatch {
        b: u8,
        c: u8,
        to: u32,
    },
    /// `R[a..a+3]` = type, value, traceback of exception `R[b]`.
    ExcInfo {
        a: u8,
        b: u8,
    },

    Import {
        a: u8,
        k: u16,
    },
    ImportFrom {
        a: u8,
        b: u8,
        k: u16,
    },
    ImportStar {
        b: u8,
    },

    // What plain execution makes of the above: see `quick`. The compiler makes none of these, and no recording sees them.
    /// An instruction that looks at its operands.
    Look,
    AddInts {
        a: u8,
        b: u8,
        c: u8,
    },
    AddFloats {
        a: u8,
        b: u8,
        c: u8,
    },
    SubInts {
        a: u8,
        b: u8,
        c: u8,
    },
    SubFloats {
        a: u8,
        b: u8,
        c: u8,
    },
    MulInts {
        a: u8,
        b: u8,
        c: u8,
    },
    MulFloats {
        a: u8,
        b: u8,
        c: u8,
    },
    DivFloats {
        a: u8,
        b: u8,
        c: u8,
    },
    FloorDivInts {
        a: u8,
        b: u8,
        c: u8,
    },
    ModInts {
        a: u8,
        b: u8,
        c: u8,
    },
    AndInts {
        a: u8,
        b: u8,
        c: u8,
    },
    OrInts {
        a: u8,
        b: u8,
        c: u8,
    },
    XorInts {
        a: u8,
        b: u8,
        c: u8,
    },
    ShrInts {
        a: u8,
        b: u8,
        c: u8,
    },
    ShlInts {
        a: u8,
        b: u8,
        c: u8,
    },
    /// Jumps if `R[b] < R[c]` is `cond`, of integers; so the next ones.
    JLtInts {
        b: u8,
        c: u8,
        to: u16,
        cond: bool,
    },
    JLeInts {
        b: u8,
        c: u8,
        to: u16,
        cond: bool,
    },
    JEqInts {
        b: u8,
        c: u8,
        to: u16,
        cond: bool,
    },
    JLtFloats {
        b: u8,
        c: u8,
        to: u16,
        cond: bool,
    },
    JLeFloats {
        b: u8,
        c: u8,
        to: u16,
        cond: bool,
    },
    JEqFloats {
        b: u8,
        c: u8,
        to: u16,
        cond: bool,
    },
    JEqTexts {
        b: u8,
        c: u8,
        to: u16,
        cond: bool,
    },
    /// `JTrue` of a boolean or `None`.
    JTrueBool {
        b: u8,
        to: u32,
    },
    /// `JFalse` of a boolean or `None`.
    JFalseBool {
        b: u8,
        to: u32,
    },
    /// `GetItem` of a list and an integer.
    GetItemList {
        a: u8,
        b: u8,
        c: u8,
    },
    /// `SetItem` of a list and an integer.
    SetItemList {
        a: u8,
        b: u8,
        c: u8,
    },
    /// `ForIter` over a range.
    ForIterRange {
        a: u8,
        d: u8,
        to: u32,
    },
    /// `ForIter` over a list.
    ForIterList {
        a: u8,
        d: u8,
        to: u32,
    },
    /// `GetItem` of a tuple and an integer.
    GetItemTuple {
        a: u8,
        b: u8,
        c: u8,
    },
    /// Operators on a float and an integer, and the other way round.
    AddFloatInt {
        a: u8,
        b: u8,
        c: u8,
    },
    SubFloatInt {
        a: u8,
        b: u8,
        c: u8,
    },
    MulFloatInt {
        a: u8,
        b: u8,
        c: u8,
    },
    DivFloatInt {
        a: u8,
        b: u8,
        c: u8,
    },
    AddIntFloat {
        a: u8,
        b: u8,
        c: u8,
    },
    SubIntFloat {
        a: u8,
        b: u8,
        c: u8,
    },
    MulIntFloat {
        a: u8,
        b: u8,
        c: u8,
    },
    DivIntFloat {
        a: u8,
        b: u8,
        c: u8,
    },
    DivInts {
        a: u8,
        b: u8,
        c: u8,
    },

    // What often follows each other, fused: each is named after its parts.
    Moves {
        a: u8,
        b: u8,
        c: u8,
        d: u8,
    },
    MoveLoadMethod {
        a: u8,
        b: u8,
        c: u8,
        d: u8,
        k: u16,
    },
    MoveGetAttr {
        a: u8,
        b: u8,
        c: u8,
        d: u8,
        k: u16,
    },
    MoveCall {
        a: u8,
        b: u8,
        f: u8,
        n: u8,
    },
    MoveCallMethod {
        a: u8,
        b: u8,
        f: u8,
        n: u8,
    },
    MoveLoop {
        a: u8,
        b: u8,
        to: u32,
    },
    LoadMethodMove {
        a: u8,
        b: u8,
        k: u16,
        c: u8,
        d: u8,
    },
    /// `LoadMethod` and its `CallMethod` without arguments.
    LoadCallMethod {
        a: u8,
        b: u8,
        k: u16,
    },
    LoadGlobalMove {
        a: u8,
        g: u16,
        c: u8,
        d: u8,
    },
    ReturnNone {
        a: u8,
    },
    Unbinds {
        a: u8,
        b: u8,
    },
    GetAttrs {
        a: u8,
        b: u8,
        k: u8,
        c: u8,
        d: u8,
        l: u8,
    },
    /// `LoadInt` into `a`, and `R[c] = R[b] + i` of an integer; so the next ones.
    AddInt {
        a: u8,
        b: u8,
        c: u8,
        i: i16,
    },
    SubInt {
        a: u8,
        b: u8,
        c: u8,
        i: i16,
    },
    MulInt {
        a: u8,
        b: u8,
        c: u8,
        i: i16,
    },
    ModInt {
        a: u8,
        b: u8,
        c: u8,
        i: i16,
    },
    /// `LoadInt` into `a`, and a jump if `R[b] == i` is `cond`, of an integer; so the next ones.
    JEqInt {
        a: u8,
        b: u8,
        cond: bool,
        i: i16,
        to: u16,
    },
    JLtInt {
        a: u8,
        b: u8,
        cond: bool,
        i: i16,
        to: u16,
    },
    JGtInt {
        a: u8,
        b: u8,
        cond: bool,
        i: i16,
        to: u16,
    },
    /// `R[a] = R[b] * R[c]`, `R[d] = R[e] + R[a]`, of floats.
    MulAddFloats {
        a: u8,
        b: u8,
        c: u8,
        d: u8,
        e: u8,
    },
    GetItemListJFalse {
        a: u8,
        b: u8,
        c: u8,
        to: u32,
    },
    AddIntsLoop {
        a: u8,
        b: u8,
        c: u8,
        to: u32,
    },
    SetItemListLoop {
        a: u8,
        b: u8,
        c: u8,
        to: u32,
    },
}

impl Op {
    /// The register that takes the result of the call for which an instruction waits. Whatever else the instruction writes is written before the call,
    /// and matters while it waits.
    pub fn result_of_call(self) -> Option<u8> {
        use Op::*;
        match self {
            Call { a, .. } | CallMethod { a, .. } | CallKw { a, .. } | CallEx { a } => Some(a),
            SpreadItems { a, .. } => Some(a),
            Add { a, .. } | Sub { a, .. } | Mul { a, .. } | Bin { a, .. } | InPlace { a, .. } => Some(a),
            Unary { a, .. } | Cmp { a, .. } | Not { a, .. } | In { a, .. } => Some(a),
            GetAttr { a, .. } | GetItem { a, .. } | GetIter { a, .. } | MakeIter { a, .. } => Some(a),
            YieldFrom { a, .. } | Format { a, .. } => Some(a),
            LoadMethod { a, .. } => Some(a + 1),
            _ => None,
        }
    }
}

/// A constant.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Const {
    None,
    Ellipsis,
    Bool(bool),
    Int(i64),
    Big(String),
    Float(f64),
    Str(String),
    Bytes(Vec<u8>),
    Complex(f64, f64),
    Tuple(Vec<Const>),
    FrozenSet(Vec<Const>),
}

/// Where a closure's cell comes from when it is made.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CellSource {
    Register(u8),
    Free(u8),
}

/// A protected range: `start..end` goes to `target` with the exception in register `reg`.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Handler {
    pub start: u32,
    pub end: u32,
    pub target: u32,
    pub reg: u8,
}

/// The instructions `start..end` of a comprehension: its name, and where it stands in the source text.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[allow(missing_docs)]
pub struct Inlined {
    pub start: u32,
    pub end: u32,
    pub name: Cow<'static, str>,
    pub line: u32,
    pub spot: (u32, u32),
}

/// A compiled function.
#[derive(Serialize, Deserialize, Debug, Default)]
#[allow(missing_docs)]
pub struct Proto {
    pub name: String,
    pub qualname: String,
    /// Not kept with the rest: it may be found by another name.
    #[serde(skip)]
    pub file: Rc<str>,
    pub ops: Vec<Op>,
    pub lines: Vec<u32>,
    /// By instruction, where in the source text it comes from: start and end.
    pub spots: Vec<(u32, u32)>,
    pub consts: Vec<Const>,
    /// Names of globals.
    pub globals: Vec<String>,
    pub children: Vec<Rc<Proto>>,
    /// Innermost first.
    pub handlers: Vec<Handler>,
    /// Comprehensions, whose code is in here but whose places in a traceback are their own; inner ones first.
    pub inlined: Vec<Inlined>,
    /// Where an exception is being handled: range and its register; `target` is 1 more than the register of the one handled before, or 0.
    pub handling: Vec<Handler>,
    /// Parameters: positional, of which only positional, keyword-only; then `*args`, `**kwargs`.
    pub params: Vec<String>,
    pub npos: u8,
    pub nposonly: u8,
    pub nkwonly: u8,
    pub varargs: bool,
    pub varkw: bool,
    pub registers: u8,
    /// Registers from 0 on that are of variables; they are filled at the beginning.
    pub variables: u8,
    /// Local variables beside the parameters.
    pub locals: Vec<String>,
    /// Variables that functions inside capture.
    pub cells: Vec<String>,
    /// Captured variables of functions outside, and where they come from.
    pub free_names: Vec<String>,
    pub frees: Vec<CellSource>,
    pub is_generator: bool,
    pub is_class: bool,
    pub doc: Option<String>,
    pub first_line: u32,
}

impl Proto {
    /// The same in this file, with the functions inside.
    pub fn of_file(mut self, file: &Rc<str>) -> Rc<Proto> {
        self.file = file.clone();
        let inside = |p: Rc<Proto>| Rc::try_unwrap(p).map_or_else(|shared| shared, |p| p.of_file(file));
        self.children = self.children.into_iter().map(inside).collect();
        Rc::new(self)
    }
    /// Number of registers that parameters take.
    pub fn nparams(&self) -> usize {
        self.npos as usize + self.nkwonly as usize + self.varargs as usize + self.varkw as usize
    }
}
