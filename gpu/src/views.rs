//! Objects that a loop's accesses reach, and which of them are the same.
//!
//! **Problem.** `rows[i].items[j]` is an element of a two-dimensional array if no row stands in `rows` twice; nobody declares that. And two names may
//! mean one array.
//!
//! **How.** An access's base is followed through loads that the loop does not write to an object that is the same in all iterations: the *root*. The loads
//! between are the *links*. The host walks each such chain over all elements there are: that gives the objects behind the last link, the element through which each is
//! reached, and whether different subscripts give different ones (*distinct*). Chains that have no object in common within their subscripts' ranges are different arrays. Where all words
//! behind a chain are the same one, such as the lengths of rows, a load of them is a number ([`uniform`]).
//!
//! **What is written.** A loop may write elements of some arrays and follow references through elements of others, of the same form, such as an object's attributes. So loads are first taken to be
//! of what is not written; that tells the objects that are, and then which loads were rightly taken for that ([`apart`]).
//!
//! **Between entries.** What was found ([`Reaches`]) holds as long as nothing in the region writes through the chain's links: host loops enter their inner loops thousands
//! of times, and the rows are walked once.
//!
//! **Invariants.** Only what the heap says is an object is looked into, and only within it. A chain whose rows are not distinct has no dimensions but the last.
//!
//! **Not promised.** That an object is of the expected type, and an element within the array: the region's own tests see to that, before it is loaded.

use crate::affine::{Affine, Range};
use crate::depend::Access;
use crate::entry::Entry;
use crate::implied::ranges_at;
use holloway_compiler::ir::{IrRef, Mem, Op, Ty};
use holloway_compiler::region::offload::Heap;
use holloway_compiler::region::{BlockId, Step};
use std::cell::RefCell;
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

/// A chain as far as memory is concerned: the links' kinds and descriptors, and the elements looked at (`None`: all).
type Key = (u64, Vec<(bool, u32, Option<Range>)>);

/// What lies behind a chain.
#[derive(Debug)]
pub struct Reach {
    /// The objects, and the last subscript that leads there, if it is one only.
    pub objects: HashMap<u64, Option<i128>>,
    /// Whether different subscripts lead to different objects.
    distinct: bool,
    /// Between which of the last subscripts there is a word that is no object, such as null.
    gaps: Option<Range>,
}

/// What has been found behind chains in a run of a region.
#[derive(Default)]
pub struct Reaches {
    found: RefCell<HashMap<Key, Option<Rc<Reach>>>>,
    uniform: RefCell<HashMap<Key, Option<Alike>>>,
    extremes: RefCell<HashMap<Key, Option<Range>>>,
    /// See [`crate::rows`].
    pub rows: RefCell<crate::rows::Known>,
    /// Whether two of them have an object in common, as far as their last subscripts are in these ranges.
    common: RefCell<HashMap<Pair, bool>>,
}

/// A word, and the subscript up to which it is the same in all objects: lists have room behind their elements.
type Alike = (u64, i128);

/// Two of what is behind chains, by their addresses, with ranges.
type Pair = [(*const Reach, Option<Range>); 2];

impl Reaches {
    /// Forgets what may be otherwise at the next entry, where these are the stores of the region.
    pub fn forget(&self, stores: &HashSet<(bool, u32)>) {
        let (mut found, mut uniform) = (self.found.borrow_mut(), self.uniform.borrow_mut());
        // Ranges that are others at each entry would add up.
        let some = found.len() + uniform.len() < MOST_KEYS;
        let lasts =
            |key: &Key| key.1.iter().all(|l| (some || l.2.is_none()) && !stores.contains(&(l.0, l.1)));
        let known = found.len();
        found.retain(|key, _| lasts(key));
        uniform.retain(|key, _| lasts(key));
        self.extremes.borrow_mut().retain(|key, _| lasts(key));
        self.forget_rows(|elem, d| stores.contains(&(elem, d)));
        let mut common = self.common.borrow_mut();
        if found.len() < known || common.len() > MOST_PAIRS {
            // Others may come to lie where those were.
            common.clear();
        }
    }
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
}

