//! Flattening: a window of activations as a list of greens and a list of reds, and back.
//!
//! Entry, snapshot, exit, bridge start and the loop-closing comparison all use this one order: for each activation its `lo`, its `base` and the next
//! one's `lo` relative to the window's first slot, the author's frame in walker order, then its live slots, tag before payload.
//!
//! A recorder flattens its window at each step, and most of what is in it belongs to activations that wait for the running one. [`RecFlat::read`] keeps those that
//! `State::unchanged` vouches for.

use super::word::{Rec, RecWord};
use crate::heap::RawSlot;
use crate::machine::slot::payload_type;
use crate::machine::{Conc, Language, Slot, State, Values as _, Walker};
use holloway_compiler::ir::{IrRef, Ty};
use std::hash::Hasher as _;

/// Greens of an activation before those of its frame: where its slots are.
pub(crate) const PLACES: usize = 3;

/// A window of plain execution, flat.
#[derive(Default, Clone, Debug)]
pub struct Flat {
    /// Green words.
    pub greens: Vec<u64>,
    /// Red words.
    pub reds: Vec<u64>,
}

/// Slots as the words that they are in flat state.
#[inline(always)]
fn words_of(slots: &mut [Slot<Conc>]) -> &mut [u64] {
    const { assert!(size_of::<Slot<Conc>>() == 16 && std::mem::offset_of!(RawSlot, tag) == 0) };
    // SAFETY: a slot is a `RawSlot`, which is two words without a gap, the tag first; any words are one.
    unsafe { std::slice::from_raw_parts_mut(slots.as_mut_ptr().cast(), 2 * slots.len()) }
}

/// Recorded slots as the words that they are in flat state.
#[inline(always)]
fn recorded_words_of(slots: &[Slot<Rec>]) -> &[RecWord] {
    type Pair = (RecWord, RecWord);
    const { assert!(size_of::<Slot<Rec>>() == 2 * size_of::<RecWord>() && std::mem::offset_of!(Pair, 0) == 0) };
    // SAFETY: a slot is a pair of words without a gap between them, the tag first.
    unsafe { std::slice::from_raw_parts(slots.as_ptr().cast(), 2 * slots.len()) }
}

/// Takes the reds, and shows the greens to somebody.
struct Reader<'a, F> {
    green: F,
    reds: &'a mut Vec<u64>,
}

impl<F: FnMut(u64)> Walker<Conc> for Reader<'_, F> {
    #[inline(always)]
    fn green(&mut self, g: &mut u64) {
        (self.green)(*g);
    }
    #[inline(always)]
    fn word(&mut self, w: &mut u64, _: Ty) {
        self.reds.push(*w);
    }
    #[inline(always)]
    fn double(&mut self, d: &mut f64) {
        self.reds.push(d.to_bits());
    }
    #[inline(always)]
    fn slot(&mut self, s: &mut RawSlot) {
        self.reds.extend_from_slice(&[s.tag, s.bits]);
    }
    #[inline(always)]
    fn slots(&mut self, slots: &mut [Slot<Conc>]) {
        self.reds.extend_from_slice(words_of(slots));
    }
}

/// Types of red words; a slot's payload has the type its tag says.
struct Types {
    types: Vec<Ty>,
    payloads: &'static [Ty],
}

impl Walker<Conc> for Types {
    fn green(&mut self, _: &mut u64) {}
    fn word(&mut self, _: &mut u64, ty: Ty) {
        self.types.push(ty);
    }
    fn double(&mut self, _: &mut f64) {
        self.types.push(Ty::Float);
    }
    fn slot(&mut self, s: &mut RawSlot) {
        self.types.extend_from_slice(&[Ty::Int, payload_type(self.payloads, s.tag)]);
    }
}

/// Flattens activations from number `first` up.
pub fn read<L: Language>(s: &mut State<L, Conc>, first: usize, flat: &mut Flat) {
    let origin = s.at(first).lo;
    let Flat { greens, reds } = flat;
    greens.clear();
    reds.clear();
    let mut reader = Reader { green: |g| greens.push(g), reds };
    for i in first..s.depth() {
        s.walk_activation(i, origin, &mut reader);
    }
}

