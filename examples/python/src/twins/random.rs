//! Twins of `random`: the Mersenne Twister (MT19937), whose state is a list of 624 words and the place of the next one.
//!
//! **Invariant.** A twin that needs random bits asks first whether the class of the generator takes them from here: a program may derive from `Random` and
//! override `getrandbits` or `random`.
//!
//! **Example.** `random.seed(1); random.getrandbits(32)` is 577090035, in CPython as here.

use super::{Given, Twin};
use crate::modules::twister::{self, N};
use crate::value::{List, Val};
use crate::Rt;
use holloway::heap::Gc;
use langkit::maps::Seen;

/// Functions of `library/random.py`.
pub const TWINS: &[(&str, Twin)] = &[
    ("Random._by_array", by_array),
    ("Random._word", |g| Some(Val::Int(Source::of(g)?.word(g)?.into()))),
    ("Random.random", random),
    ("Random.getrandbits", bits),
    ("Random._below", |g| below(g, g.val(1))),
    ("Random.randrange", range),
    ("Random.randint", from_to),
    ("Random.choice", choice),
    ("Random.shuffle", shuffle),
];

/// A generator's parts.
struct Source {
    state: Gc<List>,
    index: usize,
}

impl Source {
    /// The generator that is argument 0, which has `N` words.
    fn of(g: &Given<'_>) -> Option<Source> {
        let x = g.instance(0)?;
        let (Val::List(state), Val::Int(index)) = (own!(g, x, "_state")?, own!(g, x, "_index")?) else {
            return None;
        };
        let index = usize::try_from(index).ok()?;
        (state.with_ints(g.rt, <[_]>::len) == Some(N)).then_some(Source { state, index })
    }
    /// The next 32 bits.
    fn word(&mut self, g: &Given<'_>) -> Option<u32> {
        if self.index >= N {
            twister::next(g.rt, self.state)?;
            self.index = 0;
        }
        let y = self.state.with_ints(g.rt, |words| words[self.index].get(&g.rt.heap) as u32)?;
        self.index += 1;
        set_own!(g, g.instance(0)?, "_index", Val::Int(self.index as i64))?;
        let y = y ^ (y >> 11);
        let y = y ^ ((y << 7) & 0x9D2C_5680);
        let y = y ^ ((y << 15) & 0xEFC6_0000);
        Some(y ^ (y >> 18))
    }
    /// So many bits, from 1 to 63.
    fn bits(&mut self, g: &Given<'_>, k: u32) -> Option<i64> {
        let first = self.word(g)?;
        if k <= 32 {
            return Some((first >> (32 - k)).into());
        }
        Some(i64::from(first) | i64::from(self.word(g)? >> (64 - k)) << 32)
    }
    /// A number less than `n`, which is positive.
    fn below(&mut self, g: &Given<'_>, n: i64) -> Option<i64> {
        let k = 64 - n.leading_zeros();
        loop {
            let r = self.bits(g, k)?;
            if r < n {
                return Some(r);
            }
        }
    }
}

/// The generator, if its method of this name is the library's.
fn source(g: &Given<'_>, method: &'static str) -> Option<Source> {
    let x = g.instance(0)?;
    if x.own(g.rt, crate::objects::str::literal(g.rt, method)).is_some() {
        return None;
    }
    let class = x.class(g.rt);
    let own = |f: Val| matches!(f, Val::Func(f) if g.rt.lang.code(f.running.get(&g.rt.heap)).twin.is_some());
    class.lookup_name(g.rt, method).is_some_and(own).then(|| Source::of(g)).flatten()
}

fn random(g: &Given<'_>) -> Option<Val> {
    let mut s = Source::of(g)?;
    let (a, b) = (s.word(g)? >> 5, s.word(g)? >> 6);
    Some(Val::float((f64::from(a) * 67_108_864.0 + f64::from(b)) * (1.0 / 9_007_199_254_740_992.0)))
}

fn bits(g: &Given<'_>) -> Option<Val> {
    match g.val(1) {
        Val::Int(k @ 1..=63) => Source::of(g)?.bits(g, k as u32).map(Val::Int),
        _ => None,
    }
}

