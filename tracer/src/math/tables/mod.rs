//! Constant tables: the published figures of the table-driven algorithms.

mod asin;
mod atan;
mod exp;
mod log;
mod log2;
mod pow;
mod root;
mod sincos;
mod tan;
mod two_over_pi;

pub use asin::ASIN;
pub use atan::ATAN;
pub use exp::EXP;
pub use log::LOG;
pub use log2::LOG2;
pub use pow::POW;
pub use root::ROOT;
pub use sincos::SINCOS;
pub use tan::TAN;
pub use two_over_pi::TWO_OVER_PI;

/// The words, and as many zeros as lack to N.
const fn padded<const N: usize>(words: &[u64]) -> [u64; N] {
    let mut all = [0; N];
    let mut k = 0;
    while k < words.len() {
        all[k] = words[k];
        k += 1;
    }
    all
}
