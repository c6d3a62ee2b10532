//! The resolver: which declaration a name means, who captures it, where a goto leads.
//!
//! It runs inside the parser, declaration by declaration, so that its errors come in source order as the
//! reference's do. A variable's register is not its business.
//!
//! Worked example: in `local n = 0; return function() n = n + 1 end` the inner use finds `n` one function out: `n`
//! becomes `captured`, the inner function gets it as upvalue; the assignment sets `reassigned`. Both together put
//! `n` into a heap cell. Without the assignment the closure would simply copy its value.

use super::ast::*;
use super::error::SyntaxError;
use super::lexer::Lexer;
use std::rc::Rc;

/// Most local variables of a function.
const MAX_LOCALS: usize = 200;
/// Most upvalues of a function.
const MAX_UPVALUES: usize = 255;

type Result<T> = std::result::Result<T, SyntaxError>;

struct BlockScope {
    active: usize,
    first_label: usize,
    first_goto: usize,
    is_loop: bool,
}

struct LabelScope {
    name: Rc<[u8]>,
    id: LabelId,
    line: u32,
    active: usize,
}

struct PendingGoto {
    /// None: a `break` outside any loop.
    name: Option<Rc<[u8]>>,
    id: GotoId,
    line: u32,
    active: usize,
    /// Places of the to-be-closed variables in scope at the goto.
    closing: Vec<(usize, VarId)>,
}

struct FuncScope {
    id: FuncId,
    active: Vec<VarId>,
    blocks: Vec<BlockScope>,
    labels: Vec<LabelScope>,
    gotos: Vec<PendingGoto>,
}

/// Scopes open at the parser's place, innermost function last.
#[derive(Default)]
pub struct Scopes {
    funcs: Vec<FuncScope>,
    labels: u32,
}

impl Scopes {
    fn top(&mut self) -> &mut FuncScope {
        self.funcs.last_mut().expect("a function is open while parsing")
    }

    /// The function being parsed.
    pub fn current(&self) -> FuncId {
        self.funcs.last().map_or(OUTSIDE, |f| f.id)
    }

    /// Opens a function with its outermost block.
    pub fn open_func(&mut self, chunk: &mut Chunk, line: u32) -> FuncId {
        let id = FuncId(chunk.funcs.len() as u32);
        chunk.funcs.push(Func {
            params: Vec::new(),
            is_vararg: false,
            body: Block::default(),
            upvals: Vec::new(),
            line,
            last_line: 0,
        });
        let (active, blocks, labels, gotos) = Default::default();
        self.funcs.push(FuncScope { id, active, blocks, labels, gotos });
        self.open_block(false);
        id
    }

    /// Closes the function's outermost block and the function.
    pub fn close_func(&mut self, lexer: &Lexer) -> Result<()> {
        self.close_block(lexer)?;
        self.funcs.pop();
        Ok(())
    }

    /// Opens a block; `is_loop`: a `break` in it leaves it.
    pub fn open_block(&mut self, is_loop: bool) {
        let f = self.top();
        f.blocks.push(BlockScope {
            active: f.active.len(),
            first_label: f.labels.len(),
            first_goto: f.gotos.len(),
            is_loop,
        });
    }

    /// Closes a block; its unresolved gotos look further out.
    pub fn close_block(&mut self, lexer: &Lexer) -> Result<()> {
        let f = self.top();
        let block = f.blocks.pop().expect("blocks are closed once");
        f.active.truncate(block.active);
        f.labels.truncate(block.first_label);
        if f.blocks.is_empty() {
            if let Some(g) = f.gotos.first() {
                let line = g.line;
                let message = match &g.name {
                    None => format!("break outside loop at line {line}"),
                    Some(n) => {
                        format!("no visible label '{}' for <goto> at line {line}", String::from_utf8_lossy(n))
                    }
                };
                return Err(lexer.error_plain(&message));
            }
        }
        for g in &mut f.gotos[block.first_goto..] {
            g.active = g.active.min(block.active);
        }
        Ok(())
    }

    /// Makes a variable that is not in scope yet; counts it against the limit.
    pub fn declare(
        &mut self,
        chunk: &mut Chunk,
        lexer: &Lexer,
        name: Rc<[u8]>,
        pending: usize,
    ) -> Result<VarId> {
        let f = self.top();
        if f.active.len() + pending >= MAX_LOCALS {
            let func = f.id;
            return Err(self.limit(chunk, lexer, func, MAX_LOCALS, "local variables"));
        }
        let id = VarId(chunk.vars.len() as u32);
        chunk.vars.push(Var {
            name,
            func: f.id,
            attrib: Attrib::Regular,
            captured: false,
            reassigned: false,
            constant: None,
        });
        Ok(id)
    }

    fn limit(&self, chunk: &Chunk, lexer: &Lexer, func: FuncId, limit: usize, what: &str) -> SyntaxError {
        let place = match chunk.funcs[func.index()].line {
            0 => "main function".to_owned(),
            line => format!("function at line {line}"),
        };
        lexer.error_near(&format!("too many {what} (limit is {limit}) in {place}"))
    }

