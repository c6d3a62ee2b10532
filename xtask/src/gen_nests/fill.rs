//! Fills templates: elements with subscripts that fit, expressions, variables. The letters: [`super`].

use super::{put, Array, Gen, Kind, Loop, Ty, SIZE_NAMES};
use std::fmt::Write as _;

impl Gen {
    /// A list of which `wanted` holds.
    pub(super) fn array(&mut self, wanted: impl Fn(&Array) -> bool) -> Option<usize> {
        let found: Vec<usize> = (0..self.arrays.len()).filter(|&k| wanted(&self.arrays[k])).collect();
        if found.is_empty() {
            return None;
        }
        Some(found[self.below(found.len())])
    }

    /// An element to read.
    pub(super) fn element(&mut self, kind: Kind) -> Option<String> {
        let at = self.array(|a| a.kind == kind && a.read)?;
        let dims = self.arrays[at].dims.clone();
        let mut text = self.arrays[at].name.clone();
        for (k, size) in dims.into_iter().enumerate() {
            let _ = write!(text, "[{}]", self.subscript(k, size));
        }
        Some(text)
    }

    /// An element to write: in a clean nest the iteration's own.
    pub(super) fn target(&mut self, kind: Kind) -> Option<String> {
        let (clean, depth) = (self.clean, self.loops.len());
        let at =
            self.array(|a| a.kind == kind && a.written && (!clean || (a.dims.len() == depth && !a.read)))?;
        let dims = self.arrays[at].dims.clone();
        let mut text = self.arrays[at].name.clone();
        for (k, size) in dims.into_iter().enumerate() {
            let own = self.loops.get(k).filter(|l| l.low >= 0 && l.high < size as i64);
            let own = own.map(|l| l.var.clone());
            let subscript = match own {
                Some(var) if clean || !self.one_in(3) => var,
                _ => self.subscript(k, size),
            };
            let _ = write!(text, "[{subscript}]");
        }
        Some(text)
    }

    /// A subscript of a list's dimension; it fits, but for one in many.
    fn subscript(&mut self, dim: usize, size: usize) -> String {
        let top = size as i64 - 1;
        for _ in 0..8 {
            let (text, low, high) = self.place(dim, size);
            let fits = low >= 0 && high <= top;
            let from_end = self.syntax.negative && low >= -top && high <= top;
            if fits || (from_end && self.one_in(4)) || (!self.clean && self.one_in(40)) {
                return text;
            }
        }
        (self.below(size) as i64 + self.syntax.first).to_string()
    }

    /// A subscript with its range, counted from 0.
    fn place(&mut self, dim: usize, size: usize) -> (String, i64, i64) {
        let top = size as i64 - 1;
        // Most often the loop of the dimension, else any of them.
        let at = if self.one_in(3) { self.below(self.loops.len()) } else { dim.min(self.loops.len() - 1) };
        let Loop { var, low, high } = &self.loops[at];
        let (var, low, high) = (var.clone(), *low, *high);
        let by = self.below(3) as i64 + 1;
        let which = self.below(14).saturating_sub(4);
        let (mut other, mut element) = (String::new(), String::new());
        let (low, high) = match which {
            1 => (low + by, high + by),
            2 => (low - by, high - by),
            3 => (top - high, top - low),
            4 => (2 * low, 2 * high),
            5 => (low.div_euclid(2), high.div_euclid(2)),
            6 => (0, top),
            7 => {
                let last = &self.loops[self.loops.len() - 1];
                other = last.var.clone();
                (low + last.low, high + last.high)
            }
            8 => match self.base.var(Ty::Integer) {
                Some(w) => {
                    element = w;
                    (0, top)
                }
                None => return (var, low, high),
            },
            9 if dim == 0 => match self.element(Kind::Indices) {
                Some(element) => return (element, 0, top),
                None => return (var, low, high),
            },
            _ => return (var, low, high),
        };
        let (by, name) = (by.to_string(), SIZE_NAMES[dim.min(1)]);
        let letters = [("$v", &*var), ("$b", &by), ("$s", name), ("$o", &other), ("$x", &element)];
        (put(self.syntax.places[which], &letters), low, high)
    }

