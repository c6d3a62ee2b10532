//! Compiled functions as the interpreter runs them: a prototype with its constants as values, its counters, and what liveness says.
//!
//! Code is green: plain Rust data that never changes. It is kept until the process ends (a trace may run it at any time, and numbers are never
//! reused), so a program that `load`s forever grows forever.
//!
//! **Example.** `let code = rt.lang.code(closure.code())`; a frame holds a [`CodeRef`].

pub use langkit::codes::CodeRef;

use crate::bytecode::{Const, Op, Proto, UpvalDesc, UpvalSource};
use crate::compile::effects::{effects, fall_writes, jump_writes};
use crate::compile::liveness::{held, liveness};
use crate::string::{self, Str};
use crate::table::Spot;
use crate::value::{Tag, Val, NIL, SOLE};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::{LiveMask, Quick, Raised, Site};
use holloway::HotCell;
use langkit::codes::{Lasting, Listed};
use langkit::regs::{RegSet, RegTable};
use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use std::thread::LocalKey;

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
    /// Those of them that are short strings: names of fields.
    names: Vec<Option<Name>>,
    /// How many parameters it has.
    pub params: u8,
    /// Whether it takes more arguments.
    pub is_vararg: bool,
    /// Whether the program's text makes a closure of it once: a chunk, or a function in a chunk outside loops. (A chunk that is run again makes more.)
    pub once: bool,
    /// Whether it is part of the library, whose functions leave their callers in place when they are called last.
    pub library: bool,
    /// Whether levels below its calls of library functions are in sight of what these call.
    pub transparent: bool,
    /// Whether a closure was made, where that matters.
    made: Cell<bool>,
    /// How each upvalue is held.
    pub upvals: Vec<Held>,
    /// Numbers of the functions inside.
    pub children: Vec<u32>,
    /// Counts entries.
    pub entry: HotCell,
    /// Counts tail calls to it.
    pub tail: HotCell,
    /// Count back-edges, by target.
    pub loops: Vec<HotCell>,
    /// Registers that matter before an instruction, and while it waits for a call.
    live: OnceCell<RegTable<2>>,
}

/// How a closure holds an upvalue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// As it is: a value or a cell.
    Plainly,
    /// In a cell of its own: see [`UpvalDesc::is_joint`].
    ByJoint,
    /// Not at all: it is the closure.
    Itself,
}

/// A short string among a function's constants.
pub struct Name {
    /// The string.
    pub text: Gc<Str>,
    /// Where it is in tables that are asked for it.
    pub seen: Site<Spot>,
    /// Where `__index` is in metatables of such tables.
    pub index: Site<Spot>,
    /// Where the name is in tables that are `__index`.
    pub inherited: Site<Spot>,
    /// The last two once more, of classes that are derived from others.
    pub derived: [Site<Spot>; 2],
}

impl Code {
    /// Its instructions, as the compiler made them.
    #[inline(always)]
    pub fn ops(&self) -> &'static [Op] {
        self.quick.own()
    }
    /// Registers alive before the instruction at `pc`, or, if `calling`, after the call that the instruction before it makes.
    pub fn live(&self, pc: u32, calling: bool) -> LiveMask {
        let masks = self.live.get_or_init(|| {
            let (p, mut before) = (&*self.proto, liveness(&self.proto));
            let held = held(p);
            for (before, held) in before.iter_mut().zip(&held) {
                *before = before.union(held.0);
            }
            let one = |pc: usize| {
                let mut calling = RegSet::default();
                for (next, written) in crate::compile::liveness::successors(p, pc) {
                    calling = calling.union(before.get(next).copied().unwrap_or_default().minus(written));
                }
                let fx = effects(p, pc);
                calling =
                    calling.minus(fx.writes).minus(fall_writes(p.code[pc]).union(jump_writes(p.code[pc])));
                calling = calling.union(held[pc].1);
                // These go on where they were interrupted.
                if let Op::Self_ { a, .. } = p.code[pc] {
                    // The object stands beside the method before the method is looked up.
                    calling.insert(usize::from(a) + 1);
                }
                if matches!(p.code[pc], Op::Concat { .. } | Op::Close { .. } | Op::ReturnClose { .. }) {
                    calling = before[pc];
                }
                [before[pc], calling]
            };
            RegTable::of(&(0..p.code.len()).map(one).collect::<Vec<_>>())
        });
        let mut mask = if calling { masks.get(pc as usize - 1, 1).0 } else { masks.get(pc as usize, 0).0 };
        if matches!(self.id, builtin::XPCALL | builtin::HANDLE) {
            // An error or the end takes up the message handler and what was before it, which no instruction reads.
            mask[0] |= 0b111;
        }
        mask
    }
    /// The origin of the next closure of it.
    pub fn origin(&self) -> u32 {
        let sole = self.once && !self.made.replace(true);
        if sole {
            self.id | SOLE
        } else {
            self.id
        }
    }
    /// The short string that is constant `k`.
    ///
    /// # Panics
    /// If it is something else; the compiler puts short strings where names are asked for.
    #[inline(always)]
    pub fn name(&self, k: u16) -> Option<&Name> {
        self.names[k as usize].as_ref()
    }
    /// The line of an instruction.
    pub fn line(&self, pc: usize) -> u32 {
        self.proto.lines.get(pc).copied().unwrap_or(0)
    }
}

