//! What AArch64 encodings hold.
//!
//! The assembler panics on a run-time immediate that does not fit, so every emission must ask here first; lowering then takes the
//! long way (a register built by `movz`/`movk`, see [`mov_wide`]).

/// Whether `add`/`sub` take the immediate: 12 bits, perhaps shifted by 12.
pub fn fits_add(n: u64) -> bool {
    n < 1 << 12 || (n & 0xfff == 0 && n < 1 << 24)
}

/// Whether a scaled load or store of `bytes` (a power of two) takes the offset: 12 bits times the size.
pub fn fits_scaled(offset: i64, bytes: u32) -> bool {
    let bytes = bytes as i64;
    offset >= 0 && offset % bytes == 0 && offset / bytes < 1 << 12
}

/// Whether an unscaled load or store takes the offset: signed 9 bits.
pub fn fits_unscaled(offset: i64) -> bool {
    (-256..256).contains(&offset)
}

/// Whether a pair load or store of 64-bit registers takes the offset: signed 7 bits times 8.
pub fn fits_pair(offset: i64) -> bool {
    offset % 8 == 0 && (-512..512).contains(&offset)
}

/// Whether a conditional branch reaches: signed 19 bits times 4.
pub fn fits_branch_cond(distance: i64) -> bool {
    distance % 4 == 0 && (-(1 << 20)..1 << 20).contains(&distance)
}

/// Whether `b`/`bl` reach: signed 26 bits times 4.
pub fn fits_branch(distance: i64) -> bool {
    distance % 4 == 0 && (-(1 << 27)..1 << 27).contains(&distance)
}

/// Whether 64-bit `and`/`orr`/`eor` take the immediate: one rotated run of ones, repeated with a period of 2, 4, ... 64 bits.
pub fn fits_logical(n: u64) -> bool {
    if n == 0 || n == u64::MAX {
        return false;
    }
    let period = [2, 4, 8, 16, 32, 64].into_iter().find(|p| n.rotate_right(*p) == n).unwrap_or(64);
    let mask = u64::MAX >> (64 - period);
    let element = n & mask;
    // Within one period, going round, there is exactly one step from 1 to 0.
    let turned = (element >> 1 | element << (period - 1)) & mask;
    (element & !turned).count_ones() == 1
}

/// Whether `fmov` takes the float: sign, 3 bits of exponent, 4 of fraction.
pub fn fits_fmov(bits: u64) -> bool {
    let exponent = bits >> 54 & 0x1ff;
    bits & 0xffff_ffff_ffff == 0 && (exponent == 0x100 || exponent == 0x0ff)
}

/// How to build a constant: the first half-word by `movz` (or `movn` if `inverted`), the others by `movk`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovWide {
    /// Start from all ones.
    pub inverted: bool,
    /// Half-words `(shift, value to encode)` in order; unused ones are `None`.
    pub parts: [Option<(u32, u16)>; 4],
}

/// The shortest sequence of wide moves for a constant.
pub fn mov_wide(n: u64) -> MovWide {
    let half = |k: u32| (n >> (16 * k)) as u16;
    let zeros = (0..4).filter(|k| half(*k) == 0).count();
    let ones = (0..4).filter(|k| half(*k) == 0xffff).count();
    let inverted = ones > zeros;
    let skip = if inverted { 0xffff } else { 0 };
    let mut parts = [None; 4];
    let mut used = 0;
    for k in (0..4).filter(|k| half(*k) != skip) {
        // `movn` takes the complement; `movk` the half-word itself.
        let value = if inverted && used == 0 { !half(k) } else { half(k) };
        parts[used] = Some((16 * k, value));
        used += 1;
    }
    if used == 0 {
        parts[0] = Some((0, 0));
    }
    MovWide { inverted, parts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// All logical immediates, by the definition of the encoding.
    fn logical_immediates() -> HashSet<u64> {
        let mut all = HashSet::new();
        for log in 1..=6 {
            let period = 1u32 << log;
            for ones in 1..period {
                for turn in 0..period {
                    let run = u64::MAX >> (64 - ones);
                    let mask = u64::MAX >> (64 - period);
                    let element = if turn == 0 { run } else { (run >> turn | run << (period - turn)) & mask };
                    all.insert((0..64 / period).fold(0, |n, k| n | element << (k * period)));
                }
            }
        }
        all
    }

    #[test]
    fn logical_immediates_are_exactly_those_of_the_encoding() {
        let all = logical_immediates();
        assert_eq!(all.len(), 5334);
        assert!(all.iter().all(|n| fits_logical(*n)));
        for n in &all {
            for near in [n ^ 1, n ^ 1 << 63, n.wrapping_add(1), n ^ 0x10, n ^ 1 << 37] {
                assert_eq!(fits_logical(near), all.contains(&near), "{near:#x}");
            }
        }
        assert!((0..1 << 16).all(|n| fits_logical(n) == all.contains(&n)));
    }

    #[test]
    fn wide_moves_build_the_constant() {
        for n in [
            0,
            1,
            0xffff,
            0x10000,
            u64::MAX,
            u64::MAX - 5,
            0x1234_5678_9abc_def0,
            0xffff_0000_ffff_1234,
            1 << 63,
        ] {
            let w = mov_wide(n);
            let mut value = 0;
            for (k, (shift, half)) in w.parts.iter().flatten().enumerate() {
                let placed = (*half as u64) << shift;
                value = match (k, w.inverted) {
                    (0, true) => !placed,
                    (0, false) => placed,
                    _ => value & !(0xffff << shift) | placed,
                };
            }
            assert_eq!(value, n, "{w:?}");
        }
    }

    #[test]
    fn ranges() {
        assert!(
            fits_add(4095) && !fits_add(4097) && fits_add(4096) && fits_add(0xfff000) && !fits_add(1 << 24)
        );
        assert!(
            fits_scaled(32760, 8) && !fits_scaled(32768, 8) && !fits_scaled(12, 8) && !fits_scaled(-8, 8)
        );
        assert!(fits_unscaled(-256) && fits_unscaled(255) && !fits_unscaled(256));
        assert!(fits_pair(504) && fits_pair(-512) && !fits_pair(512) && !fits_pair(4));
        assert!(fits_branch_cond((1 << 20) - 4) && !fits_branch_cond(1 << 20));
        assert!(fits_branch(-(1 << 27)) && !fits_branch(1 << 27));
        let floats = [
            (1.0, true),
            (-2.5, true),
            (31.0, true),
            (0.125, true),
            (0.0, false),
            (0.1, false),
            (33.0, false),
        ];
        for (f, fits) in floats {
            assert_eq!(fits_fmov(f64::to_bits(f)), fits, "{f}");
        }
    }
}