    /// An expression of the letter `f`, `i` or `c`, in parentheses if it needs them.
    pub(super) fn expression(&mut self, letter: char, depth: u32) -> String {
        let table = match letter {
            'f' => self.syntax.floats,
            'i' => self.syntax.integers,
            _ => self.syntax.conditions,
        };
        for _ in 0..6 {
            let risky = !self.clean && self.one_in(20);
            let risks = self.syntax.risks.iter().find(|r| risky && r.0 == letter);
            let template = *self.base.rng.pick(risks.map_or(table, |r| r.1));
            // Where it is deep enough, only what needs no more.
            if depth == 0 && ["$f", "$i", "$c"].iter().any(|l| template.contains(l)) {
                continue;
            }
            if let Some(text) = self.fill(template, depth) {
                // A single letter has what it needs already.
                return if template.len() == 2 || !text.contains(' ') { text } else { format!("({text})") };
            }
        }
        let simple = if letter == 'c' { "$l > $k" } else { "$l" };
        self.fill(simple, 0).unwrap_or_default()
    }

    /// Puts something in the place of each letter; `None` where there is nothing for one.
    pub(super) fn fill(&mut self, template: &str, depth: u32) -> Option<String> {
        let mut out = String::new();
        let mut same: Vec<(char, String)> = Vec::new();
        let mut chars = template.chars();
        while let Some(c) = chars.next() {
            if c != '$' {
                out.push(c);
                continue;
            }
            let letter = chars.next()?;
            if let Some((_, known)) = same.iter().find(|s| s.0 == letter) {
                out.push_str(known);
                continue;
            }
            let text = self.letter(letter, depth)?;
            if "ARpNE".contains(letter) {
                same.push((letter, text.clone()));
            }
            out.push_str(&text);
        }
        Some(out)
    }

    fn letter(&mut self, letter: char, depth: u32) -> Option<String> {
        Some(match letter {
            'f' | 'i' | 'c' => self.expression(letter, depth.checked_sub(1)?),
            'e' => self.element(Kind::Floats)?,
            'n' => match self.one_in(6) {
                true => self.element(Kind::Indices)?,
                false => self.element(Kind::Integers)?,
            },
            'E' => self.target(Kind::Floats)?,
            'N' => self.target(Kind::Integers)?,
            'X' => self.target(Kind::Indices)?,
            'v' => self.base.var(Ty::Float)?,
            'w' => self.base.var(Ty::Integer)?,
            'V' => self.assigned(Ty::Float),
            'W' => self.assigned(Ty::Integer),
            'l' => {
                let at = self.below(self.loops.len());
                self.loops[at].var.clone()
            }
            'd' => (*self.base.rng.pick(&["0.5", "1.5", "-2.25", "3.0", "0.001", "1e10", "0.1"])).to_string(),
            'k' => (self.below(9) + 1).to_string(),
            'o' => "o".to_string(),
            'p' => (self.below(self.sizes[0]) as i64 + self.syntax.first).to_string(),
            'A' | 'B' => {
                let at = self.array(|a| a.dims.len() == 1)?;
                self.arrays[at].name.clone()
            }
            'R' => {
                let at = self.array(|a| a.dims.len() == 2)?;
                self.arrays[at].name.clone()
            }
            _ => return None,
        })
    }

    /// A variable to assign: one of those there are, or a new one, which is seen from the next statement on.
    fn assigned(&mut self, ty: Ty) -> String {
        match self.base.target(ty) {
            // In a clean nest none goes from one iteration to the next.
            Some(name) if !self.clean && self.one_in(2) => name,
            _ => {
                let name = self.base.name(if ty == Ty::Float { "t" } else { "u" });
                format!("{}{name}", self.syntax.local)
            }
        }
    }
}
