//! Objects on a device that has memory of its own.
//!
//! **Problem.** Kernels follow the guest's references. Where addresses mean nothing to the device, the objects that a loop may reach are laid out in one
//! buffer, and references among them become their places in it. A region may have hundreds of kernels, and a program runs it again and again: what is copied each time
//! takes longer than the kernels.
//!
//! **How.** Analysis knows all objects that a loop's accesses may reach, and which words it loads as references ([`Words`]). Those words are translated on the way
//! to the device. A copy stays there when the kernel has ended, and when the run has: the host keeps an *image* of the buffer, byte for byte what the device has. Before the first kernel of
//! a run that reaches an object, it is translated anew and compared with its image, and blocks that differ are sent. So the guest stores to its arrays as ever, and the collector need not tell
//! what it frees: who has the address now is compared, too. Within a run it is known who writes: of what a kernel may have written ([`Copy::written`]) the device has the only right bytes, until
//! the host wants to read them ([`crate::coherent`]) or the run ends; what the host has written since is sent before the next kernel.
//!
//! **Invariants.**
//! 1. The image of a copy is what the device has, but for what kernels may have written. That lies on the device alone, and is not sent over.
//! 2. All copies that a kernel reaches are translated by the same table. An object that is not there keeps its address as its name, which no place in the buffer is equal
//!    to: so references compare as on the host.
//! 3. Copies do not overlap on the host: what was freed makes room for what is there now.
//! 4. Nothing is written to the host's memory before the kernel has succeeded. If the run fails, copies that kernels may have written are forgotten.
//!
//! **Not promised.** Loops that store references, or read one word both as a reference and as a number: they are refused. That comparing costs nothing: it takes the host as long as reading
//! its memory twice.

use crate::device::{Buffer, Device, Error};
use crate::entry::Entry;
use crate::places::{Places, ALIGN};
use crate::schedule::{Parallel, Role};
use crate::views::{Reach, Words};
use holloway_compiler::ir::{IrRef, Mem, Op, Ty};
use holloway_compiler::region::offload::Heap;
use holloway_compiler::region::report::Copied;
use holloway_compiler::region::{Placed, Step};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

/// What is compared at a time, and sent if it differs.
const BLOCK: usize = 4096;

/// Parts so far from each other are transferred as one: that takes less time than another transfer.
const NEAR: usize = 4 * BLOCK;

/// Copies may take one of so many parts of a device's memory when no kernel needs them.
const SHARE: u64 = 4;

/// The copies.
#[derive(Debug)]
pub struct Mirror {
    device: Device,
    /// How many bytes are kept when no kernel needs them.
    most: u64,
    buffer: Option<Buffer>,
    /// What the device has, from the buffer's beginning on.
    image: Vec<u8>,
    places: Places,
    /// By the objects' addresses.
    copies: BTreeMap<u64, Copy>,
    /// Objects by place, for references that come back.
    back: HashMap<u64, u64>,
    /// Counts runs.
    run: u64,
    /// Grows with each run, and when an object gets a place or loses it, as references to it are translated otherwise from then on.
    epoch: u64,
    /// The epoch in which this run began.
    begun: u64,
    /// What needs nothing done in this epoch.
    settled: HashMap<Key, Settled>,
    /// Objects of which the device has the only right bytes.
    written: BTreeSet<u64>,
    /// Objects that the host has written in this run.
    changed: BTreeSet<u64>,
    copied: Copied,
    /// The bytes of what kernels reached since that was told.
    reached: u64,
}

/// A copy of an object.
#[derive(Debug)]
struct Copy {
    place: usize,
    bytes: usize,
    /// Words that are translated: the offset of the first, and the bytes to the next (0: there is one).
    refs: Vec<(usize, usize)>,
    /// Whether the device has it.
    sent: bool,
    /// The last run that reached it.
    used: u64,
    /// The epoch in which it was compared.
    seen: u64,
    /// Bytes that kernels may have written since they were fetched.
    written: Option<Range<usize>>,
}

