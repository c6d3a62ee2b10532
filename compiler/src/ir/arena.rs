//! Memory for tests of traces: blocks at real addresses, checked access, forks and comparison modulo addresses.
//!
//! **Problem.** To compare two executions of a trace (evaluator and evaluator, or evaluator and native code) each needs its own memory with
//! the same logical content, and afterwards the reachable heaps must be compared although all addresses differ.
//!
//! **Invariants.**
//! 1. An address is the real address of a block's byte, so native code can run on an arena. Blocks never move and live as long as the arena.
//! 2. Every load and store is checked: it must lie within one word of one block, else it is a fault.
//! 3. A word that equals the address of a block *is* taken for a reference to it, in forks and comparisons; other words are compared bit by
//!    bit. (Blocks lie where no small number and no common float points.) Interior pointers are not followed.
//! 4. [`ArenaMemory::ctx`] allocates from the arena by its slow path; its bump regions stay empty unless a test fills them.
//!
//! **Not promised.** Collection; anything about traces that compute with addresses.
//!
//! **Example.**
//! ```
//! use holloway_compiler::ir::arena::ArenaMemory;
//! let a = ArenaMemory::new();
//! let p = a.block(&[7, 0]);
//! a.set_word(p + 8, p); // points to itself
//! let (b, map) = a.fork();
//! assert_eq!(b.word(map.of(p) + 8), map.of(p));
//! assert!(a.same_heap(&b, &[p], &[map.of(p)]).is_ok());
//! ```

pub use crate::abi::HelperFn;

use super::descr::*;
use super::eval::{Fault, Memory};
use crate::abi::{NativeCtx, HELPER_RESULTS};
use crate::native;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Longest array, in bytes, that an arena makes.
const MAX_ARRAY_BYTES: u64 = 1 << 24;

/// The callee of `CallTrace` in a test: key, arguments, results, status.
pub type TraceCall = dyn Fn(&ArenaMemory, u32, &[u64], &mut [u64]) -> u64;

/// Words of a slab, which small blocks are cut from: the objects of a heap lie together.
const SLAB_WORDS: usize = 1 << 12;

type Slab = Rc<[Cell<u64>]>;

/// The words of a block: a part of a slab.
struct Block {
    slab: Slab,
    from: usize,
    words: usize,
}

impl std::ops::Deref for Block {
    type Target = [Cell<u64>];
    fn deref(&self) -> &[Cell<u64>] {
        &self.slab[self.from..self.from + self.words]
    }
}

#[derive(Default)]
struct Inner {
    blocks: RefCell<BTreeMap<u64, Block>>,
    /// The slab that small blocks are cut from now, and its first free word.
    open: RefCell<Option<(Slab, usize)>>,
    /// Addresses in order of allocation: forks keep it.
    order: RefCell<Vec<u64>>,
    ctx: NativeCtx,
    helpers: RefCell<HashMap<usize, HelperFn>>,
    /// Polls until one says yes; `None`: never.
    polls: Cell<Option<u64>>,
    trace_call: RefCell<Option<Rc<TraceCall>>>,
}

/// The memory; see the module header. Clones share their content.
#[derive(Clone)]
pub struct ArenaMemory {
    inner: Rc<Inner>,
}

impl Default for ArenaMemory {
    fn default() -> Self {
        ArenaMemory::new()
    }
}

/// Where the blocks of an arena lie in its fork.
pub struct AddressMap {
    map: HashMap<u64, u64>,
}

impl AddressMap {
    /// The word in the fork: the block's new address if it is a block's address, else the word itself.
    pub fn of(&self, word: u64) -> u64 {
        self.map.get(&word).copied().unwrap_or(word)
    }
    /// All words mapped.
    pub fn all(&self, words: &[u64]) -> Vec<u64> {
        words.iter().map(|&w| self.of(w)).collect()
    }
}

native! {
    /// The allocation slow path of an arena's context.
    unsafe fn alloc_slow(ctx: *const NativeCtx, header: u64, bytes: u64) -> *mut u8 {
        // SAFETY: native code passes the context it was given, an arena's.
        let arena = unsafe { ArenaMemory::of_ctx(ctx) };
        // Ends the process with this message: there is no way to unwind through native code.
        assert!(bytes <= MAX_ARRAY_BYTES, "native code asks for an object of {bytes} bytes");
        let addr = arena.inner.alloc((bytes as usize).div_ceil(8));
        arena.set_word(addr, header);
        addr as *mut u8
    }
}

impl Inner {
    fn alloc(&self, words: usize) -> u64 {
        let words = words.max(1);
        let slab = |words: usize| -> Slab { (0..words).map(|_| Cell::new(0)).collect() };
        let mut open = self.open.borrow_mut();
        let (slab, from) = match &mut *open {
            _ if words > SLAB_WORDS / 4 => (slab(words), 0),
            Some((slab, free)) if *free + words <= SLAB_WORDS => {
                (slab.clone(), std::mem::replace(free, *free + words))
            }
            _ => (open.insert((slab(SLAB_WORDS), words)).0.clone(), 0),
        };
        let block = Block { slab, from, words };
        let addr = block.as_ptr() as u64;
        self.blocks.borrow_mut().insert(addr, block);
        self.order.borrow_mut().push(addr);
        addr
    }