/// Numbers of code that is not a program's.
pub mod builtin {
    /// Nothing: what a blank frame has.
    pub const BLANK: u32 = 0;
    /// The activation of `pcall`.
    pub const PCALL: u32 = 1;
    /// The activation of `xpcall`.
    pub const XPCALL: u32 = 2;
    /// The activation of `pairs` of a value with `__pairs`.
    pub const PAIRS: u32 = 3;
    /// The activation of `dofile`.
    pub const DOFILE: u32 = 4;
    /// The activation that calls a message handler before a variable is closed.
    pub const HANDLE: u32 = 5;
    /// The activation of `tostring` of a value with `__tostring`.
    pub const TOSTRING: u32 = 6;
    /// What the functions are called that these activations are of, by number.
    pub const NAMES: [&str; 7] = ["?", "pcall", "xpcall", "pairs", "dofile", "?", "tostring"];
}

thread_local! {
    static ALL: Lasting<Code> = builtins();
}

impl Listed for Code {
    fn id(&self) -> u32 {
        self.id
    }
    fn list() -> &'static LocalKey<Lasting<Self>> {
        &ALL
    }
    fn references(&self) -> impl Iterator<Item = RawSlot> + '_ {
        self.consts.iter().copied().filter(|s| s.tag >= Tag::Str)
    }
}

fn proto(code: Vec<Op>, registers: u8) -> Rc<Proto> {
    Rc::new(Proto {
        lines: vec![0; code.len()],
        code,
        consts: Vec::new(),
        protos: Vec::new(),
        upvals: Vec::new(),
        locals: Vec::new(),
        nparams: 0,
        is_vararg: false,
        registers,
        inspected: false,
        transparent: false,
        source: Rc::from("=[C]"),
        line_defined: 0,
        last_line: 0,
    })
}

/// `pcall` is an activation whose register 0 is `true`, 1 the function. `xpcall` has the handler in register 0, the outer handler and its number of
/// guards in 1 and 2, `true` in 3, the function in 4; after an error it calls the handler from register 4, with the number of such calls in
/// register 3. What calls a handler before a variable is closed begins there. `pairs` and `tostring` call the metamethod in register 0 with
/// register 1, `dofile` the chunk in register 0. All end in
/// `ReturnClose`, as they count as nested calls.
fn builtins() -> Lasting<Code> {
    let blank = vec![Op::Return0];
    let pcall = vec![Op::Call { a: 1, b: 0, c: 0 }, Op::ReturnClose { a: 0, b: 0 }];
    let xpcall = vec![
        Op::Call { a: 4, b: 0, c: 0 },
        Op::ReturnClose { a: 3, b: 0 },
        Op::Call { a: 4, b: 2, c: 2 },
        Op::ReturnClose { a: 3, b: 3 },
    ];
    let pairs = vec![Op::Call { a: 0, b: 2, c: 4 }, Op::ReturnClose { a: 0, b: 4 }];
    let tostring = vec![Op::Call { a: 0, b: 2, c: 2 }, Op::ReturnClose { a: 0, b: 2 }];
    let dofile = vec![Op::Call { a: 0, b: 1, c: 0 }, Op::ReturnClose { a: 0, b: 0 }];
    let make = |id: u32, ops, registers| code(id, proto(ops, registers), Vec::new(), Vec::new(), false);
    Lasting::of([
        make(builtin::BLANK, blank, 0),
        make(builtin::PCALL, pcall, 2),
        make(builtin::XPCALL, xpcall.clone(), 6),
        make(builtin::PAIRS, pairs, 3),
        make(builtin::DOFILE, dofile, 1),
        make(builtin::HANDLE, xpcall, 6),
        make(builtin::TOSTRING, tostring, 2),
    ])
}

