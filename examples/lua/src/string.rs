//! Strings: immutable bytes; short ones are interned, so that their equality is identity.
//!
//! **Invariants.** Two live strings of at most [`MAX_INTERNED`] bytes with the same content are the same object. Longer ones are compared by content. The
//! table of interned strings holds them weakly: a collection drops the entries of the dead.
//!
//! **Example.** `rt.short("__index")` is the same reference every time; `make(rt, bytes)?` makes a string of any length.

use crate::{error, text, Rt};
use hashbrown::HashTable;
use holloway::heap::{Alive, Gc, Header, Mark, Marker, Mut, Mutator, RawSlot, Root, Rooted, Tail};
use holloway::machine::Raised;
use holloway::Object;
use langkit::hash::{hash_bytes, word};

/// Longest interned string.
pub const MAX_INTERNED: usize = 40;

/// A string.
#[derive(Object)]
#[repr(C)]
pub struct Str {
    header: Header,
    /// Hash of the content; 0 when not computed yet, which is never so of short ones.
    #[object(hint)]
    pub hash: Mut<i64>,
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
    pub fn hash_of(&self, cx: &Mutator) -> u64 {
        match self.hash.get(cx) {
            0 => {
                let h = hash_bytes(self.bytes());
                self.hash.set(cx, h as i64);
                h
            }
            h => h as u64,
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

/// Whether two strings are equal, quick for those of at most 8 bytes.
#[inline(always)]
fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && if a.len() <= 8 { word(a) == word(b) } else { a == b }
}

/// The strings of one byte, by it.
#[derive(Object)]
#[repr(C)]
pub struct Letters {
    header: Header,
    /// All 256.
    pub of: Tail<Gc<Str>>,
}

/// The interned strings.
struct Interner {
    /// All, each with its hash, so that few strings are looked at that are not the one wanted.
    all: HashTable<Known>,
    /// Those made since the last collection: the only ones that a minor one may find dead.
    young: Vec<Known>,
    /// Those asked for last, by hash: a place each, where the table has a group of places and their tags to look at. With their hashes: that of another string is not looked at, which costs as much as to find
    /// the right one.
    last: Box<[Option<Known>; LAST]>,
    /// What was joined last and what it gave: until a collection, as addresses may have another string then.
    joined: Box<[Option<Joined>; JOINED]>,
}

/// A hash and its string.
type Known = (u64, Gc<Str>);

/// What was joined, and what that gave.
type Joined = ([RawSlot; 3], Gc<Str>);

/// Places of [`Interner::joined`].
const JOINED: usize = 512;
/// An odd number whose products have all bits of the other factor in their upper half.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
/// Places of [`Interner::last`].
const LAST: usize = 4096;

/// Strings that the table has room for at first, and after a collection at least.
const ROOM: usize = 1024;

impl Mark for Interner {
    fn mark(&self, _: &mut Marker<'_>) {}
    fn is_weak(&self) -> bool {
        true
    }
    fn after_mark(&mut self, alive: &Alive<'_>) {
        self.joined.fill(None);
        if alive.is_minor() {
            let (all, last) = (&mut self.all, &mut self.last);
            self.young.retain(|&(hash, s)| {
                if alive.is(s) {
                    return !alive.tenures();
                }
                let place = &mut last[hash as usize % LAST];
                *place = place.filter(|known| known.1 != s);
                if let Ok(found) = all.find_entry(hash, |known| known.1 == s) {
                    found.remove();
                }
                false
            });
            return;
        }
        self.young.clear();
        self.all.retain(|s| alive.is(s.1));
        self.last.fill(None);
        let room = (self.all.len() * 2).max(ROOM);
        // A smaller table is made before the larger one is given up.
        if self.all.capacity() > 2 * room && Mutator::is_available(2 * room * size_of::<Known>()) {
            self.all.shrink_to(room, |s| s.0);
        }
    }
}

/// The strings of a run time.
pub struct Strings {
    interner: Rooted<Interner>,
    letters: Root<Letters>,
}

impl Strings {
    /// An empty table.
    pub fn new(cx: &Mutator) -> Strings {
        let all = HashTable::with_capacity(ROOM);
        let (last, joined) = (Box::new([None; LAST]), Box::new([None; JOINED]));
        let interner = cx.root(Interner { all, young: Vec::new(), last, joined });
        let of = |b: u8| interner.with_mut(cx, |t| t.find_or_make(cx, hash_bytes(&[b]), &[b]));
        let all: Vec<Gc<Str>> = (0..=255).map(of).collect();
        let letters = Letters { header: Header::NEW, of: Tail::NEW };
        let letters = cx.alloc_with(letters, &all).expect("memory for the first strings");
        Strings { interner, letters: Root::new(cx, letters) }
    }
    /// The strings of one byte.
    #[inline]
    pub fn letters(&self) -> Gc<Letters> {
        *self.letters
    }
    /// What three values are when they are joined, the last of which may be nil for none, if that was done lately; else what `join` makes: names and keys are
    /// made of the same parts again and again.
    ///
    /// # Errors
    /// Those of `join`.
    #[inline]
    pub fn joined(
        &self,
        cx: &Mutator,
        parts: [RawSlot; 3],
        join: impl FnOnce() -> Result<Gc<Str>, Raised>,
    ) -> Result<Gc<Str>, Raised> {
        let mixed = parts.iter().fold(0u64, |h, p| (h ^ p.bits).wrapping_mul(MIX).rotate_left(32));
        let place = mixed as usize % JOINED;
        if let Some((of, made)) = self.interner.with_mut(cx, |t| t.joined[place]) {
            if of == parts {
                return Ok(made);
            }
        }
        let made = join()?;
        if made.is_short() {
            self.interner.with_mut(cx, |t| t.joined[place] = Some((parts, made)));
        }
        Ok(made)
    }
    /// The interned string with this content.
    ///
    /// # Panics
    /// If it is longer than [`MAX_INTERNED`].
    pub fn intern(&self, cx: &Mutator, bytes: &[u8]) -> Gc<Str> {
        assert!(bytes.len() <= MAX_INTERNED, "only short strings are interned");
        if let [b] = *bytes {
            return self.letters.of.as_slice()[usize::from(b)];
        }
        self.interner.with_mut(cx, |t| {
            let hash = hash_bytes(bytes);
            let place = hash as usize % LAST;
            if let Some((_, s)) = t.last[place].filter(|known| known.0 == hash) {
                if same_bytes(s.bytes(), bytes) {
                    return s;
                }
            }
            let s = t.find_or_make(cx, hash, bytes);
            t.last[place] = Some((hash, s));
            s
        })
    }
}

impl Interner {
    #[inline(never)]
    fn find_or_make(&mut self, cx: &Mutator, hash: u64, bytes: &[u8]) -> Gc<Str> {
        let t = &mut self.all;
        if let Some(s) = t.find(hash, |s| s.0 == hash && same_bytes(s.1.bytes(), bytes)) {
            return s.1;
        }
        // It grows before it must: a fuller table does until the next poll has raised the error.
        if t.len() * 8 >= t.capacity() * 7 && t.try_reserve(t.capacity(), |s| s.0).is_err() {
            assert!(t.len() < t.capacity(), "memory for the table of strings");
            cx.run_out();
        }
        let made = Str { header: Header::NEW, hash: Mut::new(hash as i64), bytes: Tail::NEW };
        let s = cx.alloc_with(made, bytes).expect("memory for a short string");
        t.insert_unique(hash, (hash, s), |s| s.0);
        self.young.push((hash, s));
        s
    }
}

/// A buffer for the next text that is put together, so that not every one allocates.
#[derive(Default)]
pub struct Scratch(std::cell::Cell<Vec<u8>>);

impl Scratch {
    /// Largest buffer kept.
    const MOST: usize = 64 << 10;

    /// An empty buffer. Who takes another one meanwhile gets a new one.
    #[inline]
    pub fn take(&self) -> Vec<u8> {
        self.0.take()
    }
    /// Gives it back.
    #[inline]
    pub fn give(&self, mut text: Vec<u8>) {
        if text.capacity() <= Scratch::MOST {
            text.clear();
            self.0.set(text);
        }
    }
}

/// Makes sure that there is memory for a text of so many bytes, and for the string that is made of it.
///
/// # Errors
/// "not enough memory".
pub fn room(rt: &Rt, bytes: usize) -> Result<(), Raised> {
    rt.heap.room(bytes.saturating_mul(2)).map_err(|_| error::out_of_memory(rt))
}

/// Appends to a text that the program may make as long as it likes.
///
/// # Errors
/// "not enough memory".
pub fn extend(rt: &Rt, text: &mut Vec<u8>, bytes: &[u8]) -> Result<(), Raised> {
    let wanted = text.len() + bytes.len();
    if wanted > text.capacity() {
        room(rt, wanted.max(2 * text.capacity()))?;
    }
    text.extend_from_slice(bytes);
    Ok(())
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

/// The bytes from one position to another, as Lua counts them.
///
/// # Errors
/// "not enough memory".
pub fn piece(rt: &Rt, s: Gc<Str>, first: i64, last: i64) -> Result<Gc<Str>, Raised> {
    let bytes = s.bytes();
    let (start, end) = (text::start_offset(first, bytes.len()), text::end_offset(last, bytes.len()));
    if start == 0 && end == bytes.len() {
        return Ok(s);
    }
    make(rt, bytes.get(start..end).unwrap_or_default())
}

/// How all bytes of a text are changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// `string.lower`
    Lower,
    /// `string.upper`
    Upper,
    /// `string.reverse`
    Reverse,
}

impl Change {
    /// All, by number.
    pub const ALL: [Change; 3] = [Change::Lower, Change::Upper, Change::Reverse];
}

/// The string with its bytes changed.
///
/// # Errors
/// "not enough memory".
pub fn changed(rt: &Rt, s: Gc<Str>, change: Change) -> Result<Gc<Str>, Raised> {
    room(rt, s.bytes().len())?;
    let mut out = rt.lang.scratch.take();
    out.extend_from_slice(s.bytes());
    match change {
        Change::Lower => out.make_ascii_lowercase(),
        Change::Upper => out.make_ascii_uppercase(),
        Change::Reverse => out.reverse(),
    }
    let made = make(rt, &out);
    rt.lang.scratch.give(out);
    made
}
