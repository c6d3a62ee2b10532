//! Where memory comes from and which of it is ours: chunks of blocks, large objects, and the lookup of arbitrary words.
//!
//! Chunks stay mapped while the heap lives, so a stale pointer to a small object never faults; a free block serves any class. Large
//! objects have a mapping each (zero pages until touched). When they die it is kept until the next collection, if it is not too large, for another object
//! of about their size: clearing it costs less than having the system make its pages anew.

use super::block::{Block, Swept, BLOCK, CLASSES, FENCED, HEADER};
use super::blocks::Blocks;
use super::collect::Scope;
use super::fence::{Fences, MAX_FENCED};
use super::object::{all_types, Header, TypeInfo, FREED, POISON};
use super::pages::{Paging, LARGE_PAGE};
use holloway_compiler::platform::Pages;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Blocks in a chunk.
const CHUNK_BLOCKS: usize = 64;
const CHUNK: usize = BLOCK * CHUNK_BLOCKS;

/// Most bytes of a mapping that is kept, and of all those that are.
const MAX_SPARE: usize = 8 << 20;
const MAX_SPARES: usize = 32 << 20;

/// Most mappings of a heap with fences, where objects need none.
const MAX_APART: usize = 4 << 10;

/// A zeroed mapping with a block-aligned start.
pub(crate) struct Mapping {
    map: Pages,
    base: usize,
}

impl Mapping {
    fn new(bytes: usize) -> Option<Mapping> {
        // Newer systems begin what consists of large pages with one, so that nothing need be mapped beside it.
        if bytes.is_multiple_of(LARGE_PAGE) {
            let map = Pages::new(bytes)?;
            let base = map.as_ptr() as usize;
            if base.is_multiple_of(BLOCK) {
                return Some(Mapping { map, base });
            }
        }
        let map = Pages::new(bytes.checked_add(BLOCK)?)?;
        let base = (map.as_ptr() as usize).next_multiple_of(BLOCK);
        Some(Mapping { map, base })
    }
    /// Its start, and the bytes of whole pages from there on.
    pub fn bounds(&self) -> (usize, usize) {
        (self.base, self.room() & !(super::fence::PAGE - 1))
    }
    /// Bytes from the start on.
    fn room(&self) -> usize {
        self.map.len() - (self.base - self.map.as_ptr() as usize)
    }
    /// Clears the first bytes.
    fn clear(&mut self, bytes: usize) {
        let at = self.base - self.map.as_ptr() as usize;
        self.map[at..at + bytes].fill(0);
    }
}

struct Large {
    map: Mapping,
    /// Bytes of the object.
    bytes: usize,
}

/// All memory of a heap.
pub(crate) struct Space {
    paging: Paging,
    /// By ascending address.
    chunks: Vec<Mapping>,
    free: Vec<usize>,
    /// Blocks with room, by class.
    partial: [Vec<usize>; CLASSES],
    /// Those with little room, in small pieces: they are used when no other block is free.
    dense: [Vec<usize>; CLASSES],
    /// The block that runs are taken from now, by class.
    current: [Option<usize>; CLASSES],
    /// Blocks from which cells were handed out since the last collection.
    touched: Vec<usize>,
    /// Bytes of small cells that lived after it.
    live_small: usize,
    /// Cells that it found dead are not free yet.
    withheld: bool,
    /// It has left young objects in blocks that are not touched again.
    aged: bool,
    /// All of the chunks.
    blocks: Rc<Blocks>,
    /// From where to where large objects have been so far: most words that are looked up lie elsewhere.
    reach: (usize, usize),
    /// By address of the object.
    large: BTreeMap<usize, Large>,
    large_bytes: usize,
    /// Mappings of large objects that the last collection freed, as they were left.
    spare: Vec<Mapping>,
    /// Blocks in use.
    used_blocks: usize,
    /// A chunk for when the system refuses one, so that a poll can say so; untouched, it is address space alone.
    emergency: Option<Mapping>,
    /// Another one, for the error that the program is told by.
    last: Option<Mapping>,
    /// The emergency chunk had to be taken.
    strained: bool,
    /// A block with one object that no cell of ours is: see [`Space::nowhere`].
    nowhere: Option<Mapping>,
    /// What `in_use` was after the last sweep that freed memory for use.
    settled: usize,
    /// Under stress, where the system has them.
    fences: Option<Box<Fences>>,
    /// Bytes that objects with fences around them would take elsewhere.
    live_fenced: usize,
}

