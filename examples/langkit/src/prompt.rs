//! Lines typed at a prompt, by somebody who may press Ctrl-C instead.
//!
//! **Problem.** A read of standard input is not ended by a signal, so Ctrl-C at a prompt would be noticed only after the line.
//!
//! **Invariants.** A thread reads, one line at a time and only when asked, so between lines standard input belongs to whoever wants it. A line asked
//! for before an interruption is the answer to the next request.
//!
//! **Not promised.** Editing of lines: the terminal's own, or that of a program such as `rlwrap`.
//!
//! **Example.** `while let Typed::Line(l) = input.read(|| withdrawn(rt)) { .. }`

use holloway::world;
use std::io::BufRead as _;
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// What came from the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A line, with its end if it has one.
    Line(String),
    /// Nothing more will come.
    End,
    /// Whoever was asked said that the reader is to stop waiting.
    Interrupted,
}

/// Standard input, line by line.
#[derive(Debug)]
pub struct Input {
    ask: Sender<()>,
    lines: Receiver<Option<String>>,
    asked: bool,
}

/// How long an interruption may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(30);

impl Input {
    /// Starts the thread.
    pub fn start() -> Input {
        let (ask, asked) = channel();
        let (send, lines) = channel();
        std::thread::spawn(move || {
            while asked.recv().is_ok() {
                let mut line = String::new();
                let got = world::Input::new().read_line(&mut line);
                // The other side is gone when the program ends.
                let _ = send.send(got.is_ok_and(|n| n > 0).then_some(line));
            }
        });
        Input { ask, lines, asked: false }
    }
    /// The next line; `interrupted` is asked again and again whether to stop waiting.
    pub fn read(&mut self, interrupted: impl Fn() -> bool) -> Typed {
        if !self.asked {
            self.asked = self.ask.send(()).is_ok();
        }
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Err(RecvTimeoutError::Timeout) if interrupted() => return Typed::Interrupted,
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Some(line)) => {
                    self.asked = false;
                    return Typed::Line(line);
                }
                Ok(None) | Err(RecvTimeoutError::Disconnected) => {
                    self.asked = false;
                    return Typed::End;
                }
            }
        }
    }
}
