//! The recorder's other mode: one way through one step of an exploration.
//!
//! **Problem.** A device needs all ways through a loop nest, and steps of the interpreter are the only ones who know them. A step between two merge
//! points can be run again and again: whoever explores (`crate::region`) writes a state, gives a script of decisions, and has the interpreter run to its
//! next merge point on a recorder whose tape has a [`Path`]. Nothing is done for real then: loads look at the heap as it is, stores and
//! allocations are only noted.
//!
//! **At a branch**, in this order: what is known decides; what is the same in all iterations is as the *witness* (the state the exploration began with)
//! has it, which is assumed at entry; bounds, overflows and comparisons of references are assumed where they stand; anything else, and a tag
//! with few possible values, *forks*: this path takes one way, and its decisions say that there is another.
//!
//! **Invariants.**
//! 1. A witness chooses, never justifies: each use of one becomes an assumption. *Breaks: an array whose elements differ in type from the witness's.*
//! 2. Memory is read only where the heap confirms an object that is large enough, constants are made of references only where it confirms the type. *Breaks:
//!    the way on which a float is an instance, with a float as witness.*
//! 3. A load is the same in all iterations only if nothing in the region stores through its descriptor. A descriptor that turns out to be stored
//!    through makes the exploration begin anew. *Breaks: the size of a list that the loop appends to.*
//! 4. The same script on the same state gives the same values, so that a block can be run again when more is known of what comes in.
//!
//! **Not promised.** That handlers with effects outside the machine survive it.
//!
//! **Example.** `a[i] = a[i] + x` is a path `load a.items; assume i < len; load_elem; float_add; store_elem`, and no fork.

use super::made::{New, Part};
use super::seen::Seen;
use super::{self as tape, Tape};
use crate::heap::Heap;
use crate::machine::{Access, HelperRef, HotCell, TypeInfo};
use crate::record::word::RecWord;
use holloway_compiler::ir::{HelperEffect, Inst, IrRef, Op, Refs, TableDescr, Ty};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

const NONE: IrRef = IrRef::NONE;

/// Forks one after the other in a step. What branches behind them is assumed to go one way, until that fails: functions with many cases, which are done in one
/// step, have few that occur.
const MAX_FORKS: usize = 5;

/// Operations of the machine in one step. A handler whose loop is bounded by what it read would go on for ever on the way that the witness does not come.
const MAX_WORK: u32 = 4096;

/// The name of the descriptor by which regions read whether a version still holds.
pub(crate) const VERSION: &str = "Version.invalid";

/// What a path does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    /// A load, store or reading call.
    Do(IrRef),
    /// Goes on only if the condition is as said.
    Assume(IrRef, bool, &'static str),
    /// One of the two ways of a fork.
    Fork(IrRef, bool),
}

/// A place in memory that stands for a variable: an object that is the same in all iterations, an index or none, and the descriptor.
pub(crate) type CellKey = (IrRef, IrRef, u32);

/// What a path leaves beside the window.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Side {
    /// Objects made.
    pub news: BTreeMap<IrRef, New>,
    /// Variables in memory that are not as they were at entry.
    pub cells: BTreeMap<CellKey, RecWord>,
    /// The witness does not come this way, so what it has here says little.
    pub astray: bool,
    /// Whether this way is taken depends on what is the same in all iterations, so that what is done here cannot be done at entry.
    pub conditional: bool,
}

/// How a path ended.
#[derive(Clone, Debug)]
pub(crate) enum Leaf {
    /// At the next merge point.
    Merge(Window),
    /// The window's first activation ended.
    Ended(&'static str),
    /// By something that no region does.
    Bail(String),
}

/// A window at a merge point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Window {
    /// Green words.
    pub greens: Vec<u64>,
    /// Red words.
    pub reds: Vec<RecWord>,
    /// Which of them are tags of slots.
    pub tags: Vec<bool>,
    /// The loop header that the step came through, by the number of its place.
    pub header: Option<*const HotCell>,
    /// The guest's place.
    pub place: String,
}

/// What a path ends with, in a panic that nobody else sees.
pub(crate) struct PathOver;

#[derive(Clone, Copy, Default)]
struct Info {
    bits: u64,
    /// The bits are those that the witness has there.
    valid: bool,
    /// The same in all iterations.
    same: bool,
    /// The tag of an array's element.
    tag: bool,
}

/// A pure op: equal ones are one value.
type PureKey = (Op, Ty, [IrRef; 3], u32, Vec<IrRef>);
/// What has a place in a path: block, forks before it, number there; op, type, object, index, descriptor.
type PlacedKey = (usize, Vec<bool>, u64, Op, Ty, IrRef, IrRef, u32);

