//! Loops on trial: iterations run at once, and marks tell whether they were allowed to.
//!
//! **Problem.** Which elements `cost[edges[e]] = ...` writes is known when it is written. Whether another iteration accesses them cannot be found out before.
//!
//! **How.** A loop against which nothing stands but subscripts that are not known is run twice. Neither time anything that it writes is seen: what it reads is what was there
//! before the loop. Each element that may be written has a *cell*.
//! 1. A store *marks* its cell with the iteration: the first and the last one that writes there are kept. A load fails whose cell was marked by an earlier iteration, or by its own,
//!    whose value it should have read and cannot.
//! 2. All marks are there. A load fails whose cell an earlier iteration marks: it should have read what that one wrote. A store leaves its value in the cell if its iteration is the
//!    last that writes there. So of several writers the last one wins, and a load sees nothing of later iterations.
//!
//! After that the host moves values from their cells to memory. If a load has failed, nothing was changed.
//!
//! **Cells.** Accesses that may meet have one descriptor and form a *group*. Their objects lie anywhere; a group has a cell for every place between the lowest and the highest one, so an
//! address less a number is a cell's. Cells are not cleared between runs: marks grow from run to run, and those up to the *epoch* are old.
//!
//! **Invariants.** An iteration that reads no cell that an earlier one marks does what it would have done in its turn. One that does may do anything before it is found
//! out, so it must end: it goes round inner loops [`ROUNDS`] times at most. It stays within objects: what tests its subscripts is in the iteration itself.
//!
//! **Not promised.** A loop that reads what it has written in the same iteration. After [`TRIALS`] failures in a row a loop is not tried any more.
//!
//! **Example.** `for i in range(n): last[key[i]] = i`: the cell of an element has the first and the last `i` with that key, and the value of the last. With
//! `count[key[i]] += 1` a load fails as soon as a key comes twice.

use crate::entry::Entry;
use crate::host::{Journal, Stop};
use crate::views::{behind, Meeting, Views};
use holloway_compiler::ir::eval::Fault;
use holloway_compiler::ir::{IrRef, Mem, Op};
use holloway_compiler::region::offload::Heap;
use holloway_compiler::region::report::{Edge, Kind};
use holloway_compiler::region::{BlockId, Region};
use std::collections::BTreeMap;

/// How often a loop fails in a row before it is not tried any more.
pub const TRIALS: u32 = 2;

/// How often an iteration goes round inner loops.
pub const ROUNDS: u32 = 1 << 20;

/// Most cells.
const MOST: u64 = 1 << 24;

/// What a kernel on trial is given beside the others' parameters; the groups' numbers follow.
pub const PARAMS: &str = "volatile __global int *first, volatile __global int *last, __global ulong *values, __global uchar *touched, ulong epoch, ulong pass";

/// What it begins with. A mark that counts iterations down tells the first one.
pub const BEGIN: &str =
    "  const int mine = (int)(epoch + t + 1), early = (int)(epoch + size.x - t), least = early - !pass;\n  int rounds = 0;\n";

/// A load of cell `c` fails on this.
pub const MET: &str = "first[c] > least";

/// A store of `bits` to cell `c`.
pub const STORE: &str =
    "if (!pass) { atomic_max(first + c, early); atomic_max(last + c, mine); } else if (last[c] == mine) { values[c] = bits; touched[c >> 10] = 1; }";

/// So many cells have one byte that tells whether any of them has a value: few of many are written, often.
const BLOCK: usize = 1 << 10;

/// Accesses that may meet.
#[derive(Clone, Debug)]
pub struct Group {
    /// The form of an element, the offset of the first, and the bytes to the next one (0: there is one).
    mem: Mem,
    offset: u64,
    stride: u64,
    objects: Vec<u64>,
    /// The cells of the objects' first elements.
    cells: Vec<usize>,
    /// What cells are less than places; see [`Group::cell`].
    from: u64,
}

/// An access whose cells are marked or looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marked {
    /// The number of its group.
    pub group: usize,
    /// Of a load, what is against the loop if it fails.
    pub met: Option<String>,
}

/// What a loop on trial accesses.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Groups of accesses that may meet.
    pub groups: Vec<Group>,
    /// The accesses: all stores, and the loads that may meet one.
    pub marked: BTreeMap<IrRef, Marked>,
    /// How many cells there are.
    cells: usize,
    /// How many iterations.
    count: u64,
}

impl Group {
    /// The power of two that the size of an element is.
    pub fn shift(&self) -> u32 {
        self.mem.bytes().ilog2()
    }

    /// The cell of an address.
    fn cell(&self, addr: u64) -> usize {
        (addr >> self.shift()).wrapping_sub(self.from) as usize
    }

