//! Exit descriptors: where the values of a snapshot are when its guard fails, and the one decoder that collects them.
//!
//! **Layout.** Native code knows an exit by the address of its [`ExitRecord`], a data block outside the code:
//! ```text
//! guard:        jcc  stub                 (hot)
//! stub:         scratch = record; jump [record.target]      (cold)
//! record:       target   -> common exit routine, later a bridge's entry
//!               routine  -> common exit routine
//!               number   the driver's number
//!               descr    -> descriptor bytes
//!               countdown, chaos only
//! ```
//! Attaching a bridge stores its entry into `target`: no code changes. The common routine saves all registers as an array of 64 words
//! indexed by [`PReg`], and calls [`decode_exit`].
//!
//! **Grammar** of the descriptor, one byte each unless a number needs more:
//! ```text
//! descr  := varint(count) place*count        places in `ExitOrder`
//! place  := varint(n)                        n < 64: register n; else slot n - 64
//! varint := 7 bits per byte, low first, top bit set on all but the last
//! ```
//! So a register takes one byte and so do the first 64 slots. **Example**: three values in `r3`, slot 0 and `f1` are the bytes
//! `03 03 40 21`.

use super::machine::{Loc, PReg};
use crate::abi::{NativeCtx, MAX_EXIT_VALUES};
use std::cell::Cell;

/// What native code and the run time share about one exit.
#[repr(C)]
#[derive(Debug)]
pub struct ExitRecord {
    /// Where a failed guard goes.
    pub target: Cell<usize>,
    /// The common exit routine: where forced exits go, bridge or not.
    pub routine: usize,
    /// The driver's number of the exit.
    pub number: u64,
    /// The descriptor's bytes.
    pub descr: *const u8,
    /// With chaos: executions of the guard left before a forced exit.
    pub countdown: Cell<u32>,
}

fn put(out: &mut Vec<u8>, mut n: u32) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Appends the descriptor of an exit whose values are at `places`.
pub fn encode(places: &[Loc], out: &mut Vec<u8>) {
    let number = |p: &Loc| match *p {
        Loc::Reg(r) => r.0 as u32,
        Loc::Slot(s) => s + 64,
        Loc::Temp => unreachable!("no value stays in the temporary word"),
    };
    put(out, places.len() as u32);
    // One byte each, as a rule.
    let (from, mut all) = (out.len(), 0);
    out.resize(from + places.len(), 0);
    for (byte, p) in out[from..].iter_mut().zip(places) {
        let n = number(p);
        all |= n;
        *byte = n as u8;
    }
    if all >= 0x80 {
        out.truncate(from);
        places.iter().for_each(|p| put(out, number(p)));
    }
}

/// Reads a descriptor, calling `each` on every place in order.
///
/// # Safety
/// `descr` points at a complete descriptor written by [`encode`].
unsafe fn walk(mut descr: *const u8, mut each: impl FnMut(Loc)) {
    let mut get = || {
        let (mut n, mut shift) = (0u32, 0);
        loop {
            // SAFETY: the grammar ends every number with a byte below 0x80, and the caller promises a complete descriptor.
            let b = unsafe { *descr };
            // SAFETY: as above; one past the last byte at most.
            descr = unsafe { descr.add(1) };
            n |= ((b & 0x7f) as u32) << shift;
            if b < 0x80 {
                return n;
            }
            shift += 7;
        }
    };
    for _ in 0..get() {
        let n = get();
        each(if n < 64 { Loc::Reg(PReg(n as u8)) } else { Loc::Slot(n - 64) });
    }
}

/// The places a descriptor lists.
pub fn decode(descr: &[u8]) -> Vec<Loc> {
    let mut out = Vec::new();
    // SAFETY: descriptors come from `encode`, whole.
    unsafe { walk(descr.as_ptr(), |l| out.push(l)) };
    out
}

/// Distance in bytes of slot `i` below the frame base; the same for every target and trace.
pub const fn slot_distance(i: u32) -> u32 {
    FRAME_HEAD + 8 * (i + 1)
}

/// Bytes between the frame base and slot 0: the result pointer and the temporary word.
pub const FRAME_HEAD: u32 = 16;

/// Where the result pointer is saved, from the frame base.
pub const OUT: i64 = -8;

/// Where a slot or the temporary word is, from the frame base. Registers are not in the frame.
pub fn frame_disp(l: Loc) -> i64 {
    match l {
        Loc::Slot(i) => -(slot_distance(i) as i64),
        Loc::Temp | Loc::Reg(_) => -16,
    }
}

/// Collects the values of an exit: called by the common exit routine, and by nothing else.
///
/// # Safety
/// `ctx` is the running context with `exit_values` pointing at [`MAX_EXIT_VALUES`] words, `record` a live exit record of the running
/// trace, `regs` the 64 saved registers, `frame` the frame base of the running trace.
pub unsafe extern "C" fn decode_exit(
    ctx: *const NativeCtx,
    record: *const ExitRecord,
    regs: *const u64,
    frame: *const u8,
) {
    // SAFETY: promised by the caller.
    let (ctx, record) = unsafe { (&*ctx, &*record) };
    let mut out = ctx.exit_values.get();
    // SAFETY: the descriptor was written whole by `encode` and lives as long as the record; an exit has at most MAX_EXIT_VALUES
    // values (compilation refuses others), so `out` stays inside its buffer; registers and slots are as the caller promises.
    unsafe {
        walk(record.descr, |place| {
            let word = match place {
                Loc::Reg(r) => *regs.add(r.0 as usize),
                Loc::Slot(s) => *(frame.sub(slot_distance(s) as usize) as *const u64),
                Loc::Temp => 0,
            };
            *out = word;
            out = out.add(1);
        });
    }
    ctx.exit.set(record.number);
}

/// Whether an exit may have that many values.
pub fn fits(values: usize) -> bool {
    values <= MAX_EXIT_VALUES
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn example_of_the_header() {
        let mut bytes = Vec::new();
        encode(&[Loc::Reg(PReg::gpr(3)), Loc::Slot(0), Loc::Reg(PReg::fpr(1))], &mut bytes);
        assert_eq!(bytes, [3, 3, 0x40, 0x21]);
    }

    proptest! {
        #[test]
        fn descriptors_round_trip(places in proptest::collection::vec(0u32..100_000, 0..300)) {
            let places: Vec<Loc> =
                places.iter().map(|&n| if n % 3 == 0 { Loc::Reg(PReg((n % 64) as u8)) } else { Loc::Slot(n) }).collect();
            let mut bytes = vec![0xff; 3];
            encode(&places, &mut bytes);
            prop_assert_eq!(decode(&bytes[3..]), places);
        }
    }
}
