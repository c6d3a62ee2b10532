//! Reading a file, from the beginning on, whether its writer has ended or was ended.

use crate::{kind, number, Run, DESK, ENTRIES, FILLED, MAGIC, VERSION, WRITTEN};
use memmap2::MmapMut;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// What is in a file, without the run, which is at its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Something was asked.
    Ask {
        /// What.
        what: Arc<str>,
        /// What the world said.
        answer: Vec<u8>,
    },
    /// An exit was taken.
    Exit {
        /// The driver's number of it.
        number: u64,
        /// Whether its guard's fact held.
        forced: bool,
        /// What is told of it.
        told: Arc<str>,
    },
    /// A trace was compiled.
    Trace(Arc<str>),
    /// An interrupt was answered.
    Interrupt,
    /// A run time has ended.
    End,
}

/// Reads entries.
#[derive(Debug)]
pub struct Reader {
    run: Run,
    /// Behind the desk.
    file: BufReader<File>,
    /// Bytes that are left in it.
    left: u64,
    desk: MmapMut,
    /// What is left of the desk.
    rest: std::ops::Range<usize>,
    /// Bytes read.
    at: u64,
    names: Vec<Arc<str>>,
    exits: HashMap<u64, Arc<str>>,
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open(path: &Path) -> Result<Reader, String> {
        let wrong = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
        let mut file = File::open(path).map_err(|e| wrong(&e))?;
        let length = file.metadata().map_err(|e| wrong(&e))?.len();
        let mut desk = MmapMut::map_anon(DESK).map_err(|e| wrong(&e))?;
        let held = usize::try_from(length).map_or(DESK, |n| n.min(DESK));
        file.read_exact(&mut desk[..held]).map_err(|e| wrong(&e))?;
        if desk[..8] != MAGIC {
            return Err(wrong(&"not a recording"));
        }
        let word = |at: usize| u64::from_le_bytes(desk[at..at + 8].try_into().expect("8 bytes"));
        match word(8) as u32 {
            VERSION => {}
            other => return Err(wrong(&format!("a recording of version {other}, and this reads {VERSION}"))),
        }
        file.seek(SeekFrom::Start(DESK as u64)).map_err(|e| wrong(&e))?;
        let behind = length.saturating_sub(DESK as u64);
        let filled = usize::try_from(word(FILLED)).unwrap_or(usize::MAX).min(held.saturating_sub(ENTRIES));
        // What was being moved when the writer was ended is there twice.
        let twice = usize::try_from(behind.saturating_sub(word(WRITTEN))).unwrap_or(usize::MAX).min(filled);
        // A file that was cut has lost what came before the desk's.
        let rest = match behind < word(WRITTEN) {
            true => 0..0,
            false => ENTRIES + twice..ENTRIES + filled,
        };
        let (names, exits) = Default::default();
        let file = BufReader::with_capacity(DESK, file);
        let mut reader = Reader { run: Run::default(), file, left: behind, desk, rest, at: 0, names, exits };
        let head = reader.number().map_err(|e| wrong(&e))?;
        let run = match head.map(kind::of) {
            Some((kind::RUN, n)) => reader.take(n)?,
            _ => None,
        };
        let run = run.and_then(|bytes| Run::of(&mut &bytes[..]));
        reader.run = run.ok_or_else(|| wrong(&"it does not say of which run it is"))?;
        Ok(reader)
    }

    /// The run.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The next entry; `None` where the file ends, in mid-entry too.
    ///
    /// # Errors
    /// It cannot be read, or has no meaning.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Option<Entry>, String> {
        loop {
            let at = self.at;
            let Some(head) = self.number()? else { return Ok(None) };
            let (kind, n) = kind::of(head);
            let unknown = |what| format!("byte {at} of the recording: {what}");
            return Ok(Some(match kind {
                kind::NAME => {
                    let Some(name) = self.text(n)? else { return Ok(None) };
                    self.names.push(name);
                    continue;
                }
                kind::ASK => {
                    let Some(answer) = self.counted()? else { return Ok(None) };
                    let name = usize::try_from(n).ok().and_then(|n| self.names.get(n));
                    Entry::Ask { what: name.ok_or(unknown("a name that is not there"))?.clone(), answer }
                }
                kind::EXIT => {
                    let told =
                        self.exits.get(&(n >> 1)).ok_or(unknown("an exit of which nothing was told"))?;
                    Entry::Exit { number: n >> 1, forced: n & 1 != 0, told: told.clone() }
                }
                kind::FIRST_EXIT => {
                    let Some(told) = self.counted()? else { return Ok(None) };
                    let told: Arc<str> = String::from_utf8_lossy(&told).into();
                    self.exits.insert(n >> 1, told.clone());
                    Entry::Exit { number: n >> 1, forced: n & 1 != 0, told }
                }
                kind::TRACE => match self.text(n)? {
                    Some(told) => Entry::Trace(told),
                    None => return Ok(None),
                },
                kind::INTERRUPT => Entry::Interrupt,
                kind::END => Entry::End,
                _ => return Err(unknown("an entry that has no meaning")),
            }));
        }
    }

    /// Fills a buffer; whether there was enough.
    fn fill(&mut self, mut to: &mut [u8]) -> Result<bool, String> {
        if to.len() as u64 > self.left + self.rest.len() as u64 {
            return Ok(false);
        }
        self.at += to.len() as u64;
        let behind = usize::try_from(self.left).map_or(to.len(), |n| n.min(to.len()));
        if behind > 0 {
            self.file.read_exact(&mut to[..behind]).map_err(|e| format!("the recording: {e}"))?;
            self.left -= behind as u64;
            to = &mut to[behind..];
        }
        let at = self.rest.start;
        to.copy_from_slice(&self.desk[at..at + to.len()]);
        self.rest.start += to.len();
        Ok(true)
    }

    fn number(&mut self) -> Result<Option<u64>, String> {
        let (mut bytes, mut n) = ([0; 10], 0);
        loop {
            if !self.fill(&mut bytes[n..n + 1])? {
                return Ok(None);
            }
            n += 1;
            if bytes[n - 1] < 0x80 || n == bytes.len() {
                let read = number(&mut &bytes[..n]);
                return read.map(Some).ok_or_else(|| "the recording has a number that is too large".into());
            }
        }
    }

    fn take(&mut self, n: u64) -> Result<Option<Vec<u8>>, String> {
        if n > self.left + self.rest.len() as u64 {
            return Ok(None);
        }
        let mut bytes = vec![0; n as usize];
        Ok(self.fill(&mut bytes)?.then_some(bytes))
    }

    fn counted(&mut self) -> Result<Option<Vec<u8>>, String> {
        match self.number()? {
            Some(n) => self.take(n),
            None => Ok(None),
        }
    }

    fn text(&mut self, n: u64) -> Result<Option<Arc<str>>, String> {
        Ok(self.take(n)?.map(|bytes| String::from_utf8_lossy(&bytes).into()))
    }
}
