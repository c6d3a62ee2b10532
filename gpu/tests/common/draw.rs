//! Random loop nests: what an interpreter's steps would leave of small programs over arrays.
//!
//! A nest has float and integer variables that loops carry, flat arrays and arrays of rows (some rows shared or ragged, some arrays given twice), subscripts that are affine or
//! not, tests of bounds, branches, ways out of the middle, assumptions that fail late.

use super::World;
use holloway_compiler::ir::snapshot::Snapshot;
use holloway_compiler::ir::{ArrayDescr, FieldDescr, Inst, IrRef, Mem, Op, Refs, SnapId, Ty};
use holloway_compiler::region::{Block, BlockId, Edge, End, Region, Step};
use holloway_draws::Draws;

/// Variables of the program: floats, then integers.
const FLOATS: usize = 3;
const INTS: usize = 2;
const VARS: usize = FLOATS + INTS;

/// Descriptors: elements of flat arrays, of arrays of integers, and of rows; lengths of all.
const FLAT: u32 = 0;
const WHOLE: u32 = 1;
const ROWS: u32 = 2;

struct Builder<'d> {
    d: &'d mut Draws,
    region: Region,
    /// The block being filled.
    at: BlockId,
    vars: Vec<IrRef>,
    /// Loops' variables, outermost first.
    ivs: Vec<IrRef>,
    arrays: Vec<IrRef>,
    ints: Vec<IrRef>,
    rows: Vec<IrRef>,
    limits: Vec<IrRef>,
    budget: usize,
}

/// A region, its inputs, and a world for it.
pub fn nest(d: &mut Draws) -> (Region, Vec<u64>, World) {
    let mut region = Region::default();
    let array = |name: &'static str| ArrayDescr {
        name: name.into(),
        offset: 16,
        stride: 8,
        mem: Mem::W64,
        immutable: false,
        refs: Refs::None,
    };
    for name in ["Floats[]", "Ints[]", "Rows[]"] {
        region.vals.array(&array(name));
    }
    let len = FieldDescr {
        name: "len".into(),
        offset: 8,
        mem: Mem::W64,
        immutable: true,
        length: true,
        refs: Refs::None,
    };
    region.vals.field(&len);
    region.vals.places = vec!["unknown".into()];
    let (mut w, mut inputs) = (World::new(), Vec::new());
    let mut input = |ty, bits: u64, region: &mut Region| {
        inputs.push(bits);
        region.vals.push(Inst { ty, ..Inst::new(Op::Input) })
    };
    let floats = |d: &mut Draws, n: usize, w: &mut World| {
        w.floats((0..n).map(|_| d.below(64) as f64 / 4.0 - 5.0).collect::<Vec<_>>())
    };
    // Arrays, one of them perhaps under two names.
    let mut flats: Vec<u64> = (0..3)
        .map(|_| {
            let n = 6 + d.below(12);
            floats(d, n, &mut w)
        })
        .collect();
    if d.chance(20) {
        flats[1] = flats[0];
    }
    let whole: Vec<u64> = (0..2)
        .map(|_| {
            let xs: Vec<u64> = (0..12).map(|_| d.below(10) as u64).collect();
            w.array(&xs)
        })
        .collect();
    let mut tables = Vec::new();
    for _ in 0..2 {
        let ragged = d.chance(15);
        let mut all: Vec<u64> = (0..8)
            .map(|_| {
                let n = if ragged { 4 + d.below(5) } else { 8 };
                floats(d, n, &mut w)
            })
            .collect();
        if d.chance(15) {
            all[5] = all[2];
        }
        if tables.len() == 1 && d.chance(15) {
            all[1] = w.mem.word(tables[0] + 16 + 8 * d.below(8) as u64);
        }
        tables.push(w.array(&all));
    }
    let arrays = flats.iter().map(|&a| input(Ty::Ref, a, &mut region)).collect();
    let ints = whole.iter().map(|&a| input(Ty::Ref, a, &mut region)).collect();
    let rows = tables.iter().map(|&a| input(Ty::Ref, a, &mut region)).collect();
    let limits = (0..3).map(|_| input(Ty::Int, 1 + d.below(7) as u64, &mut region)).collect();
    let mut vars: Vec<IrRef> =
        (0..FLOATS).map(|_| input(Ty::Float, (d.below(9) as f64 / 2.0).to_bits(), &mut region)).collect();
    vars.extend((0..INTS).map(|_| input(Ty::Int, d.below(5) as u64, &mut region)));
    let entry =
        Block { params: vec![], steps: vec![], end: End::Goto(Edge::default()), place: 0, guest_steps: 0 };
    region.blocks.push(entry);
    let budget = 4 + d.below(14);
    let mut b = Builder { d, region, at: 0, vars, ivs: vec![], arrays, ints, rows, limits, budget };
    b.a_loop(1);
    b.leave("the loop ends");
    (b.region, inputs, w)
}

