//! Files and standard input whose answers are recorded.
//!
//! **Invariants.** A file that is opened while a recording is played is none: reading gives what was read, writing changes nothing.

use super::ask;
use std::collections::VecDeque;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file, as [`std::fs::File`], for what is read and written by the guest.
///
/// **Example.**
/// ```
/// use holloway_tracer::world::File;
/// use std::io::Write as _;
/// let path = std::env::temp_dir().join("world-example.txt");
/// let mut file = File::open(&path, std::fs::OpenOptions::new().write(true).create(true)).unwrap();
/// file.write_all(b"hello").unwrap();
/// # std::fs::remove_file(path).unwrap();
/// ```
#[derive(Debug)]
pub struct File {
    name: Box<str>,
    /// Nothing while a recording is played.
    file: Option<std::fs::File>,
}

impl File {
    /// Opens a file.
    ///
    /// # Errors
    /// The system's, or the recorded one.
    pub fn open(path: &Path, how: &OpenOptions) -> io::Result<File> {
        let mut file = None;
        ask(format_args!("open {}", path.display()), || how.open(path).map(|f| file = Some(f)))?;
        Ok(File { name: path.to_string_lossy().into(), file })
    }

    /// Asks it something else.
    ///
    /// # Errors
    /// The system's, or the recorded one.
    ///
    /// **Example.** `file.ask("length of", |f| f.metadata().map(|m| m.len()))?`
    pub fn ask<A: super::Answer>(
        &self,
        what: &str,
        f: impl FnOnce(&std::fs::File) -> io::Result<A>,
    ) -> io::Result<A> {
        ask(format_args!("{what} {}", self.name), || f(self.file.as_ref().ok_or_else(no_file)?))
    }
}

/// A whole file, as [`std::fs::read`].
///
/// # Errors
/// The system's, or the recorded one.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    ask(format_args!("read {}", path.display()), || std::fs::read(path))
}

/// What is read where `read` reads into a buffer, which is filled in a replay too.
fn read_into(
    what: impl Display,
    buf: &mut [u8],
    read: impl FnOnce(&mut [u8]) -> io::Result<usize>,
) -> io::Result<usize> {
    if !super::is_on() {
        return read(buf);
    }
    let most = buf.len();
    let got: Vec<u8> = ask(what, || read(buf).map(|n| buf[..n].to_vec()))?;
    let got = &got[..got.len().min(most)];
    buf[..got.len()].copy_from_slice(got);
    Ok(got.len())
}

/// What a file is asked that a replay has not opened: nobody asks it.
fn no_file() -> io::Error {
    io::Error::other("the file is one of a replay")
}

impl Read for File {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let file = &mut self.file;
        read_into(format_args!("read {}", self.name), buf, |buf| file.as_mut().ok_or_else(no_file)?.read(buf))
    }
}

impl Write for File {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.ask("write", |mut f| f.write(buf))
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.ask("seek in", |mut f| f.seek(to))
    }
}

/// Standard input, as [`io::StdinLock`]. While one of them is there, other threads wait for it.
///
/// **Example.** `Input::new().read_line(&mut line)?`
#[derive(Debug)]
pub struct Input(From);

#[derive(Debug)]
enum From {
    Asked(io::StdinLock<'static>),
    /// What was read ahead, in a recording or a replay.
    Recorded(MutexGuard<'static, VecDeque<u8>>),
}

/// What was read ahead of what was consumed.
static AHEAD: Mutex<VecDeque<u8>> = Mutex::new(VecDeque::new());

impl Input {
    /// The input of the process.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Input {
        match super::is_on() {
            false => Input(From::Asked(io::stdin().lock())),
            true => Input(From::Recorded(AHEAD.lock().unwrap_or_else(PoisonError::into_inner))),
        }
    }
}

/// All that the input has now, or waits for.
fn input() -> io::Result<Vec<u8>> {
    let mut input = io::stdin().lock();
    let all = input.fill_buf()?.to_vec();
    input.consume(all.len());
    Ok(all)
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match &mut self.0 {
            From::Asked(input) => input.fill_buf(),
            From::Recorded(ahead) => {
                if ahead.is_empty() {
                    let all: Vec<u8> = ask("the input", input)?;
                    ahead.extend(all);
                }
                Ok(ahead.as_slices().0)
            }
        }
    }
    fn consume(&mut self, n: usize) {
        match &mut self.0 {
            From::Asked(input) => input.consume(n),
            From::Recorded(ahead) => {
                let n = n.min(ahead.len());
                ahead.drain(..n);
            }
        }
    }
}

impl Read for Input {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(buf)?;
        self.consume(n);
        Ok(n)
    }
}
