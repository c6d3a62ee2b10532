//! Objects that a loop carries as their contents.
//!
//! **Problem.** In `p = p + v` each turn allocates what the next one takes apart. The new object is virtual until the jump, where `peel`
//! would force it; but if the body only looks into the object that it was given, and gives such a one itself, nobody needs the
//! object: its contents are carried by phis, and the body begins with a virtual object made of them.
//!
//! **How.** What is virtual at the preamble's jump is assumed to be virtual at the body's, too: the [`Shape`] says what kind of object it is and which
//! contents it has; contents that are constants are assumed to stay. Assumptions are part of `peel`'s plan: [`settle`] looks whether they hold at the
//! preamble's end, and [`check`] at the body's; if not, they are weakened or dropped, and everything is fed again.
//!
//! **Invariants.**
//! 1. An object that is carried is reachable from the inputs that carry it alone: it is virtual at both jumps, and no two groups of inputs
//!    carry the same one. So it cannot be seen that it is another object in each turn.
//! 2. Whatever such an object contains is in its shape, or zero.
//! 3. Bridges do not enter such a body: their object may be known elsewhere. They go through the preamble, which takes any object.
//!
//! **Not promised.** Objects with virtual contents, and more than [`MAX_PARTS`] phis for an object; these are forced at the jump.
//!
//! **Example**: a loop that ends with `r9 = new t0; store r9 f8 x0; jump start(r9)` and begins with `f2 = load r0 x0` has the body
//! `f12 = phi float; ..; jump loop(f18)`, and in its snapshots the object is described as `object t0 {x0: f12}`.

use super::rewriter::Rewriter;
use super::{virtuals, OptAbort};
use crate::ir::{IrRef, Mem, Ty, VirtualKind};

/// Most contents of an object that is carried.
const MAX_PARTS: usize = 12;

/// One word of the contents.
#[derive(Clone, Debug)]
pub(super) struct Part {
    descr: u32,
    /// The element's number, or [`virtuals::FIELD`].
    elem: u32,
    /// The same constant in each turn.
    constant: bool,
    /// The phi's type, where the first value does not tell.
    ty: Option<Ty>,
}

/// An object that a group of inputs carries.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    kind: VirtualKind,
    parts: Vec<Part>,
}

impl Shape {
    /// How many phis carry it.
    pub fn phis(&self) -> usize {
        self.parts.iter().filter(|p| !p.constant).count()
    }
}

/// The virtual that a jump's argument is, or is the address of.
fn virtual_of(rw: &Rewriter, v: IrRef) -> Option<usize> {
    rw.virtuals.of(&rw.values, rw.resolve(v))
}

/// A virtual's word, as it would be carried: narrow memory holds integers only.
fn content(rw: &Rewriter, part: (u32, u32), value: IrRef) -> IrRef {
    let mem = match part.1 {
        virtuals::FIELD => rw.out.fields[part.0 as usize].mem,
        _ => rw.out.arrays[part.0 as usize].mem,
    };
    match mem {
        Mem::W64 => rw.natural(rw.resolve(value)),
        _ => rw.resolve(value),
    }
}

/// The contents of the object that an argument of a jump is, in a shape's order; `None`: it is not of that shape.
fn contents(rw: &mut Rewriter, shape: &Shape, v: IrRef) -> Option<Vec<IrRef>> {
    let t = rw.virtuals.get(virtual_of(rw, v)?);
    let (kind, have) = (t.kind, t.contents.clone());
    let zero = |c: &(u32, u32, IrRef)| rw.bits(rw.resolve(c.2)) == Some(0);
    let known = |c: &(u32, u32, IrRef)| shape.parts.iter().any(|p| (p.descr, p.elem) == (c.0, c.1));
    if kind != shape.kind || !have.iter().all(|c| zero(c) || known(c)) {
        return None;
    }
    let mut values = Vec::new();
    for p in &shape.parts {
        values.push(match have.iter().find(|c| (c.0, c.1) == (p.descr, p.elem)) {
            Some(c) => content(rw, (c.0, c.1), c.2),
            None => rw.int(0),
        });
    }
    values.iter().all(|&v| virtual_of(rw, v).is_none()).then_some(values)
}

/// The shape that an argument of the first jump suggests.
pub(super) fn shape(rw: &Rewriter, v: IrRef) -> Option<Shape> {
    let t = rw.virtuals.get(virtual_of(rw, v)?);
    let part = |c: &(u32, u32, IrRef)| Part {
        descr: c.0,
        elem: c.1,
        constant: rw.resolve(c.2).is_const(),
        ty: None,
    };
    let shape = Shape { kind: t.kind, parts: t.contents.iter().map(part).collect() };
    let plain = t.contents.iter().all(|c| virtual_of(rw, c.2).is_none());
    (plain && shape.parts.len() <= MAX_PARTS).then_some(shape)
}

