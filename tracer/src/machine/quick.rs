//! Quickening: instructions in plain execution that know what their operands are.
//!
//! **Problem.** A handler that takes operands of any kind asks their kinds each time, moves numbers through whatever its ways have in common, and leaves by the
//! jump that they share. In a trace nothing of that is left; plain execution pays for it at each step.
//!
//! **Method.** Multi-level quickening (Brunthaler 2010, 2013), from one source. An author lists, for the instructions that are worth it, *derivatives*: further
//! instructions whose handler is the same source on operands whose kinds it has just checked, so that rustc folds the rest away ([`Derive`]). A function starts with its own instructions.
//! When a place of it is visited a second time ([`Language::warm`](super::Language::warm)), those with derivatives are replaced by one that *looks*: it notes the operands' kinds
//! and does what the instruction itself does. After a few looks the function's instructions are written anew, by what was noted of all. A derivative that meets
//! other kinds does what the instruction itself does; where that happens too often, the instruction itself is put back. Two or three instructions that often follow each
//! other are *fused* when they are written anew, where the author has listed them: one handler that is theirs in a row, without the jump between, and without asking again what the
//! first has just found out (superinstructions: Ertl and Gregg 2003).
//!
//! **Invariants.**
//! 1. Only plain execution sees any of this: recordings, logs, messages and liveness are by the instructions themselves, which are at the same places.
//! 2. No instructions are ever changed: they are written anew, at most [`ROUNDS`] times, and a loop that runs goes on with the old ones, or takes up the new ones, at any step.
//! 3. That something is replaced makes no difference but in time: with `HOLLOWAY_DERIVATIVES=off` programs do the same, and with `HOLLOWAY_FUSED=off`.
//! 4. A fused instruction stands in the place of its first; the others keep their places, where jumps lead to them, and where the handler goes on if the first does not end as it should.
//!
//! **Not promised.** That memory for instructions that were replaced is freed: a running activation may hold them, and functions last.
//!
//! **Example.** Of `a + b`, the generic handler is `match self.add(m, r[b], r[c]) { Some(v) => r[a] = v, None => .. }`; the derivative for two floats is
//! `match (m.unpack(r[b]), m.unpack(r[c])) { (Float(x), Float(y)) => the same with Float(x).into(), Float(y).into(), _ => again with the instruction itself }`.

use std::cell::{Cell, RefCell};

/// Most times that a function's instructions are written anew.
pub const ROUNDS: u8 = 8;
/// After how many looks a function is written anew first. Each further time takes [`MORE`] times as many.
const LOOKS: u32 = 2;
const MORE: u32 = 4;
/// Looks after which an instruction that has no derivative for what it sees does not look again.
const PATIENCE: u8 = 4;
/// How often a derivative may be wrong before it is given up. (Most are wrong once in a run of their loop: a sum that begins with 0.)
const MISSES: u8 = 250;

/// Instructions with derivatives.
pub trait Derive: Copy + PartialEq + 'static {
    /// What is noted of the operands: their tags, say.
    type Kinds: Copy + Default;
    /// The instruction that looks.
    const LOOK: Self;
    /// Whether there are derivatives of this one.
    fn is_derivable(self) -> bool;
    /// The derivative of this one for operands of these kinds.
    fn derivative(self, kinds: Self::Kinds) -> Option<Self>;
    /// The instruction that does what the first ones of these do, one after the other.
    fn fused(code: &[Self]) -> Option<Self>;
}

/// Lists derivatives: `instruction { its fields } of two operands; [their kinds] => derivative, ..;`.
///
/// The operands whose kinds tell are what the language says they are (registers, constants): `looked_at` answers them, for whoever does the look. An instruction of
/// which one operand matters names it twice, and has `_` for the second kind.
///
/// Behind them, `[instruction { its fields }, the next { its fields }] => one for both;`, for any number in a row: what is fused, the first that fits. The instructions may be derivatives. A
/// handler does what the first does, `pc += 1`, and what the next does: then errors, calls and `known!` find their places as ever. With `if`, a register that the first writes may be
/// required to be what the next reads, which then need not be read nor asked for its kind: types go on through a stretch without tags.
///
/// ```text
/// holloway::derivatives! { Op, Op::Look, operands Operand, kinds Kind;
///     Add { a, b, c } of Reg(b), Reg(c); [Int, Int] => Op::AddInts { a, b, c }, [Float, Float] => Op::AddFloats { a, b, c };
///     AddI { a, b, i } of Reg(b), Reg(b); [Int, _] => Op::AddIInt { a, b, i };
///     [MulFloats { a, b, c }, AddFloats { a: d, b: e, c: f }] if f == a => Op::MulAdd { a, b, c, d, e };
/// }
/// ```
#[macro_export]
macro_rules! derivatives {
    (
        $ty:ident, $look:expr, operands $operand:ty, kinds $kind:ty;
        $($op:ident $fields:tt of $x:expr, $y:expr; $([$kx:pat, $ky:pat] $(if $when:expr)? => $new:expr),+;)*
        $([$($part:ident $of:tt),+] $(if $tied:expr)? => $fused:expr;)*
    ) => {
        impl $ty {
            /// The operands whose kinds tell which derivative an instruction has.
            #[allow(unused_variables)]
            pub fn looked_at(self) -> Option<[$operand; 2]> {
                match self {
                    $($ty::$op $fields => Some([$x, $y]),)*
                    _ => None,
                }
            }
        }
        impl $crate::machine::Derive for $ty {
            type Kinds = [$kind; 2];
            const LOOK: $ty = $look;
            #[allow(unused_variables)]
            fn derivative(self, kinds: [$kind; 2]) -> Option<$ty> {
                match (self, kinds) {
                    $($(($ty::$op $fields, [$kx, $ky]) $(if $when)? => Some($new),)+)*
                    _ => None,
                }
            }
            fn is_derivable(self) -> bool {
                self.looked_at().is_some()
            }
            #[allow(unused_variables)]
            fn fused(code: &[$ty]) -> Option<$ty> {
                match *code {
                    $([$($ty::$part $of),+, ..] $(if $tied)? => Some($fused),)*
                    _ => None,
                }
            }
        }
    };
}