/// The types of the reds of activations from number `first` up.
pub fn types<L: Language>(s: &mut State<L, Conc>, first: usize) -> Vec<Ty> {
    use crate::machine::Tagged;
    let origin = s.at(first).lo;
    let mut types = Types { types: Vec::new(), payloads: L::Value::PAYLOADS };
    (first..s.depth()).for_each(|i| s.walk_activation(i, origin, &mut types));
    types.types
}

/// The reds of the top activation, in the place of what was there, if its greens are these: what [`read`] takes two lists and a comparison for.
#[inline]
pub fn inputs<L: Language>(s: &mut State<L, Conc>, greens: &[u64], reds: &mut Vec<u64>) -> bool {
    let first = s.depth() - 1;
    let origin = s.at(first).lo;
    reds.clear();
    let (mut wanted, mut fits) = (greens.iter(), true);
    let mut reader = Reader { green: |g| fits &= wanted.next() == Some(&g), reds };
    s.walk_activation(first, origin, &mut reader);
    fits && wanted.len() == 0
}

/// Writes greens and reds back while walking; the cursor types differ only in what a red is.
pub struct Writer<'a, T> {
    greens: std::slice::Iter<'a, u64>,
    reds: std::slice::Iter<'a, T>,
}

impl<'a, T: Copy> Writer<'a, T> {
    /// A writer over flat data.
    pub fn new(greens: &'a [u64], reds: &'a [T]) -> Self {
        Writer { greens: greens.iter(), reds: reds.iter() }
    }
    /// Whether activations are left.
    pub fn more(&self) -> bool {
        self.greens.len() > 0
    }
    #[inline(always)]
    fn red(&mut self) -> T {
        *self.reds.next().expect("flat state has a red for every place")
    }
}

impl Walker<Conc> for Writer<'_, u64> {
    #[inline(always)]
    fn green(&mut self, g: &mut u64) {
        *g = *self.greens.next().expect("flat state has a green for every place");
    }
    #[inline(always)]
    fn word(&mut self, w: &mut u64, _: Ty) {
        *w = self.red();
    }
    fn double(&mut self, d: &mut f64) {
        *d = f64::from_bits(self.red());
    }
    fn slot(&mut self, s: &mut RawSlot) {
        *s = RawSlot { tag: self.red(), bits: self.red() };
    }
    #[inline(always)]
    fn slots(&mut self, slots: &mut [Slot<Conc>]) {
        let (words, rest) = self.reds.as_slice().split_at(2 * slots.len());
        words_of(slots).copy_from_slice(words);
        self.reds = rest.iter();
    }
}

impl Walker<Rec> for Writer<'_, RecWord> {
    fn green(&mut self, g: &mut u64) {
        *g = *self.greens.next().expect("flat state has a green for every place");
    }
    fn word(&mut self, w: &mut RecWord, _: Ty) {
        *w = self.red();
    }
    fn double(&mut self, d: &mut RecWord) {
        *d = self.red();
    }
    fn slot(&mut self, s: &mut (RecWord, RecWord)) {
        *s = (self.red(), self.red());
    }
}

/// Rebuilds activations from number `first` up, at slot `origin`, from flat data. Existing ones above are dropped.
///
/// # Errors
/// When the stack cannot hold them.
pub fn write<L: Language, V: crate::machine::Values, T: Copy>(
    s: &mut State<L, V>,
    first: usize,
    origin: usize,
    greens: &[u64],
    reds: &[T],
) -> Result<(), crate::machine::StackOverflow>
where
    for<'a> Writer<'a, T>: Walker<V>,
{
    use crate::machine::Traced;
    s.truncate(first);
    let mut w = Writer::new(greens, reds);
    let mut i = first;
    while w.more() {
        // The base comes second; room must exist before its slots are written.
        let base = origin + w.greens.as_slice()[1] as usize;
        s.push(<L::Frame<V> as Traced<V>>::blank(), origin, base)?;
        s.walk_activation(i, origin, &mut w);
        i += 1;
    }
    Ok(())
}

/// The recorder's side: greens and refs of a window.
#[derive(Default, Clone)]
pub struct RecFlat {
    /// Green words.
    pub greens: Vec<u64>,
    /// Red words.
    pub reds: Vec<RecWord>,
    /// Where the greens and reds of each activation begin.
    begins: Vec<(usize, usize)>,
    /// How many greens and reds were left as they were when it was read last.
    pub kept: (usize, usize),
    /// How many reds are settled.
    settled: usize,
}