/// Most elements of a chain's last link.
const MOST: usize = 1 << 22;
/// Most chains that are remembered with the ranges of their subscripts.
const MOST_KEYS: usize = 256;
/// Most pairs that are remembered.
const MOST_PAIRS: usize = 4096;
/// Most numbers that are looked at when a loop is entered, in half a millisecond: of longer index arrays each item tests its own.
const MOST_NUMBERS: usize = 1 << 18;
/// Most words that are compared to find that all are the same.
const MOST_ALIKE: usize = 1 << 14;

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
        Views { places }
    }

    /// How two places may meet.
    pub fn meet(&self, a: usize, b: usize, entry: &Entry<'_>, heap: &mut dyn Heap) -> Meeting {
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
        let (Some(ra), Some(rb)) = (reach(ca, entry, heap), reach(cb, entry, heap)) else {
            return Meeting::Anywhere("too many objects are reached");
        };
        // The rows' subscripts count where both are rows of the same array, reached in the same way.
        let rows = Rc::ptr_eq(&ra, &rb) && ra.distinct;
        if !rows && !common((ca, &ra), (cb, &rb), entry) {
            return Meeting::Never;
        }
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

    /// The objects that the loop may write.
    ///
    /// # Errors
    /// They are not known.
    pub fn written(&self, entry: &Entry<'_>, heap: &mut dyn Heap) -> Result<Vec<Rc<Reach>>, String> {
        let mut all: Vec<Rc<Reach>> = Vec::new();
        for p in self.places.iter().filter(|p| p.store) {
            let reached = behind(p, entry, heap)?;
            if !all.iter().any(|r| Rc::ptr_eq(r, &reached)) {
                all.push(reached);
            }
        }
        Ok(all)
    }
}

/// Words of objects that a loop accesses, in one way.
pub struct Words {
    /// The objects.
    pub reach: Rc<Reach>,
    /// The offset of the first one, and the bytes to the next (0: there is one).
    pub at: (usize, usize),
    /// The bytes of each.
    pub bytes: usize,
    /// Whether they are references.
    pub refs: bool,
    /// Whether they are written.
    pub stored: bool,
}

impl Views {
    /// All words that the loop may access.
    ///
    /// # Errors
    /// The objects are not known.
    pub fn words(&self, entry: &Entry<'_>, heap: &mut dyn Heap) -> Result<Vec<Words>, String> {
        let mut all: Vec<Words> = Vec::new();
        for p in &self.places {
            let reach = behind(p, entry, heap)?;
            let inst = entry.region.inst(p.inst);
            let vals = &entry.region.vals;
            let (at, mem) = match inst.op {
                Op::LoadElem | Op::StoreElem => {
                    let d = &vals.arrays[inst.aux as usize];
                    ((d.offset as usize, d.stride as usize), d.mem)
                }
                _ => {
                    let d = &vals.fields[inst.aux as usize];
                    ((d.offset as usize, 0), d.mem)
                }
            };
            let refs = inst.ty == Ty::Ref;
            let bytes = mem.bytes() as usize;
            let alike = |w: &&mut Words| Rc::ptr_eq(&w.reach, &reach) && (w.at, w.refs) == (at, refs);
            match all.iter_mut().find(alike) {
                Some(known) => {
                    known.bytes = known.bytes.max(bytes);
                    known.stored |= p.store;
                }
                None => all.push(Words { reach, at, bytes, refs, stored: p.store }),
            }
        }
        Ok(all)
    }
}

/// The objects that an access may reach.
///
/// # Errors
/// They are not known.
pub fn behind(p: &Place, entry: &Entry<'_>, heap: &mut dyn Heap) -> Result<Rc<Reach>, String> {
    let reached = p.chain.as_ref().and_then(|c| reach(c, entry, heap));
    reached.ok_or_else(|| {
        format!("it is not known which objects are accessed at {}", entry.region.line_of(p.block))
    })
}

