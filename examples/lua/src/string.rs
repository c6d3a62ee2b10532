//! Strings: immutable bytes; short ones are interned, so that their equality is identity.
//!
//! **Invariants.** Two live strings of at most [`MAX_INTERNED`] bytes with the same content are the same object. Longer ones are compared by content. The
//! table of interned strings holds them weakly: a collection drops the entries of the dead.
//!
//! **Example.** `rt.short("__index")` is the same reference every time; `make(rt, bytes)?` makes a string of any length.

use crate::{error, Rt};
use holloway::heap::{Alive, Cx, Gc, Header, Marker, Mut, Rooted, Tail, Trace};
use holloway::machine::Raised;
use holloway::Object;

/// Longest interned string.
pub const MAX_INTERNED: usize = 40;

/// A string.
#[derive(Object)]
#[repr(C)]
pub struct Str {
    header: Header,
    /// Hash of the content; 0 when not computed yet.
    hash: Mut<u64>,
    /// The bytes.
    pub bytes: Tail<u8>,
}

impl Str {
    /// The content.
    #[inline(always)]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }
    /// Whether it is interned, and so equal to none but itself.
    #[inline(always)]
    pub fn is_short(&self) -> bool {
        self.bytes.len() <= MAX_INTERNED
    }
    /// Hash of the content.
    #[inline]
    pub fn hash_of(&self, cx: &Cx) -> u64 {
        match self.hash.get(cx) {
            0 => {
                let h = hash_bytes(self.bytes());
                self.hash.set(cx, h);
                h
            }
            h => h,
        }
    }
    /// The content as text for messages.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }
}

/// Equality of strings.
pub trait Same {
    /// The same content.
    fn same(self, o: Self) -> bool;
}

impl Same for Gc<Str> {
    #[inline]
    fn same(self, o: Self) -> bool {
        self == o || (!self.is_short() && self.bytes() == o.bytes())
    }
}

/// A hash of bytes, never 0.
pub fn hash_bytes(b: &[u8]) -> u64 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |h: u64, w: u64| (h.rotate_left(23) ^ w).wrapping_mul(K);
    let mut h = mix(K, b.len() as u64);
    let mut chunks = b.chunks_exact(8);
    for c in &mut chunks {
        h = mix(h, u64::from_le_bytes(c.try_into().unwrap_or([0; 8])));
    }
    let mut last = [0; 8];
    last[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    h = mix(h, u64::from_le_bytes(last));
    (h ^ h >> 29).max(1)
}

/// The interned strings: open addressing over a table whose size is a power of two.
#[derive(Default)]
struct Interner {
    table: Vec<Option<Gc<Str>>>,
    used: usize,
}

impl Trace for Interner {
    fn trace(&self, _: &mut Marker<'_>) {}
    fn is_weak(&self) -> bool {
        true
    }
    fn after_mark(&mut self, alive: &Alive<'_>) {
        let live: Vec<_> = self.table.iter().flatten().copied().filter(|s| alive.is(*s)).collect();
        self.rebuild(&live);
    }
}

impl Interner {
    fn rebuild(&mut self, live: &[Gc<Str>]) {
        let size = (live.len() * 2).next_power_of_two().max(1024);
        self.table.clear();
        self.table.resize(size, None);
        self.used = live.len();
        for s in live {
            let at = self.place(hash_bytes(s.bytes()), |_| false);
            self.table[at] = Some(*s);
        }
    }
    /// The place of the string with this hash that `is` accepts, or the free place where it belongs.
    #[inline]
    fn place(&self, hash: u64, is: impl Fn(&Str) -> bool) -> usize {
        let mask = self.table.len() - 1;
        let mut i = hash as usize & mask;
        while let Some(s) = &self.table[i] {
            if is(s) {
                break;
            }
            i = (i + 1) & mask;
        }
        i
    }
}

/// The strings of a run time.
pub struct Strings {
    interner: Rooted<Interner>,
}

impl Strings {
    /// An empty table.
    pub fn new(cx: &Cx) -> Strings {
        let mut interner = Interner::default();
        interner.rebuild(&[]);
        Strings { interner: cx.root(interner) }
    }
    /// The interned string with this content.
    ///
    /// # Panics
    /// If it is longer than [`MAX_INTERNED`].
    pub fn intern(&self, cx: &Cx, bytes: &[u8]) -> Gc<Str> {
        assert!(bytes.len() <= MAX_INTERNED, "only short strings are interned");
        let hash = hash_bytes(bytes);
        self.interner.with_mut(cx, |t| {
            let mut at = t.place(hash, |s| s.bytes() == bytes);
            if let Some(s) = t.table[at] {
                return s;
            }
            if (t.used + 1) * 4 > t.table.len() * 3 {
                let all: Vec<_> = t.table.iter().flatten().copied().collect();
                t.rebuild(&all);
                at = t.place(hash, |_| false);
            }
            let made = Str { header: Header::NEW, hash: Mut::new(hash), bytes: Tail::NEW };
            let s = cx.alloc_with(made, bytes).expect("memory for a short string");
            t.table[at] = Some(s);
            t.used += 1;
            s
        })
    }
}

/// A string with this content.
///
/// # Errors
/// "not enough memory".
pub fn make(rt: &Rt, bytes: &[u8]) -> Result<Gc<Str>, Raised> {
    if bytes.len() <= MAX_INTERNED {
        return Ok(rt.lang.strings().intern(&rt.heap, bytes));
    }
    let made = Str { header: Header::NEW, hash: Mut::new(0), bytes: Tail::NEW };
    rt.heap.alloc_with(made, bytes).map_err(|_| error::out_of_memory(rt))
}