    /// Brings declared variables into scope.
    pub fn activate(&mut self, vars: &[VarId]) {
        self.top().active.extend_from_slice(vars);
    }

    /// The variable a name means here, if it is not free; captures it on the way.
    pub fn resolve(&mut self, chunk: &mut Chunk, lexer: &Lexer, name: &[u8]) -> Result<Option<VarId>> {
        let found = self.funcs.iter().enumerate().rev().find_map(|(level, f)| {
            f.active.iter().rev().find(|v| *chunk.var(**v).name == *name).map(|v| (level + 1, *v))
        });
        let (first_inner, var) = match found {
            Some(hit) => hit,
            None if name == b"_ENV" => (0, CHUNK_ENV),
            None => return Ok(None),
        };
        if chunk.var(var).constant.is_some() {
            return Ok(Some(var)); // a value, not a place: nothing to capture
        }
        for f in &self.funcs[first_inner..] {
            chunk.vars[var.index()].captured = true;
            let upvals = &mut chunk.funcs[f.id.index()].upvals;
            if !upvals.contains(&var) {
                if upvals.len() >= MAX_UPVALUES {
                    return Err(self.limit(chunk, lexer, f.id, MAX_UPVALUES, "upvalues"));
                }
                upvals.push(var);
            }
        }
        Ok(Some(var))
    }

    fn closing(&self, chunk: &Chunk, from: usize) -> Vec<(usize, VarId)> {
        let active = self.funcs.last().map_or(&[][..], |f| &f.active);
        let all = active.iter().copied().enumerate().skip(from);
        all.filter(|(_, v)| chunk.var(*v).attrib == Attrib::Close).collect()
    }

    /// Whether a to-be-closed variable of the function is in scope.
    pub fn must_close(&self, chunk: &Chunk) -> bool {
        !self.closing(chunk, 0).is_empty()
    }

    /// A `break`: the variable to close from. Outside a loop it stays unresolved.
    pub fn break_loop(&mut self, chunk: &Chunk, line: u32) -> Option<VarId> {
        let target = self.top().blocks.iter().rev().find(|b| b.is_loop).map(|b| b.active);
        match target {
            Some(active) => self.closing(chunk, active).first().map(|(_, v)| *v),
            None => {
                let active = self.top().active.len();
                let id = GotoId(u32::MAX); // never looked up: the function's end reports it
                self.top().gotos.push(PendingGoto { name: None, id, line, active, closing: Vec::new() });
                None
            }
        }
    }

    /// A `goto`: leads back to a visible label or waits for one.
    pub fn goto(&mut self, chunk: &mut Chunk, name: Rc<[u8]>, line: u32) -> GotoId {
        let id = GotoId(chunk.gotos.len() as u32);
        chunk.gotos.push(Goto { label: LabelId(u32::MAX), close_from: None });
        let closing = self.closing(chunk, 0);
        let f = self.top();
        let pending = PendingGoto { name: Some(name), id, line, active: f.active.len(), closing };
        match f.labels.iter().find(|l| Some(&l.name) == pending.name.as_ref()) {
            Some(label) => pending.resolve(chunk, label),
            None => f.gotos.push(pending),
        }
        id
    }

    /// Checks that a label's name is free.
    pub fn check_label(&mut self, lexer: &Lexer, name: &[u8]) -> Result<()> {
        match self.top().labels.iter().find(|l| *l.name == *name) {
            None => Ok(()),
            Some(l) => {
                let name = String::from_utf8_lossy(name);
                Err(lexer.error_plain(&format!("label '{name}' already defined on line {}", l.line)))
            }
        }
    }

    /// A label; `last`: nothing but void statements follows in its block, so the block's variables count as gone.
    pub fn label(
        &mut self,
        chunk: &mut Chunk,
        lexer: &Lexer,
        name: Rc<[u8]>,
        line: u32,
        last: bool,
    ) -> Result<LabelId> {
        let id = LabelId(self.labels);
        self.labels += 1;
        let f = self.top();
        let block = f.blocks.last().expect("a block is open");
        let active = if last { block.active } else { f.active.len() };
        let label = LabelScope { name, id, line, active };
        let mut at = block.first_goto;
        while at < f.gotos.len() {
            if f.gotos[at].name.as_ref() != Some(&label.name) {
                at += 1;
                continue;
            }
            let goto = f.gotos.remove(at);
            if goto.active < label.active {
                let local = String::from_utf8_lossy(&chunk.var(f.active[goto.active]).name).into_owned();
                let name = String::from_utf8_lossy(&label.name);
                return Err(lexer.error_plain(&format!(
                    "<goto {name}> at line {} jumps into the scope of local '{local}'",
                    goto.line
                )));
            }
            goto.resolve(chunk, &label);
        }
        f.labels.push(label);
        Ok(id)
    }
}

impl PendingGoto {
    fn resolve(&self, chunk: &mut Chunk, label: &LabelScope) {
        let close_from = self.closing.iter().find(|(at, _)| *at >= label.active).map(|(_, v)| *v);
        chunk.gotos[self.id.index()] = Goto { label: label.id, close_from };
    }
}