/// The fast path of a handler on operands of known kinds: `known!(m, else { .. }; x: Value::Int = r[b], y: Value::Int = r[c]; fast path)`.
///
/// The kinds are checked; `x` and `y` are slots of these kinds then, so that what the fast path asks of their kinds is known when it is compiled. It is an `Option`.
/// Where that is none, or a kind is another one, what is behind `else` is done, which is to leave the handler. For derivatives, so plain execution alone comes by.
#[macro_export]
macro_rules! known {
    ($m:expr, else $otherwise:block; $($x:ident: $value:ident::$kind:ident = $slot:expr),+; $fast:expr) => {
        match ($($m.unpack($slot),)+) {
            ($($value::$kind($x),)+) if !M::TRACING => {
                $(let $x = $value::$kind($x).into();)+
                match $fast {
                    Some(done) => done,
                    None => $otherwise,
                }
            }
            _ => $otherwise,
        }
    };
}

/// What is known of an instruction.
#[derive(Clone, Copy, Default)]
struct Seen<K> {
    /// The kinds that its operands had last.
    kinds: K,
    looks: u8,
    misses: u8,
}

/// The instructions of a function as plain execution runs them. See the module header.
pub struct Quick<Op: Derive> {
    own: &'static [Op],
    now: Cell<&'static [Op]>,
    round: Cell<u8>,
    /// Whether instructions are fused.
    fuse: Cell<bool>,
    /// Looks until the next.
    left: Cell<u32>,
    seen: RefCell<Vec<Seen<Op::Kinds>>>,
}

impl<Op: Derive> Quick<Op> {
    /// Of these instructions.
    pub fn new(ops: &'static [Op]) -> Self {
        let (now, round, left) = (Cell::new(ops), Cell::new(0), Cell::new(0));
        Quick { own: ops, now, round, fuse: Cell::new(false), left, seen: RefCell::default() }
    }
    /// The function's own instructions, which is all that others than plain execution are to see.
    #[inline(always)]
    pub fn own(&self) -> &'static [Op] {
        self.own
    }
    /// The instructions to run.
    #[inline(always)]
    pub fn now(&self) -> &'static [Op] {
        self.now.get()
    }
    /// Begins to look, if it has not. With `fuse`, instructions that are listed as fused are.
    pub fn warm(&self, fuse: bool) {
        if self.round.get() > 0 {
            return;
        }
        self.fuse.set(fuse);
        *self.seen.borrow_mut() = vec![Seen::default(); self.own.len()];
        self.write();
        if self.now() == self.own {
            // Nothing can be wrong.
            *self.seen.borrow_mut() = Vec::new();
        }
    }
    /// An instruction has looked, and its operands are of these kinds. Answers the instructions to go on with; for this step it is done as what it is in [`Quick::own`].
    #[inline(never)]
    pub fn looked(&self, pc: usize, kinds: Op::Kinds) -> &'static [Op] {
        if let Some(seen) = self.seen.borrow_mut().get_mut(pc) {
            seen.kinds = kinds;
            seen.looks = seen.looks.saturating_add(1);
        }
        self.left.set(self.left.get().saturating_sub(1));
        if self.left.get() > 0 {
            return self.now();
        }
        self.write();
        self.now()
    }
    /// A derivative has met operands of other kinds. Answers as [`Quick::looked`] does.
    #[inline(never)]
    pub fn missed(&self, pc: usize) -> &'static [Op] {
        match self.seen.borrow_mut().get_mut(pc) {
            Some(seen) if seen.misses < MISSES => {
                seen.misses += 1;
                if seen.misses < MISSES {
                    return self.now();
                }
            }
            _ => return self.now(),
        }
        self.write();
        self.now()
    }
    /// Writes the instructions anew. In the last round whatever has not been seen stays as it is.
    fn write(&self) {
        let round = self.round.get();
        if round == ROUNDS {
            return;
        }
        self.round.set(round + 1);
        self.left.set(LOOKS * MORE.pow(round.into()));
        let last = round + 1 == ROUNDS;
        let mut all = self.seen.borrow_mut();
        let one = |(&op, seen): (&Op, &Seen<Op::Kinds>)| match op.is_derivable() {
            false => op,
            true if seen.misses >= MISSES => op,
            true if seen.looks > 0 => match op.derivative(seen.kinds) {
                Some(derivative) => derivative,
                None if seen.looks >= PATIENCE || last => op,
                None => Op::LOOK,
            },
            true if last => op,
            true => Op::LOOK,
        };
        let new = self.own.iter().zip(&*all).map(one).collect();
        self.put(new, |pc| all[pc].misses < MISSES);
        if last {
            *all = Vec::new();
        }
    }
    /// Has these run, fused where they can be and none that began there was wrong too often.
    fn put(&self, mut new: Vec<Op>, may: impl Fn(usize) -> bool) {
        if self.fuse.get() {
            // From the front: what follows is as it was.
            for pc in 0..new.len() {
                new[pc] = Op::fused(&new[pc..]).filter(|_| may(pc)).unwrap_or(new[pc]);
            }
        }
        self.now.set(if new == self.own { self.own } else { Box::leak(new.into_boxed_slice()) });
    }
}
