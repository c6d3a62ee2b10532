//! Blocks: 64 KiB of memory, 64 KiB aligned, with cells of one size behind a header.
//!
//! Any object's block is its address with the low 16 bits cleared, also for large objects (which get a block header of their own and begin
//! right behind it), so marking a precise reference needs no lookup. One *granule* is 16 bytes; both bitmaps have a bit per granule.
//!
//! - `mark`: set at the first granule of an object that a collection reached, until the next full collection: it is old. Side bits rather than
//!   the header's, so that sweeping reads 1 KiB a block and touches no object.
//! - `alloc`: set where objects may be. After a collection it is the copy of `mark`; handing out a run of cells sets all its granules. A
//!   cell is an object exactly if its bit is set and its header is not zero (memory is zeroed when its run is handed out).
//!
//! Free cells are found as runs: from the scan position to the next set bit of `alloc`.

use std::cell::Cell;

/// Bytes of a block, header included; also its alignment.
pub(crate) const BLOCK: usize = 64 << 10;
/// Bytes of an allocation granule.
pub(crate) const GRANULE: usize = 16;
/// First byte of the first cell.
pub(crate) const HEADER: usize = size_of::<Block>().next_multiple_of(64);
const USABLE: usize = BLOCK - HEADER;
const WORDS: usize = BLOCK / GRANULE / 64;
/// Most bytes handed out (and so zeroed) at a time, unless one cell is larger.
const RUN_MAX: usize = 16 << 10;

use holloway_compiler::abi::BUMP_CLASSES;

/// How many cells a block has in each class above the bump classes.
const CELLS_OF_MEDIUM: [usize; 22] =
    [112, 96, 80, 64, 56, 48, 40, 32, 28, 24, 20, 16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2];

/// Number of size classes.
pub(crate) const CLASSES: usize = BUMP_CLASSES + CELLS_OF_MEDIUM.len();

/// The class of blocks in which each object has a page of its own ([`super::fence`]). It is none of those that [`class_of`] answers.
pub(crate) const FENCED: usize = CLASSES;

/// Cell sizes by class: multiples of 16 first, as native code expects, then even shares of a block, and a page.
pub(crate) static CELL_SIZES: [u32; CLASSES + 1] = {
    let mut sizes = [0; CLASSES + 1];
    sizes[FENCED] = super::fence::PAGE as u32;
    let mut k = 0;
    while k < CLASSES {
        sizes[k] = if k < BUMP_CLASSES {
            GRANULE * (k + 1)
        } else {
            (USABLE / CELLS_OF_MEDIUM[k - BUMP_CLASSES]) & !(GRANULE - 1)
        } as u32;
        k += 1;
    }
    sizes
};

/// Largest object that goes into a block with others.
pub(crate) const MAX_SMALL: usize = (USABLE / 2) & !(GRANULE - 1);

/// The class for objects of `bytes` (1 to [`MAX_SMALL`]).
#[inline(always)]
pub(crate) fn class_of(bytes: usize) -> usize {
    if bytes <= GRANULE * BUMP_CLASSES {
        (bytes - 1) / GRANULE
    } else {
        BUMP_CLASSES + CELL_SIZES[BUMP_CLASSES..CLASSES].partition_point(|&s| (s as usize) < bytes)
    }
}

/// A block's header. All zero: a free block whose memory was never used, or a large object's, of which only `mark` counts.
#[repr(C)]
pub(crate) struct Block {
    mark: [Cell<u64>; WORDS],
    alloc: [Cell<u64>; WORDS],
    /// Bytes of a cell; 0: the block is free.
    pub cell_size: Cell<u32>,
    /// `2^32 / cell_size`, rounded up: division by multiplication, exact for offsets below 2^16 and sizes below 2^15.
    recip: Cell<u64>,
    cells: Cell<u32>,
    pub class: Cell<u32>,
    /// Byte offset where the search for the next free run goes on.
    scan: Cell<u32>,
    /// Memory from this offset on has never been used and is zero.
    fresh: Cell<u32>,
    /// Cells that lived after the last sweep.
    live: Cell<u32>,
}

