//! `string.format` in traces: a constant format of texts and whole numbers is what joins its pieces and the arguments, as `..` does.
//!
//! Another whose arguments are numbers, texts and the like is one helper's work, which reads and calls nothing.
//!
//! A format of more than [`MOST`] arguments is taken in parts.
//!
//! **Not promised.** `%q`, `%p` and objects as arguments are for the library function, and so is all of plain execution.
//!
//! **Example.** `("%s=%d"):format(k, 3)` records what `k .. "=" .. 3` does.

use super::arith::exact_int;
use super::call::Done;
use super::make::MOST_JOINED;
use super::{konst, Lua, S};
use crate::native::write_text;
use crate::string::{self, Str, MAX_INTERNED};
use crate::text::format::{self, FormatArgs, Literal, Wanted};
use crate::text::TextError;
use crate::value::{Tag, Val, Value, NIL};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use holloway::residual;
use smallvec::SmallVec;

/// Most parts: pieces of the format and arguments.
const MOST: usize = MOST_JOINED;
/// Most arguments.
const MOST_IN_ALL: usize = MOST * MOST;

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Piece(Vec<u8>),
    /// `%s`.
    Text,
    /// `%d`.
    Whole,
}

/// The parts of a format that has no others, and not too many.
fn parts(format: &[u8]) -> Option<SmallVec<[Part; MOST]>> {
    let mut parts: SmallVec<[Part; MOST]> = SmallVec::new();
    let mut piece = Vec::new();
    let mut rest = format.iter();
    while let Some(&c) = rest.next() {
        let conversion = match c {
            b'%' => match rest.next()? {
                b'%' => None,
                b's' => Some(Part::Text),
                b'd' => Some(Part::Whole),
                _ => return None,
            },
            _ => None,
        };
        match conversion {
            None => piece.push(c),
            Some(part) => {
                parts.extend((!piece.is_empty()).then(|| Part::Piece(std::mem::take(&mut piece))));
                parts.push(part);
            }
        }
    }
    parts.extend((!piece.is_empty()).then_some(Part::Piece(piece)));
    let short = |p: &Part| !matches!(p, Part::Piece(piece) if piece.len() > MAX_INTERNED);
    ((1..=MOST).contains(&parts.len()) && parts.iter().all(short)).then_some(parts)
}

impl Lua {
    /// The call in slot `at` with `n` arguments, if it is one of these.
    pub(super) fn format<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
    ) -> Result<Option<Done>, Raised> {
        let Value::Str(format) = m.unpack(s.stack.get(at + 1)) else { return Ok(None) };
        let Some(text) = self.constant_text(m, format) else { return Ok(None) };
        let Some(parts) = parts(text.bytes()) else { return self.write(m, s, format, text, at, n) };
        let (mut values, mut next) = (SmallVec::<[Slot<M::V>; MOST]>::new(), at + 2);
        for part in parts {
            values.push(match part {
                Part::Piece(piece) => {
                    let piece = self.strings().intern(&m.runtime().heap, &piece);
                    Value::Str(Ref::<M::V, Str>::new(piece)).into()
                }
                _ if next > at + n => return Ok(None),
                part => {
                    let v = s.stack.get(next);
                    next += 1;
                    match (part, m.unpack(v)) {
                        (Part::Whole, Value::Int(_)) => v,
                        (Part::Whole, Value::Float(x)) => match exact_int(m, x) {
                            Some(i) => Value::Int(i).into(),
                            None => return Ok(None),
                        },
                        (Part::Text, Value::Str(_) | Value::Int(_) | Value::Float(_)) => {
                            if !m.branch(self.metamethod(m, v, self.events().tostring).has_tag(Tag::Nil)) {
                                return Ok(None);
                            }
                            v
                        }
                        _ => return Ok(None),
                    }
                }
            });
        }
        s.stack.slots()[at] = Value::Str(self.join_values(m, &values)?).into();
        Ok(Some(Done::Results(1)))
    }

    /// What a format makes of its arguments, if they are such that it cannot fail.
    #[inline(never)]
    fn write<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        format: Ref<M::V, Str>,
        text: Gc<Str>,
        at: usize,
        n: usize,
    ) -> Result<Option<Done>, Raised> {
        let wanted = format::wanted(text.bytes()).filter(|w| w.len() < n && w.len() <= MOST_IN_ALL);
        let Some(wanted) = wanted else { return Ok(None) };
        let (mut made, mut begin) = (SmallVec::<[Slot<M::V>; MOST]>::new(), 0);
        let mut chunks = wanted.chunks(MOST).enumerate().peekable();
        while let Some((k, part)) = chunks.next() {
            let end = part.last().filter(|_| chunks.peek().is_some()).map_or(text.bytes().len(), |p| p.1);
            let whole = end - begin == text.bytes().len();
            let piece = match whole {
                true => format,
                false => Ref::new(string::make(m.runtime(), &text.bytes()[begin..end])?),
            };
            let Some(v) = self.write_part(m, s, piece, part, at + 2 + k * MOST)? else { return Ok(None) };
            made.push(v);
            begin = end;
        }
        // Without conversions there is nothing to write.
        if made.is_empty() {
            return Ok(None);
        }
        s.stack.slots()[at] = Value::Str(self.join_values(m, &made)?).into();
        Ok(Some(Done::Results(1)))
    }

    /// What a format of few arguments makes of those from slot `at` on.
    fn write_part<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &S<M>,
        format: Ref<M::V, Str>,
        wanted: &[(Wanted, usize)],
        at: usize,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let mut args = [konst(NIL); MOST];
        for (k, &(wanted, _)) in wanted.iter().enumerate() {
            let v = s.stack.get(at + k);
            args[k] = match (wanted, m.unpack(v)) {
                (Wanted::Whole, Value::Float(x)) => match exact_int(m, x) {
                    Some(i) => Value::Int(i).into(),
                    None => return Ok(None),
                },
                (Wanted::Whole | Wanted::Number, Value::Int(_)) | (Wanted::Number, Value::Float(_)) => v,
                (
                    Wanted::Text,
                    Value::Str(_) | Value::Int(_) | Value::Float(_) | Value::Nil | Value::False | Value::True,
                ) => {
                    if !m.branch(self.metamethod(m, v, self.events().tostring).has_tag(Tag::Nil)) {
                        return Ok(None);
                    }
                    v
                }
                _ => return Ok(None),
            };
        }
        let [a, b, c, d, e, f, g] = args;
        let made = written(m, format, a, b, c, d, e, f, g)?;
        // A text with zeros in it does not take a width.
        Ok((!m.branch(made.has_tag(Tag::Nil))).then_some(made))
    }
}

