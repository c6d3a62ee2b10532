//! The trace: instructions, constants, snapshots and descriptor tables.

use super::descr::*;
use super::op::{Op, Ty};
use super::snapshot::Snapshot;
use crate::abi::DIRECT_ARGS;

/// A value: the index of the defining instruction, or of a constant (top bit set).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IrRef(pub u32);

impl IrRef {
    /// No value.
    pub const NONE: IrRef = IrRef(u32::MAX);
    /// The constant with this index.
    pub fn konst(i: usize) -> IrRef {
        IrRef(i as u32 | 1 << 31)
    }
    /// Whether it is a constant.
    #[inline]
    pub fn is_const(self) -> bool {
        self.0 >> 31 == 1 && self != IrRef::NONE
    }
    /// Whether it is an instruction.
    #[inline]
    pub fn is_inst(self) -> bool {
        self.0 >> 31 == 0
    }
    /// Whether it is [`IrRef::NONE`].
    #[inline]
    pub fn is_none(self) -> bool {
        self == IrRef::NONE
    }
    /// Index of the instruction, or of the constant.
    #[inline]
    pub fn index(self) -> usize {
        (self.0 & 0x7fff_ffff) as usize
    }
}

impl std::fmt::Debug for IrRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            IrRef::NONE => write!(f, "_"),
            r if r.is_const() => write!(f, "k{}", r.index()),
            r => write!(f, "v{}", r.index()),
        }
    }
}

/// Index of a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SnapId(pub u32);

impl SnapId {
    /// No snapshot.
    pub const NONE: SnapId = SnapId(u32::MAX);
}

/// A constant: type and bits (a float's bits, a reference's address).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Const {
    /// Its type.
    pub ty: Ty,
    /// Its 64 bits.
    pub bits: u64,
}

/// One instruction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Inst {
    /// The op.
    pub op: Op,
    /// Type of the result (`Void`: none).
    pub ty: Ty,
    /// Operands; unused positions are [`IrRef::NONE`].
    pub args: [IrRef; 3],
    /// Descriptor index or result number, see [`super::op::Shape`].
    pub aux: u32,
    /// Index into [`Trace::lists`], or `u32::MAX`.
    pub list: u32,
    /// Snapshot of a guard.
    pub snap: SnapId,
    /// Provenance: index into [`Trace::places`].
    pub place: u32,
}

impl Inst {
    /// An instruction with the op's own result type (`Void` where the op leaves it open) and no operands.
    pub fn new(op: Op) -> Inst {
        Inst {
            op,
            ty: op.info().result.unwrap_or(Ty::Void),
            args: [IrRef::NONE; 3],
            aux: 0,
            list: u32::MAX,
            snap: SnapId::NONE,
            place: 0,
        }
    }
    /// The operands in use.
    pub fn operands(&self) -> &[IrRef] {
        &self.args[..self.op.info().args.len()]
    }
}

/// Where a `Jump` goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum JumpTarget {
    /// The trace does not end in a jump.
    #[default]
    None,
    /// To the trace's own label; the list supplies the phis.
    Loop,
    /// To the trace's own start; the list supplies the inputs.
    Start,
    /// To the start of another compiled trace, by the driver's number; the list supplies its inputs.
    Trace(u32),
    /// To the loop body of another compiled trace; the list supplies what its code takes there, in its order.
    Body(u32),
}

/// One trace.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// Instructions.
    pub insts: Vec<Inst>,
    /// Constants.
    pub consts: Vec<Const>,
    /// Argument lists.
    pub lists: Vec<Vec<IrRef>>,
    /// Snapshots.
    pub snaps: Vec<Snapshot>,
    /// Field descriptors.
    pub fields: Vec<FieldDescr>,
    /// Array descriptors.
    pub arrays: Vec<ArrayDescr>,
    /// Type descriptors.
    pub types: Vec<TypeDescr>,
    /// Helpers.
    pub helpers: Vec<HelperDescr>,
    /// Function-trace keys: driver numbers of called traces.
    pub keys: Vec<u32>,
    /// Constant tables.
    pub tables: Vec<TableDescr>,
    /// Guest places (for logs), index 0 is "unknown".
    pub places: Vec<String>,
    /// Target of the final jump.
    pub target: JumpTarget,
}

