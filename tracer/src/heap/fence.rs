//! Fences: under stress the processor itself finds a stale reference, in release builds too.
//!
//! **Problem.** A [`Gc`](super::Gc) that was kept where the collector does not look refers to what was collected. Dereferencing one is a load and nothing more, so nobody asks whether
//! the object still lives; what is read there is another object, or poison, and the program goes wrong later and elsewhere.
//!
//! **How.** Under stress each small object gets a page of its own, as long as there are some ([`PAGES`]). When it dies, the page may not be touched any more ([`platform::forbid`]). Whoever
//! does is stopped by the system with a signal, and the handler says which object that was, and ends the process. Pages of the dead are used again in the order in which
//! they died; the last [`DEAD`] of them are always fenced.
//!
//! ```text
//! page 0      header of the block
//! page k      | end of cell k - 1, not used | cell k: the object, to the end of the page |
//!             0                         HEADER                                       4096
//! ```
//!
//! **Invariants.**
//! 1. A block of the class [`FENCED`](super::block::FENCED) has objects in the cells 1 to [`LAST`] only. The bit in `alloc` of a cell is set exactly while its object lives, so nothing of the heap's own looks
//!    into a fenced page.
//! 2. What is fenced stands in [`FENCED_NOW`], and nothing else does.
//!
//! **Not promised.** In a heap of more objects than there are pages, the others have no fences: a stale reference to one of them finds poison for a while. That a
//! system other than Linux, or one with other pages, has fences: stress mode does without. What Rust says when a native stack overflows, while there are fences.
//!
//! **Example.** `HOLLOWAY_GC=stress` before a command, in any build.

// What is noted for the handler of the signal, nobody asks where there is none.
#![cfg_attr(not(target_os = "linux"), allow(dead_code))]

use super::block::{Block, BLOCK, HEADER};
use super::object::{FieldShape, TypeInfo};
use super::space::{poison, Mapping};
use holloway_compiler::platform;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of a page, and of a cell.
pub(crate) const PAGE: usize = 4096;
/// Largest object with a page of its own.
pub(crate) const MAX_FENCED: usize = PAGE - HEADER;
/// The last cell of a block that is used.
const LAST: usize = BLOCK / PAGE - 2;
/// Most pages of a heap: 64 MB.
const PAGES: usize = 16 << 10;
/// Most of them that are fenced. A system has 65,530 mappings for a process, and a fenced page may part one into three.
const DEAD: usize = 8 << 10;
/// What an object counts, of which nobody knows how large it is.
const NOMINAL: usize = 32;
/// Large objects that stay fenced, and their bytes.
const LARGE: (usize, usize) = (64, 64 << 20);

/// Between two collections.
#[derive(Clone)]
pub(crate) struct Moment {
    /// Collections so far.
    collections: u64,
    /// Where the guest was at the poll before.
    place: Arc<str>,
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "collection {} (at {})", self.collections, self.place)
    }
}

/// What is known of an object that was collected.
struct Dead {
    at: usize,
    bytes: usize,
    name: &'static str,
    fields: &'static [FieldShape],
    /// Offset of its elements, if it has some.
    elements: Option<u32>,
    made: Option<Moment>,
    collected: Moment,
}

impl Dead {
    /// What lies there, by its address.
    fn part(&self, addr: usize) -> String {
        let off = addr.wrapping_sub(self.at) as u32;
        let field = self.fields.iter().find(|f| (f.offset..f.offset + f.bytes).contains(&off));
        match (field, self.elements) {
            (Some(f), _) => format!("the field `{}`", f.name),
            (None, Some(from)) if off >= from => "an element".into(),
            (None, Some(from)) if off + 8 >= from => "the length".into(),
            (None, _) => "the header".into(),
        }
    }
}

/// What is fenced in this process, by the address of its first page; with its bytes.
static FENCED_NOW: Mutex<BTreeMap<usize, (usize, Dead)>> = Mutex::new(BTreeMap::new());