/// What a format makes of so many arguments, which are as it wants them; nil if it cannot be made.
#[residual(reads)]
#[allow(clippy::too_many_arguments)] // a buffer is what this saves
fn written(
    cx: &Cx<Lua>,
    format: Gc<Str>,
    a: RawSlot,
    b: RawSlot,
    c: RawSlot,
    d: RawSlot,
    e: RawSlot,
    f: RawSlot,
    g: RawSlot,
) -> Result<RawSlot, Raised> {
    let args = [a, b, c, d, e, f, g];
    let texts = args.iter().map(|&v| if let Val::Str(s) = v.into() { s.bytes().len() } else { 0 });
    string::room(cx.rt, texts.sum())?;
    let mut out = cx.rt.lang.scratch.take();
    let done = format::format(format.bytes(), &mut Plain(args), &mut out);
    let made = done.ok().map(|()| string::make(cx.rt, &out)).transpose();
    cx.rt.lang.scratch.give(out);
    Ok(made?.map_or(NIL, |s| Val::Str(s).into()))
}

/// Arguments that are no objects, from number 2 on.
struct Plain([RawSlot; MOST]);

impl Plain {
    fn get(&self, index: usize) -> Val {
        self.0[index - 2].into()
    }
}

impl FormatArgs for Plain {
    type Error = TextError;
    fn exists(&self, index: usize) -> bool {
        index - 2 < MOST
    }
    fn integer(&mut self, index: usize) -> Result<i64, TextError> {
        match self.get(index) {
            Val::Int(i) => Ok(i),
            _ => Err(TextError::argument(index, "number expected")),
        }
    }
    fn number(&mut self, index: usize) -> Result<f64, TextError> {
        match self.get(index) {
            Val::Int(i) => Ok(i as f64),
            Val::Float(x) => Ok(x.get()),
            _ => Err(TextError::argument(index, "number expected")),
        }
    }
    fn text(&mut self, index: usize, out: &mut Vec<u8>) -> Result<(), TextError> {
        write_text(out, self.get(index));
        Ok(())
    }
    fn literal(&mut self, _: usize) -> Literal<'_> {
        Literal::Other
    }
    fn pointer(&mut self, _: usize) -> Option<usize> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_formats_want() {
        let of = |f: &str| {
            format::wanted(f.as_bytes()).map(|w| w.into_iter().map(|(what, _)| what).collect::<Vec<_>>())
        };
        assert_eq!(of("%5d %-8s|%.3f%%"), Some(vec![Wanted::Whole, Wanted::Text, Wanted::Number]));
        assert_eq!(of("plain"), Some(vec![]));
        let ends = format::wanted(b"%5d %%-8s|%.3f%%").map(|w| w.into_iter().map(|(_, end)| end).collect());
        assert_eq!(ends, Some(vec![3, 14]));
        for other in ["%", "%q", "%p", "%y", "%123d", "%-", "%#d"] {
            assert_eq!(of(other).filter(|w| w.len() == 1), None, "{other}");
        }
    }

    #[test]
    fn formats_are_taken_apart() {
        let piece = |t: &str| Part::Piece(t.into());
        let of = |f: &str| parts(f.as_bytes()).map(|p| p.to_vec());
        assert_eq!(of("%s=%d"), Some(vec![Part::Text, piece("="), Part::Whole]));
        assert_eq!((of("%s"), of("plain")), (Some(vec![Part::Text]), Some(vec![piece("plain")])));
        assert_eq!(of("100%% of %s"), Some(vec![piece("100% of "), Part::Text]));
        for other in ["", "%5d.", "x%", "a%q", "%s%s%s%s%s%s%s%s", &("%d".to_string() + &"x".repeat(41))] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
