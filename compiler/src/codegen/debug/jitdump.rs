//! The file from which `perf` learns of code made at run time: `jit-PID.dump`.
//!
//! **Problem.** `perf` notes addresses while a program runs and names them afterwards. By then code made at run time is gone, or other code has its
//! place. So each piece is written here as it is made, with its bytes, its lines and the time; `perf inject --jit` makes an object file of each and
//! lets the later one win where ranges overlap, which is all that freed and reused ranges need.
//!
//! **Layout** (`tools/perf/Documentation/jitdump-specification.txt` of Linux; words in the machine's order). All records begin with `kind u32, bytes u32, time u64`:
//! ```text
//! header  "JiTD" as u32, version 1 u32, bytes 40 u32, machine u32, 0 u32, pid u32, time u64, flags u64
//! load  0 pid u32, tid u32, address u64, address u64, length u64, number u64, name, 0, code
//! close 3 nothing
//! lines 2 address u64, entries u64, each: address u64, line u32, 0 u32, file, 0
//! ```
//! Lines precede the load that they are for.
//!
//! **Invariants.**
//! 1. One file for each process, whoever writes: records are written whole, under a lock.
//! 2. Times are the monotonic clock's, so samples must be too: `perf record -k mono`.
//! 3. The file is mapped once with execute permission: that mapping, in `perf`'s record of the program, is how `perf inject` finds the file.
//!
//! **Not promised.** A full disk ends the dump, not the program. A process forked from this one writes on into its parent's file.
//!
//! **Example.** `jitdump::shared(Path::new("."), 62)?.load(&piece, &bytes)`.

use super::Piece;
use crate::platform;
use memmap2::{Mmap, MmapOptions};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

const MAGIC: u32 = u32::from_le_bytes(*b"DTiJ");
const LOAD: u32 = 0;
const LINES: u32 = 2;
const CLOSE: u32 = 3;

/// The dump of this process.
#[derive(Debug)]
pub struct JitDump {
    out: Mutex<File>,
    _marker: Mmap,
}

/// The dump of this process, made in `folder` if none is open. It closes when nobody uses it any more, and goes on if it is asked for again.
///
/// # Errors
/// If it cannot be made or mapped.
pub fn shared(folder: &Path, machine: u16) -> Result<Arc<JitDump>, String> {
    static OPEN: Mutex<(Weak<JitDump>, Option<PathBuf>)> = Mutex::new((Weak::new(), None));
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(dump) = open.0.upgrade() {
        return Ok(dump);
    }
    let path = folder.join(format!("jit-{}.dump", std::process::id()));
    let again = open.1.as_ref() == Some(&path);
    let dump = JitDump::open(&path, machine, again).map_err(|e| format!("{}: {e}", path.display()))?;
    let dump = Arc::new(dump);
    *open = (Arc::downgrade(&dump), Some(path));
    Ok(dump)
}

impl JitDump {
    fn open(path: &Path, machine: u16, again: bool) -> std::io::Result<JitDump> {
        if !again {
            // What has this name is of another process, long gone.
            File::create(path)?.write_all(&header(machine))?;
        }
        let file = File::options().read(true).append(true).open(path)?;
        // SAFETY: nobody reads the mapping; that it is there is all that counts.
        let marker = unsafe { MmapOptions::new().len(1).map_exec(&file)? };
        Ok(JitDump { out: Mutex::new(file), _marker: marker })
    }

    /// A piece of code was made, of these bytes.
    pub fn load(&self, piece: &Piece<'_>, bytes: &[u8]) {
        static PIECES: AtomicU64 = AtomicU64::new(0);
        // Times ascend in the file, so they are taken under the lock.
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let mut records = lines(piece);
        records.extend(load(piece, bytes, PIECES.fetch_add(1, Ordering::Relaxed)));
        // Without the rest of the dump, a profile lacks names.
        let _ = out.write_all(&records);
    }
}

impl Drop for JitDump {
    fn drop(&mut self) {
        let out = self.out.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = out.write_all(&record(CLOSE, &[]));
    }
}

fn now() -> u64 {
    platform::monotonic().as_nanos() as u64
}

fn words<const N: usize>(of: [u32; N]) -> Vec<u8> {
    of.iter().flat_map(|w| w.to_ne_bytes()).collect()
}

fn longs<const N: usize>(of: [u64; N]) -> Vec<u8> {
    of.iter().flat_map(|w| w.to_ne_bytes()).collect()
}

fn text(s: &str) -> impl Iterator<Item = u8> + '_ {
    s.bytes().map(|b| if b < b' ' { b' ' } else { b }).chain([0])
}

fn header(machine: u16) -> Vec<u8> {
    let mut out = words([MAGIC, 1, 40, machine.into(), 0, std::process::id()]);
    out.extend(longs([now(), 0]));
    out
}

fn record(kind: u32, body: &[u8]) -> Vec<u8> {
    let mut out = words([kind, body.len() as u32 + 16]);
    out.extend(now().to_ne_bytes());
    out.extend(body);
    out
}

