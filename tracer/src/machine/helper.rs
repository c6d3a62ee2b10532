//! Helpers: functions over host types that interpreter code calls and traces do not look into.
//!
//! **Problem.** A helper is plain Rust over plain values, but a trace must call it from native code, and a re-run must be able to answer the call from
//! its log. So `#[residual]` (and `#[elidable]`) keep the function as it is and add a machine entry: argument words in memory, result
//! words out, status returned.
//!
//! **Invariants.** A helper never sees a state. A helper that raises returns [`Raised`]; the error value lies in the run time. A panic stops at the
//! machine entry and goes on in the interpreter, never through native frames; its result words are zero. A trace does not ask whether an elidable
//! helper panicked, it leaves at the next poll; but where the result is a reference that is never null, a guard says so at once, before any access. An elidable
//! helper that raises answers null, too, and is called again to raise: its errors are of memory, and a call whose result nobody wants is not made for them.
//!
//! **Example.** `#[residual] fn concat(cx: &Cx<Tla>, a: Gc<Str>, b: Gc<Str>) -> Result<Gc<Str>, Raised> { .. }` is called as `concat(m, x, y)?`.

use super::values::*;
use super::{DirectFn, HelperRef, Language, Machine, RetKind, Tagged};
use crate::heap::{Gc, Object, OptGc, RawSlot};
use crate::runtime::Runtime;
use holloway_compiler::abi::NativeCtx;
use holloway_compiler::ir::{Op, Ty};
use std::marker::PhantomData;

/// What a helper works with: the run time of its language.
pub struct Cx<'a, L: Language> {
    /// The run time.
    pub rt: &'a Runtime<L>,
}

/// An error is being raised; its value is in [`Runtime::error`](crate::runtime::Runtime).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Raised;

/// Status of a helper's machine entry: fine.
pub const OK: u64 = 0;
/// It raised.
pub const RAISED: u64 = 1;
/// It panicked; the payload is in the run time.
pub const PANICKED: u64 = 2;

/// A type that can be a helper's argument.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be an argument of a helper",
    label = "not one that traces can pass",
    note = "arguments are i64, u32, bool, f64, RawSlot, Gc<T> and OptGc<T>"
)]
pub trait HelperArg: Sized {
    /// Number of words.
    const WORDS: usize;
    /// The red given by interpreter code.
    type Red<V: Values>: Copy;
    /// Writes the words of a red.
    #[track_caller]
    fn push<V: Values>(r: Self::Red<V>, out: &mut [V::W]);
    /// Reads the argument back, by its words' numbers.
    ///
    /// # Safety
    /// `word` must give what `push` wrote for a red of this type.
    unsafe fn read(word: impl Fn(usize) -> u64) -> Self;
}

/// A type that can be a helper's result.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the result of a helper",
    label = "not one that traces can take",
    note = "results are (), i64, u32, bool, f64, RawSlot, Gc<T>, OptGc<T>, two or three of them as a tuple, and `Result<_, Raised>` of these"
)]
pub trait HelperRet: Sized {
    /// Kinds of the result words.
    const KINDS: &'static [RetKind];
    /// Whether the result is a reference that is never null, so that null says that the helper panicked.
    const NEVER_NULL: bool = false;
    /// The red interpreter code gets.
    type Red<V: Values>: Copy;
    /// Writes the result words.
    fn write(self, out: &mut [u64]);
    /// The red from result words.
    #[track_caller]
    fn red<V: Values>(words: &[V::W]) -> Self::Red<V>;
}

