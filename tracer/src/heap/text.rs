//! Text that grows at its end and is shared by strings of different lengths.
//!
//! **Problem.** A program that builds a string by `s = s + x` copies all of it each time, unless the new string may use the old one's memory.
//!
//! **Invariants.** The first `used` bytes are whole characters of UTF-8 and never change; bytes beyond are written once, when they become part of the
//! text. So a borrowed prefix stays what it is while others append.
//!
//! **Not promised.** That there is room: [`TextBuffer::append`] then answers false, and the caller makes a larger buffer.
//!
//! **Example.** `b.append(mutator, 0, "ab")` and then, with `let x = b.prefix(2)` still borrowed, `b.append(mutator, 2, "c")`: `x` is `"ab"`,
//! `b.prefix(3)` is `"abc"`, and `b.append(mutator, 2, "d")` is refused, since the place after `"ab"` is taken.

use super::array::Tail;
use super::field::Mut;
use super::mutator::Mutator;
use super::object::Header;
use holloway_macros::Object;

/// See the module header. Made by `mutator.array::<TextBuffer>(capacity)`.
#[derive(Object, Default)]
#[object(crate = holloway_tracer)]
#[repr(C)]
pub struct TextBuffer {
    header: Header,
    used: Mut<i64>,
    bytes: Tail<Mut<u8>>,
}

impl TextBuffer {
    /// The first `n` bytes, if that many are in use and they are whole characters.
    #[inline]
    pub fn prefix(&self, n: usize) -> Option<&str> {
        let used = self.used.peek() as usize;
        let cells = self.bytes.all().get(..n).filter(|_| n <= used)?;
        // SAFETY: a `Mut<u8>` is a cell of one byte; those before `used` are never written again, as only `append` writes, and only from `used` on.
        let bytes = unsafe { std::slice::from_raw_parts(cells.as_ptr().cast::<u8>(), n) };
        // A character does not begin with a byte of this form, so one goes on after `n`.
        if n < used && self.bytes.all()[n].peek() & 0xC0 == 0x80 {
            return None;
        }
        // SAFETY: all that was appended is text, and `n` is not within a character.
        Some(unsafe { std::str::from_utf8_unchecked(bytes) })
    }
    /// Adds text behind the first `at` bytes; false, and nothing done, if there is other text already, or no room.
    pub fn append(&self, mutator: &Mutator, at: usize, text: &str) -> bool {
        if at != self.used.get(mutator) as usize || self.bytes.copy_in(mutator, at, text.as_bytes()).is_none()
        {
            return false;
        }
        self.used.set(mutator, (at + text.len()) as i64);
        true
    }
}
