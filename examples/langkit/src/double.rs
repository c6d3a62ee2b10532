//! Doubles as words, for plain values of a language's library.
//!
//! **Problem.** An enum whose payloads are integers, addresses and doubles is handed on in memory; one whose payloads are all of a kind goes in two registers.
//!
//! **Example.** `Double::new(1.5).get()` is `1.5`.

/// A double, as the word of its bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Double(u64);

impl Double {
    /// A number.
    #[inline(always)]
    pub fn new(x: f64) -> Double {
        Double(x.to_bits())
    }
    /// The number.
    #[inline(always)]
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
    /// The word.
    #[inline(always)]
    pub fn bits(self) -> u64 {
        self.0
    }
}

impl std::fmt::Debug for Double {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.get().fmt(f)
    }
}
