//! Where variables are, and the code that reads, sets and deletes them.
//!
//! A variable of a function is in a register of its own, or in a cell in one if nested functions use it. Operands name at most 256 registers, so in a function
//! with more than [`MAX_VARIABLES`] the others are in cells in a list, which is in a register.
//!
//! **Invariant.** A register in `assigned` holds a value at this place of the code, whichever way it is reached. The set is kept by the structure of the
//! code and only grows along its ways, so it knows nothing of variables that are unbound somewhere: these are checked each time they are read.
//!
//! **Example.** `x = y` of two plain variables is `CheckBound y; Move x y`; if `x` has no register, `LoadInt t i; GetItem t list t; SetCell t y`.

use super::build::{Res, Unit};
use super::scope::{Id, Kind, Meaning};
use crate::bytecode::{CellSource, Const, Op};

/// Most variables of a function in registers, of which there must be enough for temporaries.
const MAX_VARIABLES: usize = 150;

impl Unit<'_> {
    /// The register of a variable of this function.
    pub(super) fn var(&mut self, owner: Id, name: &str) -> Res<u8> {
        let key = (owner, name.to_string());
        if let Some(&r) = self.vars.get(&key) {
            return Ok(r);
        }
        self.error(format!("variable {name} has no place"))
    }
    /// Gives the variables of a scope their places.
    pub(super) fn declare(&mut self, scope: Id) -> Res {
        let s = &self.cx.scopes.all[scope];
        for n in &s.binds {
            if s.globals.contains(n) || s.nonlocals.contains(n) {
                continue;
            }
            // Comprehensions give their registers back.
            if self.vars.len() >= MAX_VARIABLES && s.kind != Kind::Comp {
                self.spill(scope, n)?;
            } else {
                self.declare_one(scope, n)?;
            }
        }
        Ok(())
    }
    /// Gives a variable a register.
    pub(super) fn declare_one(&mut self, scope: Id, name: &str) -> Res<u8> {
        let key = (scope, name.to_string());
        if let Some(&r) = self.vars.get(&key) {
            return Ok(r);
        }
        let r = self.temp()?;
        self.vars.insert(key, r);
        Ok(r)
    }
    /// Gives a variable a cell in the list of those that have no register. It is in a register for nobody, so it counts as captured.
    fn spill(&mut self, scope: Id, name: &str) -> Res {
        if self.vars.contains_key(&(scope, name.to_string())) {
            return Ok(());
        }
        let list = match self.spilled.0 {
            Some(list) => list,
            None => {
                let list = self.temp()?;
                self.emit(Op::BuildList { a: list, b: list, n: 0 });
                self.spilled.0 = Some(list);
                list
            }
        };
        let cell = self.temp()?;
        self.emit(Op::Unbind { a: cell });
        self.emit(Op::NewCell { a: cell, b: cell });
        self.emit(Op::ListAppend { a: list, b: cell });
        self.free(cell);
        let at = self.spilled.1.len() as i32;
        self.spilled.1.insert((scope, name.to_string()), at);
        Ok(())
    }
    /// Whether a variable is in a cell.
    fn in_cell(&self, owner: Id, name: &str) -> bool {
        self.is_cell(owner, name) || self.spilled.1.contains_key(&(owner, name.to_string()))
    }
    /// The register of a variable's cell, or of the variable if it is in none. It may be a temporary one.
    pub(super) fn home(&mut self, owner: Id, name: &str) -> Res<u8> {
        let (Some(b), Some(&i)) = (self.spilled.0, self.spilled.1.get(&(owner, name.to_string()))) else {
            return self.var(owner, name);
        };
        let c = self.temp()?;
        self.emit(Op::LoadInt { a: c, i });
        self.emit(Op::GetItem { a: c, b, c });
        Ok(c)
    }
    /// Whether nested functions use a variable.
    pub(super) fn is_cell(&self, owner: Id, name: &str) -> bool {
        self.cx.scopes.all[owner].cells.contains(name)
    }
    /// Makes cells for the captured variables of a scope that has just been declared. Others that are not parameters are unbound: stale values of
    /// an earlier activation may lie in their registers.
    pub(super) fn make_cells(&mut self, scope: Id, params: usize) -> Res {
        let s = &self.cx.scopes.all[scope];
        for n in &s.binds {
            let Some(&r) = self.vars.get(&(scope, n.clone())) else { continue };
            if !s.cells.contains(n) {
                if r as usize >= params {
                    self.emit(Op::Unbind { a: r });
                }
                continue;
            }
            if (r as usize) >= params {
                self.emit(Op::Unbind { a: r });
            }
            self.emit(Op::NewCell { a: r, b: r });
        }
        Ok(())
    }
    /// Where a nested function's free variables come from: registers that stay as they are until the closure is made.
    pub(super) fn sources(&mut self, child: Id) -> Res<Vec<CellSource>> {
        let frees = self.cx.scopes.all[child].frees.clone();
        let unit = self.cx.scopes.unit(self.scope);
        let mut out = Vec::new();
        for (owner, name) in frees {
            if self.cx.scopes.unit(owner) == unit {
                out.push(CellSource::Register(self.home(owner, &name)?));
            } else {
                let mine = &self.cx.scopes.all[unit].frees;
                let i = mine.iter().position(|f| f.0 == owner && f.1 == name);
                out.push(CellSource::Free(i.unwrap_or(0) as u8));
            }
        }
        Ok(out)
    }
    /// What a name means here.
    fn meaning(&self, name: &str) -> Meaning {
        match self.cx.scopes.meaning(self.scope, name) {
            // Code whose names are in a mapping.
            Meaning::Global if self.namespace.is_some() && !self.p.is_class => Meaning::ClassName,
            m => m,
        }
    }
    /// Reads a name: the register of a variable itself, or `dest` (a temporary if none).
    pub(super) fn load_name(&mut self, name: &str, dest: Option<u8>) -> Res<u8> {
        let meaning = self.meaning(name);
        let k = self.konst(Const::Str(name.to_string()))?;
        if let Meaning::Local(o) = meaning {
            if !self.in_cell(o, name) {
                let r = self.var(o, name)?;
                if !self.assigned.contains(&r) || self.cx.scopes.all[o].deletes.contains(name) {
                    self.emit(Op::CheckBound { a: r, k });
                    self.assigned.insert(r);
                }
                return match dest {
                    Some(d) if d != r => {
                        self.emit(Op::Move { a: d, b: r });
                        Ok(d)
                    }
                    _ => Ok(r),
                };
            }
            let d = self.dest(dest)?;
            let mark = self.top();
            let b = self.home(o, name)?;
            self.emit(Op::GetCell { a: d, b, k });
            self.free(mark as u8);
            return Ok(d);
        }
        let d = self.dest(dest)?;
        match meaning {
            Meaning::Free(i) => {
                self.emit(Op::GetFree { a: d, i: i as u8, k });
            }
            Meaning::ClassName => {
                let g = self.global(name)?;
                match self.namespace {
                    Some(b) => self.emit(Op::LoadName { a: d, b, g }),
                    None => self.emit(Op::LoadGlobal { a: d, g }),
                };
            }
            _ => {
                let g = self.global(name)?;
                self.emit(Op::LoadGlobal { a: d, g });
            }
        }
        Ok(d)
    }
    /// The register into which a value for this name may be computed directly.
    pub(super) fn target_register(&mut self, name: &str) -> Option<u8> {
        match self.cx.scopes.meaning(self.scope, name) {
            Meaning::Local(o) if !self.in_cell(o, name) => self.var(o, name).ok(),
            _ => None,
        }
    }
    pub(super) fn store_name(&mut self, name: &str, b: u8) -> Res {
        match self.meaning(name) {
            Meaning::Local(o) => {
                let mark = self.top();
                let a = self.home(o, name)?;
                if self.in_cell(o, name) {
                    self.emit(Op::SetCell { a, b });
                    self.free(mark as u8);
                    return Ok(());
                }
                if a != b {
                    self.emit(Op::Move { a, b });
                }
                self.assigned.insert(a);
            }
            Meaning::Free(i) => {
                self.emit(Op::SetFree { i: i as u8, b });
            }
            m => {
                let g = self.global(name)?;
                match (m, self.namespace) {
                    (Meaning::ClassName, Some(a)) => self.emit(Op::StoreName { a, b, g }),
                    _ => self.emit(Op::StoreGlobal { b, g }),
                };
            }
        }
        Ok(())
    }
    pub(super) fn del_name(&mut self, name: &str) -> Res {
        match self.meaning(name) {
            Meaning::Local(o) => {
                // Deleting what is unbound is an error.
                self.load_name(name, None)?;
                let a = self.home(o, name)?;
                if self.in_cell(o, name) {
                    self.emit(Op::UnbindCell { a });
                } else {
                    self.emit(Op::Unbind { a });
                    self.assigned.remove(&a);
                }
            }
            Meaning::Free(i) => {
                self.load_name(name, None)?;
                self.emit(Op::UnbindFree { i: i as u8 });
            }
            m => {
                let g = self.global(name)?;
                match (m, self.namespace) {
                    (Meaning::ClassName, Some(b)) => self.emit(Op::DelName { b, g }),
                    _ => self.emit(Op::DelGlobal { g }),
                };
            }
        }
        Ok(())
    }
    pub(super) fn is_variable(&self, r: u8) -> bool {
        self.vars.values().any(|&v| v == r)
    }
}
