//! The table of ops: one row each; enum, names, operand types, results and effects all come from it.
//!
//! **Reading a row**: `Name(operands) -> result, shape, effect, flags`. Operands are types (`I` int, `F` float,
//! `R` ref, `W` any); an op with a *list* takes its arguments from [`super::trace::Trace::lists`]. The textual name is the
//! snake-case form of the enum's.
//!
//! All integer arithmetic wraps at 64 bits. Booleans are ints 0 and 1. No op but a call can fail or trap: every op is total, the
//! edge cases are given in the row's comment, and evaluator and backends agree on them bit for bit (NaN payloads excepted: any NaN
//! equals any NaN).

/// The type of an IR value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Ty {
    /// No value.
    Void,
    /// A 64-bit integer, also booleans and raw words.
    Int,
    /// A 64-bit IEEE float.
    Float,
    /// A reference to a heap object, or null. Held in integer registers.
    Ref,
}

/// What an operand position accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arg {
    /// An integer.
    I,
    /// A float.
    F,
    /// A reference.
    R,
    /// Any value.
    W,
}

/// Where an op finds its operands beside `args`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Operands only.
    Plain,
    /// `aux` is an index into [`super::trace::Trace::fields`].
    Field,
    /// `aux` is an index into [`super::trace::Trace::arrays`].
    Array,
    /// `aux` is an index into [`super::trace::Trace::types`].
    Type,
    /// `aux` is an index into [`super::trace::Trace::helpers`], arguments in `list`.
    Helper,
    /// `aux` is the number of the result word wanted of the call in operand 0.
    Result,
    /// Arguments in `list` only.
    List,
    /// Arguments in `list`, target in [`super::trace::Trace::target`].
    Jump,
    /// `aux` is an index into [`super::trace::Trace::keys`] (a function trace), arguments in `list`.
    Key,
    /// `aux` is an index into [`super::trace::Trace::tables`].
    Table,
}

impl Shape {
    /// Whether the op has an argument list.
    pub fn has_list(self) -> bool {
        matches!(self, Shape::Helper | Shape::List | Shape::Jump | Shape::Key)
    }
}

/// What an op does beside computing its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: may be removed, duplicated and moved freely.
    Pure,
    /// Reads the memory its descriptor names.
    Read,
    /// Writes the memory its descriptor names.
    Write,
    /// Creates an object; removable when unused.
    Alloc,
    /// Leaves the trace when its condition fails.
    Guard,
    /// Anything: reads and writes any mutable memory.
    All,
    /// Structure of the trace (inputs, labels, jumps).
    Control,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// Text name, snake case.
    pub name: &'static str,
    /// Operand types.
    pub args: &'static [Arg],
    /// Result type; `None` where the instruction itself says (loads, inputs, results).
    pub result: Option<Ty>,
    /// Where the other operands are.
    pub shape: Shape,
    /// Effects.
    pub effect: Effect,
    /// Whether the two operands may be swapped.
    pub commutative: bool,
}

