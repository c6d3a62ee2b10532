//! Frames that are not published: fields whose value the interpreter holds elsewhere, and has not written where others read it.
//!
//! **Problem.** Between merge points an interpreter may hold what a frame says in local variables. It *publishes* them at merge points, and before a call or a
//! back-edge. Plain execution comes by no merge points: what is not published before a call is old when the callee returns, so that the program goes on at
//! another place, or in a circle; a recording goes on as of the last merge point, which is another mistake again.
//!
//! **How.** A step is run once more, and right after its first merge point a field of the running frame is made another value. If it is what it was at the
//! next merge point, that one has written it: the interpreter holds it elsewhere. Of such a field nothing may be left where a frame is published
//! (`What::Published`); if something is, that is a report. A field that stays another lies in the frame alone, as the function's code does, and is left alone from then on.
//!
//! A field that merge points do not publish either is found as any other difference of a second run, which begins with the frame. It is named by trying: if a run
//! that begins with another value there does what the first run did, it is the one.
//!
//! **Not promised.** Reds and references in frames are not tried.

use super::fields::Names;
use super::{Difference, Recorder, Violation};
use crate::audit::past::End;
use crate::audit::step::What;
use crate::audit::{report, At};
use crate::machine::{Language, State, Traced, Walker};
use crate::record::{tape, Rec, RecWord};
use holloway_compiler::ir::Ty;

/// How far from the value of a field another is tried.
const NEAR: u64 = 64;

/// What a disturbed run tells of the field.
enum Told {
    /// The next merge point had written it.
    Written,
    /// It stayed, or the step did something else.
    Stays,
    /// It stayed where the frame was published: before a call, or at a back-edge.
    Unpublished { call: bool, at: At },
    /// Nothing: the activation was not the running one at the end.
    Nothing,
}