macro_rules! word_arg {
    ($([$($t:ident)?] $h:ty => $red:ty, $ty:ident $($never:ident)?, |$x:ident| $from:expr, |$y:ident| $to:expr, |$w:ident| $mk:expr, |$r:ident| $word:expr;)*) => {$(
        impl$(<$t: Object>)? HelperArg for $h {
            const WORDS: usize = 1;
            type Red<V: Values> = $red;
            #[inline(always)]
            fn push<V: Values>($r: $red, out: &mut [V::W]) { out[0] = $word; }
            #[inline(always)]
            unsafe fn read(word: impl Fn(usize) -> u64) -> Self { let $x = word(0); $from }
        }
        impl$(<$t: Object>)? HelperRet for $h {
            const KINDS: &'static [RetKind] = &[RetKind::Plain(Ty::$ty)];
            $(const $never: bool = true;)?
            type Red<V: Values> = $red;
            #[inline(always)]
            fn write(self, out: &mut [u64]) { let $y = self; out[0] = $to; }
            #[inline(always)]
            fn red<V: Values>(words: &[V::W]) -> $red { let $w = words[0]; $mk }
        }
    )*};
}
word_arg! {
    [] i64 => Int<V>, Int, |x| x as i64, |y| y as u64, |w| Int(w), |r| r.0;
    [] u32 => Int<V>, Int, |x| x as u32, |y| y as u64, |w| Int(w), |r| r.0;
    [] bool => Bool<V>, Int, |x| x != 0, |y| y as u64, |w| Bool(w), |r| r.0;
    [] f64 => Float<V>, Float, |x| f64::from_bits(x), |y| y.to_bits(), |w| Float(V::w_as_d(w)), |r| V::d_as_w(r.0);
    [T] OptGc<T> => OptRef<V, T>, Ref,
        // SAFETY: the word is that of an `OptRef<V, T>`, by the caller's contract.
        |x| unsafe { OptGc::from_bits(x) }, |y| y.to_bits(), |w| OptRef(w, PhantomData), |r| r.0;
    [T] Gc<T> => Ref<V, T>, Ref NEVER_NULL,
        // SAFETY: the word is that of a `Ref<V, T>`, by the caller's contract.
        |x| unsafe { Gc::from_bits(x) }, |y| y.to_bits(), |w| Ref(w, PhantomData), |r| r.0;
}

impl HelperArg for RawSlot {
    const WORDS: usize = 2;
    type Red<V: Values> = Slot<V>;
    #[inline(always)]
    fn push<V: Values>(r: Slot<V>, out: &mut [V::W]) {
        out[0] = V::slot_tag(r.0);
        out[1] = V::slot_payload(r.0);
    }
    #[inline(always)]
    unsafe fn read(word: impl Fn(usize) -> u64) -> Self {
        RawSlot { tag: word(0), bits: word(1) }
    }
}

impl HelperRet for RawSlot {
    const KINDS: &'static [RetKind] = &[RetKind::Plain(Ty::Int), RetKind::Payload];
    type Red<V: Values> = Slot<V>;
    #[inline(always)]
    fn write(self, out: &mut [u64]) {
        out[0] = self.tag;
        out[1] = self.bits;
    }
    #[inline(always)]
    fn red<V: Values>(words: &[V::W]) -> Slot<V> {
        Slot(V::slot(words[0], words[1]))
    }
}

impl HelperRet for () {
    const KINDS: &'static [RetKind] = &[];
    type Red<V: Values> = ();
    fn write(self, _: &mut [u64]) {}
    fn red<V: Values>(_: &[V::W]) {}
}

impl<A: HelperRet, B: HelperRet> HelperRet for (A, B) {
    const KINDS: &'static [RetKind] = {
        // Pairs of up to two words each; the table is picked by the lengths, which are constants.
        match (A::KINDS.len(), B::KINDS.len()) {
            (1, 1) => &[A::KINDS[0], B::KINDS[0]],
            (1, 2) => &[A::KINDS[0], B::KINDS[0], B::KINDS[1]],
            (2, 1) => &[A::KINDS[0], A::KINDS[1], B::KINDS[0]],
            (2, 2) => &[A::KINDS[0], A::KINDS[1], B::KINDS[0], B::KINDS[1]],
            _ => panic!("a pair of results of one or two words each"),
        }
    };
    type Red<V: Values> = (A::Red<V>, B::Red<V>);
    #[inline(always)]
    fn write(self, out: &mut [u64]) {
        let (a, b) = out.split_at_mut(A::KINDS.len());
        self.0.write(a);
        self.1.write(b);
    }
    #[inline(always)]
    fn red<V: Values>(words: &[V::W]) -> (A::Red<V>, B::Red<V>) {
        (A::red::<V>(words), B::red::<V>(&words[A::KINDS.len()..]))
    }
}

