//! OpenCL C for a parallel loop: one work-item an iteration.
//!
//! **Problem.** A kernel must compute what the region's blocks do, bit for bit, and must fail rather than guess.
//!
//! **Form of a kernel.** `heap` is what addresses are relative to, and so is `fixed`, through which goes what the loop does not write: compilers then know that a store changes
//! nothing there. Then come lists for results (`out`) and late failures (`late`) and the values from outside the loop, as words. Values are variables; blocks follow the dominator tree: one that has a single predecessor stands where that one branches, one where ways meet stands behind the block that dominates it, with a
//! label. Inner loops are `for (;;)`. An iteration ends where the graph would go back to the loop's header.
//!
//! Where two loops are spread ([`crate::plane`]) the inner one's parameters begin where they are in the item's iteration, and the item ends where that loop would begin anew.
//!
//! **Results** in `out`: for each term of the fold a list with a word an iteration; for each parameter that is handed on ([`Role::Last`]) and not supplied by every
//! iteration two lists, its value and whether there was one; behind the lists, from the last iteration, the parameters that every one supplies.
//!
//! **On trial** ([`crate::marks`]) no store writes to memory, and loads that may meet one look at its marks first.
//!
//! **Failure.** An assumption that is not known to hold before, and ways out of the body, set the flag of their number: their place in
//! [`Text::reasons`]. An overflow need not end the item at once ([`Parallel::late`]): it sets a bit of the item's byte in `late`. Without a way out of its middle, and an atomic there, compilers
//! do the work of several items, or iterations, in one vector.

use crate::device::{PARAMS, PRELUDE};
use crate::marks::{self, too_long, ROUNDS};
use crate::nest::{Nest, END};
use crate::plane::Inner;
use crate::schedule::{Parallel, Role};
use holloway_compiler::ir::{Inst, IrRef, Mem, Op, Ty};
use holloway_compiler::region::{BlockId, Edge, End, Placed, Region, Step};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

/// Why a kernel gives up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// An assumption of the region, by block and step.
    Assumption(BlockId, usize),
    /// Iterations on trial have met, or might never end; in words.
    Met(String),
    /// Something else, in words.
    Other(String),
}

/// A kernel's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The source; the kernel's name is `region`.
    pub source: String,
    /// The values that it is given, in order.
    pub inputs: Vec<IrRef>,
    /// Behind them, the loads of which it is given where their lists are ([`crate::rows`]).
    pub rows: Vec<IrRef>,
    /// How many lists of results it writes, a word an item each.
    pub lists: usize,
    /// How many words the last item writes behind them.
    pub words: usize,
    /// What failed, by the number in the flag.
    pub reasons: Vec<Reason>,
    /// What failed late, by the bit in an item's byte; the last bit stands for all from there on.
    pub late: Vec<Reason>,
}

/// The last bit of an item's byte.
pub const LAST_BIT: usize = 7;

/// What every kernel may use.
const HELPERS: &str = "\
long div_floor(long a, long b) {
  if (b == 0) return 0;
  if (b == -1) return (long)(0UL - (ulong)a);
  long q = a / b;
  return q - ((a % b != 0) && ((a < 0) != (b < 0)));
}
long mod_floor(long a, long b) {
  if (b == 0 || b == -1) return 0;
  long r = a % b;
  return r != 0 && ((r < 0) != (b < 0)) ? r + b : r;
}
long to_int(double x) {
  if (x != x) return 0;
  return x >= 9223372036854775808.0 ? LONG_MAX : x < -9223372036854775808.0 ? LONG_MIN : (long)x;
}
int add_ovf(long a, long b) { long s = (long)((ulong)a + (ulong)b); return ((a ^ s) & (b ^ s)) < 0; }
int sub_ovf(long a, long b) { long s = (long)((ulong)a - (ulong)b); return ((a ^ b) & (a ^ s)) < 0; }
int mul_ovf(long a, long b) { return mul_hi(a, b) != ((long)((ulong)a * (ulong)b) >> 63); }
";