/// See the module header. What stands before `script` lives as long as the exploration.
#[derive(Default)]
pub(crate) struct Path {
    infos: Vec<Info>,
    pure: FxHashMap<PureKey, IrRef>,
    placed: FxHashMap<PlacedKey, IrRef>,
    /// What values look like, as far as somebody has asked.
    looks: RefCell<FxHashMap<IrRef, u64>>,
    /// Loads that are the same in all iterations, and what is assumed of them, in order.
    pub entry: Vec<Event>,
    /// Descriptors that the region stores through, by op and index.
    mutated: FxHashSet<(bool, u32)>,
    /// The set has grown since the exploration began.
    pub mutated_more: bool,
    /// Places that are kept as variables, by what they look like, and descriptors of which none may be.
    adopted: FxHashSet<u64>,
    banned: FxHashSet<(bool, u32)>,
    /// Who is reached by each descriptor.
    bases: FxHashMap<(bool, u32), Vec<Base>>,
    /// Values that the entry assumes to be constants.
    fixed: FxHashMap<IrRef, u64>,
    /// Parameters to which each edge brings a constant, and what their places look like.
    pub varies: FxHashMap<IrRef, u64>,
    /// Places by whose constants blocks are told apart, by what they look like.
    deciding: FxHashSet<u64>,
    /// See [`Learnt::writes`].
    writes: bool,
    /// Possible values of tags.
    pub domains: FxHashMap<IrRef, Vec<u64>>,
    /// Payload types of the language's tags.
    payloads: &'static [Ty],
    /// Validity words of versions that were read.
    pub versions: Vec<*const u64>,
    /// Branches that go both ways though one of them was expected, and the branch that each condition was assumed at.
    forks: Rc<FxHashSet<u64>>,
    pub sites: FxHashMap<IrRef, u64>,
    /// What the greens of the block and the branches so far look like.
    site: u64,
    pub script: Vec<bool>,
    /// The forks of this path so far.
    pub taken: Vec<bool>,
    pub events: Vec<Event>,
    /// Stores, which are done when the path is over.
    pub stores: Vec<IrRef>,
    pub side: Side,
    pub leaf: Option<Leaf>,
    pub header: Option<*const HotCell>,
    pub merges: u32,
    node: usize,
    facts: FxHashMap<IrRef, u64>,
    loads: FxHashMap<(Op, Ty, IrRef, IrRef, u32), RecWord>,
    placed_so_far: u64,
    news: u64,
    /// Operations of this step.
    work: u32,
}

/// An object and an index that a descriptor reaches.
#[derive(Clone, Copy, PartialEq)]
struct Base {
    obj: RecWord,
    index: IrRef,
    /// It is a variable.
    own: bool,
}

/// Works on the path, if the tape has one.
pub(crate) fn on<R>(f: impl FnOnce(&mut Tape, &mut Path) -> Result<R, String>) -> Option<R> {
    let done = tape::with(|t| {
        let mut p = t.path.take()?;
        p.work += 1;
        let done = match p.work <= MAX_WORK {
            true => f(t, &mut p),
            false => Err("a step does too much".into()),
        };
        if let Err(why) = &done {
            p.leaf = Some(Leaf::Bail(why.clone()));
        }
        t.path = Some(p);
        Some(done)
    });
    match done? {
        Ok(r) => Some(r),
        // The handler cannot go on without a value; its frames are left by unwinding, which `crate::region` catches.
        Err(_) => std::panic::resume_unwind(Box::new(PathOver)),
    }
}

/// What a run of an exploration that had to begin anew has learnt. The next one of the same loop begins with it.
#[derive(Clone, Default)]
pub(crate) struct Learnt {
    mutated: FxHashSet<(bool, u32)>,
    adopted: FxHashSet<u64>,
    banned: FxHashSet<(bool, u32)>,
    deciding: FxHashSet<u64>,
    /// The loop writes memory: helpers that read some end a way.
    pub(crate) writes: bool,
}

impl Path {
    /// For an exploration.
    pub fn new(payloads: &'static [Ty], learnt: Learnt, forks: Rc<FxHashSet<u64>>) -> Path {
        let Learnt { mutated, adopted, banned, deciding, writes } = learnt;
        Path { payloads, mutated, adopted, banned, deciding, writes, forks, ..Path::default() }
    }

    /// What was learnt, if that changes what was found.
    pub fn learnt(&self) -> Option<Learnt> {
        self.mutated_more.then(|| Learnt {
            mutated: self.mutated.clone(),
            adopted: self.adopted.clone(),
            banned: self.banned.clone(),
            deciding: self.deciding.clone(),
            writes: self.writes,
        })
    }

    /// Begins a path through a block's step.
    pub fn begin(&mut self, node: usize, greens: &[u64], side: Side, script: Vec<bool>) {
        self.node = node;
        self.site = mixed(greens);
        self.side = side;
        self.script = script;
        self.taken.clear();
        self.events.clear();
        self.stores.clear();
        self.facts.clear();
        self.loads.clear();
        self.leaf = None;
        self.work = 0;
        self.header = None;
        self.merges = 0;
        (self.placed_so_far, self.news) = (0, 0);
    }

    /// A new value that no computation gives: an input or a phi.
    pub fn value(&mut self, t: &mut Tape, op: Op, ty: Ty, like: Option<RecWord>, same: bool) -> RecWord {
        let bits = like.map_or(0, |w| w.bits);
        let valid = like.is_some_and(|w| self.is_valid(w));
        self.push(t, Inst { ty, ..Inst::new(op) }, Info { bits, valid, same, tag: false })
    }