impl Builder<'_> {
    fn int(&mut self, k: i64) -> IrRef {
        self.region.vals.konst(Ty::Int, k as u64)
    }

    fn op(&mut self, op: Op, args: &[IrRef]) -> IrRef {
        let mut inst = Inst::new(op);
        inst.args[..args.len()].copy_from_slice(args);
        self.region.vals.push(inst)
    }

    fn step(&mut self, op: Op, ty: Ty, aux: u32, args: &[IrRef]) -> IrRef {
        let r = self.op(op, args);
        let inst = &mut self.region.vals.insts[r.index()];
        (inst.ty, inst.aux) = (ty, aux);
        self.region.blocks[self.at as usize].steps.push(Step::Do(r));
        r
    }

    fn assume(&mut self, cond: IrRef, holds: bool, why: &str) {
        self.region.blocks[self.at as usize].steps.push(Step::Assume { cond, holds, why: why.into() });
    }

    fn block(&mut self) -> BlockId {
        let end = End::Goto(Edge::default());
        self.region.blocks.push(Block { params: vec![], steps: vec![], end, place: 0, guest_steps: 0 });
        self.region.blocks.len() as BlockId - 1
    }

    fn end(&mut self, end: End) {
        self.region.blocks[self.at as usize].end = end;
    }

    /// Ends the block by leaving with all variables.
    fn leave(&mut self, why: &str) {
        let entries: Vec<IrRef> = self.vars.clone();
        let snap =
            Snapshot { greens: [self.at as u64].into(), entries: entries.into(), ..Snapshot::default() };
        self.region.vals.snaps.push(snap);
        let snap = SnapId(self.region.vals.snaps.len() as u32 - 1);
        self.end(End::Exit { snap, why: why.into() });
    }

    /// A parameter of a block.
    fn param(&mut self, b: BlockId, ty: Ty) -> IrRef {
        let p = self.region.vals.push(Inst { ty, ..Inst::new(Op::Phi) });
        self.region.blocks[b as usize].params.push(p);
        p
    }

    fn ty(&self, r: IrRef) -> Ty {
        self.region.vals.ty(r)
    }

    /// `for v in range(from, to): ...`, or backwards; what the body assigns is carried. Which that is is found by a first pass that draws nothing else.
    fn a_loop(&mut self, depth: usize) {
        let carried: Vec<bool> = (0..VARS).map(|_| self.d.chance(45)).collect();
        let (before, from, down) = (self.at, self.bound(), self.d.chance(15));
        let header = self.block();
        let outer = self.vars.clone();
        let iv = self.param(header, Ty::Int);
        for v in (0..VARS).filter(|&v| carried[v]) {
            let ty = self.ty(self.vars[v]);
            self.vars[v] = self.param(header, ty);
        }
        let supply = |of: &[IrRef], iv: IrRef| -> Edge {
            let rest = (0..VARS).filter(|&v| carried[v]).map(|v| of[v]);
            Edge { to: header, args: std::iter::once(iv).chain(rest).collect() }
        };
        let limit = self.bound();
        let (first, last) = if down { (limit, from) } else { (from, limit) };
        self.region.blocks[before as usize].end = End::Goto(supply(&outer, first));
        self.at = header;
        // Interpreters take several steps to a test.
        if self.d.chance(30) {
            let next = self.block();
            self.end(End::Goto(Edge { to: next, args: vec![] }));
            self.at = next;
            if self.d.chance(30) {
                let (a, b) = (self.number(1), self.int(30));
                let cond = self.op(Op::IntLt, &[a, b]);
                self.way_out(cond);
            }
        }
        let tested = self.at;
        let test = if down { self.op(Op::IntLt, &[last, iv]) } else { self.op(Op::IntLt, &[iv, last]) };
        let at_header = self.vars.clone();
        let body = self.block();
        self.at = body;
        self.ivs.push(iv);
        let fixed: Vec<IrRef> = self.vars.clone();
        for _ in 0..1 + self.d.below(3) {
            self.statement(depth);
            // What is not carried is as before.
            (0..VARS).filter(|&v| !carried[v]).for_each(|v| self.vars[v] = fixed[v]);
        }
        self.ivs.pop();
        let one = self.int(if down { -1 } else { 1 });
        let next = self.op(Op::IntAdd, &[iv, one]);
        let back = supply(&self.vars.clone(), next);
        self.end(End::Goto(back));
        self.vars = at_header;
        let exit = self.block();
        let way = |to| Edge { to, args: vec![] };
        self.region.blocks[tested as usize].end = End::If { cond: test, to: [way(body), way(exit)] };
        self.at = exit;
    }

    /// A bound: a small number, a limit, or another loop's variable.
    fn bound(&mut self) -> IrRef {
        match self.d.below(6) {
            0 if !self.ivs.is_empty() => {
                let iv = self.d.pick(&self.ivs);
                let k = self.d.below(3) as i64;
                let k = self.int(k);
                self.op(Op::IntAdd, &[iv, k])
            }
            1..=3 => self.d.pick(&self.limits),
            _ => {
                let k = self.d.below(7) as i64;
                self.int(k)
            }
        }
    }

    fn statement(&mut self, depth: usize) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        match self.d.below(14) {
            12 => self.least(),
            13 if self.d.chance(40) => {
                // A list that is full.
                let iv = self.d.pick(&self.ivs);
                let limit = self.d.pick(&self.limits);
                let op = self.d.pick(&[Op::IntLt, Op::UintLt, Op::IntNe]);
                let cond = self.op(op, &[iv, limit]);
                self.way_out(cond);
            }
            0..=2 if depth < 3 => self.a_loop(depth + 1),
            3 => self.branch(depth),
            4 | 5 => {
                let v = self.d.below(VARS);
                self.vars[v] = if v < FLOATS { self.float(2) } else { self.number(2) };
            }
            6 => {
                // A sum.
                let v = self.d.below(VARS);
                let old = self.vars[v];
                self.vars[v] = if v < FLOATS {
                    let x = self.float(1);
                    self.op(Op::FloatAdd, &[old, x])
                } else {
                    let x = self.number(1);
                    let over = self.op(Op::IntAddOvf, &[old, x]);
                    self.assume(over, false, "no overflow");
                    self.op(Op::IntAdd, &[old, x])
                };
            }
            7 if self.d.chance(15) => {
                let (a, b) = (self.number(1), self.int(40));
                let cond = self.op(Op::IntLt, &[a, b]);
                match self.d.chance(50) {
                    true => self.assume(cond, true, "it is small"),
                    false => self.way_out(cond),
                }
            }
            8 => {
                let (array, index) = (self.d.pick(&self.ints), self.subscript());
                let value = self.number(1);
                self.checked(array, index);
                self.step(Op::StoreElem, Ty::Void, WHOLE, &[array, index, value]);
            }
            _ => {
                let value = self.float(2);
                let (array, index) = self.place();
                self.step(Op::StoreElem, Ty::Void, FLAT, &[array, index, value]);
            }
        }
    }

    /// Out of the middle unless the condition holds.
    fn way_out(&mut self, cond: IrRef) {
        let before = self.at;
        let on = self.block();
        let out = self.block();
        let way = |to| Edge { to, args: vec![] };
        self.region.blocks[before as usize].end = End::If { cond, to: [way(on), way(out)] };
        self.at = out;
        self.leave("an exception");
        self.at = on;
    }

    /// The least or greatest of something, perhaps where it is, and perhaps how often a better one came.
    fn least(&mut self) {
        let v = self.d.below(VARS);
        let new = if v < FLOATS { self.float(1) } else { self.number(1) };
        let (op, pair) = match v < FLOATS {
            true => (self.d.pick(&[Op::FloatLt, Op::FloatLe]), [new, self.vars[v]]),
            false => (self.d.pick(&[Op::IntLt, Op::IntLe]), [new, self.vars[v]]),
        };
        let cond = if self.d.chance(50) { self.op(op, &pair) } else { self.op(op, &[pair[1], pair[0]]) };
        let place = self.number(1);
        let (other, sum) = (self.d.below(VARS), self.d.chance(30));
        self.ways(cond, |b, side| {
            if side == 0 {
                b.vars[v] = new;
            }
            if side == 0 && other >= FLOATS && other != v {
                b.vars[other] = if sum { b.op(Op::IntAdd, &[b.vars[other], place]) } else { place };
            }
        });
    }

    fn branch(&mut self, depth: usize) {
        let (a, b) = (self.number(1), self.number(1));
        let op = self.d.pick(&[Op::IntLt, Op::IntEq, Op::IntLe]);
        let cond = self.op(op, &[a, b]);
        self.ways(cond, |b, side| {
            if side == 0 || b.d.chance(50) {
                b.statement(depth);
            }
        });
    }

    /// Two ways that meet.
    fn ways(&mut self, cond: IrRef, mut way: impl FnMut(&mut Self, usize)) {
        let before = (self.at, self.vars.clone());
        let mut ends = Vec::new();
        let mut to = Vec::new();
        for side in 0..2 {
            let b = self.block();
            to.push(Edge { to: b, args: vec![] });
            (self.at, self.vars) = (b, before.1.clone());
            way(self, side);
            ends.push((self.at, self.vars.clone()));
        }
        let to: [Edge; 2] = to.try_into().unwrap();
        self.region.blocks[before.0 as usize].end = End::If { cond, to };
        let meet = self.block();
        let differ: Vec<usize> = (0..VARS).filter(|&v| ends[0].1[v] != ends[1].1[v]).collect();
        for (at, vars) in &ends {
            let args = differ.iter().map(|&v| vars[v]).collect();
            self.region.blocks[*at as usize].end = End::Goto(Edge { to: meet, args });
        }
        self.at = meet;
        self.vars = ends[0].1.clone();
        for v in differ {
            let ty = self.ty(self.vars[v]);
            self.vars[v] = self.param(meet, ty);
        }
    }

    /// A subscript: mostly affine.
    fn subscript(&mut self) -> IrRef {
        let mut sum =
            if self.d.chance(85) && !self.ivs.is_empty() { self.d.pick(&self.ivs) } else { self.int(3) };
        if self.d.chance(30) {
            let k = self.d.pick(&[2, 3, -1]);
            let k = self.int(k);
            sum = self.op(Op::IntMul, &[sum, k]);
        }
        if self.d.chance(30) {
            let other = self.number(0);
            sum = self.op(Op::IntAdd, &[sum, other]);
        }
        if self.d.chance(40) {
            let k = self.d.below(5) as i64 - 1;
            let k = self.int(k);
            sum = self.op(Op::IntAdd, &[sum, k]);
        }
        if self.d.chance(8) {
            let i = self.d.pick(&self.ints);
            self.checked(i, sum);
            sum = self.step(Op::LoadElem, Ty::Int, WHOLE, &[i, sum]);
        }
        sum
    }

    /// Tests an index.
    fn checked(&mut self, array: IrRef, index: IrRef) {
        let len = self.step(Op::Load, Ty::Int, 0, &[array]);
        let within = self.op(Op::UintLt, &[index, len]);
        self.assume(within, true, "the index is within");
    }

    /// An array of floats, and a subscript that has been tested.
    fn place(&mut self) -> (IrRef, IrRef) {
        let array = if self.d.chance(50) {
            self.d.pick(&self.arrays)
        } else {
            let (rows, i) = (self.d.pick(&self.rows), self.subscript());
            self.checked(rows, i);
            self.step(Op::LoadElem, Ty::Ref, ROWS, &[rows, i])
        };
        let index = self.subscript();
        self.checked(array, index);
        (array, index)
    }

    fn number(&mut self, depth: usize) -> IrRef {
        match self.d.below(8) {
            0 | 1 if depth > 0 => {
                let (a, b) = (self.number(depth - 1), self.number(depth - 1));
                let op = self.d.pick(&[Op::IntAdd, Op::IntSub, Op::IntAnd, Op::IntModFloor, Op::IntDivFloor]);
                self.op(op, &[a, b])
            }
            2 if depth > 0 => {
                let (array, i) = (self.d.pick(&self.ints), self.subscript());
                self.checked(array, i);
                self.step(Op::LoadElem, Ty::Int, WHOLE, &[array, i])
            }
            3 | 4 if !self.ivs.is_empty() => self.d.pick(&self.ivs),
            5 => self.vars[FLOATS + self.d.below(INTS)],
            6 => self.d.pick(&self.limits),
            _ => {
                let k = self.d.below(5) as i64;
                self.int(k)
            }
        }
    }

    fn float(&mut self, depth: usize) -> IrRef {
        match self.d.below(8) {
            0..=2 if depth > 0 => {
                let (a, b) = (self.float(depth - 1), self.float(depth - 1));
                let op = self.d.pick(&[Op::FloatAdd, Op::FloatMul, Op::FloatSub, Op::FloatDiv]);
                self.op(op, &[a, b])
            }
            3 | 4 => {
                let (array, index) = self.place();
                self.step(Op::LoadElem, Ty::Float, FLAT, &[array, index])
            }
            5 => {
                let n = self.number(1);
                self.op(Op::IntToFloat, &[n])
            }
            6 => self.vars[self.d.below(FLOATS)],
            _ => self.region.vals.konst(Ty::Float, 0.5f64.to_bits()),
        }
    }
}
