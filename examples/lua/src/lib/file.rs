//! Files: what `io` hands out, without Lua.
//!
//! **Problem.** A file may be read and written in turns, by lines, numbers or counts, with a buffer for either.
//!
//! **Invariants.** Bytes are pending in at most one of the two buffers: reading flushes what was written, writing drops what was read ahead and goes on at the
//! position the program sees. A file that is dropped is flushed.
//!
//! **Not promised.** Errors of a write that was buffered are reported by the flush, or not at all by dropping.
//!
//! **Example.** `File::open(path, b"r+")?`, `f.read_line(false)?`, `f.write(b"x")?`, `f.seek(SeekFrom::Start(0))?`.

use super::out::{self, Buffering};
use crate::text::number::{self, Number};
use holloway::world::{self, ask};
use langkit::errno;
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

/// Bytes kept at most before they are written.
const CAPACITY: usize = 64 << 10;
/// The longest text read as a number.
const MAX_NUMBER: usize = 200;

/// A file on disk.
pub struct Disk {
    reader: BufReader<world::File>,
    pending: Vec<u8>,
    readable: bool,
    writable: bool,
    when: Buffering,
}

/// An open file.
pub enum File {
    /// Standard input.
    Stdin,
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
    /// A file on disk.
    Disk(Disk),
}

/// Whether a mode is one of C's: `r`, `w` or `a`, then perhaps `+`, then perhaps `b`.
pub fn is_mode(mode: &[u8]) -> bool {
    let [b'r' | b'w' | b'a', rest @ ..] = mode else { return false };
    let rest = rest.strip_prefix(b"+").unwrap_or(rest);
    matches!(rest, b"" | b"b")
}

fn bad_descriptor() -> io::Error {
    errno::made(errno::BAD_FILE)
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Nobody is left to be told.
        let _ = self.flush();
    }
}

impl Disk {
    fn flush(&mut self) -> io::Result<()> {
        let done = self.reader.get_mut().write_all(&self.pending);
        self.pending.clear();
        done
    }
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.writable {
            return Err(bad_descriptor());
        }
        if !self.reader.buffer().is_empty() {
            self.reader.stream_position().and_then(|at| self.reader.seek(SeekFrom::Start(at)))?;
        }
        self.pending.extend_from_slice(bytes);
        let now = match self.when {
            Buffering::None => true,
            Buffering::Line => memchr::memchr(b'\n', bytes).is_some(),
            Buffering::Full => self.pending.len() > CAPACITY,
        };
        if now {
            self.flush()?;
        }
        Ok(())
    }
}

impl File {
    /// Opens a file in one of C's modes.
    ///
    /// # Errors
    /// Those of the system.
    pub fn open(path: &Path, mode: &[u8]) -> io::Result<File> {
        let both = mode.contains(&b'+');
        let (read, write) = (mode[0] == b'r' || both, mode[0] != b'r' || both);
        let mut options = OpenOptions::new();
        options.read(read);
        match mode[0] {
            b'w' => options.write(true).create(true).truncate(true),
            b'a' => options.append(true).create(true),
            _ => options.write(write),
        };
        Ok(File::on_disk(world::File::open(path, &options)?, read, write))
    }
    /// A nameless file for reading and writing.
    ///
    /// # Errors
    /// Those of the system.
    pub fn temporary() -> io::Result<File> {
        let name = temporary_name()?;
        let path = super::path(&name);
        let file = world::File::open(&path, OpenOptions::new().read(true).write(true))?;
        ask(format_args!("remove {}", path.display()), || std::fs::remove_file(&path))?;
        Ok(File::on_disk(file, true, true))
    }
    fn on_disk(file: world::File, readable: bool, writable: bool) -> File {
        let when = Buffering::Full;
        File::Disk(Disk { reader: BufReader::new(file), pending: Vec::new(), readable, writable, when })
    }
    /// Whether it is one of the three that the process starts with.
    pub fn is_standard(&self) -> bool {
        !matches!(self, File::Disk(_))
    }
    /// Writes.
    ///
    /// # Errors
    /// Those of the system, possibly of an earlier write.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            File::Stdin => Err(bad_descriptor()),
            File::Stdout => out::write(bytes),
            File::Stderr => out::write_error(bytes),
            File::Disk(d) => d.write(bytes),
        }
    }
    /// Hands what was written to the system.
    ///
    /// # Errors
    /// Those of the system.
    pub fn flush(&mut self) -> io::Result<()> {
        match self {
            File::Stdin | File::Stderr => Ok(()),
            File::Stdout => out::flush(),
            File::Disk(d) => d.flush(),
        }
    }
    /// Says when written bytes are to leave the buffer.
    pub fn set_buffering(&mut self, when: Buffering) {
        match self {
            File::Stdin | File::Stderr => {}
            File::Stdout => out::set_buffering(when),
            File::Disk(d) => d.when = when,
        }
    }
    /// Moves; the new position.
    ///
    /// # Errors
    /// Those of the system.
    pub fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            File::Disk(d) => {
                d.flush()?;
                d.reader.seek(to)
            }
            _ => Err(errno::made(errno::NO_POSITIONS)),
        }
    }
    /// Calls `f` with what is to be read.
    fn reading<R>(&mut self, f: impl FnOnce(&mut dyn BufRead) -> io::Result<R>) -> io::Result<R> {
        match self {
            File::Stdin => {
                out::flush()?;
                f(&mut world::Input::new())
            }
            File::Stdout | File::Stderr => Err(bad_descriptor()),
            File::Disk(d) if d.readable => {
                d.flush()?;
                f(&mut d.reader)
            }
            File::Disk(_) => Err(bad_descriptor()),
        }
    }
    /// A line, with its end if `keep`; `None` at the end of the file.
    ///
    /// # Errors
    /// Those of the system.
    pub fn read_line(&mut self, keep: bool, room: Room<'_>) -> io::Result<Option<Vec<u8>>> {
        self.reading(|r| {
            let mut line = Vec::new();
            gather(r, &mut line, u64::MAX, Some(b'\n'), room)?;
            if line.is_empty() {
                return Ok(None);
            }
            if !keep && line.last() == Some(&b'\n') {
                line.pop();
            }
            Ok(Some(line))
        })
    }
    /// Everything up to the end.
    ///
    /// # Errors
    /// Those of the system.
    pub fn read_all(&mut self, room: Room<'_>) -> io::Result<Vec<u8>> {
        self.reading(|r| {
            let mut all = Vec::new();
            gather(r, &mut all, u64::MAX, None, room).map(|()| all)
        })
    }
    /// At most `n` bytes; `None` at the end of the file, also for `n == 0`.
    ///
    /// # Errors
    /// Those of the system.
    pub fn read_bytes(&mut self, n: u64, room: Room<'_>) -> io::Result<Option<Vec<u8>>> {
        self.reading(|r| {
            let mut bytes = Vec::new();
            if n == 0 {
                return Ok((!r.fill_buf()?.is_empty()).then_some(bytes));
            }
            gather(r, &mut bytes, n, None, room)?;
            Ok((!bytes.is_empty()).then_some(bytes))
        })
    }
    /// A number; `None` if what comes next is none, which is consumed as far as it looked like one.
    ///
    /// # Errors
    /// Those of the system.
    pub fn read_number(&mut self) -> io::Result<Option<Number>> {
        self.reading(|r| {
            let mut n = NumberText { from: r, text: Vec::new(), full: false };
            while n.peek()?.is_some_and(number::is_space) {
                n.from.consume(1);
            }
            n.accept(b"+-")?;
            let hex = n.accept(b"0")? && n.accept(b"xX")?;
            // A leading zero counts as a digit.
            let mut digits = usize::from(!hex && n.text.last() == Some(&b'0'));
            digits += n.digits(hex)?;
            if n.accept(b".")? {
                digits += n.digits(hex)?;
            }
            if digits > 0 && n.accept(if hex { b"pP" } else { b"eE" })? {
                n.accept(b"+-")?;
                n.digits(false)?;
            }
            Ok(if n.full { None } else { number::parse(&n.text) })
        })
    }
}