impl<A: HelperRet, B: HelperRet, C: HelperRet> HelperRet for (A, B, C) {
    const KINDS: &'static [RetKind] = match (A::KINDS, B::KINDS, C::KINDS) {
        ([a], [b, c], [d, e]) => &[*a, *b, *c, *d, *e],
        _ => panic!("three results are one of one word and two of two"),
    };
    type Red<V: Values> = (A::Red<V>, B::Red<V>, C::Red<V>);
    #[inline(always)]
    fn write(self, out: &mut [u64]) {
        let (a, rest) = out.split_at_mut(A::KINDS.len());
        let (b, c) = rest.split_at_mut(B::KINDS.len());
        self.0.write(a);
        self.1.write(b);
        self.2.write(c);
    }
    #[inline(always)]
    fn red<V: Values>(words: &[V::W]) -> Self::Red<V> {
        let (a, rest) = words.split_at(A::KINDS.len());
        let (b, c) = rest.split_at(B::KINDS.len());
        (A::red::<V>(a), B::red::<V>(b), C::red::<V>(c))
    }
}

/// What helpers are in whose place, or before whose call, native code does the same ([`Inline`](holloway_compiler::ir::Inline)).
pub mod inline {
    use super::{Cx, Language};
    use crate::heap::{Field, Gc, Mut, Object, OptGc, SlotArray, WordArray};
    use holloway_compiler::ir::Search;
    use std::marker::PhantomData;