macro_rules! ops {
    ($($(#[$doc:meta])* $name:ident $text:literal ($($arg:ident),*) -> $res:tt, $shape:ident, $eff:ident $(, $comm:ident)?;)*) => {
        /// An opcode.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Op { $($(#[$doc])* $name),* }

        /// Every opcode, in table order.
        pub const ALL_OPS: &[Op] = &[$(Op::$name),*];

        static INFO: &[OpInfo] = &[$(OpInfo {
            name: $text, args: &[$(Arg::$arg),*], result: ops!(@res $res), shape: Shape::$shape,
            effect: Effect::$eff, commutative: ops!(@comm $($comm)?),
        }),*];
    };
    (@res dyn) => { None };
    (@res $t:ident) => { Some(Ty::$t) };
    (@comm) => { false };
    (@comm comm) => { true };
}

ops! {
    // ---- structure
    /// An input of the trace, typed by the instruction.
    Input "input" () -> dyn, Plain, Control;
    /// Loop header; the list holds the first values of the phis that follow.
    Label "label" () -> Void, List, Control;
    /// A loop-carried value; the k-th phi takes the k-th entry of the label's list, then of the jump's.
    Phi "phi" () -> dyn, Plain, Control;
    /// Ends the trace: to its own label, its own start, or another trace's start.
    Jump "jump" () -> Void, Jump, Control;
    /// Ends a function trace: returns the words of the list to the caller.
    Finish "finish" () -> Void, List, Control;
    /// Ends the trace by leaving to the interpreter with the snapshot.
    Exit "exit" () -> Void, Plain, Guard;

    // ---- integers (wrapping)
    /// a + b
    IntAdd "int_add" (I, I) -> Int, Plain, Pure, comm;
    /// a - b
    IntSub "int_sub" (I, I) -> Int, Plain, Pure;
    /// a * b
    IntMul "int_mul" (I, I) -> Int, Plain, Pure, comm;
    /// -a
    IntNeg "int_neg" (I) -> Int, Plain, Pure;
    /// a / b rounded to minus infinity; 0 when b is 0; wraps for MIN / -1
    IntDivFloor "int_div_floor" (I, I) -> Int, Plain, Pure;
    /// remainder with the sign of b; 0 when b is 0 or -1
    IntModFloor "int_mod_floor" (I, I) -> Int, Plain, Pure;
    /// bitwise and
    IntAnd "int_and" (I, I) -> Int, Plain, Pure, comm;
    /// bitwise or
    IntOr "int_or" (I, I) -> Int, Plain, Pure, comm;
    /// bitwise exclusive or
    IntXor "int_xor" (I, I) -> Int, Plain, Pure, comm;
    /// bitwise complement
    IntNot "int_not" (I) -> Int, Plain, Pure;
    /// a << (b & 63)
    IntShl "int_shl" (I, I) -> Int, Plain, Pure;
    /// logical a >> (b & 63)
    IntShr "int_shr" (I, I) -> Int, Plain, Pure;
    /// arithmetic a >> (b & 63)
    IntSar "int_sar" (I, I) -> Int, Plain, Pure;
    /// whether a + b overflows as signed 64-bit
    IntAddOvf "int_add_ovf" (I, I) -> Int, Plain, Pure, comm;
    /// whether a - b overflows
    IntSubOvf "int_sub_ovf" (I, I) -> Int, Plain, Pure;
    /// whether a * b overflows
    IntMulOvf "int_mul_ovf" (I, I) -> Int, Plain, Pure, comm;
    /// a == b
    IntEq "int_eq" (I, I) -> Int, Plain, Pure, comm;
    /// a != b
    IntNe "int_ne" (I, I) -> Int, Plain, Pure, comm;
    /// a < b signed
    IntLt "int_lt" (I, I) -> Int, Plain, Pure;
    /// a <= b signed
    IntLe "int_le" (I, I) -> Int, Plain, Pure;
    /// a < b unsigned
    UintLt "uint_lt" (I, I) -> Int, Plain, Pure;
    /// a <= b unsigned
    UintLe "uint_le" (I, I) -> Int, Plain, Pure;

    // ---- floats
    /// a + b
    FloatAdd "float_add" (F, F) -> Float, Plain, Pure, comm;
    /// a - b
    FloatSub "float_sub" (F, F) -> Float, Plain, Pure;
    /// a * b
    FloatMul "float_mul" (F, F) -> Float, Plain, Pure, comm;
    /// a / b
    FloatDiv "float_div" (F, F) -> Float, Plain, Pure;
    /// a * b + c, rounded once
    FloatFma "float_fma" (F, F, F) -> Float, Plain, Pure;
    /// -a (flips the sign bit, also of NaN)
    FloatNeg "float_neg" (F) -> Float, Plain, Pure;
    /// |a|
    FloatAbs "float_abs" (F) -> Float, Plain, Pure;
    /// square root
    FloatSqrt "float_sqrt" (F) -> Float, Plain, Pure;
    /// round to minus infinity
    FloatFloor "float_floor" (F) -> Float, Plain, Pure;
    /// round to plus infinity
    FloatCeil "float_ceil" (F) -> Float, Plain, Pure;
    /// round to zero
    FloatTrunc "float_trunc" (F) -> Float, Plain, Pure;
    /// a == b (false for NaN)
    FloatEq "float_eq" (F, F) -> Int, Plain, Pure, comm;
    /// a != b (true for NaN)
    FloatNe "float_ne" (F, F) -> Int, Plain, Pure, comm;
    /// a < b (false for NaN)
    FloatLt "float_lt" (F, F) -> Int, Plain, Pure;
    /// a <= b (false for NaN)
    FloatLe "float_le" (F, F) -> Int, Plain, Pure;

    // ---- conversions
    /// signed integer to nearest float
    IntToFloat "int_to_float" (I) -> Float, Plain, Pure;
    /// float to integer, truncating, saturating at the ends, NaN to 0 (as Rust's `as`)
    FloatToInt "float_to_int" (F) -> Int, Plain, Pure;
    /// the bits of a float
    FloatToBits "float_to_bits" (F) -> Int, Plain, Pure;
    /// the float of some bits
    FloatFromBits "float_from_bits" (I) -> Float, Plain, Pure;
    /// the address of a reference (no code)
    RefToInt "ref_to_int" (R) -> Int, Plain, Pure;
    /// a reference from its address (no code)
    RefFromInt "ref_from_int" (I) -> Ref, Plain, Pure;

    // ---- constant tables
    /// word number a of the table, modulo its length (a power of two)
    TableWord "table_word" (I) -> Int, Table, Pure;

    // ---- references
    /// a is b
    RefEq "ref_eq" (R, R) -> Int, Plain, Pure, comm;
    /// a is not b
    RefNe "ref_ne" (R, R) -> Int, Plain, Pure, comm;

    // ---- heap
    /// load a field of the object; the instruction gives the result type
    Load "load" (R) -> dyn, Field, Read;
    /// write barrier: follows before a reference is stored into the object, unless the trace allocated it after the last call
    Barrier "barrier" (R) -> Void, Plain, Write;
    /// store a field
    Store "store" (R, W) -> Void, Field, Write;
    /// load element `index` of an array; the index is in bounds
    LoadElem "load_elem" (R, I) -> dyn, Array, Read;
    /// store element `index` of an array; the index is in bounds
    StoreElem "store_elem" (R, I, W) -> Void, Array, Write;
    /// a new object of a type, all bytes after its header zero
    New "new" () -> Ref, Type, Alloc;
    /// a new array object of a type with that many elements (0 <= n, checked by the recorder), zeroed, its length set
    NewArray "new_array" (I) -> Ref, Type, Alloc;

    // ---- calls
    /// call a helper; the value is its status (0: fine); results by `Result`
    Call "call" () -> Int, Helper, All;
    /// call a pure helper that cannot fail; typed by the instruction
    CallPure "call_pure" () -> dyn, Helper, Pure;
    /// call a helper that reads the heap but writes nothing and cannot fail; typed by the instruction
    CallRead "call_read" () -> dyn, Helper, Read;
    /// run a function trace natively; the value is its status; results by `Result`; the guard on the status follows
    CallTrace "call_trace" () -> Int, Key, All;
    /// result word number `aux` of the call in operand 0; directly follows the call or another of its results
    Result "result" (I) -> dyn, Result, Control;

    // ---- guards
    /// leave unless the int is not 0
    GuardTrue "guard_true" (I) -> Void, Plain, Guard;
    /// leave unless the int is 0
    GuardFalse "guard_false" (I) -> Void, Plain, Guard;
    /// leave unless both are equal as words; the second is a constant
    GuardEq "guard_eq" (W, W) -> Void, Plain, Guard;
    /// leave if the assumption cell at the constant address has been invalidated (its word is not 0)
    GuardValid "guard_valid" (I) -> Void, Plain, Guard;
    /// leave if the run time asks for attention (GC, interrupt, eviction)
    GuardPoll "guard_poll" () -> Void, Plain, Guard;
    /// count in the exit's own record; fails when the count that the record was given has run out (by evaluation it never does)
    GuardCount "guard_count" () -> Void, Plain, Guard;
}

/// How things go on at an exit. [`Op::Exit`] has it in its `aux`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum ExitKind {
    /// A bridge may go on from here: guards, above all.
    Open,
    /// There is nothing to go on with: it never gets a bridge.
    Last,
    /// An error has left the window: there is no state to restore either.
    Raised,
    /// As [`ExitKind::Last`], because an activation that an older trace inlined goes on looping: its loop has a trace of its own.
    Loops,
    /// The run time wanted attention: it never gets a bridge.
    Poll,
    /// A count has run out: it never gets a bridge.
    Count,
}

impl ExitKind {
    /// Those that an [`Op::Exit`] may say, by number.
    const OF_EXITS: [ExitKind; 4] = [ExitKind::Open, ExitKind::Last, ExitKind::Raised, ExitKind::Loops];

    /// That of a guard or exit; `None` if its `aux` says nothing known.
    pub fn of(op: Op, aux: u32) -> Option<ExitKind> {
        match op {
            Op::Exit => ExitKind::OF_EXITS.get(aux as usize).copied(),
            Op::GuardPoll => Some(ExitKind::Poll),
            Op::GuardCount => Some(ExitKind::Count),
            _ => Some(ExitKind::Open),
        }
    }
}

impl Op {
    /// The op's row.
    #[inline]
    pub fn info(self) -> &'static OpInfo {
        &INFO[self as usize]
    }
    /// The op with this text name.
    pub fn from_name(name: &str) -> Option<Op> {
        ALL_OPS.iter().copied().find(|o| o.info().name == name)
    }
    /// Whether the op leaves the trace on failure (has a snapshot).
    pub fn is_guard(self) -> bool {
        self.info().effect == Effect::Guard
    }
    /// Whether the op compares its operands: the result is 0 or 1.
    pub fn is_compare(self) -> bool {
        use Op::*;
        let ints = matches!(self, IntEq | IntNe | IntLt | IntLe | UintLt | UintLe | RefEq | RefNe);
        ints || matches!(self, FloatEq | FloatNe | FloatLt | FloatLe)
    }
    /// Whether the op ends a trace.
    pub fn is_terminator(self) -> bool {
        matches!(self, Op::Jump | Op::Finish | Op::Exit)
    }
}
