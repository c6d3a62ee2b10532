//! The window at a merge point of an exploration.

use super::tape::path::{self, Window};
use super::word::{Rec, RecWord};
use crate::machine::{Conc, Language, Slot, State, Traced, Walker};
use crate::runtime::Runtime;
use holloway_compiler::ir::Ty;

/// Words that most windows have room in.
const ROOM: usize = 128;

/// A merge point on a path: the first is where it begins, at the second it ends. `None` if there is no path.
pub(super) fn merge<L: Language>(rt: &Runtime<L>, s: &mut State<L, Rec>) -> Option<bool> {
    if path::at_merge()? == 1 {
        // What is not live is lost at an exit, so the step had better not see it either.
        let nothing = path::nothing();
        s.fill_dead(0, 0..0, |_, slots| slots.fill(Slot((nothing, nothing))));
        return Some(false);
    }
    let mut window = Reader::default();
    window.0.reds.reserve(ROOM);
    window.0.tags.reserve(ROOM);
    for i in 0..s.depth() {
        s.walk_activation(i, 0, &mut window);
    }
    let mut frame = <L::Frame<Conc> as Traced<Conc>>::blank();
    let place = rt.lang.describe(super::copy_greens::<L>(&mut s.top().frame, &mut frame));
    path::arrive(Window { place, ..window.0 });
    Some(true)
}

#[derive(Default)]
struct Reader(Window);

impl Reader {
    fn red(&mut self, w: RecWord, tag: bool) {
        self.0.reds.push(w);
        self.0.tags.push(tag);
    }
}

impl Walker<Rec> for Reader {
    fn green(&mut self, g: &mut u64) {
        self.0.greens.push(*g);
    }
    fn word(&mut self, w: &mut RecWord, _: Ty) {
        self.red(*w, false);
    }
    fn double(&mut self, d: &mut RecWord) {
        self.red(*d, false);
    }
    fn slot(&mut self, s: &mut (RecWord, RecWord)) {
        self.red(s.0, true);
        self.red(s.1, false);
    }
}