impl Space {
    /// See [`HeapConfig::large_pages`](super::HeapConfig::large_pages).
    pub fn new(large_pages: bool, blocks: Rc<Blocks>) -> Space {
        Space {
            paging: Paging::new(large_pages),
            chunks: Vec::new(),
            free: Vec::new(),
            partial: [const { Vec::new() }; CLASSES],
            dense: [const { Vec::new() }; CLASSES],
            current: [None; CLASSES],
            touched: Vec::new(),
            live_small: 0,
            withheld: false,
            aged: false,
            blocks,
            reach: (usize::MAX, 0),
            large: BTreeMap::new(),
            large_bytes: 0,
            spare: Vec::new(),
            used_blocks: 0,
            emergency: None,
            last: None,
            strained: false,
            nowhere: None,
            settled: 0,
            fences: None,
            live_fenced: 0,
        }
    }
    /// Has small objects made with fences around them from now on, where the system has such.
    pub fn fence(&mut self) {
        self.fences = Fences::new();
    }
    /// Notes where the guest is, for reports of stale references.
    pub fn note(&mut self, place: impl FnOnce() -> String) {
        if let Some(fences) = &mut self.fences {
            fences.note(&place())
        }
    }
    /// Whether an object that would fit into a block is to have a mapping, as it is too large for a page with fences.
    pub fn is_apart(&self, bytes: usize) -> bool {
        bytes > MAX_FENCED && self.fences.is_some() && self.large.len() < MAX_APART
    }
    /// Zeroed memory with fences around it, if there is some for so many bytes.
    pub fn alloc_fenced(&mut self, bytes: usize) -> Option<usize> {
        let mut fences = self.fences.take()?;
        let fits = bytes <= MAX_FENCED;
        if fits && fences.wants_block() {
            if let Some(block) = self.take_free(FENCED) {
                // Pages are not what the heap would take without fences.
                self.used_blocks -= 1;
                fences.add_block(block);
            }
        }
        let at = if fits { fences.take() } else { None };
        self.fences = Some(fences);
        at
    }
    /// Bytes that objects and their free neighbours occupy.
    pub fn in_use(&self) -> usize {
        self.used_blocks * BLOCK + self.large_bytes
    }
    /// The next zeroed run of cells of a class; `None` if the class needs a new block and `grow` forbids it, or the system gives none.
    pub fn next_run(&mut self, class: usize, cap: usize, grow: bool) -> Option<(usize, usize)> {
        loop {
            if let Some(b) = self.current[class] {
                // SAFETY: `current` holds blocks of our chunks.
                if let Some(run) = unsafe { Block::of(b) }.next_run(cap) {
                    return Some(run);
                }
            }
            let free = grow && !self.free.is_empty();
            let next = match self.partial[class].pop() {
                Some(b) => b,
                None if free => self.take_free(class)?,
                None => match self.dense[class].pop() {
                    Some(b) => b,
                    None if grow => self.take_free(class)?,
                    None => return None,
                },
            };
            self.touched.push(next);
            self.current[class] = Some(next);
        }
    }
    fn take_free(&mut self, class: usize) -> Option<usize> {
        if self.free.is_empty() {
            let map = match Mapping::new(CHUNK) {
                Some(mut map) => {
                    self.prepare();
                    // Short programs do with less than the first large page would take.
                    if !self.chunks.is_empty() {
                        self.paging.choose(&mut map.map);
                    }
                    map
                }
                None => {
                    self.strained = true;
                    self.emergency.take()?
                }
            };
            self.blocks.add(map.base, CHUNK_BLOCKS);
            let i = self.chunks.partition_point(|c| c.base < map.base);
            self.free.extend((0..CHUNK_BLOCKS).rev().map(|k| map.base + k * BLOCK));
            self.chunks.insert(i, map);
        }
        let b = self.free.pop()?;
        // SAFETY: free blocks are blocks of our chunks.
        unsafe { Block::of(b) }.format(class);
        self.used_blocks += 1;
        Some(b)
    }
    fn prepare(&mut self) {
        for kept in [&mut self.emergency, &mut self.last] {
            if kept.is_none() {
                *kept = Mapping::new(CHUNK)
            }
        }
    }
    /// Allows the last chunk to be taken, if the system gives no other.
    pub fn open_last(&mut self) {
        if self.emergency.is_none() {
            self.emergency = self.last.take();
        }
    }
    /// Whether the system has refused memory for small objects.
    pub fn is_strained(&self) -> bool {
        self.strained
    }
    /// The same, after a collection that has not brought as much as one in `least` of what is in use; asking takes it and prepares for the next time.
    pub fn take_strained(&mut self, least: usize) -> bool {
        let was = std::mem::take(&mut self.strained);
        if was {
            self.prepare()
        }
        was && self.free.len() * BLOCK < CHUNK.max(self.in_use() / least)
    }
    /// Whether the system would give a mapping of so many bytes.
    pub fn could_map(bytes: usize) -> bool {
        Mapping::new(bytes).is_some()
    }
    /// Zeroed memory for a large object.
    pub fn alloc_large(&mut self, bytes: usize) -> Option<usize> {
        let wanted = bytes.checked_add(HEADER)?;
        let map = match self.reused(wanted) {
            Some(map) => map,
            None => {
                let mut map = Mapping::new(wanted)?;
                if wanted >= 2 * LARGE_PAGE {
                    self.paging.choose(&mut map.map);
                }
                map
            }
        };
        let addr = map.base + HEADER;
        self.reach = (self.reach.0.min(addr), self.reach.1.max(addr + bytes));
        // The zeroed memory before the object is a valid header.
        self.large.insert(addr, Large { map, bytes });
        if let Some(fences) = &mut self.fences {
            fences.made_now(addr)
        }
        self.large_bytes += bytes;
        Some(addr)
    }
    /// A mapping kept that has this many bytes and not many more, cleared.
    fn reused(&mut self, bytes: usize) -> Option<Mapping> {
        let fits = |m: &Mapping| (bytes..=bytes.saturating_mul(2)).contains(&m.room());
        let mut map = self.spare.iter().position(fits).map(|i| self.spare.swap_remove(i))?;
        map.clear(bytes);
        Some(map)
    }
    /// The address of what looks like a collected object and is none of ours; `None` if the system gives no memory for it.
    pub fn nowhere(&mut self) -> Option<usize> {
        if self.nowhere.is_none() {
            let mut map = Mapping::new(BLOCK)?;
            let at = map.base - map.map.as_ptr() as usize + HEADER;
            map.map[at..].as_chunks_mut().0.fill(POISON.to_ne_bytes());
            map.map[at..at + 8].copy_from_slice(&u64::from(FREED).to_ne_bytes());
            self.nowhere = Some(map);
        }
        self.nowhere.as_ref().map(|m| m.base + HEADER)
    }
    /// The cell that any word whatever points to or into, if one of our cells that may hold an object.
    pub fn cell_of(&self, word: usize) -> Option<usize> {
        if self.blocks.has(word) {
            // SAFETY: it is in a block.
            return unsafe { Block::of(word) }.cell_at(word & (BLOCK - 1));
        }
        if !(self.reach.0..self.reach.1).contains(&word) {
            return None;
        }
        let (&addr, l) = self.large.range(..=word).next_back()?;
        (word - addr < l.bytes).then_some(addr)
    }
    /// Bytes of the cell that begins at an address.
    pub fn cell_bytes(&self, start: usize) -> usize {
        // SAFETY: a cell lies in a block; a large object's has cells of no size.
        match unsafe { Block::of(start) }.cell_bytes() {
            0 => self.large.get(&start).map_or(0, |l| l.bytes),
            bytes => bytes,
        }
    }
    fn used(&self) -> impl Iterator<Item = &Block> + '_ {
        let blocks = self.chunks.iter().flat_map(|c| (0..CHUNK_BLOCKS).map(move |k| c.base + k * BLOCK));
        // SAFETY: all addresses are of blocks in our chunks.
        blocks.map(|b| unsafe { Block::of(b) }).filter(|b| !b.is_free())
    }
    /// Before the marking of a full collection.
    pub fn clear_marks(&self) {
        self.used().for_each(Block::clear_marks);
        // SAFETY: keys are starts of large objects.
        self.large.keys().for_each(|&a| unsafe { Block::of(a) }.clear_marks());
    }
    /// Fills every small cell that may hold an object and is not marked with what shows that it was freed. Its owned values are dropped and stay empty.
    pub fn poison_dead(&self, types: &[&'static TypeInfo]) {
        for b in self.used().filter(|b| !is_fenced(b)) {
            b.for_each_cell(|a| {
                // SAFETY: a cell begins with a header, or with zeroed memory.
                let number = unsafe { &*(a as *const Header) }.type_number();
                if !b.is_marked(a) && number != FREED {
                    poison(a, b.cell_bytes(), types)
                }
            })
        }
    }
    /// Calls `f` with every cell that may hold an object, and its bytes.
    pub fn for_each_cell(&self, mut f: impl FnMut(usize, usize)) {
        self.used().for_each(|b| b.for_each_cell(|a| f(a, b.cell_bytes())));
        self.large.iter().for_each(|(&a, l)| f(a, l.bytes));
    }
    /// After marking and dropping: frees what is not marked; answers the bytes that live. A minor collection has left the marks of old objects, so blocks
    /// from which nothing was taken since the last one are as they were, unless that left young objects in them. Small cells that died are not used again before this heap has grown by
    /// `quarantine` bytes: until then a reference to one of them is found out.
    pub fn sweep(&mut self, scope: Scope, quarantine: usize) -> usize {
        let keep = self.in_use() < self.settled.saturating_add(quarantine);
        let touched = std::mem::take(&mut self.touched);
        self.current = [None; CLASSES];
        let blocks = if scope == Scope::Young && !self.withheld && !self.aged {
            touched
        } else {
            self.live_small = 0;
            self.partial.iter_mut().chain(&mut self.dense).for_each(Vec::clear);
            let used = self.used().filter(|b| !is_fenced(b)).map(|b| b as *const Block as usize);
            let used: Vec<usize> = used.collect();
            // SAFETY: blocks of our chunks.
            used.iter().for_each(|&b| unsafe { Block::of(b) }.forget_live());
            used
        };
        self.withheld = keep;
        self.aged = scope == Scope::Nursery;
        // Partial ones are popped from the end, free ones too: low addresses first.
        for &addr in blocks.iter().rev() {
            // SAFETY: blocks of our chunks.
            let b = unsafe { Block::of(addr) };
            self.live_small -= b.live_bytes();
            let swept = b.sweep(keep);
            self.live_small += b.live_bytes();
            match swept {
                Swept::Empty => {
                    b.free();
                    self.used_blocks -= 1;
                    self.free.push(addr)
                }
                Swept::Partial if b.is_dense() => self.dense[b.class.get() as usize].push(addr),
                Swept::Partial => self.partial[b.class.get() as usize].push(addr),
                Swept::Full => {}
            }
        }
        if self.aged {
            // What was just used and is nearly empty comes first.
            for class in &mut self.partial {
                // SAFETY: blocks of our chunks.
                class.sort_by_key(|&b| std::cmp::Reverse(unsafe { Block::of(b) }.live_bytes()))
            }
        }
        // SAFETY: keys are starts of large objects.
        let dead = self.large.extract_if(.., |&a, _| !unsafe { Block::of(a) }.is_marked(a));
        // What has a quarantine is not to be found as it was left.
        let mut room = if quarantine > 0 { 0 } else { MAX_SPARES };
        self.spare = Vec::new();
        let types = if self.fences.is_some() { all_types() } else { Vec::new() };
        self.fences.iter_mut().for_each(|f| f.begin());
        for (at, l) in dead {
            if let Some(fences) = &mut self.fences {
                fences.bury_large(at, l.map, &types);
                continue;
            }
            let size = l.map.room();
            if size <= MAX_SPARE.min(room) {
                room -= size;
                self.spare.push(l.map);
            }
        }
        self.large_bytes = self.large.values().map(|l| l.bytes).sum();
        debug_assert!(self.large.iter().all(|(a, l)| l.map.base + HEADER == *a));
        self.live_fenced = self.fences.as_mut().map_or(0, |f| f.bury(&types));
        if !keep {
            self.settled = self.in_use();
        }
        self.live_small + self.live_fenced + self.large_bytes
    }
}

fn is_fenced(block: &Block) -> bool {
    block.class.get() == FENCED as u32
}

/// Fills the cell of a dead object with what shows that it was freed. Its owned values have been dropped, and are empty.
pub(crate) fn poison(at: usize, bytes: usize, types: &[&'static TypeInfo]) {
    // SAFETY: a cell begins with a header, or with zeroed memory.
    let header = unsafe { &*(at as *const Header) };
    let number = header.type_number();
    header.set(FREED as u64);
    // SAFETY: the words of a cell behind its header, to which nobody refers.
    unsafe { std::slice::from_raw_parts_mut((at + 8) as *mut u64, bytes / 8 - 1) }.fill(POISON);
    let info = types.get(number.wrapping_sub(1) as usize);
    for (offset, _) in info.iter().flat_map(|t| &t.owned) {
        // SAFETY: an owned value begins with a word that says whether there is one.
        unsafe { *((at + *offset as usize) as *mut u64) = 0 }
    }
}
