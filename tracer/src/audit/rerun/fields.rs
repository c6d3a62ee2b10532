//! What the words of a window are: the fields of frames, by name.
//!
//! **Problem.** A window is compared as two lists of words. Its author knows fields.
//!
//! **Invariants.** Every frame of a language has its fields in one order, so a blank one names the words of all.
//!
//! **Example.** Green word 4 of a window of one activation, whose frame begins with `code` and `pc`, is its frame field `pc`: the three words before the frame say
//! where its slots are.

use crate::audit::show_word;
use crate::audit::step::{Seen, What};
use crate::machine::{Language, Traced, Walker};
use crate::record::flat::{RecFlat, PLACES};
use crate::record::{Rec, RecWord};
use holloway_compiler::ir::{Trace, Ty};

/// The words of a frame.
#[derive(Default)]
pub(super) struct Names {
    greens: Vec<Green>,
    reds: Vec<&'static str>,
    field: &'static str,
}

/// A green word of a frame.
#[derive(Clone, Copy)]
pub(super) struct Green {
    pub name: &'static str,
    /// It is a reference.
    pub refers: bool,
}

impl Walker<Rec> for Names {
    fn field(&mut self, name: &'static str) {
        self.field = name;
    }
    fn green(&mut self, _: &mut u64) {
        self.greens.push(Green { name: self.field, refers: false });
    }
    fn green_ref(&mut self, _: &mut u64) {
        self.greens.push(Green { name: self.field, refers: true });
    }
    fn word(&mut self, _: &mut RecWord, _: Ty) {
        self.reds.push(self.field);
    }
    fn double(&mut self, _: &mut RecWord) {
        self.reds.push(self.field);
    }
    fn slot(&mut self, _: &mut (RecWord, RecWord)) {
        self.reds.extend([self.field; 2]);
    }
}

/// Green words of a frame before its fields: see [`PLACES`].
const WHERE: [&str; PLACES] =
    ["the first slot", "the slot of register 0", "the first slot of the next activation"];

impl Names {
    /// Of the frames of a language.
    pub(super) fn of<L: Language>() -> Names {
        let mut names = Names::default();
        <L::Frame<Rec> as Traced<Rec>>::blank().walk(&mut names);
        names
    }
    /// The green words of a frame.
    pub(super) fn greens(&self) -> &[Green] {
        &self.greens
    }
    /// Green word `i` of a window.
    pub(super) fn green(&self, f: &RecFlat, i: usize) -> String {
        let (activation, word) = f.green_at(i);
        match word.checked_sub(PLACES).map(|k| self.greens.get(k)) {
            None => format!("{} of activation {activation}", WHERE[word]),
            Some(green) => in_activation(green.map_or("?", |g| g.name), activation, f.depth()),
        }
    }
    /// Red word `i` of a window, unless it is a register's.
    pub(super) fn red(&self, f: &RecFlat, i: usize) -> Option<String> {
        let (activation, word) = f.red_at(i);
        self.reds.get(word).map(|name| in_activation(name, activation, f.depth()))
    }
    /// A call of the machine, for a report.
    pub(super) fn show(&self, seen: &Seen, trace: &Trace) -> String {
        let name_of = |k: usize| match seen.what {
            What::Published => self.greens.get(k).map(|g| g.name),
            What::Enter(_) => match k.checked_sub(PLACES) {
                None => Some(WHERE[k]),
                Some(k) => self.greens.get(k).map(|g| g.name),
            },
            _ => None,
        };
        let show = |(k, &w): (usize, &RecWord)| match name_of(k) {
            Some(name) => format!("{name} = {}", w.bits as i64),
            None => show_word(trace, w),
        };
        let args: Vec<String> = seen.args.iter().enumerate().map(show).collect();
        format!("{}({}) at {}", seen.what.name(), args.join(", "), seen.at)
    }
}

/// A field of a frame in a window of so many activations.
fn in_activation(name: &str, activation: usize, depth: usize) -> String {
    match activation + 1 == depth {
        true => format!("frame field `{name}`"),
        false => format!("frame field `{name}` of activation {activation}"),
    }
}