    /// As [`Path::value`], with bits that are the witness's.
    pub fn input(&mut self, t: &mut Tape, ty: Ty, bits: u64) -> RecWord {
        self.push(t, Inst { ty, ..Inst::new(Op::Input) }, Info { bits, valid: true, same: true, tag: false })
    }

    fn push(&mut self, t: &mut Tape, inst: Inst, info: Info) -> RecWord {
        let r = t.trace.push(Inst { place: t.place, ..inst });
        self.infos.resize(r.index() + 1, Info::default());
        self.infos[r.index()] = info;
        RecWord { bits: info.bits, r }
    }

    fn info(&self, r: IrRef) -> Info {
        self.infos.get(r.index()).copied().unwrap_or_default()
    }
    pub fn is_valid(&self, w: RecWord) -> bool {
        w.r.is_const() || (!w.r.is_none() && self.info(w.r).valid)
    }
    fn is_same(&self, r: IrRef) -> bool {
        r.is_const() || r.is_none() || self.info(r).same
    }
    /// Whether a tag carries nothing.
    pub fn is_void(&self, tag: u64) -> bool {
        self.payloads.get(tag as usize) == Some(&Ty::Void)
    }
    pub(super) fn is_new(&self, r: IrRef) -> bool {
        self.side.news.contains_key(&r)
    }

    /// A pure op; equal ones are one value.
    pub fn pure(&mut self, t: &mut Tape, inst: Inst, bits: u64, list: Vec<IrRef>, known: bool) -> RecWord {
        let used: Vec<IrRef> = inst.operands().iter().chain(&list).copied().collect();
        let key = (inst.op, inst.ty, inst.args, inst.aux, list.clone());
        if let Some(&r) = self.pure.get(&key) {
            return RecWord { bits: self.info(r).bits, r };
        }
        let word = |r: IrRef| RecWord { bits: 0, r };
        let valid = known && used.iter().all(|&r| self.is_valid(word(r)));
        let same = used.iter().all(|&r| self.is_same(r));
        let list = if inst.op == Op::CallPure { t.trace.add_list(list) } else { u32::MAX };
        let w = self.push(t, Inst { list, ..inst }, Info { bits, valid, same, tag: false });
        self.pure.insert(key, w.r);
        w
    }

    /// The same word as a value of another type.
    pub fn typed(&mut self, t: &mut Tape, w: RecWord, to: Ty) -> RecWord {
        let from = t.trace.ty(w.r);
        if from == to {
            return w;
        }
        if w.r.is_const() {
            return RecWord { bits: w.bits, r: t.konst(to, w.bits) };
        }
        let op = match (from, to) {
            (Ty::Float, _) => Op::FloatToBits,
            (Ty::Ref, _) => Op::RefToInt,
            (_, Ty::Float) => Op::FloatFromBits,
            _ => Op::RefFromInt,
        };
        let word = self.op(t, op, op.info().result.unwrap_or(to), [w.r, NONE, NONE], w.bits);
        self.typed(t, word, to)
    }

    /// An op of one or two operands.
    fn op(&mut self, t: &mut Tape, op: Op, ty: Ty, args: [IrRef; 3], bits: u64) -> RecWord {
        if matches!(op, Op::RefEq | Op::RefNe) && (self.is_new(args[0]) || self.is_new(args[1])) {
            // Nobody else knows an object that the region made.
            let bits = ((args[0] == args[1]) == (op == Op::RefEq)) as u64;
            return RecWord { bits, r: t.konst(ty, bits) };
        }
        let back = match op {
            Op::RefFromInt => Some(Op::RefToInt),
            Op::RefToInt => Some(Op::RefFromInt),
            Op::FloatFromBits => Some(Op::FloatToBits),
            Op::FloatToBits => Some(Op::FloatFromBits),
            _ => None,
        };
        if let Some(back) = back.filter(|_| !args[0].is_const()) {
            let from = t.trace.insts[args[0].index()];
            if from.op == back {
                return RecWord { bits, r: from.args[0] };
            }
        }
        self.pure(t, Inst { ty, args, ..Inst::new(op) }, bits, Vec::new(), true)
    }

    /// True if the entry assumes it.
    fn assume(&mut self, cond: IrRef, holds: bool, why: &'static str) -> bool {
        let event = Event::Assume(cond, holds, why);
        if !self.is_same(cond) || self.side.conditional {
            self.events.push(event);
            return false;
        }
        if !self.entry.contains(&event) {
            self.entry.push(event);
        }
        true
    }

    /// The constant that the entry assumes a value to be, or the value.
    pub fn settled(&self, t: &mut Tape, w: RecWord) -> RecWord {
        match self.fixed.get(&w.r) {
            Some(&bits) => RecWord { bits, r: t.konst(t.trace.ty(w.r), bits) },
            None => w,
        }
    }

    /// The branch of a test of bounds that was assumed to hold where it stands.
    pub fn bound(&self, t: &Tape, event: &Event) -> Option<u64> {
        match event {
            Event::Assume(cond, true, _)
                if !cond.is_const() && t.trace.insts[cond.index()].op == Op::UintLt =>
            {
                self.sites.get(cond).copied()
            }
            _ => None,
        }
    }