fn fenced_now() -> std::sync::MutexGuard<'static, BTreeMap<usize, (usize, Dead)>> {
    FENCED_NOW.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a stale reference to this address is to be reported as.
fn report(addr: usize) -> Option<String> {
    let all = fenced_now();
    let (&page, (bytes, dead)) = all.range(..=addr).next_back()?;
    if addr - page >= *bytes {
        return None;
    }
    let made = dead.made.as_ref().map_or(String::new(), |m| format!("made after {m}, "));
    Some(format!(
        "stale reference: {} of a collected `{}` was used\n  {made}collected by {}: nobody held it where the collector looks",
        dead.part(addr),
        dead.name,
        dead.collected,
    ))
}

/// The fences of a heap.
pub(crate) struct Fences {
    /// Objects that can be made: addresses of cells that nothing was in, or not lately.
    fresh: Vec<usize>,
    /// Those that may not be touched, the oldest first.
    dead: VecDeque<usize>,
    blocks: Vec<usize>,
    /// When the objects that live were made.
    made: FxHashMap<usize, Moment>,
    now: Moment,
    /// Large objects that may not be touched, the oldest first.
    large: VecDeque<Mapping>,
}

impl Fences {
    /// None yet; `None` where the system has none.
    pub fn new() -> Option<Box<Fences>> {
        fault::catch().then(|| {
            Box::new(Fences {
                fresh: Vec::new(),
                dead: VecDeque::new(),
                blocks: Vec::new(),
                made: FxHashMap::default(),
                now: Moment { collections: 0, place: "the start".into() },
                large: VecDeque::new(),
            })
        })
    }
    /// Notes where the guest is.
    pub fn note(&mut self, place: &str) {
        self.now.place = place.into();
    }
    /// Whether another block would be of use.
    pub fn wants_block(&self) -> bool {
        self.fresh.is_empty() && (self.blocks.len() + 1) * LAST <= PAGES
    }
    /// Takes a block of the class [`FENCED`](super::block::FENCED).
    pub fn add_block(&mut self, block: usize) {
        self.blocks.push(block);
        self.fresh.extend((1..=LAST).rev().map(|k| block + HEADER + k * PAGE));
    }
    /// A cell for an object, zeroed.
    pub fn take(&mut self) -> Option<usize> {
        let at = match self.fresh.pop() {
            Some(at) => at,
            None => {
                let oldest = self.dead.pop_front()?;
                self.open(oldest);
                oldest
            }
        };
        // SAFETY: cells lie in blocks of ours, behind the header.
        unsafe { Block::of(at) }.set_cell(at, true);
        self.made_now(at);
        Some(at)
    }
    /// Notes when an object was made.
    pub fn made_now(&mut self, at: usize) {
        self.made.insert(at, self.now.clone());
    }
    /// A collection begins to free what is dead.
    pub fn begin(&mut self) {
        self.now.collections += 1;
    }
    /// Takes the fence from a page, and clears it.
    fn open(&self, at: usize) {
        let page = at & !(PAGE - 1);
        if fenced_now().remove(&page).is_some() {
            // SAFETY: a whole page of a block of ours, with a dead object.
            let opened = unsafe { platform::allow(page as *mut u8, PAGE) };
            assert!(opened, "the system does not give a page back");
        }
        // SAFETY: the cell of a dead object, which ends with the page.
        unsafe { std::ptr::write_bytes(at as *mut u8, 0, MAX_FENCED) };
    }
    /// After marking: fences what is not marked. The bytes of the cells that live, as other cells would hold the objects.
    pub fn bury(&mut self, types: &[&'static TypeInfo]) -> usize {
        let mut live = 0;
        for i in 0..self.blocks.len() {
            for k in 1..=LAST {
                let at = self.blocks[i] + HEADER + k * PAGE;
                // SAFETY: a block of ours.
                let block = unsafe { Block::of(at) };
                match block.has_cell(at) {
                    true if block.is_marked(at) => live += NOMINAL,
                    true => {
                        block.set_cell(at, false);
                        self.fence(at, types);
                    }
                    false => {}
                }
            }
        }
        while self.dead.len() > DEAD {
            let oldest = self.dead.pop_front().expect("there are some");
            self.open(oldest);
            self.fresh.push(oldest);
        }
        live
    }
    fn fence(&mut self, at: usize, types: &[&'static TypeInfo]) {
        let dead = self.dead_at(at, MAX_FENCED, types);
        // Where there are no more mappings to be had, that is what is found.
        poison(at, MAX_FENCED, types);
        let page = at & !(PAGE - 1);
        // SAFETY: a whole page of a block of ours; the collector looks at no dead object, and references to it are stale.
        if unsafe { platform::forbid(page as *mut u8, PAGE) } {
            fenced_now().insert(page, (PAGE, dead));
        }
        self.dead.push_back(at);
    }
    fn dead_at(&mut self, at: usize, bytes: usize, types: &[&'static TypeInfo]) -> Dead {
        // SAFETY: it was an object, and nothing has overwritten it.
        let number = unsafe { &*(at as *const super::object::Header) }.type_number();
        let info = types.get(number.wrapping_sub(1) as usize);
        Dead {
            at,
            bytes,
            name: info.map_or("thing", |t| t.name),
            fields: info.map_or(&[], |t| t.fields),
            elements: info.and_then(|t| t.elements).map(|t| t.elems_offset),
            made: self.made.remove(&at),
            collected: self.now.clone(),
        }
    }
    /// Fences a large object that has died.
    pub fn bury_large(&mut self, at: usize, map: Mapping, types: &[&'static TypeInfo]) {
        let (base, room) = map.bounds();
        let dead = self.dead_at(at, room - HEADER, types);
        // SAFETY: a mapping of one dead object's; it begins at a block's start, so at a page's.
        if dead.bytes <= LARGE.1 && unsafe { platform::forbid(base as *mut u8, room) } {
            fenced_now().insert(base, (room, dead));
            self.large.push_back(map);
        }
        let held = |all: &VecDeque<Mapping>| all.iter().map(|m| m.bounds().1).sum::<usize>();
        while self.large.len() > LARGE.0 || held(&self.large) > LARGE.1 {
            let oldest = self.large.pop_front().expect("there are some");
            fenced_now().remove(&oldest.bounds().0);
        }
    }
}

impl Drop for Fences {
    fn drop(&mut self) {
        let mut all = fenced_now();
        self.dead.iter().for_each(|at| _ = all.remove(&(at & !(PAGE - 1))));
        self.large.iter().for_each(|m| _ = all.remove(&m.bounds().0));
    }
}

/// The signal.
#[cfg(target_os = "linux")]
mod fault {
    use std::backtrace::Backtrace;
    use std::sync::OnceLock;

    /// What the signal did before.
    static BEFORE: OnceLock<Option<Action>> = OnceLock::new();

    struct Action(libc::sigaction);
    // SAFETY: a number of flags and the address of a function.
    unsafe impl Send for Action {}
    // SAFETY: as above; nobody changes it.
    unsafe impl Sync for Action {}

    /// Has the signal caught, once; whether it is, and pages are as large as fences are made for.
    pub fn catch() -> bool {
        let before = BEFORE.get_or_init(|| {
            // SAFETY: asks for a number.
            if unsafe { libc::sysconf(libc::_SC_PAGESIZE) } != super::PAGE as libc::c_long {
                return None;
            }
            // SAFETY: all zero is an action; its fields are filled in. The handler has the signature that the flag asks for.
            unsafe {
                let (mut action, mut before) = (std::mem::zeroed::<libc::sigaction>(), std::mem::zeroed());
                action.sa_sigaction = on_fault as *const () as usize;
                // On the stack that there is, as saying where one is takes more than the one that is set aside for signals.
                action.sa_flags = libc::SA_SIGINFO;
                libc::sigemptyset(&mut action.sa_mask);
                (libc::sigaction(libc::SIGSEGV, &action, &mut before) == 0).then_some(Action(before))
            }
        });
        before.is_some()
    }

    /// # Safety
    /// For the system, which says what has happened.
    unsafe extern "C" fn on_fault(signal: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
        // SAFETY: the system gives it to handlers of this signal.
        let addr = unsafe { (*info).si_addr() } as usize;
        // The signal is that of an access of this thread's, in the middle of nothing that the report uses: no allocator and no lock lies behind a fence.
        let Some(text) = super::report(addr) else {
            if let Some(Some(before)) = BEFORE.get() {
                // SAFETY: it was in force before. The access is made again, and is no more ours.
                unsafe { libc::sigaction(signal, &before.0, std::ptr::null_mut()) };
            }
            return;
        };
        let trace = Backtrace::force_capture().to_string();
        // What comes before the frame that the system has made is the handler's own.
        let made = ["__restore_rt", "<unknown>"].iter().filter_map(|name| trace.find(name)).min();
        let from = made.and_then(|at| Some(at + trace[at..].find('\n')? + 1));
        let frames = &trace[from.unwrap_or(0)..];
        match super::user(frames) {
            Some(user) => eprintln!("{text}\n  used in {user}\n{frames}"),
            None => eprintln!("{text}\n{frames}"),
        }
        std::process::abort()
    }
}

/// There are none here.
#[cfg(not(target_os = "linux"))]
mod fault {
    /// Nothing is caught.
    pub fn catch() -> bool {
        false
    }
}

/// The innermost function of a backtrace that is neither Rust's nor this crate's, with its line.
fn user(frames: &str) -> Option<String> {
    let own = file!().strip_suffix("heap/fence.rs").unwrap_or(file!());
    let lines: Vec<&str> = frames.lines().map(str::trim).collect();
    let mut placed = lines.windows(2).filter_map(|two| {
        let (name, place) = (two[0].split_once(": ")?.1, two[1].strip_prefix("at ")?);
        // The column says little.
        Some((name, place.rsplit_once(':').map_or(place, |(line, _)| line)))
    });
    let (name, place) = placed.find(|(_, place)| !place.starts_with("/rustc/") && !place.contains(own))?;
    Some(format!("{name} at {place}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::FieldGc;

    #[test]
    fn the_user_is_the_innermost_function_of_the_authors() {
        let frames = format!(
            "   2: deref<lisp::Pair>
             at ./{}:77:18
   3: with_borrow<i64>
             at /rustc/0123/library/std/src/thread/local.rs:724:14
   4: car_host
             at ./examples/lisp/src/helpers.rs:33:9
   5: main",
            file!()
        );
        assert_eq!(user(&frames).as_deref(), Some("car_host at ./examples/lisp/src/helpers.rs:33"));
        assert_eq!(user("   1: main"), None);
    }

    #[test]
    fn parts_of_an_object_go_by_their_offsets() {
        let field = |name, offset, bytes| FieldShape { name, offset, bytes, hint: false, gc: FieldGc::None };
        let fields: &[FieldShape] = Box::leak(Box::new([field("x", 8, 8), field("small", 16, 1)]));
        let now = Moment { collections: 1, place: "main:1".into() };
        let dead = |elements| Dead {
            at: 4096,
            bytes: 64,
            name: "Point",
            fields,
            elements,
            made: None,
            collected: now.clone(),
        };
        let parts = [0, 8, 15, 16, 24, 32].map(|off| dead(Some(32)).part(4096 + off));
        assert_eq!(
            parts,
            ["the header", "the field `x`", "the field `x`", "the field `small`", "the length", "an element"]
        );
        assert_eq!(dead(None).part(4096 + 40), "the header");
    }
}
