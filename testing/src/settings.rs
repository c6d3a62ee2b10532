//! Ways to run a program drawn at random: thresholds, forced exits, collections, and passes, each in any combination.
//!
//! **Problem.** At a threshold of 1 everything is compiled on its first turn, before types change and bridges matter; at the default short programs compile
//! little. What goes wrong in between is found by neither.
//!
//! Equal seeds draw equal settings. **Example.** `draw(7)` is the environment of one run.

use crate::generator::Rng;

pub use crate::modes::written;

/// The passes of the optimizer that can be left out.
const PASSES: &[&str] =
    &["peel", "fold", "guards", "virtuals", "cse", "order", "heap", "carry", "enter", "dce"];

/// The environment of a run.
#[must_use]
pub fn draw(seed: u64) -> Vec<(String, String)> {
    let mut rng = Rng::new(seed ^ 0xd4a3);
    let mut env = Vec::new();
    let mut set = |name: &str, value: String| env.push((format!("HOLLOWAY_{name}"), value));
    set("GPU", "off".to_string());
    set("THRESHOLD", rng.pick(&[1, 1, 2, 3, 5, 9, 17, 40]).to_string());
    if !rng.one_in(3) {
        set("FUNCTION_THRESHOLD", rng.pick(&[1, 2, 3, 6, 15, 50]).to_string());
    }
    if !rng.one_in(3) {
        set("BRIDGE_THRESHOLD", rng.pick(&[1, 2, 3, 5]).to_string());
    }
    if rng.one_in(3) {
        set("CHAOS", format!("{}:{}", rng.below(1 << 20), rng.pick(&[2, 4, 8, 20, 50, 150, 500])));
    }
    if rng.one_in(8) {
        set("GC", "stress".to_string());
    }
    if rng.one_in(12) {
        set("AUDIT", "1".to_string());
        // Tells that there was something to audit.
        set("LOG", "stats".to_string());
    }
    if rng.one_in(3) {
        let off: Vec<String> = (0..rng.range(1, 3)).map(|_| format!("-{}", rng.pick(PASSES))).collect();
        set("OPT", off.join(","));
    }
    env
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_a_function_of_the_seed_and_vary() {
        assert_eq!(draw(5), draw(5));
        let all: String = (0..100).map(|s| written(&draw(s)) + "\n").collect();
        for name in
            ["THRESHOLD=1", "THRESHOLD=40", "FUNCTION_", "BRIDGE_", "CHAOS=", "GC=", "AUDIT=", "OPT=-"]
        {
            assert!(all.contains(name), "no draw sets {name}");
        }
    }
}
