//! Compiled functions as the interpreter runs them, and global variables.
//!
//! **Invariants.** Code is green: it never changes and is kept until the process ends. A global variable is a cell made once per module and name.
//! While it has been set only once, its value is a fact that traces may keep; after the second time it is read like any other memory.
//!
//! **Example.** `let code = rt.lang.code(f.code)`; a frame holds a [`CodeRef`].

pub use langkit::codes::CodeRef;

use crate::bytecode::{Const, Op, Proto};
use crate::compile::liveness::{liveness, Mask};
use crate::objects::{number, ops, relays, str};
use crate::seen::{Place, Variable};
use crate::twins::{self, Twin};
use crate::value::{Str, Tag, Val, UNBOUND};
use crate::Rt;
use holloway::heap::{Gc, Marker, RawSlot};
use holloway::machine::{LiveMask, Quasi, Quick, Raised};
use holloway::HotCell;
use langkit::codes::{Lasting, Listed};
use langkit::regs::{RegSet, RegTable};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::thread::LocalKey;

/// What traces may assume of a global.
#[derive(Clone, Copy, Debug)]
pub enum GlobalState {
    /// Never set, or deleted.
    Missing,
    /// Set once, to this.
    Constant(RawSlot),
    /// Set again: its value is in the cell.
    Variable,
}

/// A global variable of a module.
pub struct Global {
    /// Its name.
    pub name: Gc<Str>,
    /// What may be assumed.
    pub state: Quasi<GlobalState>,
    /// Its value; unbound if it is missing.
    pub cell: Gc<crate::value::Cell>,
    /// Values it has been assumed to have; kept alive.
    kept: Cell<RawSlot>,
}

impl Global {
    /// A missing variable.
    pub fn new(rt: &Rt, name: Gc<Str>) -> &'static Global {
        Box::leak(Box::new(Global {
            name,
            state: Quasi::new(GlobalState::Missing),
            cell: rt.heap.alloc(crate::value::Cell::new(UNBOUND)),
            kept: Cell::new(UNBOUND),
        }))
    }
    /// Its value, if it has one.
    pub fn get(&self, rt: &Rt) -> Option<Val> {
        Some(Val::from(self.cell.value.get(&rt.heap))).filter(|v| !v.is_unbound())
    }
    /// Sets it; unbound to delete it.
    pub fn set(&self, rt: &Rt, v: Val) {
        let slot = RawSlot::from(v);
        self.cell.value.set(&rt.heap, slot);
        let next = self.state.peek(|s| match s {
            GlobalState::Variable => None,
            GlobalState::Missing
                if self.kept.get() == UNBOUND && !v.is_unbound() && !rt.lang.without.globals() =>
            {
                Some(GlobalState::Constant(slot))
            }
            _ => Some(GlobalState::Variable),
        });
        if let Some(s) = next {
            if let GlobalState::Constant(s) = s {
                self.kept.set(s);
                rt.lang.changed_globals.note();
            }
            self.state.set(s);
        }
    }
    /// Marks what it refers to.
    pub fn mark(&self, m: &mut Marker<'_>) {
        // The name is interned, and marked as such.
        m.mark_gc(self.cell);
        m.mark_slot(self.kept.get());
    }
}

/// A constant as a name.
#[derive(Default)]
pub struct Name {
    /// The interned string; `None` if the constant is no string.
    pub text: Option<Gc<Str>>,
    /// Where plain execution remembers something of the attributes with this name that are read.
    pub read: Place,
    /// The same of those that are set.
    pub set: Place,
}

impl Name {
    /// The string.
    #[inline(always)]
    pub fn text(&self) -> Gc<Str> {
        match self.text {
            Some(n) => n,
            None => unreachable!("the compiler puts a name here"),
        }
    }
}

