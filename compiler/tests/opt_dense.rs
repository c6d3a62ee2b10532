//! Dense little traces: few objects, few fields, small numbers, so that everything collides with everything.
//!
//! The IR's own generator covers all ops; here stores and loads meet each other, indices coincide, loop arguments swap, and
//! comparisons decide the same things again, which is where the heap, guard, virtuals and peel passes can go wrong.

use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{evaluate, Outcome};
use holloway_compiler::ir::{Op, Trace};
use holloway_draws::Draws;
use holloway_testkit::meaning::{cases, check, Seen};

const DESCRS: &str = "
    type t0 = Box{header=5, size=40, stride=0, len=0}
    type t1 = Array{header=6, size=32, stride=8, len=8}
    field x0 = Box.int@8:w64
    field x1 = Box.next@16:w64
    field x2 = Box.small@24:u8
    field x3 = Box.float@32:w64
    field x4 = header@0:u32
    field x5 = Array.code@16:w64
    field x6 = Array.small@24:u8
    array a0 = Array[]@32/8:w64
    i0 = input int
    i1 = input int
    i2 = input int
    f3 = input float
    f4 = input float
    r5 = input ref
    r6 = input ref
    r7 = input ref
    s0 = snap guard=0 entries=[i0]
";

/// Writes the text of a trace.
struct Writer<'d> {
    draws: &'d mut Draws,
    text: String,
    next: usize,
    /// Names of ints, floats, boxes and arrays.
    pools: [Vec<String>; 4],
    snaps: usize,
}

const INT: usize = 0;
const FLOAT: usize = 1;
const BOX: usize = 2;
const ARRAY: usize = 3;

impl Writer<'_> {
    fn any(&mut self, pool: usize) -> String {
        let constants: &[&str] = match pool {
            INT => &["0", "1", "2", "3"],
            FLOAT => &["0.0", "-0.0", "1.0", "2.0"],
            _ => &[],
        };
        let p = &self.pools[pool];
        if !constants.is_empty() && self.draws.chance(25) {
            return self.draws.pick(constants).to_string();
        }
        let recent = if self.draws.chance(50) { p.len().min(3) } else { p.len() };
        p[p.len() - 1 - self.draws.below(recent)].clone()
    }
    fn op(&mut self, pool: usize, text: &str) -> String {
        let name = format!("{}{}", ["i", "f", "r", "r"][pool], self.next);
        self.next += 1;
        self.text += &format!("{name} = {text}\n");
        self.pools[pool].push(name.clone());
        name
    }
    fn plain(&mut self, text: &str) {
        self.next += 1;
        self.text += text;
        self.text += "\n";
    }
    fn guard(&mut self, text: &str) {
        let mut entries = Vec::new();
        for _ in 0..self.draws.below(6) {
            let pool = self.draws.below(4);
            entries.push(self.any(pool));
        }
        let log =
            if self.draws.chance(20) { format!(" replay log=[{}]", self.any(BOX)) } else { String::new() };
        let (start, end) = if log.is_empty() { ("", "") } else { log.split_at(7) };
        self.snaps += 1;
        self.text +=
            &format!("s{} = snap guard=0{start} entries=[{}]{end}\n", self.snaps, entries.join(", "));
        self.plain(&format!("{text} [s{}]", self.snaps));
    }
    fn step(&mut self) {
        let (i, j, f, b, a) = (self.any(INT), self.any(INT), self.any(FLOAT), self.any(BOX), self.any(ARRAY));
        match self.draws.below(28) {
            0 => drop(self.op(INT, &format!("load {b} x0"))),
            1 => drop(self.op(BOX, &format!("load {b} x1"))),
            2 => drop(self.op(INT, &format!("load {b} x2"))),
            3 => drop(self.op(FLOAT, &format!("load {b} x3"))),
            4 => {
                // The bits go round as an integer, but stay out of the pool: the sign of a NaN is not fixed.
                let word = self.op(INT, &format!("load {b} x3"));
                self.pools[INT].pop();
                self.op(FLOAT, &format!("float_from_bits {word}"));
                self.plain(&format!("store {b} {word} x3"));
            }
            5 => self.plain(&format!("store {b} {i} x0")),
            6 | 7 => {
                let c = self.any(BOX);
                self.plain(&format!("store {b} {c} x1"))
            }
            8 => self.plain(&format!("store {b} {i} x2")),
            9 => self.plain(&format!("store {b} {f} x3")),
            10 | 11 => {
                let k = self.op(INT, &format!("int_and {i} 3"));
                self.plain(&format!("store_elem {a} {k} {j} a0"))
            }
            12 => self.plain(&format!("store_elem {a} {} {j} a0", self.next % 4)),
            13 => {
                let k = self.op(INT, &format!("int_and {i} 3"));
                self.op(INT, &format!("load_elem {a} {k} a0"));
            }
            14 => drop(self.op(INT, &format!("load_elem {a} {} a0", self.next % 4))),
            15 => {
                // No box is ever without a next one.
                let r = self.op(BOX, "new t0");
                let c = self.any(BOX);
                self.plain(&format!("store {r} {c} x1"));
                self.plain(&format!("store {r} {i} x0"));
            }
            16 if self.draws.chance(50) => drop(self.op(ARRAY, "new_array 4 t1")),
            16 | 17 => {
                let c = self.any(BOX);
                let e = self.op(INT, &format!("{} {b} {c}", ["ref_eq", "ref_ne"][self.next % 2]));
                self.guard(&format!("guard_true {e}"));
            }
            18 => {
                let op = self.draws.pick(&["int_add", "int_sub", "int_xor", "int_and", "int_shl"]);
                self.op(INT, &format!("{op} {i} {j}"));
            }
            19 => {
                let g = self.any(FLOAT);
                let op = self.draws.pick(&["float_add", "float_mul", "float_sub"]);
                self.op(FLOAT, &format!("{op} {f} {g}"));
            }
            20 => {
                let g = self.any(FLOAT);
                let op = self.draws.pick(&["float_lt", "float_le", "float_eq", "float_ne"]);
                let c = self.op(INT, &format!("{op} {f} {g}"));
                self.guard(&format!("guard_true {c}"));
            }
            21 | 22 => self.plain(&format!("store {a} {i} x{}", 5 + self.next % 2)),
            23 | 24 => drop(self.op(INT, &format!("load {a} x{}", 5 + self.next % 2))),
            _ => {
                let op = self.draws.pick(&["int_lt", "int_le", "int_eq", "int_ne", "uint_lt", "uint_le"]);
                let c = self.op(INT, &format!("{op} {i} {j}"));
                if self.draws.chance(70) {
                    self.guard(&format!("guard_true {c}"));
                }
            }
        }
    }
}

