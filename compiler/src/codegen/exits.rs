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
//! Attaching a bridge stores its entry into `target`; where a backend names the guard's branch, it goes to the bridge past the stub ([`patch`](super::patch)). The common routine saves all registers as an array of 64 words
//! indexed by [`PReg`], right below the frame, and calls [`decode_exit`].
//!
//! **Grammar** of the descriptor, little-endian:
//! ```text
//! descr    := head distance*count       places in `ExitOrder`
//! head     := two bytes: 2 * count + wide
//! distance := a byte, or two if wide: how many words the value is below the frame base
//! ```
//! So an exit is decoded by a load and a store for each value, and a byte describes one in frames of up to 190 words, as nearly all are. **Example**: in a frame of 48
//! bytes, which has two slots and two words of an outgoing area, three values in `r3`, slot 0 and `f1` are the bytes `06 00 43 03 25`.

use super::machine::{Loc, PReg};
use super::MAX_FRAME;
use crate::abi::{NativeCtx, MAX_EXIT_VALUES};
use crate::native;
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
    /// Executions left before an exit that is forced, with chaos, or that a guard which counts takes.
    pub countdown: Cell<u32>,
}

// SAFETY: the descriptor that it refers to goes where it goes, as its trace owns both; its cells are written by the thread that has it.
unsafe impl Send for ExitRecord {}

/// Words that the common routine saves: a value in register `n` is the word `n` of them.
const SAVED: u32 = 64;

/// Appends the descriptor of an exit whose values are at `places`, in a frame of so many bytes.
pub fn encode(places: &[Loc], frame: u32, out: &mut Vec<u8>) {
    let lowest = frame / 8 + SAVED;
    debug_assert!(!places.contains(&Loc::Temp), "no value stays in the temporary word");
    let distance = |p: &Loc| match *p {
        Loc::Reg(r) => lowest as u16 - r.0 as u16,
        Loc::Slot(s) => (slot_distance(0) / 8) as u16 + s as u16,
        Loc::Temp => 0,
    };
    let wide = lowest > 0xff;
    out.extend_from_slice(&((places.len() as u16) << 1 | u16::from(wide)).to_le_bytes());
    match wide {
        true => out.extend(places.iter().flat_map(|p| distance(p).to_le_bytes())),
        false => out.extend(places.iter().map(|p| distance(p) as u8)),
    }
}
const _: () = assert!(
    MAX_EXIT_VALUES < 1 << 15 && MAX_FRAME / 8 + SAVED < 1 << 16,
    "a descriptor's numbers have two bytes"
);

/// The head of a descriptor: how many values, and whether they are described by two bytes.
fn head(bytes: [u8; 2]) -> (usize, bool) {
    let head = u16::from_le_bytes(bytes);
    (usize::from(head >> 1), head & 1 != 0)
}

/// The places a descriptor lists, in a frame of so many bytes.
pub fn decode(descr: &[u8], frame: u32) -> Vec<Loc> {
    let (count, wide) = head([descr[0], descr[1]]);
    let (size, lowest) = (1 + usize::from(wide), frame / 8 + SAVED);
    let place = |bytes: &[u8]| {
        let distance = bytes.iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte));
        match lowest - distance {
            n if n < SAVED => Loc::Reg(PReg(n as u8)),
            _ => Loc::Slot(distance - slot_distance(0) / 8),
        }
    };
    descr[2..][..count * size].chunks_exact(size).map(place).collect()
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

native! {
    /// Collects the values of an exit: called by the common exit routine, and by nothing else.
    ///
    /// # Safety
    /// `ctx` is the running context with `exit_values` pointing at [`MAX_EXIT_VALUES`] words, `record` a live exit record of the running
    /// trace, `frame` the frame base of the running trace, below whose frame the 64 registers were saved.
    pub unsafe fn decode_exit(ctx: *const NativeCtx, record: *const ExitRecord, frame: *const u64) {
        // SAFETY: promised by the caller.
        let (ctx, record) = unsafe { (&*ctx, &*record) };
        let (descr, out) = (record.descr, ctx.exit_values.get());
        // SAFETY: the descriptor was written whole by `encode` for this trace's frame and lives as long as the record, so the distances are of words of the frame and of
        // the saved registers below it; an exit has at most MAX_EXIT_VALUES values (compilation refuses others), so `out` stays inside its buffer.
        unsafe {
            let (count, wide) = head(*descr.cast::<[u8; 2]>());
            let descr = descr.add(2);
            if wide {
                for k in 0..count {
                    let distance = u16::from_le_bytes(*descr.cast::<[u8; 2]>().add(k));
                    *out.add(k) = *frame.sub(usize::from(distance));
                }
            } else {
                for k in 0..count {
                    *out.add(k) = *frame.sub(usize::from(*descr.add(k)));
                }
            }
        }
        ctx.exit.set(record.number);
    }
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
        encode(&[Loc::Reg(PReg::gpr(3)), Loc::Slot(0), Loc::Reg(PReg::fpr(1))], 48, &mut bytes);
        assert_eq!(bytes, [6, 0, 0x43, 3, 0x25]);
    }

    /// Places in a frame of some size.
    fn frames() -> impl Strategy<Value = (u32, Vec<Loc>)> {
        (1u32..4000).prop_flat_map(|slots| {
            let place =
                (0..slots + 64)
                    .prop_map(|n| if n < 64 { Loc::Reg(PReg(n as u8)) } else { Loc::Slot(n - 64) });
            (Just((slot_distance(slots) - 8).next_multiple_of(16)), proptest::collection::vec(place, 0..300))
        })
    }

    proptest! {
        #[test]
        fn descriptors_round_trip((frame, places) in frames()) {
            let mut bytes = vec![0xff; 3];
            encode(&places, frame, &mut bytes);
            prop_assert_eq!(decode(&bytes[3..], frame), places);
        }

        #[test]
        fn values_are_found_where_they_are((frame, places) in frames()) {
            let words = (frame / 8 + SAVED) as usize;
            // The frame base is the end; each word has its number in it.
            let memory: Vec<u64> = (0..words as u64).collect();
            let mut descr = Vec::new();
            encode(&places, frame, &mut descr);
            let mut out = vec![0u64; MAX_EXIT_VALUES];
            let ctx = NativeCtx::default();
            ctx.exit_values.set(out.as_mut_ptr());
            let record = ExitRecord { target: Cell::new(0), routine: 0, number: 7, descr: descr.as_ptr(), countdown: Cell::new(0) };
            // SAFETY: the buffer, the record and the memory live, and the descriptor is for a frame of this size.
            unsafe { decode_exit(&ctx, &record, memory.as_ptr().add(words)) };
            let wanted = places.iter().map(|p| match p {
                Loc::Reg(r) => u64::from(r.0),
                Loc::Slot(s) => words as u64 - u64::from(slot_distance(*s) / 8),
                Loc::Temp => unreachable!(),
            });
            prop_assert_eq!(&out[..places.len()], &wanted.collect::<Vec<_>>()[..]);
            prop_assert_eq!(ctx.exit.get(), 7);
        }
    }
}