    /// The way of the witness, if it comes by here.
    fn preferred(&self, witness: RecWord) -> bool {
        !self.is_valid(witness) || witness.bits != 0
    }

    /// The way this path takes at a fork.
    fn fork(&mut self, witness: RecWord) -> bool {
        let prefer = self.preferred(witness);
        let way = self.script.get(self.taken.len()).copied().unwrap_or(prefer);
        self.taken.push(way);
        self.side.astray |= self.is_valid(witness) && way != prefer;
        self.side.conditional |= self.is_same(witness.r);
        self.events.push(Event::Fork(witness.r, way));
        way
    }

    fn branch(&mut self, t: &mut Tape, c: RecWord) -> bool {
        if c.r.is_const() {
            return c.bits != 0;
        }
        if let Some(&known) = self.facts.get(&c.r) {
            return known != 0;
        }
        let inst = t.trace.insts[c.r.index()];
        let against = t.trace.as_const(inst.args[1]).map(|k| k.bits);
        let decided = match (against, inst.op) {
            (Some(k), op) if op.is_compare() => {
                let known = self.facts.get(&inst.args[0]).copied();
                let domain = known.map(|v| vec![v]).or_else(|| self.domains.get(&inst.args[0]).cloned());
                domain.and_then(|d| {
                    let ways: Vec<(u64, bool)> = d
                        .into_iter()
                        .map(|v| Some((v, holloway_compiler::ir::scalar::eval_pure(op, &[v, k])? != 0)))
                        .collect::<Option<_>>()?;
                    Some(ways)
                })
            }
            _ => None,
        };
        let way = match decided {
            Some(ways) => {
                let (yes, no): (Vec<_>, Vec<_>) = ways.into_iter().partition(|w| w.1);
                let way = match (yes.is_empty(), no.is_empty()) {
                    (true, _) => return false,
                    (_, true) => return true,
                    _ => self.fork(c),
                };
                if let [(v, _)] = (if way { yes } else { no })[..] {
                    self.facts.insert(inst.args[0], v);
                }
                way
            }
            None => self.judge(c, &inst, against),
        };
        self.facts.insert(c.r, way as u64);
        if let (Op::IntEq, true, Some(k)) = (inst.op, way, against) {
            self.facts.insert(inst.args[0], k);
        }
        way
    }

    /// A branch of which nothing is known.
    fn judge(&mut self, c: RecWord, inst: &Inst, against: Option<u64>) -> bool {
        let check = matches!(
            inst.op,
            Op::UintLt | Op::UintLe | Op::IntAddOvf | Op::IntSubOvf | Op::IntMulOvf | Op::RefEq | Op::RefNe
        );
        let of_tag = !inst.args[0].is_const() && !inst.args[0].is_none() && self.info(inst.args[0]).tag;
        let valid = self.is_valid(c);
        self.site = mixed(&(self.site, &self.taken));
        if self.forks.contains(&self.site) {
            return self.fork(c);
        }
        self.sites.entry(c.r).or_insert(self.site);
        if valid && (self.is_same(c.r) || (check && !of_tag && !self.side.astray)) {
            let holds = c.bits != 0;
            let at_entry = self.assume(c.r, holds, why_branch(inst.op));
            if let (true, true, Op::IntEq | Op::RefEq, Some(k)) = (at_entry, holds, inst.op, against) {
                self.fixed.insert(inst.args[0], k);
            }
            return holds;
        }
        if check && !of_tag {
            // Without a witness to go by: in bounds, no overflow, another object.
            let way = matches!(inst.op, Op::UintLt | Op::UintLe | Op::RefNe);
            self.assume(c.r, way, why_branch(inst.op));
            return way;
        }
        if self.taken.len() >= MAX_FORKS {
            let way = self.preferred(c);
            self.assume(c.r, way, why_branch(inst.op));
            return way;
        }
        self.fork(c)
    }

    fn equals(&mut self, t: &mut Tape, w: RecWord, k: u64) -> RecWord {
        let ty = t.trace.ty(w.r);
        let (op, w) = match ty {
            Ty::Ref => (Op::RefEq, w),
            Ty::Float => (Op::IntEq, self.op(t, Op::FloatToBits, Ty::Int, [w.r, NONE, NONE], w.bits)),
            _ => (Op::IntEq, w),
        };
        let k_ref = t.konst(if ty == Ty::Float { Ty::Int } else { ty }, k);
        self.op(t, op, Ty::Int, [w.r, k_ref, NONE], (w.bits == k) as u64)
    }