impl<L: Language> Recorder<'_, L> {
    /// The frame of an activation is published now.
    #[track_caller]
    pub(crate) fn audit_published(&self, s: &mut State<L, Rec>, activation: Option<usize>) {
        let at = tape::here();
        if let Some(i) = activation.filter(|_| self.guide.audits()) {
            let mut words = Greens::default();
            s.at(i).frame.walk(&mut words);
            tape::with(|t| t.audit.ask(What::Published, &words.0, at).is_some());
        }
    }

    /// Makes fields of the running frame others, as the run to come is to have them.
    pub(super) fn disturb(&self, s: &mut State<L, Rec>) {
        for word in tape::with(|t| std::mem::take(&mut t.audit.disturbed)) {
            let frame = &mut s.top().frame;
            let mut words = Greens::default();
            frame.walk(&mut words);
            let wanted = words.0[word].bits ^ 1;
            frame.walk(&mut Change { left: word, to: wanted });
            let mut words = Greens::default();
            frame.walk(&mut words);
            assert!(words.0[word].bits == wanted, "the field does not take any value");
        }
    }

    /// Looks whether the step leaves a frame unpublished.
    pub(super) fn check_published(&self, end: &End) {
        let names = Names::of::<L>();
        let publishes = tape::with(|t| t.audit.step.publishes());
        let mut fields = self.rt.fields.take();
        fields.0.resize_with(names.greens().len().max(fields.0.len()), Default::default);
        for (word, (green, field)) in names.greens().iter().zip(&mut fields.0).enumerate() {
            if green.refers || field.stays || field.is_published() && !publishes {
                continue;
            }
            match self.disturbed(word, end) {
                Told::Written => field.written += 1,
                Told::Stays => field.stays = true,
                Told::Unpublished { call, at } => {
                    let text = || self.with_place(unpublished(green.name, call, at));
                    field.unpublished.get_or_insert_with(text);
                }
                Told::Nothing => {}
            }
        }
        let found = fields.0.iter_mut().find(|f| f.unpublished.is_some() && f.is_published());
        let text = found.and_then(|f| f.unpublished.take());
        self.rt.fields.replace(fields);
        if let Some(text) = text {
            panic!("{text}");
        }
    }

    /// Runs the step with a field of its frame disturbed.
    fn disturbed(&self, word: usize, end: &End) -> Told {
        let run = self.run_step(&[word]);
        let start = tape::with(|t| t.audit.step.start.depth());
        match self.difference(end, run, None) {
            None if matches!(end, End::Merge(f) if f.depth() == start) => Told::Written,
            None => Told::Nothing,
            Some(Difference::Calls(Violation::Differs { first: Some(first), second: Some(second) }))
                if first.what == What::Published && second.what == What::Published =>
            {
                let differ = first.args.iter().zip(&second.args).enumerate().filter(|(_, (a, b))| a != b);
                match differ.map(|(k, _)| k).eq([word]) {
                    true => {
                        let next = tape::with(|t| t.audit.step.seen(t.audit.next));
                        let call = next.is_some_and(|next| matches!(next.what, What::Enter(_)));
                        Told::Unpublished { call, at: first.at }
                    }
                    false => Told::Stays,
                }
            }
            Some(_) => Told::Stays,
        }
    }

    /// The field of the frame that the first run did not go by, if another value there makes a run what the first one was.
    pub(super) fn find_unpublished(&self, end: &End) -> Option<(String, String)> {
        let names = Names::of::<L>();
        // A step that differs by itself would be anything.
        let like_first = |but| {
            let run = super::quiet::quietly(|| self.run_step(&[])).ok()?;
            self.difference(end, run, but).is_none().then_some(())
        };
        if (0..2).any(|_| like_first(None).is_some()) {
            return None;
        }
        let first = tape::with(|t| t.audit.step.start.frame_greens());
        for (k, green) in names.greens().iter().enumerate().filter(|(_, g)| !g.refers) {
            let set = |to: u64| {
                tape::with(|t| t.audit.step.start.greens.get_mut(first + k).map(|g| std::mem::replace(g, to)))
            };
            let was = set(0)?;
            let near = (1..=NEAR).flat_map(|d| [was.wrapping_add(d), was.wrapping_sub(d)]);
            let meant = near.into_iter().find(|&to| {
                set(to);
                like_first(Some(first + k)).is_some()
            });
            set(was);
            if let Some(meant) = meant {
                let (name, [meant, was]) = (green.name, [meant, was].map(|w| w as i64));
                return Some((
                    format!("frame field `{name}`"),
                    format!("{meant} and {was} (not published?)"),
                ));
            }
        }
        None
    }
}

/// The report on a field that was not published before a call or a back-edge.
fn unpublished(field: &str, call: bool, at: At) -> String {
    let (before, name) = if call { ("a call", "call") } else { ("a back-edge", "back-edge") };
    report(&format!("frame field `{field}` is not published before {before}"), &[(name, format!("at {at}"))])
}

/// The green words of a frame.
#[derive(Default)]
struct Greens(Vec<RecWord>);

impl Walker<Rec> for Greens {
    fn green(&mut self, g: &mut u64) {
        self.0.push(RecWord { bits: *g, r: holloway_compiler::ir::IrRef::NONE });
    }
    fn word(&mut self, _: &mut RecWord, _: Ty) {}
    fn double(&mut self, _: &mut RecWord) {}
    fn slot(&mut self, _: &mut (RecWord, RecWord)) {}
}

/// Changes a green word of a frame.
struct Change {
    /// Green words before it.
    left: usize,
    to: u64,
}

impl Walker<Rec> for Change {
    fn green(&mut self, g: &mut u64) {
        if self.left == 0 {
            *g = self.to;
        }
        self.left = self.left.wrapping_sub(1);
    }
    fn word(&mut self, _: &mut RecWord, _: Ty) {}
    fn double(&mut self, _: &mut RecWord) {}
    fn slot(&mut self, _: &mut (RecWord, RecWord)) {}
}
