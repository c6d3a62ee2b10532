//! A small machine that runs prototypes to test the compiler: no metatables, no coroutines, errors are panics.
//!
//! It overwrites every register that is not live with a poison whose use panics. So a program that runs to its
//! expected output tests the compiler and the liveness analysis at once.

use crate::bytecode::*;
use crate::compile::liveness::{liveness, LiveMask};
use crate::syntax::fold::float_to_int;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;

/// A function of the test library.
type NativeFn = fn(&mut Machine, Vec<Val>) -> Vec<Val>;

#[derive(Clone)]
pub enum Val {
    Poison,
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(Rc<[u8]>),
    Table(Rc<RefCell<Vec<(Val, Val)>>>),
    Func(Rc<Closure>),
    Native(NativeFn),
    Cell(Rc<RefCell<Val>>),
    Closer(Rc<Val>),
}
use Val::*;

pub struct Closure {
    proto: Rc<Proto>,
    live: Vec<LiveMask>,
    upvals: RefCell<Vec<Val>>,
}

#[derive(Default)]
pub struct Machine {
    pub out: String,
    pub back_edges: usize,
}

impl Val {
    fn truthy(&self) -> bool {
        match self {
            Poison => panic!("read a dead register"),
            Nil | Bool(false) => false,
            _ => true,
        }
    }

    fn text(&self) -> String {
        match self {
            Nil => "nil".into(),
            Bool(b) => b.to_string(),
            Int(i) => i.to_string(),
            Float(x) if x.floor() == *x && x.abs() < 1e15 => format!("{x:.1}"),
            Float(x) => x.to_string(),
            Str(s) => String::from_utf8_lossy(s).into_owned(),
            Table(_) => "table".into(),
            Func(_) | Native(_) => "function".into(),
            Poison | Cell(_) | Closer(_) => panic!("not a value"),
        }
    }

    fn number(&self) -> f64 {
        match self {
            Int(i) => *i as f64,
            Float(x) => *x,
            other => panic!("not a number: {}", other.text()),
        }
    }

    fn integer(&self) -> i64 {
        match self {
            Int(i) => *i,
            Float(x) => float_to_int(*x).expect("an integral float"),
            other => panic!("not an integer: {}", other.text()),
        }
    }
}

pub fn equal(a: &Val, b: &Val) -> bool {
    match (a, b) {
        (Poison, _) | (_, Poison) => panic!("read a dead register"),
        (Nil, Nil) => true,
        (Bool(a), Bool(b)) => a == b,
        (Int(a), Int(b)) => a == b,
        (Int(_) | Float(_), Int(_) | Float(_)) => a.number() == b.number(),
        (Str(a), Str(b)) => a == b,
        (Table(a), Table(b)) => Rc::ptr_eq(a, b),
        (Func(a), Func(b)) => Rc::ptr_eq(a, b),
        _ => false,
    }
}

fn order(a: &Val, b: &Val) -> Option<Ordering> {
    match (a, b) {
        (Str(a), Str(b)) => Some(a.cmp(b)),
        _ => a.number().partial_cmp(&b.number()),
    }
}

fn arith(op: crate::syntax::ast::BinOp, a: &Val, b: &Val) -> Val {
    use crate::syntax::{ast::BinOp::*, ast::Literal, fold};
    let literal = |v: &Val| match v {
        Int(i) => Literal::Int(*i),
        Float(x) => Literal::Float(*x),
        other => panic!("arithmetic on {}", other.text()),
    };
    // The folder is right wherever it answers (it has its own tests); the rest is float zeros and NaNs.
    match fold::binary(op, &literal(a), &literal(b)) {
        Some(Literal::Int(i)) => Int(i),
        Some(Literal::Float(x)) => Float(x),
        _ => match op {
            Add => Float(a.number() + b.number()),
            Sub => Float(a.number() - b.number()),
            Mul => Float(a.number() * b.number()),
            Div => Float(a.number() / b.number()),
            _ => panic!("{op:?} failed"),
        },
    }
}

fn index(t: &Val, key: &Val) -> Val {
    let Table(t) = t else { panic!("index of {}", t.text()) };
    t.borrow().iter().find(|(k, _)| equal(k, key)).map_or(Nil, |(_, v)| v.clone())
}

fn set_index(t: &Val, key: Val, value: Val) {
    let Table(t) = t else { panic!("index of {}", t.text()) };
    value.truthy();
    let mut t = t.borrow_mut();
    match t.iter_mut().find(|(k, _)| equal(k, &key)) {
        Some(entry) => entry.1 = value,
        None => t.push((key, value)),
    }
}