/// How pure ops are written; `$0`, `$1`, `$2` are operands.
const OPS: &[(Op, &str)] = &[
    (Op::IntAdd, "(long)((ulong)$0 + (ulong)$1)"),
    (Op::IntSub, "(long)((ulong)$0 - (ulong)$1)"),
    (Op::IntMul, "(long)((ulong)$0 * (ulong)$1)"),
    (Op::IntNeg, "(long)(0UL - (ulong)$0)"),
    (Op::IntDivFloor, "div_floor($0, $1)"),
    (Op::IntModFloor, "mod_floor($0, $1)"),
    (Op::IntAnd, "$0 & $1"),
    (Op::IntOr, "$0 | $1"),
    (Op::IntXor, "$0 ^ $1"),
    (Op::IntNot, "~$0"),
    (Op::IntShl, "(long)((ulong)$0 << ($1 & 63))"),
    (Op::IntShr, "(long)((ulong)$0 >> ($1 & 63))"),
    (Op::IntSar, "$0 >> ($1 & 63)"),
    (Op::IntAddOvf, "add_ovf($0, $1)"),
    (Op::IntSubOvf, "sub_ovf($0, $1)"),
    (Op::IntMulOvf, "mul_ovf($0, $1)"),
    (Op::IntEq, "$0 == $1"),
    (Op::IntNe, "$0 != $1"),
    (Op::IntLt, "$0 < $1"),
    (Op::IntLe, "$0 <= $1"),
    (Op::UintLt, "(ulong)$0 < (ulong)$1"),
    (Op::UintLe, "(ulong)$0 <= (ulong)$1"),
    (Op::FloatAdd, "$0 + $1"),
    (Op::FloatSub, "$0 - $1"),
    (Op::FloatMul, "$0 * $1"),
    (Op::FloatDiv, "$0 / $1"),
    (Op::FloatFma, "fma($0, $1, $2)"),
    (Op::FloatNeg, "as_double(as_ulong($0) ^ 0x8000000000000000UL)"),
    (Op::FloatAbs, "fabs($0)"),
    (Op::FloatSqrt, "sqrt($0)"),
    (Op::FloatFloor, "floor($0)"),
    (Op::FloatCeil, "ceil($0)"),
    (Op::FloatTrunc, "trunc($0)"),
    (Op::FloatEq, "$0 == $1"),
    (Op::FloatNe, "$0 != $1"),
    (Op::FloatLt, "$0 < $1"),
    (Op::FloatLe, "$0 <= $1"),
    (Op::IntToFloat, "(double)$0"),
    (Op::FloatToInt, "to_int($0)"),
    (Op::FloatToBits, "as_long($0)"),
    (Op::FloatFromBits, "as_double($0)"),
    (Op::RefToInt, "(long)$0"),
    (Op::RefFromInt, "(ulong)$0"),
    (Op::RefEq, "$0 == $1"),
    (Op::RefNe, "$0 != $1"),
];

/// The type of a value's variable.
fn type_of(ty: Ty) -> &'static str {
    match ty {
        Ty::Float => "double",
        Ty::Ref => "ulong",
        Ty::Int | Ty::Void => "long",
    }
}

/// The type of a place in memory.
fn stored(mem: Mem, ty: Ty) -> &'static str {
    match mem {
        Mem::U8 => "uchar",
        Mem::U16 => "ushort",
        Mem::U32 => "uint",
        Mem::I32 => "int",
        Mem::W64 => type_of(ty),
    }
}

/// Writes the kernel.
///
/// # Errors
/// An op has no form on devices.
pub fn emit(region: &Region, nest: &Nest, l: usize, par: &Parallel) -> Result<Text, String> {
    let header = nest.cfg.loops[l].header;
    let maybe = par.roles.iter().filter_map(|r| if let Role::Last(some) = r { Some(some) } else { None });
    // Of two loops at once no item tells what it leaves.
    let maybe: BTreeSet<IrRef> = maybe.flatten().copied().filter(|_| par.inner.is_none()).collect();
    let mut e = Emit {
        region,
        nest,
        l,
        par,
        header,
        inner: par.inner.as_ref().map(|i| (i, nest.cfg.loops[i.l].header)),
        maybe,
        body: String::new(),
        tables: BTreeSet::new(),
        vars: BTreeSet::new(),
        inputs: Vec::new(),
        rows: Vec::new(),
        lists: 0,
        words: 0,
        reasons: Vec::new(),
        late: Vec::new(),
        stores: nest.stores_in(region, l),
    };
    e.kernel()?;
    Ok(e.text())
}