impl Walker<Rec> for RecFlat {
    #[inline(always)]
    fn green(&mut self, g: &mut u64) {
        self.greens.push(*g);
    }
    #[inline(always)]
    fn word(&mut self, w: &mut RecWord, _: Ty) {
        self.reds.push(*w);
    }
    #[inline(always)]
    fn double(&mut self, d: &mut RecWord) {
        self.reds.push(*d);
    }
    fn slot(&mut self, s: &mut (RecWord, RecWord)) {
        self.reds.extend([s.0, s.1]);
    }
    fn slots(&mut self, slots: &mut [Slot<Rec>]) {
        self.reds.extend_from_slice(recorded_words_of(slots));
    }
}

impl RecFlat {
    /// A window of which only the words are known.
    pub fn of(greens: Vec<u64>, reds: Vec<RecWord>) -> RecFlat {
        RecFlat { greens, reds, ..RecFlat::default() }
    }
    /// Flattens all activations, in the place of what it was. The lowest are as it has them.
    pub fn read<L: Language>(&mut self, s: &mut State<L, Rec>, unchanged: usize) {
        let first = unchanged.min(self.begins.len());
        self.kept = self.begins.get(first).copied().unwrap_or((self.greens.len(), self.reds.len()));
        self.begins.truncate(first);
        self.greens.truncate(self.kept.0);
        self.reds.truncate(self.kept.1);
        self.settled = self.settled.min(self.kept.1);
        for i in first..s.depth() {
            self.begins.push((self.greens.len(), self.reds.len()));
            s.walk_activation(i, 0, self);
        }
    }
    /// Whether it is the state, flat.
    pub fn agrees<L: Language>(&self, s: &mut State<L, Rec>) -> bool {
        let mut whole = RecFlat::default();
        whole.read(s, 0);
        let settled = |k: usize, w: &RecWord| w.r.is_none() && k < self.settled;
        let same = |(k, (is, whole)): (usize, (&RecWord, &RecWord))| is == whole || settled(k, whole);
        self.greens == whole.greens
            && self.reds.len() == whole.reds.len()
            && self.reds.iter().zip(&whole.reds).enumerate().all(same)
    }
    /// A hash of where the guest is in the top activation.
    pub fn place(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        let top = self.begins.last().map_or(0, |begin| begin.0);
        self.greens[top..].iter().for_each(|g| hasher.write_u64(*g));
        hasher.finish()
    }
    /// The same with zeros for words of no value: registers that `live` counts in, though nothing was put there yet.
    pub fn settled(mut self) -> RecFlat {
        let new = &mut self.reds[self.settled..];
        // Mostly there are none, which is seen faster without a branch for each.
        if new.iter().fold(false, |any, w| any | w.r.is_none()) {
            let zero = Rec::word(0, Ty::Int);
            new.iter_mut().filter(|w| w.r.is_none()).for_each(|w| *w = zero);
        }
        self.settled = self.reds.len();
        self
    }
    /// The activation that green word `i` belongs to, and the word's number there.
    pub(crate) fn green_at(&self, i: usize) -> (usize, usize) {
        let activation = self.begins.partition_point(|b| b.0 <= i).saturating_sub(1);
        (activation, i - self.begins.get(activation).map_or(0, |b| b.0))
    }
    /// The same of red word `i`.
    pub(crate) fn red_at(&self, i: usize) -> (usize, usize) {
        let activation = self.begins.partition_point(|b| b.1 <= i).saturating_sub(1);
        (activation, i - self.begins.get(activation).map_or(0, |b| b.1))
    }
    /// Where the greens of the running activation's frame begin.
    pub(crate) fn frame_greens(&self) -> usize {
        self.begins.last().map_or(0, |b| b.0 + PLACES)
    }
    /// How many activations there are.
    pub(crate) fn depth(&self) -> usize {
        self.begins.len()
    }
    /// The refs.
    pub fn refs(&self) -> Vec<IrRef> {
        refs(&self.reds).collect()
    }
}

/// The refs of words.
pub fn refs(words: &[RecWord]) -> impl Iterator<Item = IrRef> + '_ {
    words.iter().map(|w| w.r)
}
