//! A small class and instance model, made fast in three stages: the worked example of `docs/object-model.md`.
//!
//! Instances have attributes, classes have methods (both are numbers here) and perhaps a parent. `x.name` looks at the instance, then at its class and the
//! class's parents. [`Stage`] says how:
//!
//! 1. **Dictionaries.** An instance and a class have a dictionary each. Nothing about them is known while compiling, so every look-up stays.
//! 2. **Maps.** An instance has a *map* instead, which says in which slot each attribute is, and an array. The map is promoted: a guard, after which
//!    the slot is a constant, and so is the fact that there is none. Look-ups in classes stay.
//! 3. **Versions.** The map also knows the class, and a class has a *version* that changes whenever the class or a parent of it does. What a version's class
//!    answers is a fact, so all look-ups are done while compiling.
//!
//! **Invariants.** A map never changes. What a version has answered it will always answer (`Version::known`), also when the class has moved on: a step that is
//! run again gets the same answers.
//!
//! **Not promised.** Classes, maps and versions are never freed.
//!
//! **Example.** `programs/attributes.om` reads `p.a`, `p.b` and `p.c` in a loop: five look-ups in dictionaries, then two, then none
//! (`tests/stages.rs` holds the traces).
#![forbid(unsafe_code)]

mod model;
mod text;

use holloway::heap::RawSlot;
use holloway::machine::*;
use holloway::{interpreter_loop, HotCell, Runtime, Tagged, Traced};
pub use model::{run, Instance, Stage};
use model::{ClassInfo, MapInfo, Where};
use std::cell::RefCell;
use text::Op;
pub use text::Program;

/// The values: numbers and instances.
#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
pub enum Value<V: Values> {
    /// Nothing.
    Nil,
    /// A number.
    Int(Int<V>),
    /// An instance.
    Object(Ref<V, Instance>),
}

/// The one activation: where in the program it is.
#[derive(Traced)]
pub struct Activation {
    pc: u32,
    registers: u8,
}

impl<V: Values> Frame<V> for Activation {
    fn live(&self) -> LiveMask {
        first_slots(self.registers)
    }
    fn place(&self) -> (u64, u32) {
        (0, self.pc)
    }
}

/// The language: a program, and the classes and maps it has made.
pub struct ObjModel {
    stage: Stage,
    ops: Vec<Op>,
    lines: Vec<u32>,
    registers: u8,
    names: Vec<String>,
    loops: Vec<HotCell>,
    /// Of each instruction.
    sites: Vec<Site<Where, 1>>,
    classes: Vec<ClassInfo>,
    maps: RefCell<Vec<&'static MapInfo>>,
    /// What was printed.
    printed: RefCell<Vec<i64>>,
}

impl Language for ObjModel {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation;