fn load(piece: &Piece<'_>, bytes: &[u8], number: u64) -> Vec<u8> {
    let addr = piece.code.addr as u64;
    let mut body = words([std::process::id(), platform::thread_number()]);
    body.extend(longs([addr, addr, bytes.len() as u64, number]));
    body.extend(text(piece.name));
    body.extend(bytes);
    record(LOAD, &body)
}

/// Where the line changes. Code of no line is of line 0, lest it seem to be of the line before.
fn lines(piece: &Piece<'_>) -> Vec<u8> {
    let Some(first) = piece.lines.iter().find_map(|(_, line)| line.file.clone()) else { return Vec::new() };
    let mut body = longs([piece.code.addr as u64, piece.lines.len() as u64]);
    let mut file = &first;
    for (from, line) in piece.lines {
        file = line.file.as_ref().unwrap_or(file);
        // `perf annotate` looks for the file from wherever it is run.
        let path = std::path::absolute(&**file).unwrap_or_default();
        body.extend((piece.code.addr as u64 + u64::from(*from)).to_ne_bytes());
        body.extend(words([line.number, 0]));
        body.extend(text(&path.to_string_lossy()));
    }
    record(LINES, &body)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::super::{Framing, Line};
    use super::*;
    use crate::codegen::arena::Code;

    fn u32_at(b: &[u8], at: usize) -> u32 {
        u32::from_ne_bytes(b[at..at + 4].try_into().unwrap())
    }
    fn u64_at(b: &[u8], at: usize) -> u64 {
        u64::from_ne_bytes(b[at..at + 8].try_into().unwrap())
    }
    fn text_at(b: &[u8], at: usize) -> String {
        b[at..].iter().take_while(|c| **c != 0).map(|c| *c as char).collect()
    }

    /// Kind, time and body of each record.
    fn parse(dump: &[u8]) -> Vec<(u32, u64, Vec<u8>)> {
        assert_eq!(&dump[..4], if cfg!(target_endian = "little") { b"DTiJ" } else { b"JiTD" });
        assert_eq!((u32_at(dump, 4), u32_at(dump, 8), u32_at(dump, 12)), (1, 40, 62));
        assert_eq!(u32_at(dump, 20), std::process::id());
        let mut at = 40;
        let mut records = Vec::new();
        while at < dump.len() {
            let bytes = u32_at(dump, at + 4) as usize;
            records.push((u32_at(dump, at), u64_at(dump, at + 8), dump[at + 16..at + bytes].to_vec()));
            at += bytes;
        }
        assert_eq!(at, dump.len(), "records are whole");
        records
    }

    #[test]
    fn the_dump_has_each_piece_with_its_lines_before_and_ends_with_close() {
        let folder = std::env::temp_dir().join(format!("holloway-dump-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let line = |n| Line { file: Some("/a/count.scm".into()), number: n, inlined: None };
        let lines = [(0, line(3)), (4, line(5)), (9, Line::default())];
        let code = Code { addr: 0x7f00_1000, len: 10 };
        let framing = [(0, Framing::Called)];
        let piece = Piece { name: "count\n[loop-0]", code, framing: &framing, lines: &lines };
        let one = shared(&folder, 62).unwrap();
        let two = shared(&folder, 62).unwrap();
        assert!(Arc::ptr_eq(&one, &two), "one file for each process");
        one.load(&piece, &[0x90; 10]);
        two.load(&Piece { lines: &[], name: "bare", ..piece }, &[0xcc; 10]);
        drop((one, two));
        shared(&folder, 62).unwrap().load(&Piece { name: "again", ..piece }, &[0x90; 10]);
        let dump = std::fs::read(folder.join(format!("jit-{}.dump", std::process::id()))).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let records = parse(&dump);
        let kinds: Vec<u32> = records.iter().map(|r| r.0).collect();
        assert_eq!(kinds, [LINES, LOAD, LOAD, CLOSE, LINES, LOAD, CLOSE]);
        assert!(records.windows(2).all(|w| w[0].1 <= w[1].1), "times ascend");

        let b = &records[0].2;
        assert_eq!((u64_at(b, 0), u64_at(b, 8)), (0x7f00_1000, 3));
        let mut at = 16;
        let entries: Vec<_> = (0..3)
            .map(|_| {
                let file = text_at(b, at + 16);
                let entry = (u64_at(b, at), u32_at(b, at + 8), file.clone());
                at += 16 + file.len() + 1;
                entry
            })
            .collect();
        let file = || "/a/count.scm".to_string();
        assert_eq!(entries, [(0x7f00_1000, 3, file()), (0x7f00_1004, 5, file()), (0x7f00_1009, 0, file())]);

        let b = &records[1].2;
        assert_eq!(u32_at(b, 0), std::process::id());
        assert_eq!([8, 16, 24].map(|at| u64_at(b, at)), [0x7f00_1000, 0x7f00_1000, 10]);
        assert_eq!(text_at(b, 40), "count [loop-0]", "a name is one line");
        assert_eq!(b[b.len() - 10..], [0x90; 10]);
        let numbers = [1, 2, 5].map(|k: usize| u64_at(&records[k].2, 32));
        assert!(numbers[0] < numbers[1] && numbers[1] < numbers[2], "no number comes twice: {numbers:?}");
    }
}
