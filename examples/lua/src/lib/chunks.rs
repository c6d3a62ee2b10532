//! Chunks compiled lately, so that loading a text again costs no memory.
//!
//! **Problem.** Code lives as long as the process, as traces and activations refer to it freely. A program that loads a text again and again (a
//! template, a configuration, a line typed at a prompt) would fill the memory with copies.
//!
//! **Invariants.** Code depends on text and name of a chunk only, so a function made of the same code is as good as one of its own. Texts are
//! compared in full. The memo holds at most [`ENTRIES`] texts of at most [`LONGEST`] bytes, the oldest being dropped first.
//!
//! **Not promised.** A bound for programs that load ever new texts: the code of those stays.
//!
//! **Example.** `load("return 1")` twice compiles once.

use crate::code::Code;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

const ENTRIES: usize = 1024;
const LONGEST: usize = 4096;

/// Name and text of a chunk.
type Key = (String, Vec<u8>);

#[derive(Default)]
struct Memo {
    codes: HashMap<Rc<Key>, &'static Code>,
    order: VecDeque<Rc<Key>>,
}

/// See the module header.
#[derive(Default)]
pub struct Chunks(RefCell<Memo>);

impl Chunks {
    /// The code of a chunk; `compile` makes it if it is not known.
    ///
    /// # Errors
    /// Those of `compile`.
    pub fn code<E>(
        &self,
        name: &str,
        source: &[u8],
        compile: impl FnOnce() -> Result<&'static Code, E>,
    ) -> Result<&'static Code, E> {
        if source.len() > LONGEST {
            return compile();
        }
        let key = Rc::new((name.to_string(), source.to_vec()));
        if let Some(&code) = self.0.borrow().codes.get(&key) {
            return Ok(code);
        }
        let code = compile()?;
        let mut memo = self.0.borrow_mut();
        if memo.order.len() >= ENTRIES {
            if let Some(oldest) = memo.order.pop_front() {
                memo.codes.remove(&oldest);
            }
        }
        memo.order.push_back(key.clone());
        memo.codes.insert(key, code);
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::CodeRef;
    use holloway::machine::{Conc, Traced};
    use std::cell::Cell;

    #[test]
    fn known_texts_are_compiled_once_and_the_oldest_goes() {
        let (chunks, compiled) = (Chunks::default(), Cell::new(0));
        let load = |name: &str, text: &str| {
            let compile = || {
                compiled.set(compiled.get() + 1);
                Ok::<_, ()>(<CodeRef<Code> as Traced<Conc>>::blank().0)
            };
            chunks.code(name, text.as_bytes(), compile).map(|_| compiled.get())
        };
        assert_eq!(load("=a", "return 1"), Ok(1));
        assert_eq!(load("=a", "return 1"), Ok(1));
        assert_eq!(load("=b", "return 1"), Ok(2));
        assert_eq!(load("=a", "return 2"), Ok(3));
        let long = "-".repeat(LONGEST + 1);
        assert_eq!((load("=a", &long), load("=a", &long)), (Ok(4), Ok(5)));
        for i in 0..ENTRIES {
            load("=c", &i.to_string()).unwrap();
        }
        assert_eq!(load("=a", "return 1"), Ok(5 + ENTRIES + 1));
    }

    #[test]
    fn a_text_that_does_not_compile_is_not_kept() {
        let chunks = Chunks::default();
        assert_eq!(chunks.code("=a", b"x", || Err(1)).err(), Some(1));
        assert_eq!(chunks.code("=a", b"x", || Err(2)).err(), Some(2));
    }
}