/// A function ready to run.
pub struct Code {
    /// Its number.
    pub id: u32,
    /// What the compiler made.
    pub proto: Rc<Proto>,
    /// Instructions, and those that plain execution runs.
    pub quick: Quick<Op>,
    /// Constants.
    pub consts: Vec<RawSlot>,
    /// Constants that are strings are names.
    pub names: Vec<Name>,
    /// Constants that are tuples of strings may be the names of a call's arguments, interned; others are empty.
    pub keywords: Vec<Box<[Gc<Str>]>>,
    /// Names of parameters.
    pub params: Vec<Gc<Str>>,
    /// Globals used.
    pub globals: Vec<Variable>,
    /// Numbers of the functions inside.
    pub children: Vec<u32>,
    /// The module.
    pub module: u32,
    /// Whether it is a module's own code.
    pub is_module: bool,
    /// Number of arguments of a call that need not be arranged; more than any if all calls have to be.
    pub exact: usize,
    /// Number of arguments of a call that need not be arranged and opens an activation at once; more than any if there is no such call.
    pub simple: usize,
    /// How many registers an activation has.
    pub registers: usize,
    /// Whether it is a generator's.
    pub is_generator: bool,
    /// Whether it stands for code that is no Python code in CPython: no traceback shows it.
    pub hidden: bool,
    /// What plain execution asks first.
    pub twin: Option<Twin>,
    /// Whether it is what calls a `functools.partial`.
    pub calls_partial: bool,
    /// The kind of iterators that calls make where they can: see `objects::relays`.
    pub makes: Option<u32>,
    /// Counts entries.
    pub entry: HotCell,
    /// Count back-edges by target, and entries of a generator by the place it goes on.
    pub loops: Vec<HotCell>,
    /// Its copies by the code that they are for: see [`Code::copy_for`].
    copies: RefCell<BTreeMap<u32, u32>>,
    live: OnceCell<RegTable<4>>,
    /// Of a generator's, by the place where it goes on.
    waits: OnceCell<Vec<Wait>>,
}

/// Most copies of one function.
const MOST_COPIES: usize = 256;

/// What a generator does with its registers where it waits: see [`Code::wait`].
#[derive(Default)]
pub struct Wait {
    /// Registers to save when it begins to wait.
    pub saved: Box<[u8]>,
    /// Registers to bring back when it goes on: those that are read again.
    pub kept: Box<[u8]>,
    /// Registers that calls merely hold: they are to have no value, as they need not have been written since the generator went on last.
    pub unbound: Box<[u8]>,
    /// The register of what is sent.
    pub sent: Option<u8>,
}

impl Wait {
    /// At `pc`, after this instruction.
    fn new(code: &Code, pc: u32, before: Option<Op>) -> Self {
        // What is sent is yet to come.
        let sent = match before {
            Some(Op::Yield { a, .. }) => Some(a),
            _ => None,
        };
        let regs = |set: RegSet| set.iter().map(|r| r as u8);
        let (kept, held) = (code.kept(pc), code.held(pc));
        let mut given = kept;
        if let Some(a) = sent {
            given.remove(a.into());
        }
        // An exception may be raised where it waits.
        Wait {
            saved: regs(given).chain(regs(code.kept_for_handlers(pc).minus(given))).collect(),
            kept: regs(kept).collect(),
            unbound: regs(held.minus(kept)).collect(),
            sent,
        }
    }
}