/// Identifies [`Words`].
type Key = (*const Reach, (usize, usize), usize, bool, bool);

#[derive(Debug)]
struct Settled {
    /// The key's address stays its own.
    reach: Rc<Reach>,
    /// The bytes of all objects.
    bytes: u64,
    /// Whether they are noted as written.
    written: bool,
}

fn key(w: &Words) -> Key {
    (Rc::as_ptr(&w.reach), w.at, w.bytes, w.refs, w.stored)
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

/// Why objects cannot be brought to the device.
enum Trouble {
    Device(Error),
    Other(String),
}

impl From<Error> for Trouble {
    fn from(e: Error) -> Trouble {
        Trouble::Device(e)
    }
}

impl Mirror {
    /// Without copies yet.
    pub fn new(device: &Device) -> Mirror {
        let info = device.info();
        Mirror {
            most: (info.memory / SHARE).min(info.largest),
            device: device.clone(),
            buffer: None,
            image: Vec::new(),
            places: Places::default(),
            copies: BTreeMap::new(),
            back: HashMap::new(),
            run: 0,
            epoch: 0,
            begun: 0,
            settled: HashMap::new(),
            written: BTreeSet::new(),
            changed: BTreeSet::new(),
            copied: Copied::default(),
            reached: 0,
        }
    }

    /// Keeps no more than these bytes when no kernel needs them.
    pub fn keep_at_most(&mut self, bytes: u64) {
        self.most = bytes;
    }

    /// A run of a region begins: the guest may have written anything, and freed objects.
    pub fn begin(&mut self) {
        self.run += 1;
        self.changes();
        self.begun = self.epoch;
        self.changed.clear();
    }

    /// The run has come to the region's exit: the host gets what kernels have written.
    ///
    /// # Errors
    /// What the device says; then the host's memory is as before.
    pub fn end(&mut self, heap: &dyn Heap) -> Result<(), Error> {
        self.fetch_all(heap)?;
        self.trim();
        Ok(())
    }

    /// The run has failed, and the host's memory will be as before.
    pub fn abandon(&mut self) {
        for object in std::mem::take(&mut self.written) {
            self.forget(object);
        }
        self.trim();
    }

    /// What was copied since the last call.
    pub fn take_copied(&mut self) -> Copied {
        let mut copied = std::mem::take(&mut self.copied);
        copied.stayed = std::mem::take(&mut self.reached).saturating_sub(copied.there);
        copied
    }

    /// The device's side.
    pub fn buffer(&self) -> Option<&Buffer> {
        self.buffer.as_ref()
    }

    /// A value as the device knows it.
    pub fn there(&self, ty: Ty, bits: u64) -> u64 {
        match ty {
            Ty::Ref => self.name(bits),
            _ => bits,
        }
    }

    fn name(&self, object: u64) -> u64 {
        self.copies.get(&object).map_or(object, |c| c.place as u64)
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

    /// Brings what a loop accesses to the device.
    ///
    /// # Errors
    /// Why it cannot be there.
    pub fn bring(&mut self, words: &[Words], heap: &dyn Heap) -> Result<(), String> {
        let mut done = self.settle_all(words, heap);
        if matches!(done, Err(Trouble::Device(Error::Memory(_)))) {
            // Others, and gaps, have taken the room.
            self.fetch_all(heap).map_err(|e| e.to_string())?;
            self.clear();
            done = self.settle_all(words, heap);
        }
        done.map_err(|t| match t {
            Trouble::Device(e) => e.to_string(),
            Trouble::Other(why) => why,
        })?;
        let mut counted = BTreeSet::new();
        for (key, settled) in words.iter().filter_map(|w| self.settled.get_key_value(&key(w))) {
            if counted.insert(key.0) {
                self.reached += settled.bytes;
            }
        }
        Ok(())
    }

    fn settle_all(&mut self, words: &[Words], heap: &dyn Heap) -> Result<(), Trouble> {
        let new = |mirror: &Mirror| words.iter().any(|w| !mirror.settled.contains_key(&key(w)));
        if new(self) {
            self.settle(words, heap)?;
        }
        // What is new has made references to be translated otherwise.
        if new(self) {
            self.settle(words, heap)?;
        }
        Ok(())
    }

    /// Settles those words that are not.
    fn settle(&mut self, words: &[Words], heap: &dyn Heap) -> Result<(), Trouble> {
        let words: Vec<&Words> = words.iter().filter(|w| !self.settled.contains_key(&key(w))).collect();
        let wanted = self.wanted(&words, heap)?;
        self.place(&wanted, heap);
        self.enlarge(heap)?;
        let mut parts = Vec::new();
        for &object in wanted.keys() {
            self.compare(object, heap, &mut parts)?;
        }
        self.send(parts)?;
        for w in words {
            let bytes = w.reach.objects.keys().filter_map(|o| wanted.get(o)).map(|o| o.bytes as u64).sum();
            self.settled.insert(key(w), Settled { reach: w.reach.clone(), bytes, written: false });
        }
        Ok(())
    }

    /// The objects among words, with those of their words that are references. Copies in which some are references that are numbers to this loop are forgotten.
    fn wanted(&mut self, words: &[&Words], heap: &dyn Heap) -> Result<BTreeMap<u64, Wanted>, Trouble> {
        let mut all: BTreeMap<u64, Wanted> = BTreeMap::new();
        for w in words {
            for &object in w.reach.objects.keys() {
                let Some((_, bytes)) = heap.object(object) else { continue };
                let wanted = all.entry(object).or_insert(Wanted { bytes, refs: Vec::new() });
                if w.refs && !wanted.refs.contains(&w.at) {
                    wanted.refs.push(w.at);
                }
            }
        }
        for w in words.iter().filter(|w| !w.refs) {
            for object in w.reach.objects.keys() {
                let now = all.get(object).map_or(&[][..], |wanted| &wanted.refs);
                if w.stored && now.iter().any(|&at| overlap(at, w)) {
                    return Err(Trouble::Other("references are overwritten with numbers".into()));
                }
                let before = self.copies.get(object).map_or(&[][..], |c| &c.refs);
                if before.iter().any(|at| !now.contains(at) && overlap(*at, w)) {
                    self.fetch(&[*object], heap)?;
                    self.forget(*object);
                }
            }
        }
        Ok(all)
    }

    /// Gives objects places that have none.
    fn place(&mut self, wanted: &BTreeMap<u64, Wanted>, heap: &dyn Heap) {
        let mut new = 0;
        for (&object, w) in wanted {
            match self.copies.get_mut(&object) {
                Some(copy) if copy.bytes == w.bytes => {
                    copy.used = self.run;
                    for at in &w.refs {
                        if !copy.refs.contains(at) {
                            copy.refs.push(*at);
                            copy.seen = 0;
                        }
                    }
                }
                _ => {
                    // Objects that were freed.
                    let below = self.copies.range(..object + w.bytes as u64).rev();
                    let old = below.take_while(|(o, c)| **o + c.bytes as u64 > object).map(|(o, _)| *o);
                    for object in old.collect::<Vec<u64>>() {
                        self.forget(object);
                    }
                    new += Places::room(w.bytes);
                }
            }
        }
        self.make_room(new, heap);
        for (&object, w) in wanted {
            if self.copies.contains_key(&object) {
                continue;
            }
            let place = self.places.take(w.bytes);
            self.back.insert(place as u64, object);
            let (bytes, refs) = (w.bytes, w.refs.clone());
            let copy = Copy { place, bytes, refs, sent: false, used: self.run, seen: 0, written: None };
            self.copies.insert(object, copy);
        }
        if new > 0 {
            self.changes();
        }
        if self.image.len() < self.places.end() {
            self.image.resize(self.places.end(), 0);
        }
    }

    /// Has so many bytes more not be too much: forgets copies of objects that are gone before the buffer must grow, and those that this run has not reached, the ones
    /// that were reached longest ago first, before there are more than are kept.
    fn make_room(&mut self, bytes: usize, heap: &dyn Heap) {
        if self.buffer.as_ref().is_some_and(|b| self.places.end() + bytes > b.bytes()) {
            let gone = |(&object, c): (&u64, &Copy)| {
                let is = heap.object(object).is_some_and(|o| o.1 == c.bytes);
                (!is).then_some(object)
            };
            let gone: Vec<u64> = self.copies.iter().filter_map(gone).collect();
            gone.into_iter().for_each(|object| self.forget(object));
        }
        let over = |mirror: &Mirror| (mirror.places.taken() + bytes) as u64 > mirror.most;
        if !over(self) {
            return;
        }
        let unused = self.copies.iter().filter(|c| c.1.used < self.run).map(|(&object, c)| (c.used, object));
        let mut unused: Vec<(u64, u64)> = unused.collect();
        unused.sort_unstable();
        for (_, object) in unused {
            if over(self) {
                self.forget(object);
            }
        }
    }

    /// Has the buffer be large enough. A larger one is a new one, and everything is sent there again: so no two are needed at once.
    fn enlarge(&mut self, heap: &dyn Heap) -> Result<(), Error> {
        let needed = self.places.end();
        if self.buffer.as_ref().is_some_and(|b| b.bytes() >= needed) {
            return Ok(());
        }
        self.fetch_all(heap)?;
        self.buffer = None;
        self.doubt();
        let roomy = (2 * needed as u64).min(self.most).max(needed as u64) as usize;
        self.buffer = Some(self.device.buffer(roomy).or_else(|_| self.device.buffer(needed))?);
        Ok(())
    }

    /// Translates an object, compares it with its image, and notes the parts that are to be sent.
    fn compare(&mut self, object: u64, heap: &dyn Heap, parts: &mut Vec<Range<usize>>) -> Result<(), Error> {
        let Some(copy) = self.copies.get(&object) else { return Ok(()) };
        let since = if copy.refs.is_empty() { self.begun } else { self.epoch };
        if copy.sent && copy.seen >= since {
            return Ok(());
        }
        if copy.written.is_some() {
            if copy.refs.is_empty() {
                return Ok(());
            }
            self.fetch(&[object], heap)?;
        }
        let Some(copy) = self.copies.get(&object) else { return Ok(()) };
        // Another one may be there, which this run has not reached.
        let Some((from, bytes)) = heap.object(object).filter(|o| o.1 == copy.bytes) else { return Ok(()) };
        // SAFETY: the heap says that these bytes are the object's, and nobody else runs.
        let bytes = unsafe { std::slice::from_raw_parts(from, bytes) };
        let (place, sent) = (copy.place, copy.sent);
        match copy.refs.is_empty() {
            true => note(&mut self.image, place, bytes, sent, parts),
            false => {
                let mut translated = bytes.to_vec();
                for here in copy.references() {
                    let word = word(&translated, here);
                    translated[here..][..8].copy_from_slice(&self.name(word).to_ne_bytes());
                }
                note(&mut self.image, place, &translated, sent, parts);
            }
        }
        if let Some(copy) = self.copies.get_mut(&object) {
            (copy.sent, copy.seen) = (true, self.epoch);
        }
        Ok(())
    }

    /// Sends parts of the image.
    fn send(&mut self, mut parts: Vec<Range<usize>>) -> Result<(), Error> {
        // Between parts may lie what kernels have written, of which there is no image; but not between one object and the next.
        let near = if self.written.is_empty() { NEAR } else { ALIGN - 1 };
        join(&mut parts, near);
        let Some(buffer) = &mut self.buffer else { return Ok(()) };
        for part in parts {
            self.copied.there += part.len() as u64;
            if let Err(e) = buffer.write_to(part.start, &self.image[part]) {
                self.doubt();
                return Err(e);
            }
        }
        Ok(())
    }

    /// Sends what the host has written since.
    ///
    /// # Errors
    /// What the device says.
    pub fn flush(&mut self, heap: &dyn Heap) -> Result<(), Error> {
        let mut parts = Vec::new();
        for object in std::mem::take(&mut self.changed) {
            if self.copies.get(&object).is_some_and(|c| c.sent) {
                self.compare(object, heap, &mut parts)?;
            }
        }
        self.send(parts)
    }

    /// A kernel that accesses these is about to run.
    pub fn kernel_writes(&mut self, words: &[Words]) {
        for w in words.iter().filter(|w| w.stored) {
            let Some(settled) = self.settled.get_mut(&key(w)).filter(|s| !s.written) else { continue };
            settled.written = true;
            for object in settled.reach.objects.keys() {
                let Some(copy) = self.copies.get_mut(object) else { continue };
                let end = if w.at.1 == 0 { w.at.0 + w.bytes } else { copy.bytes };
                let before = copy.written.take().unwrap_or(w.at.0..end);
                copy.written = Some(before.start.min(w.at.0)..before.end.max(end).min(copy.bytes));
                self.written.insert(*object);
            }
        }
    }

    /// The host is about to read a word: it must be right.
    ///
    /// # Errors
    /// What the device says.
    pub fn host_reads(&mut self, addr: u64, mem: Mem, heap: &dyn Heap) -> Result<(), Error> {
        if self.written.is_empty() {
            return Ok(());
        }
        let Some((&object, copy)) = self.copies.range(..=addr).next_back() else { return Ok(()) };
        let first = (addr - object) as usize;
        let meets = |w: &Range<usize>| first < w.end && w.start < first + mem.bytes() as usize;
        match copy.written.as_ref().is_some_and(meets) {
            true => self.fetch(&[object], heap),
            false => Ok(()),
        }
    }

    /// The host is about to write a word: from then on its bytes of the object are right, all of them.
    ///
    /// # Errors
    /// What the device says.
    pub fn host_writes(&mut self, addr: u64, heap: &dyn Heap) -> Result<(), Error> {
        let found = self.copies.range_mut(..=addr).next_back();
        let Some((&object, copy)) = found.filter(|(o, c)| addr < **o + c.bytes as u64) else { return Ok(()) };
        copy.seen = 0;
        self.changed.insert(object);
        match copy.written {
            Some(_) => self.fetch(&[object], heap),
            None => Ok(()),
        }
    }

    /// Gets everything that kernels have written.
    ///
    /// # Errors
    /// What the device says; then the host's memory is as before.
    pub fn fetch_all(&mut self, heap: &dyn Heap) -> Result<(), Error> {
        let all: Vec<u64> = self.written.iter().copied().collect();
        self.fetch(&all, heap)
    }

    fn fetch(&mut self, objects: &[u64], heap: &dyn Heap) -> Result<(), Error> {
        let written = |o: &u64| {
            let copy = self.copies.get(o)?;
            Some((copy.place, copy.written.clone()?))
        };
        let parts = objects.iter().filter_map(written).map(|(at, w)| at + w.start..at + w.end);
        let mut parts: Vec<Range<usize>> = parts.collect();
        // What lies between is as in its image, unless kernels have written it: then it is among the parts, or there is one.
        join(&mut parts, NEAR);
        let Some(buffer) = self.buffer.as_ref().filter(|_| !parts.is_empty()) else { return Ok(()) };
        for part in parts {
            self.copied.back += part.len() as u64;
            buffer.read_from(part.start, &mut self.image[part])?;
        }
        for object in objects {
            let Some(copy) = self.copies.get(object) else { continue };
            let Some(written) = copy.written.clone() else { continue };
            let Some((to, bytes)) = heap.object(*object).filter(|o| o.1 == copy.bytes) else { continue };
            let image = &self.image[copy.place..][..copy.bytes];
            // SAFETY: the heap says that these bytes are the object's; nobody else runs, and no other reference to them is in use.
            let here = unsafe { std::slice::from_raw_parts_mut(to, bytes) };
            // References are not written, and the host's are not translated.
            let kept: Vec<(usize, u64)> = copy.references().map(|at| (at, word(here, at))).collect();
            here[written.clone()].copy_from_slice(&image[written]);
            for (at, old) in kept {
                here[at..][..8].copy_from_slice(&old.to_ne_bytes());
            }
            self.written.remove(object);
            if let Some(copy) = self.copies.get_mut(object) {
                copy.written = None;
            }
        }
        self.settled.values_mut().for_each(|s| s.written = false);
        Ok(())
    }

    /// Forgets a copy.
    fn forget(&mut self, object: u64) {
        if let Some(copy) = self.copies.remove(&object) {
            self.places.give(copy.place, copy.bytes);
            self.back.remove(&(copy.place as u64));
            self.changes();
        }
    }

    /// Forgets all copies.
    fn clear(&mut self) {
        self.buffer = None;
        self.image = Vec::new();
        self.places = Places::default();
        self.copies.clear();
        self.back.clear();
        self.changes();
    }

    /// Gives up what is more than is to be kept.
    fn trim(&mut self) {
        if self.image.len().max(self.buffer.as_ref().map_or(0, Buffer::bytes)) as u64 > self.most {
            self.clear();
        }
    }

    /// References may be translated otherwise from now on.
    fn changes(&mut self) {
        self.epoch += 1;
        self.settled.clear();
    }

    /// It is not known what the device has, but for what kernels have written.
    fn doubt(&mut self) {
        self.copies.values_mut().filter(|c| c.written.is_none()).for_each(|c| c.sent = false);
        self.changes();
    }
}

/// An object that a loop accesses.
struct Wanted {
    bytes: usize,
    refs: Vec<(usize, usize)>,
}

impl Copy {
    /// The offsets of words that are translated.
    fn references(&self) -> impl Iterator<Item = usize> + use<'_> {
        let last = self.bytes.saturating_sub(7);
        self.refs.iter().flat_map(move |&(first, stride)| match stride {
            0 => (first..last.min(first + 1)).step_by(1),
            _ => (first..last).step_by(stride),
        })
    }
}

fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_ne_bytes(bytes[at..][..8].try_into().unwrap_or_default())
}