    /// Calls `f` with the word that holds the bytes, and their bit position in it.
    fn access<T>(&self, addr: u64, mem: Mem, f: impl FnOnce(&Cell<u64>, u32) -> T) -> Result<T, Fault> {
        let blocks = self.blocks.borrow();
        let found = blocks.range(..=addr).next_back();
        let byte = addr & 7;
        let cell = found.and_then(|(base, b)| b.get(((addr - base) / 8) as usize));
        match cell {
            Some(c) if byte + mem.bytes() as u64 <= 8 => Ok(f(c, byte as u32 * 8)),
            _ => Err(format!("no {} bytes of an object at {addr:#x}", mem.bytes())),
        }
    }

    fn read(&self, addr: u64, mem: Mem) -> Result<u64, Fault> {
        let raw = self.access(addr, mem, |c, bit| c.get() >> bit)?;
        Ok(match mem {
            Mem::U8 => raw as u8 as u64,
            Mem::U16 => raw as u16 as u64,
            Mem::U32 => raw as u32 as u64,
            Mem::I32 => raw as i32 as u64,
            Mem::W64 => raw,
        })
    }

    fn write(&self, addr: u64, mem: Mem, value: u64) -> Result<(), Fault> {
        let mask = u64::MAX >> (64 - 8 * mem.bytes());
        self.access(addr, mem, |c, bit| c.set(c.get() & !(mask << bit) | (value & mask) << bit))
    }
}

impl ArenaMemory {
    /// An empty arena.
    pub fn new() -> ArenaMemory {
        let inner = Rc::new(Inner::default());
        inner.ctx.runtime.set(Rc::as_ptr(&inner) as *const ());
        inner.ctx.alloc_slow.set(Some(alloc_slow));
        ArenaMemory { inner }
    }

    /// The arena that a context belongs to.
    ///
    /// # Safety
    /// `ctx` is the address of some living arena's [`ArenaMemory::ctx`], and its `runtime` is as the arena set it.
    pub unsafe fn of_ctx(ctx: *const NativeCtx) -> ArenaMemory {
        // SAFETY: the caller says that the context is an arena's; `runtime` then is the pointer `Rc::as_ptr` gave for the arena's content,
        // which is alive. Counting one more owner first makes `from_raw` own that one.
        unsafe {
            let inner = (*ctx).runtime.get() as *const Inner;
            Rc::increment_strong_count(inner);
            ArenaMemory { inner: Rc::from_raw(inner) }
        }
    }

    /// The context for helpers and native code; lives as long as the arena.
    pub fn ctx(&self) -> &NativeCtx {
        &self.inner.ctx
    }

    /// A new block with these words.
    pub fn block(&self, words: &[u64]) -> u64 {
        let addr = self.inner.alloc(words.len());
        for (i, &w) in words.iter().enumerate() {
            self.set_word(addr + 8 * i as u64, w);
        }
        addr
    }

    /// The word at an address.
    ///
    /// # Panics
    /// If none of the arena's words lies there.
    pub fn word(&self, addr: u64) -> u64 {
        self.inner.read(addr, Mem::W64).unwrap_or_else(|e| panic!("{e}"))
    }

    /// Sets the word at an address.
    ///
    /// # Panics
    /// If none of the arena's words lies there.
    pub fn set_word(&self, addr: u64, value: u64) {
        self.inner.write(addr, Mem::W64, value).unwrap_or_else(|e| panic!("{e}"))
    }

    /// Lets traces call this function.
    ///
    /// # Safety
    /// The function must be callable with this arena's context, at least eight readable argument words and room for eight results, whatever
    /// the words are.
    pub unsafe fn allow_helper(&self, f: HelperFn) {
        self.inner.helpers.borrow_mut().insert(f as usize, f);
    }

    /// Says what `CallTrace` does.
    pub fn on_trace_call(&self, f: impl Fn(&ArenaMemory, u32, &[u64], &mut [u64]) -> u64 + 'static) {
        *self.inner.trace_call.borrow_mut() = Some(Rc::new(f));
    }

    /// Lets `polls` polls say no, and all after them yes.
    pub fn poll_after(&self, polls: u64) {
        self.inner.polls.set(Some(polls));
    }

    /// An arena with the same logical content at other addresses, and the way from here to there.
    pub fn fork(&self) -> (ArenaMemory, AddressMap) {
        let new = ArenaMemory::new();
        let blocks = self.inner.blocks.borrow();
        let order = self.inner.order.borrow();
        let map = AddressMap { map: order.iter().map(|a| (*a, new.inner.alloc(blocks[a].len()))).collect() };
        for (old, block) in blocks.iter() {
            for (i, w) in block.iter().enumerate() {
                new.set_word(map.of(*old) + 8 * i as u64, map.of(w.get()));
            }
        }
        *new.inner.helpers.borrow_mut() = self.inner.helpers.borrow().clone();
        *new.inner.trace_call.borrow_mut() = self.inner.trace_call.borrow().clone();
        new.inner.polls.set(self.inner.polls.get());
        drop((blocks, order));
        (new, map)
    }