fn code(id: u32, proto: Rc<Proto>, consts: Vec<RawSlot>, children: Vec<u32>, once: bool) -> Code {
    let mut loops = Vec::new();
    loops.resize_with(proto.code.len(), HotCell::default);
    let name = |&v: &RawSlot| match v.into() {
        Val::Str(text) if text.is_short() => {
            let [seen, index, inherited] = Default::default();
            Some(Name { text, seen, index, inherited, derived: Default::default() })
        }
        _ => None,
    };
    let held = |u: &UpvalDesc| match u {
        u if is_itself(u) => Held::Itself,
        UpvalDesc { is_joint: true, .. } => Held::ByJoint,
        _ => Held::Plainly,
    };
    let ops = Box::leak(proto.code.clone().into_boxed_slice());
    Code {
        id,
        quick: Quick::new(ops),
        upvals: proto.upvals.iter().map(held).collect(),
        names: consts.iter().map(name).collect(),
        params: proto.nparams,
        is_vararg: proto.is_vararg,
        consts,
        once,
        library: *proto.source == *"=[C]",
        transparent: proto.transparent,
        made: Cell::new(false),
        children,
        entry: HotCell::default(),
        tail: HotCell::default(),
        loops,
        live: OnceCell::new(),
        proto,
    }
}

/// Adds a chunk and the functions inside it.
///
/// # Errors
/// "not enough memory".
pub fn add(rt: &Rt, chunk: &Rc<Proto>) -> Result<&'static Code, Raised> {
    add_one(rt, chunk, true, &|p| !made_in_loop(chunk, p))
}

/// Adds a prototype, made once or not, and those inside it, which are made once if `inner` says so of their number.
fn add_one(
    rt: &Rt,
    proto: &Rc<Proto>,
    once: bool,
    inner: &dyn Fn(usize) -> bool,
) -> Result<&'static Code, Raised> {
    let mut children = Vec::with_capacity(proto.protos.len());
    for (k, p) in proto.protos.iter().enumerate() {
        children.push(add_one(rt, p, inner(k), &|_| false)?.id);
    }
    // The heap sees constants once the code is in the list; no collection comes before.
    let mut consts = Vec::with_capacity(proto.consts.len());
    for c in &proto.consts {
        consts.push(match c {
            Const::Nil => NIL,
            Const::Bool(b) => Val::bool(*b).into(),
            Const::Int(n) => Val::Int(*n).into(),
            Const::Float(x) => Val::float(*x).into(),
            Const::Str(s) => Val::Str(string::make(rt, s)?).into(),
        });
    }
    Ok(rt.lang.codes.add(|id| code(id, proto.clone(), consts, children, once)))
}

/// Whether closures of function number `child` are made inside a loop.
fn made_in_loop(proto: &Proto, child: usize) -> bool {
    let makes = |op: &Op| matches!(op, Op::Closure { p, .. } if *p as usize == child);
    let Some(at) = proto.code.iter().position(makes) else { return false };
    let later = proto.code.iter().enumerate().skip(at);
    later.into_iter().any(|(pc, op)| op.is_back_edge() && op.target(pc).is_some_and(|to| to <= at))
}

/// Whether the upvalue is the closure that has it.
pub fn is_itself(u: &UpvalDesc) -> bool {
    u.source == UpvalSource::Itself && !u.is_cell
}
