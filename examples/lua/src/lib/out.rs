//! The process's standard output, buffered.
//!
//! **Problem.** `print`, `io.write` and the command line write to the same stream, and a system call for each line would be most of their cost.
//!
//! **Invariants.** What was written comes out in order, before anything written to standard error through this library later, and at the latest
//! by [`flush`] at the end of the program. A terminal sees each line as soon as it is complete. When the reader of a pipe has gone, the process
//! ends with the status that a shell gives for that.
//!
//! **Example.** `out::write(b"hello\n")?; out::flush()?`.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};

/// The number of the signal for a pipe that nobody reads.
const SIGPIPE: i32 = 13;
/// Bytes kept at most.
const CAPACITY: usize = 64 << 10;

/// When bytes leave the buffer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Buffering {
    /// At once.
    None,
    /// At the end of each line.
    Line,
    /// When there are many.
    Full,
}

struct Out {
    pending: Vec<u8>,
    when: Buffering,
}

thread_local! {
    static OUT: RefCell<Out> = RefCell::new(Out {
        pending: Vec::new(),
        when: if io::stdout().is_terminal() { Buffering::Line } else { Buffering::Full },
    });
}

impl Out {
    fn flush(&mut self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        let done = stdout.write_all(&self.pending).and_then(|()| stdout.flush());
        self.pending.clear();
        if matches!(&done, Err(e) if e.kind() == io::ErrorKind::BrokenPipe) {
            // Nobody reads on. Others die of the signal for it here; a program that goes on writing must not run for ever.
            std::process::exit(128 + SIGPIPE);
        }
        done
    }
}

/// Writes to standard output.
///
/// # Errors
/// Those of the system, possibly of an earlier write.
pub fn write(bytes: &[u8]) -> io::Result<()> {
    OUT.with_borrow_mut(|out| {
        out.pending.extend_from_slice(bytes);
        let now = match out.when {
            Buffering::None => true,
            Buffering::Line => memchr::memchr(b'\n', bytes).is_some(),
            Buffering::Full => false,
        };
        if now || out.pending.len() > CAPACITY {
            out.flush()?;
        }
        Ok(())
    })
}

/// Hands everything to the system.
///
/// # Errors
/// Those of the system.
pub fn flush() -> io::Result<()> {
    OUT.with_borrow_mut(Out::flush)
}

/// Says when bytes are to leave the buffer.
pub fn set_buffering(when: Buffering) {
    OUT.with_borrow_mut(|out| out.when = when);
}

/// Writes to standard error, behind all that was written to standard output before.
///
/// # Errors
/// Those of the system.
pub fn write_error(bytes: &[u8]) -> io::Result<()> {
    flush()?;
    io::stderr().write_all(bytes)
}