struct Emit<'a> {
    region: &'a Region,
    nest: &'a Nest,
    l: usize,
    par: &'a Parallel,
    header: BlockId,
    /// The loop in it that is spread, too, and its header.
    inner: Option<(&'a Inner, BlockId)>,
    /// Parameters that may hold an older value, which is not there.
    maybe: BTreeSet<IrRef>,
    body: String,
    tables: BTreeSet<u32>,
    vars: BTreeSet<IrRef>,
    inputs: Vec<IrRef>,
    rows: Vec<IrRef>,
    lists: usize,
    words: usize,
    reasons: Vec<Reason>,
    late: Vec<Reason>,
    /// What the loop writes.
    stores: HashSet<(bool, u32)>,
}

impl Emit<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "  {line}");
    }

    /// The whole text.
    fn text(self) -> Text {
        let mut s = format!("{PRELUDE}{HELPERS}");
        for t in &self.tables {
            let words = self.region.vals.tables[*t as usize].words.iter().map(|w| format!("{w:#x}UL"));
            let words: Vec<String> = words.collect();
            let _ = writeln!(s, "__constant ulong t{t}[] = {{{}}};", words.join(", "));
        }
        let _ = write!(
            s,
            "__kernel void region({PARAMS}, __global uchar *heap, __global const uchar *restrict fixed, \
             __global ulong *restrict out, __global uchar *restrict late"
        );
        if let Some(trial) = &self.par.trial {
            let _ = write!(s, ", {}", marks::PARAMS);
            (0..trial.groups.len()).for_each(|g| {
                let _ = write!(s, ", ulong from{g}");
            });
        }
        (0..self.inputs.len()).for_each(|i| {
            let _ = write!(s, ", ulong w{i}");
        });
        (0..self.rows.len()).for_each(|k| {
            let _ = write!(s, ", ulong rows{k}");
        });
        s.push_str(match self.inner {
            None => ") {\n  ulong t = base.x + get_global_id(0);\n  if (t >= size.x) return;\n",
            Some(_) => {
                ") {\n  ulong u = base.x + get_global_id(0), t = base.y + get_global_id(1);\n  if (u >= size.x || t >= size.y) return;\n"
            }
        });
        if self.par.trial.is_some() {
            s.push_str(marks::BEGIN);
        }
        for (i, r) in self.inputs.iter().enumerate() {
            let ty = self.region.vals.ty(*r);
            let cast = if ty == Ty::Float { "as_double" } else { "" };
            let _ = writeln!(s, "  const {} i{i} = {cast}(w{i});", type_of(ty));
        }
        for r in &self.vars {
            // What stands on a way that is not taken is written to a list, too.
            let zero = if self.par.fold.terms.contains(r) { " = 0" } else { "" };
            let _ = writeln!(s, "  {} v{}{zero};", type_of(self.region.vals.ty(*r)), r.0);
        }
        for r in &self.maybe {
            let _ = writeln!(s, "  int has{} = 0;", r.0);
        }
        if !self.late.is_empty() {
            s.push_str("  int failed = 0;\n");
        }
        s.push_str(&self.body);
        s.push_str("}\n");
        Text {
            source: s,
            inputs: self.inputs,
            rows: self.rows,
            lists: self.lists,
            words: self.words,
            reasons: self.reasons,
            late: self.late,
        }
    }

    fn kernel(&mut self) -> Result<(), String> {
        let region = self.region;
        let params = region.blocks[self.header as usize].params.clone();
        for (&p, role) in params.iter().zip(&self.par.roles) {
            let line = match role {
                Role::Steady => {
                    let start = self.input(p);
                    format!("{} = {start};", self.define(p))
                }
                Role::Step(step) => {
                    let start = self.input(p);
                    format!("{} = (long)((ulong){start} + t * (ulong){});", self.define(p), int(*step as u64))
                }
                Role::Last(_) => format!("{} = 0;", self.define(p)),
                Role::Fold => continue,
            };
            self.line(&line);
        }
        self.block(self.header)
    }

    /// The value that the host supplies.
    fn input(&mut self, r: IrRef) -> String {
        let at = self.inputs.iter().position(|&i| i == r).unwrap_or_else(|| {
            self.inputs.push(r);
            self.inputs.len() - 1
        });
        format!("i{at}")
    }

    /// A value as an operand.
    fn value(&mut self, r: IrRef) -> String {
        if let Some(c) = self.region.vals.as_const(r) {
            return match c.ty {
                // The device may know the object by another name.
                Ty::Ref if c.bits != 0 => self.input(r),
                Ty::Float => format!("as_double({:#x}UL)", c.bits),
                Ty::Ref => format!("{:#x}UL", c.bits),
                Ty::Int | Ty::Void => int(c.bits),
            };
        }
        match self.nest.outside(self.l, r) || self.par.known.contains_key(&r) {
            true => self.input(r),
            false => self.define(r),
        }
    }

    /// The variable of a value.
    fn define(&mut self, r: IrRef) -> String {
        self.vars.insert(r);
        format!("v{}", r.0)
    }

    fn fail(&mut self, why: Reason) -> String {
        self.reasons.push(why);
        let number = self.reasons.len() - 1;
        match self.par.late.is_empty() {
            true => format!("{{ FAIL({number}); return; }}"),
            // What comes after an overflow may be its consequence.
            false => format!("{{ if (failed) {}; else FAIL({number}); return; }}", self.fail_late()),
        }
    }

    /// Tests that a condition is as said, and goes on.
    fn test_late(&mut self, cond: IrRef, holds: bool, why: Reason) {
        let (cond, not, bit) =
            (self.value(cond), if holds { "!" } else { "" }, self.late.len().min(LAST_BIT));
        self.late.push(why);
        self.line(&format!("failed |= ({not}({cond})) << {bit};"));
    }

    /// Notes that the item has failed late.
    fn fail_late(&self) -> String {
        let item = if self.inner.is_some() { "t * size.x + u" } else { "t" };
        format!("late[{item}] = (uchar)failed")
    }

    /// The end of an item.
    fn end(&mut self) {
        if !self.par.late.is_empty() {
            let line = format!("if (failed) {};", self.fail_late());
            self.line(&line);
        }
        self.line("return;");
    }

    /// The blocks a block dominates directly, and at which ways meet.
    fn meets(&self, b: BlockId) -> Vec<BlockId> {
        let blocks = self.nest.cfg.loops[self.l].blocks.iter().copied();
        blocks
            .filter(|&x| x != self.header && x != b && self.nest.cfg.idom[x as usize] == b && self.is_meet(x))
            .filter(|&x| !self.leaves(b, x))
            .filter(|x| !self.par.fold.branches.get(&b).is_some_and(|f| f.between.contains(x)))
            .collect()
    }

    /// Whether a step from one block to another leaves the innermost loop that is spread: no item does.
    fn leaves(&self, from: BlockId, to: BlockId) -> bool {
        let inner = self.inner.filter(|i| self.nest.in_loop(i.0.l, from));
        !self.nest.in_loop(inner.map_or(self.l, |i| i.0.l), to)
    }

    fn is_meet(&self, b: BlockId) -> bool {
        self.nest.cfg.preds[b as usize].iter().filter(|&&p| p < b).count() > 1
    }

    fn block(&mut self, b: BlockId) -> Result<(), String> {
        let spread = self.inner.filter(|i| i.1 == b);
        if let Some((inner, _)) = spread {
            for (&p, role) in self.region.blocks[b as usize].params.iter().zip(&inner.roles) {
                if let Role::Step(step) = role {
                    let p = self.define(p);
                    self.line(&format!("{p} = (long)((ulong){p} + u * (ulong){});", int(*step as u64)));
                }
            }
        }
        let inner = b != self.header && spread.is_none() && self.nest.headed_by(b).is_some();
        if inner {
            self.line("for (;;) {");
        }
        let nest = self.nest;
        for placed in &nest.order[b as usize] {
            match *placed {
                Placed::Pure(r) if self.par.fold.values.contains(&r) => {}
                Placed::Pure(r) => self.pure(r)?,
                Placed::Step(s) => self.step(b, s)?,
            }
        }
        let region = self.region;
        match &region.blocks[b as usize].end {
            _ if self.par.fold.branches.contains_key(&b) => self.jump_over(b)?,
            End::Goto(e) => self.edge(b, e)?,
            // An item is an iteration, so the loop's test has been passed.
            End::If { to, .. } if b == self.par.exit => {
                let stay = if self.nest.in_loop(self.l, to[0].to) { &to[0] } else { &to[1] };
                self.edge(b, stay)?;
            }
            End::If { to, .. } if self.inner.is_some_and(|i| i.0.exit == b) => {
                let stay = if self.leaves(b, to[0].to) { &to[1] } else { &to[0] };
                self.edge(b, stay)?;
            }
            End::If { cond, to } if self.par.late.exits.contains(&b) => {
                let holds = !self.leaves(b, to[0].to);
                let (stay, out) = if holds { (&to[0], &to[1]) } else { (&to[1], &to[0]) };
                self.test_late(*cond, holds, self.way_out(b, out.to));
                self.edge(b, stay)?;
            }
            End::If { cond, to: [yes, no] } => {
                let cond = self.value(*cond);
                self.line(&format!("if ({cond}) {{"));
                self.edge(b, yes)?;
                self.line("} else {");
                self.edge(b, no)?;
                self.line("}");
            }
            End::Exit { .. } => return Err("a block of a loop leaves the region".to_string()),
        }
        for m in self.meets(b) {
            self.line(&format!("m{m}: ;"));
            self.block(m)?;
        }
        if inner {
            self.line(&format!("c{b}: ;\n  }}"));
        }
        Ok(())
    }

    /// Why an item fails that leaves the loop.
    fn way_out(&self, from: BlockId, to: BlockId) -> Reason {
        let why = match &self.region.blocks[to as usize].end {
            End::Exit { why, .. } => why,
            _ => "the loop is left",
        };
        Reason::Other(format!("{why} ({})", self.region.line_of(from)))
    }

    /// Over a branch that is the fold's.
    fn jump_over(&mut self, b: BlockId) -> Result<(), String> {
        let (nest, par) = (self.nest, self.par);
        let branch = &par.fold.branches[&b];
        for placed in branch.between.iter().flat_map(|&x| &nest.order[x as usize]) {
            match *placed {
                Placed::Pure(r) if !par.fold.values.contains(&r) => self.pure(r)?,
                _ => {}
            }
        }
        if branch.to != END {
            self.line(&format!("goto m{};", branch.to));
            return Ok(());
        }
        let on = branch.way_on(self.region, self.header, b).ok_or("an iteration does not end")?;
        self.end_of_item(on)
    }

    /// On from a block: with what is supplied, to where that is.
    fn edge(&mut self, from: BlockId, e: &Edge) -> Result<(), String> {
        if e.to == self.header {
            return self.end_of_item(e);
        }
        if self.inner.is_some_and(|i| e.to == i.1 && self.nest.in_loop(i.0.l, from)) {
            self.end();
            return Ok(());
        }
        if self.leaves(from, e.to) {
            let fail = self.fail(self.way_out(from, e.to));
            self.line(&fail);
            return Ok(());
        }
        let params = &self.region.blocks[e.to as usize].params;
        let supplied = params.iter().copied().zip(e.args.iter().copied());
        let pairs: Vec<(IrRef, IrRef)> =
            supplied.filter(|(p, a)| p != a && !self.par.fold.values.contains(p)).collect();
        // All are supplied at once: one may be another's old value.
        let at_once = pairs.len() > 1;
        if at_once {
            self.line("{");
            for (k, (p, a)) in pairs.iter().enumerate() {
                let (ty, a) = (type_of(self.region.vals.ty(*p)), self.value(*a));
                self.line(&format!("{ty} x{k} = {a};"));
            }
        }
        for (k, (p, a)) in pairs.iter().enumerate() {
            let value = if at_once { format!("x{k}") } else { self.value(*a) };
            let p = self.define(*p);
            self.line(&format!("{p} = {value};"));
        }
        if at_once {
            self.line("}");
        }
        // In this order, a source is never overwritten before it is read only if there is one; so these are read first, too.
        let has: Vec<(IrRef, String)> =
            pairs.iter().filter(|(p, _)| self.maybe.contains(p)).map(|(p, a)| (*p, self.has(*a))).collect();
        if !has.is_empty() {
            self.line("{");
            for (k, (_, from)) in has.iter().enumerate() {
                self.line(&format!("int y{k} = {from};"));
            }
            for (k, (p, _)) in has.iter().enumerate() {
                self.line(&format!("has{} = y{k};", p.0));
            }
            self.line("}");
        }
        let back = e.to <= from;
        if back && self.par.trial.is_some() {
            let fail = self.fail(Reason::Met(too_long(self.region, e.to)));
            self.line(&format!("if (++rounds > {ROUNDS}) {fail}"));
        }
        if back {
            self.line(&format!("goto c{};", e.to));
        } else if self.is_meet(e.to) {
            self.line(&format!("goto m{};", e.to));
        } else {
            self.block(e.to)?;
        }
        Ok(())
    }

    /// Whether a value has been supplied in this iteration.
    fn has(&self, r: IrRef) -> String {
        if self.maybe.contains(&r) {
            format!("has{}", r.0)
        } else {
            "1".to_string()
        }
    }

    /// What an iteration leaves behind.
    fn end_of_item(&mut self, e: &Edge) -> Result<(), String> {
        let mut lists: Vec<String> = self.par.fold.terms.clone().into_iter().map(|r| self.bits(r)).collect();
        let mut words = Vec::new();
        for (role, &a) in self.par.roles.iter().zip(&e.args) {
            match role {
                Role::Last(some) if some.is_empty() => words.push(self.bits(a)),
                Role::Last(_) => {
                    lists.push(self.bits(a));
                    lists.push(self.has(a));
                }
                _ => {}
            }
        }
        for (k, value) in lists.iter().enumerate() {
            self.line(&format!("out[{k} * size.x + t] = {value};"));
        }
        if !words.is_empty() {
            self.line("if (t + 1 == size.x) {");
            for (k, value) in words.iter().enumerate() {
                self.line(&format!("out[{} * size.x + {k}] = {value};", lists.len()));
            }
            self.line("}");
        }
        (self.lists, self.words) = (lists.len(), words.len());
        self.end();
        Ok(())
    }

    fn bits(&mut self, r: IrRef) -> String {
        let value = self.value(r);
        match self.region.vals.ty(r) {
            Ty::Float => format!("as_ulong({value})"),
            _ => format!("(ulong){value}"),
        }
    }

    fn pure(&mut self, r: IrRef) -> Result<(), String> {
        let inst = self.region.inst(r);
        let value = match inst.op {
            Op::TableWord => {
                self.tables.insert(inst.aux);
                let (at, len) =
                    (self.value(inst.args[0]), self.region.vals.tables[inst.aux as usize].words.len());
                format!("(long)t{}[(ulong){at} & {}]", inst.aux, len - 1)
            }
            op => {
                let form = OPS.iter().find(|o| o.0 == op);
                let (_, form) = form.ok_or_else(|| format!("{} has no form on devices", op.info().name))?;
                inst.operands()
                    .iter()
                    .enumerate()
                    .fold(form.to_string(), |text, (k, &o)| text.replace(&format!("${k}"), &self.value(o)))
            }
        };
        let var = self.define(r);
        self.line(&format!("{var} = {value};"));
        Ok(())
    }

    fn step(&mut self, b: BlockId, s: usize) -> Result<(), String> {
        let region = self.region;
        match &region.blocks[b as usize].steps[s] {
            Step::Do(r) if self.par.known.contains_key(r) => {}
            Step::Do(r) if self.par.rows.contains_key(r) => {
                let (var, index) = (self.define(*r), self.value(self.par.rows[r].index));
                let k = self.rows.len();
                self.rows.push(*r);
                self.line(&format!(
                    "{var} = *(__global const ulong *)(fixed + (rows{k} + 8UL * (ulong){index}));"
                ));
            }
            Step::Do(r) => {
                let inst = *region.inst(*r);
                let line = match inst.op {
                    Op::Load | Op::LoadElem => {
                        self.look(*r, &inst);
                        let (var, ty) = (self.define(*r), type_of(inst.ty));
                        format!("{var} = ({ty})*{};", self.place(&inst, inst.ty))
                    }
                    Op::Store | Op::StoreElem => {
                        let value = inst.args[inst.operands().len() - 1];
                        match self.cell(*r, &inst) {
                            Some(cell) => {
                                let bits = self.bits(value);
                                format!("{{ ulong c = {cell}, bits = {bits}; {} }}", marks::STORE)
                            }
                            None => {
                                let (place, value_text) =
                                    (self.place(&inst, region.vals.ty(value)), self.value(value));
                                format!("*{place} = {value_text};")
                            }
                        }
                    }
                    op => return Err(format!("{} has no form on devices", op.info().name)),
                };
                self.line(&line);
            }
            Step::Assume { .. }
                if self.par.fold.assumes.contains(&(b, s)) || self.par.proved.contains(&(b, s)) => {}
            Step::Assume { cond, holds, .. } if self.par.late.assumes.contains(&(b, s)) => {
                self.test_late(*cond, *holds, Reason::Assumption(b, s));
            }
            Step::Assume { cond, holds, .. } => {
                let (cond, not) = (self.value(*cond), if *holds { "!" } else { "" });
                let fail = self.fail(Reason::Assumption(b, s));
                self.line(&format!("if ({not}({cond})) {fail}"));
            }
        }
        Ok(())
    }

    /// Looks at the marks of what a load is about to read, if it has any.
    fn look(&mut self, r: IrRef, inst: &Inst) {
        let trial = self.par.trial.as_ref();
        let met = trial.and_then(|t| t.marked.get(&r)).and_then(|m| m.met.clone());
        if let (Some(met), Some(cell)) = (met, self.cell(r, inst)) {
            let fail = self.fail(Reason::Met(met));
            self.line(&format!("{{ ulong c = {cell}; if ({}) {fail} }}", marks::MET));
        }
    }

    /// The cell of what a load or store accesses, on trial.
    fn cell(&mut self, r: IrRef, inst: &Inst) -> Option<String> {
        let trial = self.par.trial.as_ref()?;
        let group = trial.marked.get(&r)?.group;
        let shift = trial.groups[group].shift();
        let (_, address) = self.address(inst);
        Some(format!("(({address}) >> {shift}) - from{group}"))
    }

    /// A pointer to what a load or store accesses.
    fn place(&mut self, inst: &Inst, ty: Ty) -> String {
        let (mem, address) = self.address(inst);
        let written = self.stores.contains(&(matches!(inst.op, Op::LoadElem | Op::StoreElem), inst.aux));
        let (memory, constant) = if written { ("heap", "") } else { ("fixed", "const ") };
        format!("(__global {constant}{} *)({memory} + ({address}))", stored(mem, ty))
    }

    /// The form and the address of what a load or store accesses.
    fn address(&mut self, inst: &Inst) -> (Mem, String) {
        let base = self.value(inst.args[0]);
        let (mem, at) = match inst.op {
            Op::Load | Op::Store => {
                let d = &self.region.vals.fields[inst.aux as usize];
                (d.mem, format!("{}", d.offset))
            }
            _ => {
                let d = &self.region.vals.arrays[inst.aux as usize];
                (d.mem, format!("{} + {}UL * (ulong){}", d.offset, d.stride, self.value(inst.args[1])))
            }
        };
        (mem, format!("{base} + {at}"))
    }
}

/// A literal of 64 bits.
fn int(bits: u64) -> String {
    match bits as i64 {
        i64::MIN => "(long)0x8000000000000000UL".to_string(),
        n if n < 0 => format!("({n}L)"),
        n => format!("{n}L"),
    }
}
