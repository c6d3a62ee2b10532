//! What each operation of a handler does: registers, kinds of values, pure operations, decisions. The rest is in [`super::exec_heap`].

use super::host::{error, Node};
use super::lang::{raise, Greens, Lang, Value, FLOAT_TAG};
use super::program::*;
use holloway::heap::{OptGc, SlotArray};
use holloway::machine::*;

/// The temporaries of a step. They begin as constants.
pub struct Temps<V: Values> {
    pub i: [Int<V>; INTS as usize],
    pub f: [Float<V>; FLOATS as usize],
    pub b: [Bool<V>; BOOLS as usize],
    pub s: [Slot<V>; SLOTS as usize],
    pub n: [Ref<V, Node>; NODES as usize],
    pub a: [Ref<V, SlotArray>; ARRAYS as usize],
}

impl<V: Values> Temps<V> {
    pub fn new(lang: &Lang) -> Self {
        let w = lang.world();
        Temps {
            i: [0, 1, 2, 3].map(Int::new),
            f: [0.5, 2.0].map(Float::new),
            b: [false, true].map(Bool::new),
            s: [Value::Nil.into(); SLOTS as usize],
            n: [Ref::new(w.node); NODES as usize],
            a: [Ref::new(w.globals); ARRAYS as usize],
        }
    }
}

/// How a step goes on after an operation.
pub enum Step<V: Values> {
    Go,
    Skip(usize),
    Repeat {
        back: u8,
        times: u8,
    },
    /// The machine wants out before anything has happened.
    Stop,
    Jump,
    Back,
    Call {
        callee: u8,
        args: Vec<Slot<V>>,
        want: Want,
    },
    TailCall {
        callee: u8,
        args: Vec<Slot<V>>,
    },
    Return {
        values: Vec<Slot<V>>,
    },
}

/// Temporary number `$n` of a kind.
macro_rules! t {
    ($x:ident.$kind:ident[$n:expr]) => {
        $x.$kind[*$n as usize]
    };
}
pub(crate) use t;

/// An operand of the wrong kind.
pub fn wrong<M: Machine<L = Lang>, T>(m: &M, or: OrRaise, code: i64, default: T) -> Result<T, Raised> {
    if or {
        raise(m, code)
    } else {
        Ok(default)
    }
}

fn arith<V: Values>(op: u8, a: Int<V>, b: Int<V>) -> Int<V> {
    match op % 10 {
        0 => a + b,
        1 => a - b,
        2 => a * b,
        3 => a & b,
        4 => a | b,
        5 => a ^ b,
        6 => a.shl(b),
        7 => a.shr(b),
        8 => a.sar(b),
        _ => (-a).not() + b,
    }
}

fn compare<V: Values>(op: u8, a: Int<V>, b: Int<V>) -> Bool<V> {
    match op % 6 {
        0 => a.eq_(b),
        1 => a.ne_(b),
        2 => a.lt(b),
        3 => a.le(b),
        4 => a.ult(b),
        _ => a.ule(b),
    }
}

fn float_compare<V: Values>(op: u8, a: Float<V>, b: Float<V>) -> Bool<V> {
    match op % 4 {
        0 => a.eq_(b),
        1 => a.ne_(b),
        2 => a.lt(b),
        _ => a.le(b),
    }
}

fn float_arith<V: Values>(op: u8, a: Float<V>, b: Float<V>) -> Float<V> {
    match op % 4 {
        0 => a + b,
        1 => a - b,
        2 => a * b,
        _ => a / b,
    }
}

fn float_unary<V: Values>(op: u8, a: Float<V>) -> Float<V> {
    match op % 6 {
        0 => a.abs(),
        1 => a.sqrt(),
        2 => a.floor(),
        3 => a.ceil(),
        4 => a.trunc(),
        _ => -a,
    }
}

/// A double in an instruction.
fn float_imm(imm: i32) -> f64 {
    const SPECIAL: [f64; 8] = [0.0, -0.0, f64::INFINITY, f64::NAN, 1e300, -2.5, 0.1, 9_007_199_254_740_993.0];
    match imm {
        0..8 => SPECIAL[imm as usize],
        _ => f64::from(imm) / 4.0,
    }
}

/// An integer in an instruction: mostly small, now and then at an edge.
fn int_imm(imm: i32) -> i64 {
    match imm {
        -120 => i64::MIN,
        -119 => i64::MAX,
        -118 => 1 << 32,
        -117 => -1 << 31,
        -116 => u32::MAX.into(),
        _ => imm.into(),
    }
}