    fn interp<M: Machine<L = ObjModel>>(&self, m: &M, s: &mut State<ObjModel, M::V>) -> Exit {
        interpreter_loop! {
            machine m, state s, labels 'frame 'run;
            activation {
                let base = s.top().base;
                let mut pc = s.top().frame.pc as usize;
                let mut r = s.stack.window(base);
            }
            publish { s.top().frame.pc = pc as u32; }
            refetch { r = s.stack.window(base); }
            at_header { pc += 1; }
            // Nothing catches errors.
            unwind {
                while s.depth() > 0 {
                    s.pop();
                }
                Flow::Leave(Exit::Raised)
            }
            step {
                let op = self.ops[pc];
                pc += 1;
                match op {
                    Op::Int { d, n } => r[d as usize] = Value::Int(Int::new(n)).into(),
                    Op::Add { d, a, b } => {
                        let (x, y) = (t!(self.int(m, r[a as usize])), t!(self.int(m, r[b as usize])));
                        r[d as usize] = Value::Int(x + y).into();
                    }
                    Op::New { d, class } => r[d as usize] = Value::Object(self.instance(m, class)).into(),
                    Op::Get { d, o, name } => {
                        let o = t!(self.object(m, r[o as usize]));
                        r[d as usize] = Value::Int(t!(self.get(m, o, name, &self.sites[pc - 1]))).into();
                    }
                    Op::Set { o, name, a } => {
                        let (o, v) = (t!(self.object(m, r[o as usize])), t!(self.int(m, r[a as usize])));
                        t!(self.set(m, o, name, v));
                    }
                    Op::Method { class, name, a } => {
                        let v = t!(self.int(m, r[a as usize]));
                        model::set_method(m, Int::new(class.into()), Int::new(name.into()), v);
                    }
                    Op::LoopTest { a, to } => {
                        if m.branch(t!(self.int(m, r[a as usize])).le(0)) {
                            pc = to as usize;
                        }
                    }
                    Op::LoopEnd { a, to } => {
                        let left = t!(self.int(m, r[a as usize])) - 1;
                        r[a as usize] = Value::Int(left).into();
                        pc = to as usize;
                        count!(&self.loops[pc]);
                    }
                    Op::Print { a } => {
                        let x = t!(self.int(m, r[a as usize]));
                        model::print(m, x);
                    }
                    Op::End => go!(m.ret(s, base, 0)),
                }
            }
        }
    }
    fn place_results<M: Machine<L = ObjModel>>(
        &self,
        _: &M,
        _: &mut State<ObjModel, M::V>,
        _: usize,
        _: usize,
    ) {
    }
    fn describe(&self, f: &Activation) -> String {
        format!("{}: {:?}", self.lines[f.pc as usize], self.ops[f.pc as usize])
    }
    fn out_of_memory(&self, _: &Runtime<ObjModel>) -> RawSlot {
        RawSlot::default()
    }
    fn interrupted(&self, _: &Runtime<ObjModel>) -> RawSlot {
        RawSlot::default()
    }
    fn stack_overflow(&self, _: &Runtime<ObjModel>) -> RawSlot {
        RawSlot::default()
    }
}

impl ObjModel {
    /// The language with a program in it.
    pub fn new(p: Program, stage: Stage) -> ObjModel {
        let mut loops = Vec::new();
        loops.resize_with(p.ops.len(), HotCell::default);
        let mut sites = Vec::new();
        sites.resize_with(p.ops.len(), Site::default);
        ObjModel {
            stage,
            loops,
            sites,
            ops: p.ops,
            lines: p.lines,
            registers: p.registers,
            names: p.names,
            classes: p.classes.into_iter().map(|(_, parent)| ClassInfo::new(parent)).collect(),
            maps: RefCell::default(),
            printed: RefCell::default(),
        }
    }
    /// Runs the program; what it printed.
    ///
    /// # Errors
    /// What went wrong: an attribute that is nowhere, or a value of a wrong type.
    pub fn run(rt: &Runtime<ObjModel>) -> Result<Vec<i64>, String> {
        let done = rt.with_segment(|s| {
            let frame = Activation { pc: 0, registers: rt.lang.registers };
            s.push(frame, 0, 0).map_err(|_| Raised)?;
            for slot in s.stack.slots().iter_mut().take(rt.lang.registers.into()) {
                *slot = Value::Nil.into();
            }
            rt.run_segment(s)
        });
        let error = |Raised| match Value::<Conc>::from_raw(rt.error.get()) {
            Value::Int(name) => format!("no attribute '{}'", rt.lang.names[name.value() as usize]),
            _ => "a value of a wrong type".to_string(),
        };
        done.map(|_| rt.lang.printed.take()).map_err(error)
    }
    fn int<M: Machine<L = ObjModel>>(&self, m: &M, v: Slot<M::V>) -> Result<Int<M::V>, Raised> {
        match m.unpack(v) {
            Value::Int(x) => Ok(x),
            _ => model::wrong_type(m).map(|()| Int::new(0)),
        }
    }
    fn object<M: Machine<L = ObjModel>>(&self, m: &M, v: Slot<M::V>) -> Result<Ref<M::V, Instance>, Raised> {
        match m.unpack(v) {
            Value::Object(o) => Ok(o),
            _ => {
                model::wrong_type(m)?;
                Err(Raised)
            }
        }
    }
}
