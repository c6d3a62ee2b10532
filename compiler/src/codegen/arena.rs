//! Memory for native code: fixed chunks that never move and are never writable and executable at once for one thread (but on Intel Macs: see
//! [`platform`](crate::platform)).
//!
//! **Problem.** Native code runs while more is added, and holds return addresses into itself: so code may not move, and no page that runs
//! may lose its execute permission for those who run it even for a moment. Each chunk is a [`CodeMemory`], which only this module writes.
//!
//! **Invariants.**
//! 1. A chunk lives as long as its arena; a [`Code`] range stays valid until it is given back with [`Arena::free`].
//! 2. Ranges are multiples of [`ALIGN`] and disjoint; freed ranges are reused first-fit and merged with free neighbours.
//! 3. Freed code is filled with trap bytes, so a stale jump stops at once.
//!
//! **Not promised.** Freeing does not check that no activation is inside: that is the caller's (a tree is freed at a poll).

use super::debug::Registration;
use super::patch::{Assumption, ExitJump, FarJump, Switch, ROOM};
use super::CodegenError;
use crate::platform::CodeMemory;
use rustc_hash::FxHashMap;
use std::rc::{Rc, Weak};

/// Alignment of code ranges: a cache line, so that a loop aligned within its range is aligned in memory.
pub const ALIGN: usize = 64;
/// A byte that, repeated, makes instructions that stop the process: `int3`, or `udf` where instructions are words.
const TRAP: u8 = if cfg!(target_arch = "aarch64") { 0 } else { 0xcc };
/// Whether code may have [`Switch`]es.
pub const SWITCHES: bool = CodeMemory::HAS_VIEW;
/// Size of an ordinary chunk.
const CHUNK: usize = 1 << 20;

/// A piece of native code in an arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// Address it runs at.
    pub addr: usize,
    /// Its length in bytes.
    pub len: usize,
}

struct Chunk {
    memory: CodeMemory,
    /// Free ranges `(offset, length)`, ascending, never adjacent.
    free: Vec<(usize, usize)>,
}

impl Chunk {
    /// Where in it a piece of code begins; `None` if elsewhere.
    fn offset_of(&self, code: Code) -> Option<usize> {
        let offset = code.addr.wrapping_sub(self.memory.address());
        (offset < self.memory.bytes().len()).then_some(offset)
    }
}

/// Addresses of the routines all traces of an arena share.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    /// The common exit routine; the integer scratch register holds the record.
    pub exit: Code,
    /// Returns status SPILL.
    pub spill: Code,
}

/// Chunks of code memory.
pub struct Arena {
    /// What tools hold of ranges, by address. Declared before the chunks, so that it goes before them.
    told: FxHashMap<usize, Registration>,
    /// The switches in ranges, by address. They go before the chunks as well.
    switches: FxHashMap<usize, Vec<Rc<Switch>>>,
    chunks: Vec<Chunk>,
    used: usize,
    limit: usize,
    shared: Option<Shared>,
}

impl std::fmt::Debug for Arena {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Arena({} chunks, {} bytes used)", self.chunks.len(), self.used)
    }
}

fn round_up(n: usize, to: usize) -> usize {
    n.div_ceil(to) * to
}

impl Arena {
    /// An empty arena that may hold up to `limit` bytes of code.
    pub fn new(limit: usize) -> Arena {
        Arena {
            told: FxHashMap::default(),
            switches: FxHashMap::default(),
            chunks: Vec::new(),
            used: 0,
            limit,
            shared: None,
        }
    }

    /// The shared routines; `make` writes them at first use.
    ///
    /// # Errors
    /// What `make` says.
    pub fn shared(
        &mut self,
        make: impl FnOnce(&mut Arena) -> Result<Shared, CodegenError>,
    ) -> Result<Shared, CodegenError> {
        if let Some(shared) = self.shared {
            return Ok(shared);
        }
        let shared = make(self)?;
        self.shared = Some(shared);
        Ok(shared)
    }

    /// The shared routines, if they were made.
    pub fn routines(&self) -> Option<Shared> {
        self.shared
    }

    /// Drops this when the range is given back.
    pub fn keep(&mut self, code: Code, registration: Registration) {
        self.told.insert(code.addr, registration);
    }

    /// Bytes of code in use.
    pub fn used(&self) -> usize {
        self.used
    }

    fn grow(&mut self, len: usize) -> Result<(), CodegenError> {
        let size = round_up(len.max(CHUNK), CHUNK);
        let memory = CodeMemory::new(size).map_err(|e| CodegenError::Memory(e.to_string()))?;
        self.chunks.push(Chunk { memory, free: vec![(0, size)] });
        Ok(())
    }