    fn promote(&mut self, t: &mut Tape, w: RecWord, is_object: impl Fn(u64) -> bool) -> Result<u64, String> {
        if w.r.is_const() {
            return Ok(w.bits);
        }
        if let Some(&known) = self.facts.get(&w.r) {
            return Ok(known);
        }
        if let Some(domain) = self.domains.get(&w.r).cloned() {
            let (last, others) = domain.split_last().ok_or("a tag has no value")?;
            let taken = others.iter().copied().find(|&v| {
                let is = self.equals(t, w, v);
                self.fork(is)
            });
            let v = taken.unwrap_or(*last);
            self.facts.insert(w.r, v);
            return Ok(v);
        }
        if self.is_new(w.r) {
            return Err("an object that the loop makes decides how it goes on".into());
        }
        if !self.is_valid(w) {
            return Err(format!(
                "a value decides how it goes on, and nothing is known of it ({})",
                t.trace.inst_text(w.r.index())
            ));
        }
        if t.trace.ty(w.r) == Ty::Ref && !is_object(w.bits) {
            return Err("a reference decides how it goes on, and is none on this way".into());
        }
        if let Some(&look) = self.varies.get(&w.r) {
            // The exploration begins anew, with a block for each constant.
            self.mutated_more |= self.deciding.insert(look);
        }
        let is = self.equals(t, w, w.bits);
        if self.assume(is.r, true, "the same value as at first") {
            self.fixed.insert(w.r, w.bits);
        }
        self.facts.insert(w.r, w.bits);
        Ok(w.bits)
    }

    /// What a part of an object that the region made looks like.
    pub fn look_made(&self, t: &Tape, obj: IrRef, part: Part) -> u64 {
        mixed(&(self.look(t, obj), part))
    }
    /// What a variable in memory looks like.
    pub fn look_cell(&self, t: &Tape, cell: CellKey) -> u64 {
        mixed(&(self.look(t, cell.0), self.look(t, cell.1), (!cell.1.is_none(), cell.2)))
    }
    /// Whether blocks are told apart by the constants of such places.
    pub fn decides(&self, look: u64) -> bool {
        self.deciding.contains(&look)
    }
    /// The constant that the entry assumes a variable to hold.
    pub fn fixed_at_entry(&self, cell: CellKey, ty: Ty) -> Option<u64> {
        let op = if cell.1.is_none() { Op::Load } else { Op::LoadElem };
        let r = self.placed.get(&(usize::MAX, Vec::new(), 0, op, ty, cell.0, cell.1, cell.2))?;
        self.fixed.get(r).copied()
    }

    /// What a value is computed from, without the numbers of this exploration.
    fn look(&self, t: &Tape, r: IrRef) -> u64 {
        match t.trace.as_const(r) {
            Some(c) => mixed(&(c.ty, c.bits)),
            None if r.is_none() => 0,
            None => {
                if let Some(&look) = self.looks.borrow().get(&r) {
                    return look;
                }
                let inst = &t.trace.insts[r.index()];
                let of: Vec<u64> = inst.operands().iter().map(|&a| self.look(t, a)).collect();
                let look = mixed(&(inst.op, inst.aux, (inst.op == Op::Input).then_some(r), of));
                self.looks.borrow_mut().insert(r, look);
                look
            }
        }
    }

    /// Whether a place is kept as a variable, and its key. Everybody else who is reached by its descriptor must be another.
    fn cell(&mut self, t: &mut Tape, obj: RecWord, index: IrRef, aux: u32) -> Option<CellKey> {
        let kind = (!index.is_none(), aux);
        let own =
            self.adopted.contains(&self.look_cell(t, (obj.r, index, aux))) && !self.banned.contains(&kind);
        let new = Base { obj, index, own };
        let all = self.bases.get(&kind).cloned().unwrap_or_default();
        if !all.iter().any(|b| b.obj.r == obj.r && b.index == index) {
            if !all.iter().filter(|b| own || b.own).all(|b| self.apart(t, b, &new)) {
                self.mutated_more |= self.banned.insert(kind);
                return None;
            }
            self.bases.entry(kind).or_default().push(new);
        }
        own.then_some((obj.r, index, aux))
    }

    /// Sees to it that two places are not the same one.
    fn apart(&mut self, t: &mut Tape, a: &Base, b: &Base) -> bool {
        if a.index.is_const() && b.index.is_const() && a.index != b.index {
            return true;
        }
        if a.obj.r == b.obj.r || a.obj.bits == b.obj.bits || !self.is_same(a.obj.r) || !self.is_same(b.obj.r)
        {
            return false;
        }
        let ne = self.op(t, Op::RefNe, Ty::Int, [a.obj.r, b.obj.r, NONE], 1);
        self.assume(ne.r, true, "two objects");
        true
    }

    /// Asks that a place become a variable, if it may.
    fn adopt(&mut self, t: &Tape, obj: IrRef, index: IrRef, aux: u32) -> bool {
        let kind = (!index.is_none(), aux);
        if self.banned.contains(&kind)
            || self.side.conditional
            || !self.is_same(obj)
            || !(index.is_none() || index.is_const())
        {
            return false;
        }
        self.adopted.insert(self.look_cell(t, (obj, index, aux)))
    }

