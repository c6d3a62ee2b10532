//! Makes failing bytes fewer and smaller.

use std::time::{Duration, Instant};

/// Shrinks bytes as long as `fails` says that they still fail, for at most this long. The first `keep` bytes are made smaller, but never dropped.
pub fn shrink(bytes: &[u8], keep: usize, limit: Duration, fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let began = Instant::now();
    let mut best = bytes.to_vec();
    let attempt = |best: &mut Vec<u8>, candidate: Vec<u8>| {
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
            for to in [0, best[at] / 2, best[at].saturating_sub(1)] {
                let mut smaller = best.clone();
                smaller[at] = to;
                if to < best[at] && attempt(&mut best, smaller) {
                    break;
                }
            }
        }
        if best == before || began.elapsed() > limit {
            return best;
        }
    }
}
