//! Reads the text form of regions; the grammar stands in [`super::text`].
//!
//! **Invariant.** The result is unverified: run [`super::verify()`] on it.

use super::{Block, Edge, End, Region, Step};
use crate::ir::parse::{Cursor, ParseError, Parser, Res};
use crate::ir::{Effect, IrRef, Op};

impl std::str::FromStr for Region {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Region, ParseError> {
        let mut blocks = Blocks::default();
        let vals = Parser::read(text, |line, parser| blocks.line(line, parser))?;
        match blocks.open {
            None => Ok(Region { vals, blocks: blocks.done }),
            Some(_) => {
                let text = format!("b{} has no end", blocks.done.len());
                Err(ParseError { line: 1 + blocks.last_line, text })
            }
        }
    }
}

#[derive(Default)]
struct Blocks {
    done: Vec<Block>,
    open: Option<Block>,
    /// Instructions of the parser that have been looked at.
    seen: usize,
    last_line: usize,
}

impl Blocks {
    fn line<'a>(&mut self, c: &mut Cursor<'a>, p: &mut Parser<'a>) -> Res<bool> {
        self.steps(p);
        let start = c.rest;
        let first = c.word("a line").unwrap_or_default();
        match first {
            "goto" => {
                let e = edge(c, p)?;
                self.end(End::Goto(e))
            }
            "if" => {
                let cond = p.value(c)?;
                let to = [edge(c, p)?, edge(c, p)?];
                self.end(End::If { cond, to })
            }
            "exit" => {
                let snap = p.snap_use(c)?;
                let why = text(c)?;
                self.end(End::Exit { snap, why })
            }
            "assume" => {
                let cond = p.value(c)?;
                let holds = match c.word("`true` or `false`")? {
                    "true" => true,
                    "false" => false,
                    w => return Err(format!("a condition is `true` or `false`, not `{w}`")),
                };
                let why = text(c)?;
                self.block()?.steps.push(Step::Assume { cond, holds, why });
                Ok(true)
            }
            _ if block_number(first).is_some() => self.begin(first, c, p),
            _ => {
                c.rest = start;
                Ok(false)
            }
        }
    }

    /// Gives the instructions that the last line added to the open block, if they are steps.
    fn steps(&mut self, p: &Parser<'_>) {
        self.last_line += 1;
        for i in self.seen..p.trace.insts.len() {
            let inst = &p.trace.insts[i];
            let step = matches!(inst.op.info().effect, Effect::Read | Effect::Write | Effect::All);
            if let (true, Some(block)) = (step, &mut self.open) {
                block.steps.push(Step::Do(IrRef(i as u32)));
            }
        }
        self.seen = p.trace.insts.len();
    }

    fn begin<'a>(&mut self, name: &str, c: &mut Cursor<'a>, p: &mut Parser<'a>) -> Res<bool> {
        if self.open.is_some() || block_number(name) != Some(self.done.len()) {
            return Err(format!("`{name}` stands where b{} must begin or end", self.done.len()));
        }
        c.space();
        let mut params = Vec::new();
        if c.rest.starts_with('(') {
            params = c.list("(", ")", |c| {
                let name = c.word("a parameter")?;
                p.define(name, Op::Phi)
            })?;
        }
        let place = if c.eat("@") { p.trace.place(&text(c)?) } else { 0 };
        let guest_steps = if c.eat("+") { c.number32()? } else { 0 };
        c.expect(":")?;
        let end = End::Exit { snap: crate::ir::SnapId::NONE, why: String::new() };
        self.open = Some(Block { params, steps: Vec::new(), end, place, guest_steps });
        self.seen = p.trace.insts.len();
        Ok(true)
    }

    fn block(&mut self) -> Res<&mut Block> {
        self.open.as_mut().ok_or("no block has begun".into())
    }

    fn end(&mut self, end: End) -> Res<bool> {
        self.block()?.end = end;
        self.done.extend(self.open.take());
        Ok(true)
    }
}

fn block_number(word: &str) -> Option<usize> {
    word.strip_prefix('b')?.parse().ok()
}

fn edge<'a>(c: &mut Cursor<'a>, p: &mut Parser<'a>) -> Res<Edge> {
    let to = c.indexed('b')?;
    Ok(Edge { to, args: c.list("(", ")", |c| p.value(c))? })
}

fn text(c: &mut Cursor<'_>) -> Res<String> {
    c.space();
    c.quoted()
}