/// Finds the loads from objects that a loop does not write, though it writes others through the same descriptors. As long as no store has met one, all
/// references are those of the entry, and so are the objects that stores reach: no store is the first to meet one.
pub fn apart(entry: &mut Entry<'_>, heap: &mut dyn Heap) {
    let (region, nest) = (entry.region, entry.nest);
    let blocks = nest.cfg.loops[entry.l].blocks.iter();
    let steps = blocks.flat_map(|&b| &region.blocks[b as usize].steps);
    let all = steps.filter_map(|s| if let Step::Do(r) = s { Some(*r) } else { None });
    let (stores, loads): (Vec<IrRef>, Vec<IrRef>) = all.partition(|r| region.inst(*r).ty == Ty::Void);
    let loads: HashSet<IrRef> = loads.into_iter().filter(|&r| !entry.stable(r)).collect();
    if !loads.iter().any(|&r| region.inst(r).ty == Ty::Ref) {
        return;
    }
    let key = |r: IrRef| {
        let inst = region.inst(r);
        (matches!(inst.op, Op::LoadElem | Op::StoreElem), inst.aux)
    };
    let behind = |r: IrRef, entry: &mut Entry<'_>, heap: &mut dyn Heap| {
        let chain = chain(entry, region.inst(r).args[0], heap)?;
        reach(&chain, entry, heap).filter(|r| !r.objects.is_empty())
    };
    entry.apart = loads;
    loop {
        let reached = stores.iter().map(|&s| Some((key(s), behind(s, entry, heap)?)));
        let written: Option<Vec<_>> = reached.collect();
        let rightly = |load: IrRef, entry: &mut Entry<'_>, heap: &mut dyn Heap| {
            let of = behind(load, entry, heap)?;
            let met = |reach: &Reach| of.objects.keys().any(|o| reach.objects.contains_key(o));
            let alike = written.iter().flatten().filter(|w| w.0 == key(load));
            Some(written.is_some() && !alike.into_iter().any(|w| met(&w.1)))
        };
        let before = entry.apart.len();
        let mut left = entry.apart.clone();
        left.retain(|&load| rightly(load, entry, heap) == Some(true));
        entry.apart = left;
        entry.forget();
        if entry.apart.len() == before {
            return;
        }
    }
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
            links.push(link(entry, base, heap));
            Some((root, links))
        }
        _ => None,
    }
}

/// The link that a load is.
fn link(entry: &mut Entry<'_>, load: IrRef, heap: &mut dyn Heap) -> Link {
    let inst = *entry.region.inst(load);
    match inst.op {
        Op::Load => Link::Field(inst.aux),
        _ => Link::Elem(inst.aux, entry.affine(inst.args[1], heap)),
    }
}

/// What a load gives in all iterations if it is the same everywhere behind its chain.
pub fn uniform(entry: &mut Entry<'_>, load: IrRef, heap: &mut dyn Heap) -> Option<u64> {
    if !entry.stable(load) {
        return None;
    }
    let (root, mut links) = chain(entry, entry.region.inst(load).args[0], heap)?;
    // Without a link only the index changes; its words are data.
    let from = reach(&(root, links.clone()), entry, heap)?;
    links.push(link(entry, load, heap));
    let index = links.last().and_then(|l| if let Link::Elem(_, i) = l { i.clone() } else { None });
    let last = |range: Option<Range>| range.map_or(i128::MAX, |r| r.1);
    let used = index.as_ref().and_then(|i| entry.range(i));
    let whole = alike(key(root, &links, |_| None), &from, entry, heap);
    if let Some((word, _)) = whole.filter(|w| w.1 > last(used) || w.1 == i128::MAX) {
        return Some(word);
    }
    let some = alike(key(root, &links, |a| entry.range(a)), &from, entry, heap);
    if let Some((word, _)) = some.filter(|w| w.1 == i128::MAX) {
        return Some(word);
    }
    // A neighbour's that is loaded only where there is one.
    let index = index?;
    let ranges = ranges_at(entry, entry.nest.block_of[load.index()], heap)?;
    let here = |a: &Affine| a.range(|l| ranges[l]);
    if let Some((word, _)) = whole.filter(|w| w.1 > last(here(&index))) {
        return Some(word);
    }
    let some = alike(key(root, &links, here), &from, entry, heap);
    some.filter(|w| w.1 == i128::MAX).map(|w| w.0)
}

/// The first word behind the last link from some objects, and up to where the others are the same.
fn alike(key: Key, from: &Reach, entry: &Entry<'_>, heap: &mut dyn Heap) -> Option<Alike> {
    if let Some(known) = entry.reaches.uniform.borrow().get(&key) {
        return *known;
    }
    let last = *key.1.last()?;
    let (mut first, mut upto, mut steps) = (None, i128::MAX, 0);
    let begin = last.2.map_or(0, |r| r.0.max(0));
    for &object in from.objects.keys() {
        if upto <= begin {
            break;
        }
        walk(object, last, entry, heap, &mut |i, word| {
            steps += 1;
            let same = *first.get_or_insert(word) == word;
            if !same {
                upto = upto.min(i);
            }
            same && i < upto && steps <= MOST_ALIKE
        });
    }
    let found = first.filter(|_| steps <= MOST_ALIKE).map(|word| (word, upto));
    entry.reaches.uniform.borrow_mut().insert(key, found);
    found
}

