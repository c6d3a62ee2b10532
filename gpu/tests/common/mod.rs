//! Regions run on a device and by the evaluator, which is the judge.
#![allow(dead_code)] // each test binary uses a part

pub mod draw;

use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{Fault, Memory};
use holloway_compiler::ir::{HelperDescr, Mem, TypeDescr};
use holloway_compiler::region::eval::{self, Evaluator};
use holloway_compiler::region::offload::{Heap, Offload, Outcome, Worth};
use holloway_compiler::region::{verify, BlockId, Region, Step};
use holloway_gpu::device::Device;
use holloway_gpu::Gpu;

/// An arena that knows how large its blocks are.
pub struct World {
    pub mem: ArenaMemory,
    pub blocks: Vec<(u64, usize)>,
    /// How often it may be asked whether the guest is interrupted before it is.
    pub patience: std::cell::Cell<u64>,
    /// How long a run may take, if there is a limit.
    pub time_left: Option<std::time::Duration>,
}

impl World {
    pub fn new() -> World {
        World { mem: ArenaMemory::new(), blocks: Vec::new(), patience: u64::MAX.into(), time_left: None }
    }

    /// An object: a header word and these.
    pub fn object(&mut self, words: &[u64]) -> u64 {
        let all: Vec<u64> = [0xfeed].iter().chain(words).copied().collect();
        let addr = self.mem.block(&all);
        self.blocks.push((addr, all.len() * 8));
        addr
    }

    /// An array object: header, length, elements.
    pub fn array(&mut self, words: &[u64]) -> u64 {
        let all: Vec<u64> = [words.len() as u64].iter().chain(words).copied().collect();
        self.object(&all)
    }

    pub fn floats(&mut self, xs: impl IntoIterator<Item = f64>) -> u64 {
        let words: Vec<u64> = xs.into_iter().map(f64::to_bits).collect();
        self.array(&words)
    }

    /// An array of arrays.
    pub fn rows(&mut self, n: usize, m: usize, f: impl Fn(usize, usize) -> f64) -> u64 {
        let rows: Vec<u64> = (0..n).map(|i| self.floats((0..m).map(|j| f(i, j)))).collect();
        self.array(&rows)
    }

    fn words(&self) -> Vec<u64> {
        let all = self.blocks.iter().flat_map(|&(a, bytes)| (0..bytes as u64 / 8).map(move |i| a + 8 * i));
        all.map(|a| self.mem.word(a)).collect()
    }
}

impl Memory for World {
    fn load(&mut self, addr: u64, mem: Mem) -> Result<u64, Fault> {
        self.mem.load(addr, mem)
    }
    fn store(&mut self, addr: u64, mem: Mem, value: u64) -> Result<(), Fault> {
        self.mem.store(addr, mem, value)
    }
    fn new_object(&mut self, _: &TypeDescr) -> Result<u64, Fault> {
        Err("no objects here".into())
    }
    fn new_array(&mut self, _: &TypeDescr, _: u64) -> Result<u64, Fault> {
        Err("no arrays here".into())
    }
    fn call_helper(&mut self, h: &HelperDescr, args: &[u64], out: &mut [u64]) -> Result<u64, Fault> {
        self.mem.call_helper(h, args, out)
    }
    fn call_trace(&mut self, _: u32, _: &[u64], _: &mut [u64]) -> Result<u64, Fault> {
        Err("no traces here".into())
    }
    fn poll(&mut self) -> bool {
        false
    }
    fn valid(&self, addr: u64) -> bool {
        self.mem.valid(addr)
    }
}

impl Heap for World {
    fn object(&self, addr: u64) -> Option<(*mut u8, usize)> {
        self.blocks.iter().find(|b| b.0 == addr).map(|b| (b.0 as *mut u8, b.1))
    }
    fn interrupted(&self) -> bool {
        self.patience.set(self.patience.get() - 1);
        self.patience.get() == 0
    }
    fn time_left(&self) -> Option<std::time::Duration> {
        self.time_left
    }
}

pub fn region(text: &str) -> Region {
    let r: Region = text.parse().unwrap_or_else(|e| panic!("{e}"));
    verify(&r).unwrap_or_else(|e| panic!("{e}"));
    r
}

pub fn gpu() -> Gpu {
    Gpu::new(device(), true).worth(0)
}

/// What it runs on.
pub fn device() -> Device {
    Device::open(std::env::var("HOLLOWAY_GPU_DEVICE").ok().as_deref()).unwrap()
}

/// The same device as if it had memory of its own.
pub fn copying() -> Gpu {
    Gpu::copying(device(), true).worth(0)
}

/// How a region went on the device.
#[derive(Debug, PartialEq)]
pub enum Went {
    /// As the evaluator says.
    Ran,
    /// Not at all, and memory is as before.
    Not(String),
}

/// Runs a region on the device and by the evaluator, and compares.
pub fn compare(gpu: &Gpu, region: &Region, inputs: &[u64], world: &mut World) -> Went {
    let (mut fork, map) = world.mem.fork();
    let expected = Evaluator::new(region).run(&map.all(inputs), &mut fork, 50_000_000);
    let before = world.words();
    let mut plan = match gpu.plan(region) {
        Ok(plan) => plan,
        Err(refusal) => return Went::Not(refusal.0),
    };
    match gpu.run(region, &mut plan, inputs, world, &mut |_| Worth::Run) {
        Outcome::Ran { snap, values } => {
            let eval::Outcome::Exit { snap: s, values: v, .. } = &expected else { panic!("{expected:?}") };
            assert_eq!(snap, *s, "another exit");
            assert_eq!(values.len(), v.len());
            for (k, (a, b)) in values.iter().zip(v).enumerate() {
                assert_eq!(map.of(*a), *b, "exit value {k}");
            }
            let ours: Vec<u64> = world.blocks.iter().map(|b| b.0).collect();
            world.mem.same_heap(&fork, &ours, &map.all(&ours)).unwrap_or_else(|e| panic!("{e}"));
            Went::Ran
        }
        outcome => {
            let why = match outcome {
                Outcome::Would => unreachable!("it was to run"),
                Outcome::Discarded(why) | Outcome::NotYet(why) | Outcome::Absent(why) => why.0,
                Outcome::Failed(steps) => {
                    let why = |&(block, step): &(BlockId, usize)| match &region.blocks[block as usize].steps
                        [step]
                    {
                        Step::Assume { why, .. } => {
                            format!("it does not hold that {why} ({})", region.place_of(block))
                        }
                        Step::Do(_) => panic!("what failed is no assumption"),
                    };
                    steps.iter().map(why).next().expect("something failed")
                }
                Outcome::Ran { .. } => unreachable!("see above"),
            };
            assert!(world.words() == before, "memory has changed: {why}");
            Went::Not(why)
        }
    }
}
