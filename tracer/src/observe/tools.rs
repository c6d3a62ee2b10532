//! Traces as profilers and debuggers are told of them: with the guest's functions, files and lines.
//!
//! **Problem.** Code generation knows which op each part of the code is for ([`CompiledTrace::parts`]), the trace at which place of the guest an op was recorded,
//! and the language in which file that is. Here the three come together, as what [`debug`](holloway_compiler::codegen::debug) tells `perf`, gdb and backtraces.
//!
//! **Invariants.** The code of an op is for the line at which the op was recorded, also where that is in a function that was inlined.
//!
//! **Not promised.** Places go by what [`Language::describe`](crate::machine::Language::describe) says up to the first blank, `name:line`. Where two files have the same name and line in one
//! recording, one of them is taken for both. What other code a trace has (slow ways, stubs) is of no line.
//!
//! **Example.** A loop of the function `sieve` in line 8 is `sieve [loop-4]`.

use holloway_compiler::codegen::debug::{Line, Piece, Tools as Native, Wanted};
use holloway_compiler::codegen::{Arena, Backend, CodegenError, CompiledTrace, Part};
use holloway_compiler::ir::Trace;
use holloway_compiler::region::report::brief;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// The tools that are told of traces.
#[derive(Debug)]
pub(crate) struct Tools {
    native: Native,
    /// The file of each place, by name and line.
    files: RefCell<FxHashMap<String, Rc<str>>>,
}

impl Tools {
    /// The tools asked for, if there are any and there is native code to tell of; they know the arena's shared routines.
    pub(crate) fn new(
        wanted: Wanted<'_>,
        backend: Option<&dyn Backend>,
        arena: &mut Arena,
    ) -> Result<Option<Tools>, String> {
        let Some(backend) = backend else { return Ok(None) };
        let Some(native) = Native::new(wanted, backend.dwarf())? else { return Ok(None) };
        native.tell_shared(arena).map_err(|e| e.to_string())?;
        Ok(Some(Tools { native, files: RefCell::default() }))
    }

    /// The guest is at a place, of this file.
    pub(crate) fn at(&self, place: &str, file: &str) {
        let mut files = self.files.borrow_mut();
        if files.get(brief(place)).is_none_or(|known| **known != *file) {
            files.insert(brief(place).to_string(), file.into());
        }
    }

    /// A trace was compiled.
    pub(crate) fn tell(
        &self,
        arena: &mut Arena,
        trace: &Trace,
        code: &CompiledTrace,
    ) -> Result<(), CodegenError> {
        let place_of = |n: u32| {
            // The first place is what precedes all steps.
            let place = trace.insts.get(n as usize).map(|i| i.place as usize).filter(|place| *place > 0)?;
            trace.places.get(place).map(|p| brief(p))
        };
        let first = (0..trace.insts.len() as u32).find_map(place_of);
        let function = first.map_or("?", |place| split(place).0);
        let mut lines: Vec<(u32, Line)> = Vec::new();
        for (from, part) in &code.parts {
            let place = match part {
                Part::Inst(n) => place_of(*n),
                Part::Entry => first,
                Part::Cold | Part::Exits | Part::Body | Part::Constants => None,
            };
            let line = place.map_or_else(Line::default, |place| self.line(place, function));
            if lines.last().is_none_or(|(_, last)| *last != line) {
                lines.push((*from, line));
            }
        }
        let name = format!("{function} [{}]", code.name).replace(char::is_control, " ");
        let piece = Piece { name: &name, code: code.code, framing: &code.framing, lines: &lines };
        self.native.tell(arena, &piece)
    }

    /// The line of a place, in code of this function.
    fn line(&self, place: &str, function: &str) -> Line {
        let (name, number) = split(place);
        match self.files.borrow().get(place) {
            Some(file) => {
                let inlined = (name != function).then(|| name.into());
                Line { file: Some(file.clone()), number, inlined }
            }
            None => Line::default(),
        }
    }
}

/// A place's name and line; 0 if it has none.
fn split(place: &str) -> (&str, u32) {
    let parts = place.rsplit_once(':').and_then(|(name, line)| Some((name, line.parse().ok()?)));
    parts.unwrap_or((place, 0))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn places_are_split_at_the_last_colon_if_a_line_follows() {
        assert_eq!(split("sieve:8"), ("sieve", 8));
        assert_eq!(split("a:b:12"), ("a:b", 12));
        assert_eq!(split("std::swap"), ("std::swap", 0));
        assert_eq!(split("main"), ("main", 0));
    }
}