/// What a block's sweep found.
pub(crate) enum Swept {
    /// No object lives.
    Empty,
    /// There is room.
    Partial,
    /// Every cell lives.
    Full,
}

impl Block {
    /// The block of an object address.
    ///
    /// # Safety
    /// `addr` is within a mapped block, or the start of a large object.
    #[inline(always)]
    pub unsafe fn of<'a>(addr: usize) -> &'a Block {
        // SAFETY: blocks are aligned to their size and begin with the header; chunks stay mapped while the heap lives.
        unsafe { &*((addr & !(BLOCK - 1)) as *const Block) }
    }
    #[inline(always)]
    fn base(&self) -> usize {
        self as *const Block as usize
    }
    /// Makes a free block one of `class`.
    pub fn format(&self, class: usize) {
        let size = CELL_SIZES[class];
        if self.fresh.get() == 0 {
            self.fresh.set(HEADER as u32);
        }
        self.cell_size.set(size);
        self.recip.set((1u64 << 32).div_ceil(size as u64));
        self.cells.set((USABLE / size as usize) as u32);
        self.class.set(class as u32);
        self.scan.set(HEADER as u32);
        self.live.set(0);
        self.clear_marks();
        self.alloc.iter().for_each(|w| w.set(0));
    }
    /// Notes that nothing lives here.
    pub fn free(&self) {
        self.cell_size.set(0)
    }
    pub fn is_free(&self) -> bool {
        self.cell_size.get() == 0
    }
    pub fn clear_marks(&self) {
        self.mark.iter().for_each(|w| w.set(0))
    }
    #[inline(always)]
    fn bit(&self, map: &[Cell<u64>; WORDS], off: usize) -> bool {
        let g = off / GRANULE;
        map[g / 64].get() >> (g % 64) & 1 != 0
    }
    /// Marks the object; answers whether it was marked already.
    #[inline(always)]
    pub fn test_and_mark(&self, addr: usize) -> bool {
        let g = (addr & (BLOCK - 1)) / GRANULE;
        let (word, bit) = (&self.mark[g / 64], 1 << (g % 64));
        let old = word.get();
        word.set(old | bit);
        old & bit != 0
    }
    /// Has it not marked.
    pub fn unmark(&self, addr: usize) {
        let g = (addr & (BLOCK - 1)) / GRANULE;
        self.mark[g / 64].set(self.mark[g / 64].get() & !(1 << (g % 64)))
    }
    #[inline(always)]
    pub fn is_marked(&self, addr: usize) -> bool {
        self.bit(&self.mark, addr & (BLOCK - 1))
    }
    /// Start of the cell that holds the byte at `off`, if an object may be there.
    pub fn cell_at(&self, off: usize) -> Option<usize> {
        // A block never formatted has no cells; one that was freed has no `alloc` bits.
        if off < HEADER {
            return None;
        }
        let k = ((off - HEADER) as u64 * self.recip.get()) >> 32;
        let cell = HEADER + k as usize * self.cell_size.get() as usize;
        (k < self.cells.get() as u64 && self.bit(&self.alloc, cell)).then_some(self.base() + cell)
    }
    /// Start of the object around an address that is in one, and in this block: of a large object, in its first part.
    #[inline(always)]
    pub fn object_around(&self, addr: usize) -> usize {
        let off = addr & (BLOCK - 1);
        let k = ((off - HEADER) as u64 * self.recip.get()) >> 32;
        self.base() + HEADER + k as usize * self.cell_size.get() as usize
    }
    /// Calls `f` with the start of each cell that may hold an object.
    pub fn for_each_cell(&self, mut f: impl FnMut(usize)) {
        let size = self.cell_size.get() as usize;
        for k in 0..self.cells.get() as usize {
            let off = HEADER + k * size;
            if self.bit(&self.alloc, off) {
                f(self.base() + off)
            }
        }
    }
    /// Whether an object may be in the cell that begins at the address.
    pub fn has_cell(&self, addr: usize) -> bool {
        self.bit(&self.alloc, addr & (BLOCK - 1))
    }
    /// Says whether one may be.
    pub fn set_cell(&self, addr: usize, may: bool) {
        let g = (addr & (BLOCK - 1)) / GRANULE;
        let (word, bit) = (&self.alloc[g / 64], 1 << (g % 64));
        word.set(if may { word.get() | bit } else { word.get() & !bit });
    }
    /// Bytes of a cell.
    pub fn cell_bytes(&self) -> usize {
        self.cell_size.get() as usize
    }
    /// Offset of the next set bit of `alloc` at or after `off`, or [`BLOCK`].
    fn next_alloc(&self, off: usize) -> usize {
        let g = off / GRANULE;
        let mut w = g / 64;
        let mut bits = self.alloc.get(w).map_or(0, |x| x.get() >> (g % 64) << (g % 64));
        while bits == 0 {
            w += 1;
            match self.alloc.get(w) {
                Some(x) => bits = x.get(),
                None => return BLOCK,
            }
        }
        (w * 64 + bits.trailing_zeros() as usize) * GRANULE
    }
    /// Sets the `alloc` bits of granules `from..to`, a word at a time.
    fn set_alloc(&self, from: usize, to: usize) {
        for w in from / 64..to.div_ceil(64) {
            let above = !0u64 << from.saturating_sub(w * 64).min(63);
            let below = !0u64 >> (64 - (to - w * 64).min(64));
            self.alloc[w].set(self.alloc[w].get() | above & below)
        }
    }
    /// Hands out the next run of free cells, zeroed: its address and bytes (at most `cap` cells).
    pub fn next_run(&self, cap: usize) -> Option<(usize, usize)> {
        let size = self.cell_size.get() as usize;
        let end = HEADER + self.cells.get() as usize * size;
        let mut at = self.scan.get() as usize;
        while at < end && self.bit(&self.alloc, at) {
            at += size
        }
        if at >= end {
            self.scan.set(end as u32);
            return None;
        }
        let most = cap.min((RUN_MAX / size).max(1)) * size;
        let stop = self.next_alloc(at).min(end).min(at + most);
        self.scan.set(stop as u32);
        self.set_alloc(at / GRANULE, stop / GRANULE);
        let used = (self.fresh.get() as usize).clamp(at, stop);
        // SAFETY: `at..stop` lies in this block's cells, none of which holds an object (their `alloc` bits were clear).
        unsafe { std::ptr::write_bytes((self.base() + at) as *mut u8, 0, used - at) };
        self.fresh.set(self.fresh.get().max(stop as u32));
        Some((self.base() + at, stop - at))
    }
    /// After marking: what is not marked is free from now on, unless `keep` says that its memory is not to be used again yet.
    pub fn sweep(&self, keep: bool) -> Swept {
        let mut live = 0;
        for (a, m) in self.alloc.iter().zip(&self.mark) {
            if !keep {
                a.set(m.get());
            }
            live += m.get().count_ones() as usize;
        }
        self.scan.set(HEADER as u32);
        self.live.set(live as u32);
        match live {
            0 if !keep => Swept::Empty,
            n if n == self.cells.get() as usize => Swept::Full,
            _ => Swept::Partial,
        }
    }
    /// Has no cell counted as one that lived after the last sweep.
    pub fn forget_live(&self) {
        self.live.set(0)
    }
    /// Whether more than half of the cells lived after the last sweep.
    pub fn is_dense(&self) -> bool {
        2 * self.live.get() > self.cells.get()
    }
    /// Bytes of the cells that lived after the last sweep.
    pub fn live_bytes(&self) -> usize {
        self.live.get() as usize * self.cell_bytes()
    }
}