impl Lang {
    /// Does an operation of the running activation's handler.
    pub fn exec<M: Machine<L = Lang>>(
        &self,
        m: &M,
        s: &mut State<Lang, M::V>,
        x: &mut Temps<M::V>,
        g: &mut Greens,
        op: &Op,
        micro: Micro,
    ) -> Result<Step<M::V>, Raised> {
        let (lo, base) = (s.top().lo, s.top().base);
        let slot = |frame: &Activation<_>, k: u8| frame.frame.slot(op.regs[k as usize]);
        match &micro {
            Micro::Get { s: d, k } => {
                let k = slot(s.top(), *k);
                t!(x.s[d]) = s.stack.window(base)[k]
            }
            Micro::Put { k, s: v } => {
                let k = slot(s.top(), *k);
                s.stack.window(base)[k] = t!(x.s[v])
            }
            Micro::VarArg { s: d, i } => {
                let k = lo + *i as usize;
                t!(x.s[d]) = if k < base { s.stack.get(k) } else { Value::Nil.into() }
            }
            Micro::OpenCount { i } => t!(x.i[i]) = Int::new(g.open.into()),
            Micro::OpenAt { s: d, i } => {
                let there = *i < g.open;
                t!(x.s[d]) = if there { s.stack.get(base + OPEN_AT + *i as usize) } else { Value::Nil.into() }
            }
            Micro::SumGet { i } => t!(x.i[i]) = s.top().frame.sum,
            Micro::SumPut { i } => s.top().frame.sum = t!(x.i[i]),
            Micro::ScaleGet { f } => t!(x.f[f]) = s.top().frame.scale,
            Micro::ScalePut { f } => s.top().frame.scale = t!(x.f[f]),
            Micro::SelfGet { n } => {
                if let Some(own) = m.non_null(s.top().frame.own) {
                    t!(x.n[n]) = own
                }
            }
            Micro::SelfPut { n } => s.top().frame.own = t!(x.n[n]).opt(),
            Micro::SelfClear => s.top().frame.own = OptRef::null(),
            Micro::KeptGet { s: d } => t!(x.s[d]) = s.top().frame.kept,
            Micro::KeptPut { s: v } => s.top().frame.kept = t!(x.s[v]),
            Micro::KindGet { i } => t!(x.i[i]) = Int::new(g.kind.as_ref().map_or(-1, |k| k.number)),
            Micro::KindPut { n } => {
                let kind = t!(x.n[n]).get(m, Node::kind);
                g.kind = OptGc::from(m.promote_ref(kind))
            }
            Micro::Flip => g.mode ^= 1,
            Micro::Mode { i } => t!(x.i[i]) = Int::new(g.mode.into()),

            Micro::ToInt { i, s, or } => {
                t!(x.i[i]) = match m.unpack(t!(x.s[s])) {
                    Value::Int(v) => v,
                    _ => wrong(m, *or, error::KIND, Int::new(3))?,
                }
            }
            Micro::ToFloat { f, s, or } => {
                t!(x.f[f]) = match m.unpack(t!(x.s[s])) {
                    Value::Float(v) => v,
                    Value::Int(v) => v.to_float(),
                    _ => wrong(m, *or, error::KIND, Float::new(1.5))?,
                }
            }
            Micro::ToNode { n, s, or } => {
                t!(x.n[n]) = match m.unpack(t!(x.s[s])) {
                    Value::Node(v) => v,
                    _ => wrong(m, *or, error::KIND, t!(x.n[n]))?,
                }
            }
            Micro::ToArray { a, s, or } => {
                t!(x.a[a]) = match m.unpack(t!(x.s[s])) {
                    Value::Array(v) => v,
                    _ => wrong(m, *or, error::KIND, t!(x.a[a]))?,
                }
            }
            Micro::Variant { i, s } => {
                t!(x.i[i]) = Int::new(match m.unpack(t!(x.s[s])) {
                    Value::Nil => 0,
                    Value::Int(_) => 1,
                    Value::Float(_) => 2,
                    Value::Node(_) => 3,
                    Value::Array(_) => 4,
                    Value::Thread(_) => 5,
                })
            }
            Micro::HasTag { b, s, tag } => t!(x.b[b]) = t!(x.s[s]).has_tag((*tag).into()),
            Micro::TagLe { b, s, tag } => t!(x.b[b]) = t!(x.s[s]).tag_le((*tag).into()),
            Micro::PackNil { s } => t!(x.s[s]) = Value::Nil.into(),
            Micro::PackInt { s, i } => t!(x.s[s]) = Value::Int(t!(x.i[i])).into(),
            Micro::PackFloat { s, f } => t!(x.s[s]) = Value::Float(t!(x.f[f])).into(),
            Micro::PackNode { s, n } => t!(x.s[s]) = Value::Node(t!(x.n[n])).into(),
            Micro::PackArray { s, a } => t!(x.s[s]) = Value::Array(t!(x.a[a])).into(),
            Micro::CopySlot { s, t } => t!(x.s[s]) = t!(x.s[t]),

            Micro::Const { i, imm } => t!(x.i[i]) = Int::new(int_imm(op.imm[*imm as usize])),
            Micro::ConstFloat { f, imm } => t!(x.f[f]) = Float::new(float_imm(op.imm[*imm as usize])),
            Micro::Arith { op, d, i, j } => t!(x.i[d]) = arith(*op, t!(x.i[i]), t!(x.i[j])),
            Micro::Overflows { op, b, i, j } => {
                let (p, q) = (t!(x.i[i]), t!(x.i[j]));
                t!(x.b[b]) = match op % 3 {
                    0 => p.add_ovf(q),
                    1 => p.sub_ovf(q),
                    _ => p.mul_ovf(q),
                }
            }
            Micro::Divide { floor, d, i, j, or } => {
                let (p, q) = (t!(x.i[i]), t!(x.i[j]));
                t!(x.i[d]) = match m.unlikely(q.eq_(0)) {
                    true => wrong(m, *or, error::INDEX, p)?,
                    false if *floor => p.div_floor(q),
                    false => p.mod_floor(q),
                }
            }
            Micro::FloatArith { op, d, f, g } => t!(x.f[d]) = float_arith(*op, t!(x.f[f]), t!(x.f[g])),
            Micro::FloatUnary { op, d, f } => t!(x.f[d]) = float_unary(*op, t!(x.f[f])),
            Micro::IntToFloat { f, i } => t!(x.f[f]) = t!(x.i[i]).to_float(),
            Micro::FloatToInt { i, f } => t!(x.i[i]) = t!(x.f[f]).to_int(),
            Micro::Bits { i, f } => {
                // Of what is not a number the bits depend on who computed it.
                let v = t!(x.f[f]);
                t!(x.i[i]) = if m.likely(v.eq_(v)) { v.to_bits() } else { Int::new(1) }
            }
            Micro::Compare { op, b, i, j } => t!(x.b[b]) = compare(*op, t!(x.i[i]), t!(x.i[j])),
            Micro::FloatCompare { op, b, f, g } => t!(x.b[b]) = float_compare(*op, t!(x.f[f]), t!(x.f[g])),
            Micro::BoolToInt { i, b } => t!(x.i[i]) = t!(x.b[b]).to_int(),
            Micro::BoolOp { op, b, c } => {
                let (p, q) = (t!(x.b[b]), t!(x.b[c]));
                t!(x.b[b]) = match op % 3 {
                    0 => p.and(q),
                    1 => p.or(q),
                    _ => p.not(),
                }
            }
            Micro::SameSlot { b, s, t } => {
                let (p, q) = (t!(x.s[s]), t!(x.s[t]));
                t!(x.b[b]) = p.same(q).and(p.has_tag(FLOAT_TAG).not())
            }

            Micro::Branch { b, how, skip } => {
                let c = t!(x.b[b]);
                let taken = match how % 4 {
                    0 => m.branch(c),
                    1 => m.likely(c),
                    2 => m.unlikely(c),
                    _ => !m.branch(c),
                };
                if taken {
                    return Ok(Step::Skip(*skip as usize));
                }
            }
            Micro::Promote { i } => t!(x.i[i]) = Int::new(m.promote(t!(x.i[i]))),
            Micro::PromoteSmall { i } => t!(x.i[i]) = Int::new(m.promote(t!(x.i[i]) & 3)),
            Micro::PromoteKind { i, n } => {
                let kind = t!(x.n[n]).get(m, Node::kind);
                t!(x.i[i]) = Int::new(m.promote_ref(kind).number)
            }
            Micro::PromoteNode { i, n } => {
                let node = m.promote_ref(t!(x.n[n]));
                t!(x.i[i]) = Int::new(node.id + node.kind.number)
            }
            Micro::PromoteFew { i, n } => {
                let node = t!(x.n[n]);
                t!(x.i[i]) = match m.promote_few(node) {
                    Some(node) => Ref::new(node).get(m, Node::n).lt(2).to_int(),
                    // With a guard that the other way has not.
                    None => match m.branch(node.get(m, Node::n).lt(2)) {
                        true => Int::new(1),
                        false => Int::new(0),
                    },
                }
            }
            Micro::Vouch { b } => m.vouch(t!(x.b[b])),
            Micro::Repeat { back, times } => return Ok(Step::Repeat { back: *back, times: *times }),
            _ => return self.exec_heap(m, s, x, g, op, micro),
        }
        Ok(Step::Go)
    }
}

type Activation<V> = holloway::machine::Activation<super::lang::Activation<V>>;
