//! Objects on a device that has memory of its own.
//!
//! **Problem.** Kernels follow the guest's references. Where addresses mean nothing to the device, the objects that a loop may reach are laid out in one
//! buffer, and references among them become their places in it.
//!
//! **How.** Analysis knows all objects that a loop's accesses may reach ([`Views`]), and which words it loads as references. Those words are translated on the way
//! to the device; on the way back only objects that are written are copied, and their references put back as they were.
//!
//! **Invariants.** An object that is not there keeps its address as its name, which no place in the buffer is equal to: so references compare as on the host. Nothing is copied back
//! before the kernel has succeeded.
//!
//! **Not promised.** Loops that store references, or read one word both as a reference and as a number: they are refused. Data does not stay between kernels.

use crate::device::{Buffer, Device, Error};
use crate::entry::Entry;
use crate::schedule::{Parallel, Role};
use crate::views::Views;
use holloway_compiler::ir::{IrRef, Op, Ty};
use holloway_compiler::region::offload::Heap;
use holloway_compiler::region::{Placed, Step};
use std::collections::{BTreeMap, HashMap};

/// Objects begin at multiples of this; the first one not at 0, which is null.
const ALIGN: usize = 16;

/// The copies.
pub struct Mirror {
    buffer: Buffer,
    /// Places of objects.
    at: BTreeMap<u64, usize>,
    /// Objects by place, for references that come back.
    back: HashMap<u64, u64>,
    /// References that were translated, by object: where, and what they were.
    refs: HashMap<u64, Vec<(usize, u64)>>,
}

/// Whether kernels of a loop can work on copies.
///
/// # Errors
/// Why not.
pub fn fits(entry: &Entry<'_>) -> Result<(), String> {
    let (region, nest) = (entry.region, entry.nest);
    let mut forms: HashMap<(bool, u32), Ty> = HashMap::new();
    for &b in &nest.cfg.loops[entry.l].blocks {
        for placed in &nest.order[b as usize] {
            let r = match *placed {
                Placed::Pure(r) => r,
                Placed::Step(s) => match region.blocks[b as usize].steps[s] {
                    Step::Do(r) => r,
                    Step::Assume { .. } => continue,
                },
            };
            let inst = region.inst(r);
            let elem = matches!(inst.op, Op::LoadElem | Op::StoreElem);
            let ty = match inst.op {
                Op::RefToInt | Op::RefFromInt => Ty::Void,
                Op::Load | Op::LoadElem => inst.ty,
                Op::Store | Op::StoreElem => match region.vals.ty(inst.args[1 + elem as usize]) {
                    Ty::Ref => Ty::Void,
                    other => other,
                },
                _ => continue,
            };
            let mixed =
                *forms.entry((elem, inst.aux)).or_insert(ty) != ty && forms.values().any(|t| *t == Ty::Ref);
            if ty == Ty::Void || mixed {
                return Err(format!("references are more than followed ({})", region.line_of(b)));
            }
        }
    }
    Ok(())
}

impl Mirror {
    /// Copies the objects that a loop may reach.
    ///
    /// # Errors
    /// They are not known, or what the device says.
    pub fn new(
        device: &Device,
        entry: &Entry<'_>,
        views: &Views,
        heap: &mut dyn Heap,
    ) -> Result<Mirror, String> {
        let reached = views.objects(entry, heap, |_| true)?;
        let mut objects: Vec<u64> = reached.iter().flat_map(|r| r.objects.keys().copied()).collect();
        objects.sort_unstable();
        objects.dedup();
        let (mut at, mut back, mut end) = (BTreeMap::new(), HashMap::new(), ALIGN);
        for &object in &objects {
            let Some((_, bytes)) = heap.object(object) else { continue };
            at.insert(object, end);
            back.insert(end as u64, object);
            end = (end + bytes).next_multiple_of(ALIGN);
        }
        let mut image = vec![0u8; end];
        for (&object, &place) in &at {
            if let Some((from, bytes)) = heap.object(object) {
                // SAFETY: the heap says that these bytes are the object's, and nobody else runs.
                let bytes = unsafe { std::slice::from_raw_parts(from, bytes) };
                image[place..][..bytes.len()].copy_from_slice(bytes);
            }
        }
        let mut refs: HashMap<u64, Vec<(usize, u64)>> = HashMap::new();
        for (object, offset, stride) in views.references(entry, heap)? {
            let (Some(&place), Some((_, bytes))) = (at.get(&object), heap.object(object)) else { continue };
            let known = refs.entry(object).or_default();
            let mut here = offset;
            while here + 8 <= bytes {
                let word = &mut image[place + here..][..8];
                let old = u64::from_ne_bytes(word.try_into().unwrap_or_default());
                if let Some(&to) = at.get(&old) {
                    if known.iter().all(|k| k.0 != here) || stride != 0 {
                        known.push((here, old));
                    }
                    word.copy_from_slice(&(to as u64).to_ne_bytes());
                }
                match stride {
                    0 => break,
                    s => here += s,
                }
            }
        }
        let mut buffer = device.buffer(end).map_err(|e| e.to_string())?;
        buffer.write(&image).map_err(|e| e.to_string())?;
        Ok(Mirror { buffer, at, back, refs })
    }

    /// The device's side.
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// How large the copies are.
    pub fn bytes(&self) -> u64 {
        self.buffer.bytes() as u64
    }

    /// A value as the device knows it.
    pub fn there(&self, ty: Ty, bits: u64) -> u64 {
        match ty {
            Ty::Ref => self.at.get(&bits).map_or(bits, |&at| at as u64),
            _ => bits,
        }
    }

    /// Gives references among a kernel's results their names here.
    pub fn home(&self, results: &mut [u64], par: &Parallel, params: &[IrRef], ty: impl Fn(IrRef) -> Ty) {
        let mut types: Vec<Ty> = par.fold.terms.iter().map(|&t| ty(t)).collect();
        let mut words = Vec::new();
        for (&p, role) in params.iter().zip(&par.roles) {
            match role {
                Role::Last(some) if some.is_empty() => words.push(ty(p)),
                Role::Last(_) => types.extend([ty(p), Ty::Int]),
                _ => {}
            }
        }
        let each = types.into_iter().flat_map(|ty| std::iter::repeat_n(ty, par.count as usize)).chain(words);
        for (word, ty) in results.iter_mut().zip(each) {
            if let (Ty::Ref, Some(&object)) = (ty, self.back.get(word)) {
                *word = object;
            }
        }
    }

    /// Copies back what was written; how many bytes.
    ///
    /// # Errors
    /// What the device says; a part may have been copied.
    pub fn commit(&self, par: &Parallel, heap: &mut dyn Heap) -> Result<u64, Error> {
        let mut sum = 0;
        for object in par.written.iter().flat_map(|r| r.objects.keys()) {
            let (Some(&place), Some((to, bytes))) = (self.at.get(object), heap.object(*object)) else {
                continue;
            };
            let mut image = vec![0u8; bytes];
            self.buffer.read_from(place, &mut image)?;
            for (offset, old) in self.refs.get(object).into_iter().flatten() {
                image[*offset..][..8].copy_from_slice(&old.to_ne_bytes());
            }
            // SAFETY: as for reading.
            unsafe { std::ptr::copy_nonoverlapping(image.as_ptr(), to, bytes) }
            sum += bytes as u64;
        }
        Ok(sum)
    }
}