    /// The value that a variable had when the region began.
    pub fn at_entry(&mut self, t: &mut Tape, cell: CellKey, like: RecWord) -> RecWord {
        let ty = t.trace.ty(like.r);
        let op = if cell.1.is_none() { Op::Load } else { Op::LoadElem };
        let key = (usize::MAX, Vec::new(), 0, op, ty, cell.0, cell.1, cell.2);
        match self.placed.get(&key) {
            Some(&r) => RecWord { bits: self.info(r).bits, r },
            None => {
                let inst = Inst { ty, args: [cell.0, cell.1, NONE], aux: cell.2, ..Inst::new(op) };
                let w = self.push(t, inst, Info { bits: 0, valid: false, same: true, tag: false });
                self.entry.push(Event::Do(w.r));
                self.placed.insert(key, w.r);
                w
            }
        }
    }

    fn load(
        &mut self,
        t: &mut Tape,
        heap: &Heap,
        obj: RecWord,
        index: Option<RecWord>,
        a: Access,
        ty: Ty,
    ) -> Result<RecWord, String> {
        let aux = t.access(a);
        if self.is_new(obj.r) {
            return self.load_made(t, obj.r, index, a, ty);
        }
        let ir = index.map_or(NONE, |i| i.r);
        let op = if index.is_some() { Op::LoadElem } else { Op::Load };
        let kind = (index.is_some(), aux);
        let index_bits = index.map(|i| if self.is_valid(i) { i.bits } else { u64::MAX });
        let seen = self.is_valid(obj).then(|| Seen::at(heap, obj.bits, index_bits, a)).flatten();
        let exact = seen.as_ref().is_some_and(|s| s.exact);
        let bits = seen.as_ref().map_or(0, |s| s.bits);
        if a.immutable && obj.r.is_const() && (ir.is_none() || ir.is_const()) && exact {
            return Ok(RecWord { bits, r: t.konst(ty, bits) });
        }
        let stable = a.immutable || !self.mutated.contains(&kind);
        // What a payload may be used for is said by its tag, which must then be known where the payload is used.
        let tag_is_here =
            t.tag_access(a).is_some_and(|tag| self.loads.contains_key(&(op, Ty::Int, obj.r, ir, tag)));
        let same = stable
            && self.is_same(obj.r)
            && self.is_same(ir)
            && exact
            && !self.side.conditional
            && !tag_is_here;
        let tag = ty == Ty::Int && seen.as_ref().is_some_and(|s| s.is_tag);
        let inst = Inst { ty, args: [obj.r, ir, NONE], aux, ..Inst::new(op) };
        let info = Info { bits, valid: seen.is_some(), same, tag };
        if let Some(cell) = (!a.immutable).then(|| self.cell(t, obj, ir, aux)).flatten() {
            if let Some(&w) = self.side.cells.get(&cell) {
                return Ok(self.typed(t, w, ty));
            }
            let key = (usize::MAX, Vec::new(), 0, op, ty, obj.r, ir, aux);
            return Ok(self.once(t, key, inst, Info { same: true, ..info }, None));
        }
        for &s in &self.stores {
            let store = t.trace.insts[s.index()];
            if store.aux == aux && (store.op == Op::StoreElem) == index.is_some() {
                let value = if index.is_some() { store.args[2] } else { store.args[1] };
                if store.args[0] == obj.r
                    && (index.is_none() || store.args[1] == ir)
                    && t.trace.ty(value) == ty
                {
                    let bits = if value.is_const() {
                        t.trace.as_const(value).map_or(0, |k| k.bits)
                    } else {
                        self.info(value).bits
                    };
                    return Ok(RecWord { bits, r: value });
                }
                return Err("a step reads what it may have written".into());
            }
        }
        let w = if same {
            self.once(t, (usize::MAX, Vec::new(), 0, op, ty, obj.r, ir, aux), inst, info, None)
        } else {
            let local = (op, ty, obj.r, ir, aux);
            if let Some(&w) = self.loads.get(&local) {
                return Ok(w);
            }
            let key = (self.node, self.taken.clone(), 0, op, ty, obj.r, ir, aux);
            let w = self.once(t, key, inst, info, Some(()));
            self.loads.insert(local, w);
            w
        };
        if let (true, Some(seen)) = (tag && !self.facts.contains_key(&w.r), &seen) {
            self.expect_tags(t, w, seen);
        }
        Ok(w)
    }

    /// A value that has one definition: here in the path, or at entry.
    fn once(&mut self, t: &mut Tape, key: PlacedKey, inst: Inst, info: Info, here: Option<()>) -> RecWord {
        let known = self.placed.get(&key).copied();
        let w = match known {
            Some(r) => RecWord { bits: self.info(r).bits, r },
            None => self.push(t, inst, info),
        };
        if known.is_none() {
            self.placed.insert(key, w.r);
        }
        match here {
            Some(()) => {
                // What the witness has there may depend on what is known of the index by now.
                self.infos[w.r.index()] = Info { tag: info.tag | self.info(w.r).tag, ..info };
                self.events.push(Event::Do(w.r));
                RecWord { bits: info.bits, r: w.r }
            }
            None if known.is_none() => {
                self.entry.push(Event::Do(w.r));
                w
            }
            None => w,
        }
    }