/// Forces the arguments of a jump that are not carried. `shapes` is by input, `leader` gives the input that carries for another.
pub(super) fn force_others(
    rw: &mut Rewriter,
    args: &[IrRef],
    shapes: &[Option<Shape>],
    leader: impl Fn(usize) -> Option<usize>,
) -> Result<(), OptAbort> {
    for (k, &v) in args.iter().enumerate() {
        if leader(k).is_none_or(|l| shapes[l].is_none()) {
            virtuals::force(rw, v)?;
        }
    }
    Ok(())
}

/// Gives up carrying what is not of its shape, or carried twice. Whether that was nothing.
pub(super) fn settle(rw: &mut Rewriter, args: &[IrRef], shapes: &mut [Option<Shape>]) -> bool {
    let (mut seen, mut good) = (Vec::new(), true);
    for k in 0..args.len() {
        let Some(shape) = shapes[k].clone() else { continue };
        let object = virtual_of(rw, args[k]);
        if contents(rw, &shape, args[k]).is_none() || seen.contains(&object) {
            shapes[k] = None;
            good = false;
        }
        seen.push(object);
    }
    good
}

/// What the label supplies for a carried object, one value a phi, from the preamble's argument.
pub(super) fn starts(rw: &mut Rewriter, shape: &Shape, first: IrRef) -> Result<Vec<IrRef>, OptAbort> {
    let values = contents(rw, shape, first).unwrap_or_default();
    let mut starts = Vec::new();
    for (p, v) in shape.parts.iter().zip(values).filter(|(p, _)| !p.constant) {
        starts.push(match p.ty {
            Some(ty) => rw.convert(v, ty)?,
            None => v,
        });
    }
    Ok(starts)
}

/// The body's virtual object, made of phis and of what stays.
pub(super) fn begin(
    rw: &mut Rewriter,
    shape: &Shape,
    first: IrRef,
    mut phis: impl Iterator<Item = IrRef>,
) -> IrRef {
    let values = contents(rw, shape, first).unwrap_or_default();
    let value = |(p, v): (&Part, IrRef)| {
        let v = if p.constant { v } else { phis.next().unwrap_or(v) };
        (p.descr, p.elem, v)
    };
    let contents = shape.parts.iter().zip(values).map(value).collect();
    virtuals::made_of(rw, shape.kind, contents)
}

/// Whether the body came out with what a shape assumes of it; changes the shape, or gives it up, where not. `began` is the body's own object.
pub(super) fn check(
    rw: &mut Rewriter,
    shape: &mut Option<Shape>,
    began: IrRef,
    first: IrRef,
    second: IrRef,
) -> bool {
    let Some(s) = shape else { return true };
    let (Some(t), Some(_)) = (virtual_of(rw, second), virtual_of(rw, began)) else {
        *shape = None;
        return false;
    };
    let t = rw.virtuals.get(t);
    let mut good = true;
    for c in &t.contents {
        if !s.parts.iter().any(|p| (p.descr, p.elem) == (c.0, c.1)) && rw.bits(rw.resolve(c.2)) != Some(0) {
            s.parts.push(Part { descr: c.0, elem: c.1, constant: true, ty: None });
            good = false;
        }
    }
    let (Some(before), Some(after)) = (contents(rw, s, first), contents(rw, s, second)) else {
        *shape = None;
        return false;
    };
    for ((p, a), b) in s.parts.iter_mut().zip(before).zip(after) {
        let ty = match rw.ty(a) == rw.ty(b) || rw.bits(a) == Some(0) {
            true => rw.ty(b),
            // A word that is now this and now that travels as bits.
            false => Ty::Int,
        };
        let stays = p.constant && rw.bits(a).is_some() && rw.bits(a) == rw.bits(b);
        let fits = !p.constant && (p.ty.is_some() || rw.ty(a) == rw.ty(b));
        if !stays && !fits {
            (p.constant, p.ty) = (false, Some(ty));
            good = false;
        }
    }
    if s.parts.len() > MAX_PARTS {
        *shape = None;
    }
    good
}

/// What the body's jump supplies for the phis of a carried object, of their types.
pub(super) fn next(
    rw: &mut Rewriter,
    shape: &Shape,
    second: IrRef,
    types: impl Iterator<Item = Ty>,
) -> Result<Vec<IrRef>, OptAbort> {
    let values = contents(rw, shape, second).unwrap_or_default();
    let carried = shape.parts.iter().zip(values).filter(|(p, _)| !p.constant);
    carried.zip(types).map(|((_, v), ty)| rw.convert(v, ty)).collect()
}