/// Between which numbers what a load gives is in all iterations: nothing writes there, and all that lies behind its chain is looked at.
pub fn extremes(entry: &mut Entry<'_>, load: IrRef, heap: &mut dyn Heap) -> Option<Range> {
    if !entry.stable(load) || entry.region.inst(load).ty != Ty::Int {
        return None;
    }
    let (root, mut links) = chain(entry, entry.region.inst(load).args[0], heap)?;
    let from = reach(&(root, links.clone()), entry, heap)?;
    links.push(link(entry, load, heap));
    let key = key(root, &links, |_| None);
    if let Some(known) = entry.reaches.extremes.borrow().get(&key) {
        return *known;
    }
    let last = *key.1.last()?;
    let mut room = MOST_NUMBERS * 8;
    let few = from.objects.keys().all(|&object| {
        let bytes = heap.object(object).map_or(0, |o| o.1);
        room.checked_sub(bytes).is_some_and(|rest| {
            room = rest;
            true
        })
    });
    let mut range: Option<Range> = None;
    let all = few
        && from.objects.keys().all(|&object| {
            walk(object, last, entry, heap, &mut |_, word| {
                let n = word as i64 as i128;
                range = Some(range.map_or((n, n), |(low, high)| (low.min(n), high.max(n))));
                true
            })
        });
    let found = range.filter(|_| all);
    entry.reaches.extremes.borrow_mut().insert(key, found);
    found
}

/// Whether a reference that is loaded is never the same as another one, which does not change, such as null.
pub fn never(entry: &mut Entry<'_>, load: IrRef, other: IrRef, heap: &mut dyn Heap) -> bool {
    let Some(other) = entry.constant(other, heap) else { return false };
    let Some(chain) = chain(entry, load, heap) else { return false };
    let Some(found) = reach(&chain, entry, heap) else { return false };
    let there = match (found.gaps, last_subscripts(&chain, entry)) {
        (None, _) => true,
        (Some(gaps), Some(used)) => used.1 < gaps.0 || gaps.1 < used.0,
        (Some(_), None) => false,
    };
    there && !found.objects.contains_key(&other)
}

/// The range of the last subscript on a chain.
fn last_subscripts(chain: &Chain, entry: &Entry<'_>) -> Option<Range> {
    let elems = chain.1.iter().rev().filter_map(|l| if let Link::Elem(_, i) = l { Some(i) } else { None });
    elems.take(1).flatten().next().and_then(|i| entry.range(i))
}

/// A chain's key with some elements.
fn key(root: u64, links: &[Link], elements: impl Fn(&Affine) -> Option<Range>) -> Key {
    let of = |l: &Link| match l {
        Link::Field(d) => (false, *d, None),
        Link::Elem(d, index) => (true, *d, index.as_ref().and_then(&elements)),
    };
    (root, links.iter().map(of).collect())
}

/// What lies behind a chain; `None` if it is too much.
fn reach((root, links): &Chain, entry: &Entry<'_>, heap: &mut dyn Heap) -> Option<Rc<Reach>> {
    let whole = found(key(*root, links, |_| None), entry, heap);
    match whole {
        Some(whole) if whole.distinct => Some(whole),
        // There may be more than the loop uses, such as what a list has room for.
        _ => found(key(*root, links, |a| entry.range(a)), entry, heap),
    }
}

fn found(key: Key, entry: &Entry<'_>, heap: &mut dyn Heap) -> Option<Rc<Reach>> {
    if let Some(known) = entry.reaches.found.borrow().get(&key) {
        return known.clone();
    }
    let reach = match key.1.split_last() {
        None => Some(Reach {
            objects: heap.object(key.0).map(|_| (key.0, None)).into_iter().collect(),
            distinct: true,
            gaps: None,
        }),
        Some((last, before)) => {
            found((key.0, before.to_vec()), entry, heap).and_then(|from| follow(&from, *last, entry, heap))
        }
    };
    let reach = reach.map(Rc::new);
    entry.reaches.found.borrow_mut().insert(key, reach.clone());
    reach
}