    /// Says which tags an array's elements have, judging by the witness's.
    fn expect_tags(&mut self, t: &mut Tape, w: RecWord, seen: &Seen) {
        if seen.tags.len() < 2 || !seen.tags.iter().all(|&t| self.is_void(t)) {
            return;
        }
        let mut any: Option<RecWord> = None;
        for &tag in &seen.tags {
            let is = self.equals(t, w, tag);
            any = Some(match any {
                None => is,
                Some(a) => self.op(t, Op::IntOr, Ty::Int, [a.r, is.r, NONE], a.bits | is.bits),
            });
        }
        if let Some(any) = any {
            self.assume(any.r, true, "one of the kinds of values that the array had at first");
        }
        self.domains.insert(w.r, seen.tags.clone());
    }

    fn store(
        &mut self,
        t: &mut Tape,
        obj: RecWord,
        index: Option<RecWord>,
        a: Access,
        v: RecWord,
    ) -> Result<(), String> {
        let aux = t.access(a);
        if self.is_new(obj.r) {
            return self.store_made(t, obj.r, index, a, v);
        }
        if self.is_new(v.r) {
            return Err("an object that the loop makes is stored".into());
        }
        let ir = index.map_or(NONE, |i| i.r);
        if let Some(cell) = self.cell(t, obj, ir, aux) {
            self.side.cells.insert(cell, v);
            return Ok(());
        }
        if self.adopt(t, obj.r, ir, aux) {
            // The exploration begins anew, with a variable.
            self.mutated_more = true;
            return Ok(());
        }
        self.mutated_more |= self.mutated.insert((index.is_some(), aux));
        let (op, args) = match index {
            None => (Op::Store, [obj.r, v.r, NONE]),
            Some(i) => (Op::StoreElem, [obj.r, i.r, v.r]),
        };
        self.placed_so_far += 1;
        let key = (self.node, self.taken.clone(), self.placed_so_far, op, Ty::Void, args[0], args[1], aux);
        let inst = Inst { args, aux, ..Inst::new(op) };
        let r = match self.placed.get(&key) {
            Some(&r) => r,
            None => self.push(t, inst, Info::default()).r,
        };
        // The value may be another one by now.
        t.trace.insts[r.index()] = Inst { place: t.place, ..inst };
        self.placed.insert(key, r);
        self.stores.push(r);
        Ok(())
    }

    /// The name of an object that is made here.
    pub(super) fn place_made(&mut self, t: &mut Tape, inst: Inst) -> IrRef {
        self.news += 1;
        // One name for all ways through the step: only one of them is taken.
        let key = (self.node, Vec::new(), self.news, inst.op, Ty::Ref, inst.args[0], NONE, inst.aux);
        match self.placed.get(&key) {
            Some(&r) => r,
            None => {
                let r = self.push(t, inst, Info::default()).r;
                self.placed.insert(key, r);
                r
            }
        }
    }

    fn call_pure(
        &mut self,
        t: &mut Tape,
        h: &'static HelperRef,
        args: &[RecWord],
        ty: Ty,
    ) -> Result<RecWord, String> {
        if args.iter().any(|a| self.is_new(a.r)) {
            return Err(format!("{} is given an object that the loop makes", h.name));
        }
        // It makes one, which no device can.
        if h.never_null {
            return Err(format!("it calls {}", h.name));
        }
        let list: Vec<IrRef> = args.iter().map(|a| a.r).collect();
        let aux = t.helper(h);
        if h.effect == HelperEffect::Pure {
            return Ok(self.pure(t, Inst { ty, aux, ..Inst::new(Op::CallPure) }, 0, list, false));
        }
        if self.writes || !self.stores.is_empty() {
            return Err(format!("{} reads what the step may have written", h.name));
        }
        self.placed_so_far += 1;
        let key = (self.node, self.taken.clone(), self.placed_so_far, Op::CallRead, ty, NONE, NONE, aux);
        let list = t.trace.add_list(list);
        let w =
            self.once(t, key, Inst { ty, aux, list, ..Inst::new(Op::CallRead) }, Info::default(), Some(()));
        t.trace.insts[w.r.index()].list = list;
        Ok(w)
    }

    fn version(&mut self, t: &mut Tape, version: *const u64) {
        if self.versions.contains(&version) {
            return;
        }
        self.versions.push(version);
        let aux = t.access(Access {
            name: VERSION,
            offset: 0,
            stride: 0,
            mem: holloway_compiler::ir::Mem::W64,
            immutable: false,
            length: false,
            refs: Refs::None,
        });
        let at = t.konst(Ty::Int, version as u64);
        let at = self.op(t, Op::RefFromInt, Ty::Ref, [at, NONE, NONE], version as u64);
        let inst = Inst { ty: Ty::Int, args: [at.r, NONE, NONE], aux, ..Inst::new(Op::Load) };
        let w = self.push(t, inst, Info { bits: 0, valid: true, same: true, tag: false });
        self.entry.extend([
            Event::Do(w.r),
            Event::Assume(w.r, false, "nothing that was taken for constant has changed"),
        ]);
    }
}

