//! Makes failing bytes fewer and smaller.

use std::time::{Duration, Instant};

/// What a byte is tried to be: choices are remainders, so that what is equal to a byte may be far below it.
const SMALLER: [u8; 12] = [0, 1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128];

/// Shrinks bytes as long as `fails` says that they still fail, for at most this long. The first `keep` bytes are made smaller, but never dropped.
pub fn shrink(bytes: &[u8], keep: usize, limit: Duration, mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let began = Instant::now();
    let mut best = bytes.to_vec();
    let mut attempt = |best: &mut Vec<u8>, candidate: Vec<u8>| {
        let better = candidate != *best && began.elapsed() < limit && fails(&candidate);
        if better {
            *best = candidate;
        }
        better
    };
    loop {
        let before = best.clone();
        // Cut off the end, then drop runs of bytes, longer ones first.
        let mut cut = best.len().saturating_sub(keep) / 2;
        while cut > 0 {
            let len = best.len();
            let shorter = best[..len - cut.min(len - keep)].to_vec();
            if !attempt(&mut best, shorter) {
                cut /= 2;
            }
        }
        let mut run = 64;
        while run > 0 {
            let mut at = keep;
            while at < best.len() {
                let mut fewer = best.clone();
                fewer.drain(at..(at + run).min(best.len()));
                if !attempt(&mut best, fewer) {
                    at += run;
                }
            }
            run /= 2;
        }
        // Make what is left smaller.
        for at in 0..best.len() {
            let byte = best[at];
            for to in SMALLER.into_iter().chain([byte / 2, byte.wrapping_sub(1)]).filter(|to| *to < byte) {
                let mut smaller = best.clone();
                smaller[at] = to;
                if attempt(&mut best, smaller) {
                    break;
                }
            }
        }
        if best == before || began.elapsed() > limit {
            return best;
        }
    }
}
