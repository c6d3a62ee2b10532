//! `string.format` in traces: a constant format of texts and whole numbers is what joins its pieces and the arguments, as `..` does.
//!
//! **Not promised.** Other conversions, modifiers, and formats of more than [`MOST`] parts are for the library function, and so is all of plain execution.
//!
//! **Example.** `("%s=%d"):format(k, 3)` records what `k .. "=" .. 3` does.

use super::arith::exact_int;
use super::call::Done;
use super::make::MOST_JOINED;
use super::{Lua, S};
use crate::string::{Str, MAX_INTERNED};
use crate::value::{Tag, Value};
use holloway::machine::*;
use smallvec::SmallVec;

/// Most parts: pieces of the format and arguments.
const MOST: usize = MOST_JOINED;

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
        let parts = self.constant_text(m, format).and_then(|format| parts(format.bytes()));
        let Some(parts) = parts else { return Ok(None) };
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
}

#[cfg(test)]
mod tests {
    use super::*;

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