fn konst(k: &Const) -> Val {
    match k {
        Const::Nil => Nil,
        Const::Bool(b) => Bool(*b),
        Const::Int(i) => Int(*i),
        Const::Float(x) => Float(*x),
        Const::Str(s) => Str(s.clone()),
    }
}

fn cell(v: &Val) -> &Rc<RefCell<Val>> {
    match v {
        Cell(c) => c,
        _ => panic!("not a cell"),
    }
}

fn string(s: &str) -> Val {
    Str(s.as_bytes().into())
}

pub fn closure(proto: Rc<Proto>, upvals: Vec<Val>) -> Rc<Closure> {
    let live = liveness(&proto);
    Rc::new(Closure { proto, live, upvals: RefCell::new(upvals) })
}

/// Runs a main function with the test library; gives what it printed.
pub fn run(proto: Rc<Proto>) -> (String, usize) {
    let env = Table(Rc::default());
    let natives: [(&str, NativeFn); 4] = [
        ("print", |m, args| {
            let line: Vec<String> = args.iter().map(Val::text).collect();
            m.out += &(line.join(" ") + "\n");
            vec![]
        }),
        ("count", |_, args| vec![Int(args.len() as i64)]),
        ("closer", |_, args| vec![Closer(Rc::new(args[0].clone()))]),
        ("rest", |_, args| args[1..].to_vec()),
    ];
    for (name, f) in natives {
        set_index(&env, string(name), Native(f));
    }
    let env = if proto.upvals[0].is_cell { Cell(Rc::new(RefCell::new(env))) } else { env };
    let mut machine = Machine::default();
    machine.call(&Func(closure(proto, vec![env])), vec![]);
    (machine.out, machine.back_edges)
}

impl Machine {
    pub fn call(&mut self, f: &Val, args: Vec<Val>) -> Vec<Val> {
        for v in &args {
            v.truthy(); // panics on poison
        }
        match f {
            Native(f) => f(self, args),
            Func(c) => self.exec(c, args),
            other => panic!("call of {}", other.text()),
        }
    }

    fn close(&mut self, open: &mut Vec<(u8, Val)>, from: u8) {
        while open.last().is_some_and(|(r, _)| *r >= from) {
            if let Some((_, Closer(f))) = open.pop() {
                self.call(&f, vec![]);
            }
        }
    }