/// Boxes and an array, which has fields before its elements; the boxes point to each other.
fn world(seed: u64) -> (ArenaMemory, Vec<u64>) {
    let mut draws = Draws::seeded(seed);
    let arena = ArenaMemory::new();
    let float = |draws: &mut Draws| draws.pick(&[0.0, -0.0, 1.0, 2.0, f64::NAN]).to_bits();
    let boxes: Vec<u64> = (0..3).map(|_| arena.block(&[5, 0, 0, 0, 0])).collect();
    for &b in &boxes {
        arena.set_word(b + 8, draws.below(4) as u64);
        arena.set_word(b + 16, draws.pick(&boxes));
        arena.set_word(b + 24, draws.below(4) as u64);
        arena.set_word(b + 32, float(&mut draws));
    }
    let array = arena.block(&[6, 4, 2, 3, 0, 1, 2, 3]);
    arena.poll_after(draws.below(5) as u64);
    let mut inputs: Vec<u64> = (0..3).map(|_| draws.below(4) as u64).collect();
    inputs.extend([float(&mut draws), float(&mut draws), draws.pick(&boxes), draws.pick(&boxes), array]);
    (arena, inputs)
}

fn dense_trace(draws: &mut Draws, first: u64) -> Trace {
    let names = |list: &[&str]| list.iter().map(|s| s.to_string()).collect();
    let pools = [names(&["i0", "i1", "i2"]), names(&["f3", "f4"]), names(&["r5", "r6"]), names(&["r7"])];
    let mut w = Writer { draws, text: String::new(), next: 8, pools, snaps: 0 };
    for _ in 0..8 + w.draws.below(30) {
        w.step();
    }
    w.guard("guard_poll");
    if w.draws.chance(80) {
        let mut args = Vec::new();
        for (k, pool) in [INT, INT, INT, FLOAT, FLOAT, BOX, BOX, ARRAY].into_iter().enumerate() {
            let same = format!("{}{k}", ["i", "f", "r", "r"][pool]);
            args.push(if w.draws.chance(35) { same } else { w.any(pool) });
        }
        w.plain(&format!("jump start({})", args.join(", ")));
    } else {
        w.guard("exit");
    }
    let text = format!("{DESCRS}{}", w.text);
    let mut t: Trace = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
    // Recorded guards hold the first time.
    for _ in 0..t.insts.len() {
        let (arena, inputs) = world(first);
        arena.poll_after(1);
        let Outcome::Exit { inst, .. } = evaluate(&t, &inputs, &mut arena.clone(), t.insts.len() as u64)
        else {
            break;
        };
        t.insts[inst].op = match t.insts[inst].op {
            Op::GuardTrue => Op::GuardFalse,
            Op::GuardFalse => Op::GuardTrue,
            _ => break,
        };
    }
    t
}

fn case(draws: &mut Draws, seen: &mut Seen) -> Result<(), String> {
    let (first, other) = (draws.bits(), draws.bits());
    let mut t = dense_trace(draws, first);
    check(&mut t, draws, seen, |_, round| world(if round == 0 { first } else { other }))
}

#[test]
fn dense_traces_mean_the_same() {
    cases(case);
}