    /// What a kernel takes from an address, shifted, to get its cell.
    pub fn from(&self) -> u64 {
        self.from
    }
}

impl Trial {
    /// Of a loop with so many iterations.
    ///
    /// # Errors
    /// Why it cannot be tried.
    pub fn new(entry: &Entry<'_>, views: &Views, count: u64, heap: &mut dyn Heap) -> Result<Trial, String> {
        if count >= i32::MAX as u64 {
            return Err("it has too many iterations for marks".into());
        }
        let mut trial = Trial { groups: Vec::new(), marked: BTreeMap::new(), cells: 0, count };
        for s in 0..views.places.len() {
            if views.places[s].store && !trial.marked.contains_key(&views.places[s].inst) {
                let members = meeting(s, entry, views, heap);
                trial.group(&members, entry, views, heap)?;
            }
        }
        Ok(trial)
    }

    /// Adds a group of accesses, the first of which is a store.
    fn group(
        &mut self,
        members: &[usize],
        entry: &Entry<'_>,
        views: &Views,
        heap: &mut dyn Heap,
    ) -> Result<(), String> {
        let vals = &entry.region.vals;
        let line = |m: usize| entry.region.line_at(views.places[m].block, views.places[m].inst).to_string();
        let inst = entry.region.inst(views.places[members[0]].inst);
        let (mem, offset, stride) = match inst.op {
            Op::StoreElem => {
                let d = &vals.arrays[inst.aux as usize];
                (d.mem, d.offset as u64, d.stride as u64)
            }
            _ => (vals.fields[inst.aux as usize].mem, vals.fields[inst.aux as usize].offset as u64, 0),
        };
        let mut objects = Vec::new();
        for &m in members {
            let place = &views.places[m];
            let reached = behind(place, entry, heap)?;
            if reached.objects.is_empty() {
                return Err(format!("it is not known which objects are accessed at {}", line(m)));
            }
            objects.extend(reached.objects.keys().copied());
            let met = Edge {
                kind: Kind::Flow,
                from: line(members[0]),
                to: line(m),
                distance: Vec::new(),
                why: Some("found by marks".into()),
            };
            let met = (!place.store).then(|| met.to_string());
            self.marked.insert(place.inst, Marked { group: self.groups.len(), met });
        }
        objects.sort_unstable();
        objects.dedup();
        self.groups.push(Group { mem, offset, stride, objects, cells: Vec::new(), from: 0 });
        Ok(())
    }

    /// Gives elements their cells, where this tells the places of objects.
    ///
    /// # Errors
    /// Why there are no cells for them.
    pub fn lay_out(&mut self, place: impl Fn(u64) -> u64, heap: &dyn Heap) -> Result<(), String> {
        let mut end = 0u64;
        for g in &mut self.groups {
            let (shift, bytes) = (g.shift(), u64::from(g.mem.bytes()));
            let firsts: Vec<u64> = g.objects.iter().map(|&o| place(o) + g.offset).collect();
            if !g.stride.is_multiple_of(bytes) || firsts.iter().any(|f| !f.is_multiple_of(bytes)) {
                return Err("what it writes is not aligned".into());
            }
            let size = |o: u64| heap.object(o).map_or(0, |(_, bytes)| bytes as u64);
            let low = firsts.iter().min().map_or(0, |f| f >> shift);
            let high = g.objects.iter().map(|&o| (place(o) + size(o)) >> shift).max().unwrap_or(low);
            g.from = low.wrapping_sub(end);
            g.cells = firsts.iter().map(|&f| g.cell(f)).collect();
            end = end.saturating_add(high - low + 1);
            if end > MOST {
                return Err("what it writes is too large, or lies too far apart".into());
            }
        }
        self.cells = end as usize;
        Ok(())
    }

    /// Whether the kernel of another entry does for this one.
    pub fn is_like(&self, other: &Trial) -> bool {
        let shifts = |t: &Trial| t.groups.iter().map(Group::shift).collect::<Vec<u32>>();
        self.marked == other.marked && shifts(self) == shifts(other)
    }
}

/// What is said of an iteration that comes back to the header of a loop in it too often.
pub fn too_long(region: &Region, header: BlockId) -> String {
    format!("an iteration on trial takes too long ({})", region.line_of(header))
}

/// The accesses that may meet a store, or one that may meet such a one, and so on; that store first.
fn meeting(store: usize, entry: &Entry<'_>, views: &Views, heap: &mut dyn Heap) -> Vec<usize> {
    let (mut members, mut at) = (vec![store], 0);
    while at < members.len() {
        let m = members[at];
        for p in 0..views.places.len() {
            let written = views.places[m].store || views.places[p].store;
            if written && !members.contains(&p) && !matches!(views.meet(m, p, entry, heap), Meeting::Never) {
                members.push(p);
            }
        }
        at += 1;
    }
    members
}

