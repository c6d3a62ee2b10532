//! Allocations that need not happen.
//!
//! **Problem.** Boxes, argument arrays, iterators and closures are made and dropped within a few ops. An allocation
//! starts *virtual*: nothing is emitted, its contents are tracked, loads are answered from them, and snapshots describe
//! it so that an exit can build it. The first op that would let the reference be seen by anyone else *forces* it: the
//! allocation and its stores are emitted right before that op.
//!
//! **Invariants.**
//! 1. A virtual has a placeholder instruction that is never part of the final trace; its ref is the virtual's name.
//! 2. No emitted op has a placeholder or the address of one as an operand, except the address op itself
//!    (`ref_to_int`), which is dead with it.
//! 3. Forcing substitutes the emitted allocation for the placeholder; that is the one substitution towards a *younger*
//!    value, and it is safe because placeholders have no uses before.
//! 4. Contents never need truncation: values are cut to the memory's form when stored.
//! 5. Forcing an object forces what it contains; cycles are allocated first, then filled.
//!
//! **Not promised**: virtuals carried around a loop ([`super::carry`] does some of that, the others are forced at the jump), arrays with variable indices, and fields
//! that overlap the header or the length.
//!
//! **Example**:
//! ```text
//! r1 = new t0            ->
//! store r1 i0 x0         ->
//! i2 = load r1 x0        ->
//! guard_true i2 [s0]     ->  guard_true i0 [s0]     s0: entries=[v9] virtuals=[v9: object t0 {x0: i0}]
//! finish(r1)             ->  r1 = new t0; store r1 i0 x0; finish(r1)
//! ```

use super::rewriter::{Fed, Rewriter, Value, DEAD};
use super::OptAbort;
use crate::ir::{Inst, IrRef, Mem, Op, Ty, VirtualKind};

/// In the place of an element's number: it is a field. Objects with elements may have fields before them. No element has this number, as an array's length
/// fits into 32 bits.
pub(super) const FIELD: u32 = u32::MAX;

/// One allocation that has not happened.
pub(super) struct Tracked {
    /// The placeholder, by which snapshots know it.
    pub id: IrRef,
    /// What it is.
    pub kind: VirtualKind,
    /// `(descriptor, element, value)`; [`FIELD`] for fields; unresolved. What is missing is zero.
    pub contents: Vec<(u32, u32, IrRef)>,
    /// The value that is its address, if asked for.
    address: IrRef,
    place: u32,
}

/// State of the pass.
#[derive(Default)]
pub(super) struct Virtuals {
    all: Vec<Tracked>,
    /// A snapshot had too many to describe: allocations happen from here on.
    pub full: bool,
}

impl Virtuals {
    /// The virtual behind a resolved value.
    #[inline]
    pub fn of(&self, values: &[Value], r: IrRef) -> Option<usize> {
        if !r.is_inst() {
            return None;
        }
        let v = values[r.index()].virt;
        (v != u32::MAX).then_some(v as usize)
    }
    /// The virtual with this index.
    pub fn get(&self, index: usize) -> &Tracked {
        &self.all[index]
    }
}

fn of(rw: &Rewriter, r: IrRef) -> Option<usize> {
    rw.virtuals.of(&rw.values, r)
}

pub(super) fn feed(rw: &mut Rewriter, inst: &mut Inst) -> Result<Fed, OptAbort> {
    match inst.op {
        _ if rw.virtuals.full => {}
        Op::New => return Ok(Fed::Value(track(rw, inst, VirtualKind::Object(inst.aux)))),
        Op::NewArray => {
            if let Some(n) = rw.bits(inst.args[0]).filter(|&n| n <= rw.config.max_virtual_array) {
                return Ok(Fed::Value(track(rw, inst, VirtualKind::Array(inst.aux, n as u32))));
            }
        }
        _ => {}
    }
    if rw.virtuals.all.is_empty() {
        return Ok(Fed::Keep);
    }
    if let Some(v) = inst.operands().first().and_then(|&a| of(rw, a)) {
        let answer = match inst.op {
            Op::Load => load(rw, inst, v)?,
            Op::Store => store(rw, inst, v)?,
            Op::LoadElem | Op::StoreElem => element(rw, inst, v)?,
            Op::RefToInt => Fed::Value(address(rw, inst, v)),
            Op::RefFromInt => Fed::Value(rw.virtuals.all[v].id),
            _ => Fed::Keep,
        };
        if !matches!(answer, Fed::Keep) {
            rw.blame(rw.virtuals.all[v].id);
            return Ok(answer);
        }
    }
    if matches!(inst.op, Op::RefEq | Op::RefNe) && inst.operands().iter().any(|&a| of(rw, a).is_some()) {
        // An object nobody else can refer to equals itself only.
        let same = inst.args[0] == inst.args[1];
        return Ok(Fed::Value(rw.int((same == (inst.op == Op::RefEq)) as i64)));
    }
    force_operands(rw, inst)?;
    Ok(Fed::Keep)
}