fn below(g: &Given<'_>, n: Val) -> Option<Val> {
    match n {
        Val::Int(n) if n > 0 => source(g, "getrandbits")?.below(g, n).map(Val::Int),
        _ => None,
    }
}

fn range(g: &Given<'_>) -> Option<Val> {
    source(g, "_below")?;
    match (g.val(1), g.val(2), g.args.len()) {
        (n, _, 2) => below(g, n),
        (Val::Int(from), Val::Int(to), 3) => offset(g, from, to),
        _ => None,
    }
}

fn from_to(g: &Given<'_>) -> Option<Val> {
    source(g, "randrange")?;
    source(g, "_below")?;
    match (g.val(1), g.val(2)) {
        (Val::Int(from), Val::Int(last)) => offset(g, from, last.checked_add(1)?),
        _ => None,
    }
}

/// A number from one on and less than another.
fn offset(g: &Given<'_>, from: i64, to: i64) -> Option<Val> {
    let Val::Int(i) = below(g, Val::Int(to.checked_sub(from)?))? else { return None };
    Some(Val::Int(from + i))
}

fn choice(g: &Given<'_>) -> Option<Val> {
    source(g, "_below")?;
    let n = match g.val(1) {
        Val::List(l) => l.len(g.rt),
        Val::Tuple(t) => t.items.as_slice().len(),
        _ => return None,
    };
    match (below(g, Val::Int(n as i64))?, g.val(1)) {
        (Val::Int(i), Val::List(l)) => Some(l.get(g.rt, i as usize).into()),
        (Val::Int(i), Val::Tuple(t)) => t.items.as_slice().get(i as usize).map(|&v| v.into()),
        _ => None,
    }
}

fn shuffle(g: &Given<'_>) -> Option<Val> {
    source(g, "_below")?;
    let (mut s, l) = (source(g, "getrandbits")?, g.list(1)?);
    for i in (1..l.len(g.rt)).rev() {
        let j = s.below(g, i as i64 + 1)? as usize;
        swap(g.rt, l, i, j)?;
    }
    Some(Val::None)
}

fn swap(rt: &Rt, l: Gc<List>, i: usize, j: usize) -> Option<()> {
    let (x, y) = (l.get(rt, i), l.get(rt, j));
    l.set(rt, i, y).ok()?;
    l.set(rt, j, x).ok()
}

/// The state that a key of words leads to.
fn by_array(g: &Given<'_>) -> Option<Val> {
    let (x, key) = (g.instance(0)?, g.list(1)?);
    let key: Vec<u32> = key.with_ints(g.rt, |a| a.iter().map(|v| v.get(&g.rt.heap) as u32).collect())?;
    if key.is_empty() {
        return None;
    }
    let mut mt = [19_650_218u32; N];
    for i in 1..N {
        mt[i] = 1_812_433_253u32.wrapping_mul(mt[i - 1] ^ (mt[i - 1] >> 30)).wrapping_add(i as u32);
    }
    let mut i = 1;
    let mut next = |mt: &mut [u32; N], factor: u32, more: u32| {
        let p = mt[i - 1] ^ (mt[i - 1] >> 30);
        mt[i] = (mt[i] ^ p.wrapping_mul(factor)).wrapping_add(more);
        i += 1;
        if i >= N {
            mt[0] = mt[N - 1];
            i = 1;
        }
        i as u32
    };
    for k in 0..N.max(key.len()) {
        let j = k % key.len();
        next(&mut mt, 1_664_525, key[j].wrapping_add(j as u32));
    }
    let mut at = (N.max(key.len()) % (N - 1)) as u32 + 1;
    for _ in 1..N {
        at = next(&mut mt, 1_566_083_941, at.wrapping_neg());
    }
    mt[0] = 0x8000_0000;
    let words: Vec<_> = mt.iter().map(|&w| Val::Int(w.into()).into()).collect();
    let state = crate::objects::list::from(g.rt, &words).ok()?;
    set_own!(g, x, "_state", Val::List(state))?;
    set_own!(g, x, "_index", Val::Int(N as i64))?;
    Some(Val::None)
}
