//! Objects that a loop's accesses reach, and which of them are the same.
//!
//! **Problem.** `rows[i].items[j]` is an element of a two-dimensional array if no row stands in `rows` twice; nobody declares that. And two names may
//! mean one array.
//!
//! **How.** An access's base is followed through loads that the loop does not write to an object that is the same in all iterations: the *root*. The loads
//! between are the *links*. The host walks each such chain when the loop is entered, over all elements that the subscripts may reach: that gives the set of objects behind
//! the last link, and whether different subscripts give different ones (*distinct*). Sets that have nothing in common are different arrays.
//!
//! **Invariants.** Only what the heap says is an object is looked into, and only within it. A chain whose rows are not distinct has no dimensions but the last.
//!
//! **Not promised.** That an object is of the expected type: the region's own tests see to that.

use crate::affine::Affine;
use crate::depend::Access;
use crate::entry::Entry;
use holloway_compiler::ir::eval::element;
use holloway_compiler::ir::{IrRef, Op, Ty};
use holloway_compiler::region::offload::Heap;
use holloway_compiler::region::{BlockId, Step};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// One load on the way from the root.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Link {
    /// Of a field, by its descriptor.
    Field(u32),
    /// Of an element, by its descriptor; which one, if that is known.
    Elem(u32, Option<Affine>),
}

/// The way to an object: an address, and links from there.
type Chain = (u64, Vec<Link>);

/// What lies behind a chain.
#[derive(Debug)]
struct Reach {
    objects: HashSet<u64>,
    /// Whether different subscripts lead to different objects.
    distinct: bool,
}

/// A load or store of a loop.
#[derive(Clone, Debug)]
pub struct Place {
    /// The step.
    pub inst: IrRef,
    /// Its block.
    pub block: BlockId,
    /// Whether it writes.
    pub store: bool,
    /// The chain to its object; `None` is unknown.
    chain: Option<Chain>,
    /// Which element, if it is of an array and that is known.
    index: Option<Affine>,
    /// Loops around it.
    path: Vec<usize>,
}

/// How two places may meet.
pub enum Meeting {
    /// Not at all: they are different objects, or parts.
    Never,
    /// Where these accesses meet.
    Where(Access, Access),
    /// Nothing is known, for this reason.
    Anywhere(&'static str),
}

/// The accesses of a loop.
pub struct Views {
    /// All of them.
    pub places: Vec<Place>,
    reached: HashMap<Chain, Option<Rc<Reach>>>,
}

/// Most objects behind a chain.
const MOST: usize = 1 << 22;

impl Views {
    /// Of a loop that is about to be entered.
    pub fn new(entry: &mut Entry<'_>, heap: &mut dyn Heap) -> Views {
        let mut places = Vec::new();
        for &block in &entry.nest.cfg.loops[entry.l].blocks {
            for step in &entry.region.blocks[block as usize].steps {
                let Step::Do(inst) = *step else { continue };
                let i = *entry.region.inst(inst);
                let index = match i.op {
                    Op::LoadElem | Op::StoreElem => entry.affine(i.args[1], heap),
                    _ => None,
                };
                let chain = chain(entry, i.args[0], heap);
                let path = entry.path(block);
                places.push(Place { inst, block, store: i.ty == Ty::Void, chain, index, path });
            }
        }
        Views { places, reached: HashMap::new() }
    }

    /// How two places may meet.
    pub fn meet(&mut self, a: usize, b: usize, entry: &Entry<'_>, heap: &mut dyn Heap) -> Meeting {
        let (a, b) = (self.places[a].clone(), self.places[b].clone());
        let key = |p: &Place| {
            let inst = entry.region.inst(p.inst);
            (matches!(inst.op, Op::LoadElem | Op::StoreElem), inst.aux)
        };
        if key(&a) != key(&b) {
            return Meeting::Never;
        }
        let (Some(ca), Some(cb)) = (&a.chain, &b.chain) else {
            return Meeting::Anywhere("it is not known which object is accessed");
        };
        let reached = (reach(&mut self.reached, ca, entry, heap), reach(&mut self.reached, cb, entry, heap));
        let (Some(ra), Some(rb)) = reached else {
            return Meeting::Anywhere("too many objects are reached");
        };
        if ra.objects.is_disjoint(&rb.objects) {
            return Meeting::Never;
        }
        // The rows' subscripts count where both are rows of the same array.
        let rows = form(ca) == form(cb) && self.distinct(ca, cb, entry, heap);
        let subs = |p: &Place, c: &Chain| {
            let dims = c.1.iter().filter(|_| rows).filter_map(|l| match l {
                Link::Field(_) => None,
                Link::Elem(_, i) => Some(i.clone()),
            });
            let last = key(p).0.then(|| p.index.clone());
            Access { path: p.path.clone(), subs: dims.chain(last).collect() }
        };
        Meeting::Where(subs(&a, ca), subs(&b, cb))
    }

    /// Whether different subscripts of two chains of one form lead to different objects.
    fn distinct(&mut self, a: &Chain, b: &Chain, entry: &Entry<'_>, heap: &mut dyn Heap) -> bool {
        // One walk over all subscripts covers both.
        let wide = |l: &Link| match l {
            Link::Elem(d, _) => Link::Elem(*d, None),
            field => field.clone(),
        };
        let whole = if a == b { a.clone() } else { (a.0, a.1.iter().map(wide).collect()) };
        reach(&mut self.reached, &whole, entry, heap).is_some_and(|r| r.distinct)
    }

    /// The objects that the loop may write.
    ///
    /// # Errors
    /// They are not known.
    pub fn written(&mut self, entry: &Entry<'_>, heap: &mut dyn Heap) -> Result<HashSet<u64>, String> {
        self.objects(entry, heap, |p| p.store)
    }

