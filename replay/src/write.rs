//! Writing a file while the run goes on.

use crate::bytes::{put_bytes, put_number};
use crate::{kind, Run, DESK, ENTRIES, FILLED, MAGIC, VERSION, WRITTEN};
use memmap2::{MmapMut, MmapOptions};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::atomic::{compiler_fence, Ordering};

/// Writes entries. Dropped, it leaves the file as it is: an end is an entry of its own.
#[derive(Debug)]
pub struct Writer {
    /// It stands at its end.
    file: File,
    desk: MmapMut,
    /// Bytes of entries on the desk.
    filled: usize,
    /// Bytes of entries behind it.
    written: u64,
    names: HashMap<Box<str>, u64>,
    /// The entry being made.
    entry: Vec<u8>,
}

impl Writer {
    /// A new file, in the place of any that is there, for this run.
    ///
    /// # Errors
    /// The system's.
    pub fn create(path: &Path, run: &Run) -> io::Result<Writer> {
        // Never one that somebody has mapped.
        match std::fs::remove_file(path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
        let mut file = File::options().read(true).write(true).create_new(true).open(path)?;
        // Written, not just made longer: the disk has room for what is stored there.
        file.write_all(&[0; DESK])?;
        // SAFETY: the file is new, and nobody else writes it while this process runs or makes it shorter; what does so all the same gets wrong entries, or a
        // signal, and breaks no promise of Rust's here, as these bytes are not read.
        let mut desk = unsafe { MmapOptions::new().len(DESK).map_mut(&file)? };
        desk[8..12].copy_from_slice(&VERSION.to_le_bytes());
        desk[..8].copy_from_slice(&MAGIC);
        let (names, entry) = Default::default();
        let mut writer = Writer { file, desk, filled: 0, written: 0, names, entry };
        writer.text(kind::RUN, &run.bytes())?;
        Ok(writer)
    }

    /// What was asked, and the answer.
    ///
    /// # Errors
    /// The system's: the disk is full, say.
    pub fn ask(&mut self, what: &str, answer: &[u8]) -> io::Result<()> {
        let name = match self.names.get(what) {
            Some(n) => *n,
            None => {
                self.text(kind::NAME, what.as_bytes())?;
                let n = self.names.len() as u64;
                self.names.insert(what.into(), n);
                n
            }
        };
        self.head(kind::ASK, name);
        put_bytes(&mut self.entry, answer);
        self.put()
    }

    /// An exit was taken; `told` when it is the first time since there is an exit with this number: what is told of it.
    ///
    /// # Errors
    /// As for [`Writer::ask`].
    pub fn exit(&mut self, number: u64, forced: bool, told: Option<&str>) -> io::Result<()> {
        let n = number << 1 | u64::from(forced);
        match told {
            None => self.head(kind::EXIT, n),
            Some(text) => {
                self.head(kind::FIRST_EXIT, n);
                put_bytes(&mut self.entry, text.as_bytes());
            }
        }
        self.put()
    }

    /// A trace was compiled.
    ///
    /// # Errors
    /// As for [`Writer::ask`].
    pub fn trace(&mut self, told: &str) -> io::Result<()> {
        self.text(kind::TRACE, told.as_bytes())
    }

    /// An interrupt was answered.
    ///
    /// # Errors
    /// As for [`Writer::ask`].
    pub fn interrupt(&mut self) -> io::Result<()> {
        self.head(kind::INTERRUPT, 0);
        self.put()
    }

    /// The run has ended by itself.
    ///
    /// # Errors
    /// As for [`Writer::ask`].
    pub fn end(&mut self) -> io::Result<()> {
        self.head(kind::END, 0);
        self.put()
    }

    fn head(&mut self, kind: u64, n: u64) {
        self.entry.clear();
        put_number(&mut self.entry, n << kind::BITS | kind);
    }

    fn text(&mut self, kind: u64, text: &[u8]) -> io::Result<()> {
        self.head(kind, text.len() as u64);
        self.entry.extend_from_slice(text);
        self.put()
    }

    /// Puts the entry on the desk, or, if it is larger, behind it.
    fn put(&mut self) -> io::Result<()> {
        if self.filled + self.entry.len() > DESK - ENTRIES {
            self.append()?;
        }
        if self.entry.len() > DESK - ENTRIES {
            self.file.seek(SeekFrom::End(0))?;
            self.file.write_all(&self.entry)?;
            self.written += self.entry.len() as u64;
            self.word(WRITTEN, self.written);
            return Ok(());
        }
        let at = ENTRIES + self.filled;
        self.desk[at..at + self.entry.len()].copy_from_slice(&self.entry);
        self.filled += self.entry.len();
        self.word(FILLED, self.filled as u64);
        Ok(())
    }

    /// Moves what is on the desk behind it. What is there twice in between is known by the file's length.
    fn append(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::End(0))?;
        self.file.write_all(&self.desk[ENTRIES..ENTRIES + self.filled])?;
        self.written += self.filled as u64;
        self.filled = 0;
        self.word(FILLED, 0);
        self.word(WRITTEN, self.written);
        Ok(())
    }

    /// Stores a word of the desk behind all that was stored before: a process is ended between two instructions.
    fn word(&mut self, at: usize, value: u64) {
        compiler_fence(Ordering::SeqCst);
        self.desk[at..at + 8].copy_from_slice(&value.to_le_bytes());
        compiler_fence(Ordering::SeqCst);
    }
}