impl Code {
    #[inline]
    fn mask(&self, pc: u32, which: Mask) -> RegSet {
        self.live.get_or_init(|| self.liveness()).get(pc as usize, which as usize)
    }
    /// The registers that matter; at the start parameters do, used or not.
    #[cold]
    fn liveness(&self) -> RegTable<4> {
        let mut all = liveness(&self.proto);
        let params = RegSet::range(0, self.proto.nparams());
        for mask in [Mask::Needed, Mask::Alive] {
            let set = &mut all[0][mask as usize];
            *set = set.union(params);
        }
        RegTable::of(&all)
    }
    /// Its instructions, as the compiler made them.
    #[inline(always)]
    pub fn ops(&self) -> &'static [Op] {
        self.quick.own()
    }
    /// What a generator that waits before the instruction at `pc` does with its registers.
    #[inline]
    pub fn wait(&self, pc: u32) -> &Wait {
        &self.waits.get_or_init(|| self.waits())[pc as usize]
    }
    #[cold]
    fn waits(&self) -> Vec<Wait> {
        let waits = |pc: &usize| *pc == 0 || matches!(self.ops()[pc - 1], Op::Yield { .. });
        let at = |pc: usize| {
            Some(pc)
                .filter(waits)
                .map(|pc| Wait::new(self, pc as u32, pc.checked_sub(1).map(|before| self.ops()[before])))
        };
        (0..self.ops().len()).map(|pc| at(pc).unwrap_or_default()).collect()
    }
    /// The copy of a function's code for calls that have to do with another code: it has places of its own, so traces of it are for that one. None if there are too
    /// many, or no memory.
    pub fn copy_for(&self, rt: &Rt, other: u32) -> Option<&'static Code> {
        let known = self.copies.borrow().get(&other).copied();
        let id = known.or_else(|| {
            let room = self.copies.borrow().len() < MOST_COPIES;
            let made = room.then(|| add(rt, &self.proto, self.module, false).ok())??;
            self.copies.borrow_mut().insert(other, made.id);
            Some(made.id)
        })?;
        Some(rt.lang.code(id))
    }
    /// Counts entries at `pc`, where a generator goes on.
    pub fn resumed(&self, pc: usize) -> &HotCell {
        if pc == 0 {
            &self.entry
        } else {
            &self.loops[pc]
        }
    }
    /// Registers alive before the instruction at `pc`, or, if `calling`, while the one before it waits for a call.
    pub fn live(&self, pc: u32, calling: bool) -> LiveMask {
        if calling && pc > 0 {
            self.mask(pc - 1, Mask::Waiting).0
        } else {
            self.mask(pc, Mask::Alive).0
        }
    }
    /// Registers that a generator which waits before the instruction at `pc` has to keep: those that are read again. What calls merely hold need not
    /// have been written since the generator went on last.
    #[inline]
    pub fn kept(&self, pc: u32) -> RegSet {
        self.mask(pc, Mask::Needed)
    }
    /// Those, and what calls merely hold.
    #[inline]
    pub fn held(&self, pc: u32) -> RegSet {
        self.mask(pc, Mask::Alive)
    }
    /// What such a generator has to keep beside that, as an exception may be raised where it waits.
    #[inline]
    pub fn kept_for_handlers(&self, pc: u32) -> RegSet {
        self.mask(pc, Mask::Thrown)
    }
    /// The name that is constant `k`.
    #[inline(always)]
    pub fn name(&self, k: u16) -> Gc<Str> {
        self.names[k as usize].text()
    }
    /// The line of an instruction.
    pub fn line(&self, pc: usize) -> u32 {
        self.proto.lines.get(pc).copied().unwrap_or(0)
    }
}

thread_local! {
    static ALL: Lasting<Code> = Lasting::of([blank()]);
}

impl Listed for Code {
    fn id(&self) -> u32 {
        self.id
    }
    fn list() -> &'static LocalKey<Lasting<Self>> {
        &ALL
    }
    fn references(&self) -> impl Iterator<Item = RawSlot> + '_ {
        let all = self.consts.iter().zip(&self.names);
        // Names are interned, and marked as such; of long texts a constant may be another one.
        let interned = |s: &RawSlot, name: &Name| name.text.is_some_and(|n| n.to_bits() == s.bits);
        all.filter(move |(s, name)| s.tag >= Tag::Str && !interned(s, name)).map(|(s, _)| *s)
    }
}

fn blank() -> Code {
    let proto = Proto {
        ops: vec![Op::LoadNone { a: 0 }, Op::Return { b: 0 }],
        lines: vec![0, 0],
        registers: 1,
        file: Rc::from(""),
        ..Proto::default()
    };
    finish(0, Rc::new(proto), Parts::default(), 0, false)
}

#[derive(Default)]
struct Parts {
    consts: Vec<RawSlot>,
    names: Vec<Name>,
    keywords: Vec<Box<[Gc<Str>]>>,
    params: Vec<Gc<Str>>,
    globals: Vec<Variable>,
    children: Vec<u32>,
}

