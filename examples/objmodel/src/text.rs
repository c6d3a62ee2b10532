//! Programs as text, a statement a line: `class NAME [PARENT]`, `method CLASS NAME V`, `new V CLASS`, `get V O NAME`, `set O NAME V`, `int V NUMBER`,
//! `add V A B`, `loop V` to `end` (runs while `V` is above 0, counting it down), `print V`. `#` begins a comment.

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Int { d: u8, n: i64 },
    Add { d: u8, a: u8, b: u8 },
    New { d: u8, class: u32 },
    Get { d: u8, o: u8, name: u32 },
    Set { o: u8, name: u32, a: u8 },
    Method { class: u32, name: u32, a: u8 },
    LoopTest { a: u8, to: u32 },
    LoopEnd { a: u8, to: u32 },
    Print { a: u8 },
    End,
}

/// A program.
#[derive(Default)]
pub struct Program {
    pub(crate) ops: Vec<Op>,
    pub(crate) lines: Vec<u32>,
    pub(crate) registers: u8,
    pub(crate) names: Vec<String>,
    /// Names and parents.
    pub(crate) classes: Vec<(String, Option<u32>)>,
    variables: Vec<String>,
}

impl Program {
    /// Takes a program apart.
    ///
    /// # Errors
    /// What is wrong, and in which line.
    pub fn parse(source: &str) -> Result<Program, String> {
        let mut p = Program::default();
        let mut open = Vec::new();
        let mut last = 0;
        for (line, text) in (1u32..).zip(source.lines()) {
            let words: Vec<&str> = text.split('#').next().unwrap_or("").split_whitespace().collect();
            if words.is_empty() {
                continue;
            }
            if let Some(op) = p.statement(&words, &mut open).map_err(|e| format!("line {line}: {e}"))? {
                p.ops.push(op);
                p.lines.push(line);
            }
            last = line;
        }
        if !open.is_empty() {
            return Err(format!("line {last}: 'end' is missing"));
        }
        p.ops.push(Op::End);
        p.lines.push(last);
        p.registers = p.variables.len() as u8;
        Ok(p)
    }
    fn variable(&mut self, name: &str) -> Result<u8, String> {
        let at = self.variables.iter().position(|v| v == name).unwrap_or_else(|| {
            self.variables.push(name.to_string());
            self.variables.len() - 1
        });
        // An activation's window has 256 slots.
        u8::try_from(at).ok().filter(|a| *a < 250).ok_or_else(|| "too many variables".to_string())
    }
    fn name(&mut self, name: &str) -> u32 {
        let at = self.names.iter().position(|n| n == name).unwrap_or_else(|| {
            self.names.push(name.to_string());
            self.names.len() - 1
        });
        at as u32
    }
    fn class(&self, name: &str) -> Result<u32, String> {
        let found = self.classes.iter().position(|c| c.0 == name);
        found.map(|i| i as u32).ok_or_else(|| format!("no class '{name}'"))
    }
    fn statement(&mut self, words: &[&str], open: &mut Vec<u32>) -> Result<Option<Op>, String> {
        Ok(Some(match *words {
            ["class", name, ref parent @ ..] if parent.len() < 2 => {
                let parent = parent.first().map(|p| self.class(p)).transpose()?;
                self.classes.push((name.to_string(), parent));
                return Ok(None);
            }
            ["method", class, name, a] => {
                Op::Method { class: self.class(class)?, name: self.name(name), a: self.variable(a)? }
            }
            ["new", d, class] => Op::New { class: self.class(class)?, d: self.variable(d)? },
            ["get", d, o, name] => {
                Op::Get { d: self.variable(d)?, o: self.variable(o)?, name: self.name(name) }
            }
            ["set", o, name, a] => {
                Op::Set { o: self.variable(o)?, name: self.name(name), a: self.variable(a)? }
            }
            ["int", d, n] => {
                let n = n.parse().map_err(|_| format!("'{n}' is no number"))?;
                Op::Int { d: self.variable(d)?, n }
            }
            ["add", d, a, b] => Op::Add { d: self.variable(d)?, a: self.variable(a)?, b: self.variable(b)? },
            ["loop", a] => {
                open.push(self.ops.len() as u32);
                Op::LoopTest { a: self.variable(a)?, to: 0 }
            }
            ["end"] => {
                let to = open.pop().ok_or("'end' without 'loop'")?;
                let after = self.ops.len() as u32 + 1;
                let Op::LoopTest { a, to: exit } = &mut self.ops[to as usize] else {
                    unreachable!("`open` has tests of loops")
                };
                *exit = after;
                Op::LoopEnd { a: *a, to }
            }
            ["print", a] => Op::Print { a: self.variable(a)? },
            _ => return Err(format!("a strange statement: '{}'", words.join(" "))),
        }))
    }
}