    fn exec(&mut self, c: &Closure, mut args: Vec<Val>) -> Vec<Val> {
        use crate::syntax::ast::BinOp;
        let p = &c.proto;
        let mut r = vec![Poison; 1024];
        let n = usize::from(p.nparams);
        let extra = if args.len() > n { args.split_off(n) } else { vec![] };
        args.resize(n, Nil);
        r[..n].clone_from_slice(&args);
        let (mut pc, mut top, mut open) = (0, 0, Vec::new());
        let k = |i: u16| konst(&p.consts[usize::from(i)]);
        loop {
            for (reg, value) in r[..usize::from(p.registers)].iter_mut().enumerate() {
                if !c.live[pc].contains(reg) {
                    *value = Poison;
                }
            }
            let op = p.code[pc];
            let here = pc;
            pc += 1;
            macro_rules! r {
                ($i:expr) => {
                    r[usize::from($i)]
                };
            }
            macro_rules! get {
                ($i:expr) => {{
                    let v = r!($i).clone();
                    v.truthy();
                    v
                }};
            }
            macro_rules! jump {
                ($cond:expr) => {
                    if $cond {
                        pc = op.target(here).unwrap();
                        self.back_edges += usize::from(pc <= here);
                        assert_eq!(pc <= here, op.is_back_edge(), "{op:?}");
                    }
                };
            }
            macro_rules! math {
                ($a:expr, $op:ident, $x:expr, $y:expr) => {
                    r!($a) = arith(BinOp::$op, &$x, &$y)
                };
            }
            macro_rules! values {
                ($a:expr, $b:expr) => {{
                    let end = if $b == 0 { top } else { usize::from($a) + usize::from($b) - 1 };
                    r[usize::from($a)..end].to_vec()
                }};
            }
            macro_rules! results {
                ($a:expr, $c:expr, $list:expr) => {{
                    let (a, mut list) = (usize::from($a), $list);
                    if $c == 0 {
                        top = a + list.len();
                    } else {
                        list.resize(usize::from($c) - 1, Nil);
                    }
                    r[a..a + list.len()].clone_from_slice(&list);
                }};
            }
            let lt = |a: &Val, b: &Val| order(a, b) == Some(Ordering::Less);
            let le = |a: &Val, b: &Val| matches!(order(a, b), Some(Ordering::Less | Ordering::Equal));
            let int = |i: i16| Int(i.into());
            match op {
                Op::Move { a, b } => r!(a) = get!(b),
                Op::LoadNil { a, n } => (a..a + n).for_each(|i| r!(i) = Nil),
                Op::LoadTrue { a } => r!(a) = Bool(true),
                Op::LoadFalse { a } => r!(a) = Bool(false),
                Op::LoadFalseSkip { a } => {
                    r!(a) = Bool(false);
                    pc += 1;
                }
                Op::LoadInt { a, i } => r!(a) = Int(i.into()),
                Op::LoadK { a, k } => r!(a) = konst(&p.consts[k as usize]),
                Op::NewCell { a, b } => r!(a) = Cell(Rc::new(RefCell::new(get!(b)))),
                Op::GetCell { a, b } => r!(a) = cell(&get!(b)).borrow().clone(),
                Op::SetCell { a, b } => *cell(&get!(a)).borrow_mut() = get!(b),
                Op::GetUpval { a, up } => r!(a) = c.upvals.borrow()[usize::from(up)].clone(),
                Op::GetUpvalCell { a, up } => {
                    r!(a) = cell(&c.upvals.borrow()[usize::from(up)]).borrow().clone();
                }
                Op::SetUpvalCell { up, b } => {
                    *cell(&c.upvals.borrow()[usize::from(up)]).borrow_mut() = get!(b);
                }
                Op::Closure { a, p: at } => {
                    let inner = p.protos[at as usize].clone();
                    let upvals = inner.upvals.iter().map(|u| match u.source {
                        UpvalSource::Register(reg) => get!(reg),
                        UpvalSource::Upvalue(up) => c.upvals.borrow()[usize::from(up)].clone(),
                        UpvalSource::Itself | UpvalSource::Outside => Nil,
                    });
                    let made = closure(inner.clone(), upvals.collect());
                    for (at, u) in inner.upvals.iter().enumerate() {
                        let is_cell = matches!(made.upvals.borrow()[at], Cell(_));
                        assert_eq!(is_cell, u.is_cell && u.source != UpvalSource::Itself);
                        if u.source == UpvalSource::Itself {
                            made.upvals.borrow_mut()[at] = Func(made.clone());
                        }
                    }
                    r!(a) = Func(made);
                }
                Op::GetTabUp { a, up, k: key } => r!(a) = index(&c.upvals.borrow()[usize::from(up)], &k(key)),
                Op::SetTabUp { up, c: v, k: key } => {
                    set_index(&c.upvals.borrow()[usize::from(up)], k(key), get!(v));
                }
                Op::SetTabUpK { up, k: key, v } => {
                    set_index(&c.upvals.borrow()[usize::from(up)], k(key), k(v));
                }
                Op::GetField { a, b, k: key } => r!(a) = index(&get!(b), &k(key)),
                Op::SetField { a, c, k: key } => set_index(&get!(a), k(key), get!(c)),
                Op::SetFieldK { a, k: key, v } => set_index(&get!(a), k(key), k(v)),
                Op::GetIndex { a, b, c } => r!(a) = index(&get!(b), &get!(c)),
                Op::SetIndex { a, b, c } => set_index(&get!(a), get!(b), get!(c)),
                Op::SetIndexK { a, b, v } => set_index(&get!(a), get!(b), k(v)),
                Op::GetInt { a, b, i } => r!(a) = index(&get!(b), &Int(i.into())),
                Op::SetInt { a, c, i } => set_index(&get!(a), Int(i.into()), get!(c)),
                Op::Self_ { a, b, k: key } => {
                    let object = get!(b);
                    r!(a) = index(&object, &k(key));
                    r!(a + 1) = object;
                }
                Op::NewTable { a, .. } => r!(a) = Table(Rc::default()),
                Op::SetList { a, n, from } => {
                    let (at, table) = (usize::from(a), get!(a));
                    let end = if n == 0 { top } else { at + 1 + usize::from(n) };
                    for (j, v) in (1..).zip(&r[at + 1..end]) {
                        set_index(&table, Int(i64::from(from) + j), v.clone());
                    }
                }
                Op::Add { a, b, c } => math!(a, Add, get!(b), get!(c)),
                Op::Sub { a, b, c } => math!(a, Sub, get!(b), get!(c)),
                Op::Mul { a, b, c } => math!(a, Mul, get!(b), get!(c)),
                Op::Div { a, b, c } => math!(a, Div, get!(b), get!(c)),
                Op::Mod { a, b, c } => math!(a, Mod, get!(b), get!(c)),
                Op::Pow { a, b, c } => math!(a, Pow, get!(b), get!(c)),
                Op::IDiv { a, b, c } => math!(a, IDiv, get!(b), get!(c)),
                Op::BAnd { a, b, c } => math!(a, BAnd, get!(b), get!(c)),
                Op::BOr { a, b, c } => math!(a, BOr, get!(b), get!(c)),
                Op::BXor { a, b, c } => math!(a, BXor, get!(b), get!(c)),
                Op::Shl { a, b, c } => math!(a, Shl, get!(b), get!(c)),
                Op::Shr { a, b, c } => math!(a, Shr, get!(b), get!(c)),
                Op::AddI { a, b, i, .. } => math!(a, Add, get!(b), int(i)),
                Op::SubI { a, b, i } => math!(a, Sub, get!(b), int(i)),
                Op::AddK { a, b, k: y, .. } => math!(a, Add, get!(b), k(y)),
                Op::SubK { a, b, k: y } => math!(a, Sub, get!(b), k(y)),
                Op::MulK { a, b, k: y, .. } => math!(a, Mul, get!(b), k(y)),
                Op::DivK { a, b, k: y } => math!(a, Div, get!(b), k(y)),
                Op::ModK { a, b, k: y } => math!(a, Mod, get!(b), k(y)),
                Op::PowK { a, b, k: y } => math!(a, Pow, get!(b), k(y)),
                Op::IDivK { a, b, k: y } => math!(a, IDiv, get!(b), k(y)),
                Op::BAndK { a, b, k: y, .. } => math!(a, BAnd, get!(b), k(y)),
                Op::BOrK { a, b, k: y, .. } => math!(a, BOr, get!(b), k(y)),
                Op::BXorK { a, b, k: y, .. } => math!(a, BXor, get!(b), k(y)),
                Op::ShlK { a, b, k: y } => math!(a, Shl, get!(b), k(y)),
                Op::ShrK { a, b, k: y } => math!(a, Shr, get!(b), k(y)),
                Op::Unm { a, b } => math!(a, Sub, Int(0), get!(b)),
                Op::BNot { a, b } => r!(a) = Int(!get!(b).integer()),
                Op::Not { a, b } => r!(a) = Bool(!get!(b).truthy()),
                Op::Len { a, b } => {
                    r!(a) = match get!(b) {
                        Str(s) => Int(s.len() as i64),
                        t => Int((1..).take_while(|i| !matches!(index(&t, &Int(*i)), Nil)).count() as i64),
                    }
                }
                Op::Concat { a, b, n } => {
                    let text: String = values!(b, n + 1).iter().map(Val::text).collect();
                    r!(a) = string(&text);
                }
                Op::Jmp { .. } | Op::Loop { .. } => jump!(true),
                Op::JTrue { a, .. } => jump!(get!(a).truthy()),
                Op::JFalse { a, .. } => jump!(!get!(a).truthy()),
                Op::SetJTrue { a, b, .. } | Op::SetJFalse { a, b, .. } => {
                    let v = get!(b);
                    if v.truthy() == matches!(op, Op::SetJTrue { .. }) {
                        r!(a) = v;
                        jump!(true);
                    }
                }
                Op::JNil { a, .. } => jump!(matches!(get!(a), Nil)),
                Op::JNotNil { a, .. } => jump!(!matches!(get!(a), Nil)),
                Op::JEq { a, b, cond, .. } => jump!(equal(&get!(a), &get!(b)) == cond),
                Op::JLt { a, b, cond, .. } => jump!(lt(&get!(a), &get!(b)) == cond),
                Op::JLe { a, b, cond, .. } => jump!(le(&get!(a), &get!(b)) == cond),
                Op::JEqI { a, i, .. } => jump!(equal(&get!(a), &int(i))),
                Op::JNotEqI { a, i, .. } => jump!(!equal(&get!(a), &int(i))),
                Op::JLtI { a, i, .. } => jump!(lt(&get!(a), &int(i))),
                Op::JNotLtI { a, i, .. } => jump!(!lt(&get!(a), &int(i))),
                Op::JLeI { a, i, .. } => jump!(le(&get!(a), &int(i))),
                Op::JNotLeI { a, i, .. } => jump!(!le(&get!(a), &int(i))),
                Op::JGtI { a, i, .. } => jump!(lt(&int(i), &get!(a))),
                Op::JNotGtI { a, i, .. } => jump!(!lt(&int(i), &get!(a))),
                Op::JGeI { a, i, .. } => jump!(le(&int(i), &get!(a))),
                Op::JNotGeI { a, i, .. } => jump!(!le(&int(i), &get!(a))),
                Op::JEqK { a, k: y, .. } => jump!(equal(&get!(a), &k(y))),
                Op::JNotEqK { a, k: y, .. } => jump!(!equal(&get!(a), &k(y))),
                Op::JLtK { a, k: y, .. } => jump!(lt(&get!(a), &k(y))),
                Op::JNotLtK { a, k: y, .. } => jump!(!lt(&get!(a), &k(y))),
                Op::JLeK { a, k: y, .. } => jump!(le(&get!(a), &k(y))),
                Op::JNotLeK { a, k: y, .. } => jump!(!le(&get!(a), &k(y))),
                Op::JGtK { a, k: y, .. } => jump!(lt(&k(y), &get!(a))),
                Op::JNotGtK { a, k: y, .. } => jump!(!lt(&k(y), &get!(a))),
                Op::JGeK { a, k: y, .. } => jump!(le(&k(y), &get!(a))),
                Op::JNotGeK { a, k: y, .. } => jump!(!le(&k(y), &get!(a))),
                Op::Call { a, b, c } => {
                    let args = values!(a, if b == 0 { 0 } else { b + 1 })[1..].to_vec();
                    let got = self.call(&get!(a), args);
                    r[usize::from(a)..usize::from(p.registers)].fill(Poison);
                    results!(a, c, got);
                }
                Op::TailCall { a, b } => {
                    return self.call(&get!(a), values!(a, if b == 0 { 0 } else { b + 1 })[1..].to_vec())
                }
                Op::Return { a, b } => return values!(a, b),
                Op::Return0 => return vec![],
                Op::Return1 { a } => return vec![get!(a)],
                Op::ReturnClose { a, b } => {
                    let list = values!(a, b);
                    self.close(&mut open, 0);
                    return list;
                }
                Op::Vararg { a, c } => results!(a, c, extra.clone()),
                Op::VarargPrep { n } => assert_eq!(n, p.nparams),
                Op::ForPrep { a, .. } => {
                    if let (Int(from), Int(step)) = (get!(a), get!(a + 2)) {
                        let to = get!(a + 1).number();
                        let runs = if step > 0 { from as f64 <= to } else { from as f64 >= to };
                        r!(a + 1) = Int(((to - from as f64) / step as f64) as i64);
                        r!(a + 3) = Int(from);
                        jump!(!runs);
                    } else {
                        let (from, to, step) = (get!(a).number(), get!(a + 1).number(), get!(a + 2).number());
                        r!(a) = Float(from);
                        r!(a + 3) = Float(from);
                        jump!(if step > 0.0 { from > to } else { from < to });
                    }
                }
                Op::ForLoop { a, .. } => match (get!(a), get!(a + 1), get!(a + 2)) {
                    (Int(i), Int(count), Int(step)) => {
                        if count > 0 {
                            r!(a) = Int(i + step);
                            r!(a + 1) = Int(count - 1);
                            r!(a + 3) = Int(i + step);
                        }
                        jump!(count > 0);
                    }
                    (i, to, step) => {
                        let next = i.number() + step.number();
                        let goes =
                            if step.number() > 0.0 { next <= to.number() } else { next >= to.number() };
                        if goes {
                            r!(a) = Float(next);
                            r!(a + 3) = Float(next);
                        }
                        jump!(goes);
                    }
                },
                Op::TForPrep { a, .. } => {
                    open.push((a + 3, get!(a + 3)));
                    jump!(true);
                }
                Op::TForCall { a, c } => {
                    let got = self.call(&get!(a), vec![get!(a + 1), get!(a + 2)]);
                    r[usize::from(a) + 4..usize::from(p.registers)].fill(Poison);
                    results!(a + 4, c + 1, got);
                }
                Op::TForLoop { a, .. } => {
                    let first = get!(a + 4);
                    let goes = !matches!(first, Nil);
                    if goes {
                        r!(a + 2) = first;
                    }
                    jump!(goes);
                }
                Op::Tbc { a } => open.push((a, get!(a))),
                Op::Close { a } => self.close(&mut open, a),
                op => unreachable!("the compiler makes no {op:?}"),
            }
        }
    }
}