fn track(rw: &mut Rewriter, inst: &Inst, kind: VirtualKind) -> IrRef {
    let id = rw.emit_raw(*inst);
    rw.set_flag(id, DEAD);
    rw.values[id.index()].virt = rw.virtuals.all.len() as u32;
    rw.virtuals.all.push(Tracked { id, kind, contents: Vec::new(), address: IrRef::NONE, place: inst.place });
    id
}

/// A virtual object with contents, as if allocated here.
pub(super) fn made_of(rw: &mut Rewriter, kind: VirtualKind, contents: Vec<(u32, u32, IrRef)>) -> IrRef {
    let mut inst = Inst::new(Op::New);
    match kind {
        VirtualKind::Object(ty) => inst.aux = ty,
        VirtualKind::Array(ty, n) => {
            (inst.op, inst.aux) = (Op::NewArray, ty);
            inst.args[0] = rw.int(n as i64);
        }
    }
    inst.place = rw.place;
    // No recorded op allocates it.
    let current = std::mem::replace(&mut rw.current, IrRef::NONE);
    let id = track(rw, &inst, kind);
    rw.current = current;
    if let Some(t) = rw.virtuals.all.last_mut() {
        t.contents = contents;
    }
    id
}

/// The address of a virtual: a value that exists for snapshots and for the way back to a reference.
fn address(rw: &mut Rewriter, inst: &Inst, v: usize) -> IrRef {
    if rw.virtuals.all[v].address.is_none() {
        let r = rw.emit_raw(*inst);
        rw.set_flag(r, DEAD);
        rw.values[r.index()].virt = v as u32;
        rw.virtuals.all[v].address = r;
    }
    rw.virtuals.all[v].address
}

fn get(rw: &Rewriter, v: usize, descr: u32, elem: u32) -> Option<IrRef> {
    let t = &rw.virtuals.all[v];
    t.contents.iter().find(|c| c.0 == descr && c.1 == elem).map(|c| rw.resolve(c.2))
}

fn set(rw: &mut Rewriter, v: usize, descr: u32, elem: u32, value: IrRef) {
    let t = &mut rw.virtuals.all[v];
    match t.contents.iter_mut().find(|c| c.0 == descr && c.1 == elem) {
        Some(c) => c.2 = value,
        None => t.contents.push((descr, elem, value)),
    }
}

/// Narrow memory holds cut integers; full words keep their type.
fn cut(rw: &mut Rewriter, value: IrRef, mem: Mem) -> Result<IrRef, OptAbort> {
    if mem == Mem::W64 {
        Ok(value)
    } else {
        rw.through_memory(value, mem, Ty::Int)
    }
}

/// Whether a field is part of what a virtual's contents describe: neither of the header nor of the length, which an allocation writes itself.
fn is_content(rw: &Rewriter, kind: VirtualKind, offset: u32, mem: Mem) -> bool {
    let apart = match kind {
        VirtualKind::Object(_) => true,
        VirtualKind::Array(t, _) => {
            let length = rw.out.types[t as usize].len_offset;
            offset + mem.bytes() <= length || length + 8 <= offset
        }
    };
    offset >= 8 && apart
}

fn load(rw: &mut Rewriter, inst: &Inst, v: usize) -> Result<Fed, OptAbort> {
    let (field, kind) = (&rw.out.fields[inst.aux as usize], rw.virtuals.all[v].kind);
    let (offset, mem) = (field.offset, field.mem);
    let (VirtualKind::Object(t) | VirtualKind::Array(t, _)) = kind;
    let header = rw.out.types[t as usize].header;
    let known = match kind {
        // Only the type number's half of the header never changes.
        _ if offset == 0 && mem == Mem::U32 => Some(rw.int(header as u32 as i64)),
        VirtualKind::Array(t, n) if offset == rw.out.types[t as usize].len_offset && mem == Mem::W64 => {
            Some(rw.int(n as i64))
        }
        _ if !is_content(rw, kind, offset, mem) => None,
        _ => Some(match get(rw, v, inst.aux, FIELD) {
            Some(value) => value,
            None => rw.int(0),
        }),
    };
    match known {
        Some(value) => Ok(Fed::Value(rw.convert(value, inst.ty)?)),
        None => Ok(Fed::Keep),
    }
}