/// A hash that is the same in each exploration.
fn mixed(what: &(impl std::hash::Hash + ?Sized)) -> u64 {
    use std::hash::Hasher;
    let mut h = rustc_hash::FxHasher::default();
    what.hash(&mut h);
    h.finish()
}

fn why_branch(op: Op) -> &'static str {
    match op {
        Op::UintLt | Op::UintLe => "within bounds",
        Op::IntAddOvf | Op::IntSubOvf | Op::IntMulOvf => "no overflow",
        Op::RefEq | Op::RefNe => "the same objects, or others, as at first",
        _ => "the same way as at first",
    }
}

/// A pure op on a path.
pub(crate) fn pure(op: Op, ty: Ty, bits: u64, args: &[RecWord]) -> Option<RecWord> {
    on(|t, p| {
        let args = std::array::from_fn(|k| args.get(k).map_or(NONE, |a| a.r));
        Ok(p.op(t, op, ty, args, bits))
    })
}

/// A word of a constant table on a path.
pub(crate) fn table_word(table: &'static TableDescr, index: RecWord, bits: u64) -> Option<RecWord> {
    on(|t, p| {
        let (args, aux) = ([index.r, NONE, NONE], t.trace.table(table));
        Ok(p.pure(t, Inst { args, aux, ..Inst::new(Op::TableWord) }, bits, Vec::new(), true))
    })
}

/// The same bits as a value of another type, on a path.
pub(crate) fn typed(w: RecWord, ty: Ty) -> Option<RecWord> {
    on(|t, p| Ok(if w.r.is_none() { w } else { p.typed(t, w, ty) }))
}

/// A branch on a path.
pub(crate) fn branch(c: RecWord) -> Option<bool> {
    on(|t, p| Ok(p.branch(t, c)))
}

/// A promotion on a path; `is_object` says whether there is an object of the wanted type.
pub(crate) fn promote(w: RecWord, is_object: impl Fn(u64) -> bool) -> Option<u64> {
    on(|t, p| p.promote(t, w, is_object))
}

/// A load on a path.
pub(crate) fn load(heap: &Heap, obj: RecWord, index: Option<RecWord>, a: Access, ty: Ty) -> Option<RecWord> {
    on(|t, p| p.load(t, heap, obj, index, a, ty))
}

/// A store on a path.
pub(crate) fn store(obj: RecWord, index: Option<RecWord>, a: Access, v: RecWord) -> bool {
    on(|t, p| p.store(t, obj, index, a, v)).is_some()
}

/// An allocation on a path; arrays have a length.
pub(crate) fn alloc(ty: &TypeInfo, len: Option<RecWord>) -> Option<RecWord> {
    on(|t, p| p.make(t, ty, len))
}

/// An elidable helper on a path.
pub(crate) fn call_pure(h: &'static HelperRef, args: &[RecWord], ty: Ty) -> Option<RecWord> {
    on(|t, p| p.call_pure(t, h, args, ty))
}

/// Ends the path, if there is one.
pub(crate) fn bail(why: impl FnOnce() -> String) {
    let _: Option<()> = on(|_, _| Err(why()));
}

/// Whether an object was made on a path, which there is.
pub(crate) fn is_new(w: RecWord) -> Option<bool> {
    on(|_, p| Ok(p.is_new(w.r)))
}

/// A version that is read on a path.
pub(crate) fn version(version: *const u64) -> bool {
    on(|t, p| {
        p.version(t, version);
        Ok(())
    })
    .is_some()
}

/// Activations that a region goes into, those it begins with included.
pub(crate) const MAX_DEPTH: usize = 12;

/// Whether the tape has a path.
pub(crate) fn is_on() -> bool {
    tape::with(|t| t.path.is_some())
}

/// A step of a path comes through a loop's header.
pub(crate) fn header(cell: &HotCell) -> bool {
    on(|_, p| {
        p.header = Some(std::ptr::from_ref(cell));
        Ok(())
    })
    .is_some()
}

/// A merge point on a path: how many there have been, this one included.
pub(crate) fn at_merge() -> Option<u32> {
    on(|_, p| {
        p.merges += 1;
        Ok(p.merges)
    })
}

/// What is in a register that nothing was put into: a constant without a type, so that it is like no value.
pub(crate) fn nothing() -> RecWord {
    RecWord { bits: 0, r: tape::konst(Ty::Void, 0) }
}

/// Ends a path at a merge point.
pub(crate) fn arrive(mut window: Window) {
    let nothing = nothing();
    window.reds.iter_mut().filter(|w| w.r.is_none()).for_each(|w| *w = nothing);
    let _: Option<()> = on(|_, p| {
        window.header = p.header;
        p.leaf = Some(Leaf::Merge(window));
        Ok(())
    });
}

impl Path {
    /// A tag of the window that the exploration begins with, as the constant that it is, which the entry assumes.
    pub fn assume_tag(&mut self, t: &mut Tape, w: RecWord) -> RecWord {
        let is = self.equals(t, w, w.bits);
        let _ = self.assume(is.r, true, "the kinds of the values that the loop begins with");
        RecWord { bits: w.bits, r: t.konst(Ty::Int, w.bits) }
    }
}
