//! The file of a recorded run: what the run asked of the world, and which exits of compiled code it took, in order.
//!
//! **Problem.** A run that ends in a crash is the one that must be run again. What it has asked must be in the file at that moment, and a system call for each
//! exit would cost more than the exit.
//!
//! **How.** The first [`DESK`] bytes of the file are mapped, and entries are put there; when they are full, they are appended to the file and the desk
//! is used anew. A mapping of a file is the system's: what was put there is in the file, however the process ends.
//!
//! ```text
//! byte 0      "holloway"
//!      8      version of the form, 4 bytes, the lowest first as everywhere; 4 unused
//!      16     written: bytes of entries before those on the desk, 8 bytes
//!      24     filled: bytes of entries on the desk, 8 bytes
//!      32     the desk: entries
//!      DESK   entries that came before
//! ```
//!
//! Entries are bytes without gaps:
//!
//! ```text
//! entry  = head body
//! head   = number: kind in the lowest 3 bits, n above
//! kind 0 the run     n = bytes of its description ([`Run`]), which follow
//!      1 a name      n = bytes of the text that follows; names are counted from 0
//!      2 an ask      n = number of its name; a number and so many bytes follow, the answer
//!      3 an exit     n = its number, doubled, and 1 more if it was forced
//!      4 the same, taken for the first time; a number and so many bytes follow, what is told of it
//!      5 a trace     n = bytes of the text that follows: one was compiled
//!      6 an interrupt was answered
//!      7 the end
//! number = 7 bits in a byte, the lowest first, the highest bit of a byte set if more follow
//! ```
//!
//! **Invariants.**
//! 1. At any moment of the writer's the file holds all entries that were put, but for a part of one at its end.
//! 2. The same memory is mapped by who writes and who reads: addresses of what is mapped later are the same.
//!
//! **Not promised.** That the end of the machine spares the file; that files of another version are read.
//!
//! **Example.**
//! ```
//! use holloway_replay::{Entry, Reader, Run, Writer};
//! let path = std::env::temp_dir().join(format!("example-{}.replay", std::process::id()));
//! let mut writer = Writer::create(&path, &Run::default()).unwrap();
//! writer.ask("clock", &[7]).unwrap();
//! std::mem::forget(writer); // as if the process was killed
//! let mut reader = Reader::open(&path).unwrap();
//! let Ok(Some(Entry::Ask { what, answer })) = reader.next() else { panic!() };
//! assert_eq!((&*what, &*answer, reader.next()), ("clock", &[7][..], Ok(None)));
//! # std::fs::remove_file(path).unwrap();
//! ```

mod bytes;
mod read;
mod run;
mod write;

pub use bytes::{number, put_number};
pub use read::{Entry, Reader};
pub use run::{decides, Run};
pub use write::Writer;

/// Bytes at the beginning of the file that are mapped while it is written.
pub const DESK: usize = 64 << 10;

/// Version of the form.
pub const VERSION: u32 = 1;

/// What the file begins with.
const MAGIC: [u8; 8] = *b"holloway";
/// Where the words of the desk are, and its entries.
const WRITTEN: usize = 16;
const FILLED: usize = 24;
const ENTRIES: usize = 32;

/// Kinds of entries.
mod kind {
    pub const RUN: u64 = 0;
    pub const NAME: u64 = 1;
    pub const ASK: u64 = 2;
    pub const EXIT: u64 = 3;
    pub const FIRST_EXIT: u64 = 4;
    pub const TRACE: u64 = 5;
    pub const INTERRUPT: u64 = 6;
    pub const END: u64 = 7;
    /// Bits of a head that say the kind.
    pub const BITS: u32 = 3;
    /// The kind that a head says, and its number.
    pub fn of(head: u64) -> (u64, u64) {
        (head & ((1 << BITS) - 1), head >> BITS)
    }
}