macro_rules! interner {
    ($(#[$d:meta])* $fn:ident, $table:ident, $t:ty) => {
        $(#[$d])*
        pub fn $fn(&mut self, d: &$t) -> u32 {
            match self.$table.iter().position(|x| x == d) {
                Some(i) => i as u32,
                None => {
                    self.$table.push(d.clone());
                    self.$table.len() as u32 - 1
                }
            }
        }
    };
}

impl Trace {
    /// Appends an instruction and returns its ref.
    pub fn push(&mut self, inst: Inst) -> IrRef {
        self.insts.push(inst);
        IrRef(self.insts.len() as u32 - 1)
    }
    /// The ref of a constant, interned by linear search (recorders keep their own hash index beside it).
    pub fn konst(&mut self, ty: Ty, bits: u64) -> IrRef {
        let c = Const { ty, bits };
        match self.consts.iter().position(|x| *x == c) {
            Some(i) => IrRef::konst(i),
            None => {
                self.consts.push(c);
                IrRef::konst(self.consts.len() - 1)
            }
        }
    }
    /// Adds an argument list.
    pub fn add_list(&mut self, list: Vec<IrRef>) -> u32 {
        self.lists.push(list);
        self.lists.len() as u32 - 1
    }
    interner!(
        /// Interns a field descriptor.
        field, fields, FieldDescr);
    interner!(
        /// Interns an array descriptor.
        array, arrays, ArrayDescr);
    interner!(
        /// Interns a type descriptor.
        type_, types, TypeDescr);
    interner!(
        /// Interns a helper.
        helper, helpers, HelperDescr);
    interner!(
        /// Interns a function-trace key.
        key, keys, u32);
    interner!(
        /// Interns a constant table.
        table, tables, TableDescr);
    /// The type of a value.
    #[inline]
    pub fn ty(&self, r: IrRef) -> Ty {
        if r.is_const() {
            self.consts[r.index()].ty
        } else {
            self.insts[r.index()].ty
        }
    }
    /// The constant behind a ref.
    #[inline]
    pub fn as_const(&self, r: IrRef) -> Option<Const> {
        r.is_const().then(|| self.consts[r.index()])
    }
    /// The list of an instruction (empty if it has none).
    pub fn list(&self, inst: &Inst) -> &[IrRef] {
        if inst.list == u32::MAX {
            &[]
        } else {
            &self.lists[inst.list as usize]
        }
    }
    /// Whether native code looks for an entry in place of this instruction's call ([`Inline::Entry`]).
    pub fn inlined(&self, inst: &Inst) -> bool {
        self.inline(inst) == Some(Inline::Entry)
    }
    /// What it looks for before the call, if it does.
    pub fn search(&self, inst: &Inst) -> Option<Search> {
        match self.inline(inst) {
            Some(Inline::Key(search)) => Some(search),
            _ => None,
        }
    }
    fn inline(&self, inst: &Inst) -> Option<Inline> {
        match inst.op {
            Op::CallPure | Op::CallRead => self.helpers[inst.aux as usize].inline,
            _ => None,
        }
    }
    /// Whether it calls an elidable helper whose result is a reference, null only if it failed.
    pub fn never_null(&self, inst: &Inst) -> bool {
        matches!(inst.op, Op::CallPure | Op::CallRead) && self.helpers[inst.aux as usize].never_null
    }
    /// Where native code calls the instruction's helper with its arguments in registers, if it does.
    pub fn direct(&self, inst: &Inst) -> Option<usize> {
        let call = matches!(inst.op, Op::Call | Op::CallPure | Op::CallRead) && !self.inlined(inst);
        let helper = call.then(|| &self.helpers[inst.aux as usize])?;
        helper.direct.filter(|_| self.list(inst).len() <= DIRECT_ARGS)
    }
    /// Whether the arguments of an instruction's helper are ordinary operands, as no words in memory are made of them.
    pub fn in_registers(&self, inst: &Inst) -> bool {
        self.inlined(inst) || self.direct(inst).is_some()
    }
    /// Number of inputs.
    pub fn inputs(&self) -> usize {
        self.insts.iter().take_while(|i| i.op == Op::Input).count()
    }
}
