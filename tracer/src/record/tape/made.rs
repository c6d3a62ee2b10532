//! Objects and arrays that an exploration's loop makes.
//!
//! **Problem.** Interpreters make an object where a machine has a register: an iterator, a pair, the arguments of a call. A device has no heap, so such an object
//! must be its contents.
//!
//! **Invariants.**
//! 1. Nobody but the loop knows it: it is stored in no object from outside, and given to no helper. *Breaks: a list's new element that is a tuple.*
//! 2. What an array holds is known by number: its length, and each index, is a constant.
//!
//! **Not promised.** Arrays of more than [`MAX_LEN`] elements, nor any whose length is computed.
//!
//! **Example.** `for x, y in zip(a, b)` makes a tuple of two slots, of which the loop's body takes the four words again.

use super::path::Path;
use super::Tape;
use crate::machine::{Access, TypeInfo};
use crate::record::word::RecWord;
use holloway_compiler::ir::{Inst, IrRef, Mem, Op, Ty, VirtualKind};
use std::collections::BTreeMap;

/// Elements of an array.
const MAX_LEN: u64 = 64;

/// A field, or an element of an array: the descriptor, and which.
pub(crate) type Part = (u32, Option<u32>);

/// An object that the region made and that nobody outside knows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct New {
    /// What it is; the type is the tape's.
    pub kind: VirtualKind,
    /// What it holds; zero where there is nothing.
    pub parts: BTreeMap<Part, RecWord>,
}

impl Path {
    /// An object, or an array of this length.
    pub(super) fn make(
        &mut self,
        t: &mut Tape,
        info: &TypeInfo,
        len: Option<RecWord>,
    ) -> Result<RecWord, String> {
        let ty = t.type_index(info);
        let (op, kind) = match len {
            None => (Op::New, VirtualKind::Object(ty)),
            Some(n) if n.r.is_const() && n.bits <= MAX_LEN => {
                (Op::NewArray, VirtualKind::Array(ty, n.bits as u32))
            }
            Some(_) => return Err(format!("it makes an array ({})", info.name)),
        };
        let args = [len.map_or(IrRef::NONE, |n| n.r), IrRef::NONE, IrRef::NONE];
        let r = self.place_made(t, Inst { args, aux: ty, ty: Ty::Ref, ..Inst::new(op) });
        match self.side.news.insert(r, New { kind, parts: BTreeMap::new() }) {
            None => Ok(RecWord { bits: 0, r }),
            Some(_) => Err("two objects that the same place made are in use at once".into()),
        }
    }

    pub(super) fn load_made(
        &mut self,
        t: &mut Tape,
        obj: IrRef,
        index: Option<RecWord>,
        a: Access,
        ty: Ty,
    ) -> Result<RecWord, String> {
        let new = &self.side.news[&obj];
        if let (true, VirtualKind::Array(_, n)) = (a.length, new.kind) {
            return Ok(RecWord { bits: n.into(), r: t.konst(ty, n.into()) });
        }
        let part = part(new, index, t.access(a))?;
        let held = new.parts.get(&part).copied();
        let held = held.unwrap_or_else(|| RecWord { bits: 0, r: t.konst(ty, 0) });
        Ok(self.typed(t, held, ty))
    }

    pub(super) fn store_made(
        &mut self,
        t: &mut Tape,
        obj: IrRef,
        index: Option<RecWord>,
        a: Access,
        v: RecWord,
    ) -> Result<(), String> {
        let part = part(&self.side.news[&obj], index, t.access(a))?;
        if a.mem != Mem::W64 && index.is_some() {
            // Memory would cut it.
            return Err("it makes an array of narrow elements".into());
        }
        if let Some(new) = self.side.news.get_mut(&obj) {
            new.parts.insert(part, v);
        }
        Ok(())
    }
}

/// Which part of an object an access is to.
fn part(new: &New, index: Option<RecWord>, descr: u32) -> Result<Part, String> {
    match (index, new.kind) {
        (None, _) => Ok((descr, None)),
        (Some(i), VirtualKind::Array(_, n)) if i.r.is_const() && i.bits < n.into() => {
            Ok((descr, Some(i.bits as u32)))
        }
        (Some(_), _) => {
            Err("an element of an array that the loop makes is chosen by what it computes".into())
        }
    }
}