/// Puts bytes into the image; notes blocks that were others, or all if nothing is there yet.
fn note(image: &mut [u8], place: usize, bytes: &[u8], sent: bool, parts: &mut Vec<Range<usize>>) {
    for (k, block) in bytes.chunks(BLOCK).enumerate() {
        let at = place + k * BLOCK;
        let old = &mut image[at..][..block.len()];
        if !sent || old != block {
            old.copy_from_slice(block);
            parts.push(at..at + block.len());
        }
    }
}

/// Makes one part of those that are not farther from each other.
fn join(parts: &mut Vec<Range<usize>>, near: usize) {
    parts.sort_unstable_by_key(|p| p.start);
    parts.dedup_by(|next, before| {
        let joins = next.start <= before.end + near;
        if joins {
            before.end = before.end.max(next.end);
        }
        joins
    });
}

/// Whether words at this offset, and so many bytes apart, may be among others.
fn overlap((at, stride): (usize, usize), w: &Words) -> bool {
    let (a, b) = (at as i128, w.at.0 as i128);
    let before = stride == 0 && a + 8 <= b || w.at.1 == 0 && b + w.bytes as i128 <= a;
    let apart = crate::exact::gcd(stride as i128, w.at.1 as i128);
    let ahead = if apart == 0 { a - b } else { (a - b).rem_euclid(apart) };
    !before && (-8 < ahead && ahead < w.bytes as i128 || apart != 0 && apart - ahead < 8)
}