fn finish(id: u32, proto: Rc<Proto>, p: Parts, module: u32, is_module: bool) -> Code {
    let mut loops = Vec::new();
    loops.resize_with(proto.ops.len(), HotCell::default);
    let ops = Box::leak(proto.ops.clone().into_boxed_slice());
    let twin = twins::of(&proto.file, &proto.qualname);
    let makes = relays::made_by(&proto.file, &proto.qualname);
    let plain = !proto.varargs && !proto.varkw && proto.nkwonly == 0;
    let plain = plain && twin.is_none() && makes.is_none();
    let exact = if plain { proto.npos as usize } else { usize::MAX };
    Code {
        id,
        quick: Quick::new(ops),
        consts: p.consts,
        names: p.names,
        keywords: p.keywords,
        params: p.params,
        globals: p.globals,
        children: p.children,
        module,
        is_module,
        exact,
        simple: if proto.is_generator { usize::MAX } else { exact },
        registers: proto.registers.into(),
        is_generator: proto.is_generator,
        hidden: crate::traceback::HIDDEN.contains(&&*proto.file),
        twin,
        calls_partial: (&*proto.file, &*proto.qualname) == ("<library>/_functools.py", "partial.__call__"),
        makes,
        entry: HotCell::default(),
        loops,
        copies: RefCell::default(),
        live: OnceCell::new(),
        waits: OnceCell::new(),
        proto,
    }
}

fn konsts(rt: &Rt, all: &[Const]) -> Result<Vec<RawSlot>, Raised> {
    all.iter().map(|c| konst(rt, c).map(RawSlot::from)).collect()
}

/// A constant as a value.
fn konst(rt: &Rt, c: &Const) -> Result<Val, Raised> {
    Ok(match c {
        Const::None => Val::None,
        Const::Ellipsis => rt.lang.ellipsis(),
        Const::Bool(b) => Val::bool(*b),
        Const::Int(i) => Val::Int(*i),
        Const::Float(x) => Val::float(*x),
        Const::Big(s) => number::norm(rt, crate::text::number::parse_big(s).unwrap_or_default()),
        Const::Str(s) => Val::Str(if s.len() < 64 { str::intern(rt, s) } else { str::make(rt, s)? }),
        Const::Bytes(b) => crate::objects::bytes::val(rt, b)?,
        Const::Complex(re, im) => crate::objects::complex::val(rt, (*re, *im)),
        Const::Tuple(t) => ops::tuple_val(rt, &konsts(rt, t)?)?,
        Const::FrozenSet(t) => Val::Set(crate::objects::dict::new_set(rt, &konsts(rt, t)?, true)?),
    })
}

/// The names that are the items of a tuple; none if one is no string.
fn names_in(rt: &Rt, items: &[RawSlot]) -> Box<[Gc<Str>]> {
    let name = |&s: &RawSlot| match Val::from(s) {
        Val::Str(s) => Some(str::intern_str(rt, s)),
        _ => None,
    };
    items.iter().map(name).collect::<Option<_>>().unwrap_or_default()
}

/// Adds a prototype of a module and those inside it.
///
/// # Errors
/// `MemoryError`.
pub fn add(rt: &Rt, proto: &Rc<Proto>, module: u32, is_module: bool) -> Result<&'static Code, Raised> {
    let mut p = Parts::default();
    for c in &proto.children {
        p.children.push(add(rt, c, module, false)?.id);
    }
    // The heap sees constants once the code is in the list; no collection comes before.
    for c in &proto.consts {
        let v = konst(rt, c)?;
        let text = match v {
            Val::Str(s) => Some(str::intern_str(rt, s)),
            _ => None,
        };
        p.names.push(Name { text, ..Name::default() });
        p.keywords.push(match v {
            Val::Tuple(t) => names_in(rt, t.items.as_slice()),
            _ => Box::default(),
        });
        p.consts.push(v.into());
    }
    p.params = proto.params.iter().map(|n| str::intern(rt, n)).collect();
    let m = rt.lang.module(module);
    for g in &proto.globals {
        let name = str::intern(rt, g);
        p.globals.push(Variable::new(m.global(rt, name), rt.lang.builtins_module().global(rt, name)));
    }
    Ok(rt.lang.codes.add(|id| finish(id, proto.clone(), p, module, is_module)))
}