/// Cells: what has been marked, and what is to be written.
#[derive(Default, Debug)]
pub struct Shadow {
    /// The first iteration that writes there: the larger, the earlier.
    first: Vec<i32>,
    /// The last one.
    last: Vec<i32>,
    values: Vec<u64>,
    /// Which blocks of cells have values of this run.
    touched: Vec<u8>,
    /// Marks up to this one are old.
    epoch: i32,
    /// The largest mark of the run.
    end: i32,
}

impl Shadow {
    /// Makes all marks old, for a run.
    pub fn begin(&mut self, trial: &Trial) {
        self.epoch = self.end;
        if self.first.len() < trial.cells || trial.count > (i32::MAX - self.epoch) as u64 {
            let cells = trial.cells.max(self.first.len());
            *self = Shadow {
                first: vec![0; cells],
                last: vec![0; cells],
                values: vec![0; cells],
                touched: vec![0; cells.div_ceil(BLOCK)],
                epoch: 0,
                end: 0,
            };
        }
        self.touched.fill(0);
        self.end = self.epoch + trial.count as i32;
    }

    /// See the field.
    pub fn epoch(&self) -> u64 {
        self.epoch as u64
    }

    /// The lists that a kernel is lent, with their sizes in bytes: first ones, last ones, values, blocks.
    pub fn lists(&mut self, trial: &Trial) -> [(*mut u8, usize); 4] {
        [
            (self.first.as_mut_ptr().cast(), trial.cells * 4),
            (self.last.as_mut_ptr().cast(), trial.cells * 4),
            (self.values.as_mut_ptr().cast(), trial.cells * 8),
            (self.touched.as_mut_ptr().cast(), trial.cells.div_ceil(BLOCK)),
        ]
    }

    /// Moves what a run has written to memory; how many bytes of it were kept.
    ///
    /// # Errors
    /// An object is not there.
    pub fn commit(&self, trial: &Trial, journal: &mut Journal, heap: &mut dyn Heap) -> Result<u64, Fault> {
        let mut kept = 0;
        for g in &trial.groups {
            for (&object, &first) in g.objects.iter().zip(&g.cells) {
                let Some((_, bytes)) = heap.object(object) else { continue };
                let room = (bytes as u64).saturating_sub(g.offset + u64::from(g.mem.bytes()) - 1);
                let (step, count) = match g.stride {
                    0 => (1, 1),
                    s => ((s >> g.shift()) as usize, room.div_ceil(s) as usize),
                };
                let (mut c, end) = (first, first + step * count);
                while c < end {
                    if self.touched[c / BLOCK] == 0 {
                        // The object's first cell in the next block.
                        c += (BLOCK - c % BLOCK).div_ceil(step) * step;
                        continue;
                    }
                    if self.last[c] > self.epoch {
                        let at = object + g.offset + ((c - first) / step) as u64 * g.stride;
                        journal.write(at, g.mem, self.values[c], heap)?;
                        kept += u64::from(g.mem.bytes());
                    }
                    c += step;
                }
            }
        }
        Ok(kept)
    }
}

/// A run on trial by the host.
pub struct Trying {
    pub shadow: Shadow,
    pub trial: Trial,
    /// Whether this is the second time.
    pub again: bool,
    /// The iteration.
    pub t: u64,
}

impl Trying {
    fn early(&self) -> i32 {
        self.shadow.epoch + (self.trial.count - self.t) as i32
    }

    /// Before a load.
    ///
    /// # Errors
    /// It should see what an earlier iteration, or its own, has written.
    pub fn load(&self, inst: IrRef, addr: u64) -> Result<(), Stop> {
        let Some(Marked { group, met: Some(met) }) = self.trial.marked.get(&inst) else { return Ok(()) };
        let least = self.early() - i32::from(!self.again);
        match self.shadow.first[self.trial.groups[*group].cell(addr)] > least {
            true => Err(Stop::Met(met.clone())),
            false => Ok(()),
        }
    }

    /// In place of a store.
    pub fn store(&mut self, inst: IrRef, addr: u64, value: u64) {
        let (early, mine) = (self.early(), self.shadow.epoch + self.t as i32 + 1);
        let c = self.trial.groups[self.trial.marked[&inst].group].cell(addr);
        let Shadow { first, last, values, touched, .. } = &mut self.shadow;
        if !self.again {
            (first[c], last[c]) = (first[c].max(early), last[c].max(mine));
        } else if last[c] == mine {
            values[c] = value;
            touched[c / BLOCK] = 1;
        }
    }
}