    /// Of [`Inline::Entry`](holloway_compiler::ir::Inline::Entry): an index by open addressing or null, marks, a hash; the entry.
    pub type Entry<L> = fn(&Cx<'_, L>, OptGc<WordArray>, i64, i64) -> i64;
    /// Of [`Inline::Key`](holloway_compiler::ir::Inline::Key): a table, a key, an entry that may be the key's, or -1; the key's entry.
    pub type Key<L, T, K> = fn(&Cx<'_, L>, Gc<T>, K, i64) -> i64;

    /// Where tables that are objects `T` have what a search for a key `K` needs: an object or an integer.
    ///
    /// **Example.** `const NAMES: Keys<Table, Gc<Name>> = Keys::of(Table::index, Table::marks, Table::entries, TAG_NAME).objects(Name::hash);` is what
    /// `#[elidable(reads, inline = Key(NAMES))]` names of a helper `(cx, Gc<Table>, Gc<Name>, i64) -> i64`.
    pub struct Keys<T, K> {
        search: Search,
        types: PhantomData<fn() -> (T, K)>,
    }

    impl<T: Object> Keys<T, i64> {
        /// Of integers, by the fields of a table, and the tag of such a key in an entry.
        pub const fn of(
            index: Field<T, Mut<OptGc<WordArray>>>,
            marks: Field<T, Mut<i64>>,
            entries: Field<T, Mut<OptGc<SlotArray>>>,
            tag: u64,
        ) -> Keys<T, i64> {
            assert!(tag < 1 << 31, "a tag of a key is too large to search for");
            let [index, marks, entries] = [index.offset(), marks.offset(), entries.offset()];
            Keys { search: Search { index, marks, entries, tag: tag as u32, hash: None }, types: PhantomData }
        }
        /// The same of objects, with the field of their hash.
        pub const fn objects<K: Object>(self, hash: Field<K, Mut<i64>>) -> Keys<T, Gc<K>> {
            Keys { search: Search { hash: Some(hash.offset()), ..self.search }, types: PhantomData }
        }
    }

    impl<T: Object, K> Keys<T, K> {
        /// The search for these keys, which a helper does, too.
        pub const fn search<L: Language>(self, _helper: Key<L, T, K>) -> Search {
            self.search
        }
    }
}

/// Most argument words of a helper.
pub const MAX_ARGS: usize = 16;
/// Most result words of a helper.
pub const MAX_RETS: usize = 8;

/// The body of every helper's machine entry: runs `f`, catching panics, and answers the status. That the heap is full is the language's error, where the helper may raise. The
/// result's words go to `out`.
///
/// # Safety
/// `ctx` must be the context of a `Runtime<L>`.
#[inline(always)]
pub unsafe fn shim_body<L: Language, R: HelperRet, const RAISES: bool>(
    ctx: *const NativeCtx,
    out: &mut [u64],
    f: impl FnOnce(&Cx<'_, L>) -> Result<R, Raised>,
) -> u64 {
    // SAFETY: by the caller's contract the context belongs to a live `Runtime<L>`.
    let rt = unsafe { &*((*ctx).runtime.get() as *const Runtime<L>) };
    let run = std::panic::AssertUnwindSafe(|| f(&Cx { rt }));
    match std::panic::catch_unwind(run) {
        Ok(Ok(r)) => {
            r.write(out);
            OK
        }
        Ok(Err(Raised)) => {
            out.fill(0);
            RAISED
        }
        Err(payload) => {
            out.fill(0);
            rt.ended_by(payload, RAISES)
        }
    }
}

/// An argument word in memory.
///
/// # Safety
/// There are more than `k` words at `args`.
#[inline(always)]
pub unsafe fn word_at(args: *const u64, k: usize) -> u64 {
    // SAFETY: by the caller's contract. Native code has just written the words, and a read of two at once would wait until they are in the cache; volatile reads are of one.
    unsafe { args.add(k).read_volatile() }
}

/// The entry in memory of a helper that has an entry by registers: see [`HelperRef::direct`].
///
/// # Safety
/// `ctx` and `out` are as for the entry by registers; there are `words` argument words.
#[inline(always)]
pub unsafe fn from_memory(
    direct: DirectFn,
    ctx: *const NativeCtx,
    args: *const u64,
    words: usize,
    out: *mut u64,
    value: bool,
) -> u64 {
    // SAFETY: so many words are there.
    let word = |k| if k < words { unsafe { word_at(args, k) } } else { 0 };
    // SAFETY: by the caller's contract.
    let answer = unsafe { direct(ctx, out, word(0), word(1), word(2)) };
    if value {
        // SAFETY: there is room for a result.
        unsafe { *out = answer.value };
    }
    answer.status
}

/// Calls a helper that may raise. Used by the attribute's generated code.
///
/// # Errors
/// [`Raised`] if the helper raised.
#[inline(always)]
#[track_caller]
pub fn call<M: Machine, R: HelperRet>(
    m: &M,
    h: &'static HelperRef,
    args: &[<M::V as Values>::W],
) -> Result<R::Red<M::V>, Raised> {
    let zero = M::V::word(0, Ty::Int);
    let mut out = [zero; MAX_RETS];
    if m.call(h, args, &mut out[..R::KINDS.len()], R::KINDS) {
        Ok(R::red::<M::V>(&out))
    } else {
        Err(Raised)
    }
}

/// Calls a helper that cannot raise and has one result word. Used by the attribute's generated code.
#[inline(always)]
#[track_caller]
pub fn call_pure<M: Machine, R: HelperRet>(
    m: &M,
    h: &'static HelperRef,
    args: &[<M::V as Values>::W],
) -> R::Red<M::V> {
    let ty = const {
        match R::KINDS {
            [RetKind::Plain(ty)] => *ty,
            _ => panic!("an elidable helper answers one word: no language value, no pair, and no `Result`"),
        }
    };
    let word = m.call_pure(h, args, ty);
    // Plain execution has seen the status. A guard of a trace that fails here is decided by the null in the re-run.
    if M::TRACING && R::NEVER_NULL && m.guard(M::V::int2(Op::RefEq, word, M::V::word(0, Ty::Ref))) {
        m.runtime().resume_panic();
    }
    R::red::<M::V>(&[word])
}

/// Calls an elidable helper that may raise. Used by the attribute's generated code: equal calls are one, so that null only says that this one raised too, and
/// it is made again by `raising`, which has the same body, where the error is wanted.
///
/// # Errors
/// [`Raised`] if the helper raised.
#[inline(always)]
#[track_caller]
pub fn call_or_raise<M: Machine, R: HelperRet>(
    m: &M,
    h: &'static HelperRef,
    raising: &'static HelperRef,
    args: &[<M::V as Values>::W],
) -> Result<R::Red<M::V>, Raised> {
    const {
        assert!(
            R::NEVER_NULL,
            "an elidable helper that may raise answers a reference: `Result<Gc<_>, Raised>`"
        )
    };
    let word = m.call_pure(h, args, Ty::Ref);
    if m.guard(M::V::int2(Op::RefEq, word, M::V::word(0, Ty::Ref))) {
        return call::<M, R>(m, raising, args);
    }
    Ok(R::red::<M::V>(&[word]))
}

/// The words of a plain slot as a language value.
pub fn value<L: Language>(s: RawSlot) -> <L::Value as Tagged>::At<Conc> {
    L::Value::from_raw(s)
}

/// Marker for helper descriptors made by the attributes.
pub trait Helper {
    /// The descriptor.
    const REF: &'static HelperRef;
}