/// Whether there is memory for a text of so many bytes.
pub type Room<'a> = &'a dyn Fn(usize) -> bool;

/// Appends what is read: at most so many bytes, up to that byte, or up to the end of the file.
fn gather(
    from: &mut dyn BufRead,
    to: &mut Vec<u8>,
    most: u64,
    last: Option<u8>,
    room: Room<'_>,
) -> io::Result<()> {
    let mut left = most;
    while left > 0 {
        let bytes = match from.fill_buf() {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        };
        let end = last.and_then(|last| memchr::memchr(last, bytes)).map_or(bytes.len(), |at| at + 1);
        let n = end.min(usize::try_from(left).unwrap_or(usize::MAX));
        if n == 0 {
            break;
        }
        if to.len() + n > to.capacity() && !room((to.len() + n).max(2 * to.capacity())) {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        to.extend_from_slice(&bytes[..n]);
        left -= n as u64;
        let found = last.is_some() && to.last().copied() == last;
        from.consume(n);
        if found {
            break;
        }
    }
    Ok(())
}

/// A number being read.
struct NumberText<'a> {
    from: &'a mut dyn BufRead,
    text: Vec<u8>,
    full: bool,
}

impl NumberText<'_> {
    fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.from.fill_buf()?.first().copied())
    }
    /// Takes the next byte if it fits.
    fn take_if(&mut self, fits: impl FnOnce(u8) -> bool) -> io::Result<bool> {
        match self.peek()? {
            Some(b) if fits(b) && !self.full => {
                self.full = self.text.len() >= MAX_NUMBER;
                self.text.push(b);
                self.from.consume(1);
                Ok(true)
            }
            _ => Ok(false),
        }
    }
    fn accept(&mut self, set: &[u8]) -> io::Result<bool> {
        self.take_if(|b| set.contains(&b))
    }
    fn digits(&mut self, hex: bool) -> io::Result<usize> {
        let mut n = 0;
        while self.take_if(|b| if hex { b.is_ascii_hexdigit() } else { b.is_ascii_digit() })? {
            n += 1;
        }
        Ok(n)
    }
}

/// Makes an empty file with a name of its own, which is the answer.
///
/// # Errors
/// Those of the system.
pub fn temporary_name() -> io::Result<Vec<u8>> {
    ask("a temporary file", new_file)
}

fn new_file() -> io::Result<Vec<u8>> {
    let mut seed =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64);
    loop {
        let path = std::env::temp_dir().join(format!("lua_{:x}_{seed:x}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => return Ok(langkit::system::bytes(path.into_os_string())),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => seed = seed.wrapping_add(1),
            Err(e) => return Err(e),
        }
    }
}