    /// Compares what two lists of root words reach, modulo a one-to-one renaming of addresses.
    ///
    /// The error tells the path to the first difference. Two different words are taken as equal if both are the plain quiet NaN, of either
    /// sign, as the sign of a computed NaN depends on the machine.
    pub fn same_heap(&self, other: &ArenaMemory, roots: &[u64], other_roots: &[u64]) -> Result<(), String> {
        if roots.len() != other_roots.len() {
            return Err(format!("{} roots and {}", roots.len(), other_roots.len()));
        }
        let (ours, theirs) = (self.inner.blocks.borrow(), other.inner.blocks.borrow());
        let (mut there, mut back) = (HashMap::new(), HashMap::new());
        let path = |i: usize| format!("root {i}");
        let pairs = roots.iter().zip(other_roots).enumerate();
        let mut work: Vec<(u64, u64, String)> = pairs.map(|(i, (&a, &b))| (a, b, path(i))).collect();
        work.reverse();
        while let Some((a, b, path)) = work.pop() {
            let (Some(x), Some(y)) = (ours.get(&a), theirs.get(&b)) else {
                if !same_plain(a, b) || ours.contains_key(&a) || theirs.contains_key(&b) {
                    return Err(format!("{path}: {a:#x} and {b:#x}"));
                }
                continue;
            };
            match (there.insert(a, b), back.insert(b, a)) {
                (Some(old), _) if old != b => return Err(format!("{path}: one object became two")),
                (_, Some(old)) if old != a => return Err(format!("{path}: two objects became one")),
                (Some(_), _) => continue,
                _ => {}
            }
            if x.len() != y.len() {
                return Err(format!("{path}: objects of {} and {} words", x.len(), y.len()));
            }
            for (i, (v, w)) in x.iter().zip(y.iter()).enumerate().rev() {
                work.push((v.get(), w.get(), format!("{path}+{}", 8 * i)));
            }
        }
        Ok(())
    }
}

fn same_plain(a: u64, b: u64) -> bool {
    const QUIET_NAN: u64 = 0x7ff8_0000_0000_0000;
    let plain_nan = |w: u64| w & !(1 << 63) == QUIET_NAN;
    a == b || plain_nan(a) && plain_nan(b)
}

impl Memory for ArenaMemory {
    fn load(&mut self, addr: u64, mem: Mem) -> Result<u64, Fault> {
        self.inner.read(addr, mem)
    }

    fn store(&mut self, addr: u64, mem: Mem, value: u64) -> Result<(), Fault> {
        self.inner.write(addr, mem, value)
    }

    fn new_object(&mut self, ty: &TypeDescr) -> Result<u64, Fault> {
        let addr = self.inner.alloc(ty.size.div_ceil(8) as usize);
        self.inner.write(addr, Mem::W64, ty.header)?;
        Ok(addr)
    }

    fn new_array(&mut self, ty: &TypeDescr, len: u64) -> Result<u64, Fault> {
        let elems = len.checked_mul(ty.stride as u64).filter(|&n| n <= MAX_ARRAY_BYTES);
        let bytes = elems.ok_or_else(|| format!("an array of {} elements", len as i64))? + ty.size as u64;
        let addr = self.inner.alloc(bytes.div_ceil(8) as usize);
        self.inner.write(addr, Mem::W64, ty.header)?;
        self.inner.write(addr + ty.len_offset as u64, Mem::W64, len)?;
        Ok(addr)
    }

    fn call_helper(&mut self, helper: &HelperDescr, args: &[u64], out: &mut [u64]) -> Result<u64, Fault> {
        let f = self.inner.helpers.borrow().get(&helper.addr).copied();
        let f =
            f.ok_or_else(|| format!("helper {} at {:#x} is not allowed here", helper.name, helper.addr))?;
        assert!(out.len() >= HELPER_RESULTS as usize, "room for results");
        let mut args = args.to_vec();
        args.resize(args.len().max(8), 0);
        // SAFETY: whoever allowed the helper promised that it can be called with this context, eight argument words and room for
        // eight results; the lines above saw to both.
        Ok(unsafe { f(&self.inner.ctx, args.as_ptr(), out.as_mut_ptr()) })
    }

    fn call_trace(&mut self, key: u32, args: &[u64], out: &mut [u64]) -> Result<u64, Fault> {
        let f = self.inner.trace_call.borrow().clone();
        let f = f.ok_or_else(|| format!("no function trace has key {key}"))?;
        Ok(f(self, key, args, out))
    }

    fn poll(&mut self) -> bool {
        match self.inner.polls.get() {
            None => false,
            Some(0) => true,
            Some(n) => {
                self.inner.polls.set(Some(n - 1));
                false
            }
        }
    }

    fn valid(&self, addr: u64) -> bool {
        self.inner.blocks.borrow().contains_key(&addr)
    }
}