fn store(rw: &mut Rewriter, inst: &Inst, v: usize) -> Result<Fed, OptAbort> {
    let (offset, mem) = (rw.out.fields[inst.aux as usize].offset, rw.out.fields[inst.aux as usize].mem);
    if !is_content(rw, rw.virtuals.all[v].kind, offset, mem) {
        return Ok(Fed::Keep);
    }
    let value = cut(rw, inst.args[1], mem)?;
    set(rw, v, inst.aux, FIELD, value);
    Ok(Fed::Drop)
}

fn element(rw: &mut Rewriter, inst: &Inst, v: usize) -> Result<Fed, OptAbort> {
    let VirtualKind::Array(_, n) = rw.virtuals.all[v].kind else { return Ok(Fed::Keep) };
    let Some(i) = rw.bits(inst.args[1]).filter(|&i| i < n as u64) else { return Ok(Fed::Keep) };
    if inst.op == Op::StoreElem {
        let mem = rw.out.arrays[inst.aux as usize].mem;
        let value = cut(rw, inst.args[2], mem)?;
        set(rw, v, inst.aux, i as u32, value);
        return Ok(Fed::Drop);
    }
    let value = match get(rw, v, inst.aux, i as u32) {
        Some(value) => value,
        None => rw.int(0),
    };
    Ok(Fed::Value(rw.convert(value, inst.ty)?))
}

/// Forces every virtual among operands and arguments and puts the real values in place.
fn force_operands(rw: &mut Rewriter, inst: &mut Inst) -> Result<(), OptAbort> {
    for k in 0..inst.operands().len() {
        inst.args[k] = force(rw, inst.args[k])?;
    }
    if inst.list != u32::MAX {
        for i in 0..rw.out.lists[inst.list as usize].len() {
            let r = force(rw, rw.out.lists[inst.list as usize][i])?;
            rw.out.lists[inst.list as usize][i] = r;
        }
    }
    Ok(())
}

/// The real value behind a value that may be virtual.
pub(super) fn force(rw: &mut Rewriter, r: IrRef) -> Result<IrRef, OptAbort> {
    let r = rw.resolve(r);
    let Some(first) = of(rw, r) else { return Ok(r) };
    // Everything reachable: allocate all, then fill.
    let mut group = vec![first];
    let mut i = 0;
    while i < group.len() {
        let v = group[i];
        i += 1;
        for k in 0..rw.virtuals.all[v].contents.len() {
            let value = rw.resolve(rw.virtuals.all[v].contents[k].2);
            if let Some(inner) = of(rw, value).filter(|inner| !group.contains(inner)) {
                group.push(inner);
            }
        }
    }
    for &v in &group {
        allocate(rw, v)?;
    }
    for &v in &group {
        fill(rw, v)?;
    }
    Ok(rw.resolve(r))
}

fn allocate(rw: &mut Rewriter, v: usize) -> Result<(), OptAbort> {
    let t = &rw.virtuals.all[v];
    let (id, kind, address, place) = (t.id, t.kind, t.address, t.place);
    let mut inst = Inst::new(Op::New);
    inst.place = place;
    match kind {
        VirtualKind::Object(ty) => inst.aux = ty,
        VirtualKind::Array(ty, n) => {
            inst.op = Op::NewArray;
            inst.aux = ty;
            inst.args[0] = rw.int(n as i64);
        }
    }
    let new = rw.emit_forced(inst);
    if let Some(ledger) = &mut rw.ledger {
        ledger.forced(id, new, rw.current);
    }
    rw.state.learn(id, rw.values[id.index()].flags);
    rw.values[id.index()].virt = u32::MAX;
    rw.values[id.index()].subst = new;
    if !address.is_none() {
        let word = rw.op(Op::RefToInt, &[new])?;
        rw.values[address.index()].virt = u32::MAX;
        rw.values[address.index()].subst = word;
    }
    Ok(())
}

fn fill(rw: &mut Rewriter, v: usize) -> Result<(), OptAbort> {
    let t = &rw.virtuals.all[v];
    let (object, place) = (rw.resolve(t.id), t.place);
    let contents = std::mem::take(&mut rw.virtuals.all[v].contents);
    for (descr, elem, value) in contents {
        let value = rw.resolve(value);
        if rw.bits(value) == Some(0) {
            continue; // new objects are zero
        }
        let (op, args) = match elem {
            FIELD => (Op::Store, [object, value, IrRef::NONE]),
            elem => (Op::StoreElem, [object, rw.int(elem as i64), value]),
        };
        let mut inst = Inst::new(op);
        (inst.args, inst.aux, inst.place) = (args, descr, place);
        rw.feed(inst)?;
    }
    Ok(())
}