/// The objects behind one more link.
fn follow(
    from: &Reach,
    link: (bool, u32, Option<Range>),
    entry: &Entry<'_>,
    heap: &mut dyn Heap,
) -> Option<Reach> {
    let mut to = Reach { objects: HashMap::new(), distinct: from.distinct, gaps: None };
    let mut steps = 0;
    for (&object, &through) in &from.objects {
        let mut words = Vec::new();
        let enough = walk(object, link, entry, heap, &mut |i, word| {
            words.push((i, word));
            steps += 1;
            steps <= MOST
        });
        if !enough {
            return None;
        }
        for (i, word) in words {
            if heap.object(word).is_none() {
                let (first, last) = to.gaps.unwrap_or((i128::MAX, i128::MIN));
                let (low, high) = match (link.0, through) {
                    (true, _) => (i, i),
                    (false, Some(i)) => (i, i),
                    (false, None) => (i128::MIN, i128::MAX),
                };
                to.gaps = Some((first.min(low), last.max(high)));
                continue;
            }
            let before = to.objects.insert(word, if link.0 { Some(i) } else { through });
            if before.is_some() {
                to.distinct = false;
                to.objects.insert(word, None);
            }
        }
    }
    Some(to)
}

/// Shows the words of an object that a link may load, and their subscripts, as long as it is wanted; whether that was to the end.
pub fn walk(
    object: u64,
    (elem, d, range): (bool, u32, Option<Range>),
    entry: &Entry<'_>,
    heap: &mut dyn Heap,
    want: &mut dyn FnMut(i128, u64) -> bool,
) -> bool {
    let Some((at, bytes)) = heap.object(object) else { return true };
    if heap.bring_back(object).is_err() {
        return false;
    }
    let mut show = |i: i128, offset: usize, mem: Mem| {
        let inside = offset.checked_add(mem.bytes() as usize).is_some_and(|end| end <= bytes);
        // SAFETY: the heap says that these bytes are the object's, and nobody else runs.
        !inside || want(i, unsafe { word(at.add(offset), mem) })
    };
    if !elem {
        let d = &entry.region.vals.fields[d as usize];
        return show(0, d.offset as usize, d.mem);
    }
    let d = &entry.region.vals.arrays[d as usize];
    let room = (bytes as u64).saturating_sub(d.offset as u64).div_ceil(d.stride as u64);
    let (first, last) = range.unwrap_or((0, i128::MAX));
    let place = |i: i128| d.offset as usize + i as usize * d.stride as usize;
    (first.max(0)..=last.min(room as i128 - 1)).all(|i| show(i, place(i), d.mem))
}

/// A word in memory.
///
/// # Safety
/// There is one.
unsafe fn word(at: *const u8, mem: Mem) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        match mem {
            Mem::U8 => at.read().into(),
            Mem::U16 => at.cast::<u16>().read_unaligned().into(),
            Mem::U32 => at.cast::<u32>().read_unaligned().into(),
            Mem::I32 => at.cast::<i32>().read_unaligned() as i64 as u64,
            Mem::W64 => at.cast::<u64>().read_unaligned(),
        }
    }
}

/// Whether two chains may lead to one object.
fn common((a, ra): (&Chain, &Rc<Reach>), (b, rb): (&Chain, &Rc<Reach>), entry: &Entry<'_>) -> bool {
    let ends = [(Rc::as_ptr(ra), last_subscripts(a, entry)), (Rc::as_ptr(rb), last_subscripts(b, entry))];
    if let Some(known) = entry.reaches.common.borrow().get(&ends) {
        return *known;
    }
    let within = |range: Option<Range>, through: Option<i128>| match (range, through) {
        (Some((first, last)), Some(i)) => (first..=last).contains(&i),
        _ => true,
    };
    let (wa, wb) = (ends[0].1, ends[1].1);
    let (few, many, wf, wm) = match ra.objects.len() <= rb.objects.len() {
        true => (ra, rb, wa, wb),
        false => (rb, ra, wb, wa),
    };
    let meets =
        |(o, i): (&u64, &Option<i128>)| within(wf, *i) && many.objects.get(o).is_some_and(|j| within(wm, *j));
    let met = few.objects.iter().any(meets);
    entry.reaches.common.borrow_mut().insert(ends, met);
    met
}
