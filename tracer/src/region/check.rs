//! `HOLLOWAY_GPU=check`: what a region means, against what plain execution does.
//!
//! **Problem.** A region is made by running steps that do nothing; whether it says what those steps do can be seen only by doing them. So at a
//! loop's header the region is evaluated over a copy of what it writes, up to its exit; then plain execution takes as many steps, and the two
//! must agree: state, objects made, and every word written.
//!
//! **Invariants.** Plain execution decides what the program does: a check changes nothing but time.
//!
//! **Not promised.** A region that fails an assumption, or runs too long, is not compared (it is counted, see `HOLLOWAY_LOG=stats`).

use super::memory::GuestMemory;
use crate::machine::{direct, Access, Conc, Exit, Language, State};
use crate::record::flat;
use crate::resume::Resume;
use crate::runtime::Runtime;
use crate::tables::regions::Explored;
use holloway_compiler::ir::{IrRef, Mem, Snapshot, Virtual, VirtualKind};
use holloway_compiler::region::eval::{Evaluator, Outcome, Overlay};
use holloway_compiler::region::{BlockId, Region, Step};
use rustc_hash::FxHashMap;

/// Blocks that a check evaluates.
const FUEL: u64 = 1_000_000;

/// Evaluates a region from the state at its header, takes its steps plainly, and compares: how many steps, or why it could not be compared.
///
/// # Errors
/// When an assumption does not hold, or the region runs too long.
///
/// # Panics
/// Where the two differ: the framework, or an interpreter that breaks a rule, is wrong.
pub(crate) fn check<L: Language>(
    rt: &Runtime<L>,
    s: &mut State<L, Conc>,
    explored: &Explored,
) -> Result<u64, Left> {
    let region = &explored.region;
    let first = s.depth() - 1;
    let mut before = flat::Flat::default();
    flat::read(s, first, &mut before);
    let mut memory = GuestMemory::new(rt, &explored.versions);
    let mut over = Overlay::new(&mut memory);
    let outcome = Evaluator::new(region).run(&before.reds, &mut over, FUEL);
    let written = std::mem::take(&mut over.written);
    let place = rt.lang.describe(&s.top().frame);
    let (snap, values, guest_steps) = match outcome {
        Outcome::Exit { snap, values, guest_steps, .. } => {
            (&region.vals.snaps[snap.0 as usize], values, guest_steps)
        }
        Outcome::Failed { block, step } => return Err(Left::Failed(block, step)),
        Outcome::OutOfFuel => return Err(Left::TooLong),
        Outcome::Fault { block, why } => {
            panic!(
                "the region at {place} does what it must not, at {}: {why}\n{region}",
                region.place_of(block)
            )
        }
    };
    for step in 0..guest_steps {
        let exit = rt.above_floor(s, |s| rt.lang.interp(&Resume::step(rt), s));
        assert!(
            exit == Exit::Stopped,
            "the region at {place} goes on for {guest_steps} steps, plain execution ends after {step}: {exit:?}\n{region}"
        );
    }
    if let Err(why) = compare(rt, s, first, region, snap, &values) {
        panic!("the region at {place} and plain execution differ after {guest_steps} steps: {why}\n{region}");
    }
    for ((addr, mem), want) in written {
        // SAFETY: the evaluator has found an object there, and nothing has been freed since.
        let is = unsafe { direct::load_field(addr, Access::unnamed(mem)) };
        assert!(
            is == want,
            "the region at {place} stores {want:#x} where plain execution stores {is:#x} in {guest_steps} steps\n{region}"
        );
    }
    Ok(guest_steps)
}

/// Why a region was not compared.
pub(crate) enum Left {
    /// An assumption does not hold: its block and step.
    Failed(BlockId, usize),
    /// The fuel was used up.
    TooLong,
}

/// An assumption in words.
pub(crate) fn assumption(region: &Region, block: BlockId, step: usize) -> String {
    let place = region.line_of(block);
    match &region.blocks[block as usize].steps[step] {
        Step::Assume { cond, holds, why } if !cond.is_const() => {
            let text = region.vals.inst_text(cond.index());
            format!(
                "at {place} it is not so: {why} (`{}` is {holds})",
                text.split(" @ ").next().unwrap_or(&text)
            )
        }
        _ => format!("an assumption does not hold at {place}"),
    }
}

fn compare<L: Language>(
    rt: &Runtime<L>,
    s: &mut State<L, Conc>,
    first: usize,
    region: &Region,
    snap: &Snapshot,
    values: &[u64],
) -> Result<(), String> {
    if s.depth() <= first {
        return Err("the activation is gone".into());
    }
    let mut after = flat::Flat::default();
    flat::read(s, first, &mut after);
    if after.greens != *snap.greens {
        return Err(format!("it is at {}", rt.lang.describe(&s.top().frame)));
    }
    let vals = &region.vals;
    let live: FxHashMap<IrRef, u64> =
        vals.exit_values(snap).into_iter().zip(values.iter().copied()).collect();
    let word = |r: IrRef| vals.as_const(r).map(|c| c.bits).or_else(|| live.get(&r).copied());
    // Objects that the region made, with the addresses that plain execution gave them.
    let mut objects: Vec<(IrRef, u64)> = Vec::new();
    for (k, (&r, &is)) in snap.entries.iter().zip(&after.reds).enumerate().filter(|(_, (r, _))| !r.is_none())
    {
        match word(r) {
            Some(want) if want == is => {}
            Some(want) => return Err(format!("word {k} is {is:#x}, not {want:#x} ({})", vals.value_text(r))),
            None => objects.push((r, is)),
        }
    }
    let mut seen = Vec::new();
    while let Some((r, at)) = objects.pop() {
        let Some(v) = snap.virtuals.iter().find(|v| v.id == r) else {
            return Err("a value is missing".into());
        };
        if !rt.heap.is_object(at, virtual_type(region, v)) {
            return Err(format!("there is no object of the right type at {at:#x}"));
        }
        if seen.contains(&(r, at)) {
            continue;
        }
        seen.push((r, at));
        if let VirtualKind::Array(t, n) = v.kind {
            let len = Access { offset: vals.types[t as usize].len_offset, ..Access::unnamed(Mem::W64) };
            // SAFETY: the heap says that an array of the type lies there.
            let is = unsafe { direct::load_field(at, len) };
            if is != u64::from(n) {
                return Err(format!("an array has {is} elements, not {n}"));
            }
        }
        let fields = v.fields.iter().map(|&(x, f)| {
            let d = &vals.fields[x as usize];
            (&d.name, d.offset, d.mem, f)
        });
        let elems = v.elems.iter().map(|&(x, i, f)| {
            let d = &vals.arrays[x as usize];
            (&d.name, d.offset + i * d.stride, d.mem, f)
        });
        for (name, offset, mem, f) in fields.chain(elems) {
            let a = Access { offset, ..Access::unnamed(mem) };
            // SAFETY: the heap says that an object of the type that has the field or element lies there.
            let is = unsafe { direct::load_field(at, a) };
            match word(f) {
                Some(want) if want == is => {}
                Some(want) => return Err(format!("{name} is {is:#x}, not {want:#x}")),
                None => objects.push((f, is)),
            }
        }
    }
    Ok(())
}

fn virtual_type(region: &Region, v: &Virtual) -> u32 {
    let (VirtualKind::Object(t) | VirtualKind::Array(t, _)) = v.kind;
    region.vals.types[t as usize].header as u32
}