    /// Copies code into the arena.
    pub fn add(&mut self, bytes: &[u8]) -> Result<Code, CodegenError> {
        let len = round_up(bytes.len().max(1), ALIGN);
        if self.used + len > self.limit {
            return Err(CodegenError::CodeBudget { used: self.used, wanted: len, limit: self.limit });
        }
        let fits = |c: &Chunk| c.free.iter().position(|f| f.1 >= len);
        let at = match self.chunks.iter().enumerate().find_map(|(i, c)| Some((i, fits(c)?))) {
            Some(at) => at,
            None => {
                self.grow(len)?;
                (self.chunks.len() - 1, 0)
            }
        };
        let chunk = &mut self.chunks[at.0];
        let (offset, size) = chunk.free[at.1];
        if size == len {
            chunk.free.remove(at.1);
        } else {
            chunk.free[at.1] = (offset + len, size - len);
        }
        chunk.memory.write(offset, len, |range| {
            let (code, rest) = range.split_at_mut(bytes.len());
            code.copy_from_slice(bytes);
            rest.fill(TRAP);
        });
        self.used += len;
        Ok(Code { addr: chunk.memory.address() + offset, len: bytes.len() })
    }

    /// Gives a range back. No activation may be inside it, and nothing may jump to it any more.
    pub fn free(&mut self, code: Code) {
        self.told.remove(&code.addr);
        self.switches.remove(&code.addr);
        let len = round_up(code.len.max(1), ALIGN);
        for chunk in &mut self.chunks {
            let Some(offset) = chunk.offset_of(code) else { continue };
            chunk.memory.write(offset, len, |range| range.fill(TRAP));
            let i = chunk.free.partition_point(|f| f.0 < offset);
            chunk.free.insert(i, (offset, len));
            if i + 1 < chunk.free.len() && chunk.free[i].0 + chunk.free[i].1 == chunk.free[i + 1].0 {
                chunk.free[i].1 += chunk.free.remove(i + 1).1;
            }
            if i > 0 && chunk.free[i - 1].0 + chunk.free[i - 1].1 == chunk.free[i].0 {
                chunk.free[i - 1].1 += chunk.free.remove(i).1;
            }
            self.used -= len;
        }
    }

    /// Writes a part of a range again.
    fn rewrite(&mut self, code: Code, at: u32, bytes: &[u8]) {
        assert!(at as usize + bytes.len() <= code.len, "a part of the range");
        for chunk in &mut self.chunks {
            if let Some(offset) = chunk.offset_of(code) {
                chunk.memory.write(offset + at as usize, bytes.len(), |part| part.copy_from_slice(bytes));
            }
        }
    }

    /// The distance to an address from a place in a range, if four bytes hold it.
    fn distance(code: Code, from: usize, to: usize) -> Option<[u8; 4]> {
        let distance = i32::try_from(to.wrapping_sub(code.addr + from) as isize).ok()?;
        Some(distance.to_le_bytes())
    }

    /// Has a branch go to an address if it reaches it; else to its stub.
    pub(super) fn lead(&mut self, code: Code, jump: ExitJump, to: Option<usize>) {
        let end = jump.at as usize + 4;
        let stub = code.addr + jump.stub as usize;
        let to = to.and_then(|to| Arena::distance(code, end, to));
        let to = to.or_else(|| Arena::distance(code, end, stub)).expect("a stub is near");
        self.rewrite(code, jump.at, &to);
    }

    /// Makes a near jump of one through a register, if it goes to code of the same chunk: then its bytes are the same in each run. To be called before the
    /// code has run.
    pub(super) fn shorten(&mut self, code: Code, jump: FarJump) {
        let target = Code { addr: jump.to, len: 0 };
        let together = |c: &Chunk| c.offset_of(code).is_some() && c.offset_of(target).is_some();
        if !self.chunks.iter().any(together) {
            return;
        }
        if let Some(distance) = Arena::distance(code, jump.at as usize + ROOM, jump.to) {
            self.rewrite(code, jump.at, &[&[jump.near][..], &distance, jump.rest].concat());
        }
    }

    /// The switch of an assumption in a range.
    pub(super) fn switch(&mut self, code: Code, a: Assumption) -> Weak<Switch> {
        assert!(a.at as usize + ROOM <= code.len, "a part of the range");
        for chunk in &mut self.chunks {
            let Some(offset) = chunk.offset_of(code) else { continue };
            let place = chunk.memory.view(offset + a.at as usize, ROOM).expect("`SWITCHES`");
            // SAFETY: a part of the range, which is given back only after its switches are dropped; `write` is over when one is thrown.
            let switch = Rc::new(unsafe { Switch::new(place.cast(), a.thrown) });
            let weak = Rc::downgrade(&switch);
            self.switches.entry(code.addr).or_default().push(switch);
            return weak;
        }
        unreachable!("the range is in a chunk")
    }

    /// The bytes of a range, as they run.
    pub fn bytes(&self, code: Code) -> Vec<u8> {
        for chunk in &self.chunks {
            if let Some(offset) = chunk.offset_of(code) {
                return chunk.memory.bytes()[offset..offset + code.len].to_vec();
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_disjoint_reused_and_bounded() {
        let mut a = Arena::new(4 * ALIGN);
        let one = a.add(&[1; 5]).unwrap();
        let more = [2; ALIGN + 1];
        let two = a.add(&more).unwrap();
        assert!(two.addr >= one.addr + ALIGN);
        assert_eq!(a.bytes(one), [1; 5]);
        assert_eq!(a.bytes(two), more);
        assert!(matches!(a.add(&more), Err(CodegenError::CodeBudget { .. })));
        a.free(one);
        a.free(two);
        assert_eq!(a.used(), 0);
        assert_eq!(a.add(&[4; 4 * ALIGN]).unwrap().addr, one.addr, "freed neighbours merge");
    }
}