    /// The objects that some of the places may reach.
    ///
    /// # Errors
    /// They are not known.
    pub fn objects(
        &mut self,
        entry: &Entry<'_>,
        heap: &mut dyn Heap,
        of: impl Fn(&Place) -> bool,
    ) -> Result<HashSet<u64>, String> {
        let mut all = HashSet::new();
        for p in self.places.iter().filter(|p| of(p)) {
            let reached = p.chain.as_ref().and_then(|c| reach(&mut self.reached, c, entry, heap));
            let Some(reached) = reached else {
                let at = entry.region.place_of(p.block);
                return Err(format!("it is not known which objects are accessed at {at}"));
            };
            all.extend(reached.objects.iter().copied());
        }
        Ok(all)
    }
}

impl Views {
    /// Where references are loaded from: objects, the offset of the first, and the bytes to the next one (0: there is one).
    ///
    /// # Errors
    /// The objects are not known.
    pub fn references(
        &mut self,
        entry: &Entry<'_>,
        heap: &mut dyn Heap,
    ) -> Result<Vec<(u64, usize, usize)>, String> {
        let is_ref = |p: &Place| !p.store && entry.region.inst(p.inst).ty == Ty::Ref;
        let mut of: HashSet<(bool, u32)> = HashSet::new();
        for p in self.places.iter().filter(|p| is_ref(p)) {
            let inst = entry.region.inst(p.inst);
            of.insert((inst.op == Op::LoadElem, inst.aux));
        }
        let mut all = Vec::new();
        for (elem, aux) in of {
            let same = |p: &Place| {
                let inst = entry.region.inst(p.inst);
                is_ref(p) && (inst.op == Op::LoadElem, inst.aux) == (elem, aux)
            };
            let (offset, stride) = match elem {
                true => (
                    entry.region.vals.arrays[aux as usize].offset,
                    entry.region.vals.arrays[aux as usize].stride,
                ),
                false => (entry.region.vals.fields[aux as usize].offset, 0),
            };
            let objects = self.objects(entry, heap, same)?;
            all.extend(objects.into_iter().map(|o| (o, offset as usize, stride as usize)));
        }
        Ok(all)
    }
}

/// A chain without its subscripts.
fn form(c: &Chain) -> (u64, Vec<(bool, u32)>) {
    let kind = |l: &Link| match l {
        Link::Field(d) => (false, *d),
        Link::Elem(d, _) => (true, *d),
    };
    (c.0, c.1.iter().map(kind).collect())
}

/// The way to an object.
fn chain(entry: &mut Entry<'_>, base: IrRef, heap: &mut dyn Heap) -> Option<Chain> {
    if let Some(root) = entry.constant(base, heap) {
        return Some((root, Vec::new()));
    }
    let inst = *entry.region.inst(base);
    match inst.op {
        Op::RefFromInt | Op::RefToInt => chain(entry, inst.args[0], heap),
        Op::Load | Op::LoadElem if entry.stable(base) => {
            let (root, mut links) = chain(entry, inst.args[0], heap)?;
            links.push(match inst.op {
                Op::Load => Link::Field(inst.aux),
                _ => Link::Elem(inst.aux, entry.affine(inst.args[1], heap)),
            });
            Some((root, links))
        }
        _ => None,
    }
}

/// Walks a chain; `None` if there is too much behind it.
fn reach(
    known: &mut HashMap<Chain, Option<Rc<Reach>>>,
    chain: &Chain,
    entry: &Entry<'_>,
    heap: &mut dyn Heap,
) -> Option<Rc<Reach>> {
    if let Some(known) = known.get(chain) {
        return known.clone();
    }
    let found = match chain.1.split_last() {
        None => Some(Reach {
            objects: heap.object(chain.0).map(|_| chain.0).into_iter().collect(),
            distinct: true,
        }),
        Some((last, before)) => reach(known, &(chain.0, before.to_vec()), entry, heap)
            .and_then(|from| follow(&from, last, entry, heap)),
    };
    let found = found.map(Rc::new);
    known.insert(chain.clone(), found.clone());
    found
}

/// The objects behind one more link.
fn follow(from: &Reach, link: &Link, entry: &Entry<'_>, heap: &mut dyn Heap) -> Option<Reach> {
    let mut to = Reach { objects: HashSet::new(), distinct: from.distinct };
    let mut steps = 0;
    for &object in &from.objects {
        let Some((_, bytes)) = heap.object(object) else { continue };
        let mut load = |addr: u64, mem: holloway_compiler::ir::Mem| {
            let inside = addr >= object && addr + mem.bytes() as u64 <= object + bytes as u64;
            let found = if inside { heap.load(addr, mem).ok() } else { None };
            if let Some(found) = found.filter(|f| heap.object(*f).is_some()) {
                to.distinct &= to.objects.insert(found);
            }
        };
        match link {
            Link::Field(d) => {
                let d = &entry.region.vals.fields[*d as usize];
                load(object + d.offset as u64, d.mem);
            }
            Link::Elem(d, index) => {
                let d = &entry.region.vals.arrays[*d as usize];
                let room = (bytes as u64).saturating_sub(d.offset as u64).div_ceil(d.stride as u64);
                let (first, last) = index.as_ref().and_then(|i| entry.range(i)).unwrap_or((0, i128::MAX));
                let last = last.min(room as i128 - 1);
                for i in first.max(0)..=last {
                    steps += 1;
                    if steps > MOST {
                        return None;
                    }
                    load(element(d, object, i as u64), d.mem);
                }
            }
        }
    }
    Some(to)
}
